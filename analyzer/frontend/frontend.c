#include "frontend/frontend.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/flags.h"
#include "frontend/headers.h"
#include "frontend/instantiate.h"
#include "frontend/lower.h"
#include "frontend/nesting.h"
#include "frontend/regular_files.h"
#include "frontend/spaced_launch.h"
#include "support/bounded_run.h"
#include "support/clock.h"
#include "support/memory.h"

/* The second in seconds of processor time: far above what real code takes, which is some seconds where it includes all of the
 * toolkit's headers. */
enum { MAX_PROBLEMS = 200, MAX_SECONDS = 60 };

/* ---- diagnostics ---- */

static void
add_problem(struct ir_unit *unit, struct ir_loc loc, const char *message)
{
	const struct ir_problem problem = {.loc = loc, .message = message};
	memory_push(unit->problems, unit->problem_count, unit->problem_capacity, problem);
}

void
frontend_add_problem(struct lower *l, struct ir_loc loc, const char *message)
{
	/* The first parse has told the user's problems; those of appended text are nobody's. */
	if (!l->has_references && l->unit->problem_count < MAX_PROBLEMS)
		add_problem(l->unit, loc, message);
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
	/* Each instance of a template leaves it out. */
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

/* What nvcc accepts and clang does not, in places whose meaning is not modelled anyway. */
static bool
is_no_problem(const char *message)
{
	return !strcmp(message, "invalid % escape in inline assembly string");
}

/* Whether an error may only come from what was taken out of its statement. */
static bool
is_of_cut(const struct nesting_cuts *cuts, unsigned offset)
{
	/* The first that ends at it or behind. */
	size_t low = 0, high = cuts->count;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (cuts->items[middle].last < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low < cuts->count && cuts->items[low].first <= offset;
}

static bool
has_error_at(const struct lower *l, struct ir_loc line)
{
	for (size_t i = 0; i < l->error_count; i++)
		if (l->errors[i].line == line.line && l->files[l->errors[i].file].index == line.file)
			return true;
	return false;
}

/* Whether it is about the use of what is declared on a line that an error before it stands on: who repairs that repairs both. */
static bool
follows_from_another(struct lower *l, CXDiagnostic diagnostic)
{
	bool follows = false;
	CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
	for (unsigned i = 0; l->error_count && !follows && i < clang_getNumDiagnosticsInSet(notes); i++) {
		CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
		const char *text = source_string(l, clang_getDiagnosticSpelling(note));
		const bool is_of_declaration = strstr(text, "declared here") || strstr(text, "cannot be emitted on device side");
		follows = is_of_declaration && has_error_at(l, source_point(l, clang_getDiagnosticLocation(note)));
		clang_disposeDiagnostic(note);
	}
	return follows;
}

static void
read_error(struct lower *l, CXDiagnostic diagnostic, const struct nesting_cuts *cuts)
{
	const char *message = source_string(l, clang_getDiagnosticSpelling(diagnostic));
	if (is_no_problem(message))
		return;
	l->has_errors = true;
	const bool is_told = !follows_from_another(l, diagnostic);
	const CXSourceLocation place = clang_getDiagnosticLocation(diagnostic);
	const struct ir_loc loc = source_point(l, place);
	CXFile file;
	unsigned offset;
	clang_getFileLocation(place, &file, NULL, NULL, &offset);
	if (file) {
		const struct lower_error error = {
			.file = source_file(l, file), .offset = offset, .line = loc.line, .message = message};
		memory_push(l->errors, l->error_count, l->error_capacity, error);
	}
	if (is_told && (!clang_Location_isFromMainFile(place) || !is_of_cut(cuts, offset)))
		frontend_add_problem(l, loc, message);
}

/* What was taken out of the file counts as an error of it. */
static void
read_cuts(struct lower *l, size_t file, const struct nesting_cuts *cuts)
{
	static const char message[] = "nested too deeply to be parsed: it is left out";
	for (size_t i = 0; i < cuts->count; i++) {
		const struct nesting_cut *cut = &cuts->items[i];
		const struct lower_error error = {.file = file, .offset = (unsigned)cut->offset, .line = cut->line, .message = message};
		memory_push(l->errors, l->error_count, l->error_capacity, error);
		l->has_errors = true;
		frontend_add_problem(l, (struct ir_loc){.file = l->files[file].index, .line = cut->line, .column = cut->column,
							.end_line = cut->line, .end_column = cut->column + 1}, message);
	}
}

static void
read_diagnostics(struct lower *l, const struct nesting_cuts *cuts)
{
	const unsigned count = clang_getNumDiagnostics(l->tu);
	unsigned errors = 0;
	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(l->tu, i);
		if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
			errors++;
			read_error(l, diagnostic, cuts);
		}
		clang_disposeDiagnostic(diagnostic);
	}
	const size_t told = l->unit->problem_count;
	if (errors > MAX_PROBLEMS && told && !l->has_references)
		add_problem(l->unit, l->unit->problems[told - 1].loc, arena_printf(l->arena, "%u more errors", errors - MAX_PROBLEMS));
	if (l->error_count)
		qsort(l->errors, l->error_count, sizeof *l->errors, compare_errors);
}

