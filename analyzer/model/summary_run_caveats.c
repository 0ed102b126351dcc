/* Caveats of the evaluation: the launch's basis, iterations and lanes that data decides, and memory placement. */
#include <string.h>

#include "model/summary_caveats.h"

const char *
caveat_of_launch(struct summary *t, const struct site_accumulator *accumulator)
{
	(void)accumulator;
	if (t->launch->caveats.assumption_count)
		return t->launch->caveats.assumptions[0];
	return t->launch->origin == LAUNCH_ASSUMED ? "the launch: these files do not make one" : NULL;
}

/* An incomplete evaluation comes first: the other caveats are minor if many requests were not seen. */
const char *
caveat_of_ends(struct summary *t, const struct site_accumulator *accumulator)
{
	(void)accumulator;
	if (t->launch->caveats.cut_loop.line)
		return arena_printf(
			t->arena,
			"the evaluation stopped before the end of the loop at line %u: the true count is higher",
			t->launch->caveats.cut_loop.line);
	if (t->launch->caveats.cut_call.line)
		return arena_printf(t->arena,
		                    "calls at line %u are nested too deeply to follow: the true count may be higher",
		                    t->launch->caveats.cut_call.line);
	return t->launch->caveats.budget_reached
	               ? "the evaluation's budget ended before all sampled blocks were evaluated"
	               : NULL;
}

const char *
caveat_of_lanes(struct summary *t, const struct site_accumulator *accumulator)
{
	(void)t;
	if (accumulator->caveats.doubtful_requests > 0 && accumulator->caveats.one_lane)
		return "at most one lane of a warp executes this; data decides which one, if any";
	return accumulator->caveats.doubtful_requests > 0
	               ? "all lanes that may execute this do; data decides which ones do"
	               : NULL;
}

const char *
caveat_of_trips(struct summary *t, const struct site_accumulator *accumulator)
{
	const struct aggregator *aggregator = t->aggregator;
	if (!accumulator->open_loop)
		return NULL;
	const char *line = summary_line(t, &aggregator->symbols->reasons.items[accumulator->open_loop]);
	for (size_t i = 0; i < aggregator->open_loop_count; i++)
		if (aggregator->open_loops[i].reason == accumulator->open_loop)
			return arena_printf(t->arena,
			                    "the figure is for %llu iteration%s of the loop at %s: its trip count "
			                    "depends on data",
			                    (unsigned long long)aggregator->open_loops[i].iterations,
			                    aggregator->open_loops[i].iterations == 1 ? "" : "s", line);
	return arena_printf(t->arena, "the trip count of the loop at %s depends on data", line);
}

/* Whether the object is one of several __device__ variables, so that only its own alignment is known, and its
 * requests move more than one sector. */
static bool
is_laid_out_by_others(const struct site_accumulator *accumulator)
{
	const struct object *object = accumulator->objects.first;
	if (object->kind != OBJECT_GLOBAL || !object->type || object->type->align >= SECTOR_BYTES ||
	    accumulator->sums.cost <= accumulator->sums.requests)
		return false;
	unsigned variables = 0;
	for (size_t i = 0; i < accumulator->unit->global_count; i++)
		variables += accumulator->unit->globals[i]->storage == IR_STORAGE_DEVICE;
	return variables > 1;
}

const char *
caveat_of_placement(struct summary *t, const struct site_accumulator *accumulator)
{
	const struct object *object = accumulator->objects.first;
	if (!object)
		return NULL;
	if (object->assumed)
		return arena_printf(t->arena,
		                    "'%s' is aligned as cudaMalloc aligns memory: these files do not allocate it",
		                    object->name);
	if (object->from_device_heap)
		return "its allocation on the device heap begins with a sector and shares none with others";
	if (is_laid_out_by_others(accumulator))
		return arena_printf(t->arena,
		                    "'%s' begins with a sector: the linker decides where it lies among the program's "
		                    "variables",
		                    object->name);
	return NULL;
}

const char *
caveat_of_addresses(struct summary *t, const struct site_accumulator *accumulator)
{
	(void)t;
	return accumulator->caveats.assumption;
}

static const char *
beyond_end(struct summary *t, const struct site_accumulator *accumulator)
{
	const struct object *object = accumulator->fault.object;
	const char *name = summary_object_name(t, accumulator);
	const unsigned long long bytes = object->size;
	if (object->kind == OBJECT_SHARED && !object->type)
		return arena_printf(
			t->arena,
			"it accesses memory beyond the end of dynamic shared memory (%llu bytes in this launch)",
			bytes);
	return *name ? arena_printf(t->arena, "it accesses memory beyond the end of '%s' (%llu bytes)", name, bytes)
	             : arena_printf(t->arena, "it accesses memory beyond the end of its object (%llu bytes)", bytes);
}

/* Another block's shared memory may hold other data, and the compiler accesses it with other instructions. */
const char *
caveat_of_cluster(struct summary *t, const struct site_accumulator *accumulator)
{
	(void)accumulator;
	return t->aggregator->in_cluster ? "shared memory of other blocks in the cluster counts as the block's own"
	                                 : NULL;
}

/* An access at which the GPU stops has no exact cost. */
const char *
caveat_of_faults(struct summary *t, const struct site_accumulator *accumulator)
{
	static const char *const reasons[] = {
		[FAULT_NONE] = NULL,
		[FAULT_NULL] = "its pointer is null: the GPU stops with `illegal memory access`",
		[FAULT_HOST] =
			("it accesses host memory: the GPU stops, unless the system shares all memory of a process "
	                 "with it"),
		[FAULT_FREED] = "it accesses memory that the host freed before the launch",
		[FAULT_ALIGNMENT] =
			"an address is not a multiple of the access's width: the GPU stops with `misaligned address`",
		[FAULT_BEFORE] = "it accesses memory before the beginning of its object",
	};
	return accumulator->fault.kind == FAULT_PAST_END ? beyond_end(t, accumulator)
	                                                 : reasons[accumulator->fault.kind];
}
