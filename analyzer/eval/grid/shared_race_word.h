/* The detector's own: what is kept of each word, shared by the files that make it up:
 *   shared_race.c         accesses: which lanes make them, and where they go
 *   shared_race_word.c    words: which accesses of theirs race */
#ifndef GPULINT_EVAL_GRID_SHARED_RACE_WORD_H
#define GPULINT_EVAL_GRID_SHARED_RACE_WORD_H

#include <stddef.h>

#include "data/value.h"
#include "eval/grid/shared_race.h"
#include "model/facts.h"
#include "support/hash_index.h"

struct ir_func;
struct ir_type;
struct object;

enum { RACE_WORD = 4, MOST_RACE_PAIRS = 64 };

/* An access to a word: by which thread, when, and to which of its bytes. */
struct seen {
	uint32_t interval;             /* of the block; 0: there is none */
	uint32_t warp_interval;        /* of the thread's warp */
	uint32_t stores;               /* shared_races.stores then */
	uint16_t thread, site;
	uint8_t bytes;                 /* a bit each */
};

struct race_word {
	struct seen store, loads[2];   /* the loads of two threads, if there are, of different warps */
	uint64_t value;                /* what was stored, as a hash; 0: not known */
	bool by_several;               /* threads have stored there in the interval, all of them the same, as far as is known */
};

/* What was accessed in one object, grown as accesses come. */
struct race_array {
	const struct object *object;
	struct race_word *words;
	size_t count;
};

struct race_site {
	const struct ir_expr *expr;
	const struct ir_func *func;
	enum site_kind kind;
	bool is_volatile;
	const char *assumption;        /* that some visit so far rests on; NULL: none does */
};

struct race_pair {
	uint16_t first, second;        /* sites */
	uint16_t first_thread, second_thread;
	bool in_warp;
	uint32_t interval;
	uint32_t block[3];
	const char *array, *assumption;
};

struct shared_races {
	struct race_array *arrays;
	size_t array_count, array_capacity;
	struct race_site *sites;
	size_t site_count, site_capacity;
	struct hash_index places;      /* of sites, by expression and kind */
	struct race_pair pairs[MOST_RACE_PAIRS];
	unsigned pair_count;
	uint32_t interval, warp_interval[MAX_WARPS];
	uint32_t stores;               /* instructions to shared memory so far */
	uint32_t block[3];             /* that runs */
	uint64_t lane_words;           /* looked at so far */
	bool is_over;
};

/* An access of the lanes that surely make it, while it is looked at. */
struct race_access {
	struct machine *m;
	struct shared_races *races;
	struct race_array *array;
	uint16_t site;
	const struct ir_type *type;
	const struct value *stored;    /* NULL: not known, or not stored */
	uint64_t from;                 /* where the lane's access begins in the object */
};

/* The lane loads that word, or stores there. `bytes`: of it, a bit each. */
void race_word_load(const struct race_access *access, struct race_word *word, unsigned thread, uint8_t bytes);
void race_word_store(const struct race_access *access, struct race_word *word, unsigned thread, uint8_t bytes);

#endif
