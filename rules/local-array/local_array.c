/* A thread's own arrays that registers cannot hold, because an index is only known at run time. */
#include <inttypes.h>
#include <math.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/shared_room.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

static bool
is_compiled(const struct launch *launch)
{
	return launch->execution.lines.instructions > 0;
}

/* Without a compiler, only arrays with data-dependent indices are certainly in memory: loops may be unrolled, so that
 * registers hold the others. */
static bool
is_surely_in_memory(const struct launch *launch, const struct local_array *array)
{
	return array->is_in_memory && (is_compiled(launch) || array->index_from);
}

/* The array in memory with the most requests; NULL: there is none. */
static const struct local_array *
busiest(const struct launch *launch)
{
	const struct local_array *busiest = NULL;
	for (size_t i = 0; i < launch->local_memory.array_count; i++) {
		const struct local_array *array = &launch->local_memory.arrays[i];
		if (is_surely_in_memory(launch, array) && array->requests > (busiest ? busiest->requests : 0))
			busiest = array;
	}
	return busiest;
}

/* The bytes of all these arrays for the threads of a block. */
static double
bytes_of_block(const struct launch *launch)
{
	return launch->local_memory.of_arrays.bytes * launch_threads(launch);
}

static double
requests_of(const struct launch *launch)
{
	return launch->local_memory.of_arrays.load_lines + launch->local_memory.of_arrays.store_lines;
}

/* How registers could hold it. Unrolling does not make values in memory known to the compiler. */
static const char *
for_registers(const struct local_array *array)
{
	if (array->index_is_table)
		return "write the table as a constexpr array in the code, and give all loops over the array constant "
		       "bounds: registers hold it once every index is a constant";
	if (array->index_from)
		return "if it has few elements, select by comparisons instead of an index: registers hold it once "
		       "every index is a constant";
	if (array->index_is_variable)
		return "if loop counters are its indices, unroll these loops (#pragma unroll, constant bounds): then "
		       "registers hold it";
	return "unroll the loops over it (#pragma unroll, constant bounds), and inline functions that take its "
	       "address: then registers hold it";
}

/* fits: in shared memory, together with the others. */
static const char *
advice(struct rule_context *context, const struct local_array *array, bool fits)
{
	if (array->is_table)
		return "declare it static constexpr: then all threads share one table, which L1 caches, and none "
		       "fills a copy; or let each block copy it to shared memory once";
	const double block = (double)array->bytes * launch_threads(context->launch);
	const char *registers = for_registers(array);
	if (!fits)
		return registers;
	return text(context, "keep it in shared memory, element-major ([element][thread]: %s bytes per block); or, %s",
	            digits_of(block, 9).text, registers);
}

static const char *
reason(struct rule_context *context, const struct local_array *array)
{
	static const char unknown[] = "registers cannot be indexed by a value that is unknown at compile time";
	if (array->index_from)
		return text(context, "%s: it comes from %s", unknown, array->index_from);
	return array->index_is_variable
	               ? unknown
	               : "the compiler keeps it in memory, because some index is unknown at compile time or its "
	                 "address is passed on";
}

/* Finds the other arrays. */
static size_t
find_related(struct rule_context *context, const struct local_array *busiest, struct related *related)
{
	const struct launch *launch = context->launch;
	size_t count = 0;
	for (size_t i = 0; i < launch->local_memory.array_count; i++) {
		const struct local_array *array = &launch->local_memory.arrays[i];
		if (array != busiest && is_surely_in_memory(launch, array) &&
		    array->requests >= NAMED_SHARE * requests_of(launch))
			related[count++] = (struct related){
				array->place, text(context, "'%s' is in local memory as well: %.0f%% of the requests",
			                           array->name, 100 * array->requests / requests_of(launch))};
	}
	return count;
}

static const char *
confidence_why(const struct launch *launch)
{
	return is_compiled(launch) ? machine_basis_text(&launch->execution.lines)
	                           : "the compiler keeps it in memory, as its rules require";
}

void
check_local_array(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const struct local_array *array = busiest(launch);
	if (!array)
		return;
	const double block = bytes_of_block(launch), shared = block <= shared_room(context) ? block : 0;
	struct related *related =
		arena_new_array(&context->facts->arena, struct related, launch->local_memory.array_count);
	const size_t related_count = find_related(context, array, related);
	const struct draft draft = {
		.place = &array->place,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.confidence = CONFIDENCE_ASSUMED,
		.confidence_why = confidence_why(launch),
		.penalty = local_slowdown(context, (int64_t)shared),
		.is_rough = true,
		.message = text(context, "array '%s' in local memory", array->name),
		.figures = text(context, "%" PRIu64 " bytes per thread, %s requests of 128 bytes", array->bytes,
	                        digits_of(requests_of(launch), 3).text),
		.reason = reason(context, array),
		.ideal = shared > 0 ? "in shared memory" : "in registers",
		.advice = advice(context, array, shared > 0),
		.related = related,
		.related_count = related_count,
	};
	draft_add(context, &draft);
}
