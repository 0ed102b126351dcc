/* The typed intermediate representation: the front end's output and the evaluator's input.
 *
 * It is a tree, close to the source, with everything implicit in C++ made explicit:
 *   - memory: an lvalue is lowered to the *address* of the object; IR_LOAD reads it, IR_STORE writes it;
 *   - conversions: every change of type is IR_CONVERT (arrays and references already are addresses);
 *   - records (struct, union, class, closure, vector types such as float4): an expression of record type yields the
 *     address of the record, and IR_COPY copies one. There are no record values;
 *   - user-defined operators, conversions and constructors are IR_CALL, with `this` as argument 0;
 *   - templates: only instantiations exist here, with concrete types.
 *
 * All nodes of a translation unit are allocated in its arena. They never change once the unit is built, so several
 * threads can read it. Nothing here depends on libclang. Sizes and offsets are in bytes, bit-fields in bits. */
#ifndef GPULINT_IR_IR_H
#define GPULINT_IR_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

struct ir_func;
struct ir_stmt;
struct ir_expr;
struct ir_unit;

/* A source range. Lines and columns count from 1, columns in bytes; the end is exclusive (the column after the last
 * byte). Tokens of a macro's body are located at its invocation. file is an index into ir_unit.files. */
struct ir_loc {
	uint32_t file;
	uint32_t line, column;
	uint32_t end_line, end_column;
	/* the outermost macro's name, for ranges that begin in its arguments on another line than the name; else NULL */
	const struct ir_loc *macro;
};

/* Whether both begin at the same place of a file. They must belong to the same unit. */
static inline bool
ir_same_begin(const struct ir_loc *a, const struct ir_loc *b)
{
	return a->file == b->file && a->line == b->line && a->column == b->column;
}

/* ---- types ------------------------------------------------------------------------------------------------------- */

enum ir_type_kind {
	IR_TYPE_VOID,
	IR_TYPE_BOOL,
	IR_TYPE_INT,     /* also characters, enumerations and pointers to data members: 0, or 1 + the member's offset */
	IR_TYPE_FLOAT,   /* size 2 (half), 4, 8, 16 */
	IR_TYPE_POINTER, /* also references, nullptr_t and pointers to member functions: the function's address */
	IR_TYPE_ARRAY,
	IR_TYPE_RECORD,
	IR_TYPE_FUNCTION,
	IR_TYPE_OPAQUE, /* not visible to the front end; size may be 0 */
};

struct ir_field {
	const char *name; /* "" for anonymous members and base classes */
	const struct ir_type *type;
	uint64_t offset;               /* bytes from the record's start */
	uint8_t bit_offset, bit_width; /* bit_width 0: not a bit-field; else bit_offset counts from byte `offset` */
	bool is_base;                  /* the part of a base class */
};

struct ir_type {
	enum ir_type_kind kind;
	bool is_signed;
	bool is_reference; /* IR_TYPE_POINTER spelled as a reference */
	bool is_bfloat;    /* IR_TYPE_FLOAT of size 2: bfloat16, not half */
	bool is_union;
	bool is_volatile;              /* accesses may not be merged or dropped */
	uint64_t size;                 /* 0: incomplete or unknown */
	uint64_t align;                /* 0: unknown, because the type is incomplete or not modelled */
	const struct ir_type *element; /* IR_TYPE_POINTER, IR_TYPE_ARRAY: the target's or element's type */
	uint64_t count;                /* IR_TYPE_ARRAY; 0 for `extern __shared__ T a[]` */
	const struct ir_field *fields; /* IR_TYPE_RECORD, in order of offset */
	uint32_t field_count;
	const char *name; /* as messages spell it */
};

/* ---- variables --------------------------------------------------------------------------------------------------- */

enum ir_storage {
	IR_STORAGE_LOCAL, /* automatic; one instance for each thread and call */
	IR_STORAGE_PARAM,
	IR_STORAGE_STATIC,         /* host variables at namespace scope, static members and static locals */
	IR_STORAGE_DEVICE,         /* __device__ */
	IR_STORAGE_CONSTANT,       /* __constant__ */
	IR_STORAGE_MANAGED,        /* __managed__ */
	IR_STORAGE_SHARED,         /* __shared__ */
	IR_STORAGE_SHARED_DYNAMIC, /* extern __shared__: all of a kernel's begin at the same address */
};

