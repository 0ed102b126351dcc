#include "eval/launch/launch_option.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/launch/assume.h"
#include "eval/launch/run_launch.h"
#include "eval/state/object.h"
#include "eval/state/program.h"
#include "ir/integer.h"
#include "support/nearest.h"

enum { QUOTED = 24 }; /* bytes of the text that an error quotes */

static const char FORM[] = "name<<<grid, block, shared>>>(arguments)";

/* More than the memory of any GPU; it fits into an object's window of addresses (domain/memory.h). */
static const int64_t LARGEST_BUFFER = INT64_C(1) << (WINDOW_BITS - 1);

struct cursor {
	struct arena *arena;
	const char *at;
	const char *what;  /* what the next numbers are for */
	const char *error; /* the first error; NULL: none */
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

/* Records an error and its place in the text. Only the first error counts. */
static void
fail_at(struct cursor *c, const char *error, const char *preposition, const char *at)
{
	if (c->error)
		return;
	c->error = *at ? arena_printf(c->arena, "%s %s `%.*s%s`", error, preposition, QUOTED, at,
	                              strlen(at) > QUOTED ? "…" : "")
	               : arena_printf(c->arena, "%s at the end; the form of a launch is %s", error, FORM);
}

static void
fail(struct cursor *c, const char *error)
{
	skip_blanks(c);
	fail_at(c, error, "before", c->at);
}

static void
expect(struct cursor *c, const char *token)
{
	if (!accept(c, token))
		fail(c, arena_printf(c->arena, "`%s` is missing", token));
}

static bool
is_decimal(const char *behind)
{
	return *behind == '.' ||
	       ((*behind == 'e' || *behind == 'E') && isdigit((unsigned char)behind[1 + (behind[1] == '-')]));
}

/* An integer, or a product of integers. */
static int64_t
number(struct cursor *c)
{
	int64_t product = 1;
	skip_blanks(c);
	const char *start = c->at;
	do {
		char *end;
		skip_blanks(c);
		errno = 0;
		const long long factor = strtoll(c->at, &end, 0);
		if (is_decimal(end)) {
			fail_at(c, arena_printf(c->arena, "%s must be a whole number, not a decimal number,", c->what),
			        "at", c->at);
			return 0;
		}
		if (end == c->at) {
			fail(c, arena_printf(c->arena, "a whole number is missing for %s", c->what));
			return 0;
		}
		c->at = end;
		while (*c->at && strchr("uUlL", *c->at))
			c->at++;
		if (errno || __builtin_mul_overflow(product, factor, &product))
			fail_at(c, "a number is too large", "at", start);
	} while (accept(c, "*"));
	return product;
}

static void
dimensions(struct cursor *c, int64_t dim[3])
{
	dim[0] = dim[1] = dim[2] = 1;
	accept(c, "dim3");
	const bool parentheses = accept(c, "(");
	if (!parentheses && !accept(c, "{")) {
		dim[0] = number(c);
		return;
	}
	for (int i = 0; i < 3; i++) {
		dim[i] = number(c);
		if (!accept(c, ","))
			break;
	}
	expect(c, parentheses ? ")" : "}");
}

static int64_t
shared_bytes(struct cursor *c)
{
	skip_blanks(c);
	const char *start = c->at;
	const int64_t bytes = number(c);
	if (bytes < 0)
		fail_at(c, "a negative amount of shared memory", "at", start);
	return bytes;
}

static bool
is_in_range(const struct ir_type *type, int64_t n)
{
	int64_t low = 0, high = 1;
	if (type->kind == IR_TYPE_BOOL || integer_range(type, &low, &high))
		return n >= low && n <= high;
	return n >= 0 || type->is_signed;
}

static struct value
real_argument(struct machine *m, struct cursor *c, const struct ir_var *param)
{
	char *end;
	const char *start = c->at;
	const double x = strtod(start, &end);
	if (end == start)
		fail(c, arena_printf(c->arena, "a number is missing for %s", c->what));
	c->at = *end == 'f' ? end + 1 : end;
	if (param->type->size == sizeof(float) && isfinite(x) && fabs(x) > FLT_MAX)
		fail_at(c, arena_printf(c->arena, "the number is out of the range of `%s`, a float,", param->name),
		        "at", start);
	return value_real(m, x);
}

static struct value
integer_argument(struct machine *m, struct cursor *c, const struct ir_var *param)
{
	const char *start = c->at;
	const int64_t n = number(c);
	if (!is_in_range(param->type, n))
		fail_at(c,
		        arena_printf(c->arena, "the number is out of the range of `%s`, of type %s,", param->name,
		                     param->type->name),
		        "at", start);
	return value_integer(m, integer_wrap(n, param->type));
}

static struct value
buffer_argument(struct machine *m, struct cursor *c, const struct ir_var *param)
{
	const char *start = c->at;
	const int64_t bytes = number(c);
	if (bytes < 0)
		fail_at(c, arena_printf(c->arena, "the size of the buffer `%s` is not a number of bytes", param->name),
		        "at", start);
	else if (bytes > LARGEST_BUFFER)
		fail_at(c,
		        arena_printf(c->arena, "the size of the buffer `%s` is more than %lld bytes", param->name,
		                     (long long)LARGEST_BUFFER),
		        "at", start);
	struct object *object = memory_new(m->memory, OBJECT_GLOBAL, c->error ? 0 : (uint64_t)bytes, param->name);
	object->born = ++m->clock;
	return value_address(m, object, 0);
}

static struct value
argument(struct machine *m, struct cursor *c, const struct ir_var *param)
{
	char ignored[256] = "";
	const bool is_buffer = param->type->kind == IR_TYPE_POINTER;
	c->what = is_buffer ? arena_printf(c->arena, "the size in bytes of `%s`", param->name)
	                    : arena_printf(c->arena, "`%s`, of type %s,", param->name, param->type->name);
	if (accept(c, "_"))
		return assume_parameter(m, param, INT64_MAX, ignored, sizeof ignored);
	skip_blanks(c);
	switch (param->type->kind) {
	case IR_TYPE_FLOAT: return real_argument(m, c, param);
	case IR_TYPE_BOOL:
	case IR_TYPE_INT: return integer_argument(m, c, param);
	case IR_TYPE_POINTER: return buffer_argument(m, c, param);
	default: break;
	}
	fail_at(c,
	        arena_printf(c->arena, "only `_` (an unknown value) can be given for `%s`, of type %s,", param->name,
	                     param->type->name),
	        "at", c->at);
	return value_integer(m, 0);
}

static bool
is_text(const char *text, size_t length, const char *name)
{
	return name && strlen(name) == length && !strncmp(name, text, length);
}

static bool
is_called(const struct ir_func *f, const char *name, size_t length)
{
	return is_text(name, length, f->name) || is_text(name, length, f->qualified_name);
}

/* Whether the text begins with the template argument as it is spelled, apart from blanks. Then moves the text after
 * it. */
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
	if (!*spelled)
		*text = at;
	return !*spelled;
}

