#include "ir/member.h"

/* An element, at a known index, of an array that is a member itself. */
static bool
is_known_element(const struct ir_expr *e)
{
	return e->kind == IR_OFFSET && e->b->kind == IR_INT && e->a->kind == IR_FIELD;
}

struct ir_member
ir_member_of(const struct ir_expr *access)
{
	struct ir_member member = {0};
	if (access->kind != IR_LOAD && access->kind != IR_STORE && access->kind != IR_UPDATE)
		return member;
	for (const struct ir_expr *e = access->a; e->kind == IR_FIELD || is_known_element(e); e = e->a) {
		member.offset += e->kind == IR_FIELD ? e->field->offset : (uint64_t)e->b->integer * (uint64_t)e->scale;
		if (e->kind == IR_FIELD) {
			member.record = e->a;
			member.type = ir_type_at(e->a->type);
		}
	}
	return member;
}

bool
ir_is_other_member(const struct ir_expr *a, unsigned a_width, const struct ir_expr *b, unsigned b_width)
{
	const struct ir_member x = ir_member_of(a), y = ir_member_of(b);
	return x.type && x.type == y.type && (x.offset + a_width <= y.offset || y.offset + b_width <= x.offset);
}

struct ir_known_place
ir_known_place_of(const struct ir_expr *access)
{
	struct ir_known_place place = {0};
	const struct ir_expr *e = access->a;
	for (; e && (e->kind == IR_FIELD || e->kind == IR_OFFSET || e->kind == IR_CONVERT); e = e->a) {
		if (e->kind == IR_OFFSET && e->b->kind != IR_INT)
			return place;
		place.offset += e->kind == IR_FIELD ? (int64_t)e->field->offset : e->kind == IR_OFFSET ? e->b->integer * e->scale : 0;
	}
	place.root = e;
	return place;
}

bool
ir_is_in_shared(const struct ir_expr *address)
{
	while (address && address->kind != IR_VAR)
		address = address->a;
	return address && (address->var->storage == IR_STORAGE_SHARED || address->var->storage == IR_STORAGE_SHARED_DYNAMIC);
}

/* Whether an address is loaded, as that of a base is where the object's is. */
static bool
is_loaded(const struct ir_expr *address)
{
	while (address && address->kind == IR_FIELD && address->field->is_base)
		address = address->a;
	return address && address->kind == IR_LOAD;
}

const char *
ir_root_name(const struct ir_expr *address)
{
	for (const struct ir_expr *e = address; e; e = e->a) {
		if (e->kind == IR_VAR)
			return e->var->name;
		if (e->kind == IR_FIELD && e->field->name && *e->field->name && is_loaded(e->a))
			return e->field->name;
	}
	return "";
}
