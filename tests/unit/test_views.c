/* Local variables that are written as one type and read as another, by some or all lanes. */
#include "evaluate.h"

static struct evaluation e;

static const struct site *
store_of(const char *body)
{
	char source[1024];
	snprintf(
		source, sizeof source,
		"#include <cuda_fp16.h>\n"
		"union view { unsigned long long wide; unsigned half[2]; float real; int number; };\n"
		"__global__ void k(float *o, const int *in) { unsigned lane = threadIdx.x; %s }\n"
		"int main() { float *o; int *i; cudaMalloc(&o, 1 << 20); cudaMalloc(&i, 1 << 20); k<<<1, 32>>>(o, i); }\n",
		body);
	evaluate(&e, source, NULL);
	return site_at(first_launch(&e), 3, SITE_STORE);
}

static void
expect_exact(const char *body, double sectors)
{
	const struct site *store = store_of(body);
	assert_int_equal(store->confidence, CONFIDENCE_EXACT);
	expect_double(per_request(store), sectors, 1e-9);
	evaluation_free(&e);
}

/* Lanes that do not write keep their value, whatever its type was. */
static void
test_some_lanes_write_another_view(void **state)
{
	(void)state;
	expect_exact("view u; u.wide = lane; if (lane & 1) u.half[0] = 7; o[u.half[0]] = 1;", 4);
	expect_exact("view u; u.real = __int_as_float(lane * 8); if (lane & 1) u.number = 5; o[u.number] = 1;", 16);
	expect_exact("view u; u.number = lane * 8; if (lane & 1) u.real = __int_as_float(5); o[u.number] = 1;", 16);
	expect_exact(
		"unsigned w = lane; unsigned char *b = (unsigned char *)&w; if (lane < 16) b[0] = 0; o[b[0] * 8] = 1;",
		17);
}

static void
test_a_view_that_is_overwritten_in_part(void **state)
{
	(void)state;
	const struct site *store =
		store_of("view u = {}; u.wide = (unsigned long long)lane << 35; u.half[0] = 3; o[u.half[1]] = 1;");
	assert_int_not_equal(store->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
	expect_exact("view u = {}; u.half[0] = lane; u.half[1] = 8 * lane; u.half[0] = 3; o[u.half[1]] = 1;", 32);
}

/* With an unknown condition both types are possible. */
static void
test_either_view_may_be_there(void **state)
{
	(void)state;
	const struct site *store =
		store_of("view u; u.real = 1.5f; if (lane < 8 || in[0]) u.number = 8 * lane; o[u.number & 255] = 1;");
	assert_int_not_equal(store->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

/* Half precision is not tracked bit by bit. */
static void
test_bits_of_half_precision_are_not_known(void **state)
{
	(void)state;
	const struct site *store = store_of(
		"__half h = __float2half(1.0f); unsigned short bits = *(unsigned short *)&h; o[lane * (bits >> 10)] = 1;");
	assert_int_not_equal(store->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

/* Host code reads its own variables as another type, and a launch of 32 threads gets the result: lanes are 4 * number
 * bytes apart. */
static void
expect_number_of_host(const char *code, unsigned number)
{
	char source[1024];
	snprintf(source, sizeof source,
	         "__global__ void k(float *o, int s) { o[threadIdx.x * s] = 1; }\n"
	         "int main() { float *o; cudaMalloc(&o, 1 << 20); %s }\n",
	         code);
	evaluate(&e, source, NULL);
	const struct site *store = site_at(first_launch(&e), 1, SITE_STORE);
	assert_int_equal(store->confidence, CONFIDENCE_EXACT);
	expect_double(per_request(store), ceil((31 * number + 1) / 8.0), 1e-9);
	evaluation_free(&e);
}

static void
test_views_of_host_variables(void **state)
{
	(void)state;
	expect_number_of_host("int w = 0x0302; unsigned char *b = (unsigned char *)&w; k<<<1, 32>>>(o, b[0] * b[1]);",
	                      6);
	expect_number_of_host("union { int i; unsigned char b[4]; } u; u.i = 0x0203; k<<<1, 32>>>(o, u.b[0]);", 3);
	expect_number_of_host("unsigned char raw[8] = {1, 0, 0, 0, 5}; k<<<1, 32>>>(o, *(int *)(raw + 4));", 5);
	expect_number_of_host("unsigned long long w = 7ull << 32; k<<<1, 32>>>(o, ((int *)&w)[1]);", 7);
	expect_number_of_host("long long w = 4; k<<<1, 32>>>(o, *(short *)&w);", 4);
	expect_number_of_host("float f = 8.0f; k<<<1, 32>>>(o, (*(int *)&f >> 23) - 128);", 2);
	expect_number_of_host("struct { short x, y; } r = {3, 0}; int v = *(int *)&r; k<<<1, 32>>>(o, v);", 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_some_lanes_write_another_view),
		cmocka_unit_test(test_a_view_that_is_overwritten_in_part),
		cmocka_unit_test(test_either_view_may_be_there),
		cmocka_unit_test(test_bits_of_half_precision_are_not_known),
		cmocka_unit_test(test_views_of_host_variables),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
