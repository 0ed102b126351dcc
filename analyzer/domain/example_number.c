/* Sample values: a likely value of a term. */
#include <stdlib.h>

#include "domain/example.h"
#include "ir/integer.h"
#include "support/allocate.h"

enum {
	MOST_DEPTH = 48,      /* of nested operations */
	MOST_VISITS = 64,     /* symbols computed for one number, without cached ones */
	REMEMBERED = 1 << 16, /* entries of the direct-mapped cache; the last symbol with an index is kept */
};

/* The cached result for a symbol, and its launch. */
struct found {
	int64_t number;
	symbol_id symbol;
	uint32_t launch : 31;
	bool nothing : 1; /* no sample value */
};

struct example_numbers {
	struct found found[REMEMBERED];
	uint32_t launch; /* results of earlier launches are invalid */
};

struct search {
	const struct memory *memory;
	const struct symbols *symbols;
	unsigned visits;
	bool cut_short;
};

struct example_numbers *
example_numbers_new(void)
{
	struct example_numbers *numbers = memory_zeroed(1, sizeof *numbers);
	numbers->launch = 1;
	return numbers;
}

void
example_numbers_free(struct example_numbers *numbers)
{
	free(numbers);
}

void
example_numbers_forget(struct symbols *symbols)
{
	symbols->numbers->launch++;
}

static bool find(struct search *search, struct term term, unsigned depth, int64_t *number);

/* NULL: no type has this width. */
static const struct ir_type *
integer_type(uint64_t size, bool is_signed)
{
	static const struct ir_type types[][2] = {
		{{.kind = IR_TYPE_INT, .size = 1}, {.kind = IR_TYPE_INT, .size = 1, .is_signed = true}},
		{{.kind = IR_TYPE_INT, .size = 2}, {.kind = IR_TYPE_INT, .size = 2, .is_signed = true}},
		{{.kind = IR_TYPE_INT, .size = 4}, {.kind = IR_TYPE_INT, .size = 4, .is_signed = true}},
		{{.kind = IR_TYPE_INT, .size = 8}, {.kind = IR_TYPE_INT, .size = 8, .is_signed = true}},
	};
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (types[i][0].size == size)
			return &types[i][is_signed];
	return NULL;
}

static bool
find_load(struct search *search, const struct symbol *s, unsigned depth, int64_t *number)
{
	int64_t address;
	uint64_t bits;
	const struct ir_type *type = integer_type(symbol_load_width(s), symbol_load_is_signed(s));
	if (!type || !find(search, s->a, depth, &address))
		return false;
	const struct object *object = memory_object_at(search->memory, address);
	if (!object || object->is_private)
		return false;
	const int64_t offset = address - object_base(object);
	if (offset < 0 || (object->size && (uint64_t)offset + type->size > object->size))
		return false;
	if (!memory_read(search->memory, object, offset, (unsigned)type->size, &bits) &&
	    !example_read(object, (uint64_t)offset, type, &bits))
		return false;
	*number = integer_wrap((int64_t)bits, type);
	return true;
}

static bool
find_conversion(struct search *search, const struct symbol *s, unsigned depth, int64_t *number)
{
	const struct ir_type to = {.kind = (enum ir_type_kind)(s->b.offset / 64),
	                           .size = (uint64_t)s->b.offset % 64 / 2,
	                           .is_signed = s->b.offset & 1};
	/* Only floating point is converted to a type at least as wide as int. */
	if (to.kind != IR_TYPE_INT || to.size >= 4 || !find(search, s->a, depth, number))
		return false;
	*number = integer_wrap(*number, &to);
	return true;
}

static bool
find_operation(struct search *search, const struct symbol *s, unsigned depth, int64_t *number)
{
	static const struct ir_type wide = {.kind = IR_TYPE_INT, .size = 8, .is_signed = true};
	int64_t a, b;
	switch (s->op) {
	case SYMBOL_LOAD: return find_load(search, s, depth, number);
	case SYMBOL_CONVERT: return find_conversion(search, s, depth, number);
	case SYMBOL_SELECT: {
		const struct symbol *pair = &search->symbols->items[s->b.symbol];
		return pair->op == SYMBOL_PAIR && find(search, s->a, depth, &a) &&
		       find(search, a ? pair->a : pair->b, depth, number);
	}
	case SYMBOL_SCALE:
		return find(search, s->a, depth, &a) && integer_binary(IR_MUL, &wide, a, s->b.offset, number);
	default:
		return s->op < SYMBOL_FRESH && find(search, s->a, depth, &a) && find(search, s->b, depth, &b) &&
		       integer_binary((enum ir_op)s->op, &wide, a, b, number);
	}
}

/* Computes a symbol that is not cached. */
static bool
find_symbol(struct search *search, const struct symbol *s, unsigned depth, int64_t *number)
{
	if (s->varying)
		return false;
	if (depth >= MOST_DEPTH || ++search->visits > MOST_VISITS) {
		search->cut_short = true;
		return false;
	}
	return find_operation(search, s, depth + 1, number) && interval_has(s->range, *number);
}

static bool
find(struct search *search, struct term term, unsigned depth, int64_t *number)
{
	*number = term.offset;
	if (!term.symbol)
		return true;
	const uint32_t launch = search->symbols->numbers->launch & INT32_MAX;
	struct found *known = &search->symbols->numbers->found[term.symbol % REMEMBERED], found = *known;
	if (found.symbol != term.symbol || found.launch != launch) {
		found = (struct found){.symbol = term.symbol, .launch = launch};
		found.nothing = !find_symbol(search, &search->symbols->items[term.symbol], depth, &found.number);
		/* A search that was cut short here may succeed from another depth, so it is not cached. */
		if (!search->cut_short || !depth || !found.nothing)
			*known = found;
	}
	*number = (int64_t)((uint64_t)found.number + (uint64_t)term.offset);
	return !found.nothing;
}

bool
example_of(const struct memory *memory, const struct symbols *symbols, struct term term, int64_t *number)
{
	struct search search = {.memory = memory, .symbols = symbols};
	return find(&search, term, 0, number);
}
