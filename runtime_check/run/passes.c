#include "passes.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/worker/protocol.h"
#include "json_text.h"
#include "module_variables.h"
#include "support/allocate.h"

/* No further child is tried after this many successive children that did not reach a launch. */
enum { MAX_FALSE_STARTS = 2 };

struct item {
	size_t kernel, launch;
};

struct pass {
	struct program *program;
	struct item *items;
	size_t count, capacity;
	size_t next;       /* the first item without a result */
	bool counts;       /* this is the counting pass */
	bool started;      /* the current child has begun an item */
	char *start_error; /* why the child could not begin an item */
};

void
program_show_life(const struct program *program)
{
	/* Flushed before fork, so that a child does not write the buffered text again. */
	fputc('\n', program->out);
	fflush(program->out);
}

struct child_limits
program_child_limits(const struct program *program, double seconds)
{
	return (struct child_limits){
		.seconds = seconds, .memory = program->job->memory_bytes, .not_kept = program->out};
}

json_t *
program_launch(const struct program *program, size_t kernel, size_t launch)
{
	json_t *kernels = json_object_get(program->result, "kernels");
	return json_array_get(json_object_get(json_array_get(kernels, kernel), "launches"), launch);
}

/* ---- in the child ------------------------------------------------------------------------------------------------ */

struct worker {
	struct gpu gpu;
	struct loaded_kernel kernel;
};

static bool
begin_worker(struct worker *worker, const struct pass *pass, FILE *messages)
{
	char *error = NULL;
	if (gpu_open(&worker->gpu, &pass->program->job->device, &error))
		return true;
	child_send(messages, json_pack("{s:o}", "start_error", json_text(error)));
	free(error);
	return false;
}

static json_t *
failed_item(const struct pass *pass, const char *status, const char *reason)
{
	if (pass->counts)
		return json_pack("{s:o}", "metrics_status", json_text(reason));
	return json_pack("{s:s, s:o}", "status", status, "reason", json_text(reason));
}

/* The driver's version number: "13.0" is 13000; 0: not a version. */
static int
version_number(const char *text)
{
	int major = 0, minor = 0;
	return text && sscanf(text, "%d.%d", &major, &minor) == 2 ? 1000 * major + 10 * minor : 0;
}

/* If the driver cannot load a module, the compiler may be too new for it. */
static json_t *
failed_load(const struct worker *worker, const struct pass *pass, const char *error)
{
	const char *compiler =
		json_string_value(json_object_get(json_object_get(pass->program->result, "compiler"), "version"));
	int driver = 0;
	if (worker->kernel.lacks_memory)
		return failed_item(pass, "out-of-memory", error);
	worker->gpu.cu.cuDriverGetVersion(&driver);
	if (driver <= 0 || driver >= version_number(compiler))
		return failed_item(pass, "launch-failed", error);
	char text[512];
	snprintf(text, sizeof text, "%s: the driver supports CUDA %d.%d, but the compiler is of CUDA %s", error,
	         driver / 1000, driver % 1000 / 10, compiler);
	return failed_item(pass, "launch-failed", text);
}

static json_t *
run_item(struct worker *worker, const struct pass *pass, const struct item *item, bool *fatal)
{
	const struct job *job = pass->program->job;
	const struct kernel_job *kernel = &job->kernels[item->kernel];
	const struct compiled_kernel *compiled = &pass->program->kernels[item->kernel];
	/* A launch could observe what an earlier one wrote to the module's variables. A freshly loaded module has their
	 * initial values. */
	if (worker->kernel.job != kernel || module_has_variables(compiled->cubin)) {
		kernel_unload(&worker->gpu, &worker->kernel);
		worker->kernel = (struct loaded_kernel){
			.job = kernel,
			.compiled = compiled,
			.source = &job->sources[kernel->source],
		};
		char *error = NULL;
		if (!kernel_load(&worker->gpu, &worker->kernel, &error)) {
			json_t *json = failed_load(worker, pass, error);
			free(error);
			*fatal = true;
			return json;
		}
	}
	const struct launch_job *launch = &kernel->launches[item->launch];
	if (!pass->counts)
		return launch_time(&worker->gpu, &worker->kernel, launch, fatal);
	*fatal = true; /* counting works only once in a process */
	return launch_count(&worker->gpu, &worker->kernel, launch);
}

