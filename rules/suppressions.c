#define _GNU_SOURCE /* memmem */
#include "rules/suppressions.h"

#include <stdlib.h>
#include <string.h>

#include "rules/rules.h"
#include "support/allocate.h"
#include "support/blanks.h"
#include "support/lexer.h"
#include "support/nearest.h"

/* Bytes of the text, end exclusive. */
struct range {
	size_t begin, end;
};

struct lines {
	uint32_t first, last;
};

struct reader {
	struct suppressions *to;
	struct arena *arena;
	const char *path, *text;
	size_t length;
	const struct token *tokens;
	size_t next;          /* the first token after the comment */
	struct range comment; /* what it says: without its marks */
};

/* ---- the text ---- */

static uint32_t
line_of(const struct reader *reader, size_t at)
{
	uint32_t line = 1;
	for (size_t i = 0; i < at; i++)
		line += reader->text[i] == '\n';
	return line;
}

static struct place
place_of(const struct reader *reader, struct range range)
{
	const uint32_t line = line_of(reader, range.begin);
	size_t start = range.begin;
	while (start && reader->text[start - 1] != '\n')
		start--;
	return (struct place){
		.file = reader->path,
		.line = line,
		.column = (uint32_t)(range.begin - start + 1),
		.end_line = line,
		.end_column = (uint32_t)(range.end - start + 1),
	};
}

/* At this position of the comment. */
static bool
begins_with(const struct reader *reader, size_t at, const char *word)
{
	const size_t length = strlen(word);
	return reader->comment.end - at >= length && !strncmp(reader->text + at, word, length);
}

/* The first such word of the comment; its end: there is none. */
static size_t
find_word(const struct reader *reader, const char *word)
{
	size_t at = reader->comment.begin;
	while (at < reader->comment.end && !begins_with(reader, at, word))
		at++;
	return at;
}

static struct range
without_blanks(const struct reader *reader, struct range range)
{
	range.begin = skip_blanks(reader->text, range.begin, range.end);
	while (range.end > range.begin && strchr(" \t\r\n", reader->text[range.end - 1]))
		range.end--;
	return range;
}

static const char *
text_of(const struct reader *reader, struct range range)
{
	return arena_strndup(reader->arena, reader->text + range.begin, range.end - range.begin);
}

/* ---- the lines that a comment is about ---- */

static bool
is_keyword(const struct reader *reader, size_t number, const char *const *words)
{
	while (*words && !token_is(reader->text, &reader->tokens[number], *words))
		words++;
	return *words;
}

/* Whether the brace is the body of the function that begins with the first token. */
static bool
is_body(const struct reader *reader, size_t first, size_t brace)
{
	static const char *const control[] = {"if", "for", "while", "switch", "catch", NULL},
				 *const last[] = {")", "const", "noexcept", "override", "final", "mutable", NULL};
	return brace > first && is_keyword(reader, brace - 1, last) && !is_keyword(reader, first, control);
}

/* The token that closes the bracket; the last one if none does. */
static size_t
closing(const struct reader *reader, size_t number)
{
	size_t depth = 0;
	for (; reader->tokens[number].kind != TOKEN_END; number++) {
		const char *spelling = reader->text + reader->tokens[number].begin;
		if (reader->tokens[number].kind != TOKEN_PUNCTUATION)
			continue;
		depth += strchr("([{", *spelling) != NULL;
		depth -= strchr(")]}", *spelling) != NULL;
		if (!depth)
			break;
	}
	return number;
}

/* The last token of the statement, of the head of a compound one, or of the function's definition. */
static size_t
statement_end(const struct reader *reader, size_t first)
{
	size_t number = first;
	for (; reader->tokens[number].kind != TOKEN_END; number++) {
		if (reader->tokens[number].kind != TOKEN_PUNCTUATION)
			continue;
		switch (reader->text[reader->tokens[number].begin]) {
		case ';':
		case '}': return number;
		case '{': return is_body(reader, first, number) ? closing(reader, number) : number;
		case '(':
		case '[': number = closing(reader, number); break;
		default: break;
		}
		if (reader->tokens[number].kind == TOKEN_END)
			break;
	}
	return number;
}

static bool
is_beside_code(const struct reader *reader)
{
	const size_t end = reader->next ? reader->tokens[reader->next - 1].end : 0;
	return reader->next && !memchr(reader->text + end, '\n', reader->comment.begin - end);
}

static struct lines
lines_about(const struct reader *reader)
{
	const uint32_t own = line_of(reader, reader->comment.begin);
	if (is_beside_code(reader))
		return (struct lines){own, own};
	if (!reader->next)
		return (struct lines){1, UINT32_MAX};
	const size_t last = statement_end(reader, reader->next);
	return (struct lines){line_of(reader, reader->tokens[reader->next].begin),
	                      line_of(reader, reader->tokens[last].begin)};
}

/* ---- what a comment says ---- */

static void
complain(struct reader *reader, struct range at, const char *message)
{
	const struct file_problem problem = {
		.place = place_of(reader, at), .severity = SEVERITY_WARNING, .message = message};
	memory_push(reader->to->problems, reader->to->problem_count, reader->to->problem_capacity, problem);
}

static void
add(struct reader *reader, struct range name, struct lines lines, struct range reason, bool needs_reason)
{
	const char *rule = text_of(reader, name);
	if (!rule_find(rule)) {
		struct nearest nearest = nearest_to(rule, strlen(rule));
		for (size_t i = 0; i < rule_count; i++)
			nearest_try(&nearest, rules[i].name);
		complain(reader, name,
		         arena_printf(reader->arena, "there is no rule '%s'%s, so this accepts nothing", rule,
		                      nearest_hint(&nearest, reader->arena)));
		return;
	}
	const struct suppression suppression = {
		.place = place_of(reader, name),
		.rule = rule,
		.reason = text_of(reader, reason),
		.needs_reason = needs_reason,
		.first = lines.first,
		.last = lines.last,
	};
	memory_push(reader->to->items, reader->to->count, reader->to->capacity, suppression);
}

