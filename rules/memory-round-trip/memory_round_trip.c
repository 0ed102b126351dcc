/* Values that a loop keeps in memory: each iteration stores to the same address, and usually loads from it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/time.h"
#include "rules/access.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

static bool
is_repeated(const struct site *site)
{
	return site->loop.place.line && site->loop.repeated >= MOSTLY &&
	       (site->space == SPACE_GLOBAL || site->space == SPACE_SHARED);
}

/* Whether the machine code contains the access. */
static bool
is_made(const struct site *site)
{
	return site->code.share.requests > 0;
}

/* A store to a thread's own address, as far as its lanes show. A store by all lanes to one address is meant for
 * others. */
static bool
is_own_store(const struct site *site)
{
	return site->kind == SITE_STORE && is_repeated(site) && site->object.allocation && !site->object.has_others &&
	       site->pattern != PATTERN_UNIFORM && site->pattern != PATTERN_UNKNOWN;
}

/* Whether the load is in the loop, or in a function that the loop calls. Then it is executed about as often as the
 * store. */
static bool
may_be_in_loop(const struct site *load, const struct site *store)
{
	const bool is_between =
		load->place.line >= store->loop.place.line && load->place.line <= store->loop.place.end_line;
	return is_between ||
	       load->predicted.requests > store->predicted.requests * fmax(0.3, 2 * (1 - store->loop.repeated));
}

static uint64_t
apart(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* Another member of the thread's own record. For the address to be another thread's, a whole number of records would
 * have to be between. */
static bool
is_in_own_record(const struct site *load, const struct site *store)
{
	return load->record.is_accessed && store->record.is_accessed && load->step.bytes == store->step.bytes &&
	       apart(load->loop.repeated_at, store->loop.repeated_at) < (uint64_t)llabs(store->step.bytes);
}

/* Whether the load accesses another part of the lanes' rows or records, which no thread's store reaches. */
static bool
is_in_other_part(const struct site *load, const struct site *store)
{
	const bool is_known = load->step.end && store->step.end && !load->object.has_others;
	return is_known && load->step.bytes == store->step.bytes &&
	       (load->step.end <= store->step.from || store->step.end <= load->step.from);
}

/* Whether all requests of the load have the address of the last one: it is repeated, or only in the first iteration. */
static bool
stays(const struct site *load, const struct site *store)
{
	return is_repeated(load) ||
	       load->predicted.requests <= store->predicted.requests * 2 * (1 - store->loop.repeated);
}

/* Whether the load accesses the thread's own memory: at the store's address, or where its loop also stores. */
static bool
is_own_load(const struct launch *launch, const struct site *load, const struct site *store)
{
	if (is_in_other_part(load, store))
		return true;
	if (!load->loop.repeated_at || !stays(load, store))
		return false;
	if (load->loop.repeated_at == store->loop.repeated_at || is_in_own_record(load, store))
		return true;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (other->object.allocation == load->object.allocation &&
		    other->loop.repeated_at == load->loop.repeated_at && is_own_store(other) &&
		    are_in_one_loop(other, store))
			return true;
	}
	return false;
}

/* Whether the access loads or changes unknown memory, which may be what is stored. */
static bool
may_go_there(const struct site *other, const struct site *store)
{
	const bool is_known = other->object.allocation && !other->object.has_others,
		   takes = other->kind == SITE_LOAD || other->kind == SITE_ATOMIC;
	return takes && !is_known && (other->space == store->space || other->space == SPACE_GENERIC);
}

/* Whether some access of the launch may read or change what the loop stores: a load from other addresses, whose
 * iterations may wait at barriers for other threads, or an atomic. */
static bool
is_seen_by_others(const struct launch *launch, const struct site *store)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (may_go_there(other, store) && may_be_in_loop(other, store))
			return true;
		if (other->object.allocation != store->object.allocation)
			continue;
		if (other->kind == SITE_ATOMIC)
			return true;
		if (other->kind == SITE_LOAD && may_be_in_loop(other, store) && !is_own_load(launch, other, store))
			return true;
	}
	return false;
}

