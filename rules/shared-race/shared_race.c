/* Accesses of two threads to shared memory without an order: both places, both threads, and what is missing between
 * them. */
#include <string.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/wording.h"

static const char *
verb(const struct race_end *end)
{
	return end->kind == SITE_LOAD ? "loads" : end->kind == SITE_STORE ? "stores" : "updates";
}

static const char *
noun(const struct race_end *end)
{
	return end->kind == SITE_LOAD ? "load" : end->kind == SITE_STORE ? "store" : "atomic";
}

static bool
is_in_one_line(const struct shared_race *race)
{
	return !strcmp(race->first.place.file, race->second.place.file) &&
	       race->first.place.line == race->second.place.line;
}

/* By line and column, because several statements may be on one line. */
static bool
is_behind(const struct place *a, const struct place *b)
{
	return a->line > b->line || (a->line == b->line && a->column > b->column);
}

static bool
is_of_next_iteration(const struct shared_race *race)
{
	return race->in_one_function && !race->in_one_expression && is_behind(&race->first.place, &race->second.place);
}

static const char *
missing_barrier(const struct shared_race *race)
{
	return race->in_warp ? "__syncwarp()" : "__syncthreads()";
}

/* Between two stores, a barrier only decides which one is last. */
static bool
are_stores(const struct shared_race *race)
{
	return race->first.kind == SITE_STORE && race->second.kind == SITE_STORE;
}

/* Whether all lanes of a warp update one word at once. A barrier before or after does not prevent lost updates. */
static bool
is_update_by_all(const struct launch *launch, const struct shared_race *race)
{
	for (size_t i = 0; race->second_updates && i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->kind == SITE_STORE && site->space == SPACE_SHARED &&
		    facts_same_place(&site->place, &race->second.place))
			return site->pattern == PATTERN_UNIFORM && site->predicted.lanes > site->predicted.requests;
	}
	return false;
}

static const char *
message(struct rule_context *context, const struct shared_race *race)
{
	const char *array = *race->array ? text(context, "'%s'", race->array) : "shared memory";
	if (is_update_by_all(context->launch, race))
		return text(context, "race on %s: all lanes of a warp load and store one element", array);
	if (are_stores(race) && race->in_one_expression)
		return text(context, "race on %s: threads store different values to one element", array);
	return text(context, "race on %s: needs %s after the %s at line %u", array, missing_barrier(race),
	            noun(&race->first), race->first.place.line);
}

static const char *
reason(struct rule_context *context, const struct shared_race *race)
{
	const struct launch *launch = context->launch;
	return text(context, "thread %s of block %s %s here where thread %s %s at line %u%s, in the launch at line %u",
	            index_text(context, race->second.thread, launch->block),
	            index_text(context, race->block, launch->grid), verb(&race->second),
	            index_text(context, race->first.thread, launch->block), verb(&race->first), race->first.place.line,
	            is_of_next_iteration(race) ? " in the previous iteration" : "", launch->place.line);
}

static const char *
advice(struct rule_context *context, const struct shared_race *race)
{
	const char *barrier = missing_barrier(race);
	if (is_update_by_all(context->launch, race))
		return text(
			context,
			"let one lane update each element, with %s before and after it, or give each thread its own copy: all lanes update the same element at line %u",
			barrier, race->second.place.line);
	if (is_of_next_iteration(race))
		return text(context,
		            "end the loop's body with %s: accesses of one iteration race with those of the "
		            "next",
		            barrier);
	if (!race->in_one_function)
		return text(context, "put %s after the %s at line %u, before other threads execute this line", barrier,
		            noun(&race->first), race->first.place.line);
	if (!race->in_one_expression && is_in_one_line(race))
		return text(context, "put %s between the two accesses at line %u", barrier, race->first.place.line);
	if (!race->in_one_expression)
		return text(context, "put %s between line %u and line %u", barrier, race->first.place.line,
		            race->second.place.line);
	if (are_stores(race))
		return "let one thread store, give each thread its own element, or accumulate with an atomic";
	if (race->first.kind != SITE_LOAD)
		return text(context, "end each iteration with %s", barrier);
	return text(context, "load into a variable, call %s, store, and call it again before the next load", barrier);
}

/* Whether this race is reported for all races between the same barriers: the first one, and rather one between
 * different warps. */
static bool
stands_for_others(const struct launch *launch, size_t i)
{
	const struct shared_race *race = &launch->synchronization.races[i];
	for (size_t j = 0; j < launch->synchronization.race_count; j++) {
		const struct shared_race *other = &launch->synchronization.races[j];
		if (j != i && other->interval == race->interval &&
		    (other->in_warp == race->in_warp ? j < i : !other->in_warp))
			return false;
	}
	return true;
}

static bool
is_among(const struct related *related, size_t count, const struct place *place)
{
	for (size_t i = 0; i < count; i++)
		if (facts_same_place(&related[i].place, place))
			return true;
	return false;
}

/* The other place, and the places of all races that it represents. */
static size_t
find_related(struct rule_context *context, const struct shared_race *race, struct related **related)
{
	const struct launch *launch = context->launch;
	struct related *found =
		arena_array(&context->facts->arena, launch->synchronization.race_count + 1, sizeof *found);
	size_t count = 0;
	if (!facts_same_place(&race->first.place, &race->second.place))
		found[count++] = (struct related){
			race->first.place, text(context, "the %s that is not ordered with it", noun(&race->first))};
	for (size_t i = 0; i < launch->synchronization.race_count; i++) {
		const struct shared_race *other = &launch->synchronization.races[i];
		if (other != race && other->interval == race->interval &&
		    !is_among(found, count, &other->second.place) &&
		    !facts_same_place(&other->second.place, &race->second.place))
			found[count++] = (struct related){
				other->second.place, text(context, "also races with line %u", other->first.place.line)};
	}
	*related = found;
	return count;
}

static void
add_race(struct rule_context *context, const struct shared_race *race)
{
	const bool is_sure = !race->assumption && !launch_is_guessed(context->launch);
	struct related *related;
	const size_t related_count = find_related(context, race, &related);
	const struct draft draft = {
		.place = &race->second.place,
		/* The lanes of a warp mostly execute together, although nothing guarantees it. */
		.verdict = race->in_warp || !is_sure ? VERDICT_NOTE : VERDICT_BAD,
		.claim = CLAIM_RACE,
		.pricing = UNPRICED,
		.confidence = is_sure ? CONFIDENCE_EXACT : CONFIDENCE_ASSUMED,
		.confidence_why = race->assumption,
		.message = message(context, race),
		.reason = reason(context, race),
		.cost = race->in_warp
	                        ? "since compute capability 7.0 the threads of a warp need not execute together: the "
	                          "load may return the old or the new value"
	                        : "warps execute in any order: the loaded or stored value differs from run to run",
		.advice = advice(context, race),
		.related = related,
		.related_count = related_count,
		.subject = text(context, "%s %u %u", race->second.place.file, race->second.place.line,
	                        race->second.place.column),
	};
	draft_add(context, &draft);
}

void
check_shared_race(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	/* The part of the kernel that was left out may order them. */
	if (context->kernel->is_partial)
		return;
	for (size_t i = 0; i < launch->synchronization.race_count; i++)
		if (stands_for_others(launch, i))
			add_race(context, &launch->synchronization.races[i]);
}
