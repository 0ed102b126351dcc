#include "runtime_check/excerpt.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime_check/kernel_texts.h"
#include "runtime_check/result.h"
#include "support/memory.h"

struct excerpts {
	const json_t *job;
	struct kernel_texts **sources;   /* as many as the job has; NULL: not yet read */
};

struct excerpts *
excerpts_new(const json_t *job)
{
	struct excerpts *excerpts = memory_zeroed(1, sizeof *excerpts);
	excerpts->job = job;
	excerpts->sources = memory_zeroed(json_array_size(json_object_get(job, "sources")), sizeof(struct kernel_texts *));
	return excerpts;
}

void
excerpts_free(struct excerpts *excerpts)
{
	if (!excerpts)
		return;
	for (size_t i = 0; i < json_array_size(json_object_get(excerpts->job, "sources")); i++)
		kernel_texts_free(excerpts->sources[i]);
	free(excerpts->sources);
	free(excerpts);
}

/* ---- a file -------------------------------------------------------------------------------------------------------- */

/* Bytes of what is written. */
struct extent {
	size_t begin, end;
};

/* Bytes of the text that are as they were. */
struct run {
	size_t from, to, length;
};

struct writing {
	const char *text;
	char *out;
	size_t at, length;           /* of the text, and of what was written of it */
	struct run *runs;
	size_t run_count, run_capacity;
};

static void
copy_up_to(struct writing *writing, size_t end)
{
	const size_t size = end - writing->at;
	memory_push(writing->runs, writing->run_count, writing->run_capacity, ((struct run){writing->at, writing->length, size}));
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

/* Where a byte of the text has come to. */
static size_t
place_of(const struct writing *writing, size_t at)
{
	size_t low = 0, high = writing->run_count;
	while (high - low > 1) {
		const size_t middle = low + (high - low) / 2;
		if (writing->runs[middle].from <= at)
			low = middle;
		else
			high = middle;
	}
	const struct run *run = &writing->runs[low];
	return run->to + (at - run->from < run->length ? at - run->from : run->length);
}

static struct extent
moved(const struct writing *writing, const json_t *extent)
{
	const size_t begin = (size_t)json_integer_value(json_array_get(extent, 0)), end = (size_t)json_integer_value(json_array_get(extent, 1));
	return (struct extent){place_of(writing, begin), place_of(writing, end)};
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

/* Of those in which something is left. */
static json_t *
extents_json(const struct writing *writing, const json_t *extents)
{
	json_t *all = json_array(), *item;
	size_t i;
	json_array_foreach((json_t *)(uintptr_t)extents, i, item) {
		const struct extent extent = moved(writing, item);
		if (!is_blank(writing, extent))
			json_array_append_new(all, extent_json(extent));
	}
	return all;
}

/* The file without the kernels that are not needed. */
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

/* Of kernels that the file defines. */
static void
move_kernels(const struct writing *writing, const struct kernel_file *file, json_t *kernels, const char *source)
{
	json_t *kernel;
	size_t i;
	json_array_foreach(kernels, i, kernel)
		if (kernel_file_defines(file, kernel) && strcmp(result_text(kernel, "source"), source) == 0)
			json_object_set_new(kernel, "extent", extent_json(moved(writing, json_object_get(kernel, "extent"))));
}

/* ---- a source ------------------------------------------------------------------------------------------------------ */

/* The file, which is the source itself or a header of it, less what is not needed: in its place if it loses something. */
static json_t *
file_json(const struct kernel_file *file, json_t *own, const bool *needed, json_t *kernels, const char *source)
{
	struct writing writing;
	if (is_whole(file, needed))
		return json_incref(own);
	json_t *cut = json_copy(own);
	write_file(&writing, file, needed);
	json_object_set_new(cut, "text", json_stringn(writing.out, writing.length));
	json_object_set_new(cut, "droppable", extents_json(&writing, json_object_get(own, "droppable")));
	json_object_set_new(cut, "kernels", extents_json(&writing, json_object_get(own, "kernels")));
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
	json_array_foreach(json_object_get(source, "headers"), i, header)
		json_array_append_new(headers, file_json(&texts->files[i + 1], header, needed, kernels, id));
	json_t *cut = json_copy(own);
	if (json_object_get(source, "headers"))
		json_object_set(cut, "headers", headers);
	json_decref(headers);
	json_decref(own);
	free(needed);
	return cut;
}

static bool
is_used(const json_t *source, const json_t *kernels)
{
	const json_t *kernel;
	size_t i;
	json_array_foreach((json_t *)(uintptr_t)kernels, i, kernel)
		if (strcmp(result_text(source, "id"), result_text(kernel, "source")) == 0)
			return true;
	return false;
}

json_t *
excerpts_take(struct excerpts *excerpts, json_t *kernels)
{
	json_t *sources = json_array(), *source;
	size_t i;
	json_array_foreach(json_object_get(excerpts->job, "sources"), i, source) {
		if (!is_used(source, kernels))
			continue;
		if (!excerpts->sources[i])
			excerpts->sources[i] = kernel_texts_read(source);
		json_array_append_new(sources, source_json(excerpts->sources[i], source, kernels));
	}
	return sources;
}
