#include "job_values.h"

#include <math.h>
#include <string.h>

#include "fill.h"

static const struct {
	const char *name;
	size_t size;
	enum element_kind kind;
} element_types[] = {
#define ELEMENT_ROW(name, text, size, kind) {text, size, ELEMENT_##kind},
	ELEMENT_TYPES(ELEMENT_ROW)
#undef ELEMENT_ROW
};

size_t
element_size(enum element_type type)
{
	return element_types[type].size;
}

enum element_kind
element_kind(enum element_type type)
{
	return element_types[type].kind;
}

static bool
read_type(struct job_reader *reader, const char *name, enum element_type *type)
{
	for (size_t i = 0; i < ELEMENT_COUNT; i++) {
		if (strcmp(element_types[i].name, name) == 0) {
			*type = (enum element_type)i;
			return true;
		}
	}
	return job_fail(reader, arena_printf(&reader->job->arena, "%s is not an element type", name));
}

static bool
read_piece(struct job_reader *reader, json_t *value, void *item)
{
	struct piece *piece = item;
	const char *text = NULL;
	json_int_t offset, count = -1, byte = -1;
	size_t size = 0;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:I, s?s, s?I, s?I}", "offset", &offset, "base64", &text,
	                   "count", &count, "byte", &byte) != 0)
		return job_fail_unpack(reader, &error);
	if (text && (json_object_get(value, "count") || json_object_get(value, "byte")))
		return job_fail(reader, "has both base64 and its replacement");
	if (offset < 0 || (!text && (count < 0 || byte < 0 || byte > UINT8_MAX)))
		return job_fail(reader, "is not a range of bytes");
	if (text && !job_read_bytes(reader, text, &piece->bytes, &size))
		return false;
	piece->offset = (uint64_t)offset;
	piece->count = text ? size : (uint64_t)count;
	piece->byte = text ? 0 : (uint8_t)byte;
	return true;
}

static bool read_plain_fill(struct job_reader *reader, json_t *value, struct fill *fill);

static bool
read_pieces(struct job_reader *reader, json_t *value, struct fill *fill)
{
	const char *kind;
	json_t *pieces, *rest;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:o, s:o}", "kind", &kind, "pieces", &pieces, "rest",
	                   &rest) != 0)
		return job_fail_unpack(reader, &error);
	struct fill *of_rest = arena_new(&reader->job->arena, struct fill);
	*fill = (struct fill){.kind = FILL_PIECES, .rest = of_rest};
	return read_plain_fill(reader, rest, of_rest) &&
	       job_read_list(reader, pieces, "pieces", read_piece, sizeof *fill->pieces, &fill->pieces,
	                     &fill->piece_count);
}

static bool
read_member(struct job_reader *reader, json_t *value, void *item)
{
	struct member *member = item;
	json_t *fill;
	json_int_t at, count = 1;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:I, s?I, s:o}", "at", &at, "count", &count, "fill", &fill) !=
	    0)
		return job_fail_unpack(reader, &error);
	if (at < 0 || at > FILL_PERIOD || count < 1 || count > FILL_PERIOD)
		return job_fail(reader, "is not within a record");
	member->at = (uint64_t)at;
	member->count = (uint64_t)count;
	if (!read_plain_fill(reader, fill, &member->fill))
		return false;
	if (member->fill.kind != FILL_RANDOM_FLOAT && member->fill.kind != FILL_INDEX)
		return job_fail(reader, "a record's members are filled with random floats or indices");
	return true;
}

static bool
read_records(struct job_reader *reader, json_t *value, struct fill *fill)
{
	const char *kind;
	json_t *members;
	json_int_t bytes;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:I, s:o}", "kind", &kind, "bytes", &bytes, "members",
	                   &members) != 0)
		return job_fail_unpack(reader, &error);
	if (bytes < 1 || bytes > FILL_PERIOD)
		return job_fail(reader, "a record has 1 byte to 16 MiB");
	fill->kind = FILL_RECORDS;
	fill->record_bytes = (uint64_t)bytes;
	if (!job_read_list(reader, members, "members", read_member, sizeof *fill->members, &fill->members,
	                   &fill->member_count))
		return false;
	for (size_t i = 0; i < fill->member_count; i++) {
		const struct member *member = &fill->members[i];
		if (member->at + member->count * element_size(member->fill.type) > fill->record_bytes)
			return job_fail(reader, "a member is not within its record");
	}
	return true;
}

bool
job_read_fill(struct job_reader *reader, json_t *value, struct fill *fill)
{
	const char *kind = json_string_value(json_object_get(value, "kind"));
	return kind && strcmp(kind, "pieces") == 0 ? read_pieces(reader, value, fill)
	                                           : read_plain_fill(reader, value, fill);
}

