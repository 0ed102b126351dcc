#include "expectation.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/report.h"
#include "support/allocate.h"

/* The state of parsing a comment: bytes `at` to `end` of the program's text. */
struct reader {
	struct expectations *to;
	const char *path, *text;
	size_t at, end;
	unsigned line;
	FILE *out;
	bool failed;
};

static void __attribute__((format(printf, 2, 3)))
complain(struct reader *reader, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fprintf(reader->out, "%s:%u: ", reader->path, reader->line);
	vfprintf(reader->out, format, args);
	fputc('\n', reader->out);
	va_end(args);
	reader->failed = true;
	reader->to->problems++;
}

const char *
subject_text(enum subject subject)
{
	return subject == SUBJECT_LAUNCH ? "launch" : site_kind_text((enum site_kind)subject);
}

static void
skip_blanks(struct reader *reader)
{
	while (reader->at < reader->end && (reader->text[reader->at] == ' ' || reader->text[reader->at] == '\t'))
		reader->at++;
}

/* The next word, up to a blank or a semicolon outside of quotes. */
static struct span
next_word(struct reader *reader)
{
	bool is_quoted = false;
	skip_blanks(reader);
	struct span word = {reader->at, reader->at};
	while (word.end < reader->end && (is_quoted || !strchr(" \t;", reader->text[word.end])))
		is_quoted ^= reader->text[word.end++] == '"';
	reader->at = word.end;
	return word;
}

static bool
is_word(const struct reader *reader, struct span word, const char *text)
{
	return strlen(text) == word.end - word.begin && !memcmp(reader->text + word.begin, text, word.end - word.begin);
}

static char *
word_text(const struct reader *reader, struct span word)
{
	return arena_strndup(&reader->to->arena, reader->text + word.begin, word.end - word.begin);
}

/* The index of the word among `count` texts, each given by `text`; -1: none of them. */
static int
find_text(const struct reader *reader, struct span word, const char *(*text)(int), int count)
{
	for (int i = 0; i < count; i++)
		if (is_word(reader, word, text(i)))
			return i;
	return -1;
}

static const char *
subject_at(int i)
{
	return subject_text((enum subject)i);
}

static const char *
space_at(int i)
{
	return site_space_text((enum site_space)i);
}

static const char *
confidence_at(int i)
{
	return confidence_text((enum confidence)i);
}

static const char *
origin_at(int i)
{
	return launch_origin_text((enum launch_origin)i);
}

static bool
read_launch(struct reader *reader, struct span word, struct expectation *x)
{
	if (reader->text[word.begin] != '@')
		return false;
	char *name = word_text(reader, (struct span){word.begin + 1, word.end});
	char *number = strrchr(name, '#');
	if (!number && isdigit((unsigned char)*name))
		number = name;
	else
		x->kernel = name;
	if (number) {
		char *end;
		x->launch = (unsigned)strtoul(number + (*number == '#'), &end, 10);
		if (!x->launch || *end)
			complain(reader, "'@%s' names no launch", name);
		if (*number == '#')
			*number = '\0';
	}
	return true;
}

static const struct figure *
find_figure(const struct reader *reader, struct span name, bool of_launch)
{
	for (const struct figure *figure = figure_table; figure->name; figure++)
		if (is_word(reader, name, figure->name) && (figure->kind >= FIGURE_LAUNCH_NUMBER) == of_launch)
			return figure;
	return NULL;
}

static bool
read_number(const char *text, double *number)
{
	char *end;
	*number = strtod(text, &end);
	if (end != text && *end == '/') {
		const char *divisor = end + 1;
		*number /= strtod(divisor, &end);
		if (end == divisor)
			return false;
	}
	return end != text && !*end;
}

