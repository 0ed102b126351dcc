#include "code/kept_bytes.h"

#include <stdlib.h>

#include "code/linear.h"
#include "code/possible_values.h"
#include "code/unused/live.h"
#include "ir/walk.h"
#include "support/memory.h"

enum { DEEPEST = 24, DEEPEST_CALL = 4, MOST_VARS = 64, MOST_LOADS = 16 };

/* What a function stores to, in the order of its text. */
struct stores {
	const struct ir_expr **items;
	uint64_t *places;                  /* hashes of where they store to, to be compared first: there may be very many */
	size_t count, capacity, place_capacity;
	bool lost;
};

struct search {
	struct possible_known *possible;
	const struct ir_expr *store;       /* what is stored there is looked at */
	bool masks, joins;                 /* bytes of it are cleared; something is put beside others */
	const struct ir_expr *loads[MOST_LOADS];
	unsigned load_count;
	const struct ir_var *seen[MOST_VARS];
	unsigned seen_count;
};

/* The function that an expression stands in. */
struct context {
	const struct ir_func *func;
	const struct possible_values *values;
	const struct stores *stores;
	unsigned depth, calls;
};

static void search_value(struct search *s, struct context c, const struct ir_expr *e);

static void
collect(struct stores *stores, struct ir_node node, unsigned depth)
{
	stores->lost |= depth > IR_DEEPEST;
	if (stores->lost)
		return;
	if (node.expr && (node.expr->kind == IR_STORE || node.expr->kind == IR_UPDATE)) {
		stores->places = memory_grow(stores->places, &stores->place_capacity, stores->count + 1, sizeof *stores->places);
		stores->places[stores->count] = expr_hash(node.expr->a);
		memory_push(stores->items, stores->count, stores->capacity, node.expr);
	}
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		collect(stores, part, depth + 1);
}

/* Of a variable of the function's own. */
static const struct ir_var *
own_var(const struct ir_func *func, const struct ir_expr *address)
{
	return address->kind == IR_VAR && live_is_own(func, address->var) ? address->var : NULL;
}

/* Two parameters of a kernel are taken to lead to different places. */
static bool
may_be_same(const struct ir_expr *a, const struct ir_expr *b)
{
	const struct ir_expr *x = ir_base_of_address(a), *y = ir_base_of_address(b);
	const bool have_names = x->kind == IR_LOAD && y->kind == IR_LOAD && x->a->kind == IR_VAR && y->a->kind == IR_VAR;
	if (have_names && x->a->var == y->a->var)
		return same_expr(a, b) || x->a->var->storage != IR_STORAGE_PARAM;
	return !have_names || x->a->var->storage != IR_STORAGE_PARAM || y->a->var->storage != IR_STORAGE_PARAM;
}

static bool
has_whole_byte(uint64_t bits, uint64_t size)
{
	for (uint64_t at = 0; at < size; at++)
		if ((bits >> 8 * at & 0xff) == 0xff)
			return true;
	return false;
}

static struct possible
value_of(struct context c, const struct ir_expr *e)
{
	return e->kind == IR_INT ? possible_exactly(e->integer) : possible_value(c.values, e);
}

/* Clears whole bytes and keeps others. */
static bool
is_mask(struct context c, const struct ir_expr *e)
{
	const struct possible p = value_of(c, e);
	return has_whole_byte(p.zeros, e->type->size) && has_whole_byte(p.ones, e->type->size);
}

static void
search_load(struct search *s, struct context c, const struct ir_expr *e)
{
	const struct ir_var *var = own_var(c.func, e->a);
	if (!var) {
		if (e->type->size == s->store->type->size && may_be_same(e->a, s->store->a) && s->load_count < MOST_LOADS)
			s->loads[s->load_count++] = e;
		return;
	}
	for (unsigned i = 0; i < s->seen_count; i++)
		if (s->seen[i] == var)
			return;
	if (s->seen_count == MOST_VARS)
		return;
	s->seen[s->seen_count++] = var;
	for (size_t i = 0; i < c.stores->count; i++)
		if (own_var(c.func, c.stores->items[i]->a) == var)
			search_value(s, c, c.stores->items[i]);
}

