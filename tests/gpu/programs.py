#!/usr/bin/env python3
"""gpulint verify over a table of whole programs, the GPU being on another machine.

usage: programs.py jobs  GPULINT TABLE SOURCES JOBS RESULTS [--only REGEX] [--options OPTIONS] [-j N]
       programs.py run   GPULINT_RUN JOBS RESULTS [--only REGEX] [-j N] [--seconds S]
       programs.py table GPULINT TABLE SOURCES JOBS RESULTS [--only REGEX] [--options OPTIONS] [-j N] [--worst N]

TABLE has a program a line, with tabs between: its name, its folder under SOURCES, its source files, the compiler's flags, the
arguments of its main; `#` begins a comment. OPTIONS are gpulint's own, such as --gpu.

`jobs` writes what verify asks of the GPU into JOBS; `run`, on the machine with the GPU, does those that RESULTS has no result
for. What accesses cost is asked once it is known which are confirmed: after `run`, do `jobs` and `run` once more.
`table` tells for each program how many kernels there are, how many were compiled and run, what was confirmed and what was not
and why; and of all how far the predicted penalties are from the measured ones. It ends with 1 if fewer than 75% of the kernels
ran, or penalties are more than 20% off in the median, or one in ten by more than half.

Results belong to jobs by what is in these: a job that changes is to be run again."""
import argparse
import collections
import concurrent.futures
import gzip
import hashlib
import json
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import time

LEAST_RAN, MEDIAN_OFF, MOST_OFF, SHARE_WITHIN = 0.75, 0.20, 0.5, 0.9
MOST_LAUNCHES = 8
NOT_RUN_YET = "it has not been run yet"
NO_DEVICE = {"name": "none", "uuid": "", "gpus": 0, "sm": "", "multiprocessors": 0, "clock_mhz": 0, "driver": "", "l2_bytes": 0,
             "memory_bytes": 0, "counters": None, "counters_reason": ""}


def read(path):
    with gzip.open(path, "rt") as file:
        return file.read()


def write(path, text):
    """Whole or not at all, and equal bytes for equal texts."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(gzip.compress(text.encode(), 6, mtime=0))
    part.rename(path)


# ---- standing in for gpulint-run ----------------------------------------------------------------------------------------

def answer(program, jobs, results):
    """What verify reports: the results that there are; of what has none the job is kept, in parts that can run side by side."""
    job, answers = json.load(sys.stdin), []
    for part in parts(job):
        part, ids = numbered(part)
        text = json.dumps(part, separators=(",", ":"))
        name = f"{program}{'-races' if 'races' in part else ''}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.json.gz"
        if not (jobs / name).exists():
            write(jobs / name, text)
        answers.append(named(json.loads(read(results / name)) if (results / name).exists() else nothing(part), ids))
    print(json.dumps(joined(job, answers)))


def parts(job):
    """A race with its kernels and those that they need, or some kernels."""
    known = {kernel["id"]: kernel for kernel in job["kernels"]}
    if job.get("races"):
        groups = [(needed(race["kernels"], known), [race]) for race in job["races"]]
    else:
        groups = [(ids, []) for ids in grouped(job["kernels"])]
    for ids, races in groups:
        kernels = [kernel for kernel in job["kernels"] if kernel["id"] in ids]
        sources = {kernel["source"] for kernel in kernels}
        yield {**job, "sources": [source for source in job["sources"] if source["id"] in sources], "kernels": kernels,
               **({"races": races} if races else {})}


def needed(ids, known):
    found, left = set(), list(ids)
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += [known[one][member] for member in ("inputs_of", "audited_by") if member in known[one]]
    return found


def grouped(kernels):
    groups, launches = [], 0
    for kernel in kernels:
        count = len(kernel.get("launches", []))
        if not groups or launches + count > MOST_LAUNCHES:
            groups.append(set())
            launches = 0
        groups[-1].add(kernel["id"])
        launches += count
    return groups


def numbered(part):
    """The part with numbers of its own for ids, so that what else there is in the job does not change it; and the ids."""
    part = json.loads(json.dumps(part))
    ids = {}
    for member in "sources", "kernels", "races":
        for number, item in enumerate(part.get(member, [])):
            ids[member, str(number)] = item["id"]
    new = {(member, old): number for (member, number), old in ids.items()}
    for member in "sources", "kernels", "races":
        for item in part.get(member, []):
            item["id"] = new[member, item["id"]]
    for kernel in part["kernels"]:
        kernel["source"] = new["sources", kernel["source"]]
        for member in {"inputs_of", "audited_by"} & set(kernel):
            kernel[member] = new["kernels", kernel[member]]
    for race in part.get("races", []):
        race["kernels"] = [new["kernels", kernel] for kernel in race["kernels"]]
    return part, ids


def named(result, ids):
    """The result of a part with numbers of its own, with the job's ids."""
    for member in "sources", "kernels", "races":
        for item in result.get(member, []):
            item["id"] = ids[member, item["id"]]
    for race in result.get("races", []):
        for time in race["times"]:
            time["kernel"] = ids["kernels", time["kernel"]]
    return result


