"""job and merge: jobs and results as files."""
import json
import re
import subprocess
import sys

from support import BAD, CLEAN, FINDINGS, ROOT, UNABLE, CommandTest, json_schema, unwrapped
from test_verify_jobs import Verify
from workers import COUNTER


def with_launch(result, **changes):
    """The result as text, with other members of its kernel's first launch."""
    changed = json.loads(json.dumps(result))
    changed["kernels"][0]["launches"][0].update(changes)
    return json.dumps(changed)


MANY = BAD[:BAD.index("int main")] + """__global__ void fill(float *out)
{
	out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
""" + BAD[BAD.index("int main"):].replace("\treturn", "\tcopy<<<8, 256>>>(a, b);\n\tfill<<<4, 64>>>(a);\n\treturn")


def without_penalties(report):
    """A report, in text or JSON, without what verify alone can measure."""
    return re.sub(r"  time  [^{]*?\n(?=  \S)|\"unmeasured_penalty\": .*", "", report)


class Jobs(CommandTest):
    def setUp(self):
        super().setUp()
        version = self.expect(CLEAN, "--version").out.split()[1]
        self.write("worker.py", COUNTER.replace("VERSION", version))
        self.write("many.cu", MANY)

    def make(self, *options, output="jobs"):
        """The jobs by their names."""
        self.expect(CLEAN, "job", "--output", output, *options, "many.cu")
        return {path.stem: json.loads(path.read_text()) for path in sorted((self.path / output).glob("*.json"))}

    def work(self, jobs):
        """Their results, also as files."""
        results = {}
        for name, job in jobs.items():
            done = subprocess.run([sys.executable, "-IS", "worker.py"], input=json.dumps(job).encode(), cwd=self.path, capture_output=True,
                                  check=True)
            self.write(f"results/{name}.json", done.stdout)
            results[name] = json.loads(done.stdout)
        return results

    def test_the_report_replaces_no_job_and_no_result(self):
        self.work(self.make())
        (self.path / "again").symlink_to("jobs")
        for output in ("jobs/0001-copy.json", "results/0002-copy.json", "again/0003-fill.json"):
            before = (self.path / output).read_bytes()
            self.assertIn("is an input file", self.expect(UNABLE, "merge", "--output", output, "jobs", "results").err)
            self.assertEqual((self.path / output).read_bytes(), before)
        self.run_gpulint("merge", "--output", "results/report.txt", "jobs", "results")
        self.assertIn("copy", (self.path / "results" / "report.txt").read_text())

    def test_jobs_that_launch_nothing(self):
        self.write("unknown.cu", """__global__ void k(float *out, float **rows) { out[threadIdx.x] = rows[0][threadIdx.x]; }
int main() { float *out, **rows; cudaMalloc(&out, 4096); cudaMalloc(&rows, 4096); k<<<1, 32>>>(out, rows); }
""")
        self.assertRegex(self.expect(UNABLE, "job", "-o", "none", "unknown.cu").err, "no launch can be repeated: 'rows' points to")

    def test_byte_order_marks_are_no_code(self):
        """Nor does it move what stands in their line."""
        self.write("own.h", "\ufeff#pragma once\n__device__ inline int four() { return 4; }\n")
        self.write("many.cu", """\ufeff__global__ void k(float *p) { p[threadIdx.x * 4] = 1; }
#include "own.h"
__global__ void l(float *p) { p[threadIdx.x * four()] = 1; }
int main() { float *p; cudaMalloc(&p, 4096); k<<<1, 32>>>(p); l<<<1, 32>>>(p); }
""")
        job = self.make(output="all.json") or json.loads((self.path / "all.json").read_text())
        source = job["sources"][0]
        self.assertEqual([text[:5] for text in (source["text"], source["headers"][0]["text"])], ["   __", "   #p"])
        self.assertEqual([source["text"][slice(*kernel["extent"])][:18] for kernel in job["kernels"]],
                         ["__global__ void k(", "__global__ void l("])
        columns = [finding["column"] for finding in self.report(FINDINGS, "--fail-on", "note", "many.cu")["findings"]]
        self.assertEqual(columns[0], len("   __global__ void k(float *p) { ") + 1)

    def test_a_job_a_launch(self):
        jobs = self.make()
        self.assertEqual(list(jobs), ["0001-copy", "0002-copy", "0003-fill"])
        schema = json.loads((ROOT / "docs" / "job.schema.json").read_text())
        for number, job in enumerate(jobs.values(), 1):
            self.assertEqual(list(json_schema.errors(job, schema)), [])
            self.assertEqual((job["origin"]["part"], job["origin"]["parts"]), (number, 3))
            kernel, = job["kernels"]
            launch, = kernel["launches"]
            self.assertEqual({argument["buffer"] for argument in launch["arguments"]}, {buffer["id"] for buffer in kernel["buffers"]})
            self.assertNotIn("main", job["sources"][0]["text"])
        self.assertEqual(len({job["id"] for job in jobs.values()}), 3)
        self.assertEqual(jobs, self.make(output="again"))

    def test_merged_is_as_verified(self):
        for output, made in [("jobs", "jobs: 3 jobs\n"), ("all.json", "all.json: 1 job\n")]:
            self.assertEqual(self.expect(CLEAN, "job", "many.cu", "--output", output).out, made)
        self.work({path.stem: json.loads(path.read_text()) for path in (self.path / "jobs").iterdir()})
        self.write("all.out", subprocess.run([sys.executable, "-IS", "worker.py"], input=(self.path / "all.json").read_bytes(),
                                             cwd=self.path, capture_output=True, check=True).stdout)
        for code, *options in [(FINDINGS,), (CLEAN, "--fail-on", "never"), (CLEAN, "--ignore", "uncoalesced-access"),
                               (FINDINGS, "--select", "uncoalesced-access"), (FINDINGS, "--format", "json"), (FINDINGS, "--format", "short")]:
            verified = self.expect(code, "verify", "--runner", f"{sys.executable} -IS worker.py", *options, "many.cu").out
            for jobs, *results in [("jobs", "results"), ("all.json", "all.out"),
                                   ("jobs", *(f"results/{name}.json" for name in ["0003-fill", "0001-copy", "0002-copy"]))]:
                merged = self.expect(code, "merge", *options, jobs, *results)
                self.assertEqual((without_penalties(merged.out), merged.err), (without_penalties(verified), ""))
        self.expect(FINDINGS, "merge", "jobs", "results", "-o", "report.txt")
        report = (self.path / "report.txt").read_text()
        self.assertIn("Measured on a GPU", report)
        self.assertIn("not measured, because its counterfactual variant was not run: gpulint merge --penalties writes a job for it",
                      unwrapped(report))

    def test_jobs_and_results_are_not_to_be_swapped(self):
        results = self.work(self.make())
        reported = self.expect(UNABLE, "merge", "results", "jobs")
        self.assertIn("results/0001-copy.json is a result, not a job: name the jobs first", reported.err)
        # Also where they have races, as jobs of second versions do.
        self.write("raced.json", json.dumps({**results["0001-copy"], "races": []}))
        self.assertIn("is a result, not a job", self.expect(UNABLE, "merge", "raced.json", "jobs").err)
        self.write("second.json", json.dumps({"kernels": [], "races": []}))
        self.assertIn("second.json only has jobs of counterfactual variants", self.expect(UNABLE, "merge", "second.json", "results").err)

    def test_results_in_one_file(self):
        results = self.work(self.make())
        self.write("all", "\n\n".join(map(json.dumps, results.values())) + "\n")
        self.assertEqual(self.expect(FINDINGS, "merge", "jobs", "all").err, "")

    def test_what_is_missing_or_wrong_is_told(self):
        results = self.work(self.make())
        first, second, third = (json.dumps(result) for result in results.values())
        for content, reported in [
                ("", "it holds no result"), ("\n\n\n", "it holds no result"), (second[:len(second) // 2], "it is truncated"),
                ("\n\n" + second[:-1], "it is truncated"), ("Killed", "it is not JSON"), ("[1, 2]", "it is JSON, but not a result"),
                (json.dumps({"schema_version": 1, "kernels": [], "sources": []}), "it is a job, not a result"),
                (json.dumps({**results["0002-copy"], "job": None}), "it names no job"),
                (json.dumps({**results["0002-copy"], "job": "0123456789abcdef"}), "it belongs to another job"),
                (json.dumps({**results["0002-copy"], "schema_version": 2}), "its format is not version 1"),
                (with_launch(results["0002-copy"], lines=None), "says that the launch was counted but has no lines for it"),
                (with_launch(results["0002-copy"], status="fine"), "launch 1 of kernel 0 copy: the worker's result gives it an unknown status"),
                (json.dumps({**results["0002-copy"], "status": "bad-job", "reason": "so it is"}), "rejected the job: so it is"),
                (json.dumps({**results["0002-copy"], "status": "fine"}), "its status is unknown"),
                (json.dumps({**results["0002-copy"], "device": None}), "it reports a run on a GPU but names no GPU"),
                (json.dumps({**results["0002-copy"], "status": "no-device", "device": None}), "it reports no run on a GPU and gives no reason"),
                (json.dumps({**results["0002-copy"], "kernels": [{**results["0002-copy"]["kernels"][0], "status": 7}]}),
                 "kernel 0 copy: the worker's result gives it an unknown status"),
                ("\0\0\0", "it ends in zero bytes"),
        ]:
            with self.subTest(reported=reported):
                self.write("results/0002-copy.json", content)
                merged = self.expect(UNABLE, "merge", "jobs", "results")
                self.assertIn("results/0002-copy.json: ", merged.err)
                self.assertIn(reported, merged.err)
                self.assertIn("1 of 3 jobs have no result: 0002-copy\n", merged.err)
                self.assertIn("not done: 1 of 3 jobs have no result: 0002-copy\n", merged.out)
                self.assertIn("no-result: there is none for job 0002-copy", merged.out)
                self.assertIn("confirmed", merged.out)
        self.write("results/0002-copy.json", second + "\n\0\0")
        merged = self.expect(UNABLE, "merge", "jobs", "results")
        self.assertIn("results/0002-copy.json: it ends in zero bytes", merged.err)
        self.assertNotIn("have no result", merged.err)
        self.assertIn("no/where: No such file", self.expect(UNABLE, "merge", "jobs", "no/where").err)
        self.assertIn("3 of 3 jobs have no result", self.expect(UNABLE, "merge", "jobs", "worker.py").err)

    def test_results_twice(self):
        results = self.work(self.make())
        self.write("again.json", json.dumps(results["0001-copy"]))
        merged = self.expect(FINDINGS, "merge", "jobs", "results", "again.json")
        self.assertEqual(merged.err, "gpulint: job 0001-copy has two results: results/0001-copy.json is used, not again.json\n")
        self.write("again.json", json.dumps({**results["0001-copy"], "status": "no-device", "reason": "none here", "device": None}))
        for files, reported in [(["again.json", "results"], "results/0001-copy.json is used"), (["results", "again.json"], "results/0001-copy.json is used")]:
            self.assertIn(reported, self.expect(FINDINGS, "merge", "jobs", *files).err)

    def test_results_of_machines_that_differ(self):
        results = self.work(self.make())
        self.write("results/0001-copy.json", json.dumps({**results["0001-copy"], "status": "no-device", "reason": "none here", "device": None}))
        merged = self.expect(UNABLE, "merge", "jobs", "results")
        self.assertIn("1 of 3 jobs were run without a GPU or a compiler: 0001-copy", merged.err)
        self.assertIn("not-run: no-device: none here", merged.out)
        other = {**results["0001-copy"], "version": "0.0.1", "device": {**results["0001-copy"]["device"], "name": "other GPU", "sm": "sm_80"}}
        self.write("results/0001-copy.json", json.dumps(other))
        merged = self.expect(FINDINGS, "merge", "jobs", "results", "--format", "json")
        self.assertRegex(merged.err, r"results of gpulint-run 0\.0\.1, but this is gpulint \d+\.\d+\.\d+: 1\n")
        report = json.loads(merged.out)
        self.assertEqual((report["measurement"]["device"], report["measurement"]["reason"]),
                         ("other GPU, a GPU", "the prediction is for sm_90, but the GPU is an sm_80"))
        self.assertEqual([[launch["device"] for launch in kernel["launches"]] for kernel in report["kernels"]],
                         [["other GPU", "a GPU"], ["a GPU"]])
        self.assertEqual(list(json_schema.errors(report, json.loads((ROOT / "docs/report.schema.json").read_text()))), [])

    def test_jobs_of_other_files(self):
        self.work(self.make())
        self.write("many.cu", MANY.replace("= 1;", "= 2;"))
        self.assertIn("have changed since", self.expect(UNABLE, "merge", "jobs", "results").err)
        self.write("many.cu", MANY)
        self.expect(FINDINGS, "merge", "jobs", "results")
        for path in (self.path / "jobs").iterdir():
            job = json.loads(path.read_text())
            path.write_text(json.dumps({**job, "origin": {**job["origin"], "version": "0.0.1", "program": "0"}}))
        self.assertIn("are from gpulint 0.0.1", self.expect(UNABLE, "merge", "jobs", "results").err)
        self.write("not/1.json", "{}")
        (self.path / "empty").mkdir()
        for jobs, reported in [("not", "is not a job of gpulint job"), ("empty", "has no jobs"), ("no/where", "No such file"), ("many.cu", "is not a job")]:
            self.assertIn(reported, self.expect(UNABLE, "merge", jobs, "results").err)
        self.assertIn("it needs the jobs", self.expect(UNABLE, "merge", "jobs").err)

    def test_what_lies_among_the_jobs(self):
        self.work(self.make())
        whole = self.expect(FINDINGS, "merge", "jobs", "results")
        text = next((self.path / "jobs").iterdir()).read_text()
        job = json.loads(text)
        other = json.dumps({**job, "origin": {**job["origin"], "directory": "/elsewhere"}})
        for name, text, reported in [("evil", '{"schema_version": 1}', "is not a job of gpulint job"), ("0000", "{}", "is not a job of gpulint job"),
                                 ("other", other, "belongs to another run of gpulint job"), ("cut", "{", "is not a job of gpulint job"),
                                 ("torn", text[:-2], "is not a job of gpulint job")]:
            path = f"jobs/{name}.json"
            self.write(path, text)
            merged = self.expect(UNABLE, "merge", "jobs", "results")
            self.assertIn(f"{path} {reported}", merged.err)
            self.assertIn(f"not done: {path} {reported}", merged.out)
            (self.path / path).unlink()
        self.assertEqual(self.expect(FINDINGS, "merge", "jobs", "results").out, whole.out)

    def test_jobs_that_ask_for_more_than_a_look(self):
        """Whoever wrote the job, merge executes and writes nothing that its own command line does not say."""
        self.work(self.make())
        for code, *more in [(FINDINGS, "--output", "written"), (UNABLE, "--runner", "touch ran"), (UNABLE, "--devices", "all"),
                            (UNABLE, "--nonsense")]:
            for path in (self.path / "jobs").iterdir():
                job = json.loads(path.read_text())
                path.write_text(json.dumps({**job, "origin": {**job["origin"], "arguments": [*more, "many.cu"]}}))
            self.assertEqual(more[0] in self.expect(code, "merge", "jobs", "results").err, code == UNABLE)
        self.assertEqual([name for name in ["ran", "written"] if (self.path / name).exists()], [])

    def test_what_cannot_be_made(self):
        self.make()
        self.write("host.cu", "int main() { return 0; }")
        self.write("file", "")
        for options, reported in [([], "--output must name a folder"), (["-o", "jobs"], "already has files that end in .json"),
                              (["-o", "no/where"], "no/where: No such file"), (["-o", "file"], "is not a folder"),
                              (["-o", "no/where.json"], "no/where.json: No such file"), (["-o", "x", "--runner", "true"], "is not an option of job")]:
            self.assertIn(reported, self.expect(UNABLE, "job", *options, "many.cu").err)
        self.assertIn("standard input", self.expect(UNABLE, "job", "-o", "x", "-").err)
        self.assertIn("no kernel", self.expect(UNABLE, "job", "-o", "x", "host.cu").err)
        self.assertIn("No such file", self.expect(UNABLE, "job", "-o", "x", "no.cu").err)
        self.assertFalse((self.path / "x").exists())

    def test_launches_that_cannot_be_made(self):
        self.write("many.cu", MANY.replace("fill(float *out)", "fill(float **out)").replace("] = 1;", "][0] = 1;")
                   .replace("fill<<<4, 64>>>(a)", "fill<<<4, 64>>>((float **)a)"))
        made = self.expect(CLEAN, "job", "-o", "jobs", "many.cu")
        self.assertIn("launches that cannot be repeated, and have no job: 1;", made.out)
        jobs = {path.stem: json.loads(path.read_text()) for path in sorted((self.path / "jobs").iterdir())}
        self.assertEqual([len(job["kernels"][0]["launches"]) for job in jobs.values()], [1, 1, 0])
        self.work(jobs)
        self.assertIn("of the first one: 'out' points to data with unknown addresses", made.out)
        self.assertIn("'out' points to data with unknown addresses", self.expect(FINDINGS, "merge", "jobs", "results").out)

    def test_options_travel(self):
        """With what decides the launches and what they read; those of the report are merge's own."""
        self.write("many.cu", MANY[:MANY.index("int main")].replace("in[32 * i]", "in[STEP * i]"))
        self.write("in.npy", Verify.numpy_array(range(64), code="f", descr="<f4"))
        options = ["--launch", "copy<<<2, 128>>>(1024, 32768)", "--input", "in=in.npy", "--time-limit", "5", "--arch", "sm_80"]
        self.expect(CLEAN, "job", "-o", "jobs", *options, "many.cu", "--", "-DSTEP=32")
        job = json.loads((self.path / "jobs" / "0001-copy.json").read_text())
        self.assertEqual((job["arch"], job["seconds"], job["kernels"][0]["launches"][0]["grid"]), ("sm_80", 5, [2, 1, 1]))
        self.work({path.stem: json.loads(path.read_text()) for path in (self.path / "jobs").iterdir()})
        report = self.report(FINDINGS, "merge", "--fail-on", "note", "jobs", "results")
        self.assertEqual((report["target"]["sm"], report["kernels"][0]["launches"][0]["origin"]), ("sm_80", "option"))

    def test_several_gpus(self):
        arguments = ["verify", "--runner", f"{sys.executable} -IS worker.py", "many.cu"]
        one = self.expect(FINDINGS, *arguments)
        for devices in ["all", "0,1", "1"]:
            several = self.expect(FINDINGS, *arguments, "--devices", devices)
            self.assertEqual((several.out, several.err), (one.out, ""))
        self.write("gone", "")
        several = self.expect(FINDINGS, *arguments, "--devices", "0,1")
        self.assertEqual((several.out, several.err), (one.out, "gpulint: GPU 0 cannot be used: it is gone\n"))
        for devices, reported in [("", "must be all or a list"), (",", "must be all or a list"), ("x", "must be all or a list"), ("0,-1", "must be all or a list"),
                              ("0,", "must be all or a list"), (",0", "must be all or a list"), ("0,,1", "must be all or a list"), ("0x1", "must be all or a list"),
                              ("1,1", "twice"), ("99999999999", "must be all or a list"), (",".join(map(str, range(65))), "too many GPUs")]:
            self.assertIn(reported, self.expect(UNABLE, "verify", "--devices", devices, "many.cu").err)

    def test_several_gpus_and_a_runner_that_fails(self):
        for runner, reported in [("exit 7", "exit status 7"), ("echo Last login: today", "it begins: Last login: today")]:
            for devices in ["all", "0,1,2"]:
                result = self.expect(UNABLE, "verify", "--runner", runner, "--devices", devices, "many.cu")
                self.assertIn(reported, result.err)
                self.assertIn("uncoalesced-access", result.out)
