#include "job.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "fill.h"
#include "support/base64.h"

static const struct { const char *name; size_t size; } element_types[] = {
#define ELEMENT_ROW(name, text, size) {text, size},
	ELEMENT_TYPES(ELEMENT_ROW)
#undef ELEMENT_ROW
};

/* Where in the document the reader is, for messages: "kernels[2].launches[0]". */
struct reader {
	struct job *job;
	const char *path;
	const char *error;       /* the first one */
};

size_t
element_size(enum element_type type)
{
	return element_types[type].size;
}

static bool
fail(struct reader *reader, const char *message)
{
	if (!reader->error)
		reader->error = arena_printf(&reader->job->arena, "%s: %s", *reader->path ? reader->path : "the job", message);
	return false;
}

static bool
fail_unpack(struct reader *reader, const json_error_t *error)
{
	static const char missing[] = "Object item not found: ";
	const size_t length = sizeof missing - 1;
	return fail(reader, strncmp(error->text, missing, length) == 0 ?
	                            arena_printf(&reader->job->arena, "there is no %s", error->text + length) :
	                            error->text);
}

/* The reader for one member or item further down. */
static struct reader
below(const struct reader *reader, const char *member, size_t index)
{
	struct reader inner = *reader;
	inner.path = arena_printf(&reader->job->arena, "%s%s%s[%zu]", reader->path, *reader->path ? "." : "", member, index);
	return inner;
}

static bool
merge(struct reader *reader, const struct reader *inner)
{
	if (inner->error && !reader->error)
		reader->error = inner->error;
	return !reader->error;
}

static bool
is_list(struct reader *reader, const json_t *list, const char *member)
{
	if (!list || json_is_array(list))
		return true;
	return fail(reader, arena_printf(&reader->job->arena, "%s is no array", member));
}

/* Reads each item of an optional array into a new array of `item_size`. */
typedef bool read_item(struct reader *reader, json_t *value, void *item);

static bool
read_list(struct reader *reader, json_t *list, const char *member, read_item *read, size_t item_size, void *items,
          size_t *count)
{
	if (!is_list(reader, list, member))
		return false;
	const size_t size = json_array_size(list);
	char *array = arena_array(&reader->job->arena, size, item_size);
	memcpy(items, &array, sizeof array);
	*count = size;
	for (size_t i = 0; i < size; i++) {
		struct reader inner = below(reader, member, i);
		if (!read(&inner, json_array_get(list, i), array + i * item_size))
			return merge(reader, &inner);
	}
	return true;
}

static bool
read_string(struct reader *reader, json_t *value, void *item)
{
	const char **text = item;
	*text = json_string_value(value);
	return *text || fail(reader, "is no string");
}

static bool
read_extent(struct reader *reader, json_t *value, void *item)
{
	struct extent *extent = item;
	json_int_t begin, end;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "[I, I]", &begin, &end) != 0)
		return fail_unpack(reader, &error);
	if (begin < 0 || end < begin)
		return fail(reader, "is no range");
	*extent = (struct extent){(size_t)begin, (size_t)end};
	return true;
}

static bool
read_bytes(struct reader *reader, const char *text, uint8_t **bytes, size_t *count)
{
	uint8_t *decoded;
	if (!base64_decode(text, &decoded, count))
		return fail(reader, "is no base64");
	uint8_t *kept = arena_alloc(&reader->job->arena, *count);
	memcpy(kept, decoded, *count);
	free(decoded);
	*bytes = kept;
	return true;
}

static bool
read_type(struct reader *reader, const char *name, enum element_type *type)
{
	for (size_t i = 0; i < ELEMENT_COUNT; i++) {
		if (strcmp(element_types[i].name, name) == 0) {
			*type = (enum element_type)i;
			return true;
		}
	}
	return fail(reader, arena_printf(&reader->job->arena, "%s is no element type", name));
}

