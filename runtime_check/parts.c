#include "runtime_check/parts.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/worker/result.h"
#include "runtime_check/excerpt.h"
#include "support/hash.h"

/* ---- identity ---------------------------------------------------------------------------------------------------- */

const char *
parts_job_id(const json_t *job, struct arena *arena)
{
	char *text = json_dumps(job, JSON_COMPACT | JSON_REAL_PRECISION(17));
	const char *id = arena_printf(arena, "%016llx", (unsigned long long)hash_text(text ? text : ""));
	free(text);
	return id;
}

/* ---- splitting --------------------------------------------------------------------------------------------------- */

/* Buffers by id, without duplicates, in the order of first use. */
struct wanted {
	json_t *ids, *known; /* an array, and an object with the same ids as keys */
};

static void
want(struct wanted *wanted, const json_t *holder)
{
	size_t i;
	const json_t *pointer;
	const char *id = result_text(holder, "buffer");
	if (*id && !json_object_get(wanted->known, id)) {
		json_object_set_new(wanted->known, id, json_true());
		json_array_append_new(wanted->ids, json_string(id));
	}
	json_array_foreach (json_object_get(holder, "pointers"), i, pointer)
		want(wanted, pointer);
}

static void
want_each(struct wanted *wanted, const json_t *holders)
{
	size_t i;
	const json_t *holder;
	json_array_foreach (holders, i, holder)
		want(wanted, holder);
}

static json_t *
by_id(const json_t *buffers)
{
	json_t *all = json_object(), *buffer;
	size_t i;
	json_array_foreach (buffers, i, buffer)
		json_object_set(all, result_text(buffer, "id"), buffer);
	return all;
}

/* The kernel's buffers whose addresses the launches get, and the buffers that these point to, in the kernel's order. */
static json_t *
buffers_of(const json_t *kernel, const json_t *launches)
{
	json_t *all = by_id(json_object_get(kernel, "buffers")), *kept = json_array(), *buffer;
	struct wanted wanted = {json_array(), json_object()};
	size_t i;
	const json_t *launch;
	json_array_foreach (launches, i, launch) {
		want_each(&wanted, json_object_get(launch, "arguments"));
		want_each(&wanted, json_object_get(launch, "variables"));
	}
	want_each(&wanted, json_object_get(kernel, "variables"));
	for (i = 0; i < json_array_size(wanted.ids); i++)
		want_each(&wanted,
		          json_object_get(json_object_get(all, json_string_value(json_array_get(wanted.ids, i))),
		                          "pointers"));
	json_array_foreach (json_object_get(kernel, "buffers"), i, buffer)
		if (json_object_get(wanted.known, result_text(buffer, "id")))
			json_array_append(kept, buffer);
	json_decref(wanted.ids);
	json_decref(wanted.known);
	json_decref(all);
	return kept;
}

static size_t
launches_of(const json_t *kernel)
{
	return json_array_size(json_object_get(kernel, "launches"));
}

static size_t
units_of(const json_t *kernel)
{
	const size_t launches = launches_of(kernel);
	return launches ? launches : 1;
}

size_t
parts_units(const json_t *whole)
{
	size_t i, units = 0;
	const json_t *kernel;
	json_array_foreach (json_object_get(whole, "kernels"), i, kernel)
		units += units_of(kernel);
	return units;
}

/* The kernel with some of its launches and their inputs. */
static json_t *
kernel_with(json_t *kernel, size_t first, size_t count)
{
	json_t *own = json_copy(kernel), *launches = json_array();
	for (size_t i = first; i < first + count && i < launches_of(kernel); i++)
		json_array_append(launches, json_array_get(json_object_get(kernel, "launches"), i));
	json_object_set_new(own, "buffers", buffers_of(kernel, launches));
	json_object_set_new(own, "launches", launches);
	return own;
}

