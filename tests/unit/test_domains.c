/* The laws of abstract domains, on generated values: a join is an upper bound of its operands, whatever their order and
 * number, and widening ends (docs/ARCHITECTURE.md, Domains). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/rounding.h"
#include "codegen/execute/evolution.h"
#include "codegen/execute/names.h"
#include "codegen/execute/run_state.h"
#include "domain/interval.h"
#include "domain/mask.h"
#include "domain/memory.h"
#include "domain/term.h"
#include "domain/value.h"

enum { DRAWS = 4000, STEPS = 400, VALUE_LANES = 4 };

static uint64_t
draw(uint64_t below)
{
	static uint64_t state = 0x9E3779B97F4A7C15u;
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % below;
}

union element {
	struct interval interval;
	struct term term;
	struct {
		union lane lane[VALUE_LANES];
		symbol_id symbol[VALUE_LANES];
	} value;
	struct mask mask;
	struct active active;
	struct memory_number number;
	struct names names;
	enum evolution evolution;
	enum rounding_sensitive rounding;
};

/* A domain. A concrete state has a number; `has` says whether an abstract value stands for it. */
struct domain {
	const char *name;
	void (*draw)(union element *into);
	union element (*join)(const union element *a, const union element *b);
	union element (*widen)(const union element *before, const union element *after); /* NULL: joins end */
	bool (*includes)(const union element *a, const union element *b);
	bool (*has)(const union element *a, unsigned state);
	void (*print)(FILE *out, const union element *a);
	unsigned states;
	unsigned height;   /* the most times that a value can grow */
	bool is_not_least; /* the join is an upper bound, but not always the least one */
};

/* ---- intervals ---- */

enum { NUMBERS = 24, LEAST_NUMBER = -8 };

static void
draw_interval(union element *into)
{
	struct interval a = {(int64_t)draw(NUMBERS) + LEAST_NUMBER, (int64_t)draw(NUMBERS) + LEAST_NUMBER};
	a.low = draw(8) ? a.low : INT64_MIN;
	a.high = draw(8) ? a.high : INT64_MAX;
	into->interval = a;
}

static union element
join_intervals(const union element *a, const union element *b)
{
	return (union element){.interval = interval_join(a->interval, b->interval)};
}

static union element
widen_interval(const union element *before, const union element *after)
{
	return (union element){.interval = interval_widen(before->interval, after->interval)};
}

static bool
interval_has_all(const union element *a, const union element *b)
{
	return interval_includes(a->interval, b->interval);
}

static bool
interval_has_number(const union element *a, unsigned state)
{
	return interval_has(a->interval, (int64_t)state + LEAST_NUMBER);
}

static void
print_interval(FILE *out, const union element *a)
{
	interval_print(out, a->interval);
}

/* ---- terms ---- */

static struct symbols symbols;
static symbol_id tops[2], ordinary, even;

enum { VALUE_OF_ORDINARY = 2 };

static void
make_symbols(void)
{
	const struct ir_loc loc = {0};
	symbols_init(&symbols);
	tops[0] = symbols_varying(&symbols, symbols_reason(&symbols, REASON_LOOP, NULL, loc, ""));
	tops[1] = symbols_varying(&symbols, symbols_reason(&symbols, REASON_BRANCH, NULL, loc, ""));
	ordinary = symbols_argument(&symbols, 0, (struct interval){0, 5});
	even = symbols_varying_within(&symbols, 0, (struct symbol_limits){{0, 6}, 1});
}

static struct term
draw_term(void)
{
	const symbol_id all[] = {0, 0, tops[0], tops[1], ordinary, even};
	const struct term t = {all[draw(sizeof all / sizeof *all)], (int64_t)draw(4)};
	return t.symbol == tops[0] || t.symbol == tops[1] ? (struct term){t.symbol, 0} : t;
}

static bool
term_has(struct term t, int64_t number)
{
	const struct symbol *s = &symbols.items[t.symbol];
	const int64_t of_symbol = number - t.offset;
	if (t.symbol == ordinary)
		return of_symbol == VALUE_OF_ORDINARY;
	return interval_has(s->range, of_symbol) && of_symbol % (INT64_C(1) << s->align) == 0;
}

static void
draw_one_term(union element *into)
{
	into->term = draw_term();
}

static union element
join_terms(const union element *a, const union element *b)
{
	return (union element){.term = term_join(a->term, b->term, tops[0])};
}

