/* The typed intermediate representation: what the front end hands to the evaluator.
 *
 * It is a tree, close to the source, with everything implicit in C++ made explicit:
 *  - memory: an lvalue is lowered to the *address* of the object, reading it is IR_LOAD, writing it IR_STORE;
 *  - conversions: every change of type is IR_CONVERT (arrays decay and references bind by being addresses already);
 *  - records (struct, union, class, closure, vector types such as float4): an expression of record type yields the
 *    address of the record, and copying one is IR_COPY. There are no record values;
 *  - operators, conversions and constructors that the user defined are IR_CALL, `this` being argument 0;
 *  - templates: only instantiations exist here, with concrete types.
 *
 * All nodes of a translation unit are taken from the unit's arena and never change once the unit is built, so units
 * can be read from several threads. Nothing here knows libclang. Sizes and offsets are in bytes, bit-fields in bits. */
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

/* A range of source. Lines and columns count from 1, columns in bytes, the end is exclusive (the column after the
 * last byte). What a macro's body spells lies at the macro's invocation. file is an index into ir_unit.files. */
struct ir_loc {
	uint32_t file;
	uint32_t line, column;
	uint32_t end_line, end_column;
	const struct ir_loc *macro; /* of what begins in a macro's arguments, on another line than the macro's name: that
	                               name, the outermost macro's; else NULL */
};

/* Whether both begin at one place of one file; the units are to be the same. */
static inline bool
ir_same_begin(const struct ir_loc *a, const struct ir_loc *b)
{
	return a->file == b->file && a->line == b->line && a->column == b->column;
}

/* ---- types ---------------------------------------------------------------------------------------------------- */

enum ir_type_kind {
	IR_TYPE_VOID,
	IR_TYPE_BOOL,
	IR_TYPE_INT,      /* also characters, enumerations and pointers to data members: 0, or 1 + the member's offset */
	IR_TYPE_FLOAT,    /* size 2 (half), 4, 8, 16 */
	IR_TYPE_POINTER,  /* also references, nullptr_t and pointers to member functions: the function's address */
	IR_TYPE_ARRAY,
	IR_TYPE_RECORD,
	IR_TYPE_FUNCTION,
	IR_TYPE_OPAQUE,   /* the front end could not see it; size may be 0 */
};

struct ir_field {
	const char *name;               /* "" for anonymous members and base classes */
	const struct ir_type *type;
	uint64_t offset;                /* bytes from the record's start */
	uint8_t bit_offset, bit_width;  /* bit_width 0: not a bit-field; else bit_offset counts from byte `offset` */
	bool is_base;                   /* a base class's part */
};

struct ir_type {
	enum ir_type_kind kind;
	bool is_signed;
	bool is_reference;              /* IR_TYPE_POINTER that the source spells as a reference */
	bool is_bfloat;                 /* IR_TYPE_FLOAT of size 2: bfloat16, not half */
	bool is_union;
	bool is_volatile;               /* accesses may not be merged or dropped */
	uint64_t size;                  /* 0: incomplete or not known */
	uint64_t align;
	const struct ir_type *element;  /* IR_TYPE_POINTER, IR_TYPE_ARRAY: what it points to or holds */
	uint64_t count;                 /* IR_TYPE_ARRAY; 0 for `extern __shared__ T a[]` */
	const struct ir_field *fields;  /* IR_TYPE_RECORD, in order of offset */
	uint32_t field_count;
	const char *name;               /* as a message spells it */
};

/* ---- variables ------------------------------------------------------------------------------------------------ */

enum ir_storage {
	IR_STORAGE_LOCAL,          /* automatic; one copy a thread and call */
	IR_STORAGE_PARAM,
	IR_STORAGE_STATIC,         /* host variables of namespace scope, static members and static locals */
	IR_STORAGE_DEVICE,         /* __device__ */
	IR_STORAGE_CONSTANT,       /* __constant__ */
	IR_STORAGE_MANAGED,        /* __managed__ */
	IR_STORAGE_SHARED,         /* __shared__ */
	IR_STORAGE_SHARED_DYNAMIC, /* extern __shared__: all of a kernel's share one start */
};

