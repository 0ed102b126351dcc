/* Virtual functions and the device heap: what calls, constructors and destructors access, and what they reach. The accesses
 * that are expected are those that nvcc 13.0 made of the same code for sm_90. */
#include "evaluate.h"

static struct evaluation e;

/* Of all sites of that kind on a line: their requests and what these touch, both added up. */
static void
expect_accesses(const struct launch *launch, unsigned line, enum site_kind kind, double requests, double sectors)
{
	double made = 0, touched = 0;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->place.line != line || site->kind != kind)
			continue;
		made += site->predicted.requests;
		touched += site->predicted.sectors;
	}
	expect_double(made, requests, 1e-9);
	expect_double(touched, sectors, 1e-9);
}

#define SHAPES \
	"struct shape { int tag;\n" \
	"  __device__ shape(int t) : tag(t) {}\n" \
	"  __device__ virtual int area(int by) = 0;\n" \
	"  __device__ virtual ~shape() {} };\n" \
	"struct square : shape { int side;\n" \
	"  __device__ square(int s)\n" \
	"    : shape(1),\n" \
	"      side(s)\n" \
	"  { tag = s; }\n" \
	"  __device__ int area(int by) { return side * by; }\n" \
	"  __device__ ~square() { side = 0; } };\n" \
	"struct disc : shape { int r = 2;\n" \
	"  __device__ disc() : shape(2) {}\n" \
	"  __device__ int area(int by) { return 3 * by; } };\n"

static void
test_one_object_for_all_lanes(void **state)
{
	(void)state;
	evaluate(&e,
	         SHAPES "__global__ void make(shape **s) {\n" /* line 15 */
	                "  *s = new square(3); }\n"
	                "__global__ void use(shape **s, int *out) {\n"
	                "  int n =\n"
	                "    (*s)\n"
	                "      ->area(threadIdx.x);\n"
	                "  out[n] = 1; }\n"
	                "__global__ void drop(shape **s) {\n"
	                "  delete *s; }\n"
	                "int main() { shape **s; int *out; cudaMalloc(&s, 8); cudaMalloc(&out, 4096);\n"
	                "  make<<<1, 1>>>(s); use<<<1, 32>>>(s, out); drop<<<1, 1>>>(s); }\n",
	         NULL);
	/* The class's own table is stored with the base's initialiser. */
	expect_accesses(launch_of_kernel(&e, "make"), 7, SITE_STORE, 1, 1);
	/* The object's address, its table and the function, all on the object's line. */
	expect_accesses(launch_of_kernel(&e, "use"), 19, SITE_LOAD, 3, 3);
	expect_accesses(launch_of_kernel(&e, "use"), 20, SITE_LOAD, 0, 0);
	expect_accesses(launch_of_kernel(&e, "use"), 10, SITE_LOAD, 1, 1);
	expect_double(per_request(site_at(launch_of_kernel(&e, "use"), 21, SITE_STORE)), 12, 1e-9);
	/* The derived destructor, which stores its table and the member, then the base's. */
	expect_accesses(launch_of_kernel(&e, "drop"), 23, SITE_LOAD, 3, 3);
	expect_accesses(launch_of_kernel(&e, "drop"), 11, SITE_STORE, 2, 2);
	expect_accesses(launch_of_kernel(&e, "drop"), 4, SITE_STORE, 1, 1);
	evaluation_free(&e);
}

static void
test_lanes_with_objects_of_several_classes(void **state)
{
	(void)state;
	evaluate(&e,
	         SHAPES "__global__ void make(shape **s) {\n"
	                "  if (threadIdx.x < 8) s[threadIdx.x] = new square(5);\n"
	                "  else s[threadIdx.x] = new disc; }\n"
	                "__global__ void use(shape **s, int *out) {\n"
	                "  out[64] = 1;\n"
	                "  int n = s[threadIdx.x]->area(1);\n"
	                "  out[n * 8 + threadIdx.x % 8] = 1; }\n"
	                "int main() { shape **s; int *out; cudaMalloc(&s, 256); cudaMalloc(&out, 4096);\n"
	                "  make<<<1, 32>>>(s); use<<<1, 32>>>(s, out); }\n",
	         NULL);
	const struct launch *use = launch_of_kernel(&e, "use");
	const struct site *side = site_at(use, 10, SITE_LOAD);
	expect_double(side->predicted.lanes / side->predicted.requests, 8, 1e-9);
	expect_double(per_request(side), 8, 1e-9); /* an allocation a lane */
	/* Pointers side by side, an object a lane, two tables. */
	expect_accesses(use, 20, SITE_LOAD, 3, 8 + 32 + 2);
	/* 8 lanes go to one line of 8, the others to another. */
	expect_double(per_request(site_at(use, 21, SITE_STORE)), 2, 1e-9);
	evaluation_free(&e);
}

