#include "sampling/samples.h"

#include <math.h>

static struct samples
new_samples(struct arena *arena, uint64_t total, size_t capacity)
{
	return (struct samples){.items = arena_new_array(arena, struct sample, capacity), .total = total};
}

static void
add(struct samples *samples, uint64_t at, double weight)
{
	samples->items[samples->count++] = (struct sample){at, weight};
}

/* The distance between `windows` windows in `all` numbers: the largest odd multiple of their length at which they are no
 * farther apart than quadrature wants. */
static uint64_t
distance_of(uint64_t all, unsigned windows, unsigned length)
{
	const double wanted = (double)all / sqrt((double)windows * windows - 1);
	const uint64_t lengths = windows > 1 ? (uint64_t)wanted / length : 1;
	return lengths ? ((lengths - 1) | 1) * length : length;
}

/* A point near `middle` from which window w begins at (START + w) * distance, modulo a power of two. Among few windows
 * from START on, as many are odd, multiples of 4, of 8 and so on as among all numbers, for any odd distance. */
static uint64_t
start_of(uint64_t middle, uint64_t distance, uint64_t all)
{
	enum { START = 3, LONGEST_CYCLE = 16, SYMMETRY = 64 };
	uint64_t cycle = LONGEST_CYCLE;
	while (cycle > 2 && cycle * SYMMETRY > all)
		cycle /= 2;
	const uint64_t from = middle < cycle / 2 ? 0 : middle - cycle / 2;
	return from + (START * distance - from) % cycle;
}

struct samples
samples_spread(struct arena *arena, uint64_t total, unsigned windows, unsigned length, enum sample_ends ends)
{
	const uint64_t from = ends == ENDS_BOTH, to = total - (ends != ENDS_NONE), sampled = (uint64_t)windows * length;
	struct samples samples = new_samples(arena, total, sampled + 2);
	if (total <= sampled + 2) {
		for (uint64_t at = 0; at < total; at++)
			add(&samples, at, 1);
		return samples;
	}
	const uint64_t distance = distance_of(to - from, windows, length), taken = (windows - 1) * distance + length;
	const uint64_t middle = from + (to - from - taken) / 2, start = start_of(middle, distance, to - from),
		       first = start >= from && start + taken <= to ? start : middle;
	if (from)
		add(&samples, 0, 1);
	for (unsigned w = 0; w < windows; w++)
		for (unsigned i = 0; i < length; i++)
			add(&samples, first + w * distance + i, (double)(to - from) / (double)sampled);
	if (to < total)
		add(&samples, to, 1);
	return samples;
}

struct samples
samples_first(struct arena *arena, uint64_t total)
{
	struct samples samples = new_samples(arena, total, 1);
	add(&samples, 0, (double)total);
	return samples;
}

struct samples
samples_adjacent(struct arena *arena, uint64_t total, unsigned count)
{
	enum { EVEN_START = 16 };
	const uint64_t most = count < total ? count : total, middle = total / 2 / EVEN_START * EVEN_START,
		       first = middle <= total - most ? middle : total - most;
	struct samples samples = new_samples(arena, total, most);
	for (uint64_t i = 0; i < most; i++)
		add(&samples, first + i, (double)total / (double)most);
	return samples;
}
