#include "support/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "support/least.h"

enum { LONGEST = 64 }; /* longer names are not compared */

struct nearest
nearest_to(const char *wanted, size_t length)
{
	return (struct nearest){wanted, length, NULL, (unsigned)(length / 3 > 0 ? length / 3 : 1) + 1};
}

static bool
is_same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* The Damerau-Levenshtein distance in which no letter is edited twice. */
static unsigned
distance_of(const char *a, size_t length, const char *b, size_t other)
{
	unsigned rows[3][LONGEST + 1];
	for (size_t k = 0; k <= other; k++)
		rows[0][k] = (unsigned)k;
	for (size_t i = 1; i <= length; i++) {
		unsigned *row = rows[i % 3];
		const unsigned *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
		row[0] = (unsigned)i;
		for (size_t k = 1; k <= other; k++) {
			row[k] =
				smaller(smaller(above[k], row[k - 1]) + 1, above[k - 1] + !is_same(a[i - 1], b[k - 1]));
			if (i > 1 && k > 1 && is_same(a[i - 1], b[k - 2]) && is_same(a[i - 2], b[k - 1]))
				row[k] = smaller(row[k], before[k - 2] + 1);
		}
	}
	return rows[length % 3][other];
}

void
nearest_try(struct nearest *nearest, const char *name)
{
	enum { SHORTEST_PREFIX = 4 };
	const size_t length = nearest->length, other = strlen(name);
	if (!length || length > LONGEST || other > LONGEST)
		return;
	const bool is_prefix = length >= SHORTEST_PREFIX && !strncasecmp(nearest->wanted, name, length);
	const unsigned distance = is_prefix ? 1 : distance_of(nearest->wanted, length, name, other);
	if (distance >= nearest->distance)
		return;
	nearest->distance = distance;
	nearest->name = name;
}

const char *
nearest_hint(const struct nearest *nearest, struct arena *arena)
{
	return nearest->name ? arena_printf(arena, " (did you mean '%s'?)", nearest->name) : "";
}
