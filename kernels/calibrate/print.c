#include "kernels/calibrate/print.h"

enum { PLAIN = JSON_ENCODE_ANY | JSON_REAL_PRECISION(6) };

static bool
is_container(const json_t *json)
{
	return json_is_object(json) || json_is_array(json);
}

/* Whether it contains another container. */
static bool
is_nested(json_t *json)
{
	const char *name;
	size_t index;
	json_t *item;

	json_object_foreach (json, name, item)
		if (is_container(item))
			return true;
	json_array_foreach (json, index, item)
		if (is_container(item))
			return true;
	return false;
}

static bool print_value(json_t *json, FILE *file, int depth);

/* Writes what precedes a member: the comma after the previous one, and the indentation. */
static bool
print_separator(FILE *file, bool first, int depth)
{
	return fprintf(file, "%s\n%*s", first ? "" : ",", depth, "") > 0;
}

static bool
print_members(json_t *json, FILE *file, int depth)
{
	const char *name;
	size_t index;
	json_t *item;
	bool first = true;

	json_object_foreach (json, name, item) {
		if (!print_separator(file, first, depth + 1) || fprintf(file, "\"%s\": ", name) < 0 ||
		    !print_value(item, file, depth + 1))
			return false;
		first = false;
	}
	json_array_foreach (json, index, item) {
		if (!print_separator(file, first, depth + 1) || !print_value(item, file, depth + 1))
			return false;
		first = false;
	}
	return true;
}

static bool
print_value(json_t *json, FILE *file, int depth)
{
	if (!is_nested(json))
		return json_dumpf(json, file, PLAIN) == 0;
	const bool object = json_is_object(json);
	return fputc(object ? '{' : '[', file) != EOF && print_members(json, file, depth) &&
	       fprintf(file, "\n%*s%c", depth, "", object ? '}' : ']') > 0;
}

bool
print_json(json_t *json, FILE *file)
{
	return print_value(json, file, 0) && fputc('\n', file) != EOF && fflush(file) == 0;
}
