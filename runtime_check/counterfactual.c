#include "runtime_check/counterfactual.h"

#include <stdlib.h>
#include <string.h>

#include "runtime_check/relaid.h"
#include "runtime_check/result.h"
#include "runtime_check/second_source.h"
#include "support/memory.h"

/* Each takes some compilations, and runs of the kernel. */
enum { MOST_FINDINGS = 16 };
enum { WARP = 32, SECTOR = 32 };

/* ---- which findings ------------------------------------------------------------------------------------------------ */

static const struct site *
site_of(const struct finding *finding)
{
	for (size_t i = 0; finding->launch && finding->site && *finding->site && i < finding->launch->site_count; i++)
		if (strcmp(finding->launch->sites[i].id, finding->site) == 0)
			return &finding->launch->sites[i];
	return NULL;
}

static void
add_site(struct counterfactual *own, const struct site *site, struct arena *arena)
{
	for (size_t i = 0; i < own->site_count; i++)
		if (own->sites[i] == site)
			return;
	arena_push(arena, own->sites, own->site_count, own->site_capacity, site);
}

bool
counterfactual_same_text(const struct place *a, const struct place *b)
{
	return facts_same_place(a, b) && a->end_line == b->end_line && a->end_column == b->end_column;
}

static bool
find_launch(const struct plan *plan, struct counterfactual *own)
{
	for (size_t i = 0; i < plan->kernel_count; i++) {
		const struct planned_kernel *kernel = &plan->kernels[i];
		for (size_t k = 0; k < kernel->kernel->launch_count; k++) {
			own->kernel = kernel;
			own->launch = &kernel->launches[k];
			if (own->launch->launch == own->finding->launch)
				return kernel->bundle && !kernel->skipped && !own->launch->skipped;
		}
	}
	return false;
}

static const char *
why_not_strided(const struct site *site)
{
	if (site->width == 0 || site->lane_step == 0 || llabs(site->lane_step) % site->width != 0)
		return "its lanes step by no multiple of what each of them moves";
	return NULL;
}

/* Why no second version of the access would be a fair one; NULL: one may be. */
static const char *
obstacle(const struct site *site, const struct finding *finding)
{
	if (site->kind == SITE_BRANCH)
		return "of branches there is no second version that does the same work";
	if ((site->kind != SITE_LOAD && site->kind != SITE_STORE) || (site->space != SPACE_GLOBAL && site->space != SPACE_SHARED))
		return "only loads and stores of global and shared memory have a second version";
	if (site->copy != COPY_NONE)
		return "of asynchronous copies there is no second version";
	if (!site->has_measured && site->agreement != AGREEMENT_FULL)
		return "its requests were only counted together with those of others on its line, and are not as many as predicted";
	if (site->space == SPACE_SHARED)
		return finding->fix_count && finding->fixes[0].replacement ? NULL : "no declaration is known that would make it ideal";
	if (site->width != site->source_width)
		return "the compiler joins it with its neighbours, which it would not do in a second version";
	switch (site->pattern) {
	case PATTERN_STRIDED:
		return why_not_strided(site);
	case PATTERN_MISALIGNED:
		return site->misaligned_variously ? "its requests begin at several places in their sectors" : NULL;
	case PATTERN_GATHER:
		return "it is a gather: there is no layout in which all its requests are packed";
	default:
		return "its lanes do not step evenly";
	}
}

/* The same of all that the finding tells of. */
static const char *
obstacle_of_all(const struct counterfactual *own, struct arena *arena)
{
	const char *why = obstacle(own->sites[0], own->finding);
	if (why)
		return why;
	for (size_t i = 1; i < own->site_count; i++) {
		const struct site *site = own->sites[i];
		why = obstacle(site, own->finding);
		if (why)
			return arena_printf(arena, "the %s in line %u, which is told with it: %s", site_kind_text(site->kind),
			                    site->place.line, why);
	}
	return NULL;
}

static bool
is_confirmed(const struct finding *finding)
{
	return finding->status == FINDING_CONFIRMED || finding->status == FINDING_PARTLY_CONFIRMED;
}

