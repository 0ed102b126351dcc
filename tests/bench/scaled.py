#!/usr/bin/env python3
"""What gpulint predicts of the reference kernels on a GPU from another GPU's profile alone, by the data sheets of both
(kernels/scaled_rates.h), against what the GPU's own profile says that they take. No GPU is needed.

usage: scaled.py GPULINT [--degrees N] [--jobs N] [FROM:TO…]
  --degrees: so many of each effect's, from the least to the greatest    --jobs: so many runs at a time
  FROM:TO: GPUs with shipped profiles, else all pairs of them

Each experiment of a GPU is left out of what its prediction rests on, since all of the GPU's own are: a copy of the other GPU's
profile takes the place of the GPU's calibrated one. Printed are how far times and ratios are off, each beside the same with the
GPU's own profile, and how many of the measured times lie within the range that the report gives. Ends with 1 if fewer than nine in
ten do, or the ratios of one pair of GPUs are more than 20% off in the median."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import statistics
import sys
import tempfile

import penalties

NAMES = sorted(path.stem.upper() for path in penalties.PROFILES.glob("*.json"))
MEDIAN_OFF, SHARE_WITHIN = 0.20, 0.9


def cache_with(folder, measured, gpu):
    """A cache in which `gpu` has the profile of `measured`; its environment."""
    profiles = pathlib.Path(folder) / "gpulint" / "profiles"
    profiles.mkdir(parents=True)
    (profiles / f"{gpu.lower()}.json").write_text((penalties.PROFILES / f"{measured.lower()}.json").read_text())
    return {**os.environ, "XDG_CACHE_HOME": folder}


def points(gpu, most):
    """Of each experiment that the model covers: its source, effect and point."""
    curves = {curve["effect"]: curve
              for curve in json.loads((penalties.PROFILES / f"{gpu.lower()}.json").read_text())["curves"]}
    for source, effect in penalties.experiments():
        if effect["effect"] in penalties.NOT_COVERED:
            continue
        of_degree = {point["degree"]: point for point in curves[effect["effect"]]["points"]}
        for degree in penalties.spread(sorted(of_degree), most):
            yield source, effect, of_degree[degree]


def batched(us):
    """What a launch of that measured time takes less in a batch."""
    return penalties.LESS_IN_BATCH_US if us < penalties.BATCHED_US else 0


class Point:
    """A point's times, measured and predicted with the GPU's own profile (0) and from the other GPU's (1): of both forms."""

    def __init__(self, gpulint, gpu, environments, source, effect, point):
        self.effect, self.degree = effect["effect"], point["degree"]
        self.measured = (point["us"], point["ideal_us"])
        launches = list(penalties.launches(effect, point["degree"]))
        self.predicted = [penalties.predicted_times(gpulint, gpu, source, launches, environment) for environment in environments]
        self.is_known = not any(time["why_unknown"] for times in self.predicted for time in times)

    def times_off(self, which):
        return [(time["us"] - batched(us)) / us - 1 for time, us in zip(self.predicted[which], self.measured)]

    def ratio_off(self, which):
        bad, ideal = ((time["us"] - batched(us)) / us for time, us in zip(self.predicted[which], self.measured))
        return bad / ideal - 1

    def within(self, which):
        return [time["low_us"] <= us + batched(us) <= time["high_us"] for time, us in zip(self.predicted[which], self.measured)]


def summary(errors):
    errors = sorted(map(abs, errors))
    return f"{100 * statistics.median(errors):4.1f}% {100 * errors[int(0.9 * (len(errors) - 1))]:6.1f}% {100 * errors[-1]:6.1f}%"


def compare(options, measured, gpu):
    with tempfile.TemporaryDirectory() as own, tempfile.TemporaryDirectory() as other, \
         concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        environments = [cache_with(own, gpu, gpu), cache_with(other, measured, gpu)]
        jobs = [pool.submit(Point, options.gpulint, gpu, environments, *point) for point in points(gpu, options.degrees)]
        found = [point for point in (job.result() for job in jobs) if point.is_known]
    print(f"{gpu} from {measured}: {len(found)} points of {len({point.effect for point in found})} effects")
    print(f"  {'':31} median nine in ten  most")
    for name, off in (("times", lambda p, w: p.times_off(w)), ("ratios", lambda p, w: [p.ratio_off(w)])):
        for which, whose in enumerate(("own profile", f"scaled from {measured}")):
            print(f"  {name + ', ' + whose:30} {summary([e for p in found for e in off(p, which)])}")
    within = [[ok for p in found for ok in p.within(which)] for which in (0, 1)]
    print(f"  times within the range: own profile {100 * statistics.mean(within[0]):.0f}%, "
          f"scaled {100 * statistics.mean(within[1]):.0f}%")
    for point in sorted(found, key=lambda p: -abs(p.ratio_off(1)))[:options.worst]:
        print(f"    {point.effect:28} {point.degree:6} ratio {100 * point.ratio_off(1):+5.0f}%, own profile {100 * point.ratio_off(0):+5.0f}%")
    is_near = statistics.median(abs(p.ratio_off(1)) for p in found) <= MEDIAN_OFF
    return is_near and statistics.mean(within[1]) >= SHARE_WITHIN


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gpulint")
    parser.add_argument("--degrees", type=int, default=7)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--worst", type=int, default=5)
    parser.add_argument("pairs", nargs="*", default=[])
    options = parser.parse_intermixed_args()
    pairs = [pair.upper().split(":") for pair in options.pairs] or [(a, b) for a in NAMES for b in NAMES if a != b]
    sys.exit(0 if all([compare(options, *pair) for pair in pairs]) else 1)


if __name__ == "__main__":
    main()