static bool
read_piece(struct reader *reader, json_t *value, void *item)
{
	struct piece *piece = item;
	const char *text = NULL;
	json_int_t offset, count = 0;
	int byte = 0;
	size_t size = 0;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:I, s?s, s?I, s?i}", "offset", &offset, "base64", &text, "count",
	                   &count, "byte", &byte) != 0)
		return fail_unpack(reader, &error);
	if (offset < 0 || count < 0 || byte < 0 || byte > 255)
		return fail(reader, "is no range of bytes");
	if (text && !read_bytes(reader, text, &piece->bytes, &size))
		return false;
	piece->offset = (uint64_t)offset;
	piece->count = text ? size : (uint64_t)count;
	piece->byte = (uint8_t)byte;
	return true;
}

static bool read_plain_fill(struct reader *reader, json_t *value, struct fill *fill);

static bool
read_pieces(struct reader *reader, json_t *value, struct fill *fill)
{
	const char *kind;
	json_t *pieces, *rest;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:o, s:o}", "kind", &kind, "pieces", &pieces, "rest", &rest) != 0)
		return fail_unpack(reader, &error);
	struct fill *of_rest = arena_new(&reader->job->arena, struct fill);
	*fill = (struct fill){.kind = FILL_PIECES, .rest = of_rest};
	return read_plain_fill(reader, rest, of_rest) &&
	       read_list(reader, pieces, "pieces", read_piece, sizeof *fill->pieces, &fill->pieces, &fill->piece_count);
}

static bool
read_fill(struct reader *reader, json_t *value, struct fill *fill)
{
	const char *kind = json_string_value(json_object_get(value, "kind"));
	return kind && strcmp(kind, "pieces") == 0 ? read_pieces(reader, value, fill) : read_plain_fill(reader, value, fill);
}

static bool
read_plain_fill(struct reader *reader, json_t *value, struct fill *fill)
{
	*fill = (struct fill){.kind = FILL_ZERO, .type = ELEMENT_I32, .low = 0.5, .high = 1.5, .step = 1};
	if (!value)
		return true;
	const char *kind = json_string_value(json_object_get(value, "kind"));
	if (!kind)
		return fail(reader, "fill has no kind");
	const char *name, *type = NULL, *text = "";
	json_int_t limit = 0;
	json_error_t error;
	int status;
	if (strcmp(kind, "zero") == 0) {
		status = json_unpack_ex(value, &error, JSON_STRICT, "{s:s}", "kind", &name);
	} else if (strcmp(kind, "random-float") == 0) {
		fill->kind = FILL_RANDOM_FLOAT;
		fill->type = ELEMENT_F32;
		status = json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s?s, s?F, s?F}", "kind", &name, "type", &type,
		                        "low", &fill->low, "high", &fill->high);
	} else if (strcmp(kind, "index") == 0) {
		fill->kind = FILL_INDEX;
		status = json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s?s, s:I}", "kind", &name, "type", &type,
		                        "limit", &limit);
	} else if (strcmp(kind, "ramp") == 0) {
		fill->kind = FILL_RAMP;
		status = json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s?s, s?F, s?F, s?I}", "kind", &name,
		                        "type", &type, "start", &fill->start, "step", &fill->step, "modulo", &limit);
	} else if (strcmp(kind, "bytes") == 0) {
		fill->kind = FILL_BYTES;
		status = json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:s}", "kind", &name, "base64", &text);
	} else {
		return fail(reader, arena_printf(&reader->job->arena, "%s is no kind of fill", kind));
	}
	if (status != 0)
		return fail_unpack(reader, &error);
	if (type && !read_type(reader, type, &fill->type))
		return false;
	if (limit < 0 || (fill->kind == FILL_INDEX && limit == 0))
		return fail(reader, "fill's limit is not positive");
	if (fill->kind == FILL_RANDOM_FLOAT && fill->type < ELEMENT_F16)
		return fail(reader, "random-float needs a floating-point type");
	fill->limit = (uint64_t)limit;
	return fill->kind != FILL_BYTES || read_bytes(reader, text, &fill->bytes, &fill->byte_count);
}

