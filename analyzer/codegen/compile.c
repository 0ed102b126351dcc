#include "codegen/compile.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/ask.h"
#include "codegen/worker/protocol.h"
#include "codegen/worker/result.h"
#include "support/allocate.h"
#include "support/name_letter.h"

/* A file of the request, or one kernel of a file. */
struct unit {
	const struct compile_command *command;
	struct device_source source;
	const char *id;    /* identifies it in jobs */
	bool is_plain;     /* it has kernels, but no kernel templates */
	bool is_expensive; /* it waits until the caller has named the launched kernels */
	/* the compiler's answer to the job without kernel names; NULL: none */
	const json_t *ahead;
};

struct compile {
	struct compile_request request;
	struct asking asking;
	const struct compile_kernel *kernels;
	size_t kernel_count;
	bool has_kernels;     /* the caller has set the kernels */
	const bool *launched; /* a flag for each kernel; NULL: all are launched */
	bool has_launched;    /* the caller has set `launched` */
	pthread_mutex_t lock; /* protects the five members above */
	pthread_cond_t said;
	struct arena arena; /* belongs to the thread until it has ended */
	pthread_t thread;
	bool has_thread, has_run;
	struct unit *units;
	size_t unit_count, unit_capacity;
	size_t *owners; /* the unit of each kernel, or NO_UNIT */
	size_t jobs;    /* number of jobs so far */
	json_t *ahead;  /* the result of the job without kernel names; NULL: none */
	struct compilation answer;
};

#define NO_UNIT SIZE_MAX

/* More instances of templates take the compiler seconds. */
enum { MANY_INSTANCES = 32 };

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* A template has machine code only for instances that are named. */
static bool
is_template(const struct stripped *stripped, const struct range *kernel)
{
	static const char word[] = "template";
	const size_t length = sizeof word - 1;
	return kernel->begin + length < kernel->end && memcmp(stripped->text + kernel->begin, word, length) == 0 &&
	       !is_name_letter(stripped->text[kernel->begin + length]);
}

static bool
is_plain(const struct device_source *source)
{
	size_t kernels = 0;
	for (size_t i = 0; i < source->bundle.count; i++) {
		const struct stripped *stripped = &source->stripped[i];
		for (size_t k = 0; k < stripped->kernel_count; k++)
			if (is_template(stripped, &stripped->kernels[k]))
				return false;
		kernels += stripped->kernel_count;
	}
	return kernels;
}

/* ---- expensive files --------------------------------------------------------------------------------------------- */

static size_t
count_kernels(const struct device_source *source)
{
	size_t count = 0;
	for (size_t i = 0; i < source->bundle.count; i++)
		count += source->stripped[i].kernel_count;
	return count;
}

static bool
contains(const struct device_source *source, const char *text)
{
	for (size_t i = 0; i < source->bundle.count; i++)
		if (strstr(source->stripped[i].text, text))
			return true;
	return false;
}

/* Kernels that work on matrix fragments have unrolled loops and take the compiler seconds each. Programs select one
 * of several at run time. Files with device-side launches are excluded. */
static bool
is_expensive(const struct device_source *source)
{
	return count_kernels(source) > 1 && contains(source, "<mma.h>") && !contains(source, "<<<");
}

/* ---- units ------------------------------------------------------------------------------------------------------- */

static struct unit *
add_unit(struct compile *compile, const struct compile_command *command)
{
	struct unit unit = {.command = command, .id = arena_printf(&compile->arena, "%zu", compile->unit_count)};
	device_source_read(&unit.source, command, &compile->arena);
	unit.is_plain = is_plain(&unit.source);
	arena_push(&compile->arena, compile->units, compile->unit_count, compile->unit_capacity, unit);
	return &compile->units[compile->unit_count - 1];
}

