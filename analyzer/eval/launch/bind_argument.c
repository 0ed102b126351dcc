#include "eval/launch/bind_argument.h"

#include <stdlib.h>

#include "eval/language/access.h"
#include "eval/launch/assume.h"
#include "eval/state/object.h"
#include "eval/state/program.h"

static struct value
pointer_argument(struct machine *m, const struct ir_var *param, struct value v)
{
	const struct term t = value_term(&v, 0);
	if (param->type->kind != IR_TYPE_POINTER || (!t.symbol && memory_object_at(m->memory, t.offset)) ||
	    (!t.symbol && !t.offset && !m->program->assumption))
		return v;
	return value_address(m, assume_object(m, param, param->name), 0);
}

/* An unknown number is still one number for all threads. */
static struct value
common_number(struct machine *m, const struct ir_type *type, struct value v)
{
	const struct term t = value_term(&v, 0);
	if ((type->kind != IR_TYPE_INT && type->kind != IR_TYPE_BOOL) || !t.symbol ||
	    !symbol_varies(m->symbols, t.symbol))
		return v;
	const struct symbol *s = &m->symbols->items[t.symbol];
	return value_symbol(m, type, symbols_argument(m->symbols, s->reason, s->range), t.offset);
}

/* False: the member stays as it is. A null pointer stays too, because the program has set it. */
static bool
bind_member(struct machine *m, const struct ir_var *param, const struct ir_leaf *leaf, struct value *v)
{
	const struct term t = value_term(v, 0);
	if (!t.symbol)
		return false;
	*v = assume_is_of_data(leaf) ? value_address(m, assume_object(m, param, leaf->name), 0)
	                             : common_number(m, leaf->type, environment_read(m, *v));
	return value_term(v, 0).symbol != t.symbol;
}

static struct value
record_argument(struct machine *m, const struct ir_var *param, struct value address)
{
	const struct ir_leaves leaves = ir_leaves_of(param->type, MOST_ASSUMED_MEMBERS);
	struct object *copy = NULL;
	for (size_t i = 0; i < leaves.count && !leaves.too_many; i++) {
		const struct ir_leaf *leaf = &leaves.items[i];
		struct value v = access_load(m, NULL, leaf->type,
		                             value_offset(m, address, value_integer(m, (int64_t)leaf->offset), 1));
		if (!bind_member(m, param, leaf, &v))
			continue;
		if (!copy) {
			copy = temporary_object(m, param->type, param->loc);
			access_copy(m, NULL, param->type, value_address(m, copy, 0), address);
		}
		access_store(m, NULL, leaf->type, value_address(m, copy, (int64_t)leaf->offset), v);
	}
	free(leaves.items);
	return copy ? value_address(m, copy, 0) : address;
}

struct value
bind_argument(struct machine *m, const struct ir_var *param, struct value v)
{
	if (param->type->kind == IR_TYPE_RECORD)
		return record_argument(m, param, v);
	return common_number(m, param->type, pointer_argument(m, param, v));
}
