/* Compiles one source with NVRTC, for all its kernels at once.
 *
 * The source is another program's device code, cut out of its host code without complete knowledge of it. So what
 * the compiler rejects is removed step by step, with its errors: missing headers become empty, then declarations
 * that the job calls droppable are removed, then kernels. The rest is compiled. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_COMPILE_H
#define GPULINT_RUNTIME_CHECK_RUN_COMPILE_H

#include <stdio.h>

#include "job.h"

enum compile_care { COMPILE_AS_IT_IS, COMPILE_WITH_CARE };

/* COMPILE_WITH_CARE is the second attempt after the compiler itself failed. Then those of the source's own headers
 * that look like host code are empty, and kernels are named only after the source compiles without names.
 *
 * In a child process. Sends {"compiler": {…}} once a compiler is found, and then {"source": {…}, "kernels": [{…}],
 * "functions": [{…}], "cubin": base64 or null}. "source", "kernels" and "functions" are as in
 * docs/result.schema.json without ids. The kernels are those of this source in order, each also with "variables":
 * [mangled name or null]. The status of "source" may be no-compiler. */
void compile_source(const struct job *job, size_t source, const char *arch, enum compile_care care, FILE *messages);

#endif
