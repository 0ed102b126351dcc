#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "codegen/line_table.h"
#include "runtime_check/inject/captures.h"
#include "runtime_check/inject/own_thread.h"
#include "runtime_check/inject/wait.h"
#include "runtime_check/run/child.h"
#include "runtime_check/run/compiler_log.h"
#include "runtime_check/run/confinement.h"
#include "runtime_check/run/fill.h"
#include "runtime_check/run/job.h"
#include "runtime_check/run/lines_json.h"
#include "runtime_check/run/ptx.h"
#include "runtime_check/run/sample.h"
#include "support/allocate.h"

/* ---- jobs -------------------------------------------------------------------------------------------------------- */

static const char *
read_text(struct job *job, const char *text)
{
	const char *error = NULL;
	json_t *document = json_loads(text, 0, NULL);
	assert_non_null(document);
	job_read(job, document, &error);
	return error;
}

static void
job_reads_a_launch(void **state)
{
	(void)state;
	struct job job;
	const char *error = read_text(
		&job,
		"{\"schema_version\": 1, \"arch\": \"sm_80\", \"sources\": [{\"id\": \"s\", \"name\": \"k.cu\", \"text\": \"code\","
		"\"droppable\": [[0, 4]], \"headers\": [{\"name\": \"h.h\", \"text\": \"\"}]}], \"kernels\": [{\"id\": \"k\","
		"\"source\": \"s\", \"name_expression\": \"k\", \"buffers\": [{\"id\": \"b\", \"bytes\": 64, \"read_back\": 1000}],"
		"\"launches\": [{\"id\": \"l\", \"grid\": [2], \"block\": [32, 4], \"measure\": [\"time\"],"
		"\"arguments\": [{\"buffer\": \"b\", \"offset\": -4}, {\"type\": \"i16\", \"value\": -2}, {\"type\": \"f32\", \"value\": 1},"
		"{\"base64\": \"AAEC\"}]}]}]}");
	assert_null(error);
	assert_string_equal(job.arch, "sm_80");
	assert_int_equal(job.sources[0].file_count, 2);
	const struct kernel_job *kernel = &job.kernels[0];
	assert_int_equal(kernel->buffers[0].read_back, 64);
	const struct launch_job *launch = &kernel->launches[0];
	assert_int_equal(launch->grid[0], 2);
	assert_int_equal(launch->grid[2], 1);
	assert_int_equal(launch->block[1], 4);
	assert_true(launch->collects_time);
	assert_false(launch->collects_metrics);
	assert_int_equal(launch->arguments[0].pointers.items[0].offset, -4);
	assert_memory_equal(launch->arguments[1].bytes, "\xfe\xff", 2);
	assert_int_equal(launch->arguments[1].size, 2);
	assert_memory_equal(launch->arguments[2].bytes, "\x00\x00\x80\x3f", 4);
	assert_memory_equal(launch->arguments[3].bytes, "\x00\x01\x02", 3);
	job_free(&job);
}

#define KERNEL(rest) \
	"{\"schema_version\": 1, \"sources\": [{\"id\": \"s\", \"name\": \"k.cu\", \"text\": \"\"}], \"kernels\":" \
	"[{\"id\": \"k\", \"source\": \"s\", \"name_expression\": \"k\", " rest "}]}"
#define ARGUMENT(text) \
	"\"buffers\": [{\"id\": \"b\", \"bytes\": 64}], \"launches\": [{\"id\": \"l\", \"grid\": [1]," \
	"\"block\": [1], \"arguments\": [" text "]}]"

#define SEQUENCE(measure, operations) \
	"\"buffers\": [{\"id\": \"b\", \"bytes\": 64}], \"launches\": [{\"id\": \"l\"," \
	"\"grid\": [1], \"block\": [1], \"measure\": [" measure "], \"sequence\": {\"host_memory\": \"pageable\"," \
	"\"operations\": [" operations "]}}]"

static void
job_reads_pieces_and_records(void **state)
{
	(void)state;
	struct job job;
	const char *error = read_text(
		&job,
		KERNEL("\"buffers\": [{\"id\": \"b\", \"bytes\": 64, \"fill\": {\"kind\": \"pieces\", \"rest\": {\"kind\": \"index\","
	               "\"limit\": 9}, \"pieces\": [{\"offset\": 4, \"base64\": \"AAEC\"}, {\"offset\": 8, \"count\": 56, \"byte\": 255}]}}],"
	               "\"launches\": [{\"id\": \"l\", \"grid\": [1], \"block\": [1], \"arguments\": [{\"base64\":"
	               "\"AAAAAAAAAAAAAAAAAAAAAA==\", \"pointers\": [{\"buffer\": \"b\", \"offset\": 12, \"at\": 8}]}]}]"));
	assert_null(error);
	const struct fill *fill = &job.kernels[0].buffers[0].fill;
	assert_int_equal(fill->kind, FILL_PIECES);
	assert_int_equal(fill->rest->limit, 9);
	assert_int_equal(fill->pieces[0].count, 3);
	assert_memory_equal(fill->pieces[0].bytes, "\x00\x01\x02", 3);
	assert_null(fill->pieces[1].bytes);
	assert_int_equal(fill->pieces[1].byte, 255);
	const struct argument *argument = &job.kernels[0].launches[0].arguments[0];
	assert_int_equal(argument->size, 16);
	assert_int_equal(argument->pointers.items[0].at, 8);
	assert_int_equal(argument->pointers.items[0].offset, 12);
	job_free(&job);
}

/* Addresses also of later buffers, and over other contents. */
static void
job_reads_addresses_that_memory_holds(void **state)
{
	(void)state;
	struct job job;
	const char *error = read_text(
		&job,
		KERNEL("\"buffers\": ["
	               "{\"id\": \"a\", \"bytes\": 16, \"pointers\": [{\"buffer\": \"b\", \"at\": 8, \"offset\": 4}]}, {\"id\": \"b\", \"bytes\": 64}],"
	               "\"variables\": [{\"link_name\": \"v\", \"fill\": {\"kind\": \"zero\"}, \"pointers\": [{\"buffer\": \"a\", \"at\": 24}]}],"
	               "\"launches\": [{\"id\": \"l\", \"grid\": [1], \"block\": [1], \"variables\": [{\"variable\": 0, \"fill\": {\"kind\": \"zero\"},"
	               "\"pointers\": [{\"buffer\": \"b\", \"at\": 0}, {\"buffer\": \"a\", \"at\": 8}]}]}]"));
	assert_null(error);
	const struct kernel_job *kernel = &job.kernels[0];
	const struct pointer *in_buffer = kernel->buffers[0].pointers.items,
			     *in_variable = kernel->variables[0].pointers.items;
	assert_int_equal(kernel->buffers[0].pointers.count, 1);
	assert_true(in_buffer->buffer == 1 && in_buffer->at == 8 && in_buffer->offset == 4);
	assert_int_equal(kernel->buffers[1].pointers.count, 0);
	assert_true(in_variable->buffer == 0 && in_variable->at == 24 && in_variable->offset == 0);
	assert_int_equal(kernel->launches[0].changes[0].pointers.count, 2);
	job_free(&job);
}

#define RECORDS(bytes, members) \
	"\"buffers\": [{\"id\": \"b\", \"bytes\": 64, \"fill\": {\"kind\": \"records\"," \
	"\"bytes\": " bytes ", \"members\": [" members "]}}]"

