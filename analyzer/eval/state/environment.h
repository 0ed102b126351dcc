/* Assumptions about facts that only a run determines: environment variables, the driver, other GPUs, a kernel's
 * register count. Host code gets the likely value, and every later launch reports the assumption. A second
 * evaluation assumes nothing: launches with the same figures there do not depend on any assumption. */
#ifndef GPULINT_EVAL_STATE_ENVIRONMENT_H
#define GPULINT_EVAL_STATE_ENVIRONMENT_H

#include "domain/symbol.h"
#include "domain/value.h"
#include "model/facts.h"

struct machine;
struct program;

/* A likely number that host code gets. */
struct taken_number {
	int64_t number;
	struct interval range; /* in which it certainly is */
	const char *text;      /* the assumption, as a clause */
	symbol_id symbol;      /* stands for the number until it is read */
};

struct environment {
	bool open;              /* everything is unknown, nothing is assumed */
	bool asked_environment; /* an environment variable was assumed unset */
	bool unread;            /* reads keep the symbol in place of the number */
	const char **taken;     /* assumptions in the order of their first use; owned by the facts' arena */
	size_t taken_count, taken_capacity;
	struct taken_number *numbers;
	size_t number_count, number_capacity;
};

void environment_free(struct environment *environment);
/* Later launches report this assumption. */
void environment_take(struct program *program, const char *text);
/* A symbol for the number. Copies assume nothing: environment_read replaces the symbol when host code computes with
 * it. reason: why the number is unknown. */
struct value environment_number(struct machine *m, const struct ir_type *type, uint32_t reason,
                                struct taken_number number);
/* A value that host code read: an assumed number replaces its symbol, and its assumption is recorded. */
struct value environment_read(struct machine *m, struct value v);
/* Call after a comparison that read assumed numbers. If its result is the same for all possible numbers, the
 * assumptions since taken_before are dropped. taken_before: taken_count before the comparison. */
void environment_resolve(struct machine *m, const struct ir_expr *comparison, size_t taken_before);
/* facts: with assumptions; open: the same program without them. Launches with equal figures in both take confidences
 * and assumptions from `open`. `taken`: the assumption that launches refused only in `facts` may depend on. */
void environment_compare(struct facts *facts, const struct facts *open, const char *taken);

#endif
