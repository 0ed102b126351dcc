#include "rules/bank-conflict/fragments.h"

#include <string.h>

#include "model/memory_model.h"

static int64_t
first_byte(const struct shared_sample *sample)
{
	int64_t first = INT64_MAX;
	for (uint32_t left = sample->active; left; left &= left - 1) {
		const int64_t at = sample->at[__builtin_ctz(left)];
		first = at < first ? at : first;
	}
	return first;
}

/* The lowest address of a lane that is at least `least`; INT64_MAX: there is none. */
static int64_t
next_offset(const struct shared_sample *sample, int64_t least)
{
	int64_t next = INT64_MAX;
	for (uint32_t left = sample->active; left; left &= left - 1) {
		const int64_t at = sample->at[__builtin_ctz(left)];
		if (at >= least && at < next)
			next = at;
	}
	return next;
}

/* Distance from the first run of contiguous lanes to the next; -1: all lanes are contiguous. */
static int64_t
distance_of_runs(const struct shared_sample *sample)
{
	const int64_t first = first_byte(sample);
	int64_t end = first, next;
	while ((next = next_offset(sample, end)) == end)
		end += sample->width;
	return next == INT64_MAX ? -1 : next - first;
}

/* Whether lanes take elements across rows: then a request contains one row of each pair. */
static bool
is_across(const struct shared_sample *sample)
{
	enum { LANES_OF_A_LINE = 4 };
	return sample->active == UINT32_MAX && sample->at[1] - sample->at[0] != sample->width &&
	       sample->at[LANES_OF_A_LINE] - sample->at[0] == sample->width;
}

int64_t
fragment_row(const struct site *site)
{
	const int64_t of_array = site->shared.row_bytes > 0 ? site->shared.row_bytes : -1;
	if (!site->object.is_matrix || !site->shared.sample_count || site->shared.samples[0].open_lanes)
		return of_array;
	const int64_t distance = distance_of_runs(&site->shared.samples[0]);
	if (!is_across(&site->shared.samples[0]))
		return distance;
	return of_array > 0 && distance % of_array == 0 ? of_array : -1;
}

double
fragment_wavefronts(const struct site *site, const struct layout *layout)
{
	struct shared_sample samples[MOST_SHARED_SAMPLES];
	struct site from_start = *site;
	if (!site->shared.sample_count)
		return layout_wavefronts(site, layout);
	memcpy(samples, site->shared.samples, site->shared.sample_count * sizeof *samples);
	for (size_t i = 0; i < site->shared.sample_count; i++) {
		const int64_t first = first_byte(&samples[i]);
		for (unsigned l = 0; l < WARP_LANES; l++)
			samples[i].at[l] -= (int32_t)first;
	}
	from_start.shared.samples = samples;
	return layout_wavefronts(&from_start, layout);
}
