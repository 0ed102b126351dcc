/* The C library, as far as host code needs it for launches. */
#include "eval/builtin/builtin.h"
#include "eval/language/access.h"
#include "eval/state/arguments.h"
#include "eval/state/object.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "eval/state/program.h"
#include "eval/state/undo_log.h"
#include "eval/state/wild_store.h"
#include "ir/integer.h"
#include "support/allocate.h"

/* bytes; larger contents are data rather than text */
enum { LONGEST_STRING = 256, MOST_COMPARED = 4096, MOST_FILLED = 4096 };

/* The scalar element of an array with any number of dimensions; NULL: other elements. */
static const struct ir_type *
scalar_of(const struct ir_type *type)
{
	while (type && type->kind == IR_TYPE_ARRAY)
		type = type->element;
	if (!type || (type->kind != IR_TYPE_INT && type->kind != IR_TYPE_FLOAT && type->kind != IR_TYPE_POINTER))
		return NULL;
	return type;
}

/* Copies to a private object element by element; false: the range is not made of whole elements. */
static bool
move_elements(struct machine *m, struct object *to, int64_t to_offset, struct object *from, int64_t from_offset,
              uint64_t bytes)
{
	const struct ir_type *scalar = scalar_of(to->type);
	if (!scalar || to_offset < 0 || (uint64_t)to_offset % scalar->size || bytes % scalar->size ||
	    (uint64_t)to_offset + bytes > to->size)
		return false;
	for (uint64_t at = 0; at < bytes; at += scalar->size)
		access_write_object(m, to, scalar, to_offset + (int64_t)at,
		                    access_read_object(m, from, scalar, from_offset + (int64_t)at));
	return true;
}

void
builtin_move(struct machine *m, struct object *to, int64_t to_offset, struct object *from, int64_t from_offset,
             uint64_t bytes)
{
	const bool is_made = to->is_made || from->is_made;
	undo_log_save_object(m, to);
	memory_note_store(m->memory, to, ++m->clock);
	to->is_made = is_made;
	wild_store_move(m, to, from);
	if (!to->is_private && !from->is_private) {
		memory_move(m->memory, to, to_offset, from, from_offset, bytes);
		return;
	}
	/* Copies the scalars of the private object, which has cells. */
	if (from->is_private) {
		if (!to->is_private && from->zeroed)
			memory_fill(m->memory, to, to_offset, bytes, 0);
		else
			access_forget(m, value_address(m, to, to_offset), bytes, from->reason);
		for (size_t i = 0; i < from->cell_count; i++) {
			const struct cell *c = &from->cells[i];
			const int64_t first = (int64_t)c->offset, end = first + c->width,
				      last = from_offset + (int64_t)bytes;
			if (!c->variable->defined || end <= from_offset || first >= last)
				continue;
			if (first < from_offset || end > last) {
				/* Only part of its bytes are moved. */
				const int64_t begin = first > from_offset ? first : from_offset,
					      count = (end < last ? end : last) - begin;
				access_forget(m, value_address(m, to, to_offset + begin - from_offset), (uint64_t)count,
				              from->reason);
				continue;
			}
			const struct ir_type type = {.kind = c->variable->real ? IR_TYPE_FLOAT : IR_TYPE_INT,
			                             .size = c->width,
			                             .is_signed = true};
			access_write_object(m, to, &type, to_offset + (int64_t)c->offset - from_offset,
			                    access_read_object(m, from, &type, (int64_t)c->offset));
		}
		return;
	}
	if (to->type && to->type->size == bytes && to_offset == 0)
		access_copy_object(m, to, 0, to->type, from, from_offset);
	else if (!move_elements(m, to, to_offset, from, from_offset, bytes))
		access_forget(m, value_address(m, to, to_offset), bytes, from->reason);
}

/* Fills elements of a private host object with the byte. False: the range is too large, or is not made of whole
 * elements. Also false: the byte is not zero, and the elements are wider than a byte. */
static bool
fill_elements(struct machine *m, struct object *object, int64_t offset, uint64_t bytes, uint8_t byte)
{
	const struct ir_type *scalar = scalar_of(object->type);
	if (m->on_device || !scalar || (byte && scalar->size != 1) || offset < 0 || (uint64_t)offset % scalar->size ||
	    bytes % scalar->size || (uint64_t)offset + bytes > object->size || bytes > MOST_FILLED)
		return false;
	const struct value v =
		scalar->kind == IR_TYPE_FLOAT ? value_real(m, 0) : value_integer(m, integer_wrap(byte, scalar));
	for (uint64_t at = 0; at < bytes; at += scalar->size)
		access_write_object(m, object, scalar, offset + (int64_t)at, v);
	return true;
}

