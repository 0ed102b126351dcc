/* Doubts of what the compiler makes of an access or a branch. */

#include <string.h>

#include "code/branching.h"
#include "code/copies.h"
#include "code/kept_bytes.h"
#include "code/known_code.h"
#include "code/narrow/narrow.h"
#include "code/restrict.h"
#include "code/settled.h"
#include "code/unroll.h"
#include "ir/walk.h"
#include "model/tell_doubts.h"

/* Stores that nobody needs, and loads for them. */
static const char updated_again[] = "what is updated here is updated again: the compiler may load once for both";
static const char overwritten[] = "another store goes to the same place: the compiler may make one of both";
static const char unloaded[] = "nothing loads what is stored: the compiler may leave it out";
static const char for_unloaded[] = "what it loads goes into a store that the compiler leaves out, so it may be left out as well";

bool
doubt_is_of_dead_store(const char *why)
{
	return !strcmp(why, updated_again) || !strcmp(why, overwritten) || !strcmp(why, unloaded) || !strcmp(why, for_unloaded);
}

const char *
doubt_of_merging(struct telling *t, const struct tally *tally)
{
	if (tally->merged)
		return "neighbouring accesses count as the one wider access that the compiler makes of them";
	if (may_be_merged(t->fold, tally))
		return "each access is an instruction of its own; the compiler may merge neighbours into a wider one";
	if (shares_record(t->fold, tally))
		return "each access is an instruction of its own; the compiler may move several members of the record at once";
	if (moves_in_two_ways(t->fold, tally))
		return "such records move whole and by members: the compiler may make one access of several, or leave members out";
	if (t->fold->vouched && !tally_is_volatile(tally))
		return "the program tells the compiler what to take for granted: by that it may merge accesses, or leave some out";
	return NULL;
}

/* Whether another load may be of what lies beside it in constant memory, or another time round a loop. */
static bool
has_constant_neighbours(const struct telling *t, const struct tally *tally)
{
	const struct tallies *tallies = &t->fold->tallies;
	for (size_t i = 0; i < tallies->count; i++) {
		const struct tally *other = tallies->items[i];
		if (other != tally && other->object == tally->object && other->space == SPACE_CONSTANT)
			return true;
	}
	return tally->walking_requests > 0 || tally->returning_requests > 0;
}

/* Instructions take constants as operands, and those at one address for all lanes are read by other instructions than those
 * that each lane reads for itself: in pieces of up to 8 bytes, copies of a loop together. */
const char *
doubt_of_constants(struct telling *t, const struct tally *tally)
{
	enum { WIDEST = 8 };
	if (tally->space != SPACE_CONSTANT)
		return NULL;
	if (tally->uniform)
		return "all lanes read one constant: the compiler may read its neighbours with it, or make it an operand of an instruction";
	if (tally->width > WIDEST)
		return "constant memory is read by 8 bytes a lane at most: the compiler makes several loads of it";
	return tally->width < WIDEST && has_constant_neighbours(t, tally)
	           ? "other constants are read beside it: the compiler may read several at once" : NULL;
}

static const char joined[] = "the compiler may move a load out of a loop or a branch near it, and put that on its line";

/* What is told of the load, or of a part of it that goes to one space; NULL: nothing is. */
static const struct tally *
tally_of_load(const struct telling *t, const struct ir_expr *load)
{
	const struct tally *tally = pointer_map_find(&t->fold->tallies.by_node, load);
	while (tally && tally->kind != SITE_LOAD)
		tally = tally->next_of_node;
	return tally;
}

/* What is told of the load, or of the store. */
static const struct tally *
tally_of(const struct telling *t, const struct ir_expr *access)
{
	const struct tally *load = tally_of_load(t, access);
	return load ? load : pointer_map_find(&t->fold->tallies.by_node, access);
}

/* Whether both stand on one line, or the compiler's header has both on one. */
static bool
is_beside(const struct ir_expr *load, const struct tally *tally)
{
	const struct ir_expr *node = tally->node;
	return (load->loc.line == tally->loc.line && load->loc.file == tally->loc.file) ||
	       (load->kind == IR_BUILTIN && node->kind == IR_BUILTIN && load->builtin == node->builtin);
}

