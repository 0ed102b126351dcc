#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/message.h"
#include "cli/version.h"
#include "support/deep_stack.h"
#include "support/nearest.h"

const struct command commands[] = {
	{"lint", "FILE...", "predict what the kernels of a program cost (the command when none is named)", FOR_LINT,
         "Several files are one program. The file - is standard input. Nothing of the program is executed.\n"
         "exit code: 0 no findings, 1 findings (see --fail-on), 2 something could not be done or analysed\n",
         lint_command},
	{"verify", "FILE...", "compile and run the kernels, and print the GPU's counts next to the predictions",
         FOR_VERIFY,
         "The process gpulint-run runs the kernels; --runner can start it elsewhere. Without a GPU, the report\n"
         "still has registers, spills and occupancy.\n",
         verify_command},
	{"job", "FILE...", "write the measurements of verify as jobs, to run elsewhere", FOR_JOB,
         "--output names a folder, which gets one job per launch, or a file that ends in .json, which gets one\n"
         "job for all. Any gpulint-run reads a job on its standard input and writes the result on its standard\n"
         "output; it needs no other file.\n",
         job_command},
	{"merge", "JOBS RESULT...", "print the report of verify from the results of jobs", FOR_MERGE,
         "JOBS is the output of gpulint job. RESULTs are files, or folders of files that end in .json, in any\n"
         "order. Run merge in the folder where gpulint job was run: it reads the files again. It reports jobs\n"
         "without a result and results without a job; the exit code is then 2.\n",
         merge_command},
	{"attach", "[FILE...] -- PROGRAM", "run your own program, and print the GPU's counts next to the predictions",
         FOR_ATTACH,
         "The first launches of each kernel are counted, by line if the program was compiled with -lineinfo.\n"
         "Without FILEs, only these counts are printed. The report goes to standard error or --output:\n"
         "standard output and the exit code belong to the program. Arguments after PROGRAM are the program's;\n"
         "the files' main gets them too, unless --argv gives others.\n",
         attach_command},
	{"calibrate", "[EFFECT...]", "measure a GPU with the reference kernels, as a profile for predicted times",
         FOR_CALIBRATE,
         "The process gpulint-run runs them. The profile is written where lints for that GPU find it\n"
         "($XDG_CACHE_HOME or ~/.cache, gpulint/profiles), or to --output. With EFFECTs, only these are\n"
         "measured, which needs --output.\n"
         "--plot draws the curves; with --profile it draws those of an existing profile, without a GPU.\n",
         calibrate_command},
	{"rules", "", "list the rules", FOR_PRINTING, "", rules_command},
	{"explain", "RULE", "print a rule's page", FOR_PRINTING, "", explain_command},
	{"gpus", "", "list the GPUs that --gpu knows, their architectures and the origin of their costs", FOR_PRINTING,
         "--arch, or the compiler flags, select the first GPU of an architecture. Costs come from a measured\n"
         "profile, shipped or made by gpulint calibrate, or are scaled by data sheet from another GPU's\n"
         "profile.\n",
         gpus_command},
	{"dump", "ir|events|facts|trace FILE...",
         "print the output of a stage of the analysis, or the decisions behind a figure", FOR_DUMP,
         "For work on gpulint itself. trace prints each decision behind the figures of the sites at --site: what the evaluator\n"
         "executed, which instructions the compiler made, and what set the confidence.\n",
         dump_command},
	{0},
};

static void
write_help(void)
{
	fputs("gpulint predicts what each line of a CUDA kernel costs on a GPU, and says how to fix it.\n"
	      "\n"
	      "usage: gpulint [command] [options] FILE... [-- compiler flags]\n"
	      "\n"
	      "commands:\n",
	      stdout);
	for (const struct command *command = commands; command->name; command++) {
		char left[64];
		snprintf(left, sizeof left, "%s %s", command->name, command->operands);
		printf("  %-28s %s\n", left, command->summary);
	}
	fputs("\noptions:\n", stdout);
	options_write_help(stdout, FOR_ALL);
	fputs("\nSeveral files are one program. The file - is standard input.\n"
	      "exit code: 0 no findings, 1 findings (see --fail-on), 2 something could not be done or analysed\n",
	      stdout);
}

