/* The contents of objects: read, write, forget and move. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "domain/example.h"
#include "domain/memory_fill.h"
#include "domain/memory_page.h"

/* The part of a range of bytes that belongs to one page. */
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

static bool
in_bounds(const struct object *object, int64_t offset, uint64_t bytes)
{
	return offset >= 0 && bytes && (!object->size || (uint64_t)offset + bytes <= object->size);
}

/* Whether the access is a naturally aligned scalar, which never crosses a page. */
static bool
is_scalar(int64_t offset, uint64_t width)
{
	return (width == 1 || width == 2 || width == 4 || width == 8) && !((uint64_t)offset & (width - 1));
}

/* Constant widths let the compiler use single moves. */
static inline void
copy_scalar(void *to, const void *from, unsigned width)
{
	switch (width) {
	case 1: memcpy(to, from, 1); break;
	case 2: memcpy(to, from, 2); break;
	case 4: memcpy(to, from, 4); break;
	default: memcpy(to, from, 8); break;
	}
}

/* Reads bytes of several pages or of fills. */
static bool
read_stretches(const struct memory *memory, const struct object *object, int64_t offset, unsigned width, uint64_t *bits)
{
	uint8_t bytes[8] = {0};
	for (unsigned done = 0; done < width;) {
		const struct stretch s = stretch_of((uint64_t)offset + done, width - done);
		const struct page *page = memory_find_page(memory, object, s.number);
		if (page) {
			if (!page_knows(page, s.at, s.count))
				return false;
			memcpy(bytes + done, page->bytes + s.at, s.count);
		} else {
			const uint64_t position = (uint64_t)offset + done;
			const struct fill *fill = fill_find(object, position, position + s.count);
			if (!fill)
				return false;
			memset(bytes + done, fill->byte, s.count);
		}
		done += s.count;
	}
	memcpy(bits, bytes, sizeof bytes);
	return true;
}

bool
memory_read(const struct memory *memory, const struct object *object, int64_t offset, unsigned width, uint64_t *bits)
{
	if (!in_bounds(object, offset, width) || width > 8)
		return false;
	const struct page *page =
		is_scalar(offset, width) ? memory_find_page(memory, object, (uint64_t)offset / PAGE_BYTES) : NULL;
	if (!page)
		return (object->page_count || object->fill_count) &&
		       read_stretches(memory, object, offset, width, bits);
	const unsigned at = (uint64_t)offset % PAGE_BYTES;
	if (!page_knows_scalar(page, at, width))
		return false;
	*bits = 0;
	copy_scalar(bits, page->bytes + at, width);
	return true;
}

/* Writes a scalar to its page. */
static void
put_scalar(struct page *page, int64_t offset, unsigned width, const uint64_t *bits)
{
	const unsigned at = (uint64_t)offset % PAGE_BYTES;
	memory_drop_symbols(page, at, width);
	copy_scalar(page->bytes + at, bits, width);
	page_set_scalar_known(page, at, width, true);
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
		page_set_known(page, s.at, s.count, bytes != NULL);
		done += s.count;
	}
}

void
memory_write(struct memory *memory, struct object *object, int64_t offset, unsigned width, uint64_t bits)
{
	object->version = ++memory->versions;
	const bool is_inside = is_scalar(offset, width) && in_bounds(object, offset, width);
	struct page *page = is_inside ? memory_page(memory, object, (uint64_t)offset / PAGE_BYTES) : NULL;
	if (page) {
		put_scalar(page, offset, width, &bits);
		return;
	}
	uint8_t bytes[8];
	memcpy(bytes, &bits, sizeof bytes);
	/* For a wider scalar, not all bytes are known. */
	put(memory, object, offset, width, width <= sizeof bytes ? bytes : NULL);
}

/* ---- symbols ---- */

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
	page_set_known(page, at, width, false);
	if (!memory_make_symbols(memory, page))
		return;
	object->holds_symbols = true;
	page->symbols->count += !page->symbols->width[word];
	page->symbols->term[word] = term;
	page->symbols->width[word] = (uint8_t)width;
	page->symbols->within[word] = (uint8_t)(offset % WORD_BYTES);
}

/* ---- ranges of bytes ---- */

/* The pages that are completely within [from, to): *first to *last, exclusive. */
static bool
whole_pages(uint64_t from, uint64_t to, uint64_t *first, uint64_t *last)
{
	*first = from / PAGE_BYTES + (from % PAGE_BYTES != 0);
	*last = to / PAGE_BYTES;
	return *first < *last;
}

/* Sets the bytes of [from, to) on existing pages to `byte`, or to unknown if it is negative. Pages completely within
 * are removed. */
