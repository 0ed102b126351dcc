/* Compares the source's figures with sampled blocks and iterations with those of a complete run: most requests are
 * equal. */
#include "evaluate.h"
#include "sampled_kernels.h"

enum {
	KERNELS = 40,
	MOST_SITES_OFF = 6, /* one in this many */
};

static const double same = 1e-6, nearly_same = 0.02;

struct counts {
	unsigned sites, extrapolated, off;
};

/* Evaluates the program with sampled blocks and iterations, and all of it. It is parsed once: `sampled` is freed last. */
static void
evaluate_both(struct evaluation *sampled, struct evaluation *whole, const char *source)
{
	evaluate(sampled, source, NULL);
	*whole = (struct evaluation){0};
	evaluate_unit(whole, &sampled->unit, source, (struct eval_options){.runs_whole = true});
}

static void
free_both(struct evaluation *sampled, struct evaluation *whole)
{
	evaluation_free(whole);
	evaluation_free(sampled);
}

/* The same site in the other run; NULL: that run did not reach it. */
static const struct site *
same_site(const struct launch *launch, const struct site *site)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (other->place.line == site->place.line && other->place.column == site->place.column &&
		    other->kind == site->kind && other->space == site->space)
			return other;
	}
	return NULL;
}

/* The difference relative to the larger one. */
static double
apart(double a, double b)
{
	return isnan(a) && isnan(b) ? 0 : fabs(a - b) / fmax(fmax(fabs(a), fabs(b)), 1);
}

static bool
are_same(const struct figures *a, const struct figures *b)
{
	return apart(a->requests, b->requests) <= same && apart(a->lanes, b->lanes) <= same &&
	       apart(a->sectors, b->sectors) <= same && apart(a->ideal_sectors, b->ideal_sectors) <= same &&
	       apart(a->wavefronts, b->wavefronts) <= same && apart(a->ideal_wavefronts, b->ideal_wavefronts) <= same &&
	       apart(a->divergent, b->divergent) <= same;
}

/* Executions, active lanes and divergence. */
static bool
are_apart(const struct figures *a, const struct figures *b)
{
	return apart(a->requests, b->requests) > nearly_same || apart(a->lanes, b->lanes) > nearly_same ||
	       apart(a->divergent, b->divergent) > nearly_same;
}

static void
report(unsigned seed, const struct site *site, const struct figures *whole)
{
	const struct figures *f = &site->predicted;
	print_message(
		"seed %u, line %u, %s %s: %g requests of %g lanes cost %g and %g, of the whole %g of %g, %g and %g\n",
		seed, site->place.line, confidence_text(site->confidence), site_kind_text(site->kind), f->requests,
		f->lanes, f->sectors, f->wavefronts, whole->requests, whole->lanes, whole->sectors, whole->wavefronts);
}

static void
compare(unsigned seed, const struct launch *sampled, const struct launch *whole, struct counts *counts)
{
	static const struct figures never = {0};
	for (size_t i = 0; i < sampled->site_count; i++) {
		const struct site *site = &sampled->sites[i], *other = same_site(whole, site);
		const struct figures *figures = other ? &other->predicted : &never;
		const bool off = are_apart(&site->predicted, figures);
		counts->sites++;
		counts->extrapolated += site->basis.is_extrapolated;
		counts->off += off;
		if (off)
			report(seed, site, figures);
	}
}

static struct counts
compare_kernels(void make(struct kernel_text *k, unsigned seed), unsigned kernels)
{
	struct counts counts = {0};
	for (unsigned seed = 1; seed <= kernels; seed++) {
		struct kernel_text k;
		struct evaluation sampled, whole;
		make(&k, seed);
		evaluate_both(&sampled, &whole, k.text);
		compare(seed, first_launch(&sampled), first_launch(&whole), &counts);
		free_both(&sampled, &whole);
	}
	print_message("%u sites, %u extrapolated; %u off\n", counts.sites, counts.extrapolated, counts.off);
	/* There must be extrapolated figures to compare. */
	assert_true(counts.extrapolated > kernels);
	return counts;
}

static void
test_a_part_reports_of_the_whole(void **state)
{
	(void)state;
	const struct counts counts = compare_kernels(kernel_make, KERNELS);
	assert_true(counts.off * MOST_SITES_OFF <= counts.sites);
}

/* Lanes leave a long loop one after the other. Some iterations are sampled: the figures may be off by at most this
 * much, and each lane keeps its own counter. */
