/* Statements and loops; see bytecode_code.h. */
#include "eval/bytecode/bytecode_compile.h"

#include <stdlib.h>

#include "analysis/effects.h"
#include "eval/state/object.h"
#include "support/allocate.h"

/* ---- statements ---- */

static void
compile_if(struct bytecode_compiler *c, const struct ir_stmt *stmt)
{
	const uint32_t otherwise = bytecode_label(c), end = bytecode_label(c);
	bytecode_jump_if(c, stmt->expr, otherwise, false);
	c->conditional++;
	bytecode_stmt(c, stmt->then);
	if (stmt->otherwise)
		bytecode_jump(c, BYTECODE_JUMP, 0, 0, end);
	bytecode_bind_label(c, otherwise);
	if (stmt->otherwise)
		bytecode_stmt(c, stmt->otherwise);
	c->conditional--;
	bytecode_bind_label(c, end);
}

static const struct ir_expr *
without_truth(const struct ir_expr *e)
{
	while (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_BOOL && e->a->type->kind != IR_TYPE_FLOAT)
		e = e->a;
	return e;
}

static const struct ir_var *
counter_of(const struct ir_expr *e)
{
	while (e->kind == IR_CONVERT && e->type->kind != IR_TYPE_FLOAT && e->a->type->kind != IR_TYPE_FLOAT)
		e = e->a;
	return e->kind == IR_LOAD && e->a->kind == IR_VAR && is_register(e->a->var) ? e->a->var : NULL;
}

/* The change of the variable in the loop's step expression; 0: unknown. */
static int64_t
step_of(const struct ir_expr *step, const struct ir_var *var)
{
	if (!step)
		return 0;
	if (step->kind == IR_COMMA) {
		const int64_t first = step_of(step->a, var);
		return first ? first : step_of(step->b, var);
	}
	if (step->kind != IR_UPDATE || step->a->kind != IR_VAR || step->a->var != var || step->b->kind != IR_INT)
		return 0;
	return step->op == IR_ADD ? step->b->integer : step->op == IR_SUB ? -step->b->integer : 0;
}

/* Finds the loop's counter, if its condition compares a variable with a bound. */
static void
note_count(struct bytecode_compiler *c, const struct ir_stmt *loop, struct bytecode_count *count,
           const struct ir_expr **bound)
{
	const struct ir_expr *e = loop->expr ? without_truth(loop->expr) : NULL;
	while (e && e->kind == IR_AND)
		e = without_truth(e->a);
	*bound = NULL;
	if (!e || e->kind != IR_BINARY || !ir_is_comparison(e->op) || e->a->type->kind == IR_TYPE_FLOAT)
		return;
	for (int arm = 0; arm < 2 && !count->bounded; arm++) {
		const struct ir_var *var = counter_of(arm ? e->b : e->a);
		const int64_t step = var ? step_of(loop->step, var) : 0;
		if (!step)
			continue;
		count->bounded = true;
		count->step = step;
		count->counter = bytecode_variable(c, var);
		*bound = arm ? e->a : e->b;
	}
}

/* Puts the bound into a register that nothing else writes. A bound that needs computing is taken at the loop's
 * start. */
static void
keep_bound(struct bytecode_compiler *c, struct bytecode_count *count, const struct ir_expr *bound)
{
	const struct ir_var *var = counter_of(bound);
	if (bound->kind == IR_INT) {
		count->bound = bytecode_integer(c, bound->integer);
	} else if (var) {
		count->bound = bytecode_variable(c, var);
	} else if (expr_has_effects(bound)) {
		count->bounded = false;
	} else {
		count->bound = bytecode_temporary(c);
		bytecode_into(c, bound, count->bound);
	}
}

static uint32_t
begin_count(struct bytecode_compiler *c, const struct ir_stmt *loop)
{
	struct bytecode_count count = {.outer = c->loop};
	const struct ir_expr *bound;
	const uint32_t index = c->code->count_count;
	note_count(c, loop, &count, &bound);
	if (count.bounded)
		keep_bound(c, &count, bound);
	count.begin = c->code->instruction_count;
	memory_push(c->code->counts, c->code->count_count, c->count_capacity, count);
	bytecode_emit(c, BYTECODE_LOOP, 0, count.counter, 0)->loop = index;
	return index;
}

struct loop_labels {
	uint32_t break_label, continue_label, loop;
};

static struct loop_labels
enter_loop(struct bytecode_compiler *c, uint32_t loop)
{
	const struct loop_labels outer = {c->break_label, c->continue_label, c->loop};
	c->break_label = bytecode_label(c);
	c->continue_label = bytecode_label(c);
	c->loop = loop;
	return outer;
}

static void
leave_loop(struct bytecode_compiler *c, struct loop_labels outer)
{
	bytecode_bind_label(c, c->break_label);
	c->code->counts[c->loop].end = c->code->instruction_count;
	c->break_label = outer.break_label;
	c->continue_label = outer.continue_label;
	c->loop = outer.loop;
}

