"""Shared by the tests of the command line: two programs, the exit codes, and a test with a folder of its own."""
import json
import math
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import json_schema  # noqa: E402,F401

# The executable under test: run.py and hostile.py have its path as their first argument.
GPULINT = str(pathlib.Path(sys.argv[1]).resolve())
CLEAN, FINDINGS, UNABLE = 0, 1, 2

GOOD = """__global__ void copy(float *out, const float *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i];
}

int main()
{
	float *a, *b;
	cudaMalloc(&a, 1048576 * sizeof(float));
	cudaMalloc(&b, 1048576 * sizeof(float));
	copy<<<4096, 256>>>(a, b);
	return 0;
}
"""

BAD = GOOD.replace("out[i] = in[i]", "out[i] = in[32 * i]").replace("1048576", "33554432")
BAD_LINE = 4


def unwrapped(text):
    """In one line, wherever the report's own lines break."""
    return " ".join(text.split())


class CommandTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        self.environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}

    def write(self, name, content):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def run_gpulint(self, *arguments, stdin=b""):
        """Its user time, with that of its own processes, is `seconds`."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        result = subprocess.run([GPULINT, *arguments], cwd=self.path, input=stdin, capture_output=True, timeout=60,
                                env=self.environment)
        result.seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        result.out, result.err = result.stdout.decode(), result.stderr.decode()
        if "Sanitizer" in result.err or "runtime error" in result.err:
            self.fail(result.err)
        return result

    def expect(self, code, *arguments, stdin=b""):
        result = self.run_gpulint(*arguments, stdin=stdin)
        self.assertEqual(result.returncode, code, f"{arguments}\n{result.out}\n{result.err}")
        return result

    def report(self, code, *arguments, stdin=b""):
        return json.loads(self.expect(code, "--format", "json", *arguments, stdin=stdin).out)

    def check_growth(self, seconds, count):
        """seconds(count) is the time for so much: for four times as much it may be six times as long, and were it quadratic, it
        would be sixteen times. Other processes of the machine only add to a time, so the shortest of up to three counts."""
        shorter = longer = math.inf
        for _ in range(3):
            shorter, longer = min(shorter, seconds(count)), min(longer, seconds(4 * count))
            if longer < 6 * shorter:
                return
        self.fail(f"{shorter:.2f} s for {count}, {longer:.2f} s for {4 * count}")
