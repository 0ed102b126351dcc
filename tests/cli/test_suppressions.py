"""Comments in the source that accept findings."""
import json

from support import BAD, BAD_LINE, CLEAN, FINDINGS, GOOD, ROOT, CommandTest, json_schema, unwrapped

SCHEMA = json.loads((ROOT / "docs" / "report.schema.json").read_text())
RULE = "uncoalesced-access"
STATEMENT = "\tout[i] = in[32 * i];"


def beside(comment):
    return BAD.replace(STATEMENT, f"{STATEMENT} {comment}")


def above(comment, line=STATEMENT):
    return BAD.replace(line, f"{comment}\n{line}")


class Comment(CommandTest):
    def problems(self, report):
        return [problem["message"] for file in report["files"] for problem in file["problems"]]

    def test_accepts_findings(self):
        head = "__global__ void copy"
        for name, source in {
            "beside": beside(f"// gpulint: allow({RULE}) the caller's layout"),
            "block": beside(f"/* gpulint: allow({RULE}) the caller's layout */"),
            "of_several": beside(f"//gpulint:allow ( shared-race,{RULE} ) the caller's layout"),
            "above": above(f"\t// gpulint: allow({RULE}) the caller's layout"),
            "of_long_statement": above(f"\t// gpulint: allow({RULE}) the caller's layout").replace("= in[32 * i]", "=\n\t\tin[32 * i]"),
            "of_function": "int before;\n" + above(f"// gpulint: allow({RULE}) the caller's layout", head),
            "of_template": "int before;\n" + above(f"// gpulint: allow({RULE}) the caller's layout", head).replace(
                head, "template <int N> __global__ void __launch_bounds__(256) copy").replace("copy<<<", "copy<1><<<"),
            "of_file": f"// License\n// gpulint: allow({RULE}) the caller's layout\nint before;\n" + BAD,
            "nolint": beside(f"// NOLINT(bugprone-x,gpulint-{RULE})"),
            "nolint_next": above(f"\t// NOLINTNEXTLINE(gpulint-{RULE}) of another tool"),
        }.items():
            with self.subTest(name=name):
                report = self.report(CLEAN, self.write(f"{name}.cu", source))
                self.assertEqual(report["findings"], [])
                self.assertEqual([item["finding"]["rule"] for item in report["suppressed"]], [RULE])
                accepted = [line for line, text in enumerate(source.split("\n"), 1) if RULE in text]
                self.assertEqual([item["comment"]["line"] for item in report["suppressed"]], accepted)
                if "nolint" not in name:
                    self.assertEqual(report["suppressed"][0]["comment"]["reason"], "the caller's layout")
                    self.assertEqual([text for text in self.problems(report) if RULE in text], [])
                self.assertEqual(list(json_schema.errors(report, SCHEMA)), [])

    def test_of_places_that_are_alike(self):
        """Two accesses of one finding: a comment is about its own."""
        two = BAD.replace(STATEMENT, f"{STATEMENT}\n\tout[i] += in[32 * i + 8];")
        accepted = f"// gpulint: allow({RULE}) the caller's layout"
        whole = self.report(FINDINGS, self.write("whole.cu", two))["findings"]
        self.assertEqual([sorted([finding["line"], *(place["line"] for place in finding["related"])]) for finding in whole],
                         [[BAD_LINE, BAD_LINE + 1]])
        for name, line, other in [("first", BAD_LINE, BAD_LINE + 1), ("second", BAD_LINE + 1, BAD_LINE)]:
            with self.subTest(name=name):
                lines = two.split("\n")
                lines[line - 1] += " " + accepted
                report = self.report(FINDINGS, self.write(f"{name}.cu", "\n".join(lines)))
                self.assertEqual([(finding["line"], finding["related"]) for finding in report["findings"]], [(other, [])])
                self.assertEqual([(item["finding"]["line"], item["finding"]["related"]) for item in report["suppressed"]], [(line, [])])
                self.assertEqual(self.problems(report), [])
        lines = two.split("\n")
        for line in (BAD_LINE, BAD_LINE + 1):
            lines[line - 1] += " " + accepted
        report = self.report(CLEAN, self.write("both.cu", "\n".join(lines)))
        self.assertEqual(self.problems(report), [])

    def test_does_not_reach_further(self):
        for name, source in {
            "another_line": BAD.replace("int i =", f"// gpulint: allow({RULE}) no\n\tint i ="),
            "head_of_block": BAD.replace(STATEMENT, f"\t// gpulint: allow({RULE}) no\n\tif (i >= 0) {{\n\t{STATEMENT}\n\t}}"),
            "another_function": f"int before;\n// gpulint: allow({RULE}) no\n__global__ void other(int n) {{ if (n) return; }}\n" + BAD,
            "another_rule": beside("// gpulint: allow(bank-conflict) no"),
            "another_tool": beside(f"// NOLINT({RULE})"),
            "a_string": BAD.replace(STATEMENT, f'\tconst char *text = "// gpulint: allow({RULE}) no"; {STATEMENT}'),
            "prose": beside(f"// as gpulint: allow({RULE}) says"),
            "unclosed": beside(f"// gpulint: allow({RULE}"),
        }.items():
            with self.subTest(name=name):
                report = self.report(FINDINGS, self.write(f"{name}.cu", source))
                self.assertEqual([finding["rule"] for finding in report["findings"]], [RULE])
                self.assertEqual(report["suppressed"], [])

    def test_that_does_nothing_is_reported(self):
        for comment, message in {
            "allow(bank-conflicts) why": "there is no rule 'bank-conflicts' (did you mean 'bank-conflict'?), so this accepts nothing",
            f"alow({RULE}) why": "this comment is not understood, so it accepts nothing: write gpulint: allow(RULE) REASON",
            f"allow {RULE}": "this comment is not understood, so it accepts nothing: write gpulint: allow(RULE) REASON",
            f"allow({RULE})": f"'{RULE}' is allowed without a reason: write it after the parenthesis",
            f"allow({RULE}) why": f"there is no finding '{RULE}' on line {BAD_LINE} to allow: remove it",
        }.items():
            with self.subTest(comment=comment):
                source = GOOD.replace("in[i];", f"in[i]; // gpulint: {comment}")
                report = self.report(CLEAN, self.write("good.cu", source))
                self.assertEqual(self.problems(report), [message])
                self.assertEqual(report["files"][0]["problems"][0]["line"], BAD_LINE)
                self.assertEqual(report["files"][0]["status"], "ok")

    def test_is_not_called_useless_without_knowledge(self):
        """Where the rule is not asked for, or the kernel is not evaluated."""
        source = self.write("good.cu", GOOD.replace("in[i];", f"in[i]; // gpulint: allow({RULE}) why"))
        self.assertEqual(self.problems(self.report(CLEAN, "--ignore", RULE, source)), [])
        self.assertEqual(self.problems(self.report(CLEAN, "--select", "bank-conflict", source)), [])
        dormant = "template <class T> __global__ void never(T *p) { p[threadIdx.x] = 1; }\n"
        unseen = self.write("unseen.cu", dormant + GOOD.replace("in[i];", f"in[i]; // gpulint: allow({RULE}) why"))
        self.assertEqual([text for text in self.problems(self.report(CLEAN, unseen)) if RULE in text], [])

    def test_in_a_header(self):
        kernel, main = BAD.split("\nint main")
        self.write("copy.cuh", kernel.replace(STATEMENT, f"{STATEMENT} // gpulint: allow({RULE}) the caller's layout"))
        report = self.report(CLEAN, self.write("main.cu", '#include "copy.cuh"\nint main' + main))
        self.assertEqual([item["comment"]["line"] for item in report["suppressed"]], [BAD_LINE])

    def test_counts_in_the_text_report(self):
        result = self.expect(CLEAN, self.write("bad.cu", beside(f"// gpulint: allow({RULE}) the caller's layout")))
        self.assertIn("no findings in 1 kernel", unwrapped(result.out))
        self.assertIn("1 finding is allowed by a comment", unwrapped(result.out))
        self.assertNotIn(f"[{RULE}]", result.out)
