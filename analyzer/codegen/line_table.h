/* The calls through which the compiler took an instruction's code into its kernel, from a cubin's line table.
 *
 * Of code that is inlined the table has the line of the function that it comes from, and with it the row of the call: an
 * extended opcode of NVIDIA's, 0x90, with the number of that row in the function's sequence and the name of what is called
 * (as nvdisasm -gi tells them). */
#ifndef GPULINT_CODEGEN_LINE_TABLE_H
#define GPULINT_CODEGEN_LINE_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct line_table;

/* Reads the table; what is not understood of it is left out. Never NULL; the bytes have to stay. */
struct line_table *line_table_read(const uint8_t *cubin, size_t size);
void line_table_free(struct line_table *inlining);

/* Where a line of the table is; folder "": the compiler's own. column: where the part of it begins that it is told apart as
 * (support/line_part.h). */
struct line_origin {
	const char *folder, *file;
	uint32_t line, column;
};

/* The line of the instruction at the function's `pc`, then that of the call through which it came there, and so on: at most
 * `most`. How many there are; 0: the table does not have it. */
size_t line_table_find(const struct line_table *inlining, const char *function, uint64_t pc, struct line_origin *lines, size_t most);

#endif
