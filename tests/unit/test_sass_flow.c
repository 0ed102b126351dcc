/* Basic blocks, dominators and loops: of small programs with branches, of random ones compared with a simple slow
 * search, and of programs that no compiler generates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "codegen/sass/flow.h"
#include "support/arena.h"

/* The kind of an instruction, and the index of its target instruction. */
enum step { PLAIN, BRA, BRA_IF, CALL, RET, EXIT, EXIT_IF, BRX };
struct line {
	enum step step;
	int to;
};

static uint64_t
encoded_target(size_t at, int to)
{
	return (uint64_t)(((int64_t)to - (int64_t)at - 1) * SASS_INSTRUCTION_SIZE);
}

/* In the encoding of sm_75. */
static void
encode(const struct line *line, size_t at, uint64_t bits[2])
{
	static const uint32_t lows[] = {0x7918, 0x7947, 0x0947, 0x7944, 0x14007950, 0x794d, 0x094d, 0x04007949};
	bool jumps = line->step == BRA || line->step == BRA_IF || line->step == CALL;
	uint64_t offset = jumps ? encoded_target(at, line->to) : 0;
	bits[0] = lows[line->step] | offset << 32;
	bits[1] = 0x3800000 | (offset >> 32 & 0x3ffff);
}

struct program {
	struct arena arena;
	struct sass_code code;
	struct sass_flow flow;
};

static void
build(struct program *program, const struct line *lines, size_t count, const struct sass_flow_hints *hints)
{
	*program = (struct program){0};
	uint8_t *bytes = arena_alloc(&program->arena, count * SASS_INSTRUCTION_SIZE);
	for (size_t i = 0; i < count; i++) {
		uint64_t bits[2];
		encode(&lines[i], i, bits);
		for (size_t k = 0; k < SASS_INSTRUCTION_SIZE; k++)
			bytes[i * SASS_INSTRUCTION_SIZE + k] = (uint8_t)(bits[k / 8] >> (k % 8 * 8));
	}
	assert_true(sass_decode(&program->code, bytes, count * SASS_INSTRUCTION_SIZE, 75, &program->arena));
	assert_int_equal(program->code.unknown, 0);
	sass_flow_build(&program->flow, &program->code, hints, &program->arena);
}

#define BUILD(program, hints, ...) \
	do { \
		static const struct line lines[] = {__VA_ARGS__}; \
		build((program), lines, sizeof lines / sizeof *lines, (hints)); \
	} while (0)

static void
test_straight(void **state)
{
	(void)state;
	struct program p;
	BUILD(&p, NULL, {PLAIN, 0}, {PLAIN, 0}, {EXIT, 0});
	assert_int_equal(p.flow.block_count, 1);
	assert_int_equal(p.flow.blocks[0].count, 3);
	assert_int_equal(p.flow.blocks[0].successor_count, 0);
	assert_int_equal(p.flow.loop_count, 0);
	arena_free(&p.arena);
}

static void
test_nested_loops(void **state)
{
	(void)state;
	struct program p;
	/* 0; 1: outer header; 2: inner, branches to itself; 3: branches back to 1; 4 */
	BUILD(&p, NULL, {PLAIN, 0}, {PLAIN, 0}, {BRA_IF, 2}, {BRA_IF, 1}, {EXIT, 0});
	assert_int_equal(p.flow.block_count, 5);
	assert_int_equal(p.flow.loop_count, 2);
	assert_int_equal(p.flow.loops[0].header, 1);
	assert_int_equal(p.flow.loops[0].depth, 1);
	assert_int_equal(p.flow.loops[0].latch, 3);
	assert_int_equal(p.flow.loops[1].header, 2);
	assert_int_equal(p.flow.loops[1].parent, 0);
	assert_int_equal(p.flow.loops[1].depth, 2);
	assert_int_equal(p.flow.blocks[3].loop, 0);
	assert_int_equal(p.flow.blocks[2].loop, 1);
	assert_int_equal(p.flow.blocks[4].loop, SASS_NONE);
	assert_true(sass_dominates(&p.flow, 1, 4));
	arena_free(&p.arena);
}

