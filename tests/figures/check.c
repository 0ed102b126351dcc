#include "check.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analysis.h"
#include "cli/file.h"
#include "cli/options.h"
#include "expectation.h"
#include "support/allocate.h"
#include "support/deep_stack.h"

static const double tolerance = 1e-6; /* relative: a fraction may be written as a decimal number */

/* The new text of a value in the program. */
struct edit {
	struct span span;
	char text[32];
};

struct check {
	const char *path, *text;
	FILE *out;
	bool updating;
	struct options options;
	struct analysis analysis;
	struct expectations expected;
	size_t run;    /* from 1; 0: there is one only */
	bool *is_used; /* whether some launch was compared with the expectation */
	size_t problems;
	struct edit *edits;
	size_t edit_count, edit_capacity;
};

static void __attribute__((format(printf, 3, 4)))
complain(struct check *check, unsigned line, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fprintf(check->out, "%s:%u: ", check->path, line);
	if (check->run)
		fprintf(check->out, "run %zu: ", check->run);
	vfprintf(check->out, format, args);
	fputc('\n', check->out);
	va_end(args);
	check->problems++;
}

/* ---- comparison with one subject --------------------------------------------------------------------------------- */

/* The subject of a comparison: a site or a launch, with its kernel. */
struct found {
	const struct kernel *kernel;
	size_t launch;           /* index among the kernel's launches, from 1 */
	const struct site *site; /* NULL: the launch itself */
	bool is_sum;             /* the site is the sum of several */
};

static const struct launch *
launch_of(const struct found *found)
{
	return &found->kernel->launches[found->launch - 1];
}

/* Without machine code, figures count as exact if only its absence speaks against them. */
static enum confidence
confidence_of(const struct check *check, const struct site *site)
{
	return check->options.no_compile && site->basis.awaits_code ? CONFIDENCE_EXACT : site->confidence;
}

static const char *
trust_text(const struct check *check, const struct found *found)
{
	return found->site ? confidence_text(confidence_of(check, found->site))
	                   : launch_origin_text(launch_of(found)->origin);
}

static const char *
text_of(const struct figure *figure, const struct found *found)
{
	const char *text = figure->kind == FIGURE_LAUNCH_TEXT ? figure->text_of_launch(launch_of(found))
	                                                      : figure->text_of_site(found->site);
	return text ? text : "";
}

static double
number_of(const struct figure *figure, const struct found *found)
{
	return figure->kind == FIGURE_LAUNCH_NUMBER ? figure->of_launch(launch_of(found))
	                                            : figure->of_site(found->site);
}

static bool
is_text(const struct figure *figure)
{
	return figure->kind == FIGURE_TEXT || figure->kind == FIGURE_PART || figure->kind == FIGURE_LAUNCH_TEXT;
}

static bool
holds(double number, enum relation relation, double expected)
{
	switch (relation) {
	case EQUAL: return fabs(number - expected) <= tolerance * fmax(1, fabs(expected));
	case LESS: return number < expected;
	case GREATER: return number > expected;
	case AT_MOST: return number <= expected;
	case AT_LEAST: return number >= expected;
	}
	return false;
}

static bool
is_met(const struct term *term, const struct found *found)
{
	if (!is_text(term->figure))
		return holds(number_of(term->figure, found), term->relation, term->number);
	const char *text = text_of(term->figure, found);
	return term->figure->kind == FIGURE_PART ? strstr(text, term->text) != NULL : !strcmp(text, term->text);
}

static void
edit(struct check *check, struct span span, const char *text)
{
	struct edit edit = {.span = span};
	snprintf(edit.text, sizeof edit.text, "%s", text);
	memory_push(check->edits, check->edit_count, check->edit_capacity, edit);
}

/* "store of k<<<>>> (launch 2)" */
static void
complain_of(struct check *check, const struct expectation *x, const struct found *found, const char *figure,
            const char *value, const char *expected)
{
	complain(check, x->written, "%s in launch %zu of %s: %s is %s, expected is %s", subject_text(x->subject),
	         found->launch, found->kernel->name, figure, value, expected);
}

