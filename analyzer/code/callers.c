#include "code/callers.h"

#include "code/linear.h"
#include "ir/walk.h"
#include "support/least.h"

enum { MOST_CALLS = 2000, GREATEST_MULTIPLE = 16 };

struct call_site {
	const struct ir_func *caller;
	const struct ir_expr *call;        /* NULL: its address is taken, so that others may call it who are not seen */
	const struct call_site *next;      /* of the same function */
};

struct reader {
	struct callers *callers;
	const struct ir_func *func;
	unsigned depth, calls;
};

/* ---- who calls whom ---- */

static void
note_call(struct reader *r, const struct ir_expr *e)
{
	const bool calls = e->kind == IR_CALL || e->kind == IR_CALL_POINTER;
	if ((!calls && e->kind != IR_FUNC) || !e->func || !e->func->body || ++r->calls > MOST_CALLS)
		return;
	void **first = pointer_map_value(&r->callers->calls, e->func);
	struct call_site *site = arena_new(r->callers->arena, struct call_site);
	*site = (struct call_site){r->func, calls ? e : NULL, *first};
	*first = site;
}

static void
read_node(struct reader *r, struct ir_node node)
{
	if (r->depth >= IR_DEEPEST) {
		r->calls = MOST_CALLS + 1;   /* who knows what is called there */
		return;
	}
	r->depth++;
	if (node.expr)
		note_call(r, node.expr);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		read_node(r, part);
	r->depth--;
}

void
callers_find(struct callers *callers, const struct ir_func *kernel, struct arena *arena)
{
	*callers = (struct callers){.kernel = kernel, .arena = arena};
	struct reader r = {.callers = callers, .func = kernel};
	read_node(&r, (struct ir_node){.stmt = kernel->body});
	/* Those that are found on the way are read in their turn. */
	for (size_t i = 0; i < callers->calls.count; i++) {
		r.func = callers->calls.items[i].key;
		if (r.func != kernel)
			read_node(&r, (struct ir_node){.stmt = r.func->body});
	}
	if (r.calls > MOST_CALLS)
		pointer_map_free(&callers->calls);
}

void
callers_free(struct callers *callers)
{
	pointer_map_free(&callers->calls);
	pointer_map_free(&callers->given);
}

/* ---- what they are given ---- */

static bool
is_shared(const struct ir_var *var)
{
	return var->storage == IR_STORAGE_SHARED || var->storage == IR_STORAGE_SHARED_DYNAMIC;
}

/* Of a pointer into shared memory: where it lies there is known up to multiples of that. The constant that is added does not
 * matter, for in each copy of the function it is known. */
static unsigned
pointer_multiple(struct definitions *definitions, const struct ir_expr *pointer)
{
	struct linear linear;
	unsigned multiple = GREATEST_MULTIPLE;
	if (!linear_of(definitions, pointer, &linear) || (linear.base && !is_shared(linear.base)))
		return 1;
	for (unsigned i = 0; i < linear.count; i++) {
		const struct linear_term *term = &linear.terms[i];
		multiple = smaller(multiple, power_of_two_in(term->factor) * known_multiple(definitions, term->what));
	}
	return multiple;
}

static unsigned
given_multiple(struct callers *callers, const struct ir_func *func, uint32_t param)
{
	unsigned multiple = GREATEST_MULTIPLE;
	const struct ir_type *type = func->params[param]->type;
	const struct call_site *site = pointer_map_find(&callers->calls, func);
	if (!site || (type->kind != IR_TYPE_POINTER && type->kind != IR_TYPE_INT))
		return 1;
	for (; site && multiple > 1; site = site->next) {
		struct definitions there = callers_definitions(callers, site->caller);
		const struct ir_expr *e = site->call && param < site->call->arg_count ? site->call->args[param] : NULL;
		const unsigned of_call = !e                              ? 1
		                         : type->kind == IR_TYPE_POINTER ? pointer_multiple(&there, e)
		                                                         : known_multiple(&there, e);
		multiple = smaller(multiple, of_call);
	}
	return multiple;
}

struct definitions
callers_definitions(struct callers *callers, const struct ir_func *func)
{
	struct definitions *known = pointer_map_find(&callers->given, func);
	if (known)
		return *known;
	known = arena_new(callers->arena, struct definitions);
	*known = definitions_of(func, callers->arena);
	/* A function that calls itself finds it as it is by then. */
	*pointer_map_value(&callers->given, func) = known;
	for (uint32_t i = 0; i < func->param_count && func != callers->kernel; i++) {
		const struct ir_var *param = func->params[i];
		if (param->slot < known->count && known->slots[param->slot].times == 1)
			known->slots[param->slot].given = given_multiple(callers, func, i);
	}
	return *known;
}
