/* Expectations in the comments of a program: the sites of a line, and their figures.
 *
 *     out[i] = in[i];  // expect: load global exact requests=128 sectors=4; store exact sectors=4
 *
 * A comment is about the code on its line. A line without code continues the comment of the code line above.
 * Expectations are separated by semicolons:
 *
 *     [@LAUNCH] KIND [SPACE] CONFIDENCE FIGURE...    one site
 *     [@LAUNCH] KIND [SPACE] all [CONFIDENCE] FIGURE...    the sums over all sites of the kind
 *     [@LAUNCH] KIND [SPACE] none    no such site
 *     [@LAUNCH] launch ORIGIN FIGURE...    a launch that the line makes
 *
 * KIND is load, store, atomic, branch, barrier or call; SPACE is global, shared, constant, local, texture or generic;
 * CONFIDENCE is exact, assumed, bounded or unknown; ORIGIN is source, option or assumed. @LAUNCH is @2, the kernel's
 * second launch in the order of the report; @NAME, the kernel; or @NAME#2. Without it an expectation is about each
 * launch of each kernel with a site on the line.
 *
 * A FIGURE is NAME=VALUE, also with <, >, <= and >=. Numbers may be fractions: 125/32. figures.def lists the names.
 * requests is a total of the launch; sectors, wavefronts, lanes, divergent and bounds are per request. Texts are in
 * quotation marks: native="atomicAdd on int". For why and reason, a part of the text suffices.
 *
 * A line that names a kind must name all its sites of that kind, in the order of their columns.
 *
 * At the head of the file:
 *
 *     // options: --gpu A100 --launch 'k<<<4, 64>>>(_, 3)'
 *
 * are options of gpulint, as many lines as there are. The lines
 *
 *     // run:
 *     // run: --no-compile
 *
 * make two runs, with these options in addition; the expectations hold in both. With --no-compile the figures are the source's; a figure then counts as `exact` if only the
 * missing machine code speaks against it. */
#ifndef GPULINT_TESTS_FIGURES_EXPECTATION_H
#define GPULINT_TESTS_FIGURES_EXPECTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/report/words.h"
#include "model/facts.h"
#include "support/arena.h"

enum subject {
	SUBJECT_LOAD = SITE_LOAD,
	SUBJECT_STORE = SITE_STORE,
	SUBJECT_ATOMIC = SITE_ATOMIC,
	SUBJECT_BRANCH = SITE_BRANCH,
	SUBJECT_BARRIER = SITE_BARRIER,
	SUBJECT_CALL = SITE_CALL,
	SUBJECT_LAUNCH,
};

enum figure_kind {
	FIGURE_SUM,    /* of a site; the figure of several sites is computed from their sums */
	FIGURE_NUMBER, /* of a site */
	FIGURE_TEXT,   /* of a site */
	FIGURE_PART,   /* of a site; a part of the text is expected */
	FIGURE_LAUNCH_NUMBER,
	FIGURE_LAUNCH_TEXT,
};

/* A name that expectations may use. Exactly one of the functions is set. */
struct figure {
	const char *name;
	enum figure_kind kind;
	double (*of_site)(const struct site *s);
	const char *(*text_of_site)(const struct site *s);
	double (*of_launch)(const struct launch *l);
	const char *(*text_of_launch)(const struct launch *l);
};

/* Terminated by a NULL name. */
extern const struct figure figure_table[];

enum relation { EQUAL, LESS, GREATER, AT_MOST, AT_LEAST };

/* A place in the program's text, for --update. */
struct span {
	size_t begin, end;
};

struct term {
	const struct figure *figure;
	enum relation relation;
	double number;
	const char *text; /* of a text figure */
	struct span span; /* of the value */
};

struct expectation {
	unsigned line;      /* of the code */
	unsigned written;   /* of the comment */
	const char *kernel; /* NULL: any */
	unsigned launch;    /* from 1; 0: each */
	enum subject subject;
	int space; /* enum site_space; -1: any */
	bool is_none, is_sum;
	int confidence; /* enum confidence or, for a launch, enum launch_origin; -1: any */
	struct span confidence_span;
	struct term *terms;
	size_t term_count;
};

struct expectations {
	struct arena arena;
	struct words options; /* of all runs */
	struct words *runs;   /* the options that each has in addition; at least one */
	size_t run_count, run_capacity;
	struct expectation *items; /* by lines of code */
	size_t count, capacity;
	size_t problems; /* number of problems, each written to `out` with its place */
};

/* Reads the comments of a program. The caller frees with expectations_free. */
void expectations_read(struct expectations *expectations, const char *path, const char *text, FILE *out);
void expectations_free(struct expectations *expectations);

const char *subject_text(enum subject subject);

#endif
