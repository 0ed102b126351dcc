#include "eval/host/launch_count.h"

#include "eval/host/host_record.h"
#include "eval/state/machine.h"
#include "support/allocate.h"

void
launch_count_begin(struct kernel_entry *entry, uint64_t key)
{
	entry->counts = memory_resize(entry->counts, entry->facts.launch_count * sizeof *entry->counts);
	entry->counts[entry->facts.launch_count - 1] = (struct launch_count){.key = key};
}

size_t
launch_count_find(const struct kernel_entry *entry, uint64_t key)
{
	size_t at = 0;
	while (at < entry->facts.launch_count && entry->counts[at].key != key)
		at++;
	return at;
}

/* Of two reasons with the same confidence the later one is kept: it is that of an outer loop. */
static void
lower(struct launch *launch, enum confidence confidence, const char *why)
{
	if (launch->program.confidence > confidence)
		return;
	launch->program.confidence = confidence;
	launch->program.why = why;
}

/* Adds to the counts of child launches, once for each path that leads to them. */
struct adding {
	struct machine *m;
	unsigned left; /* child launches that may still be visited */
};

enum { DEEPEST = 16, MOST_AT_ONCE = 4096 };
#define MOST_TIMES (UINT64_MAX / 4)

static uint64_t
product(uint64_t a, uint64_t b)
{
	uint64_t result;
	return __builtin_mul_overflow(a, b, &result) || result > MOST_TIMES ? MOST_TIMES : result;
}

static void
add(struct adding *adding, struct kernel_entry *entry, size_t launch, uint64_t times, unsigned depth)
{
	struct machine *m = adding->m;
	uint64_t *repeats = &entry->facts.launches[launch].program.repeats;
	*repeats = *repeats > MOST_TIMES ? *repeats : *repeats + times;
	struct launch_count *count = &entry->counts[launch];
	count->latest = m->program->launches_made;
	if (mask_empty(&m->active.must))
		lower(&entry->facts.launches[launch], CONFIDENCE_UNKNOWN,
		      "data known only at run time decides whether it executes");
	/* Launches that a graph has captured were counted once. */
	if (m->program->launches_graphs)
		lower(&entry->facts.launches[launch], CONFIDENCE_UNKNOWN, "launches by graphs are not counted");
	for (size_t i = 0; i < count->child_count && depth < DEEPEST; i++) {
		const struct launch_edge *edge = &count->children[i];
		struct kernel_entry *child = program_kernel(m->program, edge->kernel);
		const size_t at = launch_count_find(child, edge->key);
		if (at == child->facts.launch_count)
			continue;
		if (adding->left) {
			adding->left--;
			add(adding, child, at, product(times, edge->times), depth + 1);
		} else {
			lower(&child->facts.launches[at], CONFIDENCE_UNKNOWN,
			      "kernels launch it from more places than were counted");
		}
	}
}

void
launch_count_add(struct machine *m, struct kernel_entry *entry, size_t launch, uint64_t times)
{
	struct adding adding = {m, MOST_AT_ONCE};
	add(&adding, entry, launch, times, 0);
}

void
launch_count_of_child(struct machine *m, const struct ir_func *kernel, uint64_t key, uint64_t times)
{
	const struct parent_launch *parent = &m->program->parent;
	if (!parent->kernel)
		return;
	struct kernel_entry *entry = program_kernel(m->program, parent->kernel);
	const size_t at = launch_count_find(entry, parent->key);
	if (at == entry->facts.launch_count)
		return;
	struct launch_count *count = &entry->counts[at];
	memory_push(count->children, count->child_count, count->child_capacity,
	            ((struct launch_edge){kernel, key, times / parent->times}));
}

void
launch_count_forget_children(struct program *program, const struct kernel_entry *entry)
{
	const char *why = NULL;
	for (size_t i = 0; i < entry->facts.launch_count; i++) {
		for (size_t k = 0; k < entry->counts[i].child_count; k++) {
			const struct launch_edge *edge = &entry->counts[i].children[k];
			struct kernel_entry *child = program_kernel(program, edge->kernel);
			const size_t at = launch_count_find(child, edge->key);
			why = why ? why
			          : arena_printf(&program->facts->arena,
			                         "kernel '%s' launches it, and not all launches of that kernel were "
			                         "evaluated",
			                         entry->func->name);
			if (at < child->facts.launch_count)
				lower(&child->facts.launches[at], CONFIDENCE_UNKNOWN, why);
		}
	}
}

void
launch_count_lower(struct program *program, struct made_before since, enum confidence confidence, const char *why)
{
	host_record_lower(program, since.operations, confidence, why);
	for (size_t i = 0; i < program->kernel_count; i++) {
		struct kernel_entry *entry = &program->kernels[i];
		for (size_t k = 0; k < entry->facts.launch_count; k++)
			if (entry->counts[k].latest > since.launches)
				lower(&entry->facts.launches[k], confidence, why);
		for (size_t k = 0; k < entry->facts.left_out_count && entry->latest_left_out > since.launches; k++)
			entry->facts.left_out[k].estimated = true;
	}
}

void
launch_count_caveat(struct machine *m, const struct ir_stmt *loop, struct made_before since, enum loop_count count)
{
	static const struct {
		enum confidence confidence;
		const char *before, *behind;
	} texts[] = {
		[LOOP_END_OPEN] = {CONFIDENCE_UNKNOWN, "the trip count of ", "is unknown"},
		[LOOP_CUT] = {CONFIDENCE_UNKNOWN, "", "was not evaluated to its end"},
		[LOOP_ITERATIONS_ASSUMED] = {CONFIDENCE_ASSUMED, "the iterations of ",
	                                     "that were not evaluated behave like the evaluated ones"},
	};
	const struct place place = program_place_of_reason(m->program, machine_reason(m, REASON_LOOP, loop->loc, ""));
	const char *why = arena_printf(&m->program->facts->arena, "%sthe loop at line %u %s", texts[count].before,
	                               place.line, texts[count].behind);
	launch_count_lower(m->program, since, texts[count].confidence, why);
	if (count == LOOP_END_OPEN)
		host_record_open_end(m->program, since.operations);
}

void
launch_count_cut(struct program *program, struct made_before since)
{
	launch_count_lower(program, since, CONFIDENCE_UNKNOWN, "the host code was not evaluated to its end");
}
