#include "code/unroll.h"

#include "code/builtin_extent.h"
#include "code/linear.h"
#include "ir/plain.h"
#include "ir/walk.h"

enum {
	MOST_WHOLE = 600, MOST_PARTIAL = 150, TINY_BODY = 20,   /* instructions */
	MOST_TRIPS = 4096, COPIES = 4,
	LOOP_CONTROL = 3,                                       /* instructions: count, compare, jump */
	DEEPEST = 100, MOST_VISITS = 20000, MOST_LOADS = 32,
};

struct measuring {
	struct definitions *definitions;
	const struct ir_expr *loads[MOST_LOADS];   /* seen: a second one of the same is none */
	unsigned load_count;
	bool in_address;                           /* whose arithmetic is mostly the instructions' own */
	bool under_predicates;                     /* as extent_under_predicates has it */
	bool approximated;                         /* the function or division that is measured is an instruction or a few */
	unsigned rounding;                         /* of enum ir_rounding */
	unsigned calls;                            /* around what is measured: so many functions of others are in it */
	unsigned depth, visits;
};

/* around: the statement that it is a part of; NULL: none, or none that matters. */
static struct extent measure(struct measuring *m, struct ir_node node, const struct ir_stmt *around);

struct extent
extent_both(struct extent a, struct extent b)
{
	return (struct extent){a.instructions + b.instructions, a.breaks || b.breaks};
}

static const struct extent nothing = {0, false}, too_much = {MOST_WHOLE, true};

/* ---- expressions ---- */

/* Whether it is an instruction or a few because the source, or a flag, wants an approximation. */
static bool
is_rough(const struct measuring *m, const struct ir_expr *e)
{
	if (!m->under_predicates)
		return false;
	const bool may_be_single = (e->type->kind == IR_TYPE_FLOAT && e->type->size == 4) ||
	                           (e->kind == IR_BUILTIN && (e->builtin == IR_BUILTIN___gl_sin || e->builtin == IR_BUILTIN___gl_cos));
	return m->approximated || (may_be_single && (m->rounding & (IR_ROUGH_DIVISION | IR_ROUGH_ROOT)));
}

static struct extent
measure_builtin(const struct measuring *m, const struct ir_expr *e)
{
	if (is_rough(m, e))
		return (struct extent){1, false};
	return m->under_predicates ? extent_of_builtin_under_predicates(e) : extent_of_builtin(e);
}

static struct extent
measure_call(struct measuring *m, const struct ir_expr *call)
{
	const struct ir_func *func = call->func;
	/* Its locals are not the caller's: nothing is known of them here. */
	struct definitions none = {0};
	struct definitions *outer = m->definitions;
	if (m->under_predicates && func && func->is_library && (!func->body || may_be_simpler(call)))
		return (struct extent){1, false};
	if (!func || !func->body)
		return too_much;
	m->definitions = &none;
	m->calls++;
	const struct extent extent = measure(m, (struct ir_node){.stmt = func->body}, NULL);
	m->calls--;
	m->definitions = outer;
	return extent;
}

static bool
seen_before(struct measuring *m, const struct ir_expr *load)
{
	for (unsigned i = 0; i < m->load_count; i++)
		if (same_expr(m->loads[i], load))
			return true;
	if (m->load_count < MOST_LOADS)
		m->loads[m->load_count++] = load;
	return false;
}

/* A scalar variable of the function's own, or a member of one, needs no memory. */
static bool
is_register(const struct ir_expr *address)
{
	while (address && address->kind == IR_FIELD)
		address = address->a;
	return address && address->kind == IR_VAR && address->var->type->kind != IR_TYPE_ARRAY &&
	       (address->var->storage == IR_STORAGE_LOCAL || address->var->storage == IR_STORAGE_PARAM);
}

/* Of a division, by what is no constant. */
static struct extent
measure_division(const struct measuring *m, const struct ir_expr *e)
{
	enum { OF_INTEGERS = 20, APPROXIMATE = 6 };
	if (is_rough(m, e))
		return (struct extent){APPROXIMATE, false};
	/* Of floating-point numbers, the unusual ones go to a subroutine. */
	return (struct extent){OF_INTEGERS, e->type->kind == IR_TYPE_FLOAT};
}

