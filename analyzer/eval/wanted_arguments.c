#include "eval/wanted_arguments.h"

#include <string.h>

#include "ir/walk.h"

enum { MOST_CALLS = 8 };           /* one in the other, that hand on argv */

struct reader {
	const struct ir_var *argv;
	struct wanted_arguments *wanted;
	unsigned depth, calls;
};

static bool
is_argv(const struct reader *r, const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	return e->kind == IR_LOAD && e->a->kind == IR_VAR && e->a->var == r->argv;
}

/* The k of argv[k]; 0: it is none, or the program's own name. */
static unsigned
index_of(const struct reader *r, const struct ir_expr *e)
{
	if (e->kind != IR_LOAD || e->a->kind != IR_OFFSET)
		return 0;
	const struct ir_expr *index = ir_without_conversions(e->a->b);
	return is_argv(r, e->a->a) && index->kind == IR_INT && index->integer > 0 && index->integer <= MOST_WANTED ? (unsigned)index->integer : 0;
}

static bool
reads_number(const struct ir_expr *e)
{
	if (e->kind != IR_BUILTIN)
		return false;
	switch (e->builtin) {
	case IR_BUILTIN_atoi: case IR_BUILTIN_atol: case IR_BUILTIN_atoll: case IR_BUILTIN_atof: case IR_BUILTIN_strtol:
	case IR_BUILTIN_strtoul: case IR_BUILTIN_strtod: case IR_BUILTIN_sscanf:
		return true;
	default:
		return false;
	}
}

static void
read_comparison(struct reader *r, const struct ir_expr *e)
{
	for (uint32_t i = 0; e->kind == IR_BUILTIN && e->builtin == IR_BUILTIN_strcmp && i < 2 && e->arg_count == 2; i++) {
		const unsigned index = index_of(r, ir_without_conversions(e->args[i]));
		const struct ir_expr *with = ir_without_conversions(e->args[1 - i]);
		if (index && with->kind == IR_STRING && !r->wanted->compared[index - 1])
			r->wanted->compared[index - 1] = with->text;
	}
}

static void read_node(struct reader *r, struct ir_node node);

/* A function that is handed argv reads it for main. */
static void
read_callee(struct reader *r, const struct ir_expr *call)
{
	const struct ir_func *func = call->func;
	for (uint32_t i = 0; i < call->arg_count && i < func->param_count && func->body; i++) {
		struct reader inner = {func->params[i], r->wanted, 0, r->calls + 1};
		if (is_argv(r, call->args[i]) && inner.calls <= MOST_CALLS)
			read_node(&inner, (struct ir_node){.stmt = func->body});
	}
}

static void
read_node(struct reader *r, struct ir_node node)
{
	if (++r->depth <= IR_DEEPEST) {
		const unsigned index = node.expr ? index_of(r, node.expr) : 0;
		const unsigned number = node.expr && reads_number(node.expr) && node.expr->arg_count
		                        ? index_of(r, ir_without_conversions(node.expr->args[0])) : 0;
		if (index > r->wanted->count)
			r->wanted->count = index;
		if (number)
			r->wanted->is_number[number - 1] = true;
		if (node.expr)
			read_comparison(r, node.expr);
		if (node.expr && node.expr->kind == IR_CALL)
			read_callee(r, node.expr);
		struct ir_parts parts = ir_parts_of(node);
		for (struct ir_node part; ir_next_part(&parts, &part);)
			read_node(r, part);
	}
	r->depth--;
}

struct wanted_arguments
wanted_arguments_of(const struct ir_func *main_func)
{
	struct wanted_arguments wanted = {0};
	if (main_func->param_count < 2 || !main_func->body)
		return wanted;
	struct reader r = {.argv = main_func->params[1], .wanted = &wanted};
	read_node(&r, (struct ir_node){.stmt = main_func->body});
	return wanted;
}

const char *const *
wanted_arguments_fill(struct arena *arena, const struct wanted_arguments *wanted, const char *const *given, size_t count,
                      struct wanted_form form)
{
	const char **arguments = arena_array(arena, wanted->count + 1, sizeof *arguments);
	for (unsigned i = 0; i < wanted->count; i++)
		arguments[i] = i < count                                    ? given[i]
		               : wanted->is_number[i]                       ? form.number
		               : form.as_compared && wanted->compared[i]    ? wanted->compared[i]
		                                                            : "TEXT";
	return arguments;
}

const char *
wanted_arguments_text(struct arena *arena, const char *const *arguments, size_t count)
{
	const char *text = "--argv '";
	for (size_t i = 0; i < count; i++) {
		const char *quote = strpbrk(arguments[i], " \t\n") || !*arguments[i] ? "\"" : "";
		text = arena_printf(arena, "%s%s%s%s%s", text, i ? " " : "", quote, arguments[i], quote);
	}
	return arena_printf(arena, "%s'", text);
}