const struct lower_error *
frontend_errors_in(struct lower *l, CXCursor cursor)
{
	size_t file;
	unsigned start, end;
	if (!l->error_count || !source_extent(l, cursor, &file, &start, &end))
		return NULL;
	/* The first error at or after the start. */
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

/* Whether the error is on the line, or a note of it says that it comes from there. */
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
		/* That it does not fit the variable appended for it is nobody's business. */
		if (message && strstr(message, INSTANTIATE_PREFIX))
			message = NULL;
		clang_disposeDiagnostic(diagnostic);
	}
	return message;
}

/* ---- parsing ---- */

struct job {
	struct ir_unit *unit;
	const char *path;
	const struct frontend_options *options;
	double parse_ms;
	CXIndex index;
	char *text; /* the file's, of `length` bytes; heap */
	size_t length;
	struct nesting_cuts cuts; /* made in it */
	bool has_references; /* instantiate_missing has added to it */
	struct ir_unit left; /* of a job that stands still: what it had begun */
};

static bool
fail(struct job *job, const char *reason)
{
	job->unit->failed = true;
	add_problem(job->unit, (struct ir_loc){0}, arena_strdup(&job->unit->arena, reason));
	return false;
}

static bool
read_file(struct job *job)
{
	FILE *file = fopen(job->path, "rb");
	if (!file)
		return fail(job, strerror(errno));
	size_t capacity = 0, count;
	do {
		job->text = memory_grow(job->text, &capacity, job->length + (64 << 10), 1);
		count = fread(job->text + job->length, 1, 64 << 10, file);
		job->length += count;
	} while (!feof(file) && !ferror(file));
	const int error = ferror(file) ? errno : 0;
	fclose(file);
	return !error || fail(job, strerror(error));
}

/* The text that is parsed; false when there is none, or it is not fit for that. */
static bool
read_text(struct job *job)
{
	const struct frontend_options *options = job->options;
	if (options->contents) {
		job->text = memory_alloc(options->contents_length + 1);
		job->length = options->contents_length;
		memcpy(job->text, options->contents, job->length);
	} else if (!read_file(job)) {
		return false;
	}
	nesting_cut(job->text, job->length, &job->cuts);
	spaced_launch_join(job->text, job->length);
	return true;
}

/* Headers that programs include are read without the programs' macros. The outermost of those that include each other puts
 * these away and gives them back; what it includes in between is itself, with the same name. */
static const char hiding[] = "#ifndef __GL_HIDDEN\n"
                             "#define __GL_HIDDEN\n"
                             "#include <gpulint/hide_macros.h>\n"
                             "#include __FILE__\n"
                             "#include <gpulint/show_macros.h>\n"
                             "#undef __GL_HIDDEN\n"
                             "#else\n";
