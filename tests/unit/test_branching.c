/* Branches that the compiler executes more or less often than the source does: instructions are those of nvcc 13.0 for sm_90. */
#include "evaluate.h"

static struct evaluation e;

static void
expect_standing(const struct site *branch, const char *source, enum standing standing, const char *why)
{
	if (branch->standing != standing || !strstr(branch->why, why))
		print_error("%s: %s\n", source, branch->why);
	assert_int_equal(branch->standing, standing);
	assert_non_null(strstr(branch->why, why));
}

/* The branch on the third line of a kernel of one block of 64 threads, with i for the thread and n = 8; why: a part of what is
 * told. What is worth a branch is more than some arithmetic: a function with a slow path. */
static void
expect_branch(const char *body, enum standing standing, const char *why)
{
	char source[1000];
	snprintf(source, sizeof source,
	         "__constant__ int most; __global__ void k(float *p, int n)\n"
	         "{ int i = threadIdx.x; float s = 0; __shared__ int t[64]; t[i] = i; __syncthreads();\n%s\np[i] = s; }\n", body);
	evaluate(&e, source, "k<<<1, 64>>>(65536, 8)");
	expect_standing(site_at(first_launch(&e), 3, SITE_BRANCH), body, standing, why);
	evaluation_free(&e);
}

static void
test_loops(void **state)
{
	(void)state;
	static const char unrolled[] = "depends on how the compiler unrolls it", turned[] = "behind its body";
	expect_branch("for (int k = 0; k < n; k++) s += p[k * 64 + i];", STANDING_ASSUMED, unrolled);
	expect_branch("for (int k = n; k >= 0; k -= 2) s += p[k * 64 + i];", STANDING_ASSUMED, unrolled);
	expect_branch("const int w = blockDim.x; for (int k = i; k < 512; k += w) s += p[k];", STANDING_ASSUMED, unrolled);
	expect_branch("int k = 0; while (k < n) { s += p[k * 64 + i]; k++; }", STANDING_ASSUMED, unrolled);
	expect_branch("int k = 0; do { s += p[k * 64 + i]; k++; } while (k < n);", STANDING_ASSUMED, unrolled);
	expect_branch("_Pragma(\"unroll 1\") for (int k = 0; k < n; k++) s += p[k * 64 + i];", STANDING_ASSUMED, turned);
	expect_branch("for (int k = n; k > 0; k /= 2) s += p[k * 64 + i];", STANDING_ASSUMED, turned);
	expect_branch("for (int k = i; k < 512; k += blockDim.x) s += p[k];", STANDING_ASSUMED, turned);
	expect_branch("int k = 0; _Pragma(\"unroll 1\") do { s += p[k * 64 + i]; k++; } while (k < n);", STANDING_EXACT, "");
	expect_branch("int k = 0; _Pragma(\"unroll 1\") do { s += p[k * 64 + i]; k++; } while (k < n && k % n < 5);",
	              STANDING_ASSUMED, "several branches of the condition");
}

static void
test_conditions_of_parts(void **state)
{
	(void)state;
	static const char parted[] = "several branches of the condition";
	expect_branch("if (i < 40) s = sinf(s);", STANDING_EXACT, "");
	expect_branch("if (i < 40 && i > n) s = sinf(s);", STANDING_EXACT, "");
	expect_branch("if (i < 40 || i * n + 3 > 400) s = sinf(s);", STANDING_EXACT, "");
	expect_branch("if (i < 40 && i < most) s = sinf(s);", STANDING_EXACT, "");
	expect_branch("if (i % n < 4) s = sinf(s);", STANDING_EXACT, "");
	expect_branch("if (i < 40 && i % n < 4) s = sinf(s);", STANDING_ASSUMED, parted);
	expect_branch("if (i < 40 && i / 4 % 4 * n + (i ^ n) * (i + n) < 40) s = sinf(s);", STANDING_ASSUMED, parted);
	expect_branch("if (!(i < 40 || t[i ^ 1] < 5)) s = sinf(s);", STANDING_ASSUMED, parted);
	expect_branch("if ((i < 40 ? i % n : n) < 4) s = sinf(s);", STANDING_ASSUMED, parted);
	expect_branch("if (i == 3 || i == 7) s = sinf(s);", STANDING_EXACT, "");
	expect_branch("if (i == 3 || i == n || i == 12) s = sinf(s);", STANDING_EXACT, "");
	expect_branch("if (i == 3 || i == 7 || i == 12) s = sinf(s);", STANDING_ASSUMED, parted);
	expect_branch("if (i != 3 && i != 7 && i != 12) s = sinf(s);", STANDING_ASSUMED, parted);
}