static void
test_lanes_that_leave_one_after_the_other(void **state)
{
	(void)state;
	static const char text[] =
		"__global__ void k(float *p, float *q, int n) {\n"
		"int j = threadIdx.x, up = j + 1, count = 0;\n"
		"for (; up < n; up++)\n"
		"for (int i = 0; i < n; i++)\n"
		"p[up * n + i] = 1;\n"
		"for (; count < n - j; count++)\n"
		"for (int i = 0; i < n; i++)\n"
		"p[i * n + j] = 1;\n"
		"q[up] = 1;\n"
		"q[count] = 1;\n"
		"}\n"
		"int main() { float *p, *q; cudaMalloc(&p, 1 << 20); cudaMalloc(&q, 1 << 12); k<<<1, 256>>>(p, q, 300); }\n";
	static const double about = 0.01;
	struct evaluation sampled, whole;
	evaluate_both(&sampled, &whole, text);
	const struct launch *part = first_launch(&sampled), *all = first_launch(&whole);
	static const struct {
		unsigned line;
		enum site_kind kind;
	} sites[] = {
		{3, SITE_BRANCH},
		{5, SITE_STORE},
		{6, SITE_BRANCH},
		{8, SITE_STORE},
	};
	for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
		const struct site *site = site_at(part, sites[i].line, sites[i].kind);
		const struct figures *f = &site->predicted, *g = &site_at(all, sites[i].line, sites[i].kind)->predicted;
		assert_true(site->basis.is_extrapolated);
		assert_true(apart(f->requests, g->requests) <= about && apart(f->lanes, g->lanes) <= about);
		assert_true(apart(f->sectors, g->sectors) <= about && apart(f->divergent, g->divergent) <= 4 * about);
	}
	for (unsigned line = 9; line <= 10; line++)
		assert_true(are_same(&site_at(part, line, SITE_STORE)->predicted,
		                     &site_at(all, line, SITE_STORE)->predicted));
	free_both(&sampled, &whole);
}

/* Rows of odd length begin inside a sector, except for each 32nd row of bytes, and each 8th of floats. */
static void
test_rows_that_are_run_are_aligned_as_often_as_all(void **state)
{
	(void)state;
	static const struct {
		const char *type;
		unsigned grid, bytes;
	} rows[] = {
		{"char", 1024, 1}, {"char", 4096, 1}, {"char", 3000, 1}, {"float", 1024, 4}, {"float", 3000, 4},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct evaluation e;
		char text[1024];
		snprintf(text, sizeof text,
		         "__global__ void k(%s *rows, int n) {\n"
		         "for (int i = threadIdx.x; i < n; i += blockDim.x)\n"
		         "rows[blockIdx.x * (long long)n + i] = 3;\n"
		         "}\n"
		         "int main() { %s *p; cudaMalloc(&p, %u * 5137L * %u); k<<<%u, 256>>>(p, 5137); }\n",
		         rows[i].type, rows[i].type, rows[i].bytes, rows[i].grid, rows[i].grid);
		evaluate(&e, text, NULL);
		const struct figures *f = &site_at(first_launch(&e), 3, SITE_STORE)->predicted;
		const double packed = rows[i].bytes, unaligned = 1 - packed / 32;
		if (apart(f->sectors / f->requests, packed + unaligned) > nearly_same)
			print_error("%s, %u blocks: %g sectors\n", rows[i].type, rows[i].grid,
			            f->sectors / f->requests);
		assert_true(apart(f->sectors / f->requests, packed + unaligned) <= nearly_same);
		evaluation_free(&e);
	}
}

/* The same for rows along a second dimension of the grid, whose length is not a multiple of a sector: each remainder in
 * words is equally frequent. Every second row of threads reads the row above it, with half the length. */
static void
test_rows_of_any_pitch_are_reported_as_the_whole(void **state)
{
	(void)state;
	static const struct {
		unsigned width, height, block;
	} images[] = {
		{509, 512, 128},
		{246, 154, 128},
		{1366, 768, 256},
		{34, 4097, 32},
	};
	for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
		const unsigned w = images[i].width, h = images[i].height, block = images[i].block;
		struct evaluation sampled, whole;
		char text[1024];
		snprintf(text, sizeof text,
		         "__global__ void k(float *o, const float *a, int w, int h) {\n"
		         "int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;\n"
		         "if (x < w && y < h)\n"
		         "o[y * w + x] = a[y / 2 * (w / 2) + x / 2];\n"
		         "}\n"
		         "int main() { float *o, *a; cudaMalloc(&o, 4 * %u * %u); cudaMalloc(&a, 4 * %u * %u);\n"
		         "k<<<dim3(%u, %u), %u>>>(o, a, %u, %u); }\n",
		         w, h, w, h, (w + block - 1) / block, h, block, w, h);
		evaluate_both(&sampled, &whole, text);
		static const enum site_kind kinds[] = {SITE_STORE, SITE_LOAD};
		for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
			const struct figures *part = &site_at(first_launch(&sampled), 4, kinds[k])->predicted,
					     *all = &site_at(first_launch(&whole), 4, kinds[k])->predicted;
			assert_true(apart(part->requests, all->requests) <= same);
			assert_true(apart(part->sectors, all->sectors) <= nearly_same / 10);
		}
		free_both(&sampled, &whole);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_part_reports_of_the_whole),
		cmocka_unit_test(test_lanes_that_leave_one_after_the_other),
		cmocka_unit_test(test_rows_that_are_run_are_aligned_as_often_as_all),
		cmocka_unit_test(test_rows_of_any_pitch_are_reported_as_the_whole),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
