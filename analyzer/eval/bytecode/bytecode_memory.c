#include "eval/bytecode/bytecode_memory.h"

#include <stdlib.h>
#include <string.h>

#include "domain/example.h"
#include "eval/language/access.h"
#include "eval/state/undo_log.h"
#include "eval/state/wild_store.h"
#include "support/allocate.h"

enum { MOST_ALLOCATED = 1 << 16, MOST_MOVED = 1 << 22 };

void
bytecode_memory_begin(struct bytecode_memory *memory, struct machine *m)
{
	memory->m = m;
	memory->by_example = memory->met_examples = false;
	memset(memory->cached_pages, 0, sizeof memory->cached_pages);
	memory->shadow_count = memory->written_count = memory->allocated_count = 0;
	bytecode_memory_checkpoint(memory);
}

static void
end_shadows(struct bytecode_memory *memory)
{
	for (size_t i = 0; i < memory->shadow_count; i++) {
		free(memory->shadows[i].pages);
		free(memory->shadows[i].shapes);
	}
	memory->shadow_count = 0;
}

void
bytecode_memory_end(struct bytecode_memory *memory)
{
	end_shadows(memory);
	for (size_t i = 0; i < memory->written_count; i++)
		memory->is_written[memory->written[i]->id] = 0;
	memory->written_count = 0;
}

void
bytecode_memory_free(struct bytecode_memory *memory)
{
	free(memory->log);
	free(memory->shadows);
	free(memory->stack_pages);
	free(memory->written);
	free(memory->is_written);
	free(memory->made);
	free(memory->allocated);
}

/* ---- pages ---- */

static uint64_t
bits_of(const struct variable *v, unsigned width)
{
	uint64_t bits = 0;
	if (v->real && width == 4) {
		const float f = (float)v->lane[0].real;
		memcpy(&bits, &f, sizeof f);
	} else {
		memcpy(&bits, &v->lane[0], sizeof bits);
	}
	return bits;
}

static void
copy_cell(struct page *pages, const struct cell *cell, uint64_t size)
{
	const struct variable *v = cell->variable;
	if (!v->defined || !v->lane || cell->width > 8 || cell->offset + cell->width > size)
		return;
	/* Half precision is held as a wider number, so its bits are unknown. */
	const bool known = (!v->has_symbols || !v->symbol[0]) && !(v->real && cell->width < 4);
	const uint64_t bits = bits_of(v, cell->width);
	for (unsigned i = 0; i < cell->width; i++) {
		struct page *page = &pages[(cell->offset + i) >> PAGE_BITS];
		const unsigned at = (cell->offset + i) & (PAGE_BYTES - 1);
		page->bytes[at] = (uint8_t)(bits >> (8 * i));
		page_set_known(page, at, 1, known);
	}
}

static struct bytecode_shadow *
shadow_of(struct bytecode_memory *memory, struct object *object)
{
	for (size_t i = 0; i < memory->shadow_count; i++)
		if (memory->shadows[i].object == object)
			return &memory->shadows[i];
	const size_t page_count = object->size / PAGE_BYTES + 1;
	struct bytecode_shadow shadow = {.object = object};
	shadow.pages = memory_zeroed(page_count, sizeof *shadow.pages);
	shadow.shapes = memory_zeroed(object->size + 1, 1);
	for (size_t i = 0; i < page_count; i++) {
		shadow.pages[i].object = object->id;
		shadow.pages[i].number = i;
		if (object->zeroed)
			memset(shadow.pages[i].known, 0xff, sizeof shadow.pages[i].known);
	}
	for (size_t i = 0; i < object->cell_count; i++)
		copy_cell(shadow.pages, &object->cells[i], object->size);
	memory_push(memory->shadows, memory->shadow_count, memory->shadow_capacity, shadow);
	return &memory->shadows[memory->shadow_count - 1];
}

