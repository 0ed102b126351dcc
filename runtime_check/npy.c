#include "runtime_check/npy.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "\x93NUMPY";
enum { MAGIC_BYTES = sizeof magic - 1 };

/* ---- the header: a dictionary in Python's notation --------------------------------------------------------------- */

struct header {
	const char *at, *end;
	char descr[16];
	bool has_descr, has_order, has_shape, is_fortran;
	uint64_t count; /* of numbers */
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
	if (!quote || *h->at != quote)
		return false;
	h->at++;
	return true;
}

static bool
read_extent(struct header *h)
{
	char *end;
	take(h, "");
	if (!isdigit((unsigned char)*h->at))
		return false;
	errno = 0;
	const unsigned long long extent = strtoull(h->at, &end, 10);
	h->at = end;
	return !errno && !__builtin_mul_overflow(h->count, (uint64_t)extent, &h->count);
}

/* A tuple. One with a single item has a comma after it. */
static bool
read_shape(struct header *h)
{
	h->count = 1;
	if (!take(h, "("))
		return false;
	for (size_t i = 0; !take(h, ")"); i++) {
		if (!read_extent(h))
			return false;
		if (!take(h, ","))
			return i > 0 && take(h, ")");
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
		return !h->has_descr && (h->has_descr = read_quoted(h, h->descr, sizeof h->descr));
	if (!strcmp(name, "shape"))
		return !h->has_shape && (h->has_shape = read_shape(h));
	if (strcmp(name, "fortran_order") != 0 || h->has_order)
		return false;
	h->is_fortran = take(h, "True");
	return h->has_order = h->is_fortran || take(h, "False");
}

/* After the dictionary only blanks may follow, which pad the line. */
static bool
ends(struct header *h)
{
	take(h, "");
	return h->at == h->end && h->has_descr && h->has_order && h->has_shape;
}

static bool
read_header(struct header *h)
{
	if (!take(h, "{"))
		return false;
	while (read_member(h) && take(h, ","))
		if (take(h, "}"))
			return ends(h);
	return take(h, "}") && ends(h);
}

static const struct {
	const char *name; /* NumPy's name without the byte order, which a type of one byte need not have */
	unsigned size;
	bool is_float;
} types[] = {
	{"b1", 1, false}, {"i1", 1, false}, {"u1", 1, false}, {"i2", 2, false}, {"u2", 2, false}, {"f2", 2, true},
	{"i4", 4, false}, {"u4", 4, false}, {"f4", 4, true},  {"i8", 8, false}, {"u8", 8, false}, {"f8", 8, true},
};

/* Sets the type of the array's numbers; false: the type is not supported. */
static bool
read_type(struct npy *npy, const char *descr)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		if ((*descr != '<' && (*descr != '|' || types[i].size > 1)) || strcmp(descr + 1, types[i].name) != 0)
			continue;
		npy->item_size = types[i].size;
		npy->is_float = types[i].is_float;
		return true;
	}
	return false;
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

/* Finds the beginning and length of the header's text; false: there is no valid header. */
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
		*error = "not a NumPy array of version 1, 2 or 3";
		return false;
	}
	const char *text = arena_strndup(arena, (const char *)bytes + begin, length);
	struct header h = {.at = text, .end = text + length};
	if (!read_header(&h)) {
		*error = "its header is invalid";
		return false;
	}
	*npy = (struct npy){.data = bytes + begin + length, .size = size - begin - length};
	if (h.is_fortran)
		*error = "it is in Fortran order, but must be in C order (numpy.ascontiguousarray)";
	else if (!read_type(npy, h.descr))
		*error = arena_printf(arena, "its type '%s' is not a little-endian number of 1, 2, 4 or 8 bytes",
		                      h.descr);
	else if (h.count != npy->size / npy->item_size || npy->size % npy->item_size)
		*error = arena_printf(arena, "its header gives %llu numbers, but it holds %zu bytes",
		                      (unsigned long long)h.count, npy->size);
	else if (h.count == 0)
		*error = "it holds no numbers";
	else
		return true;
	return false;
}
