#include "job_launches.h"

#include <string.h>

#include "job_values.h"

static bool
read_dimensions(struct job_reader *reader, json_t *value, unsigned dimensions[3])
{
	const size_t count = json_array_size(value);
	if (count < 1 || count > 3)
		return job_fail(reader, "grid and block must have one to three dimensions");
	for (size_t i = 0; i < 3; i++) {
		const json_int_t size = i < count ? json_integer_value(json_array_get(value, i)) : 1;
		if (!job_is_within(reader, "a dimension", size, 1, MOST_DIMENSION))
			return false;
		dimensions[i] = (unsigned)size;
	}
	return true;
}

static bool
read_timing(struct job_reader *reader, json_t *value, struct timing *timing)
{
	*timing = (struct timing){.warmup_ms = 50,
	                          .seconds = 1,
	                          .limit = reader->job->seconds,
	                          .tolerance = 0.002,
	                          .min_runs = 11,
	                          .max_runs = 501};
	if (!value)
		return true;
	json_int_t min_runs = timing->min_runs, max_runs = timing->max_runs;
	int restore = false;
	const char *cache = "warm";
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s?F, s?I, s?I, s?F, s?F, s?b, s?s}", "warmup_ms",
	                   &timing->warmup_ms, "min_runs", &min_runs, "max_runs", &max_runs, "seconds",
	                   &timing->seconds, "tolerance", &timing->tolerance, "restore", &restore, "cache",
	                   &cache) != 0)
		return job_fail_unpack(reader, &error);
	if (!job_is_within(reader, "max_runs", max_runs, 1, MOST_RUNS) ||
	    !job_is_within(reader, "min_runs", min_runs, 1, max_runs))
		return false;
	if (!(timing->warmup_ms >= 0 && timing->seconds > 0 && timing->tolerance > 0))
		return job_fail(reader, "warmup_ms is negative, or seconds or tolerance is not positive");
	if (strcmp(cache, "warm") != 0 && strcmp(cache, "flushed") != 0)
		return job_fail(reader, "cache is not warm or flushed");
	timing->min_runs = (unsigned)min_runs;
	timing->max_runs = (unsigned)max_runs;
	timing->restore = restore;
	timing->flush_cache = strcmp(cache, "flushed") == 0;
	return true;
}

static bool
read_operation(struct job_reader *reader, json_t *value, const struct kernel_job *kernel, struct operation *operation)
{
	static const char *const kinds[OPERATION_KINDS] = {"to-device", "launch", "to-host"};
	const char *kind, *buffer = NULL;
	json_int_t offset = 0, bytes = 0, stream = 0;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s?s, s?I, s?I, s?I}", "do", &kind, "buffer", &buffer,
	                   "offset", &offset, "bytes", &bytes, "stream", &stream) != 0)
		return job_fail_unpack(reader, &error);
	while (operation->kind < OPERATION_KINDS && strcmp(kinds[operation->kind], kind) != 0)
		operation->kind++;
	if (operation->kind == OPERATION_KINDS)
		return job_fail(reader, "do is not to-device, launch or to-host");
	if (!job_is_within(reader, "offset", offset, 0, INT64_MAX) ||
	    !job_is_within(reader, "stream", stream, 0, MOST_STREAM))
		return false;
	operation->offset = (uint64_t)offset;
	operation->bytes = (uint64_t)bytes;
	operation->stream = (unsigned)stream;
	if (operation->kind == OPERATION_LAUNCH)
		return (!buffer && !json_object_get(value, "bytes")) ||
		       job_fail(reader, "a launch has neither a buffer nor bytes");
	if (!buffer)
		return job_fail(reader, "there is no buffer");
	if (!job_find_buffer(reader, kernel, buffer, &operation->buffer))
		return false;
	const uint64_t size = kernel->buffers[operation->buffer].bytes;
	return (bytes >= 1 && operation->offset <= size && operation->bytes <= size - operation->offset) ||
	       job_fail(reader, "the copied bytes are not within the buffer");
}

static bool
read_operations(struct job_reader *reader, json_t *value, const struct kernel_job *kernel,
                struct sequence_job *sequence)
{
	if (!job_is_list(reader, value, "operations"))
		return false;
	sequence->operation_count = json_array_size(value);
	sequence->operations = arena_new_array(&reader->job->arena, struct operation, sequence->operation_count);
	for (size_t i = 0; i < sequence->operation_count; i++) {
		struct job_reader inner = job_below(reader, "operations", i);
		struct operation *operation = &sequence->operations[i];
		if (!read_operation(&inner, json_array_get(value, i), kernel, operation))
			return job_merge(reader, &inner);
		if (operation->stream >= sequence->stream_count)
			sequence->stream_count = operation->stream + 1;
	}
	return true;
}

static bool
read_sequence(struct job_reader *reader, json_t *value, const struct kernel_job *kernel, struct launch_job *launch)
{
	struct sequence_job *sequence = arena_new(&reader->job->arena, struct sequence_job);
	const char *memory;
	json_t *operations;
	json_error_t error;
	if (!value)
		return true;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:o}", "host_memory", &memory, "operations",
	                   &operations) != 0)
		return job_fail_unpack(reader, &error);
	sequence->is_pinned = strcmp(memory, "pinned") == 0;
	if (!sequence->is_pinned && strcmp(memory, "pageable") != 0)
		return job_fail(reader, "host_memory is not pinned or pageable");
	if (launch->collects_metrics)
		return job_fail(reader, "a sequence can be timed but not counted");
	launch->sequence = sequence;
	return read_operations(reader, operations, kernel, sequence);
}

