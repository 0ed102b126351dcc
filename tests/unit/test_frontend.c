/* From source text to IR. Most tests compare a function's IR as ir_print_func writes it, without line numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/flags.h"
#include "frontend/frontend.h"

/* ---- helpers ---- */

static void
parse(struct ir_unit *unit, const char *source, size_t length)
{
	const struct frontend_options options = {.arch = "sm_90", .contents = source, .contents_length = length};
	frontend_parse(unit, "test.cu", &options);
}

static const struct ir_func *
find(const struct ir_unit *unit, const char *name)
{
	for (size_t i = 0; i < unit->func_count; i++)
		if (!strcmp(unit->funcs[i]->name, name))
			return unit->funcs[i];
	fail_msg("no function %s", name);
	return NULL;
}

/* The body of a function as text, without signature, line numbers and the outermost indentation. */
static char *
body_of(const struct ir_unit *unit, const struct ir_func *func)
{
	char *text = NULL, *body;
	size_t size, length;
	FILE *stream = open_memstream(&text, &size);
	ir_print_func(stream, unit, func);
	fclose(stream);
	stream = open_memstream(&body, &length);
	const char *line = strchr(text, '\n');
	while (line && line[1]) {
		const char *end = strchr(++line, '\n');
		const size_t skip = 9, count = (size_t)(end - line);
		fprintf(stream, "%.*s\n", count > skip ? (int)(count - skip) : 0, line + (count > skip ? skip : 0));
		line = end;
	}
	fclose(stream);
	free(text);
	return body;
}

/* Compares the body of function f. */
static void
check(const char *source, const char *expected)
{
	struct ir_unit unit;
	parse(&unit, source, strlen(source));
	for (size_t i = 0; i < unit.problem_count; i++)
		fail_msg("line %u: %s", unit.problems[i].loc.line, unit.problems[i].message);
	char *body = body_of(&unit, find(&unit, "f"));
	assert_string_equal(body, expected);
	free(body);
	ir_unit_free(&unit);
}

/* ---- expressions ---- */

static void
test_conversions(void **state)
{
	(void)state;
	check("__device__ void f(char c, unsigned u, float x, long n, bool b) {\n"
	      "	n = c + u; x = n / 2; c = x; u = -1; b = n; n = b + 1.5; u <<= n; c += 2; c += 2.5f; x *= 2; x++; b |= n; }",
	      "n = long((unsigned int(c) + u))\n"
	      "x = float((n / 2))\n"
	      "c = char(x)\n"
	      "u = 4294967295\n"
	      "b = bool(n)\n"
	      "n = long((double(int(b)) + 1.5))\n"
	      "u <<=(unsigned int) n\n"
	      "c +=(int) 2\n"
	      "c +=(float) 2.5\n"
	      "x *=(float) 2\n"
	      "x post+=(float) 1\n"
	      "b |=(long) n\n");
}

static void
test_pointers(void **state)
{
	(void)state;
	check("__device__ void f(float *p, const int *q, int n, float m[3][4]) {\n"
	      "	p[n] = q[n + 1]; *(p + 2) = *--p; p += n; p -= 2; n = p - &p[3]; m[1][n] = n[q]; q = nullptr; n = *q++;\n"
	      "	*(double *)p = 1; n = p ? 1 : 2; (n ? p : p + 1)[2] = 0; (n = 3) += 2; p = &(*p); }",
	      "float[(p + n*4)] = float(int[(q + (n + 1)*4)])\n"
	      "float[(p + 2*4)] = float[p -=(float *) 4]\n"
	      "p +=(float *) (long(n) * 4)\n"
	      "p -=(float *) 8\n"
	      "n = int((p - (p + 3*4))/4)\n"
	      "float[((m + 1*16) + n*4)] = float(int[(q + n*4)])\n"
	      "q = null\n"
	      "n = int[q post+=(const int *) 4]\n"
	      "double[double *(p)] = 1\n"
	      "n = (bool(p) ? 1 : 2)\n"
	      "float[((bool(n) ? p : (p + 1*4)) + 2*4)] = 0\n"
	      "int[(n = 3 , &n)] +=(int) 2\n"
	      "p = p\n");
}

static void
test_builtin_variables(void **state)
{
	(void)state;
	check("__global__ void f(int *p) {\n"
	      "	p[threadIdx.x + blockIdx.y * blockDim.z] = gridDim.x % warpSize; uint3 t = threadIdx; }",
	      "int[(p + (threadIdx.x + (blockIdx.y * blockDim.z))*4)] = int((gridDim.x % unsigned int(warpSize)))\n"
	      "let uint3 t\n"
	      "let uint3 %2\n"
	      "copy uint3 &t <- (((unsigned int[&%2.x] = threadIdx.x , unsigned int[&%2.y] = threadIdx.y) ,"
	      " unsigned int[&%2.z] = threadIdx.z) , &%2)\n");
}

static void
test_calls(void **state)
{
	(void)state;
	check("__device__ int add(int a, int b = 4) { return a + b; }\n"
	      "template<class T> __device__ T twice(const T &x) { return x + x; }\n"
	      "__device__ int unseen(int);\n"
	      "__device__ float square(float x) { return x * x; }\n"
	      "__global__ void f(float *p, int *n) {\n"
	      "	p[0] = sqrtf(p[1]) + twice(p[2]); n[0] = add(n[1]) + unseen(3) + __popc(n[2]); p[3] = sqrt(p[4]);\n"
	      "	atomicAdd(p, 1.0f); float (*g)(float) = square; p[1] = g(2); __syncthreads(); }",
	      "float[(p + 0*4)] = (sqrtf(float[(p + 1*4)]) + twice<float>((p + 2*4)))\n"
	      "int[(n + 0*4)] = ((add(int[(n + 1*4)], 4) + unseen(3)) + @__popc(unsigned int(int[(n + 2*4)])))\n"
	      "float[(p + 3*4)] = @sqrt(float[(p + 4*4)])\n"
	      "@atomicAdd(p, 1)\n"
	      "let float (*)(float) g\n"
	      "g = &square\n"
	      "float[(p + 1*4)] = (*g)(2)\n"
	      "@__syncthreads()\n");
}

static void
test_references(void **state)
{
	(void)state;
	check("__device__ int &pick(int *p, int i) { return p[i]; }\n"
	      "__device__ void add(int &a, const float &b) { a += b; }\n"
	      "__device__ void f(int *p, int n) { int &r = p[1]; r = n; pick(p, 2) = r; add(n, n); const int &c = 3; n = c;\n"
	      "	n = pick(p, 1)++; }",
	      "let int & r\n"
	      "r = (p + 1*4)\n"
	      "int[r] = n\n"
	      "int[pick(p, 2)] = int[r]\n"
	      "let float %3 addressed\n"
	      "add(&n, (%3 = float(n) , &%3))\n"
	      "let const int & c\n"
	      "let int %5 addressed\n"
	      "c = (%5 = 3 , &%5)\n"
	      "n = int[c]\n"
	      "n = int[pick(p, 1)] post+=(int) 1\n");
	/* A reference to an array differs from the pointer that an array parameter is. */
	check("template<int n> using Row = float[n];\n"
	      "__device__ void f(Row<8> &row, float (&tile)[4][8], float plain[8], int i) { row[i] = tile[1][i] + plain[i]; }",
	      "float[(float *(row) + i*4)] = (float[((float (*)[8](tile) + 1*32) + i*4)] + float[(plain + i*4)])\n");
}

/* Programs with their own operators for halves disable those of the toolkit's header. */
static void
test_own_operators(void **state)
{
	(void)state;
	check("#define __CUDA_NO_HALF_OPERATORS__\n#define __CUDA_NO_BFLOAT162_OPERATORS__\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
	      "__device__ int operator+(const half &a, const half &b) { return 1; }\n"
	      "__device__ int operator<(__nv_bfloat162 a, __nv_bfloat162 b) { return 2; }\n"
	      "__device__ void f(int *p, half a, half2 b, __nv_bfloat16 c, __nv_bfloat162 d) {\n"
	      "	static_assert(sizeof(a + a) == 4 && sizeof(b + b) == 4 && sizeof(c + c) == 2 && sizeof(d < d) == 4, \"\");\n"
	      "	*p = 3; }",
	      "int[p] = 3\n");
}

/* CUB's headers include those of the small floats. */
static void
test_small_floats_of_cub(void **state)
{
	(void)state;
	check("#include <cub/cub.cuh>\ntemplate <typename T> struct wide { typedef T type; };\n"
	      "template <> struct wide<nv_bfloat16> { typedef float type; };\ntemplate <> struct wide<half> { typedef float type; };\n"
	      "__device__ void f(int *p) { static_assert(sizeof(wide<half>::type) == 4, \"\"); *p = 3; }",
	      "int[p] = 3\n");
}

/* libstdc++ declares them in headers that nvcc always includes. */
static void
test_least_and_most(void **state)
{
	(void)state;
	check("__device__ void f(int *p) { static_assert(std::min(3, 4) + std::max(5, 6) == 9, \"\"); *p = std::min(p[1], p[2]); }",
	      "int[p] = int[std::min<int>((p + 1*4), (p + 2*4))]\n");
}

