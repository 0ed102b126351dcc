/* cp.async: read from global memory and written to shared memory without passing through registers. */
#include "eval/builtin/builtin.h"
#include "eval/language/access.h"

#include "eval/order/block_order.h"

static const struct ir_type word = {.kind = IR_TYPE_FLOAT, .size = 4};

/* The lanes that copy all of their bytes, none, or some or an unknown number of them. */
struct taken {
	struct mask all, none, other;
};

static struct taken
find_taken(const struct machine *m, const struct value *taken, int64_t bytes)
{
	struct taken t = {{{0}}, {{0}}, {{0}}};
	for (unsigned i = 0; i < m->lanes; i++) {
		if (!mask_has(&m->active.may, i))
			continue;
		const struct term term = value_term(taken, i);
		mask_set(term.symbol            ? &t.other
		         : term.offset >= bytes ? &t.all
		         : term.offset <= 0     ? &t.none
		                                : &t.other,
		         i);
	}
	return t;
}

/* The word that each lane stores. */
static struct value
word_at(struct machine *m, const struct builtin_call *call, const struct taken *taken, int64_t at)
{
	const struct value from = value_offset(m, call->args[1], value_integer(m, at), 1);
	const struct active saved = m->active;
	struct value v = value_real(m, 0);
	if (mask_equal(&taken->all, &saved.may))
		return access_load(m, NULL, &word, from);
	m->active = active_among(&saved, &taken->all);
	if (!mask_empty(&taken->all))
		v = value_blend(m, v, access_load(m, NULL, &word, from), &taken->all);
	m->active = saved;
	if (!mask_empty(&taken->other)) {
		const uint32_t reason = machine_reason(m, REASON_CALL, call->expr->loc, "an asynchronous copy");
		v = value_blend(m, v, value_unknown(m, &word, reason), &taken->other);
	}
	return v;
}

/* The assumption of the copy's figures; NULL: none. A copy through L1 is one instruction for any number of bytes. */
static const char *
assumption_of(const struct builtin_call *call, const struct taken *taken, bool bypass)
{
	const struct value *bytes = &call->args[3];
	if (bytes->symbol)
		return "the number of bytes that an asynchronous copy copies and zero-fills is unknown";
	if (!bypass || !mask_empty(&taken->other) || bytes->uniform)
		return NULL;
	return "the compiler sees that an asynchronous copy takes all of its bytes or none";
}

struct value
builtin_async_wait(struct machine *m, const struct builtin_call *call)
{
	(void)call;
	order_unseen(m);
	return value_integer(m, 0);
}

struct value
builtin_async_copy(struct machine *m, const struct builtin_call *call)
{
	int64_t bytes, past_l1 = 0;
	if (!builtin_constant(call, 2, &bytes) || (bytes != 4 && bytes != 8 && bytes != 16)) {
		access_forget(m, call->args[0], UINT32_MAX,
		              machine_reason(m, REASON_CALL, call->expr->loc, "an asynchronous copy"));
		return value_integer(m, 0);
	}
	builtin_constant(call, 4, &past_l1);
	const struct taken taken = find_taken(m, &call->args[3], bytes);
	const struct copy_event copy = {.from = &call->args[1],
	                                .to = &call->args[0],
	                                .empty = &taken.none,
	                                .bypass = past_l1 != 0,
	                                .fills = !mask_empty(&taken.other)};
	access_report_copy(m, call->expr, (unsigned)bytes, &copy, assumption_of(call, &taken, copy.bypass));
	for (int64_t at = 0; at < bytes; at += 4) {
		const struct value v = word_at(m, call, &taken, at);
		access_store(m, NULL, &word, value_offset(m, call->args[0], value_integer(m, at), 1), v);
	}
	return value_integer(m, 0);
}
