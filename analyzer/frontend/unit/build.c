/* Constructors of IR nodes. A conversion of a constant is folded at once, so that later passes see the constant. */
#include "frontend/unit/build.h"

#include "frontend/unit/problems.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"
#include "ir/integer.h"

struct ir_expr *
build_expr(struct lower *l, enum ir_expr_kind kind, const struct ir_type *type, struct ir_loc loc)
{
	struct ir_expr *expr = arena_new(l->arena, struct ir_expr);
	expr->kind = kind;
	expr->type = type;
	expr->loc = loc;
	return expr;
}

static struct ir_expr *
build_operation(struct lower *l, enum ir_expr_kind kind, const struct ir_type *type, struct ir_loc loc,
                const struct ir_expr *first, const struct ir_expr *second)
{
	struct ir_expr *expr = build_expr(l, kind, type, loc);
	expr->a = first;
	expr->b = second;
	return expr;
}

const struct ir_expr *
build_int(struct lower *l, const struct ir_type *type, int64_t value, struct ir_loc loc)
{
	struct ir_expr *expr = build_expr(l, IR_INT, type, loc);
	expr->integer = integer_wrap(value, type);
	return expr;
}

const struct ir_expr *
build_float(struct lower *l, const struct ir_type *type, double value, struct ir_loc loc)
{
	struct ir_expr *expr = build_expr(l, IR_FLOAT, type, loc);
	expr->real = type->size == 4 ? (double)(float)value : value;
	return expr;
}

const struct ir_expr *
build_var(struct lower *l, const struct ir_var *var, struct ir_loc loc)
{
	struct ir_expr *expr = build_expr(l, IR_VAR, types_pointer(l, var->type), loc);
	expr->var = var;
	((struct lower_var *)var)->mentions++;
	return expr;
}

/* Counts a load, store or update of a whole variable by name. */
static void
note_direct(const struct ir_expr *address, const struct ir_type *type)
{
	if (address->kind == IR_VAR && types_equal(address->var->type, type))
		((struct lower_var *)address->var)->direct++;
}

static const struct ir_field *
bit_field_of(const struct ir_expr *address)
{
	return address->kind == IR_FIELD && address->field->bit_width ? address->field : NULL;
}

const struct ir_expr *
build_load(struct lower *l, const struct ir_expr *address, const struct ir_type *type, struct ir_loc loc)
{
	struct ir_expr *expr = build_operation(l, IR_LOAD, type, loc, address, NULL);
	expr->field = bit_field_of(address);
	note_direct(address, type);
	return expr;
}

const struct ir_expr *
build_store(struct lower *l, const struct ir_expr *address, const struct ir_expr *value, const struct ir_type *type,
            struct ir_loc loc)
{
	struct ir_expr *expr = build_operation(l, IR_STORE, type, loc, address, build_convert(l, value, type));
	expr->field = bit_field_of(address);
	note_direct(address, type);
	return expr;
}

struct ir_expr *
build_update(struct lower *l, const struct ir_expr *address, const struct ir_expr *operand, const struct ir_type *type,
             struct ir_loc loc)
{
	struct ir_expr *expr = build_operation(l, IR_UPDATE, type, loc, address, operand);
	note_direct(address, type);
	return expr;
}

const struct ir_expr *
build_convert(struct lower *l, const struct ir_expr *value, const struct ir_type *type)
{
	const struct ir_type *from = value->type;
	if (types_equal(from, type) || type->kind == IR_TYPE_RECORD || type->kind == IR_TYPE_ARRAY ||
	    type->kind == IR_TYPE_FUNCTION || type->kind == IR_TYPE_OPAQUE)
		return value;
	if (from->kind == IR_TYPE_RECORD && type->kind != IR_TYPE_POINTER)
		return build_unknown(l, type, value->loc, "conversion of a record");
	const bool to_integer =
		type->kind == IR_TYPE_INT || type->kind == IR_TYPE_BOOL || type->kind == IR_TYPE_POINTER;
	if (value->kind == IR_INT && type->size <= 8) {
		if (to_integer)
			return build_int(l, type, value->integer, value->loc);
		if (type->kind == IR_TYPE_FLOAT && type->size >= 4)
			return build_float(l, type,
			                   from->is_signed ? (double)value->integer : (double)(uint64_t)value->integer,
			                   value->loc);
	}
	if (value->kind == IR_FLOAT && type->kind == IR_TYPE_FLOAT && type->size >= 4)
		return build_float(l, type, value->real, value->loc);
	if (value->kind == IR_STRING && type->kind == IR_TYPE_POINTER)
		return build_retyped(l, value, type);
	return build_operation(l, IR_CONVERT, type, value->loc, value, NULL);
}

