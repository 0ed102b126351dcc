"""Tests of gpulint-run: known counts come out, and no kernel, however bad, takes others with it.

usage: worker.py GPULINT_RUN [TEST…]

Compiling needs NVRTC alone, the other classes a GPU; exit status 77 says that what is needed is not there. With
GPULINT_TEST_KEEP=FOLDER the worker's results are kept there."""
import base64
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = {}
for name in ("kernels.cu", "broken.cu"):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        SOURCES[name] = file.read()
SOURCE = SOURCES["kernels.cu"] + "\n" + SOURCES["broken.cu"]
SITES = {m.group(1): number for number, line in enumerate(SOURCE.split("\n"), 1) if (m := re.search(r"// site: (\w+)", line))}
RUNNER = "gpulint-run"
N = 1024


def extent(name):
    """The bytes of a kernel's definition."""
    end = SOURCE.index("\n}\n", SOURCE.index(f" {name}(")) + 3
    begin = max(SOURCE.rfind("\n\n", 0, SOURCE.index(f" {name}(")) + 2, 0)
    return [begin, end]


def part(text, begin, end):
    """The bytes from what begins so to what ends it so, with both."""
    start = text.index(begin)
    return [len(text[:at].encode()) for at in (start, text.index(end, start) + len(end))]


def buffer(name, count, fill=None, size=4, **more):
    return {"id": name, "bytes": count * size, **({"fill": fill} if fill else {}), **more}


def integer(value):
    return {"type": "i32", "value": value}


def address(name, offset=0):
    return {"buffer": name, "offset": offset}


def launch(identity, grid, block, arguments, measure=("metrics",), **more):
    return {"id": identity, "grid": grid, "block": block, "arguments": arguments, "measure": list(measure), **more}


def kernel(name, buffers, launches, expression=None, **more):
    return {"id": expression or name, "source": "kernels", "name_expression": expression or name,
            **({"extent": extent(name)} if name in SOURCES["broken.cu"] else {}), "buffers": buffers, "launches": launches, **more}


def execute(kernels, seconds=20, text=SOURCES["kernels.cu"], **more):
    earlier = [[other["id"] for other in kernels[:i]] for i in range(len(kernels))]
    kernels = [{**item, "id": f"{i} {item['id']}"} if item["id"] in earlier[i] else item for i, item in enumerate(kernels)]
    job = {"schema_version": 1, "seconds": seconds, "sources": [{"id": "kernels", "name": "kernels.cu", "text": text}],
           "kernels": kernels, **more}
    done = subprocess.run(RUNNER, input=json.dumps(job), shell=True, capture_output=True, text=True, timeout=600)
    keep = os.environ.get("GPULINT_TEST_KEEP")
    if keep:
        with open(os.path.join(keep, f"{kernels[0]['id']}.json" if kernels else "empty.json"), "w", encoding="utf-8") as out:
            out.write(done.stdout)
    return json.loads(done.stdout)


def one(kernel_job, **more):
    result = execute([kernel_job], **more)
    return result["kernels"][0]


def without_unnamed(name):
    """A mangled name without the unnamed namespace that it begins with, whose own name differs from machine to machine."""
    begun = re.match(r"_ZN([0-9]+)_GLOBAL__N_", name)
    return "_ZN" + name[begun.end(1) + int(begun[1]):] if begun else name


class WorkerTest(unittest.TestCase):
    maxDiff = None

    def line(self, launched, site, space, kind):
        self.assertEqual("ok", launched["status"], launched["reason"])
        self.assertEqual("ok", launched["metrics_status"])
        lines = [x for x in launched["lines"] if x["file"] == "kernels.cu" and x["line"] == SITES[site]
                 and x["space"] == space and x["kind"] == kind]
        self.assertEqual(1, len(lines), (site, space, kind, launched["lines"]))
        return lines[0]

    def check(self, launched, site, space, kind, **figures):
        line = self.line(launched, site, space, kind)
        self.assertEqual(figures, {key: line[key] for key in figures}, (launched["id"], site))


