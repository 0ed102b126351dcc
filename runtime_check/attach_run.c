#include "runtime_check/attach_run.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime_check/inject/out.h"
#include "support/executable.h"

extern char **environ;

/* A shell's exit codes for a command that could not be executed. */
enum { STATUS_NOT_RUN = 126, STATUS_NOT_FOUND = 127 };

/* The library is in the folder of this executable, or where it is installed. */
static bool
find_library(char *path, size_t size)
{
	static const char *const paths[] = {"libgpulint-attach.so",
	                                    "../" GPULINT_LIBRARY_FOLDER "/libgpulint-attach.so"};
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		if (path_from_executable(path, size, paths[i]) && access(path, R_OK) == 0)
			return true;
	return false;
}

static void
set_environment(const struct attach_program *program, const char *library, const char *folder)
{
	char launches[32], milliseconds[32];
	snprintf(launches, sizeof launches, "%u", program->launches);
	snprintf(milliseconds, sizeof milliseconds, "%llu",
	         (unsigned long long)fmax(1, fmin(1e3 * program->seconds, 1e15)));
	setenv("CUDA_INJECTION64_PATH", library, 1);
	setenv(ATTACH_FOLDER, folder, 1);
	setenv(ATTACH_LAUNCHES, launches, 1);
	setenv(ATTACH_MILLISECONDS, milliseconds, 1);
	if (program->kernel)
		setenv(ATTACH_KERNEL, program->kernel, 1);
	else
		unsetenv(ATTACH_KERNEL);
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

/* `running`: the process to which signals are passed on; 0: none. `early`: a signal that arrived before the process
 * existed. They are static because signal handlers have no other argument. */
static volatile sig_atomic_t running, early;

static void
pass_on(int number)
{
	if (running)
		kill((pid_t)running, number);
	else
		early = number;
}

/* Signals of the terminal reach the program as well as gpulint, and only the program reacts to them. Other signals
 * reach gpulint alone and are passed on. */
static const struct {
	int number;
	void (*handler)(int);
} signals[] = {
	{SIGINT, SIG_IGN}, {SIGQUIT, SIG_IGN}, {SIGTERM, pass_on},
	{SIGHUP, pass_on}, {SIGUSR1, pass_on}, {SIGUSR2, pass_on},
};

enum { SIGNALS = sizeof signals / sizeof *signals };

/* The program starts with the signal handlers that gpulint found. A signal that gpulint ignores would otherwise stay
 * ignored in the program. */
static int
spawn(pid_t *process, const char *const *arguments, const struct sigaction *before)
{
	posix_spawnattr_t attributes;
	sigset_t usual;
	sigemptyset(&usual);
	for (size_t i = 0; i < SIGNALS; i++)
		if (before[i].sa_handler == SIG_DFL)
			sigaddset(&usual, signals[i].number);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigdefault(&attributes, &usual);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	const int error =
		posix_spawnp(process, arguments[0], NULL, &attributes, (char *const *)(uintptr_t)arguments, environ);
	posix_spawnattr_destroy(&attributes);
	return error;
}

static void
set_handlers(struct sigaction *before)
{
	for (size_t i = 0; i < SIGNALS; i++) {
		struct sigaction action = {.sa_handler = signals[i].handler};
		sigaction(signals[i].number, NULL, &before[i]);
		/* A signal that was ignored before stays ignored, as the program ignores it too. */
		if (before[i].sa_handler == SIG_IGN)
			action.sa_handler = SIG_IGN;
		sigaction(signals[i].number, &action, NULL);
	}
}

static int
run(const char *const *arguments, int *status)
{
	pid_t process;
	siginfo_t end;
	struct sigaction before[SIGNALS];
	set_handlers(before);
	const int error = spawn(&process, arguments, before);
	running = error == 0 ? process : 0;
	if (running && early)
		kill(process, early);
	while (running && waitid(P_PID, (id_t)process, &end, WEXITED | WNOWAIT) < 0 && errno == EINTR)
		continue;
	/* Until waitpid reaps the process, its number cannot be reused. */
	running = 0;
	while (error == 0 && waitpid(process, status, 0) < 0 && errno == EINTR)
		continue;
	for (size_t i = 0; i < SIGNALS; i++)
		sigaction(signals[i].number, &before[i], NULL);
	return error;
}

/* ---- events of the program --------------------------------------------------------------------------------------- */

/* A process that was killed while writing leaves a last line without a newline; it is skipped. */
static void
read_events(json_t *events, const char *path, json_int_t process)
{
	FILE *file = fopen(path, "rb");
	char *line = NULL;
	size_t size = 0;
	ssize_t length;
	while (file && (length = getline(&line, &size, file)) > 0) {
		json_t *event = line[length - 1] == '\n' ? json_loadb(line, (size_t)length, 0, NULL) : NULL;
		if (json_is_object(event)) {
			json_object_set_new(event, "process", json_integer(process));
			json_array_append(events, event);
		}
		json_decref(event);
	}
	free(line);
	if (file)
		fclose(file);
}

/* By process number, so that parents mostly come before their children. */
static int
by_number(const struct dirent **left, const struct dirent **right)
{
	const long a = atol((*left)->d_name), b = atol((*right)->d_name);
	return (a > b) - (a < b);
}

static int
is_reported(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static json_t *
take_events(const char *folder)
{
	json_t *events = json_array();
	struct dirent **entries;
	const int count = scandir(folder, &entries, is_reported, by_number);
	for (int i = 0; i < count; i++) {
		char path[PATH_MAX];
		if (snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) < (int)sizeof path) {
			read_events(events, path, atol(entries[i]->d_name));
			unlink(path);
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	rmdir(folder);
	return events;
}

bool
attach_run(const struct attach_program *program, struct arena *arena, int *status, json_t **events, const char **error)
{
	char library[PATH_MAX], made[PATH_MAX], folder[PATH_MAX];
	const char *temporary = getenv("TMPDIR");
	*events = NULL;
	*status = STATUS_NOT_RUN;
	if (!find_library(library, sizeof library)) {
		*error = "libgpulint-attach.so is missing: gpulint was built without CUDA's headers";
		return false;
	}
	snprintf(made, sizeof made, "%s/gpulint-attach-XXXXXX", temporary && *temporary ? temporary : "/tmp");
	/* The path is absolute because the program may change its working directory. */
	const bool is_made = mkdtemp(made) != NULL;
	if (!is_made || !realpath(made, folder)) {
		*error = arena_printf(arena, "%s: %s", made, strerror(errno));
		if (is_made)
			rmdir(made);
		return false;
	}
	set_environment(program, library, folder);
	const int failure = run(program->arguments, status);
	*events = take_events(folder);
	if (failure == 0)
		return true;
	*status = failure == ENOENT ? STATUS_NOT_FOUND : STATUS_NOT_RUN;
	*error = arena_printf(arena, "%s: %s", program->arguments[0], strerror(failure));
	json_decref(*events);
	*events = NULL;
	return false;
}
