#include "eval/language/compiled.h"

#include "code/counter.h"
#include "code/effects.h"
#include "code/loop_test.h"
#include "code/ways.h"
#include "eval/grid/block_order.h"
#include "eval/loop/loop.h"

static const struct effect_entry *
effects_of(struct machine *m, const struct ir_stmt *s)
{
	struct effect_entry *entry = &m->effects[((uintptr_t)s >> 4) % EFFECT_ENTRIES];
	if (entry->stmt != s)
		*entry = (struct effect_entry){s, stmt_clobbers(s), stmt_shows_stores(s)};
	return entry;
}

/* ---- branches ---- */

void
compiled_branch_begin(struct machine *m, const struct ir_stmt *stmt, bool is_constant, const struct split *split,
                      struct compiled_branch *branch)
{
	*branch = (struct compiled_branch){.stmt = stmt, .remains = m->on_device && !is_constant,
	                                   .all = mask_empty(&split->unknown) && mask_empty(&split->no),
	                                   .none = mask_empty(&split->unknown) && mask_empty(&split->yes)};
	m->branch_depth += branch->remains;
}

/* The code behind a branch was compiled for all ways, those that nobody took just now as well. */
static void
reckon_with(struct machine *m, const struct ir_stmt *way)
{
	if (way && (effects_of(m, way)->shows_stores || effects_of(m, way)->clobbers))
		order_skip(m);
}

void
compiled_branch_end(struct machine *m, const struct compiled_branch *branch)
{
	const bool is_if = branch->stmt->kind == IR_STMT_IF;
	const struct ir_stmt *then = is_if ? branch->stmt->then : NULL, *otherwise = is_if ? branch->stmt->otherwise : NULL;
	if (!branch->remains)
		return;
	m->branch_depth--;
	if (side_jumps_off(then) || side_jumps_off(otherwise))
		m->frame->jumped = true;
	if (!is_if)
		reckon_with(m, branch->stmt);
	if (branch->none)
		reckon_with(m, then);
	if (branch->all)
		reckon_with(m, otherwise);
}

/* ---- loops ---- */

/* Whether the source says how often it goes round, which is not too often for code of its own for each iteration. */
static bool
is_unrolled(struct machine *m, const struct ir_stmt *loop)
{
	enum { MOST_TRIPS = 64 };
	if (!loop->step || loop->unroll == 1)
		return false;
	struct loop_entry *entry = loop_entry(m, loop);
	if (!entry->definitions) {
		entry->definitions = arena_new(&m->pool, struct definitions);
		*entry->definitions = definitions_known_of(&m->code->definitions, m->frame->func);
	}
	const struct ir_var *counter = loop_counter(entry->definitions, loop);
	if (!counter || !is_register(counter))
		return false;
	const struct variable *start = &m->frame->slots[counter->slot].variable;
	const unsigned trips = start->constant && start->lane ? counter_trips(entry->definitions, loop, start->lane[0].integer) : 0;
	return trips && (trips <= MOST_TRIPS || loop->unroll);
}

void
compiled_loop_begin(struct machine *m, const struct ir_stmt *stmt, struct compiled_loop *loop)
{
	*loop = (struct compiled_loop){.stmt = stmt};
	if (!m->on_device)
		return;
	loop->remains = !is_unrolled(m, stmt);
	if (!loop->remains && m->fold)
		fold_note_unrolled(m->fold, stmt);
}

/* What it assigns is something else in each iteration. */
static void
forget_constants(struct machine *m, const struct ir_stmt *loop)
{
	const struct assigned *assigned = loop_assigned(m, loop);
	for (size_t i = 0; i < assigned->count; i++)
		if (!assigned->declared[i] && is_register(assigned->vars[i]))
			m->frame->slots[assigned->vars[i]->slot].variable.constant = false;
}

void
compiled_loop_enter(struct machine *m, struct compiled_loop *loop, bool certain)
{
	if (loop->remains)
		forget_constants(m, loop->stmt);
	loop->conditional = m->on_device && (loop->remains || !certain);
	loop->entered = true;
	m->branch_depth += loop->conditional;
}

void
compiled_loop_end(struct machine *m, const struct compiled_loop *loop)
{
	m->branch_depth -= loop->conditional;
	if (!loop->entered && m->on_device)
		reckon_with(m, loop->stmt);
}
