#include "compile.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cause.h"
#include "child.h"
#include "confinement.h"
#include "declare.h"
#include "json_text.h"
#include "known_names.h"
#include "library.h"
#include "names.h"
#include "precompiled.h"
#include "ptx.h"
#include "repair.h"
#include "library_headers.h"
#include "support/base64.h"
#include "support/line_part.h"
#include "support/allocate.h"

/* Each attempt removes or adds something. A source that needs more attempts is abandoned. */
enum { MAX_ATTEMPTS = 200 };

struct strings {
	const char **items;
	size_t count, capacity;
};

static void
add_string(struct strings *strings, const char *string)
{
	memory_push(strings->items, strings->count, strings->capacity, string);
}

static const char *
find_toolkit(struct compilation *compilation)
{
	char folder[PATH_MAX];
	library_folder(&compilation->nvrtc.nvrtcVersion, folder, sizeof folder);
	const char *const candidates[] = {
		getenv("GPULINT_CUDA_INCLUDE"),
		arena_printf(&compilation->arena, "%s/../include", folder),
		getenv("CUDA_PATH") ? arena_printf(&compilation->arena, "%s/include", getenv("CUDA_PATH")) : NULL,
		getenv("CUDA_HOME") ? arena_printf(&compilation->arena, "%s/include", getenv("CUDA_HOME")) : NULL,
		"/usr/local/cuda/include",
		"/opt/cuda/include",
	};
	for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
		if (candidates[i] &&
		    access(arena_printf(&compilation->arena, "%s/cuda_fp16.h", candidates[i]), R_OK) == 0)
			return candidates[i];
	}
	return NULL;
}

static bool
is_dialect(const char *option)
{
	return strncmp(option, "-std=", 5) == 0 || strncmp(option, "--std=", 6) == 0;
}

/* Whether a file uses the toolkit's C++ library, which takes NVRTC most of a second to read. */
static bool
names_cccl(const struct source_job *source)
{
	for (size_t i = 0; i < source->file_count; i++)
		if (strstr(source->files[i].text, "cuda::") || strstr(source->files[i].text, "namespace cuda"))
			return true;
	return false;
}

static struct strings
make_options(struct compilation *compilation)
{
	struct arena *arena = &compilation->arena;
	const struct source_job *source = compilation->source;
	struct strings options = {0};
	add_string(&options, arena_printf(arena, "--gpu-architecture=%s", compilation->arch));
	add_string(&options, "-lineinfo");
	add_string(&options, "--ptxas-options=-v");
	/* Functions without an execution space that were not blanked (constexpr functions, trivial methods) are device
	 * code. */
	add_string(&options, "-default-device");
	/* nvcc defines the host system's macros for device code too. */
	add_string(&options, "-D__linux__=1");
	add_string(&options, "-D__unix__=1");
	/* Without this macro, <cooperative_groups.h> includes that library for a few of its functions. */
	if (!names_cccl(source) && !precompiled_is_wanted(compilation))
		add_string(&options, "-D_CG_LIMIT_INCLUDED_DEPENDENCIES=1");
	/* Output from NVRTC's cache lacks ptxas' report of resources. */
	if (compilation->major >= 13)
		add_string(&options, "--no-cache");
	if (compilation->declared_count > 0 && !compilation->precompiled)
		add_string(&options, "--pre-include=" KNOWN_NAMES_HEADER);
	if (compilation->dialect)
		add_string(&options, compilation->dialect);
	for (size_t i = 0; i < source->option_count; i++)
		if (!compilation->dialect || !is_dialect(source->options[i]))
			add_string(&options, source->options[i]);
	for (size_t i = 0; i < source->define_count; i++)
		add_string(&options, arena_printf(arena, "-D%s", source->defines[i]));
	if (compilation->toolkit) {
		add_string(&options, arena_printf(arena, "-I%s", compilation->toolkit));
		add_string(&options, arena_printf(arena, "-I%s/cccl", compilation->toolkit));
	}
	return options;
}