static void
test_whole_blocks(void **state)
{
	(void)state;
	check("#include <cuda/cmath>\n#include <cuda/functional>\n"
	      "static_assert(cuda::ceil_div(1000, 256) == 4 && cuda::ceil_div(512ul, 256) == 2 && cuda::round_up(100, 32u) == 128, \"\");\n"
	      "static_assert(cuda::round_down(100, 32) == 96 && cuda::ilog2(1023) == 9 && cuda::maximum<int>()(3, 4) == 4, \"\");\n"
	      "static_assert(cuda::minimum<>()(3, 4.5) == 3 && sizeof(cuda::minimum<>()(3, 4.5)) == 8, \"\");\n"
	      "__device__ void f(int *p) { *p = 3; }",
	      "int[p] = 3\n");
}

static void
test_constants(void **state)
{
	(void)state;
	check("enum { SMALL = 3 }; enum class Color : char { RED = 7 }; const int width = 4 * 8; constexpr float half_of = 0.5f;\n"
	      "template<int n> struct Shape { enum { size = n * 2 }; static constexpr int twice = 2 * n; };\n"
	      "__device__ void f(int *p, float *q, int n) {\n"
	      "	const int here = 3, there = n; p[0] = SMALL + width + here + there + Shape<5>::size + Shape<6>::twice;\n"
	      "	q[0] = half_of; p[1] = (int)Color::RED + sizeof(q) + 'a'; }",
	      "let int here const\n"
	      "here = 3\n"
	      "let int there const\n"
	      "there = n\n"
	      "int[(p + 0*4)] = (((((3 + 32) + 3) + there) + 10) + 12)\n"
	      "float[(q + 0*4)] = 0.5\n"
	      "int[(p + 1*4)] = int(((7 + 8) + 97))\n");
}

/* ---- records ---- */

static void
test_vectors(void **state)
{
	(void)state;
	check("__global__ void f(float4 *a, const float4 *b) { a[threadIdx.x] = b[threadIdx.x]; float4 v = b[1]; v.y += 1;\n"
	      "	a[0] = v; *reinterpret_cast<float2 *>(a) = make_float2(1, 2); a[1].x = b->w; }",
	      "copy float4 (a + threadIdx.x*16) <- (b + threadIdx.x*16)\n"
	      "let float4 v\n"
	      "copy float4 &v <- (b + 1*16)\n"
	      "float[&v.y] +=(float) 1\n"
	      "copy float4 (a + 0*16) <- &v\n"
	      "copy float2 (float2 *(a) + 0*1) <- make_float2(1, 2)\n"
	      "float[(a + 1*16).x] = float[b.w]\n");
}

static void
test_classes(void **state)
{
	(void)state;
	check("struct Base { int b; __device__ Base(int x = 1) : b(x) {} __device__ int get() const { return b; } };\n"
	      "struct Part : Base { int a = 2; float c[2]; __device__ Part(int x) : Base(x), c{1, 2} {}\n"
	      "	__device__ Part operator+(const Part &o) const { return Part(a + o.a); }\n"
	      "	__device__ operator bool() const { return a; }\n"
	      "	__device__ float &operator[](int i) { return c[i]; } };\n"
	      "__device__ void f(int n) { Part p(n), q = p; q[1] = p.get() + p.b; if (p + q) n = 1; Base *b = &p; b->b = 3; }",
	      "let Part p\n"
	      "Part::Part(&p, n)\n"
	      "let Part q\n"
	      "copy Part &q <- &p\n"
	      "float[Part::operator[](&q, 1)] = float((Base::get(&p.Base+0) + int[&p.Base+0.b]))\n"
	      "if Part::operator bool(Part::operator+(&p, &q))\n"
	      "  n = 1\n"
	      "let Base * b\n"
	      "b = &p.Base+0\n"
	      "int[b.b] = 3\n");
}

static void
test_constructor(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source =
		"struct Base { int b; Base(int x) : b(x) {} };\n"
		"struct Part : Base { int a = 2; float c[3]; int late; Part(int x) : Base(x), late(a), c{1, 2} { a += x; } };\n"
		"void f() { Part p(3); }";
	parse(&unit, source, strlen(source));
	char *body = body_of(&unit, find(&unit, "Part"));
	assert_string_equal(body, "Base::Base(this.Base+0, x)\n"
	                          "int[this.a] = 2\n"
	                          "zero float[3] this.c\n"
	                          "float[(this.c + 0*4)] = 1\n"
	                          "float[(this.c + 1*4)] = 2\n"
	                          "int[this.late] = int[this.a]\n"
	                          "int[this.a] +=(int) x\n");
	free(body);
	ir_unit_free(&unit);
}

/* A temporary in braces or parentheses is constructed in place, not copied. */
static void
test_copies_that_are_left_out(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source = "struct State { int at; bool odd; State() {} State(int n, bool b) : at(n), odd(b) {} };\n"
			     "template <class T> struct Pipe { T state; Pipe(int n) : state({n, n == 1}) {} };\n"
			     "State f(int n) { Pipe<State> p(n); return State({n, true}); }";
	parse(&unit, source, strlen(source));
	assert_int_equal(unit.problem_count, 0);
	char *body = body_of(&unit, find(&unit, "Pipe"));
	assert_string_equal(body, "State::State(this.state, n, (n == 1))\n");
	free(body);
	body = body_of(&unit, find(&unit, "f"));
	assert_string_equal(body, "let Pipe<State> p\n"
	                          "Pipe::Pipe<State>(&p, n)\n"
	                          "let State %2\n"
	                          "return (State::State(&%2, n, true) , &%2)\n");
	free(body);
	ir_unit_free(&unit);
}

static void
test_layout(void **state)
{
	(void)state;
	check("struct Mixed { char tag; union { float real; int whole; }; int low : 3, high : 7; };\n"
	      "void f(Mixed *m) { m->whole = m->real; m->high = 5; m->high += m->low; }",
	      "int[m.+4.whole] = int(float[m.+4.real])\n"
	      "int:7[m.high] = 5\n"
	      "int:7[m.high] = (int:7[m.high] + int:3[m.low])\n");
}

static void
test_initialisers(void **state)
{
	(void)state;
	check("struct P { int x; float y[2]; }; struct D { int a = 1; int b = 2; };\n"
	      "void f() { P list[2] = {1, 2, 3, 4}; P one = {.y = {5}}; int sparse[4] = {[2] = 7}; D d{3}; char s[4] = \"ab\";\n"
	      "	P none{}; int n{4}; const char *t = \"x\\0y\"; }",
	      "let P[2] list\n"
	      "zero P[2] &list\n"
	      "int[(&list + 0*12).x] = 1\n"
	      "float[((&list + 0*12).y + 0*4)] = 2\n"
	      "float[((&list + 0*12).y + 1*4)] = 3\n"
	      "int[(&list + 1*12).x] = 4\n"
	      "let P one\n"
	      "zero P &one\n"
	      "zero float[2] &one.y\n"
	      "float[(&one.y + 0*4)] = 5\n"
	      "let int[4] sparse\n"
	      "zero int[4] &sparse\n"
	      "int[(&sparse + 2*4)] = 7\n"
	      "let D d\n"
	      "zero D &d\n"
	      "int[&d.a] = 3\n"
	      "int[&d.b] = 2\n"
	      "let char[4] s\n"
	      "zero char[4] &s\n"
	      "@memcpy(&s, \"ab\", 3)\n"
	      "let P none\n"
	      "zero P &none\n"
	      "let int n\n"
	      "n = 4\n"
	      "let const char * t\n"
	      "t = \"x\\x00y\"\n");
}

static void
test_lambdas(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source = "struct S { int k; void f(int n) {\n"
			     "	int m = 2; auto l = [=, &m](int a) { m++; return a + n + k; }; n = l(3); } };\n"
			     "void g() { S s; s.f(1); }";
	parse(&unit, source, strlen(source));
	assert_int_equal(unit.problem_count, 0);
	char *body = body_of(&unit, find(&unit, "operator()"));
	assert_string_equal(body, "int[int &[this.+0]] post+=(int) 1\n"
	                          "return ((a + int[this.+8]) + int[S *[this.+16].k])\n");
	free(body);
	const struct ir_func *method = find(&unit, "f");
	body = body_of(&unit, method);
	assert_non_null(strstr(body, "int &[&l.+0] = &m\n"));
	assert_non_null(strstr(body, "int[&l.+8] = n\n"));
	assert_non_null(strstr(body, "S *[&l.+16] = this\n"));
	assert_false(method->is_partial);
	free(body);
	ir_unit_free(&unit);
}

