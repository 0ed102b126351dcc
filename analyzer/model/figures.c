#include "model/figures.h"

enum { ROW_BYTES = BANK_COUNT * BANK_BYTES };

/* The lane after `previous`, up to `lane`, that most likely begins a row of the block: the one divisible by the
 * highest power of two. */
static unsigned
likely_row(unsigned previous, unsigned lane)
{
	unsigned row = lane;
	for (unsigned l = previous + 1; l < lane; l++)
		if (__builtin_ctz(l) > __builtin_ctz(row))
			row = l;
	return row;
}

/* `uneven`: lanes whose step from the previous active lane differs from the first step. If inactive lanes are in
 * between, `uneven` names the one that most likely begins a row. */
static void
find_step(const struct request *r, int64_t *step, uint32_t *uneven)
{
	int previous = -1;
	bool stepped = false;
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const int lane = __builtin_ctz(bits);
		if (previous >= 0) {
			const int64_t d = (int64_t)(r->address[lane] - r->address[previous]);
			const int apart = lane - previous;
			if (d % apart || (stepped && d / apart != *step))
				*uneven |= UINT32_C(1) << likely_row((unsigned)previous, (unsigned)lane);
			else
				*step = d / apart;
			stepped |= d % apart == 0;
		}
		previous = lane;
	}
}

static enum pattern
pattern_of(const struct request *r, int64_t *step, uint32_t *uneven)
{
	*step = 0;
	*uneven = 0;
	if (r->varies || r->groups != 1)
		return PATTERN_GATHER;
	if (!(r->active & (r->active - 1)))
		return PATTERN_CONTIGUOUS; /* one lane */
	find_step(r, step, uneven);
	if (*uneven)
		return PATTERN_MIXED;
	if (*step == 0)
		return PATTERN_UNIFORM;
	if (*step == r->width || *step == -(int64_t)r->width)
		return PATTERN_CONTIGUOUS;
	return PATTERN_STRIDED;
}

/* The distance between active lanes, in lanes; 1 if it is not constant or only one lane is active. */
static unsigned
lanes_apart(uint32_t active)
{
	const unsigned first = (unsigned)__builtin_ctz(active);
	const uint32_t others = active & (active - 1);
	const unsigned apart = others ? (unsigned)__builtin_ctz(others) - first : 1;
	uint32_t even = 0;
	for (unsigned lane = first; lane <= 31 - (unsigned)__builtin_clz(active); lane += apart)
		even |= UINT32_C(1) << lane;
	return even == active ? apart : 1;
}

/* Sets the figures that do not depend on the request's alignment. */
static void
find_shape(const struct request *r, struct request_figures *f)
{
	f->same_address = r->kind == SITE_ATOMIC ? memory_same_address(r->address, r->active) : 0;
	f->pattern = pattern_of(r, &f->step, &f->uneven);
	f->lanes_apart = lanes_apart(r->active);
}

static void
find_costs(const struct request *r, struct request_figures *f)
{
	f->cost = request_cost(r);
	f->gap_cost = f->cost.known ? request_gap_cost(r, &f->cost) : 0;
	f->ends = request_ends_of(r);
	if (!r->copy)
		return;
	f->copy_load = memory_global(r->copy->from, r->copy->active & ~r->copy->empty, r->copy->width);
	f->copy_store = memory_shared(r->copy->to, r->copy->active, r->copy->width, SHARED_STORE);
	f->estimated = async_copy_cost(r->copy).estimated;
}

/* Whether all active lanes have the same distance from the other request's lanes. */
static bool
is_moved(const uint64_t address[WARP_LANES], const uint64_t from[WARP_LANES], uint32_t active, uint64_t *distance)
{
	*distance = address[__builtin_ctz(active)] - from[__builtin_ctz(active)];
	/* Inactive lanes mostly match as well, and one comparison of all lanes is faster. */
	if (memory_lanes_moved(address, from, *distance))
		return true;
	for (uint32_t bits = active; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		if (address[l] - from[l] != *distance)
			return false;
	}
	return true;
}

/* Whether all active lanes have the same addresses and symbols. Nothing else determines their cost. */
static bool
is_at_same_addresses(const struct request *r, const struct request *other)
{
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		if (r->address[l] != other->address[l] || r->symbol[l] != other->symbol[l])
			return false;
	}
	return true;
}

/* Whether the source and the destination have the same position relative to the banks' rows, which are also lines. */
static bool
is_same_copy(const struct async_copy *copy, const struct async_copy *other)
{
	uint64_t from, to;
	return copy->active == other->active && copy->empty == other->empty && copy->width == other->width &&
	       copy->bypass == other->bypass && copy->fills == other->fills &&
	       is_moved(copy->from, other->from, copy->active, &from) && from % ROW_BYTES == 0 &&
	       is_moved(copy->to, other->to, copy->active, &to) && to % ROW_BYTES == 0;
}

/* Whether the request equals the last one up to a translation, which last->moved receives. */
static bool
is_like(const struct request *r, struct known_figures *last)
{
	const struct request *other = &last->of;
	const unsigned first = (unsigned)__builtin_ctz(r->active);
	last->moved = 0;
	if (r->active != other->active || r->width != other->width || r->kind != other->kind ||
	    r->space != other->space || r->atomic != other->atomic || r->varies != other->varies ||
	    r->symbol[first] != other->symbol[first] || !r->copy != !other->copy ||
	    (r->copy && !is_same_copy(r->copy, &last->copy)))
		return false;
	if (r->varies)
		return is_at_same_addresses(r, other);
	return r->groups == 1 && other->groups == 1 && is_moved(r->address, other->address, r->active, &last->moved);
}

/* The granularity of translation in bytes that keeps sectors, shared-memory banks and alignment unchanged. */
static uint64_t
turn_of(const struct request *r)
{
	const uint64_t turn = r->space == SPACE_GLOBAL && !r->copy ? SECTOR_BYTES : ROW_BYTES,
		       aligned = r->width & -r->width;
	return aligned > turn ? aligned : turn;
}

static void
keep(struct known_figures *last, const struct request *r)
{
	last->of = *r;
	last->moved = 0;
	if (r->copy) {
		last->copy = *r->copy;
		last->of.copy = &last->copy;
	}
}

const struct request_figures *
request_figures_of(const struct request *r, struct known_figures *last)
{
	const bool like = is_like(r, last);
	last->kept = like && last->moved % turn_of(r) == 0;
	if (last->kept)
		return &last->figures;
	if (!like)
		find_shape(r, &last->figures);
	find_costs(r, &last->figures);
	keep(last, r);
	return &last->figures;
}