static bool
term_has_all(const union element *a, const union element *b)
{
	return term_includes(&symbols, a->term, b->term);
}

static bool
term_has_number(const union element *a, unsigned state)
{
	return term_has(a->term, (int64_t)state + LEAST_NUMBER);
}

static void
print_term(FILE *out, const union element *a)
{
	term_print(out, a->term);
}

/* ---- values ---- */

enum { STATES_OF_LANE = 4 };

static struct value
value_of(const union element *a)
{
	return (struct value){a->value.lane, a->value.symbol, .uniform = false, .real = false};
}

static void
draw_value(union element *into)
{
	for (unsigned i = 0; i < VALUE_LANES; i++) {
		const struct term t = draw_term();
		into->value.lane[i].integer = t.offset;
		into->value.symbol[i] = t.symbol;
	}
}

static union element
join_values(const union element *a, const union element *b)
{
	const struct value x = value_of(a), y = value_of(b);
	const struct mask none = mask_none(), all = {{UINT32_MAX}};
	union element joined = {.value = {{{0}}, {0}}};
	value_join(&x, &y, &(struct value_paths){&none, &all, tops[0]},
	           (struct value_room){joined.value.lane, joined.value.symbol, VALUE_LANES});
	return joined;
}

static bool
value_has_all(const union element *a, const union element *b)
{
	const struct value x = value_of(a), y = value_of(b);
	return value_includes(&symbols, &x, &y, VALUE_LANES);
}

static bool
value_has_numbers(const union element *a, unsigned state)
{
	const struct value v = value_of(a);
	for (unsigned i = 0; i < VALUE_LANES; i++, state /= STATES_OF_LANE)
		if (!term_has(value_term(&v, i), state % STATES_OF_LANE))
			return false;
	return true;
}

static void
print_value(FILE *out, const union element *a)
{
	const struct value v = value_of(a);
	value_print(out, &v, VALUE_LANES);
}

/* ---- lanes ---- */

enum { SOME_LANES = 5, SETS = 1 << SOME_LANES };

static struct mask
mask_of_set(unsigned set)
{
	/* Lanes of two warps. */
	return (struct mask){{set & 3, set >> 2}};
}

static void
draw_mask(union element *into)
{
	into->mask = mask_of_set((unsigned)draw(SETS));
}

static union element
join_masks(const union element *a, const union element *b)
{
	return (union element){.mask = mask_join(&a->mask, &b->mask)};
}

static bool
mask_has_all(const union element *a, const union element *b)
{
	return mask_includes(&a->mask, &b->mask);
}

static bool
mask_has_set(const union element *a, unsigned state)
{
	const struct mask set = mask_of_set(state);
	return mask_includes(&a->mask, &set);
}

static void
print_mask(FILE *out, const union element *a)
{
	mask_print(out, &a->mask, 2);
}

static void
draw_active(union element *into)
{
	const unsigned may = (unsigned)draw(SETS), must = may & (unsigned)draw(SETS);
	into->active = (struct active){mask_of_set(may), mask_of_set(must)};
}

static union element
join_active(const union element *a, const union element *b)
{
	return (union element){.active = active_join(&a->active, &b->active)};
}

static bool
active_has_all(const union element *a, const union element *b)
{
	return active_includes(&a->active, &b->active);
}

static bool
active_has_set(const union element *a, unsigned state)
{
	const struct mask set = mask_of_set(state);
	return mask_includes(&a->active.may, &set) && mask_includes(&set, &a->active.must);
}

static void
print_active(FILE *out, const union element *a)
{
	active_print(out, &a->active, 2);
}

/* ---- memory ---- */

static struct memory memory;
static struct object *object;

enum { SOME_NUMBERS = 4, OFFSET = 8, WIDTH = 4 };

static void
make_memory(void)
{
	memory_init(&memory);
	object = memory_new(&memory, OBJECT_GLOBAL, 64, "p");
}

static void
draw_number(union element *into)
{
	into->number = (struct memory_number){draw(4) != 0, 0};
	if (into->number.is_known)
		into->number.bits = draw(SOME_NUMBERS);
}

static union element
join_numbers(const union element *a, const union element *b)
{
	memory_unknow(&memory, object, OFFSET, WIDTH);
	if (a->number.is_known)
		memory_write(&memory, object, OFFSET, WIDTH, a->number.bits);
	memory_join(&memory, object, OFFSET, WIDTH, b->number);
	return (union element){.number = memory_read_number(&memory, object, OFFSET, WIDTH)};
}

