/* Calls of functions, methods, overloaded operators, pointers and builtins. */
#include "frontend/lower/lower_call.h"

#include <string.h>

#include "frontend/classes/lower_construct.h"
#include "frontend/classes/lower_copy.h"
#include "frontend/classes/lower_destroy.h"
#include "frontend/classes/lower_full.h"
#include "frontend/classes/lower_member.h"
#include "frontend/classes/lower_member_pointer.h"
#include "frontend/lower/lower_func.h"
#include "frontend/lower/lower_launch.h"
#include "frontend/lower/lower_method.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/constant.h"
#include "frontend/unit/function.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/problems.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"

static bool
is_method(enum CXCursorKind kind)
{
	return kind == CXCursor_CXXMethod || kind == CXCursor_ConversionFunction || kind == CXCursor_Destructor;
}

/* The function that a call names. For `f(1)(2)`, which calls the result of f, libclang names f: null cursor then. */
static CXCursor
called_by_name(CXCursor call)
{
	const CXCursor named = clang_getCursorReferenced(call);
	CXCursor inner = lower_first_part(call);
	while (clang_getCursorKind(inner) == CXCursor_UnexposedExpr || clang_getCursorKind(inner) == CXCursor_ParenExpr)
		inner = lower_first_part(inner);
	if (clang_getCursorKind(inner) != CXCursor_CallExpr ||
	    !clang_equalCursors(clang_getCursorReferenced(inner), named))
		return named;
	CXType type = clang_getCanonicalType(clang_getCursorType(inner));
	if (type.kind == CXType_Pointer)
		type = clang_getCanonicalType(clang_getPointeeType(type));
	return types_is_function(type) ? clang_getNullCursor() : named;
}

/* The type of the function that is called through a pointer, or through a pointer to a member. */
static CXType
pointed_function(struct lower *l, CXCursor callee)
{
	const CXCursor of_member = member_pointer_of_call(l, callee);
	if (!clang_Cursor_isNull(of_member))
		return member_pointer_function(l, of_member);
	const CXType type = clang_getCanonicalType(clang_getCursorType(callee));
	return type.kind == CXType_Pointer ? clang_getCanonicalType(clang_getPointeeType(type)) : type;
}

static CXType
called_type(struct lower *l, CXCursor cursor, CXCursor callee)
{
	const enum CXCursorKind kind = clang_getCursorKind(callee);
	if (kind == CXCursor_FunctionDecl || kind == CXCursor_Constructor || is_method(kind))
		return clang_getCursorType(callee);
	const struct children children = lower_children(l, cursor);
	CXType type = {.kind = CXType_Invalid};
	if (children.count)
		type = pointed_function(l, nth_child(l, children, 0));
	lower_done(l, children);
	return type;
}

bool
call_yields_reference(struct lower *l, CXCursor cursor)
{
	const CXCursor callee = called_by_name(cursor);
	if (clang_getCursorKind(callee) == CXCursor_Constructor)
		return false;
	return types_is_reference(clang_getResultType(called_type(l, cursor, callee)));
}

/* ---- arguments ---- */

/* The address of a record whose ownership passes to the caller: nothing else destroys it. */
static const struct ir_expr *
taken_record(struct lower *l, CXCursor cursor)
{
	const size_t before = full_count(l);
	const struct ir_expr *address = lower_address(l, cursor);
	full_take(l, before, address, false, NULL);
	return address;
}

