#include "runtime_check/excerpt.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/worker/result.h"
#include "runtime_check/kernel_texts.h"
#include "support/allocate.h"

struct excerpts {
	const json_t *job;
	struct kernel_texts **sources; /* NULL: not read yet */
	size_t count;
	json_t *indices; /* index of each source of the job, by id */
};

struct excerpts *
excerpts_new(const json_t *job)
{
	struct excerpts *excerpts = memory_zeroed(1, sizeof *excerpts);
	const json_t *sources = json_object_get(job, "sources");
	excerpts->job = job;
	excerpts->count = json_array_size(sources);
	excerpts->sources = memory_zeroed(excerpts->count, sizeof *excerpts->sources);
	excerpts->indices = json_object();
	for (size_t i = 0; i < excerpts->count; i++)
		json_object_set_new(excerpts->indices, result_text(json_array_get(sources, i), "id"),
		                    json_integer((json_int_t)i));
	return excerpts;
}

void
excerpts_free(struct excerpts *excerpts)
{
	if (!excerpts)
		return;
	for (size_t i = 0; i < excerpts->count; i++)
		kernel_texts_free(excerpts->sources[i]);
	json_decref(excerpts->indices);
	free(excerpts->sources);
	free(excerpts);
}

/* ---- one file ---------------------------------------------------------------------------------------------------- */

/* A range of the text that is copied unchanged. */
struct run {
	size_t from, to, length;
};

struct writing {
	const char *text;
	char *out;
	size_t at, length; /* bytes read from the text, and bytes written */
	struct run *runs;
	size_t run_count, run_capacity;
	size_t last; /* run of the last lookup, since lookups mostly proceed in order */
};

static void
copy_up_to(struct writing *writing, size_t end)
{
	const size_t size = end - writing->at;
	memory_push(writing->runs, writing->run_count, writing->run_capacity,
	            ((struct run){writing->at, writing->length, size}));
	memcpy(writing->out + writing->length, writing->text + writing->at, size);
	writing->length += size;
	writing->at = end;
}

static void
skip(struct writing *writing, const struct hole *hole)
{
	if (hole->begin < writing->at)
		return;
	copy_up_to(writing, hole->begin);
	if (hole->keeps_width) {
		memset(writing->out + writing->length, ' ', hole->end - hole->begin);
		writing->length += hole->end - hole->begin;
	}
	writing->at = hole->end;
}

/* The new position of a byte of the text. */
static size_t
new_offset(struct writing *writing, size_t at)
{
	size_t last = writing->runs[writing->last].from <= at ? writing->last : 0;
	while (last + 1 < writing->run_count && writing->runs[last + 1].from <= at)
		last++;
	const struct run *run = &writing->runs[writing->last = last];
	return run->to + (at - run->from < run->length ? at - run->from : run->length);
}

static struct extent
moved(struct writing *writing, struct extent extent)
{
	const size_t begin = new_offset(writing, extent.begin);
	return (struct extent){begin, new_offset(writing, extent.end)};
}

static json_t *
extent_json(struct extent extent)
{
	return json_pack("[I, I]", (json_int_t)extent.begin, (json_int_t)extent.end);
}

static bool
is_blank(const struct writing *writing, struct extent extent)
{
	while (extent.begin < extent.end && strchr(" \t\r\n", writing->out[extent.begin]))
		extent.begin++;
	return extent.begin >= extent.end;
}

/* The extents that are not empty after the cut. */
static json_t *
extents_json(struct writing *writing, const struct extents *extents)
{
	json_t *all = json_array();
	for (size_t i = 0; i < extents->count; i++) {
		const struct extent extent = moved(writing, extents->items[i]);
		if (!is_blank(writing, extent))
			json_array_append_new(all, extent_json(extent));
	}
	return all;
}

