#include "analysis/retry_loop.h"

#include "analysis/affine_address.h"
#include "analysis/effects.h"
#include "analysis/invariant.h"
#include "ir/constant.h"
#include "ir/plain.h"
#include "ir/walk.h"

enum { MOST_ASSIGNMENTS = 16, MOST_STEPS = 2 * MOST_ASSIGNMENTS };

struct assignment {
	const struct ir_var *var;
	const struct ir_expr *value;
};

/* One iteration as straight-line code. */
struct reader {
	const struct definitions *definitions;
	const struct ir_stmt *loop;
	struct assignment assignments[MOST_ASSIGNMENTS]; /* in execution order */
	/* number of assignments before the swap, and before the test */
	unsigned count, swap_at, test_at;
	unsigned depth, choices; /* around the current expression */
	struct retry_loop found;
};

/* The value of an expression after the given number of assignments. */
struct moment {
	const struct ir_expr *e;
	unsigned at;
};

static bool
is_scalar(const struct ir_type *type)
{
	return type->kind == IR_TYPE_BOOL || type->kind == IR_TYPE_INT || type->kind == IR_TYPE_FLOAT ||
	       type->kind == IR_TYPE_POINTER;
}

static bool
is_own_scalar(const struct ir_expr *address)
{
	return address->kind == IR_VAR && ir_local_of_address(address) && !address->var->address_taken &&
	       is_scalar(address->var->type);
}

/* ---- reading the iteration ---- */

static bool reads_value(struct reader *r, const struct ir_expr *e);

static bool
reads_parts(struct reader *r, const struct ir_expr *e)
{
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (!part.expr || !reads_value(r, part.expr))
			return false;
	return true;
}

static bool
reads_swap(struct reader *r, const struct ir_expr *e)
{
	if (r->found.swap || r->choices || e->arg_count != 3)
		return false;
	r->found.swap = e;
	r->swap_at = r->count;
	return reads_parts(r, e);
}

/* Reads operands that some lanes may not evaluate. */
static bool
reads_choice(struct reader *r, const struct ir_expr *e)
{
	r->choices++;
	const bool reads = reads_parts(r, e);
	r->choices--;
	return reads;
}

static bool
reads_kind(struct reader *r, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_INT:
	case IR_FLOAT:
	case IR_VAR:
	case IR_SPECIAL:
	case IR_LOAD:
	case IR_OFFSET:
	case IR_FIELD:
	case IR_UNARY:
	case IR_BINARY:
	case IR_CONVERT:
	case IR_POINTER_DIFF: return reads_parts(r, e);
	case IR_AND:
	case IR_OR:
	case IR_CONDITIONAL: return reads_choice(r, e);
	case IR_CALL: return e->func->is_library && !expr_has_effects(e) && reads_parts(r, e);
	case IR_BUILTIN:
		if (e->builtin == IR_BUILTIN_atomicCAS)
			return reads_swap(r, e);
		return ir_builtin_kind(e->builtin) == IR_BUILTIN_IS_PURE && reads_parts(r, e);
	default: return false;
	}
}

static bool
reads_value(struct reader *r, const struct ir_expr *e)
{
	if (r->depth > IR_DEEPEST)
		return false;
	r->depth++;
	const bool reads = reads_kind(r, e);
	r->depth--;
	return reads;
}

static bool
reads_effect(struct reader *r, const struct ir_expr *e)
{
	if (e->kind == IR_COMMA)
		return reads_effect(r, e->a) && reads_effect(r, e->b);
	if (e->kind != IR_STORE)
		return reads_value(r, e);
	if (!is_own_scalar(e->a) || !reads_value(r, e->b) || r->count == MOST_ASSIGNMENTS)
		return false;
	r->assignments[r->count++] = (struct assignment){e->a->var, e->b};
	return true;
}

static bool
reads_test(struct reader *r, const struct ir_expr *condition)
{
	if (r->found.test || !reads_value(r, condition))
		return false;
	r->found.test = condition;
	r->test_at = r->count;
	return true;
}

/* A returned value does not matter to the loop. */
static bool
leaves(const struct ir_stmt *s)
{
	while (s->kind == IR_STMT_BLOCK && s->stmt_count == 1)
		s = s->stmts[0];
	return s->kind == IR_STMT_BREAK || (s->kind == IR_STMT_RETURN && !expr_has_effects(s->expr));
}

static bool
reads_stmt(struct reader *r, const struct ir_stmt *s)
{
	switch (s->kind) {
	case IR_STMT_EXPR: return reads_effect(r, s->expr);
	case IR_STMT_DECLARE: return true;
	case IR_STMT_IF: return !s->otherwise && leaves(s->then) && reads_test(r, s->expr);
	case IR_STMT_BLOCK:
		for (uint32_t i = 0; i < s->stmt_count; i++)
			if (!reads_stmt(r, s->stmts[i]))
				return false;
		return true;
	default: return false;
	}
}

