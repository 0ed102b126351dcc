#include "frontend/ptx/ptx.h"
#include "support/name_letter.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGS = 16, MOST_NUMBERED = 256, DEEPEST = 8 };

struct parser {
	struct arena *arena;
	const char *at;
	struct ptx *ptx;
	unsigned depth; /* of brackets */
};

/* ---- words ---- */

static void
skip_blank(struct parser *p)
{
	for (;;) {
		p->at += strspn(p->at, " \t\r\n");
		if (p->at[0] == '/' && p->at[1] == '/') {
			p->at += strcspn(p->at, "\n");
		} else if (p->at[0] == '/' && p->at[1] == '*') {
			const char *end = strstr(p->at, "*/");
			p->at = end ? end + 2 : p->at + strlen(p->at);
		} else {
			return;
		}
	}
}

static bool
take(struct parser *p, char c)
{
	skip_blank(p);
	if (*p->at != c)
		return false;
	p->at++;
	return true;
}

static bool
is_word(char c)
{
	return is_name_letter(c) || c == '$';
}

/* A name and its modifiers, which :: may be in; NULL: there is none. */
static const char *
take_word(struct parser *p)
{
	skip_blank(p);
	const char *start = p->at;
	while (is_word(*p->at) || *p->at == '.' || (p->at[0] == ':' && p->at[1] == ':') ||
	       (p->at[0] == ':' && p->at > start && p->at[-1] == ':'))
	        p->at++;
	return p->at > start ? arena_strndup(p->arena, start, (size_t)(p->at - start)) : NULL;
}

/* ---- arguments ---- */

static bool parse_arg(struct parser *p, struct ptx_arg *arg);

static void
set_items(struct parser *p, struct ptx_arg *arg, const struct ptx_arg *items, unsigned count)
{
	arg->items = arena_copy(p->arena, items, count, count, sizeof *items);
	arg->item_count = count;
}

static bool
parse_pack(struct parser *p, struct ptx_arg *arg)
{
	struct ptx_arg items[MOST_ARGS];
	unsigned count = 0;
	do {
		if (count == MOST_ARGS || !parse_arg(p, &items[count++]))
			return false;
	} while (take(p, ','));
	arg->kind = PTX_PACK;
	set_items(p, arg, items, count);
	return take(p, '}');
}

static bool
parse_address(struct parser *p, struct ptx_arg *arg)
{
	struct ptx_arg base;
	if (!parse_arg(p, &base))
		return false;
	arg->kind = PTX_ADDRESS;
	skip_blank(p);
	if (*p->at == '+' || *p->at == '-') {
		const bool minus = *p->at++ == '-';
		struct ptx_arg offset;
		if (!parse_arg(p, &offset) || offset.kind != PTX_INTEGER)
			return false;
		arg->number = minus ? -offset.number : offset.number;
	}
	set_items(p, arg, &base, 1);
	return take(p, ']');
}

/* 0f3F800000 and 0d… give the bits of a number. */
static bool
parse_number(struct parser *p, struct ptx_arg *arg)
{
	char *end;
	if (p->at[0] == '0' && (p->at[1] == 'f' || p->at[1] == 'F' || p->at[1] == 'd' || p->at[1] == 'D')) {
		const bool is_double = p->at[1] == 'd' || p->at[1] == 'D';
		const uint64_t bits = strtoull(p->at + 2, &end, 16);
		const uint32_t low = (uint32_t)bits;
		float single;
		memcpy(&single, &low, sizeof single);
		memcpy(&arg->real, &bits, sizeof arg->real);
		arg->kind = PTX_REAL;
		if (!is_double)
			arg->real = (double)single;
	} else {
		arg->kind = PTX_INTEGER;
		arg->number = (int64_t)strtoull(p->at, &end, 0);
		if (*end == '.') {
			arg->kind = PTX_REAL;
			arg->real = strtod(p->at, &end);
		}
		end += strspn(end, "uU");
	}
	if (end == p->at || is_word(*end))
		return false;
	p->at = end;
	return true;
}

/* $3 and ${3:x}. */
static bool
parse_operand(struct parser *p, struct ptx_arg *arg)
{
	const bool braced = p->at[1] == '{';
	const char *digits = p->at + 1 + braced;
	char *end;
	arg->kind = PTX_OPERAND;
	arg->number = (int64_t)strtoul(digits, &end, 10);
	if (end == digits)
		return false;
	p->at = end;
	if (!braced)
		return true;
	p->at += strcspn(p->at, "}");
	return take(p, '}');
}

