#include "runtime_check/job_launch.h"

#include <stdlib.h>
#include <string.h>

#include "runtime_check/given_inputs.h"
#include "runtime_check/launch_pointers.h"
#include "runtime_check/likely_fill.h"
#include "support/base64.h"

/* The most bytes of known buffer contents in a job. Other buffers are filled with generated data. */
enum { MOST_CONTENTS = 256 * 1024 * 1024 };

struct launch_job {
	struct plan *plan;
	const struct kernel *kernel;
	const struct launch *launch;
	size_t number;
	struct pointers pointers;
	struct arena *arena;
	struct index_data index_data;
	const char **ids; /* buffer ids, at the index of the first pointer into each buffer */
};

static bool
is_float_type(const struct launch_argument *argument)
{
	return argument->type && (strcmp(argument->type, "float") == 0 || strcmp(argument->type, "double") == 0);
}

/* Texels have one, two or four components of up to 4 bytes. */
static bool
is_texel(const struct launch_argument *texture)
{
	const uint32_t size = texture->number_size, channels = size ? texture->element_size / size : 0;
	return (size == 1 || size == 2 || size == 4) && (channels == 1 || channels == 2 || channels == 4);
}

/* Why the launch cannot be repeated; NULL: it can. */
static const char *
obstacle(const struct launch *launch, const struct pointers *pointers, struct arena *arena)
{
	for (size_t i = 0; i < launch->data.input_count; i++) {
		const struct launch_argument *argument = &launch->data.inputs[i];
		/* The value of a float changes results, but hardly ever addresses. */
		if (argument->kind == ARGUMENT_UNKNOWN && !is_float_type(argument))
			return arena_printf(arena, "the value of argument '%s' is unknown", argument->name);
		if (argument->kind == ARGUMENT_TEXTURE && !is_texel(argument))
			return arena_printf(arena,
			                    "the elements of the texture '%s' have a type that no texture "
			                    "supports",
			                    argument->name);
	}
	for (size_t i = 0; i < pointers->count; i++)
		if (pointers->items[i]->addresses.lacks_some)
			return arena_printf(
				arena, "'%s' points to data with unknown addresses, which differ where it is measured",
				pointers->items[i]->name);
	for (size_t i = 0; i < launch->data.variable_count; i++)
		if (launch->data.variables[i].addresses.lacks_some)
			return arena_printf(
				arena, "the variable '%s' holds unknown addresses, which differ where it is measured",
				launch->data.variables[i].name);
	return NULL;
}

/* ---- contents ---------------------------------------------------------------------------------------------------- */

static json_t *
bytes_json(const uint8_t *bytes, size_t size)
{
	char *text = base64_encode(bytes, size);
	json_t *json = json_pack("{s:s}", "base64", text);
	free(text);
	return json;
}

/* Bytes that the job would contain for these contents. */
static uint64_t
carried_bytes(const struct contents *contents)
{
	uint64_t bytes = 0;
	for (size_t i = 0; i < contents->count; i++)
		bytes += contents->pieces[i].bytes ? contents->pieces[i].size : 0;
	return bytes;
}

static bool
are_complete(const struct contents *contents, uint64_t size)
{
	uint64_t known = 0;
	for (size_t i = 0; i < contents->count && contents->pieces[i].offset == known; i++)
		known += contents->pieces[i].size;
	return known >= size;
}

/* The known bytes of a buffer of this size, over the fill `rest`. Takes ownership of `rest`. */
static json_t *
pieces_json(const struct contents *contents, uint64_t size, json_t *rest)
{
	json_t *pieces = json_array();
	for (size_t i = 0; i < contents->count && contents->pieces[i].offset < size; i++) {
		const struct known_bytes *piece = &contents->pieces[i];
		const uint64_t left = size - piece->offset, count = piece->size < left ? piece->size : left;
		json_t *json = piece->bytes
		                       ? bytes_json(piece->bytes, count)
		                       : json_pack("{s:I, s:i}", "count", (json_int_t)count, "byte", (int)piece->fill);
		json_object_set_new(json, "offset", json_integer((json_int_t)piece->offset));
		json_array_append_new(pieces, json);
	}
	return json_pack("{s:s, s:o, s:o}", "kind", "pieces", "pieces", pieces, "rest", rest);
}

