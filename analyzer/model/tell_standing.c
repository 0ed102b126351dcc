/* How far the figures of a site can be trusted, and why. */
#include <string.h>

#include "code/branching.h"
#include "code/copies.h"
#include "code/doubt.h"
#include "code/known_code.h"
#include "code/narrow.h"
#include "code/restrict.h"
#include "code/settled.h"
#include "code/unroll.h"
#include "model/telling.h"

/* ---- what speaks against exact ---- */

/* Each says why the figures of a site hold only for an assumption; NULL: nothing of its kind speaks against them. */
typedef const char *doubt_of(struct telling *t, const struct tally *tally);

/* Of an assumption about numbers, what the site rests on: those of them that it hangs on, and why they are assumed. NULL: on
 * none. */
static const char *
doubt_of_numbers(struct telling *t, const struct tally *tally, const char *assumption)
{
	const struct assumed_numbers *assumed = &t->fold->assumed;
	const char *why = assumption + strlen(assumed->text), *texts = "";
	size_t count = 0;
	for (size_t i = 0; i < assumed->count; i++) {
		if (!doubts_has(assumed->items[i].doubts, tally->node))
			continue;
		texts = arena_printf(t->arena, "%s%s%s", texts, count ? ", " : "", assumed->items[i].text);
		count++;
	}
	if (count)
		return arena_printf(t->arena, "%s%s", texts, why);
	return assumed->told_with_launch ? why + strspn(why, ": ") : NULL;
}

static bool
is_about_numbers(const struct telling *t, const char *assumption)
{
	const char *text = t->fold->assumed.text;
	return text && !strncmp(assumption, text, strlen(text)) && assumption[strlen(text)] == ':';
}

static const char *
doubt_of_launch(struct telling *t, const struct tally *tally)
{
	for (size_t i = 0; i < t->launch->assumption_count; i++) {
		const char *assumption = t->launch->assumptions[i];
		const char *why = is_about_numbers(t, assumption) ? doubt_of_numbers(t, tally, assumption) : assumption;
		if (why)
			return why;
	}
	return t->launch->origin == LAUNCH_ASSUMED ? "no launch of this kernel is in sight" : NULL;
}

/* What else is said of the figures holds, too, but that many more requests are made than were seen comes first. */
static const char *
doubt_of_ends(struct telling *t, const struct tally *tally)
{
	(void)tally;
	if (t->launch->cut_loop.line)
		return arena_printf(t->arena, "the evaluation left the loop at line %u before it had come to its end, so that there are more",
		                    t->launch->cut_loop.line);
	if (t->launch->cut_call.line)
		return arena_printf(t->arena, "calls are nested deeper at line %u than is followed, so that there may be more",
		                    t->launch->cut_call.line);
	return t->launch->budget_reached ? "the budget ended before all sampled blocks had run" : NULL;
}

static const char *
doubt_of_lanes(struct telling *t, const struct tally *tally)
{
	(void)t;
	return tally->doubtful_requests > 0 ? "all lanes that may come here do; which of them do depends on data" : NULL;
}

static const char *
doubt_of_trips(struct telling *t, const struct tally *tally)
{
	const struct fold *fold = t->fold;
	if (!tally->open_loop)
		return NULL;
	const char *line = tell_line(t, &fold->symbols->reasons.items[tally->open_loop]);
	for (size_t i = 0; i < fold->open_loop_count; i++)
		if (fold->open_loops[i].reason == tally->open_loop)
			return arena_printf(t->arena, "%llu round%s run of the loop at %s: how many there are depends on data",
			                    (unsigned long long)fold->open_loops[i].rounds,
			                    fold->open_loops[i].rounds == 1 ? " was" : "s were", line);
	return arena_printf(t->arena, "how many rounds the loop at %s has depends on data", line);
}

/* A __device__ variable beside others: only its own alignment is sure, and its requests move more than one sector. */
static bool
is_laid_out_by_others(const struct tally *tally)
{
	const struct object *object = tally->object;
	if (object->kind != OBJECT_GLOBAL || !object->type || object->type->align >= SECTOR_BYTES ||
	    tally->cost <= tally->requests)
		return false;
	unsigned variables = 0;
	for (size_t i = 0; i < tally->unit->global_count; i++)
		variables += tally->unit->globals[i]->storage == IR_STORAGE_DEVICE;
	return variables > 1;
}

