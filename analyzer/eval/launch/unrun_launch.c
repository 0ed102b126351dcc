#include "eval/launch/unrun_launch.h"

#include <stdlib.h>
#include <string.h>

#include "eval/state/machine.h"
#include "ir/integer.h"
#include "ir/walk.h"
#include "support/allocate.h"

enum { DEEPEST_NUMBER = 48, MOST_STEPS = 20000 };

/* What the source gives for a local or parameter, at the place that is being read. */
struct local {
	const struct ir_expr *given;        /* the expression that it was last assigned; NULL: unknown */
	const struct ir_expr *dimension[3]; /* the same for each member of a dim3 */
	struct unrun_number said;           /* the number that a surrounding condition gives it */
	bool in_use;                        /* its number is being evaluated */
};

struct reader {
	const struct program *program;
	const struct ir_func *func;
	struct unrun_launches *found;
	struct local *locals;         /* by slot */
	uint32_t loop_line;           /* as of struct unrun_launch */
	unsigned depth;               /* nesting depth of the statement or expression */
	unsigned number_depth, steps; /* of the number that is being evaluated */
};

/* ---- numbers ---- */

static bool number_of(struct reader *r, const struct ir_expr *e, int64_t *number);

static bool
is_local(const struct ir_expr *e)
{
	return e->kind == IR_VAR && (e->var->storage == IR_STORAGE_LOCAL || e->var->storage == IR_STORAGE_PARAM);
}

/* A dim3, or a similar record. */
static bool
is_dim3(const struct ir_type *type)
{
	return type->kind == IR_TYPE_RECORD && type->size == 12 && type->field_count == 3 &&
	       type->fields[0].type->kind == IR_TYPE_INT;
}

/* The last assigned expression of a local dim3's member; NULL: another address. */
static const struct ir_expr **
dimension_at(struct reader *r, const struct ir_expr *address)
{
	if (address->kind != IR_FIELD || !is_local(address->a) || !is_dim3(address->a->var->type))
		return NULL;
	return &r->locals[address->a->var->slot].dimension[address->field->offset / 4 % 3];
}

static bool
local_number(struct reader *r, const struct ir_var *var, int64_t *number)
{
	struct local *local = &r->locals[var->slot];
	if (local->said.known) {
		*number = local->said.number;
		return true;
	}
	/* The local was assigned from itself: its former value is not kept. */
	if (local->in_use || !local->given)
		return false;
	local->in_use = true;
	const bool known = number_of(r, local->given, number);
	local->in_use = false;
	return known;
}

static bool
loaded_number(struct reader *r, const struct ir_expr *address, int64_t *number)
{
	const struct ir_expr **dimension = dimension_at(r, address);
	if (dimension)
		return *dimension && number_of(r, *dimension, number);
	if (is_local(address))
		return local_number(r, address->var, number);
	const struct ir_expr *first = address->kind == IR_VAR ? address->var->init : NULL;
	return first && first->kind == IR_STORE && number_of(r, first->b, number);
}

static bool
number_of_kind(struct reader *r, const struct ir_expr *e, int64_t *number)
{
	int64_t a, b;
	switch (e->kind) {
	case IR_INT: *number = e->integer; return true;
	case IR_LOAD: return loaded_number(r, e->a, number);
	case IR_CONVERT: return number_of(r, e->a, number);
	case IR_COMMA: return number_of(r, e->b, number);
	case IR_BINARY: return number_of(r, e->a, &a) && number_of(r, e->b, &b) && integer_of(e, a, b, number);
	case IR_CONDITIONAL: return number_of(r, e->a, &a) && number_of(r, a ? e->b : e->c, number);
	default: return false;
	}
}

/* False: the expression is not supported. */
static bool
number_of(struct reader *r, const struct ir_expr *e, int64_t *number)
{
	if ((e->type->kind != IR_TYPE_INT && e->type->kind != IR_TYPE_BOOL) || r->number_depth >= DEEPEST_NUMBER ||
	    ++r->steps > MOST_STEPS)
		return false;
	r->number_depth++;
	const bool known = number_of_kind(r, e, number);
	r->number_depth--;
	if (known)
		*number = integer_wrap(*number, e->type);
	return known;
}

static struct unrun_number
read_number(struct reader *r, const struct ir_expr *e)
{
	struct unrun_number read = {0};
	r->steps = 0;
	read.known = number_of(r, e, &read.number);
	return read;
}

/* ---- assignments ---- */