/* Tables stay with their objects: a copy made by the compiler takes the members alone. */
static void
test_copies_leave_the_table_out(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <new>\n"
	         "struct box { int n; __device__ virtual int get() { return n; } };\n"
	         "__global__ void k(box *to, const box *from) {\n"
	         "  to[threadIdx.x] = from[threadIdx.x];\n"
	         "  new (to + 64) box(from[0]); }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	const struct launch *launch = first_launch(&e);
	/* On the line of the class, whose functions they are. */
	expect_accesses(launch, 2, SITE_LOAD, 2, 16 + 1);
	expect_accesses(launch, 2, SITE_STORE, 3, 16 + 2);
	evaluation_free(&e);
}

/* A further base's pointer leads to functions that find back to the whole object. */
static void
test_several_bases(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct A { int a; __device__ virtual int f() { return a; } };\n"
	         "struct B { int b; __device__ virtual int g() { return b; } };\n"
	         "struct C : A, B { int c = 6; __device__ int g() override { return c; } };\n"
	         "__global__ void k(int *out) {\n"
	         "  __shared__ B *b;\n"
	         "  if (threadIdx.x == 0) b = new C;\n"
	         "  __syncthreads();\n"
	         "  out[b->g() * threadIdx.x] = 1; }\n",
	         "k<<<1, 32>>>(4096)");
	expect_double(per_request(site_at(first_launch(&e), 8, SITE_STORE)), 24, 1e-9);
	evaluation_free(&e);
}

/* Where nobody knows the object, the only class that there is; not one of several. */
static void
test_unknown_objects(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct any { __device__ virtual int at(int i) = 0; };\n"
	         "template <typename T> struct some : any { T start = 2;\n"
	         "  __device__ int at(int i) { return i + start; } };\n"
	         "__device__ any *make() { return new some<int>; }\n"
	         "__global__ void k(any *s, int *out) {\n"
	         "  out[s->at(8) * 0 + threadIdx.x] = 1; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	const struct launch *launch = first_launch(&e);
	expect_accesses(launch, 3, SITE_LOAD, 1, 1);
	assert_int_equal(site_at(launch, 6, SITE_STORE)->confidence, CONFIDENCE_ASSUMED);
	evaluation_free(&e);
	evaluate(&e,
	         SHAPES "__global__ void k(shape **s, int *out) {\n"
	                "  out[threadIdx.x] = s[threadIdx.x]->area(8);\n"
	                "  out[threadIdx.x + 32] = 1; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	launch = first_launch(&e);
	expect_accesses(launch, 10, SITE_LOAD, 0, 0);
	evaluation_free(&e);
}

/* Virtual bases, and functions whose result lies elsewhere in the object than the caller's class does. */
static void
test_tables_that_are_not_followed(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct A { int a; __device__ virtual int f() { return a; } };\n"
	         "struct B : virtual A { __device__ int f() override { return 2; } };\n"
	         "struct C { int c; __device__ virtual C *me() { return this; } };\n"
	         "struct D : A, C { __device__ D *me() override { return this; } };\n"
	         "__global__ void k(B *b, int *out) {\n"
	         "  C *c = new D;\n"
	         "  out[threadIdx.x] = c->me()->c;\n"
	         "  out[threadIdx.x + 32] = b[threadIdx.x].f();\n"
	         "  out[threadIdx.x + 64] = 1; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	assert_true(e.facts.kernels[0].is_partial);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_object_for_all_lanes),
		cmocka_unit_test(test_lanes_with_objects_of_several_classes),
		cmocka_unit_test(test_copies_leave_the_table_out),
		cmocka_unit_test(test_several_bases),
		cmocka_unit_test(test_unknown_objects),
		cmocka_unit_test(test_tables_that_are_not_followed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