/* For each site of the launch, whether it is such a store; computed once. */
struct looked_at {
	const struct launch *launch;
	bool *is_trip;
};

static bool
is_trip(const struct looked_at *at, const struct site *site)
{
	return at->is_trip[site - at->launch->sites];
}

/* Whether a load reads an address that the loop stores to, or always one that nothing in the launch stores to. Once no
 * store in the loop may change it, the compiler keeps it in a register. */
static bool
is_freed(const struct looked_at *at, const struct site *load, const struct site *first)
{
	const struct launch *launch = at->launch;
	bool is_stored = false;
	if (load->kind != SITE_LOAD || !is_repeated(load) || !load->object.allocation || !are_in_one_loop(load, first))
		return false;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if ((other->kind != SITE_STORE && other->kind != SITE_ATOMIC) ||
		    other->object.allocation != load->object.allocation)
			continue;
		if (are_in_one_loop(other, first) && other->loop.repeated_at == load->loop.repeated_at &&
		    is_trip(at, other))
			return true;
		is_stored = true;
	}
	return !is_stored;
}

static bool
is_loaded(const struct launch *launch, const struct site *store)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (other->kind == SITE_LOAD && other->object.allocation == store->object.allocation &&
		    other->loop.repeated_at == store->loop.repeated_at && is_repeated(other) &&
		    are_in_one_loop(other, store))
			return true;
	}
	return false;
}

/* The sums over the accesses of one loop. */
struct trips {
	struct repaired_launch *repaired; /* without their repeated requests */
	double requests;                  /* number of repeated requests */
	enum confidence confidence;
	bool count_is_guessed;
	struct related *related; /* the other stores */
	size_t related_count;
};

static void
add_related(struct trips *trips, const struct site *store, const struct site *first)
{
	if (store == first || store->kind != SITE_STORE)
		return;
	trips->related[trips->related_count++] = (struct related){store->place, "the same here"};
}

/* Whether these are all of the loop's stores to global memory. Then no load must wait for one. */
static bool
are_all_stores(const struct looked_at *at, const struct site *first)
{
	const struct launch *launch = at->launch;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		const bool stores =
			site->space == SPACE_GLOBAL && (site->kind == SITE_STORE || site->kind == SITE_ATOMIC);
		if (stores && are_in_one_loop(site, first) && !is_trip(at, site))
			return false;
	}
	return true;
}

/* Whether it is one of the loop's remaining loads, which the stores delay now. */
static bool
is_held_back(const struct trips *trips, const struct site *site, const struct site *first)
{
	return trips->repaired->is_freed && site->kind == SITE_LOAD && site->space == SPACE_GLOBAL &&
	       are_in_one_loop(site, first);
}

static struct trips
trips_of(struct rule_context *context, const struct looked_at *at, const struct site *first)
{
	struct arena *arena = &context->facts->arena;
	const struct launch *now = context->launch;
	struct launch *launch = launch_copy(arena, now, 0);
	const struct site **changed = arena_array(arena, now->site_count, sizeof *changed);
	struct trips trips = {.repaired = arena_new(arena, struct repaired_launch),
	                      .confidence = first->confidence,
	                      .related = arena_array(arena, now->site_count, sizeof *trips.related)};
	*trips.repaired = (struct repaired_launch){
		.launch = launch, .against = "with these values in registers", .is_freed = are_all_stores(at, first)};
	for (size_t i = 0; i < now->site_count; i++) {
		const struct site *site = &now->sites[i];
		const bool is_stored = is_trip(at, site) && are_in_one_loop(site, first);
		const bool is_gone = is_stored || is_freed(at, site, first);
		if (!is_gone && !is_held_back(&trips, site, first))
			continue;
		changed[trips.repaired->changed.count++] = &launch->sites[i];
		if (!is_gone) {
			launch->sites[i].ideal_demand = site->demand;
			continue;
		}
		launch->sites[i].ideal_demand = demand_unrepeated(site, &site->demand);
		add_related(&trips, site, first);
		trips.requests += site->loop.repeated * site->predicted.requests;
		trips.count_is_guessed |= site->loop.is_open;
		trips.confidence = site->confidence > trips.confidence ? site->confidence : trips.confidence;
	}
	trips.repaired->changed.items = changed;
	trips.repaired->saved.instructions = trips.requests;
	if (trips.repaired->is_freed)
		trips.repaired->saved.chained_loads =
			(1 - 1.0 / TIME_LOADS_TOGETHER) * now->execution.work.chained_loads;
	return trips;
}

