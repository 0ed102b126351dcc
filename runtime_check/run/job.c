#include "job.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler_options.h"
#include "job_launches.h"
#include "job_reader.h"
#include "job_values.h"

static bool
read_buffer(struct job_reader *reader, json_t *value, void *item)
{
	struct buffer *buffer = item;
	json_int_t bytes, read_back = 0;
	json_t *fill = NULL, *pointers = NULL;
	int is_host = false;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:I, s?o, s?o, s?I, s?b}", "id", &buffer->id, "bytes",
	                   &bytes, "fill", &fill, "pointers", &pointers, "read_back", &read_back, "host",
	                   &is_host) != 0)
		return job_fail_unpack(reader, &error);
	buffer->is_host = is_host;
	if (bytes < 1 || read_back < 0)
		return job_fail(reader, "a buffer's sizes must be positive");
	buffer->bytes = (uint64_t)bytes;
	buffer->read_back = read_back < bytes ? (uint64_t)read_back : (uint64_t)bytes;
	return job_read_fill(reader, fill, &buffer->fill);
}

static bool
read_variable(struct job_reader *reader, json_t *value, void *item)
{
	struct variable *variable = item;
	json_t *fill, *pointers = NULL;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s?s, s?s, s:o, s?o}", "name_expression",
	                   &variable->name_expression, "link_name", &variable->link_name, "fill", &fill, "pointers",
	                   &pointers) != 0)
		return job_fail_unpack(reader, &error);
	if (!variable->name_expression && !variable->link_name)
		return job_fail(reader, "has neither name_expression nor link_name");
	return job_read_fill(reader, fill, &variable->fill);
}

/* Reads the addresses that an item of the list contains. */
static bool
read_pointers_of(struct job_reader *reader, const json_t *list, const char *member, size_t number,
                 const struct kernel_job *kernel, uint64_t size, struct pointers *pointers)
{
	struct job_reader inner = job_below(reader, member, number);
	json_t *value = json_object_get(json_array_get(list, number), "pointers");
	return job_read_pointers(&inner, value, kernel, size, pointers) || job_merge(reader, &inner);
}

/* Buffers may contain addresses of later buffers, so this is read after all buffers. */
static bool
read_buffers_pointers(struct job_reader *reader, const json_t *buffers, struct kernel_job *kernel)
{
	for (size_t i = 0; i < json_array_size(buffers); i++)
		if (!read_pointers_of(reader, buffers, "buffers", i, kernel, kernel->buffers[i].bytes,
		                      &kernel->buffers[i].pointers))
			return false;
	return true;
}

/* The size of a variable is known only from its module. */
static bool
read_variables_pointers(struct job_reader *reader, const json_t *variables, struct kernel_job *kernel)
{
	const size_t count = json_array_size(variables), first = kernel->variable_count - count;
	for (size_t i = 0; i < count; i++)
		if (!read_pointers_of(reader, variables, "variables", i, kernel, INT64_MAX,
		                      &kernel->variables[first + i].pointers))
			return false;
	return true;
}

static bool
find_source(struct job_reader *reader, const char *id, size_t *source)
{
	for (size_t i = 0; i < reader->job->source_count; i++) {
		if (strcmp(reader->job->sources[i].id, id) == 0) {
			*source = i;
			return true;
		}
	}
	return job_fail(reader, arena_printf(&reader->job->arena, "there is no source %s", id));
}

static bool
find_kernel(struct job_reader *reader, const char *id, size_t *kernel)
{
	for (size_t i = 0; i < reader->job->kernel_count; i++) {
		if (reader->job->kernels[i].id && strcmp(reader->job->kernels[i].id, id) == 0) {
			*kernel = i;
			return true;
		}
	}
	return job_fail(reader, arena_printf(&reader->job->arena, "there is no kernel %s", id));
}

static bool
find_earlier(struct job_reader *reader, const char *id, const struct kernel_job *kernel,
             const struct kernel_job **other)
{
	size_t index = 0;
	if (!find_kernel(reader, id, &index))
		return false;
	*other = &reader->job->kernels[index];
	return *other < kernel || job_fail(reader, "names a kernel that does not precede it");
}