static bool
read_buffer(struct reader *reader, json_t *value, void *item)
{
	struct buffer *buffer = item;
	json_int_t bytes, read_back = 0;
	json_t *fill = NULL;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:I, s?o, s?I}", "id", &buffer->id, "bytes", &bytes,
	                   "fill", &fill, "read_back", &read_back) != 0)
		return fail_unpack(reader, &error);
	if (bytes < 1 || read_back < 0)
		return fail(reader, "a buffer's sizes must be positive");
	buffer->bytes = (uint64_t)bytes;
	buffer->read_back = read_back < bytes ? (uint64_t)read_back : (uint64_t)bytes;
	return read_fill(reader, fill, &buffer->fill);
}

static bool
read_variable(struct reader *reader, json_t *value, void *item)
{
	struct variable *variable = item;
	json_t *fill;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s?s, s?s, s:o}", "name_expression", &variable->name_expression,
	                   "link_name", &variable->link_name, "fill", &fill) != 0)
		return fail_unpack(reader, &error);
	if (!variable->name_expression && !variable->link_name)
		return fail(reader, "has neither name_expression nor link_name");
	return read_fill(reader, fill, &variable->fill);
}

static bool
find_buffer(struct reader *reader, const struct kernel_job *kernel, const char *id, size_t *buffer)
{
	for (size_t i = 0; i < kernel->buffer_count; i++) {
		if (strcmp(kernel->buffers[i].id, id) == 0) {
			*buffer = i;
			return true;
		}
	}
	return fail(reader, arena_printf(&reader->job->arena, "the kernel has no buffer %s", id));
}

static bool
read_pointer(struct reader *reader, json_t *value, const struct kernel_job *kernel, size_t size, struct pointer *pointer)
{
	const char *id;
	json_int_t at = 0, offset = 0;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s?I, s?I}", "buffer", &id, "offset", &offset, "at", &at) != 0)
		return fail_unpack(reader, &error);
	if (size < sizeof(uint64_t) || at < 0 || (uint64_t)at > size - sizeof(uint64_t))
		return fail(reader, "an address does not lie within its argument");
	*pointer = (struct pointer){.at = (size_t)at, .offset = offset};
	return find_buffer(reader, kernel, id, &pointer->buffer);
}

static bool
read_pointers(struct reader *reader, json_t *value, const struct kernel_job *kernel, struct argument *argument)
{
	if (!is_list(reader, value, "pointers"))
		return false;
	argument->pointer_count = json_array_size(value);
	argument->pointers = arena_new_array(&reader->job->arena, struct pointer, argument->pointer_count);
	for (size_t i = 0; i < argument->pointer_count; i++)
		if (!read_pointer(reader, json_array_get(value, i), kernel, argument->size, &argument->pointers[i]))
			return false;
	return true;
}

static bool
read_address(struct reader *reader, json_t *value, const struct kernel_job *kernel, struct argument *argument)
{
	argument->size = sizeof(uint64_t);
	argument->bytes = arena_new_array(&reader->job->arena, uint8_t, argument->size);
	argument->pointers = arena_new(&reader->job->arena, struct pointer);
	argument->pointer_count = 1;
	return read_pointer(reader, value, kernel, argument->size, argument->pointers);
}

static bool
read_record(struct reader *reader, json_t *value, const struct kernel_job *kernel, struct argument *argument)
{
	const char *text;
	json_t *pointers = NULL;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s?o}", "base64", &text, "pointers", &pointers) != 0)
		return fail_unpack(reader, &error);
	return read_bytes(reader, text, &argument->bytes, &argument->size) &&
	       read_pointers(reader, pointers, kernel, argument);
}

static bool
read_number(struct reader *reader, json_t *value, struct argument *argument)
{
	const char *name;
	json_t *number;
	enum element_type type;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:o}", "type", &name, "value", &number) != 0)
		return fail_unpack(reader, &error);
	if (!json_is_number(number))
		return fail(reader, "value is no number");
	if (!read_type(reader, name, &type))
		return false;
	argument->bytes = arena_alloc(&reader->job->arena, sizeof(uint64_t));
	argument->size = element_size(type);
	if (json_is_integer(number) && type < ELEMENT_F16)
		element_write_integer(type, argument->bytes, json_integer_value(number));
	else
		element_write(type, argument->bytes, json_number_value(number));
	return true;
}

