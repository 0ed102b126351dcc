/* The text of inline assembly, taken apart. Knows neither libclang nor IR. */
#ifndef GPULINT_FRONTEND_PTX_PTX_H
#define GPULINT_FRONTEND_PTX_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

enum ptx_arg_kind {
	PTX_OPERAND, /* of the asm statement: `number`, outputs first */
	PTX_NAME,    /* a register that the text declares, or a constant such as WARP_SZ: `name` */
	PTX_SPECIAL, /* %tid.x: `name` without the percent sign */
	PTX_INTEGER, /* `number` */
	PTX_REAL,    /* `real` */
	PTX_PACK,    /* {a, b}, and a|b: `items` */
	PTX_ADDRESS, /* [a + 16]: items[0] and `number` */
	PTX_SINK,    /* _ */
};

struct ptx_arg {
	enum ptx_arg_kind kind;
	bool is_negated; /* !p */
	int64_t number;
	double real;
	const char *name;
	const struct ptx_arg *items;
	unsigned item_count;
};

struct ptx_instruction {
	const struct ptx_arg *guard; /* @p, @!p; NULL: runs always */
	const char *opcode;          /* with its modifiers: ld.global.f32 */
	const struct ptx_arg *args;
	unsigned arg_count;
};

struct ptx_register {
	const char *name, *type; /* type as spelled: u32, pred */
};

struct ptx {
	struct ptx_instruction *instructions;
	size_t instruction_count, instruction_capacity;
	struct ptx_register *registers;
	size_t register_count, register_capacity;
};

/* Takes the text of an asm statement apart, in which operands are spelled $0. False when it holds what is not understood
 * (labels, directives other than .reg). Everything is of the arena. */
bool ptx_parse(struct arena *arena, const char *text, struct ptx *ptx);

/* Whether an opcode has that modifier: .v4. */
bool ptx_has(const char *opcode, const char *modifier);
/* The last modifier, which is the type: f32; "" when there is none. */
const char *ptx_type(const char *opcode);

#endif
