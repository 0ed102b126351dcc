/* Jobs as files, for gpulint-run on another machine. */
#ifndef GPULINT_CLI_JOB_FILES_H
#define GPULINT_CLI_JOB_FILES_H

#include <jansson.h>
#include <stdbool.h>

#include "support/arena.h"

extern const char job_file_ending[];

/* Creates a folder, which must not contain jobs: those of another run would be taken for these. False after a message,
 * here and below. */
bool job_files_make_folder(const char *path, struct arena *arena);
bool job_file_write(const char *path, const json_t *job);

#endif
