/* The instructions of loop bytecode with their semantics. These lists generate enum bytecode_op and the interpreter
 * in bytecode_run.c. */
#ifndef GPULINT_EVAL_BYTECODE_BYTECODE_OPS_H
#define GPULINT_EVAL_BYTECODE_BYTECODE_OPS_H

/* x and y are the operands, read as the type. bytecode_arithmetic.c relies on the order I32, U32, 64, or I32, U32,
 * I64, U64. */
#define BYTECODE_INTEGER_OPS(OP) \
	OP(ADD_I32, uint32_t, (int32_t)(x + y)) \
	OP(ADD_U32, uint32_t, (uint32_t)(x + y)) \
	OP(ADD_64, uint64_t, x + y) \
	OP(SUB_I32, uint32_t, (int32_t)(x - y)) \
	OP(SUB_U32, uint32_t, (uint32_t)(x - y)) \
	OP(SUB_64, uint64_t, x - y) \
	OP(MUL_I32, uint32_t, (int32_t)(x * y)) \
	OP(MUL_U32, uint32_t, (uint32_t)(x * y)) \
	OP(MUL_64, uint64_t, x *y) \
	OP(SHL_I32, uint64_t, y < 32 ? (int32_t)(uint32_t)(x << y) : 0) \
	OP(SHL_U32, uint64_t, y < 32 ? (uint32_t)(x << y) : 0) \
	OP(SHL_64, uint64_t, y < 64 ? x << y : 0) \
	OP(SHR_I32, int64_t, (uint64_t)y < 32 ? x >> y : x < 0 ? -1 : 0) \
	OP(SHR_U32, uint64_t, y < 32 ? x >> y : 0) \
	OP(SHR_I64, int64_t, (uint64_t)y < 64 ? x >> y : x < 0 ? -1 : 0) \
	OP(SHR_U64, uint64_t, y < 64 ? x >> y : 0) \
	OP(AND, uint64_t, x &y) \
	OP(OR, uint64_t, x | y) \
	OP(XOR, uint64_t, x ^ y) \
	OP(LT_S, int64_t, x < y) \
	OP(LE_S, int64_t, x <= y) \
	OP(LT_U, uint64_t, x < y) \
	OP(LE_U, uint64_t, x <= y) \
	OP(EQ, int64_t, x == y) \
	OP(NE, int64_t, x != y)

/* The same; `fails` marks an unknown result. y is not 0. */
#define BYTECODE_DIVISION_OPS(OP) \
	OP(DIV_I32, int32_t, y == -1 ? (int32_t)(0 - (uint32_t)x) : x / y) \
	OP(DIV_U32, uint32_t, x / y) \
	OP(DIV_I64, int64_t, (fails = y == -1 && x == INT64_MIN) ? 0 : x / y) \
	OP(DIV_U64, uint64_t, x / y) \
	OP(REM_I32, int32_t, y == -1 ? 0 : x % y) \
	OP(REM_U32, uint32_t, x % y) \
	OP(REM_I64, int64_t, (fails = y == -1 && x == INT64_MIN) ? 0 : x % y) \
	OP(REM_U64, uint64_t, x % y)

/* Conversions to a narrower type and back. */
/* clang-format off */
#define BYTECODE_WRAP_OPS(OP) \
	OP(WRAP_I8, int8_t) OP(WRAP_U8, uint8_t) OP(WRAP_I16, int16_t) OP(WRAP_U16, uint16_t) OP(WRAP_I32, int32_t) \
	OP(WRAP_U32, uint32_t)
/* clang-format on */

/* Rounded to the type. */
/* clang-format off */
#define BYTECODE_REAL_OPS(OP) \
	OP(ADD_F32, float, +) OP(SUB_F32, float, -) OP(MUL_F32, float, *) OP(DIV_F32, float, /) \
	OP(ADD_F64, double, +) OP(SUB_F64, double, -) OP(MUL_F64, double, *) OP(DIV_F64, double, /)
