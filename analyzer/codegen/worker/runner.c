/* For POSIX_SPAWN_SETSID and pipe2. */
#define _GNU_SOURCE

#include "codegen/worker/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "codegen/worker/find_worker.h"
#include "codegen/worker/protocol.h"
#include "support/allocate.h"
#include "support/clock.h"
#include "support/process.h"

extern char **environ;

static char *
format(const char *text, ...)
{
	va_list arguments;
	char *message = memory_alloc(512);
	va_start(arguments, text);
	vsnprintf(message, 512, text, arguments);
	va_end(arguments);
	return message;
}

/* The parent's ends of the connection. The input is a socket: writing without a reader returns an error instead of a
 * signal. */
struct channel {
	int input, output, errors; /* -1: closed or absent */
	pid_t process;
};

/* Starts the command in its own session, so that all its processes can be killed together, with the given signal
 * mask. */
static int
spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions, char *const arguments[],
      const sigset_t *mask)
{
	posix_spawnattr_t attributes;
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, mask);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
	const int status = posix_spawnp(process, path, actions, &attributes, arguments, environ);
	posix_spawnattr_destroy(&attributes);
	return status;
}

/* Signals that terminate a process: SIGPIPE if nothing reads gpulint's output, SIGXCPU after the CPU limit, and
 * those of users. */
static const int ending_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof *ending_signals };

/* Sessions to kill with this process; 0: free. These variables are static because the signal handler reads them and
 * receives no context. Runs in several threads share them. */
static _Atomic pid_t running[RUNNER_MOST];
static struct sigaction before[ENDING_SIGNALS];
static unsigned running_count;
static pthread_mutex_t running_lock = PTHREAD_MUTEX_INITIALIZER;

/* Number of threads that start or end a session. While it is not 0, `running` may be out of date. */
static _Atomic unsigned changing;
static _Atomic bool ending;

/* Blocks the thread's own signals during the change. The handler in another thread waits for the change to end. */
static void
begin_change(sigset_t *mask)
{
	sigset_t ending_set;
	sigemptyset(&ending_set);
	for (size_t i = 0; i < ENDING_SIGNALS; i++)
		sigaddset(&ending_set, ending_signals[i]);
	pthread_sigmask(SIG_BLOCK, &ending_set, mask);
	changing++;
	if (!ending)
		return;
	changing--;
	for (;;)
		pause();
}

static void
end_change(const sigset_t *mask)
{
	changing--;
	pthread_sigmask(SIG_SETMASK, mask, NULL);
}

static void
end_with_runner(int number)
{
	ending = true;
	while (changing)
		nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
	for (size_t i = 0; i < RUNNER_MOST; i++) {
		const pid_t session = running[i];
		if (session)
			kill(-session, SIGKILL);
	}
	signal(number, SIG_DFL);
	raise(number);
}

/* The terminal's signals do not reach another session, so the handler forwards them. Ignored signals stay ignored.
 * Call this within a change: the handler may wait for other threads' changes, which wait for the lock. */
static void
take_signals(void)
{
	pthread_mutex_lock(&running_lock);
	for (size_t i = 0; running_count == 0 && i < ENDING_SIGNALS; i++) {
		const struct sigaction action = {.sa_handler = end_with_runner};
		sigaction(ending_signals[i], NULL, &before[i]);
		if (before[i].sa_handler == SIG_DFL)
			sigaction(ending_signals[i], &action, NULL);
	}
	running_count++;
	pthread_mutex_unlock(&running_lock);
}

static void
give_signals_back(void)
{
	pthread_mutex_lock(&running_lock);
	running_count--;
	for (size_t i = 0; running_count == 0 && i < ENDING_SIGNALS; i++)
		sigaction(ending_signals[i], &before[i], NULL);
	pthread_mutex_unlock(&running_lock);
}

/* Replaces one session in the list by another; 0: none. */
static void
replace_session(pid_t old, pid_t session)
{
	size_t index = 0;
	pthread_mutex_lock(&running_lock);
	while (running[index] != old)
		index++;
	running[index] = session;
	pthread_mutex_unlock(&running_lock);
}