struct ir_var {
	const char *name;             /* "" for temporaries */
	const char *link_name;        /* unique across units for what has linkage, else NULL */
	const struct ir_type *type;   /* a reference variable has a pointer type and holds the address it is bound to */
	enum ir_storage storage;
	struct ir_loc loc;
	uint32_t slot;                /* locals and parameters: dense number within the function, from 0 */
	bool address_taken;           /* a local whose address is used otherwise than by IR_LOAD/IR_STORE/IR_UPDATE of the
	                                 whole variable; records and arrays always count as taken */
	bool is_const;                /* never written after its initialiser */
	bool is_extern;               /* declared here, defined in another unit (or nowhere) */
	bool is_restrict;
	bool is_grid_constant;        /* a kernel's parameter: all threads read it where it lies, none has a copy */
	const struct ir_expr *init;   /* statics and device variables: an IR_STORE, IR_COPY or IR_COMMA of them that
	                                 initialises the variable; NULL: zero. Locals are initialised by statements. */
};

/* ---- expressions ---------------------------------------------------------------------------------------------- */

enum ir_expr_kind {
	IR_INT,          /* integer, boolean, character, enumerator, null pointer: `integer` */
	IR_FLOAT,        /* `real` */
	IR_STRING,       /* address of a string literal: `text`, `length` bytes without the closing 0 */
	IR_VAR,          /* address of `var` */
	IR_FUNC,         /* address of `func` */
	IR_SPECIAL,      /* threadIdx.x and the like: `special` */
	IR_LOAD,         /* reads a scalar at address a; bit-fields through `field` */
	IR_STORE,        /* writes the scalar b to address a; yields b */
	IR_UPDATE,       /* *a = convert(convert(*a, compute_type) op b); yields the new value, or the old if `post`.
	                    For pointers b is already scaled to bytes and op is IR_ADD or IR_SUB */
	IR_COPY,         /* copies a record or array of this expression's type from address b to address a; yields a */
	IR_ZERO,         /* zeroes the object of this expression's type at address a; yields a */
	IR_OFFSET,       /* pointer a + b * scale bytes; b an integer of any width; `a[i]` and `p + i`. Negative steps
	                    (`p - i`) have scale < 0 */
	IR_FIELD,        /* address a + field->offset */
	IR_POINTER_DIFF, /* (a - b) / scale */
	IR_UNARY,        /* op a */
	IR_BINARY,       /* a op b; both operands already have the common type (but for shifts) */
	IR_AND, IR_OR,   /* short circuit; the result is 0 or 1 */
	IR_CONDITIONAL,  /* a ? b : c; for records all three of b, c and the result are addresses */
	IR_COMMA,        /* a, then b; yields b */
	IR_CONVERT,      /* a converted to this expression's type */
	IR_CALL,         /* func(args); of record type: yields the address of a temporary of the caller */
	IR_CALL_POINTER, /* the function whose address is a, with args; `func`, if not NULL: the only one that the unit knows
	                    to be possible */
	IR_BUILTIN,      /* builtin(args) of ir/builtins.def */
	IR_LAUNCH,       /* func<<<grid, block, shared, stream>>>(args); grid and block are addresses of dim3. func NULL:
	                    the kernel whose address is a */
	IR_STATEMENTS,   /* GNU statement expression: runs `body`, then yields a (may be NULL) */
	IR_UNKNOWN,      /* a construct that the front end does not model; evaluates args for their effects, and may write
	                    where they point. `text` says what it is. Of record or reference type: an address that is not known */
};

enum ir_op {
	IR_ADD, IR_SUB, IR_MUL, IR_DIV, IR_REM, IR_SHL, IR_SHR, IR_BIT_AND, IR_BIT_OR, IR_BIT_XOR,
	IR_LT, IR_GT, IR_LE, IR_GE, IR_EQ, IR_NE,      /* the result is bool; signedness and width from operand a's type */
	IR_NEG, IR_BIT_NOT, IR_NOT,                    /* unary */
};

enum ir_special {
	IR_THREAD_X, IR_THREAD_Y, IR_THREAD_Z,
	IR_BLOCK_X, IR_BLOCK_Y, IR_BLOCK_Z,            /* blockIdx */
	IR_BLOCK_DIM_X, IR_BLOCK_DIM_Y, IR_BLOCK_DIM_Z,
	IR_GRID_DIM_X, IR_GRID_DIM_Y, IR_GRID_DIM_Z,
	IR_WARP_SIZE,
};

