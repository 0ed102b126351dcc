/* The report as JSON, version 1: docs/report.schema.json. An unavailable figure is null. */
#include "cli/report/report.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/host_work.h"
#include "model/program_time.h"
#include "support/utf8.h"

enum { SCHEMA_VERSION = 1 };

/* Source text may contain any bytes, but JSON only UTF-8: invalid bytes become U+FFFD. */
static json_t *
text_value(const char *text)
{
	if (!text)
		text = "";
	char *repaired = utf8_repaired(text, strlen(text), "\xef\xbf\xbd");
	json_t *value = json_string(repaired);
	free(repaired);
	return value;
}

/* A figure; null: unknown. */
static json_t *
number_value(double number)
{
	if (!isfinite(number))
		return json_null();
	if (number == floor(number) && fabs(number) < 9007199254740992.0)
		return json_integer((json_int_t)number);
	return json_real(number);
}

/* A ratio, printed with a fraction even if it is an integer. */
static json_t *
ratio_value(double dividend, double divisor)
{
	const double ratio = divisor > 0 ? dividend / divisor : (double)NAN;
	return isfinite(ratio) ? json_real(ratio) : json_null();
}

/* A block that runs occupies a multiprocessor, so 0 means unknown. */
static json_t *
occupancy_value(double occupancy)
{
	return occupancy > 0 ? number_value(occupancy) : json_null();
}

/* An integer; null: negative, which means unknown. */
static json_t *
known_integer(int64_t number)
{
	return number < 0 ? json_null() : json_integer(number);
}

static void
put_text(json_t *object, const char *key, const char *text)
{
	json_object_set_new(object, key, text_value(text));
}

static void
put_integer(json_t *object, const char *key, int64_t number)
{
	json_object_set_new(object, key, json_integer(number));
}

static void
put_place(json_t *object, const struct report *report, const struct place *place)
{
	put_text(object, "file", report_path(report, place->file));
	put_integer(object, "line", place->line);
	put_integer(object, "column", place->column);
	put_integer(object, "end_line", place->end_line);
	put_integer(object, "end_column", place->end_column);
}

static json_t *
place_value(const struct report *report, const struct place *place)
{
	json_t *object = json_object();
	put_place(object, report, place);
	return object;
}

static json_t *
place_values(const struct report *report, const struct place *places, size_t count)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, place_value(report, &places[i]));
	return array;
}

static json_t *
named_call_value(const struct report *report, const struct named_call *call)
{
	json_t *object = json_object();
	put_text(object, "name", call->name);
	put_place(object, report, &call->place);
	return object;
}

static json_t *
named_calls(const struct report *report, const struct named_call *calls, size_t count)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, named_call_value(report, &calls[i]));
	return array;
}

static json_t *
dimensions(const uint32_t size[3])
{
	return json_pack("[I, I, I]", (json_int_t)size[0], (json_int_t)size[1], (json_int_t)size[2]);
}

static json_t *
text_array(const char *const *texts, size_t count)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, text_value(texts[i]));
	return array;
}

static json_t *
figures_value(const struct figures *figures, bool extrapolated)
{
	json_t *object = json_object();
	/* With blocks that represent others, the sum may not be an integer. */
	json_object_set_new(object, "requests", number_value(round(figures->requests)));
	json_object_set_new(object, "sectors_per_request", ratio_value(figures->sectors, figures->requests));
	json_object_set_new(object, "ideal_sectors_per_request",
	                    ratio_value(figures->ideal_sectors, figures->requests));
	json_object_set_new(object, "wavefronts_per_request", ratio_value(figures->wavefronts, figures->requests));
	json_object_set_new(object, "ideal_wavefronts_per_request",
	                    ratio_value(figures->ideal_wavefronts, figures->requests));
	json_object_set_new(object, "active_lanes", ratio_value(figures->lanes, figures->requests));
	json_object_set_new(object, "divergent_fraction", ratio_value(figures->divergent, figures->requests));
	json_object_set_new(object, "low_per_request", json_null());
	json_object_set_new(object, "high_per_request", json_null());
	json_object_set_new(object, "extrapolated", json_boolean(extrapolated));
	return object;
}

