#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "codegen/source/strip.h"
#include "codegen/worker/runner.h"
#include "codegen/worker/worker.h"
#include "runtime_check/compare.h"
#include "support/allocate.h"
#include "support/base64.h"
#include "support/clock.h"
#include "support/lexer.h"

/* ---- lexer ------------------------------------------------------------------------------------------------------- */

static void
expect_tokens(const char *text, const char *const *spellings)
{
	struct token *tokens = lexer_read(text, strlen(text));
	const struct token *token = tokens;
	for (; *spellings; spellings++, token++) {
		assert_int_not_equal(token->kind, TOKEN_END);
		assert_true(token_is(text, token, *spellings));
	}
	assert_int_equal(token->kind, TOKEN_END);
	free(tokens);
}

static void
lexer_sees_through_comments_and_strings(void **state)
{
	(void)state;
	expect_tokens("a /* { */ b // }\n\"{\\\"\" '{'", (const char *const[]){"a", "b", "\"{\\\"\"", "'{'", NULL});
	expect_tokens("R\"x({ \" )x\" ; u8R\"()\"", (const char *const[]){"R\"x({ \" )x\"", ";", "u8R\"()\"", NULL});
	expect_tokens("1'000.5e-3f + 0x1p-2", (const char *const[]){"1'000.5e-3f", "+", "0x1p-2", NULL});
	expect_tokens("#define A {\\\n } // x\nb", (const char *const[]){"#define A {\\\n } // x", "b", NULL});
	expect_tokens("a // joined \\\n{\nb", (const char *const[]){"a", "b", NULL});
	expect_tokens("#define A \"/*\"\nb", (const char *const[]){"#define A \"/*\"", "b", NULL});
	expect_tokens("#error don't \"/*\nb", (const char *const[]){"#error don't \"/*", "b", NULL});
	expect_tokens("don't\nb", (const char *const[]){"don", "'t", "b", NULL});
	expect_tokens("/* never closed {", (const char *const[]){NULL});
}

/* ---- blanking ---------------------------------------------------------------------------------------------------- */

static struct stripped
strip_text(const char *text)
{
	struct stripped stripped;
	struct annotation_macros *macros = annotation_macros_new();
	annotation_macros_collect(macros, text, strlen(text));
	strip_host_code(&stripped, text, strlen(text), macros);
	annotation_macros_free(macros);
	return stripped;
}

/* The remaining text, with runs of blanks as one space. */
static void
expect_left(const char *text, const char *left)
{
	struct stripped stripped = strip_text(text);
	assert_int_equal(stripped.length, strlen(text));
	char *squeezed = memory_alloc(stripped.length + 1);
	size_t size = 0;
	for (size_t i = 0; i < stripped.length; i++) {
		assert_int_equal(stripped.text[i] == '\n', text[i] == '\n');
		const char c = stripped.text[i] == '\n' ? ' ' : stripped.text[i];
		if (c != ' ' || (size > 0 && squeezed[size - 1] != ' '))
			squeezed[size++] = c;
	}
	while (size > 0 && squeezed[size - 1] == ' ')
		size--;
	squeezed[size] = '\0';
	assert_string_equal(squeezed, left);
	free(squeezed);
	stripped_free(&stripped);
}

static void
blank_removes_host_functions_and_variables(void **state)
{
	(void)state;
	expect_left("int main() { return f(\"}\"); }\n__global__ void k(int *a) { *a = 1; }",
	            "__global__ void k(int *a) { *a = 1; }");
	expect_left("static std::vector<int> v;\nconst int N = 3;\nfloat *h = nullptr;\n__constant__ float c[N];",
	            "const int N = 3; __constant__ float c[N];");
	expect_left(
		"template <typename T> T host(T a) { return a; }\ntemplate <typename T> __device__ T f(T a) { return a; }",
		"template <typename T> __device__ T f(T a) { return a; }");
	expect_left("constexpr int up(int a) { return a + 1; }\nint down(int a) { return a - 1; }",
	            "constexpr int up(int a) { return a + 1; }");
	expect_left("__host__ void f() {}\n__host__ __device__ void g() {}", "__device__ void g() {}");
	expect_left("struct S { int a; };\nusing T = S;\ntypedef int U;\nenum E { A = 1 };",
	            "struct S { int a; }; using T = S; typedef int U; enum E { A = 1 };");
	expect_left("namespace n { void f() {}\n__device__ int d; }\nextern \"C\" { void g() {} }",
	            "namespace n { __device__ int d; } extern \"C\" { }");
}

static void
blank_keeps_members_declared(void **state)
{
	(void)state;
	expect_left("struct S { S() : a(1), b{2} { host(); } __device__ int get() { return a; } int a, b; };",
	            "struct S { S() ; __device__ int get() { return a; } int a, b; };");
	expect_left(
		"#define HOST __host__\nstruct S { int a; __host__ void f(); HOST void g() { host(); } __host__ __device__ int h() { return a; } };",
		"#define HOST __host__ struct S { int a; void f(); void g() ; __device__ int h() { return a; } };");
	expect_left("struct S { bool operator()(int a) const { return host(a); } };",
	            "struct S { bool operator()(int a) const ; };");
}

static void
blank_knows_macros_for_annotations(void **state)
{
	(void)state;
	expect_left("#define HD __host__ __device__\nHD int f() { return 1; }\nint g() { return 2; }",
	            "#define HD __host__ __device__ HD int f() { return 1; }");
	expect_left("#define KERNEL(name) __global__ void name(int *a)\nKERNEL(k) { *a = 1; }",
	            "#define KERNEL(name) __global__ void name(int *a) KERNEL(k) { *a = 1; }");
	expect_left("__global__ void __launch_bounds__(128, 2) k(int *a) { *a = 1; }",
	            "__global__ void __launch_bounds__(128, 2) k(int *a) { *a = 1; }");
}

