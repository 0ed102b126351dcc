/* Undo logs: the changes since a branch of unknown condition.
 *
 * Both arms of such a branch run from the same state. While one runs, the log keeps the former state of everything
 * written. Afterwards both outcomes are merged lane by lane: equal numbers stay, others become unknown. */
#ifndef GPULINT_EVAL_STATE_UNDO_LOG_H
#define GPULINT_EVAL_STATE_UNDO_LOG_H

#include "eval/state/machine.h"

struct saved_variable {
	struct variable *variable;
	struct variable former;  /* its state before the branch */
	struct variable outcome; /* its state after the first arm */
	uint32_t former_serial;
};

struct saved_bytes {
	struct object *object;
	int64_t offset;
	uint32_t width;
	struct memory_number former, outcome;
	struct term former_symbol;
};

struct undo_log {
	uint32_t serial;
	uint32_t begun; /* machine.clock; variables born later die with their arm and are not saved */
	struct undo_log *outer;
	struct saved_variable *variables;
	size_t variable_count, variable_capacity;
	struct saved_bytes *bytes;
	size_t byte_count, byte_capacity;
	uint32_t *slots; /* open addressing over bytes: index plus one; 0: free */
	size_t slot_count;
	struct object **coarse; /* objects whose changes are not saved one by one */
	size_t coarse_count, coarse_capacity;
	size_t first_arm_variables, first_arm_bytes;
};

static inline bool
undo_log_is_empty(const struct undo_log *undo_log)
{
	return !undo_log->variable_count && !undo_log->byte_count && !undo_log->coarse_count;
}

/* Makes it the machine's innermost log. */
void undo_log_begin(struct machine *m, struct undo_log *undo_log);
/* Call after the first arm: saves its outcome and restores the state before the branch. */
void undo_log_switch_arm(struct machine *m, struct undo_log *undo_log);
/* Call after both arms. Lanes of `certain` took the first, unknown ones of the split either, all others the second.
 * `first`, `second`: lanes alive after each arm; a lane that ended in one arm continues with the state of the other.
 * Ends and frees the log; the outer one is the innermost again. */
void undo_log_merge(struct machine *m, struct undo_log *undo_log, const struct split *split, const struct mask *certain,
                    const struct mask *first, const struct mask *second);

void undo_log_save(struct machine *m, struct variable *v);
void undo_log_save_bytes(struct machine *m, struct object *object, int64_t offset, unsigned width);
/* The whole object changes: it becomes unknown at the merge. */
void undo_log_save_object(struct machine *m, struct object *object);
/* All memory stored to since `clock` becomes unknown or stays so. Its examples are dropped too unless kept. */
void undo_log_forget_stored(struct machine *m, uint32_t clock, uint32_t reason, bool keeps_examples);

#endif
