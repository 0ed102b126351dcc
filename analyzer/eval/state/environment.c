#include "eval/state/environment.h"

#include <stdlib.h>
#include <string.h>

#include "eval/state/evaluate.h"
#include "eval/state/machine.h"
#include "eval/state/program.h"
#include "support/allocate.h"

void
environment_free(struct environment *environment)
{
	free(environment->taken);
	free(environment->numbers);
}

void
environment_take(struct program *program, const char *text)
{
	struct environment *s = &program->environment;
	for (size_t i = 0; i < s->taken_count; i++)
		if (!strcmp(s->taken[i], text))
			return;
	const char *kept = arena_strdup(&program->facts->arena, text);
	memory_push(s->taken, s->taken_count, s->taken_capacity, kept);
}

struct value
environment_number(struct machine *m, const struct ir_type *type, uint32_t reason, struct taken_number number)
{
	struct environment *s = &m->program->environment;
	number.symbol = symbols_argument(m->symbols, reason, number.range);
	if (!s->open) {
		number.text = arena_strdup(&m->program->facts->arena, number.text);
		memory_push(s->numbers, s->number_count, s->number_capacity, number);
	}
	return value_symbol(m, type, number.symbol, 0);
}

/* The assumed number that the symbol stands for; NULL: none. The numbers are sorted by symbol, because later symbols
 * are greater. */
static const struct taken_number *
number_of(const struct environment *s, symbol_id symbol)
{
	size_t low = 0, high = s->number_count;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (s->numbers[middle].symbol < symbol)
			low = middle + 1;
		else
			high = middle;
	}
	return low < s->number_count && s->numbers[low].symbol == symbol ? &s->numbers[low] : NULL;
}

struct value
environment_read(struct machine *m, struct value v)
{
	const struct environment *s = &m->program->environment;
	const struct term t = value_term(&v, 0);
	const struct taken_number *number = t.symbol && !v.real && !s->unread ? number_of(s, t.symbol) : NULL;
	if (!number)
		return v;
	environment_take(m->program, number->text);
	return value_integer(m, number->number + t.offset);
}

static bool
only_reads(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_INT:
	case IR_VAR: return true;
	case IR_LOAD:
	case IR_FIELD:
	case IR_CONVERT:
	case IR_UNARY: return only_reads(e->a);
	case IR_OFFSET:
	case IR_BINARY: return only_reads(e->a) && only_reads(e->b);
	default: return false;
	}
}

void
environment_resolve(struct machine *m, const struct ir_expr *comparison, size_t taken_before)
{
	struct environment *s = &m->program->environment;
	int64_t result;
	if (!only_reads(comparison))
		return;
	s->unread = true;
	const struct value a = eval_expr(m, comparison->a), b = eval_expr(m, comparison->b);
	s->unread = false;
	const struct value v = value_binary(m, comparison->op, comparison->a->type, a, b);
	if (value_is_constant(&v, &result))
		s->taken_count = taken_before;
}

static bool
same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool
same_arguments(const struct launch *a, const struct launch *b)
{
	if (a->data.argument_count != b->data.argument_count)
		return false;
	for (size_t i = 0; i < a->data.argument_count; i++)
		if (!same_text(a->data.arguments[i].text, b->data.arguments[i].text))
			return false;
	return true;
}

/* Compares bit by bit: the same computation gives the same bits. */
static bool
same_figures(const struct launch *a, const struct launch *b)
{
	if (a->site_count != b->site_count)
		return false;
	for (size_t i = 0; i < a->site_count; i++)
		if (!same_text(a->sites[i].id, b->sites[i].id) ||
		    memcmp(&a->sites[i].predicted, &b->sites[i].predicted, sizeof a->sites[i].predicted) != 0)
			return false;
	return true;
}

/* The same launch, with the same repeat count and figures. */
static bool
same_launch(const struct launch *a, const struct launch *b)
{
	return facts_same_place(&a->place, &b->place) && a->origin == b->origin && facts_same_shape(a, b) &&
	       a->program.repeats == b->program.repeats && a->program.confidence == b->program.confidence &&
	       same_arguments(a, b) && same_figures(a, b);
}

static void
take_confidences(struct launch *launch, const struct launch *open)
{
	launch->caveats.assumptions = open->caveats.assumptions;
	launch->caveats.assumption_count = open->caveats.assumption_count;
	for (size_t i = 0; i < launch->site_count; i++) {
		launch->sites[i].confidence = open->sites[i].confidence;
		launch->sites[i].why = open->sites[i].why;
		launch->sites[i].basis.awaits_code = open->sites[i].basis.awaits_code;
		launch->sites[i].fault = open->sites[i].fault;
	}
}

static void
compare_kernel(struct kernel *kernel, const struct kernel *open)
{
	size_t next = 0; /* launches have the same order in both programs; each matches one at most */
	for (size_t i = 0; i < kernel->launch_count; i++) {
		size_t at = next;
		while (at < open->launch_count && !same_launch(&kernel->launches[i], &open->launches[at]))
			at++;
		if (at == open->launch_count)
			continue;
		next = at + 1;
		if (open->launches[at].caveats.assumption_count < kernel->launches[i].caveats.assumption_count)
			take_confidences(&kernel->launches[i], &open->launches[at]);
	}
}

static bool
refuses_too(const struct kernel *open, const struct refused_launch *refused)
{
	for (size_t i = 0; i < open->refused_count; i++)
		if (facts_same_place(&open->refused[i].place, &refused->place) &&
		    same_text(open->refused[i].why, refused->why))
			return true;
	return false;
}

static void
add_refusal_caveat(struct kernel *kernel, const struct kernel *open, const char *taken)
{
	for (size_t i = 0; i < kernel->refused_count; i++)
		if (!open || !refuses_too(open, &kernel->refused[i]))
			kernel->refused[i].assumption = taken;
}

void
environment_compare(struct facts *facts, const struct facts *open, const char *taken)
{
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *other = NULL;
		for (size_t k = 0; k < open->kernel_count; k++)
			if (!strcmp(facts->kernels[i].link_name, open->kernels[k].link_name))
				other = &open->kernels[k];
		if (other)
			compare_kernel(&facts->kernels[i], other);
		add_refusal_caveat(&facts->kernels[i], other, taken);
	}
}
