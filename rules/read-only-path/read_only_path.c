/* Loads of a loop that wait for a store of the previous iteration, because the compiler must assume that they alias. */
#include <math.h>
#include <string.h>

#include "model/time.h"
#include "rules/access.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/pointers.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

/* ---- the loads ---- */

static bool
is_global_store(const struct site *site)
{
	return site->kind == SITE_STORE && site->space == SPACE_GLOBAL;
}

/* Whether the load has one address in all iterations. The compiler would hoist it out of the loop. */
static bool
is_invariant(const struct site *load)
{
	return load->loop.repeated >= MOSTLY;
}

static bool
is_held(const struct site *site)
{
	return site->kind == SITE_LOAD && site->space == SPACE_GLOBAL && site->loop.place.line &&
	       site->loop.held >= MOSTLY;
}

static bool
is_same_parameter(const struct launch_argument *a, const struct launch_argument *b)
{
	return !strcmp(a->name, b->name) && !strcmp(a->path ? a->path : "", b->path ? b->path : "");
}

/* Whether nothing in the launch stores to the memory of its pointer with this name. */
static bool
is_read_only_in(const struct launch *launch, const struct launch_argument *parameter)
{
	struct pointers pointers = {.launch = launch};
	for (const struct launch_argument *pointer; (pointer = next_pointer(&pointers));)
		if (is_same_parameter(pointer, parameter))
			return pointer->memory && !launch_may_write(launch, pointer->memory);
	return false;
}

static bool
is_read_only(const struct kernel *kernel, const struct launch_argument *parameter)
{
	for (size_t i = 0; i < kernel->launch_count; i++)
		if (!is_read_only_in(&kernel->launches[i], parameter))
			return false;
	return true;
}

/* The store in the load's loop for which it waits. NULL: there is none, or `__restrict__` would not suffice: because of
 * an atomic, or of a store to one address in each iteration, which memory-round-trip reports. */
static const struct site *
store_before(const struct launch *launch, const struct site *load)
{
	const struct site *store = NULL;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (!are_in_one_loop(site, load) || (site->kind != SITE_ATOMIC && !is_global_store(site)))
			continue;
		if (site->kind == SITE_ATOMIC || site->loop.repeated >= MOSTLY)
			return NULL;
		store = store || !site->loop.may_alias ? store : site;
	}
	return store;
}

/* Whether each iteration of its loop executes the load, as far as the loop's other loads show. */
static bool
is_in_each_iteration(const struct launch *launch, const struct site *load)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (are_in_one_loop(&launch->sites[i], load) &&
		    launch->sites[i].predicted.requests > load->predicted.requests)
			return false;
	return true;
}

static bool
is_freed(const struct rule_context *context, const struct site *load)
{
	const struct launch *launch = context->launch;
	if (!is_held(load) || !load->loop.may_alias || !load->object.allocation || load->object.has_others ||
	    load->confidence > CONFIDENCE_BOUNDED)
		return false;
	if (is_invariant(load) ? !is_in_each_iteration(launch, load) : load->loop.unrolled < 2)
		return false;
	const struct launch_argument *pointer = pointer_to(launch, load->object.allocation);
	return pointer && is_read_only(context->kernel, pointer) && store_before(launch, load);
}

/* ---- cost ---- */

/* The loads that no longer wait for a store. */
struct freed {
	const struct launch *launch;
	bool *is_freed;           /* for each site */
	const struct site *first; /* the freed load with most requests; NULL: there are none */
};

static struct freed
freed_of(const struct rule_context *context)
{
	const struct launch *launch = context->launch;
	struct freed freed = {
		launch, arena_array(&context->facts->arena, launch->site_count + 1, sizeof *freed.is_freed), NULL};
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		freed.is_freed[i] = is_freed(context, site);
		if (freed.is_freed[i] && (!freed.first || site->predicted.requests > freed.first->predicted.requests))
			freed.first = site;
	}
	return freed;
}