struct headers {
	struct strings names, texts;
};

/* NVRTC rejects two headers with one name: the first one counts. */
static void
add_header(struct headers *headers, const char *name, const char *text)
{
	for (size_t i = 0; i < headers->names.count; i++) {
		if (strcmp(headers->names.items[i], name) == 0)
			return;
	}
	add_string(&headers->names, name);
	add_string(&headers->texts, text);
}

/* A text that is written with a #line directive for each part of a line that must be distinguished. */
struct separating {
	const char *text;
	FILE *out;
	size_t at, line_begin;
	uint32_t line;
};

static void
number_line(const struct separating *separating, uint32_t column)
{
	const struct line_part_place place = {separating->line, column};
	fprintf(separating->out, "\n#line %" PRIu32 "\n", line_part_number(place));
}

/* Directives in a skipped preprocessor branch have no effect, although their lines count. So lines are renumbered after
 * the branch. */
static bool
ends_branch(const struct separating *separating)
{
	const char *line = separating->text + separating->line_begin, *end = separating->text + separating->at;
	line += strspn(line, " \t");
	const char *word = line + (*line == '#') + strspn(line + (*line == '#'), " \t");
	const bool ends =
		strncmp(word, "else", 4) == 0 || strncmp(word, "elif", 4) == 0 || strncmp(word, "endif", 5) == 0;
	return *line == '#' && ends && end[-1] != '\\';
}

static void
write_until(struct separating *separating, size_t until)
{
	for (; separating->at < until; separating->at++) {
		const bool is_end = separating->text[separating->at] == '\n', ends = is_end && ends_branch(separating);
		separating->line += is_end;
		if (ends)
			number_line(separating, 0);
		else
			putc(separating->text[separating->at], separating->out);
		separating->line_begin = is_end ? separating->at + 1 : separating->line_begin;
	}
}

static const char *
distinguished(struct compilation *compilation, size_t number)
{
	const struct text_file *file = &compilation->source->files[number];
	char *text = NULL;
	size_t length = 0;
	struct separating separating = {.text = compilation->texts[number], .out = NULL, .line = 1};
	if (!file->apart_count || !*separating.text || !(separating.out = open_memstream(&text, &length)))
		return separating.text;
	for (size_t i = 0; i < file->apart_count; i++) {
		const struct extent *part = &file->apart[i];
		write_until(&separating, part->begin);
		number_line(&separating, (uint32_t)(part->begin - separating.line_begin) + 1);
		write_until(&separating, part->end);
		if (i + 1 == file->apart_count || part[1].begin > part->end)
			number_line(&separating, 0);
	}
	write_until(&separating, strlen(separating.text));
	fclose(separating.out);
	const char *reported = arena_strndup(&compilation->arena, text, length);
	free(text);
	return reported;
}

static void
make_headers(struct compilation *compilation, struct headers *headers)
{
	for (size_t i = 1; i < compilation->source->file_count; i++)
		add_header(headers, compilation->source->files[i].name, distinguished(compilation, i));
	for (size_t i = 0; i < compilation->emptied_count; i++)
		add_header(headers, compilation->emptied[i].name, "");
	const char *declared = "";
	for (size_t i = 0; i < compilation->declared_count; i++)
		declared = arena_printf(&compilation->arena, "%s%s", declared, compilation->declared[i]);
	add_header(headers, KNOWN_NAMES_HEADER, declared);
	if (compilation->precompiled)
		add_header(headers, PRECOMPILED_HEADER, precompiled_header_text);
	for (const struct library_header *library_header = library_headers; library_header->name; library_header++) {
		const char *text = library_header_text(library_header, compilation->has_cccl);
		if (text)
			add_header(headers, library_header->name, text);
	}
}

