#include "support/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"

enum { BLOCK_SIZE = 256 * 1024, FIRST_CAPACITY = 8 };

struct arena_block {
	struct arena_block *older;
	size_t size;
	alignas(max_align_t) unsigned char data[];
};

static size_t
round_up(size_t size)
{
	const size_t align = alignof(max_align_t);
	if (size > SIZE_MAX - align)
		memory_exhausted(size);
	return (size + align - 1) & ~(align - 1);
}

/* A block of BLOCK_SIZE, or larger if the request needs it. */
static struct arena_block *
take_block(struct arena_spares *spares, size_t size)
{
	if (size <= BLOCK_SIZE && spares && spares->newest) {
		struct arena_block *block = spares->newest;
		spares->newest = block->older;
		return block;
	}
	const size_t capacity = size > BLOCK_SIZE ? size : BLOCK_SIZE;
	struct arena_block *block = memory_alloc(sizeof *block + capacity);
	block->size = capacity;
	return block;
}

/* An oversized block was made for one request and is unlikely to be reused. */
static void
give_block_back(struct arena_spares *spares, struct arena_block *block)
{
	if (!spares || block->size > BLOCK_SIZE) {
		free(block);
		return;
	}
	block->older = spares->newest;
	spares->newest = block;
}

static void
add_block(struct arena *arena, size_t size)
{
	struct arena_block *block = take_block(arena->spares, size);
	block->older = arena->block;
	arena->block = block;
	arena->used = 0;
	arena->total += block->size;
}

void *
arena_alloc_raw(struct arena *arena, size_t size)
{
	size = round_up(size ? size : 1);
	if (!arena->block || arena->block->size - arena->used < size)
		add_block(arena, size);
	void *result = arena->block->data + arena->used;
	arena->used += size;
	return result;
}

void *
arena_alloc(struct arena *arena, size_t size)
{
	return memset(arena_alloc_raw(arena, size), 0, size);
}

void *
arena_array(struct arena *arena, size_t count, size_t size)
{
	return arena_alloc(arena, memory_product(count, size));
}

void *
arena_copy(struct arena *arena, const void *items, size_t count, size_t room, size_t item_size)
{
	void *copy = arena_array(arena, room, item_size);
	return count ? memcpy(copy, items, count * item_size) : copy;
}

void *
arena_grow(struct arena *arena, void *items, size_t count, size_t *capacity, size_t item_size)
{
	if (count < *capacity)
		return items;
	*capacity = count < FIRST_CAPACITY / 2 ? FIRST_CAPACITY : memory_product(count, 2);
	return arena_copy(arena, items, count, *capacity, item_size);
}

char *
arena_strndup(struct arena *arena, const char *text, size_t length)
{
	char *copy = arena_alloc_raw(arena, length + 1);
	memcpy(copy, text, length);
	copy[length] = '\0';
	return copy;
}

char *
arena_strdup(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, strlen(text));
}

char *
arena_vprintf(struct arena *arena, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	const int length = vsnprintf(NULL, 0, format, args);
	char *text = arena_alloc_raw(arena, length < 0 ? 1 : (size_t)length + 1);
	if (length < 0)
		*text = '\0';
	else
		vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	return text;
}

char *
arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = arena_vprintf(arena, format, args);
	va_end(args);
	return text;
}

struct arena_mark
arena_mark(const struct arena *arena)
{
	return (struct arena_mark){arena->block, arena->used};
}

void
arena_release(struct arena *arena, struct arena_mark mark)
{
	while (arena->block != mark.block) {
		struct arena_block *older = arena->block->older;
		arena->total -= arena->block->size;
		give_block_back(arena->spares, arena->block);
		arena->block = older;
	}
	arena->used = mark.used;
}

void
arena_free(struct arena *arena)
{
	arena_release(arena, (struct arena_mark){NULL, 0});
}

void
arena_spares_free(struct arena_spares *spares)
{
	struct arena all = {.block = spares->newest};
	arena_free(&all);
	spares->newest = NULL;
}