static bool
read_texture(struct reader *reader, json_t *value, struct argument *argument)
{
	static const char *const shapes[TEXTURE_SHAPES] = {"1d-linear", "1d", "2d", "3d", "cube", "1d-layered", "2d-layered",
	                                                   "cube-layered"};
	struct texture_job *texture = arena_new(&reader->job->arena, struct texture_job);
	const char *shape, *type;
	int channels = 1, is_surface = false;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:{s:s, s:s, s?i, s?b}}", "texture", "shape", &shape, "type", &type,
	                   "channels", &channels, "surface", &is_surface) != 0)
		return fail_unpack(reader, &error);
	if (!read_type(reader, type, &texture->type))
		return false;
	if (element_size(texture->type) > 4 || texture->type == ELEMENT_BF16 || (channels != 1 && channels != 2 && channels != 4))
		return fail(reader, "a texel has 1, 2 or 4 numbers of up to 4 bytes");
	while (texture->shape < TEXTURE_SHAPES && strcmp(shapes[texture->shape], shape) != 0)
		texture->shape++;
	if (texture->shape == TEXTURE_SHAPES)
		return fail(reader, "there is no such shape of a texture");
	texture->channels = (unsigned)channels;
	texture->is_surface = is_surface;
	argument->texture = texture;
	argument->size = sizeof(uint64_t);
	argument->bytes = arena_new_array(&reader->job->arena, uint8_t, argument->size);
	return true;
}

static bool
read_argument(struct reader *reader, json_t *value, const struct kernel_job *kernel, struct argument *argument)
{
	*argument = (struct argument){0};
	if (json_object_get(value, "buffer"))
		return read_address(reader, value, kernel, argument);
	if (json_object_get(value, "base64"))
		return read_record(reader, value, kernel, argument);
	if (json_object_get(value, "texture"))
		return read_texture(reader, value, argument);
	return read_number(reader, value, argument);
}

static bool
read_dimensions(struct reader *reader, json_t *value, unsigned dimensions[3])
{
	const size_t count = json_array_size(value);
	if (count < 1 || count > 3)
		return fail(reader, "grid and block have one to three dimensions");
	for (size_t i = 0; i < 3; i++) {
		const json_int_t size = i < count ? json_integer_value(json_array_get(value, i)) : 1;
		if (size < 1 || size > INT32_MAX)
			return fail(reader, "a dimension is not in [1, 2^31)");
		dimensions[i] = (unsigned)size;
	}
	return true;
}

static bool
read_timing(struct reader *reader, json_t *value, struct timing *timing)
{
	*timing = (struct timing){.warmup_ms = 50, .seconds = 1, .tolerance = 0.002, .min_runs = 11, .max_runs = 501};
	if (!value)
		return true;
	json_int_t min_runs = timing->min_runs, max_runs = timing->max_runs;
	int restore = false;
	const char *cache = "warm";
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s?F, s?I, s?I, s?F, s?F, s?b, s?s}", "warmup_ms",
	                   &timing->warmup_ms, "min_runs", &min_runs, "max_runs", &max_runs, "seconds", &timing->seconds,
	                   "tolerance", &timing->tolerance, "restore", &restore, "cache", &cache) != 0)
		return fail_unpack(reader, &error);
	if (min_runs < 1 || max_runs < min_runs || max_runs > 1000000)
		return fail(reader, "min_runs and max_runs are no range of [1, 1000000]");
	if (strcmp(cache, "warm") != 0 && strcmp(cache, "flushed") != 0)
		return fail(reader, "cache is neither warm nor flushed");
	timing->min_runs = (unsigned)min_runs;
	timing->max_runs = (unsigned)max_runs;
	timing->restore = restore;
	timing->flush_cache = strcmp(cache, "flushed") == 0;
	return true;
}

