#include "eval/guard/guard_rounds.h"

#include <stdlib.h>
#include <string.h>

#include "eval/program.h"
#include "ir/integer.h"
#include "support/memory.h"

struct number {
	int64_t integer;
	bool known;
};

struct guard_rounds {
	const struct guard_graph *graph;
	int64_t threads[3];
	int64_t last_thread;       /* of a block */
	bool by_thread;            /* rounds may differ from thread to thread; else one is asked */
	guard_id needed[MOST_GUARD_NODES];   /* in their order */
	size_t needed_count;
	struct number numbers[MOST_GUARD_NODES];
	struct program *program;
	const struct launch_request *request;
	const struct object *objects[MOST_GUARD_NODES];   /* that the launch leaves as it is, in which the node's number lay last */
};

static const struct number unknown;

static struct number
number(int64_t integer)
{
	return (struct number){integer, true};
}

/* ---- one thread ---- */

/* One of the two that is `settles` is enough. */
static struct number
of_both(struct number a, struct number b, bool settles)
{
	if ((a.known && (a.integer != 0) == settles) || (b.known && (b.integer != 0) == settles))
		return number(settles);
	return a.known && b.known ? number(!settles) : unknown;
}

static struct number
rounds(struct number way, int64_t step)
{
	return !way.known ? unknown : number(way.integer <= 0 ? 0 : (way.integer - 1) / step + 1);
}

static struct number
in_memory(struct guard_rounds *r, guard_id id, struct number address)
{
	const struct object **object = &r->objects[id];
	int64_t integer;
	if (!address.known)
		return unknown;
	if (!*object || *object != memory_object_at(&r->program->memory, address.integer))
		*object = guard_object_at(r->program, r->request, address.integer);
	return *object && guard_number_at(r->program, *object, r->graph->nodes[id].type, address.integer, &integer) ? number(integer) : unknown;
}

static struct number
compute(struct guard_rounds *r, guard_id id, const int64_t thread[3], const uint32_t block[3])
{
	const struct guard_node *node = &r->graph->nodes[id];
	const struct number a = r->numbers[node->a], b = r->numbers[node->b], c = r->numbers[node->c];
	int64_t integer;
	switch (node->kind) {
	case GUARD_INT: return number(node->integer);
	case GUARD_THREAD: return number(thread[node->dimension]);
	case GUARD_BLOCK: return number(block[node->dimension]);
	case GUARD_CONVERT: return a.known ? number(integer_wrap(a.integer, node->type)) : unknown;
	case GUARD_UNARY: return a.known && integer_binary(node->op, node->type, a.integer, 0, &integer) ? number(integer) : unknown;
	case GUARD_BINARY:
		return a.known && b.known && integer_binary(node->op, node->operands, a.integer, b.integer, &integer) ? number(integer) : unknown;
	case GUARD_AND: return of_both(a, b, false);
	case GUARD_OR: return of_both(a, b, true);
	case GUARD_CHOICE: return !a.known ? unknown : a.integer ? b : c;
	case GUARD_ROUNDS: return rounds(a, node->integer);
	case GUARD_MEMORY: return in_memory(r, id, a);
	default: return unknown;
	}
}

/* Nodes come behind those that they are made of. */
static void
compute_thread(struct guard_rounds *r, int64_t thread, const uint32_t block[3])
{
	const int64_t index[3] = {thread % r->threads[0], thread / r->threads[0] % r->threads[1], thread / r->threads[0] / r->threads[1]};
	for (size_t i = 0; i < r->needed_count; i++)
		r->numbers[r->needed[i]] = compute(r, r->needed[i], index, block);
}

/* Where it is not known whether a thread comes there, it may. */
static int64_t
rounds_of(const struct guard_rounds *r, const struct counted_loop *loop)
{
	const struct number path = r->numbers[loop->path], count = r->numbers[loop->rounds];
	return count.known && (!path.known || path.integer) ? count.integer : 0;
}

double
guard_rounds_longest(struct guard_rounds *r, const uint32_t at[3], int64_t first, int64_t step)
{
	double longest = 0;
	for (int64_t thread = first; thread <= r->last_thread; thread += step) {
		double all = 0;
		compute_thread(r, thread, at);
		for (size_t i = 0; i < r->graph->loop_count; i++)
			all += (double)rounds_of(r, &r->graph->loops[i]);
		longest = all > longest ? all : longest;
	}
	return longest;
}

int64_t
guard_rounds_threads(const struct guard_rounds *r)
{
	return r->by_thread ? r->last_thread + 1 : 1;
}

/* ---- a graph ---- */

static void
find_needed(struct guard_rounds *r)
{
	bool is_needed[MOST_GUARD_NODES] = {false};
	for (size_t i = 0; i < r->graph->loop_count; i++)
		is_needed[r->graph->loops[i].path] = is_needed[r->graph->loops[i].rounds] = true;
	for (size_t i = r->graph->node_count; i-- > 0;) {
		const struct guard_node *node = &r->graph->nodes[i];
		if (!is_needed[i])
			continue;
		is_needed[node->a] = is_needed[node->b] = is_needed[node->c] = true;
		r->by_thread |= node->kind == GUARD_THREAD;
	}
	for (size_t i = 0; i < r->graph->node_count; i++)
		if (is_needed[i])
			r->needed[r->needed_count++] = (guard_id)i;
	r->last_thread = r->threads[0] * r->threads[1] * r->threads[2] - 1;
}

struct guard_rounds *
guard_rounds_new(const struct guard_graph *graph, struct program *program, const struct launch_request *request)
{
	struct guard_rounds *r = memory_zeroed(1, sizeof *r);
	r->graph = graph;
	r->program = program;
	r->request = request;
	memcpy(r->threads, request->block, sizeof r->threads);
	find_needed(r);
	return r;
}

void
guard_rounds_free(struct guard_rounds *rounds)
{
	free(rounds);
}

uint64_t
guard_rounds_steps_of_thread(const struct guard_rounds *r)
{
	return r->needed_count;
}
