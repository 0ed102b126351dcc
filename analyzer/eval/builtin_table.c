/* Functions of the math library that look their coefficients up in device memory: sin and cos of a double. */
#include "eval/builtin.h"
#include "eval/program.h"

enum { TABLE_BYTES = 128, LOADS = 3, LOAD_BYTES = 16 };

static const char ASSUMPTION[] =
	"the math library's own loads of a table: lanes whose arguments lie in unlike quadrants touch two places in it";

static struct object *
table_of(struct machine *m)
{
	/* Any address that is no variable's names it. */
	struct object **slot = program_object_slot(m->program, (const struct ir_var *)(const void *)ASSUMPTION);
	if (!*slot) {
		*slot = memory_new(m->memory, OBJECT_GLOBAL, TABLE_BYTES, "the math library's table");
		(*slot)->is_library_table = true;
	}
	return *slot;
}

struct value
builtin_sine(struct machine *m, const struct builtin_call *call)
{
	if (m->fold && call->expr->type->size == 8) {
		const struct object *table = table_of(m);
		for (unsigned i = 0; i < LOADS; i++) {
			const struct value address = value_address(m, table, i * LOAD_BYTES);
			access_report_assumed(m, call->expr, SITE_LOAD, LOAD_BYTES, &address, ASSUMPTION);
		}
	}
	return builtin_real(m, call);
}
