/* Copies between host and device in a loop of launches that move nothing new, or so little that the call is the whole
 * cost. */
#include "rules/checks.h"

#include <math.h>
#include <string.h>

#include "rules/host_finding.h"
#include "rules/wording.h"

/* A copy to the device of at most this size is a parameter of the iteration: a number or a short vector. */
static const double largest_parameter = 16;

enum waste { NO_WASTE, REPEATED, ROUND_TRIP, SAME_SOURCE, SMALL, SMALL_ANSWER };

/* What depends on the evaluation may depend on the copied result: the loop's end, or other work. */
static bool
may_decide(const struct host_operation *copy)
{
	return copy->count_confidence == CONFIDENCE_UNKNOWN && (copy->is_open_ended || copy->is_conditional);
}

static bool
is_upload(const struct host_operation *operation, const struct place *loop)
{
	return operation->kind == HOST_COPY && operation->direction == COPY_TO_DEVICE &&
	       host_operation_bytes(operation) > largest_parameter && facts_same_place(&operation->loops[0], loop);
}

/* If an iteration executes two such copies through one function, one of them is its own input. */
static bool
is_own(const struct host_operation *upload)
{
	return upload->own_inputs >= (upload->count + 1) / 2;
}

/* Whether the copy may return data that the host received from the device, changed or not. */
static bool
may_return(const struct host_operation *upload)
{
	return upload->round_trips || !(is_own(upload) || upload->same_source > upload->count / 2);
}

/* Whether each iteration gives the device new input that does not come from the device, and at least as much as it
 * copies back. Then the copy back is a result, not a state with which the device could continue, because it never
 * returns to the device. This does not hold if the loop's end may depend on it. */
static bool
is_answer(const struct facts *facts, const struct host_operation *copy)
{
	bool has_input = false;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *upload = &facts->host_operations[i];
		if (!is_upload(upload, &copy->loops[0]))
			continue;
		if (may_return(upload))
			return false;
		has_input |= is_own(upload) && upload->largest_bytes >= copy->largest_bytes;
	}
	return has_input && !may_decide(copy);
}

static enum waste
waste_of(const struct facts *facts, const struct host_operation *copy)
{
	/* Most copies must have the property: the first one always moves new data. */
	const uint64_t most = copy->count / 2;
	if (copy->repeated > most)
		return REPEATED;
	if (copy->round_trips > most)
		return ROUND_TRIP;
	if (copy->same_source > most)
		return SAME_SOURCE;
	if (copy->direction != COPY_TO_HOST || !(host_operation_bytes(copy) < HOST_SMALL_COPY))
		return NO_WASTE;
	return is_answer(facts, copy) ? SMALL_ANSWER : SMALL;
}

static const struct place *
loop_of(const struct facts *facts, const struct host_operation *copy)
{
	const bool is_between = copy->direction == COPY_TO_DEVICE || copy->direction == COPY_TO_HOST;
	if (copy->kind != HOST_COPY || !is_between || !copy->loops[0].line || !host_is_reported(copy) ||
	    !host_is_made_often(copy, HOST_FEW_ITERATIONS) || !host_loop_launch(facts, &copy->loops[0]))
		return NULL;
	return &copy->loops[0];
}

/* A copy in a loop that can be fixed. */
struct wasteful {
	const struct host_operation *copy;
	const struct place *loop;
	enum waste waste;
};

struct wasteful_copies {
	struct wasteful *items;
	size_t count;
};

static struct wasteful_copies
wasteful_copies_of(const struct rule_context *context)
{
	const struct facts *facts = context->facts;
	struct wasteful_copies all = {
		arena_array(&context->facts->arena, facts->host_operation_count + 1, sizeof *all.items), 0};
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *copy = &facts->host_operations[i];
		const struct place *loop = loop_of(facts, copy);
		const enum waste waste = loop ? waste_of(facts, copy) : NO_WASTE;
		if (waste != NO_WASTE)
			all.items[all.count++] = (struct wasteful){copy, loop, waste};
	}
	return all;
}

/* For each loop, the copy to fix first. */
static bool
is_worse(const struct wasteful *a, const struct wasteful *b)
{
	return a->waste != b->waste ? a->waste < b->waste : a->copy->predicted_us > b->copy->predicted_us;
}

static bool
is_worst_in_loop(const struct wasteful_copies *all, const struct wasteful *wasteful)
{
	for (size_t i = 0; i < all->count; i++) {
		const struct wasteful *other = &all->items[i];
		if (other == wasteful || !facts_same_place(other->loop, wasteful->loop))
			continue;
		if (is_worse(other, wasteful) || (!is_worse(wasteful, other) && other < wasteful))
			return false;
	}
	return true;
}

static const char *
message(struct rule_context *context, const struct wasteful *wasteful)
{
	const struct host_operation *copy = wasteful->copy;
	const char *iterations = host_iterations_text(context, copy),
		   *name = host_name_text(context, copy->memory_name);
	const char *bytes = host_bytes_text(context, host_operation_bytes(copy));
	switch (wasteful->waste) {
	case REPEATED:
		return text(context, "copies the same %s of%s to the device in %s", bytes,
		            *name ? name : " host memory", iterations);
	case ROUND_TRIP: return text(context, "data%s goes to the host and back to the device in %s", name, iterations);
	case SAME_SOURCE: return text(context, "copies unchanged data%s to the device in %s", name, iterations);
	default: return text(context, "copies %s to the host in %s", bytes, iterations);
	}
}

