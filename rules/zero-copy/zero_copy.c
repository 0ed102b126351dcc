/* Accesses of kernels to the host's memory: each goes over the link. */
#include "rules/checks.h"

#include <math.h>
#include <string.h>

#include "rules/draft.h"
#include "rules/wording.h"

enum { SECTOR = 32 };

/* More than that is read or written again, or goes in sectors that are not used whole. */
static const double once = 1.5;

/* Bytes: a word here and there is quicker read in place than copied. */
static const double little = 64 * 1024;

/* The argument by which the access goes to the host's memory: of several that lead there the one that it names. NULL: it does not. */
static const struct launch_argument *
host_buffer(const struct launch *launch, const struct site *site)
{
	const struct launch_argument *found = NULL;
	for (size_t i = 0; site->memory && i < launch->input_count; i++) {
		const struct launch_argument *input = &launch->inputs[i];
		if (input->memory != site->memory || !input->is_host_memory)
			continue;
		if (!found || !strcmp(input->name, site->argument ? site->argument : site->object))
			found = input;
	}
	return found;
}

/* Whether each byte goes over the link about once, as it would in a copy. */
static bool
goes_once(const struct site *site, const struct launch_argument *buffer)
{
	return site->predicted.sectors * SECTOR <= once * fmax((double)buffer->buffer_bytes, SECTOR);
}

static const char *
cost_text(struct rule_context *context, const struct site *site)
{
	const double sectors = site->kind == SITE_ATOMIC ? site->predicted.lanes : site->predicted.sectors;
	const char *what = site->kind == SITE_ATOMIC ? "lanes' operations" : "sectors";
	return isnan(sectors) ? "" : text(context, "%.3g %s over the link", sectors, what);
}

void
check_zero_copy(struct rule_context *context, const struct site *site)
{
	const struct launch_argument *buffer = host_buffer(context->launch, site);
	const bool is_access = site->kind == SITE_LOAD || site->kind == SITE_STORE || site->kind == SITE_ATOMIC;
	const bool is_atomic = site->kind == SITE_ATOMIC;
	if (!buffer || !is_access || (!is_atomic && site->predicted.sectors * SECTOR < little))
		return;
	draft_add(context, &(struct draft){
		.place = &site->place,
		.verdict = is_atomic || !(isnan(site->predicted.sectors) || goes_once(site, buffer)) ? VERDICT_BAD : VERDICT_NOTE,
		.standing = site->standing,
		.penalty = no_penalty,
		.pricing = UNPRICED,
		.is_rough = true,
		.bad_shape = true,
		.message = text(context, "%s goes to the host's memory over the link", access_text(context, site)),
		.reason = text(context, "'%s' is pinned host memory, which the GPU does not cache across launches (launch at line %u)%s", buffer->name,
		               context->launch->place.line,
		               is_atomic ? "; an atomic operation is a round trip over the link, and those on one word wait for each other" : ""),
		.cost = cost_text(context, site),
		.advice = is_atomic ? "count in device memory and copy the result, or store a flag without an atomic operation"
		                    : "copy it to device memory first",
		.subject = text(context, "%s zero-copy", context->kernel->link_name),
	});
}
