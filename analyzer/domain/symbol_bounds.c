#include "domain/symbol_bounds.h"

#include "ir/integer.h"

unsigned
symbol_align(const struct symbols *symbols, struct term t)
{
	const unsigned of_offset = t.offset ? (unsigned)__builtin_ctzll((uint64_t)t.offset) : 63;
	const unsigned of_symbol = symbols->items[t.symbol].align;
	return of_offset < of_symbol ? of_offset : of_symbol;
}

bool
symbol_range(const struct symbols *symbols, struct term t, struct interval *range)
{
	const struct symbol *s = &symbols->items[t.symbol];
	return interval_is_bounded(s->range) && interval_add(s->range, interval_of(t.offset), range);
}

/* What is known of an operation's operands. */
struct operands {
	bool a_known, b_known; /* whether their ranges are */
	bool a_natural;        /* the first operand is not negative */
	struct interval a, b;
	unsigned a_align, b_align;
	int64_t number; /* the second operand's value; negative: unknown or negative */
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
	struct interval sum;
	s->align = lesser_align(of);
	if (of->a_known && of->b_known && (s->op == IR_ADD ? interval_add : interval_subtract)(of->a, of->b, &sum))
		s->range = sum;
}

static void
derive_scaled(struct symbol *s, const struct operands *of)
{
	struct interval product;
	s->align = product_align(of);
	if (of->a_known && interval_scale(of->a, s->b.offset, &product))
		s->range = product;
}

static void
derive_product(struct symbol *s, const struct operands *of)
{
	struct interval by_low, by_high;
	s->align = product_align(of);
	if (of->a_known && of->b_known && interval_scale(of->a, of->b.low, &by_low) &&
	    interval_scale(of->a, of->b.high, &by_high))
		s->range = interval_join(by_low, by_high);
}

/* Derives the bounds of a conversion to the type that b encodes. */
static void
derive_converted(struct symbol *s, const struct operands *of)
{
	const struct ir_type to = {.kind = (enum ir_type_kind)(s->b.offset / 64),
	                           .size = (uint64_t)s->b.offset % 64 / 2,
	                           .is_signed = s->b.offset & 1};
	s->align = (uint8_t)of->a_align;
	if (to.kind == IR_TYPE_INT && !integer_range(&to, &s->range.low, &s->range.high) && !to.is_signed)
		s->range.low = 0;
}

/* Derives the bounds of functions that count bits. */
static void
derive_builtin(struct symbol *s)
{
	switch (s->op - SYMBOL_BUILTIN) {
	case IR_BUILTIN___popc:
	case IR_BUILTIN___clz:
	case IR_BUILTIN___ffs: s->range = (struct interval){0, 32}; break;
	case IR_BUILTIN___popcll:
	case IR_BUILTIN___clzll:
	case IR_BUILTIN___ffsll: s->range = (struct interval){0, 64}; break;
	default: break;
	}
}

static void
derive_and(struct symbol *s, const struct operands *of)
{
	s->align = (uint8_t)(of->a_align > of->b_align ? of->a_align : of->b_align);
	if (of->number >= 0)
		s->range = (struct interval){0, of->number};
}

static void
derive_or(struct symbol *s, const struct operands *of)
{
	const int64_t bits = of->a.high | of->b.high;
	if (!of->a_known || !of->b_known || of->a.low < 0 || of->b.low < 0 || bits >= (int64_t)1 << 62)
		return;
	s->range.low = 0;
	s->range.high = bits ? ((int64_t)2 << (63 - __builtin_clzll((uint64_t)bits))) - 1 : 0;
}

static void
derive_remainder(struct symbol *s, const struct operands *of)
{
	if (of->number <= 0)
		return;
	s->align = lesser_align(of);
	s->range = (struct interval){of->a_natural ? 0 : 1 - of->number, of->number - 1};
}

static void
derive_quotient(struct symbol *s, const struct operands *of)
{
	if (of->number > 0 && of->a_known)
		s->range = (struct interval){of->a.low / of->number, of->a.high / of->number};
}

static void
derive_shifted(struct symbol *s, const struct operands *of)
{
	if (of->number < 0 || of->number >= 63)
		return;
	if (of->a_align > of->number)
		s->align = (uint8_t)(of->a_align - (unsigned)of->number);
	if (of->a_known)
		s->range = (struct interval){of->a.low >> of->number, of->a.high >> of->number};
}

static void
derive_pair(struct symbol *s, const struct operands *of)
{
	if (of->a_known && of->b_known)
		s->range = interval_join(of->a, of->b);
}

void
symbol_derive(const struct symbols *symbols, struct symbol *s)
{
	struct operands of = {.a_align = symbol_align(symbols, s->a),
	                      .b_align = symbol_align(symbols, s->b),
	                      .number = s->b.symbol ? -1 : s->b.offset};
	of.a_known = symbol_range(symbols, s->a, &of.a);
	of.b_known = symbol_range(symbols, s->b, &of.b);
	of.a_natural = of.a_known ? of.a.low >= 0 : !s->a.offset && symbols->items[s->a.symbol].range.low >= 0;
	s->range = interval_all;
	switch (s->op) {
	case IR_ADD:
	case IR_SUB: derive_sum(s, &of); break;
	case SYMBOL_SCALE: derive_scaled(s, &of); break;
	case IR_MUL: derive_product(s, &of); break;
	case IR_BIT_AND: derive_and(s, &of); break;
	case IR_BIT_OR:
	case IR_BIT_XOR: derive_or(s, &of); break;
	case IR_REM: derive_remainder(s, &of); break;
	case IR_DIV: derive_quotient(s, &of); break;
	case IR_SHR: derive_shifted(s, &of); break;
	case SYMBOL_PAIR: derive_pair(s, &of); break;
	case SYMBOL_CONVERT: derive_converted(s, &of); break;
	case SYMBOL_SELECT:
		if (of.b_known)
			s->range = of.b;
		break;
	case IR_LT:
	case IR_GT:
	case IR_LE:
	case IR_GE:
	case IR_EQ:
	case IR_NE:
	case IR_NOT: s->range = (struct interval){0, 1}; break;
	default: derive_builtin(s); break;
	}
}
