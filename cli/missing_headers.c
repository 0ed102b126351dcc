#include "cli/missing_headers.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/report/path.h"
#include "cli/report/words.h"
#include "support/allocate.h"

/* MOST_ENTRIES: searched below one folder; MOST_PARSES: for headers that found headers include. */
enum { MOST_ENTRIES = 20000, DEEPEST = 5, MOST_LEVELS = 5, LONGEST_PATH = 4096, MOST_PARSES = 4 };

/* The folders around a file with includes, nearest first. */
struct environment {
	struct arena *arena;
	const struct project *project;
	char folder[LONGEST_PATH]; /* the file's own folder; "": none yet */
	/* how many enclosing folders belong to the project; -1: the file's own folder contains other projects' files */
	int around;
	/* folders below the file's own folder, below its parent, and so on; empty until searched */
	struct words levels[MOST_LEVELS];
};

static bool
holds(const char *folder, const char *header)
{
	char path[2 * LONGEST_PATH];
	struct stat status;
	snprintf(path, sizeof path, "%s/%s", folder, header);
	return !stat(path, &status) && S_ISREG(status.st_mode);
}

static bool
is_folder(const char *path)
{
	struct stat status;
	return !lstat(path, &status) && S_ISDIR(status.st_mode);
}

static int
by_name(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;
	return strcmp(*x, *y);
}

/* Adds the subfolders in alphabetical order. `left`: how many more entries may be searched. */
static void
add_folders_in(struct words *folders, struct arena *arena, const char *folder, size_t *left)
{
	DIR *dir = opendir(folder);
	const size_t first = folders->count;
	for (struct dirent *entry; dir && *left && (entry = readdir(dir)); --*left) {
		char path[LONGEST_PATH];
		const bool fits = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path;
		if (fits && entry->d_name[0] != '.' && is_folder(path))
			words_add(folders, arena, arena_strdup(arena, path));
	}
	if (dir)
		closedir(dir);
	if (folders->count > first)
		qsort(folders->items + first, folders->count - first, sizeof *folders->items, by_name);
}

static void
walk(struct words *folders, struct arena *arena, const char *root)
{
	size_t left = MOST_ENTRIES, next = 0;
	words_add(folders, arena, root);
	for (unsigned depth = 0; depth < DEEPEST; depth++)
		for (const size_t end = folders->count; next < end; next++)
			add_folders_in(folders, arena, folders->items[next], &left);
}

static void
enter(struct environment *around, const char *file)
{
	char folder[LONGEST_PATH];
	const char *slash = strrchr(file, '/');
	snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - file) : 1, slash ? file : ".");
	if (!strcmp(folder, around->folder))
		return;
	*around = (struct environment){.arena = around->arena, .project = around->project};
	around->around = project_folders_around(around->project, folder);
	snprintf(around->folder, sizeof around->folder, "%s", folder);
}

/* The nearest folder that contains the header; NULL: none does. */
static const char *
find(struct environment *around, const char *header)
{
	const char *root = around->folder;
	if (around->around < 0)
		return holds(root, header) ? path_clean(around->arena, root) : NULL;
	for (int level = 0; level < MOST_LEVELS && level <= around->around;
	     level++, root = arena_printf(around->arena, "%s/..", root)) {
		struct words *folders = &around->levels[level];
		if (!folders->count)
			walk(folders, around->arena, root);
		for (size_t i = 0; i < folders->count; i++)
			if (holds(folders->items[i], header))
				return path_clean(around->arena, folders->items[i]);
	}
	return NULL;
}

/* Adds folders to the messages of the unit's problems from `first` on, and new ones to the flags; false: none is new.
 * Problems after the first parse are of headers whose location is a guess. */
static bool
suggest(struct ir_unit *unit, size_t first, struct environment *around, struct words *flags)
{
	const char *guessed = first ? ", if that is the file that includes the missing header" : "";
	const size_t before = flags->count;
	for (size_t i = first; i < unit->problem_count; i++) {
		struct ir_problem *problem = &unit->problems[i];
		if (!problem->is_missing_header)
			continue;
		enter(around, problem->loc.line ? unit->files[problem->loc.file] : unit->path);
		const char *folder = find(around, ir_missing_header(around->arena, problem));
		problem->message =
			folder ? arena_printf(&unit->arena, "%s: try -I %s%s", problem->message, folder, guessed)
			       : arena_printf(&unit->arena, "%s: name its folder with -I%s", problem->message, guessed);
		const char *flag = folder ? arena_printf(around->arena, "-I%s", folder) : NULL;
		if (flag && !words_contain(flags, flag))
			words_add(flags, around->arena, flag);
	}
	return flags->count > before;
}

static uint32_t
number_of_file(struct ir_unit *unit, const char *path)
{
	for (size_t i = 0; i < unit->file_count; i++)
		if (!strcmp(unit->files[i], path))
			return (uint32_t)i;
	const char *copy = arena_strdup(&unit->arena, path);
	memory_push(unit->files, unit->file_count, unit->file_capacity, copy);
	return (uint32_t)unit->file_count - 1;
}

static bool
lacks(const struct ir_unit *unit, const struct ir_problem *missing)
{
	for (size_t i = 0; i < unit->problem_count; i++)
		if (unit->problems[i].is_missing_header && ir_same_begin(&unit->problems[i].loc, &missing->loc))
			return true;
	return false;
}

/* Adds the headers that are still missing with the folders found so far. */
static void
add_missing_then(struct ir_unit *unit, const struct frontend_options *options)
{
	struct ir_unit then;
	frontend_parse(&then, unit->path, options);
	for (size_t i = 0; i < then.problem_count; i++) {
		struct ir_problem problem = then.problems[i];
		if (!problem.is_missing_header || !problem.loc.line)
			continue;
		problem.loc.file = number_of_file(unit, then.files[problem.loc.file]);
		problem.loc.macro = NULL;
		problem.message = arena_strdup(&unit->arena, problem.message);
		if (!lacks(unit, &problem))
			memory_push(unit->problems, unit->problem_count, unit->problem_capacity, problem);
	}
	ir_unit_free(&then);
}

void
missing_headers_suggest(struct ir_unit *unit, const struct frontend_options *options, const struct project *project)
{
	struct arena arena = {0};
	struct environment around = {.arena = &arena, .project = project};
	struct words flags = {0};
	struct frontend_options then = *options;
	for (size_t i = 0; i < options->flag_count; i++)
		words_add(&flags, &arena, options->flags[i]);
	size_t first = 0;
	for (unsigned parses = 0; suggest(unit, first, &around, &flags) && parses < MOST_PARSES; parses++) {
		first = unit->problem_count;
		then.flags = flags.items;
		then.flag_count = flags.count;
		add_missing_then(unit, &then);
	}
	arena_free(&arena);
}
