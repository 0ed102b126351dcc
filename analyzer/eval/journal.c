#include "eval/journal.h"

#include <stdlib.h>
#include <string.h>

#include "data/example.h"
#include "support/memory.h"

enum { MOST_BYTES = 1 << 16 };

void
journal_begin(struct machine *m, struct journal *journal)
{
	*journal = (struct journal){.serial = ++m->journal_serial, .begun = m->clock, .outer = m->journal};
	m->journal = journal;
}

static void
copy_of(struct machine *m, struct variable *to, const struct variable *from)
{
	*to = (struct variable){.uniform = true};
	variable_copy(m, to, from);
	to->defined = from->defined;
}

static void
keep(struct machine *m, struct journal *journal, struct variable *v)
{
	struct saved_variable saved = {.variable = v, .former_serial = v->saved_by};
	copy_of(m, &saved.former, v);
	memory_push(journal->variables, journal->variable_count, journal->variable_capacity, saved);
	v->saved_by = journal->serial;
}

void
journal_save(struct machine *m, struct variable *v)
{
	struct journal *journal = m->journal;
	if (journal && v->saved_by != journal->serial && v->born <= journal->begun)
		keep(m, journal, v);
}

void
journal_save_object(struct machine *m, struct object *object)
{
	struct journal *journal = m->journal;
	if (!journal || object->born > journal->begun)
		return;
	for (size_t i = 0; i < journal->coarse_count; i++)
		if (journal->coarse[i] == object)
			return;
	memory_push(journal->coarse, journal->coarse_count, journal->coarse_capacity, object);
}

void
journal_forget_stored(struct machine *m, uint32_t clock, uint32_t reason, bool keeps_examples)
{
	for (struct object *object = m->memory->newest_stored; object && object->stamp > clock; object = object->stored_before) {
		if (!memory_is_blank(object)) {
			journal_save_object(m, object);
			memory_forget(m->memory, object, reason);
		}
		if (!keeps_examples)
			examples_clear(object);
		object->reason = reason;
	}
}

static uint32_t *
journal_slot(struct journal *journal, const struct object *object, int64_t offset, unsigned width)
{
	uint64_t h = ((uint64_t)object->id << 40 ^ (uint64_t)offset * 8 ^ width) * 0x9E3779B97F4A7C15u;
	size_t at = h >> 32 & (journal->slot_count - 1);
	for (; journal->slots[at]; at = (at + 1) & (journal->slot_count - 1)) {
		const struct saved_bytes *b = &journal->bytes[journal->slots[at] - 1];
		if (b->object == object && b->offset == offset && b->width == width)
			break;
	}
	return &journal->slots[at];
}

/* Stores mostly are by all lanes. */
static void
make_room(struct journal *journal, unsigned lanes)
{
	size_t size = 2 * journal->slot_count;
	if (!size) {
		for (size = 64; size < 4 * lanes; size *= 2) {}
		journal->bytes = memory_grow(journal->bytes, &journal->byte_capacity, lanes, sizeof *journal->bytes);
	}
	free(journal->slots);
	journal->slots = memory_zeroed(size, sizeof *journal->slots);
	journal->slot_count = size;
	for (size_t i = 0; i < journal->byte_count; i++) {
		const struct saved_bytes *b = &journal->bytes[i];
		*journal_slot(journal, b->object, b->offset, b->width) = (uint32_t)i + 1;
	}
}

/* Whether these bytes are not in the journal yet: their state before the branch is what has to be kept, not what they
 * held between two stores. */
static bool
first_change(struct journal *journal, const struct object *object, int64_t offset, unsigned width, unsigned lanes)
{
	if (journal->byte_count * 2 >= journal->slot_count)
		make_room(journal, lanes);
	uint32_t *slot = journal_slot(journal, object, offset, width);
	if (*slot)
		return false;
	*slot = (uint32_t)journal->byte_count + 1;
	return true;
}