static void
search_operation(struct search *s, struct context c, enum ir_op op, const struct ir_expr *a, const struct ir_expr *b)
{
	switch (op) {
	case IR_BIT_AND:
		s->masks |= is_mask(c, b) || (a && is_mask(c, a));
		break;
	case IR_BIT_OR: case IR_BIT_XOR: case IR_ADD:
		s->joins = true;
		break;
	case IR_SHL:
		/* There and back: the bytes that are shifted out are cleared. */
		s->masks |= a && a->kind == IR_BINARY && a->op == IR_SHR;
		if (!a || a->kind != IR_BINARY || a->op != IR_SHR)
			return;
		a = a->a;
		b = NULL;
		break;
	default:
		return;
	}
	search_value(s, c, a);
	search_value(s, c, b);
}

/* What a function returns of what it is given. */
static void
search_call(struct search *s, struct context c, const struct ir_expr *call)
{
	const struct ir_func *callee = call->func;
	for (uint32_t i = 0; i < call->arg_count; i++)
		search_value(s, c, call->args[i]);
	if (!callee->body || c.calls == DEEPEST_CALL)
		return;
	struct stores stores = {0};
	collect(&stores, (struct ir_node){.stmt = callee->body}, 0);
	struct context inner = {callee, possible_values_of(s->possible, callee), &stores, 0, c.calls + 1};
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = callee->body});
	for (struct ir_node part; !stores.lost && ir_next_part(&parts, &part);)
		if (part.stmt && part.stmt->kind == IR_STMT_RETURN && part.stmt->expr)
			search_value(s, inner, part.stmt->expr);
	free(stores.items);
	free(stores.places);
}

static void
search_value(struct search *s, struct context c, const struct ir_expr *e)
{
	if (!e || c.depth++ > DEEPEST || (e->type->kind != IR_TYPE_INT && e->kind != IR_COMMA))
		return;
	switch (e->kind) {
	case IR_LOAD: search_load(s, c, e); break;
	case IR_BINARY: search_operation(s, c, e->op, e->a, e->b); break;
	case IR_UPDATE: search_operation(s, c, e->op, NULL, e->b); break;
	case IR_STORE: search_value(s, c, e->b); break;
	case IR_CONVERT: search_value(s, c, e->a); break;
	case IR_COMMA: search_value(s, c, e->b); break;
	case IR_CALL: search_call(s, c, e); break;
	case IR_CONDITIONAL:
		search_value(s, c, e->b);
		search_value(s, c, e->c);
		break;
	default: break;
	}
}

/* What else is stored at the place lies there next, as the compiler sees it. */
static void
search_place(struct search *s, struct context c, uint64_t place)
{
	for (size_t i = 0; i < c.stores->count; i++) {
		const struct ir_expr *other = c.stores->items[i];
		if (c.stores->places[i] != place)
			continue;
		if (other->type == s->store->type && !own_var(c.func, other->a) && same_expr(other->a, s->store->a))
			search_value(s, c, other);
	}
}

void
kept_bytes_find(struct pointer_set *accesses, struct possible_known *possible, const struct ir_func *func)
{
	struct stores stores = {0};
	collect(&stores, (struct ir_node){.stmt = func->body}, 0);
	const struct context c = {func, possible_values_of(possible, func), &stores, 0, 0};
	for (size_t i = 0; i < stores.count; i++) {
		const struct ir_expr *store = stores.items[i];
		if (store->type->kind != IR_TYPE_INT || store->type->size < 2 || store->type->is_volatile || own_var(func, store->a))
			continue;
		struct search s = {.possible = possible, .store = store};
		search_place(&s, c, stores.places[i]);
		const bool loads = s.load_count || store->kind == IR_UPDATE;
		if (!stores.lost && !(s.masks && s.joins && loads))
			continue;
		pointer_set_add(accesses, store);
		for (unsigned j = 0; j < s.load_count; j++)
			pointer_set_add(accesses, s.loads[j]);
	}
	free(stores.items);
	free(stores.places);
}
