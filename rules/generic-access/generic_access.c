/* Accesses by generic instructions, which do not name the memory because the compiler does not know where the pointer
 * points. */

#include <math.h>
#include <string.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

/* Why the compiler does not know it. */
enum cause { CAUSE_FRAGMENT, CAUSE_CHOSEN, CAUSE_CALL, CAUSE_OTHER };

/* Without a known time: a smaller share of all requests is not reported. */
static const double least_share = 0.1;

static bool
is_generic(const struct site *site)
{
	return site->kind <= SITE_STORE && site->code.share.generic > 0;
}

static enum cause
cause_of(const struct site *site)
{
	if (site->object.is_matrix)
		return CAUSE_FRAGMENT;
	return site->sharers.chosen.line ? CAUSE_CHOSEN : site->code.share.is_called ? CAUSE_CALL : CAUSE_OTHER;
}

/* Accesses through one pointer, or in one function's code, are fixed in one place. */
static bool
have_one_cause(const struct site *a, const struct site *b)
{
	if (cause_of(a) != cause_of(b))
		return false;
	if (cause_of(a) == CAUSE_FRAGMENT)
		return true;
	if (cause_of(a) == CAUSE_CHOSEN)
		return facts_same_place(&a->sharers.chosen, &b->sharers.chosen);
	return facts_same_place(&a->place, &b->place) ||
	       (*a->object.name && strcmp(a->object.name, b->object.name) == 0);
}

/* A generic address has 64 bits, whose sum takes two instructions (IADD3, IMAD.X). An address of shared memory has 32
 * bits, and its offset is part of the access. These instructions are in the launch's work only if the machine code was
 * counted. */
static void
save_address(struct launch *launch, const struct site *site)
{
	if (!launch->execution.is_scheduled || site->space != SPACE_SHARED)
		return;
	launch->execution.work.instructions =
		fmax(0, launch->execution.work.instructions - 2 * site->code.share.generic);
	launch->execution.work.integers = fmax(0, launch->execution.work.integers - site->code.share.generic);
}

/* The launch's time over its time if the compiler knew the memory of all accesses with this cause. */
static struct penalty
slowdown(const struct rule_context *context, const struct site *first)
{
	struct launch *launch = launch_copy(&context->facts->arena, context->launch, 0);
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		if (!is_generic(site) || !have_one_cause(site, first))
			continue;
		site->demand.generic = site->apart_demand.generic = 0;
		save_address(launch, site);
	}
	return launch_slowdown(context, launch);
}

/* NULL: it accesses several memories, or it is unknown. */
static const char *
memory_text(const struct site *site)
{
	if (site->code.share.is_mixed)
		return NULL;
	return site->space == SPACE_SHARED ? "shared" : site->space == SPACE_GLOBAL ? "global" : NULL;
}

static const char *
figures(struct rule_context *context, const struct site *site)
{
	const char *memory = memory_text(site);
	switch (cause_of(site)) {
	case CAUSE_FRAGMENT: return "of a matrix fragment";
	case CAUSE_CHOSEN: return text(context, "the pointer is chosen at line %u", site->sharers.chosen.line);
	case CAUSE_CALL: return "in a function that is not inlined";
	default:
		return memory ? text(context, "all of its requests go to %s memory", memory)
		              : "its requests go to several memories";
	}
}

static const char *
reason(struct rule_context *context, const struct site *site)
{
	const char *memory = memory_text(site);
	if (cause_of(site) == CAUSE_FRAGMENT)
		return "the compiler always loads fragments of this type so: the hardware checks the address space of "
		       "each lane's address";
	if (memory)
		return text(context,
		            "the compiler does not know that the pointer refers to %s memory: the hardware checks each "
		            "lane's address",
		            memory);
	return "the pointer refers to shared or global memory, which is known only at run time: the hardware checks "
	       "each lane's address";
}

static const char *
advice(struct rule_context *context, const struct site *site)
{
	const char *memory = memory_text(site);
	switch (cause_of(site)) {
	case CAUSE_FRAGMENT:
		return text(context, "%s by ldmatrix (inline PTX, with mma.sync)",
		            site->space == SPACE_GLOBAL
		                    ? "stage the matrix in shared memory, and load the fragment from there"
		                    : "load the fragment");
	case CAUSE_CHOSEN:
		return text(context,
		            "branch on the condition at line %u, and write the loop once for the shared array and once "
		            "for the global one; or copy to shared memory in both cases",
		            site->sharers.chosen.line);
	case CAUSE_CALL:
		return "inline the function into its callers (__forceinline__), where the address space is known";
	default:
		if (memory)
			return text(
				context,
				"index the array itself, not a stored pointer; or, if all launches access %s memory, "
				"add __builtin_assume(%s(pointer)) before the access",
				memory, site->space == SPACE_SHARED ? "__isShared" : "__isGlobal");
		return "branch on the condition that selects the pointer, and write the access once for each address "
		       "space";
	}
}

static const char *
subject(struct rule_context *context, const struct site *site)
{
	if (cause_of(site) == CAUSE_FRAGMENT)
		return text(context, "%s fragments", context->kernel->link_name);
	if (cause_of(site) != CAUSE_CHOSEN)
		return text(context, "%s generic %s %u", context->kernel->link_name,
		            *site->object.name ? site->object.name : site->place.file,
		            *site->object.name ? 0 : site->place.line);
	return text(context, "%s chosen %s %u %u", context->kernel->link_name, site->sharers.chosen.file,
	            site->sharers.chosen.line, site->sharers.chosen.column);
}

/* The share of the machine code's requests. */
static double
generic_share(const struct launch *launch)
{
	double all = 0, generic = 0;
	for (size_t i = 0; i < launch->execution.lines.access_count; i++) {
		all += launch->execution.lines.accesses[i].requests;
		generic += launch->execution.lines.accesses[i].is_generic ? launch->execution.lines.accesses[i].requests
		                                                          : 0;
	}
	return all > 0 ? generic / all : 0;
}

static void
add(struct rule_context *context, const struct site *site, struct penalty slower)
{
	const struct draft draft = {
		.place = &site->place,
		.site = site,
		.claim = CLAIM_WORK,
		.verdict = isnan(slower.estimate) ? VERDICT_NOTE : VERDICT_BAD,
		.confidence = CONFIDENCE_ASSUMED,
		.confidence_why = machine_basis_text(&context->launch->execution.lines),
		.pricing = isnan(slower.estimate) ? UNPRICED : PRICED_BY_RULE,
		.penalty = slower,
		.is_rough = true,
		.message = text(context, "generic %s", access_text(context, site)),
		.figures = figures(context, site),
		.reason = reason(context, site),
		.cost = isnan(slower.estimate) ? text(context, "%.0f%% of the launch's requests are generic",
	                                              100 * generic_share(context->launch))
	                                       : "",
		.ideal = "with a known address space",
		.advice = advice(context, site),
		.subject = subject(context, site),
	};
	draft_add(context, &draft);
}

void
check_generic_access(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const struct site *priced = NULL;
	struct penalty slower = no_penalty;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (!is_generic(site))
			continue;
		if (!priced || !have_one_cause(priced, site))
			slower = slowdown(context, site);
		priced = site;
		if (slower.estimate >= NOTICEABLE_PENALTY ||
		    (isnan(slower.estimate) && generic_share(launch) >= least_share))
			add(context, site, slower);
	}
}
