/* Heap memory that cannot fail: sizes are checked, and the process ends with a message if the system has no more. */
#ifndef GPULINT_SUPPORT_ALLOCATE_H
#define GPULINT_SUPPORT_ALLOCATE_H

#include <stddef.h>

/* Sets the status with which the process ends if memory runs out. It then ends at once, without exit handlers, which
 * may need memory or wait forever. Without this call, it ends by exit(2). Call it before threads start. */
void memory_end_with(int status);
_Noreturn void memory_exhausted(size_t wanted);
/* count * size; ends the process on overflow. */
size_t memory_product(size_t count, size_t size);
void *memory_alloc(size_t size);
void *memory_zeroed(size_t count, size_t size);
void *memory_resize(void *old, size_t size);
char *memory_strdup(const char *text);
/* A NUL-terminated copy of the first `length` bytes of a text. */
char *memory_strndup(const char *text, size_t length);

/* Bytes that the process uses: of address space, or of memory. 0: unknown. */
enum memory_kind { MEMORY_ADDRESSES, MEMORY_RESIDENT };
double memory_of_process(enum memory_kind kind);

/* Growable arrays: a pointer, a count and a capacity, which the macro takes as arguments. */
void *memory_grow(void *items, size_t *capacity, size_t wanted, size_t item_size);
/* For code in a foreign process, which must not end: NULL if memory runs out, and nothing changes. */
void *memory_try_grow(void *items, size_t *capacity, size_t wanted, size_t item_size);
#define memory_push(items, count, capacity, item) \
	((items) = memory_grow((items), &(capacity), (count) + 1, sizeof *(items)), (items)[(count)++] = (item))

#endif
