#include "analysis/rounding.h"

#include "ir/walk.h"
#include "support/pointer_set.h"

void
rounding_print(FILE *out, enum rounding_sensitive a)
{
	static const char *const texts[] = {
		[EXACT] = "exact",
		[ROUNDED_ON_HOST] = "rounded on the host",
		[ROUNDED] = "rounded",
	};
	fputs(texts[a], out);
}

struct search {
	struct pointer_set funcs; /* functions that were visited */
	unsigned rounding;        /* flags of enum ir_rounding */
};

static bool
is_rounding_sensitive(enum ir_builtin id)
{
	return (id >= IR_BUILTIN_pow && id <= IR_BUILTIN_hypot) || id == IR_BUILTIN_rsqrt || id == IR_BUILTIN_cbrt ||
	       id == IR_BUILTIN___gl_sin || id == IR_BUILTIN___gl_cos || id == IR_BUILTIN___gl_approximate;
}

static bool
is_single(const struct ir_type *type)
{
	return type->kind == IR_TYPE_FLOAT && type->size == 4;
}

/* Whether compiler flags change the rounding compared with the evaluation. A comparison does not round. */
static bool
is_rounded_by_flag(const struct ir_expr *e, unsigned rounding)
{
	if (e->kind == IR_BUILTIN)
		return (rounding & IR_ROUGH_ROOT) && e->builtin == IR_BUILTIN_sqrt && is_single(e->type);
	if ((e->kind != IR_BINARY && e->kind != IR_UPDATE) || ir_is_comparison(e->op))
		return false;
	const struct ir_type *type = e->kind == IR_UPDATE ? e->compute_type : e->a->type;
	return is_single(type) && ((rounding & IR_FLUSHED) || (e->op == IR_DIV && (rounding & IR_ROUGH_DIVISION)));
}

/* The machine code's run treats none of these approximations as known: it computes them by sums and products, or
 * their result is unknown. */
static bool
is_as_compiled(const struct ir_expr *e)
{
	return is_single(e->type) && ((e->builtin >= IR_BUILTIN_exp && e->builtin <= IR_BUILTIN_exp10) ||
	                              (e->builtin >= IR_BUILTIN_log && e->builtin <= IR_BUILTIN_log10) ||
	                              e->builtin == IR_BUILTIN_sin || e->builtin == IR_BUILTIN_cos);
}

static enum rounding_sensitive
of_itself(const struct search *s, const struct ir_expr *e)
{
	if (e->kind == IR_BUILTIN && is_rounding_sensitive(e->builtin))
		return is_as_compiled(e) ? ROUNDED_ON_HOST : ROUNDED;
	return s->rounding && is_rounded_by_flag(e, s->rounding) ? ROUNDED : EXACT;
}

static enum rounding_sensitive
find(struct search *s, struct ir_node code, unsigned depth)
{
	const struct ir_expr *e = code.expr;
	if (depth == IR_DEEPEST)
		return ROUNDED;
	enum rounding_sensitive found = e ? of_itself(s, e) : EXACT;
	if (e && e->kind == IR_CALL && e->func->body && pointer_set_add(&s->funcs, e->func))
		found = rounding_join(found, find(s, (struct ir_node){.stmt = e->func->body}, depth + 1));
	struct ir_parts parts = ir_parts_of(code);
	for (struct ir_node part; found < ROUNDED && ir_next_part(&parts, &part);)
		found = rounding_join(found, find(s, part, depth + 1));
	return found;
}

enum rounding_sensitive
func_rounding_sensitive(const struct ir_func *func)
{
	struct search s = {.rounding =
	                           func->unit ? func->unit->compilation.rounding & ~(unsigned)IR_NO_CONTRACTION : 0};
	const enum rounding_sensitive found = find(&s, (struct ir_node){.stmt = func->body}, 0);
	pointer_set_free(&s.funcs);
	return found;
}