static void
test_two_latches(void **state)
{
	(void)state;
	struct program p;
	BUILD(&p, NULL, {PLAIN, 0}, {BRA_IF, 1}, {BRA_IF, 1}, {EXIT, 0});
	assert_int_equal(p.flow.loop_count, 1);
	assert_int_equal(p.flow.loops[0].latch, SASS_NONE);
	arena_free(&p.arena);
}

static void
test_irreducible(void **state)
{
	(void)state;
	struct program p;
	/* 0 branches to 1 or 2, which branch to each other. */
	BUILD(&p, NULL, {BRA_IF, 2}, {EXIT_IF, 0}, {BRA_IF, 1}, {EXIT, 0});
	assert_int_equal(p.flow.loop_count, 1);
	assert_int_equal(p.flow.blocks[1].dominator, 0);
	assert_int_equal(p.flow.blocks[2].dominator, 0);
	arena_free(&p.arena);
}

static void
test_functions(void **state)
{
	(void)state;
	struct program p;
	/* A call in a loop; the function has a loop of its own. */
	BUILD(&p, NULL, {PLAIN, 0}, {CALL, 4}, {BRA_IF, 1}, {EXIT, 0}, {PLAIN, 0}, {BRA_IF, 5}, {RET, 0});
	assert_int_equal(p.flow.function_count, 2);
	const struct sass_block *caller = &p.flow.blocks[p.flow.block_of[1]];
	assert_int_equal(caller->callee, 1);
	assert_int_equal(caller->successor_count, 1);
	assert_int_equal(p.flow.functions[1].entry, p.flow.block_of[4]);
	assert_int_equal(p.flow.blocks[p.flow.block_of[6]].function, 1);
	assert_int_equal(p.flow.blocks[p.flow.block_of[3]].function, 0);
	assert_int_equal(p.flow.loop_count, 2);
	assert_int_equal(p.flow.blocks[p.flow.block_of[4]].dominator, SASS_NONE);
	arena_free(&p.arena);
}

/* ptxas also jumps with calls: the called code ends in EXIT. */
static void
test_jumps_by_calls(void **state)
{
	(void)state;
	struct program p;
	BUILD(&p, NULL, {PLAIN, 0}, {CALL, 3}, {PLAIN, 0}, {BRA_IF, 0}, {EXIT, 0});
	assert_int_equal(p.flow.function_count, 1);
	assert_int_equal(p.flow.blocks[0].callee, SASS_NONE);
	assert_int_equal(p.flow.blocks[0].successor_count, 1);
	assert_int_equal(p.flow.successors[p.flow.blocks[0].first_successor], p.flow.block_of[3]);
	assert_false(p.flow.blocks[p.flow.block_of[2]].reached);
	assert_int_equal(p.flow.loop_count, 1);
	arena_free(&p.arena);
}

static void
test_shared_tails(void **state)
{
	(void)state;
	struct program p;
	BUILD(&p, NULL, {CALL, 2}, {BRA, 3}, {PLAIN, 0}, {RET, 0});
	assert_int_equal(p.flow.blocks[p.flow.block_of[3]].function, SASS_NONE);
	arena_free(&p.arena);
}

static void
test_indirect_branches(void **state)
{
	(void)state;
	struct program p;
	static const struct sass_jump jumps[] = {{0x10, 0x40}, {0x10, 0x20}, {0x10, 0x999}, {0x20, 0x30}};
	static const struct sass_flow_hints hints = {.jumps = jumps, .jump_count = 4};
	BUILD(&p, NULL, {PLAIN, 0}, {BRX, 0}, {PLAIN, 0}, {EXIT, 0}, {EXIT, 0});
	assert_false(p.flow.blocks[p.flow.block_of[2]].reached);
	arena_free(&p.arena);
	BUILD(&p, &hints, {PLAIN, 0}, {BRX, 0}, {PLAIN, 0}, {EXIT, 0}, {EXIT, 0});
	assert_int_equal(p.flow.blocks[0].successor_count, 2);
	assert_true(p.flow.blocks[p.flow.block_of[4]].reached);
	arena_free(&p.arena);
}

