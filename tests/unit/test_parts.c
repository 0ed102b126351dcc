#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "codegen/worker/result.h"
#include "runtime_check/parts.h"

/* A kernel with two launches, each with its own buffers, and one that can only be compiled. */
static const char program[] =
	"{'schema_version': 1, 'arch': 'sm_90', 'seconds': 30, 'sources': [{'id': '0', 'name': 'a.cu', 'text': 'code'},"
	" {'id': '1', 'name': 'b.cu', 'text': 'other'}], 'kernels': [{'id': '0 operator()', 'source': '0', 'name_expression': 'k',"
	" 'buffers': [{'id': 'd', 'bytes': 4}, {'id': 'a', 'bytes': 4}, {'id': 'b', 'bytes': 8, 'pointers': [{'buffer': 'e', 'at': 0}]},"
	" {'id': 'c', 'bytes': 8}, {'id': 'e', 'bytes': 8, 'pointers': [{'buffer': 'd', 'at': 0}]}], 'launches': ["
	"{'id': '0', 'grid': [1], 'block': [1], 'arguments': [{'buffer': 'a'}]},"
	"{'id': '1', 'grid': [2], 'block': [1], 'arguments': [{'base64': '', 'pointers': [{'buffer': 'b', 'at': 0}]}, {'buffer': 'c'}]}]},"
	" {'id': '1 only', 'source': '1', 'name_expression': 'only', 'buffers': [], 'launches': []}]}";

static json_t *
read_json(const char *text)
{
	char copy[4096];
	assert_true(strlen(text) < sizeof copy);
	strcpy(copy, text);
	for (char *at = copy; (at = strchr(at, '\''));)
		*at = '"';
	json_t *json = json_loads(copy, 0, NULL);
	assert_non_null(json);
	return json;
}

static const json_t *
kernel_of(const json_t *json, size_t kernel)
{
	return json_array_get(json_object_get(json, "kernels"), kernel);
}

static const json_t *
launch_of(const json_t *json, size_t kernel, size_t launch)
{
	return json_array_get(json_object_get(kernel_of(json, kernel), "launches"), launch);
}

static void
parts_have_what_a_launch_needs(void **state)
{
	(void)state;
	static const struct {
		const char *name, *source;
		size_t buffers, launches;
	} expected[] = {
		{"0001-operator--", "0", 1, 1},
		{"0002-operator--", "0", 4, 1},
		{"0003-only", "1", 0, 0},
	};
	json_t *whole = read_json(program);
	struct parts parts;
	parts_cut(&parts, whole, 1);
	assert_int_equal(parts.count, 3);
	for (size_t i = 0; i < 3; i++) {
		const json_t *job = parts.items[i].job, *kernel = kernel_of(job, 0),
			     *sources = json_object_get(job, "sources");
		assert_string_equal(parts.items[i].name, expected[i].name);
		assert_string_equal(result_text(job, "id"), parts.items[i].id);
		assert_string_equal(result_text(job, "arch"), "sm_90");
		assert_int_equal(json_array_size(sources), 1);
		assert_string_equal(result_text(json_array_get(sources, 0), "id"), expected[i].source);
		assert_int_equal(json_array_size(json_object_get(kernel, "buffers")), expected[i].buffers);
		assert_int_equal(json_array_size(json_object_get(kernel, "launches")), expected[i].launches);
	}
	parts_free(&parts);
	parts_cut(&parts, whole, PARTS_ALL);
	assert_int_equal(parts.count, 1);
	assert_true(json_equal(json_object_get(parts.items[0].job, "kernels"), json_object_get(whole, "kernels")));
	parts_free(&parts);
	json_decref(whole);
}

/* Parts of any size, also beyond a kernel's end: joining their results gives the whole again. */
static void
parts_may_have_several_launches(void **state)
{
	(void)state;
	json_t *whole = read_json(program);
	struct parts parts;
	parts_cut(&parts, whole, 2);
	assert_int_equal(parts.count, 2);
	assert_string_equal(parts.items[0].name, "0001-operator--");
	parts_add(&parts, 1, 2);
	assert_int_equal(parts.count, 3);
	assert_string_equal(parts.items[2].name, "0003-program");
	assert_int_equal(parts.items[2].launch, 1);
	assert_string_equal(result_text(launch_of(parts.items[2].job, 0, 0), "id"), "1");
	assert_int_equal(json_array_size(json_object_get(parts.items[2].job, "sources")), 2);
	json_t *last =
		json_pack("{s:s, s:O}", "status", "ok", "kernels", json_object_get(parts.items[2].job, "kernels"));
	json_object_set_new(json_array_get(json_object_get(last, "kernels"), 0), "status", json_string("ok"));
	json_t *joined =
		parts_join(&parts, (const struct part_result[]){{NULL, "lost"}, {NULL, "lost too"}, {last, NULL}});
	assert_string_equal(result_text(launch_of(joined, 0, 0), "reason"), "lost");
	assert_int_equal(json_array_size(json_object_get(launch_of(joined, 0, 1), "arguments")), 2);
	assert_string_equal(result_text(kernel_of(joined, 1), "name_expression"), "only");
	json_decref(joined);
	json_decref(last);
	parts_free(&parts);
	json_decref(whole);
}