static bool
read_measure(struct job_reader *reader, json_t *value, struct launch_job *launch)
{
	if (!job_is_list(reader, value, "measure"))
		return false;
	launch->collects_time = launch->collects_metrics = !value;
	for (size_t i = 0; i < json_array_size(value); i++) {
		const char *what = json_string_value(json_array_get(value, i));
		if (what && strcmp(what, "time") == 0)
			launch->collects_time = true;
		else if (what && strcmp(what, "metrics") == 0)
			launch->collects_metrics = true;
		else if (what && strcmp(what, "contents") == 0)
			launch->collects_contents = true;
		else
			return job_fail(reader, "measure has an entry other than time, metrics or contents");
	}
	return true;
}

/* Reads a change in which the variable contains only the buffer's address. */
static bool
read_own_address(struct job_reader *reader, const char *buffer, const struct kernel_job *kernel, struct change *change)
{
	change->pointers = (struct pointers){arena_new(&reader->job->arena, struct pointer), 1};
	return job_find_buffer(reader, kernel, buffer, &change->pointers.items->buffer);
}

static bool
read_change(struct job_reader *reader, json_t *value, const struct kernel_job *kernel, struct change *change)
{
	json_int_t variable;
	json_t *fill = NULL, *pointers = NULL;
	const char *buffer = NULL;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:I, s?o, s?o, s?s}", "variable", &variable, "fill", &fill,
	                   "pointers", &pointers, "buffer", &buffer) != 0)
		return job_fail_unpack(reader, &error);
	if (variable < 0 || (uint64_t)variable >= kernel->variable_count)
		return job_fail(reader, "the kernel has no variable of that number");
	if (!fill == !buffer)
		return job_fail(reader, "must have one of fill and buffer");
	if (buffer && pointers)
		return job_fail(reader, "has both a buffer and pointers");
	change->variable = (size_t)variable;
	if (buffer)
		return read_own_address(reader, buffer, kernel, change);
	return job_read_fill(reader, fill, &change->fill) &&
	       job_read_pointers(reader, pointers, kernel, INT64_MAX, &change->pointers);
}

static bool
read_changes(struct job_reader *reader, json_t *value, const struct kernel_job *kernel, struct launch_job *launch)
{
	if (!job_is_list(reader, value, "variables"))
		return false;
	launch->change_count = json_array_size(value);
	launch->changes = arena_new_array(&reader->job->arena, struct change, launch->change_count);
	for (size_t i = 0; i < launch->change_count; i++) {
		struct job_reader inner = job_below(reader, "variables", i);
		if (!read_change(&inner, json_array_get(value, i), kernel, &launch->changes[i]))
			return job_merge(reader, &inner);
	}
	return true;
}

bool
job_read_launch(struct job_reader *reader, json_t *value, const struct kernel_job *kernel, struct launch_job *launch)
{
	json_t *grid, *block, *arguments = NULL, *measure = NULL, *timing = NULL, *variables = NULL, *sequence = NULL;
	json_int_t dynamic_shared = 0, most_warps = 0;
	int records = false, cooperative = false;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:o, s:o, s?I, s?I, s?o, s?o, s?b, s?o, s?o, s?b, s?o}",
	                   "id", &launch->id, "grid", &grid, "block", &block, "dynamic_shared", &dynamic_shared,
	                   "most_warps", &most_warps, "arguments", &arguments, "measure", &measure, "records", &records,
	                   "timing", &timing, "variables", &variables, "cooperative", &cooperative, "sequence",
	                   &sequence) != 0)
		return job_fail_unpack(reader, &error);
	if (!job_is_within(reader, "dynamic_shared", dynamic_shared, 0, MOST_SHARED) ||
	    !job_is_within(reader, "most_warps", most_warps, 0, MOST_WARPS))
		return false;
	launch->dynamic_shared = (uint64_t)dynamic_shared;
	launch->most_warps = (unsigned)most_warps;
	launch->collects_records = records;
	launch->cooperative = cooperative;
	if (!read_dimensions(reader, grid, launch->grid) || !read_dimensions(reader, block, launch->block) ||
	    !read_timing(reader, timing, &launch->timing) || !read_measure(reader, measure, launch) ||
	    !read_changes(reader, variables, kernel, launch) || !read_sequence(reader, sequence, kernel, launch) ||
	    !job_is_list(reader, arguments, "arguments"))
		return false;
	launch->argument_count = json_array_size(arguments);
	launch->arguments = arena_new_array(&reader->job->arena, struct argument, launch->argument_count);
	for (size_t i = 0; i < launch->argument_count; i++) {
		struct job_reader inner = job_below(reader, "arguments", i);
		if (!job_read_argument(&inner, json_array_get(arguments, i), kernel, &launch->arguments[i]))
			return job_merge(reader, &inner);
	}
	return true;
}
