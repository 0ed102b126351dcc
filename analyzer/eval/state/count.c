#include "eval/state/count.h"

#include <string.h>

/* Cycles of a warp by itself. An instruction takes between one cycle, if nothing waits for it, and four or five.
 * Other accesses hide part of an access to memory. */
enum { CYCLES_OF_INSTRUCTION = 2, CYCLES_OF_ACCESS = 8 };
/* Instructions of a warp. */
enum { DIVISION_INSTRUCTIONS = 16, APPROXIMATION_INSTRUCTIONS = 4 };

static const struct function_cost {
	bool is_listed;
	unsigned char single, twice, doubles;
} functions[IR_BUILTIN_COUNT] = {
#define COST(name, ...) [IR_BUILTIN_##name] = {true, __VA_ARGS__},
#include "eval/state/costs.def"
};

static bool
is_double(const struct ir_type *type)
{
	return type->kind == IR_TYPE_FLOAT && type->size == 8;
}

static void
count(struct machine *m, double instructions, double doubles)
{
	const struct work work = {
		.instructions = instructions, .doubles = doubles, .cycles = CYCLES_OF_INSTRUCTION * instructions};
	machine_count_work(m, &work);
}

void
count_operator(struct machine *m, enum ir_op op, const struct ir_type *type)
{
	const double instructions = op == IR_DIV || op == IR_REM ? DIVISION_INSTRUCTIONS : 1;
	if (m->sink)
		count(m, instructions, is_double(type) ? (instructions + 1) / 2 : 0);
}

void
count_builtin(struct machine *m, const struct ir_expr *call)
{
	const struct function_cost *cost = &functions[call->builtin];
	if (!m->sink)
		return;
	if (call->builtin == IR_BUILTIN___gl_approximate)
		count(m, APPROXIMATION_INSTRUCTIONS, 0);
	else if (!cost->is_listed)
		count(m, 1, is_double(call->type));
	else if (!(cost->single + cost->twice))
		machine_count_work(m, &(struct work){.calls = 1});
	else
		count(m, is_double(call->type) ? cost->twice : cost->single, is_double(call->type) ? cost->doubles : 0);
}

void
count_assembly(struct machine *m, const struct ir_expr *assembly)
{
	static const char *const matrix[] = {"mma.", "tcgen05."};
	struct work work = {.instructions = 0};
	for (const char *end = assembly->text; (end = strchr(end, ';')); end++)
		work.instructions++;
	for (size_t i = 0; i < sizeof matrix / sizeof *matrix; i++)
		work.calls += strstr(assembly->text, matrix[i]) != NULL;
	work.cycles = CYCLES_OF_INSTRUCTION * work.instructions;
	if (assembly->type->kind == IR_TYPE_VOID)
		machine_count_work(m, &work);
}

void
count_access(struct machine *m)
{
	if (m->sink)
		machine_count_work(m, &(struct work){.cycles = CYCLES_OF_ACCESS});
}

void
count_barrier(struct machine *m)
{
	machine_count_work(m, &(struct work){.chained_barriers = 1});
}
