#!/usr/bin/env python3
"""Lints programs that include what gpulint brings along of the standard library, as it is and behind macros of the user's.

    run.py GPULINT CLASS

Nothing that stands in such a header, or is missing from it, may keep the kernel behind it from being reported, nor be reported itself.
"""
import json
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
# NVRTC has none of these. It compiles a program once more for each that it includes, which is soon done where it includes no others.
NOT_OF_COMPILER = PROCESSOR + """
    barrier codecvt compare coroutine execution format latch memory_resource ranges scoped_allocator semaphore source_location stop_token
    strstream syncstream version ccomplex ciso646 cstdalign cstdbool ctgmath cuchar
    complex.h iso646.h stdalign.h stdatomic.h tgmath.h uchar.h
""".split()
OF_COMPILER = [header for header in STANDARD if header not in NOT_OF_COMPILER]

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


def lint(files, standard, *options, folder=HERE):
    """The report on these files, of which each is a program. Their names are without the folder: then NVRTC's answers are kept."""
    run = subprocess.run([GPULINT, *options, "--format", "json", *files, "--", f"-std=c++{standard}"], cwd=folder, capture_output=True, text=True,
                         timeout=300)
    return json.loads(run.stdout)


def problems(report):
    return [f"{problem['file']}:{problem['line']}: {problem['message']}" for file in report["files"] for problem in file["problems"]]


def troubles(report, file):
    """The problems of this program. The kernel's store has to be exact, or as written where the compiler lacks the headers, or assumed
    where gpulint lacks one."""
    own = {name: [item for item in report[name] if item[key] == file] for name, key in (("files", "path"), ("kernels", "file"))}
    reported = problems(own)
    sites = [site for kernel in own["kernels"] if kernel["name"] == "fill" for launch in kernel["launches"]
             if launch["origin"] == "source" for site in launch["sites"]]
    reasons = ("figures from the source: not compiled", "' was not found, and does not change this code")
    if [site["kind"] for site in sites] != ["store"] or \
            not (sites[0]["standing"] == "exact" or any(reason in sites[0]["why"] for reason in reasons)):
        reported.append("the kernel is not reported")
    return reported


class Case(unittest.TestCase):
    def check(self, programs, standards=(17, 20), options=()):
        """programs: {name: source}"""
        with tempfile.TemporaryDirectory() as folder:
            files = {name: f"{name.replace('/', '_')}.cu" for name in programs}
            for name, file in files.items():
                (pathlib.Path(folder) / file).write_text(programs[name])
            for standard in standards:
                report = lint(files.values(), standard, *options, folder=folder)
                for name, file in files.items():
                    with self.subTest(header=name, standard=standard):
                        self.assertEqual(troubles(report, file)[:3], [])


class Included(Case):
    def test_each_alone(self):
        """With NVRTC in groups, because it compiles far longer than gpulint parses."""
        self.check({header: includes([header]) + KERNEL for header in STANDARD + PROCESSOR}, standards=[20], options=["--no-compile"])
        groups = [OF_COMPILER[start::8] for start in range(8)]
        self.check({f"group{number}": includes(group) + KERNEL for number, group in enumerate(groups)}, standards=[20])

    def test_all_together(self):
        together = {"all": STANDARD + PROCESSOR, "backwards": [*reversed(STANDARD + PROCESSOR)]}
        self.check({name: includes(headers) + KERNEL for name, headers in together.items()}, options=["--no-compile"])
        # The order is one for the built-in headers, not for those that NVRTC has.
        parts = {"of the compiler": OF_COMPILER, "missing": NOT_OF_COMPILER}
        self.check({name: includes(headers) + KERNEL for name, headers in parts.items()})

    def test_that_are_used(self):
        report = lint(["used.cu"], 20)
        self.assertEqual(problems(report), [])
        self.assertEqual([launch["origin"] for kernel in report["kernels"] for launch in kernel["launches"]], ["source"])

    def test_rare_names(self):
        report = lint(["names.cu"], 17)
        self.assertEqual(problems(report), [])
        launches = [launch for kernel in report["kernels"] if kernel["name"] == "sort_warps" for launch in kernel["launches"]]
        self.assertEqual([(launch["grid"], launch["block"]) for launch in launches], [([4, 1, 1], [128, 1, 1])])

    def test_one_that_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "missing.cu").write_text(includes(["vector", "no_such_header", "map"]) + KERNEL)
            reported = troubles(lint(["missing.cu"], 17, folder=folder), "missing.cu")
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
        batches = [headers[start::2] for start in range(2)]
        # NVRTC's own headers do not hide such macros: it takes all of its time, and rejects the program.
        self.check({f"batch{number}": define + includes(batch) + check + KERNEL for number, batch in enumerate(batches)}, standards=[20],
                   options=["--no-compile"])

    def test_of_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "flags.cu").write_text(includes(["vector", "thrust/device_vector.h"]) + KERNEL)
            flags = [f"-D{letter}=7" for letter in string.ascii_uppercase + "abcnp"]
            run = subprocess.run([GPULINT, "--format", "json", "flags.cu", "--", *flags], cwd=folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(problems(json.loads(run.stdout)), [])

    def test_that_programs_go_on_with(self):
        macros = "#define N 256\n#define T float\n#define max(a, b) ((a) > (b) ? (a) : (b))\n"
        use = KERNEL.replace("float", "T").replace("<<<4, 256>>>", "<<<max(1, 4), N>>>")
        self.check({"macros": macros + includes(["algorithm", "limits", "complex", "cub/cub.cuh", "curand_kernel.h"]) + use})


if __name__ == "__main__":
    GPULINT = sys.argv[1]
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
