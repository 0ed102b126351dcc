#include "eval/launch/run_launch.h"

#include <string.h>

#include "eval/grid/device.h"
#include "eval/host/host_record.h"
#include "eval/host/launch_count.h"
#include "eval/language/access.h"
#include "eval/launch/assume.h"
#include "eval/launch/assume_shape.h"
#include "eval/launch/bind_argument.h"
#include "eval/launch/child_launch.h"
#include "eval/launch/inputs.h"
#include "eval/launch/launch_effects.h"
#include "eval/launch/launch_facts.h"
#include "eval/launch/launch_key.h"
#include "eval/launch/launch_left_out.h"
#include "eval/launch/refusal.h"
#include "eval/state/evaluate.h"
#include "eval/state/launch_assumptions.h"
#include "eval/state/program.h"
#include "support/allocate.h"

static const struct ir_type uint_type = {.kind = IR_TYPE_INT, .size = 4, .align = 4, .name = "unsigned int"};
static const struct ir_type pointer_type = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = "void *"};

/* A number of the launch's configuration; false: unknown. */
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

/* A dim3 of the configuration, by address; false: a member is unknown. */
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

/* How many times host code makes exactly this launch now. Skipped iterations count if one of the latest launches
 * from this place had the same key. Otherwise they make launches that are not evaluated. */
static uint64_t
times_made(struct machine *m, struct kernel_entry *entry, const struct launch_request *request, uint64_t key)
{
	const uint64_t iterations = machine_times(m);
	struct recent_launches *recent = recent_launches_at(entry, request);
	bool is_alike = iterations == 1;
	for (size_t i = 0; i < RECENT_LAUNCHES && i < recent->count; i++)
		is_alike |= recent->keys[i] == key;
	recent->keys[recent->count++ % RECENT_LAUNCHES] = key;
	return is_alike ? iterations : 1;
}

/* If a kernel's parameters are in error, it has fewer parameters than the launch has arguments. */
static void
drop_surplus_arguments(struct launch_request *request, const struct ir_func *kernel)
{
	if (request->arg_count > kernel->param_count)
		request->arg_count = kernel->param_count;
}

/* A launch that is being made. */
struct made {
	uint64_t key, id;     /* key: see launch_key.h; id: the key with the launch's buffers */
	uint64_t each, times; /* each: times in one iteration of host loops; times: in all iterations that make it */
	uint64_t left_out;    /* launches of the other iterations, which differ and are not evaluated */
};

static struct made
make(struct machine *m, struct kernel_entry *entry, const struct launch_request *request)
{
	struct made made = {.key = launch_key(m, request), .each = request->times ? request->times : 1};
	made.id = made.key ^ (launch_buffers(m, request) * 0x9E3779B97F4A7C15u);
	const uint64_t iterations = times_made(m, entry, request, made.key);
	made.times = iterations * made.each;
	m->program->launches_made++;
	m->program->first_launch_steps_left = 0;
	made.left_out = (machine_times(m) - iterations) * made.each;
	launch_leave_out(m, entry, request, made.left_out);
	return made;
}

/* The kernel has had a launch of the same cost. */
static void
repeat(struct machine *m, struct launch_request *request, struct kernel_entry *entry, size_t same,
       const struct made *made)
{
	launch_count_add(m, entry, same, made->times);
	launch_count_of_child(m, request->kernel, made->key, made->each);
	launch_effects_repeat(m, request, entry, made->id);
}

static void
pass_over(struct machine *m, const struct launch_request *request, struct kernel_entry *entry, const struct made *made)
{
	launch_leave_out(m, entry, request, made->times);
	launch_count_forget_children(m->program, entry);
	launch_effects_forget(m, request);
}

static void
report_shared(struct program *program, struct launch *launch, const struct launch_request *request)
{
	struct arena *arena = &program->facts->arena;
	if (request->shared_open && launch->dynamic_shared)
		launch_assume(arena, launch,
		              arena_printf(arena,
		                           "%llu bytes of dynamic shared memory: the source does not determine "
		                           "it",
		                           (unsigned long long)launch->dynamic_shared));
}

/* Adds the launch to the kernel's facts. */
static void
keep(struct machine *m, const struct launch_request *request, const struct launch *launch, const struct made *made)
{
	/* device_run may have added kernels, so the entry may have moved. */
	struct kernel_entry *entry = program_kernel(m->program, request->kernel);
	if (!entry->facts.launch_count)
		instances_at(&m->program->instances, &entry->facts.place)->launched++;
	memory_push(entry->facts.launches, entry->facts.launch_count, entry->launch_capacity, *launch);
	launch_count_begin(entry, made->key);
	launch_count_add(m, entry, entry->facts.launch_count - 1, made->times);
	launch_count_of_child(m, request->kernel, made->key, made->each);
}