static json_t *
predicted_value(const struct site *site)
{
	const struct figures *figures = report_predicted(site);
	json_t *object = figures_value(figures, site->basis.is_extrapolated);
	if (site->confidence == CONFIDENCE_BOUNDED) {
		json_object_set_new(object, "low_per_request", ratio_value(figures->low, figures->requests));
		json_object_set_new(object, "high_per_request", ratio_value(figures->high, figures->requests));
	}
	return object;
}

static json_t *
site_value(const struct report *report, const struct site *site)
{
	static const char *const patterns[] = {
		[PATTERN_UNKNOWN] = "unknown",       [PATTERN_UNIFORM] = "uniform", [PATTERN_CONTIGUOUS] = "contiguous",
		[PATTERN_MISALIGNED] = "misaligned", [PATTERN_STRIDED] = "strided", [PATTERN_GATHER] = "gather",
		[PATTERN_MIXED] = "mixed",
	};
	json_t *object = json_object();
	put_text(object, "id", site->id);
	if (site->code.line_info.file) {
		put_place(object, report, &site->code.line_info);
		json_object_set_new(object, "called_from", place_value(report, &site->place));
	} else {
		put_place(object, report, &site->place);
	}
	put_text(object, "expression", site->expression);
	if (site->code.is_only_here)
		json_object_set_new(object, "compiled_only", json_true());
	put_text(object, "kind", site_kind_text(site->kind));
	put_text(object, "space", site_space_text(site->space));
	put_integer(object, "width", site->width);
	put_text(object, "object", site->object.name);
	put_text(object, "pattern", patterns[site->pattern]);
	const bool has_code = site->kind == SITE_BRANCH && site->branch.code;
	json_object_set_new(object, "compiled_to",
	                    has_code ? json_string(branch_code_text(site->branch.code)) : json_null());
	put_text(object, "standing", confidence_text(site->confidence));
	put_text(object, "why", site->why);
	put_text(object, "reason", site->reason);
	json_object_set_new(object, "data_dependent", json_boolean(site->basis.is_data_dependent));
	json_object_set_new(object, "predicted", predicted_value(site));
	json_object_set_new(object, "measured",
	                    site->measured.is_known ? figures_value(&site->measured.figures, false) : json_null());
	json_object_set_new(object, "agreement",
	                    site->measured.agreement == AGREEMENT_OPEN
	                            ? json_null()
	                            : text_value(agreement_text(site->measured.agreement)));
	json_object_set_new(object, "measured_note",
	                    site->measured.note ? text_value(site->measured.note) : json_null());
	return object;
}

static json_t *
arguments_value(const struct launch *launch)
{
	json_t *object = json_object();
	for (size_t i = 0; i < launch->data.argument_count; i++) {
		const struct named_value *argument = &launch->data.arguments[i];
		char ordinal[32];
		const char *name = argument->name;
		if (!name || !*name) {
			snprintf(ordinal, sizeof ordinal, "#%zu", i + 1);
			name = ordinal;
		}
		json_object_set_new(object, name,
		                    argument->is_integer ? json_integer(argument->integer)
		                                         : text_value(argument->text));
	}
	return object;
}

static json_t *
time_value(const struct launch *launch)
{
	if (!launch->measured.time.runs)
		return json_null();
	json_t *object = json_object();
	json_object_set_new(object, "median_us", json_real(launch->measured.time.median_us));
	json_object_set_new(object, "low_us", json_real(launch->measured.time.low_us));
	json_object_set_new(object, "high_us", json_real(launch->measured.time.high_us));
	put_integer(object, "runs", launch->measured.time.runs);
	return object;
}

