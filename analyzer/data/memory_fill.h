/* Fills: the stretches of a common object that all hold one byte, apart from what pages say. They are in order and
 * apart from each other; [from, to) are bytes from the object's base. */
#ifndef GPULINT_DATA_MEMORY_FILL_H
#define GPULINT_DATA_MEMORY_FILL_H

#include "data/memory.h"

/* No fill has a part in [from, to) any more. */
void fill_cut(struct object *object, uint64_t from, uint64_t to);
/* [from, to) holds the byte. There is room for a few fills: where that is used up the bytes are unknown. */
void fill_add(struct object *object, uint64_t from, uint64_t to, uint8_t byte);
/* The fill that holds all of these bytes, or NULL. */
const struct fill *fill_find(const struct object *object, uint64_t from, uint64_t to);

#endif