/* Runs a launch that is unlike all earlier ones of the kernel. */
static void
run_new(struct machine *m, const struct launch_request *request, struct kernel_entry *entry, const struct made *made)
{
	struct program *program = m->program;
	const uint32_t begun = m->clock;
	struct launch launch = {0};
	struct child_launches children = {.open = true};
	launch_facts_describe(m, &launch, request);
	inputs_describe(m, &launch, request);
	program->children = &children;
	device_run(program, request, &launch, &entry->facts);
	program->children = NULL;
	launch_effects_note(m, request, made->id, begun);
	/* The kernel's static shared memory is known only after it has run. */
	if (!launch_is_refused(program, request)) {
		inputs_note_use(m, &launch);
		report_shared(program, &launch, request);
		keep(m, request, &launch, made);
		const bool is_assumed = !launch_has_own_numbers(request) && launch.caveats.assumption_count;
		const struct parent_launch parent = {
			.kernel = request->kernel,
			.key = made->key,
			.times = made->each,
			.assumption = is_assumed ? launch.caveats.assumptions[0] : program->parent.assumption,
		};
		child_launches_make(m, &children, &parent);
	}
	child_launches_free(&children);
}

static void
record_launched(struct machine *m, const struct launch_request *request, const struct made *made)
{
	const bool compares = host_record_compares_arguments(m, request);
	const struct launch_identity identity = {made->key, compares ? launch_arguments(m, request) : 0};
	host_record_launched(m, request, identity, made->times);
}

void
run_launch(struct machine *m, const struct launch_request *given)
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
	if (launch_is_refused(program, &request))
		return;
	struct kernel_entry *entry = program_kernel(program, definition);
	const struct made made = make(m, entry, &request);
	host_record_launch(m, &request, made.times + made.left_out);
	const size_t same = launch_count_find(entry, made.key);
	if (same < entry->facts.launch_count) {
		repeat(m, &request, entry, same, &made);
		record_launched(m, &request, &made);
		return;
	}
	program->launches_unlike++;
	if (launch_is_left_out(program, entry, &request))
		pass_over(m, &request, entry, &made);
	else
		run_new(m, &request, entry, &made);
	record_launched(m, &request, &made);
}

/* A shape that is impossible may follow from the assumed numbers: it becomes unknown. */
static void
add_shape_caveat(const struct program *program, struct launch_request *request)
{
	if (!program->assumption)
		return;
	request->grid_known &= refusal_spares_grid(request->grid);
	request->block_known &= refusal_spares_block(request->block);
}

/* Binds unknown parts of the arguments by the definition's parameters. */
static void
bind_arguments(struct machine *m, const struct ir_func *definition, struct launch_request *request, struct value *args)
{
	for (size_t i = 0; i < request->arg_count; i++)
		args[i] = bind_argument(m, definition->params[i], args[i]);
	request->assumed.largest = inputs_largest_number(m, request);
	for (size_t i = 0; i < request->arg_count; i++)
		args[i] = assume_argument(m, definition->params[i], args[i], &request->assumed);
}

static void
rehearse(const struct machine *m, const struct launch_request *request)
{
	const bool is_known = request->grid_known && request->block_known;
	m->program->comes_to_launch |=
		request->kernel->is_kernel && is_known && !refusal_of_launch(m->program, request, 0);
}

void
make_launch(struct machine *m, struct launch_request *request, struct value *args)
{
	if (m->program->rehearsing) {
		rehearse(m, request);
		return;
	}
	if (request->kernel->is_kernel) {
		const struct ir_func *definition = program_definition(m->program, request->kernel);
		request->args = args;
		drop_surplus_arguments(request, request->kernel);
		if (definition)
			drop_surplus_arguments(request, definition);
		if (definition)
			bind_arguments(m, definition, request, args);
		add_shape_caveat(m->program, request);
		run_launch(m, request);
	}
}

/* Records the functions through which the launch is made. Exception: if they ran with assumed values that left the
 * shape unknown, the function may still run as an entry of its own. This does not hold for a method, whose object
 * would be unbound then too. */
static void
note_launcher(struct machine *m, const struct launch_request *request)
{
	struct program *program = m->program;
	if (program->rehearsing || !m->frame)
		return;
	if (program->assumption && !(request->grid_known && request->block_known) && !m->frame->func->is_method)
		return;
	pointer_set_add(&program->launchers, m->frame->func);
	for (const struct frame *frame = m->frame; frame; frame = frame->caller)
		pointer_set_add(&program->launched_through, frame->func);
}