static void
blank_knows_macros_that_are_declarations(void **state)
{
	(void)state;
	expect_left(
		"#define REGISTER(n) static int r##n = f(#n);\nREGISTER(a)\nstruct P { int x; };\nREGISTER(b)\ntypedef int T;\n"
		"REGISTER(c)\n__device__ int d;\nREGISTER(e)\nint host() { return 1; }",
		"#define REGISTER(n) static int r##n = f(#n); REGISTER(a) struct P { int x; }; REGISTER(b) typedef int T; "
		"REGISTER(c) __device__ int d; REGISTER(e)");
	expect_left(
		"#define NOTHING(n)\n#define AGAIN(n) NOTHING(n)\nAGAIN(a)\nnamespace q { typedef int T; }\nAGAIN(b)\nvoid host() {}",
		"#define NOTHING(n) #define AGAIN(n) NOTHING(n) AGAIN(a) namespace q { typedef int T; } AGAIN(b)");
	expect_left(
		"#define OPEN namespace n {\n#define CLOSE }\nOPEN\nvoid host() {}\n__device__ int d;\nCLOSE\nvoid other() {}",
		"#define OPEN namespace n { #define CLOSE } OPEN __device__ int d; CLOSE");
	expect_left("#ifdef A\nPLUGIN(a)\n#else\nvoid f() {}\n#endif\n", "#ifdef A #else #endif");
	/* Code that uses a macro without a definition is assumed to be host code. */
	expect_left("PLUGIN(a, \"b\")\nstruct P { int x; };\nTEST(a, b) { f(); }\nMODULE(a)\n", "struct P { int x; };");
	/* A macro that is not a whole declaration begins one. */
	expect_left(
		"#define API(t) __device__ t\nAPI(int) f() { return 1; }\n#ifdef A\n#define K(n)\n#else\n#define K(n) __global__\n#endif\n"
		"K(1) void k() {}\nvoid host() {}",
		"#define API(t) __device__ t API(int) f() { return 1; } #ifdef A #define K(n) #else #define K(n) __global__ #endif "
		"K(1) void k() {}");
	expect_left("#define PLAIN(a, T) T a\nPLAIN(x, int);\nstruct S { S(int a) noexcept { host(); } ~S() {} };",
	            "#define PLAIN(a, T) T a struct S { S(int a) noexcept ; ~S() ; };");
	struct stripped stripped =
		strip_text("#define HAS(m) template <class T> struct has_##m {};\nHAS(foo)\n\nstruct P { int x; };");
	assert_int_equal(stripped.droppable_count, 3); /* HAS(foo), x and P */
	stripped_free(&stripped);
}

static void
blank_follows_preprocessor_branches(void **state)
{
	(void)state;
	expect_left("#ifdef A\nvoid f(int a) {\n#else\nvoid f(long a) {\n#endif\n}\n__device__ int d;",
	            "#ifdef A #else #endif __device__ int d;");
	expect_left("#ifdef A\nvoid f() {}\n#else\nvoid g() {}\n__device__ int d;\n#endif\nvoid h() {}",
	            "#ifdef A #else __device__ int d; #endif");
	expect_left("#if 0\nvoid f() {\n#endif\n__device__ int d;", "#if 0 void f() { #endif __device__ int d;");
}

static void
blank_survives_any_bytes(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"}}}",       "{",    "(((",       "template <",   "namespace", "struct S {", "operator",     "#if",
		"\xff\xfe{", "R\"(", "int f() {", "extern \"C\"", "a{b{c{",    "/*",         "class X : Y {"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct stripped stripped = strip_text(texts[i]);
		assert_int_equal(stripped.length, strlen(texts[i]));
		for (size_t j = 0; j < stripped.droppable_count; j++)
			assert_true(stripped.droppable[j].end <= stripped.length);
		stripped_free(&stripped);
	}
	char *deep = memory_alloc(20001);
	memset(deep, '{', 20000);
	deep[20000] = '\0';
	struct stripped stripped = strip_text(deep);
	stripped_free(&stripped);
	for (size_t i = 0; i + 12 <= 20000; i += 12)
		memcpy(deep + i, "namespace a{", 12);
	stripped = strip_text(deep);
	stripped_free(&stripped);
	free(deep);
}

static void
blank_finds_kernels(void **state)
{
	(void)state;
	struct stripped stripped =
		strip_text("int a;\ntemplate <int N>\n__global__ void\nk(int *p)\n{\n}\n__global__ void l() {}\n");
	assert_int_equal(stripped.kernel_count, 2);
	const struct range *kernel = stripped_kernel_at(&stripped, 4, 0);
	assert_non_null(kernel);
	assert_int_equal(kernel->begin, 7);
	assert_ptr_equal(kernel, stripped_kernel_at(&stripped, 2, 0));
	assert_ptr_equal(stripped_kernel_at(&stripped, 7, 0), kernel + 1);
	assert_null(stripped_kernel_at(&stripped, 1, 0));
	assert_null(stripped_kernel_at(&stripped, 99, 0));
	stripped_free(&stripped);
	stripped = strip_text("__global__ void k() {} __global__ void l() {}\n");
	assert_ptr_equal(stripped_kernel_at(&stripped, 1, 17), stripped.kernels);
	assert_ptr_equal(stripped_kernel_at(&stripped, 1, 40), stripped.kernels + 1);
	stripped_free(&stripped);
	stripped = strip_text("\n\n__global__ void k() {}"); /* no newline after the last one */
	assert_ptr_equal(stripped_kernel_at(&stripped, 3, 0), stripped.kernels);
	assert_ptr_equal(stripped_kernel_at(&stripped, 3, 17), stripped.kernels);
	assert_null(stripped_kernel_at(&stripped, 2, 0));
	stripped_free(&stripped);
}

/* Newlines and directives stay, because conditions may end after the kernel. */
static void
blank_leaves_kernels_out(void **state)
{
	(void)state;
	static const char text[] = "__global__ void k()\n{\n#if A\n\tf(\"}\");\n}\n#endif\n__global__ void l() {}\n";
	struct stripped stripped = strip_text(text);
	assert_int_equal(stripped.kernel_count, 2);
	stripped_leave_out(&stripped, &stripped.kernels[0]);
	assert_string_equal(stripped.text,
	                    "                   \n \n#if A\n        \n \n#endif\n__global__ void l() {}\n");
	stripped_free(&stripped);
}

/* For this many functions; the minimum of several tries, because the machine may be busy. */
static double
seconds_to_blank(size_t functions)
{
	static const char function[] = "int f(int x) { return x + 1; }\n";
	const size_t length = sizeof function - 1;
	char *text = memory_alloc(functions * length + 1);
	for (size_t i = 0; i < functions; i++)
		memcpy(text + i * length, function, length + 1);
	double least = INFINITY;
	for (int tries = 0; tries < 5; tries++) {
		const double begin = clock_processor_seconds();
		struct stripped stripped = strip_text(text);
		least = fmin(least, clock_processor_seconds() - begin);
		stripped_free(&stripped);
	}
	free(text);
	return least;
}

static void
blank_takes_time_by_the_length(void **state)
{
	(void)state;
	const double few = seconds_to_blank(2000), many = seconds_to_blank(16000);
	if (many > 24 * few)
		fail_msg("8 times as much took %.1f times as long", many / few);
}

/* ---- base64 ------------------------------------------------------------------------------------------------------ */

