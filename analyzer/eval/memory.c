#include "eval/memory.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

enum { PAGE_BYTES = 1024, FIRST_SLOTS = 256, DEFAULT_PAGE_LIMIT = 48 * 1024 };

struct page {
	uint32_t object;
	uint64_t number;
	uint8_t bytes[PAGE_BYTES];
	uint64_t known[PAGE_BYTES / 64];   /* a bit a byte */
};

struct stored_symbol {
	int64_t address;       /* 0: free; -1: deleted */
	uint32_t width;
	struct term term;
};

void
memory_init(struct memory *memory)
{
	*memory = (struct memory){.page_limit = DEFAULT_PAGE_LIMIT};
	memory_push(memory->objects, memory->count, memory->capacity, NULL);
	memory->page_slots = FIRST_SLOTS;
	memory->pages = memory_zeroed(FIRST_SLOTS, sizeof(struct page *));
	memory->stored_slots = FIRST_SLOTS;
	memory->stored = memory_zeroed(FIRST_SLOTS, sizeof *memory->stored);
}

static void
delete_object(struct object *object)
{
	if (!object)
		return;
	free(object->cells);
	free(object);
}

void
memory_free_all(struct memory *memory)
{
	for (size_t i = 0; i < memory->count; i++)
		delete_object(memory->objects[i]);
	for (size_t i = 0; i < memory->page_slots; i++)
		free(memory->pages[i]);
	free(memory->pages);
	free(memory->stored);
	free(memory->objects);
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

/* The page to write to, or NULL when no more pages may be kept: the object is then unknown from here on. */
static struct page *
page_for_writing(struct memory *memory, struct object *object, uint64_t number)
{
	struct page **slot = page_slot(memory, object->id, number);
	if (*slot)
		return *slot;
	if (memory->page_total >= memory->page_limit)
		return NULL;
	struct page *page = memory_zeroed(1, sizeof *page);
	page->object = object->id;
	page->number = number;
	if (object->known_fill) {
		memset(page->bytes, object->fill, sizeof page->bytes);
		memset(page->known, 0xff, sizeof page->known);
	}
	*slot = page;
	object->page_count++;
	if (++memory->page_total * 2 > memory->page_slots)
		rehash_pages(memory, memory->page_slots * 2);
	return page;
}

/* Takes one page out of the table and moves later ones of its run up, so that no search ends too early. */
static void
remove_page(struct memory *memory, uint32_t object, uint64_t number)
{
	struct page **slot = page_slot(memory, object, number);
	if (!*slot)
		return;
	free(*slot);
	*slot = NULL;
	memory->page_total--;
	const size_t mask = memory->page_slots - 1;
	for (size_t at = ((size_t)(slot - memory->pages) + 1) & mask; memory->pages[at]; at = (at + 1) & mask) {
		struct page *page = memory->pages[at];
		memory->pages[at] = NULL;
		*page_slot(memory, page->object, page->number) = page;
	}
}

static void
drop_pages(struct memory *memory, struct object *object)
{
	if (!object->page_count)
		return;
	if (object->size && object->size <= (uint64_t)PAGE_BYTES * 64) {
		for (uint64_t number = 0; number * PAGE_BYTES < object->size; number++)
			remove_page(memory, object->id, number);
		object->page_count = 0;
		return;
	}
	for (size_t i = 0; i < memory->page_slots; i++) {
		if (memory->pages[i] && memory->pages[i]->object == object->id) {
			free(memory->pages[i]);
			memory->pages[i] = NULL;
			memory->page_total--;
		}
	}
	object->page_count = 0;
	rehash_pages(memory, memory->page_slots);
}

void
memory_delete(struct memory *memory, struct object *object)
{
	drop_pages(memory, object);
	memory->objects[object->id] = NULL;
	/* An object that has stored symbols keeps its window for good: the table is not searched for them. */
	if (!object->symbol_widths)
		memory_push(memory->free_ids, memory->free_count, memory->free_capacity, object->id);
	delete_object(object);
}

struct object *
memory_object_at(const struct memory *memory, int64_t address)
{
	const uint64_t id = (uint64_t)address >> WINDOW_BITS;
	return id < memory->count ? memory->objects[id] : NULL;
}

/* ---- bytes ---- */

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
	for (unsigned i = at; i < at + count; i++) {
		const uint64_t bit = (uint64_t)1 << (i % 64);
		page->known[i / 64] = known ? page->known[i / 64] | bit : page->known[i / 64] & ~bit;
	}
}