/* The local whose address an expression yields; NULL: none. */
static struct local *
local_at(struct reader *r, const struct ir_expr *e)
{
	while (e->kind == IR_COMMA)
		e = e->b;
	return is_local(e) ? &r->locals[e->var->slot] : NULL;
}

static void
note_store(struct reader *r, const struct ir_expr *address, const struct ir_expr *given)
{
	const struct ir_expr **dimension = dimension_at(r, address);
	if (dimension)
		*dimension = given;
	else if (is_local(address))
		r->locals[address->var->slot].given = given;
}

static void
note_copy(struct reader *r, const struct ir_expr *to, const struct ir_expr *from)
{
	struct local *target = local_at(r, to), *source = local_at(r, from);
	for (int d = 0; target && d < 3; d++)
		target->dimension[d] = source ? source->dimension[d] : NULL;
}

static void
note_constructor(struct reader *r, const struct ir_expr *call)
{
	struct local *local =
		call->arg_count == 4 && strcmp(call->func->name, "dim3") == 0 ? local_at(r, call->args[0]) : NULL;
	for (unsigned d = 0; local && d < 3; d++)
		local->dimension[d] = call->args[1 + d];
}

/* ---- launches ---- */

/* False: unknown, or not a legal shape. */
static bool
read_shape(struct reader *r, const struct ir_expr *address, int64_t shape[3], int64_t most)
{
	const struct local *local = local_at(r, address);
	for (int d = 0; d < 3; d++) {
		const struct ir_expr *dimension = local ? local->dimension[d] : NULL;
		const struct unrun_number read = dimension ? read_number(r, dimension) : (struct unrun_number){0};
		if (!read.known || read.number <= 0 || read.number > most)
			return false;
		shape[d] = read.number;
		most /= read.number;
	}
	return true;
}

static bool
was_launched(const struct program *program, const struct ir_func *kernel)
{
	for (size_t i = 0; i < program->kernel_count; i++)
		if (program->kernels[i].func == kernel)
			return program->kernels[i].facts.launch_count > 0;
	return false;
}

static bool
is_rejected(const void *context, struct ir_node node)
{
	(void)context;
	return node.expr && node.expr->kind == IR_CALL && node.expr->func->is_rejected;
}

static void
read_launch(struct reader *r, const struct ir_expr *e)
{
	r->found->rejects_some |= !e->func && ir_any((struct ir_node){.expr = e->a}, is_rejected, NULL);
	if (!e->func || was_launched(r->program, e->func))
		return;
	struct unrun_launch launch = {.kernel = e->func, .expr = e, .unit = r->func->unit, .loop_line = r->loop_line};
	launch.block_known = read_shape(r, e->launch->block, launch.block, MAX_LANES);
	launch.grid_known = read_shape(r, e->launch->grid, launch.grid, UINT32_MAX);
	launch.dynamic_shared =
		e->launch->shared ? read_number(r, e->launch->shared) : (struct unrun_number){.known = true};
	launch.dynamic_shared.known &= launch.dynamic_shared.number >= 0;
	launch.arguments = memory_zeroed(e->arg_count, sizeof *launch.arguments);
	for (uint32_t i = 0; i < e->arg_count; i++)
		launch.arguments[i] = read_number(r, e->args[i]);
	memory_push(r->found->items, r->found->count, r->found->capacity, launch);
}

/* ---- reading a function ---- */

static void read_node(struct reader *r, struct ir_node node);

/* The local that an expression reads; NULL: another expression. */
static struct local *
read_local(struct reader *r, const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	return e->kind == IR_LOAD && is_local(e->a) ? &r->locals[e->a->var->slot] : NULL;
}

/* If the condition compares a local with a number, the local has that number in the arm for equality. */
static void
read_branches(struct reader *r, const struct ir_stmt *s)
{
	const struct ir_expr *e = s->expr;
	const bool compares = e->kind == IR_BINARY && (e->op == IR_EQ || e->op == IR_NE);
	const struct unrun_number number = compares ? read_number(r, e->b) : (struct unrun_number){0};
	struct local *local = number.known ? read_local(r, e->a) : NULL;
	const struct unrun_number before = local ? local->said : (struct unrun_number){0};
	if (local && e->op == IR_EQ)
		local->said = number;
	read_node(r, (struct ir_node){.stmt = s->then});
	if (local)
		local->said = e->op == IR_NE ? number : before;
	if (s->otherwise)
		read_node(r, (struct ir_node){.stmt = s->otherwise});
	if (local)
		local->said = before;
}

