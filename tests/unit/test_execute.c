/* Small sm_90 programs, as encoded by ptxas, executed by the engine: what is counted, which addresses occur, and where
 * lanes diverge and reconverge. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "codegen/execute/execute.h"

/* ---- a cubin of one kernel, k, with 24 bytes of parameters ---- */

enum { MOST_CODE = 64, PARAMETERS = 24, PARAMETER_BASE = 0x210 };

struct code {
	uint64_t words[2 * MOST_CODE];
	size_t count;
};

struct module {
	_Alignas(8) uint8_t bytes[4096];
	struct cubin cubin;
};

static const char names[] = "\0.shstrtab\0.text.k\0.nv.info.k";
enum { NAME_NAMES = 1, NAME_TEXT = 11, NAME_INFO = 19 };

static size_t
append(struct module *module, const void *bytes, size_t size)
{
	const size_t at = module->cubin.size;
	memcpy(module->bytes + at, bytes, size);
	module->cubin.size += (size + 7) / 8 * 8;
	return at;
}

static void
build(struct module *module, const struct code *code)
{
	/* EIATTR_PARAM_CBANK: a symbol, the offset and the size. */
	static const uint8_t info[] = {4,          0x0a, 8, 0, 0, 0, 0, 0, PARAMETER_BASE & 255, PARAMETER_BASE >> 8,
	                               PARAMETERS, 0};
	Elf64_Ehdr header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, 1, 0x41, 8},
	                     .e_flags = 90 << 8,
	                     .e_shnum = 4,
	                     .e_shstrndx = 1};
	Elf64_Shdr sections[4] = {0};
	memset(module, 0, sizeof *module);
	module->cubin.bytes = module->bytes;
	append(module, &header, sizeof header);
	sections[1] = (Elf64_Shdr){.sh_name = NAME_NAMES,
	                           .sh_type = SHT_STRTAB,
	                           .sh_offset = append(module, names, sizeof names),
	                           .sh_size = sizeof names};
	sections[2] = (Elf64_Shdr){.sh_name = NAME_TEXT,
	                           .sh_type = SHT_PROGBITS,
	                           .sh_offset = append(module, code->words, 16 * code->count),
	                           .sh_size = 16 * code->count};
	sections[3] = (Elf64_Shdr){.sh_name = NAME_INFO,
	                           .sh_type = SHT_PROGBITS,
	                           .sh_offset = append(module, info, sizeof info),
	                           .sh_size = sizeof info};
	header.e_shoff = append(module, sections, sizeof sections);
	memcpy(module->bytes, &header, sizeof header);
}

/* ---- instructions ---- */

static void
emit(struct code *code, uint64_t low, uint64_t high)
{
	assert_true(code->count < MOST_CODE);
	code->words[2 * code->count] = low;
	code->words[2 * code->count++ + 1] = high;
}

enum { ALWAYS = 7, IF_P0 = 0, IF_NOT_P0 = 8 };

static uint64_t
guarded(uint64_t low, unsigned guard)
{
	return (low & ~0xf000ull) | (uint64_t)guard << 12;
}

static void
thread_index(struct code *code) /* S2R R5, SR_TID.X */
{
	emit(code, 0x0000000000057919, 0x000e220000002100);
}

static void
block_index(struct code *code) /* S2R R5, SR_CTAID.X */
{
	emit(code, 0x0000000000057919, 0x000e220000002500);
}

static void
pointer(struct code *code) /* LDC.64 R2, c[0x0][0x210]; IMAD.WIDE R2, R5, 0x4, R2 */
{
	emit(code, 0x00008400ff027b82, 0x000e220000000a00);
	emit(code, 0x0000000405027825, 0x000fe200078e0202);
}

static void
store(struct code *code, unsigned guard) /* STG.E desc[UR4][R2.64], R5 */
{
	emit(code, guarded(0x0000000502007986, guard), 0x000fe2000c101904);
}

static void
load(struct code *code) /* LDG.E R5, desc[UR4][R2.64] */
{
	emit(code, 0x0000000402057981, 0x000ea2000c1e1900);
}

static void
load_guarded(struct code *code, unsigned guard)
{
	emit(code, guarded(0x0000000402057981, guard), 0x000ea2000c1e1900);
}

static void
compare_less(struct code *code, uint32_t with) /* ISETP.LT.AND P0, PT, R5, with, PT */
{
	emit(code, (uint64_t)with << 32 | 0x0500780c, 0x000fe40003f01270);
}

static void
compare_greater(struct code *code, uint32_t with) /* ISETP.GT.AND P0, PT, R5, with, PT */
{
	emit(code, (uint64_t)with << 32 | 0x0500780c, 0x000fe40003f04270);
}

static void
choose(struct code *code, uint32_t other) /* SEL R5, R5, other, P0 */
{
	emit(code, (uint64_t)other << 32 | 0x05057807, 0x000fe20000000000);
}

static void
add_one(struct code *code) /* VIADD R5, R5, 0x1 */
{
	emit(code, 0x0000000105057836, 0x000fe20000000000);
}

