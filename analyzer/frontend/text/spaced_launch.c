#include "frontend/text/spaced_launch.h"

#include <stdbool.h>
#include <string.h>

#include "support/blanks.h"
#include "support/name_letter.h"

/* Whether text[at] begins two brackets, blanks and one bracket, as in "<< <". *end: the offset after them. */
static bool
is_spaced(const char *text, size_t at, size_t length, char bracket, size_t *end)
{
	if (at + 4 > length || text[at] != bracket || text[at + 1] != bracket)
		return false;
	const size_t third = skip_blanks(text, at + 2, length);
	if (third == at + 2 || third >= length || text[third] != bracket)
		return false;
	*end = third + 1;
	return *end >= length || text[*end] != bracket;
}

static bool
follows_name(const char *text, size_t at)
{
	while (at && (text[at - 1] == ' ' || text[at - 1] == '\t'))
		at--;
	return at && (is_name_letter(text[at - 1]) || text[at - 1] == '>');
}

static void
join(char *text, size_t start, size_t end, char bracket, size_t offset)
{
	memset(text + start, ' ', end - start);
	memset(text + start + offset, bracket, 3);
}

void
spaced_launch_join(char *text, size_t length)
{
	bool is_open = false;
	size_t end;
	for (size_t at = 0; at + 3 < length; at++) {
		if (!is_open && text[at] == '<' && is_spaced(text, at, length, '<', &end) && follows_name(text, at)) {
			join(text, at, end, '<', end - at - 3);
			is_open = true;
			at = end - 1;
		} else if (is_open && text[at] == '>' && is_spaced(text, at, length, '>', &end)) {
			const size_t next = skip_blanks(text, end, length);
			if (next < length && text[next] == '(') {
				join(text, at, end, '>', 0);
				is_open = false;
			}
			at = end - 1;
		} else if (text[at] == ';') {
			is_open = false;
		}
	}
}
