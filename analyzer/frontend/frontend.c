#include "frontend/frontend.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "frontend/flags.h"
#include "frontend/headers.h"
#include "frontend/instantiate.h"
#include "frontend/lower.h"
#include "frontend/nesting.h"
#include "support/memory.h"

/* A folder that exists nowhere: the built-in headers appear in it for the length of a parse. */
#define HEADER_ROOT "/gpulint-headers"

/* The compiler's parser and our walk of its tree are recursive, and what they meet may be nested without reason. The
 * stack is address space, not memory, until it is used. */
#define STACK_SIZE ((size_t)1 << 30)

/* Deeper than this, and the parser would need more than that. */
enum { MAX_NESTING = 20000 };

enum { MAX_PROBLEMS = 200 };

static _Thread_local double last_parse_ms;

double
frontend_last_parse_ms(void)
{
	return last_parse_ms;
}

static double
now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* ---- diagnostics ---- */

static void
add_problem(struct ir_unit *unit, struct ir_loc loc, const char *message)
{
	const struct ir_problem problem = {.loc = loc, .message = message};
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

static void
read_diagnostic(struct lower *l, CXDiagnostic diagnostic, size_t original_length)
{
	l->has_errors = true;
	const CXSourceLocation place = clang_getDiagnosticLocation(diagnostic);
	const struct ir_loc loc = source_point(l, place);
	const char *message = source_string(l, clang_getDiagnosticSpelling(diagnostic));
	CXFile file;
	unsigned offset;
	clang_getFileLocation(place, &file, NULL, NULL, &offset);
	if (file) {
		const struct lower_error error = {.file = source_file(l, file), .offset = offset, .line = loc.line,
		                                  .message = message};
		memory_push(l->errors, l->error_count, l->error_capacity, error);
	}
	/* The first parse has told the user's problems; those of appended text are nobody's. */
	if (!original_length && l->unit->problem_count < MAX_PROBLEMS)
		add_problem(l->unit, loc, message);
}

static void
read_diagnostics(struct lower *l, size_t original_length)
{
	const unsigned count = clang_getNumDiagnostics(l->tu);
	unsigned errors = 0;
	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(l->tu, i);
		if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
			errors++;
			read_diagnostic(l, diagnostic, original_length);
		}
		clang_disposeDiagnostic(diagnostic);
	}
	if (errors > MAX_PROBLEMS && !original_length)
		add_problem(l->unit, (struct ir_loc){0}, arena_printf(l->arena, "%u more", errors - MAX_PROBLEMS));
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
	return low < l->error_count && l->errors[low].file == file && l->errors[low].offset < end ? &l->errors[low] : NULL;
}

/* ---- parsing ---- */

/* Whether a text could exhaust the parser's stack, which nothing recovers from: brackets, or prefix operators. */
static bool
is_nested_too_deeply(const char *text, size_t length)
{
	size_t brackets = 0, operators = 0;
	for (size_t i = 0; i < length; i++) {
		const char c = text[i];
		if (strchr("!~-+*&", c) && c) {
			operators++;
		} else if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
			operators = 0;
			if (c == '(' || c == '[' || c == '{')
				brackets++;
			else if ((c == ')' || c == ']' || c == '}') && brackets)
				brackets--;
		}
		if (brackets > MAX_NESTING || operators > MAX_NESTING)
			return true;
	}
	return false;
}

struct job {
	struct ir_unit *unit;
	const char *path;
	const struct frontend_options *options;
	double parse_ms;
	CXIndex index;
	const char *contents;        /* the file's text when it is not the disk's; NULL */
	size_t length;
	size_t original_length;      /* of the text, before what was appended; 0: nothing was */
};

static CXTranslationUnit
parse(struct job *job)
{
	struct arena *arena = &job->unit->arena;
	const struct flags flags = flags_translate(arena, job->options, HEADER_ROOT);
	struct CXUnsavedFile *files = arena_new_array(arena, struct CXUnsavedFile, frontend_header_count + 1);
	unsigned count = 0;
	for (size_t i = 0; i < frontend_header_count; i++)
		files[count++] = (struct CXUnsavedFile){
			.Filename = arena_printf(arena, HEADER_ROOT "/%s", frontend_headers[i].name),
			.Contents = frontend_headers[i].text,
			.Length = frontend_headers[i].length,
		};
	if (job->contents)
		files[count++] = (struct CXUnsavedFile){job->path, job->contents, job->length};
	CXTranslationUnit tu = NULL;
	const double start = now_ms();
	const enum CXErrorCode error = clang_parseTranslationUnit2(job->index, job->path, flags.items, (int)flags.count, files,
	                                                           count, CXTranslationUnit_KeepGoing, &tu);
	job->parse_ms += now_ms() - start;
	return error == CXError_Success ? tu : NULL;
}

