/* Statements: control flow under masks. */
#include "eval/language/stmt.h"

#include "analysis/arms.h"
#include "analysis/loop_test.h"
#include "eval/language/access.h"
#include "eval/language/one_lane.h"
#include "eval/language/retry.h"
#include "eval/language/skipped.h"
#include "eval/order/block_order.h"
#include "eval/state/evaluate.h"
#include "eval/state/machine.h"
#include "eval/state/object.h"
#include "eval/state/undo_log.h"
#include "ir/constant.h"
#include "model/event.h"

/* Whether the branch ends the enclosing loop. */
static bool
ends_loop(const struct machine *m, const struct ir_stmt *branch)
{
	const struct loop_context *context = m->frame->loop;
	return context && context->loop && is_loop_exit(context->loop, branch);
}

static const struct mask *
paths_among(struct machine *m, const struct mask *paths, unsigned count, const struct mask *lanes)
{
	struct mask *among = arena_new_array(&m->scratch, struct mask, count);
	for (unsigned i = 0; i < count; i++)
		among[i] = mask_and(&paths[i], lanes);
	return among;
}

void
report_paths(struct machine *m, const struct ir_stmt *stmt, const struct value *condition, const struct split *split,
             const struct mask *paths, unsigned path_count)
{
	if (!m->sink || m->frame->entry.call)
		return; /* the real library may branch differently */
	if (!stmt->loc.line)
		return; /* the front end made the branch from a jump */
	const struct active active = lanes_to_report(m);
	const struct split reported = {mask_and(&split->yes, &active.may), mask_and(&split->no, &active.may),
	                               mask_and(&split->unknown, &active.may), split->reason};
	const struct branch_event branch = {
		.site = stmt,
		.func = m->frame->func,
		.split = &reported,
		.paths = paths ? paths_among(m, paths, path_count, &active.may) : NULL,
		.path_count = path_count,
		.diverging_branch = m->divergence.branch,
		.condition = condition,
		.active = &active,
		.weight = m->sampling.weight,
		.block_weight = m->sampling.block_weight,
		.extrapolated = m->sampling.extrapolating,
		.open_loop = m->sampling.open_loop,
		.ends_loop = ends_loop(m, stmt),
	};
	m->sink->ops->branch(m->sink, &branch);
	for (unsigned w = 0; w < m->warps; w++)
		if (split->yes.warp[w] && split->no.warp[w])
			m->divergence.branch = stmt;
}

void
report_branch(struct machine *m, const struct ir_stmt *stmt, const struct value *condition, const struct split *split)
{
	report_paths(m, stmt, condition, split, NULL, 0);
}

void
report_work(struct machine *m, const struct ir_stmt *stmt, const struct work *before)
{
	const struct work work = work_since(m->duration.work, before);
	if (m->sink)
		m->sink->ops->branch_work(m->sink, stmt, &work);
}

void
rejoin(struct machine *m, const struct ir_stmt *diverging_branch, const struct mask *before)
{
	if (mask_equal(&m->active.may, before))
		m->divergence.branch = diverging_branch;
}

/* The lanes that left the surrounding loop's body before an arm of a branch. */
struct leaving {
	struct active broken, continued;
};

static void
begin_arm(struct machine *m, struct leaving *outer)
{
	if (!m->frame->loop)
		return;
	outer->broken = m->frame->loop->broken;
	outer->continued = m->frame->loop->continued;
	m->frame->loop->broken = m->frame->loop->continued = active_none();
}

static struct mask
end_arm(struct machine *m, const struct leaving *outer)
{
	struct loop_context *loop = m->frame->loop;
	if (!loop)
		return mask_none();
	const struct mask left = mask_join(&loop->broken.may, &loop->continued.may);
	loop->broken = active_or(&loop->broken, &outer->broken);
	loop->continued = active_or(&loop->continued, &outer->continued);
	return left;
}

static void
run_known_branch(struct machine *m, const struct ir_stmt *stmt, const struct split *split)
{
	const struct active saved = m->active;
	m->active = active_among(&saved, &split->yes);
	if (!mask_empty(&m->active.may))
		eval_stmt(m, stmt->then);
	const struct active then = m->active;
	m->active = active_among(&saved, &split->no);
	if (stmt->otherwise && !mask_empty(&m->active.may))
		eval_stmt(m, stmt->otherwise);
	m->active = active_or(&m->active, &then);
}

/* The end of an arm: lanes that continue after it, lanes that left the loop's body in it, and lanes that had ended
 * by then. */
struct arm {
	struct active stayed;
	struct mask left, exited;
};

/* came: the lanes at the branch. taken: lanes of which it is known that they take the arm. body NULL: the arm is
 * empty. */
static struct arm
run_arm(struct machine *m, const struct ir_stmt *body, const struct active *came, const struct mask *taken,
        const struct mask *unknown)
{
	struct leaving outer = {0};
	begin_arm(m, &outer);
	m->active = active_in_arm(came, taken, unknown);
	if (body)
		eval_stmt(m, body);
	struct arm arm = {.stayed = m->active};
	arm.left = end_arm(m, &outer);
	arm.exited = m->exited;
	return arm;
}

