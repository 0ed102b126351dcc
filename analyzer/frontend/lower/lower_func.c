/* Functions: the facts in their declarations, the functions of a unit, and the lowering of bodies. */
#include "frontend/lower/lower_func.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/classes/lower_construct.h"
#include "frontend/classes/lower_destroy.h"
#include "frontend/classes/lower_lambda.h"
#include "frontend/classes/lower_leave.h"
#include "frontend/lower/lower_jump.h"
#include "frontend/lower/lower_stmt.h"
#include "frontend/lower/toolkit_lines.h"
#include "frontend/text/headers.h"
#include "frontend/unit/build.h"
#include "frontend/unit/function.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/problems.h"
#include "frontend/unit/source.h"
#include "frontend/unit/template_arguments.h"
#include "frontend/unit/types.h"
#include "support/allocate.h"

/* ---- declarations ---- */

struct signature {
	struct lower *l;
	struct ir_func *func;
	bool has_device, has_host;
};

/* Reads numbers as __launch_bounds__ and __cluster_dims__ spell them. An argument that is not a plain product of
 * numbers leaves its number unchanged. */
static void
read_numbers(const char *text, int64_t *numbers, unsigned most)
{
	for (unsigned i = 0; i < most; i++) {
		int64_t product = 1;
		for (;;) {
			char *end;
			text += strspn(text, " \t()");
			const long long factor = strtoll(text, &end, 0);
			if (end == text)
				return;
			product *= factor;
			text = end + strspn(end, "uUlL \t()");
			if (*text != '*')
				break;
			text++;
		}
		if (*text && *text != ',')
			return;
		numbers[i] = product;
		if (*text++ != ',')
			return;
	}
}

static void
read_annotation(struct ir_func *func, const char *text)
{
	static const char launch_bounds[] = "gl:lb:", cluster[] = "gl:cluster:";
	int64_t numbers[3] = {0, 1, 1};
	if (!strncmp(text, launch_bounds, sizeof launch_bounds - 1)) {
		numbers[1] = 0;
		read_numbers(text + sizeof launch_bounds - 1, numbers, 2);
		if (numbers[0]) {
			func->max_threads = numbers[0];
			func->min_blocks = numbers[1];
		}
	} else if (!strncmp(text, cluster, sizeof cluster - 1)) {
		read_numbers(text + sizeof cluster - 1, numbers, 3);
		if (numbers[0])
			memcpy(func->cluster, numbers, sizeof numbers);
	} else if (!strcmp(text, "gl:untold")) {
		func->is_unreported = true;
	} else if (!strcmp(text, "gl:algorithm")) {
		func->is_algorithm = true;
	}
}

static enum CXChildVisitResult
read_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct signature *signature = data;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_CUDAGlobalAttr: signature->func->is_kernel = true; break;
	case CXCursor_CUDADeviceAttr: signature->has_device = true; break;
	case CXCursor_CUDAHostAttr: signature->has_host = true; break;
	case CXCursor_AnnotateAttr: {
		CXString text = clang_getCursorSpelling(cursor);
		read_annotation(signature->func, clang_getCString(text));
		clang_disposeString(text);
		break;
	}
	default: break;
	}
	return CXChildVisit_Continue;
}

static const char *
link_name(struct lower *l, CXCursor cursor)
{
	const char *name = source_string(l, clang_Cursor_getMangling(cursor));
	if (!*name)
		name = source_string(l, clang_getCursorUSR(cursor));
	const enum CXLinkageKind linkage = clang_getCursorLinkage(cursor);
	/* A function with internal linkage is a different one in each unit. */
	return linkage == CXLinkage_External ? name : arena_printf(l->arena, "%s@%s", name, l->unit->path);
}

static struct ir_var *
make_parameter(struct lower *l, CXCursor cursor, const char *name, const struct ir_type *type, uint32_t slot)
{
	struct lower_var *var = arena_new(l->arena, struct lower_var);
	var->ir = (struct ir_var){.name = name, .type = type, .storage = IR_STORAGE_PARAM, .slot = slot};
	if (!clang_Cursor_isNull(cursor)) {
		const CXType source = clang_getCanonicalType(clang_getCursorType(cursor));
		var->ir.loc = source_loc(l, cursor);
		var->ir.is_const = clang_isConstQualifiedType(source);
		var->ir.is_restrict = clang_isRestrictQualifiedType(source);
		var->ir.is_grid_constant = source_is_annotated(cursor, "gl:grid_constant");
	}
	return &var->ir;
}