static void
base64_goes_both_ways(void **state)
{
	(void)state;
	static const char *const pairs[][2] = {
		{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		char *text = base64_encode((const uint8_t *)pairs[i][0], strlen(pairs[i][0]));
		assert_string_equal(text, pairs[i][1]);
		free(text);
		uint8_t *bytes;
		size_t count;
		assert_true(base64_decode(pairs[i][1], &bytes, &count));
		assert_int_equal(count, strlen(pairs[i][0]));
		assert_memory_equal(bytes, pairs[i][0], count);
		free(bytes);
	}
	uint8_t *bytes;
	size_t count;
	assert_false(base64_decode("abc", &bytes, &count));
	assert_false(base64_decode("ab!=", &bytes, &count));
	assert_false(base64_decode("a=bc", &bytes, &count));
}

/* ---- flags ------------------------------------------------------------------------------------------------------- */

static void
flags_become_nvrtc_s(void **state)
{
	(void)state;
	struct arena arena = {0};
	struct nvrtc_flags flags = {0};
	static const char *const given[] = {"-O3",
	                                    "-DA=1",
	                                    "-D",
	                                    "B",
	                                    "-UB",
	                                    "-I",
	                                    "inc",
	                                    "-I/abs",
	                                    "-std=gnu++20",
	                                    "-use_fast_math",
	                                    "-maxrregcount",
	                                    "32",
	                                    "--ftz=true",
	                                    "-Xcompiler",
	                                    "-fopenmp",
	                                    "-include",
	                                    "pre.h",
	                                    "-gencode",
	                                    "arch=compute_90,code=sm_90"};
	nvrtc_flags_add(&flags, given, sizeof given / sizeof *given, "/project", &arena);
	assert_int_equal(flags.defines.count, 1);
	assert_string_equal(flags.defines.items[0], "A=1");
	assert_int_equal(flags.folders.count, 2);
	assert_string_equal(flags.folders.items[0], "/project/inc");
	assert_string_equal(flags.folders.items[1], "/abs");
	static const char *const options[] = {"--std=c++20", "--use_fast_math", "--maxrregcount=32", "--ftz=true"};
	assert_int_equal(flags.options.count, sizeof options / sizeof *options);
	for (size_t i = 0; i < flags.options.count; i++)
		assert_string_equal(flags.options.items[i], options[i]);
	assert_string_equal(flags.includes.items[0], "pre.h");
	nvrtc_flags_free(&flags);
	arena_free(&arena);
}

/* ---- the runner -------------------------------------------------------------------------------------------------- */

static const struct runner_limits patient = {60, 60, 60};

static void
runner_carries_much_both_ways(void **state)
{
	(void)state;
	const size_t size = 5 * 1024 * 1024;
	char *input = memory_alloc(size);
	for (size_t i = 0; i < size; i++)
		input[i] = (char)('a' + i % 26);
	size_t length = 0;
	char *error = NULL;
	char *output = runner_run("cat", input, size, &patient, NULL, &length, &error);
	assert_non_null(output);
	assert_null(error);
	assert_int_equal(length, size);
	assert_memory_equal(output, input, size);
	free(output);
	free(input);
}

/* A call of runner_run in its own thread, so that the calls of a test wait at the same time. */
struct call {
	const char *command;
	const struct runner_limits *limits;
	const char *message; /* error message of the call; NULL: it succeeds */
	const char *input;   /* NULL: "x" */
	const struct runner_watch *watch;
	char *output, *error;
	double seconds;
	pthread_t thread;
};

static void *
make_call(void *argument)
{
	struct call *call = argument;
	const char *input = call->input ? call->input : "x";
	size_t length;
	const double begin = clock_seconds();
	call->output =
		runner_run(call->command, input, strlen(input), call->limits, call->watch, &length, &call->error);
	call->seconds = clock_seconds() - begin;
	return NULL;
}

static void
begin_call(struct call *call)
{
	assert_int_equal(pthread_create(&call->thread, NULL, make_call, call), 0);
}

/* The command must return the output, or fail within the limits with the message. */
static void
check_call(struct call *call, double most_seconds)
{
	if (!call->output != (call->message != NULL) || call->seconds >= most_seconds ||
	    (call->message && !strstr(call->error, call->message)))
		fail_msg("%s: %s after %g s", call->command, call->error ? call->error : "no error", call->seconds);
	if (!call->message)
		assert_null(call->error);
	free(call->error);
	free(call->output);
}

static void
end_call(struct call *call)
{
	pthread_join(call->thread, NULL);
	check_call(call, 10);
}

static void
assert_runner_fails(const char *command, const struct runner_limits *limits, const char *message)
{
	struct call call = {.command = command, .limits = limits, .message = message};
	begin_call(&call);
	end_call(&call);
}

static void
runner_ends_what_it_started(void **state)
{
	(void)state;
	/* Nothing must be left that holds the pipe's other end. */
	const struct runner_limits short_limits = {0.2, 0.2, 0.2};
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	char command[64], byte;
	snprintf(command, sizeof command, "sleep 20 >&%d; true", ends[1]);
	assert_runner_fails(command, &short_limits, "s");
	close(ends[1]);
	assert_int_equal(read(ends[0], &byte, 1), 0);
	close(ends[0]);
}

static void *
carry_back(void *argument)
{
	enum { LENGTH = 300000 };
	const struct runner_limits limits = {10, 10, 10};
	char *error, *input = memory_alloc(LENGTH);
	size_t length = 0;
	memset(input, *(const char *)argument, LENGTH);
	char *output = runner_run("sleep 0.1; cat", input, LENGTH, &limits, NULL, &length, &error);
	const bool same = output && length == LENGTH && memcmp(output, input, LENGTH) == 0;
	free(output);
	free(error);
	free(input);
	return same ? argument : NULL;
}

/* Each call gets its own end of file, although a runner that starts while another one begins could inherit its
 * pipes. */
static void
runner_serves_several_threads(void **state)
{
	(void)state;
	enum { THREADS = 16 };
	static const char letters[] = "abcdefghijklmnop";
	pthread_t threads[THREADS];
	const double begin = clock_seconds();
	for (size_t i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, carry_back, (void *)(uintptr_t)&letters[i]), 0);
	for (size_t i = 0; i < THREADS; i++) {
		void *done;
		pthread_join(threads[i], &done);
		assert_ptr_equal(done, &letters[i]);
	}
	assert_true(clock_seconds() - begin < 8);
}