enum ir_builtin {
#define BUILTIN(name) IR_BUILTIN_##name,
#include "ir/builtins.def"
	IR_BUILTIN_COUNT
};

enum ir_builtin_kind {
	IR_BUILTIN_IS_OTHER,     /* nothing more is known */
	IR_BUILTIN_IS_BARRIER,   /* waits for other threads, or for memory */
	IR_BUILTIN_IS_EXCHANGE,  /* exchanges numbers with lanes of the warp, those in the mask that it is given first */
	IR_BUILTIN_IS_LANE,      /* says which lane, or which lanes, run */
	IR_BUILTIN_IS_CLOCK,     /* reads a clock */
	IR_BUILTIN_IS_LOAD,      /* loads from its one argument */
	IR_BUILTIN_IS_STORE,     /* stores to its first argument, and all others are what is stored */
	IR_BUILTIN_IS_ATOMIC,    /* the same, and yields what was there */
	IR_BUILTIN_IS_SPACE,     /* asks of which memory an address is, or gives it in another form */
	IR_BUILTIN_IS_PURE,      /* its result comes of its arguments alone, and nothing else comes of it */
};

/* Among whom an atomic or a fence counts. */
enum ir_scope {
	IR_SCOPE_DEVICE,
	IR_SCOPE_BLOCK,
	IR_SCOPE_SYSTEM,  /* with the host and other devices */
};

/* Code of a library whose source has other lines than the program: the place by which the compiler's line information,
 * and so every profiler, knows its accesses to memory. */
struct ir_line_info {
	const char *file;                   /* a header of the CUDA Toolkit, without its folder */
	uint32_t line;
	uint32_t line_of_16;                /* of accesses of 16 bytes a lane, if they are others; else 0 */
	const char *assumption;             /* that the accesses rest on; NULL: none */
};

/* What most of those who walk the tree look at stands in front, so that they need not fetch all of it. */
struct ir_expr {
	enum ir_expr_kind kind;
	enum ir_op op;                      /* IR_UNARY, IR_BINARY, IR_UPDATE */
	bool post;                          /* IR_UPDATE: x++ and x-- */
	bool is_written;                    /* IR_CONVERT to a floating-point number: the source asks for it; else it follows from types */
	bool is_assembly;                   /* IR_UNKNOWN: inline assembly, `text`, or what it yields; only the machine code says more, */
	bool accesses_memory;               /* and it may access any memory */
	uint32_t arg_count;
	const struct ir_type *type;
	const struct ir_expr *a, *b, *c;
	const struct ir_expr **args;        /* calls, launches and IR_UNKNOWN */
	union {
		int64_t integer;                /* sign- or zero-extended from the type */
		double real;
		struct { const char *text; size_t length; };
		const struct ir_var *var;
		enum ir_special special;
		int64_t scale;                  /* bytes */
		const struct ir_field *field;
		const struct ir_type *compute_type;
		const struct ir_stmt *body;
		struct {
			enum ir_builtin builtin;
			enum ir_scope scope;   /* of an atomic or a fence; else device */
			const struct ir_line_info *line_info;   /* NULL: the program's own line */
		};
		struct {
			struct ir_func *func;       /* IR_FUNC, IR_CALL: never NULL; its body may be */
			const struct ir_launch *launch;
		};
	};
	struct ir_loc loc;                  /* of the expression as written: for IR_LOAD and IR_STORE the lvalue's range */
};

/* The configuration of a launch; what the source leaves out is NULL. */
struct ir_launch {
	const struct ir_expr *grid, *block;     /* addresses of dim3 */
	const struct ir_expr *shared;           /* dynamic shared memory, bytes */
	const struct ir_expr *stream;
};

/* ---- statements ----------------------------------------------------------------------------------------------- */

enum ir_stmt_kind {
	IR_STMT_EXPR,      /* expr */
	IR_STMT_DECLARE,   /* var begins to live, with no value yet; its initialiser follows as IR_STMT_EXPR */
	IR_STMT_BLOCK,     /* stmts */
	IR_STMT_IF,        /* expr, then, otherwise (may be NULL) */
	IR_STMT_LOOP,      /* for, while and do; `init` of a for stands before it in an enclosing block */
	IR_STMT_SWITCH,    /* expr, stmts, cases */
	IR_STMT_TRY,       /* stmts: what is tried, then what its first handler does; host code alone */
	IR_STMT_BREAK,
	IR_STMT_CONTINUE,
	IR_STMT_RETURN,    /* expr may be NULL; a returned record is given by its address */
	IR_STMT_UNKNOWN,   /* what the front end does not model, whatever it does; `text` says what it is */
};

