#include "frontend/flags.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "frontend/code_flags.h"
#include "frontend/text/headers.h"

enum { OLDEST_STANDARD = 17, OLDEST_ARCH = 50, NEWEST_ARCH = 121 };

enum flag_use {
	FLAG_DROP, /* dropped, with its argument */
	FLAG_PASS,
	FLAG_PATH, /* passed; relative to the command's folder */
	FLAG_FILE, /* like FLAG_PATH if the file exists; otherwise the include folders are searched */
	FLAG_STANDARD,
	FLAG_ARCH,
	FLAG_CODE, /* not passed, but used: see code_flags.h */
	FLAG_HOST, /* flags for the host compiler, which may hold macros and include folders */
};

/* Flags with an argument: after a space, after '=' (if `equals`) or joined (if `joined`). Each may begin with two
 * dashes. */
static const struct flag {
	const char *name, *clang; /* libclang's name of the flag; NULL: the same */
	enum flag_use use;
	bool joined, equals;
} flags_known[] = {
	{"-I", NULL, FLAG_PATH, true, false},
	{"-include-path", "-I", FLAG_PATH, false, true},
	{"-isystem", NULL, FLAG_PATH, true, true},
	{"-system-include", "-isystem", FLAG_PATH, false, true},
	{"-iquote", NULL, FLAG_PATH, true, false},
	{"-idirafter", NULL, FLAG_PATH, true, false},
	{"-include", NULL, FLAG_FILE, false, true},
	{"-pre-include", "-include", FLAG_FILE, false, true},
	{"-imacros", NULL, FLAG_FILE, false, false},
	{"-D", NULL, FLAG_PASS, true, false},
	{"-define-macro", "-D", FLAG_PASS, false, true},
	{"-U", NULL, FLAG_PASS, true, false},
	{"-undefine-macro", "-U", FLAG_PASS, false, true},
	{"-std", NULL, FLAG_STANDARD, false, true},
	{"-arch", NULL, FLAG_ARCH, false, true},
	{"-gpu-architecture", NULL, FLAG_ARCH, false, true},
	{"-cuda-gpu-arch", NULL, FLAG_ARCH, false, true},
	{"-offload-arch", NULL, FLAG_ARCH, false, true},
	{"-gencode", NULL, FLAG_ARCH, false, true},
	{"-generate-code", NULL, FLAG_ARCH, false, true},
	{"-code", NULL, FLAG_DROP, false, true},
	{"-gpu-code", NULL, FLAG_DROP, false, true},
	{"-Xcompiler", NULL, FLAG_HOST, false, true},
	{"-compiler-options", NULL, FLAG_HOST, false, true},
	{"-x", NULL, FLAG_DROP, false, true},
	{"-o", NULL, FLAG_DROP, false, false},
	{"-output-file", NULL, FLAG_DROP, false, true},
	{"-ccbin", NULL, FLAG_DROP, false, true},
	{"-compiler-bindir", NULL, FLAG_DROP, false, true},
	{"-Xptxas", NULL, FLAG_CODE, false, true},
	{"-ptxas-options", "-Xptxas", FLAG_CODE, false, true},
	{"-Xlinker", NULL, FLAG_DROP, false, true},
	{"-linker-options", NULL, FLAG_DROP, false, true},
	{"-Xnvlink", NULL, FLAG_DROP, false, true},
	{"-nvlink-options", NULL, FLAG_DROP, false, true},
	{"-Xarchive", NULL, FLAG_DROP, false, true},
	{"-Xfatbin", NULL, FLAG_DROP, false, true},
	{"-Xcudafe", NULL, FLAG_DROP, false, true},
	{"-Xclang", NULL, FLAG_DROP, false, false},
	{"-Xassembler", NULL, FLAG_DROP, false, false},
	{"-Xpreprocessor", NULL, FLAG_DROP, false, false},
	{"-mllvm", NULL, FLAG_DROP, false, false},
	{"-rdc", NULL, FLAG_DROP, false, true},
	{"-relocatable-device-code", NULL, FLAG_DROP, false, true},
	{"-t", NULL, FLAG_DROP, false, true},
	{"-threads", NULL, FLAG_DROP, false, true},
	{"-cudart", NULL, FLAG_DROP, false, true},
	{"-ftz", NULL, FLAG_CODE, false, true},
	{"-prec-div", NULL, FLAG_CODE, false, true},
	{"-prec-sqrt", NULL, FLAG_CODE, false, true},
	{"-fmad", NULL, FLAG_CODE, false, true},
	{"-Ofast-compile", NULL, FLAG_CODE, false, true},
	{"-Ofc", "-Ofast-compile", FLAG_CODE, false, true},
	{"-ffp-contract", NULL, FLAG_CODE, false, true},
	{"-default-stream", NULL, FLAG_CODE, false, true},
	{"-fgpu-default-stream", "-default-stream", FLAG_CODE, false, true},
	{"-diag-suppress", NULL, FLAG_DROP, false, true},
	{"-idp", NULL, FLAG_DROP, false, true},
	{"-odir", NULL, FLAG_DROP, false, true},
	{"-output-directory", NULL, FLAG_DROP, false, true},
	{"-library-path", NULL, FLAG_DROP, false, true},
	{"-library", NULL, FLAG_DROP, false, true},
	{"-MF", NULL, FLAG_DROP, false, false},
	{"-MT", NULL, FLAG_DROP, false, false},
	{"-MQ", NULL, FLAG_DROP, false, false},
	{"-target", NULL, FLAG_DROP, false, false},
	{"-arch_only", NULL, FLAG_DROP, false, true},
	{"-isysroot", NULL, FLAG_DROP, false, false},
	{"-framework", NULL, FLAG_DROP, false, false},
	{"-L", NULL, FLAG_DROP, true, false},
	{"-l", NULL, FLAG_DROP, true, false},
};

