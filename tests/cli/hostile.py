#!/usr/bin/env python3
"""What a project that nobody may trust tries: names of ours, files that are no files, inputs without bounds, names that write to the
terminal. Each of these has to end soon, with a message, and with what there is to say of the other kernels and files.

    hostile.py GPULINT [NAME...]  runs these: a class, or CLASS.METHOD; all without a name
"""
import os
import resource
import signal
import subprocess
import sys
import unittest
import unittest.mock

from support import BAD, CLEAN, FINDINGS, GOOD, GPULINT, ROOT, UNABLE, CommandTest


class Headers(CommandTest):
    """Files of the project that have the names of ours."""

    def check_untouched(self, *flags, where="."):
        expected = self.report(FINDINGS, "bad.cu")
        for name in self.names():
            self.write(f"{where}/{name}", "#error a file of the project's is in place of ours\n")
            for suffix in ["pch", "gch"]:
                self.write(f"{where}/{name}.{suffix}", b"CPCH" + bytes(range(256)))
        self.assertEqual(self.report(FINDINGS, "bad.cu", *flags), expected)

    def names(self):
        folder = ROOT / "analyzer" / "frontend" / "headers"
        return [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()]

    def setUp(self):
        super().setUp()
        self.write("bad.cu", "#include <algorithm>\n#include <cub/cub.cuh>\n" + BAD)

    def test_beside_the_source(self):
        self.check_untouched()

    def test_of_our_folder_in_an_include_folder(self):
        self.names = lambda: [name for name in Headers.names(self) if name.startswith("gpulint")]
        self.check_untouched("--", "-Iinclude", "-iquote", "include", where="include")

    def test_in_an_include_folder(self):
        """The program's own names are what it asks for, as with nvcc; what ours include stays ours."""
        own = ["algorithm", "cub/cub.cuh"]
        self.names = lambda: [name for name in Headers.names(self) if name not in own]
        self.check_untouched("--", "-Iinclude", where="include")

    def test_precompiled(self):
        self.write("first.h", "#define STEP 32\n")
        self.write("first.h.pch", b"CPCH" + bytes(range(256)))
        self.write("first.h.gch", b"CPCH" + bytes(range(256)))
        self.write("bad.cu", BAD.replace("32 * i", "STEP * i"))
        result = self.expect(FINDINGS, "bad.cu", "--", "-include", "first.h")
        self.assertIn("32 sectors per request", result.out)
        self.assertEqual(result.err, "")

    def test_a_map_of_headers(self):
        self.write("project.hmap", b"pamh" + bytes(200))
        self.expect(CLEAN, self.write("good.cu", GOOD), "--", "-Iproject.hmap", "-isystem", "project.hmap")


SECOND_CRASH = """#define gl_reference_0 _Pragma("clang __debug crash") gl_reference_x
template <int N> __global__ void spread(float *x) { x[threadIdx.x * N] = 1; }
"""