static void
note_written(struct bytecode_memory *memory, struct object *object)
{
	if (object->id >= memory->is_written_count) {
		const size_t count = memory->m->memory->count * 2;
		memory->is_written = memory_resize(memory->is_written, count);
		memset(memory->is_written + memory->is_written_count, 0, count - memory->is_written_count);
		memory->is_written_count = count;
	}
	if (memory->is_written[object->id])
		return;
	memory->is_written[object->id] = 1;
	memory_push(memory->written, memory->written_count, memory->written_capacity, object);
}

static struct page *
common_page(struct bytecode_memory *memory, struct object *object, uint64_t number, bool writes)
{
	struct page *page = memory_find_page(memory->m->memory, object, number);
	if (page || (!writes && !object->fill_count))
		return page ? page : &memory->blank;
	page = memory_page(memory->m->memory, object, number);
	if (page)
		memory_push(memory->made, memory->made_count, memory->made_capacity,
		            ((struct bytecode_made){object, number}));
	return page;
}

/* The page of an address, opened; NULL: no memory is there. */
static struct cached_page *
open_page(struct bytecode_memory *memory, int64_t address, bool writes)
{
	struct object *object = memory_object_at(memory->m->memory, address);
	if (!object || object->kind == OBJECT_FUNCTION)
		return NULL;
	wild_store_read(memory->m, object, NULL);
	const int64_t offset = address - object_base(object);
	if (offset < 0 || (object->size && (uint64_t)offset >= object->size))
		return NULL;
	const uint64_t number = (uint64_t)offset >> PAGE_BITS, left = object->size - number * PAGE_BYTES;
	const uint32_t limit = object->size && left < PAGE_BYTES ? (uint32_t)left : PAGE_BYTES;
	struct cached_page *cached = cached_page(memory, address);
	struct page *page;
	if (object == memory->stack)
		page = &memory->stack_pages[number];
	else if (object->is_private)
		page = object->size && object->lanes == 1 ? &shadow_of(memory, object)->pages[number] : NULL;
	else
		page = common_page(memory, object, number, writes);
	if (!page)
		return NULL;
	const bool in_place = !object->is_private && !page->symbols && page != &memory->blank;
	*cached = (struct cached_page){(uint64_t)address >> PAGE_BITS, page, limit, in_place && writes ? limit : 0,
	                               object != memory->stack};
	if (writes && cached->logged && !object->is_private)
		note_written(memory, object);
	return cached;
}

/* The page of an address, even if the last byte is beyond it. */
static struct cached_page *
page_at(struct bytecode_memory *memory, int64_t address, bool writes)
{
	struct cached_page *page = cached_page(memory, address);
	if (page->tag != (uint64_t)address >> PAGE_BITS || (writes && !page->writable))
		return open_page(memory, address, writes);
	return page;
}

/* ---- one scalar ---- */

static bool
is_aligned(int64_t address, unsigned width)
{
	return !((uint64_t)address & (width - 1));
}

bool
bytecode_load(struct bytecode_memory *memory, int64_t address, unsigned width, uint64_t *bits)
{
	*bits = 0;
	if (!is_aligned(address, width)) {
		for (unsigned i = 0; i < width; i++) {
			uint64_t byte;
			if (!bytecode_load(memory, address + i, 1, &byte))
				return false;
			*bits |= byte << (8 * i);
		}
		return true;
	}
	const struct cached_page *page = page_at(memory, address, false);
	const unsigned at = (uint64_t)address & (PAGE_BYTES - 1);
	if (!page || at + width > page->readable || !page_knows_scalar(page->page, at, width))
		return false;
	memcpy(bits, page->page->bytes + at, width);
	return true;
}

static const struct ir_type *
type_of_shape(enum bytecode_scalar shape)
{
	static const struct ir_type types[] = {
		[SCALAR_BOOL] = {.kind = IR_TYPE_BOOL, .size = 1},
		[SCALAR_I8] = {.kind = IR_TYPE_INT, .is_signed = true, .size = 1},
		[SCALAR_U8] = {.kind = IR_TYPE_INT, .size = 1},
		[SCALAR_I16] = {.kind = IR_TYPE_INT, .is_signed = true, .size = 2},
		[SCALAR_U16] = {.kind = IR_TYPE_INT, .size = 2},
		[SCALAR_I32] = {.kind = IR_TYPE_INT, .is_signed = true, .size = 4},
		[SCALAR_U32] = {.kind = IR_TYPE_INT, .size = 4},
		[SCALAR_64] = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8},
		[SCALAR_F32] = {.kind = IR_TYPE_FLOAT, .size = 4},
		[SCALAR_F64] = {.kind = IR_TYPE_FLOAT, .size = 8},
	};
	return &types[shape];
}