static void
test_virtual_calls(void **state)
{
	(void)state;
	check("struct One { virtual int v() = 0; }; struct Only : One { int v() { return 1; } };\n"
	      "struct A { virtual int w() { return 1; } }; struct B : A { int w() { return 2; } };\n"
	      "void f(One *o, A *a, B b) { int n = o->v() + a->w() + b.w(); }",
	      "let int n\n"
	      "n = (((*virtual function *[(virtual function * *[o.vtable] + 0*8)])(o) + "
	      "(*virtual function *[(virtual function * *[a.vtable] + 0*8)])(a)) + B::w(&b))\n");
	check("struct A { __device__ virtual int v(); __device__ virtual int w(); };\n"
	      "struct B final : A { __device__ int w(); };\n"
	      "struct C { A a; };\n"
	      "__device__ void f(A *a, A &r, B *b, C *c)\n"
	      "{ int n = a->w() + r.v() + a->A::w() + b->w() + c->a.w() + (*a).w(); }",
	      "let int n\n"
	      "let A * %5\n"
	      "n = ((((((*virtual function *[(virtual function * *[a.vtable] + 1*8)])(a) + "
	      "(*virtual function *[(virtual function * *[r.vtable] + 0*8)])(r)) + A::w(a)) + B::w(b)) + A::w(c.a)) + "
	      "(%5 = (a + 0*1) , (*virtual function *[(virtual function * *[%5.vtable] + 1*8)])(%5)))\n");
}

/* The text of a global variable's initializer. */
static char *
initialiser_of(const struct ir_unit *unit, const char *name)
{
	char *text = NULL;
	size_t size;
	FILE *stream = open_memstream(&text, &size);
	ir_print_unit(stream, unit);
	fclose(stream);
	char *found = strstr(text, name);
	assert_non_null(found);
	found = strstr(found, "; ");
	assert_non_null(found);
	char *copy = strdup(found + 2);
	copy[strcspn(copy, "\n")] = 0;
	free(text);
	return copy;
}

/* As nvcc 13.0 lays them out. */
static void
test_tables_of_virtual_functions(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source =
		"struct P { int pad; };\n"
		"struct A { int a; __device__ virtual int f() { return a; } __device__ virtual ~A() {} };\n"
		"struct B { int b; __device__ virtual int g() = 0; __device__ virtual int h() { return b; } };\n"
		"struct C : P, A, B { int c; __device__ int g() { return c; } };\n"
		"struct D : C { __device__ int h() { return 3; } __device__ virtual int k() { return 4; } };\n"
		"__device__ void make(A **a) { *a = new D; }";
	parse(&unit, source, strlen(source));
	assert_int_equal(unit.problem_count, 0);
	char *text = initialiser_of(&unit, "vtable for D");
	static const char *const words[12] = {[2] = "A::f", [3] = "D::~D", [4] = "D::~D", [5] = "C::g",
	                                      [6] = "D::h", [7] = "D::k",  [10] = "C::g", [11] = "D::h"};
	for (unsigned i = 0; i < 12; i++) {
		char word[64];
		snprintf(word, sizeof word, "(&vtable for D + %u*8)] = &", i);
		const char *at = strstr(text, word);
		assert_int_equal(!at, !words[i]);
		if (at)
			assert_memory_equal(at + strlen(word), words[i], strlen(words[i]));
	}
	free(text);
	/* The object's constructor stores the addresses of its two tables. */
	char *body = body_of(&unit, find(&unit, "make"));
	assert_non_null(strstr(body, "= (&vtable for D + 2*8)"));
	assert_non_null(strstr(body, "= (&vtable for D + 10*8)"));
	free(body);
	ir_unit_free(&unit);
}

/* ---- statements ---- */

static void
test_loops(void **state)
{
	(void)state;
	check("__device__ void f(int n, int *p) {\n"
	      "	for (int i = 0; i < n; i++) p[i] = 0;\n"
	      "	for (; n;) break;\n"
	      "	for (;; n++) continue;\n"
	      "	while (int q = n) n = q - 1;\n"
	      "	do n--; while (n > 0);\n"
	      "	int a[3];\n"
	      "	for (int &x : a) x = n;\n"
	      "#pragma unroll 4\n"
	      "	for (int i = 0; i < 8; ++i) { }\n"
	      "}",
	      "let int i\n"
	      "i = 0\n"
	      "loop (i < n); step i post+=(int) 1\n"
	      "  int[(p + i*4)] = 0\n"
	      "loop bool(n)\n"
	      "  break\n"
	      "loop; step n post+=(int) 1\n"
	      "  continue\n"
	      "let int q\n"
	      "loop (q = n , bool(q))\n"
	      "  n = (q - 1)\n"
	      "do while (n > 0)\n"
	      "  n post-=(int) 1\n"
	      "let int[3] a\n"
	      "let int (&)[3] __range1\n"
	      "__range1 = &a\n"
	      "let int * __begin1\n"
	      "__begin1 = int *(__range1)\n"
	      "let int * %7\n"
	      "%7 = (__begin1 + 3*4)\n"
	      "loop (__begin1 != %7); step __begin1 +=(int *) 4\n"
	      "  let int & x\n"
	      "  x = __begin1\n"
	      "  int[x] = n\n"
	      "let int i\n"
	      "i = 0\n"
	      "loop (i < 8); step i +=(int) 1\n");
}

static void
test_branches(void **state)
{
	(void)state;
	check("__device__ void f(int n, int *p) {\n"
	      "	if (int q = p[0]; q > 1 && n) n = q; else if (!n) n = 2;\n"
	      "	switch (n) { case 1: n = 5; case 2: case 4 ... 6: break; default: n = 7; } }",
	      "let int q\n"
	      "q = int[(p + 0*4)]\n"
	      "if ((q > 1) && bool(n))\n"
	      "  n = q\n"
	      "else\n"
	      "  if !bool(n)\n"
	      "    n = 2\n"
	      "switch n\n"
	      "  case 1:\n"
	      "    n = 5\n"
	      "  case 2:\n"
	      "  case 4 ... 6:\n"
	      "    break\n"
	      "  default:\n"
	      "    n = 7\n");
	/* None of these semicolons makes the condition a statement before it. */
	check("__device__ void f(int n, int *p) {\n"
	      "	if (n) // first; second\n"
	      "		n = 1;\n"
	      "	if (n > 2) /* for now; else what follows */ n = 2; else n = 3;\n"
	      "	if (n > 3)\n"
	      "#ifdef NEVER\n"
	      "		n = p[0];\n"
	      "#else\n"
	      "		n = 4;\n"
	      "#endif\n"
	      "	else n = 5;\n"
	      "	if (; n > 4) n = 6;\n"
	      "	switch (/* a; b */ n) { case 1: n = 7; } }",
	      "if bool(n)\n"
	      "  n = 1\n"
	      "if (n > 2)\n"
	      "  n = 2\n"
	      "else\n"
	      "  n = 3\n"
	      "if (n > 3)\n"
	      "  n = 4\n"
	      "else\n"
	      "  n = 5\n"
	      "if (n > 4)\n"
	      "  n = 6\n"
	      "switch n\n"
	      "  case 1:\n"
	      "    n = 7\n");
}

static void
test_structured_bindings(void **state)
{
	(void)state;
	check("struct pair { int x; float y; };\n"
	      "__device__ void f(pair p, int (&q)[2]) {\n"
	      "	auto [a, b] = p; auto &[c, d] = q; c = a; b = d;\n"
	      "	auto g = [a] { return a; }; }",
	      "let pair [a, b]\n"
	      "copy pair &[a, b] <- &p\n"
	      "let int * a\n"
	      "a = &[a, b].x\n"
	      "let float * b\n"
	      "b = &[a, b].y\n"
	      "let int (&)[2] [c, d]\n"
	      "[c, d] = q\n"
	      "let int * c\n"
	      "c = ([c, d] + 0*4)\n"
	      "let int * d\n"
	      "d = ([c, d] + 1*4)\n"
	      "int[c] = int[a]\n"
	      "float[b] = float(int[d])\n"
	      "let (lambda at test.cu:4:11) g\n"
	      "int[&g.+0] = int[a]\n");
}

/* A class that defines its structured bindings itself: its layout does not matter then. */
static void
test_bindings_to_what_functions_yield(void **state)
{
	(void)state;
	struct ir_unit unit;
	static const char source[] =
		"#include <tuple>\n"
		"struct turned { int x; float y; };\n"
		"template <> struct std::tuple_size<turned> { static constexpr size_t value = 2; };\n"
		"template <> struct std::tuple_element<0, turned> { typedef float type; };\n"
		"template <> struct std::tuple_element<1, turned> { typedef int type; };\n"
		"template <size_t i> __device__ auto &get(turned &t) { if constexpr (i) return t.x; else return t.y; }\n"
		"template <size_t i> __device__ auto get(turned &&t) { if constexpr (i) return t.x; else return t.y; }\n"
		"__device__ float f(turned p) { auto [a, b] = p; return a; }\n";
	parse(&unit, source, strlen(source));
	assert_true(unit.problem_count > 0);
	assert_string_equal(unit.problems[0].message, "not modelled, and ignored: structured binding");
	ir_unit_free(&unit);
}

static void
test_parts_of_the_library(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source =
		"#include <array>\n#include <tuple>\n#include <utility>\n"
		"std::pair<int, int> shape(int n) { return {n, 2}; }\n"
		"int f() { auto [a, b] = shape(3); auto [c, d, e] = std::make_tuple(1, 2L, 'c');\n"
		"	auto [x, y] = std::array<int, 2>{1, 2}; return a + std::move(b) + c + d + e + x + y; }\n";
	parse(&unit, source, strlen(source));
	assert_int_equal(unit.problem_count, 0);
	for (size_t i = 0; i < unit.func_count; i++) {
		assert_false(unit.funcs[i]->is_partial);
		assert_string_not_equal(unit.funcs[i]->name, "move");
		assert_string_not_equal(unit.funcs[i]->name, "forward");
	}
	ir_unit_free(&unit);
}

