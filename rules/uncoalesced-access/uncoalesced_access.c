/* Lanes so far apart that a request touches about one sector for each lane: columns, arrays of structs, gathers,
 * scattered pieces. */
#include <stdlib.h>

#include "model/memory_model.h"
#include "rules/access.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/uncoalesced-access/patch.h"
#include "rules/uncoalesced-access/records.h"
#include "rules/wording.h"
#include "support/magnitude.h"

enum { VECTOR_BYTES = 16 }; /* the widest load of a lane */

/* What to do with records in variables, depending on whether the launch loads and stores them. */
static const char *
copying_text(const struct launch *launch, const struct site *site)
{
	bool loads = false, stores = false;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		loads |= other->object.allocation == site->object.allocation && other->kind == SITE_LOAD;
		stores |= other->object.allocation == site->object.allocation && other->kind == SITE_STORE;
	}
	return !stores  ? "copy the record to a variable, and read that"
	       : !loads ? "build the record in a variable, and copy that"
	                : "copy the record to a variable, work on that, and copy it back";
}

/* The next size that accesses of one width move without gaps: 2, 4, 8, or a multiple of 16. */
static long long
padded_size(long long size)
{
	long long padded = 2;
	while (padded < size && padded < VECTOR_BYTES)
		padded *= 2;
	return padded >= size ? padded : (size + VECTOR_BYTES - 1) / VECTOR_BYTES * VECTOR_BYTES;
}

/* The other members are fetched anyway, so a lane can move them with fewer instructions. If the records of a warp do
 * not fit in shared memory, they mostly contain an array, along which each lane would still go alone. */
static const char *
advice_for_whole_records(struct rule_context *context, const struct site *site)
{
	const long long size = magnitude(site->step.bytes);
	if (context->facts->shared_per_block && size > context->facts->shared_per_block / WARP_LANES)
		return "each lane reads a large record of its own: let the lanes of a warp share one record, on "
		       "neighbouring elements";
	if (site->width >= VECTOR_BYTES || size % site->width)
		return "keep each member in an array of its own (a structure of arrays), or move a block's records "
		       "through shared memory";
	const bool is_aligned =
		size % VECTOR_BYTES ? site->record.alignment >= size : site->record.alignment >= VECTOR_BYTES;
	if (!records_are_moved_whole(context->launch, site))
		return text(
			context,
			"%s%s, or keep each member in an array of its own (a structure of arrays): stores in between "
			"prevent the compiler from moving the whole record",
			is_aligned || size % VECTOR_BYTES ? "" : "align the record (__align__(16)), ",
			copying_text(context->launch, site));
	if (is_aligned)
		return text(
			context,
			"%s, so that a lane moves %s, or keep each member in an array of its own (a structure of arrays)",
			copying_text(context->launch, site),
			size > VECTOR_BYTES ? "16 bytes at a time" : "the whole record, as one vector");
	if (size == 8 || size % VECTOR_BYTES == 0)
		return text(
			context,
			"align the record (__align__(%d)), so that a lane moves %s, or keep each member in an array "
			"of its own (a structure of arrays)",
			size == 8 ? 8 : VECTOR_BYTES,
			size > VECTOR_BYTES ? "16 bytes at a time" : "the whole record, as one vector");
	const long long padded = padded_size(size);
	/* Padding is moved too. Without a known time, fewer instructions are worth a third of a small record, or a
	 * quarter of a large one. */
	const struct penalty slower = records_padded_slowdown(context, site, padded);
	if (padded - size > size / (size < VECTOR_BYTES ? 3 : 4) || slower.estimate < NOTICEABLE_PENALTY)
		return "keep each member in an array of its own (a structure of arrays), or move a block's records "
		       "through shared memory";
	return text(
		context,
		"keep each member in an array of its own (a structure of arrays), or pad the record to %lld bytes and "
		"align it (__align__(%lld)), so that a lane moves %s",
		padded, padded < VECTOR_BYTES ? padded : VECTOR_BYTES,
		padded > VECTOR_BYTES ? "16 bytes at a time" : "the whole record, as one vector");
}

/* Whether a thread goes along a row along which a whole warp could go. */
static bool
is_row_walk(const struct rule_context *context, const struct site *site)
{
	return access_case(site) == ACCESS_COLUMN && site->kind == SITE_LOAD && site->loop.walks &&
	       sectors_are_shared(context, site) && step_elements(site) >= WARP_LANES &&
	       !is_side_by_side_along_y(context->launch) && !iterations_need_each_other(context->launch, site);
}

