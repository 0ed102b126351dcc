#include "code/rounds.h"

#include "code/effects.h"
#include "code/may_write.h"
#include "ir/walk.h"

struct reader {
	struct rounds *rounds;
	const struct rounds_question *question;
	unsigned conditions;        /* around what is being read: branches, and loops within the loop */
	unsigned depth;
	bool continues;             /* some rounds leave out what stands at the end of the body */
	size_t steps_of_body;
};

static bool visit(struct reader *r, struct ir_node node);

static bool
visit_expr(struct reader *r, const struct ir_expr *e)
{
	return visit(r, (struct ir_node){.expr = e});
}

static bool
is_local(const struct ir_var *var)
{
	return var->storage == IR_STORAGE_LOCAL || var->storage == IR_STORAGE_PARAM;
}

static struct round_variable *
find_variable(const struct rounds *rounds, const struct ir_var *var)
{
	for (size_t i = 0; i < rounds->variable_count; i++)
		if (rounds->variables[i].var == var)
			return (struct round_variable *)&rounds->variables[i];
	return NULL;
}

/* NULL: there are too many. */
static struct round_variable *
variable_of(struct reader *r, const struct ir_var *var)
{
	struct rounds *rounds = r->rounds;
	struct round_variable *found = find_variable(rounds, var);
	if (found || rounds->variable_count == MOST_ROUND_VARIABLES)
		return found;
	found = &rounds->variables[rounds->variable_count++];
	*found = (struct round_variable){.var = var, .moves = r->question->moves(r->question->context, var)};
	return found;
}

static bool
add_step(struct reader *r, struct round_step step)
{
	if (r->rounds->step_count == MOST_ROUND_STEPS)
		return false;
	r->rounds->steps[r->rounds->step_count++] = step;
	return true;
}

/* Whether it names what moves, or what is derived from that. Too many variables: it may. */
static bool
names_moving(struct reader *r, struct ir_node node, unsigned depth)
{
	if (depth > IR_DEEPEST)
		return true;
	if (node.expr && node.expr->kind == IR_VAR && is_local(node.expr->var)) {
		const struct round_variable *v = variable_of(r, node.expr->var);
		return !v || v->moves || v->derived;
	}
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (names_moving(r, part, depth + 1))
			return true;
	return false;
}

static bool
expr_names_moving(struct reader *r, const struct ir_expr *e)
{
	return names_moving(r, (struct ir_node){.expr = e}, 0);
}

/* ---- assignments ---- */

static const struct ir_var *
read_variable(const struct ir_expr *e)
{
	return e->kind == IR_LOAD && e->a->kind == IR_VAR && is_local(e->a->var) ? e->a->var : NULL;
}

/* `v += c` or `v = v + c`, and the same with a minus, where c is a number or a variable. */
static bool
adds(const struct ir_expr *e, const struct ir_var *var)
{
	const struct ir_expr *sum = e->kind == IR_UPDATE ? e : e->b, *c = sum->b;
	if (var->type->kind != IR_TYPE_INT || (sum->op != IR_ADD && sum->op != IR_SUB))
		return false;
	if (e->kind == IR_STORE && (sum->kind != IR_BINARY || read_variable(sum->a) != var))
		return false;
	return c->kind == IR_INT || read_variable(c);
}

/* Of what an assignment adds, the variable is read as much as if it decided: it is to be the same in all rounds. */
static bool
visit_assignment(struct reader *r, const struct ir_expr *e)
{
	const struct ir_var *var = e->a->var;
	struct round_variable *v = variable_of(r, var);
	if (!v)
		return false;
	v->assignments++;
	const bool is_regular = !r->conditions && adds(e, var);
	v->irregular |= !is_regular;
	if (v->moves && !expr_has_effects(e->b))
		return !is_regular || add_step(r, (struct round_step){ROUND_MOVES, var, e});
	if (v->declared && !v->moves && expr_names_moving(r, e->b) && !expr_has_effects(e->b)) {
		v->derived = true;
		return add_step(r, (struct round_step){ROUND_DERIVES, var, e});
	}
	return visit_expr(r, e->b);
}

static bool
is_assignment(const struct ir_expr *e)
{
	return (e->kind == IR_STORE || e->kind == IR_UPDATE) && e->a->kind == IR_VAR && is_local(e->a->var);
}

/* ---- what is printed ---- */

static bool
prints(const struct ir_expr *e)
{
	return e->kind == IR_BUILTIN && (e->builtin == IR_BUILTIN_printf || e->builtin == IR_BUILTIN_fprintf ||
	                                 e->builtin == IR_BUILTIN_puts);
}

/* As `stream << value` does, of the built-in headers: it returns what it is given first. */
static bool
passes_on(const struct ir_expr *e)
{
	if (e->kind != IR_CALL || !e->func->is_library || !e->func->param_count || !e->func->result->is_reference)
		return false;
	const struct ir_type *first = e->func->params[0]->type;
	return first->kind == IR_TYPE_POINTER && first->element == e->func->result->element &&
	       first->element->kind == IR_TYPE_RECORD && !expr_reaches_device(e) && !expr_draws(e);
}

