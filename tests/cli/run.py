#!/usr/bin/env python3
"""The command line from outside: options, exit codes and messages, also on inputs that are no programs.

    run.py GPULINT [NAME...]      runs these: a class, or CLASS.METHOD; all without a name
    run.py --list                 names them

A test is a method of one of the classes below, run in an empty folder of its own.
"""
import base64
import html.parser
import json
import os
import pathlib
import pty
import re
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import json_schema  # noqa: E402

GPULINT = None
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
        result = subprocess.run([GPULINT, *arguments], cwd=self.path, input=stdin, capture_output=True, timeout=60,
                                env=self.environment)
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


class ExitCode(CommandTest):
    def test_clean(self):
        result = self.expect(CLEAN, self.write("good.cu", GOOD))
        self.assertEqual(result.err, "")
        self.assertIn("no findings in 1 kernel and 1 launch", result.out)

    def test_findings(self):
        result = self.expect(FINDINGS, "--format", "short", self.write("bad.cu", BAD))
        self.assertRegex(result.out, rf"^bad\.cu:{BAD_LINE}:\d+: (note|warning|error): .* \[[a-z-]+\]\n")

    def test_fail_on(self):
        # Large enough that the cost of launching does not matter.
        bad = self.write("bad.cu", BAD.replace("4096", "16384").replace("33554432", "134217728"))
        misaligned = self.write("misaligned.cu", GOOD.replace("in[i]", "in[i + 1]").replace("(&b, 1048576", "(&b, 1048577"))
        for severities, file in [(["note", "warning", "error"], bad), (["note"], misaligned)]:
            for severity in ["note", "warning", "error", "never"]:
                with self.subTest(severity=severity, file=file):
                    self.expect(FINDINGS if severity in severities else CLEAN, "--fail-on", severity, file)
        # Without the option warnings and errors count.
        self.expect(CLEAN, misaligned)
        self.expect(FINDINGS, bad)
        self.assertIn("'always' is none of", self.expect(UNABLE, "--fail-on", "always", bad).err)

    def test_notes(self):
        """They are counted, and shown where somebody asks for them."""
        misaligned = self.write("misaligned.cu", GOOD.replace("in[i]", "in[i + 1]").replace("(&b, 1048576", "(&b, 1048577"))
        note = r"misaligned\.cu:4:11: note: .* \[misaligned-access\]"
        for form in ["text", "short"]:
            self.assertNotRegex(self.expect(CLEAN, "--format", form, misaligned).out, note)
            self.assertRegex(self.expect(CLEAN, "--format", form, "--notes", misaligned).out, note)
            self.assertRegex(self.expect(FINDINGS, "--format", form, "--fail-on", "note", misaligned).out, note)
        self.assertIn("1 note (--notes shows them) in 1 kernel", self.expect(CLEAN, misaligned).out)
        self.assertEqual([one["rule"] for one in self.report(CLEAN, misaligned)["findings"]], ["misaligned-access"])

    def test_no_file(self):
        self.assertIn("no file given", self.expect(UNABLE).err)

    def test_unknown_option(self):
        result = self.expect(UNABLE, "--nonsense", self.write("good.cu", GOOD))
        self.assertIn("unknown option '--nonsense'", result.err)
        self.assertEqual(result.out, "")
        for arguments, told in [(["--alone", "-xy"], "unknown option '-x'"), (["-hx"], "unknown option '-x'"),
                                (["--alone=yes"], "'--alone=yes': the option takes no value"), (["-hj"], "'-hj' needs a value"),
                                (["--gpu"], "'--gpu' needs a value")]:
            self.assertIn(told, self.expect(UNABLE, *arguments).err)

    def test_unknown_names(self):
        good = self.write("good.cu", GOOD)
        for option, value in [("--gpu", "Voodoo2"), ("--arch", "sm_13"), ("--format", "xml"), ("--select", "no-rule"),
                              ("--ignore", "no-rule")]:
            with self.subTest(option=option):
                self.assertIn(value, self.expect(UNABLE, option, value, good).err)

    def test_gpu_and_arch_that_contradict(self):
        self.assertIn("sm_70", self.expect(UNABLE, "--gpu", "H200", "--arch", "sm_70", self.write("g.cu", GOOD)).err)

    def test_architecture_of_the_files_that_name_one(self):
        """Host code names none, and leaves it to the others."""
        def target(*names, arch=("sm_80", "sm_80")):
            entries = [{"directory": str(self.path), "file": f"{name}.cu", "command": f"nvcc -arch={arch[i]} -c {name}.cu"} for i, name in enumerate("ab")]
            entries.append({"directory": str(self.path), "file": "host.cpp", "command": "c++ -c host.cpp"})
            self.write("build/compile_commands.json", json.dumps(entries))
            return self.report(CLEAN, "-p", "build", *names)["target"]["sm"]

        self.write("a.cu", GOOD)
        self.write("b.cu", "__global__ void other(int *a) { a[threadIdx.x] = 1; }\n")
        self.write("host.cpp", "int host(int n) { return n; }\n")
        self.assertEqual([target("a.cu"), target("host.cpp", "a.cu"), target("a.cu", "host.cpp", "b.cu")], ["sm_80"] * 3)
        default = target("host.cpp")
        self.assertNotEqual(default, "sm_80")
        self.assertEqual(target("a.cu", "host.cpp", "b.cu", arch=("sm_80", "sm_70")), default)

    def test_launch_that_cannot_be_used(self):
        good = self.write("good.cu", GOOD)
        for launch, told in [("nonsense", "not of the form"), ("<<<1, 32>>>()", "not of the form"), ("copy<<<", "a whole number is missing for the grid at the end; a launch is name<<<"),
                             ("no_such_kernel<<<1, 32>>>()", "no kernel"), ("copy<float><<<1, 32>>>()", "these template arguments"),
                             ("copy<<<1, 32>>>(_, _) copy", "should end before `copy`"),
                             ("copy<<<1, 32>>>(_, _); copy", "should end before `copy`"),
                             ("copy<<<1, 32>>> copy", "should end before `copy`"), ("copy<<<1, 32>>(_, _)", "`>>>` is missing before `>>"),
                             ("copy<<<1 32>>>(_, _)", "`,` is missing before `32"), ("copy<<<1>>>(_, _)", "the block is missing before `>>>"),
                             ("copy<<<1", "the block is missing at the end; a launch is name<<<grid, block, shared>>>(arguments)"),
                             ("copy<<<dim3(1, 32>>>(_, _)", "`)` is missing before `>>>"),
                             ("copy<<<1, 32>>>(_)", "`copy` (good.cu:1) takes 2 arguments, not 1"), ("copy<<<1, 32>>>()", "takes 2 arguments, not 0"),
                             ("copy<<<1, 32>>>(_, _, 3)", "takes 2 arguments, not 3"), ("copy<<<1, 32>>>(_, _", "`)` is missing at the end"),
                             ("copy<<<1, 32>>>(_, x)", "a whole number is missing for the size in bytes of `in` before `x"),
                             ("copy<<<1.5, 32>>>()", "the grid takes whole numbers: a decimal one stands at `1.5, 32>>>()`"),
                             ("copy<<<1, 32, 1e3>>>()", "the dynamic shared memory takes whole numbers: a decimal one stands at `1e3>>>()`"),
                             ("copy<<<1, 32", "`>>>` is missing at the end; a launch is name<<<grid, block, shared>>>(arguments)"),
                             ("copy<<<1, 32>>>(4096", "`)` is missing at the end; a launch is"), ("copy<<<1, 0>>>(_, _)", "CUDA refuses them"),
                             ("copy<<<1, 1025>>>(_, _)", "CUDA refuses them"), ("copy<<<0, 32>>>(_, _)", "CUDA refuses it"),
                             ("copy<<<-1, 32>>>(_, _)", "CUDA refuses it"), ("copy<<<1, (1, 1, 65)>>>(_, _)", "64 in z"),
                             ("copy<<<(1, 65536), 32>>>(_, _)", "65535 are the most in y"),
                             ("copy<<<1, 32, -1>>>(_, _)", "less than nothing at `-1"),
                             ("copy<<<1, 32, 999999>>>(_, _)", "999999 bytes of shared memory"),
                             ("copy<<<99999999999999999999, 32>>>(_, _)", "too large at `9999"),
                             ("copy<<<9999999999 * 9999999999, 32>>>(_, _)", "too large at `9999999999 *"),
                             ("copy<<<1, 32>>>(_, -4)", "the buffer `in` is no number of bytes at `-4)`"),
                             ("copy<<<1, 32>>>(_, 99999999999999999)", f"the buffer `in` is more than {1 << 39} bytes at `9999")]:
            with self.subTest(launch=launch):
                self.assertIn(f"'{launch}': ", result := self.expect(UNABLE, "--launch", launch, good).err)
                self.assertIn(told, result)

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
        """Each is told once, whatever instances it has, with what would help; one that is launched as well is not meant."""
        source = self.write("k.cu", "template <int N> __global__ void some(int *a) { a[threadIdx.x] = N; }\n__global__ void fixed() {}\n"
                            "__global__ void other(int *a) { a[threadIdx.x] = 1; }\n"
                            "void never(int *a) { some<1><<<1, 64>>>(a); some<2><<<1, 64>>>(a); other<<<1, 64>>>(a); }\n"
                            "int main() { int *a; cudaMalloc(&a, 256); some<3><<<1, 64>>>(a); }\n")
        out = self.expect(CLEAN, "--fail-on", "never", source).out
        self.assertIn("k.cu:2:17: note: 1 kernel has assumed launches only, as nothing that was run launches it: 'fixed'\n", out)
        self.assertIn("as well, or a launch: --launch 'fixed<<<grid, block>>>(arguments)'\n", out)
        self.assertIn("k.cu:3:17: note: 1 kernel has assumed launches only, as nothing that was run reaches its launch: 'other'\n"
                      "  advice    name a launch: --launch 'other<<<", out)
        (fixed,) = [kernel for kernel in self.report(CLEAN, "--fail-on", "never", source)["kernels"] if kernel["name"] == "fixed"]
        self.assertIn("no launch is in sight", fixed["launches"][0]["assumptions"])
        self.expect(UNABLE, "--strict", "--fail-on", "never", source)

    def test_kernels_whose_launch_is_not_come_to(self):
        """The advice is the next step that helps: arguments, the compiler's errors, a launch."""
        kernel, launch = "#include <stdlib.h>\n__global__ void k(int *a) { a[threadIdx.x] = 1; }\n", " int *a; cudaMalloc(&a, 4096); k<<<1, 32>>>(a); }\n"
        step = "  advice    {} --launch 'k<<<grid, block>>>(arguments)'\n"
        for main, advice in [("int main(int argc, char **argv) { if (argc < 2) return 1;" + launch, "give main its arguments with --argv, or name a launch:"),
                             ('int main() { if (!getenv("SLOW")) return 1;' + launch, "name a launch:"),
                             ("int main(int argc, char **argv) { return 0; }\n", "name the file that launches it as well, or a launch:")]:
            with self.subTest(main=main):
                self.assertIn(step.format(advice), self.expect(CLEAN, self.write("k.cu", kernel + main)).out)
        for text in [kernel.replace("int *a", "real *a") + "int main() { real *a; cudaMalloc(&a, 4096); k<<<1, 32>>>(a); }\n",
                     kernel + "int main(int argc, char **argv) { k<<<1, 32>>>(missing); }\n"]:
            with self.subTest(text=text):
                source = self.write("k.cu", text)
                out = self.expect(UNABLE, source).out
                self.assertIn(step.format("correct the errors above, or name a launch:"), out)
                self.assertNotIn("--argv", out)
                self.assertNotIn("--argv", self.run_gpulint("--format", "json", source).out)

    def test_a_rejected_launch_is_one(self):
        source = self.write("k.cu", "__global__ void k(real *a) { a[threadIdx.x] = 1; }\n__global__ void other(int *a) { *a = 1; }\n"
                                    "int main() { real *a; int *b; cudaMalloc(&b, 4); other<<<1, 1>>>(b); k<<<1, 32>>>(a); }\n")
        (k,) = [kernel for kernel in self.report(UNABLE, source)["kernels"] if kernel["name"] == "k"]
        self.assertIn("no launch is in sight that the compiler accepts", k["launches"][0]["assumptions"])

    def test_argv_of_getopt(self):
        """Options with a value, those that are read as numbers as such; then what stands behind them."""
        letters, options = '"n:s:vo::"', "if (c == 'n') n = atoi(optarg); else if (c == 's') name = optarg;"
        body = "const char *name = \"\"; int c; while ((c = getopt(argc, argv, {})) != -1) {{ {} }} if (n < 64 || !*name) return 1;"
        asked = "#include <unistd.h>\n"
        self.assertEqual(self.argv_note(body.format(letters, options), include=asked),
                         "main reads 4 arguments and launches nothing without: --argv '-n 1024 -s TEXT'")
        in_switch = "switch (c) { case 'n': n = atoi(optarg); break; case 's': name = optarg; break; default: return 2; }"
        self.assertEqual(self.argv_note(body.format(letters, in_switch) + " n += atoi(argv[optind]); if (n != 77777 || !argv[optind + 1]) return 1;", include=asked),
                         "main reads 6 arguments and launches nothing without: give them as --argv '-n NUMBER -s TEXT NUMBER TEXT' (untried)")

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
        usage, lacks = "if (argc != 3) return 1; ", "main reads 2 arguments and launches nothing without: "
        number = usage + "n = atoi(argv[1]) + 0 * atoi(argv[2]);"
        self.assertEqual(self.argv_note(usage + "n = atoi(argv[1]) + atoi(argv[2]);"), lacks + "--argv '32 32'")
        # CUDA refuses a grid of 0 blocks.
        self.assertEqual(self.argv_note(number), lacks + "--argv '1024 1024'")
        self.assertEqual(self.argv_note(number, "--argv", "640"), lacks + "--argv '640 32'")
        self.assertEqual(self.argv_note(number, "--argv", "640 1 2"), "main launches nothing with --argv '640 1 2': try --argv '1024 1024'")
        self.assertEqual(self.argv_note(usage + 'if (strcmp(argv[1], "-n")) return 1; sscanf(argv[2], "%d", &n); n = 64;'), lacks + "--argv '-n 32'")
        self.assertEqual(self.argv_note(number + "if (n != 77777) return 1;"), lacks + "give them as --argv 'NUMBER NUMBER' (untried)")
        self.assertEqual(self.argv_note(number + "if (n != 77777) return 1;", "--argv", "7 7"),
                         "main launches nothing with --argv '7 7': give others as --argv 'NUMBER NUMBER' (untried)")
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
        """Why not is told, by what the compiler says of it, be it of the arguments or of the code that they make."""
        templates = self.write("templates.cu", "template <typename T, int N> __global__ void fill(T *p) { p[threadIdx.x * N] = 1; }\n"
                               "template <typename T> __global__ void call(T *p) { p[threadIdx.x].run(); }\n")
        for launch, told in [("fill<void, 4>", "void"), ("fill<float, none>", "'none'"), ("call<float>", "'float'")]:
            with self.subTest(launch=launch):
                result = self.expect(UNABLE, "--launch", launch + "<<<1, 32>>>(_)", templates)
                self.assertRegex(result.err, f"the compiler does not make this instance: .*{told}")
                self.assertNotIn("no launch of this kernel", result.out)

    def test_launch_with_numbers_that_do_not_fit(self):
        kernel = self.write("kernel.cu", "struct pair { int a, b; };\n__global__ void take(int i, unsigned u, unsigned long long w, "
                            "signed char c, bool b, float x, double y, pair p, int *a) { a[i + u + w + c + b + (int)(x + y) + p.a] = 0; }\n")
        good = ["-5", "4294967295", "9223372036854775807", "-128", "1", "-1e38", "1e300", "_", "4096"]
        launch = "take<<<1, 32>>>({})"
        self.expect(CLEAN, "--fail-on", "never", "--launch", launch.format(", ".join(good)), kernel)
        for place, number, told in [(0, "99999999999", "`i`, of type int, at `99999999999, 429"), (0, "-2147483649", "`i`"),
                                    (1, "-1", "`u`, of type unsigned int, at `-1, "), (1, "4294967296", "`u`"), (2, "-1", "`w`"),
                                    (2, "18446744073709551616", "too large at `18446744073709551616, -1"), (3, "128", "`c`"),
                                    (4, "2", "`b`"), (5, "1e39", "`x`, a float, at `1e39, "), (7, "3", "`p`, of type pair"),
                                    (8, "-1", "`a`")]:
            with self.subTest(place=place, number=number):
                numbers = good[:place] + [number] + good[place + 1:]
                self.assertIn(told, self.expect(UNABLE, "--launch", launch.format(", ".join(numbers)), kernel).err)

    def test_a_launch_that_fails_is_not_replaced_by_another(self):
        kernel = self.write("kernel.cu", BAD.split("int main")[0])
        self.assertEqual([launch["origin"] for launch in self.report(FINDINGS, kernel)["kernels"][0]["launches"]], ["assumed"])
        for arguments in ["(_)", "(_, _, _)", "(_, x)", "(_, -1)"]:
            report = self.report(UNABLE, "--launch", "copy<<<1, 32>>>" + arguments, kernel)
            self.assertEqual((report["kernels"][0]["launches"], report["findings"]), ([], []))
            self.assertEqual(len(report["undone"]), 1)
        self.assertIn("1 kernel was not analysed, as nothing that was run launches it", self.expect(UNABLE, "--launch", "copy<<<1>>>", kernel).out)

    def test_output_that_cannot_be_written(self):
        good = self.write("good.cu", GOOD)
        for command in [[good], ["calibrate"]]:
            self.assertIn("no/where: No such file", self.expect(UNABLE, *command, "--output", "no/where").err)
            self.assertIn(".: Is a directory", self.expect(UNABLE, *command, "--output", ".").err)
        if pathlib.Path("/dev/full").exists():
            full = "/dev/full: No space left on device"
            self.assertIn(full, self.expect(UNABLE, "--output", "/dev/full", good).err)
            self.assertIn(full, self.expect(UNABLE, "calibrate", "--profile", str(ROOT / "kernels/profiles/h200.json"), "--plot",
                                            "/dev/full").err)
            (self.path / "full.json").symlink_to("/dev/full")
            self.assertIn("full.json: No space left on device", self.expect(UNABLE, "job", good, "--output", "full.json").err)

    def test_output_that_is_there_stays_until_the_new_one_is(self):
        good = self.write("good.cu", GOOD)
        old = self.path / self.write("report.json", "old")
        old.chmod(0o640)
        (self.path / "link.json").symlink_to("report.json")
        command = [GPULINT, "--format", "json", "--output", "link.json", good]
        # A file may have no byte: the report is too long for it.
        limited = subprocess.run(command, cwd=self.path, capture_output=True, timeout=60, preexec_fn=lambda: (
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN), resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))))
        self.assertEqual(limited.returncode, UNABLE)
        self.assertIn(b"link.json: File too large", limited.stderr)
        self.assertEqual(old.read_text(), "old")
        self.expect(CLEAN, *command[1:])
        self.assertEqual(json.loads(old.read_text())["findings"], [])
        self.assertEqual(old.stat().st_mode & 0o777, 0o640)
        self.assertTrue((self.path / "link.json").is_symlink())
        self.assertEqual(sorted(path.name for path in self.path.iterdir()), ["good.cu", "link.json", "report.json"])

    def test_output_that_is_a_source(self):
        good = self.write("good.cu", GOOD)
        os.link(self.path / good, self.path / "link.cu")
        for output in ["good.cu", "./good.cu", "link.cu"]:
            self.assertIn("is a file to be read", self.expect(UNABLE, "--output", output, good).err)
        self.assertEqual((self.path / good).read_text(), GOOD)
        self.write("in.npy", "")
        for arguments in [["verify", "--input", "a=in.npy", good], ["merge", "jobs", "in.npy"], ["merge", "in.npy", "results"]]:
            self.assertIn("is a file to be read", self.expect(UNABLE, *arguments, "--output", "in.npy").err)
        for arguments in [["--profile", "p.json"], ["--output", "p.json"]]:
            self.assertIn("--plot: './p.json' is the profile's file",
                          self.expect(UNABLE, "calibrate", *arguments, "--plot", self.write("./p.json", "{}")).err)
        self.assertEqual((self.path / "p.json").read_text(), "{}")
        self.assertIn("names no file", self.expect(UNABLE, "--output", "-", good).err)
        self.assertEqual(sorted(path.name for path in self.path.iterdir()), ["good.cu", "in.npy", "link.cu", "p.json"])

    def test_standard_output_that_cannot_be_written(self):
        good = self.write("good.cu", GOOD)
        for arguments in [[good], ["--format", "json", good], ["dump", "events", good], ["rules"], ["--help"]]:
            for output in ["/dev/full", "/dev/null"]:
                with self.subTest(arguments=arguments, output=output), open(output, "wb") as out:
                    result = subprocess.run([GPULINT, *arguments], cwd=self.path, stdout=out, stderr=subprocess.PIPE)
                    self.assertEqual(result.returncode, UNABLE if output == "/dev/full" else CLEAN)
                    self.assertEqual(result.stderr.decode().count("standard output"), int(output == "/dev/full"))

    def test_streams_that_are_closed(self):
        good = self.write("good.cu", GOOD)
        for closed, code in [([0], CLEAN), ([2], CLEAN), ([0, 2], CLEAN), ([1], UNABLE), ([0, 1, 2], UNABLE)]:
            ended = subprocess.run([GPULINT, good], cwd=self.path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   preexec_fn=lambda: [os.close(one) for one in closed])
            self.assertEqual(ended.returncode, code, closed)
        # What the worker says is kept apart from its answer, whether or not anybody hears it.
        worker = pathlib.Path(GPULINT).parent / "gpulint-run"
        for runner in [str(worker), f"{worker} 2>&-"] if worker.exists() else []:
            subprocess.run([GPULINT, "verify", "--runner", runner, "--format", "json", "--output", "report.json", good], cwd=self.path,
                           preexec_fn=lambda: os.close(2))
            reason = json.loads((self.path / "report.json").read_text())["measurement"]["reason"]
            self.assertNotIn("JSON", reason)

    def test_misspelt_command(self):
        self.assertIn("neither a command nor a file", self.expect(UNABLE, "explian", "bank-conflict").err)

    def test_values_that_name_nothing(self):
        good = self.write("good.cu", GOOD)
        for option in ["--select", "--ignore", "--output", "--gpu", "-p"]:
            self.assertIn("names nothing", self.expect(UNABLE, option, "", good).err)
        self.assertIn("is empty", self.expect(UNABLE, "").err)
        self.assertIn("behind --", self.expect(UNABLE, "--", good).err)

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
                out = self.expect(UNABLE, "--format", "short", divided).out
                self.assertRegex(out, r"divided\.cu:14:2: error: the host code divides by zero for this launch, at line 1[04]")
                (kernel,) = self.report(UNABLE, divided)["kernels"]
                self.assertEqual((kernel["launches"], [refused["line"] for refused in kernel["refused_launches"]]), ([], [14]))
        for update in ["blocks /= none", "blocks %= none", "parts[1] /= none"]:
            with self.subTest(update=update):
                divided = self.write("divided.cu", GOOD.replace(
                    "\tfloat *a", f"\tint none = 0, blocks = 8, parts[2] = {{1, 2}};\n\t{update};\n\tfloat *a").replace(
                    "4096, 256", "blocks + parts[1], 256"))
                self.assertRegex(self.expect(UNABLE, "--format", "short", divided).out,
                                 r"divided\.cu:14:2: error: the host code divides by zero for this launch, at line 10")
        self.expect(CLEAN, self.write("half.cu", GOOD.replace("\tfloat *a", "\tint n = 8192; n /= 0.5; n /= 4;\n\tfloat *a").replace("4096", "n")))
        self.expect(CLEAN, self.write("whole.cu", GOOD.replace("4096, 256", "8192 / 2, 256 / (1 + (4 & 1))")))

    def test_accesses_that_must_fail(self):
        """They are findings, told in each format, where the source settles where they go; and one for each cause."""
        wrong = self.write("wrong.cu", GOOD.replace("int main()", """__global__ void set(float *p) { p[2 * threadIdx.x] = 1; }

int main()""").replace("copy<<<4096, 256>>>(a, b);", """set<<<1, 64>>>(nullptr);
	set<<<1, 64>>>(0);
	copy<<<4097, 256>>>(a, b);"""))
        end = "wrong.cu:4:2: error: store to 'out' beyond the end: it goes to byte 4195324 of 'a', which has 4194304 bytes"
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
        self.assertRegex(self.expect(FINDINGS, host).out, r"host\.cu:4:11: warning: load of 'in' in the host's own memory")
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
                             r"many\.cu:13:\d+: note: 3 more launches of 'copy' with other arguments were not looked at")
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
        self.assertRegex(out, r"endless\.cu:4:\d+: note: the evaluation left this loop before")
        self.assertRegex(out, r"endless\.cu:13:\d+: note: the evaluation did not run all rounds of this loop of the host code")
        report = self.report(CLEAN, "--fail-on", "never", endless)
        self.assertEqual(([loop["line"] for loop in report["cut_loops"]],
                          report["kernels"][0]["launches"][0]["cut_loop"]["line"]), ([13], 4))

    def test_what_was_not_done_is_said_at_the_end_too(self):
        bad, undone = self.write("bad.cu", BAD), "--launch 'nothere<<<1, 32>>>()': there is no kernel of that name"
        for form in ["text", "json"]:
            result = self.expect(UNABLE, "--format", form, "--launch", "nothere<<<1, 32>>>()", bad, "nothere.cu")
            self.assertEqual(result.err, f"gpulint: nothere.cu: No such file or directory\ngpulint: {undone}\n")
            if form == "text":
                self.assertTrue(result.out.endswith(f"not done: nothere.cu: No such file or directory\nnot done: {undone}\n"))
            else:
                self.assertEqual(json.loads(result.out)["undone"], ["nothere.cu: No such file or directory", undone])


