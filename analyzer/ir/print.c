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

struct printer {
	FILE *out;
	const struct ir_unit *unit;
	int depth;
};

static void print_expr(struct printer *p, const struct ir_expr *expr);
static void print_stmt(struct printer *p, const struct ir_stmt *stmt);

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
	fputc('(', p->out);
	for (uint32_t i = 0; i < expr->arg_count; i++) {
		if (i)
			fputs(", ", p->out);
		print_expr(p, expr->args[i]);
	}
	fputc(')', p->out);
}

static void
print_func_name(struct printer *p, const struct ir_func *func)
{
	fputs(func->qualified_name, p->out);
	for (uint32_t i = 0; i < func->template_arg_count; i++)
		fprintf(p->out, "%s%s%s", i ? ", " : "<", func->written_template_args[i],
			i + 1 == func->template_arg_count ? ">" : "");
}

/* The object at an address: a variable by its name, anything else by its type and place. */
static void
print_place(struct printer *p, const struct ir_expr *address, const struct ir_type *type, const struct ir_field *bits)
{
	if (address->kind == IR_VAR && address->var->type == type) {
		print_var_name(p, address->var);
		return;
	}
	fputs(type->name, p->out);
	if (bits)
		fprintf(p->out, ":%u", bits->bit_width);
	fputc('[', p->out);
	print_expr(p, address);
	fputc(']', p->out);
}

static void
print_call_target(struct printer *p, const struct ir_expr *expr)
{
	if (expr->kind != IR_CALL_POINTER && expr->func) {
		print_func_name(p, expr->func);
		return;
	}
	fputs("(*", p->out);
	print_expr(p, expr->a);
	fputc(')', p->out);
}

static void
print_launch(struct printer *p, const struct ir_expr *expr)
{
	const struct ir_launch *launch = expr->launch;
	print_call_target(p, expr);
	fputs("<<<", p->out);
	print_expr(p, launch->grid);
	fputs(", ", p->out);
	print_expr(p, launch->block);
	if (launch->shared || launch->stream) {
		fputs(", ", p->out);
		print_expr(p, launch->shared);
	}
	if (launch->stream) {
		fputs(", ", p->out);
		print_expr(p, launch->stream);
	}
	fputs(">>>", p->out);
	print_args(p, expr);
}

static void
print_statements(struct printer *p, const struct ir_expr *expr)
{
	fputs("({\n", p->out);
	p->depth += 2;
	print_stmt(p, expr->body);
	if (expr->a) {
		print_line(p, expr->a->loc);
		print_expr(p, expr->a);
		fputc('\n', p->out);
	}
	p->depth -= 2;
	print_line(p, (struct ir_loc){0});
	fputs("})", p->out);
}

static void
print_int(struct printer *p, const struct ir_expr *expr)
{
	if (expr->type->kind == IR_TYPE_POINTER && !expr->integer)
		fputs("null", p->out);
	else if (expr->type->kind == IR_TYPE_BOOL)
		fputs(expr->integer ? "true" : "false", p->out);
	else
		fprintf(p->out, "%" PRId64, expr->integer);
}

static void
print_field(struct printer *p, const struct ir_expr *expr)
{
	const struct ir_field *field = expr->field;
	print_expr(p, expr->a);
	if (field->name[0])
		fprintf(p->out, ".%s", field->name);
	else
		fprintf(p->out, ".%s+%" PRIu64, field->is_base ? field->type->name : "", field->offset);
}

static void
print_update(struct printer *p, const struct ir_expr *expr)
{
	print_place(p, expr->a, expr->type, NULL);
	fprintf(p->out, " %s%s=(%s) ", expr->post ? "post" : "", ir_op_text(expr->op), expr->compute_type->name);
	print_expr(p, expr->b);
}

static void
print_unknown(struct printer *p, const struct ir_expr *expr)
{
	fprintf(p->out, "?\"%s\"", expr->text);
	if (expr->arg_count)
		print_args(p, expr);
}

/* How expressions look that are made of a few parts: %a, %b and %c are the operands, %t is the type, %o the operator, %n
 * the scale, %p the place at operand a, %f what is called and %* its arguments. NULL: those that take more saying. */
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
		case 'a': print_expr(p, expr->a); break;
		case 'b': print_expr(p, expr->b); break;
		case 'c': print_expr(p, expr->c); break;
		case 't': fputs(expr->type->name, p->out); break;
		case 'o': fputs(ir_op_text(expr->op), p->out); break;
		case 'n': fprintf(p->out, "%" PRId64, expr->scale); break;
		case 'p': print_place(p, expr->a, expr->type, expr->field); break;
		case 'f': print_call_target(p, expr); break;
		case '*': print_args(p, expr); break;
		}
	}
}

static void
print_expr(struct printer *p, const struct ir_expr *expr)
{
	if (!expr) {
		fputs("none", p->out);
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
	case IR_VAR:
		fputc('&', p->out);
		print_var_name(p, expr->var);
		break;
	case IR_SPECIAL: fputs(ir_special_text(expr->special), p->out); break;
	case IR_UPDATE: print_update(p, expr); break;
	case IR_FIELD: print_field(p, expr); break;
	case IR_BUILTIN:
		fprintf(p->out, "@%s%s", ir_builtin_name(expr->builtin), ir_scope_suffix(expr->scope));
		print_args(p, expr);
		break;
	case IR_LAUNCH: print_launch(p, expr); break;
	case IR_STATEMENTS: print_statements(p, expr); break;
	default: print_unknown(p, expr); break;
	}
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
	fprintf(p->out, "%s%s%s ", var->is_extern ? "extern " : "", storage_text(var->storage), var->type->name);
	print_var_name(p, var);
	if (var->is_const)
		fputs(" const", p->out);
	if (var->is_restrict)
		fputs(" restrict", p->out);
	if (var->address_taken && var->type->kind <= IR_TYPE_POINTER)
		fputs(" addressed", p->out);
}

