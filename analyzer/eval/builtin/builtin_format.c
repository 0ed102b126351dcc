/* Input and output of the C library. If text, format and numbers are known, the analyser's own sscanf and snprintf
 * are called, the latter once for each conversion. All other input and output is unknown. */
#include "eval/builtin/builtin.h"
#include "eval/language/access.h"
#include "eval/state/arguments.h"
#include "eval/state/object.h"
#include "eval/state/program.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "ir/integer.h"

/* In bytes. Larger contents are data rather than text. */
enum { LONGEST_TEXT = 256, LONGEST_CONVERSION = 32, LONGEST_PRINTED = 1024, MOST_DIGITS = 3 };

/* ---- sscanf ---- */

enum { MOST_SCANNED = 8 }; /* conversions of one call */

/* Whether the format may be passed to the analyser's own sscanf: it stores to no more addresses than exist, and
 * allocates nothing. Each % may begin a conversion, depending on the text before it, as in "%*%%d". */
static bool
can_scan(const char *format)
{
	unsigned conversions = 0;
	for (const char *at = format; (at = strchr(at, '%')); at++) {
		const size_t flags = strspn(at + 1, "0123456789*'I");
		if (strchr("m", at[1 + flags]))
			return false; /* it allocates, or the format ends here */
		conversions++;
	}
	return conversions <= MOST_SCANNED && !strchr(format, '$');
}

/* Large enough for text of wide characters. */
typedef char scanned_bytes[MOST_SCANNED][LONGEST_TEXT * sizeof(wchar_t)];

static int
scan_into(scanned_bytes to, int fill, const char *text, const char *format)
{
	memset(to, fill, sizeof(scanned_bytes));
	return sscanf(text, format, to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7]);
}

/* Stores the bytes of a conversion at the argument: as a number if they have the size of its type. */
static bool
store_scanned(struct machine *m, const struct builtin_call *call, uint32_t argument, const char *bytes, size_t count)
{
	const struct ir_type *type = argument < call->count ? builtin_type(call, argument)->element : NULL;
	int64_t offset;
	struct object *object = type ? object_of_address(m, &call->args[argument], &offset) : NULL;
	if (!object || offset < 0 || (uint64_t)offset + count > object->size)
		return false;
	uint64_t bits = 0;
	if (type->size != count || count > sizeof bits) {
		builtin_write_bytes(m, object, offset, bytes, count);
		return true;
	}
	memcpy(&bits, bytes, count);
	const union lane lane = lane_of_bits(bits, type);
	access_store(m, NULL, type, call->args[argument],
	             type->kind == IR_TYPE_FLOAT ? value_real(m, lane.real) : value_integer(m, lane.integer));
	return true;
}

/* False: the text or format is unknown or not supported. Some conversions may have been stored even so. */
static bool
scan_known(struct machine *m, const struct builtin_call *call, int *stored)
{
	char text[LONGEST_TEXT], format[LONGEST_TEXT];
	scanned_bytes bytes, again;
	if (call->id != IR_BUILTIN_sscanf || m->on_device || !builtin_string(m, &call->args[0], text, sizeof text) ||
	    !builtin_string(m, &call->args[1], format, sizeof format) || !can_scan(format))
		return false;
	/* Scanning twice over different contents shows which bytes were stored: those that are equal. */
	*stored = scan_into(bytes, 0x55, text, format);
	scan_into(again, 0xaa, text, format);
	for (uint32_t i = 0; i < MOST_SCANNED; i++) {
		size_t count = 0;
		while (count < sizeof *bytes && bytes[i][count] == again[i][count])
			count++;
		if (count && !store_scanned(m, call, 2 + i, bytes[i], count))
			return false;
	}
	return true;
}

uint32_t
builtin_reads_input(struct machine *m, const struct builtin_call *call)
{
	m->program->inputs_read++;
	return machine_reason(m, REASON_INPUT, call->expr->loc, "");
}

uint32_t
builtin_text_reason(struct machine *m, const struct builtin_call *call)
{
	const struct value *text = &call->args[0];
	const uint32_t missing = arguments_reason(m, text);
	const struct term at = value_term(text, 0);
	const struct object *object = memory_object_at(m->memory, at.offset);
	const uint32_t reason = at.symbol ? m->symbols->items[at.symbol].reason : object ? object->reason : 0;
	const bool is_input = reason_is_input(m->symbols->reasons.items[reason].kind);
	return missing ? missing : is_input ? reason : builtin_reason(m, call, REASON_RANDOM);
}

static struct value
unknown_number(struct machine *m, const struct builtin_call *call, uint32_t reason)
{
	return m->on_device ? value_unknown(m, call->expr->type, reason)
	                    : value_symbol(m, call->expr->type, symbols_fresh(m->symbols, reason), 0);
}

struct value
builtin_input(struct machine *m, const struct builtin_call *call)
{
	int stored;
	if (scan_known(m, call, &stored))
		return value_integer(m, stored);
	const uint32_t reason =
		call->id == IR_BUILTIN_sscanf ? builtin_text_reason(m, call) : builtin_reads_input(m, call);
	for (uint32_t i = 0; i < call->count; i++)
		if (builtin_type(call, i)->kind == IR_TYPE_POINTER) {
			const struct ir_type *element = builtin_type(call, i)->element;
			const bool buffer = call->id == IR_BUILTIN_fread || call->id == IR_BUILTIN_fgets || !element ||
			                    element->size <= 1;
			access_forget(m, call->args[i], buffer ? UINT32_MAX : element->size, reason);
		}
	return unknown_number(m, call, reason);
}

