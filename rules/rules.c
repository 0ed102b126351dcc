#include "rules/rules.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/scaled_rates.h"
#include "kernels/transfers.h"
#include "model/host_work.h"
#include "model/program_time.h"
#include "rules/checks.h"
#include "rules/merge.h"
#include "support/embedded.h"

const struct rule rules[] = {
#define ONE_CAUSE(rule, cause)
#define SILENCES(better, general)
#define OUTWEIGHS(greater, smaller)
#define SITE_RULE(function, name, summary) {name, summary, function, NULL, NULL},
#define LAUNCH_RULE(function, name, summary) {name, summary, NULL, function, NULL},
#define PROGRAM_RULE(function, name, summary) {name, summary, NULL, NULL, function},
#include "rules/rules.def"
#undef SITE_RULE
#undef LAUNCH_RULE
#undef PROGRAM_RULE
#undef ONE_CAUSE
#undef SILENCES
#undef OUTWEIGHS
};

const size_t rule_count = sizeof rules / sizeof *rules;

const struct rule *
rule_find(const char *name)
{
	for (size_t i = 0; i < rule_count; i++)
		if (!strcmp(rules[i].name, name))
			return &rules[i];
	return NULL;
}

const char *
rule_page(const struct rule *rule)
{
	char name[128];
	snprintf(name, sizeof name, "%s/page.md", rule->name);
	const struct embedded_file *page = embedded_find(embedded_pages, name);
	return page ? page->text : "";
}

static double
if_known(double figure)
{
	return isnan(figure) ? 0 : figure;
}

static struct launch_totals
add_up(const struct launch *launch)
{
	struct launch_totals totals = {.seen_sectors = launch->local_memory.traffic.load_sectors +
	                                               launch->local_memory.traffic.store_sectors};

	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		switch (site->space) {
		case SPACE_GLOBAL:
		case SPACE_LOCAL:
		case SPACE_TEXTURE:
			totals.sectors += site->predicted.sectors;
			totals.ideal_sectors += site->predicted.ideal_sectors;
			totals.seen_sectors += if_known(site->predicted.sectors);
			break;
		case SPACE_SHARED:
			totals.wavefronts += site->predicted.wavefronts;
			totals.ideal_wavefronts += site->predicted.ideal_wavefronts;
			totals.seen_wavefronts += if_known(site->predicted.wavefronts);
			break;
		default: break;
		}
	}
	/* The counts of an abandoned loop stop there, while others are complete. */
	if (launch->caveats.cut_loop.line)
		totals.sectors = totals.ideal_sectors = totals.wavefronts = totals.ideal_wavefronts = NAN;
	return totals;
}

/* The cost over all launches; launches that were not evaluated are assumed to be like the others. */
static double
cost_of(const struct kernel *kernel)
{
	double cost = 0, launches = 0;

	for (size_t i = 0; i < kernel->launch_count; i++) {
		const struct launch_totals totals = add_up(&kernel->launches[i]);
		const double repeats =
			kernel->launches[i].program.repeats ? (double)kernel->launches[i].program.repeats : 1;
		cost += repeats * (totals.sectors + totals.wavefronts);
		launches += repeats;
	}
	return launches > 0 ? cost * (1 + (double)kernel->launches_left_out / launches) : 0;
}

/* A library kernel's accesses on its own lines cannot be fixed; those in functions of the program that it calls can. */
static bool
is_of_program(const struct rule_context *context, const struct site *site)
{
	return !context->kernel->is_library || !site->code.line_info.file;
}

static void
check(struct rule_context *context)
{
	for (size_t i = 0; i < rule_count; i++) {
		context->rule = &rules[i];
		if (rules[i].check_launch && !context->kernel->is_library)
			rules[i].check_launch(context);
		for (size_t k = 0; rules[i].check_site && k < context->launch->site_count; k++)
			if (is_of_program(context, &context->launch->sites[k]))
				rules[i].check_site(context, &context->launch->sites[k]);
	}
}

