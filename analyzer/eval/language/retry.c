#include "eval/language/retry.h"

#include "model/meeting.h"

static const struct retry_loop *
shape_of(struct machine *m, const struct ir_stmt *loop)
{
	struct loop_entry *entry = loop_entry(m, loop);
	if (!entry->retry) {
		const struct definitions definitions = definitions_known_of(&m->code->definitions, m->frame->func);
		struct retry_loop *retry = arena_new(&m->pool, struct retry_loop);
		*retry = retry_loop_of(&definitions, loop);
		entry->retry = retry;
	}
	return entry->retry;
}

void
retry_swap(struct machine *m, const struct ir_expr *swap, const struct value *address)
{
	const struct loop_context *context = m->frame->loop;
	if (!m->on_device || !context || !context->loop)
		return;
	const struct retry_loop *shape = shape_of(m, context->loop);
	if (shape->swap != swap)
		return;
	m->retry.tries = m->retry.loop == context->loop ? m->retry.tries + 1 : 1;
	m->retry.loop = context->loop;
	m->retry.shape = shape;
	m->retry.losers = meeting_losers(address, &m->active.may, m->warps);
}

const struct retry_loop *
retry_first(const struct machine *m, const struct ir_expr *swap)
{
	return m->retry.loop && m->retry.tries == 1 && m->retry.shape->swap == swap ? m->retry.shape : NULL;
}

const char *
retry_assumption(const struct machine *m, const struct ir_stmt *loop)
{
	return loop && m->retry.loop == loop ? "the compare-and-swap loop loses only against lanes of its own warp"
	                                     : NULL;
}

struct split
retry_split(const struct machine *m, const struct ir_expr *condition, const struct split *split)
{
	struct split known = *split;
	if (!m->retry.loop || m->retry.shape->test != condition)
		return known;
	const struct mask again = mask_and(&split->unknown, &m->retry.losers),
			  done = mask_without(&split->unknown, &m->retry.losers);
	known.unknown = mask_none();
	known.yes = mask_join(&split->yes, m->retry.shape->again ? &again : &done);
	known.no = mask_join(&split->no, m->retry.shape->again ? &done : &again);
	return known;
}
