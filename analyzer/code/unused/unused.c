#include "code/unused/unused.h"

#include <stdlib.h>

#include "code/effects.h"
#include "code/unused/unused_internal.h"
#include "support/memory.h"

enum { DEEPEST_CALL = 32, MOST_ROUNDS = 64 };

static void
read_body(struct unused_reader *r)
{
	const struct arena_mark mark = arena_mark(&r->arena);
	r->live = live_new(&r->arena, r->func);
	r->changed = false;
	r->loops = 0;
	r->effects = (struct unused_effects){0};
	r->clobbers = 0;
	unused_read_stmt(r, r->func->body);
	if (r->noting && !r->lost) {
		r->found->param_used = memory_zeroed(r->func->param_count + 1, sizeof *r->found->param_used);
		for (uint32_t i = 0; i < r->func->param_count; i++)
			r->found->param_used[i] = unused_use_of(r, live_all_of(r->func->params[i])) != USE_NONE;
	}
	arena_release(&r->arena, mark);
}

static void
read_func(struct unused_known *known, struct unused_loads *found)
{
	const struct ir_func *func = found->func;
	struct unused_reader *r = memory_zeroed(1, sizeof *r);
	*r = (struct unused_reader){.known = known, .found = found, .func = func, .most = USE_SURELY, .changed = true,
	                     .values = possible_values_of(known->possible, func)};
	r->arena.spares = r->kept.spares = &known->spares;
	r->escaped = memory_zeroed(func->slot_count + 1, sizeof *r->escaped);
	/* What lives at a loop's head, and whose address is used, is known only after a round that came there. */
	for (unsigned rounds = 0; r->changed && !r->lost; rounds++) {
		read_body(r);
		r->lost |= r->changed && rounds == MOST_ROUNDS;
	}
	r->noting = true;
	if (!r->lost)
		read_body(r);
	arena_free(&r->arena);
	arena_free(&r->kept);
	free(r->escaped);
	free(r);
}

const struct unused_loads *
unused_loads_of(struct unused_known *known, const struct ir_func *func)
{
	struct unused_loads *found = pointer_map_find(&known->funcs, func);
	if (found)
		return found;
	found = memory_zeroed(1, sizeof *found);
	found->func = func;
	found->is_pure = func_is_pure(func);
	*pointer_map_value(&known->funcs, func) = found;
	if (func->body && known->depth < DEEPEST_CALL) {
		known->depth++;
		read_func(known, found);
		known->depth--;
	}
	return found;
}

bool
unused_loads_has(const struct unused_loads *unused, const struct ir_expr *load)
{
	return pointer_set_has(&unused->loads, load);
}

bool
unused_loads_doubt(const struct unused_loads *unused, const struct ir_expr *load)
{
	return pointer_set_has(&unused->loads, load) || pointer_set_has(&unused->partly, load);
}

const struct sunk_load *
unused_loads_sunk(const struct unused_loads *unused, const struct ir_expr *load)
{
	for (size_t i = 0; i < unused->sunk_count; i++)
		if (unused->sunk[i].load == load)
			return &unused->sunk[i];
	return NULL;
}

bool
unused_loads_choose(const struct unused_loads *unused, const struct sunk_load *sunk)
{
	for (size_t i = 0; i < unused->sunk_count; i++) {
		const struct live_way *other = &unused->sunk[i].way;
		if (other->at == sunk->way.at && other->side != sunk->way.side)
			return true;
	}
	return sunk->way.side == SIDE_CHOSEN;
}

void
unused_known_free(struct unused_known *known)
{
	for (size_t i = 0; i < known->funcs.count; i++) {
		struct unused_loads *unused = known->funcs.items[i].value;
		pointer_set_free(&unused->loads);
		pointer_set_free(&unused->partly);
		free(unused->meetings);
		free(unused->sunk);
		free(unused->param_used);
		free(unused);
	}
	pointer_map_free(&known->funcs);
	arena_spares_free(&known->spares);
}
