#include "eval/reuse/reuse_table.h"

enum cover { COVERS_NOTHING, COVERS_PART, COVERS_ALL };

/* How much a store to there takes of the entry's place. */
static enum cover
cover_of_place(const struct reuse_entry *e, struct name address, unsigned width)
{
	const int64_t distance = (int64_t)(e->address.number - address.number);
	if (e->address.kind != address.kind || e->address.made != address.made || distance >= (int64_t)width ||
	    distance <= -(int64_t)e->width)
		return COVERS_NOTHING;
	return distance >= 0 && distance <= (int64_t)width - (int64_t)e->width ? COVERS_ALL : COVERS_PART;
}

/* The same of what a store has left there that nobody has seen, nor can see on another way. */
static enum cover
cover_of(const struct reuse_entry *e, struct name address, unsigned width)
{
	return e->stored && !e->seen && !e->left ? cover_of_place(e, address, width) : COVERS_NOTHING;
}

/* Whether the loop sinks the store: then one of an earlier iteration, which is the same, stands for it. */
static bool
sinks(struct machine *m, struct reuse_entry *e, const struct fold_access *store)
{
	const bool again = e->carried ? e->loop == m->reuse.loop || e->sunk
	                              : e->loop == m->reuse.loop && e->report.site == store->site;
	if (!again || e->overlaid || e->lost_at || e->width != store->width || !mask_subset(&store->active->may, &e->lanes.may))
		return false;
	e->sunk |= e->carried;
	return true;
}

static void
take_back(struct machine *m, struct reuse_entry *e, const struct fold_access *by, int64_t offset)
{
	struct fold_access needless = e->report;
	/* It stays one in each round, but not in each copy. */
	if (e->carried && m->reuse.copies.unsure)
		fold_doubt(m->fold, e->report.site, DOUBT_OVERWRITTEN);
	if (e->carried || e->loop != m->reuse.loop || !mask_equal(&e->maker.may, &by->active->may))
		return;
	needless.sides = NULL;   /* which may have ended */
	needless.address = by->address;
	needless.offset = by->offset + offset;
	needless.active = &e->maker;
	/* Of rounds that stand for others each takes back one of those before it, which may not have run. */
	needless.weight = e->report.site == by->site && e->turn != m->reuse.turns ? -by->weight : -needless.weight;
	fold_access(m->fold, &needless);
	fold_note_spared(m->fold, &e->report, by->site, false);
	reuse_drop(&m->reuse, e);
}

static void
note_needless(const struct machine *m, const struct reuse_entry *e)
{
	if (!e->read)
		fold_note_needless(m->fold, e->report.site);
}

/* Whether the entry was made in another copy of an unrolled loop's body. Stores of one copy after the other become one
 * before the compiler makes copies, if nothing else stands between, such as a load that it may tell from them in copies alone; it
 * does not look again at what copies leave. A branch between them is enough. */
static bool
is_behind_copies(const struct machine *m, const struct reuse_entry *e, const struct fold_access *store)
{
	return e->turn != m->reuse.turns && e->loop == m->reuse.loop && !e->carried &&
	       (e->report.site != store->site || e->turn + 1 != m->reuse.turns || e->seen_nearby || e->block != m->reuse.blocks);
}

/* Whether the compiler sees that both go to one place. Of a loop that it unrolls whole in steps the first step's copies are each
 * other's neighbours only; of those further apart it knows the counter's last bits, when so many copies are made that these
 * are the same each time round. Out of a loop around it stores are taken when all copies are made. */
static bool
is_seen_by_copies(const struct machine *m, const struct reuse_entry *e)
{
	const uint64_t apart = m->reuse.turns - e->turn;
	const unsigned copies = m->reuse.copies.at_first;
	const bool is_power_of_two = !(apart & (apart - 1));
	return !copies || e->carried || apart <= 1 || (is_power_of_two && copies % apart == 0);
}

