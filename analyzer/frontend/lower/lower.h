/* From libclang's cursors to IR: what the lower_*.c files share. Internal to the front end.
 *
 * libclang shows the tree as the compiler's semantic analysis left it, with implicit conversions as nameless
 * "unexposed" nodes that carry a type but no kind, and without value categories. Two functions therefore walk every
 * expression: lower_value yields what the expression computes (of a record: its address), lower_address where the
 * object that it designates lies. Which of the two a child needs follows from its parent. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_H
#define GPULINT_FRONTEND_LOWER_LOWER_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frontend/lower/range_map.h"
#include "frontend/lower/table.h"
#include "ir/ir.h"
#include "support/pointer_map.h"

/* Nesting of expressions and statements beyond which a construct is given up, and told. Each level costs the evaluator and the
 * printer stack as well. */
enum { LOWER_MAX_DEPTH = 1200, LOWER_MAX_TYPE_DEPTH = 64, LOWER_SPECIALS = 5 };

struct lower_error {
	size_t file; /* index into lower.files */
	unsigned offset, line;
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
	bool by_reference;
};

/* One lambda expression, from when its closure type is first met. */
struct lower_closure {
	struct lower_capture *captures;
	uint32_t capture_count;
	const struct ir_field *this_field; /* NULL: `this` is not captured */
	bool this_by_value;
	CXType this_record; /* its class; of kind CXType_Invalid when it is not captured */
};

/* The methods of the unit that override a virtual one, directly or further down. */
struct lower_overriders {
	CXCursor first;
	unsigned count;
};

/* A function and the cursor whose children hold its body. */
struct lower_func {
	struct ir_func ir;
	CXCursor cursor;         /* the declaration that has the body, when there is one */
	enum ir_builtin builtin; /* IR_BUILTIN_COUNT: none */
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
	JUMP_LOOP,     /* of the source */
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
	struct lower_full *extended; /* gets the temporaries to which references of the declared variable are bound; may be NULL */
	unsigned doubts;            /* operands around that may not be run */
	struct lower_full *outer;
};

/* A loop or switch whose body is being lowered. */
struct jump_target {
	enum jump_kind kind;
	const char *label;             /* NULL but for the last two kinds */
	const struct ir_var *flags[2]; /* say that a jump to it is under way: a break, a continue */
	struct jump_escape *escapes;   /* what passes through it */
	struct lower_cleanup *cleanups; /* of the variables that outlive it */
	struct jump_target *outer;
};

/* What belongs to the function being lowered. */
struct lower_scope {
	struct lower_func *func;
	struct table locals;                 /* VarDecl, ParmDecl → struct lower_var */
	struct lower_stmts *block;           /* where statements go now */
	struct lower_stmts prologue;         /* what stands before all others */
	struct jump_target *targets;         /* innermost first */
	struct lower_cleanup *cleanups;      /* of the variables that live now, the last one first */
	struct lower_cleanup *caught_at;     /* what they are where an exception that is thrown now may be caught */
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
	CXFile file;      /* NULL: none */
	unsigned offset;
};
/* Which of them is asked for: of what stands in a macro the last is where that is expanded. */
enum lower_side { SIDE_START, SIDE_END, SIDE_MACRO, SIDE_END_MACRO, LOWER_SIDES };

/* A macro in front of a loop: the factor by which that is to be unrolled, as of ir_stmt.unroll. */
struct lower_hint {
	const char *name;
	int32_t factor;
};

