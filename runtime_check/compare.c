#include "runtime_check/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/gpu.h"
#include "runtime_check/judge.h"
#include "support/memory.h"

static const char no_answer[] = "the worker's result does not tell of it";
static const struct figures no_figures = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

double
compare_cost(const struct site *site, const struct figures *figures)
{
	if (site->kind == SITE_BRANCH)
		return figures->divergent;
	if (site->kind != SITE_LOAD && site->kind != SITE_STORE && site->kind != SITE_ATOMIC)
		return NAN;
	switch (site->space) {
	case SPACE_GLOBAL:
	case SPACE_LOCAL:
		return figures->sectors;
	case SPACE_SHARED:
		return figures->wavefronts;
	default:
		return NAN;
	}
}

double
compare_ideal(const struct site *site, const struct figures *figures)
{
	return site->space == SPACE_SHARED ? figures->ideal_wavefronts : figures->ideal_sectors;
}

double
compare_excess(const struct site *site, const struct figures *figures)
{
	return compare_cost(site, figures) - (site->kind == SITE_BRANCH ? 0 : compare_ideal(site, figures));
}

bool
compare_agrees(double predicted, double measured)
{
	return fabs(predicted - measured) <= COMPARE_TOLERANCE * fmax(fabs(measured), 1);
}

/* ---- reading the result -------------------------------------------------------------------------------------------- */

static const char *
text_of(const json_t *object, const char *member)
{
	const char *text = json_string_value(json_object_get(object, member));
	return text ? text : "";
}

/* What comes from another process, perhaps through another machine, is taken as far as it can be true. */
static double
number_of(const json_t *object, const char *member)
{
	const double number = json_number_value(json_object_get(object, member));
	return json_is_number(json_object_get(object, member)) && number >= 0 && number < 0x1p63 ? number : NAN;
}

/* -1: there is none. */
static int64_t
count_of(const json_t *object, const char *member)
{
	const json_t *number = json_object_get(object, member);
	const json_int_t count = json_integer_value(number);
	return json_is_integer(number) && count >= 0 && count <= INT32_MAX ? (int64_t)count : -1;
}

/* The answer to item `index` of what the job asks for; NULL: there is none. */
static const json_t *
answer_to(const json_t *asked, const json_t *answers, size_t index)
{
	const json_t *answer = json_array_get(answers, index);
	return strcmp(text_of(json_array_get(asked, index), "id"), text_of(answer, "id")) == 0 ? answer : NULL;
}

static struct figures
line_figures(const json_t *line)
{
	struct figures figures = no_figures;
	figures.requests = number_of(line, "requests");
	figures.lanes = number_of(line, "lanes");
	figures.sectors = number_of(line, "sectors");
	figures.ideal_sectors = number_of(line, "ideal_sectors");
	figures.wavefronts = number_of(line, "wavefronts");
	figures.ideal_wavefronts = number_of(line, "ideal_wavefronts");
	figures.divergent = number_of(line, "divergent");
	return figures;
}

/* ---- sites --------------------------------------------------------------------------------------------------------- */

/* The sites of a launch that stand on one line and do the same kind of thing: the hardware's figures are theirs together. */
struct group {
	struct site **sites;
	size_t count, capacity;
	struct figures predicted, measured;   /* totals */
};

static void
add_figures(struct figures *sum, const struct figures *figures)
{
	sum->requests += figures->requests;
	sum->lanes += figures->lanes;
	sum->sectors += figures->sectors;
	sum->ideal_sectors += figures->ideal_sectors;
	sum->wavefronts += figures->wavefronts;
	sum->ideal_wavefronts += figures->ideal_wavefronts;
	sum->divergent += figures->divergent;
}

static const char *
base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* Where the compiler says the site is. NVRTC knows atomics and hinted loads by themselves, without a header: those it has
 * on the line of the call. What else the libraries do is in their headers. */
static const struct place *
compiled_place(const struct site *site, const json_t *lines)
{
	const json_t *line;
	size_t i;
	if (site->line_info.file)
		json_array_foreach((json_t *)(uintptr_t)lines, i, line)
			if (strcmp(base_name(text_of(line, "file")), base_name(site->line_info.file)) == 0)
				return &site->line_info;
	return &site->place;
}

