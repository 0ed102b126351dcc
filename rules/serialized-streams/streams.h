/* What the parts of the rule share: which operations of the host go to streams, and what a loop takes whose work is spread over them. */
#ifndef GPULINT_RULES_SERIALIZED_STREAMS_STREAMS_H
#define GPULINT_RULES_SERIALIZED_STREAMS_STREAMS_H

#include "rules/host_finding.h"

/* Launches, copies and fills. */
bool streams_is_work(const struct host_operation *operation);
/* Whether it is work that is issued to whichever stream but the default one. */
bool streams_is_issued(const struct host_operation *operation);
/* The streams that the program has to choose from in the loop. */
uint64_t streams_of_loop(const struct facts *facts, const struct place *loop);
/* Whether streams and the default stream wait for each other. */
bool streams_wait_for_default(const struct facts *facts);

/* What the loop takes, all iterations together, and how much less if each iteration issued those operations asynchronously to a stream
 * of its own, or did without them where they only wait. NAN: some of its work has no known time. */
typedef bool spread_test(const struct facts *facts, const struct host_operation *operation);
struct host_cost streams_cost(const struct rule_context *context, const struct place *loop,
                              spread_test *is_to_be_spread);

/* Streams that are created and get no work. */
void report_unused_streams(struct rule_context *context);

#endif