/* What a loop loads from one place and stores there again the compiler keeps in a register: the load that is left stands before
 * the loop and the store behind it, on the line of the access that comes last. A function's own come behind its caller's. */
static void
doubt_lines_of_register(struct machine *m, const struct reuse_entry *e, const struct fold_access *store)
{
	const struct ir_expr *stores[] = {e->report.site, store->site};
	bool taken_elsewhere = e->taken_by != NULL;
	if (!e->loaded_by || e->turn == m->reuse.turns || e->made <= m->reuse.ahead.uses)
		return;
	/* As long as something is loaded for nothing that may lie there, the compiler moves the load by itself, without its line. */
	if (m->reuse.loop && m->reuse.unused.loop == m->reuse.loop)
		reuse_doubt_hoisted(m, e);
	for (unsigned i = 0; taken_elsewhere && i < sizeof stores / sizeof *stores; i++)
		taken_elsewhere = !reuse_are_on_line(e->taken_by, stores[i]);
	for (unsigned i = 0; i < sizeof stores / sizeof *stores; i++) {
		if (taken_elsewhere)
			fold_doubt(m->fold, stores[i], DOUBT_SUNK);
		if (!taken_elsewhere && reuse_are_on_line(e->loaded_by, stores[i]))
			continue;
		fold_doubt(m->fold, e->loaded_by, DOUBT_HOISTED);
		fold_doubt(m->fold, stores[i], DOUBT_JOINED);
	}
}

/* What is stored takes the place of what the entry stored, on all ways if no branch parts them. What the other side of a
 * branch stored lies there behind it as this does: the compiler makes one store of both, and needs either value. */
static void
overwrite(struct machine *m, struct reuse_entry *e, const struct fold_access *store, struct name address,
          struct reuse_entry **sunk)
{
	if (e->beside) {
		fold_note_twin_stores(m->fold, store->site, e->report.site);
		fold_doubt(m->fold, e->report.site, DOUBT_OVERWRITTEN);
	} else if (e->conditional || e->seen_perhaps) {
		note_needless(m, e);
		fold_doubt(m->fold, e->report.site, DOUBT_OVERWRITTEN);
	} else if (e->depth == m->reuse.depth) {
		const bool seen = is_seen_by_copies(m, e);
		/* Behind a way out of the loop the next round's store is one on some ways alone. */
		const bool may_have_left = e->turn != m->reuse.turns && m->frame->jumped;
		if (!seen || may_have_left || is_behind_copies(m, e, store))
			fold_doubt(m->fold, e->report.site, DOUBT_OVERWRITTEN);
		note_needless(m, e);
		if (!seen)
			return;
		m->reuse.carried += e->turn != m->reuse.turns;
		doubt_lines_of_register(m, e, store);
		if (sinks(m, e, store))
			*sunk = e;
		else
			take_back(m, e, store, (int64_t)(e->address.number - address.number));
	}
}

/* What memory holds as far as others see. */
static struct name
first_of(const struct reuse_entry *e)
{
	return e->stored && !e->seen ? e->first : e->value;
}

/* Whether the value is the former, converted to a wider type and back: one that all of its numbers fit in. */
static bool
is_back_from_wider(struct name value, struct name former, const struct ir_type *type)
{
	static const struct ir_type wider[] = {
		{.kind = IR_TYPE_INT, .size = 4, .is_signed = true}, {.kind = IR_TYPE_INT, .size = 4},
		{.kind = IR_TYPE_INT, .size = 8, .is_signed = true}, {.kind = IR_TYPE_FLOAT, .size = 4, .is_signed = true},
		{.kind = IR_TYPE_FLOAT, .size = 8, .is_signed = true},
	};
	for (unsigned i = 0; i < sizeof wider / sizeof *wider; i++)
		if (wider[i].size > type->size && (type->kind == wider[i].kind || wider[i].kind == IR_TYPE_FLOAT) &&
		    name_same(value, name_convert(type, &wider[i], name_convert(&wider[i], type, former))))
			return true;
	return false;
}