struct lower {
	struct ir_unit *unit;
	struct arena *arena;
	CXTranslationUnit tu;
	struct lower_scope *scope; /* NULL outside functions */
	struct lower_full *full;   /* the innermost that is being lowered; NULL: none */
	struct table funcs;        /* canonical cursor → struct lower_func */
	struct table globals;      /* canonical cursor → struct lower_var */
	struct table fields;       /* FieldDecl → struct ir_field */
	struct table closures;     /* closure class → struct lower_closure */
	struct pointer_map destroyed; /* a class's struct ir_type → itself, if destroy_does_something; else NULL */
	struct table overriders;   /* virtual method → struct lower_overriders */
	struct table vtables;      /* class → struct vtables */
	struct table emitted;      /* class → struct lower_vtable */
	struct table stand_ins;    /* method → struct ir_func whose address stands for it: of a virtual one that which calls it by the
	                              object's class, of a lambda's operator() that which needs no object */
	struct lower_virtual_call *virtual_calls;
	size_t virtual_call_count, virtual_call_capacity;
	struct pointer_map types;    /* struct ir_type, by what tells libclang's types apart: see types_get */
	struct pointer_map pointers; /* struct ir_type of a pointer, by its element */
	struct lower_var **temporaries;
	size_t temporary_count, temporary_capacity;
	struct lower_func **queue; /* functions whose bodies are still to be lowered */
	size_t queue_count, queue_capacity;
	struct lower_stmts start;  /* asks for the variables that are initialised before main */
	struct lower_choice *choices; /* see lower_chosen.c */
	size_t choice_count, choice_capacity;
	enum lower_choices choices_made;
	struct lower_getter *getters; /* see lower_getter.c */
	size_t getter_count, getter_capacity;
	const void *last_indexed;     /* the declaration that the indexer was in when it told something last */
	CXCursor *kids; /* stack of children, see lower_kids */
	size_t kid_count, kid_capacity;
	struct lower_file *files;
	size_t file_count, file_capacity, last_file;
	struct lower_point points[LOWER_SIDES];   /* that were asked for last */
	struct range_map ranges;
	unsigned depth, type_depth;
	struct lower_hint *hints;          /* macros that begin a loop */
	size_t hint_count, hint_capacity;
	CXCursor *kernel_templates;
	size_t kernel_template_count, kernel_template_capacity;
	enum launching_macros launching_macros;
	bool has_references;               /* the file ends with text of instantiate_missing */
	size_t reference_count;            /* names given by instantiate_missing */
	const char *const *instances;      /* that are asked for: see struct frontend_options */
	size_t instance_count;
	/* Parses the file once more, with other text for some of those that it includes or for itself. */
	CXTranslationUnit (*parse_copies)(struct job *job, const struct CXUnsavedFile *copies, unsigned count);
	struct job *job;
	CXCursor specials[LOWER_SPECIALS]; /* threadIdx, blockIdx, blockDim, gridDim, warpSize */
	bool has_errors;                   /* the compiler reported an error anywhere */
	struct lower_error *errors;        /* where, sorted by file and offset */
	size_t error_count, error_capacity;
	const struct ir_type *type_void, *type_bool, *type_int, *type_uint, *type_size, *type_ptrdiff,
		*type_void_pointer, *type_char, *type_opaque, *type_code, *type_vtable;
};

/* ---- children of a cursor ---- */

/* A cursor's children, kept on a stack: lower_done gives them back, in reverse order of lower_kids. */
struct kids {
	size_t first;
	unsigned count;
};
struct kids lower_kids(struct lower *l, CXCursor cursor);
void lower_done(struct lower *l, struct kids kids);
static inline CXCursor
kid(const struct lower *l, struct kids kids, unsigned i)
{
	return l->kids[kids.first + i];
}
/* The last child that is an expression: the operand of a cast, past its type's references. Null cursor: none. */
CXCursor lower_operand(struct lower *l, CXCursor cursor);
/* The first child that is such a one; null cursor: none. */
CXCursor lower_first_child(CXCursor of, bool (*is_it)(CXCursor child));
/* The first child that is an expression; null cursor: none. */
CXCursor lower_first_part(CXCursor expression);
/* An expression without what says only that it makes temporaries, or converts. */
CXCursor lower_unwrapped(struct lower *l, CXCursor cursor);
/* The last child that is a statement and no expression. */
CXCursor lower_operand_statement(struct lower *l, CXCursor cursor);

/* ---- source.c ---- */
struct ir_loc source_loc(struct lower *l, CXCursor cursor);
struct ir_loc source_point(struct lower *l, CXSourceLocation location);
/* Of a declaration: its name. */
struct ir_loc source_name(struct lower *l, CXCursor declaration);
/* The start of a cursor as file index and offset; false when it has no place in a file. */
bool source_start(struct lower *l, CXCursor cursor, size_t *file, unsigned *offset);
bool source_extent(struct lower *l, CXCursor cursor, size_t *file, unsigned *start, unsigned *end);
/* What is written from the cursor's start to its end; NULL when that is not to be had, or not in one file. */
const char *source_written(struct lower *l, CXCursor cursor, size_t *length);
/* Where a launch is written in the text; NULL: there is none. */
const char *source_find_launch(const char *text, size_t length);
/* The text of files[file]; NULL when it cannot be had. */
const char *source_text(struct lower *l, size_t file, size_t *length);
/* The index in l->files of a file of the compiler. */
size_t source_file(struct lower *l, CXFile handle);
bool source_is_system(CXCursor cursor);
char *source_string(struct lower *l, CXString text);
/* "member 'x'", of what the cursor spells; code that the compiler does not understand may spell nothing. */
const char *source_named(struct lower *l, const char *what, CXCursor cursor);
bool source_is_named(CXCursor declaration, const char *name);

/* ---- diagnostics.c ---- */
/* Tells the user of a problem of the source; of very many only the first. */
void frontend_add_problem(struct lower *l, struct ir_loc loc, const char *message);
/* Tells the user once of a part of the source that is not followed, where the compiler has not rejected it. */
void frontend_add_left_out(struct lower *l, struct ir_loc loc, const char *message);
/* The first error inside a cursor's extent; NULL: none. */
const struct lower_error *frontend_errors_in(struct lower *l, CXCursor cursor);
/* The message of the first error on a line or in what it has the compiler instantiate; NULL: none. */
const char *frontend_error_from(struct lower *l, struct ir_loc line);