static bool
is_swap(const void *context, struct ir_node node)
{
	(void)context;
	return node.expr && node.expr->kind == IR_BUILTIN && node.expr->builtin == IR_BUILTIN_atomicCAS;
}

/* If a condition before the body contains no swap, it tests the previous iteration's result. */
static bool
reads_iteration(struct reader *r)
{
	const struct ir_stmt *loop = r->loop;
	const bool ends_by_itself = loop->expr && !ir_is_constant(loop->expr, &(int64_t){0});
	if (loop->step)
		return false;
	if (!ends_by_itself)
		return reads_stmt(r, loop->body);
	if (!loop->test_last && ir_any((struct ir_node){.expr = loop->expr}, is_swap, NULL))
		return reads_test(r, loop->expr) && reads_stmt(r, loop->body);
	return reads_stmt(r, loop->body) && reads_test(r, loop->expr);
}

/* ---- values ---- */

/* The argument of a function that reinterprets a number's bits as another type; NULL: otherwise. */
static const struct ir_expr *
number_of_bits(const struct ir_expr *e)
{
	if (e->kind == IR_BUILTIN)
		return e->builtin == IR_BUILTIN___gl_bits ? e->args[0] : NULL;
	const struct ir_stmt *body = e->kind == IR_CALL && e->func->is_library ? e->func->body : NULL;
	while (body && body->kind == IR_STMT_BLOCK && body->stmt_count == 1)
		body = body->stmts[0];
	if (!body || body->kind != IR_STMT_RETURN || !body->expr || e->arg_count != 1)
		return NULL;
	const struct ir_expr *given = number_of_bits(body->expr);
	return given && given->kind == IR_LOAD && given->a->kind == IR_VAR && given->a->var == e->func->params[0]
	               ? e->args[0]
	               : NULL;
}

/* An expression with the same bits, without intermediate variables and functions; NULL: none. */
static const struct ir_expr *
same_bits(const struct ir_expr *e)
{
	if (e->kind == IR_CONVERT && e->type->size == e->a->type->size &&
	    ((e->type->kind == IR_TYPE_INT && e->a->type->kind == IR_TYPE_INT) ||
	     (e->type->kind == IR_TYPE_POINTER && e->a->type->kind == IR_TYPE_POINTER)))
		return e->a;
	const struct ir_expr *number = number_of_bits(e);
	return number && number->type->size == e->type->size ? number : NULL;
}

/* The origin of the value. If it is a read of a variable, the iteration has not assigned that variable before. */
static struct moment
origin(const struct reader *r, struct moment m)
{
	for (unsigned steps = 0; steps < MOST_STEPS; steps++) {
		const struct ir_expr *same = same_bits(m.e);
		unsigned before = m.at;
		if (same) {
			m.e = same;
			continue;
		}
		if (m.e->kind != IR_LOAD || !is_own_scalar(m.e->a))
			return m;
		while (before && r->assignments[before - 1].var != m.e->a->var)
			before--;
		if (!before)
			return m;
		m = (struct moment){r->assignments[before - 1].value, before - 1};
	}
	return m;
}

static bool
is_same(const struct ir_expr *a, const struct ir_expr *b)
{
	const bool are_read = a->kind == IR_LOAD && b->kind == IR_LOAD && is_own_scalar(a->a) && is_own_scalar(b->a);
	return a == b || (are_read && a->a->var == b->a->var);
}

static const struct ir_expr *
origin_at_swap(const struct reader *r, const struct ir_expr *e)
{
	return origin(r, (struct moment){e, r->swap_at}).e;
}

/* Whether the value is the old contents of the swapped memory: the swap's result, or a load. */
static bool
is_from_target(const struct reader *r, struct moment m)
{
	if (m.e == r->found.swap)
		return true;
	if (m.e->kind != IR_LOAD || is_own_scalar(m.e->a))
		return false;
	const struct ir_expr *from = origin(r, (struct moment){m.e->a, m.at}).e,
			     *to = origin_at_swap(r, r->found.swap->args[0]);
	return is_same(from, to) || same_expr(from, to);
}

/* Whether the value was read from the memory, in this iteration or the previous one. */
static bool
is_current(const struct reader *r, struct moment m)
{
	for (unsigned steps = 0; steps < MOST_ASSIGNMENTS && m.e->kind == IR_LOAD && is_own_scalar(m.e->a); steps++) {
		const struct moment next = origin(r, (struct moment){m.e, r->count});
		if (is_same(next.e, m.e))
			return false; /* the loop does not assign it */
		m = next;
	}
	return is_from_target(r, m);
}

