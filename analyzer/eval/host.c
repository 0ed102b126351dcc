/* Launches as host code makes them. */
#include "eval/host.h"

#include <stdlib.h>
#include <string.h>

#include "code/may_write.h"
#include "eval/assume.h"
#include "eval/assume_shape.h"
#include "eval/child_launch.h"
#include "eval/inputs.h"
#include "eval/launch_count.h"
#include "eval/launch_key.h"
#include "eval/launch_text.h"
#include "eval/launching_loop.h"
#include "eval/program.h"
#include "eval/refusal.h"
#include "support/memory.h"

enum {
	MOST_LAUNCHES = 8,   /* of one kernel with different arguments that are run, */
	MOST_CHEAP_LAUNCHES = 40, CHEAP_STEPS = 512,   /* or where each takes no more than so many steps: a sweep over offsets */
	DEEPEST_CHILD = 16,  /* launches within launches */
	MOST_REFUSED = 16,   /* of one kernel that are told: a loop may make any number */
};

static const struct ir_type uint_type = {.kind = IR_TYPE_INT, .size = 4, .align = 4, .name = "unsigned int"};
static const struct ir_type pointer_type = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = "void *"};

/* A number of the launch's configuration; false when it is not known. */
static bool
read_number(struct machine *m, struct launch_request *request, const struct value *v, int64_t *number)
{
	if (value_is_constant(v, number))
		return true;
	const struct reason *reason = symbols_reason_of(m->symbols, value_term(v, 0).symbol);
	if (reason->kind == REASON_DIVISION)
		request->division_line = reason->loc.line;
	return false;
}

/* A dim3 of it at an address; false when a member is not known. */
static bool
read_dim3(struct machine *m, struct launch_request *request, struct value address, int64_t dim[3])
{
	bool known = true;
	for (int i = 0; i < 3; i++) {
		const struct value at = value_offset(m, address, value_integer(m, 4 * i), 1);
		const struct value v = access_load(m, NULL, &uint_type, at);
		if (!read_number(m, request, &v, &dim[i])) {
			known = false;
			dim[i] = 1;
		}
	}
	return known;
}

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

/* Parameters of one name, as those of a pack are, or of none, are numbered. */
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
	launch->arguments = arena_array(arena, request->arg_count + 1, sizeof *launch->arguments);
	for (size_t i = 0; i < request->arg_count; i++) {
		const struct ir_var *param = request->kernel->params[i];
		struct named_value *named = &launch->arguments[launch->argument_count++];
		named->name = argument_name(arena, request, i);
		named->text = argument_text(m, arena, param->type, &request->args[i], named);
		named->is_made_up = i < 64 && request->made_up >> i & 1;
	}
}

static void
add_assumption(struct arena *arena, struct launch *launch, const char *text)
{
	const size_t count = launch->assumption_count;
	const char **all = arena_copy(arena, launch->assumptions, count, count + 1, sizeof *all);
	all[launch->assumption_count++] = text;
	launch->assumptions = all;
}

void
host_tell_left_out(const struct machine *m, struct launch *launch)
{
	struct arena *arena = &m->program->facts->arena;
	if (m->left_out)
		add_assumption(arena, launch, arena_printf(arena, "what line %u does is left out, for it is not modelled: %s",
		               (unsigned)m->left_out_line, m->left_out->text));
}

static void
tell_unset(struct program *program, struct launch *launch)
{
	struct arena *arena = &program->facts->arena;
	for (size_t i = 0; i < program->unset_count; i++)
		add_assumption(arena, launch, arena_printf(arena, "`%s` is taken not to be set in the environment", program->unset[i]));
}

bool
host_has_own_numbers(const struct launch_request *request)
{
	return request->grid_known && request->block_known && !(request->assumed && request->assumed->reason.kind);
}

static struct place
launch_place(struct program *program, const struct launch_request *request)
{
	if (!request->unit)
		return program_kernel(program, request->kernel)->facts.place;   /* said by hand: where the kernel is */
	return (struct place){arena_strdup(&program->facts->arena, request->unit->files[request->loc.file]), request->loc.line,
	                      request->loc.column, request->loc.end_line, request->loc.end_column};
}

