"""Jobs from their making to the report, and several GPUs: with gpulint-run itself, and a driver that has no GPU behind it.

usage: batch.py GPULINT GPULINT_RUN STAND_INS      STAND_INS: the folder of the stand-in libcuda.so.1 and libcupti.so.13

Needs NVRTC alone; exit status 77: it is not there."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import json_schema  # noqa: E402

GPULINT, RUNNER, STAND_INS = None, None, None
BATCH = ROOT / "examples" / "batch"
WITHOUT_GPU = {"STAND_IN_FAILS": "cuInit=100"}
VERIFIED = {}

PROGRAM = """#include "scale.cuh"
__global__ void copy(float *out, const float *in) { out[threadIdx.x] = in[32 * threadIdx.x]; }
__global__ void KERNEL(float *out) { out[threadIdx.x] = 1; }
template <typename T> __global__ void fill(T *out, T x) { out[threadIdx.x] = x * SCALE; }
int main()
{
	float *a, *b;
	cudaMalloc(&a, 1 << 16);
	cudaMalloc(&b, 1 << 16);
	copy<<<1, 256>>>(a, b);
	copy<<<2, 128>>>(a, b);
	KERNEL<<<1, 64>>>(a);
	fill<<<1, 32>>>(a, 2.0f);
	fill<<<1, 32>>>((int *)b, 2);
	return 0;
}
"""


class BatchTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        (self.path / "include").mkdir()
        (self.path / "include" / "scale.cuh").write_text("#define SCALE 3\n")

    def run_here(self, command, **environment):
        libraries = STAND_INS + ":" + os.environ.get("LD_LIBRARY_PATH", "")
        tools = {os.path.dirname(GPULINT), os.path.dirname(RUNNER)}
        own = {"LD_LIBRARY_PATH": libraries, "GPULINT_CUPTI": STAND_INS + "/libcupti.so.13", "SHELL": "/bin/sh",
               "PATH": ":".join([*tools, os.environ["PATH"]]), **environment}
        return subprocess.run(command, cwd=self.path, capture_output=True, text=True, timeout=300, shell=isinstance(command, str),
                              env={**os.environ, **own})

    def gpulint(self, code, *arguments, **environment):
        done = self.run_here([GPULINT, *arguments], **environment)
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done

    def program(self, kernel="other"):
        (self.path / "program.cu").write_text(PROGRAM.replace("KERNEL", kernel))

    def refused_program(self):
        """One of whose kernels the compiler refuses."""
        self.program("refused")
        file = self.path / "program.cu"
        file.write_text(file.read_text().replace("out[threadIdx.x] = 1;", 'asm("this is no ptx;"); out[threadIdx.x] = 1;'))

    def verify(self, code, *options, **environment):
        return self.gpulint(code, "verify", "--fail-on", "note", *options, "program.cu", "--", "-Iinclude", **environment)

    def verified(self, code, *options, **environment):
        """What verify says of the program, which is measured once for all tests that have the same one."""
        files = [self.path / "program.cu", self.path / "include" / "scale.cuh"]
        key = (code, options, tuple(sorted(environment.items())), *(file.read_text() for file in files))
        if key not in VERIFIED:
            VERIFIED[key] = self.verify(code, *options, **environment).stdout
        return VERIFIED[key]

    def statuses(self, report):
        return [kernel["status"] for kernel in json.loads(report)["kernels"]]


class Jobs(BatchTest):
    made = {}   # the program's jobs, by the names of their files

    def setUp(self):
        super().setUp()
        self.program()
        if not self.made:
            self.assertEqual(self.gpulint(0, "job", "program.cu", "--output", "jobs", "--", "-Iinclude").stdout, "jobs: 5 jobs\n")
            self.made.update({file.name: file.read_bytes() for file in (self.path / "jobs").iterdir()})
        (self.path / "jobs").mkdir(exist_ok=True)
        for name, content in self.made.items():
            (self.path / "jobs" / name).write_bytes(content)
        (self.path / "results").mkdir()

    def command(self, word):
        """The command line of the documentation that has the word."""
        return next(line for line in (BATCH / "README.md").read_text().splitlines() if re.match(word, line))

    def check(self, code, **environment):
        """Merged is what verify tells, in all formats; and results keep to their schema."""
        for form in ["text", "short", "json"]:
            merged = self.gpulint(code, "merge", "jobs", "results", "--format", form, "--fail-on", "note")
            self.assertEqual(merged.stdout, self.verified(code, "--format", form, **environment))
        for kind in ["job", "result"]:
            schema = json.loads((ROOT / "docs" / f"{kind}.schema.json").read_text())
            for file in (self.path / (kind + "s")).iterdir():
                self.assertEqual(list(json_schema.errors(json.loads(file.read_text()), schema)), [], file)

    def test_one_after_the_other(self):
        done = self.run_here(self.command("for job"), **WITHOUT_GPU)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.check(2, **WITHOUT_GPU)
        report = json.loads(self.gpulint(2, "merge", "jobs", "results", "--format", "json").stdout)
        self.assertTrue(all(kernel["resources"]["registers"] > 0 for kernel in report["kernels"]))

    def test_side_by_side(self):
        if not shutil.which("parallel"):
            done = self.run_here("ls jobs | xargs -P 4 -I NAME sh -c 'gpulint-run <jobs/NAME >results/NAME'")
        else:
            done = self.run_here(self.command("parallel -j4"), HOME=str(self.path))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check(1)

    def test_tasks_of_an_array(self):
        for task in ["3", "4", "4"]:
            done = self.run_here([str(BATCH / "slurm.sh"), "jobs", "results"], SLURM_ARRAY_TASK_ID=task,
                                 SLURM_ARRAY_TASK_MIN="3", SLURM_ARRAY_TASK_COUNT="2")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            if task == "3":
                self.assertIn("2 of 5 jobs have no result: 0002-copy, 0004-fill\n",
                              self.gpulint(2, "merge", "jobs", "results").stderr)
        self.check(1)

    def test_headers_of_one_spelling(self):
        """Each file has the one that the compiler finds for it."""
        for folder, value in (("a", 4), ("b", 8), ("c/b", 16)):
            (self.path / folder).mkdir(parents=True)
            (self.path / folder / "cfg.h").write_text(f"#undef VALUE\n#define VALUE {value}\n")
            name = folder.replace("/", "")
            (self.path / folder / "f.cuh").write_text(f'#include "cfg.h"   // its own\n#include "cfg.h"\n__device__ int f{name}() {{ return VALUE; }}\n')
        (self.path / "program.cu").write_text('#include "a/f.cuh"\n#include "b/f.cuh"\n#include "c/b/f.cuh"\n' + """
