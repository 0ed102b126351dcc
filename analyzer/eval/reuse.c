#include "eval/reuse.h"

#include <string.h>

#include "eval/machine.h"
#include "eval/may_write.h"
#include "eval/other_member.h"

static struct name
name_at(const struct value *address, int64_t offset)
{
	struct name name = address->name;
	name.number += (uint64_t)offset;
	return name;
}

static struct reuse_entry *
find(struct reuse *reuse, struct name address, unsigned width, enum object_kind kind)
{
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &reuse->entries[i];
		if (reuse->numbers[i] == address.number && e->valid && !e->overlaid && !e->lost_at && e->width == width && e->kind == kind &&
		    name_same(e->address, address))
			return e;
	}
	return NULL;
}

bool
reuse_holds(struct machine *m, struct name address, unsigned width, enum object_kind kind)
{
	return find(&m->reuse, address, width, kind);
}

/* The place of what has not been asked for the longest. */
static struct reuse_entry *
oldest(struct reuse *reuse)
{
	struct reuse_entry *best = reuse->entries;
	for (unsigned i = 1; i < REUSE_ENTRIES && best->valid; i++)
		if (!reuse->entries[i].valid || reuse->entries[i].used < best->used)
			best = &reuse->entries[i];
	return best;
}

static const struct object *
object_of(const struct machine *m, const struct value *address)
{
	return memory_object_at(m->memory, value_term(address, mask_first(&m->active.may)).offset);
}

const struct ir_var *
reuse_restricted_base(const struct ir_expr *address)
{
	for (const struct ir_expr *e = address; e; e = e->a)
		if (e->kind == IR_LOAD && e->a->kind == IR_VAR)
			return e->a->var->is_restrict && e->a->var->storage == IR_STORAGE_PARAM ? e->a->var : NULL;
	return NULL;
}

static bool
is_written_through(const struct machine *m, const struct ir_var *param)
{
	struct slot *slot = &m->frame->slots[param->slot];
	if (slot->target == TARGET_NOT_ASKED) {
		slot->target = TARGET_READ;
		for (uint32_t i = 0; i < m->frame->func->param_count; i++)
			if (m->frame->func->params[i] == param && func_may_write(m->frame->func, i))
				slot->target = TARGET_WRITTEN;
	}
	return slot->target == TARGET_WRITTEN;
}

/* Whether every lane has the content, and the compiler knows. */
static bool
is_held(const struct machine *m, const struct reuse_entry *e)
{
	if (e->on_one_way)
		return e->depth == m->reuse.depth && mask_subset(&m->active.may, &e->lanes.must);
	return mask_subset(&m->active.may, &e->lanes.may);
}

static bool
is_at_hand(const struct machine *m, const struct reuse_entry *e)
{
	return !e->before && is_held(m, e);
}

/* Of three of the lanes, mixed up; 0: not all are known. */
static uint64_t
places_of(const struct machine *m, const struct fold_access *load)
{
	const unsigned lanes[] = {mask_first(&m->active.may), m->lanes / 2 + 5, m->lanes - 1};
	uint64_t places = load->width;
	for (unsigned i = 0; i < sizeof lanes / sizeof *lanes; i++) {
		const unsigned lane = mask_has(&m->active.may, lanes[i]) ? lanes[i] : lanes[0];
		const struct term at = value_term(load->address, lane);
		if (at.symbol)
			return 0;
		places = places * 0x9e3779b97f4a7c15 + (uint64_t)(at.offset + load->offset);
	}
	return places;
}

/* Of a function that is called twice with the same arguments the compiler may see that its addresses are the same too,
 * where they are not known to be. */
static void
doubt_same_call(struct machine *m, const struct fold_access *load, uint64_t places)
{
	for (unsigned i = 0; places && m->frame->arguments && i < REUSE_ENTRIES; i++) {
		const struct reuse_entry *e = &m->reuse.entries[i];
		const bool same = e->loaded_by == load->site && e->arguments == m->frame->arguments && e->places == places;
		if (same && e->valid && !e->overlaid && !e->lost_at && !e->before && is_held(m, e))
			fold_doubt(m->fold, load->site, DOUBT_SAME_CALL);
	}
}