/* ---- the launch in the job --------------------------------------------------------------------------------------- */

static size_t
first_of_buffer(const struct pointers *pointers, uint32_t buffer)
{
	size_t i = 0;
	while (pointers->items[i]->buffer != buffer)
		i++;
	return i;
}

static json_t *
pointer_json(const struct launch_job *job, const struct launch_argument *pointer)
{
	return json_pack("{s:s, s:I}", "buffer", job->ids[first_of_buffer(&job->pointers, pointer->buffer)], "offset",
	                 (json_int_t)pointer->buffer_offset);
}

static json_t *
texture_json(const struct launch_argument *texture)
{
	static const char *const integers[] = {[1] = "u8", [2] = "u16", [4] = "u32"}, *const floats[] = {[2] = "f16",
	                                                                                                 [4] = "f32"};
	const bool is_float = texture->numbers_are_floats && texture->number_size > 1;
	return json_pack("{s:{s:s, s:s, s:I, s:b}}", "texture", "shape", texture->texture_shape, "type",
	                 (is_float ? floats : integers)[texture->number_size], "channels",
	                 (json_int_t)(texture->element_size / texture->number_size), "surface",
	                 (int)texture->is_surface);
}

static json_t *
argument_json(const struct launch_job *job, const struct launch_argument *argument)
{
	if (argument->kind == ARGUMENT_BUFFER)
		return pointer_json(job, argument);
	if (argument->kind == ARGUMENT_TEXTURE)
		return texture_json(argument);
	if (argument->kind == ARGUMENT_UNKNOWN)
		return json_pack("{s:s, s:f}", "type", strcmp(argument->type, "double") == 0 ? "f64" : "f32", "value",
		                 1.0);
	json_t *json = bytes_json(argument->bytes, argument->size);
	json_t *pointers = json_array();
	for (size_t i = 0; i < argument->pointer_count; i++) {
		json_t *pointer = pointer_json(job, &argument->pointers[i]);
		json_object_set_new(pointer, "at", json_integer(argument->pointers[i].at));
		json_array_append_new(pointers, pointer);
	}
	if (argument->pointer_count)
		json_object_set(json, "pointers", pointers);
	json_decref(pointers);
	return json;
}

/* The contents that the host evaluation knows, if the job has room for them; otherwise none. */
static struct contents
contents_for(struct launch_job *job, const struct contents *known)
{
	const uint64_t bytes = carried_bytes(known);
	if (bytes > MOST_CONTENTS - job->plan->content_bytes)
		return (struct contents){0};
	job->plan->content_bytes += bytes;
	return *known;
}

static void
add_name(const char **names, const char *name, struct arena *arena)
{
	*names = arena_printf(arena, "%s%s'%s'", *names ? *names : "", *names ? ", " : "", name);
}

/* Whether the given array differs from a part that the prediction knows. */
static bool
replaces(const struct npy *array, const struct contents *known)
{
	for (size_t i = 0; i < known->count && known->pieces[i].offset < array->size; i++) {
		const struct known_bytes *piece = &known->pieces[i];
		for (uint64_t at = 0; at < piece->size && piece->offset + at < array->size; at++)
			if (array->data[piece->offset + at] != (piece->bytes ? piece->bytes[at] : piece->fill))
				return true;
	}
	return false;
}

/* A given input is assumed to be the whole of a buffer of unknown size. The prediction does not record whether numbers
 * that it knows are indices. */
static void
note_index_data(struct launch_job *job, const struct launch_argument *pointer, const struct verify_input *input,
                const struct contents *contents)
{
	const uint64_t size =
		input && !pointer->buffer_bytes ? input->array.size : buffer_size(&job->pointers, pointer->buffer);
	const bool replaced = input && replaces(&input->array, &pointer->contents);
	if (input && (pointer->indexes || replaced))
		add_name(&job->index_data.given, pointer->name, job->arena);
	job->index_data.replaces |= replaced;
	if (pointer->indexes && !are_complete(contents, size))
		add_name(&job->index_data.generated, pointer->name, job->arena);
}

