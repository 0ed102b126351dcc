#include "eval/reuse/compiled.h"

#include "code/copies.h"
#include "code/effects.h"
#include "code/loop_test.h"
#include "code/settled.h"
#include "code/round_copies.h"
#include "code/unroll.h"
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
compiled_branch_begin(struct machine *m, const struct ir_stmt *stmt, struct name condition, const struct split *split,
                      struct compiled_branch *branch)
{
	*branch = (struct compiled_branch){.stmt = stmt, .remains = m->on_device && condition.kind != NAME_CONSTANT,
	                                   .all = mask_empty(&split->unknown) && mask_empty(&split->no),
	                                   .none = mask_empty(&split->unknown) && mask_empty(&split->yes)};
	if (!branch->remains)
		return;
	branch->fork = versions_fork(m, stmt);
	reuse_enter(m);
}

void
compiled_branch_turn(struct machine *m, const struct compiled_branch *branch)
{
	if (!branch->remains)
		return;
	versions_back(m, &branch->fork);
	reuse_pass_lines(m);
	if (branch->stmt->kind == IR_STMT_IF || mask_empty(&m->active.may))
		reuse_turn(m);
	else
		reuse_pass_label(m);
}

/* The code behind a branch was compiled for all ways, those that nobody took just now as well. */
static void
reckon_with(struct machine *m, const struct ir_stmt *way)
{
	if (!way)
		return;
	if (effects_of(m, way)->shows_stores)
		reuse_show_on_way(m);
	if (effects_of(m, way)->clobbers)
		reuse_reckon_with_way(m);
	if (effects_of(m, way)->shows_stores || effects_of(m, way)->clobbers)
		order_skip(m);
}

void
compiled_branch_end(struct machine *m, const struct compiled_branch *branch)
{
	const bool is_if = branch->stmt->kind == IR_STMT_IF;
	const struct ir_stmt *then = is_if ? branch->stmt->then : NULL, *otherwise = is_if ? branch->stmt->otherwise : NULL;
	if (!branch->remains)
		return;
	reuse_pass_lines(m);
	if (branch->all || branch->none)
		reuse_leave(m);
	else
		reuse_leave_parted(m);
	if (side_jumps_off(then) && !otherwise)
		versions_back(m, &branch->fork);
	else
		versions_join(m, &branch->fork);
	if (side_jumps_off(then) || side_jumps_off(otherwise)) {
		reuse_jump(m);
		loop_starts_open(m);
		m->frame->jumped = true;
	}
	if (!is_if)
		reckon_with(m, branch->stmt);
	if (branch->none)
		reckon_with(m, then);
	if (branch->all)
		reckon_with(m, otherwise);
}

/* ---- loops ---- */

/* What the compiler goes by when it unrolls a loop. */
struct loop_shape {
	struct definitions definitions;
	struct extent body;
	bool rounds_asked;
	enum rounds_made rounds;
	struct round_copies round_copies;   /* of count 0: nobody has asked */
	const struct ir_stmt *exit, *first_exit;   /* as of struct compiled_loop */
};

static struct loop_shape *
shape_of(struct machine *m, const struct ir_stmt *loop)
{
	struct loop_entry *entry = loop_entry(m, loop);
	if (!entry->shape) {
		entry->shape = arena_new(&m->pool, struct loop_shape);
		entry->shape->definitions = definitions_known_of(&m->code->definitions, m->frame->func);
		entry->shape->body = extent_of(&entry->shape->definitions, loop->body);
	}
	return entry->shape;
}

/* All that is asked of it here is whether it goes whole, and in how many copies. */
static struct unrolling
unrolled(struct machine *m, const struct ir_stmt *loop)
{
	const struct unrolling never = {.whole = WHOLE_NEVER};
	if (!loop->step)
		return never;
	struct loop_shape *shape = shape_of(m, loop);
	const struct ir_var *counter = loop_counter(&shape->definitions, loop);
	if (!counter || !is_register(counter))
		return never;
	const struct name start = m->frame->slots[counter->slot].variable.name;
	return start.kind == NAME_CONSTANT ? unrolling_from(&shape->definitions, loop, &shape->body, (int64_t)start.number)
	                                   : never;
}