/* An argument with a destructor stays the caller's, which passes its address. A kernel receives a copy of the bytes. */
static const struct ir_type *
type_of_parameter(struct lower *l, const struct ir_func *func, CXCursor parameter)
{
	const struct ir_type *type = types_of(l, parameter);
	if (type->kind != IR_TYPE_RECORD || func->is_kernel ||
	    !destroy_does_something(l, clang_getCursorType(parameter)))
		return type;
	return types_reference(l, type);
}

static void
read_parameters(struct lower *l, struct ir_func *func, CXCursor cursor)
{
	const int count = clang_Cursor_getNumArguments(cursor);
	func->params = arena_new_array(l->arena, struct ir_var *, (size_t)(count > 0 ? count : 0) + 1);
	if (func->is_method)
		func->params[func->param_count++] =
			make_parameter(l, clang_getNullCursor(), "this",
		                       types_pointer(l, types_of(l, clang_getCursorSemanticParent(cursor))), 0);
	for (int i = 0; i < count; i++) {
		const CXCursor parameter = clang_Cursor_getArgument(cursor, (unsigned)i);
		func->params[func->param_count] =
			make_parameter(l, parameter, source_string(l, clang_getCursorSpelling(parameter)),
		                       type_of_parameter(l, func, parameter), func->param_count);
		if (clang_isInvalidDeclaration(parameter)) {
			func->is_partial = true;
			func->partial_reason = arena_printf(l->arena, "line %u: the compiler rejects the type of %s",
			                                    func->params[func->param_count]->loc.line,
			                                    func->params[func->param_count]->name);
		}
		func->param_count++;
	}
	func->slot_count = func->param_count;
}

/* The scope in the suffix of an atomic's or fence's name; none: the device. */
static enum ir_scope
find_scope(const char *name)
{
	const bool has_scopes = !strncmp(name, "atomic", 6) || !strncmp(name, "__threadfence", 13);
	const char *last = strrchr(name, '_');
	for (enum ir_scope scope = IR_SCOPE_BLOCK; has_scopes && last && scope <= IR_SCOPE_SYSTEM; scope++)
		if (!strcmp(last, ir_scope_suffix(scope)))
			return scope;
	return IR_SCOPE_DEVICE;
}

static enum ir_builtin
find_scoped(struct lower *l, const char *name)
{
	const char *suffix = ir_scope_suffix(find_scope(name));
	return *suffix ? ir_builtin_find(arena_strndup(l->arena, name, strlen(name) - strlen(suffix)))
	               : IR_BUILTIN_COUNT;
}

static enum ir_builtin
find_builtin(struct lower *l, CXCursor cursor, const struct ir_func *func)
{
	if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl)
		return IR_BUILTIN_COUNT;
	/* A user's function that another unit defines may have any name. Only names with C linkage are functions of the
	 * C library. */
	if (!source_is_system(cursor) && strcmp(func->link_name, func->name) && strncmp(func->name, "__", 2) &&
	    strncmp(func->name, "cuda", 4))
		return IR_BUILTIN_COUNT;
	const char *name = func->name;
	enum ir_builtin builtin = ir_builtin_find(name);
	if (builtin != IR_BUILTIN_COUNT)
		return builtin;
	if (!strncmp(name, "__builtin_", 10)) {
		name += 10;
		builtin = ir_builtin_find(name);
	}
	/* sqrtf and sqrtl share the entry of sqrt: the types distinguish them. */
	const size_t length = strlen(name);
	if (builtin == IR_BUILTIN_COUNT && length > 2 && (name[length - 1] == 'f' || name[length - 1] == 'l') &&
	    func->result->kind == IR_TYPE_FLOAT)
		builtin = ir_builtin_find(arena_strndup(l->arena, name, length - 1));
	if (builtin == IR_BUILTIN_COUNT)
		builtin = find_scoped(l, name);
	if (builtin == IR_BUILTIN_COUNT && !strncmp(func->name, "cuda", 4) && func->name[4] >= 'A' &&
	    func->name[4] <= 'Z')
		builtin = IR_BUILTIN___gl_cuda_success;
	return builtin;
}

