/* Variants of launches, with the block size that the finding's penalty assumes.
 *
 * Blocks of another size do the same work if a thread's work depends only on its index in the grid. If the number of
 * threads is not a multiple of the block size, the grid has surplus threads. If the kernel has no guard against
 * them, a guard is inserted in front of its first statement. */
#include <stdlib.h>
#include <string.h>

#include "codegen/worker/result.h"
#include "model/time.h"
#include "runtime_check/counterfactual_job.h"
#include "support/lexer.h"

enum { BLOCK = TIME_USUAL_BLOCK };

/* ---- other block sizes ------------------------------------------------------------------------------------------- */

static const char *
why_not_other_blocks(const struct making *making)
{
	const struct launch *launch = making->own->launch->launch;
	const struct kernel *kernel = making->own->kernel->kernel;
	const uint64_t blocks = ((uint64_t)launch->grid[0] * launch->block[0] + BLOCK - 1) / BLOCK;
	if (launch->block[1] != 1 || launch->block[2] != 1)
		return "blocks of another size would access memory in different rows";
	if (launch->block[0] == BLOCK)
		return arena_printf(making->arena, "it already has blocks of %d threads", BLOCK);
	if (kernel->block_bound)
		return arena_printf(making->arena, "blocks of another size would change its results: %s",
		                    kernel->block_bound);
	if (launch->synchronization.of_grid)
		return "its blocks wait for each other";
	if (launch->dynamic_shared > 0)
		return "it uses dynamic shared memory, whose size depends on the block size";
	if (kernel->max_threads > 0 && kernel->max_threads < BLOCK)
		return "it is compiled for smaller blocks";
	if (blocks > INT32_MAX)
		return "its grid has too many blocks";
	return NULL;
}

/* The position after the brace that opens the body of the function defined by `text`; 0: not found. */
static size_t
body_of(const char *text, size_t length)
{
	struct token *tokens = lexer_read(text, length);
	size_t depth = 0, body = 0;
	bool has_parameters = false;
	for (size_t i = 0; tokens[i].kind != TOKEN_END && !body; i++) {
		if (token_is(text, &tokens[i], "(") || token_is(text, &tokens[i], "["))
			depth++;
		else if (token_is(text, &tokens[i], ")") || token_is(text, &tokens[i], "]"))
			depth -= depth > 0;
		else if (token_is(text, &tokens[i], "{") && depth == 0 && has_parameters)
			body = tokens[i].end;
		has_parameters |= depth > 0 && token_is(text, &tokens[i], "(");
	}
	free(tokens);
	return body;
}

/* Finds the place after the kernel's opening brace; false: it is unknown. */
static bool
find_body(const struct making *making, struct edit *edit)
{
	const json_t *kernel = json_array_get(json_object_get(making->job->document, "kernels"), ORIGINAL);
	const json_t *extent = json_object_get(kernel, "extent");
	const size_t file = second_source_definition(making_source(making), kernel);
	const char *text = second_source_text(making_source(making), file);
	const json_int_t begin = json_integer_value(json_array_get(extent, 0)),
			 end = json_integer_value(json_array_get(extent, 1));
	if (!extent || begin < 0 || begin >= end || (size_t)end > strlen(text))
		return false;
	const size_t body = body_of(text + begin, (size_t)(end - begin));
	*edit = (struct edit){.file = file, .begin = (size_t)begin + body, .end = (size_t)begin + body};
	return body > 0;
}

/* The first variant has no guard of its own. */
static const char *
add_other_blocks(const struct making *making)
{
	const struct launch *launch = making->own->launch->launch;
	const uint64_t threads = (uint64_t)launch->grid[0] * launch->block[0];
	const uint32_t grid[] = {(uint32_t)((threads + BLOCK - 1) / BLOCK), launch->grid[1], launch->grid[2]};
	const uint32_t block[] = {BLOCK, 1, 1};
	struct version_draft draft = {.grid = grid, .block = block, .is_counted = true, .collects_contents = true};
	struct version version = {.audit = NO_KERNEL, .twice = NO_KERNEL};
	struct edit guard;
	making_want_contents(making);
	version.kernel = making_add(making, &draft);
	making_add_version(making, version);
	if (threads % BLOCK == 0 || !find_body(making, &guard))
		return NULL;
	guard.text = arena_printf(making->arena, " if (blockIdx.x * blockDim.x + threadIdx.x >= %lluu) return;",
	                          (unsigned long long)threads);
	draft.source.edits = (struct edits){&guard, 1};
	version.kernel = making_add(making, &draft);
	making_add_version(making, version);
	return NULL;
}

/* ---- entry point ------------------------------------------------------------------------------------------------- */

/* For a launch with low occupancy: why another block size would not raise it. */
static const char *
why_not_more_warps(enum occupancy_limiter limiter)
{
	if (limiter == LIMITED_BY_SHARED)
		return "no variant needs less shared memory and does the same";
	if (limiter == LIMITED_BY_REGISTERS)
		return "its registers limit the resident warps for any block size";
	return NULL;
}

const char *
counterfactual_launch(const struct making *making)
{
	const bool has_few_warps = making->own->finding->claim == CLAIM_FEW_WARPS;
	const char *why = has_few_warps ? why_not_more_warps(making->own->launch->launch->occupancy.limiter) : NULL;
	why = why ? why : why_not_other_blocks(making);
	making->own->changed = CHANGED_BLOCKS;
	making->own->form = arena_printf(making->arena, "in blocks of %d threads", BLOCK);
	return why ? why : add_other_blocks(making);
}