static bool
number_has_all(const union element *a, const union element *b)
{
	return !a->number.is_known || memory_number_equal(a->number, b->number);
}

static bool
number_has_bits(const union element *a, unsigned state)
{
	return !a->number.is_known || a->number.bits == state;
}

static void
print_number(FILE *out, const union element *a)
{
	memory_print(out, a->number);
}

/* ---- registers ---- */

static struct names
names_of_set(unsigned set)
{
	const unsigned some[SOME_LANES] = {0, 7, FIRST_UNIFORM + 4, FIRST_PREDICATE, FIRST_UNIFORM_PREDICATE + 1};
	struct names names = {{0}};
	for (unsigned i = 0; i < SOME_LANES; i++)
		names_set(&names, some[i], set >> i & 1);
	return names;
}

static void
draw_names(union element *into)
{
	into->names = names_of_set((unsigned)draw(SETS));
}

static union element
join_names(const union element *a, const union element *b)
{
	return (union element){.names = names_join(&a->names, &b->names)};
}

static bool
names_has_all(const union element *a, const union element *b)
{
	return names_includes(&a->names, &b->names);
}

static bool
names_has_set(const union element *a, unsigned state)
{
	const struct names set = names_of_set(state);
	return names_includes(&a->names, &set);
}

static void
print_names(FILE *out, const union element *a)
{
	names_print(out, &a->names);
}

/* ---- evolutions ---- */

/* A state is what two lanes of a word are in three periods: six numbers from -2 to 2. */
enum { PERIODS_OF_WORD = 3, LANES_OF_WORD = 2, DIGITS = 5, STATES_OF_WORD = 15625 };

struct word_states {
	int at[LANES_OF_WORD][PERIODS_OF_WORD];
};

static struct word_states
states_of(unsigned state)
{
	struct word_states states;
	for (unsigned lane = 0; lane < LANES_OF_WORD; lane++)
		for (unsigned i = 0; i < PERIODS_OF_WORD; i++, state /= DIGITS)
			states.at[lane][i] = (int)(state % DIGITS) - 2;
	return states;
}

static int
sign(int number)
{
	return number < 0 ? -1 : number > 0;
}

static bool
lane_evolves(const int at[PERIODS_OF_WORD], enum evolution evolution)
{
	switch (evolution) {
	case EVOLUTION_INVARIANT: return at[0] == at[1] && at[1] == at[2];
	case EVOLUTION_AFFINE: return at[1] - at[0] == at[2] - at[1];
	case EVOLUTION_SIGN: return sign(at[0]) == sign(at[1]) && sign(at[1]) == sign(at[2]);
	default: return true;
	}
}

/* By how much further the second lane moves than the first; a carry adds one to either. */
static bool
lanes_move(const struct word_states *states, int carry)
{
	for (unsigned i = 1; i < PERIODS_OF_WORD; i++)
		if (abs((states->at[1][i] - states->at[1][i - 1]) - (states->at[0][i] - states->at[0][i - 1])) > carry)
			return false;
	return true;
}

static bool
evolves(const union element *a, unsigned state)
{
	const struct word_states states = states_of(state);
	switch (a->evolution) {
	case EVOLUTION_MOVED: return lanes_move(&states, 0);
	case EVOLUTION_UPPER: return lanes_move(&states, 1);
	default: return lane_evolves(states.at[0], a->evolution) && lane_evolves(states.at[1], a->evolution);
	}
}

static void
draw_evolution(union element *into)
{
	into->evolution = (enum evolution)draw(EVOLUTION_UNKNOWN + 1);
}

static union element
join_evolutions(const union element *a, const union element *b)
{
	return (union element){.evolution = evolution_join(a->evolution, b->evolution)};
}

static bool
evolution_has_all(const union element *a, const union element *b)
{
	return evolution_includes(a->evolution, b->evolution);
}

static void
print_evolution(FILE *out, const union element *a)
{
	evolution_print(out, a->evolution);
}

/* ---- rounding ---- */

static void
draw_rounding(union element *into)
{
	into->rounding = (enum rounding_sensitive)draw(ROUNDED + 1);
}

static union element
join_roundings(const union element *a, const union element *b)
{
	return (union element){.rounding = rounding_join(a->rounding, b->rounding)};
}

