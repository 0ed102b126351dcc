#include "eval/launch/launch_key.h"

#include <stdlib.h>
#include <string.h>

#include "domain/memory_page.h"
#include "eval/language/access.h"
#include "eval/state/program.h"
#include "eval/state/reals.h"
#include "ir/leaves.h"

enum {
	MOST_PAGES = 64,    /* of an object, which are hashed */
	MEMBERS_A_STEP = 4, /* members that take as long to read as one step of host code */
	MOST_POINTEES = 32,
};

/* The targets of pointer arguments, each once; if there are too many, the first ones. */
struct pointees {
	const struct object *items[MOST_POINTEES];
	unsigned count;
};

/* The kind of an argument begins its part of the hash. Otherwise the number 1 could equal an unknown number. */
enum part { PART_UNKNOWN, PART_NUMBER, PART_MEMORY, PART_SHARED };

static uint64_t
mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * 0x9E3779B97F4A7C15u;
	return h ^ h >> 29;
}

static uint64_t
mix_part(uint64_t h, enum part part, uint64_t x)
{
	return mix(mix(h, part), x);
}

/* The known contents of an object; of a large one, the first pages. */
static uint64_t
mix_content(const struct machine *m, uint64_t h, const struct object *object)
{
	for (size_t i = 0; i < object->fill_count; i++)
		h = mix(mix(mix(h, object->fills[i].from), object->fills[i].to), object->fills[i].byte);
	for (uint64_t number = 0; object->page_count && number < MOST_PAGES; number++) {
		const struct page *page = memory_find_page(m->memory, object, number);
		for (unsigned i = 0; page && i < PAGE_BYTES; i += sizeof(uint64_t)) {
			uint64_t word;
			const uint64_t known = page_known_bits(page, i, sizeof word);
			memcpy(&word, page->bytes + i, sizeof word);
			for (unsigned byte = 0; known != 0xff && byte < sizeof word; byte++)
				word &= known >> byte & 1 ? UINT64_MAX : ~((uint64_t)0xff << 8 * byte);
			h = mix(mix(h, known), word);
		}
	}
	return h;
}

/* Device variables with numbers that may control a kernel. */
static uint64_t
mix_variables(const struct machine *m, uint64_t h)
{
	for (size_t i = 1; i < m->memory->count; i++) {
		const struct object *object = m->memory->objects[i];
		if (object && object->type && (object->kind == OBJECT_CONSTANT || object->kind == OBJECT_GLOBAL))
			h = mix_content(m, h, object);
	}
	return h;
}

static uint64_t
mix_address(const struct machine *m, uint64_t h, const struct ir_type *type, const struct object *object,
            int64_t address)
{
	const bool decides =
		!m->program->data_alike && (type->element->kind != IR_TYPE_FLOAT || reals_decide(m->program));
	h = mix_part(h, PART_MEMORY, object->kind);
	if (object->kind == OBJECT_FUNCTION)
		return mix(h, object->id);
	h = mix(mix(h, object->size), (uint64_t)(address - object_base(object)));
	h = object->is_freed ? mix(h, object->is_freed) : h;
	return decides && !object->is_private ? mix_content(m, h, object) : h;
}

/* Whether an earlier pointer has the same target: an in-place kernel differs from one between two buffers. */
static uint64_t
mix_sharing(struct pointees *pointees, uint64_t h, const struct object *object)
{
	for (unsigned i = 0; i < pointees->count; i++)
		if (pointees->items[i] == object)
			return mix_part(h, PART_SHARED, i);
	if (pointees->count < MOST_POINTEES)
		pointees->items[pointees->count++] = object;
	return h;
}

static uint64_t
mix_scalar(const struct machine *m, struct pointees *pointees, uint64_t h, const struct ir_type *type,
           const struct value *v)
{
	const struct term t = value_term(v, 0);
	if (type->kind == IR_TYPE_FLOAT && !reals_decide(m->program))
		return h;
	if (t.symbol)
		return mix(h, PART_UNKNOWN);
	const struct object *object = type->kind == IR_TYPE_POINTER ? memory_object_at(m->memory, t.offset) : NULL;
	return object ? mix_sharing(pointees, mix_address(m, h, type, object, t.offset), object)
	              : mix_part(h, PART_NUMBER, (uint64_t)t.offset);
}

