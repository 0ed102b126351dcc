#include "model/companions.h"

#include "ir/member.h"
#include "model/tally.h"
#include "support/least.h"

enum { WIDEST = 16 };

static struct passed
passed_of(struct tally *tally, const struct request *r, uint64_t order)
{
	const unsigned first = (unsigned)__builtin_ctz(r->active);
	const struct ir_member member = ir_member_of(tally->node);
	struct passed passed = {
		.tally = tally, .address = r->address[first], .symbol = r->symbol[first], .active = r->active, .order = order,
	};
	if (member.type && member.type->align >= 2 * (uint64_t)r->width) {
		passed.piece = member.type->align < WIDEST ? (unsigned)member.type->align : WIDEST;
		passed.offset = (unsigned)(member.offset % passed.piece);
	}
	return passed;
}

static bool
lies_in_piece(const struct passed *member, const struct passed *other)
{
	const uint64_t at = other->address - (member->address - member->offset);
	return member->piece && at != member->offset && at < member->piece;
}

static void
add(struct companions *companions, struct tally *tally, const struct tally *with, unsigned piece, bool in_order)
{
	struct companion *m = tally->companions;
	while (m && m->with != with)
		m = m->next;
	if (!m) {
		m = arena_new(&companions->arena, struct companion);
		*m = (struct companion){.with = with, .next = tally->companions};
		tally->companions = m;
	}
	m->piece = larger(m->piece, piece);
	m->in_order |= in_order;
}

static void
meet(struct companions *companions, const struct passed *a, const struct passed *b)
{
	const struct tally *x = a->tally, *y = b->tally;
	if (x == y || x->kind != y->kind || a->symbol != b->symbol || a->active != b->active)
		return;
	if (!lies_in_piece(a, b) && !lies_in_piece(b, a))
		return;
	const unsigned piece = larger(a->piece, b->piece);
	add(companions, a->tally, y, piece, a->order == b->order);
	add(companions, b->tally, x, piece, a->order == b->order);
}

void
companions_begin_block(struct companions *companions)
{
	companions->count = companions->members = 0;
}

void
companions_note(struct companions *companions, struct tally *tally, const struct request *request, uint64_t order)
{
	const struct passed passed = passed_of(tally, request, order);
	const unsigned kept = smaller(companions->count, LOOKED_BACK);
	for (unsigned i = 0; (passed.piece || companions->members) && i < kept; i++)
		meet(companions, &companions->passed[i], &passed);
	struct passed *place = &companions->passed[companions->count % LOOKED_BACK];
	companions->members -= companions->count >= LOOKED_BACK && place->piece;
	companions->members += passed.piece != 0;
	companions->count++;
	*place = passed;
}

void
companions_join(struct companions *companions, struct tally *whole, const struct tally *part)
{
	for (const struct companion *m = part->companions; m; m = m->next)
		add(companions, whole, m->with, m->piece, m->in_order);
}

void
companions_free(struct companions *companions)
{
	arena_free(&companions->arena);
}
