/* Times of loops that issue to streams, computed by hand. */
#include "evaluate.h"
#include "rules/stream_schedule.h"

#define STEPS(...) \
	(const struct stream_step[]){__VA_ARGS__}, \
		sizeof((const struct stream_step[]){__VA_ARGS__}) / sizeof(struct stream_step)
#define WORK(engine, us, stream) {ENGINE_##engine, us, 1, stream, false}

static void
in_streams_of_their_own(void **state)
{
	(void)state;
	/* The first copy, eight kernels of 20, the last copy. */
	expect_double(stream_schedule_us(STEPS(WORK(TO_DEVICE, 10, STREAM_IN_TURN), WORK(KERNELS, 20, STREAM_IN_TURN),
	                                       WORK(TO_HOST, 10, STREAM_IN_TURN)),
	                                 8, 8),
	              10 + 8 * 20 + 10, 1e-9);
}

static void
in_one_stream(void **state)
{
	(void)state;
	expect_double(
		stream_schedule_us(STEPS(WORK(TO_DEVICE, 10, 1), WORK(KERNELS, 20, 1), WORK(TO_HOST, 10, 1)), 8, 8),
		8 * 40, 1e-9);
}

/* A copy to the host may overlap with the next copy to the device, but no kernel with either. */
static void
in_the_default_stream(void **state)
{
	(void)state;
	expect_double(stream_schedule_us(STEPS(WORK(TO_DEVICE, 10, STREAM_IN_TURN), WORK(KERNELS, 20, STREAM_OF_ALL),
	                                       WORK(TO_HOST, 10, STREAM_IN_TURN)),
	                                 8, 8),
	              10 + 8 * 20 + 7 * 10 + 10, 1e-9);
}

static void
with_a_wait_of_the_host(void **state)
{
	(void)state;
	expect_double(stream_schedule_us(STEPS(WORK(TO_DEVICE, 10, STREAM_IN_TURN), WORK(KERNELS, 20, STREAM_IN_TURN),
	                                       {ENGINE_NONE, 0, 1, STREAM_IN_TURN, true}),
	                                 8, 8),
	              8 * 30, 1e-9);
}

/* Kernels that use a quarter of the GPU run four at a time; a single one takes its own time. */
static void
small_kernels(void **state)
{
	(void)state;
	expect_double(stream_schedule_us(STEPS({ENGINE_KERNELS, 40, 0.25, STREAM_IN_TURN, false}), 8, 8), 7 * 10 + 40,
	              1e-9);
	expect_double(stream_schedule_us(STEPS({ENGINE_KERNELS, 40, 0.25, STREAM_IN_TURN, false}), 8, 2), 4 * 40 + 10,
	              1e-9);
}

static void
many_iterations(void **state)
{
	(void)state;
	expect_double(stream_schedule_us(STEPS(WORK(KERNELS, 3, STREAM_IN_TURN)), 1000000, 4), 3e6, 1);
	expect_double(stream_schedule_us(STEPS(WORK(KERNELS, 3, STREAM_IN_TURN)), 0, 4), 0, 1e-9);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_streams_of_their_own), cmocka_unit_test(in_one_stream),
		cmocka_unit_test(in_the_default_stream),   cmocka_unit_test(with_a_wait_of_the_host),
		cmocka_unit_test(small_kernels),           cmocka_unit_test(many_iterations),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