static_assert(VALUE == 16);
__global__ void k(int *a) { static_assert(VALUE == 16); a[fa() + fb() + fcb()] = 1; }
int main() { int *a; cudaMalloc(&a, 256); k<<<1, 32>>>(a); }
""")
        job = self.path / "job.json"
        self.gpulint(0, "job", "program.cu", "--output", "job.json")
        source = json.loads(job.read_text())["sources"][0]
        headers = {header["name"]: header["text"] for header in source["headers"]}
        found = {name: re.findall('#include "(.*?)"', text) for name, text in headers.items() if name.endswith("f.cuh")}
        self.assertEqual(found, {"a/f.cuh": ["cfg.h"] * 2, "b/f.cuh": ["b/cfg.h"] * 2, "c/b/f.cuh": ["b-2/cfg.h"] * 2})
        self.assertEqual([headers[name].split()[-1] for name in ("cfg.h", "b/cfg.h", "b-2/cfg.h")], ["4", "8", "16"])
        result = json.loads(self.run_here(f"{RUNNER} <job.json", **WITHOUT_GPU).stdout)
        self.assertEqual((result["kernels"][0]["status"], result["sources"][0]["problems"]), ("ok", []))

    def test_a_header_of_several_spellings(self):
        """It travels once, as the compiler includes it once."""
        for folder in ("a", "b"):
            (self.path / folder).mkdir()
        (self.path / "a" / "once.h").write_text("#pragma once\nstruct once { int value; };\n")
        (self.path / "b" / "f.cuh").write_text('#include "../a/once.h"\n#include "./../a/once.h"\n__device__ int f() { return once{2}.value; }\n')
        (self.path / "program.cu").write_text('#include "b/f.cuh"\n#include "a/once.h"\n' """
