#include "json_text.h"

#include <stdlib.h>
#include <string.h>

#include "support/utf8.h"

json_t *
json_text(const char *text)
{
	char *repaired = utf8_copy(text, strlen(text));
	json_t *string = json_string(repaired);
	free(repaired);
	return string;
}
