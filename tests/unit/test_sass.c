/* Single instructions, as encoded by nvcc and named by nvdisasm; tests/sass/decode.py compares whole modules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "codegen/sass/sass.h"
#include "support/arena.h"

struct trial {
	unsigned sm;
	uint64_t low, high;
	enum sass_opcode opcode;
	enum sass_kind kind;
	const char *writes, *reads; /* "R2:2 P0:1" */
	const char *accesses;       /* "global r4 R2+20" */
};

static const struct trial trials[] = {
	/* IMAD.WIDE R6, R3, 0x4, R8 */
	{90, 0x0000000403067825, 0x002fca00078e0208, SASS_OP_IMAD, SASS_COMPUTE, "R6:2", "R3:1 R8:2", ""},
	/* IADD3.X R15, PT, PT, R27, R15, R19, P0, P1 */
	{100, 0x0000000f1b0f7210, 0x7e2413, SASS_OP_IADD3, SASS_COMPUTE, "R15:1", "R27:1 R15:1 R19:1 P0:1 P1:1", ""},
	/* DFMA R6, R16, R6, UR8 */
	{100, 0x0000000810067e2b, 0x08000006 | 0x10, SASS_OP_DFMA, SASS_COMPUTE, "R6:2", "R16:2 UR8:2 R22:2", ""},
	/* @!P2 DADD R12, R12, R4 */
	{80, 0x000000000c0ca229, 0x4, SASS_OP_DADD, SASS_COMPUTE, "R12:2", "P2:1 R12:2 R4:2", ""},
	/* IMAD.HI.U32 R26, R7, 0x24924925, RZ */
	{75, 0x24924925071a7827, 0x78e00ff, SASS_OP_IMAD, SASS_COMPUTE, "R26:1", "R7:1", ""},
	/* HMMA.16816.F32 R12, R8, R16, R12 */
	{80, 0x00000010080c723c, 0x180c, SASS_OP_HMMA, SASS_COMPUTE, "R12:4", "R8:4 R16:2 R12:4", ""},
	/* IMMA.SP.16832.S8.S8 R8, R12.ROW, R2.COL, R8, R16, 0x0 */
	{80, 0x000010020c087237, 0x405d08, SASS_OP_IMMA, SASS_COMPUTE, "R8:4", "R12:2 R2:2 R8:4 R16:1", ""},
	/* HGMMA.64x16x16.F32.BF16 R24, R32, gdesc[UR8], R24, gsb0 */
	{90, 0x0020000820187df0, 0x8001818, SASS_OP_HGMMA, SASS_COMPUTE, "R24:8", "R24:8 R32:4 UR8:4", ""},
	/* LDG.E.SYS R6, [UR36+0x24]: part of the address on sm_75 */
	{75, 0x00002424ff067981, 0xc1ee900, SASS_OP_LDG, SASS_LOAD, "R6:1", "UR36:2", "global r4 UR36+36"},
	/* LDG.E R12, desc[UR4][R2.64+0x14] */
	{100, 0x00001404020c7981, 0xc1e1900, SASS_OP_LDG, SASS_LOAD, "R12:1", "R2:2 UR4:2", "global r4 R2+20"},
	/* LDG.E.ENL2.256 R28, R20, desc[UR6][R4.64+0x400] */
	{100, 0xfe0020060414797e, 0x812191c, SASS_OP_LDG, SASS_LOAD, "R20:4 R28:4", "R4:2 UR6:2", "global r32 R4+1024"},
	/* LDS.U.64 R4, [R0.X8+0x80] */
	{75, 0x0000800000047984, 0x9a00, SASS_OP_LDS, SASS_LOAD, "R4:2", "R0:1", "shared r8 R0*8+128"},
	/* STS.64 [0x2000], R10 */
	{80, 0x0020000aff007388, 0xa00, SASS_OP_STS, SASS_STORE, "", "R10:2", "shared w8 +8192"},
	/* LDL.S8 R35, [R35+UR6+0x100] */
	{120, 0x0001000623237983, 0x8100200, SASS_OP_LDL, SASS_LOAD, "R35:1", "R35:1 UR6:1", "local r1 R35+UR6+256"},
	/* ST.E.64 [R2+0x28], R18 */
	{100, 0x0000002802007385, 0x100b12, SASS_OP_ST, SASS_STORE, "", "R2:2 R18:2", "generic w8 R2+40"},
	/* ATOMG.E.ADD.STRONG.GPU PT, R16, desc[UR16][R8.64+-0xf4], R4 */
	{100, 0xffff0c04081079a8, 0x81ef110, SASS_OP_ATOMG, SASS_ATOMIC, "R16:1", "R8:2 UR16:2 R4:1",
         "global rw4 R8-244"},
	/* ATOMG.E.ADD.F64.RN PT, R0, [R2.64+0x10], R13, and the same bits 73 to 75 for 128 bits */
	{80, 0x0000100d020079a8, 0x81eedc4, SASS_OP_ATOMG, SASS_ATOMIC, "R0:2", "R2:2 UR4:2 R13:2", "global rw8 R2+16"},
	{100, 0x80020004101079a8, 0xc1ef906, SASS_OP_ATOMG, SASS_ATOMIC, "R16:4", "R16:2 UR6:2 R4:4",
         "global rw16 R16+512"},
	/* REDG.E.ADD.F32x4.FTZ.RN.STRONG.GPU desc[UR6][R2.64], R20 */
	{90, 0x00000014020079a6, 0xc12f706, SASS_OP_REDG, SASS_REDUCTION, "", "R2:2 UR6:2 R20:4", "global rw16 R2+0"},
	/* ATOMS.CAST.SPIN.64 P0, [R15+0x18], R4, R6 */
	{100, 0x000018040f00758d, 0x1800406, SASS_OP_ATOMS, SASS_ATOMIC, "P0:1", "R15:1 R4:2 R6:2",
         "shared rw8 R15+24"},
	/* LDGSTS.E.64 [R13+0x800], [R2.64+0x400], and with the size in other bits */
	{80, 0x00800400020d7fae, 0xb921a46, SASS_OP_LDGSTS, SASS_ASYNC_COPY, "", "R13:1 R2:2 UR6:2",
         "global r8 R2+1024 shared w8 R13+2048"},
	{100, 0x01000800060b7fae, 0xb9a180a, SASS_OP_LDGSTS, SASS_ASYNC_COPY, "", "R11:1 R6:2 UR10:2",
         "global r16 R6-2048 shared w16 R11+4096"},
	/* LDSM.16.MT88.2 R14, [R17+0x40] */
	{75, 0x00004000110e783b, 0x4100, SASS_OP_LDSM, SASS_MATRIX_LOAD, "R14:2", "R17:1", "shared r8 R17+64"},
	/* UBLKCP.S.G [UR8][UR14], UR4 */
	{90, 0x000000080e0073ba, 0x8000204, SASS_OP_UBLKCP, SASS_ASYNC_COPY, "", "UR14:2 UR8:2 UR4:1",
         "global r0 UR14+0 shared w0 UR8+0"},
	/* TEX.SCR.LL R6, R4, R8, R10, 0x0, 0x58, CUBE */
	{75, 0x7000580a08047b60, 0x19e0f06, SASS_OP_TEX, SASS_TEXTURE, "R4:2 R6:2", "R8:2 R10:2", "texture r0 +0"},
	/* LDC R4, c[0x2][R0+0x28] and LDCU.64 UR4, c[0x0][0x358] */
	{100, 0x00800a0000047b82, 0x800, SASS_OP_LDC, SASS_LOAD, "R4:1", "R0:1", "constant r4 R0+40"},
	{100, 0x00006b00ff0477ac, 0x8000a00, SASS_OP_LDCU, SASS_LOAD, "UR4:2", "", "constant r8 +856"},
	/* @UP0 UIADD3 UR7, UPT, UPT, UR7, UR8, URZ */
	{75, 0x0000000807070290, 0xfffe03f, SASS_OP_UIADD3, SASS_COMPUTE, "UR7:1", "UP0:1 UR7:1 UR8:1", ""},
	/* @UP0 S2UR UR6, SR_CLOCKLO, and a vote, whose guard is per lane */
	{90, 0x00000000000609c3, 0x5000, SASS_OP_S2UR, SASS_COMPUTE, "UR6:1", "UP0:1", ""},
	{90, 0x0000000000050886, 0x38e0100, SASS_OP_VOTEU, SASS_COMPUTE, "UR5:1", "P0:1", ""},
	/* R2P PR, R8, 0x16 */
	{90, 0x0000001608007804, 0, SASS_OP_R2P, SASS_COMPUTE, "P1:2 P4:1", "R8:1", ""},
	/* The same base opcode is another instruction on later architectures. */
	{80, 0x0000000e0f047235, 0x0c, SASS_OP_HFMA2, SASS_COMPUTE, "R4:1", "R15:1 R14:1 R12:1", ""},
	{120, 0x0000000c020c7235, 0x78e0200, SASS_OP_IADD, SASS_COMPUTE, "R12:2", "R2:2 R12:2", ""},
	/* Not an instruction */
	{90, 0x0000000000007fff, 0, SASS_UNKNOWN, SASS_OTHER, "", "", ""},
};