static void
write_command_help(const struct command *command)
{
	const bool takes_flags = command->set & FOR_ANALYSIS & ~FOR_ATTACH;
	printf("usage: gpulint %s [options]%s%s%s\n\n%s: %s\n%s\noptions:\n", command->name,
	       *command->operands ? " " : "", command->operands, takes_flags ? " [-- compiler flags]" : "",
	       command->name, command->summary, command->details);
	options_write_help(stdout, command->set);
}

/* Whether an operand in the place of a command is neither a command nor a file. */
static bool
is_misspelt(const char *name)
{
	return *name && name[strspn(name, "abcdefghijklmnopqrstuvwxyz-")] == '\0' && name[0] != '-' &&
	       access(name, F_OK);
}

/* The named command; NULL: none is named. */
static const struct command *
find_command(const struct words *operands)
{
	for (const struct command *command = commands; operands->count && command->name; command++)
		if (!strcmp(operands->items[0], command->name))
			return command;
	return NULL;
}

static enum exit_code
run_command(struct options *options, const struct command *command)
{
	const struct words *operands = &options->operands;
	const size_t own_name = command ? 1 : 0;
	if (!command && operands->count && is_misspelt(operands->items[0])) {
		struct nearest nearest = nearest_to(operands->items[0], strlen(operands->items[0]));
		for (const struct command *other = commands; other->name; other++)
			nearest_try(&nearest, other->name);
		message("'%s' is neither a command nor a file%s; see gpulint --help", operands->items[0],
		        nearest_hint(&nearest, &options->arena));
		return EXIT_UNABLE;
	}
	if (!command)
		command = &commands[0];
	const char *misplaced = options_misplaced(options, command->set);
	if (misplaced) {
		message("%s is not an option of %s; see gpulint %s --help", misplaced, command->name, command->name);
		return EXIT_UNABLE;
	}
	return command->run(options, operands->items + own_name, operands->count - own_name);
}

struct run {
	struct options *options;
	enum exit_code code;
};

static void
run_named_command(void *data)
{
	struct run *run = data;
	run->code = run_command(run->options, find_command(&run->options->operands));
}

/* The evaluator and the rules recurse as deeply as the code is nested. */
static enum exit_code
run_deeply(struct options *options)
{
	struct run run = {options, EXIT_UNABLE};
	deep_stack_run(run_named_command, &run);
	return run.code;
}

/* If the parent has closed a standard stream, the next opened file would get its number, and messages would be written
 * to it. */
static void
occupy_standard_streams(void)
{
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null",
			     /* opened in the opposite mode, so that using it fails as before */
			     fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int
main(int argc, char **argv)
{
	struct options options;
	enum exit_code code = EXIT_CLEAN;
	occupy_standard_streams();
	/* The parent may ignore SIGCHLD, and this is inherited. Then waiting for a child would fail. */
	signal(SIGCHLD, SIG_DFL);
	if (!options_read(&options, argc, argv))
		code = EXIT_UNABLE;
	else if (options.help && find_command(&options.operands))
		write_command_help(find_command(&options.operands));
	else if (options.help)
		write_help();
	else if (options.version)
		printf("gpulint %s\n", gpulint_version);
	else
		code = run_deeply(&options);
	options_free(&options);
	errno = 0;
	const bool unwritten = fflush(stdout) || ferror(stdout);
	if (unwritten || fclose(stdout)) {
		message("standard output could not be written%s%s", errno ? ": " : "", errno ? strerror(errno) : "");
		code = EXIT_UNABLE;
	}
	return code;
}