static void
test_short_sides(void **state)
{
	(void)state;
	static const char predicated[] = "under predicates";
	expect_branch("if (i < 40) s = 1;", STANDING_ASSUMED, predicated);
	expect_branch("if (i & 1) p[i] = 1; else p[i + 64] = 2;", STANDING_ASSUMED, predicated);
	expect_branch("if (i < 32) t[i] += t[i + 32];", STANDING_ASSUMED, predicated);
	expect_branch("if (i < 32) __syncwarp();", STANDING_EXACT, "");
	expect_branch("if (i < 32) { t[i] = 1; __syncthreads(); }", STANDING_ASSUMED, predicated);
	/* The jump around the other side stands on the short one's line. */
	expect_branch("if (i < 40) s = 1; else s = sinf(s);", STANDING_ASSUMED, predicated);
	expect_branch("if (i < 40) s = sinf(s); else s = sinf(s + i);", STANDING_EXACT, "");
	expect_branch("if (i < 40)\n_Pragma(\"unroll 1\") for (int k = 0; k < n; k++) s += p[k];", STANDING_EXACT, "");
}

/* What is an instruction or a few is predicated, whether or not it has a meaning outside the program. */
static void
test_short_sides_of_instructions(void **state)
{
	(void)state;
	static const char predicated[] = "under predicates";
	expect_branch("if (i & 1) t[i] = clock();", STANDING_ASSUMED, predicated);
	expect_branch("long long c = 0; if (i == 0) c = clock64(); s = c;", STANDING_ASSUMED, predicated);
	expect_branch("unsigned m = 0; if (i & 1) asm(\"mov.u32 %0, %%smid;\" : \"=r\"(m)); s = m;", STANDING_ASSUMED, predicated);
	expect_branch("unsigned long long c = 0; if (i & 1) asm volatile(\"mov.u64 %0, %%globaltimer;\" : \"=l\"(c)); s = c;",
	              STANDING_ASSUMED, predicated);
	expect_branch("if (i & 1) asm(\"ex2.approx.f32 %0, %0;\" : \"+f\"(s));", STANDING_ASSUMED, predicated);
	expect_branch("if (i & 1) s = tex1Dfetch<float>((cudaTextureObject_t)n, i);", STANDING_ASSUMED, predicated);
	expect_branch("if (i & 1) surf2Dwrite(s, (cudaSurfaceObject_t)n, i * 4, 0);", STANDING_ASSUMED, predicated);
	expect_branch("if (i & 1) s = __ldcg(p + i + 64);", STANDING_ASSUMED, predicated);
	expect_branch("if (i & 1) s = __clzll(n) + __sad(i, n, 3);", STANDING_ASSUMED, predicated);
	/* Approximations have no slow path. */
	expect_branch("if (i & 1) s = __sinf(p[i]);", STANDING_ASSUMED, predicated);
	expect_branch("if (i & 1) s = __powf(p[i], 2.5f);", STANDING_ASSUMED, predicated);
	expect_branch("if (i & 1) s = __fdividef(p[i], p[i + 64]);", STANDING_ASSUMED, predicated);
	expect_branch("if (i & 1) s = powf(p[i], 2);", STANDING_ASSUMED, predicated);
	expect_branch("if (i & 1) s = powf(p[i], p[i + 64]);", STANDING_EXACT, "");
	expect_branch("if (i & 1) s = p[i] / p[i + 64];", STANDING_EXACT, "");
	expect_branch("if (i & 1) s = sqrtf(p[i]);", STANDING_EXACT, "");
	expect_branch("if (i & 1) s = erff(p[i]);", STANDING_EXACT, "");
}

