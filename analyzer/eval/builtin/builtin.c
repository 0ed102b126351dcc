/* The table of builtins, and what their handlers share. */
#include "eval/builtin/builtin.h"

#include <math.h>
#include <string.h>
#include "code/effects.h"
#include "eval/host/host_record.h"
#include "eval/language/access.h"
#include "eval/order/block_order.h"
#include "eval/state/evaluate.h"
#include "eval/state/object.h"

/* clang-format off */
static const builtin_handler handlers[IR_BUILTIN_COUNT] = {
#define H(name, handler) [IR_BUILTIN_##name] = builtin_##handler,
	H(__syncthreads, sync) H(__syncwarp, sync) H(__gl_grid_sync, sync)
	H(__syncthreads_count, sync_vote) H(__syncthreads_and, sync_vote) H(__syncthreads_or, sync_vote)
	H(__threadfence, sync)
	H(__shfl_sync, shuffle) H(__shfl_up_sync, shuffle) H(__shfl_down_sync, shuffle) H(__shfl_xor_sync, shuffle)
	H(__all_sync, vote) H(__any_sync, vote) H(__ballot_sync, vote)
	H(__match_any_sync, match_any) H(__match_all_sync, data_dependent)
	H(__reduce_add_sync, reduce) H(__reduce_min_sync, reduce) H(__reduce_max_sync, reduce)
	H(__reduce_and_sync, reduce) H(__reduce_or_sync, reduce) H(__reduce_xor_sync, reduce)
	H(__activemask, activemask) H(__lane_id, lane_id) H(__nanosleep, nothing) H(__trap, exit) H(__brkpt, nothing)
	H(clock, random) H(clock64, random) H(__globaltimer, random)

	H(__ldg, load) H(__ldcg, load) H(__ldca, load) H(__ldcs, load) H(__ldlu, load) H(__ldcv, load)
	H(__stwb, store) H(__stcg, store) H(__stcs, store) H(__stwt, store)
	H(atomicAdd, atomic) H(atomicSub, atomic) H(atomicExch, atomic) H(atomicMin, atomic) H(atomicMax, atomic)
	H(atomicInc, atomic) H(atomicDec, atomic) H(atomicCAS, atomic) H(atomicAnd, atomic) H(atomicOr, atomic)
	H(atomicXor, atomic)
	H(__gl_enters_cluster, enters_cluster)
	H(__gl_is_global, address_space) H(__gl_is_shared, address_space) H(__gl_is_constant, address_space)
	H(__gl_is_local, address_space) H(__cvta_generic_to_shared, shared_number) H(__gl_shared_to_generic, shared_number)
	H(__cvta_generic_to_global, same_address)
	H(__gl_async_copy, async_copy) H(__gl_async_wait, async_wait)
	H(__gl_texture_fetch, texture) H(__gl_surface_write, texture)
	H(__gl_matrix_load, matrix) H(__gl_matrix_store, matrix)
	H(__gl_unknown, data_dependent) H(__gl_input, input_number)

	H(__popc, number) H(__popcll, number) H(__clz, number) H(__clzll, number) H(__ffs, number) H(__ffsll, number) H(__brev, number)
	H(__brevll, number) H(abs, number) H(labs, number) H(llabs, number) H(__gl_bits, number)
	H(__byte_perm, number) H(__funnelshift_l, number) H(__funnelshift_r, number) H(__mulhi, number)
	H(__umulhi, number) H(__mul64hi, number) H(__umul64hi, number) H(__sad, number) H(__usad, number)
	H(__hadd, number) H(__rhadd, number)
	H(__mul24, multiply_24) H(__umul24, multiply_24)
	H(min, number) H(max, number) H(umin, number) H(umax, number) H(fmin, number) H(fmax, number)

	H(sqrt, number) H(rsqrt, number) H(cbrt, number) H(fabs, number) H(floor, number) H(ceil, number) H(round, number) H(rint, number)
	H(trunc, number) H(lround, number) H(lrint, number) H(fmod, number) H(remainder, number) H(pow, number) H(exp, number)
	H(exp2, number) H(exp10, number) H(expm1, number) H(log, number) H(log2, number) H(log10, number) H(log1p, number) H(sin, sine)
	H(cos, sine) H(tan, sine) H(asin, number) H(acos, number) H(atan, number) H(atan2, number) H(sinh, number) H(cosh, number)
	H(tanh, number) H(erf, number) H(erfc, number) H(tgamma, number) H(lgamma, number) H(hypot, number) H(fma, number)
	H(copysign, number) H(ldexp, number) H(isnan, number) H(isinf, number) H(isfinite, number) H(signbit, number)
	H(__gl_round_to_int, number) H(__gl_saturate, number) H(__gl_approximate, number) H(__gl_sin, number) H(__gl_cos, number)

	H(malloc, malloc) H(calloc, malloc) H(realloc, malloc) H(__gl_new, malloc) H(free, free) H(__gl_delete, free)
	H(__gl_allocated, allocated)
	H(memset, memset) H(memcpy, memcpy) H(memmove, memcpy) H(memcmp, memory_compare)
	H(strlen, string_length) H(strcmp, string_compare) H(strncmp, string_compare) H(strcasecmp, string_compare)
	H(strncasecmp, string_compare) H(strcpy, string_copy)
	H(strchr, string_search) H(strrchr, string_search) H(strstr, string_search)
	H(atoi, parse_number) H(atol, parse_number) H(atoll, parse_number) H(atof, parse_number) H(strtol, parse_number)
	H(strtoul, parse_number) H(strtod, parse_number) H(getenv, getenv)
	H(rand, rand) H(srand, seed) H(drand48, rand48) H(lrand48, rand48) H(mrand48, rand48)
	H(srand48, seed) H(random, rand) H(srandom, seed) H(exit, exit) H(abort, exit) H(_exit, exit) H(__assert_fail, exit)
	H(printf, print) H(fprintf, print) H(sprintf, print_text) H(snprintf, print_text) H(puts, print) H(putchar, print)
	H(__gl_at_exit, at_exit) H(atexit, at_exit) H(__gl_throw, throw)
	H(scanf, input) H(sscanf, input) H(fscanf, input) H(fopen, open) H(fclose, nothing) H(fread, input) H(fwrite, print)
	H(fgets, input) H(fflush, nothing) H(time, random) H(__gl_is_known, is_known) H(__gl_likely, likely)
	H(__gl_is_walked, is_walked)
	H(__gl_forget, forget) H(__gl_forget_input, forget_input) H(__gl_reorder, reorder) H(__gl_may_change, may_change)

	H(cudaMalloc, cuda_allocate) H(cudaMallocManaged, cuda_allocate) H(cudaMallocHost, cuda_allocate)
	H(cudaHostAlloc, cuda_allocate) H(cudaMallocAsync, cuda_allocate) H(cudaHostRegister, cuda_register)
	H(cudaHostGetDevicePointer, cuda_address) H(cudaMallocPitch, cuda_pitch)
	H(cudaMallocArray, cuda_output) H(cudaMalloc3DArray, cuda_output)
	H(cudaFree, cuda_free) H(cudaFreeHost, cuda_free) H(cudaFreeAsync, cuda_free) H(cudaFreeArray, nothing)
	H(cudaMemcpy, cuda_copy) H(cudaMemcpyAsync, cuda_copy) H(cudaMemcpy2D, cuda_copy_rows) H(cudaMemcpy2DAsync, cuda_copy_rows)
	H(cudaMemcpyToSymbol, cuda_copy_symbol) H(cudaMemcpyToSymbolAsync, cuda_copy_symbol)
	H(cudaMemcpyFromSymbol, cuda_copy_symbol) H(cudaMemcpyFromSymbolAsync, cuda_copy_symbol)
	H(cudaMemcpyToArray, nothing) H(cudaMemcpy2DToArray, nothing)
	H(cudaMemset, cuda_fill) H(cudaMemsetAsync, cuda_fill) H(cudaMemset2D, cuda_fill_rows)
	H(cudaMemset2DAsync, cuda_fill_rows) H(cudaGetSymbolAddress, cuda_address) H(cudaGetSymbolSize, cuda_output)
	H(cudaBindTexture, nothing) H(cudaBindTexture2D, nothing) H(cudaBindTextureToArray, nothing)
	H(cudaCreateTextureObject, cuda_output) H(cudaCreateSurfaceObject, cuda_output)
	H(cudaGetDevice, cuda_device) H(cudaSetDevice, cuda_set_device) H(cudaGetDeviceCount, cuda_device_count)
	H(cudaGetDeviceProperties, cuda_properties) H(cudaDeviceGetAttribute, cuda_attribute)
	H(cudaDriverGetVersion, cuda_version) H(cudaRuntimeGetVersion, cuda_version) H(cudaMemGetInfo, cuda_memory_info)
	H(cudaFuncGetAttributes, cuda_function_attributes)
	H(cudaOccupancyMaxActiveBlocksPerMultiprocessor, cuda_resident_blocks)
	H(cudaOccupancyMaxPotentialBlockSize, cuda_best_block)
	H(cudaGetErrorString, random) H(cudaGetErrorName, random) H(cudaGetLastError, nothing)
	H(cudaPeekAtLastError, nothing) H(cudaStreamCreate, cuda_stream) H(cudaStreamCreateWithFlags, cuda_stream)
	H(cudaStreamCreateWithPriority, cuda_stream) H(cudaEventCreate, cuda_output) H(cudaEventCreateWithFlags, cuda_output)
	H(cudaEventElapsedTime, cuda_output) H(cudaEventQuery, nothing) H(cudaStreamQuery, nothing)
	H(cudaLaunchKernel, cuda_launch) H(cudaLaunchCooperativeKernel, cuda_launch) H(__gl_launch, cuda_launch)
	H(cudaDeviceSynchronize, nothing) H(cudaStreamSynchronize, nothing) H(cudaEventSynchronize, nothing)
	H(cudaStreamWaitEvent, nothing) H(cudaEventRecord, nothing) H(cudaMemPrefetchAsync, nothing)
	H(cudaMemAdvise, nothing) H(cudaStreamBeginCapture, nothing) H(__gl_end_capture, nothing)
	H(__gl_graph_launch, nothing) H(__gl_clock, nothing)
	H(__gl_share_devices, share_devices)
	H(__gl_cuda_success, nothing)
#undef H
};
/* clang-format on */

