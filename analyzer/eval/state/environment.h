/* What host code asks of what it runs in, and what only a run settles: variables of the environment, the driver, other GPUs, the
 * registers that the compiler gives a kernel. It is told what is likely, and each launch behind says so. It is run once more with
 * nothing known of all that: a launch that comes out just the same rests on none of it. */
#ifndef GPULINT_EVAL_STATE_ENVIRONMENT_H
#define GPULINT_EVAL_STATE_ENVIRONMENT_H

#include "data/symbol.h"
#include "data/value.h"
#include "model/facts.h"

struct machine;
struct program;

/* A number that host code is told, without being sure. */
struct taken_number {
	int64_t number;
	int64_t low, high;         /* where it surely lies, both ends included */
	const char *text;          /* what is taken for so, as a clause */
	symbol_id symbol;          /* which stands for it until it is read */
};

struct environment {
	bool open;                 /* nothing is known of them, and nothing is taken for so */
	bool asked_environment;    /* for a variable, of which was said that it is not set */
	bool unread;               /* numbers stay the symbols that stand for them */
	const char **taken;        /* what was taken for so, in the order in which it was needed; in the facts' arena */
	size_t taken_count, taken_capacity;
	struct taken_number *numbers;
	size_t number_count, number_capacity;
};

void environment_free(struct environment *environment);
/* From now on launches say so. */
void environment_take(struct program *program, const char *text);
/* The number as host code gets it: it is told, and taken for so, where that is read from memory to be worked with. Copies of it say
 * nothing. reason: why it is not known. */
struct value environment_number(struct machine *m, const struct ir_type *type, uint32_t reason, struct taken_number number);
/* What host code has read: the number itself in the place of one that is taken for so. */
struct value environment_read(struct machine *m, struct value v);
/* After a comparison was evaluated that read numbers: where it comes out the same for all that these may be, nothing was taken for so.
 * taken_before: how much was taken for so when it began. */
void environment_settle(struct machine *m, const struct ir_expr *comparison, size_t taken_before);
/* facts: of the program that was told what is likely; open: of the same program that knows nothing. Launches that both have, with
 * the same figures, take their confidences, and what these rest on, from the latter. `taken`: what launches refused in the former
 * alone may rest on. */
void environment_compare(struct facts *facts, const struct facts *open, const char *taken);

#endif