class Input(CommandTest):
    """Whatever is given as a source, gpulint ends orderly, and says what it could not do."""

    def test_missing_file(self):
        result = self.expect(UNABLE, "nothere.cu")
        self.assertIn("nothere.cu: No such file or directory", result.err)
        self.assertEqual(result.out, "")

    def test_folder(self):
        (self.path / "folder.cu").mkdir()
        self.assertIn("folder.cu: Is a directory", self.expect(UNABLE, "folder.cu").err)

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_unreadable_file(self):
        self.write("secret.cu", GOOD)
        (self.path / "secret.cu").chmod(0)
        self.assertIn("secret.cu: Permission denied", self.expect(UNABLE, "secret.cu").err)

    def test_file_that_fails_to_read(self):
        if not pathlib.Path("/proc/self/mem").exists():
            self.skipTest("no /proc")
        self.assertIn("/proc/self/mem: Input/output error", self.expect(UNABLE, "/proc/self/mem").err)

    def test_failed_file_beside_a_good_one(self):
        report = self.report(UNABLE, "nothere.cu", self.write("bad.cu", BAD))
        statuses = {file["path"]: file["status"] for file in report["files"]}
        self.assertEqual(statuses, {"nothere.cu": "failed", "bad.cu": "ok"})
        self.assertTrue(report["findings"])

    def test_empty_file(self):
        report = self.report(CLEAN, self.write("empty.cu", ""))
        self.assertEqual([file["status"] for file in report["files"]], ["ok"])
        self.assertEqual(report["kernels"], [])

    def test_nothing_to_look_at_is_said(self):
        """It is no error, but no clean bill either."""
        kernel = "template <int N> __global__ void t(int *a) { a[N] = 1; }\n"
        recursive = "__device__ int f(int i) { return f(i + 1); }\n__global__ void k(int *p) { p[f(threadIdx.x)] = 1; }\n"
        recursive += "int main() { int *p; cudaMalloc(&p, 1 << 20); k<<<1, 32>>>(p); }\n"
        for content, told in [("", "; nothing was analysed: there is no kernel\n"), ("int main() {}\n", "; nothing was analysed: there is no kernel\n"),
                              (kernel, "0 launches for H200 (sm_90); 1 kernel template was not analysed\n"),
                              (recursive, "; 1 site: 1 unknown: nothing can be predicted of any\n")]:
            with self.subTest(content=content):
                self.assertIn(told, self.expect(CLEAN, "--no-compile", self.write("silent.cu", content)).out)
        self.assertNotIn("nothing", self.expect(CLEAN, self.write("good.cu", GOOD)).out)

    def test_binary_file(self):
        content = bytes(range(256)) * 64
        self.assertIn("binary.cu: a binary file", self.expect(UNABLE, self.write("binary.cu", content)).err)

    def test_parameters_in_error(self):
        """The kernel has fewer of them than its launch has arguments."""
        source = ("__global__ void k(float *a, unknown n int m) { a[threadIdx.x] = n; }\n"
                  "__global__ void fine(float *a) { a[threadIdx.x * 32] = 1; }\n"
                  "int main() { float *p; cudaMalloc(&p, 4096); k<<<1, 32>>>(p, 1, 9); fine<<<1, 32>>>(p); }\n")
        report = self.report(FINDINGS, "--fail-on", "note", self.write("slip.cu", source))
        self.assertEqual([file["status"] for file in report["files"]], ["partial"])
        self.assertIn("fine", [kernel["name"] for kernel in report["kernels"]])
        self.assertTrue(report["findings"])

    def test_bytes_that_are_no_text(self):
        content = bytes(range(128, 256)) * 64
        report = self.report(UNABLE, self.write("noise.cu", content))
        self.assertEqual(report["files"][0]["status"], "partial")
        self.assertTrue(report["files"][0]["problems"])

    def test_line_of_a_mebibyte(self):
        line = "int a" + "x" * (1 << 20) + ";\n"
        report = self.report(CLEAN, self.write("long.cu", line))
        self.assertEqual(report["files"][0]["status"], "ok")
        spaced = BAD.replace("in[32 * i]", "in[32 * i]" + " " * (1 << 20))
        result = self.expect(FINDINGS, self.write("wide.cu", spaced))
        self.assertLess(len(result.out), 10000)

    def test_names_and_texts_of_a_mebibyte_are_shortened(self):
        name = "x" * (1 << 20)
        for content in [BAD.replace("in", name).replace(f"{name}t", "int"), BAD.replace("copy", name), name + ";\n" + BAD,
                        f"#error {name}\n" + BAD, "#error " + "a b " * (1 << 18) + "\n" + BAD, f'static_assert(0, "{name}");\n' + BAD,
                        "#define " + name + " 1\n" + BAD.replace("32 * i", name + " * 32 * i"),
                        f'#include "{name}"\n' + BAD, BAD + f"template <int {name}> __global__ void {name}y() {{}}\n"]:
            for form in ["text", "short"]:
                result = self.expect(FINDINGS, "--format", form, self.write("long.cu", content))
                self.assertLess(len(result.out) + len(result.err), 40000)
        result = self.expect(UNABLE, "--launch", "k" * 100000 + "<<<1, 32>>>()", self.write("good.cu", GOOD))
        self.assertRegex(result.err, r"--launch 'k{90,}… 32>>>\(\)': there is no kernel of that name")

    def test_many_statements_in_a_line(self):
        body = "out[i] = in[i]; " * (1 << 13)
        report = self.report(CLEAN, self.write("line.cu", GOOD.replace("out[i] = in[i];", body)))
        self.assertNotEqual(report["files"][0]["status"], "failed")

    def test_deep_nesting(self):
        for name, opening, closing in [("parentheses", "(", ")"), ("calls", "f(", ")"), ("nots", "!", ""),
                                       ("minuses", "- ", ""), ("braces", "{", "}"), ("ifs", "if (i) ", ""),
                                       ("pluses", "1 + ", ""), ("brackets", "a[", "]"),
                                       ("elses", "if (i) i = 1; else ", "")]:
            for depth in [200, 2000]:
                with self.subTest(name=name, depth=depth):
                    inner = ";" if name in ("braces", "ifs", "elses") else "1"
                    deep = f"{opening * depth}{inner}{closing * depth}"
                    content = f"__device__ int f(int);\n__global__ void k(int *a, int i) {{ i = 0;\n {deep}; }}\n" + BAD
                    report = self.report(FINDINGS, self.write(f"{name}.cu", content))
                    self.assertEqual([finding["line"] for finding in report["findings"]], [BAD_LINE + 3])
                    problems = [problem for problem in report["files"][0]["problems"] if "too deeply" in problem["message"]]
                    self.assertEqual([problem["line"] for problem in problems[:1]], [3] if depth > 200 else [])
                    if depth > 200:
                        self.assertEqual(problems, report["files"][0]["problems"])

    def test_little_stack_and_little_memory(self):
        deep = "i += " + "0 + " * 1000 + "0;"
        self.write("deep.cu", BAD.replace("out[i]", deep + " out[i]"))
        for limit in [["-s", "128"], ["-v", "600000"]]:
            command = ["sh", "-c", 'ulimit "$1" "$2" && "$3" --format short --fail-on note deep.cu', "sh", *limit, GPULINT]
            result = subprocess.run(command, cwd=self.path, capture_output=True, timeout=60, env=self.environment)
            if b"Sanitizer" not in result.stderr:     # which needs more than that of both
                self.assertEqual(result.returncode, FINDINGS, result.stderr)

    def test_unterminated_comment(self):
        report = self.report(UNABLE, self.write("comment.cu", GOOD + "/* no end"))
        self.assertEqual(report["files"][0]["status"], "partial")
        self.assertIn("comment", report["files"][0]["problems"][0]["message"])

    def test_missing_include(self):
        result = self.expect(FINDINGS, "--format", "short", self.write("bad.cu", '#include "nowhere.h"\n' + BAD))
        self.assertRegex(result.out, r"bad\.cu:1:\d+: error: .*nowhere\.h")
        self.assertRegex(result.out, rf"bad\.cu:{BAD_LINE + 1}:\d+: ")

    def missing(self, *arguments):
        out = self.expect(FINDINGS, *arguments).out
        self.assertIn("[uncoalesced-access]", out)
        return re.findall(r"^(\S+):\d+: error: ('.*)$", out, re.M)

    def test_each_missing_header_has_its_line(self):
        """However many there are, and whatever lies around that is no header."""
        for i in range(21000):
            (self.path / "src" / f"data{i % 30}").mkdir(parents=True, exist_ok=True)
            (self.path / "src" / f"data{i % 30}" / f"{i}.txt").touch()
        names = [f"lib/h{i}.h" for i in range(30)]
        (self.path / ".git").mkdir()
        self.write("src/zz/here.h", "")
        source = "".join(f'#include "{name}"\n' for name in names) + '#include "here.h"\n' + BAD
        bad = self.write("src/app/bad.cu", source)
        told = [f"'{name}' file not found: name its folder with -I" for name in names]
        told.append("'here.h' file not found: try -I src/zz")
        for form in ["short", "text"]:
            self.assertEqual([text for _, text in self.missing("--format", form, bad)], told)

    def test_headers_that_missing_ones_lack(self):
        """All folders are named at once, each header by the first place that includes it."""
        self.write("inc/first.h", '#include <second.h>\n#include "gone.h"\n#ifdef NEVER\n#include "never.h"\n#endif\n')
        self.write("deep/er/second.h", '#include "third.h"\n')
        self.write("third/third.h", "")
        bad = [self.write(f"{name}.cu", '#include "first.h"\n' + source) for name, source in [("a", BAD), ("b", "int f();\n")]]
        guessed = "if the header that lacks it is the one meant (included at 2 places)"
        (self.path / ".hg").mkdir()
        told = [("a.cu:1", "'first.h' file not found: try -I inc (included at 2 places)"),
                ("inc/first.h:1", "'second.h' file not found: try -I deep/er, " + guessed),
                ("inc/first.h:2", "'gone.h' file not found: name its folder with -I, " + guessed),
                ("deep/er/second.h:1", "'third.h' file not found: try -I third, " + guessed)]
        for form in ["short", "text"]:
            self.assertEqual(self.missing("--format", form, *bad), told)
        out = self.expect(FINDINGS, "--format", "short", *bad, "--", "-Iinc", "-Ideep/er", "-Ithird").out
        self.assertEqual(re.findall("'(.*)' file not found", out), ["gone.h"])

    def test_missing_headers_of_the_project_alone(self):
        """They are looked for up to its outermost folder, which is not one that other projects lie in."""
        for folder in ["other/include", "home/other/include", "home/project/include"]:
            self.write(f"{folder}/{folder.split('/')[-2]}.h", "#include <more.h>\n")
        source = self.write("home/project/src/deep/bad.cu", '#include "other.h"\n#include "project.h"\n' + BAD)
        beside = self.write("home/project/lib/f.cu", "int f();\n")
        home, project = self.path / "home", self.path / "home" / "project"
        self.write("home/project/build/compile_commands.json", json.dumps([{"directory": str(project), "file": str(self.path / source), "arguments": ["nvcc"]}]))

        self.environment = {**self.environment, "HOME": str(home)}

        def told(*arguments):
            out = self.run_gpulint("--format", "short", *arguments).out
            return re.findall(r"'(\S+)' file not found: (try -I \S+|name)", out)

        found, none = [("other.h", "name"), ("project.h", "try -I home/project/include")], [("other.h", "name"), ("project.h", "name")]
        self.assertEqual(told(source), none)
        self.assertEqual(told(source, beside)[:2], found)
        self.assertEqual(told("-p", str(project / "build"), source)[:2], found)
        (project / ".git").mkdir()
        self.assertEqual(told(source)[:2], found)
        (project / ".git").rmdir()
        (home / ".git").mkdir()
        self.assertEqual(told(source), none)
        self.assertEqual(told(self.write("home/bad.cu", '#include "other.h"\n#include "project.h"\n' + BAD)), none)

    def test_errors_are_told_where_they_are(self):
        self.write("near.h", "int f() {\n  return unheard_of;\n}\n")
        main = self.write("main.cu", '#include "near.h"\n' + GOOD)
        for form in ["text", "short"]:
            result = self.expect(UNABLE, "--format", form, main)
            self.assertTrue(result.out.startswith("near.h:2:10: error: use of undeclared"), result.out)
        problem = self.report(UNABLE, main)["files"][0]["problems"][0]
        self.assertEqual((problem["file"], problem["line"]), ("near.h", 2))

    def test_what_follows_from_an_error_is_not_told(self):
        source = ("template <int N> struct deep { static const int v = deep<N + 1>::v; };\n"
                  "__global__ void k(float *p) { p[deep<0>::v] = 1; }\nint other = nowhere;\n"
                  "int main() { float *p; cudaMalloc(&p, 400); k<<<1, 32>>>(p); }\n")
        out = self.expect(UNABLE, "--format", "short", self.write("deep.cu", source)).out
        self.assertEqual(re.findall(r"^deep\.cu:(\d):\d+: error: (.*)$", out, re.M),
                         [("1", "recursive template instantiation exceeded maximum depth of 1024"),
                          ("3", "use of undeclared identifier 'nowhere'")])

    def test_errors_are_no_clean_bill(self):
        self.expect(UNABLE, self.write("good.cu", '#include "nowhere.h"\n' + GOOD))

    def test_syntax_error(self):
        report = self.report(FINDINGS, self.write("bad.cu", BAD + "\nint f( {\n"))
        self.assertEqual(report["files"][0]["status"], "partial")
        self.assertTrue(report["findings"])

    def test_include_of_itself(self):
        result = self.run_gpulint(self.write("self.cu", '#include "self.cu"\n' + GOOD))
        self.assertIn(result.returncode, (CLEAN, UNABLE))

    def test_carriage_returns(self):
        self.expect(FINDINGS, self.write("dos.cu", BAD.replace("\n", "\r\n")))

    def test_byte_order_mark(self):
        self.expect(FINDINGS, self.write("mark.cu", b"\xef\xbb\xbf" + BAD.encode()))

    def test_utf16(self):
        for encoding in ["utf-16", "utf-16-be", "utf-16-le"]:
            text = ("" if encoding == "utf-16" else "\ufeff") + GOOD
            self.assertIn("UTF-16", self.expect(UNABLE, self.write("wide.cu", text.encode(encoding))).err)

    def test_wide_characters(self):
        comment = BAD.replace("out[i] =", "/* \u8a9e\u00e9\U0001f600 */ out[i] =")
        lines = self.expect(FINDINGS, self.write("wide.cu", comment)).out.splitlines()
        excerpt = next(i for i, line in enumerate(lines) if "in[32" in line)
        self.assertEqual(lines[excerpt + 1].index("^"), lines[excerpt].index("in[32") + 2)

    def test_the_same_file_twice(self):
        bad = self.write("bad.cu", BAD)
        (self.path / "link.cu").symlink_to(bad)
        once = self.expect(FINDINGS, bad).out
        self.assertEqual(self.expect(FINDINGS, bad, "./bad.cu", "link.cu").out, once)

    def test_pipe(self):
        os.mkfifo(self.path / "pipe.cu")
        process = subprocess.Popen(["sh", "-c", "cat bad.txt > pipe.cu"], cwd=self.path)
        self.write("bad.txt", BAD)
        self.expect(FINDINGS, "pipe.cu")
        process.wait()

    def test_a_pipe_of_the_shell(self):
        self.write("bad.txt", BAD)
        run = subprocess.run(["bash", "-c", f"{GPULINT} --format short <(sleep 0.3; cat bad.txt)"], cwd=self.path, capture_output=True,
                             check=False)
        self.assertEqual(run.returncode, FINDINGS, run.stderr)

    def test_one_fault_of_two_launches(self):
        """Both launches are named, with the buffers that they overrun."""
        kernel = "__global__ void fill(float *p, int n) { if (threadIdx.x < n) p[threadIdx.x] = 1; }\n"
        main = "int main() { float *a, *b; cudaMalloc(&a, 400); cudaMalloc(&b, 64);\nfill<<<1, 128>>>(a, 101);\nfill<<<1, 128>>>(b, 17); }\n"
        (finding,) = [finding for finding in self.report(FINDINGS, self.write("fill.cu", kernel + main))["findings"]
                      if finding["rule"] == "invalid-access"]
        told = finding["reason"] + finding["message"]
        for part in ["line 3", "line 4", "'a'", "'b'"]:
            self.assertIn(part, told)

    def test_flags_against_optimisation(self):
        """A note says once what they do to figures, and is no reason to fail."""
        report = self.report(CLEAN, self.write("good.cu", GOOD), "--", "-G")
        (problem,) = report["files"][0]["problems"]
        self.assertEqual((problem["severity"], report["files"][0]["status"]), ("note", "ok"))
        self.assertIn("in spite of -G", problem["message"])
        self.assertEqual(self.report(CLEAN, "good.cu", "--", "-O0")["files"][0]["problems"], [])

    def test_files_without_end(self):
        """They are refused, a pipe after some time; the other files are told all the same."""
        os.mkfifo(self.path / "pipe.cu")
        bad = self.write("bad.cu", BAD)
        for path, reason in [("/dev/zero", "neither a regular file nor a pipe"), ("pipe.cu", "a pipe into which nobody writes")]:
            result = self.expect(UNABLE, "--format", "short", path, bad)
            self.assertIn(f"{path}: {reason}", result.err)
            self.assertIn("[uncoalesced-access]", result.out)


class StandardInput(CommandTest):
    def test_with_a_name(self):
        result = self.expect(FINDINGS, "--format", "short", "-", "--stdin-filename", "buffer.cu", stdin=BAD.encode())
        self.assertTrue(result.out.startswith(f"buffer.cu:{BAD_LINE}:"), result.out)

    def test_without_a_name(self):
        result = self.expect(FINDINGS, "-", stdin=BAD.encode())
        self.assertIn("<stdin>:", result.out)
        self.assertIn("in[32 * i]", result.out)

    def test_includes_beside_the_named_file(self):
        self.write("folder/size.h", "#define STEP 32\n")
        content = '#include "size.h"\n' + BAD.replace("32 * i", "STEP * i")
        report = self.report(FINDINGS, "-", "--stdin-filename", "folder/buffer.cu", stdin=content.encode())
        self.assertEqual(report["files"], [{"path": "folder/buffer.cu", "status": "ok", "problems": []}])

    def test_name_without_standard_input(self):
        self.expect(UNABLE, "--stdin-filename", "buffer.cu", self.write("good.cu", GOOD))

    def test_twice(self):
        self.expect(UNABLE, "-", "-")


