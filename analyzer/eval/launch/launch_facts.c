#include "eval/launch/launch_facts.h"

#include <string.h>

#include "eval/state/launch_assumptions.h"
#include "eval/state/program.h"

static const char *
argument_text(struct machine *m, struct arena *arena, const struct ir_type *type, const struct value *v,
              struct named_value *named)
{
	const struct term t = value_term(v, 0);
	const struct object *object = memory_object_at(m->memory, t.offset);
	if (type->kind == IR_TYPE_RECORD)
		return arena_strdup(arena, type->name ? type->name : "a record");
	named->is_unknown = t.symbol || (type->kind == IR_TYPE_POINTER && t.offset && !object);
	if (named->is_unknown)
		return "unknown";
	if (type->kind == IR_TYPE_FLOAT)
		return arena_printf(arena, "%g", v->lane[0].real);
	if (type->kind == IR_TYPE_POINTER) {
		if (!t.offset)
			return "null";
		const char *name = *object->name ? object->name : "memory";
		if (!object->size)
			return arena_strdup(arena, name);
		return arena_printf(arena, "%s (%llu bytes)", name, (unsigned long long)object->size);
	}
	named->is_integer = true;
	named->integer = t.offset;
	return arena_printf(arena, "%lld", (long long)t.offset);
}

/* Parameters with the same name, as in a parameter pack, or without a name are numbered. */
static const char *
argument_name(struct arena *arena, const struct launch_request *request, size_t argument)
{
	const char *name = request->kernel->params[argument]->name;
	size_t same = 0, before = 0;
	for (size_t i = 0; i < request->arg_count; i++) {
		const bool is_same = !strcmp(request->kernel->params[i]->name, name);
		same += is_same;
		before += is_same && i < argument;
	}
	return same > 1 ? arena_printf(arena, "%s[%zu]", name, before) : arena_strdup(arena, name);
}

static void
describe_arguments(struct machine *m, struct launch *launch, const struct launch_request *request)
{
	struct arena *arena = &m->program->facts->arena;
	launch->data.arguments = arena_array(arena, request->arg_count + 1, sizeof *launch->data.arguments);
	for (size_t i = 0; i < request->arg_count; i++) {
		const struct ir_var *param = request->kernel->params[i];
		struct named_value *named = &launch->data.arguments[launch->data.argument_count++];
		named->name = argument_name(arena, request, i);
		named->text = argument_text(m, arena, param->type, &request->args[i], named);
		named->is_arbitrary = request->arbitrary & argument_bit(i);
	}
}

/* Predictions of merged, moved and eliminated accesses hold for optimised code. */
static void
report_unoptimised(struct arena *arena, struct launch *launch, const struct ir_unit *unit)
{
	if (unit && unit->compilation.unoptimised)
		launch_assume(arena, launch,
		              arena_printf(arena, "the figures are for fully optimised code, in spite of %s",
		                           unit->compilation.unoptimised));
}

/* A missing header may define macros and functions that this code uses. */
static void
report_missing_header(struct arena *arena, struct launch *launch, const struct ir_unit *unit)
{
	for (size_t i = 0; unit && i < unit->problem_count; i++)
		if (unit->problems[i].is_missing_header) {
			const char *header = ir_missing_header(arena, &unit->problems[i]);
			launch_assume(arena, launch,
			              arena_printf(arena, "'%s' was not found, and does not change this code", header));
			return;
		}
}

static void
report_taken(struct program *program, struct launch *launch)
{
	const struct environment *s = &program->environment;
	for (size_t i = 0; i < s->taken_count; i++)
		launch_assume(&program->facts->arena, launch, s->taken[i]);
}

struct place
launch_facts_place(struct program *program, const struct launch_request *request)
{
	if (!request->unit)
		/* given by the user: the kernel's place */
		return program_kernel(program, request->kernel)->facts.place;
	return facts_place(&program->facts->arena, request->unit, request->loc);
}

void
launch_facts_shape(struct launch *launch, const struct launch_request *request)
{
	const int64_t *cluster = launch_request_cluster(request);
	const bool is_open = request->cluster_open && cluster == request->cluster;
	for (int i = 0; i < 3; i++) {
		launch->grid[i] = (uint32_t)request->grid[i];
		launch->block[i] = (uint32_t)request->block[i];
		launch->cluster[i] = is_open ? UINT32_MAX : cluster[i] > 0 ? (uint32_t)cluster[i] : 0;
	}
	launch->dynamic_shared = (uint64_t)request->dynamic_shared;
}

void
launch_facts_describe(struct machine *m, struct launch *launch, const struct launch_request *request)
{
	struct program *program = m->program;
	struct arena *arena = &program->facts->arena;
	launch_facts_shape(launch, request);
	launch->origin = request->origin;
	launch->program.never_makes_it = request->is_never_made && !program->facts->cut_loop_count;
	launch->place = launch_facts_place(program, request);
	if (program->assumption) {
		launch_assume(arena, launch, arena_strdup(arena, program->assumption));
		if (launch->origin == LAUNCH_SOURCE)
			launch->origin = LAUNCH_ASSUMED;
	}
	if (program->parent.assumption)
		launch_assume(arena, launch,
		              arena_printf(arena, "device code launches it, and the launching kernel assumes: %s",
		                           program->parent.assumption));
	report_taken(program, launch);
	report_unoptimised(arena, launch, request->kernel->unit);
	report_missing_header(arena, launch, request->kernel->unit);
	launch_assume_left_out(m, launch);
	if (request->assumed.reason.kind)
		launch_assume(arena, launch,
		              arena_printf(arena, "%s: known only at run time (line %u)", request->assumed.text,
		                           (unsigned)request->assumed.reason.loc.line));
	if (!request->block_known)
		launch_assume(arena, launch,
		              arena_printf(arena, "block of %u threads: the source does not determine it",
		                           launch_threads(launch)));
	if (!request->grid_known)
		launch_assume(arena, launch,
		              arena_printf(arena, "grid of %u blocks: the source does not determine it",
		                           launch->grid[0] * launch->grid[1] * launch->grid[2]));
	describe_arguments(m, launch, request);
}