static json_t *
predicted_time_value(const struct launch *launch)
{
	static const char *const resources[] = {
		[TIME_LINK] = "link",
		[TIME_MEMORY] = "memory",
		[TIME_L2] = "l2",
		[TIME_L1] = "l1",
		[TIME_SHARED] = "shared",
		[TIME_ATOMICS] = "atomics",
		[TIME_CONTENTION] = "contended_atomics",
		[TIME_CONSTANTS] = "constant",
		[TIME_LOCAL] = "local",
		[TIME_TEXTURES] = "texture",
		[TIME_ISSUE] = "issue",
		[TIME_SPECIAL] = "special_functions",
		[TIME_DOUBLES] = "double_precision",
		[TIME_INTEGERS] = "integers",
		[TIME_BARRIERS] = "barriers",
		[TIME_BLOCK_STARTS] = "block_starts",
		[TIME_LATENCY] = "latency",
	};
	const struct launch_time *time = &launch->predicted_time;
	if (!(time->us > 0) && !time->why)
		return json_null();
	json_t *object = json_object(), *alone = json_object();
	json_object_set_new(object, "us", number_value(time->us));
	json_object_set_new(object, "low_us", number_value(time->low_us));
	json_object_set_new(object, "high_us", number_value(isfinite(time->high_us) ? time->high_us : NAN));
	put_text(object, "bound_by", resources[time->bound_by]);
	json_object_set_new(object, "why_unknown", time->why ? json_string(time->why) : json_null());
	for (unsigned i = 0; i < TIME_RESOURCES; i++)
		json_object_set_new(alone, resources[i], number_value(time->by[i]));
	json_object_set_new(object, "alone_us", alone);
	return object;
}