/* ---- types.c ---- */
void types_init(struct lower *l);
const struct ir_type *types_get(struct lower *l, CXType source);
const struct ir_type *types_of(struct lower *l, CXCursor cursor);
const struct ir_type *types_pointer(struct lower *l, const struct ir_type *element);
/* A number's type by the keywords that name it; NULL: they name none. */
const struct ir_type *types_named(struct lower *l, const char *name, size_t length);
/* Canonical and without const, volatile and references. */
CXType types_bare(CXType type);
bool types_same(CXType a, CXType b);
bool types_is_reference(CXType type);
bool types_is_function(CXType type);
/* Whether IR can tell the two apart: `long` and `long long` are one. */
bool types_equal(const struct ir_type *a, const struct ir_type *b);
static inline bool
types_is_scalar(const struct ir_type *type)
{
	return type->kind >= IR_TYPE_BOOL && type->kind <= IR_TYPE_POINTER;
}
/* The field of a FieldDecl; NULL when its record could not be laid out. */
const struct ir_field *types_field(struct lower *l, CXCursor field);

/* ---- build.c: nodes ---- */
struct ir_expr *build_expr(struct lower *l, enum ir_expr_kind kind, const struct ir_type *type, struct ir_loc loc);
/* No value, behind an effect; NULL: behind none. */
const struct ir_expr *build_nothing(struct lower *l, const struct ir_expr *effect, struct ir_loc loc);
const struct ir_expr *build_int(struct lower *l, const struct ir_type *type, int64_t value, struct ir_loc loc);
const struct ir_expr *build_float(struct lower *l, const struct ir_type *type, double value, struct ir_loc loc);
const struct ir_expr *build_var(struct lower *l, const struct ir_var *var, struct ir_loc loc);
const struct ir_expr *build_load(struct lower *l, const struct ir_expr *address, const struct ir_type *type,
                                 struct ir_loc loc);
const struct ir_expr *build_store(struct lower *l, const struct ir_expr *address, const struct ir_expr *value,
                                  const struct ir_type *type, struct ir_loc loc);
/* An IR_UPDATE whose op, post and compute_type the caller sets. */
struct ir_expr *build_update(struct lower *l, const struct ir_expr *address, const struct ir_expr *operand,
                             const struct ir_type *type, struct ir_loc loc);
/* The same address as a pointer of another type: a decayed array, a record as its first part. */
const struct ir_expr *build_retyped(struct lower *l, const struct ir_expr *address, const struct ir_type *type);
const struct ir_expr *build_convert(struct lower *l, const struct ir_expr *value, const struct ir_type *type);
const struct ir_expr *build_offset(struct lower *l, const struct ir_expr *base, const struct ir_expr *index,
                                   int64_t scale, const struct ir_type *type, struct ir_loc loc);
const struct ir_expr *build_field(struct lower *l, const struct ir_expr *base, const struct ir_field *field,
                                  struct ir_loc loc);
const struct ir_expr *build_copy(struct lower *l, const struct ir_expr *to, const struct ir_expr *from,
                                 const struct ir_type *type, struct ir_loc loc);
const struct ir_expr *build_zero(struct lower *l, const struct ir_expr *address, const struct ir_type *type,
                                 struct ir_loc loc);
const struct ir_expr *build_binary(struct lower *l, enum ir_op op, const struct ir_expr *a, const struct ir_expr *b,
                                   const struct ir_type *type, struct ir_loc loc);
const struct ir_expr *build_comma(struct lower *l, const struct ir_expr *a, const struct ir_expr *b);
/* An effect under a condition. */
const struct ir_expr *build_if(struct lower *l, const struct ir_expr *condition, const struct ir_expr *effect);
struct ir_expr *build_builtin(struct lower *l, enum ir_builtin builtin, const struct ir_expr **args,
				    uint32_t count, const struct ir_type *type, struct ir_loc loc);
const struct ir_expr *build_call(struct lower *l, struct ir_func *func, const struct ir_expr **args, uint32_t count,
                                 struct ir_loc loc);
/* A value that is not known, which makes the function partial. */
const struct ir_expr *build_unknown(struct lower *l, const struct ir_type *type, struct ir_loc loc, const char *text);
/* The same address once more, for a second use of an operand that has no effects. */
const struct ir_expr *build_again(struct lower *l, const struct ir_expr *address);
/* All effects as one expression, NULL when there are none; balanced, so that long initialisers do not nest deeply. */
const struct ir_expr *build_sequence(struct lower *l, const struct lower_effects *effects);