static bool
belong_together(const struct site *a, const struct site *b, const json_t *lines)
{
	if (a->kind != b->kind || a->space != b->space)
		return false;
	const struct place *at = compiled_place(a, lines), *other = compiled_place(b, lines);
	return at->line == other->line && strcmp(at->file, other->file) == 0;
}

static bool
collect_group(struct group *group, struct launch *launch, size_t first, const json_t *lines)
{
	struct site *site = &launch->sites[first];
	*group = (struct group){0};
	for (size_t i = 0; i < first; i++) {
		if (belong_together(&launch->sites[i], site, lines))
			return false;   /* seen */
	}
	group->predicted = site->predicted;
	memory_push(group->sites, group->count, group->capacity, site);
	for (size_t i = first + 1; i < launch->site_count; i++) {
		if (!belong_together(&launch->sites[i], site, lines))
			continue;
		memory_push(group->sites, group->count, group->capacity, &launch->sites[i]);
		add_figures(&group->predicted, &launch->sites[i].predicted);
	}
	return true;
}

/* Whether the result's name of a file means that of the place. Headers of the toolkit are no part of the bundle, and lie
 * somewhere else on the other side. */
static bool
is_file_of(const char *name, const struct place *place, const struct site *site, const struct bundle *bundle)
{
	if (place == &site->line_info)
		return strcmp(base_name(name), base_name(place->file)) == 0;
	const struct bundle_file *file = bundle_find(bundle, place->file);
	return file && strcmp(name, file->name) == 0;
}

/* The result's line for the sites. A compiler may put an access that goes over several lines on any of them; a branch it
 * puts where the condition begins. */
static bool
find_line(struct group *group, const json_t *lines, const struct bundle *bundle)
{
	const struct site *site = group->sites[0];
	const struct place *place = compiled_place(site, lines);
	const uint32_t last = site->kind == SITE_BRANCH || place->end_line < place->line ? place->line : place->end_line;
	for (uint32_t number = place->line; number <= last; number++) {
		const json_t *line;
		size_t i;
		json_array_foreach((json_t *)(uintptr_t)lines, i, line) {
			if (count_of(line, "line") == number && is_file_of(text_of(line, "file"), place, site, bundle) &&
			    strcmp(text_of(line, "kind"), site_kind_text(site->kind)) == 0 &&
			    strcmp(text_of(line, "space"), site->kind == SITE_BRANCH ? "none" : site_space_text(site->space)) == 0) {
				group->measured = line_figures(line);
				return true;
			}
		}
	}
	return false;
}

static void
note_group(struct group *group, const char *note)
{
	for (size_t i = 0; i < group->count; i++)
		group->sites[i]->measured_note = note;
}

/* Whether all sites of the group cost the same a request, so that it does not matter which requests were whose. */
static bool
is_uniform(const struct group *group)
{
	const struct site *first = group->sites[0];
	const double cost = compare_cost(first, &first->predicted) / first->predicted.requests;
	for (size_t i = 0; i < group->count; i++) {
		const struct site *site = group->sites[i];
		if (!compare_agrees(compare_cost(site, &site->predicted) / site->predicted.requests, cost))
			return false;
	}
	return true;
}

static struct figures
share_of(const struct figures *total, double share)
{
	return (struct figures){
		.requests = total->requests * share,
		.lanes = total->lanes * share,
		.sectors = total->sectors * share,
		.ideal_sectors = total->ideal_sectors * share,
		.wavefronts = total->wavefronts * share,
		.ideal_wavefronts = total->ideal_wavefronts * share,
		.divergent = total->divergent * share,
		.low = NAN,
		.high = NAN,
	};
}

/* Requests that the compiler merged, repeated or left out; NULL where it did not. */
static const char *
request_note(const struct group *group, struct arena *arena)
{
	const double predicted = group->predicted.requests, measured = group->measured.requests;
	if (!isfinite(predicted) || !isfinite(measured) || predicted == 0 || compare_agrees(predicted, measured))
		return NULL;
	return arena_printf(arena, "the compiled code makes %.3g times as many requests as the source", measured / predicted);
}

/* Of sites that have predicted and measured figures of their own. Executions of branches are not compared: loops are
 * unrolled and turned, and short sides predicated. */
