/* The table of pages, and what they keep beside bytes. */
#include "eval/memory_page.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

enum {
	FIRST_SLOTS = 256,
	MOST_PAGES = 48 * 1024,       /* beyond them bytes become unknown */
	MOST_SYMBOL_PAGES = 6 * 1024,
};

/* ---- the table ---- */

void
memory_pages_init(struct memory *memory)
{
	memory->page_slots = FIRST_SLOTS;
	memory->pages = memory_zeroed(FIRST_SLOTS, sizeof(struct page *));
}

static void
delete_page(struct memory *memory, struct page *page)
{
	if (!page)
		return;
	memory->symbol_pages -= page->symbols != NULL;
	free(page->symbols);
	free(page);
}

void
memory_pages_free(struct memory *memory)
{
	for (size_t i = 0; i < memory->page_slots; i++)
		delete_page(memory, memory->pages[i]);
	free(memory->pages);
}

/* ---- pages ---- */

static size_t
page_hash(uint32_t object, uint64_t number, size_t slots)
{
	uint64_t h = (number * 0x9E3779B97F4A7C15u) ^ ((uint64_t)object * 0xD6E8FEB86659FD93u);
	h ^= h >> 29;
	return h & (slots - 1);
}

static struct page **
page_slot(const struct memory *memory, uint32_t object, uint64_t number)
{
	size_t at = page_hash(object, number, memory->page_slots);
	while (memory->pages[at] && (memory->pages[at]->object != object || memory->pages[at]->number != number))
		at = (at + 1) & (memory->page_slots - 1);
	return &memory->pages[at];
}

struct page *
memory_find_page(const struct memory *memory, const struct object *object, uint64_t number)
{
	return object->page_count ? *page_slot(memory, object->id, number) : NULL;
}

static void
rehash_pages(struct memory *memory, size_t slots)
{
	struct page **old = memory->pages;
	const size_t old_slots = memory->page_slots;
	memory->pages = memory_zeroed(slots, sizeof(struct page *));
	memory->page_slots = slots;
	for (size_t i = 0; i < old_slots; i++)
		if (old[i])
			*page_slot(memory, old[i]->object, old[i]->number) = old[i];
	free(old);
}

/* What the fills say of a new page's bytes. */
static void
apply_fills(const struct object *object, struct page *page)
{
	const uint64_t start = page->number * PAGE_BYTES, end = start + PAGE_BYTES;
	for (size_t i = 0; i < object->fill_count; i++) {
		const struct fill *f = &object->fills[i];
		const uint64_t from = f->from > start ? f->from : start, to = f->to < end ? f->to : end;
		if (from >= to)
			continue;
		memset(page->bytes + (from - start), f->byte, to - from);
		page_set_known(page, (unsigned)(from - start), (unsigned)(to - from), true);
	}
}

struct page *
memory_page(struct memory *memory, struct object *object, uint64_t number)
{
	struct page **slot = page_slot(memory, object->id, number);
	if (*slot)
		return *slot;
	if (memory->page_total >= MOST_PAGES)
		return NULL;
	struct page *page = memory_zeroed(1, sizeof *page);
	page->object = object->id;
	page->number = number;
	apply_fills(object, page);
	*slot = page;
	object->page_count++;
	if (++memory->page_total * 2 > memory->page_slots)
		rehash_pages(memory, memory->page_slots * 2);
	return page;
}

/* Takes one page out of the table and moves later ones of its run up, so that no search ends too early. */
void
memory_drop_page(struct memory *memory, struct object *object, uint64_t number)
{
	struct page **slot = page_slot(memory, object->id, number);
	if (!*slot)
		return;
	delete_page(memory, *slot);
	*slot = NULL;
	memory->page_total--;
	object->page_count--;
	const size_t mask = memory->page_slots - 1;
	for (size_t at = ((size_t)(slot - memory->pages) + 1) & mask; memory->pages[at]; at = (at + 1) & mask) {
		struct page *page = memory->pages[at];
		memory->pages[at] = NULL;
		*page_slot(memory, page->object, page->number) = page;
	}
}

