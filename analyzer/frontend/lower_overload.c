/* Which constructor an element of an initialiser list means: libclang shows the list as written, without the conversion
 * that the compiler chose. A choice among the constructors by their number of parameters and the first one's type. */
#include "frontend/lower.h"

struct search {
	struct lower *l;
	CXType argument;
	unsigned arguments;
	CXCursor best;
	int score;
	bool has_constructor;
};

static enum CXVisitorResult
consider_constructor(CXCursor method, CXClientData data)
{
	struct search *search = data;
	if (clang_getCursorKind(method) != CXCursor_Constructor || clang_CXXMethod_isDefaulted(method) ||
	    clang_CXXMethod_isDeleted(method))
		return CXVisit_Continue;
	search->has_constructor = true;
	const int count = clang_Cursor_getNumArguments(method);
	if (count < (int)search->arguments)
		return CXVisit_Continue;
	int score = 1 + (count == (int)search->arguments);
	if (search->arguments) {
		const CXType parameter = clang_getArgType(clang_getCursorType(method), 0);
		const struct ir_type *wanted = types_get(search->l, types_bare(parameter)),
				     *given = types_get(search->l, types_bare(search->argument));
		if (wanted == given)
			score += 4;
		else if (!types_is_scalar(wanted) || !types_is_scalar(given))
			return CXVisit_Continue;
		else if (wanted->kind == given->kind)
			score += 2;
	}
	for (int i = (int)search->arguments; i < count; i++)
		if (clang_Cursor_isNull(
			    clang_Cursor_getVarDeclInitializer(clang_Cursor_getArgument(method, (unsigned)i))))
			return CXVisit_Continue;
	if (score > search->score) {
		search->score = score;
		search->best = method;
	}
	return CXVisit_Continue;
}

static struct search
search_constructors(struct lower *l, CXType record, CXType first_argument, unsigned arguments)
{
	struct search search = {
		.l = l, .argument = first_argument, .arguments = arguments, .best = clang_getNullCursor()};
	clang_visitCXXMethods(types_bare(record), consider_constructor, &search);
	return search;
}

CXCursor
overload_find(struct lower *l, CXType record, CXType first_argument, unsigned arguments)
{
	return search_constructors(l, record, first_argument, arguments).best;
}

bool
overload_is_aggregate(struct lower *l, CXType record)
{
	return !search_constructors(l, record, record, 0).has_constructor;
}

void
overload_call(struct lower *l, const struct ir_expr *address, CXCursor constructor, const CXCursor *values,
              unsigned count, struct ir_loc loc, struct lower_effects *effects)
{
	struct lower_effects args = {0};
	effects_add(l, &args, address);
	const CXType type = clang_getCursorType(constructor);
	const int parameters = clang_getNumArgTypes(type);
	for (int i = 0; i < parameters; i++) {
		const CXCursor value = i < (int)count ? values[i]
						      : clang_Cursor_getVarDeclInitializer(
								clang_Cursor_getArgument(constructor, (unsigned)i));
		effects_add(l, &args, call_argument(l, value, clang_getArgType(type, (unsigned)i)));
	}
	effects_add(l, effects, build_call(l, func_get(l, constructor), args.items, (uint32_t)args.count, loc));
}