/* ---- making the job ------------------------------------------------------------------------------------------------ */

struct making {
	struct counterfactuals *all;
	const struct plan *plan;
	struct arena *arena;
	json_t *sources, *kernels, *races;
};

static json_t *
planned_kernel_json(const struct making *making, const struct counterfactual *own)
{
	return json_array_get(json_object_get(making->plan->document, "kernels"), own->kernel->index);
}

static json_t *
planned_launch_json(const struct making *making, const struct counterfactual *own)
{
	return json_array_get(json_object_get(planned_kernel_json(making, own), "launches"), own->launch->index);
}

static json_t *
planned_source(const struct making *making, const struct counterfactual *own)
{
	const char *id = result_text(planned_kernel_json(making, own), "source");
	json_t *source;
	size_t i;
	json_array_foreach(json_object_get(making->plan->document, "sources"), i, source)
		if (strcmp(result_text(source, "id"), id) == 0)
			return source;
	return NULL;
}

/* The buffer of the launch's that the site's memory is: its id in the job, or NULL; and its size. */
static const char *
buffer_of(const struct making *making, const struct counterfactual *own, const struct site *site, uint64_t *bytes)
{
	const json_t *arguments = json_object_get(planned_launch_json(making, own), "arguments");
	const struct launch *launch = own->launch->launch;
	const char *id = NULL;
	for (size_t i = 0; i < launch->input_count; i++) {
		const struct launch_argument *input = &launch->inputs[i];
		const json_t *argument = json_array_get(arguments, i);
		if (input->memory && input->memory == site->memory)
			id = result_text(argument, "buffer");
		for (size_t k = 0; k < input->pointer_count; k++)
			if (input->pointers[k].memory && input->pointers[k].memory == site->memory)
				id = result_text(json_array_get(json_object_get(argument, "pointers"), k), "buffer");
	}
	json_t *buffer;
	size_t i;
	json_array_foreach(json_object_get(planned_kernel_json(making, own), "buffers"), i, buffer)
		if (id && strcmp(result_text(buffer, "id"), id) == 0)
			*bytes = (uint64_t)json_integer_value(json_object_get(buffer, "bytes"));
	return id;
}

static void
add_source(const struct making *making, const json_t *source)
{
	json_t *other;
	size_t i;
	json_array_foreach(making->sources, i, other)
		if (other == source)
			return;
	json_array_append(making->sources, (json_t *)(uintptr_t)source);
}

/* Adds the original, if no finding before had it. */
static void
add_own(struct making *making, struct counterfactual *own)
{
	for (size_t i = 0; i < making->all->count; i++) {
		const struct counterfactual *other = &making->all->items[i];
		if (other != own && other->launch == own->launch) {
			own->own = other->own;
			return;
		}
	}
	json_t *kernel = json_copy(planned_kernel_json(making, own)), *launch = json_copy(planned_launch_json(making, own));
	json_object_set_new(launch, "measure", json_pack("[s]", "metrics"));
	json_object_set_new(launch, "timing", json_pack("{s:b, s:f, s:f}", "restore", true, "seconds", 1.0, "warmup_ms", 20.0));
	json_object_set_new(kernel, "launches", json_pack("[o]", launch));
	own->own = json_array_size(making->kernels);
	json_object_set_new(kernel, "id", json_sprintf("%zu own", own->own));
	json_array_append_new(making->kernels, kernel);
	add_source(making, planned_source(making, own));
}

/* ---- versions ------------------------------------------------------------------------------------------------------ */

/* A text of the source that a version has otherwise: of one access, or of several that share it. */
struct change {
	struct edit place;
	const struct site *site;
	const struct relaid_form *forms;   /* best first */
	size_t form_count;
};

/* What a finding's versions consist of. */
struct changes {
	struct making *making;
	struct counterfactual *own;
	struct change *items;
	size_t count, capacity;
	const char *objects[RELAID_OBJECTS];   /* buffers whose addresses the header's variables have, by their ids */
	size_t object_count;
};

static const char *
kernel_id(const struct making *making, size_t kernel)
{
	return result_text(json_array_get(making->kernels, kernel), "id");
}