class Compiling(WorkerTest):
    def compile(self, text, names, typed=(), **more):
        """typed: of names that are several kernels', the types of these, in their order."""
        kernels = [{"name_expression": name} for name in names]
        kernels += [{"name_expression": name, "typed_name": f"(void (*)({types})){name}"} for name, types in typed]
        job = {"schema_version": 1, "sources": [{"id": "s", "name": "src/k.cu", "text": text, **more}],
               "kernels": [{"id": str(i), "source": "s", **kernel} for i, kernel in enumerate(kernels)]}
        done = subprocess.run(RUNNER, input=json.dumps(job), shell=True, capture_output=True, text=True, timeout=600)
        result = json.loads(done.stdout)
        return result["sources"][0], result["kernels"]

    def compile_parts(self, text, names, end="}\n", **more):
        """Of kernels that lie in parts of the text which end so: what is left if one is refused is known."""
        job = {"schema_version": 1, "sources": [{"id": "s", "name": "k.cu", "text": text, **more}],
               "kernels": [{"id": name, "source": "s", "name_expression": name, "extent": part(text, f"__global__ void {name}(", end)}
                           for name in names]}
        done = subprocess.run(RUNNER, input=json.dumps(job), shell=True, capture_output=True, text=True, timeout=600)
        return json.loads(done.stdout)

    def test_resources(self):
        text = ("template <typename T, int N> __global__ void many(T *a)\n{\n  __shared__ T tile[N];\n  T x[64];\n"
                "  for (int i = 0; i < 64; i++) x[i] = a[i * N];\n  __syncthreads();\n"
                "  for (int r = 0; r < N; r++)\n    for (int i = 0; i < 64; i++) x[i] += x[(i + 1) % 64] * a[r];\n"
                "  tile[threadIdx.x] = a[threadIdx.x];\n  __syncthreads();\n"
                "  for (int i = 0; i < 64; i++) a[i] = x[i] + tile[N - 1 - threadIdx.x];\n}\n")
        source, kernels = self.compile(text, ["many<double, 32>", "many<float, 64>"], options=["--maxrregcount=32"])
        self.assertEqual("ok", source["status"], source)
        double, single = (k["resources"] for k in kernels)
        self.assertEqual((256, 256), (double["static_shared"], single["static_shared"]))
        self.assertEqual(32, double["registers"])
        self.assertLess(0, double["spill_store_bytes"])
        self.assertEqual("_Z4manyIdLi32EEvPT_", kernels[0]["function"])

    def compile_alone(self, text, cache, name="src/k.cu"):
        """What comes of a source of which no kernel is asked for by name."""
        job = {"schema_version": 1, "compile_only": True, "sources": [{"id": "s", "name": name, "text": text}], "kernels": []}
        done = subprocess.run(RUNNER, input=json.dumps(job), shell=True, capture_output=True, text=True, timeout=600,
                              env=dict(os.environ, XDG_CACHE_HOME=cache))
        return json.loads(done.stdout)["sources"][0]

    def test_kernels_that_nobody_names(self):
        with tempfile.TemporaryDirectory() as cache:
            source = self.compile_alone("__global__ void k(float *a)\n{\n  a[threadIdx.x] = 1;\n}\n", cache)
            self.assertEqual([], os.listdir(cache))
        self.assertEqual(("ok", True, ["_Z1kPf"]), (source["status"], source["repeatable"], [f["name"] for f in source["functions"]]))
        self.assertLess(0, source["functions"][0]["registers"])

    def test_sources_side_by_side(self):
        """Each has its own answer, in the job's order, whichever comes first."""
        bodies = ["a[0] = 1;" * (500 if i == 0 else 1) if i != 2 else "wrong;" for i in range(5)]
        job = {"schema_version": 1, "compile_only": True, "kernels": [],
               "sources": [{"id": str(i), "name": "k.cu", "text": f"__global__ void k{i}(volatile float *a) {{ {body} }}\n"}
                           for i, body in enumerate(bodies)]}
        done = subprocess.run(RUNNER, input=json.dumps(job), shell=True, capture_output=True, text=True, timeout=600)
        sources = json.loads(done.stdout)["sources"]
        self.assertEqual([(str(i), "ok", [f"_Z2k{i}PVf"]) if i != 2 else ("2", "compile-error", []) for i in range(5)],
                         [(s["id"], s["status"], [f["name"] for f in s["functions"]]) for s in sources])

    def test_the_librarys_headers_are_read_once(self):
        text = ("#include <cuda/std/utility>\n#include <cuda/atomic>\n\n__global__ void k(int *a)\n{\n"
                "  cuda::std::pair<int, int> p(a[0], a[1]);\n  a[2] = p.first + p.second;\n  a[3] = wrong;\n}\n")
        right = text.replace("wrong", "p.first")
        with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as other:
            first = self.compile_alone(right, cache)
            folder = os.path.join(cache, "gpulint", "precompiled")
            if first["status"] != "ok" or not os.path.isdir(folder):
                self.skipTest("the toolkit's C++ library is not there, or NVRTC precompiles nothing")
            files = os.listdir(folder)
            self.assertEqual(1, len(files), files)
            again = self.compile_alone(right, cache)
            self.assertIn("using precompiled header file", again["log"])
            self.assertEqual(first["cubin"], again["cubin"])
            self.assertEqual([8], [p["line"] for p in self.compile_alone(text, cache)["problems"]])
            self.assertEqual(files, os.listdir(folder))
            # One that lost its end is made anew; and nothing is where there is no folder for it.
            os.truncate(os.path.join(folder, files[0]), 1 << 20)
            self.assertEqual(first["cubin"], self.compile_alone(right, cache)["cubin"])
            self.assertLess(1 << 20, os.path.getsize(os.path.join(folder, files[0])))
            few = "#include <cuda/std/limits>\n__global__ void k(int *a) { a[0] = cuda::std::numeric_limits<int>::max(); }\n"
            self.assertEqual("ok", self.compile_alone(few, "/dev/null/no-cache")["status"])
            # Names of files that no #line can say.
            for name in ('a"b.cu', "a\\b.cu"):
                self.assertNotIn("precompiled", self.compile_alone(few, cache, name)["log"])
            # What the source does to the library's macros is done before the library is read.
            self.assertNotIn("precompiled", self.compile_alone("#define CCCL_DISABLE_WARNINGS\n" + few, other)["log"])
            self.assertIn("using precompiled header file", self.compile_alone(few, cache)["log"])

    def test_host_headers_and_declarations_go(self):
        text = ('#include <vector>\n#include <cstdint>\n#include <cmath>\n#include "not/there.h"\n'
                "struct Host { std::vector<int> v; };\n"
                "__global__ void k(uint32_t *a, float *b) { a[threadIdx.x] = UINT32_MAX; b[0] = std::sqrt(b[1]) + M_PI; }\n")
        begin = text.index("struct Host")
        source, kernels = self.compile(text, ["k"], droppable=[[begin, text.index("\n", begin)]])
        self.assertEqual(["ok", "ok"], [source["status"], kernels[0]["status"]], source)
        self.assertEqual([4, 5], [p["line"] for p in source["problems"]])

    def test_what_host_code_names_beside_device_code(self):
        """It needs no attempt of its own to find out that it is in the way."""
        text = ("#include <iostream>\n#include <sys/time.h>\n#include <cstdio>\n#include <sched.h>\n"
                "template <class T> class Error : T { Error(const std::string &what); static void say(FILE *out); };\n"
                "class Watch { struct timeval start; };\n__global__ void k(int *a) { a[0] = sizeof(Watch); }\n")
        source, kernels = self.compile(text, ["k"])
        self.assertEqual(("ok", []), (kernels[0]["status"], source["problems"]), source)

    def test_files_that_are_not_the_jobs(self):
        """Nothing of them comes back, whatever the code asks for; the rest is compiled."""
        with tempfile.TemporaryDirectory() as folder:
            secret = os.path.join(folder, "secret.txt")
            with open(secret, "w", encoding="utf-8") as file:
                file.write("treasure buried;\n")
            below = os.path.relpath(secret, os.path.join(os.getcwd(), "src"))
            for asked in (f'#include "{secret}"', f"#include <{secret}>", f'#include "{below}"', f"#include <../{below}>",
                          f'#define PLACE "{secret}"\n#include PLACE', f'%:include "{secret}"', f'#inc\\\nlude "{secret}"'):
                source, kernels = self.compile(asked + "\n__global__ void k(int *a) { a[0] = 1; }\n", ["k"])
                self.assertNotIn("treasure", json.dumps([source, kernels]))
                self.assertEqual("ok", kernels[0]["status"], source)
            source, kernels = self.compile("__global__ void k(int *a) { a[0] = 1; }\n", ["k"], options=[f"--pre-include={secret}"])
            self.assertNotIn("treasure", json.dumps([source, kernels]))

    def test_options_that_write(self):
        with tempfile.TemporaryDirectory() as folder:
            made = os.path.join(folder, "made")
            for option in (f"--time={made}", f"-time={made}", f"--create-pch={made}", f"--fdevice-time-trace={made}", "--pch", f"--pch-dir={folder}",
                           "--split-compile=99999", f"--ptxas-options=-o {made}", f"--options-file={made}", f"--dump-perf-metrics-file={made}"):
                job = {"schema_version": 1, "sources": [{"id": "s", "name": "k.cu", "text": "__global__ void k() {}", "options": ["-w", option]}],
                       "kernels": [{"id": "k", "source": "s", "name_expression": "k"}]}
                done = subprocess.run(RUNNER, input=json.dumps(job), shell=True, capture_output=True, text=True, timeout=600)
                result = json.loads(done.stdout)
                self.assertEqual((2, "bad-job"), (done.returncode, result["status"]))
                self.assertEqual(f'sources[0].options[1]: "{option}" is not an allowed compiler option of a job', result["reason"])
            self.assertEqual([], os.listdir(folder))

    def test_headers_of_the_systems_names(self):
        text = '#include "limits.h"\n#include <limits.h>\n__global__ void k(int *a) { a[0] = LIMIT; }\n'
        source, kernels = self.compile(text, ["k"], headers=[{"name": "limits.h", "text": "#define LIMIT 3\n"}])
        self.assertEqual("ok", kernels[0]["status"], source)

    def test_the_device_side_of_the_toolkits_libraries(self):
        text = ("#include <thrust/device_vector.h>\n#include <thrust/tuple.h>\n#include <cub/cub.cuh>\n"
                "__global__ void sums(int *a) { using Reduce = cub::BlockReduce<int, 64>; __shared__ Reduce::TempStorage s;\n"
                "  a[threadIdx.x] = Reduce(s).Sum(a[threadIdx.x]); }\n"
                "__global__ void pairs(int *a) { thrust::tuple<int, int> t(1, 2); a[0] = thrust::get<0>(t); }\n")
        source, kernels = self.compile(text, ["sums", "pairs"])
        if any("cannot open" in p["message"] for p in source["problems"]):
            self.skipTest("the toolkit's C++ library is not there")
        self.assertEqual(["ok", "ok"], [k["status"] for k in kernels], source)

    def test_names_that_nvcc_always_has(self):
        text = ("#include <cuda_runtime.h>\n__global__ void types(uint *a, ushort b, ulong c, u_int32_t d, int64_t e, ssize_t f) { a[0] = b + c + d + e + f + LONG_LONG_MAX; }\n"
                "__global__ void macros(int *a) { a[0] = RAND_MAX; a[1] = CHAR_BIT + EXIT_FAILURE; a[2] = M_PI + M_PIf + MAXFLOAT; a[3] = INT_MAX; __const__ int b = 1; a[b] = 2; }\n"
                "__global__ void library(float *a, uint b) { a[0] = std::max(std::exp(a[1]), std::min(1.f, a[2])) + b; }\n"
                "struct pair { int left, right; };\n__constant__ pair both = {.left = 1, .right = 2};\n"
                "__global__ void members(int *a) { register int i = both.left; a[i] = both.right; }\n"
                "#ifndef __linux__\n#error no system\n#endif\n")
        names = ["types", "macros", "library", "members"]
        for options in ([], ["-std=c++14"]):
            source, kernels = self.compile(text, names, options=options)
            self.assertEqual(["ok"] * 4, [k["status"] for k in kernels], source)
        own = ("#ifndef M_PI\n#define M_PI 3\n#endif\ntypedef unsigned long long uint64_t;\nstruct uint { int x; };\n#define max(a, b) (a)\n"
               "__global__ void k(uint *a, ushort b, uint64_t c) { a->x = max(b, c) + M_PI; }\n")
        source, kernels = self.compile(own, ["k"])
        self.assertEqual(("ok", []), (kernels[0]["status"], source["problems"]), source)

    def test_powers_of_several_types(self):
        text = ("#include INCLUDE\n__global__ void k(double *a, float x, int i, unsigned long u) {\n"
                "  a[0] = pow(i, i) + pow(x, 2.0) + POW(u, x) + POW(x, x) + POW(a[1], i);\n"
                "  static_assert(sizeof(pow(i, x)) == 8 && sizeof(pow(x, x)) == 4, \"\"); }\n")
        for include in ("<cmath>", "<cuda_runtime.h>"):
            for name in ("pow", "std::pow"):
                source, kernels = self.compile(text.replace("INCLUDE", include).replace("POW", name), ["k"])
                self.assertEqual("ok", kernels[0]["status"], source)

    def test_names_that_headers_bring(self):
        """Without any but its own, nvcc does not know them."""
        text = "__global__ void k(double *a) { a[0] = sizeof(uint32_t); a[1] = SIZE_MAX; a[2] = FLT_MAX; }\n"
        own = {"name": "own.h", "text": "#include <math.h>\n"}
        for include in ("<cmath>", '"own.h"', "<vector>", '"not_there.h"'):
            source, _ = self.compile(f"#include {include}\n{text}", ["k"], headers=[own])
            missing = re.findall(r'identifier "(\w+)" is undefined', source["log"])
            self.assertEqual(["uint32_t", "SIZE_MAX", "FLT_MAX"] if include in ("<cmath>", '"own.h"') else [], missing, source)

    def test_integers_of_64_bits(self):
        """Those of nvcc, with the toolkit's C++ library or without: else overloads for them are ambiguous, or the same twice."""
        text = ("__device__ int which(float) { return 1; }\n__device__ int which(uint64_t) { return 2; }\n"
                "__device__ int which(unsigned long long) { return 3; }\n"
                "template <class T> __global__ void k(int *a, T b, int64_t c) { a[c] = which(b); }\n"
                "static_assert(sizeof(UINT32_C(1)) + sizeof(INT64_C(1)) == 12 && sizeof(std::size_t) == 8, \"\");\n")
        for include in ("stdint.h", "cstdint", "limits", "cuda/std/cstdint", "cuda/std/tuple", "thrust/tuple.h"):
            source, kernels = self.compile(f"#include <{include}>\n#include <cstdint>\n{text}", ["k<unsigned long>"], [("k<float>", "int *, float, long")])
            if any("cannot open" in p["message"] or "could not open" in p["message"] for p in source["problems"]):
                continue
            self.assertEqual(["ok", "ok"], [k["status"] for k in kernels], source)

    def test_headers_of_asynchronous_copies(self):
        """Some give NVRTC integer types of their own, which would be others than those of the headers before them."""
        copies = ("__global__ void copies(const float *in, float *out, uint64_t n) {\n"
                  "  __shared__ float tile[64]; auto block = cooperative_groups::this_thread_block();\n"
                  "  cooperative_groups::memcpy_async(block, tile, in, sizeof tile); cooperative_groups::wait(block);\n"
                  "  out[threadIdx.x] = tile[63 - threadIdx.x] + n; }\n")
        barriers = ("__global__ void barriers(const float *in, float *out) {\n"
                    "  __shared__ float tile[64]; __shared__ __mbarrier_t counted; __shared__ cuda::barrier<cuda::thread_scope_block> barrier;\n"
                    "  if (threadIdx.x == 0) { __mbarrier_init(&counted, 64); init(&barrier, 64); } __syncthreads();\n"
                    "  cuda::memcpy_async(cooperative_groups::this_thread_block(), tile, in, sizeof tile, barrier); barrier.arrive_and_wait();\n"
                    "  __mbarrier_token_t token = __mbarrier_arrive(&counted); while (!__mbarrier_test_wait(&counted, token)) ;\n"
                    "  out[threadIdx.x] = tile[63 - threadIdx.x]; }\n")
        headers = ["cuda/barrier", "cooperative_groups.h", "cooperative_groups/memcpy_async.h", "cuda_awbarrier_primitives.h", "stdint.h", "mma.h"]
        for order in (headers, headers[::-1]):
            includes = "".join(f"#include <{header}>\n" for header in order)
            source, kernels = self.compile(includes + copies + barriers, ["copies", "barriers"])
            if any("cannot open" in p["message"] or "could not open" in p["message"] for p in source["problems"]):
                self.skipTest("the toolkit's headers are not there")
            self.assertEqual(["ok", "ok"], [k["status"] for k in kernels], source)
        alone = "#include <cstdint>\n#include <cooperative_groups.h>\n#include <cooperative_groups/memcpy_async.h>\n"
        source, kernels = self.compile(alone + copies, ["copies"])
        self.assertEqual("ok", kernels[0]["status"], source)

    def test_a_kernel_of_a_type_that_is_missing_at_first(self):
        """It is refused by name for that alone, and not named by its parameters' types."""
        text = "#include <vector>\ntemplate <class T, int n> __global__ void k(T *a, const int64_t b) { a[b] = n; }\n"
        source, kernels = self.compile(text, [], [("k<float, 3>", "float *, long")])
        self.assertEqual(["ok"], [k["status"] for k in kernels], source)
        source, kernels = self.compile(text.replace("int64_t", "uint16_t"), [], [("k<float, 3>", "float *, another")])
        self.assertEqual(["ok"], [k["status"] for k in kernels], source)

    def test_headers_that_bring_the_compiler_down(self):
        """What only host code can use of them is left out then."""
        text = '#include "host.h"\n#include "device.h"\n__global__ void k(int *a) { a[0] = LIMIT; }\n'
        crash = "#include <optional>\nstruct hidden;\nclass reader { std::optional<hidden> part; };\n"
        device = {"name": "device.h", "text": "#define LIMIT 3\n"}
        source, kernels = self.compile(text, ["k"], headers=[{"name": "host.h", "text": crash}, device])
        if kernels[0]["status"] != "crash":
            self.skipTest("this compiler does not crash")
        source, kernels = self.compile(text, ["k"], headers=[{"name": "host.h", "text": "#include <map>\n" + crash}, device])
        self.assertEqual("ok", kernels[0]["status"], source)

    def test_names_that_bring_the_compiler_down(self):
        """Those of kernels with parameters of types that are missing at first."""
        text = "#include <vector>\ntemplate <int n> __global__ void k(TYPE *a, int *b) { b[n] = a[n]; }\n"
        for type in ("int8_t", "uint32_t"):
            source, kernels = self.compile(text.replace("TYPE", type), ["k<3>"])
            self.assertEqual("ok", kernels[0]["status"], source)

    def test_members_of_the_hosts_library(self):
        text = ("#include <optional>\n#include <sstream>\nstruct named { std::string name; int *data; };\n"
                "struct text_of { std::optional<std::string> text; named of; };\n"
                "static_assert(sizeof(named) == 40, \"\");\n__global__ void k(int *a) { a[0] = 1; }\n")
        source, kernels = self.compile(text, ["k"])
        self.assertEqual("ok", kernels[0]["status"], source)

    def test_types_that_headers_of_libraries_bring(self):
        text = ("#include <cublas_v2.h>\n__global__ void halves(__half2 *a) { a[1] = __hadd2(a[0], a[0]); }\n"
                "__global__ void others(const __nv_bfloat16 *a, float *b) { b[0] = __bfloat162float(a[0]); }\n")
        source, kernels = self.compile(text, ["halves", "others"])
        if any(header in p["message"] for p in source["problems"] for header in ("cuda_fp16.h", "cuda_bf16.h")):
            self.skipTest("the toolkit's headers are not there")
        self.assertEqual(["ok", "ok"], [k["status"] for k in kernels], source)

    def test_names_that_are_not_there(self):
        text = "template <int N> __global__ void k(int *a) { a[N] = 1; }\n"
        source, kernels = self.compile(text, ["k<1>", "k<nothing>", "missing"])
        self.assertEqual(["ok", "compile-error", "compile-error"], [k["status"] for k in kernels], source)
        self.assertIn('identifier "nothing" is undefined', kernels[1]["reason"])

    def test_names_of_several_kernels(self):
        text = ("static __global__ void one(float *a) { a[0] = 1; }\nstatic __global__ void one(double *a) { a[0] = 2; }\n"
                "namespace { namespace in {\n__global__ void two(int *a, short) { a[0] = 1; }\n__global__ void two(int *a) { a[0] = 2; }\n} }\n"
                "template <class T> __global__ void three(T *a, int n) { a[n] = 1; }\n"
                "template <class T> __global__ void three(T *a, T *b) { a[0] = b[1]; }\n"
                "template <> __global__ void three<char>(char *a, int n) { a[n] = 2; }\n"
                "template <int n, class... Ts> __global__ void four(float *a, Ts... ts) { a[n] = sizeof...(ts); }\n"
                "template <template <class> class C, class T, T *p> __global__ void five(C<T> c) { *c.t = *p; }\n"
                "template <class T> struct box { T *t; };\n__device__ int there;\n")
        typed = [("one", "float *"), ("one", "double *"), ("in::two", "int *, short"), ("in::two", "int *"), ("three<float>", "float *, int"),
                 ("three<float>", "float *, float *"), ("three<char>", "char *, int"), ("one", "char *")]
        source, kernels = self.compile(text, ["four<3, int, char>", "five<box, int, &there>"], typed)
        functions = [without_unnamed(k["function"] or "") for k in kernels]
        self.assertEqual(["_Z4fourILi3EJicEEvPfDpT0_", "_Z4fiveI3boxiXadL_Z5thereEEEvT_IT0_E", "_Z3onePf", "_Z3onePd", "_ZN2in3twoEPis",
                          "_ZN2in3twoEPi", "_Z5threeIfEvPT_i", "_Z5threeIfEvPT_S1_", "_Z5threeIcEvPT_i", ""], functions, kernels)
        self.assertIn("it cannot be named as (void (*)(char *))one: ", kernels[-1]["reason"])

    def test_names_of_several_variadic_kernels(self):
        """A pack takes all that is spelled out; what tells them apart is their types."""
        text = ("template <class T, class... Ts> __global__ void one(T *a, Ts... ts) { a[0] = 1; }\n"
                "template <class T> __global__ void one(T *a) { a[0] = 2; }\n"
                "template <class T, int N = 3, class... Ts> __global__ void one(T *a, short n, Ts... ts) { a[n] = N; }\n"
                "template <class... Ts> __global__ void two(float *a, Ts *const... ts) { a[0] = 1; }\n"
                "template <class... Ts> __global__ void two(int *a, const Ts *... ts) { a[0] = 2; }\n"
                "template <class T, T... Vs> __global__ void three(float *a) { a[0] = sizeof...(Vs); }\n"
                "template <class T, T... Vs> __global__ void three(int *a) { a[0] = sizeof...(Vs); }\n"
                "namespace { template <class... Ts> __global__ void four(float *a, Ts...) { a[0] = 1; }\n"
                "template <class... Ts> __global__ void four(Ts...) {} }\n")
        typed = [("one<float>", "float *"), ("one<float, int, char>", "float *, int, char"), ("one<float, 3, int>", "float *, short, int"),
                 ("two<float, int>", "float *, float *, int *"), ("two<float, int>", "int *, const float *, const int *"),
                 ("three<char, 'a', 'b'>", "int *"), ("four<int>", "float *, int"), ("four<>", "")]
        source, kernels = self.compile(text, [], typed)
        self.assertEqual(["_Z3oneIfEvPT_", "_Z3oneIfJicEEvPT_DpT0_", "_Z3oneIfLi3EJiEEvPT_sDpT1_", "_Z3twoIJfiEEvPfDpPT_", "_Z3twoIJfiEEvPiDpPKT_",
                          "_Z5threeIcJLc97ELc98EEEvPi", "_ZN4fourIJiEEEvPfDpT_", "_ZN4fourIJEEEvDpT_"],
                         [without_unnamed(k["function"] or k["reason"]) for k in kernels], source)

    def test_kernels_that_only_their_file_sees(self):
        text = "static __global__ void k(float *a) { a[0] = 1; }\n"
        job = {"schema_version": 1, "sources": [{"id": "s", "name": "k.cu", "text": text}],
               "kernels": [{"id": "k", "source": "s", "link_name": "_ZL1kPf"}]}
        result = json.loads(subprocess.run(RUNNER, input=json.dumps(job), shell=True, capture_output=True, text=True, timeout=600).stdout)
        self.assertEqual("_Z1kPf", result["kernels"][0]["function"], result)

    def test_what_the_assembler_rejects(self):
        text = ("extern __device__ int elsewhere(int);\n"
                "__device__ __forceinline__ void inner(float *o) { asm volatile(\"sleep.well %0;\" : : \"l\"(o)); }"
                "__device__ __forceinline__ void wait(float *o) { o[1] = 2; inner(o); }\n"
                "__global__ void good(float *o) { o[threadIdx.x] = 1; }\n"
                "__global__ void broken(float *o)\n{\n  o[0] = 1;\n  asm(\"this is no ptx;\");\n}\n"
                "__global__ void inlines(float *o)\n{\n  o[0] = 2;\n  wait(o);\n}\n"
                "__global__ void unlinked(int *o)\n{\n  o[0] = elsewhere(1);\n}\n"
                "__global__ void large(float *o) { __shared__ float s[20000]; s[threadIdx.x] = 1; __syncthreads();\n"
                "  o[0] = s[threadIdx.x ^ 1]; }\n")
        names = ["good", "broken", "inlines", "unlinked"]

        def extent(name):
            return part(text, f"__global__ void {name}(", "}")
        job = {"schema_version": 1, "sources": [{"id": "s", "name": "src/k.cu", "text": text}],
               "kernels": [{"id": name, "source": "s", "name_expression": name, "extent": extent(name)} for name in names]}
        job["kernels"].append({"id": "large", "source": "s", "link_name": "_Z5largePf", "extent": extent("large")})
        done = subprocess.run(RUNNER, input=json.dumps(job), shell=True, capture_output=True, text=True, timeout=600)
        good, *others = json.loads(done.stdout)["kernels"]
        self.assertEqual("ok", good["status"], good)
        self.assertEqual([("src/k.cu", 7, "Parsing error near 'no': syntax error"),
                          ("src/k.cu", 2, "Unknown modifier '.well'"),
                          ("src/k.cu", 16, "Unresolved extern function '_Z9elsewherei'")],
                         [(k["problems"][0]["file"], k["problems"][0]["line"], k["reason"]) for k in others[:-1]])
        self.assertIn("static shared memory", others[-1]["reason"])

    def test_what_a_declaration_was_taken_out_for(self):
        """What no longer is there is not why: a kernel reports the first error of those that lead to its own."""
        text = ("struct cell { nowhere held; };\n"
                "__device__ float wrong(float x)\n{\n  return __no_such(x);\n}\n"
                "template <int N> __device__ float twice(float x)\n{\n  return N * wrong(x);\n}\n"
                "__device__ cell made(float x) { return cell(); }\n"
                "__global__ void calls(float *o)\n{\n  o[0] = twice<2>(1);\n}\n"
                "__global__ void holds(float *o)\n{\n  cell c = made(1);\n}\n"
                "__global__ void alone(float *o)\n{\n  o[0] = unheard_of;\n}\n")
        droppable = [part(text, "struct", ";\n"), part(text, "__device__ float wrong", "}\n"), part(text, "template", "}\n"),
                     part(text, "__device__ cell", "}\n")]
        result = self.compile_parts(text, ["calls", "holds", "alone"], droppable=droppable)
        self.assertEqual([(4, 'identifier "__no_such" is undefined'), (1, 'identifier "nowhere" is undefined'),
                          (21, 'identifier "unheard_of" is undefined')],
                         [(k["problems"][0]["line"], k["reason"]) for k in result["kernels"]])

    def test_the_error_that_others_come_of(self):
        """What says no more than that a declaration was not understood is not why; and a name is missed with its header."""
        text = ('#include <curand_no_such.h>\n#include "own_no_such.h"\ntypedef curandThing thing;\n'
                "__global__ void of_toolkit(curandState_no_such *a, int n) { a[n] = 0; }\n"
                "__global__ void of_alias(thing *a)\n{\n  a[0] = 0;\n}\n"
                "__global__ void qualified(int *a)\n{\n  own::type x = a[0];\n  a[1] = x;\n}\n"
                "__global__ void plain(int *a)\n{\n  a[0] = unheard_of;\n  nowhere x;\n}\n"
                "__global__ void wrong(int *a)\n{\n  a = 0.5;\n  nowhere x;\n}\n")
        names = ["of_toolkit", "of_alias", "qualified", "plain", "wrong"]
        kernels = self.compile_parts(text, names, droppable=[part(text, "typedef", ";")])["kernels"]
        toolkit = ': "curand_no_such.h", which may declare it, was not found (GPULINT_CUDA_INCLUDE names the folder of the toolkit\'s headers)'
        self.assertEqual([(4, 'identifier "curandState_no_such" is undefined' + toolkit), (3, 'identifier "curandThing" is undefined' + toolkit),
                          (11, 'nothing declares "own": "own_no_such.h", which may declare it, was not found'),
                          (16, 'identifier "unheard_of" is undefined')],
                         [(k["problems"][0]["line"], k["reason"]) for k in kernels][:-1])
        self.assertEqual(21, kernels[-1]["problems"][0]["line"])

    def test_what_needs_a_library(self):
        """Of the runtime's functions for kernels some are a library's."""
        text = ("__global__ void good(int *a) { a[0] = 1; }\n__global__ void sets(unsigned long long h)\n{\n  cudaGraphSetConditional(h, 1);\n}\n"
                "__global__ void launches(int *a)\n{\n  good<<<1, 32>>>(a);\n}\n"
                "__global__ void waits(int *a)\n{\n  cudaGridDependencySynchronize();\n  a[0] = 1;\n  cudaTriggerProgrammaticLaunchCompletion();\n}\n"
                "extern \"C\" __device__ int cudaGetDevice(int *);\n__global__ void asks(int *a)\n{\n  cudaGetDevice(a);\n}\n")
        result = self.compile_parts(text, ["sets", "launches", "waits", "asks"])
        needs = "needs CUDA's device runtime library"
        self.assertEqual([f"cudaGraphSetConditional {needs}, which NVRTC cannot link",
                          f"it launches kernels itself, which {needs}, and NVRTC cannot link that", "",
                          f"cudaGetDevice {needs}, which NVRTC cannot link"],
                         [k["reason"] for k in result["kernels"]])

    def test_what_is_left_of_a_broken_kernel(self):
        """What no declaration begins with is reported with the kernel in front of it that was refused."""
        text = ("__global__ void broken(int *a)\n{\n  a[0] = unheard_of;\n}\n}\n__global__ void behind(int *a)\n{\n  a[0] = 0;\n}\n")
        alone = text.replace("unheard_of", "0")
        reported = 'expected a declaration, after another error of the compiler: identifier "unheard_of" is undefined'
        for content, expected in ((text, ['identifier "unheard_of" is undefined', reported]), (alone, ["expected a declaration"] * 2)):
            result = self.compile_parts(content, ["broken", "behind"])
            self.assertEqual(expected, [k["reason"] for k in result["kernels"]])

    def test_what_shares_a_line(self):
        """The error's column says what of it goes."""
        text = ("struct F { int s; nowhere t; __device__ float g() const { return s; } };  struct G { int u; };\n"
                "__global__ void bad(int *a) { a[0] = unheard_of; }  /* \u00e9\u00e9 */ __global__ void good(float *a, F f, G g) { a[0] = f.g() + g.u; }\n")
        droppable = [part(text, *ends) for ends in (("int s", ";"), ("nowhere", ";"), ("__device__", "}"), ("struct F", "};"),
                                                    ("int u", ";"), ("struct G", "};"))]
        result = self.compile_parts(text, ["bad", "good"], "}", droppable=droppable)
        self.assertEqual(["compile-error", "ok"], [kernel["status"] for kernel in result["kernels"]], result)
        self.assertEqual(['identifier "nowhere" is undefined'], [p["message"] for p in result["sources"][0]["problems"]])

    def test_a_kernel_of_a_header(self):
        """Refused, it leaves the header's other kernels alone, and those of the source."""
        header = ("__global__ void good(float *o) { o[threadIdx.x] = 1; }\n__global__ void bad(nowhere *o) { o[0] = 1; }\n"
                  "__global__ void other(nowhere *o) { o[0] = 1; }\n")
        text = '#include "k.cuh"\n__global__ void own(float *o) { o[threadIdx.x] = 1; }\n'
        extents = [[begin.start(), header.index("\n", begin.start())] for begin in re.finditer("__global__", header)]
        for apart in (False, True):
            source = {"id": "s", "name": "k.cu", "text": text, "headers": [{"name": "k.cuh", "text": header, "kernels": extents}]}
            kernels = [{"id": name, "source": "s", "name_expression": name} for name in ("good", "bad", "own")]
            kernels[1].update(header="k.cuh", extent=extents[1])
            job = {"schema_version": 1, "sources": [source], "kernels": kernels[::2] if apart else kernels}
            done = subprocess.run(RUNNER, input=json.dumps(job), shell=True, capture_output=True, text=True, timeout=600)
            result = json.loads(done.stdout)
            refused = {kernel["id"]: kernel["problems"][0]["line"] for kernel in result["kernels"] if kernel["status"] != "ok"}
            self.assertEqual({} if apart else {"bad": 2}, refused)
            self.assertEqual([3], [p["line"] for p in result["sources"][0]["problems"]][-1:])

    def test_a_compiler_that_finds_no_room(self):
        """It is there: the reason is not that it was not found."""
        result = execute([kernel("use_variables", [], [])], memory_bytes=10 << 20)
        self.assertEqual(result["status"], "no-compiler")
        self.assertRegex(result["reason"], r"nvrtc\S*: (failed|cannot)")

    def test_broken_sources(self):
        for text in ("", "\0", "{" * 5000, "/*", "#include", "x" * 100000):
            source, kernels = self.compile(text.replace("\0", "?"), ["k"])
            self.assertEqual("compile-error", kernels[0]["status"], text[:20])


