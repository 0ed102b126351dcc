#include "frontend/unit/vtable.h"

#include "frontend/unit/types.h"

struct building {
	struct lower *l;
	CXCursor record;
	struct vtables *tables;
};

/* ---- overriding ---- */

static bool overrides(CXCursor method, CXCursor other);

static bool
overrides_further_up(CXCursor method, CXCursor other)
{
	CXCursor *overridden = NULL;
	unsigned count = 0;
	bool found = false;
	clang_getOverriddenCursors(method, &overridden, &count);
	for (unsigned i = 0; i < count && !found; i++)
		found = overrides(overridden[i], other);
	clang_disposeOverriddenCursors(overridden);
	return found;
}

/* Whether the method is the other, or overrides it directly or indirectly. */
static bool
overrides(CXCursor method, CXCursor other)
{
	return clang_equalCursors(clang_getCanonicalCursor(method), clang_getCanonicalCursor(other)) ||
	       overrides_further_up(method, other);
}

/* ---- tables ---- */

static void
add_slot(struct lower *l, struct vtable *table, struct vtable_slot slot)
{
	arena_push(l->arena, table->slots, table->count, table->capacity, slot);
}

static struct vtable *
add_table(struct lower *l, struct vtables *tables, uint64_t offset)
{
	arena_push(l->arena, tables->items, tables->count, tables->capacity, (struct vtable){.offset = offset});
	return &tables->items[tables->count - 1];
}

/* Copies the tables of a base: the class's tables extend them. */
static enum CXVisitorResult
add_base(CXCursor base, CXClientData data)
{
	struct building *building = data;
	struct lower *l = building->l;
	const long long offset = clang_getOffsetOfBase(building->record, base);
	if (offset < 0 || clang_isVirtualBase(base)) {
		building->tables->has_virtual_base = true;
		return CXVisit_Break;
	}
	const struct vtables *of_base = vtables_of(l, clang_getCursorType(base));
	building->tables->has_virtual_base |= of_base->has_virtual_base;
	for (size_t i = 0; i < of_base->count; i++) {
		const struct vtable *from = &of_base->items[i];
		struct vtable *table = add_table(l, building->tables, (uint64_t)offset / 8 + from->offset);
		for (size_t k = 0; k < from->count; k++)
			add_slot(l, table, from->slots[k]);
	}
	return CXVisit_Continue;
}

/* A virtual function replaces the functions that it overrides. If it replaces none in the first table, it is appended
 * there. The first table is that of the first base with virtual functions, which is at the object's start. */
static enum CXVisitorResult
add_method(CXCursor method, CXClientData data)
{
	struct building *building = data;
	struct vtables *tables = building->tables;
	if (!clang_CXXMethod_isVirtual(method))
		return CXVisit_Continue;
	bool stands_first = false;
	for (size_t i = 0; i < tables->count; i++) {
		struct vtable *table = &tables->items[i];
		for (size_t k = 0; k < table->count; k++) {
			if (!overrides(method, table->slots[k].method))
				continue;
			table->slots[k].method = clang_getCanonicalCursor(method);
			stands_first |= !table->offset;
		}
	}
	if (stands_first)
		return CXVisit_Continue;
	if (!tables->count)
		add_table(building->l, tables, 0);
	struct vtable_slot slot = {.method = clang_getCanonicalCursor(method), .called = method};
	add_slot(building->l, &tables->items[0], slot);
	if (clang_getCursorKind(method) == CXCursor_Destructor) {
		slot.deletes = true;
		add_slot(building->l, &tables->items[0], slot);
	}
	return CXVisit_Continue;
}

const struct vtables *
vtables_of(struct lower *l, CXType record)
{
	record = types_bare(record);
	const bool is_laid_out = types_get(l, record)->size; /* may already have visited the class itself */
	const CXCursor key = clang_getCanonicalCursor(clang_getTypeDeclaration(record));
	const struct vtables *known = table_find(&l->vtables, key);
	if (known)
		return known;
	struct vtables *tables = arena_new(l->arena, struct vtables);
	table_set(&l->vtables, key, tables);
	if (!is_laid_out)
		return tables;
	struct building building = {.l = l, .record = clang_getTypeDeclaration(record), .tables = tables};
	clang_visitCXXBaseClasses(record, add_base, &building);
	clang_visitCXXMethods(record, add_method, &building);
	if (tables->has_virtual_base)
		tables->count = 0;
	return tables;
}

struct first_base {
	struct lower *l;
	CXCursor record;
	bool has_table;
};

static enum CXVisitorResult
look_at_first_base(CXCursor base, CXClientData data)
{
	struct first_base *first = data;
	first->has_table |= clang_getOffsetOfBase(first->record, base) == 0 &&
	                    vtables_of(first->l, clang_getCursorType(base))->count;
	return CXVisit_Continue;
}

bool
vtable_is_own(struct lower *l, CXType record)
{
	if (!vtables_of(l, record)->count)
		return false;
	struct first_base first = {.l = l, .record = clang_getTypeDeclaration(types_bare(record))};
	clang_visitCXXBaseClasses(types_bare(record), look_at_first_base, &first);
	return !first.has_table;
}

bool
vtable_index(struct lower *l, CXCursor method, bool deletes, size_t *index)
{
	const struct vtables *tables = vtables_of(l, clang_getCursorType(clang_getCursorSemanticParent(method)));
	const CXCursor wanted = clang_getCanonicalCursor(method);
	for (size_t i = 0; tables->count && i < tables->items[0].count; i++) {
		const struct vtable_slot *slot = &tables->items[0].slots[i];
		if (clang_equalCursors(slot->method, wanted) && slot->deletes == deletes) {
			*index = i;
			return true;
		}
	}
	return false;
}
