#include "model/figures.h"

enum { ROW_BYTES = BANK_COUNT * BANK_BYTES };

/* The lane behind `previous`, up to `lane`, that is the likeliest to begin a row of a block: the roundest number. */
static unsigned
likely_row(unsigned previous, unsigned lane)
{
	unsigned row = lane;
	for (unsigned l = previous + 1; l < lane; l++)
		if (__builtin_ctz(l) > __builtin_ctz(row))
			row = l;
	return row;
}

/* `uneven`: lanes that are another step away from the lane before than the second is from the first; where lanes between
 * them are off, that of these which a row may begin with. */
static enum pattern
pattern_of(const struct request *r, int64_t *step, uint32_t *uneven)
{
	*step = 0;
	*uneven = 0;
	if (r->varies || r->groups != 1)
		return PATTERN_GATHER;
	int previous = -1;
	bool alone = true, stepped = false;
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
			alone = false;
		}
		previous = lane;
	}
	if (alone)
		return PATTERN_CONTIGUOUS;   /* one lane */
	if (*uneven)
		return PATTERN_MIXED;
	if (*step == 0)
		return PATTERN_UNIFORM;
	if (*step == r->width || *step == -(int64_t)r->width)
		return PATTERN_CONTIGUOUS;
	return PATTERN_STRIDED;
}

/* How many lanes neighbouring active ones are apart; 1 where that varies, or where there is but one. */
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

static struct cost
cost_of_whole(const struct request *r, const struct ir_type *vector)
{
	struct request whole = *r;
	for (int l = 0; l < WARP_LANES; l++)
		whole.address[l] -= whole.address[l] % vector->size;
	whole.width = (unsigned)vector->size;
	return request_cost(&whole);
}

static void
find_figures(const struct request *r, const struct ir_type *vector, struct request_figures *f)
{
	f->cost = request_cost(r);
	f->gap_cost = f->cost.known ? request_gap_cost(r, &f->cost) : 0;
	if (vector)
		f->of_whole = cost_of_whole(r, vector);
	f->same_address = r->kind == SITE_ATOMIC ? memory_same_address(r->address, r->active) : 0;
	f->highest_lane = request_highest_lane(r);
	f->pattern = pattern_of(r, &f->step, &f->uneven);
	f->lanes_apart = lanes_apart(r->active);
}

/* Whether all lanes lie as far from those of the other request, of the same lanes, in whole rows of the banks: sectors,
 * banks and vectors are then the same ones, moved. */
static bool
is_moved_by_rows(const struct request *r, const struct request *from)
{
	const unsigned first = (unsigned)__builtin_ctz(r->active);
	const uint64_t distance = r->address[first] - from->address[first];
	uint64_t differ = 0;
	if (distance % ROW_BYTES)
		return false;
	/* Lanes that are off mostly lie alike as well, and to look at all at once is quicker. */
	for (unsigned l = 0; l < WARP_LANES; l++)
		differ |= (r->address[l] - from->address[l]) ^ distance;
	if (!differ)
		return true;
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		if (r->address[l] - from->address[l] != distance)
			return false;
	}
	return true;
}

/* Whether no lane is elsewhere, as far as that is known. What such lanes cost rests on nothing else. */
static bool
is_at_same_places(const struct request *r, const struct request *other)
{
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		if (r->address[l] != other->address[l] || r->symbol[l] != other->symbol[l])
			return false;
	}
	return true;
}

static bool
is_like(const struct request *r, const struct request *other)
{
	const unsigned first = (unsigned)__builtin_ctz(r->active);
	if (r->active != other->active || r->width != other->width || r->kind != other->kind || r->space != other->space ||
	    r->atomic != other->atomic || r->varies != other->varies || r->symbol[first] != other->symbol[first] ||
	    r->copy || other->copy)
		return false;
	if (r->varies)
		return is_at_same_places(r, other);
	return r->groups == 1 && other->groups == 1 && is_moved_by_rows(r, other);
}

const struct request_figures *
request_figures_of(const struct request *r, const struct ir_type *vector, struct known_figures *last)
{
	if (last->vector != vector || !is_like(r, &last->of)) {
		find_figures(r, vector, &last->figures);
		last->of = *r;
		last->vector = vector;
	}
	return &last->figures;
}