/* Whether the template arguments in [text, end) are the instance's. Arguments that are omitted at the end match
 * anything, because they may have defaults. */
static bool
is_instance(const struct ir_func *f, const char *text, const char *end)
{
	for (uint32_t i = 0; i < f->template_arg_count; i++) {
		if (!accept_template_argument(&text, end, f->written_template_args[i]) &&
		    !accept_template_argument(&text, end, f->template_args[i]))
			return false;
		if (text == end)
			return true;
		if (*text++ != ',')
			return false;
	}
	return false;
}

static const struct ir_instance *
find_instance(const struct program *program, const char *name, size_t length)
{
	for (size_t u = 0; u < program->unit_count; u++)
		for (size_t i = 0; i < program->units[u]->instance_count; i++)
			if (is_text(name, length, program->units[u]->instances[i].text))
				return &program->units[u]->instances[i];
	return NULL;
}

/* The length of a name without its template arguments. */
static size_t
plain_length(const char *name, size_t length)
{
	const char *open = length && name[length - 1] == '>' ? memchr(name, '<', length) : NULL;
	size_t plain = open ? (size_t)(open - name) : length;
	while (plain && isspace((unsigned char)name[plain - 1]))
		plain--;
	return plain;
}

/* Finds a kernel by name. Template arguments in the name select the instance. Overloads with `count` parameters are
 * preferred (negative: any number), else the first is taken. Files given by the user precede all others. */