class Option(CommandTest):
    def test_help_and_version(self):
        help_text = self.expect(CLEAN, "--help").out
        for word in ["--launch", "explain", "exit code"]:
            self.assertIn(word, help_text)
        self.assertRegex(self.expect(CLEAN, "--version").out, r"^gpulint \d+\.\d+\.\d+\n$")

    def test_help_of_a_command(self):
        commands = re.findall(r"^  ([a-z]+) ", self.expect(CLEAN, "--help").out, re.MULTILINE)
        for command in commands:
            self.assertIn(f"usage: gpulint {command}", self.expect(CLEAN, command, "--help").out)
        self.assertNotIn("--runner", self.expect(CLEAN, "lint", "--help").out)
        self.assertIn("--runner", self.expect(CLEAN, "--help", "calibrate").out)

    def test_help_says_which_commands_an_option_goes_with(self):
        """Each option that lint does not take begins with those that do."""
        def options(*arguments):
            text = self.expect(CLEAN, *arguments, "--help").out
            return dict(re.findall(r"^  (-.{21}) (.*)", text, re.MULTILINE))

        own = options("lint")
        for option, text in options().items():
            if option not in own:
                self.assertRegex(text, r"^[a-z]+(, [a-z]+)*: ", option)

    def test_option_of_another_command(self):
        good = self.write("good.cu", GOOD)
        for arguments in [["--runner", "true", good], ["rules", "--format", "json"], ["calibrate", "-p", "."]]:
            self.assertIn("does not go with", self.expect(UNABLE, *arguments).err)

    def test_man_page(self):
        page = (ROOT / "docs" / "gpulint.1.in").read_text().replace("\\-", "-")
        help_text = self.expect(CLEAN, "--help").out
        options = re.findall(r"^  (-\S+?),? (?:(--\S+) )?", help_text, re.MULTILINE)
        self.assertGreater(len(options), 10)
        for option in filter(None, sum(options, ())):
            self.assertRegex(page, rf"(?m)^\.B[IR]? .*{option}\b", option)
        for command in re.findall(r"^  ([a-z]+) ", help_text, re.MULTILINE):
            self.assertRegex(page, rf"(?m)^\.B[IR]? \"?{command}\b", command)

    def test_rules_and_explain(self):
        rules = [line.split()[0] for line in self.expect(CLEAN, "rules").out.splitlines()]
        self.assertIn("bank-conflict", rules)
        for rule in rules:
            page = self.expect(CLEAN, "explain", rule).out
            self.assertGreater(len(page.splitlines()), 5, rule)
        self.assertIn("no-rule", self.expect(UNABLE, "explain", "no-rule").err)
        self.expect(UNABLE, "explain")

    def test_gpus(self):
        self.environment["XDG_CACHE_HOME"] = str(self.path.resolve() / "cache")
        costs = {}
        for line in self.expect(CLEAN, "gpus").out.splitlines():
            name, arch, costs[name] = re.fullmatch(r"(.+?)  +(sm_\d+) +(.+)", line).groups()
            self.assertEqual(self.expect(CLEAN, "--gpu", name, "--arch", arch, self.write("empty.cu", "")).err, "")
        self.assertEqual({name for name, cost in costs.items() if cost == "measured profile shipped"}, {"H100", "H200"})
        self.assertEqual((costs["RTX 4090"], costs["A100"], costs["B200"]), ("scaled from H100", "scaled from H100", "scaled from H200"))
        self.assertLessEqual(set(costs.values()), {"measured profile shipped", "scaled from H100", "scaled from H200"})
        cache = self.path / "cache/gpulint/profiles"
        cache.mkdir(parents=True)
        profile = json.loads((ROOT / "kernels/profiles/h200.json").read_text())
        profile["kind"], profile["device"]["name"], profile["device"]["sm"] = "calibrated", "NVIDIA L4", "sm_89"
        (cache / "l4.json").write_text(json.dumps(profile))
        costs = dict(re.fullmatch(r"(.+?)  +sm_\d+ +(.+)", line).groups() for line in self.expect(CLEAN, "gpus").out.splitlines())
        self.assertEqual((costs["L4"], costs["RTX 4090"], costs["A100"]), ("calibrated", "scaled from L4", "scaled from H100"))
        self.assertIn("gpulint gpus", self.expect(UNABLE, "--gpu", "list", "empty.cu").err)
        self.assertIn("'x'", self.expect(UNABLE, "gpus", "x").err)

    def test_times_of_a_gpu_that_nobody_measured(self):
        self.environment["XDG_CACHE_HOME"] = str(self.path.resolve() / "cache")
        bad = self.write("bad.cu", BAD)
        scaled = "times scaled from H100's measured ones by data sheet: wide ranges"
        self.assertEqual(self.expect(FINDINGS, "--gpu", "RTX4090", bad).out.count(scaled), 1)
        self.assertNotIn("scaled", self.expect(FINDINGS, "--gpu", "H100", bad).out)
        reports = {gpu: self.report(FINDINGS, "--gpu", gpu, bad) for gpu in ("RTX 4090", "H100 PCIe", "H100")}
        self.assertEqual({gpu: report["target"]["profile"] for gpu, report in reports.items()},
                         {"RTX 4090": "scaled", "H100 PCIe": "scaled", "H100": "shipped"})
        self.assertEqual({report["target"]["profile_gpu"] for report in reports.values()}, {"NVIDIA H100 80GB HBM3"})
        self.assertGreater(min(report["findings"][0]["predicted_penalty"]["estimate"] for report in reports.values()), 1.5)
        spans = []
        for report in reports.values():
            time = report["kernels"][0]["launches"][0]["predicted_time"]
            self.assertTrue(time["low_us"] < time["us"] < time["high_us"])
            spans.append(time["high_us"] / time["low_us"])
        self.assertTrue(spans[0] > spans[1] > spans[2], spans)

    def test_the_gpu_of_this_machine(self):
        good = self.write("good.cu", GOOD)
        def gpu_of(device, status="ok", reason=""):
            self.write("worker.py", f"""import json, sys
job = json.load(sys.stdin)
kernels = [{{"id": k["id"], "status": "ok", "reason": "", "resources": None, "launches": []}} for k in job["kernels"]]
json.dump({{"schema_version": 1, "status": {status!r}, "reason": {reason!r}, "device": {device!r}, "compiler": None, "sources": [],
           "kernels": kernels}}, sys.stdout)
""")
            result = self.run_gpulint("verify", "--format", "json", "--gpu", "native", "--runner", f"{sys.executable} worker.py", good)
            return json.loads(result.out)["target"]["gpu"] if result.out else None, result.err
        device = {"uuid": "", "gpus": 1, "counters": True}
        self.assertEqual(gpu_of({**device, "name": "NVIDIA A100 80GB PCIe", "sm": "sm_80"})[0], "A100 PCIe")
        gpu, said = gpu_of({**device, "name": "NVIDIA GeForce RTX 4070", "sm": "sm_89"})
        self.assertEqual(gpu, "RTX 4090")
        self.assertIn("NVIDIA GeForce RTX 4070 (sm_89): predictions are for RTX 4090", said)
        gpu, said = gpu_of({**device, "name": "NVIDIA GeForce GTX 480", "sm": "sm_20"})
        self.assertIsNone(gpu)
        self.assertIn("NVIDIA GeForce GTX 480, an sm_20, is not known", said)
        gpu, said = gpu_of(None, "no-device", "cuInit failed")
        self.assertIsNone(gpu)
        self.assertIn("no GPU found by --runner: cuInit failed", said)

    def test_an_array_in_a_function_has_its_name_in_the_kernel_too(self):
        calling = BAD.replace("__global__", "__device__ float get(const float *p, int at) { return p[32 * at]; }\n__global__", 1)
        result = self.expect(FINDINGS, "--format", "short", self.write("calling.cu", calling.replace("in[32 * i]", "get(in, i)")))
        self.assertRegex(result.out, r"uncoalesced load of 'p' \('in' of the kernel\): \S+ slower \(32 sectors ")
        self.assertNotIn("of the kernel)", self.expect(FINDINGS, self.write("bad.cu", BAD)).out)

    def test_select_and_ignore(self):
        bad = self.write("bad.cu", BAD)
        rules = {finding["rule"] for finding in self.report(FINDINGS, bad)["findings"]}
        self.assertTrue(rules)
        self.expect(CLEAN, "--ignore", ",".join(rules), bad)
        self.expect(FINDINGS, "--select", ",".join(rules), bad)
        others = {line.split()[0] for line in self.expect(CLEAN, "rules").out.splitlines()} - rules
        self.expect(CLEAN, "--select", ",".join(others), bad)

    def test_color(self):
        bad = self.write("bad.cu", BAD)
        self.assertNotIn("\033", self.expect(FINDINGS, bad).out)
        self.assertNotIn("\033", self.expect(FINDINGS, "--color", "never", bad).out)
        self.assertIn("\033[", self.expect(FINDINGS, "--color", "always", bad).out)

    def on_terminal(self, *arguments):
        try:
            main, side = pty.openpty()
        except OSError:
            self.skipTest("this system gives no pseudo terminals")
        process = subprocess.Popen([GPULINT, *arguments], cwd=self.path, stdout=side, env=self.environment)
        os.close(side)
        output = b""
        while True:
            try:
                piece = os.read(main, 4096)
            except OSError:      # the other side is closed
                break
            if not piece:
                break
            output += piece
        process.wait(timeout=60)
        os.close(main)
        return output.decode()

    def test_color_on_a_terminal(self):
        bad = self.write("bad.cu", BAD)
        self.assertIn("\033[", self.on_terminal(bad))
        self.assertNotIn("\033[", self.on_terminal("--color", "never", bad))
        self.environment["NO_COLOR"] = ""
        self.assertIn("\033[", self.on_terminal(bad))
        self.environment["NO_COLOR"] = "1"
        self.assertNotIn("\033[", self.on_terminal(bad))

    def test_output(self):
        bad = self.write("bad.cu", BAD)
        result = self.expect(FINDINGS, "--output", "report.txt", bad)
        self.assertEqual(result.out, "")
        self.assertEqual((self.path / "report.txt").read_text(), self.expect(FINDINGS, bad).out)

    def test_json_follows_its_schema(self):
        schema = json.loads((ROOT / "docs" / "report.schema.json").read_text())
        for arguments in [["bad.cu"], ["bad.cu", "nothere.cu"], ["bad.cu", "broken.cu"]]:
            self.write("bad.cu", BAD)
            self.write("broken.cu", "int f( {\n\xff")
            result = self.run_gpulint("--format", "json", *arguments)
            self.assertEqual(list(json_schema.errors(json.loads(result.out), schema)), [])

    def test_library_code_stands_in_its_header(self):
        source = ("__global__ void k(double *p) {\n\tatomicAdd(&p[threadIdx.x], 1.0);\n}\n"
                  "int main() { double *p; cudaMalloc(&p, 1024); k<<<1, 128>>>(p); }\n")
        report = self.report(CLEAN, self.write("atomic.cu", source))
        schema = json.loads((ROOT / "docs" / "report.schema.json").read_text())
        self.assertEqual(list(json_schema.errors(report, schema)), [])
        [site] = report["kernels"][0]["launches"][0]["sites"]
        self.assertEqual((site["file"], site["line"], site["column"]), ("sm_60_atomic_functions.hpp", 294, 0))
        self.assertEqual(site["called_from"]["line"], 2)
        self.assertTrue(site["called_from"]["file"].endswith("atomic.cu"))

    def test_gpu(self):
        good = self.write("good.cu", GOOD)
        self.assertEqual(self.report(CLEAN, "--gpu", "h200", good)["target"]["gpu"], "H200")
        self.assertEqual(self.report(CLEAN, "--arch", "sm_80", good)["target"]["sm"], "sm_80")
        self.assertEqual(self.report(CLEAN, good)["target"]["sm"], "sm_90")
        self.assertEqual(self.report(CLEAN, good, "--", "-arch=sm_86")["target"]["sm"], "sm_86")
        self.assertEqual(self.report(CLEAN, "--arch", "sm_90", good, "--", "-arch=sm_86")["target"]["sm"], "sm_90")
        for arch in ("sm_100a", "sm_100f"):
            self.assertEqual(self.report(CLEAN, good, "--", "-arch=" + arch)["target"]["sm"], "sm_100")
        other = self.write("other.cu", GOOD.replace("main", "run"))
        for archs, target in [(("sm_80", "sm_80"), "sm_80"), (("sm_80", "sm_86"), "sm_90")]:
            entries = [{"directory": str(self.path), "file": name, "command": f"nvcc -arch={arch} -c {name}"}
                       for name, arch in zip(("good.cu", "other.cu"), archs)]
            self.write("compile_commands.json", json.dumps(entries))
            self.assertEqual(self.report(CLEAN, "-p", ".", good, other)["target"]["sm"], target)
            self.assertEqual(self.report(CLEAN, "-p", ".", good)["target"]["sm"], "sm_80")
            self.assertEqual(self.report(CLEAN, "-p", ".", "--arch", "sm_89", good)["target"]["sm"], "sm_89")

    def test_gpu_of_flags_is_not_known(self):
        good = self.write("good.cu", GOOD)
        for arch, target in (("sm_61", "sm_90"), ("sm_121", "sm_90"), ("sm_9999", "sm_90")):
            result = self.run_gpulint("--format", "json", good, "--", "-arch=" + arch)
            self.assertEqual((result.returncode, json.loads(result.out)["target"]["sm"]), (CLEAN, target))
            self.assertIn(f"no GPU is known of {arch}, which the compiler's flags name", result.err)
        codes = ["-gencode", "arch=compute_80,code=sm_80", "-gencode", "arch=compute_121,code=sm_121"]
        result = self.run_gpulint("--format", "json", good, "--", *codes)
        self.assertEqual((json.loads(result.out)["target"]["sm"], result.err), ("sm_80", ""))
        result = self.run_gpulint("--format", "json", "--gpu", "H200", good, "--", "-arch=sm_61")
        self.assertEqual((result.returncode, result.err), (CLEAN, ""))

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
        for arguments, told in [("<float, 1, 1>", "these template arguments"), ("<flo>", "identifier 'flo'"), ("<>", "these template arguments")]:
            with self.subTest(arguments=arguments):
                self.assertIn(told, self.expect(UNABLE, "--launch", f"fill{arguments}<<<7, 32>>>(_)", kernel).err)

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

    def test_compiler_flags(self):
        content = BAD.replace("32 * i", "STEP * i")
        self.write("include/step.h", "#define STEP 32\n")
        included = self.write("included.cu", "#include <step.h>\n" + content)
        self.expect(FINDINGS, included, "--", "-Iinclude")
        defined = self.write("defined.cu", content)
        self.expect(FINDINGS, defined, "--", "-DSTEP=32", "-Xcompiler", "-Wall", "--expt-relaxed-constexpr")
        self.expect(CLEAN, defined, "--", "-DSTEP=1")
        for flag in ["-D", "-I", "-include", "-arch"]:
            self.assertIn(f"{flag}: its value is missing", self.expect(UNABLE, defined, "--", "-DSTEP=32", flag).err)

    def test_compile_database(self):
        content = BAD.replace("32 * i", "STEP * i")
        defined = self.write("src/defined.cu", content)
        other = self.write("src/other.cu", content)
        for entry in [{"command": "nvcc -DSTEP=32 -O3 -c src/defined.cu -o x.o"},
                      {"arguments": ["nvcc", "-DSTEP=32", "-c", "src/defined.cu"]}]:
            entry.update(directory=str(self.path), file="src/defined.cu")
            self.write("build/compile_commands.json", json.dumps([entry]))
            self.expect(FINDINGS, "-p", "build", defined)
            self.expect(FINDINGS, "-p", "build", other)
            self.expect(CLEAN, "-p", "build", defined, "--", "-USTEP", "-DSTEP=1")
        # The database's folders are relative to its own, those of the command line to the current one.
        self.write("src/a/first.h", "#define FIRST 4\n")
        self.write("b/second.h", "#define SECOND 8\n")
        both = self.write("src/both.cu", "#include <first.h>\n#include <second.h>\n" +
                          BAD.replace("32 * i", "FIRST * SECOND * i"))
        entry = {"directory": str(self.path / "src"), "file": "both.cu", "command": "nvcc -Ia -c both.cu"}
        self.write("build/compile_commands.json", json.dumps([entry]))
        self.expect(FINDINGS, "-p", "build", both, "--", "-Ib")
        forced = self.write("src/forced.cu", content)
        entry = {"directory": str(self.path / "src"), "file": "forced.cu", "command": "nvcc -include a/step.h -c forced.cu"}
        self.write("src/a/step.h", "#define STEP 32\n")
        self.write("build/compile_commands.json", json.dumps([entry]))
        self.expect(FINDINGS, "-p", "build", forced)
        self.write("build/compile_commands.json", "[{]")
        self.assertIn("compile_commands.json:1", self.expect(UNABLE, "-p", "build", defined).err)
        self.expect(UNABLE, "-p", "nowhere", defined)

    def write_database(self, *entries):
        """Entries for files of this folder; what is no dictionary stays as it is. One a line, the first on the second."""
        entries = [{"directory": str(self.path), **entry} if isinstance(entry, dict) else entry for entry in entries]
        self.write("compile_commands.json", "[\n" + ",\n".join(map(json.dumps, entries)) + "\n]\n")

    def test_compile_database_with_bad_entries(self):
        content = BAD.replace("32 * i", "STEP * i")
        defined = self.write("defined.cu", content)
        self.write_database(5, {"file": "a.cu", "command": "nvcc 'open"}, {"file": "b.cu", "arguments": ["nvcc", 3]},
                            {"command": "nvcc"}, {"file": "defined.cu", "command": "nvcc -DSTEP=32 defined.cu"}, {"file": "c.cu"})
        told = self.expect(FINDINGS, "-p", ".", defined).err.splitlines()
        self.assertEqual([line.split("compile_commands.json")[1] for line in told],
                         [":2: entry 1 is no object: it is passed over",
                          ":3: entry 2 has a command that leaves a quote open: it is passed over",
                          ":4: entry 3 has arguments that are no list of words: it is passed over",
                          ":5: entry 4 has no file: it is passed over",
                          ":7: entry 6 has neither a command nor arguments: it is passed over"])
        self.write_database(*range(1000), {"file": "defined.cu", "command": "nvcc -DSTEP=32 defined.cu"})
        self.assertIn("995 more entries", self.expect(FINDINGS, "-p", ".", defined).err)
        for nothing in ["[]", "[1]"]:
            self.write("compile_commands.json", nothing)
            self.assertIn("no entry to take flags from", self.expect(UNABLE, "-p", ".", defined).err)

    def test_compile_database_without_the_file(self):
        other = self.write("other.cu", BAD.replace("32 * i", "STEP * i"))
        self.write_database({"file": "listed.cu", "command": "nvcc -DSTEP=32 listed.cu"})
        told = f"no entry is for 'other.cu': it is read with the flags of entry 1, for '{self.path}/listed.cu'"
        for form in ["text", "short"]:
            out = self.expect(FINDINGS, "--format", form, "-p", ".", other).out
            self.assertEqual(out.splitlines()[0], f"compile_commands.json:2:1: note: {told}")
        report = self.report(FINDINGS, "-p", ".", other)
        self.assertEqual(report["files"], [{"path": "other.cu", "status": "ok", "problems": [
            {"file": "compile_commands.json", "line": 2, "column": 1, "severity": "note", "message": told}]}])
        self.assertEqual(list(json_schema.errors(report, json.loads((ROOT / "docs" / "report.schema.json").read_text()))), [])
        self.write_database({"file": "other.cu", "command": "nvcc -DSTEP=32 other.cu"})
        self.assertEqual(self.report(FINDINGS, "-p", ".", other)["files"][0]["problems"], [])

    def test_response_files(self):
        content = BAD.replace("32 * i", "STEP * i")
        defined = self.write("defined.cu", content)
        self.write("build/step.rsp", "-DSTEP='32' @more.rsp\n-fplugin=evil.so")
        self.write("build/more.rsp", "-DMORE @more.rsp")
        for form in ["@step.rsp", "--options-file step.rsp", "--options-file=step.rsp,more.rsp", "-optf step.rsp"]:
            entry = {"directory": str(self.path / "build"), "file": "../defined.cu", "command": f"nvcc {form} -c ../defined.cu"}
            self.write_database(entry)
            self.assertIn("too many response files", self.expect(FINDINGS, "-p", ".", defined).out)
        self.write("build/more.rsp", "")
        self.assertNotIn("missing", self.expect(FINDINGS, "-p", ".", defined).out)
        self.write("step.rsp", "-DSTEP='32'")
        self.assertEqual(self.expect(FINDINGS, defined, "--", "@step.rsp", "-DLATER").err, "")
        self.write_database({"file": "defined.cu", "command": "nvcc -DSTEP=32 @nowhere.rsp --options-file /dev/zero defined.cu"})
        report = self.report(FINDINGS, "-p", ".", defined)
        self.assertEqual([(problem["severity"], problem["message"]) for problem in report["files"][0]["problems"]],
                         [("warning", f"flags are missing: {self.path}/nowhere.rsp: No such file or directory"),
                          ("warning", "flags are missing: /dev/zero: not a regular file")])
        result = self.expect(UNABLE, defined, "--", "-DSTEP=32", "@nowhere.rsp")
        self.assertIn("not done: nowhere.rsp: No such file", result.out)

    def test_forced_includes(self):
        """They may lie anywhere, as what a source includes may; what is missing or no file takes nothing else away."""
        outside = tempfile.NamedTemporaryFile(suffix=".h")
        self.addCleanup(outside.close)
        outside.write(b"#define STEP 32\n")
        outside.flush()
        defined = self.write("src/defined.cu", BAD.replace("32 * i", "STEP * i"))
        for flag in ["-include", "--pre-include", "-imacros"]:
            self.write_database({"file": defined, "arguments": ["nvcc", flag, outside.name, defined]})
            self.expect(FINDINGS, "-p", ".", defined)
        os.mkfifo(self.path / "pipe.h")
        for name, told in [("pipe.h", "pipe.h': Operation not permitted"), ("/dev/zero", "/dev/zero': Operation not permitted"),
                           ("nowhere.h", "'nowhere.h' file not found"), ("src", "'src' file not found")]:
            self.write_database({"file": defined, "arguments": ["nvcc", "-DSTEP=32", "-include", name, defined]})
            result = self.expect(UNABLE, "-p", ".", defined)
            self.assertIn(told, result.err)
            self.assertIn("[uncoalesced-access]", result.out)

    def test_includes_without_end(self):
        """A pipe and a device are no files to include, however they are named; the rest of the code is read."""
        os.mkdir(self.path / "folder")
        for pipe in ["pipe.h", "folder/far.h"]:
            os.mkfifo(self.path / pipe)
        self.write("near.h", '#include "pipe.h"\n')
        for directive, line in [('#include "/dev/zero"', 1), ('#include "pipe.h"', 1), ("#include <far.h>", 1), ('#include "near.h"', 1),
                                ('#define PIPE "pipe.h"\n#include PIPE', 2), ('#embed "/dev/zero"', 1), ('#include "folder"', 1),
                                ('#if __has_include("pipe.h")\n#endif', 1), ('#include "/dev/stdin"', 1)]:
            with self.subTest(directive=directive):
                report = self.report(FINDINGS, self.write("endless.cu", f"{directive}\n{BAD}"), "--", "-Ifolder")
                self.assertEqual([finding["rule"] for finding in report["findings"]], ["uncoalesced-access"])
                self.assertEqual(report["files"][0]["problems"][0]["line"], line)

    def test_nesting_by_macros(self):
        """More levels than any stack has room for."""
        doubled = "".join(f"#define CASTS{i} CASTS{i - 1} CASTS{i - 1}\n" for i in range(1, 20))
        deep = self.write("deep.cu", f"#define CASTS0 (int)\n{doubled}__global__ void k(int *a) {{ *a = CASTS19 1; }}\n")
        result = self.expect(UNABLE, "--format", "short", deep, self.write("bad.cu", BAD))
        self.assertIn("deep.cu: nested too deeply to be parsed", result.err)
        self.assertIn("bad.cu:", result.out)

    def test_a_million_bytes_in_one_line(self):
        """As generators write it. What each part of the code costs must not grow with all that stands before it, or around it."""
        def repeat(text):
            return "".join(text % (i % 1000) for i in range(1_000_000 // len(text)))
        shared = "__shared__ float s[32][32];"
        lines = {"statements": repeat("a[%d]=1;"), "rejected": repeat("b[%d]=1;"), "tiles": shared + repeat("s[threadIdx.x][1]=a[%d];"),
                 "arguments": f"a[0]=unknown({repeat('a[%d],')}0);", "sum": f"a[0]={repeat('a[%d]+')}0;",
                 "initialiser": f"int b[]={{{repeat('%d,')}0}};a[0]=b[threadIdx.x];"}
        for name, body in lines.items():
            for text in (f"__global__ void k(float *a) {{{body}}}\n", f"#define BODY {body}\n__global__ void k(float *a) {{BODY}}\n"):
                with self.subTest(name=name, text=text[:10]):
                    before = resource.getrusage(resource.RUSAGE_CHILDREN)
                    result = self.run_gpulint("--format", "short", self.write("long.cu", text))
                    after = resource.getrusage(resource.RUSAGE_CHILDREN)
                    self.assertIn(result.returncode, (CLEAN, FINDINGS, UNABLE))
                    self.assertTrue(result.returncode != UNABLE or "long.cu" in result.out + result.err)
                    self.assertLess(after.ru_utime - before.ru_utime, 20)

    def test_a_million_bytes_of_findings(self):
        """So must what each finding costs not grow with how many accesses there are beside it. The compiler's time is not gpulint's."""
        lines = {"strided": "if(threadIdx.x>%d)a[threadIdx.x*2]+=1;", "columns": "if(threadIdx.x>%d)a[threadIdx.x*64]+=1;",
                 "banks": "if(threadIdx.x>%d)s[threadIdx.x*2]+=1;"}
        for name, line in lines.items():
            with self.subTest(name=name):
                body = "__shared__ float s[2048];" + "".join(line % (i % 1000) for i in range(1_000_000 // len(line)))
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                result = self.expect(FINDINGS, "--no-compile", "--format", "short", "--fail-on", "note",
                                     self.write("long.cu", f"__global__ void k(float *a) {{{body}}}\n"))
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                self.assertIn("long.cu:1:", result.out)
                self.assertLess(after.ru_utime - before.ru_utime, 8)

    def test_findings_of_too_large_a_launch(self):
        """What of one is not worked out, for being dear, is said of each finding."""
        def report(count):
            line = "if(threadIdx.x>%d)a[threadIdx.x*2]+=1;"
            path = self.write("large.cu", f"__global__ void k(float *a) {{{''.join(line % (i % 32) for i in range(count))}}}\n")
            return path, self.report(FINDINGS, "--fail-on", "note", path)["findings"]
        path, findings = report(2000)
        self.assertTrue(all(finding["predicted_penalty"] is None for finding in findings))
        why = "its launch has more than 2500 accesses and branches"
        self.assertEqual({finding["unpredicted_penalty"] for finding in findings}, {why})
        self.assertIn(f"not predicted, because {why}", unwrapped(self.expect(FINDINGS, "--fail-on", "note", path).out))
        self.assertEqual({finding["unpredicted_penalty"] for finding in report(20)[1]}, {""})

    def test_slow_to_parse(self):
        """A file that takes long is not parsed once more, and one that takes too long is given up; the report says what that leaves
        out."""
        def run(count, *options):
            path = self.write("slow.cu", "constexpr long spin(long n) { long s = 0; for (long i = 0; i < 200000 + n; i++) s += i & 3; return s; }\n" +
                              "template <typename T> __global__ void scale(T *a) { a[2 * threadIdx.x] *= 2; }\n"
                              "template __global__ void scale<float>(float *);\n"
                              "__global__ void plain(float *a) { a[2 * threadIdx.x] += 1; }\n" +
                              "".join(f"static_assert(spin({n}) > 0, \"\");\n" for n in range(count)))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            result = self.run_gpulint("--format", "json", "--fail-on", "note", path)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime - before.ru_utime
            self.assertLess(seconds, 20)
            return result, json.loads(result.out), seconds
        told = "instances that the text makes of this template"
        result, report, start = run(0)
        self.assertEqual([kernel["line"] for kernel in report["kernels"]], [2, 4])
        self.assertNotIn(told, result.out)
        seconds = (run(4)[2] - start) / 8        # a short one is parsed twice
        result, report, _ = run(round(8 / seconds))
        self.assertEqual(result.returncode, FINDINGS)
        self.assertEqual([kernel["line"] for kernel in report["kernels"]], [4])
        self.assertEqual([problem["line"] for problem in report["files"][0]["problems"] if told in problem["message"]], [2])
        self.assertEqual(report["files"][0]["status"], "partial")
        result, report, _ = run(round(64 / seconds))
        self.assertEqual(result.returncode, UNABLE)
        self.assertIn("slow.cu: the compiler's parser has not come to an end within 16 seconds", result.err)

    def test_many_kernels(self):
        """As generators write them, too: what one costs must not grow with how many there are."""
        def seconds(count):
            kernels = "".join(f"__global__ void k{i}(float *a) {{ a[2 * threadIdx.x] += {i}; }}\n" for i in range(count))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            result = self.expect(FINDINGS, "--no-compile", "--format", "short", "--fail-on", "note", self.write("many.cu", kernels))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.assertIn(f"many.cu:{count}:", result.out)
            return after.ru_utime - before.ru_utime
        self.assertLess(seconds(20_000), 12 * seconds(2_500))

    def test_rivals(self):
        """A kernel of the same name in another program beside it takes nothing away from the file that was asked for."""
        lib = self.write("lib.cu", BAD.split("int main")[0])
        self.write("other.cu", BAD.replace("32 * i", "i"))
        report = self.report(FINDINGS, lib)
        self.assertEqual([kernel["file"] for kernel in report["kernels"]], ["lib.cu"])
        report = self.report(FINDINGS, lib, "other.cu")
        self.assertEqual(sorted(kernel["file"] for kernel in report["kernels"]), ["lib.cu", "other.cu"])

    def test_compile_database_runs_and_loads_nothing(self):
        bad = self.write("bad.cu", BAD)
        flags = ["-fplugin=./evil.so", "-Xclang", "-load", "-Xclang", "./evil.so", "-B.", "@response", "-wrapper",
                 "touch,touched", "-o", "touched", "--serialize-diagnostics", "touched", "-MD", "-MF", "touched"]
        entry = {"directory": str(self.path), "file": "bad.cu", "arguments": ["./evil", *flags, "bad.cu"]}
        self.write("compile_commands.json", json.dumps([entry]))
        self.expect(FINDINGS, "-p", ".", bad)
        self.assertEqual(sorted(os.listdir(self.path)), ["bad.cu", "compile_commands.json"])

    def test_paths(self):
        self.write("sub/bad.cu", BAD)
        for given, shown in [("sub/bad.cu", "sub/bad.cu"), (str(self.path.resolve() / "sub/bad.cu"), "sub/bad.cu")]:
            result = self.expect(FINDINGS, "--format", "short", given)
            self.assertTrue(result.out.startswith(shown + ":"), result.out)

    def test_paths_with_detours(self):
        self.write("src/near.h", BAD)
        self.write("src/main.cu", "#include <near.h>\n")
        entry = {"directory": str(self.path / "src"), "file": "./main.cu", "command": "nvcc -I../src/./ -c main.cu"}
        self.write("compile_commands.json", json.dumps([entry]))
        for given in ["src/main.cu", "./src/../src//main.cu"]:
            result = self.expect(FINDINGS, "-p", ".", "--format", "short", given)
            self.assertTrue(result.out.startswith("src/near.h:"), result.out)

    def test_dump(self):
        good = self.write("good.cu", GOOD)
        self.assertIn("copy", self.expect(CLEAN, "dump", "ir", good).out)
        facts = json.loads(self.expect(CLEAN, "dump", "facts", good).out)
        self.assertEqual(facts["kernels"][0]["name"], "copy")
        missing = self.expect(UNABLE, "dump", "ir", "missing.cu")
        self.assertNotIn("problem", missing.out)
        self.assertIn("missing.cu: No such file", missing.err)
        self.expect(UNABLE, "dump", "nonsense", good)
        self.expect(UNABLE, "dump")


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

    def job(self, program, *options):
        """The job that verify hands to the worker."""
        self.expect(UNABLE, "verify", "--runner", "cat >job.json", *options, self.write("program.cu", program))
        return json.loads((self.path / "job.json").read_text())

    def test_results_of_other_jobs_and_of_nothing(self):
        result = {"schema_version": 1, "status": "ok", "reason": "", "device": {"name": "a GPU", "sm": "sm_90", "counters": True},
                  "compiler": None, "sources": [], "kernels": []}
        self.write("bad.cu", BAD)
        for change, told in (({"job": "0123456789abcdef"}, "the worker's result is that of another job"),
                             ({"device": None}, "the worker's result is none: it says that kernels ran on a GPU, and tells of none"),
                             ({"status": "fine"}, "the worker's result is none: it has a status that there is not"),
                             ({"status": "no-device", "reason": ""}, "the worker's result is none: it says that nothing ran on a GPU, and not why")):
            self.write("result.json", json.dumps({**result, **change}))
            report = self.report(UNABLE, "verify", "--format", "json", "--runner", "cat >job.json; cat result.json", "bad.cu")
            self.assertEqual(report["measurement"]["reason"], told)
        self.assertRegex(json.loads((self.path / "job.json").read_text())["id"], "^[0-9a-f]{16}$")

    def test_errors_of_the_compiler_have_their_place(self):
        job = self.job(BAD)
        (kernel,) = job["kernels"]
        for place, told in [({"file": "program.cu", "line": 4}, "program.cu:4: "), ({"file": "", "line": 4}, "program.cu:1:17: "),
                            ({"file": "", "line": 0}, "program.cu:1:17: ")]:
            failed = {"id": kernel["id"], "status": "compile-error", "reason": "it is wrong", "problems": [{**place, "message": "it is wrong"}],
                      "function": "", "resources": None, "launches": []}
            self.write("result.json", json.dumps({"schema_version": 1, "status": "no-device", "reason": "no GPU", "device": None,
                                                  "compiler": {"name": "NVRTC", "version": "13.0", "arch": "sm_90"}, "sources": [],
                                                  "kernels": [failed]}))
            out = self.expect(UNABLE, "verify", "--runner", "cat >/dev/null; cat result.json", "program.cu").out
            self.assertIn(f"  not compiled\n{told}error: compile-error: it is wrong\n", out)
            self.assertNotIn("occupancy", out[out.index("not compiled"):])

    def test_the_job_has_what_the_host_run_knows(self):
        job = self.job("""struct parameters { float *out; const int *from; int n; struct { short tag; float scale[2]; } more; };
__global__ void gather(parameters p, const float *in, float unknown) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < p.n) p.out[i] = in[p.from[i]] * p.more.scale[0] * unknown;
}
__global__ void rows(float **of) { of[threadIdx.x][0] = 1; }
int main(int, char **argv) {
	static int host[100];
	for (int i = 0; i < 100; i++) host[i] = i * 7 % 100;
	float *in, *out; int *from; float **table;
	cudaMalloc(&in, 400); cudaMalloc(&out, 400); cudaMalloc(&from, 400); cudaMalloc(&table, 256);
	cudaMemset(in, 0x3f, 200);
	cudaMemcpy(from, host, 400, cudaMemcpyHostToDevice);
	parameters p = {out, from, 100, {3, {1, 2}}};
	gather<<<1, 128>>>(p, in, argv[1][0]);
	rows<<<1, 32>>>(table);
}
""")
        gather, rows = job["kernels"]
        self.assertEqual(rows["launches"], [])
        record, pointer, unknown = gather["launches"][0]["arguments"]
        out, source, data = gather["buffers"]
        self.assertEqual([(p["at"], p["buffer"]) for p in record["pointers"]], [(0, out["id"]), (8, source["id"])])
        self.assertEqual(struct.unpack("<16xihxxff", base64.b64decode(record["base64"])), (100, 3, 1.0, 2.0))
        self.assertEqual(pointer, {"buffer": data["id"], "offset": 0})
        self.assertEqual(unknown, {"type": "f32", "value": 1.0})
        numbers = struct.unpack("<100i", base64.b64decode(source["fill"]["pieces"][0]["base64"]))
        self.assertEqual(numbers, tuple(i * 7 % 100 for i in range(100)))
        self.assertEqual(data["fill"], {"kind": "pieces", "pieces": [{"offset": 0, "count": 200, "byte": 0x3f}],
                                        "rest": {"kind": "random-float", "type": "f32"}})
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])

    def test_indices_lead_to_what_the_kernel_makes_of_them(self):
        job = self.job("""__global__ void scatter(float *out, const int *to) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[to[i] * 512 - 7] = 1;
}
int main() { float *out; int *to; cudaMalloc(&out, 1 << 22); cudaMalloc(&to, 1 << 22); scatter<<<4096, 256>>>(out, to); }
""")
        out, to = job["kernels"][0]["buffers"]
        self.assertEqual(to["fill"], {"kind": "index", "type": "u32", "low": 1, "limit": 2049})
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])

    def test_made_up_indices_fill_what_they_index(self):
        """As far as nothing else hangs on them: other buffers' sizes are no matter then."""
        program = """__global__ void count(unsigned *bins, const int *of, int *total) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&bins[of[i]], 1);
	BESIDE
	if (i == 0) total[0] = gridDim.x;
}
int main() {
	unsigned *bins; int *of, *total; cudaMalloc(&bins, 4000); cudaMalloc(&of, 4 << 16); cudaMalloc(&total, 4);
	count<<<256, 256>>>(bins, of, total);
}
"""
        for beside, limit in (("", 1000), ("bins[of[i] * 10 + 9] = 1;", 100), ("for (int k = 0; k < of[i]; k++) bins[k] = 0;", 1),
                              ("bins[of[i] * of[i + 1] % 1000] = 1;", 1), ("bins[of[i] * of[i + 1] & 511] = 1;", 1000), ("int own[4] = {}; own[of[i]] = i; bins[own[i & 3] & 1] = 1;", 4),
                              ("extern __shared__ int s[]; s[of[i]] = 1;", 1)):
            (kernel,) = self.job(program.replace("BESIDE", beside))["kernels"]
            (of,) = (buffer for buffer in kernel["buffers"] if buffer["id"] == "of")
            self.assertEqual((of["fill"]["kind"], of["fill"]["limit"]), ("index", limit), beside)

    def test_few_true_indices_are_not_mixed_with_made_up_ones(self):
        program = """#include <stdio.h>
__global__ void sum(float *out, const float *in, const int *row) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int k = row[i]; k < row[i + 1]; k++) s += in[k];
	out[i] = s;
}
int main() {
	static int host[1025]; float *out, *in; int *row;
	fread(host, 4, 1025, stdin);
	for (int i = FIRST; i < 1025; i++) host[i] = 5 * i;
	cudaMalloc(&out, 4096); cudaMalloc(&in, 5 * 4096); cudaMalloc(&row, 4100);
	cudaMemcpy(row, host, 4100, cudaMemcpyHostToDevice);
	sum<<<4, 256>>>(out, in, row);
}
"""
        for first, kind in (("1022", "index"), ("0", "pieces")):
            (kernel,) = self.job(program.replace("FIRST", first))["kernels"]
            (row,) = (buffer for buffer in kernel["buffers"] if buffer["id"] == "row")
            self.assertEqual(row["fill"]["kind"], kind)

    def test_launches_have_buffers_in_common(self):
        """As far as arguments of the same name lead to as much of the same; two that a launch has stay two."""
        job = self.job("""__global__ void add(float *out, const float *in, const int *from, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] += in[from[i]];
}
int main() {
	float *a, *b, *c; int *from, host[32];
	cudaMalloc(&a, 4096); cudaMalloc(&b, 4096); cudaMalloc(&c, 8192); cudaMalloc(&from, 128);
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < 32; i++) host[i] = i + round;
		cudaMemcpy(from, host, 128, cudaMemcpyHostToDevice);
		add<<<1, 32>>>(a, b, from, 32);
		add<<<1, 32>>>(b, a, from, 31 - round);
		add<<<1, 32>>>(a, c, from, 29 - round);
	}
	add<<<1, 32>>>(a, a, from, 27);
}
""")
        kernel, = job["kernels"]
        sizes = {buffer["id"]: buffer["bytes"] for buffer in kernel["buffers"]}
        self.assertEqual(sizes, {"out": 4096, "in": 4096, "from": 128, "in 2": 8192, "from 2": 128})
        self.assertEqual([[argument.get("buffer") for argument in launch["arguments"][:3]] for launch in kernel["launches"]], [
            ["out", "in", "from"], ["out", "in", "from"], ["out", "in 2", "from"],
            ["out", "in", "from 2"], ["out", "in", "from 2"], ["out", "in 2", "from 2"], ["out", "out", "from 2"]])
        pair, = self.job("""struct two { float *a; float *b; };
__global__ void both(two p) { p.a[threadIdx.x] = p.b[threadIdx.x]; }
int main() { two p; cudaMalloc(&p.a, 4096); cudaMalloc(&p.b, 4096); both<<<1, 32>>>(p); }
""")["kernels"]
        self.assertEqual(len({pointer["buffer"] for pointer in pair["launches"][0]["arguments"][0]["pointers"]}), 2)

    def test_structs_are_filled_member_by_member(self):
        job = self.job("""struct particle { float x, y, z; int id; double mass; bool alive; };
__global__ void move(float *out, const particle *p, const bool *moves) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = p[i].x / p[i].mass + p[i].id + moves[i];
}
int main() {
	float *out; particle *p; bool *moves;
	cudaMalloc(&out, 4096); cudaMalloc(&p, 32768); cudaMalloc(&moves, 1024);
	move<<<4, 256>>>(out, p, moves);
}
""")
        out, particles, moves = job["kernels"][0]["buffers"]
        self.assertEqual(moves["fill"], {"kind": "index", "type": "u8", "limit": 2})
        self.assertEqual(particles["fill"], {"kind": "records", "bytes": 32, "members": [
            {"at": 0, "count": 3, "fill": {"kind": "random-float", "type": "f32"}},
            {"at": 12, "count": 1, "fill": {"kind": "index", "type": "u32", "limit": 100}},
            {"at": 16, "count": 1, "fill": {"kind": "random-float", "type": "f64"}},
            {"at": 24, "count": 1, "fill": {"kind": "index", "type": "u8", "limit": 2}}]})
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])

    def test_names_that_are_no_utf8(self):
        program, header, text = "caf\udce9.cu", "th\udce9.cuh", os.fsdecode(b"\xe9")
        self.write(header, "#define STEP 1\n")
        self.write(program, os.fsencode(f'#include "{header}"\n// {text}\n{BAD}'))
        self.expect(UNABLE, "verify", "--format", "json", "--runner", "cat >job.json", program, "--", f"-DTEXT={text}")
        (source,) = json.loads((self.path / "job.json").read_text())["sources"]
        self.assertEqual((source["name"], source["headers"][0]["name"], source["defines"]), ("caf?.cu", "th?.cuh", ["TEXT=?"]))
        self.assertTrue(source["text"].startswith('#include "th?.cuh"\n'))

    def test_a_launch_said_by_hand_is_the_one_that_is_made(self):
        """What nothing is known of is filled with numbers that do no harm: indices that lead nowhere out of bounds."""
        kernel, = self.job("""__global__ void gather(float *out, const float *in, const int *from, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = in[from[i]];
}
""", "--launch", "gather<<<3, 64>>>(4096, 8192, 1024, 130)")["kernels"]
        launch, = kernel["launches"]
        self.assertEqual((launch["grid"], launch["block"]), ([3, 1, 1], [64, 1, 1]))
        self.assertEqual(base64.b64decode(launch["arguments"][3]["base64"]), struct.pack("<i", 130))
        out, source, index = kernel["buffers"]
        self.assertEqual([buffer["bytes"] for buffer in kernel["buffers"]], [4096, 8192, 1024])
        self.assertEqual([buffer["fill"] for buffer in (out, source)], 2 * [{"kind": "random-float", "type": "f32"}])
        self.assertEqual((index["fill"]["kind"], index["fill"]["type"]), ("index", "u32"))
        self.assertEqual(index["fill"]["limit"], 2048)

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
        arguments = ["verify", "--runner", f"{sys.executable} worker.py", program]
        first, second, third = self.expect(CLEAN, *arguments).out.split("\nk<<<")[1:]
        self.assertEqual(first.count("program.cu:"), 2)
        self.assertIn("2 sites as in the kernel's first launch", second)
        self.assertIn("1 site as in the kernel's first launch", third)
        self.assertIn("called exact, but not in number: the compiled code makes 0.5 times as many requests", third)
        self.assertIn("Of 6 sites that are called exact 6 could be compared: 5 are right, 1 in cost but not in number.", third)
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
        """A made-up GPU counts a loop that is unrolled by four, a branch twice as often as told, and another as told."""
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
        arguments = ["verify", "--no-compile", "--runner", f"{sys.executable} worker.py", "--fail-on", "never", program]
        report = self.report(CLEAN, "--format", "json", *arguments)
        loop, wrong, right = (site for site in report["kernels"][0]["launches"][0]["sites"] if site["kind"] == "branch")
        self.assertEqual([site["standing"] for site in (loop, wrong, right)], 3 * ["assumed"])
        self.assertEqual([site["agreement"] for site in (loop, wrong, right)], 3 * ["full"])
        self.assertIn("executes it 0.333 times as often as the source: the compiler unrolls loops", loop["measured_note"])
        self.assertIn("executes it 2 times as often as the source: the compiler may make several", wrong["measured_note"])
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
        report = self.report(CLEAN, "verify", "--runner", f"{sys.executable} worker.py", "--fail-on", "never", "program.cu", "near.cu", "far.cu")
        told = "it calls '{}', which {}: kernels of separable compilation (-rdc=true) are not linked here"
        self.assertEqual([kernel["status"] for kernel in report["kernels"]],
                         [told.format("near", "near.cu defines"), told.format("far", "far.cu defines"), told.format("plain", "far.cu defines"),
                          told.format("missing", "its own file does not define")])

    def test_a_launch_that_was_not_timed_says_why(self):
        self.write("worker.py", COUNTER.replace('"time": None', '"time": None, "untimed": "there was no room"'))
        arguments = ["verify", "--runner", f"{sys.executable} worker.py", "--fail-on", "never", self.write("bad.cu", BAD)]
        launch = self.report(CLEAN, *arguments)["kernels"][0]["launches"][0]
        self.assertEqual((launch["time"], launch["untimed"]), (None, "there was no room"))
        self.assertIn("; not timed: there was no room", self.expect(CLEAN, *arguments).out)

    def test_the_job_has_constants_and_cooperation(self):
        job = self.job("""#include <cooperative_groups.h>
static __constant__ int order[4];
__constant__ float unused[4], *hidden;
__global__ void permute(float *out) { out[order[threadIdx.x & 3]] = 1; }
__global__ void say(float x) { printf("%f", sinf(1e6f * x)); }
__global__ void wait(float *out) { cooperative_groups::this_grid().sync(); out[threadIdx.x] = 1; }
__global__ void follow(float *out) { out[threadIdx.x] = hidden[threadIdx.x]; }
int main() {
	int numbers[4] = {3, 2, 1, 0};
	float *d; cudaMalloc(&d, 4096);
	cudaMemcpyToSymbol(order, numbers, sizeof numbers);
	say<<<1, 32>>>(3);
	permute<<<1, 32>>>(d);
	numbers[0] = 0;
	cudaMemcpyToSymbol(order, numbers, sizeof numbers);
	permute<<<2, 32>>>(d);
	void *arguments[] = {&d};
	cudaLaunchCooperativeKernel(wait, dim3(1), dim3(32), arguments);
	cudaMemcpyToSymbol(hidden, &d, sizeof d);
	follow<<<1, 32>>>(d);
}
""")
        permute, say, wait, follow = job["kernels"]
        self.assertEqual(say["variables"], [])
        (order,) = permute["variables"]
        self.assertEqual((order["link_name"], order["name_expression"]), ("_ZL5order", "order"))
        first, second = permute["launches"]
        self.assertNotIn("variables", first)
        (change,) = second["variables"]
        values = [struct.unpack("<4i", base64.b64decode(fill["pieces"][0]["base64"])) for fill in (order["fill"], change["fill"])]
        self.assertEqual(values, [(3, 2, 1, 0), (0, 2, 1, 0)])
        self.assertEqual([launch.get("cooperative", False) for launch in (first, second, *wait["launches"])],
                         [False, False, True])
        self.assertEqual(follow["variables"][0]["pointers"], [{"buffer": "out", "offset": 0, "at": 0}])
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])

    def test_the_job_has_what_addresses_in_memory_lead_to(self):
        """Each launch its own, and one that others have where that holds as much of the same."""
        job = self.job("""struct node { float value; node *next; };
struct block { float *in, *out; };
__constant__ block now;
__global__ void rows(const float *const *of, float *sum) { atomicAdd(sum, of[blockIdx.x][threadIdx.x]); }
__global__ void list(node *first, float *sum) { for (; first; first = first->next) *sum += first->value; }
__global__ void step() { now.out[threadIdx.x] = now.in[threadIdx.x]; }
int main() {
	float *row[3], **table, *sum;
	for (int i = 0; i < 3; i++) cudaMalloc(&row[i], 4096 << i);
	cudaMalloc(&table, sizeof row); cudaMalloc(&sum, 4);
	cudaMemcpy(table, row, sizeof row, cudaMemcpyHostToDevice);
	rows<<<3, 32>>>(table, sum);
	rows<<<2, 32>>>(table + 1, sum);
	node *nodes; cudaMallocManaged(&nodes, 2 * sizeof *nodes);
	for (int i = 0; i < 2; i++) { nodes[i].value = i; nodes[i].next = i ? nullptr : nodes + 1; }
	list<<<1, 1>>>(nodes, sum);
	for (int i = 0; i < 2; i++) {
		block b = {row[i], row[2 - i] + 256};
		cudaMemcpyToSymbol(now, &b, sizeof b);
		step<<<1, 32>>>();
	}
}
""")
        rows, chain, step = job["kernels"]
        self.assertEqual({buffer["id"]: buffer["bytes"] for buffer in rows["buffers"]},
                         {"of[0]": 4096, "of[1]": 8192, "of[2]": 16384, "of": 24, "sum": 4})
        (table,) = (buffer for buffer in rows["buffers"] if buffer["id"] == "of")
        self.assertEqual(table["pointers"], [{"buffer": f"of[{i}]", "offset": 0, "at": 8 * i} for i in range(3)])
        self.assertEqual([launch["arguments"][0] for launch in rows["launches"]],
                         [{"buffer": "of", "offset": 0}, {"buffer": "of", "offset": 8}])
        (first,) = (buffer for buffer in chain["buffers"] if buffer["id"] == "first")
        self.assertEqual(first["pointers"], [{"buffer": "first", "offset": 16, "at": 8}])
        sizes = {buffer["id"]: buffer["bytes"] for buffer in step["buffers"]}
        told = [[(sizes[pointer["buffer"]], pointer["offset"], pointer["at"]) for pointer in held["pointers"]]
                for held in (step["variables"][0], step["launches"][1]["variables"][0])]
        self.assertEqual(told, [[(4096, 0, 0), (16384, 1024, 8)], [(8192, 0, 0), (8192, 1024, 8)]])
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])

    @staticmethod
    def numpy_array(numbers, code="i", descr="<i4", version=1, order="False", shape=None):
        header = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape or f'({len(numbers)},)'}, }}\n".encode()
        length = struct.pack("<H" if version == 1 else "<I", len(header))
        return b"\x93NUMPY" + bytes([version, 0]) + length + header + struct.pack(f"<{len(numbers)}{code}", *numbers)

    def test_inputs_given(self):
        program = """__global__ void gather(float *out, const float *in, const int *from) { out[threadIdx.x] = in[from[threadIdx.x]]; }
int main() {
	float *in, *out; int *from;
	cudaMalloc(&in, 400); cudaMalloc(&out, 400); cudaMalloc(&from, 128);
	cudaMemset(from, 0, 128);
	gather<<<1, 32>>>(out, in, from);
}
"""
        for version in [1, 2, 3]:
            self.write("from.npy", self.numpy_array(range(32), version=version))
            job = self.job(program, "--input", "from=from.npy")
            fill = next(buffer["fill"] for buffer in job["kernels"][0]["buffers"] if buffer["id"].startswith("from"))
            self.assertEqual(struct.unpack("<32i", base64.b64decode(fill["pieces"][0]["base64"])), tuple(range(32)))
        for content, told in [(b"", "no NumPy array"), (b"\x93NUMPY\x04\0\0\0\0\0\0", "no NumPy array"),
                              (b"\x93NUMPY\x01\0\xff\xff{", "no NumPy array"),
                              (b"\x93NUMPY\x01\0\x02\0{'", "not understood"),
                              (self.numpy_array([1], shape="(99999999999999999999,)"), "not understood"),
                              (self.numpy_array([1], shape="(4294967296, 4294967296)"), "not understood"),
                              (self.numpy_array([1], order="True"), "Fortran"),
                              (self.numpy_array([1], descr=">i4"), "little-endian"),
                              *((self.numpy_array([1], descr=descr), "little-endian") for descr in ("|O", "<f1", "<b8", "|i4", "<i44", "<c8")),
                              *((self.numpy_array([1] * 4, shape=shape), "not understood") for shape in ("(2 2)", "(4)", "(2, 2 ", "(,)", "(4,,)")),
                              (self.numpy_array([1], order="False, 'descr': '<f4'"), "not understood"),
                              (self.numpy_array([1], order="False 'shape': (1,)"), "not understood"),
                              (self.numpy_array([1], shape="(1,)} #"), "not understood"),
                              (self.numpy_array([1], shape="(1,)}\0"), "not understood"),
                              (self.numpy_array([]), "holds no numbers"),
                              (self.numpy_array([1, 2], shape="(3,)"), "says 3 numbers and holds 8 bytes")]:
            self.write("from.npy", content)
            result = self.expect(UNABLE, "verify", "--input", "from=from.npy", "program.cu")
            self.assertIn("from.npy: ", result.err)
            self.assertIn(told, result.err)
        for array, told in [(self.numpy_array(range(32), "h", "<i2"), "the input for 'from' has numbers of 2 bytes, the kernel of 4"),
                            (self.numpy_array(range(32), "f", "<f4"), "the input for 'from' has floating-point numbers, the kernel integers"),
                            (self.numpy_array(range(33)), "the input for 'from' has 132 bytes, its buffer 128")]:
            self.write("from.npy", array)
            self.assertEqual(self.job(program, "--input", "from=from.npy")["kernels"][0]["launches"], [], told)
            self.assertIn(told, self.expect(UNABLE, "job", "--output", "refused.json", "--input", "from=from.npy", "program.cu").err)
        for array in (self.numpy_array(range(8), shape="( 2 , 4 )"), self.numpy_array(range(8), shape="(2,4,)")):
            self.write("from.npy", array)
            result = self.expect(CLEAN, "job", "--output", "short.json", "--input", "from=from.npy", "program.cu")
            self.assertIn("--input from: the array has 32 bytes, and a buffer of that name 128; the rest gets made-up numbers", result.err)
        self.write("from.npy", self.numpy_array(range(32)))
        for given in ("gather:from", "from"):
            buffers = self.job(program, "--input", f"{given}=from.npy")["kernels"][0]["buffers"]
            self.assertEqual([buffer["id"] for buffer in buffers if "base64" in json.dumps(buffer)], ["from"])
        os.mkfifo(self.path / "pipe")
        for given, told in [("form=from.npy", "no launch has a buffer of that name"), ("from", "NAME=FILE"),
                            ("from=nowhere.npy", "nowhere.npy: No such file"), ("from=.", ".: Is a directory"),
                            ("from=pipe", "pipe: not a regular file")]:
            self.assertIn(told, self.expect(UNABLE, "verify", "--runner", "cat >/dev/null", "--input", given, "program.cu").err)
        self.assertIn("no launch has a buffer of that name", self.expect(UNABLE, "job", "--output", "x", "--input", "scatter:from=from.npy", "program.cu").err)
        twice = ["--input", "from=from.npy", "--input", "to=from.npy", "--input", "from=from.npy"]
        self.assertEqual(self.expect(UNABLE, "job", "--output", "twice", *twice, "program.cu").err, "gpulint: --input: from is given twice\n")

    def test_an_input_is_for_what_it_names_and_fits(self):
        program = """namespace n { __global__ void halves(const float *data, float *out) { out[threadIdx.x] = data[threadIdx.x]; } }
__global__ void wholes(const int *data, float *out) { out[threadIdx.x] = data[threadIdx.x]; }
struct inner { const int *in; }; struct part { inner of; int step; };
__global__ void parts(part p, part q, float *out) { out[threadIdx.x] = p.of.in[threadIdx.x] + q.of.in[threadIdx.x]; }
int main() {
	float *a, *b; int *c, *d; cudaMalloc(&a, 128); cudaMalloc(&b, 128); cudaMalloc(&c, 128); cudaMalloc(&d, 128);
	n::halves<<<1, 32>>>(a, b); wholes<<<1, 32>>>(c, b); parts<<<1, 32>>>({{c}, 1}, {{d}, 1}, b);
}
"""
        self.write("whole.npy", self.numpy_array(range(32)))
        self.write("half.npy", self.numpy_array(range(32), "f", "<f4"))
        def given(*inputs):
            options = [option for text in inputs for option in ("--input", text)]
            job = self.job(program, *options)
            self.assertEqual([len(kernel["launches"]) for kernel in job["kernels"]], [1, 1, 1])
            return [f"{kernel['id'].split()[1]}:{buffer['id']}" for kernel in job["kernels"] for buffer in kernel["buffers"]
                    if "base64" in json.dumps(buffer)]
        self.assertEqual(given("data=whole.npy"), ["wholes:data"])
        told = self.expect(CLEAN, "job", "--output", "x.json", "--input", "data=whole.npy", "program.cu").err
        self.assertIn("--input data: not for all buffers of that name: halves: the input for 'data' has integers, the kernel floating-point", told)
        self.assertEqual(given("halves:data=half.npy", "data=whole.npy"), ["halves:data", "wholes:data"])
        self.assertEqual(given("n::halves:data=half.npy"), ["halves:data"])
        self.assertEqual(given("in=whole.npy"), ["parts:in", "parts:in 2"])
        self.assertEqual(given("q.of.in=whole.npy"), ["parts:in 2"])
        self.assertEqual(given("parts:p.of.in=whole.npy"), ["parts:in"])
        # What does not fit the only kernel that is meant leaves that out, and no other.
        self.assertEqual([len(kernel["launches"]) for kernel in self.job(program, "--input", "halves:data=whole.npy")["kernels"]], [0, 1, 1])

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
        for runner, told in [("exit 7", "exit status 7"), ("kill -SEGV $$", "Segmentation fault"),
                             ("echo Last login: today", "it begins: Last login: today"), ("cat", "no result"),
                             ("head -c 300000 /dev/urandom", "no JSON"), ("no-such-command", "exit status 127"),
                             ("echo '{'; kill -9 $$", "died: Killed")]:
            result = self.expect(UNABLE, "verify", "--runner", runner, bad)
            self.assertIn(told, result.err)
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
        self.assertIn("256 bytes of local memory a thread", text)
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
        for status, told in ("ok", "Measured on a GPU\n"), ("not-run", "Nothing was measured on a GPU\n"), ("fault", "Nothing was measured on a GPU\n"):
            launch = {"id": "0", "status": status, "reason": "", "metrics_status": "ok", "lines": [],
                      "time": {"median_us": 3, "low_us": 2, "high_us": 4, "runs": 9}}
            kernels = [{"id": "0 copy", "status": "ok", "reason": "", "resources": {}, "launches": [launch]}]
            result = {**self.empty_result(), "status": "ok", "reason": "", "device": {"name": "a GPU", "sm": "sm_90"}, "kernels": kernels}
            self.write("result.json", json.dumps(result))
            out = self.expect(FINDINGS, "verify", "--runner", "cat >/dev/null; cat result.json", bad).out
            self.assertEqual(re.search(r"(?m)^.*[Mm]easured on .*\n", out)[0], told)

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