void effects_add(struct lower *l, struct lower_effects *effects, const struct ir_expr *expr);
void effects_add_all(struct lower *l, struct lower_effects *effects, const struct lower_effects *more);
void stmts_add(struct lower *l, struct lower_stmts *stmts, const struct ir_stmt *stmt);
struct ir_stmt *build_stmt(struct lower *l, enum ir_stmt_kind kind, struct ir_loc loc);
const struct ir_stmt *build_block(struct lower *l, struct lower_stmts *stmts, struct ir_loc loc);
void emit_expr(struct lower *l, const struct ir_expr *expr, struct ir_loc loc);
void emit_effects(struct lower *l, const struct lower_effects *effects, struct ir_loc loc);
/* A statement that is left out, whatever it does. */
void emit_unknown(struct lower *l, struct ir_loc loc, const char *text);
/* Puts a value, or what lies at a record's address, into a variable of its own. */
const struct ir_var *emit_kept(struct lower *l, const struct ir_expr *value, const struct ir_type *type, struct ir_loc loc);
/* What lies at the address is not known from here on. */
void emit_forget(struct lower *l, const struct ir_expr *address, int64_t bytes, struct ir_loc loc);
void lower_partial(struct lower *l, const char *reason);
/* Whether it is nested too deeply: then that is told, and it has to be left out. */
bool lower_is_too_deep(struct lower *l, CXCursor cursor);

/* ---- lower_var.c ---- */
struct lower_var *var_local(struct lower *l, CXCursor cursor, const struct ir_type *type, enum ir_storage storage);
/* A nameless local (outside functions a static) that begins to live before the statement being lowered. */
const struct ir_var *var_temporary(struct lower *l, const struct ir_type *type, struct ir_loc loc);
struct lower_var *var_global(struct lower *l, CXCursor cursor);
/* Declares a variable in the current block and lowers its initialiser. */
void var_declare(struct lower *l, CXCursor cursor);

/* ---- lower_start.c ---- */
/* Whether a variable's initialiser may do or read more than what makes the variable, or has it destroyed at the end. */
bool start_does_more(struct lower *l, CXCursor variable);
/* A variable of namespace scope: notes its initialiser if it has to run before main. */
void start_note(struct lower *l, CXCursor variable);
/* Makes the unit's function that runs all that were noted. */
void start_finish(struct lower *l);

/* ---- lower_binding.c ---- */
void binding_declare(struct lower *l, CXCursor cursor);

/* ---- lower_expr.c ---- */
const struct ir_expr *lower_value(struct lower *l, CXCursor cursor);
const struct ir_expr *lower_address(struct lower *l, CXCursor cursor);
/* Whether an expression designates an object that lives on, rather than a value. */
bool lower_is_glvalue(struct lower *l, CXCursor cursor);
/* The value, converted to the type; for what the source leaves without a cast (elements of initialiser lists). */
const struct ir_expr *lower_value_as(struct lower *l, CXCursor cursor, const struct ir_type *type);
const struct ir_expr *lower_this(struct lower *l, struct ir_loc loc);
/* The address of a temporary that holds a scalar. */
const struct ir_expr *lower_materialise(struct lower *l, const struct ir_expr *value);
/* An address that can be used twice; *first: what must be evaluated before it, NULL when nothing. */
const struct ir_expr *lower_address_once(struct lower *l, const struct ir_expr *address, const struct ir_expr **first);

/* ---- lower_constant.c ---- */
/* Of what has no parts that run; NULL: the expression has. */
const struct ir_expr *constant_of(struct lower *l, CXCursor cursor);
/* A constant that the compiler folds; false when it is none. Only for kinds of cursors that cannot crash it. */
bool lower_constant(struct lower *l, CXCursor cursor, const struct ir_type *type, const struct ir_expr **result);

/* ---- lower_name.c ---- */
const struct ir_expr *name_value(struct lower *l, CXCursor cursor);
const struct ir_expr *name_address(struct lower *l, CXCursor cursor);
/* What the compiler knows of a constant variable; false for what can change or cannot be folded safely. */
bool name_constant(struct lower *l, CXCursor cursor, CXCursor named, const struct ir_expr **result);
/* Whether a variable is threadIdx or one of its kin, and the first of its members. */
bool name_special(struct lower *l, CXCursor var, enum ir_special *first);

/* ---- lower_operator.c ---- */
const struct ir_expr *operator_value(struct lower *l, CXCursor cursor);
const struct ir_expr *operator_address(struct lower *l, CXCursor cursor);

/* ---- lower_member.c ---- */
const struct ir_expr *member_address(struct lower *l, CXCursor cursor);
/* threadIdx.x and the like; NULL: an ordinary member. */
const struct ir_expr *member_special(struct lower *l, CXCursor cursor);
/* A base class's part of a record at `address`, or the other way round; NULL when the one is no base of the other. */
const struct ir_expr *member_upcast(struct lower *l, const struct ir_expr *address, const struct ir_type *from,
                                    const struct ir_type *to, struct ir_loc loc);
