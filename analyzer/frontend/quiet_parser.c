#define _GNU_SOURCE /* fwrite_unlocked */
#include "frontend/quiet_parser.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Per thread, because libclang passes no context to the functions below. The loader binds libclang's calls to the first
 * definition of each name in the process, which is the one here. All other calls pass through. */
static _Thread_local bool is_quiet;

void
quiet_parser_begin(void)
{
	is_quiet = true;
}

void
quiet_parser_end(void)
{
	is_quiet = false;
}

ssize_t
write(int file, const void *text, size_t size)
{
	return is_quiet && file == STDERR_FILENO ? (ssize_t)size : syscall(SYS_write, file, text, size);
}

size_t
fwrite(const void *items, size_t size, size_t count, FILE *file)
{
	if (is_quiet && file == stderr)
		return count;
	flockfile(file);
	const size_t written = fwrite_unlocked(items, size, count, file);
	funlockfile(file);
	return written;
}

int
fputc(int letter, FILE *file)
{
	return is_quiet && file == stderr ? letter : putc(letter, file);
}

int
fprintf(FILE *file, const char *format, ...)
{
	if (is_quiet && file == stderr)
		return 0;
	va_list arguments;
	va_start(arguments, format);
	const int count = vfprintf(file, format, arguments);
	va_end(arguments);
	return count;
}
