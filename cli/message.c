#include "cli/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/report/report.h"
#include "support/memory.h"

void
message(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		return;
	char *text = memory_alloc((size_t)length + 1);
	va_start(args, format);
	vsnprintf(text, (size_t)length + 1, format, args);
	va_end(args);
	fputs("gpulint: ", stderr);
	report_puts(stderr, text);
	putc('\n', stderr);
	free(text);
}
