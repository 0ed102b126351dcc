#include "runtime_check/npy.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "\x93NUMPY";
enum { MAGIC_BYTES = sizeof magic - 1 };

/* ---- the header: a dictionary in Python's notation, written by programs ------------------------------------------- */

struct header {
	const char *at;
	char descr[16];
	bool has_descr, has_order, has_shape, is_fortran;
	uint64_t count;            /* of numbers */
};

static bool
take(struct header *h, const char *text)
{
	while (*h->at == ' ' || *h->at == '\n')
		h->at++;
	if (strncmp(h->at, text, strlen(text)) != 0)
		return false;
	h->at += strlen(text);
	return true;
}

static bool
read_quoted(struct header *h, char *text, size_t size)
{
	const char quote = take(h, "'") ? '\'' : take(h, "\"") ? '"' : '\0';
	size_t length = 0;
	for (; quote && *h->at && *h->at != quote; h->at++)
		if (length + 1 < size)
			text[length++] = *h->at;
	text[length] = '\0';
	return quote && *h->at++ == quote;
}

static bool
read_shape(struct header *h)
{
	h->count = 1;
	if (!take(h, "("))
		return false;
	while (!take(h, ")")) {
		take(h, " ");
		if (!isdigit((unsigned char)*h->at))
			return false;
		char *end;
		errno = 0;
		const unsigned long long extent = strtoull(h->at, &end, 10);
		if (errno || __builtin_mul_overflow(h->count, (uint64_t)extent, &h->count))
			return false;
		h->at = end;
		take(h, ",");
	}
	return true;
}

static bool
read_member(struct header *h)
{
	char name[32];
	if (!read_quoted(h, name, sizeof name) || !take(h, ":"))
		return false;
	if (!strcmp(name, "descr"))
		return h->has_descr = read_quoted(h, h->descr, sizeof h->descr);
	if (!strcmp(name, "shape"))
		return h->has_shape = read_shape(h);
	if (strcmp(name, "fortran_order") != 0)
		return false;
	h->is_fortran = take(h, "True");
	return h->has_order = h->is_fortran || take(h, "False");
}

static bool
read_header(struct header *h)
{
	if (!take(h, "{"))
		return false;
	while (!take(h, "}")) {
		if (!read_member(h))
			return false;
		take(h, ",");
	}
	return h->has_descr && h->has_order && h->has_shape;
}

/* Bytes of a number of that type, such as "<f4"; 0: it is none that is read. */
static unsigned
item_size(const char *descr)
{
	static const char kinds[] = "biuf";
	if ((*descr != '<' && *descr != '|') || !descr[1] || !strchr(kinds, descr[1]) || strlen(descr) != 3)
		return 0;
	const unsigned size = (unsigned)(descr[2] - '0');
	return size == 1 || size == 2 || size == 4 || size == 8 ? size : 0;
}

/* ---- the file ------------------------------------------------------------------------------------------------------ */

/* Where the header's text begins, and its length; false: there is no such header. */
static bool
find_header(const uint8_t *bytes, size_t size, size_t *begin, size_t *length)
{
	if (size < MAGIC_BYTES + 6 || memcmp(bytes, magic, MAGIC_BYTES) != 0)
		return false;
	const unsigned version = bytes[MAGIC_BYTES];
	const uint8_t *field = bytes + MAGIC_BYTES + 2;
	*begin = MAGIC_BYTES + 2 + (version == 1 ? 2 : 4);
	*length = field[0] | (size_t)field[1] << 8;
	if (version > 1)
		*length |= (size_t)field[2] << 16 | (size_t)field[3] << 24;
	return version >= 1 && version <= 3 && size >= *begin && *length <= size - *begin;
}

bool
npy_parse(struct npy *npy, const uint8_t *bytes, size_t size, struct arena *arena, const char **error)
{
	size_t begin, length;
	if (!find_header(bytes, size, &begin, &length)) {
		*error = "no NumPy array of version 1, 2 or 3";
		return false;
	}
	struct header h = {.at = arena_strndup(arena, (const char *)bytes + begin, length)};
	if (!read_header(&h)) {
		*error = "its header is not understood";
		return false;
	}
	*npy = (struct npy){bytes + begin + length, size - begin - length, item_size(h.descr)};
	if (h.is_fortran)
		*error = "it is in Fortran's order: C's is wanted (numpy.ascontiguousarray)";
	else if (!npy->item_size)
		*error = arena_printf(arena, "its type '%s' is no little-endian number of 1, 2, 4 or 8 bytes", h.descr);
	else if (h.count != npy->size / npy->item_size || npy->size % npy->item_size)
		*error = arena_printf(arena, "it says %llu numbers and holds %zu bytes", (unsigned long long)h.count, npy->size);
	else
		return true;
	return false;
}