static const struct ir_func *
find_kernel(const struct program *program, const char *name, size_t length, int count)
{
	const size_t plain = plain_length(name, length);
	const char *open = plain < length ? memchr(name, '<', length) : NULL;
	const struct ir_func *found = NULL;
	unsigned most = 0;
	for (size_t i = 0; i < program->func_count; i++) {
		const struct ir_func *f = program->funcs[i];
		if (!f->is_kernel || !is_called(f, name, plain) ||
		    (open && !is_instance(f, open + 1, name + length - 1)))
			continue;
		const bool takes_them = count < 0 || f->param_count == (uint32_t)count;
		const unsigned fit = 1 + 2 * !f->unit->is_companion + takes_them;
		if (fit > most)
			found = f;
		most = fit > most ? fit : most;
	}
	return found;
}

static const struct ir_template *
find_template(const struct program *program, const char *name, size_t length)
{
	for (size_t u = 0; u < program->unit_count; u++) {
		for (size_t i = 0; i < program->units[u]->template_count; i++) {
			const struct ir_template *t = &program->units[u]->templates[i];
			if (is_text(name, length, t->name) || is_text(name, length, t->qualified_name))
				return t;
		}
	}
	return NULL;
}

/* The names of the program's kernels and kernel templates, each once. */
struct kernel_names {
	struct arena *arena;
	const char **items;
	size_t count, capacity;
};

static void
add_name(struct kernel_names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (!strcmp(names->items[i], name))
			return;
	arena_push(names->arena, names->items, names->count, names->capacity, name);
}

static struct kernel_names
kernel_names(const struct program *program)
{
	struct kernel_names names = {.arena = &program->facts->arena};
	for (size_t i = 0; i < program->func_count; i++)
		if (program->funcs[i]->is_kernel && !program->funcs[i]->is_system)
			add_name(&names, program->funcs[i]->qualified_name);
	for (size_t u = 0; u < program->unit_count; u++)
		for (size_t i = 0; i < program->units[u]->template_count; i++)
			add_name(&names, program->units[u]->templates[i].qualified_name);
	return names;
}

/* "; the kernels are 'a', 'b' and 3 more" */
static const char *
kernels_text(const struct kernel_names *names)
{
	enum { MOST = 8 };
	const char *text = names->count == 1 ? "; the only kernel is " : "; the kernels are ";
	if (!names->count)
		return "; there are no kernels";
	for (size_t i = 0; i < names->count && i < MOST; i++)
		text = arena_printf(names->arena, "%s%s'%s'", text,
		                    !i                      ? ""
		                    : i + 1 == names->count ? " and "
		                                            : ", ",
		                    names->items[i]);
	return names->count > MOST ? arena_printf(names->arena, "%s and %zu more", text, names->count - MOST) : text;
}

static const char *
why_no_such_name(const struct program *program, const char *name, size_t length)
{
	const struct kernel_names names = kernel_names(program);
	struct nearest nearest = nearest_to(name, length);
	for (size_t i = 0; i < names.count; i++)
		nearest_try(&nearest, names.items[i]);
	return arena_printf(names.arena, "there is no kernel of that name%s%s", nearest_hint(&nearest, names.arena),
	                    kernels_text(&names));
}

/* Why no kernel has that name. */
static const char *
why_no_kernel(const struct program *program, const char *name, size_t length)
{
	const size_t plain = plain_length(name, length);
	const struct ir_template *t = find_template(program, name, plain);
	if (plain < length && (t || find_kernel(program, name, plain, -1)))
		return "there is no kernel of that name with these template arguments";
	return t ? arena_printf(&program->facts->arena, "`%s` is a template; name an instance: %s<%s>", t->name,
	                        t->qualified_name, t->params)
	         : why_no_such_name(program, name, plain);
}

