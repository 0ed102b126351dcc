#include "eval/reuse/reuse_table.h"

#include <string.h>

#include "code/restrict.h"
#include "ir/last_operand.h"
#include "ir/member.h"

struct reuse_entry *
reuse_find(struct reuse *reuse, struct name address, unsigned width, enum object_kind kind)
{
	for (uint64_t left = reuse->held; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(left);
		struct reuse_entry *e = &reuse->entries[i];
		if (reuse->numbers[i] == address.number && !e->overlaid && !e->lost_at && e->width == width && e->kind == kind &&
		    name_same(e->address, address))
			return e;
	}
	return NULL;
}

struct reuse_entry *
reuse_find_at(struct reuse *reuse, const struct reuse_place *place)
{
	return place->told && place->object ? reuse_find(reuse, place->name, place->width, place->object->kind) : NULL;
}

bool
reuse_holds(struct machine *m, struct name address, unsigned width, enum object_kind kind)
{
	const struct reuse_entry *e = reuse_find(&m->reuse, address, width, kind);
	return e && !e->jumped;
}

void
reuse_drop(struct reuse *reuse, const struct reuse_entry *e)
{
	reuse->held &= ~(UINT64_C(1) << (e - reuse->entries));
}

/* A place that is free, or that of what has not been asked for the longest. */
static struct reuse_entry *
place_for_new(struct reuse *reuse)
{
	_Static_assert(REUSE_ENTRIES == 64, "reuse.held has a bit for each");
	if (~reuse->held)
		return &reuse->entries[__builtin_ctzll(~reuse->held)];
	struct reuse_entry *oldest = reuse->entries;
	for (unsigned i = 1; i < REUSE_ENTRIES; i++)
		if (reuse->entries[i].used < oldest->used)
			oldest = &reuse->entries[i];
	return oldest;
}

const struct object *
reuse_object_at(const struct machine *m, const struct value *address)
{
	return memory_object_at(m->memory, value_term(address, mask_first(&m->active.may)).offset);
}

static struct reuse_spots
spots_of(const struct machine *m, const struct fold_access *access)
{
	const unsigned lanes[REUSE_SPOTS] = {mask_first(&m->active.may), m->lanes / 2 + 5, m->lanes - 1};
	struct reuse_spots spots = {.known = true};
	for (unsigned i = 0; i < REUSE_SPOTS; i++) {
		const unsigned lane = mask_has(&m->active.may, lanes[i]) ? lanes[i] : lanes[0];
		const struct term at = value_term(access->address, lane);
		spots.known &= !at.symbol;
		spots.of_lane[i] = at.offset + access->offset;
	}
	return spots;
}

const struct ir_func *
reuse_kernel_of(const struct machine *m)
{
	const struct frame *frame = m->frame;
	while (frame->caller)
		frame = frame->caller;
	return frame->func;
}

/* A pointer that was handed on may have been made of a `__restrict__` one, for all that is seen of it here. */
static bool
may_be_restricted(const struct machine *m, const struct ir_expr *access)
{
	return is_handed_on(m->frame->func, access->a) && has_restricted_parameters(reuse_kernel_of(m));
}

struct reuse_place
reuse_place_of(const struct machine *m, const struct fold_access *access)
{
	struct reuse_place place = {
		.object = reuse_object_at(m, access->address), .site = access->site, .width = access->width,
	};
	/* Nobody asks more of what is a lane's own. */
	if (place.object && place.object->is_private)
		return place;
	place.base = restricted_base_of(access->site->a);
	place.spots = spots_of(m, access);
	place.name = access->address->name;
	place.name.number += (uint64_t)access->offset;
	place.told = place.object && !access->site->type->is_volatile && place.name.kind != NAME_NONE;
	return place;
}

bool
reuse_is_held(const struct machine *m, const struct reuse_entry *e)
{
	if (e->jumped)
		return false;
	if (e->on_one_way)
		return e->depth == m->reuse.depth && mask_subset(&m->active.may, &e->lanes.must);
	return mask_subset(&m->active.may, &e->lanes.may);
}

bool
reuse_is_at_hand(const struct machine *m, const struct reuse_entry *e)
{
	return !e->before && reuse_is_held(m, e);
}

