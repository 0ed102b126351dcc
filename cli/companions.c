#include "cli/companions.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/report/path.h"
#include "support/allocate.h"
#include "support/name_letter.h"
#include "support/path.h"

enum { MOST_CANDIDATES = 64, LARGEST = 1 << 20 };

struct names {
	const char **items;
	size_t count, capacity;
};

struct candidate {
	const char *path;
	const struct source *source;
	bool has_main, calls; /* calls: it names a function of the given files */
};

struct search {
	struct arena *arena;
	struct sources *sources;
	const struct ir_unit *units;
	size_t unit_count;
	struct names functions; /* sorted */
	struct candidate *candidates;
	size_t count, capacity;
};

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool
is_given(const struct search *search, const char *path)
{
	for (size_t i = 0; i < search->unit_count; i++)
		if (path_is_same_file(search->units[i].path, path))
			return true;
	return false;
}

static int
is_source(const struct dirent *entry)
{
	static const char *const endings[] = {".cu", ".cpp", ".cc", ".cxx", ".c++", ".C", ".c"};
	const char *dot = strrchr(entry->d_name, '.');
	for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
		if (!strcmp(dot, endings[i]))
			return true;
	return false;
}

static size_t
behind_space(const char *text, size_t at)
{
	while (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r')
		at++;
	return at;
}

/* The position after the comment or literal that begins at `at`; `at` itself if none begins there. */
static size_t
behind_aside(const char *text, size_t at)
{
	if (text[at] == '/' && text[at + 1] == '/')
		return at + strcspn(text + at, "\n");
	if (text[at] == '/' && text[at + 1] == '*') {
		const char *end = strstr(text + at + 2, "*/");
		return end ? (size_t)(end - text) + 2 : at + strlen(text + at);
	}
	if (text[at] != '"')
		return at;
	for (at++; text[at] && text[at] != '"' && text[at] != '\n'; at++)
		at += text[at] == '\\' && text[at + 1];
	return at + (text[at] == '"');
}

/* Whether a function body follows the parentheses that open at `at`. */
static bool
is_body_behind(const char *text, size_t at)
{
	size_t depth = 0;
	while (text[at]) {
		const size_t next = behind_aside(text, at);
		depth += text[at] == '(';
		if (text[at] == ')' && --depth == 0)
			return text[behind_space(text, at + 1)] == '{';
		at = next > at ? next : at + 1;
	}
	return false;
}

/* How a text uses a name of the given files. */
struct use {
	bool is_called, is_own;
};

/* Examines a word that ends at `end`, before a function's arguments: whether it is main, or a function that the given
 * files define. A function that the text itself defines is its own, even if others have the same name. */
static void
read_word(const struct search *search, struct candidate *c, struct use *uses, size_t at, size_t end)
{
	const char *text = c->source->text;
	const size_t behind = behind_space(text, end);
	char word[128];
	if ((text[behind] != '(' && text[behind] != '<') || end - at >= sizeof word)
		return;
	memcpy(word, text + at, end - at);
	word[end - at] = 0;
	const char *key = word;
	c->has_main |= !strcmp(word, "main");
	const char **name = bsearch(&key, search->functions.items, search->functions.count, sizeof key, by_name);
	if (!name)
		return;
	struct use *use = &uses[name - search->functions.items];
	use->is_called = true;
	use->is_own |= text[behind] == '(' && is_body_behind(text, behind);
}

static void
read_words(const struct search *search, struct candidate *c)
{
	const char *text = c->source->text;
	struct use *uses = memory_zeroed(search->functions.count, sizeof *uses);
	for (size_t at = 0; at < c->source->length;) {
		size_t end = behind_aside(text, at);
		if (end == at && is_name_letter(text[at])) {
			while (is_name_letter(text[end]))
				end++;
			read_word(search, c, uses, at, end);
		}
		at = end > at ? end : at + 1;
	}
	for (size_t i = 0; i < search->functions.count; i++)
		c->calls |= uses[i].is_called && !uses[i].is_own;
	free(uses);
}

static void
look_at(struct search *search, const char *path)
{
	struct stat status;
	if (stat(path, &status) || !S_ISREG(status.st_mode) || status.st_size > LARGEST || is_given(search, path))
		return;
	struct candidate c = {.path = path, .source = sources_open(search->sources, path)};
	if (!c.source->text)
		return;
	read_words(search, &c);
	memory_push(search->candidates, search->count, search->capacity, c);
}

/* In alphabetical order, so that the choice among very many files is deterministic. */
static void
look_through(struct search *search, const char *folder)
{
	struct dirent **entries;
	const int count = scandir(folder, &entries, is_source, alphasort);
	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name;
		if (search->count < MOST_CANDIDATES)
			look_at(search, strcmp(folder, ".") ? arena_printf(search->arena, "%s/%s", folder, name)
			                                    : arena_strdup(search->arena, name));
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static int
by_path(const void *a, const void *b)
{
	return strcmp(((const struct candidate *)a)->path, ((const struct candidate *)b)->path);
}

static void
collect_functions(struct search *search)
{
	for (size_t u = 0; u < search->unit_count; u++) {
		const struct ir_unit *unit = &search->units[u];
		for (size_t i = 0; i < unit->func_count; i++) {
			const struct ir_func *func = unit->funcs[i];
			if (func->body && !func->is_library && !func->is_method &&
			    (func->is_host || func->is_kernel || !func->is_device))
				memory_push(search->functions.items, search->functions.count,
				            search->functions.capacity, func->name);
		}
		for (size_t i = 0; i < unit->template_count; i++)
			memory_push(search->functions.items, search->functions.count, search->functions.capacity,
			            unit->templates[i].name);
	}
	if (search->functions.count)
		qsort(search->functions.items, search->functions.count, sizeof(char *), by_name);
}

/* Chooses as many candidates as may be read. */
static struct companions
choose(const struct search *search)
{
	struct companions chosen = {0};
	size_t callers = 0, mains = 0, leading = 0, bytes = 0;
	for (size_t i = 0; i < search->count; i++) {
		mains += search->candidates[i].has_main;
		callers += search->candidates[i].has_main && search->candidates[i].calls;
	}
	for (size_t i = 0; i < search->count; i++) {
		const struct candidate *c = &search->candidates[i];
		/* A main that calls the given files; or, if there is only one main, that and any file that calls the
		 * given files. */
		if (!(callers ? c->has_main && c->calls : mains == 1 && (c->has_main || c->calls)))
			continue;
		leading += !c->has_main;
		if (chosen.count < MOST_COMPANIONS && bytes + c->source->length <= MOST_COMPANION_BYTES) {
			chosen.paths[chosen.count++] = c->path;
			bytes += c->source->length;
		} else if (!chosen.left_out) {
			chosen.left_out = c->path;
		}
	}
	/* No chain of calls leads from that main to the given files. */
	return callers || leading ? chosen : (struct companions){0};
}

struct companions
companions_find(struct arena *arena, struct sources *sources, const struct ir_unit *units, size_t unit_count)
{
	struct search search = {.arena = arena, .sources = sources, .units = units, .unit_count = unit_count};
	struct names folders = {0};
	collect_functions(&search);
	if (!search.functions.count)
		return (struct companions){0};
	for (size_t i = 0; i < unit_count; i++) {
		const char *folder = path_folder(arena, units[i].path);
		bool seen = false;
		for (size_t k = 0; k < folders.count; k++)
			seen |= !strcmp(folders.items[k], folder);
		if (seen)
			continue;
		memory_push(folders.items, folders.count, folders.capacity, folder);
		look_through(&search, folder);
	}
	if (search.count)
		qsort(search.candidates, search.count, sizeof *search.candidates, by_path);
	const struct companions chosen = choose(&search);
	free(search.functions.items);
	free(search.candidates);
	free(folders.items);
	return chosen;
}
