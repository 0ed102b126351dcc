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
	}
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
	const int64_t element = site->shared_element_bytes, bytes = matrix_padding(site);
	if (site->space != SPACE_SHARED || !element || !(rows_apart(site) || site->of_matrix))
		return padding;
	look_at_others(launch, site, &padding);
	if (padding.by_matrices && bytes % element == 0 && site->shared_row_bytes % bytes == 0)
		padding.elements = bytes / element;
	return padding;
}