static bool
stands_beside(const struct pointer_set *loads, const struct tally *tally)
{
	for (size_t i = 0; i < loads->members.count; i++)
		if (is_beside(loads->members.items[i].key, tally))
			return true;
	return false;
}

/* Whether the line is one that loads from there may come to. */
static bool
stands_beside_joined(const struct telling *t, const struct tally *tally)
{
	const struct pointer_map *loads = &t->fold->doubted[DOUBT_JOINED].members;
	for (size_t i = 0; i < loads->count; i++) {
		const struct tally *joined_by = tally_of(t, loads->items[i].key);
		if (joined_by && joined_by->space == tally->space && is_beside(joined_by->node, tally))
			return true;
	}
	return false;
}

/* The compiler may know more of what lies there than names say. */
const char *
doubt_of_reuse(struct telling *t, const struct tally *tally)
{
	static const char before_test[] = "each round of a loop begins with it, and so does what stands behind the loop: the compiler may make "
	                                  "one of both, before the loop's test";
	static const char *const reasons[ACCESS_DOUBTS] = {
		[DOUBT_BESIDE_MERGED] = "of two stores near it the compiler may make one, and put that on its line",
		[DOUBT_SUNK] = "a loop loads what is stored on other lines as well: the compiler may keep it meanwhile, and store it on one of these",
		[DOUBT_STORED_BEFORE_TEST] = before_test,
		[DOUBT_LOADED_BEFORE_TEST] = before_test,
		[DOUBT_SAME_CALL] = "its function is called twice with the same arguments: the compiler may load once for both",
		[DOUBT_ONE_WAY] = "it is made on one side of a branch and behind it: the compiler may make it once, before the branch",
		[DOUBT_UNCHANGED] = "what is stored is what was loaded from there: the compiler may do neither",
		[DOUBT_AGAIN] = "what is stored is what has been stored there before: the compiler may leave one of both out",
		[DOUBT_OVERWRITTEN] = overwritten,
		[DOUBT_HOISTED] = "nothing that is followed makes it change in the loop: the compiler may make it before the loop, on another line",
		[DOUBT_JOINED] = joined,
		[DOUBT_COVERED] = "the thread moves more that it is a part of, or a part of it: the compiler may take the one from the other",
		[DOUBT_STORED] = "the thread has stored there shortly before: the compiler may have kept what it stored",
		[DOUBT_KEPT] = "on its way nothing that surely goes there was written since it was loaded: the compiler may have kept it",
		[DOUBT_CARRIED] = "another iteration loads from there too: copies that the compiler makes of the loop may load once for both",
		[DOUBT_REST] = "rounds of the loop pass on what it loads: for those left over by copies of it the compiler may load again",
		[DOUBT_BEHIND_LOOPS] = "each round stores what the next one loads, behind another loop: the compiler may load it in each",
		[DOUBT_UNUSED_BEFORE] = "the same is loaded before it for what nobody uses: the compiler may make it there, on another line",
		[DOUBT_MEMBERS] = "not all of the vector is used: the compiler may load a part of it",
	};
	const bool loads = tally->kind == SITE_LOAD;
	for (unsigned i = 0; i < (loads ? ACCESS_DOUBTS : DOUBT_SAME_CALL); i++)
		if (pointer_set_has(&t->fold->doubted[i], tally->node))
			return loads && i == DOUBT_OVERWRITTEN ? updated_again
			                                       : reasons[i];
	return loads && stands_beside_joined(t, tally) ? joined : NULL;
}

/* Bytes that stay as they are need no store, nor a load. */
static const char *
doubt_of_kept_bytes(struct telling *t, const struct tally *tally)
{
	if (pointer_set_add(&t->kept_funcs, tally->func) && tally->func->body)
		kept_bytes_find(&t->kept, &t->fold->code->possible, tally->func);
	return pointer_set_has(&t->kept, tally->node)
	           ? "some bytes of the number stay as they are: the compiler may store the others alone, and load none" : NULL;
}

/* Copying some records is a function of CUDA's headers, to whose lines the compiler takes the accesses: these go where the
 * source says all the same. */
