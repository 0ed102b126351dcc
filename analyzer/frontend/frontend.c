#include "frontend/frontend.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/classes/closure_names.h"
#include "frontend/classes/lower_start.h"
#include "frontend/classes/lower_virtual.h"
#include "frontend/common_headers.h"
#include "frontend/flags.h"
#include "frontend/lower/roots.h"
#include "frontend/prelude.h"
#include "frontend/quiet_parser.h"
#include "frontend/regular_files.h"
#include "frontend/text/built_in_header.h"
#include "frontend/text/found_by_argument.h"
#include "frontend/text/headers.h"
#include "frontend/text/instantiate.h"
#include "frontend/text/listed_launch.h"
#include "frontend/text/spaced_launch.h"
#include "frontend/unit/diagnostics.h"
#include "frontend/unit/lower.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "support/allocate.h"
#include "support/bounded_run.h"
#include "support/clock.h"
#include "support/pragma_macro.h"

/* Far above the needs of most code: some seconds and some hundred megabytes if it includes all headers of the toolkit.
 * The time covers all parses of a file and their lowering. The work after that takes some seconds more. */
static const struct bounded_limits usual_limits = {.seconds = 16, .bytes = 4.0 * (1 << 30)};
/* A further parse is not started if it, with its lowering, could not finish in this part of the time. */
static const double enough_time = 0.8;

struct job {
	struct ir_unit *unit;
	const char *path;
	const struct frontend_options *options;
	struct bounded_limits limits;
	double parse_ms;
	double begun;  /* the thread's processor time at the start of the first parse, in seconds */
	double parsed; /* processor time of the first parse, in seconds */
	CXIndex index;
	char *text; /* the file's text, of `length` bytes; on the heap */
	size_t length;
	char *found;         /* using-declarations of algorithms (found_by_argument.h); heap, NULL: none */
	char *listed;        /* macros for the braced shapes of launches (listed_launch.h); heap, NULL: none */
	bool has_crashed;    /* libclang crashed in the last parse */
	bool has_references; /* the text ends with references of instantiate_missing */
	struct ir_unit left; /* of an abandoned job: the unit that it was building */
};

static bool
fail(struct job *job, const char *reason)
{
	job->unit->failed = true;
	diagnostics_add(job->unit, (struct ir_loc){0}, arena_strdup(&job->unit->arena, reason));
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

/* Reads and prepares the text to parse; false: the file cannot be read. */
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
	spaced_launch_join(job->text, job->length);
	job->listed = listed_launch_name(job->text, job->length);
	pragma_macro_join(job->text, job->length);
	return true;
}

static struct CXUnsavedFile
header_file(struct arena *arena, const struct frontend_header *header)
{
	const struct built_in_header made = built_in_header_make(arena, header);
	return (struct CXUnsavedFile){made.name, made.text, made.length};
}

/* Processor time in seconds since the first parse began. */
static double
seconds_taken(const struct job *job)
{
	return clock_thread_seconds() - job->begun;
}

static bool
leaves_time_for(const struct job *job, double seconds)
{
	return seconds <= enough_time * job->limits.seconds;
}

static enum CXErrorCode
parse_with(struct job *job, const struct flags *flags, struct CXUnsavedFile *files, unsigned count,
           CXTranslationUnit *tu)
{
	return clang_parseTranslationUnit2(job->index, job->path, flags->items, (int)flags->count, files, count,
	                                   CXTranslationUnit_KeepGoing, tu);
}