static void
describe_registers(char *text, const struct sass_registers *list, size_t count)
{
	static const char *const banks[] = {"R", "UR", "P", "UP"};
	*text = 0;
	for (size_t i = 0; i < count; i++)
		text += sprintf(text, "%s%s%u:%u", i ? " " : "", banks[list[i].bank], list[i].first, list[i].count);
}

static char *
describe_access(char *text, const struct sass_access *access)
{
	static const char *const spaces[] = {"none",  "generic",  "global",  "shared",
	                                     "local", "constant", "texture", "tensor"};
	text += sprintf(text, "%s %s%s%u ", spaces[access->space], access->reads ? "r" : "", access->writes ? "w" : "",
	                access->bytes);
	if (access->address != SASS_RZ)
		text += sprintf(text, "R%u", access->address);
	if (access->scale > 1)
		text += sprintf(text, "*%u", access->scale);
	if (access->uniform != SASS_RZ)
		text += sprintf(text, "%sUR%u", access->address != SASS_RZ ? "+" : "", access->uniform);
	return text + sprintf(text, "%+d", access->offset);
}

static void
describe_accesses(char *text, const struct sass_instruction *in)
{
	*text = 0;
	for (size_t i = 0; i < in->access_count; i++) {
		if (i)
			*text++ = ' ';
		text = describe_access(text, &in->accesses[i]);
	}
}