class Penalties(CommandTest):
    """What findings cost in time, as a made-up GPU has it."""

    STORED_BY_ROWS = """__global__ void rows(float *out, const float *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * n + 5] = in[i];
}
int main() {
	float *in, *out; cudaMalloc(&in, 1 << 22); cudaMalloc(&out, 1 << 30);
	rows<<<4096, 256>>>(out, in, 256);
}
"""

    def penalties(self, text=STORED_BY_ROWS, **changes):
        """The finding of a program and its second job, on a made-up GPU: what it counts and times in that job's versions."""
        self.write("worker.py", """import json, sys
job, changes = json.load(sys.stdin), json.load(open("changes.json"))
def lines(kernel, launch):
    sectors = changes.get("own", 32) if kernel["id"].endswith("own") or "races" not in job else changes.get("sectors", 4)
    warps = launch["grid"][0] * launch["block"][0] // 32
    line = {"file": "program.cu", "line": 3, "space": "global", "requests": warps, "lanes": 32 * warps, "ideal_sectors": 4 * warps}
    if "loads" in changes:
        loads = {key: value * changes["loads"] for key, value in line.items() if key in ("requests", "lanes", "ideal_sectors")}
        return [{**line, "kind": "store", "sectors": sectors * warps},
                {**line, **loads, "kind": "load", "sectors": changes["loads"] * sectors * warps}]
    return [{**line, "kind": "store", "sectors": sectors * warps},
            {**line, "kind": "load", "sectors": 4 * warps, **changes.get("load", {})} if "races" in job and "version" in kernel["id"] else
            {**line, "kind": "load", "sectors": 4 * warps}]
def counted(kernel, launch):
    fault = kernel["id"] in changes.get("faults", [])
    return {"id": launch["id"], "status": "fault" if fault else "ok", "reason": "made up" if fault else "", "metrics_status": "ok",
            "occupancy": {"blocks_per_sm": changes.get("blocks", 8) if "version" in kernel["id"] else 8}, "time": None,
            "lines": lines(kernel, launch), "buffers": []}
def times(kernel):
    us = changes.get("us", {}).get(kernel, 100)
    return {"kernel": kernel, "median_us": us, "ratio": 1000 / us, "low": 990 / us, "high": 1010 / us}
if "races" in job:
    json.dump(job, open("job.json", "w"))
resources = {"registers": 20, "spill_store_bytes": 0, "spill_load_bytes": 0, "static_shared": 0}
kernels = [{"id": k["id"], "status": "ok", "reason": "", "resources": resources, "launches": [counted(k, x) for x in k["launches"]]}
           for k in job["kernels"]]
races = [{"id": r["id"], "status": "ok", "reason": "", "runs": 11, "times": [times(k) for k in r["kernels"]]} for r in job.get("races", [])]
json.dump({"schema_version": 1, "job": job.get("id"), "status": "ok", "reason": "", "device": {"name": changes.get("device", "NVIDIA H200"), "sm": "sm_90", "counters": True},
           "compiler": None, "sources": [], "kernels": kernels, "races": races}, sys.stdout)
""")
        self.write("changes.json", json.dumps(changes))
        program = self.write("program.cu", text)
        report = self.report(FINDINGS, "verify", "--format", "json", "--fail-on", "note", "--gpu", "H200", "--runner", f"{sys.executable} worker.py", program)
        return report["findings"][0]

    def test_a_penalty_is_measured_by_a_second_version(self):
        finding = self.penalties()
        self.assertEqual(finding["measured_penalty"], {"estimate": 10, "low": 9.9, "high": 10.1})
        self.assertEqual((finding["status"], finding["confirmed_by"], finding["unmeasured_penalty"]), ("confirmed", "time", ""))
        job = json.loads((self.path / "job.json").read_text())
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])
        texts = {source["id"]: source["text"].split("\n")[2].strip() for source in job["sources"]}
        once = job["kernels"][2]
        self.assertEqual(texts[once["source"]], "(*&(out)[((i) & ~1023) * (n) + ((i) & 1023) + (5) * 1024]) = in[i];")
        self.assertEqual(once["audited_by"], job["kernels"][1]["id"])
        self.assertIn("audited", texts[job["kernels"][1]["source"]])
        computed, twice = (next(s for s in job["sources"] if s["id"] == k["source"]) for k in job["kernels"][-2:])
        self.assertEqual((computed["text"], computed["defines"], twice["defines"]), (twice["text"], [], ["GPULINT_TWICE"]))
        self.assertEqual(once["launches"][0]["variables"], [{"variable": 0, "buffer": job["kernels"][0]["buffers"][0]["id"]}])

    def test_what_only_addresses_in_memory_lead_to_has_second_versions(self):
        program = self.STORED_BY_ROWS.replace("rows(float *out, const", "rows(const").replace("__global__", "__constant__ float *out; __global__")
        program = program.replace("float *in, *out; ", "float *in, *to; ").replace("cudaMalloc(&out, 1 << 30);", "cudaMalloc(&to, 1 << 30); cudaMemcpyToSymbol(out, &to, 8);")
        finding = self.penalties(program.replace("(out, in, 256)", "(in, 256)"))
        self.assertEqual((finding["rule"], finding["unmeasured_penalty"], finding["confirmed_by"]), ("uncoalesced-access", "", "time"))
        job = json.loads((self.path / "job.json").read_text())
        (held,) = job["kernels"][0]["variables"][0]["pointers"]
        self.assertEqual(job["kernels"][2]["launches"][0]["variables"], [{"variable": 1, "buffer": held["buffer"]}])

    def uncoalesced(self, program):
        report = self.report(FINDINGS, "--format", "json", "--gpu", "H200", "--fail-on", "note", self.write("program.cu", program))
        (finding,) = [finding for finding in report["findings"] if finding["rule"] == "uncoalesced-access"]
        return finding

    def test_words_that_go_over_the_link_one_by_one(self):
        """An H200 stores 64 MiB to the host's memory in 1.28 ms side by side, and each word in 2 ns where they lie apart."""
        program = self.STORED_BY_ROWS.replace("cudaMalloc(&out, 1 << 30)", "cudaMallocHost(&out, 1 << 30)")
        penalty = self.uncoalesced(program)["predicted_penalty"]["estimate"]
        self.assertTrue(20 < penalty < 30, penalty)

    def test_a_shifted_access_stays_within_its_buffer(self):
        program = self.STORED_BY_ROWS.replace("out[i * n + 5] = in[i]", "out[i + 7] = in[i]")
        program = re.sub(r"cudaMalloc\(&out, [^;]*\);", "cudaMalloc(&out, 4 * (4096 * 256 + 7));", program)
        finding = self.penalties(program, own=5)
        self.assertEqual((finding["rule"], finding["unmeasured_penalty"]), ("misaligned-access", ""))
        job = json.loads((self.path / "job.json").read_text())
        self.assertIn("shifted<4>(&(out[i + 7]))", job["sources"][1]["text"])
        kernels = {kernel["id"]: kernel for kernel in job["kernels"]}
        self.assertEqual({kernel.get("inputs_of") for kernel in job["kernels"]}, {None, "0 own"})
        self.assertEqual(sorted(buffer["bytes"] for buffer in kernels["0 own"]["buffers"]), [1 << 22, 4 * (4096 * 256 + 7) + 32])

    def test_a_text_of_a_macro_has_no_second_version(self):
        for macro, text in [("AT(p, k) p[(k) * n + 5]", "AT(out, i)"), ("AT(k) out[(k) * n + 5]", "AT(i)"), ("TAIL [i * n + 5]", "out TAIL")]:
            rest = self.STORED_BY_ROWS.replace("{\n\tint i", "{ int i", 1).replace("out[i * n + 5]", text)
            finding = self.penalties(f"#define {macro}\n{rest}")
            self.assertEqual((finding["rule"], finding["unmeasured_penalty"]), ("uncoalesced-access", "its text comes from a macro"))

    def work(self, folder):
        """The results of a folder's jobs, in the folder of all results."""
        (self.path / "results").mkdir(exist_ok=True)
        for job in (self.path / folder).iterdir():
            with open(self.path / "results" / job.name, "wb") as result:
                subprocess.run([sys.executable, "worker.py"], input=job.read_bytes(), stdout=result, cwd=self.path, check=True)

    def test_a_text_that_is_not_in_one_place(self):
        rows = self.STORED_BY_ROWS
        for old, new, reason in (("out[i * n + 5]", "out[i *\n n + 5]", "it is not in one line of the source"),
                                 ("out[i * n + 5]", "out[i * n + 5 " + 60 * "+ 0 " + "]", "its text is too long")):
            text = rows.replace(old, new)
            if "\n n" in new:   # the store is to stay in line 3
                text = text.replace("{\n\tint i", "{ int i", 1)
            self.assertEqual(self.penalties(text)["unmeasured_penalty"], reason)
        self.assertEqual(self.penalties(rows.replace("out[i * n + 5]", "out[i  *\tn + 5]"))["unmeasured_penalty"], "")

    def versions(self, text, launched, own, requests, sectors):
        """The finding that has a second version in which requests at its lines, by their numbers and kinds, cost so many sectors in
        place of the program's own; else the first. And what its guess changes, of which gpulint itself predicts as many."""
        def counted(sectors):
            return {"lines": [self.line(line, kind, requests[line], sectors=cost * requests[line], ideal_sectors=4 * requests[line])
                              for (line, kind), cost in sectors.items()]}
        findings, jobs = self.timed(text, own=counted(own), version=counted(sectors))
        timed = next((finding for finding in findings if finding["measured_penalty"]), findings[0])
        for job, kernel in ((job, kernel) for job in jobs for kernel in job["kernels"]):
            changed = self.changed_lines(job, kernel)
            source = next(source for source in job["sources"] if source["id"] == kernel["source"])
            if not changed or "gpulint" in changed[0]:
                continue
            self.write("second.cu", source["text"])
            report = json.loads(self.run_gpulint("--format", "json", "--launch", launched, "second.cu").out)
            sites = [site for kernel in report["kernels"] for launch in kernel["launches"] for site in launch["sites"]]
            if {(s["line"], s["kind"]): s["predicted"]["sectors_per_request"] for s in sites if s["space"] == "global"} == sectors:
                return timed, changed
        return timed, []

    def test_rows_of_narrow_blocks_that_go_to_like_columns(self):
        """Rows of a block that go to the same words share them, and those that go to neighbouring ones lie side by side."""
        text = """__global__ void product(const float *a, const float *b, float *c, int n) {
	int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] *
		       b[k * n + col];
	c[row * n + col] = sum;
}
int main() {
	int n = 1024; float *a, *b, *c; cudaMalloc(&a, n * n * 4); cudaMalloc(&b, n * n * 4); cudaMalloc(&c, n * n * 4);
	dim3 block(WIDTH, HEIGHT);
	product<<<dim3(n / block.x, n / block.y), block>>>(a, b, c, n);
}
"""
        a, b, c, requests = (5, "load"), (6, "load"), (7, "store"), {5: 1 << 25, 6: 1 << 25, 7: 1 << 15}
        for width, height, packed in (16, 16, 2), (8, 32, 1):
            program = text.replace("WIDTH", str(width)).replace("HEIGHT", str(height))
            launched = f"product<<<dim3({1024 // width}, {1024 // height}), dim3({width}, {height})>>>(4194304, 4194304, 4194304, 1024)"
            own = {a: width, b: 1, c: width}
            finding, changed = self.versions(program, launched, own, requests, {**own, a: packed})
            self.assertEqual((finding["line"], finding["unmeasured_penalty"], changed),
                             (5, "", ["sum += (*&(a)[((row) & ~31) * (n) + ((row) & 31) + (k) * 32]) *"]))
            finding, changed = self.versions(program, launched, own, requests, {**own, c: 4})
            tile = f"((row) & ~{width - 1}) * (n) + ((row) & {width - 1}) + (col) * {width}"
            self.assertEqual((finding["line"], finding["unmeasured_penalty"], changed), (7, "", [f"(*&(c)[{tile}]) = sum;"]))
        # Once packed it costs what its words do, not what as many words as lanes would.
        finding, _ = self.versions(program, launched, own, requests, {**own, a: 4})
        self.assertRegex(finding["unmeasured_penalty"], "a request in line 5 costs 4 instead of 1$")

    def test_rows_of_narrow_blocks_that_lie_apart(self):
        text = """__global__ void fill(float *out, int pitch) {
	int x = threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	out[(y * pitch + x) * 8 + REST] = 1;
}
int main() { float *out; cudaMalloc(&out, 1 << 27); fill<<<dim3(1, 1024 / HEIGHT), dim3(WIDTH, HEIGHT)>>>(out, 1024); }
"""
        for width, height, rest, reason in [(16, 16, "5", ""), (8, 8, "5", ""),
                                            (4, 64, "5", "rows of its blocks are too short to fill sectors, wherever each lies"),
                                            (16, 16, "(y & 1) * 3 * y", "rows of its blocks do not step evenly"),
                                            (12, 16, "5", "its lanes do not step evenly")]:
            program = text.replace("WIDTH", str(width)).replace("HEIGHT", str(height)).replace("REST", rest)
            launched = f"fill<<<dim3(1, {1024 // height}), dim3({width}, {height})>>>(134217728, 1024)"
            finding, changed = self.versions(program, launched, {(3, "store"): 32}, {3: width * 1024 // 32}, {(3, "store"): 4})
            self.assertEqual((finding["unmeasured_penalty"], bool(changed)), (reason, not reason))

    def test_a_text_for_several_buffers_has_no_second_version(self):
        text = """__device__ float get(const float *p, int i) { return p[i * 8]; }
__global__ void sum(const float *a, const float *c, float *b) { int i = blockIdx.x * blockDim.x + threadIdx.x; b[i] = get(a, i) + get(c, i); }
int main() {
	int n = 1 << 20; float *a, *c, *b; cudaMalloc(&a, n * 32); cudaMalloc(&c, n * 32); cudaMalloc(&b, n * 4);
	sum<<<n / 256, 256>>>(a, c, b);
}
"""
        self.write("worker.py", self.WORKER)
        stored = self.line(2, "store", 32768, sectors=4 * 32768, ideal_sectors=4 * 32768)
        loaded = self.line(1, "load", 65536, sectors=32 * 65536, ideal_sectors=4 * 65536)
        (finding, *_), jobs = self.timed(text, own={"lines": [loaded, stored]}, version={})
        self.assertIn("load of 'p' ('a' and 'c' of the kernel)", finding["message"])
        self.assertEqual((finding["unmeasured_penalty"], jobs), ("its accesses go to several buffers", []))

    SHARED = """__global__ void sum(const float *a, float *b, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x; const float *p = a + i * n; float s = 0;
	for (int k = 0; k < 63; k++)
		s += LOADS;
	b[i] = s;
}
int main() {
	int n = 1 << 18; float *a, *b; cudaMalloc(&a, n * 256); cudaMalloc(&b, n * 4);
	sum<<<n / 256, 256>>>(a, b, 64);
}
"""

    def shared(self, loads, made=1):
        """The finding about loads of which the compiler makes so many a round, and the lines that versions change."""
        warps = 8192
        stored = self.line(5, "store", warps, sectors=4 * warps, ideal_sectors=4 * warps)
        own, version = ({"lines": [self.line(4, "load", 63 * made * warps, sectors=cost * 63 * made * warps, ideal_sectors=4 * 63 * made * warps), stored]}
                        for cost in (32, 4))
        (finding, *_), jobs = self.timed(self.SHARED.replace("LOADS", loads), own=own, version=version)
        self.assertEqual(finding["line"], 4)
        return finding, [line for job in jobs for kernel in job["kernels"] for line in self.changed_lines(job, kernel)]

    def test_accesses_that_are_one_change_together(self):
        """Where only one of both went elsewhere, the compiler would load again what it loads once."""
        finding, changed = self.shared("a[i * n + k] * a[i * n + k]", made=2)
        guess = "(*&(a)[((i) & ~4095) * (n) + ((i) & 4095) + (k) * 4096])"
        self.assertEqual(finding["unmeasured_penalty"], "")
        self.assertIn(f"s += {guess} * {guess};", changed)
        self.assertEqual({line.count("a[i * n + k]") for line in changed if "relaid<" in line}, {2})
        self.assertEqual({line.count("relaid<") for line in changed}, {0, 2})

    def test_records_that_are_copied_have_no_second_version(self):
        """A record's text is where it begins, which stays where it is when single words are laid side by side."""
        text = """struct point { float x, y, z; int id; float w; };
__global__ void copy(point *to, const point *from) { int i = blockIdx.x * blockDim.x + threadIdx.x;
	point p = from[i];
	p.id++;
	to[i] = p; }
int main() {
	int n = 1 << 20; point *to, *from; cudaMalloc(&to, n * 20); cudaMalloc(&from, n * 20);
	copy<<<n / 256, 256>>>(to, from);
}
"""
        self.write("worker.py", self.WORKER)
        requests = 5 * 32768
        moved = [self.line(line, kind, requests, sectors=20 * requests, ideal_sectors=4 * requests) for line, kind in ((3, "load"), (5, "store"))]
        findings, jobs = self.timed(text, own={"lines": moved}, version={})
        self.assertEqual({finding["unmeasured_penalty"] for finding in findings}, {"it moves a record in several accesses, and a second version "
                                                                                   "changes where single ones go"})
        self.assertEqual(jobs, [])

    def test_penalties_of_jobs_that_are_run_apart(self):
        """The second jobs are those that verify would have run, and what is merged with their results is what it tells."""
        verified = self.penalties()
        second = json.loads((self.path / "job.json").read_text())
        self.expect(CLEAN, "job", "--output", "jobs", "--gpu", "H200", "program.cu")
        self.work("jobs")
        told = self.expect(FINDINGS, "merge", "--format", "json", "jobs", "results")
        self.assertEqual(json.loads(told.out)["findings"][0]["unmeasured_penalty"],
                         "its second version was not run: gpulint merge --penalties writes a job of it")
        told = self.expect(FINDINGS, "merge", "--format", "json", "--penalties", "more", "jobs", "results")
        self.assertIn("more: 1 job of second versions; with their results beside the others merge tells what findings cost", told.err)
        finding = json.loads(told.out)["findings"][0]
        self.assertEqual((finding["measured_penalty"], finding["unmeasured_penalty"]),
                         (None, "the job of its second version, more/penalties-0001.json, has no result yet"))
        written = json.loads((self.path / "more" / "penalties-0001.json").read_text())
        self.assertEqual(list(json_schema.errors(written, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])
        self.assertEqual({**written, "id": None}, {**second, "id": None})
        self.assertIn("more has files that end in .json already", self.expect(UNABLE, "merge", "--penalties", "more", "jobs", "results").err)
        self.work("more")
        told = self.expect(FINDINGS, "merge", "--format", "json", "--penalties", "again", "jobs", "results")
        self.assertEqual(json.loads(told.out)["findings"][0], verified)
        self.assertIn("there is nothing that has yet to be timed", told.err)
        self.assertFalse((self.path / "again").exists())
        # What is neither is told of as before, and one that went wrong says how.
        file = self.path / "results" / "penalties-0001.json"
        result = json.loads(file.read_text())
        self.write("results/other.json", json.dumps({**result, "job": "0123456789abcdef"}))
        file.write_text(json.dumps({**result, "status": "no-device", "reason": "it was gone", "device": None}))
        told = self.expect(UNABLE, "merge", "--format", "json", "jobs", "results")
        self.assertIn("results/other.json: it is the result of another job", told.err)
        self.assertEqual(json.loads(told.out)["findings"][0]["unmeasured_penalty"], "no-device: it was gone")
        file.write_text(json.dumps({**result, "races": []}))
        told = self.expect(UNABLE, "merge", "--format", "json", "jobs", "results")
        self.assertEqual(json.loads(told.out)["findings"][0]["unmeasured_penalty"],
                         "the versions could not be timed: the worker's result does not tell of it")

    def test_all_that_a_finding_tells_of_changes_together(self):
        finding = self.penalties(self.STORED_BY_ROWS.replace("out[i * n + 5] = in[i]", "out[i * n] = out[i * n] + in[i * n + 1]")
                                 .replace("&in, 1 << 22", "&in, 1 << 30"), loads=2)
        self.assertEqual(len(finding["related"]), 2)
        self.assertEqual((finding["measured_penalty"], finding["unmeasured_penalty"]), ({"estimate": 10, "low": 9.9, "high": 10.1}, ""))
        job = json.loads((self.path / "job.json").read_text())
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])
        texts = {source["id"]: source["text"].split("\n")[2].strip() for source in job["sources"]}
        row = "((i) & ~1023) * (n) + ((i) & 1023)"
        self.assertEqual(texts[job["kernels"][2]["source"]], f"(*&(out)[{row}]) = (*&(out)[{row}]) + (*&(in)[{row} + (1) * 1024]);")
        audit = texts[job["kernels"][1]["source"]]
        self.assertEqual((audit.count("::gpulint_object0, &(out)"), audit.count("::gpulint_object1, &(in)")), (2, 1))
        buffers = [buffer["id"] for buffer in job["kernels"][0]["buffers"]]
        self.assertEqual(job["kernels"][2]["launches"][0]["variables"], [{"variable": i, "buffer": buffers[i]} for i in range(2)])
        self.assertEqual([v["link_name"] for v in job["kernels"][2]["variables"]], ["gpulint_object0", "gpulint_object1"])
        source, (begin, end) = job["sources"][1]["text"], job["kernels"][1]["extent"]
        self.assertTrue(source[begin:end].startswith("__global__") and source[begin:end].rstrip().endswith("}"))

    def test_a_penalty_that_is_not_as_predicted_refutes(self):
        finding = self.penalties(us={"2 version": 900})
        self.assertEqual(finding["status"], "refuted")
        self.assertRegex(finding["status_reason"], r"^1\.11 times as slow .* \(1\.10 to 1\.12\), predicted \d+\.\d\d \(.* to .*\)$")

    def test_the_time_of_another_gpu_refutes_nothing(self):
        for us in (100, 900):
            finding = self.penalties(us={"2 version": us}, device="NVIDIA H100 PCIe")
            self.assertEqual((finding["status"], finding["confirmed_by"]), ("confirmed", "counts"))
            self.assertEqual(finding["measured_penalty"]["estimate"], round(1000 / us, 9))
            self.assertEqual(finding["status_reason"], "its time is that of NVIDIA H100 PCIe, and predicted is that of NVIDIA H200: "
                                                       "they are not compared")
        told = self.run_gpulint("verify", "--gpu", "H200", "--runner", f"{sys.executable} worker.py", "program.cu").out
        self.assertIn("confirmed, by its counts alone\n            its time is that of NVIDIA H100 PCIe, and predicted is", told)

    def test_versions_that_are_not_fair_measure_nothing(self):
        different = "the second version differs in more than what was to change: "
        for changes, reason in (({"sectors": 5}, different + "a request in line 3 costs 5 instead of 4"),
                                ({"load": {"sectors": 64 * 9999}}, different + "a request in line 3 costs 19.5 instead of 4"),
                                ({"load": {"requests": 9}}, different + "line 3 makes 9 requests instead of 32768"),
                                ({"load": {"kind": "atomic"}}, different + "line 3 makes 0 requests instead of 32768"),
                                ({"blocks": 7}, different + "7 of its blocks fit on a multiprocessor instead of 8"),
                                ({"faults": ["1 version", "3 version", "5 version"]}, "the second version could not be run: fault: made up"),
                                ({"faults": ["1 version", "3 version"], "us": {"6 version": 120}},
                                 "it is at least 10.00 times as slow, but what the second version computes beside takes time of its own")):
            finding = self.penalties(**changes)
            self.assertEqual((finding["unmeasured_penalty"], finding["measured_penalty"], finding["status"], finding["confirmed_by"]),
                             (reason, None, "confirmed", "counts"))
        # Where the guesses are wrong, the computed form tells, with what its arithmetic may have taken.
        finding = self.penalties(faults=["1 version", "3 version"], us={"6 version": 104})
        self.assertEqual(finding["measured_penalty"], {"estimate": 10.4, "low": 9.9, "high": 10.504})

    # Answers with what answers.json has for the original, the version and the one that computes twice; GPUs of "gone" are not there
    # once counts were taken. jobs.json has the jobs with races, and where they were sent.
    WORKER = """import fcntl, json, os, sys
job, told = json.load(sys.stdin), json.load(open("answers.json"))
twice = {s["id"] for s in job["sources"] if "GPULINT_TWICE" in s.get("defines", [])}
def role(kernel):
    return "own" if "inputs_of" not in kernel else "twice" if kernel["source"] in twice else "version"
def counted(kernel, launch):
    answer = {**told["own"], **({} if role(kernel) == "own" else told["version"]), **(told.get("twice", {}) if role(kernel) == "twice" else {})}
    return {"id": launch["id"], "status": "ok", "reason": "", "metrics_status": "ok", "occupancy": None, "time": None, "buffers": [], **answer}
def times(kernel):
    us = {"own": 1000, "version": 500, "twice": 510, **told.get("us", {})}[role(kernel)]
    return {"kernel": kernel["id"], "median_us": us, "ratio": 1000 / us, "low": 990 / us, "high": 1010 / us}
if "races" in job:
    with open("lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        jobs = json.load(open("jobs.json")) if os.path.exists("jobs.json") else []
        json.dump(jobs + [job], open("jobs.json", "w"))
gone = job.get("device") in told.get("gone", []) and os.path.exists("jobs.json")
by_id = {k["id"]: k for k in job["kernels"]}
resources = {"registers": told.get("registers", 20), "spill_store_bytes": 0, "spill_load_bytes": 0, "static_shared": 0}
kernels = [{"id": k["id"], "status": "ok", "reason": "", "resources": resources, "launches": [counted(k, x) for x in k["launches"]]}
           for k in job["kernels"]]
races = [{"id": r["id"], "status": "ok", "reason": "", "runs": 11, "times": [times(by_id[k]) for k in r["kernels"]]} for r in job.get("races", [])]
json.dump({"schema_version": 1, "job": job.get("id"), "status": "no-device" if gone else "ok", "reason": "it is gone" if gone else "",
           "device": None if gone else {"name": "NVIDIA H200", "uuid": "", "gpus": 2, "sm": "sm_90", "counters": True},
           "compiler": None, "sources": [], "kernels": kernels, "races": races}, sys.stdout)
"""

    def timed(self, text, *more, **answers):
        """The first finding of a program, by its source alone, and its jobs with races."""
        self.write("worker.py", self.WORKER)
        self.write("answers.json", json.dumps(answers))
        (self.path / "jobs.json").unlink(missing_ok=True)
        program = self.write("program.cu", text)
        report = self.report(FINDINGS, "verify", "--no-compile", "--fail-on", "note", "--gpu", "H200", "--runner",
                             f"{sys.executable} worker.py", *more, program)
        jobs = json.loads((self.path / "jobs.json").read_text()) if (self.path / "jobs.json").exists() else []
        for job in jobs:
            self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])
        return report["findings"], jobs

    @staticmethod
    def changed_lines(job, kernel):
        source = next(s for s in job["sources"] if s["id"] == kernel["source"])["text"].split("\n")
        return [new.strip() for old, new in zip(job["sources"][0]["text"].split("\n"), source) if old != new]

    BRANCHES = """__device__ unsigned walk(unsigned x) {
	for (int k = 0; k < 64; k++) x = (x ^ (x >> 7)) * 69069u;
	return x;
}
__global__ void ways(unsigned *out) {
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i;
	BRANCH
	out[i] = x;
}
int main() {
	unsigned *out; cudaMalloc(&out, 1 << 24);
	ways<<<16384, 256>>>(out);
}
"""

    @staticmethod
    def line(number, kind, requests, **more):
        space = "none" if kind == "branch" else "global"
        return {"file": "program.cu", "line": number, "kind": kind, "space": space, "instructions": 1, "requests": requests,
                "lanes": 32 * requests, **more}

    GATHERS = """__global__ void pick(float *out, const float *in, const int *from, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int k = from[i];
	float v =
		in[k];
	out[i * 8] = v;
}
int main() {
	int n = 4096; float *in, *out; int *from; cudaMalloc(&in, n * 4); cudaMalloc(&out, n * 32); cudaMalloc(&from, n * 4);
	FILL
	pick<<<n / 256, 256>>>(out, in, from, n);
}
"""

    def gathered(self, *more, fill=""):
        """What is told of the launch, of its gather and of the store beside that."""
        lines = [self.line(3, "load", 128, sectors=512, ideal_sectors=512), self.line(5, "load", 128, sectors=17 * 128, ideal_sectors=512),
                 self.line(6, "store", 128, sectors=32 * 128, ideal_sectors=512)]
        time = {"median_us": 9, "low_us": 8, "high_us": 10, "runs": 11}
        answer = {"lines": lines, "time": time}
        packed = [*lines[:2], {**lines[2], "sectors": 512}]
        self.timed(self.GATHERS.replace("FILL", fill), *more, own=answer, version={"lines": packed})
        text = self.run_gpulint("verify", "--gpu", "H200", "--runner", f"{sys.executable} worker.py", *more, "program.cu").out
        report = self.report(FINDINGS, "verify", "--fail-on", "note", "--gpu", "H200", "--runner", f"{sys.executable} worker.py", *more, "program.cu")
        self.assertEqual(list(json_schema.errors(report, json.loads((ROOT / "docs" / "report.schema.json").read_text()))), [])
        launch = report["kernels"][0]["launches"][0]
        sites = {site["line"]: site for site in launch["sites"]}
        return text, report, launch, sites[5], sites[6]

    def test_data_given_settle_a_gather(self):
        remedy = "to settle what rests on data"
        text, _, launch, gather, store = self.gathered()
        self.assertIn(remedy, text)
        self.assertRegex(text, r"9\.00 us \(8\.00 to 10\.00, 11 runs\), with made-up numbers in 'from'")
        self.assertIsNone(gather["measured"])
        self.assertEqual(gather["measured_note"], "it depends on data, and the measured run had made-up numbers in 'from'")
        self.assertEqual(launch["made_up_data"], "'from'")
        self.assertEqual((store["measured"]["sectors_per_request"], store["measured_note"]), (32, None))
        self.write("from.npy", Verify.numpy_array([17 * i % 4096 for i in range(4096)]))
        text, _, launch, gather, store = self.gathered("--input", "from=from.npy")
        self.assertNotIn(remedy, text)
        self.assertNotIn("made-up", text)
        self.assertEqual(gather["measured"]["sectors_per_request"], 17)
        self.assertEqual(gather["measured_note"], "measured with the data given for 'from', which the prediction had not")
        self.assertIsNone(launch["made_up_data"])
        self.assertIsNone(store["measured_note"])
        # Of a part of it the rest is made up.
        self.write("from.npy", Verify.numpy_array(range(4000)))
        _, _, launch, gather, _ = self.gathered("--input", "from=from.npy")
        self.assertIsNone(gather["measured"])
        self.assertEqual(launch["made_up_data"], "'from'")
        # Where the prediction knows others, it is not the prediction that is wrong.
        self.write("from.npy", Verify.numpy_array([17 * i % 4096 for i in range(4096)]))
        text, _, launch, gather, _ = self.gathered("--input", "from=from.npy", fill="cudaMemset(from, 0, n * 4);")
        self.assertEqual((gather["standing"], gather["measured"]["sectors_per_request"]), ("exact", 17))
        self.assertIn("which the prediction had not", gather["measured_note"])
        self.assertNotIn("called exact, but wrong", text)

    def test_time_with_made_up_data_judges_nothing(self):
        for fill, by in (("", "counts"), ("cudaMemset(from, 0, n * 4);", "time")):
            _, report, launch, _, _ = self.gathered(fill=fill)
            finding = next(f for f in report["findings"] if f["line"] == 6)
            self.assertIsNotNone(finding["measured_penalty"], finding["unmeasured_penalty"])
            self.assertEqual(launch["made_up_data"], None if fill else "'from'")
            self.assertEqual((finding["confirmed_by"] == "counts", "made-up numbers in 'from'" in finding["status_reason"]), (not fill, not fill))

    def branch(self, text="if (i % 2) x = walk(x); else x = walk(~x) + 1;", warps=131072, **changes):
        """With one condition on each line of the text."""
        behind = 8 + text.count("\n")
        stored = self.line(behind, "store", warps, sectors=4 * warps, ideal_sectors=4 * warps)
        own, version = ({"lines": [*(self.line(line, "branch", warps, divergent=divergent) for line in range(7, behind)), stored],
                         "executed": {"instructions": 1, "lanes": lanes}} for divergent, lanes in ((warps, 1000), (0, 1100)))
        version.update(changes.pop("version", {}))
        twice = {"executed": {"instructions": 1, "lanes": 1200}}
        (finding, *_), jobs = self.timed(self.BRANCHES.replace("BRANCH", text), own=own, version=version, twice=twice, **changes)
        self.assertEqual((finding["rule"], finding["line"]), ("divergent-branch", 7))
        return finding, jobs

    def test_a_branch_is_timed_with_one_lane_deciding_for_all(self):
        finding, (job,) = self.branch()
        self.assertEqual(finding["measured_penalty"], {"estimate": 2.04, "low": 1.98, "high": 2.0604})
        self.assertEqual((finding["measured_against"], finding["unmeasured_penalty"]), ("with whole warps on each side", ""))
        self.assertEqual((finding["status"], finding["confirmed_by"]), ("confirmed", "time"))
        told = [f"if (::gpulint::decided<true, ::gpulint::{lanes}>(static_cast<bool>(i % 2))) x = walk(x); else x = walk(~x) + 1;"
                for lanes in ("ALL_LANES", "SOME_LANES")]
        self.assertEqual([self.changed_lines(job, kernel) for kernel in job["kernels"]], [[], told[:1], told[:1], told[1:], told[1:]])

    def test_branches_of_all_forms(self):
        decided = "::gpulint::decided<true, ::gpulint::ALL_LANES>(static_cast<bool>("
        for text, wanted in (
                ("switch (i % 3) { case 0: x = walk(x); break; case 1: x = walk(~x); break; default: x = walk(x + 1); }",
                 ["switch (::gpulint::chosen<true, ::gpulint::ALL_LANES>((i % 3))) { case 0: x = walk(x); break; case 1: x = walk(~x); "
                  "break; default: x = walk(x + 1); }"]),
                ("if (i % 4 == 1) x = walk(x);\nelse if (i % 4 == 2) x = walk(~x); else x = walk(x + 1);",
                 [f"if ({decided}i % 4 == 1))) x = walk(x);", f"else if ({decided}i % 4 == 2))) x = walk(~x); else x = walk(x + 1);"])):
            finding, jobs = self.branch(text)
            self.assertEqual(finding["unmeasured_penalty"], "")
            job, = jobs
            self.assertEqual(self.changed_lines(job, job["kernels"][1]), wanted)

    def test_a_condition_is_taken_to_its_end(self):
        for condition in ("k++", "k--", "list[i & 1]++", "k = i & 1", "(bool)(i & 1)", "++k, i & 1", "(k++ & 1)", "bool(i & 1)"):
            finding, (job, *_) = self.branch(f"unsigned k = i & 1, list[2] = {{k, k}}; if ({condition}) x = walk(x); else x = walk(~x) + k + list[0];")
            changed, = self.changed_lines(job, job["kernels"][1])
            self.assertIn(f" if (::gpulint::decided<true, ::gpulint::ALL_LANES>(static_cast<bool>({condition}))) x = walk(x);", changed)
        finding, (job, *_) = self.branch("switch (unsigned k = i; k++, k % 3) { case 0: x = walk(x); break; case 1: x = walk(~x); }")
        self.assertIn("switch (unsigned k = i; ::gpulint::chosen<true, ::gpulint::ALL_LANES>((k++, k % 3))) {", self.changed_lines(job, job["kernels"][1])[0])

    def test_sides_that_name_their_lanes_have_no_second_version(self):
        """Where whole warps came there, lanes would take part that are not in the mask."""
        side = "if (i & 1) { x = walk(x); SIDE } else x = walk(~x) + 1;"
        for text in (side.replace("SIDE", "x += __shfl_xor_sync(0xaaaaaaaa, x, 2);"), side.replace("SIDE", "__syncwarp(0xaaaaaaaa);"),
                     side.replace("SIDE", "x += __popc(__activemask());"), side.replace("SIDE", "x += __ballot_sync(__activemask(), x & 1);"),
                     "if (i & 1) { out[i] = walk(x); return; } x += __shfl_xor_sync(0x55555555, x, 2);"):
            finding, jobs = self.branch(text)
            self.assertEqual((finding["unmeasured_penalty"], jobs),
                             ("on its sides is code for those lanes alone that come there, such as exchanges with a mask of them", []), text)
        for text in (side.replace("SIDE", "") + " const unsigned all = 0xffffffff; x += __shfl_xor_sync(all, x, 2);",
                     side.replace("SIDE", "") + " x += __shfl_xor_sync(0xff, x, 2);"):
            self.assertEqual(self.branch(text)[0]["unmeasured_penalty"], "", text)

    def test_a_condition_that_declares_a_variable_has_no_second_version(self):
        for text in ("if (unsigned t = i % 2) x = walk(x + t); else x = walk(~x) + 1;",
                     "if (unsigned t { i % 2 }) x = walk(x + t); else x = walk(~x) + 1;",
                     "unsigned n = i & 7; while (unsigned q = n--) x = walk(x + q);"):
            finding, jobs = self.branch(text)
            self.assertEqual((finding["unmeasured_penalty"], jobs), ("its condition declares a variable", []))

    def test_branches_that_are_not_fair_measure_nothing(self):
        different = "the second version differs in more than what was to change: "
        stored = {"sectors": 4 * 131072, "ideal_sectors": 4 * 131072}
        whole = self.line(7, "branch", 131072, divergent=0)
        for lines, executed, reason in (
                ([self.line(7, "branch", 131072, divergent=99999), self.line(8, "store", 131072, **stored)], 1100,
                 "the branch in line 7 splits 99999 warps instead of 0"),
                ([whole, self.line(8, "store", 100000, **stored)], 1100, "line 8 is run by 3200000 threads instead of 4194304"),
                ([whole, {**self.line(8, "store", 140000, **stored), "lanes": 32 * 131072}], 1100,
                 "line 8 makes 140000 requests instead of 131072"),
                ([whole, {**self.line(8, "store", 131072, **stored), "sectors": 9 * 131072}], 1100,
                 "line 8 costs 1179648 instead of 524288"),
                ([whole, self.line(8, "store", 131072, **stored), self.line(9, "load", 1, **stored)], 1100, "line 9 does what it did not"),
                ([whole, self.line(8, "store", 131072, **stored)], 1300, "its threads execute 1.30 times as many instructions")):
            finding, _ = self.branch(version={"lines": lines, "executed": {"instructions": 1, "lanes": executed}})
            self.assertEqual((finding["unmeasured_penalty"], finding["measured_penalty"]), (different + reason, None))
            self.assertEqual((finding["status"], finding["confirmed_by"]), ("confirmed", "counts"))

    ADDITION = """__global__ void add(float *sum, const float *a, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) sum[i] = a[i];
}
int main() {
	const int n = 1 << 22; float *sum, *a; cudaMalloc(&sum, 4 * n); cudaMalloc(&a, 4 * n);
	add<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(sum, a, n);
}
"""

    def blocks(self, block, text=ADDITION, own=None, version=None, **more):
        warps = (block + 31) // 32
        lines = [{**self.line(3, "load", 22 * warps), "lanes": 22 * block, "sectors": 88 * warps, "ideal_sectors": 88 * warps}]
        own = {"lines": lines, "contents": 16 * "a", "occupancy": {"blocks_per_sm": 9, "occupancy": 0.5}, **(own or {})}
        version = {"occupancy": {"blocks_per_sm": 8, "occupancy": 1}, **(version or {})}
        findings, jobs = self.timed(text.replace("BLOCK", str(block)), own=own, version=version, **more)
        return next(f for f in findings if f["rule"] in ("partial-warp-block", "small-block")), jobs

    def test_a_launch_is_timed_in_blocks_of_another_size(self):
        finding, (job,) = self.blocks(200, us={"version": 900})
        self.assertEqual((finding["rule"], finding["measured_penalty"]["estimate"]), ("partial-warp-block", 1.111111111))
        self.assertEqual((finding["measured_against"], finding["unmeasured_penalty"]), ("in blocks of 256 threads", ""))
        self.assertEqual((finding["status"], finding["confirmed_by"], finding["status_reason"]), ("confirmed", "time", ""))
        shapes = [(k["launches"][0]["grid"], k["launches"][0]["block"]) for k in job["kernels"]]
        self.assertEqual(shapes, [([20972, 1, 1], [200, 1, 1])] + 2 * [([16385, 1, 1], [256, 1, 1])])
        self.assertEqual([self.changed_lines(job, kernel) for kernel in job["kernels"]], [[], [], [
            "__global__ void add(float *sum, const float *a, int n) { if (blockIdx.x * blockDim.x + threadIdx.x >= 4194400u) return;"]])
        finding, (job,) = self.blocks(32, us={"version": 200})
        self.assertEqual((finding["rule"], finding["measured_penalty"]["estimate"], finding["status"]), ("small-block", 5, "confirmed"))
        self.assertEqual(len(job["kernels"]), 2)

    def test_other_blocks_have_to_do_the_same(self):
        different = "the second version differs in more than what was to change: "
        line = {**self.line(3, "load", 22 * 7), "lanes": 22 * 200 + 1}
        for version, reason in (({"contents": 16 * "b"}, "its results are others"), ({"contents": None}, "its results could not be compared"),
                                ({"lines": [line]}, "line 3 is run by 4401 threads instead of 4400")):
            finding, _ = self.blocks(200, version=version)
            self.assertEqual((finding["unmeasured_penalty"], finding["status"], finding["confirmed_by"]),
                             (different + reason, "confirmed", "counts"))
        other = "in blocks of another size it would do something else: "
        for old, new, reason in (("sum[i] =", "sum[i] = blockIdx.x +", other + "it uses blockIdx.x for more than the index in the grid"),
                                 ("if (i < n)", "__syncthreads(); if (i < n)", other + "its threads wait for each other"),
                                 ("if (i < n)", "__shared__ float s[1024]; s[threadIdx.x] = 1; if (i < n)", other + "its blocks share memory"),
                                 ("__global__ void", "__global__ void __launch_bounds__(224)", "it is compiled for smaller blocks"),
                                 ("BLOCK>>>", "dim3(BLOCK / 8, 8)>>>", "in blocks of another size its threads would go through memory in other rows")):
            finding, jobs = self.blocks(200, text=self.ADDITION.replace(old, new))
            self.assertEqual((finding["unmeasured_penalty"], jobs), (reason, []))

    def test_occupancy_is_confirmed_by_what_the_driver_says(self):
        for occupancy, status, reason in ((0.5, "confirmed", ""), (0.25, "partly-confirmed", "the driver lets 25% of the warps on a "
                                           "multiprocessor, limited by blocks; 50% predicted"),
                                          (1, "refuted", "the driver lets 100% of the warps on a multiprocessor, limited by blocks; 50% predicted")):
            finding, _ = self.blocks(32, own={"occupancy": {"blocks_per_sm": 9, "occupancy": occupancy}}, version={"contents": 16 * "b"})
            self.assertEqual((finding["rule"], finding["status"], finding["status_reason"]), ("small-block", status, reason))

    def many(self, *more, count=20, **answers):
        kernel = "__global__ void rows{}(float *out, const float *in, int n) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; out[i * n + 5] = in[i]; }}"
        kernels = "\n".join(kernel.format(i) for i in range(count))
        text = kernels + "\nint main() {\n\tfloat *in, *out; cudaMalloc(&in, 1 << 22); cudaMalloc(&out, 1 << 30);\n"
        text += "".join(f"\trows{i}<<<{4096 - 64 * i}, 256>>>(out, in, 256);\n" for i in range(count)) + "}\n"
        return self.timed(text, *more, own={"lines": []}, version={}, **answers)

    def count_as_predicted(self):
        self.WORKER = self.WORKER.replace("**answer}", "**answer, 'lines': lines(launch, kernel)}").replace("def counted", """def lines(launch, kernel):
    warps = launch["grid"][0] * 8
    line = {"file": "program.cu", "line": int(kernel["name_expression"][4:]) + 1, "space": "global", "requests": warps, "lanes": 32 * warps,
            "ideal_sectors": 4 * warps}
    return [{**line, "kind": "store", "sectors": (32 if role(kernel) == "own" else 4) * warps}, {**line, "kind": "load", "sectors": 4 * warps}]
def counted""")

    def test_all_findings_are_timed(self):
        """By a worker that counts as predicted, each in a job of its launch."""
        self.count_as_predicted()
        findings, jobs = self.many(us={"version": 100})
        self.assertEqual([(f["measured_penalty"] or {}).get("estimate") for f in findings], 20 * [10])
        self.assertEqual(len(jobs), 20)
        dearest = max(findings, key=lambda f: f["time_share"])
        self.assertEqual(dearest["kernel"], jobs[0]["kernels"][0]["name_expression"])
        # The GPU that is gone by then gets no more, and the other one has them all.
        findings, jobs = self.many("--devices", "0,1", us={"version": 100}, gone=[0])
        self.assertEqual([(f["measured_penalty"] or {}).get("estimate") for f in findings], 20 * [10])
        self.assertEqual({job["device"] for job in jobs if job["device"] != 0}, {1})
        findings, jobs = self.many("--devices", "0,1", us={"version": 100}, gone=[0, 1])
        self.assertEqual({f["unmeasured_penalty"] for f in findings}, {"there was no GPU left for it: it is gone", "no GPU was left to run it"})
        self.assertEqual({f["confirmed_by"] for f in findings}, {"counts"})

    def test_gpus_that_are_counted_anew(self):
        """What was not lost is used further, and nothing else, whatever its number has become."""
        self.count_as_predicted()
        self.WORKER = self.WORKER.replace("by_id =", """machine = [uuid for uuid in told["machine"] if not os.path.exists("lost." + uuid)]
device = job.get("device", 0)
device = device if device in machine else machine[device] if isinstance(device, int) and device < len(machine) else None
if job["kernels"] and device:
    with open("used." + device, "a") as used:
        used.write("race\\n" if "races" in job else "launch\\n")
    if device in told["lost"]:
        # Not before another has been asked for by its number, which the loss changes.
        for _ in range(1000):
            if len([name for name in os.listdir() if name.startswith("used.")]) > 1:
                break
            __import__("time").sleep(0.01)
        open("lost." + device, "w").close()
        device = None
gone = not device
by_id =""").replace('"ok", "reason": "", "metrics_status"', '"not-run" if gone else "ok", "reason": "", "metrics_status"')
        self.WORKER = self.WORKER.replace('"uuid": "", "gpus": 2', '"uuid": device, "gpus": len(machine)')
        for devices, used, unused in (("all", ["B"], []), ("0,2", ["C"], ["B", "D"])):
            for file in self.path.glob("*.[A-D]"):
                file.unlink()
            _, jobs = self.many("--devices", devices, machine=["A", "B", "C", "D"], lost=["A"])
            raced = {uuid: file.read_text().count("race") for uuid in "ABCD" if (file := self.path / f"used.{uuid}").exists()}
            self.assertEqual((sum(raced.values()), raced["A"], [raced.get(uuid) for uuid in unused]), (len(jobs), 0, [None] * len(unused)))
            self.assertTrue(jobs and all(raced[uuid] for uuid in used), raced)


