/* What decides in a kernel which of its threads come where, as far as it follows from the places of threads and blocks and from
 * the launch's numbers: a graph of numbers, and the conditions among them. Of
 *
 *	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y;
 *	if (y == k) return;
 *	if (x > y && seen[x]) p[x] = 0;
 *
 * the guards are `y == k` and, for those that have not left, `x > y`. Bodies of functions that are called are read at each of
 * their calls. What loops change is not followed, and is unknown like most that lies in memory: known are numbers at places that
 * are the same for all threads, of which none may change them. How often a loop goes round is a number like others where a
 * counter moves by a constant, as in
 *
 *	for (int k = x; k < n; k += 4)
 *
 * A graph of data has numbers as well that lie in memory at places of each thread's own, as in
 *
 *	for (int k = first[x]; k < first[x + 1]; k++)
 *
 * and none of the conditions: it says how often single threads go round such loops.
 */
#ifndef GPULINT_EVAL_GUARD_GUARD_GRAPH_H
#define GPULINT_EVAL_GUARD_GUARD_GRAPH_H

#include "eval/launch/host.h"
#include "ir/possible.h"

enum { MOST_GUARD_NODES = 512, MOST_GUARDS = 96 };

enum guard_node_kind {
	GUARD_UNKNOWN,
	GUARD_INT,           /* integer */
	GUARD_THREAD,        /* the thread's index along `dimension`; integer: the last one */
	GUARD_BLOCK,         /* the block's */
	GUARD_CONVERT,       /* a, to the type */
	GUARD_UNARY,         /* op a */
	GUARD_BINARY,        /* a op b, whose type is `operands` */
	GUARD_AND, GUARD_OR, /* of a and b, where one that is unknown may not matter */
	GUARD_CHOICE,        /* a ? b : c */
	GUARD_ROUNDS,        /* how often one adds `integer` until it is a or more */
	GUARD_MEMORY,        /* what lies at address a before the launch; only in graphs of data */
};

typedef uint16_t guard_id;

struct guard_node {
	enum guard_node_kind kind;
	enum ir_op op;
	const struct ir_type *type, *operands;
	guard_id a, b, c;
	unsigned dimension;
	bool of_block;       /* may be another number in another block */
	int64_t integer;
	struct possible possible;   /* what it may be, as far as its parts tell */
};

/* The first nodes of every graph. The last two are unknown as well: numbers that loops change, those of the second kind from
 * one that may be another in another block. */
enum { GUARD_NODE_UNKNOWN, GUARD_NODE_FALSE, GUARD_NODE_TRUE, GUARD_NODE_CHANGED, GUARD_NODE_CHANGED_OF_BLOCK, GUARD_FIRST_NODES };

struct guard {
	guard_id path;       /* whether a thread comes there; where that is unknown, it may */
	guard_id condition;
	bool counts;         /* it is no condition, but how often a loop goes round */
};

struct guard_graph {
	struct guard_node nodes[MOST_GUARD_NODES];
	size_t node_count;
	struct guard guards[MOST_GUARDS];   /* those that may come out otherwise in another block, in order of the source */
	size_t guard_count;
	bool has_memory;     /* some number lies in memory at places of each thread's own */
	bool varies;         /* some loop goes round more often in some blocks than in others, and no guard tells how often */
};

/* Of a launch whose shape is known; freed by free(). NULL: there are no guards and nothing varies, or more than fits. */
struct guard_graph *guard_graph_read(struct program *program, const struct launch_request *request);
/* The same with numbers in memory; NULL as well where it has none of these, or no loop that goes round by a number. */
struct guard_graph *guard_data_graph_read(struct program *program, const struct launch_request *request);

/* The object at the address, if the launch leaves it as it is; NULL: it may not. */
const struct object *guard_object_at(struct program *program, const struct launch_request *request, int64_t address);
/* A number of the type that lies there; false: it is not known. */
bool guard_number_at(struct program *program, const struct object *object, const struct ir_type *type, int64_t address, int64_t *number);

#endif
