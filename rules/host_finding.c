#include "rules/host_finding.h"

#include <math.h>
#include <string.h>

#include "rules/wording.h"
#include "support/allocate.h"

/* ---- cost ---- */

static double
total_us(const struct host_operation *operation)
{
	const bool counts = (operation->kind == HOST_LAUNCH || operation->kind == HOST_COPY) && !operation->is_captured;
	return counts && !isnan(operation->predicted_us) ? operation->predicted_us * (double)operation->count : 0;
}

double
host_program_us(const struct facts *facts)
{
	double us = 0;
	for (size_t i = 0; i < facts->host_operation_count; i++)
		us += total_us(&facts->host_operations[i]);
	return us;
}

double
host_loop_us(const struct facts *facts, const struct place *loop)
{
	double us = 0;
	bool knows_launch = false;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		if (!host_is_in_loop(operation, loop))
			continue;
		us += total_us(operation);
		knows_launch |= operation->kind == HOST_LAUNCH && !isnan(operation->predicted_us);
	}
	return knows_launch ? us : (double)NAN;
}

bool
host_is_of_driver(const struct host_operation *operation)
{
	return operation->memory == HOST_MEMORY_DEVICE || operation->memory == HOST_MEMORY_PINNED ||
	       operation->memory == HOST_MEMORY_MANAGED;
}

static bool
is_about(const struct finding *finding, const struct place *place)
{
	for (size_t i = 0; i < finding->related_count; i++)
		if (facts_same_place(&finding->related[i].place, place))
			return true;
	return facts_same_place(&finding->place, place);
}

bool
host_is_found(const struct facts *facts, const struct host_operation *operation, enum severity least)
{
	for (size_t i = 0; operation->kind != HOST_LAUNCH && i < facts->finding_count; i++) {
		const struct finding *finding = &facts->findings[i];
		const bool is_listed = finding->severity >= least && !*finding->kernel &&
		                       strcmp(finding->rule, "pageable-async-copy") != 0;
		if (is_listed && is_about(finding, &operation->place))
			return true;
	}
	return false;
}

static double
whole_us(const struct host_operation *operation)
{
	/* A free takes about as long as the allocation. */
	const double calls = operation->kind != HOST_ALLOCATION ? 1 : host_is_of_driver(operation) ? 2 : 0;
	const double us = isnan(operation->predicted_us) ? 0 : calls * operation->predicted_us;
	return operation->is_captured ? 0 : us * (double)operation->count + operation->migration_us;
}

double
host_iterations_us(const struct facts *facts, const struct place *loop)
{
	double us = 0;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		if (host_is_in_loop(operation, loop) && !host_is_found(facts, operation, SEVERITY_WARNING))
			us += whole_us(operation);
	}
	return us;
}

enum severity
host_severity(const struct rule_context *context, struct host_cost cost, enum confidence confidence)
{
	const double program_us = confidence == CONFIDENCE_UNKNOWN ? cost.part_us : host_program_us(context->facts);
	const double rest = cost.part_us - cost.lost_us;
	/* The comparisons are false for unknown numbers. */
	const bool is_slow = cost.part_us > 0 && (rest <= 0 || cost.part_us / rest >= WORTHWHILE_PENALTY);
	return is_slow && cost.lost_us >= WARNING_SHARE * program_us ? SEVERITY_WARNING : SEVERITY_NOTE;
}

/* ---- loops ---- */

bool
host_loop_is_timed_whole(const struct facts *facts, const struct place *loop)
{
	for (size_t i = 0; i < facts->host_operation_count; i++)
		if (facts->host_operations[i].kind == HOST_LAUNCH && isnan(facts->host_operations[i].predicted_us) &&
		    host_is_in_loop(&facts->host_operations[i], loop))
			return false;
	return true;
}

bool
host_loop_has(const struct facts *facts, const struct place *loop, enum host_operation_kind kind)
{
	for (size_t i = 0; i < facts->host_operation_count; i++)
		if (facts->host_operations[i].kind == kind && host_is_in_loop(&facts->host_operations[i], loop))
			return true;
	return false;
}

const struct host_operation *
host_loop_launch(const struct facts *facts, const struct place *loop)
{
	for (size_t i = 0; i < facts->host_operation_count; i++)
		if (facts->host_operations[i].kind == HOST_LAUNCH && host_is_in_loop(&facts->host_operations[i], loop))
			return &facts->host_operations[i];
	return NULL;
}

const struct place *
host_launching_loop(const struct facts *facts, const struct host_operation *operation)
{
	for (size_t i = 0; i < HOST_LOOPS && operation->loops[i].line; i++)
		if (host_loop_launch(facts, &operation->loops[i]))
			return &operation->loops[i];
	return NULL;
}

bool
host_is_timed(const struct facts *facts, const struct place *loop)
{
	return host_loop_has(facts, loop, HOST_CLOCK) || host_loop_has(facts, loop, HOST_EVENT_RECORD);
}

bool
host_is_made_often(const struct host_operation *operation, uint64_t least)
{
	const bool is_open = operation->count_confidence == CONFIDENCE_UNKNOWN && operation->count > 1;
	return operation->count >= least || (is_open && operation->count >= HOST_FEW_ITERATIONS);
}