/* The name of the job's file with this path, which NVRTC has made absolute; otherwise the path. */
static const char *
file_of_path(const struct source_job *source, const char *path)
{
	const char *best = NULL;
	const size_t length = strlen(path);
	for (size_t i = 0; i < source->file_count; i++) {
		const char *name = source->files[i].name;
		const size_t size = strlen(name);
		if (size <= length && strcmp(path + length - size, name) == 0 &&
		    (size == length || path[length - size - 1] == '/') && (!best || size > strlen(best)))
			best = name;
	}
	return best ? best : path;
}

/* Maps ptxas' errors in the PTX to the source. */
static void
locate_assembler_errors(struct compilation *compilation)
{
	size_t size = 0;
	if (compilation->result == NVRTC_OK || compilation->log.error_count == 0 ||
	    compilation->nvrtc.nvrtcGetPTXSize(compilation->program, &size) != NVRTC_OK || size == 0)
		return;
	char *ptx = memory_alloc(size + 1);
	ptx[size] = '\0';
	if (compilation->nvrtc.nvrtcGetPTX(compilation->program, ptx) != NVRTC_OK)
		ptx[0] = '\0';
	for (size_t i = 0; i < compilation->log.error_count; i++) {
		struct log_error *error = &compilation->log.errors[i];
		struct ptx_place place;
		if ((error->ptx_line && ptx_place_of_line(ptx, error->ptx_line, &compilation->arena, &place)) ||
		    (error->ptx_name && ptx_place_of_name(ptx, error->ptx_name, &compilation->arena, &place))) {
			error->file = file_of_path(compilation->source, place.file);
			error->line = place.line;
			error->inner_file = file_of_path(compilation->source, place.inner_file);
			error->inner_line = place.inner_line;
		}
	}
	free(ptx);
}

/* Undoes the numbers of distinguished line parts. The column within such a part is not needed. */
static void
put_lines_together(struct compiler_log *log)
{
	for (size_t i = 0; i < log->error_count; i++) {
		struct log_error *error = &log->errors[i];
		const struct line_part_place place = line_part_of(error->line), inner = line_part_of(error->inner_line);
		error->column = place.column ? 0 : error->column;
		error->line = place.line;
		error->inner_line = inner.line;
	}
}

/* Text before the source's first line ends the precompiled part, and with it what all sources have in common. */
static const char *
text_of(struct compilation *compilation)
{
	const char *names = compilation->declared_count ? "#include \"" KNOWN_NAMES_HEADER "\"\n" : "";
	const char *text = distinguished(compilation, 0);
	if (!compilation->precompiled)
		return text;
	return arena_printf(&compilation->arena, "#pragma nv_hdrstop\n%s#line 1 \"%s\"\n%s", names,
	                    compilation->source->files[0].name, text);
}

static void
add_precompiled(struct compilation *compilation, struct strings *options)
{
	add_string(options, "--pre-include=" PRECOMPILED_HEADER);
	if (compilation->precompiled)
		add_string(options, arena_printf(&compilation->arena, "--use-pch=%s", compilation->precompiled));
}

/* One attempt. It leaves the program, the result and the log. */
static void
attempt(struct compilation *compilation)
{
	const struct nvrtc *nvrtc = &compilation->nvrtc;
	struct strings options = make_options(compilation);
	struct headers headers = {0};
	if (compilation->precompiled)
		add_precompiled(compilation, &options);
	make_headers(compilation, &headers);
	if (compilation->program)
		nvrtc->nvrtcDestroyProgram(&compilation->program);
	compiler_log_free(&compilation->log);
	compilation->text_log = "";
	compilation->result = nvrtc->nvrtcCreateProgram(&compilation->program, text_of(compilation),
	                                                compilation->source->files[0].name, (int)headers.names.count,
	                                                headers.texts.items, headers.names.items);
	if (compilation->result == NVRTC_OK) {
		if (!compilation->is_unnamed)
			names_add(compilation);
		compilation->result =
			nvrtc->nvrtcCompileProgram(compilation->program, (int)options.count, options.items);
		size_t size = 0;
		nvrtc->nvrtcGetProgramLogSize(compilation->program, &size);
		char *log = arena_alloc(&compilation->arena, size + 1);
		nvrtc->nvrtcGetProgramLog(compilation->program, log);
		compilation->text_log = log;
	}
	compiler_log_read(&compilation->log, compilation->text_log, &compilation->arena);
	locate_assembler_errors(compilation);
	put_lines_together(&compilation->log);
	free(options.items);
	free(headers.names.items);
	free(headers.texts.items);
}

