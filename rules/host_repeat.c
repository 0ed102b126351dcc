/* Loops that repeat one launch to measure it. */
#include "rules/host_finding.h"

/* ---- dependences between repetitions ---- */

static bool
is_of_buffers(const struct site *site)
{
	return site->kind <= SITE_ATOMIC &&
	       (site->space == SPACE_GLOBAL || site->space == SPACE_TEXTURE || site->space == SPACE_GENERIC);
}

/* Whether a load of a buffer may read what the store writes. */
static bool
meet(const struct site *store, const struct site *load)
{
	return !store->object.allocation || !load->object.allocation || store->object.has_others ||
	       load->object.has_others || store->object.allocation == load->object.allocation;
}

static bool
may_be_read(const struct launch *launch, const struct site *store)
{
	if (store->kind == SITE_ATOMIC)
		return true;
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].kind == SITE_LOAD && is_of_buffers(&launch->sites[i]) &&
		    meet(store, &launch->sites[i]))
			return true;
	return false;
}

/* Whether the launch may read what it has written. Then a repeated launch continues from there. */
static bool
builds_on_itself(const struct launch *launch)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->kind != SITE_LOAD && is_of_buffers(site) && may_be_read(launch, site))
			return true;
	}
	return !launch->site_count;
}

/* Whether it accesses no memory for any arguments. */
static bool
touches_nothing(const struct launch *launch)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].kind <= SITE_ATOMIC)
			return false;
	return !launch->execution.unbounded_time && !launch->caveats.cut_loop.line && !launch->caveats.cut_call.line &&
	       !launch->caveats.budget_reached;
}

/* In a nested loop, the first launch of an iteration of the outer loop may differ from the last one before it. */
static bool
is_repetition(const struct host_operation *launch)
{
	const struct launch *first = host_launch_of(launch);
	return first && (touches_nothing(first) ||
	                 ((double)launch->same_arguments >= 0.75 * (double)launch->count && !builds_on_itself(first)));
}

/* ---- the loop ---- */

/* Launches at one place are of several kernels, or of several calls of the function around the loop. If the loop calls
 * the function twice, they differ in the call. */
static bool
are_alternatives(const struct host_operation *a, const struct host_operation *b)
{
	const bool is_called = a->call_in_loop.line || b->call_in_loop.line;
	return facts_same_place(&a->place, &b->place) &&
	       (!is_called || (facts_same_place(&a->call_in_loop, &b->call_in_loop) &&
	                       facts_same_place(&a->called_from, &b->called_from)));
}

static bool
is_reading(const struct host_operation *operation)
{
	return operation->kind == HOST_CLOCK || operation->kind == HOST_EVENT_RECORD;
}

static bool
does_no_work(const struct host_operation *operation)
{
	return is_reading(operation) || operation->kind == HOST_SYNCHRONIZATION || operation->kind == HOST_ERROR_CHECK;
}

/* The loop's only launch, if the loop does nothing else; NULL: it does. */
static const struct host_operation *
only_launch(const struct facts *facts, const struct place *loop)
{
	const struct host_operation *launch = host_loop_launch(facts, loop);
	for (size_t i = 0; launch && i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		if (!host_is_in_loop(other, loop) || does_no_work(other))
			continue;
		if (other->kind != HOST_LAUNCH || !is_repetition(other) || !are_alternatives(launch, other))
			return NULL;
	}
	return launch;
}

/* The next loop around `loop` that contains the operation; line 0: there is none. */
static const struct place *
loop_around(const struct host_operation *operation, const struct place *loop)
{
	static const struct place none = {0};
	for (size_t i = 0; i + 1 < HOST_LOOPS && operation->loops[i].line; i++)
		if (facts_same_place(&operation->loops[i], loop))
			return &operation->loops[i + 1];
	return &none;
}

static bool
is_beside(const struct host_operation *operation, const struct place *around)
{
	return around->line ? facts_same_place(&operation->loops[0], around) : !operation->loops[0].line;
}

/* Operations around the loop are in the order in which the program first executes them. */
static bool
is_between_readings(const struct facts *facts, const struct host_operation *launch, const struct place *loop)
{
	const struct place *around = loop_around(launch, loop);
	bool begins = false, ends = false;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		if (!is_reading(other) || other->program != launch->program || !is_beside(other, around))
			continue;
		begins |= other < launch;
		ends |= other > launch;
	}
	return begins && ends;
}

bool
host_repeats_for_time(const struct facts *facts, const struct place *loop)
{
	const struct host_operation *launch = only_launch(facts, loop);
	return launch && (host_is_timed(facts, loop) || is_between_readings(facts, launch, loop));
}

static bool
is_measured(const struct facts *facts, const struct host_operation *launch)
{
	const struct place *loop = &launch->loops[0];
	return (loop->line && host_is_timed(facts, loop)) || is_between_readings(facts, launch, loop);
}

bool
host_warms_up(const struct facts *facts, const struct place *loop)
{
	const struct host_operation *launch = only_launch(facts, loop);
	for (size_t i = 0; launch && i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		if (other > launch && other->kind == HOST_LAUNCH && other->program == launch->program &&
		    !host_is_in_loop(other, loop) && is_measured(facts, other) && host_launch_of(other) &&
		    facts_kernel_of(facts, host_launch_of(other)) == facts_kernel_of(facts, host_launch_of(launch)))
			return true;
	}
	return false;
}

bool
host_touches_nothing(const struct host_operation *launch)
{
	return touches_nothing(host_launch_of(launch));
}