static void
job_reads_records_and_ranges(void **state)
{
	(void)state;
	struct job job;
	const char *error = read_text(
		&job,
		KERNEL(RECORDS(
			"24",
			"{\"at\": 0, \"fill\": {\"kind\": \"random-float\", \"type\": \"f64\"}},"
			"{\"at\": 8, \"count\": 4, \"fill\": {\"kind\": \"index\", \"low\": -3, \"limit\": 7}}")));
	assert_null(error);
	const struct fill *fill = &job.kernels[0].buffers[0].fill;
	assert_int_equal(fill->kind, FILL_RECORDS);
	assert_int_equal(fill->record_bytes, 24);
	assert_int_equal(fill->member_count, 2);
	assert_int_equal(fill->members[0].count, 1);
	assert_int_equal(fill->members[0].fill.type, ELEMENT_F64);
	assert_int_equal(fill->members[1].at, 8);
	assert_int_equal(fill->members[1].count, 4);
	assert_int_equal(fill->members[1].fill.least, -3);
	assert_int_equal(fill->members[1].fill.limit, 10);
	job_free(&job);
}

#define VERSION(rest) "{\"id\": \"v\", \"source\": \"s\", \"name_expression\": \"k\", " rest "}"
#define RACE(version, kernels) \
	"{\"schema_version\": 1, \"sources\": [{\"id\": \"s\", \"name\": \"k.cu\", \"text\": \"\"}]," \
	"\"kernels\": [{\"id\": \"k\", \"source\": \"s\", \"name_expression\": \"k\", \"variables\": [{\"link_name\": \"x\"," \
	"\"fill\": {\"kind\": \"zero\"}}], " ARGUMENT("{\"buffer\": \"b\"}") "}, " version \
									     "], \"races\": [{\"id\": \"r\"," \
									     "\"kernels\": [" kernels "]}]}"
#define SOURCE(id) "{\"id\": \"" id "\", \"name\": \"k.cu\", \"text\": \"\"}"
#define LAUNCH "\"launches\": [{\"id\": \"l\", \"grid\": [1], \"block\": [1]}]"

static void
job_reads_races(void **state)
{
	(void)state;
	struct job job;
	const char *error = read_text(
		&job,
		RACE(VERSION("\"inputs_of\": \"k\", \"audited_by\": \"k\", \"variables\": [{\"link_name\": \"y\", \"fill\": {\"kind\": \"zero\"}}],"
	                     "\"launches\": [{\"id\": \"l\", \"grid\": [1], \"block\": [1], \"variables\": [{\"variable\": 1, \"buffer\": \"b\"}]}]"),
	             "\"k\", \"v\""));
	assert_null(error);
	const struct kernel_job *first = &job.kernels[0], *second = &job.kernels[1];
	assert_ptr_equal(second->buffers, first->buffers);
	assert_ptr_equal(second->audit, first);
	assert_int_equal(second->variable_count, 2);
	assert_string_equal(second->variables[0].link_name, "x");
	assert_string_equal(second->variables[1].link_name, "y");
	assert_int_equal(first->variable_count, 1);
	assert_int_equal(second->launches[0].changes[0].pointers.count, 1);
	assert_int_equal(job.races[0].count, 2);
	assert_int_equal(job.races[0].kernels[1], 1);
	job_free(&job);
}

static void
job_reads_a_sequence(void **state)
{
	(void)state;
	struct job job;
	const char *error = read_text(
		&job,
		KERNEL(SEQUENCE(
			"\"time\"",
			"{\"do\": \"to-device\", \"buffer\": \"b\", \"offset\": 60, \"bytes\": 4}, {\"do\": \"launch\", \"offset\": 8,"
			"\"stream\": 3}")));
	assert_null(error);
	const struct sequence_job *sequence = job.kernels[0].launches[0].sequence;
	assert_false(sequence->is_pinned);
	assert_int_equal(sequence->operation_count, 2);
	assert_int_equal(sequence->stream_count, 4);
	assert_int_equal(sequence->operations[0].kind, OPERATION_TO_DEVICE);
	assert_int_equal(sequence->operations[0].offset, 60);
	assert_int_equal(sequence->operations[1].kind, OPERATION_LAUNCH);
	assert_int_equal(sequence->operations[1].stream, 3);
	job_free(&job);
}

#define FILLED(fill) "\"buffers\": [{\"id\": \"b\", \"bytes\": 8, \"fill\": {" fill "}}]"

