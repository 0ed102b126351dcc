/* JSON strings of what others wrote: messages and names whose bytes need not be UTF-8. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_JSON_TEXT_H
#define GPULINT_RUNTIME_CHECK_RUN_JSON_TEXT_H

#include <jansson.h>

/* A new string; where `text` is not UTF-8, the bytes of no character become '?'. */
json_t *json_text(const char *text);

#endif