void
journal_save_bytes(struct machine *m, struct object *object, int64_t offset, unsigned width)
{
	struct journal *journal = m->journal;
	if (!journal || object->born > journal->begun)
		return;
	if (journal->byte_count >= MOST_BYTES) {
		journal_save_object(m, object);
		return;
	}
	if (!first_change(journal, object, offset, width, m->lanes))
		return;
	struct saved_bytes saved = {.object = object, .offset = offset, .width = width};
	saved.was_known = memory_read(m->memory, object, offset, width, &saved.former);
	if (!saved.was_known) {
		/* Unknown before, so it matters only if a symbol told more of it. */
		saved.former_symbol = memory_read_symbol(m->memory, object, offset, width);
	}
	memory_push(journal->bytes, journal->byte_count, journal->byte_capacity, saved);
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
	if (b->was_known)
		memory_write(m->memory, b->object, b->offset, b->width, b->former);
	else if (b->former_symbol.symbol)
		memory_write_symbol(m->memory, b->object, b->offset, b->width, b->former_symbol);
	else
		memory_unknow(m->memory, b->object, b->offset, b->width);
}

void
journal_turn(struct machine *m, struct journal *journal)
{
	journal->first_side_variables = journal->variable_count;
	journal->first_side_bytes = journal->byte_count;
	for (size_t i = 0; i < journal->variable_count; i++) {
		struct saved_variable *s = &journal->variables[i];
		copy_of(m, &s->outcome, s->variable);
		restore_variable(m, s->variable, &s->former);
	}
	for (size_t i = journal->byte_count; i-- > 0;) {
		struct saved_bytes *b = &journal->bytes[i];
		b->outcome_known = memory_read(m->memory, b->object, b->offset, b->width, &b->outcome);
	}
	for (size_t i = journal->byte_count; i-- > 0;)
		restore_bytes(m, &journal->bytes[i]);
}

static struct value
view(const struct variable *v)
{
	return (struct value){v->lane, v->has_symbols ? v->symbol : NULL, .uniform = v->uniform, .real = v->real};
}

static bool
same_lane(const struct value *a, const struct value *b, unsigned lane)
{
	const struct term x = value_term(a, lane), y = value_term(b, lane);
	return x.symbol == y.symbol && x.offset == y.offset;
}

static bool
same_everywhere(const struct variable *a, const struct variable *b)
{
	if (a->defined != b->defined || a->uniform != b->uniform || a->has_symbols != b->has_symbols)
		return false;
	return a->defined && a->uniform && a->lane[0].integer == b->lane[0].integer &&
	       (!a->has_symbols || a->symbol[0] == b->symbol[0]);
}

/* Puts merged lanes into v: from `first` where the first side alone ran, unknown where either may have. */
static void
merge_variable(struct machine *m, struct variable *v, const struct variable *outcome, const struct mask *first,
               const struct mask *either, symbol_id unknown)
{
	if (same_everywhere(v, outcome))
		return;
	if (!outcome->defined && !v->defined)
		return;
	const struct ir_type any = {.kind = (v->defined ? v->real : outcome->real) ? IR_TYPE_FLOAT : IR_TYPE_INT, .size = 8,
	                            .is_signed = true};
	const struct value nothing = value_symbol(m, &any, unknown, 0);
	/* Numbers of floating point on one side and integers on the other are views of a union, and no numbers of one kind. */
	const bool is_mixed = outcome->defined && v->defined && outcome->real != v->real;
	const struct value other = outcome->defined && !is_mixed ? view(outcome) : nothing;
	const struct value own = v->defined && !is_mixed ? view(v) : nothing;
	union lane *lane = value_lanes(m);
	symbol_id *symbol = value_symbols(m);
	bool symbols = false;
	for (unsigned i = 0; i < m->lanes; i++) {
		const struct value *pick = &own;
		if (mask_has(first, i))
			pick = &other;
		else if (mask_has(either, i) && !same_lane(&own, &other, i))
			pick = &nothing;
		const unsigned at = value_at(pick, i);
		lane[i] = pick->lane[at];
		symbol[i] = pick->symbol ? pick->symbol[at] : 0;
		symbols |= symbol[i] != 0;
	}
	const struct active saved = m->active;
	m->active.may = v->scope;
	const struct value merged = {lane, symbols ? symbol : NULL, .uniform = m->lanes == 1, .real = any.kind == IR_TYPE_FLOAT};
	variable_write(m, v, merged);
	m->active = saved;
}

