/* Functions of the math library that load tables from device memory: coefficients for sin and cos of a double;
 * digits of 2/pi for sin, cos and tan of a large float. */
#include <math.h>

#include "eval/builtin/builtin.h"
#include "eval/language/access.h"
#include "eval/state/object.h"
#include "eval/state/program.h"

enum {
	TABLE_BYTES = 128,
	COEFFICIENT_LOADS = 3,
	COEFFICIENT_BYTES = 16,
	DIGIT_LOADS = 6,
	DIGIT_BYTES = 4,
};

/* Smallest float whose range reduction needs the digits of 2/pi. */
static const double LARGE = 105615;

static const char BY_QUADRANT[] =
	"a table load of the math library: lanes whose arguments are in different quadrants read two places";
static const char OF_LARGE_ARGUMENTS[] =
	"a load of the digits of 2/pi by the math library, for lanes whose arguments are 105615 or more";

static struct object *
table_of(struct machine *m)
{
	struct object *table = program_object_of(m->program, BY_QUADRANT);
	if (!table) {
		table = memory_new(m->memory, OBJECT_GLOBAL, TABLE_BYTES, "the math library's table");
		program_set_object_of(m->program, BY_QUADRANT, table);
	}
	return table;
}

static void
report_loads(struct machine *m, const struct builtin_call *call, unsigned count, unsigned bytes, const char *assumption)
{
	const struct object *table = table_of(m);
	for (unsigned i = 0; i < count; i++) {
		const struct value address = value_address(m, table, i * bytes);
		access_report_assumed(m, call->expr, SITE_LOAD, bytes, &address, assumption);
	}
}

/* Lanes whose argument is known to be large. An unknown argument is assumed to be small, as angles are. */
static struct mask
large_lanes(const struct machine *m, const struct value *x)
{
	struct mask large = mask_none();
	for (unsigned i = 0; i < m->lanes; i++) {
		const double number = x->lane[value_at(x, i)].real;
		if (mask_has(&m->active.may, i) && !value_term(x, i).symbol && fabs(number) >= LARGE && !isinf(number))
			mask_set(&large, i);
	}
	return large;
}

struct value
builtin_sine(struct machine *m, const struct builtin_call *call)
{
	if (m->sink && call->expr->type->size == 4) {
		const struct active saved = m->active;
		const struct mask large = large_lanes(m, &call->args[0]);
		m->active = active_among(&saved, &large);
		if (!mask_empty(&m->active.may))
			report_loads(m, call, DIGIT_LOADS, DIGIT_BYTES, OF_LARGE_ARGUMENTS);
		m->active = saved;
	} else if (m->sink && call->expr->builtin != IR_BUILTIN_tan) {
		report_loads(m, call, COEFFICIENT_LOADS, COEFFICIENT_BYTES, BY_QUADRANT);
	}
	return builtin_number(m, call);
}