struct ir_case {
	bool is_default;
	int64_t low, high;     /* inclusive; GNU ranges */
	uint32_t first;        /* index into stmts at which this label stands */
};

struct ir_stmt {
	enum ir_stmt_kind kind;
	const struct ir_expr *expr;             /* the condition of IF, LOOP (NULL: for ever) and SWITCH */
	union {
		const struct ir_var *var;
		const char *text;
		struct {
			const struct ir_stmt **stmts;
			uint32_t stmt_count;
			const struct ir_case *cases;             /* in order of where they stand */
			uint32_t case_count;
		};
		struct { const struct ir_stmt *then, *otherwise; };
		struct {
			const struct ir_stmt *body;     /* of a loop */
			const struct ir_expr *step;     /* runs after the body and on continue; may be NULL */
			bool test_last;                 /* do … while */
		};
	};
	struct ir_loc loc;
	struct ir_loc condition;                /* as written, of which expr may be but a part; line 0: it has expr's */
};

/* Where the condition of a statement is that has one. */
static inline const struct ir_loc *
ir_condition_loc(const struct ir_stmt *s)
{
	return s->condition.line ? &s->condition : &s->expr->loc;
}

/* ---- functions and units -------------------------------------------------------------------------------------- */

struct ir_func {
	const char *name;            /* unqualified, without template arguments */
	const char *qualified_name;  /* with namespaces and classes */
	const char *link_name;       /* mangled: equal in two units exactly when it is the same function */
	const struct ir_type *result;
	struct ir_var **params;      /* `this` (a pointer) first where there is one */
	uint32_t param_count;
	uint32_t slot_count;         /* locals and parameters */
	const struct ir_stmt *body;  /* NULL: declared only */
	struct ir_loc loc;           /* the name; end_line is that of the whole definition */
	const char **template_args;  /* as demanglers spell them; only of an instantiation */
	const char **written_template_args;   /* as a user writes them: an enumerator by its name */
	uint32_t template_arg_count;
	const char **closure_args;   /* of a kernel: the same, with closures by their numbers; NULL: it has none, or not all of them are known */
	const char *signature;       /* of a kernel: its type as the compiler spells it, without typedefs */
	int64_t max_threads, min_blocks;  /* __launch_bounds__; 0: not given */
	int64_t cluster[3];          /* blocks, by __cluster_dims__; 0: not given */
	bool is_kernel, is_device, is_host;
	bool is_method;              /* params[0] is `this` */
	bool is_rejected;            /* stands for code that the compiler rejects: it may do whatever a function out of sight may */
	bool is_library;             /* of a built-in header: what it does is its caller's, for the program does not hold it */
	bool is_system;              /* of a header of the system's, or a built-in one */
	bool is_untold;              /* of a built-in header: its accesses stand for none of the library's, and are not told */
	bool is_algorithm;           /* of a built-in header: goes through arrays; those of device memory, by kernels */
	const struct ir_line_info *line_info;  /* of a built-in header's function, if it is known; else NULL */
	bool launches;               /* contains an IR_LAUNCH */
	bool is_partial;             /* some of it could not be lowered, or the compiler found errors in it */
	const char *partial_reason;  /* the first reason */
	const struct ir_unit *unit;
};

/* A problem of the source that leaves the unit partial. */
struct ir_problem {
	struct ir_loc loc;
	const char *message;
	bool is_left_out;            /* the compiler accepts it, and it is not followed */
	bool is_missing_header;      /* an include that was not found */
};

/* A kernel template of which the unit has no instance. */
struct ir_template {
	const char *name, *qualified_name;
	const char *params;          /* as arguments: "T, N" */
	struct ir_loc loc;
};

/* An instance of a kernel template that was asked for, as it was: "name<arguments>". */
struct ir_instance {
	const char *text;
	const struct ir_func *func;  /* NULL: none */
	const char *error;           /* why the compiler does not make it; NULL: it does */
};

