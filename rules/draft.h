/* What a rule has found at one place in one launch. Drafts become findings when all rules have seen all launches: see
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
	const char *confidence_why; /* what an assumed one rests on; NULL: the site's, or what the launch assumes */
	struct penalty penalty;     /* of an access it is found here; 0: there is none */
	enum {
		PRICED_AS_ACCESS,
		PRICED_BY_RULE,
		UNPRICED
	} pricing; /* of an access: by its ideal form, by `penalty`, or not at all */
	bool is_rough; /* the penalty: rests on waits or work that are not surely seen, so that an error needs all of it at its low end */
	bool count_is_guessed; /* how often happens what costs, which data decides; of an access draft_add knows it */
	/* CLAIM_FAULT, CLAIM_RACE, an unpriced CLAIM_BARRIER: an error; with VERDICT_NOTE, where it may be right, a
	 * warning */
	enum claim claim;
	bool bad_shape; /* a warning where no time is known: the shape itself is wrong */
	/* of an access that other work of the launch often hides: a warning below 8 times the ideal needs the time of
	 * a launch that is made, and a penalty of so much at its low end, or of 1.5; 0: no such thing */
	double least_low;
	/* What is found, and the figures that show it; the headline has the cost between them. `cost` is reported with the penalty's
	 * line, `ideal` is the form that the penalty compares with; NULL: an access's own. */
	const char *message, *figures, *reason, *cost, *ideal, *advice;
	/* what is to be repaired: drafts of a rule that share it have one cause; "": this alone; NULL: draft_add takes
	 * the array, the condition or the kernel */
	const char *subject;
	/* which of the things that the rule finds: others at the place are told beside it; NULL: the one */
	const char *cause;
	const struct fix *fix; /* NULL: none; copied */
	/* The penalty is against the launch with that, of all accesses to the array; NULL: against the site's ideal form. */
	const struct repair *repair;
	const struct repaired_launch *repaired;
	struct related *related; /* other places with the same cause */
	size_t related_count;

	/* What draft_add knows. */
	size_t order; /* how many were before it */
	struct rule_context context;
	struct penalty alone; /* the same of the penalty, were everything else as it should be */
	double timed_penalty; /* of the same in a launch of the kernel whose time is known, where this one's is not; 0: there is none */
	double program_share;   /* of the program's predicted time, that would be saved; NAN: not known */
	struct traffic traffic; /* of an access; total 0: it is none */
	const char *walk;       /* the same of accesses to global memory, by the index that several arrays share */
};

struct drafts {
	struct draft *items;
	size_t count, capacity;
};

/* Takes a copy; texts must be in the facts' arena or constant. */
void draft_add(struct rule_context *context, const struct draft *draft);
/* Whether other costs of the launch hide most of what it costs. */
bool draft_is_hidden(const struct draft *draft);
/* By what would be saved: an error from half of the launch's time and a tenth of the program's, if that is certain enough; a
 * warning from a tenth and a fiftieth, or from half of it and 1%, or 0.2% and 50 microseconds, unless that rests on a guess and may
 * be less than nothing, or is below 1.3 times and a microsecond of the launch; else a note. Where no time is known, by traffic. In a
 * kernel that is passed by only what is wrong whatever it costs is more than a note. */
enum severity draft_severity(const struct draft *draft);
/* The penalty that decides: what the draft costs as the launch is or, where other costs hide that, once these are gone, if it then
 * takes half of the launch's time. */
struct penalty draft_decisive_penalty(const struct draft *draft);
/* Of the program's predicted time the share that a penalty of the draft's launch makes out; NAN: not known. */
double draft_program_share(const struct draft *draft, struct penalty penalty);

#endif