static void
compare_term(struct check *check, const struct expectation *x, const struct term *term, const struct found *found)
{
	char number[32];
	if (is_met(term, found))
		return;
	if (is_text(term->figure)) {
		complain_of(check, x, found, term->figure->name, text_of(term->figure, found), term->text);
		return;
	}
	snprintf(number, sizeof number, "%.8g", number_of(term->figure, found));
	if (check->updating && term->relation == EQUAL && isfinite(number_of(term->figure, found))) {
		edit(check, term->span, number);
		return;
	}
	char *expected = arena_strndup(&check->expected.arena, check->text + term->span.begin,
	                               term->span.end - term->span.begin);
	complain_of(check, x, found, term->figure->name, number, expected);
}

static void
compare(struct check *check, const struct expectation *x, const struct found *found)
{
	const int trust = found->site ? (int)confidence_of(check, found->site) : (int)launch_of(found)->origin;
	if (x->confidence >= 0 && x->confidence != trust) {
		const char *expected = found->site ? confidence_text((enum confidence)x->confidence)
		                                   : launch_origin_text((enum launch_origin)x->confidence);
		if (check->updating)
			edit(check, x->confidence_span, trust_text(check, found));
		else
			complain(check, x->written, "%s in launch %zu of %s: %s, expected is %s%s%s",
			         subject_text(x->subject), found->launch, found->kernel->name, trust_text(check, found),
			         expected, found->site && *found->site->why ? ": " : "",
			         found->site ? found->site->why : "");
	}
	for (size_t i = 0; i < x->term_count && !(x->is_sum && !found->is_sum); i++)
		compare_term(check, x, &x->terms[i], found);
}

/* ---- subjects of a line ------------------------------------------------------------------------------------------ */

/* The sites or launches of one kind on one line, for one launch, in the order of their columns. */
struct row {
	struct found *items;
	size_t count, capacity;
};

static bool
is_on_line(const struct check *check, const struct place *place, unsigned line)
{
	return place->line == line && !strcmp(place->file, check->path);
}

static unsigned
column_of(const struct found *found)
{
	return found->site ? found->site->place.column : 0;
}

static void
add_in_order(struct row *row, struct found found)
{
	memory_push(row->items, row->count, row->capacity, found);
	for (size_t i = row->count - 1; i && column_of(&row->items[i - 1]) > column_of(&found); i--) {
		row->items[i] = row->items[i - 1];
		row->items[i - 1] = found;
	}
}

static struct row
row_of(const struct check *check, const struct kernel *kernel, size_t number, unsigned line, enum subject subject)
{
	struct row row = {0};
	const struct launch *launch = &kernel->launches[number - 1];
	if (subject == SUBJECT_LAUNCH) {
		if (is_on_line(check, &launch->place, line))
			add_in_order(&row, (struct found){.kernel = kernel, .launch = number});
		return row;
	}
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].kind == (enum site_kind)subject &&
		    is_on_line(check, &launch->sites[i].place, line))
			add_in_order(&row, (struct found){kernel, number, &launch->sites[i], false});
	return row;
}

static bool
is_about(const struct expectation *x, const struct kernel *kernel, size_t launch)
{
	return (!x->kernel || !strcmp(x->kernel, kernel->name)) && (!x->launch || x->launch == launch);
}

static bool
is_of_space(const struct expectation *x, const struct found *found)
{
	return x->space < 0 || (found->site && found->site->space == (enum site_space)x->space);
}

static void
take(struct row *row, size_t at)
{
	memmove(&row->items[at], &row->items[at + 1], (--row->count - at) * sizeof *row->items);
}

