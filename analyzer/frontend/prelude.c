#include "frontend/prelude.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "frontend/text/headers.h"
#include "support/kept_file.h"

static const int64_t most_bytes = INT64_C(160) << 20;

static const char prelude[] = FRONTEND_HEADER_ROOT "/" FRONTEND_PRELUDE;
static const char kept_flag[] = "-include-pch";
static const char no_source[] = FRONTEND_HEADER_ROOT "/none.cu";

enum use { USE_ALONE, USE_WITH_VALUE, USE_PLACE };

static enum use
use_of(const char *flag)
{
	static const char *const with_value[] = {"-x", "-resource-dir", "-D", "-U"};
	static const char *const options[] = {"-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"};
	for (size_t i = 0; i < sizeof with_value / sizeof *with_value; i++)
		if (strcmp(flag, with_value[i]) == 0)
			return USE_WITH_VALUE;
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (strcmp(flag, options[i]) == 0)
			return USE_PLACE;
	return USE_ALONE;
}

static bool
is_prelude(const char *flag, const char *value)
{
	return strcmp(flag, "-include") == 0 && strcmp(value, prelude) == 0;
}

static void
add(struct arena *arena, struct flags *flags, const char *flag)
{
	arena_push(arena, flags->items, flags->count, flags->capacity, flag);
}

/* The flags that affect the prelude. Its own includes name full paths, and all other includes come after it, so flags
 * that only name files and folders are left out. */
static struct flags
flags_of_prelude(struct arena *arena, const struct flags *flags)
{
	struct flags own = {0};
	for (size_t i = 0; i < flags->count; i++) {
		const enum use use = use_of(flags->items[i]);
		const bool has_value = use != USE_ALONE && i + 1 < flags->count;
		if (use != USE_PLACE || (has_value && is_prelude(flags->items[i], flags->items[i + 1]))) {
			add(arena, &own, flags->items[i]);
			if (has_value)
				add(arena, &own, flags->items[i + 1]);
		}
		i += has_value;
	}
	return own;
}

/* The flags, with the kept file in place of the prelude. */
static struct flags
flags_with(struct arena *arena, const struct flags *flags, const char *kept)
{
	struct flags own = {0};
	for (size_t i = 0; i < flags->count; i++) {
		if (i + 1 < flags->count && is_prelude(flags->items[i], flags->items[i + 1])) {
			add(arena, &own, kept_flag);
			add(arena, &own, kept);
			i++;
		} else {
			add(arena, &own, flags->items[i]);
		}
	}
	return own;
}

static const char *
stem_of(struct arena *arena, const struct flags *own, const char *headers)
{
	const CXString version = clang_getClangVersion();
	const char *made_of =
		arena_printf(arena, "%s\n%s\n%s", clang_getCString(version), frontend_header_digest, headers);
	clang_disposeString(version);
	for (size_t i = 0; i < own->count; i++)
		made_of = arena_printf(arena, "%s%s\n", made_of, own->items[i]);
	return kept_file_stem(arena, "prelude", made_of);
}

static bool
make(CXIndex index, const struct flags *own, struct CXUnsavedFile *files, unsigned count, const char *path)
{
	CXTranslationUnit tu = NULL;
	const unsigned options = CXTranslationUnit_KeepGoing | CXTranslationUnit_ForSerialization;
	clang_parseTranslationUnit2(index, no_source, own->items, (int)own->count, files, count, options, &tu);
	if (!tu)
		return false;
	const bool is_made = clang_saveTranslationUnit(tu, path, CXSaveTranslationUnit_None) == CXSaveError_None;
	clang_disposeTranslationUnit(tu);
	return is_made;
}

struct flags
prelude_kept(struct arena *arena, CXIndex index, const struct flags *flags, const char *headers,
             const struct CXUnsavedFile *files, unsigned count)
{
	const struct flags own = flags_of_prelude(arena, flags);
	const char *stem = stem_of(arena, &own, headers);
	const char *kept = stem ? kept_file_find(stem, arena) : NULL;
	const char *path = stem && !kept ? kept_file_begin(stem, arena) : NULL;
	if (path) {
		struct CXUnsavedFile *all = arena_new_array(arena, struct CXUnsavedFile, count + 1);
		memcpy(all, files, count * sizeof *files);
		all[count] = (struct CXUnsavedFile){no_source, headers, strlen(headers)};
		kept = kept_file_end(stem, path, make(index, &own, all, count + 1, path), most_bytes, arena);
	}
	return kept ? flags_with(arena, flags, kept) : *flags;
}

void
prelude_drop(const struct flags *with_kept)
{
	for (size_t i = 0; i + 1 < with_kept->count; i++)
		if (with_kept->items[i] == kept_flag)
			unlink(with_kept->items[i + 1]);
}
