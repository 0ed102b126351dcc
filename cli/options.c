#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"

/* Options without a letter are numbered from above all letters. */
enum option_code {
	OPTION_GPU = 256,
	OPTION_ARCH,
	OPTION_FORMAT,
	OPTION_ARGV,
	OPTION_LAUNCH,
	OPTION_COLOR,
	OPTION_STDIN_FILENAME,
	OPTION_ALONE,
	OPTION_OUTPUT,
	OPTION_SELECT,
	OPTION_IGNORE,
	OPTION_FAIL_ON,
	OPTION_RUNNER,
	OPTION_TIME_LIMIT,
	OPTION_INPUT,
	OPTION_ROUNDS,
	OPTION_VERSION,
	OPERAND = 1,   /* getopt's own code for what is no option */
};

struct option_help {
	int code;
	const char *name;       /* NULL: only the letter */
	const char *argument;   /* NULL: takes none */
	enum command_set commands;
	const char *text;
};

static const struct option_help help[] = {
	{OPTION_GPU, "gpu", "NAME", FOR_ANALYSIS, "the GPU to predict for, such as H200"},
	{OPTION_ARCH, "arch", "sm_NN", FOR_ANALYSIS, "or its architecture alone (else the flags' -arch, else sm_90)"},
	{OPTION_FORMAT, "format", "NAME", FOR_REPORT, "text, short or json"},
	{OPTION_ARGV, "argv", "'ARGS'", FOR_ANALYSIS, "the arguments that the program's main is run with"},
	{OPTION_LAUNCH, "launch", "'L'", FOR_ANALYSIS,
	 "a launch, said by hand: 'name<<<grid, block, shared>>>(args)'; repeatable"},
	{'p', NULL, "DIR", FOR_ANALYSIS, "take compiler flags from DIR/compile_commands.json; those behind -- are added"},
	{OPTION_ALONE, "alone", NULL, FOR_ANALYSIS, "do not look for the program's main in the folders of the files"},
	{OPTION_SELECT, "select", "RULES", FOR_REPORT, "report only these rules (names with commas between)"},
	{OPTION_IGNORE, "ignore", "RULES", FOR_REPORT, "do not report these rules"},
	{OPTION_FAIL_ON, "fail-on", "SEVERITY", FOR_REPORT,
	 "exit with 1 for findings from this on: note, warning (the default), error; or never"},
	{OPTION_RUNNER, "runner", "CMD", FOR_WORKER,
	 "verify, calibrate: run this instead of gpulint-run, such as 'ssh gpubox gpulint-run'"},
	{OPTION_TIME_LIMIT, "time-limit", "S", FOR_WORKER, "verify, calibrate: end a launch after so many seconds (30)"},
	{OPTION_INPUT, "input", "NAME=FILE", FOR_VERIFY,
	 "verify: what the buffers of that name hold: a NumPy array (.npy, C order); repeatable"},
	{OPTION_ROUNDS, "rounds", "N", FOR_CALIBRATE, "calibrate: measure so many times (5)"},
	{OPTION_COLOR, "color", "WHEN", FOR_REPORT, "auto (a terminal without NO_COLOR), always or never"},
	{OPTION_STDIN_FILENAME, "stdin-filename", "NAME", FOR_ANALYSIS, "what to call the file - (standard input)"},
	{OPTION_OUTPUT, "output", "FILE", FOR_REPORT | FOR_CALIBRATE, "write the report, or the profile, there"},
	{'j', "jobs", "N", FOR_ANALYSIS, "parse so many files at a time"},
	{'h', "help", NULL, FOR_ALL, "print this, or the help of the command"},
	{OPTION_VERSION, "version", NULL, FOR_ALL, "print the version"},
};

enum { OPTION_COUNT = sizeof help / sizeof *help };
_Static_assert(OPTION_COUNT <= 32, "an option is a bit of options.given");

static void
note_given(struct options *options, int code)
{
	for (size_t i = 0; i < OPTION_COUNT; i++)
		if (help[i].code == code)
			options->given |= UINT32_C(1) << i;
}

const char *
options_misplaced(struct options *options, enum command_set commands)
{
	for (size_t i = 0; i < OPTION_COUNT; i++)
		if ((options->given >> i & 1) && !(help[i].commands & commands))
			return help[i].name ? arena_printf(&options->arena, "--%s", help[i].name) :
			                      arena_printf(&options->arena, "-%c", help[i].code);
	return NULL;
}

void
options_write_help(FILE *out, enum command_set commands)
{
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		char left[64];
		const struct option_help *option = &help[i];
		if (!(option->commands & commands))
			continue;
		snprintf(left, sizeof left, "%s%s%s %s", option->code < 256 ? (char[]){'-', (char)option->code, '\0'} : "",
		         option->code < 256 && option->name ? ", --" : option->name ? "--" : "",
		         option->name ? option->name : "", option->argument ? option->argument : "");
		fprintf(out, "  %-22s %s\n", left, option->text);
	}
}

static bool
read_number(const char *text, unsigned *number)
{
	char *end;
	errno = 0;
	const unsigned long value = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || value < 1 || value > 1024)
		return false;
	*number = (unsigned)value;
	return true;
}

