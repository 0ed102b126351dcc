/* Lanes that need different words of one bank of shared memory. Where the cause is a walk down a column of a 2-D array,
 * an element more in each row is the cure. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/memory_model.h"
#include "rules/access.h"
#include "rules/bank-conflict/padding.h"
#include "rules/bank-conflict/repair.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/wording.h"
#include "support/digits.h"

#define LEAST_WAYS 1.25     /* on average, that are worth a word */

/* Whether " + 1" behind it makes a longer row of it, and of it alone: what is added there already may be a pad that other
 * instances have another value for, and what binds less than a sum would take the number for its own. */
static bool
can_be_added_to(const char *length)
{
	return *length && !strpbrk(length, "+-<>&|^?:=~!,");
}

static int64_t
elements_of(const struct site *site, const struct repair *repair)
{
	return repair->layout.pad / site->shared_element_bytes;
}

static bool
is_padding_of_rows(const struct site *site, const struct repair *repair)
{
	return repair->layout.kind == LAYOUT_PADDED && site->shared_row_bytes && site->shared_element_bytes;
}

static bool
has_fix(const struct site *site, const struct repair *repair)
{
	return is_padding_of_rows(site, repair) && !repair->by_hand && can_be_added_to(site->shared_row_length) && !site->shared_size_taken;
}

/* The declaration reaches to behind its last bracket, so that this goes in front of that: `[32]` becomes `[32 + 1]`. */
static struct fix
fix_for(struct rule_context *context, const struct site *site, const struct repair *repair)
{
	const long long elements = site->shared_row_bytes / site->shared_element_bytes, more = elements_of(site, repair);
	struct place place = site->declaration;

	place.line = place.end_line;
	place.end_column -= place.end_column > 1;
	place.column = place.end_column;
	return (struct fix){
		.message = text(context, "give '%s' rows of %lld elements: [%s + %lld] as its last dimension", site->object,
		                elements + more, site->shared_row_length, more),
		.place = place,
		.replacement = text(context, " + %lld", more),
	};
}

/* "one element ([32 + 1])" */
static const char *
pad_text(struct rule_context *context, const struct site *site, long long more)
{
	const long long elements = site->shared_row_bytes / site->shared_element_bytes;
	const char *count = more == 1 ? "one element" : text(context, "%lld elements", more);
	if (can_be_added_to(site->shared_row_length))
		return text(context, "%s ([%s + %lld])", count, site->shared_row_length, more);
	if (*site->shared_row_length)
		return text(context, "%s (%lld for the %lld of [%s])", count, elements + more, elements, site->shared_row_length);
	return text(context, "%s (%lld for %lld)", count, elements + more, elements);
}

static const char *
rows_advice(struct rule_context *context, const struct site *site, const struct repair *repair)
{
	const char *pad = pad_text(context, site, elements_of(site, repair));
	const char *by_hand = repair->by_hand ? text(context, ", also where a pointer into the array counts on its rows (line %u)",
	                                             repair->by_hand->place.line)
	                                      : "";
	const char *sizes = site->shared_size_taken ? text(context, ", where what is done with sizeof of '%s' allows it", site->object) : "";
	const char *wide = repair->wide ? text(context, ", which keeps rows aligned for the vectors at line %u", repair->wide->place.line)
	                                : "";
	return text(context, "pad each row by %s%s%s%s%s", pad, by_hand, sizes, wide,
	            repair->swizzle_as_good && !repair->wide ? ", or swizzle the column (column ^ row)" : "");
}

/* Of an array of one dimension. */
static const char *
line_advice(struct rule_context *context, const struct site *site, const struct repair *repair)
{
	const struct layout *layout = &repair->layout;
	const long long words = layout->row / BANK_BYTES, more = layout->pad / BANK_BYTES;
	if (site->in_record && layout->row == llabs(site->lane_step))
		return text(context, "keep each member in an array of its own (a structure of arrays), or give the record %lld words, not %lld",
		            words + more, words);
	if (layout->row == BANK_COUNT * BANK_BYTES && (layout->row != llabs(site->lane_step) || site->steps_vary || repair->is_skew))
		return more == 1 ? "let neighbouring lanes take neighbouring words, or leave one word free behind every 32 (index + index / 32)"
		                 : text(context, "let neighbouring lanes take neighbouring words, or leave %lld words free behind every 32", more);
	return text(context, "let lanes step by %lld words, not %lld", words + more, words);
}

