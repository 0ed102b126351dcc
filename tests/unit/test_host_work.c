/* Host code around launches: which operations are recorded, how often, on which memory, and in which order. */
#include "evaluate.h"

#include "kernels/profile.h"
#include "kernels/transfers.h"
#include "model/host_time.h"

static struct evaluation e;

#define START \
	"#include <cstdio>\n#include <cstdlib>\n#include <ctime>\n#include <sys/time.h>\n" \
	"__global__ void k(float *p) { p[threadIdx.x] += 1; }\n" \
	"int main() { const int n = 1 << 20; float *d; cudaStream_t s, t; cudaMalloc(&d, n);\n"

/* Runs a main with these statements, the first of which is on line 7. */
static void
run(const char *statements)
{
	char source[2048];
	snprintf(source, sizeof source, START "%s\n}\n", statements);
	evaluate(&e, source, NULL);
}

/* The only operation of this kind from line 7 on. */
static const struct host_operation *
operation(enum host_operation_kind kind)
{
	const struct host_operation *found = NULL;
	for (size_t i = 0; i < e.facts.host_operation_count; i++) {
		const struct host_operation *o = &e.facts.host_operations[i];
		if (o->kind != kind || o->place.line < 7)
			continue;
		assert_null(found);
		found = o;
	}
	assert_non_null(found);
	return found;
}

/* The operation of this kind at the line. */
static const struct host_operation *
operation_at(enum host_operation_kind kind, uint32_t line)
{
	for (size_t i = 0; i < e.facts.host_operation_count; i++)
		if (e.facts.host_operations[i].kind == kind && e.facts.host_operations[i].place.line == line)
			return &e.facts.host_operations[i];
	fail_msg("no %s at line %u", host_operation_kind_text(kind), line);
	return NULL;
}

static void
expect_copy(const char *statements, enum copy_direction direction, enum host_memory memory, double bytes)
{
	run(statements);
	const struct host_operation *copy = operation(HOST_COPY);
	assert_int_equal(copy->direction, direction);
	assert_int_equal(copy->memory, memory);
	expect_double(host_operation_bytes(copy), bytes, 0);
	evaluation_free(&e);
}

static void
test_copies(void **state)
{
	(void)state;
	expect_copy("float *h = (float *)malloc(n); cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);", COPY_TO_DEVICE,
	            HOST_MEMORY_PAGEABLE, 1 << 20);
	expect_copy("float *h; cudaMallocHost(&h, n); cudaMemcpyAsync(h, d, 4096, cudaMemcpyDefault);", COPY_TO_HOST,
	            HOST_MEMORY_PINNED, 4096);
	expect_copy("float h[64]; cudaMemcpy2D(d, 512, h, 16, 16, 16, cudaMemcpyHostToDevice);", COPY_TO_DEVICE,
	            HOST_MEMORY_PAGEABLE, 256);
	expect_copy("float *o; cudaMalloc(&o, n); cudaMemcpy(o, d, n, cudaMemcpyDeviceToDevice);", COPY_ON_DEVICE,
	            HOST_MEMORY_UNKNOWN, 1 << 20);
	expect_copy("float *h; cudaMallocManaged(&h, n); cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);", COPY_TO_DEVICE,
	            HOST_MEMORY_MANAGED, 1 << 20);
}

static void
test_registered_memory_is_pinned(void **state)
{
	(void)state;
	run("float *h = new float[n]; cudaHostRegister(h, n, 0);\ncudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice, s);");
	const struct host_operation *copy = operation(HOST_COPY);
	assert_int_equal(copy->memory, HOST_MEMORY_PINNED);
	assert_string_equal(copy->memory_name, "h");
	assert_int_equal(copy->memory_place.line, 7);
	evaluation_free(&e);
}

