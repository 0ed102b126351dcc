/* Applies an action to each element of an array. If the count is large or not constant, a loop is generated. */
#include "frontend/classes/lower_elements.h"

#include "frontend/classes/lower_full.h"
#include "frontend/unit/build.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"

enum { MOST_IN_A_ROW = 16 };

struct elements {
	struct lower *l;
	const struct ir_expr *first, *count;
	enum elements_order order;
	CXType type;
	struct ir_loc loc;
	element_action *act;
};

static void
act_on(const struct elements *elements, const struct ir_expr *index, struct lower_effects *effects)
{
	struct lower *l = elements->l;
	const struct ir_type *type = types_get(l, elements->type);
	struct lower_effects own = {0};
	struct lower_full full;
	full_begin(l, &full);
	elements->act(l,
	              build_offset(l, build_again(l, elements->first), index, (int64_t)type->size,
	                           types_pointer(l, type), elements->loc),
	              elements->type, elements->loc, &own);
	full_end(l, &full, &own, effects);
}

static const struct ir_expr *
load_index(struct lower *l, const struct ir_var *index, struct ir_loc loc)
{
	return build_load(l, build_var(l, index, loc), l->type_ptrdiff, loc);
}

/* Generates `index = 0; while (index < count) { body; index++; }`. */
static void
add_loop(const struct elements *elements, const struct ir_var *index, const struct lower_effects *body,
         struct lower_effects *effects)
{
	struct lower *l = elements->l;
	const struct ir_loc loc = elements->loc;
	struct lower_stmts stmts = {0};
	struct ir_stmt *act = build_stmt(l, IR_STMT_EXPR, loc), *loop = build_stmt(l, IR_STMT_LOOP, loc);
	act->expr = build_sequence(l, body);
	loop->expr =
		build_binary(l, IR_LT, load_index(l, index, loc),
	                     build_convert(l, build_again(l, elements->count), l->type_ptrdiff), l->type_bool, loc);
	loop->body = act;
	struct ir_expr *step =
		build_update(l, build_var(l, index, loc), build_int(l, l->type_ptrdiff, 1, loc), l->type_ptrdiff, loc);
	step->op = IR_ADD;
	step->compute_type = l->type_ptrdiff;
	loop->step = step;
	stmts_add(l, &stmts, loop);
	struct ir_expr *all = build_expr(l, IR_STATEMENTS, l->type_void, loc);
	all->body = build_block(l, &stmts, loc);
	effects_add(
		l, effects,
		build_store(l, build_var(l, index, loc), build_int(l, l->type_ptrdiff, 0, loc), l->type_ptrdiff, loc));
	effects_add(l, effects, all);
}

/* The index of the element that is visited at position `at`. */
static const struct ir_expr *
index_of(const struct elements *elements, const struct ir_expr *at)
{
	struct lower *l = elements->l;
	if (elements->order == FIRST_FIRST)
		return at;
	const struct ir_expr *last =
		build_binary(l, IR_SUB, build_convert(l, build_again(l, elements->count), l->type_ptrdiff),
	                     build_int(l, l->type_ptrdiff, 1, elements->loc), l->type_ptrdiff, elements->loc);
	return build_binary(l, IR_SUB, last, at, l->type_ptrdiff, elements->loc);
}

void
elements_act(struct lower *l, const struct ir_expr *first, const struct ir_expr *count, enum elements_order order,
             CXType element, struct ir_loc loc, element_action *act, struct lower_effects *effects)
{
	const struct elements elements = {l, first, count, order, element, loc, act};
	if (count->kind == IR_INT && count->integer <= MOST_IN_A_ROW) {
		for (int64_t i = 0; i < count->integer; i++)
			act_on(&elements,
			       build_int(l, l->type_ptrdiff, order == FIRST_FIRST ? i : count->integer - 1 - i, loc),
			       effects);
		return;
	}
	const struct ir_var *index = var_temporary(l, l->type_ptrdiff, loc);
	struct lower_effects body = {0};
	act_on(&elements, index_of(&elements, load_index(l, index, loc)), &body);
	if (body.count)
		add_loop(&elements, index, &body, effects);
}
