/* JSON strings from foreign text: messages and names that may not be valid UTF-8. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_JSON_TEXT_H
#define GPULINT_RUNTIME_CHECK_RUN_JSON_TEXT_H

#include <jansson.h>

/* A new string. Bytes that are not valid UTF-8 become '?'. */
json_t *json_text(const char *text);

#endif
