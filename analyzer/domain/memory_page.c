/* The page table, and the symbols on pages. */
#include "domain/memory_page.h"

#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"

enum {
	FIRST_SLOTS = 256,
	MOST_PAGES = 48 * 1024, /* further bytes become unknown */
	MOST_SYMBOL_PAGES = 6 * 1024,
};

/* ---- the table ---- */

void
memory_pages_init(struct memory *memory)
{
	memory->pages = memory_zeroed(1, sizeof *memory->pages);
	memory->pages->slot_count = FIRST_SLOTS;
	memory->pages->slots = memory_zeroed(FIRST_SLOTS, sizeof(struct page *));
}

static void
delete_page(struct page_table *table, struct page *page)
{
	if (!page)
		return;
	if (table->found == page)
		table->found = NULL;
	table->symbol_pages -= page->symbols != NULL;
	free(page->symbols);
	page->next_spare = table->spare;
	table->spare = page;
}

/* A zeroed page. */
static struct page *
new_page(struct page_table *table)
{
	struct page *page = table->spare;
	if (!page)
		return memory_zeroed(1, sizeof *page);
	table->spare = page->next_spare;
	memset(page, 0, sizeof *page);
	return page;
}

void
memory_pages_free(struct memory *memory)
{
	struct page_table *table = memory->pages;
	for (size_t i = 0; i < table->slot_count; i++)
		delete_page(table, table->slots[i]);
	for (struct page *page = table->spare, *next; page; page = next) {
		next = page->next_spare;
		free(page);
	}
	free(table->slots);
	free(table);
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
page_slot(const struct page_table *table, uint32_t object, uint64_t number)
{
	size_t at = page_hash(object, number, table->slot_count);
	while (table->slots[at] && (table->slots[at]->object != object || table->slots[at]->number != number))
		at = (at + 1) & (table->slot_count - 1);
	return &table->slots[at];
}

struct page *
memory_search_page(const struct memory *memory, const struct object *object, uint64_t number)
{
	struct page *page = *page_slot(memory->pages, object->id, number);
	if (page)
		memory->pages->found = page;
	return page;
}

static void
rehash_pages(struct page_table *table, size_t slots)
{
	struct page **old = table->slots;
	const size_t old_slots = table->slot_count;
	table->slots = memory_zeroed(slots, sizeof(struct page *));
	table->slot_count = slots;
	for (size_t i = 0; i < old_slots; i++)
		if (old[i])
			*page_slot(table, old[i]->object, old[i]->number) = old[i];
	free(old);
}

/* Applies the object's fills to a new page. */
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

static struct page *
add_page(struct page_table *table, struct object *object, uint64_t number)
{
	if (table->page_count >= MOST_PAGES)
		return NULL;
	struct page *page = new_page(table);
	page->object = object->id;
	page->number = number;
	apply_fills(object, page);
	*page_slot(table, object->id, number) = page;
	table->found = page;
	object->page_count++;
	if (++table->page_count * 2 > table->slot_count)
		rehash_pages(table, table->slot_count * 2);
	return page;
}

struct page *
memory_page(struct memory *memory, struct object *object, uint64_t number)
{
	struct page *page = memory_find_page(memory, object, number);
	return page ? page : add_page(memory->pages, object, number);
}

/* Removes a page from the hash table and moves later entries of its probe sequence up, so that no search ends early. */
void
memory_drop_page(struct memory *memory, struct object *object, uint64_t number)
{
	struct page_table *table = memory->pages;
	struct page **slot = page_slot(table, object->id, number);
	if (!*slot)
		return;
	delete_page(table, *slot);
	*slot = NULL;
	table->page_count--;
	if (!--object->page_count)
		object->holds_symbols = false;
	const size_t mask = table->slot_count - 1;
	for (size_t at = ((size_t)(slot - table->slots) + 1) & mask; table->slots[at]; at = (at + 1) & mask) {
		struct page *page = table->slots[at];
		table->slots[at] = NULL;
		*page_slot(table, page->object, page->number) = page;
	}
}

void
memory_remove_pages(struct memory *memory, struct object *object, uint64_t first, uint64_t last)
{
	struct page_table *table = memory->pages;
	if (last - first <= table->slot_count) {
		for (uint64_t number = first; number < last && object->page_count; number++)
			memory_drop_page(memory, object, number);
		return;
	}
	for (size_t i = 0; i < table->slot_count; i++) {
		struct page *page = table->slots[i];
		if (!page || page->object != object->id || page->number < first || page->number >= last)
			continue;
		delete_page(table, page);
		table->slots[i] = NULL;
		table->page_count--;
		object->page_count--;
	}
	rehash_pages(table, table->slot_count);
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
	const struct page_table *table = memory->pages;
	struct page **list = memory_zeroed(object->page_count + 1, sizeof *list);
	const uint64_t first = from / PAGE_BYTES, last = (to - 1) / PAGE_BYTES;
	*count = 0;
	if (last - first < table->slot_count) {
		for (uint64_t number = first; number <= last && *count < object->page_count; number++) {
			struct page *page = memory_find_page(memory, object, number);
			if (page)
				list[(*count)++] = page;
		}
		return list;
	}
	for (size_t i = 0; i < table->slot_count; i++) {
		struct page *page = table->slots[i];
		if (page && page->object == object->id && page->number >= first && page->number <= last)
			list[(*count)++] = page;
	}
	return list;
}

/* ---- known bytes ---- */

/* The part of a range of known bits that belongs to one 64-bit word. */
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

bool
page_is_blank(const struct page *page)
{
	for (unsigned i = 0; i < PAGE_BYTES / 64; i++)
		if (page->known[i])
			return false;
	return !page->symbols || !page->symbols->count;
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
	if (memory->pages->symbol_pages >= MOST_SYMBOL_PAGES)
		return false;
	page->symbols = memory_zeroed(1, sizeof *page->symbols);
	memory->pages->symbol_pages++;
	return true;
}

void
page_drop_stored_symbols(struct page *page, unsigned at, unsigned count)
{
	struct page_symbols *s = page->symbols;
	/* A symbol of eight bytes may begin in the previous word. */
	const unsigned first = at / WORD_BYTES, last = (at + count - 1) / WORD_BYTES;
	for (unsigned i = first ? first - 1 : 0; i <= last; i++) {
		const unsigned begin = i * WORD_BYTES + s->within[i];
		if (s->width[i] && begin < at + count && begin + s->width[i] > at) {
			s->width[i] = 0;
			s->count--;
		}
	}
}
