"""The worker takes what docs/job.schema.json allows, and nothing else: a job with every member there is, changed in one place at a
time.

usage: job_schema.py GPULINT_RUN

What the schema refuses, the worker has to refuse; what it allows, the worker may refuse for the reasons below alone."""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import json_schema  # noqa: E402
import mutations  # noqa: E402

SCHEMA = json.loads((ROOT / "docs" / "job.schema.json").read_text())
# The last thing that is looked at: a job for which the worker says this is right in all else, and nothing is run.
LAST_CHECK = "its extent ends after its source"
# What this schema cannot say: how large an integer may be, names that are not there, and members that do not fit together.
BEYOND_A_SCHEMA = re.compile(
    r"there is no (source|kernel|header) |has no buffer |has no variable of that number|that does not precede it|is not base64|is not a range$|"
    r"an extent ends after|(is|are) not within|limit is not above|high is below|numbers are not of its type|min_runs is not in|timed but not counted|"
    r"too big integer|(without a launch|whose launch is a sequence|whose audit has no launch)")

FILLS = [
    {"kind": "zero"}, {"kind": "random-float", "type": "f64", "low": 1, "high": 2.5}, {"kind": "index", "type": "i64", "low": -2, "limit": 7},
    {"kind": "ramp", "type": "u8", "start": 1, "step": 0.5, "modulo": 9}, {"kind": "bytes", "base64": "AAEC"},
    {"kind": "records", "bytes": 16, "members": [{"at": 4, "count": 2, "fill": {"kind": "random-float"}}]},
    {"kind": "pieces", "pieces": [{"offset": 1, "base64": "AAEC"}, {"offset": 8, "count": 3, "byte": 255}], "rest": {"kind": "zero"}},
]
LAUNCH = {
    "id": "l", "grid": [1, 2, 3], "block": [32], "dynamic_shared": 4, "most_warps": 8, "measure": ["time", "metrics"], "records": True,
    "cooperative": False, "variables": [{"variable": 0, "fill": {"kind": "zero"}}, {"variable": 0, "buffer": "b0"}],
    "arguments": [{"buffer": "b0", "offset": 4}, {"type": "i32", "value": 3}, {"type": "f64", "value": 0.5},
                  {"texture": {"shape": "2d", "type": "f32", "channels": 2, "surface": True}},
                  {"base64": "AAAAAAAAAAAAAAAAAAAAAA==", "pointers": [{"buffer": "b1", "offset": 1, "at": 8}]}],
    "timing": {"warmup_ms": 0, "min_runs": 1, "max_runs": 5, "seconds": 1, "tolerance": 0.5, "restore": True, "cache": "flushed"},
}
SEQUENCE = {"id": "s", "grid": [1], "block": [1], "measure": ["time"], "sequence": {"host_memory": "pinned", "operations": [
    {"do": "to-device", "buffer": "b0", "offset": 1, "bytes": 4, "stream": 2}, {"do": "launch", "offset": 8, "stream": 1}]}}
JOB = {
    "schema_version": 1, "id": "j", "arch": "sm_90a", "device": 0, "seconds": 3, "memory_bytes": 1 << 30,
    "sources": [{"id": "s", "name": "k.cu", "text": "code", "options": ["--use_fast_math"], "defines": ["A=1"], "droppable": [[0, 4]],
                 "kernels": [[0, 3]], "headers": [{"name": "h.h", "text": "more", "droppable": [[1, 2]], "kernels": [[0, 1], [2, 3]]}]}],
    "kernels": [
        {"id": "k", "source": "s", "name_expression": "k", "typed_name": "(void (*)())k", "extent": [0, 4], "launches": [LAUNCH],
         "variables": [{"name_expression": "v", "fill": {"kind": "zero"}}, {"link_name": "w", "fill": {"kind": "zero"}}],
         "buffers": [{"id": f"b{i}", "bytes": 64, "fill": fill, **({} if i else {"read_back": 3})} for i, fill in enumerate(FILLS)]},
        {"id": "v", "source": "s", "link_name": "v", "header": "h.h", "inputs_of": "k", "audited_by": "k", "launches": [{"id": "l", "grid": [1], "block": [1]}]},
        {"id": "s", "source": "s", "name_expression": "s", "buffers": [{"id": "b0", "bytes": 64}], "launches": [SEQUENCE]},
        {"id": "last", "source": "s", "name_expression": "last", "extent": [0, 1 << 40]}],
    "races": [{"id": "r", "kernels": ["k", "v"]}],
}
OTHER_VALUES = [None, True, "", "no such thing", [], {}, 0.5, 1e300, -1e300, 0, 1, -1]
INTEGERS = [n + d for n in (1 << 31, 1 << 32, 1 << 63) for d in (-1, 0, 1)] + [-(1 << 31), -(1 << 63), 256]


