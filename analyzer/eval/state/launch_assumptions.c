#include "eval/state/launch_assumptions.h"

#include <string.h>

#include "eval/state/program.h"
#include "eval/state/wild_store.h"

void
launch_assume(struct arena *arena, struct launch *launch, const char *text)
{
	const size_t count = launch->caveats.assumption_count;
	for (size_t i = 0; i < count; i++)
		if (!strcmp(launch->caveats.assumptions[i], text))
			return;
	const char **all = arena_copy(arena, launch->caveats.assumptions, count, count + 1, sizeof *all);
	all[launch->caveats.assumption_count++] = text;
	launch->caveats.assumptions = all;
}

void
launch_assume_left_out(struct machine *m, struct launch *launch)
{
	struct arena *arena = &m->program->facts->arena;
	if (m->omitted.stmt)
		launch_assume(arena, launch,
		              arena_printf(arena, "line %u is ignored, because it is not modelled: %s",
		                           (unsigned)m->omitted.line, m->omitted.stmt->text));
	if (m->program->wild_store_line)
		launch_assume(arena, launch, wild_store_assumption(m, m->program->wild_store_line));
}
