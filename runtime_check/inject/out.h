/* Output of the injected library to gpulint: one file for each process, in a folder that gpulint names, with one JSON
 * object on each line. Each line is written at once and whole, so that it survives however the process ends. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_OUT_H
#define GPULINT_RUNTIME_CHECK_INJECT_OUT_H

#include <stdbool.h>
#include <stdio.h>

/* Variables in the program's environment. */
#define ATTACH_FOLDER "GPULINT_ATTACH_FOLDER" /* folder of the files */
#define ATTACH_KERNEL \
	"GPULINT_ATTACH_KERNEL" /* extended regular expression that mangled names of kernels must match; not set: all */
#define ATTACH_LAUNCHES "GPULINT_ATTACH_LAUNCHES" /* how many launches of each kernel to count */
/* time limit for a launch; four times as much while it is counted */
#define ATTACH_MILLISECONDS "GPULINT_ATTACH_MILLISECONDS"

/* False: the folder does not exist, and nothing is written. */
bool out_open(const char *folder);

/* One thread at a time begins a line, writes to it and ends it. */
FILE *out_begin(void);
void out_end(void);

/* Writes a JSON string. Bytes that are not UTF-8 become question marks. */
void out_text(FILE *line, const char *text);

#endif
