/* What a block loads from global memory many times, where a tile in shared memory would be faster than the caches. */
#include "rules/unstaged-reuse/staging.h"

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/host_finding.h"
#include "rules/wording.h"

/* A smaller penalty is within the time model's error on the reference kernels. It includes the averages of
 * kernels/reference/reuse.cu over up to 8 neighbours on each side, which gain nothing. */
static const double worthwhile = 1.15;
/* A tile needs another kernel. It is only a warning if the gain is this large over the whole range of uncertainty. */
static const double worth_rewriting = 1.5;

enum { WORD = 4 };

/* "'a' and 'b'" */
static const char *
names_text(struct rule_context *context, const struct staging *staging)
{
	const char *names = "";
	for (unsigned i = 0; i < staging->count; i++) {
		const struct name name = array_name(staging->arrays[i].loads.items[0]);
		const char *separator = !i ? "" : i + 1 < staging->count ? ", " : " and ";
		names = text(context, "%s%s'%.*s'", names, separator, name.length, name.start);
	}
	return names;
}

static const char *
advice(struct rule_context *context, const struct staging *staging)
{
	const char *names = names_text(context, staging), *size = host_bytes_text(context, staging->bytes);
	if (!staging->loop)
		return text(context,
		            "copy the block's part of %s to shared memory (%s) before it is read, each word once; then "
		            "__syncthreads(), and read it from there",
		            names, size);
	return text(
		context,
		"every %u iterations of the loop at line %u, copy the block's part of %s to shared memory (%s), each "
		"word once; __syncthreads() before it is read from there, and after",
		staging->iterations, staging->loop->line, names, size);
}

static void
add(struct rule_context *context, const struct staging *staging, const struct staged_array *array,
    const struct site *load)
{
	const double times = array->read_words / array->copied_words;
	const struct name name = array_name(load);
	const struct draft draft = {
		.place = &load->place,
		.site = load,
		.claim = CLAIM_WORK,
		.verdict = staging->penalty.low >= worth_rewriting ? VERDICT_BAD : VERDICT_NOTE,
		.confidence = load->confidence > CONFIDENCE_ASSUMED ? load->confidence : CONFIDENCE_ASSUMED,
		.pricing = PRICED_BY_RULE,
		.penalty = staging->penalty,
		.is_rough = true,
		.message = name.length ? text(context, "unstaged reuse of '%.*s'", name.length, name.start)
	                               : "unstaged reuse",
		.figures = text(context, "a block loads each word %.0f times", times),
		.reason = text(context, "the threads of a block load %s of it, of which %s are distinct",
	                       host_bytes_text(context, array->read_words * WORD),
	                       host_bytes_text(context, array->copied_words * WORD)),
		.cost = "",
		.ideal = staging_against,
		.advice = advice(context, staging),
		.subject = text(context, "%s staging", context->kernel->link_name),
	};
	draft_add(context, &draft);
}

void
check_unstaged_reuse(struct rule_context *context)
{
	const struct staging staging = staging_find(context);
	if (!staging.count || staging.penalty.estimate < worthwhile)
		return;
	for (unsigned i = 0; i < staging.count; i++)
		for (size_t k = 0; k < staging.arrays[i].loads.count; k++)
			add(context, &staging, &staging.arrays[i], staging.arrays[i].loads.items[k]);
}
