#include "eval/state/undo_log.h"

#include <stdlib.h>
#include <string.h>

#include "domain/example.h"
#include "support/allocate.h"

enum { MOST_BYTES = 1 << 16 };

void
undo_log_begin(struct machine *m, struct undo_log *undo_log)
{
	*undo_log = (struct undo_log){.serial = ++m->undo_log_serial, .begun = m->clock, .outer = m->undo_log};
	m->undo_log = undo_log;
}

static void
copy_of(struct machine *m, struct variable *to, const struct variable *from)
{
	*to = (struct variable){.uniform = true};
	variable_copy(m, to, from);
	to->defined = from->defined;
}

static void
keep(struct machine *m, struct undo_log *undo_log, struct variable *v)
{
	struct saved_variable saved = {.variable = v, .former_serial = v->saved_by};
	copy_of(m, &saved.former, v);
	memory_push(undo_log->variables, undo_log->variable_count, undo_log->variable_capacity, saved);
	v->saved_by = undo_log->serial;
}

void
undo_log_save(struct machine *m, struct variable *v)
{
	struct undo_log *undo_log = m->undo_log;
	if (undo_log && v->saved_by != undo_log->serial && v->born <= undo_log->begun)
		keep(m, undo_log, v);
}

void
undo_log_save_object(struct machine *m, struct object *object)
{
	struct undo_log *undo_log = m->undo_log;
	if (!undo_log || object->born > undo_log->begun)
		return;
	for (size_t i = 0; i < undo_log->coarse_count; i++)
		if (undo_log->coarse[i] == object)
			return;
	memory_push(undo_log->coarse, undo_log->coarse_count, undo_log->coarse_capacity, object);
}

void
undo_log_forget_stored(struct machine *m, uint32_t clock, uint32_t reason, bool keeps_examples)
{
	for (struct object *object = m->memory->newest_stored; object && object->stamp > clock;
	     object = object->stored_before) {
		if (!memory_is_blank(object)) {
			undo_log_save_object(m, object);
			memory_forget(m->memory, object, reason);
		}
		if (!keeps_examples)
			examples_clear(object);
		object->reason = reason;
	}
}

static uint32_t *
undo_log_slot(struct undo_log *undo_log, const struct object *object, int64_t offset, unsigned width)
{
	uint64_t h = ((uint64_t)object->id << 40 ^ (uint64_t)offset * 8 ^ width) * 0x9E3779B97F4A7C15u;
	size_t at = h >> 32 & (undo_log->slot_count - 1);
	for (; undo_log->slots[at]; at = (at + 1) & (undo_log->slot_count - 1)) {
		const struct saved_bytes *b = &undo_log->bytes[undo_log->slots[at] - 1];
		if (b->object == object && b->offset == offset && b->width == width)
			break;
	}
	return &undo_log->slots[at];
}

/* Most stores are by all lanes: the first allocation has room for one of these. */
static void
make_room(struct undo_log *undo_log, unsigned lanes)
{
	size_t size = 2 * undo_log->slot_count;
	if (!size) {
		for (size = 64; size < 4 * lanes; size *= 2) {
		}
		undo_log->bytes =
			memory_grow(undo_log->bytes, &undo_log->byte_capacity, lanes, sizeof *undo_log->bytes);
	}
	free(undo_log->slots);
	undo_log->slots = memory_zeroed(size, sizeof *undo_log->slots);
	undo_log->slot_count = size;
	for (size_t i = 0; i < undo_log->byte_count; i++) {
		const struct saved_bytes *b = &undo_log->bytes[i];
		*undo_log_slot(undo_log, b->object, b->offset, b->width) = (uint32_t)i + 1;
	}
}

/* Adds bytes to the index. False: the log has them already. It keeps their state before the branch, not a state
 * between two stores. */
static bool
first_change(struct undo_log *undo_log, const struct object *object, int64_t offset, unsigned width, unsigned lanes)
{
	if (undo_log->byte_count * 2 >= undo_log->slot_count)
		make_room(undo_log, lanes);
	uint32_t *slot = undo_log_slot(undo_log, object, offset, width);
	if (*slot)
		return false;
	*slot = (uint32_t)undo_log->byte_count + 1;
	return true;
}

