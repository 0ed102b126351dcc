/* What a rule has found at one place in one launch. Drafts become findings when all rules have seen all launches: see
 * merge.h. */
#ifndef GPULINT_RULES_DRAFT_H
#define GPULINT_RULES_DRAFT_H

#include <stdbool.h>

#include "rules/judge.h"

struct draft {
	const struct place *place;
	const struct site *site;       /* NULL: about the launch */
	enum verdict verdict;
	enum standing standing;
	struct penalty penalty;        /* of an access it is found here */
	bool unpriced;                 /* an access whose time is not known */
	bool is_rough;                 /* the penalty: rests on waits or work that are not surely seen, so that it is no error */
	enum claim claim;              /* CLAIM_FAULT: an error; with VERDICT_NOTE, where it may be right, a warning */
	bool bad_shape;                /* a warning whatever it costs here: the shape itself is wrong */
	/* Without a cost, that of the site's traffic is told; with an ideal, which the penalty compares it with, that as well. */
	const char *message, *reason, *cost, *ideal, *advice;
	const char *subject;           /* what is to be repaired: drafts of a rule that share it have one cause; "": this alone;
	                                  NULL: draft_add takes the array, the condition or the kernel */
	const char *cause;             /* which of the things that the rule finds: others at the place are told beside it; NULL: the one */
	const struct fix *fix;         /* NULL: none; copied */
	struct related *related;       /* other places with the same cause */
	size_t related_count;

	/* What draft_add knows. */
	size_t order;                  /* how many were before it */
	struct rule_context context;
	struct penalty alone;          /* the same of the penalty, were everything else as it should be */
	struct traffic traffic;        /* of an access; total 0: it is none */
	const char *walk;              /* the same of accesses to global memory, by the index that several arrays share */
};

struct drafts {
	struct draft *items;
	size_t count, capacity;
};

/* Takes a copy; texts must be in the facts' arena or constant. */
void draft_add(struct rule_context *context, const struct draft *draft);
/* An error only for a predicted penalty of 2 or more that is exact or assumed, a warning from 1.1 or for a bad shape,
 * else a note; the penalty is that which the launch would have were everything else in it ideal. */
enum severity draft_severity(const struct draft *draft);
/* Whether it would be more severe if it were all that the launch does. */
bool draft_is_small_part(const struct draft *draft);

#endif