static const struct ir_expr *
address_of_record(struct lower *l, CXCursor cursor)
{
	CXCursor inner = cursor;
	while (clang_getCursorKind(inner) == CXCursor_UnexposedExpr) {
		const CXCursor operand = lower_operand(l, inner);
		if (clang_Cursor_isNull(operand) ||
		    !types_same(clang_getCursorType(operand), clang_getCursorType(inner)))
			return taken_record(l, cursor);
		inner = operand;
	}
	const CXCursor callee = clang_getCursorReferenced(inner);
	if (clang_getCursorKind(inner) != CXCursor_CallExpr || clang_getCursorKind(callee) != CXCursor_Constructor ||
	    !construct_is_copy(callee) || !clang_CXXMethod_isDefaulted(callee) ||
	    clang_Cursor_getNumArguments(inner) != 1 || destroy_does_something(l, clang_getCursorType(cursor)) ||
	    !copy_is_of_bytes(l, clang_getCursorType(cursor), construct_copy_kind(callee)))
		return taken_record(l, cursor);
	const CXCursor source = clang_Cursor_getArgument(inner, 0);
	const struct ir_expr *address = lower_address(l, source);
	const struct ir_expr *base =
		member_upcast(l, address, types_of(l, source), types_of(l, cursor), source_loc(l, cursor));
	return base ? base : address;
}

const struct ir_expr *
call_record_source(struct lower *l, CXCursor cursor)
{
	return copy_selected(l, address_of_record(l, cursor), clang_getCursorType(cursor));
}

/* An argument with a destructor stays the caller's, which destroys it at the end of the full expression. */
static const struct ir_expr *
record_argument(struct lower *l, CXCursor argument, CXType type)
{
	return destroy_does_something(l, type) ? lower_address(l, argument) : call_record_source(l, argument);
}

const struct ir_expr *
call_argument(struct lower *l, CXCursor argument, CXType parameter)
{
	if (parameter.kind == CXType_Invalid) {
		const struct ir_type *type = types_of(l, argument);
		return type->kind == IR_TYPE_RECORD ? record_argument(l, argument, clang_getCursorType(argument))
		                                    : lower_value(l, argument);
	}
	if (types_is_reference(parameter))
		return lower_address(l, argument);
	const struct ir_type *type = types_get(l, parameter);
	return type->kind == IR_TYPE_RECORD ? record_argument(l, argument, parameter)
	                                    : lower_value_as(l, argument, type);
}

static bool
is_default_argument(struct lower *l, CXCursor argument)
{
	return clang_getCursorKind(argument) == CXCursor_UnexposedExpr &&
	       clang_equalLocations(clang_getCursorLocation(argument), clang_getNullLocation()) &&
	       clang_Cursor_isNull(lower_operand(l, argument));
}

static const struct ir_expr *
default_argument(struct lower *l, CXCursor argument, CXCursor callee, unsigned index, CXType parameter)
{
	const CXCursor initialiser = clang_Cursor_getVarDeclInitializer(clang_Cursor_getArgument(callee, index));
	if (!clang_Cursor_isNull(initialiser))
		return call_argument(l, initialiser, parameter);
	const struct ir_type *type = types_get(l, parameter);
	const struct ir_expr *constant;
	if (types_is_scalar(type) && !type->is_reference && !frontend_errors_in(l, callee) &&
	    lower_constant(l, argument, type, &constant))
		return constant;
	return build_unknown(l, type, (struct ir_loc){0}, "default argument");
}

void
call_arguments(struct lower *l, CXCursor call, CXCursor callee, unsigned first, struct lower_effects *args)
{
	const int count = clang_Cursor_getNumArguments(call);
	const CXType type = called_type(l, call, callee);
	const int parameters = clang_getNumArgTypes(type);
	for (int i = (int)first; i < count; i++) {
		const CXCursor argument = clang_Cursor_getArgument(call, (unsigned)i);
		const int index = i - (int)first;
		CXType parameter = {.kind = CXType_Invalid};
		if (index < parameters)
			parameter = clang_getArgType(type, (unsigned)index);
		if (parameter.kind != CXType_Invalid && is_default_argument(l, argument))
			effects_add(l, args, default_argument(l, argument, callee, (unsigned)index, parameter));
		else
			effects_add(l, args, call_argument(l, argument, parameter));
	}
}

/* ---- methods ---- */