/* The same for an arm that some lanes may take. */
static struct arm
run_uncertain_arm(struct machine *m, const struct ir_stmt *branch, bool negated, const struct split *split,
                  const struct active *came)
{
	const struct ir_stmt *body = negated ? branch->otherwise : branch->then;
	const struct mask *taken = negated ? &split->no : &split->yes;
	const bool outer = m->divergence.one_lane;
	m->divergence.one_lane |= m->sink && body && mask_empty(taken) &&
	                          comes_out_in_one_lane(m, branch->expr, negated, &split->unknown);
	const struct arm arm = run_arm(m, body, came, taken, &split->unknown);
	m->divergence.one_lane = outer;
	return arm;
}

/* Lanes that are still certain: certain before, and in no arm that may have returned or left the loop. It is assumed
 * that they have not ended. */
static struct mask
who_surely_stayed(const struct split *split, const struct arm *then, const struct arm *otherwise)
{
	const struct mask may = mask_join(&then->stayed.may, &otherwise->stayed.may);
	const struct mask then_stayed = mask_join(&then->stayed.may, &then->exited);
	const struct mask otherwise_stayed = mask_join(&otherwise->stayed.may, &otherwise->exited);
	const struct mask both_stayed = mask_and(&then_stayed, &otherwise_stayed);
	const struct mask stayed = mask_and(&both_stayed, &may);
	const struct mask sure = mask_without(&stayed, &then->left);
	const struct mask of_unknown = mask_and(&split->unknown, &sure);
	const struct mask of_known = mask_join(&then->stayed.must, &otherwise->stayed.must);
	const struct mask must = mask_join(&of_unknown, &of_known);
	return mask_without(&must, &otherwise->left);
}

/* Runs both arms from the same state, for lanes whose condition is unknown; see undo_log.h. */
static void
run_unknown_branch(struct machine *m, const struct ir_stmt *stmt, const struct split *split)
{
	const struct active came = m->active;
	const struct mask maybe_active = m->divergence.maybe_active, exited = m->exited;
	const uint32_t maybe_active_reason = m->divergence.maybe_active_reason;
	struct undo_log undo_log;
	undo_log_begin(m, &undo_log);
	m->divergence.maybe_active = mask_join(&maybe_active, &split->unknown);
	m->divergence.maybe_active_reason = split->reason;
	const struct arm then = run_uncertain_arm(m, stmt, false, split, &came);
	m->exited = exited;
	undo_log_switch_arm(m, &undo_log);
	const struct arm otherwise = run_uncertain_arm(m, stmt, true, split, &came);

	/* Lanes that left the loop's body need both outcomes: their variables are read after the loop. */
	const struct mask then_lives = mask_join(&then.stayed.may, &then.left);
	const struct mask otherwise_lives = mask_join(&otherwise.stayed.may, &otherwise.left);
	m->divergence.maybe_active = maybe_active;
	m->divergence.maybe_active_reason = maybe_active_reason;
	undo_log_merge(m, &undo_log, split, &split->yes, &then_lives, &otherwise_lives);

	m->active.may = mask_join(&then.stayed.may, &otherwise.stayed.may);
	m->exited = mask_join(&then.exited, &otherwise.exited);
	machine_spare(m, &then_lives);
	machine_spare(m, &otherwise_lives);
	/* Host code continues in the arm that does not exit. */
	const struct mask must = m->on_device ? who_surely_stayed(split, &then, &otherwise) : m->active.may;
	m->active.must = mask_and(&came.must, &must);
}

/* Returns the work that was done before the arms. */
static struct work
run_if(struct machine *m, const struct ir_stmt *stmt)
{
	const struct value condition = eval_expr(m, stmt->expr);
	const struct split known = value_split(m, condition, &m->active.may),
			   split = retry_split(m, stmt->expr, &known);
	const struct ir_stmt *diverging_branch = m->divergence.branch;
	const struct mask came = m->active.may;
	const bool is_constant = ir_is_constant(stmt->expr, &(int64_t){0});
	if (!is_constant)
		report_branch(m, stmt, &condition, &known);
	const struct work before = m->duration.work;
	if (mask_empty(&split.unknown))
		run_known_branch(m, stmt, &split);
	else
		run_unknown_branch(m, stmt, &split);
	rejoin(m, diverging_branch, &came);
	if (!is_constant)
		skipped_arms(m, stmt, &split);
	return before;
}

static void
eval_if(struct machine *m, const struct ir_stmt *stmt)
{
	const struct work before = run_if(m, stmt);
	if (!m->sink || ends_loop(m, stmt))
		return; /* the loop reports its work */
	if (arm_only_jumps(stmt->then))
		m->sink->ops->branch_work(m->sink, stmt, NULL);
	else
		report_work(m, stmt, &before);
}

/* Lanes that leave under an unknown condition may also have stayed: later writes are weak for them. */
static void
leave_loop_body(struct machine *m, struct active *into)
{
	const struct mask unsure = mask_and(&m->active.may, &m->divergence.maybe_active);
	machine_weaken(m, &unsure, m->divergence.maybe_active_reason);
	*into = active_or(into, &m->active);
	m->active = active_none();
}

