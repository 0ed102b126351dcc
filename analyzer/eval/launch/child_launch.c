#include "eval/launch/child_launch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/host/launch_count.h"
#include "eval/language/access.h"
#include "eval/state/evaluate.h"
#include "eval/state/object.h"
#include "eval/state/program.h"
#include "support/allocate.h"

enum { MOST_UNLIKE = 64 }; /* different launches of one parent that are kept apart */

static const struct ir_type uint_type = {.kind = IR_TYPE_INT, .size = 4, .align = 4, .name = "unsigned int"};

/* A number of one thread. */
struct child_number {
	union lane lane;
	symbol_id symbol; /* 0: the number is known */
	bool real;
};

struct child_launch {
	const struct ir_expr *expr;
	const struct ir_func *kernel;
	const struct ir_unit *unit;
	struct child_number grid[3], block[3], shared;
	struct child_number *args; /* expr->arg_count numbers; those of records are unused */
	double times;
	bool certain; /* all counted threads certainly make it */
	bool sampled; /* these threads represent others */
};

/* The operands in all lanes. */
struct operands {
	struct value grid[3], block[3], shared;
	struct value *args;
};

static struct operands
evaluate(struct machine *m, const struct ir_expr *expr)
{
	const struct ir_launch *config = expr->launch;
	const struct value grid = eval_expr(m, config->grid), block = eval_expr(m, config->block);
	struct operands o = {.shared = config->shared ? eval_expr(m, config->shared) : value_integer(m, 0)};
	for (int d = 0; d < 3; d++) {
		o.grid[d] = access_load(m, NULL, &uint_type, value_offset(m, grid, value_integer(m, 4 * d), 1));
		o.block[d] = access_load(m, NULL, &uint_type, value_offset(m, block, value_integer(m, 4 * d), 1));
	}
	o.args = arena_alloc(&m->scratch, (expr->arg_count + 1) * sizeof *o.args);
	for (uint32_t i = 0; i < expr->arg_count; i++)
		o.args[i] = eval_expr(m, expr->args[i]);
	return o;
}

static struct child_number
number_of(const struct value *v, unsigned lane)
{
	const unsigned at = value_at(v, lane);
	struct child_number number = {.symbol = v->symbol ? v->symbol[at] : 0, .real = v->real};
	/* Unknown floats are not distinguished. */
	if (!number.real || !number.symbol)
		number.lane = v->lane[at];
	return number;
}

static bool
is_same_number(const struct child_number *a, const struct child_number *b)
{
	return a->symbol == b->symbol && a->real == b->real && !memcmp(&a->lane, &b->lane, sizeof a->lane);
}

static bool
are_same_numbers(const struct child_number *a, const struct child_number *b, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!is_same_number(&a[i], &b[i]))
			return false;
	return true;
}

static bool
is_alike(const struct child_launch *a, const struct child_launch *b)
{
	return a->expr == b->expr && a->kernel == b->kernel && are_same_numbers(a->grid, b->grid, 3) &&
	       are_same_numbers(a->block, b->block, 3) && is_same_number(&a->shared, &b->shared) &&
	       are_same_numbers(a->args, b->args, a->expr->arg_count);
}

static struct child_launch
child_of_lane(struct child_launches *children, const struct child_launch *common, const struct operands *o,
              unsigned lane)
{
	struct child_launch child = *common;
	const struct ir_expr *expr = common->expr;
	for (int d = 0; d < 3; d++) {
		child.grid[d] = number_of(&o->grid[d], lane);
		child.block[d] = number_of(&o->block[d], lane);
	}
	child.shared = number_of(&o->shared, lane);
	child.args = arena_array(&children->arena, expr->arg_count + 1, sizeof *child.args);
	for (uint32_t i = 0; i < expr->arg_count; i++)
		if (expr->args[i]->type->kind != IR_TYPE_RECORD)
			child.args[i] = number_of(&o->args[i], lane);
	return child;
}

static void
add(struct child_launches *children, const struct child_launch *child)
{
	for (size_t i = 0; i < children->count; i++) {
		struct child_launch *known = &children->items[i];
		/* A launch beyond the limit counts as an earlier one of the same expression. */
		if (!is_alike(known, child) && (i + 1 < MOST_UNLIKE || known->expr != child->expr))
			continue;
		known->times += child->times;
		known->certain &= child->certain;
		known->sampled |= child->sampled;
		return;
	}
	if (children->count < 2 * MOST_UNLIKE)
		memory_push(children->items, children->count, children->capacity, *child);
}

