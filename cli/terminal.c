#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

size_t
terminal_width(FILE *out)
{
	enum { USUAL = 80, LEAST = 40 };
	struct winsize size;
	if (!isatty(fileno(out)) || ioctl(fileno(out), TIOCGWINSZ, &size) || !size.ws_col)
		return USUAL;
	return size.ws_col < LEAST ? LEAST : size.ws_col;
}
