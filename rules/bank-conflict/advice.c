#include "rules/bank-conflict/advice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/memory_model.h"
#include "rules/bank-conflict/columns.h"
#include "rules/wording.h"

/* Whether appending " + 1" to the length makes that row longer, and nothing else. An existing sum may already be a pad
 * that has another value in other instances. An operator of lower precedence than a sum would bind the added number. */
static bool
can_be_added_to(const char *length)
{
	return *length && !strpbrk(length, "+-<>&|^?:=~!,");
}

static int64_t
elements_of(const struct site *site, const struct repair *repair)
{
	return repair->layout.pad / site->shared.element_bytes;
}

static bool
is_padding_of_rows(const struct site *site, const struct repair *repair)
{
	return repair->layout.kind == LAYOUT_PADDED && site->shared.row_bytes && site->shared.element_bytes;
}

bool
conflict_has_fix(const struct site *site, const struct repair *repair)
{
	const bool is_declaration_alone = is_padding_of_rows(site, repair) && !repair->matrix_row && !repair->by_hand;
	return is_declaration_alone && can_be_added_to(site->shared.row_length) && !site->shared.size_taken;
}

/* The declaration ends after its last bracket, so the pad goes before that: `[32]` becomes `[32 + 1]`. */
struct fix
conflict_fix(struct rule_context *context, const struct site *site, const struct repair *repair)
{
	const long long elements = site->shared.row_bytes / site->shared.element_bytes,
			more = elements_of(site, repair);
	struct place place = site->object.declaration;

	place.line = place.end_line;
	place.end_column -= place.end_column > 1;
	place.column = place.end_column;
	return (struct fix){
		.message = text(context, "give '%s' rows of %lld elements: [%s + %lld] as its last dimension",
	                        site->object.name, elements + more, site->shared.row_length, more),
		.place = place,
		.replacement = text(context, " + %lld", more),
	};
}

/* "one element ([32 + 1])" */
static const char *
pad_text(struct rule_context *context, const struct site *site, long long more)
{
	const long long elements = site->shared.row_bytes / site->shared.element_bytes;
	const char *count = more == 1 ? "one element" : text(context, "%lld elements", more);
	if (can_be_added_to(site->shared.row_length))
		return text(context, "%s ([%s + %lld])", count, site->shared.row_length, more);
	if (*site->shared.row_length)
		return text(context, "%s (%lld for the %lld of [%s])", count, elements + more, elements,
		            site->shared.row_length);
	return text(context, "%s (%lld for %lld)", count, elements + more, elements);
}

static const char *
rows_advice(struct rule_context *context, const struct site *site, const struct repair *repair)
{
	const char *pad = pad_text(context, site, elements_of(site, repair));
	const char *by_hand = repair->by_hand
	                              ? text(context,
	                                     ", and update the pointer arithmetic at line %u, which relies on the "
	                                     "row length",
	                                     repair->by_hand->place.line)
	                              : "";
	const char *sizes = site->shared.size_taken
	                            ? text(context, ", if the uses of sizeof '%s' allow it", site->object.name)
	                            : "";
	const char *wide = repair->wide ? text(context, ", which keeps rows aligned for the vector accesses at line %u",
	                                       repair->wide->place.line)
	                                : "";
	return text(context, "pad each row by %s%s%s%s%s", pad, by_hand, sizes, wide,
	            repair->swizzle_as_good && !repair->wide ? ", or swizzle the column (column ^ row)" : "");
}

/* For an array of one dimension. */
static const char *
line_advice(struct rule_context *context, const struct site *site, const struct repair *repair)
{
	const struct layout *layout = &repair->layout;
	const long long words = layout->row / BANK_BYTES, more = layout->pad / BANK_BYTES;
	if (site->record.is_accessed && layout->row == llabs(site->step.bytes))
		return text(
			context,
			"keep each member in an array of its own (a structure of arrays), or pad the record to %lld "
			"words, not %lld",
			words + more, words);
	if (layout->row == BANK_COUNT * BANK_BYTES &&
	    (layout->row != llabs(site->step.bytes) || site->step.varies || repair->is_skew))
		return text(context, "%s%s%s",
		            site->pattern == PATTERN_MIXED ? ""
		                                           : "let neighbouring lanes access neighbouring words, "
		                                             "or ",
		            more == 1 ? "leave one word free after every 32"
		                      : text(context, "leave %lld words free after every 32", more),
		            more == 1 ? " (index + index / 32)" : "");
	return text(context, "let lanes step by %lld words, not %lld", words + more, words);
}

/* "buf[k][t] for buf[t][k]"; an expression of another form is described in words. */
static const char *
exchanged_text(struct rule_context *context, const struct site *site)
{
	const char *first = strchr(site->expression, '['), *between = first ? strstr(first, "][") : NULL;
	const char *end = between ? strchr(between + 2, ']') : NULL;
	if (!end || end[1] || memchr(first + 1, '[', (size_t)(between - first - 1)))
		return text(context, "exchange the dimensions of '%s'", site->object.name);
	const int name = (int)(first - site->expression), row = (int)(between - first - 1),
		  column = (int)(end - between - 2);
	return text(context, "exchange the dimensions of '%s': %.*s[%.*s][%.*s] for %s", site->object.name, name,
	            site->expression, column, between + 2, row, first + 1, site->expression);
}

