/* What a rule found at one place in one launch. Drafts become findings after all rules have checked all launches: see
 * merge.h. */
#ifndef GPULINT_RULES_DRAFT_H
#define GPULINT_RULES_DRAFT_H

#include <stdbool.h>

#include "rules/judge.h"
#include "rules/slowdown.h"

struct repair;

struct draft {
	const struct place *place;
	const struct site *site; /* NULL: about the launch */
	enum verdict verdict;
	enum confidence confidence;
	const char *confidence_why; /* the assumption; NULL: the site's, or the launch's */
	struct penalty penalty;     /* for an access it is computed here; 0: there is none */
	enum {
		PRICED_AS_ACCESS,
		PRICED_BY_RULE,
		UNPRICED
	} pricing; /* for an access: by its ideal form, by `penalty`, or not at all */
	/* the penalty rests on uncertain waits or work, so an error needs the whole penalty at its low end */
	bool is_rough;
	bool count_is_guessed; /* data decides how often the cost occurs; for an access draft_add sets it */
	/* CLAIM_FAULT, CLAIM_RACE and an unpriced CLAIM_BARRIER are errors; with VERDICT_NOTE, for code that may be
	 * correct, warnings */
	enum claim claim;
	bool bad_shape; /* a warning even without a known time, because the shape itself is wrong */
	/* for an access that other work of the launch often hides. Below 8 times the ideal, a warning needs the time of
	 * an actual launch, and a penalty of this much at its low end, or of 1.5. 0: not such an access */
	double least_low;
	/* The message and the figures; the headline has the cost between them. `cost` is reported on the penalty's
	 * line. `ideal` is the form with which the penalty compares; NULL: the access's ideal form. */
	const char *message, *figures, *reason, *cost, *ideal, *advice;
	/* what is to be fixed: drafts of a rule with equal subjects have one cause. "": only this draft. NULL:
	 * draft_add sets the array, the condition or the kernel */
	const char *subject;
	/* which of the rule's several causes it is; others at the place are reported separately. NULL: the rule has
	 * only one */
	const char *cause;
	const struct fix *fix; /* NULL: none; copied */
	/* If set, the penalty compares with the launch in which all accesses to the array have this layout; NULL: with
	 * the site's ideal form. */
	const struct repair *repair;
	const struct repaired_launch *repaired;
	struct related *related; /* other places with the same cause */
	size_t related_count;

	/* The following members are set by draft_add and drafts_merge. */
	size_t order; /* number of drafts before it */
	struct rule_context context;
	struct penalty alone; /* the penalty if everything else in the launch were ideal */
	/* the penalty in a launch of the kernel with a known time, if this launch's is unknown; 0: there is none */
	double timed_penalty;
	double program_share;   /* share of the program's predicted time that would be saved; NAN: unknown */
	struct traffic traffic; /* of an access; total 0: not an access */
	const char *walk;       /* the subject for accesses to global memory by an index that several arrays share */
};

struct drafts {
	struct draft *items;
	size_t count, capacity;
};

/* Copies the draft. Its texts must be constant or in the facts' arena. */
void draft_add(struct rule_context *context, const struct draft *draft);
/* Whether other costs of the launch hide most of its cost. */
bool draft_is_hidden(const struct draft *draft);
/* Decides by the saved time:
 * - an error from half of the launch's time and a tenth of the program's, if that is certain enough;
 * - a warning from a tenth of the launch's time and 2% of the program's, or from half of the launch's time and 1%,
 *   or 0.2% and 50 microseconds of the program's. But not if it rests on a guess and may be no gain, or is below
 *   1.3x and a microsecond of the launch;
 * - otherwise a note.
 * Without a known time, traffic decides. In a launch that is never made while others of its file are, only errors of
 * correctness are more than notes. */
enum severity draft_severity(const struct draft *draft);
/* The deciding penalty: of the launch as it is, or, if other costs hide it, of the launch without them. The latter
 * counts if it is at least half of the launch's time. */
struct penalty draft_decisive_penalty(const struct draft *draft);
/* The share of the program's predicted time that a penalty of the draft's launch costs; NAN: unknown. */
double draft_program_share(const struct draft *draft, struct penalty penalty);

#endif