/* The address of a FieldDecl in a record, through anonymous parts and bases; NULL: it is not there. */
const struct ir_expr *member_find(struct lower *l, const struct ir_expr *address, const struct ir_type *record,
                                  CXCursor field, struct ir_loc loc);
const struct ir_expr *member_of_this(struct lower *l, CXCursor field, struct ir_loc loc);
/* Bytes from a record's start to its base `to`, -1: no base. */
int64_t member_base_offset(const struct ir_type *from, const struct ir_type *to);

/* ---- lower_member_pointer.c ---- */
bool member_pointer_is(CXType type);
/* `&C::member`, where `name` is the operand. */
const struct ir_expr *member_pointer_value(struct lower *l, CXCursor cursor, CXCursor name);
/* A pointer to a member of one class, or null, as one to a member of a base or heir. */
const struct ir_expr *member_pointer_converted(struct lower *l, const struct ir_expr *value, CXType from, CXType to);
/* The address of the member that `.*` or `->*` designates. */
const struct ir_expr *member_pointer_address(struct lower *l, CXCursor operation, struct kids operands);
/* The `.*` or `->*` that is called; null cursor: something else is. */
CXCursor member_pointer_of_call(struct lower *l, CXCursor callee);
/* The type of function that it calls, which one, and the address of the object. */
CXType member_pointer_function(struct lower *l, CXCursor operation);
const struct ir_expr *member_pointer_callee(struct lower *l, CXCursor operation, const struct ir_expr **object);

/* ---- lower_cast.c ---- */
const struct ir_expr *cast_implicit(struct lower *l, CXCursor cursor);
const struct ir_expr *cast_implicit_address(struct lower *l, CXCursor cursor);
const struct ir_expr *cast_explicit(struct lower *l, CXCursor cursor);
const struct ir_expr *cast_bits(struct lower *l, CXCursor cursor);
const struct ir_expr *cast_explicit_address(struct lower *l, CXCursor cursor);

/* ---- lower_call.c ---- */
const struct ir_expr *call_lower(struct lower *l, CXCursor cursor);
/* Of a copy that compilers leave out, `T` of `T({1, 2})`, what would be copied, which is made in its place; null cursor: it is
 * another call. libclang does not name a constructor for it. */
CXCursor call_left_out(CXCursor call);
bool call_yields_reference(struct lower *l, CXCursor cursor);
/* Arguments of a call of `callee` (a function, method or constructor cursor) from index `first` of the call's. */
void call_arguments(struct lower *l, CXCursor call, CXCursor callee, unsigned first, struct lower_effects *args);
/* A call of a function or method, without looking it up; the object is the first argument. */
const struct ir_expr *call_known(struct lower *l, CXCursor callee, const struct lower_effects *args, struct ir_loc loc);
/* One argument for a parameter of that type. */
const struct ir_expr *call_argument(struct lower *l, CXCursor argument, CXType parameter);
/* The address of a record that is copied anyway: skips a trivial copy of it. */
const struct ir_expr *call_record_source(struct lower *l, CXCursor cursor);

/* ---- lower_method.c ---- */
const struct ir_expr *call_method(struct lower *l, CXCursor cursor, CXCursor method);

/* ---- lower_launch.c ---- */
/* Whether a call, of which these are the children, is a launch. */
bool launch_is(struct lower *l, CXCursor cursor, struct kids kids);
const struct ir_expr *launch_lower(struct lower *l, CXCursor cursor, struct kids kids);

/* ---- lower_init.c ---- */
/* Initialises the object of that type at `address` with an expression or an initialiser list. */
void init_object(struct lower *l, const struct ir_expr *address, CXType type, CXCursor initialiser,
                 struct lower_effects *effects);
/* The value of a scalar that braces initialise; zero for empty ones. */
const struct ir_expr *init_scalar(struct lower *l, CXCursor list, const struct ir_type *type);
/* What `T x;` does to it: nothing for scalars, constructors for records. */
void init_default(struct lower *l, const struct ir_expr *address, CXType type, struct ir_loc loc,
                  struct lower_effects *effects);

/* What braces leave out of a record: a member's own initialiser. */
void init_field_default(struct lower *l, const struct ir_expr *object, CXCursor field, struct lower_effects *effects);

/* ---- lower_aggregate.c ---- */
/* What an object of the type begins with, without what does not change it; a record of another class stays as it is written: it
 * is converted as a whole, whatever it is made of. */
CXCursor aggregate_peel(struct lower *l, CXCursor cursor, CXType type);
/* Whether a class has no constructors of its own, so that braces make its members. */
bool aggregate_is(CXType record);
bool aggregate_has_constructor_template(CXType record);
/* Whether braces with those elements can only make the members of an object of the class. */
bool aggregate_makes_members(struct lower *l, CXType record, struct kids elements);
/* Whether the compiler makes an object of the class of an element by a conversion, and not by its members. */
bool aggregate_is_converted(struct lower *l, CXCursor element, CXType record);

