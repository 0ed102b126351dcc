"""gpulint verify on whole programs: every site that the GPU counted agrees with its prediction.

usage: verify.py GPULINT FILE…      exit status 77: there is no GPU

GPULINT_RUNNER, if set, is the command that runs the worker (--runner)."""
import json
import os
import subprocess
import sys

TOLERANCE = 0.02
COSTS = ("sectors_per_request", "wavefronts_per_request", "divergent_fraction")


def verify(gpulint, path):
    command = [gpulint, "verify", "--format", "json"]
    if os.environ.get("GPULINT_RUNNER"):
        command += ["--runner", os.environ["GPULINT_RUNNER"]]
    done = subprocess.run(command + [path], capture_output=True, text=True, timeout=900)
    if "nothing ran on a GPU" in done.stderr:
        print("SKIPPED:", done.stderr.strip())
        sys.exit(77)
    if done.returncode == 2:
        sys.exit(f"{path}: {done.stderr}")
    return json.loads(done.stdout)


def sites(report):
    for kernel in report["kernels"]:
        for launch in kernel["launches"]:
            for site in launch["sites"]:
                yield kernel, launch, site


def main():
    gpulint, files = sys.argv[1], sys.argv[2:]
    wrong = measured = unmeasured = 0
    for path in files:
        report = verify(gpulint, path)
        for kernel in report["kernels"]:
            assumed = all(launch["origin"] == "assumed" for launch in kernel["launches"])
            if kernel["status"] != "ok" and not assumed:
                wrong += 1
                print(f"{path}:{kernel['line']}: {kernel['name']}: {kernel['status']}")
        for kernel, launch, site in sites(report):
            if not site["measured"]:
                unmeasured += 1
                continue
            measured += 1
            for cost in COSTS:
                predicted, found = site["predicted"][cost], site["measured"][cost]
                if predicted is None or found is None or abs(predicted - found) <= TOLERANCE * max(found, 1):
                    continue
                wrong += 1
                print(f"{site['file']}:{site['line']}: {kernel['name']} <<<{launch['grid']}, {launch['block']}>>>: "
                      f"{site['expression']}: {cost} predicted {predicted:.3f}, measured {found:.3f}")
    print(f"{measured} sites measured, {unmeasured} not, {wrong} wrong")
    if not measured:
        sys.exit("nothing was measured")
    sys.exit(1 if wrong else 0)


main()