static void
test_jumps(void **state)
{
	(void)state;
	check("__device__ void f(int n, int *p) {\n"
	      "again: p[0]++; if (--n) goto again;\n"
	      "	if (n < 3) goto out;\n"
	      "	for (int i = 0; i < n; i++) { if (p[i]) goto out; if (p[n]) break; }\n"
	      "	p[1] = 2;\n"
	      "out: p[3] = 4; }",
	      "let bool %3\n"
	      "%3 = false\n"
	      "loop\n"
	      "  int[(p + 0*4)] post+=(int) 1\n"
	      "  if bool(n -=(int) 1)\n"
	      "    continue\n"
	      "  break\n"
	      "switch 0\n"
	      "  default:\n"
	      "    if (n < 3)\n"
	      "      break\n"
	      "    let int i\n"
	      "    i = 0\n"
	      "    loop (i < n); step i post+=(int) 1\n"
	      "      if bool(int[(p + i*4)])\n"
	      "        %3 = true\n"
	      "        break\n"
	      "      if bool(int[(p + n*4)])\n"
	      "        break\n"
	      "    if %3\n"
	      "      %3 = false\n"
	      "      break\n"
	      "    int[(p + 1*4)] = 2\n"
	      "int[(p + 3*4)] = 4\n");
}

/* A computed goto has no form in IR, so nothing is predicted of the function. */
static void
test_a_jump_that_cannot_be_followed(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source = "__device__ void f(int n) { void *to = &&a; goto *to; a: n = 1; b: n = 2; }\n";
	parse(&unit, source, strlen(source));
	assert_null(find(&unit, "f")->body);
	assert_string_equal(find(&unit, "f")->partial_reason, "line 1: address of a label");
	ir_unit_free(&unit);
}

/* The rest of a kernel is still reported, after a statement that says so, as if no thread jumped. */
static void
test_a_jump_into_a_loop(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source = "__global__ void f(int *p, int n)\n"
			     "{ int k = 0; if (n > 9) goto in; for (; k < n; k++) { p[k] = 1; in: p[n] = 2; } }\n";
	parse(&unit, source, strlen(source));
	const struct ir_func *kernel = find(&unit, "f");
	assert_string_equal(kernel->partial_reason, "line 2: goto");
	assert_non_null(kernel->body);
	assert_int_equal(kernel->body->stmts[0]->kind, IR_STMT_UNKNOWN);
	ir_unit_free(&unit);
}

static void
test_assembly(void **state)
{
	(void)state;
	check("__device__ void f(unsigned r, unsigned n, float x, int *q) {\n"
	      "	asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(r)); asm volatile(\"mov.b32 %0, %%ctaid.y;\" : \"=r\"(n));\n"
	      "	asm(\"mov.u32 %0, %%lanemask_lt;\" : \"=r\"(q[1])); asm(\"mov.u32 %0, %%smid;\" : \"=r\"(r));\n"
	      "	asm(\"mov.u32 %0, %%laneid; add.u32 %0, %0, 1;\" : \"=r\"(r));\n"
	      "	if (n) asm(\"trap;\"); else asm(\"exit;\");\n"
	      "	asm(\"tanh.approx.f32 %0, %0;\" : \"+f\"(x)); asm volatile(\"\" : \"+f\"(x)); asm volatile(\"\" ::: \"memory\");\n"
	      "	asm(\"st.shared.u32 [%0], %1;\" :: \"r\"(r), \"r\"(*q) : \"memory\"); }",
	      "r = @__lane_id()\n"
	      "n = blockIdx.y\n"
	      "int[(q + 1*4)] = int(((1 << @__lane_id()) - 1))\n"
	      "?\"mov.u32 $0, %smid;\"\n"
	      "r = ?\"mov.u32 $0, %smid;\"\n"
	      "?\"mov.u32 $0, %laneid; add.u32 $0, $0, 1;\"\n"
	      "r = ?\"mov.u32 $0, %laneid; add.u32 $0, $0, 1;\"\n"
	      "if bool(n)\n"
	      "  @__trap()\n"
	      "else\n"
	      "  @_exit()\n"
	      "?\"tanh.approx.f32 $0, $0;\"(x)\n"
	      "x = ?\"tanh.approx.f32 $0, $0;\"\n"
	      "@__threadfence()\n"
	      "?\"st.shared.u32 [$0], $1;\"(r, int[q])\n"
	      "@__threadfence()\n");
}

/* Whatever it contains; and none of it is reported as source without a model. */
static void
test_assembly_is_not_read(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source =
		"__device__ void g(int n, int *p) { asm(\"again: bra again; // %1\" : \"=r\"(n) : \"l\"(p)); }\n";
	parse(&unit, source, strlen(source));
	const struct ir_func *func = find(&unit, "g");
	assert_false(func->is_partial);
	char *body = body_of(&unit, func);
	assert_string_equal(body, "?\"again: bra again; // $1\"(p)\n"
	                          "n = ?\"again: bra again; // $1\"\n");
	free(body);
	ir_unit_free(&unit);
}

/* ---- kernels and launches ---- */

static void
test_launches(void **state)
{
	(void)state;
	check("__global__ void k(float *p, int n) {}\n"
	      "void f(float *p, dim3 g, cudaStream_t s) { k<<<g, 32>>>(p, 1); k<<<dim3(2, 3), g, g.x * 4, s>>>(p, 'a');\n"
	      "	void (*chosen)(float *, int) = k; chosen<<<1, g>>>(p, 2); }",
	      "let dim3 %3\n"
	      "k<<<&g, (dim3::dim3(&%3, 32, 1, 1) , &%3)>>>(p, 1)\n"
	      "let dim3 %4\n"
	      "k<<<(dim3::dim3(&%4, 2, 3, 1) , &%4), &g, unsigned long((unsigned int[&g.x] * 4)), s>>>(p, 97)\n"
	      "let void (*)(float *, int) chosen\n"
	      "chosen = &k\n"
	      "let dim3 %6\n"
	      "(*chosen)<<<(dim3::dim3(&%6, 1, 1, 1) , &%6), &g>>>(p, 2)\n");
}

static void
test_spaced_launch(void **state)
{
	(void)state;
	check("__global__ void k(int n) {}\nvoid f(dim3 g) { k << < g, g >> > (1 >> 2 > 3); }",
	      "k<<<&g, &g>>>(int(((1 >> 2) > 3)))\n");
}

/* nvcc constructs a dim3 from braces. */
static void
test_listed_launch(void **state)
{
	(void)state;
	check("__global__ void k(int n) {}\nvoid f(unsigned n) { k<<<{n, 2}, {32}>>>(1); k<<<{}, /* {4} */ {8, // }\n 4}, 16>>>(2);\n"
	      "const char *s = \"k<<<{1}, {2}>>>\"; }",
	      "let dim3 %1\nlet dim3 %2\n"
	      "k<<<(dim3::dim3(&%1, n, 2, 1) , &%1), (dim3::dim3(&%2, 32, 1, 1) , &%2)>>>(1)\n"
	      "let dim3 %3\nlet dim3 %4\n"
	      "k<<<(dim3::dim3(&%3, 1, 1, 1) , &%3), (dim3::dim3(&%4, 8, 4, 1) , &%4), 16>>>(2)\n"
	      "let const char * s\n"
	      "s = \"k<<<{1}, {2}>>>\"\n");
	/* Places do not change. */
	static const char source[] =
		"__global__ void k(int n) {}\nvoid f() { k<<<{4, 5,\n 6}, {32}>>>(1); undeclared; }";
	struct ir_unit unit;
	parse(&unit, source, strlen(source));
	assert_int_equal(unit.problem_count, 1);
	assert_int_equal(unit.problems[0].loc.line, 3);
	assert_int_equal(unit.problems[0].loc.column, 18);
	ir_unit_free(&unit);
}

static void
test_host_calls(void **state)
{
	(void)state;
	check("__device__ float table[4]; void f(float *h) { float *d; cudaMalloc(&d, 16); cudaMemcpyToSymbol(table, h, 16);\n"
	      "	cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice); h = (float *)malloc(4); float *n = new float[8]; delete[] n; }",
	      "let float * d addressed\n"
	      "cudaMalloc<float>(&d, 16)\n"
	      "cudaMemcpyToSymbol<float[4]>(&table, const void *(h), 16, 0, 1)\n"
	      "@cudaMemcpy(void *(d), const void *(h), 16, 1)\n"
	      "h = float *(@malloc(4))\n"
	      "let float * n\n"
	      "n = @__gl_new((8 * 4))\n"
	      "@__gl_delete(n)\n");
}

static unsigned
count_kernels(const struct ir_unit *unit, const char *name)
{
	unsigned count = 0;
	for (size_t i = 0; i < unit->func_count; i++)
		count += unit->funcs[i]->is_kernel && !strcmp(unit->funcs[i]->name, name);
	return count;
}