/* ---- lower_elements.c ---- */
typedef void element_action(struct lower *l, const struct ir_expr *address, CXType type, struct ir_loc loc,
                            struct lower_effects *effects);
/* Does it to `count` elements from `first` on, in that order or the other way round; neither may have effects. */
void elements_first_first(struct lower *l, const struct ir_expr *first, const struct ir_expr *count, CXType element,
                          struct ir_loc loc, element_action *act, struct lower_effects *effects);
void elements_last_first(struct lower *l, const struct ir_expr *first, const struct ir_expr *count, CXType element,
                         struct ir_loc loc, element_action *act, struct lower_effects *effects);

/* ---- lower_getter.c ---- */
/* The indexer has come by what stands in this declaration. */
void getter_note(struct lower *l, CXCursor function);
/* Whether the i-th name of a structured binding stands for what a function yields, by the class's word, not for a field. */
bool getter_is_needed(CXCursor name, CXType record, unsigned i);
/* What that function yields of the object, which has the type, at an address that may be asked for repeatedly. is_lvalue: the
 * binding is to an object that others have as well. NULL: it is not known which function that is. */
const struct ir_expr *getter_call(struct lower *l, const struct ir_expr *object, CXType type, bool is_lvalue, unsigned i);

/* ---- lower_overload.c ---- */
/* Makes an object of the class of elements of braces, or of one element, by the only constructor that can be meant; false: it is not known which that is. */
bool overload_construct(struct lower *l, const struct ir_expr *address, CXType type, struct kids elements, struct ir_loc loc,
                        struct lower_effects *effects);
bool overload_convert(struct lower *l, const struct ir_expr *address, CXType type, CXCursor element, struct lower_effects *effects);

/* ---- lower_chosen.c ---- */
/* Has the compiler asked for what it chose, if it was not yet: lower_getter.c notes some of that. */
void chosen_find(struct lower *l);
/* The call of a constructor by which the compiler makes an element of braces, or braces among them, an object of the class; null
 * cursor: it does not. */
CXCursor chosen_constructor(struct lower *l, CXCursor element, CXType record);
/* What the conversion function yields that the compiler has chosen to make an element of braces one of that type: a value, or an address of a record or
 * of what a reference to one refers to. NULL: there is none. */
const struct ir_expr *chosen_conversion(struct lower *l, CXCursor element, const struct ir_type *wanted);
/* Whether that makes it an object of the class. */
bool chosen_is_to(struct lower *l, CXCursor element, CXType record);

/* ---- lower_copy.c ---- */
enum copy_way { COPY_CONSTRUCT, COPY_ASSIGN, MOVE_CONSTRUCT, MOVE_ASSIGN };
/* Whether a record goes to its like as the bytes that it is, whatever they are used for. */
bool copy_is_of_bytes(struct lower *l, CXType type, enum copy_way way);
/* An object from another of its type, by the way that its class has for it. */
void copy_object(struct lower *l, const struct ir_expr *to, const struct ir_expr *from, CXType type, enum copy_way way,
                 struct lower_effects *effects);
/* What the compiler's own constructor or assignment does: the bytes, unless a part has one that the user wrote. */
void copy_record(struct lower *l, const struct ir_expr *to, const struct ir_expr *from, CXType type, enum copy_way way,
                 struct lower_effects *effects);

/* ---- lower_construct.c ---- */
bool construct_is_implicit(struct lower *l, CXCursor constructor);
/* Whether it copies or moves, and which. */
bool construct_is_copy(CXCursor constructor);
enum copy_way construct_copy_way(CXCursor constructor);
/* Runs the constructor call `cursor` on the object at `address`. */
void construct_at(struct lower *l, const struct ir_expr *address, CXCursor cursor, struct lower_effects *effects);
/* The member initialisers of a constructor, as statements of the current block. */
void construct_members(struct lower *l, CXCursor constructor, CXCursor body);

/* ---- lower_inherit.c ---- */
/* Whether a using-declaration brings the constructor in from a base class. */
bool construct_is_inherited(CXCursor constructor);
/* Has the base of the object constructed as the parameters of the function that is lowered say; which base it is. */
CXCursor construct_inherited_base(struct lower *l, CXCursor constructor, const struct ir_expr *self,
                                  struct lower_effects *effects);

/* ---- lower_destroy.c ---- */
/* Whether code of the program's runs when an object of the type, or an array of such, is destroyed. */
bool destroy_does_something(struct lower *l, CXType type);
/* Runs the destructors of the object, or of an array's elements, at an address without effects. */
void destroy_object(struct lower *l, const struct ir_expr *address, CXType type, struct ir_loc loc,
                    struct lower_effects *effects);