/* The instruction of the expression itself, its parts apart. */
static struct extent
measure_operation(struct measuring *m, const struct ir_expr *e)
{
	int64_t ignored;
	switch (e->kind) {
	case IR_LOAD:
		return (struct extent){!is_register(e->a) && !seen_before(m, e), false};
	case IR_STORE:
		return (struct extent){!is_register(e->a), false};
	case IR_UPDATE:
		return (struct extent){is_register(e->a) ? 1 : 3,
		                       e->op == IR_DIV && e->type->kind == IR_TYPE_FLOAT && !is_rough(m, e)};
	case IR_COPY: case IR_ZERO:
		return (struct extent){(double)(e->type->size + 3) / 4, false};
	case IR_BINARY:
		if (m->in_address)
			return nothing;
		if (e->op != IR_DIV && e->op != IR_REM)
			return (struct extent){1, false};
		if (constant_value(m->definitions, e->b, &ignored) || e->b->kind == IR_FLOAT)
			return (struct extent){4, false};
		return measure_division(m, e);
	case IR_UNARY: case IR_CONDITIONAL: case IR_AND: case IR_OR:
		return (struct extent){1, false};
	case IR_CONVERT:
		return (struct extent){(e->type->kind == IR_TYPE_FLOAT) != (e->a->type->kind == IR_TYPE_FLOAT), false};
	case IR_BUILTIN:
		return measure_builtin(m, e);
	case IR_CALL:
		return measure_call(m, e);
	case IR_UNKNOWN:
		return m->under_predicates ? (struct extent){1, false} : too_much;
	case IR_CALL_POINTER: case IR_LAUNCH:
		return too_much;
	default:
		return nothing;
	}
}

static struct extent
measure_parts(struct measuring *m, struct ir_node whole)
{
	struct extent sum = nothing;
	struct ir_parts parts = ir_parts_of(whole);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		sum = extent_both(sum, measure(m, part, whole.stmt));
	return sum;
}

static struct extent
measure_expr(struct measuring *m, const struct ir_expr *e)
{
	const bool in_address = m->in_address, approximated = m->approximated;
	const struct extent operation = measure_operation(m, e);
	m->in_address |= e->kind == IR_OFFSET;
	m->approximated = m->under_predicates && e->kind == IR_BUILTIN && e->builtin == IR_BUILTIN___gl_approximate;
	const struct extent parts = measure_parts(m, (struct ir_node){.expr = e});
	m->in_address = in_address;
	m->approximated = approximated;
	return extent_both(operation, parts);
}

/* ---- counters ---- */

static const struct ir_var *
loaded_variable(const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	return e && e->kind == IR_LOAD && e->a->kind == IR_VAR ? e->a->var : NULL;
}

/* The variable that the loop's step moves, and by what operation: `k += 2`, `k >>= 1`, `k = k + 1`. */
static const struct ir_var *
stepped_variable(struct definitions *definitions, const struct ir_expr *step, enum ir_op *op, int64_t *by)
{
	if (!step || (step->kind != IR_UPDATE && step->kind != IR_STORE) || step->a->kind != IR_VAR)
		return NULL;
	const struct ir_var *var = step->a->var;
	const struct ir_expr *operand = step->b;
	*op = step->op;
	if (step->kind == IR_STORE) {
		const struct ir_expr *sum = ir_without_conversions(step->b);
		const struct ir_var *from = sum->kind == IR_BINARY ? loaded_variable(sum->a) : NULL;
		if (!from || from != var)
			return NULL;
		*op = sum->op;
		operand = sum->b;
	}
	if (var->storage != IR_STORAGE_LOCAL || var->address_taken || var->type->kind != IR_TYPE_INT)
		return NULL;
	return constant_value(definitions, operand, by) ? var : NULL;
}

static const struct ir_expr *
start_of(const struct ir_stmt *around, const struct ir_stmt *loop, const struct ir_var *counter)
{
	const struct ir_expr *start = NULL;
	if (!around || around->kind != IR_STMT_BLOCK)
		return NULL;
	for (uint32_t i = 0; i < around->stmt_count && around->stmts[i] != loop; i++) {
		const struct ir_expr *e = around->stmts[i]->kind == IR_STMT_EXPR ? around->stmts[i]->expr : NULL;
		if (e && e->kind == IR_STORE && e->a->kind == IR_VAR && e->a->var == counter)
			start = e->b;
	}
	return start;
}

static bool
holds(enum ir_op op, int64_t a, int64_t b)
{
	switch (op) {
	case IR_LT: return a < b;
	case IR_LE: return a <= b;
	case IR_GT: return a > b;
	case IR_GE: return a >= b;
	case IR_NE: return a != b;
	default: return false;
	}
}

