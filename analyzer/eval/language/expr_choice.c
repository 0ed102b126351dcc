#include "eval/language/expr_choice.h"

#include <math.h>

#include "analysis/affine_address.h"
#include "analysis/effects.h"
#include "eval/order/block_order.h"
#include "eval/state/evaluate.h"
#include "eval/state/undo_log.h"

/* A lane's result if the condition is unknown: the value if both are equal, else a symbol. Lanes with the same
 * condition and the same pair of values share the symbol. */
static struct term
choose(struct machine *m, struct term condition, struct term a, struct term b)
{
	if (term_equal(a, b))
		return a;
	const symbol_id pair = symbols_operation(m->symbols, SYMBOL_PAIR, a, b);
	return (struct term){symbols_operation(m->symbols, SYMBOL_SELECT, condition, (struct term){pair, 0}), 0};
}

static struct value
merge_arms(struct machine *m, const struct split *split, struct value condition, struct value a, struct value b)
{
	if (mask_empty(&split->unknown))
		return value_blend(m, b, a, &split->yes);
	if (condition.uniform && a.uniform && b.uniform) {
		const struct term t = choose(m, value_term(&condition, 0), value_term(&a, 0), value_term(&b, 0));
		const struct ir_type type = {
			.kind = a.real ? IR_TYPE_FLOAT : IR_TYPE_INT, .size = 8, .is_signed = true};
		if (!t.symbol)
			return a.real ? value_real(m, a.lane[0].real) : value_integer(m, t.offset);
		return value_symbol(m, &type, t.symbol, t.offset);
	}
	union lane *lane = value_lanes(m);
	symbol_id *symbol = value_symbols(m);
	for (unsigned i = 0; i < m->lanes; i++) {
		struct term t;
		if (mask_has(&split->unknown, i))
			t = choose(m, value_term(&condition, i), value_term(&a, i), value_term(&b, i));
		else
			t = mask_has(&split->yes, i) ? value_term(&a, i) : value_term(&b, i);
		lane[i].integer = t.offset;
		symbol[i] = t.symbol;
	}
	return (struct value){lane, symbol, .uniform = m->lanes == 1, .real = a.real};
}

/* An operand that executes only under a condition. */
static struct value
eval_operand(struct machine *m, const struct ir_expr *expr)
{
	if (m->reach && !mask_empty(&m->active.may))
		pointer_set_add(m->reach, expr);
	return eval_expr(m, expr);
}

/* Keeps the changes by two operands apart if it is unknown which lanes execute which operand. */
struct open_choice {
	struct undo_log undo_log;
	bool is_open;
	struct mask alive; /* after the first operand */
};

static void
begin_first(struct machine *m, struct open_choice *choice, const struct split *split)
{
	choice->is_open = !mask_empty(&split->unknown);
	if (choice->is_open)
		undo_log_begin(m, &choice->undo_log);
}

/* first: the first operand's value, which may be that of a variable that the second operand changes. */
static struct value
begin_second(struct machine *m, struct open_choice *choice, struct value first)
{
	choice->alive = m->active.may;
	if (!choice->is_open || undo_log_is_empty(&choice->undo_log))
		return first;
	first = value_keep(m, first);
	undo_log_switch_arm(m, &choice->undo_log);
	return first;
}

/* Lanes of `certain` executed only the first operand. alive: after the second operand. */
static struct value
end_choice(struct machine *m, struct open_choice *choice, const struct split *split, const struct mask *certain,
           const struct mask *alive, struct value latest)
{
	if (!choice->is_open)
		return latest;
	if (!undo_log_is_empty(&choice->undo_log))
		latest = value_keep(m, latest);
	undo_log_merge(m, &choice->undo_log, split, certain, &choice->alive, alive);
	return latest;
}

/* No lane executes the operand, but it may read memory: the compiled code must keep earlier stores for it. */
static void
reckon_with(struct machine *m, const struct ir_expr *expr)
{
	if (m->sink && expr_shows_stores(expr))
		order_skip(m);
}

struct value
eval_conditional(struct machine *m, const struct ir_expr *expr)
{
	const struct value condition = eval_expr(m, expr->a);
	const struct split split = value_split(m, condition, &m->active.may);
	const bool all = mask_empty(&split.no) && !mask_empty(&split.yes);
	if (mask_empty(&split.unknown) && (all || mask_empty(&split.yes))) {
		reckon_with(m, all ? expr->c : expr->b);
		return eval_operand(m, all ? expr->b : expr->c);
	}
	const struct active saved = m->active;
	struct open_choice choice;
	begin_first(m, &choice, &split);
	m->active = active_in_arm(&saved, &split.yes, &split.unknown);
	const struct value a = begin_second(m, &choice, eval_operand(m, expr->b));
	m->active = active_in_arm(&saved, &split.no, &split.unknown);
	struct value b = eval_operand(m, expr->c);
	const struct mask alive = m->active.may;
	b = end_choice(m, &choice, &split, &split.yes, &alive, b);
	/* After `assert(x)` with an unknown x, the arm that does not abort continues. */
	machine_spare(m, &choice.alive);
	machine_spare(m, &alive);
	machine_resume(m, &saved);
	if (expr->type->kind == IR_TYPE_VOID)
		return value_integer(m, 0);
	return merge_arms(m, &split, condition, a, b);
}

