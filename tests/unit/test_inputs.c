/* A launch's inputs, as a measurement needs them: values for unbound numbers. */
#include "evaluate.h"

static struct evaluation e;

static int32_t
integer_in(const struct launch_argument *argument, size_t at)
{
	int32_t number;
	assert_int_equal(argument->kind, ARGUMENT_BYTES);
	memcpy(&number, argument->bytes + at, sizeof number);
	return number;
}

static void
test_numbers_that_nothing_binds_have_stand_ins(void **state)
{
	(void)state;
	evaluate(&e,
	         "int rows(); bool flag();\n"
	         "__global__ void k(float *p, int width, int height, bool twice, int m, int lag)\n"
	         "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i < width * height) p[i + lag] = m; }\n"
	         "int main() { float *p; cudaMalloc(&p, 1000 * sizeof *p);\n"
	         "  k<<<4, 256>>>(p, rows(), rows(), flag(), 7, rows()); }\n",
	         NULL);
	const struct launch *launch = first_launch(&e);
	/* Together they stay within the buffer. */
	assert_int_equal(integer_in(&launch->data.inputs[1], 0), 16);
	assert_int_equal(integer_in(&launch->data.inputs[2], 0), 16);
	assert_int_equal(integer_in(&launch->data.inputs[4], 0), 7);
	/* Sizes are also assumed in the prediction; other numbers are not. */
	assert_string_equal(launch->caveats.assumptions[0], "width = 16, height = 16: known only at run time (line 6)");
	assert_string_equal(launch->data.assumed_numbers, "twice = 1, lag = 1000");
	assert_int_equal(site_at(launch, 4, SITE_BRANCH)->confidence, CONFIDENCE_ASSUMED);
	assert_int_not_equal(site_at(launch, 4, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	assert_string_equal(launch->data.arguments[1].text, "16");
	assert_string_equal(launch->data.arguments[5].text, "unknown");
	evaluation_free(&e);
}

/* B sequences of T words; a lower-case letter may be an index. */
static void
test_capital_letters_are_extents(void **state)
{
	(void)state;
	evaluate(
		&e,
		"int read();\n"
		"__global__ void k(float *p, int B, int T, int K, int t)\n"
		"{ if (threadIdx.x < T) p[(blockIdx.x * B + t) * K + threadIdx.x] = 1; }\n"
		"int main() { float *p; cudaMalloc(&p, 1 << 26); k<<<4, 256>>>(p, read(), read(), read(), read()); }\n",
		NULL);
	assert_string_equal(first_launch(&e)->caveats.assumptions[0],
	                    "B = 1024, T = 1024, K = 1024: known only at run time (line 4)");
	assert_string_equal(first_launch(&e)->data.arguments[4].text, "unknown");
	evaluation_free(&e);
}

/* Unknown, but equal for all: the rows of a block have this distance. */
static void
test_an_argument_is_one_number_for_all_threads(void **state)
{
	(void)state;
	evaluate(&e,
	         "int lag();\n"
	         "__global__ void k(float *p, int lag) { p[threadIdx.y * lag + threadIdx.x] = 1; }\n"
	         "int main() { float *p; cudaMalloc(&p, 4096); k<<<1, dim3(16, 16)>>>(p, lag()); }\n",
	         NULL);
	const struct site *store = site_at(first_launch(&e), 2, SITE_STORE);
	assert_int_equal(store->confidence, CONFIDENCE_BOUNDED);
	/* Two rows of 64 bytes: at best equal, at worst each one crosses another sector boundary. */
	const double requests = store->predicted.requests;
	assert_true(store->predicted.low == 2 * requests && store->predicted.high <= 6 * requests);
	evaluation_free(&e);
}

static void
test_members_that_nothing_binds_have_stand_ins(void **state)
{
	(void)state;
	evaluate(
		&e,
		"int rows();\n"
		"struct grid { float *p; int width, mode; };\n"
		"__global__ void k(grid g)\n"
		"{ if (threadIdx.x < g.width) g.p[threadIdx.x] = 1; }\n"
		"int main() { grid g; cudaMalloc(&g.p, 4096); g.width = rows(); g.mode = rows(); k<<<1, 256>>>(g); }\n",
		NULL);
	const struct launch *launch = first_launch(&e);
	assert_int_equal(integer_in(&launch->data.inputs[0], 8), 1024);
	assert_int_equal(integer_in(&launch->data.inputs[0], 12), 0);
	assert_string_equal(launch->data.assumed_numbers, "g.width = 1024, g.mode = 0");
	evaluation_free(&e);
}

static void
test_nothing_stands_in_for_a_handle(void **state)
{
	(void)state;
	evaluate(&e,
	         "unsigned long long handle();\n"
	         "__global__ void k(float *p, unsigned long long h)\n"
	         "{ p[threadIdx.x] = h; }\n"
	         "int main() { float *p; cudaMalloc(&p, 4096); k<<<1, 256>>>(p, handle()); }\n",
	         NULL);
	const struct launch *launch = first_launch(&e);
	assert_int_equal(launch->data.inputs[1].kind, ARGUMENT_UNKNOWN);
	assert_null(launch->data.assumed_numbers);
	evaluation_free(&e);
}

/* A texture or surface can be created if its reads or writes are visible, also in another function. */
static void
test_handles_of_textures_are_reported_by_their_use(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__device__ uchar4 pick(cudaTextureObject_t in, int x) { return tex2DLayered<uchar4>(in, x, 0, 1); }\n"
		"__global__ void k(float *p, cudaTextureObject_t line, cudaTextureObject_t layers, cudaSurfaceObject_t to)\n"
		"{ p[threadIdx.x] = tex1Dfetch<float>(line, threadIdx.x) + pick(layers, threadIdx.x).y;\n"
		"  surf2Dwrite<short>(1, to, threadIdx.x * 2, 0); }\n"
		"cudaTextureObject_t make();\n"
		"int main() { float *p; cudaMalloc(&p, 4096); k<<<1, 256>>>(p, make(), make(), make()); }\n",
		NULL);
	const struct launch_argument *inputs = first_launch(&e)->data.inputs;
	for (int i = 1; i <= 3; i++)
		assert_int_equal(inputs[i].kind, ARGUMENT_TEXTURE);
	assert_string_equal(inputs[1].texture_shape, "1d-linear");
	assert_true(inputs[1].numbers_are_floats && inputs[1].number_size == 4 && inputs[1].element_size == 4);
	assert_string_equal(inputs[2].texture_shape, "2d-layered");
	assert_true(!inputs[2].numbers_are_floats && inputs[2].number_size == 1 && inputs[2].element_size == 4);
	assert_string_equal(inputs[3].texture_shape, "2d");
	assert_true(inputs[3].is_surface && !inputs[2].is_surface && inputs[3].number_size == 2);
	evaluation_free(&e);
}

static void
expect_part(const struct element_part *part, uint32_t at, uint32_t count, uint32_t size, bool is_float)
{
	assert_int_equal(part->at, at);
	assert_int_equal(part->count, count);
	assert_int_equal(part->size, size);
	assert_int_equal(part->is_float, is_float);
}

static void
test_elements_of_several_kinds_of_numbers_are_reported_part_by_part(void **state)
{
	(void)state;
	evaluate(
		&e,
		"struct base { float x, y, z; };\n"
		"struct particle : base { int id; struct { bool on; float w[2][2]; } more[2]; double last; };\n"
		"union either { float f; int i; };\n"
		"struct odd { float f; unsigned a : 3, b : 5; either e; union { float4 v; float a[4]; } same; };\n"
		"__global__ void k(particle *p, odd *o, float4 *v, int *n)\n"
		"{ p[threadIdx.x].id = o[threadIdx.x].f + v[threadIdx.x].x + n[threadIdx.x]; }\n"
		"int main() { void *p; cudaMalloc(&p, 1 << 20); k<<<1, 32>>>((particle *)p, (odd *)p, (float4 *)p, (int *)p); }\n",
		NULL);
	const struct launch_argument *inputs = first_launch(&e)->data.inputs;
	assert_int_equal(inputs[0].element_size, 64);
	assert_int_equal(inputs[0].number_size, 0);
	assert_int_equal(inputs[0].part_count, 7);
	const struct element_part *part = inputs[0].parts;
	expect_part(&part[0], 0, 3, 4, true);
	expect_part(&part[1], 12, 1, 4, false);
	assert_true(part[2].is_bool && !part[1].is_bool);
	expect_part(&part[2], 16, 1, 1, false);
	expect_part(&part[3], 20, 4, 4, true);
	expect_part(&part[5], 40, 4, 4, true);
	expect_part(&part[6], 56, 1, 8, true);
	/* Bit-fields and unions have no numbers to describe. */
	assert_int_equal(inputs[1].part_count, 2);
	expect_part(&inputs[1].parts[0], 0, 1, 4, true);
	expect_part(&inputs[1].parts[1], 16, 4, 4, true);
	for (int i = 2; i <= 3; i++) {
		assert_int_equal(inputs[i].part_count, 0);
		assert_int_equal(inputs[i].number_size, 4);
	}
	evaluation_free(&e);
}

/* Checks the range of the numbers in the kernel's first argument; `o` has 1000 floats. */
static void
expect_range(const char *type, const char *body, int64_t low, int64_t high)
{
	char source[1000];
	snprintf(
		source, sizeof source,
		"__global__ void k(const %s *c, float *o, const unsigned char *b, int n)\n"
		"{ __shared__ int bins[64]; int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { %s; } }\n"
		"int main() { %s *c; float *o; unsigned char *b;\n"
		"  cudaMalloc(&c, 1 << 20); cudaMalloc(&o, 4000); cudaMalloc(&b, 1 << 20); k<<<4, 256>>>(c, o, b, 1000); }\n",
		type, body, type);
	evaluate_with(&e, source, (struct eval_options){.collects_contents = true, .collects_index_ranges = true});
	const struct launch_argument *c = &first_launch(&e)->data.inputs[0];
	assert_true(c->index_bounded);
	if (c->index_low != low || c->index_high != high)
		fail_msg("%s: %lld to %lld", body, (long long)c->index_low, (long long)c->index_high);
	evaluation_free(&e);
}

static void
test_indices_lead_to_what_they_index(void **state)
{
	(void)state;
	expect_range("int", "o[c[i]] = 1", 0, 999);
	expect_range("int", "o[c[i] - 1] = 1", 1, 1000);
	expect_range("unsigned", "o[c[i] - 1] = 1", 1, 1000);
	expect_range("int", "o[c[i] * 10 + 5] = 1", 0, 99);
	expect_range("int", "o[999 - c[i]] = 1", 0, 999);
	expect_range("int", "o[c[i] + 1000] = 1", -1000, -1);
	expect_range("long", "((float4 *)o)[c[i] * 2] = make_float4(1, 1, 1, 1)", 0, 124);
	/* The maximum and minimum of an added value: a lane's index, or a value with its own bounds. */
	expect_range("int", "o[c[i] * 100 + i % 32] = 1", 0, 9);
	expect_range("int", "o[c[i] + (c[i] & 15)] = 1", 0, 984);
	/* The smaller of two arrays, and a share for each number. */
	expect_range("int", "o[c[i]] = b[c[i] + 100]; atomicAdd(&bins[c[i]], 1)", 0, 63);
	expect_range("int", "o[c[i] * 4 + c[i + 1]] = 1", 0, 124);
	expect_range("int", "o[c[i] - b[i]] = 1", 0, 499);
	/* A loop continues after the evaluated iterations. */
	expect_range("int", "for (int j = 0; j < b[i]; j++) o[c[i] + j] = 1", 0, 15);
}

static void
expect_no_range(const char *body)
{
	char source[1000];
	snprintf(
		source, sizeof source,
		"__global__ void k(const int *c, float *o, const float *f)\n"
		"{ int i = blockIdx.x * blockDim.x + threadIdx.x; %s; }\n"
		"int main() { int *c; float *o, *f; cudaMalloc(&c, 1 << 20); cudaMalloc(&o, 4000); cudaMalloc(&f, 4096);\n"
		"  k<<<4, 256>>>(c, o, f); }\n",
		body);
	evaluate_with(&e, source, (struct eval_options){.collects_contents = true, .collects_index_ranges = true});
	if (first_launch(&e)->data.inputs[0].index_bounded)
		fail_msg("%s", body);
	evaluation_free(&e);
}

static void
test_of_what_is_no_sum_nothing_follows(void **state)
{
	(void)state;
	expect_no_range("o[c[i] * c[i + 1]] = 1");
	expect_no_range("o[(c[i] * 7) ^ i] = 1");
	expect_no_range("o[c[i] + (int)(f[i] * 10)] = 1");
	expect_no_range("o[i % 1000] = c[i]");
}

/* When measured, memory that is never written contains its addresses already. The second launch finds all variables
 * initialized. */
static void
test_tables_of_virtual_functions_are_no_inputs(void **state)
{
	(void)state;
	evaluate_with(
		&e,
		"struct B { __device__ virtual int f() = 0; __device__ virtual ~B() {} };\n"
		"struct S : B { int a; __device__ int f() { return a; } };\n"
		"__constant__ int scale;\n"
		"__device__ int *written;\n"
		"__global__ void k(int *p) { B *q = new S; p[threadIdx.x] = scale * q->f() + *written; delete q; }\n"
		"int main() { int *p; cudaMalloc(&p, 4096); k<<<1, 32>>>(p); k<<<2, 32>>>(p); }\n",
		(struct eval_options){.collects_contents = true, .collects_index_ranges = true});
	const struct launch *launch = first_launch(&e) + 1;
	assert_int_equal(launch->grid[0], 2);
	assert_int_equal(launch->data.variable_count, 2);
	assert_string_equal(launch->data.variables[0].name, "scale");
	assert_string_equal(launch->data.variables[1].name, "written");
	evaluation_free(&e);
}

/* Another launch's use of variables and buffers does not affect this one. */
static void
test_a_launch_has_the_use_that_it_makes_itself(void **state)
{
	(void)state;
	evaluate_with(
		&e,
		"__device__ float *where;\n"
		"__constant__ int order[32];\n"
		"__device__ float table[32];\n"
		"__global__ void by(float *p, const int *x) { where[threadIdx.x] = p[order[threadIdx.x]] + table[x[threadIdx.x]]; }\n"
		"__global__ void plain(float *p, const int *x) { p[threadIdx.x] = x[threadIdx.x]; }\n"
		"int main() { float *p, *q; int *x; cudaMalloc(&p, 4096); cudaMalloc(&q, 4096); cudaMalloc(&x, 4096);\n"
		"  cudaMemcpyToSymbol(where, &q, sizeof q); cudaMemcpyToSymbol(order, p, 128); cudaMemcpyToSymbol(table, p, 128);\n"
		"  plain<<<1, 32>>>(p, x); by<<<1, 32>>>(p, x); plain<<<1, 64>>>(p, x); }\n",
		(struct eval_options){.collects_contents = true, .collects_index_ranges = true});
	const struct launch *by = launch_of_kernel(&e, "by");
	assert_int_equal(by->data.variable_count, 3);
	for (size_t i = 0; i < by->data.variable_count; i++) {
		const char *name = by->data.variables[i].name;
		assert_int_equal(by->data.variables[i].addresses.count, strcmp(name, "where") == 0);
		assert_int_equal(by->data.variables[i].indexes, strcmp(name, "order") == 0);
	}
	assert_true(by->data.inputs[1].indexes);
	assert_true(by->data.inputs[1].index_bounded);
	for (size_t i = 0; i < 2; i++) {
		const struct launch *plain = launch_of_kernel(&e, "plain") + i;
		assert_int_equal(plain->data.variable_count, 0);
		assert_false(plain->data.inputs[1].indexes);
		assert_false(plain->data.inputs[1].index_bounded);
		assert_int_equal(plain->data.inputs[1].touched_bytes, i ? 256 : 128);
		assert_int_equal(plain->data.inputs[1].touched_from, 0);
	}
	evaluation_free(&e);
}

static void
test_what_a_launch_touches_has_two_ends(void **state)
{
	(void)state;
	evaluate_with(&e,
	              "__global__ void row(float *p, int y) { p[64 * y + threadIdx.x] += 1; }\n"
	              "__global__ void rows(float *p, const int *order) { p[64 * order[threadIdx.x]] = p[96]; }\n"
	              "int main() { float *p; int *x; cudaMalloc(&p, 4096); cudaMalloc(&x, 4096);\n"
	              "  row<<<1, 32>>>(p, 3); row<<<1, 32>>>(p + 64, 1); rows<<<1, 32>>>(p, x); }\n",
	              (struct eval_options){.collects_contents = true, .collects_index_ranges = true});
	const struct launch *row = launch_of_kernel(&e, "row");
	assert_int_equal(row[0].data.inputs[0].touched_from, 768);
	assert_int_equal(row[0].data.inputs[0].touched_bytes, 896);
	assert_int_equal(row[1].data.inputs[0].touched_from, 512);
	assert_false(row[1].data.inputs[0].is_touched_elsewhere);
	assert_true(launch_of_kernel(&e, "rows")->data.inputs[0].is_touched_elsewhere);
	assert_int_equal(launch_of_kernel(&e, "rows")->data.inputs[0].touched_from, 384);
	evaluation_free(&e);
}

/* ---- addresses that memory holds ---- */

static const struct launch_argument *
reached_named(const struct launch *launch, const char *name)
{
	for (size_t i = 0; i < launch->data.reached_count; i++)
		if (strcmp(launch->data.reached[i].name, name) == 0)
			return &launch->data.reached[i];
	fail_msg("nothing leads to %s", name);
	return NULL;
}

static void
test_addresses_in_memory_lead_on(void **state)
{
	(void)state;
	evaluate_with(
		&e,
		"struct Part { const float *in; int count; float *out; };\n"
		"struct Block { Part parts[2]; int *order; };\n"
		"__constant__ Block block;\n"
		"__constant__ float *beside;\n"
		"__global__ void k(float **rows) { Part p = block.parts[blockIdx.x];\n"
		"  p.out[threadIdx.x] = p.in[block.order[threadIdx.x]] + rows[blockIdx.x][threadIdx.x]; }\n"
		"int main() { float *row[3] = {}, **rows, *a, *other; Block b = {}; \n"
		"  cudaMalloc(&row[0], 512); cudaMalloc(&row[2], 1024); cudaMalloc(&rows, sizeof row);\n"
		"  cudaMemcpy(rows, row, sizeof row, cudaMemcpyHostToDevice); cudaMalloc(&a, 2048); cudaMalloc(&b.order, 128);\n"
		"  b.parts[0] = {a, 1, a + 64}; b.parts[1] = {row[0], 2, a + 128}; cudaMemcpyToSymbol(block, &b, sizeof b);\n"
		"  cudaMalloc(&other, 64); cudaMemcpyToSymbol(beside, &other, sizeof other); k<<<1, 32>>>(rows); }\n",
		(struct eval_options){.collects_contents = true, .collects_index_ranges = true});
	const struct launch *launch = first_launch(&e);
	const struct held_addresses *rows = &launch->data.inputs[0].addresses,
				    *block = &launch->data.variables[0].addresses;
	/* A null pointer is not an address, and memory to which only an unused variable points is not an input. */
	assert_int_equal(launch->data.variable_count, 1);
	assert_int_equal(launch->data.reached_count, 4);
	assert_int_equal(rows->count, 2);
	assert_false(rows->lacks_some);
	const struct launch_argument *first = reached_named(launch, "rows[0]"),
				     *third = reached_named(launch, "rows[2]");
	assert_int_equal(first->buffer_bytes, 512);
	assert_int_equal(third->buffer_bytes, 1024);
	assert_true(rows->items[1].at == 16 && rows->items[1].buffer == third->buffer && rows->items[1].offset == 0);
	const struct launch_argument *a = reached_named(launch, "block.parts[0].in"),
				     *order = reached_named(launch, "block.order");
	assert_int_equal(a->number_size, 4);
	assert_true(a->numbers_are_floats);
	assert_true(order->indexes);
	assert_false(block->lacks_some);
	const struct held_address expected[] = {{0, 0, a->buffer},
	                                        {16, 256, a->buffer},
	                                        {24, 0, first->buffer},
	                                        {40, 512, a->buffer},
	                                        {48, 0, order->buffer}};
	assert_int_equal(block->count, 5);
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(block->items[i].at, expected[i].at);
		assert_int_equal(block->items[i].offset, expected[i].offset);
		assert_int_equal(block->items[i].buffer, expected[i].buffer);
	}
	evaluation_free(&e);
}

