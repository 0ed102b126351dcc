#include "model/compiled/math_uses.h"

#include <math.h>
#include <string.h>

#include "analysis/definitions.h"
#include "ir/assigns.h"
#include "ir/walk.h"
#include "model/compiled/arithmetic.h"

enum { FLOAT_BYTES = 4, MOST_WHOLE_POWER = 8 };

struct search {
	struct kernel *kernel;
	struct arithmetic walk;
	struct arena *arena;
	size_t capacity;
};

/* ---- one expression ---------------------------------------------------------------------------------------------- */

static bool
is_float(const struct ir_expr *e)
{
	return e->type && e->type->kind == IR_TYPE_FLOAT && e->type->size == FLOAT_BYTES;
}

static bool
is_integer(const struct ir_expr *e)
{
	return e->type && e->type->kind == IR_TYPE_INT && e->type->size >= FLOAT_BYTES;
}

/* Whether the expression calls the library's function for floats, with or without the suffix `f`. */
static bool
is_call_of(const struct ir_expr *e, const char *name)
{
	const size_t length = strlen(name);
	if (e->kind != IR_CALL || !is_float(e) || !(e->func->is_library || e->func->is_system) ||
	    strncmp(e->func->name, name, length) != 0)
		return false;
	const char *rest = e->func->name + length;
	return !*rest || strcmp(rest, "f") == 0;
}

static bool
is_one(const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	return (e->kind == IR_FLOAT && e->real == 1) || (e->kind == IR_INT && e->integer == 1);
}

static bool
is_small_whole(const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	const double value = e->kind == IR_INT ? (double)e->integer : e->kind == IR_FLOAT ? e->real : NAN;
	return value == floor(value) && value > 2 && value <= MOST_WHOLE_POWER;
}

static bool
reads_memory(const void *context, struct ir_node node)
{
	const struct search *search = context;
	const struct ir_expr *e = node.expr;
	if (!e)
		return true;
	if (e->kind == IR_LOAD) {
		const struct ir_var *var = e->a->kind == IR_VAR ? e->a->var : NULL;
		return !var || (var->storage != IR_STORAGE_LOCAL && var->storage != IR_STORAGE_PARAM) ||
		       var->address_taken || ir_assigns((struct ir_node){.stmt = search->walk.loop}, var);
	}
	return e->kind == IR_CALL || e->kind == IR_CALL_POINTER || e->kind == IR_UNKNOWN || e->kind == IR_STORE ||
	       e->kind == IR_UPDATE;
}

/* Whether the expression is loop-invariant: it reads no variable that the loop assigns. */
static bool
stays(const struct search *search, const struct ir_expr *e)
{
	return !search->walk.is_called_there && !ir_any((struct ir_node){.expr = e}, reads_memory, search);
}

static enum math_kind
kind_of_division(const struct search *search, const struct ir_expr *e)
{
	if (is_integer(e))
		return ir_is_literal(e->b) ? MATH_KINDS : MATH_INTEGER_DIVISION;
	if (!is_float(e) || e->op != IR_DIV || ir_is_literal(e->b))
		return MATH_KINDS;
	if (is_one(e->a) && is_call_of(ir_without_conversions(e->b), "sqrt"))
		return MATH_INVERSE_ROOT;
	return stays(search, e->b) ? MATH_DIVISION : MATH_KINDS;
}

static enum math_kind
kind_of(const struct search *search, const struct ir_expr *e)
{
	if (e->kind == IR_BINARY && (e->op == IR_DIV || e->op == IR_REM))
		return kind_of_division(search, e);
	if (is_call_of(e, "pow") && e->arg_count == 2)
		return is_small_whole(e->args[1]) ? MATH_WHOLE_POWER : MATH_POWER;
	if (is_call_of(e, "sin") || is_call_of(e, "cos"))
		return MATH_TRIGONOMETRY;
	return MATH_KINDS;
}

static const char *
text_of(const struct ir_expr *e, enum math_kind kind)
{
	switch (kind) {
	case MATH_DIVISION:
	case MATH_INTEGER_DIVISION: return e->op == IR_REM ? "%" : "/";
	case MATH_INVERSE_ROOT: return "1 / sqrt";
	case MATH_TRIGONOMETRY: return is_call_of(e, "sin") ? "sin" : "cos";
	default: return "pow";
	}
}

static void
note(void *context, const struct ir_expr *e)
{
	struct search *search = context;
	const enum math_kind kind = search->walk.loop ? kind_of(search, e) : MATH_KINDS;
	const struct ir_loc *loc = &e->loc;
	if (kind == MATH_KINDS || loc->file >= search->walk.unit->file_count)
		return;
	const struct math_use use = {
		.place = facts_place(search->arena, search->walk.unit, *loc),
		.text = text_of(e, kind),
		.kind = kind,
		.first_line = loc->line,
		.last_line = loc->end_line > loc->line ? loc->end_line : loc->line,
	};
	arena_push(search->arena, search->kernel->math_uses, search->kernel->math_use_count, search->capacity, use);
}

void
math_uses_find(struct kernel *kernel, const struct ir_func *func, struct arena *arena)
{
	struct search search = {.kernel = kernel, .arena = arena, .walk = {.read = note, .context = &search}};
	kernel->math_uses = NULL;
	kernel->math_use_count = 0;
	arithmetic_read(&search.walk, func);
	pointer_set_free(&search.walk.functions);
}
