#include "cli/message.h"

#include <stdarg.h>
#include <stdio.h>

#include "cli/report/report.h"
#include "support/arena.h"

void
message(const char *format, ...)
{
	struct arena arena = {0};
	va_list args;
	va_start(args, format);
	fputs("gpulint: ", stderr);
	report_puts(stderr, arena_vprintf(&arena, format, args));
	putc('\n', stderr);
	va_end(args);
	arena_free(&arena);
}