static void
read_units(struct compile *compile)
{
	const struct compile_request *request = &compile->request;
	for (size_t i = 0; i < request->command_count; i++) {
		struct unit *unit = add_unit(compile, &request->commands[i]);
		unit->is_expensive = !request->kernels && unit->is_plain && is_expensive(&unit->source);
	}
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

bool
compile_kernel_is(const struct compile_kernel *kernel, const char *link_name, const char *file, uint32_t line)
{
	return kernel->line == line && strcmp(kernel->name.link_name, link_name) == 0 &&
	       strcmp(kernel->file, file) == 0;
}

/* Whether an earlier kernel is the same one, from a header that several files include. */
static bool
is_asked_before(const struct compile *compile, size_t number)
{
	const struct compile_kernel *kernel = &compile->kernels[number];
	for (size_t i = 0; i < number; i++)
		if (compile_kernel_is(&compile->kernels[i], kernel->name.link_name, kernel->file, kernel->line))
			return true;
	return false;
}

/* The closures in the kernel's template arguments, and those that these refer to. */
static bool *
wanted_closures(const struct compile_kernel *kernel)
{
	bool *wanted = memory_zeroed(kernel->closures.count + 1, sizeof *wanted);
	for (size_t i = 0; kernel->closure_args && i < kernel->name.template_arg_count; i++)
		closures_want(&kernel->closures, kernel->closure_args[i], wanted);
	return wanted;
}

static bool
has_closures(const struct unit *unit, const struct compile_kernel *kernel)
{
	bool *wanted = wanted_closures(kernel), has = true;
	for (size_t i = 0; i < kernel->closures.count; i++)
		has &= !wanted[i] || bundle_find(&unit->source.bundle, kernel->closures.items[i].file);
	free(wanted);
	return has;
}

static bool
defines(const struct unit *unit, const struct compile_kernel *kernel)
{
	return bundle_find(&unit->source.bundle, kernel->file) && has_closures(unit, kernel);
}

static void
leave(struct compile *compile, size_t number, const char *reason)
{
	compile->owners[number] = NO_UNIT;
	compile->answer.kernels[compile->answer.kernel_count++] =
		(struct compiled_kernel){.asked = &compile->kernels[number], .reason = reason, .registers = -1};
}

/* The first unit that defines the kernel. */
static size_t
unit_of(struct compile *compile, size_t number)
{
	const struct compile_kernel *kernel = &compile->kernels[number];
	const char *objection = kernel->closure_args ? NULL : kernel_name_objection(&kernel->name, &compile->arena);
	if (objection)
		leave(compile, number, objection);
	for (size_t i = 0; i < compile->unit_count && !objection; i++)
		if (defines(&compile->units[i], kernel))
			return is_asked_before(compile, number) ? NO_UNIT : i;
	return NO_UNIT;
}

static void
find_owners(struct compile *compile)
{
	compile->owners = arena_new_array(&compile->arena, size_t, compile->kernel_count);
	for (size_t i = 0; i < compile->kernel_count; i++)
		compile->owners[i] = unit_of(compile, i);
}

/* Whether the definition belongs to one of the kernels. */
static bool
is_of(const struct compile_kernel *kernels, size_t count, const struct device_source *source,
      const struct stripped *stripped, const struct range *definition)
{
	for (size_t i = 0; i < count; i++) {
		const struct bundle_file *file = bundle_find(&source->bundle, kernels[i].file);
		if (file && &source->stripped[file - source->bundle.files] == stripped &&
		    stripped_kernel_at(stripped, kernels[i].line, kernels[i].column) == definition)
			return true;
	}
	return false;
}

static void
leave_others_out(struct unit *unit, const struct compile_kernel *kernels, size_t count)
{
	const struct device_source *source = &unit->source;
	for (size_t i = 0; i < source->bundle.count; i++) {
		struct stripped *stripped = &source->stripped[i];
		for (size_t k = 0; k < stripped->kernel_count; k++)
			if (!is_template(stripped, &stripped->kernels[k]) &&
			    !is_of(kernels, count, source, stripped, &stripped->kernels[k]))
				stripped_leave_out(stripped, &stripped->kernels[k]);
	}
}

/* ---- jobs -------------------------------------------------------------------------------------------------------- */

static json_t *
source_json(const struct device_source *source, const char *id)
{
	json_t *json = device_source_json(source, id);
	device_source_separate(source, json);
	return json;
}

static json_t *
make_job(const struct compile *compile, json_t *sources, json_t *kernels)
{
	const struct compile_request *request = &compile->request;
	return json_pack("{s:i, s:b, s:s, s:f, s:o, s:o}", "schema_version", 1, "compile_only", 1, "arch",
	                 request->arch, "seconds", request->seconds / SLOW_STEP, "sources", sources, "kernels",
	                 kernels);
}

static json_t *
make_job_ahead(const struct compile *compile)
{
	json_t *sources = json_array();
	for (size_t i = 0; i < compile->unit_count; i++)
		if (compile->units[i].is_plain && !compile->units[i].is_expensive)
			json_array_append_new(sources, source_json(&compile->units[i].source, compile->units[i].id));
	return make_job(compile, sources, json_array());
}

/* The kernel's name with the names of the closures in its arguments. */
static struct kernel_name
closed_name(struct compile *compile, const struct device_source *source, const struct compile_kernel *kernel)
{
	struct kernel_name name = kernel->name;
	if (!kernel->closure_args)
		return name;
	const char **args = arena_new_array(&compile->arena, const char *, name.template_arg_count + 1);
	for (size_t i = 0; i < name.template_arg_count; i++)
		args[i] = closures_named(source, &kernel->closures, kernel->closure_args[i], &compile->arena);
	name.template_args = args;
	name.link_name = name.signature = NULL;
	return name;
}

static json_t *
kernel_json(struct compile *compile, size_t number)
{
	const struct compile_kernel *kernel = &compile->kernels[number];
	const struct unit *unit = &compile->units[compile->owners[number]];
	const struct bundle_file *file = bundle_find(&unit->source.bundle, kernel->file);
	const struct kernel_name name = closed_name(compile, &unit->source, kernel);
	json_t *json = device_kernel_json(&unit->source, file, kernel->line, kernel->column, &name, &compile->arena);
	json_object_set_new(json, "id", json_sprintf("%zu", number));
	json_object_set_new(json, "source", json_string(unit->id));
	json_object_set_new(json, "buffers", json_array());
	json_object_set_new(json, "variables", json_array());
	json_object_set_new(json, "launches", json_array());
	return json;
}

/* Restores the closures of one unit, because those of another may have the same places. Kernels with other closures
 * are not compiled. */
static void
restore_closures(struct compile *compile, size_t number)
{
	const struct closures *closures = NULL;
	bool *all = NULL;
	for (size_t k = 0; k < compile->kernel_count; k++) {
		const struct compile_kernel *kernel = &compile->kernels[k];
		if (compile->owners[k] != number || !kernel->closure_args)
			continue;
		if (!closures) {
			closures = &kernel->closures;
			all = memory_zeroed(closures->count + 1, sizeof *all);
		}
		if (kernel->closures.items != closures->items) {
			compile->owners[k] = NO_UNIT;
			continue;
		}
		bool *wanted = wanted_closures(kernel);
		for (size_t i = 0; i < closures->count; i++)
			all[i] |= wanted[i];
		free(wanted);
	}
	if (closures)
		closures_restore(&compile->units[number].source, closures, all);
	free(all);
}

/* Adds the unit, with the kernels from index `from` on. For many instances of templates, a second source compiles
 * half of them in parallel; compilation takes longer than reading the source twice. */
static void
add_sources(struct compile *compile, const struct unit *unit, json_t *sources, const json_t *kernels, size_t from)
{
	const size_t count = json_array_size(kernels) - from;
	if (count)
		json_array_append_new(sources, source_json(&unit->source, unit->id));
	if (count < MANY_INSTANCES)
		return;
	const char *id = arena_printf(&compile->arena, "%s, second half", unit->id);
	json_array_append_new(sources, source_json(&unit->source, id));
	for (size_t i = from + count / 2; i < from + count; i++)
		json_object_set_new(json_array_get(kernels, i), "source", json_string(id));
}

/* The job for kernels of files without an early answer: either the expensive ones, or the others. */
static json_t *
make_job_by_name(struct compile *compile, bool expensive)
{
	json_t *sources = json_array(), *kernels = json_array();
	for (size_t i = 0; i < compile->unit_count; i++) {
		const struct unit *unit = &compile->units[i];
		const size_t before = json_array_size(kernels);
		if (unit->ahead || unit->is_expensive != expensive)
			continue;
		restore_closures(compile, i);
		for (size_t k = 0; k < compile->kernel_count; k++)
			if (compile->owners[k] == i)
				json_array_append_new(kernels, kernel_json(compile, k));
		add_sources(compile, unit, sources, kernels, before);
	}
	return make_job(compile, sources, kernels);
}

/* ---- answers ----------------------------------------------------------------------------------------------------- */

/* NULL: the source has no code. */
static const struct cubin *
take_cubin(struct compile *compile, const json_t *source)
{
	const json_t *code = json_object_get(source, "cubin");
	const size_t size = json_string_length(code);
	if (!size)
		return NULL;
	struct cubin *cubin = arena_new(&compile->arena, struct cubin);
	*cubin = (struct cubin){arena_copy(&compile->arena, json_string_value(code), size, size, 1), size};
	return cubin;
}

static const json_t *
member_with(const json_t *list, const char *member, const char *text)
{
	size_t i;
	const json_t *item;
	json_array_foreach (list, i, item)
		if (strcmp(result_text(item, member), text) == 0)
			return item;
	return NULL;
}

static void
take_resources(struct compiled_kernel *kernel, const json_t *resources)
{
	kernel->registers = (int)result_count(resources, "registers");
	kernel->stack_bytes = result_count(resources, "stack_bytes");
	kernel->spill_store_bytes = result_count(resources, "spill_store_bytes");
	kernel->spill_load_bytes = result_count(resources, "spill_load_bytes");
	kernel->static_shared = result_count(resources, "static_shared");
}

/* Records the answer for a kernel. If `function` is "", the item gives the reason for the failure. */
static void
take_kernel(struct compile *compile, size_t number, const char *function, const struct cubin *cubin,
            const json_t *resources, const json_t *item)
{
	struct compiled_kernel kernel = {.asked = &compile->kernels[number], .reason = ""};
	take_resources(&kernel, resources);
	if (result_is_ok(item) && *function && cubin) {
		kernel.cubin = cubin;
		kernel.function = arena_strdup(&compile->arena, function);
	} else {
		kernel.reason = result_reason(item, &compile->arena);
	}
	compile->answer.kernels[compile->answer.kernel_count++] = kernel;
}

/* Records the compiler of a result. False: there is no compiler. */
static bool
take_compiler(struct compile *compile, const json_t *result)
{
	struct compilation *answer = &compile->answer;
	const char *version = result_text(json_object_get(result, "compiler"), "version");
	const bool has_compiler = result_status(result, "status") != RESULT_NO_COMPILER;
	if (*version)
		answer->compiler = arena_strdup(&compile->arena, version);
	answer->reason = has_compiler ? "" : arena_strdup(&compile->arena, result_text(result, "reason"));
	return has_compiler;
}

static json_t *
ask_job(struct compile *compile, const json_t *job)
{
	bool is_kept;
	const char *error = "";
	json_t *result = ask(&compile->asking, job, &compile->arena, &is_kept, &error);
	compile->answer.is_from_cache = is_kept && (compile->answer.is_from_cache || !compile->jobs);
	compile->jobs++;
	compile->answer.is_answered = result && take_compiler(compile, result);
	if (!result)
		compile->answer.reason = error;
	return result;
}

/* ---- compilation without kernel names ---------------------------------------------------------------------------- */

/* Kernels that are no templates are compiled without being named, so this job need not wait for the kernels' names. */
static void
ask_ahead(struct compile *compile)
{
	json_t *job = make_job_ahead(compile);
	if (json_array_size(json_object_get(job, "sources")))
		compile->ahead = ask_job(compile, job);
	json_decref(job);
}

/* The name as the compiler mangles it: it omits the L of static functions. */
static const char *
mangled_name(struct compile *compile, size_t number)
{
	static const char of_static[] = "_ZL";
	const size_t length = sizeof of_static - 1;
	const char *name = compile->kernels[number].name.link_name;
	const char *own = arena_strndup(&compile->arena, name, strcspn(name, "@"));
	return strncmp(own, of_static, length) == 0 ? arena_printf(&compile->arena, "_Z%s", own + length) : own;
}

/* Whether the unit's early answer suffices: it has all kernels, or it failed for a reason other than a compile
 * error. */
static bool
is_enough(struct compile *compile, size_t unit, const json_t *source)
{
	if (!result_is_ok(source))
		return strcmp(result_text(source, "status"), "compile-error") != 0;
	const json_t *functions = json_object_get(source, "functions");
	for (size_t i = 0; i < compile->kernel_count; i++)
		if (compile->owners[i] == unit && !member_with(functions, "name", mangled_name(compile, i)))
			return false;
	return true;
}

static void
take_ahead(struct compile *compile)
{
	const json_t *sources = json_object_get(compile->ahead, "sources");
	for (size_t i = 0; i < compile->unit_count; i++) {
		struct unit *unit = &compile->units[i];
		const json_t *source = member_with(sources, "id", unit->id);
		if (!unit->is_plain || !source || !is_enough(compile, i, source))
			continue;
		unit->ahead = source;
		const struct cubin *cubin = take_cubin(compile, source);
		for (size_t k = 0; k < compile->kernel_count; k++) {
			if (compile->owners[k] != i)
				continue;
			const char *function = mangled_name(compile, k);
			take_kernel(compile, k, function, cubin,
			            member_with(json_object_get(source, "functions"), "name", function), source);
		}
	}
}

/* ---- compilation by kernel name ---------------------------------------------------------------------------------- */

static void
take_by_name(struct compile *compile, const json_t *job, const json_t *result)
{
	const json_t *asked = json_object_get(job, "kernels"), *answers = json_object_get(result, "kernels");
	const json_t *sources = json_object_get(result, "sources"), *last = NULL;
	const struct cubin *cubin = NULL;
	for (size_t i = 0; i < json_array_size(asked); i++) {
		const json_t *kernel = json_array_get(asked, i), *of_kernel = result_answer(asked, answers, i);
		const json_t *source = member_with(sources, "id", result_text(kernel, "source"));
		if (source != last)
			cubin = take_cubin(compile, source);
		last = source;
		if (of_kernel && !result_kernel_objection(of_kernel))
			take_kernel(compile, strtoull(result_text(kernel, "id"), NULL, 10),
			            result_text(of_kernel, "function"), cubin, json_object_get(of_kernel, "resources"),
			            of_kernel);
	}
}

static void
ask_by_name(struct compile *compile, bool expensive)
{
	json_t *job = make_job_by_name(compile, expensive);
	if (json_array_size(json_object_get(job, "kernels"))) {
		json_t *result = ask_job(compile, job);
		if (compile->answer.is_answered)
			take_by_name(compile, job, result);
		else
			compile->answer.kernel_count = 0;
		json_decref(result);
	}
	json_decref(job);
}

/* ---- launched kernels -------------------------------------------------------------------------------------------- */

static bool
is_launched(const struct compile *compile, size_t number)
{
	return !compile->launched || compile->launched[number];
}

/* A file without launched kernels gets assumed launches, so all its kernels count. */
static bool
has_launched(const struct compile *compile, size_t unit)
{
	for (size_t i = 0; i < compile->kernel_count; i++)
		if (compile->owners[i] == unit && is_launched(compile, i))
			return true;
	return false;
}

/* Makes each kernel a unit of its own, so that they compile in parallel. */
static void
part_unit(struct compile *compile, size_t number)
{
	const bool has = has_launched(compile, number);
	for (size_t i = 0; i < compile->kernel_count; i++) {
		if (compile->owners[i] != number)
			continue;
		if (has && !is_launched(compile, i))
			leave(compile, i, "nothing launches it, and its file takes seconds to compile");
		if (compile->owners[i] == NO_UNIT || !compile->units[number].is_plain)
			continue;
		compile->owners[i] = compile->unit_count;
		struct unit *part = add_unit(compile, compile->units[number].command);
		part->is_expensive = true;
		leave_others_out(part, &compile->kernels[i], 1);
	}
}

/* Programs also select from many instances of a template at run time. */
static void
find_many(struct compile *compile)
{
	for (size_t i = 0; i < compile->unit_count && !compile->request.kernels; i++) {
		size_t count = 0;
		for (size_t k = 0; k < compile->kernel_count; k++)
			count += compile->owners[k] == i;
		compile->units[i].is_expensive |= count >= MANY_INSTANCES && !compile->units[i].is_plain;
	}
}

static void
ask_by_launch(struct compile *compile)
{
	const size_t count = compile->unit_count;
	for (size_t i = 0; i < count; i++)
		if (compile->units[i].is_expensive)
			part_unit(compile, i);
	ask_by_name(compile, true);
}

/* ---- the whole compilation --------------------------------------------------------------------------------------- */

static void
wait_for(struct compile *compile, const bool *said)
{
	pthread_mutex_lock(&compile->lock);
	while (!*said)
		pthread_cond_wait(&compile->said, &compile->lock);
	pthread_mutex_unlock(&compile->lock);
}

static void *
run(void *argument)
{
	struct compile *compile = argument;
	struct compilation *answer = &compile->answer;
	compile->has_run = answer->is_answered = true;
	read_units(compile);
	if (!compile->request.kernels)
		ask_ahead(compile);
	wait_for(compile, &compile->has_kernels);
	if (!answer->is_answered)
		return NULL;
	for (size_t i = 0; i < compile->unit_count && compile->request.leaves_others_out; i++)
		leave_others_out(&compile->units[i], compile->kernels, compile->kernel_count);
	answer->kernels = arena_new_array(&compile->arena, struct compiled_kernel, compile->kernel_count);
	find_owners(compile);
	take_ahead(compile);
	find_many(compile);
	ask_by_name(compile, false);
	wait_for(compile, &compile->has_launched);
	if (answer->is_answered)
		ask_by_launch(compile);
	return NULL;
}

void
compile_kernels(struct compile *compile, const struct compile_kernel *kernels, size_t count)
{
	pthread_mutex_lock(&compile->lock);
	compile->kernels = kernels;
	compile->kernel_count = count;
	compile->has_kernels = true;
	pthread_cond_signal(&compile->said);
	pthread_mutex_unlock(&compile->lock);
}

void
compile_launched(struct compile *compile, const bool *launched)
{
	pthread_mutex_lock(&compile->lock);
	compile->launched = launched;
	compile->has_launched = true;
	pthread_cond_signal(&compile->said);
	pthread_mutex_unlock(&compile->lock);
}

struct compile *
compile_begin(const struct compile_request *request)
{
	struct compile *compile = memory_zeroed(1, sizeof *compile);
	compile->request = *request;
	compile->asking = (struct asking){request->version, request->command};
	compile->answer.reason = "";
	pthread_mutex_init(&compile->lock, NULL);
	pthread_cond_init(&compile->said, NULL);
	if (request->kernels)
		compile_kernels(compile, request->kernels, request->kernel_count);
	compile->has_thread = pthread_create(&compile->thread, NULL, run, compile) == 0;
	return compile;
}

const struct compilation *
compile_answer(struct compile *compile)
{
	if (!compile->has_kernels)
		compile_kernels(compile, NULL, 0);
	if (!compile->has_launched)
		compile_launched(compile, NULL);
	if (compile->has_thread)
		pthread_join(compile->thread, NULL);
	else if (!compile->has_run)
		run(compile); /* no thread could be started */
	compile->has_thread = false;
	return &compile->answer;
}

void
compile_free(struct compile *compile)
{
	if (!compile)
		return;
	compile_answer(compile);
	for (size_t i = 0; i < compile->unit_count; i++)
		device_source_free(&compile->units[i].source);
	json_decref(compile->ahead);
	pthread_cond_destroy(&compile->said);
	pthread_mutex_destroy(&compile->lock);
	arena_free(&compile->arena);
	free(compile);
}

const struct compiled_kernel *
compilation_find(const struct compilation *compilation, const char *link_name, const char *file, uint32_t line)
{
	for (size_t i = 0; i < compilation->kernel_count; i++)
		if (compile_kernel_is(compilation->kernels[i].asked, link_name, file, line))
			return &compilation->kernels[i];
	return NULL;
}
