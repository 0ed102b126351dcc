#include "eval/guard/guard_distance.h"

enum { MOST_TERMS = 8, DEEPEST_SUM = 16, MOST_VISITS = 64 };

/* Nodes, each so many times, and a number. */
struct sum {
	const struct guard_nodes *nodes;
	struct {
		guard_id node;
		int64_t times;
	} terms[MOST_TERMS];
	unsigned count, visits;
	int64_t number;
	bool failed;         /* more terms than there is room for, or larger numbers */
};

static void
add_number(struct sum *s, int64_t number, int64_t times)
{
	int64_t product;
	s->failed |= __builtin_mul_overflow(number, times, &product) || __builtin_add_overflow(s->number, product, &s->number);
}

static void
add_term(struct sum *s, guard_id node, int64_t times)
{
	unsigned i = 0;
	while (i < s->count && s->terms[i].node != node)
		i++;
	if (i == MOST_TERMS) {
		s->failed = true;
		return;
	}
	if (i == s->count) {
		s->terms[s->count].node = node;
		s->terms[s->count++].times = 0;
	}
	s->failed |= __builtin_add_overflow(s->terms[i].times, times, &s->terms[i].times);
}

static void
add_node(struct sum *s, guard_id id, int64_t times, unsigned depth)
{
	const struct guard_node *node = &s->nodes->graph->nodes[id];
	int64_t a, b, product;
	s->failed |= ++s->visits > MOST_VISITS || depth == DEEPEST_SUM;
	if (s->failed)
		return;
	if (guard_is_number(s->nodes, id, &a)) {
		add_number(s, a, times);
		return;
	}
	const bool sums = node->op == IR_ADD || node->op == IR_SUB;
	if (!guard_is_uncut(s->nodes, id)) {
		add_term(s, id, times);
	} else if (node->kind == GUARD_CONVERT) {
		add_node(s, node->a, times, depth + 1);
	} else if (sums && times != INT64_MIN) {
		add_node(s, node->a, times, depth + 1);
		add_node(s, node->b, node->op == IR_ADD ? times : -times, depth + 1);
	} else if (node->op == IR_MUL && guard_is_number(s->nodes, node->b, &b) && !__builtin_mul_overflow(b, times, &product)) {
		add_node(s, node->a, product, depth + 1);
	} else if (node->op == IR_MUL && guard_is_number(s->nodes, node->a, &a) && !__builtin_mul_overflow(a, times, &product)) {
		add_node(s, node->b, product, depth + 1);
	} else {
		add_term(s, id, times);
	}
}

static bool
is_number(const struct sum *s)
{
	for (unsigned i = 0; i < s->count; i++)
		if (s->terms[i].times)
			return false;
	return !s->failed;
}

guard_id
guard_distance(struct guard_nodes *n, guard_id from, guard_id to)
{
	struct sum sum = {.nodes = n};
	add_node(&sum, to, 1, 0);
	add_node(&sum, from, -1, 0);
	return is_number(&sum) ? guard_number(n, &guard_wide, sum.number) : guard_binary(n, IR_SUB, &guard_wide, to, from);
}
