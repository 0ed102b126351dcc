/* Names that have a meaning only in their scope: parameters of the enclosing template, members of the class, variables
 * of the function. */
#ifndef GPULINT_FRONTEND_TEXT_LOCAL_NAMES_H
#define GPULINT_FRONTEND_TEXT_LOCAL_NAMES_H

#include "frontend/unit/lower.h"

/* A declaration that only namespaces enclose, and its range in a file. */
struct local_names_place {
	CXCursor declaration;
	size_t file;
	unsigned start, end;
};

/* The places of the project's own declarations, collected at the first query. The caller zeroes it before that. */
struct local_names {
	struct local_names_place *items;
	size_t count, capacity;
	bool known;
};

/* Whether the template arguments at that offset of l->files[file] use a name that an enclosing function, class or
 * template declares. */
bool local_names_in(struct local_names *names, struct lower *l, size_t file, unsigned offset, const char *arguments);
void local_names_free(struct local_names *names);

#endif
