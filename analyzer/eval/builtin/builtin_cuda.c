/* The runtime API: every call succeeds, and those that allocate, copy or answer questions do so. */
#include "eval/builtin/builtin.h"

#include <string.h>

#include "eval/launch/host.h"
#include "eval/program.h"
#include "model/gpu.h"

enum { PITCH_ALIGN = 512 };

static const struct ir_type pointer_type = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = "void *"};
static const struct ir_type int_type = {.kind = IR_TYPE_INT, .is_signed = true, .size = 4, .align = 4, .name = "int"};
static const struct ir_type size_type = {.kind = IR_TYPE_INT, .size = 8, .align = 8, .name = "size_t"};

struct value
builtin_cuda_success(struct machine *m, const struct builtin_call *call)
{
	(void)call;
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
	/* The name in a wrapper of ours or the user's says nothing: a launch that passes the object on gives it a better one. */
	const struct ir_expr *root = call->expr->args[0];
	while (root->kind == IR_CONVERT)
		root = root->a;
	const char *name = root->kind == IR_VAR ? name_of(root) : "";
	struct object *object = memory_new(m->memory, kind, bytes, name);
	object->born = ++m->clock;
	object->loc = call->expr->loc;
	object->unit = m->frame ? m->frame->func->unit : NULL;
	return object;
}

static void
output(struct machine *m, const struct builtin_call *call, uint32_t i, const struct ir_type *type, struct value v)
{
	if (i < call->count && builtin_type(call, i)->kind == IR_TYPE_POINTER)
		access_store(m, NULL, type, call->args[i], v);
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
	struct object *object = allocate(m, call, kind, (uint64_t)bytes);
	output(m, call, 0, &pointer_type, value_address(m, object, 0));
	return value_integer(m, 0);
}

/* Of memory that host code gives back for sure, whatever it goes on with. What a graph frees each of its launches allocates anew. */
struct value
builtin_cuda_free(struct machine *m, const struct builtin_call *call)
{
	int64_t offset;
	struct object *object = builtin_object(m, &call->args[0], &offset);
	const bool is_sure = !m->on_device && !m->journal && !m->program->rehearsing && !m->program->launches_graphs &&
	                     mask_equal(&m->active.may, &m->active.must);
	if (object && !offset && is_sure && !object->var)
		object->is_freed = true;
	return value_integer(m, 0);
}

/* Registered memory is as good as allocated by cudaHostAlloc. */
struct value
builtin_cuda_register(struct machine *m, const struct builtin_call *call)
{
	int64_t offset;
	struct object *object = builtin_object(m, &call->args[0], &offset);
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
	struct object *object = allocate(m, call, OBJECT_GLOBAL, (uint64_t)bytes);
	output(m, call, 0, &pointer_type, value_address(m, object, 0));
	output(m, call, 1, &size_type, value_integer(m, pitch));
	return value_integer(m, 0);
}

/* Whatever the first argument points to gets a value that says nothing. */
struct value
builtin_cuda_output(struct machine *m, const struct builtin_call *call)
{
	const struct ir_type *element = builtin_type(call, 0)->kind == IR_TYPE_POINTER ? builtin_type(call, 0)->element : NULL;
	if (element && element->size)
		access_forget(m, call->args[0], element->size,
		              machine_reason(m, REASON_CALL, call->expr->loc, ir_builtin_name(call->id)));
	return value_integer(m, 0);
}

struct value
builtin_cuda_symbol(struct machine *m, const struct builtin_call *call)
{
	output(m, call, 0, &pointer_type, call->args[1]);
	return value_integer(m, 0);
}

struct value
builtin_cuda_device_pointer(struct machine *m, const struct builtin_call *call)
{
	output(m, call, 0, &pointer_type, call->args[1]);
	return value_integer(m, 0);
}

/* ---- questions about the device ---- */

struct property {
	const char *name;
	int64_t value;
};

enum { MOST_PROPERTIES = 48 };