class Counts(WorkerTest):
    def test_offset_and_stride(self):
        blocks, warps = 64, 64 * 8
        fill = {"kind": "random-float"}
        buffers = [buffer("out", blocks * 256), buffer("in", 33 * blocks * 256, fill)]
        copies = [launch(f"offset {k}", [blocks], [256], [address("out"), address("in"), integer(k)]) for k in (0, 1, 7, 8, 31)]
        strides = [launch(f"stride {k}", [blocks], [256], [address("out"), address("in"), integer(k)]) for k in (1, 2, 3, 8, 32)]
        result = execute([kernel("offset_copy", buffers, copies), kernel("strided_read", buffers, strides)])
        for offset, launched in zip((0, 1, 7, 8, 31), result["kernels"][0]["launches"]):
            self.check(launched, "offset_read", "global", "load", requests=warps, lanes=32 * warps,
                       sectors=(4 if offset % 8 == 0 else 5) * warps, ideal_sectors=4 * warps, instructions=1)
            self.check(launched, "offset_write", "global", "store", sectors=4 * warps, ideal_sectors=4 * warps)
        for stride, launched in zip((1, 2, 3, 8, 32), result["kernels"][1]["launches"]):
            touched = len({lane * stride * 4 // 32 for lane in range(32)})
            self.check(launched, "stride_read", "global", "load", sectors=touched * warps, ideal_sectors=4 * warps)

    def test_vectors(self):
        launched = one(kernel("vector_copy", [buffer("out", 4 * N), buffer("in", 4 * N)],
                              [launch("only", [4], [256], [address("out"), address("in")])]))["launches"][0]
        self.check(launched, "vector_copy", "global", "load", requests=32, sectors=16 * 32, ideal_sectors=16 * 32)
        self.check(launched, "vector_copy", "global", "store", requests=32, sectors=16 * 32, ideal_sectors=16 * 32)

    def test_transpose(self):
        n, warps = 256, 256 * 256 // 32
        buffers = [buffer("out", n * n), buffer("in", n * n, {"kind": "random-float"})]
        arguments = [address("out"), address("in"), integer(n)]
        go = [launch("only", [n // 32, n // 32], [32, 32], arguments)]
        result = execute([kernel("transpose_naive", buffers, go),
                          kernel("transpose_tile", buffers, go, "transpose_tile<32>"),
                          kernel("transpose_tile", buffers, go, "transpose_tile<33>")])
        naive, tiled, padded = (k["launches"][0] for k in result["kernels"])
        self.check(naive, "naive_read", "global", "load", sectors=4 * warps, ideal_sectors=4 * warps)
        self.check(naive, "naive_write", "global", "store", sectors=32 * warps, ideal_sectors=4 * warps, requests=warps)
        self.check(tiled, "tile_write", "shared", "store", wavefronts=warps, ideal_wavefronts=warps)
        self.check(tiled, "tile_read", "shared", "load", wavefronts=32 * warps, ideal_wavefronts=warps)
        self.check(padded, "tile_read", "shared", "load", wavefronts=warps, ideal_wavefronts=warps)

    def test_divergence(self):
        buffers = [buffer("out", 4096)]
        result = one(kernel("divergent", buffers, [
            launch(f"mask {mask}", [16], [256], [address("out"), integer(100), integer(mask)]) for mask in (1, 32, 0)]))
        for launched, expected in zip(result["launches"], (128, 0, 0)):
            self.assertEqual("ok", launched["metrics_status"])
            lines = [x for x in launched["lines"] if x["line"] == SITES["branch"] and x["kind"] == "branch"]
            self.assertEqual(expected, sum(x["divergent"] for x in lines), launched["id"])
            self.assertLessEqual(128, sum(x["requests"] for x in lines), launched["id"])

    def test_atomics(self):
        buffers = [buffer("counters", 32 * 8), buffer("old", N)]
        result = execute([
            kernel("atomics", buffers, [
                launch(f"spread {spread}", [4], [256], [address("counters"), integer(spread), address("old")])
                for spread in (0, 1, 8)]),
            kernel("shared_atomics", [buffer("out", 128, read_back=512)], [launch("only", [4], [256], [address("out")])])])
        for spread, launched in zip((0, 1, 8), result["kernels"][0]["launches"]):
            sectors = {0: 1, 1: 4, 8: 32}[spread]
            self.check(launched, "reduction", "global", "atomic", requests=32, sectors=32 * sectors)
            self.check(launched, "atomic", "global", "atomic", requests=32, sectors=32 * sectors)
        shared = result["kernels"][1]["launches"][0]
        self.line(shared, "shared_atomic", "shared", "atomic")
        values = struct.unpack("128i", base64.b64decode(shared["buffers"][0]["base64"]))
        self.assertEqual((8,) * 128, values)

    def test_local_and_generic(self):
        result = execute([
            kernel("local_array", [buffer("out", N), buffer("index", 16, {"kind": "index", "limit": 16})],
                   [launch("only", [4], [256], [address("out"), address("index")])]),
            kernel("generic_pointer", [buffer("out", N), buffer("in", 256)],
                   [launch("only", [4], [256], [address("out"), address("in"), integer(0x55)], records=True)])])
        local, generic = (k["launches"][0] for k in result["kernels"])
        self.assertLess(0, self.line(local, "local_write", "local", "store")["sectors"])
        # The lanes read different words of their arrays, which are interleaved by word.
        self.assertLess(4 * 32, self.line(local, "local_read", "local", "load")["sectors"])
        self.check(generic, "generic_read", "global", "load", requests=16, lanes=512, sectors=64)
        self.check(generic, "generic_read", "shared", "load", requests=16, lanes=512, wavefronts=16)
        self.assertTrue(any(x["metrics"].get("inst_executed") == 32 for x in generic["records"]))

    def test_guards_and_asynchronous_copies(self):
        result = execute([
            kernel("guarded", [buffer("out", N), buffer("in", N)],
                   [launch("only", [4], [256], [address("out"), address("in"), integer(520), integer(3)], records=True)]),
            kernel("asynchronous_copy", [buffer("out", 256), buffer("in", 512)],
                   [launch("only", [1], [256], [address("out"), address("in")], records=True)])])
        guarded, asynchronous = (k["launches"][0] for k in result["kernels"])
        self.check(guarded, "guarded_read", "global", "load", requests=17, lanes=520, sectors=65, ideal_sectors=65)
        self.check(guarded, "guarded_write", "global", "store", requests=17, lanes=520, sectors=65, ideal_sectors=65)
        self.check(guarded, "predicated_write", "global", "store", requests=32, lanes=128, sectors=128)
        self.check(asynchronous, "async", "global", "load", requests=8, sectors=64, ideal_sectors=32)
        self.check(asynchronous, "async", "shared", "store", requests=8, lanes=256, ideal_wavefronts=8)


class Running(WorkerTest):
    def test_variables_and_fills(self):
        floats = struct.pack("64f", *range(64))
        text = base64.b64encode(floats).decode()
        launched = one(kernel("use_variables", [buffer("out", 64, read_back=256)],
                              [launch("only", [1], [64], [address("out")], ())],
                              variables=[{"name_expression": "table", "fill": {"kind": "bytes", "base64": text}},
                                         {"name_expression": "scale", "fill": {"kind": "ramp", "type": "f32", "start": 1.0}}]))["launches"][0]
        values = struct.unpack("64f", base64.b64decode(launched["buffers"][0]["base64"]))
        self.assertEqual(tuple(2.0 * i for i in range(64)), values)

    def test_cooperative_launches(self):
        result = one(kernel("wait_for_all", [buffer("arrived", 1), buffer("out", 1 << 20, read_back=128)], [
            launch("fits", [32], [32], [address("arrived"), address("out")], (), cooperative=True),
            launch("does not fit", [1 << 20], [1024], [address("arrived"), address("out")], (), cooperative=True)]))
        self.assertEqual(["ok", "launch-failed"], [x["status"] for x in result["launches"]])
        values = struct.unpack("32I", base64.b64decode(result["launches"][0]["buffers"][0]["base64"]))
        self.assertEqual((32,) * 32, values)

    def test_variables_of_a_launch(self):
        def floats(*values):
            return {"kind": "bytes", "base64": base64.b64encode(struct.pack(f"{len(values)}f", *values)).decode()}
        result = one(kernel("use_variables", [buffer("out", 64, read_back=8)],
                            [launch("own", [1], [64], [address("out")], ()),
                             launch("other", [1], [64], [address("out")], (), variables=[{"variable": 1, "fill": floats(0, 5)}])],
                            variables=[{"link_name": "table", "fill": floats(1, 2)},
                                       {"name_expression": "scale", "fill": floats(0, 3)}]))
        values = [struct.unpack("2f", base64.b64decode(x["buffers"][0]["base64"])) for x in result["launches"]]
        self.assertEqual([(3.0, 6.0), (5.0, 10.0)], values)

    def test_addresses_that_memory_holds(self):
        """Also those that lead to what no argument names; what is timed finds them again before each run."""
        def held(**pointers):
            return {"pointers": [{"buffer": name.rstrip("_"), "at": int(at), "offset": offset} for name, (at, offset) in pointers.items()]}
        ramp = {"kind": "ramp", "type": "f32"}
        buffers = [buffer("out", 32, read_back=128), buffer("first", 24, size=1, **held(a=(0, 0), b=(8, 4), second=(16, 0))),
                   buffer("a", 32, ramp), buffer("b", 33, ramp),
                   buffer("second", 24, {"kind": "zero"}, size=1, **held(a=(0, 0), a_=(8, 0)))]
        variable = {"link_name": "chain", "fill": {"kind": "zero"}, **held(first=(0, 0))}
        launches = [launch("once", [1], [32], [address("out")], ("contents",)),
                    launch("timed", [1], [32], [address("out")], ("time", "contents"), timing={"restore": True, "seconds": 0.1}),
                    launch("other", [1], [32], [address("out")], ("contents",),
                           variables=[{"variable": 0, "fill": {"kind": "zero"}, **held(second=(0, 0))}])]
        launched = one(kernel("follow_addresses", buffers, launches, variables=[variable]))["launches"]
        self.assertEqual([x["status"] for x in launched], ["ok"] * 3, [x["reason"] for x in launched])
        values = [struct.unpack("32f", base64.b64decode(x["buffers"][0]["base64"])) for x in launched]
        both = tuple(float(i * (i + 1) + i * i) for i in range(32))
        self.assertEqual(values, [both, both, tuple(float(i * i) for i in range(32))])
        self.assertEqual(launched[0]["contents"], launched[1]["contents"])

    def test_memory_of_the_host(self):
        """It is filled, restored, checked and read back as the GPU's own is, and takes longer."""
        count = 1 << 22
        def copied(host):
            buffers = [buffer("out", count, read_back=128), buffer("in", count, {"kind": "ramp", "type": "f32"}, host=host)]
            done = one(kernel("offset_copy", buffers, [launch("only", [count // 256], [256], [address("out"), address("in"), integer(0)],
                                                              ("time", "metrics"), timing={"restore": True, "seconds": 0.2})]))["launches"][0]
            self.assertEqual((done["status"], done["metrics_status"]), ("ok", "ok"), done["reason"])
            return done
        own, linked = copied(False), copied(True)
        self.assertEqual(own["buffers"], linked["buffers"])
        self.assertEqual([line["sectors"] for line in own["lines"]], [line["sectors"] for line in linked["lines"]])
        self.assertGreater(linked["time"]["median_us"], 5 * own["time"]["median_us"])

    def test_records_and_pieces(self):
        indices = base64.b64encode(struct.pack("32i", *range(31, -1, -1))).decode()
        floats = {"kind": "pieces", "rest": {"kind": "ramp", "type": "f32"},
                  "pieces": [{"offset": 0, "base64": base64.b64encode(struct.pack("2f", 100.0, 200.0)).decode()},
                             {"offset": 8, "count": 8, "byte": 0}]}
        record = {"base64": base64.b64encode(struct.pack("<16xhxxf", 7, 2.0)).decode(),
                  "pointers": [{"buffer": "out", "at": 0}, {"buffer": "from", "at": 8}]}
        launched = one(kernel("use_record", [buffer("out", 32, read_back=128), buffer("in", 32, floats),
                                             buffer("from", 32, {"kind": "bytes", "base64": indices})],
                              [launch("only", [1], [32], [record, address("in")], ())]))["launches"][0]
        values = struct.unpack("32f", base64.b64decode(launched["buffers"][0]["base64"]))
        self.assertEqual(tuple(2.0 * x for x in [*range(31, 3, -1), 0, 0, 200, 100]), values)

    def test_textures(self):
        text = ("__global__ void read_texture(float *out, cudaTextureObject_t in, cudaTextureObject_t pixels)\n"
                "{ out[threadIdx.x] = tex2D<float>(in, threadIdx.x, 7); out[32 + threadIdx.x] = tex2DLayered<uchar4>(pixels, 1, 2, threadIdx.x).z; }\n"
                "__global__ void write_surface(float *out, cudaSurfaceObject_t to)\n"
                "{ surf2Dwrite(2.0f * threadIdx.x, to, threadIdx.x * 4, 5); __syncthreads(); out[threadIdx.x] = surf2Dread<float>(to, threadIdx.x * 4, 5); }\n")
        result = execute([
            kernel("read_texture", [buffer("out", 64, read_back=256)], [launch("only", [1], [32], [
                address("out"), {"texture": {"shape": "2d", "type": "f32"}}, {"texture": {"shape": "2d-layered", "type": "u8", "channels": 4}}], ())]),
            kernel("write_surface", [buffer("out", 32, read_back=128)], [launch("only", [1], [32], [
                address("out"), {"texture": {"shape": "2d", "type": "f32", "surface": True}}])])], text=text)
        read, written = (k["launches"][0] for k in result["kernels"])
        self.assertEqual(["ok", "ok"], [read["status"], written["status"]], (read["reason"], written["reason"]))
        values = struct.unpack("64f", base64.b64decode(read["buffers"][0]["base64"]))
        self.assertTrue(all(0.5 <= x < 1.5 for x in values[:32]), values)
        self.assertTrue(all(0 <= x < 100 and x == int(x) for x in values[32:]) and any(values[32:]), values)
        self.assertEqual(tuple(2.0 * i for i in range(32)), struct.unpack("32f", base64.b64decode(written["buffers"][0]["base64"])))
        self.assertEqual("ok", written["metrics_status"])

    def test_dynamic_shared(self):
        size = 100 * 1024
        result = one(kernel("dynamic_shared", [buffer("out", 64, read_back=8)], [
            launch("opted in", [1], [64], [address("out"), integer(size // 4 - 1)], (), dynamic_shared=size),
            launch("too much", [1], [64], [address("out"), integer(0)], (), dynamic_shared=1 << 20),
            launch("small", [1], [64], [address("out"), integer(63)], (), dynamic_shared=256)]))
        self.assertEqual(["ok", "launch-failed", "ok"], [x["status"] for x in result["launches"]])
        self.assertEqual((1.0, 2.0), struct.unpack("2f", base64.b64decode(result["launches"][0]["buffers"][0]["base64"])))
        self.assertIn("1048576 bytes of shared memory", result["launches"][1]["reason"])

    def test_contents_and_instructions(self):
        buffers = [buffer("out", N), buffer("in", N + 32, {"kind": "random-float"})]
        result = one(kernel("offset_copy", buffers, [
            launch(name, [N // block], [block], [address("out"), address("in"), integer(offset)], ("metrics", "contents"))
            for name, block, offset in (("whole", 256, 0), ("halved", 128, 0), ("moved", 256, 1))]))
        whole, halved, moved = result["launches"]
        self.assertRegex(whole["contents"], "^[0-9a-f]{16}$")
        self.assertEqual(whole["contents"], halved["contents"])
        self.assertNotEqual(whole["contents"], moved["contents"])
        self.assertEqual(whole["executed"], halved["executed"])
        self.assertLess(0, whole["executed"]["instructions"])
        self.assertLessEqual(whole["executed"]["lanes"], 32 * whole["executed"]["instructions"])

    def test_variables_are_restored(self):
        timing = {"restore": True, "warmup_ms": 1, "max_runs": 21}
        go = [launch("timed", [64], [32], [address("out")], ("time", "contents"), timing=timing),
              launch("next", [64], [32], [address("out")], ("metrics", "contents")),
              launch("fewer", [32], [32], [address("out")], ("contents",)),
              launch("drifts", [64], [32], [address("out")], ("time",), timing={"warmup_ms": 1})]
        kernels = [kernel("take_tickets", [buffer("out", 64)], go, "take_tickets<1>"),
                   {**kernel("take_tickets", [], go[:1], "take_tickets<2>"), "inputs_of": "take_tickets<1>"}]
        del kernels[1]["buffers"]
        result = execute(kernels, races=[{"id": "r", "kernels": [k["id"] for k in kernels]}])
        timed, following, fewer, drifts = result["kernels"][0]["launches"]
        self.assertEqual(["ok", "ok", "ok", "fault"], [x["status"] for x in (timed, following, fewer, drifts)],
                         [x["reason"] for x in (timed, following, fewer)])
        self.assertEqual("ok", following["metrics_status"])
        self.assertLessEqual(11, timed["time"]["runs"])
        self.assertEqual(timed["contents"], following["contents"])
        self.assertNotEqual(timed["contents"], fewer["contents"])
        race, = result["races"]
        self.assertEqual(("ok", ""), (race["status"], race["reason"]))

    def test_restoring_many_variables_does_not_delay_a_launch(self):
        n = 1 << 20

        def median_us(count):
            text = ("".join(f"__device__ int v{i} = {i};\n" for i in range(count)) +
                    "__global__ void change(int by) {" + "".join(f" v{i} += by;" for i in range(count)) + " }\n"
                    "__global__ void scale(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }\n")
            go = launch("only", [n // 256], [256], [address("a")], ("time",), timing={"restore": True, "max_runs": 41})
            result, = execute([kernel("scale", [buffer("a", n, {"kind": "random-float"})], [go])], text=text)["kernels"]
            return result["launches"][0]["time"]["median_us"]
        self.assertLess(median_us(1500), 1.5 * median_us(1))

    def test_surfaces_are_restored(self):
        surface = {"texture": {"shape": "2d", "type": "u32", "surface": True}}
        result = one(kernel("count_in_surface", [buffer("out", 32)], [
            launch("timed", [1], [32], [address("out"), surface], ("time", "contents"), timing={"restore": True, "max_runs": 21}),
            launch("fewer", [1], [16], [address("out"), surface], ("contents",)),
            launch("drifts", [1], [32], [address("out"), surface], ("time",))]))
        timed, fewer, drifts = result["launches"]
        self.assertEqual(["ok", "ok", "fault"], [x["status"] for x in (timed, fewer, drifts)], [x["reason"] for x in (timed, fewer)])
        self.assertNotEqual(timed["contents"], fewer["contents"])

    def test_races_of_launches_of_other_shapes(self):
        n = 1 << 24
        arguments = [address("out"), address("in"), integer(0)]
        kernels = [kernel("offset_copy", [buffer("out", n), buffer("in", n, {"kind": "random-float"})], [
            launch("32", [n // 32], [32], arguments, (), timing={"restore": True})])]
        kernels.append({**kernels[0], "id": "other", "inputs_of": kernels[0]["id"], "launches": [
            launch("256", [n // 256], [256], arguments, ())]})
        del kernels[1]["buffers"]
        race, = execute(kernels, races=[{"id": "r", "kernels": [kernels[0]["id"], "other"]}])["races"]
        self.assertEqual(("ok", ""), (race["status"], race["reason"]))
        self.assertLess(1.5, race["times"][1]["low"])

    def test_timing(self):
        n = 1 << 26
        buffers = [buffer("out", n), buffer("in", n, {"kind": "random-float"})]
        arguments = [address("out"), address("in"), integer(0)]
        result = one(kernel("offset_copy", buffers, [
            launch("large", [n // 256], [256], arguments, ("time",)),
            launch("tiny", [1], [256], arguments, ("time",)),
            launch("cold", [64], [256], arguments, ("time",), timing={"cache": "flushed"}),
            launch("restored", [n // 256], [256], arguments, ("time",), timing={"restore": True, "max_runs": 21})]))
        large, tiny, cold, restored = (x["time"] for x in result["launches"])
        for time in (large, tiny, cold, restored):
            self.assertLess(0, time["min_us"])
            self.assertLessEqual(time["min_us"], time["low_us"])
            self.assertLessEqual(time["low_us"], time["median_us"])
            self.assertLessEqual(time["median_us"], time["high_us"])
            self.assertLessEqual(11, time["runs"])
        self.assertLess(10 * tiny["median_us"], large["median_us"])
        self.assertLess(1, tiny["batch"])
        self.assertEqual((1, 1, 1), (large["batch"], cold["batch"], restored["batch"]))
        self.assertEqual(1.0, result["launches"][0]["occupancy"]["occupancy"])
        self.assertEqual(0, result["resources"]["spill_store_bytes"])


class Failures(WorkerTest):
    def test_bad_kernels_leave_others_alone(self):
        out = [buffer("out", 64)]
        small = buffer("huge", 1 << 42, size=1)
        good = [launch("only", [1], [64], [address("out")], ("time", "metrics"), timing={"warmup_ms": 0, "max_runs": 11})]
        plain = [launch("only", [1], [32], [address("out")], ())]
        kernels = [
            kernel("talkative", out, good),
            kernel("illegal_address", out, plain * 2),
            kernel("endless", out, plain),
            kernel("writes_behind", out, [launch("inside", [1], [32], [address("out"), integer(32)], ()),
                                          launch("outside", [1], [32], [address("out"), integer(33)], ())]),
            kernel("traps", out, plain),
            kernel("too_much_static_shared", out, plain, link_name="_Z22too_much_static_sharedPf"),
            kernel("does_not_compile", out, plain),
            kernel("transpose_tile", out, plain, "transpose_tile<no_such_type>"),
            kernel("shared_atomics", [small], [launch("only", [1], [32], [address("huge")], ())]),
            kernel("use_variables", out, [launch("wide", [1], [2048], [address("out")], ())]),
            kernel("use_variables", out, good),
        ]
        result = execute(kernels, seconds=8, text=SOURCE)
        self.assertEqual("ok", result["status"], result["reason"])
        statuses = [[k["status"], *(x["status"] for x in k["launches"])] for k in result["kernels"]]
        self.assertEqual([
            ["ok", "ok"], ["ok", "fault", "fault"], ["ok", "timeout"], ["ok", "ok", "out-of-bounds"], ["ok", "fault"],
            ["compile-error", "not-run"], ["compile-error", "not-run"], ["compile-error", "not-run"],
            ["ok", "out-of-memory"], ["ok", "launch-failed"], ["ok", "ok"]], statuses)
        reasons = [k["reason"] or k["launches"][-1]["reason"] for k in result["kernels"]]
        self.assertIn("illegal memory access", reasons[1])
        self.assertIn("stopped after 8 s", reasons[2])
        self.assertEqual("it wrote at byte 256 of buffer out, which has 256", reasons[3])
        self.assertIn("65536 bytes of static shared memory", reasons[5])
        self.assertIn("no_such_variable", reasons[6])
        self.assertEqual([("kernels.cu", SITES["compile_error"])], [(p["file"], p["line"]) for p in result["kernels"][6]["problems"]])
        self.assertIn("2048 threads", reasons[9])
        self.assertEqual("ok", result["kernels"][-1]["launches"][0]["metrics_status"])

    def test_a_limit_on_memory(self):
        """Launches, timed and counted, do with little memory of the host's, whatever addresses CUDA reserves."""
        good = kernel("talkative", [buffer("out", 64)], [launch("only", [1], [64], [address("out")], ("time", "metrics"))])
        result, = execute([good], memory_bytes=1 << 31)["kernels"][0]["launches"]
        self.assertEqual(("ok", "ok"), (result["status"], result["metrics_status"]), result["reason"])

    def test_bad_jobs(self):
        self.assertEqual("bad-job", execute([{"id": "x", "source": "kernels"}])["status"])
        self.assertIn("kernels[0].launches[0]", execute([kernel("traps", [], [launch("x", [0], [1], [])])])["reason"])


if __name__ == "__main__":
    RUNNER = sys.argv.pop(1)
    state = execute([])
    needs_gpu = sys.argv[1:] != ["Compiling"]
    if not state["compiler"] or (needs_gpu and not state["device"]):
        print("SKIPPED:", state["reason"])
        sys.exit(77)
    unittest.main()