static bool
rounding_has_all(const union element *a, const union element *b)
{
	return rounding_includes(a->rounding, b->rounding);
}

static bool
rounding_has(const union element *a, unsigned state)
{
	return state <= (unsigned)a->rounding;
}

static void
print_rounding(FILE *out, const union element *a)
{
	rounding_print(out, a->rounding);
}

/* ---- laws ---- */

static const struct domain domains[] = {
	{"interval", draw_interval, join_intervals, widen_interval, interval_has_all, interval_has_number,
         print_interval, .states = NUMBERS, .height = 3},
	{"term", draw_one_term, join_terms, NULL, term_has_all, term_has_number, print_term, .states = NUMBERS,
         .height = 1, .is_not_least = true},
	{"value", draw_value, join_values, NULL, value_has_all, value_has_numbers, print_value, .states = 256,
         .height = VALUE_LANES, .is_not_least = true},
	{"mask", draw_mask, join_masks, NULL, mask_has_all, mask_has_set, print_mask, .states = SETS,
         .height = SOME_LANES},
	{"active", draw_active, join_active, NULL, active_has_all, active_has_set, print_active, .states = SETS,
         .height = 2 * SOME_LANES},
	{"memory", draw_number, join_numbers, NULL, number_has_all, number_has_bits, print_number,
         .states = SOME_NUMBERS, .height = 1},
	{"names", draw_names, join_names, NULL, names_has_all, names_has_set, print_names, .states = SETS,
         .height = SOME_LANES},
	{"evolution", draw_evolution, join_evolutions, NULL, evolution_has_all, evolves, print_evolution,
         .states = STATES_OF_WORD, .height = 2},
	{"rounding", draw_rounding, join_roundings, NULL, rounding_has_all, rounding_has, print_rounding,
         .states = ROUNDED + 1, .height = 2},
};

enum { DOMAINS = sizeof domains / sizeof *domains, TEXT = 512 };

static void
print_into(char text[TEXT], const struct domain *domain, const union element *a)
{
	FILE *out = fmemopen(text, TEXT, "w");
	assert_non_null(out);
	domain->print(out, a);
	fclose(out);
}

static void
require(bool holds, const struct domain *domain, const char *law, const union element *a, const union element *b)
{
	char x[TEXT], y[TEXT];
	if (holds)
		return;
	print_into(x, domain, a);
	print_into(y, domain, b);
	fail_msg("%s: not %s: %s and %s", domain->name, law, x, y);
}

static bool
are_equal(const struct domain *domain, const union element *a, const union element *b)
{
	return domain->includes(a, b) && domain->includes(b, a);
}

static void
the_order_of_joins_does_not_matter(void **state)
{
	(void)state;
	for (unsigned d = 0; d < DOMAINS; d++)
		for (unsigned i = 0; i < DRAWS; i++) {
			const struct domain *domain = &domains[d];
			union element a, b, c;
			domain->draw(&a);
			domain->draw(&b);
			domain->draw(&c);
			const union element ab = domain->join(&a, &b), ba = domain->join(&b, &a),
					    bc = domain->join(&b, &c), aa = domain->join(&a, &a);
			const union element left = domain->join(&ab, &c), right = domain->join(&a, &bc);
			require(are_equal(domain, &ab, &ba), domain, "commutative", &a, &b);
			require(are_equal(domain, &left, &right), domain, "associative", &ab, &c);
			require(are_equal(domain, &aa, &a), domain, "idempotent", &a, &a);
		}
}

static void
a_join_is_an_upper_bound(void **state)
{
	(void)state;
	for (unsigned d = 0; d < DOMAINS; d++)
		for (unsigned i = 0; i < DRAWS; i++) {
			const struct domain *domain = &domains[d];
			union element a, b, c;
			domain->draw(&a);
			domain->draw(&b);
			domain->draw(&c);
			const union element joined = domain->join(&a, &b);
			require(domain->includes(&joined, &a), domain, "an upper bound", &a, &b);
			require(domain->includes(&joined, &b), domain, "an upper bound", &a, &b);
			if (!domain->is_not_least && domain->includes(&c, &a) && domain->includes(&c, &b))
				require(domain->includes(&c, &joined), domain, "the least upper bound", &a, &b);
		}
}

