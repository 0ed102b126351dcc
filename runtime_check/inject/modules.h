/* The machine code that the program has loaded, for its line tables. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_MODULES_H
#define GPULINT_RUNTIME_CHECK_INJECT_MODULES_H

#include "runtime_check/run/lines.h"

/* Keeps a copy: CUPTI shows the cubin only while the module is being loaded. Any thread may come. */
void modules_add(uint32_t module, const void *cubin, size_t size);
/* Whether there was memory for all of them. */
bool modules_are_complete(void);
void modules_remove(uint32_t module);

/* Where an instruction comes from; *known: it is of one of the modules, and not the driver's own. */
struct line_place modules_locate(const struct cupti *cupti, const struct metric_record *record, bool *known);

#endif
