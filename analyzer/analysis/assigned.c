#include "analysis/assigned.h"

#include "analysis/effects.h"
#include "ir/walk.h"

struct reader {
	struct assigned *assigned;
	struct may_write_known *known;
	bool conditional; /* under a condition that varies between iterations */
	bool changed;     /* this pass has found something new */
	unsigned depth;
};

static bool
varies(const struct assigned *a, const struct ir_var *var)
{
	for (size_t i = 0; i < a->count; i++)
		if (a->vars[i] == var)
			return a->varying[i];
	return false;
}

static bool affects(const struct assigned *a, const struct ir_expr *e, unsigned depth);

static bool
affects_arguments(const struct assigned *a, const struct ir_expr *call, unsigned depth)
{
	for (uint32_t i = 0; i < call->arg_count; i++)
		if (affects(a, call->args[i], depth + 1))
			return true;
	return false;
}

static bool
affects(const struct assigned *a, const struct ir_expr *e, unsigned depth)
{
	if (!e)
		return false;
	if (a->anything || depth > IR_DEEPEST)
		return true;
	switch (e->kind) {
	case IR_INT:
	case IR_FLOAT:
	case IR_SPECIAL:
	case IR_FUNC:
	case IR_STRING:
	case IR_VAR: return false;
	case IR_LOAD:
		if (e->a->kind == IR_VAR)
			return varies(a, e->a->var);
		return true; /* memory */
	case IR_UNARY:
	case IR_BINARY:
	case IR_CONVERT:
	case IR_AND:
	case IR_OR:
	case IR_OFFSET:
	case IR_FIELD:
	case IR_CONDITIONAL:
	case IR_POINTER_DIFF:
		return affects(a, e->a, depth + 1) || affects(a, e->b, depth + 1) || affects(a, e->c, depth + 1);
	case IR_BUILTIN: return ir_builtin_kind(e->builtin) != IR_BUILTIN_IS_PURE || affects_arguments(a, e, depth);
	case IR_STATEMENTS: /* the loop also assigns its variables */ return affects(a, e->a, depth + 1);
	default: return true;
	}
}

bool
assigned_may_change(const struct assigned *assigned, const struct ir_expr *e)
{
	return affects(assigned, e, 0);
}

bool
assigned_arguments_may_change(const struct assigned *assigned, const struct ir_expr *call)
{
	return affects_arguments(assigned, call, 0);
}

/* The index of the variable in the list, which is extended if needed; MOST_ASSIGNED if the list is full. */
static size_t
index_of(struct assigned *a, const struct ir_var *var)
{
	for (size_t i = 0; i < a->count; i++)
		if (a->vars[i] == var)
			return i;
	if (a->count == MOST_ASSIGNED) {
		a->anything = true;
		return MOST_ASSIGNED;
	}
	a->vars[a->count] = var;
	return a->count++;
}

static void
note_variable(struct reader *r, const struct ir_var *var, bool from_varying)
{
	struct assigned *a = r->assigned;
	const size_t i = index_of(a, var);
	if (i == MOST_ASSIGNED)
		return;
	const bool varies = !a->declared[i] || from_varying || r->conditional;
	r->changed |= (r->conditional && !a->conditional[i]) || (varies && !a->varying[i]);
	a->conditional[i] |= r->conditional;
	a->varying[i] |= varies;
}

static void
note_pointer(struct reader *r, struct assigned_pointer pointer)
{
	struct assigned *a = r->assigned;
	if (!r->conditional)
		return;
	for (size_t i = 0; i < a->pointer_count; i++)
		if (a->pointers[i].var == pointer.var && a->pointers[i].offset == pointer.offset)
			return;
	if (a->pointer_count == MOST_ASSIGNED)
		a->anything = true;
	else
		a->pointers[a->pointer_count++] = pointer;
}