builtin_handler
builtin_handler_of(enum ir_builtin id)
{
	return handlers[id];
}

/* What the program calls: of the built-in headers it knows nothing. */
static const char *
called_name(const struct machine *m, const struct builtin_call *call)
{
	const struct ir_expr *entry = m->frame ? m->frame->entry.call : NULL;
	return entry && entry->kind == IR_CALL ? entry->func->name : ir_builtin_name(call->id);
}

uint32_t
builtin_reason(struct machine *m, const struct builtin_call *call, enum reason_kind kind)
{
	return machine_reason(m, kind, call->expr->loc, called_name(m, call));
}

struct value
builtin_unknown(struct machine *m, const struct builtin_call *call, enum reason_kind kind)
{
	const struct ir_type *type = call->expr->type;
	const uint32_t reason = builtin_reason(m, call, kind);
	if (type->kind == IR_TYPE_VOID)
		return value_integer(m, 0);
	if (type->kind == IR_TYPE_RECORD) {
		struct object *object = temporary_object(m, type, call->expr->loc);
		object->reason = reason;
		return value_address(m, object, 0);
	}
	if (!m->on_device)
		return value_symbol(m, type, symbols_fresh(m->symbols, reason), 0);
	return value_unknown(m, type, reason);
}

static const struct ir_type byte_type = {.kind = IR_TYPE_INT, .size = 1, .align = 1, .name = "unsigned char"};

