#include "runtime_check/attach.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime_check/compare_lines.h"
#include "runtime_check/judge.h"
#include "runtime_check/result.h"
#include "support/kernel_symbol.h"
#include "support/memory.h"
#include "support/path.h"

/* A launch that was counted, and the one of the facts that has its figures. */
struct counted {
	const json_t *event;
	struct kernel *kernel;
	struct launch *launch;
};

struct merge {
	struct facts *facts;
	const json_t *events;
	struct counted *counted;
	size_t count, capacity;
};

static bool
is_event(const json_t *event, const char *kind)
{
	return strcmp(result_text(event, "event"), kind) == 0;
}

/* The program's first event of the kind, of that kernel if one is named; NULL: there is none. */
static const json_t *
find_event(const json_t *events, const char *kind, const char *kernel)
{
	size_t i;
	const json_t *event;
	json_array_foreach((json_t *)(uintptr_t)events, i, event) {
		if (is_event(event, kind) && (!kernel || kernel_symbols_match(result_text(event, "kernel"), kernel)))
			return event;
	}
	return NULL;
}

/* ---- files --------------------------------------------------------------------------------------------------------- */

/* Where both are there, they are one file or are not; a program may have been built elsewhere, and then its name has to
 * do. */
static bool
is_same_file(const void *context, const char *name, const char *path)
{
	char left[PATH_MAX], right[PATH_MAX];
	(void)context;
	if (strcmp(path_base_name(name), path_base_name(path)) != 0)
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

/* ---- launches that are predicted ----------------------------------------------------------------------------------- */

static void
read_dimensions(uint32_t size[3], const json_t *json)
{
	for (size_t i = 0; i < 3; i++)
		size[i] = (uint32_t)json_integer_value(json_array_get(json, i));
}

static bool
has_shape(const struct launch *launch, const json_t *event)
{
	uint32_t grid[3], block[3];
	read_dimensions(grid, json_object_get(event, "grid"));
	read_dimensions(block, json_object_get(event, "block"));
	return memcmp(launch->grid, grid, sizeof grid) == 0 && memcmp(launch->block, block, sizeof block) == 0 &&
	       (int64_t)launch->dynamic_shared == result_count(event, "dynamic_shared");
}

static struct kernel *
find_kernel(struct facts *facts, const char *symbol)
{
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const char *name = facts->kernels[i].link_name;
		if (name && kernel_symbols_match(name, symbol))
			return &facts->kernels[i];
	}
	return NULL;
}

static bool
is_counted(const struct merge *merge, const struct launch *launch)
{
	for (size_t i = 0; i < merge->count; i++)
		if (merge->counted[i].launch == launch)
			return true;
	return false;
}

/* The launches of a program are in order in one process of it. */
static bool
is_of_other_process(const struct merge *merge, const struct kernel *kernel, const json_t *event)
{
	for (size_t i = 0; i < merge->count; i++)
		if (merge->counted[i].kernel == kernel && !json_equal(json_object_get(merge->counted[i].event, "process"),
		                                                      json_object_get(event, "process")))
			return true;
	return false;
}

/* Shapes that were assumed say nothing of the program's own launches. */
static struct launch *
find_launch(const struct merge *merge, const struct kernel *kernel, const json_t *event)
{
	if (is_of_other_process(merge, kernel, event))
		return NULL;
	for (size_t i = 0; i < kernel->launch_count; i++) {
		struct launch *launch = &kernel->launches[i];
		if (launch->origin != LAUNCH_ASSUMED && has_shape(launch, event) && !is_counted(merge, launch))
			return launch;
	}
	return NULL;
}

/* Whether the same launch of the kernel with the same figures is there already: a later one, or another process's. */
static bool
is_told(const struct merge *merge, const json_t *event)
{
	static const char *const members[] = {"kernel", "grid", "block", "dynamic_shared", "lines"};
	for (size_t i = 0; i < merge->count; i++) {
		bool same = true;
		for (size_t k = 0; same && k < sizeof members / sizeof *members; k++)
			same = json_equal(json_object_get(merge->counted[i].event, members[k]), json_object_get(event, members[k]));
		if (same)
			return true;
	}
	return false;
}

static void
fill_launch(struct merge *merge, const struct counted *counted)
{
	struct arena *arena = &merge->facts->arena;
	if (json_is_false(json_object_get(counted->event, "located")))
		compare_note_sites(counted->launch, "the program was compiled without -lineinfo: its code has no source lines");
	else
		compare_lines(counted->launch, json_object_get(counted->event, "lines"), &file_names, arena);
}

