#!/usr/bin/env python3
"""What gpulint predicts of the reference kernels against what a profile says that they take. No GPU is needed.

usage: penalties.py GPULINT [--degrees N] [--gpu NAME] [EFFECT…]
  --degrees: so many of each effect's, from the least to the greatest    --gpu: one with a shipped profile, else the H200

Each point of a curve is two launches: of the kernel with the effect, and of its ideal form. Their predicted times and the
ratio of these are held against the measured ones. Points that the model's rates are taken from (kernels/rates.c) are
counted apart. A profile has the time of short launches from batches of them; gpulint predicts that of one by itself, which
begins when nothing else runs. What the model does not cover is named with the reason. Ends with 1 if the others are more than 20% off in the median, or one in ten by more than half."""
import argparse
import collections
import itertools
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROFILES = ROOT / "kernels" / "profiles"
REFERENCE = ROOT / "kernels" / "reference"
# What the model does not predict, and why. A launch of which gpulint itself says that its time is not known counts as such too.
NOT_COVERED = {
    "atomic-by-swap": "how often a loop of compare-and-swap goes round, luck decides",
    "register-limit": "how many values a thread keeps at once, and so what it spills, only the compiler knows",
    "texture-stride": "where texture units keep elements, and find them again, is not known",
    "texture-tile": "where texture units keep elements, and find them again, is not known",
    "latency-memory": "it counts cycles of a step: latencies are taken from it",
    "latency-shared": "it counts cycles of a step: latencies are taken from it",
    "latency-barrier": "it counts cycles of a step: latencies are taken from it",
    "latency-multiply-add": "it counts cycles of a step",
    "latency-multiply-add-double": "it counts cycles of a step",
    "pageable-to-device": "a transfer", "pageable-to-host": "a transfer", "one-direction-at-a-time": "a transfer",
    "no-overlap-depth-first": "transfers", "no-overlap-breadth-first": "transfers", "no-overlap-pageable": "transfers",
    "no-overlap-by-work": "transfers",
}
RATES = {("read-stride-busy", 1), ("read-stride-busy", 16), ("read-stride-busy", 32), ("write-stride-busy", 8),
         ("write-stride-busy", 16), ("write-stride-busy", 32), ("gather-read", 32), ("gather-read-cached", 32),
         ("scatter-write", 4), ("scatter-write", 32), ("column-read", 4096), ("column-write", 4096), ("row-walk-write", 1024), ("bank-conflict-4", 32),
         ("block-size", 32), ("small-blocks", 32), ("elements-per-thread-16-warps", 1), ("atomic-lanes", 8),
         ("atomic-addresses", 64), ("atomic-addresses", 1024), ("constant-addresses", 1), ("constant-addresses", 32),
         ("function-sin", 0), ("double-arithmetic", 8), ("integer-arithmetic", 8)}
# Launches shorter than this a profile has from batches (runtime_check/run/timing.c), in which each takes that much less: copies
# of 4 to 32 MB on an H200, by events around one that follows another, and around 20 of them.
BATCHED_US, LESS_IN_BATCH_US = 100, 1.3
# Of a multiprocessor of sm_90 (analyzer/model/gpus): shared memory, what a block's is a multiple of, and what a block needs
# besides; warps.
SHARED_BYTES, SHARED_UNIT, SHARED_RESERVED, MOST_WARPS = 228 * 1024, 128, 1024, 64
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


def shared_for(warps, form, value):
    """Bytes of a block that let so many warps be on a multiprocessor, as the worker does it with shared memory; 0: any."""
    threads = 1
    for size in form["block"]:
        threads *= value(size)
    blocks = warps * 32 // threads
    return SHARED_BYTES // blocks // SHARED_UNIT * SHARED_UNIT - SHARED_RESERVED if 0 < blocks < MOST_WARPS * 32 // threads else 0


class Launch(collections.namedtuple("Launch", "instance grid block shared arguments")):
    """Of a kernel, with its template arguments, as --launch takes it; a buffer is its bytes."""

    @property
    def kernel(self):
        return re.sub("<.*", "", self.instance)

    def __str__(self):
        grid, block, arguments = (", ".join(map(str, values)) for values in (self.grid, self.block, self.arguments))
        return f"{self.instance}<<<dim3({grid}), dim3({block}), {self.shared}>>>({arguments})"

    def is_reported(self, launch):
        def sizes(values):
            return [*values, 1, 1][:3]
        reported = [int(re.search(r"\((\d+) bytes\)$", value)[1]) if isinstance(value, str) else value for value in launch["arguments"].values()]
        return (sizes(self.grid), sizes(self.block), self.shared, self.arguments) == \
            (launch["grid"], launch["block"], launch["dynamic_shared"], reported)


def launches(effect, degree):
    """Of both forms."""
    values = {"degree": degree}

    def value(text):
        return int(eval(str(text).replace("/", "//"), {"__builtins__": {}}, values))

    for name, text in effect.get("let", {}).items():
        values[name] = value(text)
    buffers = {name: value(text) for name, text in effect["buffers"].items()}
    textures = effect.get("textures", {})
    for form in (effect, {**effect, **effect["ideal"]}):
        arguments = [buffers[a] if a in buffers else 1 if a in textures else value(a) for a in form["arguments"]]
        grid, block = ([value(x) for x in form[part]] for part in ("grid", "block"))
        shared = value(form.get("dynamic_shared", "0")) or shared_for(value(form.get("warps", "0")), form, value)
        yield Launch(form["kernel"].replace("{degree}", str(degree)), grid, block, shared, arguments)