/* Whether the call's result is named after the object that it is called on. A lambda, or another function object,
 * owns no memory. */
static bool
is_named_by_object(const struct ir_expr *call)
{
	const struct ir_func *func = call->func;
	return func && call->arg_count && (func->is_method || func->is_library) &&
	       strcmp(func->name, "operator()") != 0 && call->args[0]->type->kind == IR_TYPE_POINTER;
}

/* The part of a pointer's expression that names it: `p` of `p + 1`, `pointers` of `pointers[1]`, `buffer` of
 * `buffer.get()`; NULL: none. */
static const struct ir_expr *
named_part(const struct ir_expr *pointer)
{
	switch (pointer->kind) {
	case IR_CONVERT:
	case IR_LOAD:
	case IR_OFFSET: return pointer->a;
	case IR_CALL: return is_named_by_object(pointer) ? pointer->args[0] : NULL;
	default: return NULL;
	}
}

/* An allocation without a name gets the name of the variable that passes it. */
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

/* The kernel that a launch names, or gets by address; NULL: unknown. */
static const struct ir_func *
launched_kernel(struct machine *m, const struct ir_expr *expr)
{
	if (expr->func)
		return expr->func;
	const struct value callee = eval_expr(m, expr->a);
	int64_t address;
	const struct object *object =
		value_is_constant(&callee, &address) ? memory_object_at(m->memory, address) : NULL;
	return object && object->kind == OBJECT_FUNCTION ? object->func : NULL;
}

/* A launch at an expression. A launch by a built-in header is placed at the program's call of the header. */
static struct launch_request
request_at(const struct machine *m, const struct ir_expr *expr, const struct ir_func *kernel)
{
	struct launch_request request = {.kernel = kernel, .origin = LAUNCH_SOURCE, .loc = expr->loc, .expr = expr};
	if (!m->frame)
		return request;
	request.unit = m->frame->func->unit;
	request.entry = m->frame->entry;
	if (request.entry.call) {
		request.loc = request.entry.call->loc;
		request.expr = request.entry.call;
		request.unit = request.entry.func->unit;
	}
	return request;
}

void
eval_launch(struct machine *m, const struct ir_expr *expr)
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
	request.grid_known = read_dim3(m, &request, eval_expr(m, config->grid), request.grid);
	request.block_known = read_dim3(m, &request, eval_expr(m, config->block), request.block);
	note_launcher(m, &request);
	if (config->shared) {
		const struct value shared = eval_expr(m, config->shared);
		request.shared_open = !read_number(m, &request, &shared, &request.dynamic_shared);
	}
	const struct value stream = config->stream ? eval_expr(m, config->stream) : value_integer(m, 0);
	request.stream = &stream;
	struct value *args = arena_alloc(&m->scratch, (expr->arg_count + 1) * sizeof *args);
	for (uint32_t i = 0; i < expr->arg_count; i++) {
		args[i] = eval_expr(m, expr->args[i]);
		if (!request.entry.call)
			name_object(m, expr->args[i], &args[i]);
	}
	make_launch(m, &request, args);
}

void
eval_launch_by_pointers(struct machine *m, const struct ir_expr *expr, const struct pointed_launch *given)
{
	const struct ir_func *kernel = given->kernel;
	struct launch_request request = request_at(m, expr, kernel);
	request.arg_count = kernel->param_count;
	if (m->on_device)
		return;
	request.grid_known = read_dim3(m, &request, *given->grid, request.grid);
	request.block_known = read_dim3(m, &request, *given->block, request.block);
	note_launcher(m, &request);
	request.shared_open = given->shared && !read_number(m, &request, given->shared, &request.dynamic_shared);
	request.cooperative = given->cooperative;
	request.stream = given->stream;
	request.cluster_open = given->cluster && !read_dim3(m, &request, *given->cluster, request.cluster);
	if (request.cluster_open)
		memset(request.cluster, 0, sizeof request.cluster);
	struct value *values = arena_alloc(&m->scratch, (kernel->param_count + 1) * sizeof *values);
	for (uint32_t i = 0; i < kernel->param_count; i++) {
		const struct ir_type *type = kernel->params[i]->type;
		const struct value slot = value_offset(m, *given->args, value_integer(m, 8 * (int64_t)i), 1);
		const struct value at = access_load(m, NULL, &pointer_type, slot);
		values[i] = type->kind == IR_TYPE_RECORD ? at : access_load(m, NULL, type, at);
	}
	make_launch(m, &request, values);
}
