/* Accesses of kernels to host memory, which each use the link. */
#include "rules/checks.h"

#include <math.h>
#include <string.h>

#include "model/host_time.h"
#include "rules/draft.h"
#include "rules/judge.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

enum { SECTOR = 32 };

/* Beyond this ratio, data is read or written again, or its sectors are not used whole. */
static const double about_once = 1.5;

/* In bytes: a few words are faster to read in place than to copy. */
static const double few_bytes = 64 * 1024;

/* The argument by which the access reaches host memory; of several, the one that it names. NULL: none. */
static const struct launch_argument *
host_buffer(const struct launch *launch, const struct site *site)
{
	const struct launch_argument *found = NULL;
	for (size_t i = 0; site->object.allocation && i < launch->data.input_count; i++) {
		const struct launch_argument *input = &launch->data.inputs[i];
		if (input->memory != site->object.allocation || !input->is_host_memory)
			continue;
		if (!found || !strcmp(input->name, site->object.argument ? site->object.argument : site->object.name))
			found = input;
	}
	return found;
}

/* Whether each byte crosses the link about once, as in a copy. */
static bool
goes_once(const struct site *site, const struct launch_argument *buffer)
{
	return site->predicted.sectors * SECTOR <= about_once * fmax((double)buffer->buffer_bytes, SECTOR);
}

static const char *
figures_text(struct rule_context *context, const struct site *site)
{
	const double count = site->kind == SITE_ATOMIC ? site->predicted.lanes : site->predicted.sectors;
	const char *what = site->kind == SITE_ATOMIC ? "operations" : "sectors";
	return isnan(count) ? NULL : text(context, "%s %s over the link", digits_of(count, 3).text, what);
}

static bool
uses(const struct launch *launch, const struct launch_argument *buffer, bool as_output)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (host_buffer(launch, &launch->sites[i]) == buffer &&
		    (launch->sites[i].kind == SITE_LOAD) != as_output)
			return true;
	return false;
}

static bool
makes(const struct host_operation *operation, const struct launch *launch)
{
	for (size_t i = 0; i < operation->launch_count; i++)
		if (operation->launches[i].launch == launch)
			return true;
	return false;
}

/* The share of launches at the same places before which the host has stored to their inputs. Each of these needs a
 * copy; the others use the last one. */
static double
share_of_uploads(const struct facts *facts, const struct launch *launch)
{
	double launches = 0, uploads = 0;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		if (operation->kind != HOST_LAUNCH || !makes(operation, launch))
			continue;
		launches += (double)operation->host_inputs;
		uploads += (double)operation->new_host_inputs;
	}
	return launches > 0 ? fmax(uploads, 1) / launches : 1;
}

/* Time of the copies that replace the accesses: to the device, of memory that the launch reads and the host has
 * changed; back, of memory that it writes. */
static double
copies_us(const struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const double uploads = share_of_uploads(context->facts, launch);
	double us = 0;
	for (size_t i = 0; i < launch->data.input_count; i++) {
		const struct launch_argument *input = &launch->data.inputs[i];
		const double bytes = (double)input->buffer_bytes;
		if (input->is_host_memory && uses(launch, input, false))
			us += uploads * transfer_us(context->transfers, COPY_TO_DEVICE, HOST_MEMORY_PINNED, bytes);
		if (input->is_host_memory && uses(launch, input, true))
			us += transfer_us(context->transfers, COPY_TO_HOST, HOST_MEMORY_PINNED, bytes);
	}
	return us;
}

static enum verdict
verdict_of(const struct site *site, const struct launch_argument *buffer, struct penalty penalty)
{
	if (!isnan(penalty.estimate))
		return penalty.estimate >= NOTICEABLE_PENALTY ? VERDICT_BAD : VERDICT_NOTE;
	return site->kind == SITE_ATOMIC || !(isnan(site->predicted.sectors) || goes_once(site, buffer)) ? VERDICT_BAD
	                                                                                                 : VERDICT_NOTE;
}

/* Whether many launches read data that the host does not change. */
static bool
is_kept(const struct rule_context *context, const struct launch_argument *buffer)
{
	return uses(context->launch, buffer, false) && !uses(context->launch, buffer, true) &&
	       share_of_uploads(context->facts, context->launch) <= 0.5;
}

void
check_zero_copy(struct rule_context *context, const struct site *site)
{
	const struct launch_argument *buffer = host_buffer(context->launch, site);
	const bool is_access = site->kind == SITE_LOAD || site->kind == SITE_STORE || site->kind == SITE_ATOMIC;
	const bool is_atomic = site->kind == SITE_ATOMIC;
	/* The host communicates with the kernel through volatile memory, which a copy would not show. */
	if (!buffer || !is_access || site->object.is_volatile ||
	    (!is_atomic && site->predicted.sectors * SECTOR < few_bytes))
		return;
	const struct penalty penalty = context->transfers ? link_slowdown(context, copies_us(context)) : no_penalty;
	const struct draft draft = {
		.place = &site->place,
		.verdict = verdict_of(site, buffer, penalty),
		.confidence = site->confidence,
		.penalty = penalty,
		.pricing = PRICED_BY_RULE,
		.is_rough = true,
		.bad_shape = true,
		.message = text(context, "%s accesses host memory over the link", access_text(context, site)),
		.figures = figures_text(context, site),
		.reason = text(
			context, "'%s' is pinned host memory, which the L2 cache does not keep (launch at line %u)%s",
			buffer->name, context->launch->place.line,
			is_atomic ? "; an atomic is a round trip over the link, and atomics on one word wait for each "
				    "other"
				  : ""),
		.ideal = is_kept(context, buffer)
	                         ? "with a copy in device memory after each change by the host, including the copy's "
	                           "time"
	                         : "with a copy in device memory, including the copy's time",
		.advice = is_atomic ? "count in device memory and copy the result, or store a flag without an atomic"
	                  : is_kept(context, buffer) ? "copy it to device memory once, before the launches that read it"
	                                             : "copy it to device memory first",
		.subject = text(context, "%s zero-copy", context->kernel->link_name),
	};
	draft_add(context, &draft);
}