/* A fill's members as in the job. */
struct fill_members {
	const char *type, *text; /* type: NULL for the elements' default; text: base64 */
	json_int_t least, limit;
};

/* Unpacks the members for this kind of fill. */
static bool
unpack_fill(struct job_reader *reader, json_t *value, const char *kind, struct fill *fill, struct fill_members *members)
{
	const char *name;
	json_error_t error;
	int status;
	if (strcmp(kind, "zero") == 0) {
		status = json_unpack_ex(value, &error, JSON_STRICT, "{s:s}", "kind", &name);
	} else if (strcmp(kind, "random-float") == 0) {
		fill->kind = FILL_RANDOM_FLOAT;
		fill->type = ELEMENT_F32;
		status = json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s?s, s?F, s?F}", "kind", &name, "type",
		                        &members->type, "low", &fill->low, "high", &fill->high);
	} else if (strcmp(kind, "index") == 0) {
		fill->kind = FILL_INDEX;
		status = json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s?s, s?I, s:I}", "kind", &name, "type",
		                        &members->type, "low", &members->least, "limit", &members->limit);
	} else if (strcmp(kind, "ramp") == 0) {
		fill->kind = FILL_RAMP;
		status = json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s?s, s?F, s?F, s?I}", "kind", &name, "type",
		                        &members->type, "start", &fill->start, "step", &fill->step, "modulo",
		                        &members->limit);
	} else if (strcmp(kind, "bytes") == 0) {
		fill->kind = FILL_BYTES;
		status = json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:s}", "kind", &name, "base64",
		                        &members->text);
	} else {
		return job_fail(reader, arena_printf(&reader->job->arena, "%s is not a kind of fill", kind));
	}
	return status == 0 || job_fail_unpack(reader, &error);
}

/* Whether numbers for this fill exist. */
static bool
check_fill(struct job_reader *reader, const struct fill *fill, const struct fill_members *members)
{
	if (fill->kind == FILL_INDEX && members->least >= members->limit)
		return job_fail(reader, "fill's limit is not above its first value");
	if (fill->kind != FILL_INDEX && members->limit < 0)
		return job_fail(reader, "fill's modulo is negative");
	if (fill->kind == FILL_RANDOM_FLOAT && element_kind(fill->type) != ELEMENT_FLOATING)
		return job_fail(reader, "random-float needs a floating-point type");
	if (fill->kind == FILL_RANDOM_FLOAT && !(fill->low <= fill->high && isfinite(fill->high - fill->low)))
		return job_fail(reader, "fill's high is below its low, or too far above it");
	if (fill->kind == FILL_INDEX && element_kind(fill->type) == ELEMENT_FLOATING)
		return job_fail(reader, "index needs an integer type");
	if ((fill->kind == FILL_INDEX || fill->kind == FILL_RANDOM_FLOAT) && !fill_has_numbers(fill))
		return job_fail(reader, "fill's numbers are not of its type");
	return true;
}

static bool
read_plain_fill(struct job_reader *reader, json_t *value, struct fill *fill)
{
	*fill = (struct fill){
		.kind = FILL_ZERO, .type = ELEMENT_I32, .low = 0.5, .high = 1.5, .step = 1, .record_bytes = 1};
	if (!value)
		return true;
	const char *kind = json_string_value(json_object_get(value, "kind"));
	if (!kind)
		return job_fail(reader, "fill has no kind");
	if (strcmp(kind, "records") == 0)
		return read_records(reader, value, fill);
	struct fill_members members = {.text = ""};
	if (!unpack_fill(reader, value, kind, fill, &members) ||
	    (members.type && !read_type(reader, members.type, &fill->type)))
		return false;
	fill->least = members.least;
	fill->limit = (uint64_t)members.limit - (uint64_t)members.least;
	if (!check_fill(reader, fill, &members))
		return false;
	return fill->kind != FILL_BYTES || job_read_bytes(reader, members.text, &fill->bytes, &fill->byte_count);
}

bool
job_find_buffer(struct job_reader *reader, const struct kernel_job *kernel, const char *id, size_t *buffer)
{
	for (size_t i = 0; i < kernel->buffer_count; i++) {
		if (strcmp(kernel->buffers[i].id, id) == 0) {
			*buffer = i;
			return true;
		}
	}
	return job_fail(reader, arena_printf(&reader->job->arena, "the kernel has no buffer %s", id));
}

