#define _GNU_SOURCE /* fwrite_unlocked */
#include "cli/job_files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/file.h"
#include "cli/message.h"

const char job_file_ending[] = ".json";

/* Jansson writes in pieces of a few bytes, and there is only one thread. */
static int
write_piece(const char *piece, size_t size, void *file)
{
	return fwrite_unlocked(piece, 1, size, file) == size ? 0 : -1;
}

bool
job_file_write(const char *path, const json_t *job)
{
	struct file_writing writing = file_begin(path);
	if (!writing.file)
		return false;
	const bool dumped =
		!json_dump_callback(job, write_piece, writing.file, JSON_COMPACT | JSON_REAL_PRECISION(17)) &&
		putc('\n', writing.file) != EOF;
	return file_finish(&writing, dumped);
}

bool
job_files_make_folder(const char *path, struct arena *arena)
{
	struct words jobs = {0};
	const char *error = NULL;
	if (mkdir(path, 0777) == 0)
		return true;
	if (errno != EEXIST)
		message("%s: %s", path, strerror(errno));
	else if (!file_list(&jobs, path, job_file_ending, arena, &error))
		message("%s", error);
	else if (jobs.count && !strcmp(jobs.items[0], path))
		message("%s is not a folder and does not end in %s", path, job_file_ending);
	else if (jobs.count)
		message("%s already has files that end in %s: name another folder, or remove them", path,
		        job_file_ending);
	else
		return true;
	return false;
}
