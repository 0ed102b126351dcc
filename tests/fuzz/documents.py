#!/usr/bin/env python3
"""Jobs and results that something has happened to: the worker, verify and merge report them, whatever they are.

    documents.py GPULINT GPULINT_RUN STAND_INS [--seconds N] [--seed N]

Takes the jobs that gpulint makes of a program and the results that the worker gives of them (with the stand-in driver and CUPTI of
tests/gpu), changes them in a few places, and looks at what becomes of them:

- nothing crashes, hangs or has a sanitizer complain (for which both are best built with the asan preset);
- what is written is JSON that keeps to its schema, without NaN;
- a job that its schema refuses, the worker refuses, too.

Needs NVRTC; exit status 77: it is not there. Prints what it found, and keeps the documents that did it in ./fuzz-SEED."""
import argparse
import copy
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import json_schema  # noqa: E402
import mutations  # noqa: E402

SCHEMAS = {kind: json.loads((ROOT / "docs" / f"{kind}.schema.json").read_text()) for kind in ("job", "result", "report")}
PROGRAM = """struct pair { const float *in; int step; };
__constant__ float scale[4];
__device__ int offset = 3;
__global__ void copy(float *out, pair p) { out[threadIdx.x] = p.in[p.step * threadIdx.x] * scale[threadIdx.x % 4]; }
__global__ void gather(float *out, const float *in, const int *from) { out[threadIdx.x] = in[from[threadIdx.x] + offset]; }
__global__ void read(float *out, cudaTextureObject_t image) { out[threadIdx.x] = tex2D<float>(image, threadIdx.x, 1); }
template <typename T> __global__ void fill(T *out, T x) { out[threadIdx.x] = x; }
int main()
{
	float *a, *b, values[4] = {1, 2, 3, 4};
	int *from, host[64];
	for (int i = 0; i < 64; i++)
		host[i] = 63 - i;
	cudaMalloc(&a, 1 << 16);
	cudaMalloc(&b, 1 << 16);
	cudaMalloc(&from, sizeof host);
	cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
	cudaMemcpyToSymbol(scale, values, sizeof values);
	copy<<<1, 256>>>(a, {b, 32});
	copy<<<2, 128>>>(b, {a, 2});
	gather<<<1, 64>>>(a, b, from);
	cudaTextureObject_t image;
	read<<<1, 32>>>(a, image);
	fill<<<1, 32>>>(a, 2.0f);
	fill<<<1, 32>>>((int *)b, 2);
}
"""
COPIED = [{"file": "program.cu", "line": 4, "space": "global", "kind": kind, "instructions": 1, "requests": 8, "lanes": 256,
           "sectors": 8 * sectors, "ideal_sectors": 32} for kind, sectors in (("load", 32), ("store", 4))]
NUMBERS = [0, 1, -1, 2, 7, 31, 255, 256, 4095, 1 << 16, (1 << 31) - 1, 1 << 31, -(1 << 31), 1 << 32, (1 << 63) - 1, -(1 << 63), 0.5, -0.5,
           1e-300, 1e300, -1e300, 1e18, 3.5e38]
TEXTS = ["", "ok", "x", "sm_90", "0", "\u00e9\u4e2d", "a\nb\x1b[31m", "%s%n", "../../x", "AAAA", "A" * 10000, "time", "global", "store"]
MOST_SECONDS = 60   # for a process


class Fault(Exception):
    """What must not be."""


