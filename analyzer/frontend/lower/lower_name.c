/* Names of variables, constants, functions and template parameters, and threadIdx and similar variables. */
#include "frontend/lower/lower_name.h"

#include "frontend/classes/lower_lambda.h"
#include "frontend/classes/lower_var.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/constant.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/problems.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"

static const struct ir_expr *
function_address(struct lower *l, CXCursor function, struct ir_loc loc)
{
	struct ir_func *func = func_get(l, function);
	struct ir_expr *expr = build_expr(l, IR_FUNC, types_pointer(l, types_of(l, function)), loc);
	expr->func = func;
	return expr;
}

/* threadIdx, blockIdx, blockDim or gridDim as a whole: a copy, made at the use. */
static const struct ir_expr *
special_record(struct lower *l, CXCursor cursor, enum ir_special first)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct ir_type *type = types_of(l, cursor);
	const struct ir_var *copy = var_temporary(l, type, loc);
	const struct ir_expr *result = NULL;
	for (unsigned i = 0; i < 3 && i < type->field_count; i++) {
		struct ir_expr *value = build_expr(l, IR_SPECIAL, l->type_uint, loc);
		value->special = first + (enum ir_special)i;
		result = build_comma(l, result,
		                     build_store(l, build_field(l, build_var(l, copy, loc), &type->fields[i], loc),
		                                 value, l->type_uint, loc));
	}
	return build_comma(l, result, build_var(l, copy, loc));
}

static struct lower_var *
find_local(struct lower *l, CXCursor var)
{
	return l->scope ? table_find(&l->scope->locals, var) : NULL;
}

static const struct ir_expr *
var_address(struct lower *l, const struct lower_var *var, struct ir_loc loc)
{
	const struct ir_expr *address = build_var(l, &var->ir, loc);
	return var->ir.type->is_reference || var->is_vla ? build_load(l, address, var->ir.type, loc) : address;
}

const struct ir_expr *
name_address(struct lower *l, CXCursor cursor)
{
	const CXCursor named = clang_getCursorReferenced(cursor);
	const struct ir_loc loc = source_loc(l, cursor);
	struct lower_var *local = find_local(l, named);
	if (local)
		return var_address(l, local, loc);
	switch (clang_getCursorKind(named)) {
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_ConversionFunction: return function_address(l, named, loc);
	case CXCursor_UnexposedDecl: /* a structured binding */
	case CXCursor_VarDecl:
	case CXCursor_ParmDecl: {
		const struct ir_expr *captured = lambda_captured(l, named, loc);
		if (captured)
			return captured;
		enum ir_special first;
		if (var_special(l, named, &first) && first != IR_WARP_SIZE)
			return special_record(l, cursor, first);
		if (clang_Cursor_hasVarDeclGlobalStorage(named) == 1)
			return var_address(l, var_global(l, named), loc);
		/* A constant of an enclosing function, which a lambda need not capture. */
		const struct ir_expr *constant;
		if (l->scope && !types_is_reference(clang_getCursorType(named)) &&
		    lower_constant(l, cursor, types_of(l, cursor), &constant))
			return lower_materialise(l, constant);
		break;
	}
	default: break;
	}
	return build_unknown(l, types_pointer(l, types_of(l, cursor)), loc, source_named(l, "name", cursor));
}

bool
name_constant(struct lower *l, CXCursor cursor, CXCursor named, const struct ir_expr **result)
{
	const CXType type = clang_getCanonicalType(clang_getCursorType(named));
	if (!clang_isConstQualifiedType(type) || clang_isVolatileQualifiedType(type) ||
	    clang_isInvalidDeclaration(named))
		return false;
	const struct ir_type *ir = types_get(l, type);
	if (ir->kind != IR_TYPE_INT && ir->kind != IR_TYPE_BOOL && ir->kind != IR_TYPE_FLOAT)
		return false;
	/* libclang may crash when it folds an invalid initialiser. */
	if (l->has_errors &&
	    (clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(named)) || frontend_errors_in(l, named)))
		return false;
	return lower_constant(l, cursor, types_of(l, cursor), result);
}

const struct ir_expr *
name_value(struct lower *l, CXCursor cursor)
{
	const CXCursor named = clang_getCursorReferenced(cursor);
	const struct ir_type *type = types_of(l, cursor);
	const struct ir_expr *constant;
	switch (clang_getCursorKind(named)) {
	case CXCursor_EnumConstantDecl:
		return build_int(l, type, clang_getEnumConstantDeclValue(named), source_loc(l, cursor));
	case CXCursor_VarDecl: {
		enum ir_special first;
		if (var_special(l, named, &first) && first == IR_WARP_SIZE) {
			struct ir_expr *size = build_expr(l, IR_SPECIAL, type, source_loc(l, cursor));
			size->special = IR_WARP_SIZE;
			return size;
		}
		if (name_constant(l, cursor, named, &constant))
			return constant;
		break;
	}
	default:
		if (clang_Cursor_isNull(named) || clang_isInvalid(clang_getCursorKind(named))) {
			/* A template parameter, whose child is the argument. */
			const CXCursor argument = lower_operand(l, cursor);
			if (!clang_Cursor_isNull(argument))
				return lower_value_as(l, argument, type);
		}
		/* Variable templates have no cursor kind of their own. */
		if (types_is_scalar(type) && !frontend_errors_in(l, named) &&
		    lower_constant(l, cursor, type, &constant))
			return constant;
		break;
	}
	const struct ir_expr *address = name_address(l, cursor);
	if (address->kind == IR_FUNC)
		return address;
	return types_is_scalar(type) ? build_load(l, address, type, address->loc) : address;
}