void
undo_log_save_bytes(struct machine *m, struct object *object, int64_t offset, unsigned width)
{
	struct undo_log *undo_log = m->undo_log;
	if (!undo_log || object->born > undo_log->begun)
		return;
	if (undo_log->byte_count >= MOST_BYTES) {
		undo_log_save_object(m, object);
		return;
	}
	if (!first_change(undo_log, object, offset, width, m->lanes))
		return;
	struct saved_bytes saved = {.object = object, .offset = offset, .width = width};
	saved.former = memory_read_number(m->memory, object, offset, width);
	if (!saved.former.is_known) {
		/* The bytes were unknown, so only a symbol in them needs to be kept. */
		saved.former_symbol = memory_read_symbol(m->memory, object, offset, width);
	}
	memory_push(undo_log->bytes, undo_log->byte_count, undo_log->byte_capacity, saved);
}

static void
restore_variable(struct machine *m, struct variable *v, const struct variable *state)
{
	const struct mask scope = v->scope;
	variable_copy(m, v, state);
	v->scope = scope;
	v->stamp = ++m->clock;
}

static void
restore_bytes(struct machine *m, const struct saved_bytes *b)
{
	if (b->former.is_known)
		memory_write(m->memory, b->object, b->offset, b->width, b->former.bits);
	else if (b->former_symbol.symbol)
		memory_write_symbol(m->memory, b->object, b->offset, b->width, b->former_symbol);
	else
		memory_unknow(m->memory, b->object, b->offset, b->width);
}

void
undo_log_switch_arm(struct machine *m, struct undo_log *undo_log)
{
	undo_log->first_arm_variables = undo_log->variable_count;
	undo_log->first_arm_bytes = undo_log->byte_count;
	for (size_t i = 0; i < undo_log->variable_count; i++) {
		struct saved_variable *s = &undo_log->variables[i];
		copy_of(m, &s->outcome, s->variable);
		restore_variable(m, s->variable, &s->former);
	}
	for (size_t i = undo_log->byte_count; i-- > 0;) {
		struct saved_bytes *b = &undo_log->bytes[i];
		b->outcome = memory_read_number(m->memory, b->object, b->offset, b->width);
	}
	for (size_t i = undo_log->byte_count; i-- > 0;)
		restore_bytes(m, &undo_log->bytes[i]);
}

static bool
same_everywhere(const struct variable *a, const struct variable *b)
{
	if (a->defined != b->defined || a->uniform != b->uniform || a->has_symbols != b->has_symbols)
		return false;
	return a->defined && a->uniform && a->lane[0].integer == b->lane[0].integer &&
	       (!a->has_symbols || a->symbol[0] == b->symbol[0]);
}

/* v holds the second arm's outcome; `outcome` is the first arm's. */
static void
merge_variable(struct machine *m, struct variable *v, const struct variable *outcome, const struct value_paths *paths)
{
	if (same_everywhere(v, outcome))
		return;
	if (!outcome->defined && !v->defined)
		return;
	const struct ir_type any = {.kind = (v->defined ? v->real : outcome->real) ? IR_TYPE_FLOAT : IR_TYPE_INT,
	                            .size = 8,
	                            .is_signed = true};
	const struct value nothing = value_symbol(m, &any, paths->unknown, 0);
	/* A floating-point number in one arm and an integer in the other are views of a union. Merged they are
	 * unknown. */
	const bool is_mixed = outcome->defined && v->defined && outcome->real != v->real;
	const struct value other = outcome->defined && !is_mixed ? variable_value(outcome) : nothing;
	const struct value own = v->defined && !is_mixed ? variable_value(v) : nothing;
	const struct value_room room = {value_lanes(m), value_symbols(m), m->lanes};
	const struct active saved = m->active;
	m->active.may = v->scope;
	variable_write(m, v, value_join(&other, &own, paths, room));
	m->active = saved;
}

