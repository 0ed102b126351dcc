#define _GNU_SOURCE /* memmem */
#include "runtime_check/kernel_texts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/worker/result.h"
#include "support/allocate.h"
#include "support/lexer.h"
#include "support/name_letter.h"

struct word {
	const char *at;
	size_t length;
};

struct kernel_name {
	struct word word;
	bool is_said;  /* whether it occurs in text that always stays */
	size_t *needs; /* names that occur in its definitions */
	size_t need_count, need_capacity;
};

#define NO_NAME SIZE_MAX

struct reading {
	struct kernel_texts *texts;
	struct token **tokens; /* of each file */
	struct word *words;    /* of all files, if macros paste words */
	size_t word_count, word_capacity;
	bool pastes;
};

static int
compare_words(const struct word *a, const struct word *b)
{
	const int order = memcmp(a->at, b->at, a->length < b->length ? a->length : b->length);
	return order ? order : (a->length > b->length) - (a->length < b->length);
}

static int
by_word(const void *left, const void *right)
{
	return compare_words(left, right);
}

static struct word
word_of(const char *text, const struct token *token)
{
	return (struct word){text + token->begin, token->end - token->begin};
}

/* ---- the name of a kernel ---------------------------------------------------------------------------------------- */

static bool
is_attribute(const char *text, const struct token *token)
{
	static const char *const attributes[] = {
		"__launch_bounds__", "__attribute__", "__declspec",     "__align__", "alignas",  "decltype", "noexcept",
		"__cluster_dims__",  "__maxnreg__",   "__block_size__", "requires",  "explicit", "void",     NULL};
	for (const char *const *word = attributes; *word; word++)
		if (token_is(text, token, *word))
			return true;
	return false;
}

/* The name that ends at `last`, without template arguments; NULL: there is none. */
static const struct token *
name_before(const char *text, const struct token *first, const struct token *last)
{
	size_t open = 0;
	for (; last > first; last--) {
		open += token_is(text, last, ">");
		open -= open && token_is(text, last, "<");
		if (!open && !token_is(text, last, "<"))
			break;
	}
	return last->kind == TOKEN_NAME && !is_attribute(text, last) ? last : NULL;
}

/* The head of a kernel, up to its body or its semicolon. */
struct head {
	const struct token *name; /* before the last parentheses */
	const struct token *end;  /* the brace or the semicolon */
	size_t lists;             /* parentheses that are not an attribute's */
	bool is_global, is_plain; /* is_plain: it contains no preprocessor line */
};

static struct head
read_head(const char *text, const struct token *first, size_t end)
{
	struct head head = {.is_plain = true};
	const struct token *closed = NULL;
	size_t depth = 0;
	for (const struct token *token = first; token->kind != TOKEN_END && token->begin < end; token++) {
		head.is_plain &= token->kind != TOKEN_DIRECTIVE;
		if (depth == 0 && (token_is(text, token, "{") || token_is(text, token, ";"))) {
			head.end = token;
			head.name = closed == token - 1 ? head.name : NULL;
			return head;
		}
		head.is_global |= depth == 0 && token_is(text, token, "__global__");
		if (token_is(text, token, "(") && depth++ == 0 && token > first) {
			head.name = name_before(text, first, token - 1);
			head.lists += !is_attribute(text, token - 1);
		} else if (token_is(text, token, ")") && depth > 0 && --depth == 0) {
			closed = token;
		}
	}
	return head;
}

static const struct token *
token_at(const struct token *tokens, size_t begin)
{
	while (tokens->kind != TOKEN_END && tokens->begin < begin)
		tokens++;
	return tokens;
}

