/* Inlined calls of each instruction, from a cubin's line table.
 *
 * For inlined code the table has the line in the inlined function and a reference to the row of the call. The
 * reference is NVIDIA's extended opcode 0x90: the number of that row in the function's sequence, and the callee's
 * name (as nvdisasm -gi prints them). */
#ifndef GPULINT_CODEGEN_LINE_TABLE_H
#define GPULINT_CODEGEN_LINE_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct line_table;

/* Reads the table and ignores what it does not understand. Never NULL; the bytes must outlive it. */
struct line_table *line_table_read(const uint8_t *cubin, size_t size);
void line_table_free(struct line_table *table);

/* A source position. folder "": the compiler's own. column: the start of the line's part to which the instruction
 * belongs (support/line_part.h). */
struct line_origin {
	const char *folder, *file;
	uint32_t line, column;
};

/* Finds the line of the instruction at the function's `pc`, then the line of the call that inlined it, and so on, up
 * to `most`. Returns how many there are; 0: the table does not have the instruction. */
size_t line_table_find(const struct line_table *table, const char *function, uint64_t pc, struct line_origin *lines,
                       size_t most);

#endif