/* Removes all sites of the expectation's space from the row. */
static void
compare_sum(struct check *check, const struct expectation *x, struct row *row)
{
	struct site sum = {.why = "", .predicted = {0}};
	struct found found = {.site = NULL};
	for (size_t i = 0; i < row->count;) {
		if (!is_of_space(x, &row->items[i])) {
			i++;
			continue;
		}
		found = row->items[i];
		const struct figures *p = &found.site->predicted;
		sum.predicted.requests += p->requests;
		sum.predicted.lanes += p->lanes;
		sum.predicted.sectors += p->sectors;
		sum.predicted.ideal_sectors += p->ideal_sectors;
		sum.predicted.wavefronts += p->wavefronts;
		sum.predicted.ideal_wavefronts += p->ideal_wavefronts;
		sum.predicted.divergent += p->divergent;
		compare(check, x, &found);
		take(row, i);
	}
	if (!found.site) {
		complain(check, x->written, "no %s here", subject_text(x->subject));
		return;
	}
	sum.confidence = found.site->confidence;
	found.site = &sum;
	found.is_sum = true;
	struct expectation figures = *x;
	figures.confidence = -1;
	compare(check, &figures, &found);
}

static void
compare_one(struct check *check, const struct expectation *x, struct row *row, const struct kernel *kernel,
            size_t launch)
{
	size_t at = 0;
	while (at < row->count && !is_of_space(x, &row->items[at]))
		at++;
	if (at == row->count) {
		complain(check, x->written, "no %s%s%s here in launch %zu of %s",
		         x->space < 0 ? "" : site_space_text((enum site_space)x->space), x->space < 0 ? "" : " ",
		         subject_text(x->subject), launch, kernel->name);
		return;
	}
	const struct found found = row->items[at];
	take(row, at);
	compare(check, x, &found);
}

static void
complain_of_rest(struct check *check, const struct row *row, unsigned line, enum subject subject)
{
	for (size_t i = 0; i < row->count; i++) {
		const struct site *site = row->items[i].site;
		if (site)
			complain(check, line, "not expected in launch %zu of %s: %s %s %s '%s' requests=%g",
			         row->items[i].launch, row->items[i].kernel->name, subject_text(subject),
			         site_space_text(site->space), confidence_text(confidence_of(check, site)),
			         site->expression, site->predicted.requests);
		else
			complain(check, line, "not expected: launch %zu of %s", row->items[i].launch,
			         row->items[i].kernel->name);
	}
}

/* Compares one launch with those expectations from `first` to `end`, all of one line, that have this kind. */
static void
compare_launch(struct check *check, size_t first, size_t end, enum subject subject, const struct kernel *kernel,
               size_t launch)
{
	const struct expectation *items = check->expected.items;
	const unsigned line = items[first].line;
	struct row row = row_of(check, kernel, launch, line, subject);
	for (size_t i = first; i < end; i++) {
		const struct expectation *x = &items[i];
		/* Without a name, a launch expectation is met once by any launch, and a site expectation by each
		 * launch. */
		if (x->subject != subject || !is_about(x, kernel, launch) ||
		    (subject == SUBJECT_LAUNCH && (!row.count || check->is_used[i])))
			continue;
		check->is_used[i] = true;
		if (x->is_sum)
			compare_sum(check, x, &row);
		else if (!x->is_none)
			compare_one(check, x, &row, kernel, launch);
	}
	complain_of_rest(check, &row, items[first].written, subject);
	free(row.items);
}

/* Whether the kernel has a relevant site or launch on the line. */
static bool
has_line(const struct check *check, const struct kernel *kernel, unsigned line, enum subject subject)
{
	for (size_t l = 1; l <= kernel->launch_count; l++) {
		const struct launch *launch = &kernel->launches[l - 1];
		if (subject == SUBJECT_LAUNCH && is_on_line(check, &launch->place, line))
			return true;
		for (size_t i = 0; i < launch->site_count && subject != SUBJECT_LAUNCH; i++)
			if (is_on_line(check, &launch->sites[i].place, line))
				return true;
	}
	return false;
}

