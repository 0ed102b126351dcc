#include "model/memory_model.h"

#include "support/least.h"
#include "support/wide_loops.h"

/* Every memory instruction of every sampled warp passes through this code. One pass over the lanes handles the
 * common case, rising addresses; the set below handles the rest. */

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
clamp_width(unsigned width, unsigned most)
{
	return width < 1 ? 1 : smaller(width, most);
}

GPULINT_WIDE_LOOPS bool
memory_lanes_moved(const uint64_t address[WARP_LANES], const uint64_t from[WARP_LANES], uint64_t distance)
{
	uint64_t differ = 0;

	for (unsigned l = 0; l < WARP_LANES; l++)
		differ |= (address[l] - from[l]) ^ distance;
	return !differ;
}

/* Counts the units of `unit` bytes that the lanes' `width` bytes touch, in one pass. The addresses must not fall
 * with the lane, as is nearly always the case; otherwise returns 0. */
static unsigned
count_rising(const uint64_t address[WARP_LANES], uint32_t active, unsigned width, unsigned unit)
{
	uint64_t next = 0; /* the first unit that is not yet counted */
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

/* The words of `width` bytes of each lane, grouped by bank. */
struct bank_use {
	/* the most distinct words in one bank, which decides for reads and writes; 0 without lanes */
	unsigned passes;
	unsigned serialized; /* the most lanes on one bank, even if they share a word; this decides for atomics */
};

static struct bank_use
use_banks(const uint64_t address[WARP_LANES], uint32_t active, unsigned width)
{
	const unsigned words = width < BANK_BYTES ? 1 : width / BANK_BYTES;
	uint8_t distinct[BANK_COUNT] = {0}, lanes[BANK_COUNT] = {0};
	struct bank_use use = {0, 0};
	struct number_set set;

	set.used = 0;
	set.count = 0;
	for (uint32_t rest = active; rest; rest &= rest - 1) {
		const uint64_t first = address[__builtin_ctz(rest)] / BANK_BYTES;
		for (uint64_t word = first; word < first + words; word++) {
			const unsigned bank = word % BANK_COUNT, before = set.count;
			set_add(&set, word);
			distinct[bank] += (uint8_t)(set.count - before);
			lanes[bank]++;
			use.passes = larger(use.passes, distinct[bank]);
			use.serialized = larger(use.serialized, lanes[bank]);
		}
	}
	return use;
}

/* Whether every active lane's partner `lane ^ distance` is inactive or on the same address. */
static int
pairs_agree(const uint64_t address[WARP_LANES], uint32_t active, unsigned distance)
{
	for (uint32_t rest = active; rest; rest &= rest - 1) {
		const unsigned lane = (unsigned)__builtin_ctz(rest), partner = lane ^ distance;
		if (active >> partner & 1 && address[lane] != address[partner])
			return 0;
	}
	return 1;
}

/* Whether one pass of a wide load serves two groups: neighbours share addresses and the banks do not conflict. */
static int
groups_merge(const uint64_t address[WARP_LANES], uint32_t active, unsigned width)
{
	return (pairs_agree(address, active, 1) || pairs_agree(address, active, 2)) &&
	       use_banks(address, active, width).passes == 1;
}

/* Lanes that a pass serves: all, half or a quarter of the warp, depending on the width. */
static unsigned
group_lanes(unsigned width)
{
	return width <= BANK_BYTES ? 32 : width <= 2 * BANK_BYTES ? 16 : 8;
}

static uint32_t
lane_mask(unsigned first, unsigned count)
{
	return (count < WARP_LANES ? (UINT32_C(1) << count) - 1 : UINT32_MAX) << first;
}

static unsigned
packed_wavefronts(uint32_t active, unsigned width)
{
	const unsigned row = BANK_COUNT * BANK_BYTES;
	return (lane_count(active) * width + row - 1) / row;
}

struct request_cost
memory_shared(const uint64_t address[WARP_LANES], uint32_t active, unsigned width, enum shared_access access)
{
	if (!active)
		return (struct request_cost){0, 0};
	width = clamp_width(width, 4 * BANK_BYTES);
	const unsigned lanes = group_lanes(width);
	const unsigned step = lanes == WARP_LANES ? lanes : 2 * lanes;
	unsigned cost = 0;

	for (unsigned first = 0; first < WARP_LANES; first += step) {
		const uint32_t low = active & lane_mask(first, lanes), both = active & lane_mask(first, step);
		if (access == SHARED_LOAD && low && both != low && groups_merge(address, both, width))
			cost += 1;
		else
			cost += use_banks(address, low, width).passes + use_banks(address, both & ~low, width).passes;
	}
	return (struct request_cost){cost, smaller(cost, packed_wavefronts(active, width))};
}

struct request_cost
memory_shared_atomic(const uint64_t address[WARP_LANES], uint32_t active, unsigned width, enum shared_atomic atomic)
{
	if (!active)
		return (struct request_cost){0, 0};
	if (atomic == SHARED_ATOMIC_COUNT || atomic == SHARED_ATOMIC_SPIN) {
		const unsigned times = atomic == SHARED_ATOMIC_SPIN ? 2 : 1;
		const struct request_cost store = memory_shared(address, active, width, SHARED_STORE);
		return (struct request_cost){times * store.cost, times * store.ideal};
	}
	width = clamp_width(width, 2 * BANK_BYTES);
	const unsigned lanes = group_lanes(width);
	const unsigned passes = atomic == SHARED_ATOMIC_COMPARE ? 2 : 1;
	unsigned cost = 0;

	for (unsigned first = 0; first < WARP_LANES; first += lanes)
		cost += passes * use_banks(address, active & lane_mask(first, lanes), width).serialized;
	return (struct request_cost){cost, smaller(cost, passes * packed_wavefronts(active, width))};
}

/* Whether each active lane's address is above that of the previous one, so that no two are equal. */
static int
rises(const uint64_t address[WARP_LANES], uint32_t active)
{
	uint64_t previous = 0;

	for (uint32_t rest = active; rest; rest &= rest - 1) {
		const uint64_t at = address[__builtin_ctz(rest)];
		if (rest != active && at <= previous)
			return 0;
		previous = at;
	}
	return 1;
}

struct request_cost
memory_constant(const uint64_t address[WARP_LANES], uint32_t active, unsigned width)
{
	(void)width;
	if (!active)
		return (struct request_cost){0, 0};
	return (struct request_cost){count_units(address, active, 1, 1), 1};
}

bool
memory_all_apart(const uint64_t address[WARP_LANES], uint32_t active)
{
	struct number_set set;

	if (rises(address, active))
		return true;
	set.used = 0;
	set.count = 0;
	for (uint32_t rest = active; rest; rest &= rest - 1)
		set_add(&set, address[__builtin_ctz(rest)]);
	return set.count == lane_count(active);
}

unsigned
memory_same_address(const uint64_t address[WARP_LANES], uint32_t active)
{
	unsigned most = 0;

	if (lane_count(active) < 2 || rises(address, active))
		return active != 0;
	/* Each iteration removes the lanes on the first remaining address. It stops once fewer lanes remain than the
	 * largest group so far. */
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
