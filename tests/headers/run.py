#!/usr/bin/env python3
"""Lints programs that include what gpulint brings along of the standard library, as it is and behind macros of the user's.

    run.py GPULINT CLASS

Nothing that stands in such a header, or is missing from it, may keep the kernel behind it from being reported, nor be reported itself.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import string
import subprocess
import sys
import tempfile
import unittest

GPULINT = ""
HERE = pathlib.Path(__file__).resolve().parent
HEADERS = HERE.parents[1] / "analyzer" / "frontend" / "headers"

# All of C++20, and what C++17 had that it took out.
STANDARD = """
    algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex concepts condition_variable coroutine deque
    exception execution filesystem format forward_list fstream functional future initializer_list iomanip ios iosfwd iostream
    istream iterator latch limits list locale map memory memory_resource mutex new numbers numeric optional ostream queue random
    ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span sstream stack stdexcept stop_token
    streambuf string string_view strstream syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map
    unordered_set utility valarray variant vector version
    cassert ccomplex cctype cerrno cfenv cfloat cinttypes ciso646 climits clocale cmath csetjmp csignal cstdalign cstdarg cstdbool
    cstddef cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype
    assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h stdalign.h
    stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h tgmath.h time.h uchar.h wchar.h wctype.h
""".split()
# Of the host's processor.
PROCESSOR = "mmintrin.h xmmintrin.h emmintrin.h pmmintrin.h tmmintrin.h smmintrin.h nmmintrin.h immintrin.h x86intrin.h".split()

KERNEL = """
__global__ void fill(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main()
{
	float *out;
	cudaMalloc(&out, 1024 * sizeof *out);
	fill<<<4, 256>>>(out);
}
"""


def includes(headers):
    return "".join(f"#include <{header}>\n" for header in headers)


def troubles(source, standard, folder, name, options=()):
    """The problems of the program. The kernel's store has to be exact, or as written where the compiler lacks the headers, or assumed
    where gpulint lacks one."""
    program = folder / f"{name.replace('/', '_')}.{standard}.cu"
    program.write_text(source)
    run = subprocess.run([GPULINT, *options, "--format", "json", program, "--", f"-std=c++{standard}"], capture_output=True, text=True, timeout=120)
    report = json.loads(run.stdout)
    reported = [f"{problem['file']}:{problem['line']}: {problem['message']}" for file in report["files"] for problem in file["problems"]]
    sites = [site for kernel in report["kernels"] if kernel["name"] == "fill" for launch in kernel["launches"]
             if launch["origin"] == "source" for site in launch["sites"]]
    reasons = ("figures from the source: not compiled", "' was not found, and does not change this code")
    if [site["kind"] for site in sites] != ["store"] or \
            not (sites[0]["standing"] == "exact" or any(reason in sites[0]["why"] for reason in reasons)):
        reported.append("the kernel is not reported")
    return reported


class Case(unittest.TestCase):
    def check(self, programs, standards=(17, 20), options=()):
        """programs: {name: source}"""
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = {(name, standard): pool.submit(troubles, source, standard, pathlib.Path(folder), name, options)
                    for name, source in programs.items() for standard in standards}
            for (name, standard), run in runs.items():
                with self.subTest(header=name, standard=standard):
                    self.assertEqual(run.result()[:3], [])


class Included(Case):
    def test_each_alone(self):
        """With NVRTC in groups, because it compiles far longer than gpulint parses."""
        self.check({header: includes([header]) + KERNEL for header in STANDARD + PROCESSOR}, standards=[20], options=["--no-compile"])
        groups = [(STANDARD + PROCESSOR)[start::16] for start in range(16)]
        self.check({f"group{number}": includes(group) + KERNEL for number, group in enumerate(groups)}, standards=[20])

    def test_all_together(self):
        self.check({"all": includes(STANDARD + PROCESSOR) + KERNEL})
        # The order is one for the built-in headers, not for those that NVRTC has.
        self.check({"backwards": includes(reversed(STANDARD + PROCESSOR)) + KERNEL}, options=["--no-compile"])

    def test_that_are_used(self):
        run = subprocess.run([GPULINT, "--format", "json", HERE / "used.cu", "--", "-std=c++20"], capture_output=True, text=True, timeout=120)
        report = json.loads(run.stdout)
        self.assertEqual([problem for file in report["files"] for problem in file["problems"]], [])
        self.assertEqual([launch["origin"] for kernel in report["kernels"] for launch in kernel["launches"]], ["source"])

    def test_rare_names(self):
        run = subprocess.run([GPULINT, "--format", "json", HERE / "names.cu", "--", "-std=c++17"], capture_output=True, text=True, timeout=120)
        report = json.loads(run.stdout)
        self.assertEqual([problem for file in report["files"] for problem in file["problems"]], [])
        launches = [launch for kernel in report["kernels"] if kernel["name"] == "sort_warps" for launch in kernel["launches"]]
        self.assertEqual([(launch["grid"], launch["block"]) for launch in launches], [([4, 1, 1], [128, 1, 1])])

    def test_one_that_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            reported = troubles(includes(["vector", "no_such_header", "map"]) + KERNEL, 17, pathlib.Path(folder), "missing")
        self.assertEqual([line.split(": ", 1)[1] for line in reported], ["'no_such_header' file not found: name its folder with -I"])


class BehindMacros(Case):
    """Macros of the program's must not get into the headers, however it calls them, and must be the same behind them."""

    def names(self, file, directive):
        return re.findall(rf'#pragma {directive}_macro\("(\w+)"\)', (HEADERS / "gpulint" / file).read_text())

    def test_what_is_hidden(self):
        hidden = self.names("hide_macros.h", "push")
        self.assertEqual(self.names("show_macros.h", "pop"), hidden)
        self.assertLessEqual({*string.ascii_letters, "min", "max"}, {*hidden})
        for header in HEADERS.rglob("*"):
            if header.is_file():
                own = re.findall(r"^\s*#\s*define\s+(\w+)", header.read_text(), re.MULTILINE)
                self.assertEqual({*own} & {*hidden}, set(), f"{header.name} would lose macros of its own")

    def test_each_header(self):
        hidden = self.names("hide_macros.h", "push")
        define = "".join(f"#define {name} ){{ no such thing\n" for name in hidden)
        check = "".join(f"#ifndef {name}\n#error {name} is lost\n#endif\n#undef {name}\n" for name in hidden)
        headers = sorted(str(header.relative_to(HEADERS)) for header in HEADERS.rglob("*") if header.is_file())
        headers = [header for header in headers if not header.startswith("gpulint") and not header.endswith("stdc++.h")]
        batches = [headers[start::10] for start in range(10)]
        # NVRTC's own headers do not hide such macros: it takes all of its time, and rejects the program.
        self.check({f"batch{number}": define + includes(batch) + check + KERNEL for number, batch in enumerate(batches)}, standards=[20],
                   options=["--no-compile"])

    def test_of_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "flags.cu"
            program.write_text(includes(["vector", "thrust/device_vector.h"]) + KERNEL)
            flags = [f"-D{letter}=7" for letter in string.ascii_uppercase + "abcnp"]
            run = subprocess.run([GPULINT, "--format", "json", program, "--", *flags], capture_output=True, text=True, timeout=120)
        self.assertEqual([problem for file in json.loads(run.stdout)["files"] for problem in file["problems"]], [])

    def test_that_programs_go_on_with(self):
        macros = "#define N 256\n#define T float\n#define max(a, b) ((a) > (b) ? (a) : (b))\n"
        use = KERNEL.replace("float", "T").replace("<<<4, 256>>>", "<<<max(1, 4), N>>>")
        self.check({"macros": macros + includes(["algorithm", "limits", "complex", "cub/cub.cuh", "curand_kernel.h"]) + use})


if __name__ == "__main__":
    GPULINT = sys.argv[1]
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
