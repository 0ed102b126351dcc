#include "eval/order/block_order.h"

#include "analysis/effects.h"
#include "eval/order/barrier_counts.h"
#include "eval/order/barrier_use.h"
#include "eval/order/shared_race.h"
#include "eval/state/launch_request.h"
#include "eval/state/program.h"

/* ---- a launch ---- */

void
order_begin(struct machine *m, const struct launch_request *request)
{
	if (request->for_effect)
		return;
	shared_races_begin(m);
	if (stmt_may_order_threads(request->kernel->body))
		barrier_use_begin(m);
}

void
order_begin_block(struct machine *m, const uint32_t block[3])
{
	shared_races_begin_block(m, block);
	barrier_use_begin_block(m);
}

void
order_report(struct machine *m)
{
	shared_races_report(m);
	barrier_use_report(m);
}

void
order_free(struct machine *m)
{
	shared_races_free(m->ordering.races);
	barrier_use_free(m->ordering.barriers);
}

/* ---- accesses ---- */

void
order_load(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *address)
{
	shared_races_load(m, site, type, address);
	barrier_use_access(m, type, address, false);
}

void
order_store(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *address,
            const struct value *stored)
{
	shared_races_store(m, site, type, address, stored);
	barrier_use_access(m, type, address, true);
}

void
order_atomic(struct machine *m, const struct ir_expr *call, const struct ir_type *type, const struct value *address,
             bool result_unused)
{
	if (result_unused) {
		shared_races_atomic(m, call, type, address);
		barrier_use_atomic(m, type, address);
	} else {
		order_unseen(m);
	}
}

/* ---- order of accesses ---- */

void
order_barrier(struct machine *m, const struct ir_expr *call, bool all_come)
{
	shared_races_order_block(m);
	barrier_use_barrier(m, call, all_come);
}

void
order_warps(struct machine *m)
{
	shared_races_order_warps(m);
}

/* Builtins that access memory only through order_load and related functions, and that make no thread wait for a
 * thread of another warp. */
static bool
is_known(enum ir_builtin builtin)
{
	switch (ir_builtin_kind(builtin)) {
	case IR_BUILTIN_IS_BARRIER:
	case IR_BUILTIN_IS_LOAD:
	case IR_BUILTIN_IS_STORE:
	case IR_BUILTIN_IS_ATOMIC:
	case IR_BUILTIN_IS_SPACE:
	case IR_BUILTIN_IS_PURE: return true;
	default: return builtin == IR_BUILTIN___lane_id || builtin == IR_BUILTIN___gl_texture_fetch;
	}
}

void
order_builtin(struct machine *m, enum ir_builtin builtin)
{
	/* A barrier before a clock read decides which work is timed. */
	if (ir_builtin_kind(builtin) == IR_BUILTIN_IS_CLOCK)
		barrier_use_keep_latest(m);
	if (ir_builtin_kind(builtin) == IR_BUILTIN_IS_EXCHANGE)
		order_warps(m);
	else if (!is_known(builtin))
		barrier_use_unseen(m);
}

void
order_library_call(struct machine *m, const struct ir_func *func, const struct value *args, size_t count)
{
	if (!m->ordering.barriers)
		return;
	for (size_t i = 0; i < count && i < func->param_count; i++)
		if (func->params[i]->type->kind == IR_TYPE_POINTER && barrier_use_sees(m, &args[i]))
			barrier_use_unseen(m);
}

void
order_hidden(struct machine *m)
{
	barrier_counts_forget(m);
	order_unseen(m);
}

void
order_unseen(struct machine *m)
{
	shared_races_order_block(m);
	barrier_use_unseen(m);
}

void
order_skip(struct machine *m)
{
	barrier_use_unseen(m);
}

/* ---- loops ---- */

static bool
may_order(struct machine *m, const struct ir_stmt *loop)
{
	struct loop_entry *entry = loop_entry(m, loop);
	if (!entry->order)
		entry->order = stmt_may_order_threads(loop) ? MAY_ORDER : ORDERS_NOTHING;
	return entry->order == MAY_ORDER;
}

void
order_skip_iterations(struct machine *m, const struct ir_stmt *loop)
{
	if (m->ordering.counts && may_order(m, loop))
		barrier_counts_forget(m);
	if (!m->ordering.races)
		return;
	if (may_order(m, loop)) {
		shared_races_order_block(m);
		barrier_use_keep_all(m);
	} else {
		order_skip(m);
	}
}

void
order_end_loop(struct machine *m, const struct ir_stmt *loop, uint64_t iterations)
{
	enum { LEAST_ITERATIONS = 3 };
	if (m->ordering.barriers && iterations < LEAST_ITERATIONS && may_order(m, loop))
		barrier_use_keep_all(m);
}

void
order_forget(struct machine *m)
{
	barrier_counts_forget(m);
	shared_races_end(m);
	barrier_use_keep_all(m);
}

void
order_give_up(struct machine *m)
{
	shared_races_give_up(m);
	barrier_use_keep_all(m);
}
