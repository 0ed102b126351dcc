/* The unit as indented text: a statement a line, with its source line in front, and expressions in a form near C:
 *
 *	x                  the value of variable x          &x            its address
 *	float[(p + i*4)]   the float at that address        a.f           the address of member f of what a points to
 *	long(i)            i converted to long              @atomicAdd()  a builtin
 *	x =(int) y         an update: computed as int       ?"text"       what the front end does not model
 */
#include "ir/ir.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>

struct printer {
	FILE *out;
	const struct ir_unit *unit;
	int depth;
};

static void print_stmt(struct printer *p, const struct ir_stmt *stmt);
/* %e an expression, or none; %v a variable's name; %f a function's; %s text; %d a number of 64 bits. */
static void say(struct printer *p, const char *form, ...);

static void
print_line(struct printer *p, struct ir_loc loc)
{
	if (loc.line)
		fprintf(p->out, "%5" PRIu32 "  ", loc.line);
	else
		fputs("       ", p->out);
	for (int i = 0; i < p->depth; i++)
		fputs("  ", p->out);
}

static void
print_var_name(struct printer *p, const struct ir_var *var)
{
	if (var->name[0])
		fputs(var->name, p->out);
	else
		fprintf(p->out, "%%%" PRIu32, var->slot);
}

static void
print_string(struct printer *p, const char *text, size_t length)
{
	fputc('"', p->out);
	for (size_t i = 0; i < length; i++) {
		const unsigned char c = (unsigned char)text[i];
		if (c == '\n')
			fputs("\\n", p->out);
		else if (c == '"' || c == '\\')
			fprintf(p->out, "\\%c", c);
		else if (isprint(c))
			fputc(c, p->out);
		else
			fprintf(p->out, "\\x%02x", c);
	}
	fputc('"', p->out);
}

static void
print_args(struct printer *p, const struct ir_expr *expr)
{
	say(p, "(");
	for (uint32_t i = 0; i < expr->arg_count; i++)
		say(p, "%s%e", i ? ", " : "", expr->args[i]);
	say(p, ")");
}

static void
print_func_name(struct printer *p, const struct ir_func *func)
{
	say(p, "%s", func->qualified_name);
	for (uint32_t i = 0; i < func->template_arg_count; i++)
		say(p, "%s%s%s", i ? ", " : "<", func->written_template_args[i],
		    i + 1 == func->template_arg_count ? ">" : "");
}

/* Prints the object at an address: a variable by its name, anything else by its type and address. */
static void
print_object(struct printer *p, const struct ir_expr *address, const struct ir_type *type, const struct ir_field *bits)
{
	if (address->kind == IR_VAR && address->var->type == type)
		say(p, "%v", address->var);
	else if (bits)
		say(p, "%s:%d[%e]", type->name, (int64_t)bits->bit_width, address);
	else
		say(p, "%s[%e]", type->name, address);
}

static void
print_call_target(struct printer *p, const struct ir_expr *expr)
{
	if (expr->kind != IR_CALL_POINTER && expr->func)
		say(p, "%f", expr->func);
	else
		say(p, "(*%e)", expr->a);
}

static void
print_launch(struct printer *p, const struct ir_expr *expr)
{
	const struct ir_launch *launch = expr->launch;
	print_call_target(p, expr);
	say(p, "<<<%e, %e", launch->grid, launch->block);
	if (launch->shared || launch->stream)
		say(p, ", %e", launch->shared);
	if (launch->stream)
		say(p, ", %e", launch->stream);
	say(p, ">>>");
	print_args(p, expr);
}

static void
print_statements(struct printer *p, const struct ir_expr *expr)
{
	say(p, "({\n");
	p->depth += 2;
	print_stmt(p, expr->body);
	if (expr->a) {
		print_line(p, expr->a->loc);
		say(p, "%e\n", expr->a);
	}
	p->depth -= 2;
	print_line(p, (struct ir_loc){0});
	say(p, "})");
}

static void
print_int(struct printer *p, const struct ir_expr *expr)
{
	if (expr->type->kind == IR_TYPE_POINTER && !expr->integer)
		say(p, "null");
	else if (expr->type->kind == IR_TYPE_BOOL)
		say(p, expr->integer ? "true" : "false");
	else
		say(p, "%d", expr->integer);
}

static void
print_field(struct printer *p, const struct ir_expr *expr)
{
	const struct ir_field *field = expr->field;
	if (field->name[0])
		say(p, "%e.%s", expr->a, field->name);
	else
		say(p, "%e.%s+%d", expr->a, field->is_base ? field->type->name : "", (int64_t)field->offset);
}

static void
print_update(struct printer *p, const struct ir_expr *expr)
{
	print_object(p, expr->a, expr->type, NULL);
	say(p, " %s%s=(%s) %e", expr->post ? "post" : "", ir_op_text(expr->op), expr->compute_type->name, expr->b);
}

static void
print_unknown(struct printer *p, const struct ir_expr *expr)
{
	say(p, "?\"%s\"", expr->text);
	if (expr->arg_count)
		print_args(p, expr);
}

