/* What atomics come to in memory, for whom all contributions are in. */
#include "evaluate.h"

static struct evaluation e;

/* The store on line 4 of `use`, launched behind a kernel whose body that is: it goes to out[i] where what 64 threads of two
 * blocks have made of p[i % 16], of zeros, is what is expected, else far off. */
static const struct site *
store_behind(const char *body, const char *expected)
{
	char source[2048];
	snprintf(source, sizeof source,
	         "__global__ void k(int *p, const int *q, int *out, unsigned *u) { const int t = threadIdx.x; __shared__ int s[16]; s[t %% 16] = 0; __syncthreads();\n"
	         "  %s }\n"
	         "__global__ void use(const int *p, int *out) { const int i = threadIdx.x;\n"
	         "  out[p[i %% 16] == (%s) ? i : i * 32] = 1; }\n"
	         "int pick(int); int main() { int *p, *q, *out, h[64]; for (int i = 0; i < 64; i++) h[i] = pick(i);\n"
	         "  cudaMalloc(&p, 64); cudaMalloc(&q, 256); cudaMalloc(&out, 1 << 20); cudaMemset(p, 0, 64);\n"
	         "  cudaMemcpy(q, h, 256, cudaMemcpyHostToDevice); k<<<2, 64>>>(p, q, out, (unsigned *)p); use<<<1, 64>>>(p, out); }\n", body, expected);
	evaluate(&e, source, NULL);
	return site_at(launch_of_kernel(&e, "use"), 4, SITE_STORE);
}

static void
expect_sum(const char *body, const char *expected)
{
	expect_packed(store_behind(body, expected), body, 8);
	evaluation_free(&e);
}

static void
test_contributions_that_are_known(void **state)
{
	(void)state;
	expect_sum("atomicAdd(&p[t % 16], 1);", "8");
	expect_sum("atomicAdd(&p[t / 4], t);", "2 * (16 * (i % 16) + 6)");
	expect_sum("atomicSub(p + t % 16, blockIdx.x);", "-4");
	expect_sum("atomicMax(&p[t & 15], t * 7);", "(48 + i % 16) * 7");
	expect_sum("atomicMin(&p[t & 15], -t);", "-(48 + i % 16)");
	expect_sum("atomicMin(&u[t & 15], (unsigned)-t);", "0");
	expect_sum("atomicOr(&p[t & 15], 1 << t / 16);", "15");
	expect_sum("atomicXor(&p[t & 15], t);", "(i & 15) ^ (i & 15)");
	expect_sum("if (t % 2) atomicAdd(&p[t % 16], 3);", "i % 2 ? 24 : 0");
}

/* By way of a block's own, which a barrier ends. */
static void
test_sums_of_a_block(void **state)
{
	(void)state;
	expect_sum("atomicAdd(&s[t % 16], 1); __syncthreads(); if (t < 16) atomicAdd(&p[t], s[t]);", "8");
	expect_sum("for (int i = t; i < 640; i += 64) atomicAdd(&s[i * i % 16], 1); __syncthreads(); if (t < 16) atomicAdd(&p[t], s[t]);",
	           "i % 16 == 0 || i % 16 == 4 ? 320 : i % 16 == 1 || i % 16 == 9 ? 320 : 0");
}

static void
expect_unknown(const char *body, const char *expected)
{
	expect_unsettled(store_behind(body, expected), body);
	evaluation_free(&e);
}

static void
test_what_is_not_known(void **state)
{
	(void)state;
	expect_unknown("atomicAdd(&p[t % 16], q[t]);", "8");
	expect_unknown("if (q[t]) atomicAdd(&p[t % 16], 1);", "8");
	expect_unknown("atomicExch(&p[t % 16], t);", "8");
	expect_unknown("atomicAdd(&p[q[t]], 1);", "8");
	/* Before the others' contributions, or behind them. */
	expect_unknown("atomicAdd(&s[t % 16], 1); if (t < 16) atomicAdd(&p[t], s[t]);", "8");
	expect_unknown("atomicAdd(&p[t % 16], 1); __syncthreads(); if (t < 16 && blockIdx.x == 0) p[t] = p[t + 1];", "8");
	expect_unknown("const int old = atomicAdd(&p[t % 16], 1); p[t % 16] = old;", "8");
	expect_unknown("if (t == 0 && blockIdx.x == 0) { atomicAdd(p, 1); p[0] = 5; } atomicAdd(&p[t % 16], 1);", "i % 16 ? 8 : 12");
	/* Of a float, the order counts. */
	expect_unknown("atomicAdd((float *)&p[t % 16], 0.1f);", "8");
}

/* Who waits for the others does not wait for ever. */
static void
test_waiting_for_others(void **state)
{
	(void)state;
	const struct site *store = store_behind("if (t == 0) { atomicAdd(p, 1); while (*(volatile int *)p < 2) ; } __syncthreads(); out[t] = 1;", "2");
	(void)store;
	const struct launch *launch = launch_of_kernel(&e, "k");
	assert_int_equal(site_at(launch, 2, SITE_STORE)->predicted.requests, 4);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_contributions_that_are_known), cmocka_unit_test(test_sums_of_a_block),
		cmocka_unit_test(test_what_is_not_known),            cmocka_unit_test(test_waiting_for_others),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