/* How floating point of device code is computed otherwise than by default, a bit each. */
enum ir_rounding {
	IR_NO_CONTRACTION = 1,               /* products and sums are rounded one by one */
	IR_FLUSHED = 2,                      /* single-precision numbers too small to be normal are 0 */
	IR_ROUGH_DIVISION = 4,               /* single-precision divisions, */
	IR_ROUGH_ROOT = 8,                   /* and square roots, are not rounded as IEEE 754 has it */
};

/* What the compiler was told of the device code that it makes. */
struct ir_compilation {
	unsigned rounding;                   /* of enum ir_rounding */
	const char *unoptimised;             /* the flag by which the compiler optimises less than by default; NULL: none */
	bool has_stream_per_thread;          /* the default stream is a stream like others */
};

/* A lambda's type that is an argument of a kernel template: where it stands, and all that makes it of the text that stands there. Texts
 * of types have the number of a closure of the unit, between two IR_CLOSURE_MARKs, in place of its own, which nobody can name. */
#define IR_CLOSURE_MARK "\x01"
struct ir_closure {
	const char *file;
	uint32_t line, column;       /* of its bracket */
	const char *scope;           /* the class or namespace that its function is a member of, with template arguments; "": none */
	bool is_of_template;         /* its function is a template's instance, with these arguments */
	const char *const *args;
	uint32_t arg_count;
	const char *const *names, *const *types;   /* of its fields, in order */
	uint32_t field_count;
};

struct ir_unit {
	struct arena arena;
	const char *path;                    /* as given by the user */
	const char **files;                  /* [0] is ""; names as the compiler resolved them */
	size_t file_count, file_capacity;
	struct ir_func **funcs;              /* all that a kernel, main or a launching function reaches, and all kernels */
	size_t func_count, func_capacity;
	struct ir_func **declared;           /* what these call or launch, of which the unit has no body */
	size_t declared_count, declared_capacity;
	struct ir_func *start;               /* runs before main: initialisers that have effects; NULL: there are none */
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
	bool failed;                         /* nothing could be parsed at all, */
	bool out_of_memory;                  /* because of memory, which what ran beside may have taken */
	bool is_companion;                   /* nobody has asked for it: it is read for what it says of those that were given */
};

void ir_unit_free(struct ir_unit *unit);

/* What lies at an address of that type: the address of a variable may have the variable's own. */
static inline const struct ir_type *
ir_type_at(const struct ir_type *address)
{
	return address->kind == IR_TYPE_POINTER ? address->element : address;
}

/* What an address begins with, without the members, elements and conversions on the way; NULL of NULL. */
static inline const struct ir_expr *
ir_base_of_address(const struct ir_expr *address)
{
	while (address && (address->kind == IR_FIELD || address->kind == IR_OFFSET || address->kind == IR_CONVERT))
		address = address->a;
	return address;
}

/* Whether it is known before anything is computed: a variable's own, or a member's. */
static inline bool
ir_address_is_named(const struct ir_expr *address)
{
	while (address->kind == IR_FIELD || address->kind == IR_CONVERT)
		address = address->a;
	return address->kind == IR_VAR;
}

/* The local variable or parameter of which an address is a part; NULL: it is none's. */
static inline const struct ir_var *
ir_local_of_address(const struct ir_expr *address)
{
	const struct ir_expr *base = ir_base_of_address(address);
	const bool local = base && base->kind == IR_VAR && (base->var->storage == IR_STORAGE_LOCAL ||
	                                                    base->var->storage == IR_STORAGE_PARAM);
	return local ? base->var : NULL;
}

/* What an expression converts, through all conversions; NULL of NULL. */
static inline const struct ir_expr *
ir_without_conversions(const struct ir_expr *e)
{
	while (e && e->kind == IR_CONVERT)
		e = e->a;
	return e;
}

/* Whether it is a number that stands there, in whatever type. */
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
/* What the names of atomics and fences of that scope end with: "_block". */
const char *ir_scope_suffix(enum ir_scope scope);
const char *ir_op_text(enum ir_op op);
const char *ir_special_text(enum ir_special special);

/* ir/print.c: the unit as indented text, for those who work on the code. */
#include <stdio.h>
void ir_print_unit(FILE *out, const struct ir_unit *unit);
void ir_print_func(FILE *out, const struct ir_unit *unit, const struct ir_func *func);

#endif