/* The name of the kernel that is defined or declared there; NULL: no kernel that can be removed. */
static const struct token *
name_of(const char *text, const struct token *first, size_t end, bool is_definition)
{
	const struct head head = read_head(text, first, end);
	if (!head.end || !head.name || !head.is_global || !head.is_plain)
		return NULL;
	if (!is_definition)
		return head.lists == 1 && head.end->end == end && token_is(text, head.end, ";") ? head.name : NULL;
	for (const struct token *token = first; token->kind != TOKEN_END && token->begin < end; token++)
		if (directive_is(text, token, "include", NULL))
			return NULL;
	return token_is(text, head.end, "{") ? head.name : NULL;
}

/* ---- holes ------------------------------------------------------------------------------------------------------- */

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool
is_code_behind(const struct kernel_file *file, size_t at)
{
	while (at < file->length && is_blank(file->text[at]))
		at++;
	return at < file->length && file->text[at] != '\n';
}

/* Adds the bytes between two preprocessor lines. */
static void
add_holes(struct kernel_texts *texts, const struct kernel_file *file, struct kernel_text *kernel, size_t begin,
          size_t end)
{
	while (begin < end) {
		const char *found = memchr(file->text + begin, '\n', end - begin);
		const size_t line_end = found ? (size_t)(found - file->text) : end;
		const struct hole hole = {begin, line_end, !found && is_code_behind(file, end)};
		if (hole.begin < hole.end)
			arena_push(&texts->arena, kernel->holes, kernel->hole_count, kernel->hole_capacity, hole);
		begin = line_end + 1;
	}
}

static void
find_holes(struct kernel_texts *texts, const struct kernel_file *file, struct kernel_text *kernel,
           const struct token *token)
{
	size_t at = kernel->begin;
	for (; token->kind != TOKEN_END && token->begin < kernel->end; token++) {
		if (token->kind != TOKEN_DIRECTIVE || directive_is(file->text, token, "pragma", NULL))
			continue;
		add_holes(texts, file, kernel, at, token->begin);
		at = token->end;
	}
	add_holes(texts, file, kernel, at, kernel->end);
}

/* Finds blank lines that are not part of a token such as a string. */
static void
find_idle(struct kernel_texts *texts, struct kernel_file *file, const struct token *token)
{
	for (size_t begin = 0; begin < file->length;) {
		const char *found = memchr(file->text + begin, '\n', file->length - begin);
		const size_t end = found ? (size_t)(found - file->text) : file->length;
		size_t at = begin;
		while (at < end && is_blank(file->text[at]))
			at++;
		while (token->kind != TOKEN_END && token->end <= begin)
			token++;
		if (at == end && begin < end && (token->kind == TOKEN_END || token->begin >= end))
			arena_push(&texts->arena, file->idle, file->idle_count, file->idle_capacity,
			           ((struct hole){begin, end, false}));
		begin = end + 1;
	}
}

/* ---- one file ---------------------------------------------------------------------------------------------------- */

/* A kernel's text before the names are numbered. */
struct found {
	size_t begin, end;
	const struct token *first, *name;
};

static int
by_place(const void *left, const void *right)
{
	const struct found *a = left, *b = right;
	return a->begin != b->begin ? (a->begin > b->begin) - (a->begin < b->begin)
	                            : (a->end < b->end) - (a->end > b->end);
}

struct found_list {
	struct found *items;
	size_t count, capacity;
};

struct extent
extent_of_json(const json_t *pair)
{
	return (struct extent){(size_t)json_integer_value(json_array_get(pair, 0)),
	                       (size_t)json_integer_value(json_array_get(pair, 1))};
}

static struct extents
read_extents(const json_t *pairs, struct arena *arena)
{
	struct extents extents = {.count = json_array_size(pairs)};
	extents.items = arena_new_array(arena, struct extent, extents.count);
	for (size_t i = 0; i < extents.count; i++)
		extents.items[i] = extent_of_json(json_array_get(pairs, i));
	return extents;
}