static void
describe_shape(struct launch *launch, const struct launch_request *request)
{
	for (int i = 0; i < 3; i++) {
		launch->grid[i] = (uint32_t)request->grid[i];
		launch->block[i] = (uint32_t)request->block[i];
	}
	launch->dynamic_shared = (uint64_t)request->dynamic_shared;
}

static void
describe(struct machine *m, struct launch *launch, const struct launch_request *request)
{
	struct program *program = m->program;
	struct arena *arena = &program->facts->arena;
	describe_shape(launch, request);
	launch->origin = request->origin;
	launch->place = launch_place(program, request);
	if (program->assumption) {
		add_assumption(arena, launch, arena_strdup(arena, program->assumption));
		if (launch->origin == LAUNCH_SOURCE)
			launch->origin = LAUNCH_ASSUMED;
	}
	if (program->parent.assumption)
		add_assumption(arena, launch, arena_printf(arena, "device code launches it where %s", program->parent.assumption));
	tell_unset(program, launch);
	host_tell_left_out(m, launch);
	if (request->assumed && request->assumed->reason.kind)
		add_assumption(arena, launch, arena_printf(arena, "%s: only a run settles it, at line %u", request->assumed->text,
		               (unsigned)request->assumed->reason.loc.line));
	if (!request->block_known)
		add_assumption(arena, launch, arena_printf(arena, "block of %u threads: the source does not settle it",
		               launch_threads(launch)));
	if (!request->grid_known)
		add_assumption(arena, launch, arena_printf(arena, "grid of %u blocks: the source does not settle it",
		               launch->grid[0] * launch->grid[1] * launch->grid[2]));
	describe_arguments(m, launch, request);
}

static void
note_refused(struct kernel_entry *entry, struct place place, const char *why)
{
	struct kernel *kernel = &entry->facts;
	for (size_t i = 0; i < kernel->refused_count; i++)
		if (facts_same_place(&kernel->refused[i].place, &place) && !strcmp(kernel->refused[i].why, why))
			return;
	if (kernel->refused_count < MOST_REFUSED)
		memory_push(kernel->refused, kernel->refused_count, entry->refused_capacity, ((struct refused_launch){place, why}));
}

static bool
is_refused(struct program *program, const struct launch_request *request)
{
	struct kernel_entry *entry = program_kernel(program, request->kernel);
	const int64_t static_shared = entry->facts.resources.static_shared;
	const char *why = refusal_of_launch(program, request, static_shared > 0 ? (uint64_t)static_shared : 0);
	if (why)
		note_refused(entry, launch_place(program, request), why);
	return why;
}

static void
note_left_out(struct machine *m, struct kernel_entry *entry, const struct launch_request *request, uint64_t count)
{
	if (!count)
		return;
	struct kernel *kernel = &entry->facts;
	const struct place place = launch_place(m->program, request);
	const bool shape_assumed = !request->grid_known || !request->block_known;
	const bool estimated = launching_loop_rounds(m) > 1 || mask_empty(&m->active.must);
	entry->latest_left_out = m->program->launches_made;
	kernel->launches_left_out += count;
	for (size_t i = 0; i < kernel->left_out_count; i++) {
		if (facts_same_place(&kernel->left_out[i].place, &place)) {
			kernel->left_out[i].count += count;
			kernel->left_out[i].estimated |= estimated;
			kernel->left_out[i].shape_assumed |= shape_assumed;
			return;
		}
	}
	memory_push(kernel->left_out, kernel->left_out_count, entry->left_out_capacity,
	            ((struct passed_over){place, count, launch_to_text(m, request), estimated, shape_assumed}));
}

static struct recent_launches *
recent_launches_at(struct kernel_entry *entry, const struct launch_request *request)
{
	for (size_t i = 0; i < entry->recent_count; i++) {
		struct recent_launches *recent = &entry->recent[i];
		if (recent->unit == request->unit && ir_same_begin(&recent->loc, &request->loc))
			return recent;
	}
	const struct recent_launches none = {.unit = request->unit, .loc = request->loc};
	memory_push(entry->recent, entry->recent_count, entry->recent_capacity, none);
	return &entry->recent[entry->recent_count - 1];
}

