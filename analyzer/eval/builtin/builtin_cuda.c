/* The runtime API: all calls succeed. Allocations, copies and queries are modelled. */
#include "eval/builtin/builtin.h"
#include "eval/language/access.h"
#include "eval/state/evaluate.h"
#include "eval/state/object.h"

#include <string.h>

#include "eval/state/program.h"
#include "model/gpu.h"

/* Undocumented: measured on an H200. Rows whose length is a multiple of it have the same pitch on all GPUs with a
 * smaller power of two. */
enum { PITCH_ALIGN = 512 };

static const struct ir_type pointer_type = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = "void *"};
static const struct ir_type size_type = {.kind = IR_TYPE_INT, .size = 8, .align = 8, .name = "size_t"};

struct value
builtin_share_devices(struct machine *m, const struct builtin_call *call)
{
	(void)call;
	m->program->facts->shares_devices = true;
	return value_integer(m, 0);
}

/* The first device may be any; a second one means that the program uses several. */
struct value
builtin_cuda_set_device(struct machine *m, const struct builtin_call *call)
{
	struct program *program = m->program;
	int64_t device = -1;
	const bool is_first = !program->device.is_set, is_known = builtin_constant(call, 0, &device);
	if (!is_first && (!is_known || device != program->device.number))
		program->facts->shares_devices = true;
	program->device.is_set = true;
	program->device.number = device;
	return value_integer(m, 0);
}

/* The variable that an argument `&p` names. */
static const char *
name_of(const struct ir_expr *e)
{
	while (e->kind == IR_CONVERT || e->kind == IR_LOAD)
		e = e->a;
	if (e->kind == IR_FIELD)
		return e->field->name;
	if (e->kind == IR_OFFSET)
		return name_of(e->a);
	return e->kind == IR_VAR ? e->var->name : "";
}

static struct object *
allocate(struct machine *m, const struct builtin_call *call, enum object_kind kind, uint64_t bytes)
{
	/* A name inside a wrapper function is not descriptive. A launch that receives the object names it better. */
	const struct ir_expr *root = call->expr->args[0];
	while (root->kind == IR_CONVERT)
		root = root->a;
	const char *name = root->kind == IR_VAR ? name_of(root) : "";
	struct object *object = memory_new(m->memory, kind, bytes, name);
	object->born = ++m->clock;
	builtin_place(m, object, call->expr);
	return object;
}

void
builtin_output(struct machine *m, const struct builtin_call *call, uint32_t i, const struct ir_type *type,
               struct value v)
{
	if (i < call->count && builtin_type(call, i)->kind == IR_TYPE_POINTER)
		access_store(m, NULL, type, call->args[i], v);
}

struct value
builtin_taken(struct machine *m, const struct builtin_call *call, const struct ir_type *type,
              struct taken_number number)
{
	return environment_number(m, type, builtin_reason(m, call, REASON_CALL), number);
}

void
builtin_forget_output(struct machine *m, const struct builtin_call *call, uint32_t i)
{
	const struct ir_type *type = i < call->count ? builtin_type(call, i) : NULL;
	const struct ir_type *element = type && type->kind == IR_TYPE_POINTER ? type->element : NULL;
	if (element && element->size)
		access_forget(m, call->args[i], element->size, builtin_reason(m, call, REASON_CALL));
}

/* CUDA fails to allocate more memory than the GPU has, though a system may use host memory instead. */
static bool
is_surely_given(struct machine *m, enum object_kind kind, uint64_t bytes)
{
	char text[160];
	const struct gpu *gpu = m->program->options->gpu;
	if (kind != OBJECT_GLOBAL || !gpu->memory_bytes || bytes <= gpu->memory_bytes)
		return true;
	snprintf(text, sizeof text, "an allocation of %llu bytes succeeds, though %.32s has %llu",
	         (unsigned long long)bytes, gpu->name, (unsigned long long)gpu->memory_bytes);
	if (!m->program->environment.open)
		environment_take(m->program, text);
	return false;
}

struct value
builtin_cuda_allocate(struct machine *m, const struct builtin_call *call)
{
	enum object_kind kind = OBJECT_GLOBAL;
	int64_t bytes = 0;
	if (call->id == IR_BUILTIN_cudaMallocManaged)
		kind = OBJECT_MANAGED;
	else if (call->id == IR_BUILTIN_cudaMallocHost || call->id == IR_BUILTIN_cudaHostAlloc)
		kind = OBJECT_PINNED;
	if (!builtin_constant(call, 1, &bytes) || bytes < 0)
		bytes = 0;
	if (!is_surely_given(m, kind, (uint64_t)bytes) && m->program->environment.open) {
		builtin_forget_output(m, call, 0);
		return builtin_unknown(m, call, REASON_CALL);
	}
	struct object *object = allocate(m, call, kind, (uint64_t)bytes);
	builtin_output(m, call, 0, &pointer_type, value_address(m, object, 0));
	return value_integer(m, 0);
}