class Crashes(CommandTest):
    """Of the compiler's parser: they cost the file that makes it crash, and no other."""

    def setUp(self):
        super().setUp()
        self.environment["ASAN_OPTIONS"] = "detect_leaks=0"   # what it held when it crashed is lost

    def check(self, source, *options):
        self.write("good.cu", GOOD)
        result = self.expect(UNABLE, "--format", "short", *options, self.write("crash.cu", source), self.write("bad.cu", BAD), "good.cu")
        messages = [line for line in result.err.splitlines() if "there is no kernel of that name" not in line]
        self.assertEqual(messages, ["gpulint: crash.cu: the compiler's parser crashed on this file"])
        self.assertIn("bad.cu:4:", result.out)
        self.assertNotIn("crash.cu", result.out)
        report = self.report(UNABLE, *options, "crash.cu", "bad.cu", "good.cu")
        self.assertEqual({file["path"]: file["status"] for file in report["files"]}, {"bad.cu": "ok", "crash.cu": "failed", "good.cu": "ok"})
        self.assertEqual([kernel["file"] for kernel in report["kernels"]], ["bad.cu", "good.cu"])

    def test_at_once(self):
        for pragma in ["crash", "parser_crash", "llvm_fatal_error"]:
            self.check(f"#pragma clang __debug {pragma}\n" + GOOD.replace("copy", "first"))

    def test_in_the_second_parse(self):
        self.check(SECOND_CRASH + "template __global__ void spread<8>(float *);\nint main() { float *d; cudaMalloc(&d, 4096); }\n")

    def test_in_the_second_parse_for_a_launch(self):
        self.check(SECOND_CRASH + "template __global__ void spread<4>(float *);\n", "--launch", "spread<8><<<1, 32>>>(_)")

    def test_what_the_parser_says_of_its_own_accord(self):
        pragmas = "".join(f"#pragma clang __debug {what}\n" for what in ["diag_mapping", "macro GOOD", "dump", "module_map x", "handled_crash"])
        result = self.expect(CLEAN, self.write("good.cu", pragmas + GOOD))
        self.assertEqual(result.err, "")


def many(count, text):
    return "".join(text.format(i=i, next=i + 1) for i in range(count))


HEALTHY = "__global__ void healthy(float *x) { x[threadIdx.x * 32] = 1; }\n"
MAIN = "int main() { float *d; cudaMalloc(&d, 1 << 20); healthy<<<1, 32>>>(d); k<<<1, 32>>>(d); }\n"
DOUBLED = "".join(f"struct S{i} {{ S{i - 1} a[2]; }};\n" for i in range(1, 31))


