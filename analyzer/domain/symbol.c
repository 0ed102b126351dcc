#include "domain/symbol.h"

#include <stdlib.h>

#include "domain/example.h"
#include "domain/symbol_bounds.h"
#include "ir/integer.h"
#include "support/allocate.h"

enum { FIRST_TABLE = 4096, MOST_SYMBOLS = 1 << 20, STRETCH = 8 };

void
symbols_init(struct symbols *symbols)
{
	*symbols = (struct symbols){0};
	symbols->table_size = FIRST_TABLE;
	symbols->table = memory_zeroed(FIRST_TABLE, sizeof *symbols->table);
	const struct symbol zero = {.align = 63, .of_arguments = true};
	memory_push(symbols->items, symbols->count, symbols->capacity, zero);
	reasons_init(&symbols->reasons);
	symbols->numbers = example_numbers_new();
}

void
symbols_free(struct symbols *symbols)
{
	free(symbols->items);
	free(symbols->table);
	reasons_free(&symbols->reasons);
	example_numbers_free(symbols->numbers);
}

uint32_t
symbols_reason(struct symbols *symbols, enum reason_kind kind, const struct ir_unit *unit, struct ir_loc loc,
               const char *name)
{
	return reasons_number(&symbols->reasons, &(struct reason){kind, unit, loc, name});
}

const struct reason *
symbols_reason_of(const struct symbols *symbols, symbol_id symbol)
{
	return &symbols->reasons.items[symbols->items[symbol].reason];
}

/* The identity of a symbol. */
struct key {
	uint32_t op;
	struct term a, b;
};

/* Neighbouring lanes look up neighbouring symbols: operations on consecutive operands, loads of consecutive
 * addresses. They share a stretch of the table within one cache line, because the search dominates the time. */
static uint32_t
hash_of(const struct key *key)
{
	const uint64_t a = key->a.symbol, offset = (uint64_t)key->a.offset;
	const uint64_t number = a ? a : offset / 4, rest = a ? offset : offset % 4;
	const uint64_t distance = key->b.symbol ? key->b.symbol - a : 0;
	uint64_t h = ((uint64_t)key->op << 32 ^ number / STRETCH) * 0x9E3779B97F4A7C15u;
	h ^= (rest * 0xD6E8FEB86659FD93u) ^ ((uint64_t)key->b.offset * 0xBF58476D1CE4E5B9u) ^
	     (distance * 0x94D049BB133111EBu);
	h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
	h ^= h >> 32;
	/* Stretches have different origins. Otherwise, numbers with a step of eight would crowd the first slot. */
	return (uint32_t)(h * STRETCH + (number + (h >> 60)) % STRETCH);
}

/* The next slot to probe. It skips the stretch, whose other slots likely hold the neighbours. The step is odd, so it
 * visits all slots. */
static size_t
next_slot(const struct symbols *symbols, size_t at)
{
	return (at + STRETCH + 1) & (symbols->table_size - 1);
}

static bool
is_known_by(const struct symbol *s, const struct key *key)
{
	return s->op == key->op && s->a.symbol == key->a.symbol && s->a.offset == key->a.offset &&
	       s->b.symbol == key->b.symbol && s->b.offset == key->b.offset;
}

/* The symbol's slot, or the free slot for it. */
static struct symbol_slot *
find(const struct symbols *symbols, const struct key *key, uint32_t hash)
{
	for (size_t at = hash & (symbols->table_size - 1);; at = next_slot(symbols, at)) {
		struct symbol_slot *slot = &symbols->table[at];
		if (!slot->id || (slot->hash == hash && is_known_by(&symbols->items[slot->id], key)))
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
		size_t at = old[i].hash & (symbols->table_size - 1);
		while (symbols->table[at].id)
			at = next_slot(symbols, at);
		symbols->table[at] = old[i];
	}
	free(old);
}

/* Enters a new symbol into the slot that find returned. Beyond MOST_SYMBOLS, symbols are not distinguished. */
static symbol_id
enter(struct symbols *symbols, struct symbol_slot *slot, uint32_t hash, const struct symbol *symbol)
{
	if (symbols->count >= MOST_SYMBOLS && symbol->op != SYMBOL_VARYING)
		return symbols_varying(symbols, symbol->reason);
	const symbol_id id = (symbol_id)symbols->count;
	memory_push(symbols->items, symbols->count, symbols->capacity, *symbol);
	*slot = (struct symbol_slot){id, hash};
	if (++symbols->table_count * 2 > symbols->table_size)
		enlarge(symbols);
	return id;
}