struct value
builtin_input_number(struct machine *m, const struct builtin_call *call)
{
	return unknown_number(m, call, builtin_reads_input(m, call));
}

/* ---- sprintf ---- */

/* One conversion of a format, such as %-8.3ld. */
struct conversion {
	const char *flags; /* after the % */
	size_t flag_count; /* characters of flags, width and precision */
	uint64_t size;     /* size of the integer argument in bytes, by the length modifier */
	char letter;       /* the conversion specifier: d, s, … */
	const char *end;
};

static const char *
length_size(const char *at, uint64_t *size)
{
	static const struct {
		const char *length;
		uint64_t size;
	} lengths[] = {{"hh", 1}, {"h", 2}, {"ll", 8}, {"l", 8}, {"j", 8}, {"z", 8}, {"t", 8}, {"", 4}};
	size_t i = 0;
	while (strncmp(at, lengths[i].length, strlen(lengths[i].length)))
		i++;
	*size = lengths[i].size;
	return at + strlen(lengths[i].length);
}

/* Whether width and precision have few digits. */
static bool
is_short(const char *flags, size_t count)
{
	size_t digits = 0;
	for (size_t i = 0; i < count; i++) {
		digits = isdigit((unsigned char)flags[i]) ? digits + 1 : 0;
		if (digits > MOST_DIGITS)
			return false;
	}
	return count < LONGEST_CONVERSION - 4;
}

/* False: the conversion is not supported. */
static bool
conversion_read(const char *percent, struct conversion *c)
{
	*c = (struct conversion){.flags = percent + 1, .flag_count = strspn(percent + 1, "-+ #.0123456789")};
	const char *letter = length_size(c->flags + c->flag_count, &c->size);
	c->letter = *letter;
	c->end = letter + 1;
	return *letter && strchr("diouxXaAeEfFgGsc", *letter) && is_short(c->flags, c->flag_count);
}

struct print {
	struct machine *m;
	const struct builtin_call *call;
	uint32_t next; /* argument */
	char text[LONGEST_PRINTED];
	size_t length;
};

static bool
known_real(const struct value *v, double *real)
{
	*real = v->lane[0].real;
	return v->real && v->uniform && value_known(v, 0);
}

/* Prints one conversion and returns its number of characters; negative: unknown or not supported. */
static int
print_one(struct print *p, const struct conversion *c)
{
	char format[LONGEST_CONVERSION], text[LONGEST_TEXT];
	int64_t integer;
	double real;
	char *to = p->text + p->length;
	const size_t room = sizeof p->text - p->length;
	const bool is_integer = strchr("diouxX", c->letter);
	if (p->next >= p->call->count)
		return -1;
	const struct value *v = &p->call->args[p->next];
	snprintf(format, sizeof format, "%%%.*s%s%c", (int)c->flag_count, c->flags, is_integer ? "j" : "", c->letter);
	if (is_integer) {
		const struct ir_type type = {
			.kind = IR_TYPE_INT, .size = c->size, .is_signed = strchr("di", c->letter)};
		return !v->real && value_is_constant(v, &integer)
		               ? snprintf(to, room, format, (intmax_t)integer_wrap(integer, &type))
		               : -1;
	}
	if (c->letter == 'c')
		return !v->real && value_is_constant(v, &integer) ? snprintf(to, room, format, (int)integer) : -1;
	if (c->letter == 's')
		return builtin_string(p->m, v, text, sizeof text) ? snprintf(to, room, format, text) : -1;
	return known_real(v, &real) ? snprintf(to, room, format, real) : -1;
}

static bool
print_all(struct print *p, const char *format)
{
	for (const char *at = format; *at;) {
		struct conversion c;
		if (p->length + 1 >= sizeof p->text)
			return false;
		if (*at != '%' || at[1] == '%') {
			p->text[p->length++] = *at;
			at += 1 + (*at == '%');
			continue;
		}
		const int written = conversion_read(at, &c) ? print_one(p, &c) : -1;
		if (written < 0 || (size_t)written >= sizeof p->text - p->length)
			return false;
		p->length += (size_t)written;
		p->next++;
		at = c.end;
	}
	p->text[p->length] = 0;
	return true;
}

/* Printed text has no effect on the program. */
struct value
builtin_print(struct machine *m, const struct builtin_call *call)
{
	if (m->on_device)
		machine_forget_time(m, builtin_reason(m, call, REASON_CALL));
	return builtin_unknown(m, call, REASON_RANDOM);
}

/* Prints into a buffer. */
struct value
builtin_print_text(struct machine *m, const struct builtin_call *call)
{
	const bool is_bounded = call->id == IR_BUILTIN_snprintf;
	struct print p = {.m = m, .call = call, .next = is_bounded ? 3 : 2};
	char format[LONGEST_TEXT];
	int64_t offset, room = LONGEST_PRINTED;
	struct object *to = object_of_address(m, &call->args[0], &offset);
	const bool is_known = !m->on_device && (!is_bounded || (builtin_constant(call, 1, &room) && room >= 0)) &&
	                      builtin_string(m, &call->args[p.next - 1], format, sizeof format) &&
	                      print_all(&p, format);
	if (!is_known || (!to && room)) {
		access_forget(m, call->args[0], UINT32_MAX, machine_reason(m, REASON_RANDOM, call->expr->loc, "text"));
		return builtin_unknown(m, call, REASON_RANDOM);
	}
	const int64_t most = room ? room - 1 : 0, written = (int64_t)p.length < most ? (int64_t)p.length : most;
	p.text[written] = 0;
	if (room)
		builtin_write_bytes(m, to, offset, p.text, (size_t)written + 1);
	return value_integer(m, (int64_t)p.length);
}
