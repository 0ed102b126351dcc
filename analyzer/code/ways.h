/* The two ways that lanes take from an if on, up to where they come together again: its sides, and, where one side leaves by a
 * jump, all that the others do behind the if until they come to where that jump leads.
 *
 *	if (i < 0)              if (i < 0)
 *		return 0;               r = 0;
 *	if (i >= n)             else if (i >= n)
 *		return n - 1;           r = n - 1;
 *	return i;               else
 *	                                r = i;
 *
 * To the compiler both are the same. */
#ifndef GPULINT_CODE_WAYS_H
#define GPULINT_CODE_WAYS_H

#include "code/unroll.h"

enum way_end {
	WAY_JOINS,          /* behind the if, or by a jump to where the other way comes by itself */
	WAY_GOES_ROUND,     /* continue */
	WAY_LEAVES_LOOP,    /* break */
	WAY_RETURNS,        /* return, or a jump to where nothing else is left to do */
};

struct way {
	struct extent extent;       /* under predicates */
	bool is_empty;              /* nothing is computed on it, but for a literal that is returned */
	enum way_end end;           /* of the side itself */
};

struct ways {
	struct way yes, no;
	bool is_last;               /* nothing but the function's end is behind the if */
};

/* Whether control does not come to the end of that side of a branch; NULL: there is none. */
bool side_jumps_off(const struct ir_stmt *side);
/* Whether it does nothing but jump off; what is returned is there already. */
bool side_only_jumps(const struct ir_stmt *side);
/* Of an if of the function. */
struct ways ways_of(struct definitions *definitions, const struct ir_func *func, const struct ir_stmt *branch);
/* Through one case of a switch, up to the next label: the number of its label. */
struct way way_of_case(struct definitions *definitions, const struct ir_stmt *choice, uint32_t label);
/* Whether nothing but the function's end is behind the statement. */
bool is_last_of_function(const struct ir_func *func, const struct ir_stmt *s);

#endif