static bool
all_gone(const struct compilation *compilation)
{
	for (size_t i = 0; i < compilation->kernel_count; i++) {
		if (!compilation->kernels[i].reason)
			return false;
	}
	return compilation->kernel_count > 0;
}

/* Whether the compiler does not support the GPU's architecture, so that no source can compile. */
static bool
refuses_gpu(const struct compilation *compilation)
{
	return strstr(compilation->text_log, "invalid value for --gpu-architecture") != NULL;
}

static void
compile(struct compilation *compilation)
{
	for (int i = 0; i < MAX_ATTEMPTS; i++) {
		attempt(compilation);
		const bool goes_on = compilation->result == NVRTC_OK && compilation->is_unnamed;
		compilation->is_unnamed &= !goes_on;
		if (goes_on)
			continue;
		if (compilation->result == NVRTC_OK || refuses_gpu(compilation))
			return;
		if (!names_by_type(compilation) && (!repair(compilation) || all_gone(compilation)))
			return;
	}
}

/* The cause of the first error; NULL: there is no error. */
static const struct log_error *
first_cause(const struct compilation *compilation)
{
	return compilation->log.error_count
	               ? cause_of(compilation, cause_in_line(&compilation->log, compilation->log.errors))
	               : NULL;
}

/* The reason why nothing was compiled. */
static const char *
refusal(struct compilation *compilation)
{
	if (refuses_gpu(compilation))
		return arena_printf(&compilation->arena,
		                    "NVRTC %d.%d cannot compile for %s: it cannot measure this GPU", compilation->major,
		                    compilation->minor, compilation->arch);
	const struct log_error *first = first_cause(compilation);
	return first ? cause_text(compilation, first) : compilation->nvrtc.nvrtcGetErrorString(compilation->result);
}

static void
give_up(struct compilation *compilation)
{
	const char *reason = refusal(compilation);
	const struct log_error *first = refuses_gpu(compilation) ? NULL : first_cause(compilation);
	for (size_t i = 0; i < compilation->kernel_count; i++) {
		struct live_kernel *kernel = &compilation->kernels[i];
		if (kernel->reason)
			continue;
		kernel->reason = reason;
		if (first)
			json_array_append_new(kernel->problems, problem_json(first));
	}
	for (size_t i = 0; i < compilation->log.error_count; i++)
		json_array_append_new(compilation->problems, problem_json(&compilation->log.errors[i]));
}

static json_t *
figure(int64_t value)
{
	return value < 0 ? json_null() : json_integer(value);
}

static json_t *
resources_json(const struct log_resources *resources)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "registers", figure(resources->registers),
	                 "stack_bytes", figure(resources->stack), "spill_store_bytes", figure(resources->spill_stores),
	                 "spill_load_bytes", figure(resources->spill_loads), "static_shared",
	                 figure(resources->static_shared), "constant_bytes", figure(resources->constant), "barriers",
	                 figure(resources->barriers));
}

static json_t *
kernel_json(const struct compilation *compilation, const struct live_kernel *kernel)
{
	const struct log_resources *resources =
		kernel->function ? compiler_log_find(&compilation->log, kernel->function) : NULL;
	json_t *variables = json_array();
	for (size_t i = 0; i < kernel->job->variable_count; i++)
		json_array_append_new(variables, kernel->variables[i] ? json_text(kernel->variables[i]) : json_null());
	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "status", kernel->reason ? "compile-error" : "ok", "reason",
	                 json_text(kernel->reason ? kernel->reason : ""), "problems", kernel->problems, "function",
	                 kernel->reason ? json_null() : json_text(kernel->function), "resources",
	                 kernel->reason || !resources ? json_null() : resources_json(resources), "variables",
	                 variables);
}

