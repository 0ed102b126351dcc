"""What gpulint predicts and verify measures that an access, a branch or a size of blocks costs, against the reference kernels'
forms that were made ideal by hand.

usage: counterfactual.py GPULINT [EFFECT:DEGREE…]      exit status 77: there is no GPU

Times are taken here and now, as verify takes them. GPULINT_RUNNER, if set, is the command that runs the worker
(--runner); else it is gpulint-run beside GPULINT."""
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "kernels" / "reference"
ACCESS_RULES = ("uncoalesced-access", "strided-access", "misaligned-access", "bank-conflict")
# What of the effects that are about no access.
RULES = {"divergence": ("divergent-branch",), "block-size": ("partial-warp-block", "low-occupancy")}
POINTS = [f"{effect}:{degree}" for effect, degrees in {
    "read-stride": (2, 4, 8), "write-stride": (2, 4, 8), "read-stride-busy": (2, 8, 32), "write-stride-busy": (2, 8, 32),
    "column-read": (32, 1024, 4128), "column-write": (32, 1024, 4128), "row-walk-read": (8, 64, 1056),
    "row-walk-write": (8, 64, 1056), "transpose-write": (2048, 8192, 8224), "transpose-read": (2048, 8192, 8224),
    "transpose-tile": (2048, 8192, 8224), "bank-conflict-copy": (2, 8, 32), "misaligned-read": (1, 4, 7),
    "misaligned-write": (1, 4, 7), "divergence": (2, 8, 16), "block-size": (32, 100, 200)}.items() for degree in degrees]
# The ideal form of only the access that the finding is about, where it is not that of the whole kernel.
IDEAL_IN_PART = {"transpose-tile": "transpose-padded"}
MEDIAN_OFF, MOST_OFF, SHARE_WITHIN = 0.05, 0.20, 0.9
# Of what is predicted.
PREDICTED_MEDIAN_OFF, PREDICTED_MOST_OFF = 0.20, 0.5


def experiments():
    for path in sorted(REFERENCE.glob("*.json")):
        content = json.loads(path.read_text())
        for effect in content["effects"]:
            yield effect["effect"], path.with_name(content["source"]), effect


def shapes(effect, degree):
    """Of the effect's two forms: kernel, buffers' sizes by name, arguments, grid and block."""
    values = {"degree": degree}

    def value(text):
        return int(eval(str(text).replace("/", "//"), {"__builtins__": {}}, values))

    for name, text in effect.get("let", {}).items():
        values[name] = value(text)
    buffers = {name: value(text) for name, text in effect["buffers"].items()}
    for form in (effect, {**effect, **effect["ideal"]}):
        arguments = [a if a in buffers else value(a) for a in form["arguments"]]
        yield form["kernel"], buffers, arguments, *([value(x) for x in form[part]] for part in ("grid", "block"))


def as_option(kernel, buffers, arguments, grid, block):
    """As --launch takes it."""
    given = (str(buffers.get(a, a)) for a in arguments)
    return "{}<<<dim3({}), dim3({})>>>({})".format(kernel, *(", ".join(map(str, x)) for x in (grid, block)), ", ".join(given))


def median_us(gpulint, source, kernel, buffers, arguments, grid, block):
    """As verify times it."""
    job = {"schema_version": 1, "sources": [{"id": "s", "name": source.name, "text": source.read_text()}], "kernels": [{
        "id": "k", "source": "s", "name_expression": kernel,
        "buffers": [{"id": name, "bytes": size, "fill": {"kind": "random-float"}} for name, size in buffers.items()],
        "launches": [{"id": "l", "grid": grid, "block": block, "measure": ["time"],
                      "arguments": [{"buffer": a} if a in buffers else {"type": "u32", "value": a} for a in arguments],
                      "timing": {"restore": True, "warmup_ms": 20}}]}]}
    runner = os.environ.get("GPULINT_RUNNER", str(pathlib.Path(gpulint).with_name("gpulint-run")))
    done = subprocess.run(runner, shell=True, input=json.dumps(job), capture_output=True, text=True, timeout=600)
    return json.loads(done.stdout)["kernels"][0]["launches"][0]["time"]["median_us"]