/* How many times the host code makes just this launch now. Rounds that are not run make it as well if they are surely alike, or
 * if the latest ones did, of which it is the next: else they make launches that nobody has seen, which are left out. */
static uint64_t
times_made(struct machine *m, struct kernel_entry *entry, const struct launch_request *request, uint64_t key)
{
	const uint64_t rounds = launching_loop_rounds(m);
	struct recent_launches *recent = recent_launches_at(entry, request);
	bool is_alike = rounds == 1 || m->rounds_alike;
	for (size_t i = 0; i < RECENT_LAUNCHES && i < recent->count; i++)
		is_alike |= recent->keys[i] == key;
	recent->keys[recent->count++ % RECENT_LAUNCHES] = key;
	return is_alike ? rounds : 1;
}

static struct launch_run *
find_run(struct kernel_entry *entry, uint64_t id)
{
	for (size_t i = 0; i < entry->run_count; i++)
		if (entry->runs[i].id == id)
			return &entry->runs[i];
	return NULL;
}

/* The buffer that the argument leads to; NULL: there is none, or it is not known which. */
static struct object *
buffer_of(struct machine *m, const struct launch_request *request, size_t argument)
{
	const struct term t = value_term(&request->args[argument], 0);
	const bool is_pointer = request->kernel->params[argument]->type->kind == IR_TYPE_POINTER;
	struct object *object = is_pointer && !t.symbol ? memory_object_at(m->memory, t.offset) : NULL;
	return object && object->kind != OBJECT_FUNCTION && !object->is_private ? object : NULL;
}

/* The arguments, a bit each for the first 64, whose buffers have been stored to since then. */
static uint64_t
written_since(struct machine *m, const struct launch_request *request, uint32_t clock)
{
	uint64_t written = 0;
	for (size_t i = 0; i < request->arg_count && i < 64; i++) {
		const struct object *object = buffer_of(m, request, i);
		written |= (uint64_t)(object && object->stamp > clock) << i;
	}
	return written;
}

/* Notes that the launch, begun then, has run by now. */
static void
note_run(struct machine *m, const struct launch_request *request, uint64_t id, uint32_t begun)
{
	struct kernel_entry *entry = program_kernel(m->program, request->kernel);
	struct launch_run *run = find_run(entry, id);
	const struct launch_run now = {id, m->clock, written_since(m, request, begun)};
	if (run)
		*run = now;
	else
		memory_push(entry->runs, entry->run_count, entry->run_capacity, now);
}

static void
forget_output(struct machine *m, const struct launch_request *request, size_t argument)
{
	const struct ir_func *kernel = request->kernel;
	struct object *object = buffer_of(m, request, argument);
	if (object)
		access_forget(m, value_address(m, object, 0), object->size,
		              symbols_reason(m->symbols, REASON_KERNEL, kernel->unit, kernel->loc, kernel->name));
}

/* What a launch that is not run may have written is not known. */
static void
forget_outputs(struct machine *m, const struct launch_request *request)
{
	for (uint32_t i = 0; i < request->arg_count; i++)
		if (func_is_known_to_write(&m->program->code.may_write, request->kernel, i))
			forget_output(m, request, i);
}

/* Nor is what a launch that has run writes now, of other data. */
static void
forget_rewritten(struct machine *m, const struct launch_request *request, uint64_t written)
{
	for (; written; written &= written - 1)
		forget_output(m, request, (size_t)__builtin_ctzll(written));
}

/* A launch that costs what one before did: later kernels may go by what it writes, and host code by what it is no longer.
 * On buffers that are as it left them it leaves what it did. */
static void
run_for_effect(struct machine *m, struct launch_request *request, struct kernel_entry *entry, uint64_t id)
{
	const struct launch_run *before = find_run(entry, id);
	const uint32_t begun = m->clock;
	if (before ? !written_since(m, request, before->clock) : !device_may_steer_others(m->program, request->kernel))
		return;
	if (before) {
		forget_rewritten(m, request, before->written);
	} else if (entry->run_count >= MOST_LAUNCHES) {
		forget_outputs(m, request);
	} else {
		const struct kernel kernel = entry->facts;   /* the entry may move */
		struct launch launch = {0};
		describe_shape(&launch, request);
		request->for_effect = true;
		device_run(m->program, request, &launch, &kernel);
	}
	note_run(m, request, id, begun);
}