/* The resources of all kernels in the source, requested or not. */
static json_t *
functions_json(const struct compilation *compilation)
{
	json_t *functions = json_array();
	for (size_t i = 0; i < compilation->log.function_count && compilation->result == NVRTC_OK; i++) {
		json_t *function = resources_json(&compilation->log.functions[i]);
		json_object_set_new(function, "name", json_text(compilation->log.functions[i].function));
		json_array_append_new(functions, function);
	}
	return functions;
}

static json_t *
cubin_json(const struct compilation *compilation)
{
	size_t size = 0;
	if (compilation->result != NVRTC_OK ||
	    compilation->nvrtc.nvrtcGetCUBINSize(compilation->program, &size) != NVRTC_OK || size == 0)
		return json_null();
	char *cubin = memory_alloc(size);
	compilation->nvrtc.nvrtcGetCUBIN(compilation->program, cubin);
	char *text = base64_encode((const uint8_t *)cubin, size);
	json_t *json = json_string(text);
	free(text);
	free(cubin);
	return json;
}

static json_t *
compiler_json(const struct compilation *compilation)
{
	char folder[PATH_MAX], version[32];
	snprintf(version, sizeof version, "%d.%d", compilation->major, compilation->minor);
	library_folder(&compilation->nvrtc.nvrtcVersion, folder, sizeof folder);
	return json_pack("{s:s, s:o, s:s}", "version", version, "path", json_text(folder), "arch", compilation->arch);
}

static void
send_answer(struct compilation *compilation, FILE *messages)
{
	json_t *kernels = json_array();
	for (size_t i = 0; i < compilation->kernel_count; i++)
		json_array_append_new(kernels, kernel_json(compilation, &compilation->kernels[i]));
	const bool ok = compilation->result == NVRTC_OK;
	const char *reason = ok ? "" : refusal(compilation);
	child_send(messages,
	           json_pack("{s:{s:s, s:o, s:o, s:o}, s:o, s:o, s:o}", "source", "status", ok ? "ok" : "compile-error",
	                     "reason", json_text(reason), "problems", compilation->problems, "log",
	                     json_text(compilation->text_log), "kernels", kernels, "functions",
	                     functions_json(compilation), "cubin", cubin_json(compilation)));
}

/* The toolkit's C++ library rejects dialects before C++17. Changing the dialect in advance saves an attempt. */
static void
take_dialect_of_library(struct compilation *compilation)
{
	static const char *const older[] = {"c++03", "c++11", "c++14"};
	const struct source_job *source = compilation->source;
	for (size_t i = 0; i < source->option_count; i++)
		for (size_t k = 0; is_dialect(source->options[i]) && k < sizeof older / sizeof *older; k++)
			if (strcmp(strchr(source->options[i], '=') + 1, older[k]) == 0)
				compilation->dialect = "--std=c++17";
}

/* Removes options that affect only code generation, not parsing. */
static void
leave_out_of_reading(struct strings *options)
{
	size_t kept = 0;
	for (size_t i = 0; i < options->count; i++)
		if (!strstr(options->items[i], "maxrregcount"))
			options->items[kept++] = options->items[i];
	options->count = kept;
}

static void
find_precompiled(struct compilation *compilation)
{
	const struct child_limits limits = {.seconds = 40, .processor = 10};
	if (!precompiled_is_wanted(compilation))
		return;
	take_dialect_of_library(compilation);
	struct strings options = make_options(compilation);
	add_precompiled(compilation, &options);
	leave_out_of_reading(&options);
	compilation->precompiled = precompiled_find(compilation, options.items, options.count, &limits);
	free(options.items);
}

