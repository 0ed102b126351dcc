#include "runtime_check/utf8.h"

#include <string.h>

#include "support/memory.h"

/* Bytes of the UTF-8 sequence at `text`; 0: it is none. */
static size_t
utf8_size(const unsigned char *text, size_t left)
{
	if (text[0] < 0x80)
		return text[0] != 0;
	const size_t size = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
	if (text[0] < 0xc2 || text[0] > 0xf4 || size > left)
		return 0;
	for (size_t i = 1; i < size; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	}
	/* Overlong forms, surrogates, and what lies beyond Unicode. */
	if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
	    (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f))
		return 0;
	return size;
}

char *
utf8_copy(const char *text, size_t length)
{
	char *copy = memory_alloc(length + 1);
	memcpy(copy, text, length);
	copy[length] = '\0';
	for (size_t i = 0; i < length;) {
		const size_t size = utf8_size((const unsigned char *)copy + i, length - i);
		if (size == 0)
			copy[i] = '?';
		i += size ? size : 1;
	}
	return copy;
}