static void
test_instantiations(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source =
		"template<class T, int n> __global__ void k(T *p) { if constexpr (n > 2) p[n] = n; else p[0] = 0; }\n"
		"template<class T> void run(T *p) { k<T, 4><<<1, 1>>>(p); }\n"
		"template<class T> __global__ void named(T *p) { *p = T(); }\n"
		"namespace inner { struct R { int x; }; template<class T> __global__ void broken(T *p) { p->x = 1; } void g(R *p) {\n"
		"	broken<R><<<missing, 1>>>(p); } }\n"
		"// the one that is used\n"
		"template __global__ void named<double>(double *);\n"
		"void f(float *p, int *q) { run(p); run(q); k<float, 1><<<1, 1>>>(p); }";
	parse(&unit, source, strlen(source));
	assert_int_equal(unit.problem_count, 1);
	assert_int_equal(unit.problems[0].loc.line, 5);
	assert_int_equal(count_kernels(&unit, "k"), 3);
	assert_int_equal(count_kernels(&unit, "named"), 1);
	assert_int_equal(count_kernels(&unit, "broken"), 1);
	const struct ir_func *named = find(&unit, "named");
	assert_int_equal(named->template_arg_count, 1);
	assert_string_equal(named->template_args[0], "double");
	assert_string_equal(named->signature, "void (double *)");
	assert_string_equal(find(&unit, "broken")->qualified_name, "inner::broken");
	assert_true(find(&unit, "run")->launches);
	ir_unit_free(&unit);
}

/* Arguments of all kinds in their possible spellings, and the members of packs. */
static void
test_template_arguments(void **state)
{
	(void)state;
	struct ir_unit unit;
	static const char source[] =
		"namespace ns { __device__ float table[4]; template <class T> struct box { T *t; }; enum class mode { near, far };\n"
		"  struct owner { enum part { head, tail }; enum class tiny : unsigned char { low, high = 200 }; }; }\n"
		"enum { LONE = 7 }; typedef ns::owner::tiny size_class; namespace { enum hidden { own }; }\n"
		"template <ns::mode m> struct traits { static const int step = (int)m; };\n"
		"__device__ float twice(float x) { return 2 * x; }\n"
		"template <int n, class... Ts> __global__ void pack(float *p, Ts... ts) { p[n] = sizeof...(ts); }\n"
		"template <char... cs> __global__ void letters(float *p) { p[0] = sizeof...(cs); }\n"
		"template <template <class> class C, class T> __global__ void nested(C<T> c) { *c.t = 1; }\n"
		"template <float *q, class F, F f> __global__ void pointers(float *p) { p[0] = f(q[1]); }\n"
		"template <class... Ts> __global__ void none(float *p, Ts... ts) { p[0] = sizeof...(ts); }\n"
		"template <float *q, ns::mode m> __global__ void nothing(float *p) { p[0] = q ? 1 : 2; }\n"
		"template <ns::owner::part a, size_class b, hidden c> __global__ void scoped(float *p) { p[(int)a + (int)b + c] = 0; }\n"
		"template <ns::mode m, class T> __global__ void cast(float *p) { p[(int)m + T::step] = 0; }\n"
		"template <auto a, auto b, auto c> __global__ void any(float *p) { p[a + b + c] = 0; }\n"
		"template <class T, T t, class U, U u> __global__ void typed(float *p) { p[(int)t + u] = 0; }\n"
		"template <ns::mode... ms> __global__ void modes(float *p) { p[sizeof...(ms)] = 0; }\n"
		"void g(float *p) { scoped<ns::owner::tail, size_class::high, own><<<1, 1>>>(p);\n"
		"  cast<(ns::mode)5, traits<ns::mode::far>><<<1, 1>>>(p); any<3u, true, LONE><<<1, 1>>>(p);\n"
		"  typed<size_class, size_class::high, unsigned short, 60000><<<1, 1>>>(p); modes<ns::mode::far, ns::mode::near><<<1, 1>>>(p); }\n"
		"void f(float *p, ns::box<double> b) { pack<3><<<1, 1>>>(p, 1, b); letters<',', '>'><<<1, 1>>>(p); nested<<<1, 1>>>(b);\n"
		"  pointers<ns::table, float (*)(float), twice><<<1, 1>>>(p); none<<<1, 1>>>(p); nothing<nullptr, ns::mode::far><<<1, 1>>>(p); }\n";
	static const struct {
		const char *kernel, *arguments[5];
	} expected[] =
		{
			{"pack", {"3", "int", "ns::box<double>"}},
			{"letters", {"','", "'>'"}},
			{"nested", {"ns::box", "double"}},
			{"pointers", {"ns::table", "float (*)(float)", "&twice"}},
			{"none", {""}},
			{"nothing", {"nullptr", "ns::mode::far"}},
			{"scoped", {"ns::owner::tail", "ns::owner::tiny::high", "(anonymous namespace)::own"}},
			{"cast", {"(ns::mode)5", "traits<ns::mode::far>"}},
			{"any", {"3U", "true", "LONE"}},
			{"typed",
	                 {"ns::owner::tiny", "ns::owner::tiny::high", "unsigned short", "(unsigned short)60000"}},
			{"modes", {"ns::mode::far", "ns::mode::near"}},
		},
	  demangled[] = {
		  {"pack", {"3", "int", "ns::box<double>"}},
		  {"nothing", {"nullptr", "(ns::mode)1"}},
		  {"scoped", {"(ns::owner::part)1", "(ns::owner::tiny)200", "((anonymous namespace)::hidden)0"}},
		  {"cast", {"(ns::mode)5", "traits<ns::mode::far>"}},
		  {"typed", {"ns::owner::tiny", "(ns::owner::tiny)200", "unsigned short", "(unsigned short)60000"}},
	  };
	parse(&unit, source, sizeof source - 1);
	assert_int_equal(unit.problem_count, 0);
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		const struct ir_func *kernel = find(&unit, expected[i].kernel);
		for (uint32_t k = 0; k < kernel->template_arg_count; k++)
			assert_string_equal(kernel->written_template_args[k], expected[i].arguments[k]);
		assert_null(expected[i].arguments[kernel->template_arg_count]);
	}
	for (size_t i = 0; i < sizeof demangled / sizeof *demangled; i++)
		for (uint32_t k = 0; demangled[i].arguments[k]; k++)
			assert_string_equal(find(&unit, demangled[i].kernel)->template_args[k],
			                    demangled[i].arguments[k]);
	ir_unit_free(&unit);
}

/* A template parameter that a launch names has another meaning after the file: another type of that name, or none. */
static void
test_launches_by_names_of_their_own(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source =
		"using T = double;\n"
		"struct S { int x; };\n"
		"template<class T, int n = 1> __global__ void k(T *p) { p[n] = T(); }\n"
		"template<class T> void never(T *p) { k<T><<<1, 1>>>(p); }\n"
		"template<class> struct C { using S = int; void never(int *p); };\n"
		"template<class U> void C<U>::never(int *p) { k<S, 2><<<1, 1>>>(p); }\n"
		"void local(float *p) { using S = float; k<S, 3><<<missing, 1>>>(p); }\n"
		"void outer(S *p) { k<S, 4><<<missing, 1>>>(p); }\n"
		"extern \"C\" { struct L { int x; }; void linked(L *p) { k<L, 5><<<missing, 1>>>(p); } }\n"
		"struct M { void a() { int S = 1; (void)S; } void b(struct S *p) { k<S, 6><<<missing, 1>>>(p); } };\n"
		"template<class U> __global__ void alone(U *p) { *p = U(); }\n"
		"template<class T> void unused(T *p) { alone<::T><<<1, 1>>>(p); }";
	parse(&unit, source, strlen(source));
	assert_int_equal(count_kernels(&unit, "k"), 3);
	assert_string_equal(find(&unit, "k")->template_args[0], "S");
	assert_string_equal(find(&unit, "k")->template_args[1], "4");
	assert_int_equal(count_kernels(&unit, "alone"), 1);
	assert_string_equal(find(&unit, "alone")->template_args[0], "double");
	assert_int_equal(unit.template_count, 0);
	ir_unit_free(&unit);
}

/* Instances in macros, also nested ones; skipped code has none. */
static void
test_instances_that_macros_write(void **state)
{
	(void)state;
	struct ir_unit unit;
	static const char source[] =
		"namespace { struct own { int x; }; }\n"
		"namespace a { enum class way { up, down };\n"
		"template<class T, int n, way w = way::up> __global__ void k(T *p) { p[threadIdx.x * n] = T(); } }\n"
		"template<class T> void run(T *p) { a::k<T, 1><<<1, 1>>>(p); }\n"
		"#define ONE(T, n) template __global__ void a::k<T, n>(T *);\n"
		"#define EACH(what) what(float, 2) \\\n"
		"	what(double, 3)\n"
		"#define RUN(T) \\\n"
		"	template void run<T>(T *);\n"
		"EACH(ONE)\n"
		"ONE(own, (4 > 3))\n"
		"#ifdef NEVER\n"
		"ONE(char, 5)\n"
		"#endif\n"
		"RUN(short)\n";
	parse(&unit, source, sizeof source - 1);
	assert_int_equal(unit.problem_count, 0);
	assert_int_equal(unit.template_count, 0);
	assert_int_equal(count_kernels(&unit, "k"), 4);
	assert_string_equal(find(&unit, "run")->template_args[0], "short");
	ir_unit_free(&unit);
}