class Sizes(CommandTest):
    """What is small in the source and has no end, or as much of it as nobody writes: a minute is run_gpulint's limit."""

    def check(self, kernel, before=""):
        source = before + HEALTHY + "__global__ void k(float *x) { int *y = (int *)x; " + kernel + " }\n" + MAIN
        report = self.report(FINDINGS, "--fail-on", "note", self.write("k.cu", source))
        sites = [site for kernel in report["kernels"] if kernel["name"] == "healthy" for launch in kernel["launches"] for site in launch["sites"]]
        self.assertEqual([site["predicted"]["sectors_per_request"] for site in sites], [32])
        # The compiler may give up a file with such code.
        self.assertTrue(sites[0]["standing"] == "exact" or "figures from the source: not compiled" in sites[0]["why"], sites[0])
        return [site for kernel in report["kernels"] if kernel["name"] == "k" for launch in kernel["launches"] for site in launch["sites"]]

    def check_uncompiled(self, *arguments):
        with unittest.mock.patch.dict(self.environment, GPULINT_NVRTC="/no/such/library"):
            self.check(*arguments)

    def check_many(self, count, kernel):
        """kernel(count) is its text. Of all of them NVRTC takes its whole time, of a part some of it."""
        self.check(kernel(count // 20))
        self.check_uncompiled(kernel(count))

    def test_records_of_records(self):
        for element in ["struct S0 { int a; };\n", "struct S0 { };\n"]:
            with self.subTest(element=element):
                self.check("((S30 *)x)[0] = ((S30 *)x)[1];", element + DOUBLED)

    def test_a_record_larger_than_memory(self):
        sites = self.check("((B *)x)[0] = ((B *)x)[threadIdx.x];", "struct B { int a[1L << 36]; };\n")
        self.assertTrue(all(site["standing"] == "assumed" for site in sites), sites)
        # Each of its words is a request: those that were looked at stand for all.
        self.assertTrue(all(site["predicted"]["requests"] == 1 << 36 for site in sites), sites)

    def test_a_record_of_a_large_alignment(self):
        def program(alignment):
            return "((A *)x)[0] = ((A *)x)[threadIdx.x];", f"struct alignas({alignment}) A {{ int a; }};\n"
        self.check(*program(1 << 18))
        self.check_uncompiled(*program(1 << 28))     # NVRTC takes all of its time for so large a one

    def test_nested_arrays(self):
        arrays = "typedef int A0[2];\n" + "".join(f"typedef A{i - 1} A{i}[2];\n" for i in range(1, 40)) + "struct B { A39 a; };\n"
        self.check("((B *)x)[0] = ((B *)x)[1];", arrays)

    def test_cases(self):
        self.check_many(4000, lambda count: "switch (y[threadIdx.x]) { " + many(count, "case {i}: y[{i}] = y[{next}] + 1; return;") + " }")
        self.check_many(4000, lambda count: "switch (y[0]) { " + many(count, "case {i}: y[{i}] = 1; break;") + " }")

    def test_loops(self):
        self.check_many(3000, lambda count: many(count, "for (int i = 0; i < 3; i++) x[i + {i}] = {i};"))

    def test_branches(self):
        self.check_many(3000, lambda count: many(count, "if (y[{i}]) y[{i} + threadIdx.x] = {i};"))

    def test_accesses(self):
        self.check_many(4000, lambda count: many(count, "x[{i} * threadIdx.x] = x[{i} + threadIdx.x] + {i};"))

    def test_a_name_that_repeats(self):
        for name in ["a{1,255}{1,255}{1,255}{1,255}", "(a{1,1000}){1,1000}", "a{99999}"]:
            result = self.expect(UNABLE, "attach", "--kernel", name, "--", "true")
            self.assertRegex(result.err, "has too many repetitions|is not a regular expression")

    def test_few_addresses(self):
        """Threads are fewer where the process may not have the addresses for all of them."""
        names = [self.write(f"file{number}.cu", BAD.replace("copy", f"copy{number}")) for number in range(8)]
        expected = self.expect(FINDINGS, "-j", "2", *names).out
        if "libasan" in subprocess.run(["ldd", GPULINT], capture_output=True, text=True).stdout:
            self.skipTest("the sanitizer takes all addresses")
        for jobs in ["8"]:
            limited = subprocess.run([GPULINT, "-j", jobs, *names], cwd=self.path, capture_output=True, text=True, timeout=60,
                                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (5 << 30, 5 << 30)))
            self.assertEqual((limited.returncode, limited.stderr, limited.stdout), (FINDINGS, "", expected))


class Shapes(CommandTest):
    """Launches of blocks without threads, whose grid the source does not determine."""

    def test_blocks_without_threads(self):
        kernel = ("#include <stdlib.h>\n__global__ void k(float *x, int n) { int c = threadIdx.x + blockIdx.x * blockDim.x, "
                  "r = threadIdx.y + blockIdx.y * blockDim.y; if (r < n && c < n) x[r * n + c] = 1; }\n")
        main = ("int main(int argc, char **argv) {{ int n = 5, b = {}; float *x; cudaMalloc(&x, 100); "
                "k<<<dim3({}, 1), dim3(b, b)>>>(x, n); }}\n")
        for block, grid in [("0", "(n + b - 1) / b"), ("atoi(argv[1])", "(n + b - 1) / b"), ("0", "rand()"), ("-4", "rand()")]:
            with self.subTest(block=block, grid=grid):
                source = self.write("k.cu", kernel + main.format(block, grid))
                result = self.expect(UNABLE, "--argv", "0", source)
                self.assertRegex(result.out, "host code divides by zero|CUDA\\s+rejects blocks")


class Devices(CommandTest):
    """Pipes in the place of files, and commands that never end."""

    def test_profile(self):
        os.mkfifo(self.path / "pipe")
        result = self.expect(UNABLE, "calibrate", "--profile", "pipe", "--plot", "plot.html")
        self.assertIn("pipe: not a regular file", result.err)

    def test_cached_profile(self):
        folder = self.path / "cache" / "gpulint" / "profiles"
        folder.mkdir(parents=True)
        for name in ["h200.json", "other.json"]:
            os.mkfifo(folder / name)
        self.environment["XDG_CACHE_HOME"] = str(self.path / "cache")
        self.expect(CLEAN, self.write("good.cu", GOOD))

    def test_runner_without_end(self):
        good = self.write("good.cu", GOOD)
        for command in ["cat /dev/zero", "yes ''", "yes"]:
            with self.subTest(command=command):
                result = self.expect(UNABLE, "verify", "--runner", command, "--time-limit", "2", good)
                self.assertRegex(result.out + result.err, "too long for a result|no result|did not end within")


# ESC, and what is the same in 8 bits, as a character and alone; an end of line; what turns the direction of writing; a cut character.
STRANGE = b"a\x1b[31m\xc2\x9b1m\x9b2m\xe2\x80\xae\xe2\x81\xa6\xe2\x80\xa8\xe4\xb8.cu"


class Output(CommandTest):
    def check_terminal(self, output):
        text = output.decode()   # which refuses bytes of no character
        self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")

    def test_names(self):
        path = os.path.join(os.fsencode(self.path), STRANGE)
        for content in [BAD, "#error broken\n", GOOD]:
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
            for form in ["text", "short"]:
                result = subprocess.run([GPULINT, "--format", form, STRANGE, b"no" + STRANGE], cwd=self.path, capture_output=True, timeout=60)
                self.check_terminal(result.stdout)
                self.check_terminal(result.stderr)
                self.assertIn(b"no", result.stderr)

    def test_text_of_the_source(self):
        self.write("bad.cu", BAD.encode().replace(b"out[i] =", b"/* \xe2\x80\xae\xe2\x81\xa6 \x1b[2J */ out[i] ="))
        self.check_terminal(self.run_raw("bad.cu").stdout)

    def run_raw(self, *arguments):
        return subprocess.run([GPULINT, *arguments], cwd=self.path, capture_output=True, timeout=60)

    def test_jobs(self):
        self.write("good.cu", GOOD)
        result = self.run_raw("job", "-o", STRANGE.replace(b".cu", b""), "good.cu")
        self.assertEqual(result.returncode, CLEAN, result.stderr)
        self.check_terminal(result.stdout)
        self.check_terminal(result.stderr)

    def test_what_the_runner_says(self):
        self.write("good.cu", GOOD)
        (self.path / "said").write_bytes(b"first line\n" + STRANGE + b"\nlast line")
        result = self.run_raw("verify", "--runner", "cat said >&2; cat >/dev/null", "--time-limit", "3", "good.cu")
        self.check_terminal(result.stderr)
        self.assertIn(b"first line\n", result.stderr)
        self.assertIn(b"last line", result.stderr)

    def limit(self):
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    def test_a_full_disk(self):
        """Nothing takes the place of a whole report but another."""
        self.write("bad.cu", BAD)
        (self.path / "old").write_text("the one before")
        for name in ["new", "old"]:
            result = subprocess.run([GPULINT, "-o", name, "bad.cu"], cwd=self.path, capture_output=True, text=True, timeout=60, preexec_fn=self.limit)
            self.assertEqual((result.returncode, result.stderr), (UNABLE, f"gpulint: {name}: File too large\n"))
        self.assertEqual(sorted(os.listdir(self.path)), ["bad.cu", "old"])
        self.assertEqual((self.path / "old").read_text(), "the one before")
        self.expect(FINDINGS, "-o", "new", "bad.cu")
        self.assertIn("[uncoalesced-access]", (self.path / "new").read_text())

    def test_a_device_that_is_full(self):
        self.assertEqual(self.expect(UNABLE, "-o", "/dev/full", self.write("bad.cu", BAD)).err, "gpulint: /dev/full: No space left on device\n")

    def test_an_empty_name(self):
        """It is wrong, and the others are linted."""
        self.write("bad.cu", BAD)
        result = self.expect(UNABLE, "--format", "short", "bad.cu", "")
        self.assertIn("bad.cu:4:", result.out)
        self.assertEqual(result.err, "gpulint: a file's name is empty\n")
        self.assertIn("a file's name is empty", self.expect(UNABLE, "").err)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
