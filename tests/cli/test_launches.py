"""Launches given on the command line (--launch, --argv), and launches that fail or never run."""
import re

from support import BAD, CLEAN, FINDINGS, GOOD, UNABLE, CommandTest, unwrapped


class ExitCode(CommandTest):
    def test_the_summary_counts_rejected_launches(self):
        def summary(launches):
            source = f"__global__ void k(float *p) {{ p[threadIdx.x] = 1; }}\nint main() {{ float *p; cudaMalloc(&p, 4096); {launches} }}\n"
            lines = self.expect(UNABLE, "--no-compile", self.write("rejected.cu", source)).out.split("\n")
            return next(line for line in lines if line.startswith("no findings"))
        fits, large, empty = "k<<<1, 64>>>(p);", "k<<<1, 2048>>>(p);", "k<<<0, 32>>>(p);"
        start = "no findings in 1 kernel and 1 launch for H200 (sm_90); 1 site: 1 assumed"
        self.assertEqual(summary(fits + large), start + "; 1 launch was rejected and has no figures")
        self.assertEqual(summary(large + fits + empty), start + "; 2 launches were rejected and have no figures")
        self.assertEqual(summary(large), "no findings in 1 kernel and 0 launches for H200 (sm_90); nothing was analysed: every launch is rejected")

    def test_a_launch_of_no_kernel_names_the_kernels(self):
        def error(source, launch):
            result = self.expect(UNABLE, "--no-compile", "--launch", launch, self.write("named.cu", source))
            return result.err.split("there is no kernel of that name", 1)[1].rstrip()
        kernel = "__global__ void {}(int *p) {{ p[threadIdx.x] = 1; }}\n"
        names = ["scale_rows", "scale_columns", "add"]
        three = "".join(map(kernel.format, names)) + "void host() {} __device__ void scale_row(int *) {}\n"
        self.assertEqual(error(three, "scale_rws<<<1, 32>>>(_)"),
                         " (did you mean 'scale_rows'?); the kernels are 'scale_rows', 'scale_columns' and 'add'")
        self.assertEqual(error(three, "multiply<<<1, 32>>>(_)"), "; the kernels are 'scale_rows', 'scale_columns' and 'add'")
        self.assertEqual(error(kernel.format("one"), "two<<<1, 32>>>(_)"), "; the only kernel is 'one'")
        self.assertEqual(error("int x;\n", "two<<<1, 32>>>(_)"), "; there are no kernels")
        many = "".join(kernel.format(f"kernel_{i}") for i in range(11))
        listed = ", ".join(f"'kernel_{i}'" for i in range(8))
        self.assertEqual(error(many, "other<<<1, 32>>>(_)"), f"; the kernels are {listed} and 3 more")
        template = "namespace n { template <class T> __global__ void fill(T *p) { *p = 1; } }\ntemplate __global__ void n::fill<int>(int *);\n"
        self.assertEqual(error(template, "n::fil<int><<<1, 32>>>(_)"), " (did you mean 'n::fill'?); the only kernel is 'n::fill'")

    def check_unusable(self, file, launches):
        """launches: each with what is reported of it, in a line of its own."""
        options = [option for launch, _ in launches for option in ("--launch", launch)]
        lines = self.expect(UNABLE, "--no-compile", *options, file).err.splitlines()
        self.assertEqual(len(lines), len(launches), lines)
        for (launch, reported), line in zip(launches, lines):
            with self.subTest(launch=launch):
                self.assertIn(f"--launch '{launch}': ", line)
                self.assertIn(reported, line)

    def test_launch_that_cannot_be_used(self):
        self.check_unusable(self.write("good.cu", GOOD), [
                             ("nonsense", "the form of a launch is"), ("<<<1, 32>>>()", "the form of a launch is"), ("copy<<<", "a whole number is missing for the grid at the end; the form of a launch is name<<<"),
                             ("no_such_kernel<<<1, 32>>>()", "no kernel"), ("copy<float><<<1, 32>>>()", "these template arguments"),
                             ("copy<<<1, 32>>>(_, _) copy", "should end before `copy`"),
                             ("copy<<<1, 32>>>(_, _); copy", "should end before `copy`"),
                             ("copy<<<1, 32>>> copy", "should end before `copy`"), ("copy<<<1, 32>>(_, _)", "`>>>` is missing before `>>"),
                             ("copy<<<1 32>>>(_, _)", "`,` is missing before `32"), ("copy<<<1>>>(_, _)", "the block is missing before `>>>"),
                             ("copy<<<1", "the block is missing at the end; the form of a launch is name<<<grid, block, shared>>>(arguments)"),
                             ("copy<<<dim3(1, 32>>>(_, _)", "`)` is missing before `>>>"),
                             ("copy<<<1, 32>>>(_)", "`copy` (good.cu:1) takes 2 arguments, not 1"), ("copy<<<1, 32>>>()", "takes 2 arguments, not 0"),
                             ("copy<<<1, 32>>>(_, _, 3)", "takes 2 arguments, not 3"), ("copy<<<1, 32>>>(_, _", "`)` is missing at the end"),
                             ("copy<<<1, 32>>>(_, x)", "a whole number is missing for the size in bytes of `in` before `x"),
                             ("copy<<<1.5, 32>>>()", "the grid must be a whole number, not a decimal number, at `1.5, 32>>>()`"),
                             ("copy<<<1, 32, 1e3>>>()", "the dynamic shared memory must be a whole number, not a decimal number, at `1e3>>>()`"),
                             ("copy<<<1, 32", "`>>>` is missing at the end; the form of a launch is name<<<grid, block, shared>>>(arguments)"),
                             ("copy<<<1, 32>>>(4096", "`)` is missing at the end; the form of a launch is"), ("copy<<<1, 0>>>(_, _)", "CUDA rejects blocks of 0 threads"),
                             ("copy<<<1, 1025>>>(_, _)", "CUDA rejects blocks of 1025 threads"), ("copy<<<0, 32>>>(_, _)", "CUDA rejects a grid of 0 blocks"),
                             ("copy<<<-1, 32>>>(_, _)", "CUDA rejects a grid of -1 blocks"), ("copy<<<1, (1, 1, 65)>>>(_, _)", "64 in z"),
                             ("copy<<<(1, 65536), 32>>>(_, _)", "at most 65535 in y"),
                             ("copy<<<1, 32, -1>>>(_, _)", "a negative amount of shared memory at `-1"),
                             ("copy<<<1, 32, 999999>>>(_, _)", "999999 bytes of shared memory"),
                             ("copy<<<99999999999999999999, 32>>>(_, _)", "too large at `9999"),
                             ("copy<<<9999999999 * 9999999999, 32>>>(_, _)", "too large at `9999999999 *"),
                             ("copy<<<1, 32>>>(_, -4)", "the buffer `in` is not a number of bytes at `-4)`"),
                             ("copy<<<1, 32>>>(_, 99999999999999999)", f"the buffer `in` is more than {1 << 39} bytes at `9999")])

    def test_launch_of_what_is_beside_too(self):
        """A kernel of the same name in a file that was read along is not meant."""
        self.write("main.cu", "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n"
                   "int main() { int *a; cudaMalloc(&a, 128); k<<<1, 32>>>(a); }\n")
        asked = self.write("asked.cu", "__global__ void k(int *a, int n) { a[threadIdx.x + n] = 1; }\n")
        for arguments, count in [("(1)", 1), ("(1, 2, 3)", 3)]:
            self.assertIn(f"`k` (asked.cu:1) takes 2 arguments, not {count}",
                          self.expect(UNABLE, "--launch", "k<<<1, 32>>>" + arguments, asked).err)

    def test_argv_as_suggested(self):
        """What is suggested makes launches, also where a number is a block's side."""
        kernel = "#include <stdlib.h>\n__global__ void k(int *a, int n) { int i = threadIdx.x + threadIdx.y * blockDim.x; if (i < n) a[i] = 1; }\n"
        main = "int main(int argc, char **argv) {{ if (argc < 3) exit(1); int n = atoi(argv[1]), b = atoi(argv[2]); int *a; " \
               "cudaMalloc(&a, n * sizeof(int)); k<<<1, {}>>>(a, n); }}\n"
        for block in ["b", "dim3(b, b)", "dim3(n, b)"]:
            with self.subTest(block=block):
                source = self.write("k.cu", kernel + main.format(block))
                suggested = re.search("--argv '(.*)'", self.expect(CLEAN, "--format", "short", source).out).group(1)
                launches = self.report(CLEAN, "--fail-on", "never", "--argv", suggested, source)["kernels"][0]["launches"]
                self.assertEqual([launch["origin"] for launch in launches], ["source"])

    def test_kernels_that_nothing_launches(self):
        """Each is reported once, whatever instances it has, with what would help; one that is launched as well is not meant."""
        source = self.write("k.cu", "template <int N> __global__ void some(int *a) { a[threadIdx.x] = N; }\n__global__ void fixed() {}\n"
                            "__global__ void other(int *a) { a[threadIdx.x] = 1; }\n"
                            "void never(int *a) { some<1><<<1, 64>>>(a); some<2><<<1, 64>>>(a); other<<<1, 64>>>(a); }\n"
                            "int main() { int *a; cudaMalloc(&a, 256); some<3><<<1, 64>>>(a); }\n")
        out = self.expect(CLEAN, "--fail-on", "never", source).out
        self.assertIn("k.cu:2:17: note: 1 kernel has assumed launches only, as no evaluated code launches it: 'fixed'\n", out)
        self.assertIn("as well, or a launch: --launch 'fixed<<<grid, block>>>(arguments)'\n", out)
        self.assertIn("k.cu:3:17: note: 1 kernel has assumed launches only, as no evaluated code reaches its launch: 'other'\n"
                      "  advice    give a launch: --launch 'other<<<", out)
        (fixed,) = [kernel for kernel in self.report(CLEAN, "--fail-on", "never", source)["kernels"] if kernel["name"] == "fixed"]
        self.assertIn("the launch: these files do not make one", fixed["launches"][0]["assumptions"])
        self.expect(UNABLE, "--strict", "--fail-on", "never", source)

    def test_kernels_whose_launch_is_not_come_to(self):
        """The advice is the next step that helps: arguments, the compiler's errors, a launch."""
        kernel, launch = "#include <stdlib.h>\n__global__ void k(int *a) { a[threadIdx.x] = 1; }\n", " int *a; cudaMalloc(&a, 4096); k<<<1, 32>>>(a); }\n"
        step = "  advice    {} --launch 'k<<<grid, block>>>(arguments)'\n"
        for main, advice in [("int main(int argc, char **argv) { if (argc < 2) return 1;" + launch, "give main its arguments with --argv, or give a launch:"),
                             ('int main() { if (!getenv("SLOW")) return 1;' + launch, "give a launch:"),
                             ("int main(int argc, char **argv) { return 0; }\n", "give the file that launches it as well, or a launch:")]:
            with self.subTest(main=main):
                self.assertIn(step.format(advice), self.expect(CLEAN, self.write("k.cu", kernel + main)).out)
        for text in [kernel.replace("int *a", "real *a") + "int main() { real *a; cudaMalloc(&a, 4096); k<<<1, 32>>>(a); }\n",
                     kernel + "int main(int argc, char **argv) { k<<<1, 32>>>(missing); }\n"]:
            with self.subTest(text=text):
                source = self.write("k.cu", text)
                out = self.expect(UNABLE, source).out
                self.assertIn(step.format("correct the errors above, or give a launch:"), out)
                self.assertNotIn("--argv", out)
                self.assertNotIn("--argv", self.run_gpulint("--format", "json", source).out)

    def test_a_rejected_launch_is_one(self):
        source = self.write("k.cu", "__global__ void k(real *a) { a[threadIdx.x] = 1; }\n__global__ void other(int *a) { *a = 1; }\n"
                                    "int main() { real *a; int *b; cudaMalloc(&b, 4); other<<<1, 1>>>(b); k<<<1, 32>>>(a); }\n")
        (k,) = [kernel for kernel in self.report(UNABLE, source)["kernels"] if kernel["name"] == "k"]
        self.assertIn("the launch: these files have none that the compiler accepts", k["launches"][0]["assumptions"])

    def test_argv_of_getopt(self):
        """Options with a value, those that are read as numbers as such; then what stands behind them."""
        letters, options = '"n:s:vo::"', "if (c == 'n') n = atoi(optarg); else if (c == 's') name = optarg;"
        body = "const char *name = \"\"; int c; while ((c = getopt(argc, argv, {})) != -1) {{ {} }} if (n < 64 || !*name) return 1;"
        asked = "#include <unistd.h>\n"
        self.assertEqual(self.argv_note(body.format(letters, options), include=asked),
                         "main reads 4 arguments and makes no launch without them: --argv '-n 1024 -s TEXT'")
        in_switch = "switch (c) { case 'n': n = atoi(optarg); break; case 's': name = optarg; break; default: return 2; }"
        self.assertEqual(self.argv_note(body.format(letters, in_switch) + " n += atoi(argv[optind]); if (n != 77777 || !argv[optind + 1]) return 1;", include=asked),
                         "main reads 6 arguments and makes no launch without them: give them as --argv '-n NUMBER -s TEXT NUMBER TEXT' (untried)")

    def argv_note(self, body, *arguments, include=""):
        """What is said of the arguments of a main that reads them so, and what launches make of those that it suggests."""
        source = self.write("k.cu", include + "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n__global__ void k(int *a, int n) "
                            "{ int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < n) a[i] = 1; }\n"
                            "int main(int argc, char **argv) { int n = 0, *a; " + body + " cudaMalloc(&a, n * sizeof(int)); k<<<n / 64, 64>>>(a, n); }\n")
        (problem,) = self.report(CLEAN, "--fail-on", "never", *arguments, source)["files"][0]["problems"]
        suggested = re.search("(?:try|without:) --argv '(.*)'$", problem["message"])
        if suggested:
            launches = self.report(CLEAN, "--fail-on", "never", "--argv", suggested.group(1), source)["kernels"][0]["launches"]
            self.assertEqual([launch["origin"] for launch in launches], ["source"])
        return problem["message"]

    def test_argv_is_suggested_if_it_launches(self):
        usage, lacks = "if (argc != 3) return 1; ", "main reads 2 arguments and makes no launch without them: "
        number = usage + "n = atoi(argv[1]) + 0 * atoi(argv[2]);"
        self.assertEqual(self.argv_note(usage + "n = atoi(argv[1]) + atoi(argv[2]);"), lacks + "--argv '32 32'")
        # CUDA refuses a grid of 0 blocks.
        self.assertEqual(self.argv_note(number), lacks + "--argv '1024 1024'")
        self.assertEqual(self.argv_note(number, "--argv", "640"), lacks + "--argv '640 32'")
        self.assertEqual(self.argv_note(number, "--argv", "640 1 2"), "main makes no launch with --argv '640 1 2': try --argv '1024 1024'")
        self.assertEqual(self.argv_note(usage + 'if (strcmp(argv[1], "-n")) return 1; sscanf(argv[2], "%d", &n); n = 64;'), lacks + "--argv '-n 32'")
        self.assertEqual(self.argv_note(number + "if (n != 77777) return 1;"), lacks + "give them as --argv 'NUMBER NUMBER' (untried)")
        self.assertEqual(self.argv_note(number + "if (n != 77777) return 1;", "--argv", "7 7"),
                         "main makes no launch with --argv '7 7': give others as --argv 'NUMBER NUMBER' (untried)")
        self.assertEqual(self.argv_note(usage + 'n = atoi(argv[2]); if (strcmp(argv[1], "run") || n != 77777) return 1;'),
                         lacks + "give them as --argv 'run NUMBER' (untried)")

    def test_launch_that_no_program_can_make(self):
        """Of several programs those that have the kernel say why."""
        main = "int main() {{ int *a; cudaMalloc(&a, 128); {}<<<1, 32>>>(a); }}\n"
        kernel = "__global__ void {}(int *a) {{ a[threadIdx.x] = 1; }}\n"
        files = [self.write("one.cu", kernel.format("other") + main.format("other")),
                 self.write("two.cu", kernel.format("k") + main.format("k")),
                 self.write("three.cu", kernel.format("k") + "__device__ int unused;\n" + main.format("k"))]
        result = self.expect(UNABLE, "--launch", "k<<<1, 32>>>(1, 2)", *files)
        for file in files[1:]:
            self.assertIn(f"`k` ({file}:1) takes 1 argument, not 2", result.err)
        self.assertNotIn("no kernel", result.err)
        self.assertEqual(self.expect(UNABLE, "--launch", "none<<<1, 32>>>(1, 2)", *files).err.count("there is no kernel of that name"), 1)

    def test_launch_of_an_instance_that_cannot_be_made(self):
        """Why not is reported, by what the compiler says of it, be it of the arguments or of the code that they make."""
        templates = self.write("templates.cu", "template <typename T, int N> __global__ void fill(T *p) { p[threadIdx.x * N] = 1; }\n"
                               "template <typename T> __global__ void call(T *p) { p[threadIdx.x].run(); }\n")
        for launch, reported in [("fill<void, 4>", "void"), ("fill<float, none>", "'none'"), ("call<float>", "'float'")]:
            with self.subTest(launch=launch):
                result = self.expect(UNABLE, "--launch", launch + "<<<1, 32>>>(_)", templates)
                self.assertRegex(result.err, f"the compiler rejects this instance: .*{reported}")
                self.assertNotIn("the launch: these files do not make one", result.out)

    def test_launch_with_numbers_that_do_not_fit(self):
        kernel = self.write("kernel.cu", "struct pair { int a, b; };\n__global__ void take(int i, unsigned u, unsigned long long w, "
                            "signed char c, bool b, float x, double y, pair p, int *a) { a[i + u + w + c + b + (int)(x + y) + p.a] = 0; }\n")
        good = ["-5", "4294967295", "9223372036854775807", "-128", "1", "-1e38", "1e300", "_", "4096"]
        launch = "take<<<1, 32>>>({})"
        self.expect(CLEAN, "--fail-on", "never", "--launch", launch.format(", ".join(good)), kernel)
        wrong = [(0, "99999999999", "`i`, of type int, at `99999999999, 429"), (0, "-2147483649", "`i`"),
                 (1, "-1", "`u`, of type unsigned int, at `-1, "), (1, "4294967296", "`u`"), (2, "-1", "`w`"),
                 (2, "18446744073709551616", "too large at `18446744073709551616, -1"), (3, "128", "`c`"), (4, "2", "`b`"),
                 (5, "1e39", "`x`, a float, at `1e39, "), (7, "3", "`p`, of type pair"), (8, "-1", "`a`")]
        self.check_unusable(kernel, [(launch.format(", ".join(good[:place] + [number] + good[place + 1:])), reported)
                                     for place, number, reported in wrong])

    def test_a_launch_that_fails_is_not_replaced_by_another(self):
        kernel = self.write("kernel.cu", BAD.split("int main")[0])
        self.assertEqual([launch["origin"] for launch in self.report(FINDINGS, kernel)["kernels"][0]["launches"]], ["assumed"])
        for arguments in ["(_)", "(_, _, _)", "(_, x)", "(_, -1)"]:
            report = self.report(UNABLE, "--launch", "copy<<<1, 32>>>" + arguments, kernel)
            self.assertEqual((report["kernels"][0]["launches"], report["findings"]), ([], []))
            self.assertEqual(len(report["undone"]), 1)
        self.assertIn("1 kernel was not analysed, as no evaluated code launches it", self.expect(UNABLE, "--launch", "copy<<<1>>>", kernel).out)

    def test_launches_that_cuda_refuses(self):
        refused = self.write("refused.cu", GOOD.replace("<<<4096, 256>>>", "<<<4096, 256, 300000>>>"))
        for form in ["text", "short"]:
            self.assertRegex(self.expect(UNABLE, "--format", form, refused).out, r"refused\.cu:12:\d+: error: .*300000 bytes")
        report = self.report(UNABLE, refused)
        (kernel,), (file,) = report["kernels"], report["files"]
        self.assertEqual((kernel["launches"], [refused["line"] for refused in kernel["refused_launches"]]), ([], [12]))
        self.assertEqual((kernel["resources"]["occupancy"], kernel["resources"]["limiter"]), (None, "unknown"))
        self.assertEqual((file["status"], [(problem["line"], problem["severity"]) for problem in file["problems"]]),
                         ("partial", [(12, "error")]))

    def test_launches_behind_a_division_by_zero(self):
        """Where the host code divides by zero for a launch it ends there: nothing is predicted of that, only of others."""
        for shape in ["1 / none, 256", "1, 256 % none", "dim3(4, rest), 256", "4096, 256, 8 / none"]:
            with self.subTest(shape=shape):
                divided = self.write("divided.cu", GOOD.replace("\tfloat *a", "\tint none = 0;\n\tint rest = 3 % none;\n\tfloat *a").replace(
                    "4096, 256", shape))
                out = self.expect(UNABLE, "--no-compile", "--format", "short", divided).out
                self.assertRegex(out, r"divided\.cu:14:2: error: the launch is never made: the host code divides by zero at line 1[04]")
                (kernel,) = self.report(UNABLE, "--no-compile", divided)["kernels"]
                self.assertEqual((kernel["launches"], [refused["line"] for refused in kernel["refused_launches"]]), ([], [14]))
        for update in ["blocks /= none", "blocks %= none", "parts[1] /= none"]:
            with self.subTest(update=update):
                divided = self.write("divided.cu", GOOD.replace(
                    "\tfloat *a", f"\tint none = 0, blocks = 8, parts[2] = {{1, 2}};\n\t{update};\n\tfloat *a").replace(
                    "4096, 256", "blocks + parts[1], 256"))
                self.assertRegex(self.expect(UNABLE, "--no-compile", "--format", "short", divided).out,
                                 r"divided\.cu:14:2: error: the launch is never made: the host code divides by zero at line 10")
        self.expect(CLEAN, self.write("half.cu", GOOD.replace("\tfloat *a", "\tint n = 8192; n /= 0.5; n /= 4;\n\tfloat *a").replace("4096", "n")))
        self.expect(CLEAN, self.write("whole.cu", GOOD.replace("4096, 256", "8192 / 2, 256 / (1 + (4 & 1))")))

    def test_accesses_that_must_fail(self):
        """They are findings, reported in each format, where the source determines where they go; and one for each cause."""
        wrong = self.write("wrong.cu", GOOD.replace("int main()", """__global__ void set(float *p) { p[2 * threadIdx.x] = 1; }

int main()""").replace("copy<<<4096, 256>>>(a, b);", """set<<<1, 64>>>(nullptr);
	set<<<1, 64>>>(0);
	copy<<<4097, 256>>>(a, b);"""))
        end = "wrong.cu:4:2: error: store to 'out' beyond the end: it accesses byte 4195324 of 'a', which has 4194304 bytes"
        for form in ["text", "short"]:
            out = self.expect(FINDINGS, "--format", form, "--fail-on", "error", wrong).out
            self.assertEqual(out.count(" error: "), 2)
            self.assertRegex(out, r"wrong\.cu:7:33: error: store to 'p' through a null pointer \[invalid-access\]")
            self.assertRegex(out, end.replace("4195324", r"41953\d\d") + r" \[invalid-access\]")
            self.assertNotIn("stride", out)
        self.assertIn("thread 255 of block 4096 in the launch at line 16", self.expect(FINDINGS, wrong).out)
        found = self.report(FINDINGS, wrong)["findings"]
        self.assertEqual({(one["rule"], one["severity"], one["standing"]) for one in found}, {("invalid-access", "error", "exact")})
        host = self.write("host.cu", GOOD.replace("cudaMalloc(&b, 1048576 * sizeof(float));", "b = new float[1048576];"))
        self.assertRegex(self.expect(FINDINGS, host).out, r"host\.cu:4:11: warning: load of 'in' in host memory")
        self.expect(CLEAN, "--fail-on", "error", host)

    def test_accesses_that_may_fail(self):
        """Where something else than the source decides where they go, none is called wrong."""
        kernel = GOOD.split("int main")[0]
        buffers = "{ float *a, *b; cudaMalloc(&a, 4096); cudaMalloc(&b, 4096); copy<<<GRID, 256>>>(a, b); }\n"
        sized = "{ float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); copy<<<5, 256>>>(a, b); }\n"
        for main in ["", "int main(int argc, char **argv) " + buffers.replace("GRID", "atoi(argv[1])"),
                     "void run(int n) " + sized, "void run(float *a, float *b) { copy<<<5, 256>>>(a, b); }\n",
                     "int main(int argc, char **argv) { if (argc == 7) " + buffers.replace("GRID", "5") + " }\n",
                     "int main() " + buffers.replace("GRID", "4")]:
            with self.subTest(main=main):
                found = self.report(CLEAN, "--fail-on", "never", self.write("may.cu", kernel + main))["findings"]
                self.assertNotIn("invalid-access", [one["rule"] for one in found])
        launched = self.report(FINDINGS, "--launch", "copy<<<5, 256>>>(4096, 8192)", self.write("said.cu", kernel))["findings"]
        self.assertEqual([(one["rule"], one["message"].split(":")[0]) for one in launched],
                         [("invalid-access", "store to 'out' beyond the end")])

    def test_launches_left_out(self):
        many = self.write("many.cu", GOOD.replace("copy<<<4096,", "for (int i = 1; i < 12; i++)\n\t\tcopy<<<i,")
                          .replace("out[i] =", "for (int turn = 0; turn < 500; turn++) out[i + turn] ="))
        (kernel,) = self.report(FINDINGS, many)["kernels"]
        (left_out,) = kernel["launches_left_out"]
        self.assertEqual((left_out["line"], left_out["count"]), (13, 3))
        for form in ["text", "short"]:
            self.assertRegex(self.expect(FINDINGS, "--format", form, many).out,
                             r"many\.cu:13:\d+: note: 3 more launches of 'copy' with other arguments were not evaluated")
        (kernel,) = self.report(CLEAN, "--fail-on", "never", "--launch", left_out["first"], many)["kernels"]
        self.assertEqual([(launch["origin"], launch["grid"]) for launch in kernel["launches"]], [("option", [9, 1, 1])])
        self.assertEqual(kernel["launches_left_out"], [])

    def test_a_launch_said_replaces_those_of_its_kernel(self):
        """The program's still make what later kernels read."""
        program = self.write("program.cu", """__global__ void fill(int *to) { to[threadIdx.x] = 8 * threadIdx.x; }
__global__ void pick(float *out, const int *from) { out[threadIdx.x] = from[threadIdx.x]; }
__global__ void spread(float *out, const int *from) { out[from[threadIdx.x]] = 1; }
int main() {
	int *a; float *b; cudaMalloc(&a, 128); cudaMalloc(&b, 4096);
	fill<<<1, 32>>>(a); pick<<<1, 32>>>(b, a); pick<<<1, 16>>>(b, a); spread<<<1, 32>>>(b, a);
}
""")
        origins = lambda *more: {kernel["name"]: [(launch["origin"], launch["block"][0]) for launch in kernel["launches"]]
                                 for kernel in self.report(FINDINGS, "--fail-on", "note", "--gpu", "H200", *more, program)["kernels"]}
        made = {"fill": [("source", 32)], "pick": [("source", 32), ("source", 16)], "spread": [("source", 32)]}
        self.assertEqual(origins(), made)
        self.assertEqual(origins("--launch", "pick<<<2, 64>>>(_, _)", "--launch", "pick<<<3, 96>>>(_, _)"),
                         {**made, "pick": [("option", 64), ("option", 96)]})
        report = self.report(FINDINGS, "--fail-on", "note", "--launch", "fill<<<1, 32>>>(4096)", program)
        (spread,) = (kernel for kernel in report["kernels"] if kernel["name"] == "spread")
        stored = [site for site in spread["launches"][0]["sites"] if site["kind"] == "store"]
        self.assertEqual([(site["standing"], site["predicted"]["sectors_per_request"]) for site in stored], [("exact", 32)])

    def test_loops_that_do_not_end(self):
        endless = self.write("endless.cu", GOOD.replace("\tcopy<<<", "\twhile (1)\n\t\tcopy<<<").replace(
            "out[i] =", "for (;; i = i * 7 % 1048576)\n\t\tout[i] ="))
        out = self.expect(CLEAN, "--fail-on", "never", endless).out
        self.assertRegex(out, r"endless\.cu:4:\d+: note: the evaluation stopped before the end of this loop")
        self.assertRegex(out, r"endless\.cu:13:\d+: note: the evaluation skipped iterations of this host loop")
        report = self.report(CLEAN, "--fail-on", "never", endless)
        self.assertEqual(([loop["line"] for loop in report["cut_loops"]],
                          report["kernels"][0]["launches"][0]["cut_loop"]["line"]), ([13], 4))


