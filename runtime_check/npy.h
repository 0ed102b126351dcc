/* Arrays in NumPy's file format, versions 1.0 to 3.0: plain numbers, in C order, in this machine's byte order. */
#ifndef GPULINT_RUNTIME_CHECK_NPY_H
#define GPULINT_RUNTIME_CHECK_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

struct npy {
	const uint8_t *data; /* `size` bytes */
	size_t size;
	unsigned item_size; /* bytes of one number */
	bool is_float;      /* floating-point, not integer */
};

/* Reads the array from a file's bytes; npy->data points into them. False: *error, of the arena, says what is wrong. */
bool npy_parse(struct npy *npy, const uint8_t *bytes, size_t size, struct arena *arena, const char **error);

#endif
