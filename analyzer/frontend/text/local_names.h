/* Names that mean something only where they are written: parameters of the template around them, members of the class,
 * variables of the function. */
#ifndef GPULINT_FRONTEND_TEXT_LOCAL_NAMES_H
#define GPULINT_FRONTEND_TEXT_LOCAL_NAMES_H

#include "frontend/unit/lower.h"

/* A declaration that nothing is around but namespaces, and where in a file it is. */
struct local_names_place {
	CXCursor declaration;
	size_t file;
	unsigned start, end;
};

/* Where the project's own declarations are, found out when it is first asked for. Zeroed before that. */
struct local_names {
	struct local_names_place *items;
	size_t count, capacity;
	bool known;
};

/* Whether the template arguments, which are written at that offset of l->files[file], name what a function, a class or a template
 * around that place declares. */
bool local_names_in(struct local_names *names, struct lower *l, size_t file, unsigned offset, const char *arguments);
void local_names_free(struct local_names *names);

#endif
