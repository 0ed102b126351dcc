#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <regex.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/message.h"
#include "support/nearest.h"

/* ---- values ---- */

/* Parses an option's value into a member of the options. Returns NULL, or what is wrong with the value, as a phrase
 * that follows it. */
typedef const char *value_reader(struct options *options, void *member, const char *value);

static const char *
read_text(struct options *options, void *member, const char *value)
{
	(void)options;
	*(const char **)member = value;
	return *value ? NULL : "is empty";
}

/* The name of an output file. "-" is standard input for other options, and standard output is the default. */
static const char *
read_output(struct options *options, void *member, const char *value)
{
	return strcmp(value, "-") ? read_text(options, member, value) : "names no file";
}

static const char *
read_flag(struct options *options, void *member, const char *value)
{
	(void)options;
	(void)value;
	*(bool *)member = true;
	return NULL;
}

static const char *
read_word(struct options *options, void *member, const char *value)
{
	words_add(member, &options->arena, value);
	return NULL;
}

static const char *
read_list(struct options *options, void *member, const char *value)
{
	words_split_list(member, &options->arena, value);
	return value[strspn(value, ",")] ? NULL : "is empty";
}

static const char *
read_words(struct options *options, void *member, const char *value)
{
	return words_split(member, &options->arena, value);
}

static const char *
read_format(struct options *options, void *member, const char *value)
{
	(void)options;
	const struct report_format *format = report_format_find(value);
	if (!format)
		return "must be text, short or json";
	*(const struct report_format **)member = format;
	return NULL;
}

/* The index of the name in a NULL-terminated list; -1: it is not in the list. */
static int
find_name(const char *const *names, const char *name)
{
	for (int i = 0; names[i]; i++)
		if (!strcmp(names[i], name))
			return i;
	return -1;
}

static const char *
read_color(struct options *options, void *member, const char *value)
{
	static const char *const names[] = {
		[COLOR_AUTO] = "auto",
		[COLOR_ALWAYS] = "always",
		[COLOR_NEVER] = "never",
		NULL,
	};
	(void)options;
	const int found = find_name(names, value);
	if (found < 0)
		return "must be auto, always or never";
	*(enum color_mode *)member = (enum color_mode)found;
	return NULL;
}

/* Cuts the number behind the text's last colon off; 0: none is there. */
static uint32_t
cut_number(char *text)
{
	char *colon = strrchr(text, ':'), *end;
	if (!colon || colon[1] < '0' || colon[1] > '9')
		return 0;
	errno = 0;
	const unsigned long number = strtoul(colon + 1, &end, 10);
	if (*end || errno || number > UINT32_MAX)
		return 0;
	*colon = '\0';
	return (uint32_t)number;
}

/* A name may hold colons: only the last two may be those of the numbers. */
static const char *
read_site(struct options *options, void *member, const char *value)
{
	char *file = arena_strdup(&options->arena, value);
	struct trace_place place = {.file = file, .line = cut_number(file)};
	const uint32_t before = place.line ? cut_number(file) : 0;
	if (before)
		place = (struct trace_place){file, before, place.line};
	if (!place.line || !*file)
		return "is not FILE:LINE or FILE:LINE:COLUMN, such as kernel.cu:31:3";
	*(struct trace_place *)member = place;
	return NULL;
}

static const char *
read_fail_on(struct options *options, void *member, const char *value)
{
	static const char *const names[] = {
		[FAIL_ON_NOTE] = "note",
		[FAIL_ON_WARNING] = "warning",
		[FAIL_ON_ERROR] = "error",
		[FAIL_ON_NEVER] = "never",
		NULL,
	};
	(void)options;
	const int found = find_name(names, value);
	if (found < 0)
		return "must be note, warning, error or never";
	*(enum fail_on *)member = (enum fail_on)found;
	return NULL;
}

static const char *
read_number(struct options *options, void *member, const char *value)
{
	char *end;
	(void)options;
	errno = 0;
	const unsigned long number = strtoul(value, &end, 10);
	if (*value < '0' || *value > '9' || *end || errno || number < 1 || number > 1024)
		return "must be a number from 1 to 1024";
	*(unsigned *)member = (unsigned)number;
	return NULL;
}