static void
runner_keeps_what_was_written(void **state)
{
	(void)state;
	/* A command that answers without reading its input has answered, and so has one that fails afterwards. */
	char *big = memory_zeroed(1, 1 << 20), *error;
	size_t length;
	char *output = runner_run("exec <&-; echo done", big, 1 << 20, &patient, NULL, &length, &error);
	assert_string_equal(output, "done\n");
	assert_null(error);
	free(output);
	output = runner_run("echo done; kill -9 $$", big, 1 << 20, &patient, NULL, &length, &error);
	assert_string_equal(output, "done\n");
	assert_non_null(strstr(error, "died"));
	free(error);
	free(output);
	free(big);
}

static void count_waits(void *context, const char *command, double seconds, const struct runner_limits *limits);

static struct waits {
	unsigned count;
	double seconds;
	bool are_told;
} waits;
static const struct runner_watch watch_of_waits = {.wait = count_waits, .patience = 2, .context = &waits};
static const struct runner_limits slow_start = {0.2, 60, 60}, silent = {60, 0.2, 60}, whole = {60, 60, 0.2};

/* Calls that take seconds. They begin before all other tests, and wait during them. */
static struct call waiting = {"sleep 3; echo done", &patient, .watch = &watch_of_waits};
static struct call failing[] = {
	{"exit 3", &patient, .message = "exit status 3"},
	{"echo; exit 3", &patient, .message = "exit status 3"},
	{"kill -9 $$", &patient, .message = "died"},
	{"exec sleep 20", &slow_start, .message = "sent no answer"},
	{"echo; exec sleep 20", &silent, .message = "then sent nothing"},
	{"while echo; do sleep 0.1; done", &whole, .message = "did not end"},
	{"exec yes", &patient, .message = "too long"},
	{"exec >&-; sleep 20", &patient, .message = "died"},
};
/* A process that holds the output open after the command has ended is not the command. */
static struct call leaving[] = {
	{"sleep 20 & echo done", &patient, .input = "\n"},
	{"cat; (sleep 0.5; echo done; exec sleep 20) &", &patient, .input = "\n"},
	{"(trap '' HUP; exec sleep 20) & exec echo done", &patient, .input = "\n"},
	{"sleep 20 & exit 3", &patient, .message = "exit status 3"},
	/* The command exits successfully without output, and another process answers. */
	{"(sleep 2.5; echo done) & exit 0", &patient, .input = "x"},
};
enum { FAILING = sizeof failing / sizeof *failing, LEAVING = sizeof leaving / sizeof *leaving };

static void
count_waits(void *context, const char *command, double seconds, const struct runner_limits *limits)
{
	struct waits *counted = context;
	counted->count++;
	counted->seconds = seconds;
	counted->are_told = !strcmp(command, waiting.command) && limits->start == patient.start;
}

static int
begin_calls(void **state)
{
	(void)state;
	begin_call(&waiting);
	for (size_t i = 0; i < FAILING; i++)
		begin_call(&failing[i]);
	for (size_t i = 0; i < LEAVING; i++)
		begin_call(&leaving[i]);
	return 0;
}

static void
runner_says_what_went_wrong(void **state)
{
	(void)state;
	for (size_t i = 0; i < FAILING; i++)
		end_call(&failing[i]);
}

static void
runner_does_not_wait_for_what_is_left_behind(void **state)
{
	(void)state;
	for (size_t i = 0; i < LEAVING; i++) {
		pthread_join(leaving[i].thread, NULL);
		if (!leaving[i].message && (!leaving[i].output || !strstr(leaving[i].output, "done\n")))
			fail_msg("%s: no answer", leaving[i].command);
		check_call(&leaving[i], 10);
	}
}

static void
runner_reports_that_it_waits(void **state)
{
	(void)state;
	pthread_join(waiting.thread, NULL);
	assert_string_equal(waiting.output, "done\n");
	check_call(&waiting, 20);
	assert_int_equal(waits.count, 1);
	assert_true(waits.are_told && waits.seconds >= watch_of_waits.patience && waits.seconds < 3);
}

static void
worker_result_has_to_be_one(void **state)
{
	(void)state;
	static const struct {
		const char *runner, *message;
	} cases[] = {
		{"echo Welcome to the box", "it begins: Welcome"},
		{"echo '{\"a\": [1, 2'", "not JSON"},
		{"printf '{\"schema_version\": 1, \"stat'; kill -9 $$", "died"},
		{"echo '[]'", "not a result"},
		{"echo '{\"schema_version\": 2, \"status\": \"ok\", \"reason\": \"\"}'", "not a result"},
		{"echo '{\"schema_version\": 1, \"status\": 7, \"reason\": \"\"}'", "not a result"},
		{"echo '{\"schema_version\": 1, \"status\": \"bad-job\", \"reason\": \"kernels[0]\"}'", "kernels[0]"},
	};
	struct arena arena = {0};
	json_t *job = json_pack("{s:f, s:[], s:[]}", "seconds", 1.0, "sources", "kernels");
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *error = "";
		const struct runner runner = {.command = cases[i].runner};
		assert_null(worker_run(&runner, job, &arena, &error));
		assert_non_null(strstr(error, cases[i].message));
	}
	json_decref(job);
	arena_free(&arena);
}

/* ---- job and comparison ------------------------------------------------------------------------------------------ */

static const char program[] = "#include <vector>\n"
			      "__global__ void k(float *out, const float *in, int n)\n"
			      "{\n"
			      "\tout[threadIdx.x] = in[threadIdx.x * n] + in[0];\n"
			      "}\n"
			      "int main() { std::vector<int> v; }\n";

static struct site
make_site(const char *id, enum site_kind kind, uint32_t line, double requests, double sectors, double ideal)
{
	return (struct site){
		.id = id,
		.place = {"k.cu", line, 1, line, 10},
		.expression = "x",
		.kind = kind,
		.space = kind == SITE_BRANCH ? SPACE_NONE : SPACE_GLOBAL,
		.predicted = {requests, 32 * requests, sectors, ideal, NAN, NAN, kind == SITE_BRANCH ? sectors : NAN,
	                      NAN, NAN},
	};
}

struct fixture {
	struct facts facts;
	struct kernel kernel;
	struct launch launch;
	struct site sites[4];
	struct launch_argument inputs[3];
	struct finding findings[2];
	struct plan plan;
};