/* What the order claims holds of concrete states, and the join has each state of its operands. */
static void
a_join_has_all_states(void **state)
{
	(void)state;
	for (unsigned d = 0; d < DOMAINS; d++)
		for (unsigned i = 0; i < DRAWS / 10; i++) {
			const struct domain *domain = &domains[d];
			union element a, b;
			domain->draw(&a);
			domain->draw(&b);
			const union element joined = domain->join(&a, &b);
			const bool includes = domain->includes(&a, &b);
			for (unsigned s = 0; s < domain->states; s++) {
				const bool has_a = domain->has(&a, s), has_b = domain->has(&b, s);
				require(!(has_a || has_b) || domain->has(&joined, s), domain, "sound", &a, &b);
				require(!includes || !has_b || has_a, domain, "ordered soundly", &a, &b);
			}
		}
}

static void
widening_ends(void **state)
{
	(void)state;
	for (unsigned d = 0; d < DOMAINS; d++)
		for (unsigned i = 0; i < 50; i++) {
			const struct domain *domain = &domains[d];
			union element now;
			unsigned grown = 0;
			domain->draw(&now);
			for (unsigned step = 0; step < STEPS; step++) {
				union element next;
				domain->draw(&next);
				const union element joined = domain->join(&now, &next),
						    wide = domain->widen ? domain->widen(&now, &joined) : joined;
				require(domain->includes(&wide, &joined), domain, "wider", &wide, &joined);
				grown += !are_equal(domain, &now, &wide);
				now = wide;
			}
			require(grown <= domain->height, domain, "of finite height", &now, &now);
		}
}

/* ---- single domains ---- */

static void
interval_arithmetic_is_sound(void **state)
{
	(void)state;
	for (unsigned i = 0; i < DRAWS / 10; i++) {
		union element a, b;
		struct interval sum = interval_all, difference = interval_all, product = interval_all;
		draw_interval(&a);
		draw_interval(&b);
		const int64_t factor = (int64_t)draw(7) - 3;
		const struct interval meet = interval_meet(a.interval, b.interval);
		const bool adds = interval_add(a.interval, b.interval, &sum),
			   subtracts = interval_subtract(a.interval, b.interval, &difference),
			   scales = interval_scale(a.interval, factor, &product);
		for (int64_t x = -8; x < 16; x++)
			for (int64_t y = -8; y < 16; y++) {
				const bool has_x = interval_has(a.interval, x), has_y = interval_has(b.interval, y);
				assert_int_equal(interval_has(meet, x), has_x && interval_has(b.interval, x));
				assert_true(!has_x || !has_y || !adds || interval_has(sum, x + y));
				assert_true(!has_x || !has_y || !subtracts || interval_has(difference, x - y));
				assert_true(!has_x || !scales || interval_has(product, x * factor));
			}
	}
}

/* Lanes that one path takes keep its number, even if the other path's differs. */
static void
a_value_of_one_path_stays(void **state)
{
	(void)state;
	const union lane a[] = {{1}, {1}, {1}, {1}}, b[] = {{2}, {2}, {1}, {2}};
	const struct value x = {a, NULL, .uniform = false, .real = false},
			   y = {b, NULL, .uniform = false, .real = false};
	const struct mask first = {{1}}, both = {{6}}, all = {{15}};
	union lane lane[VALUE_LANES];
	symbol_id symbol[VALUE_LANES];
	const struct value joined = value_join(&x, &y, &(struct value_paths){&first, &both, tops[1]},
	                                       (struct value_room){lane, symbol, VALUE_LANES});
	const struct term expected[] = {{0, 1}, {tops[1], 0}, {0, 1}, {0, 2}};
	for (unsigned i = 0; i < VALUE_LANES; i++)
		assert_true(term_equal(value_term(&joined, i), expected[i]));
	assert_int_equal(value_differing(&x, &y, &all, VALUE_LANES).warp[0], 0xb);
}

/* Lanes of an unknown condition may take an arm, and none of them must. */
static void
an_arm_takes_unknown_lanes_perhaps(void **state)
{
	(void)state;
	const struct active all = {mask_of_set(31), mask_of_set(7)};
	const struct mask certain = mask_of_set(18), unknown = mask_of_set(5), may = mask_of_set(23),
			  must = mask_of_set(2);
	const struct active arm = active_in_arm(&all, &certain, &unknown), alone = active_among(&all, &certain);
	assert_true(mask_equal(&arm.may, &may));
	assert_true(mask_equal(&arm.must, &must));
	assert_true(active_includes(&arm, &alone));
}

