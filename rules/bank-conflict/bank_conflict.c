/* Lanes that need different words of one bank of shared memory. Where the cause is a walk down a column of a 2-D array,
 * an element more in each row is the cure. */
#include <string.h>

#include "model/memory_model.h"
#include "rules/access.h"
#include "rules/bank-conflict/padding.h"
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

/* Bytes of shared memory that the kernel declares, once its rows are longer. */
static int64_t
shared_with(const struct rule_context *context, const struct site *site, const struct padding *padding)
{
	const int64_t rows = site->shared_row_bytes ? site->shared_bytes / site->shared_row_bytes : 0;
	return context->kernel->resources.static_shared + rows * padding->elements * site->shared_element_bytes;
}

/* More than the compiler lets a kernel declare. */
static bool
is_too_much(const struct rule_context *context, const struct site *site, const struct padding *padding)
{
	const unsigned most = context->facts->shared_per_block;
	return most && shared_with(context, site, padding) > most;
}

static bool
has_fix(const struct rule_context *context, const struct site *site, const struct padding *padding)
{
	return padding->elements && padding->ways_left == 1 && !padding->by_matrices && !padding->by_hand && !padding->own_columns &&
	       can_be_added_to(site->shared_row_length) && !is_too_much(context, site, padding) && !site->shared_size_taken;
}

/* The declaration reaches to behind its last bracket, so that this goes in front of that: `[32]` becomes `[32 + 1]`. */
static struct fix
fix_for(struct rule_context *context, const struct site *site, const struct padding *padding)
{
	const long long elements = site->shared_row_bytes / site->shared_element_bytes;
	struct place place = site->declaration;

	place.line = place.end_line;
	place.end_column -= place.end_column > 1;
	place.column = place.end_column;
	return (struct fix){
		.message = text(context, "give '%s' rows of %lld elements: [%s + %lld] as its last dimension", site->object,
		                elements + (long long)padding->elements, site->shared_row_length, (long long)padding->elements),
		.place = place,
		.replacement = text(context, " + %lld", (long long)padding->elements),
	};
}

/* "one element ([32 + 1])" */
static const char *
pad_text(struct rule_context *context, const struct site *site, const struct padding *padding)
{
	const long long elements = site->shared_row_bytes / site->shared_element_bytes, more = padding->elements;
	const char *count = more == 1 ? "one element" : text(context, "%lld elements", more);
	if (can_be_added_to(site->shared_row_length))
		return text(context, "%s ([%s + %lld])", count, site->shared_row_length, more);
	if (*site->shared_row_length)
		return text(context, "%s (%lld for the %lld of [%s])", count, elements + more, elements, site->shared_row_length);
	return text(context, "%s (%lld for %lld)", count, elements + more, elements);
}

static const char *
padding_advice(struct rule_context *context, const struct site *site, const struct padding *padding)
{
	const char *pad = pad_text(context, site, padding);
	if (padding->by_matrices)
		return text(context, "pad each row by %s: rows of matrix fragments stay multiples of 16 bytes; and pass the new "
		                     "length to the calls that move them",
		            pad);
	if (is_too_much(context, site, padding))
		return text(context, "swizzle the column (column ^ row): with rows padded by %s the kernel would declare %lld bytes of shared "
		                     "memory, and the compiler refuses more than %u",
		            pad, (long long)shared_with(context, site, padding), context->facts->shared_per_block);
	if (padding->wide && padding->ways_left > 1)
		return text(context, "pad each row by %s, which keeps rows aligned for the vectors at line %u and leaves conflicts of "
		                     "%u ways, or move single elements there, and pad by one",
		            pad, padding->wide->place.line, padding->ways_left);
	if (padding->ways_left > 1)
		return text(context, "swizzle the column (column ^ row): a pad by %s would leave conflicts of %u ways", pad,
		            padding->ways_left);
	if (padding->by_hand)
		return text(context, "pad each row by %s, also where a pointer into the array counts on its rows (line %u), or "
		                     "swizzle the column (column ^ row)",
		            pad, padding->by_hand->place.line);
	if (padding->wide)
		return text(context, "pad each row by %s, which keeps rows aligned for the vectors at line %u", pad,
		            padding->wide->place.line);
	if (site->shared_size_taken)
		return text(context, "pad each row by %s, where what is done with sizeof of '%s' allows it, or swizzle the column (column ^ row)",
		            pad, site->object);
	return text(context, "pad each row by %s, or swizzle the column (column ^ row)", pad);
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
advice(struct rule_context *context, const struct site *site, const struct padding *padding)
{
	if (padding->own_columns)
		return text(context, "let each lane begin at another column, and go round, (step + lane) %% %u: with padded rows lanes "
		                     "would meet at line %u, where each has a column of its own",
		            WARP_LANES, padding->own_columns->place.line);
	if (padding->elements)
		return padding_advice(context, site, padding);
	if (site->of_matrix)
		return text(context, "pad each row of the matrix by %u bytes, and pass the new length to the calls that move "
		                     "fragments of it", matrix_padding(site));
	if (site->own_banks)
		return own_columns_advice(context, site);
	if (site->kind == SITE_ATOMIC)
		return "spread the counters: a copy for each warp, or an order in which lanes meet different banks";
	if (site->by_rows)
		return "make the block's x dimension a multiple of 32, or pad the array's rows so that the rows of a warp begin in "
		       "different banks";
	if (site->pattern == PATTERN_GATHER && site->kind == SITE_LOAD)
		return "data says which words these are: let the lanes of a warp agree more, or give the table several copies, whose "
		       "words lie in different banks";
	if (site->pattern == PATTERN_GATHER)
		return "data says which words these are: order it so that neighbouring lanes write neighbouring words";
	if (site->in_record)
		return "keep each member in an array of its own (a structure of arrays), or give the record an odd number of words";
	return "let neighbouring lanes take neighbouring words, or lay the array out so that theirs are in different banks: one "
	       "word more behind every 32";
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
	const bool can_fix = has_fix(context, site, &padding);
	const struct fix fix = can_fix ? fix_for(context, site, &padding) : (struct fix){0};

	draft_add(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.verdict = judge_access(context, site),
		.standing = site->standing,
		.message = text(context, "%s-way bank conflict in the %s", digits_of(ways, 3).text, access_text(context, site)),
		.figures = per_request_text(context, figures->wavefronts / figures->requests, figures->ideal_wavefronts / figures->requests,
		                            "wavefronts"),
		.reason = site->reason,
		.advice = advice(context, site, &padding),
		.fix = can_fix ? &fix : NULL,
	});
}
