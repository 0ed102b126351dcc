#include "eval/symbol.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

enum { FIRST_TABLE = 4096, FIRST_REASONS = 256, MOST_SYMBOLS = 1 << 20, STRETCH = 8 };

void
symbols_init(struct symbols *symbols)
{
	*symbols = (struct symbols){0};
	symbols->table_size = FIRST_TABLE;
	symbols->table = memory_zeroed(FIRST_TABLE, sizeof *symbols->table);
	const struct symbol zero = {.align = 63};
	memory_push(symbols->items, symbols->count, symbols->capacity, zero);
	symbols->reason_slot_count = FIRST_REASONS;
	symbols->reason_slots = memory_zeroed(FIRST_REASONS, sizeof *symbols->reason_slots);
	const struct reason none = {.name = ""};
	memory_push(symbols->reasons, symbols->reason_count, symbols->reason_capacity, none);
}

void
symbols_free(struct symbols *symbols)
{
	free(symbols->items);
	free(symbols->table);
	free(symbols->reasons);
	free(symbols->reason_slots);
}

static bool
is_same_reason(const struct reason *a, const struct reason *b)
{
	return a->kind == b->kind && a->unit == b->unit && a->loc.line == b->loc.line && a->loc.column == b->loc.column &&
	       a->loc.file == b->loc.file && (a->name == b->name || !strcmp(a->name, b->name));
}

/* The reason's slot, or the free one where it would go. At one place there are hardly two names, so the name need not be
 * hashed. */
static uint32_t *
reason_slot(const struct symbols *symbols, const struct reason *reason)
{
	const uint64_t place = (uint64_t)reason->loc.line << 32 | reason->loc.column << 12 | reason->loc.file << 4;
	const uint64_t h = (place ^ (uintptr_t)reason->unit ^ reason->kind) * 0x9E3779B97F4A7C15u;
	for (size_t at = h >> 32;; at++) {
		uint32_t *slot = &symbols->reason_slots[at & (symbols->reason_slot_count - 1)];
		if (!*slot || is_same_reason(&symbols->reasons[*slot], reason))
			return slot;
	}
}

static void
enlarge_reasons(struct symbols *symbols)
{
	free(symbols->reason_slots);
	symbols->reason_slot_count *= 2;
	symbols->reason_slots = memory_zeroed(symbols->reason_slot_count, sizeof *symbols->reason_slots);
	for (size_t i = 1; i < symbols->reason_count; i++)
		*reason_slot(symbols, &symbols->reasons[i]) = (uint32_t)i;
}

uint32_t
symbols_reason(struct symbols *symbols, enum reason_kind kind, const struct ir_unit *unit, struct ir_loc loc,
               const char *name)
{
	const struct reason reason = {kind, unit, loc, name};
	/* The same one comes again and again from a loop. */
	if (is_same_reason(&symbols->reasons[symbols->last_reason], &reason))
		return symbols->last_reason;
	uint32_t *slot = reason_slot(symbols, &reason);
	const uint32_t id = *slot ? *slot : (uint32_t)symbols->reason_count;
	if (!*slot) {
		*slot = id;
		memory_push(symbols->reasons, symbols->reason_count, symbols->reason_capacity, reason);
		if (symbols->reason_count * 2 > symbols->reason_slot_count)
			enlarge_reasons(symbols);
	}
	return symbols->last_reason = id;
}

const struct reason *
symbols_reason_of(const struct symbols *symbols, symbol_id symbol)
{
	return &symbols->reasons[symbols->items[symbol].reason];
}

/* What a symbol is known by. */
struct key {
	uint32_t op;
	struct term a, b;
};

/* Neighbouring lanes ask for neighbouring symbols: operations on operands with the next numbers, loads of the next
 * addresses. They share a stretch of the table that one line of the cache holds, for it is the search that takes the time. */
