#include "runtime_check/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/worker/result.h"
#include "model/gpu.h"
#include "runtime_check/compare_lines.h"
#include "runtime_check/judge.h"
#include "runtime_check/unlinked.h"

double
compare_cost(const struct site *site, const struct figures *figures)
{
	if (site->kind == SITE_BRANCH)
		return figures->divergent;
	if (site->kind != SITE_LOAD && site->kind != SITE_STORE && site->kind != SITE_ATOMIC)
		return NAN;
	switch (site->space) {
	case SPACE_GLOBAL:
	case SPACE_LOCAL: return figures->sectors;
	case SPACE_SHARED: return figures->wavefronts;
	default: return NAN;
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

/* ---- launches and kernels ---------------------------------------------------------------------------------------- */

/* Headers of the toolkit are not part of the bundle. */
static bool
is_bundled(const void *bundle, const char *name, const char *path)
{
	const struct bundle_file *file = bundle_find(bundle, path);
	return file && strcmp(name, file->name) == 0;
}

static const char *
bundled_path(const void *context, const char *name)
{
	const struct bundle *bundle = context;
	for (size_t i = 0; i < bundle->count; i++)
		if (strcmp(bundle->files[i].name, name) == 0)
			return bundle->files[i].path;
	return name;
}

/* Sites measured with assumed values get a note: the prediction did not use these values. */
static void
note_stand_ins(struct launch *launch, struct arena *arena)
{
	const char *text = launch->data.assumed_numbers ? arena_printf(arena, "measured with the assumed values %s",
	                                                               launch->data.assumed_numbers)
	                                                : NULL;
	for (size_t i = 0; text && i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		if (site->measured.is_known)
			site->measured.note =
				site->measured.note ? arena_printf(arena, "%s; %s", site->measured.note, text) : text;
	}
}

static void
read_time(struct launch *launch, const json_t *time)
{
	const double median = result_number(time, "median_us"), low = result_number(time, "low_us"),
		     high = result_number(time, "high_us");
	const int64_t runs = result_count(time, "runs");
	if (low <= median && median <= high && runs > 0) {
		launch->measured.time.median_us = median;
		launch->measured.time.low_us = low;
		launch->measured.time.high_us = high;
		launch->measured.time.runs = (uint32_t)runs;
	}
}

/* The driver's figure if the launch ran; otherwise NVIDIA's occupancy rules with the registers that are known now. */
static void
read_occupancy(const struct kernel *kernel, struct launch *launch, const struct gpu *gpu, const json_t *json)
{
	const double measured = result_number(json_object_get(json, "occupancy"), "occupancy");
	if (measured <= 1)
		launch->occupancy.predicted = launch->occupancy.warps;
	if (gpu && kernel->resources.registers >= 0)
		facts_set_occupancy(launch, &kernel->resources, gpu);
	if (measured <= 1)
		launch->occupancy.warps = measured;
}

/* Resources that another compiler reported do not hold for this one. */
static void
forget_resources(struct resources *resources)
{
	resources->registers = -1;
	resources->spill_bytes = resources->stack_bytes = -1;
	resources->source = "source";
}

static void
read_resources(struct kernel *kernel, const json_t *json)
{
	if (!json_is_object(json))
		return;
	kernel->resources.registers = (int)result_count(json, "registers");
	kernel->resources.spill_bytes = result_count(json, "spill_store_bytes");
	kernel->resources.stack_bytes = result_count(json, "stack_bytes");
	if (result_count(json, "static_shared") >= 0)
		kernel->resources.static_shared = result_count(json, "static_shared");
	kernel->resources.source = "nvrtc";
}

static void
compare_launch(const struct planned_kernel *kernel, const struct planned_launch *planned, const json_t *json,
               struct arena *arena)
{
	struct launch *launch = planned->launch;
	const char *why = planned->skipped ? planned->skipped : json ? result_launch_objection(json) : result_no_answer;
	if (why) {
		compare_note_sites(launch, why);
		return;
	}
	const enum result_status status = result_status(json, "status");
	if (*result_text(json, "device"))
		launch->measured.device = arena_strdup(arena, result_text(json, "device"));
	launch->measured.index_data = planned->index_data;
	if (status == RESULT_OK) {
		read_time(launch, json_object_get(json, "time"));
		if (*result_text(json, "untimed"))
			launch->measured.untimed = arena_strdup(arena, result_text(json, "untimed"));
		if (result_status(json, "metrics_status") != RESULT_OK) {
			compare_note_sites(launch, arena_strdup(arena, result_text(json, "metrics_status")));
			return;
		}
		const struct line_names names = {is_bundled, bundled_path, kernel->bundle};
		compare_lines(launch, json_object_get(json, "lines"), &names, arena);
		note_stand_ins(launch, arena);
		return;
	}
	const char *text = result_reason(json, arena);
	compare_note_sites(launch, text);
	if (status == RESULT_NOT_RUN || kernel->kernel->status_place.line)
		return;
	kernel->kernel->status =
		launch->origin == LAUNCH_ASSUMED ? arena_printf(arena, "%s (assumed launch)", text) : text;
	kernel->kernel->status_place = launch->place;
}

/* Sets the reason why nothing is known of the kernel. where: as of kernel.status_place. */
static void
leave_kernel(struct kernel *kernel, const char *why, struct place where, bool ran)
{
	kernel->status = why;
	kernel->status_place = where;
	for (size_t i = 0; ran && i < kernel->launch_count; i++)
		compare_note_sites(&kernel->launches[i], why);
}

/* The line of the compiler's first error; the kernel's own place if the error names none. */
static struct place
problem_place(const struct planned_kernel *planned, const json_t *json, struct arena *arena)
{
	const json_t *problem = json_array_get(json_object_get(json, "problems"), 0);
	const int64_t line = result_count(problem, "line");
	const char *file = result_text(problem, "file");
	if (line <= 0 || !*file)
		return planned->kernel->place;
	const uint32_t at = (uint32_t)line;
	return (struct place){
		.file = arena_strdup(arena, bundled_path(planned->bundle, file)), .line = at, .end_line = at};
}

/* Without a compiler or a GPU, kernels and launches get no reason of their own. What was compiled is still used. */
static void
compare_kernel(const struct plan *plan, const struct planned_kernel *planned, const json_t *json, const struct gpu *gpu,
               bool ran, struct arena *arena)
{
	struct kernel *kernel = planned->kernel;
	const json_t *asked = json_array_get(json_object_get(plan->document, "kernels"), planned->index);
	const enum result_status status = result_status(json, "status");
	if (!ran && status == RESULT_NO_COMPILER)
		return;
	if (!json && ran)
		leave_kernel(kernel, result_no_answer, kernel->place, ran);
	if (!json)
		return;
	if (status != RESULT_OK) {
		const char *wrong = result_kernel_objection(json);
		wrong = wrong ? wrong : unlinked_reason(plan, planned, result_text(json, "reason"), arena);
		leave_kernel(kernel, wrong ? wrong : result_reason(json, arena), problem_place(planned, json, arena),
		             ran);
		forget_resources(&kernel->resources);
		return;
	}
	read_resources(kernel, json_object_get(json, "resources"));
	for (size_t i = 0; i < kernel->launch_count; i++) {
		const struct planned_launch *launch = &planned->launches[i];
		const json_t *result = launch->skipped
		                               ? NULL
		                               : result_answer(json_object_get(asked, "launches"),
		                                               json_object_get(json, "launches"), launch->index);
		read_occupancy(kernel, launch->launch, gpu, result);
		if (ran)
			compare_launch(planned, launch, result, arena);
	}
	if (kernel->launch_count > 0) {
		kernel->resources.occupancy = kernel->launches[0].occupancy.warps;
		kernel->resources.limiter = kernel->launches[0].occupancy.limiter;
	}
}

void
compare_result(struct facts *facts, const struct plan *plan, const json_t *result)
{
	const struct gpu *gpu = facts->gpu ? gpu_find(facts->gpu) : NULL;
	const json_t *asked = json_object_get(plan->document, "kernels"), *kernels = json_object_get(result, "kernels");
	const bool ran = result_is_ok(result);
	for (size_t i = 0; i < plan->kernel_count; i++) {
		const struct planned_kernel *planned = &plan->kernels[i];
		const char *left_out = planned->bundle               ? planned->skipped
		                       : planned->kernel->is_library ? "the library defines it"
		                                                     : "its source is not among the given files";
		if (left_out)
			leave_kernel(planned->kernel, left_out, (struct place){0}, ran);
		else
			compare_kernel(plan, planned, result_answer(asked, kernels, planned->index), gpu, ran,
			               &facts->arena);
	}
	if (ran)
		judge_findings(facts);
	for (size_t i = 0; !ran && i < facts->finding_count; i++)
		facts->findings[i].status = FINDING_NOT_MEASURED;
}
