/* getopt and getopt_long over arguments that are known, so that what a program's options set is known as well. */
#include <stdlib.h>
#include <string.h>

#include "eval/builtin.h"
#include "eval/program.h"

enum { LONGEST = 256 };

static const struct ir_type pointer_type = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = "char *"};
static const struct ir_type int_type = {.kind = IR_TYPE_INT, .is_signed = true, .size = 4, .align = 4, .name = "int"};

/* Sets optarg, optind in every unit that declares it. */
static void
set_global(struct machine *m, const char *name, const struct ir_type *type, struct value v)
{
	const struct program *program = m->program;
	for (size_t u = 0; u < program->unit_count; u++)
		for (size_t i = 0; i < program->units[u]->global_count; i++)
			if (!strcmp(program->units[u]->globals[i]->name, name))
				access_write_object(m, program_object(m->program, program->units[u]->globals[i]), type, 0, v);
}

/* argv[i]: its address and its text. */
static bool
argument_at(struct machine *m, const struct value *argv, int64_t i, struct value *address, char *text)
{
	*address = access_load(m, NULL, &pointer_type, value_offset(m, *argv, value_integer(m, 8 * i), 1));
	return builtin_string(m, address, text, LONGEST);
}

/* One entry of a `struct option` list; false at its end, or when it cannot be read. */
struct long_option {
	char name[LONGEST];
	int64_t has_arg, flag, val;
};

static bool
long_option_at(struct machine *m, const struct value *list, int64_t i, struct long_option *option)
{
	const struct value base = value_offset(m, *list, value_integer(m, 32 * i), 1);
	const struct value name = access_load(m, NULL, &pointer_type, base);
	const struct value has_arg = access_load(m, NULL, &int_type, value_offset(m, base, value_integer(m, 8), 1));
	const struct value flag = access_load(m, NULL, &pointer_type, value_offset(m, base, value_integer(m, 16), 1));
	const struct value val = access_load(m, NULL, &int_type, value_offset(m, base, value_integer(m, 24), 1));
	return builtin_string(m, &name, option->name, sizeof option->name) && value_is_constant(&has_arg, &option->has_arg) &&
	       value_is_constant(&flag, &option->flag) && value_is_constant(&val, &option->val);
}

static struct value
long_option(struct machine *m, const struct builtin_call *call, const char *text, struct value address)
{
	struct long_option option;
	const char *equals = strchr(text, '=');
	const size_t length = equals ? (size_t)(equals - text) : strlen(text);
	for (int64_t i = 0; long_option_at(m, &call->args[3], i, &option); i++) {
		if (strlen(option.name) != length || strncmp(option.name, text, length))
			continue;
		if (equals)
			set_global(m, "optarg", &pointer_type, value_offset(m, address, value_integer(m, equals - text + 3), 1));
		else if (option.has_arg == 1) {
			char ignored[LONGEST];
			struct value next;
			if (argument_at(m, &call->args[1], m->program->option_index++, &next, ignored))
				set_global(m, "optarg", &pointer_type, next);
		}
		if (option.flag)
			access_store(m, NULL, &int_type, value_integer(m, option.flag), value_integer(m, option.val));
		return value_integer(m, option.flag ? 0 : option.val);
	}
	return value_integer(m, '?');
}

static struct value
short_option(struct machine *m, const struct builtin_call *call, const char *options, const char *text,
             struct value address)
{
	struct program *program = m->program;
	const char letter = text[program->option_at];
	const char *entry = letter == ':' ? NULL : strchr(options, letter);
	program->option_at++;
	const bool takes = entry && entry[1] == ':';
	if (takes && text[program->option_at]) {
		set_global(m, "optarg", &pointer_type, value_offset(m, address, value_integer(m, program->option_at), 1));
		program->option_index++;
		program->option_at = 0;
	} else if (takes) {
		char ignored[LONGEST];
		struct value next;
		program->option_index++;
		program->option_at = 0;
		if (argument_at(m, &call->args[1], program->option_index++, &next, ignored))
			set_global(m, "optarg", &pointer_type, next);
	} else if (!text[program->option_at]) {
		program->option_index++;
		program->option_at = 0;
	}
	return value_integer(m, entry ? letter : '?');
}

struct value
builtin_getopt(struct machine *m, const struct builtin_call *call)
{
	struct program *program = m->program;
	char options[LONGEST], text[LONGEST];
	int64_t count;
	struct value address;
	if (m->on_device || call->count < 3 || !builtin_constant(call, 0, &count) ||
	    !builtin_string(m, &call->args[2], options, sizeof options))
		return builtin_unknown(m, call, REASON_RANDOM);
	if (!program->option_index)
		program->option_index = 1;
	if (program->option_index >= count || !argument_at(m, &call->args[1], program->option_index, &address, text) ||
	    text[0] != '-' || !text[1]) {
		set_global(m, "optind", &int_type, value_integer(m, program->option_index));
		return value_integer(m, -1);
	}
	struct value result;
	if (text[1] == '-') {
		program->option_index++;
		if (!text[2])
			result = value_integer(m, -1);
		else if (call->count > 3)
			result = long_option(m, call, text + 2, address);
		else
			result = value_integer(m, '?');
	} else {
		if (!program->option_at)
			program->option_at = 1;
		result = short_option(m, call, options, text, address);
	}
	set_global(m, "optind", &int_type, value_integer(m, program->option_index));
	return result;
}
