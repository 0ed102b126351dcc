#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/message.h"
#include "cli/version.h"

const struct command commands[] = {
	{"lint", "FILE...", "predict what the kernels of a program cost (the command when none is named)", lint_command},
	{"verify", "FILE...", "compile and run the kernels, and put what the GPU counts beside the predictions", verify_command},
	{"rules", "", "list the rules", rules_command},
	{"explain", "RULE", "print a rule's page", explain_command},
	{"dump", "ir|events|facts FILE...", "print what a stage of the analysis hands to the next", dump_command},
	{0},
};

static void
write_help(void)
{
	fputs("gpulint predicts what each line of a CUDA kernel costs on a GPU, and says how to repair it.\n\n"
	      "usage: gpulint [command] [options] FILE... [-- compiler flags]\n\n"
	      "commands:\n", stdout);
	for (const struct command *command = commands; command->name; command++) {
		char left[64];
		snprintf(left, sizeof left, "%s %s", command->name, command->operands);
		printf("  %-22s %s\n", left, command->summary);
	}
	fputs("\noptions:\n", stdout);
	options_write_help(stdout);
	fputs("\nSeveral files are one program. The file - is standard input.\n"
	      "exit code: 0 nothing found, 1 findings (see --fail-on), 2 something could not be done\n", stdout);
}

static enum exit_code
run_command(const struct options *options)
{
	const struct words *operands = &options->operands;
	for (const struct command *command = commands; operands->count && command->name; command++)
		if (!strcmp(operands->items[0], command->name))
			return command->run(options, operands->items + 1, operands->count - 1);
	return commands[0].run(options, operands->items, operands->count);
}

int
main(int argc, char **argv)
{
	struct options options;
	enum exit_code code = EXIT_CLEAN;
	if (!options_read(&options, argc, argv))
		code = EXIT_UNABLE;
	else if (options.help)
		write_help();
	else if (options.version)
		printf("gpulint %s\n", gpulint_version);
	else
		code = run_command(&options);
	options_free(&options);
	if (fflush(stdout) || ferror(stdout)) {
		message("standard output could not be written");
		code = EXIT_UNABLE;
	}
	return code;
}
