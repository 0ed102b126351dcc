/* Where the files of a job's source define and declare kernels, and which kernels need which: found by tokens, as blank.h does it.
 * Kernels go by their bare names: all overloads, templates and namespaces of one name are one. */
#ifndef GPULINT_RUNTIME_CHECK_KERNEL_TEXTS_H
#define GPULINT_RUNTIME_CHECK_KERNEL_TEXTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "support/arena.h"

/* Bytes of a text, of which no line's end is one, that can be left out; or blanked, if code follows in their line. */
struct hole {
	size_t begin, end;
	bool keeps_width;
};

/* A definition or declaration. What is left where it was are its lines' ends, and preprocessor lines but pragmas. */
struct kernel_text {
	size_t name; /* which of the source's */
	size_t begin, end;
	struct hole *holes;
	size_t hole_count, hole_capacity;
};

/* What the job says of a file, in its order. */
struct extents {
	struct extent {
		size_t begin, end;
	} *items; /* bytes */
	size_t count;
};

struct kernel_file {
	const char *header; /* its name; NULL: it is the source's own */
	const char *text;
	size_t length;
	struct extents droppable, definitions;
	struct kernel_text *kernels; /* in order, none in another; only those that can go */
	size_t kernel_count, kernel_capacity;
	struct hole *idle; /* in order: lines of blanks alone */
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
/* Whether the file is the one that defines the kernel of the job, which has an extent. */
bool kernel_file_defines(const struct kernel_file *file, const json_t *kernel);

/* Of a source of docs/job.schema.json, which outlives them. */
struct kernel_texts *kernel_texts_read(const json_t *source);
void kernel_texts_free(struct kernel_texts *texts);

/* For each name whether it stays if the source of that id is there for these kernels; for the caller to free. */
bool *kernel_texts_needed(const struct kernel_texts *texts, const json_t *kernels, const char *source);

#endif