static void
test_targets_that_are_no_instructions(void **state)
{
	(void)state;
	struct program p;
	BUILD(&p, NULL, {BRA_IF, -5}, {BRA_IF, 1 << 20}, {CALL, 1 << 20}, {BRA, 1 << 28}, {PLAIN, 0});
	for (size_t i = 0; i < p.flow.block_count; i++)
		assert_int_equal(p.flow.blocks[i].leaves, i != 2);
	assert_int_equal(p.flow.blocks[2].callee, SASS_NONE);
	arena_free(&p.arena);
}

static void
test_lists_of_jumps(void **state)
{
	(void)state;
	struct arena arena = {0};
	struct sass_flow_hints hints;
	static const uint8_t info[] = {3,    0x19, 12, 0, 4,    0x34, 32, 0, 0xd0, 0, 0, 0, 0, 0, 0, 0, 2,   0, 0, 0,
	                               0x20, 1,    0,  0, 0x70, 1,    0,  0, 0xe0, 0, 0, 0, 0, 0, 0, 0, 200, 0, 0, 0};
	sass_jumps(&hints, info, sizeof info, &arena);
	assert_int_equal(hints.jump_count, 2);
	assert_int_equal(hints.jumps[1].pc, 0xd0);
	assert_int_equal(hints.jumps[1].target, 0x170);
	for (size_t size = 0; size < sizeof info; size++) {
		sass_jumps(&hints, info, size, &arena);
		assert_int_equal(hints.jump_count, 0);
	}
	arena_free(&arena);
}

/* Random programs. */
enum { LINES = 24 };

static uint32_t
next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static void
make_lines(struct line *lines, uint32_t *seed)
{
	for (int i = 0; i < LINES; i++) {
		uint32_t kind = next_random(seed) % 8;
		lines[i].step = kind < 2 ? BRA : kind < 6 ? BRA_IF : kind == 6 ? PLAIN : EXIT_IF;
		lines[i].to = (int)(next_random(seed) % LINES);
	}
	lines[LINES - 1].step = EXIT;
}

/* Whether there is a path from one block to another that avoids a third. */
static bool
is_way(const struct sass_flow *flow, uint32_t from, uint32_t to, uint32_t without)
{
	uint32_t stack[LINES], depth = 0;
	bool seen[LINES] = {false};
	if (from == without)
		return false;
	seen[stack[depth++] = from] = true;
	while (depth) {
		const struct sass_block *block = &flow->blocks[stack[--depth]];
		for (uint32_t i = 0; i < block->successor_count; i++) {
			uint32_t next = flow->successors[block->first_successor + i];
			if (next != without && !seen[next])
				seen[stack[depth++] = next] = true;
		}
	}
	return seen[to];
}

static void
check_dominators(const struct sass_flow *flow)
{
	for (uint32_t block = 0; block < flow->block_count; block++) {
		assert_int_equal(flow->blocks[block].reached, is_way(flow, 0, block, SASS_NONE));
		for (uint32_t by = 0; flow->blocks[block].reached && by < flow->block_count; by++)
			assert_int_equal(sass_dominates(flow, by, block), by == block || !is_way(flow, 0, block, by));
	}
}

static bool
is_inside(const struct sass_flow *flow, uint32_t block, uint32_t loop)
{
	uint32_t around = flow->blocks[block].loop;
	while (around != loop && around != SASS_NONE)
		around = flow->loops[around].parent;
	return around == loop;
}

/* Whether the code jumps into the middle of the loop, or of an inner one. */
static bool
has_other_entries(const struct sass_flow *flow, uint32_t loop)
{
	for (uint32_t from = 0; from < flow->block_count; from++)
		for (uint32_t k = 0; flow->blocks[from].reached && k < flow->blocks[from].successor_count; k++) {
			uint32_t to = flow->successors[flow->blocks[from].first_successor + k];
			if (!is_inside(flow, from, loop) && is_inside(flow, to, loop) && to != flow->loops[loop].header)
				return true;
		}
	return flow->loops[loop].header != 0 && is_inside(flow, 0, loop);
}

/* Each edge to a dominator forms a loop with exactly the blocks that reach the edge without the header, unless the loop
 * has other entries. */