struct value
builtin_memset(struct machine *m, const struct builtin_call *call)
{
	int64_t offset, byte, bytes;
	struct object *object = object_of_address(m, &call->args[0], &offset);
	if (m->sink && call->id == IR_BUILTIN_memset)
		builtin_report_bytes(m, call);
	if (!m->on_device && object && !object->is_private && builtin_constant(call, 1, &byte) &&
	    builtin_constant(call, 2, &bytes) && bytes >= 0) {
		undo_log_save_object(m, object);
		memory_note_store(m->memory, object, ++m->clock);
		memory_fill(m->memory, object, offset, (uint64_t)bytes, (uint8_t)byte);
		return call->args[0];
	}
	if (object && object->is_private && object->type && builtin_constant(call, 1, &byte) && byte == 0 &&
	    offset == 0 && builtin_constant(call, 2, &bytes) && (uint64_t)bytes == object->type->size) {
		access_zero(m, object->type, call->args[0]);
		return call->args[0];
	}
	if (object && object->is_private && builtin_constant(call, 1, &byte) && builtin_constant(call, 2, &bytes) &&
	    bytes >= 0 && fill_elements(m, object, offset, (uint64_t)bytes, (uint8_t)byte))
		return call->args[0];
	bytes = UINT32_MAX;
	builtin_constant(call, 2, &bytes);
	access_forget(m, call->args[0], (uint64_t)bytes, machine_reason(m, REASON_CALL, call->expr->loc, "memset"));
	return call->args[0];
}

/* Moves known data of a number's size as bits, whatever the types of both ends are; false: something is unknown. */
static bool
move_number(struct machine *m, const struct builtin_call *call, int64_t bytes)
{
	const struct ir_type type = {.kind = IR_TYPE_INT, .size = (uint64_t)bytes, .align = 1, .name = "bits"};
	if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
		return false;
	const struct value bits = access_load(m, NULL, &type, call->args[1]);
	if (bits.symbol)
		return false;
	access_store(m, NULL, &type, call->args[0], bits);
	return true;
}

struct value
builtin_memcpy(struct machine *m, const struct builtin_call *call)
{
	int64_t to_offset, from_offset, bytes = UINT32_MAX;
	struct object *to = object_of_address(m, &call->args[0], &to_offset);
	struct object *from = object_of_address(m, &call->args[1], &from_offset);
	const bool known = builtin_constant(call, 2, &bytes);
	if (m->sink)
		builtin_report_bytes(m, call);
	if (!m->on_device && to && from && known && bytes >= 0)
		builtin_move(m, to, to_offset, from, from_offset, (uint64_t)bytes);
	else if (!known || !to || !to->is_private || !move_number(m, call, bytes))
		access_forget(m, call->args[0], (uint64_t)bytes,
		              machine_reason(m, REASON_CALL, call->expr->loc, "memcpy"));
	return call->args[0];
}

/* ---- strings ---- */

static bool
string_arg(struct machine *m, const struct builtin_call *call, uint32_t i, char *text)
{
	return i < call->count && !m->on_device && builtin_string(m, &call->args[i], text, LONGEST_STRING);
}

/* The result of a function of unknown texts. */
static struct value
unknown_of_text(struct machine *m, const struct builtin_call *call)
{
	for (uint32_t i = 0; i < call->count && i < 2; i++) {
		const uint32_t missing =
			builtin_type(call, i)->kind == IR_TYPE_POINTER ? arguments_reason(m, &call->args[i]) : 0;
		if (missing)
			return value_symbol(m, call->expr->type, symbols_fresh(m->symbols, missing), 0);
	}
	return builtin_unknown(m, call, REASON_CALL);
}

struct value
builtin_string_compare(struct machine *m, const struct builtin_call *call)
{
	char a[LONGEST_STRING], b[LONGEST_STRING];
	int64_t n = LONGEST_STRING;
	if (!string_arg(m, call, 0, a) || !string_arg(m, call, 1, b) ||
	    (call->count > 2 && !builtin_constant(call, 2, &n)))
		return unknown_of_text(m, call);
	const bool folds = call->id == IR_BUILTIN_strcasecmp || call->id == IR_BUILTIN_strncasecmp;
	return value_integer(m, folds ? strncasecmp(a, b, (size_t)n) : strncmp(a, b, (size_t)n));
}

static bool
sets_environment(const struct program *program)
{
	static const char *const setters[] = {"setenv", "putenv"};
	return program_calls(program, setters, sizeof setters / sizeof *setters);
}

/* A login sets these variables, so they cannot be assumed unset. */
static bool
is_set_by_login(const char *variable)
{
	static const char *const names[] = {"HOME", "LOGNAME", "PATH", "PWD", "SHELL", "TERM", "USER"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i], variable))
			return true;
	return false;
}

/* All other environment variables are assumed to be unset; launches report this assumption. */
struct value
builtin_getenv(struct machine *m, const struct builtin_call *call)
{
	char variable[LONGEST_STRING];
	if (m->on_device || m->program->environment.open || !string_arg(m, call, 0, variable) ||
	    is_set_by_login(variable) || sets_environment(m->program))
		return builtin_random(m, call);
	char text[LONGEST_STRING + 64];
	snprintf(text, sizeof text, "'%s' is not set in the environment", variable);
	environment_take(m->program, text);
	m->program->environment.asked_environment = true;
	return value_integer(m, 0);
}

