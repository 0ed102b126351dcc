/* Bounds of requests whose lanes have unknown data, from the range of each address. */
#include "evaluate.h"

static const struct {
	const char *access;
	double low, high;
} accesses[] = {
	{"many[d[t]] = 1;", 1, 32},
	{"many[d[t] & 15] = 1;", 1, 2},
	{"many[(d[t] & 15) + 4] = 1;", 1, 3},
	/* The alignment of a variable leaves its place in a sector open. */
	{"table[d[t] & 15] = 1;", 1, 3},
	{"few[d[t]] = 1;", 1, 13},
	/* A range for each lane: one sector of its own, two of its own, or one of two that the next lane also has. */
	{"many[t * 8 + (d[t] & 7)] = 1;", 32, 32},
	{"many[t * 16 + (d[t] & 15)] = 1;", 32, 32},
	{"many[t * 8 + (d[t] & 15)] = 1;", 16, 32},
	{"many[t * 2 + (d[t] & 31)] = 1;", 2, 12},
	/* Some lanes have known addresses, others unknown ones. */
	{"many[t < 16 ? 0 : d[t]] = 1;", 1, 17},
	{"wide[d[t] & 3] = 1;", 1, 1},
	{"in_shared[d[t]] = 1;", 1, 2},
	{"many[(int)in_constant[d[t] & 7]] = 1;", 1, 8},
	/* The effect of conversions, unsigned arithmetic, products, bit counts and bit-fields on the range. */
	{"many[(unsigned char)d[t] / 16] = 1;", 1, 2},
	{"many[64 + (unsigned)d[t] % 24] = 1;", 1, 3},
	{"many[64 + (unsigned)((const unsigned long long *)d)[t] % 16] = 1;", 1, 2},
	{"many[64 + ((const unsigned long long *)d)[t] % 16] = 1;", 1, 2},
	{"many[(unsigned)d[t] >> 28] = 1;", 1, 2},
	{"many[(unsigned)d[t] / 300000000] = 1;", 1, 2},
	{"many[(d[t] & 3) * (d[t + 32] & 3)] = 1;", 1, 2},
	{"many[64 - (d[t] & 3) * ((d[t + 32] & 7) - 3)] = 1;", 1, 4},
	{"many[__popc(d[t])] = 1;", 1, 5},
	{"many[((const bits *)d)[t].low] = 1;", 1, 1},
	{"many[64 + ((const bits *)d)[t].high] = 1;", 1, 2},
};

static void
test_accesses(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++) {
		struct evaluation e;
		char source[1024];
		const bool shared = strstr(accesses[i].access, "in_shared"),
			   constant = strstr(accesses[i].access, "in_constant");
		snprintf(source, sizeof source,
		         "struct bits { unsigned low : 3; int high : 3; unsigned rest : 26; };\n"
		         "__device__ float table[16]; __constant__ float in_constant[8];\n"
		         "__global__ void k(float *many, float *few, double *wide, const int *d) {\n"
		         "  __shared__ float in_shared[40]; int t = threadIdx.x;\n"
		         "  %s }\n"
		         "int main() { float *m, *f; double *w; int *d; cudaMalloc(&m, 1 << 20); cudaMalloc(&f, 400);\n"
		         "  cudaMalloc(&w, 32); cudaMalloc(&d, 128); k<<<1, 32>>>(m, f, w, d); }\n",
		         accesses[i].access);
		evaluate(&e, source, NULL);
		const struct site *site = NULL;
		for (size_t k = 0; k < first_launch(&e)->site_count; k++) {
			const struct site *at = &first_launch(&e)->sites[k];
			if (at->space == (shared     ? SPACE_SHARED
			                  : constant ? SPACE_CONSTANT
			                             : SPACE_GLOBAL) &&
			    at->kind == (constant ? SITE_LOAD : SITE_STORE))
				site = at;
		}
		assert_non_null(site);
		if (site->predicted.low != accesses[i].low || site->predicted.high != accesses[i].high)
			fail_msg("%s: %g to %g", accesses[i].access, site->predicted.low, site->predicted.high);
		evaluation_free(&e);
	}
}

/* Data with few values is assumed to be spread evenly over them, however distant the addresses are. For data that
 * ranges over a whole large array there is no prediction. */
