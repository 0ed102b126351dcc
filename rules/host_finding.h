/* What the rules about host code share: which operations stand in which loops, what they cost in the program, and how a
 * finding about them is made. */
#ifndef GPULINT_RULES_HOST_FINDING_H
#define GPULINT_RULES_HOST_FINDING_H

#include "model/host_time.h"
#include "model/time.h"
#include "rules/rules.h"

/* A loop seldom entered is not worth a word: from so many iterations on it is. */
enum { HOST_FEW_ROUNDS = 4, HOST_MANY_ROUNDS = 10 };

/* What is found: a loss of so many microseconds in a part of the program (a loop, say) that takes so many, all of its iterations
 * together. NAN: not known. */
struct host_cost {
	double lost_us, part_us;
};

struct host_finding {
	const struct host_operation *at;
	const struct place *place; /* NULL: the operation's */
	enum severity severity;
	enum confidence confidence;
	struct host_cost cost;
	const char *message, *reason, *cost_text, *advice; /* NULL: none */
	struct related *related;                           /* in the facts' arena */
	size_t related_count;
};

/* Adds it to the facts in its place; at one place a rule says one thing, of several loops what costs most. */
void host_finding_add(struct rule_context *context, const struct host_finding *found);
/* A warning from 1.1 times its part and 2% of the program, else a note; a note where it is not known. What a loop costs whose
 * iterations are not known is judged by its part alone. */
enum severity host_severity(const struct rule_context *context, struct host_cost cost, enum confidence confidence);

/* Another place of the finding. */
void host_finding_relate(struct rule_context *context, struct host_finding *found, const struct place *place,
                         const char *message);

/* The loop that it is about, where that stands elsewhere: around a call. */
void host_finding_relate_loop(struct rule_context *context, struct host_finding *found, const struct place *loop);

/* Microseconds of all launches and copies of which they are known. */
double host_program_us(const struct facts *facts);
/* The same of those in a loop, all iterations together, as far as they are known; NAN where that of no launch is. */
double host_loop_us(const struct facts *facts, const struct place *loop);
/* All that is known of what host code does and waits for in the loop: also allocations and the frees after them, fills, waits and the
 * migration of managed memory. Not what a warning given so far would take away. */
double host_iterations_us(const struct facts *facts, const struct place *loop);
/* Whether a finding so far, at least so severe, tells how to do without the operation. A launch it only names. */
bool host_is_found(const struct facts *facts, const struct host_operation *operation, enum severity least);
/* Whether the time of all its launches is known. */
bool host_loop_is_timed_whole(const struct facts *facts, const struct place *loop);
/* Whether something of that kind stands in the loop. */
bool host_loop_has(const struct facts *facts, const struct place *loop, enum host_operation_kind kind);
/* Whether each iteration is timed: the loop is there to measure. */
bool host_is_timed(const struct facts *facts, const struct place *loop);
/* Whether the loop is there to measure one launch: it does nothing but make that again and again with the same arguments, a clock or an
 * event is read before and after it or in it, and no iteration needs what another has left. */
bool host_repeats_for_time(const struct facts *facts, const struct place *loop);
/* The same of one that the program makes again behind the loop, with or without a clock: then the loop's launches go before those that
 * matter. */
bool host_warms_up(const struct facts *facts, const struct place *loop);
/* Whether the kernel surely accesses no memory. */
bool host_touches_nothing(const struct host_operation *launch);
/* A launch in the loop; NULL: it has none. */
const struct host_operation *host_loop_launch(const struct facts *facts, const struct place *loop);
/* The innermost loop around the operation that also has a launch; NULL: there is none. */
const struct place *host_launching_loop(const struct facts *facts, const struct host_operation *operation);
/* Whether the memory is one that only the driver gives: that of the host's own costs little. */
bool host_is_of_driver(const struct host_operation *operation);
/* Whether the operation is made so many times, or nobody knows how often. */
bool host_is_made_often(const struct host_operation *operation, uint64_t least);
/* Whether it is one that a finding may be about: of the files asked about, by the program's own call, not part of a graph. */
bool host_is_reported(const struct host_operation *operation);
/* "100 iterations", "each iteration" where nobody knows how many there are. */
const char *host_iterations_text(struct rule_context *context, const struct host_operation *operation);
/* "4 MiB", "40 KB", "100 bytes" */
const char *host_bytes_text(struct rule_context *context, double bytes);
/* "1.2 ms", "35 us" */
const char *host_us_text(struct rule_context *context, double us);
/* " 'h'" or "" */
const char *host_name_text(struct rule_context *context, const char *name);

#endif
