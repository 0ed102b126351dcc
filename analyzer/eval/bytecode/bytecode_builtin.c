/* Functions of the host's libraries that bytecode supports; see bytecode_code.h. */
#include "eval/bytecode/bytecode_compile.h"
#include "eval/state/builtin_call.h"

static bytecode_register
function(struct bytecode_compiler *c, const struct ir_expr *e, builtin_function function, bytecode_register want)
{
	struct bytecode_function *f = arena_new(c->arena, struct bytecode_function);
	struct value *args = arena_array(c->arena, e->arg_count + 1, sizeof *args);
	if (e->arg_count > 4 || bytecode_scalar_of(e->type) == SCALAR_NONE)
		bytecode_refuse(c, "a function of another kind");
	f->function = function;
	f->call = (struct builtin_call){e, e->builtin, args, e->arg_count};
	for (uint32_t i = 0; i < e->arg_count && !c->refused; i++) {
		bytecode_register arg = bytecode_expr(c, e->args[i], NO_REGISTER);
		for (uint32_t k = i + 1; k < e->arg_count; k++)
			arg = bytecode_stable(c, arg, e->args[k]);
		f->args[i] = arg;
		args[i].real = bytecode_is_real(e->args[i]->type);
	}
	for (uint32_t i = e->arg_count; i < 4; i++)
		f->args[i] = bytecode_integer(c, 0);
	const bytecode_register d = bytecode_destination(c, want);
	bytecode_emit(c, BYTECODE_FUNCTION, d, 0, 0)->function = f;
	return d;
}

/* An allocation of args[0] bytes; for calloc, args[0] elements of args[1] bytes. */
static bytecode_register
allocate(struct bytecode_compiler *c, const struct ir_expr *e, const bytecode_register *args, bytecode_register want)
{
	const bool counted = e->builtin == IR_BUILTIN_calloc;
	const bytecode_register d = bytecode_destination(c, want);
	bytecode_emit(c, BYTECODE_ALLOCATE, d, args[0], counted ? args[1] : bytecode_integer(c, 1))->expr = e;
	return d;
}

static bytecode_register
bytes_builtin(struct bytecode_compiler *c, const struct ir_expr *e, const bytecode_register *args)
{
	c->code->stores = c->code->stores_integers = true;
	if (e->builtin == IR_BUILTIN_memset)
		bytecode_emit(c, BYTECODE_FILL, args[2], args[0], args[1])->shape = SCALAR_U8;
	else
		bytecode_emit(c, BYTECODE_MOVE_BYTES, args[2], args[0], args[1]);
	return args[0];
}

static bool
is_output(enum ir_builtin id)
{
	return id == IR_BUILTIN_printf || id == IR_BUILTIN_fprintf || id == IR_BUILTIN_puts ||
	       id == IR_BUILTIN_putchar || id == IR_BUILTIN_fwrite || id == IR_BUILTIN_fflush;
}

static bool
is_of_the_runtime(enum ir_builtin id)
{
	return id >= IR_BUILTIN_cudaMalloc;
}

bytecode_register
bytecode_builtin(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want)
{
	const builtin_function known = builtin_function_of(builtin_handler_of(e->builtin));
	if (known)
		return function(c, e, known, want);
	if (is_of_the_runtime(e->builtin)) {
		bytecode_refuse(c, "a call of the CUDA runtime");
		return bytecode_integer(c, 0);
	}
	bytecode_register *args = arena_array(c->arena, e->arg_count + 3, sizeof *args);
	for (uint32_t i = 0; i < e->arg_count; i++) {
		args[i] = bytecode_expr(c, e->args[i], NO_REGISTER);
		for (uint32_t k = i + 1; k < e->arg_count; k++)
			args[i] = bytecode_stable(c, args[i], e->args[k]);
	}
	switch (e->builtin) {
	case IR_BUILTIN___mul24:
	case IR_BUILTIN___umul24: {
		const bytecode_register d = bytecode_destination(c, want);
		bytecode_arithmetic(c, IR_MUL, e->type, d, args[0], args[1]);
		return d;
	}
	case IR_BUILTIN_malloc:
	case IR_BUILTIN_calloc:
	case IR_BUILTIN___gl_new: return allocate(c, e, args, want);
	case IR_BUILTIN_free:
	case IR_BUILTIN___gl_delete: return bytecode_integer(c, 0);
	case IR_BUILTIN_memset:
	case IR_BUILTIN_memcpy:
	case IR_BUILTIN_memmove: return bytes_builtin(c, e, args);
	case IR_BUILTIN_rand:
	case IR_BUILTIN_random:
	case IR_BUILTIN_srand:
	case IR_BUILTIN_srandom:
	case IR_BUILTIN_drand48:
	case IR_BUILTIN_lrand48:
	case IR_BUILTIN_mrand48:
	case IR_BUILTIN_srand48: {
		const bytecode_register d = bytecode_destination(c, want);
		c->code->draws = true;
		bytecode_emit(c, BYTECODE_RANDOM, d, e->arg_count ? args[0] : bytecode_integer(c, 0), 0)->builtin =
			e->builtin;
		return d;
	}
	case IR_BUILTIN___gl_is_known: {
		const bytecode_register d = bytecode_destination(c, want);
		bytecode_emit(c, BYTECODE_IS_KNOWN, d, args[0], 0);
		return d;
	}
	case IR_BUILTIN___gl_clock: return bytecode_integer(c, 0);
	case IR_BUILTIN___gl_is_walked: return bytecode_integer(c, false);
	case IR_BUILTIN___gl_reorder:
		bytecode_emit(c, BYTECODE_REORDER, 0, args[0], 0);
		/* fall through */
	case IR_BUILTIN___gl_forget:
	case IR_BUILTIN___gl_forget_input:
	case IR_BUILTIN___gl_may_change:
		if (e->builtin == IR_BUILTIN___gl_forget_input)
			bytecode_emit(c, BYTECODE_INPUT, 0, 0, 0);
		c->code->stores = true;
		bytecode_emit(c, BYTECODE_FILL, args[1], args[0], bytecode_unknown(c, NO_REGISTER))->shape = SCALAR_U8;
		return bytecode_integer(c, 0);
	case IR_BUILTIN___gl_input:
		bytecode_emit(c, BYTECODE_INPUT, 0, 0, 0);
		/* fall through */
	case IR_BUILTIN___gl_unknown:
	case IR_BUILTIN_clock:
	case IR_BUILTIN_time: return bytecode_unknown(c, want);
	default:
		if (is_output(e->builtin))
			return bytecode_unknown(c, want);
		bytecode_unsupported(c, ir_builtin_name(e->builtin));
		return bytecode_unknown(c, want);
	}
}
