#include "runtime_check/attach.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/worker/result.h"
#include "runtime_check/compare_lines.h"
#include "runtime_check/judge.h"
#include "support/allocate.h"
#include "support/hash.h"
#include "support/hash_index.h"
#include "support/kernel_symbol.h"
#include "support/path.h"
#include "support/pointer_map.h"

/* The counted launches of one kernel of the facts. */
struct kernel_counts {
	unsigned counted;         /* number of counted launches */
	const json_t *process;    /* process of the first counted launch */
	bool of_several;          /* whether other processes have counted launches too */
	struct launch *predicted; /* where the predicted launches were before measured ones were added */
	size_t predicted_count;
	bool *is_counted; /* for each predicted launch, whether it was counted */
	size_t launch_capacity;
};

struct merge {
	struct facts *facts;
	const json_t *others;          /* events other than launches */
	struct kernel_counts *kernels; /* one for each kernel of the facts */
	size_t kernel_count, counts_capacity, kernel_capacity;
	const json_t **reported; /* counted launches */
	size_t reported_count, reported_capacity;
	struct hash_index by_figures; /* indexes `reported` by launch and figures */
	struct named_kernel {
		const char *symbol;
		size_t kernel; /* index in the facts */
	} *named;              /* kernels by their link names */
	size_t named_count, named_capacity;
	struct hash_index by_name; /* indexes `named` by symbol */
};

static bool
is_event(const json_t *event, const char *kind)
{
	return strcmp(result_text(event, "event"), kind) == 0;
}

