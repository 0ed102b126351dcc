/* Conversions. The compiler's implicit ones have no kind in libclang: what they do follows from the two types. */
#include "frontend/lower.h"

#include <string.h>

static CXType
canonical_of(CXCursor cursor)
{
	return clang_getCanonicalType(clang_getCursorType(cursor));
}

static bool
is_function(CXCursor cursor)
{
	if (clang_getCursorKind(cursor) == CXCursor_ParenExpr || clang_getCursorKind(cursor) == CXCursor_UnexposedExpr)
		return false;
	const CXCursor named = clang_getCursorReferenced(cursor);
	const enum CXCursorKind kind = clang_getCursorKind(named);
	return clang_getCursorKind(cursor) == CXCursor_DeclRefExpr &&
	       (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod);
}

/* A pointer to a record as one to a base class of it, or back. */
static const struct ir_expr *
convert_pointer(struct lower *l, const struct ir_expr *value, const struct ir_type *to)
{
	const struct ir_type *from = value->type;
	if (from->kind == IR_TYPE_POINTER && from->element && to->element && from->element != to->element &&
	    from->element->kind == IR_TYPE_RECORD && to->element->kind == IR_TYPE_RECORD) {
		const struct ir_expr *base = member_upcast(l, value, from->element, to->element, value->loc);
		if (base)
			return base;
		const int64_t offset = member_base_offset(to->element, from->element);
		if (offset > 0)
			return build_offset(l, value, build_int(l, l->type_ptrdiff, 1, value->loc), -offset, to,
			                    value->loc);
	}
	return build_convert(l, value, to);
}

/* An array of values as the std::initializer_list that refers to it. */
static const struct ir_expr *
initializer_list(struct lower *l, CXCursor cursor, CXCursor array, const struct ir_type *type)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct ir_type *from = types_of(l, array);
	if (!overload_is_list(type))
		return build_unknown(l, type, loc, "record from an array");
	return overload_make_list(l, type, lower_address(l, array), (int64_t)from->count, loc);
}

/* One scalar or record conversion of the operand to the type. */
static const struct ir_expr *
convert(struct lower *l, CXCursor cursor, CXCursor operand)
{
	const CXType target = canonical_of(cursor), source = canonical_of(operand);
	const struct ir_type *type = types_get(l, target);
	const bool is_array = types_of(l, operand)->kind == IR_TYPE_ARRAY;
	if (is_array && type->kind == IR_TYPE_POINTER)
		return build_retyped(l, lower_address(l, operand), type);
	if (is_function(operand))
		return lower_address(l, operand);
	if (type->kind == IR_TYPE_RECORD) {
		const struct ir_type *from = types_get(l, source);
		if (is_array)
			return initializer_list(l, cursor, operand, type);
		const struct ir_expr *address = lower_value(l, operand);
		if (from == type || from->kind != IR_TYPE_RECORD)
			return address;
		const struct ir_expr *base = member_upcast(l, address, from, type, source_loc(l, cursor));
		return base ? base : address;
	}
	const struct ir_expr *value = lower_value(l, operand);
	if (member_pointer_is(target))
		return member_pointer_converted(l, value, source, target);
	if (type->kind == IR_TYPE_VOID) {
		struct ir_expr *discarded = build_expr(l, IR_CONVERT, type, value->loc);
		discarded->a = value;
		return value->type->kind == IR_TYPE_VOID ? value : discarded;
	}
	if (types_get(l, source)->kind == IR_TYPE_RECORD && types_is_scalar(type))
		return build_unknown(l, type, source_loc(l, cursor), "conversion of a record");
	if (type->kind == IR_TYPE_OPAQUE)
		return value->type->kind == IR_TYPE_OPAQUE
			       ? value
			       : build_unknown(l, type, source_loc(l, cursor), "expression without a known type");
	return type->kind == IR_TYPE_POINTER ? convert_pointer(l, value, type) : build_convert(l, value, type);
}

/* ---- conversion functions ---- */

/* How near a function's result is to the number that is wanted: as the language ranks conversions. */
enum nearness { NO_NUMBER, OTHER_NUMBER, PROMOTED, SAME };

struct operators {
	struct lower *l;
	const struct ir_type *wanted;
	CXType class;            /* that is looked at */
	CXCursor best;
	CXType owner;            /* of the best: the class or a base of it */
	enum nearness nearness;
	unsigned count;          /* as near as that one */
	unsigned depth;
};

