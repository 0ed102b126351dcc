#include "eval/reuse/earlier_rounds.h"

#include "eval/reuse/reuse_table.h"

void
earlier_rounds_clear(struct earlier_rounds *earlier)
{
	for (unsigned i = 0; i < EARLIER_ACCESSES; i++)
		earlier->items[i].site = NULL;
}

static bool
is_same_place(const struct earlier_access *a, const struct earlier_access *b)
{
	return a->at.offset == b->at.offset && a->at.symbol == b->at.symbol && a->lane == b->lane && a->width == b->width;
}

/* Whether the compiler may see that both go to one place, where names do not follow it. */
static bool
may_be_seen(const struct earlier_access *before, const struct earlier_access *now)
{
	if (before->turn == now->turn && before->loop == now->loop)
		return false;
	if (before->rounds == ROUNDS_EACH_BY_ITSELF || now->rounds == ROUNDS_EACH_BY_ITSELF)
		return true;
	return before->rounds == ROUNDS_IN_COPIES && before->loop == now->loop && before->kind == SITE_STORE && now->kind == SITE_STORE &&
	       now->moves;
}

static void
doubt(struct machine *m, const struct earlier_access *before, const struct earlier_access *now)
{
	if (now->kind == SITE_LOAD) {
		fold_doubt(m->fold, now->site, before->kind == SITE_LOAD ? DOUBT_CARRIED : DOUBT_STORED);
		if (before->kind == SITE_LOAD)
			fold_doubt(m->fold, before->site, DOUBT_CARRIED);
	} else if (before->kind == SITE_STORE) {
		fold_note_needless(m->fold, before->site);
		fold_doubt(m->fold, before->site, DOUBT_OVERWRITTEN);
		fold_doubt(m->fold, now->site, DOUBT_OVERWRITTEN);
	}
}

void
earlier_rounds_note(struct machine *m, const struct fold_access *access, struct name name)
{
	struct earlier_rounds *earlier = &m->reuse.earlier;
	const unsigned lane = mask_first(&access->active->may);
	struct earlier_access now = {
		.site = access->site, .kind = access->kind, .rounds = m->reuse.copies.rounds, .lane = lane, .width = access->width,
		.at = value_term(access->address, lane),
		.moves = reuse_moves(m, name), .turn = m->reuse.turns, .loop = m->reuse.loop,
	};
	now.at.offset += access->offset;
	if (access->site->type->is_volatile)
		return;
	for (unsigned i = 0; i < EARLIER_ACCESSES; i++) {
		const struct earlier_access *before = &earlier->items[i];
		if (is_same_place(before, &now) && before->site && may_be_seen(before, &now))
			doubt(m, before, &now);
	}
	earlier->items[earlier->next++ % EARLIER_ACCESSES] = now;
}