static bool
parse_simple(struct parser *p, struct ptx_arg *arg)
{
	*arg = (struct ptx_arg){.is_negated = take(p, '!')};
	skip_blank(p);
	const char c = *p->at;
	if (c == '$')
		return parse_operand(p, arg);
	if (c == '{' || c == '[') {
		p->at++;
		if (p->depth == DEEPEST)
			return false;
		p->depth++;
		const bool good = c == '{' ? parse_pack(p, arg) : parse_address(p, arg);
		p->depth--;
		return good;
	}
	if (c == '-') {
		p->at++;
		const bool good = parse_number(p, arg);
		arg->number = -arg->number;
		arg->real = -arg->real;
		return good;
	}
	if (isdigit((unsigned char)c))
		return parse_number(p, arg);
	if (c == '%') {
		p->at++;
		arg->kind = PTX_SPECIAL;
		arg->name = take_word(p);
		return arg->name != NULL;
	}
	arg->kind = PTX_NAME;
	arg->name = take_word(p);
	if (arg->name && !strcmp(arg->name, "_"))
		arg->kind = PTX_SINK;
	return arg->name != NULL;
}

static bool
parse_arg(struct parser *p, struct ptx_arg *arg)
{
	struct ptx_arg items[2];
	if (!parse_simple(p, arg))
		return false;
	if (!take(p, '|'))
		return true;
	items[0] = *arg;
	if (!parse_simple(p, &items[1]))
		return false;
	*arg = (struct ptx_arg){.kind = PTX_PACK};
	set_items(p, arg, items, 2);
	return true;
}

/* ---- statements ---- */

static void
add_register(struct parser *p, const char *name, const char *type)
{
	struct ptx *ptx = p->ptx;
	const struct ptx_register declared = {name, type};
	arena_push(p->arena, ptx->registers, ptx->register_count, ptx->register_capacity, declared);
}

/* .reg .b32 a, b, c<4>; */
static bool
parse_registers(struct parser *p)
{
	const char *type = take_word(p);
	if (!type || *type != '.')
		return false;
	do {
		take(p, '%');
		const char *name = take_word(p);
		if (!name)
			return false;
		if (!take(p, '<')) {
			add_register(p, name, type + 1);
			continue;
		}
		char *end;
		const unsigned long count = strtoul(p->at, &end, 10);
		p->at = end;
		if (count > MOST_NUMBERED || !take(p, '>'))
			return false;
		for (unsigned long i = 0; i < count; i++)
			add_register(p, arena_printf(p->arena, "%s%lu", name, i), type + 1);
	} while (take(p, ','));
	return true;
}

static bool
parse_instruction(struct parser *p)
{
	struct ptx *ptx = p->ptx;
	struct ptx_instruction instruction = {0};
	struct ptx_arg args[MOST_ARGS];
	if (take(p, '@')) {
		struct ptx_arg *guard = arena_new(p->arena, struct ptx_arg);
		if (!parse_simple(p, guard))
			return false;
		instruction.guard = guard;
	}
	instruction.opcode = take_word(p);
	if (!instruction.opcode)
		return false;
	if (!strcmp(instruction.opcode, ".reg"))
		return !instruction.guard && parse_registers(p);
	if (*instruction.opcode == '.')
		return false;
	skip_blank(p);
	while (*p->at && *p->at != ';' && *p->at != '}') {
		if (instruction.arg_count == MOST_ARGS || !parse_arg(p, &args[instruction.arg_count++]))
			return false;
		if (!take(p, ','))
			break;
	}
	instruction.args = arena_copy(p->arena, args, instruction.arg_count, instruction.arg_count, sizeof *args);
	arena_push(p->arena, ptx->instructions, ptx->instruction_count, ptx->instruction_capacity, instruction);
	return true;
}

bool
ptx_parse(struct arena *arena, const char *text, struct ptx *ptx)
{
	struct parser p = {.arena = arena, .at = text, .ptx = ptx};
	*ptx = (struct ptx){0};
	unsigned depth = 0;
	for (;;) {
		skip_blank(&p);
		if (!*p.at)
			return depth == 0;
		if (*p.at == '{' || *p.at == '}') {
			depth += *p.at == '{' ? 1u : -1u;
			p.at++;
			continue;
		}
		if (*p.at == ';') {
			p.at++;
			continue;
		}
		if (!parse_instruction(&p))
			return false;
		skip_blank(&p);
		if (*p.at && *p.at != ';' && *p.at != '}')
			return false;
	}
}

bool
ptx_has(const char *opcode, const char *modifier)
{
	const size_t length = strlen(modifier);
	for (const char *at = strchr(opcode, '.'); at; at = strchr(at + 1, '.'))
		if (!strncmp(at, modifier, length) && (!at[length] || at[length] == '.'))
			return true;
	return false;
}

const char *
ptx_type(const char *opcode)
{
	const char *dot = strrchr(opcode, '.');
	return dot ? dot + 1 : "";
}
