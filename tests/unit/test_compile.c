/* Compilation requests, with a shell command as the compiler, and the cache of its answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "codegen/cache.h"
#include "codegen/compile.h"

static const char text[] = "__global__ void k(float *out)\n{\n\tout[threadIdx.x] = 1;\n}\n";

/* The test's own folder: the cache, the compiler's library, and the answer of gpulint-run. */
struct place {
	char folder[64], answer[96], library[96], command[160];
};

static int
make_place(void **state)
{
	struct place *place = calloc(1, sizeof *place);
	assert_non_null(place);
	strcpy(place->folder, "/tmp/gpulint-compile-XXXXXX");
	assert_non_null(mkdtemp(place->folder));
	snprintf(place->answer, sizeof place->answer, "%s/answer.json", place->folder);
	snprintf(place->library, sizeof place->library, "%s/libnvrtc.so.13", place->folder);
	snprintf(place->command, sizeof place->command, "cat > /dev/null; cat %s", place->answer);
	setenv("XDG_CACHE_HOME", place->folder, 1);
	*state = place;
	return 0;
}

static int
remove_place(void **state)
{
	struct place *place = *state;
	char command[96];
	snprintf(command, sizeof command, "rm -rf %s", place->folder);
	assert_int_equal(system(command), 0);
	free(place);
	return 0;
}

static void
write_file(const char *path, const char *content)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(content, file);
	assert_int_equal(fclose(file), 0);
}

/* Sets gpulint-run's answer: the kernel has this many registers. */
static void
answer_registers(const struct place *place, int registers)
{
	char answer[1024];
	snprintf(
		answer, sizeof answer,
		"{\"schema_version\": 1, \"status\": \"no-device\", \"reason\": \"no GPU was requested\", \"device\": null, \"compiler\": {\"version\": \"13.0\", \"path\": \"%s\", \"arch\": \"sm_90\"}, \"sources\": [{\"id\": \"0\", \"status\": \"ok\", \"reason\": \"\", \"cubin\": \"QUJD\", \"repeatable\": true}], \"kernels\": [{\"id\": \"0\", \"status\": \"ok\", \"reason\": \"\", \"function\": \"_Z1kPf\",  \"resources\": {\"registers\": %d, \"stack_bytes\": 16, \"spill_store_bytes\": 8, \"spill_load_bytes\": 4,  \"static_shared\": 128}}]}",
		place->folder, registers);
	write_file(place->answer, answer);
}

static struct compile *
begin(const char *command, struct compile_command *source, struct compile_kernel *kernel)
{
	*source = (struct compile_command){.path = "k.cu", .text = text, .length = sizeof text - 1};
	*kernel = (struct compile_kernel){
		.name = {.name = "k", .link_name = "_Z1kPf"}, .file = "k.cu", .line = 1, .column = 17};
	const struct compile_request request = {
		.commands = source,
		.command_count = 1,
		.kernels = kernel,
		.kernel_count = 1,
		.arch = "sm_90",
		.seconds = 20,
		.version = "test",
		.command = command,
	};
	return compile_begin(&request);
}

/* The number of registers in the answer; -1: none. */
static int
ask(const char *command, bool from_cache)
{
	struct compile_command source;
	struct compile_kernel kernel;
	struct compile *compile = begin(command, &source, &kernel);
	const struct compilation *answer = compile_answer(compile);
	const struct compiled_kernel *compiled = compilation_find(answer, "_Z1kPf", "k.cu", 1);
	const int registers = compiled ? compiled->registers : -1;
	assert_int_equal(answer->is_from_cache, from_cache);
	compile_free(compile);
	return registers;
}

static void
test_answer(void **state)
{
	const struct place *place = *state;
	answer_registers(place, 40);
	struct compile_command source;
	struct compile_kernel kernel;
	struct compile *compile = begin(place->command, &source, &kernel);
	const struct compilation *answer = compile_answer(compile);
	assert_true(answer->is_answered);
	assert_string_equal(answer->compiler, "13.0");
	const struct compiled_kernel *compiled = compilation_find(answer, "_Z1kPf", "k.cu", 1);
	assert_non_null(compiled);
	assert_string_equal(compiled->function, "_Z1kPf");
	assert_int_equal(compiled->registers, 40);
	assert_int_equal(compiled->stack_bytes, 16);
	assert_int_equal(compiled->spill_store_bytes, 8);
	assert_int_equal(compiled->spill_load_bytes, 4);
	assert_int_equal(compiled->static_shared, 128);
	assert_int_equal(compiled->cubin->size, 3);
	assert_memory_equal(compiled->cubin->bytes, "ABC", 3);
	assert_null(compilation_find(answer, "_Z1mPf", "k.cu", 1));
	assert_null(compilation_find(answer, "_Z1kPf", "m.cu", 1));
	assert_null(compilation_find(answer, "_Z1kPf", "k.cu", 2));
	compile_free(compile);
	compile_free(NULL);
}