static void
build(struct fixture *fixture)
{
	static const uint8_t n[4] = {8, 0, 0, 0};
	*fixture = (struct fixture){.facts = {.gpu = "H200", .sm = "sm_90"}};
	fixture->inputs[0] = (struct launch_argument){.name = "out",
	                                              .kind = ARGUMENT_BUFFER,
	                                              .size = 8,
	                                              .buffer_bytes = 4096,
	                                              .buffer = 7,
	                                              .element_size = 4,
	                                              .number_size = 4,
	                                              .numbers_are_floats = true};
	fixture->inputs[1] = (struct launch_argument){.name = "in",
	                                              .kind = ARGUMENT_BUFFER,
	                                              .size = 8,
	                                              .buffer_bytes = 4096,
	                                              .buffer_offset = 16,
	                                              .buffer = 7,
	                                              .element_size = 4,
	                                              .number_size = 4,
	                                              .numbers_are_floats = true};
	fixture->inputs[2] = (struct launch_argument){.name = "n", .kind = ARGUMENT_BYTES, .size = 4, .bytes = n};
	fixture->sites[0] = make_site("store", SITE_STORE, 4, 8, 32, 32);
	fixture->sites[1] = make_site("load", SITE_LOAD, 4, 8, 256, 32);
	fixture->sites[2] = make_site("other", SITE_LOAD, 4, 8, 8, 8);
	fixture->sites[3] = make_site("branch", SITE_BRANCH, 5, 8, 4, NAN);
	fixture->launch = (struct launch){.place = {"k.cu", 6, 1, 6, 2},
	                                  .grid = {2, 1, 1},
	                                  .block = {128, 1, 1},
	                                  .data.inputs = fixture->inputs,
	                                  .data.input_count = 3,
	                                  .sites = fixture->sites,
	                                  .site_count = 4,
	                                  .occupancy.warps = NAN};
	fixture->kernel = (struct kernel){.name = "k",
	                                  .qualified_name = "k",
	                                  .link_name = "_Z1kPfPKfi",
	                                  .place = {"k.cu", 2, 17, 5, 2},
	                                  .resources = {.registers = -1, .spill_bytes = -1},
	                                  .status = "ok",
	                                  .launches = &fixture->launch,
	                                  .launch_count = 1};
	fixture->findings[0] = (struct finding){.rule = "a", .site = "load"};
	fixture->findings[1] = (struct finding){.rule = "b", .site = "branch"};
	fixture->facts.kernels = &fixture->kernel;
	fixture->facts.kernel_count = 1;
	fixture->facts.findings = fixture->findings;
	fixture->facts.finding_count = 2;
	const struct compile_command source = {.path = "k.cu", .text = program, .length = sizeof program - 1};
	const struct verify_options options = {.seconds = 5};
	plan_build(&fixture->plan, &fixture->facts, &source, 1, &options);
}

static void
tear_down(struct fixture *fixture)
{
	plan_free(&fixture->plan);
	arena_free(&fixture->facts.arena);
}

static void
plan_makes_a_job(void **state)
{
	(void)state;
	struct fixture fixture;
	build(&fixture);
	const json_t *source = json_array_get(json_object_get(fixture.plan.document, "sources"), 0);
	const char *text = json_string_value(json_object_get(source, "text"));
	assert_null(strstr(text, "main"));
	assert_int_equal(strlen(text), sizeof program - 1);
	const json_t *kernel = json_array_get(json_object_get(fixture.plan.document, "kernels"), 0);
	assert_string_equal(json_string_value(json_object_get(kernel, "name_expression")), "k");
	const json_t *extent = json_object_get(kernel, "extent");
	assert_int_equal(json_integer_value(json_array_get(extent, 0)), strstr(program, "__global__") - program);
	/* Two parameters point into one allocation. */
	assert_int_equal(json_array_size(json_object_get(kernel, "buffers")), 1);
	const json_t *launch = json_array_get(json_object_get(kernel, "launches"), 0);
	const json_t *arguments = json_object_get(launch, "arguments");
	assert_int_equal(json_integer_value(json_object_get(json_array_get(arguments, 1), "offset")), 16);
	assert_string_equal(json_string_value(json_object_get(json_array_get(arguments, 2), "base64")), "CAAAAA==");
	tear_down(&fixture);
}

static void
plan_skips_what_it_does_not_know(void **state)
{
	(void)state;
	struct fixture fixture;
	build(&fixture);
	plan_free(&fixture.plan);
	fixture.inputs[2].kind = ARGUMENT_UNKNOWN;
	fixture.inputs[2].type = "int";
	const struct compile_command source = {.path = "k.cu", .text = program, .length = sizeof program - 1};
	plan_build(&fixture.plan, &fixture.facts, &source, 1, &(struct verify_options){.seconds = 5});
	const json_t *kernel = json_array_get(json_object_get(fixture.plan.document, "kernels"), 0);
	assert_int_equal(json_array_size(json_object_get(kernel, "launches")), 0);
	assert_string_equal(fixture.plan.kernels[0].launches[0].skipped, "the value of argument 'n' is unknown");
	tear_down(&fixture);
}

/* Even if the program has a file with the header's name. */
static void
plan_leaves_the_librarys_kernels_out(void **state)
{
	(void)state;
	struct fixture fixture;
	build(&fixture);
	plan_free(&fixture.plan);
	fixture.kernel.is_library = true;
	const struct compile_command source = {.path = "k.cu", .text = program, .length = sizeof program - 1};
	plan_build(&fixture.plan, &fixture.facts, &source, 1, &(struct verify_options){.seconds = 5});
	assert_int_equal(json_array_size(json_object_get(fixture.plan.document, "kernels")), 0);
	json_t *result = json_loads("{\"status\": \"ok\", \"kernels\": []}", 0, NULL);
	compare_result(&fixture.facts, &fixture.plan, result);
	assert_non_null(strstr(fixture.kernel.status, "the library defines it"));
	json_decref(result);
	tear_down(&fixture);
}

