/* Accesses to the members of a vector, one by one in the source, that the compiler turns into one of the whole. */
#include <math.h>

#include "code/crossing.h"
#include "code/known_code.h"
#include "code/linear.h"
#include "code/restrict.h"
#include "ir/member.h"
#include "model/fold_internal.h"
#include "model/widen.h"
#include "support/hash.h"
#include "support/least.h"
#include "support/memory.h"

enum { MOST_MEMBERS = 16 };

const struct ir_type *
tally_vector(const struct ir_expr *access)
{
	if ((access->kind != IR_LOAD && access->kind != IR_STORE) || access->a->kind != IR_FIELD)
		return NULL;
	const struct ir_type *record = ir_type_at(access->a->a->type);
	if (!record || record->kind != IR_TYPE_RECORD || record->align != record->size || record->field_count < 2)
		return NULL;
	if (record->size > 16 || access->type->size * record->field_count != record->size)
		return NULL;
	return record;
}

/* What built-in headers do at a call is not told by member. */
static struct ir_member
member_of(const struct tally *tally)
{
	return tally->place == tally->node ? ir_member_of(tally->node) : (struct ir_member){0};
}

/* ---- who comes with whom ---- */

/* What is reached through a `__restrict__` pointer is parted by what that leads to alone. */
static struct parting *
parting_of(struct fold *fold, enum site_space space, const struct ir_expr *access)
{
	const struct ir_var *base = restricted_base_of(access);
	if (!base)
		return &fold->spaces[space];
	for (size_t i = 0; i < fold->base_count; i++)
		if (fold->bases[i].base == base)
			return &fold->bases[i];
	memory_push(fold->bases, fold->base_count, fold->base_capacity, (struct parting){.base = base});
	return &fold->bases[fold->base_count - 1];
}

void
note_record(struct fold *fold, struct tally *tally, const struct request *request, const struct fold_access *access)
{
	const struct ir_member place = ir_member_of(access->site);
	/* What is taken back has been noted when it was made. */
	if (!place.record || access->weight <= 0)
		return;
	const unsigned first = (unsigned)__builtin_ctz(request->active), last = 31 - (unsigned)__builtin_clz(request->active);
	uint64_t record = request->active;
	record = hash_mix(hash_mix(record, request->address[first] - place.offset), request->symbol[first]);
	record = hash_mix(hash_mix(record, request->address[last] - place.offset), request->symbol[last]);
	const struct parting *parting = parting_of(fold, request->space, access->site);
	const uint64_t before = access->kind == SITE_LOAD ? parting->loads : parting->stores;
	tally->company.records += record;
	tally->company.moments += hash_mix(record, before);
}

void
note_companions(struct fold *fold, struct tally *tally, const struct request *request, const struct fold_access *access)
{
	enum { WIDEST_PART = 8 };
	if (access->weight <= 0 || access->kind == SITE_ATOMIC || request->space != SPACE_GLOBAL || access->place != access->site ||
	    request->width > WIDEST_PART || tally_is_volatile(tally))
		return;
	/* Stores find a way past others. */
	const uint64_t order = access->kind == SITE_LOAD ? loads_order(fold, request->space, access->site) : 0;
	companions_note(&fold->companions, tally, request, order);
}

uint64_t
loads_order(struct fold *fold, enum site_space space, const struct ir_expr *access)
{
	return parting_of(fold, space, access)->loads;
}

/* Whether it is a load of a member that has been stored to, in the vector that was stored to last, since stores were last
 * parted: if both vectors are the same, it comes between that store and the next. */
static bool
loads_what_was_stored(struct parting *parting, const struct fold_access *access)
{
	const struct ir_type *vector = tally_vector(access->site);
	const unsigned member = vector ? 1u << access->site->a->field->offset : 0;
	if (access->kind == SITE_STORE && member) {
		const struct ir_expr *record = access->site->a->a;
		const bool same = parting->record && same_expr(parting->record, record);
		parting->stored = (same ? parting->stored : 0) | member;
		parting->record = record;
	}
	if (access->kind != SITE_LOAD || !(parting->stored & member))
		return false;
	parting->stored = 0;
	return true;
}