struct translation {
	struct arena *arena;
	const char *directory; /* of the flags being translated; NULL: the current folder */
	struct flags flags;
	int standard;                 /* of C++: 17, 20… */
	int oldest_arch, newest_arch; /* accepted range of architectures, as numbers */
	int best_arch;                /* 0: none seen */
	/* suffix of best_arch: 'a' for code of this architecture only, 'f' for code of its family */
	char best_suffix;
};

static void
add(struct translation *t, const char *flag)
{
	struct flags *flags = &t->flags;
	arena_push(t->arena, flags->items, flags->count, flags->capacity, flag);
}

static void
add_pair(struct translation *t, const char *flag, const char *value)
{
	add(t, flag);
	add(t, value);
}

static const char *
absolute(struct translation *t, const char *path)
{
	return !t->directory || path[0] == '/' ? path : arena_printf(t->arena, "%s/%s", t->directory, path);
}

/* A file in place of a folder is skipped: libclang would read it as a map that renames headers. */
static void
add_folder(struct translation *t, const char *flag, const char *name)
{
	struct stat status;
	const char *path = absolute(t, name);
	if (stat(path, &status) || S_ISDIR(status.st_mode))
		add_pair(t, flag, path);
}

static void
add_file(struct translation *t, const char *flag, const char *name)
{
	struct stat status;
	const char *path = absolute(t, name);
	const bool is_there = !stat(path, &status) && !S_ISDIR(status.st_mode);
	add_pair(t, flag, is_there ? path : name);
}

/* The number at the start of a text; 0: there is none, or it is too large for a year or an architecture. */
static int
leading_number(const char *text)
{
	const unsigned long number = isdigit((unsigned char)*text) ? strtoul(text, NULL, 10) : 0;
	return number < 10000 ? (int)number : 0;
}

/* c++20, gnu++2a, c++23: the two digits of the year. Standards older than the built-in headers need are raised to
 * OLDEST_STANDARD. */
static void
set_standard(struct translation *t, const char *value)
{
	static const struct {
		const char *name;
		int year;
	} drafts[] = {{"2a", 20}, {"2b", 23}, {"2c", 26}, {"latest", 23}, {"1z", 17}, {"1y", 14}, {"0x", 11}};
	const char *digits = strstr(value, "++");
	if (!digits)
		return;
	digits += 2;
	int year = leading_number(digits);
	for (size_t i = 0; i < sizeof drafts / sizeof *drafts; i++)
		if (!strcmp(digits, drafts[i].name))
			year = drafts[i].year;
	if (year > OLDEST_STANDARD && year < 90) /* c++98 is old, too */
		t->standard = year > 23 ? 26 : year > 20 ? 23 : 20;
}

/* Takes the newest architecture in the accepted range. Forms: sm_80, compute_90a, arch=compute_70,code=[sm_70,sm_75],
 * native. */
static void
note_arch(struct translation *t, const char *value)
{
	for (const char *at = value; *at; at++) {
		const char *digits = !strncmp(at, "sm_", 3) ? at + 3 : !strncmp(at, "compute_", 8) ? at + 8 : NULL;
		if (!digits || !isdigit((unsigned char)*digits))
			continue;
		const int arch = leading_number(digits);
		if (arch >= t->oldest_arch && arch <= t->newest_arch && arch > t->best_arch) {
			t->best_arch = arch;
			t->best_suffix = digits[strspn(digits, "0123456789")];
		}
		at = digits;
	}
}