/* From a case on, the switched local has the case's number. */
static void
read_switch(struct reader *r, const struct ir_stmt *s)
{
	struct local *local = read_local(r, s->expr);
	const struct unrun_number before = local ? local->said : (struct unrun_number){0};
	for (uint32_t i = 0; i < s->stmt_count; i++) {
		for (uint32_t k = 0; local && k < s->case_count; k++)
			if (s->cases[k].first == i)
				local->said =
					s->cases[k].is_default ? before : (struct unrun_number){true, s->cases[k].low};
		read_node(r, (struct ir_node){.stmt = s->stmts[i]});
	}
	if (local)
		local->said = before;
}

/* A variable that a loop assigns differs from one iteration to the next. */
static void
forget_assigned(struct reader *r, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	if (r->depth == IR_DEEPEST)
		return;
	if (e && (e->kind == IR_STORE || e->kind == IR_UPDATE))
		note_store(r, e->a, NULL);
	r->depth++;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		forget_assigned(r, part);
	r->depth--;
}

static void
read_expr(struct reader *r, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_STORE: note_store(r, e->a, e->b); break;
	case IR_UPDATE: note_store(r, e->a, NULL); break;
	case IR_COPY:
		if (is_dim3(e->type))
			note_copy(r, e->a, e->b);
		break;
	case IR_CALL: note_constructor(r, e); break;
	case IR_LAUNCH: read_launch(r, e); break;
	default: break;
	}
}

static bool
is_cut(const struct reader *r, const struct ir_stmt *loop)
{
	const struct place here = {
		.file = r->func->unit->files[loop->loc.file], .line = loop->loc.line, .column = loop->loc.column};
	const struct facts *facts = r->program->facts;
	return facts_has_place(facts->cut_loops, facts->cut_loop_count, &here);
}

static void
read_parts(struct reader *r, struct ir_node node)
{
	struct ir_parts parts = ir_parts_of(node);
	r->depth++;
	for (struct ir_node part; ir_next_part(&parts, &part);)
		read_node(r, part);
	r->depth--;
}

static void
read_loop(struct reader *r, const struct ir_stmt *loop)
{
	const uint32_t outer = r->loop_line;
	forget_assigned(r, (struct ir_node){.stmt = loop});
	if (is_cut(r, loop))
		r->loop_line = loop->loc.line;
	read_parts(r, (struct ir_node){.stmt = loop});
	r->loop_line = outer;
}

static void
read_node(struct reader *r, struct ir_node node)
{
	if (r->depth == IR_DEEPEST)
		return;
	if (node.stmt && (node.stmt->kind == IR_STMT_IF || node.stmt->kind == IR_STMT_SWITCH)) {
		r->depth++;
		read_node(r, (struct ir_node){.expr = node.stmt->expr});
		(node.stmt->kind == IR_STMT_IF ? read_branches : read_switch)(r, node.stmt);
		r->depth--;
		return;
	}
	if (node.stmt && node.stmt->kind == IR_STMT_LOOP)
		read_loop(r, node.stmt);
	else
		read_parts(r, node);
	if (node.expr)
		read_expr(r, node.expr);
}

static void
read_function(struct unrun_launches *found, const struct program *program, const struct ir_func *func)
{
	struct reader r = {.program = program, .func = func, .found = found};
	r.locals = memory_zeroed(func->slot_count, sizeof *r.locals);
	read_node(&r, (struct ir_node){.stmt = func->body});
	free(r.locals);
}

void
unrun_launches_find(struct unrun_launches *found, const struct program *program)
{
	*found = (struct unrun_launches){0};
	for (size_t i = 0; i < program->func_count; i++) {
		const struct ir_func *func = program->funcs[i];
		if (func->launches && !func->is_library && func->body)
			read_function(found, program, func);
	}
}

const struct unrun_launch *
unrun_launch_of(const struct unrun_launches *found, const struct ir_func *kernel)
{
	const struct unrun_launch *first = NULL;
	for (size_t i = 0; i < found->count; i++) {
		const struct unrun_launch *launch = &found->items[i];
		if (launch->kernel != kernel && strcmp(launch->kernel->link_name, kernel->link_name) != 0)
			continue;
		if (launch->block_known)
			return launch;
		first = first ? first : launch;
	}
	return first;
}

void
unrun_launches_free(struct unrun_launches *found)
{
	for (size_t i = 0; i < found->count; i++)
		free(found->items[i].arguments);
	free(found->items);
}
