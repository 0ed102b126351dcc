"""How the tests call gpulint verify. GPULINT_RUNNER, if set, is the command that runs the worker (--runner); GPULINT_GPU the
GPU that there is (--gpu): by times only what was predicted for that one is judged."""
import os


def verify_command(gpulint, *options):
    command = [gpulint, "verify", "--format", "json", *options]
    for option in "runner", "gpu":
        value = os.environ.get(f"GPULINT_{option.upper()}")
        command += [f"--{option}", value] if value else []
    return command
