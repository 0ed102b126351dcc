#include "cli/commands.h"
#include "cli/measuring.h"
#include "cli/message.h"

static bool
measure(struct measuring *measuring)
{
	struct analysis *analysis = &measuring->analysis;
	const struct device_losses *losses = &measuring->verify.losses;
	const bool measured =
		verify_program(&analysis->facts, measuring->sources, analysis->given_count, &measuring->verify);
	for (size_t i = 0; i < losses->count; i++)
		message("%s", losses->texts[i]);
	if (!measured)
		analysis_add_undone(analysis, "%s", analysis->facts.measurement->reason);
	measuring_check_inputs(measuring);
	return measured;
}

enum exit_code
verify_command(const struct options *options, const char *const *operands, size_t count)
{
	struct measuring measuring;
	enum exit_code code = EXIT_UNABLE;
	if (measuring_begin(&measuring, options, operands, count)) {
		const bool measured = measure(&measuring);
		code = measuring_report(&measuring, options, measured);
	}
	measuring_free(&measuring);
	return code;
}