const char *
doubt_of_headers(struct telling *t, const struct tally *tally)
{
	(void)t;
	const struct ir_type *type = ((const struct ir_expr *)tally->node)->type;
	if (type->kind == IR_TYPE_POINTER && type->element)
		type = type->element;
	const bool is_pair = type->kind == IR_TYPE_RECORD && type->name && tally->width <= type->size &&
	                     (!strcmp(type->name, "__half2") || !strcmp(type->name, "__nv_bfloat162"));
	return is_pair && tally->kind != SITE_ATOMIC
	           ? "CUDA's headers copy such a record: the compiler has the instruction on a line of theirs" : NULL;
}

/* Bytes that nobody needs are not loaded. */
const char *
doubt_of_width(struct telling *t, const struct tally *tally)
{
	const char *kept = doubt_of_kept_bytes(t, tally);
	if (kept || tally->kind != SITE_LOAD)
		return kept;
	t->narrow.possible = &t->fold->code->possible;
	narrow_loads_find(&t->narrow, t->fold->kernel);
	narrow_loads_find(&t->narrow, tally->func);
	if (pointer_set_has(&t->narrow.lost, tally->func))
		return "the function is too large to tell which bytes of the number are needed: the compiler may load less of it";
	return pointer_set_has(&t->narrow.loads, tally->node) ? "not all bytes of the number are needed: the compiler may load less of it"
	                                                : NULL;
}

/* Shared memory of the kernel's own that nobody loads is not stored to, and what nobody stores is not loaded. */
const char *
doubt_of_other_end(struct telling *t, const struct tally *tally)
{
	if (gets_one_constant(t->fold, tally))
		return "all that is stored there is one constant: the compiler may put that in its place";
	if (!has_no_other_end(t->fold, tally))
		return NULL;
	return tally->kind == SITE_STORE ? unloaded
	                                 : "nothing stores what is loaded: the compiler may take it for anything";
}

static bool
is_load(const void *load, struct ir_node node)
{
	return node.expr == load;
}

/* Whether the load stands in a computation that comes to one number whatever is loaded, such as a product with 0 in the copy of an
 * unrolled loop whose counters make it so. */
static bool
comes_to_nothing(const struct pointer_set *needless, const struct ir_expr *load)
{
	for (size_t i = 0; i < needless->members.count; i++) {
		const struct ir_expr *e = needless->members.items[i].key;
		if (e->kind == IR_BINARY && ir_any((struct ir_node){.expr = e}, is_load, load))
			return true;
	}
	return false;
}

/* What is used where needless stores are none. */
static struct unused_known *
known_without(struct telling *t)
{
	if (!t->fold->needless.members.count)
		return &t->fold->code->unused;
	t->without.needless = &t->fold->needless;
	return &t->without;
}

/* Whether what it loads goes into a store or a computation alone that is none, or out of a function for such. */
static bool
may_be_needless(struct telling *t, const struct tally *load)
{
	if (pointer_set_has(&t->fold->needless, load->node) || pointer_set_has(&t->unread, load->func))
		return true;
	return t->fold->needless.members.count &&
	       unused_loads_doubt(unused_loads_of(known_without(t), load->func), load->node);
}

static void
add_called(struct pointer_set *funcs, struct ir_node node, unsigned depth)
{
	if (depth > IR_DEEPEST)
		return;
	if (node.expr && node.expr->kind == IR_CALL && node.expr->func->body && pointer_set_add(funcs, node.expr->func))
		add_called(funcs, (struct ir_node){.stmt = node.expr->func->body}, depth + 1);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		add_called(funcs, part, depth + 1);
}

/* Functions whose result some of their calls may not need. */
static void
find_unread(struct telling *t, const struct ir_func *caller)
{
	const struct unused_loads *unused = unused_loads_of(known_without(t), caller);
	const struct unused_loads *anyway = unused_loads_of(&t->fold->code->unused, caller);
	const struct pointer_map *of_caller[] = {&unused->loads.members, &unused->partly.members};
	for (unsigned i = 0; i < sizeof of_caller / sizeof *of_caller; i++)
		for (size_t k = 0; k < of_caller[i]->count; k++) {
			const struct ir_expr *call = of_caller[i]->items[k].key;
			if (call->kind == IR_CALL && !unused_loads_has(anyway, call))
				add_called(&t->unread, (struct ir_node){.expr = call}, 0);
		}
}

