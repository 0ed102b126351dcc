#include "cli/analysis.h"
#include "cli/commands.h"

enum exit_code
lint_command(const struct options *options, const char *const *operands, size_t count)
{
	struct analysis analysis = {0};
	enum exit_code code = EXIT_UNABLE;
	if (analysis_parse(&analysis, options, operands, count)) {
		analysis_evaluate(&analysis, options);
		analysis_judge(&analysis, options);
		if (analysis_report(&analysis, options, options->format, NULL, stdout))
			code = analysis_verdict(&analysis, options);
	}
	analysis_free(&analysis);
	return code;
}
