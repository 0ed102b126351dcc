/* Which accesses of a function the compiler sees side by side: in one straight line of code, loops unrolled, and at
 * addresses whose distance and alignment it can tell. Such accesses to shared memory become one wider access; so do those
 * to members of one vector anywhere.
 *
 * Found by compiling some hundred small kernels with nvcc 13.0 for sm_90, which knows where each shared array lies. What a
 * copy of an unrolled body that goes round adds to an address is a multiple of all copies' step; but where something else
 * unknown is part of the address, the register that holds it points to the middle of the copies, and no more is known of it
 * than that distance divides. */
#ifndef GPULINT_CODE_NEIGHBOURS_H
#define GPULINT_CODE_NEIGHBOURS_H

#include "code/crossing.h"
#include "ir/ir.h"
#include "support/arena.h"
#include "support/pointer_map.h"

struct neighbour {
	const struct ir_expr *site;
	bool is_store;
	unsigned piece[CROSSING_NONE + 1];   /* of the code, up to where a crossing so bad or worse has to be made */
	unsigned group;          /* accesses of one group are neighbours where their addresses are */
	unsigned span;           /* 8 or 16: how the addresses lie within so many bytes is known; 0: it is not, nor a group */
	const struct ir_var *base;   /* the shared variable that they begin with; NULL: it is not told */
	/* The outermost unrolled loop of which several iterations share one piece of `span` bytes; NULL: there is none, and
	 * who shares a piece with the access runs whenever it runs. */
	const struct ir_stmt *loop;
	unsigned step;           /* the power of two in the bytes from one iteration of it to the next: less than the span */
	bool rest_alone;         /* its last iterations, if they do not fill all copies, stand alone */
	/* The outermost loop around it of whose iterations several may stand behind each other; NULL: there is none. */
	const struct ir_stmt *copied;
	/* Another variable in shared memory, which may lie in the same 16 bytes, is accessed in the same way with no barrier in
	 * between, both at places that are the same for all threads. */
	bool beside_another;
};

struct neighbours {
	struct neighbour *items;   /* by site */
	size_t count;
};

/* What is known of functions so far; zeroed: nothing. */
struct neighbours_known {
	struct pointer_map kernels;   /* to struct kernel_neighbours, */
	struct arena arena;           /* which lie here */
};

/* Of a function that the kernel calls, or of itself. Lives as long as `known`. */
const struct neighbours *neighbours_of(struct neighbours_known *known, const struct ir_func *kernel, const struct ir_func *func);
void neighbours_known_free(struct neighbours_known *known);
/* NULL: it has none. */
const struct neighbour *neighbours_find(const struct neighbours *neighbours, const struct ir_expr *site, bool is_store);

#endif
