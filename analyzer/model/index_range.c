#include "model/index_range.h"

/* OPEN_LOOP_SHARE: if the loop has further iterations that were not evaluated, indices use at most 1/OPEN_LOOP_SHARE of the remaining
 * space */
enum { MOST_NUMBERS = 4, DEEPEST = 16, OPEN_LOOP_SHARE = 64 };

/* factor * (the loaded number) */
struct number {
	const struct symbol *load;
	int64_t factor;
};

/* A sum of loaded numbers, and the range of everything else that is added. */
struct sum {
	struct number numbers[MOST_NUMBERS];
	unsigned count;
	struct interval rest;
};

/* The device array that a measurement fills and the number is loaded from; NULL: it has another source. */
static struct object *
source_of(const struct memory *memory, const struct symbol *load)
{
	struct object *source = memory_object_at(memory, load->a.offset);
	const bool is_filled = source && (source->kind == OBJECT_GLOBAL || source->kind == OBJECT_MANAGED);
	return is_filled && !source->is_private && symbol_load_reader(load) != 0 ? source : NULL;
}

static bool
add_constant(struct sum *sum, int64_t constant, int64_t factor)
{
	int64_t product;
	return !__builtin_mul_overflow(constant, factor, &product) &&
	       interval_add(sum->rest, interval_of(product), &sum->rest);
}

/* Adds a symbol that is not decomposed further but has bounds. */
static bool
add_bounded(struct sum *sum, const struct symbol *s, int64_t factor)
{
	struct interval product;
	return interval_is_bounded(s->range) && interval_scale(s->range, factor, &product) &&
	       interval_add(sum->rest, product, &sum->rest);
}

static bool
add_number(struct sum *sum, const struct symbol *load, int64_t factor)
{
	unsigned i = 0;
	while (i < sum->count && sum->numbers[i].load != load)
		i++;
	if (i == MOST_NUMBERS)
		return false;
	if (i == sum->count)
		sum->numbers[sum->count++] = (struct number){load, 0};
	return !__builtin_add_overflow(sum->numbers[i].factor, factor, &sum->numbers[i].factor);
}

static bool add_symbol(struct sum *sum, const struct request *r, symbol_id symbol, int64_t factor, int depth);

static bool
add_term(struct sum *sum, const struct request *r, struct term t, int64_t factor, int depth)
{
	return add_constant(sum, t.offset, factor) && (!t.symbol || add_symbol(sum, r, t.symbol, factor, depth));
}

/* False if an addend is unbounded or the sum is too complex. */
static bool
add_symbol(struct sum *sum, const struct request *r, symbol_id symbol, int64_t factor, int depth)
{
	const struct symbol *s = &r->symbols->items[symbol];
	int64_t product;
	if (depth == DEEPEST)
		return false;
	if (s->op == SYMBOL_LOAD && source_of(r->memory, s))
		return add_number(sum, s, factor);
	if (s->op == SYMBOL_SCALE)
		return !__builtin_mul_overflow(s->b.offset, factor, &product) &&
		       add_term(sum, r, s->a, product, depth + 1);
	if (s->op == IR_ADD)
		return add_term(sum, r, s->a, factor, depth + 1) && add_term(sum, r, s->b, factor, depth + 1);
	if (s->op == IR_SUB)
		return !__builtin_sub_overflow(0, factor, &product) && add_term(sum, r, s->a, factor, depth + 1) &&
		       add_term(sum, r, s->b, product, depth + 1);
	return add_bounded(sum, s, factor);
}

static int64_t
divided_down(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t
divided_up(int64_t a, int64_t b)
{
	return -divided_down(-a, b);
}

/* Constrains the source array's values so that number * factor stays in the range. */
static bool
narrow(const struct memory *memory, const struct number *number, struct interval range)
{
	struct object_use *source = memory_use(memory, source_of(memory, number->load));
	const int64_t factor = number->factor, a = factor > 0 ? range.low : range.high,
		      b = factor > 0 ? range.high : range.low;
	if (!factor || factor == INT64_MIN)
		return !factor;
	const struct interval of = {divided_up(a, factor), divided_down(b, factor)};
	if (interval_is_empty(of) || (of.high < 0 && !symbol_load_is_signed(number->load)))
		return false;
	source->index = source->index_bounded ? interval_meet(source->index, of) : of;
	source->index_bounded = true;
	return true;
}

/* The range that the sum of all numbers may have, so that a lane stays within `size` bytes. */
static struct interval
room_of(const struct sum *sum, int64_t size, unsigned width, bool goes_on)
{
	struct interval room = {-sum->rest.low, size - (int64_t)width - sum->rest.high};
	if (goes_on && room.high > 0) {
		const int64_t least = room.low > 0 ? room.low : 0;
		room.high = least + (room.high - least) / OPEN_LOOP_SHARE;
	}
	return room;
}

static bool
note_lane(const struct request *r, unsigned lane, const struct object *target, int64_t size, bool goes_on)
{
	/* This bound prevents overflow when a few bounded terms are added. */
	const int64_t most = INT64_MAX / 8;
	struct sum sum = {.count = 0};
	const struct term offset = {r->symbol[lane], (int64_t)r->address[lane] - object_base(target)};
	if (!add_term(&sum, r, offset, 1, 0) || sum.rest.low < -most || sum.rest.high > most)
		return false;
	/* The address does not depend on loaded data. */
	if (sum.count == 0)
		return sum.rest.low >= 0 && sum.rest.high <= size - (int64_t)r->width;
	const struct interval room = room_of(&sum, size, r->width, goes_on);
	const int64_t count = sum.count;
	bool followed = true;
	for (unsigned i = 0; i < sum.count; i++)
		followed &= narrow(r->memory, &sum.numbers[i],
		                   (struct interval){divided_up(room.low, count), divided_down(room.high, count)});
	return followed;
}

bool
index_range_note(const struct request *r, const struct object *target, bool goes_on)
{
	const bool is_filled = target->kind == OBJECT_GLOBAL || target->kind == OBJECT_MANAGED;
	const int64_t size = target->size ? (int64_t)target->size : is_filled ? INDEX_UNKNOWN_SIZE : INT64_MAX / 4;
	bool followed = target->size || is_filled;
	for (uint32_t lanes = r->active; lanes; lanes &= lanes - 1) {
		const unsigned lane = (unsigned)__builtin_ctz(lanes);
		const bool is_there = r->address[lane] >> WINDOW_BITS == target->id;
		if (r->symbol[lane])
			followed &= is_there && !symbol_varies(r->symbols, r->symbol[lane]) &&
			            note_lane(r, lane, target, size, goes_on);
	}
	return followed;
}
