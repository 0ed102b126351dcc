"""What gpulint-run says when things go wrong, and that the rest goes on, and what it issues for a sequence: with a driver
that has no GPU behind it.

usage: failures.py GPULINT_RUN STAND_INS      STAND_INS: the folder of the stand-in libcuda.so.1 and libcupti.so.13

Needs NVRTC alone; exit status 77: it is not there."""
import base64
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import at_once  # noqa: E402
import json_schema  # noqa: E402

JOB_SCHEMA, RESULT_SCHEMA = (json.loads((ROOT / "docs" / f"{name}.schema.json").read_text()) for name in ("job", "result"))
RUNNER, STAND_INS = None, None
TELLS_HANDLE = "__global__ void tells_handle(unsigned long long *out, unsigned long long handle) { *out = handle; }\n"
GOOD = "__global__ void good(float *out) { out[threadIdx.x] = 1; }\n"


def program(names):
    return GOOD + "".join(f"__global__ void {name}(float *out) {{ out[threadIdx.x] = 2; }}\n" for name in names)


def execute(names, size=256, measure=("metrics",), restore=False, before=(), seconds=3, **environment):
    """The result of a job that launches these kernels in turn, with what was said on standard error."""
    launch = {"grid": [1], "block": [64], "arguments": [{"buffer": "out", "offset": 0}], "measure": list(measure),
              "timing": {"restore": restore}}
    job = {"schema_version": 1, "seconds": seconds, "sources": [{"id": "s", "name": "k.cu", "text": program(n for n in names if n != "good")}],
           "kernels": [{"id": f"{i} {name}", "source": "s", "name_expression": name, "buffers": [{"id": "out", "bytes": size}],
                        "launches": [{"id": "only", **launch}]} for i, name in enumerate(names)]}
    return run(job, environment, before)


def run(job, environment, before=()):
    """`before`: the command that starts the worker."""
    libraries = STAND_INS + ":" + os.environ.get("LD_LIBRARY_PATH", "")
    done = subprocess.run([*before, RUNNER], input=json.dumps(job), capture_output=True, text=True, timeout=300,
                          env={**os.environ, "LD_LIBRARY_PATH": libraries, "GPULINT_CUPTI": STAND_INS + "/libcupti.so.13", **environment})
    return json.loads(done.stdout)


def texture(shape, **more):
    return {"texture": {"shape": shape, "type": "f32", **more}}


def launches(result):
    return [kernel["launches"][0] for kernel in result["kernels"]]


