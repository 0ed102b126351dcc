/* Finds, by tokens (as blank.h does), where the files of a job's source define and declare kernels, and which kernels
 * need which. Kernels are identified by their unqualified names: all overloads, templates and namespaces of one name
 * are one kernel. */
#ifndef GPULINT_RUNTIME_CHECK_KERNEL_TEXTS_H
#define GPULINT_RUNTIME_CHECK_KERNEL_TEXTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "support/arena.h"

/* Bytes within one line that can be removed, or blanked if code follows on the line. */
struct hole {
	size_t begin, end;
	bool keeps_width;
};

/* A definition or declaration. Removing it leaves its newlines, and its preprocessor lines except pragmas. */
struct kernel_text {
	size_t name; /* index among the source's names */
	size_t begin, end;
	struct hole *holes;
	size_t hole_count, hole_capacity;
};

/* Extents of a file, in the job's order. */
struct extents {
	struct extent {
		size_t begin, end;
	} *items; /* in bytes */
	size_t count;
};

struct kernel_file {
	const char *header; /* its name; NULL: the source's own text */
	const char *text;
	size_t length;
	struct extents droppable, definitions;
	struct kernel_text *kernels; /* in order and not nested; only those that can be removed */
	size_t kernel_count, kernel_capacity;
	struct hole *idle; /* blank lines, in order */
	size_t idle_count, idle_capacity;
};

struct kernel_name;

struct kernel_texts {
	struct arena arena;
	struct kernel_file *files; /* the source's own, then its headers */
	size_t file_count;
	struct kernel_name *names; /* sorted */
	size_t name_count, name_capacity;
};

struct extent extent_of_json(const json_t *pair);
/* Whether the file defines the job's kernel, which has an extent. */
bool kernel_file_defines(const struct kernel_file *file, const json_t *kernel);

/* Reads a source of docs/job.schema.json, which must outlive the result. */
struct kernel_texts *kernel_texts_read(const json_t *source);
void kernel_texts_free(struct kernel_texts *texts);

/* For each name, whether its texts must stay if the source of this id is compiled for these kernels. The caller frees
 * the array. */
bool *kernel_texts_needed(const struct kernel_texts *texts, const json_t *kernels, const char *source);

#endif
