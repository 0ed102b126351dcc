#include "model/address.h"

#include "ir/walk.h"

enum { DEEPEST = 32, MOST_VISITS = 200, MOST_NODES = 5000 };

void
address_begin(struct address_reader *reader, const struct ir_func *func)
{
	if (reader->func == func)
		return;
	reader->func = func;
	reader->definitions = definitions_known_of(reader->known, func);
}

/* ---- loads ---- */

struct search {
	struct address_reader *reader;
	bool (*found)(void *context, const struct ir_expr *load);
	void *context;
	unsigned depth, visits;
	unsigned nodes; /* nodes of the callers' code that the search for calls has visited */
};

static const struct ir_expr *search(struct search *s, const struct ir_expr *e);

/* A load in argument `number` of a call of the function, anywhere in the caller's code. */
static const struct ir_expr *
search_calls(struct search *s, struct ir_node code, const struct ir_func *callee, uint32_t number)
{
	const struct ir_expr *load = NULL, *e = code.expr;
	if (s->depth >= 4 * DEEPEST || ++s->nodes > MOST_NODES)
		return NULL;
	if (e && e->kind == IR_CALL && e->func == callee && number < e->arg_count)
		load = search(s, e->args[number]);
	s->depth++;
	struct ir_parts parts = ir_parts_of(code);
	for (struct ir_node part; !load && ir_next_part(&parts, &part);)
		load = search_calls(s, part, callee, number);
	s->depth--;
	return load;
}

static const struct ir_expr *
search_parameter(struct search *s, const struct ir_var *var)
{
	struct address_reader *reader = s->reader;
	const struct ir_func *callee = reader->func;
	const struct definitions definitions = reader->definitions;
	const struct ir_expr *load = NULL;
	uint32_t number = 0;
	while (number < callee->param_count && callee->params[number] != var)
		number++;
	for (size_t i = 0; i < reader->caller_count && !load && number < callee->param_count; i++) {
		if (reader->callers[i] == callee)
			continue;
		address_begin(reader, reader->callers[i]);
		load = search_calls(s, (struct ir_node){.stmt = reader->func->body}, callee, number);
	}
	reader->func = callee;
	reader->definitions = definitions;
	return load;
}

static const struct ir_expr *
search(struct search *s, const struct ir_expr *e)
{
	const struct ir_expr *load = NULL;
	if (!e || s->depth >= DEEPEST || ++s->visits > MOST_VISITS)
		return NULL;
	const bool reads_variable = e->kind == IR_LOAD && e->a->kind == IR_VAR;
	if (!reads_variable && (e->kind == IR_LOAD || e->kind == IR_BUILTIN) && s->found(s->context, e))
		return e;
	s->depth++;
	const struct ir_expr *value = reads_variable ? definition_of(&s->reader->definitions, e) : NULL;
	if (value)
		load = search(s, value);
	else if (reads_variable && e->a->var->storage == IR_STORAGE_PARAM && !s->reader->func->is_kernel)
		load = search_parameter(s, e->a->var);
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = reads_variable ? NULL : e});
	for (struct ir_node part; !load && ir_next_part(&parts, &part);)
		load = search(s, part.expr);
	s->depth--;
	return load;
}

const struct ir_expr *
address_find_load(struct address_reader *reader, const struct ir_expr *address,
                  bool (*found)(void *context, const struct ir_expr *load), void *context)
{
	struct search s = {.reader = reader, .found = found, .context = context};
	return search(&s, address);
}

/* ---- records ---- */

const struct ir_type *
address_in_record(const struct ir_expr *address, uint64_t size)
{
	for (unsigned depth = 0; depth < DEEPEST; depth++) {
		const struct ir_type *record = ir_type_at(address->type);
		if (record && record->kind == IR_TYPE_RECORD && record->size == size)
			return record;
		if (address->kind != IR_FIELD && address->kind != IR_OFFSET && address->kind != IR_CONVERT)
			return NULL;
		address = address->a;
	}
	return NULL;
}

/* ---- arrays ---- */

static bool
is_zero(const struct ir_expr *index)
{
	return index->kind == IR_INT && !index->integer;
}

/* A pointer to an element that is cast to another element type, such as a vector. Its element 0 has the same
 * address. */
static bool
is_recast(const struct ir_expr *e)
{
	return e->kind == IR_CONVERT && e->a->type->kind == IR_TYPE_POINTER && e->a->type->element &&
	       e->a->type->element->kind != IR_TYPE_ARRAY;
}

bool
address_by_dimensions(const struct address_reader *reader, const struct ir_expr *address, unsigned dimensions)
{
	unsigned count = 0;
	for (unsigned depth = 0; depth < DEEPEST; depth++) {
		const struct ir_expr *value = definition_of(&reader->definitions, address);
		if (value) {
			address = value;
			continue;
		}
		if (address->kind != IR_FIELD && address->kind != IR_OFFSET && address->kind != IR_CONVERT)
			return address->kind == IR_VAR && count == dimensions;
		/* `*p` is element 0 and adds nothing. From row 0, one index reaches every element of the array. */
		const bool steps = address->kind == IR_OFFSET &&
		                   !(is_zero(address->b) && (address->scale == 1 || (!count && is_recast(address->a))));
		if (steps && count == 1 && is_zero(address->b))
			return false;
		count += steps;
		address = address->a;
	}
	return false;
}