static enum agreement
agreement_of(const struct site *site, const struct figures *predicted, const struct figures *measured)
{
	const double cost = compare_cost(site, predicted), found = compare_cost(site, measured);
	if (!isfinite(cost / predicted->requests) || !isfinite(found / measured->requests))
		return AGREEMENT_OPEN;
	if (site->kind == SITE_BRANCH && compare_agrees(cost, found))
		return AGREEMENT_FULL;
	if (!compare_agrees(cost / predicted->requests, found / measured->requests))
		return AGREEMENT_NONE;
	return site->kind == SITE_BRANCH || compare_agrees(predicted->requests, measured->requests) ? AGREEMENT_FULL :
	                                                                                              AGREEMENT_COST;
}

static void
measure_site(struct site *site, const struct figures *measured, const char *note)
{
	site->has_measured = true;
	site->measured = *measured;
	site->measured_note = note;
	site->agreement = agreement_of(site, &site->predicted, measured);
}

/* What is known of a line's sites together. When the sum is off, each of them may be right if not all are called exact. */
static void
judge_line(struct group *group)
{
	const enum agreement agreement = agreement_of(group->sites[0], &group->predicted, &group->measured);
	bool all_exact = true;
	for (size_t i = 0; i < group->count; i++)
		all_exact &= group->sites[i]->standing == STANDING_EXACT;
	for (size_t i = 0; i < group->count; i++) {
		struct site *site = group->sites[i];
		site->agreement = agreement == AGREEMENT_FULL || all_exact ? agreement : AGREEMENT_OPEN;
		site->line_excess = compare_excess(site, &group->measured) - compare_excess(site, &group->predicted) +
		                    compare_excess(site, &site->predicted);
	}
}

static void
fill_group(struct group *group, struct arena *arena)
{
	const struct site *first = group->sites[0];
	const char *note = request_note(group, arena);
	if (group->count == 1) {
		measure_site(group->sites[0], &group->measured, note);
		return;
	}
	const double predicted = compare_cost(first, &group->predicted), measured = compare_cost(first, &group->measured);
	if (!note && isfinite(predicted) && is_uniform(group)) {
		for (size_t i = 0; i < group->count; i++) {
			struct site *site = group->sites[i];
			const struct figures share = share_of(&group->measured, site->predicted.requests / group->predicted.requests);
			measure_site(site, &share, arena_printf(arena, "its share of the line's %zu", group->count));
		}
		return;
	}
	judge_line(group);
	note_group(group, arena_printf(arena, "one of %zu on its line; together predicted %.6g, measured %.6g %s%s%s",
	                               group->count, predicted, measured,
	                               first->kind == SITE_BRANCH ? "divergent executions" :
	                               first->space == SPACE_SHARED ? "wavefronts" : "sectors",
	                               note ? "; " : "", note ? note : ""));
}

/* Why a site cannot be measured whatever the hardware does; NULL: it can. */
static const char *
unmeasurable(const struct site *site, const struct planned_launch *planned)
{
	if (site->kind == SITE_BARRIER || site->kind == SITE_CALL)
		return "the hardware does not count it";
	if (site->kind != SITE_BRANCH && (site->space == SPACE_CONSTANT || site->space == SPACE_TEXTURE))
		return "the hardware does not count this memory by instruction";
	if (site->kind != SITE_BRANCH && (site->space == SPACE_GENERIC || site->space == SPACE_NONE))
		return "which memory it reaches is not known";
	if (planned->random_indices && (site->pattern == PATTERN_GATHER || site->data_dependent))
		return "it depends on data that the measured run did not have";
	return NULL;
}

static void
compare_sites(const struct planned_launch *planned, const struct bundle *bundle, const json_t *lines,
              struct arena *arena)
{
	struct launch *launch = planned->launch;
	for (size_t i = 0; i < launch->site_count; i++) {
		struct group group;
		if (!collect_group(&group, launch, i, lines))
			continue;
		const char *reason = unmeasurable(&launch->sites[i], planned);
		if (reason)
			note_group(&group, reason);
		else if (!find_line(&group, lines, bundle))
			note_group(&group, "the compiled code has no such instruction on this line");
		else if (isfinite(compare_cost(group.sites[0], &group.measured) / group.measured.requests))
			fill_group(&group, arena);
		else
			note_group(&group, "the hardware's counters gave no figure");
		free(group.sites);
	}
}

