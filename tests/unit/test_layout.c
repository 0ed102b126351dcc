/* Layout trials: the predicted cost of a layout is the cost of a program written with it. */
#include "evaluate.h"

#include "model/layout.h"

static const char program[] =
	"#define ROW(r) %s\n#define AT(r, c) %s\n"
	"__global__ void k(float *data, const int *d) {\n"
	"  __shared__ __align__(16) float tile[ROW(0)][ROW(1)]; int t = threadIdx.x, w = threadIdx.y;\n"
	"  %s\n"
	"  __syncthreads();\n"
	"  data[w * 32 + t] = %s; }\n"
	"int main() { float *p; int *d; cudaMalloc(&p, 1 << 20); cudaMalloc(&d, 4096); k<<<1, dim3(32, 8)>>>(p, d); }\n";

/* A tile of 32 rows of 32 floats, unless `plain` and `changed` differ. */
static const struct {
	const char *plain, *changed; /* its lengths, ROW(0) and ROW(1) */
	const char *at;              /* the place of AT(r, c) in the changed layout */
	const char *store, *load;
	struct layout layout;
} trials[] = {
	{"(r ? 32 : 32)",
         "(r ? 33 : 32)",
         "tile[r][c]",
         "AT(w, t) = data[t];",
         "AT(t, w)",
         {LAYOUT_PADDED, 128, 32, 4, 0}},
	{"(r ? 32 : 32)",
         "(r ? 34 : 32)",
         "tile[r][c]",
         "AT(w, t) = data[t];",
         "AT(t, w)",
         {LAYOUT_PADDED, 128, 32, 8, 0}},
	{"(r ? 16 : 64)",
         "(r ? 20 : 64)",
         "tile[r][c]",
         "*(float4 *)&AT(8 * w + t / 4, t % 4 * 4) = make_float4(1, 2, 3, 4);",
         "AT(t / 16 * 4, w)",
         {LAYOUT_PADDED, 64, 64, 16, 0}},
	{"(r ? 32 : 32)",
         "(r ? 32 : 32)",
         "tile[r][(c) ^ (r)]",
         "AT(w, t) = data[t];",
         "AT(t, w)",
         {LAYOUT_SWIZZLED, 128, 32, 0, 4}},
	{"(r ? 32 : 32)",
         "(r ? 32 : 32)",
         "tile[r][(((c) / 4) ^ ((r) % 8)) * 4 + (c) % 4]",
         "*(float4 *)&AT(4 * w + t / 8, t % 8 * 4) = make_float4(1, 2, 3, 4);",
         "AT(t, w)",
         {LAYOUT_SWIZZLED, 128, 32, 0, 16}},
	{"(r ? 32 : 32)",
         "(r ? 32 : 32)",
         "tile[r][(r) % 2 ? 31 - (c) : (c)]",
         "AT(w, t) = data[t];",
         "AT(t, w)",
         {LAYOUT_REVERSED, 128, 32, 0, 4}},
	{"(r ? 32 : 32)",
         "(r ? 32 : 32)",
         "tile[r][(r) % 2 * 31 ^ (c)]",
         "AT(t / 16, t % 16 * 2) = data[t];",
         "AT(t / 16, t % 16)",
         {LAYOUT_REVERSED, 128, 32, 0, 4}},
	{"(r ? 96 : 32)",
         "(r ? 32 : 96)",
         "tile[c][r]",
         "AT(t, w) = data[t];",
         "AT(t, w + 8)",
         {LAYOUT_TRANSPOSED, 384, 32, 0, 4}},
	/* Data chooses the column of each lane's row, or the row of its column. */
	{"(r ? 96 : 32)",
         "(r ? 32 : 96)",
         "tile[c][r]",
         "AT(t, d[t]) = data[t];",
         "AT(t, w + 8)",
         {LAYOUT_TRANSPOSED, 384, 32, 0, 4}},
};

static void
evaluate_trial(struct evaluation *e, size_t i, const char *lengths, const char *at)
{
	char source[2048];
	snprintf(source, sizeof source, program, lengths, at, trials[i].store, trials[i].load);
	evaluate(e, source, NULL);
}

static const struct site *
shared_site(const struct evaluation *e, enum site_kind kind)
{
	for (size_t i = 0; i < first_launch(e)->site_count; i++)
		if (first_launch(e)->sites[i].space == SPACE_SHARED && first_launch(e)->sites[i].kind == kind)
			return &first_launch(e)->sites[i];
	return NULL;
}

static void
a_trial_is_the_program(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
		struct evaluation plain, changed;
		evaluate_trial(&plain, i, trials[i].plain, "tile[r][c]");
		evaluate_trial(&changed, i, trials[i].changed, trials[i].at);
		for (enum site_kind kind = SITE_LOAD; kind <= SITE_STORE; kind++) {
			const struct site *before = shared_site(&plain, kind), *after = shared_site(&changed, kind);
			assert_non_null(before);
			assert_non_null(after);
			const double tried = layout_wavefronts(before, &trials[i].layout);
			if (!(fabs(tried - after->predicted.wavefronts) < 1e-6))
				fail_msg("%zu: %s takes %g, not %g", i, site_kind_text(kind), tried,
				         after->predicted.wavefronts);
		}
		evaluation_free(&plain);
		evaluation_free(&changed);
	}
}

/* A float4 in rows of 33 floats, and one whose floats would be in four rows. */
static void
vectors_stay_whole(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate_trial(&e, 2, trials[2].plain, "tile[r][c]");
	const struct site *store = shared_site(&e, SITE_STORE);
	assert_true(isinf(layout_wavefronts(store, &(struct layout){LAYOUT_PADDED, 64, 64, 4, 0})));
	assert_true(isinf(layout_wavefronts(store, &(struct layout){LAYOUT_TRANSPOSED, 64, 64, 0, 4})));
	assert_true(isinf(layout_wavefronts(store, &(struct layout){LAYOUT_SWIZZLED, 64, 64, 0, 4})));
	assert_true(isinf(layout_wavefronts(store, &(struct layout){LAYOUT_REVERSED, 64, 64, 0, 4})));
	evaluation_free(&e);
}

/* Only a few requests are kept, however many there are. */
static void
samples_are_few(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(
		&e,
		"__global__ void k(float *data) { __shared__ float tile[64][33]; int t = threadIdx.x, w = threadIdx.y;\n"
		"  for (int i = 0; i < 64; i++) tile[i][t] = data[i * 32 + t];\n"
		"  __syncthreads(); data[t] = tile[w][t]; }\n"
		"int main() { float *p; cudaMalloc(&p, 1 << 20); k<<<1, dim3(32, 8)>>>(p); }\n",
		NULL);
	assert_int_equal(shared_site(&e, SITE_STORE)->shared.sample_count, MOST_SHARED_SAMPLES);
	assert_int_equal(shared_site(&e, SITE_LOAD)->shared.sample_count, 8);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_trial_is_the_program),
	                                   cmocka_unit_test(vectors_stay_whole), cmocka_unit_test(samples_are_few)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
