/* The pages behind common objects, for those who read and write many bytes of them at a time. A page holds some bytes of
 * one object: which of them are known, what they are, and the symbols that were stored into them. The memory owns its
 * pages; examples and replays keep others of their own. */
#ifndef GPULINT_DATA_MEMORY_PAGE_H
#define GPULINT_DATA_MEMORY_PAGE_H

#include "data/memory.h"

enum { PAGE_BITS = 10, PAGE_BYTES = 1 << PAGE_BITS, WORD_BYTES = 4, PAGE_WORDS = PAGE_BYTES / WORD_BYTES };

/* Symbols that were stored into a page, each at the word in which it begins. */
struct page_symbols {
	unsigned count;
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
	struct page *next_spare;           /* of one that is not used */
};

/* The pages of all objects of a memory. */
struct page_table {
	struct page **slots;      /* open addressing by (object, page number) */
	size_t slot_count, page_count;
	size_t symbol_pages;      /* with room for symbols */
	struct page *found;       /* last, or NULL: what lies side by side is asked for lane by lane */
	struct page *spare;       /* dropped, to be taken again: page.next_spare leads on */
};

void memory_pages_init(struct memory *memory);
void memory_pages_free(struct memory *memory);
/* The object's page of that number, made when missing; NULL when no more pages may be kept. Who writes to it takes care
 * of symbols, bounds and the object's version. */
struct page *memory_page(struct memory *memory, struct object *object, uint64_t number);
/* Back to what the object's fills say. */
void memory_drop_page(struct memory *memory, struct object *object, uint64_t number);
/* The same of one that was not the last to be found. */
struct page *memory_search_page(const struct memory *memory, const struct object *object, uint64_t number);

/* NULL: there is none; the object's fills say what is known. */
static inline struct page *
memory_find_page(const struct memory *memory, const struct object *object, uint64_t number)
{
	struct page *page = memory->pages->found;
	if (page && page->object == object->id && page->number == number)
		return page;
	return object->page_count ? memory_search_page(memory, object, number) : NULL;
}

/* Those that touch [from, to), in no order, in a list to be freed. */
struct page **memory_pages_within(const struct memory *memory, const struct object *object, uint64_t from, uint64_t to,
                                  size_t *count);
/* Those numbered from `first` to before `last` go the same way, */
void memory_remove_pages(struct memory *memory, struct object *object, uint64_t first, uint64_t last);
/* and all of them. */
void memory_drop_pages(struct memory *memory, struct object *object);

/* Room for symbols; false when no more pages may have it. */
bool memory_make_symbols(struct memory *memory, struct page *page);
void page_drop_stored_symbols(struct page *page, unsigned at, unsigned count);

/* No symbol has a part in `count` bytes of the page from `at` on any more. */
static inline void
memory_drop_symbols(struct page *page, unsigned at, unsigned count)
{
	if (page->symbols && page->symbols->count)
		page_drop_stored_symbols(page, at, count);
}

/* Which of 1, 2, 4 or 8 bytes that are aligned to their number are known, a bit each. */
static inline uint8_t
page_known_bits(const struct page *page, unsigned at, unsigned width)
{
	return (uint8_t)(page->known[at / 64] >> at % 64 & (((uint64_t)1 << width) - 1));
}

/* Whether all of them are. */
static inline bool
page_knows_scalar(const struct page *page, unsigned at, unsigned width)
{
	return page_known_bits(page, at, width) == ((uint64_t)1 << width) - 1;
}

/* The same of any number of bytes. */
bool page_knows(const struct page *page, unsigned at, unsigned count);
/* Whether nothing is known of any, and no symbol was stored. */
bool page_is_blank(const struct page *page);
void page_set_known(struct page *page, unsigned at, unsigned count, bool known);

/* The same of 1, 2, 4 or 8 bytes that are aligned to their number. */
static inline void
page_set_scalar_known(struct page *page, unsigned at, unsigned width, bool known)
{
	const uint64_t bits = (((uint64_t)1 << width) - 1) << at % 64, others = page->known[at / 64] & ~bits;
	page->known[at / 64] = known ? others | bits : others;
}

/* How many bytes from `at` on, before `end`, are known or not known all alike. */
unsigned page_run_length(const struct page *page, unsigned at, unsigned end, bool *known);

#endif