/* Whether the test only compares the found with the expected value, and a failed swap is retried. */
static bool
tests_swap(struct reader *r)
{
	const struct ir_expr *test = r->found.test;
	bool not = false;
	for (; test->kind == IR_CONVERT || (test->kind == IR_UNARY && test->op == IR_NOT); test = test->a)
		not ^= test->kind == IR_UNARY;
	if (test->kind != IR_BINARY || (test->op != IR_EQ && test->op != IR_NE) || test->a->type->kind != IR_TYPE_INT ||
	    test->a->type->size != r->found.swap->type->size)
		return false;
	const struct ir_expr *a = origin(r, (struct moment){test->a, r->test_at}).e;
	const struct ir_expr *b = origin(r, (struct moment){test->b, r->test_at}).e;
	const struct ir_expr *expected = origin_at_swap(r, r->found.swap->args[1]);
	const bool is_of_swap =
		(a == r->found.swap && is_same(b, expected)) || (b == r->found.swap && is_same(a, expected));
	r->found.again = (test->op == IR_NE) ^ not;
	return is_of_swap && r->found.again == (r->found.test == r->loop->expr);
}

/* ---- equivalent atomics ---- */

static bool
is_invariant(const struct reader *r, const struct ir_expr *e)
{
	return loop_invariant(r->definitions, r->loop, e);
}

/* Whether an address is loop-invariant. */
static bool
is_fixed(const struct reader *r, const struct ir_expr *e)
{
	for (; e->kind == IR_OFFSET || e->kind == IR_FIELD || e->kind == IR_CONVERT; e = e->a)
		if (e->kind == IR_OFFSET && !is_invariant(r, e->b))
			return false;
	return e->kind == IR_VAR || is_invariant(r, e);
}

/* Whether the value is loop-invariant or loaded from another address than the swap's. Nothing in the loop orders such
 * a load with other threads' stores, so these may not store there. */
static bool
is_given(const struct reader *r, struct moment m, unsigned depth)
{
	m = origin(r, m);
	if (depth > MOST_STEPS || is_invariant(r, m.e))
		return depth <= MOST_STEPS;
	switch (m.e->kind) {
	case IR_LOAD:
		return !is_own_scalar(m.e->a) && !m.e->type->is_volatile && !is_from_target(r, m) &&
		       is_fixed(r, m.e->a);
	case IR_BINARY:
		return is_given(r, (struct moment){m.e->a, m.at}, depth + 1) &&
		       is_given(r, (struct moment){m.e->b, m.at}, depth + 1);
	case IR_UNARY:
	case IR_CONVERT: return is_given(r, (struct moment){m.e->a, m.at}, depth + 1);
	default: return false;
	}
}

/* The operand that the loop does not change, if the other one is the old contents of memory; NULL: otherwise. */
static const struct ir_expr *
other_operand(const struct reader *r, unsigned at, const struct ir_expr *a, const struct ir_expr *b)
{
	const struct ir_expr *expected = origin_at_swap(r, r->found.swap->args[1]);
	return is_same(origin(r, (struct moment){a, at}).e, expected) && is_given(r, (struct moment){b, at}, 0) ? b
	                                                                                                        : NULL;
}

static enum ir_builtin
atomic_of_operator(enum ir_op op, enum ir_type_kind kind)
{
	switch (op) {
	case IR_ADD:
	case IR_SUB: return IR_BUILTIN_atomicAdd;
	case IR_BIT_AND: return kind == IR_TYPE_INT ? IR_BUILTIN_atomicAnd : IR_BUILTIN_COUNT;
	case IR_BIT_OR: return kind == IR_TYPE_INT ? IR_BUILTIN_atomicOr : IR_BUILTIN_COUNT;
	case IR_BIT_XOR: return kind == IR_TYPE_INT ? IR_BUILTIN_atomicXor : IR_BUILTIN_COUNT;
	default: return IR_BUILTIN_COUNT;
	}
}

static enum ir_builtin
atomic_of_function(enum ir_builtin function, enum ir_type_kind kind)
{
	if (kind != IR_TYPE_INT)
		return IR_BUILTIN_COUNT;
	if (function == IR_BUILTIN_min || function == IR_BUILTIN_umin)
		return IR_BUILTIN_atomicMin;
	return function == IR_BUILTIN_max || function == IR_BUILTIN_umax ? IR_BUILTIN_atomicMax : IR_BUILTIN_COUNT;
}