class Failures(unittest.TestCase):
    maxDiff = None

    def expect(self, names, statuses, **environment):
        """The reasons of the launches, whose statuses have to be these."""
        result = execute(names, **environment)
        self.assertEqual((result["status"], result["reason"]), ("ok", ""))
        self.assertEqual([launch["status"] for launch in launches(result)], statuses)
        return [launch["reason"] for launch in launches(result)]

    def test_a_kernel_that_fails_leaves_the_others_alone(self):
        names = ["illegal_address", "good", "dies", "good", "endless", "good", "writes_behind", "writes_before", "good"]
        reasons = self.expect(names, ["fault", "ok", "crash", "ok", "timeout", "ok", "out-of-bounds", "out-of-bounds", "ok"])
        self.assertEqual(reasons[0], "an illegal address (error 700)")
        self.assertIn("the process died: Aborted", reasons[2])
        self.assertEqual(reasons[4], "it was stopped after 3 s")
        self.assertEqual(reasons[6], "it wrote at byte 256 of buffer out, which has 256")
        self.assertEqual(reasons[7], "it wrote 3 bytes before buffer out")

    def test_a_process_that_does_not_even_end_when_it_is_killed(self):
        result = execute(["hangs", "good"], seconds=1)
        hung, after = launches(result)
        if hung["reason"] == "the process ended with status 77":
            self.skipTest("no process may be traced here, which would not end when it is killed")
        self.assertEqual((hung["status"], hung["reason"]),
                         ("timeout", "it was stopped after 1 s; 12 s later the process still existed: the GPU or its driver hangs"))
        self.assertEqual((after["status"], after["reason"]), ("ok", ""))

    def race(self, names, audits=(), seconds=3, timing=None, **environment):
        """Of versions of a kernel, with who takes part; `audits` has the names of those that are audits of the next one."""
        launch = {"id": "only", "grid": [1], "block": [64], "arguments": [{"buffer": "out"}], "measure": [], "timing": timing or {}}
        kernels = [{"id": name, "source": "s", "name_expression": name, "launches": [launch],
                    **({"inputs_of": names[0]} if i else {"buffers": [{"id": "out", "bytes": 256}]}),
                    **({"audited_by": names[i - 1]} if i and names[i - 1] in audits else {})} for i, name in enumerate(names)]
        result = run({"schema_version": 1, "seconds": seconds, "sources": [{"id": "s", "name": "k.cu", "text": program(n for n in names if n != "good")}],
                      "kernels": kernels, "races": [{"id": "r", "kernels": [n for n in names if n not in audits]}]}, environment)
        self.assertEqual(result["races"][0]["id"], "r")
        return result["races"][0], [times["kernel"] for times in result["races"][0]["times"]]

    def test_races_leave_out_what_does_not_run(self):
        race, taking_part = self.race(["good", "fine", "illegal_address", "better"])
        self.assertEqual((race["status"], taking_part), ("ok", ["good", "fine", "better"]))
        # They all take a millisecond, and the timer could not distinguish half a microsecond from that.
        off = {(times["ratio"], round(1e6 * (1 - times["low"])), round(1e6 * (times["high"] - 1))) for times in race["times"]}
        self.assertEqual((off, race["step_us"]), ({(1, 1000, 1001)}, 0.5))
        self.assertEqual((race["caches"], race["clocks"]), ("warm", {"sm_mhz": 1980, "memory_mhz": 3201}))
        race, taking_part = self.race(["good", "illegal_address", "fine", "better"], audits=["illegal_address"])
        self.assertEqual((race["status"], taking_part), ("ok", ["good", "better"]))
        for names in (["illegal_address", "good"], ["good", "illegal_address"]):
            race, _ = self.race(names)
            self.assertEqual((race["status"], race["reason"]), ("not-run", "its first kernel cannot run, or all others cannot"))

    def test_races_say_what_they_were_run_in(self):
        schema = json.loads((ROOT / "docs" / "result.schema.json").read_text())["properties"]["races"]
        for timing, caches in (({"restore": True}, "restored"), ({"cache": "flushed", "restore": True}, "flushed"), ({}, "warm")):
            race, _ = self.race(["good", "fine"], timing=timing, GPULINT_NVML="/nowhere")
            self.assertEqual((race["caches"], race["clocks"]), (caches, {"sm_mhz": None, "memory_mhz": None}))
            self.assertEqual(list(json_schema.errors([race], schema)), [])

    def test_races_of_slow_kernels(self):
        slow = {"warmup_ms": 0, "seconds": 0.01}
        race, _ = self.race(["lingers", "lingers_too"], seconds=10, timing=slow)
        self.assertEqual((race["status"], race["runs"]), ("ok", 6))
        race, _ = self.race(["lingers", "lingers_too"], seconds=1, timing=slow)
        self.assertEqual((race["status"], race["times"]), ("timeout", []))
        self.assertRegex(race["reason"], r"^too slow to time often enough: [1-4] of at least 6 rounds in 4 s$")

    def test_races_end_in_time(self):
        """However long their rounds could go on."""
        long = {"warmup_ms": 10, "seconds": 2, "tolerance": 1e-9}
        race, _ = self.race(["wavers", "wavers_too", "wavers_also"], seconds=0.5, timing=long)
        self.assertEqual((race["status"], race["reason"]), ("ok", ""))
        self.assertLess(6, race["runs"])
        # Not even all warm-ups would.
        race, _ = self.race([f"lingers_{i}" for i in range(9)], seconds=0.8, timing=long)
        self.assertEqual((race["status"], race["reason"]), ("timeout", "too slow to time often enough: 0 of at least 6 rounds in 3.2 s"))

    def test_races_of_short_and_long_kernels(self):
        """Whoever comes last, the short one is run several times at once, behind a cover of itself."""
        for names in (["is_short", "good"], ["good", "is_short"]):
            with tempfile.TemporaryDirectory() as folder:
                race, _ = self.race(names, timing={"warmup_ms": 0, "min_runs": 6}, STAND_IN_RECORD=folder + "/reported")
                reported = pathlib.Path(folder, "reported").read_text().splitlines()
            self.assertEqual((race["status"], race["runs"]), ("ok", 6))
            # Once to see whether it works, once to warm up, and the long one's batch may last ten milliseconds.
            self.assertEqual(len(reported), 2 * 2 + 6 * (1 + 10 + 10))

    def timed(self, name, limit, **timing):
        launch = {"id": "only", "grid": [1], "block": [64], "arguments": [{"buffer": "out"}], "measure": ["time"], "timing": timing}
        result = run({"schema_version": 1, "seconds": limit, "sources": [{"id": "s", "name": "k.cu", "text": program([name])}], "kernels": [
            {"id": "k", "source": "s", "name_expression": name, "buffers": [{"id": "out", "bytes": 256}], "launches": [launch]}]}, {})
        self.assertEqual("ok", launches(result)[0]["status"], launches(result)[0]["reason"])
        self.assertEqual(list(json_schema.errors(result, RESULT_SCHEMA)), [])
        return launches(result)[0]

    def test_slow_kernels(self):
        slow = {"warmup_ms": 0, "seconds": 0.01}
        self.assertEqual(6, self.timed("lingers", 10, **slow)["time"]["runs"])
        self.assertLess(self.timed("lingers", 2, **slow)["time"]["runs"], 6)
        # For two runs, and for one.
        self.assertEqual(1, self.timed("lingers", 1.1, **slow)["time"]["runs"])
        self.assertEqual((None, "it takes too long for a second run within the time limit"),
                         tuple(self.timed("lingers", 0.6, **slow)[name] for name in ("time", "untimed")))

    def test_timing_ends_in_time(self):
        for restore in (False, True):
            for warmup, least in ((20, 7), (2000, 1)):
                launch = self.timed("wavers", 0.8, restore=restore, seconds=2, warmup_ms=warmup, tolerance=1e-9)
                self.assertLessEqual(least, launch["time"]["runs"])

    def test_children_whose_ends_nobody_wanted_to_hear_of(self):
        reasons = self.expect(["dies", "good"], ["crash", "ok"], before=["env", "--ignore-signal=CHLD"])
        self.assertIn("the process died: Aborted", reasons[0])

    def test_a_source_that_takes_all_memory_leaves_others_alone(self):
        if b"__asan_init" in pathlib.Path(RUNNER).read_bytes():
            self.skipTest("a sanitizer ends a process itself that gets no memory")
        greedy = "__device__ char big[1u << 28] = {1};\n__global__ void greedy(float *out) { out[0] = big[threadIdx.x]; }\n"
        job = {"schema_version": 1, "seconds": 30, "memory_bytes": 1 << 29,
               "sources": [{"id": name, "name": name + ".cu", "text": text} for name, text in (("greedy", greedy), ("good", GOOD))],
               "kernels": [{"id": name, "source": name, "name_expression": name} for name in ("greedy", "good")]}
        self.assertEqual(list(json_schema.errors(job, JOB_SCHEMA)), [])
        result = run(job, {})
        self.assertEqual([part["status"] for part in result["sources"] + result["kernels"]], 2 * ["out-of-memory", "ok"])
        self.assertEqual(result["kernels"][0]["reason"], "it needs more than the limit of 512 MiB of memory per process")

    def test_runs_that_leave_their_buffer_only_when_they_are_timed(self):
        result, after = launches(execute(["writes_on", "good"], measure=["time"]))
        self.assertEqual((result["status"], result["time"]), ("out-of-bounds", None))
        self.assertIn("it wrote at byte 300 of buffer out, which has 256", result["reason"])
        self.assertEqual(after["status"], "ok")

    def test_a_gpu_that_has_no_memory_for_the_code(self):
        result, = launches(execute(["good"], STAND_IN_FAILS="cuModuleLoadData=2"))
        self.assertEqual((result["status"], result["reason"]), ("out-of-memory", "something went wrong (error 2)"))

    def test_memory_that_does_not_suffice(self):
        self.assertEqual([launch["status"] for launch in launches(execute(["good", "good"], size=1 << 40))], ["out-of-memory"] * 2)

    def test_memory_that_suffices_for_no_copies(self):
        """It is run and counted, but not timed: runs would begin with what the one before left."""
        size = 8 << 20
        for measure, taken in (("time", "metrics"), True), (("metrics",), False):
            for room, status, is_untimed in ((3 * size, "ok", False), (3 * size // 2, "ok", taken), (size // 2, "out-of-memory", False)):
                result = execute(["good", "good"], size=size, measure=measure, restore=True, STAND_IN_MEMORY=str(room))
                for launch in launches(result):
                    self.assertEqual((launch["status"], launch["time"] is not None), (status, taken and room > 2 * size))
                    self.assertEqual("no room for a copy" in launch.get("untimed", ""), is_untimed)
                    self.assertEqual(launch["metrics_status"] == "CUPTI recorded nothing", status == "ok")   # it was counted
                self.assertEqual(list(json_schema.errors(result, RESULT_SCHEMA)), [])

    def handles_of(self, *arguments, **environment):
        """What a kernel gets for each of these arguments: status, reason, and the handle if it ran."""
        given = [{"id": str(i), "grid": [1], "block": [1], "arguments": [{"buffer": "out"}, argument], "measure": []}
                 for i, argument in enumerate(arguments)]
        result = run({"schema_version": 1, "seconds": 3, "sources": [{"id": "s", "name": "k.cu", "text": TELLS_HANDLE}], "kernels": [
            {"id": "k", "source": "s", "name_expression": "tells_handle", "buffers": [{"id": "out", "bytes": 8, "read_back": 8}],
             "launches": given}]}, environment)
        self.assertEqual(result["status"], "ok", result["reason"])
        return [(launch["status"], launch["reason"], *(struct.unpack("Q", base64.b64decode(b["base64"]))[0] for b in launch["buffers"]))
                for launch in result["kernels"][0]["launches"]]

    def test_textures(self):
        shapes = ("1d", "2d", "3d", "cube", "1d-layered", "2d-layered", "cube-layered")
        self.assertEqual(self.handles_of(*(texture(shape) for shape in shapes)), len(shapes) * [("ok", "", 2000)])
        self.assertEqual(self.handles_of(texture("1d-linear"), texture("2d", surface=True, channels=4)), [("ok", "", 1000), ("ok", "", 3000)])
        for shape, failing, status in (("3d", "cuArray3DCreate=2", "out-of-memory"), ("2d", "cuTexObjectCreate=1", "launch-failed")):
            failed, = self.handles_of(texture(shape), STAND_IN_FAILS=failing)
            self.assertEqual(failed[:2], (status, f"something went wrong (error {failing[-1]})"))

    def test_a_gpu_that_is_taken_away(self):
        with tempfile.TemporaryDirectory() as folder:
            reasons = self.expect(["good", "is_taken_away", "good", "good"], ["ok", "fault", "not-run", "not-run"],
                                  STAND_IN_GONE=folder + "/gone")
        self.assertIn("(error 46)", reasons[1])
        self.assertIn("(error 100)", reasons[2])

    def test_a_driver_that_is_older_than_the_compiler(self):
        reasons = self.expect(["good", "good"], ["launch-failed"] * 2, STAND_IN_FAILS="cuModuleLoadData=222", STAND_IN_VERSION="12040")
        self.assertRegex(reasons[0], r"\(error 222\): the driver supports CUDA 12\.4, but the compiler is of CUDA 1[3-9]\.")
        # An image that it does not take for another reason is not blamed on its age.
        reasons = self.expect(["good"], ["launch-failed"], STAND_IN_FAILS="cuModuleLoadData=200", STAND_IN_VERSION="99000")
        self.assertEqual(reasons[0], "something went wrong (error 200)")

    def test_no_driver_and_no_gpu(self):
        for environment, reason in (({"STAND_IN_FAILS": "cuInit=100"}, "something went wrong (error 100)"),
                                    ({"STAND_IN_FAILS": "cuInit=803"}, "something went wrong (error 803)")):
            result = execute(["good"], **environment)
            self.assertEqual((result["status"], result["reason"]), ("no-device", reason))
            self.assertEqual(result["kernels"][0]["status"], "ok")
            self.assertEqual(launches(result)[0]["status"], "not-run")
            self.assertLess(0, result["kernels"][0]["resources"]["registers"])

    def test_libraries_that_are_no_driver(self):
        """Such as what is left of one that was removed, and one from before the functions that are needed."""
        with open(os.path.join(STAND_INS, "libcupti.so.13"), "rb") as file:
            other = file.read()
        for content, reason in ((b"", "libcuda.so.1 was not found"), (other, "is too old: it lacks required functions")):
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "libcuda.so.1"), "wb") as file:
                    file.write(content)
                result = execute(["good"], LD_LIBRARY_PATH=folder)
            self.assertEqual((result["status"], launches(result)[0]["status"]), ("no-device", "not-run"))
            self.assertIn(reason, result["reason"])
            self.assertLess(0, result["kernels"][0]["resources"]["registers"])

    def test_gpus_by_number_and_uuid(self):
        def device(choice, **environment):
            result = run({"schema_version": 1, "id": "some job", "device": choice, "sources": [], "kernels": []}, environment)
            self.assertEqual(result["job"], "some job")
            return result["device"] or result["reason"]
        second = device(1, STAND_IN_DEVICES="3")
        self.assertEqual((second["uuid"], second["gpus"]), ("GPU-00000000-0000-0000-0000-0000000000a1", 3))
        self.assertEqual(device(second["uuid"], STAND_IN_DEVICES="3"), second)
        self.assertEqual(device(second["uuid"]), "the CUDA driver sees no GPU with that UUID")
        self.assertEqual(device(1), "something went wrong (error 101)")
        with tempfile.TemporaryDirectory() as folder:
            open(folder + "/gone.0", "w", encoding="utf-8").close()
            self.assertEqual(device(second["uuid"], STAND_IN_DEVICES="3", STAND_IN_GONE=folder + "/gone"), {**second, "gpus": 2})
        for choice in (1.5, True):
            self.assertIn("not a number or a UUID", device(choice))
        for choice in (-1, 1 << 40):
            self.assertIn("device is not in [0, 2147483647]", device(choice))

    def test_a_gpu_that_the_compiler_does_not_know(self):
        result = execute(["good"], STAND_IN_SM="35")
        kernel = result["kernels"][0]
        self.assertEqual((result["status"], kernel["status"]), ("ok", "compile-error"))
        self.assertRegex(kernel["reason"], r"^NVRTC \d+\.\d+ cannot compile for sm_35: it cannot measure this GPU$")

    def test_counters_without_permission(self):
        result = execute(["good", "good"], STAND_IN_FAILS="cuptiSassMetricsEnable=35")
        for launch in launches(result):
            self.assertEqual(launch["status"], "ok")
            self.assertIn("no permission for the GPU's counters", launch["metrics_status"])
        self.assertFalse(result["device"]["counters"])
        self.assertIn("insufficient privileges", result["device"]["counters_reason"])

    def test_counters_that_fail_for_one_launch(self):
        with tempfile.TemporaryDirectory() as folder:
            result = execute(["good", "good"], STAND_IN_COUNTS=folder + "/counts")
        self.assertEqual([launch["metrics_status"] for launch in launches(result)], ["CUPTI recorded nothing", "ok"])
        self.assertEqual((result["device"]["counters"], result["device"]["counters_reason"]), (True, ""))

    def test_counters_that_are_not_there(self):
        unknown = launches(execute(["good"], STAND_IN_FAILS="cuptiDeviceGetChipName=24"))[0]
        self.assertEqual((unknown["status"], unknown["metrics_status"]), ("ok", "CUPTI does not support the GPU: CUPTI's own words"))
        missing = launches(execute(["good"], GPULINT_CUPTI="/nonexistent/libcupti.so"))[0]
        self.assertIn("cannot open shared object file", missing["metrics_status"])
        silent = launches(execute(["good"]))[0]
        self.assertEqual(silent["metrics_status"], "CUPTI recorded nothing")