const struct ir_expr *
call_known(struct lower *l, CXCursor callee, const struct lower_effects *args, struct ir_loc loc)
{
	struct ir_func *func = func_get(l, callee);
	const enum ir_builtin builtin = func_builtin(l, func);
	if (builtin != IR_BUILTIN_COUNT) {
		struct ir_expr *expr = build_builtin(l, builtin, args->items, (uint32_t)args->count, func->result, loc);
		expr->line_info = func->line_info;
		expr->scope = ((const struct lower_func *)func)->scope;
		return expr;
	}
	return build_call(l, func, args->items, (uint32_t)args->count, loc);
}

/* ---- functions ---- */

/* Whether the function is std::move or similar: the compiler knows these by name as casts and generates no body. */
static bool
is_reference_cast(CXCursor function, const char *name)
{
	static const char *const casts[] = {"move",         "forward",  "as_const", "move_if_noexcept",
	                                    "forward_like", "addressof"};
	if (!source_is_system(function) || func_has_body(function, NULL))
		return false;
	for (size_t i = 0; i < sizeof casts / sizeof *casts; i++)
		if (!strcmp(name, casts[i]))
			return true;
	return false;
}

/* The compiler's builtins for bit operations, which equal CUDA functions of other names; NULL: another function. */
static const struct ir_expr *
call_of_bits(struct lower *l, CXCursor cursor, CXCursor function)
{
	static const struct {
		const char *name;
		enum ir_builtin builtin;
		int64_t less; /* subtracted from the builtin's result */
	} known[] = {
		{"__builtin_popcount", IR_BUILTIN___popc, 0},     {"__builtin_popcountl", IR_BUILTIN___popcll, 0},
		{"__builtin_popcountll", IR_BUILTIN___popcll, 0}, {"__builtin_clz", IR_BUILTIN___clz, 0},
		{"__builtin_clzl", IR_BUILTIN___clzll, 0},        {"__builtin_clzll", IR_BUILTIN___clzll, 0},
		{"__builtin_ffs", IR_BUILTIN___ffs, 0},           {"__builtin_ffsl", IR_BUILTIN___ffsll, 0},
		{"__builtin_ffsll", IR_BUILTIN___ffsll, 0},       {"__builtin_ctz", IR_BUILTIN___ffs, 1},
		{"__builtin_ctzl", IR_BUILTIN___ffsll, 1},        {"__builtin_ctzll", IR_BUILTIN___ffsll, 1},
	};
	const struct ir_loc loc = source_loc(l, cursor);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (!source_is_named(function, known[i].name))
			continue;
		struct lower_effects args = {0};
		call_arguments(l, cursor, function, 0, &args);
		const struct ir_expr *result =
			build_builtin(l, known[i].builtin, args.items, (uint32_t)args.count, l->type_int, loc);
		return known[i].less ? build_binary(l, IR_SUB, result, build_int(l, l->type_int, known[i].less, loc),
		                                    l->type_int, loc)
		                     : result;
	}
	return NULL;
}

/* The compiler's builtins that do not compute on values, such as hints and traps; NULL: another function. */
static const struct ir_expr *
call_compiler_builtin(struct lower *l, CXCursor cursor, CXCursor function)
{
	CXString spelling = clang_getCursorSpelling(function);
	const char *name = clang_getCString(spelling);
	const bool is_builtin = !strncmp(name, "__builtin_", 10);
	const bool is_alignment = is_builtin && !strcmp(name + 10, "assume_aligned");
	const bool is_assumption = is_builtin && !strcmp(name + 10, "assume");
	const bool is_expect =
		is_builtin && (!strncmp(name + 10, "expect", 6) || is_alignment || !strcmp(name + 10, "launder"));
	const bool is_address =
		is_builtin ? !strcmp(name + 10, "addressof")
			   : clang_Cursor_getNumArguments(cursor) == 1 && is_reference_cast(function, name);
	const bool is_hint = is_assumption || (is_builtin && !strcmp(name + 10, "prefetch"));
	const bool is_trap = is_builtin && (!strcmp(name + 10, "unreachable") || !strcmp(name + 10, "trap"));
	const bool is_constant =
		is_builtin && (!strcmp(name + 10, "constant_p") || !strncmp(name + 10, "huge_val", 8) ||
	                       !strncmp(name + 10, "inf", 3) || !strncmp(name + 10, "nan", 3));
	clang_disposeString(spelling);
	const struct ir_loc loc = source_loc(l, cursor);
	if (is_expect)
		return lower_value_as(l, clang_Cursor_getArgument(cursor, 0), types_of(l, cursor));
	if (is_address)
		return build_retyped(l, lower_address(l, clang_Cursor_getArgument(cursor, 0)),
		                     types_get(l, clang_getResultType(clang_getCursorType(function))));
	if (is_hint)
		return build_nothing(l, NULL, loc);
	if (is_trap)
		return build_builtin(l, IR_BUILTIN___trap, NULL, 0, l->type_void, loc);
	const struct ir_expr *constant;
	if (is_constant && lower_constant(l, cursor, types_of(l, cursor), &constant))
		return constant;
	return is_builtin ? call_of_bits(l, cursor, function) : NULL;
}

