#include "eval/host/host_order.h"

#include "model/host_work.h"

static struct unfinished_work *
of_stream(struct host_order *order, int stream)
{
	for (size_t i = 0; i < order->unfinished_count; i++)
		if (order->unfinished[i].stream == stream)
			return &order->unfinished[i];
	if (order->unfinished_count == HOST_ORDER_STREAMS)
		return &order->unfinished[HOST_ORDER_STREAMS - 1];
	return &order->unfinished[order->unfinished_count++];
}

void
host_order_issue(struct host_order *order, size_t operation, int stream)
{
	order->last_issued = ++order->now;
	*of_stream(order, stream) = (struct unfinished_work){operation, stream, order->now};
}

void
host_order_launch(struct host_order *order)
{
	if (!order->first_launch)
		order->first_launch = order->now;
}

void
host_order_wait_for_all(struct host_order *order)
{
	order->now++;
	order->unfinished_count = 0;
	order->early.is_waited_for = true;
}

/* The default stream and all other streams wait for each other. */
void
host_order_wait(struct host_order *order, int stream)
{
	if (stream <= 0) {
		host_order_wait_for_all(order);
		return;
	}
	order->now++;
	order->early.is_waited_for = true;
	for (size_t i = 0; i < order->unfinished_count; i++) {
		if (order->unfinished[i].stream != stream && order->unfinished[i].stream != HOST_STREAM_UNKNOWN)
			continue;
		order->unfinished[i] = order->unfinished[--order->unfinished_count];
		i--;
	}
}

/* The latest work that was issued since then and may still run; NULL: none. */
static const struct unfinished_work *
unfinished_since(const struct host_order *order, uint64_t since)
{
	const struct unfinished_work *latest = NULL;
	for (size_t i = 0; i < order->unfinished_count; i++)
		if (order->unfinished[i].issued > since && (!latest || order->unfinished[i].issued > latest->issued))
			latest = &order->unfinished[i];
	return latest;
}

/* Whether this read completes a timed part that an earlier read ended before its work had. */
static void
complete(struct host_order *order, struct timed_part *part, const void *func)
{
	part->completes = order->early.is_open && order->early.is_waited_for && order->early.func == func;
	part->completed = order->early.operation;
	order->early.is_open &= order->early.func == func && !part->completes;
}

struct timed_part
host_order_read_clock(struct host_order *order, size_t operation, const void *func)
{
	struct timed_part part = {0};
	const uint64_t begun = order->part.read;
	order->now++;
	complete(order, &part, func);
	if (!order->part.is_open || order->part.func != func) {
		order->part.is_open = true;
		order->part.operation = operation;
		order->part.read = order->now;
		order->part.func = func;
		return part;
	}
	const struct unfinished_work *work = unfinished_since(order, begun);
	part.ends = order->last_issued > begun;
	part.from = order->part.operation;
	part.is_unfinished = work;
	part.unfinished = work ? work->operation : 0;
	part.has_first_launch = order->first_launch > begun;
	order->part.is_open = false;
	if (part.is_unfinished) {
		order->early.is_open = true;
		order->early.is_waited_for = false;
		order->early.operation = operation;
		order->early.func = func;
	}
	return part;
}
