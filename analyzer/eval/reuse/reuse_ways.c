#include <string.h>

#include "code/restrict.h"
#include "eval/reuse/reuse_table.h"

/* Whether a pointer that the kernel was given, and nobody else has, is the only way there. */
static bool
is_own(const struct ir_func *kernel, const struct reuse_entry *e)
{
	for (uint32_t i = 0; e->base && i < kernel->param_count; i++)
		if (kernel->params[i] == e->base)
			return true;
	return false;
}

/* Of what the thread has accessed last nothing is asked any more. */
static void
forget_latest(struct machine *m)
{
	recent_stores_clear(&m->reuse.recent);
	earlier_rounds_clear(&m->reuse.earlier);
	loop_starts_close(m);
}

void
reuse_clear(struct machine *m)
{
	struct reuse_entry *e;
	forget_latest(m);
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));) {
		if (e->read_only)
			continue;
		e->seen = true;
		reuse_lose(m, e, false);
	}
}

/* Other threads may read and write there now; but the compiler may know that a `__restrict__` pointer keeps them off. */
static void
meet_others(struct machine *m, struct reuse_entry *e, bool perhaps, bool is_kept_off)
{
	const bool restricted = e->base || e->may_be_restricted || is_kept_off;
	if (e->read_only)
		return;
	e->seen |= !restricted;
	e->seen_perhaps = true;
	reuse_lose(m, e, perhaps || restricted);
}

/* What it may have stored the compiler loads again at its end: who did not come there still has what was loaded before. */
void
reuse_reckon_with_way(struct machine *m)
{
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));) {
		if (e->read_only)
			continue;
		e->seen_perhaps = true;
		reuse_lose(m, e, true);
	}
}

void
reuse_sync(struct machine *m)
{
	const struct ir_func *kernel = reuse_kernel_of(m);
	forget_latest(m);
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));)
		if (!is_own(kernel, e))
			meet_others(m, e, false, false);
}

void
reuse_end_by_atomic(struct machine *m, const struct ir_expr *atomic, const struct value *address)
{
	const struct object *object = reuse_object_at(m, address);
	const struct ir_func *kernel = reuse_kernel_of(m);
	const struct ir_var *base = atomic->arg_count ? restricted_base_of(atomic->args[0]) : NULL;
	forget_latest(m);
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));) {
		if (!object || e->object == object || !is_own(kernel, e))
			meet_others(m, e, true, base && object && e->object != object);
	}
}

void
reuse_show(struct machine *m)
{
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));)
		e->seen = true;
}

void
reuse_show_on_way(struct machine *m)
{
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));) {
		e->seen |= !m->reuse.loop;
		e->seen_perhaps = true;
	}
}

void
reuse_begin_block(struct machine *m)
{
	m->reuse.held = 0;
	forget_latest(m);
	m->reuse.depth = m->reuse.latest_depth = m->reuse.choices = 0;
	m->reuse.ahead_of_condition = false;
	m->reuse.loop = 0;
	m->reuse.first_loop = m->reuse.loops + 1;
	m->reuse.copies = (struct reuse_copies){0};
	m->reuse.lines = (struct reuse_lines){0};
	m->reuse.unused = (struct reuse_unused){0};
	m->reuse.lone = (struct reuse_lone_store){0};
	m->reuse.lineless = (struct lineless){0};
	m->reuse.ahead = m->reuse.behind_ahead = (struct reuse_ahead){0};
	m->reuse.starts = m->reuse.behind = (struct loop_starts){.count = 0};
	memset(m->reuse.passed, 0, sizeof m->reuse.passed);
	open_loads_free(&m->reuse.open);
}

void
reuse_enter(struct machine *m)
{
	m->reuse.depth++;
	m->reuse.blocks++;
}

void
reuse_enter_choice(struct machine *m)
{
	reuse_enter(m);
	m->reuse.choices++;
}

void
reuse_leave_choice(struct machine *m)
{
	reuse_pass_lines(m);
	m->reuse.choices--;
	reuse_leave(m);
}

void
reuse_pass_lines(struct machine *m)
{
	for (unsigned i = 0; i < REUSE_LINES; i++)
		m->reuse.lines.items[i].passed |= m->reuse.lines.items[i].depth >= m->reuse.depth;
}

static void
leave_depth(struct machine *m)
{
	struct reuse *reuse = &m->reuse;
	if (reuse->lone.store && reuse->lone.depth == reuse->depth) {
		fold_doubt(m->fold, reuse->lone.store, DOUBT_OVERWRITTEN);
		fold_doubt(m->fold, reuse->lone.former, DOUBT_OVERWRITTEN);
		if (!reuse->lone.is_beside)
			lineless_doubt(&reuse->lineless, m->fold, SITE_STORE, reuse->lone.space, reuse->lone.former_block,
			               reuse->blocks + 1);
	}
	reuse->lone = (struct reuse_lone_store){0};
	reuse->depth--;
	reuse->blocks++;
	if (reuse->latest_depth > reuse->depth)
		reuse->latest_depth = reuse->depth;
}

/* What was made in the branch or loop that ends is there on one way only. */
static void
leave(const struct machine *m, struct reuse_entry *e)
{
	if (e->depth > m->reuse.depth) {
		e->depth = m->reuse.depth;
		e->on_one_way |= e->since > e->depth;
		e->conditional = true;
	}
}

/* What the side that ends has lost is there on the other side, and lost behind both. */
static void
lose_later(struct machine *m, struct reuse_entry *e)
{
	if (e->lost_at > m->reuse.depth) {
		e->doomed_at = e->lost_at;
		e->lost_at = 0;
	}
}