/* What a call whose result nobody uses is given to print. */
static bool
visit_printed(struct reader *r, const struct ir_expr *call)
{
	for (uint32_t i = 0; i < call->arg_count; i++) {
		const struct ir_expr *arg = call->args[i];
		const bool lends = arg->kind == IR_VAR && call->kind == IR_CALL && i < call->func->param_count &&
		                   !func_may_write(call->func, i) && !func_may_return(call->func, i);
		const bool is_number = arg->type->kind == IR_TYPE_INT || arg->type->kind == IR_TYPE_BOOL || arg->type->kind == IR_TYPE_FLOAT;
		if (lends || (is_number && !expr_has_effects(arg)))
			continue;
		if (!(passes_on(arg) ? visit_printed(r, arg) : visit_expr(r, arg)))
			return false;
	}
	return true;
}

/* ---- everything else ---- */

/* Of an expression whose result nobody uses. */
static bool
visit_effects(struct reader *r, const struct ir_expr *e)
{
	if (e->kind == IR_COMMA)
		return visit_effects(r, e->a) && visit_effects(r, e->b);
	if (is_assignment(e))
		return visit_assignment(r, e);
	return prints(e) || passes_on(e) ? visit_printed(r, e) : visit_expr(r, e);
}

static bool
visit_parts(struct reader *r, struct ir_node node)
{
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (!visit(r, part))
			return false;
	return true;
}

static bool
visit_stmt(struct reader *r, const struct ir_stmt *s)
{
	struct round_variable *v;
	switch (s->kind) {
	case IR_STMT_EXPR:
		return visit_effects(r, s->expr);
	case IR_STMT_DECLARE:
		v = variable_of(r, s->var);
		if (v)
			v->declared = true;
		return v;
	case IR_STMT_IF: case IR_STMT_SWITCH: case IR_STMT_LOOP: case IR_STMT_TRY:
		r->conditions++;
		const bool known = visit_parts(r, (struct ir_node){.stmt = s});
		r->conditions--;
		return known;
	case IR_STMT_CONTINUE:
		r->continues = true;
		return true;
	case IR_STMT_UNKNOWN:
		return false;
	default:
		return visit_parts(r, (struct ir_node){.stmt = s});
	}
}

/* A number that a kernel is given, by which no launch is told from another. */
static bool
is_mere_data(const struct reader *r, const struct ir_expr *whole, const struct ir_expr *part)
{
	return whole->kind == IR_LAUNCH && part->type->kind == IR_TYPE_FLOAT && !r->question->reals_matter && !expr_has_effects(part);
}

static bool
visit_operands(struct reader *r, const struct ir_expr *e)
{
	const bool parts_rounds = e->kind == IR_CONDITIONAL || e->kind == IR_AND || e->kind == IR_OR || e->kind == IR_STATEMENTS;
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	bool known = true;
	r->conditions += parts_rounds;
	for (struct ir_node part; known && ir_next_part(&parts, &part);)
		known = (part.expr && is_mere_data(r, e, part.expr)) || visit(r, part);
	r->conditions -= parts_rounds;
	return known;
}

/* Of a part of a variable that is read, the variable; NULL: it is not known which is. */
static const struct ir_var *
base_variable(const struct ir_expr *load)
{
	const struct ir_expr *address = load->a;
	while (address->kind == IR_FIELD || (address->kind == IR_OFFSET && !expr_has_effects(address->b)))
		address = address->a;
	return address->kind == IR_VAR && is_local(address->var) ? address->var : NULL;
}

/* The address of a variable may be for writing it. */
static bool
visit_address(struct reader *r, const struct ir_var *var)
{
	struct round_variable *v = is_local(var) ? variable_of(r, var) : NULL;
	if (!v)
		return !is_local(var);
	v->assignments++;
	v->irregular = true;
	return !v->moves && !v->derived;
}

static bool
visit_value(struct reader *r, const struct ir_expr *e)
{
	if (e->kind == IR_VAR)
		return visit_address(r, e->var);
	if (e->kind == IR_LOAD && !expr_names_moving(r, e) && base_variable(e))
		return true;
	const bool is_number = e->type->kind == IR_TYPE_INT || e->type->kind == IR_TYPE_BOOL;
	if (is_number && !expr_has_effects(e) && expr_names_moving(r, e))
		return add_step(r, (struct round_step){ROUND_DECIDES, NULL, e});
	return is_assignment(e) ? visit_address(r, e->a->var) && visit_expr(r, e->b) : visit_operands(r, e);
}