bool
builtin_byte(struct machine *m, struct object *object, int64_t offset, int64_t *byte)
{
	const struct value v = access_read_object(m, object, &byte_type, offset);
	return value_is_constant(&v, byte);
}

bool
builtin_string(struct machine *m, const struct value *address, char *text, size_t size)
{
	int64_t offset, c;
	struct object *object = object_of_address(m, address, &offset);
	for (size_t i = 0; object && i < size; i++) {
		if (!builtin_byte(m, object, offset + (int64_t)i, &c))
			return false;
		text[i] = (char)c;
		if (!c)
			return true;
	}
	return false;
}

void
builtin_write_bytes(struct machine *m, struct object *object, int64_t offset, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		access_write_object(m, object, &byte_type, offset + (int64_t)i,
		                    value_integer(m, (unsigned char)bytes[i]));
}

bool
builtin_is_access(enum ir_builtin id)
{
	const builtin_handler handler = handlers[id];
	return handler == builtin_load || handler == builtin_store || handler == builtin_atomic ||
	       handler == builtin_memcpy || id == IR_BUILTIN_memset;
}

struct value
eval_builtin(struct machine *m, const struct ir_expr *expr)
{
	struct value *args = arena_alloc(&m->scratch, (expr->arg_count + 1) * sizeof *args);
	for (uint32_t i = 0; i < expr->arg_count; i++)
		args[i] = eval_expr(m, expr->args[i]);
	const struct builtin_call call = {expr, expr->builtin, args, expr->arg_count};
	if (mask_empty(&m->active.may))
		return value_integer(m, 0);
	const builtin_handler handler = handlers[expr->builtin];
	if (!handler) {
		order_hidden(m);
		return builtin_unknown(m, &call, REASON_CALL);
	}
	order_builtin(m, expr->builtin);
	const struct value result = handler(m, &call);
	if (!m->on_device)
		host_record_call(m, &call);
	return result;
}
