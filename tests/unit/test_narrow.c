/* Loads of which only some bytes are needed, through functions, reinterpreted values and questions for a sign. What nvcc 13.0
 * makes of the same code for sm_90 stands beside it. */
#include "evaluate.h"

static struct evaluation e;

static void
expect_standings(const struct launch *launch, unsigned first, const char *standings)
{
	for (unsigned i = 0; standings[i]; i++) {
		const enum standing expected = standings[i] == 'e' ? STANDING_EXACT : STANDING_ASSUMED;
		const struct site *site = site_at(launch, first + i, SITE_LOAD);
		if (site->standing != expected)
			print_error("line %u: %s\n", first + i, site->why);
		assert_int_equal(site->standing, expected);
	}
}

static void
test_parts_that_functions_need(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ unsigned char low(unsigned x) { return x & 0xff; }\n"
	         "__device__ unsigned low_at(const unsigned &x) { return x & 0xff; }\n"
	         "__device__ unsigned same(unsigned x) { return x; }\n"
	         "__device__ void put(unsigned &to, unsigned x) { to = x; }\n"
	         "struct colour { unsigned v; __device__ unsigned red() const { return v & 0xff; } };\n"
	         "__device__ colour make(unsigned x) { colour c; c.v = x; return c; }\n"
	         "__global__ void k(unsigned *o, const unsigned *a)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = low(a[i]);\n"                                        /* LDG.U8 */
	         "  unsigned v = a[i + 32]; o[i + 32] = low_at(v);\n"           /* LDG.U8 */
	         "  o[i + 64] = same(a[i + 64]) & 0xff;\n"                      /* LDG.U8 */
	         "  unsigned w; put(w, a[i + 96]); o[i + 96] = w & 0xff;\n"     /* LDG.U8 */
	         "  colour c = make(a[i + 128]); o[i + 128] = c.red();\n"       /* LDG.U8 */
	         "  o[i + 160] = make(a[i + 160]).red();\n"                     /* LDG.U8 */
	         "  o[i + 192] = same(a[i + 192]);\n"
	         "  unsigned x[2] = {same(a[i + 224]), 1}; o[i + 224] = x[i & 1]; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	expect_standings(first_launch(&e), 9, "aaaaaaee");
	evaluation_free(&e);
}

/* One function for two callers, of whom one needs all. */
static void
test_what_one_caller_needs_another_may_not(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ unsigned at(const unsigned *p, int i)\n"
	         "{ return p[i]; }\n"
	         "__device__ unsigned all_at(const unsigned *p, int i)\n"
	         "{ return p[i]; }\n"
	         "__global__ void k(unsigned *o, const unsigned *a)\n"
	         "{ int i = threadIdx.x; o[i] = at(a, i) + all_at(a, i + 32); o[i + 32] = at(a, i + 64) >> 24; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	expect_standings(first_launch(&e), 2, "a");
	expect_standings(first_launch(&e), 4, "e");
	evaluation_free(&e);
}

static void
test_parts_of_reinterpreted_numbers(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <cstring>\n"
	         "union both { float f; unsigned u; unsigned short half[2]; };\n"
	         "__global__ void k(unsigned *o, const float *f, const double *d, const unsigned *a)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = __float_as_uint(f[i]) >> 16;\n"                                      /* LDG.U16 */
	         "  o[i + 32] = __double2hiint(d[i + 32]);\n"                                   /* LDG */
	         "  o[i + 64] = __double2loint(d[i + 64]);\n"                                   /* LDG */
	         "  o[i + 96] = __double_as_longlong(d[i + 96]) >> 52;\n"                       /* LDG */
	         "  float x = f[i + 128]; o[i + 128] = *(unsigned short *)&x;\n"                /* LDG.U16 */
	         "  float y = f[i + 160]; unsigned *p = (unsigned *)&y; o[i + 160] = *p >> 16;\n"  /* LDG.U16 */
	         "  both b; b.f = f[i + 192]; o[i + 192] = b.half[1];\n"                        /* LDG.U16 */
	         "  double z = d[i + 224]; int2 q = *(int2 *)&z; o[i + 224] = q.y;\n"           /* LDG */
	         "  unsigned w = a[i + 256]; uchar4 r = *(uchar4 *)&w; o[i + 256] = r.y;\n"     /* LDG.U8 */
	         "  float t = f[i + 288]; unsigned u; memcpy(&u, &t, 4); o[i + 288] = u >> 16;\n"  /* LDG.U16 */
	         "  o[i + 320] = __float_as_uint(f[i + 320]);\n"
	         "  both c; c.f = f[i + 352]; o[i + 352] = c.u;\n"
	         "  unsigned v = a[i + 384]; uchar4 s = *(uchar4 *)&v; o[i + 384] = s.x + s.y + s.z + s.w;\n"
	         "  float g = f[i + 416]; unsigned h; memcpy(&h, &g, 4); o[i + 416] = h; }\n",
	         "k<<<1, 32>>>(4096, 4096, 8192, 4096)");
	expect_standings(first_launch(&e), 5, "aaaaaaaaaaeeee");
	evaluation_free(&e);
}

