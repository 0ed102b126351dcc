#include <string.h>

#include "code/may_write.h"
#include "eval/reuse/reuse_table.h"

static bool
is_written_through(const struct machine *m, const struct ir_var *param)
{
	struct slot *slot = &m->frame->slots[param->slot];
	if (slot->target == TARGET_NOT_ASKED) {
		slot->target = TARGET_READ;
		for (uint32_t i = 0; i < m->frame->func->param_count; i++)
			if (m->frame->func->params[i] == param && func_is_known_to_write(&m->code->may_write, m->frame->func, i))
				slot->target = TARGET_WRITTEN;
	}
	return slot->target == TARGET_WRITTEN;
}

/* Of a function that is called twice with the same arguments the compiler may see that its addresses are the same too,
 * where they are not known to be. */
static void
doubt_same_call(struct machine *m, const struct fold_access *load, const struct reuse_spots *spots)
{
	const struct reuse_entry *e;
	for (unsigned at = 0; spots->known && m->frame->arguments && (e = reuse_next(&m->reuse, &at));) {
		const bool same = e->loaded_by == load->site && e->arguments == m->frame->arguments && e->width == load->width &&
		                  !memcmp(e->spots.of_lane, spots->of_lane, sizeof spots->of_lane);
		if (same && !e->overlaid && !e->lost_at && !e->before && reuse_is_held(m, e))
			fold_doubt(m->fold, load->site, DOUBT_SAME_CALL);
	}
}

/* Whether the access goes just where the entry's did, as far as that is known: what a round changes in front of a `continue`
 * keeps its name. */
static bool
may_be_there_again(const struct reuse_entry *known, const struct reuse_spots *spots)
{
	return !known->spots.known || !spots->known || !memcmp(known->spots.of_lane, spots->of_lane, sizeof spots->of_lane);
}

/* Both may be one, made before the branch or behind it. */
static void
doubt_merged(struct machine *m, const struct ir_expr *load, const struct reuse_entry *known, enum access_doubt doubt)
{
	fold_doubt(m->fold, load, doubt);
	fold_doubt(m->fold, known->loaded_by, doubt);
	const uint64_t before = known->block ? known->block - 1 : 0;
	lineless_doubt(&m->reuse.lineless, m->fold, SITE_LOAD, fold_space_of(known->object), before, m->reuse.blocks);
}

/* Of a load behind a branch of which one side has what is there, the compiler may make one before the branch; and of those
 * that each iteration makes on the same condition, one for all, with one store of what they come to. So it may where some
 * lanes leave the loop, or go on to its next iteration, before they come here. */
static void
doubt_one_way(struct machine *m, const struct fold_access *load, const struct reuse_entry *known,
              const struct reuse_spots *spots)
{
	if (!known || !known->on_one_way || known->before || !known->loaded_by)
		return;
	if (known->depth != m->reuse.depth && known->turn == m->reuse.turns)
		return;
	if (known->jumped && !may_be_there_again(known, spots))
		return;
	const bool is_hoisted = known->jumped && known->loaded_by == load->site && known->turn != m->reuse.turns;
	const enum access_doubt doubt = is_hoisted ? DOUBT_HOISTED : DOUBT_ONE_WAY;
	doubt_merged(m, load->site, known, doubt);
	if (known->stored && known->loaded_by == load->site && known->turn != m->reuse.turns)
		fold_doubt(m->fold, known->report.site, DOUBT_OVERWRITTEN);
}

/* Of a load for either outcome of a condition, right behind the one for the other. */
static void
doubt_other_choice(struct machine *m, const struct fold_access *load, const struct reuse_entry *known)
{
	const bool is_beside = known && known->chosen && known->loaded_by && known->on_one_way && m->reuse.choices &&
	                       known->depth + 1 == m->reuse.depth && known->block + 2 == m->reuse.blocks;
	if (is_beside)
		doubt_merged(m, load->site, known, DOUBT_ONE_WAY);
}

/* `__ldg`, by which the program says that nothing writes there as long as the kernel runs. */
static bool
is_invariant(const struct ir_expr *load)
{
	return load->kind == IR_BUILTIN && load->builtin == IR_BUILTIN___ldg;
}