/* What was measured, it was with numbers of which the prediction knows nothing. */
static void
note_stand_ins(struct launch *launch, struct arena *arena)
{
	const char *text = launch->stand_ins ? arena_printf(arena, "measured with %s, which nothing binds", launch->stand_ins) : NULL;
	for (size_t i = 0; text && i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		if (site->has_measured)
			site->measured_note = site->measured_note ? arena_printf(arena, "%s; %s", site->measured_note, text) : text;
	}
}

static void
note_sites(struct launch *launch, const char *note)
{
	for (size_t i = 0; i < launch->site_count; i++)
		launch->sites[i].measured_note = note;
}

/* ---- local memory -------------------------------------------------------------------------------------------------- */

/* The path of the bundle's file of that name; else the name, which is the compiler's. */
static const char *
path_of(const struct bundle *bundle, const char *name)
{
	for (size_t i = 0; i < bundle->count; i++)
		if (strcmp(bundle->files[i].name, name) == 0)
			return bundle->files[i].path;
	return name;
}

static void
read_local_traffic(struct launch *launch, const struct bundle *bundle, const json_t *lines, struct arena *arena)
{
	launch->local = arena_new_array(arena, struct local_traffic, json_array_size(lines));
	const json_t *line;
	size_t i;
	json_array_foreach((json_t *)(uintptr_t)lines, i, line) {
		const int64_t number = count_of(line, "line");
		const struct local_traffic traffic = {
			.file = arena_strdup(arena, path_of(bundle, text_of(line, "file"))),
			.line = number > 0 ? (uint32_t)number : 0,
			.kind = strcmp(text_of(line, "kind"), "store") == 0 ? SITE_STORE : SITE_LOAD,
			.requests = number_of(line, "requests"),
			.sectors = number_of(line, "sectors"),
		};
		if (strcmp(text_of(line, "space"), "local") == 0 && traffic.requests > 0 && isfinite(traffic.sectors))
			launch->local[launch->local_count++] = traffic;
	}
}

/* ---- launches and kernels ------------------------------------------------------------------------------------------ */

static void
read_time(struct launch *launch, const json_t *time)
{
	const double median = number_of(time, "median_us"), low = number_of(time, "low_us"), high = number_of(time, "high_us");
	const int64_t runs = count_of(time, "runs");
	if (low <= median && median <= high && runs > 0) {
		launch->time.median_us = median;
		launch->time.low_us = low;
		launch->time.high_us = high;
		launch->time.runs = (uint32_t)runs;
	}
}

/* By the driver where it ran; else by the rules that the driver follows, now that the registers are known. */
static void
read_occupancy(const struct kernel *kernel, struct launch *launch, const struct gpu *gpu, const json_t *json)
{
	if (gpu && kernel->resources.registers >= 0) {
		const struct occupancy occupancy = gpu_occupancy(gpu, launch->block[0] * launch->block[1] * launch->block[2],
		                                                 kernel->resources.registers,
		                                                 (uint64_t)kernel->resources.static_shared +
		                                                         launch->dynamic_shared);
		launch->occupancy = occupancy.occupancy;
		launch->limiter = occupancy.limiter;
	}
	const double measured = number_of(json_object_get(json, "occupancy"), "occupancy");
	if (measured <= 1)
		launch->occupancy = measured;
}

static void
read_resources(struct kernel *kernel, const json_t *json)
{
	if (!json_is_object(json))
		return;
	kernel->resources.registers = (int)count_of(json, "registers");
	kernel->resources.spill_bytes = count_of(json, "spill_store_bytes");
	kernel->resources.stack_bytes = count_of(json, "stack_bytes");
	if (count_of(json, "static_shared") >= 0)
		kernel->resources.static_shared = count_of(json, "static_shared");
	kernel->resources.source = "nvrtc";
}

