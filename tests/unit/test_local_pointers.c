/* What hangs on the last bits of floating point, by way of pointers to local variables: members of records, references, what
 * functions are given and give back. */
#include "evaluate.h"

static const char types[] =
	"struct view { float *p; int pitch;\n"
	"  __device__ float &operator()(int r, int c) { return p[r * pitch + c]; }\n"
	"  __device__ view &step(int by) { pitch += by; return *this; }\n"
	"  __device__ int *stride() { return &pitch; } };\n"
	"__device__ void put(view v, int i) { v.p[i * v.pitch] = 1; }\n"
	"__device__ view narrow(view v, int by) { v.pitch -= by; return v; }\n"
	"__device__ int &of_two(int &a, int &b, bool first) { return first ? a : b; }\n"
	"__device__ void set(int *to, int value) { *to = value; }\n"
	"__device__ void hold(int **holder, int *what) { *holder = what; }\n";

/* The standing of the one store of a kernel with that body. */
static void
expect_store(const char *body, enum standing standing)
{
	static struct evaluation e;
	char source[2000];
	snprintf(source, sizeof source,
	         "%s__global__ void k(float *o, view v, const int *data)\n"
	         "{ int at = blockIdx.x * 256 + threadIdx.x; bool special = sinf(at) > 2; int n = 1, m = 2;\n"
	         "  %s }\n"
	         "int main() { float *p; cudaMalloc(&p, 1 << 24); k<<<1000, 256>>>(p, view{p, 1}, (int *)p + 1000000); }\n",
	         types, body);
	evaluate(&e, source, NULL);
	const struct launch *launch = first_launch(&e);
	bool found = false;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->kind != SITE_STORE || site->space != SPACE_GLOBAL)
			continue;
		found = true;
		if (site->standing != standing)
			fail_msg("%s: %s is %s (%s)", body, site->expression, standing_text(site->standing), site->why);
	}
	assert_true(found);
	evaluation_free(&e);
}

static void
test_what_hangs_on_nothing_stays_exact(void **state)
{
	(void)state;
	static const char *const bodies[] = {
		"v(0, at) = 1;",
		"v.step(2)(0, at) = 1;",
		"put(v, at);",
		"view w = narrow(v, -1); w(0, at) = 1;",
		"int *q = &n; *q = 3; o[at * n] = 1;",
		"int &q = n; set(&q, 2); o[at * n] = 1;",
		"o[at * of_two(n, m, true)] = 1;",
		"int *q; hold(&q, &m); *q = 4; o[at * m] = 1;",
		"auto f = [&](int i) { o[i * n] = 1; }; f(at);",
		"auto f = [=](int i) { v.p[i * n] = 1; }; f(at);",
		"int rows[2] = {3, 4}; for (int *r = rows; r < rows + 2; r++) *r += 1; o[at * rows[1]] = 1;",
		/* What is done otherwise is done to another variable. */
		"int *q = &m; if (special) *q = 5; o[at * n] = 1;",
	};
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
		expect_store(bodies[i], STANDING_EXACT);
}

static void
test_what_hangs_on_a_function_is_no_more_than_assumed(void **state)
{
	(void)state;
	static const char *const bodies[] = {
		"view w{o, special ? 2 : 1}; put(w, at);",
		"view w{o, special ? 2 : 1}; w(0, at * w.pitch) = 1;",
		"view w = narrow(v, special); w(0, at * w.pitch) = 1;",
		"if (special) v.step(1); o[at * v.pitch] = 1;",
		"if (special) v.step(1).step(2); o[at * v.pitch] = 1;",
		"*v.stride() = special ? 2 : 1; o[at * v.pitch] = 1;",
		"int *q = &n; if (special) *q = 2; o[at * n] = 1;",
		"int &q = n; if (special) q = 2; o[at * n] = 1;",
		"if (special) set(&n, 2); o[at * n] = 1;",
		"of_two(n, m, true) = special ? 2 : 1; o[at * n] = 1;",
		"int *q; hold(&q, &n); if (special) *q = 2; o[at * n] = 1;",
		"int *q = special ? &n : &m; o[at * *q] = 1;",
		"auto f = [&] { if (special) n = 2; }; f(); o[at * n] = 1;",
		"int rows[2] = {1, 1}, *r = rows; *r++ = 1; *r++ = special ? 2 : 1; o[at * rows[1]] = 1;",
		"struct { int *to; } holder = {&n}, other = holder; if (special) *other.to = 2; o[at * n] = 1;",
		"int *q = nullptr; q = &n; if (special) *q = 2; o[at * n] = 1;",
	};
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
		expect_store(bodies[i], STANDING_ASSUMED);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_hangs_on_nothing_stays_exact),
		cmocka_unit_test(test_what_hangs_on_a_function_is_no_more_than_assumed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