static void
see(struct reuse_entry *e, const struct ir_expr *load)
{
	e->seen_by = !e->seen || e->seen_by == load ? load : NULL;
	e->seen_in_part = (!e->seen || e->seen_in_part) && load->type->size < e->width;
	e->seen = true;
}

/* A load from there: what has perhaps been kept was perhaps not loaded again. */
static void
note_seen(struct machine *m, const struct reuse_place *place)
{
	struct reuse_entry *e;
	for (unsigned at = 0; !is_invariant(place->site) && (e = reuse_next(&m->reuse, &at));) {
		const enum reuse_overlap overlap = e->stored ? reuse_overlap(m, e, place) : OVERLAP_NONE;
		const bool kept = e->kept && name_same(e->address, place->name);
		if (overlap == OVERLAP_LIKELY && !kept)
			see(e, place->site);
		e->seen_perhaps |= overlap != OVERLAP_NONE;
	}
}

/* What lies elsewhere in the object. */
static void
note_nearby(struct machine *m, const struct reuse_place *place)
{
	struct reuse_entry *e;
	for (unsigned at = 0; place->told && (e = reuse_next(&m->reuse, &at));)
		e->seen_nearby |= e->stored && e->object == place->object && !name_same(e->address, place->name);
}

/* A load of which the compiler may know more: what it loads was kept across stores to other members, or is a part of what
 * a wider access moved, or the whole of which a part was loaded. */
static void
doubt_known(struct machine *m, const struct fold_access *load, struct name address)
{
	const struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));) {
		const int64_t offset = (int64_t)(address.number - e->address.number);
		const bool within = offset >= 0 && offset + load->width <= e->width,
		           around = offset <= 0 && e->width < load->width && e->width - offset <= load->width;
		if (!(within || around) || e->address.kind != address.kind || e->address.made != address.made)
			continue;
		if (around && e->loaded_by && !e->stored && !e->overlaid && !e->lost_at && reuse_is_held(m, e)) {
			fold_doubt(m->fold, load->site, DOUBT_COVERED);
			fold_doubt(m->fold, e->loaded_by, DOUBT_COVERED);
		} else if (e->kept && e->width == load->width) {
			fold_doubt(m->fold, load->site, DOUBT_KEPT);
			if (e->on_one_way && e->loaded_by)
				fold_doubt(m->fold, e->loaded_by, DOUBT_ONE_WAY);
			if (e->loaded_by == load->site && e->turn != m->reuse.turns)
				reuse_doubt_hoisted(m, e);
		} else if (!e->overlaid && !e->lost_at && e->width > load->width && reuse_is_held(m, e))
			fold_doubt(m->fold, load->site, DOUBT_COVERED);
	}
}

struct reuse_ahead
reuse_load_ahead(const struct machine *m, const struct ir_stmt *loop)
{
	return (struct reuse_ahead){loop, m->reuse.lines, m->iterations, m->reuse.uses, m->reuse.blocks, NULL};
}

/* Whether the compiler surely leaves an instruction on that line, in front of what follows. */
static bool
surely_remains(const struct machine *m, const struct reuse_line *line)
{
	return !line->passed && !fold_may_be_gone(m->fold, line->access);
}

/* A load may come to any of the block before the loop, to a line that has loads of its own perhaps. */
static void
doubt_lines_before(struct machine *m, const struct reuse_ahead *ahead, const struct object *object)
{
	lineless_doubt(&m->reuse.lineless, m->fold, SITE_LOAD, fold_space_of(object), ahead->block, ahead->block);
	for (unsigned i = 0; i < REUSE_LINES && ahead->lines.items[i].access; i++) {
		const struct reuse_line *line = &ahead->lines.items[i];
		const bool begins_block = line->block != ahead->block || i + 1 == REUSE_LINES || line[1].block != ahead->block;
		const bool remains = surely_remains(m, line);
		const struct ir_expr *load = line->loads[fold_space_of(object)];
		if (load)
			fold_doubt(m->fold, load, DOUBT_JOINED);
		if (remains && begins_block)
			return;
	}
}

/* A load leaves the loop. */
static void
doubt_joined(struct machine *m, const struct reuse_ahead *ahead, const struct object *object)
{
	if (ahead->loop)
		fold_note_moved_out(m->fold, ahead->loop, object);
	doubt_lines_before(m, ahead, object);
}

