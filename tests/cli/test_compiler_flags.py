"""Compiler flags, compile databases, response files and includes."""
import json
import os
import tempfile

from support import BAD, CLEAN, FINDINGS, GOOD, ROOT, UNABLE, CommandTest, json_schema


class Option(CommandTest):
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

    def test_unknown_compiler_flags_are_reported_once(self):
        good = self.write("good.cu", GOOD)
        def said(*flags):
            return self.expect(CLEAN, "--no-compile", good, self.write("other.cu", "int x;\n"), "--", *flags).err
        self.assertEqual(said("--frobnicate", "value", "-DA", "-nostdinc", "--frobnicate"),
                         "gpulint: compiler flags without a meaning for gpulint are ignored: '--frobnicate', '-nostdinc'\n")
        self.assertEqual(said("-isystm=include"), "gpulint: compiler flag without a meaning for gpulint is ignored: '-isystm=include'\n")
        for known in ["-O3 -g -G -lineinfo --generate-line-info -Wall -fPIC -m64 -march=native -c -MD -MF x.d -pthread",
                      "-Xcompiler -fopenmp,-O2 --use_fast_math -use_fast_math --ftz=true -Xptxas -v --resource-usage -rdc=true",
                      "-arch=sm_90 -gencode arch=compute_90,code=sm_90 -std=c++17 --expt-relaxed-constexpr --extended-lambda",
                      "-x cu -o out.o -dc --compiler-options=-Wall -ccbin g++ -lcuda -L/usr/lib --default-stream per-thread",
                      "-forward-unknown-to-host-compiler --keep --threads 4 -t=2 -ptx -cubin -split-compile=0 other.o"]:
            self.assertEqual(said(*known.split()), "")
        # A database has the flags of a build.
        self.write("compile_commands.json", json.dumps([{"directory": str(self.path), "file": "good.cu", "command": "nvcc --frobnicate good.cu"}]))
        self.assertEqual(self.expect(CLEAN, "--no-compile", "-p", ".", good).err, "")

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
        reported = self.expect(FINDINGS, "-p", ".", defined).err.splitlines()
        self.assertEqual([line.split("compile_commands.json")[1] for line in reported],
                         [":2: entry 1 is not an object: ignored",
                          ":3: entry 2 has a command with an open quote: ignored",
                          ":4: entry 3 has arguments that are not a list of strings: ignored",
                          ":5: entry 4 has no file: ignored",
                          ":7: entry 6 has neither a command nor arguments: ignored"])
        self.write_database(*range(1000), {"file": "defined.cu", "command": "nvcc -DSTEP=32 defined.cu"})
        self.assertIn("995 more entries", self.expect(FINDINGS, "-p", ".", defined).err)
        for nothing in ["[]", "[1]"]:
            self.write("compile_commands.json", nothing)
            self.assertIn("no entry to take flags from", self.expect(UNABLE, "-p", ".", defined).err)

    def test_compile_database_without_the_file(self):
        other = self.write("other.cu", BAD.replace("32 * i", "STEP * i"))
        self.write_database({"file": "listed.cu", "command": "nvcc -DSTEP=32 listed.cu"})
        reported = f"no entry for 'other.cu': it is read with the flags of entry 1, for '{self.path}/listed.cu'"
        for form in ["text", "short"]:
            out = self.expect(FINDINGS, "--format", form, "-p", ".", other).out
            self.assertEqual(out.splitlines()[0], f"compile_commands.json:2:1: note: {reported}")
        report = self.report(FINDINGS, "-p", ".", other)
        self.assertEqual(report["files"], [{"path": "other.cu", "status": "ok", "problems": [
            {"file": "compile_commands.json", "line": 2, "column": 1, "severity": "note", "message": reported}]}])
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
        for name, reported in [("pipe.h", "pipe.h': Operation not permitted"), ("/dev/zero", "/dev/zero': Operation not permitted"),
                           ("nowhere.h", "'nowhere.h' file not found"), ("src", "'src' file not found")]:
            self.write_database({"file": defined, "arguments": ["nvcc", "-DSTEP=32", "-include", name, defined]})
            result = self.expect(UNABLE, "-p", ".", defined)
            self.assertIn(reported, result.err)
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

    def test_compile_database_runs_and_loads_nothing(self):
        bad = self.write("bad.cu", BAD)
        flags = ["-fplugin=./evil.so", "-Xclang", "-load", "-Xclang", "./evil.so", "-B.", "@response", "-wrapper",
                 "touch,touched", "-o", "touched", "--serialize-diagnostics", "touched", "-MD", "-MF", "touched"]
        entry = {"directory": str(self.path), "file": "bad.cu", "arguments": ["./evil", *flags, "bad.cu"]}
        self.write("compile_commands.json", json.dumps([entry]))
        self.expect(FINDINGS, "-p", ".", bad)
        self.assertEqual(sorted(os.listdir(self.path)), ["bad.cu", "compile_commands.json"])
