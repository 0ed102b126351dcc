/* Multiplications and additions that are rounded separately, where one instruction would do both. */
#include <math.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

enum { MOST_RELATED = 4 };

static double
all_pairs(const struct machine_lines *machine)
{
	return machine->unfused + machine->unfused_doubles;
}

/* The launch as it would be if each pair were one instruction. */
static struct penalty
fused_slowdown(struct rule_context *context)
{
	struct launch *fused = launch_copy(&context->facts->arena, context->launch, 0);
	const struct machine_lines *machine = &context->launch->execution.lines;
	struct work *work = &fused->execution.work;
	const double left = work->instructions > 0 ? fmax(0, 1 - all_pairs(machine) / work->instructions) : 1;
	work->instructions *= left;
	work->cycles *= left;
	if (work->doubles > 0)
		work->chained_doubles *= fmax(0, 1 - machine->unfused_doubles / work->doubles);
	work->doubles = fmax(0, work->doubles - machine->unfused_doubles);
	return launch_slowdown(context, fused);
}

static double
pairs_on(const struct machine_line *line)
{
	return line->unfused + line->unfused_doubles;
}

static const struct machine_line *
busiest_line(const struct machine_lines *machine)
{
	const struct machine_line *busiest = NULL;
	for (size_t i = 0; i < machine->count; i++)
		if (pairs_on(&machine->items[i]) > (busiest ? pairs_on(busiest) : 0))
			busiest = &machine->items[i];
	return busiest;
}

static size_t
find_related(const struct machine_lines *machine, const struct machine_line *busiest,
             struct related related[MOST_RELATED])
{
	size_t count = 0;
	for (size_t i = 0; i < machine->count && count < MOST_RELATED; i++) {
		const struct machine_line *line = &machine->items[i];
		if (line != busiest && pairs_on(line) > NAMED_SHARE * all_pairs(machine))
			related[count++] = (struct related){{.file = line->file, .line = line->line}, "the same here"};
	}
	return count;
}

void
check_unfused_multiply(struct rule_context *context)
{
	const struct machine_lines *machine = &context->launch->execution.lines;
	const struct machine_line *busiest = busiest_line(machine);
	if (!busiest)
		return;
	const struct penalty slower = fused_slowdown(context);
	if (!(slower.estimate >= WORTHWHILE_PENALTY))
		return;
	const bool is_forbidden = context->kernel->is_uncontracted;
	struct related *related = arena_new_array(&context->facts->arena, struct related, MOST_RELATED);
	struct place *place = arena_new(&context->facts->arena, struct place);
	*place = (struct place){.file = busiest->file, .line = busiest->line};
	const size_t related_count = find_related(machine, busiest, related);
	const struct draft draft = {
		.place = place,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_NOTE,
		.confidence = CONFIDENCE_ASSUMED,
		.confidence_why = machine_basis_text(machine),
		.penalty = slower,
		.is_rough = true,
		.count_is_guessed = machine->is_estimated,
		.message = "multiplications and additions are not fused",
		.figures = text(context, "%.0f%% of the instructions are pairs that could be one",
	                        200 * all_pairs(machine) / machine->instructions),
		.reason = is_forbidden ? "-fmad=false makes the compiler round each product before the addition"
	                               : "__fmul_rn and __fadd_rn round each product before the addition",
		.ideal = "with fused multiply-adds",
		.advice = is_forbidden
	                          ? "compile without -fmad=false, and write __fmul_rn(a, b) where a result must be "
	                            "rounded twice"
	                          : "where a result need not be rounded twice, write a * b + c or fmaf(a, b, c)",
		.subject = context->kernel->link_name,
		.related = related,
		.related_count = related_count,
	};
	draft_add(context, &draft);
}
