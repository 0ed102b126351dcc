/* The terminal to which a stream writes. */
#ifndef GPULINT_CLI_TERMINAL_H
#define GPULINT_CLI_TERMINAL_H

#include <stddef.h>
#include <stdio.h>

/* The columns of a line: the terminal's, but not too few to read; 80 if the stream is no terminal. */
size_t terminal_width(FILE *out);

#endif