/* What a destructor does before its body and behind it, as statements of the current block. */
void destroy_begin(struct lower *l, CXCursor body);
void destroy_parts(struct lower *l);
/* The address of a function that destroys the object of the type at the address that it is given. */
const struct ir_expr *destroy_code(struct lower *l, CXType type, struct ir_loc loc);
/* Has the object of static storage at an address destroyed when the program ends; NULL: nothing is to be done. */
const struct ir_expr *destroy_at_exit(struct lower *l, const struct ir_expr *address, CXType type);
/* A destructor as a table of virtual functions holds it; with `deletes` it gives the object's memory back as well. */
struct ir_func *destroy_function(struct lower *l, CXCursor destructor, bool deletes);

/* ---- lower_leave.c ---- */
/* A variable lives from now on, to the end of its scope. */
void leave_note_variable(struct lower *l, const struct ir_var *var, CXType type);
/* In a destructor: when it is left, the object's parts are destroyed. */
void leave_note_parts(struct lower *l);
/* On a jump out of some scopes: destroys what l->scope->cleanups had become since it was `until`, but for one variable (may be
 * NULL). */
void leave_run(struct lower *l, const struct lower_cleanup *until, const struct ir_var *spared);
/* At the end of a scope, at the beginning of which l->scope->cleanups was `until`. */
void leave_end(struct lower *l, struct lower_cleanup *until);
/* What a result (may be NULL) is before anything is destroyed. */
const struct ir_expr *leave_settle(struct lower *l, const struct ir_expr *result, const struct ir_type *type,
                                   struct ir_loc loc);

/* The same for a temporary that a reference makes live as long as itself. */
void leave_note_temporary(struct lower *l, const struct lower_temporary *temporary);

/* ---- lower_full.c: full expressions and their temporaries ---- */
/* Around the lowering of one. */
void full_begin(struct lower *l, struct lower_full *full);
/* Begins it, where what it does is emitted otherwise than by the next. */
void full_start(struct lower *l, struct lower_full *full, struct ir_loc loc);
/* What it does and then destroys, as effects or as statements of the current block. */
void full_end(struct lower *l, struct lower_full *full, const struct lower_effects *own, struct lower_effects *effects);
void full_emit(struct lower *l, struct lower_full *full, const struct lower_effects *own, struct ir_loc loc);
/* A full expression as a value, or of type void as an effect; what it destroys is destroyed before the value is used. */
const struct ir_expr *full_value(struct lower *l, CXCursor cursor);
/* A temporary of the type lives from now on; what has to run once it is made, NULL: nothing. */
const struct ir_expr *full_note(struct lower *l, const struct ir_var *var, CXType type);
/* A result that lies where the next call puts its own: in a temporary, if it has to be destroyed. */
const struct ir_expr *full_hold(struct lower *l, const struct ir_expr *result, CXType type);
/* The address of an object that an expression yields; of a call's result, which lies where the next call puts its own, that of a
 * copy in a temporary. */
const struct ir_expr *full_keep(struct lower *l, const struct ir_expr *result);
/* Takes those noted since there were `before` that an address designates, in whole or with `parts` in part, out of those
 * that the full expression destroys: the caller answers for them. *taken (may be NULL) gets them. */
size_t full_count(const struct lower *l);
void full_take(struct lower *l, size_t before, const struct ir_expr *address, bool parts, struct lower_full *taken);
/* From now on references that are initialised make temporaries live longer, which that gets (NULL: they do not); who got them
 * before. */
struct lower_full *full_extend(struct lower *l, struct lower_full *extended);
/* Around the lowering of an operand that may not be run. */
void full_enter_doubt(struct lower *l);
void full_leave_doubt(struct lower *l);

/* ---- lower_result.c ---- */
/* The variable that a return of the function being lowered hands on as it is; NULL: its operand has to be computed. */
const struct ir_var *result_variable(struct lower *l, CXCursor operand);
/* Whether a constructor of the class hands on where the object is: a result is made in one place here, and moved to another. */
bool result_is_known_by_place(struct lower *l, CXType record);

/* ---- lower_virtual.c ---- */
/* Stores into the object at an address without effects where its class's virtual functions are; nothing if it has none. */
void virtual_set_tables(struct lower *l, const struct ir_expr *object, CXType record, struct ir_loc loc,
                        struct lower_effects *effects);
/* A call of a virtual method, or its deleting form, on an object given as the class that declares it; `args` are the rest. */
const struct ir_expr *virtual_call(struct lower *l, CXCursor method, bool deletes, const struct ir_expr *object,
                                   struct ir_loc object_loc, const struct lower_effects *args, struct ir_loc loc);
/* Lowers what is queued, and finds out which virtual calls can reach one function alone. */
void virtual_settle(struct lower *l);