/* If the numbers decide addresses or trip counts, a few known ones among generated ones would mislead. An example are
 * row offsets of which only the last is the true one. */
static struct contents
contents_of_buffer(struct launch_job *job, const struct launch_argument *pointer, uint64_t size)
{
	uint64_t known = 0;
	for (size_t i = 0; i < pointer->contents.count; i++)
		known += pointer->contents.pieces[i].size;
	return pointer->indexes && known < size / 2 ? (struct contents){0} : contents_for(job, &pointer->contents);
}

static json_t *
buffer_json(struct launch_job *job, const struct launch_argument *pointer)
{
	const uint64_t size = buffer_size(&job->pointers, pointer->buffer);
	const struct verify_input *input =
		given_input_for(job->plan->options, job->kernel, &job->pointers, pointer->buffer);
	const struct known_bytes given = {0, input ? input->array.size : 0, input ? input->array.data : NULL, 0};
	const struct contents contents =
		input ? (struct contents){.pieces = &given, .count = 1} : contents_of_buffer(job, pointer, size);
	note_index_data(job, pointer, input, &contents);
	json_t *fill = likely_fill(&(struct filling){job->kernel, job->launch, &job->pointers}, pointer);
	if (contents.count)
		fill = pieces_json(&contents, size, fill);
	json_t *buffer = json_pack("{s:I, s:o}", "bytes", (json_int_t)size, "fill", fill);
	if (pointer->is_host_memory)
		json_object_set_new(buffer, "host", json_true());
	return buffer;
}

static bool
has_buffer(const struct launch_job *job, const char *id)
{
	for (size_t i = 0; i < job->pointers.count; i++)
		if (job->ids[i] && strcmp(job->ids[i], id) == 0)
			return true;
	return false;
}

static json_t *
find_buffer(const json_t *buffers, const char *id)
{
	size_t i = 0;
	while (i < json_array_size(buffers) &&
	       strcmp(json_string_value(json_object_get(json_array_get(buffers, i), "id")), id) != 0)
		i++;
	return json_array_get(buffers, i);
}

static bool
have_same(const json_t *a, const json_t *b, const char *member)
{
	const json_t *of_a = json_object_get(a, member), *of_b = json_object_get(b, member);
	return json_equal(of_a, of_b) || (!of_a && !of_b);
}

static bool
is_alike(const json_t *a, const json_t *b)
{
	return have_same(a, b, "bytes") && have_same(a, b, "fill") && have_same(a, b, "pointers") &&
	       have_same(a, b, "host");
}

/* The worker allocates a buffer anew for each launch. So launches share a buffer if arguments of one name have equal
 * size and contents. Its id is "in", then "in 2" and so on. Takes ownership of `buffer`; the id is from the arena. */
static const char *
put_buffer(struct launch_job *job, json_t *buffers, const char *name, json_t *buffer)
{
	const char *id = name;
	const json_t *other;
	for (size_t number = 2; (other = find_buffer(buffers, id)); number++) {
		if (is_alike(other, buffer) && !has_buffer(job, id)) {
			json_decref(buffer);
			return id;
		}
		id = arena_printf(job->arena, "%s %zu", name, number);
	}
	json_object_set_new(buffer, "id", json_string(id));
	json_array_append_new(buffers, buffer);
	return id;
}

/* ---- buffers that contain addresses ------------------------------------------------------------------------------ */

/* Among several pointers to a buffer, the first one with known addresses counts. */
static const struct held_addresses *
addresses_in(const struct launch_job *job, uint32_t buffer)
{
	const struct held_addresses *addresses =
		&job->pointers.items[first_of_buffer(&job->pointers, buffer)]->addresses;
	for (size_t i = 0; i < job->pointers.count && !addresses->count; i++)
		if (job->pointers.items[i]->buffer == buffer)
			addresses = &job->pointers.items[i]->addresses;
	return addresses;
}

