/* gpulint-run: compiles, runs and measures kernels. It reads one job (docs/job.schema.json) from standard input and
 * writes one result (docs/result.schema.json) to standard output, and nothing else. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "codegen/worker/protocol.h"
#include "compile.h"
#include "json_text.h"
#include "passes.h"
#include "races.h"
#include "support/base64.h"

static json_t *
new_result(void)
{
	return json_pack("{s:i, s:s, s:n, s:s, s:s, s:n, s:n, s:[], s:[]}", "schema_version", 1, "version",
	                 GPULINT_VERSION, "job", "status", "ok", "reason", "", "device", "compiler", "sources",
	                 "kernels");
}

static void
set_status(json_t *result, const char *status, const char *reason)
{
	json_object_set_new(result, "status", json_string(status));
	json_object_set_new(result, "reason", json_text(reason));
}

/* ---- the device -------------------------------------------------------------------------------------------------- */

struct device_answer {
	const struct job *job;
	json_t *device, *reason;
};

static void
describe_device(void *context, FILE *messages)
{
	const struct device_answer *answer = context;
	gpu_describe(answer->job, messages);
}

static void
receive_device(void *context, json_t *message)
{
	struct device_answer *answer = context;
	answer->device = json_incref(json_object_get(message, "device"));
	answer->reason = json_incref(json_object_get(message, "reason"));
}

/* Sets the result's device, or its status no-device. */
static void
find_device(const struct program *program)
{
	struct device_answer answer = {.job = program->job};
	const struct child_limits limits = program_child_limits(program, program->job->seconds);
	const struct child_result child = child_run(describe_device, receive_device, &answer, &limits);
	if (answer.device)
		json_object_set(program->result, "device", answer.device);
	else
		set_status(program->result, "no-device", answer.reason ? json_string_value(answer.reason) : child.text);
	json_decref(answer.device);
	json_decref(answer.reason);
}

/* The device's own architecture, or a variant of it that the job requests. */
static const char *
choose_arch(const json_t *result, const struct job *job)
{
	const char *own = json_string_value(json_object_get(json_object_get(result, "device"), "sm"));
	const size_t length = own ? strlen(own) : 0;
	const bool is_variant =
		own && strncmp(job->arch, own, length) == 0 && !isdigit((unsigned char)job->arch[length]);
	return !own || is_variant ? job->arch : own;
}

/* ---- compilation ------------------------------------------------------------------------------------------------- */

struct compile_answer {
	const struct job *job;
	size_t source;
	const char *arch;
	enum compile_care care;
	json_t *compiler; /* NULL: no compiler was found yet */
	json_t *message;
};

static void
compile_in_child(void *context, FILE *messages)
{
	const struct compile_answer *answer = context;
	compile_source(answer->job, answer->source, answer->arch, answer->care, messages);
}

static void
receive_compiled(void *context, json_t *message)
{
	struct compile_answer *answer = context;
	json_t *compiler = json_object_get(message, "compiler");
	if (compiler && !answer->compiler)
		answer->compiler = json_incref(compiler);
	else if (!compiler)
		answer->message = json_incref(message);
}

/* The reason for a kernel that compiled but cannot run, because there is no device; `result` has the cause. */
static json_t *
no_device(const json_t *result)
{
	const char *reason = json_string_value(json_object_get(result, "reason"));
	return json_sprintf("there is no device%s%s", *reason ? ": " : "", reason);
}

static json_t *
empty_launches(const struct kernel_job *kernel, json_t *reason)
{
	json_t *launches = json_array();
	for (size_t i = 0; i < kernel->launch_count; i++)
		json_array_append_new(launches, json_pack("{s:s, s:s, s:O, s:n, s:n, s:s, s:[], s:[], s:[]}", "id",
		                                          kernel->launches[i].id, "status", "not-run", "reason", reason,
		                                          "occupancy", "time", "metrics_status", "", "lines", "records",
		                                          "buffers"));
	json_decref(reason);
	return launches;
}

