/* Statistics over the launches of all instances of a kernel template. Code written at one place of the source is one
 * template, in any number of units. A kernel that is no template is its own only instance. */
#ifndef GPULINT_EVAL_STATE_INSTANCES_H
#define GPULINT_EVAL_STATE_INSTANCES_H

#include <stddef.h>
#include <stdint.h>

#include "model/facts.h"
#include "support/hash_index.h"

struct instances {
	struct place place;  /* the facts own its text */
	unsigned launched;   /* instances that have been launched */
	uint64_t most_steps; /* most steps of one launch; 0: none has run */
};

/* Zero-initialised it is empty. */
struct instances_table {
	struct instances *items;
	size_t count, capacity;
	struct hash_index places; /* index of `items` */
};

/* The entry of the place; all zero if there is none. */
struct instances instances_find(const struct instances_table *table, const struct place *place);
/* The same for writing; created if missing, valid until the next place is added. */
struct instances *instances_at(struct instances_table *table, const struct place *place);
void instances_free(struct instances_table *table);

#endif