static bool
lead_to_buffers(const struct launch_job *job, const struct held_addresses *addresses)
{
	for (size_t i = 0; i < addresses->count; i++)
		if (!job->ids[first_of_buffer(&job->pointers, addresses->items[i].buffer)])
			return false;
	return true;
}

/* Sets which addresses the buffer or variable contains, if any. */
static void
set_pointers(const struct launch_job *job, json_t *holder, const struct held_addresses *addresses)
{
	json_t *pointers = json_array();
	for (size_t i = 0; i < addresses->count; i++) {
		const struct held_address *held = &addresses->items[i];
		json_array_append_new(pointers,
		                      json_pack("{s:s, s:I, s:I}", "buffer",
		                                job->ids[first_of_buffer(&job->pointers, held->buffer)], "offset",
		                                (json_int_t)held->offset, "at", (json_int_t)held->at));
	}
	if (addresses->count)
		json_object_set(holder, "pointers", pointers);
	json_decref(pointers);
}

/* Adds the buffer of pointer `number` if this is the first pointer into it. All buffers whose addresses it contains
 * must already have been added. */
static bool
add_buffer(struct launch_job *job, size_t number, json_t *buffers)
{
	const struct launch_argument *pointer = job->pointers.items[number];
	const struct held_addresses *addresses = addresses_in(job, pointer->buffer);
	if (job->ids[number] || first_of_buffer(&job->pointers, pointer->buffer) != number ||
	    !lead_to_buffers(job, addresses))
		return false;
	const uint64_t carried = job->plan->content_bytes;
	const size_t count = json_array_size(buffers);
	json_t *buffer = buffer_json(job, pointer);
	set_pointers(job, buffer, addresses);
	job->ids[number] = put_buffer(job, buffers, pointer->name, buffer);
	if (json_array_size(buffers) == count)
		job->plan->content_bytes = carried;
	return true;
}

/* Adds buffers that point to each other in cycles. They are not shared with other launches. */
static void
add_circles(struct launch_job *job, json_t *buffers)
{
	const size_t first = json_array_size(buffers);
	size_t *numbers = arena_new_array(job->arena, size_t, job->pointers.count), count = 0;
	for (size_t i = 0; i < job->pointers.count; i++) {
		const struct launch_argument *pointer = job->pointers.items[i];
		if (job->ids[i] || first_of_buffer(&job->pointers, pointer->buffer) != i)
			continue;
		json_t *buffer = buffer_json(job, pointer);
		json_object_set_new(buffer, "pointers", json_null()); /* differs from every other buffer */
		job->ids[i] = put_buffer(job, buffers, pointer->name, buffer);
		numbers[count++] = i;
	}
	for (size_t i = 0; i < count; i++)
		set_pointers(job, json_array_get(buffers, first + i),
		             addresses_in(job, job->pointers.items[numbers[i]]->buffer));
}

/* Adds the launch's buffers to the kernel's. A buffer comes after the buffers that it points to. Repeats until no more
 * can be added. */
static void
add_buffers(struct launch_job *job, json_t *buffers)
{
	const size_t count = job->pointers.count;
	job->ids = arena_new_array(job->arena, const char *, count);
	bool are_more = false;
	for (size_t i = 0; i < count; i++)
		add_buffer(job, i, buffers);
	do {
		are_more = false;
		for (size_t i = count; i-- > 0;)
			are_more |= add_buffer(job, i, buffers);
	} while (are_more);
	add_circles(job, buffers);
}

static const char **
ids_of_all(const struct launch_job *job)
{
	const char **ids = arena_new_array(job->arena, const char *, job->pointers.count);
	for (size_t i = 0; i < job->pointers.count; i++)
		ids[i] = job->ids[first_of_buffer(&job->pointers, job->pointers.items[i]->buffer)];
	return ids;
}

/* A variable with internal linkage also gets its C++ name, evaluated at the end of the file, because the compiler may
 * mangle it differently. */