struct unit {
	size_t kernel, launch;
};

/* Asserts that the part's kernels are these units, and returns their number. */
static size_t
assert_units(const struct part *part, const json_t *whole, const struct unit *units)
{
	size_t count = 0;
	for (size_t k = 0; k < json_array_size(json_object_get(part->job, "kernels")); k++) {
		const size_t launches = json_array_size(json_object_get(kernel_of(part->job, k), "launches"));
		for (size_t i = 0; i == 0 || i < launches; i++, count++) {
			const struct unit unit = units[count];
			assert_string_equal(result_text(kernel_of(part->job, k), "id"),
			                    result_text(kernel_of(whole, unit.kernel), "id"));
			assert_ptr_equal(launch_of(part->job, k, i), launch_of(whole, unit.kernel, unit.launch));
		}
	}
	return count;
}

/* The parts contain each unit once, in the whole's order. */
static void
parts_of_any_size_begin_where_they_say(void **state)
{
	(void)state;
	static const struct unit units[] = {{0, 0}, {0, 1}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {3, 0}};
	enum { UNITS = sizeof units / sizeof *units };
	json_t *whole = read_json(
		"{'sources': [{'id': '0', 'name': 'a.cu', 'text': ''}], 'kernels': ["
		"{'id': '0 a', 'source': '0', 'launches': [{'id': '0'}, {'id': '1'}]}, {'id': '1 b', 'source': '0'},"
		"{'id': '2 c', 'source': '0', 'launches': [{'id': '0'}, {'id': '1'}, {'id': '2'}]},"
		"{'id': '3 d', 'source': '0', 'launches': []}]}");
	for (size_t size = 1; size <= UNITS + 1; size++) {
		struct parts parts;
		parts_cut(&parts, whole, size);
		assert_int_equal(parts.count, (UNITS + size - 1) / size);
		for (size_t i = 0; i < parts.count; i++) {
			const struct part *part = &parts.items[i];
			assert_int_equal(part->kernel, units[part->first].kernel);
			assert_int_equal(part->launch, units[part->first].launch);
			assert_int_equal(assert_units(part, whole, units + part->first), part->count);
		}
		parts_free(&parts);
	}
	json_decref(whole);
}

/* Equal jobs have equal ids, and any difference changes the id. */
static void
ids_say_what_is_in_the_jobs(void **state)
{
	(void)state;
	json_t *whole = read_json(program), *other = read_json(program);
	struct parts parts, of_other;
	struct arena arena = {0};
	parts_cut(&parts, whole, 1);
	parts_cut(&of_other, other, 1);
	assert_string_equal(parts_identity(&parts, &arena), parts_identity(&of_other, &arena));
	assert_string_not_equal(parts.items[0].id, parts.items[1].id);
	parts_free(&of_other);
	json_object_set_new(json_array_get(json_object_get(other, "sources"), 1), "text", json_string("others"));
	parts_cut(&of_other, other, 1);
	assert_string_not_equal(parts_identity(&parts, &arena), parts_identity(&of_other, &arena));
	assert_string_equal(parts.items[0].id, of_other.items[0].id);
	assert_string_not_equal(parts.items[2].id, of_other.items[2].id);
	parts_free(&of_other);
	parts_free(&parts);
	arena_free(&arena);
	json_decref(other);
	json_decref(whole);
}

#define DEVICE(name, sm, counters) "'device': {'name': '" name "', 'sm': '" sm "', 'counters': " counters "}, "

/* Joins the results of the program's three parts; NULL: a missing result. */
static json_t *
join(const char *const texts[3])
{
	json_t *whole = read_json(program);
	struct part_result results[3];
	struct parts parts;
	parts_cut(&parts, whole, 1);
	for (size_t i = 0; i < 3; i++)
		results[i] = (struct part_result){texts[i] ? read_json(texts[i]) : NULL, "lost on the way"};
	json_t *joined = parts_join(&parts, results);
	for (size_t i = 0; i < 3; i++)
		json_decref(results[i].result);
	parts_free(&parts);
	json_decref(whole);
	return joined;
}