static const char *
doubt_of_placement(struct telling *t, const struct tally *tally)
{
	const struct object *object = tally->object;
	if (!object)
		return NULL;
	if (object->assumed)
		return arena_printf(t->arena, "`%s` begins where cudaMalloc would put it: no allocation of it is in sight",
		                    object->name);
	if (object->from_device_heap)
		return "the device heap may place it anywhere: it is taken to begin with a sector, and to share none with others";
	if (is_laid_out_by_others(tally))
		return arena_printf(t->arena, "where the linker lays `%s` among the program's variables is open: it is taken to "
		                    "begin with a sector", object->name);
	return NULL;
}

static const char *
doubt_of_addresses(struct telling *t, const struct tally *tally)
{
	(void)t;
	return tally->assumption;
}

static const char *
beyond_end(struct telling *t, const struct tally *tally)
{
	const struct object *object = tally->fault.object;
	const char *name = tell_object_name(t, tally);
	const unsigned long long bytes = object->size;
	if (object->kind == OBJECT_SHARED && !object->type)
		return arena_printf(t->arena, "it goes beyond the end of dynamic shared memory, of which the launch gives %llu bytes", bytes);
	return *name ? arena_printf(t->arena, "it goes beyond the end of `%s`, which has %llu bytes", name, bytes)
	             : arena_printf(t->arena, "it goes beyond the end of what it accesses, which has %llu bytes", bytes);
}

/* An access with which the GPU stops costs nothing that could be told exactly. */
static const char *
doubt_of_faults(struct telling *t, const struct tally *tally)
{
	static const char *const reasons[] = {
		[FAULT_NONE] = NULL,
		[FAULT_NULL] = "its pointer is null: the GPU stops with `illegal memory access`",
		[FAULT_HOST] = "it lies in the host's own memory: the GPU stops there, unless the system shares all of a process's memory "
		               "with it",
		[FAULT_ALIGNMENT] = "an address is no multiple of the access's width: the GPU stops with `misaligned address`",
		[FAULT_BEFORE] = "it goes to what lies before the beginning of what it accesses",
	};
	return tally->fault.kind == FAULT_BEHIND ? beyond_end(t, tally) : reasons[tally->fault.kind];
}

static const char *
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
static const char *
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

/* The compiler may know more of what lies there than names say. */
static const char *
doubt_of_reuse(struct telling *t, const struct tally *tally)
{
	static const char *const reasons[ACCESS_DOUBTS] = {
		[DOUBT_SAME_CALL] = "its function is called twice with the same arguments: the compiler may load once for both",
		[DOUBT_ONE_WAY] = "it is made on one side of a branch and behind it: the compiler may make it once, before the branch",
		[DOUBT_UNCHANGED] = "what is stored is what was loaded from there: the compiler may do neither",
		[DOUBT_OVERWRITTEN] = "another store goes to the same place: the compiler may make one of both",
		[DOUBT_HOISTED] = "it does not change in the loop: the compiler may make it before the loop, on another line",
		[DOUBT_JOINED] = "the compiler may move a load out of the loop behind it, and put that on its line",
		[DOUBT_COVERED] = "the thread has just moved more that it is a part of: the compiler may take it from there",
		[DOUBT_STORED] = "the thread has stored there shortly before: the compiler may have kept what it stored",
		[DOUBT_KEPT] = "only what may be known to lie elsewhere was written since it was loaded: the compiler may have kept it",
		[DOUBT_CARRIED] = "another iteration loads from there too: copies that the compiler makes of the loop may load once for both",
		[DOUBT_MEMBERS] = "not all of the vector is used: the compiler may load a part of it",
	};
	const bool loads = tally->kind == SITE_LOAD;
	for (unsigned i = 0; i < (loads ? ACCESS_DOUBTS : DOUBT_SAME_CALL); i++)
		if (pointer_set_has(&t->fold->doubted[i], tally->node))
			return loads && i == DOUBT_OVERWRITTEN ? "what is updated here is updated again: the compiler may load once for both"
			                                       : reasons[i];
	return NULL;
}

