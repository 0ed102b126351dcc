#include "cli/native.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/message.h"
#include "codegen/worker/result.h"
#include "runtime_check/devices.h"

/* Where the kernel's driver lists its GPUs. */
static const char listed_in[] = "/proc/driver/nvidia/gpus";

bool
native_is_wanted(const char *gpu)
{
	return gpu && !strcasecmp(gpu, "native");
}

/* The name in the line "Model: \t NVIDIA H200"; NULL: there is no such line. */
static const char *
read_model(struct arena *arena, const char *path)
{
	static const char key[] = "Model:";
	char line[256];
	const char *model = NULL;
	FILE *file = fopen(path, "r");
	while (file && !model && fgets(line, sizeof line, file)) {
		const char *value =
			strncmp(line, key, strlen(key)) ? NULL : line + strlen(key) + strspn(line + strlen(key), " \t");
		model = value ? arena_strndup(arena, value, strcspn(value, "\n")) : NULL;
	}
	if (file)
		fclose(file);
	return model;
}

const char *
native_model(struct arena *arena, const char *folder)
{
	const char *common = NULL;
	bool is_common = true;
	DIR *entries = opendir(folder);
	for (const struct dirent *entry; entries && (entry = readdir(entries));) {
		const char *model =
			*entry->d_name == '.'
				? NULL
				: read_model(arena, arena_printf(arena, "%s/%s/information", folder, entry->d_name));
		is_common &= !model || !common || !strcmp(model, common);
		common = common ? common : model;
	}
	if (entries)
		closedir(entries);
	return is_common ? common : NULL;
}

/* Another GPU of the architecture, if this one has no data sheet. */
static const struct gpu *
substitute(const char *name, const char *sm)
{
	const struct gpu *gpu = *sm ? gpu_find(sm) : NULL;
	if (gpu)
		message("no data sheet of this machine's GPU, %s (%s): predictions are for %s, of the same "
		        "architecture; gpulint calibrate measures it",
		        name, sm, gpu->name);
	else
		message("this machine's GPU, %s%s%s, is unknown; gpulint gpus lists the known ones", name,
		        *sm ? ", an " : "", sm);
	return gpu;
}

/* Asks for the first GPU to measure on. model: its name from the kernel's driver, which has no data sheet; or NULL. */
static const struct gpu *
ask_worker(const struct options *options, const char *model, struct arena *arena)
{
	const char *error = NULL;
	const struct runner runner = {.command = options->runner};
	json_t *number = json_integer(options->devices.count ? options->devices.numbers[0] : 0),
	       *seconds = json_real(options->time_limit);
	json_t *device = devices_describe(&runner, seconds, number, arena, &error);
	const char *name = result_text(device, "name");
	const struct gpu *gpu = device ? gpu_find(name) : NULL;
	if (!device && model)
		gpu = substitute(model, "");
	else if (!device)
		message("--gpu native: no GPU found %s: %s", options->runner ? "by --runner" : "on this machine",
		        error);
	else if (!gpu)
		gpu = substitute(name, result_text(device, "sm"));
	json_decref(device);
	json_decref(seconds);
	json_decref(number);
	return gpu;
}

const struct gpu *
native_gpu(const struct options *options)
{
	struct arena arena = {0};
	const bool is_elsewhere = options->runner || options->devices.count;
	const char *model = is_elsewhere ? NULL : native_model(&arena, listed_in);
	const struct gpu *gpu = model ? gpu_find(model) : NULL;
	if (!gpu)
		gpu = ask_worker(options, model, &arena);
	arena_free(&arena);
	return gpu;
}
