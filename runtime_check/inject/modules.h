/* The machine code that the program has loaded, kept for its line tables. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_MODULES_H
#define GPULINT_RUNTIME_CHECK_INJECT_MODULES_H

#include "runtime_check/run/lines.h"

/* Keeps a copy, because CUPTI provides the cubin only while the module is loaded. Any thread may call it. */
void modules_add(uint32_t module, const void *cubin, size_t size);
/* Whether memory sufficed for all modules. */
bool modules_are_complete(void);
void modules_remove(uint32_t module);

/* The source line of an instruction. *known: the instruction belongs to a loaded module, not to the driver's own
 * code. */
struct line_place modules_locate(const struct cupti *cupti, const struct metric_record *record, bool *known);

#endif
