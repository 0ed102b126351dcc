#include "eval/reuse/loop_starts.h"

#include "eval/reuse/reuse_table.h"

void
loop_starts_open(struct machine *m)
{
	m->reuse.starts.open = true;
	m->reuse.starts.block = m->reuse.blocks;
}

void
loop_starts_end(struct machine *m, const struct loop_starts *outer, uint64_t rounds)
{
	m->reuse.behind = m->reuse.starts;
	m->reuse.behind.open = true;
	m->reuse.behind.block = m->reuse.blocks;
	m->reuse.behind.leaves_out = m->reuse.starts.rounds != rounds;
	m->reuse.starts = *outer;
	m->reuse.starts.open = false;
}

void
loop_starts_close(struct machine *m)
{
	m->reuse.starts.open = m->reuse.behind.open = false;
}

/* What is known of an access that rounds before have made as well. */
static void
follow(struct loop_start *start, const struct loop_start *before)
{
	const bool is_followed = start->at_known && before->at_known && start->lane == before->lane;
	const int64_t step = is_followed ? (int64_t)((uint64_t)start->at - (uint64_t)before->at) : 0;
	start->address_moves |= before->address_moves || !name_same(before->address, start->address);
	start->value_moves |= before->value_moves || !name_same(before->value, start->value);
	start->step = before->rounds == 1 || step == before->step ? step : 0;
	start->rounds = before->rounds + 1;
}

static const struct ir_expr *
latest_such(const struct lineless *lineless, const struct loop_start *start)
{
	for (unsigned i = 1; i <= LINELESS_NEAR; i++) {
		const struct lineless_near *near = &lineless->near[(lineless->next - i) % LINELESS_NEAR];
		if (near->access && near->kind == start->kind && near->space == fold_space_of(start->object))
			return near->access;
	}
	return NULL;
}

static void
add(struct machine *m, struct loop_start start)
{
	struct loop_starts *starts = &m->reuse.starts;
	unsigned i = 0;
	while (i < starts->count && starts->items[i].site != start.site)
		i++;
	if (i == LOOP_STARTS)
		return;
	if (i < starts->count) {
		follow(&start, &starts->items[i]);
		start.ahead = starts->items[i].ahead;
	} else {
		start.ahead = latest_such(&m->reuse.lineless, &start);
		starts->count++;
	}
	starts->items[i] = start;
}

/* What moves with the loop goes on behind it from where its last round has left it. */
static bool
may_go_on(const struct loop_start *start, const struct loop_start *now, bool leaves_out)
{
	if (!start->step || !start->at_known || !now->at_known || start->lane != now->lane)
		return true;
	const int64_t distance = now->at - start->at;
	return leaves_out ? distance % start->step == 0 : distance == start->step;
}

/* What is loaded has a new name each time. */
static bool
may_be_one_value(struct name a, struct name b)
{
	return (a.kind != NAME_CONSTANT && b.kind != NAME_CONSTANT) || name_same(a, b);
}

static bool
is_same(const struct loop_start *start, const struct loop_start *now, bool leaves_out)
{
	return start->kind == now->kind && start->object == now->object && start->width == now->width &&
	       (name_same(start->address, now->address) || (start->address_moves && may_go_on(start, now, leaves_out))) &&
	       (start->kind == SITE_LOAD || start->value_moves || may_be_one_value(start->value, now->value));
}

/* Nothing comes before a store that does not go with it. */
static struct loop_start *
start_like(struct loop_starts *starts, const struct loop_start *now)
{
	for (unsigned i = 0; i < starts->count; i++) {
		struct loop_start *start = &starts->items[i];
		if (is_same(start, now, starts->leaves_out))
			return start;
		if (start->kind == SITE_STORE && !start->met)
			return NULL;
	}
	return NULL;
}

static bool
meet(struct machine *m, const struct loop_start *now)
{
	enum { BLOCKS_OF_BRANCH = 2 };
	struct loop_start *start = start_like(&m->reuse.behind, now);
	if (!start) {
		m->reuse.behind.open = now->kind == SITE_LOAD;
		return false;
	}
	start->met = true;
	const enum access_doubt doubt = now->kind == SITE_LOAD ? DOUBT_LOADED_BEFORE_TEST : DOUBT_STORED_BEFORE_TEST;
	fold_doubt(m->fold, start->site, doubt);
	fold_doubt(m->fold, now->site, doubt);
	if (start->ahead)
		fold_doubt(m->fold, start->ahead, now->kind == SITE_LOAD ? DOUBT_JOINED : DOUBT_BESIDE_MERGED);
	const uint64_t before = start->block > BLOCKS_OF_BRANCH ? start->block - BLOCKS_OF_BRANCH : 0;
	lineless_doubt(&m->reuse.lineless, m->fold, now->kind, fold_space_of(now->object), before, m->reuse.blocks);
	return true;
}

bool
loop_starts_note(struct machine *m, const struct reuse_place *place, enum site_kind kind, struct name value)
{
	const struct loop_start now = {
		.site = place->site, .kind = kind, .object = place->object, .width = place->width,
		.address = place->name, .value = value, .address_moves = reuse_moves(m, place->name), .value_moves = reuse_moves(m, value),
		.at_known = place->spots.known, .at = place->spots.of_lane[0], .lane = mask_first(&m->active.may), .rounds = 1,
		.block = m->reuse.blocks,
	};
	if (m->reuse.starts.open && m->reuse.starts.block == m->reuse.blocks)
		add(m, now);
	return m->reuse.behind.open && m->reuse.behind.block == m->reuse.blocks && meet(m, &now);
}
