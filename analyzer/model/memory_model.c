#include "model/memory_model.h"

/* A set of at most 64 numbers that needs no clearing: `used` says which slots hold one. */
struct number_set {
	uint64_t used;
	unsigned count;
	uint64_t slot[64];
};

static void
set_add(struct number_set *set, uint64_t number)
{
	unsigned at = (unsigned)((number * UINT64_C(0x9E3779B97F4A7C15)) >> 58);
	while (set->used >> at & 1) {
		if (set->slot[at] == number)
			return;
		at = (at + 1) % 64;
	}
	set->used |= UINT64_C(1) << at;
	set->slot[at] = number;
	set->count++;
}

static unsigned
lane_count(uint32_t active)
{
	return (unsigned)__builtin_popcount(active);
}

static unsigned
smaller(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static unsigned
clamp_width(unsigned width, unsigned most)
{
	return width < 1 ? 1 : smaller(width, most);
}

/* The units of `unit` bytes that hold `width` bytes of each lane's, counted in one pass while the addresses rise with the
 * lane, as they nearly always do; 0 when they do not. */
static unsigned
count_rising(const uint64_t address[WARP_LANES], uint32_t active, unsigned width, unsigned unit)
{
	uint64_t next = 0;   /* the first unit that is not yet counted */
	unsigned count = 0;

	for (uint32_t rest = active; rest; rest &= rest - 1) {
		const uint64_t at = address[__builtin_ctz(rest)];
		const uint64_t first = at / unit, last = (at + width - 1) / unit;
		if (count && first + 1 < next)
			return 0;
		if (!count || first >= next)
			count += (unsigned)(last - first) + 1;
		else if (last >= next)
			count += (unsigned)(last - next) + 1;
		if (last + 1 > next)
			next = last + 1;
	}
	return count;
}

static unsigned
count_units(const uint64_t address[WARP_LANES], uint32_t active, unsigned width, unsigned unit)
{
	const unsigned rising = count_rising(address, active, width, unit);
	if (rising)
		return rising;

	struct number_set set;
	set.used = 0;
	set.count = 0;
	for (uint32_t rest = active; rest; rest &= rest - 1) {
		const uint64_t at = address[__builtin_ctz(rest)];
		set_add(&set, at / unit);
		set_add(&set, (at + width - 1) / unit);
	}
	return set.count;
}

struct request_cost
memory_global(const uint64_t address[WARP_LANES], uint32_t active, unsigned width)
{
	if (!active)
		return (struct request_cost){0, 0};
	width = clamp_width(width, SECTOR_BYTES);
	const unsigned sectors = count_units(address, active, width, SECTOR_BYTES);
	const unsigned packed = (lane_count(active) * width + SECTOR_BYTES - 1) / SECTOR_BYTES;
	return (struct request_cost){sectors, smaller(sectors, packed)};
}

/* Passes for one group of lanes: the most distinct words that any one bank must deliver. */
static unsigned
group_wavefronts(const uint64_t address[WARP_LANES], uint32_t active, unsigned width)
{
	uint64_t word[BANK_COUNT][8];
	unsigned depth[BANK_COUNT] = {0}, worst = 0;

	/* Without a repeated or wrapped word the banks never need to be looked at again. */
	for (uint32_t rest = active; rest; rest &= rest - 1) {
		const uint64_t at = address[__builtin_ctz(rest)];
		for (uint64_t w = at / BANK_BYTES; w <= (at + width - 1) / BANK_BYTES; w++) {
			const unsigned bank = w % BANK_COUNT;
			const unsigned kept = smaller(depth[bank], 8);
			unsigned i = 0;
			while (i < kept && word[bank][i] != w)
				i++;
			if (i < kept)
				continue;
			if (depth[bank] < 8)
				word[bank][depth[bank]] = w;
			if (++depth[bank] > worst)
				worst = depth[bank];
		}
	}
	return worst;
}

struct request_cost
memory_shared(const uint64_t address[WARP_LANES], uint32_t active, unsigned width)
{
	if (!active)
		return (struct request_cost){0, 0};
	width = clamp_width(width, 4 * BANK_BYTES);
	const unsigned bytes = BANK_COUNT * BANK_BYTES;
	const unsigned lanes = width > 8 ? 8 : width > 4 ? 16 : 32;
	const uint32_t group = lanes == 32 ? UINT32_MAX : (UINT32_C(1) << lanes) - 1;
	unsigned cost = 0;

	for (unsigned first = 0; first < WARP_LANES; first += lanes)
		cost += group_wavefronts(address, active & (group << first), width);
	const unsigned packed = (lane_count(active) * width + bytes - 1) / bytes;
	return (struct request_cost){cost, smaller(cost, packed)};
}

struct request_cost
memory_constant(const uint64_t address[WARP_LANES], uint32_t active, unsigned width)
{
	(void)width;
	if (!active)
		return (struct request_cost){0, 0};
	return (struct request_cost){count_units(address, active, 1, 1), 1};
}

unsigned
memory_same_address(const uint64_t address[WARP_LANES], uint32_t active)
{
	unsigned most = 0;

	/* Each round takes the lanes on the first remaining address away: one round where all share it, and no round can
	 * win once fewer lanes remain than the longest chain so far. */
	for (uint32_t rest = active; lane_count(rest) > most;) {
		const uint64_t first = address[__builtin_ctz(rest)];
		uint32_t same = 0;
		for (uint32_t lanes = rest; lanes; lanes &= lanes - 1) {
			const unsigned lane = (unsigned)__builtin_ctz(lanes);
			if (address[lane] == first)
				same |= UINT32_C(1) << lane;
		}
		if (lane_count(same) > most)
			most = lane_count(same);
		rest &= ~same;
	}
	return most;
}
