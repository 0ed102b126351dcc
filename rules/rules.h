/* The rules: pure functions from facts to findings. Each has its own folder with its page and its examples. Only
 * rules.def names them all. */
#ifndef GPULINT_RULES_RULES_H
#define GPULINT_RULES_RULES_H

#include <stddef.h>

#include "model/facts.h"
#include "rules/barrier_needs.h"
#include "rules/step_use.h"
#include "rules/suppressions.h"

struct profile; /* measured curves of a GPU: kernels/profile.h */
struct rates;   /* of its resources: model/time.h */
struct drafts;
struct transfer_times; /* of its link to the host: model/host_time.h */

/* The cost of all accesses of a launch together, and their ideal; NAN: some are unknown. */
struct launch_totals {
	double sectors, ideal_sectors;       /* global, local and texture memory */
	double wavefronts, ideal_wavefronts; /* shared memory */
	/* of the known accesses, and of arrays in local memory: lower bounds */
	double seen_sectors, seen_wavefronts;
};

struct rule_context {
	struct facts *facts;
	const struct kernel *kernel;
	const struct launch *launch;
	/* profile from which the rates follow, of this GPU or another; NULL: there is none */
	const struct profile *profile;
	const struct rates *rates;                 /* NULL: there are none */
	const struct rule *rule;                   /* the rule that is running */
	struct drafts *drafts;                     /* what rules have found so far: draft.h */
	struct launch_totals totals;               /* of `launch` */
	const struct barrier_needs *barrier_needs; /* of all launches; only while rules check them */
	struct step_uses step_uses;                /* of `launch`; only while rules check it */
	bool is_passed_by;                         /* the launch is never made, while others of the kernel's file are */
	double kernel_us;                       /* predicted, over all evaluated launches of the kernel; NAN: unknown */
	const struct transfer_times *transfers; /* from `profile`; NULL: there are none */
	double kernel_cost;                     /* sectors and wavefronts of all launches of the kernel; NAN: unknown */
};

struct rule {
	const char *name;
	const char *summary; /* one line */
	/* Exactly one is set: for each site, for each launch, or once for each program, without kernel and launch. */
	void (*check_site)(struct rule_context *context, const struct site *site);
	void (*check_launch)(struct rule_context *context);
	void (*check_program)(struct rule_context *context);
};

extern const struct rule rules[];
extern const size_t rule_count;
const struct rule *rule_find(const char *name);
/* The rule's page.md. */
const char *rule_page(const struct rule *rule);

/* Runs all rules over all facts. Findings are added in order of file, line and column. Each cause has one finding: a
 * more specific rule silences a more general one, and the launches of a kernel are merged. Those that comments accept go to
 * facts->suppressed; suppressions may be NULL. */
void rules_run(struct facts *facts, const struct profile *profile, const struct suppressions *suppressions);

#endif
