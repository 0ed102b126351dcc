#include "eval/memory.h"
#include "eval/memory_page.h"

#include <stdlib.h>
#include <string.h>

#include "eval/example.h"
#include "support/memory.h"

enum {
	FIRST_SLOTS = 256,
	MOST_PAGES = 48 * 1024,       /* beyond them bytes become unknown */
	MOST_SYMBOL_PAGES = 6 * 1024,
	MOST_FILLS = 16,              /* of one object */
};

/* The part of a run of bytes that lies on one page. */
struct stretch {
	uint64_t number;
	unsigned at, count;
};

static struct stretch
stretch_of(uint64_t position, uint64_t left)
{
	const unsigned at = position % PAGE_BYTES, room = PAGE_BYTES - at;
	return (struct stretch){position / PAGE_BYTES, at, left < room ? (unsigned)left : room};
}

void
memory_init(struct memory *memory)
{
	*memory = (struct memory){.page_slots = FIRST_SLOTS};
	memory_push(memory->objects, memory->count, memory->capacity, NULL);
	memory->pages = memory_zeroed(FIRST_SLOTS, sizeof(struct page *));
}

static void
delete_object(struct object *object)
{
	if (!object)
		return;
	free(object->cells);
	free(object->fills);
	examples_free(object->examples);
	free(object);
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
memory_free_all(struct memory *memory)
{
	for (size_t i = 0; i < memory->count; i++)
		delete_object(memory->objects[i]);
	for (size_t i = 0; i < memory->page_slots; i++)
		delete_page(memory, memory->pages[i]);
	free(memory->pages);
	free(memory->objects);
	free(memory->privates);
	free(memory->free_ids);
}

struct object *
memory_new(struct memory *memory, enum object_kind kind, uint64_t size, const char *name)
{
	struct object *object = memory_zeroed(1, sizeof *object);
	if (memory->free_count) {
		object->id = memory->free_ids[--memory->free_count];
		memory->objects[object->id] = object;
	} else {
		object->id = (uint32_t)memory->count;
		memory_push(memory->objects, memory->count, memory->capacity, object);
	}
	object->kind = kind;
	object->size = size;
	object->name = name ? name : "";
	object->is_private = kind == OBJECT_LOCAL || kind == OBJECT_PARAMETER;
	if (object->is_private) {
		object->place = memory->private_count;
		memory_push(memory->privates, memory->private_count, memory->private_capacity, object);
	}
	object->version = ++memory->versions;
	return object;
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

static bool
bytes_known(const struct page *page, unsigned at, unsigned count)
{
	for (unsigned i = at; i < at + count; i++)
		if (!(page->known[i / 64] >> (i % 64) & 1))
			return false;
	return true;
}

static void
set_known(struct page *page, unsigned at, unsigned count, bool known)
{
	for (unsigned i = at; i < at + count;) {
		const unsigned bits = 64 - i % 64 < at + count - i ? 64 - i % 64 : at + count - i;
		const uint64_t mask = (bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1) << (i % 64);
		page->known[i / 64] = known ? page->known[i / 64] | mask : page->known[i / 64] & ~mask;
		i += bits;
	}
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
		set_known(page, (unsigned)(from - start), (unsigned)(to - from), true);
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

/* Removes the pages [first, last) of an object. */
static void
remove_pages(struct memory *memory, struct object *object, uint64_t first, uint64_t last)
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

static void
drop_pages(struct memory *memory, struct object *object)
{
	if (object->page_count)
		remove_pages(memory, object, 0, object->size ? object->size / PAGE_BYTES + 1 : UINT64_MAX);
	object->holds_symbols = false;
}

void
memory_note_store(struct memory *memory, struct object *object, uint32_t clock)
{
	object->stamp = clock;
	if (object->is_private || (clock && memory->newest_stored == object))
		return;
	if (object->stored_before)
		object->stored_before->stored_after = object->stored_after;
	if (object->stored_after)
		object->stored_after->stored_before = object->stored_before;
	else if (memory->newest_stored == object)
		memory->newest_stored = object->stored_before;
	object->stored_before = object->stored_after = NULL;
	if (!clock)
		return;
	object->stored_before = memory->newest_stored;
	if (memory->newest_stored)
		memory->newest_stored->stored_after = object;
	memory->newest_stored = object;
}

void
memory_delete(struct memory *memory, struct object *object)
{
	drop_pages(memory, object);
	memory_note_store(memory, object, 0);
	if (object->is_private) {
		struct object *last = memory->privates[--memory->private_count];
		memory->privates[last->place = object->place] = last;
	}
	memory->objects[object->id] = NULL;
	memory_push(memory->free_ids, memory->free_count, memory->free_capacity, object->id);
	delete_object(object);
}

struct object *
memory_object_at(const struct memory *memory, int64_t address)
{
	const uint64_t id = (uint64_t)address >> WINDOW_BITS;
	return id < memory->count ? memory->objects[id] : NULL;
}

/* ---- fills ---- */

/* Cuts [from, to) out of the fills. */
static void
cut_fills(struct object *object, uint64_t from, uint64_t to)
{
	for (size_t i = 0; i < object->fill_count;) {
		struct fill *f = &object->fills[i];
		if (f->to <= from || f->from >= to) {
			i++;
		} else if (f->from < from && f->to > to) {
			const struct fill rest = {to, f->to, f->byte};
			f->to = from;
			memory_push(object->fills, object->fill_count, object->fill_capacity, rest);
			memmove(object->fills + i + 2, object->fills + i + 1, (object->fill_count - i - 2) * sizeof rest);
			object->fills[i + 1] = rest;
			i += 2;
		} else if (f->from >= from && f->to <= to) {
			memmove(f, f + 1, (--object->fill_count - i) * sizeof *f);
		} else {
			if (f->from < from)
				f->to = from;
			else
				f->from = to;
			i++;
		}
	}
}

/* Bytes for which there is no more room are unknown. */
static void
add_fill(struct object *object, uint64_t from, uint64_t to, uint8_t byte)
{
	cut_fills(object, from, to);
	size_t at = 0;
	while (at < object->fill_count && object->fills[at].from < from)
		at++;
	if (at > 0 && object->fills[at - 1].to == from && object->fills[at - 1].byte == byte) {
		object->fills[at - 1].to = to;
		return;
	}
	if (object->fill_count >= MOST_FILLS)
		return;
	const struct fill fill = {from, to, byte};
	memory_push(object->fills, object->fill_count, object->fill_capacity, fill);
	memmove(object->fills + at + 1, object->fills + at, (object->fill_count - 1 - at) * sizeof fill);
	object->fills[at] = fill;
}

/* The fill that holds all of these bytes, or NULL. */
static const struct fill *
fill_of(const struct object *object, uint64_t from, uint64_t to)
{
	for (size_t i = 0; i < object->fill_count; i++)
		if (object->fills[i].from <= from && to <= object->fills[i].to)
			return &object->fills[i];
	return NULL;
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

struct term
memory_read_symbol(const struct memory *memory, const struct object *object, int64_t offset, unsigned width)
{
	const bool may_hold = object->holds_symbols && offset >= 0;
	const struct page *page = may_hold ? memory_find_page(memory, object, (uint64_t)offset / PAGE_BYTES) : NULL;
	if (!page || !page->symbols)
		return (struct term){0, 0};
	const unsigned word = (uint64_t)offset % PAGE_BYTES / WORD_BYTES;
	const struct page_symbols *s = page->symbols;
	if (s->width[word] != width || s->within[word] != offset % WORD_BYTES)
		return (struct term){0, 0};
	return s->term[word];
}

/* ---- bytes ---- */

static bool
in_bounds(const struct object *object, int64_t offset, uint64_t bytes)
{
	return offset >= 0 && bytes && (!object->size || (uint64_t)offset + bytes <= object->size);
}

bool
memory_read(const struct memory *memory, const struct object *object, int64_t offset, unsigned width, uint64_t *bits)
{
	if (!in_bounds(object, offset, width) || width > 8)
		return false;
	uint8_t bytes[8] = {0};
	for (unsigned done = 0; done < width;) {
		const struct stretch s = stretch_of((uint64_t)offset + done, width - done);
		const struct page *page = memory_find_page(memory, object, s.number);
		if (page) {
			if (!bytes_known(page, s.at, s.count))
				return false;
			memcpy(bytes + done, page->bytes + s.at, s.count);
		} else {
			const uint64_t position = (uint64_t)offset + done;
			const struct fill *fill = fill_of(object, position, position + s.count);
			if (!fill)
				return false;
			memset(bytes + done, fill->byte, s.count);
		}
		done += s.count;
	}
	memcpy(bits, bytes, sizeof bytes);
	return true;
}

/* Writes `width` bytes, or makes them unknown when bytes is NULL. */
static void
put(struct memory *memory, struct object *object, int64_t offset, uint64_t width, const uint8_t *bytes)
{
	if (!in_bounds(object, offset, width))
		return;
	for (uint64_t done = 0; done < width;) {
		const struct stretch s = stretch_of((uint64_t)offset + done, width - done);
		struct page *page = memory_page(memory, object, s.number);
		if (!page) {
			memory_forget(memory, object, object->reason);
			return;
		}
		memory_drop_symbols(page, s.at, s.count);
		if (bytes)
			memcpy(page->bytes + s.at, bytes + done, s.count);
		set_known(page, s.at, s.count, bytes != NULL);
		done += s.count;
	}
}

void
memory_write(struct memory *memory, struct object *object, int64_t offset, unsigned width, uint64_t bits)
{
	uint8_t bytes[8];
	memcpy(bytes, &bits, sizeof bytes);
	object->version = ++memory->versions;
	put(memory, object, offset, width, bytes);
}

void
memory_write_symbol(struct memory *memory, struct object *object, int64_t offset, unsigned width, struct term term)
{
	if (width > 8 || offset % width) {
		memory_unknow(memory, object, offset, width);
		return;
	}
	object->version = ++memory->versions;
	if (!in_bounds(object, offset, width))
		return;
	struct page *page = memory_page(memory, object, (uint64_t)offset / PAGE_BYTES);
	if (!page) {
		memory_forget(memory, object, object->reason);
		return;
	}
	const unsigned at = (uint64_t)offset % PAGE_BYTES, word = at / WORD_BYTES;
	memory_drop_symbols(page, at, width);
	set_known(page, at, width, false);
	if (!page->symbols) {
		if (memory->symbol_pages >= MOST_SYMBOL_PAGES)
			return;
		page->symbols = memory_zeroed(1, sizeof *page->symbols);
		memory->symbol_pages++;
		object->holds_symbols = true;
	}
	page->symbols->term[word] = term;
	page->symbols->width[word] = (uint8_t)width;
	page->symbols->within[word] = (uint8_t)(offset % WORD_BYTES);
}

/* The pages that lie whole in [from, to): *first to *last, exclusive. */
static bool
whole_pages(uint64_t from, uint64_t to, uint64_t *first, uint64_t *last)
{
	*first = from / PAGE_BYTES + (from % PAGE_BYTES != 0);
	*last = to / PAGE_BYTES;
	return *first < *last;
}

/* The bytes of [from, to) that are on a page hold `byte`, or are unknown when it is negative; whole pages go. */
static void
overlay(struct memory *memory, struct object *object, uint64_t from, uint64_t to, int byte)
{
	uint64_t first, last;
	if (!object->page_count)
		return;
	if (whole_pages(from, to, &first, &last))
		remove_pages(memory, object, first, last);
	for (int end = 0; end < 2 && from < to; end++) {
		const uint64_t position = end ? (to - 1) / PAGE_BYTES * PAGE_BYTES : from;
		const uint64_t begin = position > from ? position : from;
		const struct stretch s = stretch_of(begin, to - begin);
		struct page *page = memory_find_page(memory, object, s.number);
		if (!page)
			continue;
		memory_drop_symbols(page, s.at, s.count);
		if (byte >= 0)
			memset(page->bytes + s.at, byte, s.count);
		set_known(page, s.at, s.count, byte >= 0);
	}
}

/* [offset, offset + bytes) within the object; false when nothing is left. */
static bool
clip(const struct object *object, int64_t offset, uint64_t bytes, uint64_t *from, uint64_t *to)
{
	const uint64_t end = object->size ? object->size : UINT64_MAX;
	*from = offset < 0 ? 0 : (uint64_t)offset;
	const uint64_t before = offset < 0 ? 0 - (uint64_t)offset : 0;
	const uint64_t length = bytes > before ? bytes - before : 0;
	*to = *from >= end ? *from : length > end - *from ? end : *from + length;
	return *from < *to;
}

void
memory_unknow(struct memory *memory, struct object *object, int64_t offset, uint64_t bytes)
{
	uint64_t from, to;
	object->version = ++memory->versions;
	if (memory_is_blank(object) || !clip(object, offset, bytes, &from, &to))
		return;
	const struct stretch s = stretch_of(from, to - from);
	struct page *page = memory_find_page(memory, object, s.number);
	if (page && s.count == to - from) {
		memory_drop_symbols(page, s.at, s.count);
		set_known(page, s.at, s.count, false);
		return;
	}
	if (bytes <= 8 && object->fill_count) {
		/* One element of many: a page tells them apart better than fills do. */
		put(memory, object, (int64_t)from, to - from, NULL);
		return;
	}
	cut_fills(object, from, to);
	overlay(memory, object, from, to, -1);
}

void
memory_forget(struct memory *memory, struct object *object, uint32_t reason)
{
	drop_pages(memory, object);
	object->fill_count = 0;
	object->reason = reason;
	object->version = ++memory->versions;
}

void
memory_zero(struct memory *memory, struct object *object)
{
	if (object->is_private)
		object->zeroed = true;
	else
		memory_fill(memory, object, 0, UINT64_MAX, 0);
}

void
memory_fill(struct memory *memory, struct object *object, int64_t offset, uint64_t bytes, uint8_t byte)
{
	uint64_t from, to;
	object->version = ++memory->versions;
	if (!clip(object, offset, bytes, &from, &to))
		return;
	add_fill(object, from, to, byte);
	overlay(memory, object, from, to, byte);
}

/* ---- moving ---- */

/* A run of a page's bytes that are all known, or all not. */
static unsigned
run_length(const struct page *page, unsigned at, unsigned end, bool *known)
{
	*known = bytes_known(page, at, 1);
	unsigned count = 1;
	while (at + count < end && bytes_known(page, at + count, 1) == *known)
		count++;
	return count;
}

static void
move_symbols(struct memory *memory, struct object *to, int64_t to_offset, const struct page *page, struct stretch s)
{
	for (unsigned word = s.at / WORD_BYTES; page->symbols && word < PAGE_WORDS; word++) {
		const unsigned at = word * WORD_BYTES + page->symbols->within[word], width = page->symbols->width[word];
		if (width && at >= s.at && at + width <= s.at + s.count)
			memory_write_symbol(memory, to, to_offset + (int64_t)(at - s.at), width, page->symbols->term[word]);
	}
}

static void
move_page(struct memory *memory, struct object *to, int64_t to_offset, const struct page *page, struct stretch s)
{
	for (unsigned at = s.at; at < s.at + s.count;) {
		bool known;
		const unsigned count = run_length(page, at, s.at + s.count, &known);
		put(memory, to, to_offset + (int64_t)(at - s.at), count, known ? page->bytes + at : NULL);
		at += count;
	}
	move_symbols(memory, to, to_offset, page, s);
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

void
memory_move(struct memory *memory, struct object *to, int64_t to_offset, const struct object *from,
            int64_t from_offset, uint64_t bytes)
{
	uint64_t start, end;
	to->version = ++memory->versions;
	if (to == from) {
		/* Within one object the two may overlap. */
		if (to_offset != from_offset)
			memory_unknow(memory, to, to_offset, bytes);
		return;
	}
	if (to_offset == 0 && to->size && bytes >= to->size)
		memory_forget(memory, to, from->reason);
	else
		memory_unknow(memory, to, to_offset, bytes);
	examples_copy(to, to_offset, from, from_offset);
	if (memory_is_blank(from) || !clip(from, from_offset, bytes, &start, &end))
		return;
	for (size_t i = 0; i < from->fill_count; i++) {
		const struct fill *f = &from->fills[i];
		const uint64_t first = f->from > start ? f->from : start, last = f->to < end ? f->to : end;
		if (first < last)
			memory_fill(memory, to, to_offset + (int64_t)first - from_offset, last - first, f->byte);
	}
	size_t count;
	struct page **pages = memory_pages_within(memory, from, start, end, &count);
	for (size_t i = 0; i < count; i++) {
		const uint64_t page_start = pages[i]->number * PAGE_BYTES;
		const uint64_t first = page_start > start ? page_start : start;
		const struct stretch s = stretch_of(first, end - first);
		move_page(memory, to, to_offset + (int64_t)first - from_offset, pages[i], s);
	}
	free(pages);
}
