/* How many times host code makes each launch, and how far that count can be trusted: what runs is counted, and what may have
 * kept the count from being the program's is told with it. */
#ifndef GPULINT_EVAL_LAUNCH_LAUNCH_COUNT_H
#define GPULINT_EVAL_LAUNCH_LAUNCH_COUNT_H

#include "eval/state/program.h"

/* The kernel's latest launch is told by that key. */
void launch_count_begin(struct kernel_entry *entry, uint64_t key);
/* The kernel's launch by that key; entry->facts.launch_count: it has none. */
size_t launch_count_find(const struct kernel_entry *entry, uint64_t key);
/* Host code makes that launch so many times now. */
void launch_count_add(struct machine *m, struct kernel_entry *entry, size_t launch, uint64_t times);

/* That launch of the kernel is made now, so many times. If device code makes it, it is made again whenever its parent is. */
void launch_count_of_child(struct machine *m, const struct ir_func *kernel, uint64_t key, uint64_t times);
/* A launch of the kernel is not looked at, which may launch what others of its launches do. */
void launch_count_lose_children(struct program *program, const struct kernel_entry *entry);

/* How far what a loop has launched can be counted. */
enum loop_count {
	LOOP_END_OPEN,        /* when it ends is not known */
	LOOP_CUT,             /* it was left before its end */
	LOOP_ROUNDS_ASSUMED,  /* rounds that were not run may launch what others do not */
};

/* program.launches_made and host_record_made at some time. */
struct made_before { uint64_t launches, operations; };

/* The counts of all launches and other operations that have been made since then are no better than that. why: in the facts'
 * arena. */
void launch_count_lower(struct program *program, struct made_before since, enum confidence confidence, const char *why);
/* The same, for a loop. */
void launch_count_caveat(struct machine *m, const struct ir_stmt *loop, struct made_before since, enum loop_count count);
/* The same of host code that was not run to its end. */
void launch_count_cut(struct program *program, struct made_before since);

#endif