static double
iterations_together(const struct site *load)
{
	return fmin(TIME_LOADS_TOGETHER, load->loop.unrolled);
}

static void
free_load(const struct site *now, struct site *then)
{
	then->loop.phase = 0;
	then->loop.held = 1 / fmax(1, iterations_together(now));
	if (!is_invariant(now))
		return;
	then->loop.held = 0;
	then->predicted.requests *= 1 - now->loop.repeated;
	then->demand = demand_unrepeated(now, &now->demand);
	then->apart_demand = demand_unrepeated(now, &now->apart_demand);
}

/* Requests of the loop's loads that are issued together with this one, because no store is between them. */
static double
requests_of_phase(const struct freed *freed, const struct site *of)
{
	double requests = 0;
	for (size_t i = 0; i < freed->launch->site_count; i++) {
		const struct site *site = &freed->launch->sites[i];
		if (is_held(site) && !is_invariant(site) && are_in_one_loop(site, of) &&
		    site->loop.phase == of->loop.phase)
			requests = fmax(requests, site->predicted.requests);
	}
	return requests;
}

static bool
is_first_of_phase(const struct freed *freed, const struct site *site)
{
	for (const struct site *before = freed->launch->sites; before < site; before++)
		if (is_held(before) && !is_invariant(before) && are_in_one_loop(before, site) &&
		    before->loop.phase == site->loop.phase)
			return false;
	return true;
}

/* The loads of the loop that no longer wait for earlier ones. Of the loads that the scheduler can then issue together,
 * all but one are saved. None are saved as long as another load of the loop waits. */
static double
unchained_in_loop(const struct freed *freed, const struct site *of)
{
	double waits = 0, in_line = 0;
	for (size_t i = 0; i < freed->launch->site_count; i++) {
		const struct site *site = &freed->launch->sites[i];
		if (!is_held(site) || !are_in_one_loop(site, of))
			continue;
		if (!freed->is_freed[i])
			return 0;
		if (is_invariant(site) || !is_first_of_phase(freed, site))
			continue;
		waits += requests_of_phase(freed, site);
		in_line += site->loop.unrolled;
	}
	return waits > 0 ? waits * (1 - 1 / fmin(TIME_LOADS_TOGETHER, in_line)) : 0;
}

static bool
is_first_of_loop(const struct freed *freed, const struct site *site)
{
	for (const struct site *before = freed->launch->sites; before < site; before++)
		if (freed->is_freed[before - freed->launch->sites] && are_in_one_loop(before, site))
			return false;
	return true;
}

/* The launch without these waits. */
static const struct launch *
launch_without_waits(const struct rule_context *context, const struct freed *freed)
{
	const struct launch *now = freed->launch;
	struct launch *then = launch_copy(&context->facts->arena, now, 0);
	double unchained = 0;
	for (size_t i = 0; i < now->site_count; i++) {
		if (!freed->is_freed[i])
			continue;
		free_load(&now->sites[i], &then->sites[i]);
		then->execution.work.instructions -=
			now->sites[i].predicted.requests - then->sites[i].predicted.requests;
		if (is_first_of_loop(freed, &now->sites[i]))
			unchained += unchained_in_loop(freed, &now->sites[i]);
	}
	then->execution.work.chained_loads = fmax(0, now->execution.work.chained_loads - unchained);
	return then;
}

/* ---- texts ---- */

static const char *
full_name(const struct launch_argument *parameter)
{
	return parameter->path ? parameter->path : parameter->name;
}

/* Whether an earlier freed load is from the same array. */
static bool
is_named_before(const struct freed *freed, const struct site *load)
{
	for (const struct site *before = freed->launch->sites; before < load; before++)
		if (freed->is_freed[before - freed->launch->sites] &&
		    before->object.allocation == load->object.allocation)
			return true;
	return false;
}