static const char *
advice(struct rule_context *context, const struct site *site)
{
	const bool shared = sectors_are_shared(context, site);

	if (site->kind == SITE_ATOMIC)
		return "put neighbouring lanes on neighbouring elements, or accumulate a block's updates in shared "
		       "memory and execute one atomic per element";
	switch (access_case(site)) {
	case ACCESS_RECORDS:
		if (shared)
			return advice_for_whole_records(context, site);
		return "keep the members used here in arrays of their own (a structure of arrays): the other members "
		       "fill part of each sector";
	case ACCESS_GATHER:
		if (site->kind != SITE_LOAD)
			return "sort or group the indices so that neighbouring lanes write neighbouring elements, or "
			       "turn the scatter into a gather: loads suffer less";
		return "sort or group the indices so that neighbouring lanes read neighbouring elements; keep a small "
		       "table in shared memory";
	case ACCESS_PIECES:
		return site->step.is_within_rows
		               ? "put the 32 lanes of a warp on 32 neighbouring elements: make the block's x "
		                 "dimension a multiple of 32, or move the tile through shared memory"
		               : "put neighbouring lanes on neighbouring elements, or move whole rows of the block's "
		                 "data through shared memory";
	default:
		if (is_side_by_side_along_y(context->launch))
			return "swap x and y of threadIdx and blockIdx in the kernel, and of the block and grid in "
			       "the launch: consecutive threads in y access consecutive elements, or the same";
		if (shared && step_elements(site) < WARP_LANES)
			return "each lane accesses a short row of its own: move it as vectors (float4, double2), or "
			       "transpose the array, so that neighbouring lanes access neighbouring elements";
		if (shared && iterations_need_each_other(context->launch, site))
			return "each lane walks along a row of its own: transpose the array, so that neighbouring "
			       "lanes access neighbouring elements, or move a block's rows through shared memory";
		if (shared)
			return "each lane walks along a row of its own: let a warp walk along one row instead, its "
			       "lanes on neighbouring elements, or move a block's rows through shared memory";
		return "let threadIdx.x walk along the row, so that neighbouring lanes access neighbouring elements; "
		       "to transpose, move a tile through shared memory";
	}
}

/* The launch, if its grid is small: small-grid asks for more warps, and one warp for each row has them. */
static struct related *
small_launch(struct rule_context *context, size_t *count)
{
	if (!has_few_warps(context) || !context->launch->place.line)
		return NULL;
	struct related *related = arena_new(&context->facts->arena, struct related);
	*related = (struct related){context->launch->place, "its small grid, which one warp per row fixes as well"};
	*count = 1;
	return related;
}

static const char *
name(struct rule_context *context, const struct site *site)
{
	const bool is_gather = access_case(site) == ACCESS_GATHER;
	return text(context, "%s %s", is_gather ? site->kind == SITE_LOAD ? "gathering" : "scattering" : "uncoalesced",
	            access_text(context, site));
}

void
check_uncoalesced_access(struct rule_context *context, const struct site *site)
{
	const enum access_case which = access_case(site);
	if (which != ACCESS_COLUMN && which != ACCESS_RECORDS && which != ACCESS_GATHER && which != ACCESS_PIECES)
		return;
	enum verdict verdict = judge_access(context, site);
	/* Which data is loaded is rarely a choice, and the index is often the purpose of the program. */
	if (which == ACCESS_GATHER && verdict == VERDICT_BAD && site->confidence != CONFIDENCE_EXACT)
		verdict = VERDICT_NOTE;

	const struct site_set only = {&site, 1};
	const bool is_walk = is_row_walk(context, site);
	const struct penalty of_patch = patch_slowdown(context, site);
	const bool is_patch = of_patch.estimate >= NOTICEABLE_PENALTY;
	size_t related_count = 0;
	struct related *related = is_walk && !is_patch ? small_launch(context, &related_count) : NULL;
	const struct draft draft = {
		.place = &site->place,
		.site = site,
		.pricing = is_walk || is_patch ? PRICED_BY_RULE : PRICED_AS_ACCESS,
		.penalty = is_patch  ? of_patch
	                   : is_walk ? row_walk_slowdown(context, only)
	                             : no_penalty,
		.ideal = is_patch  ? "by texture fetches"
	                 : is_walk ? "with one warp per row"
	                           : NULL,
		/* The hit rate of a texture's cache is not known for every image. */
		.is_rough = is_patch,
		.verdict = verdict,
		.confidence = site->confidence,
		.message = name(context, site),
		.figures = sectors_text(context, site),
		.reason = sectors_reason(context, site),
		.advice = is_patch ? patch_advice(context, site) : advice(context, site),
		.related = related,
		.related_count = related_count,
	};
	draft_add(context, &draft);
}