const struct ir_expr *
build_offset(struct lower *l, const struct ir_expr *base, const struct ir_expr *index, int64_t scale,
             const struct ir_type *type, struct ir_loc loc)
{
	struct ir_expr *expr = build_operation(l, IR_OFFSET, type, loc, base, index);
	expr->scale = scale;
	return expr;
}

const struct ir_expr *
build_field(struct lower *l, const struct ir_expr *base, const struct ir_field *field, struct ir_loc loc)
{
	struct ir_expr *expr = build_operation(l, IR_FIELD, types_pointer(l, field->type), loc, base, NULL);
	expr->field = field;
	return expr;
}

const struct ir_expr *
build_copy(struct lower *l, const struct ir_expr *to, const struct ir_expr *from, const struct ir_type *type,
           struct ir_loc loc)
{
	return build_operation(l, IR_COPY, type, loc, to, from);
}

const struct ir_expr *
build_zero(struct lower *l, const struct ir_expr *address, const struct ir_type *type, struct ir_loc loc)
{
	return build_operation(l, IR_ZERO, type, loc, address, NULL);
}

const struct ir_expr *
build_binary(struct lower *l, enum ir_op op, const struct ir_expr *a, const struct ir_expr *b,
             const struct ir_type *type, struct ir_loc loc)
{
	struct ir_expr *expr = build_operation(l, IR_BINARY, type, loc, a, b);
	expr->op = op;
	return expr;
}

const struct ir_expr *
build_comma(struct lower *l, const struct ir_expr *a, const struct ir_expr *b)
{
	if (!a)
		return b;
	if (!b)
		return a;
	return build_operation(l, IR_COMMA, b->type, b->loc, a, b);
}

const struct ir_expr *
build_if(struct lower *l, const struct ir_expr *condition, const struct ir_expr *effect)
{
	struct ir_expr *expr = build_expr(l, IR_CONDITIONAL, l->type_int, condition->loc);
	expr->a = condition;
	expr->b = build_comma(l, effect, build_int(l, l->type_int, 0, condition->loc));
	expr->c = build_int(l, l->type_int, 0, condition->loc);
	return build_convert(l, expr, l->type_void);
}

struct ir_expr *
build_builtin(struct lower *l, enum ir_builtin builtin, const struct ir_expr **args, uint32_t count,
              const struct ir_type *type, struct ir_loc loc)
{
	struct ir_expr *expr = build_expr(l, IR_BUILTIN, type, loc);
	expr->builtin = builtin;
	expr->args = args;
	expr->arg_count = count;
	return expr;
}

const struct ir_expr *
build_call(struct lower *l, struct ir_func *func, const struct ir_expr **args, uint32_t count, struct ir_loc loc)
{
	struct ir_expr *expr = build_expr(l, IR_CALL, func->result, loc);
	expr->func = func;
	expr->args = args;
	expr->arg_count = count;
	return expr;
}

void
lower_partial(struct lower *l, const char *reason)
{
	if (!l->scope || l->scope->func->ir.is_partial)
		return;
	l->scope->func->ir.is_partial = true;
	l->scope->func->ir.partial_reason = reason;
}

bool
lower_is_too_deep(struct lower *l, CXCursor cursor)
{
	if (l->depth < LOWER_MAX_DEPTH)
		return false;
	if (l->scope && !l->scope->is_too_deep) {
		l->scope->is_too_deep = true;
		frontend_add_problem(l, source_loc(l, cursor), "nested too deeply to be analysed: ignored");
	}
	return true;
}

/* Constructs that library headers leave out are not reported: the user cannot change them. */
static void
report_left_out(struct lower *l, struct ir_loc loc, const char *text)
{
	lower_partial(l, arena_printf(l->arena, "line %u: %s", loc.line, text));
	if (!l->scope || !source_is_system(l->scope->func->cursor))
		frontend_add_left_out(l, loc, arena_printf(l->arena, "not modelled, and ignored: %s", text));
}

const struct ir_expr *
build_unknown(struct lower *l, const struct ir_type *type, struct ir_loc loc, const char *text)
{
	struct ir_expr *expr = build_expr(l, IR_UNKNOWN, type, loc);
	expr->text = text;
	report_left_out(l, loc, text);
	return expr;
}