bool
bytecode_load_example(struct bytecode_memory *memory, int64_t address, enum bytecode_scalar shape, uint64_t *bits)
{
	const struct object *object = memory_object_at(memory->m->memory, address);
	const int64_t offset = object ? address - object_base(object) : 0;
	if (!object || !object->examples || offset < 0)
		return false;
	memory->met_examples = true;
	return memory->by_example && example_read(object, (uint64_t)offset, type_of_shape(shape), bits);
}

void
bytecode_forget_examples(struct bytecode_memory *memory, int64_t address)
{
	struct object *object = memory_object_at(memory->m->memory, address);
	if (object)
		examples_clear(object);
}

static bool
save(struct bytecode_memory *memory, struct page *page, unsigned at, unsigned width)
{
	if (memory->log_count >= MOST_UNDONE)
		return false;
	struct bytecode_undo undo = {
		.page = page, .at = (uint16_t)at, .width = (uint8_t)width, .known = page_known_bits(page, at, width)};
	memcpy(&undo.former, page->bytes + at, width);
	memory_push(memory->log, memory->log_count, memory->log_capacity, undo);
	return true;
}

/* Stored scalars that overlap this one are no longer complete. */
static void
note_shape(struct bytecode_shadow *shadow, uint64_t offset, enum bytecode_scalar shape)
{
	const uint64_t end = offset + bytecode_width(shape);
	for (uint64_t at = offset >= 7 ? offset - 7 : 0; at < end; at++)
		if (shadow->shapes[at] && at + bytecode_width((enum bytecode_scalar)(shadow->shapes[at] - 1)) > offset)
			shadow->shapes[at] = 0;
	shadow->shapes[offset] = (uint8_t)(shape + 1);
}

static bool
store_aligned(struct bytecode_memory *memory, int64_t address, unsigned width, uint64_t bits, bool known)
{
	struct cached_page *page = page_at(memory, address, true);
	const unsigned at = (uint64_t)address & (PAGE_BYTES - 1);
	if (!page || at + width > page->readable || (page->logged && !save(memory, page->page, at, width)))
		return false;
	memory_drop_symbols(page->page, at, width);
	memcpy(page->page->bytes + at, &bits, width);
	page_set_known(page->page, at, width, known);
	return true;
}

bool
bytecode_store(struct bytecode_memory *memory, int64_t address, enum bytecode_scalar shape, uint64_t bits, bool known)
{
	const unsigned width = bytecode_width(shape);
	struct object *object = memory_object_at(memory->m->memory, address);
	const int64_t offset = object ? address - object_base(object) : 0;
	if (!object || offset < 0 || (object->size && (uint64_t)offset + width > object->size))
		return false;
	if (is_aligned(address, width)) {
		if (!store_aligned(memory, address, width, bits, known))
			return false;
	} else {
		for (unsigned i = 0; i < width; i++)
			if (!store_aligned(memory, address + i, 1, bits >> (8 * i), known))
				return false;
	}
	object->has_lost |= !known;
	if (object->is_private)
		note_shape(shadow_of(memory, object), (uint64_t)offset, shape);
	return true;
}

/* ---- many bytes ---- */

