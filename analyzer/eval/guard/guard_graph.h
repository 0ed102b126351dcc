/* How often single threads of a kernel go round its loops, as far as that follows from the places of threads and blocks, from the
 * launch's numbers and from what lies in memory before it: a graph of numbers. Of
 *
 *	int x = blockIdx.x * 32 + threadIdx.x;
 *	if (x >= n) return;
 *	for (int k = first[x]; k < first[x + 1]; k++)
 *
 * these are the rounds, for those that have not left, of a loop whose counter moves by a constant. Bodies of functions that are
 * called are read at each of their calls. What loops change is not followed, and of memory nothing that the launch may change.
 */
#ifndef GPULINT_EVAL_GUARD_GUARD_GRAPH_H
#define GPULINT_EVAL_GUARD_GUARD_GRAPH_H

#include "eval/launch/host.h"

enum { MOST_GUARD_NODES = 512, MOST_COUNTED_LOOPS = 4 };

enum guard_node_kind {
	GUARD_UNKNOWN,
	GUARD_INT,           /* integer */
	GUARD_THREAD,        /* the thread's index along `dimension` */
	GUARD_BLOCK,         /* the block's */
	GUARD_CONVERT,       /* a, to the type */
	GUARD_UNARY,         /* op a */
	GUARD_BINARY,        /* a op b, whose type is `operands` */
	GUARD_AND, GUARD_OR, /* of a and b, where one that is unknown may not matter */
	GUARD_CHOICE,        /* a ? b : c */
	GUARD_ROUNDS,        /* how often one adds `integer` until it is a or more */
	GUARD_MEMORY,        /* what lies at address a before the launch */
};

typedef uint16_t guard_id;

struct guard_node {
	enum guard_node_kind kind;
	enum ir_op op;
	const struct ir_type *type, *operands;
	guard_id a, b, c;
	unsigned dimension;
	bool by_memory;      /* it is made of numbers in memory */
	int64_t integer;
};

/* The first nodes of every graph. The last one is unknown as well: a number that loops change. */
enum { GUARD_NODE_UNKNOWN, GUARD_NODE_FALSE, GUARD_NODE_TRUE, GUARD_NODE_CHANGED, GUARD_FIRST_NODES };

struct counted_loop {
	guard_id path;       /* whether a thread comes there; where that is unknown, it may */
	guard_id rounds;
};

struct guard_graph {
	struct guard_node nodes[MOST_GUARD_NODES];
	size_t node_count;
	struct counted_loop loops[MOST_COUNTED_LOOPS];   /* that go round by numbers in memory, the first in order of the source */
	size_t loop_count;
};

/* Of a launch whose shape is known; freed by free(). NULL: there is no such loop, or more than fits. */
struct guard_graph *guard_graph_read(struct program *program, const struct launch_request *request);

/* The object at the address, if the launch leaves it as it is; NULL: it may not. */
const struct object *guard_object_at(struct program *program, const struct launch_request *request, int64_t address);
/* A number of the type that lies there; false: it is not known. */
bool guard_number_at(struct program *program, const struct object *object, const struct ir_type *type, int64_t address, int64_t *number);

#endif
