/* The words of rejected code that the compiler has dropped, or whose meaning it does not show. */
#include <stdlib.h>
#include <string.h>

#include "frontend/classes/lower_lambda.h"
#include "frontend/classes/lower_var.h"
#include "frontend/lower/rejected.h"
#include "frontend/unit/problems.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "support/allocate.h"

struct word {
	const char *text;
	size_t length;
};

struct words {
	CXToken *tokens;
	unsigned count;
	const char *text;
	size_t text_length;
};

static bool
is_word(struct word word, const char *text)
{
	return word.length == strlen(text) && !memcmp(word.text, text, word.length);
}

static bool
is_one_of(struct word word, const char *const *list)
{
	while (*list && !is_word(word, *list))
		list++;
	return *list;
}

static unsigned
offset_of(const struct lower *l, CXToken token, bool end)
{
	unsigned offset;
	const CXSourceRange range = clang_getTokenExtent(l->tu, token);
	clang_getFileLocation(end ? clang_getRangeEnd(range) : clang_getRangeStart(range), NULL, NULL, NULL, &offset);
	return offset;
}

/* Word i; an empty word if there is none. */
static struct word
word_at(const struct lower *l, const struct words *words, unsigned i)
{
	if (i >= words->count)
		return (struct word){"", 0};
	const unsigned start = offset_of(l, words->tokens[i], false), end = offset_of(l, words->tokens[i], true);
	return end > words->text_length || start > end ? (struct word){"", 0}
	                                               : (struct word){words->text + start, end - start};
}

/* ---- the meaning of a name ---- */

struct member_search {
	struct word name;
	bool found;
};

static enum CXChildVisitResult
find_member(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct member_search *search = data;
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	(void)parent;
	if (kind == CXCursor_CXXBaseSpecifier) {
		clang_visitChildren(clang_getTypeDeclaration(clang_getCursorType(cursor)), find_member, search);
	} else if (kind == CXCursor_FieldDecl || kind == CXCursor_CXXMethod || kind == CXCursor_FunctionTemplate) {
		CXString name = clang_getCursorSpelling(cursor);
		search->found = is_word(search->name, clang_getCString(name));
		clang_disposeString(name);
	}
	return search->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

static bool
names_member(const struct lower *l, struct word name)
{
	struct member_search search = {.name = name};
	if (!l->scope || !l->scope->this_var)
		return false;
	clang_visitChildren(clang_getTypeDeclaration(l->scope->this_record), find_member, &search);
	return search.found;
}

static bool
touch_locals(struct rejected *r, struct word name, bool only_read)
{
	bool found = false;
	const struct table *locals = &r->l->scope->locals;
	for (size_t i = 0; i < locals->capacity; i++) {
		const struct lower_var *var = locals->entries[i].value;
		if (!var || !is_word(name, var->ir.name))
			continue;
		rejected_touch_var(r, var, only_read);
		found = true;
	}
	return found;
}

static bool
touch_captured(struct rejected *r, struct word name)
{
	const struct lower_closure *closure = r->l->scope->closure;
	for (uint32_t i = 0; closure && i < closure->capture_count; i++) {
		const CXCursor var = closure->captures[i].var;
		const char *spelling = source_string(r->l, clang_getCursorSpelling(var));
		if (!is_word(name, spelling))
			continue;
		rejected_touch(r, lambda_captured(r->l, var, r->loc),
		               types_get(r->l, types_bare(clang_getCursorType(var))));
		return true;
	}
	return false;
}

static enum CXChildVisitResult
collect_global(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct lower *l = data;
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	(void)parent;
	if (kind != CXCursor_VarDecl && kind != CXCursor_Namespace && kind != CXCursor_LinkageSpec)
		return CXChildVisit_Continue;
	if (clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)))
		return CXChildVisit_Continue;
	if (kind != CXCursor_VarDecl)
		return CXChildVisit_Recurse;
	if (!clang_isInvalidDeclaration(cursor)) {
		const char *name = source_string(l, clang_getCursorSpelling(cursor));
		const struct lower_global_name global = {name, cursor, l->global_name_count};
		memory_push(l->global_names, l->global_name_count, l->global_name_capacity, global);
	}
	return CXChildVisit_Continue;
}

static int
by_name(const void *a, const void *b)
{
	const struct lower_global_name *x = a, *y = b;
	const int names = strcmp(x->name, y->name);
	return names ? names : (x->order > y->order) - (x->order < y->order);
}