/* The program's first event of this kind, and of this kernel unless `kernel` is NULL. NULL: there is none. */
static const json_t *
find_event(const json_t *events, const char *kind, const char *kernel)
{
	size_t i;
	const json_t *event;
	json_array_foreach ((json_t *)(uintptr_t)events, i, event) {
		if (is_event(event, kind) && (!kernel || kernel_symbols_match(result_text(event, "kernel"), kernel)))
			return event;
	}
	return NULL;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* If both files exist, their resolved paths must be equal. If one is missing (the program was built elsewhere), equal
 * names suffice. */
static bool
is_same_file(const void *context, const char *name, const char *path)
{
	char left[PATH_MAX], right[PATH_MAX];
	(void)context;
	if (!path_same_name(name, path))
		return false;
	return !realpath(name, left) || !realpath(path, right) || strcmp(left, right) == 0;
}

static const char *
own_name(const void *context, const char *name)
{
	(void)context;
	return name;
}

static const struct line_names file_names = {is_same_file, own_name, NULL};

/* ---- predicted launches ------------------------------------------------------------------------------------------ */

static void
read_dimensions(uint32_t size[3], const json_t *json)
{
	for (size_t i = 0; i < 3; i++)
		size[i] = (uint32_t)json_integer_value(json_array_get(json, i));
}

struct shape {
	uint32_t grid[3], block[3];
	int64_t dynamic_shared;
};

static struct shape
shape_of(const json_t *event)
{
	struct shape shape = {.dynamic_shared = result_count(event, "dynamic_shared")};
	read_dimensions(shape.grid, json_object_get(event, "grid"));
	read_dimensions(shape.block, json_object_get(event, "block"));
	return shape;
}

static bool
has_shape(const struct launch *launch, const struct shape *shape)
{
	return memcmp(launch->grid, shape->grid, sizeof shape->grid) == 0 &&
	       memcmp(launch->block, shape->block, sizeof shape->block) == 0 &&
	       (int64_t)launch->dynamic_shared == shape->dynamic_shared;
}

#define NO_KERNEL SIZE_MAX

static void
remember_kernel(struct merge *merge, const json_t *event, size_t kernel)
{
	const char *symbol = result_text(event, "kernel");
	hash_index_add(&merge->by_name, hash_text(symbol));
	memory_push(merge->named, merge->named_count, merge->named_capacity, ((struct named_kernel){symbol, kernel}));
}

/* The index in the facts of the kernel that the event launches. */
static size_t
find_kernel(struct merge *merge, const json_t *event)
{
	const char *symbol = result_text(event, "kernel");
	size_t i = hash_index_last(&merge->by_name, hash_text(symbol));
	for (; i < merge->named_count; i = hash_index_before(&merge->by_name, i))
		if (strcmp(merge->named[i].symbol, symbol) == 0)
			return merge->named[i].kernel;
	for (i = 0; i < merge->facts->kernel_count; i++) {
		const char *name = merge->facts->kernels[i].link_name;
		if (name && kernel_symbols_match(name, symbol)) {
			remember_kernel(merge, event, i);
			return i;
		}
	}
	return NO_KERNEL;
}

/* Launches are ordered only within one process. */
static bool
is_of_other_process(const struct kernel_counts *counts, const json_t *event)
{
	return counts->counted &&
	       (counts->of_several || !json_equal(counts->process, json_object_get(event, "process")));
}

/* The predicted launch that the event counts; NULL: none. Assumed launches never match, because the program does not
 * make them. */
static struct launch *
find_launch(struct merge *merge, size_t kernel, const json_t *event)
{
	struct kernel_counts *counts = &merge->kernels[kernel];
	const struct shape shape = shape_of(event);
	if (is_of_other_process(counts, event))
		return NULL;
	for (size_t i = 0; i < counts->predicted_count; i++) {
		struct launch *launch = &merge->facts->kernels[kernel].launches[i]; /* their addresses still hold */
		if (!counts->is_counted[i] && launch->origin != LAUNCH_ASSUMED && has_shape(launch, &shape)) {
			counts->is_counted[i] = true;
			return launch;
		}
	}
	return NULL;
}

static const char *const reported_members[] = {"kernel", "grid", "block", "dynamic_shared", "lines"};
enum { TOLD_MEMBERS = sizeof reported_members / sizeof *reported_members };

static bool
is_alike(const json_t *a, const json_t *b)
{
	for (size_t i = 0; i < TOLD_MEMBERS; i++)
		if (!json_equal(json_object_get(a, reported_members[i]), json_object_get(b, reported_members[i])))
			return false;
	return true;
}

static uint64_t
hash_of(const json_t *event)
{
	uint64_t hash = 0;
	for (size_t i = 0; i < TOLD_MEMBERS; i++) {
		char *text = json_dumps(json_object_get(event, reported_members[i]),
		                        JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
		hash = hash_mix(hash, hash_text(text ? text : ""));
		free(text);
	}
	return hash;
}

/* Whether an equal launch of this kernel, with equal figures, was reported before, by this process or another. */
static bool
is_reported(const struct merge *merge, const json_t *event, uint64_t hash)
{
	size_t i = hash_index_last(&merge->by_figures, hash);
	while (i < merge->reported_count && !is_alike(merge->reported[i], event))
		i = hash_index_before(&merge->by_figures, i);
	return i < merge->reported_count;
}

static void
fill_launch(struct merge *merge, struct launch *launch, const json_t *event)
{
	if (json_is_false(json_object_get(event, "located")))
		compare_note_sites(launch, "the program was compiled without -lineinfo: its code has no source lines");
	else
		compare_lines(launch, json_object_get(event, "lines"), &file_names, &merge->facts->arena);
}

/* ---- launches without a prediction ------------------------------------------------------------------------------- */

static enum site_kind
kind_named(const char *name)
{
	enum site_kind kind = SITE_LOAD;
	while (kind < SITE_BRANCH && strcmp(site_kind_text(kind), name) != 0)
		kind++;
	return kind;
}

/* The site of a line that has no prediction. Local memory is reported elsewhere (struct local_traffic). */
static struct site
measured_site(const struct kernel *kernel, const json_t *line, bool located, struct arena *arena)
{
	const char *space = result_text(line, "space");
	const int64_t number = result_count(line, "line");
	struct site site = {
		.place = {arena_strdup(arena, result_text(line, "file")), number > 0 ? (uint32_t)number : 0, 1,
	                  number > 0 ? (uint32_t)number : 0, 1},
		.expression = "",
		.object.name = "",
		.reason = "",
		.shared.row_length = "",
		.kind = kind_named(result_text(line, "kind")),
		.space = strcmp(space, "global") == 0   ? SPACE_GLOBAL
	                 : strcmp(space, "shared") == 0 ? SPACE_SHARED
	                                                : SPACE_NONE,
		.confidence = CONFIDENCE_UNKNOWN,
		.why = "there is no prediction for this launch",
		.measured.note = located ? NULL : "for the whole kernel: the program was compiled without -lineinfo",
		.predicted = no_figures,
		.measured.is_known = true,
		.measured.figures = compare_line_figures(line),
		.measured.line_excess = NAN,
	};
	site.id = arena_printf(arena, "%s:%s:%u:%s:%s", kernel->name, path_base_name(site.place.file), site.place.line,
	                       space, site_kind_text(site.kind));
	return site;
}

static struct launch
measured_launch(const struct kernel *kernel, const json_t *event, struct arena *arena)
{
	const json_t *lines = json_object_get(event, "lines"), *line;
	struct launch launch = {
		.place = kernel->place,
		.origin = LAUNCH_MEASURED,
		.program.repeats = 1,
		.occupancy.warps = NAN,
		.occupancy.limiter = LIMITED_BY_NOTHING,
	};
	const int64_t shared = result_count(event, "dynamic_shared");
	size_t i;
	launch.dynamic_shared = shared > 0 ? (uint64_t)shared : 0;
	read_dimensions(launch.grid, json_object_get(event, "grid"));
	read_dimensions(launch.block, json_object_get(event, "block"));
	const bool located = !json_is_false(json_object_get(event, "located"));
	launch.sites = arena_new_array(arena, struct site, json_array_size(lines));
	json_array_foreach ((json_t *)(uintptr_t)lines, i, line)
		if (strcmp(result_text(line, "space"), "local") != 0)
			launch.sites[launch.site_count++] = measured_site(kernel, line, located, arena);
	compare_local_traffic(&launch, lines, &file_names, arena);
	return launch;
}

static size_t
add_kernel(struct merge *merge, const json_t *event)
{
	struct facts *facts = merge->facts;
	const json_t *line = json_array_get(json_object_get(event, "lines"), 0);
	const int64_t number = result_count(line, "line");
	const char *name = arena_strdup(&facts->arena, result_text(event, "kernel"));
	const struct kernel kernel = {
		.name = name,
		.qualified_name = name,
		.link_name = name,
		.status = "ok",
		.partial_reason = "",
		.place = {arena_strdup(&facts->arena, result_text(line, "file")), number > 0 ? (uint32_t)number : 0, 1,
	                  0, 1},
		.resources = {.registers = -1,
	                      .spill_bytes = -1,
	                      .stack_bytes = -1,
	                      .occupancy = NAN,
	                      .limiter = LIMITED_BY_NOTHING,
	                      .source = "unknown"},
	};
	remember_kernel(merge, event, facts->kernel_count);
	memory_push(merge->kernels, merge->kernel_count, merge->counts_capacity, (struct kernel_counts){0});
	arena_push(&facts->arena, facts->kernels, facts->kernel_count, merge->kernel_capacity, kernel);
	return facts->kernel_count - 1;
}

static void
add_launch(struct merge *merge, size_t kernel, const json_t *event)
{
	struct facts *facts = merge->facts;
	struct kernel *own = &facts->kernels[kernel];
	const struct launch launch = measured_launch(own, event, &facts->arena);
	arena_push(&facts->arena, own->launches, own->launch_count, merge->kernels[kernel].launch_capacity, launch);
}

/* Adding launches to a kernel moves its array: the findings' pointers are updated. */
static void
move_findings(const struct merge *merge)
{
	struct facts *facts = merge->facts;
	struct pointer_map moved = {0};
	for (size_t i = 0; i < merge->kernel_count; i++)
		for (size_t k = 0; k < merge->kernels[i].predicted_count; k++)
			*pointer_map_value(&moved, &merge->kernels[i].predicted[k]) = &facts->kernels[i].launches[k];
	for (size_t i = 0; i < facts->finding_count; i++) {
		struct launch *launch = pointer_map_find(&moved, facts->findings[i].launch);
		facts->findings[i].launch = launch ? launch : facts->findings[i].launch;
	}
	pointer_map_free(&moved);
}

/* ---- launches that were not counted ------------------------------------------------------------------------------ */

/* The host's calls do not show kernels that graphs contain or that kernels launch on the GPU. */
static const char *
why_not_launched(const struct merge *merge, const char *what)
{
	const json_t *unseen = find_event(merge->others, "unseen", NULL);
	if (!unseen)
		return arena_printf(&merge->facts->arena, "the program's host code %s", what);
	return arena_printf(&merge->facts->arena, "the program's host code %s, but launched %s, which may contain it",
	                    what, result_text(unseen, "work"));
}

static const char *
why_not_counted(const struct merge *merge, size_t kernel, unsigned launches)
{
	struct arena *arena = &merge->facts->arena;
	const char *name = merge->facts->kernels[kernel].link_name;
	const json_t *left_out = find_event(merge->others, "uncounted", name ? name : "");
	const json_t *problem = find_event(merge->others, "problem", NULL);
	const unsigned counted = merge->kernels[kernel].counted;
	if (left_out)
		return arena_printf(arena, "it was not counted: %s", result_text(left_out, "reason"));
	if (problem)
		return arena_printf(arena, "it was not counted: %s", result_text(problem, "text"));
	if (counted == 0)
		return why_not_launched(merge, "did not launch this kernel");
	if (counted < launches)
		return why_not_launched(merge, "did not make this launch");
	return arena_printf(arena, "per kernel, %s counted (--launches)",
	                    launches == 1 ? "one launch is" : arena_printf(arena, "%u launches are", launches));
}

static void
note_uncounted(struct merge *merge, unsigned launches)
{
	for (size_t i = 0; i < merge->kernel_count; i++) {
		const struct kernel_counts *counts = &merge->kernels[i];
		const char *why = NULL;
		for (size_t k = 0; k < counts->predicted_count; k++) {
			if (counts->is_counted[k])
				continue;
			why = why ? why : why_not_counted(merge, i, launches);
			compare_note_sites(&merge->facts->kernels[i].launches[k], why);
		}
	}
}

/* ---- entry point ------------------------------------------------------------------------------------------------- */

static struct measurement
describe(const struct facts *facts, const json_t *events, struct arena *arena)
{
	const json_t *launch = find_event(events, "launch", NULL), *problem = find_event(events, "problem", NULL);
	const json_t *left_out = find_event(events, "uncounted", NULL), *unseen = find_event(events, "unseen", NULL);
	const char *sm = result_text(launch, "sm");
	struct measurement measurement = {.reason = "", .of_program = true};
	if (launch)
		measurement.device = arena_strdup(arena, result_text(launch, "device"));
	if (problem)
		measurement.reason = arena_strdup(arena, result_text(problem, "text"));
	else if (!launch && left_out)
		measurement.reason =
			arena_printf(arena, "no launch could be counted: %s", result_text(left_out, "reason"));
	else if (!launch && unseen)
		measurement.reason = arena_printf(arena, "no launch could be counted: the program launched %s",
		                                  result_text(unseen, "work"));
	else if (!launch)
		measurement.reason = "the program launched no kernel on a GPU";
	else if (facts->sm && strcmp(facts->sm, sm) != 0)
		measurement.reason =
			arena_printf(arena, "the prediction is for %s, but the GPU is an %s", facts->sm, sm);
	return measurement;
}

static void
note_counted(struct merge *merge, size_t kernel, const json_t *event, uint64_t hash)
{
	struct kernel_counts *counts = &merge->kernels[kernel];
	counts->of_several = is_of_other_process(counts, event);
	counts->process = counts->counted++ ? counts->process : json_object_get(event, "process");
	hash_index_add(&merge->by_figures, hash);
	memory_push(merge->reported, merge->reported_count, merge->reported_capacity, event);
}

static void
merge_launch(struct merge *merge, const json_t *event)
{
	size_t kernel = find_kernel(merge, event);
	struct launch *predicted = kernel == NO_KERNEL ? NULL : find_launch(merge, kernel, event);
	const uint64_t hash = hash_of(event);
	if (!predicted && is_reported(merge, event, hash))
		return;
	if (kernel == NO_KERNEL)
		kernel = add_kernel(merge, event);
	if (predicted)
		fill_launch(merge, predicted, event);
	else
		add_launch(merge, kernel, event);
	note_counted(merge, kernel, event, hash);
}

static struct merge
merge_begin(struct facts *facts, const json_t *others)
{
	struct merge merge = {.facts = facts, .others = others, .kernel_capacity = facts->kernel_count};
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *kernel = &facts->kernels[i];
		const struct kernel_counts counts = {
			.predicted = kernel->launches,
			.predicted_count = kernel->launch_count,
			.launch_capacity = kernel->launch_count,
			.is_counted = memory_zeroed(kernel->launch_count, sizeof(bool)),
		};
		memory_push(merge.kernels, merge.kernel_count, merge.counts_capacity, counts);
	}
	return merge;
}

static void
merge_free(struct merge *merge)
{
	for (size_t i = 0; i < merge->kernel_count; i++)
		free(merge->kernels[i].is_counted);
	free(merge->kernels);
	free(merge->reported);
	free(merge->named);
	hash_index_free(&merge->by_figures);
	hash_index_free(&merge->by_name);
}

static json_t *
events_but_launches(const json_t *events)
{
	json_t *others = json_array(), *event;
	size_t i;
	json_array_foreach ((json_t *)(uintptr_t)events, i, event)
		if (!is_event(event, "launch"))
			json_array_append(others, event);
	return others;
}

void
attach_merge(struct facts *facts, const json_t *events, unsigned launches)
{
	json_t *others = events_but_launches(events);
	struct merge merge = merge_begin(facts, others);
	struct measurement *measurement = arena_new(&facts->arena, struct measurement);
	*measurement = describe(facts, events, &facts->arena);
	facts->measurement = measurement;
	size_t i;
	const json_t *event;
	json_array_foreach ((json_t *)(uintptr_t)events, i, event)
		if (is_event(event, "launch"))
			merge_launch(&merge, event);
	move_findings(&merge);
	if (measurement->device) {
		note_uncounted(&merge, launches);
		judge_findings(facts);
	}
	for (size_t k = 0; !measurement->device && k < facts->finding_count; k++)
		facts->findings[k].status = FINDING_NOT_MEASURED;
	merge_free(&merge);
	json_decref(others);
}