/* The kernel with that name; NULL: none, with the reason in `error`. */
static const struct ir_func *
choose_kernel(const struct program *program, const char *name, size_t length, int count,
              struct eval_launch_error *error)
{
	const struct ir_instance *instance = find_instance(program, name, length);
	const struct ir_func *kernel = instance ? instance->func : NULL;
	kernel = kernel ? kernel : find_kernel(program, name, length, count);
	if (instance && instance->error && !(kernel && kernel->body)) {
		error->text =
			arena_printf(&program->facts->arena, "the compiler rejects this instance: %s", instance->error);
		error->has_kernel = true;
		return NULL;
	}
	error->has_kernel = kernel || find_template(program, name, plain_length(name, length));
	if (!kernel)
		error->text = why_no_kernel(program, name, length);
	return kernel;
}

/* The number of listed arguments; -1: there is no list. */
static int
count_arguments(const char *text)
{
	text += strspn(text, " \t\n");
	if (*text != '(')
		return -1;
	text++;
	if (text[strspn(text, " \t\n")] == ')')
		return 0;
	int count = 1;
	for (; *text && *text != ')'; text++)
		count += *text == ',';
	return count;
}

static void
read_arguments(struct machine *m, struct cursor *c, const struct ir_func *kernel, int count, struct value *args)
{
	char ignored[256] = "";
	struct frame outside = {.func = kernel};
	m->frame = &outside;
	for (uint32_t i = 0; i < kernel->param_count && !c->error; i++) {
		if (count >= 0)
			expect(c, i ? "," : "(");
		args[i] = count >= 0 ? argument(m, c, kernel->params[i])
		                     : assume_parameter(m, kernel->params[i], INT64_MAX, ignored, sizeof ignored);
	}
	m->frame = NULL;
	if (count == 0 && !kernel->param_count)
		expect(c, "(");
	if (count >= 0)
		expect(c, ")");
	accept(c, ";");
	skip_blanks(c);
	if (*c->at)
		fail(c, "the launch should end");
}

size_t
eval_launch_name(const char **launch)
{
	const char *open = strstr(*launch, "<<<");
	while (isspace((unsigned char)**launch))
		(*launch)++;
	size_t length = open > *launch ? (size_t)(open - *launch) : 0;
	while (length && isspace((unsigned char)(*launch)[length - 1]))
		length--;
	return length;
}

/* Reads the launch's shape, after its "<<<". */
static void
read_shape(struct cursor *c, struct launch_request *request)
{
	c->what = "the grid";
	dimensions(c, request->grid);
	skip_blanks(c);
	if (!*c->at || strncmp(c->at, ">>>", 3) == 0)
		fail(c, "the block is missing");
	expect(c, ",");
	c->what = "the block";
	dimensions(c, request->block);
	c->what = "the dynamic shared memory";
	if (accept(c, ","))
		request->dynamic_shared = shared_bytes(c);
	expect(c, ">>>");
}

/* Why CUDA refuses the launch; NULL: it does not. */
static const char *
run_given_launch(struct machine *m, const struct launch_request *request)
{
	const size_t refused = program_kernel(m->program, request->kernel)->facts.refused_count;
	run_launch(m, request);
	const struct kernel *kernel = &program_kernel(m->program, request->kernel)->facts;
	return kernel->refused_count > refused ? kernel->refused[refused].why : NULL;
}