static void
job_says_what_is_wrong_where(void **state)
{
	(void)state;
	static const struct {
		const char *text, *part;
	} cases[] = {
		{"{}", "the job: there is no schema_version"},
		{RACE(VERSION(LAUNCH), "\"k\", \"v\""),
	         "races[0]: has a kernel without a launch, or with buffers unlike the first one's"},
		{RACE(VERSION("\"inputs_of\": \"k\""), "\"k\", \"v\""), "races[0]: has a kernel without a launch"},
		{RACE(VERSION("\"inputs_of\": \"k\", " LAUNCH), "\"k\""), "races[0]: has fewer than two kernels"},
		{RACE(VERSION("\"inputs_of\": \"k\", " LAUNCH), "\"k\", \"w\""), "races[0]: there is no kernel w"},
		{RACE(VERSION("\"inputs_of\": \"v\", " LAUNCH), "\"k\", \"v\""),
	         "kernels[1]: names a kernel that does not precede it"},
		{RACE(VERSION("\"audited_by\": \"v\", " LAUNCH), "\"k\", \"v\""),
	         "kernels[1]: names a kernel that does not precede it"},
		{"[]", "Expected object"},
		{"{\"schema_version\": 2, \"sources\": [], \"kernels\": []}", "schema_version is not 1"},
		{"{\"schema_version\": 1, \"sources\": [], \"kernels\": [], \"typo\": 1}", "typo"},
		{"{\"schema_version\": 1, \"sources\": [{\"id\": \"s\"}], \"kernels\": []}",
	         "sources[0]: there is no name"},
		{"{\"schema_version\": 1, \"sources\": [{\"id\": \"s\", \"name\": \"\", \"text\": \"\", \"droppable\": [[0, 9]]}],"
	         "\"kernels\": []}",
	         "an extent ends after its text"},
		{"{\"schema_version\": 1, \"sources\": [{\"id\": \"s\", \"name\": \"\", \"text\": \"abc\", \"apart\": [[1, 3], [0, 1]]}],"
	         "\"kernels\": []}",
	         "sources[0]: has unordered parts of lines"},
		{"{\"schema_version\": 1, \"sources\": [], \"kernels\": [{\"id\": \"k\", \"source\": \"s\", \"link_name\": \"k\"}]}",
	         "kernels[0]: there is no source s"},
		{KERNEL(ARGUMENT("{\"base64\": \"AAECAwQFBg==\", \"pointers\": [{\"buffer\": \"b\", \"at\": 0}]}")),
	         "kernels[0].launches[0].arguments[0]: an address is not within its memory"},
		{KERNEL(ARGUMENT("{\"base64\": \"AAECAwQFBgcICQ==\", \"pointers\": [{\"buffer\": \"b\", \"at\": 3}]}")),
	         "within"},
		{KERNEL(ARGUMENT("{\"buffer\": \"b\", \"at\": 0}")), "arguments[0]"},
		{KERNEL(ARGUMENT("{\"base64\": \"AAECAwQFBgc=\", \"pointers\": [{\"buffer\": \"b\", \"at\": -1}]}")),
	         "within"},
		{KERNEL(ARGUMENT("{\"buffer\": \"c\"}")), "the kernel has no buffer c"},
		{KERNEL(ARGUMENT("{\"base64\": \"AAECAw==\", \"pointers\": 7}")), "pointers is not an array"},
		{KERNEL(ARGUMENT("7")), "arguments[0]"},
		{KERNEL(ARGUMENT("{\"texture\": {\"shape\": \"4d\", \"type\": \"f32\"}}")), "of such a shape"},
		{KERNEL(ARGUMENT("{\"texture\": {\"shape\": \"2d\", \"type\": \"f64\"}}")), "a texel has"},
		{KERNEL(ARGUMENT("{\"texture\": {\"shape\": \"2d\", \"type\": \"u8\", \"channels\": 3}}")),
	         "a texel has"},
		{KERNEL(ARGUMENT("{\"texture\": 3}")), "arguments[0]"},
		{KERNEL(SEQUENCE("\"time\"", "7")), "operations[0]"},
		{KERNEL(SEQUENCE("\"time\"", "{\"do\": \"wait\"}")), "operations[0]: do is not"},
		{KERNEL(SEQUENCE("\"time\"", "{\"do\": \"to-host\", \"bytes\": 4}")), "there is no buffer"},
		{KERNEL(SEQUENCE("\"time\"", "{\"do\": \"to-host\", \"buffer\": \"c\", \"bytes\": 4}")),
	         "the kernel has no buffer c"},
		{KERNEL(SEQUENCE("\"time\"", "{\"do\": \"to-host\", \"buffer\": \"b\"}")), "are not within the buffer"},
		{KERNEL(SEQUENCE("\"time\"", "{\"do\": \"to-host\", \"buffer\": \"b\", \"offset\": 61, \"bytes\": 4}")),
	         "are not within the buffer"},
		{KERNEL(SEQUENCE("\"time\"", "{\"do\": \"launch\", \"bytes\": 4}")), "a launch has neither"},
		{KERNEL(SEQUENCE("\"time\"", "{\"do\": \"launch\", \"stream\": 1024}")), "stream is not in [0, 1023]"},
		{KERNEL(SEQUENCE("\"time\"", "{\"do\": \"launch\", \"offset\": -1}")), "offset is not in"},
		{KERNEL(SEQUENCE("\"metrics\"", "")), "timed but not counted"},
		{"{\"schema_version\": 1, \"sources\": [{\"id\": \"s\", \"name\": \"k.cu\", \"text\": \"\"}], \"kernels\":"
	         "[{\"id\": \"k\", \"source\": \"s\", \"name_expression\": \"k\", " SEQUENCE(
			 "\"time\"", "") "}],"
	                                 "\"races\": [{\"id\": \"r\", \"kernels\": [\"k\", \"k\"]}]}",
	         "a sequence"},
		{KERNEL("\"launches\": [{\"id\": \"l\", \"grid\": [1], \"block\": [1], \"cooperative\": true, \"variables\":"
	                "[{\"variable\": 0, \"fill\": {\"kind\": \"zero\"}}]}]"),
	         "kernels[0].launches[0].variables[0]: the kernel has no variable of that number"},
		{KERNEL("\"buffers\": [{\"id\": \"b\", \"bytes\": 8, \"fill\": {\"kind\": \"pieces\", \"rest\": {\"kind\": \"zero\"},"
	                "\"pieces\": [{\"offset\": 0, \"count\": 8, \"byte\": 256}]}}]"),
	         "pieces[0]: is not a range of bytes"},
		{KERNEL("\"buffers\": [{\"id\": \"b\", \"bytes\": 8, \"fill\": {\"kind\": \"pieces\", \"pieces\": [],"
	                "\"rest\": {\"kind\": \"pieces\", \"pieces\": [], \"rest\": {\"kind\": \"zero\"}}}}]"),
	         "not a kind of fill"},
		{"{\"schema_version\": 1, \"memory_bytes\": 0, \"sources\": [], \"kernels\": []}",
	         "memory_bytes is not in"},
		{"{\"schema_version\": 1, \"sources\": [" SOURCE("s") ", " SOURCE("t") ", " SOURCE(
			 "s") "], \"kernels\": []}",
	         "there are two sources s"},
		{"{\"schema_version\": 1, \"sources\": [" SOURCE("s") "], \"kernels\": [" VERSION(LAUNCH) ", " VERSION(
			 LAUNCH) "]}",
	         "there are two kernels v"},
		{KERNEL(RECORDS("0", "")), "a record has 1 byte to 16 MiB"},
		{KERNEL(RECORDS("8", "{\"at\": 4, \"count\": 2, \"fill\": {\"kind\": \"random-float\"}}")),
	         "within its record"},
		{KERNEL(RECORDS("8", "{\"at\": -4, \"fill\": {\"kind\": \"random-float\"}}")),
	         "members[0]: is not within a record"},
		{KERNEL(RECORDS("8", "{\"at\": 0, \"fill\": {\"kind\": \"zero\"}}")),
	         "members[0]: a record's members are"},
		{KERNEL("\"buffers\": [{\"id\": \"b\", \"bytes\": 8, \"fill\": {\"kind\": \"index\", \"low\": 4, \"limit\": 4}}]"),
	         "fill's limit is not above"},
		{KERNEL(FILLED("\"kind\": \"index\", \"type\": \"u8\", \"limit\": 257")),
	         "fill's numbers are not of its type"},
		{KERNEL(FILLED("\"kind\": \"index\", \"type\": \"u64\", \"low\": -1, \"limit\": 2")),
	         "fill's numbers are not of its type"},
		{KERNEL(FILLED("\"kind\": \"index\", \"type\": \"i16\", \"low\": -32769, \"limit\": 2")),
	         "fill's numbers are not of its type"},
		{KERNEL(FILLED("\"kind\": \"index\", \"type\": \"f32\", \"limit\": 2")), "index needs an integer type"},
		{KERNEL(FILLED("\"kind\": \"random-float\", \"type\": \"f16\", \"high\": 65520")),
	         "fill's numbers are not of its type"},
		{KERNEL(FILLED("\"kind\": \"random-float\", \"low\": -1e39")), "fill's numbers are not of its type"},
		{KERNEL(FILLED("\"kind\": \"random-float\", \"type\": \"bf16\", \"low\": 1.001, \"high\": 1.002")),
	         "fill's numbers are not of its type"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct job job;
		const char *error = read_text(&job, cases[i].text);
		assert_non_null(error);
		if (!strstr(error, cases[i].part))
			fail_msg("%s: %s", cases[i].part, error);
		job_free(&job);
	}
}

/* ---- fills ------------------------------------------------------------------------------------------------------- */

static void
fill_random_floats_are_normal_and_in_range(void **state)
{
	(void)state;
	const struct fill fill = {.kind = FILL_RANDOM_FLOAT, .type = ELEMENT_F32, .low = -1, .high = 1};
	float values[4096], again[16];
	fill_write(&fill, 0, (uint8_t *)values, sizeof values);
	double sum = 0;
	for (size_t i = 0; i < 4096; i++) {
		assert_true(isnormal(values[i]) && values[i] >= -1 && values[i] < 1);
		sum += (double)values[i];
	}
	assert_true(fabs(sum / 4096) < 0.05);
	fill_write(&fill, 1024, (uint8_t *)again, sizeof again);
	assert_memory_equal(again, values + 256, sizeof again);
}

static void
fill_random_floats_are_in_range_once_they_are_rounded(void **state)
{
	(void)state;
	static const struct {
		enum element_type type;
		double low, high;
	} cases[] = {
		{ELEMENT_BF16, 0.5, 1.5},      {ELEMENT_BF16, 1, 1.01},  {ELEMENT_BF16, 1.001, 1.02},
		{ELEMENT_BF16, -1.02, -1.001}, {ELEMENT_BF16, 1, 1.001}, {ELEMENT_BF16, 3, 3},
		{ELEMENT_BF16, -1, 1},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct fill fill = {
			.kind = FILL_RANDOM_FLOAT, .type = cases[i].type, .low = cases[i].low, .high = cases[i].high};
		uint16_t patterns[4096];
		assert_true(fill_has_numbers(&fill));
		fill_write(&fill, 0, (uint8_t *)patterns, sizeof patterns);
		for (size_t k = 0; k < 4096; k++) {
			const uint32_t wide = (uint32_t)patterns[k] << 16;
			float value;
			memcpy(&value, &wide, sizeof value);
			if (!((double)value >= fill.low && ((double)value < fill.high || fill.low >= fill.high)))
				fail_msg("%g is not in [%g, %g)", (double)value, fill.low, fill.high);
		}
	}
	const struct fill half = {.kind = FILL_RANDOM_FLOAT, .type = ELEMENT_F16, .low = 65000, .high = 65504};
	uint16_t patterns[4096];
	fill_write(&half, 0, (uint8_t *)patterns, sizeof patterns);
	for (size_t k = 0; k < 4096; k++)
		assert_true(patterns[k] >= 0x7bef && patterns[k] < 0x7bff);
}

static void
fill_indices_stay_below_their_limit(void **state)
{
	(void)state;
	const struct fill fill = {.kind = FILL_INDEX, .type = ELEMENT_U8, .limit = 10};
	uint8_t values[1000];
	unsigned seen = 0;
	fill_write(&fill, 0, values, sizeof values);
	for (size_t i = 0; i < sizeof values; i++) {
		assert_true(values[i] < 10);
		seen |= 1u << values[i];
	}
	assert_int_equal(seen, 0x3ff);
}

static void
fill_indices_begin_where_they_say(void **state)
{
	(void)state;
	const struct fill fill = {.kind = FILL_INDEX, .type = ELEMENT_I16, .least = -2, .limit = 4};
	int16_t values[1000];
	unsigned seen = 0;
	fill_write(&fill, 0, (uint8_t *)values, sizeof values);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		const unsigned number = (unsigned)(values[i] + 2);
		assert_in_range(number, 0, 3);
		seen |= 1u << number;
	}
	assert_int_equal(seen, 0xf);
}