/* What was loaded on another turn of a loop around leaves that as well. */
void
reuse_doubt_hoisted(struct machine *m, const struct reuse_entry *loaded)
{
	const struct reuse_ahead *ahead = &m->reuse.ahead;
	if (loaded->loaded_by->type->is_volatile)
		return;
	fold_doubt(m->fold, loaded->loaded_by, DOUBT_HOISTED);
	doubt_joined(m, ahead, loaded->object);
	for (; ahead->outer && loaded->made <= ahead->uses && loaded->made > ahead->outer->uses; ahead = ahead->outer)
		doubt_joined(m, ahead->outer, loaded->object);
}

void
reuse_unused_load(struct machine *m, const struct value *address)
{
	const struct object *object = reuse_object_at(m, address);
	const bool moves = reuse_moves(m, address->name);
	if (object && !moves)
		doubt_joined(m, &m->reuse.ahead, object);
	struct reuse_entry *e;
	for (unsigned at = 0; (e = reuse_next(&m->reuse, &at));)
		e->seen_nearby |= e->stored && e->object == object;
	m->reuse.unused.names[m->reuse.unused.next++ % REUSE_UNUSED] = address->name;
	m->reuse.unused.loop = m->reuse.loop;
}

static bool
is_also_unused(const struct reuse_unused *unused, struct name address)
{
	for (unsigned i = 0; i < REUSE_UNUSED; i++)
		if (name_same(unused->names[i], address))
			return true;
	return false;
}

static void
doubt_carried(const struct machine *m, const struct fold_access *load, const struct reuse_entry *loaded)
{
	fold_doubt(m->fold, load->site, DOUBT_CARRIED);
	if (loaded->loaded_by)
		fold_doubt(m->fold, loaded->loaded_by, DOUBT_CARRIED);
}

static void
note_taker(const struct machine *m, struct reuse_entry *e, const struct ir_expr *load)
{
	if (!e->serves || e->serves_turn != m->reuse.turns) {
		e->serves = load;
		e->serves_turn = m->reuse.turns;
	}
	if (e->loaded_by && !reuse_are_on_line(load, e->loaded_by))
		e->taken_by = load;
}

/* A load takes what one of another place in the code has loaded in an earlier iteration, as names say. */
static void
note_carried(struct machine *m, const struct fold_access *load, const struct reuse_entry *e)
{
	if (e->turn == m->reuse.turns || e->loaded_by == load->site || e->carried)
		return;
	m->reuse.carried++;
	if (m->reuse.copies.whole_unsure)
		doubt_carried(m, load, e);
}

/* Whether the load finds again what it has found on another turn: made before the loop it serves the one that has loaded that, in
 * the loop's first turn. */
static bool
is_found_again(const struct machine *m, const struct ir_expr *load, const struct reuse_entry *e)
{
	if (e->stored || e->turn == m->reuse.turns)
		return false;
	return e->loaded_by == load ||
	       (e->loaded_by && e->made > m->reuse.ahead.uses && e->serves == load && e->serves_turn != m->reuse.turns);
}

/* What there is no room for is in doubt at once. */
static void
note_passed_on(struct machine *m, const struct fold_access *load, const struct reuse_entry *e)
{
	struct reuse_passed *to = NULL;
	if (!m->reuse.loop || e->loop != m->reuse.loop || e->turn == m->reuse.turns || e->through)
		return;
	for (unsigned i = 0; i < REUSE_PASSED; i++) {
		struct reuse_passed *passed = &m->reuse.passed[i];
		if (passed->loop == e->loop && passed->load == load->site)
			return;
		if (!passed->loop && !to)
			to = passed;
	}
	if (to)
		*to = (struct reuse_passed){load->site, e->loop, e->address, e->width, e->kind, e->stored};
	else
		fold_doubt(m->fold, load->site, DOUBT_REST);
}

/* Of what names do not take from one iteration to the next, copies of the body may see that one has loaded it for another:
 * `a[i * 64 + t]` what `a[i * 64 + 64 + t]` was. */
