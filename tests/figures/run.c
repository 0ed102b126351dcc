/* Compares programs with the expectations in their comments (expectation.h), all in this process:
 *
 *     figures [--update] FILE|FOLDER...
 *
 * Exits with 1 if an expectation is not met, and with 77 if there is no compiler for any of the programs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cli/file.h"

/* gpulint-run, which compiles, is in another folder than this program. */
static void
extend_path(struct arena *arena)
{
	const char *old = getenv("PATH");
	setenv("PATH", arena_printf(arena, "%s:%s", GPULINT_RUN_FOLDER, old ? old : ""), 1);
}

int
main(int argc, char **argv)
{
	const bool updating = argc > 1 && !strcmp(argv[1], "--update");
	struct arena arena = {0};
	struct words paths = {0};
	size_t counts[VERDICT_SKIPPED + 1] = {0};
	extend_path(&arena);
	for (int i = 1 + updating; i < argc; i++) {
		const char *error;
		if (!file_list(&paths, argv[i], ".cu", &arena, &error)) {
			fprintf(stderr, "%s\n", error);
			counts[VERDICT_UNMET]++;
		}
	}
	for (size_t i = 0; i < paths.count; i++)
		counts[check_program(paths.items[i], updating, stdout)]++;
	printf("%zu programs: %zu as expected, %zu not, %zu skipped\n", paths.count, counts[VERDICT_MET],
	       counts[VERDICT_UNMET], counts[VERDICT_SKIPPED]);
	arena_free(&arena);
	if (counts[VERDICT_UNMET] || !paths.count)
		return 1;
	return counts[VERDICT_MET] ? 0 : 77;
}