/* Of the library's kernels none takes more than half of what is left to them all, once it is known what it takes. */
static bool
is_left_out(const struct program *program, const struct kernel *kernel)
{
	if (program->parent.depth > DEEPEST_CHILD)
		return true;
	if (kernel->is_library && program_expected_steps(program, kernel) >= program->builtin_steps_left / 2)
		return true;
	const bool is_cheap = !kernel->is_library && program_expected_steps(program, kernel) <= CHEAP_STEPS;
	return kernel->launch_count >= (is_cheap ? MOST_CHEAP_LAUNCHES : MOST_LAUNCHES);
}

/* Of a kernel whose parameters are in error there are fewer than the launch has arguments. */
static void
drop_surplus_arguments(struct launch_request *request, const struct ir_func *kernel)
{
	if (request->arg_count > kernel->param_count)
		request->arg_count = kernel->param_count;
}

void
host_run_launch(struct machine *m, const struct launch_request *given)
{
	struct launch_request request = *given;
	struct program *program = m->program;
	const struct ir_func *definition = program_definition(program, request.kernel);
	if (!definition)
		return;
	request.kernel = definition;
	drop_surplus_arguments(&request, definition);
	if (!request.grid_known || !request.block_known)
		assume_shape(program, &request);
	if (is_refused(program, &request))
		return;
	struct kernel_entry *entry = program_kernel(program, definition);
	const uint64_t key = launch_key(m, &request), id = key ^ (launch_buffers(m, &request) * 0x9E3779B97F4A7C15u);
	const uint64_t each = request.times ? request.times : 1;
	const uint64_t rounds = times_made(m, entry, &request, key), times = rounds * each;
	program->launches_made++;
	note_left_out(m, entry, &request, (launching_loop_rounds(m) - rounds) * each);
	const size_t same = launch_count_find(entry, key);
	if (same < entry->facts.launch_count) {
		launch_count_add(m, entry, same, times);
		launch_count_of_child(m, definition, key, each);
		run_for_effect(m, &request, entry, id);
		return;
	}
	program->launches_unlike++;
	if (is_left_out(program, &entry->facts)) {
		note_left_out(m, entry, &request, times);
		launch_count_lose_children(program, entry);
		forget_outputs(m, &request);
		return;
	}
	const uint32_t begun = m->clock;
	struct launch launch = {0};
	struct child_launches children = {.open = true};
	describe(m, &launch, &request);
	inputs_describe(m, &launch, &request);
	program->children = &children;
	device_run(program, &request, &launch, &entry->facts);
	program->children = NULL;
	note_run(m, &request, id, begun);
	/* How much shared memory the kernel has of its own shows when it runs. */
	if (is_refused(program, &request)) {
		child_launches_free(&children);
		return;
	}
	inputs_note_use(m, &launch);
	if (request.shared_open && launch.dynamic_shared)
		add_assumption(&program->facts->arena, &launch,
		               arena_printf(&program->facts->arena, "%llu bytes of dynamic shared memory: the source does not settle it",
		                            (unsigned long long)launch.dynamic_shared));
	/* device_run may have met other kernels: find the entry anew. */
	entry = program_kernel(program, definition);
	memory_push(entry->facts.launches, entry->facts.launch_count, entry->launch_capacity, launch);
	launch_count_begin(entry, key);
	launch_count_add(m, entry, entry->facts.launch_count - 1, times);
	launch_count_of_child(m, definition, key, each);
	const struct parent_launch parent = {
		.kernel = definition, .key = key, .times = each,
		.assumption = host_has_own_numbers(&request) || !launch.assumption_count ? program->parent.assumption : launch.assumptions[0],
	};
	child_launches_make(m, &children, &parent);
	child_launches_free(&children);
}

/* A shape that assumed numbers make impossible says nothing of the program. */
static void
doubt_shape(const struct program *program, struct launch_request *request)
{
	if (!program->assumption)
		return;
	request->grid_known &= refusal_spares_grid(request->grid);
	request->block_known &= refusal_spares_block(request->block);
}

