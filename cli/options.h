/* The command line: gpulint [command] [options] FILE... [-- compiler flags]. */
#ifndef GPULINT_CLI_OPTIONS_H
#define GPULINT_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/report/report.h"
#include "cli/report/words.h"
#include "runtime_check/devices.h"
#include "support/arena.h"
#include "support/trace.h"

/* The set of commands that accept an option. */
enum command_set {
	FOR_LINT = 1,
	FOR_VERIFY = 2,
	FOR_CALIBRATE = 4,
	FOR_DUMP = 8,
	FOR_PRINTING = 16, /* rules, explain, gpus: only the common options */
	FOR_ATTACH = 32,
	FOR_JOB = 64,
	FOR_MERGE = 128,
	FOR_ANALYSIS = FOR_LINT | FOR_VERIFY | FOR_DUMP | FOR_ATTACH | FOR_JOB,
	FOR_REPORT = FOR_LINT | FOR_VERIFY | FOR_ATTACH | FOR_MERGE,
	FOR_WORKER = FOR_VERIFY | FOR_CALIBRATE,
	FOR_ALL = ~0,
};

enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* The severity from which on a finding makes the run fail. */
enum fail_on { FAIL_ON_WARNING, FAIL_ON_NOTE, FAIL_ON_ERROR, FAIL_ON_NEVER };

/* Texts are the command line's own or from the arena. */
struct options {
	struct arena arena;
	struct words operands;       /* operands: a command, files */
	struct words flags;          /* after --: the compiler's; for attach, the program and its arguments */
	struct words compiler_flags; /* --flags: the compiler's, if the words after -- are something else */
	struct words argv;           /* --argv: the analysed program's arguments */
	struct words launches;       /* --launch */
	struct words inputs;         /* --input: NAME=FILE */
	struct words select, ignore; /* rules; none selected means all */
	const char *gpu, *arch;      /* as given, or NULL */
	struct trace_place site;     /* --site; file NULL: none */
	const char *database;        /* -p: a folder with compile_commands.json, or the file */
	const char *stdin_filename;
	const char *output;
	const char *penalties;      /* merge: folder for jobs of variants, or NULL */
	struct device_list devices; /* GPUs to measure on; all 0: not given */
	const char *runner;         /* shell command that runs gpulint-run, or NULL */
	double time_limit;          /* seconds for a launch */
	unsigned rounds;            /* calibrate */
	const char *plot, *profile; /* calibrate: the page to write, and the profile to draw instead of measuring one */
	unsigned measured_launches; /* attach: number for each kernel */
	const char *kernel;         /* attach: regular expression for kernels; NULL: all */
	const struct report_format *format;
	enum color_mode color;
	enum fail_on fail_on;
	bool strict;     /* kernels that were not evaluated as launched are an error */
	bool notes;      /* show notes, as --fail-on note also does */
	unsigned jobs;   /* 0: the number of processors */
	bool no_compile; /* do not run the compiler */
	bool alone;      /* the given files are the whole program */
	bool help, version;
	uint32_t given; /* bit set of the table's options on the command line */
	/* the given options with their values as a new command line, without those for the output */
	struct words said;
};

/* Reads the command line; false, after a message: it is not valid. The caller frees with options_free. */
bool options_read(struct options *options, int argc, char **argv);
void options_free(struct options *options);
/* Whether findings of the rule are reported, by --select and --ignore. */
bool options_select(const struct options *options, const char *rule);

/* Whether output to this file is to be coloured. */
bool options_want_color(enum color_mode mode, FILE *out);

/* The first given option that these commands do not accept, as written; NULL: there is none. */
const char *options_misplaced(struct options *options, enum command_set commands);

/* Writes the table of the options that the commands accept, as for --help. */
void options_write_help(FILE *out, enum command_set commands);

#endif
