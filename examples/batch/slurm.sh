#!/bin/sh
# Measures the jobs of `gpulint job` on a Slurm cluster:  sbatch --array=0-31 slurm.sh JOBS RESULTS
#
# Each task of the array takes a share of the jobs, so that thousands of them need no array of thousands. A job that
# kills gpulint-run has no result, and the next one is done. Submitted once more it does those that have no result yet, or
# one of a machine without a GPU, or whose GPU was lost; what does not compile is not tried again. The array is one range,
# with a step or without; without an array, one task does all.
#SBATCH --job-name=gpulint
#SBATCH --gpus-per-task=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --time=01:00:00
#SBATCH --output=gpulint-%A_%a.log
set -eu
jobs=$1 results=$2
mkdir -p "$results"

tasks=${SLURM_ARRAY_TASK_COUNT:-1}
share=$(((${SLURM_ARRAY_TASK_ID:-0} - ${SLURM_ARRAY_TASK_MIN:-0}) / ${SLURM_ARRAY_TASK_STEP:-1}))
if [ "$share" -ge "$tasks" ]; then
	echo "slurm.sh: the tasks of the array are not one range, as 0-31 or 0-31:2" >&2
	exit 2
fi

# Whether there is a result that another run would not better: there was a GPU, and what was compiled was launched on it. What
# was not compiled, or races against nothing, is not run by any GPU. A result has a member a line, one blank further in for
# each level.
is_done() {
	[ -e "$1" ] && awk '
		/^ "device": {/                                       { had_gpu = 1 }
		/^ "[a-z_]+":/                                        { list = $1 }
		/^   "status":/                                       { status = $2 }
		list == "\"kernels\":" && status == "\"ok\"," && /^     "status": "not-run"/ { is_open = 1 }
		list == "\"races\":" && status == "\"not-run\"," && /^   "reason":/ &&
			!/its first kernel (does not run, or no other one|cannot run, or all others cannot)/ { is_open = 1 }
		END                                                   { exit !had_gpu || is_open }' "$1"
}

number=0 failed=0
for job in "$jobs"/*.json; do
	if [ ! -e "$job" ]; then
		echo "slurm.sh: there are no jobs in $jobs" >&2
		exit 2
	fi
	result=$results/${job##*/}
	whose=$((number % tasks))
	number=$((number + 1))
	[ "$whose" -eq "$share" ] || continue
	is_done "$result" && continue
	# What is cut off when the time is over does not get a result's name.
	if gpulint-run <"$job" >"$result.part"; then
		mv "$result.part" "$result"
	else
		echo "$job: gpulint-run ended with status $?" >&2
		failed=1
	fi
done
exit "$failed"
