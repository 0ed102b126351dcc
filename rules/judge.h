/* What the rules share: whether figures are bad enough and sure enough to speak of, what that costs, and how severe
 * it is. */
#ifndef GPULINT_RULES_JUDGE_H
#define GPULINT_RULES_JUDGE_H

#include <stdbool.h>

#include "rules/rules.h"

/* An access is bad when it costs this many times its ideal; Nsight Compute's own rules speak up at about the same. */
#define EXCESS_LIMIT 1.10

enum verdict {
	VERDICT_FINE,    /* or not known well enough to say anything */
	VERDICT_NOTE,    /* worth a note: not certain, or without weight in its launch */
	VERDICT_BAD,
};

/* Of an access to global or shared memory: by its excess and its standing, then by its weight in the launch. */
enum verdict judge_access(const struct rule_context *context, const struct site *site);

/* Sectors or wavefronts over their ideal; NAN when not known. */
double site_excess(const struct site *site);
/* Whether it is over its ideal only because lanes are off between those that make it. */
bool is_due_to_gaps(const struct site *site);
/* The access's share of the launch's sectors or wavefronts, 0 to 1; NAN when not known. */
double site_share(const struct rule_context *context, const struct site *site);
/* Threads of a block, blocks of a grid. */
double product(const uint32_t size[3]);
/* Whether the launch is over before its work could matter. */
bool launch_is_tiny(const struct rule_context *context);

/* A penalty that lies somewhere between two effects: low and high are the effects' own, and the estimate lies `way` of
 * the way from the one to the other (0 to 1), by ratio. NAN unless both are known. */
struct penalty penalty_blend(struct penalty low, struct penalty high, double way);
/* Where it depends on what a rule cannot see (whether a cache helps, how long a branch's sides are): half way. */
struct penalty penalty_between(struct penalty low, struct penalty high);
/* "no slower": the low end where help may be complete. */
struct penalty penalty_none(void);

struct draft {
	const struct place *place;
	const struct site *site;       /* NULL: about the launch */
	enum verdict verdict;
	enum standing standing;
	struct penalty penalty;
	bool bad_shape;                /* a warning whatever it costs here: the shape itself is wrong */
	const char *message, *reason, *cost, *advice;
	const struct fix *fix;         /* NULL: none */
	struct related *related;       /* other places with the same cause */
	size_t related_count;
};

/* Adds the finding, with the severity that follows: an error only for a predicted penalty of 2 or more that is exact or
 * assumed, a warning from 1.1 or for a bad shape, else a note. Texts must be in the facts' arena or constant. */
void report_draft(struct rule_context *context, const struct draft *draft);

/* "2.9 times as slow as its ideal form (2.0 to 4.2), by reference kernels on NVIDIA H200"; "" when not known. */
const char *penalty_text(struct rule_context *context, struct penalty penalty);
/* The same of the effect "block-size"; "" when not known. */
const char *block_size_text(struct rule_context *context, struct penalty penalty);
/* What an access costs: its excessive traffic, its share of the launch, and the penalty if there is one. */
const char *cost_text(struct rule_context *context, const struct site *site, struct penalty penalty);
/* Text in the facts' arena. */
const char *text(struct rule_context *context, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The array that the site reads or writes, as the source calls it there: `length` bytes, 0 where it has no name. */
struct name { const char *start; int length; };
struct name array_name(const struct site *site);
/* "load of 'in'", "store", … */
const char *access_text(struct rule_context *context, const struct site *site);

#endif