void
reuse_remember(struct machine *m, struct reuse_entry access, const struct reuse_entry *known)
{
	struct reuse_entry *same = reuse_find(&m->reuse, access.address, access.width, access.kind);
	struct reuse_entry *e = same ? same : place_for_new(&m->reuse);
	access.lanes = m->active;
	access.since = m->reuse.depth;
	/* Lanes that made the same access on another way here have made it as well. */
	if (known) {
		access.lanes.must = mask_or(&known->lanes.must, &m->active.must);
		access.through = known->through || known->before;
	}
	if (known && reuse_is_held(m, known)) {
		access.lanes.may = mask_or(&known->lanes.may, &m->active.may);
		access.since = known->since;
	}
	access.may_be_restricted = access.object->kind != OBJECT_SHARED && may_be_restricted(m, access.maker_site);
	access.depth = m->reuse.depth;
	access.loop = m->reuse.loop;
	access.made = access.used = ++m->reuse.uses;
	access.turn = m->reuse.turns;
	access.block = m->reuse.blocks;
	access.chosen = m->reuse.choices > 0;
	access.ahead = m->reuse.ahead_of_condition;
	*e = access;
	m->reuse.numbers[e - m->reuse.entries] = access.address.number;
	m->reuse.held |= UINT64_C(1) << (e - m->reuse.entries);
}

/* What was there before the branch that runs is there again on its other side. Where a single load has seen it that may be none, it
 * remains to be asked what takes its place. */
void
reuse_lose(struct machine *m, struct reuse_entry *e, bool perhaps)
{
	e->kept = perhaps && (e->kept || (!e->overlaid && !e->lost_at));
	if (e->depth >= m->reuse.depth) {
		e->overlaid = true;
		if (!e->kept && (!e->stored || (e->seen && !e->seen_by)))
			reuse_drop(&m->reuse, e);
	}
	if (e->depth < m->reuse.depth && !e->lost_at)
		e->lost_at = m->reuse.depth;
}

/* Variables of the program lie apart from each other; what else pointers lead to may be anywhere. */
static bool
is_variable(const struct object *object)
{
	return object && (object->kind == OBJECT_SHARED || object->type);
}

/* Whether addresses of one object, at no fixed distance, never come closer since they lie otherwise within some power of
 * two: as `a[2 * i + 1]` and `a[0]`. */
static bool
is_apart_by_alignment(const struct reuse_spots *a, unsigned a_width, const struct reuse_spots *b, unsigned b_width)
{
	enum { LARGEST = 4096 };
	const int64_t first = b->of_lane[0] - a->of_lane[0];
	bool fixed = true;
	for (unsigned i = 1; i < REUSE_SPOTS; i++)
		fixed &= b->of_lane[i] - a->of_lane[i] == first;
	for (int64_t block = 2; a->known && b->known && !fixed && block <= LARGEST; block *= 2) {
		const int64_t distance = first & (block - 1);
		bool alike = distance >= a_width && block - distance >= b_width;
		for (unsigned i = 1; i < REUSE_SPOTS; i++)
			alike &= ((b->of_lane[i] - a->of_lane[i]) & (block - 1)) == distance;
		if (alike)
			return true;
	}
	return false;
}