static enum nearness
nearness_of(const struct ir_type *result, const struct ir_type *wanted)
{
	if (types_equal(result, wanted))
		return SAME;
	if (result->kind == IR_TYPE_POINTER && wanted->kind == IR_TYPE_POINTER)
		return result->element && wanted->element && types_equal(result->element, wanted->element) ? SAME : NO_NUMBER;
	if (!types_is_scalar(result) || wanted->kind == IR_TYPE_POINTER ||
	    (result->kind == IR_TYPE_POINTER && wanted->kind != IR_TYPE_BOOL))
		return NO_NUMBER;
	const bool promotes = result->kind == IR_TYPE_FLOAT ? wanted->kind == IR_TYPE_FLOAT && result->size == 4 && wanted->size == 8
	                                                    : wanted->kind == IR_TYPE_INT && result->size < 4 && wanted->size == 4;
	return promotes ? PROMOTED : OTHER_NUMBER;
}

static enum CXVisitorResult
consider_operator(CXCursor method, CXClientData data)
{
	struct operators *operators = data;
	if (clang_getCursorKind(method) != CXCursor_ConversionFunction || clang_CXXMethod_isExplicit(method) ||
	    clang_CXXMethod_isDeleted(method))
		return CXVisit_Continue;
	const CXType result = types_bare(clang_getCursorResultType(method));
	const enum nearness nearness = nearness_of(types_get(operators->l, result), operators->wanted);
	if (nearness == NO_NUMBER || nearness < operators->nearness)
		return CXVisit_Continue;
	operators->count = nearness > operators->nearness ? 1 : operators->count + 1;
	operators->nearness = nearness;
	operators->best = method;
	operators->owner = operators->class;
	return CXVisit_Continue;
}

static enum CXVisitorResult consider_base(CXCursor base, CXClientData data);

/* Those of base classes where the class itself has none. */
static void
consider_class(struct operators *operators, CXType class)
{
	operators->class = types_bare(class);
	clang_visitCXXMethods(operators->class, consider_operator, operators);
	if (!operators->count && operators->depth < LOWER_MAX_DEPTH) {
		operators->depth++;
		clang_visitCXXBaseClasses(types_bare(class), consider_base, operators);
		operators->depth--;
	}
}

static enum CXVisitorResult
consider_base(CXCursor base, CXClientData data)
{
	consider_class(data, clang_getCursorType(base));
	return CXVisit_Continue;
}

/* `best` is null where there is none, or several are as near. */
static struct operators
find_operator(struct lower *l, CXType object, const struct ir_type *wanted)
{
	struct operators operators = {.l = l, .wanted = wanted, .best = clang_getNullCursor()};
	consider_class(&operators, object);
	if (operators.count > 1)
		operators.best = clang_getNullCursor();
	return operators;
}

bool
cast_has_operator(struct lower *l, CXType object, const struct ir_type *type)
{
	return !clang_Cursor_isNull(find_operator(l, object, type).best);
}

const struct ir_expr *
cast_object(struct lower *l, CXCursor cursor, const struct ir_type *type)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct operators found = find_operator(l, clang_getCursorType(cursor), type);
	if (clang_Cursor_isNull(found.best))
		return build_unknown(l, type, loc, "conversion of a record");
	const struct ir_expr **args = arena_new_array(l->arena, const struct ir_expr *, 1), *object = lower_address(l, cursor);
	const struct ir_expr *part = member_upcast(l, object, types_of(l, cursor), types_get(l, found.owner), loc);
	args[0] = part ? part : object;
	const struct ir_expr *result = build_call(l, func_get(l, found.best), args, 1, loc);
	const CXType given = clang_getCursorResultType(found.best);
	if (types_is_reference(given))
		result = build_load(l, result, types_get(l, types_bare(given)), loc);
	return build_convert(l, result, type);
}

/* What the compiler asks of an expression or its type, as in __is_void(decltype(p)) and noexcept(f()): it is shown like a
 * conversion, but stands in front of the operand. */
static bool
is_question(CXCursor cursor, CXCursor operand)
{
	return clang_getCanonicalType(clang_getCursorType(cursor)).kind == CXType_Bool &&
	       !clang_equalLocations(clang_getRangeStart(clang_getCursorExtent(cursor)),
	                             clang_getRangeStart(clang_getCursorExtent(operand)));
}