static void
plan_names_kernels_as_cxx_can(void **state)
{
	(void)state;
	struct fixture fixture;
	build(&fixture);
	const char *arguments[] = {"(anonymous namespace)::local", "3"};
	fixture.kernel.template_args = arguments;
	fixture.kernel.template_arg_count = 2;
	fixture.kernel.qualified_name = "ns::(anonymous namespace)::k";
	const struct compile_command source = {.path = "k.cu", .text = program, .length = sizeof program - 1};
	plan_free(&fixture.plan);
	plan_build(&fixture.plan, &fixture.facts, &source, 1, &(struct verify_options){.seconds = 5});
	const json_t *kernel = json_array_get(json_object_get(fixture.plan.document, "kernels"), 0);
	assert_string_equal(json_string_value(json_object_get(kernel, "name_expression")), "ns::k<local, 3>");
	assert_null(json_object_get(kernel, "typed_name"));

	fixture.kernel.signature = "void (ns::(anonymous namespace)::pair *, int)";
	fixture.kernel.link_name = "_ZN2ns12_GLOBAL__N_11kEi@/home/k.cu";
	plan_free(&fixture.plan);
	plan_build(&fixture.plan, &fixture.facts, &source, 1, &(struct verify_options){.seconds = 5});
	kernel = json_array_get(json_object_get(fixture.plan.document, "kernels"), 0);
	assert_string_equal(json_string_value(json_object_get(kernel, "typed_name")),
	                    "(void (*)(ns::pair *, int))ns::k<local, 3>");
	assert_string_equal(json_string_value(json_object_get(kernel, "link_name")), "_ZN2ns12_GLOBAL__N_11kEi");

	fixture.kernel.signature = "void ((unnamed struct at k.cu:3:1))";
	plan_free(&fixture.plan);
	plan_build(&fixture.plan, &fixture.facts, &source, 1, &(struct verify_options){.seconds = 5});
	kernel = json_array_get(json_object_get(fixture.plan.document, "kernels"), 0);
	assert_null(json_object_get(kernel, "typed_name"));

	arguments[0] = "box<(lambda at k.cu:8:27)>";
	plan_free(&fixture.plan);
	plan_build(&fixture.plan, &fixture.facts, &source, 1, &(struct verify_options){.seconds = 5});
	assert_int_equal(json_array_size(json_object_get(fixture.plan.document, "kernels")), 0);
	json_t *result = json_loads("{\"status\": \"ok\", \"kernels\": []}", 0, NULL);
	compare_result(&fixture.facts, &fixture.plan, result);
	assert_non_null(strstr(fixture.kernel.status, "(lambda at k.cu:8:27) is a lambda's type"));
	assert_ptr_equal(fixture.sites[0].measured.note, fixture.kernel.status);
	json_decref(result);
	tear_down(&fixture);
}

static json_t *
result_with(const char *status, const char *lines)
{
	char text[4096];
	snprintf(
		text, sizeof text,
		"{\"status\": \"ok\", \"kernels\": [{\"id\": \"0 k\", \"status\": \"ok\", \"resources\": {\"registers\": 24, \"spill_store_bytes\": 0,"
		"\"static_shared\": 0}, \"launches\": [{\"id\": \"0\", \"status\": \"%s\", \"reason\": \"because\", \"metrics_status\": \"ok\","
		"\"occupancy\": {\"occupancy\": 0.5}, \"time\": {\"median_us\": 3.5, \"low_us\": 3, \"high_us\": 4, \"runs\": 11},"
		"\"lines\": [%s]}]}]}",
		status, lines);
	json_t *json = json_loads(text, 0, NULL);
	assert_non_null(json);
	return json;
}

static const char store_line[] =
	"{\"file\": \"k.cu\", \"line\": 4, \"space\": \"global\", \"kind\": \"store\", \"requests\": 8,"
	"\"lanes\": 256, \"sectors\": 32, \"ideal_sectors\": 32}";

static void
compare_fills_in_what_is_unambiguous(void **state)
{
	(void)state;
	struct fixture fixture;
	build(&fixture);
	char lines[1024];
	snprintf(
		lines, sizeof lines,
		"%s, {\"file\": \"k.cu\", \"line\": 3, \"space\": \"local\", \"kind\": \"store\", \"requests\": 4, \"sectors\": 16},"
		"{\"file\": \"k.cu\", \"line\": 4, \"space\": \"global\", \"kind\": \"load\", \"requests\": 16, \"sectors\": 264,"
		"\"ideal_sectors\": 40}, {\"file\": \"k.cu\", \"line\": 5, \"space\": \"none\", \"kind\": \"branch\", \"requests\": 8,"
		"\"divergent\": 0, \"uniform\": 8}",
		store_line);
	json_t *result = result_with("ok", lines);
	compare_result(&fixture.facts, &fixture.plan, result);
	assert_true(fixture.sites[0].measured.is_known);
	assert_true(fixture.sites[0].measured.figures.sectors == 32);
	assert_null(fixture.sites[0].measured.note);
	/* Two loads of different cost share a line: only their sum is known. */
	assert_false(fixture.sites[1].measured.is_known);
	assert_non_null(strstr(fixture.sites[1].measured.note, "predicted for all: 264, measured for all: 264"));
	/* This site is predicted to have all of the line's excess. */
	assert_true(fixture.sites[1].measured.line_excess == 224);
	assert_int_equal(fixture.findings[0].status, FINDING_CONFIRMED);
	assert_int_equal(fixture.findings[1].status, FINDING_REFUTED);
	assert_int_equal(fixture.kernel.resources.registers, 24);
	assert_true(fixture.launch.occupancy.warps == 0.5);
	assert_true(fixture.launch.measured.time.median_us == 3.5);
	assert_int_equal(fixture.launch.measured.local_count, 1);
	assert_int_equal(fixture.launch.measured.local[0].kind, SITE_STORE);
	assert_true(fixture.launch.measured.local[0].sectors == 16);
	json_decref(result);
	tear_down(&fixture);
}

static enum agreement
agreement_after(struct fixture *fixture, const char *lines, size_t site)
{
	json_t *result = result_with("ok", lines);
	compare_result(&fixture->facts, &fixture->plan, result);
	const enum agreement agreement = fixture->sites[site].measured.agreement;
	json_decref(result);
	tear_down(fixture);
	return agreement;
}

static void
compare_counts_requests_too(void **state)
{
	(void)state;
	static const char load[] =
		"{\"file\": \"k.cu\", \"line\": 4, \"space\": \"global\", \"kind\": \"load\", \"requests\": %g,"
		"\"sectors\": %g, \"ideal_sectors\": 32}";
	static const struct {
		double requests, sectors;
		enum agreement alone;
		enum agreement on_its_line;
	} cases[] = {
		{8, 256, AGREEMENT_FULL, AGREEMENT_NONE}, {4, 128, AGREEMENT_COST, AGREEMENT_NONE},
		{8, 128, AGREEMENT_NONE, AGREEMENT_NONE}, {16, 264, AGREEMENT_NONE, AGREEMENT_FULL},
		{8, 132, AGREEMENT_NONE, AGREEMENT_COST},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct fixture fixture;
		char lines[512];
		snprintf(lines, sizeof lines, load, cases[i].requests, cases[i].sectors);
		build(&fixture);
		fixture.sites[2].place.line = 3;
		assert_int_equal(agreement_after(&fixture, lines, 1), cases[i].alone);
		/* Two loads on the line: their sum is compared, and attributed to each if all are exact. */
		build(&fixture);
		assert_int_equal(agreement_after(&fixture, lines, 2), cases[i].on_its_line);
		build(&fixture);
		fixture.sites[1].confidence = CONFIDENCE_ASSUMED;
		assert_int_equal(agreement_after(&fixture, lines, 2),
		                 cases[i].on_its_line == AGREEMENT_FULL ? AGREEMENT_FULL : AGREEMENT_OPEN);
	}
}

