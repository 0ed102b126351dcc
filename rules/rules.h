/* The rules: pure functions from facts to findings. Each lives in its own folder with its page and its examples;
 * rules.def is the only place that names them all. */
#ifndef GPULINT_RULES_RULES_H
#define GPULINT_RULES_RULES_H

#include <stddef.h>

#include "model/facts.h"
#include "rules/barrier_needs.h"
#include "rules/step_use.h"

struct profile; /* measured curves of a GPU: kernels/profile.h */
struct rates;   /* of its resources: model/time.h */
struct drafts;
struct transfer_times; /* of its link to the host: model/host_time.h */

/* What all accesses of a launch together cost, and would if each were ideal; NAN when some are not known. */
struct launch_totals {
	double sectors, ideal_sectors;       /* global, local and texture memory */
	double wavefronts, ideal_wavefronts; /* shared memory */
	/* of those that are known, and of arrays in local memory: no more than there are */
	double seen_sectors, seen_wavefronts;
};

struct rule_context {
	struct facts *facts;
	const struct kernel *kernel;
	const struct launch *launch;
	const struct profile *profile; /* that the rates follow from, of this GPU or another; NULL: there is none */
	const struct rates *rates;     /* the same */
	const struct rule *rule;       /* the one that is running */
	struct drafts *drafts;         /* what rules found so far: draft.h */
	struct launch_totals totals;   /* of `launch` */
	const struct barrier_needs *barrier_needs; /* of all launches; only while rules check them */
	struct step_uses step_uses;                /* the same; only while rules check it */
	bool is_passed_by;                         /* the launch is never made, while others of the kernel's file are */
	double kernel_us; /* predicted, of all launches of the kernel that were looked at; NAN: not known */
	const struct transfer_times *transfers; /* of `profile`; NULL: there are none */
	double kernel_cost; /* sectors and wavefronts of all launches of the kernel; NAN: not known */
};

struct rule {
	const char *name;
	const char *summary; /* one line */
	/* One of the three: for each site, for each launch, or once a program, with no kernel and no launch. */
	void (*check_site)(struct rule_context *context, const struct site *site);
	void (*check_launch)(struct rule_context *context);
	void (*check_program)(struct rule_context *context);
};

extern const struct rule rules[];
extern const size_t rule_count;
const struct rule *rule_find(const char *name);
/* The rule's page.md. */
const char *rule_page(const struct rule *rule);

/* Runs all rules over all facts; findings are added in order of file, line and column. One finding for one cause: a
 * rule that explains a site better silences the more general one, and the launches of a kernel are merged. */
void rules_run(struct facts *facts, const struct profile *profile);

#endif