static void
work(void *context, FILE *messages)
{
	const struct pass *pass = context;
	struct worker worker = {0};
	if (!begin_worker(&worker, pass, messages))
		return;
	bool fatal = false;
	for (size_t i = pass->next; i < pass->count && !fatal; i++) {
		child_send(messages, json_pack("{s:b}", "begin", true));
		json_t *json = run_item(&worker, pass, &pass->items[i], &fatal);
		child_send(messages, json_pack("{s:o}", "result", json));
	}
}

/* ---- in the parent ----------------------------------------------------------------------------------------------- */

static void
store(struct pass *pass, json_t *json)
{
	const struct item *item = &pass->items[pass->next++];
	json_object_update(program_launch(pass->program, item->kernel, item->launch), json);
}

static void
receive(void *context, json_t *message)
{
	struct pass *pass = context;
	program_show_life(pass->program);
	json_t *json = json_object_get(message, "result");
	const char *error = json_string_value(json_object_get(message, "start_error"));
	if (json_is_true(json_object_get(message, "begin")))
		pass->started = true;
	if (json && pass->next < pass->count)
		store(pass, json);
	if (error) {
		free(pass->start_error);
		pass->start_error = memory_strdup(error);
	}
}

static void
store_failure(struct pass *pass, const char *status, const char *reason)
{
	json_t *json = failed_item(pass, status, reason);
	store(pass, json);
	json_decref(json);
}

static void
run_pass(struct pass *pass)
{
	const double seconds = (pass->counts ? SLOW_STEP : 1) * pass->program->job->seconds;
	const struct child_limits limits = program_child_limits(pass->program, seconds);
	unsigned false_starts = 0;
	while (pass->next < pass->count) {
		const size_t before = pass->next;
		pass->started = false;
		const struct child_result child = child_run(work, receive, pass, &limits);
		if (!pass->started) {
			const char *reason = pass->start_error ? pass->start_error : child.text;
			if (++false_starts == MAX_FALSE_STARTS || pass->start_error) {
				while (pass->next < pass->count)
					store_failure(pass, "not-run", reason);
			}
			continue;
		}
		false_starts = 0;
		/* A child that ended by itself has either completed everything or reported a launch that broke its
		 * context. */
		if (child.end != CHILD_DONE && pass->next < pass->count)
			store_failure(pass, child_status(&child), child.text);
		else if (pass->next == before)
			store_failure(pass, "crash", *child.text ? child.text : "the process ended without a result");
	}
}

static void
pass_free(struct pass *pass)
{
	free(pass->items);
	free(pass->start_error);
}

static bool
belongs(const struct pass *pass, size_t kernel, size_t launch)
{
	if (!pass->program->kernels[kernel].function)
		return false;
	if (!pass->counts)
		return true;
	const char *status =
		json_string_value(json_object_get(program_launch(pass->program, kernel, launch), "status"));
	return pass->program->job->kernels[kernel].launches[launch].collects_metrics && status &&
	       strcmp(status, "ok") == 0;
}

static void
collect_items(struct pass *pass)
{
	const struct job *job = pass->program->job;
	for (size_t i = 0; i < job->kernel_count; i++) {
		for (size_t j = 0; j < job->kernels[i].launch_count; j++) {
			if (belongs(pass, i, j))
				memory_push(pass->items, pass->count, pass->capacity, ((struct item){i, j}));
		}
	}
}

void
pass_time(struct program *program)
{
	struct pass pass = {.program = program};
	collect_items(&pass);
	run_pass(&pass);
	pass_free(&pass);
}

/* Any counted launch shows that counters are available. If none is, the first launch to be counted has the reason. */
static void
report_counters(const struct pass *pass)
{
	json_t *device = json_object_get(pass->program->result, "device");
	const char *reason = NULL;
	bool ok = false;
	for (size_t i = 0; i < pass->count && !ok; i++) {
		const json_t *launch = program_launch(pass->program, pass->items[i].kernel, pass->items[i].launch);
		const char *status = json_string_value(json_object_get(launch, "metrics_status"));
		ok = status && strcmp(status, "ok") == 0;
		reason = reason ? reason : status;
	}
	if (!pass->count)
		return;
	json_object_set_new(device, "counters", json_boolean(ok));
	json_object_set_new(device, "counters_reason", json_text(ok || !reason ? "" : reason));
}

void
pass_count(struct program *program)
{
	struct pass pass = {.program = program, .counts = true};
	collect_items(&pass);
	run_pass(&pass);
	report_counters(&pass);
	pass_free(&pass);
}
