/* Known bytes of a buffer. */
#ifndef GPULINT_DOMAIN_CONTENTS_H
#define GPULINT_DOMAIN_CONTENTS_H

#include <stddef.h>
#include <stdint.h>

/* Bytes [offset, offset + size) of a buffer; `bytes` NULL: each is `fill`. */
struct known_bytes {
	uint64_t offset, size;
	const uint8_t *bytes;
	uint8_t fill;
};

/* In order and disjoint. */
struct contents {
	const struct known_bytes *pieces;
	size_t count;
	const char *assumption; /* that the bytes depend on; NULL: none */
};

#endif