/* Of a load behind a branch of which one side has what is there, the compiler may make one before the branch; and of those
 * that each iteration makes on the same condition, one for all. */
static void
doubt_one_way(struct machine *m, const struct fold_access *load, const struct reuse_entry *known)
{
	if (!known || !known->on_one_way || known->before || !known->loaded_by)
		return;
	if (known->depth != m->reuse.depth && known->turn == m->reuse.turns)
		return;
	fold_doubt(m->fold, load->site, DOUBT_ONE_WAY);
	fold_doubt(m->fold, known->loaded_by, DOUBT_ONE_WAY);
}

/* In place of what was known of the address so far; NULL: nothing. */
static void
remember(struct machine *m, struct reuse_entry access, const struct reuse_entry *known)
{
	struct reuse_entry *same = find(&m->reuse, access.address, access.width, access.kind);
	struct reuse_entry *e = same ? same : oldest(&m->reuse);
	access.lanes = m->active;
	access.since = m->reuse.depth;
	/* Lanes that made the same access on another way here have made it as well. */
	if (known) {
		access.lanes.must = mask_or(&known->lanes.must, &m->active.must);
		access.through = known->through || known->before;
	}
	if (known && is_held(m, known)) {
		access.lanes.may = mask_or(&known->lanes.may, &m->active.may);
		access.since = known->since;
	}
	access.valid = true;
	access.depth = m->reuse.depth;
	access.loop = m->reuse.loop;
	access.made = access.used = ++m->reuse.uses;
	access.turn = m->reuse.turns;
	*e = access;
	m->reuse.numbers[e - m->reuse.entries] = access.address.number;
}

/* What was there before the branch that runs is there again on its other side. */
static void
lose(const struct machine *m, struct reuse_entry *e)
{
	if (e->depth >= m->reuse.depth) {
		e->overlaid = true;
		e->valid &= e->stored && !e->seen;
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

/* Whether the compiler has to reckon with a place of that width there being the entry's, or a part of it. */
static bool
may_overlap(const struct reuse_entry *e, const struct object *object, const struct ir_var *base, struct name address,
            unsigned width)
{
	const bool shared = object && object->kind == OBJECT_SHARED;
	/* What a pointer without the word leads to may well be reached by one made of the pointer that has it. */
	const bool apart = e->base != base && ((e->base && base) || object != e->object);
	if (apart || (object && (e->kind == OBJECT_SHARED) != shared))
		return false;
	if (object != e->object && is_variable(object) && is_variable(e->object))
		return false;
	return !name_apart(e->address, e->width, address, width);
}

static void
note_seen(struct machine *m, const struct fold_access *load, const struct object *object, const struct ir_var *base,
          struct name address)
{
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		if (!e->valid || !e->stored || !may_overlap(e, object, base, address, load->width))
			continue;
		if (is_other_member(e->report.site, e->width, load->site, load->width))
			e->seen_perhaps = true;
		else
			e->seen = true;
	}
}

/* What a store to another member has ended. */
static void
note_kept(struct machine *m, const struct reuse_entry *e)
{
	if (e->valid && !e->overlaid && !e->lost_at)
		m->reuse.kept[m->reuse.kept_count++ % REUSE_KEPT] = (struct reuse_place){e->address, e->width};
}

/* A load of which the compiler may know more: what it loads was kept across stores to other members, or is a part of what
 * a wider access moved. */
static void
doubt_known(struct machine *m, const struct fold_access *load, struct name address)
{
	for (unsigned i = 0; i < REUSE_KEPT; i++)
		if (m->reuse.kept[i].width == load->width && name_same(m->reuse.kept[i].address, address))
			fold_doubt(m->fold, load->site, DOUBT_KEPT);
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		const struct reuse_entry *e = &m->reuse.entries[i];
		const int64_t offset = (int64_t)(address.number - e->address.number);
		if (e->valid && !e->overlaid && !e->lost_at && e->width > load->width && e->address.kind == address.kind &&
		    e->address.made == address.made && offset >= 0 && offset + load->width <= e->width && is_held(m, e))
			fold_doubt(m->fold, load->site, DOUBT_COVERED);
	}
}

