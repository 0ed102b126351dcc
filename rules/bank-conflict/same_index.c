#include "rules/bank-conflict/same_index.h"

#include <string.h>

#include "model/memory_model.h"
#include "rules/bank-conflict/repair.h"

/* Limit for kernels with many conflicting accesses. */
enum { MOST_COMPARED = 64 };

/* Whether the lanes that are active in both requests have equal offsets in their arrays. */
static bool
is_same_request(const struct shared_sample *a, const struct shared_sample *b)
{
	const uint32_t common = a->active & b->active;
	for (uint32_t left = common; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);
		if (a->at[l] != b->at[l])
			return false;
	}
	return common & (common - 1) && !a->open_lanes && !b->open_lanes;
}

static bool
have_same_shape(const struct site *a, const struct site *b)
{
	return a->shared.bytes == b->shared.bytes && a->shared.row_bytes == b->shared.row_bytes &&
	       a->shared.element_bytes == b->shared.element_bytes;
}

/* Requests are sampled by their number at a site, so samples of neighbouring accesses are from the same iterations. */
static bool
go_alike(const struct site *a, const struct site *b)
{
	if (a->kind != b->kind || a->width != b->width || !a->shared.sample_count ||
	    a->shared.sample_count != b->shared.sample_count || !have_same_shape(a, b))
		return false;
	for (size_t i = 0; i < a->shared.sample_count; i++)
		if (!is_same_request(&a->shared.samples[i], &b->shared.samples[i]))
			return false;
	return true;
}

static bool
is_same_layout(const struct layout *a, const struct layout *b)
{
	return a->kind == b->kind && a->row == b->row && a->pad == b->pad && a->unit == b->unit;
}

const char *
subject_by_same_index(const struct rule_context *context, const struct site *site, const struct repair *repair)
{
	const char *of_twin = NULL;
	unsigned left = MOST_COMPARED;
	for (size_t i = context->drafts->count; i-- > 0 && left;) {
		const struct draft *draft = &context->drafts->items[i];
		if (draft->context.launch != context->launch || draft->context.rule != context->rule)
			break;
		if (!draft->repair || !*draft->subject)
			continue;
		if (draft->repair == repair)
			return draft->subject;
		left--;
		if (is_same_layout(&draft->repair->layout, &repair->layout) && go_alike(draft->site, site))
			of_twin = draft->subject;
	}
	return of_twin;
}
