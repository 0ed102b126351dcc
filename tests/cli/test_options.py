"""Help, lists of rules and GPUs, and the options that select GPUs or rules."""
import json
import re
import sys
import time

from support import BAD, CLEAN, FINDINGS, GOOD, ROOT, UNABLE, CommandTest


class Option(CommandTest):
    def test_misspelt_names_have_suggestions(self):
        good = self.write("good.cu", GOOD)
        for arguments, near, message in [
                (["explain", "bank-conflct"], "bank-conflict", "there is no rule 'bank-conflct'"),
                (["explain", "uncoalesced"], "uncoalesced-access", "there is no rule 'uncoalesced'"),
                (["--select", "small-block,divergnet-branch", good], "divergent-branch", "--select: there is no rule 'divergnet-branch'"),
                (["--ignore", "lowoccupancy", good], "low-occupancy", "--ignore: there is no rule 'lowoccupancy'"),
                (["lnit", good], "lint", "'lnit' is neither a command nor a file"),
                (["--nots", good], "--notes", "unknown option '--nots'"),
                (["--laucnh=k<<<1, 1>>>()", good], "--launch", "unknown option '--laucnh=k<<<1, 1>>>()'"),
                (["--gpu", "H20", good], "H200", "unknown GPU 'H20'"),
                (["--arch", "sm_91", good], "sm_90", "unknown architecture 'sm_91'")]:
            self.assertIn(f"{message} (did you mean '{near}'?); ", self.expect(UNABLE, *arguments).err)
        for arguments in [["explain", "zzz"], ["qqqqqq"], ["--qqqqqq", good], ["--gpu", "nothing", good], ["-Z", good]]:
            self.assertNotIn("did you mean", self.expect(UNABLE, *arguments).err)

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
            self.assertIn("is not an option of", self.expect(UNABLE, *arguments).err)

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
        self.assertEqual({name for name, cost in costs.items() if cost == "shipped measured profile"}, {"H100", "H200"})
        self.assertEqual((costs["RTX 4090"], costs["A100"], costs["B200"]), ("scaled from H100", "scaled from H100", "scaled from H200"))
        self.assertLessEqual(set(costs.values()), {"shipped measured profile", "scaled from H100", "scaled from H200"})
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
        scaled = "times are scaled from measurements on H100 by data sheet: wide ranges"
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
            result = self.run_gpulint("verify", "--format", "json", "--gpu", "native", "--runner", f"{sys.executable} -IS worker.py", good)
            return json.loads(result.out)["target"]["gpu"] if result.out else None, result.err
        device = {"uuid": "", "gpus": 1, "counters": True}
        self.assertEqual(gpu_of({**device, "name": "NVIDIA A100 80GB PCIe", "sm": "sm_80"})[0], "A100 PCIe")
        gpu, said = gpu_of({**device, "name": "NVIDIA GeForce RTX 4070", "sm": "sm_89"})
        self.assertEqual(gpu, "RTX 4090")
        self.assertIn("NVIDIA GeForce RTX 4070 (sm_89): predictions are for RTX 4090", said)
        gpu, said = gpu_of({**device, "name": "NVIDIA GeForce GTX 480", "sm": "sm_20"})
        self.assertIsNone(gpu)
        self.assertIn("NVIDIA GeForce GTX 480, an sm_20, is unknown", said)
        gpu, said = gpu_of(None, "no-device", "cuInit failed")
        self.assertIsNone(gpu)
        self.assertIn("no GPU found by --runner: cuInit failed", said)

    def test_select_and_ignore(self):
        bad = self.write("bad.cu", BAD)
        rules = {finding["rule"] for finding in self.report(FINDINGS, bad)["findings"]}
        self.assertTrue(rules)
        self.expect(CLEAN, "--ignore", ",".join(rules), bad)
        self.expect(FINDINGS, "--select", ",".join(rules), bad)
        others = {line.split()[0] for line in self.expect(CLEAN, "rules").out.splitlines()} - rules
        self.expect(CLEAN, "--select", ",".join(others), bad)

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
            self.assertIn(f"no known GPU has the architecture {arch} of the compiler flags", result.err)
        codes = ["-gencode", "arch=compute_80,code=sm_80", "-gencode", "arch=compute_121,code=sm_121"]
        result = self.run_gpulint("--format", "json", good, "--", *codes)
        self.assertEqual((json.loads(result.out)["target"]["sm"], result.err), ("sm_80", ""))
        result = self.run_gpulint("--format", "json", "--gpu", "H200", good, "--", "-arch=sm_61")
        self.assertEqual((result.returncode, result.err), (CLEAN, ""))