class Option(CommandTest):
    def test_launch(self):
        kernel = self.write("kernel.cu", BAD[:BAD.index("int main")])
        report = self.report(FINDINGS, "--launch", "copy<<<4096, 256>>>(4194304, _)", kernel)
        launch = report["kernels"][0]["launches"][0]
        self.assertEqual((launch["grid"], launch["block"], launch["origin"]), ([4096, 1, 1], [256, 1, 1], "option"))

    def test_launch_of_an_instance(self):
        kernel = self.write("kernel.cu", "template <typename T, int N> __global__ void fill(T *a) { a[threadIdx.x] = N; }\n"
                            "template __global__ void fill<float, 1>(float *);\n"
                            "template __global__ void fill<unsigned int, 2>(unsigned int *);\n"
                            "template __global__ void fill<unsigned int, 3>(unsigned int *);\n")
        for arguments, chosen in [("<float,1>", "1"), ("<float>", "1"), (" < unsigned int , 3 > ", "3"),
                                  ("<unsigned int>", "2"), ("", "1"), ("<float, 2>", "2")]:
            with self.subTest(arguments=arguments):
                report = self.report(CLEAN, "--launch", f"fill{arguments}<<<7, 32>>>(_);", kernel)
                self.assertEqual([chosen], [k["template_args"][1] for k in report["kernels"]
                                            if k["launches"] and k["launches"][0]["grid"] == [7, 1, 1]])
        for arguments, reported in [("<float, 1, 1>", "these template arguments"), ("<flo>", "identifier 'flo'"), ("<>", "these template arguments")]:
            with self.subTest(arguments=arguments):
                self.assertIn(reported, self.expect(UNABLE, "--launch", f"fill{arguments}<<<7, 32>>>(_)", kernel).err)

    def test_launch_of_an_instance_for_an_enumerator(self):
        kernel = self.write("kernel.cu", "enum class mode { near, far };\n"
                            "template <mode m> __global__ void fill(int *a) { a[threadIdx.x] = (int)m; }\n"
                            "template __global__ void fill<mode::near>(int *);\n"
                            "template __global__ void fill<mode::far>(int *);\n")
        for argument in ["mode::far", "(mode)1"]:
            with self.subTest(argument=argument):
                report = self.report(CLEAN, "--launch", f"fill<{argument}><<<7, 32>>>(_)", kernel)
                self.assertEqual([["(mode)1"]], [k["template_args"] for k in report["kernels"]
                                                 if k["launches"] and k["launches"][0]["grid"] == [7, 1, 1]])

    def test_launch_of_a_template(self):
        kernel = self.write("kernel.cuh", "namespace inner {\n"
                            "template <typename T, int N> __global__ void fill(T *a) { a[threadIdx.x * N] = N; }\n}\n")
        for form in ["text", "short"]:
            result = self.expect(CLEAN, "--format", form, kernel)
            self.assertIn("kernel.cuh:2:46: note: 1 kernel template was not analysed, without an instance in these files: 'inner::fill'",
                          result.out)
            self.assertIn("--launch 'inner::fill<T, N><<<grid, block>>>(arguments)'", unwrapped(result.out))
        (dormant,) = self.report(CLEAN, kernel)["dormant_templates"]
        self.assertEqual((dormant["name"], dormant["line"]), ("inner::fill", 2))
        self.assertIn("a template", self.expect(UNABLE, "--launch", "fill<<<64, 256>>>(_)", kernel).err)
        self.assertIn("'nothing'", self.expect(UNABLE, "--launch", "fill<nothing, 2><<<64, 256>>>(_)", kernel).err)
        for name in ["fill<unsigned, 32>", "inner::fill< float ,8*4 >"]:
            report = self.report(FINDINGS, "--launch", f"{name}<<<4096, 256>>>(67108864)", kernel)
            self.assertEqual(report["dormant_templates"], [])
            self.assertEqual(report["findings"][0]["rule"], "uncoalesced-access")

    def test_argv(self):
        program = self.write("program.cu", """#include <cstdlib>
__global__ void copy(float *out, const float *in, int step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[step * i];
}

int main(int argc, char **argv)
{
	int step = atoi(argv[1]);
	float *a, *b;
	cudaMalloc(&a, 1048576 * sizeof(float));
	cudaMalloc(&b, 1048576 * step * sizeof(float));
	copy<<<4096, 256>>>(a, b, step);
	return 0;
}
""")
        self.expect(CLEAN, "--argv", "1", program)
        self.expect(FINDINGS, "--argv", "'32'", program)
