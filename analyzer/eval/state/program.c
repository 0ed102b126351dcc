#include "eval/state/program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/by_index.h"
#include "analysis/data_dependent_control.h"
#include "eval/state/machine.h"
#include "support/allocate.h"

static int
by_func_name(const void *a, const void *b)
{
	const struct ir_func *const *x = a, *const *y = b;
	return strcmp((*x)->link_name, (*y)->link_name);
}

static int
by_var_name(const void *a, const void *b)
{
	const struct ir_var *const *x = a, *const *y = b;
	return strcmp((*x)->link_name, (*y)->link_name);
}

/* A kernel may load what another one stores, so no kernel may have data-dependent control. */
static bool
is_data_alike(const struct program *program)
{
	for (size_t i = 0; i < program->func_count; i++)
		if (program->funcs[i]->is_kernel && !program->funcs[i]->is_library &&
		    func_has_data_dependent_control(program->funcs[i]))
			return false;
	return true;
}

bool
program_calls(const struct program *program, const char *const *names, size_t count)
{
	for (size_t u = 0; u < program->unit_count; u++)
		for (size_t i = 0; i < program->units[u]->func_count; i++)
			for (size_t k = 0; k < count; k++)
				if (!strcmp(program->units[u]->funcs[i]->name, names[k]))
					return true;
	return false;
}

static bool
has_library_kernels(const struct program *program)
{
	for (size_t i = 0; i < program->func_count; i++)
		if (program->funcs[i]->is_kernel && program->funcs[i]->is_library)
			return true;
	return false;
}

void
program_init(struct program *program, struct facts *facts, struct ir_unit *const *units, size_t unit_count,
             const struct eval_options *options)
{
	*program = (struct program){.units = units, .unit_count = unit_count, .options = options, .facts = facts};
	symbols_init(&program->symbols);
	memory_init(&program->memory);
	generators_init(&program->generators);
	size_t func_capacity = 0, var_capacity = 0;
	for (size_t u = 0; u < unit_count; u++) {
		for (size_t i = 0; i < units[u]->func_count; i++)
			if (units[u]->funcs[i]->body && units[u]->funcs[i]->link_name)
				memory_push(program->funcs, program->func_count, func_capacity, units[u]->funcs[i]);
		for (size_t i = 0; i < units[u]->global_count; i++)
			if (!units[u]->globals[i]->is_extern && units[u]->globals[i]->link_name)
				memory_push(program->vars, program->var_count, var_capacity, units[u]->globals[i]);
	}
	if (program->func_count)
		qsort(program->funcs, program->func_count, sizeof *program->funcs, by_func_name);
	if (program->var_count)
		qsort(program->vars, program->var_count, sizeof *program->vars, by_var_name);
	program->data_alike = is_data_alike(program);
	program->has_library_kernels = has_library_kernels(program);
	program->launches_graphs = program_calls(program, (const char *const[]){"cudaGraphLaunch"}, 1);
}

void
program_free(struct program *program)
{
	free(program->contents);
	free(program->exit_calls);
	free(program->funcs);
	free(program->vars);
	pointer_map_free(&program->objects);
	pointer_set_free(&program->launchers);
	pointer_set_free(&program->launched_through);
	environment_free(&program->environment);
	for (size_t i = 0; i < program->kernel_count; i++) {
		for (size_t k = 0; k < program->kernels[i].facts.launch_count; k++)
			free(program->kernels[i].counts[k].children);
		free(program->kernels[i].counts);
		free(program->kernels[i].recent);
		pointer_set_free(&program->kernels[i].variables);
		free(program->kernels[i].runs);
		pointer_set_free(program->kernels[i].reach);
		free(program->kernels[i].reach);
		free(program->kernels[i].facts.launches);
		free(program->kernels[i].facts.refused);
		free(program->kernels[i].facts.left_out);
	}
	free(program->kernels);
	pointer_map_free(&program->kernel_numbers);
	instances_free(&program->instances);
	known_code_free(&program->code);
	memory_free_all(&program->memory);
	symbols_free(&program->symbols);
	arena_spares_free(&program->spares);
}

const struct ir_func *
program_definition(struct program *program, const struct ir_func *func)
{
	if (func->body || !func->link_name || !program->func_count)
		return func->body ? func : NULL;
	const struct ir_func **found =
		bsearch(&func, program->funcs, program->func_count, sizeof *program->funcs, by_func_name);
	return found ? *found : NULL;
}

static const struct ir_var *
definition_of_variable(struct program *program, const struct ir_var *var)
{
	if (!var->is_extern || !var->link_name || !program->var_count)
		return var;
	const struct ir_var **found =
		bsearch(&var, program->vars, program->var_count, sizeof *program->vars, by_var_name);
	return found ? *found : var;
}

struct object *
program_object_of(const struct program *program, const void *thing)
{
	return pointer_map_find(&program->objects, thing);
}

void
program_set_object_of(struct program *program, const void *thing, struct object *object)
{
	*pointer_map_value(&program->objects, thing) = object;
}

static enum object_kind
kind_of_storage(enum ir_storage storage)
{
	switch (storage) {
	case IR_STORAGE_DEVICE: return OBJECT_GLOBAL;
	case IR_STORAGE_CONSTANT: return OBJECT_CONSTANT;
	case IR_STORAGE_PARAM: return OBJECT_PARAMETER;
	case IR_STORAGE_MANAGED: return OBJECT_MANAGED;
	case IR_STORAGE_SHARED:
	case IR_STORAGE_SHARED_DYNAMIC: return OBJECT_SHARED;
	default: return OBJECT_HOST;
	}
}