static const struct ir_expr *
call_pointer(struct lower *l, CXCursor cursor, struct children children)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const CXType function =
		children.count ? pointed_function(l, nth_child(l, children, 0)) : (CXType){.kind = CXType_Invalid};
	if (function.kind != CXType_FunctionProto && function.kind != CXType_FunctionNoProto)
		return build_unknown(l, types_of(l, cursor), loc, source_named(l, "call of", cursor));
	struct lower_effects args = {0};
	struct ir_expr *call = build_expr(l, IR_CALL_POINTER, types_get(l, clang_getResultType(function)), loc);
	const CXCursor of_member = member_pointer_of_call(l, nth_child(l, children, 0));
	if (clang_Cursor_isNull(of_member)) {
		call->a = lower_value(l, nth_child(l, children, 0));
	} else {
		const struct ir_expr *object;
		call->a = member_pointer_callee(l, of_member, &object);
		effects_add(l, &args, object);
	}
	call_arguments(l, cursor, clang_getNullCursor(), 0, &args);
	call->args = args.items;
	call->arg_count = (uint32_t)args.count;
	return call;
}

static const struct ir_expr *
call_constructor(struct lower *l, CXCursor cursor)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct ir_var *temporary = var_temporary(l, types_of(l, cursor), loc);
	struct lower_effects effects = {0};
	construct_at(l, build_var(l, temporary, loc), cursor, &effects);
	effects_add(l, &effects, full_note(l, temporary, clang_getCursorType(cursor)));
	return build_comma(l, build_sequence(l, &effects), build_var(l, temporary, loc));
}

const struct ir_expr *
call_lower(struct lower *l, CXCursor cursor)
{
	const CXCursor object = copy_left_out(cursor);
	if (!clang_Cursor_isNull(object))
		return lower_value(l, object);
	const struct children children = lower_children(l, cursor);
	const CXCursor callee = called_by_name(cursor);
	const enum CXCursorKind kind = clang_getCursorKind(callee);
	const struct ir_expr *result;
	if (launch_is(l, cursor, children)) {
		result = launch_lower(l, cursor, children);
	} else if (kind == CXCursor_Constructor) {
		result = call_constructor(l, cursor);
	} else if (is_method(kind)) {
		result = call_method(l, cursor, callee);
	} else if (kind == CXCursor_FunctionDecl) {
		result = call_compiler_builtin(l, cursor, callee);
		if (!result) {
			struct lower_effects args = {0};
			call_arguments(l, cursor, callee, 0, &args);
			result = call_known(l, callee, &args, source_loc(l, cursor));
		}
	} else {
		result = call_pointer(l, cursor, children);
	}
	lower_done(l, children);
	if (kind != CXCursor_Constructor && result->type->kind == IR_TYPE_RECORD && !call_yields_reference(l, cursor))
		result = full_hold(l, result, clang_getCursorType(cursor));
	return result;
}