/* A load does not move across a store that may have changed what it reads, nor a store across an access that may be to the
 * same place; but the stores to members of vectors find a way past each other, and past loads of other members of such. */
void
note_order(struct fold *fold, enum site_space space, const struct fold_access *access)
{
	struct parting *parting = access->kind == SITE_ATOMIC ? &fold->spaces[space] : parting_of(fold, space, access->site);
	fold->spaces[space].loads += access->kind != SITE_LOAD;
	if (!parting->base) {
		parting->stores += !tally_vector(access->site) || loads_what_was_stored(parting, access);
	} else if (!ir_member_of(access->site).record) {
		parting->loads += access->kind == SITE_STORE;
		parting->stores++;
	}
}

static const struct neighbour *
neighbour_of(const struct fold *fold, const struct tally *tally)
{
	if (tally->place != tally->node)
		return NULL;
	const struct neighbours *neighbours = neighbours_of(&fold->code->neighbours, fold->kernel, tally->func);
	return neighbours_find(neighbours, tally->node, tally->kind == SITE_STORE);
}

/* Across what stands between two accesses of one function. */
static enum crossing
crossing_between(const struct fold *fold, const struct tally *x, const struct tally *y)
{
	/* Of the code of built-in headers no more is known than that it is called there. */
	if (x->place != x->node)
		return CROSSING_SURE;
	const struct neighbour *a = neighbour_of(fold, x), *b = neighbour_of(fold, y);
	if (!a || !b)
		return CROSSING_NONE;
	enum crossing worst = CROSSING_NONE;
	while (worst > CROSSING_SURE && a->piece[worst] == b->piece[worst])
		worst--;
	if (worst != CROSSING_RESTRICTED)
		return worst;
	return x->kind == SITE_LOAD && restricted_base_of(x->node) ? CROSSING_UNSURE : CROSSING_NONE;
}

static bool
siblings(const struct fold *fold, const struct tally *x, const struct tally *y)
{
	if (x->kind != y->kind || x->space != y->space || x->func != y->func || x->requests != y->requests ||
	    x->lanes != y->lanes || x->unknown_requests || y->unknown_requests)
		return false;
	const struct ir_expr *a = x->node, *b = y->node;
	/* Two calls of one library function do what they do apart. */
	if ((x->place != a || y->place != b) && x->place != y->place)
		return false;
	if (x->company.moments != y->company.moments)
		return false;
	const struct ir_type *vector = tally_vector(a);
	return vector && vector == tally_vector(b) && same_expr(a->a->a, b->a->a) &&
	       crossing_between(fold, x, y) < CROSSING_COPIES;
}

/* Accesses to the members of one vector: where they are among the tallies, which are in order of place. */
struct members {
	struct fold *fold;
	const struct ir_type *vector;
	size_t at[MOST_MEMBERS];
	unsigned present;              /* members with an access, a bit each */
};

static struct tally *
member(const struct members *members, unsigned i)
{
	return members->fold->tallies.items[members->at[i]];
}

/* Loads are made where the first of them stands, stores where the last does. */
static struct tally *
kept_of(const struct members *members, unsigned piece)
{
	size_t best = SIZE_MAX;
	for (unsigned i = 0; i < MOST_MEMBERS; i++) {
		if (!(piece >> i & 1))
			continue;
		const bool load = member(members, i)->kind == SITE_LOAD;
		if (best == SIZE_MAX || (members->at[i] < best) == load)
			best = members->at[i];
	}
	return members->fold->tallies.items[best];
}

/* Whether it is certain that the compiler makes one access of all members. Stores in several statements stay apart where
 * it cannot see what stands between them; and what members smaller than a word become is a matter of taste. */
static bool
surely_one(const struct members *members)
{
	const struct tally *first = member(members, 0);
	for (unsigned i = 1; i < members->vector->field_count; i++) {
		const struct tally *other = member(members, i);
		if ((first->kind == SITE_STORE && other->loc.line != first->loc.line) ||
		    crossing_between(members->fold, first, other) != CROSSING_SURE)
			return false;
	}
	return members->vector->size >= 4 * (uint64_t)members->vector->field_count;
}

