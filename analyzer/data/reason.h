/* Reasons: why numbers are not known. Each reason has one number, by which symbols and objects name it. */
#ifndef GPULINT_DATA_REASON_H
#define GPULINT_DATA_REASON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ir/ir.h"
#include "support/hash_index.h"

enum reason_kind {
	REASON_NONE,
	REASON_LOADED,          /* data that was loaded, and that no host code in sight has made */
	REASON_UNFOLLOWED,      /* data that was loaded, where code in sight stores, but not what was followed of it */
	REASON_SCATTERED,       /* data where a store may have gone that goes to a place which is not known */
	REASON_PARAMETER,       /* a parameter that nothing binds */
	REASON_CALL,            /* what a function that cannot be seen returned */
	REASON_REJECTED,        /* what code made that the compiler rejects */
	REASON_LOOP,            /* changed in a loop whose iterations were not all run */
	REASON_READING,         /* changed in such a loop, which comes to read the program's input */
	REASON_BRANCH,          /* set in a branch of which it is not known whether it is taken */
	REASON_ATOMIC,          /* the old value of an atomic */
	REASON_UNINITIALISED,
	REASON_KERNEL,          /* written by a kernel that was not run in full */
	REASON_DIVISION,        /* something is divided by zero */
	REASON_UNSUPPORTED,     /* a construct that is not modelled */
	REASON_RANDOM,          /* random numbers, clocks, arguments of the program */
	REASON_INPUT,           /* what the program reads */
};

/* The kind, where, and the name of what is meant ("" when there is none), which outlives the reason. */
struct reason {
	enum reason_kind kind;
	const struct ir_unit *unit;
	struct ir_loc loc;
	const char *name;
};

struct reasons {
	struct reason *items;       /* [0] is REASON_NONE */
	size_t count, capacity;
	struct hash_index index;    /* of the items */
	uint32_t last;              /* that was asked for */
};

void reasons_init(struct reasons *reasons);
void reasons_free(struct reasons *reasons);
/* Whether a run of the program settles it: data, and what functions out of sight return; not what host code in sight computes,
 * though not all of it be followed. */
bool reason_is_left_to_run(enum reason_kind kind);
/* Whether the program has read it, or made it of what it has read. */
bool reason_is_input(enum reason_kind kind);
uint32_t reasons_number(struct reasons *reasons, const struct reason *reason);

#endif
