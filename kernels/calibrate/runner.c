#include "kernels/calibrate/runner.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The command's process, reading from `input` and writing to `output`; -1 with errno set. */
static pid_t
start(char *const command[], int input, int output)
{
	posix_spawn_file_actions_t actions;
	pid_t child = -1;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	errno = posix_spawnp(&child, command[0], &actions, NULL, command, environ);
	posix_spawn_file_actions_destroy(&actions);
	return errno ? -1 : child;
}

/* Files instead of pipes: neither side then waits for the other to read. */
json_t *
runner_run(char *const command[], json_t *job, struct arena *arena, const char **error)
{
	FILE *input = tmpfile(), *output = tmpfile();
	json_t *result = NULL;
	json_error_t where;
	int status = 0;
	pid_t child = -1;

	if (input && output && json_dumpf(job, input, JSON_COMPACT) == 0 && fflush(input) == 0) {
		rewind(input);
		child = start(command, fileno(input), fileno(output));
	}
	if (child == -1 || waitpid(child, &status, 0) != child) {
		*error = arena_printf(arena, "cannot run it: %s", strerror(errno));
	} else {
		rewind(output);
		result = json_loadf(output, 0, &where);
		if (!result)
			*error = arena_printf(arena, "no result (exit status %d): %s",
			                      WIFEXITED(status) ? WEXITSTATUS(status) : -1, where.text);
	}
	if (input)
		fclose(input);
	if (output)
		fclose(output);
	return result;
}