void
memory_remove_pages(struct memory *memory, struct object *object, uint64_t first, uint64_t last)
{
	if (last - first <= memory->page_slots) {
		for (uint64_t number = first; number < last && object->page_count; number++)
			memory_drop_page(memory, object, number);
		return;
	}
	for (size_t i = 0; i < memory->page_slots; i++) {
		struct page *page = memory->pages[i];
		if (!page || page->object != object->id || page->number < first || page->number >= last)
			continue;
		delete_page(memory, page);
		memory->pages[i] = NULL;
		memory->page_total--;
		object->page_count--;
	}
	rehash_pages(memory, memory->page_slots);
}

void
memory_drop_pages(struct memory *memory, struct object *object)
{
	if (object->page_count)
		memory_remove_pages(memory, object, 0, object->size ? object->size / PAGE_BYTES + 1 : UINT64_MAX);
	object->holds_symbols = false;
}

struct page **
memory_pages_within(const struct memory *memory, const struct object *object, uint64_t from, uint64_t to, size_t *count)
{
	struct page **list = memory_zeroed(object->page_count + 1, sizeof *list);
	const uint64_t first = from / PAGE_BYTES, last = (to - 1) / PAGE_BYTES;
	*count = 0;
	if (last - first < memory->page_slots) {
		for (uint64_t number = first; number <= last && *count < object->page_count; number++) {
			struct page *page = memory_find_page(memory, object, number);
			if (page)
				list[(*count)++] = page;
		}
		return list;
	}
	for (size_t i = 0; i < memory->page_slots; i++) {
		struct page *page = memory->pages[i];
		if (page && page->object == object->id && page->number >= first && page->number <= last)
			list[(*count)++] = page;
	}
	return list;
}

/* ---- what is known of bytes ---- */

/* The part of a run of known bits that lies in one word of them. */
struct known_run {
	unsigned count;
	uint64_t mask;
};

static struct known_run
known_run_of(unsigned at, unsigned left)
{
	const unsigned room = 64 - at % 64, count = left < room ? left : room;
	return (struct known_run){count, (count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << count) - 1) << at % 64};
}

bool
page_knows(const struct page *page, unsigned at, unsigned count)
{
	for (const unsigned end = at + count; at < end;) {
		const struct known_run run = known_run_of(at, end - at);
		if ((page->known[at / 64] & run.mask) != run.mask)
			return false;
		at += run.count;
	}
	return true;
}

void
page_set_known(struct page *page, unsigned at, unsigned count, bool known)
{
	for (const unsigned end = at + count; at < end;) {
		const struct known_run run = known_run_of(at, end - at);
		page->known[at / 64] = known ? page->known[at / 64] | run.mask : page->known[at / 64] & ~run.mask;
		at += run.count;
	}
}

unsigned
page_run_length(const struct page *page, unsigned at, unsigned end, bool *known)
{
	*known = page_knows(page, at, 1);
	const uint64_t alike = *known ? UINT64_MAX : 0;
	for (unsigned next = at; next < end; next += 64 - next % 64) {
		const uint64_t others = (page->known[next / 64] ^ alike) >> next % 64;
		const unsigned other = others ? next + (unsigned)__builtin_ctzll(others) : end;
		if (other < end)
			return other - at;
	}
	return end - at;
}

/* ---- symbols ---- */

bool
memory_make_symbols(struct memory *memory, struct page *page)
{
	if (page->symbols)
		return true;
	if (memory->symbol_pages >= MOST_SYMBOL_PAGES)
		return false;
	page->symbols = memory_zeroed(1, sizeof *page->symbols);
	memory->symbol_pages++;
	return true;
}

/* ---- symbols ---- */

void
memory_drop_symbols(struct page *page, unsigned at, unsigned count)
{
	struct page_symbols *s = page->symbols;
	if (!s)
		return;
	/* A symbol of eight bytes may begin in the word before. */
	const unsigned first = at / WORD_BYTES, last = (at + count - 1) / WORD_BYTES;
	for (unsigned i = first ? first - 1 : 0; i <= last; i++) {
		const unsigned begin = i * WORD_BYTES + s->within[i];
		if (s->width[i] && begin < at + count && begin + s->width[i] > at)
			s->width[i] = 0;
	}
}
