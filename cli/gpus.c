/* gpulint gpus: the values of --gpu and --arch, and the source of their rates. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/message.h"
#include "kernels/profiles.h"
#include "kernels/scaled_rates.h"
#include "model/gpu.h"

static const char *
source_of_costs(struct arena *arena, const struct gpu *gpu, const struct profile *profile)
{
	const char *measured = profile ? gpu_short_name(profile_gpu(profile)) : "";
	if (!profile)
		return "unknown";
	if (rates_are_scaled(profile, gpu))
		return arena_printf(arena, "scaled from %s", measured);
	const char *kind = strcmp(profile_kind(profile), "shipped") ? "calibrated" : "shipped measured profile";
	return gpu_is_same(profile_gpu(profile), gpu->name) ? kind : arena_printf(arena, "%s, of %s", kind, measured);
}

static void
write_gpu(struct arena *arena, const struct gpu *gpu)
{
	const char *sm = arena_printf(arena, "sm_%u%u", gpu->major, gpu->minor);
	char *passed_over;
	struct profile *profile = profile_load(gpu->name, sm, &passed_over);
	printf("%-14s  %-6s  %s\n", gpu->name, sm, source_of_costs(arena, gpu, profile));
	profile_free(profile);
	free(passed_over);
}

enum exit_code
gpus_command(const struct options *options, const char *const *operands, size_t count)
{
	struct arena arena = {0};
	const struct gpu *gpu;
	(void)options;
	if (count) {
		message("gpus takes no '%s'", operands[0]);
		return EXIT_UNABLE;
	}
	for (size_t i = 0; (gpu = gpu_at(i)); i++)
		write_gpu(&arena, gpu);
	arena_free(&arena);
	return EXIT_CLEAN;
}