static uint32_t
place_of(const struct key *key)
{
	const uint64_t a = key->a.symbol, offset = (uint64_t)key->a.offset;
	const uint64_t number = a ? a : offset / 4, rest = a ? offset : offset % 4;
	const uint64_t distance = key->b.symbol ? key->b.symbol - a : 0;
	uint64_t h = ((uint64_t)key->op << 32 ^ number / STRETCH) * 0x9E3779B97F4A7C15u;
	h ^= (rest * 0xD6E8FEB86659FD93u) ^ ((uint64_t)key->b.offset * 0xBF58476D1CE4E5B9u) ^ (distance * 0x94D049BB133111EBu);
	h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
	h ^= h >> 32;
	/* Each stretch begins elsewhere: or else numbers that step by eight would crowd its first slot. */
	return (uint32_t)(h * STRETCH + (number + (h >> 60)) % STRETCH);
}

/* Where to go on when a slot is taken: past the stretch, since who has taken the one slot has its neighbours as well. The
 * step is odd, so it comes by all slots. */
static size_t
next_place(const struct symbols *symbols, size_t at)
{
	return (at + STRETCH + 1) & (symbols->table_size - 1);
}

static bool
is_known_by(const struct symbol *s, const struct key *key)
{
	return s->op == key->op && s->a.symbol == key->a.symbol && s->a.offset == key->a.offset &&
	       s->b.symbol == key->b.symbol && s->b.offset == key->b.offset;
}

/* The symbol's slot, or the free one where it would go. */
static struct symbol_slot *
find(const struct symbols *symbols, const struct key *key, uint32_t place)
{
	for (size_t at = place & (symbols->table_size - 1);; at = next_place(symbols, at)) {
		struct symbol_slot *slot = &symbols->table[at];
		if (!slot->id || (slot->place == place && is_known_by(&symbols->items[slot->id], key)))
			return slot;
	}
}

static void
enlarge(struct symbols *symbols)
{
	struct symbol_slot *old = symbols->table;
	const size_t old_size = symbols->table_size;
	symbols->table_size *= 2;
	symbols->table = memory_zeroed(symbols->table_size, sizeof *symbols->table);
	for (size_t i = 0; i < old_size; i++) {
		if (!old[i].id)
			continue;
		size_t at = old[i].place & (symbols->table_size - 1);
		while (symbols->table[at].id)
			at = next_place(symbols, at);
		symbols->table[at] = old[i];
	}
	free(old);
}

/* Puts a new symbol into the slot that was found for it. */
static symbol_id
enter(struct symbols *symbols, struct symbol_slot *slot, uint32_t place, const struct symbol *symbol)
{
	/* Beyond so many it is not worth telling them apart. */
	if (symbols->count >= MOST_SYMBOLS && symbol->op != SYMBOL_VARYING)
		return symbols_varying(symbols, symbol->reason);
	const symbol_id id = (symbol_id)symbols->count;
	*slot = (struct symbol_slot){id, place};
	memory_push(symbols->items, symbols->count, symbols->capacity, *symbol);
	if (symbols->count * 2 > symbols->table_size)
		enlarge(symbols);
	return id;
}

static symbol_id
intern(struct symbols *symbols, const struct symbol *wanted)
{
	const struct key key = {wanted->op, wanted->a, wanted->b};
	const uint32_t place = place_of(&key);
	struct symbol_slot *slot = find(symbols, &key, place);
	return slot->id ? slot->id : enter(symbols, slot, place, wanted);
}

symbol_id
symbols_fresh(struct symbols *symbols, uint32_t reason)
{
	const struct symbol s = {.op = SYMBOL_FRESH, .a.offset = (int64_t)symbols->count, .low = INT64_MIN,
	                         .high = INT64_MAX, .reason = reason};
	return intern(symbols, &s);
}

symbol_id
symbols_varying(struct symbols *symbols, uint32_t reason)
{
	return symbols_varying_within(symbols, reason, INT64_MIN, INT64_MAX);
}

symbol_id
symbols_varying_within(struct symbols *symbols, uint32_t reason, int64_t low, int64_t high)
{
	struct symbol_memo *last = &symbols->last_varying;
	if (last->id && last->a.symbol == reason && last->a.offset == low && last->b.offset == high)
		return last->id;
	/* Its terms are no terms here, but what it is known by. */
	const struct symbol s = {.op = SYMBOL_VARYING, .a = {reason, low}, .b = {0, high}, .low = low, .high = high,
	                         .reason = reason, .varying = true};
	const symbol_id id = intern(symbols, &s);
	*last = (struct symbol_memo){.a = s.a, .b = s.b, .id = id};
	return id;
}