/* Writes the file without the kernels that are not needed. */
static void
write_file(struct writing *writing, const struct kernel_file *file, const bool *needed)
{
	*writing = (struct writing){.text = file->text, .out = memory_alloc(file->length + 1)};
	size_t idle = 0;
	for (size_t i = 0; i < file->kernel_count; i++) {
		const struct kernel_text *kernel = &file->kernels[i];
		if (needed[kernel->name])
			continue;
		for (size_t k = 0; k < kernel->hole_count; k++) {
			while (idle < file->idle_count && file->idle[idle].begin < kernel->holes[k].begin)
				skip(writing, &file->idle[idle++]);
			skip(writing, &kernel->holes[k]);
		}
	}
	for (; idle < file->idle_count; idle++)
		skip(writing, &file->idle[idle]);
	copy_up_to(writing, file->length);
}

static bool
is_whole(const struct kernel_file *file, const bool *needed)
{
	for (size_t i = 0; i < file->kernel_count; i++)
		if (!needed[file->kernels[i].name])
			return false;
	return true;
}

/* Updates the extents of the kernels that the file defines. */
static void
move_kernels(struct writing *writing, const struct kernel_file *file, json_t *kernels, const char *source)
{
	json_t *kernel;
	size_t i;
	json_array_foreach (kernels, i, kernel)
		if (kernel_file_defines(file, kernel) && strcmp(result_text(kernel, "source"), source) == 0)
			json_object_set_new(
				kernel, "extent",
				extent_json(moved(writing, extent_of_json(json_object_get(kernel, "extent")))));
}

/* ---- one source -------------------------------------------------------------------------------------------------- */

/* The source file or header without what is not needed: a changed copy, or `own` itself if nothing is removed. */
static json_t *
file_json(const struct kernel_file *file, json_t *own, const bool *needed, json_t *kernels, const char *source)
{
	struct writing writing;
	if (is_whole(file, needed))
		return json_incref(own);
	json_t *cut = json_copy(own);
	write_file(&writing, file, needed);
	json_object_set_new(cut, "text", json_stringn(writing.out, writing.length));
	json_object_set_new(cut, "droppable", extents_json(&writing, &file->droppable));
	json_object_set_new(cut, "kernels", extents_json(&writing, &file->definitions));
	move_kernels(&writing, file, kernels, source);
	free(writing.runs);
	free(writing.out);
	return cut;
}

static json_t *
source_json(struct kernel_texts *texts, json_t *source, json_t *kernels)
{
	const char *id = result_text(source, "id");
	bool *needed = kernel_texts_needed(texts, kernels, id);
	json_t *own = file_json(&texts->files[0], source, needed, kernels, id), *headers = json_array(), *header;
	size_t i;
	json_array_foreach (json_object_get(source, "headers"), i, header)
		json_array_append_new(headers, file_json(&texts->files[i + 1], header, needed, kernels, id));
	json_t *cut = json_copy(own);
	if (json_object_get(source, "headers"))
		json_object_set(cut, "headers", headers);
	json_decref(headers);
	json_decref(own);
	free(needed);
	return cut;
}

/* For each source, whether one of the kernels uses it. The caller frees the array. */
static bool *
used_sources(const struct excerpts *excerpts, const json_t *kernels)
{
	bool *used = memory_zeroed(excerpts->count, sizeof *used);
	const json_t *kernel;
	size_t i;
	json_array_foreach ((json_t *)(uintptr_t)kernels, i, kernel) {
		const json_t *index = json_object_get(excerpts->indices, result_text(kernel, "source"));
		if (index)
			used[json_integer_value(index)] = true;
	}
	return used;
}

json_t *
excerpts_take(struct excerpts *excerpts, json_t *kernels)
{
	json_t *sources = json_array(), *all = json_object_get(excerpts->job, "sources");
	bool *used = used_sources(excerpts, kernels);
	for (size_t i = 0; i < excerpts->count; i++) {
		json_t *source = json_array_get(all, i);
		if (!used[i])
			continue;
		if (!excerpts->sources[i])
			excerpts->sources[i] = kernel_texts_read(source);
		json_array_append_new(sources, source_json(excerpts->sources[i], source, kernels));
	}
	free(used);
	return sources;
}
