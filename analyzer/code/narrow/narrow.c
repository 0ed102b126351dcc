#include "code/narrow/narrow_internal.h"

#include <stdlib.h>

#include "support/memory.h"

enum { MOST_ROUNDS = 8, DEEPEST_CALL = 32 };

static struct narrow_reader
reader_of(struct narrow_loads *narrow, struct narrow_needs *needs)
{
	return (struct narrow_reader){.narrow = narrow, .needs = needs, .values = possible_values_of(narrow->possible, needs->func)};
}

/* A parameter has been stored to before. */
static void
look_anew(struct narrow_needs *needs)
{
	for (uint32_t i = 0; i < needs->func->slot_count; i++) {
		needs->vars[i].stores = 0;
		needs->vars[i].is_taken_apart = false;
	}
	for (uint32_t i = 0; i < needs->func->param_count; i++)
		needs->vars[needs->func->params[i]->slot].stores = 1;
}

/* Of variables that hold one number after the other it is not told of which of them only a part is taken. */
static void
doubt_mixed(struct narrow_reader *r)
{
	for (uint32_t i = 0; i < r->needs->func->slot_count; i++) {
		struct narrow_need *need = &r->needs->vars[i];
		if (need->stores < 2 || !need->is_taken_apart || need->is_doubted)
			continue;
		need->is_doubted = r->changed = true;
	}
}

/* As long as a round finds more. */
static void
read_rounds(struct narrow_reader *r)
{
	r->changed = true;
	for (unsigned rounds = 0; r->changed && !r->lost && rounds < MOST_ROUNDS; rounds++) {
		r->changed = false;
		look_anew(r->needs);
		narrow_read_parts(r, (struct ir_node){.stmt = r->needs->func->body});
		if (r->knows)
			doubt_mixed(r);
	}
	r->lost |= r->changed;
}

static void
find_needs(struct narrow_loads *narrow, struct narrow_needs *needs)
{
	struct narrow_reader r = reader_of(narrow, needs);
	read_rounds(&r);
	r.knows = true;
	read_rounds(&r);
	needs->is_lost = r.lost;
	for (uint32_t i = 0; needs->is_lost && i < needs->func->slot_count; i++)
		needs->vars[i] = (struct narrow_need){.bits = ALL_BITS};
}

/* NULL: they are being found out, for a function that calls itself, or too many others are. */
struct narrow_needs *
narrow_needs_of(struct narrow_loads *narrow, const struct ir_func *func, uint64_t result)
{
	for (size_t i = 0; i < narrow->count; i++)
		if (narrow->needs[i]->func == func && narrow->needs[i]->result == result)
			return narrow->needs[i]->being_read ? NULL : narrow->needs[i];
	if (narrow->depth == DEEPEST_CALL)
		return NULL;
	struct narrow_needs *needs = memory_zeroed(1, sizeof *needs);
	*needs = (struct narrow_needs){.func = func, .result = result, .being_read = true,
	                               .vars = memory_zeroed(func->slot_count + 1, sizeof *needs->vars)};
	memory_push(narrow->needs, narrow->count, narrow->capacity, needs);
	narrow->depth++;
	find_needs(narrow, needs);
	narrow->depth--;
	needs->being_read = false;
	return needs;
}

/* Adds the loads of the function when so many bits of its result are needed. */
void
narrow_tell(struct narrow_loads *narrow, const struct ir_func *func, uint64_t result)
{
	pointer_set_add(&narrow->funcs, func);
	struct narrow_needs *needs = narrow_needs_of(narrow, func, result);
	if (!needs || needs->is_lost)
		pointer_set_add(&narrow->lost, func);
	if (!needs || needs->is_lost || needs->is_told)
		return;
	needs->is_told = true;
	struct narrow_reader r = reader_of(narrow, needs);
	r.knows = r.tells = true;
	narrow->depth++;
	narrow_read_parts(&r, (struct ir_node){.stmt = func->body});
	narrow->depth--;
}

void
narrow_loads_find(struct narrow_loads *narrow, const struct ir_func *func)
{
	if (func->body && !pointer_set_has(&narrow->funcs, func))
		narrow_tell(narrow, func, narrow_result_bits(func, ALL_BITS));
}

void
narrow_loads_free(struct narrow_loads *narrow)
{
	for (size_t i = 0; i < narrow->count; i++) {
		free(narrow->needs[i]->vars);
		free(narrow->needs[i]);
	}
	free(narrow->needs);
	pointer_set_free(&narrow->loads);
	pointer_set_free(&narrow->funcs);
	pointer_set_free(&narrow->lost);
}
