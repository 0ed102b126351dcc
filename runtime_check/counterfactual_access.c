/* Variants of accesses: the accesses, or the declaration of their array, are rewritten. */
#include <string.h>

#include "model/memory_model.h"
#include "runtime_check/counterfactual_job.h"
#include "runtime_check/fairness.h"
#include "runtime_check/packing.h"
#include "runtime_check/second_header.h"
#include "runtime_check/transposed_access.h"

/* ---- which accesses have a variant ------------------------------------------------------------------------------- */

/* Why the access has no fair variant; NULL: it may have one. */
static const char *
obstacle(const struct counterfactual *own, const struct site *site)
{
	const struct finding *finding = own->finding;
	struct packing packing;

	if ((site->kind != SITE_LOAD && site->kind != SITE_STORE) ||
	    (site->space != SPACE_GLOBAL && site->space != SPACE_SHARED))
		return "only loads and stores of global and shared memory have a counterfactual variant";
	if (site->copy.path != COPY_NONE)
		return "asynchronous copies have no counterfactual variant";
	if (!site->measured.is_known && site->measured.agreement != AGREEMENT_FULL)
		return "its requests were only counted together with others on its line, and are not as many as "
		       "predicted";
	if (site->space == SPACE_SHARED && site->shared.size_taken)
		return "some code uses the size of its array, which a variant would change";
	if (site->space == SPACE_SHARED)
		return finding->fix_count && finding->fixes[0].replacement
		               ? NULL
		               : "no declaration is known that would make it ideal";
	if (site->object.has_others)
		return "it accesses several buffers";
	if (site->width != site->source.width)
		return "the compiler merges it with neighbouring accesses, which it would not do in a variant";
	switch (site->pattern) {
	case PATTERN_MISALIGNED:
		return site->alignment.varies ? "its requests begin at different offsets in their sectors" : NULL;
	case PATTERN_GATHER: return "it is a gather: no layout packs all its requests";
	default: return packing_find(own->launch->launch, site, &packing);
	}
}

/* The same for all accesses of the finding. */
static const char *
obstacle_of_all(const struct counterfactual *own, struct arena *arena)
{
	const char *why = obstacle(own, own->sites[0]);
	if (why)
		return why;
	for (size_t i = 1; i < own->site_count; i++) {
		const struct site *site = own->sites[i];
		why = obstacle(own, site);
		if (why)
			return arena_printf(arena, "the %s in line %u, which belongs to the finding: %s",
			                    site_kind_text(site->kind), site->place.line, why);
	}
	return NULL;
}

/* ---- changes ----------------------------------------------------------------------------------------------------- */

/* The new text for one access, or for several that share this place in the source. */
struct change {
	struct edit place;
	const struct site *site;
	const struct transposed_form *forms; /* possible new texts, best first */
	size_t form_count;
};

/* All changes for a finding's variants. */
struct changes {
	const struct making *making;
	struct change *items;
	size_t count, capacity;
	const char *objects[SECOND_OBJECTS]; /* ids of the buffers whose addresses the header's variables hold */
	size_t object_count;
};

/* The number of steps in a tile. Tiles are long because a real change of the layout makes long arrays. They are short
 * enough that the rest after the last tile is a negligible share of the object. */
static unsigned
tile_of(const struct packing *packing, uint64_t object_bytes)
{
	enum { MOST_BYTES = 1024 * 1024, LEAST_TILES = 64 };
	const uint64_t share = object_bytes / LEAST_TILES,
		       most = (share < MOST_BYTES ? share : MOST_BYTES) / packing->step;
	unsigned tile = packing->tile;
	while (packing->is_least_tile && 2 * tile <= most)
		tile *= 2;
	return tile;
}

/* The index of the header's variable that holds the buffer's address. SECOND_OBJECTS: no variable is free. */
static unsigned
object_of(struct changes *changes, const char *buffer)
{
	unsigned i = 0;
	while (i < changes->object_count && strcmp(changes->objects[i], buffer) != 0)
		i++;
	if (i == changes->object_count && i < SECOND_OBJECTS)
		changes->objects[changes->object_count++] = buffer;
	return i;
}

static const char *
relay(struct changes *changes, struct change *change)
{
	const struct site *site = change->site;
	struct packing packing;
	const char *why = packing_find(changes->making->own->launch->launch, site, &packing);
	if (why)
		return why;
	struct transposed_site transposed = {
		.expression = site->expression, .step = packing.step, .width = site->width};
	const char *buffer = making_buffer_of(changes->making, site, &transposed.object_bytes);
	if (!buffer)
		return "its memory is not a buffer of the launch";
	if (transposed.object_bytes / packing.tile < transposed.step)
		return "its memory is smaller than the range of a warp";
	transposed.tile = tile_of(&packing, transposed.object_bytes);
	transposed.object = object_of(changes, buffer);
	if (transposed.object == SECOND_OBJECTS)
		return "it accesses too many buffers";
	change->forms = transposed_forms(&transposed, &change->form_count, changes->making->arena);
	return NULL;
}

static void
set_only_form(struct changes *changes, struct change *change, const char *text)
{
	struct transposed_form *form = arena_new(changes->making->arena, struct transposed_form);
	form->text = text;
	change->forms = form;
	change->form_count = 1;
}