def limits(schema):
    """Every number that the schema sets as a limit."""
    if isinstance(schema, dict):
        yield from (value for key, value in schema.items() if re.fullmatch("(exclusive)?(M|m)(ini|axi)mum", key))
        schema = list(schema.values())
    for inner in schema if isinstance(schema, list) else ():
        yield from limits(inner)


def jobs():
    """Each with what was done to it."""
    numbers = sorted({*INTEGERS, *(int(limit) + d for limit in limits(SCHEMA) for d in (-1, 0, 1))})
    for path in mutations.places(JOB):
        value = mutations.at(JOB, path)
        if path == ("kernels", len(JOB["kernels"]) - 1, "extent") or (path[-1] == "extent" and len(path) == 1):
            continue
        where = mutations.name(path)
        if isinstance(path[-1], str):
            yield f"without {where}", mutations.without(JOB, path)
        if isinstance(value, dict):
            for other in {"another", "at", "bytes", "base64"} - {*value}:
                yield f"{where} with {other}", mutations.replaced(JOB, path, {**value, other: "" if other == "base64" else 1})
        for other in [*OTHER_VALUES, *(numbers if json_schema.is_number(value) else ())]:
            yield f"{where} = {other!r}", mutations.replaced(JOB, path, other)
    for arch in ("sm_", "sm_9", "sm_90f", "sm_90b", "sm_90aa", "sm_90; x", "compute_90", "sm_a"):
        yield f"arch = {arch}", {**JOB, "arch": arch}
    for option in ["-use_fast_math", "--fmad=false", "--fmad=0", "-maxrregcount=32", "-maxrregcount=9999", "--std=c++17", "-std=gnu++17", "-DA=b c", "-D", "-UA",
                   "--pre-include=h.h", "--pre-include", "--diag-suppress=20,30", "--ptxas-options=-O1", "--ptxas-options=-o x", "--time=x",
                   "--create-pch=x", "--use-pch=x", "--pch", "--pch-dir=x", "--fdevice-time-trace=x", "--split-compile=4", "-I/etc", "--include-path=/etc",
                   "-optf=x", "--options-file=x", "-dump-nvvmir", "--gen-opt-lto", "-dlto", "@x", "x", "-", "--", "use_fast_math", "---w", "w", "--time=x\n"]:
        yield f"option {option!r}", mutations.replaced(JOB, ("sources", 0, "options"), [option])


def verdict(runner, text):
    """"": the worker takes the job; else what it says is wrong."""
    done = subprocess.run([runner], input=text, capture_output=True, text=True, timeout=60)
    if done.returncode != 2:
        return "ended with %d: %s" % (done.returncode, done.stderr[-200:])
    result = json.loads(done.stdout)
    reason = result["reason"]
    return "" if result["status"] == "bad-job" and reason.endswith(LAST_CHECK) else f"{result['status']}: {reason}"


def main(runner):
    checked = json_schema.Schema(SCHEMA)
    checked.learn(JOB)
    assert verdict(runner, json.dumps(JOB)) == "", verdict(runner, json.dumps(JOB))
    tried, wrong, seen = 0, [], set()
    for what, job in jobs():
        text = json.dumps(job)
        if text in seen or "kernels[3].extent" in what:
            continue
        seen.add(text)
        tried += 1
        schema, worker = next(checked.errors(job), ""), verdict(runner, text)
        if worker and not worker.startswith("bad-job: "):
            wrong.append(f"{what}: {worker}")
        elif schema and not worker:
            wrong.append(f"{what}: the worker takes what the schema refuses: {schema}")
        elif worker and not schema and not BEYOND_A_SCHEMA.search(worker):
            wrong.append(f"{what}: the schema allows what the worker refuses: {worker}")
    print("\n".join(wrong) or f"{tried} jobs: the worker and the schema agree")
    return 1 if wrong or not tried else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