static double
requests_of(const struct launch *launch)
{
	double requests = 0;
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].kind <= SITE_ATOMIC && !isnan(launch->sites[i].predicted.requests))
			requests += launch->sites[i].predicted.requests;
	return requests;
}

static const char *
advice(struct rule_context *context, const struct site *store, bool is_loaded)
{
	const char *aliased =
		store->space == SPACE_GLOBAL
			? "; the compiler does not do this itself where another pointer may alias the memory (use "
			  "__restrict__)"
			: "";
	if (store->record.is_accessed)
		return text(
			context,
			"copy the record to a variable before the loop at line %u, work on the variable, and copy it "
			"back after the loop%s",
			store->loop.place.line, aliased);
	return text(context, "%s a variable in the loop at line %u, and store it after the loop%s",
	            is_loaded ? "load it before, keep it in" : "keep it in", store->loop.place.line, aliased);
}

static void
add_trips(struct rule_context *context, const struct looked_at *at, const struct site *first)
{
	const struct launch *launch = context->launch;
	const bool loaded = is_loaded(launch, first);
	const struct trips trips = trips_of(context, at, first);
	const double iterations = 1 / fmax(1 - first->loop.repeated, 1e-9), all = requests_of(launch);
	const struct draft draft = {
		.place = &first->place,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.confidence = trips.confidence,
		.count_is_guessed = trips.count_is_guessed,
		.repaired = trips.repaired,
		.message = text(context, "memory round trip of '%s'", first->expression),
		.figures = text(context, "%s in each of %.0f iterations", loaded ? "loaded and stored" : "stored",
	                        iterations),
		.reason = text(
			context,
			"all iterations of the loop at line %u %s to one address per thread, which a register could "
			"hold%s",
			first->loop.place.line, loaded ? "go" : "store",
			loaded ? "" : "; the compiler stores it each time, because another pointer may read it"),
		.cost = text(context, "%.0f%% of the launch's requests", 100 * trips.requests / all),
		.ideal = trips.repaired->against,
		.subject = text(context, "%s loop %s %u %u", context->kernel->link_name, first->loop.place.file,
	                        first->loop.place.line, first->loop.place.column),
		.advice = advice(context, first, loaded),
		.related = trips.related,
		.related_count = trips.related_count,
	};
	draft_add(context, &draft);
}

/* Whether no earlier site belongs to the same loop. */
static bool
is_first_of_loop(const struct looked_at *at, const struct site *site)
{
	for (const struct site *before = at->launch->sites; before < site; before++)
		if (is_trip(at, before) && are_in_one_loop(before, site))
			return false;
	return true;
}

void
check_memory_round_trip(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	struct looked_at at = {launch, arena_array(&context->facts->arena, launch->site_count + 1, sizeof *at.is_trip)};
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		at.is_trip[i] = is_made(site) && is_own_store(site) && !site->loop.stores_the_same &&
		                !is_seen_by_others(launch, site);
	}
	for (size_t i = 0; i < launch->site_count; i++)
		if (at.is_trip[i] && is_first_of_loop(&at, &launch->sites[i]))
			add_trips(context, &at, &launch->sites[i]);
}
