"""What gpulint predicts and verify measures that an access, a branch or a size of blocks costs, against the reference kernels'
forms that were made ideal by hand.

usage: counterfactual.py GPULINT [EFFECT:DEGREE…]      exit status 77: there is no GPU

Times are taken here and now, as verify takes them. GPULINT_RUNNER and GPULINT_GPU are those of command.py;
without the former the worker is gpulint-run beside GPULINT."""
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from command import verify_command

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
# Off by so much in the median, and 90% of the points by no more than so much: what is measured and what is predicted against the
# forms made by hand, and what is predicted against what is measured.
LIMITS = {"measured against hand-made": (0.05, 0.20), "predicted against hand-made": (0.20, 0.50), "predicted against measured": (0.20, 0.50)}
SHARE_WITHIN = 0.9
# So much of the points has to have a predicted and a measured penalty; on an H200, 43 of the 48 had both.
SHARE_PREDICTED, SHARE_MEASURED = 1, 5 / 6


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
    command = verify_command(gpulint, "--alone", "--fail-on", "never", "--launch", launched)
    done = subprocess.run([*command, source], capture_output=True, text=True, timeout=600)
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


def is_near(what, off):
    """Prints how far off it was; whether that is within the limits."""
    median_off, most_off = LIMITS[what]
    within = sum(o <= most_off for o in off) / len(off) if off else 0
    if off:
        print(f"{len(off)} {what}: off by {100 * statistics.median(off):.1f}% in the median, "
              f"{100 * within:.0f}% within {100 * most_off:.0f}%")
    return bool(off) and statistics.median(off) <= median_off and within >= SHARE_WITHIN


def are_enough(what, count, points, share):
    """Says so if they are too few."""
    least = math.ceil(share * points - 1e-9)
    if count < least:
        print(f"{count} of {points} points are {what}, not {least} at least")
    return count >= least


def line_of(point, ideal, finding, off):
    """What is printed of the point; how far off its figures are goes to the lists."""
    predicted, measured = finding["predicted_penalty"], finding["measured_penalty"]
    line = f"{point:26} {ideal:6.2f}"
    for penalty, what in (predicted, "predicted against hand-made"), (measured, "measured against hand-made"):
        if penalty:
            off[what].append(abs(penalty["estimate"] / ideal - 1))
            line += (f"   {penalty['estimate']:6.2f} ({penalty['low']:.2f} to {penalty['high']:.2f}) "
                     f"{100 * (penalty['estimate'] / ideal - 1):+6.1f}%")
    if predicted and measured:
        off["predicted against measured"].append(abs(predicted["estimate"] / measured["estimate"] - 1))
        line += f"   {100 * (predicted['estimate'] / measured['estimate'] - 1):+6.1f}%"
    return line


def main():
    gpulint, chosen = sys.argv[1], sys.argv[2:] or POINTS
    known, off = {name: rest for name, *rest in experiments()}, {what: [] for what in LIMITS}
    for point in chosen:
        finding = by_verify(gpulint, known, point)
        if not finding:
            print(f"{point:26} no finding", flush=True)
            continue
        print(line_of(point, hand_made(gpulint, known, point), finding, off), finding["status"], finding["unmeasured_penalty"], flush=True)
    enough = [are_enough("predicted", len(off["predicted against hand-made"]), len(chosen), SHARE_PREDICTED),
              are_enough("measured", len(off["measured against hand-made"]), len(chosen), SHARE_MEASURED)]
    near = [is_near(what, list_of) for what, list_of in off.items()]
    sys.exit(0 if all(enough + near) else 1)


main()