static bool
start(struct channel *channel, const char *command, bool is_heard, char **error)
{
	int input[2] = {-1, -1}, output[2] = {-1, -1}, errors[2] = {-1, -1};
	struct arena arena = {0};
	const char *worker = find_worker(&arena);
	char parent[32];
	posix_spawn_file_actions_t actions;
	bool started = false;
	/* Close-on-exec must be atomic: a process that another thread starts would keep the descriptors open. */
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input) != 0 || pipe2(output, O_CLOEXEC) != 0 ||
	    (is_heard && pipe2(errors, O_CLOEXEC) != 0)) {
		*error = format("%s", strerror(errno));
		goto cleanup;
	}
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
	if (is_heard)
		posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
	char *const through_shell[] = {"sh", "-c", (char *)command, NULL};
	snprintf(parent, sizeof parent, "%ld", (long)getpid());
	char *const direct[] = {(char *)worker, PARENT_OPTION, parent, NULL};
	sigset_t mask;
	begin_change(&mask);
	take_signals();
	const int status = command ? spawn(&channel->process, "/bin/sh", &actions, through_shell, &mask)
	                           : spawn(&channel->process, worker, &actions, direct, &mask);
	if (status == 0)
		replace_session(0, channel->process);
	else
		give_signals_back();
	end_change(&mask);
	posix_spawn_file_actions_destroy(&actions);
	if (status != 0) {
		*error = format("cannot run %s: %s", command ? command : worker, strerror(status));
		goto cleanup;
	}
	channel->input = input[1];
	channel->output = output[0];
	channel->errors = errors[0];
	input[1] = output[0] = errors[0] = -1;
	started = true;

cleanup:
	for (int i = 0; i < 2; i++) {
		if (input[i] >= 0)
			close(input[i]);
		if (output[i] >= 0)
			close(output[i]);
		if (errors[i] >= 0)
			close(errors[i]);
	}
	arena_free(&arena);
	return started;
}

struct text {
	char *bytes;
	size_t length, capacity;
	size_t signs, blanks; /* leading line ends, and leading white space, as far as scanned */
};

/* More than any result, so the output is something else. */
enum { MOST_OUTPUT = 1 << 28 };

enum exchange_end { EXCHANGE_DONE, EXCHANGE_NO_START, EXCHANGE_SILENT, EXCHANGE_TOO_LONG, EXCHANGE_TOO_MUCH };

/* Writes as much as the socket accepts. True: at least one byte. */
static bool
write_part(struct channel *channel, const char *input, size_t length, size_t *written)
{
	const ssize_t count = send(channel->input, input + *written, length - *written, MSG_NOSIGNAL | MSG_DONTWAIT);
	if (count >= 0)
		*written += (size_t)count;
	else if (errno != EAGAIN && errno != EINTR)
		*written = length; /* the reader is gone; its output may still follow */
	return count > 0;
}

/* Continues where the last scan ended, because the output may be unlimited. */
static void
look_at_beginning(struct text *output)
{
	while (output->signs < output->length && output->bytes[output->signs] == '\n')
		output->signs++;
	while (output->blanks < output->length && output->bytes[output->blanks] &&
	       strchr(" \t\r\n", output->bytes[output->blanks]))
		output->blanks++;
}

/* Reads the available bytes and returns their number; 0 at the end. */
static size_t
read_part(struct channel *channel, struct text *output)
{
	enum { CHUNK = 1 << 16 };
	output->bytes = memory_grow(output->bytes, &output->capacity, output->length + CHUNK + 1, 1);
	ssize_t count;
	while ((count = read(channel->output, output->bytes + output->length, CHUNK)) < 0 && errno == EINTR)
		continue;
	output->length += count > 0 ? (size_t)count : 0;
	look_at_beginning(output);
	return count > 0 ? (size_t)count : 0;
}

