/* Objects: creation, lookup and deletion. */
#include "domain/memory.h"

#include <stdlib.h>

#include "domain/example.h"
#include "domain/memory_page.h"
#include "support/allocate.h"

void
memory_init(struct memory *memory)
{
	*memory = (struct memory){0};
	memory_push(memory->objects, memory->count, memory->capacity, NULL);
	memory_pages_init(memory);
}

static void
delete_object(struct object *object)
{
	if (!object)
		return;
	free(object->cells);
	free(object->fills);
	examples_free(object->examples);
	free(object);
}

void
memory_free_all(struct memory *memory)
{
	for (size_t i = 0; i < memory->count; i++)
		delete_object(memory->objects[i]);
	memory_pages_free(memory);
	free(memory->objects);
	free(memory->written);
	free(memory->privates);
	free(memory->shared);
	free(memory->free_ids);
}

struct object *
memory_new(struct memory *memory, enum object_kind kind, uint64_t size, const char *name)
{
	struct object *object = memory_zeroed(1, sizeof *object);
	if (memory->free_count) {
		object->id = memory->free_ids[--memory->free_count];
		memory->objects[object->id] = object;
	} else {
		object->id = (uint32_t)memory->count;
		memory_push(memory->objects, memory->count, memory->capacity, object);
	}
	object->kind = kind;
	object->size = size;
	object->name = name ? name : "";
	object->is_private = kind == OBJECT_LOCAL;
	if (object->is_private) {
		object->index = memory->private_count;
		memory_push(memory->privates, memory->private_count, memory->private_capacity, object);
	} else if (kind == OBJECT_SHARED) {
		object->index = memory->shared_count;
		memory_push(memory->shared, memory->shared_count, memory->shared_capacity, object);
	}
	object->version = object->first_version = ++memory->versions;
	return object;
}

void
memory_note_store(struct memory *memory, struct object *object, uint32_t clock)
{
	object->stamp = clock;
	object->is_made = clock;
	if (object->is_private || (clock && memory->newest_stored == object))
		return;
	if (object->stored_before)
		object->stored_before->stored_after = object->stored_after;
	if (object->stored_after)
		object->stored_after->stored_before = object->stored_before;
	else if (memory->newest_stored == object)
		memory->newest_stored = object->stored_before;
	object->stored_before = object->stored_after = NULL;
	if (!clock)
		return;
	object->stored_before = memory->newest_stored;
	if (memory->newest_stored)
		memory->newest_stored->stored_after = object;
	memory->newest_stored = object;
}

void
memory_delete(struct memory *memory, struct object *object)
{
	memory_drop_pages(memory, object);
	memory_note_store(memory, object, 0);
	if (object->is_private) {
		struct object *last = memory->privates[--memory->private_count];
		memory->privates[last->index = object->index] = last;
	} else if (object->kind == OBJECT_SHARED) {
		struct object *last = memory->shared[--memory->shared_count];
		memory->shared[last->index = object->index] = last;
	}
	memory->objects[object->id] = NULL;
	memory_push(memory->free_ids, memory->free_count, memory->free_capacity, object->id);
	delete_object(object);
}

struct object *
memory_object_at(const struct memory *memory, int64_t address)
{
	const uint64_t id = (uint64_t)address >> WINDOW_BITS;
	return id < memory->count ? memory->objects[id] : NULL;
}