static const struct {
	const char *reason, *advice;
} texts[] = {
	[REPEATED] = {"neither the host's memory nor the device's has changed since the last copy",
                      "move the copy before the loop"},
	[ROUND_TRIP] = {"the host has not changed it since it was copied from the device",
                        "keep the data on the device: swap the buffers' pointers, or copy from device to device"},
	[SAME_SOURCE] = {"the host's memory has not changed since the last copy; kernels change the device's copy",
                         "keep an unmodified copy on the device, and copy from that"},
	[SMALL] = {"the copy waits for the kernels, and the next launch waits for the copy: the call costs more than "
                   "the transfer",
                   "reduce on the device, and check the result every few iterations; or decide on the device"},
	[SMALL_ANSWER] =
		{"each iteration copies its own input and waits for its result: the calls cost more than the transfers",
                 "give each launch the inputs of several iterations, and copy their results together"},
};

/* A loop that is timed in each iteration may measure copies on purpose. Copies that overlap with kernels in other
 * streams cost less than their own time. */
static enum severity
severity(const struct rule_context *context, const struct host_finding *found, const struct wasteful *wasteful)
{
	const bool overlaps =
		found->at->is_asynchronous && found->at->memory == HOST_MEMORY_PINNED && found->at->stream;
	struct host_cost cost = found->cost;
	if (overlaps || wasteful->waste == SMALL_ANSWER || host_is_timed(context->facts, wasteful->loop))
		return SEVERITY_NOTE;
	if (wasteful->waste != SMALL && isnan(cost.part_us))
		cost.part_us = cost.lost_us;
	return host_severity(context, cost, found->at->count_confidence);
}

/* A copy in a header is used by many loops. This loop's call is what can be changed. */
static const struct place *
called_at(const struct facts *facts, const struct host_operation *copy)
{
	const struct place *call = &copy->call_in_loop;
	if (!call->line || !strcmp(call->file, copy->place.file))
		return &copy->place;
	for (size_t i = 0; i < facts->file_count; i++)
		if (!strcmp(facts->files[i].path, copy->place.file))
			return &copy->place;
	return call;
}

/* The copy by which the loop brought the data to the host that this copy returns; NULL: unknown. */
static const struct host_operation *
download_of(const struct facts *facts, const struct wasteful *wasteful)
{
	const struct host_operation *upload = wasteful->copy;
	for (size_t i = 0; wasteful->waste == ROUND_TRIP && i < facts->host_operation_count; i++) {
		const struct host_operation *copy = &facts->host_operations[i];
		if (copy->kind == HOST_COPY && copy->direction == COPY_TO_HOST &&
		    facts_same_place(&copy->loops[0], wasteful->loop) && upload->memory_place.line &&
		    facts_same_place(&copy->memory_place, &upload->memory_place))
			return copy;
	}
	return NULL;
}

/* Whether the host reads it is not recorded, so it is not part of the certain loss. */
static const char *
download_text(struct rule_context *context, const struct wasteful_copies *all, const struct host_operation *download)
{
	for (size_t i = 0; i < all->count; i++)
		if (all->items[i].copy == download)
			return "";
	if (!download || isnan(download->predicted_us))
		return "";
	return text(context,
	            "; %s of that for the copy to the host, which is needless too unless the host reads it each time",
	            host_us_text(context, download->predicted_us));
}

static void
report(struct rule_context *context, const struct wasteful_copies *all, const struct wasteful *wasteful)
{
	const struct facts *facts = context->facts;
	const struct host_operation *copy = wasteful->copy;
	const struct place *loop = wasteful->loop;
	struct host_finding found = {.at = copy,
	                             .place = called_at(facts, copy),
	                             .confidence = copy->count_confidence,
	                             .cost.part_us = host_loop_us(facts, loop)};
	for (size_t i = 0; i < all->count; i++) {
		const struct host_operation *other = all->items[i].copy;
		if (!facts_same_place(all->items[i].loop, loop))
			continue;
		if (other != copy)
			host_finding_relate(context, &found, &other->place, "another copy in the same loop");
		found.cost.lost_us += other->predicted_us * (double)other->count;
	}
	host_finding_relate(context, &found, &copy->place, "the copy");
	const struct host_operation *download = download_of(facts, wasteful);
	if (download)
		host_finding_relate(context, &found, &download->place, "the copy to the host");
	host_finding_relate_loop(context, &found, loop);
	host_finding_relate(context, &found, &host_loop_launch(facts, loop)->place, "the loop's launch");
	found.severity = severity(context, &found, wasteful);
	found.message = message(context, wasteful);
	found.reason = texts[wasteful->waste].reason;
	found.advice = texts[wasteful->waste].advice;
	if (found.cost.lost_us > 0)
		found.cost_text = text(context, "%s per iteration for the copies, compared with %s%s%s",
		                       host_us_text(context, found.cost.lost_us / (double)copy->count),
		                       isnan(found.cost.part_us)
		                               ? "kernels of unknown time"
		                               : text(context, "%s for the rest",
		                                      host_us_text(context, (found.cost.part_us - found.cost.lost_us) /
		                                                                    (double)copy->count)),
		                       isnan(found.cost.part_us) || host_loop_is_timed_whole(facts, loop)
		                               ? ""
		                               : " and kernels of unknown time",
		                       isnan(found.cost.part_us) ? "" : download_text(context, all, download));
	host_finding_add(context, &found);
}

void
check_copy_in_loop(struct rule_context *context)
{
	const struct wasteful_copies all = wasteful_copies_of(context);
	for (size_t i = 0; i < all.count; i++)
		if (is_worst_in_loop(&all, &all.items[i]))
			report(context, &all, &all.items[i]);
}
