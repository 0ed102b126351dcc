/* Virtual functions: the variables that hold the vtables, the pointers to them in objects, and calls through them.
 *
 * A class's tables are one constant variable in the device's global memory. Constructors and destructors store the
 * address of each table into their object. A virtual call loads that address, and the function's address from the
 * table. */
#include "frontend/classes/lower_virtual.h"

#include "frontend/classes/lower_destroy.h"
#include "frontend/classes/lower_member.h"
#include "frontend/unit/build.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"
#include "frontend/unit/vtable.h"
#include "support/allocate.h"

/* Two words precede a table's functions: the offset to the object's start and the type information. */
enum { WORDS_AHEAD = 2, WORD_BYTES = 8 };

/* The variable with a class's tables. */
struct lower_vtable {
	struct lower_var var;
	const struct ir_type *record;
	const struct vtables *tables;
	bool is_abstract; /* no complete object has this class */
	bool is_stored;   /* a constructor stores pointers to it, so objects of the class may exist */
	/* the functions of all slots, table by table; NULL: pure virtual, or with an incompatible return type */
	struct ir_func **funcs;
};

/* ---- functions in tables ---- */

/* The function for a `this` that is `bytes` bytes off the one that it expects: the entry in the table of a further
 * base. */
static struct ir_func *
adjusted(struct lower *l, struct ir_func *func, int64_t bytes)
{
	struct lower_effects args = {0};
	const struct ir_loc loc = func->loc;
	struct ir_func *made =
		func_make(l, func, arena_printf(l->arena, "%s this%+lld", func->link_name, (long long)bytes), &args);
	args.items[0] = build_offset(l, args.items[0], build_int(l, l->type_ptrdiff, bytes, loc), 1,
	                             made->params[0]->type, loc);
	struct ir_stmt *body = build_stmt(l, IR_STMT_RETURN, loc);
	body->expr = build_call(l, func, args.items, (uint32_t)args.count, loc);
	made->body = body;
	return made;
}

/* Whether a call through the other method gets the right type. Either the types are equal, or the method's returned
 * class has the other's class at offset 0. */
static bool
returns_alike(struct lower *l, CXCursor method, CXCursor called)
{
	const CXType returned = clang_getResultType(clang_getCursorType(method)),
		     expected = clang_getResultType(clang_getCursorType(called));
	return types_get(l, returned) == types_get(l, expected) ||
	       member_base_offset(types_get(l, clang_getPointeeType(returned)),
	                          types_get(l, clang_getPointeeType(expected))) == 0;
}

static struct ir_func *
function_in(struct lower *l, const struct ir_type *record, const struct vtable *table, const struct vtable_slot *slot)
{
	const CXCursor method = slot->method;
	const bool is_destructor = clang_getCursorKind(method) == CXCursor_Destructor;
	if (clang_CXXMethod_isPureVirtual(method) || (!is_destructor && !returns_alike(l, method, slot->called)))
		return NULL;
	struct ir_func *func = is_destructor ? destroy_function(l, method, slot->deletes) : func_get(l, method);
	const int64_t offset = member_base_offset(record, types_of(l, clang_getCursorSemanticParent(method)));
	if (offset < 0)
		return NULL;
	return offset == (int64_t)table->offset ? func : adjusted(l, func, offset - (int64_t)table->offset);
}

/* ---- the variable ---- */

static size_t
word_count(const struct vtables *tables)
{
	size_t words = 0;
	for (size_t i = 0; i < tables->count; i++)
		words += WORDS_AHEAD + tables->items[i].count;
	return words;
}

static void
initialise(struct lower *l, struct lower_vtable *made)
{
	struct lower_effects effects = {0};
	const struct ir_loc loc = made->var.ir.loc;
	size_t word = 0, slot = 0;
	for (size_t i = 0; i < made->tables->count; i++) {
		const struct vtable *table = &made->tables->items[i];
		word += WORDS_AHEAD;
		for (size_t k = 0; k < table->count; k++, word++, slot++) {
			made->funcs[slot] = function_in(l, made->record, table, &table->slots[k]);
			if (!made->funcs[slot])
				continue;
			struct ir_expr *code = build_expr(l, IR_FUNC, l->type_code, loc);
			code->func = made->funcs[slot];
			const struct ir_expr *target =
				build_offset(l, build_var(l, &made->var.ir, loc),
			                     build_int(l, l->type_ptrdiff, word, loc), WORD_BYTES, l->type_vtable, loc);
			effects_add(l, &effects, build_store(l, target, code, l->type_code, loc));
		}
	}
	made->var.ir.init = build_sequence(l, &effects);
}

