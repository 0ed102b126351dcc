/* Records of decisions (support/trace.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/trace.h"

static void
test_no_record_without_a_request(void **state)
{
	(void)state;
	assert_null(trace_begin(NULL));
	assert_false(trace_wants(NULL, "a.cu", 1, 1));
	trace_note(NULL, TRACE_RUN, "run", "complete");
	trace_site_note(NULL, TRACE_MAP, "line", "%d", 1);
	trace_take_notes(NULL, NULL);
	trace_enter_loop(NULL, "loop", (struct trace_place){"a.cu", 1, 1});
	trace_leave_loop(NULL, &(struct trace_trips){1, 0, false, false});
	trace_event(NULL);
	trace_free(NULL);
}

static void
test_files_by_their_last_parts(void **state)
{
	(void)state;
	static const struct {
		const char *wanted, *file;
		bool is;
	} pairs[] = {
		{"a.cu", "a.cu", true},        {"a.cu", "x/a.cu", true},     {"./x/a.cu", "x/a.cu", true},
		{"/y/x/a.cu", "x/a.cu", true}, {"x/a.cu", "y/a.cu", false},  {"a.cu", "ba.cu", false},
		{"a.cu", "a.cuh", false},      {"x/a.cu", "yx/a.cu", false}, {"a.cu", "./a.cu", true},
	};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		const struct trace_place place = {pairs[i].wanted, 1, 0};
		assert_int_equal(trace_is_file(&place, pairs[i].file), pairs[i].is);
	}
}

static void
test_places(void **state)
{
	(void)state;
	struct trace_request line = {{"a.cu", 4, 0}, NULL}, column = {{"a.cu", 4, 11}, NULL};
	const struct trace *of_line = trace_begin(&line), *of_column = trace_begin(&column);
	assert_true(trace_wants(of_line, "a.cu", 4, 2));
	assert_true(trace_wants(of_line, "a.cu", 4, 0));
	assert_false(trace_wants(of_line, "a.cu", 5, 2));
	assert_false(trace_wants(of_line, "b.cu", 4, 2));
	assert_true(trace_wants(of_column, "a.cu", 4, 11));
	assert_false(trace_wants(of_column, "a.cu", 4, 2));
	trace_request_free(&line);
	trace_request_free(&column);
	assert_null(line.records);
}

/* The events of a site belong to the loops that run then: not to one that has ended, nor to one that only runs beside it. */
static void
test_loops_around_events(void **state)
{
	(void)state;
	struct trace_request request = {{"a.cu", 4, 0}, NULL};
	struct trace *trace = trace_begin(&request);
	struct trace_site *inner = trace_site_new(trace), *behind = trace_site_new(trace);
	const struct trace_place places[] = {{"a.cu", 2, 1}, {"a.cu", 3, 1}};
	for (unsigned i = 0; i < 2; i++) {
		trace_enter_loop(trace, "outer", places[0]);
		trace_enter_loop(trace, "inner", places[1]);
		trace_event(inner);
		trace_event(inner);
		trace_leave_loop(trace, &(struct trace_trips){10 + i, 90, i == 1, false});
		trace_event(behind);
		trace_leave_loop(trace, &(struct trace_trips){3, 0, false, i == 1});
	}
	assert_int_equal(inner->events, 4);
	assert_int_equal(inner->loop_count, 2);
	assert_int_equal(behind->events, 2);
	assert_int_equal(behind->loop_count, 1);
	assert_ptr_equal(behind->loops[0], inner->loops[0]);
	const struct trace_loop *outer = inner->loops[0], *loop = inner->loops[1];
	assert_int_equal(outer->place.line, 2);
	assert_int_equal(outer->entries, 2);
	assert_true(outer->is_cut);
	assert_false(outer->is_open);
	assert_int_equal(loop->place.line, 3);
	assert_int_equal(loop->least_run, 10);
	assert_int_equal(loop->most_run, 11);
	assert_int_equal(loop->least_trips, 100);
	assert_int_equal(loop->most_trips, 101);
	assert_true(loop->is_open);
	assert_false(loop->is_cut);
	assert_ptr_equal(trace->first_site, inner);
	assert_ptr_equal(inner->next, behind);
	trace_request_free(&request);
}

static void
test_notes_are_taken_over(void **state)
{
	(void)state;
	struct trace_request request = {{"a.cu", 4, 0}, NULL};
	struct trace *trace = trace_begin(&request), *run = trace_new();
	trace_note(trace, TRACE_EVALUATION, "blocks", "%d", 1);
	trace_note(run, TRACE_RUN, "box", "%s of %d", "1", 7);
	trace_take_notes(trace, run);
	trace_free(run);
	assert_int_equal(trace->notes.count, 2);
	assert_int_equal(trace->notes.items[1].stage, TRACE_RUN);
	assert_string_equal(trace->notes.items[1].label, "box");
	assert_string_equal(trace->notes.items[1].text, "1 of 7");
	trace_request_free(&request);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_record_without_a_request),
		cmocka_unit_test(test_files_by_their_last_parts),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_loops_around_events),
		cmocka_unit_test(test_notes_are_taken_over),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
