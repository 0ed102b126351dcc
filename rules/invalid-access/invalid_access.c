/* An access that goes where it must not, settled by the source and the launch: what is wrong, by which thread, and why. */
#include <string.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/identity.h"
#include "rules/wording.h"

/* What each kind means for the program, and what to do. */
static const struct {
	const char *cause, *cost, *advice;
} reported[] = {
	[FAULT_NULL] =
		{
			"a null pointer",
			"the GPU stops with `an illegal memory access was encountered`, and CUDA does nothing more for the program",
			"give the kernel a pointer that cudaMalloc has set",
		},
	[FAULT_HOST] =
		{
			"memory of the host",
			"the GPU stops with `an illegal memory access was encountered`, unless the system lets it reach all memory of the process",
			"copy to memory of the GPU's and give the kernel its pointer, or allocate with cudaMallocManaged or cudaMallocHost",
		},
	[FAULT_FREED] =
		{
			"memory that was freed",
			"what lies there may be other data by then, or nobody's: then the GPU stops with `an illegal memory access was encountered`",
			"free it behind the last launch that uses it",
		},
	[FAULT_ALIGNMENT] =
		{
			"off alignment",
			"the GPU stops with `misaligned address`, and CUDA does nothing more for the program",
			"begin where the type is aligned, or move narrower elements",
		},
	[FAULT_BEHIND] =
		{
			"beyond the end",
			"what lies there is other data, or nobody's: then the GPU stops with `an illegal memory access was encountered`",
			"let threads behind the last element do nothing (if (i < n)), or make it as large as the launch's threads reach",
		},
	[FAULT_BEFORE] =
		{
			"before the beginning",
			"what lies there is other data, or nobody's: then the GPU stops with `an illegal memory access was encountered`",
			"let threads whose index is negative do nothing",
		},
};

/* "'a'"; what has no name in the source is called by words. */
static const char *
memory_text(struct rule_context *context, const struct fault *fault)
{
	if (!*fault->memory)
		return "what it points to";
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
	case FAULT_HOST: return text(context, "%s in the host's own memory: %s", access, memory_text(context, fault));
	case FAULT_FREED:
		return text(context, "%s in memory that was freed before: %s", access, memory_text(context, fault));
	case FAULT_ALIGNMENT:
		return text(context, "%s off alignment: %s is no multiple of its width of %u bytes", access,
		            byte_text(context, fault), site->source_width ? site->source_width : site->width);
	case FAULT_BEHIND:
		return text(context, "%s beyond the end: it goes to %s, which has %llu bytes", access,
		            byte_text(context, fault), (unsigned long long)fault->size);
	case FAULT_BEFORE:
		return text(context, "%s before the beginning: it goes to %s", access, byte_text(context, fault));
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
	/* What was left out of a kernel may be what keeps it from that. */
	if (!fault->kind || context->kernel->is_partial)
		return;
	const struct draft draft = {
		.place = &site->place,
		.site = site,
		/* Some systems let the GPU reach the host's memory. */
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
