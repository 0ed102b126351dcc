#include "cli/report/path.h"

#include <string.h>
#include <sys/stat.h>

static bool
is_part(const char *part, size_t length, const char *name)
{
	return length == strlen(name) && !strncmp(part, name, length);
}

/* The start of the last component in the first `length` bytes of `clean`. */
static size_t
last_part(const char *clean, size_t length)
{
	while (length && clean[length - 1] != '/')
		length--;
	return length;
}

/* Whether '..' removes the last component of `clean`. */
static bool
takes_back(const char *clean, size_t length)
{
	const size_t start = last_part(clean, length);
	return start < length && !is_part(clean + start, length - start, "..");
}

bool
path_is_same_file(const char *a, const char *b)
{
	struct stat of_a, of_b;
	if (!strcmp(a, b))
		return true;
	return !stat(a, &of_a) && !stat(b, &of_b) && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

const char *
path_clean(struct arena *arena, const char *path)
{
	if (!strstr(path, "//") && !strstr(path, "/.") && strncmp(path, "./", 2) != 0)
		return path;
	char *clean = arena_alloc(arena, strlen(path) + 1);
	size_t length = 0;
	bool goes_up = false;
	if (*path == '/')
		clean[length++] = '/';
	for (const char *part = path; *part;) {
		const size_t size = strcspn(part, "/");
		const bool back = is_part(part, size, "..") && takes_back(clean, length);
		goes_up = goes_up || back;
		if (back) {
			length = last_part(clean, length);
			length -= length > 1; /* also the slash before it, except for the root's */
		} else if (size && !is_part(part, size, ".")) {
			if (length && clean[length - 1] != '/')
				clean[length++] = '/';
			memcpy(clean + length, part, size);
			length += size;
		}
		part += size;
		part += *part == '/';
	}
	clean[length] = '\0';
	return length && (!goes_up || path_is_same_file(clean, path)) ? clean : path;
}