/* Reports whole lines; at the end, or for an overlong line, everything. */
static void
report_errors(const struct runner_watch *watch, struct text *errors, bool is_end)
{
	enum { LONGEST_LINE = 1 << 16 };
	size_t reported = errors->length;
	while (!is_end && reported && errors->length < LONGEST_LINE && errors->bytes[reported - 1] != '\n')
		reported--;
	if (!reported)
		return;
	if (watch && watch->hear)
		watch->hear(watch->context, errors->bytes, reported);
	memmove(errors->bytes, errors->bytes + reported, errors->length - reported);
	errors->length -= reported;
}

/* False: end of the error stream. */
static bool
hear(struct channel *channel, const struct runner_watch *watch, struct text *errors)
{
	enum { CHUNK = 1 << 12 };
	errors->bytes = memory_grow(errors->bytes, &errors->capacity, errors->length + CHUNK, 1);
	const ssize_t count = read(channel->errors, errors->bytes + errors->length, CHUNK);
	if (count <= 0 && (count == 0 || errno != EINTR)) {
		close(channel->errors);
		channel->errors = -1;
	}
	errors->length += count > 0 ? (size_t)count : 0;
	report_errors(watch, errors, channel->errors < 0);
	return channel->errors >= 0;
}

/* Reads what is available by now. A process that the command left running may hold the stream open. */
static void
hear_rest(struct channel *channel, const struct runner_watch *watch, struct text *errors)
{
	enum { MOST_READS = 256 };
	struct pollfd fd = {.fd = channel->errors, .events = POLLIN};
	for (int i = 0; i < MOST_READS && poll(&fd, 1, 0) > 0 && hear(channel, watch, errors);)
		i++;
	if (channel->errors >= 0) {
		close(channel->errors);
		report_errors(watch, errors, true);
	}
	free(errors->bytes);
}

static void
report(const struct runner_watch *watch, const struct text *output)
{
	if (watch && watch->see)
		watch->see(watch->context, output->signs);
}

/* How long the command has been silent, and when that is reported next. */
struct quiet {
	const struct runner_watch *watch;
	const char *command;
	double since, reported_next;
};

/* Seconds until the next report. */
static double
quiet_left(const struct quiet *quiet, const struct text *output)
{
	const bool is_reported = quiet->watch && quiet->watch->wait && !output->length;
	return is_reported ? fmax(quiet->reported_next - clock_seconds(), 0) : INFINITY;
}

static void
report_quiet(struct quiet *quiet, const struct runner_limits *limits)
{
	const struct runner_watch *watch = quiet->watch;
	if (!watch || !watch->wait)
		return;
	watch->wait(watch->context, quiet->command, clock_seconds() - quiet->since, limits);
	quiet->reported_next += watch->patience;
}

static int
milliseconds(double seconds)
{
	return seconds > 1e6 ? 1000000000 : (int)(seconds * 1e3) + 1;
}

/* Line ends alone are heartbeats, not a result. */
static bool
has_content(const struct text *output)
{
	return output->blanks < output->length;
}

/* A process that the command leaves running, such as a login script's agent, may hold the output open. The output
 * ends if the command has ended and nothing follows for this long. This is also the interval at which its end is
 * polled. */
#define LONGEST_ECHO 1.0

/* Whether no more output is expected. A command that succeeded without a result may have left it to another process. */
static bool
has_said_all(const struct channel *channel, const struct text *output)
{
	return has_content(output) ? process_ends(channel->process, 0) : process_has_failed(channel->process);
}

