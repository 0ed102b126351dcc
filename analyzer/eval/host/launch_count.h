/* How often host code makes each launch, and the confidence in that count. Executed launches are counted; reasons
 * why the count may differ from the program's are recorded. */
#ifndef GPULINT_EVAL_HOST_LAUNCH_COUNT_H
#define GPULINT_EVAL_HOST_LAUNCH_COUNT_H

#include "eval/state/program.h"

/* Assigns the key to the kernel's latest launch. */
void launch_count_begin(struct kernel_entry *entry, uint64_t key);
/* The index of the kernel's launch with that key; entry->facts.launch_count: none. */
size_t launch_count_find(const struct kernel_entry *entry, uint64_t key);
/* Host code makes the launch `times` times now. */
void launch_count_add(struct machine *m, struct kernel_entry *entry, size_t launch, uint64_t times);

/* The launch is made `times` times now. If device code makes it, it repeats with its parent. */
void launch_count_of_child(struct machine *m, const struct ir_func *kernel, uint64_t key, uint64_t times);
/* A launch of the kernel is skipped: it may make the same child launches as others of the kernel. */
void launch_count_forget_children(struct program *program, const struct kernel_entry *entry);

/* Why a loop's launches are not counted exactly. */
enum loop_count {
	LOOP_END_OPEN,           /* its end is unknown */
	LOOP_CUT,                /* it was left before its end */
	LOOP_ITERATIONS_ASSUMED, /* skipped iterations may make other launches */
};

/* Snapshot of program.launches_made and host_record_made. */
struct made_before {
	uint64_t launches, operations;
};

/* Limits the confidence of the counts of all launches and other operations made since then. why: in the facts'
 * arena. */
void launch_count_lower(struct program *program, struct made_before since, enum confidence confidence, const char *why);
/* The same, for a loop. */
void launch_count_caveat(struct machine *m, const struct ir_stmt *loop, struct made_before since,
                         enum loop_count count);
/* The same, for host code that did not run to its end. */
void launch_count_cut(struct program *program, struct made_before since);

#endif