static void
doubt_copies(struct machine *m, const struct fold_access *load, const struct reuse_place *place)
{
	const struct reuse_entry *e;
	for (unsigned at = 0; place->spots.known && m->reuse.copies.unsure && (e = reuse_next(&m->reuse, &at));) {
		const bool same = !e->stored && e->loop == m->reuse.loop && e->turn != m->reuse.turns &&
		                  e->object == place->object && e->width == place->width &&
		                  !memcmp(e->spots.of_lane, place->spots.of_lane, sizeof e->spots.of_lane);
		if (same && e->spots.known && !e->overlaid && !e->lost_at && !e->before)
			doubt_carried(m, load, e);
	}
}

static void
remember(struct machine *m, const struct fold_access *load, const struct reuse_place *place, const struct reuse_entry *known,
         struct name *content)
{
	const struct object *object = place->object;
	*content = machine_new_name(m);
	reuse_remember(m, (struct reuse_entry){
		.address = place->name, .content = *content, .value = *content, .width = load->width, .kind = object->kind, .object = object,
		.loaded_by = load->site, .maker_site = load->site, .spots = place->spots, .arguments = m->frame->arguments,
		.base = place->base,
		.read_only = object->kind == OBJECT_CONSTANT || object->parameter || is_invariant(load->site) ||
		             (place->base && !is_written_through(m, place->base)),
	}, known);
}

/* It takes nothing that is at hand, but what it finds others may take. */
static void
remember_volatile(struct machine *m, const struct fold_access *load, const struct reuse_place *place, struct name *content)
{
	if (place->object && place->name.kind != NAME_NONE)
		remember(m, load, place, reuse_find(&m->reuse, place->name, place->width, place->object->kind), content);
}

bool
reuse_load(struct machine *m, const struct fold_access *load, struct name *content)
{
	const struct reuse_place place = reuse_place_of(m, load);
	const struct object *object = place.object;
	if (object && ((object->is_private && !object->parameter) || object->is_library_table))
		return false;
	struct reuse_entry *e = reuse_find_at(&m->reuse, &place);
	note_nearby(m, &place);
	if (e && reuse_is_at_hand(m, e)) {
		e->used = ++m->reuse.uses;
		if (e->loaded_by && ((e->on_one_way && e->chosen) || (e->ahead && e->loaded_by != load->site)))
			doubt_merged(m, load->site, e, DOUBT_ONE_WAY);
		e->on_one_way = false;
		e->read = true;
		if (is_found_again(m, load->site, e))
			reuse_doubt_hoisted(m, e);
		fold_note_taken(m->fold, object);
		note_taker(m, e, load->site);
		note_carried(m, load, e);
		note_passed_on(m, load, e);
		if (e->loaded_by && e->loaded_by != load->site)
			fold_note_reused(m->fold, load->site, e->loaded_by);
		fold_note_spared(m->fold, load, e->maker_site, e->turn != m->reuse.turns);
		*content = e->content;
		return true;
	}
	if (loop_starts_note(m, &place, SITE_LOAD, (struct name){.kind = NAME_NONE}))
		doubt_lines_before(m, &m->reuse.behind_ahead, object);
	const bool open = e && e->before && mask_subset(&m->active.may, &e->lanes.may) &&
	                  open_load_keep(m, load, place.name, e->before);
	if (open) {
		fold_note_taken(m->fold, object);
		fold_note_spared(m->fold, load, e->maker_site, false);
		e->before = 0;
		e->through = true;
		*content = e->content = machine_new_name(m);
		e->made = e->used = ++m->reuse.uses;
		return true;
	}
	earlier_rounds_note(m, load, place.name);
	reuse_note_access(m, load->site, SITE_LOAD, object);
	m->reuse.lines.items[0].loads[object ? fold_space_of(object) : SPACE_GLOBAL] = load->site;
	note_seen(m, &place);
	if (load->site->type->is_volatile) {
		remember_volatile(m, load, &place, content);
		return false;
	}
	if (recent_stores_have(&m->reuse.recent, load))
		fold_doubt(m->fold, load->site, DOUBT_STORED);
	if (!place.told)
		return false;
	doubt_known(m, load, place.name);
	if (is_also_unused(&m->reuse.unused, place.name))
		fold_doubt(m->fold, load->site, DOUBT_UNUSED_BEFORE);
	doubt_same_call(m, load, &place.spots);
	doubt_copies(m, load, &place);
	doubt_one_way(m, load, e, &place.spots);
	doubt_other_choice(m, load, e);
	remember(m, load, &place, e, content);
	return false;
}
