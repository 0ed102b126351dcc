#include "eval/guard/guard_nodes.h"

#include "ir/integer.h"
#include "support/hash.h"

const struct ir_type guard_truth = {.kind = IR_TYPE_BOOL, .size = 1};
const struct ir_type guard_wide = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};

void
guard_nodes_begin(struct guard_nodes *n, struct guard_graph *graph)
{
	*n = (struct guard_nodes){.graph = graph};
	const struct guard_node unknown = {.kind = GUARD_UNKNOWN, .type = &guard_truth};
	graph->nodes[GUARD_NODE_UNKNOWN] = graph->nodes[GUARD_NODE_CHANGED] = unknown;
	for (guard_id id = GUARD_NODE_FALSE; id <= GUARD_NODE_TRUE; id++)
		graph->nodes[id] = (struct guard_node){.kind = GUARD_INT, .type = &guard_truth, .integer = id == GUARD_NODE_TRUE};
	graph->node_count = GUARD_FIRST_NODES;
}

static bool
same_node(const struct guard_node *x, const struct guard_node *y)
{
	return x->kind == y->kind && x->op == y->op && x->type == y->type && x->operands == y->operands && x->a == y->a &&
	       x->b == y->b && x->c == y->c && x->dimension == y->dimension && x->integer == y->integer;
}

static uint64_t
hash_of(const struct guard_node *node)
{
	const uint64_t what = hash_mix(node->kind, node->op), parts = hash_mix((uint64_t)node->a << 32 | node->b, node->c);
	return hash_mix(hash_mix(what, parts), hash_mix((uint64_t)node->integer, node->dimension));
}

guard_id
guard_add_node(struct guard_nodes *n, struct guard_node node)
{
	struct guard_graph *g = n->graph;
	uint64_t at = hash_of(&node) % GUARD_PLACES;
	for (; n->places[at]; at = (at + 1) % GUARD_PLACES)
		if (same_node(&g->nodes[n->places[at]], &node))
			return n->places[at];
	n->too_much |= g->node_count == MOST_GUARD_NODES;
	if (n->too_much)
		return GUARD_NODE_UNKNOWN;
	node.by_memory = node.kind == GUARD_MEMORY || g->nodes[node.a].by_memory || g->nodes[node.b].by_memory || g->nodes[node.c].by_memory;
	g->nodes[g->node_count] = node;
	return n->places[at] = (guard_id)g->node_count++;
}

guard_id
guard_number(struct guard_nodes *n, const struct ir_type *type, int64_t integer)
{
	if (type->kind == IR_TYPE_BOOL)
		return integer ? GUARD_NODE_TRUE : GUARD_NODE_FALSE;
	return guard_add_node(n, (struct guard_node){.kind = GUARD_INT, .type = type, .integer = integer});
}

bool
guard_is_number(const struct guard_nodes *n, guard_id id, int64_t *integer)
{
	const struct guard_node *node = &n->graph->nodes[id];
	*integer = node->integer;
	return node->kind == GUARD_INT;
}

bool
guard_is_changed(guard_id id)
{
	return id == GUARD_NODE_CHANGED;
}

guard_id
guard_changed(guard_id a, guard_id b)
{
	return a && b ? GUARD_NODE_CHANGED : GUARD_NODE_UNKNOWN;
}

guard_id
guard_negated(struct guard_nodes *n, guard_id a)
{
	const struct guard_node *node = &n->graph->nodes[a];
	if (guard_is_changed(a))
		return a;
	if (a <= GUARD_NODE_TRUE)
		return a == GUARD_NODE_UNKNOWN ? a : a == GUARD_NODE_TRUE ? GUARD_NODE_FALSE : GUARD_NODE_TRUE;
	if (node->kind == GUARD_UNARY && node->op == IR_NOT)
		return node->a;
	return guard_add_node(n, (struct guard_node){.kind = GUARD_UNARY, .op = IR_NOT, .type = &guard_truth, .a = a});
}

guard_id
guard_both(struct guard_nodes *n, guard_id a, guard_id b)
{
	if (a == GUARD_NODE_FALSE || b == GUARD_NODE_FALSE)
		return GUARD_NODE_FALSE;
	if (a == GUARD_NODE_TRUE || a == b)
		return b;
	if (b == GUARD_NODE_TRUE)
		return a;
	return guard_add_node(n, (struct guard_node){.kind = GUARD_AND, .type = &guard_truth, .a = a, .b = b});
}

guard_id
guard_either(struct guard_nodes *n, guard_id a, guard_id b)
{
	if (a == GUARD_NODE_TRUE || b == GUARD_NODE_TRUE)
		return GUARD_NODE_TRUE;
	if (a == GUARD_NODE_FALSE || a == b)
		return b;
	if (b == GUARD_NODE_FALSE)
		return a;
	return guard_add_node(n, (struct guard_node){.kind = GUARD_OR, .type = &guard_truth, .a = a, .b = b});
}

guard_id
guard_choice(struct guard_nodes *n, guard_id condition, guard_id a, guard_id b)
{
	if (a == b || condition == GUARD_NODE_TRUE)
		return a;
	if (condition == GUARD_NODE_FALSE)
		return b;
	if (!condition || !a || !b)
		return GUARD_NODE_UNKNOWN;
	if (guard_is_changed(condition) || guard_is_changed(a) || guard_is_changed(b))
		return GUARD_NODE_CHANGED;
	return guard_add_node(n, (struct guard_node){.kind = GUARD_CHOICE, .type = n->graph->nodes[a].type, .a = condition, .b = a, .c = b});
}

guard_id
guard_convert(struct guard_nodes *n, guard_id a, const struct ir_type *type)
{
	int64_t integer;
	if (!a || (type->kind != IR_TYPE_INT && type->kind != IR_TYPE_BOOL && type->kind != IR_TYPE_POINTER))
		return GUARD_NODE_UNKNOWN;
	if (guard_is_changed(a))
		return a;
	if (type->kind == IR_TYPE_POINTER)
		return guard_is_number(n, a, &integer) ? guard_number(n, type, integer) : a;
	const struct ir_type *from = n->graph->nodes[a].type;
	if (from->kind == type->kind && from->size == type->size && from->is_signed == type->is_signed)
		return a;
	if (guard_is_number(n, a, &integer))
		return guard_number(n, type, integer_wrap(integer, type));
	return guard_add_node(n, (struct guard_node){.kind = GUARD_CONVERT, .type = type, .a = a});
}

guard_id
guard_binary(struct guard_nodes *n, enum ir_op op, const struct ir_type *type, guard_id a, guard_id b)
{
	int64_t x, y, result;
	if (!a || !b)
		return GUARD_NODE_UNKNOWN;
	if (guard_is_changed(a) || guard_is_changed(b))
		return GUARD_NODE_CHANGED;
	const struct ir_type *operands = op >= IR_LT && op <= IR_NE ? n->graph->nodes[a].type : type;
	if (guard_is_number(n, a, &x) && guard_is_number(n, b, &y))
		return integer_binary(op, operands, x, y, &result) ? guard_number(n, type, result) : GUARD_NODE_UNKNOWN;
	return guard_add_node(n, (struct guard_node){.kind = GUARD_BINARY, .op = op, .type = type, .operands = operands, .a = a, .b = b});
}