static void
read_value(struct reader *reader, struct term *term)
{
	char *value = word_text(reader, term->span);
	const size_t length = strlen(value);
	const enum figure_kind kind = term->figure->kind;
	if (kind != FIGURE_TEXT && kind != FIGURE_PART && kind != FIGURE_LAUNCH_TEXT) {
		if (!read_number(value, &term->number))
			complain(reader, "%s: '%s' is no number", term->figure->name, value);
		return;
	}
	if (term->relation != EQUAL)
		complain(reader, "%s is a text, which is compared with = only", term->figure->name);
	if (length < 2 || value[0] != '"' || value[length - 1] != '"')
		complain(reader, "%s is a text, which stands in quotation marks", term->figure->name);
	else if (length == 2 && kind == FIGURE_PART)
		complain(reader, "%s: each text has an empty part", term->figure->name);
	else
		term->text = arena_strndup(&reader->to->arena, value + 1, length - 2);
}

static void
read_term(struct reader *reader, struct span word, struct expectation *x, size_t *capacity)
{
	static const char *const signs[] = {
		[EQUAL] = "=", [LESS] = "<", [GREATER] = ">", [AT_MOST] = "<=", [AT_LEAST] = ">="};
	struct span name = {word.begin, word.begin}, sign;
	while (name.end < word.end && !strchr("=<>", reader->text[name.end]))
		name.end++;
	sign = (struct span){name.end, name.end};
	while (sign.end < word.end && strchr("=<>", reader->text[sign.end]))
		sign.end++;
	struct term term = {.span = {sign.end, word.end},
	                    .figure = find_figure(reader, name, x->subject == SUBJECT_LAUNCH)};
	size_t relation = 0;
	while (relation < sizeof signs / sizeof *signs && !is_word(reader, sign, signs[relation]))
		relation++;
	if (relation == sizeof signs / sizeof *signs) {
		complain(reader, "'%s' is neither a space, a confidence nor NAME=VALUE", word_text(reader, word));
	} else if (!term.figure) {
		complain(reader, "a %s has no figure '%s'", subject_text(x->subject), word_text(reader, name));
	} else if (x->is_sum && term.figure->kind != FIGURE_SUM) {
		complain(reader, "%s has no sum over several sites", term.figure->name);
	} else {
		term.relation = (enum relation)relation;
		read_value(reader, &term);
		arena_push(&reader->to->arena, x->terms, x->term_count, *capacity, term);
	}
}

static void
read_attribute(struct reader *reader, struct span word, struct expectation *x, size_t *capacity)
{
	const bool is_launch = x->subject == SUBJECT_LAUNCH;
	const int space = is_launch ? -1 : find_text(reader, word, space_at, SPACE_GENERIC + 1),
		  confidence = is_launch ? find_text(reader, word, origin_at, LAUNCH_MEASURED)
	                                 : find_text(reader, word, confidence_at, CONFIDENCE_UNKNOWN + 1);
	const bool is_none = is_word(reader, word, "none");
	if (is_none || (!is_launch && is_word(reader, word, "all"))) {
		*(is_none ? &x->is_none : &x->is_sum) = true;
	} else if (confidence >= 0) {
		x->confidence = confidence;
		x->confidence_span = word;
	} else if (space >= 0) {
		x->space = space;
	} else {
		read_term(reader, word, x, capacity);
	}
}

static void
read_expectation(struct reader *reader, unsigned line)
{
	struct expectation x = {.line = line, .written = reader->line, .space = -1, .confidence = -1};
	size_t capacity = 0;
	struct span word = next_word(reader);
	reader->failed = false;
	if (word.begin < word.end && read_launch(reader, word, &x))
		word = next_word(reader);
	const int subject = find_text(reader, word, subject_at, SUBJECT_LAUNCH + 1);
	if (subject < 0) {
		complain(reader, "'%s' is no kind of site", word_text(reader, word));
		return;
	}
	x.subject = (enum subject)subject;
	for (word = next_word(reader); word.begin < word.end; word = next_word(reader))
		read_attribute(reader, word, &x, &capacity);
	if (x.is_none && (x.term_count || x.confidence >= 0 || x.is_sum))
		complain(reader, "'none' has no figures");
	if (!x.is_none && !x.is_sum && x.confidence < 0)
		complain(reader,
		         x.subject == SUBJECT_LAUNCH ? "the launch needs an origin: source, option or assumed"
		                                     : "the %s needs a confidence: exact, assumed, bounded or unknown",
		         subject_text(x.subject));
	if (x.is_sum && !x.term_count && !reader->failed)
		complain(reader, "the sum over all sites needs a figure");
	if (!reader->failed)
		arena_push(&reader->to->arena, reader->to->items, reader->to->count, reader->to->capacity, x);
}