static bool
has_any(const char *text, const char *const *words)
{
	while (*words && !strstr(text, *words))
		words++;
	return *words;
}

/* Whether the header includes host-only headers and declares nothing for the device. */
static bool
is_of_host(const char *text)
{
	static const char *const of_device[] = {"__global__", "__device__", "__constant__", "__managed__", NULL};
	static const char *const of_host[] = {
		"<iostream>", "<fstream>",       "<sstream>",    "<ostream>", "<istream>", "<iomanip>",
		"<map>",      "<unordered_map>", "<set>",        "<list>",    "<deque>",   "<thread>",
		"<mutex>",    "<regex>",         "<filesystem>", NULL,
	};
	return has_any(text, of_host) && !has_any(text, of_device);
}

static void
copy_texts(struct compilation *compilation, enum compile_care care)
{
	const struct source_job *source = compilation->source;
	compilation->texts = arena_new_array(&compilation->arena, char *, source->file_count);
	for (size_t i = 0; i < source->file_count; i++) {
		const bool is_left_out = i > 0 && care == COMPILE_WITH_CARE && is_of_host(source->files[i].text);
		compilation->texts[i] = arena_strdup(&compilation->arena, is_left_out ? "" : source->files[i].text);
	}
}

static void
collect_kernels(struct compilation *compilation, const struct job *job)
{
	compilation->kernels = arena_new_array(&compilation->arena, struct live_kernel, job->kernel_count);
	for (size_t i = 0; i < job->kernel_count; i++) {
		const struct kernel_job *kernel = &job->kernels[i];
		if (&job->sources[kernel->source] != compilation->source)
			continue;
		struct kernel_job *own = arena_new(&compilation->arena, struct kernel_job);
		*own = *kernel;
		compilation->kernels[compilation->kernel_count++] = (struct live_kernel){
			.job = own,
			.problems = json_array(),
			.variable_lost = arena_new_array(&compilation->arena, bool, kernel->variable_count),
			.variables = arena_new_array(&compilation->arena, const char *, kernel->variable_count),
		};
	}
}

void
compile_source(const struct job *job, size_t source, const char *arch, enum compile_care care, FILE *messages)
{
	struct compilation compilation = {
		.source = &job->sources[source], .arch = arch, .is_unnamed = care == COMPILE_WITH_CARE};
	char *error = NULL;
	if (!nvrtc_open(&compilation.nvrtc, &error)) {
		child_send(messages,
		           json_pack("{s:{s:s, s:o, s:[], s:s}, s:[], s:n}", "source", "status", "no-compiler",
		                     "reason", json_text(error), "problems", "log", "", "kernels", "cubin"));
		free(error);
		return;
	}
	setenv("CUDA_CACHE_DISABLE", "1", 1);
	compilation.nvrtc.nvrtcVersion(&compilation.major, &compilation.minor);
	compilation.toolkit = find_toolkit(&compilation);
	compilation.has_cccl =
		compilation.toolkit &&
		access(arena_printf(&compilation.arena, "%s/cccl/cuda/std/limits", compilation.toolkit), R_OK) == 0;
	compilation.problems = json_array();
	child_send(messages, json_pack("{s:o}", "compiler", compiler_json(&compilation)));
	find_precompiled(&compilation);
	confinement_begin(compilation.toolkit, &compilation.arena);
	copy_texts(&compilation, care);
	collect_kernels(&compilation, job);
	declare_overloads(&compilation);
	compile(&compilation);
	if (compilation.result == NVRTC_OK)
		names_find(&compilation);
	else
		give_up(&compilation);
	send_answer(&compilation, messages);
	nvrtc_program *program = &compilation.program;
	if (*program)
		compilation.nvrtc.nvrtcDestroyProgram(program);
	compiler_log_free(&compilation.log);
	free(compilation.emptied);
	free(compilation.dropped);
	free(compilation.declared);
	arena_free(&compilation.arena);
}