static void take(struct translation *t, const char *const *flags, size_t count);

/* -Xcompiler takes a comma-separated list. */
static void
take_host_flags(struct translation *t, const char *value)
{
	while (*value) {
		const size_t length = strcspn(value, ",");
		const char *flag = arena_strndup(t->arena, value, length);
		if (!strncmp(flag, "-D", 2) || !strncmp(flag, "-I", 2) || !strncmp(flag, "-U", 2))
			take(t, &flag, 1);
		value += length + (value[length] == ',');
	}
}

static void
use(struct translation *t, const struct flag *flag, const char *value)
{
	const char *name = flag->clang ? flag->clang : flag->name;
	switch (flag->use) {
	case FLAG_DROP: break;
	case FLAG_PASS: add_pair(t, name, value); break;
	case FLAG_PATH: add_folder(t, name, value); break;
	case FLAG_FILE: add_file(t, name, value); break;
	case FLAG_STANDARD: set_standard(t, value); break;
	case FLAG_ARCH: note_arch(t, value); break;
	case FLAG_CODE: code_flags_value(&t->flags.compilation, name, value); break;
	case FLAG_HOST: take_host_flags(t, value); break;
	}
}

/* The argument inside the flag itself; "": it is the next argument; NULL: this is another flag. */
static const char *
match(const struct flag *flag, const char *text)
{
	const size_t length = strlen(flag->name);
	text += text[0] == '-' && text[1] == '-';
	if (strncmp(text, flag->name, length))
		return NULL;
	if (!text[length])
		return "";
	if (flag->equals && text[length] == '=')
		return text + length + 1;
	return flag->joined ? text + length : NULL;
}

/* The flag with its argument inside (""; it is the next argument); NULL: it has no row. */
static const struct flag *
find_flag(const char *text, const char **value)
{
	for (size_t k = 0; k < sizeof flags_known / sizeof *flags_known; k++)
		if ((*value = match(&flags_known[k], text)))
			return &flags_known[k];
	return NULL;
}

/* Whether the argument of this flag is the next one. */
static bool
has_separate_value(const char *text, const char *value)
{
	return !*value && text[strlen(text) - 1] != '=';
}

/* A macro that nvcc defines for its switch; NULL: for another flag. */
static const char *
macro_of(const char *text)
{
	static const struct {
		const char *name, *macro;
	} macros[] = {
		{"extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
		{"expt-extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
		{"expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__"},
	};
	const size_t dashes = strspn(text, "-");
	for (size_t i = 0; i < sizeof macros / sizeof *macros && (dashes == 1 || dashes == 2); i++)
		if (!strcmp(text + dashes, macros[i].name))
			return macros[i].macro;
	return NULL;
}

static void
take(struct translation *t, const char *const *flags, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const char *text = flags[i], *value;
		const struct flag *flag = find_flag(text, &value);
		if (flag && has_separate_value(text, value)) {
			if (i + 1 >= count) {
				t->flags.refused = arena_printf(t->arena, "%s: its value is missing", flag->name);
				return;
			}
			value = flags[++i];
		}
		if (flag)
			use(t, flag, value);
		code_flags_switch(&t->flags.compilation, text);
		if (macro_of(text))
			add(t, macro_of(text));
	}
}

/* ---- flags without a meaning here -------------------------------------------------------------------------------- */

/* Switches that change nothing that gpulint predicts. With one dash, flags for optimisation, debugging, warnings, the
 * host's code and dependencies begin with the first list. */
static bool
is_harmless(const char *text)
{
	static const char beginnings[] = "OgWfmM";
	static const char *const names[] = {
		"c",
		"dc",
		"dw",
		"dlink",
		"device-c",
		"device-w",
		"device-link",
		"compile",
		"E",
		"S",
		"H",
		"P",
		"v",
		"w",
		"s",
		"optimize",
		"debug",
		"machine",
		"dopt",
		"lineinfo",
		"generate-line-info",
		"pthread",
		"pipe",
		"pedantic",
		"ansi",
		"shared",
		"static",
		"rdynamic",
		"ptx",
		"cubin",
		"fatbin",
		"verbose",
		"dryrun",
		"time",
		"disable-warnings",
		"resource-usage",
		"res-usage",
		"link",
		"lib",
		"lto",
		"dlto",
		"gen-opt-lto",
		"extensible-whole-program",
		"ewp",
		"restrict",
		"split-compile",
		"keep",
		"keep-dir",
		"run",
		"save-temps",
		"source-in-ptx",
		"src-in-ptx",
		"forward-unknown-to-host-compiler",
		"forward-unknown-to-host-linker",
		"forward-unknown-opts",
		"display-error-number",
		"no-display-error-number",
		"diag-error",
		"diag-warn",
		"Werror",
		"no-align-double",
		"allow-unsupported-compiler",
		"generate-dependencies",
		"no-compress",
		"compress-mode",
	};
	const bool is_long = text[1] == '-';
	const char *name = text + 1 + is_long;
	if (!*name || (!is_long && strchr(beginnings, *name)))
		return true;
	const size_t length = strcspn(name, "=");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strncmp(name, names[i], length) && !names[i][length])
			return true;
	return false;
}

