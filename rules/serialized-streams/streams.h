/* Shared by the parts of the rule: which host operations are issued to streams, and the time of a loop whose work is
 * spread over streams. */
#ifndef GPULINT_RULES_SERIALIZED_STREAMS_STREAMS_H
#define GPULINT_RULES_SERIALIZED_STREAMS_STREAMS_H

#include "rules/host_finding.h"

/* Launches, copies and fills. */
bool streams_is_work(const struct host_operation *operation);
/* Whether it is work that is issued to a stream other than the default one. */
bool streams_is_issued(const struct host_operation *operation);
/* The number of streams from which the program chooses in the loop. */
uint64_t streams_of_loop(const struct facts *facts, const struct place *loop);
/* Whether streams and the default stream wait for each other. */
bool streams_wait_for_default(const struct facts *facts);

/* The loop's time over all iterations. The loss is the difference to the same loop with these operations issued
 * asynchronously to each iteration's own stream, or removed if they only wait. NAN: some work has no known time. */
typedef bool spread_test(const struct facts *facts, const struct host_operation *operation);
struct host_cost streams_cost(const struct rule_context *context, const struct place *loop,
                              spread_test *is_to_be_spread);

/* Reports streams that are created and get no work. */
void report_unused_streams(struct rule_context *context);

#endif