/* For an array of one dimension, elements are those of the access. */
static const char *
line_swizzle_text(struct rule_context *context, const struct site *site, const struct repair *repair)
{
	const char *what = repair->layout.unit == site->width ? "index" : "word";
	const int pieces = (int)(repair->layout.row / repair->layout.unit);
	if (repair->layout.kind == LAYOUT_REVERSED)
		return text(context, "reverse every second row of the banks: %s ^ (%s / %d) %% 2 * %d", what, what,
		            pieces, pieces - 1);
	return text(context, "swizzle the %s: %s ^ (%s / %d) %% %d", what, what, what, pieces, pieces);
}

static const char *
swizzle_text(struct rule_context *context, const struct site *site, const struct repair *repair)
{
	if (!site->shared.row_bytes)
		return line_swizzle_text(context, site, repair);
	if (repair->layout.unit == site->shared.element_bytes)
		return "swizzle the column (column ^ row)";
	return text(context, "swizzle the column in pieces of %lld bytes (piece ^ row)",
	            (long long)repair->layout.unit);
}

/* For accesses along the rows of a single matrix. */
static const char *
matrix_advice(struct rule_context *context, const struct site *site, const struct repair *repair)
{
	const long long pad = repair->layout.pad;
	const bool is_array = site->shared.row_bytes == repair->matrix_row && site->shared.element_bytes;
	return text(context,
	            "pad each row of the matrix by %s, and pass the new row length to the calls that load and store "
	            "its fragments",
	            is_array ? pad_text(context, site, elements_of(site, repair))
	                     : text(context, "%lld bytes (%lld for %lld)", pad, pad + (long long)repair->matrix_row,
	                            (long long)repair->matrix_row));
}

/* The layout that was tried on all accesses to the array. */
static const char *
repair_advice(struct rule_context *context, const struct site *site, const struct repair *repair)
{
	const char *what;
	if (repair->matrix_row)
		what = matrix_advice(context, site, repair);
	else if (repair->layout.kind == LAYOUT_TRANSPOSED)
		what = exchanged_text(context, site);
	else if (repair->layout.kind == LAYOUT_SWIZZLED || repair->layout.kind == LAYOUT_REVERSED)
		what = swizzle_text(context, site, repair);
	else
		what = is_padding_of_rows(site, repair) ? rows_advice(context, site, repair)
		                                        : line_advice(context, site, repair);
	const double then = round(100 * repair->then) / 100;
	const bool is_named = !repair->matrix_row && *site->object.name && !strchr(site->object.name, ' ');
	return text(context, "%s: %s then take %.3g wavefront%s per request on average, not %.3g", what,
	            is_named ? text(context, "accesses to '%s'", site->object.name) : "its accesses", then,
	            then == 1 ? "" : "s", repair->now);
}

/* The first access that goes down columns of the array; NULL: none does. */
static const struct site *
column_walk(const struct launch *launch, const struct site *site)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (other->space == SPACE_SHARED && other->object.allocation == site->object.allocation &&
		    is_down_column(other))
			return other;
	}
	return NULL;
}

/* For lanes that each have their own column, in rows that data chooses. */
static const char *
own_columns_advice(struct rule_context *context, const struct site *site)
{
	const struct site *column = column_walk(context->launch, site);
	if (!site->shared.row_bytes)
		return "make the data-dependent part of each lane's index a multiple of 32 words: then each lane has "
		       "a bank of its own";
	const char *rows =
		text(context,
	             "make rows a multiple of %u elements long, not %lld: then each lane has a bank of its own, in "
	             "any row",
	             BANK_COUNT * BANK_BYTES / site->shared.element_bytes,
	             (long long)site->shared.row_bytes / site->shared.element_bytes);
	if (!column)
		return rows;
	return text(
		context,
		"%s; for the walk down a column (line %u), start each lane at a different column: (step + lane) %% %u",
		rows, column->place.line, WARP_LANES);
}

/* If the distances between lanes differ between requests or within one, no permutation of the array's elements suits
 * all requests. Then only the layouts that were tried are possible, and they failed. */
bool
is_without_layout(const struct site *site, const struct repair *repair)
{
	const bool is_uneven = site->object.is_matrix || site->step.varies || site->pattern == PATTERN_MIXED;
	const bool has_other_cause = site->step.is_within_rows || site->shared.own_banks || site->record.is_accessed ||
	                             site->pattern == PATTERN_GATHER;
	return repair && repair->tried && repair->layout.kind == LAYOUT_AS_IT_IS && is_uneven && !has_other_cause;
}

const char *
conflict_advice(struct rule_context *context, const struct site *site, const struct site *keeper,
                const struct repair *repair)
{
	if (keeper)
		return text(context,
		            "start each lane at a different column: (step + lane) %% %u; padded rows would cause "
		            "conflicts at line %u, where each lane has its own column",
		            WARP_LANES, keeper->place.line);
	if (site->kind == SITE_ATOMIC && !site->shared.own_banks)
		return "spread the counters: give each warp a copy, or reorder them so that lanes use different banks";
	if (repair && repair->layout.kind != LAYOUT_AS_IT_IS)
		return repair_advice(context, site, repair);
	if (is_without_layout(site, repair))
		return "none of the tested layouts helps";
	if (site->shared.own_banks)
		return own_columns_advice(context, site);
	if (site->step.is_within_rows)
		return "make the block's x dimension a multiple of 32";
	if (site->pattern == PATTERN_GATHER && site->kind == SITE_LOAD)
		return "the data selects these words: group it so that the lanes of a warp read the same words, or "
		       "replicate the table across banks";
	if (site->pattern == PATTERN_GATHER)
		return "the data selects these words: order it so that neighbouring lanes write neighbouring words";
	if (site->record.is_accessed)
		return "keep each member in an array of its own (a structure of arrays)";
	return "let neighbouring lanes access neighbouring words";
}