/* Cached as long as the compiler does not change. */
static void
test_kept(void **state)
{
	const struct place *place = *state;
	write_file(place->library, "a compiler");
	answer_registers(place, 40);
	assert_int_equal(ask(place->command, false), 40);
	answer_registers(place, 41);
	assert_int_equal(ask(place->command, true), 40);
	write_file(place->library, "another compiler");
	assert_int_equal(ask(place->command, false), 41);
	setenv("CUDA_HOME", "/elsewhere", 1);
	assert_int_equal(ask(place->command, false), 41);
	unsetenv("CUDA_HOME");
}

/* If the compiler cannot be found again, its answer is not cached. */
static void
test_not_kept(void **state)
{
	const struct place *place = *state;
	answer_registers(place, 40);
	assert_int_equal(ask(place->command, false), 40);
	answer_registers(place, 41);
	assert_int_equal(ask(place->command, false), 41);
}

/* Another worker has other headers to compile with. */
static void
test_kept_of_a_worker(void **state)
{
	const struct place *place = *state;
	char worker[96], script[256], path[512];
	const char *before = getenv("PATH");
	snprintf(path, sizeof path, "%s:%s", place->folder, before);
	setenv("PATH", path, 1);
	snprintf(worker, sizeof worker, "%s/gpulint-run", place->folder);
	snprintf(script, sizeof script, "#!/bin/sh\n%s\n", place->command);
	write_file(worker, script);
	assert_int_equal(chmod(worker, S_IRWXU), 0);
	write_file(place->library, "a compiler");
	answer_registers(place, 40);
	assert_int_equal(ask(NULL, false), 40);
	answer_registers(place, 41);
	assert_int_equal(ask(NULL, true), 40);
	strcat(script, "# changed\n");
	write_file(worker, script);
	assert_int_equal(ask(NULL, false), 41);
	setenv("PATH", path + strlen(place->folder) + 1, 1);
}

static void
assert_unanswered(const char *command, const char *reason)
{
	struct compile_command source;
	struct compile_kernel kernel;
	struct compile *compile = begin(command, &source, &kernel);
	const struct compilation *answer = compile_answer(compile);
	assert_false(answer->is_answered);
	assert_int_equal(answer->kernel_count, 0);
	assert_non_null(strstr(answer->reason, reason));
	compile_free(compile);
}

static void
test_unanswered(void **state)
{
	const struct place *place = *state;
	write_file(place->library, "a compiler");
	write_file(place->answer,
	           "{\"schema_version\": 1, \"status\": \"no-compiler\", \"reason\": \"libnvrtc.so.13 was not found\","
	           " \"compiler\": null, \"sources\": [], \"kernels\": []}");
	assert_unanswered(place->command, "libnvrtc.so.13 was not found");
	write_file(place->answer, "no JSON");
	assert_unanswered(place->command, "no JSON");
	assert_unanswered("exit 3", "");
	/* None of these are cached. */
	answer_registers(place, 40);
	assert_int_equal(ask(place->command, false), 40);
}

/* ---- compiling before names are known ---------------------------------------------------------------------------- */

/* Sets gpulint-run's answer for the source, with these kernels, when no kernel is requested. */
static void
answer_ahead(const struct place *place, const char *status, const char *functions)
{
	char answer[1024];
	snprintf(
		answer, sizeof answer,
		"{\"schema_version\": 1, \"status\": \"no-device\", \"reason\": \"no GPU was requested\", \"device\": null, \"compiler\": {\"version\": \"13.0\", \"path\": \"%s\", \"arch\": \"sm_90\"}, \"sources\": [{\"id\": \"0\", \"status\": \"%s\", \"reason\": \"for a reason\", \"cubin\": \"QUJD\",  \"functions\": [%s], \"repeatable\": true}], \"kernels\": []}",
		place->folder, status, functions);
	write_file(place->answer, answer);
}

