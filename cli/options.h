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

/* The commands that heed an option: a set. */
enum command_set {
	FOR_LINT = 1,
	FOR_VERIFY = 2,
	FOR_CALIBRATE = 4,
	FOR_DUMP = 8,
	FOR_PRINTING = 16, /* rules, explain, gpus: no options but those of all */
	FOR_ATTACH = 32,
	FOR_JOB = 64,
	FOR_MERGE = 128,
	FOR_ANALYSIS = FOR_LINT | FOR_VERIFY | FOR_DUMP | FOR_ATTACH | FOR_JOB,
	FOR_REPORT = FOR_LINT | FOR_VERIFY | FOR_ATTACH | FOR_MERGE,
	FOR_WORKER = FOR_VERIFY | FOR_CALIBRATE,
	FOR_ALL = ~0,
};

enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* From which severity on a finding makes the run fail. */
enum fail_on { FAIL_ON_WARNING, FAIL_ON_NOTE, FAIL_ON_ERROR, FAIL_ON_NEVER };

/* Texts are the command line's own or the arena's. */
struct options {
	struct arena arena;
	struct words operands;       /* what is no option: a command, files */
	struct words flags;          /* after --: the compiler's; of attach the program and its arguments */
	struct words compiler_flags; /* --flags: the compiler's, where what is behind -- is something else */
	struct words argv;           /* --argv: the analysed program's arguments */
	struct words launches;       /* --launch */
	struct words inputs;         /* --input: NAME=FILE */
	struct words select, ignore; /* rules; nothing selected means all */
	const char *gpu, *arch;      /* as given, or NULL */
	struct trace_place site;     /* --site; file NULL: none */
	const char *database;        /* -p: a folder with compile_commands.json, or the file */
	const char *stdin_filename;
	const char *output;
	const char *penalties;      /* merge: the folder for jobs of second versions, or NULL */
	struct device_list devices; /* the GPUs to measure on; all 0: nobody said */
	const char *runner;         /* the shell command that is gpulint-run, or NULL */
	double time_limit;          /* seconds for a launch */
	unsigned rounds;            /* calibrate */
	const char *plot, *profile; /* calibrate: the page to write, and the profile to draw instead of measuring one */
	unsigned measured_launches; /* attach: of each kernel, */
	const char *kernel;         /* of those that the regular expression matches; NULL: all */
	const struct report_format *format;
	enum color_mode color;
	enum fail_on fail_on;
	bool strict;     /* kernels that were not looked at as launched are an error */
	bool notes;      /* show those, which --fail-on note does as well */
	unsigned jobs;   /* 0: as many as there are processors */
	bool no_compile; /* do not ask the compiler about the kernels */
	bool alone;      /* the files given are all there is to the program */
	bool help, version;
	uint32_t given; /* the table's options that the command line has, by bits */
	/* the options that were given, with their values, as a command line again: those that say what is looked at
	 * and how, not where what comes of it goes */
	struct words said;
};

/* Reads the command line; false, after a message, when it is not understood. The caller frees with options_free. */
bool options_read(struct options *options, int argc, char **argv);
void options_free(struct options *options);

/* Whether what goes to that file is to have colours. */
bool options_want_color(enum color_mode mode, FILE *out);

/* The first option given that those commands do not heed, as it is written; NULL: there is none. */
const char *options_misplaced(struct options *options, enum command_set commands);

/* The table of the options that the commands heed, as --help prints it. */
void options_write_help(FILE *out, enum command_set commands);

#endif
