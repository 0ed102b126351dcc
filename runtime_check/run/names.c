#include "names.h"

#include <string.h>

#include "cause.h"

void
names_add(struct compilation *compilation)
{
	for (size_t i = 0; i < compilation->kernel_count; i++) {
		const struct live_kernel *kernel = &compilation->kernels[i];
		if (kernel->reason)
			continue;
		if (kernel->job->name_expression && !kernel->unnamed)
			compilation->nvrtc.nvrtcAddNameExpression(compilation->program, kernel->job->name_expression);
		for (size_t j = 0; j < kernel->job->variable_count; j++) {
			const char *name = kernel->job->variables[j].name_expression;
			if (name && !kernel->variable_lost[j])
				compilation->nvrtc.nvrtcAddNameExpression(compilation->program, name);
		}
	}
}

static bool
is_about_name(const struct log_error *error, const char *name)
{
	return cause_is_about_name(error) && strcmp(error->excerpt + sizeof CAUSE_NAME_PRAGMA - 1, name) == 0;
}

/* Whether all errors are about names. Otherwise names may be rejected because of what is missing in the source. */
static bool
all_are_about_names(const struct compilation *compilation)
{
	for (size_t i = 0; i < compilation->log.error_count; i++)
		if (!cause_is_about_name(&compilation->log.errors[i]))
			return false;
	return true;
}

bool
names_by_type(struct compilation *compilation)
{
	bool progress = false;
	if (!all_are_about_names(compilation))
		return false;
	for (size_t i = 0; i < compilation->kernel_count; i++) {
		struct kernel_job *job = compilation->kernels[i].job;
		const char *name = job->typed_name && !compilation->kernels[i].reason ? job->name_expression : NULL;
		for (size_t j = 0; name && j < compilation->log.error_count; j++) {
			if (!is_about_name(&compilation->log.errors[j], name))
				continue;
			job->name_expression = job->typed_name;
			job->typed_name = NULL;
			progress = true;
			break;
		}
	}
	return progress;
}

/* The kernel's name as this compiler mangles it; NULL: there is no such kernel. */
static const char *
by_link_name(const struct compilation *compilation, const struct kernel_job *job)
{
	const struct log_resources *resources =
		job->link_name ? compiler_log_find(&compilation->log, job->link_name) : NULL;
	return resources ? resources->function : NULL;
}

void
names_find(struct compilation *compilation)
{
	for (size_t i = 0; i < compilation->kernel_count; i++) {
		struct live_kernel *kernel = &compilation->kernels[i];
		if (kernel->reason)
			continue;
		const struct kernel_job *job = kernel->job;
		if (!job->name_expression || kernel->unnamed ||
		    compilation->nvrtc.nvrtcGetLoweredName(compilation->program, job->name_expression,
		                                           &kernel->function) != NVRTC_OK)
			kernel->function = by_link_name(compilation, job);
		if (!kernel->function || !compiler_log_find(&compilation->log, kernel->function))
			kernel->reason =
				kernel->unnamed ? kernel->unnamed : "the compiled code has no kernel of that name";
		for (size_t j = 0; j < job->variable_count; j++) {
			kernel->variables[j] = job->variables[j].link_name;
			if (job->variables[j].name_expression && !kernel->variable_lost[j])
				compilation->nvrtc.nvrtcGetLoweredName(
					compilation->program, job->variables[j].name_expression, &kernel->variables[j]);
		}
	}
}