static bool
read_color(const char *text, enum color_mode *mode)
{
	static const char *const names[] = {
		[COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never",
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!strcmp(text, names[i])) {
			*mode = (enum color_mode)i;
			return true;
		}
	}
	return false;
}

static bool
read_fail_on(const char *text, enum fail_on *fail_on)
{
	static const char *const names[] = {
		[FAIL_ON_WARNING] = "warning", [FAIL_ON_NOTE] = "note", [FAIL_ON_ERROR] = "error", [FAIL_ON_NEVER] = "never",
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!strcmp(text, names[i])) {
			*fail_on = (enum fail_on)i;
			return true;
		}
	}
	return false;
}

static bool
read_seconds(const char *text, double *seconds)
{
	char *end;
	const double value = strtod(text, &end);
	if (end == text || *end || !(value > 0 && value <= 86400))
		return false;
	*seconds = value;
	return true;
}

/* One option with its value; false when the value is not understood. */
static bool
apply_option(struct options *options, int code, const char *value)
{
	const char *problem;
	switch (code) {
	case OPERAND:
		words_add(&options->operands, &options->arena, value);
		return true;
	case OPTION_GPU:
		options->gpu = value;
		return true;
	case OPTION_ARCH:
		options->arch = value;
		return true;
	case OPTION_FORMAT:
		options->format = report_format_find(value);
		if (!options->format)
			message("--format: '%s' is none of text, short and json", value);
		return options->format;
	case OPTION_ARGV:
		problem = words_split(&options->argv, &options->arena, value);
		if (problem)
			message("--argv: %s: %s", problem, value);
		return !problem;
	case OPTION_LAUNCH:
		words_add(&options->launches, &options->arena, value);
		return true;
	case 'p':
		options->database = value;
		return true;
	case OPTION_SELECT:
		words_split_list(&options->select, &options->arena, value);
		return true;
	case OPTION_IGNORE:
		words_split_list(&options->ignore, &options->arena, value);
		return true;
	case OPTION_FAIL_ON:
		if (read_fail_on(value, &options->fail_on))
			return true;
		message("--fail-on: '%s' is none of note, warning, error and never", value);
		return false;
	case OPTION_COLOR:
		if (read_color(value, &options->color))
			return true;
		message("--color: '%s' is none of auto, always and never", value);
		return false;
	case OPTION_STDIN_FILENAME:
		options->stdin_filename = value;
		return true;
	case OPTION_ALONE:
		options->alone = true;
		return true;
	case OPTION_RUNNER:
		options->runner = value;
		return true;
	case OPTION_TIME_LIMIT:
		if (read_seconds(value, &options->time_limit))
			return true;
		message("--time-limit: '%s' is no number of seconds up to a day", value);
		return false;
	case OPTION_INPUT:
		words_add(&options->inputs, &options->arena, value);
		return true;
	case OPTION_ROUNDS:
		if (read_number(value, &options->rounds))
			return true;
		message("--rounds: '%s' is no number from 1 to 1024", value);
		return false;
	case OPTION_OUTPUT:
		options->output = value;
		return true;
	case 'j':
		if (read_number(value, &options->jobs))
			return true;
		message("-j: '%s' is no number from 1 to 1024", value);
		return false;
	case 'h':
		options->help = true;
		return true;
	case OPTION_VERSION:
		options->version = true;
		return true;
	}
	return false;
}

/* getopt's tables, from the one above. Letters start with '-': operands come in order, so that those after -- are told
 * from those before; and with ':', so that a missing value is told from an unknown option. */
static void
make_tables(struct option *long_options, char *letters)
{
	strcpy(letters, "-:");
	letters += 2;
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		const int has_value = help[i].argument ? required_argument : no_argument;
		if (help[i].name)
			*long_options++ = (struct option){help[i].name, has_value, NULL, help[i].code};
		if (help[i].code < 256) {
			*letters++ = (char)help[i].code;
			if (has_value)
				*letters++ = ':';
		}
	}
	*letters = '\0';
	*long_options = (struct option){0};
}

bool
options_read(struct options *options, int argc, char **argv)
{
	struct option long_options[OPTION_COUNT + 1];
	char letters[2 * OPTION_COUNT + 3];
	make_tables(long_options, letters);
	*options = (struct options){.format = &report_formats[0], .time_limit = 30, .rounds = 5};
	optind = 0;   /* glibc: begin anew */
	opterr = 0;
	for (int code; (code = getopt_long(argc, argv, letters, long_options, NULL)) != -1;) {
		if (code == ':') {
			message("option '%s' needs a value", argv[optind - 1]);
			return false;
		}
		if (code == '?') {
			const bool is_long = !optopt || !strncmp(argv[optind - 1], "--", 2);
			if (!is_long)
				message("unknown option '-%c'; see gpulint --help", optopt);
			else if (optopt)
				message("'%s': the option takes no value", argv[optind - 1]);
			else
				message("unknown option '%s'; see gpulint --help", argv[optind - 1]);
			return false;
		}
		if (!apply_option(options, code, optarg))
			return false;
		note_given(options, code);
	}
	for (int i = optind; i < argc; i++)
		words_add(&options->flags, &options->arena, argv[i]);
	return true;
}

void
options_free(struct options *options)
{
	arena_free(&options->arena);
}
