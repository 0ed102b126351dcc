/* Reading code for doubts, shared by the files that do it:
 *   doubt.c             the sets of doubts, and what is read for which of them
 *   doubt_expr.c        expressions
 *   doubt_condition.c   conditions
 *   doubt_stmt.c        statements and functions
 *   doubt_pointers.c    where pointers to local variables lead */
#ifndef GPULINT_CODE_DOUBT_DOUBT_INTERNAL_H
#define GPULINT_CODE_DOUBT_DOUBT_INTERNAL_H

#include "code/definitions.h"
#include "code/doubt/doubt.h"
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

struct doubt_reader {
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

/* What either depends on. */
static inline dependence
worse(dependence a, dependence b)
{
	return a | b;
}

static inline dependence
wild_unless_independent(dependence d)
{
	return d == INDEPENDENT ? INDEPENDENT : WILD;
}

/* What this place depends on. */
static inline dependence
around(const struct doubt_reader *r)
{
	return worse(r->context, r->left);
}

/* How its value depends. NULL: independent. */
dependence doubt_read_expr(struct doubt_reader *r, const struct ir_expr *e);
/* As a condition: linear when its outcome turns at most once along any line of blocks. */
dependence doubt_read_condition(struct doubt_reader *r, const struct ir_expr *e);
/* A comparison of that turns at most once, unless something wraps: then it turns there as well. */
dependence doubt_of_comparison(dependence d);
/* Of what a condition chooses. Where it turns is found only of some; of what two conditions choose that turn along one line,
 * there may be a stretch between that nothing which is run shows. */
dependence doubt_of_choice(const struct doubt_reader *r, const struct ir_expr *condition, dependence d);
/* NULL: nothing. */
void doubt_read_stmt(struct doubt_reader *r, const struct ir_stmt *s);
/* Once in a pass. */
void doubt_read_func(struct doubt_reader *r, struct known_func *f);

/* Adds an access or a branch; NULL: something that is neither. */
void doubts_add(struct doubts *doubts, const void *node);

/* The function as it is known so far; NULL: there are too many. */
struct known_func *doubt_known(struct doubt_reader *r, const struct ir_func *func);
/* Adds to how something depends. */
void doubt_raise(struct doubt_reader *r, dependence *to, dependence d);

/* Where an address leads, as far as the code that was read says. */
struct targets doubt_targets(struct doubt_reader *r, const struct ir_expr *address);
/* What lies there has been copied, or stored, to where the others lead: pointers that it holds now lead from there, too. */
void doubt_copy_pointers(struct doubt_reader *r, const struct targets *to, const struct targets *from);
/* A pointer that leads to `from` is stored where `to` leads. */
void doubt_store_pointer(struct doubt_reader *r, const struct targets *to, const struct targets *from);
/* It has been returned, or passed as that parameter. */
void doubt_add_targets(struct doubt_reader *r, struct targets *to, const struct targets *from);
/* Whoever has the pointer may write anything there, and where the pointers lead that lie there. */
void doubt_give_away(struct doubt_reader *r, const struct targets *targets);

#endif