/* ---- launches that are not ----------------------------------------------------------------------------------------- */

static enum site_kind
kind_named(const char *name)
{
	enum site_kind kind = SITE_LOAD;
	while (kind < SITE_BRANCH && strcmp(site_kind_text(kind), name) != 0)
		kind++;
	return kind;
}

/* Of a line without a prediction. Local memory is told otherwise (struct local_traffic). */
static struct site
measured_site(const struct kernel *kernel, const json_t *line, bool located, struct arena *arena)
{
	const char *space = result_text(line, "space");
	const int64_t number = result_count(line, "line");
	struct site site = {
		.place = {arena_strdup(arena, result_text(line, "file")), number > 0 ? (uint32_t)number : 0, 1,
		          number > 0 ? (uint32_t)number : 0, 1},
		.expression = "", .object = "", .reason = "", .shared_row_length = "",
		.kind = kind_named(result_text(line, "kind")),
		.space = strcmp(space, "global") == 0 ? SPACE_GLOBAL : strcmp(space, "shared") == 0 ? SPACE_SHARED : SPACE_NONE,
		.standing = STANDING_UNKNOWN, .why = "no prediction is for this launch",
		.measured_note = located ? NULL : "of the whole kernel: the program was compiled without -lineinfo",
		.predicted = no_figures, .has_measured = true, .measured = compare_line_figures(line), .line_excess = NAN,
	};
	site.id = arena_printf(arena, "%s:%s:%u:%s:%s", kernel->name, path_base_name(site.place.file), site.place.line, space,
	                       site_kind_text(site.kind));
	return site;
}

static struct launch
measured_launch(const struct kernel *kernel, const json_t *event, struct arena *arena)
{
	const json_t *lines = json_object_get(event, "lines"), *line;
	struct launch launch = {
		.place = kernel->place, .origin = LAUNCH_MEASURED, .repeats = 1, .occupancy = NAN, .limiter = LIMITED_BY_NOTHING,
	};
	const int64_t shared = result_count(event, "dynamic_shared");
	size_t i;
	launch.dynamic_shared = shared > 0 ? (uint64_t)shared : 0;
	read_dimensions(launch.grid, json_object_get(event, "grid"));
	read_dimensions(launch.block, json_object_get(event, "block"));
	const bool located = !json_is_false(json_object_get(event, "located"));
	launch.sites = arena_new_array(arena, struct site, json_array_size(lines));
	json_array_foreach((json_t *)(uintptr_t)lines, i, line)
		if (strcmp(result_text(line, "space"), "local") != 0)
			launch.sites[launch.site_count++] = measured_site(kernel, line, located, arena);
	compare_local_traffic(&launch, lines, &file_names, arena);
	return launch;
}

/* The facts' arrays are as long as they are: a longer copy takes the place of one, and what pointed into it follows. */
static struct kernel *
add_kernel(struct merge *merge, const json_t *event)
{
	struct facts *facts = merge->facts;
	const json_t *line = json_array_get(json_object_get(event, "lines"), 0);
	const int64_t number = result_count(line, "line");
	const size_t count = facts->kernel_count;
	struct kernel *kernels = arena_copy(&facts->arena, facts->kernels, count, count + 1, sizeof *kernels);
	for (size_t i = 0; i < merge->count; i++)
		merge->counted[i].kernel = kernels + (merge->counted[i].kernel - facts->kernels);
	facts->kernels = kernels;
	struct kernel *kernel = &kernels[facts->kernel_count++];
	const char *name = arena_strdup(&facts->arena, result_text(event, "kernel"));
	*kernel = (struct kernel){
		.name = name, .qualified_name = name, .link_name = name, .status = "ok", .partial_reason = "",
		.place = {arena_strdup(&facts->arena, result_text(line, "file")), number > 0 ? (uint32_t)number : 0, 1, 0, 1},
		.resources = {.registers = -1, .spill_bytes = -1, .stack_bytes = -1, .occupancy = NAN, .limiter = LIMITED_BY_NOTHING,
		              .source = "unknown"},
	};
	return kernel;
}