/* Whether the value is what lies there, or what lay there before somebody has seen what was stored in between. What is done
 * to numbers narrower than int, one time after another, names do not follow. */
static bool
may_be_unchanged(const struct reuse_entry *known, struct name value, const struct ir_type *type)
{
	enum { WORD = 4 };
	return name_same(known->value, value) || name_same(first_of(known), value) || (known->stored && known->width < WORD) ||
	       is_back_from_wider(value, known->value, type);
}

/* Of a value that lay there before, whatever was stored in between, the compiler makes no store, nor a load if it is for
 * that alone. */
static void
doubt_both_ends(const struct machine *m, const struct ir_expr *store, const struct reuse_entry *known)
{
	const enum access_doubt doubt = known->loaded_by ? DOUBT_UNCHANGED : DOUBT_AGAIN;
	if (known->stored) {
		fold_doubt(m->fold, known->report.site, doubt);
		fold_note_needless(m->fold, known->report.site);
	}
	fold_doubt(m->fold, store, doubt);
	fold_note_needless(m->fold, store);
	if (known->loaded_by)
		fold_doubt(m->fold, known->loaded_by, DOUBT_UNCHANGED);
}

/* Whether it may be so. */
static bool
doubt_unchanged(const struct machine *m, const struct ir_expr *store, const struct reuse_entry *known, struct name value)
{
	if (!known || !reuse_is_at_hand(m, known) || !may_be_unchanged(known, value, store->type))
		return false;
	doubt_both_ends(m, store, known);
	return true;
}

/* The same across stores of which the compiler may know that they go elsewhere. */
static bool
doubt_kept_unchanged(struct machine *m, const struct ir_expr *store, const struct reuse_place *place, struct name value)
{
	bool found = false;
	const struct reuse_entry *e;
	for (unsigned at = 0; place->told && value.kind != NAME_NONE && (e = reuse_next(&m->reuse, &at));) {
		if (!e->kept || e->object != place->object || e->width != place->width || !name_same(e->address, place->name) ||
		    !may_be_unchanged(e, value, store->type))
			continue;
		doubt_both_ends(m, store, e);
		found = true;
	}
	return found;
}

void
reuse_doubt_unchanged(struct machine *m, const struct ir_expr *store, const struct value *address, unsigned width,
                      struct name value)
{
	const struct object *object = value.kind == NAME_NONE ? NULL : reuse_object_at(m, address);
	if (object)
		doubt_unchanged(m, store, reuse_find(&m->reuse, address->name, width, object->kind), value);
}

/* The next entry, from *at on, that a store has made which goes to some of those bytes; NULL: there is none. */
static struct reuse_entry *
next_stored(struct machine *m, const struct value *address, unsigned width, unsigned *at)
{
	struct reuse_entry *e = NULL;
	while (address->name.kind != NAME_NONE && (e = reuse_next(&m->reuse, at)) &&
	       (!e->stored || cover_of_place(e, address->name, width) == COVERS_NOTHING))
		continue;
	return e;
}

bool
reuse_is_stored(struct machine *m, const struct value *address, unsigned width)
{
	unsigned at = 0;
	return next_stored(m, address, width, &at) != NULL;
}

void
reuse_doubt_again(struct machine *m, const struct ir_expr *store, const struct value *address, unsigned width)
{
	const struct reuse_entry *e;
	for (unsigned at = 0; (e = next_stored(m, address, width, &at));) {
		fold_doubt(m->fold, e->report.site, DOUBT_AGAIN);
		fold_doubt(m->fold, store, DOUBT_AGAIN);
	}
}

/* What lies there when a value of that name is stored. A constant is not taken for one, which no condition depends on. */
static struct name
content_of(struct machine *m, struct name value)
{
	return value.kind == NAME_OPAQUE ? value : machine_new_name(m);
}

/* A store that each round of a loop makes, also where some leave it before they come here: the compiler may make it once, on
 * all ways out. */