struct object *
program_object(struct program *program, const struct ir_var *var)
{
	var = definition_of_variable(program, var);
	struct object *object = program_object_of(program, var);
	if (object)
		return object;
	object = memory_new(&program->memory, kind_of_storage(var->storage), var->type->size, var->name);
	object->var = var;
	object->type = var->type;
	object->element = var->type->kind == IR_TYPE_ARRAY ? var->type->element : var->type;
	object->loc = var->loc;
	object->unit = program->unit_count ? program->units[0] : NULL;
	if (object->kind != OBJECT_SHARED && !var->is_extern)
		memory_zero(&program->memory, object);
	program_set_object_of(program, var, object);
	if (var->init && object->kind != OBJECT_SHARED)
		machine_initialise(program->host, var->init);
	return object;
}

struct place
program_place_of_reason(struct program *program, uint32_t reason)
{
	const struct reason *r = &program->symbols.reasons.items[reason];
	return r->unit ? facts_place(&program->facts->arena, r->unit, r->loc) : (struct place){0};
}

void
program_report_cut_loop(struct program *program, uint32_t reason)
{
	struct facts *facts = program->facts;
	const struct place place = program_place_of_reason(program, reason);
	if (!facts_has_place(facts->cut_loops, facts->cut_loop_count, &place))
		arena_push(&facts->arena, facts->cut_loops, facts->cut_loop_count, facts->cut_loop_capacity, place);
}

struct named_call
program_call(struct program *program, const struct ir_unit *unit, struct ir_loc loc, const char *name)
{
	struct arena *arena = &program->facts->arena;
	return (struct named_call){facts_place(arena, unit, loc), arena_strdup(arena, name)};
}

void
program_report_library_call(struct program *program, const struct ir_unit *unit, struct ir_loc loc, const char *name)
{
	struct facts *facts = program->facts;
	const struct named_call call = program_call(program, unit, loc, name);
	for (size_t i = 0; i < facts->library_call_count; i++)
		if (facts_same_place(&facts->library_calls[i].place, &call.place))
			return;
	arena_push(&facts->arena, facts->library_calls, facts->library_call_count, facts->library_call_capacity, call);
}

bool
program_has_launched(const struct program *program, size_t number)
{
	const struct ir_func *const *funcs = program->funcs;
	const char *name = funcs[number]->link_name;
	size_t first = number;
	while (first && !strcmp(funcs[first - 1]->link_name, name))
		first--;
	for (size_t i = first; i < program->func_count && !strcmp(funcs[i]->link_name, name); i++)
		if (pointer_map_has(&program->kernel_numbers, funcs[i]))
			return true;
	return false;
}

static const char **
copy_texts(struct arena *arena, const char *const *texts, uint32_t count)
{
	const char **copies = arena_array(arena, (size_t)count + 1, sizeof *copies);
	for (uint32_t i = 0; i < count; i++)
		copies[i] = arena_strdup(arena, texts[i]);
	return copies;
}

struct kernel_entry *
program_kernel(struct program *program, const struct ir_func *func)
{
	void **number = pointer_map_value(&program->kernel_numbers, func);
	if (*number)
		return &program->kernels[(uintptr_t)*number - 1];
	struct arena *arena = &program->facts->arena;
	struct kernel_entry entry = {.func = func, .reach = memory_zeroed(1, sizeof *entry.reach)};
	struct kernel *k = &entry.facts;
	k->name = arena_strdup(arena, func->name);
	k->qualified_name = arena_strdup(arena, func->qualified_name ? func->qualified_name : func->name);
	k->link_name = arena_strdup(arena, func->link_name ? func->link_name : func->name);
	k->template_arg_count = func->template_arg_count;
	k->template_args = copy_texts(arena, func->template_args, func->template_arg_count);
	k->written_template_args = copy_texts(arena, func->written_template_args, func->template_arg_count);
	k->signature = arena_strdup(arena, func->signature ? func->signature : "");
	k->is_library = func->is_library;
	k->place = func->is_library && func->line_info ? (struct place){.file = func->line_info->file,
	                                                                .line = func->line_info->line,
	                                                                .end_line = func->line_info->line}
	                                               : facts_place(arena, func->unit, func->loc);
	k->max_threads = func->max_threads;
	k->min_blocks = func->min_blocks;
	k->block_bound = why_not_by_index(func);
	k->status = "ok";
	k->is_partial = func->is_partial;
	k->is_uncontracted = func->unit && func->unit->compilation.rounding & IR_NO_CONTRACTION;
	k->partial_reason = func->partial_reason ? arena_strdup(arena, func->partial_reason) : "";
	k->resources = (struct resources){.registers = -1,
	                                  .spill_bytes = -1,
	                                  .stack_bytes = -1,
	                                  .occupancy = NAN,
	                                  .limiter = LIMITED_BY_UNKNOWN,
	                                  .source = "unknown"};
	memory_push(program->kernels, program->kernel_count, program->kernel_capacity, entry);
	*number = (void *)(uintptr_t)program->kernel_count;
	return &program->kernels[program->kernel_count - 1];
}

void
program_note_steps(struct program *program, const struct ir_func *kernel, uint64_t steps)
{
	struct kernel_entry *entry = program_kernel(program, kernel);
	entry->all_steps += steps;
	struct instances *instances = instances_at(&program->instances, &entry->facts.place);
	if (steps > instances->most_steps)
		instances->most_steps = steps;
}

uint64_t
program_expected_steps(const struct program *program, const struct kernel *kernel)
{
	return instances_find(&program->instances, &kernel->place).most_steps;
}