static void
find_kernels(struct found_list *list, const struct kernel_file *file, const struct token *tokens,
             const struct extents *extents, bool are_definitions)
{
	size_t last = 0;
	const struct token *from = tokens;
	for (size_t i = 0; i < extents->count; i++) {
		struct found found = {extents->items[i].begin, extents->items[i].end, NULL, NULL};
		if (found.begin >= found.end || found.end > file->length)
			continue;
		from = found.begin < last ? tokens : from; /* extents are mostly in order */
		last = found.begin;
		from = found.first = token_at(from, found.begin);
		found.name = name_of(file->text, found.first, found.end, are_definitions);
		if (found.name)
			memory_push(list->items, list->count, list->capacity, found);
	}
}

static void
add_name(struct kernel_texts *texts, struct word word)
{
	arena_push(&texts->arena, texts->names, texts->name_count, texts->name_capacity,
	           (struct kernel_name){.word = word});
}

static void
sort_names(struct kernel_texts *texts)
{
	size_t kept = 0;
	/* the comparison works because a name begins with its word */
	qsort(texts->names, texts->name_count, sizeof *texts->names, by_word);
	for (size_t i = 0; i < texts->name_count; i++)
		if (kept == 0 || compare_words(&texts->names[kept - 1].word, &texts->names[i].word) != 0)
			texts->names[kept++] = texts->names[i];
	texts->name_count = kept;
}

static size_t
find_name(const struct kernel_texts *texts, struct word word)
{
	const struct kernel_name *found =
		texts->name_count ? bsearch(&word, texts->names, texts->name_count, sizeof *texts->names, by_word)
				  : NULL;
	return found ? (size_t)(found - texts->names) : NO_NAME;
}

static void
add_texts(struct kernel_texts *texts, struct kernel_file *file, const struct found_list *list)
{
	size_t end = 0;
	for (size_t i = 0; i < list->count; i++) {
		const struct found *found = &list->items[i];
		struct kernel_text text = {.name = find_name(texts, word_of(file->text, found->name)),
		                           .begin = found->begin,
		                           .end = found->end};
		if (found->begin < end) {
			texts->names[text.name].is_said = true; /* inside another kernel's text */
			continue;
		}
		end = found->end;
		find_holes(texts, file, &text, found->first);
		arena_push(&texts->arena, file->kernels, file->kernel_count, file->kernel_capacity, text);
	}
}

/* ---- occurrences of kernels' names ------------------------------------------------------------------------------- */

static void
say(struct reading *reading, struct word word, struct kernel_name *by)
{
	struct kernel_texts *texts = reading->texts;
	const size_t name = find_name(texts, word);
	if (reading->pastes)
		memory_push(reading->words, reading->word_count, reading->word_capacity, word);
	if (name == NO_NAME || &texts->names[name] == by)
		return;
	if (by)
		arena_push(&texts->arena, by->needs, by->need_count, by->need_capacity, name);
	else
		texts->names[name].is_said = true;
}

/* Records all words of a text without tokens: a preprocessor line, an option. */
static void
say_all(struct reading *reading, const char *text, size_t length)
{
	for (size_t begin = 0, end; begin < length; begin = end + 1) {
		for (end = begin; end < length &&
		                  (is_name_letter(text[end]) || text[end] == '$' || (unsigned char)text[end] >= 0x80);
		     end++)
			continue;
		if (end > begin)
			say(reading, (struct word){text + begin, end - begin}, NULL);
	}
}

static void
say_strings(struct reading *reading, const json_t *strings)
{
	const json_t *string;
	size_t i;
	json_array_foreach ((json_t *)(uintptr_t)strings, i, string)
		say_all(reading, json_string_value(string), json_string_length(string));
}