/* Takes another kernel's buffers and variables; the kernel's own variables come after them. */
static bool
take_inputs(struct job_reader *reader, const char *id, struct kernel_job *kernel)
{
	const struct kernel_job *other;
	if (!find_earlier(reader, id, kernel, &other))
		return false;
	if (kernel->buffer_count)
		return job_fail(reader, "has its own buffers as well as another kernel's inputs");
	kernel->buffers = other->buffers;
	kernel->buffer_count = other->buffer_count;
	struct variable *variables = arena_copy(&reader->job->arena, other->variables, other->variable_count,
	                                        other->variable_count + kernel->variable_count, sizeof *variables);
	for (size_t i = 0; i < kernel->variable_count; i++)
		variables[other->variable_count + i] = kernel->variables[i];
	kernel->variables = variables;
	kernel->variable_count += other->variable_count;
	return true;
}

static bool
find_header(struct job_reader *reader, const char *name, struct kernel_job *kernel)
{
	const struct source_job *source = &reader->job->sources[kernel->source];
	for (kernel->file = 1; kernel->file < source->file_count; kernel->file++)
		if (strcmp(source->files[kernel->file].name, name) == 0)
			return true;
	return job_fail(reader, arena_printf(&reader->job->arena, "there is no header \"%s\"", name));
}

static bool
read_kernel(struct job_reader *reader, json_t *value, void *item)
{
	struct kernel_job *kernel = item;
	const char *source, *inputs_of = NULL, *audited_by = NULL, *header = NULL;
	json_t *extent = NULL, *buffers = NULL, *variables = NULL, *launches = NULL;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:s, s?s, s?s, s?s, s?o, s?s, s?s, s?s, s?o, s?o, s?o}",
	                   "id", &kernel->id, "source", &source, "name_expression", &kernel->name_expression,
	                   "typed_name", &kernel->typed_name, "link_name", &kernel->link_name, "extent", &extent,
	                   "header", &header, "inputs_of", &inputs_of, "audited_by", &audited_by, "buffers", &buffers,
	                   "variables", &variables, "launches", &launches) != 0)
		return job_fail_unpack(reader, &error);
	if (!kernel->name_expression && !kernel->link_name)
		return job_fail(reader, "has neither name_expression nor link_name");
	if (!find_source(reader, source, &kernel->source) || (header && !find_header(reader, header, kernel)) ||
	    (extent && !job_read_extent(reader, extent, &kernel->extent)) ||
	    !job_read_list(reader, buffers, "buffers", read_buffer, sizeof *kernel->buffers, &kernel->buffers,
	                   &kernel->buffer_count) ||
	    !job_read_list(reader, variables, "variables", read_variable, sizeof *kernel->variables, &kernel->variables,
	                   &kernel->variable_count) ||
	    (inputs_of && !take_inputs(reader, inputs_of, kernel)) || !read_buffers_pointers(reader, buffers, kernel) ||
	    !read_variables_pointers(reader, variables, kernel) ||
	    (audited_by && !find_earlier(reader, audited_by, kernel, &kernel->audit)) ||
	    !job_is_list(reader, launches, "launches"))
		return false;
	kernel->launch_count = json_array_size(launches);
	kernel->launches = arena_new_array(&reader->job->arena, struct launch_job, kernel->launch_count);
	for (size_t i = 0; i < kernel->launch_count; i++) {
		struct job_reader inner = job_below(reader, "launches", i);
		if (!job_read_launch(&inner, json_array_get(launches, i), kernel, &kernel->launches[i]))
			return job_merge(reader, &inner);
	}
	return true;
}

static bool
read_race(struct job_reader *reader, json_t *value, void *item)
{
	struct race_job *race = item;
	json_t *kernels;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:o}", "id", &race->id, "kernels", &kernels) != 0)
		return job_fail_unpack(reader, &error);
	race->count = json_array_size(kernels);
	race->kernels = arena_new_array(&reader->job->arena, size_t, race->count);
	for (size_t i = 0; i < race->count; i++) {
		const char *id = json_string_value(json_array_get(kernels, i));
		if (!find_kernel(reader, id ? id : "", &race->kernels[i]))
			return false;
		const struct kernel_job *kernel = &reader->job->kernels[race->kernels[i]];
		const struct kernel_job *first = &reader->job->kernels[race->kernels[0]];
		if (kernel->launch_count == 0 || kernel->buffers != first->buffers)
			return job_fail(reader,
			                "has a kernel without a launch, or with buffers unlike the first one's");
		if (kernel->launches[0].sequence)
			return job_fail(reader, "has a kernel whose launch is a sequence");
		if (kernel->audit && kernel->audit->launch_count == 0)
			return job_fail(reader, "has a kernel whose audit has no launch");
	}
	return race->count >= 2 || job_fail(reader, "has fewer than two kernels");
}

