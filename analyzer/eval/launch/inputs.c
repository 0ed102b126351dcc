#include "eval/launch/inputs.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/textures.h"
#include "domain/memory_known.h"
#include "domain/memory_page.h"
#include "eval/language/access.h"
#include "eval/launch/assume.h"
#include "eval/launch/elements.h"
#include "eval/launch/held_addresses.h"
#include "eval/state/program.h"
#include "eval/state/wild_store.h"
#include "support/allocate.h"

/* The parameters of a launch have at most MOST_RECORD_BYTES in all. */
enum { MOST_RECORD_BYTES = 32764, MOST_CONTENTS = 256 * 1024 * 1024 };

/* Numbers that are assumed for unbound ones: a measurement needs some. The prediction does not use them. */
struct assumed_numbers {
	struct arena *arena;
	int64_t largest;           /* the largest number that fits the buffers of known size */
	const char *text, *latest; /* text: the list of all, possibly cut; latest: its last entry */
	unsigned listed;
};

/* Reads a record's members one by one. */
struct record_reader {
	struct reach *reach;
	struct assumed_numbers *assumed_numbers;
	struct value address; /* of the record */
	const char *name;     /* of the parameter */
	struct launch_argument *argument;
	uint8_t *bytes, *assumed_bytes;
	struct launch_argument *pointers;
	size_t pointer_count;
};

struct member_name {
	const char *last, *path;
};

/* ---- buffers ---- */

/* Launches that read the same version of the object share one copy. */
static struct contents
known_bytes_of(struct machine *m, const struct object *object)
{
	struct program *program = m->program;
	for (size_t i = 0; i < program->contents_count; i++)
		if (program->contents[i].version == object->version)
			return program->contents[i].contents;
	const uint64_t most = (uint64_t)object->page_count * PAGE_BYTES;
	if (object->is_private || program->contents_bytes + most > MOST_CONTENTS)
		return (struct contents){0};
	program->contents_bytes += most;
	const struct known_contents known = {object->version, memory_known(m->memory, object, &program->facts->arena)};
	memory_push(program->contents, program->contents_count, program->contents_capacity, known);
	return known.contents;
}

static struct contents
contents_of(struct machine *m, const struct object *object)
{
	struct contents contents = known_bytes_of(m, object);
	if (wild_store_may_reach(m, object, NULL))
		contents.assumption = wild_store_assumption(m, m->memory->lost.line);
	return contents;
}

static void
describe_buffer(struct reach *reach, struct launch_argument *in, const struct ir_type *element,
                const struct object *object, int64_t address)
{
	struct machine *m = reach->m;
	in->kind = ARGUMENT_BUFFER;
	in->buffer = object->id;
	in->memory = object;
	in->is_host_memory = object->kind == OBJECT_PINNED;
	in->is_managed = object->kind == OBJECT_MANAGED;
	in->buffer_bytes = object->size;
	in->buffer_offset = (uint64_t)(address - object_base(object));
	elements_describe(in, element, &m->program->facts->arena);
	if (!m->program->options->collects_contents)
		return;
	in->contents = contents_of(m, object);
	in->addresses = reach_addresses(reach, object, element, in->path ? in->path : in->name);
}

/* ---- values ---- */

/* Stores a known number in the type's `size` bytes; false: the type is not supported. */
static bool
number_bytes(const struct ir_type *type, const struct value *v, uint8_t *bytes)
{
	const float single = (float)v->lane[0].real;
	switch (type->kind) {
	case IR_TYPE_BOOL:
	case IR_TYPE_INT:
	case IR_TYPE_POINTER:
		if (type->size > 8)
			return false;
		memcpy(bytes, &v->lane[0].integer, type->size);
		return true;
	case IR_TYPE_FLOAT:
		if (type->size == 4)
			memcpy(bytes, &single, 4);
		else if (type->size == 8)
			memcpy(bytes, &v->lane[0].real, 8);
		return type->size == 4 || type->size == 8;
	default: return false;
	}
}

/* A pointer into memory becomes a buffer, and a known number becomes bytes. Anything else stays unknown. */
static void
describe_scalar(struct reach *reach, struct launch_argument *in, const struct ir_type *type, const struct value *v,
                uint8_t *bytes)
{
	const struct term t = value_term(v, 0);
	const struct object *object = t.symbol ? NULL : memory_object_at(reach->m->memory, t.offset);
	if (type->kind == IR_TYPE_POINTER && object && object->kind != OBJECT_FUNCTION) {
		describe_buffer(reach, in, type->element, object, t.offset);
	} else if (!t.symbol && (type->kind != IR_TYPE_POINTER || !object) && number_bytes(type, v, bytes)) {
		in->kind = ARGUMENT_BYTES;
		in->bytes = bytes;
	}
}