/* The line information of a function that the toolkit's headers define; NULL: none. */
static const struct ir_line_info *
find_line_info(struct lower *l, CXCursor cursor, const struct ir_func *func)
{
	if (!toolkit_lines_know(func->qualified_name))
		return NULL;
	const CXType first = clang_getCanonicalType(clang_getArgType(clang_getCursorType(cursor), 0));
	const CXType pointee = clang_getPointeeType(first), reported = pointee.kind == CXType_Invalid ? first : pointee;
	const char *spelling = reported.kind == CXType_Invalid
	                               ? ""
	                               : source_string(l, clang_getTypeSpelling(clang_getUnqualifiedType(reported)));
	struct ir_line_info info;
	if (!toolkit_lines_find(func->qualified_name, spelling, &info))
		return NULL;
	struct ir_line_info *kept = arena_new(l->arena, struct ir_line_info);
	*kept = info;
	return kept;
}

enum ir_builtin
func_builtin(struct lower *l, const struct ir_func *func)
{
	(void)l;
	return ((const struct lower_func *)func)->builtin;
}

static bool
has_closure_argument(const struct ir_func *func)
{
	for (uint32_t i = 0; i < func->template_arg_count; i++)
		if (strstr(func->template_args[i], "(lambda at "))
			return true;
	return false;
}

struct ir_func *
func_get(struct lower *l, CXCursor cursor)
{
	const CXCursor key = clang_getCanonicalCursor(cursor);
	struct lower_func *known = table_find(&l->funcs, key);
	if (known)
		return &known->ir;
	struct lower_func *created = arena_new(l->arena, struct lower_func);
	struct ir_func *func = &created->ir;
	table_set(&l->funcs, key, created);
	created->builtin = IR_BUILTIN_COUNT;
	created->cursor = cursor;
	const bool has_body = func_has_body(cursor, &created->cursor);
	const CXCursor source = created->cursor;
	const enum CXCursorKind kind = clang_getCursorKind(source);
	func->unit = l->unit;
	func->name = source_string(l, clang_getCursorSpelling(source));
	/* libclang spells constructors of templates with the template's arguments. */
	if (kind == CXCursor_Constructor && strchr(func->name, '<'))
		func->name = arena_strndup(l->arena, func->name, strcspn(func->name, "<"));
	func->qualified_name = func_qualified_name(l, source, func->name);
	func->link_name = link_name(l, source);
	func->is_method = kind == CXCursor_Constructor || kind == CXCursor_Destructor ||
	                  kind == CXCursor_ConversionFunction ||
	                  (kind == CXCursor_CXXMethod && !clang_CXXMethod_isStatic(source));
	func->result = kind == CXCursor_Constructor || kind == CXCursor_Destructor
	                       ? l->type_void
	                       : types_get(l, clang_getResultType(clang_getCursorType(source)));
	func->loc = func_loc(l, source);
	func->is_library = frontend_is_built_in(l->unit->files[func->loc.file]);
	func->is_system = func->is_library || source_is_system(source);
	struct signature signature = {.l = l, .func = func};
	clang_visitChildren(cursor, read_attribute, &signature);
	if (!clang_equalCursors(cursor, source))
		clang_visitChildren(source, read_attribute, &signature);
	func->is_device = signature.has_device || func->is_kernel;
	func->is_host = signature.has_host || !func->is_device;
	if (func->is_kernel)
		func->signature =
			source_string(l, clang_getTypeSpelling(clang_getCanonicalType(clang_getCursorType(source))));
	template_read_arguments(l, func, source);
	if (func->is_kernel && has_closure_argument(func))
		memory_push(l->closure_kernels, l->closure_kernel_count, l->closure_kernel_capacity, created);
	read_parameters(l, func, source);
	if (func->is_library)
		func->line_info = find_line_info(l, source, func);
	if (!has_body) {
		created->builtin = find_builtin(l, source, func);
		created->scope = find_scope(func->name);
		memory_push(l->unit->declared, l->unit->declared_count, l->unit->declared_capacity, func);
		return func;
	}
	memory_push(l->unit->funcs, l->unit->func_count, l->unit->func_capacity, func);
	memory_push(l->queue, l->queue_count, l->queue_capacity, created);
	return func;
}

