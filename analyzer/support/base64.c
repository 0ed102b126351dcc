#include "support/base64.h"

#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

char *
base64_encode(const uint8_t *bytes, size_t count)
{
	char *text = memory_alloc(memory_product(count / 3 + 1, 4) + 1);
	char *out = text;
	for (size_t i = 0; i < count; i += 3) {
		const size_t left = count - i;
		const uint32_t group = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
		                       (left > 2 ? (uint32_t)bytes[i + 2] : 0);
		*out++ = digits[group >> 18];
		*out++ = digits[group >> 12 & 63];
		*out++ = left > 1 ? digits[group >> 6 & 63] : '=';
		*out++ = left > 2 ? digits[group & 63] : '=';
	}
	*out = '\0';
	return text;
}

bool
base64_decode(const char *text, uint8_t **bytes, size_t *count)
{
	size_t length = strlen(text);
	if (length % 4 != 0)
		return false;
	for (int padding = 0; padding < 2 && length > 0 && text[length - 1] == '='; padding++)
		length--;
	uint8_t *out = memory_alloc(length / 4 * 3 + 3);
	size_t written = 0;
	uint32_t group = 0;
	for (size_t i = 0; i < length; i++) {
		const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
		if (!digit) {
			free(out);
			return false;
		}
		group = group << 6 | (uint32_t)(digit - digits);
		/* Every digit after the first of a group completes one byte. */
		if (i % 4 != 0)
			out[written++] = (uint8_t)(group >> (6 - 2 * (i % 4)));
	}
	*bytes = out;
	*count = written;
	return true;
}