struct reuse_ahead
reuse_load_ahead(const struct machine *m)
{
	const struct ir_expr *load = m->reuse.latest_load;
	const bool is_last = load && load->loc.line == m->reuse.latest->loc.line && load->loc.file == m->reuse.latest->loc.file;
	return (struct reuse_ahead){is_last ? load : NULL, m->reuse.latest_kind};
}

/* A load of what does not change in a loop goes before it, to a line that has loads of its own perhaps. */
static void
doubt_hoisted(const struct machine *m, const struct reuse_entry *loaded)
{
	fold_doubt(m->fold, loaded->loaded_by, DOUBT_HOISTED);
	if (m->reuse.ahead.load && m->reuse.ahead.kind == loaded->kind)
		fold_doubt(m->fold, m->reuse.ahead.load, DOUBT_JOINED);
}

bool
reuse_load(struct machine *m, const struct fold_access *load, struct name *content)
{
	const struct object *object = object_of(m, load->address);
	const struct name name = name_at(load->address, load->offset);
	const bool told = object && !load->site->type->is_volatile && name.kind != NAME_NONE;
	if (object && (object->is_private || object->is_library_table))
		return false;
	struct reuse_entry *e = told ? find(&m->reuse, name, load->width, object->kind) : NULL;
	if (e && is_at_hand(m, e)) {
		e->used = ++m->reuse.uses;
		e->on_one_way = false;
		e->read = true;
		if (!e->stored && e->loaded_by == load->site && e->turn != m->reuse.turns)
			doubt_hoisted(m, e);
		*content = e->content;
		return true;
	}
	const struct ir_var *base = reuse_restricted_base(load->site->a);
	const bool open = e && e->before && mask_subset(&m->active.may, &e->lanes.may) &&
	                  open_load_keep(m, load, name, e->before);
	if (open) {
		e->before = 0;
		e->through = true;
		*content = e->content = machine_new_name(m);
		e->made = e->used = ++m->reuse.uses;
		return true;
	}
	m->reuse.latest = m->reuse.latest_load = load->site;
	m->reuse.latest_kind = object ? object->kind : OBJECT_GLOBAL;
	note_seen(m, load, object, base, name);
	if (!told)
		return false;
	doubt_known(m, load, name);
	const uint64_t places = places_of(m, load);
	doubt_same_call(m, load, places);
	doubt_one_way(m, load, e);
	*content = machine_new_name(m);
	remember(m, (struct reuse_entry){
		.address = name, .content = *content, .width = load->width, .kind = object->kind, .object = object,
		.loaded_by = load->site, .maker_site = load->site, .places = places, .arguments = m->frame->arguments,
		.base = base, .read_only = object->kind == OBJECT_CONSTANT || (base && !is_written_through(m, base)),
	}, e);
	return false;
}

enum cover { COVERS_NOTHING, COVERS_PART, COVERS_ALL };

/* How much a store to there takes of what a store has left there that nobody has seen, nor can see on another way. */
static enum cover
cover_of(const struct reuse_entry *e, struct name address, unsigned width)
{
	const int64_t distance = (int64_t)(e->address.number - address.number);
	const bool unseen = e->valid && e->stored && !e->seen && !e->left;
	if (!unseen || e->address.kind != address.kind || e->address.made != address.made || distance >= (int64_t)width ||
	    distance <= -(int64_t)e->width)
		return COVERS_NOTHING;
	return distance >= 0 && distance <= (int64_t)width - (int64_t)e->width ? COVERS_ALL : COVERS_PART;
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
	if (e->carried || e->loop != m->reuse.loop || !mask_equal(&e->maker.may, &by->active->may))
		return;
	e->valid = false;
	needless.address = by->address;
	needless.offset = by->offset + offset;
	needless.active = &e->maker;
	needless.weight = -needless.weight;
	fold_access(m->fold, &needless);
}

