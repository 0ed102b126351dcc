/* Runs a program given as text through front end and evaluator, for tests of its figures. Figures that only lack
 * compilation count as exact in these tests, also if blocks and iterations are sampled. With EVALUATE_COMPILED defined,
 * the compiler is run, and its machine code is executed; without a compiler the test is skipped. */
#ifndef GPULINT_TESTS_UNIT_EVALUATE_H
#define GPULINT_TESTS_UNIT_EVALUATE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef EVALUATE_COMPILED
#include "cli/compiling.h"
#include "model/compiled/compiled.h"
#endif
#include "eval/eval.h"
#include "frontend/frontend.h"
#include "model/facts.h"

/* cmocka 1.1.5 compares floats only. */
static inline void
check_double(double got, double expected, double tolerance, const char *file, int line)
{
	if (!(fabs(got - expected) <= tolerance)) {
		print_error("%g instead of %g\n", got, expected);
		_fail(file, line);
	}
}
#define expect_double(got, expected, tolerance) check_double((got), (expected), (tolerance), __FILE__, __LINE__)

struct evaluation {
	struct ir_unit unit;
	struct facts facts;
	struct eval_launch_error launch_errors[4];
};

/* The program's unit; the compiler must accept all of it. */
static inline void
parse_program(struct ir_unit *unit, const char *source)
{
	const struct frontend_options options = {
		.arch = "sm_90", .contents = source, .contents_length = strlen(source)};
	*unit = (struct ir_unit){0};
	frontend_parse(unit, "test.cu", &options);
	for (size_t i = 0; i < unit->problem_count; i++) {
		if (unit->problems[i].is_left_out)
			continue;
		print_error("%u: %s\n%s\n", unit->problems[i].loc.line, unit->problems[i].message, source);
		fail();
	}
}

#ifdef EVALUATE_COMPILED
static inline void
take_machine_code(struct evaluation *e, const char *source, const struct gpu *gpu)
{
	struct compile_kernel *kernels = calloc(e->unit.func_count + 1, sizeof *kernels);
	const struct compile_command command = {
		.path = "test.cu", .text = source, .length = strlen(source), .directory = "."};
	size_t kernel_count = 0;
	const struct compile_request request = {
		.commands = &command,
		.command_count = 1,
		.arch = "sm_90",
		.seconds = 60,
		.version = "test",
		.command = GPULINT_RUN,
	};
	assert_non_null(kernels);
	for (size_t i = 0; i < e->unit.func_count; i++) {
		const struct ir_func *func = e->unit.funcs[i];
		if (compiling_wants(func))
			kernels[kernel_count++] = compiling_kernel_of(&e->unit, func);
	}
	struct compile *compile = compile_begin(&request);
	compile_kernels(compile, kernels, kernel_count);
	const struct compilation *answer = compile_answer(compile);
	const bool is_answered = answer->is_answered;
	const struct compiled_program program = {.units = &e->unit, .unit_count = 1};
	compiled_take(&e->facts, &program, answer, gpu);
	compile_free(compile);
	free(kernels);
	if (!is_answered)
		skip();
}
#else
static inline void
take_machine_code(struct evaluation *e, const char *source, const struct gpu *gpu)
{
	(void)source;
	(void)gpu;
	for (size_t k = 0; k < e->facts.kernel_count; k++)
		for (size_t l = 0; l < e->facts.kernels[k].launch_count; l++)
			for (size_t s = 0; s < e->facts.kernels[k].launches[l].site_count; s++) {
				struct site *site = &e->facts.kernels[k].launches[l].sites[s];
				if (site->basis.awaits_code) {
					site->basis.awaits_code = false;
					site->confidence = CONFIDENCE_EXACT;
					site->why = "";
				}
			}
}
#endif

static inline void
evaluate_unit(struct evaluation *e, struct ir_unit *unit, const char *source, struct eval_options options)
{
	options.gpu = options.gpu ? options.gpu : gpu_find("H200");
	assert_true(options.launch_count <= sizeof e->launch_errors / sizeof *e->launch_errors);
	eval_program(&e->facts, &unit, 1, &options, e->launch_errors);
	take_machine_code(e, source, options.gpu);
}

/* Evaluates with the options, for an H200 if they name no GPU. Launches may fail. */
static inline void
evaluate_launches(struct evaluation *e, const char *source, struct eval_options options)
{
	*e = (struct evaluation){0};
	parse_program(&e->unit, source);
	evaluate_unit(e, &e->unit, source, options);
}

static inline void
evaluate_with(struct evaluation *e, const char *source, struct eval_options options)
{
	evaluate_launches(e, source, options);
	for (size_t i = 0; i < options.launch_count; i++)
		if (e->launch_errors[i].text)
			fail_msg("%s: %s", options.launches[i], e->launch_errors[i].text);
}

/* launch: as for --launch; NULL: the program launches its kernels itself. */
static inline void
evaluate(struct evaluation *e, const char *source, const char *launch)
{
	evaluate_with(e, source, (struct eval_options){.launches = &launch, .launch_count = launch ? 1 : 0});
}

static inline void
evaluation_free(struct evaluation *e)
{
	ir_unit_free(&e->unit);
	facts_free(&e->facts);
}

/* The launch of the first kernel, which must exist. */
static inline const struct launch *
first_launch(const struct evaluation *e)
{
	assert_true(e->facts.kernel_count > 0);
	assert_true(e->facts.kernels[0].launch_count > 0);
	return &e->facts.kernels[0].launches[0];
}

/* The first launch of the kernel with this name, which must exist. */
static inline const struct launch *
launch_of_kernel(const struct evaluation *e, const char *name)
{
	for (size_t i = 0; i < e->facts.kernel_count; i++)
		if (!strcmp(e->facts.kernels[i].name, name) && e->facts.kernels[i].launch_count)
			return &e->facts.kernels[i].launches[0];
	fail_msg("no launch of %s", name);
	return NULL;
}

/* The only site of this kind on this line. */
static inline const struct site *
site_at(const struct launch *launch, unsigned line, enum site_kind kind)
{
	const struct site *found = NULL;
	for (size_t i = 0; i < launch->site_count; i++) {
		if (launch->sites[i].place.line != line || launch->sites[i].kind != kind)
			continue;
		assert_null(found);
		found = &launch->sites[i];
	}
	if (!found)
		print_error("no %s at line %u\n", site_kind_text(kind), line);
	assert_non_null(found);
	return found;
}

static inline double
per_request(const struct site *site)
{
	const double cost = isnan(site->predicted.sectors) ? site->predicted.wavefronts : site->predicted.sectors;
	return cost / site->predicted.requests;
}

/* For programs whose stores are contiguous if a number has the value that `what` describes, and scattered otherwise.
 * The store must either be exact with at most `sectors`, or not be exact. */
static inline void
expect_packed(const struct site *store, const char *what, double sectors)
{
	if (store->confidence != CONFIDENCE_EXACT || store->predicted.sectors > sectors)
		print_error("%s\n", what);
	assert_int_equal(store->confidence, CONFIDENCE_EXACT);
	expect_double(store->predicted.sectors, sectors, 1e-9);
}

static inline void
expect_unsettled(const struct site *store, const char *what)
{
	if (store->confidence == CONFIDENCE_EXACT)
		print_error("%s\n", what);
	assert_int_not_equal(store->confidence, CONFIDENCE_EXACT);
}

#endif