static const char second[] = "{'status': 'ok', 'reason': '', " DEVICE(
	"B", "sm_90",
	"true") "'compiler': {}, 'kernels': [{'id': '0 operator()', 'status': 'ok',"
		" 'reason': '', 'resources': {'registers': 24}, 'launches': [{'id': '1', 'status': 'ok', 'metrics_status': 'ok'}]}]}";

static void
results_come_to_their_places(void **state)
{
	(void)state;
	static const char first[] = "{'status': 'ok', 'reason': '', " DEVICE(
		"A", "sm_80", "false") "'kernels': [{'id': '0 operator()', 'status': 'timeout',"
				       " 'reason': 'too slow', 'launches': [{'id': '0', 'status': 'not-run'}]}]}";
	json_t *joined = join((const char *const[]){first, second, NULL});
	const json_t *device = json_object_get(joined, "device");
	assert_string_equal(result_text(device, "name"), "A, B");
	assert_string_equal(result_text(device, "sm"), "sm_80");
	assert_true(json_is_true(json_object_get(device, "counters")));
	assert_string_equal(result_text(kernel_of(joined, 0), "status"), "ok");
	assert_int_equal(result_count(json_object_get(kernel_of(joined, 0), "resources"), "registers"), 24);
	assert_string_equal(result_text(launch_of(joined, 0, 0), "status"), "not-run");
	assert_string_equal(result_text(launch_of(joined, 0, 0), "reason"), "timeout: too slow");
	assert_string_equal(result_text(launch_of(joined, 0, 1), "metrics_status"), "ok");
	assert_string_equal(result_text(launch_of(joined, 0, 1), "device"), "B");
	assert_string_equal(result_text(kernel_of(joined, 1), "status"), "no-result");
	assert_string_equal(result_text(kernel_of(joined, 1), "reason"), "lost on the way");
	json_decref(joined);
}

static void
one_result_that_ran_makes_a_measurement(void **state)
{
	(void)state;
	static const char idle[] =
		"{'status': 'no-device', 'reason': 'none here', 'device': null, 'kernels': [{'id': '0 operator()', 'status': 'ok',"
		" 'launches': [{'id': '0', 'status': 'not-run', 'reason': 'there is no device'}]}]}";
	json_t *joined = join((const char *const[]){idle, second, NULL});
	assert_string_equal(result_text(joined, "status"), "ok");
	assert_string_equal(result_text(launch_of(joined, 0, 0), "reason"), "no-device: none here");
	assert_string_equal(result_text(json_object_get(joined, "device"), "name"), "B");
	assert_string_equal(result_text(launch_of(joined, 0, 1), "device"), "");
	json_decref(joined);
	joined = join((const char *const[]){idle, NULL, NULL});
	assert_string_equal(result_text(joined, "status"), "no-device");
	assert_string_equal(result_text(joined, "reason"), "none here");
	assert_string_equal(result_text(launch_of(joined, 0, 1), "reason"), "lost on the way");
	json_decref(joined);
}

static void
results_that_lie_are_passed_over(void **state)
{
	(void)state;
	static const char *const lies[] = {
		"{'status': 'ok', 'device': {'name': ''}, 'kernels': []}",
		"{}",
		"[]",
		"{'status': 'ok', 'kernels': 3}",
		"{'status': 'ok', 'device': 1, 'kernels': [null, 1]}",
		"{'status': 'ok', 'device': {}, 'kernels': [{'id': '0 operator()', 'status': 'ok', 'launches': {}}]}",
		"{'status': 'ok', 'device': {'name': 1}, 'kernels': [{'id': '0 operator()', 'status': 'ok', 'launches': [{'id': '7'}]}]}",
	};
	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
		json_t *joined = join((const char *const[]){lies[i], second, lies[i]});
		assert_string_equal(result_text(launch_of(joined, 0, 0), "reason"), result_no_answer);
		assert_string_equal(result_text(launch_of(joined, 0, 1), "status"), "ok");
		json_decref(joined);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_have_what_a_launch_needs),
		cmocka_unit_test(parts_may_have_several_launches),
		cmocka_unit_test(parts_of_any_size_begin_where_they_say),
		cmocka_unit_test(ids_say_what_is_in_the_jobs),
		cmocka_unit_test(results_come_to_their_places),
		cmocka_unit_test(one_result_that_ran_makes_a_measurement),
		cmocka_unit_test(results_that_lie_are_passed_over),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
