/* A source file's device code as gpulint-run receives it: without host code, and with the project's headers. */
#ifndef GPULINT_CODEGEN_SOURCE_DEVICE_SOURCE_H
#define GPULINT_CODEGEN_SOURCE_DEVICE_SOURCE_H

#include <jansson.h>

#include "codegen/source/includes.h"
#include "codegen/source/nvrtc_flags.h"
#include "codegen/source/strip.h"

/* The compile command of a file, as in a compile database. */
struct compile_command {
	const char *path;
	const char *text;
	size_t length;
	const char *const *flags; /* flags for nvcc or clang */
	size_t flag_count;
	const char *directory;  /* base of relative paths in the first `directory_flags` flags */
	size_t directory_flags; /* paths in the others are relative to the current folder */
};

struct device_source {
	struct bundle bundle;
	struct stripped *stripped; /* one per file of the bundle */
	struct nvrtc_flags flags;
};

/* The macros of all its files, for annotation_macros_free. */
struct annotation_macros *device_source_macros(const struct device_source *source);
/* Reads the source and its headers. Strings from the flags are in the arena. */
void device_source_read(struct device_source *source, const struct compile_command *command, struct arena *arena);
void device_source_free(struct device_source *source);

/* The names of a kernel, as in the source and mangled. */
struct kernel_name {
	const char *name, *qualified_name; /* qualified_name includes namespaces; NULL or "": unknown */
	/* mangled; an '@' precedes the owner of a name that no other file sees; NULL: unknown */
	const char *link_name;
	const char *signature; /* such as "void (float *, int)"; NULL or "": unknown */
	const char *const *template_args;
	size_t template_arg_count;
};

/* Why the compiler cannot be asked for this kernel by name, such as a lambda in a template argument. NULL: it can. */
const char *kernel_name_objection(const struct kernel_name *kernel, struct arena *arena);

/* The source and the kernel as in docs/job.schema.json; the kernel has no buffers, variables and launches. Line and
 * column are of its name in the bundle's `file`. */
json_t *device_source_json(const struct device_source *source, const char *id);
/* Requests debug lines that distinguish the accesses of a line (support/line_part.h). */
void device_source_separate(const struct device_source *source, json_t *json);
json_t *device_kernel_json(const struct device_source *source, const struct bundle_file *file, uint32_t line,
                           uint32_t column, const struct kernel_name *kernel, struct arena *arena);

#endif
