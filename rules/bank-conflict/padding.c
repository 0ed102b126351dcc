#include "rules/bank-conflict/padding.h"
#include "model/memory_model.h"

#include <stdlib.h>

#include "support/magnitude.h"

enum { MATRIX_ROW_BYTES = 16 };

/* Rows of the array that neighbouring lanes are apart; 0: it is no walk down a column. */
static int64_t
rows_apart(const struct site *site)
{
	const int64_t row = site->shared_row_bytes;
	if (row <= 0 || site->pattern != PATTERN_STRIDED || site->lane_step == 0 || site->lane_step % row)
		return 0;
	return magnitude(site->lane_step / row);
}

bool
padding_is_down_column(const struct site *site)
{
	return rows_apart(site) != 0;
}

/* Most words that lanes so far apart need of one bank. Wide elements are served to as many lanes at a time as fill the
 * banks once. */
static unsigned
ways_of(int64_t step, unsigned width)
{
	const unsigned unit = width > BANK_BYTES ? width : BANK_BYTES, banks = BANK_COUNT * BANK_BYTES / unit;
	const unsigned lanes = width > BANK_BYTES ? banks : WARP_LANES;
	unsigned wanted[BANK_COUNT] = {0}, most = 0;
	for (unsigned lane = 0; lane < lanes; lane++) {
		const unsigned bank = (unsigned)(lane * step / unit % banks);
		most = ++wanted[bank] > most ? wanted[bank] : most;
	}
	return most;
}

static void
look_at_others(const struct launch *launch, const struct site *site, struct padding *padding)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (other->space != SPACE_SHARED || other->memory != site->memory)
			continue;
		padding->by_matrices |= other->of_matrix;
		if (other->own_banks && site->shared_row_bytes % (BANK_COUNT * BANK_BYTES) == 0 && !padding->own_columns)
			padding->own_columns = other;
		/* What the compiler merges it keeps apart where rows do not let it. */
		if (!other->of_matrix && other->source_width > site->shared_element_bytes &&
		    (!padding->wide || other->source_width > padding->wide->source_width))
			padding->wide = other;
		if (!other->by_dimensions && !other->of_matrix && !padding->by_hand)
			padding->by_hand = other;
	}
}

/* The least that keeps all accesses aligned, and moves each row on by a bank or more. */
static int64_t
least_bytes(const struct site *site, const struct padding *padding)
{
	int64_t least = padding->by_matrices ? matrix_padding(site) : BANK_BYTES;
	if (site->shared_element_bytes > least)
		least = site->shared_element_bytes;
	return padding->wide && padding->wide->source_width > least ? padding->wide->source_width : least;
}

/* Accumulators go by pieces of 8 bytes, of four rows at a time, each of 32 bytes. */
unsigned
matrix_padding(const struct site *site)
{
	return site->of_matrix && site->width == 8 ? 2 * MATRIX_ROW_BYTES : MATRIX_ROW_BYTES;
}

struct padding
padding_for(const struct launch *launch, const struct site *site)
{
	struct padding padding = {0};
	const int64_t rows = rows_apart(site), element = site->shared_element_bytes;

	if (site->space != SPACE_SHARED || !element || !(rows || site->of_matrix))
		return padding;
	look_at_others(launch, site, &padding);
	const int64_t bytes = least_bytes(site, &padding);
	const unsigned width = site->source_width;
	if (bytes % element || site->shared_row_bytes % (bytes < width ? width : bytes))
		return padding;
	/* Fragments' lanes are spread over rows in ways of their own. */
	padding.ways = site->of_matrix ? site->ways : ways_of(rows * site->shared_row_bytes, width);
	padding.ways_left = site->of_matrix ? 1 : ways_of(rows * (site->shared_row_bytes + bytes), width);
	padding.elements = padding.ways_left < padding.ways ? bytes / element : 0;
	return padding;
}