struct ir_var {
	const char *name;      /* "" for temporaries */
	const char *link_name; /* unique across units for variables with linkage, else NULL */
	/* reference variables have a pointer type and hold the address they are bound to */
	const struct ir_type *type;
	enum ir_storage storage;
	struct ir_loc loc;
	uint32_t slot; /* locals and parameters: index within the function, from 0 */
	/* local used other than by IR_LOAD/IR_STORE/IR_UPDATE of the whole variable; always true for records and
	 * arrays */
	bool address_taken;
	bool is_const;  /* never written after its initialiser */
	bool is_extern; /* declared here, defined in another unit (or nowhere) */
	bool is_restrict;
	bool is_grid_constant; /* kernel parameter: all threads read it in place, without a copy */
	/* statics and device variables: an IR_STORE, IR_COPY or IR_COMMA of them that initialises the variable; NULL:
	 * zero. Statements initialise locals. */
	const struct ir_expr *init;
};

/* ---- expressions ------------------------------------------------------------------------------------------------- */

enum ir_expr_kind {
	IR_INT,     /* integer, boolean, character, enumerator, null pointer: `integer` */
	IR_FLOAT,   /* `real` */
	IR_STRING,  /* address of a string literal: `text`, `length` bytes without the closing 0 */
	IR_VAR,     /* address of `var` */
	IR_FUNC,    /* address of `func` */
	IR_SPECIAL, /* threadIdx.x etc.: `special` */
	IR_LOAD,    /* reads a scalar at address a; bit-fields through `field` */
	IR_STORE,   /* writes the scalar b to address a; yields b */
	/* *a = convert(convert(*a, compute_type) op b); yields the new value, or the old if `post`. For pointers b is
	 * already scaled to bytes and op is IR_ADD or IR_SUB */
	IR_UPDATE,
	IR_COPY, /* copies a record or array of this expression's type from address b to address a; yields a */
	IR_ZERO, /* zeroes the object of this expression's type at address a; yields a */
	/* pointer a + b * scale bytes; b an integer of any width; `a[i]` and `p + i`. Negative steps (`p - i`) have
	 * scale < 0 */
	IR_OFFSET,
	IR_FIELD,        /* address a + field->offset */
	IR_POINTER_DIFF, /* (a - b) / scale */
	IR_UNARY,        /* op a */
	IR_BINARY,       /* a op b; both operands already have the common type (except shifts) */
	IR_AND,
	IR_OR,          /* short circuit; the result is 0 or 1 */
	IR_CONDITIONAL, /* a ? b : c; for records all three of b, c and the result are addresses */
	IR_COMMA,       /* a, then b; yields b */
	IR_CONVERT,     /* a converted to this expression's type */
	IR_CALL,        /* func(args); of record type: yields the address of the caller's temporary */
	/* the function at address a, with args; `func`: the only possible one that the unit knows, or NULL */
	IR_CALL_POINTER,
	IR_BUILTIN, /* builtin(args) of ir/builtins.def */
	/* func<<<grid, block, shared, stream>>>(args); grid and block are addresses of dim3. func NULL: the kernel at
	 * address a */
	IR_LAUNCH,
	IR_STATEMENTS, /* GNU statement expression: runs `body`, then yields a (may be NULL) */
	/* unsupported construct: evaluates args for their effects, and may write to their targets. `text` describes
	 * it. Of record or reference type: an unknown address */
	IR_UNKNOWN,
};

enum ir_op {
	IR_ADD,
	IR_SUB,
	IR_MUL,
	IR_DIV,
	IR_REM,
	IR_SHL,
	IR_SHR,
	IR_BIT_AND,
	IR_BIT_OR,
	IR_BIT_XOR,
	IR_LT,
	IR_GT,
	IR_LE,
	IR_GE,
	IR_EQ,
	IR_NE, /* the result is bool; signedness and width from operand a's type */
	IR_NEG,
	IR_BIT_NOT,
	IR_NOT, /* unary */
};

/* <, >, <= or >=. */
static inline bool
ir_is_ordering(enum ir_op op)
{
	return op >= IR_LT && op <= IR_GE;
}

/* An ordering, == or !=. */
static inline bool
ir_is_comparison(enum ir_op op)
{
	return op >= IR_LT && op <= IR_NE;
}

enum ir_special {
	IR_THREAD_X,
	IR_THREAD_Y,
	IR_THREAD_Z,
	IR_BLOCK_X,
	IR_BLOCK_Y,
	IR_BLOCK_Z, /* blockIdx */
	IR_BLOCK_DIM_X,
	IR_BLOCK_DIM_Y,
	IR_BLOCK_DIM_Z,
	IR_GRID_DIM_X,
	IR_GRID_DIM_Y,
	IR_GRID_DIM_Z,
	IR_WARP_SIZE,
};

