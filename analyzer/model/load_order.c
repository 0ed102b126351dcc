/* Which loads the compiler may move before others: those that nothing stands between that may change what they read. */
#include "code/restrict.h"
#include "model/fold_internal.h"
#include "support/memory.h"

/* What is reached through a `__restrict__` pointer is parted by what that leads to alone. */
static struct load_parting *
parting_of(struct fold *fold, enum site_space space, const struct ir_expr *access)
{
	const struct ir_var *base = restricted_base_of(access);
	if (!base)
		return &fold->spaces[space];
	for (size_t i = 0; i < fold->base_count; i++)
		if (fold->bases[i].base == base)
			return &fold->bases[i];
	memory_push(fold->bases, fold->base_count, fold->base_capacity, (struct load_parting){.base = base});
	return &fold->bases[fold->base_count - 1];
}

uint64_t
loads_order(struct fold *fold, enum site_space space, const struct ir_expr *access)
{
	return parting_of(fold, space, access)->count;
}

void
note_order(struct fold *fold, enum site_space space, const struct fold_access *access)
{
	fold->spaces[space].count += access->kind != SITE_LOAD;
	if (access->kind == SITE_STORE && restricted_base_of(access->site))
		parting_of(fold, space, access->site)->count++;
}