static bool
read_operation(struct reader *reader, json_t *value, const struct kernel_job *kernel, struct operation *operation)
{
	static const char *const kinds[OPERATION_KINDS] = {"to-device", "launch", "to-host"};
	enum { MAX_STREAM = 1023 };
	const char *kind, *buffer = NULL;
	json_int_t offset = 0, bytes = 0;
	int stream = 0;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s?s, s?I, s?I, s?i}", "do", &kind, "buffer", &buffer, "offset",
	                   &offset, "bytes", &bytes, "stream", &stream) != 0)
		return fail_unpack(reader, &error);
	while (operation->kind < OPERATION_KINDS && strcmp(kinds[operation->kind], kind) != 0)
		operation->kind++;
	if (operation->kind == OPERATION_KINDS)
		return fail(reader, "do is none of to-device, launch and to-host");
	if (offset < 0 || stream < 0 || stream > MAX_STREAM)
		return fail(reader, "offset is below 0, or stream not in [0, 1023]");
	operation->offset = (uint64_t)offset;
	operation->bytes = (uint64_t)bytes;
	operation->stream = (unsigned)stream;
	if (operation->kind == OPERATION_LAUNCH)
		return (!buffer && !bytes) || fail(reader, "a launch has neither buffer nor bytes");
	if (!buffer)
		return fail(reader, "there is no buffer");
	if (!find_buffer(reader, kernel, buffer, &operation->buffer))
		return false;
	const uint64_t size = kernel->buffers[operation->buffer].bytes;
	return (bytes >= 1 && operation->offset <= size && operation->bytes <= size - operation->offset) ||
	       fail(reader, "what is copied does not lie within its buffer");
}

static bool
read_operations(struct reader *reader, json_t *value, const struct kernel_job *kernel, struct sequence_job *sequence)
{
	if (!is_list(reader, value, "operations"))
		return false;
	sequence->operation_count = json_array_size(value);
	sequence->operations = arena_new_array(&reader->job->arena, struct operation, sequence->operation_count);
	for (size_t i = 0; i < sequence->operation_count; i++) {
		struct reader inner = below(reader, "operations", i);
		struct operation *operation = &sequence->operations[i];
		if (!read_operation(&inner, json_array_get(value, i), kernel, operation))
			return merge(reader, &inner);
		if (operation->stream >= sequence->stream_count)
			sequence->stream_count = operation->stream + 1;
	}
	return true;
}

static bool
read_sequence(struct reader *reader, json_t *value, const struct kernel_job *kernel, struct launch_job *launch)
{
	struct sequence_job *sequence = arena_new(&reader->job->arena, struct sequence_job);
	const char *memory;
	json_t *operations;
	json_error_t error;
	if (!value)
		return true;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:o}", "host_memory", &memory, "operations", &operations) != 0)
		return fail_unpack(reader, &error);
	sequence->is_pinned = strcmp(memory, "pinned") == 0;
	if (!sequence->is_pinned && strcmp(memory, "pageable") != 0)
		return fail(reader, "host_memory is neither pinned nor pageable");
	if (launch->wants_metrics)
		return fail(reader, "a sequence can be timed and not counted");
	launch->sequence = sequence;
	return read_operations(reader, operations, kernel, sequence);
}

static bool
read_measure(struct reader *reader, json_t *value, struct launch_job *launch)
{
	if (!is_list(reader, value, "measure"))
		return false;
	launch->wants_time = launch->wants_metrics = !value;
	for (size_t i = 0; i < json_array_size(value); i++) {
		const char *what = json_string_value(json_array_get(value, i));
		if (what && strcmp(what, "time") == 0)
			launch->wants_time = true;
		else if (what && strcmp(what, "metrics") == 0)
			launch->wants_metrics = true;
		else
			return fail(reader, "measure has an entry that is neither time nor metrics");
	}
	return true;
}

static bool
read_change(struct reader *reader, json_t *value, const struct kernel_job *kernel, struct change *change)
{
	json_int_t variable;
	json_t *fill = NULL;
	const char *buffer = NULL;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:I, s?o, s?s}", "variable", &variable, "fill", &fill, "buffer",
	                   &buffer) != 0)
		return fail_unpack(reader, &error);
	if (variable < 0 || (uint64_t)variable >= kernel->variable_count)
		return fail(reader, "the kernel has no variable of that number");
	if (!fill == !buffer)
		return fail(reader, "has not one of fill and buffer");
	change->variable = (size_t)variable;
	change->is_address = buffer;
	return buffer ? find_buffer(reader, kernel, buffer, &change->buffer) : read_fill(reader, fill, &change->fill);
}

