#include "frontend/unit/diagnostics.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/unit/problems.h"
#include "frontend/unit/source.h"
#include "support/allocate.h"

/* Missing headers have a higher limit: most other errors vanish once their include folders are given. */
enum { MAX_PROBLEMS = 200, MAX_WITH_HEADERS = 400 };

static bool
is_missing_header(const char *message)
{
	return *message == '\'' && strstr(message, "' file not found");
}

void
diagnostics_add(struct ir_unit *unit, struct ir_loc loc, const char *message)
{
	const struct ir_problem problem = {
		.loc = loc, .message = message, .is_missing_header = is_missing_header(message)};
	memory_push(unit->problems, unit->problem_count, unit->problem_capacity, problem);
}

/* Compilers repeat some errors for each instance of a template. */
static bool
is_reported_already(const struct ir_unit *unit, const struct ir_loc *loc, const char *message)
{
	for (size_t i = 0; i < unit->problem_count; i++)
		if (ir_same_begin(&unit->problems[i].loc, loc) && !strcmp(unit->problems[i].message, message))
			return true;
	return false;
}

void
frontend_add_problem(struct lower *l, struct ir_loc loc, const char *message)
{
	/* The first parse has reported the user's problems. Problems of the second parse may stem from the appended
	 * text. */
	const size_t most = is_missing_header(message) ? MAX_WITH_HEADERS : MAX_PROBLEMS;
	if (!l->has_references && l->unit->problem_count < most && !is_reported_already(l->unit, &loc, message))
		diagnostics_add(l->unit, loc, message);
}

void
frontend_add_left_out(struct lower *l, struct ir_loc loc, const char *message)
{
	struct ir_unit *unit = l->unit;
	if (!loc.line || unit->problem_count >= MAX_PROBLEMS)
		return;
	for (size_t i = 0; i < l->error_count; i++)
		if (l->errors[i].line == loc.line && l->files[l->errors[i].file].index == loc.file)
			return;
	/* A template's construct is left out in each instance, but reported once. */
	for (size_t i = 0; i < unit->problem_count; i++)
		if (ir_same_begin(&unit->problems[i].loc, &loc))
			return;
	const struct ir_problem problem = {.loc = loc, .message = message, .is_left_out = true};
	memory_push(unit->problems, unit->problem_count, unit->problem_capacity, problem);
}

static int
compare_errors(const void *left, const void *right)
{
	const struct lower_error *a = left, *b = right;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	return a->offset < b->offset ? -1 : a->offset > b->offset;
}

/* Code that nvcc accepts and clang rejects. Its meaning is not modelled in any case. */
static bool
is_no_problem(const char *message)
{
	return !strcmp(message, "invalid % escape in inline assembly string");
}

static bool
has_error_at(const struct lower *l, struct ir_loc line)
{
	for (size_t i = 0; i < l->error_count; i++)
		if (l->errors[i].line == line.line && l->files[l->errors[i].file].index == line.file)
			return true;
	return false;
}

/* Whether a note refers to a declaration on a line that has an earlier error. To fix that error fixes this one too. */
static bool
follows_from_another(struct lower *l, CXDiagnostic diagnostic)
{
	bool follows = false;
	CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
	for (unsigned i = 0; l->error_count && !follows && i < clang_getNumDiagnosticsInSet(notes); i++) {
		CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
		const char *text = source_string(l, clang_getDiagnosticSpelling(note));
		const bool is_of_declaration =
			strstr(text, "declared here") || strstr(text, "cannot be emitted on device side");
		follows = is_of_declaration && has_error_at(l, source_point(l, clang_getDiagnosticLocation(note)));
		clang_disposeDiagnostic(note);
	}
	return follows;
}

