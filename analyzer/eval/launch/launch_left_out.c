#include "eval/launch/launch_left_out.h"

#include <string.h>

#include "eval/grid/launch_budget.h"
#include "eval/launch/launch_facts.h"
#include "eval/launch/launch_option.h"
#include "eval/launch/refusal.h"
#include "support/allocate.h"

enum {
	MOST_LAUNCHES = 8, /* different launches of one kernel that are run */
	MOST_CHEAP_LAUNCHES = 40,
	/* if each takes at most so many steps, MOST_CHEAP_LAUNCHES are run: a sweep over offsets */
	CHEAP_STEPS = 512,
	FEWEST_LAUNCHES = 2,
	EXPENSIVE_STEPS = 24000,      /* after so many steps of all launches, FEWEST_LAUNCHES are run */
	VERY_EXPENSIVE_STEPS = 32000, /* after so many, none with a shape that has been run */
	/* result of launch_times_seen from which assumed launches of further instances are not run */
	ENOUGH_TIMES = 3,
	DEEPEST_CHILD = 16, /* nesting depth of launches */
	MOST_REFUSED = 16,  /* refusals reported for one kernel: a loop may make any number */
};

static void
note_refused(struct kernel_entry *entry, struct place place, const char *why)
{
	struct kernel *kernel = &entry->facts;
	for (size_t i = 0; i < kernel->refused_count; i++)
		if (facts_same_place(&kernel->refused[i].place, &place) && !strcmp(kernel->refused[i].why, why))
			return;
	if (kernel->refused_count < MOST_REFUSED)
		memory_push(kernel->refused, kernel->refused_count, entry->refused_capacity,
		            ((struct refused_launch){place, why, NULL}));
}

bool
launch_is_refused(struct program *program, const struct launch_request *request)
{
	struct kernel_entry *entry = program_kernel(program, request->kernel);
	const int64_t static_shared = entry->facts.resources.static_shared;
	const char *why = refusal_of_launch(program, request, static_shared > 0 ? (uint64_t)static_shared : 0);
	if (why)
		note_refused(entry, launch_facts_place(program, request), why);
	return why;
}

void
launch_leave_out(struct machine *m, struct kernel_entry *entry, const struct launch_request *request, uint64_t count)
{
	if (!count)
		return;
	struct kernel *kernel = &entry->facts;
	const struct place place = launch_facts_place(m->program, request);
	const bool shape_assumed = !request->grid_known || !request->block_known;
	const bool estimated = machine_times(m) > 1 || mask_empty(&m->active.must);
	entry->latest_left_out = m->program->launches_made;
	kernel->launches_left_out += count;
	for (size_t i = 0; i < kernel->left_out_count; i++) {
		if (facts_same_place(&kernel->left_out[i].place, &place)) {
			kernel->left_out[i].count += count;
			kernel->left_out[i].estimated |= estimated;
			kernel->left_out[i].shape_assumed |= shape_assumed;
			return;
		}
	}
	memory_push(kernel->left_out, kernel->left_out_count, entry->left_out_capacity,
	            ((struct passed_over){place, count, launch_to_text(m, request), estimated, shape_assumed}));
}

static bool
has_shape(const struct kernel *kernel, const struct launch_request *request)
{
	struct launch asked = {0};
	launch_facts_shape(&asked, request);
	for (size_t i = 0; i < kernel->launch_count; i++)
		if (facts_same_shape(&kernel->launches[i], &asked))
			return true;
	return false;
}

bool
launch_is_left_out(const struct program *program, const struct kernel_entry *entry,
                   const struct launch_request *request)
{
	const struct kernel *kernel = &entry->facts;
	if (program->parent.depth > DEEPEST_CHILD)
		return true;
	/* A library kernel is not run if it is expected to take half of the remaining steps for all library kernels,
	 * or more. */
	if (kernel->is_library && program_expected_steps(program, kernel) >= program->builtin_steps_left / 2)
		return true;
	if (request->origin == LAUNCH_ASSUMED && !program->options->evaluates_all_instances &&
	    launch_times_seen(program, kernel) >= ENOUGH_TIMES)
		return true;
	const bool is_cheap = !kernel->is_library && program_expected_steps(program, kernel) <= CHEAP_STEPS;
	const bool are_expensive = entry->all_steps > EXPENSIVE_STEPS;
	if (entry->all_steps > VERY_EXPENSIVE_STEPS && has_shape(kernel, request))
		return true;
	return kernel->launch_count >= (are_expensive ? FEWEST_LAUNCHES
	                                : is_cheap    ? MOST_CHEAP_LAUNCHES
	                                              : MOST_LAUNCHES);
}