static void
put(uint8_t *bytes, uint64_t low, uint64_t high)
{
	for (size_t i = 0; i < 8; i++) {
		bytes[i] = (uint8_t)(low >> (8 * i));
		bytes[8 + i] = (uint8_t)(high >> (8 * i));
	}
}

static struct sass_instruction
decoded(unsigned sm, uint64_t low, uint64_t high)
{
	struct arena arena = {0};
	struct sass_code code;
	uint8_t bytes[SASS_INSTRUCTION_SIZE];
	put(bytes, low, high);
	assert_true(sass_decode(&code, bytes, sizeof bytes, sm, &arena));
	assert_int_equal(code.count, 1);
	struct sass_instruction in = code.instructions[0];
	arena_free(&arena);
	return in;
}

static void
test_instructions(void **state)
{
	(void)state;
	char text[256];
	for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
		const struct trial *trial = &trials[i];
		struct sass_instruction in = decoded(trial->sm, trial->low, trial->high);
		assert_string_equal(sass_mnemonic(in.opcode), sass_mnemonic(trial->opcode));
		assert_int_equal(in.kind, trial->kind);
		describe_registers(text, in.writes, in.write_count);
		assert_string_equal(text, trial->writes);
		describe_registers(text, in.reads, in.read_count);
		assert_string_equal(text, trial->reads);
		describe_accesses(text, &in);
		assert_string_equal(text, trial->accesses);
	}
}

static void
assert_target(unsigned sm, uint64_t low, uint64_t high, int64_t target, bool conditional, bool uniform)
{
	struct sass_instruction in = decoded(sm, low, high);
	assert_int_equal(in.control.target, target);
	assert_int_equal(in.control.conditional, conditional);
	assert_int_equal(in.control.warp_uniform, uniform);
}