static void
body_and_step(struct bytecode_compiler *c, const struct ir_stmt *loop)
{
	bytecode_stmt(c, loop->body);
	bytecode_bind_label(c, c->continue_label);
	if (loop->step)
		bytecode_effects(c, loop->step);
}

static void
go_on(struct bytecode_compiler *c, const struct ir_stmt *loop, uint32_t body)
{
	if (loop->expr)
		bytecode_jump_if(c, loop->expr, body, true);
	else
		bytecode_jump(c, BYTECODE_JUMP, 0, 0, body);
}

static void
compile_loop(struct bytecode_compiler *c, const struct ir_stmt *loop)
{
	const uint32_t index = begin_count(c, loop);
	const uint32_t body = bytecode_label(c), test = bytecode_label(c);
	const struct loop_labels outer = enter_loop(c, index);
	if (!loop->test_last && loop->expr)
		bytecode_jump(c, BYTECODE_JUMP, 0, 0, test);
	bytecode_bind_label(c, body);
	body_and_step(c, loop);
	bytecode_bind_label(c, test);
	go_on(c, loop, body);
	leave_loop(c, outer);
}

/* The compiled loop: each iteration ends with ITERATION, and the condition is tested after it. */
static void
compile_outermost(struct bytecode_compiler *c, const struct ir_stmt *loop)
{
	const uint32_t body = bytecode_label(c), test = bytecode_label(c);
	enter_loop(c, begin_count(c, loop));
	if (!loop->test_last)
		bytecode_jump(c, BYTECODE_JUMP, 0, 0, test);
	bytecode_bind_label(c, body);
	body_and_step(c, loop);
	c->code->iteration = c->code->instruction_count;
	bytecode_emit(c, BYTECODE_ITERATION, 0, 0, 0);
	bytecode_bind_label(c, test);
	go_on(c, loop, body);
	bytecode_bind_label(c, c->break_label);
	bytecode_emit(c, BYTECODE_END, 0, 0, 0);
	c->code->counts[0].end = c->code->instruction_count;
}

static void
compile_switch(struct bytecode_compiler *c, const struct ir_stmt *stmt)
{
	const bytecode_register value = bytecode_expr(c, stmt->expr, NO_REGISTER);
	const uint32_t outer_break = c->break_label, first = (uint32_t)c->label_count;
	for (uint32_t i = 0; i < stmt->case_count; i++)
		bytecode_label(c);
	const uint32_t end = bytecode_label(c);
	uint32_t otherwise = end;
	for (uint32_t i = 0; i < stmt->case_count; i++) {
		const struct ir_case *label = &stmt->cases[i];
		if (label->is_default) {
			otherwise = first + i;
		} else if (label->low == label->high) {
			bytecode_jump(c, BYTECODE_JUMP_EQ, value, bytecode_integer(c, label->low), first + i);
		} else {
			const uint32_t next = bytecode_label(c);
			bytecode_jump(c, BYTECODE_JUMP_LT_S, value, bytecode_integer(c, label->low), next);
			bytecode_jump(c, BYTECODE_JUMP_LE_S, value, bytecode_integer(c, label->high), first + i);
			bytecode_bind_label(c, next);
		}
	}
	bytecode_jump(c, BYTECODE_JUMP, 0, 0, otherwise);
	c->break_label = end;
	c->conditional++;
	for (uint32_t at = 0; at < stmt->stmt_count; at++) {
		for (uint32_t i = 0; i < stmt->case_count; i++)
			if (stmt->cases[i].first == at)
				bytecode_bind_label(c, first + i);
		bytecode_stmt(c, stmt->stmts[at]);
	}
	/* Labels after the last statement. */
	for (uint32_t i = 0; i < stmt->case_count; i++)
		if (stmt->cases[i].first >= stmt->stmt_count)
			bytecode_bind_label(c, first + i);
	c->conditional--;
	bytecode_bind_label(c, end);
	c->break_label = outer_break;
}

static void
compile_return(struct bytecode_compiler *c, const struct ir_stmt *stmt)
{
	struct bytecode_scope *scope = c->scope;
	if (!scope->outer) {
		/* The tree evaluator executes the return. */
		bytecode_emit(c, BYTECODE_BAIL, 0, 0, 0);
		return;
	}
	if (stmt->expr && scope->func->result->kind == IR_TYPE_RECORD)
		bytecode_copy(c, scope->func->result, scope->result, bytecode_expr(c, stmt->expr, NO_REGISTER));
	else if (stmt->expr && scope->func->result->kind != IR_TYPE_VOID)
		bytecode_into(c, stmt->expr, scope->result);
	else if (stmt->expr)
		bytecode_effects(c, stmt->expr);
	bytecode_jump(c, BYTECODE_JUMP, 0, 0, scope->end);
}

static bool
initialises(const struct ir_stmt *stmt, const struct ir_var *var)
{
	return stmt->kind == IR_STMT_EXPR && stmt->expr->kind == IR_STORE && stmt->expr->a->kind == IR_VAR &&
	       stmt->expr->a->var == var;
}

