#include "eval/loop/sampler.h"

#include "eval/loop/divergent_exits.h"
#include "eval/state/program.h"
#include "model/event.h"

enum { AFTER_CUT_SHARE = 8 }; /* share of the remaining steps for a loop, after another one has exceeded its share */

void
sampler_begin(struct machine *m, struct sampler *sampler, const struct ir_stmt *stmt)
{
	const uint64_t limit = m->budget.loop_limit < m->budget.limit ? m->budget.loop_limit : m->budget.limit;
	const uint64_t left = limit > m->budget.steps ? limit - m->budget.steps : 0;
	/* After a loop that was cut, others must leave more steps, so that all later ones can run. */
	const uint64_t rest = m->on_device && m->omitted.loop ? left - left / AFTER_CUT_SHARE : left / REST_SHARE;
	*sampler = (struct sampler){.stmt = stmt,
	                            .mark = arena_mark(&m->snapshots),
	                            .begun = m->clock,
	                            .inputs_before = m->program->inputs_read,
	                            .steps_at_start = m->budget.steps,
	                            .steps_before = m->budget.steps,
	                            .most_steps = left - rest,
	                            .runs_whole = m->on_device && m->program->options->runs_whole,
	                            .outer_weight = m->sampling.weight,
	                            .outer_extrapolating = m->sampling.extrapolating,
	                            .outer_sampled_loop = m->sampling.loop};
}

/* Later iterations of the loop represent only themselves. */
static void
stand_alone(struct machine *m, const struct sampler *sampler)
{
	m->sampling.weight = sampler->outer_weight;
	m->sampling.extrapolating = sampler->outer_extrapolating;
	m->sampling.loop = sampler->outer_sampled_loop;
}

void
sampler_end(struct machine *m, struct sampler *sampler)
{
	stand_alone(m, sampler);
	arena_release(&m->snapshots, sampler->mark);
}

static void
begin_period(struct machine *m, struct sampler *sampler)
{
	sampler->in_period = 0;
	m->sampling.weight = sampler->outer_weight * sampler->periods.items[sampler->next].weight;
}

static void
begin_window(struct machine *m, struct sampler *sampler)
{
	begin_period(m, sampler);
	sampler->in_window = 0;
	m->sampling.extrapolating = true;
	m->sampling.loop = sampler->stmt;
	sampler_note_window(m, sampler);
}

static void
end_sampling(struct machine *m, struct sampler *sampler)
{
	stand_alone(m, sampler);
	sampler->state = SAMPLING_TAIL;
}

void
sampler_begin_periods(struct machine *m, struct sampler *sampler, struct samples periods)
{
	sampler->periods = periods;
	sampler->next = 0;
	sampler->state = SAMPLING_PERIODS;
	if (periods.items[0].at)
		sampler_jump(m, sampler, periods.items[0].at * sampler->period);
	begin_window(m, sampler);
}

static void
learn_falling(struct machine *m, struct sampler *sampler)
{
	sampler->lanes = m->active.may;
	sampler_watch(m, sampler);
	if (sampler->state == SAMPLING_OFF || ++sampler->falling_iterations < 3)
		return;
	sampler->state = SAMPLING_OFF;
	sampler->period = 1;
	struct divergent_exits *falling = sampler_find_steps(m, sampler, 1) ? divergent_exits_find(m, sampler) : NULL;
	if (falling)
		sampler_plan_falling(m, sampler, falling);
}

/* Some lanes that began the loop have left. */
static void
begin_falling(struct machine *m, struct sampler *sampler)
{
	if (sampler->state == SAMPLING_PERIODS)
		stand_alone(m, sampler);
	sampler->state = SAMPLING_OFF;
	if (!m->on_device || sampler->runs_whole || sampler->falling_iterations || !sampler->watched)
		return;
	sampler->state = SAMPLING_LEARN_FALLING;
	sampler->watched_count = 0;
	learn_falling(m, sampler);
}

static void
learn(struct machine *m, struct sampler *sampler)
{
	if (sampler->iterations == 1) {
		sampler->watched = arena_alloc_raw(&m->snapshots, MOST_WATCHED * sizeof *sampler->watched);
		sampler->lanes = m->active.may;
	}
	sampler_watch(m, sampler);
	if (sampler->state == SAMPLING_OFF)
		return;
	const bool last_try = sampler->iterations >= 2 * MOST_PERIOD + 1;
	if (sampler->iterations < 3 || (sampler->iterations > 3 && !last_try))
		return;
	for (sampler->period = 1; sampler->period <= (last_try ? MOST_PERIOD : 1); sampler->period++) {
		if (sampler_find_steps(m, sampler, sampler->period)) {
			sampler_plan(m, sampler);
			return;
		}
	}
	if (last_try) {
		/* Some variable has no constant step: after a jump it is unknown. */
		sampler->period = 1;
		sampler_find_steps(m, sampler, 1);
		sampler_plan(m, sampler);
	}
}

/* Continues after a jump. */
static void
go_on_from(struct machine *m, struct sampler *sampler)
{
	if (sampler->next < sampler->periods.count)
		begin_window(m, sampler);
	else
		end_sampling(m, sampler);
}

/* Jumps from the end of a period to the next sampled one, or to the end of sampling. */
static void
go_to_next(struct machine *m, struct sampler *sampler)
{
	const struct samples *periods = &sampler->periods;
	const uint64_t here = periods->items[sampler->next++].at + 1,
		       next = sampler->next < periods->count ? periods->items[sampler->next].at : periods->total;
	const uint64_t left_out = (next - here) * sampler->period;
	sampler_jump(m, sampler, left_out);
	go_on_from(m, sampler);
}

/* Whether the next sampled period directly follows the one that has ended. */
static bool
continues(const struct sampler *sampler)
{
	const struct sample *period = &sampler->periods.items[sampler->next];
	return sampler->next + 1 < sampler->periods.count && period[1].at == period->at + 1;
}

static void
end_period(struct machine *m, struct sampler *sampler)
{
	sampler->in_window++;
	if (continues(sampler)) {
		sampler->next++;
		begin_period(m, sampler);
		return;
	}
	sampler_check_steps(m, sampler);
	go_to_next(m, sampler);
}

static void
end_iteration(struct machine *m, struct sampler *sampler)
{
	if (sampler->state == SAMPLING_LEARN)
		learn(m, sampler);
	else if (sampler->state == SAMPLING_LEARN_FALLING)
		learn_falling(m, sampler);
	else if (sampler->state == SAMPLING_PERIODS && ++sampler->in_period == sampler->period)
		end_period(m, sampler);
}

struct mask
sampler_iteration(struct machine *m, struct sampler *sampler)
{
	sampler->iterations++;
	sampler->latest_steps = m->budget.steps - sampler->steps_before;
	sampler->steps_before = m->budget.steps;
	if (sampler->falling) {
		divergent_exits_count(m, sampler->falling);
		sampler->lanes = m->active.may;
	}
	if (sampler->iterations > 1 && sampler->state != SAMPLING_LEARN_FALLING &&
	    !mask_equal(&sampler->lanes, &m->active.may))
		begin_falling(m, sampler);
	else
		end_iteration(m, sampler);
	return sampler->falling ? divergent_exits_take(sampler->falling) : mask_none();
}
