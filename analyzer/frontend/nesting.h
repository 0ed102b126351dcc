/* How deeply a text is nested. libclang parses by recursion and has no limit of its own for much of what can be nested
 * (operators, casts, ifs, calls); what would exhaust its stack has to be refused before. */
#ifndef GPULINT_FRONTEND_NESTING_H
#define GPULINT_FRONTEND_NESTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True when the text is nested more deeply than can be parsed; *line then says where. Goes by the text alone, and so
 * does not see what macros and included files add. */
bool nesting_is_excessive(const char *text, size_t length, uint32_t *line);

#endif