/* Invariance, steps and signs are properties of single lanes: a word of which some lanes evolve in one of these ways and
 * the others in another evolves by the join. */
static void
lanes_may_evolve_differently(void **state)
{
	(void)state;
	for (unsigned a = EVOLUTION_INVARIANT; a <= EVOLUTION_SIGN; a++)
		for (unsigned b = EVOLUTION_INVARIANT; b <= EVOLUTION_SIGN; b++) {
			const union element joined = {.evolution =
			                                      evolution_join((enum evolution)a, (enum evolution)b)};
			for (unsigned s = 0; s < STATES_OF_WORD; s++) {
				const struct word_states states = states_of(s);
				if (lane_evolves(states.at[0], (enum evolution)a) &&
				    lane_evolves(states.at[1], (enum evolution)b))
					assert_true(evolves(&joined, s));
			}
		}
}

static void
forgotten_lanes_are_unknown(void **state)
{
	(void)state;
	struct warp_word word = {.known = 0xff, .half = 0xf00};
	struct bits bits = {0x0f, 0xff};
	warp_word_forget(&word, 0x3c3);
	bits_forget(&bits, 0x3);
	assert_int_equal(word.known, 0x3c);
	assert_int_equal(word.half, 0xc00);
	assert_int_equal(bits.value, 0xc);
	assert_int_equal(bits.known, 0xfc);
}

static void
each_domain_has_a_notation(void **state)
{
	(void)state;
	const struct {
		const char *domain, *text;
		union element element;
	} cases[] = {
		{"interval", "[-3, 5]", {.interval = {-3, 5}}},
		{"interval", "[0, ...]", {.interval = {0, INT64_MAX}}},
		{"interval", "[..., ...]", {.interval = {INT64_MIN, INT64_MAX}}},
		{"interval", "[]", {.interval = {1, 0}}},
		{"term", "-12", {.term = {0, -12}}},
		{"term", "s7", {.term = {7, 0}}},
		{"term", "s7+4", {.term = {7, 4}}},
		{"term", "s7-4", {.term = {7, -4}}},
		{"value", "[1, s7, s7+8, 4]", {.value = {{{1}, {0}, {8}, {4}}, {0, 7, 7, 0}}}},
		{"mask", "00000002 00000007", {.mask = {{2, 7}}}},
		{"active", "may 00000003 00000000 must 00000001 00000000", {.active = {{{3}}, {{1}}}}},
		{"memory", "0x2a", {.number = {true, 42}}},
		{"memory", "unknown", {.number = {false, 0}}},
		{"names", "R0 R7 UR4 P0 UP1", {.names = names_of_set(31)}},
		{"evolution", "affine", {.evolution = EVOLUTION_AFFINE}},
		{"evolution", "unknown", {.evolution = EVOLUTION_UNKNOWN}},
		{"rounding", "rounded", {.rounding = ROUNDED}},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[TEXT];
		unsigned d = 0;
		while (strcmp(domains[d].name, cases[i].domain) != 0)
			d++;
		print_into(text, &domains[d], &cases[i].element);
		assert_string_equal(text, cases[i].text);
	}
}

static void
a_uniform_value_is_printed_once(void **state)
{
	(void)state;
	char text[TEXT];
	const union lane lane = {.real = 1.5};
	const struct value v = {&lane, NULL, .uniform = true, .real = true};
	FILE *out = fmemopen(text, TEXT, "w");
	assert_non_null(out);
	value_print(out, &v, VALUE_LANES);
	fclose(out);
	assert_string_equal(text, "[1.5 ...]");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_order_of_joins_does_not_matter),
		cmocka_unit_test(a_join_is_an_upper_bound),
		cmocka_unit_test(a_join_has_all_states),
		cmocka_unit_test(widening_ends),
		cmocka_unit_test(interval_arithmetic_is_sound),
		cmocka_unit_test(a_value_of_one_path_stays),
		cmocka_unit_test(an_arm_takes_unknown_lanes_perhaps),
		cmocka_unit_test(lanes_may_evolve_differently),
		cmocka_unit_test(forgotten_lanes_are_unknown),
		cmocka_unit_test(each_domain_has_a_notation),
		cmocka_unit_test(a_uniform_value_is_printed_once),
	};
	make_symbols();
	make_memory();
	const int failed = cmocka_run_group_tests(tests, NULL, NULL);
	symbols_free(&symbols);
	memory_free_all(&memory);
	return failed;
}