static void
eval_return(struct machine *m, const struct ir_stmt *stmt)
{
	struct frame *frame = m->frame;
	if (stmt->expr) {
		const struct value value = eval_expr(m, stmt->expr);
		const struct ir_type *type = frame->func->result;
		if (!mask_empty(&m->active.may) && frame->result_object) {
			access_report_record(m, stmt->expr, type, &value);
			access_copy(m, NULL, type, value_address(m, frame->result_object, 0), value);
		} else if (!mask_empty(&m->active.may) && type->kind != IR_TYPE_VOID) {
			/* A lane that may have returned before has two possible results. */
			const struct mask again = mask_and(&frame->returned.may, &m->active.may);
			const struct mask may_have_left = m->divergence.may_have_left;
			const uint32_t since = m->divergence.weak_since;
			m->divergence.may_have_left = again;
			m->divergence.weak_since = UINT32_MAX;
			variable_write(m, &frame->result, value);
			m->divergence.may_have_left = may_have_left;
			m->divergence.weak_since = since;
		}
	}
	frame->returned = active_or(&frame->returned, &m->active);
	m->active = active_none();
}

static void
eval_declare(struct machine *m, const struct ir_var *var)
{
	if (var->storage == IR_STORAGE_LOCAL && is_register(var)) {
		variable_declare(m, &m->frame->slots[var->slot].variable);
	} else if (var->storage == IR_STORAGE_LOCAL) {
		object_redeclare_local(m, object_for_local(m, var));
	}
}

/* False: the machine has stopped. */
static bool
begin_statement(struct machine *m, const struct ir_stmt *s)
{
	machine_count_step(m);
	if (!m->budget.stopped && m->reach)
		pointer_set_add(m->reach, s);
	return !m->budget.stopped;
}

/* Whether lanes that take the first arm only jump to the end of the block. Then the rest of the block is the other
 * arm, as in `if (c) continue; …`. */
static bool
skips_rest(const struct machine *m, const struct ir_stmt *block, const struct ir_stmt *s)
{
	const struct loop_context *context = m->frame->loop;
	if (!m->sink || s->kind != IR_STMT_IF || s->otherwise || !arm_only_jumps(s->then) || ends_loop(m, s))
		return false;
	if (ir_returns((struct ir_node){.stmt = s->then}))
		return m->frame->func->body == block;
	return context && context->loop && context->loop->body == block;
}

/* Runs the block from statement `from` on. deepest: how many more statements may have the rest of the block as their
 * arm. */
static void
eval_rest(struct machine *m, const struct ir_stmt *block, uint32_t from, unsigned deepest)
{
	for (uint32_t i = from; i < block->stmt_count; i++) {
		if (m->budget.stopped || mask_empty(&m->active.may))
			return;
		const struct ir_stmt *s = block->stmts[i];
		if (!deepest || !skips_rest(m, block, s)) {
			eval_stmt(m, s);
			continue;
		}
		if (!begin_statement(m, s))
			return;
		const struct work before = run_if(m, s);
		eval_rest(m, block, i + 1, deepest - 1);
		report_work(m, s, &before);
		return;
	}
}

static void
eval_block(struct machine *m, const struct ir_stmt *stmt)
{
	enum { DEEPEST = 16 };
	eval_rest(m, stmt, 0, DEEPEST);
}

void
eval_stmt(struct machine *m, const struct ir_stmt *stmt)
{
	const struct arena_mark mark = arena_mark(&m->scratch);
	const size_t temporaries = m->temporary_count;
	if (!begin_statement(m, stmt))
		return;
	switch (stmt->kind) {
	case IR_STMT_EXPR:
		m->statement = stmt->expr;
		eval_expr(m, stmt->expr);
		break;
	case IR_STMT_DECLARE: eval_declare(m, stmt->var); break;
	case IR_STMT_BLOCK: eval_block(m, stmt); break;
	case IR_STMT_IF: eval_if(m, stmt); break;
	case IR_STMT_LOOP: eval_loop(m, stmt); break;
	case IR_STMT_SWITCH: eval_switch(m, stmt); break;
	case IR_STMT_TRY: eval_try(m, stmt); break;
	case IR_STMT_BREAK:
		if (m->frame->loop)
			leave_loop_body(m, &m->frame->loop->broken);
		break;
	case IR_STMT_CONTINUE:
		if (m->frame->loop)
			leave_loop_body(m, &m->frame->loop->continued);
		break;
	case IR_STMT_RETURN: eval_return(m, stmt); break;
	case IR_STMT_UNKNOWN:
		order_unseen(m);
		if (!m->omitted.stmt) {
			m->omitted.stmt = stmt;
			m->omitted.line = m->frame->entry.call ? m->frame->entry.call->loc.line : stmt->loc.line;
		}
		break;
	}
	if (stmt->kind != IR_STMT_BLOCK)
		temporary_release(m, temporaries);
	arena_release(&m->scratch, mark);
}
