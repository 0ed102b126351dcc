/* The pages behind common objects, for those who read and write many bytes of them at a time. */
#ifndef GPULINT_EVAL_MEMORY_PAGE_H
#define GPULINT_EVAL_MEMORY_PAGE_H

#include "eval/memory.h"

enum { PAGE_BITS = 10, PAGE_BYTES = 1 << PAGE_BITS, WORD_BYTES = 4, PAGE_WORDS = PAGE_BYTES / WORD_BYTES };

/* Symbols that were stored into a page, each at the word in which it begins. */
struct page_symbols {
	struct term term[PAGE_WORDS];
	uint8_t width[PAGE_WORDS];    /* bytes; 0: none */
	uint8_t within[PAGE_WORDS];   /* where in the word it begins */
};

struct page {
	uint32_t object;
	uint64_t number;
	uint8_t bytes[PAGE_BYTES];
	uint64_t known[PAGE_BYTES / 64];   /* a bit a byte */
	struct page_symbols *symbols;      /* or NULL */
};

/* The object's page of that number, made when missing; NULL when no more pages may be kept. Who writes to it takes care
 * of symbols, bounds and the object's version. */
struct page *memory_page(struct memory *memory, struct object *object, uint64_t number);
/* Back to what the object's fills say. */
void memory_drop_page(struct memory *memory, struct object *object, uint64_t number);
/* NULL: there is none; the object's fills say what is known. */
struct page *memory_find_page(const struct memory *memory, const struct object *object, uint64_t number);
/* Those that touch [from, to), in no order, in a list to be freed. */
struct page **memory_pages_within(const struct memory *memory, const struct object *object, uint64_t from, uint64_t to,
                                  size_t *count);
/* No symbol has a part in `count` bytes of the page from `at` on any more. */
void memory_drop_symbols(struct page *page, unsigned at, unsigned count);

#endif
