#include "cli/response_file.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/file.h"

/* Limits: response files may name other response files, and even themselves. */
enum { MOST_FILES = 100, LARGEST = 1 << 20 };

struct expansion {
	struct words *flags, *unread;
	struct arena *arena;
	const char *directory;
	unsigned files; /* number of files so far */
};

static void expand(struct expansion *e, const struct words *flags);

static void
expand_file(struct expansion *e, const char *name)
{
	if (++e->files > MOST_FILES) {
		if (e->files == MOST_FILES + 1)
			words_add(e->unread, e->arena, arena_printf(e->arena, "%s: too many response files", name));
		return;
	}
	const char *path = e->directory && *name != '/' ? arena_printf(e->arena, "%s/%s", e->directory, name) : name;
	const char *error = NULL;
	size_t length;
	struct words words = {0};
	char *text = file_read(path, LARGEST, &length, e->arena, &error);
	if (text && words_split(&words, e->arena, text))
		error = arena_printf(e->arena, "%s: a quote is not closed", path);
	free(text);
	if (error)
		words_add(e->unread, e->arena, error);
	expand(e, &words);
}

/* The list after the flag in nvcc's --options-file=a,b; "": it is the next word; NULL: it is another flag. */
static const char *
options_file(const char *flag)
{
	static const char *const names[] = {"--options-file", "-options-file", "-optf"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const size_t length = strlen(names[i]);
		if (!strncmp(flag, names[i], length) && (!flag[length] || flag[length] == '='))
			return flag + length + (flag[length] == '=');
	}
	return NULL;
}

static void
expand_list(struct expansion *e, const char *list)
{
	struct words names = {0};
	words_split_list(&names, e->arena, list);
	for (size_t i = 0; i < names.count; i++)
		expand_file(e, names.items[i]);
}

static void
expand(struct expansion *e, const struct words *flags)
{
	for (size_t i = 0; i < flags->count; i++) {
		const char *flag = flags->items[i], *list = options_file(flag);
		if (list && !*list && i + 1 < flags->count)
			list = flags->items[++i];
		if (list)
			expand_list(e, list);
		else if (*flag == '@' && flag[1])
			expand_file(e, flag + 1);
		else
			words_add(e->flags, e->arena, flag);
	}
}

void
response_files_expand(struct words *expanded, struct words *unread, struct arena *arena, const struct words *flags,
                      const char *directory)
{
	struct expansion e = {.flags = expanded, .unread = unread, .arena = arena, .directory = directory};
	expand(&e, flags);
}