/* Lanes that have come to the kernel's end leave it: that is counted as no branch. */
static void
test_exits(void **state)
{
	(void)state;
	static const struct { const char *rest; enum standing standing; } rests[] = {
		{"if (i >= n) return;\np[i] = sinf(i); }", STANDING_ASSUMED},
		{"if (i < n) { p[i] = sinf(i); } }", STANDING_ASSUMED},
		{"if (i < n)\nif (n) { p[i] = sinf(i); } return; }", STANDING_ASSUMED},
		{"if (i < n) { p[i] = 1; return; }\np[i] = sinf(i); }", STANDING_ASSUMED},
		{"if (i < n) { p[i] = sinf(i); return; }\np[i] = 1; }", STANDING_ASSUMED},
		{"if (i < n) p[i] = 1;\nelse p[i] = sinf(i); }", STANDING_ASSUMED},
		{"if (i < n) { p[i] = sinf(i); return; }\np[i] = sinf(i + 1); }", STANDING_EXACT},
		{"if (i >= n) goto done;\np[i] = sinf(i); done: return; }", STANDING_ASSUMED},
		{"if (i >= n) goto done;\np[i] = sinf(i); done:; }", STANDING_ASSUMED},
		{"if (i >= n) goto done;\np[i] = sinf(i); done: p[i + 64] = sinf(n); }", STANDING_EXACT},
		{"if (i >= n) goto done;\np[i] = sinf(i); __syncthreads(); if (i == 3) goto done; p[i] = sinf(n); done:; }", STANDING_ASSUMED},
		{"do { if (n) {\nif (i >= n) break;\np[i] = sinf(i); } } while (0); }", STANDING_ASSUMED},
		{"switch (n) { case 40: \nif (i >= n) break;\np[i] = sinf(i); } }", STANDING_ASSUMED},
		{"if (i < n) { p[i] = sinf(i); } p[i + 64] = 1; }", STANDING_EXACT},
	};
	for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
		char source[300];
		snprintf(source, sizeof source, "__global__ void k(float *p, int n) { int i = threadIdx.x;\n\n%s\n", rests[i].rest);
		evaluate(&e, source, "k<<<1, 64>>>(65536, 40)");
		expect_standing(site_at(first_launch(&e), 3, SITE_BRANCH), source, rests[i].standing,
		                rests[i].standing == STANDING_EXACT ? "" : "leave the kernel there");
		evaluation_free(&e);
	}
}

/* Of the first branch of such a function, whose value the kernel stores. */
static void
expect_helper(const char *type, const char *body, enum standing standing, const char *why)
{
	char source[1000];
	snprintf(source, sizeof source, "__device__ %s f(float *p, int i, int n)\n{\n%s }\n"
	         "__global__ void k(float *p, int n) { int i = threadIdx.x; p[i] = f(p, i, n); }\n", type, body);
	evaluate(&e, source, "k<<<1, 64>>>(65536, 40)");
	expect_standing(site_at(first_launch(&e), 3, SITE_BRANCH), source, standing, why);
	evaluation_free(&e);
}

/* A side that ends by a jump and what is behind the branch are two ways like the sides of an if with an else. */
static void
test_ways_that_jump(void **state)
{
	(void)state;
	static const char predicated[] = "under predicates", returns[] = "leave the function there";
	expect_helper("int", "if (i < 3) return 3;\nif (i >= n) return n - 1;\nreturn i;", STANDING_ASSUMED, returns);
	expect_helper("float", "if (i & 1) return i * 2;\nreturn i;", STANDING_ASSUMED, predicated);
	expect_helper("float", "if (i & 1) return 0;\nreturn sinf(i);", STANDING_EXACT, "");
	expect_helper("bool", "if (i & 1) return 0;\nreturn sinf(i) > 0;", STANDING_ASSUMED, returns);
	expect_helper("bool", "if (i & 1) return sinf(i) > 0;\nreturn cosf(i) > 0;", STANDING_EXACT, "");
	expect_branch("if (i & 1) goto done;\ns = p[i];\ndone:", STANDING_ASSUMED, predicated);
	expect_branch("if (i & 1) goto done;\ns = sinf(i);\ndone:", STANDING_EXACT, "");
	expect_branch("auto f = [&](int k) { if (k & 1) return k * 3; return k - 1; };\ns = f(i);", STANDING_ASSUMED, "");
}

/* Of the first branch in the body of such a loop, or in such a block. */
static void
expect_inner(const char *loop, const char *branch, enum standing standing, const char *why)
{
	char source[1000];
	snprintf(source, sizeof source, "__global__ void k(float *p, int n) { int i = threadIdx.x; float s = 0; %s {\n\n%s } p[i] = s; }\n",
	         loop, branch);
	evaluate(&e, source, "k<<<1, 64>>>(65536, 8)");
	expect_standing(site_at(first_launch(&e), 3, SITE_BRANCH), source, standing, why);
	evaluation_free(&e);
}