/* a < b ? a : b and its variants, for integers. */
static enum ir_builtin
atomic_of_choice(const struct reader *r, struct moment m, const struct ir_expr **operand)
{
	const struct ir_expr *test = ir_without_conversions(m.e->a);
	const struct ir_type *type = m.e->type;
	if (test->kind != IR_BINARY || !ir_is_ordering(test->op))
		return IR_BUILTIN_COUNT;
	const struct ir_type *of = test->a->type;
	if (type->kind != IR_TYPE_INT || of->kind != IR_TYPE_INT || of->is_signed != type->is_signed ||
	    of->size != type->size)
		return IR_BUILTIN_COUNT;
	const struct ir_expr *left = other_operand(r, m.at, test->b, test->a),
			     *right = other_operand(r, m.at, test->a, test->b);
	const struct ir_expr *chosen = other_operand(r, m.at, m.e->c, m.e->b),
			     *kept = other_operand(r, m.at, m.e->b, m.e->c);
	const struct ir_expr *compared = left ? left : right;
	*operand = chosen ? chosen : kept;
	if (!compared || !*operand || !same_expr(ir_without_conversions(compared), ir_without_conversions(*operand)))
		return IR_BUILTIN_COUNT;
	/* It is the minimum if the operand is on the smaller side and selected, or on the greater side and not
	 * selected. */
	const bool is_smaller = (test->op == IR_LT || test->op == IR_LE) == (left != NULL);
	return is_smaller == (chosen != NULL) ? IR_BUILTIN_atomicMin : IR_BUILTIN_atomicMax;
}

static const struct ir_expr *
either_operand(const struct reader *r, unsigned at, const struct ir_expr *a, const struct ir_expr *b)
{
	const struct ir_expr *other = other_operand(r, at, a, b);
	return other ? other : other_operand(r, at, b, a);
}

/* The atomic that computes the new value from the old one, and its operand. */
static enum ir_builtin
atomic_of(const struct reader *r, struct moment next, const struct ir_expr **operand)
{
	const struct ir_expr *e = next.e;
	if (is_invariant(r, e)) {
		*operand = e;
		return IR_BUILTIN_atomicExch;
	}
	if (e->kind == IR_BINARY) {
		*operand = e->op == IR_SUB ? other_operand(r, next.at, e->a, e->b)
		                           : either_operand(r, next.at, e->a, e->b);
		return atomic_of_operator(e->op, e->type->kind);
	}
	if (e->kind == IR_BUILTIN && e->arg_count == 2) {
		*operand = either_operand(r, next.at, e->args[0], e->args[1]);
		return atomic_of_function(e->builtin, e->type->kind);
	}
	return e->kind == IR_CONDITIONAL ? atomic_of_choice(r, next, operand) : IR_BUILTIN_COUNT;
}

static bool
depends_on_sign(enum ir_builtin atomic)
{
	return atomic == IR_BUILTIN_atomicMin || atomic == IR_BUILTIN_atomicMax;
}

/* An added or replaced integer has the same bits whether signed or not, so the atomic of the swapped type applies.
 * The same holds for a replaced double, for which there is no atomic. */
static const struct ir_type *
type_of(const struct reader *r, enum ir_builtin atomic, const struct ir_type *computed)
{
	const bool is_bits = computed->kind == IR_TYPE_INT
	                             ? !depends_on_sign(atomic)
	                             : atomic == IR_BUILTIN_atomicExch && computed->size == sizeof(double);
	return is_bits ? r->found.swap->type : computed;
}

static void
find_native(struct reader *r)
{
	const struct moment next = origin(r, (struct moment){r->found.swap->args[2], r->swap_at});
	const struct ir_expr *operand = NULL;
	const enum ir_builtin native = atomic_of(r, next, &operand);
	if (!operand || native == IR_BUILTIN_COUNT)
		return;
	r->found.native = native;
	r->found.operand = operand;
	r->found.loads = !is_invariant(r, operand);
	r->found.negates = next.e->kind == IR_BINARY && next.e->op == IR_SUB;
	r->found.type = type_of(r, native, next.e->type);
}

struct retry_loop
retry_loop_of(const struct definitions *definitions, const struct ir_stmt *loop)
{
	struct reader r = {.definitions = definitions, .loop = loop, .found = {.native = IR_BUILTIN_COUNT}};
	if (!reads_iteration(&r) || !r.found.swap || !r.found.test || !tests_swap(&r) ||
	    !is_fixed(&r, r.found.swap->args[0]) ||
	    !is_current(&r, origin(&r, (struct moment){r.found.swap->args[1], r.swap_at})))
		return (struct retry_loop){.native = IR_BUILTIN_COUNT};
	find_native(&r);
	return r.found;
}