/* copies: texts that are read instead of the files on disk. */
static CXTranslationUnit
parse_copies(struct job *job, const struct CXUnsavedFile *copies, unsigned copy_count)
{
	struct arena *arena = &job->unit->arena;
	const struct flags flags = flags_translate(arena, job->options, FRONTEND_HEADER_ROOT);
	struct CXUnsavedFile *files =
		arena_new_array(arena, struct CXUnsavedFile, frontend_header_count + 3 + copy_count);
	unsigned count = 0;
	for (size_t i = 0; i < frontend_header_count; i++)
		files[count++] = header_file(arena, &frontend_headers[i]);
	CXTranslationUnit tu = NULL;
	const double start = clock_processor_seconds();
	regular_files_begin();
	quiet_parser_begin();
	const char *headers = common_headers_of(arena, job->path, arena_strndup(arena, job->text, job->length), &flags);
	const struct flags with_kept = prelude_kept(arena, job->index, &flags, headers, files, count);
	files[count++] = (struct CXUnsavedFile){job->path, job->text, job->length};
	/* If two files have one name, libclang uses the last. */
	if (job->found)
		files[count++] = (struct CXUnsavedFile){FRONTEND_HEADER_ROOT "/" FOUND_BY_ARGUMENT_HEADER, job->found,
		                                        strlen(job->found)};
	if (job->listed)
		files[count++] = (struct CXUnsavedFile){FRONTEND_HEADER_ROOT "/" LISTED_LAUNCH_HEADER, job->listed,
		                                        strlen(job->listed)};
	for (unsigned i = 0; i < copy_count; i++)
		files[count++] = copies[i];
	enum CXErrorCode error = parse_with(job, &with_kept, files, count, &tu);
	if (error != CXError_Success && with_kept.items != flags.items) {
		error = parse_with(job, &flags, files, count, &tu);
		if (error == CXError_Success)
			prelude_drop(&with_kept);
	}
	quiet_parser_end();
	regular_files_end();
	job->parse_ms += 1e3 * (clock_processor_seconds() - start);
	job->has_crashed = error == CXError_Crashed;
	return error == CXError_Success ? tu : NULL;
}

static CXTranslationUnit
parse(struct job *job)
{
	const struct flags flags = flags_translate(&job->unit->arena, job->options, FRONTEND_HEADER_ROOT);
	job->unit->compilation = flags.compilation;
	if (flags.refused && !job->has_references)
		diagnostics_add(job->unit, (struct ir_loc){0}, flags.refused);
	CXTranslationUnit tu = parse_copies(job, NULL, 0);
	if (!tu || job->has_references)
		return tu;
	job->parsed = seconds_taken(job);
	/* If there is no time for another parse, those names stay reported errors. */
	job->found = leaves_time_for(job, 3 * job->parsed) ? found_by_argument(tu) : NULL;
	if (!job->found)
		return tu;
	CXTranslationUnit complete = parse_copies(job, NULL, 0);
	const bool is_better = complete && clang_getNumDiagnostics(complete) < clang_getNumDiagnostics(tu);
	if (!is_better) {
		free(job->found);
		job->found = NULL;
	}
	CXTranslationUnit other = is_better ? tu : complete;
	if (other)
		clang_disposeTranslationUnit(other);
	return is_better ? complete : tu;
}

static void
free_lower(struct lower *l)
{
	table_free(&l->funcs);
	table_free(&l->globals);
	table_free(&l->fields);
	table_free(&l->closures);
	table_free(&l->vtables);
	table_free(&l->emitted);
	table_free(&l->method_thunks);
	free(l->choices);
	pointer_map_free(&l->types);
	pointer_map_free(&l->pointers);
	pointer_map_free(&l->destroyed);
	free(l->temporaries);
	free(l->virtual_calls);
	free(l->queue);
	free(l->children);
	for (size_t i = 0; i < l->file_count; i++)
		free(l->files[i].lines);
	free(l->files);
	free(l->errors);
	free(l->global_names);
	free(l->kernel_templates);
	free(l->closure_kernels);
}

