/* A source file's device code as gpulint-run gets it: without host code, with the headers that travel with it. */
#ifndef GPULINT_CODEGEN_SOURCE_DEVICE_SOURCE_H
#define GPULINT_CODEGEN_SOURCE_DEVICE_SOURCE_H

#include <jansson.h>

#include "codegen/source/includes.h"
#include "codegen/source/nvrtc_flags.h"
#include "codegen/source/strip.h"

/* How a file is compiled, as a compile database has it. */
struct compile_command {
	const char *path;
	const char *text;
	size_t length;
	const char *const *flags;      /* the compiler's, nvcc's or clang's */
	size_t flag_count;
	const char *directory;         /* relative paths of the first `directory_flags` flags are relative to it, */
	size_t directory_flags;        /* those of the others to the current folder */
};

struct device_source {
	struct bundle bundle;
	struct stripped *stripped;       /* one for each file of the bundle */
	struct nvrtc_flags flags;
};

/* Of all its files. */
struct annotation_macros *device_source_macros(const struct device_source *source);
/* Reads its headers as well. What is read of the flags lies in the arena. */
void device_source_read(struct device_source *source, const struct compile_command *command, struct arena *arena);
void device_source_free(struct device_source *source);

/* A kernel by its names, as the source spells and as compilers mangle them. */
struct kernel_name {
	const char *name, *qualified_name;   /* the second with namespaces; NULL or "": not known */
	const char *link_name;               /* mangled; behind an '@' whose it is that no other file sees; NULL: not known */
	const char *signature;               /* "void (float *, int)"; NULL or "": not known */
	const char *const *template_args;
	size_t template_arg_count;
};

/* The compiler is asked for a kernel by name, and the host code that has a lambda is not compiled. NULL: it can be asked for
 * this one. */
const char *kernel_name_objection(const struct kernel_name *name, struct arena *arena);

/* As docs/job.schema.json has them; a kernel's is without its buffers, variables and launches. Line and column are of its name in
 * the bundle's `file`. */
json_t *device_source_json(const struct device_source *source, const char *id);
/* The compiler is to say of each instruction which of its line's accesses it comes of (support/line_part.h). */
void device_source_tell_apart(const struct device_source *source, json_t *json);
json_t *device_kernel_json(const struct device_source *source, const struct bundle_file *file, uint32_t line, uint32_t column,
                           const struct kernel_name *name, struct arena *arena);

#endif