static struct value
load_member(struct machine *m, const struct ir_leaf *leaf, const struct value *record)
{
	return access_load(m, NULL, leaf->type, value_offset(m, *record, value_integer(m, (int64_t)leaf->offset), 1));
}

/* A record with too many members is unknown to the kernel too. */
static uint64_t
mix_record(struct machine *m, struct pointees *pointees, uint64_t h, const struct ir_type *type,
           const struct value *address)
{
	const struct ir_leaves leaves = ir_leaves_of(type, MOST_LEAVES);
	for (size_t i = 0; i < leaves.count && !leaves.too_many; i++) {
		const struct ir_leaf *leaf = &leaves.items[i];
		const struct value v = load_member(m, leaf, address);
		h = mix_scalar(m, pointees, h, leaf->type, &v);
	}
	m->budget.steps += leaves.count / MEMBERS_A_STEP;
	free(leaves.items);
	return h;
}

uint64_t
launch_key(struct machine *m, const struct launch_request *request)
{
	uint64_t h = mix(m->memory->lost.line, (uint64_t)request->dynamic_shared);
	struct pointees pointees = {.count = 0};
	if (!m->program->data_alike)
		h = mix_variables(m, h);
	for (int i = 0; i < 3; i++)
		h = mix(mix(h, (uint64_t)request->grid[i]), (uint64_t)request->block[i]);
	for (size_t i = 0; i < request->arg_count; i++) {
		const struct ir_type *type = request->kernel->params[i]->type;
		h = type->kind == IR_TYPE_RECORD ? mix_record(m, &pointees, h, type, &request->args[i])
		                                 : mix_scalar(m, &pointees, h, type, &request->args[i]);
	}
	return h;
}

/* Unknown numbers are compared by symbol. */
static uint64_t
mix_term(uint64_t h, struct term t)
{
	return mix(mix(h, t.symbol), (uint64_t)t.offset);
}

/* The members of a record; 0: there are too many. */
static uint64_t
mix_members(struct machine *m, uint64_t h, const struct ir_type *type, const struct value *address)
{
	const struct ir_leaves leaves = ir_leaves_of(type, MOST_LEAVES);
	for (size_t i = 0; i < leaves.count && !leaves.too_many; i++) {
		const struct value v = load_member(m, &leaves.items[i], address);
		h = mix_term(h, value_term(&v, 0));
	}
	m->budget.steps += leaves.count / MEMBERS_A_STEP;
	const bool is_whole = !leaves.too_many;
	free(leaves.items);
	return is_whole ? h : 0;
}

uint64_t
launch_arguments(struct machine *m, const struct launch_request *request)
{
	uint64_t h = mix(1, (uint64_t)request->dynamic_shared);
	for (int i = 0; i < 3; i++)
		h = mix(mix(h, (uint64_t)request->grid[i]), (uint64_t)request->block[i]);
	for (size_t i = 0; h && i < request->arg_count; i++) {
		const struct ir_type *type = request->kernel->params[i]->type;
		h = type->kind == IR_TYPE_RECORD ? mix_members(m, h, type, &request->args[i])
		                                 : mix_term(h, value_term(&request->args[i], 0));
	}
	return h;
}

uint64_t
launch_buffers(const struct machine *m, const struct launch_request *request)
{
	uint64_t h = 0;
	for (size_t i = 0; i < request->arg_count; i++) {
		const struct term t = value_term(&request->args[i], 0);
		const bool is_pointer = request->kernel->params[i]->type->kind == IR_TYPE_POINTER;
		const struct object *object = is_pointer && !t.symbol ? memory_object_at(m->memory, t.offset) : NULL;
		h = mix(h, object ? object->id : 0);
	}
	return h;
}