/* ---- unbound numbers ---- */

/* The elements of an array are listed once, by the array's name. */
static void
list_assumed_number(struct assumed_numbers *assumed_numbers, const char *name, int64_t number)
{
	enum { MOST_LISTED = 32 };
	if (assumed_numbers->listed == MOST_LISTED)
		return;
	const char *text = arena_printf(assumed_numbers->arena, "%s = %lld", name, (long long)number);
	if (assumed_numbers->latest && strcmp(text, assumed_numbers->latest) == 0)
		return;
	if (++assumed_numbers->listed == MOST_LISTED)
		text = "and others";
	assumed_numbers->text = assumed_numbers->text
	                                ? arena_printf(assumed_numbers->arena, "%s, %s", assumed_numbers->text, text)
	                                : text;
	assumed_numbers->latest = text;
}

/* Stores a likely number for an unknown one of that name, and marks its bytes. False: the type allows no number. */
static bool
assume_unbound(struct assumed_numbers *assumed_numbers, const char *name, const struct ir_type *type, uint8_t *bytes,
               uint8_t *are_assumed)
{
	if (!assume_allows(type))
		return false;
	const int64_t number = assume_number(name, type, assumed_numbers->largest);
	memcpy(bytes, &number, type->size);
	memset(are_assumed, 1, type->size);
	list_assumed_number(assumed_numbers, name, number);
	return true;
}

int64_t
inputs_largest_number(struct machine *m, const struct launch_request *request)
{
	enum { LARGEST_PRODUCT = 1 << 30 }; /* of two numbers: kernels multiply in 32-bit integers */
	int64_t least = INT64_MAX, root = 1;
	unsigned unknown = 0;
	bool is_sized_by_run = false;
	for (size_t i = 0; i < request->arg_count; i++) {
		const struct ir_type *type = request->kernel->params[i]->type;
		const struct term t = value_term(&request->args[i], 0);
		const struct object *object =
			t.symbol || type->kind != IR_TYPE_POINTER ? NULL : memory_object_at(m->memory, t.offset);
		const uint64_t element = type->element && type->element->size ? type->element->size : 1;
		if (object && object->size && (int64_t)(object->size / element) < least)
			least = (int64_t)(object->size / element);
		is_sized_by_run |= object && !object->size;
		unknown += t.symbol && type->kind == IR_TYPE_INT;
	}
	if (is_sized_by_run)
		least = INT64_MAX;
	if (unknown < 2)
		return least;
	if (least > LARGEST_PRODUCT)
		least = LARGEST_PRODUCT;
	while ((root + 1) * (root + 1) <= least)
		root++;
	return root;
}

/* ---- handles ---- */

/* Describes an unknown handle if the kernel accesses a texture or surface through it. */
static void
describe_handle(struct launch_argument *in, const struct ir_func *kernel, const struct ir_var *param,
                struct arena *arena)
{
	struct texture_use use;
	if (param->type->kind != IR_TYPE_INT || param->type->size != sizeof(uint64_t) ||
	    !texture_use_of(kernel, param, &use))
		return;
	elements_describe(in, use.element, arena);
	in->kind = ARGUMENT_TEXTURE;
	in->texture_shape = use.shape;
	in->is_surface = use.is_surface;
}

/* ---- records ---- */

/* Fields without a name, such as bases, are not part of the path. */
static struct member_name
name_of_field(const struct record_reader *r, const struct member_name *of, const struct ir_field *field)
{
	if (!*field->name)
		return *of;
	return (struct member_name){field->name,
	                            arena_printf(&r->reach->m->program->facts->arena, "%s.%s", of->path, field->name)};
}

static bool describe_members(struct record_reader *r, const struct ir_type *type, uint64_t at,
                             const struct member_name *name);