static void
read_expectations(struct reader *reader, unsigned line)
{
	do {
		read_expectation(reader, line);
		/* After an error the rest of the expectation is skipped. */
		while (reader->at < reader->end && reader->text[reader->at] != ';')
			reader->at++;
	} while (reader->at++ < reader->end);
}

/* The start of the comment with this name on a line; NULL: there is none. */
static const char *
find_comment(const char *line, size_t length, const char *name)
{
	for (const char *at = line; (at = memchr(at, '/', (size_t)(line + length - at))); at++) {
		const char *word = at + 2;
		if ((size_t)(line + length - at) < 2 || at[1] != '/')
			continue;
		while (word < line + length && *word == ' ')
			word++;
		if ((size_t)(line + length - word) >= strlen(name) && !memcmp(word, name, strlen(name)))
			return at;
	}
	return NULL;
}

static bool
is_blank(const char *line, const char *end)
{
	while (line < end && isspace((unsigned char)*line))
		line++;
	return line == end;
}

static void
read_options(struct reader *reader, struct words *options)
{
	struct span rest = {reader->at, reader->end};
	const char *problem = words_split(options, &reader->to->arena, word_text(reader, rest));
	if (problem)
		complain(reader, "the list of options %s", problem);
}

static void
read_run(struct reader *reader)
{
	struct words options = {0};
	read_options(reader, &options);
	memory_push(reader->to->runs, reader->to->run_count, reader->to->run_capacity, options);
}

void
expectations_read(struct expectations *expectations, const char *path, const char *text, FILE *out)
{
	static const char expect[] = "expect:", options[] = "options:", run[] = "run:";
	struct reader reader = {.to = expectations, .path = path, .text = text, .out = out};
	unsigned code_line = 0;
	*expectations = (struct expectations){0};
	for (const char *line = text, *end; *line; line = *end ? end + 1 : end) {
		end = line + strcspn(line, "\n");
		reader.line++;
		reader.end = (size_t)(end - text);
		const size_t length = (size_t)(end - line);
		const char *comment = find_comment(line, length, expect), *option = find_comment(line, length, options),
			   *of_run = find_comment(line, length, run);
		if (option && is_blank(line, option)) {
			reader.at = (size_t)(strchr(option, ':') + 1 - text);
			read_options(&reader, &expectations->options);
			continue;
		}
		if (of_run && is_blank(line, of_run)) {
			reader.at = (size_t)(strchr(of_run, ':') + 1 - text);
			read_run(&reader);
			continue;
		}
		code_line = comment && is_blank(line, comment) ? code_line : reader.line;
		if (!comment)
			continue;
		reader.at = (size_t)(strchr(comment, ':') + 1 - text);
		read_expectations(&reader, code_line);
	}
	if (!expectations->run_count)
		memory_push(expectations->runs, expectations->run_count, expectations->run_capacity, (struct words){0});
	if (!expectations->count && !expectations->problems) {
		fprintf(out, "%s: nothing is expected\n", path);
		expectations->problems++;
	}
}

void
expectations_free(struct expectations *expectations)
{
	free(expectations->runs);
	arena_free(&expectations->arena);
	*expectations = (struct expectations){0};
}
