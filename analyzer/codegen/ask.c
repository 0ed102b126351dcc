#include "codegen/ask.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "codegen/cache.h"
#include "codegen/worker/result.h"
#include "codegen/worker/worker.h"

/* ---- what is kept -------------------------------------------------------------------------------------------------- */

/* Made of all that the answer depends on, but for the compiler itself. */
static const char *
question_of(const struct asking *asking, const json_t *job, struct arena *arena)
{
	static const char *const variables[] = {
		"GPULINT_NVRTC", "GPULINT_CUDA_INCLUDE", "CUDA_PATH", "CUDA_HOME", "LD_LIBRARY_PATH", "PATH",
	};
	const char *places = asking->version;
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *value = getenv(variables[i]);
		places = arena_printf(arena, "%s\n%s", places, value ? value : "");
	}
	char *text = json_dumps(job, JSON_COMPACT | JSON_SORT_KEYS);
	const char *question = arena_printf(arena, "%s\n%s", places, text ? text : "");
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

/* Whether the compiler would say the same again. */
static bool
is_final(const json_t *result)
{
	size_t i;
	const json_t *source;
	json_array_foreach(json_object_get(result, "sources"), i, source)
		if (!json_is_true(json_object_get(source, "repeatable")))
			return false;
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

/* ---- asking -------------------------------------------------------------------------------------------------------- */

json_t *
ask(const struct asking *asking, const json_t *job, struct arena *arena, bool *is_from_cache, const char **error)
{
	const struct runner runner = {.command = asking->command};
	const struct cache cache = cache_open(arena);
	const char *question = question_of(asking, job, arena);
	json_t *result = find_kept(&cache, question, arena);
	*is_from_cache = result;
	if (!result && (result = worker_run(&runner, job, arena, error)))
		keep(&cache, question, result, arena);
	return result;
}
