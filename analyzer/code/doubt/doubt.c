#include "code/doubt/doubt.h"

#include <stdlib.h>
#include <string.h>

#include "code/assigned.h"
#include "code/doubt/doubt_internal.h"
#include "support/memory.h"
#include "support/pointer_set.h"

enum { MOST_PASSES = 12, MOST_FUNCTIONS = 512 };

struct doubts {
	struct pointer_set nodes;
	bool everything;        /* the code was too much to read */
	bool raised;            /* since this was last cleared, some were */
	struct pointer_set loops, uneven;   /* those that were read for their iterations; and those that raised doubts */
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
	pointer_set_free(&doubts->loops);
	pointer_set_free(&doubts->uneven);
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
	doubts->raised = true;
}

void
doubt_raise(struct doubt_reader *r, dependence *to, dependence d)
{
	r->changed |= (d & ~*to) != 0;
	*to |= d;
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

/* Passes until nothing changes; false: they were too many, and what has been found is not all. */
static bool
pass_until_stable(struct doubt_reader *r, void (*read)(struct doubt_reader *r, const void *what), const void *what)
{
	unsigned passes = 0;
	do {
		r->changed = false;
		r->pass++;
		read(r, what);
	} while (r->changed && ++passes < MOST_PASSES && !r->too_much);
	return !r->changed && !r->too_much;
}

/* The same, then one in which doubts are raised. */
static void
read_until_stable(struct doubt_reader *r, struct doubts *doubts, void (*read)(struct doubt_reader *r, const void *what), const void *what)
{
	if (!pass_until_stable(r, read, what)) {
		doubts->everything = true;
		return;
	}
	r->doubts = doubts;
	r->pass++;
	read(r, what);
}

static void
read_kernel(struct doubt_reader *r, const void *what)
{
	(void)what;
	doubt_read_func(r, r->in);
}

/* The function that is read first. Nobody says where pointers lead that it is given. */
static void
begin_in(struct doubt_reader *r, const struct ir_func *func)
{
	r->in = doubt_known(r, func);
	for (uint32_t i = 0; i < func->param_count; i++)
		r->in->pointers[func->params[i]->slot].elsewhere = true;
}

void
doubt_blocks(struct doubts *doubts, const struct ir_func *kernel)
{
	struct arena arena = {0};
	struct doubt_reader r = {.of_blocks = true, .doubtful = WILD, .kernel = kernel, .definitions = definitions_of(kernel, &arena)};
	begin_in(&r, kernel);
	read_until_stable(&r, doubts, read_kernel, NULL);
	free_reader(&r);
	arena_free(&arena);
}

static void
read_loop(struct doubt_reader *r, const void *what)
{
	const struct ir_stmt *loop = what;
	doubt_read_expr(r, loop->expr);
	doubt_read_stmt(r, loop->body);
	doubt_read_expr(r, loop->step);
	r->left = INDEPENDENT;
}

/* Reads all of the function for where its pointers lead, which a loop does not say, and forgets the rest. False: some may lead
 * elsewhere as well. */
static bool
find_pointers(struct doubt_reader *r)
{
	const bool all = pass_until_stable(r, read_kernel, NULL);
	for (size_t i = 0; i < r->func_count; i++) {
		struct known_func *f = r->funcs[i];
		memset(f->vars, 0, (f->func->slot_count + 1) * sizeof *f->vars);
		f->context = f->result = INDEPENDENT;
	}
	return all;
}

/* Whether it raises any. */
static bool
read_iterations(struct doubts *doubts, const struct ir_func *func, const struct ir_stmt *loop)
{
	struct doubt_reader r = {.doubtful = ~(dependence)INDEPENDENT};
	struct may_write_known known = {0};
	struct assigned assigned;
	doubts->raised = false;
	begin_in(&r, func);
	doubts->everything |= !find_pointers(&r);
	assigned_in(&assigned, loop, &known);
	may_write_known_free(&known);
	for (size_t i = 0; i < assigned.count; i++)
		if (!assigned.declared[i] && assigned.vars[i]->slot < func->slot_count &&
		    (assigned.vars[i]->storage == IR_STORAGE_LOCAL || assigned.vars[i]->storage == IR_STORAGE_PARAM))
			r.in->vars[assigned.vars[i]->slot] = LINEAR;
	doubts->everything |= assigned.anything;
	read_until_stable(&r, doubts, read_loop, loop);
	free_reader(&r);
	return doubts->raised;
}

/* A loop comes round again and again, each time the one around it does; what its code says stays the same. */
bool
doubt_iterations(struct doubts *doubts, const struct ir_func *func, const struct ir_stmt *loop)
{
	if (pointer_set_add(&doubts->loops, loop) && read_iterations(doubts, func, loop))
		pointer_set_add(&doubts->uneven, loop);
	return doubts->everything || pointer_set_has(&doubts->uneven, loop);
}

void
doubt_values(struct doubts *doubts, const struct ir_func *kernel, const struct pointer_set *values)
{
	struct doubt_reader r = {.values = values, .doubtful = WILD};
	begin_in(&r, kernel);
	read_until_stable(&r, doubts, read_kernel, NULL);
	free_reader(&r);
}

void
doubt_parameter(struct doubts *doubts, const struct ir_func *kernel, const struct ir_var *parameter)
{
	static const struct pointer_set no_values = {0};
	struct doubt_reader r = {.values = &no_values, .parameter = parameter, .doubtful = WILD};
	begin_in(&r, kernel);
	r.in->vars[parameter->slot] = WILD;
	read_until_stable(&r, doubts, read_kernel, NULL);
	doubts->everything |= r.unseen;
	free_reader(&r);
}