static void
find_needless(struct telling *t)
{
	if (!pointer_set_add(&t->callers, t->fold->kernel))
		return;
	find_unread(t, t->fold->kernel);
	for (size_t i = 0; i < t->fold->tallies.count; i++)
		if (pointer_set_add(&t->callers, t->fold->tallies.items[i]->func))
			find_unread(t, t->fold->tallies.items[i]->func);
}

static bool
may_be_left_out(struct telling *t, const struct ir_expr *load)
{
	const struct tally *tally = tally_of_load(t, load);
	find_needless(t);
	return tally && (may_be_needless(t, tally) ||
	                 unused_loads_doubt(unused_loads_of(&t->fold->code->unused, tally->func), load));
}

/* Loads that take what another has loaded: where that one may be left out, they are to load it themselves; and of a load by
 * `__ldg` and another the compiler may keep either. */
static void
find_takers(struct telling *t)
{
	const struct pointer_map *reused = &t->fold->reused;
	for (; t->reused_seen < reused->count; t->reused_seen++) {
		const struct ir_expr *load = reused->items[t->reused_seen].key, *loaded_by = reused->items[t->reused_seen].value;
		const bool either = (load->kind == IR_BUILTIN) != (loaded_by->kind == IR_BUILTIN);
		if (either || may_be_left_out(t, loaded_by))
			pointer_set_add(&t->takers, load);
		if (either)
			pointer_set_add(&t->takers, loaded_by);
	}
}

const char *
doubt_of_taking(struct telling *t, const struct tally *tally)
{
	if (tally->kind != SITE_LOAD)
		return NULL;
	find_takers(t);
	return stands_beside(&t->takers, tally)
	           ? "on its line something is loaded that another load has loaded: the compiler may make either of both" : NULL;
}

/* What is needless the compiler leaves out. */
const char *
doubt_of_use(struct telling *t, const struct tally *tally)
{
	if (tally->kind != SITE_LOAD)
		return NULL;
	find_needless(t);
	if (!may_be_needless(t, tally))
		return NULL;
	if (pointer_set_has(&t->unread, tally->func))
		return "its function is called where the result may not be needed: the compiler may leave out the load there";
	return comes_to_nothing(&t->fold->needless, tally->node)
	           ? "what is computed with it comes to a constant in some iterations, as a product with 0 does: the compiler may leave "
	             "out the load there"
	           : for_unloaded;
}

/* Whether the load may be made elsewhere, or not by all who come there. */
static bool
may_be_moved(struct telling *t, const struct tally *load)
{
	return pointer_set_has(&t->fold->doubted[DOUBT_HOISTED], load->node) || doubt_of_sinking(t, load);
}

/* A store is needed for a load that may be none. */
const char *
doubt_of_reader(struct telling *t, const struct tally *tally)
{
	const struct ir_expr *load = tally->kind == SITE_STORE ? pointer_map_find(&t->fold->seen_by, tally->node) : NULL;
	const struct tally *reader = load ? tally_of_load(t, load) : NULL;
	if (!reader || (!pointer_set_has(&t->fold->doubted[DOUBT_UNCHANGED], load) && !doubt_of_other_end(t, reader) &&
	                !doubt_of_use(t, reader) && !may_be_moved(t, reader)))
		return NULL;
	return "another store goes to the same place, behind a load that the compiler may leave out, or move: it may make one of both";
}

/* The twins of the launch's kernel. Where a load that takes what another has loaded is one, the compiler may load once more
 * behind the branch, from whichever address was chosen: the other serves a twin. */
static void
find_twins(struct telling *t)
{
	if (t->twins.kernel)
		return;
	twins_find(&t->twins, &t->fold->code->unused, t->fold->kernel);
	const struct pointer_map *reused = &t->fold->reused;
	for (size_t i = 0; i < reused->count; i++) {
		if (!twins_has(&t->twins, reused->items[i].key))
			continue;
		pointer_set_add(&t->served_twins, reused->items[i].key);
		pointer_set_add(&t->serve_twins, reused->items[i].value);
	}
}