static int64_t
common_divisor(int64_t a, int64_t b)
{
	while (b) {
		const int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

/* The same where the distance is never so small, as between `a[i]` and `a[4 * i + 2]`. */
static bool
is_apart_by_step(const struct reuse_spots *a, unsigned a_width, const struct reuse_spots *b, unsigned b_width)
{
	const int64_t first = b->of_lane[0] - a->of_lane[0];
	int64_t step = 0;
	for (unsigned i = 1; i < REUSE_SPOTS; i++)
		step = common_divisor(step, b->of_lane[i] - a->of_lane[i] - first);
	if (!a->known || !b->known || !step)
		return false;
	const int64_t rest = (first % step + step) % step;
	return rest >= (int64_t)a_width && step - rest >= (int64_t)b_width;
}

/* The compiler heeds `__restrict__` of a local pointer as well, as far as it sees what that is used for. */
static bool
is_restricted_here(const struct ir_expr *access)
{
	const struct ir_var *pointer = access ? pointer_of_address(access->a) : NULL;
	return pointer && pointer->is_restrict && pointer->storage == IR_STORAGE_LOCAL;
}

/* An index such as `i + 1` of unsigned numbers, of which the compiler has to know that it does not wrap round before it
 * takes it for the next one. */
static bool
may_wrap(const struct ir_expr *access)
{
	const struct ir_expr *index = access && access->a && access->a->kind == IR_OFFSET ? ir_without_conversions(access->a->b) : NULL;
	return index && index->kind == IR_BINARY && (index->op == IR_ADD || index->op == IR_SUB) && !index->type->is_signed &&
	       index->type->size == 4 && (index->a->kind == IR_INT || index->b->kind == IR_INT);
}

/* Whether both go to one object at a fixed distance that the compiler may not know. */
static bool
may_be_apart(const struct reuse_entry *e, const struct reuse_place *place)
{
	if (!e->spots.known || !place->spots.known || !(may_wrap(e->maker_site) || may_wrap(place->site)))
		return false;
	for (unsigned i = 0; i < REUSE_SPOTS; i++) {
		const int64_t distance = place->spots.of_lane[i] - e->spots.of_lane[i];
		if (distance != place->spots.of_lane[0] - e->spots.of_lane[0] ||
		    (distance < (int64_t)e->width && -distance < (int64_t)place->width))
			return false;
	}
	return true;
}

/* Whether the one goes to a variable, and the other so far behind a pointer that this would lead before the variable if both
 * met: no pointer leads there. */
static bool
is_behind(const struct ir_expr *access, const struct ir_expr *of_variable, unsigned width)
{
	const struct ir_known_place place = ir_known_place_of(access), in_variable = ir_known_place_of(of_variable);
	return place.root && place.root->kind != IR_VAR && in_variable.root && in_variable.root->kind == IR_VAR &&
	       place.offset >= in_variable.offset + (int64_t)width;
}

static bool
is_apart_by_beginning(const struct reuse_entry *e, const struct reuse_place *place)
{
	return e->maker_site && (is_behind(e->maker_site, place->site, place->width) || is_behind(place->site, e->maker_site, e->width));
}

/* No access is to a variable that is smaller. */
static bool
is_too_wide(unsigned width, const struct object *object)
{
	return object && object->type && object->type->size && width > object->type->size;
}

enum reuse_overlap
reuse_overlap(const struct machine *m, const struct reuse_entry *e, const struct reuse_place *place)
{
	const struct object *object = place->object;
	const bool shared = object && object->kind == OBJECT_SHARED;
	/* What a pointer without the word leads to may well be reached by one made of the pointer that has it. */
	const bool apart = e->base != place->base && ((e->base && place->base) || object != e->object);
	if (apart || (object && (e->kind == OBJECT_SHARED) != shared))
		return OVERLAP_NONE;
	if (object != e->object && ((is_variable(object) && is_variable(e->object)) || is_too_wide(place->width, e->object) ||
	                            is_too_wide(e->width, object)))
		return OVERLAP_NONE;
	if (name_apart(e->address, e->width, place->name, place->width))
		return OVERLAP_NONE;
	if (e->maker_site && ir_is_other_member(e->maker_site, e->width, place->site, place->width))
		return OVERLAP_PERHAPS;
	const bool perhaps_apart =
		object == e->object
			? is_apart_by_alignment(&e->spots, e->width, &place->spots, place->width) ||
				  is_apart_by_step(&e->spots, e->width, &place->spots, place->width) || may_be_apart(e, place)
			: e->may_be_restricted || may_be_restricted(m, place->site) || is_restricted_here(place->site) ||
				  is_restricted_here(e->maker_site) || is_apart_by_beginning(e, place);
	return perhaps_apart ? OVERLAP_PERHAPS : OVERLAP_LIKELY;
}

static bool
is_on_line(const struct ir_expr *a, const struct ir_expr *b)
{
	return a->loc.line == b->loc.line && a->loc.file == b->loc.file;
}

static void
note_line(struct reuse_lines *lines, const struct ir_expr *access, unsigned depth, uint64_t block)
{
	struct reuse_line *const first = &lines->items[0], *const last = &lines->items[REUSE_LINES - 1], *at = first;
	while (at < last && at->access && !is_on_line(at->access, access))
		at++;
	struct reuse_line line = *at;
	if (!line.access || !is_on_line(line.access, access))
		line = (struct reuse_line){0};
	line.access = access;
	line.depth = depth;
	line.block = block;
	line.passed = false;
	memmove(first + 1, first, (size_t)(at - first) * sizeof *first);
	*first = line;
}

bool
reuse_are_on_line(const struct ir_expr *a, const struct ir_expr *b)
{
	const struct ir_loc *x = ir_place_of_access(a), *y = ir_place_of_access(b);
	return x->file == y->file && x->line == y->line;
}

void
reuse_note_access(struct machine *m, const struct ir_expr *access, enum site_kind kind, const struct object *object)
{
	const struct lineless_near near = {access, kind, fold_space_of(object), m->reuse.blocks};
	lineless_note(&m->reuse.lineless, m->fold, &near);
	note_line(&m->reuse.lines, access, m->reuse.depth, m->reuse.blocks);
	if (kind == SITE_STORE || !is_variable(object) || object->kind == OBJECT_SHARED)
		m->reuse.latest_depth = m->reuse.depth;
	m->reuse.lone = (struct reuse_lone_store){0};
}