/* clang-format on */

/* clang-format off */
#define BYTECODE_REAL_COMPARE_OPS(OP) \
	OP(LT_F, <) OP(LE_F, <=) OP(EQ_F, ==) OP(NE_F, !=)
/* clang-format on */

/* Jumps that are taken if the operands, read as the type, compare so. */
/* clang-format off */
#define BYTECODE_COMPARE_JUMP_OPS(OP) \
	OP(JUMP_LT_S, int64_t, <) OP(JUMP_LE_S, int64_t, <=) OP(JUMP_LT_U, uint64_t, <) OP(JUMP_LE_U, uint64_t, <=) \
	OP(JUMP_EQ, int64_t, ==) OP(JUMP_NE, int64_t, !=)
/* clang-format on */

/* The type in memory, the member of union lane in a register, and the conversion of `loaded`. */
#define BYTECODE_SCALARS(OP) \
	OP(BOOL, uint8_t, integer, loaded != 0) \
	OP(I8, int8_t, integer, (int64_t)loaded) \
	OP(U8, uint8_t, integer, loaded) \
	OP(I16, int16_t, integer, loaded) \
	OP(U16, uint16_t, integer, loaded) \
	OP(I32, int32_t, integer, loaded) \
	OP(U32, uint32_t, integer, loaded) \
	OP(64, int64_t, integer, loaded) \
	OP(F32, float, real, loaded) \
	OP(F64, double, real, loaded)

/* clang-format off */
#define BYTECODE_OTHER_OPS(OP) \
	OP(MOVE) OP(UNKNOWN) OP(ADDRESS) OP(NEGATE_F) OP(ROUND_F32) OP(CONVERT) \
	OP(JUMP) OP(JUMP_ZERO) OP(JUMP_NONZERO) \
	OP(UNKNOW)         /* `bytes` bytes at a become unknown */ \
	OP(REORDER)        /* the object at a loses its examples */ \
	OP(FILL)           /* d bytes at a become b; stored as scalars of `shape` */ \
	OP(MOVE_BYTES)     /* d bytes from b to a */ \
	OP(FUNCTION)       /* d = a builtin that depends only on its arguments */ \
	OP(ALLOCATE)       /* d = a new object of a * b bytes */ \
	OP(RANDOM)         /* d = a call of the builtin; a is a seed, or the address of one */ \
	OP(INPUT)          /* the program's input is read */ \
	OP(IS_KNOWN)       /* d = whether a is known */ \
	OP(LOOP)           /* an inner loop begins; a is its counter */ \
	OP(ITERATION)      /* the end of an iteration of the compiled loop */ \
	OP(BAIL) OP(END)
/* clang-format on */

/* Loads and stores have the order of enum bytecode_scalar. */
enum bytecode_op {
#define PLAIN_NAME(name) BYTECODE_##name,
#define NAME(name, ...) BYTECODE_##name,
#define LOAD_NAME(name, ...) BYTECODE_LOAD_##name,
#define STORE_NAME(name, ...) BYTECODE_STORE_##name,
	BYTECODE_INTEGER_OPS(NAME) BYTECODE_DIVISION_OPS(NAME) BYTECODE_WRAP_OPS(NAME) BYTECODE_REAL_OPS(NAME)
		BYTECODE_REAL_COMPARE_OPS(NAME) BYTECODE_COMPARE_JUMP_OPS(NAME) BYTECODE_SCALARS(LOAD_NAME)
			BYTECODE_SCALARS(STORE_NAME) BYTECODE_OTHER_OPS(PLAIN_NAME)
#undef PLAIN_NAME
#undef NAME
#undef LOAD_NAME
#undef STORE_NAME
};

enum bytecode_scalar {
#define NAME(name, ...) SCALAR_##name,
	BYTECODE_SCALARS(NAME)
#undef NAME
		SCALAR_NONE, /* a type that bytecode does not support */
};

#endif
