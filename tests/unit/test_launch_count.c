/* How often host code makes each launch, and when that is unknown. */
#include "evaluate.h"

static struct evaluation e;

#define START \
	"#include <cstdio>\n#include <unistd.h>\n" \
	"__global__ void k(float *p) { p[threadIdx.x] = 1; }\n" \
	"__global__ void at(float *p, int n) { p[threadIdx.x + n] = 1; }\n" \
	"int main() { float *p; int h; char text[80]; cudaMalloc(&p, 1 << 20);\n"

/* Runs a main with these statements, the first of which is on line 6. */
static void
run(const char *statements)
{
	char source[2048];
	snprintf(source, sizeof source, START "%s\n}\n", statements);
	evaluate(&e, source, NULL);
}

static void
expect_count(uint64_t repeats)
{
	const struct launch *launch = launch_of_kernel(&e, "k");
	if (launch->program.confidence != CONFIDENCE_EXACT)
		print_error("%s\n", launch->program.why);
	assert_int_equal(launch->program.confidence, CONFIDENCE_EXACT);
	assert_int_equal(launch->program.repeats, repeats);
	assert_int_equal(e.facts.cut_loop_count, 0);
	evaluation_free(&e);
}

static void
expect_no_count(const char *why)
{
	const struct launch *launch = launch_of_kernel(&e, "k");
	assert_int_equal(launch->program.confidence, CONFIDENCE_UNKNOWN);
	assert_string_equal(launch->program.why, why);
	evaluation_free(&e);
}

#define OPEN_END "the trip count of the loop at line 6 is unknown"
#define DEPENDS "data known only at run time decides whether it executes"

/* The first iteration is certain, but the number of further ones is unknown. */
static void
test_loops_whose_end_is_not_known(void **state)
{
	(void)state;
	run("for (long more = 1; more > 0; more = read(0, text, 80)) k<<<1, 32>>>(p);");
	expect_no_count(OPEN_END);
	run("do k<<<1, 32>>>(p); while (getchar() != EOF);");
	expect_no_count(OPEN_END);
	run("for (;;) { k<<<1, 32>>>(p); if (getchar() == EOF) break; }");
	expect_no_count(OPEN_END);
	run("for (int i = 0; i < 3; i++) { k<<<1, 32>>>(p); if (getchar() == EOF) break; }");
	expect_no_count(OPEN_END);
	run("for (int i = 0; i < 3; i++) { k<<<1, 32>>>(p); if (getchar() == EOF) return 1; }");
	expect_no_count(OPEN_END);
	run("for (int i = 0, n = getchar(); i < n; i++) for (int j = 0; j < 3; j++) k<<<1, 32>>>(p);");
	expect_no_count(OPEN_END);
	run("while (1) k<<<1, 32>>>(p);");
	expect_no_count("the loop at line 6 was not evaluated to its end");
}

static void
test_launches_under_unknown_conditions(void **state)
{
	(void)state;
	run("if (getchar() == 'k') k<<<1, 32>>>(p);");
	expect_no_count(DEPENDS);
	run("for (int i = 0; i < 3; i++) if (getchar() == 'k') k<<<1, 32>>>(p);");
	expect_no_count(DEPENDS);
	run("switch (getchar()) { case 'k': k<<<1, 32>>>(p); break; default: break; }");
	expect_no_count(DEPENDS);
	run("k<<<1, 32>>>(p); getchar() == 'k' ? k<<<1, 32>>>(p) : (void)0;");
	expect_no_count(DEPENDS);
}

/* These counts are certain: a program that ends there makes no other launch, and an error path makes none. */
static void
test_launches_that_can_be_counted(void **state)
{
	(void)state;
	run("k<<<1, 32>>>(p); while (getchar() != EOF) at<<<1, 32>>>(p, 1); if (getchar() == 'k') at<<<1, 32>>>(p, 2);");
	expect_count(1);
	run("if (getchar() == EOF) return 1; k<<<1, 32>>>(p);");
	expect_count(1);
	run("for (int i = 0; i < 3; i++) if (getchar() == EOF) return 1; k<<<1, 32>>>(p);");
	expect_count(1);
	run("for (int i = 0; i < 7; i++) { k<<<1, 32>>>(p); if (cudaDeviceSynchronize() != cudaSuccess) break; }");
	expect_count(7);
	run("for (int i = 0; i < 7; i++) { if (i == 5) break; k<<<1, 32>>>(p); }");
	expect_count(5);
}

