"""calibrate: profiles and their plots."""
import html.parser
import json
import os
import pty
import subprocess
import sys

from support import BAD, CLEAN, FINDINGS, GPULINT, ROOT, UNABLE, CommandTest


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


class Calibrate(CommandTest):
    def setUp(self):
        super().setUp()
        self.environment["XDG_CACHE_HOME"] = str(self.path.resolve() / "cache")
        self.runner = ["--runner", f"{sys.executable} -IS {self.write('worker.py', WORKER)}"]

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
        runner = ["--runner", f"tee asked.json | {sys.executable} -IS worker.py"]
        self.expect(CLEAN, "calibrate", *runner, "--rounds", "1", "--devices", "3", "--output", "curves.json", "read-stride")
        self.assertEqual(json.loads((self.path / "asked.json").read_text())["device"], 3)
        for devices in ("all", "0,1"):
            self.assertIn("a profile is for one GPU", self.expect(UNABLE, "calibrate", "--devices", devices).err)
        for limit in ("0x10", "1e-300", "0.0001", "inf", "nan", "-1", "+1", "", "86401", " 1"):
            self.assertIn("must be a number of seconds", self.expect(UNABLE, "calibrate", "--time-limit", limit).err, limit)

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
        for curves, reported in [([], '"curves" is missing, empty or not an array'), ([{**curve, "points": [{**curve["points"][0], "us": "x"}]}], '"us"')]:
            self.write("wrong.json", json.dumps({**good, "curves": curves}))
            self.assertIn(reported, self.expect(UNABLE, "calibrate", "--profile", "wrong.json", "--plot", "p.html").err)
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
