"""Report formats, colors, paths and dumps."""
import json
import os
import pty
import subprocess
import termios

from support import BAD, CLEAN, FINDINGS, GOOD, GPULINT, ROOT, UNABLE, CommandTest, json_schema, unwrapped


class Option(CommandTest):
    def test_an_array_in_a_function_has_its_name_in_the_kernel_too(self):
        calling = BAD.replace("__global__", "__device__ float get(const float *p, int at) { return p[32 * at]; }\n__global__", 1)
        result = self.expect(FINDINGS, "--format", "short", self.write("calling.cu", calling.replace("in[32 * i]", "get(in, i)")))
        self.assertRegex(result.out, r"uncoalesced load of 'p' \('in' of the kernel\): \S+ slower \(32 sectors ")
        self.assertNotIn("of the kernel)", self.expect(FINDINGS, self.write("bad.cu", BAD)).out)

    def test_color(self):
        bad = self.write("bad.cu", BAD)
        self.assertNotIn("\033", self.expect(FINDINGS, bad).out)
        self.assertNotIn("\033", self.expect(FINDINGS, "--color", "never", bad).out)
        self.assertIn("\033[", self.expect(FINDINGS, "--color", "always", bad).out)

    def on_terminal(self, *arguments, columns=0):
        try:
            main, side = pty.openpty()
        except OSError:
            self.skipTest("this system gives no pseudo terminals")
        termios.tcsetwinsize(side, (24, columns))
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

    def test_lines_have_the_width_of_the_terminal(self):
        """A text continues under its label and is never cut; only an excerpt is, with the marked expression in its centre."""
        indentation = "\t" * 9
        source = ("__global__ void k(float *out, const int *at, float scale_of_the_result)\n{\n" + indentation +
                  "out[threadIdx.x + blockIdx.x * blockDim.x] = scale_of_the_result * out[(at[threadIdx.x] * 16) & 8191] + scale_of_the_result;\n"
                  "}\nint main() { float *p; int *q; cudaMalloc(&p, 1 << 25); cudaMalloc(&q, 1024); k<<<32768, 256>>>(p, q, 2); }\n")
        arguments = ["--notes", self.write("wide.cu", source)]
        [finding] = [finding for finding in self.report(CLEAN, *arguments)["findings"] if finding["rule"] == "uncoalesced-access"]
        texts = [finding[key] for key in ("reason", "cost", "advice")]
        texts += [site["why"] for kernel in self.report(CLEAN, *arguments)["kernels"] for launch in kernel["launches"]
                  for site in launch["sites"] if site["id"] == finding["site"]]
        self.assertGreater(max(map(len, texts)), 100)
        expression = "out[(at[threadIdx.x] * 16) & 8191]"
        for columns, width in [(0, 80), (20, 40), (60, 60), (79, 79), (80, 80), (132, 132), (2000, 2000)]:
            with self.subTest(columns=columns):
                report = self.on_terminal("--color", "never", *arguments, columns=columns).replace("\r", "")
                own = report[report.index("gathering load"):].split("\n\n")[0].split("\n")
                for text in texts:
                    self.assertIn(text, unwrapped("\n".join(own)))
                for line in own[3:]:
                    self.assertRegex(line, r"^(  [a-z]+ +| {12})\S")
                    self.assertTrue(len(line) <= width or " " not in line[12:], line)
                shown, carets = own[1:3]
                self.assertLessEqual(len(shown.expandtabs()), max(width, 25))
                marked = shown.expandtabs()[carets.expandtabs().index("^"):len(carets.expandtabs())]
                self.assertTrue(marked and expression.startswith(marked.rstrip("…")), shown)
                self.assertEqual(marked == expression, width >= 60)
                before, after = shown[9:].strip("…").split(expression) if width >= 60 else ("", "")
                self.assertLessEqual(abs(len(before) - len(after)), 1 if 60 <= width <= 80 else 200)
                if width == 2000:
                    self.assertEqual(shown, f"     3 | {source.split(chr(10))[2]}")

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

    def test_rivals(self):
        """A kernel of the same name in another program beside it takes nothing away from the file that was asked for."""
        lib = self.write("lib.cu", BAD.split("int main")[0])
        self.write("other.cu", BAD.replace("32 * i", "i"))
        report = self.report(FINDINGS, lib)
        self.assertEqual([kernel["file"] for kernel in report["kernels"]], ["lib.cu"])
        report = self.report(FINDINGS, lib, "other.cu")
        self.assertEqual(sorted(kernel["file"] for kernel in report["kernels"]), ["lib.cu", "other.cu"])

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
