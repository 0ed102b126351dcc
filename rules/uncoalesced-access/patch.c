#include "rules/uncoalesced-access/patch.h"

#include "model/memory_model.h"
#include "rules/access.h"
#include "rules/pointers.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

enum {
	WORD = 4,
	FEWEST_ROWS = 12,  /* of a warp's lanes: with 8 rows the reference experiment texture-tile finds no gain */
	LONGEST_SIDE = 64, /* of the bounding box: neighbouring warps read what a warp skips there */
	MOST_COLUMNS = 131072,
	MOST_ROWS = 65536, /* of a two-dimensional texture, on any GPU since compute capability 7.0 */
	NARROW = 16,       /* threads: with this block width a warp has two rows */
};

/* Elements of the bounding box for each lane. A full box is a tile, which lanes in another order read row by row. */
static const double least_sparse = 1.5;

static bool
is_patch(const struct site *site)
{
	const struct lane_patch *patch = &site->patch;
	return patch->pitch && !site->step.bytes && site->object.allocation && patch->rows >= FEWEST_ROWS &&
	       patch->rows <= LONGEST_SIDE && patch->columns <= LONGEST_SIDE && patch->sparseness >= least_sparse;
}

/* Whether a texture could serve it, whatever its addresses. */
static bool
is_fetchable(const struct site *site)
{
	const bool is_load = site->kind == SITE_LOAD && site->space == SPACE_GLOBAL && site->copy.path == COPY_NONE;
	return is_load && !site->object.has_others && !site->sharers.chosen.line &&
	       (site->width == 1 || site->width == 2 || site->width == WORD);
}

/* Whether the launch accesses this memory only by loads that a texture could serve. */
static bool
is_image(const struct launch *launch, const struct site *of)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->object.allocation == of->object.allocation &&
		    (!is_fetchable(site) || site->width != of->width))
			return false;
	}
	return !launch_may_write(launch, of->object.allocation);
}

static bool
fits(const struct launch_argument *array, const struct site *site)
{
	const double rows = (double)array->buffer_bytes / (double)site->patch.pitch;
	return array->buffer_bytes && site->patch.pitch / site->width <= MOST_COLUMNS && rows <= MOST_ROWS;
}

static bool
is_made_by_kernel(const struct facts *facts, const void *memory)
{
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			if (launch_may_write(&facts->kernels[i].launches[k], memory))
				return true;
	return false;
}

/* The launch with texture fetches instead of the loads. L2 and memory have as much traffic as now, and that of a
 * copy. */
static const struct launch *
launch_with_texture(const struct rule_context *context, const struct site *of, double copied_bytes)
{
	const struct launch *now = context->launch;
	struct launch *then = launch_copy(&context->facts->arena, now, 0);
	for (size_t i = 0; i < now->site_count; i++) {
		struct site *site = &then->sites[i];
		if (site->object.allocation != of->object.allocation)
			continue;
		site->demand.lookups = 0;
		site->demand.fetches = site->predicted.requests;
		if (&now->sites[i] == of) {
			site->demand.loaded[NEAR_SECTOR] += copied_bytes / SECTOR_BYTES;
			site->demand.stored[NEAR_SECTOR] += copied_bytes / SECTOR_BYTES;
		}
		site->apart_demand = site->ideal_demand = site->demand;
	}
	return then;
}

struct penalty
patch_slowdown(const struct rule_context *context, const struct site *site)
{
	if (!is_patch(site) || context->launch->origin == LAUNCH_ASSUMED)
		return no_penalty;
	const struct launch_argument *array = pointer_to(context->launch, site->object.allocation);
	if (!array || !fits(array, site) || !is_image(context->launch, site))
		return no_penalty;
	const bool is_copied = is_made_by_kernel(context->facts, site->object.allocation);
	return launch_slowdown(context,
	                       launch_with_texture(context, site, is_copied ? (double)array->buffer_bytes : 0));
}

const char *
patch_advice(struct rule_context *context, const struct site *site)
{
	const struct name name = array_name(site);
	const struct lane_patch *patch = &site->patch;
	const bool is_flat =
		context->launch->block[0] > NARROW && context->launch->block[1] > 1 && !context->kernel->block_bound;
	const char *blocks =
		is_flat ? text(context, "try blocks %d threads wide and higher, whose warps cover fewer rows; or ",
	                       NARROW)
			: "";
	return text(context,
	            "a warp's lanes lie in %lld rows and %lld columns, in no order: %scopy '%.*s' to a CUDA array and "
	            "fetch it through a texture object (tex2D), which caches neighbours in both dimensions, and clamps "
	            "and interpolates in hardware",
	            (long long)patch->rows, (long long)patch->columns, blocks, name.length, name.start);
}