/* What is in doubt of a member is in doubt of the whole. */
static void
inherit_doubts(struct fold *fold, const struct tally *whole, const struct tally *member)
{
	for (unsigned i = 0; i < ACCESS_DOUBTS; i++)
		if (pointer_set_has(&fold->doubted[i], member->node))
			pointer_set_add(&fold->doubted[i], whole->node);
}

static void
merge(const struct members *members, unsigned piece, unsigned width)
{
	struct tally *kept = kept_of(members, piece);
	const bool whole = width == members->vector->size;
	const bool certain = whole && members->present == (1u << members->vector->field_count) - 1 && surely_one(members);
	double ideal = 0;
	for (unsigned i = 0; i < MOST_MEMBERS; i++)
		if (piece >> i & 1)
			ideal += member(members, i)->ideal;
	/* A part of a vector lies in one sector, as each of its members does. */
	kept->ideal = whole ? kept->whole_ideal : fmin(ideal, kept->cost);
	kept->cost = whole ? kept->whole_cost : kept->cost;
	kept->width = width;
	kept->merged |= !certain;
	for (unsigned i = 0; i < MOST_MEMBERS; i++) {
		if (!(piece >> i & 1) || member(members, i) == kept)
			continue;
		kept->step_used |= member(members, i)->step_used;
		kept->step_used_by_warp |= member(members, i)->step_used_by_warp;
		kept->step_from = member(members, i)->step_from < kept->step_from ? member(members, i)->step_from : kept->step_from;
		kept->step_end = member(members, i)->step_end > kept->step_end ? member(members, i)->step_end : kept->step_end;
		inherit_doubts(members->fold, kept, member(members, i));
		flow_join(&kept->flow, &member(members, i)->flow);
		companions_join(&members->fold->companions, kept, member(members, i));
		member(members, i)->whole = kept;
		if (!kept->fault.kind)
			kept->fault = member(members, i)->fault;
		member(members, i)->requests = 0;
	}
}

/* Whether the compiler covers the gaps between those members by one load. */
static bool
covers_gaps(const struct members *members, unsigned piece)
{
	const unsigned count = members->vector->field_count, upper = ((1u << count / 2) - 1) << count / 2;
	if (member(members, (unsigned)__builtin_ctz(piece))->kind != SITE_LOAD || count != 4)
		return false;
	return __builtin_popcount(piece) == 3 || (members->vector->size < 16 && piece & 1 && piece & upper);
}

/* The members from `first` on, so many. */
static void
merge_piece(const struct members *members, unsigned first, unsigned count)
{
	const unsigned all = ((1u << count) - 1) << first, piece = members->present & all;
	const uint64_t size = members->vector->size / members->vector->field_count;
	const bool global = piece && member(members, (unsigned)__builtin_ctz(piece))->space == SPACE_GLOBAL;
	const bool whole = count == members->vector->field_count;
	if (__builtin_popcount(piece) < 2)
		return;
	/* What of shared memory merges in parts has been found from the addresses. */
	if (piece == all ? whole || global : whole && global && covers_gaps(members, piece)) {
		merge(members, piece, (unsigned)(count * size));
		return;
	}
	merge_piece(members, first, count / 2);
	merge_piece(members, first + count / 2, count / 2);
}

void
merge_members(struct fold *fold)
{
	for (size_t i = 0; i < fold->tallies.count; i++) {
		const struct tally *first = fold->tallies.items[i];
		if ((first->kind != SITE_LOAD && first->kind != SITE_STORE) || first->requests <= 0)
			continue;
		struct members members = {.fold = fold, .vector = tally_vector(first->node)};
		for (size_t j = i; members.vector && j < fold->tallies.count; j++) {
			const struct tally *other = fold->tallies.items[j];
			if (other->requests <= 0 || !siblings(fold, first, other))
				continue;
			const struct ir_expr *access = other->node;
			const uint64_t at = access->a->field->offset / access->type->size;
			if (at < MOST_MEMBERS) {
				members.at[at] = j;
				members.present |= 1u << at;
			}
		}
		if (members.vector)
			merge_piece(&members, 0, members.vector->field_count);
	}
}

static bool
names(const struct ir_expr *address, const struct ir_var *var)
{
	const struct ir_expr *base = ir_base_of_address(address);
	return base->kind == IR_VAR && base->var == var;
}

