/* Fills: ranges of a common object filled with one byte; pages take precedence. They are ordered and disjoint;
 * [from, to) are bytes from the object's base. */
#ifndef GPULINT_DOMAIN_MEMORY_FILL_H
#define GPULINT_DOMAIN_MEMORY_FILL_H

#include "domain/memory.h"

/* Removes [from, to) from all fills. */
void fill_cut(struct object *object, uint64_t from, uint64_t to);
/* Fills [from, to) with the byte. If the few slots are used up, the bytes become unknown. */
void fill_add(struct object *object, uint64_t from, uint64_t to, uint8_t byte);
/* The fill that covers all of these bytes, or NULL. */
const struct fill *fill_find(const struct object *object, uint64_t from, uint64_t to);

#endif
