#include "cli/file_notes.h"

#include <string.h>

#include "cli/companions.h"
#include "support/allocate.h"

static void
add_note(struct analysis *analysis, const char *path, struct place place, enum severity severity, const char *message)
{
	const struct file_note note = {path, {.place = place, .severity = severity, .message = message}};
	memory_push(analysis->notes, analysis->note_count, analysis->note_capacity, note);
}

void
file_notes_flags(struct analysis *analysis, const char *file, const struct file_flags *flags)
{
	struct arena *arena = &analysis->facts.arena;
	const struct database_flags *entry = &flags->entry;
	const char *path = arena_strdup(arena, file);
	struct place place = {.line = entry->line, .column = 1, .end_line = entry->line, .end_column = 1};
	if (entry->database)
		place.file = arena_strdup(arena, entry->database);
	if (entry->database && !flags->is_listed)
		add_note(analysis, path, place, SEVERITY_NOTE,
		         arena_printf(arena, "no entry for '%s': it is read with the flags of entry %zu, for '%s'",
		                      path, entry->number, entry->source));
	for (size_t i = 0; i < flags->unread.count; i++)
		add_note(analysis, path, place, SEVERITY_WARNING,
		         arena_printf(arena, "flags are missing: %s", flags->unread.items[i]));
}

void
file_notes_unoptimised(struct analysis *analysis, const struct ir_unit *unit)
{
	struct arena *arena = &analysis->facts.arena;
	const char *path = arena_strdup(arena, unit->path);
	const struct place place = {.file = path, .line = 1, .column = 1, .end_line = 1, .end_column = 1};
	if (unit->compilation.unoptimised)
		add_note(analysis, path, place, SEVERITY_NOTE,
		         arena_printf(
				 arena,
				 "the figures are for fully optimised code, in spite of %s: unoptimised code does not "
				 "merge, move or eliminate accesses, and keeps variables in memory",
				 unit->compilation.unoptimised));
}

void
file_notes_left_out(struct analysis *analysis, const char *file, const char *left_out)
{
	struct arena *arena = &analysis->facts.arena;
	const char *path = arena_strdup(arena, file);
	const struct place place = {.file = path, .line = 1, .column = 1, .end_line = 1, .end_column = 1};
	add_note(analysis, path, place, SEVERITY_NOTE,
	         arena_printf(
			 arena,
			 "'%s' may contain the launch, but is not read: without main in the given files, at most %d "
			 "other files and %d KiB are read; name the files of the program",
			 left_out, MOST_COMPANIONS, MOST_COMPANION_BYTES / 1024));
}

void
file_notes_add(struct analysis *analysis, struct file_problem problem)
{
	const struct facts *facts = &analysis->facts;
	const char *path = facts->file_count ? facts->files[0].path : problem.place.file;
	for (size_t i = 0; i < facts->file_count; i++)
		if (!strcmp(facts->files[i].path, problem.place.file))
			path = facts->files[i].path;
	add_note(analysis, path, problem.place, problem.severity, problem.message);
}

void
file_notes_report(struct analysis *analysis, struct facts *facts)
{
	for (size_t i = 0; i < facts->file_count && analysis->note_count; i++) {
		struct source_file *file = &facts->files[i];
		struct file_problem *problems =
			arena_new_array(&facts->arena, struct file_problem, analysis->note_count + file->problem_count);
		size_t count = 0;
		for (size_t k = 0; k < analysis->note_count; k++)
			if (!strcmp(analysis->notes[k].path, file->path))
				problems[count++] = analysis->notes[k].problem;
		if (file->problem_count)
			memcpy(problems + count, file->problems, file->problem_count * sizeof *problems);
		file->problems = problems;
		file->problem_count += count;
	}
	analysis->note_count = 0;
}