enum ir_builtin {
#define BUILTIN(name, kind, handler) IR_BUILTIN_##name,
#include "ir/builtins.def"
	IR_BUILTIN_COUNT
};

enum ir_builtin_kind {
	IR_BUILTIN_IS_OTHER,    /* nothing more is known */
	IR_BUILTIN_IS_BARRIER,  /* waits for other threads or for memory */
	IR_BUILTIN_IS_EXCHANGE, /* exchanges numbers with lanes of the warp; the first argument is their mask */
	IR_BUILTIN_IS_LANE,     /* returns lane numbers or masks */
	IR_BUILTIN_IS_CLOCK,    /* reads a clock */
	IR_BUILTIN_IS_LOAD,     /* loads from its only argument */
	IR_BUILTIN_IS_STORE,    /* stores its other arguments to its first one */
	IR_BUILTIN_IS_ATOMIC,   /* the same, and yields the old value */
	IR_BUILTIN_IS_SPACE,    /* returns the memory space of an address, or converts it */
	IR_BUILTIN_IS_PURE,     /* its result depends only on its arguments; no other effect */
};

/* Scope of an atomic or a fence. */
enum ir_scope {
	IR_SCOPE_DEVICE,
	IR_SCOPE_BLOCK,
	IR_SCOPE_SYSTEM, /* includes the host and other devices */
};

/* Line information of library code whose source differs from the program's: the place that compilers and profilers
 * give for its memory accesses. */
struct ir_line_info {
	const char *file; /* a header of the CUDA Toolkit, without its folder */
	uint32_t line;
	uint32_t line_of_16;    /* line of accesses of 16 bytes a lane, if it differs; else 0 */
	const char *assumption; /* that the accesses depend on; NULL: none */
};

/* The most used members come first, for locality. */
struct ir_expr {
	enum ir_expr_kind kind;
	enum ir_op op;   /* IR_UNARY, IR_BINARY, IR_UPDATE */
	bool post;       /* IR_UPDATE: x++ and x-- */
	bool is_written; /* IR_CONVERT to a floating-point number: explicit in the source */
	/* IR_UNKNOWN: inline assembly `text`, or its result; only machine code shows more */
	bool is_assembly;
	bool accesses_memory; /* IR_UNKNOWN: inline assembly that may access any memory */
	uint32_t arg_count;
	const struct ir_type *type;
	const struct ir_expr *a, *b, *c;
	const struct ir_expr **args; /* calls, launches and IR_UNKNOWN */
	union {
		int64_t integer; /* sign- or zero-extended from the type */
		double real;
		struct {
			const char *text;
			size_t length;
		};
		const struct ir_var *var;
		enum ir_special special;
		int64_t scale; /* bytes */
		const struct ir_field *field;
		const struct ir_type *compute_type;
		const struct ir_stmt *body;
		struct {
			enum ir_builtin builtin;
			enum ir_scope scope;                  /* of an atomic or a fence; else IR_SCOPE_DEVICE */
			const struct ir_line_info *line_info; /* NULL: the program's own line */
		};
		struct {
			struct ir_func *func; /* IR_FUNC, IR_CALL: never NULL; its body may be */
			const struct ir_launch *launch;
		};
	};
	struct ir_loc loc; /* the expression as written; for IR_LOAD and IR_STORE the lvalue's range */
};

/* A launch configuration; members that the source omits are NULL. */
struct ir_launch {
	const struct ir_expr *grid, *block; /* addresses of dim3 */
	const struct ir_expr *shared;       /* dynamic shared memory, bytes */
	const struct ir_expr *stream;
};

/* ---- statements -------------------------------------------------------------------------------------------------- */

enum ir_stmt_kind {
	IR_STMT_EXPR,    /* expr */
	IR_STMT_DECLARE, /* var's lifetime begins without a value; its initialiser follows as IR_STMT_EXPR */
	IR_STMT_BLOCK,   /* stmts */
	IR_STMT_IF,      /* expr, then, otherwise (may be NULL) */
	IR_STMT_LOOP,    /* for, while and do; a for's `init` precedes it in an enclosing block */
	IR_STMT_SWITCH,  /* expr, stmts, cases */
	IR_STMT_TRY,     /* stmts: the try block, then the body of its first handler; host code only */
	IR_STMT_BREAK,
	IR_STMT_CONTINUE,
	IR_STMT_RETURN,  /* expr may be NULL; a record is returned by its address */
	IR_STMT_UNKNOWN, /* unsupported statement with unknown effects; `text` describes it */
};