/* Bytes that nobody needs are not loaded. */
static const char *
doubt_of_width(struct telling *t, const struct tally *tally)
{
	if (tally->kind != SITE_LOAD)
		return NULL;
	if (pointer_set_add(&t->narrow_funcs, tally->func) && tally->func->body)
		narrow_loads_find(&t->narrow, &t->fold->code->possible, tally->func);
	if (pointer_set_has(&t->narrow, tally->func))
		return "the function is too large to tell which bytes of the number are needed: the compiler may load less of it";
	return pointer_set_has(&t->narrow, tally->node) ? "not all bytes of the number are needed: the compiler may load less of it"
	                                                : NULL;
}

/* Shared memory of the kernel's own that nobody loads is not stored to, and what nobody stores is not loaded. */
static const char *
doubt_of_other_end(struct telling *t, const struct tally *tally)
{
	if (gets_one_constant(t->fold, tally, t->arena))
		return "all that is stored there is one constant: the compiler may put that in its place";
	if (!has_no_other_end(t->fold, tally))
		return NULL;
	return tally->kind == SITE_STORE ? "nothing loads what is stored: the compiler may leave it out"
	                                 : "nothing stores what is loaded: the compiler may take it for anything";
}

/* What goes into a store alone that is none is not needed. */
static const char *
doubt_of_use(struct telling *t, const struct tally *tally)
{
	if (tally->kind != SITE_LOAD || !t->fold->needless.members.count)
		return NULL;
	t->without.needless = &t->fold->needless;
	const bool itself = pointer_set_has(&t->fold->needless, tally->node);
	return itself || unused_loads_doubt(unused_loads_of(&t->without, tally->func), tally->node)
	           ? "what it loads goes into a store that the compiler leaves out, so it may be left out as well" : NULL;
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

/* Whether a twin stands on the line that takes what another load has loaded: that is where the compiler may load once more. */
static bool
stands_beside_served_twin(const struct telling *t, const struct tally *tally)
{
	const struct pointer_map *served = &t->served_twins.members;
	for (size_t i = 0; i < served->count; i++) {
		const struct ir_expr *twin = served->items[i].key;
		if (twin->loc.line == tally->loc.line && twin->loc.file == tally->loc.file)
			return true;
	}
	return false;
}

/* The compiler may make one access of this one and that of the other side of a branch. */
static const char *
doubt_of_other_side(struct telling *t, const struct tally *tally)
{
	const bool stores = tally->kind == SITE_STORE;
	if (tally->place != tally->node || (!stores && tally->kind != SITE_LOAD))
		return NULL;
	tails_find(&t->tails, tally->func);
	if (stores && tails_has(&t->tails, tally->place))
		return "it is made before a branch and on one side of it: the compiler may make one of both, behind the branch";
	find_twins(t);
	if (!stores && (pointer_set_has(&t->serve_twins, tally->place) || stands_beside_served_twin(t, tally)))
		return "both sides of a branch take such a load again: the compiler may load once more what was chosen";
	partings_find(&t->partings, t->fold->kernel);
	if (!twins_has(&t->twins, tally->place) && !partings_has(&t->partings, tally->place))
		return NULL;
	return stores ? "another way to the same place makes such a store too: the compiler may make one of both"
	              : "another way to the same place makes such a load too: the compiler may make one of both";
}

/* What only one side of a later branch uses the compiler loads there, for the lanes that come there. */
static const char *
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
	const struct tally *branch = tallies_find(&t->fold->tallies, sunk->way.at, NULL, SITE_BRANCH, SPACE_NONE);
	if (!branch || (sunk->way.side != SIDE_EACH && all_go(branch, sunk->way.side == SIDE_THEN)))
		return NULL;
	return "only one side of a branch behind it uses what it loads: the compiler may load it there";
}

/* Whether what was not run may be otherwise than what was. */
static bool
sample_varies(const struct telling *t, const struct tally *tally)
{
	const bool everywhere = !t->fold->blocks ||
	                        (tally->blocks_seen == t->fold->blocks && tally->edges_seen == t->fold->edges);
	/* Blocks that go different ways turn from one to the other in a block that may not have been run. */
	const bool turns = t->fold->blocks && tally->kind == SITE_BRANCH && tally->all_yes && tally->all_no;
	/* One block alone that stands for others is at least to be like those at the edges. */
	const bool alone = t->fold->blocks == 1 && tally->unlike_edge;
	/* How many more there are like one at an edge that goes round a loop more often, nothing says. */
	const bool unbounded = t->fold->blocks && tally->edge_comes_otherwise && !t->fold->turns_known;
	return tally->unlike || alone || unbounded || turns || doubts_has(t->fold->doubts, tally->node) || !everywhere ||
	       tally->rounds_differ ||
	       (tally->kind != SITE_BRANCH && tally->extrapolated && tally->most_cost > tally->least_cost * 1.001);
}