static void
one_before(struct code *code) /* VIADDMNMX R5, R5, 0xffffffff, RZ, !PT */
{
	emit(code, 0xffffffff05057846, 0x000fe400078001ff);
}

static void
square(struct code *code) /* IMAD R5, R5, R5, RZ */
{
	emit(code, 0x0000000505057224, 0x000fe200078e02ff);
}

static void
shift_right(struct code *code, unsigned by) /* SHF.R.U32.HI R5, RZ, by, R5 */
{
	emit(code, 0x00000000ff057819 | (uint64_t)by << 32, 0x000fe20000011605);
}

static void
mask(struct code *code, uint32_t bits) /* LOP3.LUT R5, R5, bits, RZ, 0xc0, !PT */
{
	emit(code, 0x0000000005057812 | (uint64_t)bits << 32, 0x000fe200078ec0ff);
}

static void
leave(struct code *code, unsigned guard)
{
	emit(code, guarded(0x000000000000794d, guard), 0x000fea0003800000);
}

/* The distance is in instructions, from the next one. */
static void
jump(struct code *code, unsigned guard, int distance)
{
	const uint64_t units = (uint64_t)(int64_t)distance * 4;
	emit(code, guarded(0x7947 | (units & 255) << 16 | (units >> 8) << 34, guard),
	     0x000fea0003800000 | (units >> 38 & 0x3ffff));
}

static void
open_region(struct code *code, int distance) /* BSSY B0 */
{
	emit(code, 0x7945 | (uint64_t)(distance * 4) << 34, 0x000fe20003800000);
}

static void
close_region(struct code *code) /* BSYNC B0 */
{
	emit(code, 0x7941, 0x000fea0003800000);
}

static void
barrier(struct code *code) /* BAR.SYNC.DEFER_BLOCKING 0x0 */
{
	emit(code, 0x0000000000007b1d, 0x000ff00000010000);
}

/* ---- running ---- */

enum { BASE = 0x10000 };

struct ran {
	struct execute_result result;
	struct execute_count counts[MOST_CODE];
	uint64_t first_address, last_address;
	uint32_t lanes, known;
	size_t parted;
	uint64_t repeats;
};

static void
note_access(void *context, const struct execute_access *access)
{
	struct ran *ran = context;
	ran->lanes = access->lanes;
	ran->known = access->known;
	ran->first_address = access->addresses[0];
	ran->last_address = access->addresses[31];
}

static void
note_branch(void *context, const struct execute_branch *branch)
{
	struct ran *ran = context;
	ran->parted += branch->taken && branch->not_taken;
}

static void
mark(void *context)
{
	(void)context;
}

static void
repeat(void *context, uint64_t times)
{
	struct ran *ran = context;
	ran->repeats += times;
}

static struct ran
run_with(const struct code *code, struct execute_launch launch)
{
	static const uint8_t parameters[PARAMETERS] = {0, 0, BASE >> 16};
	static const uint32_t first[3] = {0, 0, 0};
	struct module module;
	struct ran ran = {0};
	const struct execute_sink sink = {
		.access = note_access, .branch = note_branch, .context = &ran, .mark = mark, .repeat = repeat};
	build(&module, code);
	struct execute_kernel *kernel = execute_open(&module.cubin, "k");
	assert_non_null(kernel);
	assert_int_equal(execute_parameter_bytes(kernel), PARAMETERS);
	launch.parameters = parameters;
	launch.parameter_bytes = PARAMETERS;
	launch.most_steps = launch.most_steps ? launch.most_steps : 10000;
	struct execute_run *run = execute_begin(kernel, &launch);
	ran.result = execute_block(run, first, &sink, ran.counts);
	execute_end(run);
	execute_close(kernel);
	return ran;
}

static struct ran
run(const struct code *code, uint32_t threads)
{
	return run_with(code, (struct execute_launch){.grid = {1, 1, 1}, .block = {threads, 1, 1}});
}

static void
each_lane_has_its_address(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	const struct ran ran = run(&code, 32);
	assert_int_equal(ran.result.end, EXECUTE_DONE);
	assert_int_equal(ran.lanes, 0xffffffff);
	assert_int_equal(ran.known, 0xffffffff);
	assert_int_equal(ran.first_address, BASE);
	assert_int_equal(ran.last_address, BASE + 4 * 31);
	assert_int_equal(ran.counts[3].warps, 1);
	assert_int_equal(ran.counts[3].lanes, 32);
}

