#include "eval/other_member.h"

/* A member of a record, as an address says. */
struct member {
	const struct ir_type *record;   /* the outermost; NULL: it says of none */
	uint64_t offset;
};

static struct member
member_of(const struct ir_expr *access)
{
	struct member member = {0};
	if (access->kind != IR_LOAD && access->kind != IR_STORE && access->kind != IR_UPDATE)
		return member;
	for (const struct ir_expr *e = access->a; e->kind == IR_FIELD || e->kind == IR_OFFSET; e = e->a) {
		const bool in_array = e->kind == IR_OFFSET && e->b->kind == IR_INT && e->a->kind == IR_FIELD;
		if (e->kind == IR_OFFSET && !in_array)
			break;
		member.offset += in_array ? (uint64_t)(e->b->integer * e->scale) : e->field->offset;
		if (!in_array)
			member.record = ir_type_at(e->a->type);
	}
	return member;
}

bool
is_other_member(const struct ir_expr *a, unsigned a_width, const struct ir_expr *b, unsigned b_width)
{
	const struct member x = member_of(a), y = member_of(b);
	return x.record && x.record == y.record && (x.offset + a_width <= y.offset || y.offset + b_width <= x.offset);
}