static void
lose_now(struct machine *m, struct reuse_entry *e)
{
	if (e->lost_at > m->reuse.depth || e->doomed_at > m->reuse.depth) {
		e->lost_at = e->doomed_at = 0;
		reuse_lose(m, e, e->kept);
	}
	if (e->beside > m->reuse.depth)
		e->beside = 0;
}

static void
end_side(struct machine *m, void (*lose)(struct machine *m, struct reuse_entry *e))
{
	leave_depth(m);
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));) {
		leave(m, e);
		lose(m, e);
	}
}

void
reuse_pass_label(struct machine *m)
{
	end_side(m, lose_later);
	m->reuse.depth++;
}

void
reuse_turn(struct machine *m)
{
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));)
		if (e->depth >= m->reuse.depth)
			e->beside = m->reuse.depth;
	reuse_pass_label(m);
}

void
reuse_leave(struct machine *m)
{
	end_side(m, lose_now);
}

void
reuse_leave_parted(struct machine *m)
{
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));)
		e->kept |= (e->lost_at >= m->reuse.depth) != (e->doomed_at >= m->reuse.depth);
	reuse_leave(m);
}

void
reuse_enter_loop(struct machine *m, bool clobbers, uint32_t iterations, struct reuse_before *before)
{
	before->outer = m->reuse.loop;
	before->iterations = iterations;
	before->clobbers = clobbers;
	before->went_round = false;
	before->exchanges = m->reuse.exchanges;
	before->count = 0;
	m->reuse.loop = ++m->reuse.loops;
	m->reuse.blocks++;
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));) {
		if (e->read_only)
			continue;
		if (!e->overlaid && !e->lost_at)
			before->numbers[before->count++] = e->address.number;
		if (clobbers && !e->before)
			e->before = m->reuse.loop;
	}
}

static bool
was_there(const struct reuse_before *before, struct name address)
{
	for (unsigned i = 0; i < before->count; i++)
		if (before->numbers[i] == address.number)
			return true;
	return false;
}

/* Who leaves in the first round does not show what others would find: what stands behind the way out the compiler may keep
 * away from what stands before it. */
void
reuse_doubt_invariant(struct machine *m, const struct reuse_before *before)
{
	const struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));) {
		const bool loaded_here = e->loaded_by && !e->stored && e->loop == m->reuse.loop;
		const bool stays = e->read_only || !before->clobbers || (e->left && !before->went_round);
		if (loaded_here && stays && e->address.varies <= before->iterations)
			reuse_doubt_hoisted(m, e);
	}
}

bool
reuse_passes_on(const struct machine *m)
{
	for (unsigned i = 0; i < REUSE_PASSED; i++)
		if (m->reuse.passed[i].loop == m->reuse.loop)
			return true;
	return false;
}

/* What the loop stores once, behind it, the compiler keeps in a register before it makes copies. */
static bool
is_sunk(struct machine *m, const struct reuse_passed *passed)
{
	const struct reuse_entry *e = reuse_find(&m->reuse, passed->address, passed->width, passed->kind);
	return e && e->sunk;
}

void
reuse_doubt_rest(struct machine *m)
{
	for (unsigned i = 0; i < REUSE_PASSED; i++) {
		const struct reuse_passed *passed = &m->reuse.passed[i];
		if (passed->loop == m->reuse.loop && !is_sunk(m, passed))
			fold_doubt(m->fold, passed->load, DOUBT_REST);
	}
}

void
reuse_doubt_behind_loops(struct machine *m)
{
	for (unsigned i = 0; i < REUSE_PASSED && m->reuse.loop != m->reuse.first_loop; i++) {
		const struct reuse_passed *passed = &m->reuse.passed[i];
		if (passed->loop == m->reuse.loop && passed->stored && !is_sunk(m, passed))
			fold_doubt(m->fold, passed->load, DOUBT_BEHIND_LOOPS);
	}
}

static void
end_passing(struct machine *m)
{
	for (unsigned i = 0; i < REUSE_PASSED; i++)
		if (m->reuse.passed[i].loop == m->reuse.loop)
			m->reuse.passed[i].loop = 0;
}

void
reuse_leave_loop(struct machine *m, const struct reuse_before *before, bool may_not_run)
{
	open_loads_settle(m, m->reuse.loop);
	m->reuse.blocks++;
	end_passing(m);
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));) {
		if (e->before == m->reuse.loop)
			e->before = 0;
		if (e->loop != m->reuse.loop)
			continue;
		e->loop = before->outer;
		if (e->stored && !e->sunk && may_not_run && !was_there(before, e->address))
			reuse_drop(&m->reuse, e);
	}
	m->reuse.loop = before->outer;
}

void
reuse_exchange(struct machine *m)
{
	m->reuse.exchanges++;
}

static void
lose_for_exchange(struct machine *m)
{
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));) {
		if (e->base || e->kind == OBJECT_CONSTANT)
			continue;
		e->seen = true;
		reuse_lose(m, e, false);
	}
}

void
reuse_next_iteration(struct machine *m, struct reuse_before *before, uint64_t since)
{
	before->went_round = true;
	if (m->reuse.exchanges != before->exchanges)
		lose_for_exchange(m);
	open_loads_settle(m, m->reuse.loop);
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));) {
		if (e->made <= since)
			continue;
		e->carried = true;
		e->left = false;
		e->on_one_way |= !e->through;
		/* Stores to places that move with the loop are not followed. */
		if (e->stored && e->address.varies > before->iterations)
			reuse_drop(&m->reuse, e);
	}
}

void
reuse_jump(struct machine *m)
{
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));) {
		e->left = true;
		e->jumped |= e->on_one_way;
	}
}