static bool
read_changes(struct reader *reader, json_t *value, const struct kernel_job *kernel, struct launch_job *launch)
{
	if (!is_list(reader, value, "variables"))
		return false;
	launch->change_count = json_array_size(value);
	launch->changes = arena_new_array(&reader->job->arena, struct change, launch->change_count);
	for (size_t i = 0; i < launch->change_count; i++) {
		struct reader inner = below(reader, "variables", i);
		if (!read_change(&inner, json_array_get(value, i), kernel, &launch->changes[i]))
			return merge(reader, &inner);
	}
	return true;
}

static bool
read_launch(struct reader *reader, json_t *value, const struct kernel_job *kernel, struct launch_job *launch)
{
	json_t *grid, *block, *arguments = NULL, *measure = NULL, *timing = NULL, *variables = NULL, *sequence = NULL;
	json_int_t dynamic_shared = 0;
	int records = false, cooperative = false;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:o, s:o, s?I, s?o, s?o, s?b, s?o, s?o, s?b, s?o}", "id",
	                   &launch->id, "grid", &grid, "block", &block, "dynamic_shared", &dynamic_shared, "arguments", &arguments,
	                   "measure", &measure, "records", &records, "timing", &timing, "variables", &variables,
	                   "cooperative", &cooperative, "sequence", &sequence) != 0)
		return fail_unpack(reader, &error);
	if (dynamic_shared < 0 || dynamic_shared > INT32_MAX)
		return fail(reader, "dynamic_shared is not in [0, 2^31)");
	launch->dynamic_shared = (uint64_t)dynamic_shared;
	launch->wants_records = records;
	launch->cooperative = cooperative;
	if (!read_dimensions(reader, grid, launch->grid) || !read_dimensions(reader, block, launch->block) ||
	    !read_timing(reader, timing, &launch->timing) || !read_measure(reader, measure, launch) ||
	    !read_changes(reader, variables, kernel, launch) || !read_sequence(reader, sequence, kernel, launch) ||
	    !is_list(reader, arguments, "arguments"))
		return false;
	launch->argument_count = json_array_size(arguments);
	launch->arguments = arena_new_array(&reader->job->arena, struct argument, launch->argument_count);
	for (size_t i = 0; i < launch->argument_count; i++) {
		struct reader inner = below(reader, "arguments", i);
		if (!read_argument(&inner, json_array_get(arguments, i), kernel, &launch->arguments[i]))
			return merge(reader, &inner);
	}
	return true;
}

static bool
find_source(struct reader *reader, const char *id, size_t *source)
{
	for (size_t i = 0; i < reader->job->source_count; i++) {
		if (strcmp(reader->job->sources[i].id, id) == 0) {
			*source = i;
			return true;
		}
	}
	return fail(reader, arena_printf(&reader->job->arena, "there is no source %s", id));
}

static bool
find_kernel(struct reader *reader, const char *id, size_t *kernel)
{
	for (size_t i = 0; i < reader->job->kernel_count; i++) {
		if (reader->job->kernels[i].id && strcmp(reader->job->kernels[i].id, id) == 0) {
			*kernel = i;
			return true;
		}
	}
	return fail(reader, arena_printf(&reader->job->arena, "there is no kernel %s", id));
}

static bool
find_earlier(struct reader *reader, const char *id, const struct kernel_job *kernel, const struct kernel_job **other)
{
	size_t index;
	if (!find_kernel(reader, id, &index))
		return false;
	*other = &reader->job->kernels[index];
	return *other < kernel || fail(reader, "names a kernel that is not further up");
}

/* Puts another kernel's buffers and variables before its own. */
static bool
take_inputs(struct reader *reader, const char *id, struct kernel_job *kernel)
{
	const struct kernel_job *other;
	if (!find_earlier(reader, id, kernel, &other))
		return false;
	if (kernel->buffer_count)
		return fail(reader, "has buffers of its own beside another kernel's inputs");
	kernel->buffers = other->buffers;
	kernel->buffer_count = other->buffer_count;
	struct variable *variables = arena_copy(&reader->job->arena, other->variables, other->variable_count,
	                                        other->variable_count + kernel->variable_count, sizeof *variables);
	for (size_t i = 0; i < kernel->variable_count; i++)
		variables[other->variable_count + i] = kernel->variables[i];
	kernel->variables = variables;
	kernel->variable_count += other->variable_count;
	return true;
}