/* "buf[k][t] for buf[t][k]"; what is not written so is called by words. */
static const char *
exchanged_text(struct rule_context *context, const struct site *site)
{
	const char *first = strchr(site->expression, '['), *between = first ? strstr(first, "][") : NULL;
	const char *end = between ? strchr(between + 2, ']') : NULL;
	if (!end || end[1] || memchr(first + 1, '[', (size_t)(between - first - 1)))
		return text(context, "exchange the dimensions of '%s'", site->object);
	const int name = (int)(first - site->expression), row = (int)(between - first - 1), column = (int)(end - between - 2);
	return text(context, "exchange the dimensions of '%s': %.*s[%.*s][%.*s] for %s", site->object, name, site->expression, column,
	            between + 2, row, first + 1, site->expression);
}

static const char *
swizzle_text(struct rule_context *context, const struct site *site, const struct repair *repair)
{
	if (repair->layout.unit == site->shared_element_bytes)
		return "swizzle the column (column ^ row)";
	return text(context, "swizzle the column in pieces of %lld bytes (piece ^ row)", (long long)repair->layout.unit);
}

/* What was tried on all accesses to the array. */
static const char *
repair_advice(struct rule_context *context, const struct site *site, const struct repair *repair)
{
	const char *what = "";
	if (repair->layout.kind == LAYOUT_TRANSPOSED)
		what = exchanged_text(context, site);
	else if (repair->layout.kind == LAYOUT_SWIZZLED)
		what = swizzle_text(context, site, repair);
	else
		what = is_padding_of_rows(site, repair) ? rows_advice(context, site, repair) : line_advice(context, site, repair);
	const double then = round(100 * repair->then) / 100;
	return text(context, "%s: accesses to '%s' then take %.3g wavefront%s per request, not %.3g", what, site->object, then,
	            then == 1 ? "" : "s", repair->now);
}

/* The first access that goes down columns of the array; NULL: none does. */
static const struct site *
column_walk(const struct launch *launch, const struct site *site)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (other->space == SPACE_SHARED && other->memory == site->memory && padding_is_down_column(other))
			return other;
	}
	return NULL;
}

/* Of lanes that have a column each, and go to rows that data chooses. */
static const char *
own_columns_advice(struct rule_context *context, const struct site *site)
{
	const struct site *column = column_walk(context->launch, site);
	if (!site->shared_row_bytes)
		return "let what data adds to each lane's place be a multiple of 32 words: every lane then keeps to a bank of its own";
	const char *rows = text(context, "let rows have a multiple of %u elements, not %lld: each lane then keeps to a bank of its own, "
	                                 "whatever row data chooses",
	                        BANK_COUNT * BANK_BYTES / site->shared_element_bytes,
	                        (long long)site->shared_row_bytes / site->shared_element_bytes);
	if (!column)
		return rows;
	return text(context, "%s; and let lanes that go down a column (line %u) each begin at another one, and go round: (step + lane) %% %u",
	            rows, column->place.line, WARP_LANES);
}