static void
test_targets(void **state)
{
	(void)state;
	/* BRA; @P0 BRA; BRA P1 */
	assert_target(75, 0x000001b000007947, 0x3800000, 0x1c0, false, true);
	assert_target(75, 0x000001b000000947, 0x3800000, 0x1c0, true, false);
	assert_target(100, 0x0000000000107947, 0x0800000, 0x50, true, false);
	/* Backwards; from sm_90 on the lower bits are in another place. */
	assert_target(80, 0xffffff4100007947, 0x383ffff, 0x10 - 0xc0, false, true);
	assert_target(90, 0xfffffffc00d47947, 0x383ffff, 0x10 - 0xb0, false, true);
	/* BRA.U UP0; @!P0 BRA.U; BRA.DIV UR4 */
	assert_target(100, 0xfffffffd00a07547, 0xb83ffff, 0x10 - 0x180, true, true);
	assert_target(75, 0x0000001100008947, 0x3800000, 0x20, true, true);
	assert_target(120, 0x0000000204807947, 0xb800000, 0x210, true, true);
	/* CALL.REL.NOINC */
	assert_target(90, 0x00000024002c7944, 0x3c00000, 0x24c0, false, false);
}

static void
test_guards_and_schedules(void **state)
{
	(void)state;
	struct sass_instruction in = decoded(75, 0x0000000000008947, 0x000fea0003800000);
	assert_int_equal(in.guard.predicate, 0);
	assert_true(in.guard.negated);
	assert_int_equal(in.schedule.stall, 5);
	assert_int_equal(in.schedule.write_barrier, 7);
	assert_int_equal(in.schedule.wait_mask, 0);
	/* S2R R2, SR_CTAID.X, whose result scoreboard 0 signals, and an instruction that waits for it. */
	assert_int_equal(decoded(90, 0x0000000000027919, 0x000e2e0000002500).schedule.write_barrier, 0);
	assert_int_equal(decoded(90, 0x0000000402037c24, 0x001fc8000f8e0213).schedule.wait_mask, 1);
	/* @!PT SHFL.IDX */
	in = decoded(75, 0x00001fffffff7589 | 0x8000, 0xe0000);
	assert_true(sass_never_executes(&in));
}

static void
test_what_is_no_code(void **state)
{
	(void)state;
	struct arena arena = {0};
	struct sass_code code;
	uint8_t bytes[100] = {0};
	assert_false(sass_decode(&code, bytes, sizeof bytes, 70, &arena));
	assert_int_equal(code.count, 0);
	assert_true(sass_decode(&code, bytes, sizeof bytes, 90, &arena));
	assert_int_equal(code.count, 6);
	assert_int_equal(code.unknown, 6);
	assert_true(sass_decode(&code, bytes, 0, 90, &arena));
	assert_int_equal(code.count, 0);
	arena_free(&arena);
}

/* For any bits: registers and lists stay within their limits. */
static void
test_random_bits(void **state)
{
	(void)state;
	uint64_t seed = 1;
	static const unsigned sms[] = {75, 80, 89, 90, 100, 103, 110, 120, 121};
	for (unsigned i = 0; i < 30000; i++) {
		uint64_t low = seed = seed * 6364136223846793005u + 1442695040888963407u,
			 high = seed = seed * 6364136223846793005u + 1;
		struct sass_instruction in = decoded(sms[i % 9], (low >> 7) ^ low, high ^ high >> 31);
		assert_in_range(in.access_count, 0, SASS_MOST_ACCESSES);
		for (size_t k = 0; k < in.read_count; k++)
			assert_in_range(in.reads[k].first + in.reads[k].count, 1, 255);
		for (size_t k = 0; k < in.write_count; k++)
			assert_in_range(in.writes[k].first + in.writes[k].count, 1, 255);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_instructions),         cmocka_unit_test(test_targets),
		cmocka_unit_test(test_guards_and_schedules), cmocka_unit_test(test_what_is_no_code),
		cmocka_unit_test(test_random_bits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