/* Writes and reads concurrently, as far as both ends permit. */
static enum exchange_end
exchange(struct channel *channel, const char *input, size_t length, const struct runner_limits *limits,
         struct quiet *quiet, struct text *output, struct text *errors)
{
	const double end = clock_seconds() + limits->whole;
	double deadline = clock_seconds() + limits->start;
	size_t written = 0;
	for (;;) {
		if (written == length && channel->input >= 0) {
			close(channel->input);
			channel->input = -1;
		}
		const double left = fmin(deadline, end) - clock_seconds(), unreported = quiet_left(quiet, output);
		const bool said_all = has_said_all(channel, output);
		struct pollfd fds[3] = {
			{.fd = channel->output, .events = POLLIN},
			{.fd = channel->input, .events = POLLOUT}, /* poll ignores negative descriptors */
			{.fd = channel->errors, .events = POLLIN},
		};
		const double pause = fmin(left, unreported);
		const int ready = left > 0 ? poll(fds, 3, milliseconds(fmin(pause, LONGEST_ECHO))) : 0;
		if (ready < 0 && errno == EINTR)
			continue;
		if (ready == 0 && LONGEST_ECHO < pause) {
			if (said_all)
				return EXCHANGE_DONE;
			continue;
		}
		if (ready == 0 && unreported < left) {
			report_quiet(quiet, limits);
			continue;
		}
		if (ready <= 0)
			return end < deadline   ? EXCHANGE_TOO_LONG
			       : output->length ? EXCHANGE_SILENT
			                        : EXCHANGE_NO_START;
		if (fds[2].revents)
			hear(channel, quiet->watch, errors);
		if (channel->input >= 0 && fds[1].revents && write_part(channel, input, length, &written) &&
		    !output->length)
			deadline = clock_seconds() + limits->start;
		if (!fds[0].revents)
			continue;
		if (read_part(channel, output) == 0)
			return EXCHANGE_DONE;
		if (output->length > MOST_OUTPUT)
			return EXCHANGE_TOO_MUCH;
		report(quiet->watch, output);
		deadline = clock_seconds() + limits->silence;
	}
}

static char *
failure(const char *name, enum exchange_end end, const struct runner_limits *limits)
{
	switch (end) {
	case EXCHANGE_NO_START: return format("%s sent no answer within %.3g s", name, limits->start);
	case EXCHANGE_SILENT:
		return format("%s began to answer and then sent nothing for %.3g s", name, limits->silence);
	case EXCHANGE_TOO_LONG: return format("%s did not end within %.3g s", name, limits->whole);
	default: return format("the output of %s is too long for a result", name);
	}
}

/* Describes a failed end; NULL if the command ended well. */
static char *
death(const char *name, int status, const struct text *output)
{
	if (WIFSIGNALED(status))
		return format("%s died: %s", name, strsignal(WTERMSIG(status)));
	return has_content(output) ? NULL : format("%s wrote no result (exit status %d)", name, WEXITSTATUS(status));
}

/* Seconds that a command may take to exit after closing its output. */
#define LONGEST_END 5.0

static int
wait_for(pid_t process)
{
	sigset_t mask;
	if (!process_ends(process, LONGEST_END)) {
		kill(-process, SIGKILL);
		process_ends(process, LONGEST_END);
	}
	begin_change(&mask);
	replace_session(process, 0);
	const int status = process_status(process);
	give_signals_back();
	end_change(&mask);
	return status;
}

char *
runner_run(const char *command, const char *input, size_t length, const struct runner_limits *limits,
           const struct runner_watch *watch, size_t *output_length, char **error)
{
	struct channel channel;
	if (!start(&channel, command, watch && watch->hear, error))
		return NULL;
	struct text output = {0}, errors = {0};
	const double now = clock_seconds();
	struct quiet quiet = {watch, command ? command : "gpulint-run", now, now + (watch ? watch->patience : 0)};
	const enum exchange_end end = exchange(&channel, input, length, limits, &quiet, &output, &errors);
	if (end != EXCHANGE_DONE)
		kill(-channel.process, SIGKILL);
	if (channel.input >= 0)
		close(channel.input);
	close(channel.output);
	const int status = wait_for(channel.process);
	hear_rest(&channel, watch, &errors);
	*error = end == EXCHANGE_DONE ? death(quiet.command, status, &output) : failure(quiet.command, end, limits);
	if (end != EXCHANGE_DONE || !has_content(&output)) {
		free(output.bytes);
		return NULL;
	}
	output.bytes[output.length] = '\0';
	*output_length = output.length;
	return output.bytes;
}
