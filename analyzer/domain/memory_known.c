#include "domain/memory_known.h"

#include <stdlib.h>
#include <string.h>

#include "domain/memory_page.h"
#include "support/allocate.h"

struct pieces {
	struct known_bytes *items;
	size_t count, capacity;
};

static void
add_piece(struct pieces *pieces, struct known_bytes piece)
{
	memory_push(pieces->items, pieces->count, pieces->capacity, piece);
}

/* ---- pages ---- */

static int
by_number(const void *left, const void *right)
{
	const struct page *const *a = left, *const *b = right;
	return ((*a)->number > (*b)->number) - ((*a)->number < (*b)->number);
}

/* The last page of an object may reach beyond its end. */
static unsigned
end_of(const struct object *object, const struct page *page)
{
	const uint64_t start = page->number * PAGE_BYTES;
	return object->size && object->size - start < PAGE_BYTES ? (unsigned)(object->size - start) : PAGE_BYTES;
}

static void
add_page(struct pieces *pieces, const struct object *object, const struct page *page)
{
	const unsigned end = end_of(object, page);
	for (unsigned at = 0; at < end;) {
		bool known;
		const unsigned count = page_run_length(page, at, end, &known);
		if (known)
			add_piece(pieces,
			          (struct known_bytes){page->number * PAGE_BYTES + at, count, page->bytes + at, 0});
		at += count;
	}
}

/* Adds the fills' bytes that are on no page. */
static void
add_fills(struct pieces *pieces, const struct object *object, uint64_t from, uint64_t to)
{
	for (size_t i = 0; i < object->fill_count; i++) {
		const struct fill *fill = &object->fills[i];
		const uint64_t start = fill->from > from ? fill->from : from, end = fill->to < to ? fill->to : to;
		if (start < end)
			add_piece(pieces, (struct known_bytes){start, end - start, NULL, fill->byte});
	}
}

/* ---- all contents ---- */

/* The number of adjacent pieces at the beginning. */
static size_t
row_length(const struct known_bytes *pieces, size_t count, uint64_t *size)
{
	size_t row = 1;
	*size = pieces[0].size;
	while (row < count && pieces[0].bytes && pieces[row].bytes && pieces[row].offset == pieces[0].offset + *size)
		*size += pieces[row++].size;
	return row;
}

static struct contents
join(const struct pieces *pieces, struct arena *arena)
{
	struct known_bytes *joined = arena_array(arena, pieces->count, sizeof *joined);
	size_t count = 0;
	for (size_t i = 0; i < pieces->count;) {
		uint64_t size;
		const size_t row = row_length(&pieces->items[i], pieces->count - i, &size);
		uint8_t *bytes = pieces->items[i].bytes ? arena_alloc(arena, size) : NULL;
		joined[count++] = (struct known_bytes){pieces->items[i].offset, size, bytes, pieces->items[i].fill};
		for (size_t k = 0; bytes && k < row; k++) {
			memcpy(bytes, pieces->items[i + k].bytes, pieces->items[i + k].size);
			bytes += pieces->items[i + k].size;
		}
		i += row;
	}
	return (struct contents){.pieces = joined, .count = count};
}

struct contents
memory_known(const struct memory *memory, const struct object *object, struct arena *arena)
{
	struct pieces pieces = {0};
	size_t count;
	struct page **pages = memory_pages_within(memory, object, 0, UINT64_MAX, &count);
	if (count)
		qsort(pages, count, sizeof *pages, by_number);
	uint64_t position = 0;
	for (size_t i = 0; i < count; i++) {
		const uint64_t start = pages[i]->number * PAGE_BYTES;
		add_fills(&pieces, object, position, start);
		add_page(&pieces, object, pages[i]);
		position = start + PAGE_BYTES;
	}
	add_fills(&pieces, object, position, object->size ? object->size : UINT64_MAX);
	const struct contents contents = join(&pieces, arena);
	free(pieces.items);
	free(pages);
	return contents;
}
