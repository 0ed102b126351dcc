#include "codegen/source/nvrtc_flags.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"

enum flag_kind {
	FLAG_DEFINE,
	FLAG_UNDEFINE,
	FLAG_FOLDER,
	FLAG_INCLUDE,
	FLAG_STANDARD,
	FLAG_NUMBER,
	FLAG_CHOICE,
	FLAG_SWITCH
};

/* The spellings of nvcc and clang for options that NVRTC has too. A value may be the next word, or follow '=', or
 * follow a one-letter option directly. A second leading dash is allowed. */
static const struct flag {
	const char *spelling;
	enum flag_kind kind;
	const char *nvrtc; /* NVRTC's name, for kinds that need one */
} flags_known[] = {
	{"-D", FLAG_DEFINE, NULL},
	{"-define-macro", FLAG_DEFINE, NULL},
	{"-U", FLAG_UNDEFINE, NULL},
	{"-undefine-macro", FLAG_UNDEFINE, NULL},
	{"-I", FLAG_FOLDER, NULL},
	{"-include-path", FLAG_FOLDER, NULL},
	{"-isystem", FLAG_FOLDER, NULL},
	{"-system-include", FLAG_FOLDER, NULL},
	{"-iquote", FLAG_FOLDER, NULL},
	{"-include", FLAG_INCLUDE, NULL},
	{"-pre-include", FLAG_INCLUDE, NULL},
	{"-std", FLAG_STANDARD, NULL},
	{"-maxrregcount", FLAG_NUMBER, "--maxrregcount"},
	{"-ftz", FLAG_CHOICE, "--ftz"},
	{"-prec-div", FLAG_CHOICE, "--prec-div"},
	{"-prec-sqrt", FLAG_CHOICE, "--prec-sqrt"},
	{"-fmad", FLAG_CHOICE, "--fmad"},
	{"-use_fast_math", FLAG_SWITCH, "--use_fast_math"},
	{"-ffast-math", FLAG_SWITCH, "--use_fast_math"},
	{"-extra-device-vectorization", FLAG_SWITCH, "--extra-device-vectorization"},
	{"-G", FLAG_SWITCH, "--device-debug"},
	{"-device-debug", FLAG_SWITCH, "--device-debug"},
};

static void
add(struct string_list *list, const char *item)
{
	memory_push(list->items, list->count, list->capacity, item);
}

static const char *
absolute(const char *path, const char *directory, struct arena *arena)
{
	return *path == '/' || !directory ? path : arena_printf(arena, "%s/%s", directory, path);
}

/* NVRTC has no GNU dialects and nothing older than C++11; its default is C++17. */
static void
add_standard(struct nvrtc_flags *out, const char *value, struct arena *arena)
{
	const char *year = strstr(value, "++");
	static const char *const known[] = {"11", "14", "17", "20"};
	for (size_t i = 0; year && i < sizeof known / sizeof *known; i++) {
		if (strcmp(year + 2, known[i]) == 0)
			add(&out->options, arena_printf(arena, "--std=c++%s", known[i]));
	}
}

static void
remove_define(struct nvrtc_flags *out, const char *name)
{
	size_t kept = 0;
	for (size_t i = 0; i < out->defines.count; i++) {
		const char *define = out->defines.items[i];
		const size_t size = strcspn(define, "=(");
		if (strlen(name) != size || memcmp(define, name, size) != 0)
			out->defines.items[kept++] = define;
	}
	out->defines.count = kept;
}

/* The worker rejects the whole job if a value has another form. */
static bool
is_value(enum flag_kind kind, const char *value)
{
	if (kind == FLAG_NUMBER)
		return *value && strlen(value) <= 3 && strspn(value, "0123456789") == strlen(value);
	return strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
}

static void
apply(struct nvrtc_flags *out, const struct flag *flag, const char *value, const char *directory, struct arena *arena)
{
	switch (flag->kind) {
	case FLAG_DEFINE: add(&out->defines, value); break;
	case FLAG_UNDEFINE: remove_define(out, value); break;
	case FLAG_FOLDER: add(&out->folders, absolute(value, directory, arena)); break;
	case FLAG_INCLUDE: add(&out->includes, value); break;
	case FLAG_STANDARD: add_standard(out, value, arena); break;
	case FLAG_NUMBER:
	case FLAG_CHOICE:
		if (is_value(flag->kind, value))
			add(&out->options, arena_printf(arena, "%s=%s", flag->nvrtc, value));
		break;
	case FLAG_SWITCH: add(&out->options, flag->nvrtc); break;
	}
}

/* The option's value if `word` is this option: the rest of the word, or the next word (then *used is 2). */
static const char *
match(const struct flag *flag, const char *word, const char *next, size_t *used)
{
	const size_t size = strlen(flag->spelling);
	word += word[0] == '-' && word[1] == '-';
	*used = 1;
	if (strncmp(word, flag->spelling, size) != 0)
		return NULL;
	if (flag->kind == FLAG_SWITCH)
		return word[size] ? NULL : "";
	if (word[size] == '=')
		return word + size + 1;
	if (word[size] && size == 2)
		return word + size;
	if (word[size] || !next)
		return NULL;
	*used = 2;
	return next;
}

void
nvrtc_flags_add(struct nvrtc_flags *out, const char *const *flags, size_t count, const char *directory,
                struct arena *arena)
{
	for (size_t i = 0; i < count;) {
		size_t used = 1;
		for (size_t j = 0; j < sizeof flags_known / sizeof *flags_known; j++) {
			const char *value =
				match(&flags_known[j], flags[i], i + 1 < count ? flags[i + 1] : NULL, &used);
			if (value) {
				apply(out, &flags_known[j], value, directory, arena);
				break;
			}
			used = 1;
		}
		i += used;
	}
}

void
nvrtc_flags_free(struct nvrtc_flags *flags)
{
	free(flags->options.items);
	free(flags->defines.items);
	free(flags->folders.items);
	free(flags->includes.items);
}
