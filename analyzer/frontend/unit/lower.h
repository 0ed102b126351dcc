/* From libclang's cursors to IR: the state of a unit that is lowered. Internal to the front end.
 *
 * libclang shows the tree as the compiler's semantic analysis left it, with implicit conversions as nameless
 * "unexposed" nodes that carry a type but no kind, and without value categories. Two functions therefore walk every
 * expression (lowering.h): lower_value yields what the expression computes (of a record: its address), lower_address
 * where the object that it designates lies. Which of the two a child needs follows from its parent. */
#ifndef GPULINT_FRONTEND_UNIT_LOWER_H
#define GPULINT_FRONTEND_UNIT_LOWER_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frontend/unit/table.h"
#include "ir/ir.h"
#include "support/pointer_map.h"

/* Nesting of expressions and statements beyond which a construct is given up, and told. Each level costs the evaluator and the
 * printer stack as well. */
enum { LOWER_MAX_DEPTH = 1200, LOWER_MAX_TYPE_DEPTH = 64, LOWER_SPECIALS = 5 };

/* What the names of variables begin with that are appended to the text: see text/instantiate.h. */
#define REFERENCE_PREFIX "gl_reference_"

struct lower_error {
	size_t file; /* index into lower.files */
	unsigned offset, line;
	bool in_macro; /* what the macro that stands there is made of, and no argument of it */
	const char *message;
};

/* A variable while its function is being lowered. Other modules see only the first member. */
struct lower_var {
	struct ir_var ir;
	uint32_t mentions; /* IR_VAR nodes made for it */
	uint32_t direct;   /* those of them that are the operand of a load, store or update of the whole variable */
	bool is_vla;       /* a variable-length array: `ir` is a pointer to memory taken for it */
};

/* A variable that a lambda's body names and its closure holds. */
struct lower_capture {
	CXCursor var;
	const struct ir_field *field;
	CXType type; /* the field's */
	bool by_reference;
};

/* One lambda expression, from when its closure type is first met. */
struct lower_closure {
	CXCursor lambda, class;
	size_t number;    /* of the unit's closures, from 1 on; 0: it is none of them, */
	bool is_nameless; /* and cannot be */
	struct lower_capture *captures;
	uint32_t capture_count;
	const struct ir_field *this_field; /* NULL: `this` is not captured */
	bool this_by_value;
	CXType this_record; /* its class; of kind CXType_Invalid when it is not captured */
};

/* A function and the cursor whose children hold its body. */
struct lower_func {
	struct ir_func ir;
	CXCursor cursor;         /* the declaration that has the body, when there is one */
	enum ir_builtin builtin; /* IR_BUILTIN_COUNT: none */
	enum ir_scope scope;     /* of that */
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
	JUMP_LOOP, /* of the source */
	JUMP_SWITCH,
	JUMP_FORWARD,  /* a switch that ends where a label stands */
	JUMP_BACKWARD, /* a loop that begins there */
};

struct job;
struct jump_escape;
struct lower_cleanup;

/* An object without a name, as long as nothing else destroys it. */
struct lower_temporary {
	const struct ir_var *var;
	CXType type;
	const struct ir_var *flag; /* says whether it was made; NULL: it is in any case */
};

/* An expression that is no part of another: at its end the temporaries are destroyed that it has made. */
struct lower_full {
	struct lower_temporary *items;
	size_t count, capacity;
	struct lower_effects flags; /* cleared before it runs */
	/* gets the temporaries to which references of the declared variable are bound; may be NULL */
	struct lower_full *extended;
	unsigned caveats; /* operands around that may not be run */
	struct lower_full *outer;
};

/* A loop or switch whose body is being lowered. */
struct jump_target {
	enum jump_kind kind;
	const char *label;              /* NULL but for the last two kinds */
	const struct ir_var *flags[2];  /* say that a jump to it is under way: a break, a continue */
	struct jump_escape *escapes;    /* what passes through it */
	struct lower_cleanup *cleanups; /* of the variables that outlive it */
	struct jump_target *outer;
};

/* What belongs to the function being lowered. */
struct lower_scope {
	struct lower_func *func;
	struct table locals;            /* VarDecl, ParmDecl → struct lower_var */
	struct lower_stmts *block;      /* where statements go now */
	struct lower_stmts prologue;    /* what stands before all others */
	struct jump_target *targets;    /* innermost first */
	struct lower_cleanup *cleanups; /* of the variables that live now, the last one first */
	CXCursor body;
	bool is_too_deep;                    /* something in it was: it is told once */
	struct ir_loc wild_jump;             /* the first goto for which IR has no form; line 0: there is none */
	const struct ir_var *this_var;       /* NULL: no `this` */
	const struct lower_closure *closure; /* of a lambda's operator(): this_var is the closure then */
	CXType this_record;                  /* the class of `this` as the source means it */
	struct lower_scope *outer;
};

