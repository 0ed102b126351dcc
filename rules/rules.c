#include "rules/rules.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/merge.h"
#include "support/embedded.h"

#define SITE_RULE(function, name, summary) void function(struct rule_context *context, const struct site *site);
#define LAUNCH_RULE(function, name, summary) void function(struct rule_context *context);
#define ONE_CAUSE(rule, cause)
#define SILENCES(better, general)
#include "rules/rules.def"
#undef SITE_RULE
#undef LAUNCH_RULE

const struct rule rules[] = {
#define SITE_RULE(function, name, summary) {name, summary, function, NULL},
#define LAUNCH_RULE(function, name, summary) {name, summary, NULL, function},
#include "rules/rules.def"
#undef SITE_RULE
#undef LAUNCH_RULE
#undef ONE_CAUSE
#undef SILENCES
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

static struct launch_totals
add_up(const struct launch *launch)
{
	struct launch_totals totals = {0, 0};

	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		switch (site->space) {
		case SPACE_GLOBAL:
		case SPACE_LOCAL:
		case SPACE_TEXTURE:
			totals.sectors += site->predicted.sectors;
			break;
		case SPACE_SHARED:
			totals.wavefronts += site->predicted.wavefronts;
			break;
		default:
			break;
		}
	}
	return totals;
}

static void
check(struct rule_context *context)
{
	for (size_t i = 0; i < rule_count; i++) {
		context->rule = &rules[i];
		if (rules[i].check_launch)
			rules[i].check_launch(context);
		for (size_t k = 0; rules[i].check_site && k < context->launch->site_count; k++)
			rules[i].check_site(context, &context->launch->sites[k]);
	}
}

void
rules_run(struct facts *facts, const struct profile *profile)
{
	struct drafts drafts = {0};

	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++) {
			struct rule_context context = {
				.facts = facts,
				.kernel = &facts->kernels[i],
				.launch = &facts->kernels[i].launches[k],
				.profile = profile,
				.drafts = &drafts,
				.totals = add_up(&facts->kernels[i].launches[k]),
			};
			check(&context);
		}
	drafts_merge(facts, &drafts);
	free(drafts.items);
}