struct ir_func *
func_make(struct lower *l, const struct ir_func *like, const char *link_name, struct lower_effects *args)
{
	struct lower_func *made = arena_new(l->arena, struct lower_func);
	struct ir_func *func = &made->ir;
	made->builtin = IR_BUILTIN_COUNT;
	*func = *like;
	func->link_name = link_name;
	func->params = arena_new_array(l->arena, struct ir_var *, like->param_count + 1);
	func->slot_count = like->param_count;
	for (uint32_t i = 0; i < like->param_count; i++) {
		struct lower_var *param = arena_new(l->arena, struct lower_var);
		const struct ir_type *type = like->params[i]->type;
		param->ir = *like->params[i];
		param->ir.address_taken = !types_is_scalar(type);
		func->params[i] = &param->ir;
		const struct ir_expr *target = build_var(l, &param->ir, like->loc);
		effects_add(l, args, types_is_scalar(type) ? build_load(l, target, type, like->loc) : target);
	}
	memory_push(l->unit->funcs, l->unit->func_count, l->unit->func_capacity, func);
	return func;
}

/* ---- lowering of bodies ---- */

static void
note_addresses(struct lower *l, const struct lower_scope *scope, size_t first_temporary)
{
	for (size_t i = 0; i < scope->locals.capacity; i++) {
		struct lower_var *var = scope->locals.entries[i].value;
		if (var)
			var->ir.address_taken = !types_is_scalar(var->ir.type) || var->mentions > var->direct;
	}
	for (size_t i = first_temporary; i < l->temporary_count; i++) {
		struct lower_var *var = l->temporaries[i];
		var->ir.address_taken = !types_is_scalar(var->ir.type) || var->mentions > var->direct;
	}
	l->temporary_count = first_temporary;
}

/* A function with a goto that IR cannot express has no body: nothing is known of it. A kernel is lowered without its
 * gotos. The report says so, whether or not a thread executes one. */
static const struct ir_stmt *
whole_body(struct lower *l, struct lower_stmts *stmts, struct ir_loc loc)
{
	struct lower_stmts *prologue = &l->scope->prologue;
	if (l->scope->wild_jump.line && !l->scope->func->ir.is_kernel)
		return NULL;
	if (l->scope->wild_jump.line) {
		struct ir_stmt *jump = build_stmt(l, IR_STMT_UNKNOWN, l->scope->wild_jump);
		jump->text = "goto";
		stmts_add(l, prologue, jump);
	}
	if (!prologue->count)
		return build_block(l, stmts, loc);
	stmts_add(l, prologue, build_block(l, stmts, loc));
	return build_block(l, prologue, loc);
}

static void
lower_body(struct lower *l, struct lower_func *created)
{
	struct ir_func *func = &created->ir;
	const CXCursor cursor = created->cursor, body = func_body(cursor);
	struct lower_stmts stmts = {0};
	struct lower_scope scope = {.func = created, .block = &stmts, .body = body, .outer = l->scope};
	const size_t first_temporary = l->temporary_count;
	l->scope = &scope;
	uint32_t index = 0;
	if (func->is_method) {
		const CXCursor owner = clang_getCursorSemanticParent(cursor);
		scope.this_var = func->params[index++];
		scope.closure = lambda_closure(l, owner);
		scope.this_record = clang_getCursorType(owner);
		if (scope.closure && scope.closure->this_record.kind != CXType_Invalid)
			scope.this_record = scope.closure->this_record;
	}
	for (unsigned i = 0; index < func->param_count; i++, index++)
		table_set(&scope.locals, clang_Cursor_getArgument(cursor, i), func->params[index]);
	const struct lower_error *error = frontend_errors_in(l, cursor);
	if (error)
		lower_partial(l, arena_printf(l->arena, "line %u: %s", error->line, error->message));
	if (clang_getCursorKind(cursor) == CXCursor_Constructor)
		construct_members(l, cursor, body);
	if (clang_getCursorKind(cursor) == CXCursor_Destructor) {
		destroy_begin(l, body);
		leave_note_parts(l);
	}
	if (clang_getCursorKind(body) == CXCursor_CXXTryStmt)
		stmt_lower(l, body);
	else
		jump_lower_block(l, body);
	leave_end(l, NULL);
	func->body = whole_body(l, &stmts, source_loc(l, body));
	note_addresses(l, &scope, first_temporary);
	table_free(&scope.locals);
	l->scope = scope.outer;
}

void
func_run_queue(struct lower *l)
{
	for (size_t next = 0; next < l->queue_count; next++)
		lower_body(l, l->queue[next]);
	l->queue_count = 0;
}