static bool
move(enum ir_op op, int64_t *value, int64_t by)
{
	switch (op) {
	case IR_ADD: return !__builtin_add_overflow(*value, by, value);
	case IR_SUB: return !__builtin_sub_overflow(*value, by, value);
	case IR_MUL: return !__builtin_mul_overflow(*value, by, value);
	case IR_SHL: return by >= 0 && by < 31 && !__builtin_mul_overflow(*value, INT64_C(1) << by, value);
	case IR_SHR:
		if (*value < 0 || by < 0 || by > 62)
			return false;
		*value >>= by;
		return true;
	default: return false;
	}
}

/* How often the loop goes round, when source and step say so; 0: not known, or too often to matter. */
static unsigned
known_trips(struct definitions *definitions, const struct ir_expr *condition, const struct ir_var *counter, int64_t value,
            enum ir_op op, int64_t by)
{
	int64_t bound;
	condition = ir_without_conversions(condition);
	if (!condition || condition->kind != IR_BINARY || loaded_variable(condition->a) != counter ||
	    !constant_value(definitions, condition->b, &bound))
		return 0;
	for (unsigned trips = 0; trips <= MOST_TRIPS; trips++) {
		if (!holds(condition->op, value, bound))
			return trips;
		if (!move(op, &value, by))
			return 0;
	}
	return 0;
}

static unsigned
largest_divisor(unsigned number, double most)
{
	unsigned best = 1;
	for (unsigned divisor = 2; divisor <= most && divisor <= number; divisor++)
		if (number % divisor == 0)
			best = divisor;
	return best;
}

unsigned
copies_of_unknown_trips(const struct extent *body)
{
	unsigned copies = COPIES;
	while (copies > 1 && copies * (body->instructions + LOOP_CONTROL) > MOST_PARTIAL)
		copies /= 2;
	return copies;
}

/* start: of the counter; NULL: not seen, or not known. */
static struct unrolling
unroll(struct definitions *definitions, const struct ir_stmt *loop, const struct extent *body, const int64_t *start)
{
	struct unrolling u = {.copies = 1};
	enum ir_op op;
	int64_t by;
	const struct ir_var *counter = stepped_variable(definitions, loop->step, &op, &by);
	if (!counter || loop->test_last || body->breaks || loop->unroll == 1 || assignments_of(loop->body, counter))
		return u;
	u.counter = counter;
	u.step = op == IR_ADD ? by : op == IR_SUB ? -by : 0;
	if (start)
		u.trips = known_trips(definitions, loop->expr, counter, *start, op, by);
	const double size = body->instructions + LOOP_CONTROL;
	if (loop->unroll > 1 && (!u.trips || (unsigned)loop->unroll < u.trips)) {
		u.copies = (unsigned)loop->unroll;
		u.rest_alone = !u.trips || u.trips % u.copies;
	} else if (u.trips && (loop->unroll || u.trips * size <= MOST_WHOLE)) {
		u.whole = WHOLE_SURELY;
	} else if (u.trips && size <= TINY_BODY) {
		u.whole = WHOLE_PERHAPS;
	} else if (u.trips) {
		u.copies = largest_divisor(u.trips, MOST_PARTIAL / size);
	} else {
		u.copies = copies_of_unknown_trips(body);
		u.rest_alone = true;
	}
	/* Copies of a body whose counter does not step evenly are no neighbours. */
	if (!u.whole && !u.step)
		u.copies = 1;
	if (!u.whole && u.copies == 1)
		u.counter = NULL;
	return u;
}

/* The same of a loop that is a part of the statement `around`. */
static struct unrolling
unroll_in(struct definitions *definitions, const struct ir_stmt *loop, const struct ir_stmt *around,
          const struct extent *body)
{
	int64_t number;
	const struct ir_var *counter = loop_counter(definitions, loop);
	const struct ir_expr *start = counter ? start_of(around, loop, counter) : NULL;
	const bool known = start && constant_value(definitions, start, &number);
	struct unrolling u = unroll(definitions, loop, body, known ? &number : NULL);
	u.start = u.counter ? start : NULL;
	u.loop = loop;
	return u;
}

const struct ir_var *
loop_counter(struct definitions *definitions, const struct ir_stmt *loop)
{
	enum ir_op op;
	int64_t by;
	return stepped_variable(definitions, loop->step, &op, &by);
}