static void
compare_reports_no_sum_of_what_is_not_predicted(void **state)
{
	(void)state;
	struct fixture fixture;
	build(&fixture);
	fixture.sites[2].predicted.sectors = NAN;
	json_t *result = result_with(
		"ok", "{\"file\": \"k.cu\", \"line\": 4, \"space\": \"global\", \"kind\": \"load\", \"requests\": 16,"
		      "\"sectors\": 264, \"ideal_sectors\": 40}");
	compare_result(&fixture.facts, &fixture.plan, result);
	assert_string_equal(fixture.sites[1].measured.note,
	                    "one of 2 on its line; not all predicted, measured for all: 264 sectors");
	json_decref(result);
	tear_down(&fixture);
}

/* If the compiler splits a branch, only some of its branches diverge: the total of divergent executions counts too. */
static void
compare_judges_branches_by_what_diverges(void **state)
{
	(void)state;
	static const struct {
		unsigned requests, divergent;
		enum finding_status status;
	} cases[] = {
		{8, 8, FINDING_CONFIRMED},
		{64, 24, FINDING_PARTLY_CONFIRMED}, /* more than predicted, of many more executions */
		{64, 4, FINDING_PARTLY_CONFIRMED},  /* half of it */
		{2, 1, FINDING_PARTLY_CONFIRMED},   /* half of the remaining ones */
		{64, 3, FINDING_REFUTED},
		{64, 0, FINDING_REFUTED},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct fixture fixture;
		char line[256];
		build(&fixture);
		fixture.sites[3].branch.form = BRANCH_SWITCH;
		fixture.sites[3].confidence = CONFIDENCE_ASSUMED;
		fixture.sites[3].predicted.divergent = 8;
		snprintf(
			line, sizeof line,
			"{\"file\": \"k.cu\", \"line\": 5, \"space\": \"none\", \"kind\": \"branch\", \"requests\": %u,"
			"\"divergent\": %u}",
			cases[i].requests, cases[i].divergent);
		json_t *result = result_with("ok", line);
		compare_result(&fixture.facts, &fixture.plan, result);
		assert_int_equal(fixture.findings[1].status, cases[i].status);
		if (i == 1)
			assert_string_equal(
				fixture.findings[1].status_reason,
				"0.375 divergent executions per request measured, 1 predicted, 3 times as many in all; the compiled code executes it 8 times as often as the source: the compiler turns a switch into several branches, or a jump table");
		json_decref(result);
		tear_down(&fixture);
	}
}

/* A cost within the bounds does not contradict the prediction, but a cost without excess contradicts the finding. */
static void
compare_heeds_bounds(void **state)
{
	(void)state;
	static const struct {
		double low, high;
		unsigned sectors;
		enum agreement agreement;
		enum finding_status status;
	} cases[] = {
		{32, 256, 248, AGREEMENT_BOUNDS, FINDING_PARTLY_CONFIRMED},
		{32, 256, 64, AGREEMENT_BOUNDS, FINDING_PARTLY_CONFIRMED},
		{32, 256, 32, AGREEMENT_BOUNDS, FINDING_REFUTED},
		{128, 256, 64, AGREEMENT_NONE, FINDING_REFUTED},
		{32, 256, 256, AGREEMENT_FULL, FINDING_CONFIRMED},
		{NAN, NAN, 64, AGREEMENT_NONE, FINDING_REFUTED},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct fixture fixture;
		char line[256];
		build(&fixture);
		struct site *store = &fixture.sites[0];
		fixture.findings[0].site = store->id;
		store->confidence = CONFIDENCE_BOUNDED;
		store->predicted.requests = 8;
		store->predicted.sectors = 256;
		store->predicted.ideal_sectors = 32;
		store->predicted.low = cases[i].low;
		store->predicted.high = cases[i].high;
		snprintf(
			line, sizeof line,
			"{\"file\": \"k.cu\", \"line\": 4, \"space\": \"global\", \"kind\": \"store\", \"requests\": 8,"
			"\"lanes\": 256, \"sectors\": %u, \"ideal_sectors\": 32}",
			cases[i].sectors);
		json_t *result = result_with("ok", line);
		compare_result(&fixture.facts, &fixture.plan, result);
		assert_int_equal(store->measured.agreement, cases[i].agreement);
		assert_int_equal(fixture.findings[0].status, cases[i].status);
		json_decref(result);
		tear_down(&fixture);
	}
}

/* Accesses in the toolkit's headers are counted on lines of these, wherever they are on the worker's machine. */
static void
compare_finds_lines_of_libraries(void **state)
{
	(void)state;
	struct fixture fixture;
	build(&fixture);
	fixture.sites[0].code.line_info = (struct place){.file = "/gpulint-headers/atomics.h", .line = 77};
	assert_int_equal(
		agreement_after(&fixture,
	                        "{\"file\": \"/opt/cuda/include/atomics.h\", \"line\": 77, \"space\": \"global\","
	                        "\"kind\": \"store\", \"requests\": 8, \"sectors\": 32, \"ideal_sectors\": 32}",
	                        0),
		AGREEMENT_FULL);
	/* A compiler that defines the function itself attributes it to the line of the call. */
	build(&fixture);
	fixture.sites[0].code.line_info = (struct place){.file = "/gpulint-headers/atomics.h", .line = 77};
	assert_int_equal(
		agreement_after(&fixture,
	                        "{\"file\": \"k.cu\", \"line\": 4, \"space\": \"global\","
	                        "\"kind\": \"store\", \"requests\": 8, \"sectors\": 32, \"ideal_sectors\": 32}",
	                        0),
		AGREEMENT_FULL);
}

