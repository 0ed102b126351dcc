/* gpulint dump: for developers of gpulint. */
#include <stdio.h>
#include <string.h>

#include "cli/analysis.h"
#include "cli/commands.h"
#include "cli/dump_trace.h"
#include "cli/message.h"

static bool
dump_ir(struct analysis *analysis, const struct options *options)
{
	(void)options;
	for (size_t i = 0; i < analysis->given_count; i++)
		ir_print_unit(stdout, &analysis->units[i]);
	return true;
}

static bool
dump_facts(struct analysis *analysis, const struct options *options)
{
	analysis_evaluate(analysis, options);
	return analysis_report(analysis, options, report_format_find("json"), NULL, stdout);
}

static bool
dump_events(struct analysis *analysis, const struct options *options)
{
	analysis->events = stdout;
	analysis_evaluate(analysis, options);
	return true;
}

static const struct stage {
	const char *name;
	bool (*dump)(struct analysis *analysis, const struct options *options);
} stages[] = {
	{"ir", dump_ir}, {"events", dump_events}, {"facts", dump_facts}, {"trace", dump_trace}, {0},
};

enum exit_code
dump_command(const struct options *options, const char *const *operands, size_t count)
{
	const struct stage *stage = stages;
	while (count && stage->name && strcmp(stage->name, operands[0]))
		stage++;
	if (!count || !stage->name) {
		message("dump needs a stage (ir, events, facts or trace) and files");
		return EXIT_UNABLE;
	}
	const bool is_trace = stage->dump == dump_trace;
	if (is_trace != (options->site.file != NULL)) {
		message(is_trace ? "dump trace needs --site FILE:LINE or FILE:LINE:COLUMN"
		                 : "--site is an option of dump trace alone");
		return EXIT_UNABLE;
	}
	struct analysis analysis = {.is_only_read = stage->dump == dump_ir};
	enum exit_code code = EXIT_UNABLE;
	if (analysis_parse(&analysis, options, operands + 1, count - 1) && stage->dump(&analysis, options) &&
	    !analysis.undone.count)
		code = EXIT_CLEAN;
	analysis_free(&analysis);
	return code;
}