struct ir_case {
	bool is_default;
	int64_t low, high; /* inclusive; GNU ranges */
	uint32_t first;    /* index into stmts of the label's position */
};

struct ir_stmt {
	enum ir_stmt_kind kind;
	const struct ir_expr *expr; /* the condition of IF, LOOP (NULL: infinite) and SWITCH */
	union {
		const struct ir_var *var;
		const char *text;
		struct {
			const struct ir_stmt **stmts;
			uint32_t stmt_count;
			const struct ir_case *cases; /* in order of position */
			uint32_t case_count;
		};
		struct {
			const struct ir_stmt *then, *otherwise;
		};
		struct {
			const struct ir_stmt *body; /* of a loop */
			const struct ir_expr *step; /* runs after the body and on continue; may be NULL */
			bool test_last;             /* do … while */
		};
	};
	struct ir_loc loc;
	struct ir_loc condition; /* as written, if expr is only a part of it; line 0: expr's */
};

/* The place of a statement's condition, which must exist. */
static inline const struct ir_loc *
ir_condition_loc(const struct ir_stmt *s)
{
	return s->condition.line ? &s->condition : &s->expr->loc;
}

/* ---- functions and units ----------------------------------------------------------------------------------------- */

struct ir_func {
	const char *name;           /* unqualified, without template arguments */
	const char *qualified_name; /* with namespaces and classes */
	const char *link_name;      /* mangled; equal in two units exactly if the function is the same */
	const struct ir_type *result;
	struct ir_var **params; /* `this` (a pointer) first if there is one */
	uint32_t param_count;
	uint32_t slot_count;                /* number of locals and parameters */
	const struct ir_stmt *body;         /* NULL: declared only */
	struct ir_loc loc;                  /* of the name; end_line is that of the whole definition */
	const char **template_args;         /* as demanglers spell them; instantiations only */
	const char **written_template_args; /* as users write them: enumerators by name */
	uint32_t template_arg_count;
	const char **closure_args; /* kernels: the same, with closures by number; NULL: none, or not all are known */
	const char *signature;     /* kernels: the type as the compiler spells it, without typedefs */
	int64_t max_threads, min_blocks; /* __launch_bounds__; 0: not given */
	int64_t cluster[3];              /* in blocks, by __cluster_dims__; 0: not given */
	bool is_kernel, is_device, is_host;
	bool is_method; /* params[0] is `this` */
	/* represents code that the compiler rejects: it may do whatever an unseen function may */
	bool is_rejected;
	bool is_library; /* in a built-in header: its accesses are attributed to the program's call */
	bool is_system;  /* in a system header or a built-in one */
	/* in a built-in header: its accesses do not match the library's and are not reported */
	bool is_unreported;
	/* in a built-in header: iterates over arrays, with kernels if they are in device memory */
	bool is_algorithm;
	const struct ir_line_info *line_info; /* for built-in headers' functions, if known; else NULL */
	bool launches;                        /* contains an IR_LAUNCH */
	bool is_partial;                      /* parts could not be lowered, or the compiler found errors in it */
	const char *partial_reason;           /* the first reason */
	const struct ir_unit *unit;
};

/* A source problem that leaves the unit partial. */
struct ir_problem {
	struct ir_loc loc;
	const char *message;
	bool is_left_out;       /* the compiler accepts it, but it is not analysed */
	bool is_missing_header; /* an include file was not found */
};

/* A kernel template without instances in the unit. */
struct ir_template {
	const char *name, *qualified_name;
	const char *params; /* as arguments: "T, N" */
	struct ir_loc loc;
};

/* A requested instance of a kernel template. text: as requested, "name<arguments>". */
struct ir_instance {
	const char *text;
	const struct ir_func *func; /* NULL: none */
	const char *error;          /* why the compiler rejects it; NULL: no error */
};

/* Flags for device floating point that differs from the default. */
enum ir_rounding {
	IR_NO_CONTRACTION = 1, /* no FMA contraction */
	IR_FLUSHED = 2,        /* single-precision denormals are flushed to zero */
	IR_ROUGH_DIVISION = 4, /* single-precision divisions are not IEEE-rounded */
	IR_ROUGH_ROOT = 8,     /* single-precision square roots are not IEEE-rounded */
};

/* Compiler options for device code. */
struct ir_compilation {
	unsigned rounding;          /* of enum ir_rounding */
	const char *unoptimised;    /* the flag that reduces optimisation; NULL: none */
	bool has_stream_per_thread; /* the default stream is an ordinary stream for each thread */
};