def joined(job, answers):
    """The results of a job's parts as the job's. What was compiled without a GPU, and what could not be launched anywhere, is
    reported as where there is one."""
    with_device = [answer for answer in answers if answer["status"] == "ok"]
    whole = dict((with_device or answers or [nothing({**job, "kernels": []})])[0])
    whole["job"] = job.get("id")
    if whole["status"] == "no-device":
        whole.update(status="ok", device=NO_DEVICE)
    for member in "kernels", "races":
        found = {item["id"]: item for answer in answers for item in answer.get(member, [])}
        whole[member] = [found[item["id"]] for item in job.get(member, []) if item["id"] in found]
    return whole


def nothing(job):
    launch = {"status": "not-run", "reason": NOT_RUN_YET}
    return {"schema_version": 1, "version": "", "job": None, "status": "no-device", "reason": NOT_RUN_YET, "device": None,
            "compiler": None, "sources": [], "kernels": [
                {"id": kernel["id"], "status": "ok", "reason": "", "problems": [], "resources": None,
                 "launches": [{"id": asked["id"], **launch} for asked in kernel.get("launches", [])]}
                for kernel in job["kernels"]]}


def verify(arguments, row):
    name, folder, files, flags, argv = (row + [""] * 5)[:5]
    stand_in = [sys.executable, "-B", os.path.abspath(__file__), "answer", name, os.path.abspath(arguments.jobs),
                os.path.abspath(arguments.results)]
    command = [os.path.abspath(arguments.gpulint), "verify", "--format", "json", "--fail-on", "never", "--runner", shlex.join(stand_in)]
    command += shlex.split(arguments.options) + (["--argv", argv] if argv else []) + files.split() + ["--"] + shlex.split(flags)
    try:
        done = subprocess.run(command, cwd=os.path.join(arguments.sources, folder), capture_output=True, text=True, timeout=600,
                              errors="replace")
        return name, json.loads(done.stdout), done.stderr
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return name, None, str(error)


def programs(arguments):
    rows = [line.rstrip("\n").split("\t") for line in pathlib.Path(arguments.table).read_text().splitlines()]
    return [row for row in rows if len(row) > 2 and not row[0].startswith("#") and re.search(arguments.only, row[0])]