def with_launch(result, **changes):
    """The result as text, with other members of its kernel's first launch."""
    changed = json.loads(json.dumps(result))
    changed["kernels"][0]["launches"][0].update(changes)
    return json.dumps(changed)


# A worker whose GPU counts whatever is predicted of the launches of MANY, and that obeys KERNELS' names.
COUNTER = """import json, os, sys
job = json.load(sys.stdin)
def line(number, kind, requests, sectors):
    return {"file": "many.cu", "line": number, "kind": kind, "space": "global", "requests": requests, "lanes": 32 * requests,
            "sectors": sectors * requests, "ideal_sectors": 4 * requests}
def counted(launch):
    warps = launch["grid"][0] * launch["block"][0] // 32
    return {"id": launch["id"], "status": "ok", "reason": "", "metrics_status": "ok", "occupancy": None, "time": None, "buffers": [],
            "lines": [line(4, "load", warps, 32), line(4, "store", warps, 4), line(8, "store", warps, 4)]}
gone = job.get("device") == 0 and os.path.exists("gone")
device = {"name": "a GPU", "uuid": "", "gpus": 2, "sm": "sm_90", "counters": True}
kernels = [{"id": k["id"], "status": "ok", "reason": "", "resources": None, "launches": [counted(x) for x in k["launches"]]}
           for k in job["kernels"]]
json.dump({"schema_version": 1, "version": "VERSION", "job": job.get("id"), "status": "no-device" if gone else "ok",
           "reason": "it is gone" if gone else "", "device": None if gone else device, "compiler": None, "sources": [],
           "kernels": kernels}, sys.stdout)
"""

