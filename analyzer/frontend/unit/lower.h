/* The state of a unit that is being lowered from libclang's cursors to IR. Internal to the front end.
 *
 * libclang shows the tree after semantic analysis. Implicit conversions appear as nameless "unexposed" nodes, which
 * have a type but neither a kind nor a value category. Two functions therefore walk every expression (lowering.h).
 * lower_value yields the value that the expression computes (of a record: its address). lower_address yields the
 * address of the object that the expression designates. The parent decides which of the two a child needs. */
#ifndef GPULINT_FRONTEND_UNIT_LOWER_H
#define GPULINT_FRONTEND_UNIT_LOWER_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frontend/unit/table.h"
#include "ir/ir.h"
#include "support/pointer_map.h"

/* A construct that nests deeper than this is left out and reported. Each level also costs the evaluator and the printer
 * stack. */
enum { LOWER_MAX_DEPTH = 1200, LOWER_MAX_TYPE_DEPTH = 64, LOWER_SPECIALS = 5 };

/* The prefix of the variables that are appended to the text: see frontend/text/instantiate.h. */
#define REFERENCE_PREFIX "gl_reference_"

struct lower_error {
	size_t file; /* index into lower.files */
	unsigned offset, line;
	bool in_macro; /* in text from a macro's definition, not in an argument of the macro */
	const char *message;
};

/* A variable while its function is being lowered. Other modules see only the first member. */
struct lower_var {
	struct ir_var ir;
	uint32_t mentions; /* IR_VAR nodes made for it */
	/* those IR_VAR nodes that are the operand of a load, store or update of the whole variable */
	uint32_t direct;
	bool is_vla; /* a variable-length array: `ir` is a pointer to the memory allocated for it */
};

/* A variable that a lambda's body names and its closure stores. */
struct lower_capture {
	CXCursor var;
	const struct ir_field *field;
	CXType type; /* the field's type */
	bool by_reference;
};

/* A lambda expression, registered when its closure type is first seen. */
struct lower_closure {
	CXCursor lambda, class;
	size_t number;    /* index among the unit's closures, from 1; 0: not one of the unit's closures */
	bool is_nameless; /* has no name and cannot get one */
	struct lower_capture *captures;
	uint32_t capture_count;
	const struct ir_field *this_field; /* NULL: `this` is not captured */
	bool this_by_value;
	CXType this_record; /* the class of `this`; its kind is CXType_Invalid when `this` is not captured */
};

/* A function, and the cursor whose children include its body. */
struct lower_func {
	struct ir_func ir;
	CXCursor cursor;         /* the declaration with the body, if there is one */
	enum ir_builtin builtin; /* IR_BUILTIN_COUNT: none */
	enum ir_scope scope;     /* the scope of `builtin` */
};

struct lower_stmts {
	const struct ir_stmt **items;
	size_t count, capacity;
};

/* Expressions to be evaluated in order for their effects. */
struct lower_effects {
	const struct ir_expr **items;
	size_t count, capacity;
};

enum jump_kind {
	JUMP_LOOP, /* a loop of the source */
	JUMP_SWITCH,
	JUMP_FORWARD,  /* a switch that ends at a label */
	JUMP_BACKWARD, /* a loop that begins at a label */
};

struct job;
struct jump_escape;
struct lower_cleanup;

/* A nameless object whose destruction the full expression owns. */
struct lower_temporary {
	const struct ir_var *var;
	CXType type;
	const struct ir_var *flag; /* whether the object was constructed; NULL: it is constructed unconditionally */
};

/* A full expression: one that is no part of another. Its temporaries are destroyed at its end. */
struct lower_full {
	struct lower_temporary *items;
	size_t count, capacity;
	struct lower_effects flags; /* cleared before the expression is evaluated */
	/* receives the temporaries that references of the declared variable bind to; may be NULL */
	struct lower_full *extended;
	unsigned caveats; /* number of enclosing operands that are evaluated conditionally */
	struct lower_full *outer;
};

/* A loop or switch whose body is being lowered. */
struct jump_target {
	enum jump_kind kind;
	const char *label;              /* NULL except for JUMP_FORWARD and JUMP_BACKWARD */
	const struct ir_var *flags[2];  /* set while a break (first) or continue (second) to this target is pending */
	struct jump_escape *escapes;    /* jumps that pass through this target */
	struct lower_cleanup *cleanups; /* cleanups of the variables that outlive it */
	struct jump_target *outer;
};

/* The state of the function being lowered. */
struct lower_scope {
	struct lower_func *func;
	struct table locals;            /* VarDecl, ParmDecl → struct lower_var */
	struct lower_stmts *block;      /* the block that receives statements */
	struct lower_stmts prologue;    /* statements that precede all others */
	struct jump_target *targets;    /* innermost first */
	struct lower_cleanup *cleanups; /* cleanups of the live variables, innermost first */
	CXCursor body;
	bool is_too_deep;              /* a construct in it nests too deeply; reported once */
	struct ir_loc wild_jump;       /* the first goto that IR cannot express; line 0: none */
	const struct ir_var *this_var; /* NULL: no `this` */
	/* the closure, if this is a lambda's operator(): then this_var points to the closure */
	const struct lower_closure *closure;
	CXType this_record; /* the class of `this` in the source's sense */
	struct lower_scope *outer;
};

