#include "codegen/compile.h"

#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "codegen/cache.h"
#include "codegen/worker/protocol.h"
#include "codegen/worker/result.h"
#include "codegen/worker/worker.h"
#include "support/base64.h"
#include "support/memory.h"

struct compile {
	struct compile_request request;
	struct arena arena;            /* the thread's own, until it has ended */
	pthread_t thread;
	bool has_thread;
	struct cubin *cubins;          /* one a source of the job */
	size_t cubin_count;
	struct compilation answer;
};

/* ---- the job ------------------------------------------------------------------------------------------------------- */

static bool
is_same(const struct compile_kernel *kernel, const char *link_name, const char *file, uint32_t line)
{
	return kernel->line == line && strcmp(kernel->name.link_name, link_name) == 0 && strcmp(kernel->file, file) == 0;
}

/* Whether an earlier one is the same: of a header that several files include. */
static bool
is_asked_before(const struct compile_request *request, size_t number)
{
	const struct compile_kernel *kernel = &request->kernels[number];
	for (size_t i = 0; i < number; i++)
		if (is_same(&request->kernels[i], kernel->name.link_name, kernel->file, kernel->line))
			return true;
	return false;
}

/* Adds the kernels that the source defines and no earlier one did: `taken` says which those are. */
static void
add_kernels(struct compile *compile, const struct device_source *source, const char *id, bool *taken, json_t *kernels)
{
	for (size_t i = 0; i < compile->request.kernel_count; i++) {
		const struct compile_kernel *kernel = &compile->request.kernels[i];
		const struct bundle_file *file = taken[i] ? NULL : bundle_find(&source->bundle, kernel->file);
		if (!file || kernel_name_objection(&kernel->name, &compile->arena) || is_asked_before(&compile->request, i))
			continue;
		taken[i] = true;
		json_t *json = device_kernel_json(source, file, kernel->line, kernel->column, &kernel->name, &compile->arena);
		json_object_set_new(json, "id", json_sprintf("%zu", i));
		json_object_set_new(json, "source", json_string(id));
		json_object_set_new(json, "buffers", json_array());
		json_object_set_new(json, "variables", json_array());
		json_object_set_new(json, "launches", json_array());
		json_array_append_new(kernels, json);
	}
}

static json_t *
make_job(struct compile *compile)
{
	const struct compile_request *request = &compile->request;
	json_t *sources = json_array(), *kernels = json_array();
	bool *taken = arena_new_array(&compile->arena, bool, request->kernel_count);
	for (size_t i = 0; i < request->command_count; i++) {
		struct device_source source;
		device_source_read(&source, &request->commands[i], &compile->arena);
		const char *id = arena_printf(&compile->arena, "%zu", i);
		const size_t before = json_array_size(kernels);
		add_kernels(compile, &source, id, taken, kernels);
		if (json_array_size(kernels) > before)
			json_array_append_new(sources, device_source_json(&source, id));
		device_source_free(&source);
	}
	return json_pack("{s:i, s:b, s:s, s:f, s:o, s:o}", "schema_version", 1, "compile_only", 1, "arch", request->arch, "seconds",
	                 request->seconds / SLOW_STEP, "sources", sources, "kernels", kernels);
}

/* ---- what is kept -------------------------------------------------------------------------------------------------- */

/* Made of all that the answer depends on, but for the compiler itself. */
static const char *
question_of(struct compile *compile, const json_t *job)
{
	static const char *const variables[] = {
		"GPULINT_NVRTC", "GPULINT_CUDA_INCLUDE", "CUDA_PATH", "CUDA_HOME", "LD_LIBRARY_PATH", "PATH",
	};
	const char *places = compile->request.version;
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *value = getenv(variables[i]);
		places = arena_printf(&compile->arena, "%s\n%s", places, value ? value : "");
	}
	char *text = json_dumps(job, JSON_COMPACT | JSON_SORT_KEYS);
	const char *question = arena_printf(&compile->arena, "%s\n%s", places, text ? text : "");
	free(text);
	return question;
}