/* The kernel's part of the result: the compiler's answer, or the source's status if there is none. */
static json_t *
kernel_result(const struct program *program, const struct kernel_job *kernel, json_t *compiled, const json_t *source)
{
	json_t *result =
		compiled ? json_copy(compiled)
			 : json_pack("{s:O, s:O, s:[], s:n, s:n}", "status", json_object_get(source, "status"),
	                             "reason", json_object_get(source, "reason"), "problems", "function", "resources");
	json_object_del(result, "variables");
	json_object_set_new(result, "id", json_string(kernel->id));
	const char *status = json_string_value(json_object_get(result, "status"));
	json_object_set_new(result, "launches",
	                    empty_launches(kernel, strcmp(status, "ok") == 0
	                                                   ? no_device(program->result)
	                                                   : json_string("the kernel was not compiled")));
	return result;
}

static void
keep_compiled(struct compiled_kernel *kernel, json_t *compiled, const struct cubin *cubin, struct arena *arena)
{
	const char *function = json_string_value(json_object_get(compiled, "function"));
	json_t *variables = json_object_get(compiled, "variables");
	kernel->cubin = cubin;
	kernel->function = function && cubin->size > 0 ? arena_strdup(arena, function) : NULL;
	kernel->variables = arena_new_array(arena, const char *, json_array_size(variables));
	for (size_t i = 0; i < json_array_size(variables); i++) {
		const char *name = json_string_value(json_array_get(variables, i));
		kernel->variables[i] = name ? arena_strdup(arena, name) : NULL;
	}
}

static json_t *
source_result(const struct compile_answer *answer, const struct child_result *child)
{
	json_t *source = json_object_get(answer->message, "source");
	if (source)
		return json_incref(source);
	return json_pack("{s:s, s:o, s:[], s:s}", "status", child_status(child), "reason", json_text(child->text),
	                 "problems", "log", "");
}

/* Members of the result that only compile-only jobs need. */
static void
set_compiled(json_t *source, const json_t *message, const struct child_result *child)
{
	json_object_set_new(source, "repeatable", json_boolean(message || child->end == CHILD_NO_END));
	json_t *cubin = json_object_get(message, "cubin"), *functions = json_object_get(message, "functions");
	json_object_set_new(source, "cubin", cubin ? json_incref(cubin) : json_null());
	json_object_set_new(source, "functions", functions ? json_incref(functions) : json_array());
}

/* In bytes. Compilation needs far less memory than a launch with large arrays. */
#define MOST_TO_COMPILE (UINT64_C(8) << 30)

static struct child_limits
compiling_limits(const struct program *program)
{
	const double seconds = SLOW_STEP * program->job->seconds;
	struct child_limits limits = program_child_limits(program, seconds);
	if (limits.memory > MOST_TO_COMPILE)
		limits.memory = MOST_TO_COMPILE;
	if (program->job->compile_only) {
		limits.processor = seconds;
		limits.seconds = BUSY_MACHINE * seconds;
	}
	return limits;
}

/* Each compiler needs hundreds of MiB. */
enum { MOST_HELPERS = 3 };

/* Sources that several threads compile at a time. */
struct compiling {
	const struct program *program;
	struct child_limits limits;
	pthread_mutex_t lock;           /* protects `next` and the program's output */
	size_t next;                    /* the first source that no thread has begun */
	struct compile_answer *answers; /* one for each source */
	struct child_result *children;  /* one for each source */
};

/* The compiler sometimes crashes on large headers of host code, or on the names of kernels whose parameters have
 * missing types. Then it is run again with care. */
static struct child_result
compile_one(struct compile_answer *answer, const struct child_limits *limits)
{
	const struct child_result child = child_run(compile_in_child, receive_compiled, answer, limits);
	if (child.end != CHILD_CRASHED || answer->message)
		return child;
	answer->care = COMPILE_WITH_CARE;
	return child_run(compile_in_child, receive_compiled, answer, limits);
}

