/* Control flow of decoded instructions: basic blocks, dominators, loops, and the functions called within one
 * section.
 *
 * The arena owns everything. Blocks, loops and functions are numbered from 0. The time is proportional to the number
 * of instructions for any input. A target outside of the section, or between instructions, gives no edge, and its
 * block has `leaves` set. */
#ifndef GPULINT_CODEGEN_SASS_FLOW_H
#define GPULINT_CODEGEN_SASS_FLOW_H

#include "codegen/sass/sass.h"

#define SASS_NONE UINT32_MAX

/* A basic block. A call ends its block, whose successor is the return point. A call that never returns is treated as
 * a branch. */
struct sass_block {
	uint32_t first, count;                         /* instructions */
	uint32_t first_successor, successor_count;     /* in `successors` */
	uint32_t first_predecessor, predecessor_count; /* in `predecessors` */
	uint32_t dominator; /* the immediate dominator; SASS_NONE: an entry, shared by functions, or unreachable */
	uint32_t loop;      /* the innermost; SASS_NONE: in none */
	uint32_t function;  /* SASS_NONE: shared by several functions, or unreachable */
	uint32_t callee;    /* the function called at its end; SASS_NONE: no call, or an unknown callee */
	bool reached;       /* from an entry */
	bool leaves;        /* may continue at an unknown instruction: indirect branches, jumps to other sections */
};

/* A natural loop: every path into it leads through its header. Of an irreducible loop, blocks may be missing. */
struct sass_loop {
	uint32_t header;
	uint32_t parent; /* the enclosing loop; SASS_NONE: none */
	uint32_t depth;  /* 1: outermost */
	uint32_t latch;  /* the only block that jumps back to the header; SASS_NONE: there are several */
};

struct sass_function {
	uint32_t entry; /* block */
};

/* A possible target of the indirect branch at `pc`, which may have several. The compiler lists them in the module's
 * .nv.info. */
struct sass_jump {
	uint32_t pc, target;
};

struct sass_flow {
	struct sass_block *blocks;
	uint32_t block_count;
	uint32_t *successors, *predecessors;
	uint32_t *block_of;      /* by instruction */
	struct sass_loop *loops; /* outer loops before inner ones */
	uint32_t loop_count;
	struct sass_function *functions;
	uint32_t function_count;
};

/* Entries besides the section's start, and the targets of its indirect branches. */
struct sass_flow_hints {
	const uint32_t *entries; /* pcs of functions that are only called through registers */
	size_t entry_count;
	const struct sass_jump *jumps;
	size_t jump_count;
};

/* `hints` may be NULL. Without instructions there are no blocks. */
void sass_flow_build(struct sass_flow *flow, const struct sass_code *code, const struct sass_flow_hints *hints,
                     struct arena *arena);

/* Reads the jumps of a kernel's .nv.info.NAME section into the hints. Stops at malformed contents. */
void sass_jumps(struct sass_flow_hints *hints, const uint8_t *info, size_t size, struct arena *arena);

/* Whether every path to `block` leads through `by`. A block dominates itself. Linear in the depth of the dominator
 * tree. */
bool sass_dominates(const struct sass_flow *flow, uint32_t by, uint32_t block);

/* Immediate dominators (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm). Blocks are numbered in
 * postorder. A virtual root precedes the first blocks and has the highest number, `count`. */
struct sass_dominators {
	const struct sass_flow *flow;
	bool is_backwards;      /* edges are reversed: post-dominators */
	const uint32_t *order;  /* blocks in postorder */
	const uint32_t *number; /* by block, its postorder number; SASS_NONE: unreachable */
	uint32_t count;
	const bool *is_first; /* by block: it is a successor of the root */
	uint32_t *dominator;  /* by number */
	uint64_t steps;       /* remaining budget */
};

/* Fills in `dominator` and `steps`. */
void sass_find_dominators(struct sass_dominators *tree, struct arena *arena);

#endif
