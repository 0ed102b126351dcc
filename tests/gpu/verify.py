"""gpulint verify on whole programs: every site that the GPU counted agrees with its prediction, and what a rule's bad example
(rules/RULE/bad.cu) is there for is confirmed by what it costs in time. What is wrong, not slow, has no cost: its kernels may fail.

usage: verify.py GPULINT FILE…      exit status 77: there is no GPU

GPULINT_RUNNER and GPULINT_GPU are those of command.py."""
import json
import pathlib
import subprocess
import sys

from command import verify_command

TOLERANCE = 0.02
COSTS = ("sectors_per_request", "wavefronts_per_request", "divergent_fraction")


def verify(gpulint, path):
    done = subprocess.run([*verify_command(gpulint), path], capture_output=True, text=True, timeout=900)
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


def exemplified(report, path):
    """The rule that the program is the bad example of, and its findings there; None: it is none."""
    folder = pathlib.Path(path).resolve().parent
    if pathlib.Path(path).name != "bad.cu" or folder.parent.name != "rules":
        return None, []
    return folder.name, [finding for finding in report["findings"] if finding["rule"] == folder.name]


def unconfirmed(rule, found, path):
    """What of the rule's findings in its bad example is not confirmed in time."""
    if rule and not found:
        yield f"{path}: no finding of {rule}"
    for finding in (finding for finding in found if finding["predicted_penalty"]):
        measured = finding["measured_penalty"]
        reported = f"{measured['estimate']:.2f} ({measured['low']:.2f} to {measured['high']:.2f})" if measured else "not measured"
        predicted = finding["predicted_penalty"]
        print(f"{path}:{finding['line']}: {finding['rule']}: {finding['status']} by {finding['confirmed_by']}: {reported}, predicted "
              f"{predicted['estimate']:.2f} ({predicted['low']:.2f} to {predicted['high']:.2f}) {finding['unmeasured_penalty']}")
        if finding["status"] != "confirmed" or finding["confirmed_by"] != "time":
            yield f"{path}:{finding['line']}: {finding['rule']}: {finding['status']}: {finding['status_reason']} {finding['unmeasured_penalty']}"


def main():
    gpulint, files = sys.argv[1], sys.argv[2:]
    wrong = measured = unmeasured = 0
    for path in files:
        report = verify(gpulint, path)
        rule, found = exemplified(report, path)
        for complaint in unconfirmed(rule, found, path):
            wrong += 1
            print(complaint)
        fails = bool(found) and not any(finding["predicted_penalty"] for finding in found)
        for kernel in report["kernels"]:
            assumed = all(launch["origin"] == "assumed" for launch in kernel["launches"])
            if kernel["status"].split(":")[0] not in (("ok", "fault", "out-of-bounds") if fails else ("ok",)) and not assumed:
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
