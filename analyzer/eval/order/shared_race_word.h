/* Internals of the race detector: the state of each word, shared by its files:
 *
 *   shared_race.c         accesses: their lanes and addresses
 *   shared_race_word.c    words: accesses that race */
#ifndef GPULINT_EVAL_ORDER_SHARED_RACE_WORD_H
#define GPULINT_EVAL_ORDER_SHARED_RACE_WORD_H

#include <stddef.h>

#include "domain/value.h"
#include "eval/order/shared_race.h"
#include "model/facts.h"
#include "support/hash_index.h"

struct ir_func;
struct ir_type;
struct object;

enum { RACE_WORD = 4, MOST_RACE_PAIRS = 64 };

/* An access to a word: its thread, time, and bytes. */
struct seen {
	uint32_t interval;      /* of the block; 0: no access */
	uint32_t warp_interval; /* of the thread's warp */
	uint32_t stores;        /* shared_races.stores at the access */
	uint16_t thread, site;
	uint8_t bytes; /* one bit a byte */
};

struct race_word {
	struct seen store, loads[2]; /* loads: up to two threads of different warps */
	uint64_t value;              /* hash of the stored value; 0: unknown */
	/* several threads stored there in the interval, all the same value as far as known */
	bool by_several;
};

/* The accesses to one object; grows on demand. */
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
	const char *assumption; /* of some access at the site; NULL: none */
};

struct race_pair {
	uint16_t first, second; /* indices of sites */
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
	struct hash_index site_index; /* index of sites by expression and kind */
	struct race_pair pairs[MOST_RACE_PAIRS];
	unsigned pair_count;
	uint32_t interval, warp_interval[MAX_WARPS];
	uint32_t stores;     /* instructions that stored to shared memory so far */
	uint32_t block[3];   /* the running block */
	uint64_t lane_words; /* processed so far */
	bool is_over;
};

/* The access in progress, of the lanes that certainly execute it. */
struct race_access {
	struct machine *m;
	struct shared_races *races;
	struct race_array *array;
	uint16_t site;
	const struct ir_type *type;
	const struct value *stored; /* NULL: unknown, or a load */
	uint64_t from;              /* offset of the lane's access in the object */
};

/* The lane loads from the word, or stores to it. `bytes`: a bit for each byte accessed. */
void race_word_load(const struct race_access *access, struct race_word *word, unsigned thread, uint8_t bytes);
void race_word_store(const struct race_access *access, struct race_word *word, unsigned thread, uint8_t bytes);

#endif
