/* Arena memory: all data of one translation unit or one evaluation comes from one arena, which is freed in one call.
 * Nothing is freed individually; data that outlives the arena is copied.
 *
 * If memory runs out, the process ends with a message: no caller could do better, and a partial report is worth
 * less. Sizes are in bytes. */
#ifndef GPULINT_SUPPORT_ARENA_H
#define GPULINT_SUPPORT_ARENA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct arena_block;

/* Blocks of freed arenas, for reuse by later ones. Short-lived arenas would otherwise request the same memory from
 * the system again and again. */
struct arena_spares {
	struct arena_block *newest;
};

struct arena {
	struct arena_block *block;   /* newest block; it links to the older ones */
	size_t used;                 /* bytes handed out of `block` */
	size_t total;                /* bytes of all blocks together */
	struct arena_spares *spares; /* outlives the arena; NULL: the system allocates and frees the blocks */
};

/* A point to which an arena can be rolled back. */
struct arena_mark {
	struct arena_block *block;
	size_t used;
};

/* Zeroed memory, aligned for any type. */
void *arena_alloc(struct arena *arena, size_t size);
/* The same, not zeroed, for hot paths that overwrite all of it. */
void *arena_alloc_raw(struct arena *arena, size_t size);
/* Zeroed array; ends the process if count * size overflows. */
void *arena_array(struct arena *arena, size_t count, size_t size);
/* A copy of an array's `count` items, with space for `room` of them; the rest is zeroed. */
void *arena_copy(struct arena *arena, const void *items, size_t count, size_t room, size_t item_size);
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

struct arena_mark arena_mark(const struct arena *arena);
/* Frees everything allocated since `mark`. */
void arena_release(struct arena *arena, struct arena_mark mark);
void arena_free(struct arena *arena);
void arena_spares_free(struct arena_spares *spares);

/* Growable arrays, used like memory_push (support/allocate.h). The outgrown arrays stay allocated; together they are
 * smaller than the last. */
void *arena_grow(struct arena *arena, void *items, size_t count, size_t *capacity, size_t item_size);
#define arena_push(arena, items, count, capacity, item) \
	((items) = arena_grow((arena), (items), (count), &(capacity), sizeof *(items)), (items)[(count)++] = (item))

#define arena_new(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define arena_new_array(arena, type, count) ((type *)arena_array((arena), (count), sizeof(type)))

#endif