/* Lowers a parsed file into the unit. Returns the text to append to it for another parse, or NULL. */
static char *
lower_unit(struct job *job, CXTranslationUnit tu)
{
	struct ir_unit *unit = job->unit;
	struct lower l = {.unit = unit,
	                  .arena = &unit->arena,
	                  .tu = tu,
	                  .has_references = job->has_references,
	                  .instances = job->options->instances,
	                  .instance_count = job->options->instance_count,
	                  .parse_copies = parse_copies,
	                  .job = job};
	const struct lower_file none = {0};
	memory_push(l.files, l.file_count, l.file_capacity, none);
	types_init(&l);
	/* registers the main file: its text is searched even if nothing in it is lowered */
	source_file(&l, clang_getFile(tu, unit->path));
	diagnostics_read(&l);
	roots_collect(&l);
	virtual_resolve(&l);
	start_finish(&l);
	closures_name(&l);
	/* A parse that asks for instances may precede the next one. */
	l.is_slow = !leaves_time_for(job, 2 * seconds_taken(job) + job->parsed);
	char *references = job->has_references ? NULL : instantiate_missing(&l);
	if (!references)
		instantiate_report_left(&l);
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

/* Called before the file is lowered again: only the unit's files and problems stay valid. */
static void
forget_code(struct ir_unit *unit)
{
	unit->func_count = unit->declared_count = unit->global_count = 0;
	unit->template_count = unit->instance_count = unit->closure_count = 0;
	unit->start = NULL;
}

static void
parse_and_lower(struct job *job)
{
	job->index = clang_createIndex(0, 0);
	job->begun = clock_thread_seconds();
	CXTranslationUnit tu = parse(job);
	char *references = tu ? lower_unit(job, tu) : NULL;
	if (references) {
		clang_disposeTranslationUnit(tu);
		append(job, references);
		forget_code(job->unit);
		tu = parse(job);
		if (tu)
			lower_unit(job, tu);
		free(references);
	}
	if (tu)
		clang_disposeTranslationUnit(tu);
	else
		fail(job,
		     job->has_crashed ? "the compiler's parser crashed on this file" : "the file cannot be parsed");
	clang_disposeIndex(job->index);
}

/* The compiler's parser and the lowering are recursive, and the input may be nested to any depth. */
static void
run(void *data)
{
	struct job *job = data;
	if (read_text(job))
		parse_and_lower(job);
	free(job->text);
	free(job->found);
	free(job->listed);
}

/* By default libclang parses on a thread of its own, whose stack is small. Its first index also installs signal
 * handlers. */
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

/* The unit was abandoned in the middle of its construction and is not used. It stays with the job, which is never
 * freed. */
static void
give_up(struct job *job, enum bounded_end end)
{
	static const char *const reasons[] = {
		[BOUNDED_TOO_DEEP] = "nested too deeply to be parsed",
		[BOUNDED_TOO_LARGE] =
			"the compiler's parser needs more than 4 GiB, than earlier files leave of that, or than half "
			"of the memory",
	};
	job->left = *job->unit;
	start_unit(job->unit, job->path);
	fail(job, end == BOUNDED_TOO_LONG
	                  ? arena_printf(&job->unit->arena,
	                                 "the compiler's parser did not end within %g seconds of processor time, or "
	                                 "waits for ever",
	                                 job->limits.seconds)
	                  : reasons[end]);
	job->unit->out_of_memory = end == BOUNDED_TOO_LARGE;
}

double
frontend_parse(struct ir_unit *unit, const char *path, const struct frontend_options *options)
{
	start_unit(unit, path);
	struct job *job = memory_zeroed(1, sizeof *job);
	*job = (struct job){.unit = unit, .path = unit->path, .options = options, .limits = usual_limits};
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, prepare_libclang);
	if (options->most_bytes)
		job->limits.bytes = options->most_bytes;
	if (options->most_seconds)
		job->limits.seconds = options->most_seconds;
	const enum bounded_end end = bounded_run(run, job, job->limits);
	const double parse_ms = job->parse_ms;
	if (end == BOUNDED_DONE)
		free(job);
	else
		give_up(job, end);
	return parse_ms;
}
