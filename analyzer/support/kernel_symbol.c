#include "support/kernel_symbol.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char unnamed[] = "_GLOBAL__N_";

/* A piece of a mangled name: an identifier after its length, or a single other character. */
struct piece {
	const char *text;
	size_t length;
};

static struct piece
next_piece(const char **at)
{
	/* L before an identifier: internal linkage. */
	if ((*at)[0] == 'L' && isdigit((unsigned char)(*at)[1]))
		(*at)++;
	struct piece piece = {*at, 1};
	if (isdigit((unsigned char)**at)) {
		char *end;
		const unsigned long length = strtoul(*at, &end, 10);
		if (length > 0 && length <= strlen(end))
			piece = (struct piece){end, length};
		else
			piece.length = (size_t)(end - *at);
	}
	*at = piece.text + piece.length;
	if (piece.length >= sizeof unnamed - 1 && strncmp(piece.text, unnamed, sizeof unnamed - 1) == 0)
		piece.length = sizeof unnamed - 1;
	return piece;
}

bool
kernel_symbols_match(const char *a, const char *b)
{
	while (*a && *b) {
		const struct piece left = next_piece(&a), right = next_piece(&b);
		if (left.length != right.length || strncmp(left.text, right.text, left.length) != 0)
			return false;
	}
	return !*a && !*b;
}