static void
test_branches_on_one_condition(void **state)
{
	(void)state;
	static const char again[] = "the same condition";
	expect_branch("if (i & 1) s = sinf(i);\nif (i & 1) s = sinf(s);", STANDING_ASSUMED, again);
	expect_branch("if (i < n) s = sinf(i);\ns *= 3;\nif (!(n > i)) s = sinf(s);", STANDING_ASSUMED, again);
	expect_branch("if (i & 1) s = sinf(i);\nif (i & 2) s = sinf(s);", STANDING_EXACT, "");
	expect_branch("if (i & 1) s = sinf(i);\n__syncthreads();\nif (i & 1) s = sinf(s);", STANDING_EXACT, "");
	/* Of the inner one there is none, whatever stands before it. */
	expect_branch("bool odd = i & 1; if (odd) { __syncthreads();\nif (i & 1) s = sinf(i); }", STANDING_EXACT, "");
	expect_inner("if (i & 1)", "__syncthreads(); if (i & 1) s = sinf(s);", STANDING_ASSUMED, again);
	expect_inner("bool odd = i & 1; if (odd) return; __syncthreads();", "if (i & 1) s = sinf(s);", STANDING_ASSUMED, again);
}

static void
test_switches(void **state)
{
	(void)state;
	static const char several[] = "several branches of the switch";
	expect_branch("switch (i & 3) { case 2: s = sinf(s); }", STANDING_EXACT, "");
	expect_branch("switch (i & 3) { case 2: case 3: s = sinf(s); }", STANDING_EXACT, "");
	expect_branch("switch (i & 3) { case 2: s = 1; break; default: s = 2; }", STANDING_ASSUMED, "under predicates");
	expect_branch("switch (i & 3) { case 2: s = sinf(s); break; default: s *= 2; }", STANDING_ASSUMED, "under predicates");
	expect_branch("switch (i & 3) { case 2: s = sinf(s); break; default: s = cosf(s); }", STANDING_EXACT, "");
	expect_branch("switch (i & 3) { case 1: case 3: s = 1; break; default: s = 2; }", STANDING_ASSUMED, several);
	expect_branch("switch (i & 3) { case 0: s = 1; break; case 1: s = 2; }", STANDING_ASSUMED, several);
}

/* Tests of how many rounds are left stand on some line of the body. */
static void
test_branches_in_unrolled_loops(void **state)
{
	(void)state;
	static const char beside[] = "tests of how many rounds are left", in_loop[] = "if (i + k < 40) s = sinf(s);";
	expect_inner("for (int k = 0; k < n; k++)", in_loop, STANDING_ASSUMED, beside);
	expect_inner("const int w = n / 4; for (int k = 0; k < n; k += w)", in_loop, STANDING_ASSUMED, beside);
	expect_inner("_Pragma(\"unroll 1\") for (int k = 0; k < n; k++)", in_loop, STANDING_EXACT, "");
	expect_inner("for (int k = 0; k < 8; k++)", in_loop, STANDING_EXACT, "");
	expect_inner("for (int k = 1; k < n; k *= 2)", in_loop, STANDING_EXACT, "");
	expect_inner("for (unsigned k = 0; k < n; k += blockDim.x)", in_loop, STANDING_EXACT, "");
	expect_inner("for (int k = 0; k < n; k++)", "if (i + k < 40) s = sinf(s);\nif (k == n / 2) break;", STANDING_ASSUMED, beside);
	expect_inner("for (int j = 0; j < n; j++) for (int k = 0; k < 8; k++)", in_loop, STANDING_ASSUMED, beside);
}

/* So it is whatever ends the loop: the compiler counts rounds by any such test. */
static void
test_branches_that_end_loops(void **state)
{
	(void)state;
	static const char beside[] = "tests of how many rounds are left";
	expect_inner("int k = 0; while (true)", "if (k >= n) break;\ns += p[k++ * 64 + i];", STANDING_ASSUMED, beside);
	expect_inner("for (int k = 0;; k++)", "if (k >= n) break;\ns += p[k * 64 + i];", STANDING_ASSUMED, beside);
	expect_inner("int k = 0; while (true)", "if (k >= n) return;\np[k++ * 64 + i] = i;", STANDING_ASSUMED, beside);
	expect_inner("int k = 0; for (;;)", "if (i + k < 40) s = sinf(s);\nif (++k == n) break;", STANDING_ASSUMED, beside);
	expect_inner("int k = 0; again:", "if (i + k < 40) s = sinf(s);\nif (++k < n) goto again;", STANDING_ASSUMED, beside);
	expect_inner("for (int k = 0; k < n; k++)", "if (k == n / 2) break;\ns += p[k * 64 + i];", STANDING_ASSUMED, beside);
	expect_inner("for (int k = 1;; k *= 2)", "if (i + k < 40) s = sinf(s);\nif (k >= n) break;", STANDING_EXACT, "");
	/* The compiler makes one of it and the loop's own test, or of what it leaves out. */
	static const char one[] = "the loop's own test", unroll_1[] = "_Pragma(\"unroll 1\") for (int k = 0; k < n; k++)";
	expect_inner(unroll_1, "if (k > (i & 7)) break;\ns = sinf(s);", STANDING_ASSUMED, one);
	expect_inner(unroll_1, "if (k & i & 1) continue;\ns += p[i + k * 64];", STANDING_ASSUMED, "under predicates");
	expect_inner(unroll_1, "if (k & i & 1) continue;\ns = sinf(s);", STANDING_EXACT, "");
}