static struct lower_vtable *
table_of(struct lower *l, CXType record)
{
	const CXCursor class = clang_getCanonicalCursor(clang_getTypeDeclaration(types_bare(record)));
	struct lower_vtable *made = table_find(&l->emitted, class);
	const struct vtables *tables = vtables_of(l, record);
	if (made || !tables->count)
		return made;
	const size_t words = word_count(tables);
	struct ir_type *array = arena_new(l->arena, struct ir_type);
	*array = (struct ir_type){.kind = IR_TYPE_ARRAY,
	                          .size = (uint64_t)words * WORD_BYTES,
	                          .align = WORD_BYTES,
	                          .element = l->type_code,
	                          .count = words,
	                          .name = "virtual functions"};
	made = arena_new(l->arena, struct lower_vtable);
	*made = (struct lower_vtable){.record = types_get(l, types_bare(record)),
	                              .tables = tables,
	                              .is_abstract =
	                                      clang_CXXRecord_isAbstract(clang_getTypeDeclaration(types_bare(record)))};
	made->funcs = arena_new_array(l->arena, struct ir_func *, words);
	made->var.ir = (struct ir_var){.name = arena_printf(l->arena, "vtable for %s", made->record->name),
	                               .type = array,
	                               .storage = IR_STORAGE_DEVICE,
	                               .loc = source_loc(l, class),
	                               .address_taken = true,
	                               .is_const = true};
	const char *name = source_string(l, clang_getCursorUSR(class));
	made->var.ir.link_name = clang_getCursorLinkage(class) == CXLinkage_External
	                                 ? name
	                                 : arena_printf(l->arena, "%s@%s", name, l->unit->path);
	struct ir_var *var = &made->var.ir;
	memory_push(l->unit->globals, l->unit->global_count, l->unit->global_capacity, var);
	table_set(&l->emitted, class, made);
	initialise(l, made);
	return made;
}

/* ---- pointers in objects ---- */

/* The address of the vtable pointer at an offset in bytes in a record; NULL: none. */
static const struct ir_expr *
vtable_pointer(struct lower *l, const struct ir_expr *object, const struct ir_type *record, uint64_t offset,
               struct ir_loc loc)
{
	for (uint32_t i = 0; i < record->field_count; i++) {
		const struct ir_field *field = &record->fields[i];
		if (field->offset > offset)
			break;
		if (field->type == l->type_vtable && field->offset == offset)
			return build_field(l, object, field, loc);
		const struct ir_expr *pointer = field->is_base
		                                        ? vtable_pointer(l, build_field(l, object, field, loc),
		                                                         field->type, offset - field->offset, loc)
		                                        : NULL;
		if (pointer)
			return pointer;
	}
	return NULL;
}

void
virtual_set_tables(struct lower *l, const struct ir_expr *object, CXType record, struct ir_loc loc,
                   struct lower_effects *effects)
{
	struct lower_vtable *made = table_of(l, record);
	size_t word = 0;
	if (!made)
		return;
	made->is_stored = true;
	for (size_t i = 0; i < made->tables->count; i++) {
		const struct vtable *table = &made->tables->items[i];
		const struct ir_expr *pointer =
			vtable_pointer(l, build_again(l, object), made->record, table->offset, loc);
		word += WORDS_AHEAD;
		const struct ir_expr *functions =
			build_offset(l, build_var(l, &made->var.ir, loc), build_int(l, l->type_ptrdiff, word, loc),
		                     WORD_BYTES, l->type_vtable, loc);
		if (pointer)
			effects_add(l, effects, build_store(l, pointer, functions, l->type_vtable, loc));
		word += table->count;
	}
}

/* ---- calls ---- */

