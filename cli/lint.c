#include "cli/analysis.h"
#include "cli/commands.h"
#include "cli/message.h"
#include "rules/rules.h"

static bool
check_rules(const char *option, const struct words *names)
{
	for (size_t i = 0; i < names->count; i++) {
		if (!rule_find(names->items[i])) {
			message("%s: there is no rule '%s'; see gpulint rules", option, names->items[i]);
			return false;
		}
	}
	return true;
}

/* That nothing fails is only good news when everything could be read. */
static enum exit_code
verdict(const struct analysis *analysis, const struct options *options)
{
	const struct facts *facts = &analysis->facts;
	if (analysis_fails(analysis, options))
		return EXIT_FINDINGS;
	for (size_t i = 0; i < facts->file_count; i++)
		if (facts->files[i].status != FILE_OK)
			return EXIT_UNABLE;
	for (size_t i = 0; i < facts->kernel_count; i++)
		if (facts->kernels[i].why_impossible)
			return EXIT_UNABLE;
	return EXIT_CLEAN;
}

enum exit_code
lint_command(const struct options *options, const char *const *operands, size_t count)
{
	if (!check_rules("--select", &options->select) || !check_rules("--ignore", &options->ignore))
		return EXIT_UNABLE;
	struct analysis analysis = {0};
	enum exit_code code = EXIT_UNABLE;
	if (analysis_parse(&analysis, options, operands, count)) {
		analysis_evaluate(&analysis, options);
		analysis_judge(&analysis, options);
		const bool reported = analysis_report(&analysis, options, options->format);
		if (reported && !analysis.incomplete)
			code = verdict(&analysis, options);
	}
	analysis_free(&analysis);
	return code;
}