struct value
builtin_memory_compare(struct machine *m, const struct builtin_call *call)
{
	int64_t a_offset, b_offset, n, x, y;
	struct object *a = object_of_address(m, &call->args[0], &a_offset),
		      *b = object_of_address(m, &call->args[1], &b_offset);
	if (m->on_device || !a || !b || !builtin_constant(call, 2, &n) || n > MOST_COMPARED)
		return builtin_unknown(m, call, REASON_CALL);
	for (int64_t i = 0; i < n; i++) {
		if (!builtin_byte(m, a, a_offset + i, &x) || !builtin_byte(m, b, b_offset + i, &y))
			return builtin_unknown(m, call, REASON_CALL);
		if (x != y)
			return value_integer(m, x < y ? -1 : 1);
	}
	return value_integer(m, 0);
}

struct value
builtin_string_length(struct machine *m, const struct builtin_call *call)
{
	char text[LONGEST_STRING];
	if (!string_arg(m, call, 0, text))
		return unknown_of_text(m, call);
	return value_integer(m, (int64_t)strlen(text));
}

struct value
builtin_string_search(struct machine *m, const struct builtin_call *call)
{
	char text[LONGEST_STRING], word[LONGEST_STRING];
	int64_t c;
	const char *found;
	if (!string_arg(m, call, 0, text))
		return unknown_of_text(m, call);
	if (call->id == IR_BUILTIN_strstr) {
		if (!string_arg(m, call, 1, word))
			return unknown_of_text(m, call);
		found = strstr(text, word);
	} else {
		if (!builtin_constant(call, 1, &c))
			return unknown_of_text(m, call);
		found = call->id == IR_BUILTIN_strchr ? strchr(text, (int)c) : strrchr(text, (int)c);
	}
	if (!found)
		return value_integer(m, 0);
	return value_offset(m, call->args[0], value_integer(m, found - text), 1);
}

struct value
builtin_string_copy(struct machine *m, const struct builtin_call *call)
{
	char text[LONGEST_STRING];
	int64_t offset;
	struct object *to = object_of_address(m, &call->args[0], &offset);
	if (to && string_arg(m, call, 1, text))
		builtin_write_bytes(m, to, offset, text, strlen(text) + 1);
	else
		access_forget(m, call->args[0], UINT32_MAX, builtin_reason(m, call, REASON_CALL));
	return call->args[0];
}

/* Like strtol and related functions, wrapped to the type. */
static struct value
parse_integer(struct machine *m, const char *text, int base, const struct ir_type *type, char **end)
{
	const int64_t number = type->is_signed ? strtoll(text, end, base) : (int64_t)strtoull(text, end, base);
	return value_integer(m, integer_wrap(number, type));
}

/* False: the text or the base is unknown. */
static bool
parse_known(struct machine *m, const struct builtin_call *call, struct value *number, size_t *length)
{
	char text[LONGEST_STRING], *end = text;
	int64_t base = 10;
	if (!string_arg(m, call, 0, text))
		return false;
	if (call->id == IR_BUILTIN_atof || call->id == IR_BUILTIN_strtod) {
		*number = value_real(m, strtod(text, &end));
	} else {
		if ((call->count > 2 && !builtin_constant(call, 2, &base)) || base < 0 || base > 36 || base == 1)
			return false;
		*number = parse_integer(m, text, (int)base, call->expr->type, &end);
	}
	*length = (size_t)(end - text);
	return true;
}

struct value
builtin_parse_number(struct machine *m, const struct builtin_call *call)
{
	static const struct ir_type pointer_type = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = "char *"};
	struct value number;
	size_t length;
	int64_t where;
	struct object *end = call->count > 1 ? object_of_address(m, &call->args[1], &where) : NULL;
	if (!parse_known(m, call, &number, &length)) {
		const uint32_t reason = builtin_text_reason(m, call);
		if (end)
			access_forget(m, call->args[1], pointer_type.size, reason);
		return value_symbol(m, call->expr->type, symbols_fresh(m->symbols, reason), 0);
	}
	if (end)
		access_write_object(m, end, &pointer_type, where,
		                    value_offset(m, call->args[0], value_integer(m, (int64_t)length), 1));
	return number;
}

/* ---- the process ---- */

struct value
builtin_exit(struct machine *m, const struct builtin_call *call)
{
	/* A failed assertion under an assumption refutes the assumption, so the program does not end. */
	if (call->id == IR_BUILTIN___assert_fail && m->program->assumption) {
		m->program->assumption_fails = true;
		return value_integer(m, 0);
	}
	m->thrown = false;
	if (!m->on_device && call->id != IR_BUILTIN_exit && !m->undo_log)
		m->program->ends_at_once = true;
	const bool fails = call->id != IR_BUILTIN__exit;
	/* Example data may also fail an assertion: then the lanes continue. */
	if (!m->by_example || !fails)
		machine_end_lanes(m, fails ? PROGRAM_WORKS : "data decides which threads have exited by then");
	return value_integer(m, 0);
}

/* Opening succeeds: a program that does not find its files makes no relevant launches. */
struct value
builtin_open(struct machine *m, const struct builtin_call *call)
{
	struct object *object = memory_new(m->memory, OBJECT_HOST, 1, "");
	object->loc = call->expr->loc;
	object->born = m->clock;
	return value_address(m, object, 0);
}