/* The last kernel of the whole job that begins at or before this unit. */
static size_t
kernel_of_unit(const struct parts *parts, size_t unit)
{
	size_t low = 0, high = parts->kernel_count;
	while (high - low > 1) {
		const size_t middle = low + (high - low) / 2;
		if (parts->begins[middle] <= unit)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The kernels of the part's units. Sets where they begin in the whole. */
static json_t *
kernels_of(const struct parts *parts, struct part *part)
{
	json_t *kernels = json_array();
	const size_t end = part->first + part->count;
	part->kernel = kernel_of_unit(parts, part->first);
	part->launch = part->first - parts->begins[part->kernel];
	for (size_t i = part->kernel; i < parts->kernel_count && parts->begins[i] < end; i++) {
		const size_t begin = parts->begins[i];
		const size_t first = part->first > begin ? part->first - begin : 0;
		const size_t last = end < parts->begins[i + 1] ? end : parts->begins[i + 1];
		json_array_append_new(kernels, kernel_with(json_array_get(json_object_get(parts->whole, "kernels"), i),
		                                           first, last - begin - first));
	}
	return kernels;
}

/* "0003-transpose"; for several kernels "0001-program". */
static const char *
name_of(const json_t *kernels, size_t number, struct arena *arena)
{
	enum { MOST_LETTERS = 64 };
	const char *id = result_text(json_array_get(kernels, 0), "id"), *blank = strchr(id, ' ');
	char *name = arena_printf(arena, "%.*s", MOST_LETTERS,
	                          json_array_size(kernels) == 1 && blank ? blank + 1 : "program");
	for (char *at = name; *at; at++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", *at))
			*at = '-';
	return arena_printf(arena, "%04zu-%s", number, name);
}

void
parts_add(struct parts *parts, size_t first, size_t count)
{
	struct part part = {.first = first, .count = count};
	json_t *kernels = kernels_of(parts, &part), *job = json_copy(parts->whole);
	part.name = name_of(kernels, parts->count + 1, &parts->arena);
	if (count < parts->begins[parts->kernel_count])
		json_object_set_new(job, "sources", excerpts_take(parts->excerpts, kernels));
	json_object_set_new(job, "kernels", kernels);
	part.id = parts_job_id(job, &parts->arena);
	part.job = json_pack("{s:s}", "id", part.id);
	json_object_update(part.job, job);
	json_decref(job);
	arena_push(&parts->arena, parts->items, parts->count, parts->capacity, part);
}

static void
find_begins(struct parts *parts)
{
	const json_t *kernels = json_object_get(parts->whole, "kernels");
	size_t units = 0;
	parts->kernel_count = json_array_size(kernels);
	parts->begins = arena_new_array(&parts->arena, size_t, parts->kernel_count + 1);
	for (size_t i = 0; i <= parts->kernel_count; i++) {
		parts->begins[i] = units;
		units += i < parts->kernel_count ? units_of(json_array_get(kernels, i)) : 0;
	}
}

void
parts_cut(struct parts *parts, json_t *whole, size_t units)
{
	*parts = (struct parts){.whole = whole, .excerpts = excerpts_new(whole)};
	find_begins(parts);
	const size_t all = parts->begins[parts->kernel_count];
	for (size_t first = 0; first < all; first += units)
		parts_add(parts, first, all - first < units ? all - first : units);
}

void
parts_free(struct parts *parts)
{
	for (size_t i = 0; i < parts->count; i++)
		json_decref(parts->items[i].job);
	excerpts_free(parts->excerpts);
	arena_free(&parts->arena);
}

const char *
parts_identity(const struct parts *parts, struct arena *arena)
{
	json_t *ids = json_array();
	for (size_t i = 0; i < parts->count; i++)
		json_array_append_new(ids, json_string(parts->items[i].id));
	const char *all = parts_job_id(ids, arena);
	json_decref(ids);
	return all;
}

/* ---- joining ----------------------------------------------------------------------------------------------------- */

static void
set_status(json_t *object, const char *status, const char *reason)
{
	json_object_set_new(object, "status", json_string(status));
	json_object_set_new(object, "reason", json_string(reason));
}

/* Whether no result contains this kernel or launch of the whole job yet. */
static bool
is_unanswered(const json_t *joined)
{
	return result_status(joined, "status") == RESULT_NO_RESULT;
}

/* The whole job's kernels and launches, all without an answer. */
static json_t *
unanswered(const json_t *whole)
{
	json_t *answers = json_array();
	size_t i, k;
	const json_t *kernel, *launch;
	json_array_foreach (json_object_get(whole, "kernels"), i, kernel) {
		json_t *launches = json_array();
		json_array_foreach (json_object_get(kernel, "launches"), k, launch)
			json_array_append_new(launches, json_pack("{s:s, s:s, s:s}", "id", result_text(launch, "id"),
			                                          "status", "no-result", "reason", ""));
		json_array_append_new(answers, json_pack("{s:s, s:s, s:s, s:o}", "id", result_text(kernel, "id"),
		                                         "status", "no-result", "reason", "", "launches", launches));
	}
	return answers;
}

/* Merges a kernel's entry of one part. Of several parts, the first in which it was compiled counts. */
static void
join_kernel(json_t *joined, const json_t *answer)
{
	json_t *own = json_copy((json_t *)(uintptr_t)answer);
	json_object_del(own, "launches");
	if (!result_is_ok(joined))
		json_object_update(joined, own);
	json_decref(own);
}

/* A kernel in a part (or NULL) and in the whole. The part's launches begin at `first`. */
struct kernel_pair {
	const json_t *asked, *answer;
	json_t *joined;
	size_t first;
};

/* Why a launch of the part has no answer of its own; NULL: it should have one. */
static const char *
why_unanswered(const struct kernel_pair *pair, const struct part_result *part, struct arena *arena)
{
	if (!part->result)
		return part->missing;
	if (!pair->answer)
		return result_no_answer;
	if (!result_is_ok(part->result))
		return result_reason(part->result, arena);
	if (!result_is_ok(pair->answer))
		return result_reason(pair->answer, arena);
	return NULL;
}

static void
join_launches(const struct kernel_pair *pair, const struct part_result *part, struct arena *arena)
{
	const char *why = why_unanswered(pair, part, arena);
	const json_t *asked = json_object_get(pair->asked, "launches"),
		     *answers = json_object_get(pair->answer, "launches");
	for (size_t i = 0; i < json_array_size(asked); i++) {
		json_t *joined = json_array_get(json_object_get(pair->joined, "launches"), pair->first + i);
		const json_t *answer = why ? NULL : result_answer(asked, answers, i);
		if (!part->result && !is_unanswered(joined))
			continue;
		if (answer)
			json_object_update(joined, (json_t *)(uintptr_t)answer);
		else
			set_status(joined, part->result ? "not-run" : "no-result", why ? why : result_no_answer);
		json_object_set(joined, "device", json_object_get(json_object_get(part->result, "device"), "name"));
	}
}

static void
join_part(json_t *kernels, const struct part *part, const struct part_result *result, struct arena *arena)
{
	const json_t *asked = json_object_get(part->job, "kernels"),
		     *answers = json_object_get(result->result, "kernels");
	for (size_t i = 0; i < json_array_size(asked); i++) {
		const struct kernel_pair pair = {json_array_get(asked, i), result_answer(asked, answers, i),
		                                 json_array_get(kernels, part->kernel + i), i == 0 ? part->launch : 0};
		if (pair.answer)
			join_kernel(pair.joined, pair.answer);
		else if (is_unanswered(pair.joined))
			set_status(pair.joined, "no-result", result->result ? result_no_answer : result->missing);
		join_launches(&pair, result, arena);
	}
}

/* Whether `name` is in the comma-separated list, or empty. */
static bool
is_named(const char *names, const char *name)
{
	const size_t length = strlen(name);
	if (length == 0)
		return true;
	for (const char *found = strstr(names, name); found; found = strstr(found + 1, name)) {
		const bool begins = found == names || (found - names >= 2 && !strncmp(found - 2, ", ", 2));
		if (begins && (!found[length] || found[length] == ','))
			return true;
	}
	return false;
}

/* Adds a GPU to the devices of the joined result: its name if it is new, and its architecture if it is not the
 * requested one. Counters are available if they are on any of the GPUs. */
static void
join_device(json_t *joined, const json_t *device, const char *arch, struct arena *arena)
{
	const char *names = result_text(joined, "name"), *name = result_text(device, "name");
	if (!is_named(names, name))
		json_object_set_new(joined, "name",
		                    json_string(*names ? arena_printf(arena, "%s, %s", names, name) : name));
	if (strcmp(result_text(device, "sm"), arch) != 0)
		json_object_set(joined, "sm", json_object_get(device, "sm"));
	if (json_is_true(json_object_get(device, "counters"))) {
		json_object_set_new(joined, "counters", json_true());
		json_object_set_new(joined, "counters_reason", json_string(""));
	}
}

static json_t *
joined_device(const struct parts *parts, const struct part_result *results, struct arena *arena)
{
	json_t *joined = NULL;
	for (size_t i = 0; i < parts->count; i++) {
		json_t *device = json_object_get(results[i].result, "device");
		if (!result_is_ok(results[i].result) || !json_is_object(device))
			continue;
		if (joined)
			join_device(joined, device, result_text(parts->whole, "arch"), arena);
		else
			joined = json_copy(device);
	}
	return joined ? joined : json_null();
}

/* If all GPUs are of one kind, single launches do not name their device. */
static void
drop_devices(json_t *kernels, const json_t *device)
{
	size_t i, k;
	json_t *kernel, *launch;
	json_array_foreach (kernels, i, kernel)
		json_array_foreach (json_object_get(kernel, "launches"), k, launch)
			if (strcmp(result_text(launch, "device"), result_text(device, "name")) == 0)
				json_object_del(launch, "device");
}

/* The first result that ran; otherwise the first result, which says why nothing ran. */
static const json_t *
foremost(const struct parts *parts, const struct part_result *results)
{
	const json_t *first = NULL;
	for (size_t i = 0; i < parts->count; i++) {
		if (result_is_ok(results[i].result))
			return results[i].result;
		if (!first)
			first = results[i].result;
	}
	return first;
}

json_t *
parts_join(const struct parts *parts, const struct part_result *results)
{
	struct arena arena = {0};
	const json_t *first = foremost(parts, results);
	json_t *kernels = unanswered(parts->whole), *device = joined_device(parts, results, &arena);
	for (size_t i = 0; i < parts->count; i++)
		join_part(kernels, &parts->items[i], &results[i], &arena);
	drop_devices(kernels, device);
	json_t *joined =
		json_pack("{s:i, s:s, s:s, s:o, s:o}", "schema_version", 1, "status", result_text(first, "status"),
	                  "reason", result_text(first, "reason"), "device", device, "kernels", kernels);
	json_object_set(joined, "compiler", json_object_get(first, "compiler"));
	arena_free(&arena);
	return joined;
}
