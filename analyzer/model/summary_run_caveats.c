/* Caveats of what was run: what the launch rests on, rounds and lanes that data decides, what lies where. */
#include <string.h>

#include "model/summary_caveats.h"

const char *
caveat_of_launch(struct summary *t, const struct tally *tally)
{
	(void)tally;
	if (t->launch->assumption_count)
		return t->launch->assumptions[0];
	return t->launch->origin == LAUNCH_ASSUMED ? "no launch of this kernel is in sight" : NULL;
}

/* What else is said of the figures holds, too, but that many more requests are made than were seen comes first. */
const char *
caveat_of_ends(struct summary *t, const struct tally *tally)
{
	(void)tally;
	if (t->launch->cut_loop.line)
		return arena_printf(
			t->arena,
			"the evaluation left the loop at line %u before it had come to its end, so that there are more",
			t->launch->cut_loop.line);
	if (t->launch->cut_call.line)
		return arena_printf(t->arena,
		                    "calls are nested deeper at line %u than is followed, so that there may be more",
		                    t->launch->cut_call.line);
	return t->launch->budget_reached ? "the budget ended before all sampled blocks had run" : NULL;
}

const char *
caveat_of_lanes(struct summary *t, const struct tally *tally)
{
	(void)t;
	if (tally->doubtful_requests > 0 && tally->one_lane)
		return "one lane of a warp comes here at most; which one does, and whether, depends on data";
	return tally->doubtful_requests > 0 ? "all lanes that may come here do; which of them do depends on data"
	                                    : NULL;
}

const char *
caveat_of_trips(struct summary *t, const struct tally *tally)
{
	const struct fold *fold = t->fold;
	if (!tally->open_loop)
		return NULL;
	const char *line = summary_line(t, &fold->symbols->reasons.items[tally->open_loop]);
	for (size_t i = 0; i < fold->open_loop_count; i++)
		if (fold->open_loops[i].reason == tally->open_loop)
			return arena_printf(t->arena,
			                    "%llu round%s run of the loop at %s: how many there are depends on data",
			                    (unsigned long long)fold->open_loops[i].rounds,
			                    fold->open_loops[i].rounds == 1 ? " was" : "s were", line);
	return arena_printf(t->arena, "how many rounds the loop at %s has depends on data", line);
}

/* A __device__ variable beside others: only its own alignment is sure, and its requests move more than one sector. */
static bool
is_laid_out_by_others(const struct tally *tally)
{
	const struct object *object = tally->object;
	if (object->kind != OBJECT_GLOBAL || !object->type || object->type->align >= SECTOR_BYTES ||
	    tally->cost <= tally->requests)
		return false;
	unsigned variables = 0;
	for (size_t i = 0; i < tally->unit->global_count; i++)
		variables += tally->unit->globals[i]->storage == IR_STORAGE_DEVICE;
	return variables > 1;
}

const char *
caveat_of_placement(struct summary *t, const struct tally *tally)
{
	const struct object *object = tally->object;
	if (!object)
		return NULL;
	if (object->assumed)
		return arena_printf(t->arena,
		                    "'%s' begins where cudaMalloc would put it: no allocation of it is in sight",
		                    object->name);
	if (object->from_device_heap)
		return "the device heap may place it anywhere: it is taken to begin with a sector, and to share none with others";
	if (is_laid_out_by_others(tally))
		return arena_printf(t->arena,
		                    "where the linker lays '%s' among the program's variables is open: it is taken to "
		                    "begin with a sector",
		                    object->name);
	return NULL;
}

const char *
caveat_of_addresses(struct summary *t, const struct tally *tally)
{
	(void)t;
	return tally->assumption;
}

static const char *
beyond_end(struct summary *t, const struct tally *tally)
{
	const struct object *object = tally->fault.object;
	const char *name = summary_object_name(t, tally);
	const unsigned long long bytes = object->size;
	if (object->kind == OBJECT_SHARED && !object->type)
		return arena_printf(
			t->arena,
			"it goes beyond the end of dynamic shared memory, of which the launch gives %llu bytes", bytes);
	return *name ? arena_printf(t->arena, "it goes beyond the end of '%s', which has %llu bytes", name, bytes)
	             : arena_printf(t->arena, "it goes beyond the end of what it accesses, which has %llu bytes",
	                            bytes);
}

/* What is there may be other data, which goes and leads elsewhere; and the compiler goes there by other instructions. */
const char *
caveat_of_cluster(struct summary *t, const struct tally *tally)
{
	(void)tally;
	return t->fold->in_cluster
	               ? "the kernel goes to shared memory of other blocks of its cluster, which is taken for the block's own"
	               : NULL;
}

/* An access with which the GPU stops costs nothing that could be told exactly. */
const char *
caveat_of_faults(struct summary *t, const struct tally *tally)
{
	static const char *const reasons[] = {
		[FAULT_NONE] = NULL,
		[FAULT_NULL] = "its pointer is null: the GPU stops with `illegal memory access`",
		[FAULT_HOST] =
			("it lies in the host's own memory: the GPU stops there, unless the system shares all of a process's memory "
	                 "with it"),
		[FAULT_FREED] = "it goes to memory that host code has freed before the launch",
		[FAULT_ALIGNMENT] =
			"an address is no multiple of the access's width: the GPU stops with `misaligned address`",
		[FAULT_BEFORE] = "it goes to what lies before the beginning of what it accesses",
	};
	return tally->fault.kind == FAULT_BEHIND ? beyond_end(t, tally) : reasons[tally->fault.kind];
}