static void
compare_line(struct check *check, size_t first, size_t end)
{
	const struct expectation *items = check->expected.items;
	const unsigned line = items[first].line;
	for (int subject = 0; subject <= SUBJECT_LAUNCH; subject++) {
		bool is_named = false;
		for (size_t i = first; i < end; i++)
			is_named |= items[i].subject == (enum subject)subject;
		for (size_t k = 0; k < check->analysis.facts.kernel_count && is_named; k++) {
			const struct kernel *kernel = &check->analysis.facts.kernels[k];
			for (size_t l = 1; l <= kernel->launch_count; l++)
				if (has_line(check, kernel, line, (enum subject)subject))
					compare_launch(check, first, end, (enum subject)subject, kernel, l);
		}
	}
	for (size_t i = first; i < end; i++)
		if (!check->is_used[i] && !items[i].is_none)
			complain(check, items[i].written, "no %s here", subject_text(items[i].subject));
}

static void
compare_lines(struct check *check)
{
	const struct expectations *expected = &check->expected;
	check->is_used = memory_zeroed(expected->count + 1, sizeof *check->is_used);
	for (size_t first = 0, end; first < expected->count; first = end) {
		end = first + 1;
		while (end < expected->count && expected->items[end].line == expected->items[first].line)
			end++;
		compare_line(check, first, end);
	}
	free(check->is_used);
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

/* Expectations about a program that was only partly parsed would be met by accident. */
static void
check_reading(struct check *check, const struct analysis *analysis)
{
	size_t launches = 0;
	for (size_t u = 0; u < analysis->unit_count; u++)
		for (size_t i = 0; i < analysis->units[u].problem_count; i++)
			if (!analysis->units[u].problems[i].is_left_out)
				complain(check, analysis->units[u].problems[i].loc.line, "%s",
				         analysis->units[u].problems[i].message);
	for (size_t i = 0; i < analysis->undone.count; i++)
		complain(check, 1, "%s", analysis->undone.items[i]);
	for (size_t k = 0; k < analysis->facts.kernel_count; k++) {
		const struct kernel *kernel = &analysis->facts.kernels[k];
		launches += kernel->launch_count;
		if (kernel->resources.uncompiled && *kernel->resources.uncompiled)
			complain(check, kernel->place.line, "%s was not compiled: %s", kernel->name,
			         kernel->resources.uncompiled);
	}
	if (!launches)
		complain(check, 1, "the program launches nothing");
}

/* Names of the built-in headers, which no program contains. */
static void
check_names(struct check *check)
{
	for (size_t k = 0; k < check->analysis.facts.kernel_count; k++)
		for (size_t l = 0; l < check->analysis.facts.kernels[k].launch_count; l++) {
			const struct launch *launch = &check->analysis.facts.kernels[k].launches[l];
			for (size_t i = 0; i < launch->site_count; i++) {
				const struct site *site = &launch->sites[i];
				const char *const texts[] = {site->why, site->reason, site->object.name,
				                             site->expression};
				for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
					if (texts[t] && strstr(texts[t], "__gl_"))
						complain(check, site->place.line, "an internal name: %s", texts[t]);
			}
		}
}

/* Whether there is no compiler, as opposed to one that failed. */
static bool
lacks_compiler(const struct facts *facts)
{
	return facts->uncompiled && (strstr(facts->uncompiled, "not found") || strstr(facts->uncompiled, "too old"));
}

static int
by_place(const void *a, const void *b)
{
	const struct edit *x = a, *y = b;
	return (x->span.begin > y->span.begin) - (x->span.begin < y->span.begin);
}

/* Two launches of one expectation may disagree. Then the first one's value is written, and the next run reports the
 * other. */
static void
write_edits(struct check *check)
{
	struct file_writing writing = file_begin(check->path);
	size_t at = 0;
	if (!writing.file) {
		check->problems++;
		return;
	}
	qsort(check->edits, check->edit_count, sizeof *check->edits, by_place);
	for (size_t i = 0; i < check->edit_count; i++) {
		const struct edit *edit = &check->edits[i];
		if (edit->span.begin < at)
			continue;
		fwrite(check->text + at, 1, edit->span.begin - at, writing.file);
		fputs(edit->text, writing.file);
		at = edit->span.end;
	}
	fputs(check->text + at, writing.file);
	if (!file_finish(&writing, true))
		check->problems++;
}

static enum verdict
evaluate(struct check *check)
{
	const char *paths[] = {check->path};
	struct analysis *analysis = &check->analysis;
	if (!analysis_parse(analysis, &check->options, paths, 1)) {
		complain(check, 1, "the options do not fit the program");
		return VERDICT_UNMET;
	}
	analysis_evaluate(analysis, &check->options);
	if (lacks_compiler(&check->analysis.facts)) {
		fprintf(check->out, "%s: SKIPPED: %s\n", check->path, check->analysis.facts.uncompiled);
		return VERDICT_SKIPPED;
	}
	if (check->analysis.facts.uncompiled)
		complain(check, 1, "not compiled: %s", check->analysis.facts.uncompiled);
	check_reading(check, analysis);
	if (!check->problems)
		compare_lines(check);
	check_names(check);

	if (!check->problems && check->edit_count)
		write_edits(check);
	return check->problems ? VERDICT_UNMET : VERDICT_MET;
}

static enum verdict
check_run(struct check *check, const struct words *options)
{
	struct words words = {0};
	enum verdict verdict = VERDICT_UNMET;
	words_add(&words, &check->expected.arena, "gpulint");
	words_add(&words, &check->expected.arena, "--alone");
	for (size_t i = 0; i < check->expected.options.count; i++)
		words_add(&words, &check->expected.arena, check->expected.options.items[i]);
	for (size_t i = 0; i < options->count; i++)
		words_add(&words, &check->expected.arena, options->items[i]);
	const int count = (int)words.count;
	words_add(&words, &check->expected.arena, NULL);
	if (!options_read(&check->options, count, (char **)words.items) || check->options.operands.count ||
	    options_misplaced(&check->options, FOR_LINT))
		complain(check, 1, "the options are none of gpulint's for a lint");
	else
		verdict = evaluate(check);
	analysis_free(&check->analysis);
	options_free(&check->options);
	return verdict;
}

/* Of all runs, to the first that fails. Only the first one updates the program. */
static enum verdict
check_runs(struct check *check)
{
	enum verdict verdict = VERDICT_MET;
	for (size_t i = 0; i < check->expected.run_count && verdict != VERDICT_UNMET; i++) {
		check->run = check->expected.run_count > 1 ? i + 1 : 0;
		const enum verdict of_run = check_run(check, &check->expected.runs[i]);
		verdict = of_run == VERDICT_MET ? verdict : of_run;
		check->updating = false;
	}
	return verdict;
}

struct call {
	const char *path;
	bool updating;
	FILE *out;
	enum verdict verdict;
};

static void
check_deeply(void *context)
{
	enum { LARGEST = 1 << 20 };
	struct call *call = context;
	struct arena arena = {0};
	size_t length;
	const char *error;
	char *text = file_read(call->path, LARGEST, &length, &arena, &error);
	struct check check = {.path = call->path, .text = text, .out = call->out, .updating = call->updating};
	call->verdict = VERDICT_UNMET;
	if (!text) {
		fprintf(call->out, "%s\n", error);
	} else {
		expectations_read(&check.expected, call->path, text, call->out);
		if (!check.expected.problems)
			call->verdict = check_runs(&check);
	}
	expectations_free(&check.expected);
	free(check.edits);
	free(text);
	arena_free(&arena);
}

enum verdict
check_program(const char *path, bool updating, FILE *out)
{
	struct call call = {path, updating, out, VERDICT_UNMET};
	/* The evaluator recurses as deeply as the program is nested. */
	deep_stack_run(check_deeply, &call);
	return call.verdict;
}