/* Whether host code makes the launch, and the launch or its kernel is in the file. */
static bool
is_seen_in(const char *file, const struct kernel *kernel, const struct launch *launch)
{
	const bool is_seen = launch->origin == LAUNCH_SOURCE || launch->origin == LAUNCH_MEASURED;
	return is_seen && (!strcmp(launch->place.file, file) || !strcmp(kernel->place.file, file));
}

/* A file without a launch of its kernels is a library, and its users may launch each of them. */
static bool
is_passed_by(const struct facts *facts, const struct kernel *kernel, const struct launch *launch)
{
	if (!launch->program.never_makes_it || !kernel->place.file)
		return false;
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			if (is_seen_in(kernel->place.file, &facts->kernels[i], &facts->kernels[i].launches[k]))
				return true;
	return false;
}

static void
predict_times(struct kernel *kernel, const struct rates *rates)
{
	for (size_t i = 0; i < kernel->launch_count; i++) {
		struct launch *launch = &kernel->launches[i];
		launch->predicted_time =
			rates ? time_of_launch(rates, launch, &time_as_it_is) : (struct launch_time){.us = NAN};
	}
}

static double
predicted_us(const struct kernel *kernel)
{
	double us = 0;
	for (size_t i = 0; i < kernel->launch_count; i++)
		us += kernel->launches[i].predicted_time.us * program_launches(&kernel->launches[i]);
	return us;
}

static void
check_program(struct rule_context context)
{
	for (size_t i = 0; i < rule_count; i++) {
		context.rule = &rules[i];
		if (rules[i].check_program)
			rules[i].check_program(&context);
	}
}

/* Each program is checked alone: the operations of one are not evidence for another. */
static void
check_programs(const struct rule_context *context)
{
	struct facts *facts = context->facts;
	struct host_operation *const all = facts->host_operations;
	const size_t count = facts->host_operation_count;
	for (size_t first = 0, next; first < count; first = next) {
		for (next = first + 1; next < count && all[next].program == all[first].program;)
			next++;
		facts->host_operations = all + first;
		facts->host_operation_count = next - first;
		check_program(*context);
	}
	facts->host_operations = all;
	facts->host_operation_count = count;
}

void
rules_run(struct facts *facts, const struct profile *profile, const struct suppressions *suppressions)
{
	struct drafts drafts = {0};
	struct rates measured;
	const struct gpu *gpu = facts->gpu ? gpu_find(facts->gpu) : NULL;
	const struct rates *rates = rates_of_gpu(profile, gpu, &measured) ? &measured : NULL;

	for (size_t i = 0; i < facts->kernel_count; i++)
		predict_times(&facts->kernels[i], rates);
	program_time_share(facts);
	struct transfer_times transfers;
	const struct transfer_times *times = transfers_of_profile(profile, &transfers) ? &transfers : NULL;
	host_predict_times(facts, times);
	const struct barrier_needs barrier_needs = barrier_needs_find(facts);
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const double kernel_cost = cost_of(&facts->kernels[i]);
		const double kernel_us = predicted_us(&facts->kernels[i]);
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++) {
			struct rule_context context = {
				.facts = facts,
				.kernel = &facts->kernels[i],
				.launch = &facts->kernels[i].launches[k],
				.profile = profile,
				.transfers = times,
				.rates = rates,
				.is_passed_by = is_passed_by(facts, &facts->kernels[i], &facts->kernels[i].launches[k]),
				.kernel_us = kernel_us,
				.drafts = &drafts,
				.totals = add_up(&facts->kernels[i].launches[k]),
				.barrier_needs = &barrier_needs,
				.step_uses = step_uses_find(&facts->kernels[i].launches[k]),
				.kernel_cost = kernel_cost,
			};
			check(&context);
			free(context.step_uses.items);
		}
	}
	free(barrier_needs.places);
	drafts_merge(facts, &drafts, suppressions);
	check_programs(&(struct rule_context){
		.facts = facts, .profile = profile, .rates = rates, .drafts = &drafts, .transfers = times});
	free(drafts.items);
	suppressions_apply(suppressions, facts);
}
