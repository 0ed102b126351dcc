/* Examples: numbers that stand for data of which it is not known what they are.
 *
 * A host loop that is too long to be run leaves what it writes unknown, and so does a kernel of which a few blocks were
 * run. Yet a stretch of the data has been computed on the way, and is kept beside the object as its examples. Nothing is
 * known by them. They answer two questions: what a request costs whose addresses depend on such data, were all of it like
 * the stretch that was seen; and, in a run apart from which nothing else is taken, which lanes come there at all. */
#ifndef GPULINT_DATA_EXAMPLE_H
#define GPULINT_DATA_EXAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "data/memory.h"

struct examples;
struct example_numbers;

/* What example_of found of symbols: each is looked at once a launch. */
struct example_numbers *example_numbers_new(void);
void example_numbers_free(struct example_numbers *numbers);
/* A launch begins: examples may have come and gone. */
void example_numbers_forget(struct symbols *symbols);

void examples_free(struct examples *examples);
/* From here on the object has none. */
void examples_clear(struct object *object);
/* `width` bytes at offset, all on one page. */
void examples_put(struct object *object, uint64_t offset, unsigned width, uint64_t bits);
/* Of the stretch that the object has examples of, more was stored, which is not known: it is no fair sample of the rest. */
void examples_note_gap(struct object *object);
/* What they hold now, in place of the examples that it has. */
void examples_take(const struct memory *memory, const struct symbols *symbols, struct object *object);
/* Those of a stretch that is copied, in place of the ones that the destination has. */
void examples_copy(struct object *to, int64_t to_offset, const struct object *from, int64_t from_offset);

/* What a number of the type at offset may well be. A place without an example gets that of another place of the object, as
 * far from a page's begin, or else that of the elements that there are, over and over; and where the examples never fall from
 * place to place, so much more as they grow in between. Floating point gets any that there is, where those are none for the
 * place. False: the object has none. */
bool example_read(const struct object *object, uint64_t offset, const struct ir_type *type, uint64_t *bits);
/* What the term may well be: computed from what memory holds, and where that is not known, from examples. False where
 * something has none. */
bool example_of(const struct memory *memory, const struct symbols *symbols, struct term term, int64_t *number);

#endif
