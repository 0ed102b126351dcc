"""gpulint attach on a program that behaves as its argument says: it goes on as it would alone, and is counted.

usage: attach.py GPULINT      exit status 77: there is no GPU, or no nvcc

GPULINT_ATTACHED, if set, is the program, compiled from attached.cu with -lineinfo (and beside it, with _bare behind its
name, one without): nvcc is not needed then."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "attached.cu")
LINES = {m.group(1): n for n, text in enumerate(open(SOURCE, encoding="utf-8"), 1) if (m := re.search(r"// site: (\w+)", text))}
GPULINT, PROGRAM, FOLDER = None, None, None


def run(*command, limit=120, **environment):
    return subprocess.run(command, capture_output=True, timeout=limit, env={**os.environ, **environment})


def attach(way, *options, files=(SOURCE,), program=None, **environment):
    """How the program ended and what it wrote; and the report."""
    output = os.path.join(FOLDER, "report.json")
    done = run(GPULINT, "attach", "--format", "json", "--output", output, *options, *files, "--", program or PROGRAM, way, **environment)
    with open(output, encoding="utf-8") as file:
        return done, json.load(file)


def measured(report, name):
    """The launches of a kernel that have figures, each a dictionary of sectors a request by line and kind."""
    found = []
    for kernel in report["kernels"]:
        if kernel["name"] != name and not re.match(rf"_Z\d+{name}[PI]", kernel["name"]):
            continue
        for launch in kernel["launches"]:
            sites = {(s["line"], s["kind"], s["object"]): s["measured"]["sectors_per_request"] for s in launch["sites"] if s["measured"]}
            if sites:
                found.append(sites)
    return found


class Attach(unittest.TestCase):
    def expect_unchanged(self, way, *options):
        alone, (done, report) = run(PROGRAM, way), attach(way, *options)
        self.assertEqual((done.returncode, done.stdout), (alone.returncode, alone.stdout), done.stderr)
        return report

    def test_first_launches(self):
        report = self.expect_unchanged("plain")
        self.assertIsNotNone(report["measurement"]["device"])
        self.assertEqual(set(measured(report, "contiguous")[0].values()), {4})
        self.assertEqual(set(measured(report, "strided")[0].values()), {32})
        wrong = [site for kernel in report["kernels"] for launch in kernel["launches"] for site in launch["sites"]
                 if site["standing"] == "exact" and site["agreement"] not in (None, "full")]
        self.assertEqual(wrong, [])

    def test_gathers_are_settled(self):
        figures, = measured(self.expect_unchanged("plain"), "gathers")
        self.assertEqual(figures[LINES["gather"], "load", "in"], 32)

    def test_every_way_to_end(self):
        for way in ("exit", "abort", "fault"):
            with self.subTest(way=way):
                self.assertEqual(len(measured(self.expect_unchanged(way), "strided")), 1)

    def test_threads_with_streams(self):
        report = self.expect_unchanged("threads")
        for name in ("contiguous", "numbered", "gathers"):
            self.assertTrue(measured(report, name), name)

    def test_graphs_are_left_out(self):
        report = self.expect_unchanged("graph")
        self.assertTrue(measured(report, "contiguous"))
        notes = {site["measured_note"] for kernel in report["kernels"] if kernel["name"] == "numbered" and kernel["template_args"] in (["3"], ["4"])
                 for launch in kernel["launches"] for site in launch["sites"]}
        self.assertEqual(notes, {"it was not counted: a graph launches it"})

    def test_graphs_that_are_built_by_hand_are_reported(self):
        report = self.expect_unchanged("built")
        self.assertTrue(measured(report, "contiguous"))
        notes = {site["measured_note"] for kernel in report["kernels"] if kernel["name"] == "numbered" and kernel["template_args"] == ["5"]
                 for launch in kernel["launches"] for site in launch["sites"]}
        self.assertEqual(notes, {"the program's host code did not launch this kernel, but launched graphs, which may contain it"})

    def test_what_another_stream_is_captured_beside_is_left_out(self):
        report = self.expect_unchanged("graph")
        notes = [site["measured_note"] for kernel in report["kernels"] if kernel["name"] == "contiguous"
                 for launch in kernel["launches"] for site in launch["sites"] if not site["measured"]]
        self.assertIn("another stream was being captured", " ".join(notes))

    def test_a_stream_that_goes_while_it_is_captured(self):
        self.assertTrue(measured(self.expect_unchanged("unfinished"), "contiguous"))

    def test_children(self):
        self.assertTrue(measured(self.expect_unchanged("children"), "gathers"))

    def test_a_kernel_that_waits_for_another_can_be_left_out(self):
        report = self.expect_unchanged("waiting", "--kernel", "releases")
        self.assertFalse(measured(report, "waits"))
        self.assertTrue(measured(report, "releases"))

    def test_chosen_launches(self):
        report = attach("plain", "--kernel", "gathers", "--launches", "3", files=())[1]
        self.assertEqual([kernel["name"] for kernel in report["kernels"]], ["_Z7gathersPfPKfPKi"])

    def test_without_line_information(self):
        report = attach("plain", program=PROGRAM + "_bare")[1]
        notes = {site["measured_note"] for kernel in report["kernels"] if kernel["name"] == "contiguous"
                 for site in kernel["launches"][0]["sites"]}
        self.assertRegex(notes.pop(), "-lineinfo")

    def test_without_cupti(self):
        done, report = attach("plain", GPULINT_CUPTI="/nonexistent/libcupti.so")
        self.assertEqual((done.returncode, report["measurement"]["device"]), (0, None))
        self.assertIn("cannot open shared object file", report["measurement"]["reason"])


def build():
    program = os.path.join(FOLDER, "attached")
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not os.path.exists(nvcc):
        return None
    for name, flags in ((program, ["-lineinfo"]), (program + "_bare", [])):
        subprocess.run([nvcc, "-arch=native", "-O3", *flags, SOURCE, "-o", name], check=True, capture_output=True)
    return program


if __name__ == "__main__":
    GPULINT = sys.argv.pop(1)
    if not os.path.exists("/dev/nvidiactl"):
        print("SKIPPED: there is no GPU")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as FOLDER:
        PROGRAM = os.environ.get("GPULINT_ATTACHED") or build()
        if not PROGRAM:
            print("SKIPPED: there is no nvcc")
            sys.exit(77)
        unittest.main()
