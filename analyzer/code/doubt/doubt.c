#include "code/doubt/doubt.h"

#include <stdlib.h>

#include "code/doubt/doubt_internal.h"
#include "support/memory.h"
#include "support/pointer_set.h"

enum { MOST_PASSES = 12, MOST_FUNCTIONS = 512 };

struct doubts {
	struct pointer_set nodes;
	bool everything;        /* the code was too much to read */
};

struct doubts *
doubts_new(void)
{
	return memory_zeroed(1, sizeof(struct doubts));
}

void
doubts_free(struct doubts *doubts)
{
	if (!doubts)
		return;
	pointer_set_free(&doubts->nodes);
	free(doubts);
}

bool
doubts_has(const struct doubts *doubts, const void *node)
{
	return doubts->everything || pointer_set_has(&doubts->nodes, node);
}

void
doubts_add(struct doubts *doubts, const void *node)
{
	if (node)
		pointer_set_add(&doubts->nodes, node);
}

void
doubt_raise(struct doubt_reader *r, bool *to, bool depends)
{
	r->changed |= depends && !*to;
	*to |= depends;
}

struct known_func *
doubt_known(struct doubt_reader *r, const struct ir_func *func)
{
	for (size_t i = 0; i < r->func_count; i++)
		if (r->funcs[i]->func == func)
			return r->funcs[i];
	if (r->func_count >= MOST_FUNCTIONS) {
		r->too_much = true;
		return NULL;
	}
	struct known_func *f = memory_zeroed(1, sizeof *f);
	f->func = func;
	f->vars = memory_zeroed(func->slot_count + 1, sizeof *f->vars);
	f->pointers = memory_zeroed(func->slot_count + 1, sizeof *f->pointers);
	memory_push(r->funcs, r->func_count, r->func_capacity, f);
	return f;
}

static void
free_reader(struct doubt_reader *r)
{
	for (size_t i = 0; i < r->func_count; i++) {
		free(r->funcs[i]->vars);
		free(r->funcs[i]->pointers);
		free(r->funcs[i]);
	}
	free(r->funcs);
}

/* Passes until nothing changes, then one in which doubts are raised. */
static void
read_kernel(struct doubt_reader *r, struct doubts *doubts)
{
	unsigned passes = 0;
	do {
		r->changed = false;
		r->pass++;
		doubt_read_func(r, r->in);
	} while (r->changed && ++passes < MOST_PASSES && !r->too_much);
	if (r->changed || r->too_much) {
		doubts->everything = true;
		return;
	}
	r->doubts = doubts;
	r->pass++;
	doubt_read_func(r, r->in);
}

/* Nobody says where pointers lead that the kernel is given. */
static void
begin_in(struct doubt_reader *r, const struct ir_func *kernel)
{
	r->in = doubt_known(r, kernel);
	for (uint32_t i = 0; i < kernel->param_count; i++)
		r->in->pointers[kernel->params[i]->slot].elsewhere = true;
}

void
doubt_values(struct doubts *doubts, const struct ir_func *kernel, const struct pointer_set *values)
{
	struct doubt_reader r = {.values = values};
	begin_in(&r, kernel);
	read_kernel(&r, doubts);
	free_reader(&r);
}
