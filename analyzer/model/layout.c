#include "model/layout.h"

#include <math.h>
#include <stdlib.h>

#include "model/memory_model.h"

enum { DRAWS = 4 };

/* The lanes' offsets in the array now; `layout` maps them to new ones. */
struct trial {
	const struct layout *layout;
	uint32_t active;
	unsigned width;
	enum shared_access access;
	int64_t at[WARP_LANES];
};

static int64_t
remainder_of(int64_t a, int64_t b)
{
	return a % b + (a % b < 0 ? b : 0);
}

static int64_t
moved(const struct layout *l, int64_t at)
{
	const int64_t column = remainder_of(at, l->row), row = (at - column) / l->row;
	switch (l->kind) {
	case LAYOUT_PADDED: return at + row * l->pad;
	case LAYOUT_SWIZZLED:
		return at - column + (column / l->unit ^ remainder_of(row, l->row / l->unit)) * l->unit +
		       column % l->unit;
	case LAYOUT_REVERSED:
		return row % 2 ? at - column + (l->row / l->unit - 1 - column / l->unit) * l->unit + column % l->unit
		               : at;
	case LAYOUT_TRANSPOSED: return (column / l->unit * l->rows + row) * l->unit + column % l->unit;
	case LAYOUT_AS_IT_IS: break;
	}
	return at;
}

/* Whether the layout keeps each lane's bytes contiguous and aligned. */
static bool
stays_whole(const struct trial *t)
{
	for (uint32_t left = t->active; left; left &= left - 1) {
		const int64_t at = t->at[__builtin_ctz(left)], first = moved(t->layout, at), last = t->width - 1;
		if (moved(t->layout, at + last) != first + last ||
		    remainder_of(first, t->width) != remainder_of(at, t->width))
			return false;
	}
	return true;
}

/* Wavefronts of the accesses to `width` bytes at `from` bytes past each lane's offset. */
static double
cost_of_part(const struct trial *t, unsigned from, unsigned width)
{
	uint64_t address[WARP_LANES] = {0};
	for (uint32_t left = t->active; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);
		address[l] = (uint64_t)(moved(t->layout, t->at[l] + from) + ((int64_t)1 << 40));
	}
	return memory_shared(address, t->active, width, t->access).cost;
}

static double
cost_of(const struct trial *t, const struct site *site)
{
	if (t->layout->kind == LAYOUT_AS_IT_IS || stays_whole(t))
		return cost_of_part(t, 0, t->width);
	const unsigned part = site->source.width && site->source.width < t->width ? site->source.width : 0;
	double cost = 0;
	if (!part)
		return INFINITY;
	for (unsigned from = 0; from < t->width; from += part)
		cost += cost_of_part(t, from, part);
	return cost;
}

static uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state >> 16;
}

/* A random offset within the lane's row, or within its column. */
static int64_t
drawn_offset(const struct layout *l, const struct shared_sample *sample, unsigned lane, uint64_t number)
{
	const int64_t at = sample->at[lane], column = remainder_of(at, l->row);
	if (sample->open == OPEN_ROWS)
		return column + (int64_t)(number % (uint64_t)(l->rows > 0 ? l->rows : 1)) * l->row;
	const int64_t columns = l->row / sample->width, drawn = (int64_t)(number % (uint64_t)columns) * sample->width;
	return at - column + (column + drawn) % l->row;
}

static void
draw(struct trial *t, const struct shared_sample *sample, uint64_t *state)
{
	uint64_t numbers[WARP_LANES] = {0};
	for (uint32_t left = t->active; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);
		const bool is_open = sample->open_lanes >> l & 1 && t->layout->row >= sample->width;
		numbers[l] = sample->alike[l] == l ? next_random(state) : numbers[sample->alike[l]];
		t->at[l] = is_open ? drawn_offset(t->layout, sample, l, numbers[l]) : sample->at[l];
	}
}

static double
cost_of_sample(const struct site *site, const struct layout *layout, const struct shared_sample *sample)
{
	struct trial t = {.layout = layout,
	                  .active = sample->active,
	                  .width = sample->width,
	                  .access = site->kind == SITE_LOAD ? SHARED_LOAD : SHARED_STORE};
	const unsigned draws = sample->open_lanes ? DRAWS : 1;
	uint64_t state = 0x9E3779B97F4A7C15u;
	double cost = 0;
	for (unsigned i = 0; i < draws; i++) {
		draw(&t, sample, &state);
		cost += cost_of(&t, site);
	}
	return cost / draws;
}

/* Builds the sample of lanes with a constant step from the array's beginning. */
static bool
sample_by_step(const struct site *site, struct shared_sample *sample)
{
	const int64_t step = llabs(site->step.bytes);
	*sample = (struct shared_sample){.active = UINT32_MAX, .width = (uint16_t)site->width};
	if (!site->width || site->width > 16 || step > INT32_MAX / WARP_LANES || site->pattern < PATTERN_UNIFORM ||
	    site->pattern > PATTERN_STRIDED)
		return false;
	for (unsigned l = 0; l < WARP_LANES; l++) {
		sample->at[l] = (int32_t)(l * step);
		sample->alike[l] = (uint8_t)l;
	}
	return true;
}

double
layout_wavefronts(const struct site *site, const struct layout *layout)
{
	const struct layout as_it_is = {LAYOUT_AS_IT_IS, layout->row, layout->rows, 0, 0};
	struct shared_sample by_step;
	const struct shared_sample *samples = site->shared.sample_count ? site->shared.samples : &by_step;
	const size_t count = site->shared.sample_count ? site->shared.sample_count : 1;
	double now = 0, then = 0;
	bool is_open = false;
	if (!site->shared.sample_count && !sample_by_step(site, &by_step))
		return NAN;
	for (size_t i = 0; i < count; i++) {
		now += cost_of_sample(site, &as_it_is, &samples[i]);
		then += cost_of_sample(site, layout, &samples[i]);
		is_open |= samples[i].open_lanes != 0;
	}
	/* Lanes with unknown addresses get random offsets, and the predicted figure had other ones. Then the mean of
	 * the drawn samples replaces the ratio. */
	const double wavefronts =
		is_open ? site->predicted.requests * then / (double)count : site->predicted.wavefronts * then / now;
	/* A few samples may not represent all requests. No layout needs fewer wavefronts than the ideal. */
	return fmax(wavefronts, site->predicted.ideal_wavefronts);
}