static void
print_body(struct printer *p, const struct ir_stmt *stmt)
{
	p->depth++;
	if (stmt)
		print_stmt(p, stmt);
	p->depth--;
}

/* The statements of a block on one level below the statement that it belongs to. */
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
				fputs("default:\n", p->out);
			else if (label->low == label->high)
				fprintf(p->out, "case %" PRId64 ":\n", label->low);
			else
				fprintf(p->out, "case %" PRId64 " ... %" PRId64 ":\n", label->low, label->high);
		}
		if (i < stmt->stmt_count)
			print_body(p, stmt->stmts[i]);
	}
	p->depth--;
}

static void
print_loop(struct printer *p, const struct ir_stmt *stmt)
{
	fputs(stmt->test_last ? "do" : "loop", p->out);
	if (stmt->expr) {
		fputs(stmt->test_last ? " while " : " ", p->out);
		print_expr(p, stmt->expr);
	}
	if (stmt->step) {
		fputs("; step ", p->out);
		print_expr(p, stmt->step);
	}
	fputc('\n', p->out);
	print_body(p, stmt->body);
}

static void
print_try(struct printer *p, const struct ir_stmt *stmt)
{
	for (uint32_t i = 0; i < stmt->stmt_count; i++) {
		fputs(i ? "catch\n" : "try\n", p->out);
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
	case IR_STMT_EXPR:
		print_expr(p, stmt->expr);
		break;
	case IR_STMT_DECLARE:
		fputs("let ", p->out);
		print_var(p, stmt->var);
		break;
	case IR_STMT_BLOCK:
		break;
	case IR_STMT_IF:
		fputs("if ", p->out);
		print_expr(p, stmt->expr);
		fputc('\n', p->out);
		print_body(p, stmt->then);
		if (stmt->otherwise) {
			print_line(p, (struct ir_loc){0});
			fputs("else\n", p->out);
			print_body(p, stmt->otherwise);
		}
		return;
	case IR_STMT_LOOP:
		print_loop(p, stmt);
		return;
	case IR_STMT_SWITCH:
		fputs("switch ", p->out);
		print_expr(p, stmt->expr);
		fputc('\n', p->out);
		print_switch(p, stmt);
		return;
	case IR_STMT_TRY:
		print_try(p, stmt);
		return;
	case IR_STMT_BREAK:
		fputs("break", p->out);
		break;
	case IR_STMT_CONTINUE:
		fputs("continue", p->out);
		break;
	case IR_STMT_RETURN:
		fputs("return", p->out);
		if (stmt->expr) {
			fputc(' ', p->out);
			print_expr(p, stmt->expr);
		}
		break;
	case IR_STMT_UNKNOWN:
		fprintf(p->out, "?\"%s\"", stmt->text);
		break;
	}
	fputc('\n', p->out);
}

/* ---- functions and units ---- */

void
ir_print_func(FILE *out, const struct ir_unit *unit, const struct ir_func *func)
{
	struct printer p = {.out = out, .unit = unit};
	fprintf(out, "%s:%" PRIu32 ": ", unit->files[func->loc.file], func->loc.line);
	fputs(func->is_kernel                    ? "kernel "
	      : func->is_device && func->is_host ? "host device "
	      : func->is_device                  ? "device "
						 : "host ",
	      out);
	fprintf(out, "%s ", func->result->name);
	print_func_name(&p, func);
	fputc('(', out);
	for (uint32_t i = 0; i < func->param_count; i++) {
		if (i)
			fputs(", ", out);
		print_var(&p, func->params[i]);
	}
	fputc(')', out);
	if (func->max_threads)
		fprintf(out, " bounds(%" PRId64 ", %" PRId64 ")", func->max_threads, func->min_blocks);
	fputs(func->launches ? " launches" : "", out);
	fputc('\n', out);
	if (func->is_partial)
		fprintf(out, "       partial: %s\n", func->partial_reason);
	if (func->body)
		print_body(&p, func->body);
}

void
ir_print_unit(FILE *out, const struct ir_unit *unit)
{
	struct printer p = {.out = out, .unit = unit};
	for (size_t i = 0; i < unit->problem_count; i++) {
		const struct ir_problem *problem = &unit->problems[i];
		if (!problem->loc.line)
			continue;   /* of the file as a whole: no part of the program */
		fprintf(out, "%s:%" PRIu32 ":%" PRIu32 ": problem: %s\n", unit->files[problem->loc.file],
			problem->loc.line, problem->loc.column, problem->message);
	}
	for (size_t i = 0; i < unit->global_count; i++) {
		const struct ir_var *var = unit->globals[i];
		fprintf(out, "%s:%" PRIu32 ": ", unit->files[var->loc.file], var->loc.line);
		print_var(&p, var);
		if (var->init) {
			fputs("; ", out);
			print_expr(&p, var->init);
		}
		fputc('\n', out);
	}
	for (size_t i = 0; i < unit->func_count; i++) {
		fputc('\n', out);
		ir_print_func(out, unit, unit->funcs[i]);
	}
}