symbol_id
symbols_load(struct symbols *symbols, uint32_t version, struct term address, unsigned width, bool is_signed,
             uint32_t reason)
{
	struct symbol s = {.op = SYMBOL_LOAD, .a = address, .b = {version, (int64_t)width * 2 + is_signed},
	                   .low = INT64_MIN, .high = INT64_MAX, .reason = reason};
	const struct ir_type type = {.kind = IR_TYPE_INT, .size = width, .is_signed = is_signed};
	integer_range(&type, &s.low, &s.high);
	return intern(symbols, &s);
}

static unsigned
align_of(const struct symbols *symbols, struct term t)
{
	const unsigned of_offset = t.offset ? (unsigned)__builtin_ctzll((uint64_t)t.offset) : 63;
	const unsigned of_symbol = symbols->items[t.symbol].align;
	return of_offset < of_symbol ? of_offset : of_symbol;
}

/* The range of a term; false when it is not bounded. */
static bool
range_of(const struct symbols *symbols, struct term t, int64_t *low, int64_t *high)
{
	const struct symbol *s = &symbols->items[t.symbol];
	if (t.symbol && (s->low == INT64_MIN || s->high == INT64_MAX))
		return false;
	return !__builtin_add_overflow(s->low, t.offset, low) && !__builtin_add_overflow(s->high, t.offset, high);
}

/* What is known of the operands of an operation. */
struct operands {
	bool a_known, b_known;      /* their bounds are */
	int64_t a_low, a_high, b_low, b_high;
	unsigned a_align, b_align;
	int64_t number;             /* that the second one is; less than 0: it is none, or negative */
};

static uint8_t
lesser_align(const struct operands *of)
{
	return (uint8_t)(of->a_align < of->b_align ? of->a_align : of->b_align);
}

static uint8_t
product_align(const struct operands *of)
{
	return (uint8_t)(of->a_align + of->b_align > 62 ? 62 : of->a_align + of->b_align);
}

static void
derive_sum(struct symbol *s, const struct operands *of)
{
	int64_t low = 0, high = 0;
	s->align = lesser_align(of);
	if (!of->a_known || !of->b_known)
		return;
	const bool overflows =
		s->op == IR_ADD
			? __builtin_add_overflow(of->a_low, of->b_low, &low) || __builtin_add_overflow(of->a_high, of->b_high, &high)
			: __builtin_sub_overflow(of->a_low, of->b_high, &low) || __builtin_sub_overflow(of->a_high, of->b_low, &high);
	if (!overflows)
		s->low = low, s->high = high;
}

static void
derive_scaled(struct symbol *s, const struct operands *of)
{
	int64_t x, y;
	s->align = product_align(of);
	if (!of->a_known || __builtin_mul_overflow(of->a_low, s->b.offset, &x) ||
	    __builtin_mul_overflow(of->a_high, s->b.offset, &y))
		return;
	s->low = x < y ? x : y;
	s->high = x < y ? y : x;
}

static void
derive_and(struct symbol *s, const struct operands *of)
{
	s->align = (uint8_t)(of->a_align > of->b_align ? of->a_align : of->b_align);
	if (of->number >= 0)
		s->low = 0, s->high = of->number;
}

static void
derive_or(struct symbol *s, const struct operands *of)
{
	const int64_t bits = of->a_high | of->b_high;
	if (!of->a_known || !of->b_known || of->a_low < 0 || of->b_low < 0 || bits >= (int64_t)1 << 62)
		return;
	s->low = 0;
	s->high = bits ? ((int64_t)2 << (63 - __builtin_clzll((uint64_t)bits))) - 1 : 0;
}

static void
derive_remainder(struct symbol *s, const struct operands *of)
{
	if (of->number <= 0)
		return;
	s->align = lesser_align(of);
	s->low = of->a_known && of->a_low >= 0 ? 0 : 1 - of->number;
	s->high = of->number - 1;
}

static void
derive_quotient(struct symbol *s, const struct operands *of)
{
	if (of->number > 0 && of->a_known)
		s->low = of->a_low / of->number, s->high = of->a_high / of->number;
}

