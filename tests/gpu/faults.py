"""What becomes of a measurement when something goes wrong that is not the kernel's own code: each of the faults that there are is
provoked once, and reported in a table.

usage: faults.py GPULINT_RUN STAND_INS [TEST…]      STAND_INS: the folder of the stand-in libcuda.so.1 and libcupti.so.13

On a machine with a GPU, that makes the faults of kernels itself; a driver or a CUPTI of our own makes those that nobody can have a
GPU make, and all where there is none. Needs NVRTC; exit status 77: it is not there."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

RUNNER, STAND_INS, HAS_GPU = None, None, False
SOURCE = """
__global__ void good(float *out) { out[threadIdx.x] = 1; }
__global__ void illegal_address(float *out) { out[threadIdx.x] = ((volatile float *)64)[threadIdx.x]; }
__global__ void endless(float *out) { while (*(volatile float *)out != 42) continue; }
__global__ void is_taken_away(float *out) { out[threadIdx.x] = 3; }
"""
TABLE = []   # fault, who made it, kernel, status, message


def run(names, environment, size=256):
    """The result of a job that launches these kernels in turn."""
    launch = {"id": "only", "grid": [1], "block": [64], "arguments": [{"buffer": "out"}], "measure": ["metrics"]}
    job = {"schema_version": 1, "seconds": 8 if HAS_GPU else 1, "sources": [{"id": "s", "name": "k.cu", "text": SOURCE}],
           "kernels": [{"id": f"{i} {name}", "source": "s", "name_expression": name, "launches": [launch],
                        "buffers": [{"id": "out", "bytes": 256 if name == "good" else size}]} for i, name in enumerate(names)]}
    done = subprocess.run([RUNNER], input=json.dumps(job), capture_output=True, text=True, timeout=300, env={**os.environ, **environment})
    return json.loads(done.stdout)


def stand_in(**environment):
    return {"LD_LIBRARY_PATH": STAND_INS + ":" + os.environ.get("LD_LIBRARY_PATH", ""), "GPULINT_CUPTI": STAND_INS + "/libcupti.so.13",
            **environment}


def on_gpu(**environment):
    """The machine's own, where it has one."""
    return environment if HAS_GPU else stand_in(**environment)


class Faults(unittest.TestCase):
    def reported(self, fault, names, environment, expected, **more):
        """`expected`: for each kernel the status of its launch, or of itself or of its counters where that is reported there, and a
        pattern of its message."""
        result = run(names, environment, **more)
        for name, kernel, (status, message) in zip(names, result["kernels"], expected):
            launch = kernel["launches"][0]
            found = (launch["status"], launch["reason"])
            if kernel["status"] != "ok":
                found = (kernel["status"], kernel["reason"])
            elif launch["status"] == "ok" and "counters" in fault:
                found = ("ok", launch["metrics_status"])
            TABLE.append((fault, "stand-in" if "LD_LIBRARY_PATH" in environment else "GPU", name, *found))
            self.assertEqual(found[0], status, found)
            self.assertRegex(found[1], message)
        return result

    def test_illegal_address(self):
        self.reported("illegal address", ["illegal_address", "good"], on_gpu(), [("fault", "illegal"), ("ok", "^$")])

    def test_endless_loop(self):
        self.reported("endless loop", ["endless", "good"], on_gpu(), [("timeout", "^it was stopped after [18] s$"), ("ok", "^$")])

    def test_out_of_memory(self):
        text = r"OUT_OF_MEMORY|\(error 2\)"
        self.reported("out of memory", ["is_taken_away", "good"], on_gpu(), [("out-of-memory", text), ("ok", "^$")], size=1 << 42)

    def test_missing_driver(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "libcuda.so.1").touch()   # what is left of one
            result = self.reported("missing driver", ["good", "good"], {"LD_LIBRARY_PATH": folder}, [("not-run", "^there is no device: libcuda.so.1 was not found")] * 2)
        self.assertEqual(result["status"], "no-device")
        self.assertIn("libcuda.so.1 was not found", result["reason"])
        TABLE.append(("missing driver", "stand-in", "(the job)", result["status"], result["reason"]))
        # The rest is what the compiler alone knows.
        self.assertTrue(all(kernel["resources"]["registers"] > 0 for kernel in result["kernels"]))

    def test_driver_older_than_the_toolkit(self):
        text = r"the driver supports CUDA 12\.4, but the compiler is of CUDA 1[3-9]\."
        result = self.reported("driver older than the toolkit", ["good", "good"],
                           stand_in(STAND_IN_FAILS="cuModuleLoadData=222", STAND_IN_VERSION="12040"), [("launch-failed", text)] * 2)
        self.assertEqual(result["status"], "ok")

    def test_no_permission_for_counters(self):
        """It takes a CUPTI of our own, whoever makes the launches."""
        result = self.reported("no permission for counters", ["good", "good"], {
            **on_gpu(), "GPULINT_CUPTI": STAND_INS + "/libcupti.so.13", "STAND_IN_FAILS": "cuptiSassMetricsEnable=35"},
            [("ok", "insufficient privileges.*no permission for the GPU's counters.*ERR_NVGPUCTRPERM")] * 2)
        self.assertIs(result["device"]["counters"], False)

    def test_unsupported_device(self):
        self.reported("unsupported device", ["good", "good"], stand_in(STAND_IN_SM="35"),
                  [("compile-error", r"^NVRTC \d+\.\d+ cannot compile for sm_35: it cannot measure this GPU$")] * 2)

    def test_gpu_taken_away(self):
        with tempfile.TemporaryDirectory() as folder:
            self.reported("GPU taken away", ["good", "is_taken_away", "good"], stand_in(STAND_IN_GONE=folder + "/gone"),
                      [("ok", "^$"), ("fault", r"\(error 46\)"), ("not-run", r"\(error 100\)")])

    @classmethod
    def tearDownClass(cls):
        rows = [("fault", "made by", "kernel", "status", "message"), *TABLE]
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        for row in rows:
            print("  ".join(re.sub(r"\s+", " ", text).ljust(width) for text, width in zip(row, [*widths, 0])).rstrip())


if __name__ == "__main__":
    RUNNER, STAND_INS = sys.argv[1:3]
    del sys.argv[1:3]
    state = run(["good"], {})
    HAS_GPU = bool(state["device"])
    if not state["compiler"]:
        print("SKIPPED:", state["reason"])
        sys.exit(77)
    unittest.main()