MANY = BAD[:BAD.index("int main")] + """__global__ void fill(float *out)
{
	out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
""" + BAD[BAD.index("int main"):].replace("\treturn", "\tcopy<<<8, 256>>>(a, b);\n\tfill<<<4, 64>>>(a);\n\treturn")


def without_penalties(report):
    """A report, in text or JSON, without what verify alone can measure."""
    return re.sub(r"  time  [^{]*?\n(?=  \S)|\"unmeasured_penalty\": .*", "", report)


class Jobs(CommandTest):
    def setUp(self):
        super().setUp()
        version = self.expect(CLEAN, "--version").out.split()[1]
        self.write("worker.py", COUNTER.replace("VERSION", version))
        self.write("many.cu", MANY)

    def make(self, *options, output="jobs"):
        """The jobs by their names."""
        self.expect(CLEAN, "job", "--output", output, *options, "many.cu")
        return {path.stem: json.loads(path.read_text()) for path in sorted((self.path / output).glob("*.json"))}

    def work(self, jobs):
        """Their results, also as files."""
        results = {}
        for name, job in jobs.items():
            done = subprocess.run([sys.executable, "worker.py"], input=json.dumps(job).encode(), cwd=self.path, capture_output=True,
                                  check=True)
            self.write(f"results/{name}.json", done.stdout)
            results[name] = json.loads(done.stdout)
        return results

    def test_the_report_replaces_no_job_and_no_result(self):
        self.work(self.make())
        (self.path / "again").symlink_to("jobs")
        for output in ("jobs/0001-copy.json", "results/0002-copy.json", "again/0003-fill.json"):
            before = (self.path / output).read_bytes()
            self.assertIn("is a file to be read", self.expect(UNABLE, "merge", "--output", output, "jobs", "results").err)
            self.assertEqual((self.path / output).read_bytes(), before)
        self.run_gpulint("merge", "--output", "results/report.txt", "jobs", "results")
        self.assertIn("copy", (self.path / "results" / "report.txt").read_text())

    def test_jobs_that_launch_nothing(self):
        self.write("unknown.cu", """__global__ void k(float *out, float **rows) { out[threadIdx.x] = rows[0][threadIdx.x]; }
int main() { float *out, **rows; cudaMalloc(&out, 4096); cudaMalloc(&rows, 4096); k<<<1, 32>>>(out, rows); }
""")
        self.assertRegex(self.expect(UNABLE, "job", "-o", "none", "unknown.cu").err, "no launch can be made again: what 'rows' points to")

    def test_byte_order_marks_are_no_code(self):
        """Nor does it move what stands in their line."""
        self.write("own.h", "\ufeff#pragma once\n__device__ inline int four() { return 4; }\n")
        self.write("many.cu", """\ufeff__global__ void k(float *p) { p[threadIdx.x * 4] = 1; }
#include "own.h"
__global__ void l(float *p) { p[threadIdx.x * four()] = 1; }
int main() { float *p; cudaMalloc(&p, 4096); k<<<1, 32>>>(p); l<<<1, 32>>>(p); }
""")
        job = self.make(output="all.json") or json.loads((self.path / "all.json").read_text())
        source = job["sources"][0]
        self.assertEqual([text[:5] for text in (source["text"], source["headers"][0]["text"])], ["   __", "   #p"])
        self.assertEqual([source["text"][slice(*kernel["extent"])][:18] for kernel in job["kernels"]],
                         ["__global__ void k(", "__global__ void l("])
        columns = [finding["column"] for finding in self.report(FINDINGS, "--fail-on", "note", "many.cu")["findings"]]
        self.assertEqual(columns[0], len("   __global__ void k(float *p) { ") + 1)

    def test_a_job_a_launch(self):
        jobs = self.make()
        self.assertEqual(list(jobs), ["0001-copy", "0002-copy", "0003-fill"])
        schema = json.loads((ROOT / "docs" / "job.schema.json").read_text())
        for number, job in enumerate(jobs.values(), 1):
            self.assertEqual(list(json_schema.errors(job, schema)), [])
            self.assertEqual((job["origin"]["part"], job["origin"]["parts"]), (number, 3))
            kernel, = job["kernels"]
            launch, = kernel["launches"]
            self.assertEqual({argument["buffer"] for argument in launch["arguments"]}, {buffer["id"] for buffer in kernel["buffers"]})
            self.assertNotIn("main", job["sources"][0]["text"])
        self.assertEqual(len({job["id"] for job in jobs.values()}), 3)
        self.assertEqual(jobs, self.make(output="again"))

    def test_merged_is_as_verified(self):
        for output, made in [("jobs", "jobs: 3 jobs\n"), ("all.json", "all.json: 1 job\n")]:
            self.assertEqual(self.expect(CLEAN, "job", "many.cu", "--output", output).out, made)
        self.work({path.stem: json.loads(path.read_text()) for path in (self.path / "jobs").iterdir()})
        self.write("all.out", subprocess.run([sys.executable, "worker.py"], input=(self.path / "all.json").read_bytes(),
                                             cwd=self.path, capture_output=True, check=True).stdout)
        for code, *options in [(FINDINGS,), (CLEAN, "--fail-on", "never"), (CLEAN, "--ignore", "uncoalesced-access"),
                               (FINDINGS, "--select", "uncoalesced-access"), (FINDINGS, "--format", "json"), (FINDINGS, "--format", "short")]:
            verified = self.expect(code, "verify", "--runner", f"{sys.executable} worker.py", *options, "many.cu").out
            for jobs, *results in [("jobs", "results"), ("all.json", "all.out"),
                                   ("jobs", *(f"results/{name}.json" for name in ["0003-fill", "0001-copy", "0002-copy"]))]:
                merged = self.expect(code, "merge", *options, jobs, *results)
                self.assertEqual((without_penalties(merged.out), merged.err), (without_penalties(verified), ""))
        self.expect(FINDINGS, "merge", "jobs", "results", "-o", "report.txt")
        report = (self.path / "report.txt").read_text()
        self.assertIn("Measured on a GPU", report)
        self.assertIn("not measured, because its second version was not run: gpulint merge --penalties writes a job of it",
                      unwrapped(report))

    def test_jobs_and_results_are_not_to_be_swapped(self):
        results = self.work(self.make())
        told = self.expect(UNABLE, "merge", "results", "jobs")
        self.assertIn("results/0001-copy.json is a result, no job: the jobs come first", told.err)
        # Also where they have races, as jobs of second versions do.
        self.write("raced.json", json.dumps({**results["0001-copy"], "races": []}))
        self.assertIn("is a result, no job", self.expect(UNABLE, "merge", "raced.json", "jobs").err)
        self.write("second.json", json.dumps({"kernels": [], "races": []}))
        self.assertIn("second.json has jobs of second versions alone", self.expect(UNABLE, "merge", "second.json", "results").err)

    def test_results_in_one_file(self):
        results = self.work(self.make())
        self.write("all", "\n\n".join(map(json.dumps, results.values())) + "\n")
        self.assertEqual(self.expect(FINDINGS, "merge", "jobs", "all").err, "")

    def test_what_is_missing_or_wrong_is_told(self):
        results = self.work(self.make())
        first, second, third = (json.dumps(result) for result in results.values())
        for content, told in [
                ("", "it holds no result"), ("\n\n\n", "it holds no result"), (second[:len(second) // 2], "it is cut off"),
                ("\n\n" + second[:-1], "it is cut off"), ("Killed", "it is no JSON"), ("[1, 2]", "it is JSON, but no result"),
                (json.dumps({"schema_version": 1, "kernels": [], "sources": []}), "it is a job, no result"),
                (json.dumps({**results["0002-copy"], "job": None}), "it does not say of which job it is"),
                (json.dumps({**results["0002-copy"], "job": "0123456789abcdef"}), "it is the result of another job"),
                (json.dumps({**results["0002-copy"], "schema_version": 2}), "another format than version 1"),
                (with_launch(results["0002-copy"], lines=None), "says that it was counted, and has no lines of it"),
                (with_launch(results["0002-copy"], status="fine"), "launch 1 of kernel 0 copy: the worker's result has a status for it"),
                (json.dumps({**results["0002-copy"], "status": "bad-job", "reason": "so it is"}), "did not understand the job: so it is"),
                (json.dumps({**results["0002-copy"], "status": "fine"}), "it has a status that there is not"),
                (json.dumps({**results["0002-copy"], "device": None}), "it says that kernels ran on a GPU, and tells of none"),
                (json.dumps({**results["0002-copy"], "status": "no-device", "device": None}), "nothing ran on a GPU, and not why"),
                (json.dumps({**results["0002-copy"], "kernels": [{**results["0002-copy"]["kernels"][0], "status": 7}]}),
                 "kernel 0 copy: the worker's result has a status for it that there is not"),
                ("\0\0\0", "bytes of zero stand where a result would"),
        ]:
            with self.subTest(told=told):
                self.write("results/0002-copy.json", content)
                merged = self.expect(UNABLE, "merge", "jobs", "results")
                self.assertIn("results/0002-copy.json: ", merged.err)
                self.assertIn(told, merged.err)
                self.assertIn("1 of 3 jobs have no result: 0002-copy\n", merged.err)
                self.assertIn("not done: 1 of 3 jobs have no result: 0002-copy\n", merged.out)
                self.assertIn("no-result: there is none of job 0002-copy", merged.out)
                self.assertIn("confirmed", merged.out)
        self.write("results/0002-copy.json", second + "\n\0\0")
        merged = self.expect(UNABLE, "merge", "jobs", "results")
        self.assertIn("results/0002-copy.json: bytes of zero stand where a result would", merged.err)
        self.assertNotIn("have no result", merged.err)
        self.assertIn("no/where: No such file", self.expect(UNABLE, "merge", "jobs", "no/where").err)
        self.assertIn("3 of 3 jobs have no result", self.expect(UNABLE, "merge", "jobs", "worker.py").err)

    def test_results_twice(self):
        results = self.work(self.make())
        self.write("again.json", json.dumps(results["0001-copy"]))
        merged = self.expect(FINDINGS, "merge", "jobs", "results", "again.json")
        self.assertEqual(merged.err, "gpulint: job 0001-copy has two results: that of results/0001-copy.json counts, not that of again.json\n")
        self.write("again.json", json.dumps({**results["0001-copy"], "status": "no-device", "reason": "none here", "device": None}))
        for files, told in [(["again.json", "results"], "results/0001-copy.json counts"), (["results", "again.json"], "results/0001-copy.json counts")]:
            self.assertIn(told, self.expect(FINDINGS, "merge", "jobs", *files).err)

    def test_results_of_machines_that_differ(self):
        results = self.work(self.make())
        self.write("results/0001-copy.json", json.dumps({**results["0001-copy"], "status": "no-device", "reason": "none here", "device": None}))
        merged = self.expect(UNABLE, "merge", "jobs", "results")
        self.assertIn("1 of 3 jobs were run where there is no GPU or no compiler: 0001-copy", merged.err)
        self.assertIn("not-run: no-device: none here", merged.out)
        other = {**results["0001-copy"], "version": "0.0.1", "device": {**results["0001-copy"]["device"], "name": "other GPU", "sm": "sm_80"}}
        self.write("results/0001-copy.json", json.dumps(other))
        merged = self.expect(FINDINGS, "merge", "jobs", "results", "--format", "json")
        self.assertRegex(merged.err, r"results of gpulint-run 0\.0\.1, where this is gpulint \d+\.\d+\.\d+: 1\n")
        report = json.loads(merged.out)
        self.assertEqual((report["measurement"]["device"], report["measurement"]["reason"]),
                         ("other GPU, a GPU", "the prediction is for sm_90, the GPU is an sm_80"))
        self.assertEqual([[launch["device"] for launch in kernel["launches"]] for kernel in report["kernels"]],
                         [["other GPU", "a GPU"], ["a GPU"]])
        self.assertEqual(list(json_schema.errors(report, json.loads((ROOT / "docs/report.schema.json").read_text()))), [])

    def test_jobs_of_other_files(self):
        self.work(self.make())
        self.write("many.cu", MANY.replace("= 1;", "= 2;"))
        self.assertIn("have changed since", self.expect(UNABLE, "merge", "jobs", "results").err)
        self.write("many.cu", MANY)
        self.expect(FINDINGS, "merge", "jobs", "results")
        for path in (self.path / "jobs").iterdir():
            job = json.loads(path.read_text())
            path.write_text(json.dumps({**job, "origin": {**job["origin"], "version": "0.0.1", "program": "0"}}))
        self.assertIn("are of gpulint 0.0.1", self.expect(UNABLE, "merge", "jobs", "results").err)
        self.write("not/1.json", "{}")
        (self.path / "empty").mkdir()
        for jobs, told in [("not", "is no job of gpulint job"), ("empty", "has no jobs"), ("no/where", "No such file"), ("many.cu", "is no job")]:
            self.assertIn(told, self.expect(UNABLE, "merge", jobs, "results").err)
        self.assertIn("are wanted", self.expect(UNABLE, "merge", "jobs").err)

    def test_what_lies_among_the_jobs(self):
        self.work(self.make())
        whole = self.expect(FINDINGS, "merge", "jobs", "results")
        text = next((self.path / "jobs").iterdir()).read_text()
        job = json.loads(text)
        other = json.dumps({**job, "origin": {**job["origin"], "directory": "/elsewhere"}})
        for name, text, told in [("evil", '{"schema_version": 1}', "is no job of gpulint job"), ("0000", "{}", "is no job of gpulint job"),
                                 ("other", other, "is a job of another run of gpulint job"), ("cut", "{", "is no job of gpulint job"),
                                 ("torn", text[:-2], "is no job of gpulint job")]:
            path = f"jobs/{name}.json"
            self.write(path, text)
            merged = self.expect(UNABLE, "merge", "jobs", "results")
            self.assertIn(f"{path} {told}", merged.err)
            self.assertIn(f"not done: {path} {told}", merged.out)
            (self.path / path).unlink()
        self.assertEqual(self.expect(FINDINGS, "merge", "jobs", "results").out, whole.out)

    def test_jobs_that_ask_for_more_than_a_look(self):
        """Whoever wrote the job, merge executes and writes nothing that its own command line does not say."""
        self.work(self.make())
        for code, *more in [(FINDINGS, "--output", "written"), (UNABLE, "--runner", "touch ran"), (UNABLE, "--devices", "all"),
                            (UNABLE, "--nonsense")]:
            for path in (self.path / "jobs").iterdir():
                job = json.loads(path.read_text())
                path.write_text(json.dumps({**job, "origin": {**job["origin"], "arguments": [*more, "many.cu"]}}))
            self.assertEqual(more[0] in self.expect(code, "merge", "jobs", "results").err, code == UNABLE)
        self.assertEqual([name for name in ["ran", "written"] if (self.path / name).exists()], [])

    def test_what_cannot_be_made(self):
        self.make()
        self.write("host.cu", "int main() { return 0; }")
        self.write("file", "")
        for options, told in [([], "--output says which folder"), (["-o", "jobs"], "has files that end in .json already"),
                              (["-o", "no/where"], "no/where: No such file"), (["-o", "file"], "is no folder"),
                              (["-o", "no/where.json"], "no/where.json: No such file"), (["-o", "x", "--runner", "true"], "does not go with job")]:
            self.assertIn(told, self.expect(UNABLE, "job", *options, "many.cu").err)
        self.assertIn("standard input", self.expect(UNABLE, "job", "-o", "x", "-").err)
        self.assertIn("no kernel", self.expect(UNABLE, "job", "-o", "x", "host.cu").err)
        self.assertIn("No such file", self.expect(UNABLE, "job", "-o", "x", "no.cu").err)
        self.assertFalse((self.path / "x").exists())

    def test_launches_that_cannot_be_made(self):
        self.write("many.cu", MANY.replace("fill(float *out)", "fill(float **out)").replace("] = 1;", "][0] = 1;")
                   .replace("fill<<<4, 64>>>(a)", "fill<<<4, 64>>>((float **)a)"))
        made = self.expect(CLEAN, "job", "-o", "jobs", "many.cu")
        self.assertIn("launches that cannot be made again, and are in none: 1;", made.out)
        jobs = {path.stem: json.loads(path.read_text()) for path in sorted((self.path / "jobs").iterdir())}
        self.assertEqual([len(job["kernels"][0]["launches"]) for job in jobs.values()], [1, 1, 0])
        self.work(jobs)
        self.assertIn("of the first of them: what 'out' points to holds addresses", made.out)
        self.assertIn("what 'out' points to holds addresses that are not all known", self.expect(FINDINGS, "merge", "jobs", "results").out)

    def test_options_travel(self):
        """With what decides the launches and what they read; those of the report are merge's own."""
        self.write("many.cu", MANY[:MANY.index("int main")].replace("in[32 * i]", "in[STEP * i]"))
        self.write("in.npy", Verify.numpy_array(range(64), code="f", descr="<f4"))
        options = ["--launch", "copy<<<2, 128>>>(1024, 32768)", "--input", "in=in.npy", "--time-limit", "5", "--arch", "sm_80"]
        self.expect(CLEAN, "job", "-o", "jobs", *options, "many.cu", "--", "-DSTEP=32")
        job = json.loads((self.path / "jobs" / "0001-copy.json").read_text())
        self.assertEqual((job["arch"], job["seconds"], job["kernels"][0]["launches"][0]["grid"]), ("sm_80", 5, [2, 1, 1]))
        self.work({path.stem: json.loads(path.read_text()) for path in (self.path / "jobs").iterdir()})
        report = self.report(FINDINGS, "merge", "--fail-on", "note", "jobs", "results")
        self.assertEqual((report["target"]["sm"], report["kernels"][0]["launches"][0]["origin"]), ("sm_80", "option"))

    def test_several_gpus(self):
        arguments = ["verify", "--runner", f"{sys.executable} worker.py", "many.cu"]
        one = self.expect(FINDINGS, *arguments)
        for devices in ["all", "0,1", "1"]:
            several = self.expect(FINDINGS, *arguments, "--devices", devices)
            self.assertEqual((several.out, several.err), (one.out, ""))
        self.write("gone", "")
        several = self.expect(FINDINGS, *arguments, "--devices", "0,1")
        self.assertEqual((several.out, several.err), (one.out, "gpulint: GPU 0 cannot be used: it is gone\n"))
        for devices, told in [("", "neither all nor"), (",", "neither all nor"), ("x", "neither all nor"), ("0,-1", "neither all nor"),
                              ("0,", "neither all nor"), (",0", "neither all nor"), ("0,,1", "neither all nor"), ("0x1", "neither all nor"),
                              ("1,1", "twice"), ("99999999999", "neither all nor"), (",".join(map(str, range(65))), "more GPUs")]:
            self.assertIn(told, self.expect(UNABLE, "verify", "--devices", devices, "many.cu").err)

    def test_several_gpus_and_a_runner_that_fails(self):
        for runner, told in [("exit 7", "exit status 7"), ("echo Last login: today", "it begins: Last login: today")]:
            for devices in ["all", "0,1,2"]:
                result = self.expect(UNABLE, "verify", "--runner", runner, "--devices", devices, "many.cu")
                self.assertIn(told, result.err)
                self.assertIn("uncoalesced-access", result.out)


# A worker that answers every launch with a time of its own making, or with cycles.
# A GPU that holds so many warps, with the times of a profile, or where there is none of 2 and 1 microseconds.
WORKER = """
import base64, json, os, sys
job = json.load(sys.stdin)
device = json.loads(os.environ.get("TEST_DEVICE", "{}"))
def curves(path):
    return {curve["effect"]: {point["degree"]: point for point in curve["points"]} for curve in json.load(open(path))["curves"]}
times = curves(os.environ["TEST_PROFILE"]) if "TEST_PROFILE" in os.environ else None
def figure(effect, form, degree):
    point = times[effect][int(degree)] if times else {"us": 2, "ideal_us": 1}
    ideal = "ideal_" if form == "ideal" else ""
    return point.get(ideal + "us") or point[ideal + "cycles"]
def launch(kernel):
    us = figure(*kernel["id"].split("/"))
    cycles = base64.b64encode(int(4096 * us).to_bytes(8, "little")).decode()
    most = int(os.environ.get("TEST_WARPS", "64"))
    warps = min(most, kernel["launches"][0].get("most_warps") or most)
    return {"id": "launch", "status": "ok", "reason": "", "occupancy": {"warps_per_sm": warps}, "time": {"median_us": us},
            "buffers": [{"id": buffer["id"], "base64": cycles} for buffer in kernel["buffers"] if buffer["read_back"]]}
kernels = [{"id": kernel["id"], "status": "ok", "reason": "", "launches": [launch(kernel)]} for kernel in job["kernels"]]
print(json.dumps({"schema_version": 1, "status": "ok", "reason": "", "device": {"name": "NVIDIA H200", "sm": "sm_90", **device},
                  "compiler": {"version": "13.0"}, "sources": [], "kernels": kernels}))
"""


class Attach(CommandTest):
    """With programs that tell what one on a GPU would; tests/gpu/attach.py has those."""

    def setUp(self):
        super().setUp()
        if not (pathlib.Path(GPULINT).parent / "libgpulint-attach.so").exists():
            self.skipTest("gpulint was built without CUDA's headers")

    def line(self, number, kind, sectors, requests=32768, **more):
        return {"file": str(self.path / "bad.cu"), "line": number, "space": "global", "kind": kind, "instructions": 1, "requests": requests,
                "lanes": 32 * requests, "sectors": sectors, "ideal_sectors": 4 * requests, "wavefronts": None, "ideal_wavefronts": None,
                "tags": sectors, "divergent": None, "uniform": None, **more}

    def launched(self, kernel="_Z4copyPfPKf", grid=4096, lines=None, located=True, number=1):
        lines = lines or [self.line(BAD_LINE, "load", 32 * 32768), self.line(BAD_LINE, "store", 4 * 32768)]
        return {"event": "launch", "kernel": kernel, "device": "GPU of a test", "sm": "sm_90", "number": number, "grid": [grid, 1, 1],
                "block": [256, 1, 1], "dynamic_shared": 0, "located": located, "lines": lines}

    def program(self, *processes, end="exit 5"):
        """A shell program whose processes tell these events."""
        script = ["echo its own output"]
        for process, events in enumerate(processes, 1):
            script += [f"cat >$GPULINT_ATTACH_FOLDER/{process}.jsonl <<'END'", *map(json.dumps, events), "END"]
        self.write("program", "\n".join([*script, end]) + "\n")
        return ["sh", "program"]

    def attach(self, *processes, files=("bad.cu",), options=(), code=5):
        self.write("bad.cu", BAD)
        result = self.expect(code, "attach", "--format", "json", "--output", "report.json", *options, *files, "--", *self.program(*processes))
        self.assertEqual(result.out, "its own output\n")
        report = json.loads((self.path / "report.json").read_text())
        self.assertEqual(list(json_schema.errors(report, json.loads((ROOT / "docs/report.schema.json").read_text()))), [])
        return report

    def test_the_report_does_not_replace_the_program(self):
        self.write("program", "#!/bin/sh\nexit 3\n")
        (self.path / "program").chmod(0o755)
        self.write("true", "a report of before")
        for output, program in (("program", "./program"), (str(self.path / "program"), "./program"), ("./program", str(self.path / "program"))):
            self.assertIn("is the program to be run", self.expect(UNABLE, "attach", "--output", output, "--", program).err)
        self.assertEqual((self.path / "program").read_text(), "#!/bin/sh\nexit 3\n")
        # The program of that name is another one.
        self.expect(CLEAN, "attach", "--output", "true", "--", "true")

    def test_output_and_end_are_the_programs(self):
        good = self.write("good.cu", GOOD)
        for files in ((), (good,)):
            self.assertEqual(self.expect(5, "attach", *files, "--", *self.program()).out, "its own output\n")
            self.expect(-15, "attach", *files, "--", *self.program(end="kill -TERM $$"))
            self.expect(-6, "attach", *files, "--", *self.program(end="kill -ABRT $$"))
        self.assertEqual(self.run_gpulint("attach", "--", "cat", stdin=b"what comes in").out, "what comes in")
        self.assertIn("the program launched no kernel on a GPU", self.expect(0, "attach", "--", "true").err)
        self.assertNotIn("compiled", self.expect(0, "attach", good, "--", "true").err)
        blocked = subprocess.run([GPULINT, "attach", "--", sys.executable, "-c", "import ctypes; ctypes.string_at(0)"], cwd=self.path,
                                 capture_output=True, timeout=60,
                                 preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGSEGV]))
        self.assertEqual(blocked.returncode, 128 + signal.SIGSEGV)
        # Where whoever starts us does not want to hear of its children's ends, which is inherited.
        ignored = subprocess.run([GPULINT, "attach", "--", *self.program()], cwd=self.path, capture_output=True, timeout=60,
                                 preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertEqual(ignored.returncode, 5)

    def test_a_program_that_goes_to_another_folder(self):
        (self.path / "temporary").mkdir()
        self.environment["TMPDIR"] = "temporary"
        self.write("bad.cu", BAD)
        self.program([self.launched()])
        result = self.expect(5, "attach", "bad.cu", "--", "sh", "-c", f"cd / && . {self.path}/program")
        self.assertNotIn("launched no kernel", result.err)
        self.assertEqual(list((self.path / "temporary").iterdir()), [])

    def test_many_launches_take_little_memory_each(self):
        """What is predicted stands first, and its finding with it, however many others come behind."""
        launches = [self.launched(number=1)]
        for kernel in ("_Z4copyPfPKf", "_Z5otherPf"):
            launches += [self.launched(kernel, grid=n, number=n, lines=[self.line(7, "load", 32 * n, n)]) for n in range(1, 2001)]
        report = self.attach(launches, options=("--launches", "1024"))
        self.assertEqual([len(kernel["launches"]) for kernel in report["kernels"]], [2001, 2000])
        self.assertEqual([launch["grid"][0] for launch in report["kernels"][0]["launches"]], [4096, *range(1, 2001)])
        self.assertEqual(report["kernels"][0]["launches"][0]["origin"], "source")
        self.assertEqual(report["findings"][0]["status"], "confirmed")
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 1 << 20)   # KiB

    def test_signals_are_the_programs_as_soon_as_it_begins(self):
        for _ in range(5):
            self.expect(4, "attach", "--", "sh", "-c", "trap 'exit 4' TERM; kill -TERM $PPID; sleep 5")

    def test_what_cannot_be_run(self):
        self.assertIn("no program is given", self.expect(UNABLE, "attach", self.write("good.cu", GOOD)).err)
        self.assertIn("No such file", self.expect(127, "attach", "--", "./nowhere").err)
        self.assertIn("ermission denied", self.expect(126, "attach", "--", "./good.cu").err)
        self.assertIn("is no regular expression", self.expect(UNABLE, "attach", "--kernel", "(", "--", "true").err)
        self.assertIn("does not go with attach", self.expect(UNABLE, "attach", "--runner", "x", "--", "true").err)
        self.expect(UNABLE, "attach", "missing.cu", "--output", "no/such/folder", "--", "touch", "ran")
        self.assertFalse((self.path / "ran").exists())

    def test_figures_come_to_the_sites(self):
        report = self.attach([self.launched()])
        self.assertEqual(report["measurement"], {"device": "GPU of a test", "compiler": None, "reason": ""})
        launch, = report["kernels"][0]["launches"]
        self.assertEqual({(site["kind"], site["measured"]["sectors_per_request"], site["agreement"]) for site in launch["sites"]},
                         {("load", 32, "full"), ("store", 4, "full")})
        self.assertEqual({finding["status"] for finding in report["findings"]}, {"confirmed"})

    def test_what_nothing_predicts_is_added(self):
        other = self.launched(kernel="_Z5otherPf", lines=[self.line(99, "store", 7, file="/elsewhere/other.cu")])
        report = self.attach([self.launched(), self.launched(grid=17), other])
        copy, added = report["kernels"]
        self.assertEqual([launch["origin"] for launch in copy["launches"]], ["source", "measured"])
        self.assertEqual(copy["launches"][1]["grid"], [17, 1, 1])
        self.assertEqual((added["name"], added["launches"][0]["origin"]), ("_Z5otherPf", "measured"))
        site, = added["launches"][0]["sites"]
        self.assertEqual((site["line"], site["standing"], site["predicted"]["requests"], site["measured"]["requests"]), (99, "unknown", None, 32768))
        alone = self.attach([self.launched()], files=())
        self.assertEqual((alone["target"]["gpu"], alone["files"], len(alone["kernels"])), ("GPU of a test", [], 1))

    def test_what_is_known_already_is_not_told_twice(self):
        report = self.attach([self.launched(), self.launched(number=2)], [self.launched()])
        self.assertEqual(len(report["kernels"][0]["launches"]), 1)
        different = self.launched(lines=[self.line(BAD_LINE, "load", 5 * 32768), self.line(BAD_LINE, "store", 4 * 32768)])
        report = self.attach([self.launched()], [different])
        self.assertEqual([launch["origin"] for launch in report["kernels"][0]["launches"]], ["source", "measured"])

    def test_a_gather_has_what_its_line_leaves(self):
        self.write("bad.cu", BAD.replace("in[32 * i]", "in[of[i]]").replace("const float *in", "const float *in, const int *of")
                   .replace("(a, b)", "(a, b, c)").replace("float *a, *b;", "float *a, *b; int *c; cudaMalloc(&c, 4194304);"))
        lines = [self.line(BAD_LINE, "load", 20 * 32768 + 4 * 32768, 2 * 32768), self.line(BAD_LINE, "store", 4 * 32768)]
        program = self.program([self.launched("_Z4copyPfPKfPKi", lines=lines)])
        self.expect(5, "attach", "--format", "json", "--output", "report.json", "bad.cu", "--", *program)
        launch, = json.loads((self.path / "report.json").read_text())["kernels"][0]["launches"]
        gather, = (site for site in launch["sites"] if site["object"] == "in")
        self.assertEqual(gather["measured"]["sectors_per_request"], 20)

    def test_why_there_is_no_figure(self):
        def notes(*events):
            return {site["measured_note"] for site in self.attach(list(events))["kernels"][0]["launches"][0]["sites"]}
        self.assertIn("without -lineinfo", notes(self.launched(located=False)).pop())
        self.assertEqual({site["measured_note"] for site in self.attach([self.launched(grid=17, located=False)])["kernels"][0]["launches"][1]["sites"]},
                         {"of the whole kernel: the program was compiled without -lineinfo"})
        uncounted = {"event": "uncounted", "kernel": "_Z4copyPfPKf", "reason": "a graph launches it"}
        other = self.launched(kernel="_Z5otherPf")
        self.assertEqual(notes(uncounted, other), {"it was not counted: a graph launches it"})
        self.assertEqual(notes(other), {"the program's host code did not launch this kernel itself"})
        self.assertEqual(notes(other, {"event": "problem", "text": "something"}), {"it was not counted: something"})
        reason = "no permission for the GPU's counters"
        report = self.attach([{"event": "problem", "text": reason}])
        self.assertEqual(report["measurement"], {"device": None, "compiler": None, "reason": reason})
        self.assertEqual({finding["status"] for finding in report["findings"]}, {"not-measured"})

    def test_what_is_launched_without_a_name_may_be_any_kernel(self):
        graphs, uncounted = {"event": "unseen", "work": "graphs"}, {"event": "uncounted", "kernel": "_Z4copyPfPKf", "reason": "as it is"}
        where = ", but launched graphs, where it may be"
        for events, launches, note in (
                ([self.launched("_Z5otherPf"), graphs], 1, "the program's host code did not launch this kernel itself" + where),
                ([self.launched(grid=17), graphs], 2, "the program's host code made no such launch itself" + where),
                ([self.launched(grid=17)], 2, "the program's host code made no such launch itself"),
                ([self.launched(grid=17), graphs], 1, "of each kernel one launch is counted (--launches)"),
                ([self.launched("_Z5otherPf"), graphs, uncounted], 1, "it was not counted: as it is"),
                ([self.launched("_Z5otherPf"), graphs, {"event": "problem", "text": "something"}], 1, "it was not counted: something")):
            report = self.attach(events, options=("--launches", str(launches)))
            self.assertEqual({site["measured_note"] for site in report["kernels"][0]["launches"][0]["sites"]}, {note})
        report = self.attach([graphs])
        self.assertEqual(report["measurement"], {"device": None, "compiler": None, "reason": "no launch could be counted: the program launched graphs"})

    def test_a_line_that_was_cut_off_is_passed_over(self):
        self.write("bad.cu", BAD)
        cut = json.dumps(self.launched())
        self.write("program", f"printf '%s\\n%s' '{cut}' '{cut[:100]}' >$GPULINT_ATTACH_FOLDER/1.jsonl\n")
        self.assertIn("Measured on GPU of a test", self.expect(0, "attach", "bad.cu", "--", "sh", "program").err)

    def test_the_program_is_told_what_is_wanted(self):
        told = self.expect(0, "attach", "--kernel", "^_Z4", "--launches", "3", "--time-limit", "7", "--", "env").out
        for line in ("GPULINT_ATTACH_KERNEL=^_Z4", "GPULINT_ATTACH_LAUNCHES=3", "GPULINT_ATTACH_MILLISECONDS=7000"):
            self.assertIn(line + "\n", told)
        self.assertRegex(told, r"CUDA_INJECTION64_PATH=/.*/libgpulint-attach\.so\n")


