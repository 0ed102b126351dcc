#include "cli/report/text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "cli/report/excerpt.h"

const char *
text_style(const struct report *report, const char *code)
{
	return report->color ? code : "";
}

static const char *
severity_style(const struct report *report, enum severity severity)
{
	static const char *const codes[] = {
		[SEVERITY_NOTE] = "\033[1;36m",
		[SEVERITY_WARNING] = "\033[1;35m",
		[SEVERITY_ERROR] = "\033[1;31m",
	};
	return text_style(report, codes[severity]);
}

void
text_headline(FILE *out, const struct report *report, const struct place *place, enum severity severity,
              const char *message, const char *rule)
{
	fputs(BOLD(report), out);
	report_puts(out, report_path(report, place->file));
	fprintf(out, ":%" PRIu32 ":%" PRIu32 ": %s%s%s: %s%s", place->line, place->column ? place->column : 1,
	        PLAIN(report), severity_style(report, severity), severity_text(severity), PLAIN(report), BOLD(report));
	report_puts(out, message);
	fputs(PLAIN(report), out);
	if (rule)
		fprintf(out, " [%s]", rule);
	putc('\n', out);
}

void
text_excerpt(FILE *out, const struct report *report, const struct place *place)
{
	const struct excerpt_style style = {text_style(report, "\033[1;32m"), PLAIN(report), report->width};
	if (place->file)
		excerpt_write(out, sources_open(report->sources, place->file), place, &style);
}

/* A text to be copied, which begins and ends with a quote, is one word. */
static size_t
word_length(const char *text)
{
	enum { LONGEST_QUOTE = 400 };
	const size_t length = strcspn(text, " ");
	const char *end = *text == '\'' && length && text[length - 1] != '\'' ? strstr(text, "' ") : NULL;
	if (*text == '\'' && !end && length && text[length - 1] != '\'' && strlen(text) < LONGEST_QUOTE &&
	    text[strlen(text) - 1] == '\'')
		return strlen(text);
	return end && end - text < LONGEST_QUOTE ? (size_t)(end - text) + 1 : length;
}

void
text_wrapped(FILE *out, const char *text, const struct text_box *box)
{
	size_t column = box->begin;
	bool begins = true;
	text += strspn(text, " ");
	while (*text) {
		const size_t length = word_length(text);
		if (!begins && column + 1 + length > box->width) {
			fprintf(out, "\n%*s", (int)box->indent, "");
			column = box->indent;
			begins = true;
		}
		if (!begins)
			putc(' ', out);
		report_word(out, text, length);
		column += !begins + length;
		begins = false;
		text += length + strspn(text + length, " ");
	}
	putc('\n', out);
}

void
text_detail(FILE *out, const struct report *report, const char *label, const char *text)
{
	enum { INDENT = 12 };
	if (!text || !*text)
		return;
	fprintf(out, "  %s%-*s%s", DIM(report), INDENT - 2, label, PLAIN(report));
	text_wrapped(out, text, &(struct text_box){.indent = INDENT, .begin = INDENT, .width = report->width});
}