static bool
visit(struct reader *r, struct ir_node node)
{
	if (r->depth == IR_DEEPEST)
		return false;
	r->depth++;
	const bool known = node.stmt ? visit_stmt(r, node.stmt) : visit_value(r, node.expr);
	r->depth--;
	return known;
}

/* ---- what decides ---- */

/* Whether the function may let others write the variable: its address goes where it is not only read. */
static bool
escapes(struct ir_node node, const struct ir_var *var, unsigned depth)
{
	const struct ir_expr *e = node.expr;
	if (depth > IR_DEEPEST || (e && e->kind == IR_VAR && e->var == var))
		return true;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		const bool names = part.expr && part.expr->kind == IR_VAR && part.expr->var == var;
		const bool is_own = names && part.expr == e->a && (e->kind == IR_LOAD || e->kind == IR_STORE || e->kind == IR_UPDATE);
		bool lends = false;
		for (uint32_t i = 0; names && e->kind == IR_CALL && i < e->arg_count && i < e->func->param_count; i++)
			lends |= e->args[i] == part.expr && !func_may_write(e->func, i) && !func_may_return(e->func, i);
		if (!is_own && !lends && escapes(part, var, depth + 1))
			return true;
	}
	return false;
}

static bool settle(struct reader *r, struct ir_node node, unsigned depth);

/* The expression that a variable is derived by. */
static const struct ir_expr *
derivation_of(const struct rounds *rounds, const struct ir_var *var)
{
	for (size_t i = 0; i < rounds->step_count; i++)
		if (rounds->steps[i].kind == ROUND_DERIVES && rounds->steps[i].var == var)
			return rounds->steps[i].expr;
	return NULL;
}

/* What is added to a variable that decides is the same in all rounds. */
static bool
settle_moving(struct reader *r, struct round_variable *v)
{
	if (v->irregular || v->assignments != 1)
		return false;
	v->decides = true;
	for (size_t i = 0; r->continues && i < r->steps_of_body; i++)
		if (r->rounds->steps[i].kind == ROUND_MOVES && r->rounds->steps[i].var == v->var)
			return false;
	return !v->var->address_taken || !escapes((struct ir_node){.stmt = r->question->func->body}, v->var, 0);
}

/* Whether a variable that something deciding reads is known at the beginning of each round, or comes of such. */
static bool
settle_variable(struct reader *r, const struct ir_var *var, unsigned depth)
{
	struct round_variable *v = variable_of(r, var);
	if (!v)
		return false;
	if (v->moves)
		return v->decides || settle_moving(r, v);
	if (v->derived)
		return v->assignments == 1 && settle(r, (struct ir_node){.expr = derivation_of(r->rounds, var)->b}, depth + 1);
	return !v->declared && !v->assignments;
}

static bool
settle(struct reader *r, struct ir_node node, unsigned depth)
{
	if (depth > IR_DEEPEST)
		return false;
	if (node.expr && node.expr->kind == IR_VAR && is_local(node.expr->var))
		return settle_variable(r, node.expr->var, depth);
	if (node.expr && node.expr->kind == IR_LOAD)
		r->rounds->loads_memory |= !base_variable(node.expr);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (!settle(r, part, depth + 1))
			return false;
	return true;
}

/* What is added to a variable that decides, and what is derived from one, is of interest; what else is, is not. */
static bool
settle_steps(struct reader *r)
{
	struct rounds *rounds = r->rounds;
	for (size_t i = 0; i < rounds->step_count; i++)
		if (rounds->steps[i].kind == ROUND_DECIDES && !settle(r, (struct ir_node){.expr = rounds->steps[i].expr}, 0))
			return false;
	for (size_t i = 0; i < rounds->step_count; i++) {
		const struct round_step *step = &rounds->steps[i];
		const struct ir_expr *e = step->expr, *added = e->kind == IR_UPDATE ? e->b : step->kind == ROUND_MOVES ? e->b->b : NULL;
		if (step->kind == ROUND_MOVES && find_variable(rounds, step->var)->decides && !settle(r, (struct ir_node){.expr = added}, 0))
			return false;
	}
	return true;
}

/* How many steps there are up to the last that decides. */
static size_t
deciding_steps(const struct reader *r)
{
	size_t count = r->steps_of_body;
	while (count && r->rounds->steps[count - 1].kind != ROUND_DECIDES)
		count--;
	return count;
}

bool
rounds_read(struct rounds *rounds, const struct rounds_question *question)
{
	struct reader r = {.rounds = rounds, .question = question};
	rounds->step_count = rounds->variable_count = 0;
	rounds->loads_memory = false;
	if (!visit(&r, (struct ir_node){.stmt = question->loop->body}))
		return false;
	/* Behind the last of them, what a round decides by is decided. */
	r.steps_of_body = rounds->step_count;
	if (question->loop->step && !visit_effects(&r, question->loop->step))
		return false;
	const bool settled = settle_steps(&r);
	rounds->step_count = deciding_steps(&r);
	return settled;
}
