#include "eval/state/wanted_arguments.h"

#include <limits.h>
#include <string.h>

#include "ir/walk.h"

enum { MOST_CALLS = 8 }; /* nested calls that pass on argv */

/* What getopt reads for main. */
struct options {
	const char *letters;           /* getopt's option string; NULL: getopt is not called */
	bool is_number[UCHAR_MAX + 1]; /* by letter: the option's value is read as a number */
	unsigned operands;             /* operands read: argv[optind] and later ones */
	bool is_operand_number[MOST_WANTED];
};

/* An option that main finds by comparing its arguments, as in `if (!strcmp(argv[i], "-n")) n = atoi(argv[++i]);`. */
struct compared_option {
	const char *text; /* "-n" */
	bool has_value, is_number;
};

struct compared_options {
	struct compared_option items[MOST_WANTED];
	unsigned count;
};

struct reader {
	const struct ir_var *argv;
	struct wanted_arguments *wanted;
	struct options *options;
	struct compared_options *compared;
	struct compared_option *option; /* the option whose code is being read; NULL: none */
	const struct ir_expr *base;     /* an argument whose letters or whose tail are read */
	unsigned char letter;           /* the letter of the option whose code is being read; 0: any */
	unsigned depth, calls;
};

static bool
is_argv(const struct reader *r, const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	return e->kind == IR_LOAD && e->a->kind == IR_VAR && e->a->var == r->argv;
}

/* The k of argv[k]; 0: another expression, or the program's own name. */
static unsigned
index_of(const struct reader *r, const struct ir_expr *e)
{
	if (e->kind != IR_LOAD || e->a->kind != IR_OFFSET)
		return 0;
	const struct ir_expr *index = ir_without_conversions(e->a->b);
	return is_argv(r, e->a->a) && index->kind == IR_INT && index->integer > 0 && index->integer <= MOST_WANTED
	               ? (unsigned)index->integer
	               : 0;
}

/* Whether it loads getopt's variable `name`. */
static bool
is_loaded(const struct ir_expr *e, const char *name)
{
	e = ir_without_conversions(e);
	return e->kind == IR_LOAD && e->a->kind == IR_VAR && e->a->var->link_name && !strcmp(e->a->var->name, name);
}

/* 1 for argv[optind], 2 for argv[optind + 1], and so on; 0: another expression. */
static unsigned
operand_of(const struct reader *r, const struct ir_expr *e)
{
	if (e->kind != IR_LOAD || e->a->kind != IR_OFFSET || !is_argv(r, e->a->a))
		return 0;
	const struct ir_expr *index = ir_without_conversions(e->a->b);
	if (is_loaded(index, "optind"))
		return 1;
	const bool is_sum = index->kind == IR_BINARY && index->op == IR_ADD && is_loaded(index->a, "optind") &&
	                    index->b->kind == IR_INT && index->b->integer >= 0 && index->b->integer < MOST_WANTED;
	return is_sum ? (unsigned)index->b->integer + 1 : 0;
}

/* Whether it is argv[i] with a variable i. */
static bool
is_some_argument(const struct reader *r, const struct ir_expr *e)
{
	return e->kind == IR_LOAD && e->a->kind == IR_OFFSET && is_argv(r, e->a->a) &&
	       ir_without_conversions(e->a->b)->kind != IR_INT;
}

/* ---- options that are compared one by one ---- */

/* The option in a call that compares texts; NULL: none. */
static const char *
option_in(const struct ir_expr *call)
{
	for (uint32_t i = 0; i < call->arg_count; i++) {
		const struct ir_expr *text = ir_without_conversions(call->args[i]);
		if (text->kind == IR_STRING && text->text[0] == '-' && text->text[1])
			return text->text;
	}
	return NULL;
}

static bool
compares_texts(const struct ir_expr *e)
{
	return e->kind == IR_BUILTIN && (e->builtin == IR_BUILTIN_strcmp || e->builtin == IR_BUILTIN_strncmp);
}

/* The option that an argument equals if the condition holds; NULL: any. */
static const char *
option_of(const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	if (e->kind == IR_AND || e->kind == IR_OR) {
		const char *option = option_of(e->a);
		return option ? option : option_of(e->b);
	}
	if (e->kind == IR_CALL && !strcmp(e->func->name, "operator=="))
		return option_in(e);
	const struct ir_expr *texts = e->kind == IR_UNARY && e->op == IR_NOT ? ir_without_conversions(e->a) : NULL;
	if (e->kind == IR_BINARY && e->op == IR_EQ && e->b->kind == IR_INT && !e->b->integer)
		texts = ir_without_conversions(e->a);
	return texts && compares_texts(texts) ? option_in(texts) : NULL;
}