/* "'a' and 'p.in'": the arrays that are parameters, or those that are members of one. */
static const char *
names_text(struct rule_context *context, const struct freed *freed, bool members)
{
	const char *names = NULL;
	for (size_t i = 0; i < freed->launch->site_count; i++) {
		const struct site *load = &freed->launch->sites[i];
		if (!freed->is_freed[i] || is_named_before(freed, load))
			continue;
		const struct launch_argument *parameter = pointer_to(freed->launch, load->object.allocation);
		if ((parameter->path != NULL) == members)
			names = text(context, "%s%s'%s'", names ? names : "", names ? ", " : "", full_name(parameter));
	}
	return names;
}

static const char *
advice(struct rule_context *context, const struct freed *freed)
{
	const char *parameters = names_text(context, freed, false), *members = names_text(context, freed, true);
	const char *of_parameters = parameters ? text(context, "declare %s of '%s' as `const T *__restrict__`",
	                                              parameters, context->kernel->name)
	                                       : "";
	const char *of_members =
		members ? text(context, "copy %s to variables of type `const T *__restrict__`, and read through these",
	                       members)
			: "";
	return text(context, "%s%s%s: no %slaunch of the kernel stores there", of_parameters,
	            parameters && members ? "; " : "", of_members,
	            context->kernel->launches_left_out ? "evaluated " : "");
}

static void
relate(struct draft *draft, const struct place *place, const char *message)
{
	draft->related[draft->related_count++] = (struct related){*place, message};
}

static void
relate_all(struct rule_context *context, const struct freed *freed, const struct site *store, struct draft *draft)
{
	draft->related = arena_array(&context->facts->arena, freed->launch->site_count + 1, sizeof *draft->related);
	relate(draft, &store->place, "waits for this store");
	for (size_t i = 0; i < freed->launch->site_count; i++) {
		const struct site *load = &freed->launch->sites[i];
		if (freed->is_freed[i] && load != freed->first && !facts_same_place(&load->place, &freed->first->place))
			relate(draft, &load->place, "waits as well");
	}
}

static const char *
figures(struct rule_context *context, const struct site *load)
{
	if (is_invariant(load))
		return text(context, "loaded again in each of %.0f iterations",
		            1 / fmax(1 - load->loop.repeated, 1e-9));
	return text(context, "%.0f iterations could load together", iterations_together(load));
}

static void
add(struct rule_context *context, const struct freed *freed, struct penalty penalty)
{
	const struct site *load = freed->first, *store = store_before(freed->launch, load);
	const struct name to = array_name(store);
	struct draft draft = {
		.place = &load->place,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.confidence = load->confidence > CONFIDENCE_ASSUMED ? load->confidence : CONFIDENCE_ASSUMED,
		.pricing = PRICED_BY_RULE,
		.penalty = penalty,
		/* The compiler decides how many loads of a loop are in flight at a time. */
		.is_rough = true,
		.message = text(context, "%s waits for a store", access_text(context, load)),
		.figures = figures(context, load),
		.reason = text(
			context,
			"the store to '%.*s' at line %u may alias the loaded memory: the loads of the loop at line %u "
			"wait for it in each iteration",
			to.length, to.start, store->place.line, load->loop.place.line),
		.cost = "",
		.ideal = "with `__restrict__`",
		.subject = context->kernel->link_name,
		.advice = advice(context, freed),
	};
	relate_all(context, freed, store, &draft);
	draft_add(context, &draft);
}

void
check_read_only_path(struct rule_context *context)
{
	/* Without the kernel's launches, which of its pointers alias is unknown. */
	if (context->launch->origin == LAUNCH_ASSUMED)
		return;
	const struct freed freed = freed_of(context);
	if (!freed.first)
		return;
	const struct penalty penalty = launch_slowdown(context, launch_without_waits(context, &freed));
	if (penalty.estimate >= NOTICEABLE_PENALTY)
		add(context, &freed, penalty);
}
