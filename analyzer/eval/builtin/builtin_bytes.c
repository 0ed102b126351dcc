/* memcpy, memmove and memset in device code, as compiled by nvcc 13.0. The compiler assumes no alignment of a
 * pointer's target, whatever the pointer's type, and moves single bytes. It knows the alignment of a variable: data
 * as large as a number are moved as one. */
#include "eval/builtin/builtin.h"
#include "eval/language/access.h"

enum { MOST_PIECES = 512, WIDEST_NUMBER = 8 };

static const char BY_BYTES[] = "each byte is moved separately: the compiler does not know the pointer's alignment";
static const char AS_NUMBER[] = "the copy is one access of its full size, as far as the variable's alignment allows";

/* One end of a copy. */
struct end {
	const struct ir_expr *pointer;
	const struct value *address;
	enum site_kind kind;
	uint64_t alignment; /* known to the compiler */
	bool is_local;      /* a local variable, in registers if possible */
};

static uint64_t
known_alignment(const struct ir_expr *pointer)
{
	uint64_t multiples = 0;
	for (;; pointer = pointer->a) {
		if (pointer->kind == IR_OFFSET)
			multiples |= (uint64_t)pointer->scale;
		else if (pointer->kind == IR_FIELD)
			multiples |= pointer->field->offset;
		else if (pointer->kind != IR_CONVERT)
			break;
	}
	multiples |= pointer->kind == IR_VAR ? pointer->var->type->align : 1;
	return multiples & -multiples;
}

static struct end
end_of(const struct machine *m, const struct builtin_call *call, uint32_t i)
{
	const struct value *address = &call->args[i];
	const struct object *object =
		memory_object_at(m->memory, value_term(address, mask_first(&m->active.may)).offset);
	return (struct end){.pointer = call->expr->args[i],
	                    .address = address,
	                    .kind = i == 0 ? SITE_STORE : SITE_LOAD,
	                    .alignment = known_alignment(call->expr->args[i]),
	                    .is_local = object && object->is_private && object->lanes == m->lanes};
}

static void
report_pieces(struct machine *m, const struct builtin_call *call, const struct end *end, uint64_t bytes)
{
	const uint64_t multiples = end->alignment | bytes, width = multiples & -multiples;
	for (uint64_t at = 0; at < bytes; at += width) {
		machine_count_lanes(m);
		access_report_at(m, end->pointer, &call->expr->loc, end->kind, (unsigned)width, end->address,
		                 (int64_t)at, end->alignment == 1 ? BY_BYTES : AS_NUMBER);
	}
}

/* Why the widths of the copy's accesses are unknown; 0: they are known. */
static uint32_t
reason_against(struct machine *m, const struct builtin_call *call, const struct end *end, uint64_t *bytes)
{
	const struct value *size = &call->args[2];
	const struct term t = value_term(size, mask_first(&m->active.may));
	const char *what = NULL;
	if (t.symbol)
		return m->symbols->items[t.symbol].reason;
	*bytes = (uint64_t)t.offset;
	if (!size->uniform)
		what = "a copy whose size may differ between lanes";
	else if (*bytes > MOST_PIECES)
		what = "a copy of more than 512 bytes";
	else if (end->alignment > 1 && (*bytes > WIDEST_NUMBER || *bytes & (*bytes - 1)))
		what = "the access width of a copied variable";
	return what ? machine_reason(m, REASON_UNSUPPORTED, call->expr->loc, what) : 0;
}

void
builtin_report_bytes(struct machine *m, const struct builtin_call *call)
{
	const uint32_t end_count = call->id == IR_BUILTIN_memset ? 1 : 2;
	for (uint32_t i = end_count; i-- > 0;) {
		const struct end end = end_of(m, call, i);
		uint64_t bytes = 0;
		if (end.is_local)
			continue;
		const uint32_t reason = reason_against(m, call, &end, &bytes);
		if (reason)
			access_report_unknown(m, end.pointer, &call->expr->loc, end.kind, end.address, reason);
		else
			report_pieces(m, call, &end, bytes);
	}
}