static void
derive_shifted(struct symbol *s, const struct operands *of)
{
	if (of->number < 0 || of->number >= 63)
		return;
	if (of->a_align > of->number)
		s->align = (uint8_t)(of->a_align - (unsigned)of->number);
	if (of->a_known)
		s->low = of->a_low >> of->number, s->high = of->a_high >> of->number;
}

static void
derive_pair(struct symbol *s, const struct operands *of)
{
	if (!of->a_known || !of->b_known)
		return;
	s->low = of->a_low < of->b_low ? of->a_low : of->b_low;
	s->high = of->a_high > of->b_high ? of->a_high : of->b_high;
}

/* What is known of the result of an operation: a divisor and bounds. */
static void
derive(const struct symbols *symbols, struct symbol *s)
{
	struct operands of = {.a_align = align_of(symbols, s->a), .b_align = align_of(symbols, s->b),
	                      .number = s->b.symbol ? -1 : s->b.offset};
	of.a_known = range_of(symbols, s->a, &of.a_low, &of.a_high);
	of.b_known = range_of(symbols, s->b, &of.b_low, &of.b_high);
	s->low = INT64_MIN;
	s->high = INT64_MAX;
	switch (s->op) {
	case IR_ADD: case IR_SUB: derive_sum(s, &of); break;
	case SYMBOL_SCALE: derive_scaled(s, &of); break;
	case IR_MUL: s->align = product_align(&of); break;
	case IR_BIT_AND: derive_and(s, &of); break;
	case IR_BIT_OR: case IR_BIT_XOR: derive_or(s, &of); break;
	case IR_REM: derive_remainder(s, &of); break;
	case IR_DIV: derive_quotient(s, &of); break;
	case IR_SHR: derive_shifted(s, &of); break;
	case SYMBOL_PAIR: derive_pair(s, &of); break;
	case SYMBOL_SELECT:
		if (of.b_known)
			s->low = of.b_low, s->high = of.b_high;
		break;
	case IR_LT: case IR_GT: case IR_LE: case IR_GE: case IR_EQ: case IR_NE: case IR_NOT:
		s->low = 0;
		s->high = 1;
		break;
	default:
		break;
	}
}

static symbol_id
operation(struct symbols *symbols, uint32_t op, struct term a, struct term b)
{
	const struct symbol *sa = &symbols->items[a.symbol], *sb = &symbols->items[b.symbol];
	if (sa->varying || sb->varying || (symbols->coarse && a.symbol && b.symbol)) {
		/* The reason that came first in the expression is the one told. */
		const uint32_t reason = sb->varying && !sa->varying ? sb->reason : sa->reason;
		struct symbol bounds = {.op = op, .a = a, .b = b};
		derive(symbols, &bounds);
		return symbols_varying_within(symbols, reason, bounds.low, bounds.high);
	}
	const struct key key = {op, a, b};
	const uint32_t place = place_of(&key);
	struct symbol_slot *slot = find(symbols, &key, place);
	if (slot->id)
		return slot->id;
	struct symbol s = {.op = op, .a = a, .b = b, .reason = a.symbol ? sa->reason : sb->reason};
	derive(symbols, &s);
	return enter(symbols, slot, place, &s);
}

symbol_id
symbols_operation(struct symbols *symbols, uint32_t op, struct term a, struct term b)
{
	struct symbol_memo *last = &symbols->last_operation;
	if (!last->id || last->op != op || last->a.symbol != a.symbol || last->a.offset != a.offset ||
	    last->b.symbol != b.symbol || last->b.offset != b.offset || last->coarse != symbols->coarse)
		*last = (struct symbol_memo){op, a, b, symbols->coarse, operation(symbols, op, a, b)};
	return last->id;
}

bool
integer_range(const struct ir_type *type, int64_t *low, int64_t *high)
{
	if (!type->size || type->size >= 8)
		return false;
	const int64_t span = (int64_t)1 << (8 * type->size);
	*low = type->is_signed ? -span / 2 : 0;
	*high = type->is_signed ? span / 2 - 1 : span - 1;
	return true;
}