static void
doubt_left_behind(struct machine *m, const struct reuse_entry *e, const struct fold_access *store, struct name address)
{
	if (e->stored && e->left && !e->seen && e->turn != m->reuse.turns && e->report.site == store->site &&
	    name_same(e->address, address))
		fold_doubt(m->fold, store->site, DOUBT_OVERWRITTEN);
}

bool
reuse_store(struct machine *m, const struct fold_access *store, struct name value)
{
	const struct reuse_place place = reuse_place_of(m, store);
	const struct object *object = place.object;
	struct reuse_entry *sunk = NULL, known = {0};
	recent_stores_note(&m->reuse.recent, store);
	if (object && object->is_private)
		return true;
	earlier_rounds_note(m, store, place.name);
	loop_starts_note(m, &place, SITE_STORE, value);
	const unsigned depth_before = m->reuse.latest_depth;
	const struct reuse_lone_store lone_before = m->reuse.lone;
	reuse_note_access(m, store->site, SITE_STORE, object);
	const struct reuse_entry *same = reuse_find_at(&m->reuse, &place);
	const bool is_of_record = store->site->kind != IR_STORE && store->site->kind != IR_UPDATE;
	const bool may_be_none = doubt_unchanged(m, store->site, same, value) ||
	                         doubt_kept_unchanged(m, store->site, &place, value) ||
	                         (is_of_record && fold_may_be_gone(m->fold, store->site));
	if (may_be_none)
		m->reuse.lone = lone_before;
	if (same)
		known = *same;
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));) {
		const enum reuse_overlap overlap = e->read_only ? OVERLAP_NONE : reuse_overlap(m, e, &place);
		if (overlap == OVERLAP_NONE)
			continue;
		if (place.told)
			doubt_left_behind(m, e, store, place.name);
		const enum cover cover = place.told ? cover_of(e, place.name, store->width) : COVERS_NOTHING;
		if (place.told && e->stored && e->seen_by && cover_of_place(e, place.name, store->width) == COVERS_ALL)
			fold_note_seen_by(m->fold, e->report.site, e->seen_by);
		if (place.told && e->stored && e->seen_in_part && cover_of_place(e, place.name, store->width) == COVERS_ALL) {
			fold_doubt(m->fold, e->report.site, DOUBT_OVERWRITTEN);
			fold_doubt(m->fold, store->site, DOUBT_OVERWRITTEN);
		}
		if (cover == COVERS_ALL && e->depth < m->reuse.depth && depth_before <= e->depth)
			m->reuse.lone = (struct reuse_lone_store){store->site, e->report.site, m->reuse.depth, e->beside > 0, e->block,
			                                          fold_space_of(object)};
		if (cover == COVERS_ALL)
			overwrite(m, e, store, place.name, &sunk);
		if (cover == COVERS_PART) {
			if (!e->beside)
				note_needless(m, e);
			fold_doubt(m->fold, e->report.site, DOUBT_OVERWRITTEN);
			fold_doubt(m->fold, store->site, DOUBT_OVERWRITTEN);
		}
		if (e != sunk)
			reuse_lose(m, e, overlap == OVERLAP_PERHAPS || may_be_none);
	}
	if (sunk) {
		fold_note_spared(m->fold, store, sunk->report.site, false);
		sunk->content = content_of(m, value);
		sunk->value = value;
		sunk->read = sunk->seen_nearby = false;
		sunk->made = sunk->used = ++m->reuse.uses;
		sunk->turn = m->reuse.turns;
		return false;
	}
	if (place.told)
		reuse_remember(m, (struct reuse_entry){
			.address = place.name, .content = content_of(m, value), .value = value, .spots = place.spots,
			.first = same ? first_of(&known) : (struct name){.kind = NAME_NONE}, .width = store->width,
			.kind = object->kind, .object = object, .loaded_by = known.loaded_by, .taken_by = known.taken_by,
			.maker_site = store->site,
			.base = place.base, .stored = true, .report = *store, .maker = *store->active,
		}, same ? &known : NULL);
	return true;
}