/* Each member of a record has numbers of its own kind; bytes in between are zero. */
static void
fill_records_by_their_members(void **state)
{
	(void)state;
	struct record {
		double mass;
		float at[2];
		uint8_t tag, pad[3];
		uint16_t flag, end;
	};
	struct member members[] = {
		{offsetof(struct record, mass),
	         1,
	         {.kind = FILL_RANDOM_FLOAT, .type = ELEMENT_F64, .low = 0.5, .high = 1.5}},
		{offsetof(struct record, at),
	         2,
	         {.kind = FILL_RANDOM_FLOAT, .type = ELEMENT_F32, .low = 0.5, .high = 1.5}},
		{offsetof(struct record, tag), 1, {.kind = FILL_INDEX, .type = ELEMENT_U8, .limit = 5}},
		{offsetof(struct record, flag), 1, {.kind = FILL_INDEX, .type = ELEMENT_U16, .least = 1, .limit = 1}},
	};
	const struct fill fill = {
		.kind = FILL_RECORDS, .members = members, .member_count = 4, .record_bytes = sizeof(struct record)};
	struct record records[1000];
	fill_write(&fill, 0, (uint8_t *)records, sizeof records);
	for (size_t i = 0; i < 1000; i++) {
		const struct record *r = &records[i];
		assert_true(r->mass >= 0.5 && r->mass < 1.5);
		assert_true(r->at[0] >= 0.5F && r->at[0] < 1.5F && r->at[1] >= 0.5F && r->at[1] < 1.5F);
		assert_true(r->tag < 5 && r->flag == 1);
		assert_memory_equal(r->pad, "\0\0\0", 3);
		assert_int_equal(r->end, 0);
	}
	assert_memory_not_equal(records[0].at, records[1].at, sizeof records[0].at);
	/* From any offset, also within a number. */
	uint8_t part[100];
	for (size_t first = 0; first < 64; first += 8) {
		fill_write(&fill, first + 3, part, sizeof part);
		assert_memory_equal(part, (uint8_t *)records + first + 3, sizeof part);
	}
	/* The period consists of whole records. */
	assert_int_equal(fill_period(&fill) % sizeof(struct record), 0);
	assert_true(fill_period(&fill) <= FILL_PERIOD && fill_period(&fill) + sizeof(struct record) > FILL_PERIOD);
}

static void
fill_ramps_and_bytes(void **state)
{
	(void)state;
	const struct fill ramp = {.kind = FILL_RAMP, .type = ELEMENT_I32, .start = 5, .step = 3, .limit = 7};
	int32_t values[4];
	fill_write(&ramp, 8, (uint8_t *)values, sizeof values);
	static const int32_t expected[] = {11 % 7, 14 % 7, 17 % 7, 20 % 7};
	assert_memory_equal(values, expected, sizeof expected);
	const struct fill bytes = {.kind = FILL_BYTES, .bytes = (uint8_t[]){"abc"}, .byte_count = 3};
	uint8_t out[6];
	fill_write(&bytes, 0, out, sizeof out);
	assert_memory_equal(out, "abc\0\0\0", 6);
	/* Not a whole number of elements. */
	fill_write(&ramp, 0, out, 6);
	assert_memory_equal(out, "\x05\0\0\0\x01\0", 6);
}

static void
elements_are_rounded_and_clamped(void **state)
{
	(void)state;
	static const struct {
		enum element_type type;
		double value;
		uint64_t bits;
	} cases[] = {
		{ELEMENT_F16, 1.0, 0x3c00},
		{ELEMENT_F16, -2.0, 0xc000},
		{ELEMENT_F16, 65504, 0x7bff},
		{ELEMENT_F16, 1e9, 0x7c00},
		{ELEMENT_F16, 0x1p-14, 0x0400},
		{ELEMENT_F16, 0x1p-24, 0x0001},
		{ELEMENT_F16, 0x1.ffp-15, 0x03fe},
		{ELEMENT_F16, 0x1.ffcp-1, 0x3bff},
		{ELEMENT_F16, 0x1.ffep-1, 0x3c00},
		{ELEMENT_F16, 0.1, 0x2e66},
		{ELEMENT_F16, 0.0, 0},
		{ELEMENT_F16, -0.0, 0x8000},
		{ELEMENT_F16, 0x1p-26, 0},
		{ELEMENT_F16, 0x1.8p-25, 0x0001},
		{ELEMENT_BF16, 0.0, 0},
		{ELEMENT_BF16, 1.0, 0x3f80},
		{ELEMENT_BF16, 0x1.01p0, 0x3f80},
		{ELEMENT_BF16, 0x1.03p0, 0x3f82},
		{ELEMENT_U8, 300, 0xff},
		{ELEMENT_U8, -3, 0},
		{ELEMENT_I8, -300, 0x80},
		{ELEMENT_I8, 300, 0x7f},
		{ELEMENT_I32, -1, 0xffffffff},
		{ELEMENT_U64, 1e30, UINT64_MAX},
		{ELEMENT_I64, -1e30, UINT64_C(1) << 63},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint64_t bits = 0;
		element_write(cases[i].type, (uint8_t *)&bits, cases[i].value);
		if (bits != cases[i].bits)
			fail_msg("case %zu: %llx", i, (unsigned long long)bits);
	}
}

/* ---- the compiler's log ------------------------------------------------------------------------------------------ */

