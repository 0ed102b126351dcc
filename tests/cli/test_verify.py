"""verify: the report of a worker's result, also if the worker fails."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

from support import BAD, CLEAN, FINDINGS, GPULINT, ROOT, UNABLE, CommandTest, json_schema
from workers import COUNTER


def is_running(process):
    """One that has ended may not have been waited for."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Verify(CommandTest):
    def test_a_signal_ends_the_worker_too_as_soon_as_that_begins(self):
        self.write("bad.cu", BAD)
        for _ in range(5):
            self.expect(-15, "verify", "--runner", "echo $$ >worker; kill -TERM $PPID; exec sleep 60", "bad.cu")
            for _ in range(100):
                if not is_running((self.path / "worker").read_text().strip()):
                    break
                time.sleep(0.05)
            self.assertFalse(is_running((self.path / "worker").read_text().strip()))

    def test_without_a_gpu_the_report_says_so_once(self):
        result = {"schema_version": 1, "status": "no-device", "reason": "there is no GPU here", "device": None,
                  "compiler": {"name": "NVRTC", "version": "13.0", "arch": "sm_90"}, "sources": [], "kernels": []}
        self.write("result.json", json.dumps(result))
        arguments = ["verify", "--runner", "cat >/dev/null; cat result.json", self.write("bad.cu", BAD)]
        report = self.expect(UNABLE, *arguments)
        self.assertEqual((report.out + report.err).count("there is no GPU here"), 1)
        report = self.report(UNABLE, "--format", "json", *arguments)
        self.assertEqual(report["measurement"]["reason"], "there is no GPU here")
        self.assertIsNone(report["measurement"]["device"])
        self.assertEqual({finding["status"] for finding in report["findings"]}, {"not-measured"})

    def test_a_verify_that_is_ended_ends_what_it_started(self):
        self.write("bad.cu", BAD)
        started = self.path / "started"
        for name in ("HUP", "INT", "QUIT", "TERM", "PIPE", "XCPU"):
            with subprocess.Popen([GPULINT, "verify", "--runner", "echo $$ >new; mv new started; exec sleep 60", "bad.cu"], cwd=self.path,
                                  env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                while not started.exists():
                    time.sleep(0.01)
                runner = int(started.read_text())
                started.unlink()
                process.send_signal(getattr(signal, f"SIG{name}"))
                self.assertEqual(process.wait(20), -getattr(signal, f"SIG{name}"))
            end = time.monotonic() + 20
            while self.command_of(runner).startswith("sleep"):
                self.assertLess(time.monotonic(), end, f"the runner is still there after SIG{name}")
                time.sleep(0.01)

    def command_of(self, process):
        try:
            return pathlib.Path(f"/proc/{process}/cmdline").read_text()
        except OSError:
            return ""

    def test_results_of_other_jobs_and_of_nothing(self):
        result = {"schema_version": 1, "status": "ok", "reason": "", "device": {"name": "a GPU", "sm": "sm_90", "counters": True},
                  "compiler": None, "sources": [], "kernels": []}
        self.write("bad.cu", BAD)
        for change, reported in (({"job": "0123456789abcdef"}, "the worker's result belongs to another job"),
                             ({"device": None}, "the worker's result is invalid: it reports a run on a GPU but names no GPU"),
                             ({"status": "fine"}, "the worker's result is invalid: its status is unknown"),
                             ({"status": "no-device", "reason": ""}, "the worker's result is invalid: it reports no run on a GPU and gives no reason")):
            self.write("result.json", json.dumps({**result, **change}))
            report = self.report(UNABLE, "verify", "--format", "json", "--runner", "cat >job.json; cat result.json", "bad.cu")
            self.assertEqual(report["measurement"]["reason"], reported)
        self.assertRegex(json.loads((self.path / "job.json").read_text())["id"], "^[0-9a-f]{16}$")

    def test_names_that_are_no_utf8(self):
        program, header, text = "caf\udce9.cu", "th\udce9.cuh", os.fsdecode(b"\xe9")
        self.write(header, "#define STEP 1\n")
        self.write(program, os.fsencode(f'#include "{header}"\n// {text}\n{BAD}'))
        self.expect(UNABLE, "verify", "--format", "json", "--runner", "cat >job.json", program, "--", f"-DTEXT={text}")
        (source,) = json.loads((self.path / "job.json").read_text())["sources"]
        self.assertEqual((source["name"], source["headers"][0]["name"], source["defines"]), ("caf?.cu", "th?.cuh", ["TEXT=?"]))
        self.assertTrue(source["text"].startswith('#include "th?.cuh"\n'))

    def test_the_table_tells_launches_apart_and_what_is_wrong(self):
        """A made-up GPU counts half the requests of the last launch."""
        self.write("worker.py", """import json, sys
job = json.load(sys.stdin)
def line(number, requests):
    return {"file": "program.cu", "line": number, "kind": "store", "space": "global", "requests": requests,
            "lanes": 32 * requests, "sectors": 4 * requests, "ideal_sectors": 4 * requests}
def counted(launch):
    warps = launch["grid"][0] * launch["block"][0] // 32
    return {"id": launch["id"], "status": "ok", "reason": "", "metrics_status": "ok", "occupancy": None, "time": None,
            "lines": [line(3, warps), line(4, warps // (2 if launch["id"] == "2" else 1))], "buffers": []}
kernels = [{"id": k["id"], "status": "ok", "reason": "", "resources": None, "launches": [counted(x) for x in k["launches"]]}
           for k in job["kernels"]]
json.dump({"schema_version": 1, "status": "ok", "reason": "", "device": {"name": "a GPU", "sm": "sm_90", "counters": True},
           "compiler": None, "sources": [], "kernels": kernels}, sys.stdout)
""")
        program = self.write("program.cu", """__global__ void k(float *p, float *q) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	p[i] = 1;
	q[i] = 2;
}
int main() {
	float *p, *q; cudaMalloc(&p, 1 << 20); cudaMalloc(&q, 1 << 20);
	k<<<4, 256>>>(p, q); k<<<8, 256>>>(p, q); k<<<16, 256>>>(p, q);
}
""")
        arguments = ["verify", "--runner", f"{sys.executable} -IS worker.py", program]
        first, second, third = self.expect(CLEAN, *arguments).out.split("\nk<<<")[1:]
        self.assertEqual(first.count("program.cu:"), 2)
        self.assertIn("2 sites as in the kernel's first launch", second)
        self.assertIn("1 site as in the kernel's first launch", third)
        self.assertIn("called exact, but its count is wrong: the compiled code makes 0.5 times as many requests", third)
        self.assertIn("Exact sites: 6; compared: 6; right: 5; right in cost but not in count: 1.", third)
        report = self.report(CLEAN, "--format", "json", *arguments)
        agreements = [[site["agreement"] for site in launch["sites"]] for launch in report["kernels"][0]["launches"]]
        self.assertEqual(agreements, [["full", "full"], ["full", "full"], ["full", "cost-only"]])

    def test_branches_are_what_the_compiler_makes_of_them(self):
        program = self.write("program.cu", """__global__ void k(float *p, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = p[i];
	if (i >= 4000)
		return;
	for (int r = 0; r < n; r++)
		s += p[r * 4096 + i];
	if (threadIdx.x % 2)
		s += 1;
	if (threadIdx.x % 32 < 8)
		for (int r = 0; r < n; r++)
			s = sqrtf(s) / (s + r);
	for (int r = 0; r < 3; r++)
		s *= s;
	p[i] = s;
}
int main() {
	float *p; cudaMalloc(&p, 16 << 20);
	k<<<16, 256>>>(p, 9);
}
""")
        report = self.report(CLEAN, "--gpu", "H200", "--fail-on", "never", program)
        if not report["target"]["compiler"]:
            self.skipTest("there is no NVRTC")
        sites = {site["line"]: site for site in report["kernels"][0]["launches"][0]["sites"] if site["kind"] == "branch"}
        self.assertEqual([(line, site["compiled_to"], site["standing"]) for line, site in sorted(sites.items())],
                         [(4, "exit", "assumed"), (6, "jumps", "exact"), (8, "predicated", "assumed"), (10, "jumps", "exact"),
                          (11, "jumps", "exact"), (13, "none", "assumed")])
        self.assertEqual([sites[line]["predicted"]["divergent_fraction"] for line in (6, 10, 11)], [0, 1, 0])
        self.assertEqual(sites[10]["predicted"]["requests"], 125)
        report = self.report(CLEAN, "--gpu", "H200", "--fail-on", "never", "--no-compile", program)
        for site in report["kernels"][0]["launches"][0]["sites"]:
            if site["kind"] == "branch":
                self.assertEqual((site["compiled_to"], site["standing"]), (None, "assumed"))
                self.assertIn("not compiled", site["why"])

    def test_warp_synchronization_that_hardware_counts_as_a_branch(self):
        """WARPSYNC.EXCLUSIVE, which the compiler makes of a vote of lanes that it does not know."""
        program = self.write("program.cu", """__global__ void k(int *p, int n) {
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		int b = i % 32 / 8;
		unsigned mask = __activemask();
		if (__all_sync(mask, b == __shfl_sync(mask, b, __ffs(mask) - 1))) {
			if (i % 32 == 0)
				p[1] = atomicAdd(p, __popc(__ballot_sync(mask, i & 1)));
		} else {
			p[i + 2] = atomicAdd(&p[i & 1], 1);
		}
	}
}
int main() { int *p; cudaMalloc(&p, 1 << 20); k<<<64, 256>>>(p, 1 << 16); }
""")
        report = self.report(CLEAN, "--gpu", "H200", "--fail-on", "never", program)
        if not report["target"]["compiler"]:
            self.skipTest("there is no NVRTC")
        vote = next(site for site in report["kernels"][0]["launches"][0]["sites"] if (site["line"], site["kind"]) == (5, "branch"))
        self.assertEqual((vote["compiled_to"], vote["standing"]), ("jumps", "assumed"))
        self.assertIn("hardware counts as a branch", vote["why"])

    def test_branches_that_the_compiler_executes_otherwise(self):
        """A made-up GPU counts a loop that is unrolled by four, a branch twice as often as reported, and another as reported."""
        self.write("worker.py", """import json, sys
job = json.load(sys.stdin)
def line(number, requests, divergent):
    return {"file": "program.cu", "line": number, "kind": "branch", "space": "none", "requests": requests, "lanes": 32 * requests,
            "divergent": divergent, "uniform": requests - divergent}
lines = [line(4, 24, 0), line(6, 16, 16), line(8, 8, 8)]
launch = {"id": "0", "status": "ok", "reason": "", "metrics_status": "ok", "occupancy": None, "time": None, "lines": lines, "buffers": []}
kernels = [{"id": k["id"], "status": "ok", "reason": "", "resources": None, "launches": [launch]} for k in job["kernels"]]
json.dump({"schema_version": 1, "status": "ok", "reason": "", "device": {"name": "a GPU", "sm": "sm_90", "counters": True},
           "compiler": None, "sources": [], "kernels": kernels}, sys.stdout)
""")
        program = self.write("program.cu", """__global__ void k(float *p, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int k = 0; k < n; k++)
		s += p[k * 256 + i];
	if (threadIdx.x % 32 < 8)
		s = sqrtf(s) / s;
	if (threadIdx.x % 32 == 3)
		s += sqrtf(s) / s;
	p[i] = s;
}
int main() {
	float *p; cudaMalloc(&p, 1 << 20);
	k<<<1, 256>>>(p, 8);
}
""")
        arguments = ["verify", "--no-compile", "--runner", f"{sys.executable} -IS worker.py", "--fail-on", "never", program]
        report = self.report(CLEAN, "--format", "json", *arguments)
        loop, wrong, right = (site for site in report["kernels"][0]["launches"][0]["sites"] if site["kind"] == "branch")
        self.assertEqual([site["standing"] for site in (loop, wrong, right)], 3 * ["assumed"])
        self.assertEqual([site["agreement"] for site in (loop, wrong, right)], 3 * ["full"])
        self.assertIn("executes it 0.333 times as often as the source: the compiler unrolls loops", loop["measured_note"])
        self.assertIn("executes it 2 times as often as the source: the compiler may split a condition into several branches", wrong["measured_note"])
        self.assertIsNone(right["measured_note"])

    def test_functions_that_other_files_define_are_not_linked(self):
        self.write("worker.py", """import json, sys
job = json.load(sys.stdin)
symbols = ["_Z4nearPfi", "_ZN5space3farEPfi", "plain", "_Z7missingPfi"]
kernels = [{"id": k["id"], "status": "compile-error", "reason": f"Unresolved extern function '{symbol}'", "problems": [], "resources": None,
            "launches": []} for k, symbol in zip(job["kernels"], symbols)]
json.dump({"schema_version": 1, "status": "ok", "reason": "", "device": {"name": "a GPU", "sm": "sm_90", "counters": True},
           "compiler": None, "sources": [], "kernels": kernels}, sys.stdout)
""")
        self.write("functions.h", """__device__ float near(float *p, int i);
namespace space { __device__ float far(float *p, int i); }
extern "C" __device__ float plain(float *p, int i);
__device__ float missing(float *p, int i);
""")
        self.write("near.cu", """#include "functions.h"
__device__ float near(float *p, int i) { return space::far(p, i); }
""")
        self.write("far.cu", """#include "functions.h"
namespace space { __device__ float far(float *p, int i) { return p[i]; } }
extern "C" __device__ float plain(float *p, int i) { return near(p, i); }
""")
        names = ["near", "space::far", "plain", "missing"]
        self.write("program.cu", '#include "functions.h"\n' + "".join(
            f"__global__ void k{i}(float *p) {{ p[threadIdx.x] = {name}(p, threadIdx.x); }}\n" for i, name in enumerate(names)) +
            "int main() { float *p; cudaMalloc(&p, 4096); " + "".join(f"k{i}<<<1, 32>>>(p); " for i in range(len(names))) + "}\n")
        report = self.report(CLEAN, "verify", "--runner", f"{sys.executable} -IS worker.py", "--fail-on", "never", "program.cu", "near.cu", "far.cu")
        reported = "it calls '{}', which {}: kernels of separable compilation (-rdc=true) are not linked here"
        self.assertEqual([kernel["status"] for kernel in report["kernels"]],
                         [reported.format("near", "near.cu defines"), reported.format("far", "far.cu defines"), reported.format("plain", "far.cu defines"),
                          reported.format("missing", "its own file does not define")])

    def test_a_launch_that_was_not_timed_says_why(self):
        self.write("worker.py", COUNTER.replace('"time": None', '"time": None, "untimed": "there was no room"'))
        arguments = ["verify", "--runner", f"{sys.executable} -IS worker.py", "--fail-on", "never", self.write("bad.cu", BAD)]
        launch = self.report(CLEAN, *arguments)["kernels"][0]["launches"][0]
        self.assertEqual((launch["time"], launch["untimed"]), (None, "there was no room"))
        self.assertIn("; not timed: there was no room", self.expect(CLEAN, *arguments).out)

    def test_the_report_goes_into_a_pipe_in_one_go(self):
        bad = self.write("bad.cu", BAD)
        os.mkfifo(self.path / "pipe")
        with subprocess.Popen(["cat", "pipe"], cwd=self.path, stdout=subprocess.PIPE) as reader:
            self.expect(UNABLE, "verify", "--runner", "echo '%s'" % json.dumps(self.empty_result()), "--output", "pipe", bad)
            text = reader.stdout.read().decode()
        self.assertRegex(text, r"(?s)uncoalesced-access.*Nothing was measured: no GPU\n")

    @staticmethod
    def empty_result():
        return {"schema_version": 1, "status": "no-device", "reason": "no GPU", "device": None, "compiler": None, "sources": [],
                "kernels": []}

    def test_whatever_the_runner_does_the_report_is_there(self):
        bad = self.write("bad.cu", BAD)
        for runner, reported in [("exit 7", "exit status 7"), ("kill -SEGV $$", "Segmentation fault"),
                             ("echo Last login: today", "it begins: Last login: today"), ("cat", "not a result"),
                             ("head -c 300000 /dev/urandom", "not JSON"), ("no-such-command", "exit status 127"),
                             ("echo '{'; kill -9 $$", "died: Killed")]:
            result = self.expect(UNABLE, "verify", "--runner", runner, bad)
            self.assertIn(reported, result.err)
            self.assertIn("uncoalesced-access", result.out)

    def test_local_memory_is_told_by_line(self):
        line = {"file": "bad.cu", "line": 4, "space": "local", "kind": "load", "instructions": 1, "requests": 8, "sectors": 32}
        launch = {"id": "0", "status": "ok", "reason": "", "metrics_status": "ok", "lines": [line]}
        kernel = {"id": "0 copy", "status": "ok", "reason": "", "launches": [launch],
                  "resources": {"registers": 20, "stack_bytes": 256, "spill_store_bytes": 0, "static_shared": 0}}
        result = {"schema_version": 1, "status": "ok", "reason": "", "device": {"name": "NVIDIA H200", "sm": "sm_90"},
                  "compiler": None, "sources": [], "kernels": [kernel]}
        self.write("result.json", json.dumps(result))
        arguments = ["verify", "--runner", "cat >/dev/null; cat result.json", self.write("bad.cu", BAD)]
        text = self.expect(FINDINGS, *arguments).out
        self.assertIn("256 bytes of local memory per thread", text)
        self.assertRegex(text, r"bad\.cu:4  local load .* 4\.00 .*8 requests, 32 sectors")
        (local,) = self.report(FINDINGS, *arguments)["kernels"][0]["launches"][0]["local_memory"]
        self.assertEqual(local, {"file": "bad.cu", "line": 4, "kind": "load", "requests": 8, "sectors": 32})

    def test_a_worker_does_not_steer_the_terminal(self):
        escape = "\033]0;owned\a"
        result = {"schema_version": 1, "status": "ok", "reason": escape, "device": {"name": escape, "sm": "sm_90"},
                  "compiler": {"version": escape, "arch": escape}, "sources": [], "kernels": []}
        self.write("result.json", json.dumps(result))
        done = self.run_gpulint("verify", "--runner", "cat >/dev/null; cat result.json", self.write("bad.cu", BAD))
        self.assertIn("Nothing was measured on ?]0;owned?, compiled by NVRTC ?]0;owned? for ?]0;owned?: ?]0;owned?\n", done.out)
        self.assertNotRegex(done.out + done.err, "[\033\a]")

    def test_a_gpu_on_which_nothing_ran(self):
        bad = self.write("bad.cu", BAD)
        for status, reported in ("ok", "Measured on a GPU\n"), ("not-run", "Nothing was measured on a GPU\n"), ("fault", "Nothing was measured on a GPU\n"):
            launch = {"id": "0", "status": status, "reason": "", "metrics_status": "ok", "lines": [],
                      "time": {"median_us": 3, "low_us": 2, "high_us": 4, "runs": 9}}
            kernels = [{"id": "0 copy", "status": "ok", "reason": "", "resources": {}, "launches": [launch]}]
            result = {**self.empty_result(), "status": "ok", "reason": "", "device": {"name": "a GPU", "sm": "sm_90"}, "kernels": kernels}
            self.write("result.json", json.dumps(result))
            out = self.expect(FINDINGS, "verify", "--runner", "cat >/dev/null; cat result.json", bad).out
            self.assertEqual(re.search(r"(?m)^.*[Mm]easured on .*\n", out)[0], reported)

    def test_results_that_lie(self):
        bad = self.write("bad.cu", BAD)
        for kernels in [7, [None], [{"id": 3}], [{"id": "0 copy", "status": "ok", "launches": [{"id": "0", "status": "ok",
                        "metrics_status": "ok", "time": {"median_us": -1, "runs": 1e99}, "lines": [{"line": -4}]}]}]]:
            result = {"schema_version": 1, "status": "ok", "reason": "", "device": {"name": "NVIDIA H200", "sm": "sm_90"},
                      "compiler": None, "sources": [], "kernels": kernels}
            self.write("result.json", json.dumps(result))
            arguments = ["verify", "--runner", "cat >/dev/null; cat result.json", bad]
            report = self.report(FINDINGS, *arguments)
            schema = json.loads((ROOT / "docs" / "report.schema.json").read_text())
            self.assertEqual(list(json_schema.errors(report, schema)), [])
            self.assertEqual({finding["status"] for finding in report["findings"]}, {"not-measured"})
            self.expect(FINDINGS, *arguments)