int64_t
integer_wrap(int64_t number, const struct ir_type *type)
{
	if (type->kind == IR_TYPE_BOOL)
		return number != 0;
	switch (type->size) {
	case 1: return type->is_signed ? (int64_t)(int8_t)number : (int64_t)(uint8_t)number;
	case 2: return type->is_signed ? (int64_t)(int16_t)number : (int64_t)(uint16_t)number;
	case 4: return type->is_signed ? (int64_t)(int32_t)number : (int64_t)(uint32_t)number;
	default: return number;
	}
}

bool
integer_binary(enum ir_op op, const struct ir_type *type, int64_t a, int64_t b, int64_t *result)
{
	const uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
	const bool is_signed = type->kind == IR_TYPE_INT && type->is_signed;
	const unsigned bits = type->size ? (unsigned)type->size * 8 : 64;
	int64_t r;
	switch (op) {
	case IR_ADD: r = (int64_t)(ua + ub); break;
	case IR_SUB: r = (int64_t)(ua - ub); break;
	case IR_MUL: r = (int64_t)(ua * ub); break;
	case IR_DIV:
	case IR_REM:
		if (b == 0 || (is_signed && b == -1 && a == INT64_MIN))
			return false;
		if (is_signed)
			r = op == IR_DIV ? a / b : a % b;
		else
			r = (int64_t)(op == IR_DIV ? ua / ub : ua % ub);
		break;
	case IR_SHL: r = ub < bits ? (int64_t)(ua << ub) : 0; break;
	case IR_SHR: r = ub < bits ? (is_signed ? a >> ub : (int64_t)(ua >> ub)) : (is_signed && a < 0 ? -1 : 0); break;
	case IR_BIT_AND: r = a & b; break;
	case IR_BIT_OR: r = a | b; break;
	case IR_BIT_XOR: r = a ^ b; break;
	case IR_LT: *result = is_signed ? a < b : ua < ub; return true;
	case IR_GT: *result = is_signed ? a > b : ua > ub; return true;
	case IR_LE: *result = is_signed ? a <= b : ua <= ub; return true;
	case IR_GE: *result = is_signed ? a >= b : ua >= ub; return true;
	case IR_EQ: *result = a == b; return true;
	case IR_NE: *result = a != b; return true;
	case IR_NEG: r = (int64_t)(0 - ua); break;
	case IR_BIT_NOT: r = ~a; break;
	case IR_NOT: *result = a == 0; return true;
	default: return false;
	}
	*result = integer_wrap(r, type);
	return true;
}

int
term_compare(const struct symbols *symbols, enum ir_op op, bool is_signed, struct term a, struct term b)
{
	if (a.symbol == b.symbol && !symbols->items[a.symbol].varying) {
		const struct ir_type type = {.kind = IR_TYPE_INT, .is_signed = is_signed || a.symbol, .size = 8};
		int64_t result;
		return integer_binary(op, &type, a.offset, b.offset, &result) ? (int)result : -1;
	}
	int64_t al, ah, bl, bh;
	if (!range_of(symbols, a, &al, &ah) || !range_of(symbols, b, &bl, &bh))
		return -1;
	if (!is_signed && (al < 0 || bl < 0))
		return -1;
	switch (op) {
	case IR_LT: return ah < bl ? 1 : al >= bh ? 0 : -1;
	case IR_GE: return ah < bl ? 0 : al >= bh ? 1 : -1;
	case IR_GT: return al > bh ? 1 : ah <= bl ? 0 : -1;
	case IR_LE: return al > bh ? 0 : ah <= bl ? 1 : -1;
	case IR_EQ: return ah < bl || bh < al ? 0 : -1;
	case IR_NE: return ah < bl || bh < al ? 1 : -1;
	default: return -1;
	}
}

static struct term
scale(struct symbols *symbols, struct term a, int64_t factor)
{
	if (factor == 0)
		return (struct term){0, 0};
	if (factor == 1)
		return a;
	int64_t offset;
	if (__builtin_mul_overflow(a.offset, factor, &offset))
		offset = 0;
	/* A scaled scale is one scale, so that 4 * (8 * s) and 32 * s are the same symbol. */
	const struct symbol *s = &symbols->items[a.symbol];
	if (s->op == SYMBOL_SCALE) {
		int64_t product;
		if (!__builtin_mul_overflow(s->b.offset, factor, &product))
			return (struct term){symbols_operation(symbols, SYMBOL_SCALE, s->a, (struct term){0, product}), offset};
	}
	return (struct term){
		symbols_operation(symbols, SYMBOL_SCALE, (struct term){a.symbol, 0}, (struct term){0, factor}), offset};
}

