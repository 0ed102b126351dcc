#include "code/strays.h"

#include "code/crossing.h"
#include "code/linear.h"
#include "ir/member.h"
#include "ir/walk.h"

enum { MOST_PARTED = 64 };

/* A load that may be counted to the next line with loads of its own. */
struct stray {
	const struct ir_expr *load;      /* NULL: there is none */
	struct ir_loc line;              /* that line, once there is one */
};

struct reader {
	struct strays *found;
	const struct twins *twins;
	const struct partings *partings;
	struct stray stray;
	/* Loads of the function that is read which have their like on another way, whatever they load. */
	const struct ir_expr *parted[MOST_PARTED];
	unsigned parted_count;
	unsigned depth;
};

static void read_node(struct reader *r, struct ir_node node);

/* Where it loads from; NULL: it does not, or one of the thread's own variables. */
static const struct ir_expr *
address_of(const struct ir_expr *e)
{
	if (e->kind == IR_BUILTIN)
		return e->builtin == IR_BUILTIN___ldg && e->arg_count ? e->args[0] : NULL;
	if (!is_memory_access(e))
		return NULL;
	return e->kind == IR_COPY ? e->b : e->kind == IR_STORE ? NULL : e->a;
}

/* As sites have it: of a copy the address. */
static const struct ir_expr *
site_of(const struct ir_expr *load)
{
	return load->kind == IR_COPY ? load->b : load;
}

/* Whether another way of the function loads from there. */
static bool
is_parted(struct reader *r, const struct ir_expr *load)
{
	if (!partings_has(r->partings, site_of(load)))
		return false;
	for (unsigned i = 0; i < r->parted_count; i++)
		if (r->parted[i] != load && same_expr(address_of(r->parted[i]), address_of(load)))
			return true;
	if (r->parted_count < MOST_PARTED)
		r->parted[r->parted_count++] = load;
	return false;
}

/* What is loaded from where the stray comes from is what has been loaded there; what surely lies elsewhere is counted apart. */
static void
read_load(struct reader *r, const struct ir_expr *load)
{
	struct stray *stray = &r->stray;
	if (twins_has(r->twins, load) || is_parted(r, load)) {
		*stray = (struct stray){.load = load};
		return;
	}
	const struct ir_expr *from = stray->load ? address_of(stray->load) : NULL, *here = address_of(load);
	if (!from || same_expr(from, here) || ir_is_in_shared(from) != ir_is_in_shared(here))
		return;
	if (!stray->line.line)
		stray->line = load->loc;
	if (load->loc.line == stray->line.line && load->loc.file == stray->line.file)
		*pointer_map_value(&r->found->beside, site_of(load)) = (void *)(uintptr_t)stray->load;
	else
		stray->load = NULL;
}

static void
read_parts(struct reader *r, struct ir_node node)
{
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		read_node(r, part);
}

/* Into what is called, with what strays into it: once, and once more for that. */
static void
read_call(struct reader *r, const struct ir_func *func)
{
	if (!func->body || (!pointer_set_add(&r->found->funcs, func) && !r->stray.load))
		return;
	struct reader inner = {r->found, r->twins, r->partings, .stray = r->stray, .depth = r->depth};
	read_node(&inner, (struct ir_node){.stmt = func->body});
	r->stray = inner.stray;
}

/* Each side begins with what strays to the branch, and the one or the other may leave something behind it. */
static void
read_branch(struct reader *r, const struct ir_stmt *s)
{
	read_node(r, (struct ir_node){.expr = s->expr});
	const struct stray before = r->stray;
	read_node(r, (struct ir_node){.stmt = s->then});
	const struct stray then = r->stray;
	r->stray = before;
	read_node(r, (struct ir_node){.stmt = s->otherwise});
	if (!r->stray.load)
		r->stray = then;
}

/* One for two that stand on one line is told by that line; not one for two of functions that are called there. */
static void
read_choice(struct reader *r, const struct ir_expr *e)
{
	const struct stray before = r->stray;
	read_parts(r, (struct ir_node){.expr = e});
	const struct ir_expr *load = r->stray.load;
	const bool is_called = load && load != before.load && load->loc.line != e->b->loc.line;
	if (e->b->loc.line == e->c->loc.line && !is_called)
		r->stray = before;
}

static void
read_node(struct reader *r, struct ir_node node)
{
	const struct ir_stmt *s = node.stmt;
	const struct ir_expr *e = node.expr;
	if (!s && !e)
		return;
	r->found->too_much |= r->depth >= IR_DEEPEST;
	if (r->found->too_much)
		return;
	r->depth++;
	if (s && s->kind == IR_STMT_IF) {
		read_branch(r, s);
	} else if (s && s->kind == IR_STMT_LOOP) {
		r->stray.load = NULL;
		read_parts(r, node);
		r->stray.load = NULL;
	} else if (e && e->kind == IR_CONDITIONAL) {
		read_choice(r, e);
	} else {
		read_parts(r, node);
	}
	if (e && address_of(e))
		read_load(r, e);
	if (e && e->kind == IR_CALL)
		read_call(r, e->func);
	r->depth--;
}

void
strays_find(struct strays *strays, const struct ir_func *kernel, const struct twins *twins, const struct partings *partings)
{
	if (strays->kernel == kernel)
		return;
	strays_free(strays);
	*strays = (struct strays){.kernel = kernel};
	struct reader r = {strays, twins, partings, .parted_count = 0};
	read_call(&r, kernel);
}

void
strays_free(struct strays *strays)
{
	pointer_map_free(&strays->beside);
	pointer_set_free(&strays->funcs);
}

const struct ir_expr *
strays_beside(const struct strays *strays, const struct ir_expr *load)
{
	return pointer_map_find(&strays->beside, load);
}