static bool
read_kernel(struct reader *reader, json_t *value, void *item)
{
	struct kernel_job *kernel = item;
	const char *source, *inputs_of = NULL, *audited_by = NULL;
	json_t *extent = NULL, *buffers = NULL, *variables = NULL, *launches = NULL;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:s, s?s, s?s, s?o, s?s, s?s, s?o, s?o, s?o}", "id", &kernel->id,
	                   "source", &source, "name_expression", &kernel->name_expression, "link_name", &kernel->link_name,
	                   "extent", &extent, "inputs_of", &inputs_of, "audited_by", &audited_by, "buffers", &buffers, "variables",
	                   &variables, "launches", &launches) != 0)
		return fail_unpack(reader, &error);
	if (!kernel->name_expression && !kernel->link_name)
		return fail(reader, "has neither name_expression nor link_name");
	if (!find_source(reader, source, &kernel->source) || (extent && !read_extent(reader, extent, &kernel->extent)) ||
	    !read_list(reader, buffers, "buffers", read_buffer, sizeof *kernel->buffers, &kernel->buffers,
	               &kernel->buffer_count) ||
	    !read_list(reader, variables, "variables", read_variable, sizeof *kernel->variables, &kernel->variables,
	               &kernel->variable_count) ||
	    (inputs_of && !take_inputs(reader, inputs_of, kernel)) ||
	    (audited_by && !find_earlier(reader, audited_by, kernel, &kernel->audit)) || !is_list(reader, launches, "launches"))
		return false;
	kernel->launch_count = json_array_size(launches);
	kernel->launches = arena_new_array(&reader->job->arena, struct launch_job, kernel->launch_count);
	for (size_t i = 0; i < kernel->launch_count; i++) {
		struct reader inner = below(reader, "launches", i);
		if (!read_launch(&inner, json_array_get(launches, i), kernel, &kernel->launches[i]))
			return merge(reader, &inner);
	}
	return true;
}

static bool
read_race(struct reader *reader, json_t *value, void *item)
{
	struct race_job *race = item;
	json_t *kernels;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:o}", "id", &race->id, "kernels", &kernels) != 0)
		return fail_unpack(reader, &error);
	race->count = json_array_size(kernels);
	race->kernels = arena_new_array(&reader->job->arena, size_t, race->count);
	for (size_t i = 0; i < race->count; i++) {
		const char *id = json_string_value(json_array_get(kernels, i));
		if (!find_kernel(reader, id ? id : "", &race->kernels[i]))
			return false;
		const struct kernel_job *kernel = &reader->job->kernels[race->kernels[i]];
		const struct kernel_job *first = &reader->job->kernels[race->kernels[0]];
		if (kernel->launch_count == 0 || kernel->buffers != first->buffers)
			return fail(reader, "has a kernel without a launch, or with other buffers than the first");
		if (kernel->launches[0].sequence)
			return fail(reader, "has a kernel whose launch is a sequence");
		if (kernel->audit && kernel->audit->launch_count == 0)
			return fail(reader, "has a kernel whose audit has no launch");
	}
	return race->count >= 2 || fail(reader, "has fewer than two kernels");
}

static bool
check_extents(struct reader *reader, const struct text_file *file)
{
	const size_t length = strlen(file->text);
	for (size_t i = 0; i < file->droppable_count; i++) {
		if (file->droppable[i].end > length)
			return fail(reader, "an extent ends after its text");
	}
	return true;
}

static bool
read_header(struct reader *reader, json_t *value, void *item)
{
	struct text_file *file = item;
	json_t *droppable = NULL;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:s, s?o}", "name", &file->name, "text", &file->text,
	                   "droppable", &droppable) != 0)
		return fail_unpack(reader, &error);
	return read_list(reader, droppable, "droppable", read_extent, sizeof *file->droppable, &file->droppable,
	                 &file->droppable_count) &&
	       check_extents(reader, file);
}