static struct value
pointer_argument(struct machine *m, const struct ir_var *param, struct value v)
{
	const struct term t = value_term(&v, 0);
	if (param->type->kind != IR_TYPE_POINTER || (!t.symbol && memory_object_at(m->memory, t.offset)) ||
	    (!t.symbol && !t.offset && !m->program->assumption))
		return v;
	/* Nobody is seen to have allocated it: some object that begins where cudaMalloc's would. */
	struct object *object = memory_new(m->memory, OBJECT_GLOBAL, 0, param->name);
	object->assumed = true;
	object->born = ++m->clock;
	object->loc = param->loc;
	return value_address(m, object, 0);
}

/* A number that is not known is one number all the same, for all threads. */
static struct value
common_argument(struct machine *m, const struct ir_var *param, struct value v)
{
	const struct term t = value_term(&v, 0);
	if (param->type->kind != IR_TYPE_INT || !t.symbol || !symbol_varies(m->symbols, t.symbol))
		return v;
	const struct symbol *s = &m->symbols->items[t.symbol];
	return value_symbol(m, param->type, symbols_argument(m->symbols, s->reason, s->low, s->high), t.offset);
}

void
host_note_number(struct launch_request *request, size_t argument, const struct value *value)
{
	int64_t number;
	if (!value_is_constant(value, &number))
		return;
	request->more_numbers |= argument >= 64;
	request->numbers |= argument < 64 ? UINT64_C(1) << argument : 0;
}

/* Where the definition's parameters tell more of them. */
static void
settle_arguments(struct machine *m, const struct ir_func *definition, struct launch_request *request, struct value *args,
                 struct assumed_arguments *assumed)
{
	for (size_t i = 0; i < request->arg_count; i++)
		args[i] = common_argument(m, definition->params[i], pointer_argument(m, definition->params[i], args[i]));
	assumed->largest = inputs_largest_number(m, request);
	for (size_t i = 0; i < request->arg_count; i++) {
		const bool is_open = value_term(&args[i], 0).symbol;
		args[i] = assume_argument(m, definition->params[i], args[i], assumed);
		if (is_open)
			host_note_number(request, i, &args[i]);
	}
	request->assumed = assumed;
	request->numbers_text = assumed->text;
}

void
host_make_launch(struct machine *m, struct launch_request *request, struct value *args)
{
	if (request->kernel->is_kernel && !m->program->rehearsing) {
		struct assumed_arguments assumed = {.text = ""};
		const struct ir_func *definition = program_definition(m->program, request->kernel);
		request->args = args;
		drop_surplus_arguments(request, request->kernel);
		if (definition)
			drop_surplus_arguments(request, definition);
		if (definition)
			settle_arguments(m, definition, request, args, &assumed);
		/* The compiler of the kernel does not see who launches it. */
		for (size_t i = 0; i < request->arg_count; i++)
			args[i].name = (struct name){.kind = NAME_NONE};
		doubt_shape(m->program, request);
		host_run_launch(m, request);
	}
}

static void
note_launcher(struct machine *m)
{
	struct program *program = m->program;
	if (program->rehearsing || !m->frame)
		return;
	for (size_t i = 0; i < program->launcher_count; i++)
		if (program->launchers[i] == m->frame->func)
			return;
	memory_push(program->launchers, program->launcher_count, program->launcher_capacity, m->frame->func);
}

/* Whether what the call yields is named like the object that its function is of. A lambda, or another function
 * object, has no memory to be named like it. */
static bool
is_named_by_object(const struct ir_expr *call)
{
	const struct ir_func *func = call->func;
	return func && call->arg_count && (func->is_method || func->is_library) && strcmp(func->name, "operator()") != 0 &&
	       call->args[0]->type->kind == IR_TYPE_POINTER;
}

/* The part of a pointer's expression that it has its name from: `p` of `p + 1`, `pointers` of `pointers[1]`, `buffer` of
 * `buffer.get()`; NULL: it has none. */
static const struct ir_expr *
named_part(const struct ir_expr *pointer)
{
	switch (pointer->kind) {
	case IR_CONVERT: case IR_LOAD: case IR_OFFSET:
		return pointer->a;
	case IR_CALL:
		return is_named_by_object(pointer) ? pointer->args[0] : NULL;
	default:
		return NULL;
	}
}

