/* Samples of many similar things that are numbered from 0: the blocks of a grid along one dimension, the iterations of
 * a loop. Samples run for all, with equal weights; only the first and the last number may stand for themselves.
 *
 * Samples are windows of consecutive numbers, symmetric about the middle, at equal distances:
 *
 * - all / sqrt(windows^2 - 1), where sums of what is constant, linear, quadratic or cubic in the number come out right.
 *   (The mean of equally weighted, symmetric points is right for odd powers; the distance makes it right for squares, as
 *   in Gauss's quadrature with two points.)
 * - rounded to an odd multiple of the window's length. Data that begin at a multiple of the number, such as the rows of a
 *   matrix, are aligned within a 32-byte sector as the number's remainder modulo a power of two determines. Windows at
 *   such distances meet all remainders equally often.
 *
 * Figures that depend on samples are never `exact`. Exact ones have a closed form: the run of the machine code follows
 * numbers that change by constant steps (codegen/execute/extrapolate.h). */
#ifndef GPULINT_SAMPLING_SAMPLES_H
#define GPULINT_SAMPLING_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

struct sample {
	uint64_t at;   /* its number */
	double weight; /* how many numbers it stands for, itself included */
};

struct samples {
	struct sample *items; /* in ascending order */
	size_t count;
	uint64_t total; /* numbers that they stand for together */
};

/* Numbers that stand only for themselves: the first and the last of many often differ from the others. */
enum sample_ends { ENDS_NONE, ENDS_LAST, ENDS_BOTH };

/* `windows` windows of `length` numbers each, and the ends; all numbers if there are no more. A single number is odd if
 * possible: multiples of an even number are better aligned than most. */
struct samples samples_spread(struct arena *arena, uint64_t total, unsigned windows, unsigned length,
                              enum sample_ends ends);
/* The first number, for all. */
struct samples samples_first(struct arena *arena, uint64_t total);
/* `count` adjacent numbers in the middle, for all. The first of them is a multiple of 16 if possible: what alternates or
 * cooperates mostly does so in powers of two. */
struct samples samples_adjacent(struct arena *arena, uint64_t total, unsigned count);

#endif