static void *
compile_sources(void *context)
{
	struct compiling *compiling = context;
	const size_t count = compiling->program->job->source_count;
	pthread_mutex_lock(&compiling->lock);
	for (size_t i; (i = compiling->next++) < count;) {
		pthread_mutex_unlock(&compiling->lock);
		compiling->children[i] = compile_one(&compiling->answers[i], &compiling->limits);
		pthread_mutex_lock(&compiling->lock);
		program_show_life(compiling->program);
	}
	pthread_mutex_unlock(&compiling->lock);
	return NULL;
}

/* A job that runs kernels may use only the device at will, and other processes may need the processors. Its sources are
 * compiled one after the other. */
static size_t
helpers_wanted(const struct job *job)
{
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	size_t count = job->compile_only && processors > 1 ? (size_t)processors - 1 : 0;
	if (count > MOST_HELPERS)
		count = MOST_HELPERS;
	return count < job->source_count ? count : job->source_count - (job->source_count > 0);
}

static void
compile_side_by_side(struct compiling *compiling)
{
	pthread_t helpers[MOST_HELPERS];
	size_t count = 0;
	const size_t wanted = helpers_wanted(compiling->program->job);
	while (count < wanted && pthread_create(&helpers[count], NULL, compile_sources, compiling) == 0)
		count++;
	compile_sources(compiling);
	for (size_t i = 0; i < count; i++)
		pthread_join(helpers[i], NULL);
}

/* Takes the child's answer for a source; the result has slots for the kernels already. */
static void
take_source(struct program *program, size_t number, const struct compile_answer *answer,
            const struct child_result *child, struct cubin *cubin, struct arena *arena)
{
	const struct job *job = program->job;
	json_t *source = source_result(answer, child), *kernels = json_object_get(program->result, "kernels");
	const char *text = json_string_value(json_object_get(answer->message, "cubin"));
	uint8_t *bytes;
	if (text && base64_decode(text, &bytes, &cubin->size))
		cubin->bytes = bytes;
	size_t own = 0; /* counts this source's kernels, since the answer contains no others */
	for (size_t j = 0; j < job->kernel_count; j++) {
		if (job->kernels[j].source != number)
			continue;
		json_t *compiled = json_array_get(json_object_get(answer->message, "kernels"), own++);
		json_array_set_new(kernels, j, kernel_result(program, &job->kernels[j], compiled, source));
		keep_compiled(&program->kernels[j], compiled, cubin, arena);
	}
	if (answer->compiler)
		json_object_set_new(program->result, "compiler", answer->compiler);
	if (strcmp(json_string_value(json_object_get(source, "status")), "no-compiler") == 0)
		set_status(program->result, "no-compiler", json_string_value(json_object_get(source, "reason")));
	if (job->compile_only)
		set_compiled(source, answer->message, child);
	json_object_set_new(source, "id", json_string(job->sources[number].id));
	json_array_append_new(json_object_get(program->result, "sources"), source);
	json_decref(answer->message);
}

/* Kernels of all sources, in the job's order. */
static void
compile_all(struct program *program, struct cubin *cubins, const char *arch, struct arena *arena)
{
	const struct job *job = program->job;
	struct compiling compiling = {
		.program = program,
		.limits = compiling_limits(program),
		.answers = arena_new_array(arena, struct compile_answer, job->source_count),
		.children = arena_new_array(arena, struct child_result, job->source_count),
	};
	for (size_t i = 0; i < job->kernel_count; i++)
		json_array_append_new(json_object_get(program->result, "kernels"), json_null());
	for (size_t i = 0; i < job->source_count; i++)
		compiling.answers[i] = (struct compile_answer){.job = job, .source = i, .arch = arch};
	pthread_mutex_init(&compiling.lock, NULL);
	compile_side_by_side(&compiling);
	pthread_mutex_destroy(&compiling.lock);
	for (size_t i = 0; i < job->source_count; i++)
		take_source(program, i, &compiling.answers[i], &compiling.children[i], &cubins[i], arena);
}