__global__ void k(int *a) { a[f()] = 1; }
int main() { int *a; cudaMalloc(&a, 256); k<<<1, 32>>>(a); }
""")
        self.gpulint(0, "job", "program.cu", "--output", "job.json", "--", "-include", "a/once.h")
        source = json.loads((self.path / "job.json").read_text())["sources"][0]
        headers = {header["name"]: header["text"] for header in source["headers"]}
        self.assertEqual(sorted(headers), ["a/once.h", "b/f.cuh"])
        self.assertEqual(re.findall('#include "(.*?)"', headers["b/f.cuh"]), ["a/once.h"] * 2)
        result = json.loads(self.run_here(f"{RUNNER} <job.json", **WITHOUT_GPU).stdout)
        self.assertEqual((result["kernels"][0]["status"], result["sources"][0]["problems"]), ("ok", []))

    def test_header_names_of_other_bytes(self):
        """Those that are no UTF-8 go by names that are; these may be longer than the path."""
        for name in (b"\xff.h", b"\xfe.h"):
            with open(os.path.join(os.fsencode(self.path), name), "w", encoding="utf-8") as file:
                file.write(f"#define VALUE_{name[0]:x} {name[0]}\n")
        (self.path / "program.cu").write_bytes(b'#include "\xff.h"\n#include "\xfe.h"\n'
                                               b"__global__ void k(int *a) { a[VALUE_ff - VALUE_fe] = 1; }\n"
                                               b"int main() { int *a; cudaMalloc(&a, 256); k<<<1, 32>>>(a); }\n")
        self.gpulint(0, "job", "program.cu", "--output", "job.json")
        names = [header["name"] for header in json.loads((self.path / "job.json").read_text())["sources"][0]["headers"]]
        self.assertEqual(len(set(names)), 2, names)

    def test_a_file_name_of_any_letters(self):
        name = 'my "own"\\kernel.cu'
        (self.path / name).write_text('__global__ void bad(int *a)\n{\n  asm("this is no ptx;");\n  a[0] = 1;\n}\n__global__ void good(int *a) { a[0] = 1; }\n'
                                      "int main() { int *a; cudaMalloc(&a, 256); bad<<<1, 32>>>(a); good<<<1, 32>>>(a); }\n")
        kernels = json.loads(self.gpulint(2, "verify", "--format", "json", name, **WITHOUT_GPU).stdout)["kernels"]
        self.assertEqual([kernel["resources"]["source"] for kernel in kernels], ["source", "nvrtc"])
        self.assertEqual((kernels[0]["status_place"]["file"], kernels[0]["status_place"]["line"]), (name, 3))

    def test_a_kernel_that_is_refused_leaves_others_alone(self):
        self.refused_program()
        shutil.rmtree(self.path / "jobs")
        self.gpulint(0, "job", "program.cu", "--output", "jobs", "--", "-Iinclude")
        self.assertEqual(self.run_here(self.command("for job")).returncode, 0)
        self.check(1)
        statuses = self.statuses(self.gpulint(1, "merge", "jobs", "results", "--format", "json", "--fail-on", "note").stdout)
        self.assertEqual([status.partition(":")[0] for status in statuses], ["ok", "compile-error", "ok", "ok"])

    def test_a_kernel_of_a_header_that_is_refused_leaves_others_alone(self):
        self.refused_program()
        program = (self.path / "program.cu").read_text().splitlines(keepends=True)
        (self.path / "include" / "scale.cuh").write_text("#define SCALE 3\n" + "".join(program[1:4]))
        (self.path / "program.cu").write_text("".join(program[:1] + program[4:]))
        report = self.verify(2, "--format", "json", **WITHOUT_GPU).stdout
        self.assertEqual([status.partition(":")[0] for status in self.statuses(report)], ["ok", "compile-error", "ok", "ok"])

    def test_a_job_that_kills_the_worker_leaves_others_alone(self):
        tools = self.path / "tools"
        tools.mkdir()
        fake = tools / "gpulint-run"
        fake.write_text(f"""#!/bin/sh
