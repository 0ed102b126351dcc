#include "compiler_options.h"

#include <stddef.h>
#include <string.h>

enum value_kind {
	VALUE_NONE,
	VALUE_TEXT,
	VALUE_SWITCH,
	VALUE_REGISTERS,
	VALUE_STANDARD,
	VALUE_NUMBERS,
	VALUE_ASSEMBLER
};

/* Allowed after one dash or two. */
static const struct {
	const char *name; /* including the text before the value */
	enum value_kind kind;
} options_allowed[] = {
	{"use_fast_math", VALUE_NONE},
	{"extra-device-vectorization", VALUE_NONE},
	{"restrict", VALUE_NONE},
	{"device-debug", VALUE_NONE},
	{"G", VALUE_NONE},
	{"device-int128", VALUE_NONE},
	{"disable-warnings", VALUE_NONE},
	{"w", VALUE_NONE},
	{"ftz=", VALUE_SWITCH},
	{"prec-div=", VALUE_SWITCH},
	{"prec-sqrt=", VALUE_SWITCH},
	{"fmad=", VALUE_SWITCH},
	{"builtin-move-forward=", VALUE_SWITCH},
	{"builtin-initializer-list=", VALUE_SWITCH},
	{"relocatable-device-code=", VALUE_SWITCH},
	{"maxrregcount=", VALUE_REGISTERS},
	{"std=", VALUE_STANDARD},
	{"diag-suppress=", VALUE_NUMBERS},
	{"diag-warn=", VALUE_NUMBERS},
	{"diag-error=", VALUE_NUMBERS},
	{"ptxas-options=", VALUE_ASSEMBLER},
	{"pre-include=", VALUE_TEXT}, /* the file that it names is confined as an #include is */
	{"define-macro=", VALUE_TEXT},
	{"D", VALUE_TEXT},
	{"undefine-macro=", VALUE_TEXT},
	{"U", VALUE_TEXT},
};

static bool
is_one_of(const char *value, const char *const *known)
{
	for (; *known; known++)
		if (strcmp(value, *known) == 0)
			return true;
	return false;
}

static bool
consists_of(const char *value, const char *letters)
{
	return *value && strspn(value, letters) == strlen(value);
}

static bool
is_value(enum value_kind kind, const char *value)
{
	static const char digits[] = "0123456789";
	static const char *const switches[] = {"true", "false", NULL};
	static const char *const standards[] = {"c++03", "c++11", "c++14", "c++17", "c++20", NULL};
	static const char *const assembler[] = {"-O0",      "-O1",      "-O2",      "-O3", "-dlcm=ca",
	                                        "-dlcm=cg", "-dlcm=cs", "-dlcm=cv", NULL};
	switch (kind) {
	case VALUE_NONE: return !*value;
	case VALUE_TEXT: return *value;
	case VALUE_SWITCH: return is_one_of(value, switches);
	case VALUE_REGISTERS: return consists_of(value, digits) && strlen(value) <= 3;
	case VALUE_STANDARD: return is_one_of(value, standards);
	case VALUE_NUMBERS: return consists_of(value, "0123456789,");
	case VALUE_ASSEMBLER: return is_one_of(value, assembler);
	}
	return false;
}

bool
compiler_option_is_allowed(const char *option)
{
	const char *name = option + (*option == '-') + (option[0] == '-' && option[1] == '-');
	for (size_t i = 0; name != option && i < sizeof options_allowed / sizeof *options_allowed; i++) {
		const size_t length = strlen(options_allowed[i].name);
		if (strncmp(name, options_allowed[i].name, length) == 0 &&
		    is_value(options_allowed[i].kind, name + length))
			return true;
	}
	return false;
}