static const char *
doubt_of_sample(struct telling *t, const struct tally *tally)
{
	return sample_varies(t, tally) ? "blocks and iterations that were not run are taken to be like those that were" : NULL;
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
	struct definitions definitions = definitions_of(tally->func, t->arena);
	return !loop_counter(&definitions, branch);
}

static const char *
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
	const char *copies =
		branch->kind == IR_STMT_LOOP ? NULL : of_copies[copies_decide(tally->func, branch, &t->fold->unrolled, t->arena)];
	if (copies)
		return copies;
	if (is_to_be_settled(t, tally))
		return branch->kind == IR_STMT_LOOP
		           ? "constants say how often the loop goes round: the compiler may unroll it whole, and leave none of its branches"
		           : "constants decide it, in each iteration of the loops around it: the compiler may leave no branch of it";
	return NULL;
}

/* The compiler may execute it more or less often than the source does. */
static const char *
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
		[BRANCHING_BESIDE_TESTS] = "the compiler may unroll the loop around it, and put tests of how many rounds are left on its line",
		[BRANCHING_UNCHANGED] = "its condition is the same in all rounds of the loop around it: the compiler may ask it once, before "
		                        "the loop",
	};
	if (tally->is_called_by_itself)
		return "its function calls itself: the compiler makes a loop of that, or copies, with tests of their own";
	const enum branching own = branching_of(tally->func, tally->node, tally->divergent == 0, t->arena);
	if (own != BRANCHING_AS_WRITTEN || !tally->calling_loop)
		return reasons[own];
	return reasons[branching_of_called(tally->calling_func, tally->calling_loop, t->arena)];
}

/* Other values may be loaded than were. */
static const char *
doubt_of_races(struct telling *t, const struct tally *tally)
{
	const struct fold *fold = t->fold;
	return fold->raced && doubts_has(fold->raced, tally->node) ? tell_reason(t, fold->race_reason) : NULL;
}

static const char *
doubt_of_functions(struct telling *t, const struct tally *tally)
{
	return t->fold->inexact && doubts_has(t->fold->inexact, tally->node)
	           ? "a mathematical function decides it, whose last bits may be others on the GPU than here" : NULL;
}

/* Copies of a loop's body stand behind each other, and lanes that are left over go through a loop of their own: those that
 * do not leave together make their requests apart, or in another company than in the source. */
static const char *
doubt_of_leaving(struct telling *t, const struct tally *tally)
{
	const struct ir_stmt *loop = tally->left_loop;
	if (!loop || loop->unroll == 1)
		return NULL;
	struct definitions definitions = definitions_of(tally->func, t->arena);
	return may_have_copies(&definitions, loop) || loop_counter(&definitions, loop)
	           ? "the lanes of a warp do not leave the loop together: which of them go on together depends on how the compiler "
	             "unrolls it" : NULL;
}

/* The first that says something is told. */
static doubt_of *const of_accesses[] = {
	doubt_of_launch, doubt_of_ends, doubt_of_trips, doubt_of_lanes, doubt_of_races, doubt_of_functions, doubt_of_placement,
	doubt_of_addresses, doubt_of_faults, doubt_of_merging, doubt_of_constants, doubt_of_other_side, doubt_of_sinking, doubt_of_other_end,
	doubt_of_reuse, doubt_of_use, doubt_of_width, doubt_of_sample, doubt_of_leaving, NULL,
}, *const of_branches[] = {
	doubt_of_launch, doubt_of_ends, doubt_of_trips, doubt_of_lanes, doubt_of_races, doubt_of_functions, doubt_of_sample,
	doubt_of_unrolling, doubt_of_branching, doubt_of_leaving, NULL,
};

/* Assumed for the first of the doubts, or exact. */
static void
set_assumed_or_exact(struct telling *t, const struct tally *tally, doubt_of *const *doubts, struct site *site)
{
	site->standing = STANDING_EXACT;
	site->why = "";
	for (; *doubts && site->standing == STANDING_EXACT; doubts++) {
		const char *why = (*doubts)(t, tally);
		if (why) {
			site->standing = STANDING_ASSUMED;
			site->why = why;
		}
	}
}