/* Marks memory that host code certainly frees. Memory in a graph is allocated anew by each of its launches. */
struct value
builtin_cuda_free(struct machine *m, const struct builtin_call *call)
{
	int64_t offset;
	struct object *object = object_of_address(m, &call->args[0], &offset);
	const bool is_sure = !m->on_device && !m->undo_log && !m->program->rehearsing && !m->program->launches_graphs &&
	                     mask_equal(&m->active.may, &m->active.must);
	if (object && !offset && is_sure && !object->var)
		object->is_freed = true;
	return value_integer(m, 0);
}

/* Registered memory counts as allocated by cudaHostAlloc. */
struct value
builtin_cuda_register(struct machine *m, const struct builtin_call *call)
{
	int64_t offset;
	struct object *object = object_of_address(m, &call->args[0], &offset);
	if (object && object->kind == OBJECT_HOST)
		object->kind = OBJECT_PINNED;
	return value_integer(m, 0);
}

struct value
builtin_cuda_pitch(struct machine *m, const struct builtin_call *call)
{
	int64_t width, height, bytes;
	if (!builtin_constant(call, 2, &width) || !builtin_constant(call, 3, &height) || width <= 0 || height <= 0 ||
	    width > INT64_MAX - PITCH_ALIGN)
		return builtin_cuda_output(m, call);
	const int64_t pitch = (width + PITCH_ALIGN - 1) / PITCH_ALIGN * PITCH_ALIGN;
	if (__builtin_mul_overflow(pitch, height, &bytes))
		return builtin_cuda_output(m, call);
	const bool is_sure = width == pitch;
	const struct taken_number number = {.number = pitch,
	                                    .range = {width, INT32_MAX},
	                                    .text = "rows of pitched memory are padded to a multiple of 512 bytes"};
	struct object *object =
		allocate(m, call, OBJECT_GLOBAL, is_sure || !m->program->environment.open ? (uint64_t)bytes : 0);
	builtin_output(m, call, 0, &pointer_type, value_address(m, object, 0));
	builtin_output(m, call, 1, &size_type,
	               is_sure ? value_integer(m, pitch) : builtin_taken(m, call, &size_type, number));
	return value_integer(m, 0);
}

/* The target of the first argument becomes unknown. */
struct value
builtin_cuda_output(struct machine *m, const struct builtin_call *call)
{
	builtin_forget_output(m, call, 0);
	return value_integer(m, 0);
}

struct value
builtin_cuda_stream(struct machine *m, const struct builtin_call *call)
{
	const struct object *handle = builtin_allocate(m, call->expr, OBJECT_HOST, 1);
	builtin_output(m, call, 0, &pointer_type, value_address(m, handle, 0));
	return value_integer(m, 0);
}

/* The address of a variable, or of mapped host memory. */
struct value
builtin_cuda_address(struct machine *m, const struct builtin_call *call)
{
	builtin_output(m, call, 0, &pointer_type, call->args[1]);
	return value_integer(m, 0);
}

/* ---- launches through a function ---- */

struct value
builtin_cuda_launch(struct machine *m, const struct builtin_call *call)
{
	int64_t address;
	const struct object *function =
		builtin_constant(call, 0, &address) ? memory_object_at(m->memory, address) : NULL;
	if (!function || function->kind != OBJECT_FUNCTION || !function->func->is_kernel || call->count < 4)
		return value_integer(m, 0);
	int64_t cooperative = call->id == IR_BUILTIN_cudaLaunchCooperativeKernel;
	if (call->id == IR_BUILTIN___gl_launch && !builtin_constant(call, 5, &cooperative))
		cooperative = 0;
	const uint32_t stream = call->id == IR_BUILTIN___gl_launch ? 7 : 5;
	const struct pointed_launch launch = {
		.kernel = function->func,
		.grid = &call->args[1],
		.block = &call->args[2],
		.args = &call->args[3],
		.shared = call->count > 4 ? &call->args[4] : NULL,
		.cluster = call->id == IR_BUILTIN___gl_launch ? &call->args[6] : NULL,
		.stream = call->count > stream ? &call->args[stream] : NULL,
		.cooperative = cooperative,
	};
	eval_launch_by_pointers(m, call->expr, &launch);
	return value_integer(m, 0);
}