const struct ir_expr *
cast_implicit(struct lower *l, CXCursor cursor)
{
	const CXCursor operand = lower_operand(l, cursor);
	if (!clang_Cursor_isNull(operand) && !is_question(cursor, operand))
		return convert(l, cursor, operand);
	const struct ir_type *type = types_of(l, cursor);
	const struct ir_expr *constant;
	if (types_is_scalar(type) && !frontend_errors_in(l, cursor) && lower_constant(l, cursor, type, &constant))
		return constant;
	return build_unknown(l, type, source_loc(l, cursor), "expression that is not shown");
}

const struct ir_expr *
cast_implicit_address(struct lower *l, CXCursor cursor)
{
	const CXCursor operand = lower_operand(l, cursor);
	if (clang_Cursor_isNull(operand)) {
		const struct ir_expr *value = cast_implicit(l, cursor);
		return types_is_scalar(value->type) ? lower_materialise(l, value) : value;
	}
	if (types_same(clang_getCursorType(cursor), clang_getCursorType(operand)))
		return lower_address(l, operand);
	const struct ir_expr *value = convert(l, cursor, operand);
	return types_is_scalar(types_of(l, cursor)) ? lower_materialise(l, value) : value;
}

const struct ir_expr *
cast_explicit(struct lower *l, CXCursor cursor)
{
	const CXCursor operand = lower_operand(l, cursor);
	if (clang_Cursor_isNull(operand))
		return cast_implicit(l, cursor);
	/* int{3} */
	const struct ir_type *type = types_of(l, cursor);
	if (clang_getCursorKind(operand) == CXCursor_InitListExpr && types_is_scalar(type))
		return init_scalar(l, operand, type);
	return convert(l, cursor, operand);
}

const struct ir_expr *
cast_explicit_address(struct lower *l, CXCursor cursor)
{
	const CXCursor operand = lower_operand(l, cursor);
	const struct ir_type *type = types_of(l, cursor);
	return convert_pointer(l, lower_address(l, operand), types_pointer(l, type));
}

static enum CXChildVisitResult
keep_type_reference(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_TypeRef)
		return CXChildVisit_Continue;
	*(CXCursor *)data = cursor;
	return CXChildVisit_Break;
}

/* The type that a bit cast makes, which libclang does not tell: what its text begins with; NULL: a type of more than a name. */
static const struct ir_type *
type_of_bits(struct lower *l, CXCursor cursor)
{
	CXCursor named = clang_getNullCursor();
	size_t file, length;
	unsigned offset;
	const char *text = source_start(l, cursor, &file, &offset) ? source_text(l, file, &length) : NULL;
	const char *begin = text && offset < length ? memchr(text + offset, '(', length - offset) : NULL;
	const char *end = begin ? memchr(begin, ',', (size_t)(text + length - begin)) : NULL;
	if (!end)
		return NULL;
	begin += 1 + strspn(begin + 1, " \t\n");
	while (end > begin && strchr(" \t\n", end[-1]))
		end--;
	clang_visitChildren(cursor, keep_type_reference, &named);
	if (clang_Cursor_isNull(named))
		return types_named(l, begin, (size_t)(end - begin));
	if (memchr(begin, '*', (size_t)(end - begin)) || memchr(begin, '<', (size_t)(end - begin)))
		return NULL;
	const struct ir_type *type = types_get(l, clang_getCursorType(named));
	return type->kind == IR_TYPE_OPAQUE ? NULL : type;
}

const struct ir_expr *
cast_bits(struct lower *l, CXCursor cursor)
{
	const CXCursor operand = lower_operand(l, cursor);
	const struct ir_loc loc = source_loc(l, cursor);
	/* libclang numbers it among the statements. */
	const struct ir_type *to = clang_Cursor_isNull(operand) ? NULL : type_of_bits(l, cursor);
	if (!to)
		return build_unknown(l, l->type_ptrdiff, loc, "bit cast");
	const struct ir_expr *from = lower_address(l, operand);
	return types_is_scalar(to) ? build_load(l, build_retyped(l, from, types_pointer(l, to)), to, loc)
				   : build_retyped(l, from, types_pointer(l, to));
}