/* ---- standings ---- */

/* Where it goes has to be settled: an access that something else may lead elsewhere is not called wrong. Nor is a load that
 * the compiler may leave out, or make where only those lanes come that need it. */
void
tell_fault(struct telling *t, const struct tally *tally, struct site *site)
{
	const struct known_fault *known = &tally->fault;
	struct fault *fault = &site->fault;
	if (!known->kind || doubt_of_launch(t, tally) || doubt_of_races(t, tally) || doubt_of_functions(t, tally) ||
	    doubt_of_use(t, tally) || doubt_of_sinking(t, tally))
		return;
	const uint32_t *block = t->launch->block;
	const struct object *object = known->object;
	*fault = (struct fault){.kind = known->kind, .at = known->at, .memory = ""};
	memcpy(fault->block, known->block, sizeof fault->block);
	fault->thread[0] = known->thread % block[0];
	fault->thread[1] = known->thread / block[0] % block[1];
	fault->thread[2] = known->thread / block[0] / block[1];
	if (!object)
		return;
	fault->size = object->size;
	fault->memory = arena_strdup(t->arena, object->name);
}

static const char *
why_bounded(struct telling *t, const struct tally *tally)
{
	if (tally->unknown_requests > 0)
		return tell_symbol(t, tally->unknown_symbol);
	if (tally->example_symbol)
		return arena_printf(t->arena, "%s; the figure is for the part of that data which was computed",
		                    tell_symbol(t, tally->example_symbol));
	if (tally->spread_symbol)
		return arena_printf(t->arena, "%s; the figure is for lanes spread evenly over where they may go",
		                    tell_symbol(t, tally->spread_symbol));
	if (tally->rows_symbol)
		return arena_printf(t->arena, "%s; the figure is for rows that begin with a sector", tell_symbol(t, tally->rows_symbol));
	return "where a request begins within a sector depends on data";
}

/* Whether it is for data that a run of the program would bring that nothing sure can be said. */
static bool
awaits_data(struct telling *t, const struct tally *tally)
{
	const symbol_id symbol = tally->unknown_requests > 0 ? tally->unknown_symbol
	                         : tally->example_symbol     ? tally->example_symbol
	                                                     : tally->spread_symbol;
	return symbol && reason_is_left_to_run(symbols_reason_of(t->fold->symbols, symbol)->kind);
}

void
tell_access_standing(struct telling *t, const struct tally *tally, struct site *site)
{
	if (tally->space == SPACE_TEXTURE) {
		site->standing = STANDING_UNKNOWN;
		site->why = "textures and surfaces go through the texture units, whose sectors are counted at no line";
	} else if (tally->unknown_requests > 0.5 * tally->requests) {
		site->standing = STANDING_UNKNOWN;
		site->why = tell_symbol(t, tally->unknown_symbol);
		site->awaits_data = awaits_data(t, tally);
	} else if (tally->unknown_requests > 0 || tally->bounded_requests > 0) {
		site->standing = STANDING_BOUNDED;
		site->why = why_bounded(t, tally);
		site->awaits_data = awaits_data(t, tally);
	} else {
		set_assumed_or_exact(t, tally, of_accesses, site);
	}
}

void
tell_branch_standing(struct telling *t, const struct tally *tally, struct site *site)
{
	if (tally->unknown_requests > 0) {
		site->standing = STANDING_UNKNOWN;
		site->why = tell_symbol(t, tally->unknown_symbol);
		site->awaits_data = awaits_data(t, tally);
	} else {
		set_assumed_or_exact(t, tally, of_branches, site);
	}
}

void
tell_likely_standing(struct telling *t, const struct tally *tally, struct site *site)
{
	static const char of_example[] = "the figure is that of a run with the part of it which was computed";
	const symbol_id symbol = tally->unknown_requests > 0 ? tally->unknown_symbol
	                         : tally->example_symbol     ? tally->example_symbol
	                                                     : tally->spread_symbol;
	site->standing = symbol && tally->kind != SITE_BRANCH ? STANDING_BOUNDED : STANDING_ASSUMED;
	site->why = symbol ? arena_printf(t->arena, "%s; %s", tell_symbol(t, symbol), of_example)
	                   : arena_printf(t->arena, "which lanes come here depends on data; %s", of_example);
}