/* The names between the parentheses that begin there, and the reason after them. With a prefix, only names that have it
 * count: the others are another tool's. False: there are no parentheses. */
static bool
read_names(struct reader *reader, size_t at, const char *prefix, struct lines lines)
{
	const char *text = reader->text;
	const char *close =
		at < reader->comment.end && text[at] == '(' ? memchr(text + at, ')', reader->comment.end - at) : NULL;
	if (!close)
		return false;
	const size_t end = (size_t)(close - text);
	const struct range reason = without_blanks(reader, (struct range){end + 1, reader->comment.end});
	for (size_t begin = at + 1; begin < end;) {
		const char *comma = memchr(text + begin, ',', end - begin);
		struct range name = without_blanks(reader, (struct range){begin, comma ? (size_t)(comma - text) : end});
		begin = comma ? (size_t)(comma - text) + 1 : end;
		if (prefix && !begins_with(reader, name.begin, prefix))
			continue;
		name.begin += prefix ? strlen(prefix) : 0;
		if (name.end > name.begin)
			add(reader, name, lines, reason, !prefix);
	}
	return true;
}

static void
read_own(struct reader *reader, size_t at)
{
	static const char allow[] = "allow";
	const struct range said = {skip_blanks(reader->text, at, reader->comment.end), reader->comment.end};
	if (begins_with(reader, said.begin, allow) &&
	    read_names(reader, skip_blanks(reader->text, said.begin + strlen(allow), said.end), NULL,
	               lines_about(reader)))
		return;
	complain(reader, without_blanks(reader, said),
	         "this comment is not understood, so it accepts nothing: write gpulint: allow(RULE) REASON");
}

static void
read_comment(struct reader *reader)
{
	static const char own[] = "gpulint:", next_line[] = "NOLINTNEXTLINE", line[] = "NOLINT";
	const size_t begin = skip_blanks(reader->text, reader->comment.begin, reader->comment.end),
		     at_next = find_word(reader, next_line), at_line = find_word(reader, line);
	if (begins_with(reader, begin, own)) {
		read_own(reader, begin + strlen(own));
		return;
	}
	if (at_line == reader->comment.end)
		return;
	const bool is_next = at_next != reader->comment.end;
	const uint32_t about = line_of(reader, at_line) + is_next;
	read_names(reader, is_next ? at_next + strlen(next_line) : at_line + strlen(line), "gpulint-",
	           (struct lines){about, about});
}

/* Between two tokens are blanks and comments. */
static void
read_gap(struct reader *reader, struct range gap)
{
	for (size_t at = gap.begin; at + 1 < gap.end;) {
		const bool is_block = reader->text[at] == '/' && reader->text[at + 1] == '*';
		if (!is_block && !(reader->text[at] == '/' && reader->text[at + 1] == '/')) {
			at++;
			continue;
		}
		const char *begin = reader->text + at + 2;
		const size_t left = gap.end - at - 2;
		const char *end = is_block ? memmem(begin, left, "*/", 2) : memchr(begin, '\n', left);
		reader->comment = (struct range){at + 2, end ? (size_t)(end - reader->text) : gap.end};
		read_comment(reader);
		at = reader->comment.end + (is_block ? 2 : 0);
	}
}

void
suppressions_read(struct suppressions *suppressions, struct arena *arena, const char *path, const char *text,
                  size_t length)
{
	/* Most files have no such comment. */
	if (!memmem(text, length, "gpulint", strlen("gpulint")))
		return;
	struct token *tokens = lexer_read(text, length);
	struct reader reader = {suppressions, arena, path, text, length, tokens, 0, {0}};
	size_t from = 0;
	for (;; reader.next++) {
		const struct token *token = &tokens[reader.next];
		read_gap(&reader, (struct range){from, token->begin});
		from = token->end;
		if (token->kind == TOKEN_END)
			break;
	}
	free(tokens);
}

/* ---- findings ---- */

struct suppression *
suppressions_find(const struct suppressions *suppressions, const char *rule, const struct place *place)
{
	for (size_t i = 0; suppressions && place->file && i < suppressions->count; i++) {
		struct suppression *item = &suppressions->items[i];
		if (!strcmp(item->rule, rule) && !strcmp(item->place.file, place->file) && place->line <= item->last &&
		    place->end_line >= item->first)
			return item;
	}
	return NULL;
}

/* A finding is about its place and others that are alike. Each may have a comment of its own. */
static void
count_uses(const struct suppressions *suppressions, const struct finding *finding)
{
	for (size_t i = 0; i < finding->related_count; i++) {
		struct suppression *item = suppressions_find(suppressions, finding->rule, &finding->related[i].place);
		if (item)
			item->is_used = true;
	}
}

void
suppressions_apply(const struct suppressions *suppressions, struct facts *facts)
{
	size_t kept = 0;
	facts->suppressed = arena_new_array(&facts->arena, struct finding, facts->finding_count);
	for (size_t i = 0; i < facts->finding_count; i++) {
		struct finding finding = facts->findings[i];
		struct suppression *by = suppressions_find(suppressions, finding.rule, &finding.place);
		count_uses(suppressions, &finding);
		if (!by) {
			facts->findings[kept++] = finding;
			continue;
		}
		by->is_used = true;
		finding.suppression = by;
		facts->suppressed[facts->suppressed_count++] = finding;
	}
	facts->finding_count = kept;
}

void
suppressions_free(struct suppressions *suppressions)
{
	free(suppressions->items);
	free(suppressions->problems);
}