static const char log_text[] =
	"dir/k.cu(12): error: identifier \"x\" is undefined\n"
	"  \tx = 1;\n"
	"  \t^\n"
	"\n"
	"k.cu(3): warning #177-D: variable \"y\" was declared but never referenced\n"
	"k.cu(1): catastrophic error: cannot open source file \"a b.h\"\n"
	"  #include \"a b.h\"\n"
	"__nv_name_map(5): error: identifier \"foo\" is undefined\n"
	"  #pragma nv_mangled_name tr<float, foo>\n"
	"ptxas info    : 59 bytes gmem\n"
	"ptxas info    : Compiling entry function '_Z1kPf' for 'sm_90'\n"
	"ptxas info    : Function properties for _Z6calleePf\n"
	"ptxas         .     64 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads\n"
	"ptxas info    : Function properties for _Z1kPf\n"
	"ptxas         .     16 bytes stack frame, 172 bytes spill stores, 192 bytes spill loads\n"
	"ptxas info    : Used 32 registers, used 1 barriers, 128 bytes smem, 380 bytes cmem[0]\n"
	"ptxas info    : Compiling entry function 'ec' for 'sm_90'\n"
	"ptxas info    : Used 10 registers, used 0 barriers\n";

/* In bytes, although a caret line has one blank for a multi-byte letter. */
static void
log_reports_columns(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		uint32_t column;
		const char *rest;
	} logs[] = {
		{"k.cu(1): error: e\n  a b\n  ^\n", 1, "a b"},
		{"k.cu(1): error: e\n  \ta b\n  \t  ^\n", 4, "b"},
		{"k.cu(1): error: e\n  \"\xc3\xa9\" b\n      ^\n", 6, "b"},
		{"k.cu(1): error: e\n  a b\n     ^", 4, ""},
		{"k.cu(1): error: e\n  a b\n         ^\n", 4, ""},
		{"k.cu(1): error: e\n  a b\n ^\n", 0, ""},
		{"k.cu(1): error: e\n  a b\n", 0, ""},
		{"k.cu(1): error: e\n  a b", 0, ""},
		{"k.cu(1): error: e\n", 0, ""},
	};
	for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
		struct arena arena = {0};
		struct compiler_log log;
		compiler_log_read(&log, logs[i].text, &arena);
		assert_int_equal(log.error_count, 1);
		assert_int_equal(log.errors[0].column, logs[i].column);
		assert_string_equal(log.errors[0].rest, logs[i].rest);
		compiler_log_free(&log);
		arena_free(&arena);
	}
}

static void
log_has_errors_and_resources(void **state)
{
	(void)state;
	struct arena arena = {0};
	struct compiler_log log;
	compiler_log_read(&log, log_text, &arena);
	assert_int_equal(log.error_count, 3);
	assert_string_equal(log.errors[0].file, "dir/k.cu");
	assert_int_equal(log.errors[0].line, 12);
	assert_string_equal(log.errors[0].message, "identifier \"x\" is undefined");
	assert_string_equal(log.errors[0].excerpt, "x = 1;");
	assert_string_equal(log.errors[0].rest, "x = 1;");
	assert_int_equal(log.errors[0].column, 2);
	assert_null(log_error_missing_header(&log.errors[0], &arena));
	assert_string_equal(log_error_missing_header(&log.errors[1], &arena), "a b.h");
	assert_string_equal(log.errors[2].excerpt, "#pragma nv_mangled_name tr<float, foo>");
	const struct log_resources *kernel = compiler_log_find(&log, "_Z1kPf");
	assert_non_null(kernel);
	assert_int_equal(kernel->registers, 32);
	assert_int_equal(kernel->stack, 16);
	assert_int_equal(kernel->spill_stores, 172);
	assert_int_equal(kernel->spill_loads, 192);
	assert_int_equal(kernel->static_shared, 128);
	assert_int_equal(kernel->constant, 380);
	assert_int_equal(kernel->barriers, 1);
	kernel = compiler_log_find(&log, "ec");
	assert_int_equal(kernel->static_shared, 0);
	assert_int_equal(kernel->constant, -1);
	assert_null(compiler_log_find(&log, "_Z6calleePf"));
	compiler_log_free(&log);
	arena_free(&arena);
}

/* Letters that NVRTC does not know are reported as such. */
static void
log_reports_what_the_compiler_leaves_unsaid(void **state)
{
	(void)state;
	static const struct {
		const char *text, *message;
	} cases[] = {
		{"k.cu(3): error: unrecognized token\n    float h\xc3\xb6he = 1;\n",
	         "unrecognized token: NVRTC, unlike nvcc, only allows names of ASCII letters"},
		{"k.cu(3): error: unrecognized token\n    float a = 1@;\n", "unrecognized token"},
		{"k.cu(3): error: expected a \";\"\n    float h\xc3\xb6he\n", "expected a \";\""},
	};
	struct arena arena = {0};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct compiler_log log;
		compiler_log_read(&log, cases[i].text, &arena);
		assert_int_equal(log.error_count, 1);
		assert_string_equal(log.errors[0].message, cases[i].message);
		compiler_log_free(&log);
	}
	arena_free(&arena);
}

/* ---- PTX --------------------------------------------------------------------------------------------------------- */

static void
ptx_says_where_a_line_comes_from(void **state)
{
	(void)state;
	static const char ptx[] =
		".visible .entry first(\n)\n{\n\t.loc\t1 10 0\n\tret;\n}\n"
		".visible .entry second(\n)\n{\n\t.reg .b32 %r<3>;\n\t.loc\t1 20 0\n\t.loc\t1 21 3\n"
		"\t.loc\t2 7 5, function_name $L__info_string0, inlined_at 1 21 3\n"
		"\t.loc\t2 3 1, function_name $L__info_string1, inlined_at 2 7 5\n\tnonsense;\n\tcall.uni other;\n}\n"
		"\t.file\t1 \"/home/a b/k.cu\"\n\t.file\t2 \"/home/h.cuh\", 5, 6\n";
	struct arena arena = {0};
	struct ptx_place place;
	assert_true(ptx_place_of_line(ptx, 5, &arena, &place));
	assert_string_equal(place.file, "/home/a b/k.cu");
	assert_int_equal(place.line, 10);
	assert_true(ptx_place_of_line(ptx, 15, &arena, &place));
	assert_string_equal(place.file, "/home/a b/k.cu");
	assert_int_equal(place.line, 21);
	assert_string_equal(place.inner_file, "/home/h.cuh");
	assert_int_equal(place.inner_line, 3);
	assert_true(ptx_place_of_name(ptx, "second", &arena, &place));
	assert_int_equal(place.line, 20);
	assert_true(ptx_place_of_name(ptx, "other", &arena, &place));
	assert_int_equal(place.line, 21);
	assert_false(ptx_place_of_name(ptx, "othe", &arena, &place));
	assert_false(ptx_place_of_line(ptx, 10, &arena, &place)); /* before the first `.loc` */
	assert_false(ptx_place_of_line(ptx, 1000, &arena, &place));
	assert_false(ptx_place_of_line("", 1, &arena, &place));
	arena_free(&arena);
}

/* ---- samples ----------------------------------------------------------------------------------------------------- */

static void
ratios_have_intervals_that_hold_them(void **state)
{
	(void)state;
	enum { COUNT = 51 };
	double above[COUNT], below[COUNT];
	for (unsigned i = 0; i < COUNT; i++) {
		/* Drift affects both: the interval is that of the ratio, not of the times. */
		below[i] = 10 + i;
		above[i] = 3 * below[i] * (1 + 0.001 * (i % 5));
	}
	const struct sample_ratio ratio = sample_ratio(above, below, COUNT, 0);
	assert_true(ratio.low <= ratio.ratio && ratio.ratio <= ratio.high);
	assert_true(ratio.low > 2.9 && ratio.high < 3.1);
	/* For few rounds only the range is known. */
	const double slow[SAMPLE_LEAST_ROUNDS] = {9, 11, 10, 10, 10, 10},
		     fast[SAMPLE_LEAST_ROUNDS] = {10, 10, 10, 10, 10, 10};
	const struct sample_ratio few = sample_ratio(slow, fast, SAMPLE_LEAST_ROUNDS, 0);
	assert_true(fabs(few.ratio - 1) < 1e-9 && few.low <= 0.9 && few.high >= 1.1);
}

