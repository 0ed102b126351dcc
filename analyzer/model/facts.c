#include "model/facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/magnitude.h"

const struct figures no_figures = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

void
facts_free(struct facts *facts)
{
	/* The array of findings grows one element at a time. It is the only part outside the arena. */
	free(facts->findings);
	arena_free(&facts->arena);
	*facts = (struct facts){0};
}

const char *
facts_timed_gpu(const struct facts *facts)
{
	return facts->profile_gpu && !strcmp(facts->profile, "scaled") ? facts->gpu : facts->profile_gpu;
}

struct place
facts_place(struct arena *arena, const struct ir_unit *unit, struct ir_loc loc)
{
	const char *file = loc.file < unit->file_count ? unit->files[loc.file] : "";
	return (struct place){arena_strdup(arena, file), loc.line, loc.column, loc.end_line, loc.end_column};
}

bool
facts_same_place(const struct place *a, const struct place *b)
{
	return a->line == b->line && a->column == b->column && !strcmp(a->file, b->file);
}

const struct kernel *
facts_kernel_of(const struct facts *facts, const struct launch *launch)
{
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			if (&facts->kernels[i].launches[k] == launch)
				return &facts->kernels[i];
	return NULL;
}

void
facts_set_occupancy(struct launch *launch, const struct resources *resources, const struct gpu *gpu)
{
	const struct occupancy occupancy = gpu_occupancy(gpu, launch_threads(launch), resources->registers,
	                                                 (uint64_t)resources->static_shared + launch->dynamic_shared);
	launch->occupancy.warps = occupancy.occupancy;
	launch->occupancy.limiter = occupancy.limiter;
}

bool
facts_same_shape(const struct launch *a, const struct launch *b)
{
	return !memcmp(a->grid, b->grid, sizeof a->grid) && !memcmp(a->block, b->block, sizeof a->block) &&
	       a->dynamic_shared == b->dynamic_shared;
}

bool
facts_has_place(const struct place *places, size_t count, const struct place *place)
{
	for (size_t i = 0; i < count; i++)
		if (facts_same_place(&places[i], place))
			return true;
	return false;
}

int64_t
step_piece(int64_t step)
{
	enum { PIECES = 64, LONGEST = 4 };
	/* With irregular addresses, a step may have any size. */
	if (step < -PIECES * LONGEST || step > PIECES * LONGEST)
		return 0;
	return (magnitude(step) + PIECES - 1) / PIECES;
}

const char *
confidence_text(enum confidence confidence)
{
	static const char *const text[] = {
		[CONFIDENCE_EXACT] = "exact",
		[CONFIDENCE_ASSUMED] = "assumed",
		[CONFIDENCE_BOUNDED] = "bounded",
		[CONFIDENCE_UNKNOWN] = "unknown",
	};
	return text[confidence];
}

const char *
site_kind_text(enum site_kind kind)
{
	static const char *const text[] = {
		[SITE_LOAD] = "load",     [SITE_STORE] = "store",     [SITE_ATOMIC] = "atomic",
		[SITE_BRANCH] = "branch", [SITE_BARRIER] = "barrier", [SITE_CALL] = "call",
	};
	return text[kind];
}

const char *
branch_code_text(enum branch_code code)
{
	static const char *const text[] = {
		[BRANCH_CODE_UNKNOWN] = NULL, [BRANCH_CODE_JUMPS] = "jumps",
		[BRANCH_CODE_EXIT] = "exit",  [BRANCH_CODE_PREDICATED] = "predicated",
		[BRANCH_CODE_NONE] = "none",
	};
	return text[code];
}

const char *
site_space_text(enum site_space space)
{
	static const char *const text[] = {
		[SPACE_NONE] = "none",         [SPACE_GLOBAL] = "global", [SPACE_SHARED] = "shared",
		[SPACE_CONSTANT] = "constant", [SPACE_LOCAL] = "local",   [SPACE_TEXTURE] = "texture",
		[SPACE_GENERIC] = "generic",
	};
	return text[space];
}

void
array_traffic_add(struct array_traffic *sum, const struct array_traffic *more, double weight)
{
	sum->loads += weight * more->loads;
	sum->stores += weight * more->stores;
	sum->load_lines += weight * more->load_lines;
	sum->load_sectors += weight * more->load_sectors;
	sum->store_lines += weight * more->store_lines;
	sum->store_sectors += weight * more->store_sectors;
}
