"""attach: counts of the launches that a program makes."""
import json
import pathlib
import resource
import signal
import subprocess
import sys

from support import BAD, BAD_LINE, CLEAN, GOOD, GPULINT, ROOT, UNABLE, CommandTest, json_schema


class Attach(CommandTest):
    """With programs that report what one on a GPU would; tests/gpu/attach.py has those."""

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
        """A shell program whose processes report these events."""
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
            self.assertIn("is the program to run", self.expect(UNABLE, "attach", "--output", output, "--", program).err)
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
            self.expect(4, "attach", "--", "sh", "-c", "trap 'exit 4' TERM; kill -TERM $PPID; for i in $(seq 500); do sleep 0.01; done")

    def test_what_cannot_be_run(self):
        self.assertIn("no program given", self.expect(UNABLE, "attach", self.write("good.cu", GOOD)).err)
        self.assertIn("No such file", self.expect(127, "attach", "--", "./nowhere").err)
        self.assertIn("ermission denied", self.expect(126, "attach", "--", "./good.cu").err)
        self.assertIn("is not a regular expression", self.expect(UNABLE, "attach", "--kernel", "(", "--", "true").err)
        self.assertIn("is not an option of attach", self.expect(UNABLE, "attach", "--runner", "x", "--", "true").err)
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
                         {"for the whole kernel: the program was compiled without -lineinfo"})
        uncounted = {"event": "uncounted", "kernel": "_Z4copyPfPKf", "reason": "a graph launches it"}
        other = self.launched(kernel="_Z5otherPf")
        self.assertEqual(notes(uncounted, other), {"it was not counted: a graph launches it"})
        self.assertEqual(notes(other), {"the program's host code did not launch this kernel"})
        self.assertEqual(notes(other, {"event": "problem", "text": "something"}), {"it was not counted: something"})
        reason = "no permission for the GPU's counters"
        report = self.attach([{"event": "problem", "text": reason}])
        self.assertEqual(report["measurement"], {"device": None, "compiler": None, "reason": reason})
        self.assertEqual({finding["status"] for finding in report["findings"]}, {"not-measured"})

    def test_what_is_launched_without_a_name_may_be_any_kernel(self):
        graphs, uncounted = {"event": "unseen", "work": "graphs"}, {"event": "uncounted", "kernel": "_Z4copyPfPKf", "reason": "as it is"}
        where = ", but launched graphs, which may contain it"
        for events, launches, note in (
                ([self.launched("_Z5otherPf"), graphs], 1, "the program's host code did not launch this kernel" + where),
                ([self.launched(grid=17), graphs], 2, "the program's host code did not make this launch" + where),
                ([self.launched(grid=17)], 2, "the program's host code did not make this launch"),
                ([self.launched(grid=17), graphs], 1, "per kernel, one launch is counted (--launches)"),
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
        reported = self.expect(0, "attach", "--kernel", "^_Z4", "--launches", "3", "--time-limit", "7", "--", "env").out
        for line in ("GPULINT_ATTACH_KERNEL=^_Z4", "GPULINT_ATTACH_LAUNCHES=3", "GPULINT_ATTACH_MILLISECONDS=7000"):
            self.assertIn(line + "\n", reported)
        self.assertRegex(reported, r"CUDA_INJECTION64_PATH=/.*/libgpulint-attach\.so\n")
