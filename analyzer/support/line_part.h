/* Line numbers that distinguish several expressions on one line. The compiler gets a number made of the line and the
 * column where the part begins, so each instruction identifies its expression. */
#ifndef GPULINT_SUPPORT_LINE_PART_H
#define GPULINT_SUPPORT_LINE_PART_H

#include <stdint.h>

enum { LINE_PART_BITS = 20, LINE_PART_COLUMNS = 2047 };

/* column: in bytes, from 1 on; 0: the line's first part. */
struct line_part_place {
	uint32_t line, column;
};

static inline uint32_t
line_part_number(struct line_part_place place)
{
	return place.column << LINE_PART_BITS | place.line;
}

static inline struct line_part_place
line_part_of(uint32_t number)
{
	return (struct line_part_place){number & ((UINT32_C(1) << LINE_PART_BITS) - 1), number >> LINE_PART_BITS};
}

#endif