def instance_of(kernel):
    arguments = ", ".join(kernel["template_args"])
    return kernel["name"] + (f"<{arguments}>" if arguments else "")


def lint(gpulint, gpu, source, asked, environment):
    """What is reported of these launches, {instance: [launch]}; with no kernel in the source but theirs. The file has the same name
    each time, so that what the compiler says of it is found in the cache."""
    kernels = "|".join(sorted({launch.kernel for launch in asked}))
    text = re.sub(rf"__global__ (void\s+)(?!(?:{kernels})\()", r"__device__ \1", source.read_text())
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, source.name).write_text(text)
        command = [gpulint, "lint", "--alone", "--gpu", gpu, "--format", "json", "--fail-on", "never"]
        done = subprocess.run([*command, *(option for launch in asked for option in ("--launch", str(launch))), source.name],
                              capture_output=True, text=True, cwd=folder, env=environment)
    return {instance_of(kernel): kernel["launches"] for kernel in json.loads(done.stdout)["kernels"]}


def is_whole(reported):
    """Whether the launches before it left enough of the run's steps."""
    return not reported["budget_reached"] and not any("more steps than the limit" in site["why"] for site in reported["sites"])


def predicted_times(gpulint, gpu, source, wanted, environment=None):
    """The launches' times as the report has them. They are evaluated in one run, and those again by themselves that are too long for
    this."""
    times = {}
    asked = list({str(launch): launch for launch in wanted}.values())
    reported = lint(gpulint, gpu, source, asked, environment)
    for launch in asked:
        whole = [own for own in reported[launch.instance] if launch.is_reported(own) and is_whole(own)]
        of_launch = whole[0] if whole else lint(gpulint, gpu, source, [launch], environment)[launch.instance][0]
        times[str(launch)] = of_launch["predicted_time"]
    return [times[str(launch)] for launch in wanted]


def grouped(values, size):
    return [values[i:i + size] for i in range(0, len(values), size)]


def reported(errors):
    errors = sorted(map(abs, errors))
    return (f"{len(errors)}: off by {100 * statistics.median(errors):.0f}% in the median, nine in ten by no more than "
            f"{100 * errors[int(0.9 * (len(errors) - 1))]:.0f}%") if errors else "none"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gpulint")
    parser.add_argument("--degrees", type=int, default=7)
    parser.add_argument("--gpu", default="H200")
    parser.add_argument("effects", nargs="*", default=[])
    options = parser.parse_intermixed_args()
    gpulint, wanted = str(pathlib.Path(options.gpulint).resolve()), options.effects
    curves = {curve["effect"]: curve for curve in json.loads((PROFILES / f"{options.gpu.lower()}.json").read_text())["curves"]}
    ratios, times, of_rates, covered, left_out = [], [], [], 0, 0
    for source, of_source in itertools.groupby(experiments(), lambda experiment: experiment[0]):
        asked = []
        for _, effect in of_source:
            name = effect["effect"]
            if wanted and name not in wanted:
                continue
            if name in NOT_COVERED or name not in curves:
                print(f"{name:30} not covered: {NOT_COVERED.get(name, 'the profile has no curve of it')}")
                left_out += 1
                continue
            covered += 1
            points = {point["degree"]: point for point in curves[name]["points"]}
            asked += [(name, points[degree], [*launches(effect, degree)]) for degree in spread(sorted(points), options.degrees)]
        predicted = predicted_times(gpulint, options.gpu, source, [launch for _, _, forms in asked for launch in forms]) if asked else []
        for (name, point, _), of_forms in zip(asked, grouped(predicted, 2)):
            degree = point["degree"]
            why = next((time["why_unknown"] for time in of_forms if time["why_unknown"]), None)
            if why:
                print(f"{name:30} {degree:6} not covered: {why}")
                continue
            us, ideal_us = (time["us"] - (LESS_IN_BATCH_US if measured < BATCHED_US else 0)
                            for time, measured in zip(of_forms, (point["us"], point["ideal_us"])))
            off = us / ideal_us / point["ratio"] - 1
            is_rate = (name, degree) in RATES
            (of_rates if is_rate else ratios).append(off)
            times += [us / point["us"] - 1, ideal_us / point["ideal_us"] - 1]
            print(f"{name:30} {degree:6} measured {point['ratio']:6.2f} predicted {us / ideal_us:6.2f} {100 * off:+5.0f}%   "
                  f"us {point['us']:8.1f} {us:8.1f}   ideal {point['ideal_us']:8.1f} {ideal_us:8.1f}{'   *' if is_rate else ''}",
                  flush=True)
    print(f"{covered} effects, {left_out} not covered")
    print("ratios of points that no rate is taken from,", reported(ratios))
    print("ratios of the others (*),", reported(of_rates))
    print("times,", reported(times))
    within = sum(abs(off) <= MOST_OFF for off in ratios) / len(ratios)
    sys.exit(0 if statistics.median(map(abs, ratios)) <= MEDIAN_OFF and within >= SHARE_WITHIN else 1)


if __name__ == "__main__":
    main()