/* Whether functions that are compiled into each other access two variables, one of them small, where no thread's index leads.
 * What a pointer leads to in a called function may be another variable each time. */
static bool
may_meet_across_calls(const struct fold *fold, const struct tally *x, const struct tally *y)
{
	enum { WORD_BYTES = 4, PIECE_BYTES = 16 };
	const struct object *a = x->object, *b = y->object;
	if (y->space != SPACE_SHARED || !a || !b || a == b || !a->var || !b->var || !x->uniform || !y->uniform || x->width < WORD_BYTES ||
	    x->width != y->width)
		return false;
	if (a->size > PIECE_BYTES && b->size > PIECE_BYTES)
		return false;
	const bool is_led_there = x->func != fold->kernel && !names(tally_address(x), a->var);
	return is_led_there || (x->func != y->func && x->kind == y->kind);
}

static bool
lies_beside_another(const struct fold *fold, const struct tally *tally)
{
	const struct neighbour *neighbour = neighbour_of(fold, tally);
	if (neighbour && neighbour->beside_another)
		return true;
	for (size_t i = 0; i < fold->tallies.count; i++)
		if (may_meet_across_calls(fold, tally, fold->tallies.items[i]))
			return true;
	return false;
}

/* Whether one that is made as often was beside it, or beside another that goes to the same variable there: between two that
 * become one the compiler keeps what it has loaded. */
static bool
has_met(const struct fold *fold, const struct tally *tally)
{
	if (fold->tallies.count > MOST_COMPARED)
		return tally->met != NULL;
	for (size_t i = 0; i < fold->tallies.count; i++) {
		const struct tally *t = fold->tallies.items[i];
		if (t->met && t->object == tally->object && t->func == tally->func && t->met->requests == t->requests &&
		    !tally_is_volatile(t->met) && t->requests == tally->requests)
			return true;
	}
	return false;
}

/* Whether the compiler knows how both lie in their piece, but has them in no straight line of code, where it is known what becomes
 * of them (see widen.h). */
static bool
lie_on_two_ways(const struct fold *fold, const struct tally *x, const struct tally *y)
{
	const struct neighbour *a = neighbour_of(fold, x), *b = neighbour_of(fold, y);
	return a && b && a->span && b->span && (x->func != y->func || a->group != b->group);
}

/* Whether the two, as far apart as that, may become one; a function may be compiled into the other's. Loads on a side of a branch the
 * compiler may make before it, with others of the same 16 bytes. */
static bool
may_become_one(const struct fold *fold, const struct tally *tally, const struct tally *other, uint64_t apart)
{
	enum { PIECE_BYTES = 16 };
	if (apart == tally->width)
		return tally->step % (2 * (int64_t)tally->width) == 0;
	return tally->kind == SITE_LOAD && apart && tally->first_address / PIECE_BYTES == other->first_address / PIECE_BYTES &&
	       tally->step % PIECE_BYTES == 0 && lie_on_two_ways(fold, tally, other);
}

bool
may_be_merged(const struct fold *fold, const struct tally *tally)
{
	if (tally->space != SPACE_SHARED || tally->kind == SITE_ATOMIC || tally->width >= 16 || tally_is_volatile(tally))
		return false;
	if (tally->kind == SITE_STORE && widen_parts(fold->widening, tally->node))
		return true;
	/* What one copy of a loop has loaded another does not load again. */
	const double least = tally->uniform ? 0 : 0.5;
	if (tally->kind == SITE_LOAD && tally->walking_requests > least * tally->requests)
		return true;
	if (lies_beside_another(fold, tally) || has_met(fold, tally))
		return true;
	for (size_t i = 0; i < fold->tallies.count; i++) {
		const struct tally *other = fold->tallies.items[i];
		const uint64_t apart = other->first_address > tally->first_address
		                           ? other->first_address - tally->first_address
		                           : tally->first_address - other->first_address;
		if (other != tally && other->kind == tally->kind && other->space == tally->space && !tally_is_volatile(other) &&
		    (other->requests == tally->requests || (other->uniform && tally->uniform && tally->kind == SITE_LOAD)) &&
		    other->width == tally->width && may_become_one(fold, tally, other, apart))
			return true;
	}
	return false;
}

