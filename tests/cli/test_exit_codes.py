"""Exit codes, and the messages of errors."""
import json
import os
import pathlib
import resource
import signal
import subprocess

from support import BAD, BAD_LINE, CLEAN, FINDINGS, GOOD, GPULINT, ROOT, UNABLE, CommandTest


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
        self.assertIn("'always' must be", self.expect(UNABLE, "--fail-on", "always", bad).err)

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
        for arguments, reported in [(["--alone", "-xy"], "unknown option '-x'"), (["-hx"], "unknown option '-x'"),
                                (["--alone=yes"], "'--alone=yes': the option takes no value"), (["-hj"], "'-hj' needs a value"),
                                (["--gpu"], "'--gpu' needs a value")]:
            self.assertIn(reported, self.expect(UNABLE, *arguments).err)

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
            self.assertIn("is an input file", self.expect(UNABLE, "--output", output, good).err)
        self.assertEqual((self.path / good).read_text(), GOOD)
        self.write("in.npy", "")
        for arguments in [["verify", "--input", "a=in.npy", good], ["merge", "jobs", "in.npy"], ["merge", "in.npy", "results"]]:
            self.assertIn("is an input file", self.expect(UNABLE, *arguments, "--output", "in.npy").err)
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
            self.assertIn("is empty", self.expect(UNABLE, option, "", good).err)
        self.assertIn("is empty", self.expect(UNABLE, "").err)
        self.assertIn("after --", self.expect(UNABLE, "--", good).err)

    def test_what_was_not_done_is_said_at_the_end_too(self):
        bad, undone = self.write("bad.cu", BAD), "--launch 'nothere<<<1, 32>>>()': there is no kernel of that name; the only kernel is 'copy'"
        for form in ["text", "json"]:
            result = self.expect(UNABLE, "--format", form, "--launch", "nothere<<<1, 32>>>()", bad, "nothere.cu")
            self.assertEqual(result.err, f"gpulint: nothere.cu: No such file or directory\ngpulint: {undone}\n")
            if form == "text":
                self.assertTrue(result.out.endswith(f"not done: nothere.cu: No such file or directory\nnot done: {undone}\n"))
            else:
                self.assertEqual(json.loads(result.out)["undone"], ["nothere.cu: No such file or directory", undone])
