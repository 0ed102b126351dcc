/* Exits of a scope. Each exit runs the destructors of the variables whose lifetime ends there, in reverse order. */
#include "frontend/classes/lower_leave.h"

#include "frontend/classes/lower_destroy.h"
#include "frontend/unit/build.h"

/* A variable to be destroyed. */
struct lower_cleanup {
	const struct ir_var *var; /* NULL: the parts of the object whose destructor is being lowered */
	CXType type;
	const struct ir_var *flag; /* whether it was constructed; NULL: it is constructed unconditionally */
	struct lower_cleanup *outer;
};

static void
push(struct lower *l, struct lower_cleanup cleanup)
{
	struct lower_cleanup *kept = arena_new(l->arena, struct lower_cleanup);
	*kept = cleanup;
	kept->outer = l->scope->cleanups;
	l->scope->cleanups = kept;
}

void
leave_note_variable(struct lower *l, const struct ir_var *var, CXType type)
{
	if (!destroy_does_something(l, type))
		return;
	push(l, (struct lower_cleanup){.var = var, .type = type});
}

void
leave_note_temporary(struct lower *l, const struct lower_temporary *temporary)
{
	push(l, (struct lower_cleanup){.var = temporary->var, .type = temporary->type, .flag = temporary->flag});
}

void
leave_note_parts(struct lower *l)
{
	push(l, (struct lower_cleanup){0});
}

static void
clean_up(struct lower *l, const struct lower_cleanup *cleanup)
{
	struct lower_effects effects = {0};
	if (!cleanup->var) {
		destroy_parts(l);
		return;
	}
	const struct ir_loc loc = cleanup->var->loc;
	destroy_object(l, build_var(l, cleanup->var, loc), cleanup->type, loc, &effects);
	if (cleanup->flag && effects.count)
		emit_expr(l,
		          build_if(l, build_load(l, build_var(l, cleanup->flag, loc), l->type_bool, loc),
		                   build_sequence(l, &effects)),
		          loc);
	else
		emit_effects(l, &effects, loc);
}

void
leave_run(struct lower *l, const struct lower_cleanup *until, const struct ir_var *spared)
{
	for (const struct lower_cleanup *cleanup = l->scope->cleanups; cleanup != until; cleanup = cleanup->outer)
		if (!cleanup->var || cleanup->var != spared)
			clean_up(l, cleanup);
}

/* Whether control cannot continue after the last statement of the current block. */
static bool
has_left(const struct lower *l)
{
	const struct lower_stmts *block = l->scope->block;
	if (!block->count)
		return false;
	const enum ir_stmt_kind last = block->items[block->count - 1]->kind;
	return last == IR_STMT_BREAK || last == IR_STMT_CONTINUE || last == IR_STMT_RETURN;
}

void
leave_end(struct lower *l, struct lower_cleanup *until)
{
	if (l->scope->cleanups != until && !has_left(l))
		leave_run(l, until, NULL);
	l->scope->cleanups = until;
}

const struct ir_expr *
leave_resolve(struct lower *l, const struct ir_expr *result, const struct ir_type *type, struct ir_loc loc)
{
	if (!result || result->kind == IR_INT || result->kind == IR_FLOAT)
		return result;
	if (type->kind == IR_TYPE_VOID) {
		emit_expr(l, result, loc);
		return NULL;
	}
	const struct ir_expr *kept = build_var(l, emit_kept(l, result, type, loc), loc);
	return type->kind == IR_TYPE_RECORD ? kept : build_load(l, kept, type, loc);
}