/* A repetition needs as many states as its count, and nested repetitions multiply. The total is limited. */
static bool
repeats_too_often(const char *expression)
{
	enum { MOST_STATES = 4096 };
	size_t states = strlen(expression);
	for (const char *brace = expression; (brace = strchr(brace, '{')) && states <= MOST_STATES; brace++) {
		char *end;
		const unsigned long least = strtoul(brace + 1, &end, 10),
				    most = *end == ',' ? strtoul(end + 1, NULL, 10) : 0;
		const unsigned long times = most > least ? most : least;
		if (times > 1)
			states = times > MOST_STATES ? MOST_STATES + 1 : states * times;
	}
	return states > MOST_STATES;
}

static const char *
read_expression(struct options *options, void *member, const char *value)
{
	regex_t expression;
	(void)options;
	if (repeats_too_often(value))
		return "has too many repetitions";
	if (regcomp(&expression, value, REG_EXTENDED | REG_NOSUB) != 0)
		return "is not a regular expression";
	regfree(&expression);
	*(const char **)member = value;
	return NULL;
}

static const char *
read_seconds(struct options *options, void *member, const char *value)
{
	char *end;
	(void)options;
	const double number = strtod(value, &end);
	if (value[strspn(value, "0123456789.")] || end == value || *end || !(number >= 0.001 && number <= 86400))
		return "must be a number of seconds from 0.001 to a day";
	*(double *)member = number;
	return NULL;
}

/* "all", or numbers separated by commas. */
static const char *
read_devices(struct options *options, void *member, const char *value)
{
	struct device_list *list = member;
	(void)options;
	*list = (struct device_list){.all = !strcmp(value, "all")};
	for (const char *at = value; at && !list->all;) {
		char *end;
		const unsigned long number = strtoul(at, &end, 10);
		if (*at < '0' || *at > '9' || (*end && *end != ',') || number > INT_MAX)
			return "must be all or a list of GPU numbers, such as 0,2";
		at = *end ? end + 1 : NULL;
		for (size_t k = 0; k < list->count; k++)
			if (list->numbers[k] == number)
				return "names a GPU twice";
		if (list->count == RUNNER_MOST)
			return "names too many GPUs";
		list->numbers[list->count++] = (unsigned)number;
	}
	return NULL;
}

/* ---- the table ---- */

struct option_entry {
	char letter;          /* 0: none */
	const char *name;     /* NULL: only the letter */
	const char *argument; /* NULL: none */
	enum command_set commands;
	value_reader *read;
	size_t member; /* offset in struct options */
	const char *text;
};

#define INTO(reader, member) reader, offsetof(struct options, member)