static struct compared_option *
compared_option(struct compared_options *options, const char *text)
{
	for (unsigned i = 0; i < options->count; i++)
		if (!strcmp(options->items[i].text, text))
			return &options->items[i];
	if (options->count == MOST_WANTED)
		return NULL;
	options->items[options->count] = (struct compared_option){.text = text};
	return &options->items[options->count++];
}

/* std::stoi and related functions. */
static bool
is_number_of_text(const struct ir_expr *e)
{
	return e->kind == IR_CALL && e->func->is_system && !strncmp(e->func->name, "sto", strlen("sto"));
}

static bool reads_number(const struct ir_expr *e);

/* An argument that the option's code reads is the option's value. */
static void
read_value(struct reader *r, const struct ir_expr *e)
{
	const struct ir_expr *base = e->kind == IR_OFFSET ? ir_without_conversions(e->a) : NULL;
	if (base && is_some_argument(r, base))
		r->base = base;
	if (!r->option)
		return;
	r->option->has_value |= e != r->base && is_some_argument(r, e);
	r->option->is_number |= reads_number(e) || is_number_of_text(e);
}

static bool
reads_number(const struct ir_expr *e)
{
	if (e->kind != IR_BUILTIN)
		return false;
	switch (e->builtin) {
	case IR_BUILTIN_atoi:
	case IR_BUILTIN_atol:
	case IR_BUILTIN_atoll:
	case IR_BUILTIN_atof:
	case IR_BUILTIN_strtol:
	case IR_BUILTIN_strtoul:
	case IR_BUILTIN_strtod:
	case IR_BUILTIN_sscanf: return true;
	default: return false;
	}
}

static void
read_comparison(struct reader *r, const struct ir_expr *e)
{
	for (uint32_t i = 0; e->kind == IR_BUILTIN && e->builtin == IR_BUILTIN_strcmp && i < 2 && e->arg_count == 2;
	     i++) {
		const unsigned index = index_of(r, ir_without_conversions(e->args[i]));
		const struct ir_expr *with = ir_without_conversions(e->args[1 - i]);
		if (index && with->kind == IR_STRING && !r->wanted->compared[index - 1])
			r->wanted->compared[index - 1] = with->text;
	}
}

static void read_node(struct reader *r, struct ir_node node);

/* A function that receives argv reads it for main. */
static void
read_callee(struct reader *r, const struct ir_expr *call)
{
	const struct ir_func *func = call->func;
	for (uint32_t i = 0; i < call->arg_count && i < func->param_count && func->body; i++) {
		struct reader inner = {.argv = func->params[i],
		                       .wanted = r->wanted,
		                       .options = r->options,
		                       .compared = r->compared,
		                       .option = r->option,
		                       .letter = r->letter,
		                       .calls = r->calls + 1};
		if (is_argv(r, call->args[i]) && inner.calls <= MOST_CALLS)
			read_node(&inner, (struct ir_node){.stmt = func->body});
	}
}

static bool
is_getopt(const struct ir_expr *e)
{
	return e->kind == IR_CALL && e->func->is_system && !strncmp(e->func->name, "getopt", strlen("getopt")) &&
	       e->arg_count > 2;
}

static void
read_call(struct reader *r, const struct ir_expr *call)
{
	if (!is_getopt(call)) {
		read_callee(r, call);
		return;
	}
	const struct ir_expr *letters = ir_without_conversions(call->args[2]);
	if (letters->kind == IR_STRING)
		r->options->letters = letters->text;
}

static void
read_number(struct reader *r, const struct ir_expr *text)
{
	const unsigned index = index_of(r, text), operand = operand_of(r, text);
	if (index)
		r->wanted->is_number[index - 1] = true;
	if (operand)
		r->options->is_operand_number[operand - 1] = true;
	r->options->is_number[r->letter] |= is_loaded(text, "optarg");
}

static void
read_expr(struct reader *r, const struct ir_expr *e)
{
	const unsigned index = index_of(r, e), operand = operand_of(r, e);
	if (index > r->wanted->count)
		r->wanted->count = index;
	if (operand > r->options->operands)
		r->options->operands = operand;
	if (reads_number(e) && e->arg_count)
		read_number(r, ir_without_conversions(e->args[0]));
	read_comparison(r, e);
	read_value(r, e);
	if (e->kind == IR_CALL)
		read_call(r, e);
}

static void
read_with_letter(struct reader *r, const struct ir_stmt *s, unsigned char letter)
{
	const unsigned char before = r->letter;
	r->letter = letter;
	read_node(r, (struct ir_node){.stmt = s});
	r->letter = before;
}

static void
read_arm(struct reader *r, const struct ir_stmt *s, unsigned char letter, const char *option)
{
	struct compared_option *before = r->option;
	r->option = option ? compared_option(r->compared, option) : before;
	read_with_letter(r, s, letter);
	r->option = before;
}

