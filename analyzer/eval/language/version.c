#include "eval/language/version.h"

#include "code/assigned.h"

/* Variables that live longer than the statement, and that it may assign. */
struct changed {
	size_t count;
	const struct ir_var *vars[];
};

static struct changed *
read_changed(struct machine *m, const struct ir_stmt *stmt)
{
	struct assigned assigned;
	assigned_in(&assigned, stmt, &m->code->may_write);
	struct changed *changed = arena_alloc(&m->pool, sizeof *changed + assigned.count * sizeof *changed->vars);
	for (size_t i = 0; i < assigned.count; i++) {
		const enum ir_storage storage = assigned.vars[i]->storage;
		if (!assigned.declared[i] && (storage == IR_STORAGE_LOCAL || storage == IR_STORAGE_PARAM))
			changed->vars[changed->count++] = assigned.vars[i];
	}
	return changed;
}

static const struct changed *
changed_by(struct machine *m, const struct ir_stmt *stmt)
{
	struct change_entry *entry = &m->changes[((uintptr_t)stmt >> 4) % CHANGE_ENTRIES];
	if (entry->stmt != stmt)
		*entry = (struct change_entry){stmt, read_changed(m, stmt)};
	return entry->changed;
}

typedef void (*renaming)(struct machine *m, struct name *name);

static void
make_new(struct machine *m, struct name *name)
{
	*name = machine_new_name(m);
}

/* The compiler follows it from one iteration to the next, as far as is said in name.h. */
static void
carry_over(struct machine *m, struct name *name)
{
	name->varies = m->iterations;
	if (name->kind == NAME_CONSTANT)
		name->kind = NAME_OPAQUE;
}

static void
rename_all(struct machine *m, const struct changed *changed, renaming rename)
{
	for (size_t i = 0; i < changed->count; i++) {
		struct slot *slot = &m->frame->slots[changed->vars[i]->slot];
		if (!slot->object)
			rename(m, &slot->variable.name);
		for (size_t c = 0; slot->object && c < slot->object->cell_count; c++)
			rename(m, &slot->object->cells[c].variable->name);
	}
}

struct fork
versions_fork(struct machine *m, const struct ir_stmt *branch)
{
	const struct changed *changed = changed_by(m, branch);
	struct name *names = arena_alloc_raw(&m->scratch, (changed->count + 1) * sizeof *names);
	for (size_t i = 0; i < changed->count; i++)
		names[i] = m->frame->slots[changed->vars[i]->slot].variable.name;
	return (struct fork){changed, names};
}

void
versions_back(struct machine *m, const struct fork *fork)
{
	for (size_t i = 0; i < fork->changed->count; i++)
		m->frame->slots[fork->changed->vars[i]->slot].variable.name = fork->names[i];
}

void
versions_join(struct machine *m, const struct fork *fork)
{
	rename_all(m, fork->changed, make_new);
}

void
versions_enter_loop(struct machine *m, const struct ir_stmt *loop)
{
	m->iterations++;
	rename_all(m, changed_by(m, loop), make_new);
	rename_all(m, changed_by(m, loop), carry_over);
}

void
versions_next_iteration(struct machine *m, const struct ir_stmt *loop)
{
	m->iterations++;
	rename_all(m, changed_by(m, loop), carry_over);
}
