/* Constant memory is read one word at a time for a warp: lanes that want others wait their turn. */
#include <math.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

/* Words of a request, on average, that are worth a finding. */
static const double few_words = 1.25;

static double
words_of(const struct site *site)
{
	return site->demand.constant_passes / site->demand.constants;
}

void
check_divergent_constant(struct rule_context *context, const struct site *site)
{
	if (site->space != SPACE_CONSTANT || site->kind != SITE_LOAD || !(words_of(site) > few_words))
		return;
	const char *words = digits_of(words_of(site), 3).text;
	draft_add(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.standing = site->standing,
		.message = text(context, "divergent constant %s", access_text(context, site)),
		.figures = text(context, "%s%s words per request, ideal 1", site->standing == STANDING_BOUNDED ? "up to " : "", words),
		.reason = site->reason,
		.cost = "",
		.ideal = "with one word for all lanes",
		.advice = "copy the table to shared memory at the block's start, or read it from global memory (const T *__restrict__): both "
		          "serve different words of a warp together",
	});
}
