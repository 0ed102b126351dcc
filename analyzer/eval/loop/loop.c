#include "eval/loop/loop.h"
#include "eval/order/block_order.h"

#include "analysis/loop_test.h"
#include "eval/bytecode/bytecode.h"
#include "eval/host/host_record.h"
#include "eval/host/launch_count.h"
#include "eval/language/retry.h"
#include "eval/language/skipped.h"
#include "eval/language/stmt.h"
#include "eval/loop/launching_loop.h"
#include "eval/state/assumed_numbers.h"
#include "eval/state/evaluate.h"
#include "eval/state/object.h"
#include "eval/state/program.h"
#include "model/event.h"

enum {
	ABANDON_ITERATIONS = 4096,
	HOST_LOOP_SHARE = 8, /* of host code's remaining steps, for a loop that does not involve the device */
	HOST_LOOP_LEAST = 1000,
};

uint64_t
loop_inner_share(const struct machine *m, uint64_t steps)
{
	enum { INNER_SHARE = 8 };
	for (unsigned depth = 1; depth < m->sampling.loop_depth && steps; depth++)
		steps /= INNER_SHARE;
	return steps;
}

/* Leaves a loop before its end: everything that it changed becomes unknown, and its lanes continue after it. */
static void
abandon(struct machine *m, const struct sampler *sampler, struct active *out)
{
	forget_since(m, sampler->begun, &m->active.may, loop_reason(m, sampler->stmt, sampler->inputs_before));
	loop_forget_draws(m, sampler->stmt);
	order_forget(m);
	out->may = mask_join(&out->may, &m->active.may);
	m->active = active_none();
}

static void
note_cut(struct machine *m, const struct ir_stmt *loop)
{
	if (!m->omitted.loop)
		m->omitted.loop = machine_reason(m, REASON_LOOP, loop->loc, "");
}

/* If the budget ends, the outermost running loop counts as cut, whichever inner loop reaches its end. */
static void
note_cut_by_budget(struct machine *m)
{
	const struct frame *in = NULL;
	const struct ir_stmt *outermost = NULL;
	for (const struct frame *frame = m->frame; frame; frame = frame->caller) {
		for (const struct loop_context *context = frame->loop; context && !frame->entry.call;
		     context = context->outer) {
			in = context->loop ? frame : in;
			outermost = context->loop ? context->loop : outermost;
		}
	}
	if (outermost && !m->omitted.loop)
		m->omitted.loop = symbols_reason(m->symbols, REASON_LOOP, in->func->unit, outermost->loc, "");
}

/* The number of iterations after which a loop that cannot be sampled is abandoned. Host code gains nothing from
 * many. */
static uint64_t
most_iterations(const struct machine *m)
{
	return m->on_device || m->sampling.loop_depth <= 1 ? ABANDON_ITERATIONS
	       : m->sampling.loop_depth == 2               ? ABANDON_ITERATIONS / 16
	                                                   : ABANDON_ITERATIONS / 128;
}

const struct assigned *
loop_assigned(struct machine *m, const struct ir_stmt *loop)
{
	struct loop_entry *entry = loop_entry(m, loop);
	if (!entry->assigned) {
		entry->assigned = arena_new(&m->pool, struct assigned);
		assigned_in(entry->assigned, loop, &m->code->may_write);
	}
	return entry->assigned;
}

/* Whether the loop, which cannot be sampled, has executed too many iterations. */
static bool
takes_too_long(struct machine *m, struct sampler *sampler)
{
	if (sampler->iterations <= most_iterations(m) || sampler->runs_whole)
		return false;
	if (m->on_device || launching_loop(sampler))
		note_cut(m, sampler->stmt);
	return true;
}

/* Whether a host loop has cost more than its result is worth, for example in a reference solution on the host. */
static bool
too_expensive(struct machine *m, struct sampler *sampler)
{
	if (m->on_device)
		return false;
	/* An inner loop gets a quarter of the share, so that the outer one can iterate. A loop that was too
	 * expensive before gets the minimum. */
	const bool again = pointer_set_has(&m->expensive, sampler->stmt);
	const uint64_t share = again ? 0
	                             : machine_steps_left(m) / HOST_LOOP_SHARE >>
	                                       2 * (m->sampling.loop_depth < 4 ? m->sampling.loop_depth - 1 : 3);
	if (m->budget.steps - sampler->steps_at_start < (share > HOST_LOOP_LEAST ? share : HOST_LOOP_LEAST) ||
	    launching_loop(sampler))
		return false;
	pointer_set_add(&m->expensive, sampler->stmt);
	return true;
}

/* Whether a kernel's loop has used its share of the budget: the rest is for the code after it. */
static bool
takes_too_much(struct machine *m, const struct sampler *sampler)
{
	if (!m->on_device || m->budget.steps - sampler->steps_at_start < sampler->most_steps)
		return false;
	note_cut_by_budget(m);
	return true;
}

