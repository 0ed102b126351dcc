/* The nodes of a guard graph as they are made: each is made once, and what is known at once is no node of its own. */
#ifndef GPULINT_EVAL_GUARD_GUARD_NODES_H
#define GPULINT_EVAL_GUARD_GUARD_NODES_H

#include "eval/guard/guard_graph.h"

enum { GUARD_PLACES = 2 * MOST_GUARD_NODES };

struct guard_nodes {
	struct guard_graph *graph;
	guard_id places[GUARD_PLACES];   /* nodes by hash; 0: none */
	bool too_much;                   /* the graph has no room for all */
};

/* Of conditions, and of numbers of 64 bits with a sign. */
extern const struct ir_type guard_truth, guard_wide;

/* Puts the first nodes into an empty graph. */
void guard_nodes_begin(struct guard_nodes *n, struct guard_graph *graph);
/* The node that is so, made when there is none yet. */
guard_id guard_add_node(struct guard_nodes *n, struct guard_node node);
guard_id guard_number(struct guard_nodes *n, const struct ir_type *type, int64_t integer);
bool guard_is_number(const struct guard_nodes *n, guard_id id, int64_t *integer);
/* Whether loops change it, so that it is not followed. */
bool guard_is_changed(guard_id id);
/* What loops have made of a number, or what comes of such a one and another. */
guard_id guard_changed(guard_id a, guard_id b);

guard_id guard_negated(struct guard_nodes *n, guard_id a);
guard_id guard_both(struct guard_nodes *n, guard_id a, guard_id b);
guard_id guard_either(struct guard_nodes *n, guard_id a, guard_id b);
guard_id guard_choice(struct guard_nodes *n, guard_id condition, guard_id a, guard_id b);
guard_id guard_convert(struct guard_nodes *n, guard_id a, const struct ir_type *type);
guard_id guard_binary(struct guard_nodes *n, enum ir_op op, const struct ir_type *type, guard_id a, guard_id b);

#endif