static const char hiding_end[] = "\n#endif\n";

static struct CXUnsavedFile
header_file(struct arena *arena, const struct frontend_header *header)
{
	const char *name = arena_printf(arena, FRONTEND_HEADER_ROOT "/%s", header->name);
	if (!strncmp(header->name, "gpulint/", strlen("gpulint/")))
		return (struct CXUnsavedFile){name, header->text, header->length};
	const size_t before = sizeof hiding - 1, behind = sizeof hiding_end - 1;
	char *text = arena_alloc(arena, before + header->length + behind + 1);
	memcpy(text, hiding, before);
	memcpy(text + before, header->text, header->length);
	memcpy(text + before + header->length, hiding_end, behind + 1);
	return (struct CXUnsavedFile){name, text, before + header->length + behind};
}

/* copies: text of files that is read instead of theirs. */
static CXTranslationUnit
parse_copies(struct job *job, const struct CXUnsavedFile *copies, unsigned copy_count)
{
	struct arena *arena = &job->unit->arena;
	const struct flags flags = flags_translate(arena, job->options, FRONTEND_HEADER_ROOT);
	struct CXUnsavedFile *files = arena_new_array(arena, struct CXUnsavedFile, frontend_header_count + 1 + copy_count);
	unsigned count = 0;
	for (size_t i = 0; i < frontend_header_count; i++)
		files[count++] = header_file(arena, &frontend_headers[i]);
	files[count++] = (struct CXUnsavedFile){job->path, job->text, job->length};
	/* Of two with one name the last counts. */
	for (unsigned i = 0; i < copy_count; i++)
		files[count++] = copies[i];
	CXTranslationUnit tu = NULL;
	const double start = clock_processor_seconds();
	regular_files_begin();
	const enum CXErrorCode error = clang_parseTranslationUnit2(job->index, job->path, flags.items, (int)flags.count,
								   files, count, CXTranslationUnit_KeepGoing, &tu);
	regular_files_end();
	job->parse_ms += 1e3 * (clock_processor_seconds() - start);
	return error == CXError_Success ? tu : NULL;
}

static CXTranslationUnit
parse(struct job *job)
{
	const struct flags flags = flags_translate(&job->unit->arena, job->options, FRONTEND_HEADER_ROOT);
	if (flags.refused && !job->has_references)
		add_problem(job->unit, (struct ir_loc){0}, flags.refused);
	return parse_copies(job, NULL, 0);
}

static void
free_lower(struct lower *l)
{
	table_free(&l->funcs);
	table_free(&l->globals);
	table_free(&l->fields);
	table_free(&l->closures);
	table_free(&l->overriders);
	table_free(&l->vtables);
	table_free(&l->emitted);
	table_free(&l->stand_ins);
	free(l->choices);
	pointer_map_free(&l->types);
	pointer_map_free(&l->pointers);
	pointer_map_free(&l->destroyed);
	free(l->temporaries);
	free(l->virtual_calls);
	free(l->queue);
	free(l->kids);
	for (size_t i = 0; i < l->file_count; i++)
		free(l->files[i].lines);
	free(l->files);
	free(l->errors);
	free(l->kernel_templates);
}

/* Lowers a parsed file into the unit; yields what should be appended to it for another try, or NULL. */
static char *
lower_unit(struct job *job, CXTranslationUnit tu)
{
	struct ir_unit *unit = job->unit;
	struct lower l = {.unit = unit, .arena = &unit->arena, .tu = tu, .has_references = job->has_references,
			  .instances = job->options->instances, .instance_count = job->options->instance_count,
			  .parse_copies = parse_copies, .job = job};
	const struct lower_file none = {0};
	memory_push(l.files, l.file_count, l.file_capacity, none);
	unit->func_count = unit->global_count = unit->instance_count = 0;
	unit->start = NULL;
	types_init(&l);
	read_cuts(&l, source_file(&l, clang_getFile(tu, unit->path)), &job->cuts);
	read_diagnostics(&l, &job->cuts);
	roots_collect(&l);
	virtual_settle(&l);
	start_finish(&l);
	char *references = job->has_references ? NULL : instantiate_missing(&l);
	if (!references)
		instantiate_tell_left(&l);
	free_lower(&l);
	return references;
}