class Calibrate(CommandTest):
    def setUp(self):
        super().setUp()
        self.environment["XDG_CACHE_HOME"] = str(self.path.resolve() / "cache")
        self.runner = ["--runner", f"{sys.executable} {self.write('worker.py', WORKER)}"]

    def test_lints_use_what_was_measured(self):
        bad = self.write("bad.cu", BAD)
        self.assertEqual(self.report(FINDINGS, bad)["target"]["profile"], "shipped")
        self.expect(CLEAN, "calibrate", "--rounds", "2", *self.runner)
        profile = json.loads((self.path / "cache/gpulint/profiles/h200.json").read_text())
        self.assertEqual(profile["method"]["rounds"], 2)
        self.assertTrue(all(point["ratio"] == 2 for curve in profile["curves"] for point in curve["points"]))
        # Where only eight warps fit, there is no curve of waiting.
        self.environment["TEST_WARPS"] = "8"
        self.assertIn("times cannot be predicted", self.expect(CLEAN, "calibrate", "--rounds", "1", *self.runner).err)
        result = self.expect(FINDINGS, "--format", "json", bad)
        self.assertIn("h200.json: it lacks curves that times are predicted from", result.err)
        self.assertEqual(json.loads(result.out)["target"]["profile"], "shipped")
        self.environment.update(TEST_PROFILE=str(ROOT / "kernels/profiles/h200.json"), TEST_WARPS="64")
        self.assertNotIn("lacks", self.expect(CLEAN, "calibrate", "--rounds", "1", *self.runner).err)
        report = self.report(FINDINGS, bad)
        self.assertEqual(report["target"]["profile"], "calibrated")
        self.assertGreater(report["findings"][0]["predicted_penalty"]["estimate"], 1.5)

    def test_a_gpu_that_has_no_data_sheet(self):
        """It holds fewer warps, and its profile serves those of its architecture that have none."""
        bad = self.write("bad.cu", BAD)
        self.assertEqual(self.report(FINDINGS, bad, "--arch", "sm_89")["target"]["profile"], "scaled")
        self.environment.update(TEST_PROFILE=str(ROOT / "kernels/profiles/h200.json"), TEST_WARPS="48", TEST_DEVICE=json.dumps(
            {"name": "NVIDIA GeForce RTX 4070", "sm": "sm_89", "multiprocessors": 132, "clock_mhz": 1980, "l2_bytes": 60 << 20}))
        said = self.expect(CLEAN, "calibrate", "--rounds", "1", *self.runner).err
        self.assertIn("occupancy: 48 warps fit on a multiprocessor, not 64, at 64", said)
        self.assertNotIn("elements-per-thread", said)
        self.assertTrue((self.path / "cache/gpulint/profiles/nvidia-geforce-rtx-4070.json").exists())
        report = self.report(FINDINGS, bad, "--arch", "sm_89")
        self.assertEqual(report["target"]["profile"], "calibrated")
        self.assertGreater(report["findings"][0]["predicted_penalty"]["estimate"], 1.5)
        self.assertEqual(self.report(FINDINGS, bad)["target"]["profile"], "shipped")

    def test_on_one_gpu(self):
        runner = ["--runner", f"tee asked.json | {sys.executable} worker.py"]
        self.expect(CLEAN, "calibrate", *runner, "--rounds", "1", "--devices", "3", "--output", "curves.json", "read-stride")
        self.assertEqual(json.loads((self.path / "asked.json").read_text())["device"], 3)
        for devices in ("all", "0,1"):
            self.assertIn("a profile is that of one GPU", self.expect(UNABLE, "calibrate", "--devices", devices).err)
        for limit in ("0x10", "1e-300", "0.0001", "inf", "nan", "-1", "+1", "", "86401", " 1"):
            self.assertIn("is no number of seconds", self.expect(UNABLE, "calibrate", "--time-limit", limit).err, limit)

    def test_some_effects(self):
        self.assertIn("--output", self.expect(UNABLE, "calibrate", *self.runner, "read-stride").err)
        self.expect(CLEAN, "calibrate", *self.runner, "--output", "curves.json", "read-stride", "divergence")
        curves = json.loads((self.path / "curves.json").read_text())["curves"]
        self.assertEqual({curve["effect"] for curve in curves}, {"read-stride", "divergence"})
        self.assertFalse((self.path / "cache").exists())

    def test_plot(self):
        self.expect(CLEAN, "calibrate", *self.runner, "--output", "curves.json", "--plot", "measured.html", "read-stride",
                    "divergence", "latency-memory", "pageable-to-host")
        self.expect(CLEAN, "calibrate", "--profile", "curves.json", "--plot", "drawn.html")
        page = (self.path / "drawn.html").read_text()
        self.assertEqual((self.path / "measured.html").read_text(), page)
        self.assertEqual(page.count("<svg "), 5)
        # Of transfers both forms are drawn, in the two figures that they have.
        self.assertEqual(page.count("dashed: the ideal form"), 2)
        for text in ["NVIDIA H200", "Bandwidth against stride", "clock cycles", "read-stride at 32: ", "microseconds",
                     "pageable-to-host at 64: 2 (2 to 2)", "pageable-to-host, ideal form, at 64: 1 (1 to 1)"]:
            self.assertIn(text, page)
        self.assertNotRegex(page, r"(src|href|url)\s*[=(]|nan|inf\b")
        # All of a profile is drawn, also what gpulint does not know, and its texts are text.
        shipped = json.loads((ROOT / "kernels" / "profiles" / "h200.json").read_text())
        point = {"degree": 0, "ratio": 1, "low": 1, "high": 1}
        shipped["curves"].append({"effect": "<b>&", "description": "\"<i>\"", "points": [point]})
        # Degrees that no step tells apart, and times without measure.
        shipped["curves"].append({"effect": "far", "points": [{"degree": 10**17, "ratio": 1, "low": 0, "high": 1e30},
                                                              {"degree": 10**17 + 16, "ratio": 0, "low": 0, "high": 0}]})
        self.write("more.json", json.dumps(shipped))
        self.expect(CLEAN, "calibrate", "--profile", "more.json", "--plot", "more.html")
        page = (self.path / "more.html").read_text()
        for curve in shipped["curves"][:-2]:
            self.assertIn(f"<code>{curve['effect']}</code>", page)
        self.assertIn("&lt;b&gt;&amp;", page)
        self.assertNotIn("<b>", page)
        self.assertNotRegex(page, r"[ \"MVH>-](nan|inf)\b")
        html.parser.HTMLParser().feed(page)

    def test_plot_of_extremes(self):
        """What no measurement gives is refused; of all else the drawing consists of numbers."""
        shipped = json.loads((ROOT / "kernels" / "profiles" / "h200.json").read_text())
        point = {"degree": 1, "ratio": 1, "low": 1, "high": 1, "us": 1, "ideal_us": 1, "ideal_gbs": 1}
        for name in point:
            for figure in [0, 1e-30, 1e30, 1e-320, 1e-300, 1e200, 1e308]:
                far = {**point, "low": 0, "high": 1e30, name: figure}
                if far["high"] < far["ratio"] or far["low"] > far["ratio"]:
                    continue
                self.draw(shipped, [point, {**far, "degree": far["degree"] or 2}], name, figure in (0, 1e-30, 1e30))
        # Where there is nothing else.
        for figure in [0, 1e-30, 1e30]:
            far = {name: figure for name in point}
            self.draw(shipped, [far], "all", True)
            self.draw(shipped, [{**far, "degree": degree} for degree in range(3)], "all", True)

    def draw(self, profile, points, name, drawn):
        """With the points in curves of all kinds: they are drawn, or refused because of the figure of that name."""
        effects = ["read-stride", "pageable-to-host", "latency-memory", "of-its-own"]
        self.write("far.json", json.dumps({**profile, "curves": [{"effect": effect, "points": points} for effect in effects]}))
        result = self.expect(CLEAN if drawn else UNABLE, "calibrate", "--profile", "far.json", "--plot", "far.html")
        if drawn:
            self.assertNotRegex((self.path / "far.html").read_text(), r"[ \"MVH>-](nan|inf)\b", points)
        else:
            self.assertIn(f'"{name}" is ', result.err)

    def test_plot_of_no_profile(self):
        self.write("wrong.json", "{}")
        self.assertIn("schema_version", self.expect(UNABLE, "calibrate", "--profile", "wrong.json", "--plot", "p.html").err)
        self.assertIn("nowhere", self.expect(UNABLE, "calibrate", "--profile", "nowhere.json", "--plot", "p.html").err)
        good = json.loads((ROOT / "kernels" / "profiles" / "h200.json").read_text())
        curve = good["curves"][0]
        for curves, told in [([], '"curves" is missing, empty or no array'), ([{**curve, "points": [{**curve["points"][0], "us": "x"}]}], '"us"')]:
            self.write("wrong.json", json.dumps({**good, "curves": curves}))
            self.assertIn(told, self.expect(UNABLE, "calibrate", "--profile", "wrong.json", "--plot", "p.html").err)
        self.assertFalse((self.path / "p.html").exists())
        profile = str(ROOT / "kernels" / "profiles" / "h200.json")
        self.assertIn("--plot", self.expect(UNABLE, "calibrate", "--profile", profile).err)
        self.assertIn("nowhere", self.expect(UNABLE, "calibrate", "--profile", profile, "--plot", "nowhere/p.html").err)

    def calibrate_on_a_terminal(self, *arguments):
        controller, terminal = pty.openpty()
        command = [GPULINT, "calibrate", *self.runner, "--rounds", "2", "--output", "curves.json", *arguments, "gather-read"]
        run = subprocess.run(command, cwd=self.path, env=self.environment, stdout=subprocess.DEVNULL, stderr=terminal,
                             check=False)
        os.close(terminal)
        self.assertEqual(run.returncode, CLEAN)
        return os.read(controller, 1 << 16).decode()

    def test_progress(self):
        text = self.calibrate_on_a_terminal()
        self.assertIn("\rgpulint: round 2 of 2  [", text)
        self.assertIn("\033[32m", text)
        self.assertNotIn("\033", self.calibrate_on_a_terminal("--color", "never"))
        self.environment["NO_COLOR"] = "1"
        self.assertNotIn("\033", self.calibrate_on_a_terminal())
        err = self.expect(CLEAN, "calibrate", *self.runner, "--rounds", "2", "--output", "curves.json", "gather-read").err
        self.assertIn("gpulint: round 2 of 2\n", err)
        self.assertNotIn("\r", err)

    def test_what_cannot_be_done(self):
        self.assertIn("no-such-effect", self.expect(UNABLE, "calibrate", *self.runner, "no-such-effect").err)
        self.assertIn("exit status 3", self.expect(UNABLE, "calibrate", "--runner", "exit 3").err)
        failing = [*self.runner[:1], self.runner[1] + " | sed 's/\"median_us\": 2/\"median_us\": null/g'"]
        text = self.expect(UNABLE, "calibrate", *failing, "--rounds", "1", "--output", "curves.json", "gather-read",
                           "divergence").err
        self.assertIn("gpulint: left out:\n", text)
        self.assertIn("gpulint: gather-read: ok: , at 4, 8, 16, 32\n", text)
        self.assertIn("nowhere", self.expect(UNABLE, "calibrate", *self.runner, "--rounds", "1", "--output",
                                             "nowhere/curves.json").err)


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
        self.assertIn("'main.cu' may launch what stands here, but is not read", problem["message"])
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
        report = json.loads(self.run_gpulint("--format", "json", *arguments).out)
        names = [call["name"] for call in report["unseen_calls"]]
        for form in ["text", "short"]:
            told = re.findall(r"^(\S+): note: (.*) (?:is|are) called, but no file given defines (?:it|them)", self.run_gpulint("--format", form, *arguments).out, re.M)
            first = report["unseen_calls"][:1]
            self.assertEqual(told, [(f"{call['file']}:{call['line']}:{call['column']}", ", ".join(f"'{name}'" for name in names)) for call in first])
        if names:
            self.expect(UNABLE, "--strict", *arguments)
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
        told = self.run_gpulint(main).out
        self.assertIn(lines, told)
        self.assertIn("predicted time on H200: at least ", told)
        self.expect(UNABLE, "--strict", main)
        self.assertEqual(self.report(CLEAN, main, there)["undefined_kernels"], [])
        self.assertNotIn("at least", self.expect(CLEAN, "--strict", main, there).out)
        # Without any other kernel, and where nothing leads to the launch.
        alone = self.write("alone.cu", "__global__ void there(int *);\nvoid all(int);\nvoid run(int *a) { there<<<1, 1>>>(a); }\nint main() { all(1); }\n")
        told = self.run_gpulint(alone).out
        self.assertIn("alone.cu:3:20: note: kernel 'there' is launched, but no file given defines it: its launches", told)
        self.assertIn("note: 'all' is called, but no file given defines it", told)
        self.assertIn("; nothing was analysed: no file given defines a kernel\n", told)
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
        """A header that needs what its includer declares is told as a part of that."""
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
        """What the host does is told of each program as when that is linted by itself, wherever their kernels are."""
        kernel = self.write("k.cuh", "template <typename T> __global__ void k(T *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n")
        main = (f'#include <stdlib.h>\n#include "{kernel}"\n'
                "int main() {{ {type} *h = ({type} *)malloc(1 << 26), *d; cudaMalloc(&d, 1 << 26); cudaStream_t s; cudaStreamCreate(&s);\n"
                "for (int i = 0; i < {rounds}; i++) {{\ncudaMemcpyAsync(d, h, {bytes}, cudaMemcpyHostToDevice, s);\n"
                "k<<<1024, 256, 0, s>>>(d);\n}}\ncudaStreamSynchronize(s); return cudaGetLastError(); }}\n")
        alone = "int main() { float *d; cudaMalloc(&d, 1024); k<float><<<1, 256>>>(d); }\n"
        names = [self.write("a.cu", main.format(type="float", rounds=1, bytes=1 << 26)),
                 self.write("b.cu", main.format(type="int", rounds=9, bytes=1 << 20)),
                 self.write("c.cu", f'#include "{kernel}"\n' + alone)]

        def told(*files):
            report = self.report(CLEAN, "--fail-on", "never", *files)
            operations = report["host_operations"]
            findings = [{key: value for key, value in finding.items() if key != "id"} for finding in report["findings"] if not finding["kernel"]]
            return ([{**operation, "program": 0} for operation in operations], findings, [operation["program"] for operation in operations])
        each = [told(name) for name in names]
        operations, findings, programs = told(*names)
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
        names = [self.write(f"file{number}.cu", BAD.replace("copy", f"copy{number}")) for number in range(12)]
        outputs = {self.expect(FINDINGS, "-j", jobs, *names).out for jobs in ["1", "2", "12", "64"]}
        self.assertEqual(len(outputs), 1)


def main():
    global GPULINT
    if sys.argv[1:] == ["--list"]:
        for case in CommandTest.__subclasses__():
            print(case.__name__)
        return
    GPULINT = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])


if __name__ == "__main__":
    main()