/* Further iterations of such a loop make launches that were not evaluated, unless each makes the same one. */
static void
test_unlike_launches_of_open_loops(void **state)
{
	(void)state;
	run("int n = 0; do at<<<1, 32>>>(p, n++); while (getchar() != EOF);");
	assert_int_equal(e.facts.cut_loop_count, 1);
	assert_int_equal(e.facts.cut_loops[0].line, 6);
	evaluation_free(&e);
	run("int n = 0; do at<<<1, 32>>>(p, n ^= 1); while (getchar() != EOF);");
	assert_int_equal(e.facts.cut_loop_count, 0);
	evaluation_free(&e);
}

/* Iterations that were not run are assumed to launch the same as the others. */
static void
test_rounds_that_are_assumed(void **state)
{
	(void)state;
	run("for (int i = 0; i < 1000000; i++) { k<<<1, 32>>>(p); at<<<1, 32>>>(p, i); }");
	const struct launch *launch = launch_of_kernel(&e, "k");
	assert_int_equal(launch->program.confidence, CONFIDENCE_ASSUMED);
	assert_int_equal(launch->program.repeats, 1000000);
	assert_string_equal(
		launch->program.why,
		"the iterations of the loop at line 6 that were not evaluated behave like the evaluated ones");
	evaluation_free(&e);
}

/* A change in iterations that are not run is reported. */
static void
test_odd_rounds_that_change_something(void **state)
{
	(void)state;
	run("int n = 1; for (int i = 0; i < 20000; i++) { at<<<1, 32>>>(p, n); if (i == 9000) n = 2; }");
	assert_int_equal(e.facts.cut_loop_count, 1);
	assert_int_not_equal(launch_of_kernel(&e, "at")->program.confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
	run("int n = 1; for (int i = 0, j = 0; i < 20000; i++) { j = (j + 1) % 10; if (j == 9) k<<<1, 32>>>(p); }");
	assert_int_equal(e.facts.cut_loop_count, 1);
	evaluation_free(&e);
	run("unsigned char c = 0; for (int i = 0; i < 20000; i++) { c++; if (c == 200) k<<<1, 32>>>(p); }");
	assert_int_equal(e.facts.cut_loop_count, 1);
	evaluation_free(&e);
}

static void
expect_launch(const struct launch *launch, unsigned line, unsigned grid, unsigned block, uint64_t repeats)
{
	assert_int_equal(launch->place.line, line);
	assert_int_equal(launch->grid[0], grid);
	assert_int_equal(launch->block[0], block);
	assert_int_equal(launch->program.repeats, repeats);
}

/* Launches by device code are counted for each thread that makes them, and for each launch of its own kernel. */
static void
test_launches_by_device_code(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void leaf(float *p, int n) { p[blockIdx.x * blockDim.x + threadIdx.x + n] = 1; }\n"
	         "__global__ void middle(float *p, int n) { if (threadIdx.x == 0) leaf<<<n, 32>>>(p, n); }\n"
	         "__global__ void top(float *p) { if (threadIdx.x < 2) middle<<<1, 64>>>(p, 4); }\n"
	         "__global__ void again(float *p, int depth) {\n"
	         "  p[depth] = 1; if (depth < 2) again<<<1, 32>>>(p, depth + 1); }\n"
	         "__device__ void helper(float *p) { leaf<<<3, 96>>>(p, 9); }\n"
	         "__global__ void each(float *p, const int *d, int n) {\n"
	         "  if (d[threadIdx.x] > 0) leaf<<<2, 64>>>(p, 7);\n"
	         "  if (n > 5) leaf<<<11, 160>>>(p, 5); else helper(p); }\n"
	         "int main() { float *p; int *d; cudaMalloc(&p, 1 << 20); cudaMalloc(&d, 4096);\n"
	         "  for (int i = 0; i < 5; i++) top<<<2, 32>>>(p);\n"
	         "  again<<<1, 2>>>(p, 0); each<<<1, 32>>>(p, d, 2); }\n",
	         NULL);
	expect_launch(launch_of_kernel(&e, "top"), 11, 2, 32, 5);
	expect_launch(launch_of_kernel(&e, "middle"), 3, 1, 64, 20);
	assert_int_equal(launch_of_kernel(&e, "middle")->program.confidence, CONFIDENCE_EXACT);
	assert_int_equal(launch_of_kernel(&e, "middle")->origin, LAUNCH_SOURCE);
	const struct launch *leaves = launch_of_kernel(&e, "leaf"), *again = launch_of_kernel(&e, "again");
	expect_launch(&leaves[0], 2, 4, 32, 20);
	expect_launch(&leaves[1], 8, 2, 64, 32);
	assert_int_equal(leaves[1].program.confidence, CONFIDENCE_UNKNOWN);
	assert_string_equal(leaves[1].program.why,
	                    "data decides which threads of kernel 'each' make it, and how often");
	expect_launch(&leaves[2], 6, 3, 96, 32);
	expect_launch(&again[1], 5, 1, 32, 2);
	expect_launch(&again[2], 5, 1, 32, 64);
	evaluation_free(&e);
}