struct lower_file {
	CXFile handle;
	uint32_t index;
	const char *text; /* NULL until it is read */
	size_t length;
	uint32_t *lines; /* offsets of the line starts; NULL until they are needed */
	size_t line_count, last_line;
};

/* How many of the compiler's choices of constructors lower_chosen.c has collected. */
enum lower_choices {
	CHOICES_NONE,
	CHOICES_OF_FILE, /* all except those of classes that are local to functions */
	CHOICES_ALL,
};

/* Whether a macro of the project may contain a launch. */
enum launching_macros { LAUNCHING_MACROS_UNASKED, LAUNCHING_MACROS_NONE, LAUNCHING_MACROS_THERE };

/* A location of libclang's, with its file and offset. */
struct lower_point {
	CXSourceLocation location;
	CXFile file; /* NULL: none */
	unsigned offset;
};
/* The point of a range that is resolved. For text from a macro, the last two are the place of the macro's expansion. */
enum lower_arm { SIDE_START, SIDE_END, SIDE_MACRO, SIDE_END_MACRO, LOWER_SIDES };

/* A variable at namespace scope that is declared outside the system's headers. */
struct lower_global_name {
	const char *name;
	CXCursor cursor;
	size_t order; /* position in the order of declarations */
};

struct lower {
	struct ir_unit *unit;
	struct arena *arena;
	CXTranslationUnit tu;
	struct lower_scope *scope;    /* NULL outside functions */
	struct lower_full *full;      /* the innermost full expression being lowered; NULL: none */
	struct table funcs;           /* canonical cursor → struct lower_func */
	struct table globals;         /* canonical cursor → struct lower_var */
	struct table fields;          /* FieldDecl → struct ir_field */
	struct table closures;        /* closure class → struct lower_closure */
	struct pointer_map destroyed; /* a class's struct ir_type → itself if destroy_does_something, else NULL */
	struct table vtables;         /* class → struct vtables */
	struct table emitted;         /* class → struct lower_vtable */
	/* method → the struct ir_func whose address is used for the method's. For a virtual method: a function that
	 * calls it through the object's vtable. For a lambda's operator(): a function that needs no object. */
	struct table method_thunks;
	struct lower_virtual_call *virtual_calls;
	size_t virtual_call_count, virtual_call_capacity;
	struct pointer_map types;    /* struct ir_type by the identity of libclang's type: see types_get */
	struct pointer_map pointers; /* struct ir_type of a pointer, by its element type */
	struct lower_var **temporaries;
	size_t temporary_count, temporary_capacity;
	struct lower_func **queue; /* functions whose bodies are still to be lowered */
	size_t queue_count, queue_capacity;
	struct lower_stmts start;     /* initialises variables before main */
	struct lower_choice *choices; /* answers of the compiler: see lower_chosen.c */
	size_t choice_count, choice_capacity;
	enum lower_choices choices_made;
	CXCursor *children; /* stack of children, see lower_children */
	size_t kid_count, kid_capacity;
	struct lower_file *files;
	size_t file_count, file_capacity, last_file;
	struct lower_point points[LOWER_SIDES]; /* the last location resolved for each point of a range */
	unsigned depth, type_depth;
	struct lower_func **closure_kernels; /* kernels with lambda types among their template arguments */
	size_t closure_kernel_count, closure_kernel_capacity;
	CXCursor *kernel_templates;
	size_t kernel_template_count, kernel_template_capacity;
	enum launching_macros launching_macros;
	bool has_references;          /* instantiate_missing has appended text to the file */
	size_t reference_count;       /* number of names that instantiate_missing has used */
	bool is_slow;                 /* there is no time for another parse */
	const char *const *instances; /* instances that the options ask for: see struct frontend_options */
	size_t instance_count;
	/* Parses the file again, with other text for the file itself or for files that it includes. */
	CXTranslationUnit (*parse_copies)(struct job *job, const struct CXUnsavedFile *copies, unsigned count);
	struct job *job;
	CXCursor specials[LOWER_SPECIALS]; /* threadIdx, blockIdx, blockDim, gridDim, warpSize */
	bool has_errors;                   /* the compiler reported an error in any file */
	struct lower_error *errors;        /* the places of the errors, sorted by file and offset */
	size_t error_count, error_capacity;
	struct lower_global_name *global_names; /* sorted by name, then by order of declaration; see rejected_text.c */
	size_t global_name_count, global_name_capacity;
	bool has_global_names;
	const struct ir_type *type_void, *type_bool, *type_int, *type_uint, *type_size, *type_ptrdiff,
		*type_void_pointer, *type_char, *type_opaque, *type_code, *type_vtable;
};

#endif
