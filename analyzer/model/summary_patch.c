/* Loads of a two-dimensional neighbourhood: the pitch of the rows, and how far a warp's lanes extend in rows and
 * columns. */
#include <string.h>

#include "analysis/invariant.h"
#include "analysis/known_code.h"
#include "model/samples.h"
#include "model/summary.h"

enum { DEEPEST = 24, MOST_PITCH = 1 << 24 }; /* bytes */

/* The largest factor, in bytes, of a part of the address that differs between lanes. */
struct pitch_search {
	const struct launch *launch;
	struct definitions definitions;
	int64_t largest;
};

static bool
value_of_parameter(const struct launch *launch, const struct ir_var *var, int64_t *value)
{
	for (size_t i = 0; var->storage == IR_STORAGE_PARAM && i < launch->data.argument_count; i++) {
		const struct named_value *argument = &launch->data.arguments[i];
		if (argument->is_integer && !argument->is_unknown && !strcmp(argument->name, var->name)) {
			*value = argument->integer;
			return true;
		}
	}
	return false;
}

/* The value of a compile-time constant or of a launch parameter. A value that cannot be an image's pitch is
 * rejected. */
static bool
factor_of(struct pitch_search *search, const struct ir_expr *e, int64_t *value)
{
	const struct ir_expr *definition = definition_of(&search->definitions, e);
	e = ir_without_conversions(definition ? definition : e);
	if (!constant_value(&search->definitions, e, value) &&
	    !(e->kind == IR_LOAD && e->a->kind == IR_VAR && value_of_parameter(search->launch, e->a->var, value)))
		return false;
	return *value > 0 && *value <= MOST_PITCH;
}

static void look_for_pitch(struct pitch_search *search, const struct ir_expr *e, int64_t times, unsigned depth);

static void
look_at_product(struct pitch_search *search, const struct ir_expr *e, int64_t times, unsigned depth)
{
	int64_t factor;
	if (factor_of(search, e->b, &factor))
		look_for_pitch(search, e->a, times * factor, depth + 1);
	else if (factor_of(search, e->a, &factor))
		look_for_pitch(search, e->b, times * factor, depth + 1);
	else
		search->largest = times > search->largest ? times : search->largest;
}

static void
look_for_pitch(struct pitch_search *search, const struct ir_expr *e, int64_t times, unsigned depth)
{
	e = e ? ir_without_conversions(e) : NULL;
	if (!e || depth > DEEPEST || times > MOST_PITCH || uniform_in_block(&search->definitions, e))
		return;
	const struct ir_expr *definition = definition_of(&search->definitions, e);
	if (definition) {
		look_for_pitch(search, definition, times, depth + 1);
	} else if (e->kind == IR_OFFSET) {
		look_for_pitch(search, e->a, times, depth + 1);
		look_for_pitch(search, e->b, times * e->scale, depth + 1);
	} else if (e->kind == IR_BINARY && (e->op == IR_ADD || e->op == IR_SUB)) {
		look_for_pitch(search, e->a, times, depth + 1);
		look_for_pitch(search, e->b, times, depth + 1);
	} else if (e->kind == IR_BINARY && e->op == IR_MUL) {
		look_at_product(search, e, times, depth);
	} else {
		search->largest = times > search->largest ? times : search->largest;
	}
}

static int64_t
pitch_of(struct summary *t, const struct site_accumulator *accumulator)
{
	struct pitch_search search = {t->launch,
	                              definitions_known_of(&t->aggregator->code->definitions, accumulator->func), 0};
	look_for_pitch(&search, accumulator_address(accumulator), 1, 0);
	return search.largest;
}

/* Extends the patch to the bounding box of one request's lanes. */
static void
add_sample(const struct shared_sample *sample, struct lane_patch *patch)
{
	int64_t first_row = INT64_MAX, last_row = 0, first_column = INT64_MAX, last_column = 0;
	for (uint32_t left = sample->active; left; left &= left - 1) {
		const int64_t at = sample->at[__builtin_ctz(left)], row = at / patch->pitch,
			      column = at % patch->pitch / sample->width;
		first_row = row < first_row ? row : first_row;
		last_row = row > last_row ? row : last_row;
		first_column = column < first_column ? column : first_column;
		last_column = column > last_column ? column : last_column;
	}
	const int64_t rows = last_row - first_row + 1, columns = last_column - first_column + 1;
	patch->rows = rows > patch->rows ? rows : patch->rows;
	patch->columns = columns > patch->columns ? columns : patch->columns;
	patch->sparseness += (double)(rows * columns) / __builtin_popcount(sample->active);
}

void
summary_patch(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	if (site->space != SPACE_GLOBAL || site->pattern != PATTERN_MIXED || !accumulator->pattern.sampled ||
	    accumulator->reported != accumulator->node)
		return;
	const struct sampled_requests *sampled = accumulator->pattern.sampled;
	struct lane_patch patch = {.pitch = pitch_of(t, accumulator)};
	if (patch.pitch <= site->width)
		return;
	for (size_t i = 0; i < sampled->count; i++)
		add_sample(&sampled->items[i], &patch);
	patch.sparseness /= (double)sampled->count;
	site->patch = patch;
}
