/* Compiling one source with NVRTC, for all its kernels at once.
 *
 * The source is another program's device code, cut out of its host code by a tool that cannot know everything. So what
 * the compiler rejects is taken out step by step: headers that are not there become empty, then declarations that the
 * job calls droppable go, then kernels, each with its errors. What remains is compiled. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_COMPILE_H
#define GPULINT_RUNTIME_CHECK_RUN_COMPILE_H

#include <stdio.h>

#include "job.h"

enum compile_care { COMPILE_AS_IT_IS, COMPILE_WITH_CARE };

/* COMPILE_WITH_CARE is a second attempt, where the compiler itself fails: those of the source's own headers that are host code by
 * all appearances are empty, and kernels are named once the source is understood without. In a child process; sends {"compiler": {…}} once there is one, and then:
 * {"source": {…}, "kernels": [{…}], "functions": [{…}], "cubin": base64 or null}
 * with "source", "kernels" and "functions" as in docs/result.schema.json but for ids, the kernels being this source's in order, each
 * also with "variables": [mangled name or null]. "source" may be of status no-compiler. */
void compile_source(const struct job *job, size_t source, const char *arch, enum compile_care care, FILE *messages);

#endif