/* A lambda's type as an argument of a kernel template: its place in the source, and what identifies it there. The
 * type has no name, so texts of types contain the closure's number in the unit between two IR_CLOSURE_MARKs. */
#define IR_CLOSURE_MARK "\x01"
struct ir_closure {
	const char *file;
	uint32_t line, column; /* of its opening bracket */
	const char *scope;     /* the class or namespace of its function, with template arguments; "": none */
	bool is_of_template;   /* its function is an instance of a template, with these arguments */
	const char *const *args;
	uint32_t arg_count;
	const char *const *names, *const *types; /* of its fields, in order */
	uint32_t field_count;
};

struct ir_unit {
	struct arena arena;
	const char *path;   /* as given by the user */
	const char **files; /* [0] is ""; names as resolved by the compiler */
	size_t file_count, file_capacity;
	/* all kernels, and all that a kernel, main or a launching function reaches */
	struct ir_func **funcs;
	size_t func_count, func_capacity;
	struct ir_func **declared; /* called or launched by these, without a body in the unit */
	size_t declared_count, declared_capacity;
	struct ir_func *start; /* runs before main: initialisers with effects; NULL: none */
	struct ir_var **globals;
	size_t global_count, global_capacity;
	struct ir_template *templates;
	size_t template_count, template_capacity;
	struct ir_instance *instances;
	size_t instance_count, instance_capacity;
	struct ir_closure *closures;
	size_t closure_count, closure_capacity;
	struct ir_problem *problems;
	size_t problem_count, problem_capacity;
	struct ir_compilation compilation;
	bool failed;        /* nothing could be parsed */
	bool out_of_memory; /* the failure was a lack of memory, perhaps caused by parallel work */
	bool is_companion;  /* not requested: it is read for what it says about the given files */
};

void ir_unit_free(struct ir_unit *unit);

/* The type at an address. The address of a variable may have the variable's own type. */
static inline const struct ir_type *
ir_type_at(const struct ir_type *address)
{
	return address->kind == IR_TYPE_POINTER ? address->element : address;
}

/* The base of an address, without members, offsets and conversions; NULL for NULL. */
static inline const struct ir_expr *
ir_base_of_address(const struct ir_expr *address)
{
	while (address && (address->kind == IR_FIELD || address->kind == IR_OFFSET || address->kind == IR_CONVERT))
		address = address->a;
	return address;
}

/* Whether the address is static: that of a variable, or a member of one. */
static inline bool
ir_address_is_named(const struct ir_expr *address)
{
	while (address->kind == IR_FIELD || address->kind == IR_CONVERT)
		address = address->a;
	return address->kind == IR_VAR;
}

/* The local variable or parameter that the address is within; NULL: none. */
static inline const struct ir_var *
ir_local_of_address(const struct ir_expr *address)
{
	const struct ir_expr *base = ir_base_of_address(address);
	const bool local = base && base->kind == IR_VAR &&
	                   (base->var->storage == IR_STORAGE_LOCAL || base->var->storage == IR_STORAGE_PARAM);
	return local ? base->var : NULL;
}

/* The expression without outer conversions; NULL for NULL. */
static inline const struct ir_expr *
ir_without_conversions(const struct ir_expr *e)
{
	while (e && e->kind == IR_CONVERT)
		e = e->a;
	return e;
}

/* Whether it is a numeric literal, of any type. */
static inline bool
ir_is_literal(const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	return e->kind == IR_INT || e->kind == IR_FLOAT;
}

enum ir_builtin_kind ir_builtin_kind(enum ir_builtin builtin);
/* The builtin of that name, or IR_BUILTIN_COUNT. */
enum ir_builtin ir_builtin_find(const char *name);
const char *ir_builtin_name(enum ir_builtin builtin);
/* The suffix of atomics and fences of that scope: "_block". */
const char *ir_scope_suffix(enum ir_scope scope);
/* The quoted name in the message of a problem with is_missing_header: "'cub/cub.cuh' file not found". */
const char *ir_missing_header(struct arena *arena, const struct ir_problem *problem);
const char *ir_op_text(enum ir_op op);
const char *ir_special_text(enum ir_special special);

/* ir/print.c: prints the unit as indented text, for developers. */
#include <stdio.h>
void ir_print_unit(FILE *out, const struct ir_unit *unit);
void ir_print_func(FILE *out, const struct ir_unit *unit, const struct ir_func *func);

#endif
