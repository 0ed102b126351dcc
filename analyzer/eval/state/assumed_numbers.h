/* The numbers that are assumed for what nothing visible determines. The reports name them with the launch. No source
 * decides them: docs/predictions/heuristics.md. */
#ifndef GPULINT_EVAL_STATE_ASSUMED_NUMBERS_H
#define GPULINT_EVAL_STATE_ASSUMED_NUMBERS_H

/* Numbers, by the parameter's name (assume.c). */
enum {
	ASSUMED_SIZE = 1024, /* also the extent of a matrix that no guard bounds */
	ASSUMED_N = 1 << 16,
	ASSUMED_COUNT = 1 << 20, /* also the elements that a library's algorithm processes */
	ASSUMED_DEPTH = 64,
	ASSUMED_STEPS = 100,
};

/* The shape of a launch that nobody makes (assume_shape.c). */
enum { ASSUMED_THREADS = 256, ASSUMED_BLOCK_DEPTH = 2, ASSUMED_BLOCKS = 1024 };

enum {
	ASSUMED_TRIPS = 4,        /* of a loop whose end depends on data */
	ASSUMED_ARGUMENTS = 1024, /* of main, if the given ones reach no launch */
};

#endif