bool
bytecode_fill(struct bytecode_memory *memory, int64_t address, uint64_t bytes, uint8_t byte, bool known,
              enum bytecode_scalar shape)
{
	const struct object *object = memory_object_at(memory->m->memory, address);
	const uint64_t pattern = 0x0101010101010101u * byte;
	for (uint64_t done = 0; done < bytes;) {
		enum bytecode_scalar piece = shape;
		/* Only private objects keep shapes; for others the widest piece is fastest. */
		if (object && !object->is_private && is_aligned(address + (int64_t)done, 8))
			piece = SCALAR_64;
		while (bytecode_width(piece) > bytes - done)
			piece = SCALAR_U8;
		if (!bytecode_store(memory, address + (int64_t)done, piece, pattern, known))
			return false;
		done += bytecode_width(piece);
	}
	return true;
}

bool
bytecode_unknow(struct bytecode_memory *memory, int64_t address, uint64_t bytes)
{
	if (memory_object_at(memory->m->memory, address) != memory->stack)
		return bytecode_fill(memory, address, bytes, 0, false, SCALAR_U8);
	const uint64_t offset = (uint64_t)(address - object_base(memory->stack));
	for (uint64_t at = offset; at < offset + bytes;) {
		const uint64_t room = PAGE_BYTES - at % PAGE_BYTES, left = offset + bytes - at;
		const unsigned count = (unsigned)(left < room ? left : room);
		page_set_known(&memory->stack_pages[at >> PAGE_BITS], at & (PAGE_BYTES - 1), count, false);
		at += count;
	}
	return true;
}

bool
bytecode_move(struct bytecode_memory *memory, int64_t to, int64_t from, uint64_t bytes)
{
	struct object *target = memory_object_at(memory->m->memory, to);
	const struct object *source = memory_object_at(memory->m->memory, from);
	if (bytes > MOST_MOVED || (bytes && (!target || target->is_private)))
		return false;
	if (target && (!source || source->has_lost))
		target->has_lost = true;
	/* Source and destination may overlap. */
	uint8_t *copy = memory_alloc(bytes), *known = memory_alloc(bytes);
	bool done = true;
	for (uint64_t i = 0; i < bytes;) {
		uint64_t word;
		unsigned count = bytes - i >= 8 && is_aligned(from + (int64_t)i, 8) ? 8 : 1;
		bool is_known = bytecode_load(memory, from + (int64_t)i, count, &word);
		if (!is_known && count > 1) /* some of its bytes may be known */
			is_known = bytecode_load(memory, from + (int64_t)i, count = 1, &word);
		memset(known + i, is_known, count);
		memcpy(copy + i, &word, count);
		i += count;
	}
	for (uint64_t i = 0; i < bytes && done;) {
		uint64_t whole = 0;
		memcpy(&whole, copy + i, bytes - i < 8 ? bytes - i : 8);
		const bool wide =
			bytes - i >= 8 && is_aligned(to + (int64_t)i, 8) && !memcmp(known + i, "\1\1\1\1\1\1\1\1", 8);
		done = bytecode_store(memory, to + (int64_t)i, wide ? SCALAR_64 : SCALAR_U8, whole, known[i]);
		i += wide ? 8 : 1;
	}
	free(copy);
	free(known);
	return done;
}

int64_t
bytecode_allocate(struct bytecode_memory *memory, const struct ir_expr *expr, uint64_t bytes)
{
	if (memory->allocated_count >= MOST_ALLOCATED)
		return 0;
	struct object *object = builtin_allocate(memory->m, expr, OBJECT_HOST, bytes);
	memory_push(memory->allocated, memory->allocated_count, memory->allocated_capacity, object);
	return object_base(object);
}

/* ---- undo and commit ---- */

void
bytecode_memory_checkpoint(struct bytecode_memory *memory)
{
	memory->log_count = memory->made_count = 0;
	memory->allocated_before = memory->allocated_count;
}

static bool
is_allocated_since(const struct bytecode_memory *memory, const struct object *object)
{
	for (size_t i = memory->allocated_before; i < memory->allocated_count; i++)
		if (memory->allocated[i] == object)
			return true;
	return false;
}

