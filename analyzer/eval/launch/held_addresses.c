#include "eval/launch/held_addresses.h"

#include <stdlib.h>

#include "eval/launch/elements.h"
#include "eval/state/program.h"
#include "support/allocate.h"

/* The most addresses that are read in one object, and the most objects that are followed for one launch. */
enum { MOST_ADDRESSES = 1024, MOST_REACHED = 1024 };

struct search {
	struct reach *reach;
	const struct object *object;
	struct held_address items[MOST_ADDRESSES];
	size_t count, looked_at;
	bool lacks_some;
};

static struct arena *
arena_of(const struct reach *reach)
{
	return &reach->m->program->facts->arena;
}

/* Device code cannot read host memory, so host memory is not searched for addresses. */
static bool
is_followed(const struct object *object)
{
	return object->kind == OBJECT_GLOBAL || object->kind == OBJECT_MANAGED || object->kind == OBJECT_PINNED ||
	       object->kind == OBJECT_CONSTANT;
}

static bool
is_memory_of_buffers(const struct object *object)
{
	return is_followed(object) || object->kind == OBJECT_HOST || object->kind == OBJECT_LOCAL;
}

/* False: there is no room. */
static bool
note_reached(struct reach *reach, const struct object *object, const struct ir_type *element, const char *path)
{
	for (size_t i = 0; i < reach->count; i++)
		if (reach->items[i].object == object)
			return true;
	if (reach->count == MOST_REACHED)
		return false;
	const struct reached reached = {object, is_followed(object) ? element : NULL, path};
	memory_push(reach->items, reach->count, reach->capacity, reached);
	return true;
}

/* An address without an object, such as a null pointer, is the same number everywhere. */
static void
look_at_address(struct search *search, const struct ir_type *element, uint64_t at, const char *path)
{
	const struct memory *memory = search->reach->m->memory;
	uint64_t bits;
	search->lacks_some |= search->looked_at++ == MOST_ADDRESSES ||
	                      !memory_read(memory, search->object, (int64_t)at, sizeof bits, &bits);
	const struct object *target = search->lacks_some ? NULL : memory_object_at(memory, (int64_t)bits);
	if (!target)
		return;
	search->items[search->count++] = (struct held_address){at, bits - (uint64_t)object_base(target), target->id};
	search->lacks_some |= !is_memory_of_buffers(target) || !note_reached(search->reach, target, element, path);
}

/* Searches the part at `at`, of any type. */
static void
look_through(struct search *search, const struct ir_type *type, uint64_t at, const char *path)
{
	struct arena *arena = arena_of(search->reach);
	if (search->lacks_some || !elements_hold_pointers(type))
		return;
	if (type->kind == IR_TYPE_POINTER)
		look_at_address(search, type->element, at, path);
	else if (type->kind == IR_TYPE_ARRAY)
		for (uint64_t i = 0; i < type->count && !search->lacks_some; i++)
			look_through(search, type->element, at + i * type->element->size,
			             arena_printf(arena, "%s[%llu]", path, (unsigned long long)i));
	else if (type->is_union)
		search->lacks_some = true;
	else
		for (uint32_t i = 0; i < type->field_count; i++)
			if (elements_hold_pointers(type->fields[i].type))
				look_through(search, type->fields[i].type, at + type->fields[i].offset,
				             *type->fields[i].name
				                     ? arena_printf(arena, "%s.%s", path, type->fields[i].name)
				                     : path);
}

static struct held_addresses
found(const struct search *search)
{
	const struct held_address *items =
		arena_copy(arena_of(search->reach), search->items, search->count, search->count, sizeof *items);
	return (struct held_addresses){items, search->count, search->lacks_some};
}

struct held_addresses
reach_addresses(struct reach *reach, const struct object *object, const struct ir_type *element, const char *path)
{
	struct search search = {.reach = reach, .object = object};
	if (!element || !elements_hold_pointers(element))
		return (struct held_addresses){0};
	search.lacks_some = !object->size || !element->size || object->is_private;
	for (uint64_t i = 0; !search.lacks_some && i < object->size / element->size; i++)
		look_through(&search, element, i * element->size,
		             arena_printf(arena_of(reach), "%s[%llu]", path, (unsigned long long)i));
	return found(&search);
}

struct held_addresses
reach_variable(struct reach *reach, const struct object *object, const struct ir_type *type, const char *path)
{
	struct search search = {.reach = reach, .object = object, .lacks_some = object->is_private};
	look_through(&search, type, 0, path);
	return found(&search);
}

void
reach_free(struct reach *reach)
{
	free(reach->items);
	*reach = (struct reach){.m = reach->m};
}

/* ---- after the launch ---- */

/* The elements of launch.data.reached that are known to be reachable. */
struct led_to {
	const struct launch *launch;
	bool *is_led_to;
	size_t *pending, count;
};

static void
lead(struct led_to *led_to, const struct held_addresses *addresses)
{
	for (size_t i = 0; i < addresses->count; i++) {
		size_t number = 0;
		while (number < led_to->launch->data.reached_count &&
		       led_to->launch->data.reached[number].buffer != addresses->items[i].buffer)
			number++;
		if (number == led_to->launch->data.reached_count || led_to->is_led_to[number])
			continue;
		led_to->is_led_to[number] = true;
		led_to->pending[led_to->count++] = number;
	}
}

void
held_addresses_drop(struct launch *launch)
{
	struct led_to led_to = {
		.launch = launch,
		.is_led_to = memory_zeroed(launch->data.reached_count + 1, sizeof *led_to.is_led_to),
		.pending = memory_zeroed(launch->data.reached_count + 1, sizeof *led_to.pending),
	};
	for (size_t i = 0; i < launch->data.input_count; i++) {
		lead(&led_to, &launch->data.inputs[i].addresses);
		for (size_t k = 0; k < launch->data.inputs[i].pointer_count; k++)
			lead(&led_to, &launch->data.inputs[i].pointers[k].addresses);
	}
	for (size_t i = 0; i < launch->data.variable_count; i++)
		lead(&led_to, &launch->data.variables[i].addresses);
	for (size_t i = 0; i < led_to.count; i++)
		lead(&led_to, &launch->data.reached[led_to.pending[i]].addresses);
	size_t kept = 0;
	for (size_t i = 0; i < launch->data.reached_count; i++)
		if (led_to.is_led_to[i])
			launch->data.reached[kept++] = launch->data.reached[i];
	launch->data.reached_count = kept;
	free(led_to.is_led_to);
	free(led_to.pending);
}
