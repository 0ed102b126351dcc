#!/bin/sh
# Measures the jobs of `gpulint job` on a Slurm cluster:  sbatch --array=0-31 slurm.sh JOBS RESULTS
#
# Each task of the array takes a share of the jobs, so that thousands of them need no array of thousands. Submitted once
# more it does those that have no result yet, or one of a machine without a GPU.
#SBATCH --job-name=gpulint
#SBATCH --gpus-per-task=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --time=01:00:00
#SBATCH --output=gpulint-%A_%a.log
set -eu
jobs=$1 results=$2
mkdir -p "$results"

number=0
for job in "$jobs"/*.json; do
	result=$results/${job##*/}
	mine=$((number % SLURM_ARRAY_TASK_COUNT + SLURM_ARRAY_TASK_MIN))
	number=$((number + 1))
	[ "$mine" = "$SLURM_ARRAY_TASK_ID" ] || continue
	grep -qs '^ "device": {' "$result" && continue
	# What is cut off when the time is over does not get a result's name.
	gpulint-run <"$job" >"$result.part"
	mv "$result.part" "$result"
done
