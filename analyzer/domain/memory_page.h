/* Pages of common objects, for bulk reads and writes. A page holds some bytes of one object, which of them are
 * known, and the symbols stored into them. The memory owns its pages; examples and bytecode runs keep separate pages. */
#ifndef GPULINT_DOMAIN_MEMORY_PAGE_H
#define GPULINT_DOMAIN_MEMORY_PAGE_H

#include "domain/memory.h"

enum { PAGE_BITS = 10, PAGE_BYTES = 1 << PAGE_BITS, WORD_BYTES = 4, PAGE_WORDS = PAGE_BYTES / WORD_BYTES };

/* Symbols stored into a page, at the words in which they begin. */
struct page_symbols {
	unsigned count;
	struct term term[PAGE_WORDS];
	uint8_t width[PAGE_WORDS];  /* bytes; 0: none */
	uint8_t within[PAGE_WORDS]; /* offset in the word */
};

struct page {
	uint32_t object;
	uint64_t number;
	uint8_t bytes[PAGE_BYTES];
	uint64_t known[PAGE_BYTES / 64]; /* one bit a byte */
	struct page_symbols *symbols;    /* or NULL */
	struct page *next_spare;         /* of an unused page: the next in page_table.spare */
};

/* The pages of all objects of a memory. */
struct page_table {
	struct page **slots; /* open addressing by (object, page number) */
	size_t slot_count, page_count;
	size_t symbol_pages; /* pages with room for symbols */
	struct page *found;  /* cache of the last search, or NULL: neighbouring lanes look up the same page */
	struct page *spare;  /* unused pages for reuse, linked by next_spare */
};

void memory_pages_init(struct memory *memory);
void memory_pages_free(struct memory *memory);
/* The object's page of that number, created if missing. NULL: too many pages. A caller that writes must maintain
 * symbols, bounds and the object's version. */
struct page *memory_page(struct memory *memory, struct object *object, uint64_t number);
/* Removes the page: the object's fills then determine its bytes. */
void memory_drop_page(struct memory *memory, struct object *object, uint64_t number);
/* The same as memory_find_page, without the cache. */
struct page *memory_search_page(const struct memory *memory, const struct object *object, uint64_t number);

/* NULL: no such page; the object's fills hold what is known. */
static inline struct page *
memory_find_page(const struct memory *memory, const struct object *object, uint64_t number)
{
	struct page *page = memory->pages->found;
	if (page && page->object == object->id && page->number == number)
		return page;
	return object->page_count ? memory_search_page(memory, object, number) : NULL;
}

/* Pages that overlap [from, to), unordered. The caller frees the list. */
struct page **memory_pages_within(const struct memory *memory, const struct object *object, uint64_t from, uint64_t to,
                                  size_t *count);
/* Removes pages [first, last). */
void memory_remove_pages(struct memory *memory, struct object *object, uint64_t first, uint64_t last);
/* Removes all pages. */
void memory_drop_pages(struct memory *memory, struct object *object);

/* Allocates room for symbols. False: too many pages have it. */
bool memory_make_symbols(struct memory *memory, struct page *page);
void page_drop_stored_symbols(struct page *page, unsigned at, unsigned count);

/* Removes all symbols that overlap `count` bytes of the page from `at`. */
static inline void
memory_drop_symbols(struct page *page, unsigned at, unsigned count)
{
	if (page->symbols && page->symbols->count)
		page_drop_stored_symbols(page, at, count);
}

/* Bit mask of the known bytes among `width` = 1, 2, 4 or 8 naturally aligned ones. */
static inline uint8_t
page_known_bits(const struct page *page, unsigned at, unsigned width)
{
	return (uint8_t)(page->known[at / 64] >> at % 64 & (((uint64_t)1 << width) - 1));
}

/* Whether all of them are known. */
static inline bool
page_knows_scalar(const struct page *page, unsigned at, unsigned width)
{
	return page_known_bits(page, at, width) == ((uint64_t)1 << width) - 1;
}

/* The same for any number of bytes. */
bool page_knows(const struct page *page, unsigned at, unsigned count);
/* Whether no byte is known and no symbol is stored. */
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