/* False: the loaded value is neither a pointer variable nor a pointer member of a variable. */
static bool
is_pointer(const struct ir_expr *load, struct assigned_pointer *pointer)
{
	const struct ir_expr *e = load->a;
	*pointer = (struct assigned_pointer){.type = load->type};
	for (; e->kind == IR_FIELD; e = e->a)
		pointer->offset += e->field->offset;
	pointer->var = e->kind == IR_VAR ? e->var : NULL;
	return pointer->var && load->type->kind == IR_TYPE_POINTER;
}

/* Records the variable that contains the address, or the pointer variable that it goes through. */
static void
note_target(struct reader *r, const struct ir_expr *address, bool from_varying)
{
	const struct ir_expr *e = ir_base_of_address(address);
	struct assigned_pointer pointer;
	if (e && e->kind == IR_CALL && r->depth < IR_DEEPEST) {
		/* A returned reference refers to an argument's object. */
		bool known = false;
		r->depth++;
		for (uint32_t i = 0; i < e->arg_count; i++) {
			if (e->args[i]->type->kind != IR_TYPE_POINTER || !func_is_known_to_return(r->known, e->func, i))
				continue;
			note_target(r, e->args[i], from_varying);
			known = true;
		}
		r->depth--;
		r->assigned->anything |= !known && r->conditional;
		return;
	}
	if (e && e->kind == IR_VAR)
		note_variable(r, e->var, from_varying);
	else if (e && e->kind == IR_LOAD && is_pointer(e, &pointer))
		note_pointer(r, pointer);
	else if (r->conditional && (!e || e->kind != IR_STRING))
		r->assigned->anything = true;
}

/* A function may write any object whose address it receives. */
static void
note_arguments(struct reader *r, const struct ir_expr *call)
{
	for (uint32_t i = 0; i < call->arg_count; i++) {
		const enum ir_type_kind kind = call->args[i]->type->kind;
		if ((kind == IR_TYPE_POINTER || kind == IR_TYPE_RECORD) &&
		    (call->kind != IR_CALL || func_is_known_to_write(r->known, call->func, i)))
			note_target(r, call->args[i], true);
	}
}

static void
note_expr(struct reader *r, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_STORE:
	case IR_UPDATE:
	case IR_COPY:
	case IR_ZERO: note_target(r, e->a, e->b && assigned_may_change(r->assigned, e->b)); break;
	case IR_CALL:
	case IR_CALL_POINTER:
	case IR_BUILTIN:
	case IR_LAUNCH:
	case IR_UNKNOWN: note_arguments(r, e); break;
	default: break;
	}
}

static void
note_stmt(struct reader *r, const struct ir_stmt *s)
{
	r->assigned->anything |= s->kind == IR_STMT_UNKNOWN;
	if (s->kind != IR_STMT_DECLARE)
		return;
	const size_t i = index_of(r->assigned, s->var);
	if (i < MOST_ASSIGNED) {
		r->changed |= !r->assigned->declared[i];
		r->assigned->declared[i] = true;
	}
}

/* The trip count of an inner loop is no condition here. It shows in the values after the loop, and three samples
 * reveal a changing count. */
static void
read_node(struct reader *r, struct ir_node node)
{
	if (r->depth >= IR_DEEPEST) {
		r->assigned->anything = true;
		return;
	}
	const bool outer = r->conditional;
	struct ir_parts parts = ir_parts_of(node);
	r->depth++;
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		read_node(r, part);
		if (ir_is_condition(node, part))
			r->conditional |= assigned_may_change(r->assigned, part.expr);
	}
	r->depth--;
	r->conditional = outer;
	if (node.stmt)
		note_stmt(r, node.stmt);
	else if (node.expr)
		note_expr(r, node.expr);
}

void
assigned_in(struct assigned *assigned, const struct ir_stmt *stmt, struct may_write_known *known)
{
	/* Repeats until nothing new is found: an assignment or a condition may depend on a later assignment. */
	struct reader r = {.assigned = assigned, .known = known, .changed = true};
	*assigned = (struct assigned){.count = 0};
	while (r.changed) {
		r.changed = false;
		read_node(&r, (struct ir_node){.stmt = stmt});
	}
}