/* `(c ? a[i] : b[i]) = x`. What is only loaded from there comes from the one address that was chosen. */
static bool
stores_to_a_choice(const struct tally *tally)
{
	const struct ir_expr *address = tally_address(tally);
	if (tally->kind != SITE_STORE && ((const struct ir_expr *)tally->place)->kind != IR_UPDATE)
		return false;
	while (address->kind == IR_FIELD)
		address = address->a;
	return address->kind == IR_CONDITIONAL;
}

/* Whether a load of both sides of a branch may be counted to the line of this one. It may be that of a side that nobody took. */
static bool
is_strayed_to(struct telling *t, const struct tally *tally)
{
	strays_find(&t->strays, t->fold->kernel, &t->twins, &t->partings);
	const struct ir_expr *load = strays_beside(&t->strays, tally->place);
	const struct tally *stray = load ? tally_of_load(t, load) : NULL;
	return t->strays.too_much || (load && (!stray || stray->space == tally->space));
}

/* The compiler may make one access of this one and that of the other side of a branch. */
const char *
doubt_of_other_side(struct telling *t, const struct tally *tally)
{
	const bool stores = tally->kind == SITE_STORE;
	if (tally->place != tally->node || (!stores && tally->kind != SITE_LOAD))
		return NULL;
	if (stores_to_a_choice(tally))
		return "one of two places is stored to: the compiler may make a store for each, in a branch";
	tails_find(&t->tails, tally->func);
	if (stores && tails_has(&t->tails, tally->place))
		return "it is made before a branch and on one side of it: the compiler may make one of both, behind the branch";
	find_twins(t);
	if (!stores && (pointer_set_has(&t->serve_twins, tally->place) || stands_beside(&t->served_twins, tally)))
		return "both sides of a branch take such a load again: the compiler may load once more what was chosen";
	partings_find(&t->partings, t->fold->kernel);
	if (!twins_has(&t->twins, tally->place) && !partings_has(&t->partings, tally->place))
		return !stores && is_strayed_to(t, tally)
		           ? "both sides of a branch before it make a load: of one for both the compiler does not say whose line it is, and it may be counted here"
		           : NULL;
	return stores ? "another way to the same place makes such a store too: the compiler may make one of both"
	              : "another way to the same place makes such a load too: the compiler may make one of both";
}

/* What only one side of a later branch uses the compiler loads there, for the lanes that come there; and what only a loop
 * uses right before it, in front of what it moves out of the loop. */
const char *
doubt_of_sinking(struct telling *t, const struct tally *tally)
{
	if (tally->kind != SITE_LOAD || tally->place != tally->node)
		return NULL;
	const struct unused_loads *unused = unused_loads_of(&t->fold->code->unused, tally->func);
	const struct sunk_load *sunk = unused_loads_sunk(unused, tally->node);
	if (!sunk || (sunk->crosses && !restricted_base_of(tally_address(tally))))
		return NULL;
	if (tally_is_volatile(tally) && !unused_loads_choose(unused, sunk))
		return NULL;
	if (sunk->way.side == SIDE_CHOSEN)
		return "it is loaded for a choice between two values alone: the compiler may load the one that is chosen";
	if (pointer_set_has(&t->fold->emptied[tally->space], sunk->way.at))
		return joined;
	const struct tally *branch = tallies_find(&t->fold->tallies, sunk->way.at, NULL, SITE_BRANCH, SPACE_NONE);
	if (!branch || (sunk->way.side != SIDE_EACH && all_go(branch, sunk->way.side == SIDE_THEN)))
		return NULL;
	return "only one side of a branch behind it uses what it loads: the compiler may load it there";
}

/* Of loops that count in the usual way more is known, and of what they decide. */
static bool
is_to_be_settled(struct telling *t, const struct tally *tally)
{
	const struct ir_stmt *branch = tally->node;
	const bool is_loop = branch->kind == IR_STMT_LOOP;
	if ((is_loop && branch->unroll == 1) || !is_settled(tally->func, branch))
		return false;
	if (!is_loop)
		return true;
	struct definitions definitions = definitions_known_of(&t->fold->code->definitions, tally->func);
	return !loop_counter(&definitions, branch);
}

