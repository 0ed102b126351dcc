"""verify: costs measured with a second version of an access."""
import json
import re
import subprocess
import sys

from support import CLEAN, FINDINGS, ROOT, UNABLE, json_schema
from workers import PenaltyTest


class Penalties(PenaltyTest):
    """What findings cost in time, as a made-up GPU has it."""

    STORED_BY_ROWS = """__global__ void rows(float *out, const float *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * n + 5] = in[i];
}
int main() {
	float *in, *out; cudaMalloc(&in, 1 << 22); cudaMalloc(&out, 1 << 30);
	rows<<<4096, 256>>>(out, in, 256);
}
"""

    def penalties(self, text=STORED_BY_ROWS, **changes):
        """The finding of a program and its second job, on a made-up GPU: what it counts and times in that job's versions."""
        self.write("worker.py", """import json, sys
job, changes = json.load(sys.stdin), json.load(open("changes.json"))
def lines(kernel, launch):
    sectors = changes.get("own", 32) if kernel["id"].endswith("own") or "races" not in job else changes.get("sectors", 4)
    warps = launch["grid"][0] * launch["block"][0] // 32
    line = {"file": "program.cu", "line": 3, "space": "global", "requests": warps, "lanes": 32 * warps, "ideal_sectors": 4 * warps}
    if "loads" in changes:
        loads = {key: value * changes["loads"] for key, value in line.items() if key in ("requests", "lanes", "ideal_sectors")}
        return [{**line, "kind": "store", "sectors": sectors * warps},
                {**line, **loads, "kind": "load", "sectors": changes["loads"] * sectors * warps}]
    return [{**line, "kind": "store", "sectors": sectors * warps},
            {**line, "kind": "load", "sectors": 4 * warps, **changes.get("load", {})} if "races" in job and "version" in kernel["id"] else
            {**line, "kind": "load", "sectors": 4 * warps}]
def counted(kernel, launch):
    fault = kernel["id"] in changes.get("faults", [])
    return {"id": launch["id"], "status": "fault" if fault else "ok", "reason": "made up" if fault else "", "metrics_status": "ok",
            "occupancy": {"blocks_per_sm": changes.get("blocks", 8) if "version" in kernel["id"] else 8}, "time": None,
            "lines": lines(kernel, launch), "buffers": []}
def times(kernel):
    us = changes.get("us", {}).get(kernel, 100)
    return {"kernel": kernel, "median_us": us, "ratio": 1000 / us, "low": 990 / us, "high": 1010 / us}
if "races" in job:
    json.dump(job, open("job.json", "w"))
resources = {"registers": 20, "spill_store_bytes": 0, "spill_load_bytes": 0, "static_shared": 0}
kernels = [{"id": k["id"], "status": "ok", "reason": "", "resources": resources, "launches": [counted(k, x) for x in k["launches"]]}
           for k in job["kernels"]]
races = [{"id": r["id"], "status": "ok", "reason": "", "runs": 11, "times": [times(k) for k in r["kernels"]]} for r in job.get("races", [])]
json.dump({"schema_version": 1, "job": job.get("id"), "status": "ok", "reason": "", "device": {"name": changes.get("device", "NVIDIA H200"), "sm": "sm_90", "counters": True},
           "compiler": None, "sources": [], "kernels": kernels, "races": races}, sys.stdout)
""")
        self.write("changes.json", json.dumps(changes))
        program = self.write("program.cu", text)
        report = self.report(FINDINGS, "verify", "--format", "json", "--fail-on", "note", "--gpu", "H200", "--runner", f"{sys.executable} -IS worker.py", program)
        return report["findings"][0]

    def test_a_penalty_is_measured_by_a_second_version(self):
        finding = self.penalties()
        self.assertEqual(finding["measured_penalty"], {"estimate": 10, "low": 9.9, "high": 10.1})
        self.assertEqual((finding["status"], finding["confirmed_by"], finding["unmeasured_penalty"]), ("confirmed", "time", ""))
        job = json.loads((self.path / "job.json").read_text())
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])
        texts = {source["id"]: source["text"].split("\n")[2].strip() for source in job["sources"]}
        once = job["kernels"][2]
        self.assertEqual(texts[once["source"]], "(*&(out)[((i) & ~1023) * (n) + ((i) & 1023) + (5) * 1024]) = in[i];")
        self.assertEqual(once["audited_by"], job["kernels"][1]["id"])
        self.assertIn("audited", texts[job["kernels"][1]["source"]])
        computed, twice = (next(s for s in job["sources"] if s["id"] == k["source"]) for k in job["kernels"][-2:])
        self.assertEqual((computed["text"], computed["defines"], twice["defines"]), (twice["text"], [], ["GPULINT_TWICE"]))
        self.assertEqual(once["launches"][0]["variables"], [{"variable": 0, "buffer": job["kernels"][0]["buffers"][0]["id"]}])

    def test_what_only_addresses_in_memory_lead_to_has_second_versions(self):
        program = self.STORED_BY_ROWS.replace("rows(float *out, const", "rows(const").replace("__global__", "__constant__ float *out; __global__")
        program = program.replace("float *in, *out; ", "float *in, *to; ").replace("cudaMalloc(&out, 1 << 30);", "cudaMalloc(&to, 1 << 30); cudaMemcpyToSymbol(out, &to, 8);")
        finding = self.penalties(program.replace("(out, in, 256)", "(in, 256)"))
        self.assertEqual((finding["rule"], finding["unmeasured_penalty"], finding["confirmed_by"]), ("uncoalesced-access", "", "time"))
        job = json.loads((self.path / "job.json").read_text())
        (held,) = job["kernels"][0]["variables"][0]["pointers"]
        self.assertEqual(job["kernels"][2]["launches"][0]["variables"], [{"variable": 1, "buffer": held["buffer"]}])

    def uncoalesced(self, program):
        report = self.report(FINDINGS, "--format", "json", "--gpu", "H200", "--fail-on", "note", self.write("program.cu", program))
        (finding,) = [finding for finding in report["findings"] if finding["rule"] == "uncoalesced-access"]
        return finding

    def test_words_that_go_over_the_link_one_by_one(self):
        """An H200 stores 64 MiB to the host's memory in 1.28 ms side by side, and each word in 2 ns where they lie apart."""
        program = self.STORED_BY_ROWS.replace("cudaMalloc(&out, 1 << 30)", "cudaMallocHost(&out, 1 << 30)")
        penalty = self.uncoalesced(program)["predicted_penalty"]["estimate"]
        self.assertTrue(20 < penalty < 30, penalty)

    def test_a_shifted_access_stays_within_its_buffer(self):
        program = self.STORED_BY_ROWS.replace("out[i * n + 5] = in[i]", "out[i + 7] = in[i]")
        program = re.sub(r"cudaMalloc\(&out, [^;]*\);", "cudaMalloc(&out, 4 * (4096 * 256 + 7));", program)
        finding = self.penalties(program, own=5)
        self.assertEqual((finding["rule"], finding["unmeasured_penalty"]), ("misaligned-access", ""))
        job = json.loads((self.path / "job.json").read_text())
        self.assertIn("shifted<4>(&(out[i + 7]))", job["sources"][1]["text"])
        kernels = {kernel["id"]: kernel for kernel in job["kernels"]}
        self.assertEqual({kernel.get("inputs_of") for kernel in job["kernels"]}, {None, "0 own"})
        self.assertEqual(sorted(buffer["bytes"] for buffer in kernels["0 own"]["buffers"]), [1 << 22, 4 * (4096 * 256 + 7) + 32])

    def test_a_text_of_a_macro_has_no_second_version(self):
        for macro, text in [("AT(p, k) p[(k) * n + 5]", "AT(out, i)"), ("AT(k) out[(k) * n + 5]", "AT(i)"), ("TAIL [i * n + 5]", "out TAIL")]:
            rest = self.STORED_BY_ROWS.replace("{\n\tint i", "{ int i", 1).replace("out[i * n + 5]", text)
            finding = self.penalties(f"#define {macro}\n{rest}")
            self.assertEqual((finding["rule"], finding["unmeasured_penalty"]), ("uncoalesced-access", "its text is from a macro"))

    def work(self, folder):
        """The results of a folder's jobs, in the folder of all results."""
        (self.path / "results").mkdir(exist_ok=True)
        for job in (self.path / folder).iterdir():
            with open(self.path / "results" / job.name, "wb") as result:
                subprocess.run([sys.executable, "-IS", "worker.py"], input=job.read_bytes(), stdout=result, cwd=self.path, check=True)

    def test_a_text_that_is_not_in_one_place(self):
        rows = self.STORED_BY_ROWS
        for old, new, reason in (("out[i * n + 5]", "out[i *\n n + 5]", "it covers several lines of the source"),
                                 ("out[i * n + 5]", "out[i * n + 5 " + 60 * "+ 0 " + "]", "its text is too long")):
            text = rows.replace(old, new)
            if "\n n" in new:   # the store is to stay in line 3
                text = text.replace("{\n\tint i", "{ int i", 1)
            self.assertEqual(self.penalties(text)["unmeasured_penalty"], reason)
        self.assertEqual(self.penalties(rows.replace("out[i * n + 5]", "out[i  *\tn + 5]"))["unmeasured_penalty"], "")

    def versions(self, text, launched, own, requests, sectors):
        """The finding that has a second version in which requests at its lines, by their numbers and kinds, cost so many sectors in
        place of the program's own; else the first. And what its guess changes, of which gpulint itself predicts as many."""
        def counted(sectors):
            return {"lines": [self.line(line, kind, requests[line], sectors=cost * requests[line], ideal_sectors=4 * requests[line])
                              for (line, kind), cost in sectors.items()]}
        findings, jobs = self.timed(text, own=counted(own), version=counted(sectors))
        timed = next((finding for finding in findings if finding["measured_penalty"]), findings[0])
        for job, kernel in ((job, kernel) for job in jobs for kernel in job["kernels"]):
            changed = self.changed_lines(job, kernel)
            source = next(source for source in job["sources"] if source["id"] == kernel["source"])
            if not changed or "gpulint" in changed[0]:
                continue
            self.write("second.cu", source["text"])
            report = json.loads(self.run_gpulint("--format", "json", "--launch", launched, "second.cu").out)
            sites = [site for kernel in report["kernels"] for launch in kernel["launches"] for site in launch["sites"]]
            if {(s["line"], s["kind"]): s["predicted"]["sectors_per_request"] for s in sites if s["space"] == "global"} == sectors:
                return timed, changed
        return timed, []

    def test_rows_of_narrow_blocks_that_go_to_like_columns(self):
        """Rows of a block that go to the same words share them, and those that go to neighbouring ones lie side by side."""
        text = """__global__ void product(const float *a, const float *b, float *c, int n) {
	int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] *
		       b[k * n + col];
	c[row * n + col] = sum;
}
int main() {
	int n = 1024; float *a, *b, *c; cudaMalloc(&a, n * n * 4); cudaMalloc(&b, n * n * 4); cudaMalloc(&c, n * n * 4);
	dim3 block(WIDTH, HEIGHT);
	product<<<dim3(n / block.x, n / block.y), block>>>(a, b, c, n);
}
"""
        a, b, c, requests = (5, "load"), (6, "load"), (7, "store"), {5: 1 << 25, 6: 1 << 25, 7: 1 << 15}
        for width, height, packed in (16, 16, 2), (8, 32, 1):
            program = text.replace("WIDTH", str(width)).replace("HEIGHT", str(height))
            launched = f"product<<<dim3({1024 // width}, {1024 // height}), dim3({width}, {height})>>>(4194304, 4194304, 4194304, 1024)"
            own = {a: width, b: 1, c: width}
            finding, changed = self.versions(program, launched, own, requests, {**own, a: packed})
            self.assertEqual((finding["line"], finding["unmeasured_penalty"], changed),
                             (5, "", ["sum += (*&(a)[((row) & ~31) * (n) + ((row) & 31) + (k) * 32]) *"]))
            finding, changed = self.versions(program, launched, own, requests, {**own, c: 4})
            tile = f"((row) & ~{width - 1}) * (n) + ((row) & {width - 1}) + (col) * {width}"
            self.assertEqual((finding["line"], finding["unmeasured_penalty"], changed), (7, "", [f"(*&(c)[{tile}]) = sum;"]))
        # Once packed it costs what its words do, not what as many words as lanes would.
        finding, _ = self.versions(program, launched, own, requests, {**own, a: 4})
        self.assertRegex(finding["unmeasured_penalty"], "a request in line 5 costs 4 instead of 1$")

    def test_rows_of_narrow_blocks_that_lie_apart(self):
        text = """__global__ void fill(float *out, int pitch) {
	int x = threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	out[(y * pitch + x) * 8 + REST] = 1;
}
int main() { float *out; cudaMalloc(&out, 1 << 27); fill<<<dim3(1, 1024 / HEIGHT), dim3(WIDTH, HEIGHT)>>>(out, 1024); }
"""
        for width, height, rest, reason in [(16, 16, "5", ""), (8, 8, "5", ""),
                                            (4, 64, "5", "the rows of its blocks are too short to fill sectors in any layout"),
                                            (16, 16, "(y & 1) * 3 * y", "the step between the rows of its blocks varies"),
                                            (12, 16, "5", "the step between its lanes varies")]:
            program = text.replace("WIDTH", str(width)).replace("HEIGHT", str(height)).replace("REST", rest)
            launched = f"fill<<<dim3(1, {1024 // height}), dim3({width}, {height})>>>(134217728, 1024)"
            finding, changed = self.versions(program, launched, {(3, "store"): 32}, {3: width * 1024 // 32}, {(3, "store"): 4})
            self.assertEqual((finding["unmeasured_penalty"], bool(changed)), (reason, not reason))

    def test_a_text_for_several_buffers_has_no_second_version(self):
        text = """__device__ float get(const float *p, int i) { return p[i * 8]; }
__global__ void sum(const float *a, const float *c, float *b) { int i = blockIdx.x * blockDim.x + threadIdx.x; b[i] = get(a, i) + get(c, i); }
int main() {
	int n = 1 << 20; float *a, *c, *b; cudaMalloc(&a, n * 32); cudaMalloc(&c, n * 32); cudaMalloc(&b, n * 4);
	sum<<<n / 256, 256>>>(a, c, b);
}
"""
        self.write("worker.py", self.WORKER)
        stored = self.line(2, "store", 32768, sectors=4 * 32768, ideal_sectors=4 * 32768)
        loaded = self.line(1, "load", 65536, sectors=32 * 65536, ideal_sectors=4 * 65536)
        (finding, *_), jobs = self.timed(text, own={"lines": [loaded, stored]}, version={})
        self.assertIn("load of 'p' ('a' and 'c' of the kernel)", finding["message"])
        self.assertEqual((finding["unmeasured_penalty"], jobs), ("it accesses several buffers", []))

    SHARED = """__global__ void sum(const float *a, float *b, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x; const float *p = a + i * n; float s = 0;
	for (int k = 0; k < 63; k++)
		s += LOADS;
	b[i] = s;
}
int main() {
	int n = 1 << 18; float *a, *b; cudaMalloc(&a, n * 256); cudaMalloc(&b, n * 4);
	sum<<<n / 256, 256>>>(a, b, 64);
}
"""

    def shared(self, loads, made=1):
        """The finding about loads of which the compiler makes so many a round, and the lines that versions change."""
        warps = 8192
        stored = self.line(5, "store", warps, sectors=4 * warps, ideal_sectors=4 * warps)
        own, version = ({"lines": [self.line(4, "load", 63 * made * warps, sectors=cost * 63 * made * warps, ideal_sectors=4 * 63 * made * warps), stored]}
                        for cost in (32, 4))
        (finding, *_), jobs = self.timed(self.SHARED.replace("LOADS", loads), own=own, version=version)
        self.assertEqual(finding["line"], 4)
        return finding, [line for job in jobs for kernel in job["kernels"] for line in self.changed_lines(job, kernel)]

    def test_accesses_that_are_one_change_together(self):
        """Where only one of both went elsewhere, the compiler would load again what it loads once."""
        finding, changed = self.shared("a[i * n + k] * a[i * n + k]", made=2)
        guess = "(*&(a)[((i) & ~4095) * (n) + ((i) & 4095) + (k) * 4096])"
        self.assertEqual(finding["unmeasured_penalty"], "")
        self.assertIn(f"s += {guess} * {guess};", changed)
        self.assertEqual({line.count("a[i * n + k]") for line in changed if "transposed<" in line}, {2})
        self.assertEqual({line.count("transposed<") for line in changed}, {0, 2})

    def test_records_that_are_copied_have_no_second_version(self):
        """A record's text is where it begins, which stays where it is when single words are laid side by side."""
        text = """struct point { float x, y, z; int id; float w; };
__global__ void copy(point *to, const point *from) { int i = blockIdx.x * blockDim.x + threadIdx.x;
	point p = from[i];
	p.id++;
	to[i] = p; }
int main() {
	int n = 1 << 20; point *to, *from; cudaMalloc(&to, n * 20); cudaMalloc(&from, n * 20);
	copy<<<n / 256, 256>>>(to, from);
}
"""
        self.write("worker.py", self.WORKER)
        requests = 5 * 32768
        moved = [self.line(line, kind, requests, sectors=20 * requests, ideal_sectors=4 * requests) for line, kind in ((3, "load"), (5, "store"))]
        findings, jobs = self.timed(text, own={"lines": moved}, version={})
        self.assertEqual({finding["unmeasured_penalty"] for finding in findings}, {"it moves a record in several accesses, and a variant "
                                                                                   "changes the addresses of single ones"})
        self.assertEqual(jobs, [])

    def test_penalties_of_jobs_that_are_run_apart(self):
        """The second jobs are those that verify would have run, and what is merged with their results is what it tells."""
        verified = self.penalties()
        second = json.loads((self.path / "job.json").read_text())
        self.expect(CLEAN, "job", "--output", "jobs", "--gpu", "H200", "program.cu")
        self.work("jobs")
        reported = self.expect(FINDINGS, "merge", "--format", "json", "jobs", "results")
        self.assertEqual(json.loads(reported.out)["findings"][0]["unmeasured_penalty"],
                         "its counterfactual variant was not run: gpulint merge --penalties writes a job for it")
        reported = self.expect(FINDINGS, "merge", "--format", "json", "--penalties", "more", "jobs", "results")
        self.assertIn("more: 1 job of counterfactual variants; merge their results with the others to get the cost of findings", reported.err)
        finding = json.loads(reported.out)["findings"][0]
        self.assertEqual((finding["measured_penalty"], finding["unmeasured_penalty"]),
                         (None, "the job of its counterfactual variant, more/penalties-0001.json, has no result yet"))
        written = json.loads((self.path / "more" / "penalties-0001.json").read_text())
        self.assertEqual(list(json_schema.errors(written, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])
        self.assertEqual({**written, "id": None}, {**second, "id": None})
        self.assertIn("more already has files that end in .json", self.expect(UNABLE, "merge", "--penalties", "more", "jobs", "results").err)
        self.work("more")
        reported = self.expect(FINDINGS, "merge", "--format", "json", "--penalties", "again", "jobs", "results")
        self.assertEqual(json.loads(reported.out)["findings"][0], verified)
        self.assertIn("nothing is left to time", reported.err)
        self.assertFalse((self.path / "again").exists())
        # What is neither is reported as before, and one that went wrong says how.
        file = self.path / "results" / "penalties-0001.json"
        result = json.loads(file.read_text())
        self.write("results/other.json", json.dumps({**result, "job": "0123456789abcdef"}))
        file.write_text(json.dumps({**result, "status": "no-device", "reason": "it was gone", "device": None}))
        reported = self.expect(UNABLE, "merge", "--format", "json", "jobs", "results")
        self.assertIn("results/other.json: it belongs to another job", reported.err)
        self.assertEqual(json.loads(reported.out)["findings"][0]["unmeasured_penalty"], "no-device: it was gone")
        file.write_text(json.dumps({**result, "races": []}))
        reported = self.expect(UNABLE, "merge", "--format", "json", "jobs", "results")
        self.assertEqual(json.loads(reported.out)["findings"][0]["unmeasured_penalty"],
                         "the variants could not be timed: the worker's result does not mention it")

    def test_all_that_a_finding_tells_of_changes_together(self):
        finding = self.penalties(self.STORED_BY_ROWS.replace("out[i * n + 5] = in[i]", "out[i * n] = out[i * n] + in[i * n + 1]")
                                 .replace("&in, 1 << 22", "&in, 1 << 30"), loads=2)
        self.assertEqual(len(finding["related"]), 2)
        self.assertEqual((finding["measured_penalty"], finding["unmeasured_penalty"]), ({"estimate": 10, "low": 9.9, "high": 10.1}, ""))
        job = json.loads((self.path / "job.json").read_text())
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])
        texts = {source["id"]: source["text"].split("\n")[2].strip() for source in job["sources"]}
        row = "((i) & ~1023) * (n) + ((i) & 1023)"
        self.assertEqual(texts[job["kernels"][2]["source"]], f"(*&(out)[{row}]) = (*&(out)[{row}]) + (*&(in)[{row} + (1) * 1024]);")
        audit = texts[job["kernels"][1]["source"]]
        self.assertEqual((audit.count("::gpulint_object0, &(out)"), audit.count("::gpulint_object1, &(in)")), (2, 1))
        buffers = [buffer["id"] for buffer in job["kernels"][0]["buffers"]]
        self.assertEqual(job["kernels"][2]["launches"][0]["variables"], [{"variable": i, "buffer": buffers[i]} for i in range(2)])
        self.assertEqual([v["link_name"] for v in job["kernels"][2]["variables"]], ["gpulint_object0", "gpulint_object1"])
        source, (begin, end) = job["sources"][1]["text"], job["kernels"][1]["extent"]
        self.assertTrue(source[begin:end].startswith("__global__") and source[begin:end].rstrip().endswith("}"))

    def test_a_penalty_that_is_not_as_predicted_refutes(self):
        finding = self.penalties(us={"2 version": 900})
        self.assertEqual(finding["status"], "refuted")
        self.assertRegex(finding["status_reason"], r"^1\.11x slower .* \(1\.10x to 1\.12x\), predicted \d+\.\d\dx \(.*x to .*x\)$")

    def test_the_time_of_another_gpu_refutes_nothing(self):
        for us in (100, 900):
            finding = self.penalties(us={"2 version": us}, device="NVIDIA H100 PCIe")
            self.assertEqual((finding["status"], finding["confirmed_by"]), ("confirmed", "counts"))
            self.assertEqual(finding["measured_penalty"]["estimate"], round(1000 / us, 9))
            self.assertEqual(finding["status_reason"], "its time is for NVIDIA H100 PCIe and the prediction is for NVIDIA H200: "
                                                       "they are not compared")
        reported = self.run_gpulint("verify", "--gpu", "H200", "--runner", f"{sys.executable} -IS worker.py", "program.cu").out
        self.assertIn("confirmed, by its counts alone\n            its time is for NVIDIA H100 PCIe and the prediction is", reported)

    def test_versions_that_are_not_fair_measure_nothing(self):
        different = "the variant differs in more than the finding: "
        for changes, reason in (({"sectors": 5}, different + "a request in line 3 costs 5 instead of 4"),
                                ({"load": {"sectors": 64 * 9999}}, different + "a request in line 3 costs 19.5 instead of 4"),
                                ({"load": {"requests": 9}}, different + "line 3 makes 9 requests instead of 32768"),
                                ({"load": {"kind": "atomic"}}, different + "line 3 makes 0 requests instead of 32768"),
                                ({"blocks": 7}, different + "7 of its blocks fit on a multiprocessor instead of 8"),
                                ({"faults": ["1 version", "3 version", "5 version"]}, "the variant could not be run: fault: made up"),
                                ({"faults": ["1 version", "3 version"], "us": {"6 version": 120}},
                                 "it is at least 10.00x slower, but the variant's extra computation takes time of its own")):
            finding = self.penalties(**changes)
            self.assertEqual((finding["unmeasured_penalty"], finding["measured_penalty"], finding["status"], finding["confirmed_by"]),
                             (reason, None, "confirmed", "counts"))
        # Where the guesses are wrong, the computed form tells, with what its arithmetic may have taken.
        finding = self.penalties(faults=["1 version", "3 version"], us={"6 version": 104})
        self.assertEqual(finding["measured_penalty"], {"estimate": 10.4, "low": 9.9, "high": 10.504})
