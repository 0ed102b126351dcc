#include "support/utf8.h"

#include <string.h>

#include "support/allocate.h"

size_t
utf8_length(const char *text, size_t left)
{
	const unsigned char *bytes = (const unsigned char *)text;
	if (!left || bytes[0] < 0x80)
		return left && bytes[0] != 0;
	const size_t length = bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : 2;
	if (bytes[0] < 0xc2 || bytes[0] > 0xf4 || length > left)
		return 0;
	for (size_t i = 1; i < length; i++) {
		if (!utf8_continues(text[i]))
			return 0;
	}
	/* Rejects overlong forms, surrogates, and values beyond Unicode. */
	if ((bytes[0] == 0xe0 && bytes[1] < 0xa0) || (bytes[0] == 0xed && bytes[1] > 0x9f) ||
	    (bytes[0] == 0xf0 && bytes[1] < 0x90) || (bytes[0] == 0xf4 && bytes[1] > 0x8f))
		return 0;
	return length;
}

char *
utf8_repaired(const char *text, size_t length, const char *repair)
{
	const size_t longest = strlen(repair) > 1 ? strlen(repair) : 1;
	char *copy = memory_alloc(memory_product(length + 1, longest));
	size_t made = 0, bytes;
	for (size_t i = 0; i < length; i += bytes) {
		const size_t good = utf8_length(text + i, length - i);
		const size_t added = good ? good : strlen(repair);
		memcpy(copy + made, good ? text + i : repair, added);
		made += added;
		bytes = good ? good : 1;
	}
	copy[made] = '\0';
	return copy;
}

char *
utf8_copy(const char *text, size_t length)
{
	return utf8_repaired(text, length, "?");
}
