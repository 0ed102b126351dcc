/* What the launches of a kernel template's instances have been like, all taken together. What was written at one place of the
 * source is one template, in however many units; a kernel that is none is its own only instance. */
#ifndef GPULINT_EVAL_STATE_INSTANCES_H
#define GPULINT_EVAL_STATE_INSTANCES_H

#include <stddef.h>
#include <stdint.h>

#include "model/facts.h"
#include "support/hash_index.h"

struct instances {
	struct place place;                  /* text is the facts' */
	unsigned launched;                   /* of the instances, those that have been */
	uint64_t most_steps;                 /* that a launch of one has taken; 0: none has run */
};

/* Zeroed it is empty. */
struct instances_table {
	struct instances *items;
	size_t count, capacity;
	struct hash_index places;            /* of the items */
};

/* What is known of those at the place; nothing, where nobody has asked for it to be noted. */
struct instances instances_find(const struct instances_table *table, const struct place *place);
/* The same, to be added to; good until another place comes. */
struct instances *instances_at(struct instances_table *table, const struct place *place);
void instances_free(struct instances_table *table);

#endif
