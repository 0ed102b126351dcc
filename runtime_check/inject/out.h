/* What the injected library tells gpulint: a file for each process in a folder that gpulint names, a JSON object on each
 * line. A line is written whole, as soon as there is something to tell: however the process ends, what was told stays. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_OUT_H
#define GPULINT_RUNTIME_CHECK_INJECT_OUT_H

#include <stdbool.h>
#include <stdio.h>

/* In the environment of the program. */
#define ATTACH_FOLDER "GPULINT_ATTACH_FOLDER" /* where the files go */
#define ATTACH_KERNEL \
	"GPULINT_ATTACH_KERNEL" /* extended regular expression that names of kernels match; not set: all */
#define ATTACH_LAUNCHES "GPULINT_ATTACH_LAUNCHES"         /* of each kernel so many are counted */
#define ATTACH_MILLISECONDS "GPULINT_ATTACH_MILLISECONDS" /* how long a launch may take, counted four times as long */

/* False: there is no such folder, and nothing is told. */
bool out_open(const char *folder);

/* A line is begun, written to, and ended, by one thread at a time. */
FILE *out_begin(void);
void out_end(void);

/* As a JSON string. Bytes that are not UTF-8 come as question marks. */
void out_text(FILE *line, const char *text);

#endif