static void
bytes_of_a_register_that_is_written_in_part_are_known(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	emit(&code, 0x00007610050a7816, 0x000fc8000000000a); /* PRMT R10, R5, 0x7610, R10 */
	emit(&code, 0x000000ff0a057812, 0x000fe200078ec0ff); /* LOP3.LUT R5, R10, 0xff, RZ, 0xc0, !PT */
	pointer(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	assert_int_equal(run(&code, 32).known, 0xffffffff);
}

static void
results_on_parts_of_a_word_are_known(void **state)
{
	(void)state;
	static const struct {
		uint64_t low, high;
		uint64_t first, last; /* results in the first and the last lane */
	} rows[] = {
		{0x0001000205057826, 0x000fe200000006ff, 0, 62},          /* IDP.4A.S8.S8 R5, R5, 0x10002, RZ */
		{0x010100ff05057826, 0x000fe200000006ff, 0, -31},         /* IDP.4A.S8.S8 R5, R5, 0x10100ff, RZ */
		{0x010100ff05057826, 0x000fe200000002ff, 0, 31 * 255},    /* IDP.4A.S8.U8 R5, R5, 0x10100ff, RZ */
		{0x0000030205057826, 0x000fe200000010ff, 0, 62},          /* IDP.2A.LO.U16.U8 R5, R5, 0x302, RZ */
		{0x00fe030205057826, 0x000fe200000036ff, 0, -62},         /* IDP.2A.HI.S16.S8 R5, R5, 0xfe0302, RZ */
		{0x0000001f05057814, 0x000fe200000e00ff, 31, 0},          /* VABSDIFF.U32 R5, R5, 0x1f, RZ */
		{0xffffffff05057814, 0x000fe200000e0205, 1, 63},          /* VABSDIFF R5, R5, -0x1, R5 */
		{0x0000010205057815, 0x000fe200000e0005, 258, 285},       /* VABSDIFF4.U8 R5, R5, 0x102, R5 */
		{0x0000ff0205057815, 0x000fe200000e0a05, 3, 61},          /* VABSDIFF4.ACC R5, R5, 0xff02, R5 */
		{0x0000001005057848, 0x000fe20007fe0300, 16, 31},         /* VIMNMX.S16x2 R5, R5, 0x10, !PT */
		{0x0000fff005057848, 0x000fe20003fe1300, 0, 0},           /* VIMNMX.S16x2.RELU R5, R5, 0xfff0, PT */
		{0xfffffff005057848, 0x000fe20007fe1100, 0, 31},          /* VIMNMX.RELU R5, R5, -0x10, !PT */
		{0x0000fff005057848, 0x000fe20003fe0200, 0, 31},          /* VIMNMX.U16x2 R5, R5, 0xfff0, PT */
		{0x0000fff00505780f, 0x000fe200038003ff, 0xfff0, 0xfff0}, /* VIMNMX3.S16x2 R5, R5, 0xfff0, RZ, PT */
		{0x0000fff005057846, 0x000fe200078003ff, 0, 15},          /* VIADDMNMX.S16x2 R5, R5, 0xfff0, RZ, !PT */
		{0x0000fff005057836, 0x000fe20000000200, 0xfff0, 15},     /* VIADD.16x2 R5, R5, 0xfff0 */
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct code code = {0};
		thread_index(&code);
		emit(&code, rows[i].low, rows[i].high);
		pointer(&code);
		store(&code, ALWAYS);
		leave(&code, ALWAYS);
		const struct ran ran = run(&code, 32);
		assert_int_equal(ran.known, 0xffffffff);
		assert_int_equal(ran.first_address, BASE + 4 * rows[i].first);
		assert_int_equal(ran.last_address, BASE + 4 * rows[i].last);
	}
	/* Modifiers of unknown meaning; the last is the upper half of .2A on .4A. */
	static const uint64_t unknown[] = {0x000fe200000086ff, 0x000fe200000026ff};
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
		struct code code = {0};
		thread_index(&code);
		emit(&code, 0x0000010205057826, unknown[i]);
		pointer(&code);
		store(&code, ALWAYS);
		leave(&code, ALWAYS);
		assert_int_equal(run(&code, 32).known, 0);
	}
}

static void
a_part_of_a_warp_is_counted_by_lanes(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	const struct ran ran = run(&code, 40);
	assert_int_equal(ran.counts[3].warps, 2);
	assert_int_equal(ran.counts[3].lanes, 40);
}

