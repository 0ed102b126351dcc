#include "support/lexer.h"

#include <ctype.h>
#include <string.h>

#include "support/allocate.h"

struct lexer {
	const char *text;
	size_t length, at;
	bool line_begins; /* only blanks and comments precede on the line */
	struct token *tokens;
	size_t count, capacity;
};

static char
look(const struct lexer *lexer, size_t ahead)
{
	return lexer->at + ahead < lexer->length ? lexer->text[lexer->at + ahead] : '\0';
}

static bool
starts_name(char c)
{
	return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool
continues_name(char c)
{
	return starts_name(c) || isdigit((unsigned char)c);
}

/* The length of a backslash and line end that join two lines; 0: none. */
static size_t
continuation(const struct lexer *lexer)
{
	if (look(lexer, 0) != '\\')
		return 0;
	if (look(lexer, 1) == '\n')
		return 2;
	return look(lexer, 1) == '\r' && look(lexer, 2) == '\n' ? 3 : 0;
}

static void
skip_line_comment(struct lexer *lexer)
{
	while (lexer->at < lexer->length && look(lexer, 0) != '\n')
		lexer->at += continuation(lexer) ? continuation(lexer) : 1;
}

static void
skip_block_comment(struct lexer *lexer)
{
	lexer->at += 2;
	while (lexer->at < lexer->length && !(look(lexer, 0) == '*' && look(lexer, 1) == '/'))
		lexer->at++;
	lexer->at = lexer->at + 2 < lexer->length ? lexer->at + 2 : lexer->length;
}

static void
skip_quoted(struct lexer *lexer)
{
	const char quote = look(lexer, 0);
	lexer->at++;
	while (lexer->at < lexer->length && look(lexer, 0) != quote && look(lexer, 0) != '\n') {
		const size_t joined = continuation(lexer);
		lexer->at += joined ? joined : look(lexer, 0) == '\\' && look(lexer, 1) ? 2 : 1;
	}
	/* A literal that is not closed on its line is none, such as an apostrophe in disabled text. */
	if (look(lexer, 0) == quote)
		lexer->at++;
}

/* R"delimiter(…)delimiter", from its opening quote on. */
static void
skip_raw_string(struct lexer *lexer)
{
	const size_t delimiter = lexer->at + 1;
	size_t size = 0;
	while (delimiter + size < lexer->length && lexer->text[delimiter + size] != '(' && size < 17)
		size++;
	for (lexer->at = delimiter + size; lexer->at < lexer->length; lexer->at++) {
		if (look(lexer, 0) == ')' && lexer->length - lexer->at > size + 1 &&
		    memcmp(lexer->text + lexer->at + 1, lexer->text + delimiter, size) == 0 &&
		    look(lexer, size + 1) == '"') {
			lexer->at += size + 2;
			return;
		}
	}
}

static void
skip_directive(struct lexer *lexer)
{
	while (lexer->at < lexer->length && look(lexer, 0) != '\n') {
		const size_t joined = continuation(lexer);
		if (joined)
			lexer->at += joined;
		else if (look(lexer, 0) == '/' && look(lexer, 1) == '*')
			skip_block_comment(lexer);
		else if (look(lexer, 0) == '/' && look(lexer, 1) == '/')
			skip_line_comment(lexer);
		else if (look(lexer, 0) == '"')
			skip_quoted(lexer); /* comment marks in a literal do not count */
		else
			lexer->at++;
	}
}

static void
skip_number(struct lexer *lexer)
{
	/* A preprocessing number: exponent signs and digit separators belong to it. */
	for (;;) {
		const char c = look(lexer, 0), previous = lexer->text[lexer->at - 1];
		const bool sign = (c == '+' || c == '-') && strchr("eEpP", previous);
		if (!continues_name(c) && c != '.' && !sign && !(c == '\'' && continues_name(look(lexer, 1))))
			return;
		lexer->at++;
	}
}

static bool
is_raw_prefix(const char *name, size_t size)
{
	static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		if (strlen(prefixes[i]) == size && memcmp(prefixes[i], name, size) == 0)
			return true;
	}
	return false;
}

static enum token_kind
read_token(struct lexer *lexer)
{
	const char c = look(lexer, 0);
	const size_t begin = lexer->at;
	if (c == '#' && lexer->line_begins) {
		skip_directive(lexer);
		return TOKEN_DIRECTIVE;
	}
	if (starts_name(c)) {
		while (continues_name(look(lexer, 0)))
			lexer->at++;
		if (look(lexer, 0) == '"' && is_raw_prefix(lexer->text + begin, lexer->at - begin)) {
			skip_raw_string(lexer);
			return TOKEN_STRING;
		}
		return TOKEN_NAME;
	}
	if (c == '"' || c == '\'') {
		skip_quoted(lexer);
		return TOKEN_STRING;
	}
	lexer->at++;
	if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)look(lexer, 0)))) {
		skip_number(lexer);
		return TOKEN_NUMBER;
	}
	if ((c == ':' && look(lexer, 0) == ':') || (c == '-' && look(lexer, 0) == '>'))
		lexer->at++;
	return TOKEN_PUNCTUATION;
}

struct token *
lexer_read(const char *text, size_t length)
{
	struct lexer lexer = {.text = text, .length = length, .line_begins = true};
	while (lexer.at < length) {
		const char c = look(&lexer, 0);
		if (c == '\n') {
			lexer.line_begins = true;
			lexer.at++;
		} else if (isspace((unsigned char)c) || c == '\0') {
			lexer.at++;
		} else if (continuation(&lexer)) {
			lexer.at += continuation(&lexer);
		} else if (c == '/' && look(&lexer, 1) == '/') {
			skip_line_comment(&lexer);
		} else if (c == '/' && look(&lexer, 1) == '*') {
			skip_block_comment(&lexer);
		} else {
			const size_t begin = lexer.at;
			const enum token_kind kind = read_token(&lexer);
			lexer.line_begins = false;
			memory_push(lexer.tokens, lexer.count, lexer.capacity, ((struct token){kind, begin, lexer.at}));
		}
	}
	memory_push(lexer.tokens, lexer.count, lexer.capacity, ((struct token){TOKEN_END, length, length}));
	return lexer.tokens;
}

bool
token_is(const char *text, const struct token *token, const char *spelling)
{
	const size_t size = strlen(spelling);
	return token->end - token->begin == size && memcmp(text + token->begin, spelling, size) == 0;
}

bool
directive_is(const char *text, const struct token *token, const char *name, size_t *rest)
{
	if (token->kind != TOKEN_DIRECTIVE)
		return false;
	size_t at = token->begin + 1;
	while (at < token->end && (text[at] == ' ' || text[at] == '\t'))
		at++;
	const size_t size = strlen(name);
	if (token->end - at < size || memcmp(text + at, name, size) != 0 ||
	    (at + size < token->end && continues_name(text[at + size])))
		return false;
	if (rest)
		*rest = at + size;
	return true;
}
