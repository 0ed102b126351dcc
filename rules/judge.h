/* Shared by the rules: whether figures are bad and certain enough to report, and what that costs. */
#ifndef GPULINT_RULES_JUDGE_H
#define GPULINT_RULES_JUDGE_H

#include <stdbool.h>

#include "rules/rules.h"

/* An access is bad if it costs this many times its ideal. Nsight Compute's own rules report from about the same. */
#define EXCESS_LIMIT 1.10
/* A smaller penalty is within the variation between runs of a program. */
#define NOTICEABLE_PENALTY 1.05
/* A smaller penalty is not worth a warning, nor a change that costs something else: registers, instructions, digits. */
#define WORTHWHILE_PENALTY 1.10
/* Kernels whose threads each have much work in flight need half of the warps or fewer, and use registers and shared
 * memory for that. */
#define LOW_OCCUPANCY 0.5
/* From this excess on, an access is reported whatever its time. */
#define ALARMING_EXCESS 2.0
/* A smaller share of the program's time is not worth a warning. */
#define WARNING_SHARE 0.02
/* A place with a smaller share of what the finding is about is not named. */
#define NAMED_SHARE 0.1
/* The share of an access's requests or iterations from which "mostly" holds: one of two iterations. */
#define MOSTLY 0.5

enum verdict {
	VERDICT_FINE, /* fine, or not known well enough */
	VERDICT_NOTE, /* worth a note: uncertain, or without weight */
	VERDICT_BAD,
};

/* For an access to global or shared memory: by its excess and its confidence, in a launch that matters. */
enum verdict judge_access(const struct rule_context *context, const struct site *site);

/* Sectors or wavefronts of one access, or of several in one launch. */
struct traffic {
	double cost, ideal;
	/* cost over the ideal that the lanes' own addresses cause, without that of inactive lanes */
	double wasted;
	double total, total_ideal; /* of the same kind in the whole launch; NAN: unknown */
	double seen_total; /* the known part of it, a lower bound; NAN: the access itself is not completely known */
};

struct traffic traffic_of(const struct rule_context *context, const struct site *site);
/* Whether all of the waste is a negligible share of the launch's traffic. */
bool traffic_is_negligible(const struct traffic *traffic);
/* Whether it is negligible against the time of a launch. */
bool traffic_is_tiny(const struct rule_context *context, const struct traffic *traffic);
/* A penalty is measured in a kernel that does little but such an access. In a launch the access's traffic is only a
 * part. Returns the launch's time over that without the excess. If the part is unknown, or as large as in a copy, it is
 * the penalty itself. */
struct penalty penalty_in_launch(struct penalty penalty, const struct traffic *traffic);

/* Sectors or wavefronts over their ideal; NAN: unknown. */
double site_excess(const struct site *site);
/* Whether the access is over its ideal only because lanes between its active lanes are inactive. */
bool is_due_to_gaps(const struct site *site);
/* Whether all launches of the kernel together take negligible time. */
bool launch_is_tiny(const struct rule_context *context);
/* Whether the launch has an assumed number, such as a size or a stride. */
bool launch_is_guessed(const struct launch *launch);

/* An unknown penalty: all NAN. */
extern const struct penalty no_penalty;

#endif
