"""What `gpulint attach` puts into a program, without a GPU: as the driver begins it, it holds nobody up; and what it counts of the
calls of stand_in_program.c, with a driver and a CUPTI of our own.

usage: injection.py LIBRARY STAND_INS      LIBRARY: libgpulint-attach.so; STAND_INS: the folder of the stand-in libraries"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import at_once  # noqa: E402

LIBRARY, STAND_INS = None, None
LOADING_MS = 2000
# As the driver does it in cuInit; then the program goes on, and launches nothing.
PROGRAM = """
import ctypes, os, sys, time
library = ctypes.CDLL(sys.argv[1])
began = time.monotonic()
library.InitializeInjection()
print(time.monotonic() - began)
while not os.path.exists(sys.argv[2]) and time.monotonic() < began + 20:
    time.sleep(0.01)
print(os.path.exists(sys.argv[2]))
"""


def sanitizer():
    """The run-time library of AddressSanitizer that a library built with it needs to find first, in a program without."""
    needed = subprocess.run(["ldd", LIBRARY], capture_output=True, text=True).stdout
    return next((line.split()[2] for line in needed.splitlines() if "libasan" in line), "")


class Injection(unittest.TestCase):
    def test_what_takes_long_to_load_is_loaded_beside_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            loaded = os.path.join(folder, "loaded")
            reported = os.path.join(folder, "reported")
            os.mkdir(reported)
            environment = {
                **os.environ, "LD_LIBRARY_PATH": STAND_INS + ":" + os.environ.get("LD_LIBRARY_PATH", ""),
                "GPULINT_CUPTI": STAND_INS + "/libcupti.so.13", "GPULINT_ATTACH_FOLDER": reported,
                "STAND_IN_LOADS": str(LOADING_MS), "STAND_IN_LOADED": loaded, "LD_PRELOAD": sanitizer(),
                "ASAN_OPTIONS": "detect_leaks=0",   # of Python itself
            }
            done = subprocess.run([sys.executable, "-B", "-c", PROGRAM, LIBRARY, loaded], capture_output=True, text=True,
                                  env=environment, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            seconds, is_loaded = done.stdout.split()
            self.assertLess(float(seconds), LOADING_MS / 2000)
            self.assertEqual(is_loaded, "True")
            self.assertEqual([file.read_text() for file in pathlib.Path(reported).iterdir()], [""])

    def test_nothing_in_it_ends_a_program(self):
        symbols = subprocess.run(["nm", "--dynamic", "--undefined-only", LIBRARY], capture_output=True, text=True, check=True).stdout
        names = {line.split()[-1].partition("@")[0] for line in symbols.splitlines()}
        self.assertIn("malloc", names)
        self.assertEqual(names & {"exit", "_exit", "_Exit", "quick_exit", "abort", "__assert_fail", "raise", "kill"}, set())


class Counting(unittest.TestCase):
    """What a program does is given as steps of stand_in_program.c; what comes of it are the driver's and CUPTI's operations in
    their order, and what gpulint reports."""

    def attach(self, *steps, ends=("done",), sees=True, limit_ms=20000, launches=1, kernel=None, **environment):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "reported").mkdir()
            (path / "operations").touch()
            if sees:
                (path / "counts").touch()
            environment |= {"GPULINT_ATTACH_KERNEL": kernel} if kernel else {}
            done = subprocess.run([STAND_INS + "/stand_in_program", LIBRARY, *steps], capture_output=True, text=True, timeout=120, env={
                **os.environ, "LD_LIBRARY_PATH": STAND_INS + ":" + os.environ.get("LD_LIBRARY_PATH", ""), "LD_PRELOAD": sanitizer(),
                "ASAN_OPTIONS": "detect_leaks=0", "GPULINT_CUPTI": STAND_INS + "/libcupti.so.13", "GPULINT_ATTACH_FOLDER": str(path / "reported"),
                "GPULINT_ATTACH_LAUNCHES": str(launches), "GPULINT_ATTACH_MILLISECONDS": str(limit_ms),
                "STAND_IN_COUNTS": str(path / "counts"), "STAND_IN_RECORD": str(path / "operations"), **environment})
            # Whatever is counted or goes wrong: the program's results are those of its own calls.
            self.assertEqual((done.returncode, done.stderr, done.stdout.splitlines()), (7, "", list(ends)))
            reported, = (path / "reported").iterdir()
            events = [json.loads(line) for line in reported.read_text().splitlines()]
            return (path / "operations").read_text().splitlines(), [self.short(event) for event in events]

    def short(self, event):
        what = event.pop("event")
        if what == "launch":
            self.assertEqual((event["grid"], event["block"], event["dynamic_shared"], event["sm"]), ([2, 1, 1], [64, 1, 1], 16, "sm_90"))
            return what, event["kernel"], event["number"]
        return what, *event.values()

    def test_the_first_launch_of_each_kernel(self):
        operations, reported = self.attach("launch a", "launch a", "launch_ex b", "launch b 3", "launch_ptsz c")
        self.assertEqual(operations, ["on", "launch 0", "off", "launch 0", "on", "launch 0", "off", "launch 3", "on", "launch 0", "off"])
        self.assertEqual(reported, [("launch", "a", 1), ("launch", "b", 1), ("launch", "c", 1)])

    def test_as_many_launches_as_are_wanted(self):
        operations, reported = self.attach(*4 * ["launch a"], launches=3)
        self.assertEqual(operations, 3 * ["on", "launch 0", "off"] + ["launch 0"])
        self.assertEqual(reported, [("launch", "a", 1), ("launch", "a", 2), ("launch", "a", 3)])

    def test_kernels_that_are_not_wanted(self):
        operations, reported = self.attach("launch a", "launch b", "launch b", "launch a", kernel="^a")
        self.assertEqual(operations, ["on", "launch 0", "off"] + 3 * ["launch 0"])
        self.assertEqual(reported, [("launch", "a", 1), ("uncounted", "b", "--kernel does not match it")])
        self.assertEqual(self.attach("launch a", kernel="("), (["launch 0"], [("problem", "--kernel is not a regular expression")]))

    def test_calls_amid_others(self):
        """As where one is made of another: it is the outer one that is a launch."""
        operations, reported = self.attach("launch a 0 0 in", "launch a")
        self.assertEqual(operations, ["on", "launch 0", "off", "on", "launch 0", "off"])
        self.assertEqual(reported, [("launch", "outer", 1), ("launch", "a", 1)])

    def test_a_launch_that_fails(self):
        operations, reported = self.attach("launch is_refused", "launch a", ends=("is_refused 1", "done"))
        self.assertEqual(operations, ["on", "launch 0", "off", "on", "launch 0", "off"])
        self.assertEqual(reported, [("uncounted", "is_refused", "something went wrong (error 1)"), ("launch", "a", 1)])

    def test_a_kernel_that_fails(self):
        operations, reported = self.attach("launch illegal_address", "launch a", "graph", ends=("- 700", "done"))
        self.assertEqual(operations, ["on", "launch 0", "launch 0", "graph 0"])
        self.assertEqual(reported, [("uncounted", "illegal_address", "an illegal address (error 700)"), ("unseen", "graphs")])

    def test_captured_streams(self):
        operations, reported = self.attach("capture 1", "launch a 1", "launch b 2", "launch b 3", "capture_end 1", "launch a 1", "launch b 2")
        self.assertEqual(operations, ["capture 1", "record 1", "launch 2", "launch 3", "capture-end 1", "on", "launch 1", "off", "on", "launch 2", "off"])
        self.assertEqual(reported, [("uncounted", "a", "a graph launches it"),
                                ("uncounted", "b", "another stream was being captured, and waiting for the GPU would have ended the capture"),
                                ("launch", "a", 1), ("launch", "b", 1)])

    def test_calls_that_cupti_may_not_know_yet(self):
        reported = self.attach("recapture 1", "launch a", "capture_end 1")[1]
        self.assertEqual(reported, [("uncounted", "a", "another stream was being captured, and waiting for the GPU would have ended the capture")])
        self.assertEqual(self.attach("launch a", STAND_IN_OLD="1")[1], [("launch", "a", 1)])

    def test_a_captured_stream_that_goes(self):
        operations, reported = self.attach("capture 1", "destroy 1", "launch a")
        self.assertEqual((operations, reported), (["capture 1", "on", "launch 0", "off"], [("launch", "a", 1)]))

    def test_work_without_a_name(self):
        operations, reported = self.attach("graph", "launch a", "graph", "launch nameless", "launch nameless")
        self.assertEqual(operations, ["graph 0", "on", "launch 0", "off", "graph 0", "launch 0", "launch 0"])
        self.assertEqual(reported, [("unseen", "graphs"), ("launch", "a", 1), ("unseen", "kernels of unknown names")])

    def test_nothing_is_begun_while_a_launch_is_counted(self):
        operations, reported = self.attach("launch b", "stay a", "beside b 5", "pause 100", "leave", kernel="^a")
        self.assertEqual(operations, ["launch 0", "on", "launch 0", "off", "launch 5"])
        self.assertEqual(reported, [("uncounted", "b", "--kernel does not match it"), ("launch", "a", 1)])

    def test_threads_take_turns(self):
        operations, reported = self.attach(*(f"beside {kernel} 0" for kernel in "abcabc"), "leave", launches=2)
        self.assertEqual(operations, 6 * ["on", "launch 0", "off"])
        self.assertEqual(sorted(reported), [("launch", kernel, number) for kernel in "abc" for number in (1, 2)])

    def test_another_thread_that_stays_in_the_driver(self):
        operations, reported = self.attach("stay other", "launch a", "launch b", "leave", "launch c", kernel="^[abc]", limit_ms=20)
        self.assertEqual(operations, 4 * ["launch 0"])
        self.assertEqual(reported, [("uncounted", "other", "--kernel does not match it"),
                                ("problem", "other threads of the program were in the driver for 0.08 s")])

    def test_a_gpu_that_is_not_idle(self):
        operations, reported = self.attach("launch endless", "launch a", "launch b", kernel="^[ab]$", limit_ms=20)
        self.assertEqual(operations, 3 * ["launch 0"])
        self.assertEqual(reported[1:], [("problem", "the GPU was not idle within 0.02 s, which counting a launch requires")])

    def test_a_launch_that_is_not_done(self):
        """Then nothing more is counted, and nothing waited for while the GPU is about it."""
        operations, reported = self.attach("launch endless", "launch a", "capture 1", "launch a 1", "launch b", "capture_end 1", limit_ms=200)
        self.assertEqual(operations, ["on", "launch 0", "launch 0", "capture 1", "record 1", "launch 0", "capture-end 1"])
        self.assertEqual(reported, [("problem", "a launch of endless did not end within 0.8 s while it was counted: it is slow, or waits for another launch")])

    def test_counting_is_turned_off_once_the_gpu_is_idle(self):
        operations, reported = self.attach("launch endless", "launch ends_it", "until_off a", "launch b", "capture 1", "launch c 1", "capture_end 1",
                                       ends=("off 1", "done"), limit_ms=200)
        self.assertEqual([reported[0][0], len(reported)], ["problem", 1])
        self.assertEqual([line for line in operations if line in ("on", "off")], ["on", "off"])
        self.assertEqual(operations[-5:], ["launch 0", "launch 0", "capture 1", "record 1", "capture-end 1"])

    def test_counting_is_turned_off_between_captures(self):
        operations, _ = self.attach("launch endless", "capture 1", "launch ends_it", "pause 200", "launch a", "launch b 1", "capture_end 1", "until_off a",
                                    ends=("off 1", "done"), limit_ms=200)
        self.assertEqual(operations[:7], ["on", "launch 0", "capture 1", "launch 0", "launch 0", "record 1", "capture-end 1"])

    def test_another_context_is_not_waited_for(self):
        operations, _ = self.attach("launch endless", "launch a 0 1", "launch ends_it 0 1", "pause 200", "launch a 0 1", "until_off a",
                                    ends=("off 1", "done"), limit_ms=200)
        self.assertEqual(operations[:5], ["on"] + 4 * ["launch 0"])

    def test_what_others_may_have_begun_meanwhile_is_not_reported(self):
        operations, reported = self.attach("stay a", "launch b", "leave", "launch c", limit_ms=200)
        self.assertEqual(operations, ["on", "launch 0", "launch 0", "off", "launch 0"])
        self.assertEqual(reported, [("problem", "other threads of the program were in the driver for 0.8 s")])

    def test_calls_that_wait_too_long_for_one_that_is_counted(self):
        operations, reported = self.attach("stay a", "launch b", "leave", "launch c", kernel="^a", limit_ms=200)
        self.assertEqual(operations, ["on", "launch 0", "launch 0", "off", "launch 0"])
        self.assertEqual(reported, [("uncounted", "b", "--kernel does not match it"),
                                ("problem", "a counted launch blocked the program's other threads for 1.6 s")])

    def test_gpus_that_cannot_be_counted_on(self):
        steps = ["launch a 0 1", "launch a 0 1", "launch b 0 0", "launch a 0 0", "launch a 0 64"]
        reason = "CUPTI does not support the GPU: CUPTI's own words"
        operations, reported = self.attach(*steps, STAND_IN_DEVICES="2", STAND_IN_UNKNOWN="1")
        self.assertEqual(operations, ["launch 0", "launch 0", "on", "launch 0", "off", "on", "launch 0", "off", "launch 0"])
        self.assertEqual(reported, [("uncounted", "a", reason), ("launch", "b", 1), ("launch", "a", 1)])
        self.assertEqual(self.attach("launch a 0 64", STAND_IN_DEVICES="2")[1], [("uncounted", "a", "it ran on a GPU after the first 64")])
        operations, reported = self.attach("launch a", "launch b", STAND_IN_UNKNOWN="0")
        self.assertEqual((operations, reported), (2 * ["launch 0"], [("problem", reason)]))

    def test_cupti_that_does_not_count(self):
        for function, reason in (("cuptiSubscribe=39", "CUPTI does not report the program's calls: CUPTI's own words (the program may use CUPTI itself)"),
                                 ("cuptiSassMetricsSetConfig=24", "CUPTI rejects the metrics: CUPTI's own words"),
                                 ("cuptiSassMetricsEnable=24", "metrics cannot be enabled: CUPTI's own words")):
            operations, reported = self.attach("launch a", "launch a", "launch b", STAND_IN_FAILS=function)
            self.assertEqual((operations, reported), (3 * ["launch 0"], [("problem", reason)]))
        operations, reported = self.attach("launch a", sees=False)
        self.assertEqual((operations, reported), (["on", "launch 0", "off"], [("uncounted", "a", "CUPTI recorded nothing")]))
        operations, reported = self.attach("launch a", "launch a", STAND_IN_FAILS="cuptiSassMetricsFlushData=24")
        self.assertEqual(operations, ["on", "launch 0", "off", "launch 0"])
        self.assertEqual(reported, [("uncounted", "a", "metrics cannot be read: CUPTI's own words")])


if __name__ == "__main__":
    LIBRARY, STAND_INS = (os.path.abspath(argument) for argument in sys.argv[1:3])
    at_once.main(sys.argv[3:])