/* Kernel templates without instances are listed; requested ones are instantiated, however their arguments are
 * spelled. */
static void
test_instances_that_are_asked_for(void **state)
{
	(void)state;
	struct ir_unit unit;
	static const char source[] =
		"namespace a { using word = unsigned;\n"
		"template<class T, int n = 4> __global__ void k(T *p) { p[threadIdx.x * n] = n; }\n"
		"template<class T> void run(T *p) { k<T><<<1, 1>>>(p); } }\n"
		"template<class, bool b> __global__ void other(int *p) { *p = b; }\n";
	static const char *const asked[] = {"a::k<word>", "k<float, 2>", "k<nothing>", "other",
	                                    "b::k<int>",  "k<",          "<int>"};
	parse(&unit, source, sizeof source - 1);
	assert_int_equal(unit.template_count, 2);
	assert_string_equal(unit.templates[0].qualified_name, "a::k");
	assert_string_equal(unit.templates[0].params, "T, n");
	assert_int_equal(unit.templates[0].loc.line, 2);
	assert_string_equal(unit.templates[1].params, "\u2026, b");
	ir_unit_free(&unit);

	const struct frontend_options options = {.arch = "sm_90",
	                                         .contents = source,
	                                         .contents_length = sizeof source - 1,
	                                         .instances = asked,
	                                         .instance_count = sizeof asked / sizeof *asked};
	frontend_parse(&unit, "test.cu", &options);
	assert_int_equal(unit.problem_count, 0);
	assert_int_equal(count_kernels(&unit, "k"), 2);
	assert_int_equal(unit.instance_count, 3);
	assert_string_equal(unit.instances[0].text, "a::k<word>");
	assert_null(unit.instances[0].error);
	assert_null(unit.instances[2].func);
	assert_non_null(strstr(unit.instances[2].error, "'nothing'"));
	assert_string_equal(unit.instances[0].func->template_args[0], "unsigned int");
	assert_string_equal(unit.instances[1].func->template_args[1], "2");
	assert_int_equal(unit.template_count, 1);
	assert_string_equal(unit.templates[0].name, "other");
	ir_unit_free(&unit);
}

static void
test_instantiated_classes_and_variables(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source =
		"#include <thrust/host_vector.h>\n"
		"template<class T> __constant__ T weights[4];\n"
		"template<class T> __global__ void k(T *p) { p[0] = weights<T>[threadIdx.x]; }\n"
		"template<class T> struct runner { T *p; void inside() { k<T><<<1, 32>>>(p); } void outside(); };\n"
		"template<class T> void runner<T>::outside() { cudaMemcpyToSymbol(weights<T>, p, 16); }\n"
		"template class runner<float>;\n"
		"void f() { thrust::host_vector<int> v(4, 0); }";
	parse(&unit, source, strlen(source));
	assert_int_equal(unit.problem_count, 0);
	assert_int_equal(count_kernels(&unit, "k"), 1);
	assert_true(find(&unit, "inside")->launches);
	assert_false(find(&unit, "outside")->is_partial);
	assert_false(find(&unit, "f")->is_partial);
	bool found = false;
	for (size_t i = 0; i < unit.global_count; i++)
		found |= unit.globals[i]->storage == IR_STORAGE_CONSTANT && unit.globals[i]->type->size == 16;
	assert_true(found);
	ir_unit_free(&unit);
}

static void
test_small_numbers_and_early_launches(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source =
		"#include <algorithm>\n#include <cuda_fp4.h>\n#include <cuda_fp6.hpp>\n#include <nvtx3/nvToolsExtCudaRt.h>\n"
		"__global__ void k(float *p, __nv_fp4x4_e2m1 *q, __nv_fp6_e3m2 s) {\n"
		"	cudaGridDependencySynchronize(); q[threadIdx.x] = __nv_fp4x4_e2m1(make_float4(1, 2, 3, 4));\n"
		"	p[0] = (float)s + std::numeric_limits<float>::max() + __nv_cvt_float_to_fp4(2, __NV_E2M1, cudaRoundNearest);\n"
		"	cudaTriggerProgrammaticLaunchCompletion(); }\n"
		"void f(cudaStream_t s) { nvtxRangePush(\"a\"); nvtxNameCudaStreamA(s, \"b\"); nvtxRangePop(); }\n";
	parse(&unit, source, strlen(source));
	for (size_t i = 0; i < unit.problem_count; i++)
		print_error("line %u: %s\n", unit.problems[i].loc.line, unit.problems[i].message);
	assert_int_equal(unit.problem_count, 0);
	assert_false(find(&unit, "k")->is_partial);
	ir_unit_free(&unit);
}

/* Names that nvcc knows without a header, names that headers declare, and the program's own exceptions. */
static void
test_atomics_streams_and_exceptions(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source =
		"#include <iomanip>\n#include <stdexcept>\n#include <cub/block/block_adjacent_difference.cuh>\n"
		"struct failure : std::exception { const char *what() const noexcept override { return \"it failed\"; } };\n"
		"struct late : std::runtime_error { using std::runtime_error::runtime_error; const char *what() const noexcept override { return \"late\"; } };\n"
		"__global__ void k(int *p, double *q) {\n"
		"	using difference = cub::BlockAdjacentDifference<int, 64>;\n"
		"	__shared__ difference::TempStorage storage;\n"
		"	int a[2] = {__nv_atomic_load_n(p, __NV_ATOMIC_RELAXED), 2}, b[2], expected = 0;\n"
		"	difference(storage).SubtractLeft(a, b, cub::Difference());\n"
		"	__nv_atomic_fetch_add(q, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);\n"
		"	if (__nv_atomic_compare_exchange_n(p, &expected, b[0], false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED))\n"
		"		__nv_atomic_store_n(p + 1, 3, __NV_ATOMIC_RELEASE); }\n"
		"void f(int n) { std::stringstream s; s << n; auto t = std::chrono::steady_clock::now(); (void)t;\n"
		"	try { if (n) throw failure(); throw late(s.str()); } catch (const std::exception &e) { e.what(); } }\n";
	parse(&unit, source, strlen(source));
	for (size_t i = 0; i < unit.problem_count; i++)
		print_error("line %u: %s\n", unit.problems[i].loc.line, unit.problems[i].message);
	assert_int_equal(unit.problem_count, 0);
	assert_false(find(&unit, "k")->is_partial);
	ir_unit_free(&unit);
}

static bool
has(const struct ir_unit *unit, const char *name)
{
	for (size_t i = 0; i < unit->func_count; i++)
		if (!strcmp(unit->funcs[i]->name, name))
			return true;
	return false;
}

/* Inline device functions are lowered if they are reachable; functions that other code may call or launch always
 * are. */
static void
test_device_functions_that_nothing_calls(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source =
		"__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
		"inline __device__ void unused(int *p) { asm volatile(\"no.such.instruction %0;\" :: \"l\"(p)); }\n"
		"static __host__ __device__ int both(int i) { return i; }\n"
		"struct s { __device__ void method(int *p) { asm volatile(\"no.such.instruction %0;\" :: \"l\"(p)); } };\n"
		"__device__ int exported(int i) { return i; }\n"
		"inline __host__ __device__ void launches(float *p) { k<<<1, 32>>>(p); }\n"
		"inline __device__ int used(int i) { return i; }\n"
		"__global__ void calls(int *p) { *p = used(1); }\n";
	static const char *const kept[] = {"k", "exported", "launches", "used", "calls"};
	static const char *const dropped[] = {"unused", "both", "method"};
	parse(&unit, source, strlen(source));
	assert_int_equal(unit.problem_count, 0);
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		find(&unit, kept[i]);
	for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
		assert_false(has(&unit, dropped[i]));
	ir_unit_free(&unit);
}

/* Tensor maps, created by a function that is looked up by name. */
static void
test_tensor_maps(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source =
		"#include <cudaTypedefs.h>\n#include <limits>\n"
		"static_assert(sizeof(CUtensorMap) == 128 && alignof(CUtensorMap) == 128);\n"
		"static_assert(std::denorm_present == 1 && std::float_denorm_style(-1) == std::denorm_indeterminate);\n"
		"__global__ void k(const __grid_constant__ CUtensorMap map, float *p) { p[threadIdx.x] = 1; }\n"
		"void f(float *p, cuuint64_t n) { CUtensorMap map; cuuint64_t pitch = 4 * n, size[2] = {n, n}; cuuint32_t box[2] = {32, 32}, step[2] = {1, 1};\n"
		"	void *encode; cudaDriverEntryPointQueryResult found;\n"
		"	cudaGetDriverEntryPointByVersion(\"cuTensorMapEncodeTiled\", &encode, 12000, cudaEnableDefault, &found);\n"
		"	((PFN_cuTensorMapEncodeTiled_v12000)encode)(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, p, size, &pitch, box, step,\n"
		"		CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);\n"
		"	k<<<1, 32>>>(map, p); }\n";
	parse(&unit, source, strlen(source));
	for (size_t i = 0; i < unit.problem_count; i++)
		print_error("line %u: %s\n", unit.problems[i].loc.line, unit.problems[i].message);
	assert_int_equal(unit.problem_count, 0);
	ir_unit_free(&unit);
}

