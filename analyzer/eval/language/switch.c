/* Switches: the lanes that enter at each label, and the lanes that execute each case. */
#include "eval/language/skipped.h"
#include "eval/language/stmt.h"
#include "eval/state/evaluate.h"
#include "eval/state/machine.h"
#include "model/event.h"

/* A path that ends at once has no work. */
static bool
only_breaks(const struct ir_stmt *stmt, uint32_t at)
{
	return at >= stmt->stmt_count || stmt->stmts[at]->kind == IR_STMT_BREAK;
}

/* One mask for each labelled statement: the lanes that enter there. Labels of one statement are one path; paths that
 * only break are left out. Returns their number. */
static unsigned
paths_of(const struct ir_stmt *stmt, const struct mask *enters, const struct mask *unknown, struct mask *paths)
{
	unsigned count = 0;
	for (uint32_t i = 0; i < stmt->case_count;) {
		const uint32_t first = stmt->cases[i].first;
		struct mask path = mask_none();
		for (; i < stmt->case_count && stmt->cases[i].first == first; i++)
			path = mask_join(&path, &enters[i]);
		if (!only_breaks(stmt, first))
			paths[count++] = mask_without(&path, unknown);
	}
	return count;
}

/* A warp diverges at a switch when its lanes enter at more than one label. */
static void
report_switch(struct machine *m, const struct ir_stmt *stmt, const struct value *value, const struct mask *enters,
              const struct mask *unknown)
{
	struct split split = {.unknown = *unknown};
	if (!m->sink)
		return;
	for (unsigned w = 0; w < m->warps; w++) {
		const uint32_t known = m->active.may.warp[w] & ~unknown->warp[w];
		uint32_t first = 0;
		/* The lanes that enter at the same label as the warp's first lane. Lanes that enter nowhere are a
		 * group too. */
		for (uint32_t i = 0; known && i < stmt->case_count && !first; i++)
			if (enters[i].warp[w] & known & -known)
				first = enters[i].warp[w] & known;
		if (known && !first) {
			first = known;
			for (uint32_t i = 0; i < stmt->case_count; i++)
				first &= ~enters[i].warp[w];
		}
		split.yes.warp[w] = first;
		split.no.warp[w] = known & ~first;
	}
	struct mask *paths = arena_alloc(&m->scratch, (stmt->case_count + 1) * sizeof *paths);
	report_paths(m, stmt, value, &split, paths, paths_of(stmt, enters, unknown, paths));
}

/* A running switch. */
struct choice {
	const struct ir_stmt *stmt;
	struct active entry; /* lanes that reached it */
	struct mask *enters; /* for each case, the lanes that enter there */
	struct mask left;    /* lanes that enter nowhere */
	struct mask unknown;
	uint32_t reason; /* why the value is unknown */
	bool has_default;
};

/* Finds the lanes that enter at each label. */
static void
choose_entries(struct machine *m, struct choice *choice, const struct value *value)
{
	static const struct ir_type type = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};
	const struct ir_stmt *stmt = choice->stmt;
	const struct ir_case *otherwise = NULL;
	choice->enters = arena_alloc(&m->scratch, (stmt->case_count + 1) * sizeof *choice->enters);
	m->budget.steps += stmt->case_count;
	for (uint32_t i = 0; i < stmt->case_count; i++) {
		const struct ir_case *c = &stmt->cases[i];
		if (c->is_default) {
			otherwise = c;
			continue;
		}
		const struct value low = value_binary(m, IR_GE, &type, *value, value_integer(m, c->low));
		const struct value high = value_binary(m, IR_LE, &type, *value, value_integer(m, c->high));
		const struct split s =
			value_split(m, value_binary(m, IR_BIT_AND, &type, low, high), &choice->entry.may);
		choice->enters[i] = mask_join(&s.yes, &s.unknown);
		choice->unknown = mask_join(&choice->unknown, &s.unknown);
		choice->reason = choice->reason ? choice->reason : s.reason;
		choice->left = mask_without(&choice->left, &s.yes);
	}
	choice->has_default = otherwise != NULL;
	if (otherwise)
		choice->enters[otherwise - stmt->cases] = choice->left;
}

/* Activates the lanes. They are certain if they were certain at the switch. */
static void
let_in(struct machine *m, const struct choice *choice, const struct mask *lanes)
{
	const struct active entering = active_among(&choice->entry, lanes);
	m->active = active_or(&m->active, &entering);
}

static void
run_cases(struct machine *m, const struct choice *choice)
{
	const struct ir_stmt *stmt = choice->stmt;
	uint32_t label = 0;
	m->active = active_none();
	for (uint32_t at = 0; at < stmt->stmt_count && !m->budget.stopped; at++) {
		for (; label < stmt->case_count && stmt->cases[label].first == at; label++) {
			const struct mask certain = mask_without(&choice->enters[label], &choice->unknown),
					  unknown = mask_and(&choice->enters[label], &choice->unknown);
			const struct active entering = active_in_arm(&choice->entry, &certain, &unknown);
			m->active = active_or(&m->active, &entering);
		}
		if (!mask_empty(&m->active.may))
			eval_stmt(m, stmt->stmts[at]);
	}
}

/* Runs the cases with the switch's own `break`; a `continue` in a switch belongs to the loop. */
static void
run_in_context(struct machine *m, const struct choice *choice)
{
	struct loop_context context = {.outer = m->frame->loop};
	const struct mask maybe_active = m->divergence.maybe_active, may_have_left = m->divergence.may_have_left;
	m->frame->loop = &context;
	const uint32_t maybe_active_reason = m->divergence.maybe_active_reason;
	m->divergence.maybe_active = mask_join(&maybe_active, &choice->unknown);
	m->divergence.maybe_active_reason = choice->reason;
	/* Lanes of unknown value run through all cases, so no write in a case is certain for them. */
	machine_weaken(m, &choice->unknown, choice->reason);
	run_cases(m, choice);
	m->frame->loop = context.outer;
	m->divergence.maybe_active = maybe_active;
	m->divergence.maybe_active_reason = maybe_active_reason;
	m->divergence.may_have_left = may_have_left;
	if (context.outer)
		context.outer->continued = active_or(&context.outer->continued, &context.continued);
	m->active = active_or(&m->active, &context.broken);
}

void
eval_switch(struct machine *m, const struct ir_stmt *stmt)
{
	const struct value value = eval_expr(m, stmt->expr);
	const struct ir_stmt *diverging_branch = m->divergence.branch;
	struct choice choice = {.stmt = stmt, .entry = m->active, .left = m->active.may, .unknown = mask_none()};
	choose_entries(m, &choice, &value);
	report_switch(m, stmt, &value, choice.enters, &choice.unknown);
	const struct work work = m->duration.work;
	run_in_context(m, &choice);
	report_work(m, stmt, &work);
	if (!choice.has_default)
		let_in(m, &choice, &choice.left);
	machine_spare(m, &m->active.may);
	skipped_statement(m, stmt);
	rejoin(m, diverging_branch, &choice.entry.may);
	/* Lanes of unknown value continue after the switch if they are not known to have left it otherwise. */
	const struct mask back = mask_and(&m->active.may, &choice.unknown);
	let_in(m, &choice, &back);
}