job=$(cat)
case $job in *KILLS_IT*) echo '{{'; kill -KILL $$ ;; esac
printf '%s\n' "$job" | {RUNNER}
""")
        fake.chmod(0o755)
        job = self.path / "jobs" / "0002-copy.json"
        job.write_text(json.dumps({**json.loads(job.read_text()), "KILLS_IT": 1}))
        task = {"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_COUNT": "1",
                "PATH": f"{tools}:{os.environ['PATH']}"}
        for _ in range(2):
            done = self.run_here([str(BATCH / "slurm.sh"), "jobs", "results"], **task)
            self.assertEqual(done.returncode, 1)
            self.assertIn("jobs/0002-copy.json: gpulint-run ended with status 137\n", done.stderr)
            self.assertEqual({file.name[:4] for file in (self.path / "results").glob("*.json")}, {"0001", "0003", "0004", "0005"})

    def test_tasks_of_an_array_with_a_step(self):
        tasks = {"SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_ARRAY_TASK_STEP": "3"}
        for task in ["1", "4"]:
            done = self.run_here([str(BATCH / "slurm.sh"), "jobs", "results"], SLURM_ARRAY_TASK_ID=task, **tasks)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len(list((self.path / "results").glob("*.json"))), 5)
        done = self.run_here([str(BATCH / "slurm.sh"), "jobs", "results"], SLURM_ARRAY_TASK_ID="9", **tasks)
        self.assertEqual(done.returncode, 2)
        self.assertIn("not one range", done.stderr)

    def test_a_task_that_ran_without_a_gpu_is_run_again(self):
        task = {"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_COUNT": "1"}
        self.run_here([str(BATCH / "slurm.sh"), "jobs", "results"], **task, **WITHOUT_GPU)
        self.gpulint(2, "merge", "jobs", "results")
        self.run_here([str(BATCH / "slurm.sh"), "jobs", "results"], **task)
        self.check(1)

    def test_what_a_lost_gpu_left_is_run_again_and_nothing_else(self):
        done = self.run_here([str(BATCH / "slurm.sh"), "jobs", "results"])   # no array: one task
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        files = sorted((self.path / "results").glob("*.json"))
        self.assertEqual(len(files), 5)
        for file in files:
            result = json.loads(file.read_text())
            result["kernels"][0]["launches"][0]["status"] = "not-run" if file.name.startswith("0002") else "ok"
            file.write_text(json.dumps({**result, "reason": "touched"}, indent=1))
        self.run_here([str(BATCH / "slurm.sh"), "jobs", "results"])
        self.assertEqual([file.name[:4] for file in files if json.loads(file.read_text())["reason"] == ""], ["0002"])
        done = self.run_here([str(BATCH / "slurm.sh"), "no-jobs", "results"])
        self.assertEqual((done.returncode, done.stderr), (2, "slurm.sh: there are no jobs in no-jobs\n"))

    def test_what_cannot_become_better_is_not_run_again(self):
        job = self.path / "jobs" / "0002-copy.json"
        text = json.loads(job.read_text())
        text["sources"][0]["text"] = "this is no C++\n" + text["sources"][0]["text"]
        job.write_text(json.dumps(text))
        self.run_here([str(BATCH / "slurm.sh"), "jobs", "results"])
        broken = json.loads((self.path / "results" / "0002-copy.json").read_text())
        self.assertEqual(("compile-error", "not-run"), (broken["kernels"][0]["status"], broken["kernels"][0]["launches"][0]["status"]))
        lost = "the CUDA driver sees no GPU"
        for name, race in (("0003", "its first kernel cannot run, or all others cannot"), ("0004", lost)):
            file, = (self.path / "results").glob(name + "*.json")
            result = json.loads(file.read_text())
            result["races"] = [{"status": "not-run", "reason": race, "runs": 0, "times": [], "id": "r"}]
            file.write_text(json.dumps(result, indent=1))
        files = list((self.path / "results").glob("*.json"))
        before = {file: file.stat().st_mtime_ns for file in files}
        self.run_here([str(BATCH / "slurm.sh"), "jobs", "results"])
        self.assertEqual(["0004"], [file.name[:4] for file in files if file.stat().st_mtime_ns != before[file]])


class Programs(BatchTest):
    """The table of whole programs (programs.py), with its jobs carried to a GPU and back."""

    def programs(self, mode, code, *arguments, **environment):
        tool = [sys.executable, "-B", str(ROOT / "tests" / "gpu" / "programs.py"), mode]
        tool += [RUNNER] if mode == "run" else [GPULINT, "table.tsv", "."]
        done = self.run_here([*tool, "jobs", "results", *arguments], **environment)
        self.assertEqual(done.returncode, code, f"{mode}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def row(self, text, name):
        header, *rows = text.splitlines()
        cells = next(row for row in rows if row.startswith(name + " ")).split()[1:]
        return dict(zip(header.split("  ")[-len(cells):], map(int, cells)))

    def test_there_and_back(self):
        self.program()
        file = self.path / "program.cu"
        file.write_text(file.read_text().replace("\tcopy<<<2, 128>>>", "\tfor (int i = 2; i < 9; i++)\n\t\tcopy<<<i, 128>>>"))
        (self.path / "table.tsv").write_text("# name\tfolder\tfiles\tflags\targuments\none\t.\tprogram.cu\t-Iinclude\t\n")
        self.assertRegex(self.programs("jobs", 0), r"^2 jobs, [0-9.]+ MiB; 2 have no result")
        before = self.programs("table", 1)
        self.assertEqual(self.row(before, "one")["ran"], 0)
        self.assertIn("     4  kernel: not-run: it has not been run yet\n", before)

        self.assertEqual(self.programs("run", 0, **WITHOUT_GPU).count("no-device"), 2)
        row = self.row(self.programs("table", 1), "one")
        self.assertEqual((row["kernels"], row["compiled"], row["ran"]), (4, 4, 0))

        self.assertEqual(self.programs("run", 0).count(": ok"), 2)
        self.assertEqual(self.programs("run", 0), "")
        self.assertRegex(self.programs("jobs", 0), r"^2 jobs, [0-9.]+ MiB; 0 have no result")
        after = self.programs("table", 1)
        self.assertEqual(self.row(after, "one")["ran"], 4)
        self.assertTrue(after.endswith("100.0% of the kernels ran; 4 of 4 with launches of the host code's own\n"), after)


class Devices(BatchTest):
    def compare(self, options, **environment):
        """What is said of GPUs that were not to be had; the report is that of one GPU."""
        several = self.verify(1, "--format", "json", "--devices", options, **environment)
        self.assertEqual(several.stdout, self.verified(1, "--format", "json"))
        return several.stderr

    def test_as_with_one(self):
        self.program()
        for options in ["all", "0,1", "2,0,1", "1"]:
            self.assertEqual(self.compare(options, STAND_IN_DEVICES="3"), "")

    def test_what_is_wrong_has_no_cost(self):
        program = str(ROOT / "rules" / "invalid-access" / "bad.cu")
        report = json.loads(self.gpulint(1, "verify", "--format", "json", "--fail-on", "note", program).stdout)
        reported = {finding["unmeasured_penalty"] for finding in report["findings"] if finding["rule"] == "invalid-access"}
        self.assertEqual(reported, {"it is an error, not a cost in time"})

    def test_kernels_that_fail(self):
        self.program("illegal_address")
        self.assertEqual(self.compare("all", STAND_IN_DEVICES="2"), "")
        self.program("dies")
        self.assertEqual(self.compare("all", STAND_IN_DEVICES="2"), "")

    def test_a_verify_that_is_killed_leaves_nothing_behind(self):
        """Soon, and while a kernel is running that does not end."""
        self.program("endless")
        file, record = self.path / "program.cu", self.path / "record"
        file.write_text(re.sub("\tcopy<<<.*", "", file.read_text()))
        libraries = STAND_INS + ":" + os.environ.get("LD_LIBRARY_PATH", "")
        environment = {**os.environ, "LD_LIBRARY_PATH": libraries, "GPULINT_CUPTI": STAND_INS + "/libcupti.so.13", "STAND_IN_RECORD": str(record)}
        command = [GPULINT, "verify", "--fail-on", "note", "--time-limit", "60", "program.cu", "--", "-Iinclude"]
        for is_running in [False, True]:
            record.unlink(missing_ok=True)
            with subprocess.Popen(command, cwd=self.path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment) as process:
                end = time.monotonic() + (20 if is_running else 0.1)
                while time.monotonic() < end and not (is_running and record.exists()):
                    time.sleep(0.01)
                self.assertTrue(record.exists() or not is_running)
                process.kill()
                began = time.monotonic()
                process.stderr.read()   # to its end: nobody is left who could write to it
                self.assertLess(time.monotonic() - began, 20)

    def test_a_kernel_that_is_refused(self):
        self.refused_program()
        self.assertEqual(self.compare("0,1", STAND_IN_DEVICES="2"), "")

    def test_a_gpu_that_is_not_there(self):
        self.program()
        reported = self.compare("0,5,1", STAND_IN_DEVICES="2")
        self.assertEqual(reported, "gpulint: GPU 5 cannot be used: something went wrong (error 101)\n")
        alone = self.verify(2, "--devices", "999", STAND_IN_DEVICES="2")
        self.assertEqual(alone.stderr, "gpulint: GPU 999 cannot be used: something went wrong (error 101)\n")
        calibrating = self.gpulint(2, "calibrate", "--devices", "999", "--output", "profile.json", "read-stride", STAND_IN_DEVICES="2")
        self.assertEqual(calibrating.stderr, "gpulint: round 1 of 2\n" + alone.stderr)
        for options in ["5,6", "all"]:
            report = json.loads(self.verify(2, "--format", "json", "--devices", options, **WITHOUT_GPU).stdout)
            self.assertEqual(report["measurement"]["reason"], "something went wrong (error 100)")

    def test_gpus_that_are_taken_away(self):
        """A kernel that ends the GPU does so twice, and no third time; what others had is done by those that are left."""
        self.program("is_taken_away")
        alone = json.loads(self.verify(1, "--format", "json", STAND_IN_GONE=str(self.path / "alone")).stdout)
        several = self.verify(1, "--format", "json", "--devices", "all", STAND_IN_DEVICES="3", STAND_IN_GONE=str(self.path / "several"))
        self.assertRegex(several.stderr, r"(?s)^(gpulint: GPU \d was lost: the CUDA driver sees no GPU with that UUID\n){2}$")
        self.assertEqual(self.statuses(several.stdout), ["ok", "fault: something went wrong (error 46)", "ok", "ok"])
        self.assertEqual(alone["kernels"][1]["status"], self.statuses(several.stdout)[1])

    def test_what_shares_a_part_with_what_ends_a_gpu(self):
        """Parts have two launches each: the other one is done all the same."""
        self.program("is_taken_away")
        file = self.path / "program.cu"
        file.write_text(file.read_text().replace("\tcopy<<<2, 128>>>", "\tfor (int i = 2; i < 9; i++)\n\t\tcopy<<<i, 128>>>"))
        report = self.verify(1, "--format", "json", "--devices", "all", STAND_IN_DEVICES="3", STAND_IN_GONE=str(self.path / "gone"))
        self.assertEqual(report.stderr.count("was lost"), 2)
        launches = {kernel["name"]: [bool(launch["time"]) for launch in kernel["launches"]] for kernel in json.loads(report.stdout)["kernels"]}
        self.assertEqual(launches, {"copy": [True] * 8, "is_taken_away": [False], "fill": [True]})

    def test_no_gpu_that_is_left(self):
        self.program("is_taken_away")
        report = self.verify(1, "--format", "json", "--devices", "all", STAND_IN_DEVICES="2", STAND_IN_GONE=str(self.path / "gone"))
        self.assertIn("fault", self.statuses(report.stdout)[1])
        self.assertEqual(report.stderr.count("was lost"), 2)

    def test_gpus_of_several_kinds(self):
        self.program()
        out = self.verify(1, "--devices", "0,1", STAND_IN_DEVICES="2", STAND_IN_NAMES="Some GPU,Some GPU Max").stdout
        self.assertRegex(out, "Measured on (Some GPU, Some GPU Max|Some GPU Max, Some GPU|Some GPU Max|Some GPU),")
        report = json.loads(self.verify(1, "--format", "json", "--devices", "0,1", STAND_IN_DEVICES="2",
                                        STAND_IN_NAMES="Some GPU,Some GPU Max").stdout)
        schema = json.loads((ROOT / "docs" / "report.schema.json").read_text())
        self.assertEqual(list(json_schema.errors(report, schema)), [])
        names = {launch.get("device") for kernel in report["kernels"] for launch in kernel["launches"]}
        self.assertLessEqual(names, {None} if "," not in report["measurement"]["device"] else {"Some GPU", "Some GPU Max"})


if __name__ == "__main__":
    GPULINT, RUNNER, STAND_INS = (os.path.abspath(argument) for argument in sys.argv[1:4])
    del sys.argv[1:4]
    state = json.loads(subprocess.run([RUNNER], input='{"schema_version": 1, "sources": [{"id": "s", "name": "k.cu", "text": ""}],'
                                      ' "kernels": []}', capture_output=True, text=True, check=True).stdout)
    if not state["compiler"]:
        print("SKIPPED:", state["reason"])
        sys.exit(77)
    unittest.main()