/* Whether the function stores to members of such records: one is the same as another, or apart from it, so that loads may
 * cross the store. */
static bool
stores_to_members(const struct fold *fold, const struct ir_func *func, const struct ir_type *record)
{
	for (size_t i = 0; i < fold->tallies.count; i++) {
		const struct tally *t = fold->tallies.items[i];
		if (t->kind == SITE_STORE && t->func == func && member_of(t).type == record)
			return true;
	}
	return false;
}

/* Whether one instruction may move the members that both are to; of two functions it is not known in which order they
 * come. */
static bool
may_move_together(const struct fold *fold, const struct tally *x, const struct tally *y)
{
	const struct ir_member a = member_of(x), b = member_of(y);
	if (!b.record || a.offset / a.type->align != b.offset / a.type->align || a.offset == b.offset)
		return false;
	if (x->func != y->func)
		return x->requests == y->requests && x->company.records == y->company.records;
	const enum crossing crossing = crossing_between(fold, x, y);
	if (!same_expr(a.record, b.record) || crossing == CROSSING_NONE)
		return false;
	return crossing == CROSSING_COPIES || x->kind != SITE_LOAD || x->company.moments == y->company.moments ||
	       stores_to_members(fold, x->func, a.type) || is_handed_on(x->func, a.record);
}

/* Whether what stands between the two is between any copies of them as well, in the kernel itself. */
static bool
are_kept_apart(const struct fold *fold, const struct tally *x, const struct tally *y)
{
	const struct neighbour *a = neighbour_of(fold, x), *b = neighbour_of(fold, y);
	if (x->func != fold->kernel || y->func != fold->kernel || !a || !b || (a->copied && a->copied == b->copied))
		return false;
	return crossing_between(fold, x, y) == CROSSING_NONE;
}

/* Whether one instruction may move what the two access that have met. */
static bool
may_join(const struct fold *fold, const struct tally *tally, const struct companion *companion)
{
	const struct tally *with = companion->with->whole ? companion->with->whole : companion->with;
	if (with == tally || companion->piece < 2 * larger(with->width, tally->width) || are_kept_apart(fold, tally, with))
		return false;
	const struct ir_member a = member_of(tally), b = member_of(with);
	return companion->in_order || tally->kind != SITE_LOAD || stores_to_members(fold, tally->func, a.record ? a.type : b.type) ||
	       is_handed_on(tally->func, tally_address(tally));
}

bool
shares_record(const struct fold *fold, const struct tally *tally)
{
	for (const struct companion *m = tally->companions; m; m = m->next)
		if (may_join(fold, tally, m))
			return true;
	const struct ir_member place = member_of(tally);
	if (!place.type || place.type->align < 2 * tally->width || tally->width >= 16)
		return false;
	for (size_t i = 0; i < fold->tallies.count; i++) {
		const struct tally *other = fold->tallies.items[i];
		if (other != tally && other->kind == tally->kind && may_move_together(fold, tally, other))
			return true;
	}
	return false;
}

/* The record that an access moves whole, or a member of; NULL: none. */
static const struct ir_type *
record_of(const struct tally *tally, bool *whole)
{
	const struct ir_member place = member_of(tally);
	const struct ir_expr *node = tally->node;
	const bool of_number = node->kind == IR_LOAD || node->kind == IR_STORE || node->kind == IR_UPDATE;
	const bool of_record = tally->place == node && tally->kind != SITE_BRANCH && !of_number;
	const struct ir_type *type = place.type ? place.type : of_record ? ir_type_at(node->type) : NULL;
	*whole = !place.type;
	return type && type->kind == IR_TYPE_RECORD ? type : NULL;
}

bool
moves_in_two_ways(const struct fold *fold, const struct tally *tally)
{
	bool is_whole, moves_whole = false, stores_members = false;
	const struct ir_type *record = record_of(tally, &is_whole);
	for (size_t i = 0; record && i < fold->tallies.count; i++) {
		const struct tally *other = fold->tallies.items[i];
		if (other->space != tally->space || record_of(other, &is_whole) != record)
			continue;
		moves_whole |= is_whole;
		stores_members |= !is_whole && other->kind == SITE_STORE;
	}
	return moves_whole && stores_members;
}
