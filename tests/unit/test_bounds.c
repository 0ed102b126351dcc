/* Bounds of requests whose lanes' data is not known: by where each of them may go. */
#include "evaluate.h"

static const struct {
	const char *access;
	double low, high;
} accesses[] = {
	{"many[d[t]] = 1;", 1, 32},
	{"many[d[t] & 15] = 1;", 1, 2},
	{"many[(d[t] & 15) + 4] = 1;", 1, 3},
	/* Where a variable begins within a sector its alignment leaves open. */
	{"table[d[t] & 15] = 1;", 1, 3},
	{"few[d[t]] = 1;", 1, 13},
	/* A stretch for each lane: each its own sector, each its own two, each one of two that the next one has as well. */
	{"many[t * 8 + (d[t] & 7)] = 1;", 32, 32},
	{"many[t * 16 + (d[t] & 15)] = 1;", 32, 32},
	{"many[t * 8 + (d[t] & 15)] = 1;", 16, 32},
	{"many[t * 2 + (d[t] & 31)] = 1;", 2, 12},
	/* Some lanes go where it is known, others nobody knows where. */
	{"many[t < 16 ? 0 : d[t]] = 1;", 1, 17},
	{"wide[d[t] & 3] = 1;", 1, 1},
	{"in_shared[d[t]] = 1;", 1, 2},
	{"many[(int)in_constant[d[t] & 7]] = 1;", 1, 8},
};

static void
test_accesses(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++) {
		struct evaluation e;
		char source[1024];
		const bool shared = strstr(accesses[i].access, "in_shared"), constant = strstr(accesses[i].access, "in_constant");
		snprintf(source, sizeof source,
		         "__device__ float table[16]; __constant__ float in_constant[8];\n"
		         "__global__ void k(float *many, float *few, double *wide, const int *d) {\n"
		         "  __shared__ float in_shared[40]; int t = threadIdx.x;\n"
		         "  %s }\n"
		         "int main() { float *m, *f; double *w; int *d; cudaMalloc(&m, 1 << 20); cudaMalloc(&f, 400);\n"
		         "  cudaMalloc(&w, 32); cudaMalloc(&d, 128); k<<<1, 32>>>(m, f, w, d); }\n", accesses[i].access);
		evaluate(&e, source, NULL);
		const struct site *site = NULL;
		for (size_t k = 0; k < first_launch(&e)->site_count; k++) {
			const struct site *at = &first_launch(&e)->sites[k];
			if (at->space == (shared ? SPACE_SHARED : constant ? SPACE_CONSTANT : SPACE_GLOBAL) &&
			    at->kind == (constant ? SITE_LOAD : SITE_STORE))
				site = at;
		}
		assert_non_null(site);
		if (site->predicted.low != accesses[i].low || site->predicted.high != accesses[i].high)
			fail_msg("%s: %g to %g", accesses[i].access, site->predicted.low, site->predicted.high);
		evaluation_free(&e);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_accesses)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
