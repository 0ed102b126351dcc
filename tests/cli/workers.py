"""Workers that stand in for a GPU: each answers a job with counts and times that a test chooses."""
import json
import sys

from support import FINDINGS, ROOT, CommandTest, json_schema

# A worker whose GPU counts whatever is predicted of the launches of MANY, and that obeys KERNELS' names.
COUNTER = """import json, os, sys
job = json.load(sys.stdin)
def line(number, kind, requests, sectors):
    return {"file": "many.cu", "line": number, "kind": kind, "space": "global", "requests": requests, "lanes": 32 * requests,
            "sectors": sectors * requests, "ideal_sectors": 4 * requests}
def counted(launch):
    warps = launch["grid"][0] * launch["block"][0] // 32
    return {"id": launch["id"], "status": "ok", "reason": "", "metrics_status": "ok", "occupancy": None, "time": None, "buffers": [],
            "lines": [line(4, "load", warps, 32), line(4, "store", warps, 4), line(8, "store", warps, 4)]}
gone = job.get("device") == 0 and os.path.exists("gone")
device = {"name": "a GPU", "uuid": "", "gpus": 2, "sm": "sm_90", "counters": True}
kernels = [{"id": k["id"], "status": "ok", "reason": "", "resources": None, "launches": [counted(x) for x in k["launches"]]}
           for k in job["kernels"]]
json.dump({"schema_version": 1, "version": "VERSION", "job": job.get("id"), "status": "no-device" if gone else "ok",
           "reason": "it is gone" if gone else "", "device": None if gone else device, "compiler": None, "sources": [],
           "kernels": kernels}, sys.stdout)
"""


class PenaltyTest(CommandTest):
    """Runs verify with a worker that times a finding's second version."""

    # Answers with what answers.json has for the original, the version and the one that computes twice; GPUs of "gone" are not there
    # once counts were taken. jobs.json has the jobs with races, and where they were sent.
    WORKER = """import fcntl, json, os, sys
job, answers = json.load(sys.stdin), json.load(open("answers.json"))
twice = {s["id"] for s in job["sources"] if "GPULINT_TWICE" in s.get("defines", [])}
def role(kernel):
    return "own" if "inputs_of" not in kernel else "twice" if kernel["source"] in twice else "version"
def counted(kernel, launch):
    answer = {**answers["own"], **({} if role(kernel) == "own" else answers["version"]), **(answers.get("twice", {}) if role(kernel) == "twice" else {})}
    return {"id": launch["id"], "status": "ok", "reason": "", "metrics_status": "ok", "occupancy": None, "time": None, "buffers": [], **answer}
def times(kernel):
    us = {"own": 1000, "version": 500, "twice": 510, **answers.get("us", {})}[role(kernel)]
    return {"kernel": kernel["id"], "median_us": us, "ratio": 1000 / us, "low": 990 / us, "high": 1010 / us}
if "races" in job:
    with open("lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        jobs = json.load(open("jobs.json")) if os.path.exists("jobs.json") else []
        json.dump(jobs + [job], open("jobs.json", "w"))
gone = job.get("device") in answers.get("gone", []) and os.path.exists("jobs.json")
by_id = {k["id"]: k for k in job["kernels"]}
resources = {"registers": answers.get("registers", 20), "spill_store_bytes": 0, "spill_load_bytes": 0, "static_shared": 0}
kernels = [{"id": k["id"], "status": "ok", "reason": "", "resources": resources, "launches": [counted(k, x) for x in k["launches"]]}
           for k in job["kernels"]]
races = [{"id": r["id"], "status": "ok", "reason": "", "runs": 11, "times": [times(by_id[k]) for k in r["kernels"]]} for r in job.get("races", [])]
json.dump({"schema_version": 1, "job": job.get("id"), "status": "no-device" if gone else "ok", "reason": "it is gone" if gone else "",
           "device": None if gone else {"name": "NVIDIA H200", "uuid": "", "gpus": 2, "sm": "sm_90", "counters": True},
           "compiler": None, "sources": [], "kernels": kernels, "races": races}, sys.stdout)
"""

    def timed(self, text, *more, **answers):
        """The first finding of a program, by its source alone, and its jobs with races."""
        self.write("worker.py", self.WORKER)
        self.write("answers.json", json.dumps(answers))
        (self.path / "jobs.json").unlink(missing_ok=True)
        program = self.write("program.cu", text)
        report = self.report(FINDINGS, "verify", "--no-compile", "--fail-on", "note", "--gpu", "H200", "--runner",
                             f"{sys.executable} -IS worker.py", *more, program)
        jobs = json.loads((self.path / "jobs.json").read_text()) if (self.path / "jobs.json").exists() else []
        for job in jobs:
            self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])
        return report["findings"], jobs

    @staticmethod
    def changed_lines(job, kernel):
        source = next(s for s in job["sources"] if s["id"] == kernel["source"])["text"].split("\n")
        return [new.strip() for old, new in zip(job["sources"][0]["text"].split("\n"), source) if old != new]

    @staticmethod
    def line(number, kind, requests, **more):
        space = "none" if kind == "branch" else "global"
        return {"file": "program.cu", "line": number, "kind": kind, "space": space, "instructions": 1, "requests": requests,
                "lanes": 32 * requests, **more}
