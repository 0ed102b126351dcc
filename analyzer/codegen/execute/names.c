#include "codegen/execute/names.h"

void
names_print(FILE *out, const struct names *names)
{
	static const struct {
		const char *prefix;
		unsigned first, end;
	} banks[] = {
		{"R", 0, FIRST_UNIFORM},
		{"UR", FIRST_UNIFORM, FIRST_PREDICATE},
		{"P", FIRST_PREDICATE, FIRST_UNIFORM_PREDICATE},
		{"UP", FIRST_UNIFORM_PREDICATE, NAMES},
	};
	const char *separator = "";
	for (size_t i = 0; i < sizeof banks / sizeof *banks; i++)
		for (unsigned name = banks[i].first; name < banks[i].end; name++)
			if (names_has(names, name)) {
				fprintf(out, "%s%s%u", separator, banks[i].prefix, name - banks[i].first);
				separator = " ";
			}
}
