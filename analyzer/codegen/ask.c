#include "codegen/ask.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/stat.h>

#include "codegen/cache.h"
#include "codegen/worker/find_worker.h"
#include "codegen/worker/result.h"
#include "codegen/worker/worker.h"
#include "support/allocate.h"
#include "support/base64.h"

/* ---- the question ------------------------------------------------------------------------------------------------ */

/* The cache key: everything that the answer depends on, except for the compiler itself. */
static const char *
question_of(const struct asking *asking, const json_t *job, struct arena *arena)
{
	static const char *const variables[] = {
		"GPULINT_NVRTC", "GPULINT_CUDA_INCLUDE", "CUDA_PATH", "CUDA_HOME", "LD_LIBRARY_PATH", "PATH",
	};
	const char *environment = arena_printf(arena, "%s\n%s", asking->version,
	                                       asking->command ? asking->command : find_worker_state(arena));
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *value = getenv(variables[i]);
		environment = arena_printf(arena, "%s\n%s", environment, value ? value : "");
	}
	char *text = json_dumps(job, JSON_COMPACT | JSON_SORT_KEYS);
	const char *question = arena_printf(arena, "%s\n%s", environment, text ? text : "");
	free(text);
	return question;
}

const char *
ask_compiler_state(const char *folder, struct arena *arena)
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
	return ask_compiler_state(result_text(json_object_get(result, "compiler"), "path"), arena);
}

/* ---- machine code ------------------------------------------------------------------------------------------------ */

/* In a returned result, the code is a string of its raw bytes. */
static void
set_code(json_t *source, const uint8_t *bytes, size_t size)
{
	json_object_set_new(source, "cubin", json_stringn_nocheck((const char *)bytes, size));
}

static void
decode_code(json_t *result)
{
	size_t i, size;
	json_t *source;
	json_array_foreach (json_object_get(result, "sources"), i, source) {
		uint8_t *bytes;
		const char *text = json_string_value(json_object_get(source, "cubin"));
		const bool is_code = text && base64_decode(text, &bytes, &size);
		if (is_code)
			set_code(source, bytes, size);
		else
			json_object_set_new(source, "cubin", json_null());
		if (is_code)
			free(bytes);
	}
}

/* Replaces the code of each source by its size; the bytes follow the object. The compiler's log is dropped, because
 * nothing reads it again. */
static void
take_code_out(json_t *result, struct cache_answer *answer, size_t *capacity)
{
	size_t i;
	json_t *source;
	json_array_foreach (json_object_get(result, "sources"), i, source) {
		const json_t *code = json_object_get(source, "cubin");
		const size_t size = json_string_length(code);
		json_object_del(source, "log");
		if (!json_is_string(code))
			continue;
		answer->bytes = memory_grow(answer->bytes, capacity, answer->size + size + 1, 1);
		memcpy(answer->bytes + answer->size, json_string_value(code), size);
		answer->size += size;
		json_object_set_new(source, "cubin", json_integer((json_int_t)size));
	}
}

/* False: the sizes do not match the bytes. */
static bool
put_code_back(json_t *result, const struct cache_answer *answer)
{
	size_t i, at = 0;
	json_t *source;
	json_array_foreach (json_object_get(result, "sources"), i, source) {
		const json_t *code = json_object_get(source, "cubin");
		const json_int_t size = json_integer_value(code);
		if (!json_is_integer(code))
			continue;
		if (size < 0 || (size_t)size > answer->size - at)
			return false;
		set_code(source, answer->bytes + at, (size_t)size);
		at += (size_t)size;
	}
	return at == answer->size;
}

/* ---- cached answers ---------------------------------------------------------------------------------------------- */

/* A compiler that timed out may succeed on a less busy machine, so the cached answer expires after an hour. */
static const time_t stopped_seconds = 3600;

static bool
was_stopped(const json_t *result)
{
	size_t i;
	const json_t *source;
	json_array_foreach (json_object_get(result, "sources"), i, source)
		if (result_status(source, "status") == RESULT_TIMEOUT)
			return true;
	return false;
}

/* NULL: no cached answer, or the compiler has changed. */
static json_t *
find_kept(const struct cache *cache, const char *question, struct arena *arena)
{
	struct cache_answer kept = cache_find(cache, question);
	json_t *result = json_object_get(kept.object, "result");
	const char *state = json_string_value(json_object_get(kept.object, "compiler"));
	const json_int_t until = json_integer_value(json_object_get(kept.object, "until"));
	const bool counts = result && state && *state && (!until || time(NULL) < until) && !result_objection(result) &&
	                    strcmp(state, state_of_result(result, arena)) == 0 && put_code_back(result, &kept);
	result = counts ? json_incref(result) : NULL;
	cache_answer_free(&kept);
	return result;
}

/* Whether the compiler would give the same answer again. */
static bool
is_final(const json_t *result)
{
	size_t i;
	const json_t *source;
	json_array_foreach (json_object_get(result, "sources"), i, source)
		if (!json_is_true(json_object_get(source, "repeatable")))
			return false;
	return json_is_object(json_object_get(result, "compiler"));
}

static void
keep(const struct cache *cache, const char *question, const json_t *result, struct arena *arena)
{
	const char *state = state_of_result(result, arena);
	if (!*state || !is_final(result))
		return;
	size_t capacity = 0;
	json_t *kept = json_deep_copy(result);
	struct cache_answer answer = {0};
	take_code_out(kept, &answer, &capacity);
	answer.object = json_pack("{s:s, s:o}", "compiler", state, "result", kept);
	if (was_stopped(kept))
		json_object_set_new(answer.object, "until", json_integer((json_int_t)(time(NULL) + stopped_seconds)));
	cache_keep(cache, question, &answer);
	cache_answer_free(&answer);
}

/* ---- compiling --------------------------------------------------------------------------------------------------- */

json_t *
ask(const struct asking *asking, const json_t *job, struct arena *arena, bool *is_from_cache, const char **error)
{
	const struct runner runner = {.command = asking->command};
	const struct cache cache = cache_open(arena);
	const char *question = question_of(asking, job, arena);
	json_t *result = find_kept(&cache, question, arena);
	*is_from_cache = result;
	if (result)
		return result;
	result = worker_run(&runner, job, arena, error);
	if (result) {
		decode_code(result);
		keep(&cache, question, result, arena);
	}
	return result;
}
