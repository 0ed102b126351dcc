/* Reading code for doubts, shared by the files that do it:
 *   doubt.c            the sets of doubts, and what is read for which of them
 *   doubt_expr.c       expressions
 *   doubt_stmt.c       statements and functions
 *   doubt_pointers.c   where pointers to local variables lead */
#ifndef GPULINT_CODE_DOUBT_DOUBT_INTERNAL_H
#define GPULINT_CODE_DOUBT_DOUBT_INTERNAL_H

#include "code/doubt/doubt.h"
#include "ir/ir.h"

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
	bool *vars;                 /* by slot: whether it depends; */
	bool context;               /* the same of conditions around its calls, */
	bool result;                /* and of what it returns */
	struct targets *pointers;   /* by slot: where the pointers that the variable holds lead */
	struct targets returned;    /* and one that is returned */
	unsigned read_in;           /* the pass that has read it */
};

struct doubt_reader {
	struct known_func **funcs;
	size_t func_count, func_capacity;
	struct known_func *in;      /* whose body is being read */
	const struct pointer_set *values;  /* the loads and calls that may yield others */
	bool unseen;                /* a function is called that is not read */
	bool spread_reals, spread;  /* a number of floating point that depends is stored; something else */
	bool context;               /* conditions around this place depend, */
	bool left;                  /* or some under which the function, or a loop, may have been left before */
	struct doubts *doubts;      /* NULL as long as it is not yet known how the variables depend */
	unsigned pass, depth;
	bool changed, too_much;
};

/* Whether it depends who comes to this place. */
static inline bool
around(const struct doubt_reader *r)
{
	return r->context || r->left;
}

/* Whether its value depends. NULL: it does not. */
bool doubt_read_expr(struct doubt_reader *r, const struct ir_expr *e);
/* NULL: nothing. */
void doubt_read_stmt(struct doubt_reader *r, const struct ir_stmt *s);
/* Once in a pass. */
void doubt_read_func(struct doubt_reader *r, struct known_func *f);

/* Adds an access or a branch; NULL: something that is neither. */
void doubts_add(struct doubts *doubts, const void *node);

/* The function as it is known so far; NULL: there are too many. */
struct known_func *doubt_known(struct doubt_reader *r, const struct ir_func *func);
/* Something depends where `depends` says so. */
void doubt_raise(struct doubt_reader *r, bool *to, bool depends);

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
