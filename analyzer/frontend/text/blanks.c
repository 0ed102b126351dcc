#include "frontend/text/blanks.h"

#include <string.h>

/* The end of the line, with those that a backslash joins to it. */
static size_t
end_of_line(const char *text, size_t at, size_t end)
{
	while (at < end && (text[at] != '\n' || text[at - 1] == '\\'))
		at++;
	return at;
}

static size_t
end_of_comment(const char *text, size_t at, size_t end)
{
	while (at + 1 < end && (text[at] != '*' || text[at + 1] != '/'))
		at++;
	return at + 1 < end ? at + 2 : end;
}

size_t
skip_to_code(const char *text, size_t at, size_t end)
{
	while (at < end) {
		const char next = at + 1 < end ? text[at + 1] : '\0';
		if (memchr(" \t\r\n\f\v\\", text[at], 7))
			at++;
		else if (text[at] == '#' || (text[at] == '/' && next == '/'))
			at = end_of_line(text, at + 1, end);
		else if (text[at] == '/' && next == '*')
			at = end_of_comment(text, at + 2, end);
		else
			break;
	}
	return at;
}