/* Shifts the access up to the next sector boundary. The first words of an object may belong to a warp with another
 * alignment, so shifting down could leave the object. The buffer is extended by one sector instead. */
static const char *
align(struct changes *changes, struct change *change)
{
	const struct site *site = change->site;
	const struct making *making = changes->making;
	uint64_t bytes = 0;
	const char *buffer = making_buffer_of(making, site, &bytes);
	if (!buffer)
		return "its memory is not a buffer of the launch";
	making_give_room(making, buffer, SECTOR_BYTES);
	set_only_form(
		changes, change,
		shifted_access(site->expression, SECTOR_BYTES - (int64_t)site->alignment.misalignment, making->arena));
	return NULL;
}

/* The change of this text; NULL: there is none. */
static struct change *
change_at(const struct changes *changes, const struct place *place)
{
	for (size_t i = 0; i < changes->count; i++)
		if (fairness_same_text(&changes->items[i].site->place, place))
			return &changes->items[i];
	return NULL;
}

/* A load and a store with one text, as in `a[i] += x`, change together. */
static const char *
add_change(struct changes *changes, const struct site *site)
{
	if (change_at(changes, &site->place))
		return NULL;
	struct change change = {.site = site};
	const char *why = making_find_text(changes->making, site, &change.place);
	if (why)
		return why;
	why = site->pattern == PATTERN_MISALIGNED ? align(changes, &change) : relay(changes, &change);
	arena_push(changes->making->arena, changes->items, changes->count, changes->capacity, change);
	return why;
}

/* ---- all changes of a finding ------------------------------------------------------------------------------------ */

static const char *
add_declaration(struct changes *changes, const struct fix *fix)
{
	struct change change = {.site = changes->making->own->sites[0]};
	const char *why = making_find_place(changes->making, &fix->place, &change.place);
	set_only_form(changes, &change, fix->replacement);
	arena_push(changes->making->arena, changes->items, changes->count, changes->capacity, change);
	return why;
}

static const char *
add_changes(struct changes *changes)
{
	const struct counterfactual *own = changes->making->own;
	const char *why = NULL;
	if (own->of_array)
		return add_declaration(changes, &own->finding->fixes[0]);
	for (size_t i = 0; i < own->site_count && !why; i++)
		why = add_change(changes, own->sites[i]);
	return why;
}

/* Whether one text contains another. The changes are in the order of their places. */
static bool
overlap(const struct changes *changes)
{
	for (size_t i = 1; i < changes->count; i++) {
		const struct edit *before = &changes->items[i - 1].place, *edit = &changes->items[i].place;
		if (before->file == edit->file && edit->begin < before->end)
			return true;
	}
	return false;
}

/* ---- the variants of a finding ----------------------------------------------------------------------------------- */

static const struct transposed_form *
form_of(const struct change *change, size_t number)
{
	return &change->forms[number < change->form_count ? number : change->form_count - 1];
}

/* All texts in their form `number`, or in their last form if they have fewer. */
static struct edits
edits_of(const struct changes *changes, size_t number, bool audited)
{
	struct edits edits = {arena_new_array(changes->making->arena, struct edit, changes->count), changes->count};
	for (size_t i = 0; i < changes->count; i++) {
		const struct transposed_form *form = form_of(&changes->items[i], number);
		edits.items[i] = changes->items[i].place;
		edits.items[i].text = audited && form->audit ? form->audit : form->text;
	}
	return edits;
}

static void
add_forms(const struct changes *changes, size_t number)
{
	struct version version = {.audit = NO_KERNEL, .twice = NO_KERNEL};
	struct version_draft draft = {.objects = changes->objects, .object_count = changes->object_count};
	bool is_guess = false, is_computed = false;
	for (size_t i = 0; i < changes->count; i++) {
		const struct transposed_form *form = form_of(&changes->items[i], number);
		is_guess |= form->audit != NULL;
		is_computed |= form->is_computed;
	}
	draft.source.edits = edits_of(changes, number, true);
	if (is_guess)
		version.audit = making_add(changes->making, &draft);
	draft.source.edits = edits_of(changes, number, false);
	draft.is_counted = true;
	version.kernel = making_add(changes->making, &draft);
	if (is_guess)
		making_audit(changes->making, version.kernel, version.audit);
	draft.source.macro = SECOND_TWICE;
	if (is_computed)
		version.twice = making_add(changes->making, &draft);
	making_add_version(changes->making, version);
}

const char *
counterfactual_accesses(const struct making *making)
{
	struct changes changes = {.making = making};
	struct counterfactual *own = making->own;
	const char *why = obstacle_of_all(own, making->arena);
	if (why)
		return why;
	own->changed = CHANGED_ACCESSES;
	own->form = "with this access in its ideal form";
	own->of_array = own->sites[0]->space == SPACE_SHARED;
	why = add_changes(&changes);
	if (why)
		return why;
	if (changes.count > 1)
		qsort(changes.items, changes.count, sizeof *changes.items, edit_compare);
	if (overlap(&changes))
		return "one of its accesses is part of another";
	size_t forms = 0;
	for (size_t i = 0; i < changes.count; i++)
		forms = changes.items[i].form_count > forms ? changes.items[i].form_count : forms;
	for (size_t i = 0; i < forms; i++)
		add_forms(&changes, i);
	return NULL;
}