/* An allocation without a name takes that of the variable it is passed by. */
static void
name_object(struct machine *m, const struct ir_expr *arg, const struct value *value)
{
	const struct term t = value_term(value, 0);
	struct object *object = t.symbol ? NULL : memory_object_at(m->memory, t.offset);
	while (arg && arg->kind != IR_VAR && arg->kind != IR_FIELD)
		arg = named_part(arg);
	if (object && !*object->name && arg)
		object->name = arg->kind == IR_VAR ? arg->var->name : arg->field->name;
}

/* The kernel that a launch names, or whose address it is given; NULL when that is not known. */
static const struct ir_func *
launched_kernel(struct machine *m, const struct ir_expr *expr)
{
	if (expr->func)
		return expr->func;
	const struct value callee = eval_expr(m, expr->a);
	int64_t address;
	const struct object *object = value_is_constant(&callee, &address) ? memory_object_at(m->memory, address) : NULL;
	return object && object->kind == OBJECT_FUNCTION ? object->func : NULL;
}

/* A launch at an expression; what the built-in headers launch for the program stands at its call of them. */
static struct launch_request
request_at(const struct machine *m, const struct ir_expr *expr, const struct ir_func *kernel)
{
	struct launch_request request = {.kernel = kernel, .origin = LAUNCH_SOURCE, .loc = expr->loc};
	if (!m->frame)
		return request;
	request.unit = m->frame->func->unit;
	request.entry = m->frame->entry;
	if (request.entry.call) {
		request.loc = request.entry.call->loc;
		request.unit = request.entry.func->unit;
	}
	return request;
}

void
host_launch(struct machine *m, const struct ir_expr *expr)
{
	if (mask_empty(&m->active.may))
		return;
	const struct ir_launch *config = expr->launch;
	const struct ir_func *kernel = launched_kernel(m, expr);
	if (m->on_device) {
		child_launch_note(m, expr, kernel);
		return;
	}
	struct launch_request request = request_at(m, expr, kernel);
	if (!request.kernel)
		return;
	request.arg_count = expr->arg_count;
	note_launcher(m);
	request.grid_known = read_dim3(m, &request, eval_expr(m, config->grid), request.grid);
	request.block_known = read_dim3(m, &request, eval_expr(m, config->block), request.block);
	if (config->shared) {
		const struct value shared = eval_expr(m, config->shared);
		request.shared_open = !read_number(m, &request, &shared, &request.dynamic_shared);
	}
	struct value *args = arena_alloc(&m->scratch, (expr->arg_count + 1) * sizeof *args);
	for (uint32_t i = 0; i < expr->arg_count; i++) {
		args[i] = eval_expr(m, expr->args[i]);
		if (!request.entry.call)
			name_object(m, expr->args[i], &args[i]);
	}
	host_make_launch(m, &request, args);
}

void
host_launch_by_pointers(struct machine *m, const struct ir_expr *expr, const struct pointed_launch *given)
{
	const struct ir_func *kernel = given->kernel;
	struct launch_request request = request_at(m, expr, kernel);
	request.arg_count = kernel->param_count;
	if (m->on_device)
		return;
	note_launcher(m);
	request.grid_known = read_dim3(m, &request, *given->grid, request.grid);
	request.block_known = read_dim3(m, &request, *given->block, request.block);
	request.shared_open = given->shared && !read_number(m, &request, given->shared, &request.dynamic_shared);
	request.cooperative = given->cooperative;
	if (given->cluster && !read_dim3(m, &request, *given->cluster, request.cluster))
		memset(request.cluster, 0, sizeof request.cluster);
	struct value *values = arena_alloc(&m->scratch, (kernel->param_count + 1) * sizeof *values);
	for (uint32_t i = 0; i < kernel->param_count; i++) {
		const struct ir_type *type = kernel->params[i]->type;
		const struct value slot = value_offset(m, *given->args, value_integer(m, 8 * (int64_t)i), 1);
		const struct value at = access_load(m, NULL, &pointer_type, slot);
		values[i] = type->kind == IR_TYPE_RECORD ? at : access_load(m, NULL, type, at);
	}
	host_make_launch(m, &request, values);
}
