#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/allocate.h"
#include "support/clock.h"
#include "support/process.h"

/* The exit status of a child that ran out of memory. Neither the driver nor NVRTC uses it for anything else. */
enum { NO_MEMORY = 117 };

void
child_send(FILE *messages, json_t *message)
{
	json_dumpf(message, messages, JSON_COMPACT | JSON_REAL_PRECISION(17));
	fputc('\n', messages);
	fflush(messages);
	json_decref(message);
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* A signal handler has no argument of ours, so the state that a dying child needs is static. Only a child sets it,
 * once, before anything can fail in it. The parent does not have it. */
static struct {
	uint64_t memory, memory_at_start; /* allowed bytes, and bytes in use at the start */
	int messages;                     /* file descriptor for its last message */
	int used; /* the kernel's account of its memory, already open: a confined child cannot open files */
} dying;

/* The leading newline ends a line that was being written. */
static const char memory_message[] = "\n{\"out_of_memory\": true}\n";

/* Bytes of the process that RLIMIT_DATA counts; 0: unknown. Async-signal-safe. */
static uint64_t
memory_used(void)
{
	char text[256] = "";
	const ssize_t length = pread(dying.used, text, sizeof text - 1, 0);
	uint64_t pages = 0;
	enum { DATA_FIELD = 5 }; /* data and stack, in pages: the sixth number */
	int field = 0;
	for (ssize_t i = 0; i < length && field <= DATA_FIELD; i++) {
		if (text[i] == ' ')
			field++;
		else if (field == DATA_FIELD)
			pages = pages * 10 + (uint64_t)(text[i] - '0');
	}
	return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* A process without memory dies in several ways: it aborts, or it uses an address that it did not get. Before an abort,
 * a failed allocation is the reason. A wrong address may follow long after a failed allocation that the process
 * survived. */
static void
report_death(int number)
{
	const bool refused = number == SIGABRT && errno == ENOMEM;
	if ((refused || memory_used() > dying.memory_at_start + dying.memory / 2) &&
	    write(dying.messages, memory_message, sizeof memory_message - 1) < 0)
		_exit(1);
	raise(number); /* the handler was reset */
}

/* RLIMIT_AS does not work: CUDA reserves far more addresses than there is memory. */
static void
limit_memory(uint64_t memory, int messages)
{
	static const int deaths[] = {SIGABRT, SIGSEGV, SIGBUS};
	if (!memory)
		return;
	dying.used = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	const uint64_t at_start = memory_used();
	const struct rlimit limit = {at_start + memory, at_start + memory};
	if (setrlimit(RLIMIT_DATA, &limit) != 0)
		return;
	dying.memory = memory;
	dying.memory_at_start = at_start;
	dying.messages = messages;
	for (size_t i = 0; i < sizeof deaths / sizeof *deaths; i++)
		sigaction(deaths[i],
		          &(struct sigaction){.sa_handler = report_death, .sa_flags = (int)SA_RESETHAND | SA_NODEFER},
		          NULL);
}

/* Processor time, unlike wall time, does not depend on other load of the machine. */
static void
limit_processor(double seconds)
{
	const rlim_t limit = (rlim_t)ceil(seconds);
	if (seconds > 0)
		setrlimit(RLIMIT_CPU, &(struct rlimit){limit, limit + 1});
}

/* ---- the child --------------------------------------------------------------------------------------------------- */

static _Noreturn void
be_child(child_work *work, void *context, const struct child_limits *limits, int pipe_end, pid_t parent)
{
	if (limits->not_kept)
		close(fileno(limits->not_kept));
	/* Kernels print to standard output, which carries the worker's result. */
	const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (null >= 0)
		dup2(null, STDOUT_FILENO);
	/* If the worker is killed, no kernel may keep running. Core dumps of CUDA processes are of no use. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	memory_end_with(NO_MEMORY);
	limit_memory(limits->memory, pipe_end);
	limit_processor(limits->processor);
	FILE *messages = fdopen(pipe_end, "w");
	if (!messages)
		_exit(1);
	work(context, messages);
	fflush(messages);
	_exit(0); /* no exit handlers: those of a broken CUDA context can hang */
}

struct receiver {
	child_receive *receive;
	void *context;
	char *text; /* the incomplete line and what has just arrived */
	size_t length, capacity;
	size_t searched; /* bytes of it that contain no newline */
	bool out_of_memory;
};

/* Passes on the complete lines that have arrived. */
static void
deliver(struct receiver *receiver)
{
	size_t begin = 0, searched = receiver->searched;
	for (char *end; (end = memchr(receiver->text + searched, '\n', receiver->length - searched));) {
		json_t *message = json_loadb(receiver->text + begin, (size_t)(end - receiver->text) - begin, 0, NULL);
		if (json_is_true(json_object_get(message, "out_of_memory")))
			receiver->out_of_memory = true;
		else if (message)
			receiver->receive(receiver->context, message);
		json_decref(message);
		begin = searched = (size_t)(end - receiver->text) + 1;
	}
	if (begin > 0)
		memmove(receiver->text, receiver->text + begin, receiver->length - begin);
	receiver->length -= begin;
	receiver->searched = receiver->length;
}

/* Reads until the pipe ends. False: nothing arrived for too long. */
static bool
read_messages(struct receiver *receiver, int fd, double seconds)
{
	double deadline = clock_seconds() + seconds;
	for (;;) {
		const double left = deadline - clock_seconds();
		struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
		const int ready = left > 0 ? poll(&poll_fd, 1, left > 1e6 ? 1000000000 : (int)(left * 1e3) + 1) : 0;
		if (ready < 0 && errno == EINTR)
			continue;
		if (ready <= 0)
			return false;
		enum { CHUNK = 1 << 16 };
		receiver->text = memory_grow(receiver->text, &receiver->capacity, receiver->length + CHUNK, 1);
		const ssize_t count = read(fd, receiver->text + receiver->length, CHUNK);
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return true;
		receiver->length += (size_t)count;
		deliver(receiver);
		deadline = clock_seconds() + seconds;
	}
}

static void
describe_want(struct child_result *result, uint64_t memory)
{
	result->end = CHILD_OUT_OF_MEMORY;
	if (!memory)
		snprintf(result->text, sizeof result->text, "there was not enough memory");
	else
		snprintf(result->text, sizeof result->text,
		         "it needs more than the limit of %llu MiB of memory per process",
		         (unsigned long long)(memory >> 20));
}

static void
describe_death(struct child_result *result, int status, const struct child_limits *limits)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == NO_MEMORY) {
		describe_want(result, limits->memory);
	} else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU && limits->processor > 0) {
		result->end = CHILD_NO_END;
		snprintf(result->text, sizeof result->text, "it was stopped after %g s of processor time",
		         ceil(limits->processor));
	} else if (WIFSIGNALED(status)) {
		result->end = CHILD_CRASHED;
		snprintf(result->text, sizeof result->text, "the process died: %s", strsignal(WTERMSIG(status)));
	} else if (WEXITSTATUS(status) != 0) {
		result->end = CHILD_CRASHED;
		snprintf(result->text, sizeof result->text, "the process ended with status %d", WEXITSTATUS(status));
	}
}

