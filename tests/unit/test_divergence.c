/* Which values the threads of a warp have in common, whatever the launch. */
#include "code/divergence.h"

#include <stdlib.h>

#include "evaluate.h"
#include "ir/walk.h"

/* The address of the store to `probe`. */
static void
search(const struct ir_expr **address, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	if (e && e->kind == IR_STORE) {
		const struct ir_expr *base = ir_base_of_address(e->a);
		const struct ir_var *var = base && base->kind == IR_LOAD ? ir_local_of_address(base->a) : NULL;
		if (var && !strcmp(var->name, "probe"))
			*address = e->a;
	}
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		search(address, part);
}

/* Whether the index of `probe` is the same for all threads of a warp in a kernel that is these statements. */
static bool
is_uniform(const char *statements)
{
	char source[1024];
	struct ir_unit unit;
	struct divergence_known known = {0};
	const struct ir_expr *address = NULL;
	bool uniform = false;
	snprintf(source, sizeof source,
	         "struct pair { int first, second; };\n"
	         "__constant__ int table[32];\n"
	         "__device__ int f(int x) { return x; }\n"
	         "__device__ void set(int *x) { *x = 1; }\n"
	         "__global__ void k(int *probe, const int *q, volatile int *v, pair p, int n) {\n%s\n}\n",
	         statements);
	parse_program(&unit, source);
	for (size_t i = 0; i < unit.func_count; i++)
		if (unit.funcs[i]->is_kernel) {
			search(&address, (struct ir_node){.stmt = unit.funcs[i]->body});
			assert_non_null(address);
			uniform = divergence_is_uniform(&known, unit.funcs[i], address);
			/* What is known of the kernel by now does not change the answer. */
			assert_int_equal(divergence_is_uniform(&known, unit.funcs[i], address), uniform);
		}
	divergence_known_free(&known);
	ir_unit_free(&unit);
	return uniform;
}

static void
expect_all(const char *const *statements, size_t count, bool uniform)
{
	for (size_t i = 0; i < count; i++)
		if (is_uniform(statements[i]) != uniform)
			fail_msg("%s: %s", uniform ? "not uniform" : "uniform", statements[i]);
}

#define EXPECT_ALL(statements, uniform) expect_all((statements), sizeof(statements) / sizeof *(statements), (uniform))

static void
values_that_the_launch_has_in_common(void **state)
{
	(void)state;
	static const char *const uniform[] = {
		"probe[3] = 1;",
		"probe[n] = 1;",
		"probe[p.second] = 1;",
		"probe[blockIdx.x * blockDim.x + gridDim.y] = 1;",
		"int x = n > 3 ? 2 * n : -n; probe[x] = 1;",
		"int x = n; x += 3; x++; probe[x] = 1;",
		"bool b = n > 3 && blockIdx.x; probe[b] = 1;",
	};
	EXPECT_ALL(uniform, true);
}

static void
values_of_a_thread(void **state)
{
	(void)state;
	static const char *const diverging[] = {
		"probe[threadIdx.x] = 1;",
		"probe[threadIdx.y + threadIdx.z] = 1;",
		/* That dividing by the size of a warp makes it the same is known of some launches only. */
		"int w = threadIdx.x / 32; probe[w] = 1;",
		"int x = n; x += threadIdx.x; probe[x] = 1;",
		"bool b = n > 3 && threadIdx.x; probe[b] = 1;",
		"int x = threadIdx.x ? 1 : 2; probe[x] = 1;",
		/* What a function makes of its arguments is not looked at. */
		"probe[f(n)] = 1;",
	};
	EXPECT_ALL(diverging, false);
}

static void
loads_are_as_uniform_as_their_addresses(void **state)
{
	(void)state;
	static const char *const uniform[] = {
		"probe[q[blockIdx.x]] = 1;",
		"probe[q[q[n]]] = 1;",
		"probe[table[blockIdx.x]] = 1;",
		"__shared__ int s[4]; probe[s[n]] = 1;",
	};
	static const char *const diverging[] = {
		"probe[q[threadIdx.x]] = 1;",
		"probe[table[threadIdx.x]] = 1;",
		"probe[q[q[threadIdx.x]]] = 1;",
		/* Each thread's load may find another value. */
		"probe[v[n]] = 1;",
	};
	EXPECT_ALL(uniform, true);
	EXPECT_ALL(diverging, false);
}

