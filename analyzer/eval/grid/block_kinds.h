/* The blocks of a grid, by how the kernel's guards come out in them (see guard_graph.h): of each kind how many there are, and
 * where. The grid is cut into boxes, and these into smaller ones, until in each all blocks are of one kind. */
#ifndef GPULINT_EVAL_GRID_BLOCK_KINDS_H
#define GPULINT_EVAL_GRID_BLOCK_KINDS_H

#include "eval/guard/guard_value.h"

struct block_kind {
	uint64_t exactly;        /* in all its blocks the guards come out alike in each thread; */
	uint64_t roughly;        /* in all of kinds that share this one, alike in all threads, in none or in some */
	double blocks;
	struct block_kind *next; /* of those whose hash leads to the same place */
	size_t number;           /* from 0 */
};

struct kind_box {
	struct guard_box box;
	size_t kind;
};

struct block_kinds {
	struct block_kind **items;
	size_t count, capacity;
	struct kind_box *boxes;          /* that together are the grid */
	size_t box_count, box_capacity;
	bool varies;                     /* blocks of a kind differ by how often they go round loops */
	bool sampled;                    /* of some boxes, of blocks of several kinds, one block was taken for all */
	struct guard_graph *graph;
	struct guard_values *values;
	struct arena arena;
	struct block_kind *places[1024];
};

/* Of a launch whose grid is known; *steps: what there is left for such questions. NULL: nothing parts its blocks that could be
 * told, nor do they differ evenly, or there are too many kinds. */
struct block_kinds *block_kinds_find(struct program *program, const struct launch_request *request, uint64_t *steps);
void block_kinds_free(struct block_kinds *kinds);

/* The kind of that block; NULL: it is none of those that were found, for not all blocks were looked at. */
const struct block_kind *block_kinds_at(struct block_kinds *kinds, const uint32_t at[3]);

double block_kinds_box_blocks(const struct guard_box *box);
/* The so many-th block of a box. */
void block_kinds_block(const struct guard_box *box, uint64_t number, uint32_t at[3]);

#endif
