/* The calls through which the compiler took an instruction's code into its kernel, from a cubin's line table.
 *
 * Of code that is inlined the table has the line of the function that it comes from, and with it the row of the call: an
 * extended opcode of NVIDIA's, 0x90, with the number of that row in the function's sequence and the name of what is called
 * (as nvdisasm -gi tells them). */
#ifndef GPULINT_RUNTIME_CHECK_RUN_INLINING_H
#define GPULINT_RUNTIME_CHECK_RUN_INLINING_H

#include <stddef.h>
#include <stdint.h>

struct inlining;

/* Reads the table; what is not understood of it is left out. Never NULL; the bytes have to stay. */
struct inlining *inlining_read(const uint8_t *cubin, size_t size);
void inlining_free(struct inlining *inlining);

/* Where a line of the table is; folder "": the compiler's own. */
struct inlined_line {
	const char *folder, *file;
	uint32_t line;
};

/* The line of the instruction at the function's `pc`, then that of the call through which it came there, and so on: at most
 * `most`. How many there are; 0: the table does not have it. */
size_t inlining_lines(const struct inlining *inlining, const char *function, uint64_t pc, struct inlined_line *lines, size_t most);

#endif
