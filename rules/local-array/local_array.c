/* Arrays of a thread's own that registers cannot hold, since what chooses an element is only known at run time. */
#include <inttypes.h>
#include <math.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/shared_room.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

/* The array that most requests go to. */
static const struct local_array *
busiest(const struct launch *launch)
{
	const struct local_array *busiest = &launch->local_arrays[0];
	for (size_t i = 1; i < launch->local_array_count; i++)
		if (launch->local_arrays[i].requests > busiest->requests)
			busiest = &launch->local_arrays[i];
	return busiest;
}

/* Of all arrays of a block's threads together. */
static double
bytes_of_block(const struct launch *launch)
{
	double bytes = 0;
	for (size_t i = 0; i < launch->local_array_count; i++)
		bytes += (double)launch->local_arrays[i].bytes * launch_threads(launch);
	return bytes;
}

/* How registers could hold it. Unrolling does not tell the compiler what memory holds. */
static const char *
for_registers(const struct local_array *array)
{
	if (array->index_is_table)
		return "write the table's numbers into the code (a constexpr array), and give all loops over the array constant bounds: registers "
		       "hold it once every index is a constant";
	if (array->index_from)
		return "where it has few elements, choose by comparisons instead of by index: registers hold it once every index is a constant";
	return "where loop counters are its indices, unroll these loops (#pragma unroll, constant bounds): then registers hold it";
}

/* fits: in shared memory, with the others. */
static const char *
advice(struct rule_context *context, const struct local_array *array, bool fits)
{
	const double block = (double)array->bytes * launch_threads(context->launch);
	const char *registers = for_registers(array);
	if (!fits)
		return registers;
	return text(context, "keep it in shared memory, element-major ([element][thread]: %s bytes a block); or, %s", digits_of(block, 9).text,
	            registers);
}

static const char *
reason(struct rule_context *context, const struct local_array *array)
{
	static const char unknown[] = "an index that the compiler does not know cannot choose a register";
	return array->index_from ? text(context, "%s: it comes from %s", unknown, array->index_from) : unknown;
}

void
check_local_array(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	if (!launch->local_array_count || !(launch->local_requests > 0))
		return;
	const struct local_array *array = busiest(launch);
	const double block = bytes_of_block(launch), shared = block <= shared_room(context) ? block : 0;
	draft_add(context, &(struct draft){
		.place = &array->place,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.standing = STANDING_ASSUMED,
		.standing_why = "the compiler keeps it in memory, as its rules say",
		.penalty = local_slowdown(context, (int64_t)shared),
		.is_rough = true,
		.message = text(context, "array '%s' in local memory", array->name),
		.figures = text(context, "%" PRIu64 " bytes a thread, %s requests of 128 bytes", array->bytes, digits_of(launch->local_requests, 3).text),
		.reason = reason(context, array),
		.ideal = shared > 0 ? "in shared memory" : "in registers",
		.advice = advice(context, array, shared > 0),
	});
}