/* Kernels that recursively launch themselves with their own memory have too many paths to count: in bounded time. */
static void
test_launches_without_end(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void leaf(float *p) { p[threadIdx.x] = 1; }\n"
	         "__global__ void self(float *o, int n) { float *p; cudaMalloc(&p, 4096);\n"
	         "  leaf<<<dim3(4, 5), 289>>>(p); self<<<dim3(4, 9), dim3(33, 5)>>>(p, n); }\n"
	         "int main() { float *p; cudaMalloc(&p, 1 << 20); self<<<dim3(4, 9), dim3(33, 5)>>>(p, 43); }\n",
	         NULL);
	assert_int_equal(launch_of_kernel(&e, "leaf")->program.confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
}

/* A launch that a graph may have captured is repeated by each launch of the graph. */
static void
test_launches_of_graphs(void **state)
{
	(void)state;
	run("cudaStream_t s; cudaGraph_t g; cudaGraphExec_t e; cudaStreamCreate(&s);\n"
	    "cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); k<<<1, 32, 0, s>>>(p); cudaStreamEndCapture(s, &g);\n"
	    "cudaGraphInstantiate(&e, g, 0); for (int i = 0; i < 10; i++) cudaGraphLaunch(e, s);");
	expect_no_count("launches by graphs are not counted");
}

/* The text of an unreached launch determines the shape. */
static void
test_launches_by_device_code_that_nothing_comes_to(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void leaf(float *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
	         "__global__ void top(float *p, int n) { if (n > 5) leaf<<<11, 160>>>(p); }\n"
	         "int main() { float *p; cudaMalloc(&p, 1 << 20); top<<<1, 1>>>(p, 2); }\n",
	         NULL);
	expect_launch(launch_of_kernel(&e, "leaf"), 2, 11, 160, 1);
	assert_int_equal(launch_of_kernel(&e, "leaf")->origin, LAUNCH_ASSUMED);
	assert_string_equal(launch_of_kernel(&e, "leaf")->caveats.assumptions[0],
	                    "the launch: no evaluated code reaches the launch at line 2");
	evaluation_free(&e);
}

/* If a launch is left out because its kernel has too many, variables that it writes become unknown. The program must
 * not end because they seem to have the host's values. */
static void
test_launches_left_out_that_write_variables(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__device__ int v;\n"
		"__global__ void twice() { v = 2 * v; }\n"
		"__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
		"int main() { float *p; int h; cudaMalloc(&p, 1 << 20);\n"
		"  for (int i = 1; i < 100; i++) {\n"
		"    h = i; cudaMemcpyToSymbol(v, &h, sizeof h); twice<<<1, 1>>>(); cudaMemcpyFromSymbol(&h, v, sizeof h);\n"
		"    if (h != 2 * i) return 1;\n"
		"    k<<<1, 32>>>(p); } }\n",
		NULL);
	assert_int_equal(launch_of_kernel(&e, "k")->program.confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_loops_whose_end_is_not_known),
		cmocka_unit_test(test_launches_under_unknown_conditions),
		cmocka_unit_test(test_launches_that_can_be_counted),
		cmocka_unit_test(test_unlike_launches_of_open_loops),
		cmocka_unit_test(test_rounds_that_are_assumed),
		cmocka_unit_test(test_odd_rounds_that_change_something),
		cmocka_unit_test(test_launches_of_graphs),
		cmocka_unit_test(test_launches_by_device_code),
		cmocka_unit_test(test_launches_by_device_code_that_nothing_comes_to),
		cmocka_unit_test(test_launches_without_end),
		cmocka_unit_test(test_launches_left_out_that_write_variables),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
