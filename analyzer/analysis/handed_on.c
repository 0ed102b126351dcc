#include "analysis/handed_on.h"

#include "analysis/affine_address.h"
#include "analysis/invariant.h"
#include "ir/assigns.h"
#include "ir/plain.h"
#include "ir/walk.h"

enum {
	MOST_NODES = 2000, /* nodes of the stored value that are visited */
	MOST_BACK = 4,     /* earlier iterations */
};

struct search {
	struct definitions *definitions;
	const struct affine *stored;
	int64_t step; /* bytes between the stores of consecutive iterations */
	unsigned left;
};

static bool
is_load_of(const struct ir_expr *e, const struct ir_var *var)
{
	e = ir_without_conversions(e);
	return e->kind == IR_LOAD && e->a->kind == IR_VAR && e->a->var == var;
}

/* The variable that the loop's step changes by a known amount, negative if it is subtracted: `k += 2`, `k = k - 1`;
 * NULL: none. */
static const struct ir_var *
loop_counter(struct definitions *definitions, const struct ir_stmt *loop, int64_t *by)
{
	const struct ir_expr *step = loop->step, *sum = step;
	if (!step || (step->kind != IR_UPDATE && step->kind != IR_STORE) || step->a->kind != IR_VAR)
		return NULL;
	const struct ir_var *var = step->a->var;
	if (step->kind == IR_STORE)
		sum = ir_without_conversions(step->b);
	if (step->kind == IR_STORE && (sum->kind != IR_BINARY || !is_load_of(sum->a, var)))
		return NULL;
	if (var->storage != IR_STORAGE_LOCAL || var->address_taken || var->type->kind != IR_TYPE_INT ||
	    (sum->op != IR_ADD && sum->op != IR_SUB) || !constant_value(definitions, sum->b, by))
		return NULL;
	*by = sum->op == IR_SUB ? -*by : *by;
	return var;
}

/* Bytes that the address advances in an iteration; 0: it is constant, or the step is unknown. */
static int64_t
step_of(struct definitions *definitions, const struct ir_stmt *loop, const struct affine *address)
{
	int64_t by, step = 0;
	const struct ir_var *counter = loop_counter(definitions, loop, &by);
	if (!counter || ir_assigns((struct ir_node){.stmt = loop->body}, counter))
		return 0;
	for (unsigned i = 0; i < address->count; i++) {
		const struct ir_expr *what = ir_without_conversions(address->terms[i].what);
		if (what->kind == IR_LOAD && ir_local_of_address(what->a) == counter)
			step += address->terms[i].factor * by;
		else if (!loop_invariant(definitions, loop, what))
			return 0;
	}
	return step;
}

static bool
is_of_iteration_before(const struct search *search, const struct ir_expr *load)
{
	struct affine loaded;
	if (ir_local_of_address(load->a) || !affine_of(search->definitions, load->a, &loaded) ||
	    !affine_same(search->stored, &loaded))
		return false;
	const int64_t apart = search->stored->constant - loaded.constant;
	return apart % search->step == 0 && apart / search->step >= 1 && apart / search->step <= MOST_BACK;
}

/* Whether the value derives from a load of an earlier iteration's store, directly or through single-valued
 * variables. */
static bool
takes_up(struct search *search, struct ir_node node, unsigned depth)
{
	if (!search->left || depth >= IR_DEEPEST)
		return false;
	search->left--;
	const struct ir_expr *e = node.expr;
	if (e && e->kind == IR_LOAD && is_of_iteration_before(search, e))
		return true;
	const struct ir_expr *value = e ? definition_of(search->definitions, e) : NULL;
	if (value && takes_up(search, (struct ir_node){.expr = value}, depth + 1))
		return true;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (takes_up(search, part, depth + 1))
			return true;
	return false;
}

bool
stores_what_was_handed_on(struct definitions *definitions, const struct ir_stmt *loop, const struct ir_expr *store)
{
	struct affine stored;
	if ((store->kind != IR_STORE && store->kind != IR_UPDATE) || !affine_of(definitions, store->a, &stored))
		return false;
	struct search search = {definitions, &stored, step_of(definitions, loop, &stored), MOST_NODES};
	return search.step && takes_up(&search, (struct ir_node){.expr = store->b}, 0);
}
