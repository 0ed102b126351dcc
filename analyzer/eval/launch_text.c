#include "eval/launch_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "eval/assume.h"
#include "eval/host.h"
#include "eval/program.h"

struct cursor {
	const char *at;
	const char *error;
};

static void
skip_blanks(struct cursor *c)
{
	while (isspace((unsigned char)*c->at))
		c->at++;
}

static bool
accept(struct cursor *c, const char *token)
{
	skip_blanks(c);
	if (strncmp(c->at, token, strlen(token)))
		return false;
	c->at += strlen(token);
	return true;
}

static void
expect(struct cursor *c, const char *token, const char *error)
{
	if (!accept(c, token) && !c->error)
		c->error = error;
}

/* A number, or a product of numbers. */
static int64_t
number(struct cursor *c)
{
	int64_t product = 1;
	do {
		char *end;
		skip_blanks(c);
		const long long factor = strtoll(c->at, &end, 0);
		if (end == c->at) {
			if (!c->error)
				c->error = "a number is missing";
			return 0;
		}
		c->at = end;
		while (*c->at && strchr("uUlL", *c->at))
			c->at++;
		if (__builtin_mul_overflow(product, factor, &product))
			c->error = "a number is too large";
	} while (accept(c, "*"));
	return product;
}

static void
dimensions(struct cursor *c, int64_t dim[3])
{
	dim[0] = dim[1] = dim[2] = 1;
	accept(c, "dim3");
	if (!accept(c, "(") && !accept(c, "{")) {
		dim[0] = number(c);
		return;
	}
	for (int i = 0; i < 3; i++) {
		dim[i] = number(c);
		if (!accept(c, ","))
			break;
	}
	if (!accept(c, ")") && !accept(c, "}") && !c->error)
		c->error = "a closing parenthesis is missing";
}

static struct value
argument(struct machine *m, struct cursor *c, const struct ir_var *param)
{
	char ignored[256] = "";
	if (accept(c, "_"))
		return assume_parameter(m, param, INT64_MAX, ignored, sizeof ignored);
	if (param->type->kind == IR_TYPE_FLOAT) {
		char *end;
		skip_blanks(c);
		const double x = strtod(c->at, &end);
		if (end == c->at)
			c->error = "a number is missing";
		c->at = *end == 'f' ? end + 1 : end;
		return value_real(m, x);
	}
	const int64_t n = number(c);
	if (param->type->kind != IR_TYPE_POINTER)
		return value_integer(m, integer_wrap(n, param->type));
	struct object *object = memory_new(m->memory, OBJECT_GLOBAL, n > 0 ? (uint64_t)n : 0, param->name);
	object->born = ++m->clock;
	return value_address(m, object, 0);
}

static bool
is_called(const struct ir_func *f, const char *name, size_t length)
{
	return (strlen(f->name) == length && !strncmp(f->name, name, length)) ||
	       (f->qualified_name && strlen(f->qualified_name) == length && !strncmp(f->qualified_name, name, length));
}

/* Whether a template argument is given as the compiler spells it, but for blanks. Leaves the text behind it. */
static bool
accept_template_argument(const char **text, const char *end, const char *spelled)
{
	const char *at = *text;
	for (;;) {
		while (at < end && isspace((unsigned char)*at))
			at++;
		while (isspace((unsigned char)*spelled))
			spelled++;
		if (!*spelled || at == end || *at != *spelled)
			break;
		at++;
		spelled++;
	}
	*text = at;
	return !*spelled;
}

/* Whether the template arguments in [text, end) are those of the instance; what is left out at the end may be anything,
 * for it may have a default. */
static bool
is_instance(const struct ir_func *f, const char *text, const char *end)
{
	for (uint32_t i = 0; i < f->template_arg_count; i++) {
		if (!accept_template_argument(&text, end, f->template_args[i]))
			return false;
		if (text == end)
			return true;
		if (*text++ != ',')
			return false;
	}
	return false;
}

/* A kernel of that name; of several instances the one whose template arguments are given with it, else the first. */
static const struct ir_func *
find_kernel(const struct program *program, const char *name, size_t length)
{
	const char *open = length && name[length - 1] == '>' ? memchr(name, '<', length) : NULL;
	size_t plain = open ? (size_t)(open - name) : length;
	while (plain && isspace((unsigned char)name[plain - 1]))
		plain--;
	for (size_t i = 0; i < program->func_count; i++) {
		const struct ir_func *f = program->funcs[i];
		if (f->is_kernel && is_called(f, name, plain) && (!open || is_instance(f, open + 1, name + length - 1)))
			return f;
	}
	return NULL;
}

const char *
launch_from_text(struct machine *m, const char *text)
{
	struct cursor c = {text, NULL};
	const struct arena_mark mark = arena_mark(&m->scratch);
	skip_blanks(&c);
	const char *open = strstr(c.at, "<<<");
	if (!open)
		return "it is not of the form name<<<grid, block, shared>>>(args)";
	size_t length = (size_t)(open - c.at);
	while (length && isspace((unsigned char)c.at[length - 1]))
		length--;
	const struct ir_func *kernel = find_kernel(m->program, c.at, length);
	if (!kernel)
		return length && open[-1] == '>' ? "there is no kernel of that name with these template arguments" :
		                                   "there is no kernel of that name";
	struct launch_request request = {.kernel = kernel, .grid_known = true, .block_known = true, .origin = LAUNCH_OPTION,
	                                 .unit = NULL, .arg_count = kernel->param_count};
	c.at = open + 3;
	dimensions(&c, request.grid);
	expect(&c, ",", "a block is missing");
	dimensions(&c, request.block);
	if (accept(&c, ","))
		request.dynamic_shared = number(&c);
	expect(&c, ">>>", "`>>>` is missing");
	struct value *args = arena_alloc(&m->scratch, (kernel->param_count + 1) * sizeof *args);
	const bool listed = accept(&c, "(");
	struct frame outside = {.func = kernel};
	m->frame = &outside;
	for (uint32_t i = 0; i < kernel->param_count && !c.error; i++) {
		char ignored[256] = "";
		if (listed && !accept(&c, ")")) {
			args[i] = argument(m, &c, kernel->params[i]);
			if (!accept(&c, ",") && i + 1 < kernel->param_count && *c.at != ')')
				c.error = "a comma is missing";
		} else {
			args[i] = assume_parameter(m, kernel->params[i], INT64_MAX, ignored, sizeof ignored);
			c.at -= listed;
		}
	}
	if (listed)
		expect(&c, ")", "a closing parenthesis is missing, or there are too many arguments");
	skip_blanks(&c);
	if (*c.at && *c.at != ';' && !c.error)
		c.error = listed ? "something follows the closing parenthesis" : "something other than arguments follows `>>>`";
	m->frame = NULL;
	for (int i = 0; i < 3 && !c.error; i++)
		if (request.grid[i] > INT32_MAX || request.block[i] > MAX_LANES)
			c.error = "a grid or block is too large";
	const int64_t threads = request.block[0] * request.block[1] * request.block[2];
	if (!c.error && (threads <= 0 || threads > MAX_LANES))
		c.error = "a block has 1 to 1024 threads";
	if (!c.error && (request.grid[0] <= 0 || request.grid[1] <= 0 || request.grid[2] <= 0))
		c.error = "a grid has at least one block";
	if (!c.error) {
		request.args = args;
		host_run_launch(m, &request);
	}
	arena_release(&m->scratch, mark);
	return c.error;
}
