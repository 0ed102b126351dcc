"""Input files that are missing, unreadable or malformed, and standard input."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from support import BAD, BAD_LINE, CLEAN, FINDINGS, GOOD, GPULINT, UNABLE, CommandTest


class Input(CommandTest):
    """Whatever is given as a source, gpulint ends orderly, and says what it could not do."""

    @classmethod
    def setUpClass(cls):
        """A pipe's writer is waited for while the other tests run: `of_pipe`."""
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        os.mkfifo(f"{folder}/pipe.cu")
        pathlib.Path(folder, "bad.cu").write_text(BAD)
        cls.of_pipe = cls.enterClassContext(subprocess.Popen([GPULINT, "--format", "short", "pipe.cu", "bad.cu"], cwd=folder, text=True,
                                                             stdout=subprocess.PIPE, stderr=subprocess.PIPE))
        cls.addClassCleanup(cls.of_pipe.kill)

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
        for content, reported in [("", "; nothing was analysed: there is no kernel\n"), ("int main() {}\n", "; nothing was analysed: there is no kernel\n"),
                              (kernel, "0 launches for H200 (sm_90); 1 kernel template was not analysed\n"),
                              (recursive, "; 1 site: 1 unknown: no prediction is possible for any of them\n")]:
            with self.subTest(content=content):
                self.assertIn(reported, self.expect(CLEAN, "--no-compile", self.write("silent.cu", content)).out)
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
        for folder in range(30):
            (self.path / "src" / f"data{folder}").mkdir(parents=True)
            for i in range(700):
                os.mknod(self.path / f"src/data{folder}/{i}.txt")
        names = [f"lib/h{i}.h" for i in range(30)]
        (self.path / ".git").mkdir()
        self.write("src/zz/here.h", "")
        source = "".join(f'#include "{name}"\n' for name in names) + '#include "here.h"\n' + BAD
        bad = self.write("src/app/bad.cu", source)
        reported = [f"'{name}' file not found: name its folder with -I" for name in names]
        reported.append("'here.h' file not found: try -I src/zz")
        for form in ["short", "text"]:
            self.assertEqual([text for _, text in self.missing("--format", form, bad)], reported)

    def test_figures_without_a_header_are_assumed(self):
        """A missing header may define what the code uses, such as a stride."""
        source = "#ifndef STRIDE\n#define STRIDE 1\n#endif\n" + \
            "__global__ void k(int *p) { p[threadIdx.x * STRIDE] = 1; }\n" + \
            "int main() { int *p; cudaMalloc(&p, 65536); k<<<1, 32>>>(p); }\n"
        for include, standing in (('#include "stride.h"\n', "assumed"), ("\n", "exact")):
            file = self.write("a.cu", include + source)
            report = json.loads(self.run_gpulint("--format", "json", file).out)
            site, = report["kernels"][0]["launches"][0]["sites"]
            self.assertEqual(site["standing"], standing)
            self.assertEqual(site["why"], "" if standing == "exact" else "'stride.h' was not found, and does not change this code")

    def test_headers_that_missing_ones_lack(self):
        """All folders are named at once, each header by the first place that includes it."""
        self.write("inc/first.h", '#include <second.h>\n#include "gone.h"\n#ifdef NEVER\n#include "never.h"\n#endif\n')
        self.write("deep/er/second.h", '#include "third.h"\n')
        self.write("third/third.h", "")
        bad = [self.write(f"{name}.cu", '#include "first.h"\n' + source) for name, source in [("a", BAD), ("b", "int f();\n")]]
        guessed = "if that is the file that includes the missing header (included at 2 places)"
        (self.path / ".hg").mkdir()
        reported = [("a.cu:1", "'first.h' file not found: try -I inc (included at 2 places)"),
                ("inc/first.h:1", "'second.h' file not found: try -I deep/er, " + guessed),
                ("inc/first.h:2", "'gone.h' file not found: name its folder with -I, " + guessed),
                ("deep/er/second.h:1", "'third.h' file not found: try -I third, " + guessed)]
        for form in ["short", "text"]:
            self.assertEqual(self.missing("--format", form, *bad), reported)
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

        def reported(*arguments):
            out = self.run_gpulint("--format", "short", *arguments).out
            return re.findall(r"'(\S+)' file not found: (try -I \S+|name)", out)

        found, none = [("other.h", "name"), ("project.h", "try -I home/project/include")], [("other.h", "name"), ("project.h", "name")]
        self.assertEqual(reported(source), none)
        self.assertEqual(reported(source, beside)[:2], found)
        self.assertEqual(reported("-p", str(project / "build"), source)[:2], found)
        (project / ".git").mkdir()
        self.assertEqual(reported(source)[:2], found)
        (project / ".git").rmdir()
        (home / ".git").mkdir()
        self.assertEqual(reported(source), none)
        self.assertEqual(reported(self.write("home/bad.cu", '#include "other.h"\n#include "project.h"\n' + BAD)), none)

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
        reported = finding["reason"] + finding["message"]
        for part in ["line 3", "line 4", "'a'", "'b'"]:
            self.assertIn(part, reported)

    def test_flags_against_optimisation(self):
        """A note says once what they do to figures, and is no reason to fail."""
        report = self.report(CLEAN, self.write("good.cu", GOOD), "--", "-G")
        (problem,) = report["files"][0]["problems"]
        self.assertEqual((problem["severity"], report["files"][0]["status"]), ("note", "ok"))
        self.assertIn("in spite of -G", problem["message"])
        self.assertEqual(self.report(CLEAN, "good.cu", "--", "-O0")["files"][0]["problems"], [])

    def test_without_end(self):
        """Such files are refused, a pipe after some time; the other files are reported all the same."""
        zeros = self.expect(UNABLE, "--format", "short", "/dev/zero", self.write("bad.cu", BAD))
        out, err = self.of_pipe.communicate(timeout=60)
        self.assertEqual(self.of_pipe.returncode, UNABLE)
        for reported, out, err in [("/dev/zero: neither a regular file nor a pipe", zeros.out, zeros.err),
                                   ("pipe.cu: a pipe without a writer", out, err)]:
            self.assertIn(reported, err)
            self.assertIn("[uncoalesced-access]", out)


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