TICKET = "__device__ unsigned ticket;\n"
KERNELS_WITH_TICKETS = TICKET + "".join(
    f"__global__ void {name}(float *out) {{ if (atomicAdd(&ticket, gridDim.x) == 0) out[0] = 1; }}\n"
    for name in ("takes_ticket", "also_takes_ticket", "counts_blocks"))


class Variables(unittest.TestCase):
    """What a kernel leaves in its module is not there in the next run. A second ticket writes behind the buffer."""

    def execute(self, names, launches, **more):
        kernels = [{"id": name, "source": "s", "name_expression": name, "buffers": [{"id": "out", "bytes": 256}], "launches": launches}
                   for name in names]
        for kernel in kernels[1:]:
            kernel["inputs_of"] = names[0]
            del kernel["buffers"]
        job = {"schema_version": 1, "seconds": 10, "sources": [{"id": "s", "name": "k.cu", "text": KERNELS_WITH_TICKETS}], "kernels": kernels, **more}
        self.assertEqual([], list(json_schema.errors(job, JOB_SCHEMA)))
        return run(job, {})

    def launch(self, identity, measure=(), grid=1, **more):
        return {"id": identity, "grid": [grid], "block": [64], "arguments": [{"buffer": "out"}], "measure": list(measure), **more}

    def timing(self, **more):
        return {"warmup_ms": 0, "min_runs": 3, "max_runs": 3, **more}

    def test_runs_and_launches(self):
        result = self.execute(["takes_ticket"], [self.launch("timed", ["time"], timing=self.timing(restore=True)), self.launch("next"),
                                                 self.launch("drifts", ["time"], timing=self.timing())])
        self.assertEqual(["ok", "ok", "out-of-bounds"], [launch["status"] for launch in result["kernels"][0]["launches"]])

    def test_what_only_some_runs_change(self):
        """The warm-up tells of it, and it is restored before each run by the clock."""
        launch = self.launch("only", ["time"], timing={"restore": True, "warmup_ms": 20, "min_runs": 9, "max_runs": 9})
        text = TICKET + "__global__ void leaves_a_mark(float *out) { if (clock() % 3 == 0) ticket = 1; *out = ticket; }\n"
        job = {"schema_version": 1, "sources": [{"id": "s", "name": "k.cu", "text": text}], "kernels": [
            {"id": "k", "source": "s", "name_expression": "leaves_a_mark", "buffers": [{"id": "out", "bytes": 256}], "launches": [launch]}]}
        with tempfile.TemporaryDirectory() as folder:
            result = run(job, {"STAND_IN_RECORD": folder + "/reported"})
            reported = [line for line in pathlib.Path(folder, "reported").read_text().splitlines() if "marked" in line]
        self.assertEqual(("ok", 9), (launches(result)[0]["status"], launches(result)[0]["time"]["runs"]))
        self.assertLess(11, len(reported))
        self.assertEqual(9 * ["unmarked 0"], reported[-9:])

    def test_versions_of_a_race(self):
        names = ["takes_ticket", "also_takes_ticket"]
        race, = self.execute(names, [self.launch("only", timing=self.timing(restore=True))], races=[{"id": "r", "kernels": names}])["races"]
        self.assertEqual(("ok", ""), (race["status"], race["reason"]))

    def test_results(self):
        result = self.execute(["counts_blocks"], [self.launch(str(i), ["contents"], grid) for i, grid in enumerate((1, 1, 2))])
        one, again, two = (launch["contents"] for launch in result["kernels"][0]["launches"])
        self.assertEqual(one, again)
        self.assertNotEqual(one, two)

    def test_surfaces(self):
        surface = {"texture": {"shape": "2d", "type": "f32", "surface": True}}
        launch = self.launch("only", ["time"], timing=self.timing(restore=True))
        launch["arguments"].append(surface)
        text = "__global__ void good(float *out, cudaSurfaceObject_t to) { *out = to; }\n"
        job = {"schema_version": 1, "sources": [{"id": "s", "name": "k.cu", "text": text}], "kernels": [
            {"id": "k", "source": "s", "name_expression": "good", "buffers": [{"id": "out", "bytes": 256}], "launches": [launch]}]}
        with tempfile.TemporaryDirectory() as folder:
            result = run(job, {"STAND_IN_RECORD": folder + "/reported"})
            reported = pathlib.Path(folder, "reported").read_text().splitlines()
        self.assertEqual("ok", launches(result)[0]["status"], launches(result)[0]["reason"])
        # Once to see whether it works, then each time after the surface was written anew.
        self.assertEqual(["launch 0"] + 4 * ["to-array 0", "launch 0"], reported)