/* Identical samples of a coarse timer look exact. */
static void
ratios_are_no_better_than_the_timer(void **state)
{
	(void)state;
	enum { COUNT = 12 };
	double long_one[COUNT], short_one[COUNT], *const both[] = {long_one, short_one};
	for (unsigned i = 0; i < COUNT; i++) {
		long_one[i] = 4;
		short_one[i] = 3.5;
	}
	assert_true(sample_step(both, 2, COUNT, 0.6) == 0.5);
	assert_true(sample_step(both, 2, COUNT, 0.25) == 0.25);
	assert_true(sample_step(both, 1, COUNT, 0.6) == 0.6);
	const struct sample_ratio ratio = sample_ratio(long_one, short_one, COUNT, 0.5);
	assert_true(fabs(ratio.low - 3.5 / 4) < 1e-9 && fabs(ratio.high - 4.5 / 3) < 1e-9);
	/* One tick more in one run shows the length of a tick. */
	long_one[3] += 0.032;
	long_one[5] += 1e-7;
	assert_true(fabs(sample_step(both, 2, COUNT, 0.5) - 0.032) < 1e-6);
	/* Shorter than a tick: it may have any value. */
	const struct sample_ratio unknown = sample_ratio(long_one, short_one, COUNT, 10);
	assert_true(unknown.low < 0.01 && unknown.high > 1000 && isfinite(unknown.high));
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static void
files_are_known_by_their_paths(void **state)
{
	(void)state;
	struct text_file files[] = {
		{.name = "src/k.cu"}, {.name = "./part.cu"}, {.name = "../one/h.h"}, {.name = "../../one/h.h"}};
	const struct source_job source = {.files = files, .file_count = 4};
	assert_ptr_equal(lines_file_name(&source, "/tmp/src/k.cu"), files[0].name);
	assert_ptr_equal(lines_file_name(&source, "src/k.cu"), files[0].name);
	assert_null(lines_file_name(&source, "/tmp/mysrc/k.cu"));
	/* The compiler resolves a name that begins with a dot; with two candidates it is ambiguous. */
	assert_ptr_equal(lines_file_name(&source, "/home/ada/part.cu"), files[1].name);
	assert_null(lines_file_name(&source, "/home/ada/one/h.h"));
	assert_ptr_equal(lines_file_name(&source, "../one/h.h"), files[2].name);
	assert_null(lines_file_name(&source, "/usr/include/mma.hpp"));
}

/* A line table as generated by nvcc 13.0: k's code at 0x10 is from h.hpp's line 91, called on k.cu's line 5, in a
 * function that line 14 calls. */
static const uint8_t line_table[] = {
	0,
	0,
	0,
	0,
	2,
	0,
	0,
	0,
	0,
	0, /* lengths: set below */
	1,
	1,
	0xFB,
	14,
	10,
	0,
	1,
	1,
	1,
	1,
	0,
	0,
	0,
	1,
	'/',
	'a',
	0,
	'/',
	'b',
	0,
	0,
	'k',
	'.',
	'c',
	'u',
	0,
	1,
	0,
	0,
	'h',
	'.',
	'h',
	'p',
	'p',
	/* the address, by a relocation */
	0,
	2,
	0,
	0,
	0,
	0,
	9,
	2,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	4,
	1,
	3,
	1,
	1, /* 1: k.cu:2 at 0 */
	3,
	12,
	2,
	16,
	1, /* 2: k.cu:14 at 0x10 */
	0,
	3,
	0x90,
	2,
	0,
	3,
	0x77,
	1, /* 3: k.cu:5, called in row 2 */
	4,
	2,
	0,
	3,
	0x90,
	3,
	0,
	3,
	0xD6,
	0,
	1, /* 4: h.hpp:91, called in row 3 */
	4,
	1,
	0,
	3,
	0x90,
	0,
	0,
	3,
	0xAA,
	0x7F,
	2,
	16,
	1, /* 5: k.cu:5 at 0x20 */
	2,
	16,
	0,
	1,
	1, /* up to 0x30 */
};
enum { TABLE_HEADER = 39, ADDRESS_AT = 52 };

struct made_section {
	uint32_t name, type, link;
	const void *bytes;
	size_t size;
};

/* An ELF file with these sections; the last one has their names. */
static size_t
make_elf(uint8_t *file, const struct made_section *sections, size_t count)
{
	Elf64_Ehdr header = {.e_ident = {0x7F, 'E', 'L', 'F', ELFCLASS64},
	                     .e_shoff = sizeof header,
	                     .e_shnum = (uint16_t)count,
	                     .e_shstrndx = (uint16_t)(count - 1)};
	size_t at = sizeof header + count * sizeof(Elf64_Shdr);
	memcpy(file, &header, sizeof header);
	for (size_t i = 0; i < count; i++) {
		const Elf64_Shdr section = {.sh_name = sections[i].name,
		                            .sh_type = sections[i].type,
		                            .sh_link = sections[i].link,
		                            .sh_offset = at,
		                            .sh_size = sections[i].size};
		memcpy(file + sizeof header + i * sizeof section, &section, sizeof section);
		if (sections[i].size)
			memcpy(file + at, sections[i].bytes, sections[i].size);
		at += sections[i].size;
	}
	return at;
}

static size_t
make_cubin(uint8_t *file)
{
	static const char names[] = "\0.debug_line\0.rela.debug_line\0", texts[] = "\0_Z1kv";
	uint8_t table[sizeof line_table];
	memcpy(table, line_table, sizeof table);
	const uint32_t length = sizeof table - 4, header = TABLE_HEADER;
	memcpy(table, &length, 4);
	memcpy(table + 6, &header, 4);
	const Elf64_Sym symbols[] = {{0}, {.st_name = 1}};
	const Elf64_Rela relocation = {.r_offset = ADDRESS_AT, .r_info = ELF64_R_INFO(1, 2)};
	const struct made_section sections[] = {{0},
	                                        {1, SHT_PROGBITS, 0, table, sizeof table},
	                                        {13, SHT_RELA, 3, &relocation, sizeof relocation},
	                                        {0, SHT_SYMTAB, 4, symbols, sizeof symbols},
	                                        {0, SHT_STRTAB, 0, texts, sizeof texts},
	                                        {0, SHT_STRTAB, 0, names, sizeof names}};
	return make_elf(file, sections, sizeof sections / sizeof *sections);
}

static void
inlined_code_has_the_lines_of_its_calls(void **state)
{
	(void)state;
	uint8_t file[2048];
	const size_t size = make_cubin(file);
	struct line_table *table = line_table_read(file, size);
	struct line_origin lines[4];
	assert_int_equal(line_table_find(table, "_Z1kv", 0x10, lines, 4), 3);
	assert_string_equal(lines[0].file, "h.hpp");
	assert_string_equal(lines[0].folder, "/b");
	assert_string_equal(lines[1].file, "k.cu");
	assert_int_equal(lines[0].line, 91);
	assert_int_equal(lines[1].line, 5);
	assert_int_equal(lines[2].line, 14);
	assert_int_equal(line_table_find(table, "_Z1kv", 0x10, lines, 2), 2);
	assert_int_equal(line_table_find(table, "_Z1kv", 0, lines, 4), 1);
	assert_int_equal(lines[0].line, 2);
	assert_int_equal(line_table_find(table, "_Z1kv", 0x20, lines, 4), 1);
	assert_int_equal(lines[0].line, 5);
	assert_int_equal(line_table_find(table, "_Z1kv", 0x30, lines, 4), 0);
	assert_int_equal(line_table_find(table, "_Z1mv", 0x10, lines, 4), 0);
	line_table_free(table);
}

/* Truncated or damaged cubins are read without errors. */
static void
broken_line_tables_are_read(void **state)
{
	(void)state;
	uint8_t file[2048];
	struct line_origin lines[4];
	const size_t size = make_cubin(file);
	for (size_t i = 0; i < 2 * size; i++) {
		uint8_t *broken = memory_alloc(size);
		memcpy(broken, file, size);
		broken[i % size] ^= i < size ? 0xFF : 0x01;
		struct line_table *table = line_table_read(broken, i < size ? size : i - size);
		line_table_find(table, "_Z1kv", 0x10, lines, 4);
		line_table_free(table);
		free(broken);
	}
}

/* ---- children ---------------------------------------------------------------------------------------------------- */

enum { MEBIBYTE = 1 << 20 };

static void
needs_little(void *context, FILE *messages)
{
	(void)context;
	free(memory_zeroed(MEBIBYTE, 1));
	child_send(messages, json_pack("{s:b}", "done", 1));
}

static void
asks_for_too_much(void *context, FILE *messages)
{
	(void)context, (void)messages;
	free(memory_zeroed(1024, MEBIBYTE));
}

static void
wait_for_ever(void)
{
	for (;;)
		pause();
}

/* Like a driver's threads that need memory. */
static void
asks_for_too_much_before_exit_handlers(void *context, FILE *messages)
{
	atexit(wait_for_ever);
	asks_for_too_much(context, messages);
}

static void
gives_up_without_what_it_asked_for(void *context, FILE *messages)
{
	(void)context, (void)messages;
	char *volatile got = malloc((size_t)1024 * MEBIBYTE);
	if (!got)
		abort();
	free(got);
}

static void
gives_up_within_a_line(void *context, FILE *messages)
{
	fputs("{\"done\": tr", messages);
	fflush(messages);
	gives_up_without_what_it_asked_for(context, messages);
}

/* After a failed allocation that had no effect. */
static void
uses_a_wrong_address(void *context, FILE *messages)
{
	(void)context, (void)messages;
	char *volatile got = malloc((size_t)1024 * MEBIBYTE);
	volatile char *wrong = mmap(NULL, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (!got)
		*wrong = 1;
	free(got);
}

static void
ends_with_a_status_of_its_own(void *context, FILE *messages)
{
	(void)context, (void)messages;
	_exit(2);
}

static void
takes_all_there_is(void *context, FILE *messages)
{
	(void)context, (void)messages;
	char *volatile got;
	do {
		got = malloc(MEBIBYTE);
	} while (got);
	errno = 0;
	abort();
}

static void
dies_of_something_else(void *context, FILE *messages)
{
	(void)context, (void)messages;
	errno = 0;
	abort();
}

/* Memory in use when children start. */
static void *inherited;

static void
dies_with_less_than_it_began_with(void *context, FILE *messages)
{
	free(inherited);
	dies_of_something_else(context, messages);
}

static void
count_message(void *context, json_t *message)
{
	*(int *)context += json_is_true(json_object_get(message, "done"));
}

static void
has_no_end(void *context, FILE *messages)
{
	(void)context;
	child_send(messages, json_pack("{s:b}", "done", true));
	for (volatile unsigned i = 0;; i++)
		continue;
}

static void
children_that_compute_too_long_say_so(void **state)
{
	(void)state;
	int messages = 0;
	const struct child_limits limits = {.seconds = 60, .processor = 0.5};
	const struct child_result result = child_run(has_no_end, count_message, &messages, &limits);
	assert_int_equal(result.end, CHILD_NO_END);
	assert_string_equal(result.text, "it was stopped after 1 s of processor time");
	assert_string_equal(child_status(&result), "timeout");
	assert_int_equal(messages, 1);
}

static void
children_that_need_too_much_memory_say_so(void **state)
{
	(void)state;
	static const struct {
		child_work *work;
		enum child_end end;
		const char *status;
		int messages;
	} cases[] = {
		{needs_little, CHILD_DONE, NULL, 1},
		{asks_for_too_much, CHILD_OUT_OF_MEMORY, "out-of-memory", 0},
		{asks_for_too_much_before_exit_handlers, CHILD_OUT_OF_MEMORY, "out-of-memory", 0},
		{gives_up_within_a_line, CHILD_OUT_OF_MEMORY, "out-of-memory", 0},
		{gives_up_without_what_it_asked_for, CHILD_OUT_OF_MEMORY, "out-of-memory", 0},
		{takes_all_there_is, CHILD_OUT_OF_MEMORY, "out-of-memory", 0},
		{dies_of_something_else, CHILD_CRASHED, "crash", 0},
		{dies_with_less_than_it_began_with, CHILD_CRASHED, "crash", 0},
		{uses_a_wrong_address, CHILD_CRASHED, "crash", 0},
		{ends_with_a_status_of_its_own, CHILD_CRASHED, "crash", 0},
	};
#ifdef __SANITIZE_ADDRESS__
	skip(); /* the sanitizer itself terminates a process without memory, and uses more than the limit */
#endif
	const struct child_limits limits = {.seconds = 20, .memory = (uint64_t)256 * MEBIBYTE};
	inherited = memory_alloc((size_t)64 * MEBIBYTE);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int messages = 0;
		const struct child_result result = child_run(cases[i].work, count_message, &messages, &limits);
		if (result.end != cases[i].end)
			fail_msg("%zu: %d: %s", i, (int)result.end, result.text);
		assert_int_equal(messages, cases[i].messages);
		if (cases[i].status)
			assert_string_equal(child_status(&result), cases[i].status);
		if (result.end == CHILD_OUT_OF_MEMORY)
			assert_non_null(strstr(result.text, "256 MiB"));
	}
	free(inherited);
}

static void
writes_a_long_line(void *context, FILE *messages)
{
	enum { LINE = 96 };
	char *text = memory_alloc(MEBIBYTE);
	memset(text, 'x', MEBIBYTE);
	for (int i = 0; i < LINE; i++)
		fwrite(text, 1, MEBIBYTE, messages);
	fputc('\n', messages);
	free(text);
	needs_little(context, messages);
}

static void
children_may_have_much_to_say(void **state)
{
	(void)state;
	int messages = 0;
	const clock_t begin = clock();
	const struct child_result result =
		child_run(writes_a_long_line, count_message, &messages, &(struct child_limits){.seconds = 20});
	assert_int_equal(result.end, CHILD_DONE);
	assert_int_equal(messages, 1);
	/* Each byte is examined once. */
	assert_true((double)(clock() - begin) / CLOCKS_PER_SEC < 2.5);
}

/* ---- streams that are captured ----------------------------------------------------------------------------------- */

static void *
capture_own_stream(void *context)
{
	captures_begin(context, CU_STREAM_PER_THREAD);
	return NULL;
}

static void
captures_end_with_their_streams(void **state)
{
	(void)state;
	char memory[4];
	const CUcontext first = (CUcontext)&memory[0], second = (CUcontext)&memory[1];
	const CUstream one = (CUstream)&memory[2], other = (CUstream)&memory[3];
	assert_false(captures_go_on());
	captures_begin(first, one);
	captures_begin(first, one);
	captures_begin(second, other);
	captures_end(first, NULL); /* which was never begun */
	captures_end(first, one);
	assert_true(captures_go_on());
	captures_end(first, other); /* from another context */
	assert_false(captures_go_on());
	/* CU_STREAM_PER_THREAD is another stream in another thread. */
	pthread_t thread;
	assert_int_equal(pthread_create(&thread, NULL, capture_own_stream, first), 0);
	pthread_join(thread, NULL);
	captures_begin(first, CU_STREAM_PER_THREAD);
	captures_end(first, CU_STREAM_PER_THREAD);
	captures_end(first, CU_STREAM_PER_THREAD);
	assert_true(captures_go_on());
	captures_begin(second, one);
	captures_end_all(first);
	assert_true(captures_go_on());
	captures_end_all(second);
	assert_false(captures_go_on());
}

/* ---- waiting for a GPU ------------------------------------------------------------------------------------------- */

static bool no_threads;

/* Replaces the library's function. */
bool
own_thread_start(void *(*run)(void *))
{
	pthread_t thread;
	if (no_threads || pthread_create(&thread, NULL, run, NULL) != 0)
		return false;
	pthread_detach(thread);
	return true;
}

static CUresult
set_no_context(CUcontext context)
{
	return context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

static pthread_mutex_t work = PTHREAD_MUTEX_INITIALIZER;

static CUresult
synchronize_with_work(void)
{
	pthread_mutex_lock(&work);
	pthread_mutex_unlock(&work);
	return CUDA_SUCCESS;
}

static void
waits_end_and_say_how(void **state)
{
	(void)state;
	static struct cuda_driver driver; /* static, because the waiting thread stays */
	char memory;
	const CUcontext context = (CUcontext)&memory;
	CUresult result = CUDA_ERROR_UNKNOWN;
	driver.cuCtxSetCurrent = set_no_context;
	driver.cuCtxSynchronize = synchronize_with_work;
	no_threads = true;
	assert_int_equal(wait_for_context(&driver, context, 20, &result), WAIT_NO_THREAD);
	assert_int_equal(wait_for_context(&driver, context, 20, &result), WAIT_NO_THREAD);
	no_threads = false;
	assert_int_equal(wait_for_context(&driver, context, 20, &result), WAIT_DONE);
	assert_int_equal(result, CUDA_SUCCESS);
	no_threads = true; /* the thread already exists */
	assert_int_equal(wait_for_context(&driver, NULL, 20, &result), WAIT_DONE);
	assert_int_equal(result, CUDA_ERROR_INVALID_CONTEXT);
	pthread_mutex_lock(&work);
	assert_int_equal(wait_for_context(&driver, context, 0.05, &result), WAIT_TOO_LONG);
	assert_int_equal(wait_for_context(&driver, context, 0.05, &result), WAIT_TOO_LONG);
	pthread_mutex_unlock(&work);
	for (int tries = 0; tries < 1000 && wait_for_context(&driver, context, 1, &result) != WAIT_DONE; tries++)
		usleep(1000);
	assert_int_equal(wait_for_context(&driver, context, 20, &result), WAIT_DONE);
}

/* ---- files that a compiling child may open ----------------------------------------------------------------------- */

struct confined {
	char folder[64], inside[96], link[96], outside[64];
};

struct confined_run {
	struct confined files;
	json_t *message;
};

static void
make_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void
open_in_confinement(void *context, FILE *messages)
{
	const struct confined *files = &((const struct confined_run *)context)->files;
	struct arena arena = {0};
	char made[128];
	snprintf(made, sizeof made, "%s/made", files->folder);
	const bool has_landlock = syscall(444 /* landlock_create_ruleset */, NULL, 0, 1) > 0;
	confinement_begin(files->folder, &arena);
	FILE *inside = fopen(files->inside, "r");
	const int made_directly = (int)syscall(SYS_openat, AT_FDCWD, made, O_CREAT | O_WRONLY, 0600);
	const int read_directly = (int)syscall(SYS_openat, AT_FDCWD, files->outside, O_RDONLY);
	child_send(messages,
	           json_pack("{s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b}", "reads",
	                     inside != NULL && fgetc(inside) == 'x', "leaves",
	                     open(files->outside, O_RDONLY) >= 0 || fopen(files->outside, "r"), "follows",
	                     open(files->link, O_RDONLY) >= 0, "writes", fopen(files->inside, "r+") || fopen(made, "w"),
	                     "makes", open(made, O_RDONLY | O_CREAT, 0600) >= 0, "leaves_directly", read_directly >= 0,
	                     "makes_directly", made_directly >= 0 || mkdir(made, 0700) == 0, "has_landlock",
	                     has_landlock));
	arena_free(&arena);
}

static void
receive_confined(void *context, json_t *message)
{
	((struct confined_run *)context)->message = json_incref(message);
}

static void
compiling_children_read_the_toolkit_alone(void **state)
{
	(void)state;
	struct confined_run run = {
		.files = {.folder = "/tmp/gpulint-toolkit-XXXXXX", .outside = "/tmp/gpulint-outside-XXXXXX"}};
	struct confined *files = &run.files;
	assert_non_null(mkdtemp(files->folder));
	close(mkstemp(files->outside));
	snprintf(files->inside, sizeof files->inside, "%s/header.h", files->folder);
	snprintf(files->link, sizeof files->link, "%s/link.h", files->folder);
	make_file(files->inside, "x");
	assert_int_equal(symlink(files->outside, files->link), 0);
	const struct child_limits limits = {.seconds = 20};
	assert_int_equal(child_run(open_in_confinement, receive_confined, &run, &limits).end, CHILD_DONE);
	assert_true(json_is_true(json_object_get(run.message, "reads")));
	static const char *const refused[] = {"leaves", "follows", "writes", "makes"}, *const by_the_kernel[] = {
											       "leaves_directly",
											       "makes_directly"};
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		assert_true(json_is_false(json_object_get(run.message, refused[i])));
	for (size_t i = 0; i < 2 && json_is_true(json_object_get(run.message, "has_landlock")); i++)
		assert_true(json_is_false(json_object_get(run.message, by_the_kernel[i])));
	json_decref(run.message);
	unlink(files->inside);
	unlink(files->link);
	unlink(files->outside);
	char made[128];
	snprintf(made, sizeof made, "%s/made", files->folder);
	unlink(made); /* without Landlock */
	rmdir(files->folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(job_reads_a_launch),
		cmocka_unit_test(job_reads_pieces_and_records),
		cmocka_unit_test(job_reads_addresses_that_memory_holds),
		cmocka_unit_test(job_reads_records_and_ranges),
		cmocka_unit_test(job_reads_races),
		cmocka_unit_test(job_reads_a_sequence),
		cmocka_unit_test(job_says_what_is_wrong_where),
		cmocka_unit_test(fill_random_floats_are_normal_and_in_range),
		cmocka_unit_test(fill_random_floats_are_in_range_once_they_are_rounded),
		cmocka_unit_test(fill_indices_stay_below_their_limit),
		cmocka_unit_test(fill_indices_begin_where_they_say),
		cmocka_unit_test(fill_records_by_their_members),
		cmocka_unit_test(fill_ramps_and_bytes),
		cmocka_unit_test(elements_are_rounded_and_clamped),
		cmocka_unit_test(log_has_errors_and_resources),
		cmocka_unit_test(log_reports_columns),
		cmocka_unit_test(log_reports_what_the_compiler_leaves_unsaid),
		cmocka_unit_test(ptx_says_where_a_line_comes_from),
		cmocka_unit_test(children_that_need_too_much_memory_say_so),
		cmocka_unit_test(children_that_compute_too_long_say_so),
		cmocka_unit_test(children_may_have_much_to_say),
		cmocka_unit_test(captures_end_with_their_streams),
		cmocka_unit_test(waits_end_and_say_how),
		cmocka_unit_test(ratios_have_intervals_that_hold_them),
		cmocka_unit_test(ratios_are_no_better_than_the_timer),
		cmocka_unit_test(files_are_known_by_their_paths),
		cmocka_unit_test(inlined_code_has_the_lines_of_its_calls),
		cmocka_unit_test(broken_line_tables_are_read),
		cmocka_unit_test(compiling_children_read_the_toolkit_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