bool
host_is_reported(const struct host_operation *operation)
{
	return !operation->is_elsewhere && !operation->is_captured &&
	       (operation->kind == HOST_LAUNCH || operation->kind == HOST_CLOCK ||
	        !strncmp(operation->function, "cu", 2));
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

const char *
host_iterations_text(struct rule_context *context, const struct host_operation *operation)
{
	if (operation->count_confidence == CONFIDENCE_UNKNOWN)
		return "each iteration";
	return text(context, "each of %llu iterations", (unsigned long long)operation->count);
}

const char *
host_bytes_text(struct rule_context *context, double bytes)
{
	static const struct {
		double size;
		const char *unit;
	} units[] = {{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}};
	/* 1000 to 1023 of a unit have four digits before the point: 0.98 to 1 of the next one have three. */
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (bytes >= 999.5 / 1024 * units[i].size)
			return text(context, "%.3g %s", bytes / units[i].size, units[i].unit);
	return isnan(bytes) ? "an unknown number of bytes" : text(context, "%.0f byte%s", bytes, bytes == 1 ? "" : "s");
}

const char *
host_us_text(struct rule_context *context, double us)
{
	if (us >= 1e6)
		return text(context, "%.3g s", us / 1e6);
	return us >= 1e3 ? text(context, "%.3g ms", us / 1e3) : text(context, "%.3g us", us);
}

const char *
host_name_text(struct rule_context *context, const char *name)
{
	return name && *name ? text(context, " '%s'", name) : "";
}

/* ---- findings ---- */

static int
compare_places(const struct place *a, const struct place *b)
{
	const int files = strcmp(a->file, b->file);
	if (files)
		return files;
	return a->line != b->line ? (a->line > b->line) - (a->line < b->line)
	                          : (a->column > b->column) - (a->column < b->column);
}

static const struct place *
place_of(const struct host_finding *found)
{
	return found->place ? found->place : &found->at->place;
}

/* The rule's finding at this place; NULL: there is none. */
static struct finding *
find_said(const struct facts *facts, const char *rule, const struct place *place)
{
	for (size_t i = 0; i < facts->finding_count; i++)
		if (!strcmp(facts->findings[i].rule, rule) && !compare_places(&facts->findings[i].place, place))
			return &facts->findings[i];
	return NULL;
}

static const char *
or_nothing(const char *text)
{
	return text ? text : "";
}

/* NULL if the reason already contains it, so that it is not reported twice. */
static const char *
confidence_why(const struct host_finding *found)
{
	const char *why = found->at->count_why;
	const bool is_of_count = found->confidence != CONFIDENCE_EXACT &&
	                         found->confidence == found->at->count_confidence && why && *why;
	return is_of_count && !(found->reason && strstr(found->reason, why)) ? why : NULL;
}

void
host_finding_add(struct rule_context *context, const struct host_finding *found)
{
	struct facts *facts = context->facts;
	struct finding *said = find_said(facts, context->rule->name, place_of(found));
	if (said && !(found->cost.lost_us > said->program_us))
		return;
	const struct finding finding = {
		.rule = context->rule->name,
		.severity = found->severity,
		.message = found->message,
		.place = *place_of(found),
		.kernel = "",
		.site = "",
		.reason = or_nothing(found->reason),
		.cost = or_nothing(found->cost_text),
		.advice = or_nothing(found->advice),
		.confidence = found->confidence,
		.confidence_why = confidence_why(found),
		.predicted_penalty = {NAN, NAN, NAN},
		.measured_penalty = {NAN, NAN, NAN},
		.time_share = NAN,
		.program_us = found->cost.lost_us,
		.status = FINDING_PREDICTED,
		.status_reason = "",
		.related = found->related,
		.related_count = found->related_count,
	};
	if (said) {
		*said = finding;
		return;
	}
	memory_push(facts->findings, facts->finding_count, facts->finding_capacity, finding);
	size_t at = facts->finding_count - 1;
	for (; at && compare_places(&facts->findings[at - 1].place, &finding.place) > 0; at--)
		facts->findings[at] = facts->findings[at - 1];
	facts->findings[at] = finding;
}

void
host_finding_relate_loop(struct rule_context *context, struct host_finding *found, const struct place *loop)
{
	const struct place *at = place_of(found);
	const bool is_around = !strcmp(at->file, loop->file) && loop->line <= at->line && at->line <= loop->end_line;
	if (!is_around)
		host_finding_relate(context, found, loop, "the loop");
}

void
host_finding_relate(struct rule_context *context, struct host_finding *found, const struct place *place,
                    const char *message)
{
	if (!place->line || facts_same_place(place, place_of(found)))
		return;
	for (size_t i = 0; i < found->related_count; i++)
		if (facts_same_place(&found->related[i].place, place))
			return;
	found->related = arena_copy(&context->facts->arena, found->related, found->related_count,
	                            found->related_count + 1, sizeof *found->related);
	found->related[found->related_count++] = (struct related){*place, message};
}
