/* Unintended double-precision arithmetic: a literal without an `f`, or a function for doubles, in code for floats. */
#include <math.h>
#include <string.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"
#include "support/path.h"

enum { MOST_RELATED = 6 };
/* Cycles between a single-precision operation and one that needs its result. */
static const double single_stall = 4;

/* Warp executions of double-precision instructions that a literal or a function causes. */
struct double_work {
	double arithmetic, conversions;
};

static bool
is_of_line(const struct double_use *use, const struct machine_line *line)
{
	return line->line >= use->first_line && line->line <= use->last_line &&
	       path_same_name(line->file, use->place.file);
}

static struct double_work
work_of_use(const struct machine_lines *lines, const struct double_use *use)
{
	struct double_work work = {0};
	for (size_t i = 0; i < lines->count; i++) {
		if (!is_of_line(use, &lines->items[i]))
			continue;
		work.arithmetic += lines->items[i].doubles;
		work.conversions += lines->items[i].double_conversions;
	}
	return work;
}

static bool
is_executed(struct double_work work)
{
	return work.arithmetic > 0 && work.conversions > 0;
}

/* The sum over all lines with one of the kernel's uses, each line once. */
static struct double_work
work_of_all(const struct rule_context *context)
{
	const struct machine_lines *lines = &context->launch->execution.lines;
	struct double_work work = {0};
	for (size_t i = 0; i < lines->count; i++)
		for (size_t k = 0; k < context->kernel->double_use_count; k++) {
			const struct double_use *use = &context->kernel->double_uses[k];
			if (!is_of_line(use, &lines->items[i]) || !is_executed(work_of_use(lines, use)))
				continue;
			work.arithmetic += lines->items[i].doubles;
			work.conversions += lines->items[i].double_conversions;
			break;
		}
	return work;
}

/* The use whose lines execute most double-precision instructions; NULL: none executes any. */
static const struct double_use *
busiest(const struct rule_context *context)
{
	const struct double_use *busiest = NULL;
	double most = 0;
	for (size_t i = 0; i < context->kernel->double_use_count; i++) {
		const struct double_use *use = &context->kernel->double_uses[i];
		const struct double_work work = work_of_use(&context->launch->execution.lines, use);
		if (is_executed(work) && work.arithmetic + work.conversions > most) {
			busiest = use;
			most = work.arithmetic + work.conversions;
		}
	}
	return busiest;
}

/* The launch with single precision instead: without conversions, and with as many operations on as many units as other
 * instructions have. */
static struct penalty
double_slowdown(struct rule_context *context, struct double_work saved)
{
	struct launch *single = launch_copy(&context->facts->arena, context->launch, 0);
	struct work *work = &single->execution.work;
	const double fewer = work->instructions > 0 ? fmax(0, 1 - saved.conversions / work->instructions) : 1;
	work->doubles = fmax(0, work->doubles - saved.arithmetic - saved.conversions);
	work->instructions *= fewer;
	work->chained_doubles = 0;
	work->cycles = fmin(work->cycles * fewer, work->instructions * single_stall);
	return launch_slowdown(context, single);
}

static const char *
advice(struct rule_context *context, const struct double_use *use)
{
	if (use->is_call && strncmp(use->text, "pow", 3) == 0)
		return "write powf; write a small integer power as products (x * x)";
	if (use->replacement)
		return text(context, "write %s instead of %s, and the others likewise", use->replacement, use->text);
	return text(context, "make '%s' a float: add an f suffix to its literals, or convert it", use->text);
}

static size_t
find_related(struct rule_context *context, const struct double_use *reported, struct related related[MOST_RELATED])
{
	size_t count = 0;
	for (size_t i = 0; i < context->kernel->double_use_count && count < MOST_RELATED; i++) {
		const struct double_use *use = &context->kernel->double_uses[i];
		if (use != reported && is_executed(work_of_use(&context->launch->execution.lines, use)))
			related[count++] =
				(struct related){use->place, text(context, "'%s' converts to double here", use->text)};
	}
	return count;
}

void
check_accidental_double(struct rule_context *context)
{
	const struct double_use *use = busiest(context);
	if (!use)
		return;
	const struct machine_lines *machine = &context->launch->execution.lines;
	const struct double_work work = work_of_all(context);
	const struct fix fix = {.message = text(context, "write %s", use->replacement ? use->replacement : ""),
	                        .place = use->place,
	                        .replacement = use->replacement};
	struct related *related = arena_new_array(&context->facts->arena, struct related, MOST_RELATED);
	const struct draft draft = {
		.place = &use->place,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.confidence = CONFIDENCE_ASSUMED,
		.confidence_why = machine_basis_text(machine),
		.penalty = double_slowdown(context, work),
		.is_rough = true,
		.count_is_guessed = machine->is_estimated,
		.message = text(context, "double precision by %s'%s'", use->is_call ? "" : "the literal ", use->text),
		.figures = text(context, "%.0f%% of the instructions",
	                        100 * (work.arithmetic + work.conversions) / machine->instructions),
		.reason = text(
			context,
			"floats are converted to double and back: warps execute %s double-precision operations and %s "
			"conversions",
			digits_of(work.arithmetic, 3).text, digits_of(work.conversions, 3).text),
		.ideal = "in single precision",
		.advice = advice(context, use),
		.subject = text(context, "%s:%u:%u", use->place.file, use->place.line, use->place.column),
		.fix = use->replacement ? &fix : NULL,
		.related = related,
		.related_count = find_related(context, use, related),
	};
	draft_add(context, &draft);
}