/* Collected once and sorted, because each word of rejected code is looked up. */
static void
collect_globals(struct lower *l)
{
	l->has_global_names = true;
	clang_visitChildren(clang_getTranslationUnitCursor(l->tu), collect_global, l);
	if (l->global_name_count)
		qsort(l->global_names, l->global_name_count, sizeof *l->global_names, by_name);
}

static int
compare_word(struct word word, const char *name)
{
	const int order = strncmp(word.text, name, word.length);
	return order ? order : -(name[word.length] != '\0');
}

static void
touch_globals(struct rejected *r, struct word name, bool only_read)
{
	struct lower *l = r->l;
	if (!l->has_global_names)
		collect_globals(l);
	size_t low = 0, high = l->global_name_count;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (compare_word(name, l->global_names[middle].name) > 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < l->global_name_count && is_word(name, l->global_names[low].name); low++)
		rejected_touch_var(r, var_global(l, l->global_names[low].cursor), only_read);
}

static void
touch_name(struct rejected *r, struct word name, bool only_read)
{
	if (r->l->scope && (touch_locals(r, name, only_read) || touch_captured(r, name)))
		return;
	if (names_member(r->l, name)) {
		rejected_touch_this(r);
		return;
	}
	touch_globals(r, name, only_read);
}

/* The effects of a macro that is not analysed: it may name any variable. */
static void
touch_all(struct rejected *r)
{
	const struct table *locals = &r->l->scope->locals;
	for (size_t i = 0; i < locals->capacity; i++)
		if (locals->entries[i].value)
			rejected_touch_var(r, locals->entries[i].value, false);
	rejected_touch_this(r);
}

/* ---- the context of a name ---- */

/* Whether a scalar between these two words keeps its value: it is an operand of arithmetic, or a pointer that is
 * dereferenced. */
static bool
is_only_read(struct word before, struct word behind)
{
	static const char *const arithmetic[] = {
		"+", "-", "*", "/", "%", "<<", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "^", "|", "?", NULL};
	static const char *const access[] = {"[", "->", NULL};
	static const char *const assigns[] = {"=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", NULL};
	static const char *const steps[] = {"++", "--", NULL};
	if (is_one_of(before, steps) || is_one_of(behind, steps) || is_word(before, "&"))
		return false;
	if (is_one_of(behind, assigns))
		return is_word(before, "*");
	return is_one_of(before, arithmetic) || is_one_of(behind, arithmetic) || is_one_of(behind, access);
}

static bool
read_words(struct rejected *r, const struct words *words, struct rejected_stretch text)
{
	static const char *const of_something_else[] = {".", "->", "::", NULL};
	bool found = false;
	for (unsigned i = 0; i < words->count; i++) {
		const enum CXTokenKind kind = clang_getTokenKind(words->tokens[i]);
		const unsigned offset = offset_of(r->l, words->tokens[i], false);
		if (offset < text.start || offset >= text.end || rejected_understands(r, offset))
			continue;
		const struct word word = word_at(r->l, words, i);
		const struct word before = i ? word_at(r->l, words, i - 1) : (struct word){"", 0};
		r->begins_with_return |= !found && is_word(word, "return");
		found |= kind == CXToken_Identifier || kind == CXToken_Keyword;
		r->returns |= is_word(word, "return");
		if (kind == CXToken_Keyword && is_word(word, "this"))
			rejected_touch_this(r);
		else if (kind == CXToken_Identifier && !is_one_of(before, of_something_else))
			touch_name(r, word, is_only_read(before, word_at(r->l, words, i + 1)));
	}
	return found;
}

bool
rejected_read_text(struct rejected *r, size_t file, struct rejected_stretch text)
{
	struct lower *l = r->l;
	const CXFile handle = l->files[file].handle;
	const struct lower_error *error = frontend_errors_between(l, file, text.start, text.end);
	struct words words = {.text = source_text(l, file, &words.text_length)};
	if (!words.text || text.start >= text.end || text.end > words.text_length)
		return false;
	clang_tokenize(l->tu,
	               clang_getRange(clang_getLocationForOffset(l->tu, handle, text.start),
	                              clang_getLocationForOffset(l->tu, handle, text.end)),
	               &words.tokens, &words.count);
	const bool found = read_words(r, &words, text);
	clang_disposeTokens(l->tu, words.tokens, words.count);
	if (found && error && error->in_macro && l->scope)
		touch_all(r);
	return found;
}
