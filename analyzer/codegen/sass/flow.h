/* How control flows through decoded instructions: blocks, dominators, loops, and the functions that calls reach within one section.
 *
 * All is the arena's, and numbers blocks, loops and functions from 0. It takes time in proportion to the instructions, whatever
 * they are: targets outside of the section, or between instructions, lead nowhere, and their block `leaves`. */
#ifndef GPULINT_CODEGEN_SASS_FLOW_H
#define GPULINT_CODEGEN_SASS_FLOW_H

#include "codegen/sass/sass.h"

enum { SASS_NONE = UINT32_MAX };

/* A straight run of instructions. Calls end one, and its successor is where they come back to; a call of what never returns is told as
 * a branch. */
struct sass_block {
	uint32_t first, count;                         /* instructions */
	uint32_t first_successor, successor_count;     /* in `successors` */
	uint32_t first_predecessor, predecessor_count; /* in `predecessors` */
	uint32_t dominator; /* the immediate one; SASS_NONE: an entry, shared by functions, or never reached */
	uint32_t loop;      /* the innermost; SASS_NONE: in none */
	uint32_t function;  /* SASS_NONE: several share it, or it is never reached */
	uint32_t callee;    /* the function called at its end; SASS_NONE: no call, or nobody knows whom */
	bool reached;       /* from an entry */
	bool leaves;        /* may go on where the code does not tell: indirect branches, jumps to other sections */
};

/* All ways into a loop lead through its header, unless the code jumps into its middle: then blocks may be missing. */
struct sass_loop {
	uint32_t header;
	uint32_t parent; /* the loop around it; SASS_NONE: none */
	uint32_t depth;  /* 1: outermost */
	uint32_t latch;  /* the one block that goes back to the header; SASS_NONE: there are several */
};

struct sass_function {
	uint32_t entry; /* block */
};

/* Where an indirect branch may go: one of several for its pc. The compiler lists them in the module's .nv.info. */
struct sass_jump {
	uint32_t pc, target;
};

struct sass_flow {
	struct sass_block *blocks;
	uint32_t block_count;
	uint32_t *successors, *predecessors;
	uint32_t *block_of;      /* of each instruction */
	struct sass_loop *loops; /* outer ones before those within */
	uint32_t loop_count;
	struct sass_function *functions;
	uint32_t function_count;
};

/* What else than the section's start is entered, and where its indirect branches go. */
struct sass_flow_hints {
	const uint32_t *entries; /* pcs, of functions that are only called through registers */
	size_t entry_count;
	const struct sass_jump *jumps;
	size_t jump_count;
};

/* `hints` may be NULL. Without instructions there are no blocks. */
void sass_flow_build(struct sass_flow *flow, const struct sass_code *code, const struct sass_flow_hints *hints,
                     struct arena *arena);

/* The jumps of a kernel's .nv.info.NAME section, as far as it is one: for hints. */
void sass_jumps(struct sass_flow_hints *hints, const uint8_t *info, size_t size, struct arena *arena);

/* Every way to `block` leads through `by`, which may be itself. Linear in the depth of the tree of dominators. */
bool sass_dominates(const struct sass_flow *flow, uint32_t by, uint32_t block);

/* Of Cooper, Harvey, Kennedy, A Simple, Fast Dominance Algorithm: of so many blocks, by their numbers in postorder, the number of the
 * nearest one that every way from the root leads through. The root is in front of the first blocks, and numbered above all. */
struct sass_dominators {
	const struct sass_flow *flow;
	bool is_backwards;       /* all edges are turned around: ways lead to the root */
	const uint32_t *order;   /* blocks in postorder */
	const uint32_t *number;  /* when, of each block; SASS_NONE: never */
	uint32_t count;
	const bool *is_first;    /* by block: the root leads to it */
	uint32_t *dominator;     /* by number */
	uint64_t steps;          /* that may still be taken */
};

/* Fills in the last two. */
void sass_find_dominators(struct sass_dominators *tree, struct arena *arena);

#endif
