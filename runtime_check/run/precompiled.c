#define _GNU_SOURCE /* mmap64 */
#include "precompiled.h"

#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "child.h"
#include "codegen/ask.h"
#include "confinement.h"
#include "library.h"
#include "library_headers.h"
#include "support/hash.h"
#include "support/kept_file.h"

/* Total size of the kept files. One file takes some 140 MiB. */
static const int64_t most_bytes = INT64_C(640) << 20;

const char precompiled_header_text[] =
	"#include <cuda/std/type_traits>\n#include <cuda/std/utility>\n#include <cuda/std/limits>\n#include <cuda/std/functional>\n"
	"#include <cuda/std/tuple>\n#include <cuda/std/array>\n#include <cuda/std/initializer_list>\n#include <cuda/atomic>\n"
	"#include <cuda/barrier>\n#include <cuda/pipeline>\n";

/* ---- address of the image ---------------------------------------------------------------------------------------- */

/* The `mmap` below has no further argument, so the flag is static. Only a child sets it, before it compiles. */
static bool is_fixed;

/* The loader binds a library's calls to the first function of that name in the process, which is the executable's. Of
 * NVRTC's allocations only the image is this large. It gets a fixed address, which would otherwise vary. */
void *
mmap(void *address, size_t length, int protection, int flags, int file, off_t offset)
{
	const size_t least = (size_t)64 << 20;
	const uintptr_t preferred = (uintptr_t)0x2000 << 32;
	if (is_fixed && !address && flags & MAP_ANONYMOUS && length >= least)
		address = (void *)preferred;
	const uintptr_t mapped = (uintptr_t)syscall(SYS_mmap, address, length, protection, flags, file, offset);
	return (void *)mapped;
}

void *
mmap64(void *address, size_t length, int protection, int flags, int file, off_t offset)
{
	return mmap(address, length, protection, flags, file, offset);
}

/* ---- whether a file is useful ------------------------------------------------------------------------------------ */