static bool
describe_member(struct record_reader *r, const struct ir_type *type, uint64_t at, const struct member_name *name)
{
	struct machine *m = r->reach->m;
	const struct value address = value_offset(m, r->address, value_integer(m, (int64_t)at), 1);
	const struct value v = access_load(m, NULL, type, address);
	struct launch_argument member = {
		.name = name->last, .path = name->path, .type = "", .size = (uint32_t)type->size, .at = (uint32_t)at};
	describe_scalar(r->reach, &member, type, &v, r->bytes + at);
	if (member.kind == ARGUMENT_BUFFER)
		r->pointers[r->pointer_count++] = member;
	if (member.kind == ARGUMENT_UNKNOWN && type->kind == IR_TYPE_FLOAT)
		return number_bytes(type, &(struct value){.lane = &(union lane){.real = 1}, .uniform = true},
		                    r->bytes + at);
	if (member.kind != ARGUMENT_UNKNOWN)
		return true;
	const char *full_name = arena_printf(&m->program->facts->arena, "%s.%s", r->name, name->last);
	if (assume_unbound(r->assumed_numbers, full_name, type, r->bytes + at, r->assumed_bytes + at))
		return true;
	r->argument->name = full_name;
	return false;
}

/* Describes the part of the record at `at`, of any type. */
static bool
describe_part(struct record_reader *r, const struct ir_type *type, uint64_t at, const struct member_name *name)
{
	if (type->kind == IR_TYPE_RECORD)
		return describe_members(r, type, at, name);
	if (type->kind != IR_TYPE_ARRAY)
		return describe_member(r, type, at, name);
	for (uint64_t i = 0; i < type->count; i++)
		if (!describe_part(r, type->element, at + i * type->element->size, name))
			return false;
	return true;
}

static bool
describe_members(struct record_reader *r, const struct ir_type *type, uint64_t at, const struct member_name *name)
{
	if (type->is_union)
		return false;
	for (uint32_t i = 0; i < type->field_count; i++) {
		const struct ir_field *field = &type->fields[i];
		const struct member_name own = name_of_field(r, name, field);
		if (field->bit_width || !describe_part(r, field->type, at + field->offset, &own))
			return false;
	}
	return true;
}

/* An unknown float becomes 1: floats hardly ever decide where an access goes. */
static void
describe_record(struct reach *reach, struct launch_argument *in, const struct ir_type *type, const struct value *v,
                struct assumed_numbers *assumed_numbers)
{
	struct arena *arena = &reach->m->program->facts->arena;
	if (!type->size || type->size > MOST_RECORD_BYTES)
		return;
	struct record_reader r = {
		.reach = reach, .assumed_numbers = assumed_numbers, .address = *v, .name = in->name, .argument = in};
	r.bytes = arena_new_array(arena, uint8_t, type->size);
	r.assumed_bytes = arena_new_array(arena, uint8_t, type->size);
	r.pointers = arena_new_array(arena, struct launch_argument, type->size / sizeof(uint64_t));
	if (!describe_members(&r, type, 0, &(struct member_name){"", in->name}))
		return;
	in->kind = ARGUMENT_BYTES;
	in->bytes = r.bytes;
	in->assumed_bytes = memchr(r.assumed_bytes, 1, type->size) ? r.assumed_bytes : NULL;
	in->pointers = r.pointers;
	in->pointer_count = r.pointer_count;
}

/* ---- variables ---- */

/* Objects that are not variables, such as strings, have no type. */
static bool
is_device_variable(const struct object *object)
{
	return object && object->type && !object->is_private &&
	       (object->kind == OBJECT_GLOBAL || object->kind == OBJECT_CONSTANT || object->kind == OBJECT_MANAGED);
}

/* A variable of internal linkage has its unit's path after an '@', which is not part of the compiler's name. */
static struct launch_variable
describe_variable(struct reach *reach, const struct ir_var *var, const struct object *object)
{
	struct machine *m = reach->m;
	struct arena *arena = &m->program->facts->arena;
	const char *link_name = var->link_name ? var->link_name : var->name, *path = strchr(link_name, '@');
	const char *name = arena_strdup(arena, var->name);
	return (struct launch_variable){
		.name = name,
		.link_name = arena_strndup(arena, link_name, path ? (size_t)(path - link_name) : strlen(link_name)),
		.object = object->id,
		.size = var->type->size,
		.is_internal = path || !var->link_name,
		.addresses = reach_variable(reach, object, var->type, name),
		.contents = contents_of(m, object),
	};
}

/* Whether the compiler sets the variable's addresses in a measurement: it is never written, such as a table of
 * virtual functions. */
static bool
sets_itself(const struct ir_var *var)
{
	return var->is_const && elements_hold_pointers(var->type);
}

/* Describes all variables that a measurement sets. Which ones the launch uses is known afterwards. */
static void
describe_variables(struct reach *reach, struct launch *launch)
{
	const struct program *program = reach->m->program;
	launch->data.variables =
		arena_new_array(&program->facts->arena, struct launch_variable, program->objects.count);
	for (size_t i = 0; i < program->objects.count; i++) {
		const struct pointer_item *item = &program->objects.items[i];
		if (is_device_variable(item->value) && !sets_itself(item->key))
			launch->data.variables[launch->data.variable_count++] =
				describe_variable(reach, item->key, item->value);
	}
}

