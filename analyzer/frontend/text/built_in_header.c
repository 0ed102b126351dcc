#include "frontend/text/built_in_header.h"

#include <string.h>

/* Built-in headers are read without the program's macros. The outermost header of an include chain hides these macros
 * and restores them at its end. In between it includes itself, under the same name. */
static const char hiding[] = "#ifndef __GL_HIDDEN\n"
			     "#define __GL_HIDDEN\n"
			     "#include <" FRONTEND_HEADER_ROOT "/gpulint/hide_macros.h>\n"
			     "#include __FILE__\n"
			     "#include <" FRONTEND_HEADER_ROOT "/gpulint/show_macros.h>\n"
			     "#undef __GL_HIDDEN\n"
			     "#else\n";
static const char hiding_end[] = "\n#endif\n";

/* The only form in which built-in headers include each other. */
static const char include[] = "#include <";
static const char root[] = FRONTEND_HEADER_ROOT "/";

static size_t
count_includes(const char *text)
{
	size_t count = 0;
	for (const char *at = text; (at = strstr(at, include)); at += sizeof include - 1)
		count++;
	return count;
}

static char *
put(char *at, const char *text, size_t length)
{
	memcpy(at, text, length);
	return at + length;
}

/* Puts the virtual folder before each name that the header includes. An include folder of the project may hold a file
 * of the same name, which must not replace the built-in one. */
static char *
put_with_absolute_includes(char *at, const struct frontend_header *header)
{
	const char *from = header->text, *const end = header->text + header->length;
	for (const char *found; (found = strstr(from, include)); from = found) {
		found += sizeof include - 1;
		at = put(at, from, (size_t)(found - from));
		at = put(at, root, sizeof root - 1);
	}
	return put(at, from, (size_t)(end - from));
}

struct built_in_header
built_in_header_make(struct arena *arena, const struct frontend_header *header)
{
	const bool is_our_own = !strncmp(header->name, "gpulint/", strlen("gpulint/"));
	const size_t room =
		header->length + count_includes(header->text) * (sizeof root - 1) + sizeof hiding + sizeof hiding_end;
	char *text = arena_alloc(arena, room), *at = text;
	if (!is_our_own)
		at = put(at, hiding, sizeof hiding - 1);
	at = put_with_absolute_includes(at, header);
	if (!is_our_own)
		at = put(at, hiding_end, sizeof hiding_end - 1);
	*at = '\0';
	return (struct built_in_header){arena_printf(arena, "%s%s", root, header->name), text, (size_t)(at - text)};
}