static void
read_file(struct reading *reading, const struct kernel_file *file, const struct token *token)
{
	const struct kernel_text *kernel = file->kernels, *end = kernel + file->kernel_count;
	for (; token->kind != TOKEN_END; token++) {
		while (kernel < end && kernel->end <= token->begin)
			kernel++;
		const bool is_inside = kernel < end && kernel->begin <= token->begin;
		if (token->kind == TOKEN_DIRECTIVE)
			say_all(reading, file->text + token->begin, token->end - token->begin);
		else if (token->kind == TOKEN_NAME || token->kind == TOKEN_NUMBER)
			say(reading, word_of(file->text, token),
			    is_inside ? &reading->texts->names[kernel->name] : NULL);
	}
}

static bool
is_pasting(const char *text, const struct token *token)
{
	for (; token->kind != TOKEN_END; token++)
		if (token->kind == TOKEN_DIRECTIVE &&
		    memmem(text + token->begin + 1, token->end - token->begin - 1, "##", 2))
			return true;
	return false;
}

/* Whether the name is a concatenation of words of the source. */
static bool
may_be_pasted(const struct reading *reading, struct word name)
{
	/* for each position, whether it ends a concatenation of words */
	bool *ends = memory_zeroed(name.length + 1, sizeof *ends);
	ends[0] = true;
	for (size_t begin = 0; begin < name.length; begin++)
		for (size_t end = begin + 1; ends[begin] && end <= name.length; end++) {
			const struct word piece = {name.at + begin, end - begin};
			if (piece.length < name.length &&
			    bsearch(&piece, reading->words, reading->word_count, sizeof piece, by_word))
				ends[end] = true;
		}
	const bool may = ends[name.length];
	free(ends);
	return may;
}

static void
find_pasted(const struct reading *reading)
{
	if (!reading->pastes || !reading->word_count)
		return;
	qsort(reading->words, reading->word_count, sizeof *reading->words, by_word);
	for (size_t i = 0; i < reading->texts->name_count; i++)
		reading->texts->names[i].is_said |= may_be_pasted(reading, reading->texts->names[i].word);
}

/* ---- entry points ------------------------------------------------------------------------------------------------ */

static const json_t *
file_json(const json_t *source, size_t file)
{
	return file == 0 ? source : json_array_get(json_object_get(source, "headers"), file - 1);
}

static void
read_texts(struct reading *reading, const json_t *source)
{
	struct kernel_texts *texts = reading->texts;
	struct found_list *found = memory_zeroed(texts->file_count, sizeof *found);
	for (size_t i = 0; i < texts->file_count; i++) {
		struct kernel_file *file = &texts->files[i];
		const json_t *own = file_json(source, i), *text = json_object_get(own, "text");
		file->header = i == 0 ? NULL : result_text(own, "name");
		file->text = json_is_string(text) ? json_string_value(text) : "";
		file->length = json_string_length(text);
		reading->tokens[i] = lexer_read(file->text, file->length);
		reading->pastes |= is_pasting(file->text, reading->tokens[i]);
		file->definitions = read_extents(json_object_get(own, "kernels"), &texts->arena);
		file->droppable = read_extents(json_object_get(own, "droppable"), &texts->arena);
		find_kernels(&found[i], file, reading->tokens[i], &file->definitions, true);
		find_kernels(&found[i], file, reading->tokens[i], &file->droppable, false);
		if (found[i].count)
			qsort(found[i].items, found[i].count, sizeof *found[i].items, by_place);
		for (size_t k = 0; k < found[i].count; k++)
			add_name(texts, word_of(file->text, found[i].items[k].name));
		find_idle(texts, file, reading->tokens[i]);
	}
	if (texts->name_count)
		sort_names(texts);
	for (size_t i = 0; i < texts->file_count; i++) {
		add_texts(texts, &texts->files[i], &found[i]);
		free(found[i].items);
	}
	free(found);
}

