#include "eval/language/left_call.h"

#include "code/effects.h"
#include "eval/journal.h"
#include "eval/loop/loop.h"
#include "eval/program.h"
#include "ir/walk.h"
#include "support/pointer_set.h"

enum {
	LENT_SHARE = 8,                 /* of the steps left to host code at the first call, that are lent to what it does */
	UNKNOWN_SHARE = 16,             /* of the same, that it may take where nobody knows whether it calls itself */
	BEHIND_SHARE = 2,               /* of the same, that is there for what comes behind it where it was left */
	LEAST = 1000,                   /* steps of a function that was left before */
	WIDEST = 8,
	ALL_WIDTHS = 1 | 2 | 4 | 8,
};

static struct frame *
first_call_of(const struct machine *m, const struct ir_func *func)
{
	struct frame *first = NULL;
	for (struct frame *frame = m->frame; frame; frame = frame->caller)
		if (frame->func == func)
			first = frame;
	return first;
}

/* Of calls that data decide each makes its own, and all of them are followed, without an end that one could wait for. */
static bool
is_endless(const struct machine *m, const struct frame *first)
{
	return m->journal && m->journal->begun > first->clock && m->steps - first->begun > first->steps_left / UNKNOWN_SHARE;
}

bool
call_is_left(struct machine *m, const struct ir_func *func)
{
	if (m->on_device || m->stopped)
		return false;
	struct frame *first = first_call_of(m, func);
	if (!first || !first->caller)
		return false;
	const bool is_dear = pointer_set_has(&m->dear, func);
	const uint64_t left = machine_steps_left(m), lent = first->steps_left / LENT_SHARE;
	const bool ends_here = is_endless(m, first);
	const bool goes_on = ends_here ? false : is_dear ? left + LEAST >= first->steps_left : left >= lent;
	if (goes_on || m->program->launches_made != first->launches_made || stmt_reaches_device_in_sight(func->body))
		return false;
	if (!is_dear && !ends_here && !first->steps_lent) {
		first->steps_lent = lent;
		m->step_limit += lent;
		return false;
	}
	pointer_set_add(&m->dear, func);
	m->left_call = first;
	m->stopped = true;
	return true;
}

void
left_call_pay_back(struct machine *m, const struct frame *frame)
{
	const uint64_t left = machine_steps_left(m);
	m->step_limit -= frame->steps_lent < left ? frame->steps_lent : left;
}

static void
make_up_steps(struct machine *m, const struct frame *left)
{
	const uint64_t least = left->steps_left / BEHIND_SHARE, now = machine_steps_left(m);
	m->step_limit += now < least ? least - now : 0;
}

/* What the functions may write. */
struct reach {
	struct machine *m;
	uint32_t reason;
	struct pointer_set funcs;       /* met */
	unsigned depth;                 /* of statements and expressions */
	unsigned widths;                /* of what is written elsewhere than to variables of the functions' own: their sum */
	bool is_open;                   /* some of what is called is not in sight */
};

static bool
changes_no_memory(enum ir_builtin builtin)
{
	switch (builtin) {
	case IR_BUILTIN_rand: case IR_BUILTIN_random: case IR_BUILTIN_drand48: case IR_BUILTIN_lrand48: case IR_BUILTIN_mrand48:
	case IR_BUILTIN_malloc: case IR_BUILTIN_calloc: case IR_BUILTIN___gl_new: case IR_BUILTIN_free: case IR_BUILTIN_printf:
		return true;
	default:
		return builtin_is_arithmetic(builtin);
	}
}

static void
write_widths(struct reach *r, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_STORE: case IR_UPDATE: {
		const uint64_t size = e->type->size;
		const bool is_one = !e->field && (size == 1 || size == 2 || size == 4 || size == 8);
		if (!ir_local_of_address(e->a))
			r->widths |= is_one ? (unsigned)size : ALL_WIDTHS;
		break;
	}
	case IR_COPY: case IR_ZERO:
		if (!ir_local_of_address(e->a))
			r->widths = ALL_WIDTHS;
		break;
	case IR_BUILTIN:
		if (!changes_no_memory(e->builtin))
			r->widths = ALL_WIDTHS;
		break;
	case IR_CALL_POINTER: case IR_UNKNOWN:
		r->widths = ALL_WIDTHS;
		r->is_open = true;
		break;
	case IR_VAR:
		if (e->var->storage == IR_STORAGE_STATIC || e->var->storage == IR_STORAGE_MANAGED)
			object_of_variable(r->m, e->var);   /* one that nobody has spoken of so far is forgotten as well */
		break;
	default:
		break;
	}
}

static void look_at(struct reach *r, struct ir_node node);

static void
look_at_function(struct reach *r, const struct ir_func *func)
{
	const struct ir_func *definition = program_definition(r->m->program, func);
	if (!definition)
		r->widths = ALL_WIDTHS;
	else if (pointer_set_add(&r->funcs, definition))
		look_at(r, (struct ir_node){.stmt = definition->body});
}

static void
look_at(struct reach *r, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	if (r->depth > IR_DEEPEST || (node.stmt && node.stmt->kind == IR_STMT_UNKNOWN)) {
		r->widths = ALL_WIDTHS;
		r->is_open = true;
		return;
	}
	r->depth++;
	if (e)
		write_widths(r, e);
	if (e && (e->kind == IR_CALL || e->kind == IR_FUNC))
		look_at_function(r, e->func);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		look_at(r, part);
	r->depth--;
}

/* Of small numbers none is an address. */
static bool
holds_numbers(const struct object *object)
{
	const struct ir_type *type = object->element;
	return type && (type->kind == IR_TYPE_FLOAT || (type->kind == IR_TYPE_INT && (type->size == 2 || type->size == 4)));
}

static void
forget_cells(struct reach *r, struct object *object)
{
	const struct ir_type any = {.kind = IR_TYPE_INT, .size = WIDEST, .is_signed = true};
	for (size_t i = 0; i < object->cell_count; i++)
		if (object->cells[i].width & r->widths)
			variable_write(r->m, object->cells[i].variable, value_unknown(r->m, &any, r->reason));
	object->reason = r->reason;
	object->zeroed = false;
}

static void
forget(struct reach *r, struct object *object)
{
	if (object->is_private)
		forget_cells(r, object);
	else if (!(holds_numbers(object) && !(object->element->size & r->widths)) && !(object->var && object->var->is_const))
		access_forget(r->m, value_address(r->m, object, 0), UINT32_MAX, r->reason);
}

/* Where pointers lead that the functions have is not asked: what they store may lie anywhere. */
static void
forget_all(struct reach *r)
{
	for (size_t i = 1; i < r->m->memory->count && r->widths; i++) {
		struct object *object = r->m->memory->objects[i];
		if (object && (object->kind == OBJECT_HOST || object->kind == OBJECT_MANAGED || object->kind == OBJECT_PINNED ||
		               (object->kind == OBJECT_GLOBAL && r->is_open) ||
		               (object->kind == OBJECT_LOCAL && object->is_private && object->lanes == r->m->lanes)))
			forget(r, object);
	}
}

void
left_call_end(struct machine *m, const struct frame *left, uint32_t reason)
{
	struct reach r = {.m = m, .reason = reason};
	make_up_steps(m, left);
	look_at_function(&r, left->func);
	forget_all(&r);
	forget_since(m, left->clock, &m->active.may, reason);
	if (stmt_draws(left->func->body))
		generators_lose(&m->program->generators);
	pointer_set_free(&r.funcs);
}
