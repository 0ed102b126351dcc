/* Journals: what was changed since a branch was entered of which it is not known whether it is taken.
 *
 * Both sides of such a branch run, each from the state before it. While one runs, the journal keeps the former state of
 * everything written; afterwards both outcomes are merged lane by lane: equal numbers stay, others become unknown. */
#ifndef GPULINT_EVAL_STATE_UNDO_LOG_H
#define GPULINT_EVAL_STATE_UNDO_LOG_H

#include "eval/state/machine.h"

struct saved_variable {
	struct variable *variable;
	struct variable former;       /* its state when the branch was entered */
	struct variable outcome;      /* after the first side, once that has run */
	uint32_t former_serial;
};

struct saved_bytes {
	struct object *object;
	int64_t offset;
	uint32_t width;
	bool was_known;
	uint64_t former;
	struct term former_symbol;
	bool outcome_known;
	uint64_t outcome;
};

struct undo_log {
	uint32_t serial;
	uint32_t begun;                  /* machine.clock: what was born later dies with its side and is not kept */
	struct undo_log *outer;
	struct saved_variable *variables;
	size_t variable_count, variable_capacity;
	struct saved_bytes *bytes;
	size_t byte_count, byte_capacity;
	uint32_t *slots;                 /* open addressing over bytes: their place plus one; 0: free */
	size_t slot_count;
	struct object **coarse;          /* objects changed in ways that are not kept one by one */
	size_t coarse_count, coarse_capacity;
	size_t first_side_variables, first_side_bytes;
};

static inline bool
undo_log_is_empty(const struct undo_log *undo_log)
{
	return !undo_log->variable_count && !undo_log->byte_count && !undo_log->coarse_count;
}

/* Makes it the machine's innermost. */
void undo_log_begin(struct machine *m, struct undo_log *undo_log);
/* The first side has run: keeps its outcome and restores the state before the branch. */
void undo_log_turn(struct machine *m, struct undo_log *undo_log);
/* Both sides have run. Lanes of `certain` took the first, unknown ones of the split either, all others the second; `first` and
 * `second`: who is alive behind each. A lane that ended with the one goes on with the state of the other alone. Ends the journal:
 * the one around it is the innermost again, and what it holds is freed. */
void undo_log_merge(struct machine *m, struct undo_log *undo_log, const struct split *split, const struct mask *certain,
                   const struct mask *first, const struct mask *second);

void undo_log_save(struct machine *m, struct variable *v);
void undo_log_save_bytes(struct machine *m, struct object *object, int64_t offset, unsigned width);
/* The object as a whole is changed: it is forgotten when the sides are merged. */
void undo_log_save_object(struct machine *m, struct object *object);
/* All that memory holds and that was stored since then is unknown, and what examples tell of it as well, or stays so. */
void undo_log_forget_stored(struct machine *m, uint32_t clock, uint32_t reason, bool keeps_examples);

#endif