/* An operand of && or ||, and the lanes in which it holds. */
struct arm {
	struct value value;
	struct split split;
};

/* The term of an operand in a lane, or in all lanes; 0 if the operand is known. */
static struct term
unknown_term(const struct arm *arm, bool known, unsigned lane)
{
	return known ? (struct term){0, 0} : value_term(&arm->value, lane);
}

/* The result if all lanes have the same operands. */
static struct value
logical_of_all(struct machine *m, const struct ir_expr *expr, const struct arm *left, const struct arm *right)
{
	const bool is_and = expr->kind == IR_AND;
	const bool left_known = mask_empty(&left->split.unknown), right_known = mask_empty(&right->split.unknown);
	const bool right_true = !mask_empty(&right->split.yes);
	if (left_known && right_known)
		return value_integer(m, right_true);
	if (right_known && right_true != is_and)
		return value_integer(m, !is_and);
	const struct ir_type type = {.kind = IR_TYPE_BOOL, .size = 1};
	return value_symbol(m, &type,
	                    symbols_operation(m->symbols, expr->kind + SYMBOL_LOGICAL,
	                                      unknown_term(left, left_known, 0), unknown_term(right, right_known, 0)),
	                    0);
}

/* The result for the lanes in `active`; other lanes get 0. */
static struct value
logical_by_lane(struct machine *m, const struct ir_expr *expr, const struct arm *left, const struct arm *right,
                const struct mask *active)
{
	const bool is_and = expr->kind == IR_AND;
	union lane *lane = value_lanes(m);
	symbol_id *symbol = NULL;
	for (unsigned w = 0; w < m->warps; w++) {
		const uint32_t left_known = ~left->split.unknown.warp[w], left_true = left->split.yes.warp[w];
		const uint32_t right_known = ~right->split.unknown.warp[w], right_true = right->split.yes.warp[w];
		const uint32_t by_left = left_known & (is_and ? ~left_true : left_true);
		const uint32_t by_right = ~by_left & right_known & (left_known | (is_and ? ~right_true : right_true));
		const uint32_t truth = (is_and ? 0 : by_left) | (by_right & right_true);
		for (unsigned l = 0; l < 32; l++)
			lane[w * 32 + l].integer = truth >> l & 1;
		for (uint32_t open = ~(by_left | by_right) & active->warp[w]; open; open &= open - 1) {
			const unsigned l = (unsigned)__builtin_ctz(open), i = w * 32 + l;
			if (!symbol)
				symbol = value_symbols(m);
			symbol[i] = symbols_operation(m->symbols, expr->kind + SYMBOL_LOGICAL,
			                              unknown_term(left, left_known >> l & 1, i),
			                              unknown_term(right, right_known >> l & 1, i));
		}
	}
	return (struct value){lane, symbol, .uniform = false, .real = false};
}

struct value
eval_logical(struct machine *m, const struct ir_expr *expr)
{
	const bool is_and = expr->kind == IR_AND;
	struct arm left = {.value = eval_expr(m, expr->a)}, right;
	left.split = value_split(m, left.value, &m->active.may);
	const struct mask *open = is_and ? &left.split.yes : &left.split.no;
	if (mask_empty(open) && mask_empty(&left.split.unknown)) {
		reckon_with(m, expr->b);
		return value_integer(m, !is_and);
	}
	const struct active saved = m->active;
	struct open_choice choice;
	begin_first(m, &choice, &left.split);
	m->active = active_in_arm(&saved, open, &left.split.unknown);
	right.value = begin_second(m, &choice, eval_operand(m, expr->b));
	right.split = value_split(m, right.value, &m->active.may);
	right.value = end_choice(m, &choice, &left.split, open, &left.split.unknown, right.value);
	machine_spare(m, &choice.alive);
	machine_spare(m, &left.split.unknown);
	machine_resume(m, &saved);
	if (m->lanes == 1 || (left.value.uniform && right.value.uniform))
		return logical_of_all(m, expr, &left, &right);
	return logical_by_lane(m, expr, &left, &right, &saved.may);
}
