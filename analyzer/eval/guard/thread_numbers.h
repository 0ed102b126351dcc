/* The numbers that the threads of a block have of one thing, all at once, and the arithmetic on them; of a box of many blocks they
 * are those of all its threads. */
#ifndef GPULINT_EVAL_GUARD_THREAD_NUMBERS_H
#define GPULINT_EVAL_GUARD_THREAD_NUMBERS_H

#include "eval/guard/guard_graph.h"

/* Of each thread base + a part of its own, which is in [low, high] and follows, for all threads, from the key. What differs
 * between the blocks of the box has no base and no key. */
struct thread_numbers {
	int64_t base, low, high;
	uint64_t key;            /* 0: threads do not differ */
	unsigned spread;         /* the dimensions along which blocks differ, a bit each */
	bool unknown;
};

struct thread_numbers numbers_constant(int64_t integer);
struct thread_numbers numbers_unknown(unsigned spread);
/* Some numbers of [low, high] that follow from others, by their key; of which not even that is so where blocks differ. */
struct thread_numbers numbers_follows(uint64_t key, unsigned spread, int64_t low, int64_t high);

/* One number for all threads and blocks; and as a truth. */
bool numbers_is_constant(const struct thread_numbers *n);
bool numbers_is_false(const struct thread_numbers *n);
bool numbers_is_true(const struct thread_numbers *n);
/* Equal where the numbers of all threads are. */
uint64_t numbers_key(const struct thread_numbers *n);

/* What a node makes of its operands. */
struct thread_numbers numbers_unary(const struct guard_node *node, const struct thread_numbers *a);
struct thread_numbers numbers_binary(const struct guard_node *node, const struct thread_numbers *a, const struct thread_numbers *b);
struct thread_numbers numbers_converted(const struct guard_node *node, const struct thread_numbers *a);
struct thread_numbers numbers_choice(const struct thread_numbers *condition, const struct thread_numbers *a,
                                     const struct thread_numbers *b);
/* One of two truths settles it when it is `settles`; else the other does. */
struct thread_numbers numbers_of_both(const struct guard_node *node, const struct thread_numbers *a, const struct thread_numbers *b,
                                      bool settles);
/* How often one adds a positive step until it is d or more. */
struct thread_numbers numbers_rounds(const struct thread_numbers *d, int64_t step);

#endif