static void
overlay(struct memory *memory, struct object *object, uint64_t from, uint64_t to, int byte)
{
	uint64_t first, last;
	if (!object->page_count)
		return;
	if (whole_pages(from, to, &first, &last))
		memory_remove_pages(memory, object, first, last);
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
		page_set_known(page, s.at, s.count, byte >= 0);
	}
}

/* Clips [offset, offset + bytes) to the object; false if nothing remains. */
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
	object->has_lost = true;
	if (memory_is_blank(object) || !clip(object, offset, bytes, &from, &to))
		return;
	const struct stretch s = stretch_of(from, to - from);
	struct page *page = memory_find_page(memory, object, s.number);
	if (page && s.count == to - from) {
		memory_drop_symbols(page, s.at, s.count);
		page_set_known(page, s.at, s.count, false);
		if (!object->fill_count && page_is_blank(page))
			memory_drop_page(memory, object, s.number);
		return;
	}
	if (bytes <= 8 && object->fill_count) {
		/* Single elements are better kept by a page than by fills. */
		put(memory, object, (int64_t)from, to - from, NULL);
		return;
	}
	fill_cut(object, from, to);
	overlay(memory, object, from, to, -1);
}

void
memory_print(FILE *out, struct memory_number number)
{
	if (number.is_known)
		fprintf(out, "0x%" PRIx64, number.bits);
	else
		fputs("unknown", out);
}

void
memory_join(struct memory *memory, struct object *object, int64_t offset, unsigned width, struct memory_number other)
{
	if (!other.is_known || !memory_number_equal(memory_read_number(memory, object, offset, width), other))
		memory_unknow(memory, object, offset, width);
}

void
memory_forget(struct memory *memory, struct object *object, uint32_t reason)
{
	memory_drop_pages(memory, object);
	object->fill_count = 0;
	object->reason = reason;
	object->has_lost = reason != 0;
	object->part_from = object->part_to = 0;
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
	fill_add(object, from, to, byte);
	overlay(memory, object, from, to, byte);
}

/* ---- moving ---- */

static void
move_symbols(struct memory *memory, struct object *to, int64_t to_offset, const struct page *page, struct stretch s)
{
	for (unsigned word = s.at / WORD_BYTES; page->symbols && word < PAGE_WORDS; word++) {
		const unsigned at = word * WORD_BYTES + page->symbols->within[word], width = page->symbols->width[word];
		if (width && at >= s.at && at + width <= s.at + s.count)
			memory_write_symbol(memory, to, to_offset + (int64_t)(at - s.at), width,
			                    page->symbols->term[word]);
	}
}

static void
move_page(struct memory *memory, struct object *to, int64_t to_offset, const struct page *page, struct stretch s)
{
	for (unsigned at = s.at; at < s.at + s.count;) {
		bool known;
		const unsigned count = page_run_length(page, at, s.at + s.count, &known);
		put(memory, to, to_offset + (int64_t)(at - s.at), count, known ? page->bytes + at : NULL);
		at += count;
	}
	move_symbols(memory, to, to_offset, page, s);
}

/* Copies the known contents from `from` to `to`, another object in which the destination is unknown. */
static void
move_known(struct memory *memory, struct object *to, int64_t to_offset, const struct object *from, int64_t from_offset,
           uint64_t bytes)
{
	uint64_t start, end;
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

/* Copies through a temporary object, because the ranges may overlap. */
static void
move_within(struct memory *memory, struct object *object, int64_t to_offset, int64_t from_offset, uint64_t bytes)
{
	struct object *aside = memory_new(memory, object->kind, object->size, object->name);
	move_known(memory, aside, from_offset, object, from_offset, bytes);
	memory_unknow(memory, object, to_offset, bytes);
	move_known(memory, object, to_offset, aside, from_offset, bytes);
	memory_delete(memory, aside);
}

void
memory_move(struct memory *memory, struct object *to, int64_t to_offset, const struct object *from, int64_t from_offset,
            uint64_t bytes)
{
	const bool has_lost = to->has_lost || from->has_lost;
	to->version = ++memory->versions;
	if (to == from) {
		if (to_offset != from_offset)
			move_within(memory, to, to_offset, from_offset, bytes);
		return;
	}
	if (to_offset == 0 && to->size && bytes >= to->size) {
		memory_forget(memory, to, from->reason);
	} else {
		memory_unknow(memory, to, to_offset, bytes);
		to->part_reason = from->reason;
		to->part_from = to_offset < 0 ? 0 : (uint64_t)to_offset;
		to->part_to = to->part_from + bytes;
	}
	to->has_lost = has_lost;
	to->reason = to->reason ? to->reason : from->reason;
	examples_copy(to, to_offset, from, from_offset);
	move_known(memory, to, to_offset, from, from_offset, bytes);
}