static const struct option_entry table[] = {
	{0, "gpu", "NAME", FOR_ANALYSIS, INTO(read_text, gpu),
         "the GPU to predict for, such as H200 (gpulint gpus lists them); native: this machine's"},
	{0, "arch", "sm_NN", FOR_ANALYSIS, INTO(read_text, arch),
         "the architecture to predict for (default: -arch of the flags, else sm_90)"},
	{0, "format", "NAME", FOR_REPORT, INTO(read_format, format), "text, short or json"},
	{0, "argv", "'ARGS'", FOR_ANALYSIS, INTO(read_words, argv), "the arguments of the program's main"},
	{0, "launch", "'L'", FOR_ANALYSIS, INTO(read_word, launches),
         "evaluate this launch: 'name<<<grid, block, shared>>>(args)'; repeatable"},
	{'p', NULL, "DIR", FOR_ANALYSIS, INTO(read_text, database),
         "take compiler flags from DIR/compile_commands.json; those after -- are added"},
	{0, "alone", NULL, FOR_ANALYSIS, INTO(read_flag, alone),
         "do not search the files' folders for the program's main"},
	{0, "no-compile", NULL, FOR_ANALYSIS, INTO(read_flag, no_compile),
         "do not compile the kernels: no registers, no machine code"},
	{0, "select", "RULES", FOR_REPORT, INTO(read_list, select), "report only these rules (comma-separated)"},
	{0, "ignore", "RULES", FOR_REPORT, INTO(read_list, ignore), "do not report these rules"},
	{0, "fail-on", "SEVERITY", FOR_LINT | FOR_VERIFY | FOR_MERGE, INTO(read_fail_on, fail_on),
         "exit with 1 for findings of at least: note, warning (the default) or error; or never"},
	{0, "strict", NULL, FOR_LINT | FOR_VERIFY | FOR_MERGE, INTO(read_flag, strict),
         "exit with 2 if a kernel was not evaluated with the program's launches"},
	{0, "notes", NULL, FOR_REPORT, INTO(read_flag, notes),
         "show findings that cost next to nothing or are uncertain; otherwise they are counted"},
	{0, "runner", "CMD", FOR_WORKER, INTO(read_text, runner),
         "run this command instead of gpulint-run, such as 'ssh gpubox gpulint-run'"},
	{0, "devices", "LIST", FOR_WORKER, INTO(read_devices, devices),
         "measure on these GPUs in parallel, calibrate on one: comma-separated numbers, or all"},
	{0, "time-limit", "S", FOR_WORKER | FOR_ATTACH | FOR_JOB, INTO(read_seconds, time_limit),
         "stop a launch after S seconds (30), or four times S while it is counted"},
	{0, "input", "NAME=FILE", FOR_VERIFY | FOR_JOB, INTO(read_word, inputs),
         "the contents of buffers of parameters NAME, or KERNEL:NAME: a NumPy array (.npy, C order)"},
	{0, "launches", "N", FOR_ATTACH, INTO(read_number, measured_launches), "count N launches of each kernel (1)"},
	{0, "kernel", "REGEX", FOR_ATTACH, INTO(read_expression, kernel),
         "count only kernels with a matching mangled name"},
	{0, "flags", "'FLAGS'", FOR_ATTACH, INTO(read_words, compiler_flags),
         "compiler flags, nvcc's or clang's, for the files"},
	{0, "rounds", "N", FOR_CALIBRATE, INTO(read_number, rounds), "measure N times (2)"},
	{0, "plot", "FILE", FOR_CALIBRATE, INTO(read_output, plot), "draw the curves, as an HTML page"},
	{0, "profile", "FILE", FOR_CALIBRATE, INTO(read_text, profile), "draw this profile without measuring"},
	{0, "color", "WHEN", FOR_REPORT | FOR_CALIBRATE, INTO(read_color, color),
         "auto (a terminal without NO_COLOR), always or never"},
	{0, "site", "PLACE", FOR_DUMP, INTO(read_site, site), "trace what is at FILE:LINE or FILE:LINE:COLUMN"},
	{0, "stdin-filename", "NAME", FOR_ANALYSIS, INTO(read_text, stdin_filename),
         "the name of the file - (standard input)"},
	{'o', "output", "FILE", FOR_REPORT | FOR_CALIBRATE | FOR_JOB, INTO(read_output, output),
         "write the report, the profile or the jobs to FILE"},
	{0, "penalties", "DIR", FOR_MERGE, INTO(read_output, penalties),
         "write jobs to DIR that measure the cost in time of confirmed findings"},
	{'j', "jobs", "N", FOR_ANALYSIS | FOR_MERGE, INTO(read_number, jobs), "parse N files at a time"},
	{'h', "help", NULL, FOR_ALL, INTO(read_flag, help), "print this, or the help of the command"},
	{0, "version", NULL, FOR_ALL, INTO(read_flag, version), "print the version"},
};

enum {
	OPTION_COUNT = sizeof table / sizeof *table,
	/* getopt's codes for long options: FIRST_CODE plus the index in the table, above all letters */
	FIRST_CODE = 256,
	OPERAND = 1, /* getopt's code for an operand */
};
_Static_assert(OPTION_COUNT <= 32, "an option is a bit of options.given");

/* The option as the user writes it: "--gpu", "-p". */
static const char *
spelling(struct arena *arena, const struct option_entry *option)
{
	return option->name ? arena_printf(arena, "--%s", option->name) : arena_printf(arena, "-%c", option->letter);
}

const char *
options_misplaced(struct options *options, enum command_set commands)
{
	for (size_t i = 0; i < OPTION_COUNT; i++)
		if ((options->given >> i & 1) && !(table[i].commands & commands))
			return spelling(&options->arena, &table[i]);
	return NULL;
}

/* Writes the commands that accept an option, unless all commands that analyse code do. */
static void
write_commands(FILE *out, enum command_set commands)
{
	if (commands & FOR_LINT)
		return;
	static const struct {
		enum command_set command;
		const char *name;
	} named[] = {
		{FOR_VERIFY, "verify"},       {FOR_JOB, "job"},       {FOR_MERGE, "merge"},
		{FOR_CALIBRATE, "calibrate"}, {FOR_ATTACH, "attach"}, {FOR_DUMP, "dump"},
	};
	const char *separator = "";
	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		if (!(commands & named[i].command))
			continue;
		fprintf(out, "%s%s", separator, named[i].name);
		separator = ", ";
	}
	fputs(": ", out);
}