static void
minima_and_maxima_are_of_signed_numbers(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	one_before(&code);
	pointer(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	const struct ran ran = run(&code, 32);
	assert_int_equal(ran.first_address, BASE);
	assert_int_equal(ran.last_address, BASE + 4 * 30);
}

static void
lanes_part_and_meet(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	open_region(&code, 3);
	compare_less(&code, 8);
	jump(&code, IF_P0, 1);
	store(&code, ALWAYS); /* 6: of 24 lanes */
	close_region(&code);
	store(&code, ALWAYS); /* 8: of all lanes again */
	leave(&code, ALWAYS);
	const struct ran ran = run(&code, 32);
	assert_int_equal(ran.result.end, EXECUTE_DONE);
	assert_int_equal(ran.parted, 1);
	assert_int_equal(ran.counts[6].lanes, 24);
	assert_int_equal(ran.counts[8].warps, 1);
	assert_int_equal(ran.counts[8].lanes, 32);
}

/* Both parts execute the second store, which is before the point where they reconverge. */
static void
lanes_go_on_apart_until_they_meet(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	open_region(&code, 4);
	compare_less(&code, 8);
	jump(&code, IF_P0, 1);
	store(&code, ALWAYS);
	store(&code, ALWAYS); /* 7 */
	close_region(&code);
	store(&code, ALWAYS); /* 9 */
	leave(&code, ALWAYS);
	const struct ran ran = run(&code, 32);
	assert_int_equal(ran.result.end, EXECUTE_DONE);
	assert_int_equal(ran.counts[7].warps, 2);
	assert_int_equal(ran.counts[7].lanes, 32);
	assert_int_equal(ran.counts[9].warps, 1);
}

static void
yield(struct code *code) /* YIELD */
{
	emit(code, 0x0000000000007946, 0x000fe20003800000);
}

/* Lanes leave a loop one after the other, with or without a YIELD in it. Then it is unknown whether they reconverge
 * after it. */
static void
loop_of_lanes(struct ran *ran, bool yields)
{
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	open_region(&code, 4);
	if (yields)
		yield(&code);
	else
		mask(&code, UINT32_MAX);
	add_one(&code);
	compare_less(&code, 8);
	jump(&code, IF_P0, -4);
	close_region(&code);
	store(&code, ALWAYS); /* 9 */
	leave(&code, ALWAYS);
	*ran = run(&code, 32);
}

static void
lanes_that_yield_need_not_meet(void **state)
{
	(void)state;
	struct ran ran;
	loop_of_lanes(&ran, false);
	assert_int_equal(ran.result.end, EXECUTE_DONE);
	assert_int_equal(ran.counts[9].apart, 0);
	loop_of_lanes(&ran, true);
	assert_int_equal(ran.result.end, EXECUTE_DONE);
	assert_true(ran.counts[9].apart > 0);
}

static void
a_loop_goes_round_as_often_as_its_lanes_say(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	store(&code, ALWAYS); /* 3 */
	add_one(&code);
	compare_less(&code, 40);
	jump(&code, IF_P0, -4);
	leave(&code, ALWAYS);
	const struct ran ran = run(&code, 32);
	assert_int_equal(ran.result.end, EXECUTE_DONE);
	assert_int_equal(ran.counts[3].warps, 40);
	assert_int_equal(ran.counts[3].lanes, 40 * 41 / 2 - 8 * 9 / 2);
}

static void
iterations_of_a_long_loop_stand_for_others(void **state)
{
	enum { END = 50000 };
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	store(&code, ALWAYS); /* 3 */
	add_one(&code);
	compare_less(&code, END);
	jump(&code, IF_P0, -4);
	store(&code, ALWAYS); /* 7 */
	leave(&code, ALWAYS);
	const struct ran ran = run(&code, 32);
	assert_int_equal(ran.result.end, EXECUTE_DONE);
	assert_true(ran.repeats > END / 16);
	assert_int_equal(ran.counts[3].warps, END);
	assert_int_equal(ran.counts[3].lanes, 32 * (END - 31) + 31 * 32 / 2);
	assert_int_equal(ran.counts[7].lanes, 32);
}

static bool
load_eights(void *context, uint64_t address, unsigned bytes, uint64_t *value)
{
	(void)context;
	(void)address;
	*value = 8;
	return bytes <= 8;
}

/* A loop with a data-dependent end is not extrapolated. */
static void
loops_that_data_ends_are_run(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	load(&code); /* 3 */
	add_one(&code);
	compare_less(&code, 50000);
	jump(&code, IF_P0, -4);
	leave(&code, ALWAYS);
	const struct ran ran =
		run_with(&code, (struct execute_launch){.grid = {1, 1, 1}, .block = {32, 1, 1}, .load = load_eights});
	assert_int_equal(ran.result.end, EXECUTE_BUDGET);
	assert_int_equal(ran.repeats, 0);
}

/* Both warps skip the barrier, and must not wait for each other there. */
static void
barriers_are_passed_over_by_all_warps(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	load(&code);
	compare_less(&code, 8);
	jump(&code, IF_P0, 1);
	barrier(&code);       /* 6 */
	store(&code, ALWAYS); /* 7 */
	leave(&code, ALWAYS);
	const struct ran ran =
		run_with(&code, (struct execute_launch){.grid = {1, 1, 1}, .block = {64, 1, 1}, .skip_unknown = true});
	assert_int_equal(ran.result.end, EXECUTE_DONE);
	assert_int_equal(ran.counts[6].doubtful, 2);
	assert_int_equal(ran.counts[7].warps, 2);
	assert_int_equal(ran.counts[7].doubtful, 0);
}

/* If one warp certainly reaches a barrier that others skip, nothing is known of any. */
static void
barriers_that_some_warps_pass_over_end_a_run(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	compare_less(&code, 32);
	load_guarded(&code, IF_P0); /* the first warp's */
	compare_less(&code, 8);
	jump(&code, IF_P0, 2);
	barrier(&code);
	barrier(&code);
	leave(&code, ALWAYS);
	const struct ran ran =
		run_with(&code, (struct execute_launch){.grid = {1, 1, 1}, .block = {64, 1, 1}, .skip_unknown = true});
	assert_int_equal(ran.result.end, EXECUTE_UNKNOWN);
	assert_int_equal(ran.result.skips, 1);
}

static void
what_depends_on_data_is_passed_over(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	load(&code);
	compare_less(&code, 8);
	jump(&code, IF_P0, 1);
	store(&code, ALWAYS); /* 6 */
	store(&code, ALWAYS); /* 7 */
	leave(&code, ALWAYS);
	const struct ran stopped = run(&code, 32);
	assert_int_equal(stopped.result.end, EXECUTE_UNKNOWN);
	assert_int_equal(stopped.result.pc, 5 * SASS_INSTRUCTION_SIZE);
	const struct ran ran =
		run_with(&code, (struct execute_launch){.grid = {1, 1, 1}, .block = {32, 1, 1}, .skip_unknown = true});
	assert_int_equal(ran.result.end, EXECUTE_DONE);
	assert_int_equal(ran.result.skips, 1);
	assert_int_equal(ran.counts[6].doubtful, 1);
	assert_int_equal(ran.counts[7].doubtful, 0);
	assert_int_equal(ran.counts[7].lanes, 32);
}

static void
what_accesses_no_memory_may_be_passed_over_always(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	load(&code);
	compare_less(&code, 8);
	jump(&code, IF_P0, 1);
	add_one(&code);
	store(&code, ALWAYS); /* 7 */
	leave(&code, ALWAYS);
	const struct ran ran = run(&code, 32);
	assert_int_equal(ran.result.end, EXECUTE_DONE);
	assert_int_equal(ran.counts[7].lanes, 32);
}

static void
an_unknown_guard_makes_an_access_doubtful(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	load(&code);
	compare_less(&code, 8);
	store(&code, IF_P0); /* 5 */
	leave(&code, ALWAYS);
	const struct ran ran = run(&code, 32);
	assert_int_equal(ran.result.end, EXECUTE_DONE);
	assert_int_equal(ran.counts[5].doubtful, 1);
	assert_int_equal(ran.counts[5].warps, 0);
}

static void
memory_is_asked_of_the_caller(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	load(&code);
	compare_less(&code, 8);
	store(&code, IF_NOT_P0); /* 5 */
	leave(&code, ALWAYS);
	const struct ran ran =
		run_with(&code, (struct execute_launch){.grid = {1, 1, 1}, .block = {32, 1, 1}, .load = load_eights});
	assert_int_equal(ran.counts[5].lanes, 32);
	assert_int_equal(ran.counts[5].doubtful, 0);
}

static bool
asks_memory(const struct code *code)
{
	static struct module module;
	build(&module, code);
	struct execute_kernel *kernel = execute_open(&module.cubin, "k");
	const bool asks = execute_asks_memory(kernel);
	execute_close(kernel);
	return asks;
}

static void
what_is_only_stored_is_not_asked_for(void **state)
{
	(void)state;
	struct code copy = {0}, decides = {0};
	thread_index(&copy);
	pointer(&copy);
	load(&copy);
	decides = copy;
	store(&copy, ALWAYS);
	leave(&copy, ALWAYS);
	compare_less(&decides, 8);
	store(&decides, IF_P0);
	leave(&decides, ALWAYS);
	assert_false(asks_memory(&copy));
	assert_true(asks_memory(&decides));
}

/* A block's loads read what it has stored. */
static void
stores_are_seen_by_loads(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	pointer(&code);
	store(&code, ALWAYS);
	load(&code);
	compare_less(&code, 8);
	store(&code, IF_P0); /* 6 */
	leave(&code, ALWAYS);
	const struct ran ran = run(&code, 32);
	assert_int_equal(ran.counts[6].lanes, 8);
	assert_int_equal(ran.counts[6].doubtful, 0);
}

static void
warps_wait_at_a_barrier(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	compare_less(&code, 32);
	leave(&code, IF_P0); /* the first warp ends, and is not waited for */
	barrier(&code);
	barrier(&code);
	leave(&code, ALWAYS);
	const struct ran ran = run(&code, 96);
	assert_int_equal(ran.result.end, EXECUTE_DONE);
	assert_int_equal(ran.counts[4].warps, 2);
}

static void
steps_are_bounded(void **state)
{
	(void)state;
	struct code code = {0};
	jump(&code, ALWAYS, -1);
	const struct ran ran =
		run_with(&code, (struct execute_launch){.grid = {1, 1, 1}, .block = {32, 1, 1}, .most_steps = 100});
	assert_int_equal(ran.result.end, EXECUTE_BUDGET);
	assert_int_equal(ran.result.steps, 100);
}

/* It may have any effect. */
static void
an_instruction_that_is_not_known_ends_a_run(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	emit(&code, 0x00000000000071ff, 0x000fe20000000000);
	leave(&code, ALWAYS);
	const struct ran ran = run(&code, 32);
	assert_int_equal(ran.result.end, EXECUTE_UNKNOWN);
	assert_int_equal(ran.result.pc, 16);
}

static void
jumps_out_of_the_code_end_a_run(void **state)
{
	(void)state;
	struct code code = {0};
	jump(&code, ALWAYS, 1000);
	assert_int_equal(run(&code, 32).result.end, EXECUTE_UNKNOWN);
}

static uint64_t
next_random(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return *seed >> 11 ^ *seed << 40;
}

/* Plausible code with flipped bits: whatever it does, the run ends. */
static void
any_code_ends(void **state)
{
	(void)state;
	uint64_t seed = 1;
	for (unsigned round = 0; round < 3000; round++) {
		struct code code = {0};
		while (code.count < 40) {
			const uint64_t base = next_random(&seed) & 0x1ff, form = next_random(&seed) & 7;
			emit(&code,
			     (next_random(&seed) & ~0xffffull) | form << 9 | base |
			             (next_random(&seed) & 3 ? 0x7000 : 0),
			     next_random(&seed));
		}
		const struct ran ran = run_with(&code, (struct execute_launch){.grid = {1, 1, 1},
		                                                               .block = {64, 1, 1},
		                                                               .most_steps = 500,
		                                                               .skip_unknown = round & 1,
		                                                               .load = round & 2 ? load_eights : NULL});
		assert_true(ran.result.steps <= 500);
	}
}

/* A grid's first block and its neighbour, recorded. */
struct pair {
	bool are_whole;
	uint64_t alike;                         /* number of equal blocks from the first on */
	uint32_t known;                         /* lanes of the latest access */
	struct execute_count counts[MOST_CODE]; /* of both */
};

enum { GRID = 64 };

/* Some of the grid's blocks, recorded one after the other. */
enum { MOST_RECORDS = 3 };

struct recording {
	struct module module;
	struct execute_launch launch;
	struct execute_kernel *kernel;
	struct execute_run *run;
	struct ran ran;
	struct execute_record *records[MOST_RECORDS];
	size_t count;
};

static void
record_blocks_so(struct recording *recording, const struct code *code, const uint32_t numbers[], size_t count,
                 bool moves_bits)
{
	static const uint8_t parameters[PARAMETERS] = {0, 0, BASE >> 16};
	*recording = (struct recording){.count = count};
	recording->launch = (struct execute_launch){.grid = {GRID, 1, 1},
	                                            .block = {64, 1, 1},
	                                            .parameters = parameters,
	                                            .parameter_bytes = PARAMETERS,
	                                            .skip_unknown = true,
	                                            .moves_bits = moves_bits,
	                                            .most_steps = 10000};
	const struct execute_sink sink = {
		.access = note_access, .context = &recording->ran, .mark = mark, .repeat = repeat};
	build(&recording->module, code);
	recording->kernel = execute_open(&recording->module.cubin, "k");
	assert_non_null(recording->kernel);
	recording->run = execute_begin(recording->kernel, &recording->launch);
	for (size_t i = 0; i < count; i++) {
		recording->records[i] = execute_record_new(recording->run);
		execute_block_recorded(recording->run, (const uint32_t[]){numbers[i], 0, 0}, &sink,
		                       recording->ran.counts, recording->records[i]);
	}
}

static void
record_blocks(struct recording *recording, const struct code *code, const uint32_t numbers[], size_t count)
{
	record_blocks_so(recording, code, numbers, count, false);
}

static void
forget_blocks(struct recording *recording)
{
	for (size_t i = 0; i < recording->count; i++)
		execute_record_free(recording->records[i]);
	execute_end(recording->run);
	execute_close(recording->kernel);
}

static struct pair
record_pair_so(const struct code *code, bool moves_bits)
{
	struct recording recording;
	record_blocks_so(&recording, code, (const uint32_t[]){0, 1}, 2, moves_bits);
	const struct execute_record *const first = recording.records[0], *const other = recording.records[1];
	struct pair pair = {
		.are_whole = execute_record_is_whole(first) && execute_record_is_whole(other),
		.alike = execute_record_alike(first, other),
		.known = recording.ran.known,
	};
	memcpy(pair.counts, recording.ran.counts, sizeof pair.counts);
	const uint32_t size = (uint32_t)pair.alike + 1;
	uint64_t alike;
	assert_true(pair.alike > GRID || !execute_record_box(first, &other, &size, 1, &alike));
	forget_blocks(&recording);
	return pair;
}

static struct pair
record_pair(const struct code *code)
{
	return record_pair_so(code, false);
}

static uint64_t
alike_from_first(const struct code *code)
{
	const struct pair pair = record_pair(code);
	assert_true(pair.are_whole);
	return pair.alike;
}

/* An address for each lane: four bytes per lane from there on. */
static void
pointer_of_lane(struct code *code)
{
	pointer(code);
	thread_index(code);
	emit(code, 0x0000000405027825, 0x000fe200078e0202); /* IMAD.WIDE R2, R5, 0x4, R2 */
}

/* The latest addresses of all lanes must be known, and alike in all blocks. */
static void
expect_known_in_all_blocks(struct pair pair)
{
	assert_true(pair.are_whole);
	assert_int_equal(pair.known, UINT32_MAX);
	assert_true(pair.alike >= GRID);
}

static void
blocks_are_alike_up_to_where_a_comparison_turns(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	compare_less(&code, 10);
	leave(&code, IF_P0);
	barrier(&code);
	leave(&code, ALWAYS);
	assert_int_equal(alike_from_first(&code), 10);
}

static void
blocks_are_unlike_whose_sectors_begin_elsewhere(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	pointer_of_lane(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	assert_int_equal(alike_from_first(&code), 1);
}

static void
one_place_is_one_sector_wherever_it_is(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	pointer(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	assert_true(alike_from_first(&code) >= GRID);
}

/* One unknown address for all lanes. */
static void
what_all_lanes_have_alike_need_not_be_linear(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	square(&code);
	pointer(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	expect_known_in_all_blocks(record_pair(&code));
}

static void
what_is_not_linear_is_unknown_in_other_blocks(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	square(&code);
	pointer_of_lane(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	const struct pair pair = record_pair(&code);
	assert_true(pair.are_whole);
	assert_int_equal(pair.known, 0);
}

static void
lanes_that_whole_sectors_move_are_known_in_other_blocks(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	square(&code);
	mask(&code, ~UINT32_C(7));
	pointer_of_lane(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	expect_known_in_all_blocks(record_pair(&code));
}

/* Some lanes have another number. */
static void
no_part_of_a_word_moves(void **state)
{
	(void)state;
	struct code code = {0};
	thread_index(&code);
	compare_less(&code, 48);
	emit(&code, guarded(0x0000000000057919, IF_P0), 0x000e220000002500); /* S2R R5, SR_CTAID.X */
	emit(&code, guarded(0x0000000505057224, IF_P0), 0x000fe200078e02ff); /* IMAD R5, R5, R5, RZ */
	mask(&code, ~UINT32_C(7));
	pointer(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	const struct pair pair = record_pair(&code);
	assert_true(pair.are_whole);
	assert_int_equal(pair.known, 0xffff0000);
}

/* Bits that are shifted out or masked may have any value, where the caller allows it. */
static void
bits_of_the_number_move_where_they_may(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	shift_right(&code, 3);
	mask(&code, ~UINT32_C(7));
	pointer_of_lane(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	assert_int_equal(record_pair_so(&code, false).alike, 8);
	expect_known_in_all_blocks(record_pair_so(&code, true));
}

/* Half of the block's number is replaced. */
static void
what_does_not_hang_on_the_number_is_known_in_other_blocks(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	emit(&code, 0x00007610ff057816, 0x000fc80000000005); /* PRMT R5, RZ, 0x7610, R5 */
	mask(&code, UINT16_MAX);
	pointer(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	expect_known_in_all_blocks(record_pair(&code));
}

/* A store under a condition that is not affine is doubtful, and its count is unknown. */
static void
what_such_decides_is_doubtful(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	square(&code);
	compare_less(&code, 5);
	pointer(&code);
	store(&code, IF_P0); /* 5 */
	leave(&code, ALWAYS);
	const struct pair pair = record_pair(&code);
	assert_true(pair.are_whole);
	assert_int_equal(pair.counts[5].warps, 0);
	assert_int_equal(pair.counts[5].doubtful, 4);
}

/* A loop of a thousand iterations that all warps execute together, and whose trip count grows with the block's
 * index. */
static void
iterations_with_barriers_are_left_out(void **state)
{
	enum { ITERATIONS = 1000, FIRST = 1 };
	(void)state;
	struct code code = {0};
	block_index(&code);
	barrier(&code); /* FIRST */
	add_one(&code);
	compare_less(&code, ITERATIONS);
	jump(&code, IF_P0, -4);
	leave(&code, ALWAYS);
	const struct ran ran = run(&code, 64);
	assert_int_equal(ran.result.end, EXECUTE_DONE);
	assert_int_equal(ran.counts[FIRST].warps, 2 * ITERATIONS);
	assert_true(ran.repeats > 0);
	assert_true(ran.result.steps < ITERATIONS);
	const struct pair pair = record_pair(&code);
	assert_true(pair.are_whole);
	assert_int_equal(pair.alike, 1);
	assert_int_equal(pair.counts[FIRST].warps, 2 * ITERATIONS + 2 * (ITERATIONS - 1));
}

/* The trip count does not depend on the block's index. */
static void
blocks_of_loops_are_alike(void **state)
{
	enum { ITERATIONS = 1000, FIRST = 4 };
	(void)state;
	struct code code = {0};
	block_index(&code);
	pointer(&code);
	thread_index(&code);
	barrier(&code); /* FIRST */
	store(&code, ALWAYS);
	add_one(&code);
	compare_less(&code, ITERATIONS);
	jump(&code, IF_P0, -5);
	leave(&code, ALWAYS);
	const struct pair pair = record_pair(&code);
	assert_true(pair.are_whole);
	assert_true(pair.alike >= GRID);
}

static void
blocks_are_alike_up_to_where_what_is_shifted_out_does_not_suffice(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	shift_right(&code, 3);
	pointer(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	assert_int_equal(alike_from_first(&code), 8);
}

/* Whether the grid's first `row` blocks are alike, and as many after each of some more. */
static bool
are_rows_alike(const struct code *code, uint32_t row, uint32_t rows, uint32_t apart)
{
	const uint32_t sizes[] = {row, rows};
	struct recording recording;
	record_blocks(&recording, code, (const uint32_t[]){0, 1, apart}, 3);
	const struct execute_record *const nexts[] = {recording.records[1], recording.records[2]};
	uint64_t alike[2];
	const bool are_alike = execute_record_box(recording.records[0], nexts, sizes, 2, alike);
	forget_blocks(&recording);
	return are_alike;
}

static void
rows_of_blocks_keep_to_bits_of_which_the_same_is_made(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	shift_right(&code, 3);
	pointer(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	assert_true(are_rows_alike(&code, 8, 8, 8));
	assert_false(are_rows_alike(&code, 9, 8, 8));
	assert_false(are_rows_alike(&code, 8, 8, 4));
	struct code masked = {0};
	block_index(&masked);
	mask(&masked, 7);
	pointer(&masked);
	store(&masked, ALWAYS);
	leave(&masked, ALWAYS);
	assert_true(are_rows_alike(&masked, 8, 8, 8));
	assert_false(are_rows_alike(&masked, 9, 8, 8));
	assert_false(are_rows_alike(&masked, 4, 8, 4));
}

/* The first block's index is not greater than 0, and only the address of its store shows that. */
static void
blocks_are_unlike_that_choose_otherwise(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	compare_greater(&code, 0);
	choose(&code, 8);
	pointer(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	assert_int_equal(alike_from_first(&code), 1);
}

static void
blocks_are_alike_up_to_where_masked_bits_carry(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	mask(&code, 0x18);
	pointer(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	assert_int_equal(alike_from_first(&code), 1);
}

static void
the_greater_of_two_goes_on_by_steps(void **state)
{
	(void)state;
	struct code code = {0};
	block_index(&code);
	one_before(&code);
	pointer(&code);
	store(&code, ALWAYS);
	leave(&code, ALWAYS);
	assert_int_equal(alike_from_first(&code), 1);
}

static void
blocks_that_no_gpu_runs_are_refused(void **state)
{
	(void)state;
	struct code code = {0};
	leave(&code, ALWAYS);
	assert_int_equal(run(&code, 2048).result.end, EXECUTE_UNKNOWN);
	assert_int_equal(run(&code, 0).result.end, EXECUTE_UNKNOWN);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_lane_has_its_address),
		cmocka_unit_test(bytes_of_a_register_that_is_written_in_part_are_known),
		cmocka_unit_test(results_on_parts_of_a_word_are_known),
		cmocka_unit_test(a_part_of_a_warp_is_counted_by_lanes),
		cmocka_unit_test(minima_and_maxima_are_of_signed_numbers),
		cmocka_unit_test(lanes_part_and_meet),
		cmocka_unit_test(lanes_go_on_apart_until_they_meet),
		cmocka_unit_test(lanes_that_yield_need_not_meet),
		cmocka_unit_test(a_loop_goes_round_as_often_as_its_lanes_say),
		cmocka_unit_test(iterations_of_a_long_loop_stand_for_others),
		cmocka_unit_test(loops_that_data_ends_are_run),
		cmocka_unit_test(barriers_are_passed_over_by_all_warps),
		cmocka_unit_test(barriers_that_some_warps_pass_over_end_a_run),
		cmocka_unit_test(what_depends_on_data_is_passed_over),
		cmocka_unit_test(what_accesses_no_memory_may_be_passed_over_always),
		cmocka_unit_test(an_unknown_guard_makes_an_access_doubtful),
		cmocka_unit_test(memory_is_asked_of_the_caller),
		cmocka_unit_test(what_is_only_stored_is_not_asked_for),
		cmocka_unit_test(stores_are_seen_by_loads),
		cmocka_unit_test(warps_wait_at_a_barrier),
		cmocka_unit_test(steps_are_bounded),
		cmocka_unit_test(an_instruction_that_is_not_known_ends_a_run),
		cmocka_unit_test(jumps_out_of_the_code_end_a_run),
		cmocka_unit_test(any_code_ends),
		cmocka_unit_test(blocks_are_alike_up_to_where_a_comparison_turns),
		cmocka_unit_test(blocks_are_unlike_whose_sectors_begin_elsewhere),
		cmocka_unit_test(one_place_is_one_sector_wherever_it_is),
		cmocka_unit_test(what_all_lanes_have_alike_need_not_be_linear),
		cmocka_unit_test(what_is_not_linear_is_unknown_in_other_blocks),
		cmocka_unit_test(lanes_that_whole_sectors_move_are_known_in_other_blocks),
		cmocka_unit_test(no_part_of_a_word_moves),
		cmocka_unit_test(bits_of_the_number_move_where_they_may),
		cmocka_unit_test(what_does_not_hang_on_the_number_is_known_in_other_blocks),
		cmocka_unit_test(what_such_decides_is_doubtful),
		cmocka_unit_test(iterations_with_barriers_are_left_out),
		cmocka_unit_test(blocks_of_loops_are_alike),
		cmocka_unit_test(blocks_are_alike_up_to_where_what_is_shifted_out_does_not_suffice),
		cmocka_unit_test(blocks_are_alike_up_to_where_masked_bits_carry),
		cmocka_unit_test(rows_of_blocks_keep_to_bits_of_which_the_same_is_made),
		cmocka_unit_test(blocks_are_unlike_that_choose_otherwise),
		cmocka_unit_test(the_greater_of_two_goes_on_by_steps),
		cmocka_unit_test(blocks_that_no_gpu_runs_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