static struct launch *
add_launch(struct merge *merge, struct kernel *kernel, const json_t *event)
{
	struct facts *facts = merge->facts;
	const size_t count = kernel->launch_count;
	struct launch *before = kernel->launches;
	struct launch *launches = arena_copy(&facts->arena, before, count, count + 1, sizeof *launches);
	for (size_t i = 0; i < merge->count; i++)
		if (merge->counted[i].kernel == kernel)
			merge->counted[i].launch = launches + (merge->counted[i].launch - before);
	for (size_t i = 0; i < facts->finding_count; i++) {
		struct finding *finding = &facts->findings[i];
		for (size_t k = 0; k < count; k++) {
			if (finding->launch == &before[k]) {
				finding->launch = &launches[k];
				break;
			}
		}
	}
	kernel->launches = launches;
	launches[kernel->launch_count++] = measured_launch(kernel, event, &facts->arena);
	return &launches[count];
}

/* ---- launches that were not counted -------------------------------------------------------------------------------- */

static const char *
why_not_counted(const struct merge *merge, const struct kernel *kernel, unsigned launches)
{
	struct arena *arena = &merge->facts->arena;
	const json_t *left_out = find_event(merge->events, "uncounted", kernel->link_name ? kernel->link_name : "");
	const json_t *problem = find_event(merge->events, "problem", NULL);
	unsigned counted = 0;
	for (size_t i = 0; i < merge->count; i++)
		counted += merge->counted[i].kernel == kernel;
	if (left_out)
		return arena_printf(arena, "it was not counted: %s", result_text(left_out, "reason"));
	if (problem)
		return arena_printf(arena, "it was not counted: %s", result_text(problem, "text"));
	if (counted == 0)
		return "the program did not launch this kernel";
	if (counted < launches)
		return "the program made no such launch";
	return arena_printf(arena, "of each kernel %s counted (--launches)",
	                    launches == 1 ? "one launch is" : arena_printf(arena, "%u launches are", launches));
}

static void
note_uncounted(struct merge *merge, unsigned launches)
{
	for (size_t i = 0; i < merge->facts->kernel_count; i++) {
		struct kernel *kernel = &merge->facts->kernels[i];
		for (size_t j = 0; j < kernel->launch_count; j++)
			if (!is_counted(merge, &kernel->launches[j]))
				compare_note_sites(&kernel->launches[j], why_not_counted(merge, kernel, launches));
	}
}

/* ---- the whole ----------------------------------------------------------------------------------------------------- */

static struct measurement
describe(const struct facts *facts, const json_t *events, struct arena *arena)
{
	const json_t *launch = find_event(events, "launch", NULL), *problem = find_event(events, "problem", NULL);
	const json_t *left_out = find_event(events, "uncounted", NULL);
	const char *sm = result_text(launch, "sm");
	struct measurement measurement = {.reason = "", .of_program = true};
	if (launch)
		measurement.device = arena_strdup(arena, result_text(launch, "device"));
	if (problem)
		measurement.reason = arena_strdup(arena, result_text(problem, "text"));
	else if (!launch && left_out)
		measurement.reason = arena_printf(arena, "no launch could be counted: %s", result_text(left_out, "reason"));
	else if (!launch)
		measurement.reason = "the program launched no kernel on a GPU";
	else if (facts->sm && strcmp(facts->sm, sm) != 0)
		measurement.reason = arena_printf(arena, "the prediction is for %s, the GPU is an %s", facts->sm, sm);
	return measurement;
}

static void
merge_launch(struct merge *merge, const json_t *event)
{
	struct counted counted = {event, find_kernel(merge->facts, result_text(event, "kernel")), NULL};
	if (counted.kernel)
		counted.launch = find_launch(merge, counted.kernel, event);
	const bool is_predicted = counted.launch;
	if (!is_predicted && is_told(merge, event))
		return;
	if (!counted.kernel)
		counted.kernel = add_kernel(merge, event);
	if (!is_predicted)
		counted.launch = add_launch(merge, counted.kernel, event);
	if (is_predicted)
		fill_launch(merge, &counted);
	memory_push(merge->counted, merge->count, merge->capacity, counted);
}

void
attach_merge(struct facts *facts, const json_t *events, unsigned launches)
{
	struct merge merge = {.facts = facts, .events = events};
	struct measurement *measurement = arena_new(&facts->arena, struct measurement);
	*measurement = describe(facts, events, &facts->arena);
	facts->measurement = measurement;
	size_t i;
	const json_t *event;
	json_array_foreach((json_t *)(uintptr_t)events, i, event)
		if (is_event(event, "launch"))
			merge_launch(&merge, event);
	if (measurement->device) {
		note_uncounted(&merge, launches);
		judge_findings(facts);
	}
	for (size_t k = 0; !measurement->device && k < facts->finding_count; k++)
		facts->findings[k].status = FINDING_NOT_MEASURED;
	free(merge.counted);
}