/* A call whose only possible target is still to be determined. */
struct lower_virtual_call {
	struct ir_expr *call;
	CXCursor method;
	bool deletes;
};

/* An address that is loaded once for several uses. *first, if not NULL, is evaluated before them. */
static const struct ir_expr *
loaded_once(struct lower *l, const struct ir_expr *address, const struct ir_expr **first)
{
	*first = NULL;
	if (address->kind == IR_VAR || (address->kind == IR_LOAD && address->a->kind == IR_VAR))
		return address;
	const struct ir_var *kept = var_temporary(l, address->type, address->loc);
	*first = build_store(l, build_var(l, kept, address->loc), address, address->type, address->loc);
	return build_load(l, build_var(l, kept, address->loc), address->type, address->loc);
}

const struct ir_expr *
virtual_call(struct lower *l, CXCursor method, bool deletes, const struct ir_expr *object, struct ir_loc object_loc,
             const struct lower_effects *args, struct ir_loc loc)
{
	const struct ir_type *owner = types_of(l, clang_getCursorSemanticParent(method));
	const struct ir_expr *first;
	size_t index;
	object = loaded_once(l, object, &first);
	const struct ir_expr *pointer = vtable_pointer(l, build_again(l, object), owner, 0, object_loc);
	struct lower_effects all = {0};
	effects_add(l, &all, build_again(l, object));
	for (size_t i = 0; i < args->count; i++)
		effects_add(l, &all, args->items[i]);
	const struct ir_type *result = clang_getCursorKind(method) == CXCursor_Destructor
	                                       ? l->type_void
	                                       : types_get(l, clang_getResultType(clang_getCursorType(method)));
	struct ir_expr *call = build_expr(l, IR_CALL_POINTER, result, loc);
	call->args = all.items;
	call->arg_count = (uint32_t)all.count;
	if (pointer && vtable_index(l, method, deletes, &index)) {
		const struct ir_expr *functions = build_load(l, pointer, l->type_vtable, object_loc);
		call->a = build_load(l,
		                     build_offset(l, functions, build_int(l, l->type_ptrdiff, index, object_loc),
		                                  WORD_BYTES, l->type_vtable, object_loc),
		                     l->type_code, object_loc);
		const struct lower_virtual_call noted = {call, method, deletes};
		memory_push(l->virtual_calls, l->virtual_call_count, l->virtual_call_capacity, noted);
	} else {
		call->a = build_unknown(l, l->type_code, loc, "virtual call of a class with virtual bases");
	}
	return first ? build_comma(l, first, call) : call;
}

/* ---- targets of calls on unknown objects ---- */

/* Whether a call may be made on objects of a class. *func: the class's function for it; NULL: unknown. */
static bool
fits(struct lower *l, const struct lower_vtable *made, const struct lower_virtual_call *call, struct ir_func **func)
{
	const struct ir_type *owner = types_of(l, clang_getCursorSemanticParent(call->method));
	const int64_t offset = made->is_abstract ? -1 : member_base_offset(made->record, owner);
	size_t index, slot = 0;
	if (offset < 0 || !vtable_index(l, call->method, call->deletes, &index))
		return false;
	*func = NULL;
	for (size_t i = 0; i < made->tables->count; slot += made->tables->items[i].count, i++)
		if (made->tables->items[i].offset == (uint64_t)offset)
			*func = made->funcs[slot + index];
	return true;
}

/* The function that all classes have for a call, among the classes whose objects the unit makes. NULL: none, several,
 * or some are unknown. */
static struct ir_func *
only_function(struct lower *l, const struct lower_virtual_call *call)
{
	struct ir_func *func, *only = NULL;
	for (size_t i = 0; i < l->emitted.capacity; i++) {
		const struct lower_vtable *made = l->emitted.entries[i].value;
		if (!made || !made->is_stored || !fits(l, made, call, &func))
			continue;
		if (!func || (only && func != only))
			return NULL;
		only = func;
	}
	return only;
}

void
virtual_resolve(struct lower *l)
{
	func_run_queue(l);
	for (size_t i = 0; i < l->virtual_call_count; i++) {
		const struct lower_virtual_call *call = &l->virtual_calls[i];
		call->call->func = only_function(l, call);
	}
}
