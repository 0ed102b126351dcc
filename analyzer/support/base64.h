/* Base64 (RFC 4648, with padding), which encodes bytes in JSON. */
#ifndef GPULINT_SUPPORT_BASE64_H
#define GPULINT_SUPPORT_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The caller frees the string. */
char *base64_encode(const uint8_t *bytes, size_t count);
/* False if `text` is not base64; else the caller frees *bytes. */
bool base64_decode(const char *text, uint8_t **bytes, size_t *count);

#endif