def other_value(value, rng):
    """Often of the same kind."""
    if isinstance(value, bool) or rng.random() < 0.15:
        return rng.choice([None, True, False, [], {}, 0, "", [[]], {"": {}}])
    if isinstance(value, (int, float)):
        return rng.choice([rng.choice(NUMBERS), value + rng.choice([-1, 1, 0.5]), -value, value * 1000])
    if isinstance(value, str):
        return rng.choice([rng.choice(TEXTS), value[:len(value) // 2], value + "x", value.upper(), value.replace("1", "2")])
    return rng.choice([rng.choice(NUMBERS), rng.choice(TEXTS), [value], {"kind": value}, None])


def mutated(document, rng):
    """A text that is often JSON."""
    result = copy.deepcopy(document)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        places = list(mutations.places(result))
        if not places:
            break
        path = rng.choice(places)
        holder, key = mutations.at(result, path[:-1]), path[-1]
        what = rng.random()
        if what < 0.5:
            holder[key] = other_value(holder[key], rng)
        elif what < 0.65:
            del holder[key]
        elif what < 0.8:   # what stands elsewhere
            holder[key] = copy.deepcopy(mutations.at(result, rng.choice(places)))
        elif isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
            rng.shuffle(holder)
        else:
            holder[rng.choice(["another", "id", "bytes", "status", "lines"])] = holder[key]
    text = json.dumps(result, ensure_ascii=rng.random() < 0.5)
    while rng.random() < 0.1 and text:
        at = rng.randrange(len(text))
        text = rng.choice([text[:at], text[:at] + rng.choice("\0[]{}\",:eE-9\n\x7f") + text[at:], text[:at] + text[at + 1:], text + text])
    return text


def loaded(text):
    """NaN is none of JSON's."""
    def refuse(name):
        raise Fault(f"it wrote {name}")
    try:
        return json.loads(text, parse_constant=refuse)
    except ValueError as error:
        raise Fault(f"it wrote no JSON: {error}: {text[:200]!r}") from error


def check_schema(kind, document):
    problem = next(json_schema.errors(document, SCHEMAS[kind]), None)
    if problem:
        raise Fault(f"its {kind} does not keep to the schema: {problem}")


class Fuzz:
    def __init__(self, options, folder):
        self.options, self.folder, self.rng = options, folder, random.Random(options.seed)
        libraries = str(options.stand_ins) + ":" + os.environ.get("LD_LIBRARY_PATH", "")
        self.environment = {**os.environ, "LD_LIBRARY_PATH": libraries, "GPULINT_CUPTI": f"{options.stand_ins}/libcupti.so.13",
                            "STAND_IN_COUNTS": str(folder / "counts"), "XDG_CACHE_HOME": str(folder),
                            "ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=1"}
        (folder / "program.cu").write_text(PROGRAM)
        self.run([options.gpulint, "job", "program.cu", "--time-limit", "3", "--output", "jobs"], codes=(0,))
        self.jobs = {file.name: json.loads(file.read_text()) for file in sorted((folder / "jobs").iterdir())}
        self.results = {name: loaded(self.run([options.gpulint_run], json.dumps(job), codes=(0,)).stdout) for name, job in self.jobs.items()}
        if not all(result["compiler"] for result in self.results.values()):
            print("SKIPPED: NVRTC is needed")
            sys.exit(77)
        (folder / "results").mkdir()
        for name, result in self.results.items():
            if name.endswith("copy.json"):
                # As predicted, so that there are penalties to be measured.
                result["kernels"][0]["launches"][0].update(lines=COPIED, metrics_status="ok")
            (folder / "results" / name).write_text(json.dumps(result))
        self.run([options.gpulint, "merge", "--penalties", "more", "jobs", "results"])
        for file in (folder / "more").iterdir():
            self.results[file.name] = loaded(self.run([options.gpulint_run], file.read_text(), codes=(0,)).stdout)
            self.jobs[file.name] = json.loads(file.read_text())
        (folder / "worker.sh").write_text(f"tee whole.json | '{options.gpulint_run}' | tee whole_result.json\n")
        self.run([options.gpulint, "verify", "--runner", "sh worker.sh", "--time-limit", "3", "program.cu"], codes=(0, 1, 2))
        self.whole = json.loads((folder / "whole_result.json").read_text())
        self.whole["kernels"][0]["launches"][0].update(lines=COPIED, metrics_status="ok")
        self.made = 0

    def run(self, command, text="", codes=(0, 1, 2)):
        try:
            done = subprocess.run(command, input=text.encode("utf-8", "surrogatepass"), capture_output=True, cwd=self.folder,
                                  env=self.environment, timeout=MOST_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise Fault(f"it took more than {MOST_SECONDS} s") from error
        said = done.stderr.decode("utf-8", "replace")
        if done.returncode not in codes or "Sanitizer" in said or "runtime error" in said:
            where = [line for line in said.splitlines() if "SUMMARY" in line or "runtime error" in line or " in " in line and "../src" in line]
            raise Fault(f"it ended with {done.returncode}: " + ("\n".join(where[:8]) or said[-1000:]))
        return done

    def try_worker(self):
        job = copy.deepcopy(self.rng.choice(list(self.jobs.values())))
        text = mutated(job, self.rng)
        try:
            job = json.loads(text)
        except ValueError:
            job = None
        if isinstance(job, dict) and json_schema.is_number(job.get("seconds")) and job["seconds"] > 3:
            job["seconds"] = 3   # it is waited for
            text = json.dumps(job)
        self.tried = {"job.json": text}
        result = loaded(self.run([self.options.gpulint_run], text, codes=(0, 2)).stdout.decode())
        check_schema("result", result)
        if isinstance(job, dict):
            job.pop("origin", None)   # which the worker passes over
            refused = next(json_schema.errors(job, SCHEMAS["job"]), None)
            if refused and result["status"] != "bad-job":
                raise Fault(f"the worker takes what the schema refuses: {refused}")

    def report(self, *command):
        """The report, and that it is one."""
        form = self.rng.choice(["json", "json", "text", "short"])
        done = self.run([self.options.gpulint, *command, "--format", form])
        if form == "json" and done.stdout:
            check_schema("report", loaded(done.stdout.decode("utf-8", "replace")))

    def try_merge(self):
        self.tried = {}
        wrong = self.rng.sample(list(self.results), self.rng.choice([1, 2, len(self.results)]))
        for name, result in self.results.items():
            text = mutated(result, self.rng) if name in wrong else json.dumps(result)
            (self.folder / "results" / name).write_text(text, "utf-8", "surrogatepass")
            if name in wrong:
                self.tried[name] = text
        self.made += 1
        self.report("merge", *self.rng.choice([(), ("--penalties", f"more{self.made}")]), "jobs", "results")

    def try_verify(self):
        text = mutated(self.whole, self.rng)
        self.tried = {"result.json": text}
        (self.folder / "result.json").write_text(text, "utf-8", "surrogatepass")
        devices = self.rng.choice([(), (), ("--devices", "0,1"), ("--devices", "all")])
        self.report("verify", "--runner", "cat >/dev/null; cat result.json", "--time-limit", "3", *devices, "program.cu")

    def try_origin(self):
        """Jobs that merge is given: the first says what all are."""
        name = "0001-copy.json"
        text = mutated({**self.jobs[name], "kernels": [], "sources": []}, self.rng)
        self.tried = {"job.json": text}
        made = self.folder / "made"
        made.mkdir(exist_ok=True)
        (made / name).write_text(text, "utf-8", "surrogatepass")
        self.report("merge", "made", "results")


def main():
    parser = argparse.ArgumentParser()
    for name in ("gpulint", "gpulint_run", "stand_ins"):
        parser.add_argument(name, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counts, faults = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        fuzz = Fuzz(options, pathlib.Path(folder))
        end = time.monotonic() + options.seconds
        ways = {"worker": fuzz.try_worker, "merge": fuzz.try_merge, "verify": fuzz.try_verify, "origin": fuzz.try_origin}
        while time.monotonic() < end:
            way = fuzz.rng.choice(["worker"] * 4 + ["merge", "merge", "verify", "origin"])
            counts[way] = counts.get(way, 0) + 1
            try:
                ways[way]()
            except Fault as fault:
                faults += 1
                kept = pathlib.Path(f"fuzz-{options.seed}") / str(faults)
                kept.mkdir(parents=True, exist_ok=True)
                for name, text in fuzz.tried.items():
                    (kept / name).write_text(text, "utf-8", "surrogatepass")
                print(f"{way}: {fault}\n   (kept in {kept})", flush=True)
    print(", ".join(f"{way}: {count}" for way, count in sorted(counts.items())) + f"; {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