static void
test_libraries_around_kernels(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source =
		"#include <arpa/inet.h>\n#include <cublasLt.h>\n#include <glob.h>\n#include <nvml.h>\n"
		"void f(nvmlDevice_t d) { sockaddr_in at; at.sin_port = htons(80); inet_pton(AF_INET, \"a\", &at.sin_addr);\n"
		"	glob_t found; glob(\"*\", 0, nullptr, &found); globfree(&found);\n"
		"	nvmlValueType_t type; unsigned n; nvmlSample_t sample;\n"
		"	nvmlDeviceGetSamples(d, NVML_GPU_UTILIZATION_SAMPLES, 0, &type, &n, &sample);\n"
		"	cublasLtMatmulDescOpaque_t held; cublasLtMatmulDesc_t desc = &held;\n"
		"	cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_GELU_AUX_BIAS;\n"
		"	cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue); }\n";
	parse(&unit, source, strlen(source));
	for (size_t i = 0; i < unit.problem_count; i++)
		print_error("line %u: %s\n", unit.problems[i].loc.line, unit.problems[i].message);
	assert_int_equal(unit.problem_count, 0);
	assert_false(find(&unit, "f")->is_partial);
	ir_unit_free(&unit);
}

static void
test_kernel_properties(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source =
		"#define THREADS 256\n"
		"__global__ void __launch_bounds__(THREADS, 2) k(const float *__restrict__ in, float *out) {\n"
		"	__shared__ float tile[8][9]; extern __shared__ char raw[]; int n = 3; int *p = &n;\n"
		"	tile[*p][0] = *in; *out = raw[0]; }\n"
		"__constant__ int limit = 7; __device__ __managed__ float sum; static __global__ void hidden() { sum = limit; }";
	parse(&unit, source, strlen(source));
	assert_int_equal(unit.problem_count, 0);
	const struct ir_func *k = find(&unit, "k");
	assert_int_equal(k->max_threads, 256);
	assert_int_equal(k->min_blocks, 2);
	assert_true(k->params[0]->is_restrict);
	assert_false(k->params[1]->is_restrict);
	assert_int_equal(k->loc.line, 2);
	assert_int_equal(k->loc.end_line, 4);
	assert_string_not_equal(find(&unit, "hidden")->link_name, "_ZL6hiddenv");
	static const struct {
		const char *name;
		enum ir_storage storage;
	} globals[] = {{"tile", IR_STORAGE_SHARED},
	               {"raw", IR_STORAGE_SHARED_DYNAMIC},
	               {"limit", IR_STORAGE_CONSTANT},
	               {"sum", IR_STORAGE_MANAGED}};
	for (size_t i = 0; i < sizeof globals / sizeof *globals; i++) {
		size_t k = 0;
		while (k < unit.global_count && strcmp(unit.globals[k]->name, globals[i].name))
			k++;
		assert_true(k < unit.global_count);
		assert_int_equal(unit.globals[k]->storage, globals[i].storage);
	}
	ir_unit_free(&unit);
}

/* The places of loads and stores are those of the lvalues; in a macro's body, those of its use. */
static void
test_places(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source = "#define AT(p, i) p[(i) * 4]\n"
			     "__global__ void f(float *out, float *in) {\n"
			     "	out[threadIdx.x] = AT(in, threadIdx.x);\n"
			     "}\n";
	parse(&unit, source, strlen(source));
	const struct ir_expr *store = find(&unit, "f")->body->stmts[0]->expr;
	assert_int_equal(store->kind, IR_STORE);
	assert_int_equal(store->loc.line, 3);
	assert_int_equal(store->loc.column, 2);
	assert_int_equal(store->loc.end_column, 18);
	assert_string_equal(unit.files[store->loc.file], "test.cu");
	const struct ir_expr *load = store->b;
	assert_int_equal(load->kind, IR_LOAD);
	assert_int_equal(load->loc.line, 3);
	assert_int_equal(load->loc.column, 21);
	assert_int_equal(load->loc.end_column, 40);
	ir_unit_free(&unit);
}