static symbol_id
intern(struct symbols *symbols, const struct symbol *wanted)
{
	const struct key key = {wanted->op, wanted->a, wanted->b};
	const uint32_t hash = hash_of(&key);
	struct symbol_slot *slot = find(symbols, &key, hash);
	return slot->id ? slot->id : enter(symbols, slot, hash, wanted);
}

static symbol_id
equal_to_no_other(struct symbols *symbols, uint32_t op, uint32_t reason, struct interval range)
{
	const enum reason_kind kind = symbols->reasons.items[reason].kind;
	const bool is_random = kind == REASON_RANDOM || kind == REASON_INPUT;
	const struct symbol s = {.op = op,
	                         .a.offset = (int64_t)symbols->count,
	                         .range = range,
	                         .reason = reason,
	                         .of_arguments = op == SYMBOL_ARGUMENT || is_random};
	return intern(symbols, &s);
}

symbol_id
symbols_fresh(struct symbols *symbols, uint32_t reason)
{
	return equal_to_no_other(symbols, SYMBOL_FRESH, reason, interval_all);
}

symbol_id
symbols_argument(struct symbols *symbols, uint32_t reason, struct interval range)
{
	return equal_to_no_other(symbols, SYMBOL_ARGUMENT, reason, range);
}

symbol_id
symbols_varying(struct symbols *symbols, uint32_t reason)
{
	return symbols_varying_within(symbols, reason, (struct symbol_limits){interval_all, 0});
}

symbol_id
symbols_varying_within(struct symbols *symbols, uint32_t reason, struct symbol_limits limits)
{
	/* These terms only identify the symbol; they are no operands. */
	const struct symbol s = {.op = SYMBOL_VARYING,
	                         .a = {reason, limits.range.low},
	                         .b = {limits.align, limits.range.high},
	                         .range = limits.range,
	                         .reason = reason,
	                         .align = limits.align,
	                         .varying = true};
	return intern(symbols, &s);
}

symbol_id
symbols_load(struct symbols *symbols, uint32_t version, struct term address, unsigned width, bool is_signed,
             uint32_t reason)
{
	struct symbol s = {.op = SYMBOL_LOAD,
	                   .a = address,
	                   .b = {version, (int64_t)symbols->reader * 256 + width * 2 + is_signed},
	                   .range = interval_all,
	                   .reason = reason,
	                   .of_arguments = symbols->reader == 0};
	const struct ir_type type = {.kind = IR_TYPE_INT, .size = width, .is_signed = is_signed};
	integer_range(&type, &s.range.low, &s.range.high);
	return intern(symbols, &s);
}

/* Numbers that the host loaded count as arguments if the device knows them. */
static bool
are_of_arguments(const struct symbols *symbols, struct term a, struct term b)
{
	return symbols->items[a.symbol].of_arguments && symbols->items[b.symbol].of_arguments;
}

/* The host knows every value that it computes from known values. */
static bool
keeps_arguments(const struct symbols *symbols, uint32_t op)
{
	return symbols->reader == 0 || op < SYMBOL_FRESH || op == SYMBOL_SCALE || op == SYMBOL_CONVERT ||
	       op == SYMBOL_PAIR;
}

static struct symbol
operation_by(const struct symbols *symbols, const struct key *key)
{
	const symbol_id first = key->a.symbol ? key->a.symbol : key->b.symbol;
	struct symbol s = {.op = key->op,
	                   .a = key->a,
	                   .b = key->b,
	                   .reason = symbols->items[first].reason,
	                   .of_arguments =
	                           keeps_arguments(symbols, key->op) && are_of_arguments(symbols, key->a, key->b)};
	symbol_derive(symbols, &s);
	return s;
}

symbol_id
symbols_operation(struct symbols *symbols, uint32_t op, struct term a, struct term b)
{
	const struct symbol *sa = &symbols->items[a.symbol], *sb = &symbols->items[b.symbol];
	if (sa->varying || sb->varying ||
	    (symbols->coarse && a.symbol && b.symbol && !are_of_arguments(symbols, a, b))) {
		/* The reason of the first varying operand is reported. */
		const uint32_t reason = sb->varying && !sa->varying ? sb->reason : sa->reason;
		struct symbol bounds = {.op = op, .a = a, .b = b};
		symbol_derive(symbols, &bounds);
		return symbols_varying_within(symbols, reason, (struct symbol_limits){bounds.range, bounds.align});
	}
	const struct key key = {op, a, b};
	const uint32_t hash = hash_of(&key);
	struct symbol_slot *slot = find(symbols, &key, hash);
	if (slot->id)
		return slot->id;
	const struct symbol s = operation_by(symbols, &key);
	return enter(symbols, slot, hash, &s);
}

bool
symbols_is_of_arguments(const struct symbols *symbols, symbol_id symbol)
{
	return symbol && symbols->items[symbol].of_arguments;
}
