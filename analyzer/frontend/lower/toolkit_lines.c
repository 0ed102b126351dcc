#include "frontend/lower/toolkit_lines.h"

#include <stddef.h>
#include <string.h>

static const char NOT_MERGED[] = "the library is CUDA 13.0's, and the compiler does not merge its accesses";
static const char KERNEL_OF_13[] = "the library is CUDA 13.0's";
static const char SPREAD_KEYS[] = "the library is CUDA 13.0's, and unknown keys are spread evenly";
static const char FIRST_LOOK[] = "the library is CUDA 13.0's, and a block finds all that it needs at the first look";
static const char EVERY_OTHER[] =
	"the library is CUDA 13.0's, and it selects every other item where the selection is unknown";

static const struct function {
	const char *name, *first;
	struct ir_line_info info;
	bool is_hinted; /* add the line offset of the first parameter's type */
} functions[] = {
#define FUNCTION(name, first, header, line) {name, first, {header, line, 0, NULL}, false},
#define WIDE_FUNCTION(name, first, header, line, line_of_16) {name, first, {header, line, line_of_16, NULL}, false},
#define PART(name, header, line) {name, "", {header, line, 0, NOT_MERGED}, false},
#define KERNEL(name, header, line) {name, "", {header, line, 0, KERNEL_OF_13}, false},
#define KEYS_PART(name, header, line) {name, "", {header, line, 0, SPREAD_KEYS}, false},
#define LOOK_BACK(name, header, line) {name, "", {header, line, 0, FIRST_LOOK}, false},
#define HALF_PART(name, header, line) {name, "", {header, line, 0, EVERY_OTHER}, false},
#define HINTED(name, line) {name, "", {"sm_32_intrinsics.hpp", line, 0, NULL}, true},
#define HINTED_TYPE(type, lines) {"", type, {NULL, lines, 0, NULL}, false},
#include "frontend/lower/toolkit_lines.def"
};

/* first: NULL matches any type. */
static const struct function *
find(const char *name, const char *first)
{
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (!strcmp(functions[i].name, name) &&
		    (!first || !*functions[i].first || !strcmp(functions[i].first, first)))
			return &functions[i];
	return NULL;
}

bool
toolkit_lines_know(const char *function)
{
	return find(function, NULL);
}

bool
toolkit_lines_find(const char *function, const char *first, struct ir_line_info *info)
{
	const struct function *found = find(function, first),
			      *type = found && found->is_hinted ? find("", first) : NULL;
	if (!found || (found->is_hinted && !type))
		return false;
	*info = found->info;
	info->line += type ? type->info.line : 0;
	return true;
}
