/* What a block loads from global memory again and again, and the launch as it would be if it copied that to shared memory
 * first. Two ways of copying are tried:
 *
 *   whole   all that the block reads of the array, before it reads: elements that come back in later iterations, such as an
 *           element's neighbours
 *   tiles   what some iterations of a loop read, again and again: elements that only other threads want in the same iteration, such
 *           as a matrix product's
 *
 * The launch is compared with a tile that is loaded side by side, each word once, and read without bank conflicts: a wavefront for
 * each request of 32 words. */
#ifndef GPULINT_RULES_UNSTAGED_REUSE_STAGING_H
#define GPULINT_RULES_UNSTAGED_REUSE_STAGING_H

#include "rules/slowdown.h"

/* Loads of one array. Words are of 4 bytes, and of one block. */
struct staged_array {
	struct site_set loads; /* as the launch has them */
	double requests;       /* of the launch */
	double read_words;     /* that lanes load, each lane's counted, */
	double copied_words;   /* and those that are copied to shared memory */
	double sectors;        /* of these */
	double executions;     /* of one of its loads by the block */
	bool is_whole;
};

enum { MOST_STAGED_ARRAYS = 4 };

struct staging {
	struct staged_array arrays[MOST_STAGED_ARRAYS];
	unsigned count;
	const struct place *loop; /* of which a tile serves some iterations; NULL: all arrays are copied whole */
	unsigned iterations;      /* so many of them */
	double bytes;             /* of shared memory */
	struct penalty penalty;   /* the launch's time over that with them staged */
};

/* What the loads are compared with, as a clause. */
extern const char staging_against[];

/* The arrays that are worth it, the one with most requests first; those that add nothing to the others are left out. count 0: there
 * are none, or nothing is known of their times. */
struct staging staging_find(const struct rule_context *context);

#endif