/* The format of simple expressions: %a, %b and %c are the operands, %t is the type, %o the operator, %n the scale,
 * %p the object at operand a, %f the called function and %* its arguments. NULL: the expression has code of its own. */
static const char *const forms[] = {
	[IR_FUNC] = "&%f",
	[IR_LOAD] = "%p",
	[IR_STORE] = "%p = %b",
	[IR_COPY] = "copy %t %a <- %b",
	[IR_ZERO] = "zero %t %a",
	[IR_OFFSET] = "(%a + %b*%n)",
	[IR_POINTER_DIFF] = "(%a - %b)/%n",
	[IR_UNARY] = "%o%a",
	[IR_BINARY] = "(%a %o %b)",
	[IR_AND] = "(%a && %b)",
	[IR_OR] = "(%a || %b)",
	[IR_CONDITIONAL] = "(%a ? %b : %c)",
	[IR_COMMA] = "(%a , %b)",
	[IR_CONVERT] = "%t(%a)",
	[IR_CALL] = "%f%*",
	[IR_CALL_POINTER] = "%f%*",
	[IR_UNKNOWN] = NULL,
};

static void
print_form(struct printer *p, const struct ir_expr *expr, const char *form)
{
	for (; *form; form++) {
		if (*form != '%') {
			fputc(*form, p->out);
			continue;
		}
		switch (*++form) {
		case 'a': say(p, "%e", expr->a); break;
		case 'b': say(p, "%e", expr->b); break;
		case 'c': say(p, "%e", expr->c); break;
		case 't': say(p, "%s", expr->type->name); break;
		case 'o': say(p, "%s", ir_op_text(expr->op)); break;
		case 'n': say(p, "%d", expr->scale); break;
		case 'p': print_object(p, expr->a, expr->type, expr->field); break;
		case 'f': print_call_target(p, expr); break;
		case '*': print_args(p, expr); break;
		}
	}
}

static void
print_expr(struct printer *p, const struct ir_expr *expr)
{
	if (!expr) {
		say(p, "none");
		return;
	}
	if (forms[expr->kind]) {
		print_form(p, expr, forms[expr->kind]);
		return;
	}
	switch (expr->kind) {
	case IR_INT: print_int(p, expr); break;
	case IR_FLOAT: fprintf(p->out, "%.9g", expr->real); break;
	case IR_STRING: print_string(p, expr->text, expr->length); break;
	case IR_VAR: say(p, "&%v", expr->var); break;
	case IR_SPECIAL: say(p, "%s", ir_special_text(expr->special)); break;
	case IR_UPDATE: print_update(p, expr); break;
	case IR_FIELD: print_field(p, expr); break;
	case IR_BUILTIN:
		say(p, "@%s%s", ir_builtin_name(expr->builtin), ir_scope_suffix(expr->scope));
		print_args(p, expr);
		break;
	case IR_LAUNCH: print_launch(p, expr); break;
	case IR_STATEMENTS: print_statements(p, expr); break;
	default: print_unknown(p, expr); break;
	}
}

static void
say(struct printer *p, const char *form, ...)
{
	va_list list;
	va_start(list, form);
	for (; *form; form++) {
		if (*form != '%') {
			fputc(*form, p->out);
			continue;
		}
		switch (*++form) {
		case 'e': print_expr(p, va_arg(list, const struct ir_expr *)); break;
		case 'v': print_var_name(p, va_arg(list, const struct ir_var *)); break;
		case 'f': print_func_name(p, va_arg(list, const struct ir_func *)); break;
		case 's': fputs(va_arg(list, const char *), p->out); break;
		case 'd': fprintf(p->out, "%" PRId64, va_arg(list, int64_t)); break;
		}
	}
	va_end(list);
}

/* ---- statements ---- */

static const char *
storage_text(enum ir_storage storage)
{
	static const char *const texts[] = {
		[IR_STORAGE_LOCAL] = "",
		[IR_STORAGE_PARAM] = "",
		[IR_STORAGE_STATIC] = "static ",
		[IR_STORAGE_DEVICE] = "__device__ ",
		[IR_STORAGE_CONSTANT] = "__constant__ ",
		[IR_STORAGE_MANAGED] = "__managed__ ",
		[IR_STORAGE_SHARED] = "__shared__ ",
		[IR_STORAGE_SHARED_DYNAMIC] = "extern __shared__ ",
	};
	return texts[storage];
}

static void
print_var(struct printer *p, const struct ir_var *var)
{
	say(p, "%s%s%s %v", var->is_extern ? "extern " : "", storage_text(var->storage), var->type->name, var);
	say(p, "%s%s%s", var->is_const ? " const" : "", var->is_restrict ? " restrict" : "",
	    var->address_taken && var->type->kind <= IR_TYPE_POINTER ? " addressed" : "");
}

static void
print_body(struct printer *p, const struct ir_stmt *stmt)
{
	p->depth++;
	if (stmt)
		print_stmt(p, stmt);
	p->depth--;
}