/* ---- the job ----------------------------------------------------------------------------------------------------- */

static void
run_job(json_t *result, const struct job *job, FILE *out)
{
	struct arena arena = {0};
	struct program program = {.job = job, .result = result, .out = out};
	program.kernels = arena_new_array(&arena, struct compiled_kernel, job->kernel_count);
	struct cubin *cubins = arena_new_array(&arena, struct cubin, job->source_count);
	program_show_life(&program);
	if (job->compile_only)
		set_status(result, "no-device", "no GPU was requested");
	else
		find_device(&program);
	program_show_life(&program);
	compile_all(&program, cubins, choose_arch(result, job), &arena);
	if (json_is_object(json_object_get(result, "device"))) {
		pass_time(&program);
		pass_count(&program);
		pass_races(&program);
	}
	for (size_t i = 0; i < job->source_count; i++)
		free((void *)(uintptr_t)cubins[i].bytes);
	arena_free(&arena);
}

static bool
write_result(FILE *out, const json_t *result)
{
	const bool written =
		json_dumpf(result, out, JSON_INDENT(1) | JSON_REAL_PRECISION(17)) == 0 && fputc('\n', out) != EOF;
	return fclose(out) == 0 && written;
}

/* --version and --help are the only options. */
static int
answer_option(const char *option)
{
	const bool version = strcmp(option, "--version") == 0, asked = version || strcmp(option, "--help") == 0;
	FILE *out = asked ? stdout : stderr;
	fputs(version ? "gpulint-run " GPULINT_VERSION "\n"
	              : "usage: gpulint-run < JOB > RESULT\n"
	                "Compiles, runs and measures CUDA kernels for gpulint; docs/job.schema.json says how.\n",
	      out);
	return asked && fflush(out) == 0 ? 0 : 2;
}

/* The parent process may be killed at any time. Then this process ends too, because its result would not be read.
 * False: the parent had ended before the signal could be requested. */
static bool
end_with_parent(const char *number)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	return strtol(number, NULL, 10) == (long)getppid();
}

int
main(int argc, char **argv)
{
	const bool has_parent = argc == 3 && strcmp(argv[1], PARENT_OPTION) == 0;
	if (argc > 1 && !has_parent)
		return answer_option(argv[1]);
	if (has_parent && !end_with_parent(argv[2]))
		return 2;
	/* The parent may ignore SIGCHLD, and this is inherited. Then waiting for a child would fail. */
	signal(SIGCHLD, SIG_DFL);
	/* The result has its own file descriptor. Everything else that is printed goes to standard error, if there is
	 * one. */
	const int result_fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	FILE *out = result_fd >= 0 ? fdopen(result_fd, "w") : NULL;
	if (!out || (dup2(STDERR_FILENO, STDOUT_FILENO) < 0 && !freopen("/dev/null", "w", stdout))) {
		fprintf(stderr, "gpulint-run: standard output: %s\n", strerror(errno));
		if (out)
			fclose(out);
		return 2;
	}
	json_t *result = new_result();
	json_error_t error;
	json_t *document = json_loadf(stdin, JSON_REJECT_DUPLICATES, &error);
	struct job job;
	const char *wrong = NULL;
	if (!document) {
		char text[320];
		snprintf(text, sizeof text, "line %d: %s", error.line, error.text);
		set_status(result, "bad-job", text);
	} else if (!job_read(&job, document, &wrong)) {
		set_status(result, "bad-job", wrong);
	} else {
		run_job(result, &job, out);
	}
	if (document && job.id)
		json_object_set_new(result, "job", json_string(job.id));
	if (document)
		job_free(&job);
	const bool written = write_result(out, result);
	const bool understood = strcmp(json_string_value(json_object_get(result, "status")), "bad-job") != 0;
	json_decref(result);
	return written && understood ? 0 : 2;
}