static void
note_needless(const struct machine *m, const struct reuse_entry *e)
{
	if (!e->read)
		fold_note_needless(m->fold, e->report.site);
}

/* What is stored takes the place of what the entry stored, on all ways if no branch parts them. */
static void
overwrite(struct machine *m, struct reuse_entry *e, const struct fold_access *store, struct name address,
          struct reuse_entry **sunk)
{
	if (e->conditional || e->seen_perhaps) {
		note_needless(m, e);
		fold_doubt(m->fold, e->report.site, DOUBT_OVERWRITTEN);
	} else if (e->depth == m->reuse.depth) {
		note_needless(m, e);
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
	return e->stored && !e->seen ? e->first : e->content;
}

/* Whether the value is what lies there, or what lay there before somebody has seen what was stored in between. What is done
 * to numbers narrower than int, one time after another, names do not follow. */
static bool
may_be_unchanged(const struct reuse_entry *known, struct name value)
{
	enum { WORD = 4 };
	return name_same(known->content, value) || name_same(first_of(known), value) || (known->stored && known->width < WORD);
}

/* Of a value that lay there before, whatever was stored in between, the compiler makes no store, nor a load if it is for
 * that alone. */
static void
doubt_unchanged(const struct machine *m, const struct ir_expr *store, const struct reuse_entry *known, struct name value)
{
	if (!known || !is_at_hand(m, known) || !may_be_unchanged(known, value))
		return;
	if (known->stored) {
		fold_doubt(m->fold, known->report.site, DOUBT_UNCHANGED);
		fold_note_needless(m->fold, known->report.site);
	}
	fold_doubt(m->fold, store, DOUBT_UNCHANGED);
	fold_note_needless(m->fold, store);
	if (known->loaded_by)
		fold_doubt(m->fold, known->loaded_by, DOUBT_UNCHANGED);
}

void
reuse_doubt_unchanged(struct machine *m, const struct ir_expr *store, const struct value *address, unsigned width,
                      struct name value)
{
	const struct object *object = value.kind == NAME_NONE ? NULL : object_of(m, address);
	if (object)
		doubt_unchanged(m, store, find(&m->reuse, address->name, width, object->kind), value);
}

/* What lies there when a value of that name is stored. A constant is not taken for one, which no condition depends on. */
static struct name
content_of(struct machine *m, struct name value)
{
	return value.kind == NAME_OPAQUE ? value : machine_new_name(m);
}

bool
reuse_store(struct machine *m, const struct fold_access *store, struct name value)
{
	const struct object *object = object_of(m, store->address);
	const struct name name = name_at(store->address, store->offset);
	const struct ir_var *base = reuse_restricted_base(store->site->a);
	const bool told = object && !store->site->type->is_volatile && name.kind != NAME_NONE;
	struct reuse_entry *sunk = NULL, known = {0};
	if (object && object->is_private)
		return true;
	m->reuse.latest = store->site;
	const struct reuse_entry *same = told ? find(&m->reuse, name, store->width, object->kind) : NULL;
	doubt_unchanged(m, store->site, same, value);
	if (same)
		known = *same;
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		if (e->read_only || !may_overlap(e, object, base, name, store->width))
			continue;
		const enum cover cover = told ? cover_of(e, name, store->width) : COVERS_NOTHING;
		if (cover == COVERS_ALL)
			overwrite(m, e, store, name, &sunk);
		if (cover == COVERS_PART) {
			note_needless(m, e);
			fold_doubt(m->fold, e->report.site, DOUBT_OVERWRITTEN);
			fold_doubt(m->fold, store->site, DOUBT_OVERWRITTEN);
		}
		if (e->maker_site && is_other_member(e->maker_site, e->width, store->site, store->width))
			note_kept(m, e);
		if (e != sunk)
			lose(m, e);
	}
	if (sunk) {
		sunk->content = content_of(m, value);
		sunk->read = false;
		sunk->made = sunk->used = ++m->reuse.uses;
		return false;
	}
	if (told)
		remember(m, (struct reuse_entry){
			.address = name, .content = content_of(m, value),
			.first = same ? first_of(&known) : (struct name){.kind = NAME_NONE}, .width = store->width,
			.kind = object->kind, .object = object, .loaded_by = known.loaded_by, .maker_site = store->site,
			.base = base, .stored = true, .report = *store, .maker = *store->active,
		}, same ? &known : NULL);
	return true;
}