static void
delete_allocated(struct bytecode_memory *memory)
{
	size_t kept = 0;
	if (memory->allocated_count == memory->allocated_before)
		return;
	for (size_t i = 0; i < memory->written_count; i++) {
		if (is_allocated_since(memory, memory->written[i]))
			memory->is_written[memory->written[i]->id] = 0;
		else
			memory->written[kept++] = memory->written[i];
	}
	memory->written_count = kept;
	while (memory->allocated_count > memory->allocated_before)
		memory_delete(memory->m->memory, memory->allocated[--memory->allocated_count]);
}

void
bytecode_memory_undo(struct bytecode_memory *memory)
{
	while (memory->log_count) {
		const struct bytecode_undo *undo = &memory->log[--memory->log_count];
		memcpy(undo->page->bytes + undo->at, &undo->former, undo->width);
		page_set_known(undo->page, undo->at, undo->width, false);
		undo->page->known[undo->at >> 6] |= (uint64_t)undo->known << (undo->at & 63);
	}
	while (memory->made_count) {
		const struct bytecode_made *made = &memory->made[--memory->made_count];
		memory_drop_page(memory->m->memory, made->object, made->number);
	}
	delete_allocated(memory);
	memset(memory->cached_pages, 0, sizeof memory->cached_pages);
}

bool
bytecode_memory_left_unknown(const struct bytecode_memory *memory, size_t most, bool *all)
{
	bool some = false;
	*all = true;
	for (size_t i = memory->log_count; i-- > 0 && memory->log_count - i <= most;) {
		const struct bytecode_undo *undo = &memory->log[i];
		const bool known = page_knows_scalar(undo->page, undo->at, undo->width);
		some |= !known;
		*all &= !known;
	}
	return some;
}

void
bytecode_memory_keep_examples(struct bytecode_memory *memory)
{
	for (size_t i = 0; i < memory->written_count && !memory->by_example; i++)
		examples_clear(memory->written[i]);
	for (size_t i = 0; i < memory->log_count; i++) {
		const struct bytecode_undo *undo = &memory->log[i];
		uint64_t bits = 0;
		struct object *object = memory->m->memory->objects[undo->page->object];
		if (!object || !page_knows_scalar(undo->page, undo->at, undo->width))
			continue;
		memcpy(&bits, undo->page->bytes + undo->at, undo->width);
		examples_put(object, undo->page->number * PAGE_BYTES + undo->at, undo->width, bits);
	}
	for (size_t i = 0; i < memory->log_count; i++) {
		const struct bytecode_undo *undo = &memory->log[i];
		struct object *object = memory->m->memory->objects[undo->page->object];
		if (object && !page_knows_scalar(undo->page, undo->at, undo->width))
			examples_note_gap(object);
	}
}

static struct value
value_of_bits(struct machine *m, const struct ir_type *type, uint64_t bits)
{
	const union lane lane = lane_of_bits(bits, type);
	return type->kind == IR_TYPE_FLOAT ? value_real(m, lane.real) : value_integer(m, lane.integer);
}

static void
put_back(struct bytecode_memory *memory, const struct bytecode_shadow *shadow, uint32_t reason)
{
	struct machine *m = memory->m;
	for (uint64_t offset = 0; offset < shadow->object->size; offset++) {
		if (!shadow->shapes[offset])
			continue;
		const struct ir_type *type = type_of_shape((enum bytecode_scalar)(shadow->shapes[offset] - 1));
		uint64_t bits;
		const bool known = bytecode_load(memory, object_base(shadow->object) + (int64_t)offset,
		                                 (unsigned)type->size, &bits);
		const struct value v = known ? value_of_bits(m, type, bits) : value_unknown(m, type, reason);
		access_write_object(m, shadow->object, type, (int64_t)offset, v);
	}
}

void
bytecode_memory_commit(struct bytecode_memory *memory, uint32_t reason)
{
	struct machine *m = memory->m;
	for (size_t i = 0; i < memory->shadow_count; i++)
		put_back(memory, &memory->shadows[i], reason);
	for (size_t i = 0; i < memory->written_count; i++) {
		struct object *object = memory->written[i];
		undo_log_save_object(m, object);
		memory_note_store(m->memory, object, ++m->clock);
		object->version = ++m->memory->versions;
	}
}
