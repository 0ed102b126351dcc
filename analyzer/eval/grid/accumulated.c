#include "eval/grid/accumulated.h"

#include "eval/machine.h"
#include "model/memory_model.h"

enum { WORD = 4, MOST_GROUPS = 1 << 16 };
static const uint32_t OVERWRITTEN = 1u << 31;

static bool
commutes(enum ir_builtin id)
{
	return id == IR_BUILTIN_atomicAdd || id == IR_BUILTIN_atomicSub || id == IR_BUILTIN_atomicMin || id == IR_BUILTIN_atomicMax ||
	       id == IR_BUILTIN_atomicAnd || id == IR_BUILTIN_atomicOr || id == IR_BUILTIN_atomicXor;
}

static bool
is_less(const struct ir_type *type, int64_t a, int64_t b)
{
	return type->is_signed ? a < b : (uint64_t)a < (uint64_t)b;
}

/* Of numbers as lanes hold them: extended to 64 bits. */
static int64_t
combined(enum ir_builtin id, const struct ir_type *type, int64_t a, int64_t b)
{
	uint64_t bits = 0;
	switch (id) {
	case IR_BUILTIN_atomicAdd: bits = (uint64_t)a + (uint64_t)b; break;
	case IR_BUILTIN_atomicSub: bits = (uint64_t)a - (uint64_t)b; break;
	case IR_BUILTIN_atomicMin: return is_less(type, b, a) ? b : a;
	case IR_BUILTIN_atomicMax: return is_less(type, a, b) ? b : a;
	case IR_BUILTIN_atomicAnd: return a & b;
	case IR_BUILTIN_atomicOr: return a | b;
	default: return a ^ b;
	}
	if (type->size == 8)
		return (int64_t)bits;
	return type->is_signed ? (int64_t)(int32_t)bits : (int64_t)(uint32_t)bits;
}

/* Where a lane's contribution goes; NULL: nobody knows, or nobody else sees it. */
static struct object *
object_of(struct machine *m, const struct value *address, unsigned lane)
{
	const struct term at = value_term(address, lane);
	struct object *object = at.symbol ? NULL : memory_object_at(m->memory, at.offset);
	return object && !object->is_private ? object : NULL;
}

static bool
all_are_known(struct machine *m, const struct value *address, const struct value *operand)
{
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const unsigned i = w * WARP_LANES + (unsigned)__builtin_ctz(bits);
			if (value_term(operand, i).symbol || !object_of(m, address, i))
				return false;
		}
	}
	return true;
}

/* Whether the word was changed in what is going on still. */
static bool
is_recent(const struct machine *m, const struct object *object, uint32_t changed)
{
	return changed && !(object && object->kind == OBJECT_SHARED && (changed & ~OVERWRITTEN) <= m->accumulated.barriers);
}

/* False: the number has been stored to among atomics. */
static bool
note(struct machine *m, const struct object *object, int64_t address, int64_t size)
{
	bool is_clean = true;
	for (int64_t at = address; at < address + size; at += WORD) {
		uint32_t *changed = near_map_value(&m->accumulated.words, (uint64_t)at / WORD);
		const uint32_t overwritten = is_recent(m, object, *changed) ? *changed & OVERWRITTEN : 0;
		is_clean &= !overwritten;
		*changed = (m->accumulated.barriers + 1) | overwritten;
	}
	return is_clean;
}

static void
contribute(struct machine *m, enum ir_builtin id, const struct ir_type *type, const struct value *address,
           const struct value *operand, unsigned lane, uint32_t reason)
{
	const int64_t at = value_term(address, lane).offset;
	struct object *object = object_of(m, address, lane);
	const int64_t offset = at - object_base(object);
	const struct value before = access_read_object(m, object, type, offset);
	const bool is_clean = note(m, object, at, (int64_t)type->size);
	int64_t number;
	object->version = ++m->memory->versions;
	if (is_clean && value_is_constant(&before, &number))
		access_write_object(m, object, type, offset, value_integer(m, combined(id, type, number, value_term(operand, lane).offset)));
	else
		access_forget(m, value_address(m, object, offset), type->size, reason);
}

bool
accumulated_add(struct machine *m, enum ir_builtin id, const struct ir_type *type, const struct value *address,
                const struct value *operand, uint32_t reason)
{
	const bool is_whole = type->kind == IR_TYPE_INT && (type->size == 4 || type->size == 8);
	if (!is_whole || !commutes(id) || !m->on_device || m->accumulated.words.count > MOST_GROUPS ||
	    !mask_equal(&m->active.may, &m->active.must) || !all_are_known(m, address, operand))
		return false;
	m->accumulated.reason = reason;
	for (unsigned w = 0; w < m->warps; w++)
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1)
			contribute(m, id, type, address, operand, w * WARP_LANES + (unsigned)__builtin_ctz(bits), reason);
	return true;
}

static bool
is_open_at(struct machine *m, int64_t address, int64_t size)
{
	const struct object *object = memory_object_at(m->memory, address);
	for (int64_t at = address; at < address + size; at += WORD) {
		const uint32_t changed = near_map_find(&m->accumulated.words, (uint64_t)at / WORD);
		if (is_recent(m, object, changed) && !(changed & OVERWRITTEN))
			return true;
	}
	return false;
}

bool
accumulated_is_open(struct machine *m, const struct ir_type *type, const struct value *address)
{
	if (!m->accumulated.words.count)
		return false;
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const struct term at = value_term(address, w * WARP_LANES + (unsigned)__builtin_ctz(bits));
			if (!at.symbol && is_open_at(m, at.offset, (int64_t)type->size))
				return true;
			if (address->uniform)
				return false;
		}
	}
	return false;
}

void
accumulated_overwrite(struct machine *m, const struct ir_type *type, const struct value *address)
{
	if (!m->accumulated.words.count)
		return;
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const struct term at = value_term(address, w * WARP_LANES + (unsigned)__builtin_ctz(bits));
			for (int64_t i = 0; !at.symbol && i < (int64_t)type->size; i += WORD)
				if (near_map_find(&m->accumulated.words, (uint64_t)(at.offset + i) / WORD))
					*near_map_value(&m->accumulated.words, (uint64_t)(at.offset + i) / WORD) |= OVERWRITTEN;
			if (address->uniform)
				return;
		}
	}
}

void
accumulated_settle(struct machine *m)
{
	m->accumulated.barriers++;
}

static void
drop_word(struct machine *m, int64_t address)
{
	struct object *object = memory_object_at(m->memory, address);
	if (object && object->kind != OBJECT_SHARED && !object->is_private)
		access_forget(m, value_address(m, object, address - object_base(object)), WORD, m->accumulated.reason);
}

void
accumulated_drop(struct machine *m)
{
	const struct near_map *words = &m->accumulated.words;
	for (size_t i = 0; i < words->capacity; i++) {
		const struct near_group *group = &words->groups[i];
		for (unsigned k = 0; group->number && k < NEAR_KEYS; k++)
			if (group->values[k])
				drop_word(m, (int64_t)(((group->number - 1) << NEAR_BITS) + k) * WORD);
	}
}
