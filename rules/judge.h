/* What the rules share of judging: whether figures are bad enough and sure enough to speak of, and what that costs. */
#ifndef GPULINT_RULES_JUDGE_H
#define GPULINT_RULES_JUDGE_H

#include <stdbool.h>

#include "rules/rules.h"

/* An access is bad when it costs this many times its ideal; Nsight Compute's own rules speak up at about the same. */
#define EXCESS_LIMIT 1.10
/* A penalty below it is within what runs of one program differ by. */
#define NOTICEABLE_PENALTY 1.05
/* From this excess on it is, whatever the time it takes. */
#define ALARMING_EXCESS 2.0

enum verdict {
	VERDICT_FINE, /* or not known well enough to say anything */
	VERDICT_NOTE, /* worth a note: not certain, or without weight */
	VERDICT_BAD,
};

/* Of an access to global or shared memory: by its excess and its confidence, in a launch that matters. */
enum verdict judge_access(const struct rule_context *context, const struct site *site);

/* Sectors or wavefronts, of one access or of several in one launch. */
struct traffic {
	double cost, ideal;
	double wasted;             /* what the lanes' own addresses cost over the ideal, not the lanes that are off */
	double total, total_ideal; /* of the same kind, in the whole launch; NAN: not known */
	double seen_total; /* of what is known of it: no more than there is. NAN: of the access itself not all is known */
};

struct traffic traffic_of(const struct rule_context *context, const struct site *site);
/* Whether saving all that is wasted would hardly be seen in the launch's traffic, */
bool traffic_is_negligible(const struct traffic *traffic);
/* or beside the time that launching takes. */
bool traffic_is_tiny(const struct rule_context *context, const struct traffic *traffic);
/* What a penalty, measured in a kernel that does little but such an access, comes to in a launch of which the traffic is
 * but a part: the launch's time over that without the excess. Where the part is not known, or as large as in a copy, the
 * penalty itself. */
struct penalty penalty_in_launch(struct penalty penalty, const struct traffic *traffic);

/* Sectors or wavefronts over their ideal; NAN when not known. */
double site_excess(const struct site *site);
/* Whether it is over its ideal only because lanes are off between those that make it. */
bool is_due_to_gaps(const struct site *site);
/* Whether all launches of the kernel together are over before their work could matter. */
bool launch_is_tiny(const struct rule_context *context);
/* Whether something that nothing in sight says was made up for the launch: a size, a stride. */
bool launch_is_guessed(const struct launch *launch);

/* None is known: all NAN. */
extern const struct penalty no_penalty;

#endif