static json_t *
version_launch(const struct changes *changes, bool is_counted)
{
	json_t *launch = json_copy(planned_launch_json(changes->making, changes->own));
	json_t *variables = json_copy(json_object_get(launch, "variables"));
	variables = variables ? variables : json_array();
	const size_t before = json_array_size(json_object_get(planned_kernel_json(changes->making, changes->own), "variables"));
	for (size_t i = 0; i < changes->object_count; i++)
		json_array_append_new(variables, json_pack("{s:I, s:s}", "variable", (json_int_t)(before + i), "buffer",
		                                           changes->objects[i]));
	json_object_set_new(launch, "variables", variables);
	json_object_set_new(launch, "measure", is_counted ? json_pack("[s]", "metrics") : json_array());
	return launch;
}

static json_t *
object_variables(const struct changes *changes)
{
	json_t *variables = json_array();
	for (size_t i = 0; i < changes->object_count; i++)
		json_array_append_new(variables, json_pack("{s:o, s:{s:s}}", "link_name", json_sprintf(RELAID_OBJECT "%zu", i), "fill",
		                                           "kind", "zero"));
	return variables;
}

/* Adds a kernel, and its source, with these edits; its index in the job. */
static size_t
add_version(const struct changes *changes, struct edits edits, const char *macro, bool is_counted)
{
	struct making *making = changes->making;
	const struct counterfactual *own = changes->own;
	const json_t *planned = planned_kernel_json(making, own);
	const size_t index = json_array_size(making->kernels);
	const char *id = arena_printf(making->arena, "%zu version", index);
	json_array_append_new(making->sources, second_source_make(planned_source(making, own), id, edits, macro));
	json_t *kernel = json_pack("{s:s, s:s, s:s, s:[o]}", "id", id, "source", id, "inputs_of",
	                           kernel_id(making, own->own), "launches", version_launch(changes, is_counted));
	static const char *const names[] = {"name_expression", "link_name"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (json_object_get(planned, names[i]))
			json_object_set(kernel, names[i], json_object_get(planned, names[i]));
	if (json_object_get(planned, "extent"))
		json_object_set_new(kernel, "extent", second_source_extent(json_object_get(planned, "extent"), edits));
	if (changes->object_count > 0)
		json_object_set_new(kernel, "variables", object_variables(changes));
	json_array_append_new(making->kernels, kernel);
	return index;
}

static const struct relaid_form *
form_of(const struct change *change, size_t number)
{
	return &change->forms[number < change->form_count ? number : change->form_count - 1];
}

/* All texts in their forms of that number, or their last ones. */
static struct edits
edits_of(const struct changes *changes, size_t number, bool audited)
{
	struct edits edits = {arena_new_array(changes->making->arena, struct edit, changes->count), changes->count};
	for (size_t i = 0; i < changes->count; i++) {
		const struct relaid_form *form = form_of(&changes->items[i], number);
		edits.items[i] = changes->items[i].place;
		edits.items[i].text = audited && form->audit ? form->audit : form->text;
	}
	return edits;
}

static void
add_forms(const struct changes *changes, size_t number)
{
	struct making *making = changes->making;
	struct counterfactual *own = changes->own;
	struct version version = {.audit = NO_KERNEL, .twice = NO_KERNEL};
	bool is_guess = false, is_computed = false;
	for (size_t i = 0; i < changes->count; i++) {
		const struct relaid_form *form = form_of(&changes->items[i], number);
		is_guess |= form->audit != NULL;
		is_computed |= form->is_computed;
	}
	if (is_guess)
		version.audit = add_version(changes, edits_of(changes, number, true), NULL, false);
	version.kernel = add_version(changes, edits_of(changes, number, false), NULL, true);
	if (is_guess)
		json_object_set_new(json_array_get(making->kernels, version.kernel), "audited_by",
		                    json_string(kernel_id(making, version.audit)));
	if (is_computed)
		version.twice = add_version(changes, edits_of(changes, number, false), RELAID_TWICE, true);
	arena_push(making->arena, own->versions, own->count, own->capacity, version);
}

/* ---- forms of an access -------------------------------------------------------------------------------------------- */

/* Steps to a tile: as many as make pieces that are long where memory is concerned, since who lays data out otherwise has
 * arrays as long as can be; but what is behind the last tile is to be next to nothing of the whole. */
static unsigned
tile_of(uint64_t step, uint64_t object_bytes)
{
	enum { MOST_BYTES = 1024 * 1024, LEAST_TILES = 64 };
	const uint64_t share = object_bytes / LEAST_TILES, most = (share < MOST_BYTES ? share : MOST_BYTES) / step;
	unsigned tile = WARP;
	while (2 * tile <= most)
		tile *= 2;
	return tile;
}

/* The number of the header's variable that has the buffer's address; RELAID_OBJECTS: there is none left. */
static unsigned
object_of(struct changes *changes, const char *buffer)
{
	unsigned i = 0;
	while (i < changes->object_count && strcmp(changes->objects[i], buffer) != 0)
		i++;
	if (i == changes->object_count && i < RELAID_OBJECTS)
		changes->objects[changes->object_count++] = buffer;
	return i;
}

static const char *
relay(struct changes *changes, struct change *change)
{
	const struct site *site = change->site;
	struct relaid_site relaid = {.expression = site->expression, .step = (uint64_t)llabs(site->lane_step), .width = site->width};
	const char *buffer = buffer_of(changes->making, changes->own, site, &relaid.object_bytes);
	if (!buffer)
		return "its memory is no buffer of the launch's";
	if (relaid.object_bytes / WARP < relaid.step)
		return "its memory is smaller than what a warp steps over";
	relaid.tile = tile_of(relaid.step, relaid.object_bytes);
	relaid.object = object_of(changes, buffer);
	if (relaid.object == RELAID_OBJECTS)
		return "its accesses go to too many buffers";
	change->forms = relaid_forms(&relaid, &change->form_count, changes->making->arena);
	return NULL;
}

static void
set_only_form(struct changes *changes, struct change *change, const char *text)
{
	struct relaid_form *form = arena_new(changes->making->arena, struct relaid_form);
	form->text = text;
	change->forms = form;
	change->form_count = 1;
}

/* To the nearer end of a sector: what lies before the object's beginning, or behind its end, is nobody's. */
static const char *
aligned_text(const struct site *site, struct arena *arena)
{
	const int64_t off = (int64_t)site->misalignment;
	return relaid_shifted(site->expression, off <= SECTOR / 2 ? -off : SECTOR - off, arena);
}

static const char *
find_place(const struct changes *changes, const struct place *place, struct edit *edit)
{
	const struct counterfactual *own = changes->own;
	return second_source_find(planned_source(changes->making, own), own->kernel->bundle, place, edit)
	               ? NULL : "it is not in one line of the source";
}

/* Loads and stores of one text, as of `a[i] += x`, change together. */
static const char *
add_change(struct changes *changes, const struct site *site)
{
	for (size_t i = 0; i < changes->count; i++)
		if (counterfactual_same_text(&changes->items[i].site->place, &site->place))
			return NULL;
	struct change change = {.site = site};
	const char *why = find_place(changes, &site->place, &change.place), *expression = site->expression;
	if (why)
		return why;
	const char *text = second_source_text(planned_source(changes->making, changes->own), change.place.file);
	if (strlen(expression) != change.place.end - change.place.begin ||
	    strncmp(text + change.place.begin, expression, strlen(expression)) != 0)
		return "its text comes from a macro";
	if (site->pattern == PATTERN_MISALIGNED)
		set_only_form(changes, &change, aligned_text(site, changes->making->arena));
	else
		why = relay(changes, &change);
	arena_push(changes->making->arena, changes->items, changes->count, changes->capacity, change);
	return why;
}

static const char *
add_declaration(struct changes *changes, const struct fix *fix)
{
	struct change change = {.site = changes->own->sites[0]};
	const char *why = find_place(changes, &fix->place, &change.place);
	set_only_form(changes, &change, fix->replacement);
	arena_push(changes->making->arena, changes->items, changes->count, changes->capacity, change);
	return why;
}

static const char *
add_changes(struct changes *changes)
{
	const struct counterfactual *own = changes->own;
	const char *why = NULL;
	if (own->of_array)
		return add_declaration(changes, &own->finding->fixes[0]);
	for (size_t i = 0; i < own->site_count && !why; i++)
		why = add_change(changes, own->sites[i]);
	return why;
}

static int
by_text(const void *left, const void *right)
{
	const struct edit *a = &((const struct change *)left)->place, *b = &((const struct change *)right)->place;
	return a->file != b->file ? (a->file > b->file) - (a->file < b->file) : (a->begin > b->begin) - (a->begin < b->begin);
}

/* Whether a text is part of another; they are in order. */
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

static const char *
add_versions(struct making *making, struct counterfactual *own)
{
	struct changes changes = {.making = making, .own = own};
	own->of_array = own->sites[0]->space == SPACE_SHARED;
	const char *why = add_changes(&changes);
	if (why)
		return why;
	qsort(changes.items, changes.count, sizeof *changes.items, by_text);
	if (overlap(&changes))
		return "one of its accesses is part of another";
	size_t forms = 0;
	for (size_t i = 0; i < changes.count; i++)
		forms = changes.items[i].form_count > forms ? changes.items[i].form_count : forms;
	add_own(making, own);
	for (size_t i = 0; i < forms; i++)
		add_forms(&changes, i);
	return NULL;
}

/* The original beside its versions, and beside what tells the price of their arithmetic. */
static void
add_race(struct making *making, struct counterfactual *own)
{
	json_t *kernels = json_array();
	json_array_append_new(kernels, json_string(kernel_id(making, own->own)));
	for (size_t i = 0; i < own->count; i++) {
		json_array_append_new(kernels, json_string(kernel_id(making, own->versions[i].kernel)));
		if (own->versions[i].twice != NO_KERNEL)
			json_array_append_new(kernels, json_string(kernel_id(making, own->versions[i].twice)));
	}
	own->race = json_array_size(making->races);
	json_array_append_new(making->races, json_pack("{s:o, s:o}", "id", json_sprintf("%zu", own->race), "kernels", kernels));
}

/* Why the finding has no second version; NULL: it has. */
static const char *
add_finding(struct making *making, struct finding *finding)
{
	struct counterfactual own = {.finding = finding};
	const struct site *shown = site_of(finding);
	if (!shown)
		return "it is about the launch as such, not about an access";
	if (!is_confirmed(finding))
		return "its requests were not confirmed";
	add_site(&own, shown, making->arena);
	for (size_t i = 0; i < finding->site_count; i++)
		add_site(&own, finding->sites[i], making->arena);
	const char *why = obstacle_of_all(&own, making->arena);
	if (why)
		return why;
	if (finding->launch->origin == LAUNCH_ASSUMED)
		return "its launch is one that was made up";
	if (!find_launch(making->plan, &own))
		return "its launch is not the one that was measured";
	if (making->all->count == MOST_FINDINGS)
		return arena_printf(making->arena, "%d other findings were", MOST_FINDINGS);
	memory_push(making->all->items, making->all->count, making->all->capacity, own);
	struct counterfactual *kept = &making->all->items[making->all->count - 1];
	why = add_versions(making, kept);
	if (why)
		making->all->count--;
	else
		add_race(making, kept);
	return why;
}

void
counterfactuals_build(struct counterfactuals *all, struct facts *facts, const struct plan *plan)
{
	*all = (struct counterfactuals){0};
	struct making making = {all, plan, &facts->arena, json_array(), json_array(), json_array()};
	for (size_t i = 0; i < facts->finding_count; i++)
		facts->findings[i].unmeasured_penalty = add_finding(&making, &facts->findings[i]);
	all->document = json_pack("{s:i, s:O, s:O, s:o, s:o, s:o}", "schema_version", 1, "arch",
	                          json_object_get(plan->document, "arch"), "seconds", json_object_get(plan->document, "seconds"),
	                          "sources", making.sources, "kernels", making.kernels, "races", making.races);
}

void
counterfactuals_free(struct counterfactuals *all)
{
	json_decref(all->document);
	free(all->items);
}