static bool
read_source(struct reader *reader, json_t *value, void *item)
{
	struct source_job *source = item;
	struct text_file own = {0};
	json_t *options = NULL, *defines = NULL, *include_paths = NULL, *headers = NULL, *droppable = NULL;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:s, s:s, s?o, s?o, s?o, s?o, s?o}", "id", &source->id,
	                   "name", &own.name, "text", &own.text, "options", &options, "defines", &defines,
	                   "include_paths", &include_paths, "headers", &headers, "droppable", &droppable) != 0)
		return fail_unpack(reader, &error);
	struct text_file *read;
	size_t header_count;
	if (!read_list(reader, droppable, "droppable", read_extent, sizeof *own.droppable, &own.droppable,
	               &own.droppable_count) ||
	    !check_extents(reader, &own) ||
	    !read_list(reader, options, "options", read_string, sizeof *source->options, &source->options,
	               &source->option_count) ||
	    !read_list(reader, defines, "defines", read_string, sizeof *source->defines, &source->defines,
	               &source->define_count) ||
	    !read_list(reader, include_paths, "include_paths", read_string, sizeof *source->include_paths,
	               &source->include_paths, &source->include_path_count) ||
	    !read_list(reader, headers, "headers", read_header, sizeof *read, &read, &header_count))
		return false;
	source->file_count = header_count + 1;
	source->files = arena_new_array(&reader->job->arena, struct text_file, source->file_count);
	source->files[0] = own;
	memcpy(source->files + 1, read, header_count * sizeof *read);
	return true;
}

static bool
check_kernel_extents(struct reader *reader)
{
	for (size_t i = 0; i < reader->job->kernel_count; i++) {
		const struct kernel_job *kernel = &reader->job->kernels[i];
		struct reader inner = below(reader, "kernels", i);
		if (kernel->extent.end > strlen(reader->job->sources[kernel->source].files[0].text)) {
			fail(&inner, "its extent ends after its source");
			return merge(reader, &inner);
		}
	}
	return true;
}

static bool
read_device(struct reader *reader, const json_t *value)
{
	struct device_choice *device = &reader->job->device;
	const json_int_t number = json_integer_value(value);
	device->uuid = json_string_value(value);
	device->number = (int)number;
	if (!value || device->uuid || (json_is_integer(value) && number >= 0 && number <= INT_MAX))
		return true;
	return fail(reader, "device is neither a number nor a UUID");
}

bool
job_read(struct job *job, json_t *document, const char **error)
{
	*job = (struct job){.document = document, .arch = "sm_90", .seconds = 30};
	struct reader reader = {.job = job, .path = ""};
	json_int_t version;
	json_t *sources, *kernels, *device = NULL, *origin, *races = NULL;
	json_error_t unpack;
	if (json_unpack_ex(document, &unpack, JSON_STRICT, "{s:I, s?s, s?o, s?s, s?o, s?F, s:o, s:o, s?o}", "schema_version",
	                   &version, "id", &job->id, "origin", &origin, "arch", &job->arch, "device", &device, "seconds",
	                   &job->seconds, "sources", &sources, "kernels", &kernels, "races", &races) != 0)
		fail_unpack(&reader, &unpack);
	else if (version != 1)
		fail(&reader, "schema_version is not 1");
	else if (strncmp(job->arch, "sm_", 3) != 0)
		fail(&reader, "arch does not begin with sm_");
	else if (!(job->seconds > 0 && job->seconds < 1e6))
		fail(&reader, "seconds is not in (0, 10^6)");
	else if (read_device(&reader, device) &&
	         read_list(&reader, sources, "sources", read_source, sizeof *job->sources, &job->sources,
	                   &job->source_count) &&
	         read_list(&reader, kernels, "kernels", read_kernel, sizeof *job->kernels, &job->kernels,
	                   &job->kernel_count) &&
	         read_list(&reader, races, "races", read_race, sizeof *job->races, &job->races, &job->race_count))
		check_kernel_extents(&reader);
	*error = reader.error;
	return !reader.error;
}

void
job_free(struct job *job)
{
	json_decref(job->document);
	arena_free(&job->arena);
}