static const char *
launch_kernel(struct machine *m, const struct ir_func *kernel, const char *shape, int count)
{
	struct cursor c = {.arena = &m->program->facts->arena, .at = shape};
	struct launch_request request = {.kernel = kernel,
	                                 .grid_known = true,
	                                 .block_known = true,
	                                 .origin = LAUNCH_OPTION,
	                                 .unit = NULL,
	                                 .arg_count = kernel->param_count};
	read_shape(&c, &request);
	if (!c.error && count >= 0 && !strchr(c.at, ')'))
		fail_at(&c, "`)` is missing", "at", "");
	if (!c.error && count >= 0 && (uint32_t)count != kernel->param_count)
		c.error = arena_printf(c.arena,
		                       "`%s` (%s:%u) takes %u argument%s, not %d; write `_` for an unknown "
		                       "one",
		                       kernel->name, kernel->unit->files[kernel->loc.file], (unsigned)kernel->loc.line,
		                       (unsigned)kernel->param_count, kernel->param_count == 1 ? "" : "s", count);
	const struct arena_mark mark = arena_mark(&m->scratch);
	struct value *args = arena_alloc(&m->scratch, (kernel->param_count + 1) * sizeof *args);
	if (!c.error)
		read_arguments(m, &c, kernel, count, args);
	request.args = args;
	if (!c.error)
		c.error = run_given_launch(m, &request);
	temporary_release(m, 0);
	arena_release(&m->scratch, mark);
	return c.error;
}

struct eval_launch_error
launch_from_text(struct machine *m, const char *text)
{
	struct eval_launch_error error = {
		.text = arena_printf(&m->program->facts->arena, "the form of a launch is %s", FORM)};
	const size_t length = eval_launch_name(&text);
	if (!length)
		return error;
	const char *close = strstr(text, ">>>");
	const int count = close ? count_arguments(close + 3) : -1;
	const struct ir_func *kernel = choose_kernel(m->program, text, length, count, &error);
	if (!kernel)
		return error;
	error.text = launch_kernel(m, kernel, strstr(text, "<<<") + 3, count);
	/* No other launch may replace the requested one: a kernel with an entry gets no assumed launch. */
	if (error.text)
		program_kernel(m->program, kernel);
	return error;
}

static const char *
dimensions_text(struct arena *arena, const int64_t dim[3])
{
	if (dim[1] == 1 && dim[2] == 1)
		return arena_printf(arena, "%lld", (long long)dim[0]);
	return arena_printf(arena, "(%lld, %lld, %lld)", (long long)dim[0], (long long)dim[1], (long long)dim[2]);
}

static const char *
argument_text(struct machine *m, const struct ir_type *type, const struct value *v)
{
	struct arena *arena = &m->program->facts->arena;
	const struct term t = value_term(v, 0);
	const struct object *object =
		type->kind == IR_TYPE_POINTER && !t.symbol ? memory_object_at(m->memory, t.offset) : NULL;
	if (object && object->size)
		return arena_printf(arena, "%llu", (unsigned long long)object->size);
	if (type->kind == IR_TYPE_FLOAT && !t.symbol)
		return arena_printf(arena, "%g", v->lane[0].real);
	const bool is_integer = type->kind == IR_TYPE_INT || type->kind == IR_TYPE_BOOL;
	return is_integer && !t.symbol ? arena_printf(arena, "%lld", (long long)t.offset) : "_";
}

const char *
launch_to_text(struct machine *m, const struct launch_request *request)
{
	struct arena *arena = &m->program->facts->arena;
	const struct ir_func *kernel = request->kernel;
	const char *name = kernel->qualified_name, *shared = "", *arguments = "";
	for (uint32_t i = 0; i < kernel->template_arg_count; i++)
		name = arena_printf(arena, "%s%s%s", name, i ? ", " : "<", kernel->written_template_args[i]);
	if (request->dynamic_shared)
		shared = arena_printf(arena, ", %lld", (long long)request->dynamic_shared);
	for (size_t i = 0; i < request->arg_count; i++)
		arguments = arena_printf(arena, "%s%s%s", arguments, i ? ", " : "",
		                         argument_text(m, kernel->params[i]->type, &request->args[i]));
	return arena_printf(arena, "%s%s<<<%s, %s%s>>>(%s)", name, kernel->template_arg_count ? ">" : "",
	                    dimensions_text(arena, request->grid), dimensions_text(arena, request->block), shared,
	                    arguments);
}