def alone(source, kernel):
    """The source with no kernel but this one: what others would cost that share its code is not asked."""
    name = re.sub("<.*", "", kernel)
    return re.sub(rf"__global__ (void\s+)(?!{name}\()", r"__device__ \1", source.read_text())


def verify(gpulint, source, launched):
    command = [gpulint, "verify", "--alone", "--format", "json", "--fail-on", "never", "--launch", launched]
    if os.environ.get("GPULINT_RUNNER"):
        command += ["--runner", os.environ["GPULINT_RUNNER"]]
    done = subprocess.run(command + [source], capture_output=True, text=True, timeout=600)
    if "nothing ran on a GPU" in done.stderr:
        print("SKIPPED:", done.stderr.strip())
        sys.exit(77)
    if not done.stdout:
        sys.exit(f"{launched}: {done.stderr}")
    return json.loads(done.stdout)


def finding_of(report, kernel, rules):
    name = re.sub("<.*", "", kernel)
    found = [f for f in report["findings"] if f["kernel"] == name and f["rule"] in rules]
    found.sort(key=lambda f: -(f["predicted_penalty"] or {"estimate": 0})["estimate"])
    return found[0] if found else None


def hand_made(gpulint, known, point):
    """How much slower the effect is than the ideal form of its access."""
    name, degree = point.split(":")
    source, effect = known[name]
    shape, ideal = shapes(effect, int(degree))
    if name in IDEAL_IN_PART:
        ideal = next(shapes(known[IDEAL_IN_PART[name]][1], int(degree)))
    return median_us(gpulint, source, *shape) / median_us(gpulint, source, *ideal)


def by_verify(gpulint, known, point):
    name, degree = point.split(":")
    source, effect = known[name]
    shape, _ = shapes(effect, int(degree))
    with tempfile.NamedTemporaryFile("w", suffix=".cu") as program:
        program.write(alone(source, effect["kernel"]))
        program.flush()
        return finding_of(verify(gpulint, program.name, as_option(*shape)), effect["kernel"], RULES.get(name, ACCESS_RULES))


def told(what, off, most_off):
    """Prints how far off it was. In the median, and the share of those that were off by no more than most_off."""
    within = sum(o <= most_off for o in off) / len(off)
    print(f"{len(off)} {what}: off by {100 * statistics.median(off):.1f}% in the median, "
          f"{100 * within:.0f}% within {100 * most_off:.0f}%")
    return statistics.median(off), within


def main():
    gpulint, chosen = sys.argv[1], sys.argv[2:] or POINTS
    known, measured_off, predicted_off = {name: rest for name, *rest in experiments()}, [], []
    for point in chosen:
        finding = by_verify(gpulint, known, point)
        if not finding:
            print(f"{point:26} no finding", flush=True)
            continue
        ideal, predicted, measured = hand_made(gpulint, known, point), finding["predicted_penalty"], finding["measured_penalty"]
        line = f"{point:26} {ideal:6.2f}"
        for penalty, off in (predicted, predicted_off), (measured, measured_off):
            if penalty:
                off.append(abs(penalty["estimate"] / ideal - 1))
                line += (f"   {penalty['estimate']:6.2f} ({penalty['low']:.2f} to {penalty['high']:.2f}) "
                         f"{100 * (penalty['estimate'] / ideal - 1):+6.1f}%")
        print(line, finding["status"], finding["unmeasured_penalty"], flush=True)
    if not measured_off or not predicted_off:
        sys.exit("nothing was measured, or nothing predicted")
    median, within = told("measured", measured_off, MOST_OFF)
    predicted_median, predicted_within = told("predicted", predicted_off, PREDICTED_MOST_OFF)
    sys.exit(0 if median <= MEDIAN_OFF and within >= SHARE_WITHIN and predicted_median <= PREDICTED_MEDIAN_OFF
             and predicted_within >= SHARE_WITHIN else 1)


main()
