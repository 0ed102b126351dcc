"""verify: costs of gathers, branches and block sizes, measured with a second version."""
import json
import sys
import time

from support import FINDINGS, ROOT, json_schema
from test_verify_jobs import Verify
from workers import PenaltyTest


class Penalties(PenaltyTest):
    """What findings cost in time, as a made-up GPU has it."""

    BRANCHES = """__device__ unsigned walk(unsigned x) {
	for (int k = 0; k < 64; k++) x = (x ^ (x >> 7)) * 69069u;
	return x;
}
__global__ void ways(unsigned *out) {
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i;
	BRANCH
	out[i] = x;
}
int main() {
	unsigned *out; cudaMalloc(&out, 1 << 24);
	ways<<<16384, 256>>>(out);
}
"""

    GATHERS = """__global__ void pick(float *out, const float *in, const int *from, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int k = from[i];
	float v =
		in[k];
	out[i * 8] = v;
}
int main() {
	int n = 4096; float *in, *out; int *from; cudaMalloc(&in, n * 4); cudaMalloc(&out, n * 32); cudaMalloc(&from, n * 4);
	FILL
	pick<<<n / 256, 256>>>(out, in, from, n);
}
"""

    def gathered(self, *more, fill=""):
        """What is reported of the launch, of its gather and of the store beside that."""
        lines = [self.line(3, "load", 128, sectors=512, ideal_sectors=512), self.line(5, "load", 128, sectors=17 * 128, ideal_sectors=512),
                 self.line(6, "store", 128, sectors=32 * 128, ideal_sectors=512)]
        time = {"median_us": 9, "low_us": 8, "high_us": 10, "runs": 11}
        answer = {"lines": lines, "time": time}
        packed = [*lines[:2], {**lines[2], "sectors": 512}]
        self.timed(self.GATHERS.replace("FILL", fill), *more, own=answer, version={"lines": packed})
        text = self.run_gpulint("verify", "--gpu", "H200", "--runner", f"{sys.executable} -IS worker.py", *more, "program.cu").out
        report = self.report(FINDINGS, "verify", "--fail-on", "note", "--gpu", "H200", "--runner", f"{sys.executable} -IS worker.py", *more, "program.cu")
        self.assertEqual(list(json_schema.errors(report, json.loads((ROOT / "docs" / "report.schema.json").read_text()))), [])
        launch = report["kernels"][0]["launches"][0]
        sites = {site["line"]: site for site in launch["sites"]}
        return text, report, launch, sites[5], sites[6]

    def test_data_given_settle_a_gather(self):
        remedy = "for figures that depend on data"
        text, _, launch, gather, store = self.gathered()
        self.assertIn(remedy, text)
        self.assertRegex(text, r"9\.00 us \(8\.00 to 10\.00, 11 runs\), with random data in 'from'")
        self.assertIsNone(gather["measured"])
        self.assertEqual(gather["measured_note"], "it depends on data, and the measured run had random data in 'from'")
        self.assertEqual(launch["made_up_data"], "'from'")
        self.assertEqual((store["measured"]["sectors_per_request"], store["measured_note"]), (32, None))
        self.write("from.npy", Verify.numpy_array([17 * i % 4096 for i in range(4096)]))
        text, _, launch, gather, store = self.gathered("--input", "from=from.npy")
        self.assertNotIn(remedy, text)
        self.assertNotIn("random data", text)
        self.assertEqual(gather["measured"]["sectors_per_request"], 17)
        self.assertEqual(gather["measured_note"], "measured with the given data for 'from', which the prediction did not have")
        self.assertIsNone(launch["made_up_data"])
        self.assertIsNone(store["measured_note"])
        # Of a part of it the rest is made up.
        self.write("from.npy", Verify.numpy_array(range(4000)))
        _, _, launch, gather, _ = self.gathered("--input", "from=from.npy")
        self.assertIsNone(gather["measured"])
        self.assertEqual(launch["made_up_data"], "'from'")
        # Where the prediction knows others, it is not the prediction that is wrong.
        self.write("from.npy", Verify.numpy_array([17 * i % 4096 for i in range(4096)]))
        text, _, launch, gather, _ = self.gathered("--input", "from=from.npy", fill="cudaMemset(from, 0, n * 4);")
        self.assertEqual((gather["standing"], gather["measured"]["sectors_per_request"]), ("exact", 17))
        self.assertIn("which the prediction did not have", gather["measured_note"])
        self.assertNotIn("called exact, but wrong", text)

    def test_time_with_made_up_data_judges_nothing(self):
        for fill, by in (("", "counts"), ("cudaMemset(from, 0, n * 4);", "time")):
            _, report, launch, _, _ = self.gathered(fill=fill)
            finding = next(f for f in report["findings"] if f["line"] == 6)
            self.assertIsNotNone(finding["measured_penalty"], finding["unmeasured_penalty"])
            self.assertEqual(launch["made_up_data"], None if fill else "'from'")
            self.assertEqual((finding["confirmed_by"] == "counts", "random data in 'from'" in finding["status_reason"]), (not fill, not fill))

    def branch(self, text="if (i % 2) x = walk(x); else x = walk(~x) + 1;", warps=131072, **changes):
        """With one condition on each line of the text."""
        behind = 8 + text.count("\n")
        stored = self.line(behind, "store", warps, sectors=4 * warps, ideal_sectors=4 * warps)
        own, version = ({"lines": [*(self.line(line, "branch", warps, divergent=divergent) for line in range(7, behind)), stored],
                         "executed": {"instructions": 1, "lanes": lanes}} for divergent, lanes in ((warps, 1000), (0, 1100)))
        version.update(changes.pop("version", {}))
        twice = {"executed": {"instructions": 1, "lanes": 1200}}
        (finding, *_), jobs = self.timed(self.BRANCHES.replace("BRANCH", text), own=own, version=version, twice=twice, **changes)
        self.assertEqual((finding["rule"], finding["line"]), ("divergent-branch", 7))
        return finding, jobs

    def test_a_branch_is_timed_with_one_lane_deciding_for_all(self):
        finding, (job,) = self.branch()
        self.assertEqual(finding["measured_penalty"], {"estimate": 2.04, "low": 1.98, "high": 2.0604})
        self.assertEqual((finding["measured_against"], finding["unmeasured_penalty"]), ("with whole warps on each side", ""))
        self.assertEqual((finding["status"], finding["confirmed_by"]), ("confirmed", "time"))
        reported = [f"if (::gpulint::decided<true, ::gpulint::{lanes}>(static_cast<bool>(i % 2))) x = walk(x); else x = walk(~x) + 1;"
                for lanes in ("ALL_LANES", "SOME_LANES")]
        self.assertEqual([self.changed_lines(job, kernel) for kernel in job["kernels"]], [[], reported[:1], reported[:1], reported[1:], reported[1:]])

    def test_branches_of_all_forms(self):
        decided = "::gpulint::decided<true, ::gpulint::ALL_LANES>(static_cast<bool>("
        for text, wanted in (
                ("switch (i % 3) { case 0: x = walk(x); break; case 1: x = walk(~x); break; default: x = walk(x + 1); }",
                 ["switch (::gpulint::chosen<true, ::gpulint::ALL_LANES>((i % 3))) { case 0: x = walk(x); break; case 1: x = walk(~x); "
                  "break; default: x = walk(x + 1); }"]),
                ("if (i % 4 == 1) x = walk(x);\nelse if (i % 4 == 2) x = walk(~x); else x = walk(x + 1);",
                 [f"if ({decided}i % 4 == 1))) x = walk(x);", f"else if ({decided}i % 4 == 2))) x = walk(~x); else x = walk(x + 1);"])):
            finding, jobs = self.branch(text)
            self.assertEqual(finding["unmeasured_penalty"], "")
            job, = jobs
            self.assertEqual(self.changed_lines(job, job["kernels"][1]), wanted)

    def test_a_condition_is_taken_to_its_end(self):
        for condition in ("k++", "k--", "list[i & 1]++", "k = i & 1", "(bool)(i & 1)", "++k, i & 1", "(k++ & 1)", "bool(i & 1)"):
            finding, (job, *_) = self.branch(f"unsigned k = i & 1, list[2] = {{k, k}}; if ({condition}) x = walk(x); else x = walk(~x) + k + list[0];")
            changed, = self.changed_lines(job, job["kernels"][1])
            self.assertIn(f" if (::gpulint::decided<true, ::gpulint::ALL_LANES>(static_cast<bool>({condition}))) x = walk(x);", changed)
        finding, (job, *_) = self.branch("switch (unsigned k = i; k++, k % 3) { case 0: x = walk(x); break; case 1: x = walk(~x); }")
        self.assertIn("switch (unsigned k = i; ::gpulint::chosen<true, ::gpulint::ALL_LANES>((k++, k % 3))) {", self.changed_lines(job, job["kernels"][1])[0])

    def test_sides_that_name_their_lanes_have_no_second_version(self):
        """Where whole warps came there, lanes would take part that are not in the mask."""
        side = "if (i & 1) { x = walk(x); SIDE } else x = walk(~x) + 1;"
        for text in (side.replace("SIDE", "x += __shfl_xor_sync(0xaaaaaaaa, x, 2);"), side.replace("SIDE", "__syncwarp(0xaaaaaaaa);"),
                     side.replace("SIDE", "x += __popc(__activemask());"), side.replace("SIDE", "x += __ballot_sync(__activemask(), x & 1);"),
                     "if (i & 1) { out[i] = walk(x); return; } x += __shfl_xor_sync(0x55555555, x, 2);"):
            finding, jobs = self.branch(text)
            self.assertEqual((finding["unmeasured_penalty"], jobs),
                             ("its sides have code for exactly the active lanes, such as exchanges with their mask", []), text)
        for text in (side.replace("SIDE", "") + " const unsigned all = 0xffffffff; x += __shfl_xor_sync(all, x, 2);",
                     side.replace("SIDE", "") + " x += __shfl_xor_sync(0xff, x, 2);"):
            self.assertEqual(self.branch(text)[0]["unmeasured_penalty"], "", text)

    def test_a_condition_that_declares_a_variable_has_no_second_version(self):
        for text in ("if (unsigned t = i % 2) x = walk(x + t); else x = walk(~x) + 1;",
                     "if (unsigned t { i % 2 }) x = walk(x + t); else x = walk(~x) + 1;",
                     "unsigned n = i & 7; while (unsigned q = n--) x = walk(x + q);"):
            finding, jobs = self.branch(text)
            self.assertEqual((finding["unmeasured_penalty"], jobs), ("its condition declares a variable", []))

    def test_branches_that_are_not_fair_measure_nothing(self):
        different = "the variant differs in more than the finding: "
        stored = {"sectors": 4 * 131072, "ideal_sectors": 4 * 131072}
        whole = self.line(7, "branch", 131072, divergent=0)
        for lines, executed, reason in (
                ([self.line(7, "branch", 131072, divergent=99999), self.line(8, "store", 131072, **stored)], 1100,
                 "the branch in line 7 diverges in 99999 warps instead of 0"),
                ([whole, self.line(8, "store", 100000, **stored)], 1100, "line 8 is executed by 3200000 threads instead of 4194304"),
                ([whole, {**self.line(8, "store", 140000, **stored), "lanes": 32 * 131072}], 1100,
                 "line 8 makes 140000 requests instead of 131072"),
                ([whole, {**self.line(8, "store", 131072, **stored), "sectors": 9 * 131072}], 1100,
                 "line 8 costs 1179648 instead of 524288"),
                ([whole, self.line(8, "store", 131072, **stored), self.line(9, "load", 1, **stored)], 1100, "line 9 executes instructions that the original does not"),
                ([whole, self.line(8, "store", 131072, **stored)], 1300, "its threads execute 1.30 times as many instructions")):
            finding, _ = self.branch(version={"lines": lines, "executed": {"instructions": 1, "lanes": executed}})
            self.assertEqual((finding["unmeasured_penalty"], finding["measured_penalty"]), (different + reason, None))
            self.assertEqual((finding["status"], finding["confirmed_by"]), ("confirmed", "counts"))

    ADDITION = """__global__ void add(float *sum, const float *a, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) sum[i] = a[i];
}
int main() {
	const int n = 1 << 22; float *sum, *a; cudaMalloc(&sum, 4 * n); cudaMalloc(&a, 4 * n);
	add<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(sum, a, n);
}
"""

    def blocks(self, block, text=ADDITION, own=None, version=None, **more):
        warps = (block + 31) // 32
        lines = [{**self.line(3, "load", 22 * warps), "lanes": 22 * block, "sectors": 88 * warps, "ideal_sectors": 88 * warps}]
        own = {"lines": lines, "contents": 16 * "a", "occupancy": {"blocks_per_sm": 9, "occupancy": 0.5}, **(own or {})}
        version = {"occupancy": {"blocks_per_sm": 8, "occupancy": 1}, **(version or {})}
        findings, jobs = self.timed(text.replace("BLOCK", str(block)), own=own, version=version, **more)
        return next(f for f in findings if f["rule"] in ("partial-warp-block", "small-block")), jobs

    def test_a_launch_is_timed_in_blocks_of_another_size(self):
        finding, (job,) = self.blocks(200, us={"version": 900})
        self.assertEqual((finding["rule"], finding["measured_penalty"]["estimate"]), ("partial-warp-block", 1.111111111))
        self.assertEqual((finding["measured_against"], finding["unmeasured_penalty"]), ("in blocks of 256 threads", ""))
        self.assertEqual((finding["status"], finding["confirmed_by"], finding["status_reason"]), ("confirmed", "time", ""))
        shapes = [(k["launches"][0]["grid"], k["launches"][0]["block"]) for k in job["kernels"]]
        self.assertEqual(shapes, [([20972, 1, 1], [200, 1, 1])] + 2 * [([16385, 1, 1], [256, 1, 1])])
        self.assertEqual([self.changed_lines(job, kernel) for kernel in job["kernels"]], [[], [], [
            "__global__ void add(float *sum, const float *a, int n) { if (blockIdx.x * blockDim.x + threadIdx.x >= 4194400u) return;"]])
        finding, (job,) = self.blocks(32, us={"version": 200})
        self.assertEqual((finding["rule"], finding["measured_penalty"]["estimate"], finding["status"]), ("small-block", 5, "confirmed"))
        self.assertEqual(len(job["kernels"]), 2)

    def test_other_blocks_have_to_do_the_same(self):
        different = "the variant differs in more than the finding: "
        line = {**self.line(3, "load", 22 * 7), "lanes": 22 * 200 + 1}
        for version, reason in (({"contents": 16 * "b"}, "its results differ"), ({"contents": None}, "its results could not be compared"),
                                ({"lines": [line]}, "line 3 is executed by 4401 threads instead of 4400")):
            finding, _ = self.blocks(200, version=version)
            self.assertEqual((finding["unmeasured_penalty"], finding["status"], finding["confirmed_by"]),
                             (different + reason, "confirmed", "counts"))
        other = "blocks of another size would change its results: "
        for old, new, reason in (("sum[i] =", "sum[i] = blockIdx.x +", other + "it uses blockIdx.x for more than the global thread index"),
                                 ("if (i < n)", "__syncthreads(); if (i < n)", other + "its threads synchronize"),
                                 ("if (i < n)", "__shared__ float s[1024]; s[threadIdx.x] = 1; if (i < n)", other + "it uses shared memory"),
                                 ("__global__ void", "__global__ void __launch_bounds__(224)", "it is compiled for smaller blocks"),
                                 ("BLOCK>>>", "dim3(BLOCK / 8, 8)>>>", "blocks of another size would access memory in different rows")):
            finding, jobs = self.blocks(200, text=self.ADDITION.replace(old, new))
            self.assertEqual((finding["unmeasured_penalty"], jobs), (reason, []))

    def test_occupancy_is_confirmed_by_what_the_driver_says(self):
        for occupancy, status, reason in ((0.5, "confirmed", ""), (0.25, "partly-confirmed", "25% of the warps fit on a "
                                           "multiprocessor, limited by blocks; 50% predicted"),
                                          (1, "refuted", "100% of the warps fit on a multiprocessor, limited by blocks; 50% predicted")):
            finding, _ = self.blocks(32, own={"occupancy": {"blocks_per_sm": 9, "occupancy": occupancy}}, version={"contents": 16 * "b"})
            self.assertEqual((finding["rule"], finding["status"], finding["status_reason"]), ("small-block", status, reason))

    def many(self, *more, count=20, **answers):
        kernel = "__global__ void rows{}(float *out, const float *in, int n) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; out[i * n + 5] = in[i]; }}"
        kernels = "\n".join(kernel.format(i) for i in range(count))
        text = kernels + "\nint main() {\n\tfloat *in, *out; cudaMalloc(&in, 1 << 22); cudaMalloc(&out, 1 << 30);\n"
        text += "".join(f"\trows{i}<<<{4096 - 64 * i}, 256>>>(out, in, 256);\n" for i in range(count)) + "}\n"
        return self.timed(text, *more, own={"lines": []}, version={}, **answers)

    def count_as_predicted(self):
        self.WORKER = self.WORKER.replace("**answer}", "**answer, 'lines': lines(launch, kernel)}").replace("def counted", """def lines(launch, kernel):
    warps = launch["grid"][0] * 8
    line = {"file": "program.cu", "line": int(kernel["name_expression"][4:]) + 1, "space": "global", "requests": warps, "lanes": 32 * warps,
            "ideal_sectors": 4 * warps}
    return [{**line, "kind": "store", "sectors": (32 if role(kernel) == "own" else 4) * warps}, {**line, "kind": "load", "sectors": 4 * warps}]
def counted""")

    def test_all_findings_are_timed(self):
        """By a worker that counts as predicted, each in a job of its launch."""
        self.count_as_predicted()
        findings, jobs = self.many(us={"version": 100})
        self.assertEqual([(f["measured_penalty"] or {}).get("estimate") for f in findings], 20 * [10])
        self.assertEqual(len(jobs), 20)
        dearest = max(findings, key=lambda f: f["time_share"])
        self.assertEqual(dearest["kernel"], jobs[0]["kernels"][0]["name_expression"])
        # The GPU that is gone by then gets no more, and the other one has them all.
        findings, jobs = self.many("--devices", "0,1", count=8, us={"version": 100}, gone=[0])
        self.assertEqual([(f["measured_penalty"] or {}).get("estimate") for f in findings], 8 * [10])
        self.assertEqual({job["device"] for job in jobs if job["device"] != 0}, {1})
        findings, jobs = self.many("--devices", "0,1", count=8, us={"version": 100}, gone=[0, 1])
        self.assertEqual({f["unmeasured_penalty"] for f in findings}, {"no GPU was left for it: it is gone", "no GPU was left to run it"})
        self.assertEqual({f["confirmed_by"] for f in findings}, {"counts"})

    def test_gpus_that_are_counted_anew(self):
        """What was not lost is used further, and nothing else, whatever its number has become."""
        self.count_as_predicted()
        self.WORKER = self.WORKER.replace("by_id =", """machine = [uuid for uuid in answers["machine"] if not os.path.exists("lost." + uuid)]
device = job.get("device", 0)
device = device if device in machine else machine[device] if isinstance(device, int) and device < len(machine) else None
if job["kernels"] and device:
    with open("used." + device, "a") as used:
        used.write("race\\n" if "races" in job else "launch\\n")
    if device in answers["lost"]:
        # Not before another has been asked for by its number, which the loss changes.
        for _ in range(1000):
            if len([name for name in os.listdir() if name.startswith("used.")]) > 1:
                break
            __import__("time").sleep(0.01)
        open("lost." + device, "w").close()
        device = None
gone = not device
by_id =""").replace('"ok", "reason": "", "metrics_status"', '"not-run" if gone else "ok", "reason": "", "metrics_status"')
        self.WORKER = self.WORKER.replace('"uuid": "", "gpus": 2', '"uuid": device, "gpus": len(machine)')
        for devices, used, unused in (("all", ["B"], []), ("0,2", ["C"], ["B", "D"])):
            for file in self.path.glob("*.[A-D]"):
                file.unlink()
            _, jobs = self.many("--devices", devices, count=12, machine=["A", "B", "C", "D"], lost=["A"])
            raced = {uuid: file.read_text().count("race") for uuid in "ABCD" if (file := self.path / f"used.{uuid}").exists()}
            self.assertEqual((sum(raced.values()), raced["A"], [raced.get(uuid) for uuid in unused]), (len(jobs), 0, [None] * len(unused)))
            self.assertTrue(jobs and all(raced[uuid] for uuid in used), raced)
