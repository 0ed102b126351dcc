/* Base64 (RFC 4648, with padding): how bytes travel inside JSON. */
#ifndef GPULINT_SUPPORT_BASE64_H
#define GPULINT_SUPPORT_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A string for the caller to free. */
char *base64_encode(const uint8_t *bytes, size_t count);
/* False when `text` is not base64; else *bytes is for the caller to free. */
bool base64_decode(const char *text, uint8_t **bytes, size_t *count);

#endif