static int64_t
sum(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t
difference(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a - (uint64_t)b);
}

/* An operation on two symbols, their offsets apart. */
static symbol_id
combined(struct symbols *symbols, enum ir_op op, struct term a, struct term b)
{
	return symbols_operation(symbols, op, (struct term){a.symbol, 0}, (struct term){b.symbol, 0});
}

static struct term
term_sum(struct symbols *symbols, struct term a, struct term b)
{
	if (!a.symbol || !b.symbol)
		return (struct term){a.symbol | b.symbol, sum(a.offset, b.offset)};
	if (a.symbol > b.symbol) {
		const struct term t = a;
		a = b;
		b = t;
	}
	/* (x - y) + y is x, so that pointer + (end - pointer) finds home. */
	const struct symbol *s = &symbols->items[b.symbol];
	if (s->op == IR_SUB && s->b.symbol == a.symbol && !s->b.offset)
		return (struct term){s->a.symbol, sum(a.offset, b.offset)};
	return (struct term){combined(symbols, IR_ADD, a, b), sum(a.offset, b.offset)};
}

static struct term
term_difference(struct symbols *symbols, const struct ir_type *type, struct term a, struct term b)
{
	if (a.symbol == b.symbol)
		return (struct term){0, integer_wrap(difference(a.offset, b.offset), type)};
	return (struct term){b.symbol ? combined(symbols, IR_SUB, a, b) : a.symbol, difference(a.offset, b.offset)};
}

/* Sums of symbols that vary: the offset stays with a single one, for it still tells which object an address points into. */
static bool
term_varying(struct symbols *symbols, enum ir_op op, struct term a, struct term b, struct term *result)
{
	const bool varying = symbols->items[a.symbol].varying || symbols->items[b.symbol].varying;
	if (varying && op == IR_SUB && !b.symbol)
		*result = (struct term){a.symbol, difference(a.offset, b.offset)};
	else if (varying && op == IR_ADD)
		*result = (struct term){a.symbol && b.symbol ? combined(symbols, IR_ADD, a, b) : a.symbol | b.symbol,
		                        sum(a.offset, b.offset)};
	else
		return false;
	return true;
}

struct term
term_binary(struct symbols *symbols, enum ir_op op, const struct ir_type *type, struct term a, struct term b)
{
	struct term varying;
	int64_t number;
	if (!a.symbol && !b.symbol) {
		if (integer_binary(op, type, a.offset, b.offset, &number))
			return (struct term){0, number};
		return (struct term){symbols_fresh(symbols, 0), 0};
	}
	if (term_varying(symbols, op, a, b, &varying))
		return varying;
	switch (op) {
	case IR_ADD: return term_sum(symbols, a, b);
	case IR_SUB: return term_difference(symbols, type, a, b);
	case IR_NEG: return scale(symbols, a, -1);
	case IR_MUL:
		if (!b.symbol)
			return scale(symbols, a, b.offset);
		if (!a.symbol)
			return scale(symbols, b, a.offset);
		break;
	case IR_SHL:
		if (!b.symbol && b.offset >= 0 && b.offset < 62)
			return scale(symbols, a, (int64_t)1 << b.offset);
		break;
	case IR_DIV:
		if (!b.symbol && b.offset == 1)
			return a;
		break;
	case IR_BIT_AND:
		if (!a.symbol) {
			const struct term t = a;
			a = b;
			b = t;
		}
		if (!b.symbol && b.offset == 0)
			return (struct term){0, 0};
		break;
	case IR_LT: case IR_GT: case IR_LE: case IR_GE: case IR_EQ: case IR_NE: {
		const int known = term_compare(symbols, op, type->kind == IR_TYPE_INT && type->is_signed, a, b);
		if (known >= 0)
			return (struct term){0, known};
		break;
	}
	default:
		break;
	}
	return (struct term){symbols_operation(symbols, op, a, b), 0};
}