static void
compare_launch(const struct planned_kernel *kernel, const struct planned_launch *planned, const json_t *json,
               struct arena *arena)
{
	struct launch *launch = planned->launch;
	if (planned->skipped || !json) {
		note_sites(launch, planned->skipped ? planned->skipped : no_answer);
		return;
	}
	const char *status = text_of(json, "status"), *metrics = text_of(json, "metrics_status");
	if (strcmp(status, "ok") == 0) {
		read_time(launch, json_object_get(json, "time"));
		if (strcmp(metrics, "ok") != 0) {
			note_sites(launch, arena_strdup(arena, metrics));
			return;
		}
		compare_sites(planned, kernel->bundle, json_object_get(json, "lines"), arena);
		note_stand_ins(launch, arena);
		read_local_traffic(launch, kernel->bundle, json_object_get(json, "lines"), arena);
		return;
	}
	const char *text = arena_printf(arena, "%s: %s", status, text_of(json, "reason"));
	note_sites(launch, text);
	if (strcmp(status, "not-run") != 0 && strcmp(kernel->kernel->status ? kernel->kernel->status : "ok", "ok") == 0)
		kernel->kernel->status = arena_printf(arena, "%s (%slaunch at line %u)", text,
		                                      launch->origin == LAUNCH_ASSUMED ? "assumed " : "",
		                                      (unsigned)launch->place.line);
}

/* Nothing is known of it but why. */
static void
leave_kernel(struct kernel *kernel, const char *why, bool ran)
{
	kernel->status = why;
	for (size_t i = 0; ran && i < kernel->launch_count; i++)
		note_sites(&kernel->launches[i], why);
}

/* Without a compiler or a GPU there is nothing to say of single kernels and launches but what could be compiled. */
static void
compare_kernel(const struct planned_kernel *planned, const json_t *asked, const json_t *json, const struct gpu *gpu, bool ran,
               struct arena *arena)
{
	struct kernel *kernel = planned->kernel;
	const char *status = text_of(json, "status");
	if (strcmp(status, "no-compiler") == 0)
		return;
	if (!json && ran)
		leave_kernel(kernel, no_answer, ran);
	if (!json)
		return;
	if (strcmp(status, "ok") != 0) {
		const json_t *problem = json_array_get(json_object_get(json, "problems"), 0);
		const int64_t line = count_of(problem, "line");
		leave_kernel(kernel,
		             line > 0 ? arena_printf(arena, "%s: %s (line %lld)", status, text_of(json, "reason"), (long long)line) :
		                        arena_printf(arena, "%s: %s", status, text_of(json, "reason")),
		             ran);
		return;
	}
	read_resources(kernel, json_object_get(json, "resources"));
	for (size_t i = 0; i < kernel->launch_count; i++) {
		const struct planned_launch *launch = &planned->launches[i];
		const json_t *result = launch->skipped ? NULL :
		                       answer_to(json_object_get(asked, "launches"), json_object_get(json, "launches"),
		                                 launch->index);
		read_occupancy(kernel, launch->launch, gpu, result);
		if (ran)
			compare_launch(planned, launch, result, arena);
	}
	if (kernel->launch_count > 0) {
		kernel->resources.occupancy = kernel->launches[0].occupancy;
		kernel->resources.limiter = kernel->launches[0].limiter;
	}
}

void
compare_result(struct facts *facts, const struct plan *plan, const json_t *result)
{
	const struct gpu *gpu = facts->gpu ? gpu_find(facts->gpu) : NULL;
	const json_t *asked = json_object_get(plan->document, "kernels"), *kernels = json_object_get(result, "kernels");
	const bool ran = strcmp(text_of(result, "status"), "ok") == 0;
	for (size_t i = 0; i < plan->kernel_count; i++) {
		const struct planned_kernel *planned = &plan->kernels[i];
		const char *left_out = planned->bundle               ? planned->skipped
		                       : planned->kernel->is_library ? "it is the library's"
		                                                     : "its source was not given";
		if (left_out)
			leave_kernel(planned->kernel, left_out, ran);
		else
			compare_kernel(planned, json_array_get(asked, planned->index), answer_to(asked, kernels, planned->index), gpu,
			               ran, &facts->arena);
	}
	if (ran)
		judge_findings(facts);
	for (size_t i = 0; !ran && i < facts->finding_count; i++)
		facts->findings[i].status = FINDING_NOT_MEASURED;
}
