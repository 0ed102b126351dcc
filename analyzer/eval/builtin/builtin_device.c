/* Queries of the runtime API about devices. */
#include <string.h>

#include "eval/builtin/builtin.h"
#include "eval/builtin/device_facts.h"
#include "eval/language/access.h"
#include "eval/state/program.h"

/* An upper bound of both numbers of a compute capability, far above all existing ones. */
enum { GREATEST_CAPABILITY = 99 };
/* The CUDA version of the built-in headers, and its bounds. */
enum { RUNTIME_VERSION = 13000, OLDEST_VERSION = 7000, LATEST_VERSION = 99000 };

static const struct ir_type int_type = {.kind = IR_TYPE_INT, .is_signed = true, .size = 4, .align = 4, .name = "int"};
static const struct ir_type size_type = {.kind = IR_TYPE_INT, .size = 8, .align = 8, .name = "size_t"};

/* Whether the compute capability is unknown for now: host code runs as on any GPU that it tests for. */
static bool
is_any_gpu(struct machine *m, const struct device_fact *fact)
{
	const bool is_capability = !strcmp(fact->member, "major") || !strcmp(fact->member, "minor");
	m->program->asked_capability |= is_capability;
	return is_capability && m->program->any_capability;
}

static struct value
reported(struct machine *m, const struct builtin_call *call, const struct ir_type *type, const struct device_fact *fact)
{
	char text[128];
	if (is_any_gpu(m, fact)) {
		const uint32_t reason = builtin_reason(m, call, REASON_CALL);
		return value_symbol(m, type,
		                    symbols_argument(m->symbols, reason, (struct interval){0, GREATEST_CAPABILITY}), 0);
	}
	if (fact->confidence != DEVICE_TAKEN)
		return value_integer(m, fact->value);
	const char *whose = call->id == IR_BUILTIN_cudaFuncGetAttributes ? "kernel" : "GPU";
	snprintf(text, sizeof text, "the %s's %s is %lld", whose, fact->member, (long long)fact->value);
	return builtin_taken(
		m, call, type,
		(struct taken_number){.number = fact->value, .range = {fact->low, fact->high}, .text = text});
}

static void
report_member(struct machine *m, const struct builtin_call *call, const struct ir_field *field,
              const struct device_fact *fact)
{
	const struct ir_type *type = field->type->kind == IR_TYPE_ARRAY ? field->type->element : field->type;
	const int64_t at = (int64_t)(field->offset + fact->index * type->size);
	if (type->kind == IR_TYPE_INT && !strcmp(field->name, fact->member))
		access_store(m, NULL, type, value_offset(m, call->args[0], value_integer(m, at), 1),
		             reported(m, call, type, fact));
}

/* Fills the call's record: listed members get their numbers, all others become unknown. */
static struct value
report_record(struct machine *m, const struct builtin_call *call, const struct device_fact *facts, size_t count)
{
	const struct ir_type *record = builtin_type(call, 0)->element;
	builtin_cuda_output(m, call);
	for (uint32_t i = 0; record && record->kind == IR_TYPE_RECORD && i < record->field_count; i++)
		for (size_t k = 0; k < count; k++)
			report_member(m, call, &record->fields[i], &facts[k]);
	return value_integer(m, 0);
}

struct value
builtin_cuda_properties(struct machine *m, const struct builtin_call *call)
{
	struct device_fact facts[MOST_DEVICE_FACTS];
	return report_record(m, call, facts, device_facts(m->program->options->gpu, facts));
}

struct value
builtin_cuda_function_attributes(struct machine *m, const struct builtin_call *call)
{
	struct device_fact facts[MOST_DEVICE_FACTS];
	return report_record(m, call, facts, function_facts(m->program->options->gpu, facts));
}

struct value
builtin_cuda_attribute(struct machine *m, const struct builtin_call *call)
{
	struct device_fact facts[MOST_DEVICE_FACTS];
	const size_t count = device_facts(m->program->options->gpu, facts);
	int64_t attribute;
	if (!builtin_constant(call, 1, &attribute))
		return builtin_cuda_output(m, call);
	for (size_t i = 0; i < count; i++) {
		if (facts[i].attribute != attribute || !attribute)
			continue;
		builtin_output(m, call, 0, &int_type, reported(m, call, &int_type, &facts[i]));
		return value_integer(m, 0);
	}
	return builtin_cuda_output(m, call);
}

/* The first device is current. */
struct value
builtin_cuda_device(struct machine *m, const struct builtin_call *call)
{
	builtin_output(m, call, 0, &int_type, value_integer(m, 0));
	return value_integer(m, 0);
}

/* Predictions are for one GPU. */
struct value
builtin_cuda_device_count(struct machine *m, const struct builtin_call *call)
{
	builtin_output(m, call, 0, &int_type, value_integer(m, 1));
	return value_integer(m, 0);
}

struct value
builtin_cuda_version(struct machine *m, const struct builtin_call *call)
{
	const bool is_driver = call->id == IR_BUILTIN_cudaDriverGetVersion;
	const struct taken_number number = {
		.number = RUNTIME_VERSION,
		.range = {OLDEST_VERSION, LATEST_VERSION},
		.text = is_driver ? "the driver's version is CUDA 13.0" : "the runtime's version is CUDA 13.0",
	};
	builtin_output(m, call, 0, &int_type, builtin_taken(m, call, &int_type, number));
	return value_integer(m, 0);
}

struct value
builtin_cuda_memory_info(struct machine *m, const struct builtin_call *call)
{
	static const char *const texts[] = {"all memory of the GPU is free",
	                                    "the GPU has as much memory as its data sheet says"};
	const int64_t bytes = (int64_t)m->program->options->gpu->memory_bytes;
	for (uint32_t i = 0; i < 2; i++) {
		const struct taken_number number = {.number = bytes, .range = {i, 2 * bytes}, .text = texts[i]};
		if (bytes)
			builtin_output(m, call, i, &size_type, builtin_taken(m, call, &size_type, number));
		else
			builtin_forget_output(m, call, i);
	}
	return value_integer(m, 0);
}
