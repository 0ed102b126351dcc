#include "eval/guard/guard_value.h"

#include <stdlib.h>

#include "eval/guard/thread_numbers.h"
#include "support/hash.h"
#include "support/memory.h"

struct guard_values {
	const struct guard_graph *graph;
	int64_t threads[3];
	struct guard_box box;
	uint32_t box_number;
	bool is_left_out[MOST_GUARDS];
	bool varies;
	uint64_t steps;
	/* Of each node of the graph: its number, and the box for which that was computed. */
	struct node_value {
		struct thread_numbers numbers;
		uint32_t known_since;
	} values[];
};

enum { MOST_COUNTS = 8 };   /* rounds of a loop, the most less the least, by which blocks are told apart */

static const struct thread_numbers *value_of(struct guard_values *v, guard_id id);

static struct thread_numbers
index_of_thread(const struct guard_values *v, unsigned d)
{
	return numbers_follows(hash_mix(GUARD_THREAD, d), 0, 0, v->threads[d] - 1);
}

static struct thread_numbers
index_of_block(const struct guard_values *v, unsigned d)
{
	return numbers_follows(0, 1u << d, v->box.first[d], v->box.last[d]);
}

static struct thread_numbers
compute_node(struct guard_values *v, const struct guard_node *node)
{
	switch (node->kind) {
	case GUARD_INT: return numbers_constant(node->integer);
	case GUARD_THREAD: return index_of_thread(v, node->dimension);
	case GUARD_BLOCK: return index_of_block(v, node->dimension);
	case GUARD_UNKNOWN: case GUARD_MEMORY: return numbers_unknown(0);
	default: break;
	}
	const struct thread_numbers *a = value_of(v, node->a);
	if (node->kind == GUARD_CONVERT)
		return numbers_converted(node, a);
	if (node->kind == GUARD_UNARY)
		return numbers_unary(node, a);
	if (node->kind == GUARD_ROUNDS)
		return numbers_rounds(a, node->integer);
	/* The other does not matter then. */
	if ((node->kind == GUARD_AND && numbers_is_false(a)) || (node->kind == GUARD_OR && numbers_is_true(a)))
		return *a;
	const struct thread_numbers *b = value_of(v, node->b);
	if (node->kind == GUARD_CHOICE)
		return numbers_choice(a, b, value_of(v, node->c));
	return node->kind == GUARD_BINARY ? numbers_binary(node, a, b) : numbers_of_both(node, a, b, node->kind == GUARD_OR);
}

/* What is the same in all blocks is computed once. */
static const struct thread_numbers *
value_of(struct guard_values *v, guard_id id)
{
	const struct guard_node *node = &v->graph->nodes[id];
	struct node_value *value = &v->values[id];
	if (value->known_since != v->box_number) {
		if (node->of_block || !value->known_since)
			value->numbers = compute_node(v, node);
		value->known_since = v->box_number;
		v->steps++;
	}
	return &value->numbers;
}

struct guard_values *
guard_values_new(const struct guard_graph *graph, const int64_t threads[3])
{
	struct guard_values *v = memory_zeroed(1, sizeof *v + graph->node_count * sizeof *v->values);
	v->graph = graph;
	for (int d = 0; d < 3; d++)
		v->threads[d] = threads[d];
	return v;
}

void
guard_values_free(struct guard_values *values)
{
	free(values);
}

uint64_t
guard_values_steps(const struct guard_values *values)
{
	return values->steps;
}

/* One that comes to many numbers is no way to tell blocks apart. */
static void
leave_out_many(struct guard_values *v, size_t i)
{
	const struct thread_numbers *n = value_of(v, v->graph->guards[i].condition);
	v->is_left_out[i] = n->unknown || n->high - n->low >= MOST_COUNTS;
	v->varies |= v->is_left_out[i];
}

void
guard_values_set_grid(struct guard_values *v, const struct guard_box *grid)
{
	v->varies = v->graph->varies;
	v->box = *grid;
	v->box_number++;
	for (size_t i = 0; i < v->graph->guard_count; i++)
		if (v->graph->guards[i].counts)
			leave_out_many(v, i);
}

bool
guard_values_count(const struct guard_values *v)
{
	for (size_t i = 0; i < v->graph->guard_count; i++)
		if (v->graph->guards[i].counts && !v->is_left_out[i])
			return true;
	return false;
}

bool
guard_values_vary(const struct guard_values *v)
{
	return v->varies;
}

struct guard_outcome
guard_values_outcome(struct guard_values *v, const struct guard_box *box)
{
	struct guard_outcome outcome = {0};
	v->box = *box;
	v->box_number++;
	for (size_t i = 0; i < v->graph->guard_count; i++) {
		const struct guard *guard = &v->graph->guards[i];
		if (v->is_left_out[i] || numbers_is_false(value_of(v, guard->path)))
			continue;
		const struct thread_numbers *n = value_of(v, guard->condition);
		if (n->spread)
			return (struct guard_outcome){.open = n->spread};
		const bool settles = numbers_is_constant(n) && v->graph->nodes[guard->condition].type->kind == IR_TYPE_BOOL;
		const uint64_t what = n->unknown ? 0 : numbers_key(n), way = settles ? 1 + (n->base != 0) : 0;
		outcome.exactly = hash_mix(hash_mix(outcome.exactly, i), what);
		outcome.roughly = hash_mix(hash_mix(outcome.roughly, i), way);
	}
	return outcome;
}
