#include "frontend/code_flags.h"

#include <stdlib.h>
#include <string.h>

/* Flags of nvcc, with one dash or two, and of clang. */
static const struct {
	const char *name;
	unsigned rounding;
	const char *unoptimised;
} switches[] = {
	{"use_fast_math", IR_FLUSHED | IR_ROUGH_DIVISION | IR_ROUGH_ROOT, NULL},
	{"ffast-math", IR_FLUSHED | IR_ROUGH_DIVISION | IR_ROUGH_ROOT, NULL},
	{"fcuda-flush-denormals-to-zero", IR_FLUSHED, NULL},
	{"fgpu-flush-denormals-to-zero", IR_FLUSHED, NULL},
	{"fcuda-approx-transcendentals", IR_ROUGH_DIVISION | IR_ROUGH_ROOT, NULL},
	{"G", 0, "-G"},
	{"device-debug", 0, "-G"},
};

/* Flags with a value. */
static const struct {
	const char *name, *value;
	unsigned rounding;
} values[] = {
	{"fmad", "false", IR_NO_CONTRACTION},  {"ffp-contract", "off", IR_NO_CONTRACTION},
	{"ftz", "true", IR_FLUSHED},           {"prec-div", "false", IR_ROUGH_DIVISION},
	{"prec-sqrt", "false", IR_ROUGH_ROOT},
};

bool
code_flags_switch(struct ir_compilation *compilation, const char *flag)
{
	const char *name = flag + strspn(flag, "-");
	bool is_known = false;
	for (size_t i = 0; i < sizeof switches / sizeof *switches && name != flag; i++) {
		if (strcmp(name, switches[i].name))
			continue;
		is_known = true;
		compilation->rounding |= switches[i].rounding;
		if (switches[i].unoptimised)
			compilation->unoptimised = switches[i].unoptimised;
	}
	return is_known;
}

/* Reads a list of flags for ptxas: "-v,-O1", "-O0 -v", "--opt-level=2". */
static void
read_ptxas(struct ir_compilation *compilation, const char *list)
{
	static const char *const levels[] = {"-Xptxas -O0", "-Xptxas -O1", "-Xptxas -O2"};
	static const char *const names[] = {"-O", "--opt-level=", "-opt-level="};
	while (*list) {
		const size_t length = strcspn(list, ", ");
		for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
			const size_t name = strlen(names[i]);
			if (length == name + 1 && !strncmp(list, names[i], name) && list[name] >= '0' &&
			    list[name] <= '2')
				compilation->unoptimised = levels[list[name] - '0'];
		}
		list += length + (list[length] != '\0');
	}
}

void
code_flags_value(struct ir_compilation *compilation, const char *name, const char *value)
{
	if (!strcmp(name, "-Xptxas"))
		read_ptxas(compilation, value);
	if (!strcmp(name, "-Ofast-compile"))
		compilation->unoptimised = strcmp(value, "0") != 0 ? "-Ofast-compile" : NULL;
	if (!strcmp(name, "-default-stream"))
		compilation->has_stream_per_thread = !strcmp(value, "per-thread");
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		if (strcmp(name + 1, values[i].name))
			continue;
		if (!strcmp(value, values[i].value))
			compilation->rounding |= values[i].rounding;
		else
			compilation->rounding &= ~values[i].rounding;
	}
}
