/* Exceptions of host code. A throw ends the lane like the end of the process; the enclosing try revives the lane. */
#include "eval/language/stmt.h"
#include "eval/state/evaluate.h"
#include "eval/state/machine.h"
#include "eval/state/program.h"

static const char CAUGHT[] = "the first handler catches the exception, and no destructor runs on the way to it";

void
eval_try(struct machine *m, const struct ir_stmt *stmt)
{
	const struct active entry = m->active;
	eval_stmt(m, stmt->stmts[0]);
	if (m->budget.stopped || !m->thrown)
		return;
	m->thrown = false;
	/* If only one of two executed paths threw, host code has continued on the other one. */
	if (!mask_includes(&m->exited, &entry.may))
		return;
	if (!m->program->assumption)
		m->program->assumption = CAUGHT;
	machine_spare(m, &entry.may);
	m->active = entry;
	if (stmt->stmt_count > 1)
		eval_stmt(m, stmt->stmts[1]);
}
