#include "job_reader.h"

#include <stdlib.h>
#include <string.h>

#include "support/base64.h"

bool
job_fail(struct job_reader *reader, const char *message)
{
	if (!reader->error)
		reader->error =
			arena_printf(&reader->job->arena, "%s: %s", *reader->path ? reader->path : "the job", message);
	return false;
}

bool
job_fail_unpack(struct job_reader *reader, const json_error_t *error)
{
	static const char missing[] = "Object item not found: ";
	const size_t length = sizeof missing - 1;
	return job_fail(reader, strncmp(error->text, missing, length) == 0
	                                ? arena_printf(&reader->job->arena, "there is no %s", error->text + length)
	                                : error->text);
}

struct job_reader
job_below(const struct job_reader *reader, const char *member, size_t index)
{
	struct job_reader inner = *reader;
	inner.path =
		arena_printf(&reader->job->arena, "%s%s%s[%zu]", reader->path, *reader->path ? "." : "", member, index);
	return inner;
}

bool
job_merge(struct job_reader *reader, const struct job_reader *inner)
{
	if (inner->error && !reader->error)
		reader->error = inner->error;
	return !reader->error;
}

bool
job_is_within(struct job_reader *reader, const char *member, json_int_t value, json_int_t least, json_int_t most)
{
	if (value >= least && value <= most)
		return true;
	return job_fail(reader, arena_printf(&reader->job->arena, "%s is not in [%lld, %lld]", member, (long long)least,
	                                     (long long)most));
}

bool
job_is_list(struct job_reader *reader, const json_t *list, const char *member)
{
	if (!list || json_is_array(list))
		return true;
	return job_fail(reader, arena_printf(&reader->job->arena, "%s is not an array", member));
}

bool
job_read_list(struct job_reader *reader, json_t *list, const char *member, job_read_item *read, size_t item_size,
              void *items, size_t *count)
{
	if (!job_is_list(reader, list, member))
		return false;
	const size_t size = json_array_size(list);
	char *array = arena_array(&reader->job->arena, size, item_size);
	memcpy(items, &array, sizeof array);
	*count = size;
	for (size_t i = 0; i < size; i++) {
		struct job_reader inner = job_below(reader, member, i);
		if (!read(&inner, json_array_get(list, i), array + i * item_size))
			return job_merge(reader, &inner);
	}
	return true;
}

bool
job_read_string(struct job_reader *reader, json_t *value, void *item)
{
	const char **text = item;
	*text = json_string_value(value);
	return *text || job_fail(reader, "is not a string");
}

bool
job_read_extent(struct job_reader *reader, json_t *value, void *item)
{
	struct extent *extent = item;
	json_int_t begin, end;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "[I, I]", &begin, &end) != 0)
		return job_fail_unpack(reader, &error);
	if (begin < 0 || end < begin)
		return job_fail(reader, "is not a range");
	*extent = (struct extent){(size_t)begin, (size_t)end};
	return true;
}

bool
job_read_bytes(struct job_reader *reader, const char *text, uint8_t **bytes, size_t *count)
{
	uint8_t *decoded;
	if (!base64_decode(text, &decoded, count))
		return job_fail(reader, "is not base64");
	uint8_t *kept = arena_alloc(&reader->job->arena, *count);
	memcpy(kept, decoded, *count);
	free(decoded);
	*bytes = kept;
	return true;
}
