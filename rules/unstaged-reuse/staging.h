/* Finds what a block loads repeatedly from global memory, and the launch as it would be if it first copied that to
 * shared memory. Two kinds of copies are tried:
 * - whole: all that the block reads of the array, before the loop. For elements that later iterations read again,
 *   such as an element's neighbours.
 * - tiles: what some iterations of a loop read, repeatedly. For elements that only other threads read in the same
 *   iteration, as in a matrix product.
 * In the compared launch a tile is loaded with contiguous lanes, each word once, and read without bank conflicts:
 * one wavefront for each request of 32 words. */
#ifndef GPULINT_RULES_UNSTAGED_REUSE_STAGING_H
#define GPULINT_RULES_UNSTAGED_REUSE_STAGING_H

#include "rules/slowdown.h"

/* Loads of one array. Words have 4 bytes, and are counted for one block. */
struct staged_array {
	struct site_set loads; /* sites of the launch */
	double requests;       /* of the launch */
	double read_words;     /* that lanes load, counted for each lane */
	double copied_words;   /* that are copied to shared memory */
	double sectors;        /* of the copied words */
	double executions;     /* of one of its loads by the block */
	bool is_whole;
};

enum { MOST_STAGED_ARRAYS = 4 };

struct staging {
	struct staged_array arrays[MOST_STAGED_ARRAYS];
	unsigned count;
	const struct place *loop; /* loop in which a tile serves some iterations; NULL: all arrays are copied whole */
	unsigned iterations;      /* number of iterations that a tile serves */
	double bytes;             /* of shared memory */
	struct penalty penalty;   /* the launch's time over its time with these arrays staged */
};

/* The form with which the loads are compared, as a clause. */
extern const char staging_against[];

/* The arrays that are worth staging, the one with most requests first; those that add no gain are left out. count 0:
 * there are none, or their times are unknown. */
struct staging staging_find(const struct rule_context *context);

#endif
