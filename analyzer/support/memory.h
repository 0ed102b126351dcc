/* Heap memory that cannot fail: checked sizes, and a clear end of the process when the system has no more. */
#ifndef GPULINT_SUPPORT_MEMORY_H
#define GPULINT_SUPPORT_MEMORY_H

#include <stddef.h>

/* With which status the process ends when it has too little, and at once, without exit handlers: those of others may want memory
 * too, or wait for ever. Until that is said it ends by exit(2). Called before there are threads. */
void memory_end_with(int status);
_Noreturn void memory_exhausted(size_t wanted);
/* count * size; ends the process on overflow. */
size_t memory_product(size_t count, size_t size);
void *memory_alloc(size_t size);
void *memory_zeroed(size_t count, size_t size);
void *memory_resize(void *old, size_t size);
char *memory_strdup(const char *text);
/* So many bytes of a text, which may have more, and a closing 0. */
char *memory_strndup(const char *text, size_t length);

/* Bytes that the process has taken: of addresses, or of memory. 0: not known. */
enum memory_kind { MEMORY_ADDRESSES, MEMORY_RESIDENT };
double memory_of_process(enum memory_kind kind);

/* Growable arrays: a pointer, a count and a capacity, the three members that the macro is given. */
void *memory_grow(void *items, size_t *capacity, size_t wanted, size_t item_size);
/* In somebody else's process, which is not to end for us: NULL where there is too little, and all is as it was. */
void *memory_try_grow(void *items, size_t *capacity, size_t wanted, size_t item_size);
#define memory_push(items, count, capacity, item) \
	((items) = memory_grow((items), &(capacity), (count) + 1, sizeof *(items)), (items)[(count)++] = (item))

#endif
