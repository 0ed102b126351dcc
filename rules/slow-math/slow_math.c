/* Divisions, roots, powers and sines in loops. The compiler generates many instructions for them where a shorter form
 * would suffice. */
#include <math.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"
#include "support/path.h"

enum { MOST_RELATED = 4 };

/* Typical numbers of instructions that CUDA 13.0 generates for it, and for its replacement; those for sm_75 to sm_120
 * differ by one or two. */
static const struct form {
	double slow, fast;
	/* instructions of special function units among the slow ones; 0: these do not show how often it is executed */
	double approximations;
	bool is_alike; /* the replacement gives the same result except for the last digits, for all operands */
	const char *name, *ideal, *advice;
} forms[MATH_KINDS] = {
	[MATH_DIVISION] = {9, 1, 1, true, "division", "with a multiplication",
                           "compute the reciprocal before the loop, and multiply by it (the last digit may differ)"},
	[MATH_INTEGER_DIVISION] =
		{18, 4, 1, false, "integer division", "with a division by a constant",
                 "for a power of two, shift and mask; for a known divisor, use a constant (a template parameter); for "
                 "a dividend that counts up, update quotient and remainder incrementally"},
	[MATH_INVERSE_ROOT] = {16, 4, 2, true, "1 / sqrt", "with rsqrtf", "write rsqrtf(x) (error of at most 2 ulp)"},
	[MATH_TRIGONOMETRY] =
		{25, 3, 0, false, "sine", "with the intrinsic",
                 "if 21 bits suffice and arguments are between -pi and pi, use __sinf and __cosf; for multiples of "
                 "pi, use sinpif and cospif"},
	[MATH_POWER] =
		{60, 4, 1, false, "power", "with the intrinsic",
                 "if a relative error that grows with the exponent is acceptable, use __powf; for exponents of 0.5 or "
                 "1/3, use sqrtf or cbrtf"},
	[MATH_WHOLE_POWER] = {60, 3, 1, true, "integer power", "as a product",
                              "write the power as a product (x * x * x)"},
};

/* Typical number of other instructions on a line. */
static const double other_instructions = 6;
static bool
is_of_line(const struct math_use *use, const struct machine_line *line)
{
	return line->line >= use->first_line && line->line <= use->last_line &&
	       path_same_name(line->file, use->place.file);
}

/* The sums over all uses on a line. */
struct line_uses {
	double slow, approximations, of_kind, saved;
};

static struct line_uses
uses_of_line(const struct kernel *kernel, const struct machine_line *line, enum math_kind kind)
{
	struct line_uses uses = {.slow = other_instructions};
	for (size_t i = 0; i < kernel->math_use_count; i++) {
		const struct math_use *use = &kernel->math_uses[i];
		if (!is_of_line(use, line))
			continue;
		uses.slow += forms[use->kind].slow;
		uses.approximations += forms[use->kind].approximations;
		uses.of_kind += use->kind == kind;
		uses.saved += use->kind == kind ? forms[kind].slow - forms[kind].fast : 0;
	}
	return uses;
}

/* Warp instructions that the line would save. */
static double
saved_on_line(const struct kernel *kernel, const struct machine_line *line, enum math_kind kind)
{
	static const double most_saved = 0.9;
	const struct line_uses uses = uses_of_line(kernel, line, kind);
	if (!(uses.of_kind > 0) || !line->depth)
		return 0;
	/* The compiler has already generated a shorter form. */
	if (forms[kind].approximations > 0 && !(line->special > 0))
		return 0;
	const double by_share = line->certain * uses.saved / uses.slow;
	const double by_count = uses.approximations > 0 ? line->special / uses.approximations * uses.saved : by_share;
	return fmin(fmin(by_share, by_count), most_saved * line->certain);
}

struct saving {
	double instructions;
	const struct machine_line *busiest;
};

static struct saving
saving_of(const struct rule_context *context, enum math_kind kind)
{
	const struct machine_lines *lines = &context->launch->execution.lines;
	struct saving saving = {0};
	double most = 0;
	for (size_t i = 0; i < lines->count; i++) {
		const double saved = saved_on_line(context->kernel, &lines->items[i], kind);
		saving.instructions += saved;
		if (saved > most) {
			most = saved;
			saving.busiest = &lines->items[i];
		}
	}
	return saving;
}

static struct penalty
math_slowdown(struct rule_context *context, double saved)
{
	struct launch *other = launch_copy(&context->facts->arena, context->launch, 0);
	struct work *work = &other->execution.work;
	const double left = work->instructions > 0 ? fmax(0, 1 - saved / work->instructions) : 1;
	work->instructions *= left;
	work->integers *= left;
	work->products *= left;
	work->special *= left;
	work->cycles *= left;
	return launch_slowdown(context, other);
}

static const struct math_use *
use_on(const struct kernel *kernel, const struct machine_line *line, enum math_kind kind)
{
	for (size_t i = 0; i < kernel->math_use_count; i++)
		if (kernel->math_uses[i].kind == kind && is_of_line(&kernel->math_uses[i], line))
			return &kernel->math_uses[i];
	return NULL;
}

static size_t
find_related(struct rule_context *context, enum math_kind kind, const struct saving *saving,
             struct related related[MOST_RELATED])
{
	const struct machine_lines *lines = &context->launch->execution.lines;
	size_t count = 0;
	for (size_t i = 0; i < lines->count && count < MOST_RELATED; i++) {
		const struct machine_line *line = &lines->items[i];
		if (line != saving->busiest && saved_on_line(context->kernel, line, kind) > 0.1 * saving->instructions)
			related[count++] =
				(struct related){use_on(context->kernel, line, kind)->place, "the same here"};
	}
	return count;
}

static void
check_kind(struct rule_context *context, enum math_kind kind)
{
	const struct form *form = &forms[kind];
	const struct saving saving = saving_of(context, kind);
	const struct machine_lines *machine = &context->launch->execution.lines;
	if (!saving.busiest)
		return;
	const struct penalty slower = math_slowdown(context, saving.instructions);
	if (!(slower.estimate >= WORTHWHILE_PENALTY))
		return;
	const struct math_use *use = use_on(context->kernel, saving.busiest, kind);
	struct related *related = arena_new_array(&context->facts->arena, struct related, MOST_RELATED);
	const struct draft draft = {
		.place = &use->place,
		.claim = CLAIM_WORK,
		.verdict = form->is_alike ? VERDICT_BAD : VERDICT_NOTE,
		.confidence = CONFIDENCE_ASSUMED,
		.confidence_why = "the compiler generates its usual number of instructions for it",
		.penalty = slower,
		.is_rough = true,
		.count_is_guessed = machine->is_estimated,
		.message = text(context, "%s in a loop", form->name),
		.figures = text(context, "%.0f instructions each, ideal %.0f", form->slow, form->fast),
		.reason = text(
			context,
			"the compiler adds instructions for an exact result: warps execute about %s more than with "
			"the alternative",
			digits_of(saving.instructions, 3).text),
		.ideal = form->ideal,
		.advice = form->advice,
		.subject = text(context, "%s:%u:%u", use->place.file, use->place.line, use->place.column),
		.cause = form->name,
		.related = related,
		.related_count = find_related(context, kind, &saving, related),
	};
	draft_add(context, &draft);
}

void
check_slow_math(struct rule_context *context)
{
	if (!context->kernel->math_use_count || !context->launch->execution.lines.count)
		return;
	for (unsigned kind = 0; kind < MATH_KINDS; kind++)
		check_kind(context, (enum math_kind)kind);
}