static void
loops(void **state)
{
	(void)state;
	static const char *const uniform[] = {
		"for (int i = 0; i < n; i++) probe[i] = 1;",
		"int s = 0; for (int i = 0; i < n; i++) s += q[i]; probe[s] = 1;",
		"int i = 0; while (q[i]) i++; probe[i] = 1;",
		"int i = 0; for (;;) { if (q[i]) break; i++; } probe[i] = 1;",
		/* A loop of a thread's own, and what it leaves alone. */
		"int s = 0, x = n; for (int i = threadIdx.x; i < n; i += 32) s++; probe[x] = 1;",
	};
	static const char *const diverging[] = {
		"for (int i = threadIdx.x; i < n; i += 32) probe[i] = 1;",
		"int s = 0; for (int i = threadIdx.x; i < n; i += 32) s++; probe[s] = 1;",
		"int i = 0; while (q[i + threadIdx.x]) i++; probe[i] = 1;",
		/* Who has left goes on with what he had then. */
		"int i = 0; for (;;) { if (q[threadIdx.x] == i) break; i++; } probe[i] = 1;",
		"int s = 0; for (int i = 0; i < n; i++) { if (threadIdx.x == i) continue; s++; } probe[s] = 1;",
		"int s = 0; for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) if (threadIdx.x == j) break; else s++; } probe[s] = 1;",
		"int i = 0; do i++; while (i < threadIdx.x); probe[i] = 1;",
		/* An iteration later it is another's index. */
		"int a = 0, b = 0; for (int i = 0; i < n; i++) { a = b; b = threadIdx.x; } probe[a] = 1;",
	};
	EXPECT_ALL(uniform, true);
	EXPECT_ALL(diverging, false);
}

static void
branches(void **state)
{
	(void)state;
	static const char *const uniform[] = {
		"int x = 0; if (n > 3) x = 1; else x = 2; probe[x] = 1;",
		"int x = 0; switch (n) { case 1: x = 3; break; default: x = 4; } probe[x] = 1;",
		/* On a side that some threads take its own variables are alike for those. */
		"if (threadIdx.x < n) { int x = n; x++; probe[x] = 1; }",
		"if (threadIdx.x >= n) return; probe[n] = 1;",
	};
	static const char *const diverging[] = {
		"int x = 0; if (threadIdx.x > 3) x = 1; probe[x] = 1;",
		"int x = 0; if (q[threadIdx.x]) { if (n) x = 1; } probe[x] = 1;",
		"int x = 0; switch (threadIdx.x) { case 1: x = 3; break; default: x = 4; } probe[x] = 1;",
		"int x = 0; threadIdx.x && (x = 1); probe[x] = 1;",
		"int x = 0; int y = threadIdx.x ? x = 1 : 2; probe[x + 0 * (y == 9)] = 1;",
	};
	EXPECT_ALL(uniform, true);
	EXPECT_ALL(diverging, false);
}

/* A record, and an array of a thread's own, are one variable. */
static void
records_and_arrays(void **state)
{
	(void)state;
	static const char *const uniform[] = {
		"pair x = {n, 2}; probe[x.second] = 1;",
		"pair x = p, y; y = x; probe[y.first] = 1;",
		"int a[4] = {1, 2, 3, n}; probe[a[n & 3]] = 1;",
	};
	static const char *const diverging[] = {
		"pair x = {(int)threadIdx.x, 2}; probe[x.second] = 1;",
		"pair x = p; x.first = threadIdx.x; probe[x.second] = 1;",
		"pair x = {(int)threadIdx.x, 2}, y; y = x; probe[y.first] = 1;",
		"int a[4] = {1, 2, 3, 4}; a[threadIdx.x & 3] = 7; probe[a[0]] = 1;",
		"int a[4] = {1, 2, 3, 4}; probe[a[threadIdx.x & 3]] = 1;",
	};
	EXPECT_ALL(uniform, true);
	EXPECT_ALL(diverging, false);
}

/* Whoever has a variable's address may put anything there. */
static void
variables_whose_address_is_taken(void **state)
{
	(void)state;
	static const char *const diverging[] = {
		"int x = n; int *at = &x; *at = threadIdx.x; probe[x] = 1;",
		"int x = n; set(&x); probe[x] = 1;",
	};
	EXPECT_ALL(diverging, false);
	assert_true(is_uniform("int x = n, y = n; set(&y); probe[x] = 1;"));
}

/* What is nested deeper than it is read to is not known to be uniform. */
static void
deep_nesting(void **state)
{
	(void)state;
	enum { DEEP = 2 * IR_DEEPEST };
	char statements[16 + DEEP + 32] = "probe[";
	size_t length = strlen(statements);
	for (size_t i = 0; i < DEEP; i++)
		statements[length++] = '-' + (i % 2 ? 0 : '~' - '-');
	strcpy(statements + length, "n] = 1;");
	assert_false(is_uniform(statements));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_that_the_launch_has_in_common),
		cmocka_unit_test(values_of_a_thread),
		cmocka_unit_test(loads_are_as_uniform_as_their_addresses),
		cmocka_unit_test(loops),
		cmocka_unit_test(branches),
		cmocka_unit_test(records_and_arrays),
		cmocka_unit_test(variables_whose_address_is_taken),
		cmocka_unit_test(deep_nesting),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