static bool
in_bounds(const struct object *object, int64_t offset, uint64_t bytes)
{
	return offset >= 0 && (!object->size || (uint64_t)offset + bytes <= object->size);
}

bool
memory_read(const struct memory *memory, const struct object *object, int64_t offset, unsigned width, uint64_t *bits)
{
	if (!in_bounds(object, offset, width) || width > 8)
		return false;
	uint8_t bytes[8] = {0};
	for (unsigned done = 0; done < width;) {
		const uint64_t position = (uint64_t)offset + done;
		const unsigned at = position % PAGE_BYTES;
		const unsigned count = width - done < PAGE_BYTES - at ? width - done : PAGE_BYTES - at;
		const struct page *page = object->page_count ? *page_slot(memory, object->id, position / PAGE_BYTES) : NULL;
		if (page) {
			if (!bytes_known(page, at, count))
				return false;
			memcpy(bytes + done, page->bytes + at, count);
		} else if (object->known_fill) {
			memset(bytes + done, object->fill, count);
		} else {
			return false;
		}
		done += count;
	}
	memcpy(bits, bytes, sizeof bytes);
	return true;
}

static void drop_symbols(struct memory *memory, struct object *object, int64_t offset, unsigned width);

/* Writes `width` bytes, or makes them unknown when bytes is NULL. */
static void
put(struct memory *memory, struct object *object, int64_t offset, uint64_t width, const uint8_t *bytes, int fill)
{
	if (!in_bounds(object, offset, width))
		return;
	for (uint64_t done = 0; done < width;) {
		const uint64_t position = (uint64_t)offset + done;
		const unsigned at = position % PAGE_BYTES;
		const unsigned count = (unsigned)(width - done < PAGE_BYTES - at ? width - done : PAGE_BYTES - at);
		struct page *page = page_for_writing(memory, object, position / PAGE_BYTES);
		if (!page) {
			drop_pages(memory, object);
			object->known_fill = false;
			return;
		}
		if (bytes)
			memcpy(page->bytes + at, bytes + done, count);
		else if (fill >= 0)
			memset(page->bytes + at, fill, count);
		set_known(page, at, count, bytes || fill >= 0);
		done += count;
	}
}

void
memory_write(struct memory *memory, struct object *object, int64_t offset, unsigned width, uint64_t bits)
{
	uint8_t bytes[8];
	memcpy(bytes, &bits, sizeof bytes);
	if (object->symbol_widths)
		drop_symbols(memory, object, offset, width);
	object->version = ++memory->versions;
	put(memory, object, offset, width, bytes, -1);
}

void
memory_unknow(struct memory *memory, struct object *object, int64_t offset, uint64_t bytes)
{
	object->version = ++memory->versions;
	if (object->symbol_widths && bytes <= 64)
		drop_symbols(memory, object, offset, (unsigned)bytes);
	if (!object->known_fill && !object->page_count)
		return;
	if (bytes > PAGE_BYTES * 64)
		memory_forget(memory, object, object->reason);
	else
		put(memory, object, offset, bytes, NULL, -1);
}

void
memory_forget(struct memory *memory, struct object *object, uint32_t reason)
{
	drop_pages(memory, object);
	object->known_fill = false;
	object->reason = reason;
	object->version = ++memory->versions;
}

void
memory_fill(struct memory *memory, struct object *object, int64_t offset, uint64_t bytes, uint8_t byte)
{
	object->version = ++memory->versions;
	if (offset == 0 && object->size && bytes >= object->size) {
		drop_pages(memory, object);
		object->known_fill = true;
		object->fill = byte;
	} else if (object->known_fill && object->fill == byte && !object->page_count) {
		return;
	} else if (bytes <= (uint64_t)PAGE_BYTES * 4096) {
		put(memory, object, offset, bytes, NULL, byte);
	} else {
		memory_forget(memory, object, object->reason);
	}
}