/* A running loop. */
struct run {
	const struct ir_stmt *stmt;
	struct active entry;                    /* lanes that reached it */
	const struct ir_stmt *diverging_branch; /* the machine's, around the loop */
	struct mask maybe_active, may_have_left, returned_before;
	struct loop_context context;
	struct sampler sampler;
	/* The results of the tests so far. */
	struct active out; /* lanes that have left */
	struct mask ever_unknown;
	unsigned unknown_trips;
	uint32_t outer_open_loop; /* machine.sampling.open_loop */
	uint64_t iterations;      /* iterations begun */
	bool entered;             /* its body has run */
	/* Host code: program.launches_made at the loop's start, and program.launches_unlike at the latest
	 * iteration's start. */
	uint64_t launches_before, unlike_before;
	uint64_t operations_before; /* host_record_made at the loop's start */
	bool open_end;              /* its end is unknown */
	bool cut;                   /* it was left before its end */
};

static void
enter(struct machine *m, struct run *run, const struct ir_stmt *stmt)
{
	run->stmt = stmt;
	run->entry = m->active;
	run->diverging_branch = m->divergence.branch;
	run->maybe_active = m->divergence.maybe_active;
	run->may_have_left = m->divergence.may_have_left;
	run->returned_before = m->frame->returned.may;
	run->context = (struct loop_context){.loop = stmt, .outer = m->frame->loop};
	run->out = active_none();
	run->ever_unknown = mask_none();
	run->unknown_trips = 0;
	run->outer_open_loop = m->sampling.open_loop;
	run->iterations = 0;
	run->entered = false;
	run->launches_before = m->program->launches_made;
	run->operations_before = host_record_made(m->program);
	run->open_end = run->cut = false;
	m->retry.loop = NULL;
	m->frame->loop = &run->context;
	m->sampling.loop_depth++;
	if (m->trace)
		trace_enter_loop(m->trace, stmt,
		                 (struct trace_place){m->frame->func->unit->files[stmt->loc.file], stmt->loc.line,
		                                      stmt->loc.column});
	sampler_begin(m, &run->sampler, stmt);
}

/* From here on the trip count is unknown. */
static void
open_end(struct machine *m, struct run *run)
{
	if (!run->open_end)
		m->sampling.open_loop = machine_reason(m, REASON_LOOP, run->stmt->loc, "");
	machine_forget_time(m, m->sampling.open_loop);
	run->open_end = true;
}

/* The test before an iteration. False: no lane continues. */
static bool
test(struct machine *m, struct run *run)
{
	const struct arena_mark mark = arena_mark(&m->scratch);
	const size_t temporaries = m->temporary_count;
	const struct value condition = eval_expr(m, run->stmt->expr);
	const struct split known = value_split(m, condition, &m->active.may),
			   split = retry_split(m, run->stmt->expr, &known);
	report_branch(m, run->stmt, &condition, &known);
	temporary_release(m, temporaries);
	arena_release(&m->scratch, mark);
	const struct active leaving = active_in_arm(&m->active, &split.no, &split.unknown);
	run->out = active_or(&run->out, &leaving);
	struct mask may_stay = split.unknown;
	if (!mask_empty(&split.unknown)) {
		run->ever_unknown = mask_join(&run->ever_unknown, &split.unknown);
		open_end(m, run);
		if (++run->unknown_trips > ASSUMED_TRIPS)
			may_stay = mask_none();
	}
	m->active = active_in_arm(&m->active, &split.yes, &may_stay);
	return !mask_empty(&m->active.may);
}

/* Active lanes that may have left in the body. */
static struct mask
who_may_have_left(const struct machine *m, const struct run *run)
{
	const struct mask returned = mask_without(&m->frame->returned.may, &run->returned_before);
	const struct mask left = mask_join(&run->context.broken.may, &returned);
	return mask_and(&left, &m->active.may);
}

/* False: no lane is active after the body. */
static bool
run_body(struct machine *m, struct run *run)
{
	struct loop_context *context = &run->context;
	m->divergence.maybe_active = mask_none();
	run->unlike_before = m->program->launches_unlike;
	run->iterations++;
	context->continued = active_none();
	eval_stmt(m, run->stmt->body);
	m->active = active_or(&m->active, &context->continued);
	rejoin(m, run->diverging_branch, &run->entry.may);
	/* Lanes that may have left by `continue` are certainly here; lanes that may have left by `break` may be
	 * gone. */
	const struct mask gone = mask_and(&m->divergence.may_have_left, &context->broken.may);
	m->divergence.may_have_left = mask_join(&run->may_have_left, &gone);
	return !mask_empty(&m->active.may);
}

static void
run_step(struct machine *m, const struct run *run)
{
	const struct arena_mark mark = arena_mark(&m->scratch);
	const size_t temporaries = m->temporary_count;
	if (run->stmt->step)
		eval_expr(m, run->stmt->step);
	temporary_release(m, temporaries);
	arena_release(&m->scratch, mark);
}

/* Removes lanes that left in skipped iterations. */
static void
leave_early(struct machine *m, struct run *run, struct mask gone)
{
	if (mask_empty(&gone))
		return;
	const struct active leaving = active_among(&m->active, &gone);
	run->out = active_or(&run->out, &leaving);
	m->active = active_without(&m->active, &gone);
}