void
bytecode_block(struct bytecode_compiler *c, const struct ir_stmt *stmt)
{
	if (stmt->kind != IR_STMT_BLOCK) {
		bytecode_stmt(c, stmt);
		return;
	}
	for (uint32_t i = 0; i < stmt->stmt_count && !c->refused; i++) {
		const struct ir_stmt *s = stmt->stmts[i];
		if (s->kind == IR_STMT_DECLARE)
			bytecode_declare(c, s->var,
			                 i + 1 < stmt->stmt_count && initialises(stmt->stmts[i + 1], s->var));
		else
			bytecode_stmt(c, s);
	}
}

static void
jump_out(struct bytecode_compiler *c, uint32_t label)
{
	if (label == NO_LABEL)
		bytecode_refuse(c, "a jump out of nothing");
	else
		bytecode_jump(c, BYTECODE_JUMP, 0, 0, label);
}

void
bytecode_stmt(struct bytecode_compiler *c, const struct ir_stmt *stmt)
{
	const unsigned registers = c->next_register;
	if (c->refused || ++c->nesting > DEEPEST_NESTING) {
		bytecode_refuse(c, "nested too deeply");
		return;
	}
	switch (stmt->kind) {
	case IR_STMT_EXPR: bytecode_effects(c, stmt->expr); break;
	case IR_STMT_DECLARE: bytecode_declare(c, stmt->var, false); break;
	case IR_STMT_BLOCK: bytecode_block(c, stmt); break;
	case IR_STMT_IF: compile_if(c, stmt); break;
	case IR_STMT_LOOP: compile_loop(c, stmt); break;
	case IR_STMT_SWITCH: compile_switch(c, stmt); break;
	case IR_STMT_BREAK: jump_out(c, c->break_label); break;
	case IR_STMT_CONTINUE: jump_out(c, c->continue_label); break;
	case IR_STMT_RETURN: compile_return(c, stmt); break;
	/* A throw ends the run. */
	case IR_STMT_TRY: bytecode_stmt(c, stmt->stmts[0]); break;
	case IR_STMT_UNKNOWN: bytecode_unsupported(c, "a statement that is not modelled"); break;
	}
	c->nesting--;
	if (stmt->kind != IR_STMT_DECLARE)
		c->next_register = registers;
}

/* ---- the whole loop ---- */

static bytecode_register
final_register(const struct bytecode_code *code, bytecode_register reg)
{
	return reg >= FIRST_INPUT ? (bytecode_register)(code->first_input + (reg - FIRST_INPUT)) : reg;
}

/* Inputs are numbered after all other registers. */
static void
number_inputs(struct bytecode_compiler *c)
{
	struct bytecode_code *code = c->code;
	code->first_input = c->most_registers;
	code->register_count = c->most_registers + code->input_count;
	for (uint32_t at = 0; at < code->instruction_count; at++) {
		struct bytecode_instruction *i = &code->instructions[at];
		i->d = final_register(code, i->d);
		i->a = final_register(code, i->a);
		i->b = final_register(code, i->b);
		for (int k = 0; i->op == BYTECODE_FUNCTION && k < 4; k++)
			i->function->args[k] = final_register(code, i->function->args[k]);
	}
	for (uint32_t i = 0; i < code->count_count; i++) {
		code->counts[i].counter = final_register(code, code->counts[i].counter);
		code->counts[i].bound = final_register(code, code->counts[i].bound);
	}
}

static void *
keep(struct arena *arena, void *items, size_t count, size_t size)
{
	void *kept = arena_copy(arena, items, count, count, size);
	free(items);
	return kept;
}

struct bytecode_code *
bytecode_compile(struct machine *m, struct arena *arena, const struct ir_stmt *loop)
{
	struct bytecode_code *code = arena_new(arena, struct bytecode_code);
	struct bytecode_compiler *c = memory_zeroed(1, sizeof *c);
	struct bytecode_scope scope = {.func = m->frame->func};
	*c = (struct bytecode_compiler){.m = m,
	                                .arena = arena,
	                                .code = code,
	                                .scope = &scope,
	                                .break_label = NO_LABEL,
	                                .continue_label = NO_LABEL};
	code->loop = loop;
	scope.slots = arena_new_array(arena, struct bytecode_binding, scope.func->slot_count + 1);
	bytecode_integer(c, 0);
	compile_outermost(c, loop);
	if (!c->refused) {
		bytecode_resolve_labels(c);
		number_inputs(c);
	}
	code->refused = c->refused;
	if (c->refused)
		code->instruction_count = code->input_count = code->count_count = 0;
	code->instructions = keep(arena, code->instructions, code->instruction_count, sizeof *code->instructions);
	code->inputs = keep(arena, code->inputs, code->input_count, sizeof *code->inputs);
	code->counts = keep(arena, code->counts, code->count_count, sizeof *code->counts);
	free(c->labels);
	free(c);
	return code;
}