/* Whether some addresses are unknown to which the launch's only argument leads. */
static bool
lacks_addresses(const char *types, const char *host)
{
	char text[1024];
	snprintf(text, sizeof text,
	         "%s\n__global__ void k(T *p) { float *q = at(p); *q = 1; }\nint main() { %s k<<<1, 32>>>(p); }\n",
	         types, host);
	evaluate_with(&e, text, (struct eval_options){.collects_contents = true, .collects_index_ranges = true});
	bool lacks_some = first_launch(&e)->data.inputs[0].addresses.lacks_some;
	for (size_t i = 0; i < first_launch(&e)->data.reached_count; i++)
		lacks_some |= first_launch(&e)->data.reached[i].addresses.lacks_some;
	evaluation_free(&e);
	return lacks_some;
}

static void
test_addresses_that_are_not_known(void **state)
{
	(void)state;
	static const char list[] = "struct T { float x; T *next; }; __device__ float *at(T *p) { return &p->next->x; }";
	static const char rows[] = "typedef float *T; __device__ float *at(T *p) { return p[0]; }";
	static const char unions[] = "union T { float *p; double d; }; __device__ float *at(T *p) { return p->p; }";
	static const char calls[] =
		"struct T { float (*f)(float); float *p; }; __device__ float *at(T *p) { return p->p; }";
	/* A ring, and a list whose last member is null. */
	assert_false(
		lacks_addresses(list, "T *p; cudaMallocManaged(&p, 2 * sizeof *p); p[0].next = p + 1; p[1].next = p;"));
	assert_false(lacks_addresses(
		list,
		"T *p, *q; cudaMallocManaged(&p, sizeof *p); cudaMallocManaged(&q, sizeof *q); p->next = q; q->next = 0;"));
	assert_true(lacks_addresses(
		list, "T *p, *q; cudaMallocManaged(&p, sizeof *p); cudaMalloc(&q, sizeof *q); p->next = q;"));
	assert_false(
		lacks_addresses(rows, "T *p; cudaMallocManaged(&p, 16); cudaMalloc(&p[0], 64); p[1] = (float *)-1;"));
	assert_true(lacks_addresses(rows, "T *p; cudaMallocManaged(&p, 16); cudaMalloc(&p[0], 64);"));
	assert_true(lacks_addresses(rows, "T *p; cudaMalloc(&p, 1 << 20); cudaMemset(p, 0, 1 << 20);"));
	assert_true(lacks_addresses(unions, "T *p; cudaMallocManaged(&p, sizeof *p); cudaMalloc(&p->p, 64);"));
	assert_false(
		lacks_addresses(calls, "T *p; cudaMallocManaged(&p, sizeof *p); p->f = 0; cudaMalloc(&p->p, 64);"));
	assert_true(
		lacks_addresses(calls, "T *p; cudaMallocManaged(&p, sizeof *p); p->f = sinf; cudaMalloc(&p->p, 64);"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_launch_has_the_use_that_it_makes_itself),
		cmocka_unit_test(test_what_a_launch_touches_has_two_ends),
		cmocka_unit_test(test_numbers_that_nothing_binds_have_stand_ins),
		cmocka_unit_test(test_capital_letters_are_extents),
		cmocka_unit_test(test_an_argument_is_one_number_for_all_threads),
		cmocka_unit_test(test_members_that_nothing_binds_have_stand_ins),
		cmocka_unit_test(test_nothing_stands_in_for_a_handle),
		cmocka_unit_test(test_tables_of_virtual_functions_are_no_inputs),
		cmocka_unit_test(test_addresses_in_memory_lead_on),
		cmocka_unit_test(test_addresses_that_are_not_known),
		cmocka_unit_test(test_handles_of_textures_are_reported_by_their_use),
		cmocka_unit_test(test_indices_lead_to_what_they_index),
		cmocka_unit_test(test_of_what_is_no_sum_nothing_follows),
		cmocka_unit_test(test_elements_of_several_kinds_of_numbers_are_reported_part_by_part),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
