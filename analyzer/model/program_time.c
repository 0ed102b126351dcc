#include "model/program_time.h"

#include <math.h>
#include <stdlib.h>

#include "support/allocate.h"

double
program_launches(const struct launch *launch)
{
	return launch->program.stands_for > 0 ? launch->program.stands_for : fmax(1, (double)launch->program.repeats);
}

double
program_time_of(const struct launch *launch)
{
	const struct launch_time *time = &launch->predicted_time;
	const double us = time->us > 0 ? time->us : time->why && time->low_us > 0 ? time->low_us : NAN;
	return us * program_launches(launch);
}

static bool
is_of_program(const struct launch *launch)
{
	return launch->origin != LAUNCH_ASSUMED && program_time_of(launch) > 0;
}

static void
share_left_out(struct kernel *kernel)
{
	double evaluated = 0;
	for (size_t i = 0; i < kernel->launch_count; i++)
		if (kernel->launches[i].origin != LAUNCH_ASSUMED)
			evaluated += fmax(1, (double)kernel->launches[i].program.repeats);
	for (size_t i = 0; i < kernel->launch_count; i++) {
		struct launch *launch = &kernel->launches[i];
		const double repeats = fmax(1, (double)launch->program.repeats);
		if (launch->origin != LAUNCH_ASSUMED)
			launch->program.stands_for = repeats * (1 + (double)kernel->launches_left_out / evaluated);
	}
}

double
program_time_sum(const struct facts *facts)
{
	double us = 0;
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			us += is_of_program(&facts->kernels[i].launches[k])
			              ? program_time_of(&facts->kernels[i].launches[k])
			              : 0;
	return us;
}

static size_t
count_programs(const struct facts *facts)
{
	size_t count = 0;
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			if (facts->kernels[i].launches[k].program.number >= count)
				count = facts->kernels[i].launches[k].program.number + 1;
	return count;
}

void
program_time_share(struct facts *facts)
{
	double *programs = memory_zeroed(count_programs(facts), sizeof *programs);
	for (size_t i = 0; i < facts->kernel_count; i++)
		share_left_out(&facts->kernels[i]);
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *kernel = &facts->kernels[i];
		for (size_t k = 0; k < kernel->launch_count; k++)
			if (is_of_program(&kernel->launches[k]))
				programs[kernel->launches[k].program.number] += program_time_of(&kernel->launches[k]);
	}
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *kernel = &facts->kernels[i];
		for (size_t k = 0; k < kernel->launch_count; k++) {
			struct launch *launch = &kernel->launches[k];
			launch->program.time_share =
				is_of_program(launch) ? program_time_of(launch) / programs[launch->program.number]
						      : NAN;
		}
	}
	free(programs);
}