static const char *
advice(struct rule_context *context, const struct site *site, const struct padding *padding, const struct repair *repair)
{
	if (padding->own_columns)
		return text(context, "let each lane begin at another column, and go round, (step + lane) %% %u: with padded rows lanes "
		                     "would meet at line %u, where each has a column of its own",
		            WARP_LANES, padding->own_columns->place.line);
	if (padding->elements)
		return text(context, "pad each row by %s: rows of matrix fragments stay multiples of 16 bytes; and pass the new "
		                     "length to the calls that move them",
		            pad_text(context, site, padding->elements));
	if (site->of_matrix)
		return text(context, "pad each row of the matrix by %u bytes, and pass the new length to the calls that move "
		                     "fragments of it", matrix_padding(site));
	if (site->kind == SITE_ATOMIC && !site->own_banks)
		return "spread the counters: a copy for each warp, or an order in which lanes meet different banks";
	if (repair && repair->layout.kind != LAYOUT_AS_IT_IS)
		return repair_advice(context, site, repair);
	if (site->own_banks)
		return own_columns_advice(context, site);
	if (site->by_rows)
		return "make the block's x dimension a multiple of 32";
	if (site->pattern == PATTERN_GATHER && site->kind == SITE_LOAD)
		return "data says which words these are: let the lanes of a warp agree more, or give the table several copies, whose "
		       "words lie in different banks";
	if (site->pattern == PATTERN_GATHER)
		return "data says which words these are: order it so that neighbouring lanes write neighbouring words";
	if (site->in_record)
		return "keep each member in an array of its own (a structure of arrays)";
	return "let neighbouring lanes take neighbouring words";
}

/* Of a copy, the cost of one side may be due to where the other lies. */
static bool
is_of_other_side(const struct site *site)
{
	return site->copy == COPY_PAST_L1 || (site->copy == COPY_THROUGH_L1 && site->copied_store_excess < LEAST_WAYS);
}

/* Where the load has an excess by itself, a rule for global memory tells that. */
static void
check_copy(struct rule_context *context, const struct site *site)
{
	const struct figures *figures = &site->predicted;
	const bool past_l1 = site->copy == COPY_PAST_L1;
	if (!is_copied_from_ideal_places(site))
		return;
	draft_add(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.verdict = judge_access(context, site),
		.standing = site->standing,
		.pricing = UNPRICED,
		.message = text(context, "asynchronous copy to '%s' in pieces", site->object),
		.figures = per_request_text(context, figures->wavefronts / figures->requests, figures->ideal_wavefronts / figures->requests,
		                            past_l1 ? "wavefronts, and as many requests to L2," : "wavefronts"),
		.reason = past_l1 ? "what lies in one line of 128 bytes on the one side lies in several on the other, or otherwise in its "
		                    "sectors"
		                  : "lanes meet on the banks of L1, a multiple of 128 bytes apart in global memory",
		.advice = past_l1 ? "let rows begin at like multiples of 128 bytes on both sides, of 32 at least; against bank conflicts "
		                    "swizzle the columns (column ^ row) rather than pad the rows"
		                  : "let the lanes that copy together go along one row, or copy 16 bytes a lane, past L1 (cp.async.cg)",
	});
}

void
check_bank_conflict(struct rule_context *context, const struct site *site)
{
	/* Lanes that add to one word take turns whatever the banks are: that is another matter than this. */
	if (site->space != SPACE_SHARED || (site->kind == SITE_ATOMIC && site->same_address_lanes > 1))
		return;
	const struct figures *figures = &site->predicted;
	const double ways = site_excess(site);
	/* Less is what a padding or a swizzle that fits most lanes leaves over. */
	if (ways < LEAST_WAYS)
		return;
	if (is_of_other_side(site)) {
		check_copy(context, site);
		return;
	}
	const struct padding padding = padding_for(context->launch, site);
	const bool is_tried = !padding.own_columns && !padding.by_matrices && !site->of_matrix && site->kind != SITE_ATOMIC;
	const struct repair *repair = is_tried ? repair_find(context, site) : NULL;
	const bool can_fix = repair && has_fix(site, repair);
	const struct fix fix = can_fix ? fix_for(context, site, repair) : (struct fix){0};

	draft_add(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.verdict = judge_access(context, site),
		.standing = site->standing,
		.message = text(context, "%s-way bank conflict in the %s", digits_of(ways, 3).text, access_text(context, site)),
		.figures = per_request_text(context, figures->wavefronts / figures->requests, figures->ideal_wavefronts / figures->requests,
		                            "wavefronts"),
		.reason = site->reason,
		.advice = advice(context, site, &padding, repair),
		.fix = can_fix ? &fix : NULL,
		.repair = repair,
		.repaired = repair ? repair->launch : NULL,
	});
}