static bool
read_extents(struct job_reader *reader, json_t *list, const char *member, const struct text_file *file,
             struct extent **extents, size_t *count)
{
	const size_t length = strlen(file->text);
	if (!job_read_list(reader, list, member, job_read_extent, sizeof **extents, extents, count))
		return false;
	for (size_t i = 0; i < *count; i++) {
		if ((*extents)[i].end > length)
			return job_fail(reader, "an extent ends after its text");
	}
	return true;
}

static bool
are_in_order(const struct extent *extents, size_t count)
{
	bool are = true;
	for (size_t i = 1; i < count; i++)
		are &= extents[i - 1].end <= extents[i].begin;
	return are;
}

/* Reads the extents that may be removed, and the parts of lines that are distinguished. */
static bool
read_parts(struct job_reader *reader, json_t *droppable, json_t *kernels, json_t *apart, struct text_file *file)
{
	return read_extents(reader, droppable, "droppable", file, &file->droppable, &file->droppable_count) &&
	       read_extents(reader, kernels, "kernels", file, &file->kernels, &file->kernel_count) &&
	       read_extents(reader, apart, "apart", file, &file->apart, &file->apart_count) &&
	       (are_in_order(file->apart, file->apart_count) || job_fail(reader, "has unordered parts of lines"));
}

static bool
read_header(struct job_reader *reader, json_t *value, void *item)
{
	struct text_file *file = item;
	json_t *droppable = NULL, *kernels = NULL, *apart = NULL;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:s, s?o, s?o, s?o}", "name", &file->name, "text",
	                   &file->text, "droppable", &droppable, "kernels", &kernels, "apart", &apart) != 0)
		return job_fail_unpack(reader, &error);
	return read_parts(reader, droppable, kernels, apart, file);
}

static bool
read_option(struct job_reader *reader, json_t *value, void *item)
{
	if (!job_read_string(reader, value, item))
		return false;
	const char *option = *(const char **)item;
	return compiler_option_is_allowed(option) ||
	       job_fail(reader,
	                arena_printf(&reader->job->arena, "\"%s\" is not an allowed compiler option of a job", option));
}