/* Requests the kernel after compilation has begun. Returns its registers, and why it was not compiled. */
static int
ask_late(const struct place *place, struct compile_command *source, const char *link_name, char reason[64])
{
	const struct compile_kernel kernel = {
		.name = {.name = "k", .link_name = link_name}, .file = "k.cu", .line = 1, .column = 17};
	const struct compile_request request = {.commands = source,
	                                        .command_count = 1,
	                                        .arch = "sm_90",
	                                        .seconds = 20,
	                                        .version = "test",
	                                        .command = place->command};
	struct compile *compile = compile_begin(&request);
	compile_kernels(compile, &kernel, 1);
	const struct compilation *answer = compile_answer(compile);
	const struct compiled_kernel *compiled = compilation_find(answer, link_name, "k.cu", 1);
	const int registers = compiled && compiled->function ? compiled->registers : -1;
	snprintf(reason, 64, "%s", compiled ? compiled->reason : "");
	compile_free(compile);
	return registers;
}

static void
test_ahead(void **state)
{
	const struct place *place = *state;
	struct compile_command source = {.path = "k.cu", .text = text, .length = sizeof text - 1};
	char reason[64];
	answer_ahead(place, "ok", "{\"name\": \"_Z1kPf\", \"registers\": 42}");
	assert_int_equal(ask_late(place, &source, "_Z1kPf", reason), 42);
	/* Symbols with internal linkage have a longer name, but not in the machine code. */
	assert_int_equal(ask_late(place, &source, "_Z1kPf@k.cu", reason), 42);
	assert_int_equal(ask_late(place, &source, "_ZL1kPf@k.cu", reason), 42);
	answer_ahead(place, "timeout", "");
	assert_int_equal(ask_late(place, &source, "_Z1kPf", reason), -1);
	assert_string_equal(reason, "timeout: for a reason");
	/* Where it may help, the kernel is requested by name. Here that has no effect, because the answer does not
	 * contain the kernel. */
	answer_ahead(place, "compile-error", "");
	assert_int_equal(ask_late(place, &source, "_Z1kPf", reason), -1);
	assert_string_equal(reason, "");
	answer_ahead(place, "ok", "{\"name\": \"_Z1mPf\", \"registers\": 42}");
	assert_int_equal(ask_late(place, &source, "_Z1kPf", reason), -1);
}