static size_t
properties_of(const struct gpu *gpu, struct property *list)
{
	const struct property all[] = {
		{"totalGlobalMem", (int64_t)gpu->memory_bytes},
		{"sharedMemPerBlock", gpu->shared_per_block},
		{"regsPerBlock", gpu->max_registers_per_block},
		{"warpSize", 32},
		{"memPitch", INT32_MAX},
		{"maxThreadsPerBlock", 1024},
		{"clockRate", (int64_t)(gpu->clock_ghz * 1e6)},
		{"totalConstMem", 65536},
		{"major", gpu->major},
		{"minor", gpu->minor},
		{"textureAlignment", 512},
		{"texturePitchAlignment", 32},
		{"deviceOverlap", 1},
		{"multiProcessorCount", gpu->multiprocessors},
		{"kernelExecTimeoutEnabled", 0},
		{"integrated", 0},
		{"canMapHostMemory", 1},
		{"computeMode", 0},
		{"concurrentKernels", 1},
		{"ECCEnabled", 1},
		{"asyncEngineCount", 3},
		{"unifiedAddressing", 1},
		{"memoryClockRate", (int64_t)(gpu->memory_clock_ghz * 1e6)},
		{"memoryBusWidth", gpu->bus_bits},
		{"l2CacheSize", (int64_t)gpu->l2_bytes},
		{"maxThreadsPerMultiProcessor", gpu->max_threads_per_sm},
		{"streamPrioritiesSupported", 1},
		{"globalL1CacheSupported", 1},
		{"localL1CacheSupported", 1},
		{"sharedMemPerMultiprocessor", gpu->shared_per_sm},
		{"regsPerMultiprocessor", gpu->registers_per_sm},
		{"managedMemory", 1},
		{"concurrentManagedAccess", 1},
		{"pageableMemoryAccess", 0},
		{"cooperativeLaunch", 1},
		{"sharedMemPerBlockOptin", gpu->shared_per_block_optin},
		{"maxBlocksPerMultiProcessor", gpu->max_blocks_per_sm},
		{"reservedSharedMemPerBlock", gpu->shared_reserved},
		{"memoryPoolsSupported", 1},
	};
	memcpy(list, all, sizeof all);
	return sizeof all / sizeof *all;
}

struct value
builtin_cuda_properties(struct machine *m, const struct builtin_call *call)
{
	struct property list[MOST_PROPERTIES];
	const size_t count = properties_of(m->program->options->gpu, list);
	const struct ir_type *record = builtin_type(call, 0)->element;
	builtin_cuda_output(m, call);
	if (!record || record->kind != IR_TYPE_RECORD)
		return value_integer(m, 0);
	for (uint32_t i = 0; i < record->field_count; i++) {
		const struct ir_field *field = &record->fields[i];
		const struct value at = value_offset(m, call->args[0], value_integer(m, (int64_t)field->offset), 1);
		for (size_t p = 0; p < count; p++)
			if (!strcmp(field->name, list[p].name) && field->type->kind == IR_TYPE_INT)
				access_store(m, NULL, field->type, at, value_integer(m, list[p].value));
		if (!strcmp(field->name, "maxThreadsDim") || !strcmp(field->name, "maxGridSize")) {
			const bool grid = field->name[3] == 'G';
			for (int d = 0; d < 3; d++)
				access_store(m, NULL, &int_type, value_offset(m, at, value_integer(m, 4 * d), 1),
				             value_integer(m, grid ? (d ? 65535 : INT32_MAX) : d == 2 ? 64 : 1024));
		}
	}
	return value_integer(m, 0);
}