static void
end_all(struct machine *m, bool keep)
{
	recent_stores_clear(&m->recent_stores);
	memset(m->reuse.kept, 0, sizeof m->reuse.kept);
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		if (e->read_only)
			continue;
		if (keep)
			note_kept(m, e);
		e->seen = true;
		lose(m, e);
	}
}

void
reuse_clear(struct machine *m)
{
	end_all(m, false);
}

void
reuse_end_by_atomic(struct machine *m)
{
	end_all(m, true);
}

void
reuse_show(struct machine *m)
{
	for (unsigned i = 0; i < REUSE_ENTRIES; i++)
		m->reuse.entries[i].seen = true;
}

void
reuse_begin_block(struct machine *m)
{
	for (unsigned i = 0; i < REUSE_ENTRIES; i++)
		m->reuse.entries[i].valid = false;
	recent_stores_clear(&m->recent_stores);
	memset(m->reuse.kept, 0, sizeof m->reuse.kept);
	m->reuse.depth = 0;
	m->reuse.loop = 0;
	m->reuse.latest = m->reuse.latest_load = NULL;
	m->reuse.ahead = (struct reuse_ahead){0};
	open_loads_free(&m->reuse.open);
}

void
reuse_enter(struct machine *m)
{
	m->reuse.depth++;
}

/* What was made in the branch or loop that ends is there on one way only. */
static void
leave(struct machine *m, struct reuse_entry *e)
{
	if (e->depth > m->reuse.depth) {
		e->depth = m->reuse.depth;
		e->on_one_way |= e->since > e->depth;
		e->conditional = true;
	}
}

void
reuse_turn(struct machine *m)
{
	m->reuse.depth--;
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		leave(m, e);
		if (e->lost_at > m->reuse.depth) {
			e->doomed_at = e->lost_at;
			e->lost_at = 0;
		}
	}
	m->reuse.depth++;
}

void
reuse_leave(struct machine *m)
{
	m->reuse.depth--;
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		leave(m, e);
		if (e->lost_at > m->reuse.depth || e->doomed_at > m->reuse.depth) {
			e->lost_at = e->doomed_at = 0;
			lose(m, e);
		}
	}
}

void
reuse_enter_loop(struct machine *m, bool clobbers, struct reuse_before *before)
{
	before->outer = m->reuse.loop;
	before->exchanges = m->reuse.exchanges;
	before->count = 0;
	m->reuse.loop = ++m->reuse.loops;
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		if (!e->valid || e->read_only)
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

void
reuse_leave_loop(struct machine *m, const struct reuse_before *before, bool may_not_run)
{
	open_loads_settle(m, m->reuse.loop);
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		if (e->before == m->reuse.loop)
			e->before = 0;
		if (e->loop != m->reuse.loop)
			continue;
		e->loop = before->outer;
		e->valid &= !e->stored || e->sunk || !may_not_run || was_there(before, e->address);
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
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		if (e->base || e->kind == OBJECT_CONSTANT)
			continue;
		e->seen = true;
		lose(m, e);
	}
}

void
reuse_next_iteration(struct machine *m, const struct reuse_before *before, uint64_t since, uint32_t iterations)
{
	if (m->reuse.exchanges != before->exchanges)
		lose_for_exchange(m);
	open_loads_settle(m, m->reuse.loop);
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		if (e->made <= since)
			continue;
		e->carried = true;
		e->left = false;
		e->on_one_way |= !e->through;
		/* Stores to places that move with the loop are not followed. */
		if (e->stored && e->address.varies > iterations)
			e->valid = false;
	}
}

void
reuse_jump(struct machine *m)
{
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		m->reuse.entries[i].valid &= !m->reuse.entries[i].on_one_way;
		m->reuse.entries[i].left = true;
	}
}