/* Prints the statements of a block one level below the statement that contains it. */
static void
print_stmts(struct printer *p, const struct ir_stmt *stmt)
{
	for (uint32_t i = 0; i < stmt->stmt_count; i++)
		print_stmt(p, stmt->stmts[i]);
}

static void
print_switch(struct printer *p, const struct ir_stmt *stmt)
{
	uint32_t next = 0;
	p->depth++;
	for (uint32_t i = 0; i <= stmt->stmt_count; i++) {
		for (; next < stmt->case_count && stmt->cases[next].first <= i; next++) {
			const struct ir_case *label = &stmt->cases[next];
			print_line(p, (struct ir_loc){0});
			if (label->is_default)
				say(p, "default:\n");
			else if (label->low == label->high)
				say(p, "case %d:\n", label->low);
			else
				say(p, "case %d ... %d:\n", label->low, label->high);
		}
		if (i < stmt->stmt_count)
			print_body(p, stmt->stmts[i]);
	}
	p->depth--;
}

static void
print_loop(struct printer *p, const struct ir_stmt *stmt)
{
	say(p, stmt->test_last ? "do" : "loop");
	if (stmt->expr)
		say(p, "%s%e", stmt->test_last ? " while " : " ", stmt->expr);
	if (stmt->step)
		say(p, "; step %e", stmt->step);
	say(p, "\n");
	print_body(p, stmt->body);
}

static void
print_try(struct printer *p, const struct ir_stmt *stmt)
{
	for (uint32_t i = 0; i < stmt->stmt_count; i++) {
		say(p, i ? "catch\n" : "try\n");
		print_body(p, stmt->stmts[i]);
	}
}

static void
print_stmt(struct printer *p, const struct ir_stmt *stmt)
{
	if (stmt->kind == IR_STMT_BLOCK) {
		print_stmts(p, stmt);
		return;
	}
	print_line(p, stmt->loc);
	switch (stmt->kind) {
	case IR_STMT_EXPR: say(p, "%e", stmt->expr); break;
	case IR_STMT_DECLARE:
		say(p, "let ");
		print_var(p, stmt->var);
		break;
	case IR_STMT_BLOCK: break;
	case IR_STMT_IF:
		say(p, "if %e\n", stmt->expr);
		print_body(p, stmt->then);
		if (stmt->otherwise) {
			print_line(p, (struct ir_loc){0});
			say(p, "else\n");
			print_body(p, stmt->otherwise);
		}
		return;
	case IR_STMT_LOOP: print_loop(p, stmt); return;
	case IR_STMT_SWITCH:
		say(p, "switch %e\n", stmt->expr);
		print_switch(p, stmt);
		return;
	case IR_STMT_TRY: print_try(p, stmt); return;
	case IR_STMT_BREAK: say(p, "break"); break;
	case IR_STMT_CONTINUE: say(p, "continue"); break;
	case IR_STMT_RETURN:
		say(p, "return");
		if (stmt->expr)
			say(p, " %e", stmt->expr);
		break;
	case IR_STMT_UNKNOWN: say(p, "?\"%s\"", stmt->text); break;
	}
	say(p, "\n");
}

/* ---- functions and units ---- */

void
ir_print_func(FILE *out, const struct ir_unit *unit, const struct ir_func *func)
{
	struct printer p = {.out = out, .unit = unit};
	const char *side = func->is_kernel   ? "kernel"
	                   : func->is_device ? func->is_host ? "host device" : "device"
	                                     : "host";
	say(&p, "%s:%d: %s %s %f(", unit->files[func->loc.file], (int64_t)func->loc.line, side, func->result->name,
	    func);
	for (uint32_t i = 0; i < func->param_count; i++) {
		say(&p, i ? ", " : "");
		print_var(&p, func->params[i]);
	}
	say(&p, ")");
	if (func->max_threads)
		say(&p, " bounds(%d, %d)", func->max_threads, func->min_blocks);
	say(&p, func->launches ? " launches\n" : "\n");
	if (func->is_partial)
		say(&p, "       partial: %s\n", func->partial_reason);
	if (func->body)
		print_body(&p, func->body);
}

void
ir_print_unit(FILE *out, const struct ir_unit *unit)
{
	struct printer p = {.out = out, .unit = unit};
	for (size_t i = 0; i < unit->problem_count; i++) {
		const struct ir_problem *problem = &unit->problems[i];
		/* Other problems concern the file as a whole, not the program. */
		if (problem->loc.line)
			say(&p, "%s:%d:%d: problem: %s\n", unit->files[problem->loc.file], (int64_t)problem->loc.line,
			    (int64_t)problem->loc.column, problem->message);
	}
	for (size_t i = 0; i < unit->global_count; i++) {
		const struct ir_var *var = unit->globals[i];
		say(&p, "%s:%d: ", unit->files[var->loc.file], (int64_t)var->loc.line);
		print_var(&p, var);
		if (var->init)
			say(&p, "; %e", var->init);
		say(&p, "\n");
	}
	for (size_t i = 0; i < unit->func_count; i++) {
		say(&p, "\n");
		ir_print_func(out, unit, unit->funcs[i]);
	}
}