void
memory_move(struct memory *memory, struct object *to, int64_t to_offset, const struct object *from,
            int64_t from_offset, uint64_t bytes)
{
	to->version = ++memory->versions;
	if (!from->page_count && !from->known_fill) {
		if (to_offset == 0 && (!to->size || bytes >= to->size))
			memory_forget(memory, to, from->reason);
		else
			memory_unknow(memory, to, to_offset, bytes);
		return;
	}
	if (!from->page_count) {
		memory_fill(memory, to, to_offset, bytes, from->fill);
		return;
	}
	if (bytes > (uint64_t)PAGE_BYTES * (memory->page_limit / 2)) {
		memory_forget(memory, to, from->reason);
		return;
	}
	if (to == from && to_offset == from_offset)
		return;
	/* What the source does not know, the destination does not know either; then the known bytes are laid over it. */
	if (from->known_fill)
		memory_fill(memory, to, to_offset, bytes, from->fill);
	else
		memory_unknow(memory, to, to_offset, bytes);
	uint8_t *copy = memory_alloc(PAGE_BYTES);
	for (uint64_t done = 0; done < bytes;) {
		const uint64_t position = (uint64_t)from_offset + done;
		const unsigned at = position % PAGE_BYTES;
		const unsigned count = (unsigned)(bytes - done < PAGE_BYTES - at ? bytes - done : PAGE_BYTES - at);
		const struct page *page = *page_slot(memory, from->id, position / PAGE_BYTES);
		if (page) {
			if (bytes_known(page, at, count)) {
				memcpy(copy, page->bytes + at, count);
				put(memory, to, to_offset + (int64_t)done, count, copy, -1);
			} else {
				for (unsigned i = 0; i < count; i++) {
					const bool known = bytes_known(page, at + i, 1);
					const uint8_t byte = page->bytes[at + i];
					put(memory, to, to_offset + (int64_t)(done + i), 1, known ? &byte : NULL, -1);
				}
			}
		}
		done += count;
	}
	free(copy);
}

/* ---- symbols in memory ---- */

static size_t
symbol_slot(const struct memory *memory, int64_t address, uint32_t width)
{
	uint64_t h = (uint64_t)address * 0x9E3779B97F4A7C15u + width * 0xD6E8FEB86659FD93u;
	size_t at = (h ^ h >> 31) & (memory->stored_slots - 1);
	while (memory->stored[at].address &&
	       (memory->stored[at].address != address || memory->stored[at].width != width))
		at = (at + 1) & (memory->stored_slots - 1);
	return at;
}

struct term
memory_read_symbol(const struct memory *memory, const struct object *object, int64_t offset, unsigned width)
{
	if (!object->symbol_widths)
		return (struct term){0, 0};
	const struct stored_symbol *s = &memory->stored[symbol_slot(memory, object_base(object) + offset, width)];
	return s->address ? s->term : (struct term){0, 0};
}

static void
drop_symbols(struct memory *memory, struct object *object, int64_t offset, unsigned width)
{
	for (unsigned w = 1; w <= 8; w *= 2) {
		if (!(object->symbol_widths & w))
			continue;
		/* Programs access memory aligned to the width. */
		for (int64_t at = offset & -(int64_t)w; at < offset + (int64_t)width; at += w) {
			struct stored_symbol *s = &memory->stored[symbol_slot(memory, object_base(object) + at, w)];
			if (s->address)
				s->term = (struct term){0, 0};
		}
	}
}

void
memory_write_symbol(struct memory *memory, struct object *object, int64_t offset, unsigned width, struct term term)
{
	memory_unknow(memory, object, offset, width);
	if (!in_bounds(object, offset, width))
		return;
	if (width > 8 || offset % width)
		return;
	object->symbol_widths |= (uint8_t)width;
	struct stored_symbol *s = &memory->stored[symbol_slot(memory, object_base(object) + offset, width)];
	if (!s->address)
		memory->stored_total++;
	*s = (struct stored_symbol){object_base(object) + offset, width, term};
	if (memory->stored_total * 2 <= memory->stored_slots)
		return;
	struct stored_symbol *old = memory->stored;
	const size_t old_slots = memory->stored_slots;
	memory->stored_slots *= 2;
	memory->stored = memory_zeroed(memory->stored_slots, sizeof *old);
	for (size_t i = 0; i < old_slots; i++)
		if (old[i].address)
			memory->stored[symbol_slot(memory, old[i].address, old[i].width)] = old[i];
	free(old);
}