static bool
read_pointer(struct job_reader *reader, json_t *value, const struct kernel_job *kernel, uint64_t size,
             struct pointer *pointer)
{
	const char *id;
	json_int_t at, offset = 0;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s?I, s:I}", "buffer", &id, "offset", &offset, "at",
	                   &at) != 0)
		return job_fail_unpack(reader, &error);
	if (size < sizeof(uint64_t) || at < 0 || (uint64_t)at > size - sizeof(uint64_t))
		return job_fail(reader, "an address is not within its memory");
	*pointer = (struct pointer){.at = (uint64_t)at, .offset = offset};
	return job_find_buffer(reader, kernel, id, &pointer->buffer);
}

bool
job_read_pointers(struct job_reader *reader, json_t *value, const struct kernel_job *kernel, uint64_t size,
                  struct pointers *pointers)
{
	if (!job_is_list(reader, value, "pointers"))
		return false;
	pointers->count = json_array_size(value);
	pointers->items = arena_new_array(&reader->job->arena, struct pointer, pointers->count);
	for (size_t i = 0; i < pointers->count; i++)
		if (!read_pointer(reader, json_array_get(value, i), kernel, size, &pointers->items[i]))
			return false;
	return true;
}

static bool
read_address(struct job_reader *reader, json_t *value, const struct kernel_job *kernel, struct argument *argument)
{
	argument->size = sizeof(uint64_t);
	argument->bytes = arena_new_array(&reader->job->arena, uint8_t, argument->size);
	argument->pointers = (struct pointers){arena_new(&reader->job->arena, struct pointer), 1};
	const char *id;
	json_int_t offset = 0;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s?I}", "buffer", &id, "offset", &offset) != 0)
		return job_fail_unpack(reader, &error);
	argument->pointers.items->offset = offset;
	return job_find_buffer(reader, kernel, id, &argument->pointers.items->buffer);
}

static bool
read_record(struct job_reader *reader, json_t *value, const struct kernel_job *kernel, struct argument *argument)
{
	const char *text;
	json_t *pointers = NULL;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s?o}", "base64", &text, "pointers", &pointers) != 0)
		return job_fail_unpack(reader, &error);
	return job_read_bytes(reader, text, &argument->bytes, &argument->size) &&
	       job_read_pointers(reader, pointers, kernel, argument->size, &argument->pointers);
}

static bool
read_number(struct job_reader *reader, json_t *value, struct argument *argument)
{
	const char *name;
	json_t *number;
	enum element_type type = ELEMENT_I32;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:o}", "type", &name, "value", &number) != 0)
		return job_fail_unpack(reader, &error);
	if (!json_is_number(number))
		return job_fail(reader, "value is not a number");
	if (!read_type(reader, name, &type))
		return false;
	argument->bytes = arena_alloc(&reader->job->arena, sizeof(uint64_t));
	argument->size = element_size(type);
	if (json_is_integer(number) && element_kind(type) != ELEMENT_FLOATING)
		element_write_integer(type, argument->bytes, json_integer_value(number));
	else
		element_write(type, argument->bytes, json_number_value(number));
	return true;
}

static bool
read_texture(struct job_reader *reader, json_t *value, struct argument *argument)
{
	static const char *const shapes[TEXTURE_SHAPES] = {"1d-linear", "1d",         "2d",         "3d",
	                                                   "cube",      "1d-layered", "2d-layered", "cube-layered"};
	struct texture_job *texture = arena_new(&reader->job->arena, struct texture_job);
	const char *shape, *type;
	json_int_t channels = 1;
	int is_surface = false;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:{s:s, s:s, s?I, s?b}}", "texture", "shape", &shape, "type",
	                   &type, "channels", &channels, "surface", &is_surface) != 0)
		return job_fail_unpack(reader, &error);
	if (!read_type(reader, type, &texture->type))
		return false;
	if (element_size(texture->type) > 4 || texture->type == ELEMENT_BF16 ||
	    (channels != 1 && channels != 2 && channels != 4))
		return job_fail(reader, "a texel has 1, 2 or 4 numbers of up to 4 bytes");
	while (texture->shape < TEXTURE_SHAPES && strcmp(shapes[texture->shape], shape) != 0)
		texture->shape++;
	if (texture->shape == TEXTURE_SHAPES)
		return job_fail(reader, "there is no texture of such a shape");
	texture->channels = (unsigned)channels;
	texture->is_surface = is_surface;
	argument->texture = texture;
	argument->size = sizeof(uint64_t);
	argument->bytes = arena_new_array(&reader->job->arena, uint8_t, argument->size);
	return true;
}

bool
job_read_argument(struct job_reader *reader, json_t *value, const struct kernel_job *kernel, struct argument *argument)
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
