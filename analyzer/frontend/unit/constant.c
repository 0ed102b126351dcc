/* Constants: expressions that the compiler folds, and literals. */
#include <stdlib.h>
#include <string.h>

#include "frontend/unit/constant.h"

#include "frontend/unit/build.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"

bool
lower_constant(struct lower *l, CXCursor cursor, const struct ir_type *type, const struct ir_expr **result)
{
	/* libclang returns only the lower 64 bits of a wider integer. */
	CXEvalResult folded = type->kind == IR_TYPE_INT && type->size > 8 ? NULL : clang_Cursor_Evaluate(cursor);
	if (!folded)
		return false;
	const struct ir_loc loc = source_loc(l, cursor);
	const CXEvalResultKind kind = clang_EvalResult_getKind(folded);
	*result = NULL;
	if (kind == CXEval_Int && type->kind == IR_TYPE_FLOAT)
		*result = build_float(l, type, (double)clang_EvalResult_getAsLongLong(folded), loc);
	else if (kind == CXEval_Int)
		*result = build_int(l, type,
		                    clang_EvalResult_isUnsignedInt(folded)
		                            ? (int64_t)clang_EvalResult_getAsUnsigned(folded)
		                            : clang_EvalResult_getAsLongLong(folded),
		                    loc);
	else if (kind == CXEval_Float && type->kind == IR_TYPE_FLOAT)
		*result = build_float(l, type, clang_EvalResult_getAsDouble(folded), loc);
	clang_EvalResult_dispose(folded);
	return *result;
}

static const struct ir_expr *
constant_or_unknown(struct lower *l, CXCursor cursor, const char *text)
{
	const struct ir_expr *result;
	const struct ir_type *type = types_of(l, cursor);
	return lower_constant(l, cursor, type, &result) ? result : build_unknown(l, type, source_loc(l, cursor), text);
}

/* The bytes of a literal as the compiler spells it: in quotes, with escapes for unprintable characters. */
static size_t
unescape(const char *spelling, char *bytes, size_t capacity)
{
	static const char letters[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
	size_t count = 0;
	const char *at = strchr(spelling, '"');
	if (!at)
		return 0;
	for (at++; *at && *at != '"' && count < capacity; count++) {
		if (*at != '\\') {
			bytes[count] = *at++;
			continue;
		}
		at++;
		const char *letter = *at ? strchr(letters, *at) : NULL;
		if (letter) {
			bytes[count] = values[letter - letters];
			at++;
		} else if (*at >= '0' && *at <= '7') {
			unsigned value = 0;
			for (unsigned digits = 0; digits < 3 && *at >= '0' && *at <= '7'; digits++)
				value = 8 * value + (unsigned)(*at++ - '0');
			bytes[count] = (char)value;
		} else if (*at == 'x') {
			char *end;
			bytes[count] = (char)strtoul(at + 1, &end, 16);
			at = end;
		} else {
			bytes[count] = *at++;
		}
	}
	return count;
}

static const struct ir_expr *
string_literal(struct lower *l, CXCursor cursor)
{
	const struct ir_type *type = types_of(l, cursor);
	struct ir_expr *expr = build_expr(l, IR_STRING, types_pointer(l, type), source_loc(l, cursor));
	/* A literal that initialises an array has the array's type. */
	const size_t width = type->element && type->element->size ? type->element->size : 1;
	size_t length = type->count ? (type->count - 1) * width : 0;
	CXString spelling = clang_getCursorSpelling(cursor);
	const size_t limit = length > strlen(clang_getCString(spelling)) ? strlen(clang_getCString(spelling)) : length;
	char *bytes = arena_alloc(l->arena, limit + 1);
	if (width == 1)
		length = unescape(clang_getCString(spelling), bytes, limit);
	else
		length = 0;
	clang_disposeString(spelling);
	expr->text = bytes;
	expr->length = length;
	return expr;
}

const struct ir_expr *
constant_of(struct lower *l, CXCursor cursor)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_IntegerLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_CXXBoolLiteralExpr:
	case CXCursor_FloatingLiteral: return constant_or_unknown(l, cursor, "literal");
	case CXCursor_UnaryExpr:
	case CXCursor_SizeOfPackExpr:
	case CXCursor_RequiresExpr:
	case CXCursor_ConceptSpecializationExpr: return constant_or_unknown(l, cursor, "sizeof that is not constant");
	case CXCursor_StringLiteral: return string_literal(l, cursor);
	case CXCursor_CXXNullPtrLiteralExpr:
	case CXCursor_GNUNullExpr: return build_int(l, types_of(l, cursor), 0, source_loc(l, cursor));
	default: return NULL;
	}
}
