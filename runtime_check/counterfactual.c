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
buffer_of(const struct making *making, const struct counterfactual *own, uint64_t *bytes)
{
	const json_t *arguments = json_object_get(planned_launch_json(making, own), "arguments");
	const struct launch *launch = own->launch->launch;
	const char *id = NULL;
	for (size_t i = 0; i < launch->input_count; i++) {
		const struct launch_argument *input = &launch->inputs[i];
		const json_t *argument = json_array_get(arguments, i);
		if (input->memory && input->memory == own->site->memory)
			id = result_text(argument, "buffer");
		for (size_t k = 0; k < input->pointer_count; k++)
			if (input->pointers[k].memory && input->pointers[k].memory == own->site->memory)
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

enum { NO_AUDIT = -1 };

/* A text for the place of an edit, with what it needs. */
struct wording {
	const char *text, *macro;
	const char *buffer;        /* the header's variable has its address; NULL: it is not used */
	bool is_counted;
	int audit;                 /* of the job's kernels, or NO_AUDIT */
};

static const char *
kernel_id(const struct making *making, size_t kernel)
{
	return result_text(json_array_get(making->kernels, kernel), "id");
}

static json_t *
version_launch(const struct making *making, const struct counterfactual *own, const struct wording *wording)
{
	json_t *launch = json_copy(planned_launch_json(making, own));
	json_t *changes = json_copy(json_object_get(launch, "variables"));
	changes = changes ? changes : json_array();
	const size_t before = json_array_size(json_object_get(planned_kernel_json(making, own), "variables"));
	if (wording->buffer)
		json_array_append_new(changes, json_pack("{s:I, s:s}", "variable", (json_int_t)before, "buffer", wording->buffer));
	json_object_set_new(launch, "variables", changes);
	json_object_set_new(launch, "measure", wording->is_counted ? json_pack("[s]", "metrics") : json_array());
	return launch;
}

/* Adds a kernel, and its source, in which the edit's place reads so; its index in the job. */
static size_t
add_version(struct making *making, const struct counterfactual *own, const struct edit *place, const struct wording *wording)
{
	const struct edit edit = {place->file, place->begin, place->end, wording->text};
	const json_t *planned = planned_kernel_json(making, own);
	const size_t index = json_array_size(making->kernels);
	const char *id = arena_printf(making->arena, "%zu version", index);
	json_array_append_new(making->sources, second_source_make(planned_source(making, own), id, &edit, wording->macro));
	json_t *kernel = json_pack("{s:s, s:s, s:s, s:[o]}", "id", id, "source", id, "inputs_of",
	                           kernel_id(making, own->own), "launches", version_launch(making, own, wording));
	static const char *const names[] = {"name_expression", "link_name"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (json_object_get(planned, names[i]))
			json_object_set(kernel, names[i], json_object_get(planned, names[i]));
	if (json_object_get(planned, "extent"))
		json_object_set_new(kernel, "extent",
		                    edit.file ? json_incref(json_object_get(planned, "extent")) :
		                                second_source_extent(json_object_get(planned, "extent"), &edit));
	if (wording->audit != NO_AUDIT)
		json_object_set_new(kernel, "audited_by", json_string(kernel_id(making, (size_t)wording->audit)));
	if (wording->buffer)
		json_object_set_new(kernel, "variables", json_pack("[{s:s, s:{s:s}}]", "link_name", RELAID_OBJECT, "fill", "kind", "zero"));
	json_array_append_new(making->kernels, kernel);
	return index;
}

static const char *
add_plain(struct making *making, struct counterfactual *own, const struct edit *place, const char *text)
{
	const struct wording wording = {.text = text, .is_counted = true, .audit = NO_AUDIT};
	add_own(making, own);
	const struct version version = {COUNTERFACTUAL_PLAIN, add_version(making, own, place, &wording), 0};
	arena_push(making->arena, own->versions, own->count, own->capacity, version);
	return NULL;
}

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

static void
add_form(struct making *making, struct counterfactual *own, const struct edit *place, const struct relaid_form *form,
         const char *buffer)
{
	struct version version = {.kind = form->audit ? COUNTERFACTUAL_GUESS : COUNTERFACTUAL_COMPUTED};
	struct wording wording = {.text = form->audit, .buffer = buffer, .audit = NO_AUDIT};
	if (form->audit)
		wording.audit = (int)(version.check = add_version(making, own, place, &wording));
	wording.text = form->text;
	wording.is_counted = true;
	version.kernel = add_version(making, own, place, &wording);
	wording.macro = RELAID_TWICE;
	if (!form->audit)
		version.check = add_version(making, own, place, &wording);
	arena_push(making->arena, own->versions, own->count, own->capacity, version);
}

static const char *
add_relaid(struct making *making, struct counterfactual *own, const struct edit *place)
{
	const struct site *site = own->site;
	struct relaid_site relaid = {site->expression, (uint64_t)llabs(site->lane_step), site->width, 0, 0};
	const char *buffer = buffer_of(making, own, &relaid.object_bytes);
	if (!buffer)
		return "its memory is no buffer of the launch's";
	if (relaid.object_bytes / WARP < relaid.step)
		return "its memory is smaller than what a warp steps over";
	relaid.tile = tile_of(relaid.step, relaid.object_bytes);
	size_t count;
	const struct relaid_form *forms = relaid_forms(&relaid, &count, making->arena);
	add_own(making, own);
	for (size_t i = 0; i < count; i++)
		add_form(making, own, place, &forms[i], buffer);
	return NULL;
}

/* To the nearer end of a sector: what lies before the object's beginning, or behind its end, is nobody's. */
static const char *
aligned_text(const struct site *site, struct arena *arena)
{
	const int64_t off = (int64_t)site->misalignment;
	return relaid_shifted(site->expression, off <= SECTOR / 2 ? -off : SECTOR - off, arena);
}

static const char *
add_versions(struct making *making, struct counterfactual *own)
{
	const json_t *source = planned_source(making, own);
	const struct fix *fix = own->site->space == SPACE_SHARED ? &own->finding->fixes[0] : NULL;
	const char *expression = own->site->expression;
	struct edit place = {0};
	if (!second_source_find(source, own->kernel->bundle, fix ? &fix->place : &own->site->place, &place))
		return "it is not in one line of the source";
	if (!fix && (strlen(expression) != place.end - place.begin ||
	             strncmp(second_source_text(source, place.file) + place.begin, expression, strlen(expression)) != 0))
		return "its text comes from a macro";
	own->of_array = fix;
	if (fix)
		return add_plain(making, own, &place, fix->replacement);
	if (own->site->pattern == PATTERN_MISALIGNED)
		return add_plain(making, own, &place, aligned_text(own->site, making->arena));
	return add_relaid(making, own, &place);
}

/* The original beside its versions, and beside what tells the price of their arithmetic. */
static void
add_race(struct making *making, struct counterfactual *own)
{
	json_t *kernels = json_array();
	json_array_append_new(kernels, json_string(kernel_id(making, own->own)));
	for (size_t i = 0; i < own->count; i++) {
		json_array_append_new(kernels, json_string(kernel_id(making, own->versions[i].kernel)));
		if (own->versions[i].kind == COUNTERFACTUAL_COMPUTED)
			json_array_append_new(kernels, json_string(kernel_id(making, own->versions[i].check)));
	}
	own->race = json_array_size(making->races);
	json_array_append_new(making->races, json_pack("{s:o, s:o}", "id", json_sprintf("%zu", own->race), "kernels", kernels));
}

/* Why the finding has no second version; NULL: it has. */
static const char *
add_finding(struct making *making, struct finding *finding)
{
	struct counterfactual own = {.finding = finding, .site = site_of(finding)};
	if (!own.site)
		return "it is about the launch as such, not about an access";
	if (!is_confirmed(finding))
		return "its requests were not confirmed";
	const char *why = obstacle(own.site, finding);
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
