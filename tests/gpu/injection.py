"""What `gpulint attach` puts into a program, as the driver begins it, without a GPU: it holds nobody up.

usage: injection.py LIBRARY STAND_INS      LIBRARY: libgpulint-attach.so; STAND_INS: the folder of the stand-in libraries"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

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
            told = os.path.join(folder, "told")
            os.mkdir(told)
            environment = {
                **os.environ, "LD_LIBRARY_PATH": STAND_INS + ":" + os.environ.get("LD_LIBRARY_PATH", ""),
                "GPULINT_CUPTI": STAND_INS + "/libcupti.so.13", "GPULINT_ATTACH_FOLDER": told,
                "STAND_IN_LOADS": str(LOADING_MS), "STAND_IN_LOADED": loaded, "LD_PRELOAD": sanitizer(),
                "ASAN_OPTIONS": "detect_leaks=0",   # of Python itself
            }
            done = subprocess.run([sys.executable, "-B", "-c", PROGRAM, LIBRARY, loaded], capture_output=True, text=True,
                                  env=environment, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            seconds, is_loaded = done.stdout.split()
            self.assertLess(float(seconds), LOADING_MS / 2000)
            self.assertEqual(is_loaded, "True")
            self.assertEqual([file.read_text() for file in pathlib.Path(told).iterdir()], [""])

    def test_nothing_in_it_ends_a_program(self):
        symbols = subprocess.run(["nm", "--dynamic", "--undefined-only", LIBRARY], capture_output=True, text=True, check=True).stdout
        names = {line.split()[-1].partition("@")[0] for line in symbols.splitlines()}
        self.assertIn("malloc", names)
        self.assertEqual(names & {"exit", "_exit", "_Exit", "quick_exit", "abort", "__assert_fail", "raise", "kill"}, set())


if __name__ == "__main__":
    LIBRARY, STAND_INS = (os.path.abspath(argument) for argument in sys.argv[1:3])
    unittest.main(argv=sys.argv[:1])
