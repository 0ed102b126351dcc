/* An access to an invalid address that source and launch determine: what is wrong, which thread does it, and why. */
#include <string.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/identity.h"
#include "rules/wording.h"

/* The consequence of each kind for the program, and the advice. */
static const struct {
	const char *cause, *cost, *advice;
} reported[] = {
	[FAULT_NULL] =
		{
			"a null pointer",
			"the GPU stops with `an illegal memory access was encountered`, and all later CUDA calls of "
			"the program fail",
			"pass the kernel a pointer that cudaMalloc has set",
		},
	[FAULT_HOST] =
		{
			"host memory",
			"the GPU stops with `an illegal memory access was encountered`, unless it can access all "
			"memory of the process",
			"copy the data to device memory and pass that pointer, or allocate with cudaMallocManaged or "
			"cudaMallocHost",
		},
	[FAULT_FREED] =
		{
			"memory that was freed",
			"the memory may hold other data or no longer be allocated: then the GPU stops with `an illegal "
			"memory access was encountered`",
			"free it after the last launch that uses it",
		},
	[FAULT_ALIGNMENT] =
		{
			"off alignment",
			"the GPU stops with `misaligned address`, and all later CUDA calls of the program fail",
			"start at a multiple of the type's alignment, or move narrower elements",
		},
	[FAULT_PAST_END] =
		{
			"beyond the end",
			"the memory holds other data or is not allocated: then the GPU stops with `an illegal "
			"memory access was encountered`",
			"guard the access (if (i < n)), or allocate as many elements as the launch has threads",
		},
	[FAULT_BEFORE] =
		{
			"before the beginning",
			"the memory holds other data or is not allocated: then the GPU stops with `an illegal "
			"memory access was encountered`",
			"guard the access against negative indices",
		},
};

/* "'a'"; an object without a name in the source is described in words. */
static const char *
memory_text(struct rule_context *context, const struct fault *fault)
{
	if (!*fault->memory)
		return "its object";
	return strchr(fault->memory, ' ') ? fault->memory : text(context, "'%s'", fault->memory);
}

static const char *
byte_text(struct rule_context *context, const struct fault *fault)
{
	return text(context, "byte %lld of %s", (long long)fault->at, memory_text(context, fault));
}

static const char *
message(struct rule_context *context, const struct site *site)
{
	const struct fault *fault = &site->fault;
	const char *access = access_text(context, site);
	switch (fault->kind) {
	case FAULT_NULL: return text(context, "%s through a null pointer", access);
	case FAULT_HOST: return text(context, "%s in host memory: %s", access, memory_text(context, fault));
	case FAULT_FREED: return text(context, "%s in freed memory: %s", access, memory_text(context, fault));
	case FAULT_ALIGNMENT:
		return text(context, "%s off alignment: %s is no multiple of its width of %u bytes", access,
		            byte_text(context, fault), site->source.width ? site->source.width : site->width);
	case FAULT_PAST_END:
		return text(context, "%s beyond the end: it accesses %s, which has %llu bytes", access,
		            byte_text(context, fault), (unsigned long long)fault->size);
	case FAULT_BEFORE:
		return text(context, "%s before the beginning: it accesses %s", access, byte_text(context, fault));
	case FAULT_NONE: break;
	}
	return "";
}

static const char *
reason(struct rule_context *context, const struct fault *fault)
{
	const struct launch *launch = context->launch;
	return text(context, "thread %s of block %s in the launch at line %u",
	            index_text(context, fault->thread, launch->block), index_text(context, fault->block, launch->grid),
	            launch->place.line);
}

void
check_invalid_access(struct rule_context *context, const struct site *site)
{
	const struct fault *fault = &site->fault;
	/* The part of the kernel that was left out may prevent the access. */
	if (!fault->kind || context->kernel->is_partial)
		return;
	const struct draft draft = {
		.place = &site->place,
		.site = site,
		/* On some systems the GPU can access the host's memory. */
		.verdict = fault->kind == FAULT_HOST ? VERDICT_NOTE : VERDICT_BAD,
		.claim = CLAIM_FAULT,
		.pricing = UNPRICED,
		.confidence = CONFIDENCE_EXACT,
		.message = message(context, site),
		.reason = reason(context, fault),
		.cause = reported[fault->kind].cause,
		.cost = reported[fault->kind].cost,
		.advice = reported[fault->kind].advice,
		.subject = text(context, "%s %d %zu", context->kernel->link_name, (int)fault->kind,
	                        identity_of_memory(context->kernel, site)),
	};
	draft_add(context, &draft);
}
