"""Programs of several files."""
import json
import re

from support import BAD, CLEAN, FINDINGS, GOOD, UNABLE, CommandTest


class SeveralFiles(CommandTest):
    def test_files_beside_that_are_too_much_to_read(self):
        """They are left out, which a note says; named, they are read."""
        kernel = self.write("kernel.cu", BAD[:BAD.index("int main")])
        main = BAD[BAD.index("int main"):]
        self.write("main.cu", '__global__ void copy(float *out, const float *in);\n' + main)
        (found,) = self.report(FINDINGS, kernel)["kernels"]
        self.assertEqual([launch["origin"] for launch in found["launches"]], ["source"])
        self.write("main.cu", '__global__ void copy(float *out, const float *in);\n//' + "x" * (1 << 19) + "\n" + main)
        report = self.report(FINDINGS, kernel)
        self.assertEqual([launch["origin"] for launch in report["kernels"][0]["launches"]], ["assumed"])
        (problem,) = report["files"][0]["problems"]
        self.assertEqual((problem["severity"], report["files"][0]["status"]), ("note", "ok"))
        self.assertIn("'main.cu' may contain the launch, but is not read", problem["message"])
        (found,) = self.report(FINDINGS, kernel, "main.cu")["kernels"]
        self.assertEqual([launch["origin"] for launch in found["launches"]], ["source"])

    def test_files_beside_with_functions_of_the_same_name(self):
        """They call their own; a name in a comment or a text calls nothing."""
        kernel = self.write("kernel.cu", BAD[:BAD.index("int main")])
        main = BAD[BAD.index("int main"):]
        own = '__global__ void copy(float *out, const float *in) { /* copy(1) */ out[0] = in[0]; }\n'
        for text in [own + main, 'int main() { return 0; }  // copy(a, b)\n', 'int main() { puts("copy(a)"); /* copy<<<1, 1>>>() */ }\n']:
            with self.subTest(text=text):
                self.write("other.cu", text + "//" + "x" * (1 << 19) + "\n")
                report = self.report(FINDINGS, kernel)
                self.assertEqual(report["files"][0]["problems"], [])

    def unseen(self, *arguments):
        """The functions that the report misses, which all formats say; alone they are enough for --strict."""
        report = json.loads(self.run_gpulint("--no-compile", "--format", "json", *arguments).out)
        names = [call["name"] for call in report["unseen_calls"]]
        for form in ["text", "short"]:
            result = self.run_gpulint("--no-compile", "--strict", "--format", form, *arguments)
            reported = re.findall(r"^(\S+): note: (.*) (?:is|are) called, but no file given defines (?:it|them)", result.out, re.M)
            first = report["unseen_calls"][:1]
            self.assertEqual(reported, [(f"{call['file']}:{call['line']}:{call['column']}", ", ".join(f"'{name}'" for name in names)) for call in first])
            if names:
                self.assertEqual(result.returncode, UNABLE)
        return names

    def test_functions_that_no_file_defines(self):
        """They may be why a kernel has no launch; those of the system's headers are not meant, nor those of programs that launch all."""
        kernel = self.write("kernel.cu", GOOD[:GOOD.index("int main")] + "void run(float *a, float *b) { copy<<<4096, 256>>>(a, b); }\n")
        main = self.write("main.cu", "#include <cstdio>\n#include <unistd.h>\n#include <thread>\nvoid run_all(int);\nvoid never(int);\n"
                                     "static void twice(int n) { puts(\"x\"); usleep(1); run_all(n); run_all(n); }\nstatic void unused() { never(1); }\n"
                                     "int main(int argc, char **argv) { if (argc > 2) return 1; twice(argc); }\n")
        rest = self.write("rest.cu", "void run(float *a, float *b);\nvoid run_all(int n) { float *a, *b; cudaMalloc(&a, 4 << 20); "
                                     "cudaMalloc(&b, 4 << 20); run(a, b); }\n")
        self.assertEqual(self.unseen(main), ["run_all"])
        self.assertEqual(self.unseen(main, kernel), ["run_all"])
        self.assertEqual(self.unseen(main, rest), ["run"])
        self.assertEqual(self.unseen(main, rest, kernel), [])
        self.expect(CLEAN, "--strict", main, rest, kernel)
        launching = self.write("launching.cu", GOOD.replace("return 0;", "report(a);").replace("int main", "void report(float *);\nint main"))
        self.assertEqual(self.unseen(launching), [])
        self.assertEqual(self.unseen(launching, self.write("other.cu", "__global__ void other(int *a) { *a = 1; }\n")), ["report"])
        # Who calls what it is handed has to be seen for that.
        handed = self.write("handed.cu", GOOD[:GOOD.index("int main")] + "void start(void (*)());\nstatic void run() "
                            "{ float *a; cudaMalloc(&a, 4 << 20); copy<<<4096, 256>>>(a, a); }\nint main() { start(run); }\n")
        self.assertEqual(self.unseen(handed), ["start"])
        # As its text says it would be launched, if the condition held.
        guarded = self.write("guarded.cu", GOOD.replace("copy<<<", "if (ask()) copy<<<").replace("int main", "int ask();\nint main"))
        self.assertEqual(self.unseen(guarded), [])

    def test_kernels_that_no_file_defines(self):
        """All formats name them where they are launched, wherever that is; the program's time is a least one; --strict fails."""
        launches = "here<<<64, 256>>>(a); for (int i = 0; i < 9; i++) there<<<1, 1>>>(a); space::there<<<1, 1>>>(a); there<<<1, 1>>>(a);"
        main = self.write("main.cu", "__global__ void there(int *);\nnamespace space { __global__ void there(int *); }\n"
                                     "__global__ void here(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
                                     "int main() { int *a; cudaMalloc(&a, 1 << 20);\n" + launches + " return cudaDeviceSynchronize(); }\n")
        there = self.write("there.cu", "__global__ void there(int *a) { *a = 1; }\nnamespace space { __global__ void there(int *a) { *a = 2; } }\n")
        lines = "main.cu:5:51: note: kernels 'there', 'space::there' are launched, but no file given defines them: their launches are not analysed; give their files as well\n"
        self.assertEqual([call["name"] for call in self.report(CLEAN, main)["undefined_kernels"]], ["there", "space::there"])
        self.assertIn(lines, self.run_gpulint("--format", "short", main).out)
        reported = self.run_gpulint(main).out
        self.assertIn(lines, reported)
        self.assertIn("predicted time on H200: at least ", reported)
        self.expect(UNABLE, "--strict", main)
        self.assertEqual(self.report(CLEAN, main, there)["undefined_kernels"], [])
        self.assertNotIn("at least", self.expect(CLEAN, "--strict", main, there).out)
        # Without any other kernel, and where nothing leads to the launch.
        alone = self.write("alone.cu", "__global__ void there(int *);\nvoid all(int);\nvoid run(int *a) { there<<<1, 1>>>(a); }\nint main() { all(1); }\n")
        reported = self.run_gpulint(alone).out
        self.assertIn("alone.cu:3:20: note: kernel 'there' is launched, but no file given defines it: its launches", reported)
        self.assertIn("note: 'all' is called, but no file given defines it", reported)
        self.assertIn("; nothing was analysed: no file given defines a kernel\n", reported)
        # What the compiler rejects is no such kernel.
        rejected = self.write("rejected.cu", "__global__ void k(int *a) { *a = nothing; }\nint main() { int *a; cudaMalloc(&a, 4); k<<<1, 1>>>(a); }\n")
        self.assertEqual(self.report(UNABLE, rejected)["undefined_kernels"], [])

    def test_one_program(self):
        """A kernel in one file, its launch in another."""
        kernel, rest = BAD[:BAD.index("int main")], BAD[BAD.index("int main"):]
        self.write("kernel.cu", kernel + "void run(float *a, float *b) { copy<<<4096, 256>>>(a, b); }\n")
        self.write("main.cu", "void run(float *a, float *b);\n" + rest.replace("copy<<<4096, 256>>>", "run"))
        report = self.report(FINDINGS, "kernel.cu", "main.cu")
        self.assertEqual([len(kernel["launches"]) for kernel in report["kernels"]], [1])

    def test_a_number_of_another_file(self):
        """One that a header declares and that nothing in its own file reads."""
        kernel, rest = BAD[:BAD.index("int main")], BAD[BAD.index("int main"):]
        self.write("numbers.cu", 'extern "C" const unsigned blocks = 4 * 512;\nint threads = 128;\n')
        self.write("main.cu", kernel + 'extern "C" const unsigned blocks;\nextern int threads;\n' +
                   rest.replace("<<<4096, 256>>>", "<<<blocks, threads>>>"))
        report = self.report(FINDINGS, "numbers.cu", "main.cu")
        launches = [launch for kernel in report["kernels"] for launch in kernel["launches"]]
        self.assertEqual([(launch["grid"][0], launch["block"][0]) for launch in launches], [(2048, 128)])

    def test_main_is_found_beside(self):
        """A kernel's file alone is given; a file beside it has the main, and calls it through a third."""
        kernel, rest = BAD[:BAD.index("int main")], BAD[BAD.index("int main"):]
        self.write("kernel.cu", kernel + "void run(float *a, float *b) { copy<<<4096, 256>>>(a, b); }\n")
        self.write("middle.cpp", "void run(float *a, float *b);\nvoid all(float *a, float *b) { run(a, b); }\n")
        self.write("main.cpp", "void all(float *a, float *b);\n" + rest.replace("copy<<<4096, 256>>>", "all"))
        self.write("broken.cpp", "int main( { copy<< }")
        self.write("other.cpp", "int another_program(int n) { return n; }\n")

        def origins(*arguments):
            report = self.report(FINDINGS, *arguments, "kernel.cu")
            self.assertEqual([file["path"] for file in report["files"]], ["kernel.cu"])
            return [launch["origin"] for kernel in report["kernels"] for launch in kernel["launches"]]

        self.assertEqual(origins("--alone"), ["assumed"])
        (self.path / "broken.cpp").unlink()
        self.assertEqual(origins(), ["source"])

    def test_several_mains_are_found_beside(self):
        """A kernel's file alone is given, and two programs have it; the host code of one that does not is no part of the report."""
        kernel, rest = BAD[:BAD.index("int main")], BAD[BAD.index("int main"):]
        declared = kernel[:kernel.index("{")].rstrip() + ";\n"
        self.write("kernel.cu", kernel)
        self.write("one.cu", declared + rest)
        self.write("two.cu", declared + rest.replace("<<<4096, 256>>>", "<<<2048, 256>>>"))
        report = self.report(FINDINGS, "kernel.cu")
        launches = [launch for kernel in report["kernels"] for launch in kernel["launches"]]
        self.assertEqual(sorted((launch["grid"][0], launch["origin"]) for launch in launches), [(2048, "source"), (4096, "source")])
        for name in ["one.cu", "two.cu"]:
            self.write(name, declared + rest.replace("copy<<<", "if (a == b)\n copy<<<"))
        times = self.expect(FINDINGS, "kernel.cu").out.splitlines()[0]
        self.assertNotIn("allocations", times)

    def test_header_of_another(self):
        """A header that needs what its includer declares is reported as a part of that."""
        self.write("kernel.cuh", "template <typename T> __global__ void fill(T *a, params p) { a[threadIdx.x * p.step] = 0; }\n")
        self.write("main.cu", """struct params { int step; };
#include "kernel.cuh"
int main() { float *a; cudaMalloc(&a, 1 << 26); fill<<<65536, 256>>>(a, params{32}); }
""")
        for given in [["kernel.cuh"], ["./kernel.cuh"], ["kernel.cuh", "main.cu"]]:
            report = self.report(FINDINGS, *given)
            self.assertEqual({file["status"] for file in report["files"]}, {"ok"})
            self.assertEqual([finding["file"] for finding in report["findings"]], ["kernel.cuh"])
            self.assertEqual(report["dormant_templates"], [])
        self.assertEqual(self.report(UNABLE, "--alone", "kernel.cuh")["files"][0]["status"], "partial")

    def test_launch_in_one_of_several_programs(self):
        self.write("good.cu", GOOD)
        self.write("other.cu", GOOD.replace("copy", "move"))
        result = self.expect(CLEAN, "--launch", "copy<<<64, 64>>>(_, _)", "good.cu", "other.cu")
        self.assertEqual(result.err, "")
        result = self.expect(UNABLE, "--launch", "nobody<<<64, 64>>>(_, _)", "good.cu", "other.cu")
        self.assertEqual(result.err.count("nobody"), 1)

    def test_host_code_of_several_programs(self):
        """What the host does is reported of each program as when that is linted by itself, wherever their kernels are."""
        kernel = self.write("k.cuh", "template <typename T> __global__ void k(T *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n")
        main = (f'#include <stdlib.h>\n#include "{kernel}"\n'
                "int main() {{ {type} *h = ({type} *)malloc(1 << 26), *d; cudaMalloc(&d, 1 << 26); cudaStream_t s; cudaStreamCreate(&s);\n"
                "for (int i = 0; i < {rounds}; i++) {{\ncudaMemcpyAsync(d, h, {bytes}, cudaMemcpyHostToDevice, s);\n"
                "k<<<1024, 256, 0, s>>>(d);\n}}\ncudaStreamSynchronize(s); return cudaGetLastError(); }}\n")
        alone = "int main() { float *d; cudaMalloc(&d, 1024); k<float><<<1, 256>>>(d); }\n"
        names = [self.write("a.cu", main.format(type="float", rounds=1, bytes=1 << 26)),
                 self.write("b.cu", main.format(type="int", rounds=9, bytes=1 << 20)),
                 self.write("c.cu", f'#include "{kernel}"\n' + alone)]

        def reported(*files):
            report = self.report(CLEAN, "--fail-on", "never", *files)
            operations = report["host_operations"]
            findings = [{key: value for key, value in finding.items() if key != "id"} for finding in report["findings"] if not finding["kernel"]]
            return ([{**operation, "program": 0} for operation in operations], findings, [operation["program"] for operation in operations])
        each = [reported(name) for name in names]
        operations, findings, programs = reported(*names)
        self.assertTrue(all(operations for operations, *_ in each) and each[0][1])
        by_place = lambda item: (item["file"], item["line"], item["column"])
        self.assertEqual(operations, [operation for one in each for operation in one[0]])
        self.assertEqual(sorted(findings, key=by_place), sorted((finding for one in each for finding in one[1]), key=by_place))
        self.assertEqual(programs, [number for number, one in enumerate(each) for _ in one[0]])
        self.assertTrue(all(operation["predicted_us"] for operation in operations if operation["kind"] in ("launch", "copy")))

    def test_several_mains(self):
        report = self.report(FINDINGS, self.write("good.cu", GOOD), self.write("bad.cu", BAD))
        self.assertEqual({finding["file"] for finding in report["findings"]}, {"bad.cu"})
        self.assertEqual(len(report["kernels"]), 2)

    def test_the_same_with_any_number_of_threads(self):
        names = [self.write(f"file{number}.cu", BAD.replace("copy", f"copy{number}")) for number in range(6)]
        outputs = {self.expect(FINDINGS, "-j", jobs, *names).out for jobs in ["1", "2", "6", "64"]}
        self.assertEqual(len(outputs), 1)