/* ---- lower_new.c ---- */
const struct ir_expr *new_lower(struct lower *l, CXCursor cursor);
const struct ir_expr *new_lower_delete(struct lower *l, CXCursor cursor);
/* Gives an object's memory back to the heap. */
const struct ir_expr *new_give_back(struct lower *l, const struct ir_expr *pointer, struct ir_loc loc);

/* ---- lower_lambda.c ---- */
void lambda_object(struct lower *l, const struct ir_expr *address, CXCursor cursor, struct lower_effects *effects);
/* A closure without captures as a pointer to a function; NULL: it is none, or its function is not known. */
const struct ir_expr *lambda_as_function(struct lower *l, CXCursor closure_class, const struct ir_type *pointer,
                                         struct ir_loc loc);
const struct lower_closure *lambda_closure(struct lower *l, CXCursor closure_class);
const struct ir_expr *lambda_captured(struct lower *l, CXCursor var, struct ir_loc loc);

/* ---- lower_stmt.c, lower_loop.c ---- */
void stmt_lower(struct lower *l, CXCursor cursor);
/* A statement on its own, as a block of what it takes. */
const struct ir_stmt *stmt_block(struct lower *l, CXCursor cursor);
void loop_for(struct lower *l, CXCursor cursor, int32_t unroll);
/* Of what a hint and a loop make: the factor of `#pragma unroll`, 0 none, -1 without a number. */
int32_t unroll_factor(struct lower *l, CXCursor cursor);
void loop_while(struct lower *l, CXCursor cursor, int32_t unroll);
void loop_do(struct lower *l, CXCursor cursor, int32_t unroll);

/* ---- lower_branch.c ---- */
void branch_if(struct lower *l, CXCursor cursor);
void branch_switch(struct lower *l, CXCursor cursor);

/* ---- lower_range.c: range-based for ---- */
void range_lower(struct lower *l, CXCursor cursor);

/* ---- lower_unmodelled.c ---- */
/* Leaves a statement out, and forgets the variables that it names. */
void unmodelled_lower(struct lower *l, CXCursor cursor, const char *what);
/* What a user calls a kind of expression or statement. */
const char *unmodelled_name(enum CXCursorKind kind);

/* ---- lower_throw.c ---- */
void throw_try(struct lower *l, CXCursor cursor);
void throw_statement(struct lower *l, CXCursor cursor);
/* A throw within an expression. */
const struct ir_expr *throw_value(struct lower *l, CXCursor cursor);

/* ---- lower_jump.c ---- */
/* Around the lowering of a loop's or switch's body; to be left once the statement itself is in the current block. */
void jump_enter(struct lower *l, struct jump_target *target, enum jump_kind kind);
void jump_leave(struct lower *l, struct jump_target *target);
void jump_break(struct lower *l, struct ir_loc loc);
void jump_continue(struct lower *l, struct ir_loc loc);
void jump_goto(struct lower *l, CXCursor cursor);
/* The statements of a block, with the labels among them. */
void jump_lower_block(struct lower *l, struct kids kids);

/* ---- lower_asm.c ---- */
void asm_lower(struct lower *l, CXCursor cursor);

/* ---- lower_func.c ---- */
struct ir_func *func_get(struct lower *l, CXCursor cursor);
/* Of a function or a template of one: with the namespaces and classes that it is in. */
const char *func_qualified_name(struct lower *l, CXCursor cursor, const char *name);
/* And where: its name, to the line in which the definition ends. */
struct ir_loc func_loc(struct lower *l, CXCursor cursor);
void func_run_queue(struct lower *l);
/* A function that only the compiler makes, without a body, of another's signature; *args: its parameters, to hand on. */
struct ir_func *func_make(struct lower *l, const struct ir_func *like, const char *link_name, struct lower_effects *args);
/* The builtin that a call of the function is; IR_BUILTIN_COUNT: none. */
enum ir_builtin func_builtin(struct lower *l, const struct ir_func *func);
/* The statement that is its body; null cursor: none. */
CXCursor func_body(CXCursor function);
/* Whether its body is there, with nothing in it. */
bool func_is_empty(CXCursor function);
/* Whether the source has a body for it, and the cursor whose child that is (may be NULL). */
bool func_has_body(CXCursor cursor, CXCursor *definition);

/* ---- lower_template.c ---- */
/* Those of a function template's instantiation, or those of the class template whose method it is. */
void template_read_arguments(struct lower *l, struct ir_func *func, CXCursor cursor);

/* ---- roots.c ---- */
/* Queues what a unit must hold in any case. */
void roots_collect(struct lower *l);
/* Of a function or a template of one: whether it is __global__. */
bool roots_is_kernel(CXCursor cursor);
/* The only method that a call of a virtual one can reach within the unit; null cursor: there are several. */
CXCursor roots_final_overrider(struct lower *l, CXCursor method);

#endif
