#include "json_text.h"

#include <stdlib.h>

#include "support/memory.h"

json_t *
json_text(const char *text)
{
	json_t *string = json_string(text);
	if (string)
		return string;
	char *ascii = memory_strdup(text);
	for (char *c = ascii; *c; c++) {
		if ((unsigned char)*c >= 0x80)
			*c = '?';
	}
	string = json_string(ascii);
	free(ascii);
	return string;
}