struct lower_file {
	CXFile handle;
	uint32_t index;
	const char *text; /* NULL until asked for */
	size_t length;
	uint32_t *lines; /* offsets of the lines' starts, once asked for */
	size_t line_count, last_line;
};

/* What lower_chosen.c has asked the compiler for. */
enum lower_choices {
	CHOICES_NONE,
	CHOICES_OF_FILE, /* but for those of classes that are local to functions */
	CHOICES_ALL,
};

/* Whether some macro of the project's may write a launch. */
enum launching_macros { LAUNCHING_MACROS_UNASKED, LAUNCHING_MACROS_NONE, LAUNCHING_MACROS_THERE };

/* A location of the compiler's, and where in its file that is. */
struct lower_point {
	CXSourceLocation location;
	CXFile file; /* NULL: none */
	unsigned offset;
};
/* Which of them is asked for: of what stands in a macro the last is where that is expanded. */
enum lower_arm { SIDE_START, SIDE_END, SIDE_MACRO, SIDE_END_MACRO, LOWER_SIDES };

/* A variable at namespace scope that is none of a header of the system's. */
struct lower_global_name {
	const char *name;
	CXCursor cursor;
	size_t order; /* in which they are declared */
};

struct lower {
	struct ir_unit *unit;
	struct arena *arena;
	CXTranslationUnit tu;
	struct lower_scope *scope;    /* NULL outside functions */
	struct lower_full *full;      /* the innermost that is being lowered; NULL: none */
	struct table funcs;           /* canonical cursor → struct lower_func */
	struct table globals;         /* canonical cursor → struct lower_var */
	struct table fields;          /* FieldDecl → struct ir_field */
	struct table closures;        /* closure class → struct lower_closure */
	struct pointer_map destroyed; /* a class's struct ir_type → itself, if destroy_does_something; else NULL */
	struct table vtables;         /* class → struct vtables */
	struct table emitted;         /* class → struct lower_vtable */
	/* method → struct ir_func whose address stands for it: of a virtual one that which calls it by the object's
	 * class, of a lambda's operator() that which needs no object */
	struct table stand_ins;
	struct lower_virtual_call *virtual_calls;
	size_t virtual_call_count, virtual_call_capacity;
	struct pointer_map types;    /* struct ir_type, by what tells libclang's types apart: see types_get */
	struct pointer_map pointers; /* struct ir_type of a pointer, by its element */
	struct lower_var **temporaries;
	size_t temporary_count, temporary_capacity;
	struct lower_func **queue; /* functions whose bodies are still to be lowered */
	size_t queue_count, queue_capacity;
	struct lower_stmts start;     /* asks for the variables that are initialised before main */
	struct lower_choice *choices; /* see lower_chosen.c */
	size_t choice_count, choice_capacity;
	enum lower_choices choices_made;
	CXCursor *children; /* stack of children, see lower_children */
	size_t kid_count, kid_capacity;
	struct lower_file *files;
	size_t file_count, file_capacity, last_file;
	struct lower_point points[LOWER_SIDES]; /* that were asked for last */
	unsigned depth, type_depth;
	struct lower_func **closure_kernels; /* whose template arguments have lambdas' types in them */
	size_t closure_kernel_count, closure_kernel_capacity;
	CXCursor *kernel_templates;
	size_t kernel_template_count, kernel_template_capacity;
	enum launching_macros launching_macros;
	bool has_references;          /* the file ends with text of instantiate_missing */
	size_t reference_count;       /* names given by instantiate_missing */
	bool is_slow;                 /* there is no time for another parse */
	const char *const *instances; /* that are asked for: see struct frontend_options */
	size_t instance_count;
	/* Parses the file once more, with other text for some of those that it includes or for itself. */
	CXTranslationUnit (*parse_copies)(struct job *job, const struct CXUnsavedFile *copies, unsigned count);
	struct job *job;
	CXCursor specials[LOWER_SPECIALS]; /* threadIdx, blockIdx, blockDim, gridDim, warpSize */
	bool has_errors;                   /* the compiler reported an error anywhere */
	struct lower_error *errors;        /* where, sorted by file and offset */
	size_t error_count, error_capacity;
	struct lower_global_name *global_names; /* by name, and of one name in order; see rejected_text.c */
	size_t global_name_count, global_name_capacity;
	bool has_global_names;
	const struct ir_type *type_void, *type_bool, *type_int, *type_uint, *type_size, *type_ptrdiff,
		*type_void_pointer, *type_char, *type_opaque, *type_code, *type_vtable;
};

#endif
