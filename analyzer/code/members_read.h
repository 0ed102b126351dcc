/* What a function reads of the records that it holds in its own variables. The compiler keeps them in registers, member
 * by member, and never loads those that nobody reads. */
#ifndef GPULINT_CODE_MEMBERS_READ_H
#define GPULINT_CODE_MEMBERS_READ_H

#include "ir/ir.h"

struct members_read {
	uint64_t bytes;      /* a bit each, from the record's start; records longer than that are read whole */
	bool certain;        /* each of them is surely needed, as it was when the record was copied */
};

extern const struct members_read ALL_MEMBERS_READ;

struct unused_known;

/* What is known of functions so far; but for `unused` zeroed: nothing. */
struct members_known {
	struct unused_known *unused;
	struct members_of_func *funcs;
	size_t count, capacity;
	unsigned depth;      /* of functions being found out, one for another */
};

void members_known_free(struct members_known *known);

/* Of a local or parameter of the function; of a pointer, of the record that it points to. */
struct members_read members_read(struct members_known *known, const struct ir_func *func, const struct ir_var *var);
/* Of the record at an address that the function computes, if it lies in a variable of the function: else nobody can tell. */
struct members_read members_read_at(struct members_known *known, const struct ir_func *func,
                                    const struct ir_expr *address);
/* Whether all of what is copied there is needed, wherever it is. */
bool members_all_read_at(struct members_known *known, const struct ir_func *func, const struct ir_expr *address);
/* Where a record goes of which a copy between memory and a variable of the function, or of what a call returns, is a part. */
enum record_way {
	WAY_ELSEWHERE,
	WAY_UNCHANGED,       /* to where it came from, as it was: it needs neither store nor load if nobody reads it */
	WAY_BACK,            /* the same, changed in part: members that are as they were need no store, nor a load if nobody reads them */
	WAY_REMADE,          /* to where that came from which a call has made it of: as it was, in part, or all of it anew */
	WAY_CHANGED,         /* from memory to memory, some of it being changed meanwhile: it may be copied and changed there */
	WAY_THROUGH,         /* on from the variable in one copy: it may go there right away */
};
enum record_way members_way(struct members_known *known, const struct ir_func *func, const struct ir_expr *copy);

#endif