static void
check_loops(const struct sass_flow *flow)
{
	for (uint32_t i = 0; i < flow->loop_count; i++) {
		assert_true(is_inside(flow, flow->loops[i].header, i));
		assert_true(flow->loops[i].parent == SASS_NONE || flow->loops[i].parent < i);
		for (uint32_t block = 0; block < flow->block_count; block++)
			assert_true(!is_inside(flow, block, i) ||
			            is_way(flow, block, flow->loops[i].header, SASS_NONE));
	}
	for (uint32_t from = 0; from < flow->block_count; from++)
		for (uint32_t k = 0; flow->blocks[from].reached && k < flow->blocks[from].successor_count; k++) {
			uint32_t to = flow->successors[flow->blocks[from].first_successor + k],
				 loop = flow->blocks[to].loop;
			if (sass_dominates(flow, to, from))
				assert_true(loop != SASS_NONE &&
				            (flow->loops[loop].header == to || has_other_entries(flow, loop)));
		}
}

static void
check_members(const struct sass_flow *flow)
{
	for (uint32_t i = 0; i < flow->loop_count; i++) {
		const uint32_t header = flow->loops[i].header;
		for (uint32_t block = 0; !has_other_entries(flow, i) && block < flow->block_count; block++)
			for (uint32_t k = 0; k < flow->blocks[header].predecessor_count; k++) {
				uint32_t latch = flow->predecessors[flow->blocks[header].first_predecessor + k];
				if (flow->blocks[block].reached && sass_dominates(flow, header, latch) &&
				    is_way(flow, block, latch, header))
					assert_true(is_inside(flow, block, i));
			}
	}
}

static void
test_random_programs(void **state)
{
	(void)state;
	uint32_t seed = 7;
	for (int i = 0; i < 3000; i++) {
		struct line lines[LINES];
		struct program p;
		make_lines(lines, &seed);
		build(&p, lines, LINES, NULL);
		check_dominators(&p.flow);
		check_loops(&p.flow);
		check_members(&p.flow);
		arena_free(&p.arena);
	}
}

/* Large programs with shapes that make a simple search slow: each is analysed quickly, perhaps without dominators. */
static void
build_large(size_t count, void (*shape)(struct line *line, size_t i, size_t count))
{
	struct line *lines = calloc(count, sizeof *lines);
	struct program p;
	assert_non_null(lines);
	for (size_t i = 0; i < count; i++)
		shape(&lines[i], i, count);
	build(&p, lines, count, NULL);
	assert_true(p.flow.block_count >= count / 2);
	arena_free(&p.arena);
	free(lines);
}

static void
all_to_the_end(struct line *line, size_t i, size_t count)
{
	*line = i + 1 < count ? (struct line){BRA_IF, (int)count - 1} : (struct line){EXIT, 0};
}

static void
back_as_far_as_ahead(struct line *line, size_t i, size_t count)
{
	*line = i + 1 < count ? (struct line){BRA_IF, (int)(count - 1 - i)} : (struct line){EXIT, 0};
}

static void
nested_as_deep_as_long(struct line *line, size_t i, size_t count)
{
	*line = i + 1 >= count  ? (struct line){EXIT, 0}
	        : i < count / 2 ? (struct line){BRA_IF, (int)count - 1}
	                        : (struct line){BRA_IF, (int)(count - 1 - i)};
}

static void
anywhere(struct line *line, size_t i, size_t count)
{
	uint32_t seed = (uint32_t)i * 2654435761u;
	*line = i + 1 < count ? (struct line){BRA_IF, (int)(next_random(&seed) % count)} : (struct line){EXIT, 0};
}

static void
test_large_programs(void **state)
{
	(void)state;
	build_large(200000, all_to_the_end);
	build_large(200000, back_as_far_as_ahead);
	build_large(200000, nested_as_deep_as_long);
	build_large(200000, anywhere);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_straight),
		cmocka_unit_test(test_nested_loops),
		cmocka_unit_test(test_two_latches),
		cmocka_unit_test(test_irreducible),
		cmocka_unit_test(test_functions),
		cmocka_unit_test(test_jumps_by_calls),
		cmocka_unit_test(test_shared_tails),
		cmocka_unit_test(test_indirect_branches),
		cmocka_unit_test(test_targets_that_are_no_instructions),
		cmocka_unit_test(test_lists_of_jumps),
		cmocka_unit_test(test_random_programs),
		cmocka_unit_test(test_large_programs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