/* Keeps the variables that the device code accessed. Variables that it was the first to use have their initial
 * values and are not listed. */
static void
note_variables(const struct machine *m, struct launch *launch)
{
	size_t kept = 0;
	for (size_t i = 0; i < launch->data.variable_count; i++) {
		struct launch_variable variable = launch->data.variables[i];
		const struct object_use *use = memory_use(m->memory, m->memory->objects[variable.object]);
		variable.indexes = use->holds_index;
		if (use->is_accessed)
			launch->data.variables[kept++] = variable;
	}
	launch->data.variable_count = kept;
}

/* ---- targets of addresses ---- */

/* Describing one target may reach others. */
static void
describe_reached(struct reach *reach, struct launch *launch)
{
	struct launch_argument *items = NULL;
	size_t count = 0, capacity = 0;
	for (size_t i = 0; i < reach->count; i++) {
		const struct reached reached = reach->items[i];
		struct launch_argument in = {.name = reached.path, .type = "", .size = sizeof(uint64_t)};
		describe_buffer(reach, &in, reached.element, reached.object, object_base(reached.object));
		memory_push(items, count, capacity, in);
	}
	launch->data.reached = arena_copy(&reach->m->program->facts->arena, items, count, count, sizeof *items);
	launch->data.reached_count = count;
	free(items);
}

/* ---- launches ---- */

void
inputs_describe(struct machine *m, struct launch *launch, const struct launch_request *request)
{
	struct arena *arena = &m->program->facts->arena;
	struct assumed_numbers assumed_numbers = {.arena = arena, .largest = inputs_largest_number(m, request)};
	struct reach reach = {.m = m};
	m->memory->launch++;
	launch->data.inputs = arena_array(arena, request->arg_count + 1, sizeof *launch->data.inputs);
	for (size_t i = 0; i < request->arg_count; i++) {
		const struct ir_var *param = request->kernel->params[i];
		const struct ir_type *type = param->type;
		struct launch_argument *in = &launch->data.inputs[launch->data.input_count++];
		in->name = arena_strdup(arena, param->name);
		in->type = arena_strdup(arena, type->name ? type->name : "");
		in->size = (uint32_t)type->size;
		uint8_t *bytes = arena_new_array(arena, uint8_t, sizeof(int64_t)),
			*are_assumed = arena_new_array(arena, uint8_t, sizeof(int64_t));
		if (type->kind == IR_TYPE_RECORD)
			describe_record(&reach, in, type, &request->args[i], &assumed_numbers);
		else
			describe_scalar(&reach, in, type, &request->args[i], bytes);
		if (in->kind == ARGUMENT_UNKNOWN)
			describe_handle(in, request->kernel, param, arena);
		if (in->kind == ARGUMENT_UNKNOWN &&
		    assume_unbound(&assumed_numbers, in->name, type, bytes, are_assumed)) {
			in->kind = ARGUMENT_BYTES;
			in->bytes = bytes;
			in->assumed_bytes = are_assumed;
		}
	}
	launch->data.assumed_numbers = assumed_numbers.text;
	if (m->program->options->collects_contents) {
		describe_variables(&reach, launch);
		describe_reached(&reach, launch);
	}
	reach_free(&reach);
}

static void
note_use(const struct machine *m, struct launch_argument *in)
{
	if (in->kind == ARGUMENT_BUFFER) {
		const struct object_use *use = memory_use(m->memory, m->memory->objects[in->buffer]);
		in->touched_bytes = use->touched;
		in->touched_from = use->touched_from;
		in->is_touched_elsewhere = use->is_touched_elsewhere;
		in->indexes = use->holds_index;
		in->index_bounded = use->index_bounded;
		in->index_low = use->index.low;
		in->index_high = use->index.high;
	}
	for (size_t i = 0; i < in->pointer_count; i++)
		note_use(m, &in->pointers[i]);
}

void
inputs_note_use(const struct machine *m, struct launch *launch)
{
	for (size_t i = 0; i < launch->data.input_count; i++)
		note_use(m, &launch->data.inputs[i]);
	for (size_t i = 0; i < launch->data.reached_count; i++)
		note_use(m, &launch->data.reached[i]);
	note_variables(m, launch);
	held_addresses_drop(launch);
}