static bool
is_listed(const char *const *list, size_t count, const char *text)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(list[i], text))
			return true;
	return false;
}

size_t
frontend_flags_ignored(const char *const *flags, size_t count, const char **ignored)
{
	struct ir_compilation compilation = {0};
	size_t found = 0;
	for (size_t i = 0; i < count; i++) {
		const char *text = flags[i], *value;
		const struct flag *flag = find_flag(text, &value);
		if (flag)
			i += has_separate_value(text, value);
		else if (text[0] == '-' && !is_listed(ignored, found, text) && !code_flags_switch(&compilation, text) &&
		         !macro_of(text) && !is_harmless(text))
			ignored[found++] = text;
	}
	return found;
}

struct flags
flags_translate(struct arena *arena, const struct frontend_options *options, const char *root)
{
	static const char *const base[] = {
		"-x",
		"cuda",
		"--cuda-device-only",
		"-nocudainc",
		"-nocudalib",
		"-nostdinc",
		"-nostdinc++",
		"-fgpu-rdc",
		"-ferror-limit=0",
		"-w",
		"-Wno-c++11-narrowing",
		"-Wno-register",
		"-Wno-reserved-user-defined-literal",
	};
	struct translation t = {.arena = arena, .directory = options->directory, .standard = OLDEST_STANDARD};
	/* Code for an architecture not newer than the target runs on it. The newest such architecture is used. */
	const int target = options->arch ? leading_number(options->arch + strcspn(options->arch, "0123456789")) : 0;
	t.oldest_arch = OLDEST_ARCH;
	t.newest_arch = target ? target : NEWEST_ARCH;
	for (size_t i = 0; i < sizeof base / sizeof *base; i++)
		add(&t, base[i]);
	/* The compiler's own resource folder would add wrappers around headers that do not exist. */
	add_pair(&t, "-resource-dir", root);
	add_pair(&t, "-isystem", root);
	/* The full path, which no file of the project can have. It comes first because libclang looks for a precompiled
	 * header next to the first included file only. */
	add_pair(&t, "-include", arena_printf(arena, "%s/" FRONTEND_PRELUDE, root));
	add_pair(&t, "-include", arena_printf(arena, "%s/" FRONTEND_OF_SOURCE, root));
	const size_t of_directory = options->directory_flags;
	take(&t, options->flags, of_directory);
	t.directory = NULL;
	if (options->flag_count > of_directory)
		take(&t, options->flags + of_directory, options->flag_count - of_directory);
	add(&t, arena_printf(arena, "-std=c++%d", t.standard));
	if (t.best_arch)
		add(&t, arena_printf(arena, "--cuda-gpu-arch=sm_%d%s", t.best_arch, t.best_suffix == 'a' ? "a" : ""));
	else
		add(&t, arena_printf(arena, "--cuda-gpu-arch=%s", options->arch ? options->arch : "sm_90"));
	/* libclang does not know architecture families. */
	if (t.best_arch && t.best_suffix == 'f')
		add(&t, arena_printf(arena, "-D__CUDA_ARCH_FAMILY_SPECIFIC__=%d0", t.best_arch));
	/* Installed headers come last, for those that the built-in ones lack. */
	if (options->toolkit)
		add_pair(&t, "-idirafter", options->toolkit);
	add_pair(&t, "-idirafter", "/usr/include");
	return t.flags;
}

unsigned
frontend_flags_arch(const char *const *flags, size_t count, unsigned before)
{
	struct arena arena = {0};
	struct translation t = {.arena = &arena, .newest_arch = before ? (int)before - 1 : INT_MAX};
	take(&t, flags, count);
	arena_free(&arena);
	return (unsigned)t.best_arch;
}
