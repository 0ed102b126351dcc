/* For POSIX_SPAWN_SETSID. */
#define _GNU_SOURCE

#include "runtime_check/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
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

#include "support/memory.h"

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

static double
now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The worker beside this executable if it is there; else its plain name, for the path. */
static void
find_worker(char *path, size_t size)
{
	static const char name[] = "gpulint-run";
	const ssize_t length = readlink("/proc/self/exe", path, size - sizeof name - 1);
	char *slash = length > 0 ? (path[length] = '\0', strrchr(path, '/')) : NULL;
	if (slash) {
		memcpy(slash + 1, name, sizeof name);
		if (access(path, X_OK) == 0)
			return;
	}
	memcpy(path, name, sizeof name);
}

/* The two ends that we keep. The input is a socket: writing to one whose reader is gone is an error, not a signal. */
struct channel {
	int input, output;
	pid_t process;
};

/* In a session of its own, so that all that the command starts can be ended with it. */
static int
spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions, char *const arguments[])
{
	posix_spawnattr_t attributes;
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
	const int status = posix_spawnp(process, path, actions, &attributes, arguments, environ);
	posix_spawnattr_destroy(&attributes);
	return status;
}

/* The session that is to end with us; 0: none. */
static volatile sig_atomic_t running;

static const int ending_signals[] = {SIGHUP, SIGINT, SIGTERM};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof *ending_signals };

static void
end_with_runner(int number)
{
	if (running)
		kill(-(pid_t)running, SIGKILL);
	signal(number, SIG_DFL);
	raise(number);
}

/* The terminal's signals do not reach another session: they are passed on. What is ignored stays so. */
static void
pass_signals_to(pid_t session, struct sigaction before[ENDING_SIGNALS])
{
	running = session;
	for (size_t i = 0; i < ENDING_SIGNALS; i++) {
		const struct sigaction action = {.sa_handler = end_with_runner};
		sigaction(ending_signals[i], NULL, &before[i]);
		if (before[i].sa_handler == SIG_DFL)
			sigaction(ending_signals[i], &action, NULL);
	}
}

static void
keep_signals(const struct sigaction before[ENDING_SIGNALS])
{
	running = 0;
	for (size_t i = 0; i < ENDING_SIGNALS; i++)
		sigaction(ending_signals[i], &before[i], NULL);
}

static bool
start(struct channel *channel, const char *command, char **error)
{
	int input[2] = {-1, -1}, output[2] = {-1, -1};
	char worker[PATH_MAX];
	posix_spawn_file_actions_t actions;
	bool started = false;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, input) != 0 || pipe(output) != 0) {
		*error = format("%s", strerror(errno));
		goto cleanup;
	}
	fcntl(input[1], F_SETFD, FD_CLOEXEC);
	fcntl(output[0], F_SETFD, FD_CLOEXEC);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
	posix_spawn_file_actions_addclose(&actions, input[0]);
	posix_spawn_file_actions_addclose(&actions, output[1]);
	find_worker(worker, sizeof worker);
	char *const through_shell[] = {"sh", "-c", (char *)command, NULL};
	char *const direct[] = {worker, NULL};
	const int status = command ? spawn(&channel->process, "/bin/sh", &actions, through_shell) :
	                             spawn(&channel->process, worker, &actions, direct);
	posix_spawn_file_actions_destroy(&actions);
	if (status != 0) {
		*error = format("%s cannot be run: %s", command ? command : worker, strerror(status));
		goto cleanup;
	}
	channel->input = input[1];
	channel->output = output[0];
	input[1] = output[0] = -1;
	started = true;

cleanup:
	for (int i = 0; i < 2; i++) {
		if (input[i] >= 0)
			close(input[i]);
		if (output[i] >= 0)
			close(output[i]);
	}
	return started;
}

struct text {
	char *bytes;
	size_t length, capacity;
};

/* Writes and reads at the same time, as far as either side goes. False: the time was up. */
static bool
exchange(struct channel *channel, const char *input, size_t length, double seconds, struct text *output)
{
	const double deadline = now() + seconds;
	size_t written = 0;
	for (;;) {
		if (written == length && channel->input >= 0) {
			close(channel->input);
			channel->input = -1;
		}
		const double left = deadline - now();
		struct pollfd fds[2] = {
			{.fd = channel->output, .events = POLLIN},
			{.fd = channel->input, .events = POLLOUT},   /* ignored when negative */
		};
		const int ready = left > 0 ? poll(fds, 2, left > 1e6 ? 1000000000 : (int)(left * 1e3) + 1) : 0;
		if (ready < 0 && errno == EINTR)
			continue;
		if (ready <= 0)
			return false;
		if (channel->input >= 0 && fds[1].revents) {
			const ssize_t count = send(channel->input, input + written, length - written, MSG_NOSIGNAL | MSG_DONTWAIT);
			if (count >= 0)
				written += (size_t)count;
			else if (errno != EAGAIN && errno != EINTR)
				written = length;   /* it reads no more; what it has to say may still come */
		}
		if (fds[0].revents) {
			enum { CHUNK = 1 << 16 };
			output->bytes = memory_grow(output->bytes, &output->capacity, output->length + CHUNK + 1, 1);
			const ssize_t count = read(channel->output, output->bytes + output->length, CHUNK);
			if (count == 0)
				return true;
			if (count > 0)
				output->length += (size_t)count;
			else if (errno != EINTR)
				return true;
		}
	}
}

char *
runner_run(const char *command, const char *input, size_t length, double seconds, size_t *output_length, char **error)
{
	struct channel channel;
	if (!start(&channel, command, error))
		return NULL;
	struct text output = {0};
	struct sigaction before[ENDING_SIGNALS];
	pass_signals_to(channel.process, before);
	const bool in_time = exchange(&channel, input, length, seconds, &output);
	if (!in_time)
		kill(-channel.process, SIGKILL);
	if (channel.input >= 0)
		close(channel.input);
	close(channel.output);
	int status;
	while (waitpid(channel.process, &status, 0) < 0 && errno == EINTR)
		continue;
	keep_signals(before);
	const char *name = command ? command : "gpulint-run";
	if (!in_time)
		*error = format("%s did not end within %.0f s", name, seconds);
	else if (output.length == 0 && WIFSIGNALED(status))
		*error = format("%s died: %s", name, strsignal(WTERMSIG(status)));
	else if (output.length == 0)
		*error = format("%s wrote no result (exit status %d)", name, WEXITSTATUS(status));
	else {
		output.bytes[output.length] = '\0';
		*output_length = output.length;
		return output.bytes;
	}
	free(output.bytes);
	return NULL;
}