const struct ir_expr *
build_again(struct lower *l, const struct ir_expr *address)
{
	if (address->kind == IR_VAR)
		return build_var(l, address->var, address->loc);
	if (address->kind == IR_LOAD && address->a->kind == IR_VAR)
		return build_load(l, build_again(l, address->a), address->type, address->loc);
	return address;
}

const struct ir_expr *
build_retyped(struct lower *l, const struct ir_expr *address, const struct ir_type *type)
{
	if (types_equal(address->type, type))
		return address;
	if (address->kind != IR_VAR && address->kind != IR_FIELD && address->kind != IR_OFFSET &&
	    address->kind != IR_STRING)
		return build_convert(l, address, type);
	if (address->kind == IR_VAR)
		((struct lower_var *)address->var)->mentions++;
	struct ir_expr *copy = build_expr(l, address->kind, type, address->loc);
	*copy = *address;
	copy->type = type;
	return copy;
}

static const struct ir_expr *
join(struct lower *l, const struct ir_expr *const *items, size_t count)
{
	return count == 1 ? items[0]
	                  : build_comma(l, join(l, items, count / 2), join(l, items + count / 2, count - count / 2));
}

const struct ir_expr *
build_sequence(struct lower *l, const struct lower_effects *effects)
{
	return effects->count ? join(l, effects->items, effects->count) : NULL;
}

/* ---- lists and statements ---- */

void
effects_add(struct lower *l, struct lower_effects *effects, const struct ir_expr *expr)
{
	if (expr)
		arena_push(l->arena, effects->items, effects->count, effects->capacity, expr);
}

void
effects_add_all(struct lower *l, struct lower_effects *effects, const struct lower_effects *more)
{
	for (size_t i = 0; i < more->count; i++)
		effects_add(l, effects, more->items[i]);
}

void
stmts_add(struct lower *l, struct lower_stmts *stmts, const struct ir_stmt *stmt)
{
	arena_push(l->arena, stmts->items, stmts->count, stmts->capacity, stmt);
}

struct ir_stmt *
build_stmt(struct lower *l, enum ir_stmt_kind kind, struct ir_loc loc)
{
	struct ir_stmt *stmt = arena_new(l->arena, struct ir_stmt);
	stmt->kind = kind;
	stmt->loc = loc;
	return stmt;
}

const struct ir_stmt *
build_block(struct lower *l, struct lower_stmts *stmts, struct ir_loc loc)
{
	struct ir_stmt *block = build_stmt(l, IR_STMT_BLOCK, loc);
	block->stmts = stmts->items;
	block->stmt_count = (uint32_t)stmts->count;
	return block;
}

void
emit_expr(struct lower *l, const struct ir_expr *expr, struct ir_loc loc)
{
	if (!expr)
		return;
	struct ir_stmt *stmt = build_stmt(l, IR_STMT_EXPR, loc);
	stmt->expr = expr;
	stmts_add(l, l->scope->block, stmt);
}

void
emit_effects(struct lower *l, const struct lower_effects *effects, struct ir_loc loc)
{
	for (size_t i = 0; i < effects->count; i++)
		emit_expr(l, effects->items[i], loc);
}

void
emit_unknown(struct lower *l, struct ir_loc loc, const char *text)
{
	struct ir_stmt *stmt = build_stmt(l, IR_STMT_UNKNOWN, loc);
	stmt->text = text;
	stmts_add(l, l->scope->block, stmt);
	report_left_out(l, loc, text);
}

const struct ir_var *
emit_kept(struct lower *l, const struct ir_expr *value, const struct ir_type *type, struct ir_loc loc)
{
	const struct ir_var *kept = var_temporary(l, type, loc);
	const struct ir_expr *target = build_var(l, kept, loc);
	emit_expr(l,
	          type->kind == IR_TYPE_RECORD ? build_copy(l, target, value, type, loc)
	                                       : build_store(l, target, value, type, loc),
	          loc);
	return kept;
}

void
emit_forget(struct lower *l, const struct ir_expr *address, int64_t bytes, struct ir_loc loc)
{
	const struct ir_expr **args = arena_new_array(l->arena, const struct ir_expr *, 2);
	args[0] = address;
	args[1] = build_int(l, l->type_size, bytes, loc);
	emit_expr(l, build_builtin(l, IR_BUILTIN___gl_forget, args, 2, l->type_void, loc), loc);
}

const struct ir_expr *
build_nothing(struct lower *l, const struct ir_expr *effect, struct ir_loc loc)
{
	struct ir_expr *expr = build_expr(l, IR_CONVERT, l->type_void, loc);
	expr->a = effect ? effect : build_int(l, l->type_int, 0, loc);
	return expr;
}