static void
leave(struct machine *m, struct journal *journal)
{
	m->journal = journal->outer;
	for (size_t i = 0; i < journal->variable_count; i++) {
		struct saved_variable *s = &journal->variables[i];
		s->variable->saved_by = s->former_serial;
		/* What changed here has changed in the outer branch as well. */
		struct journal *outer = journal->outer;
		if (outer && s->former_serial != outer->serial && s->variable->born <= outer->begun) {
			struct saved_variable up = {.variable = s->variable, .former_serial = s->former_serial};
			copy_of(m, &up.former, &s->former);
			memory_push(outer->variables, outer->variable_count, outer->variable_capacity, up);
			s->variable->saved_by = outer->serial;
		}
	}
	if (!journal->outer)
		return;
	for (size_t i = 0; i < journal->byte_count; i++) {
		struct saved_bytes b = journal->bytes[i];
		if (b.object->born > journal->outer->begun)
			continue;
		if (journal->outer->byte_count >= MOST_BYTES)
			journal_save_object(m, b.object);
		else if (first_change(journal->outer, b.object, b.offset, b.width, m->lanes))
			memory_push(journal->outer->bytes, journal->outer->byte_count, journal->outer->byte_capacity, b);
	}
	for (size_t i = 0; i < journal->coarse_count; i++)
		journal_save_object(m, journal->coarse[i]);
}

static void
forget_objects(struct machine *m, struct journal *journal, uint32_t reason)
{
	for (size_t i = 0; i < journal->coarse_count; i++)
		memory_forget(m->memory, journal->coarse[i], reason);
}

/* Common memory is one for all lanes. Where some took the first side, it holds what that left; `either`: both sides may
 * have happened, and what they leave different is unknown. */
static void
merge_bytes(struct machine *m, struct journal *journal, bool either)
{
	for (size_t i = 0; i < journal->byte_count; i++) {
		const struct saved_bytes *b = &journal->bytes[i];
		const bool of_first = i < journal->first_side_bytes;
		const bool other_known = of_first ? b->outcome_known : b->was_known;
		const uint64_t other = of_first ? b->outcome : b->former;
		uint64_t now;
		const bool known = memory_read(m->memory, b->object, b->offset, b->width, &now);
		if (known && other_known && now == other)
			continue;
		if (!either && other_known)
			memory_write(m->memory, b->object, b->offset, b->width, other);
		else
			memory_unknow(m->memory, b->object, b->offset, b->width);
	}
}

static void
end(struct machine *m, struct journal *journal)
{
	for (size_t i = 0; i < journal->variable_count; i++) {
		variable_release(m, &journal->variables[i].former);
		variable_release(m, &journal->variables[i].outcome);
	}
	free(journal->variables);
	free(journal->bytes);
	free(journal->slots);
	free(journal->coarse);
	if (m->journal == journal)
		m->journal = journal->outer;
}

void
journal_merge(struct machine *m, struct journal *journal, const struct split *split, const struct mask *certain,
              const struct mask *first, const struct mask *second)
{
	if (journal_is_empty(journal)) {
		m->journal = journal->outer;
		return;
	}
	const struct mask both = mask_and(first, second), either = mask_and(&both, &split->unknown);
	const struct mask without_second = mask_without(first, second), first_alone = mask_or(certain, &without_second);
	const symbol_id unknown = symbols_varying(m->symbols, split->reason);
	leave(m, journal);
	for (size_t i = 0; i < journal->variable_count; i++) {
		struct saved_variable *s = &journal->variables[i];
		const struct variable *outcome = i < journal->first_side_variables ? &s->outcome : &s->former;
		merge_variable(m, s->variable, outcome, &first_alone, &either, unknown);
	}
	if (!mask_empty(&first_alone) || !mask_empty(&either))
		merge_bytes(m, journal, !mask_empty(&either));
	forget_objects(m, journal, split->reason);
	end(m, journal);
}
