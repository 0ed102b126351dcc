/* Shared by the rules about host code: which operations are in which loops, their cost in the program, and the
 * construction of findings. */
#ifndef GPULINT_RULES_HOST_FINDING_H
#define GPULINT_RULES_HOST_FINDING_H

#include "model/host_time.h"
#include "model/time.h"
#include "rules/rules.h"

/* A loop with few iterations is not reported, or only as a note. */
enum { HOST_FEW_ITERATIONS = 4, HOST_MANY_ITERATIONS = 10 };
/* Bytes. A smaller copy costs about as much as the call, whatever the memory. */
enum { HOST_SMALL_COPY = 64 * 1024 };

/* The cost of a finding: lost_us of the part_us that a part of the program (such as a loop) takes, over all its
 * iterations, in microseconds. NAN: unknown. */
struct host_cost {
	double lost_us, part_us;
};

struct host_finding {
	const struct host_operation *at;
	const struct place *place; /* NULL: the operation's place */
	enum severity severity;
	enum confidence confidence;
	struct host_cost cost;
	const char *message, *reason, *cost_text, *advice; /* NULL: none */
	struct related *related;                           /* in the facts' arena */
	size_t related_count;
};

/* Adds the finding to the facts in order. A rule has one finding at a place; of several loops, the most expensive
 * one. */
void host_finding_add(struct rule_context *context, const struct host_finding *found);
/* A warning from 1.1 times the part and 2% of the program; otherwise, or if unknown, a note. A loop whose number of
 * iterations is unknown is judged by its part alone. */
enum severity host_severity(const struct rule_context *context, struct host_cost cost, enum confidence confidence);

/* Adds another place of the finding. */
void host_finding_relate(struct rule_context *context, struct host_finding *found, const struct place *place,
                         const char *message);

/* Adds the loop of the finding, if it is elsewhere, around a call. */
void host_finding_relate_loop(struct rule_context *context, struct host_finding *found, const struct place *loop);

/* The sum in microseconds of all launches and copies with known times. */
double host_program_us(const struct facts *facts);
/* The same for a loop over all its iterations; NAN if no launch in it has a known time. */
double host_loop_us(const struct facts *facts, const struct place *loop);
/* The known time of all host operations in the loop, and of waiting: also allocations with their frees, fills, waits
 * and the migration of managed memory. Operations that an earlier warning would remove are excluded. */
double host_iterations_us(const struct facts *facts, const struct place *loop);
/* Whether an earlier finding of at least this severity removes the operation. Findings that only name a launch do not
 * count. */
bool host_is_found(const struct facts *facts, const struct host_operation *operation, enum severity least);
/* Whether the times of all its launches are known. */
bool host_loop_is_timed_whole(const struct facts *facts, const struct place *loop);
/* Whether the loop contains an operation of this kind. */
bool host_loop_has(const struct facts *facts, const struct place *loop, enum host_operation_kind kind);
/* Whether each iteration is timed, so that the loop is there to measure. */
bool host_is_timed(const struct facts *facts, const struct place *loop);
/* Whether the loop only measures one launch. It repeats the launch with the same arguments, reads a clock or event
 * before and after or in it, and no iteration needs another's results. */
bool host_repeats_for_time(const struct facts *facts, const struct place *loop);
/* The same for a loop, with or without a clock, whose launch the program makes again after the loop. Then the loop's
 * launches are a warm-up. */
bool host_warms_up(const struct facts *facts, const struct place *loop);
/* Whether the kernel surely accesses no memory. */
bool host_touches_nothing(const struct host_operation *launch);
/* A launch in the loop; NULL: there is none. */
const struct host_operation *host_loop_launch(const struct facts *facts, const struct place *loop);
/* The innermost loop around the operation that also contains a launch; NULL: there is none. */
const struct place *host_launching_loop(const struct facts *facts, const struct host_operation *operation);
/* Whether only the driver provides this memory. The host's own allocations are cheap. */
bool host_is_of_driver(const struct host_operation *operation);
/* Whether the operation is executed at least this often, or an unknown number of times. */
bool host_is_made_often(const struct host_operation *operation, uint64_t least);
/* Whether a finding may be about it: it is in the given files, by a call of the program's own, and not part of a
 * graph. */
bool host_is_reported(const struct host_operation *operation);
/* "100 iterations"; "each iteration" if the number is unknown. */
const char *host_iterations_text(struct rule_context *context, const struct host_operation *operation);
/* "4 MiB", "40 KB", "100 bytes" */
const char *host_bytes_text(struct rule_context *context, double bytes);
/* "1.2 ms", "35 us" */
const char *host_us_text(struct rule_context *context, double us);
/* " 'h'" or "" */
const char *host_name_text(struct rule_context *context, const char *name);

#endif