/* Whether it is sure which copies of the body take what others have loaded: copies that are made in one step all do, and an
 * iteration that remains one takes nothing that names do not follow. Of more copies nvcc 13.0 makes the whole in several
 * steps, and loads again where a former step has ended. */
static bool
copies_are_sure(const struct ir_stmt *loop, const struct unrolling *unrolling)
{
	return loop->unroll == 1 || unrolling->at_once;
}

/* A loop that constants count, or copies of a loop around it, may go whole after all. */
static enum rounds_made
find_rounds(struct machine *m, const struct ir_stmt *loop, struct definitions *definitions)
{
	struct definitions_known *known = &m->code->definitions;
	if (is_settled_each_time(m->frame->func, loop) ||
	    copies_count(m->frame->func, loop, fold_unrolled(m->fold), known) != WHOLE_NEVER)
		return ROUNDS_EACH_BY_ITSELF;
	return may_have_copies(definitions, loop) ? ROUNDS_IN_COPIES : ROUNDS_IN_TURN;
}

static enum rounds_made
rounds_of(struct machine *m, const struct ir_stmt *loop)
{
	if (!m->fold || loop->unroll == 1)
		return ROUNDS_IN_TURN;
	struct loop_shape *shape = shape_of(m, loop);
	if (!shape->rounds_asked)
		shape->rounds = find_rounds(m, loop, &shape->definitions);
	shape->rounds_asked = true;
	return shape->rounds;
}

/* Of a loop that remains. */
static void
begin_copies(struct machine *m, struct compiled_loop *loop)
{
	struct loop_shape *shape = shape_of(m, loop->stmt);
	if (!shape->round_copies.count) {
		shape->round_copies = round_copies_of(&shape->definitions, loop->stmt);
		shape->exit = loop_test_of(loop->stmt).exit;
		shape->first_exit = first_loop_exit(loop->stmt);
	}
	const struct ir_var *counter = shape->round_copies.counter;
	loop->round_copies = shape->round_copies.count;
	loop->exit = shape->exit;
	loop->first_exit = shape->first_exit;
	loop->step = shape->round_copies.step;
	m->stepping = (struct stepping){.since = m->iterations};
	if (counter && is_register(counter))
		m->stepping.counter = &m->frame->slots[counter->slot].variable;
}

void
compiled_loop_begin(struct machine *m, const struct ir_stmt *stmt, struct compiled_loop *loop)
{
	*loop = (struct compiled_loop){.stmt = stmt, .iterations = m->iterations, .round_copies = 1,
	                               .stepping = m->stepping};
	if (!m->on_device)
		return;
	const struct unrolling unrolling = unrolled(m, stmt);
	loop->remains = unrolling.whole == WHOLE_NEVER;
	loop->rounds_known = unrolling.trips > 0;
	loop->goes_whole = unrolling.whole == WHOLE_SURELY;
	loop->at_first = unrolling.at_first;
	loop->unsure_copies = !copies_are_sure(stmt, &unrolling);
	loop->rounds = loop->remains ? rounds_of(m, stmt) : ROUNDS_IN_TURN;
	if (loop->remains && m->fold)
		begin_copies(m, loop);
	if (!loop->remains && m->fold)
		fold_note_unrolled(m->fold, stmt, loop->goes_whole);
}

