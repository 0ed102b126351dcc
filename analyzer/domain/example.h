/* Examples: numbers that replace unknown data.
 *
 * A host loop that is too long to run leaves its results unknown; so does a kernel of which a few blocks ran. The
 * part that was computed is kept with the object as its examples. Examples make nothing known. They serve two
 * estimates: the cost of a request whose addresses depend on such data, and, in a separate run, which lanes reach an
 * access. */
#ifndef GPULINT_DOMAIN_EXAMPLE_H
#define GPULINT_DOMAIN_EXAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "domain/memory.h"

struct examples;
struct example_numbers;

/* Cache of example_of: each symbol is evaluated once a launch. */
struct example_numbers *example_numbers_new(void);
void example_numbers_free(struct example_numbers *numbers);
/* Call when a launch begins: examples may have changed. */
void example_numbers_forget(struct symbols *symbols);

void examples_free(struct examples *examples);
/* Removes the object's examples. */
void examples_clear(struct object *object);
/* `width` bytes at offset, within one page. */
void examples_put(struct object *object, uint64_t offset, unsigned width, uint64_t bits);
/* Unknown values were stored among the examples: they are no fair sample of the rest. */
void examples_note_gap(struct object *object);
/* Replaces the object's examples by its current contents. */
void examples_take(const struct memory *memory, const struct symbols *symbols, struct object *object);
/* Replaces the destination's examples by those of the copied range. */
void examples_copy(struct object *to, int64_t to_offset, const struct object *from, int64_t from_offset);

/* A plausible number at offset. Without an example there, it takes the one at the same offset of another page, or
 * repeats the elements that exist. If examples never decrease, their growth is extrapolated. Floating point takes
 * any example instead. False: the object has none. */
bool example_read(const struct object *object, uint64_t offset, const struct ir_type *type, uint64_t *bits);
/* A plausible value of the term, computed from memory and, for unknown contents, from examples. False: an input has
 * no example. */
bool example_of(const struct memory *memory, const struct symbols *symbols, struct term term, int64_t *number);

#endif