void
child_launch_note(struct machine *m, const struct ir_expr *expr, const struct ir_func *kernel)
{
	struct child_launches *children = m->program->children;
	const struct operands operands = evaluate(m, expr);
	if (!kernel || !children || !children->open)
		return;
	const struct child_launch common = {
		.expr = expr,
		.kernel = kernel,
		.unit = m->frame->func->unit,
		.times = m->sampling.weight,
		.sampled = m->sampling.extrapolating,
	};
	for (unsigned lane = 0; lane < m->lanes; lane++) {
		if (!mask_has(&m->active.may, lane))
			continue;
		struct child_launch child = child_of_lane(children, &common, &operands, lane);
		child.certain = mask_has(&m->active.must, lane) && !m->sampling.open_loop;
		add(children, &child);
	}
}

/* ---- making the launches ---- */

static struct value
value_on_host(struct machine *m, const struct ir_type *type, const struct child_number *number)
{
	if (number->symbol)
		return value_symbol(m, type, number->symbol, number->real ? 0 : number->lane.integer);
	return number->real ? value_real(m, number->lane.real) : value_integer(m, number->lane.integer);
}

/* A record that each thread fills for its own launch is passed to the kernel with unknown contents. */
static struct value
unknown_record(struct machine *m, const struct ir_expr *arg)
{
	struct object *object = temporary_object(m, arg->type, arg->loc);
	const struct value address = value_address(m, object, 0);
	access_forget(m, address, arg->type->size,
	              machine_reason(m, REASON_UNSUPPORTED, arg->loc, "a record for a launch by device code"));
	return address;
}

static bool
take_shape(const struct child_number from[3], int64_t shape[3])
{
	bool known = true;
	for (int d = 0; d < 3; d++) {
		known &= !from[d].symbol;
		shape[d] = from[d].symbol ? 1 : from[d].lane.integer;
	}
	return known;
}

static void
make(struct machine *m, const struct child_launch *child, uint64_t parents)
{
	const struct ir_expr *expr = child->expr;
	const double times = rint(child->times) * (double)parents;
	struct launch_request request = {
		.kernel = child->kernel,
		.origin = LAUNCH_SOURCE,
		.unit = child->unit,
		.loc = expr->loc,
		.arg_count = expr->arg_count,
		.times = times < 1                         ? 1
	                 : times < (double)(INT64_MAX / 2) ? (uint64_t)times
	                                                   : INT64_MAX / 2,
	};
	request.grid_known = take_shape(child->grid, request.grid);
	request.block_known = take_shape(child->block, request.block);
	request.shared_open = child->shared.symbol;
	request.dynamic_shared = child->shared.symbol ? 0 : child->shared.lane.integer;
	struct value *args = arena_alloc(&m->scratch, (expr->arg_count + 1) * sizeof *args);
	for (uint32_t i = 0; i < expr->arg_count; i++)
		args[i] = expr->args[i]->type->kind == IR_TYPE_RECORD
		                  ? unknown_record(m, expr->args[i])
		                  : value_on_host(m, expr->args[i]->type, &child->args[i]);
	make_launch(m, &request, args);
}

static void
add_caveat(struct program *program, const struct child_launch *child, const struct ir_func *parent, bool complete,
           uint64_t since)
{
	struct arena *arena = &program->facts->arena;
	if (!child->certain)
		launch_count_lower(program, (struct made_before){since, UINT64_MAX}, CONFIDENCE_UNKNOWN,
		                   arena_printf(arena,
		                                "data decides which threads of kernel '%s' make it, and how often",
		                                parent->name));
	else if (!complete || child->sampled)
		launch_count_lower(
			program, (struct made_before){since, UINT64_MAX}, CONFIDENCE_ASSUMED,
			arena_printf(arena,
		                     "the blocks and iterations of kernel '%s' that were not evaluated behave like the "
		                     "evaluated ones",
		                     parent->name));
}

void
child_launches_make(struct machine *host, const struct child_launches *children, const struct parent_launch *parent)
{
	struct program *program = host->program;
	const struct parent_launch outer = program->parent;
	const struct arena_mark mark = arena_mark(&host->scratch);
	const size_t temporaries = host->temporary_count;
	program->parent = *parent;
	program->parent.depth = outer.depth + 1;
	for (size_t i = 0; i < children->count; i++) {
		const uint64_t since = program->launches_made;
		make(host, &children->items[i], parent->times);
		add_caveat(program, &children->items[i], parent->kernel, children->complete, since);
	}
	program->parent = outer;
	temporary_release(host, temporaries);
	arena_release(&host->scratch, mark);
}

void
child_launches_free(struct child_launches *children)
{
	free(children->items);
	arena_free(&children->arena);
}
