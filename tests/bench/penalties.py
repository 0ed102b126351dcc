#!/usr/bin/env python3
"""What gpulint predicts of the reference kernels against what a profile says that they take. No GPU is needed.

usage: penalties.py GPULINT [--degrees N] [EFFECT…]     --degrees: so many of each effect's, from the least to the greatest

Each point of a curve is two launches: of the kernel with the effect, and of its ideal form. Their predicted times and the
ratio of these are held against the measured ones. Points that the model's rates are taken from (kernels/rates.c) are
counted apart. A profile has the time of short launches from batches of them; gpulint predicts that of one by itself, which
begins when nothing else runs. Ends with 1 if the others are more than 20% off in the median, or one in ten by more than half."""
import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROFILE = ROOT / "kernels" / "profiles" / "h200.json"
REFERENCE = ROOT / "kernels" / "reference"
EFFECTS = """read-stride write-stride read-stride-busy write-stride-busy column-read column-write row-walk-read row-walk-write
transpose-write transpose-read transpose-tile transpose-padded bank-conflict-4 bank-conflict-8 bank-conflict-16 bank-conflict-copy
shared-stride-4 shared-stride-8 misaligned-read misaligned-write gather-read gather-read-cached scatter-write divergence block-size
small-blocks occupancy elements-per-thread elements-per-thread-16-warps elements-per-thread-32-warps vector-width
matrix-multiply""".split()
RATES = {("read-stride-busy", 1), ("read-stride-busy", 16), ("read-stride-busy", 32), ("write-stride-busy", 8),
         ("write-stride-busy", 16), ("write-stride-busy", 32), ("gather-read", 32), ("gather-read-cached", 32),
         ("scatter-write", 4), ("scatter-write", 32), ("column-read", 4096), ("column-write", 4096), ("bank-conflict-4", 32),
         ("block-size", 32), ("small-blocks", 32), ("elements-per-thread-16-warps", 1)}
# Launches shorter than this a profile has from batches (runtime_check/run/timing.c), in which each takes that much less: copies
# of 4 to 32 MB on an H200, by events around one that follows another, and around 20 of them.
BATCHED_US, LESS_IN_BATCH_US = 100, 1.3
MEDIAN_OFF, MOST_OFF, SHARE_WITHIN = 0.20, 0.5, 0.9


def experiments():
    for path in sorted(REFERENCE.glob("*.json")):
        content = json.loads(path.read_text())
        for effect in content["effects"]:
            yield path.with_name(content["source"]), effect


def spread(degrees, most):
    if len(degrees) <= most:
        return degrees
    return [degrees[i * (len(degrees) - 1) // (most - 1)] for i in range(most)]


def launches(effect, degree):
    """Of both forms: the kernel, and the launch as --launch takes it."""
    values = {"degree": degree}

    def value(text):
        return int(eval(str(text).replace("/", "//"), {"__builtins__": {}}, values))

    for name, text in effect.get("let", {}).items():
        values[name] = value(text)
    buffers = {name: value(text) for name, text in effect["buffers"].items()}
    for form in (effect, {**effect, **effect["ideal"]}):
        kernel = form["kernel"].replace("{degree}", str(degree))
        arguments = ", ".join(str(buffers[a] if a in buffers else value(a)) for a in form["arguments"])
        grid, block = (", ".join(str(value(x)) for x in form[part]) for part in ("grid", "block"))
        shared = value(form.get("dynamic_shared", "0"))
        yield re.sub("<.*", "", kernel), f"{kernel}<<<dim3({grid}), dim3({block}), {shared}>>>({arguments})"


def predicted_us(gpulint, source, kernel, launched):
    """With no kernel in the source but this one."""
    text = re.sub(rf"__global__ (void\s+)(?!{kernel}\()", r"__device__ \1", source.read_text())
    with tempfile.NamedTemporaryFile("w", suffix=".cu") as program:
        program.write(text)
        program.flush()
        command = [gpulint, "lint", "--alone", "--gpu", "H200", "--format", "json", "--fail-on", "never", "--launch", launched]
        done = subprocess.run([*command, program.name], capture_output=True, text=True)
    report = json.loads(done.stdout)
    return next(k for k in report["kernels"] if k["name"] == kernel)["launches"][0]["predicted_time"]["us"]


def told(errors):
    errors = sorted(map(abs, errors))
    return (f"{len(errors)}: off by {100 * statistics.median(errors):.0f}% in the median, nine in ten by no more than "
            f"{100 * errors[int(0.9 * (len(errors) - 1))]:.0f}%") if errors else "none"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gpulint")
    parser.add_argument("--degrees", type=int, default=7)
    parser.add_argument("effects", nargs="*", default=EFFECTS)
    options = parser.parse_args()
    gpulint, wanted = options.gpulint, options.effects
    curves = {curve["effect"]: curve for curve in json.loads(PROFILE.read_text())["curves"]}
    ratios, times, of_rates = [], [], []
    for source, effect in experiments():
        name = effect["effect"]
        if name not in wanted:
            continue
        points = {point["degree"]: point for point in curves[name]["points"]}
        for degree in spread(sorted(points), options.degrees):
            point = points[degree]
            us, ideal_us = (predicted_us(gpulint, source, *launch) - (LESS_IN_BATCH_US if measured < BATCHED_US else 0)
                            for launch, measured in zip(launches(effect, degree), (point["us"], point["ideal_us"])))
            off = us / ideal_us / point["ratio"] - 1
            is_rate = (name, degree) in RATES
            (of_rates if is_rate else ratios).append(off)
            times += [us / point["us"] - 1, ideal_us / point["ideal_us"] - 1]
            print(f"{name:30} {degree:6} measured {point['ratio']:6.2f} predicted {us / ideal_us:6.2f} {100 * off:+5.0f}%   "
                  f"us {point['us']:8.1f} {us:8.1f}   ideal {point['ideal_us']:8.1f} {ideal_us:8.1f}{'   *' if is_rate else ''}",
                  flush=True)
    print("ratios of points that no rate is taken from,", told(ratios))
    print("ratios of the others (*),", told(of_rates))
    print("times,", told(times))
    within = sum(abs(off) <= MOST_OFF for off in ratios) / len(ratios)
    sys.exit(0 if statistics.median(map(abs, ratios)) <= MEDIAN_OFF and within >= SHARE_WITHIN else 1)


if __name__ == "__main__":
    main()
