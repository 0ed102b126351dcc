/* Reasons why numbers are unknown. Symbols and objects refer to a reason by its number. */
#ifndef GPULINT_DOMAIN_REASON_H
#define GPULINT_DOMAIN_REASON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ir/ir.h"
#include "support/hash_index.h"

enum reason_kind {
	REASON_NONE,
	REASON_LOADED,     /* loaded data that no visible host code produced */
	REASON_UNFOLLOWED, /* loaded data that visible code stores, but whose values were not computed */
	REASON_SCATTERED,  /* data that a store to an unknown address may have changed */
	REASON_PARAMETER,  /* an unbound parameter */
	REASON_CALL,       /* the result of a function without a visible body */
	REASON_REJECTED,   /* the result of code that the compiler rejects */
	REASON_LOOP,       /* changed in a loop whose iterations did not all run */
	REASON_READING,    /* changed in such a loop that reads the program's input */
	REASON_BRANCH,     /* set in a branch of unknown condition */
	REASON_ATOMIC,     /* the old value of an atomic */
	REASON_UNINITIALISED,
	REASON_KERNEL,      /* written by a kernel that did not run in full */
	REASON_DIVISION,    /* a division by zero */
	REASON_UNSUPPORTED, /* an unsupported construct */
	REASON_RANDOM,      /* random numbers, clocks, arguments of the program */
	REASON_INPUT,       /* the program's input */
};

/* `name` is "" if there is none; it must outlive the reason. */
struct reason {
	enum reason_kind kind;
	const struct ir_unit *unit;
	struct ir_loc loc;
	const char *name;
};

struct reasons {
	struct reason *items; /* [0] is REASON_NONE */
	size_t count, capacity;
	struct hash_index index; /* over items */
	uint32_t last;           /* the latest one looked up */
};

void reasons_init(struct reasons *reasons);
void reasons_free(struct reasons *reasons);
/* Whether only a run of the program determines it: data, input, results of functions without a visible body. Not
 * what visible host code computes. */
bool reason_is_left_to_run(enum reason_kind kind);
/* Whether it was read as input, or computed from input. */
bool reason_is_input(enum reason_kind kind);
uint32_t reasons_number(struct reasons *reasons, const struct reason *reason);

#endif