static void
test_few_places(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(
		&e,
		"__global__ void k(float *many, const unsigned char *c, const int *d) { int t = threadIdx.x;\n"
		"  many[c[t] * 256 + t] = 1;\n"
		"  many[(unsigned)d[t] % 100 * 64] = 2;\n"
		"  many[d[t] * 256 + t] = 3;\n"
		"  many[(d[t] & 4095) * 16] = 4; }\n"
		"int main() { float *m; unsigned char *c; int *d; cudaMalloc(&m, 1 << 20); cudaMalloc(&c, 32); cudaMalloc(&d, 128);\n"
		"  k<<<1, 32>>>(m, c, d); }\n",
		NULL);
	static const enum confidence expected[] = {CONFIDENCE_BOUNDED, CONFIDENCE_BOUNDED, CONFIDENCE_UNKNOWN,
	                                           CONFIDENCE_UNKNOWN};
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(site_at(first_launch(&e), 2 + i, SITE_STORE)->confidence, expected[i]);
	expect_double(site_at(first_launch(&e), 2, SITE_STORE)->predicted.sectors, 31, 1);
	expect_double(site_at(first_launch(&e), 3, SITE_STORE)->predicted.sectors, 27.5, 1.5);
	evaluation_free(&e);
}

/* Stores to shared memory with data-dependent rows: minimum and maximum wavefronts. */
static const struct {
	const char *access;
	double low, high;
} banked[] = {
	/* A column for each lane: its bank is known, whatever the row is. */
	{"rows[d[t]][t] = 1;", 1, 1},
	{"rows[-d[t]][t] = 1;", 1, 1},
	{"rows[(unsigned char)d[t]][63 - t] = 1;", 1, 1},
	{"rows[d[t] & 7][t] = 1;", 1, 1},
	{"rows[d[t] + d[t + 32]][t] = 1;", 1, 1},
	{"rows[d[t] / 3][t] = 1;", 1, 1},
	{"((float *)rows)[d[t] * 32 + t] = 1;", 1, 1},
	/* Removing or keeping some bits of the sum does not change the lane's bank. */
	{"((float *)rows)[(d[t] * 32 + t) & 4095] = 1;", 1, 1},
	{"((float *)rows)[(unsigned short)(d[t] * 64 + t)] = 1;", 1, 1},
	{"((float *)rows)[(d[t] * 128 + 4 * t) >> 2] = 1;", 1, 1},
	{"((float *)rows)[(unsigned)(d[t] * 64 + t) % 512] = 1;", 1, 1},
	/* A loop changes the row, separately for each lane. */
	{"int j = 40; while (j > 0 && rows[j][t] > 0) j--; rows[j + 1][t] = 1;", 1, 1},
	/* Two lanes in a bank, which share a word if they are in one row; or four different rows in a bank. */
	{"rows[d[t]][t & 15] = 1;", 1, 2},
	{"rows[d[t / 16]][t % 16 * 4] = 1;", 2, 4},
	/* Lanes that share a row, and surely conflict there. */
	{"rows[d[0] + t][d[1] * 32] = 1;", 32, 32},
	/* Vectors need several passes. */
	{"*(float4 *)&rows[d[t]][t % 8 * 4] = make_float4(1, 1, 1, 1);", 4, 4},
	{"*(float2 *)&rows[d[t]][t % 16 * 2] = make_float2(1, 1);", 2, 2},
	/* Row lengths that are not a multiple of the banks leave a lane's bank open. */
	{"odd[d[t]][t] = 1;", 1, 32},
};

static void
test_known_banks(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof banked / sizeof *banked; i++) {
		struct evaluation e;
		char source[1024];
		snprintf(
			source, sizeof source,
			"__global__ void k(float *out, const int *d) {\n"
			"  __shared__ __align__(16) float rows[128][64]; __shared__ float odd[32][33]; int t = threadIdx.x;\n"
			"  for (int r = 0; r < 128; r++) rows[r][t] = out[r * 32 + t];\n"
			"  %s\n  out[t] = rows[t][t] + odd[t][t]; }\n"
			"int main() { float *o; int *d; cudaMalloc(&o, 1 << 20); cudaMalloc(&d, 256); k<<<1, 32>>>(o, d); }\n",
			banked[i].access);
		evaluate(&e, source, NULL);
		const struct site *site = site_at(first_launch(&e), 4, SITE_STORE);
		const double low = site->predicted.low / site->predicted.requests,
			     high = site->predicted.high / site->predicted.requests;
		if (low != banked[i].low || high != banked[i].high ||
		    (site->confidence > CONFIDENCE_ASSUMED) != (low != high))
			fail_msg("%s: %g to %g, %s", banked[i].access, low, high, confidence_text(site->confidence));
		evaluation_free(&e);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_accesses), cmocka_unit_test(test_few_places),
	                                   cmocka_unit_test(test_known_banks)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
