/* Symbols: unknown numbers whose equality is known.
 *
 * A lane's integer is `symbol + offset`; symbol 0 is the constant zero, so a known number is an offset alone.
 * Symbols are hash-consed: the same load of one memory state, or the same operation on the same operands, always
 * gives the same symbol, in all lanes. Lanes that share a symbol therefore have a known distance, even if their
 * position is unknown. A *varying* symbol is the exception: it means "unknown in each lane separately". Two uses in
 * one lane need not be equal. */
#ifndef GPULINT_DOMAIN_SYMBOL_H
#define GPULINT_DOMAIN_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "domain/interval.h"
#include "domain/reason.h"

struct example_numbers;

typedef uint32_t symbol_id;

/* One lane's number. */
struct term {
	symbol_id symbol;
	int64_t offset;
};

/* How a symbol was made, besides the arithmetic operators (enum ir_op). */
enum {
	SYMBOL_FRESH = 1000,
	SYMBOL_ARGUMENT,
	SYMBOL_VARYING,
	SYMBOL_LOAD,
	SYMBOL_SCALE,
	SYMBOL_CONVERT,
	SYMBOL_PAIR,
	SYMBOL_SELECT,
	SYMBOL_LOGICAL = 2000,
	SYMBOL_REAL = 3000,
	SYMBOL_BUILTIN = 4000
};

struct symbol {
	uint32_t op;
	struct term a, b;
	struct interval range;
	uint32_t reason; /* its number */
	uint8_t align;   /* log2 of a power of two that divides the value */
	bool varying;
	bool of_arguments; /* see symbols_is_of_arguments */
};

/* A slot of the hash table. `hash`, the hash, distinguishes most symbols without access to the symbol itself. */
struct symbol_slot {
	uint32_t id, hash;
};

struct symbols {
	struct symbol *items; /* [0] is the constant zero */
	size_t count, capacity;
	struct symbol_slot *table; /* open addressing over items; id 0: free */
	size_t table_count, table_size;
	struct reasons reasons;
	struct example_numbers *numbers;
	uint32_t reader; /* who loads now: a number for each kernel, 0 for the host */
	/* operations on two symbols give varying ones, except on arguments: data is no longer tracked, to save time */
	bool coarse;
};

void symbols_init(struct symbols *symbols);
void symbols_free(struct symbols *symbols);

/* The number of that reason, which is unique. The name, never NULL, must outlive the symbols. */
uint32_t symbols_reason(struct symbols *symbols, enum reason_kind kind, const struct ir_unit *unit, struct ir_loc loc,
                        const char *name);
/* Why the symbol is unknown. */
const struct reason *symbols_reason_of(const struct symbols *symbols, symbol_id symbol);

/* A new symbol, equal to no other. */
symbol_id symbols_fresh(struct symbols *symbols, uint32_t reason);
/* A new symbol for a launch argument in that range. */
symbol_id symbols_argument(struct symbols *symbols, uint32_t reason, struct interval range);
/* The varying symbol of that reason. */
symbol_id symbols_varying(struct symbols *symbols, uint32_t reason);
/* Known properties of an unknown number: its range, and log2 of a power of two that divides it. */
struct symbol_limits {
	struct interval range;
	uint8_t align;
};
/* The varying symbol of numbers within these limits. */
symbol_id symbols_varying_within(struct symbols *symbols, uint32_t reason, struct symbol_limits limits);
/* The `width` bytes at `address` in memory state `version`, extended to 64 bits. Each reader gets its own symbol, so
 * that the reason is one of its own lines. */
symbol_id symbols_load(struct symbols *symbols, uint32_t version, struct term address, unsigned width, bool is_signed,
                       uint32_t reason);
/* a op b for an operator of enum ir_op or a SYMBOL_ kind. At least one operand is a symbol. */
symbol_id symbols_operation(struct symbols *symbols, uint32_t op, struct term a, struct term b);

/* Whether the host knows the number: it depends only on launch arguments and on the host's loads. */
bool symbols_is_of_arguments(const struct symbols *symbols, symbol_id symbol);

/* For SYMBOL_LOAD: its bytes and their extension. */
static inline unsigned
symbol_load_width(const struct symbol *load)
{
	return (unsigned)load->b.offset % 256 / 2;
}

static inline bool
symbol_load_is_signed(const struct symbol *load)
{
	return load->b.offset & 1;
}

/* For SYMBOL_LOAD: symbols.reader at the load. */
static inline uint32_t
symbol_load_reader(const struct symbol *load)
{
	return (uint32_t)(load->b.offset / 256);
}

static inline bool
symbol_varies(const struct symbols *symbols, symbol_id symbol)
{
	return symbols->items[symbol].varying;
}

#endif
