#include "frontend/toolkit_lines.h"

#include <stddef.h>
#include <string.h>

static const char NOT_MERGED[] = "the library is taken to be CUDA 13.0's, and what it does not to be merged";
static const char KERNEL_OF_13[] = "the library is taken to be CUDA 13.0's";
static const char SPREAD_KEYS[] = "the library is taken to be CUDA 13.0's, and keys that are not known to be spread evenly";
static const char FIRST_LOOK[] = "the library is taken to be CUDA 13.0's, and a block to find all it needs where it looks first";
static const char EVERY_OTHER[] = "the library is taken to be CUDA 13.0's, and to select every other item if nobody knows which";

static const struct function {
	const char *name, *first;
	struct ir_line_info info;
} functions[] = {
#define FUNCTION(name, first, header, line) {name, first, {header, line, 0, NULL}},
#define WIDE_FUNCTION(name, first, header, line, line_of_16) {name, first, {header, line, line_of_16, NULL}},
#define PART(name, header, line) {name, "", {header, line, 0, NOT_MERGED}},
#define KERNEL(name, header, line) {name, "", {header, line, 0, KERNEL_OF_13}},
#define KERNEL_PART(name, header, line) {name, "", {header, line, 0, KERNEL_OF_13}},
#define KEYS_PART(name, header, line) {name, "", {header, line, 0, SPREAD_KEYS}},
#define LOOK_BACK(name, header, line) {name, "", {header, line, 0, FIRST_LOOK}},
#define HALF_PART(name, header, line) {name, "", {header, line, 0, EVERY_OTHER}},
#define HINTED(name, line)
#define HINTED_TYPE(type, lines)
#include "frontend/toolkit_lines.def"
#undef FUNCTION
#undef WIDE_FUNCTION
#undef PART
#undef KERNEL
#undef KERNEL_PART
#undef KEYS_PART
#undef LOOK_BACK
#undef HALF_PART
#undef HINTED
#undef HINTED_TYPE
};

struct named_line {
	const char *name;
	uint32_t line;
};

#define FUNCTION(name, first, header, line)
#define WIDE_FUNCTION(name, first, header, line, line_of_16)
#define PART(name, header, line)
#define KERNEL(name, header, line)
#define KERNEL_PART(name, header, line)
#define KEYS_PART(name, header, line)
#define LOOK_BACK(name, header, line)
#define HALF_PART(name, header, line)
static const struct named_line hinted[] = {
#define HINTED(name, line) {name, line},
#define HINTED_TYPE(type, lines)
#include "frontend/toolkit_lines.def"
#undef HINTED
#undef HINTED_TYPE
};
static const struct named_line hinted_types[] = {
#define HINTED(name, line)
#define HINTED_TYPE(type, lines) {type, lines},
#include "frontend/toolkit_lines.def"
#undef HINTED
#undef HINTED_TYPE
};
#undef FUNCTION
#undef WIDE_FUNCTION
#undef PART
#undef KERNEL
#undef KERNEL_PART
#undef KEYS_PART
#undef LOOK_BACK
#undef HALF_PART

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct named_line *
find_named(const struct named_line *lines, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(lines[i].name, name))
			return &lines[i];
	return NULL;
}

bool
toolkit_lines_know(const char *function)
{
	for (size_t i = 0; i < COUNT(functions); i++)
		if (!strcmp(functions[i].name, function))
			return true;
	return find_named(hinted, COUNT(hinted), function);
}

bool
toolkit_lines_find(const char *function, const char *first, struct ir_line_info *info)
{
	for (size_t i = 0; i < COUNT(functions); i++)
		if (!strcmp(functions[i].name, function) &&
		    (!*functions[i].first || !strcmp(functions[i].first, first))) {
			*info = functions[i].info;
			return true;
		}
	const struct named_line *hint = find_named(hinted, COUNT(hinted), function);
	const struct named_line *type = find_named(hinted_types, COUNT(hinted_types), first);
	if (hint && type)
		*info = (struct ir_line_info){"sm_32_intrinsics.hpp", hint->line + type->line, 0, NULL};
	return hint && type;
}