void
compiled_loop_enter(struct machine *m, struct compiled_loop *loop, bool certain)
{
	if (loop->remains)
		versions_enter_loop(m, loop->stmt);
	loop->uses = m->reuse.uses;
	loop->ahead = m->reuse.ahead;
	loop->copies_around = m->reuse.copies;
	m->reuse.copies = (struct reuse_copies){
		.unsure = loop->unsure_copies || (!loop->remains && m->reuse.copies.unsure),
		.whole_unsure = !loop->remains && (loop->unsure_copies || m->reuse.copies.whole_unsure),
		.rounds = !loop->remains || m->reuse.copies.rounds > loop->rounds ? m->reuse.copies.rounds : loop->rounds,
		.at_first = loop->remains ? 0 : loop->at_first ? loop->at_first : m->reuse.copies.at_first,
	};
	loop->starts = m->reuse.starts;
	m->reuse.starts = (struct loop_starts){.count = 0};
	m->reuse.ahead = reuse_load_ahead(m, loop->stmt);
	m->reuse.ahead.outer = loop->ahead.loop ? &loop->ahead : NULL;
	loop->conditional = m->on_device && !certain;
	loop->entered = true;
	if (loop->remains)
		reuse_enter_loop(m, effects_of(m, loop->stmt)->clobbers, loop->iterations, &loop->before);
	if (loop->conditional)
		reuse_enter(m);
}

void
compiled_loop_go_on(struct machine *m, const struct compiled_loop *loop)
{
	m->reuse.starts.rounds++;
	if (loop->stmt->expr && !loop->stmt->test_last)
		loop_starts_open(m);
}

void
compiled_loop_repeat(struct machine *m, struct compiled_loop *loop)
{
	m->reuse.turns++;
	if (!loop->remains)
		return;
	versions_next_iteration(m, loop->stmt);
	reuse_next_iteration(m, &loop->before, loop->uses);
}

/* Whether rounds are left over by copies of the body, and others are not. Of an unknown number of rounds there are four copies,
 * or two. */
static bool
may_leave_rest(const struct compiled_loop *loop, uint64_t rounds)
{
	enum { COPIES = 4, LEAST_COPIES = 2 };
	const unsigned told = loop->stmt->unroll > 1 ? loop->stmt->unroll : 0;
	return !loop->rounds_known && rounds > (told ? told : LEAST_COPIES) && rounds % (told ? told : COPIES) != 0;
}

/* What each round takes from the one before: whether it is loaded once, before the first. */
static void
doubt_what_is_passed_on(struct machine *m, const struct compiled_loop *loop, uint64_t rounds)
{
	enum { LARGEST_BODY = 150, SURELY_COPIED = 37 };
	const struct ir_stmt *stmt = loop->stmt;
	struct loop_shape *shape = shape_of(m, stmt);
	const double size = stmt->unroll > 1 ? 0 : shape->body.instructions;
	const bool may_be_copied = may_have_copies(&shape->definitions, stmt) && size <= LARGEST_BODY;
	if (may_be_copied && may_leave_rest(loop, rounds))
		reuse_doubt_rest(m);
	if (!loop->before.outer && (!may_be_copied || size > SURELY_COPIED))
		reuse_doubt_behind_loops(m);
}

void
compiled_loop_end(struct machine *m, const struct compiled_loop *loop, uint64_t rounds)
{
	m->stepping = loop->stepping;
	if (loop->entered && loop->remains) {
		reuse_doubt_invariant(m, &loop->before);
		if (reuse_passes_on(m))
			doubt_what_is_passed_on(m, loop, rounds);
	}
	if (loop->entered) {
		m->reuse.behind_ahead = m->reuse.ahead;
		m->reuse.ahead = loop->ahead;
		m->reuse.copies = loop->copies_around;
	}
	if (!loop->entered && m->on_device && effects_of(m, loop->stmt)->clobbers)
		reuse_reckon_with_way(m);
	if (!loop->entered && m->on_device && (effects_of(m, loop->stmt)->shows_stores || effects_of(m, loop->stmt)->clobbers))
		order_skip(m);
	if (loop->entered && loop->remains)
		reuse_leave_loop(m, &loop->before, loop->conditional);
	if (loop->conditional)
		reuse_leave(m);
	if (loop->entered)
		loop_starts_end(m, &loop->starts, rounds);
}