static json_t *
local_value(const struct report *report, const struct launch *launch)
{
	json_t *array = json_array();
	for (size_t i = 0; i < launch->measured.local_count; i++) {
		const struct local_traffic *local = &launch->measured.local[i];
		json_t *object = json_object();
		put_text(object, "file", report_path(report, local->file));
		put_integer(object, "line", local->line);
		put_text(object, "kind", site_kind_text(local->kind));
		json_object_set_new(object, "requests", number_value(local->requests));
		json_object_set_new(object, "sectors", number_value(local->sectors));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *
repeats_value(const struct launch *launch)
{
	return launch->program.confidence == CONFIDENCE_UNKNOWN ? json_null()
	                                                        : json_integer((json_int_t)launch->program.repeats);
}

static json_t *
launch_value(const struct report *report, const struct launch *launch)
{
	json_t *object = json_object();
	put_text(object, "file", report_path(report, launch->place.file));
	put_integer(object, "line", launch->place.line);
	json_object_set_new(object, "grid", dimensions(launch->grid));
	json_object_set_new(object, "block", dimensions(launch->block));
	put_integer(object, "dynamic_shared", (int64_t)launch->dynamic_shared);
	put_text(object, "origin", launch_origin_text(launch->origin));
	json_object_set_new(object, "repeats", repeats_value(launch));
	put_text(object, "repeats_why", launch->program.why);
	json_object_set_new(object, "arguments", arguments_value(launch));
	json_object_set_new(object, "assumptions",
	                    text_array(launch->caveats.assumptions, launch->caveats.assumption_count));
	json_object_set_new(object, "occupancy", occupancy_value(launch->occupancy.warps));
	put_text(object, "limiter", occupancy_limiter_text(launch->occupancy.limiter));
	json_object_set_new(object, "budget_reached", json_boolean(launch->caveats.budget_reached));
	json_object_set_new(object, "cut_loop",
	                    launch->caveats.cut_loop.line ? place_value(report, &launch->caveats.cut_loop)
	                                                  : json_null());
	json_object_set_new(object, "predicted_time", predicted_time_value(launch));
	json_object_set_new(object, "stands_for",
	                    launch->origin == LAUNCH_ASSUMED ? json_null() : number_value(program_launches(launch)));
	json_object_set_new(object, "program_share", number_value(launch->program.time_share));
	json_object_set_new(object, "time", time_value(launch));
	json_object_set_new(object, "made_up_data",
	                    launch->measured.index_data.generated ? text_value(launch->measured.index_data.generated)
	                                                          : json_null());
	if (launch->measured.untimed)
		put_text(object, "untimed", launch->measured.untimed);
	if (launch->measured.device)
		put_text(object, "device", launch->measured.device);
	json_object_set_new(object, "local_memory", local_value(report, launch));
	json_t *sites = json_array();
	for (size_t i = 0; i < launch->site_count; i++)
		json_array_append_new(sites, site_value(report, &launch->sites[i]));
	json_object_set_new(object, "sites", sites);
	return object;
}

static json_t *
resources_value(const struct resources *resources)
{
	json_t *object = json_object();
	json_object_set_new(object, "registers", known_integer(resources->registers));
	json_object_set_new(object, "static_shared", known_integer(resources->static_shared));
	json_object_set_new(object, "spill_bytes", known_integer(resources->spill_bytes));
	json_object_set_new(object, "stack_bytes", known_integer(resources->stack_bytes));
	json_object_set_new(object, "occupancy", occupancy_value(resources->occupancy));
	put_text(object, "limiter", occupancy_limiter_text(resources->limiter));
	put_text(object, "source", resources->source ? resources->source : "unknown");
	json_object_set_new(object, "uncompiled",
	                    resources->uncompiled ? text_value(resources->uncompiled) : json_null());
	return object;
}

static json_t *
unreached_value(const struct report *report, const struct kernel *kernel)
{
	json_t *array = json_array();
	for (size_t i = 0; i < kernel->unreached_count; i++) {
		json_t *object = json_object();
		put_place(object, report, &kernel->unreached[i].place);
		put_text(object, "why", kernel->unreached[i].why);
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *
left_out_value(const struct report *report, const struct kernel *kernel)
{
	json_t *array = json_array();
	for (size_t i = 0; i < kernel->left_out_count; i++) {
		json_t *object = place_value(report, &kernel->left_out[i].place);
		put_integer(object, "count", (int64_t)kernel->left_out[i].count);
		json_object_set_new(object, "estimated", json_boolean(kernel->left_out[i].estimated));
		json_object_set_new(object, "shape_assumed", json_boolean(kernel->left_out[i].shape_assumed));
		put_text(object, "first", kernel->left_out[i].text);
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *
refused_value(const struct report *report, const struct kernel *kernel)
{
	json_t *array = json_array();
	for (size_t i = 0; i < kernel->refused_count; i++) {
		json_t *object = place_value(report, &kernel->refused[i].place);
		put_text(object, "message", kernel->refused[i].why);
		if (kernel->refused[i].assumption)
			put_text(object, "assumption", kernel->refused[i].assumption);
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *
kernel_value(const struct report *report, const struct kernel *kernel)
{
	json_t *object = json_object();
	put_text(object, "name", kernel->name);
	put_text(object, "qualified_name", kernel->qualified_name);
	json_object_set_new(object, "template_args", text_array(kernel->template_args, kernel->template_arg_count));
	put_text(object, "file", report_path(report, kernel->place.file));
	put_integer(object, "line", kernel->place.line);
	put_text(object, "status", kernel->status ? kernel->status : "ok");
	json_object_set_new(object, "status_place",
	                    kernel->status_place.line ? place_value(report, &kernel->status_place) : json_null());
	json_object_set_new(object, "partial_reason",
	                    kernel->is_partial ? text_value(kernel->partial_reason) : json_null());
	json_object_set_new(object, "resources", resources_value(&kernel->resources));
	json_t *launches = json_array();
	for (size_t i = 0; i < kernel->launch_count; i++)
		json_array_append_new(launches, launch_value(report, &kernel->launches[i]));
	json_object_set_new(object, "launches", launches);
	put_integer(object, "access_count", (int64_t)kernel->access_count);
	json_object_set_new(object, "unreached", unreached_value(report, kernel));
	json_object_set_new(object, "launches_left_out", left_out_value(report, kernel));
	json_object_set_new(object, "refused_launches", refused_value(report, kernel));
	return object;
}

static json_t *
penalty_value(const struct penalty *penalty)
{
	if (!isfinite(penalty->estimate) || penalty->estimate <= 0)
		return json_null();
	json_t *object = json_object();
	json_object_set_new(object, "estimate", json_real(penalty->estimate));
	json_object_set_new(object, "low", isfinite(penalty->low) ? json_real(penalty->low) : json_null());
	json_object_set_new(object, "high", isfinite(penalty->high) ? json_real(penalty->high) : json_null());
	return object;
}

static json_t *
fix_value(const struct report *report, const struct fix *fix)
{
	json_t *object = json_object();
	put_text(object, "message", fix->message);
	put_place(object, report, &fix->place);
	json_object_set_new(object, "replacement", fix->replacement ? text_value(fix->replacement) : json_null());
	return object;
}

/* Identifies the kernel's launch. */
static json_t *
launch_reference(const struct report *report, const struct launch *launch)
{
	json_t *object = json_object();
	put_text(object, "file", report_path(report, launch->place.file));
	put_integer(object, "line", launch->place.line);
	json_object_set_new(object, "grid", dimensions(launch->grid));
	json_object_set_new(object, "block", dimensions(launch->block));
	json_object_set_new(object, "arguments", arguments_value(launch));
	return object;
}

/* The basis of the confidence of the finding, or of its site; "": it is exact, or there is none. */
static const char *
confidence_why(const struct finding *finding)
{
	const struct site *site =
		finding->confidence_why || finding->confidence == CONFIDENCE_EXACT ? NULL : report_site_of(finding);
	return finding->confidence_why                        ? finding->confidence_why
	       : site && site->confidence != CONFIDENCE_EXACT ? site->why
	                                                      : "";
}

static json_t *
finding_value(const struct report *report, const struct finding *finding)
{
	json_t *object = json_object();
	put_text(object, "rule", finding->rule);
	put_text(object, "severity", severity_text(finding->severity));
	put_text(object, "message", finding->message);
	put_place(object, report, &finding->place);
	put_text(object, "kernel", finding->kernel);
	const struct kernel *kernel = facts_kernel_of(report->facts, finding->launch);
	json_object_set_new(object, "template_args",
	                    text_array(kernel ? kernel->template_args : NULL, kernel ? kernel->template_arg_count : 0));
	put_text(object, "site", finding->site);
	json_object_set_new(object, "launch",
	                    finding->launch ? launch_reference(report, finding->launch) : json_null());
	put_text(object, "reason", finding->reason);
	put_text(object, "cost", finding->cost);
	put_text(object, "advice", finding->advice);
	put_text(object, "standing", confidence_text(finding->confidence));
	put_text(object, "standing_why", confidence_why(finding));
	json_object_set_new(object, "predicted_penalty", penalty_value(&finding->predicted_penalty));
	put_text(object, "unpredicted_penalty", finding->unpredicted_penalty ? finding->unpredicted_penalty : "");
	json_object_set_new(object, "time_share", number_value(finding->time_share));
	json_object_set_new(object, "saved_us", number_value(finding->saved_us));
	json_object_set_new(object, "program_share", number_value(finding->program_share));
	json_object_set_new(object, "measured_penalty", penalty_value(&finding->measured_penalty));
	put_text(object, "measured_against", finding->measured_against ? finding->measured_against : "");
	put_text(object, "unmeasured_penalty", finding->unmeasured_penalty ? finding->unmeasured_penalty : "");
	put_text(object, "status", finding_status_text(finding->status));
	put_text(object, "status_reason", finding->status_reason);
	const char *confirmed_by = finding_confirmed_by(finding);
	json_object_set_new(object, "confirmed_by", confirmed_by ? json_string(confirmed_by) : json_null());
	json_t *fixes = json_array();
	for (size_t i = 0; i < finding->fix_count; i++)
		json_array_append_new(fixes, fix_value(report, &finding->fixes[i]));
	json_object_set_new(object, "fixes", fixes);
	json_t *related = json_array();
	for (size_t i = 0; i < finding->related_count; i++) {
		json_t *item = json_object();
		put_text(item, "message", finding->related[i].message);
		put_place(item, report, &finding->related[i].place);
		json_array_append_new(related, item);
	}
	json_object_set_new(object, "related", related);
	return object;
}

static json_t *
suppressed_value(const struct report *report, const struct finding *finding)
{
	const struct suppression *suppression = finding->suppression;
	json_t *object = json_object(), *comment = json_object();
	put_place(comment, report, &suppression->place);
	put_text(comment, "reason", suppression->reason);
	json_object_set_new(object, "finding", finding_value(report, finding));
	json_object_set_new(object, "comment", comment);
	return object;
}

/* The place of a loop or a call; null: there is none. */
static json_t *
line_value(const struct report *report, const struct place *place)
{
	return place->line ? json_pack("{s:o, s:I}", "file", text_value(report_path(report, place->file)), "line",
	                               (json_int_t)place->line)
	                   : json_null();
}

static json_t *
host_operation_value(const struct report *report, const struct host_operation *operation)
{
	json_t *object = json_object();
	put_text(object, "kind", host_operation_kind_text(operation->kind));
	put_text(object, "function", operation->function);
	put_integer(object, "program", operation->program);
	put_text(object, "file", report_path(report, operation->place.file));
	put_integer(object, "line", operation->place.line);
	put_integer(object, "column", operation->place.column);
	json_object_set_new(object, "called_from", line_value(report, &operation->called_from));
	json_object_set_new(object, "loop", line_value(report, &operation->loops[0]));
	json_object_set_new(object, "count",
	                    operation->count_confidence == CONFIDENCE_UNKNOWN
	                            ? json_null()
	                            : json_integer((json_int_t)operation->count));
	put_text(object, "count_why", operation->count_why ? operation->count_why : "");
	json_object_set_new(object, "bytes", number_value(host_operation_bytes(operation)));
	put_text(object, "direction", operation->kind == HOST_COPY ? copy_direction_text(operation->direction) : "");
	put_text(object, "memory", host_memory_text(operation->memory));
	put_text(object, "object", operation->memory_name);
	json_object_set_new(object, "stream", operation->streams_vary ? json_null() : known_integer(operation->stream));
	json_object_set_new(object, "asynchronous", json_boolean(operation->is_asynchronous));
	json_object_set_new(object, "captured", json_boolean(operation->is_captured));
	json_object_set_new(object, "predicted_us", number_value(operation->predicted_us));
	json_object_set_new(object, "migration_us", json_real(operation->migration_us));
	return object;
}

static json_t *
host_operations_value(const struct report *report)
{
	const struct facts *facts = report->facts;
	json_t *array = json_array();
	for (size_t i = 0; i < facts->host_operation_count; i++)
		if (!facts->host_operations[i].is_elsewhere)
			json_array_append_new(array, host_operation_value(report, &facts->host_operations[i]));
	return array;
}

static json_t *
problem_value(const struct report *report, const struct file_problem *reported)
{
	json_t *problem = json_object();
	put_text(problem, "file", report_path(report, reported->place.file));
	put_integer(problem, "line", reported->place.line);
	put_integer(problem, "column", reported->place.column);
	put_text(problem, "severity", severity_text(reported->severity));
	put_text(problem, "message", reported->message);
	return problem;
}

static const struct source_file *
file_named(const struct facts *facts, const char *path)
{
	for (size_t i = 0; i < facts->file_count; i++)
		if (!strcmp(facts->files[i].path, path))
			return &facts->files[i];
	return NULL;
}

/* The file under which a refused launch of the kernel is reported: its own file; for a launch in a header, the kernel's
 * file; otherwise the first file. */
static const struct source_file *
file_of_refused(const struct facts *facts, const struct kernel *kernel, const struct refused_launch *refused)
{
	const struct source_file *file = file_named(facts, refused->place.file);
	if (!file)
		file = file_named(facts, kernel->place.file);
	return file ? file : facts->files;
}

/* Adds the refused launches that are in the file or its includes. Returns whether one of them is certainly refused. */
static bool
add_refused(const struct report *report, const struct source_file *file, json_t *problems)
{
	const struct facts *facts = report->facts;
	bool surely = false;
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].refused_count; k++) {
			const struct refused_launch *refused = &facts->kernels[i].refused[k];
			const struct file_problem problem = {
				.place = refused->place,
				.severity = report_refused_severity(refused),
				.message = refused->why,
			};
			if (file_of_refused(facts, &facts->kernels[i], refused) != file)
				continue;
			surely |= problem.severity == SEVERITY_ERROR;
			json_array_append_new(problems, problem_value(report, &problem));
		}
	return surely;
}

static json_t *
file_value(const struct report *report, const struct source_file *file)
{
	json_t *object = json_object(), *problems = json_array();
	for (size_t i = 0; i < file->problem_count; i++)
		json_array_append_new(problems, problem_value(report, &file->problems[i]));
	const bool refused = add_refused(report, file, problems);
	put_text(object, "path", report_path(report, file->path));
	put_text(object, "status", file_status_text(refused && file->status == FILE_OK ? FILE_PARTIAL : file->status));
	json_object_set_new(object, "problems", problems);
	return object;
}

static json_t *
dormant_value(const struct report *report, const struct dormant_template *dormant)
{
	json_t *object = json_object();
	put_text(object, "name", dormant->name);
	put_text(object, "file", report_path(report, dormant->place.file));
	put_integer(object, "line", dormant->place.line);
	put_integer(object, "column", dormant->place.column);
	put_text(object, "message", report_dormant_text(report, dormant));
	return object;
}

static json_t *
measurement_value(const struct measurement *measurement)
{
	if (!measurement)
		return json_null();
	json_t *object = json_object();
	json_object_set_new(object, "device", measurement->device ? text_value(measurement->device) : json_null());
	json_object_set_new(object, "compiler",
	                    measurement->compiler ? text_value(measurement->compiler) : json_null());
	put_text(object, "reason", measurement->reason);
	return object;
}

void
report_json(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	json_t *root = json_object();
	put_integer(root, "schema_version", SCHEMA_VERSION);
	json_object_set_new(root, "tool", json_pack("{s:s, s:s}", "name", "gpulint", "version", report->version));
	json_t *target = json_object();
	put_text(target, "gpu", facts->gpu);
	put_text(target, "sm", facts->sm);
	put_text(target, "profile", facts->profile ? facts->profile : "none");
	json_object_set_new(target, "profile_gpu", facts->profile_gpu ? json_string(facts->profile_gpu) : json_null());
	json_object_set_new(target, "compiler", facts->compiler ? text_value(facts->compiler) : json_null());
	json_object_set_new(target, "uncompiled", facts->uncompiled ? text_value(facts->uncompiled) : json_null());
	json_object_set_new(root, "target", target);
	json_object_set_new(root, "measurement", measurement_value(facts->measurement));
	json_t *files = json_array();
	for (size_t i = 0; i < facts->file_count; i++)
		json_array_append_new(files, file_value(report, &facts->files[i]));
	json_object_set_new(root, "files", files);
	json_t *kernels = json_array();
	for (size_t i = 0; i < facts->kernel_count; i++)
		json_array_append_new(kernels, kernel_value(report, &facts->kernels[i]));
	json_object_set_new(root, "kernels", kernels);
	json_t *dormant = json_array();
	for (size_t i = 0; i < facts->dormant_template_count; i++)
		json_array_append_new(dormant, dormant_value(report, &facts->dormant_templates[i]));
	json_object_set_new(root, "dormant_templates", dormant);
	json_object_set_new(root, "cut_loops", place_values(report, facts->cut_loops, facts->cut_loop_count));
	json_object_set_new(root, "library_calls",
	                    named_calls(report, facts->library_calls, facts->library_call_count));
	json_object_set_new(root, "unseen_calls", named_calls(report, facts->unseen_calls, facts->unseen_call_count));
	json_object_set_new(root, "undefined_kernels",
	                    named_calls(report, facts->undefined_kernels, facts->undefined_kernel_count));
	json_object_set_new(root, "host_operations", host_operations_value(report));
	json_object_set_new(root, "undone",
	                    report->undone ? text_array(report->undone->items, report->undone->count) : json_array());
	json_t *findings = json_array();
	for (size_t i = 0; i < facts->finding_count; i++)
		json_array_append_new(findings, finding_value(report, &facts->findings[i]));
	json_object_set_new(root, "findings", findings);
	json_t *suppressed = json_array();
	for (size_t i = 0; i < facts->suppressed_count; i++)
		json_array_append_new(suppressed, suppressed_value(report, &facts->suppressed[i]));
	json_object_set_new(root, "suppressed", suppressed);

	/* Ten digits suffice for predictions and measurements, and keep 5.9 from becoming 5.9000000000000004. */
	json_dumpf(root, out, JSON_INDENT(1) | JSON_REAL_PRECISION(10));
	putc('\n', out);
	json_decref(root);
}