static void
append(struct job *job, const char *references)
{
	const size_t added = strlen(references);
	job->text = memory_resize(job->text, job->length + added + 1);
	memcpy(job->text + job->length, references, added + 1);
	job->length += added;
	job->has_references = true;
}

/* Before the file is lowered anew: of what was made of it only its files and its problems are still good. */
static void
drop_code(struct job *job)
{
	struct ir_unit *unit = job->unit;
	struct arena kept = {0};
	job->path = arena_strdup(&kept, unit->path);
	for (size_t i = 0; i < unit->file_count; i++)
		unit->files[i] = unit->files[i] == unit->path ? job->path : arena_strdup(&kept, unit->files[i]);
	for (size_t i = 0; i < unit->problem_count; i++)
		unit->problems[i].message = arena_strdup(&kept, unit->problems[i].message);
	arena_free(&unit->arena);
	unit->arena = kept;
	unit->path = job->path;
}

static void
parse_and_lower(struct job *job)
{
	job->index = clang_createIndex(0, 0);
	CXTranslationUnit tu = parse(job);
	char *references = tu ? lower_unit(job, tu) : NULL;
	if (references) {
		clang_disposeTranslationUnit(tu);
		append(job, references);
		drop_code(job);
		tu = parse(job);
		if (tu)
			lower_unit(job, tu);
		free(references);
	}
	if (tu)
		clang_disposeTranslationUnit(tu);
	else
		fail(job, "the file cannot be parsed");
	clang_disposeIndex(job->index);
}

/* The compiler's parser and our walk of its tree are recursive, and what they meet may be nested without reason. */
static void
run(void *data)
{
	struct job *job = data;
	if (read_text(job))
		parse_and_lower(job);
	free(job->text);
	free(job->cuts.items);
}

/* libclang would parse on a thread of its own, whose stack is small; and it handles signals, from its first index on. */
static void
prepare_libclang(void)
{
	setenv("LIBCLANG_NOTHREADS", "1", 1);
	clang_disposeIndex(clang_createIndex(0, 0));
}

static void
start_unit(struct ir_unit *unit, const char *path)
{
	*unit = (struct ir_unit){0};
	unit->path = arena_strdup(&unit->arena, path);
	memory_push(unit->files, unit->file_count, unit->file_capacity, "");
}

/* Nothing of what was begun is used: it was left in the middle, and stays with the job, which is never freed. */
static void
give_up(struct job *job, enum bounded_end end)
{
	static const char *const reasons[] = {
		[BOUNDED_TOO_DEEP] = "nested too deeply to be parsed",
		[BOUNDED_TOO_LONG] = "the compiler's parser has not come to an end within a minute",
		[BOUNDED_TOO_LARGE] = "the compiler's parser takes more than half of the memory",
	};
	job->left = *job->unit;
	start_unit(job->unit, job->path);
	fail(job, reasons[end]);
}

double
frontend_parse(struct ir_unit *unit, const char *path, const struct frontend_options *options)
{
	start_unit(unit, path);
	struct job *job = memory_zeroed(1, sizeof *job);
	*job = (struct job){.unit = unit, .path = unit->path, .options = options};
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, prepare_libclang);
	const enum bounded_end end = bounded_run(run, job, MAX_SECONDS);
	const double parse_ms = job->parse_ms;
	if (end == BOUNDED_DONE)
		free(job);
	else
		give_up(job, end);
	return parse_ms;
}