static void
free_lower(struct lower *l)
{
	table_free(&l->funcs);
	table_free(&l->globals);
	table_free(&l->fields);
	table_free(&l->closures);
	table_free(&l->overriders);
	type_table_free(&l->types);
	free(l->temporaries);
	free(l->queue);
	free(l->kids);
	for (size_t i = 0; i < l->file_count; i++)
		free(l->files[i].lines);
	free(l->files);
	free(l->errors);
	free(l->kernel_templates);
}

/* The file's text with the references to kernels appended that the first parse did not instantiate; heap, NULL: none. */
static char *
with_references(struct job *job, struct lower *l)
{
	char *references = instantiate_missing(l);
	if (!references)
		return NULL;
	size_t length = 0;
	const char *text = clang_getFileContents(l->tu, clang_getFile(l->tu, job->path), &length);
	char *whole = NULL;
	if (text) {
		const size_t added = strlen(references);
		whole = memory_alloc(length + added + 1);
		memcpy(whole, text, length);
		memcpy(whole + length, references, added + 1);
		job->original_length = length;
		job->length = length + added;
	}
	free(references);
	return whole;
}

/* Lowers a parsed file into the unit; returns the text for another try, or NULL. */
static char *
lower_unit(struct job *job, CXTranslationUnit tu)
{
	struct ir_unit *unit = job->unit;
	struct lower l = {.unit = unit, .arena = &unit->arena, .tu = tu,
	                  .has_references = job->original_length > 0};
	const struct lower_file none = {0};
	memory_push(l.files, l.file_count, l.file_capacity, none);
	unit->func_count = unit->global_count = 0;
	types_init(&l);
	source_file(&l, clang_getFile(tu, unit->path));
	read_diagnostics(&l, job->original_length);
	func_roots(&l);
	func_run_queue(&l);
	char *again = job->original_length ? NULL : with_references(job, &l);
	free_lower(&l);
	return again;
}

/* Why the file cannot be given to the parser; NULL: it can. */
static const char *
refusal(const struct job *job)
{
	static const char *const nested = "nested too deeply";
	if (job->contents)
		return is_nested_too_deeply(job->contents, job->length) ? nested : NULL;
	FILE *file = fopen(job->path, "rb");
	if (!file)
		return strerror(errno);
	size_t length = 0, capacity = 0, count;
	char *text = NULL;
	do {
		text = memory_grow(text, &capacity, length + (64 << 10), 1);
		count = fread(text + length, 1, 64 << 10, file);
		length += count;
	} while (count);
	const char *reason = ferror(file) ? strerror(errno) : is_nested_too_deeply(text, length) ? nested : NULL;
	fclose(file);
	free(text);
	return reason;
}

static void
fail(struct ir_unit *unit, const char *reason)
{
	unit->failed = true;
	add_problem(unit, (struct ir_loc){0}, arena_strdup(&unit->arena, reason));
}

static void *
run(void *data)
{
	struct job *job = data;
	const char *reason = refusal(job);
	if (reason) {
		fail(job->unit, reason);
		return NULL;
	}
	job->index = clang_createIndex(0, 0);
	CXTranslationUnit tu = parse(job);
	char *again = tu ? lower_unit(job, tu) : NULL;
	if (again) {
		clang_disposeTranslationUnit(tu);
		job->contents = again;
		tu = parse(job);
		if (tu)
			lower_unit(job, tu);
		free(again);
	}
	if (tu)
		clang_disposeTranslationUnit(tu);
	else
		fail(job->unit, "the file cannot be parsed");
	clang_disposeIndex(job->index);
	return NULL;
}

/* libclang would parse on a thread of its own, whose stack is small. */
static void
keep_parser_on_our_stack(void)
{
	setenv("LIBCLANG_NOTHREADS", "1", 1);
}

void
frontend_parse(struct ir_unit *unit, const char *path, const struct frontend_options *options)
{
	*unit = (struct ir_unit){0};
	unit->path = arena_strdup(&unit->arena, path);
	memory_push(unit->files, unit->file_count, unit->file_capacity, "");
	struct job job = {.unit = unit, .path = unit->path, .options = options, .contents = options->contents,
	                  .length = options->contents_length};
	struct ir_loc loc = {.file = 1, .column = 1};
	if (job.contents && nesting_is_excessive(job.contents, job.length, &loc.line)) {
		unit->failed = true;
		memory_push(unit->files, unit->file_count, unit->file_capacity, unit->path);
		add_problem(unit, loc, "nested too deeply to be parsed");
		return;
	}
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, keep_parser_on_our_stack);
	pthread_attr_t attributes;
	pthread_t thread;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	if (pthread_create(&thread, &attributes, run, &job))
		run(&job);
	else
		pthread_join(thread, NULL);
	pthread_attr_destroy(&attributes);
	last_parse_ms = job.parse_ms;
}
