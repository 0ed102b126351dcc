/* gpulint gpus: what --gpu and --arch know. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/message.h"
#include "model/gpu.h"

enum exit_code
gpus_command(const struct options *options, const char *const *operands, size_t count)
{
	const struct gpu *gpu;
	(void)options;
	if (count) {
		message("gpus takes no '%s'", operands[0]);
		return EXIT_UNABLE;
	}
	for (size_t i = 0; (gpu = gpu_at(i)); i++)
		printf("sm_%u%u%*s %-18s %s\n", gpu->major, gpu->minor, gpu->major < 10 ? 2 : 1, "", gpu->name, gpu->full_name);
	return EXIT_CLEAN;
}