static json_t *
variable_json(const struct launch_variable *variable)
{
	json_t *json = json_pack("{s:s}", "link_name", variable->link_name);
	if (variable->is_internal)
		json_object_set_new(json, "name_expression", json_string(variable->name));
	return json;
}

/* The index of the variable among the kernel's; their count if it is not one of them. */
static size_t
find_variable(const json_t *variables, const char *link_name)
{
	size_t i = 0;
	while (i < json_array_size(variables) &&
	       strcmp(json_string_value(json_object_get(json_array_get(variables, i), "link_name")), link_name) != 0)
		i++;
	return i;
}

/* Adds variables whose contents are completely known, or which contain addresses. All others keep their initializers.
 * The kernel's variables have the values of the first launch; later launches list their differences. */
static void
add_variables(struct launch_job *job, json_t *variables, json_t *changes)
{
	for (size_t i = 0; i < job->launch->data.variable_count; i++) {
		const struct launch_variable *variable = &job->launch->data.variables[i];
		const struct contents contents = contents_for(job, &variable->contents);
		if (!are_complete(&contents, variable->size) && !variable->addresses.count) {
			if (variable->indexes)
				add_name(&job->index_data.generated, variable->name, job->arena);
			continue;
		}
		json_t *held = json_pack("{s:o}", "fill",
		                         pieces_json(&contents, variable->size, json_pack("{s:s}", "kind", "zero")));
		set_pointers(job, held, &variable->addresses);
		const size_t number = find_variable(variables, variable->link_name);
		const json_t *of_first = json_array_get(variables, number);
		if (number == json_array_size(variables)) {
			json_t *own = variable_json(variable);
			json_object_update(own, held);
			json_array_append_new(variables, own);
		} else if (!have_same(of_first, held, "fill") || !have_same(of_first, held, "pointers")) {
			json_object_set_new(held, "variable", json_integer((json_int_t)number));
			json_array_append(changes, held);
		}
		json_decref(held);
	}
}

static json_t *
launch_json(const struct launch_job *job)
{
	const struct launch *launch = job->launch;
	json_t *arguments = json_array();
	for (size_t i = 0; i < launch->data.input_count; i++)
		json_array_append_new(arguments, argument_json(job, &launch->data.inputs[i]));
	return json_pack("{s:o, s:[i, i, i], s:[i, i, i], s:I, s:o, s:{s:b, s:f, s:f}}", "id",
	                 json_sprintf("%zu", job->number), "grid", (int)launch->grid[0], (int)launch->grid[1],
	                 (int)launch->grid[2], "block", (int)launch->block[0], (int)launch->block[1],
	                 (int)launch->block[2], "dynamic_shared", (json_int_t)launch->dynamic_shared, "arguments",
	                 arguments, "timing", "restore", true, "seconds", 0.3, "warmup_ms", 20.0);
}

json_t *
job_launch(struct plan *plan, const struct planned_kernel *kernel, size_t number, struct kernel_inputs *inputs,
           struct arena *arena)
{
	struct planned_launch *planned = &kernel->launches[number];
	struct launch_job job = {
		.plan = plan,
		.kernel = kernel->kernel,
		.launch = planned->launch,
		.number = number,
		.arena = arena,
		.pointers = launch_pointers(planned->launch, arena),
	};
	planned->skipped = obstacle(planned->launch, &job.pointers, arena);
	if (!planned->skipped)
		planned->skipped = given_inputs_misfit(plan->options, kernel->kernel, &job.pointers, arena);
	if (planned->skipped)
		return NULL;
	json_t *changes = json_array();
	add_buffers(&job, inputs->buffers);
	add_variables(&job, inputs->variables, changes);
	planned->index_data = job.index_data;
	planned->pointers = job.pointers;
	planned->buffers = ids_of_all(&job);
	json_t *json = launch_json(&job);
	if (json_array_size(changes) > 0)
		json_object_set(json, "variables", changes);
	if (planned->launch->synchronization.of_grid)
		json_object_set_new(json, "cooperative", json_true());
	json_decref(changes);
	return json;
}