const struct ir_var *
loop_counter_step(struct definitions *definitions, const struct ir_stmt *loop, int64_t *by)
{
	enum ir_op op;
	const struct ir_var *counter = stepped_variable(definitions, loop->step, &op, by);
	if (!counter || (op != IR_ADD && op != IR_SUB))
		return NULL;
	*by = op == IR_SUB ? -*by : *by;
	return counter;
}

/* Whether the step moves one variable by what no compiler can count rounds by: by factors, or by unsigned amounts that are
 * no constants. */
static bool
moves_beyond_counting(struct definitions *definitions, const struct ir_expr *step)
{
	int64_t number;
	enum ir_op op = step->op;
	const struct ir_type *type = step->type;
	const struct ir_expr *by = step->b;
	if (step->kind == IR_STORE) {
		const struct ir_expr *sum = ir_without_conversions(step->b);
		if (sum->kind != IR_BINARY || step->a->kind != IR_VAR)
			return false;
		op = sum->op;
		type = sum->type;
		by = loaded_variable(sum->a) == step->a->var ? sum->b : sum->a;
	} else if (step->kind == IR_UPDATE) {
		type = step->compute_type;
	} else {
		return false;
	}
	if (op != IR_ADD && op != IR_SUB)
		return true;
	return type && type->kind == IR_TYPE_INT && !type->is_signed && !constant_value(definitions, by, &number);
}

bool
may_have_copies(struct definitions *definitions, const struct ir_stmt *loop)
{
	return loop->unroll != 1 && (!loop->step || !moves_beyond_counting(definitions, loop->step));
}

struct unrolling
unrolling_from(struct definitions *definitions, const struct ir_stmt *loop, const struct extent *body, int64_t start)
{
	return unroll(definitions, loop, body, &start);
}

/* ---- statements ---- */

static struct extent
measure_loop(struct measuring *m, const struct ir_stmt *loop, const struct ir_stmt *around)
{
	const struct extent body = measure(m, (struct ir_node){.stmt = loop->body}, NULL);
	const struct unrolling u = unroll_in(m->definitions, loop, around, &body);
	return u.whole ? (struct extent){body.instructions * u.trips, false} : too_much;
}

static struct extent
measure_stmt(struct measuring *m, const struct ir_stmt *s, const struct ir_stmt *around)
{
	struct extent extent;
	switch (s->kind) {
	case IR_STMT_EXPR: case IR_STMT_BLOCK: case IR_STMT_IF: case IR_STMT_DECLARE:
		return measure_parts(m, (struct ir_node){.stmt = s});
	case IR_STMT_RETURN:
		/* That of a function that is called leads to behind the call. The function's that was asked about leaves what is
		 * measured. */
		extent = measure_parts(m, (struct ir_node){.stmt = s});
		extent.breaks |= m->calls == 0 && !m->under_predicates;
		return extent;
	case IR_STMT_BREAK: case IR_STMT_CONTINUE:
		return m->under_predicates ? nothing : too_much;
	case IR_STMT_SWITCH:
		/* Each of its labels is compared with. */
		extent = measure_parts(m, (struct ir_node){.stmt = s});
		return m->under_predicates ? extent_both(extent, (struct extent){s->case_count, false}) : too_much;
	case IR_STMT_LOOP:
		return measure_loop(m, s, around);
	default:
		return too_much;
	}
}

static struct extent
measure(struct measuring *m, struct ir_node node, const struct ir_stmt *around)
{
	if (m->depth >= DEEPEST || ++m->visits > MOST_VISITS)
		return too_much;
	if (!node.expr && !node.stmt)
		return (struct extent){0};
	m->depth++;
	const struct extent extent = node.expr ? measure_expr(m, node.expr) : measure_stmt(m, node.stmt, around);
	m->depth--;
	return extent;
}

struct unrolling
unrolling_of(struct definitions *definitions, const struct ir_stmt *loop, const struct ir_stmt *around)
{
	struct measuring m = {.definitions = definitions};
	const struct extent body = measure(&m, (struct ir_node){.stmt = loop->body}, NULL);
	return unroll_in(definitions, loop, around, &body);
}

struct extent
extent_of(struct definitions *definitions, const struct ir_stmt *s)
{
	struct measuring m = {.definitions = definitions};
	return measure(&m, (struct ir_node){.stmt = s}, NULL);
}

struct extent
extent_under_predicates(struct definitions *definitions, const struct ir_stmt *s)
{
	struct measuring m = {.definitions = definitions, .under_predicates = true, .rounding = definitions->rounding};
	return measure(&m, (struct ir_node){.stmt = s}, NULL);
}