/* In seconds. Before a process that used a GPU ends, its kernels are stopped and its memory on the GPU is freed. */
#define LONGEST_END 12.0

/* A child that does not end even when killed is abandoned; then it returns false. */
static bool
end_child(pid_t child, struct child_result *result, int *status)
{
	if (result->end == CHILD_TIMEOUT)
		kill(child, SIGKILL);
	if (process_wait(child, LONGEST_END, status))
		return true;
	kill(child, SIGKILL);
	const size_t length = strlen(result->text);
	snprintf(result->text + length, sizeof result->text - length,
	         "%s; %g s later the process still existed: the GPU or its driver hangs",
	         length ? "" : "it sent no message", LONGEST_END);
	return false;
}

/* Held while a child starts. Otherwise another child could inherit the writing end of the pipe, and the pipe would stay
 * open as long as that child runs. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

/* Returns the child and the end from which its messages are read. Negative: it could not be started. */
static pid_t
start_child(child_work *work, void *context, const struct child_limits *limits, int *end)
{
	int ends[2] = {-1, -1};
	const pid_t parent = getpid();
	pid_t child = -1;
	pthread_mutex_lock(&starting);
	/* Processes that the driver starts may outlive the child. */
	if (pipe(ends) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0 && (child = fork()) == 0) {
		pthread_mutex_unlock(&starting); /* the child may have children of its own */
		close(ends[0]);
		be_child(work, context, limits, ends[1], parent);
	}
	const int error = errno;
	if (ends[1] >= 0)
		close(ends[1]);
	if (child < 0 && ends[0] >= 0)
		close(ends[0]);
	pthread_mutex_unlock(&starting);
	errno = error;
	*end = ends[0];
	return child;
}

struct child_result
child_run(child_work *work, child_receive *receive, void *context, const struct child_limits *limits)
{
	struct child_result result = {.end = CHILD_DONE};
	int end;
	const pid_t child = start_child(work, context, limits, &end);
	if (child < 0) {
		result.end = CHILD_CRASHED;
		snprintf(result.text, sizeof result.text, "no process could be started: %s", strerror(errno));
		return result;
	}
	struct receiver receiver = {.receive = receive, .context = context};
	if (!read_messages(&receiver, end, limits->seconds)) {
		result.end = CHILD_TIMEOUT;
		snprintf(result.text, sizeof result.text, "it was stopped after %g s", limits->seconds);
	}
	close(end);
	free(receiver.text);
	int status;
	const bool ended = end_child(child, &result, &status);
	if (receiver.out_of_memory)
		describe_want(&result, limits->memory);
	else if (result.end == CHILD_DONE && ended)
		describe_death(&result, status, limits);
	return result;
}

const char *
child_status(const struct child_result *result)
{
	const bool took_too_long = result->end == CHILD_TIMEOUT || result->end == CHILD_NO_END;
	return took_too_long ? "timeout" : result->end == CHILD_OUT_OF_MEMORY ? "out-of-memory" : "crash";
}