/* Whether the place is in a macro's definition, not in the file where the macro is expanded. */
static bool
is_in_macro(CXSourceLocation place)
{
	CXFile used, written;
	unsigned used_at, written_at;
	clang_getFileLocation(place, &used, NULL, NULL, &used_at);
	clang_getSpellingLocation(place, &written, NULL, NULL, &written_at);
	return used != written || used_at != written_at;
}

static void
read_error(struct lower *l, CXDiagnostic diagnostic)
{
	const char *message = source_string(l, clang_getDiagnosticSpelling(diagnostic));
	if (is_no_problem(message))
		return;
	l->has_errors = true;
	const bool is_reported = !follows_from_another(l, diagnostic);
	const CXSourceLocation place = clang_getDiagnosticLocation(diagnostic);
	const struct ir_loc loc = source_point(l, place);
	CXFile file;
	unsigned offset;
	clang_getFileLocation(place, &file, NULL, NULL, &offset);
	if (file) {
		const struct lower_error error = {.file = source_file(l, file),
		                                  .offset = offset,
		                                  .line = loc.line,
		                                  .in_macro = is_in_macro(place),
		                                  .message = message};
		memory_push(l->errors, l->error_count, l->error_capacity, error);
	}
	if (is_reported)
		frontend_add_problem(l, loc, message);
}

void
diagnostics_read(struct lower *l)
{
	const unsigned count = clang_getNumDiagnostics(l->tu);
	unsigned errors = 0;
	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(l->tu, i);
		if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
			errors++;
			read_error(l, diagnostic);
		}
		clang_disposeDiagnostic(diagnostic);
	}
	const size_t reported = l->unit->problem_count;
	if (errors > MAX_PROBLEMS && reported >= MAX_PROBLEMS && !l->has_references)
		diagnostics_add(l->unit, l->unit->problems[reported - 1].loc,
		                arena_printf(l->arena, "%u more errors", errors - MAX_PROBLEMS));
	if (l->error_count)
		qsort(l->errors, l->error_count, sizeof *l->errors, compare_errors);
}

const struct lower_error *
frontend_errors_between(struct lower *l, size_t file, unsigned start, unsigned end)
{
	/* Binary search for the first error at or after the start. */
	size_t low = 0, high = l->error_count;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct lower_error *error = &l->errors[middle];
		if (error->file < file || (error->file == file && error->offset < start))
			low = middle + 1;
		else
			high = middle;
	}
	return low < l->error_count && l->errors[low].file == file && l->errors[low].offset < end ? &l->errors[low]
	                                                                                          : NULL;
}

const struct lower_error *
frontend_errors_in(struct lower *l, CXCursor cursor)
{
	size_t file;
	unsigned start, end;
	if (!l->error_count || !source_extent(l, cursor, &file, &start, &end))
		return NULL;
	return frontend_errors_between(l, file, start, end);
}

/* Whether the error or one of its notes is on the line. */
static bool
comes_from(struct lower *l, CXDiagnostic diagnostic, struct ir_loc line)
{
	const struct ir_loc here = source_point(l, clang_getDiagnosticLocation(diagnostic));
	if (here.file == line.file && here.line == line.line)
		return true;
	CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
	bool found = false;
	for (unsigned i = 0; !found && i < clang_getNumDiagnosticsInSet(notes); i++) {
		CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
		found = comes_from(l, note, line);
		clang_disposeDiagnostic(note);
	}
	return found;
}

const char *
frontend_error_from(struct lower *l, struct ir_loc line)
{
	const unsigned count = clang_getNumDiagnostics(l->tu);
	const char *message = NULL;
	for (unsigned i = 0; !message && i < count; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(l->tu, i);
		if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error && comes_from(l, diagnostic, line))
			message = source_string(l, clang_getDiagnosticSpelling(diagnostic));
		/* The error says that an appended variable does not fit its initialiser. The user did not write that
		 * variable. */
		if (message && strstr(message, REFERENCE_PREFIX))
			message = NULL;
		clang_disposeDiagnostic(diagnostic);
	}
	return message;
}