/* A file with templates must wait for their instances. */
static void
test_templates(void **state)
{
	static const char templates[] =
		"template <int n> __global__ void k(float *out)\n{\n\tout[threadIdx.x] = n;\n}\n";
	const struct place *place = *state;
	struct compile_command source = {.path = "k.cu", .text = templates, .length = sizeof templates - 1};
	char reason[64];
	answer_registers(place, 40);
	assert_int_equal(ask_late(place, &source, "_Z1kILi1EEvPf", reason), 40);
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

/* Answers each source of the job with those of these two kernels that it defines, and saves the job. */
static const char parts_script[] =
	"import json, sys\n"
	"job = json.load(sys.stdin)\n"
	"json.dump(job, open(sys.argv[1] + '/job.json', 'w'))\n"
	"functions = lambda s: [{'name': f'_Z1{k}Pf', 'registers': 40} for k in 'ab' if f'void {k}(' in s['text']]\n"
	"json.dump({'schema_version': 1, 'job': job['id'], 'status': 'no-device', 'reason': 'none was asked for', 'device': None,\n"
	"           'compiler': {'version': '13.0', 'path': sys.argv[1], 'arch': 'sm_90'},\n"
	"           'sources': [{'id': s['id'], 'status': 'ok', 'reason': '', 'cubin': 'QUJD', 'repeatable': True,\n"
	"                        'functions': functions(s)} for s in job['sources']],\n"
	"           'kernels': [{'id': k['id'], 'status': 'ok', 'reason': '', 'function': k['source'], 'resources': None}\n"
	"                       for k in job['kernels']]}, sys.stdout)\n";

static void
make_parts_command(const struct place *place, char command[224])
{
	char script[96];
	snprintf(script, sizeof script, "%s/answer.py", place->folder);
	write_file(script, parts_script);
	snprintf(command, 224, "python3 %s %s", script, place->folder);
}

/* The last requested job. */
static json_t *
read_job(const struct place *place)
{
	char path[96];
	snprintf(path, sizeof path, "%s/job.json", place->folder);
	json_t *job = json_load_file(path, 0, NULL);
	assert_non_null(job);
	return job;
}

static const char *
source_text(const json_t *job, size_t number)
{
	return json_string_value(json_object_get(json_array_get(json_object_get(job, "sources"), number), "text"));
}

#define TWO_KERNELS "__global__ void a(float *o)\n{\n\t*o = 1;\n}\n__global__ void b(float *o)\n{\n\t*o = 2;\n}\n"

/* Which of the two kernels the last job has in a source without the other. */
static void
report_parts(const struct place *place, char parts[3])
{
	json_t *job = read_job(place);
	const size_t count = json_array_size(json_object_get(job, "sources"));
	memset(parts, 0, 3);
	assert_true(count && count <= 2);
	for (size_t i = 0, at = 0; i < count; i++) {
		const bool has_a = strstr(source_text(job, i), "void a("),
			   has_b = strstr(source_text(job, i), "void b(");
		assert_true(has_a || has_b);
		if (has_a != has_b)
			parts[at++] = has_a ? 'a' : 'b';
	}
	json_decref(job);
}

/* Also returns which kernels were compiled. */
static void
ask_parts(const struct place *place, const char *content, uint32_t line, const bool *launched, char parts[3],
          bool compiled[2])
{
	char command[224];
	make_parts_command(place, command);
	const struct compile_command source = {.path = "k.cu", .text = content, .length = strlen(content)};
	const struct compile_kernel kernels[] = {
		{.name = {.name = "a", .link_name = "_Z1aPf"}, .file = "k.cu", .line = line, .column = 17},
		{.name = {.name = "b", .link_name = "_Z1bPf"}, .file = "k.cu", .line = line + 4, .column = 17},
	};
	const struct compile_request request = {.commands = &source,
	                                        .command_count = 1,
	                                        .arch = "sm_90",
	                                        .seconds = 20,
	                                        .version = "test",
	                                        .command = command};
	struct compile *compile = compile_begin(&request);
	compile_kernels(compile, kernels, 2);
	if (launched)
		compile_launched(compile, launched);
	const struct compilation *answer = compile_answer(compile);
	for (size_t i = 0; i < 2; i++) {
		const struct compiled_kernel *found =
			compilation_find(answer, kernels[i].name.link_name, "k.cu", kernels[i].line);
		compiled[i] = found && found->function;
	}
	compile_free(compile);
	report_parts(place, parts);
}

/* Kernels that take seconds are only compiled if they are launched, each on its own. */
static void
test_launched(void **state)
{
	static const char fragments[] = "#include <mma.h>\n" TWO_KERNELS;
	static const bool none[] = {false, false}, second[] = {false, true};
	char parts[3];
	bool compiled[2];
	ask_parts(*state, fragments, 2, second, parts, compiled);
	assert_string_equal(parts, "b");
	assert_true(!compiled[0] && compiled[1]);
	ask_parts(*state, fragments, 2, none, parts, compiled);
	assert_string_equal(parts, "ab");
	assert_true(compiled[0] && compiled[1]);
	ask_parts(*state, fragments, 2, NULL, parts, compiled);
	assert_string_equal(parts, "ab");
	assert_true(compiled[0] && compiled[1]);
	ask_parts(*state, TWO_KERNELS, 1, second, parts, compiled);
	assert_string_equal(parts, "");
	assert_true(compiled[0] && compiled[1]);
	/* One kernel may launch the other. */
	ask_parts(*state, "#include <mma.h>\n" TWO_KERNELS "__device__ void l(float *o) { a<<<1, 1>>>(o); }\n", 2,
	          second, parts, compiled);
	assert_string_equal(parts, "");
	assert_true(compiled[0] && compiled[1]);
}

enum { MANY = 40 };

/* For instances of a template, of which the flagged ones are launched, or all: sets the function of each; "": not
 * compiled. */
static void
ask_instances(const struct place *place, const bool *launched, char functions[MANY][32])
{
	static const char templates[] =
		"template <int n> __global__ void k(float *out)\n{\n\tout[threadIdx.x] = n;\n}\n";
	const struct compile_command source = {.path = "k.cu", .text = templates, .length = sizeof templates - 1};
	struct compile_kernel kernels[MANY];
	char names[MANY][32], command[224];
	make_parts_command(place, command);
	for (size_t i = 0; i < MANY; i++) {
		snprintf(names[i], sizeof names[i], "_Z1kILi%zuEEvPf", i);
		kernels[i] = (struct compile_kernel){
			.name = {.name = "k", .link_name = names[i]}, .file = "k.cu", .line = 1, .column = 34};
	}
	const struct compile_request request = {.commands = &source,
	                                        .command_count = 1,
	                                        .arch = "sm_90",
	                                        .seconds = 20,
	                                        .version = "test",
	                                        .command = command};
	struct compile *compile = compile_begin(&request);
	compile_kernels(compile, kernels, MANY);
	compile_launched(compile, launched);
	const struct compilation *answer = compile_answer(compile);
	for (size_t i = 0; i < MANY; i++) {
		const struct compiled_kernel *compiled = compilation_find(answer, names[i], "k.cu", 1);
		snprintf(functions[i], sizeof functions[i], "%s",
		         compiled && compiled->function ? compiled->function : "");
	}
	compile_free(compile);
}

static void
test_many_instances(void **state)
{
	char functions[MANY][32];
	ask_instances(*state, NULL, functions);
	for (size_t i = 0; i < MANY; i++)
		assert_string_equal(functions[i], i < MANY / 2 ? "0" : "0, second half");
	json_t *job = read_job(*state);
	assert_int_equal(json_array_size(json_object_get(job, "sources")), 2);
	assert_string_equal(source_text(job, 0), source_text(job, 1));
	json_decref(job);
	bool launched[MANY] = {false};
	launched[7] = true;
	ask_instances(*state, launched, functions);
	for (size_t i = 0; i < MANY; i++)
		assert_string_equal(functions[i], i == 7 ? "0" : "");
}

/* A kernel that no file of the request defines. */
static void
test_nothing_to_ask(void **state)
{
	(void)state;
	struct compile_command source;
	struct compile_kernel kernel;
	struct compile *compile = begin("exit 3", &source, &kernel);
	compile_free(compile);
	source.text = "";
	source.length = 0;
	const struct compile_request request = {.commands = &source,
	                                        .command_count = 1,
	                                        .arch = "sm_90",
	                                        .seconds = 20,
	                                        .version = "test",
	                                        .command = "exit 3"};
	compile = compile_begin(&request);
	assert_true(compile_answer(compile)->is_answered);
	compile_free(compile);
}

/* ---- the cache --------------------------------------------------------------------------------------------------- */

static const uint8_t kept_bytes[] = {'}', 0, 0xff};

static bool
is_kept(const struct cache *cache, const char *asked)
{
	struct cache_answer answer = cache_find(cache, asked);
	const bool kept = answer.object &&
	                  strcmp(json_string_value(json_object_get(answer.object, "to")), asked) == 0 &&
	                  answer.size == sizeof kept_bytes && memcmp(answer.bytes, kept_bytes, answer.size) == 0;
	cache_answer_free(&answer);
	return kept;
}

static void
keep(const struct cache *cache, const char *asked)
{
	const struct cache_answer answer = {json_pack("{s:s}", "to", asked), (uint8_t *)(uintptr_t)kept_bytes,
	                                    sizeof kept_bytes};
	cache_keep(cache, asked, &answer);
	json_decref(answer.object);
	usleep(20000); /* file systems may store equal times for writes that are too close */
}

static void
test_room(void **state)
{
	(void)state;
	struct arena arena = {0};
	struct cache cache = cache_open(&arena);
	assert_false(is_kept(&cache, "a"));
	cache.most_bytes = 26; /* two answers of ten bytes each, plus three bytes of framing after each */
	keep(&cache, "a");
	keep(&cache, "b");
	assert_true(is_kept(&cache, "a")); /* used again */
	keep(&cache, "c");
	assert_true(is_kept(&cache, "a"));
	assert_false(is_kept(&cache, "b"));
	assert_true(is_kept(&cache, "c"));
	arena_free(&arena);
}

static void
test_broken_cache(void **state)
{
	const struct place *place = *state;
	struct arena arena = {0};
	struct cache cache = cache_open(&arena);
	keep(&cache, "a");
	char command[160];
	snprintf(command, sizeof command, "for f in %s/gpulint/compiled/*; do echo '{\"to' > $f; done", place->folder);
	assert_int_equal(system(command), 0);
	assert_false(is_kept(&cache, "a"));
	keep(&cache, "a");
	assert_true(is_kept(&cache, "a"));
	/* An impossible folder, and no folder. */
	cache.folder = "/dev/null/compiled";
	keep(&cache, "a");
	assert_false(is_kept(&cache, "a"));
	cache.folder = NULL;
	keep(&cache, "a");
	assert_false(is_kept(&cache, "a"));
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_answer, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_kept, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_kept_of_a_worker, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_not_kept, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_unanswered, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_ahead, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_templates, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_launched, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_many_instances, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_nothing_to_ask, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_room, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_broken_cache, make_place, remove_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