static void
leave(struct machine *m, struct undo_log *undo_log)
{
	m->undo_log = undo_log->outer;
	for (size_t i = 0; i < undo_log->variable_count; i++) {
		struct saved_variable *s = &undo_log->variables[i];
		s->variable->saved_by = s->former_serial;
		/* A change in this branch is also a change in the outer branch. */
		struct undo_log *outer = undo_log->outer;
		if (outer && s->former_serial != outer->serial && s->variable->born <= outer->begun) {
			struct saved_variable up = {.variable = s->variable, .former_serial = s->former_serial};
			copy_of(m, &up.former, &s->former);
			memory_push(outer->variables, outer->variable_count, outer->variable_capacity, up);
			s->variable->saved_by = outer->serial;
		}
	}
	if (!undo_log->outer)
		return;
	for (size_t i = 0; i < undo_log->byte_count; i++) {
		struct saved_bytes b = undo_log->bytes[i];
		if (b.object->born > undo_log->outer->begun)
			continue;
		if (undo_log->outer->byte_count >= MOST_BYTES)
			undo_log_save_object(m, b.object);
		else if (first_change(undo_log->outer, b.object, b.offset, b.width, m->lanes))
			memory_push(undo_log->outer->bytes, undo_log->outer->byte_count, undo_log->outer->byte_capacity,
			            b);
	}
	for (size_t i = 0; i < undo_log->coarse_count; i++)
		undo_log_save_object(m, undo_log->coarse[i]);
}

static void
forget_objects(struct machine *m, struct undo_log *undo_log, uint32_t reason)
{
	for (size_t i = 0; i < undo_log->coarse_count; i++)
		memory_forget(m->memory, undo_log->coarse[i], reason);
}

/* All lanes share this memory. If some lanes took the first arm, it gets that arm's outcome. `either`: both arms may
 * have been taken, so bytes with different outcomes become unknown. */
static void
merge_bytes(struct machine *m, struct undo_log *undo_log, bool either)
{
	for (size_t i = 0; i < undo_log->byte_count; i++) {
		const struct saved_bytes *b = &undo_log->bytes[i];
		const struct memory_number other = i < undo_log->first_arm_bytes ? b->outcome : b->former;
		if (either || !other.is_known)
			memory_join(m->memory, b->object, b->offset, b->width, other);
		else if (!memory_number_equal(memory_read_number(m->memory, b->object, b->offset, b->width), other))
			memory_write(m->memory, b->object, b->offset, b->width, other.bits);
	}
}

static void
end(struct machine *m, struct undo_log *undo_log)
{
	for (size_t i = 0; i < undo_log->variable_count; i++) {
		variable_release(m, &undo_log->variables[i].former);
		variable_release(m, &undo_log->variables[i].outcome);
	}
	free(undo_log->variables);
	free(undo_log->bytes);
	free(undo_log->slots);
	free(undo_log->coarse);
	if (m->undo_log == undo_log)
		m->undo_log = undo_log->outer;
}

void
undo_log_merge(struct machine *m, struct undo_log *undo_log, const struct split *split, const struct mask *certain,
               const struct mask *first, const struct mask *second)
{
	if (undo_log_is_empty(undo_log)) {
		m->undo_log = undo_log->outer;
		return;
	}
	const struct mask both = mask_and(first, second), either = mask_and(&both, &split->unknown);
	const struct mask without_second = mask_without(first, second),
			  first_alone = mask_join(certain, &without_second);
	const struct value_paths paths = {&first_alone, &either, symbols_varying(m->symbols, split->reason)};
	leave(m, undo_log);
	for (size_t i = 0; i < undo_log->variable_count; i++) {
		struct saved_variable *s = &undo_log->variables[i];
		const struct variable *outcome = i < undo_log->first_arm_variables ? &s->outcome : &s->former;
		merge_variable(m, s->variable, outcome, &paths);
	}
	if (!mask_empty(&first_alone) || !mask_empty(&either))
		merge_bytes(m, undo_log, !mask_empty(&either));
	forget_objects(m, undo_log, split->reason);
	end(m, undo_log);
}