def reports(arguments):
    for folder in arguments.jobs, arguments.results:
        os.makedirs(folder, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        for report in pool.map(lambda row: verify(arguments, row), programs(arguments)):
            yield report


def make_jobs(arguments):
    for name, report, error in reports(arguments):
        if not report:
            print(f"{name}: {error}")
    jobs = sorted(pathlib.Path(arguments.jobs).glob("*.json.gz"))
    left = [job for job in jobs if not has_result(pathlib.Path(arguments.results) / job.name)]
    print(f"{len(jobs)} jobs, {sum(job.stat().st_size for job in jobs) / 2**20:.1f} MiB; {len(left)} have no result, "
          f"{sum(job.stat().st_size for job in left) / 2**20:.1f} MiB")


# ---- running ------------------------------------------------------------------------------------------------------------

def has_result(path):
    return path.exists() and json.loads(read(path))["status"] == "ok"


def run_job(arguments, end, job):
    result = pathlib.Path(arguments.results) / job.name
    left = end - time.monotonic()
    if has_result(result) or left <= 0:
        return
    began = time.monotonic()
    try:
        done = subprocess.run([arguments.gpulint_run], input=read(job), capture_output=True, text=True, timeout=left, errors="replace")
        write(result, done.stdout.strip() + "\n")
        status = json.loads(done.stdout)["status"]
    except subprocess.TimeoutExpired:
        status = "not done in time"
    except ValueError:
        result.unlink()
        status = "no result: " + done.stderr[-200:]
    print(f"{time.monotonic() - began:6.1f} s  {job.name}: {status}", flush=True)


def run(arguments):
    """N jobs at once; but races, whose times are compared, have the GPU to themselves."""
    os.makedirs(arguments.results, exist_ok=True)
    end = time.monotonic() + arguments.seconds
    jobs = [job for job in sorted(pathlib.Path(arguments.jobs).glob("*.json.gz")) if re.search(arguments.only, job.name)]
    races = [job for job in jobs if "-races-" in job.name]
    with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        list(pool.map(lambda job: run_job(arguments, end, job), [job for job in jobs if job not in races]))
    for job in races:
        run_job(arguments, end, job)


# ---- reports ------------------------------------------------------------------------------------------------------------

class Reported:
    """Of one program, or of all."""

    def __init__(self):
        self.counts, self.reasons, self.penalties = collections.Counter(), collections.Counter(), []

    def add(self, other):
        self.counts += other.counts
        self.reasons += other.reasons
        self.penalties += other.penalties


def general(reason):
    """A reason without what is particular: names and numbers."""
    return re.sub(r"'[^']*'", "'…'", re.sub(r"[^ ]+:\d+: |\((assumed )?launch at line \d+\)|\d[\d.,]*", "…", reason))[:110]


def why_not_run(kernel):
    if kernel["status"] != "ok":
        return kernel["status"]
    if not kernel["launches"]:
        return "nothing launches it"
    notes = [site["measured_note"] for launch in kernel["launches"] for site in launch["sites"] if site["measured_note"]]
    return notes[0] if notes else "it has no sites"


def tell_kernel(reported, kernel):
    reported.counts["kernels"] += 1
    reported.counts["compiled"] += kernel["resources"]["source"] == "nvrtc"
    ran = [launch for launch in kernel["launches"] if launch["time"]]
    reported.counts["ran"] += bool(ran)
    if any(launch["origin"] != "assumed" for launch in kernel["launches"]):
        reported.counts["launched by the host"] += 1
        reported.counts["launched by the host, ran"] += bool(ran)
    if not ran:
        reported.reasons["kernel: " + general(why_not_run(kernel))] += 1
    for site in (site for launch in ran for site in launch["sites"]):
        reported.counts["sites"] += 1
        reported.counts["measured"] += bool(site["measured"])
        reported.counts[f"agreement {site['agreement']}"] += 1
        if not site["measured"] and not site["agreement"]:
            reported.reasons["site: " + general(site["measured_note"] or "")] += 1


def tell_finding(reported, name, finding):
    reported.counts["findings"] += 1
    reported.counts[finding["status"]] += 1
    where = f"{name} {finding['file']}:{finding['line']} {finding['kernel']} {finding['rule']}"
    if finding["status"] in ("not-measured", "refuted"):
        reported.reasons[f"finding {finding['status']}: {general(finding['status_reason'])}"] += 1
    predicted, measured = finding["predicted_penalty"], finding["measured_penalty"]
    if predicted and measured:
        reported.penalties.append((predicted["estimate"] / measured["estimate"], predicted, measured, where))
    elif finding["status"] in ("confirmed", "partly-confirmed"):
        reported.reasons["penalty: " + general(finding["unmeasured_penalty"] or "none is predicted")] += 1


def tell_program(name, report):
    reported = Reported()
    for kernel in report["kernels"]:
        tell_kernel(reported, kernel)
    for finding in report["findings"]:
        tell_finding(reported, name, finding)
    return reported


COLUMNS = ("kernels", "compiled", "ran", "sites", "measured", "agreement full", "findings", "confirmed", "partly-confirmed", "refuted",
           "not-measured")


def print_row(name, reported):
    print(f"{name:32}" + "".join(f"{reported.counts[column]:>{len(column) + 2}}" for column in COLUMNS), flush=True)


def print_penalties(penalties, worst):
    off = [abs(ratio - 1) for ratio, *_ in penalties]
    for ratio, predicted, measured, where in sorted(penalties, key=lambda item: -abs(item[0] - 1))[:worst]:
        print(f"{ratio:6.2f}  predicted {predicted['estimate']:.2f} ({predicted['low']:.2f} to {predicted['high']:.2f}), measured "
              f"{measured['estimate']:.2f} ({measured['low']:.2f} to {measured['high']:.2f})  {where}")
    if not off:
        return False
    median, within = statistics.median(off), sum(o <= MOST_OFF for o in off) / len(off)
    print(f"{len(off)} penalties: off by {100 * median:.1f}% in the median, {100 * within:.0f}% within {100 * MOST_OFF:.0f}%")
    return median <= MEDIAN_OFF and within >= SHARE_WITHIN


def table(arguments):
    whole = Reported()
    print(" " * 32 + "".join(f"  {column}" for column in COLUMNS))
    for name, report, error in reports(arguments):
        if not report:
            print(f"{name:32}  {error}")
            continue
        reported = tell_program(name, report)
        print_row(name, reported)
        whole.add(reported)
    print_row("all", whole)
    print("\n".join(f"{count:6}  {reason}" for reason, count in sorted(whole.reasons.items(), key=lambda item: (item[0].split(":")[0], -item[1]))))
    good = print_penalties(whole.penalties, arguments.worst)
    share = whole.counts["ran"] / max(whole.counts["kernels"], 1)
    own, own_ran = whole.counts["launched by the host"], whole.counts["launched by the host, ran"]
    print(f"{100 * share:.1f}% of the kernels ran; {own_ran} of {own} with launches of the host code's own")
    sys.exit(0 if good and share >= LEAST_RAN else 1)


def main():
    if sys.argv[1:2] == ["answer"]:
        return answer(sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4]))
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    modes = parser.add_subparsers(required=True)
    of_jobs, of_running, of_table = (modes.add_parser(name) for name in ("jobs", "run", "table"))
    for mode, function in (of_jobs, make_jobs), (of_running, run), (of_table, table):
        mode.set_defaults(function=function)
        for name in ["gpulint_run"] if mode is of_running else ["gpulint", "table", "sources"]:
            mode.add_argument(name)
        mode.add_argument("jobs")
        mode.add_argument("results")
        mode.add_argument("--only", default="")
        mode.add_argument("-j", type=int, default=2)
        if mode is not of_running:
            mode.add_argument("--options", default="")
    of_running.add_argument("--seconds", type=float, default=86400)
    of_table.add_argument("--worst", type=int, default=40)
    arguments = parser.parse_args()
    return arguments.function(arguments)


if __name__ == "__main__":
    main()