/* Impossible or missing numbers in a result must not become figures. */
static void
compare_survives_results_that_lie(void **state)
{
	(void)state;
	static const char *const results[] = {
		"{}",
		"{\"status\": \"ok\", \"kernels\": 7}",
		"{\"status\": \"ok\", \"kernels\": []}",
		"{\"status\": \"ok\", \"kernels\": [null]}",
		"{\"status\": \"ok\", \"kernels\": [{\"id\": \"another\", \"status\": \"ok\"}]}",
		"{\"status\": \"ok\", \"kernels\": [{\"id\": \"0 k\"}]}",
		"{\"status\": \"ok\", \"kernels\": [{\"id\": \"0 k\", \"status\": \"ok\", \"launches\": {}}]}",
		"{\"status\": \"ok\", \"kernels\": [{\"id\": \"0 k\", \"status\": \"ok\", \"launches\": [{\"id\": \"1\"}]}]}",
		"{\"status\": \"ok\", \"kernels\": [{\"id\": \"0 k\", \"status\": \"ok\", \"resources\": {\"registers\": -3,"
		"\"spill_store_bytes\": 1e300, \"static_shared\": -9223372036854775807}, \"launches\": [{\"id\": \"0\","
		"\"status\": \"ok\", \"metrics_status\": \"ok\", \"occupancy\": {\"occupancy\": 17}, \"time\": {\"median_us\": 3,"
		"\"runs\": 9223372036854775807}, \"lines\": [{\"file\": \"k.cu\", \"line\": 4, \"space\": \"global\","
		"\"kind\": \"load\", \"requests\": -1, \"sectors\": 5}, {\"file\": \"k.cu\", \"line\": 4, \"space\": \"global\","
		"\"kind\": \"store\", \"requests\": 0, \"sectors\": 1e308}, {\"file\": 1, \"line\": \"x\"}, 3, null]}]}]}",
	};
	for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
		struct fixture fixture;
		build(&fixture);
		json_t *result = json_loads(results[i], 0, NULL);
		assert_non_null(result);
		compare_result(&fixture.facts, &fixture.plan, result);
		for (size_t k = 0; k < fixture.launch.site_count; k++)
			assert_false(fixture.sites[k].measured.is_known);
		assert_int_equal(fixture.findings[0].status, FINDING_NOT_MEASURED);
		assert_true(fixture.kernel.resources.registers == -1 && fixture.kernel.resources.static_shared >= 0);
		assert_int_equal(fixture.launch.measured.time.runs, 0);
		assert_false(fixture.launch.occupancy.warps > 1);
		json_decref(result);
		tear_down(&fixture);
	}
}

static void
compare_judges_findings(void **state)
{
	(void)state;
	static const struct {
		double sectors, requests;
		enum finding_status status;
	} cases[] = {
		{256, 8, FINDING_CONFIRMED},        /* 32 sectors per request, as predicted */
		{64, 2, FINDING_PARTLY_CONFIRMED},  /* the same with fewer requests */
		{192, 8, FINDING_PARTLY_CONFIRMED}, /* most of the predicted excess */
		{40, 8, FINDING_REFUTED},           /* hardly any excess */
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct fixture fixture;
		build(&fixture);
		fixture.sites[2].place.line = 3;
		char lines[512];
		snprintf(lines, sizeof lines,
		         "{\"file\": \"k.cu\", \"line\": 4, \"space\": \"global\", \"kind\": \"load\","
		         "\"requests\": %g, \"sectors\": %g, \"ideal_sectors\": %g}",
		         cases[i].requests, cases[i].sectors, 4 * cases[i].requests);
		json_t *result = result_with("ok", lines);
		compare_result(&fixture.facts, &fixture.plan, result);
		assert_int_equal(fixture.findings[0].status, cases[i].status);
		assert_int_equal(fixture.findings[1].status, FINDING_NOT_MEASURED);
		json_decref(result);
		tear_down(&fixture);
	}
}

static void
compare_reports_failures_at_the_kernel(void **state)
{
	(void)state;
	struct fixture fixture;
	build(&fixture);
	json_t *result = result_with("fault", "");
	compare_result(&fixture.facts, &fixture.plan, result);
	assert_string_equal(fixture.kernel.status, "fault: because");
	assert_int_equal(fixture.kernel.status_place.line, 6);
	assert_string_equal(fixture.sites[0].measured.note, "fault: because");
	assert_int_equal(fixture.findings[0].status, FINDING_NOT_MEASURED);
	json_decref(result);
	tear_down(&fixture);
}

/* The report says once that nothing ran, not at each site. */
static void
compare_without_a_gpu_keeps_what_was_compiled(void **state)
{
	(void)state;
	struct fixture fixture;
	build(&fixture);
	json_t *result = result_with("not-run", "");
	json_object_set_new(result, "status", json_string("no-device"));
	compare_result(&fixture.facts, &fixture.plan, result);
	assert_int_equal(fixture.kernel.resources.registers, 24);
	assert_null(fixture.sites[0].measured.note);
	assert_int_equal(fixture.findings[0].status, FINDING_NOT_MEASURED);
	json_decref(result);
	tear_down(&fixture);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lexer_sees_through_comments_and_strings),
		cmocka_unit_test(blank_removes_host_functions_and_variables),
		cmocka_unit_test(blank_keeps_members_declared),
		cmocka_unit_test(blank_knows_macros_for_annotations),
		cmocka_unit_test(blank_knows_macros_that_are_declarations),
		cmocka_unit_test(blank_follows_preprocessor_branches),
		cmocka_unit_test(blank_survives_any_bytes),
		cmocka_unit_test(blank_finds_kernels),
		cmocka_unit_test(blank_leaves_kernels_out),
		cmocka_unit_test(blank_takes_time_by_the_length),
		cmocka_unit_test(base64_goes_both_ways),
		cmocka_unit_test(flags_become_nvrtc_s),
		cmocka_unit_test(runner_carries_much_both_ways),
		cmocka_unit_test(runner_serves_several_threads),
		cmocka_unit_test(runner_keeps_what_was_written),
		cmocka_unit_test(worker_result_has_to_be_one),
		cmocka_unit_test(plan_makes_a_job),
		cmocka_unit_test(plan_skips_what_it_does_not_know),
		cmocka_unit_test(plan_leaves_the_librarys_kernels_out),
		cmocka_unit_test(plan_names_kernels_as_cxx_can),
		cmocka_unit_test(compare_fills_in_what_is_unambiguous),
		cmocka_unit_test(compare_counts_requests_too),
		cmocka_unit_test(compare_judges_branches_by_what_diverges),
		cmocka_unit_test(compare_heeds_bounds),
		cmocka_unit_test(compare_reports_no_sum_of_what_is_not_predicted),
		cmocka_unit_test(compare_finds_lines_of_libraries),
		cmocka_unit_test(compare_survives_results_that_lie),
		cmocka_unit_test(compare_judges_findings),
		cmocka_unit_test(compare_reports_failures_at_the_kernel),
		cmocka_unit_test(compare_without_a_gpu_keeps_what_was_compiled),
		cmocka_unit_test(runner_says_what_went_wrong),
		cmocka_unit_test(runner_does_not_wait_for_what_is_left_behind),
		cmocka_unit_test(runner_reports_that_it_waits),
		/* No other call begins while its pipe is open, which every child inherits. */
		cmocka_unit_test(runner_ends_what_it_started),
	};
	return cmocka_run_group_tests(tests, begin_calls, NULL);
}