/* Of numbers in two registers; a number in one is compared as a whole. */
static void
test_questions_for_a_sign(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <cmath>\n"
	         "__global__ void k(int *o, const long long *l, const double *d, const int *a, const float *f)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = l[i] < 0;\n"                        /* LDG */
	         "  o[i + 32] = -1 < l[i + 32];\n"             /* LDG */
	         "  o[i + 64] = signbit(d[i + 64]);\n"         /* LDG */
	         "  o[i + 96] = l[i + 96] % 2 == 0;\n"         /* LDG */
	         "  o[i + 128] = ~l[i + 128] >> 32;\n"         /* LDG */
	         "  o[i + 160] = a[i + 160] < 0;\n"
	         "  o[i + 192] = signbit(f[i + 192]);\n"
	         "  o[i + 224] = d[i + 224] < 0;\n"
	         "  o[i + 256] = l[i + 256] > 0;\n"
	         "  o[i + 288] = a[i + 288] % 2 == 0; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 4096, 4096)");
	expect_standings(first_launch(&e), 4, "aaaaaeeeee");
	evaluation_free(&e);
}

/* What a variable was before is gone where it gets a part of that, or another number. */
static void
test_variables_that_hold_several_numbers(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(unsigned *o, const unsigned *a)\n"
	         "{ int i = threadIdx.x;\n"
	         "  unsigned v = a[i]; v >>= 24; o[i] = v;\n"                             /* LDG.U8 */
	         "  unsigned w = a[i + 32]; w = w & 0xff; o[i + 32] = w;\n"               /* LDG.U8 */
	         "  unsigned x = a[i + 64]; o[i + 64] = x & 0xff;\n"                      /* LDG.U8 */
	         "  x = a[i + 96]; o[i + 96] = x;\n"
	         "  unsigned s = a[i + 128]; s = s * 1664525 + 1013904223; o[i + 128] = s >> 16; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	expect_standings(first_launch(&e), 3, "aaaae");
	evaluation_free(&e);
}

/* Those with a hint are narrowed by registers only. */
static void
test_loads_with_hints(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *o, const long long *l, const unsigned *a)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = (int)__ldcs(l + i);\n"                 /* LDG */
	         "  o[i + 32] = __ldg(l + i + 32) >> 32;\n"       /* LDG */
	         "  o[i + 64] = __ldcg(a + i) & 0xff;\n"
	         "  o[i + 96] = __ldg(a + i + 32) & 0xff; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096)");
	expect_standings(first_launch(&e), 3, "aaee");
	evaluation_free(&e);
}

static void
expect_both(const struct launch *launch, unsigned line, enum standing standing)
{
	assert_int_equal(site_at(launch, line, SITE_LOAD)->standing, standing);
	assert_int_equal(site_at(launch, line, SITE_STORE)->standing, standing);
}

/* The other bytes are stored alone, and nothing is loaded, where all of this is masks; an update by one operator is not taken
 * apart. */
static void
test_bytes_that_stay_as_they_are(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ unsigned with(unsigned x, unsigned v) { return (x & ~0xffu) | v; }\n"
	         "__global__ void k(unsigned *p, unsigned short *h, long long *l, const unsigned *q, unsigned v)\n"
	         "{ int i = threadIdx.x;\n"
	         "  p[i] = (p[i] & 0xffffff00u) | 7u;\n"                                    /* STG.U8 */
	         "  p[i + 32] = (p[i + 32] & 0x00ffffff) | (v << 24);\n"                    /* STG.U8 */
	         "  h[i] = (h[i] & 0xff) | 0x300;\n"                                        /* STG.U8 */
	         "  l[i] = (l[i] & 0xffffffff00000000ll) | 5;\n"                            /* STG */
	         "  unsigned x = p[i + 64]; x &= ~0xffffu; x += 9;\n"
	         "  p[i + 64] = x;\n"                                                       /* STG.U16 */
	         "  p[i + 96] = with(p[i + 96], 3);\n"                                      /* STG.U8 */
	         "  p[i + 128] |= 0xff;\n"
	         "  p[i + 160] &= ~0xffffu;\n"
	         "  p[i + 192] = p[i + 192] * 3 + 1;\n"
	         "  p[i + 224] = (q[i] & ~0xffu) | 3; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 4096, 5)");
	const struct launch *launch = first_launch(&e);
	for (unsigned line = 4; line <= 7; line++)
		expect_both(launch, line, STANDING_ASSUMED);
	assert_int_equal(site_at(launch, 8, SITE_LOAD)->standing, STANDING_ASSUMED);
	assert_int_equal(site_at(launch, 9, SITE_STORE)->standing, STANDING_ASSUMED);
	expect_both(launch, 10, STANDING_ASSUMED);
	for (unsigned line = 11; line <= 13; line++)
		expect_both(launch, line, STANDING_EXACT);
	assert_int_equal(site_at(launch, 14, SITE_STORE)->standing, STANDING_EXACT);
	evaluation_free(&e);
}

/* Of what goes into a surface all is needed. */
static void
test_what_surfaces_get(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, const float *b, cudaSurfaceObject_t s)\n"
	         "{ int i = threadIdx.x; float v = a[i];\n"
	         "  surf2Dwrite(v, s, i * 4, 0);\n"
	         "  float w = b[i];\n"
	         "  surf3Dwrite(w, s, i * 4, 0, 1); }\n",
	         "k<<<1, 32>>>(4096, 4096, _)");
	expect_standings(first_launch(&e), 2, "e");
	expect_standings(first_launch(&e), 4, "e");
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parts_that_functions_need),
		cmocka_unit_test(test_what_one_caller_needs_another_may_not),
		cmocka_unit_test(test_parts_of_reinterpreted_numbers),
		cmocka_unit_test(test_questions_for_a_sign),
		cmocka_unit_test(test_variables_that_hold_several_numbers),
		cmocka_unit_test(test_loads_with_hints),
		cmocka_unit_test(test_bytes_that_stay_as_they_are),
		cmocka_unit_test(test_what_surfaces_get),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
