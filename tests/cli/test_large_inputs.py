"""Input files of extreme size or nesting depth."""
import subprocess

from support import BAD, BAD_LINE, CLEAN, FINDINGS, GOOD, GPULINT, UNABLE, CommandTest


class Input(CommandTest):
    """Whatever is given as a source, gpulint ends orderly, and says what it could not do."""

    def test_line_of_a_mebibyte(self):
        line = "int a" + "x" * (1 << 20) + ";\n"
        report = self.report(CLEAN, self.write("long.cu", line))
        self.assertEqual(report["files"][0]["status"], "ok")
        spaced = BAD.replace("in[32 * i]", "in[32 * i]" + " " * (1 << 20))
        result = self.expect(FINDINGS, self.write("wide.cu", spaced))
        self.assertLess(len(result.out), 10000)

    def test_long_names_and_texts_are_shortened(self):
        """All are longer than what may be printed in all."""
        name = "x" * (1 << 16)
        for content in [BAD.replace("in", name).replace(f"{name}t", "int"), BAD.replace("copy", name), name + ";\n" + BAD,
                        f"#error {name}\n" + BAD, "#error " + "a b " * (1 << 14) + "\n" + BAD, f'static_assert(0, "{name}");\n' + BAD,
                        "#define " + name + " 1\n" + BAD.replace("32 * i", name + " * 32 * i"),
                        f'#include "{name}"\n' + BAD, BAD + f"template <int {name}> __global__ void {name}y() {{}}\n"]:
            for form in ["text", "short"]:
                result = self.expect(FINDINGS, "--format", form, self.write("long.cu", content))
                self.assertLess(len(result.out) + len(result.err), 40000)
        result = self.expect(FINDINGS, "--no-compile", self.write("long.cu", BAD.replace("copy", "x" * (1 << 20))))
        self.assertLess(len(result.out) + len(result.err), 40000)
        result = self.expect(UNABLE, "--launch", "k" * 100000 + "<<<1, 32>>>()", self.write("good.cu", GOOD))
        self.assertRegex(result.err, r"--launch 'k{90,}… 32>>>\(\)': there is no kernel of that name")

    def test_many_statements_in_a_line(self):
        def check(count):
            body = "out[i] = in[i]; " * count
            report = self.report(CLEAN, self.write("line.cu", GOOD.replace("out[i] = in[i];", body)))
            self.assertNotEqual(report["files"][0]["status"], "failed")
        check(1 << 8)
        # NVRTC takes all of its time for so many.
        self.environment["GPULINT_NVRTC"] = "/no/such/library"
        check(1 << 12)

    NESTED = {"parentheses": ("(", "1", ")"), "calls": ("f(", "1", ")"), "nots": ("!", "1", ""), "minuses": ("- ", "1", ""),
              "braces": ("{", ";", "}"), "ifs": ("if (i) ", ";", ""), "pluses": ("1 + ", "1", ""), "brackets": ("a[", "1", "]"),
              "elses": ("if (i) i = 1; else ", ";", "")}

    def nested(self, depth, *names):
        """The problems of a program with one such kernel a name, each in two lines, and a kernel that has the only finding."""
        kernels = [f"__global__ void {name}(int *a, int i) {{ i = 0;\n {opening * depth}{inner}{closing * depth}; }}\n"
                   for name, (opening, inner, closing) in self.NESTED.items() if name in names]
        report = self.report(FINDINGS, self.write("deep.cu", "__device__ int f(int);\n" + "".join(kernels) + BAD))
        self.assertEqual([finding["line"] for finding in report["findings"]], [BAD_LINE + 1 + 2 * len(kernels)])
        return report["files"][0]["problems"]

    def test_nesting(self):
        self.assertEqual(self.nested(200, *self.NESTED), [])

    def test_nesting_that_is_too_deep(self):
        for name in self.NESTED:
            with self.subTest(name=name):
                problems = self.nested(2000, name)
                self.assertEqual(problems[0]["line"], 3)
                self.assertTrue(all("too deeply" in problem["message"] for problem in problems), problems)

    def test_little_stack_and_little_memory(self):
        deep = "i += " + "0 + " * 1000 + "0;"
        self.write("deep.cu", BAD.replace("out[i]", deep + " out[i]"))
        for limit in [["-s", "128"], ["-v", "600000"]]:
            command = ["sh", "-c", 'ulimit "$1" "$2" && "$3" --format short --fail-on note deep.cu', "sh", *limit, GPULINT]
            result = subprocess.run(command, cwd=self.path, capture_output=True, timeout=60, env=self.environment)
            if b"Sanitizer" not in result.stderr:     # which needs more than that of both
                self.assertEqual(result.returncode, FINDINGS, result.stderr)


class Option(CommandTest):
    def test_nesting_by_macros(self):
        """More levels than any stack has room for. NVRTC takes all of its time for them."""
        self.environment["GPULINT_NVRTC"] = "/no/such/library"
        doubled = "".join(f"#define CASTS{i} CASTS{i - 1} CASTS{i - 1}\n" for i in range(1, 20))
        deep = self.write("deep.cu", f"#define CASTS0 (int)\n{doubled}__global__ void k(int *a) {{ *a = CASTS19 1; }}\n")
        result = self.expect(UNABLE, "--format", "short", deep, self.write("bad.cu", BAD))
        self.assertIn("deep.cu: nested too deeply to be parsed", result.err)
        self.assertIn("bad.cu:", result.out)