void
options_write_help(FILE *out, enum command_set commands)
{
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		char left[64];
		const struct option_entry *option = &table[i];
		if (!(option->commands & commands))
			continue;
		snprintf(left, sizeof left, "%s%s%s %s", option->letter ? (char[]){'-', option->letter, '\0'} : "",
		         option->letter && option->name ? ", --"
		         : option->name                 ? "--"
		                                        : "",
		         option->name ? option->name : "", option->argument ? option->argument : "");
		fprintf(out, "  %-22s ", left);
		if (commands == FOR_ALL)
			write_commands(out, option->commands);
		fprintf(out, "%s\n", option->text);
	}
}

/* ---- the command line ---- */

/* The index in the table of the option that getopt found. */
static size_t
option_at(int code)
{
	size_t at = 0;
	if (code >= FIRST_CODE)
		return (size_t)(code - FIRST_CODE);
	while (table[at].letter != code)
		at++;
	return at;
}

static bool
apply_option(struct options *options, int code, const char *value)
{
	if (code == OPERAND) {
		words_add(&options->operands, &options->arena, value);
		return true;
	}
	const size_t at = option_at(code);
	const char *problem = table[at].read(options, (char *)options + table[at].member, value);
	if (problem)
		message("%s: '%s' %s", spelling(&options->arena, &table[at]), value, problem);
	options->given |= UINT32_C(1) << at;
	if (table[at].member != offsetof(struct options, output)) {
		words_add(&options->said, &options->arena, spelling(&options->arena, &table[at]));
		if (table[at].argument)
			words_add(&options->said, &options->arena, value);
	}
	return !problem;
}

/* The value after '=' is no part of the name. */
static void
refuse_name(const char *argument)
{
	struct arena arena = {0};
	struct nearest nearest = nearest_to(argument, strcspn(argument, "="));
	for (size_t i = 0; i < OPTION_COUNT; i++)
		nearest_try(&nearest, spelling(&arena, &table[i]));
	message("unknown option '%s'%s; see gpulint --help", argument, nearest_hint(&nearest, &arena));
	arena_free(&arena);
}

/* Reports an invalid option that getopt found. Within combined letters, `argument` is not yet theirs. */
static void
refuse(int code, const char *argument)
{
	if (code == ':')
		message("option '%s' needs a value", argument);
	else if (optopt >= FIRST_CODE)
		message("'%s': the option takes no value", argument);
	else if (optopt)
		message("unknown option '-%c'; see gpulint --help", optopt);
	else
		refuse_name(argument);
}

/* Builds getopt's tables from the one above. Letters start with '-', so that operands come in order and those after --
 * can be distinguished; and with ':', so that a missing value can be distinguished from an unknown option. */
static void
make_tables(struct option *long_options, char *letters)
{
	strcpy(letters, "-:");
	letters += 2;
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		const int has_value = table[i].argument ? required_argument : no_argument;
		if (table[i].name)
			*long_options++ = (struct option){table[i].name, has_value, NULL, FIRST_CODE + (int)i};
		if (table[i].letter) {
			*letters++ = table[i].letter;
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
	*options =
		(struct options){.format = &report_formats[0], .time_limit = 30, .rounds = 2, .measured_launches = 1};
	optind = 0; /* glibc: restart */
	opterr = 0;
	for (int code; (code = getopt_long(argc, argv, letters, long_options, NULL)) != -1;) {
		if (code == ':' || code == '?') {
			refuse(code, argv[optind - 1]);
			return false;
		}
		if (!apply_option(options, code, optarg))
			return false;
	}
	for (int i = optind; i < argc; i++)
		words_add(&options->flags, &options->arena, argv[i]);
	return true;
}

bool
options_want_color(enum color_mode mode, FILE *out)
{
	const char *no_color = getenv("NO_COLOR");
	if (mode != COLOR_AUTO)
		return mode == COLOR_ALWAYS;
	return isatty(fileno(out)) && !(no_color && *no_color);
}

bool
options_select(const struct options *options, const char *rule)
{
	return (!options->select.count || words_contain(&options->select, rule)) &&
	       !words_contain(&options->ignore, rule);
}

void
options_free(struct options *options)
{
	arena_free(&options->arena);
}
