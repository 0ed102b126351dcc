#include "model/async_copy.h"

#include "model/memory_model.h"
#include "support/least.h"

enum { LINE_BYTES = 128, HALF_BYTES = 16, BYPASS_WIDTH = 16 };

/* Units of `unit` bytes that the lanes' data fills if it is packed. */
static unsigned
packed(uint32_t lanes, unsigned width, unsigned unit)
{
	return ((unsigned)__builtin_popcount(lanes) * width + unit - 1) / unit;
}

/* ---- copies that bypass L1 ---- */

/* A sector that moves from L2 to a sector of shared memory. */
struct transfer {
	uint64_t from, to; /* sectors */
	unsigned turn;     /* the XOR of address bits 4 and 5 of the source and the destination */
	unsigned halves;   /* halves of the source sector that lanes read, a bit each */
};

/* The transfers of one wavefront: the same source line, the same destination line, and the same `turn` and `halves`. */
struct wavefront {
	uint64_t from, to; /* lines */
	unsigned turn, halves;
	unsigned taken, filled; /* sectors of the two lines, a bit each */
};

static bool
is_overwritten(const struct async_copy *copy, uint32_t lanes, unsigned lane)
{
	for (uint32_t later = lanes & ~((UINT32_C(2) << lane) - 1); later; later &= later - 1)
		if (copy->to[__builtin_ctz(later)] == copy->to[lane])
			return true;
	return false;
}

static unsigned
find_transfers(const struct async_copy *copy, uint32_t lanes, struct transfer transfers[WARP_LANES])
{
	unsigned count = 0;
	const bool all_apart = memory_all_apart(copy->to, lanes);
	for (uint32_t rest = lanes; rest; rest &= rest - 1) {
		const unsigned lane = (unsigned)__builtin_ctz(rest);
		const uint64_t from = copy->from[lane], to = copy->to[lane];
		const struct transfer own = {.from = from / SECTOR_BYTES,
		                             .to = to / SECTOR_BYTES,
		                             .turn = (unsigned)(from ^ to) & (HALF_BYTES | SECTOR_BYTES)};
		unsigned i = 0;
		if (!all_apart && is_overwritten(copy, lanes, lane))
			continue;
		while (i < count &&
		       !(transfers[i].from == own.from && transfers[i].to == own.to && transfers[i].turn == own.turn))
			i++;
		if (i == count)
			transfers[count++] = own;
		transfers[i].halves |= 1u << from / HALF_BYTES % 2;
	}
	return count;
}

static unsigned
bypass_sectors(const struct async_copy *copy)
{
	struct transfer transfers[WARP_LANES];
	return find_transfers(copy, copy->active & ~copy->empty, transfers);
}

static bool
joins(const struct wavefront *w, const struct wavefront *own)
{
	return w->from == own->from && w->to == own->to && w->turn == own->turn && w->halves == own->halves &&
	       !(w->taken & own->taken) && !(w->filled & own->filled);
}

/* Wavefronts of a copy that bypasses L1. Lanes that read nothing do not change the number. */
static unsigned
bypass_wavefronts(const struct async_copy *copy)
{
	enum { SECTORS = LINE_BYTES / SECTOR_BYTES };
	struct transfer transfers[WARP_LANES];
	struct wavefront wavefronts[WARP_LANES];
	const unsigned count = find_transfers(copy, copy->active, transfers);
	unsigned used = 0;
	for (const struct transfer *t = transfers; t < transfers + count; t++) {
		const struct wavefront own = {.from = t->from / SECTORS,
		                              .to = t->to / SECTORS,
		                              .turn = t->turn,
		                              .halves = t->halves,
		                              .taken = 1u << t->from % SECTORS,
		                              .filled = 1u << t->to % SECTORS};
		unsigned i = 0;
		while (i < used && !joins(&wavefronts[i], &own))
			i++;
		if (i == used) {
			wavefronts[used++] = own;
		} else {
			wavefronts[i].taken |= own.taken;
			wavefronts[i].filled |= own.filled;
		}
	}
	return used;
}

/* ---- copies through L1 ---- */

/* Wavefronts of a group of lanes, limited by the banks of the source and of the destination. */
static unsigned
group_wavefronts(const struct async_copy *copy, uint32_t reading, uint32_t writing, bool *estimated)
{
	const unsigned banks = LINE_BYTES / copy->width;
	unsigned reads[BANK_COUNT] = {0}, writes[BANK_COUNT] = {0}, most_reads = 0, most_writes = 0, most_sources = 0;
	uint32_t sources[BANK_COUNT] = {0}; /* for each destination bank: the source banks of its lanes, a bit each */
	for (uint32_t rest = writing; rest; rest &= rest - 1) {
		const unsigned lane = (unsigned)__builtin_ctz(rest);
		const unsigned to = (unsigned)(copy->to[lane] / copy->width % banks);
		const unsigned from = (unsigned)(copy->from[lane] / copy->width % banks);
		most_writes = larger(most_writes, ++writes[to]);
		if (!(reading >> lane & 1))
			continue;
		most_reads = larger(most_reads, ++reads[from]);
		sources[to] |= UINT32_C(1) << from;
		most_sources = larger(most_sources, (unsigned)__builtin_popcount(sources[to]));
	}
	if (most_reads <= 1 || most_writes <= 1)
		return larger(most_reads, most_writes);
	*estimated = true;
	return larger(most_writes, most_reads + most_sources - 1);
}

static unsigned
cached_wavefronts(const struct async_copy *copy, uint32_t reading, bool *estimated)
{
	const unsigned lanes = smaller(WARP_LANES, LINE_BYTES / copy->width);
	const uint32_t group = lanes == WARP_LANES ? UINT32_MAX : (UINT32_C(1) << lanes) - 1;
	unsigned sum = 0;
	for (unsigned first = 0; first < WARP_LANES; first += lanes)
		sum += group_wavefronts(copy, reading & group << first, copy->active & group << first, estimated);
	return sum;
}

struct async_copy_cost
async_copy_cost(const struct async_copy *copy)
{
	const uint32_t taking = copy->active & ~copy->empty;
	struct async_copy_cost cost = {.global = memory_global(copy->from, taking, copy->width)};
	unsigned least = packed(copy->active, copy->width, LINE_BYTES);
	if (copy->bypass && copy->width == BYPASS_WIDTH) {
		cost.global.cost = bypass_sectors(copy);
		cost.global.ideal = smaller(cost.global.cost, packed(taking, copy->width, SECTOR_BYTES));
		cost.shared.cost = bypass_wavefronts(copy);
		/* The zero fill is a transfer of its own, for all active lanes. */
		if (copy->fills) {
			cost.shared.cost += cached_wavefronts(copy, copy->active, &cost.estimated);
			least *= 2;
		}
	} else {
		cost.shared.cost = cached_wavefronts(copy, taking, &cost.estimated);
	}
	cost.shared.ideal = smaller(cost.shared.cost, least);
	return cost;
}