/* Iterations of loops are counted as for launches. */
static void
test_counts(void **state)
{
	(void)state;
	run("for (int i = 0; i < 10000; i++) { k<<<1, 32>>>(d); cudaDeviceSynchronize(); }");
	const struct host_operation *sync = operation(HOST_SYNCHRONIZATION), *launch = operation(HOST_LAUNCH);
	assert_int_equal(sync->count, 10000);
	assert_int_equal(sync->count_confidence, CONFIDENCE_EXACT);
	assert_int_equal(launch->count, 10000);
	assert_int_equal(launch->launch_count, 1);
	assert_int_equal(host_launch_of(launch)->program.repeats, 10000);
	assert_int_equal(host_common_loop(sync, launch)->line, 7);
	evaluation_free(&e);
	run("while (getchar() != EOF) cudaMemset(d, 0, n);");
	assert_int_equal(operation(HOST_FILL)->count_confidence, CONFIDENCE_UNKNOWN);
	assert_string_equal(operation(HOST_FILL)->count_why, "the trip count of the loop at line 7 is unknown");
	evaluation_free(&e);
	run("if (getchar() == 'x') cudaMemset(d, 0, n);");
	assert_int_equal(operation(HOST_FILL)->count_confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
	run("do { cudaMemset(d, 0, n); } while (0);");
	assert_int_equal(operation(HOST_FILL)->loops[0].line, 0);
	evaluation_free(&e);
}

/* Of equal launches one is run, but each loop has its own count, also if a function makes them. */
static void
test_loops_that_launch_alike(void **state)
{
	(void)state;
	run("auto launch = [&] { k<<<1, 32>>>(d); };\n"
	    "for (int i = 0; i < 10; i++) k<<<1, 32>>>(d);\n"
	    "for (int i = 0; i < 2000; i++) k<<<1, 32>>>(d);\n"
	    "for (int i = 0; i < 30; i++) launch();\n"
	    "for (int i = 0; i < 40; i++) launch();\n"
	    "for (int j = 0; j < 2; j++) for (int i = 0; i < 50; i++) k<<<j + 1, 32>>>(d);");
	static const struct {
		uint32_t loop;
		uint64_t launches;
	} expected[] = {{8, 10}, {9, 2000}, {10, 30}, {11, 40}, {12, 100}};
	const struct launch *const launch = &e.facts.kernels[0].launches[0];
	size_t count = 0;
	assert_int_equal(launch->program.repeats, 10 + 2000 + 30 + 40 + 50);
	for (size_t i = 0; i < e.facts.host_operation_count; i++) {
		const struct host_operation *o = &e.facts.host_operations[i];
		if (o->kind != HOST_LAUNCH)
			continue;
		assert_in_range(count, 0, sizeof expected / sizeof *expected - 1);
		assert_int_equal(o->loops[0].line, expected[count].loop);
		assert_int_equal(o->count, expected[count].launches);
		assert_ptr_equal(host_launch_of(o), launch);
		assert_int_equal(o->launch_count, expected[count].loop == 12 ? 2 : 1);
		assert_int_equal(o->launches[0].times, expected[count].loop == 12 ? 50 : o->count);
		count++;
	}
	assert_int_equal(count, sizeof expected / sizeof *expected);
	evaluation_free(&e);
}

/* The end of a loop is executed once, and does not belong to the loop. */
static void
test_what_leaves_a_loop(void **state)
{
	static const struct {
		const char *statements;
		unsigned loop;
	} cases[] = {
		{"while (getchar() != 'x')\nif (getchar() == 'y') { cudaMemset(d, 0, n); break; }", 0},
		{"while (getchar() != 'x')\nif (getchar() == 'y') { { cudaMemset(d, 0, n); } puts(\"\"); return 1; }",
	         0},
		{"while (getchar() != 'x')\nif (getchar() == 'y') { cudaMemset(d, 0, n); if (getchar() == 'z') continue; break; }",
	         7},
		{"while (getchar() != 'x')\nif (getchar() == 'y') cudaMemset(d, 0, n);", 7},
		{"while (getchar() != 'x') { if (getchar() == 'y') { cudaMemset(d, 0, n); continue; } break; }", 7},
		{"while (getchar() != 'x') { if (getchar() == 'y') { cudaMemset(d, 0, n); if (getchar() == 'z') continue; } break; }",
	         7},
		{"while (getchar() != 'x') { switch (getchar()) { case 'a': cudaMemset(d, 0, n); continue; default: break; } break; }",
	         7},
		{"while (getchar() != 'x') { switch (getchar()) { case 'a': cudaMemset(d, 0, n); default: break; } break; }",
	         0},
		{"while (getchar() != 'x') { do { cudaMemset(d, 0, n); continue; } while (0); break; }", 0},
		{"while (getchar() != 'x') { cudaMemset(d, 0, n); while (getchar() != 'y') if (getchar() == 'z') continue; break; }",
	         0},
		{"while (getchar() != 'x')\nwhile (getchar() != 'y') { cudaMemset(d, 0, n); break; }", 7},
		{"while (getchar() != 'x') { switch (getchar()) { case 'a': cudaMemset(d, 0, n); break; case 'b': return 1; } }",
	         7},
		{"while (getchar() != 'x') { switch (getchar()) { case 'a': cudaMemset(d, 0, n); return 1; default: break; } }",
	         0},
		{"auto clear = [&] { cudaMemset(d, 0, n); return; };\nwhile (getchar() != 'x') { clear(); break; }", 0},
		{"auto clear = [&] { cudaMemset(d, 0, n); return; };\nwhile (getchar() != 'x') { clear(); }", 8},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		run(cases[i].statements);
		assert_int_equal(operation(HOST_FILL)->loops[0].line, cases[i].loop);
		evaluation_free(&e);
	}
}

static void
test_streams(void **state)
{
	(void)state;
	run("cudaStreamCreate(&s); cudaStreamCreate(&t); k<<<1, 32, 0, t>>>(d);\ncudaMemsetAsync(d, 0, n, s);\ncudaStreamSynchronize(t);");
	assert_int_not_equal(operation(HOST_LAUNCH)->stream, 0);
	assert_int_equal(operation(HOST_LAUNCH)->stream, operation(HOST_SYNCHRONIZATION)->stream);
	assert_int_not_equal(operation(HOST_LAUNCH)->stream, operation(HOST_FILL)->stream);
	evaluation_free(&e);
}

/* The clock read on line 8, after the code between it and the one on line 7. */
static const struct host_operation *
timed(const char *between)
{
	char statements[512];
	snprintf(statements, sizeof statements,
	         "clock_t a = clock(); %s\nclock_t b = clock(); cudaDeviceSynchronize();", between);
	run(statements);
	for (size_t i = 0; i < e.facts.host_operation_count; i++)
		if (e.facts.host_operations[i].kind == HOST_CLOCK && e.facts.host_operations[i].place.line == 8)
			return &e.facts.host_operations[i];
	fail();
	return NULL;
}

static void
expect_unfinished(const char *between, bool expected)
{
	const struct host_operation *read = timed(between);
	if (!!read->unfinished != expected)
		print_error("%s\n", between);
	assert_int_equal(!!read->unfinished, expected);
	evaluation_free(&e);
}

static void
test_timed_parts(void **state)
{
	(void)state;
	expect_unfinished("k<<<1, 32>>>(d);", true);
	expect_unfinished("for (int i = 0; i < 1000; i++) k<<<1, 32>>>(d);", true);
	expect_unfinished("k<<<1, 32>>>(d); cudaDeviceSynchronize();", false);
	expect_unfinished("k<<<1, 32>>>(d); cudaThreadSynchronize();", false);
	expect_unfinished("float h; k<<<1, 32>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);", false);
	expect_unfinished(
		"cudaStreamCreate(&s); cudaStreamCreate(&t); k<<<1, 32, 0, s>>>(d); cudaStreamSynchronize(t);", true);
	expect_unfinished("cudaStreamCreate(&s); k<<<1, 32, 0, s>>>(d); cudaStreamSynchronize(s);", false);
	expect_unfinished("", false);
}

/* Copies of data that is already there, and back of data that came from there. */
static void
test_copies_of_old_data(void **state)
{
	(void)state;
	run("float *h = new float[n]; for (int i = 0; i < 10; i++) {\ncudaMemcpy(d, h, n, cudaMemcpyHostToDevice); }");
	assert_int_equal(operation(HOST_COPY)->repeated, 9);
	evaluation_free(&e);
	run("float *h = new float[n]; for (int i = 0; i < 10; i++) {\ncudaMemcpy(d, h, n, cudaMemcpyHostToDevice); k<<<1, 32>>>(d); }");
	assert_int_equal(operation(HOST_COPY)->same_source, 9);
	assert_int_equal(operation(HOST_COPY)->repeated, 0);
	evaluation_free(&e);
	run("float *h = new float[n]; for (int i = 0; i < 10; i++) { h[0] = i;\ncudaMemcpy(d, h, n, cudaMemcpyHostToDevice); }");
	assert_int_equal(operation(HOST_COPY)->same_source, 0);
	evaluation_free(&e);
}

/* Copies of new data that the host computes in each iteration; not of unchanged data, nor of data that may come from
 * the device. */
static void
test_copies_of_own_data(void **state)
{
	(void)state;
	run("int h[8]; for (int i = 0; i < 10; i++) { for (int &x : h) x = rand();\ncudaMemcpy(d, h, 32, cudaMemcpyHostToDevice); }");
	assert_int_equal(operation(HOST_COPY)->own_inputs, 10);
	evaluation_free(&e);
	run("int h[8]; for (int i = 0; i < 10; i++) { for (int &x : h) x = 0;\ncudaMemcpy(d, h, 32, cudaMemcpyHostToDevice); }");
	assert_int_equal(operation(HOST_COPY)->own_inputs, 1);
	evaluation_free(&e);
	run("int h[8]; for (int i = 0; i < 10; i++) { for (int &x : h) x += getchar();\ncudaMemcpy(d, h, 32, cudaMemcpyHostToDevice); }");
	assert_int_equal(operation(HOST_COPY)->own_inputs, 0);
	evaluation_free(&e);
	run("int *h = new int[8]; for (int i = 0; i < 10; i++) { fread(h, 4, 8, stdin);\ncudaMemcpy(d, h, 32, cudaMemcpyHostToDevice); }");
	assert_int_equal(operation(HOST_COPY)->own_inputs, 10);
	evaluation_free(&e);
	run("int *h = new int[8]; fread(h, 4, 8, stdin); for (int i = 0; i < 10; i++) {\ncudaMemcpy(d, h, 32, cudaMemcpyHostToDevice); }");
	assert_int_equal(operation(HOST_COPY)->own_inputs, 1);
	evaluation_free(&e);
	run("int h[8]; for (int i = 0; i < 10; i++) { k<<<1, 8>>>(d); cudaMemcpy(h, d, 32, cudaMemcpyDeviceToHost); for (int &x : h) x++;\n"
	    "cudaMemcpy(d, h, 32, cudaMemcpyHostToDevice); }");
	assert_int_equal(operation_at(HOST_COPY, 8)->own_inputs, 0);
	evaluation_free(&e);
}

/* The largest copy of one call, next to the mean. */
static void
test_largest_copy(void **state)
{
	(void)state;
	run("float *h = new float[n]; for (int i = 1; i <= 4; i++)\ncudaMemcpy(d, h, 1024 * i, cudaMemcpyHostToDevice);");
	expect_double(operation(HOST_COPY)->largest_bytes, 4096, 0);
	expect_double(host_operation_bytes(operation(HOST_COPY)), 2560, 0);
	evaluation_free(&e);
}

static void
expect_same_arguments(const char *statements, uint64_t count, uint64_t same)
{
	run(statements);
	assert_int_equal(operation(HOST_LAUNCH)->count, count);
	assert_int_equal(operation(HOST_LAUNCH)->same_arguments, same);
	evaluation_free(&e);
}

/* The buffers in the arguments distinguish launches too. */
static void
test_launches_with_the_same_arguments(void **state)
{
	(void)state;
	expect_same_arguments("for (int i = 0; i < 20; i++)\nk<<<4, 32>>>(d);", 20, 19);
	expect_same_arguments("for (int i = 0; i < 20; i++)\nk<<<4, 32>>>(d + i);", 20, 0);
	expect_same_arguments("for (int i = 1; i <= 20; i++)\nk<<<i, 32>>>(d);", 20, 0);
	expect_same_arguments(
		"float *o; cudaMalloc(&o, n); for (int i = 0; i < 20; i++) {\nk<<<4, 32>>>(d); float *x = d; d = o; o = x; }",
		20, 0);
}

/* Data-dependent counts: when the loop ends, or whether the call is made. */
static void
test_what_counts_hang_on(void **state)
{
	(void)state;
	run("int h = 0; while (h < 100) {\ncudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); }");
	assert_true(operation(HOST_COPY)->is_open_ended);
	evaluation_free(&e);
	run("int h = getchar(); for (int i = 0; i < 10; i++) if (h)\ncudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);");
	assert_false(operation(HOST_COPY)->is_open_ended);
	assert_true(operation(HOST_COPY)->is_conditional);
	evaluation_free(&e);
	run("int h; for (int i = 0; i < 10; i++)\ncudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);");
	assert_false(operation(HOST_COPY)->is_open_ended);
	assert_false(operation(HOST_COPY)->is_conditional);
	evaluation_free(&e);
}

/* The loop's own call that leads to a copy, through any functions. */
static void
test_calls_in_loops(void **state)
{
	(void)state;
	run("struct { void get(int *h, float *d) { cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost); }\n"
	    "void twice(int *h, float *d) { get(h, d); } } own; int h;\nfor (int i = 0; i < 10; i++)\nown.twice(&h, d);");
	const struct host_operation *copy = operation(HOST_COPY);
	assert_int_equal(copy->call_in_loop.line, 10);
	assert_int_equal(copy->called_from.line, 8);
	evaluation_free(&e);
	run("int h; for (int i = 0; i < 10; i++)\ncudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);");
	assert_int_equal(operation(HOST_COPY)->call_in_loop.line, 0);
	evaluation_free(&e);
}

static void
test_managed_memory_that_migrates(void **state)
{
	(void)state;
	run("float *m; cudaMallocManaged(&m, 4096); for (int i = 0; i < 1024; i++) m[i] = i;\nk<<<1, 32>>>(m);");
	expect_double(operation(HOST_LAUNCH)->migrated_bytes, 4096, 0);
	assert_string_equal(operation(HOST_LAUNCH)->migrated_name, "m");
	evaluation_free(&e);
	run("float *m; cudaMallocManaged(&m, 4096); for (int i = 0; i < 1024; i++) m[i] = i;\n"
	    "cudaMemPrefetchAsync(m, 4096, 0); for (int i = 0; i < 9; i++) k<<<1, 32>>>(m);");
	expect_double(operation(HOST_LAUNCH)->migrated_bytes, 0, 0);
	evaluation_free(&e);
	run("float *m; cudaMallocManaged(&m, 4096); for (int i = 0; i < 9; i++) {\nk<<<1, 32>>>(m); cudaDeviceSynchronize(); m[0] = i; }");
	expect_double(operation(HOST_LAUNCH)->migrated_bytes, 8 * 4096, 0);
	evaluation_free(&e);
}

/* Launches that find new data from the host in pinned memory, and those that find the same as the last one. */
static void
test_pinned_memory_changes(void **state)
{
	static const struct {
		const char *body;
		uint64_t all, changed;
	} programs[] = {
		{"float *h; cudaMallocHost(&h, 4096); h[0] = 1; for (int i = 0; i < 9; i++)\nr<<<1, 32>>>(h, o);", 9,
	         1},
		{"float *h; cudaMallocHost(&h, 4096); for (int i = 0; i < 9; i++) {\nh[0] = i; r<<<1, 32>>>(h, o); cudaDeviceSynchronize(); }",
	         9, 9},
		{"float *h; cudaMallocHost(&h, 4096); for (int i = 0; i < 9; i++) {\nif (i % 3 == 0) h[0] = i; r<<<1, 32>>>(h, o); "
	         "cudaDeviceSynchronize(); }",
	         9, 3},
		{"float *d, *h; cudaMallocHost(&h, 4096); cudaMalloc(&d, 4096); for (int i = 0; i < 9; i++) {\n"
	         "cudaMemcpy(h, d, 4096, cudaMemcpyDeviceToHost); r<<<1, 32>>>(h, o); }",
	         9, 9},
		{"float *d; cudaMalloc(&d, 4096); for (int i = 0; i < 9; i++)\nr<<<1, 32>>>(d, o);", 0, 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		char source[1024];
		snprintf(source, sizeof source,
		         "__global__ void r(const float *p, float *o) { o[threadIdx.x] += p[threadIdx.x]; }\n"
		         "\n\n\n\n\nint main() { float *o; cudaMalloc(&o, 4096);\n%s\n}\n",
		         programs[i].body);
		evaluate(&e, source, NULL);
		assert_int_equal(operation(HOST_LAUNCH)->host_inputs, programs[i].all);
		assert_int_equal(operation(HOST_LAUNCH)->new_host_inputs, programs[i].changed);
		evaluation_free(&e);
	}
}

/* The time of page faults is part of the program's time. */
static void
test_migrations_take_time(void **state)
{
	static const double bytes = 1 << 26;
	struct transfer_times times;
	struct profile *profile = profile_shipped("H200");
	(void)state;
	assert_true(transfers_of_profile(profile, &times));
	run("float *m; cudaMallocManaged(&m, 1 << 26); m[0] = 1;\nk<<<1, 32>>>(m);");
	host_predict_times(&e.facts, &times);
	expect_double(operation(HOST_LAUNCH)->migration_us, migration_us(bytes), 1e-9);
	expect_double(host_time_of_migrations(&e.facts).us, migration_us(bytes), 1e-9);
	/* Measured: 10572 and 1389. */
	expect_double(migration_us(bytes), 10572, 0.2 * 10572);
	expect_double(prefetch_us(bytes), 1389, 0.2 * 1389);
	host_predict_times(&e.facts, NULL);
	expect_double(host_time_of_migrations(&e.facts).us, 0, 0);
	evaluation_free(&e);
	/* The pages migrate at the first of fifty launches. */
	run("float *m; cudaMallocManaged(&m, 1 << 26); m[0] = 1; for (int i = 0; i < 50; i++)\nk<<<1, 32>>>(m);");
	host_predict_times(&e.facts, &times);
	assert_int_equal(operation(HOST_LAUNCH)->migrations, 1);
	expect_double(host_time_of_migrations(&e.facts).us, migration_us(bytes), 1e-9);
	evaluation_free(&e);
	profile_free(profile);
}

/* Nothing calls `stage`: the size of its copies follows from its assumed parameters. */
static void
test_assumed_copies_are_no_part_of_the_program(void **state)
{
	struct transfer_times times;
	struct profile *profile = profile_shipped("H200");
	(void)state;
	assert_true(transfers_of_profile(profile, &times));
	evaluate(
		&e,
		"__global__ void k(float *d) { d[threadIdx.x] = 1; }\n"
		"void stage(const float *h, int n) { float *d; cudaMalloc(&d, 4 * n); cudaMemcpy(d, h, 4 * n, cudaMemcpyHostToDevice); k<<<1, 32>>>(d); }\n",
		NULL);
	host_predict_times(&e.facts, &times);
	expect_double(host_time_of(&e.facts, HOST_COPY).us, 0, 0);
	expect_double((double)host_time_of(&e.facts, HOST_COPY).untimed, 0, 0);
	evaluation_free(&e);
	run("float h[32];\ncudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);");
	host_predict_times(&e.facts, &times);
	assert_true(host_time_of(&e.facts, HOST_COPY).us + (double)host_time_of(&e.facts, HOST_COPY).untimed > 0);
	evaluation_free(&e);
	profile_free(profile);
}

static void
test_whether_status_is_used(void **state)
{
	(void)state;
	run("k<<<1, 32>>>(d); cudaDeviceSynchronize();");
	assert_false(operation(HOST_SYNCHRONIZATION)->is_checked);
	evaluation_free(&e);
	run("k<<<1, 32>>>(d); if (cudaDeviceSynchronize() != cudaSuccess) return 1;");
	assert_true(operation(HOST_SYNCHRONIZATION)->is_checked);
	evaluation_free(&e);
}

/* From the shipped profile: measured sizes have their measured times, others are interpolated. */
static void
test_times_of_copies(void **state)
{
	(void)state;
	struct transfer_times times;
	struct profile *profile = profile_shipped("H200");
	assert_true(transfers_of_profile(profile, &times));
	const double small = transfer_us(&times, COPY_TO_DEVICE, HOST_MEMORY_PINNED, 1 << 20);
	const double large = transfer_us(&times, COPY_TO_DEVICE, HOST_MEMORY_PINNED, 1 << 21);
	const double between = transfer_us(&times, COPY_TO_DEVICE, HOST_MEMORY_PINNED, 3 << 19);
	expect_double(small, profile_point(profile, "pageable-to-device", 1024).ideal_us, 1e-9);
	expect_double(between, (small + large) / 2, 1e-9);
	assert_true(transfer_us(&times, COPY_TO_HOST, HOST_MEMORY_PAGEABLE, 1 << 24) >
	            transfer_us(&times, COPY_TO_HOST, HOST_MEMORY_PINNED, 1 << 24));
	assert_true(isnan(transfer_us(&times, COPY_ON_DEVICE, HOST_MEMORY_UNKNOWN, 1 << 20)));
	assert_true(isnan(transfer_us(&times, COPY_TO_DEVICE, HOST_MEMORY_MANAGED, 1 << 20)));
	profile_free(profile);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_copies),
		cmocka_unit_test(test_registered_memory_is_pinned),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_loops_that_launch_alike),
		cmocka_unit_test(test_what_leaves_a_loop),
		cmocka_unit_test(test_streams),
		cmocka_unit_test(test_timed_parts),
		cmocka_unit_test(test_copies_of_old_data),
		cmocka_unit_test(test_copies_of_own_data),
		cmocka_unit_test(test_largest_copy),
		cmocka_unit_test(test_launches_with_the_same_arguments),
		cmocka_unit_test(test_what_counts_hang_on),
		cmocka_unit_test(test_calls_in_loops),
		cmocka_unit_test(test_managed_memory_that_migrates),
		cmocka_unit_test(test_pinned_memory_changes),
		cmocka_unit_test(test_migrations_take_time),
		cmocka_unit_test(test_assumed_copies_are_no_part_of_the_program),
		cmocka_unit_test(test_whether_status_is_used),
		cmocka_unit_test(test_times_of_copies),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