/* Size and time of the NVRTC files in the folder; "": there are none. */
static const char *
state_of_compiler(const char *folder, struct arena *arena)
{
	DIR *directory = opendir(folder);
	intmax_t bytes = 0, newest = 0;
	if (!directory)
		return "";
	for (struct dirent *entry; (entry = readdir(directory));) {
		struct stat status;
		if (strncmp(entry->d_name, "libnvrtc", sizeof "libnvrtc" - 1) != 0 ||
		    stat(arena_printf(arena, "%s/%s", folder, entry->d_name), &status) != 0)
			continue;
		bytes += status.st_size;
		newest = status.st_mtime > newest ? status.st_mtime : newest;
	}
	closedir(directory);
	return bytes ? arena_printf(arena, "%jd bytes, %jd", bytes, newest) : "";
}

static const char *
state_of_result(const json_t *result, struct arena *arena)
{
	return state_of_compiler(result_text(json_object_get(result, "compiler"), "path"), arena);
}

/* NULL: none is kept, or its compiler is no longer the same. */
static json_t *
find_kept(const struct cache *cache, const char *question, struct arena *arena)
{
	json_t *kept = cache_find(cache, question);
	json_t *result = json_object_get(kept, "result");
	const char *state = json_string_value(json_object_get(kept, "compiler"));
	const bool counts = result && state && *state && !result_objection(result) && strcmp(state, state_of_result(result, arena)) == 0;
	result = counts ? json_incref(result) : NULL;
	json_decref(kept);
	return result;
}

/* Whether the compiler would say the same again: not where it was stopped or is not there. */
static bool
is_final(const json_t *result)
{
	size_t i;
	const json_t *source;
	json_array_foreach(json_object_get(result, "sources"), i, source) {
		const char *status = result_text(source, "status");
		if (strcmp(status, "ok") != 0 && strcmp(status, "compile-error") != 0)
			return false;
	}
	return json_is_object(json_object_get(result, "compiler"));
}

static void
keep(const struct cache *cache, const char *question, json_t *result, struct arena *arena)
{
	const char *state = state_of_result(result, arena);
	if (!*state || !is_final(result))
		return;
	json_t *kept = json_pack("{s:s, s:O}", "compiler", state, "result", result);
	cache_keep(cache, question, kept);
	json_decref(kept);
}

/* ---- the answer ---------------------------------------------------------------------------------------------------- */

static void
take_cubins(struct compile *compile, const json_t *sources)
{
	compile->cubin_count = json_array_size(sources);
	compile->cubins = memory_zeroed(compile->cubin_count, sizeof *compile->cubins);
	for (size_t i = 0; i < compile->cubin_count; i++) {
		uint8_t *bytes;
		const char *text = json_string_value(json_object_get(json_array_get(sources, i), "cubin"));
		if (text && base64_decode(text, &bytes, &compile->cubins[i].size))
			compile->cubins[i].bytes = bytes;
	}
}

/* That of the job's source of the id. */
static const struct cubin *
cubin_of(const struct compile *compile, const json_t *job, const char *source)
{
	const json_t *sources = json_object_get(job, "sources");
	for (size_t i = 0; i < compile->cubin_count; i++)
		if (strcmp(result_text(json_array_get(sources, i), "id"), source) == 0)
			return compile->cubins[i].size ? &compile->cubins[i] : NULL;
	return NULL;
}