struct kernel_texts *
kernel_texts_read(const json_t *source)
{
	struct kernel_texts *texts = memory_zeroed(1, sizeof *texts);
	texts->file_count = 1 + json_array_size(json_object_get(source, "headers"));
	texts->files = arena_new_array(&texts->arena, struct kernel_file, texts->file_count);
	struct reading reading = {.texts = texts, .tokens = memory_zeroed(texts->file_count, sizeof *reading.tokens)};
	read_texts(&reading, source);
	for (size_t i = 0; i < texts->file_count; i++)
		read_file(&reading, &texts->files[i], reading.tokens[i]);
	say_strings(&reading, json_object_get(source, "options"));
	say_strings(&reading, json_object_get(source, "defines"));
	find_pasted(&reading);
	for (size_t i = 0; i < texts->file_count; i++)
		free(reading.tokens[i]);
	free(reading.tokens);
	free(reading.words);
	return texts;
}

void
kernel_texts_free(struct kernel_texts *texts)
{
	if (!texts)
		return;
	arena_free(&texts->arena);
	free(texts);
}

/* ---- needed names ------------------------------------------------------------------------------------------------ */

struct needing {
	const struct kernel_texts *texts;
	bool *needed;
	size_t *waiting, count; /* names whose needed names are still to be added */
};

static void
need(struct needing *needing, size_t name)
{
	if (name == NO_NAME || needing->needed[name])
		return;
	needing->needed[name] = true;
	needing->waiting[needing->count++] = name;
}

static void
need_words(struct needing *needing, const char *text)
{
	for (size_t size; *text; text += size + (text[size] != '\0')) {
		for (size = 0; is_name_letter(text[size]) || text[size] == '$' || (unsigned char)text[size] >= 0x80;
		     size++)
			continue;
		if (size)
			need(needing, find_name(needing->texts, (struct word){text, size}));
	}
}

static void
need_kernel(struct needing *needing, const json_t *kernel)
{
	static const char *const members[] = {"name_expression", "typed_name", "link_name"};
	const json_t *variable;
	size_t i;
	for (i = 0; i < sizeof members / sizeof *members; i++)
		need_words(needing, result_text(kernel, members[i]));
	json_array_foreach (json_object_get(kernel, "variables"), i, variable)
		need_words(needing, result_text(variable, "name_expression"));
}

bool
kernel_file_defines(const struct kernel_file *file, const json_t *kernel)
{
	const char *header = json_string_value(json_object_get(kernel, "header"));
	if (!json_object_get(kernel, "extent"))
		return false;
	return header ? file->header && strcmp(file->header, header) == 0 : !file->header;
}

/* Adds the names whose texts overlap the kernel's extent, whatever the kernel's name is. */
static void
need_extent(struct needing *needing, const json_t *kernel, const struct kernel_file *file)
{
	const struct extent extent = extent_of_json(json_object_get(kernel, "extent"));
	if (!kernel_file_defines(file, kernel))
		return;
	for (size_t i = 0; i < file->kernel_count; i++)
		if (file->kernels[i].begin < extent.end && extent.begin < file->kernels[i].end)
			need(needing, file->kernels[i].name);
}

bool *
kernel_texts_needed(const struct kernel_texts *texts, const json_t *kernels, const char *source)
{
	struct needing needing = {texts, memory_zeroed(texts->name_count + 1, sizeof(bool)),
	                          memory_zeroed(texts->name_count + 1, sizeof(size_t)), 0};
	const json_t *kernel;
	size_t i;
	for (i = 0; i < texts->name_count; i++)
		if (texts->names[i].is_said)
			need(&needing, i);
	json_array_foreach ((json_t *)(uintptr_t)kernels, i, kernel) {
		if (strcmp(result_text(kernel, "source"), source) != 0)
			continue;
		need_kernel(&needing, kernel);
		for (size_t k = 0; k < texts->file_count; k++)
			need_extent(&needing, kernel, &texts->files[k]);
	}
	while (needing.count) {
		const struct kernel_name *name = &texts->names[needing.waiting[--needing.count]];
		for (i = 0; i < name->need_count; i++)
			need(&needing, name->needs[i]);
	}
	free(needing.waiting);
	return needing.needed;
}