static bool
read_source(struct job_reader *reader, json_t *value, void *item)
{
	struct source_job *source = item;
	struct text_file own = {0};
	json_t *options = NULL, *defines = NULL, *headers = NULL, *droppable = NULL, *kernels = NULL, *apart = NULL;
	json_error_t error;
	if (json_unpack_ex(value, &error, JSON_STRICT, "{s:s, s:s, s:s, s?o, s?o, s?o, s?o, s?o, s?o}", "id",
	                   &source->id, "name", &own.name, "text", &own.text, "options", &options, "defines", &defines,
	                   "headers", &headers, "droppable", &droppable, "kernels", &kernels, "apart", &apart) != 0)
		return job_fail_unpack(reader, &error);
	struct text_file *read;
	size_t header_count;
	if (!read_parts(reader, droppable, kernels, apart, &own) ||
	    !job_read_list(reader, options, "options", read_option, sizeof *source->options, &source->options,
	                   &source->option_count) ||
	    !job_read_list(reader, defines, "defines", job_read_string, sizeof *source->defines, &source->defines,
	                   &source->define_count) ||
	    !job_read_list(reader, headers, "headers", read_header, sizeof *read, &read, &header_count))
		return false;
	source->file_count = header_count + 1;
	source->files = arena_new_array(&reader->job->arena, struct text_file, source->file_count);
	source->files[0] = own;
	memcpy(source->files + 1, read, header_count * sizeof *read);
	return true;
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool
are_different(struct job_reader *reader, const char **ids, size_t count, const char *what)
{
	qsort(ids, count, sizeof *ids, by_text);
	for (size_t i = 1; i < count; i++) {
		if (strcmp(ids[i - 1], ids[i]) == 0)
			return job_fail(reader, arena_printf(&reader->job->arena, "there are two %s %s", what, ids[i]));
	}
	return true;
}

/* Ids must be unique, because results, races and kernels refer to them. */
static bool
check_ids(struct job_reader *reader)
{
	struct job *job = reader->job;
	const char **sources = arena_new_array(&job->arena, const char *, job->source_count + 1);
	const char **kernels = arena_new_array(&job->arena, const char *, job->kernel_count + 1);
	for (size_t i = 0; i < job->source_count; i++)
		sources[i] = job->sources[i].id;
	for (size_t i = 0; i < job->kernel_count; i++)
		kernels[i] = job->kernels[i].id;
	return are_different(reader, sources, job->source_count, "sources") &&
	       are_different(reader, kernels, job->kernel_count, "kernels");
}

static bool
check_kernel_extents(struct job_reader *reader)
{
	for (size_t i = 0; i < reader->job->kernel_count; i++) {
		const struct kernel_job *kernel = &reader->job->kernels[i];
		struct job_reader inner = job_below(reader, "kernels", i);
		if (kernel->extent.end > strlen(reader->job->sources[kernel->source].files[kernel->file].text)) {
			job_fail(&inner, "its extent ends after its source");
			return job_merge(reader, &inner);
		}
	}
	return true;
}

static bool
read_device(struct job_reader *reader, const json_t *value)
{
	struct device_choice *device = &reader->job->device;
	const json_int_t number = json_integer_value(value);
	device->uuid = json_string_value(value);
	device->number = (int)number;
	if (!value || device->uuid)
		return true;
	if (!json_is_integer(value))
		return job_fail(reader, "device is not a number or a UUID");
	return job_is_within(reader, "device", number, 0, MOST_DEVICE);
}

static bool
is_arch(const char *text)
{
	static const char prefix[] = "sm_", digits[] = "0123456789";
	const size_t length = sizeof prefix - 1,
		     version = strncmp(text, prefix, length) == 0 ? strspn(text + length, digits) : 0;
	const char *variant = version ? text + length + version : " ";
	return !*variant || ((*variant == 'a' || *variant == 'f') && !variant[1]);
}

/* The default limit: three quarters of the machine's memory. */
static json_int_t
usual_memory(void)
{
	const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
	return pages > 0 && size > 0 ? (json_int_t)pages / 4 * 3 * size : (json_int_t)1 << 34;
}

bool
job_read(struct job *job, json_t *document, const char **error)
{
	*job = (struct job){.document = document, .arch = "sm_90", .seconds = 30};
	struct job_reader reader = {.job = job, .path = ""};
	json_int_t version, memory_bytes = usual_memory();
	int compile_only = 0;
	json_t *sources, *kernels, *device = NULL, *origin, *races = NULL;
	json_error_t unpack;
	if (json_unpack_ex(document, &unpack, JSON_STRICT, "{s:I, s?s, s?b, s?o, s?s, s?o, s?F, s?I, s:o, s:o, s?o}",
	                   "schema_version", &version, "id", &job->id, "compile_only", &compile_only, "origin", &origin,
	                   "arch", &job->arch, "device", &device, "seconds", &job->seconds, "memory_bytes",
	                   &memory_bytes, "sources", &sources, "kernels", &kernels, "races", &races) != 0)
		job_fail_unpack(&reader, &unpack);
	else if (version != 1)
		job_fail(&reader, "schema_version is not 1");
	else if (!is_arch(job->arch))
		job_fail(&reader, "arch is not an architecture such as sm_90 or sm_90a");
	else if (!(job->seconds > 0 && job->seconds <= MOST_SECONDS))
		job_fail(&reader, "seconds is not in (0, 10^6]");
	else if (job_is_within(&reader, "memory_bytes", memory_bytes, 1, INT64_MAX) && read_device(&reader, device) &&
	         job_read_list(&reader, sources, "sources", read_source, sizeof *job->sources, &job->sources,
	                       &job->source_count) &&
	         job_read_list(&reader, kernels, "kernels", read_kernel, sizeof *job->kernels, &job->kernels,
	                       &job->kernel_count) &&
	         job_read_list(&reader, races, "races", read_race, sizeof *job->races, &job->races, &job->race_count) &&
	         check_ids(&reader))
		check_kernel_extents(&reader);
	job->memory_bytes = (uint64_t)memory_bytes;
	job->compile_only = compile_only;
	*error = reader.error;
	return !reader.error;
}

void
job_free(struct job *job)
{
	json_decref(job->document);
	arena_free(&job->arena);
}