/* Also if the macro is in another macro's arguments, and if several of its arguments are in the expression. */
static void
test_places_in_macros(void **state)
{
	(void)state;
	static const struct {
		const char *statement, *load;
	} cases[] = {
		{"*o = AT(in, i);", "AT(in, i)"},
		{"*o = AT(in, i + 1) + 1;", "AT(in, i + 1)"},
		{"*o = REV(i, in);", "REV(i, in)"},
		{"*o = LD(i);", "LD(i)"},
		{"*o = ALL;", "ALL"},
		{"*o = in TAIL(i);", "in TAIL(i)"},
		{"*o = in[ADD(i, i)];", "in[ADD(i, i)]"},
		{"SET(*o = in[i]);", "in[i]"},
		{"SET(*o = AT(in, (i)));", "AT(in, (i))"},
		{"SET(*o = REV(i, in));", "REV(i, in)"},
		{"SET(*o = LD(i));", "LD(i)"},
		{"SET(SET(*o = LD(i)));", "LD(i)"},
		{"*o = AT(in, ',' + ADD(i, '('));", "AT(in, ',' + ADD(i, '('))"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct ir_unit unit;
		char source[1024];
		snprintf(source, sizeof source,
		         "#define AT(p, i) p[(i) * 4]\n#define REV(i, p) p[(i) * 4]\n#define LD(i) in[(i) * 4]\n"
		         "#define ALL in[3]\n#define TAIL(i) [i]\n#define ADD(a, b) a + b\n#define SET(x) x\n"
		         "__global__ void f(float *o, float *in, int i) {\n%s\n}\n",
		         cases[i].statement);
		parse(&unit, source, strlen(source));
		const struct ir_expr *load = find(&unit, "f")->body->stmts[0]->expr->b;
		while (load->kind != IR_LOAD || load->type->kind != IR_TYPE_FLOAT)
			load = load->a;
		const size_t begin = load->loc.column - 1, length = load->loc.end_column - load->loc.column;
		if (begin > strlen(cases[i].statement) || length != strlen(cases[i].load) ||
		    strncmp(cases[i].statement + begin, cases[i].load, length) != 0)
			fail_msg("%s: columns %zu to %zu", cases[i].statement, begin + 1, begin + 1 + length);
		ir_unit_free(&unit);
	}
}

/* ---- errors in the source ---- */

static void
test_errors_stay_where_they_are(void **state)
{
	(void)state;
	struct ir_unit unit;
	const char *source = "#include \"not_there.h\"\n"
			     "__global__ void good(int *p) { p[0] = 1; }\n"
			     "__global__ void bad(int *p, Unknown u) { p[0] = undeclared; p[1] = 2; }\n";
	parse(&unit, source, strlen(source));
	assert_false(unit.failed);
	assert_true(unit.problem_count >= 3);
	assert_int_equal(unit.problems[0].loc.line, 1);
	assert_false(find(&unit, "good")->is_partial);
	const struct ir_func *bad = find(&unit, "bad");
	assert_true(bad->is_partial);
	char *body = body_of(&unit, bad);
	assert_non_null(strstr(body, "int[(p + 1*4)] = 2\n"));
	free(body);
	ir_unit_free(&unit);
}

static void
check_survives(const char *start, const char *repeated, unsigned times, const char *end)
{
	const size_t step = strlen(repeated);
	char *source = malloc(strlen(start) + times * step + strlen(end) + 1), *at = source;
	at += sprintf(at, "%s", start);
	for (unsigned i = 0; i < times; i++, at += step)
		memcpy(at, repeated, step);
	strcpy(at, end);
	struct ir_unit unit;
	parse(&unit, source, strlen(source));
	ir_unit_free(&unit);
	free(source);
}

static void
test_malformed_sources(void **state)
{
	(void)state;
	check_survives("", "", 0, "");
	check_survives("int main() { /* ", "", 0, "return 0; }");
	check_survives("int main() { \"abc", "", 0, "; }");
	check_survives("int main() { return ", "(", 900, "1; }");
	check_survives("int main() { return ", "(", 30000, "1; }");
	check_survives("__global__ void k(int a, int *p) { p[0] = ", "- ", 8000, "a; }");
	check_survives("__global__ void k(int a, int *p) { p[0] = ", "a + ", 3000, "a; }");
	check_survives("__global__ void k(int a, int *p) { ", "if (a) ", 2000, "p[0] = 1; }");
	check_survives("__global__ void k(int a, int *p) { ", "p[", 500, "0; }");
	check_survives("int ", "*", 2000, "p; void f() { p = 0; }");
	check_survives("int a[] = {", "1,", 20000, "}; int f() { return a[3]; }");
	check_survives("int main() { const struct undefined t[] = {", "1, ", 2, "}; }");
	check_survives("struct undefined; int main() { undefined t[]", "[5]", 3, " = {}; return sizeof t; }");
	struct ir_unit unit;
	static const char bytes[] = "\x7f"
				    "ELF\0\0\1\2\xff\xfe{(<<<\0>>>";
	parse(&unit, bytes, sizeof bytes);
	ir_unit_free(&unit);
	const struct frontend_options options = {.arch = "sm_90"};
	frontend_parse(&unit, GPULINT_SOURCE_DIR "/not/there.cu", &options);
	assert_true(unit.failed);
	assert_int_equal(unit.problem_count, 1);
	ir_unit_free(&unit);
}

/* ---- flags ---- */

static bool
has_flag(const struct flags *flags, const char *flag, const char *value)
{
	for (size_t i = 0; i < flags->count; i++)
		if (!strcmp(flags->items[i], flag) &&
		    (!value || (i + 1 < flags->count && !strcmp(flags->items[i + 1], value))))
			return true;
	return false;
}

static void
test_flags(void **state)
{
	(void)state;
	static const char *const given[] = {"-Iinc",
	                                    "-I",
	                                    "/abs",
	                                    "--define-macro=A=1",
	                                    "-DB",
	                                    "-UC",
	                                    "-isystem",
	                                    "sys",
	                                    "-include",
	                                    "x.h",
	                                    "-std=c++11",
	                                    "-gencode",
	                                    "arch=compute_70,code=[sm_70,sm_80]",
	                                    "-gencode=arch=compute_120,code=sm_120",
	                                    "-Xcompiler",
	                                    "-fopenmp,-DFROM_HOST",
	                                    "-maxrregcount",
	                                    "32",
	                                    "-o",
	                                    "out",
	                                    "-fplugin=evil.so",
	                                    "-Xclang",
	                                    "-load",
	                                    "-O3",
	                                    "-lineinfo",
	                                    "--expt-relaxed-constexpr",
	                                    "-ccbin",
	                                    "gcc",
	                                    "other.cu",
	                                    "-I",
	                                    "here"};
	const struct frontend_options options = {.flags = given,
	                                         .flag_count = sizeof given / sizeof *given,
	                                         .directory = "/project",
	                                         .directory_flags = sizeof given / sizeof *given - 2,
	                                         .arch = "sm_90",
	                                         .toolkit = "/toolkit"};
	struct arena arena = {0};
	const struct flags flags = flags_translate(&arena, &options, "/root");
	assert_true(has_flag(&flags, "-I", "/project/inc"));
	assert_true(has_flag(&flags, "-I", "here"));
	assert_true(has_flag(&flags, "-I", "/abs"));
	assert_true(has_flag(&flags, "-D", "A=1"));
	assert_true(has_flag(&flags, "-D", "B"));
	assert_true(has_flag(&flags, "-D", "FROM_HOST"));
	assert_true(has_flag(&flags, "-U", "C"));
	assert_true(has_flag(&flags, "-isystem", "/project/sys"));
	assert_true(has_flag(&flags, "-include", "x.h"));
	assert_true(has_flag(&flags, "-std=c++17", NULL));
	assert_true(has_flag(&flags, "--cuda-gpu-arch=sm_80", NULL));
	assert_true(has_flag(&flags, "-D__CUDACC_RELAXED_CONSTEXPR__", NULL));
	assert_true(has_flag(&flags, "-idirafter", "/toolkit"));
	static const char *const dropped[] = {
		"-fplugin=evil.so",    "-Xclang", "-load", "-O3", "-o", "out", "32", "gcc", "other.cu",
		"-fopenmp,-DFROM_HOST"};
	for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
		assert_false(has_flag(&flags, dropped[i], NULL));
	arena_free(&arena);
}

static void
test_architecture_and_standard(void **state)
{
	(void)state;
	static const char *const given[] = {"-arch=sm_75", "-std=c++20", "-DN=3"};
	const char *source = "__device__ int f() { int arch = __CUDA_ARCH__; long standard = __cplusplus; return N; }";
	const struct frontend_options options = {.flags = given,
	                                         .flag_count = 3,
	                                         .arch = "sm_90",
	                                         .contents = source,
	                                         .contents_length = strlen(source)};
	struct ir_unit unit;
	frontend_parse(&unit, "test.cu", &options);
	char *body = body_of(&unit, find(&unit, "f"));
	assert_string_equal(body, "let int arch\narch = 750\nlet long standard\nstandard = 202002\nreturn 3\n");
	free(body);
	ir_unit_free(&unit);
}

/* The parsed text includes the given header. */
static void
parse_with_header(struct ir_unit *unit, const char *header, const char *source)
{
	char folder[] = "/tmp/gpulint-XXXXXX", path[sizeof folder + 8];
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/own.h", folder);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(header, file);
	fclose(file);
	const char *const flags[] = {"-I", folder};
	const struct frontend_options options = {.flags = flags,
	                                         .flag_count = 2,
	                                         .arch = "sm_90",
	                                         .contents = source,
	                                         .contents_length = strlen(source)};
	frontend_parse(unit, "test.cu", &options);
	remove(path);
	remove(folder);
}

static void
test_functions_of_headers(void **state)
{
	(void)state;
	static const char header[] =
		"__global__ void k() {}\n"
		"inline int called() { return 1; }\n"
		"inline int calls() { return called(); }\n"
		"static int uncalled() { return calls(); }\n"
		"inline void launches() { k<<<1, 32>>>(); }\n"
		"inline __device__ int on_device() { return 2; }\n"
		"int of_all() { return 3; }\n"
		"struct object { int method() { return 4; } virtual int overridden() { return 5; } };\n";
	struct ir_unit unit;
	parse_with_header(&unit, header,
	                  "#include \"own.h\"\n"
	                  "static int alone() { return 6; }\n"
	                  "int main() { object o; return calls() + sizeof o; }\n");
	static const char *const there[] = {"k",      "called",     "calls", "launches",
	                                    "of_all", "overridden", "alone", "main"};
	for (size_t i = 0; i < sizeof there / sizeof *there; i++)
		assert_true(has(&unit, there[i]));
	assert_false(has(&unit, "uncalled"));
	assert_false(has(&unit, "on_device"));
	assert_false(has(&unit, "method"));
	ir_unit_free(&unit);
	/* Launches that a macro writes are not seen. */
	parse_with_header(&unit,
	                  "#define RUN(kernel) \\\n\tkernel<<<1, 32>>>()\n"
	                  "__global__ void k() {}\n"
	                  "inline void runs() { RUN(k); }\n",
	                  "#include \"own.h\"\n");
	assert_true(has(&unit, "runs"));
	ir_unit_free(&unit);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_conversions),
		cmocka_unit_test(test_functions_of_headers),
		cmocka_unit_test(test_pointers),
		cmocka_unit_test(test_builtin_variables),
		cmocka_unit_test(test_calls),
		cmocka_unit_test(test_references),
		cmocka_unit_test(test_own_operators),
		cmocka_unit_test(test_small_floats_of_cub),
		cmocka_unit_test(test_least_and_most),
		cmocka_unit_test(test_whole_blocks),
		cmocka_unit_test(test_constants),
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_classes),
		cmocka_unit_test(test_constructor),
		cmocka_unit_test(test_copies_that_are_left_out),
		cmocka_unit_test(test_layout),
		cmocka_unit_test(test_initialisers),
		cmocka_unit_test(test_lambdas),
		cmocka_unit_test(test_virtual_calls),
		cmocka_unit_test(test_tables_of_virtual_functions),
		cmocka_unit_test(test_loops),
		cmocka_unit_test(test_branches),
		cmocka_unit_test(test_structured_bindings),
		cmocka_unit_test(test_bindings_to_what_functions_yield),
		cmocka_unit_test(test_parts_of_the_library),
		cmocka_unit_test(test_jumps),
		cmocka_unit_test(test_a_jump_that_cannot_be_followed),
		cmocka_unit_test(test_a_jump_into_a_loop),
		cmocka_unit_test(test_assembly),
		cmocka_unit_test(test_assembly_is_not_read),
		cmocka_unit_test(test_launches),
		cmocka_unit_test(test_spaced_launch),
		cmocka_unit_test(test_listed_launch),
		cmocka_unit_test(test_host_calls),
		cmocka_unit_test(test_instantiations),
		cmocka_unit_test(test_launches_by_names_of_their_own),
		cmocka_unit_test(test_template_arguments),
		cmocka_unit_test(test_instances_that_macros_write),
		cmocka_unit_test(test_instances_that_are_asked_for),
		cmocka_unit_test(test_instantiated_classes_and_variables),
		cmocka_unit_test(test_small_numbers_and_early_launches),
		cmocka_unit_test(test_atomics_streams_and_exceptions),
		cmocka_unit_test(test_device_functions_that_nothing_calls),
		cmocka_unit_test(test_tensor_maps),
		cmocka_unit_test(test_libraries_around_kernels),
		cmocka_unit_test(test_kernel_properties),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_places_in_macros),
		cmocka_unit_test(test_errors_stay_where_they_are),
		cmocka_unit_test(test_malformed_sources),
		cmocka_unit_test(test_flags),
		cmocka_unit_test(test_architecture_and_standard),
	};
	return cmocka_run_group_tests_name("frontend", tests, NULL, NULL);
}