/* The compiler puts the function there. */
static void
test_branches_of_functions_that_loops_call(void **state)
{
	(void)state;
	static const struct { const char *loop; enum standing standing; } loops[] = {
		{"for (int k = 0; k < n; k++)", STANDING_ASSUMED},
		{"for (int k = 0; k < 8; k++)", STANDING_EXACT},
		{"for (int j = 0; j < n; j++) for (int k = 0; k < 8; k++)", STANDING_ASSUMED},
		{"_Pragma(\"unroll 1\") for (int k = 0; k < n; k++)", STANDING_EXACT},
	};
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
		char source[1000];
		snprintf(source, sizeof source,
		         "__device__ float more(float s, int k)\n{\nif (k < 40) s = sinf(s);\nreturn s; }\n"
		         "__device__ float same(float s, int k) { return more(s, k); }\n"
		         "__global__ void k(float *p, int n) { int i = threadIdx.x; float s = 0; %s s = same(s, i + k); p[i] = s; }\n",
		         loops[i].loop);
		evaluate(&e, source, "k<<<1, 64>>>(65536, 8)");
		expect_standing(site_at(first_launch(&e), 3, SITE_BRANCH), source, loops[i].standing,
		                loops[i].standing == STANDING_EXACT ? "" : "tests of how many rounds are left");
		evaluation_free(&e);
	}
}

static void
test_conditions_that_do_not_change(void **state)
{
	(void)state;
	static const char once[] = "ask it once";
	expect_inner("for (int k = 0; k < 8; k++)", "if (n > 4) s = sinf(s + k);", STANDING_ASSUMED, once);
	expect_inner("const int m = n * 2; for (int k = 0; k < 8; k++)", "const int o = m + 1; if (o > 4) s = sinf(s + k);", STANDING_ASSUMED, once);
	expect_inner("_Pragma(\"unroll 1\") for (int k = 0; k < n; k++)", "if (n > 4) s = sinf(s + k);", STANDING_ASSUMED, once);
	expect_inner("for (int j = 0; j < 4; j++) for (int k = 0; k < 8; k++)", "if (n > j) s = sinf(s + k);", STANDING_ASSUMED, once);
	expect_inner("int m = n; for (int k = 0; k < 8; k++)", "if (m > 4) s = sinf(s + k); m -= 1;", STANDING_EXACT, "");
	/* Lanes of a warp part: they would have to be asked one by one. */
	expect_inner("for (int k = 0; k < 8; k++)", "if (i > 4) s = sinf(s + k);", STANDING_EXACT, "");
}

static void
test_lanes_that_leave_loops_apart(void **state)
{
	(void)state;
	expect_inner("for (int k = 0; k < 4; k++)", "if ((k ^ i) % 5 == 3) s = sinf(s);\nif (k == i) break;", STANDING_ASSUMED,
	             "do not leave the loop together");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_loops),
		cmocka_unit_test(test_conditions_of_parts),
		cmocka_unit_test(test_short_sides),
		cmocka_unit_test(test_short_sides_of_instructions),
		cmocka_unit_test(test_exits),
		cmocka_unit_test(test_ways_that_jump),
		cmocka_unit_test(test_branches_on_one_condition),
		cmocka_unit_test(test_switches),
		cmocka_unit_test(test_branches_in_unrolled_loops),
		cmocka_unit_test(test_branches_that_end_loops),
		cmocka_unit_test(test_branches_of_functions_that_loops_call),
		cmocka_unit_test(test_conditions_that_do_not_change),
		cmocka_unit_test(test_lanes_that_leave_loops_apart),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
