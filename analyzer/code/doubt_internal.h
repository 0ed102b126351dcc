/* What the readers of code for doubts share: doubt.c, and doubt_pointers.c, which follows pointers to local variables. */
#ifndef GPULINT_CODE_DOUBT_INTERNAL_H
#define GPULINT_CODE_DOUBT_INTERNAL_H

#include "code/definitions.h"
#include "code/doubt.h"
#include "ir/ir.h"

/* How a value depends on what is not run in full: linearly, along the dimensions that are set, or worse. */
typedef unsigned dependence;
enum {
	INDEPENDENT = 0,
	ALONG_X = 1, ALONG_Y = 2, ALONG_Z = 4,
	LINEAR = ALONG_X | ALONG_Y | ALONG_Z,
	WRAPS = 8,     /* a difference without a sign: where it falls below zero it begins again from the other end */
	LOWERED = 16,  /* a difference that has a sign: as a number without one it wraps */
	JUMPS = 32,    /* one value or another, as a comparison comes out that turns nobody knows where */
	WILD = 64,
};

/* Where pointers may lead: into variables of functions, so many at most, or elsewhere. */
enum { MOST_TARGETS = 8 };
struct target {
	struct known_func *in;
	uint32_t slot;
};
struct targets {
	struct target items[MOST_TARGETS];
	unsigned count;
	bool elsewhere;
};

/* A function that the code reaches: the worst of all its calls. */
struct known_func {
	const struct ir_func *func;
	dependence *vars;           /* by slot */
	dependence context;         /* of the conditions around its calls */
	dependence result;
	struct targets *pointers;   /* by slot: where the pointers that the variable holds lead */
	struct targets returned;    /* and one that is returned */
	unsigned read_in;           /* the pass that has read it */
};

struct reader {
	struct known_func **funcs;
	size_t func_count, func_capacity;
	struct known_func *in;      /* whose body is being read */
	bool of_blocks;
	const struct pointer_set *values;  /* of values: the loads and calls that may yield others; NULL: of blocks or iterations */
	const struct ir_var *parameter;    /* of a parameter, among values: that one; or NULL */
	bool unseen;                /* a function is called that is not read */
	bool spread_reals, spread;  /* of values: a number of floating point that depends on them is stored; something else */
	const struct ir_func *kernel;      /* of blocks, */
	struct definitions definitions;    /* and its variables */
	dependence doubtful;        /* conditions of these put what is under them in doubt */
	dependence context;         /* of the conditions around this place */
	dependence left;            /* of conditions under which the function, or a loop, may have been left before */
	struct doubts *doubts;      /* NULL as long as it is not yet known how the variables depend */
	unsigned pass, depth;
	bool changed, too_much;
};

/* The function as it is known so far; NULL: there are too many. */
struct known_func *doubt_known(struct reader *r, const struct ir_func *func);
/* Adds to how something depends. */
void doubt_raise(struct reader *r, dependence *to, dependence d);

/* Where an address leads, as far as the code that was read says. */
struct targets doubt_targets(struct reader *r, const struct ir_expr *address);
/* What lies there has been copied, or stored, to where the others lead: pointers that it holds now lead from there, too. */
void doubt_copy_pointers(struct reader *r, const struct targets *to, const struct targets *from);
/* A pointer that leads to `from` is stored where `to` leads. */
void doubt_store_pointer(struct reader *r, const struct targets *to, const struct targets *from);
/* It has been returned, or passed as that parameter. */
void doubt_add_targets(struct reader *r, struct targets *to, const struct targets *from);
/* Whoever has the pointer may write anything there, and where the pointers lead that lie there. */
void doubt_give_away(struct reader *r, const struct targets *targets);

#endif