static bool
is_of_library(const char *header)
{
	/* The system's headers that the library's headers replace (library_headers.h). */
	static const char *const names[] = {"cuda/", "type_traits>", "utility>", "tuple>", "array>", "functional>"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(header, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

static bool
includes_library(const char *text)
{
	for (const char *at = text; (at = strchr(at, '#'));) {
		at += 1 + strspn(at + 1, " \t");
		if (strncmp(at, "include", 7) != 0)
			continue;
		at += 7 + strspn(at + 7, " \t");
		if (*at == '<' && is_of_library(at + 1))
			return true;
	}
	return false;
}

/* Whether the source defines a macro that changes the library. */
static bool
configures_library(const char *text)
{
	static const char *const beginnings[] = {"_CG_",        "CCCL_",      "_CCCL", "LIBCUDACXX",
	                                         "_LIBCUDACXX", "__CUDA_NO_", "NV_",   "_NV_"};
	for (const char *at = text; (at = strchr(at, '#'));) {
		at += 1 + strspn(at + 1, " \t");
		const size_t length = strncmp(at, "define", 6) == 0 ? 6 : strncmp(at, "undef", 5) == 0 ? 5 : 0;
		if (!length)
			continue;
		at += length + strspn(at + length, " \t");
		for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
			if (strncmp(at, beginnings[i], strlen(beginnings[i])) == 0)
				return true;
	}
	return false;
}

static bool
includes_before(const struct source_job *source)
{
	for (size_t i = 0; i < source->option_count; i++)
		if (strstr(source->options[i], "pre-include"))
			return true;
	return false;
}

/* Whether the name can be written in a #line directive without escapes. */
static bool
is_plain_name(const char *name)
{
	for (; *name; name++)
		if (*name == '"' || *name == '\\' || (unsigned char)*name < ' ')
			return false;
	return true;
}

bool
precompiled_is_wanted(const struct compilation *compilation)
{
	const struct source_job *source = compilation->source;
	bool includes = false;
	if (!compilation->nvrtc.nvrtcGetPCHCreateStatus || !compilation->has_cccl || includes_before(source) ||
	    !is_plain_name(source->files[0].name))
		return false;
	for (size_t i = 0; i < source->file_count; i++) {
		if (configures_library(source->files[i].text))
			return false;
		includes |= includes_library(source->files[i].text);
	}
	return includes;
}

/* ---- creating a file --------------------------------------------------------------------------------------------- */

struct making {
	const struct compilation *compilation;
	const char *const *options;
	size_t option_count;
	const char *folder, *path;
	bool is_made;
};

/* The headers that sources can include in addition to the toolkit's. */
static size_t
collect_headers(const char *names[], const char *texts[], size_t most)
{
	size_t count = 0;
	names[count] = PRECOMPILED_HEADER;
	texts[count++] = precompiled_header_text;
	for (const struct library_header *library_header = library_headers; library_header->name && count < most;
	     library_header++) {
		names[count] = library_header->name;
		texts[count] = library_header_text(library_header, true);
		count += texts[count] != NULL;
	}
	return count;
}

static void
make(void *context, FILE *messages)
{
	enum { MOST_HEADERS = 512 };
	const struct making *making = context;
	const struct nvrtc *nvrtc = &making->compilation->nvrtc;
	const char *names[MOST_HEADERS], *texts[MOST_HEADERS];
	const int headers = (int)collect_headers(names, texts, MOST_HEADERS);
	struct arena arena = {0};
	nvrtc_program program = NULL;
	const char **options =
		arena_copy(&arena, making->options, making->option_count, making->option_count + 1, sizeof *options);
	options[making->option_count] = arena_printf(&arena, "--create-pch=%s", making->path);
	confinement_allow_writing(making->folder, &arena);
	confinement_begin(making->compilation->toolkit, &arena);
	static const char text[] = "#pragma nv_hdrstop\n";
	const bool is_made =
		nvrtc->nvrtcCreateProgram(&program, text, "gpulint-library.cu", headers, texts, names) == NVRTC_OK &&
		nvrtc->nvrtcCompileProgram(program, (int)making->option_count + 1, options) == NVRTC_OK &&
		nvrtc->nvrtcGetPCHCreateStatus(program) == NVRTC_OK;
	child_send(messages, json_pack("{s:b}", "made", is_made));
	arena_free(&arena);
}

static void
receive_made(void *context, json_t *message)
{
	struct making *making = context;
	making->is_made = json_is_true(json_object_get(message, "made"));
}

/* NULL: the file could not be created. */
static const char *
make_file(struct compilation *compilation, const char *stem, const char *const *options, size_t count,
          const struct child_limits *limits)
{
	struct arena *arena = &compilation->arena;
	const char *path = kept_file_begin(stem, arena);
	struct making making = {compilation, options, count, kept_file_folder(arena, stem), path, false};
	if (!path)
		return NULL;
	child_run(make, receive_made, &making, limits);
	return kept_file_end(stem, path, making.is_made, most_bytes, arena);
}

/* ---- finding a file ---------------------------------------------------------------------------------------------- */

static uint64_t
hash_of_library_headers(void)
{
	uint64_t hash = 0;
	for (const struct library_header *library_header = library_headers; library_header->name; library_header++) {
		const char *text = library_header_text(library_header, true);
		hash = hash_text_from(hash_text_from(hash, library_header->name), text ? text : "");
	}
	return hash;
}

/* A hash of everything on which the file depends, as the beginning of its path. */
static const char *
stem_of(struct compilation *compilation, const char *const *options, size_t count)
{
	struct arena *arena = &compilation->arena;
	const char *asked = precompiled_header_text;
	char compiler[4096];
	library_folder(&compilation->nvrtc.nvrtcVersion, compiler, sizeof compiler);
	asked = arena_printf(arena, "%s\n%s\n%s\n", asked, compiler, ask_compiler_state(compiler, arena));
	asked = arena_printf(arena, "%s%016" PRIx64 "\n", asked, hash_of_library_headers());
	for (size_t i = 0; i < count; i++)
		asked = arena_printf(arena, "%s%s\n", asked, options[i]);
	return kept_file_stem(arena, "precompiled", asked);
}

const char *
precompiled_find(struct compilation *compilation, const char *const *options, size_t count,
                 const struct child_limits *limits)
{
	struct arena *arena = &compilation->arena;
	const char *stem = stem_of(compilation, options, count);
	is_fixed = true;
	if (!stem)
		return NULL;
	const char *path = kept_file_find(stem, arena);
	if (!path) {
		const int lock = kept_file_lock(stem, arena);
		path = kept_file_find(stem, arena);
		if (!path)
			path = make_file(compilation, stem, options, count, limits);
		kept_file_unlock(stem, lock, arena);
	}
	if (path)
		confinement_allow_reading(kept_file_folder(arena, stem), arena);
	return path;
}