/* After an iteration: lets the sampler skip iterations. False: the loop is abandoned. */
static bool
goes_on(struct machine *m, struct run *run)
{
	struct sampler *sampler = &run->sampler;
	const struct mask may_have_left = who_may_have_left(m, run);
	const bool doubtful = !mask_empty(&may_have_left);
	if (doubtful)
		open_end(m, run);
	if ((doubtful && sampler->iterations >= ASSUMED_TRIPS) || takes_too_long(m, sampler) ||
	    too_expensive(m, sampler) || takes_too_much(m, sampler)) {
		run->cut = true;
		abandon(m, sampler, &run->out);
		return false;
	}
	if (!run->unknown_trips && !doubtful)
		leave_early(m, run, sampler_iteration(m, sampler));
	else
		sampler->iterations++;
	return true;
}

/* Records why the counted launches of a host loop may differ from those of the program. */
static void
add_launch_caveats(struct machine *m, const struct run *run)
{
	if (run->open_end) {
		launch_count_caveat(m, run->stmt, (struct made_before){run->launches_before, run->operations_before},
		                    LOOP_END_OPEN);
		/* The next iteration's launch may also differ from all others. */
		if (m->program->launches_made != run->launches_before &&
		    m->program->launches_unlike != run->unlike_before)
			program_report_cut_loop(m->program, machine_reason(m, REASON_LOOP, run->stmt->loc, ""));
	} else if (run->cut || m->budget.stopped) {
		launch_count_caveat(m, run->stmt, (struct made_before){run->launches_before, run->operations_before},
		                    LOOP_CUT);
	} else if (run->sampler.iterations_assumed) {
		launch_count_caveat(m, run->stmt, (struct made_before){run->launches_before, run->operations_before},
		                    LOOP_ITERATIONS_ASSUMED);
	}
}

static void
leave(struct machine *m, struct run *run)
{
	const bool made_something = m->program->launches_made != run->launches_before ||
	                            host_record_made(m->program) != run->operations_before;
	if (!m->on_device && made_something)
		add_launch_caveats(m, run);
	if (m->trace)
		trace_leave_loop(m->trace, &(struct trace_trips){run->iterations, run->sampler.left_out, run->open_end,
		                                                 run->cut || m->budget.stopped});
	if (!run->entered)
		skipped_statement(m, run->stmt);
	sampler_end(m, &run->sampler);
	if (run->open_end)
		order_skip_iterations(m, run->stmt);
	order_end_loop(m, run->stmt, run->iterations + run->sampler.left_out);
	m->sampling.loop_depth--;
	m->frame->loop = run->context.outer;
	m->divergence.maybe_active = run->maybe_active;
	m->divergence.may_have_left = run->may_have_left;
	if (m->sink && run->open_end)
		m->sink->ops->iterations(m->sink, m->sampling.open_loop, run->iterations);
	m->sampling.open_loop = run->outer_open_loop;
	m->active.may = mask_join(&run->out.may, &run->context.broken.may);
	machine_spare(m, &m->active.may);
	rejoin(m, run->diverging_branch, &run->entry.may);
	if (!mask_empty(&run->ever_unknown)) {
		forget_since(m, run->sampler.begun, &run->ever_unknown,
		             loop_reason(m, run->stmt, run->sampler.inputs_before));
		loop_forget_draws(m, run->stmt);
	}
	/* On the device, lanes that may have returned inside are uncertain, and all others that entered are certain.
	 * Host code continues on the path that does not exit. */
	const struct mask here = mask_and(&run->entry.must, &m->active.may);
	m->active.must = m->on_device ? mask_without(&here, &m->frame->returned.may) : here;
}

/* The ifs that end the loop have the same work on their arms as the loop's condition. */
static void
report_work_of_exits(struct machine *m, const struct ir_stmt *loop, const struct work *before)
{
	uint32_t count;
	const struct ir_stmt *const *stmts = loop_statements(&loop->body, &count);
	for (uint32_t i = 0; m->sink && i < count; i++)
		if (is_loop_exit(loop, stmts[i]))
			report_work(m, stmts[i], before);
}

void
eval_loop(struct machine *m, const struct ir_stmt *stmt)
{
	struct run run;
	const enum bytecode_outcome compiled = bytecode_loop(m, stmt);
	if (compiled == BYTECODE_WHOLE)
		return;
	enter(m, &run, stmt);
	const struct work work = m->duration.work;
	for (bool first = compiled == BYTECODE_NONE; !m->budget.stopped; first = false) {
		if (stmt->expr && !(stmt->test_last && first) && !test(m, &run))
			break;
		run.entered = true;
		if (!run_body(m, &run))
			break;
		run_step(m, &run);
		if (!goes_on(m, &run))
			break;
	}
	if (m->budget.stopped && !m->on_device)
		note_cut_by_budget(m);
	report_work(m, stmt, &work);
	report_work_of_exits(m, stmt, &work);
	leave(m, &run);
}
