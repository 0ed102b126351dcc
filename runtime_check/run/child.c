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

#include "support/clock.h"
#include "support/memory.h"
#include "support/process.h"

/* With which a child ends that had too little: neither the driver nor NVRTC has it for anything else. */
enum { NO_MEMORY = 117 };

void
child_send(FILE *messages, json_t *message)
{
	json_dumpf(message, messages, JSON_COMPACT | JSON_REAL_PRECISION(17));
	fputc('\n', messages);
	fflush(messages);
	json_decref(message);
}

/* ---- memory -------------------------------------------------------------------------------------------------------- */

/* Handlers of signals are given nothing of ours, so it is static what a dying child's needs. Only a child sets it, once, before
 * anything of it can die, and its parent has none of it. */
static struct {
	uint64_t memory, memory_at_start; /* bytes that it may have, and those it began with */
	int messages;                     /* where its last message goes */
	int used; /* the kernel's account of its memory, open: a confined child opens nothing more */
} dying;

/* On a line of its own, whatever was being written. */
static const char memory_message[] = "\n{\"out_of_memory\": true}\n";

/* Bytes of the process that a limit of them counts; 0: not known. Fit for handlers of signals. */
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

/* Whoever gets no memory dies in one of many ways: of an abort, or of using what he did not get. Of an abort, which nothing
 * comes before, a refusal is the reason; who uses a wrong address may have been refused something long before, and gone on
 * without. */
static void
report_death(int number)
{
	const bool refused = number == SIGABRT && errno == ENOMEM;
	if ((refused || memory_used() > dying.memory_at_start + dying.memory / 2) &&
	    write(dying.messages, memory_message, sizeof memory_message - 1) < 0)
		_exit(1);
	raise(number); /* the handler is gone */
}

/* RLIMIT_AS would not do: CUDA reserves far more addresses than there is memory. */
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

/* Unlike the time that a clock tells, it is the same on a busy machine. */
static void
limit_processor(double seconds)
{
	const rlim_t limit = (rlim_t)ceil(seconds);
	if (seconds > 0)
		setrlimit(RLIMIT_CPU, &(struct rlimit){limit, limit + 1});
}

/* ---- the child ----------------------------------------------------------------------------------------------------- */

static _Noreturn void
be_child(child_work *work, void *context, const struct child_limits *limits, int pipe_end, pid_t parent)
{
	if (limits->not_kept)
		close(fileno(limits->not_kept));
	/* Kernels print to standard output, which in the worker is the result's. */
	const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (null >= 0)
		dup2(null, STDOUT_FILENO);
	/* A killed worker must not leave a kernel running for ever; and a core of a CUDA process helps nobody. */
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
	char *text; /* of the line that has begun, and what has just come */
	size_t length, capacity;
	size_t searched; /* bytes of it in which there is no line's end */
	bool out_of_memory;
};

/* Hands on the complete lines among what has arrived. */
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

/* Reads until the pipe ends; false when nothing came for too long. */
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

/* A GPU's memory is given back, and what it is still busy with is stopped, before a process that used it ends. */
#define LONGEST_END 12.0

/* One that will not end even when it is killed is left alone. False: that is so. */
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

/* Children that run side by side: of a pipe's end for writing nobody but its own child has a copy, or it would seem open for as long
 * as the other goes on. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

/* Yields the child, and where to read what it says; negative: there is none. */
static pid_t
start_child(child_work *work, void *context, const struct child_limits *limits, int *end)
{
	int ends[2] = {-1, -1};
	const pid_t parent = getpid();
	pid_t child = -1;
	pthread_mutex_lock(&starting);
	/* What the driver starts for itself may outlive the child. */
	if (pipe(ends) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0 && (child = fork()) == 0) {
		pthread_mutex_unlock(&starting); /* it may have children of its own */
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