static struct compiled_kernel
take_kernel(struct compile *compile, const json_t *job, const json_t *asked, const json_t *answer)
{
	struct arena *arena = &compile->arena;
	const json_t *resources = json_object_get(answer, "resources");
	struct compiled_kernel kernel = {
		.asked = &compile->request.kernels[strtoull(result_text(asked, "id"), NULL, 10)],
		.reason = "",
		.registers = (int)result_count(resources, "registers"),
		.stack_bytes = result_count(resources, "stack_bytes"),
		.spill_store_bytes = result_count(resources, "spill_store_bytes"),
		.spill_load_bytes = result_count(resources, "spill_load_bytes"),
		.static_shared = result_count(resources, "static_shared"),
	};
	const char *function = result_text(answer, "function");
	if (result_is_ok(answer) && *function && (kernel.cubin = cubin_of(compile, job, result_text(asked, "source"))))
		kernel.function = arena_strdup(arena, function);
	else
		kernel.reason = result_told(answer, arena);
	return kernel;
}

static void
take_result(struct compile *compile, const json_t *job, const json_t *result)
{
	struct compilation *answer = &compile->answer;
	const json_t *kernels = json_object_get(job, "kernels"), *answers = json_object_get(result, "kernels");
	const char *version = result_text(json_object_get(result, "compiler"), "version");
	take_cubins(compile, json_object_get(result, "sources"));
	answer->compiler = *version ? arena_strdup(&compile->arena, version) : NULL;
	answer->is_answered = result_status(result, "status") != RESULT_NO_COMPILER;
	answer->reason = answer->is_answered ? "" : arena_strdup(&compile->arena, result_text(result, "reason"));
	answer->kernels = arena_new_array(&compile->arena, struct compiled_kernel, json_array_size(kernels));
	for (size_t i = 0; i < json_array_size(kernels) && answer->is_answered; i++) {
		const json_t *of_kernel = result_answer(kernels, answers, i);
		if (of_kernel && !result_kernel_objection(of_kernel))
			answer->kernels[answer->kernel_count++] = take_kernel(compile, job, json_array_get(kernels, i), of_kernel);
	}
}

static void
ask(struct compile *compile, const json_t *job)
{
	const struct runner runner = {.command = compile->request.command};
	struct arena *arena = &compile->arena;
	const struct cache cache = cache_open(arena);
	const char *question = question_of(compile, job), *error = "";
	json_t *result = find_kept(&cache, question, arena);
	compile->answer.is_from_cache = result;
	if (!result && (result = worker_run(&runner, job, arena, &error)))
		keep(&cache, question, result, arena);
	if (result)
		take_result(compile, job, result);
	else
		compile->answer.reason = error;
	json_decref(result);
}

static void *
run(void *argument)
{
	struct compile *compile = argument;
	json_t *job = make_job(compile);
	if (json_array_size(json_object_get(job, "kernels")))
		ask(compile, job);
	else
		compile->answer.is_answered = true;
	json_decref(job);
	return NULL;
}

struct compile *
compile_begin(const struct compile_request *request)
{
	struct compile *compile = memory_zeroed(1, sizeof *compile);
	compile->request = *request;
	compile->answer.reason = "";
	compile->has_thread = pthread_create(&compile->thread, NULL, run, compile) == 0;
	return compile;
}

const struct compilation *
compile_answer(struct compile *compile)
{
	if (compile->has_thread)
		pthread_join(compile->thread, NULL);
	else if (!compile->answer.is_answered && !*compile->answer.reason)
		run(compile);   /* the system gives no threads */
	compile->has_thread = false;
	return &compile->answer;
}

void
compile_free(struct compile *compile)
{
	if (!compile)
		return;
	compile_answer(compile);
	for (size_t i = 0; i < compile->cubin_count; i++)
		free((void *)(uintptr_t)compile->cubins[i].bytes);
	free(compile->cubins);
	arena_free(&compile->arena);
	free(compile);
}

const struct compiled_kernel *
compilation_find(const struct compilation *compilation, const char *link_name, const char *file, uint32_t line)
{
	for (size_t i = 0; i < compilation->kernel_count; i++)
		if (is_same(compilation->kernels[i].asked, link_name, file, line))
			return &compilation->kernels[i];
	return NULL;
}