/* cudaDeviceAttr numbers, from the toolkit's driver_types.h. */
static bool
attribute_of(const struct gpu *gpu, int64_t attribute, int64_t *value)
{
	switch (attribute) {
	case 1: case 2: case 3: *value = 1024; return true;
	case 4: *value = 64; return true;
	case 5: *value = INT32_MAX; return true;
	case 6: case 7: *value = 65535; return true;
	case 8: *value = gpu->shared_per_block; return true;
	case 10: *value = 32; return true;
	case 12: *value = gpu->max_registers_per_block; return true;
	case 13: *value = (int64_t)(gpu->clock_ghz * 1e6); return true;
	case 16: *value = gpu->multiprocessors; return true;
	case 36: *value = (int64_t)(gpu->memory_clock_ghz * 1e6); return true;
	case 37: *value = gpu->bus_bits; return true;
	case 38: *value = (int64_t)gpu->l2_bytes; return true;
	case 39: *value = gpu->max_threads_per_sm; return true;
	case 75: *value = gpu->major; return true;
	case 76: *value = gpu->minor; return true;
	case 81: *value = gpu->shared_per_sm; return true;
	case 82: *value = gpu->registers_per_sm; return true;
	case 97: *value = gpu->shared_per_block_optin; return true;
	case 106: *value = gpu->max_blocks_per_sm; return true;
	case 18: case 20: *value = 0; return true;                        /* integrated, compute mode */
	case 15: case 19: case 31: case 41: case 83: case 89: case 95: case 115:   /* features of all that we know */
		*value = 1;
		return true;
	default: return false;
	}
}

struct value
builtin_cuda_attribute(struct machine *m, const struct builtin_call *call)
{
	const struct gpu *gpu = m->program->options->gpu;
	int64_t value = 0, attribute;
	switch (call->id) {
	case IR_BUILTIN_cudaGetDevice: break;
	case IR_BUILTIN_cudaGetDeviceCount: value = 1; break;
	case IR_BUILTIN_cudaDriverGetVersion:
	case IR_BUILTIN_cudaRuntimeGetVersion: value = 13000; break;
	case IR_BUILTIN_cudaMemGetInfo:
		output(m, call, 0, &size_type, value_integer(m, (int64_t)gpu->memory_bytes));
		output(m, call, 1, &size_type, value_integer(m, (int64_t)gpu->memory_bytes));
		return value_integer(m, 0);
	default:
		if (!builtin_constant(call, 1, &attribute) || !attribute_of(gpu, attribute, &value))
			return builtin_cuda_output(m, call);
	}
	output(m, call, 0, &int_type, value_integer(m, value));
	return value_integer(m, 0);
}

/* Without registers known, occupancy follows from the block size and shared memory alone. */
struct value
builtin_cuda_occupancy(struct machine *m, const struct builtin_call *call)
{
	const struct gpu *gpu = m->program->options->gpu;
	int64_t threads = 1024, shared = 0;
	if (call->id == IR_BUILTIN_cudaOccupancyMaxPotentialBlockSize) {
		const struct occupancy o = gpu_occupancy(gpu, (unsigned)threads, -1, 0);
		output(m, call, 0, &int_type, value_integer(m, (int64_t)o.blocks_per_sm * gpu->multiprocessors));
		output(m, call, 1, &int_type, value_integer(m, threads));
		return value_integer(m, 0);
	}
	if (!builtin_constant(call, 2, &threads) || (call->count > 3 && !builtin_constant(call, 3, &shared)) || threads <= 0 ||
	    threads > 1024 || shared < 0)
		return builtin_cuda_output(m, call);
	const struct occupancy o = gpu_occupancy(gpu, (unsigned)threads, -1, (uint64_t)shared);
	output(m, call, 0, &int_type, value_integer(m, o.blocks_per_sm));
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
	const struct pointed_launch launch = {
		.kernel = function->func,
		.grid = &call->args[1],
		.block = &call->args[2],
		.args = &call->args[3],
		.shared = call->count > 4 ? &call->args[4] : NULL,
		.cluster = call->id == IR_BUILTIN___gl_launch ? &call->args[6] : NULL,
		.cooperative = cooperative,
	};
	host_launch_by_pointers(m, call->expr, &launch);
	return value_integer(m, 0);
}