/* `if (c == 'n')`: the code under this condition belongs to that option. */
static unsigned char
letter_compared(const struct reader *r, const struct ir_expr *e)
{
	const bool compares = e->kind == IR_BINARY && e->op == IR_EQ && e->b->kind == IR_INT;
	return compares && e->b->integer > 0 && e->b->integer <= UCHAR_MAX ? (unsigned char)e->b->integer : r->letter;
}

static void
read_switch(struct reader *r, const struct ir_stmt *s)
{
	unsigned char letter = r->letter;
	for (uint32_t i = 0; i < s->stmt_count; i++) {
		for (uint32_t k = 0; k < s->case_count; k++)
			if (s->cases[k].first == i)
				letter = s->cases[k].low > 0 && s->cases[k].low <= UCHAR_MAX
				                 ? (unsigned char)s->cases[k].low
				                 : r->letter;
		read_with_letter(r, s->stmts[i], letter);
	}
}

static void
read_parts(struct reader *r, struct ir_node node)
{
	const struct ir_stmt *s = node.stmt;
	struct ir_parts parts = ir_parts_of(node);
	if (s && s->kind == IR_STMT_SWITCH) {
		read_node(r, (struct ir_node){.expr = s->expr});
		read_switch(r, s);
		return;
	}
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (s && s->kind == IR_STMT_IF && part.stmt == s->then)
			read_arm(r, s->then, letter_compared(r, s->expr), option_of(s->expr));
		else
			read_node(r, part);
}

static void
read_node(struct reader *r, struct ir_node node)
{
	if (++r->depth <= IR_DEEPEST) {
		if (node.expr)
			read_expr(r, node.expr);
		read_parts(r, node);
	}
	r->depth--;
}

static void
add(struct wanted_arguments *wanted, const char *option, bool is_number)
{
	if (wanted->count == MOST_WANTED)
		return;
	wanted->option[wanted->count] = option;
	wanted->is_number[wanted->count] = is_number;
	wanted->compared[wanted->count++] = NULL;
}

/* Skips flags, and options with an optional value ("x::"): main needs none of them. */
static void
take_options(struct wanted_arguments *wanted, struct arena *arena, const struct options *options)
{
	wanted->count = 0;
	for (const char *c = options->letters + strspn(options->letters, "+-:"); *c; c += 1 + strspn(c + 1, ":"))
		if (strspn(c + 1, ":") == 1) {
			add(wanted, arena_printf(arena, "-%c", *c), false);
			add(wanted, NULL, options->is_number[(unsigned char)*c]);
		}
	for (unsigned i = 0; i < options->operands; i++)
		add(wanted, NULL, options->is_operand_number[i]);
}

static void
take_compared(struct wanted_arguments *wanted, const struct compared_options *options)
{
	for (unsigned i = 0; i < options->count; i++)
		if (options->items[i].has_value && wanted->count + 2 <= MOST_WANTED) {
			add(wanted, options->items[i].text, false);
			add(wanted, NULL, options->items[i].is_number);
		}
}

static bool
reads_parameter(const void *context, struct ir_node node)
{
	const struct ir_func *func = context;
	return node.expr && node.expr->kind == IR_VAR &&
	       (node.expr->var == func->params[0] || node.expr->var == func->params[1]);
}

struct wanted_arguments
wanted_arguments_of(struct arena *arena, const struct ir_func *main_func)
{
	struct wanted_arguments wanted = {0};
	struct options options = {0};
	struct compared_options compared = {0};
	if (main_func->param_count < 2 || !main_func->body)
		return wanted;
	const struct ir_node body = {.stmt = main_func->body};
	struct reader r = {.argv = main_func->params[1], .wanted = &wanted, .options = &options, .compared = &compared};
	wanted.reads_any = ir_any(body, reads_parameter, main_func);
	read_node(&r, body);
	if (options.letters)
		take_options(&wanted, arena, &options);
	else if (!wanted.count)
		take_compared(&wanted, &compared);
	return wanted;
}

const char *const *
wanted_arguments_fill(struct arena *arena, const struct wanted_arguments *wanted, const char *const *given,
                      size_t count, struct wanted_form form)
{
	const char **arguments = arena_array(arena, wanted->count + 1, sizeof *arguments);
	for (unsigned i = 0; i < wanted->count; i++)
		arguments[i] = i < count                                 ? given[i]
		               : wanted->option[i]                       ? wanted->option[i]
		               : wanted->is_number[i]                    ? form.number
		               : form.as_compared && wanted->compared[i] ? wanted->compared[i]
		                                                         : "TEXT";
	return arguments;
}

const char *
wanted_arguments_text(struct arena *arena, const char *const *arguments, size_t count)
{
	const char *text = "--argv '";
	for (size_t i = 0; i < count; i++) {
		const char *quote = strpbrk(arguments[i], " \t\n") || !*arguments[i] ? "\"" : "";
		text = arena_printf(arena, "%s%s%s%s%s", text, i ? " " : "", quote, arguments[i], quote);
	}
	return arena_printf(arena, "%s'", text);
}