const char *
doubt_of_unrolling(struct telling *t, const struct tally *tally)
{
	static const char *const of_copies[] = {
		[WHOLE_NEVER] = NULL,
		[WHOLE_PERHAPS] = "the compiler unrolls the loop around it, perhaps whole: copies that know the condition have no branch",
		[WHOLE_SURELY] = "the compiler unrolls the loop around it whole, and each copy knows the condition",
	};
	const struct ir_stmt *branch = tally->node;
	if (pointer_set_has(&t->fold->unrolled.unsure, branch))
		return "the compiler unrolls the loop, perhaps whole, so that some of its branches are left, or none";
	if (pointer_set_has(&t->fold->unrolled.loops, branch))
		return "the compiler unrolls the loop whole, so that no branch is left of it";
	struct definitions_known *known = &t->fold->code->definitions;
	const char *copies =
		branch->kind == IR_STMT_LOOP ? NULL : of_copies[copies_decide(tally->func, branch, &t->fold->unrolled, known)];
	if (copies)
		return copies;
	if (is_to_be_settled(t, tally))
		return branch->kind == IR_STMT_LOOP
		           ? "constants give the trip count of the loop: the compiler may unroll it whole, and leave none of its branches"
		           : "constants decide it, in each iteration of the loops around it: the compiler may leave no branch of it";
	return NULL;
}

/* The compiler may execute it more or less often than the source does. */
const char *
doubt_of_branching(struct telling *t, const struct tally *tally)
{
	static const char *const reasons[BRANCHINGS] = {
		[BRANCHING_UNROLLED] = "how often the loop's condition is a branch of its own depends on how the compiler unrolls it",
		[BRANCHING_TURNED] = "the compiler tests the loop's condition behind its body: whether there is a branch of its own "
		                     "before the first round depends on what it knows",
		[BRANCHING_PARTED] = "the compiler may make several branches of the condition, for its parts",
		[BRANCHING_CASES] = "the compiler makes several branches of the switch, or a jump by a table",
		[BRANCHING_SHORT] = "the compiler may execute what it decides about under predicates, and leave no branch of it",
		[BRANCHING_EXIT] = "lanes that do not go on leave the kernel there: the compiler makes an exit of it, which counters of "
		                   "branches leave out",
		[BRANCHING_RETURN] = "lanes that do not go on leave the function there: where its caller leaves the kernel behind it, or asks "
		                     "for what it returns, the compiler makes no branch of its own of it",
		[BRANCHING_LEAVES_LOOP] = "lanes leave the loop around it there: the compiler may make one branch of it and the loop's own "
		                          "test",
		[BRANCHING_ASKED_AGAIN] = "another branch near it has the same condition: the compiler may make one of both",
		[BRANCHING_BESIDE_TESTS] = "the compiler may unroll the loop around it, and put tests of how many rounds are left on its line",
		[BRANCHING_UNCHANGED] = "its condition is the same in all rounds of the loop around it: the compiler may ask it once, before "
		                        "the loop",
	};
	if (tally->is_called_by_itself)
		return "its function calls itself: the compiler makes a loop of that, or copies, with tests of their own";
	struct definitions_known *known = &t->fold->code->definitions;
	const enum branching own = branching_of(tally->func, tally->node, tally->divergent == 0, known);
	if (own != BRANCHING_AS_WRITTEN || !tally->calling_loop)
		return reasons[own];
	return reasons[branching_of_called(tally->calling_func, tally->calling_loop, known)];
}

/* Copies of a loop's body stand behind each other, and lanes that are left over go through a loop of their own: those that
 * do not leave together make their requests apart, or in another company than in the source. */
const char *
doubt_of_leaving(struct telling *t, const struct tally *tally)
{
	const struct ir_stmt *loop = tally->left_loop;
	if (!loop || loop->unroll == 1)
		return NULL;
	struct definitions definitions = definitions_known_of(&t->fold->code->definitions, tally->func);
	return may_have_copies(&definitions, loop) || loop_counter(&definitions, loop)
	           ? "the lanes of a warp do not leave the loop together: which of them go on together depends on how the compiler "
	             "unrolls it" : NULL;
}