def copy(direction, offset, size, stream=0):
    return {"do": direction, "buffer": "out", "offset": offset, "bytes": size, "stream": stream}


def kernel(offset=0, stream=0):
    return {"do": "launch", "offset": offset, "stream": stream}


class Sequences(unittest.TestCase):
    def sequence(self, operations, host_memory="pinned", name="counts_up", timing=None, **environment):
        """The launch's result, and what was issued for it when it first ran."""
        launched = {"id": "only", "grid": [1], "block": [64], "arguments": [{"buffer": "out"}], "measure": ["time"],
                    "timing": {"warmup_ms": 0, "min_runs": 3, "max_runs": 3, **(timing or {})},
                    "sequence": {"host_memory": host_memory, "operations": operations}}
        job = {"schema_version": 1, "seconds": 3, "sources": [{"id": "s", "name": "k.cu", "text": program([name])}],
               "kernels": [{"id": "k", "source": "s", "name_expression": name, "launches": [launched],
                            "buffers": [{"id": "out", "bytes": 64, "read_back": 64}]}]}
        self.assertEqual([], list(json_schema.errors(job, JOB_SCHEMA)))
        with tempfile.TemporaryDirectory() as folder:
            reported = pathlib.Path(folder) / "reported"
            reported.touch()
            result = run(job, {"STAND_IN_RECORD": str(reported), **environment})
            issued = reported.read_text().splitlines()
        self.assertEqual(result["status"], "ok", result["reason"])
        return launches(result)[0], issued

    def test_order_and_streams(self):
        operations = [copy("to-device", 0, 32), kernel(), copy("to-device", 32, 32, 1), kernel(32, 1), copy("to-host", 0, 64, 2)]
        launch, reported = self.sequence(operations)
        self.assertEqual((launch["status"], launch["reason"]), ("ok", ""))
        self.assertEqual(reported[:5], ["to-device 1", "launch 1", "to-device 2", "launch 2", "to-host 3"])
        # Once to see whether it works, once to warm up, and three times by the clock, one at a time.
        self.assertEqual(len(reported), 5 * len(operations))
        self.assertEqual((launch["time"]["runs"], launch["time"]["batch"]), (3, 1))
        self.assertTrue(0 < launch["time"]["min_us"] < 1e5, launch["time"])

    def test_what_travels(self):
        for host_memory in ("pinned", "pageable"):
            # The first copy brings back what the first kernel changed; the last one takes away what the third did.
            operations = [kernel(), copy("to-device", 0, 8), kernel(8), copy("to-host", 8, 8), kernel(8), copy("to-device", 8, 8), kernel(63)]
            launch, _ = self.sequence(operations, host_memory)
            content = base64.b64decode(launch["buffers"][0]["base64"])
            self.assertEqual({place: byte for place, byte in enumerate(content) if byte}, {8: 1, 63: 1}, host_memory)

    def test_launches_wait_for_what_fills_their_buffers(self):
        launch, _ = self.sequence([kernel(63)])
        self.assertEqual(base64.b64decode(launch["buffers"][0]["base64"])[63], 1)

    def test_buffers_can_be_restored(self):
        launch, _ = self.sequence([kernel(), copy("to-host", 0, 64)], timing={"restore": True})
        self.assertEqual((launch["status"], launch["time"]["runs"]), ("ok", 3))

    def test_failures(self):
        launch, _ = self.sequence([copy("to-host", 0, 64)], STAND_IN_FAILS="cuMemHostAlloc=2")
        self.assertEqual((launch["status"], launch["reason"]), ("out-of-memory", "something went wrong (error 2)"))
        launch, _ = self.sequence([copy("to-host", 0, 64)], STAND_IN_FAILS="cuStreamCreate=1")
        self.assertEqual(launch["status"], "launch-failed")
        launch, _ = self.sequence([kernel()], name="illegal_address")
        self.assertEqual((launch["status"], launch["time"]), ("fault", None))
        launch, _ = self.sequence([kernel(0, 1)], name="endless")
        self.assertEqual(launch["status"], "timeout")
        launch, _ = self.sequence([])
        self.assertEqual(launch["status"], "ok")


if __name__ == "__main__":
    RUNNER, STAND_INS = sys.argv[1:3]
    del sys.argv[1:3]
    state = execute(["good"])
    if not state["compiler"]:
        print("SKIPPED:", state["reason"])
        sys.exit(77)
    at_once.main(sys.argv[1:])
