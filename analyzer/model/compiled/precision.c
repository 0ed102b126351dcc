#include "model/compiled/precision.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ir/walk.h"
#include "model/compiled/arithmetic.h"
#include "support/allocate.h"

enum { FLOAT_BYTES = 4, DOUBLE_BYTES = 8 };

struct search {
	struct kernel *kernel;
	struct arithmetic walk;
	const struct source_reader *sources;
	struct arena *arena;
	size_t capacity;
	struct declared {
		const char *file;
		uint32_t first, last;
	} *declared; /* lines with arithmetic of declared doubles */
	size_t declared_count, declared_capacity;
};

/* ---- types ------------------------------------------------------------------------------------------------------- */

static bool
is_float_of(const struct ir_type *type, uint64_t bytes)
{
	return type && type->kind == IR_TYPE_FLOAT && type->size == bytes;
}

static bool
is_double(const struct ir_expr *e)
{
	return e && is_float_of(e->type, DOUBLE_BYTES);
}

static bool
is_comparison(const struct ir_expr *e)
{
	return e->kind == IR_BINARY && ir_is_comparison(e->op);
}

/* ---- one expression of doubles ----------------------------------------------------------------------------------- */

enum { MOST_CULPRITS = 8 };

/* A tree of double operations, from its operands to the use of its result. */
struct island {
	const struct ir_expr *culprits[MOST_CULPRITS]; /* double literals and calls that cause the promotion */
	size_t culprit_count;
	bool has_floats;  /* some operands are floats */
	bool is_declared; /* some operands are declared double or converted explicitly */
	unsigned depth;
};

static bool
is_math_call(const struct ir_expr *e)
{
	return e->kind == IR_BUILTIN || (e->kind == IR_CALL && (e->func->is_library || e->func->is_system));
}

static void
add_culprit(struct island *island, const struct ir_expr *e)
{
	if (island->culprit_count < MOST_CULPRITS)
		island->culprits[island->culprit_count++] = e;
}

static void read_island(struct island *island, const struct ir_expr *e);

static void
read_conversion(struct island *island, const struct ir_expr *e)
{
	const bool of_float = is_float_of(e->a->type, FLOAT_BYTES);
	island->has_floats |= of_float;
	island->is_declared |= of_float && e->is_written;
}

static void
read_call(struct island *island, const struct ir_expr *e)
{
	bool has_floats = false;
	for (uint32_t i = 0; i < e->arg_count; i++) {
		has_floats |= is_float_of(e->args[i]->type, FLOAT_BYTES);
		if (is_double(e->args[i]))
			read_island(island, e->args[i]);
	}
	island->has_floats |= has_floats;
	add_culprit(island, e);
}

static void
read_island(struct island *island, const struct ir_expr *e)
{
	if (++island->depth > IR_DEEPEST)
		island->is_declared = true;
	else if (e->kind == IR_FLOAT)
		add_culprit(island, e);
	else if (e->kind == IR_CONVERT)
		read_conversion(island, e);
	else if (e->kind == IR_UNARY || (e->kind == IR_BINARY && !is_comparison(e)))
		for (int i = 0; i < 2; i++) {
			const struct ir_expr *part = i ? e->b : e->a;
			if (part)
				read_island(island, part);
		}
	else if (e->kind == IR_CONDITIONAL) {
		read_island(island, e->b);
		read_island(island, e->c);
	} else if (is_math_call(e))
		read_call(island, e);
	else
		island->is_declared = true;
	island->depth--;
}

/* ---- its culprits ------------------------------------------------------------------------------------------------ */

static const char *
file_of(const struct search *search, const struct ir_loc *loc)
{
	return loc->file < search->walk.unit->file_count ? search->walk.unit->files[loc->file] : "";
}

/* The source text of the location, limited to its line; "": not available, or the file has changed. */
static const char *
source_at(const struct search *search, const struct ir_loc *loc, size_t *length)
{
	const char *text =
		search->sources->text && loc->line
			? search->sources->text(search->sources->context, file_of(search, loc), loc->line, length)
			: NULL;
	const char *end = text ? memchr(text, '\n', *length) : NULL;
	*length = end ? (size_t)(end - text) : text ? *length : 0;
	if (!text || loc->column > *length) {
		*length = 0;
		return "";
	}
	*length -= loc->column - 1;
	if (loc->end_line == loc->line && loc->end_column > loc->column && loc->end_column - loc->column < *length)
		*length = loc->end_column - loc->column;
	return text + loc->column - 1;
}

static bool
consists_of(const char *text, size_t length, const char *characters)
{
	for (size_t i = 0; i < length; i++)
		if (!strchr(characters, text[i]))
			return false;
	return length > 0;
}

/* A decimal literal without a suffix. */
static bool
is_literal(const char *text, size_t length)
{
	return consists_of(text, length, "0123456789.eE+-") && (isdigit((unsigned char)*text) || *text == '.');
}

static size_t
name_length(const char *text, size_t length)
{
	size_t at = 0;
	while (at < length && (isalnum((unsigned char)text[at]) || text[at] == '_'))
		at++;
	return at;
}

static struct double_use
use_of(const struct search *search, const struct ir_expr *e, const struct ir_loc *whole)
{
	size_t length = 0;
	const char *text = source_at(search, &e->loc, &length);
	const bool is_call = e->kind != IR_FLOAT;
	const bool is_plain = !is_call && is_literal(text, length);
	const size_t used = is_plain ? length : name_length(text, length);
	struct double_use use = {
		.place = {arena_strdup(search->arena, file_of(search, &e->loc)), e->loc.line, e->loc.column,
	                  e->loc.line, e->loc.column + (uint32_t)used},
		.is_call = is_call,
		.text = arena_printf(search->arena, "%.*s", (int)used, text),
		.first_line = whole->line,
		.last_line = whole->end_line > whole->line ? whole->end_line : whole->line,
	};
	if (is_plain || (is_call && used && used < length && text[used] == '('))
		use.replacement = arena_printf(search->arena, "%sf", use.text);
	return use;
}

static bool
is_known(const struct search *search, const struct double_use *use)
{
	for (size_t i = 0; i < search->kernel->double_use_count; i++)
		if (facts_same_place(&search->kernel->double_uses[i].place, &use->place))
			return true;
	return false;
}

static void
note_island(struct search *search, const struct island *island, const struct ir_loc *whole)
{
	if (island->is_declared) {
		const struct declared declared = {file_of(search, whole), whole->line,
		                                  whole->end_line > whole->line ? whole->end_line : whole->line};
		memory_push(search->declared, search->declared_count, search->declared_capacity, declared);
	}
	for (size_t i = 0; island->has_floats && !island->is_declared && i < island->culprit_count; i++) {
		size_t length = 0;
		const char *text = source_at(search, &island->culprits[i]->loc, &length);
		if (consists_of(text, length, "0123456789"))
			continue;
		const struct double_use use = use_of(search, island->culprits[i], whole);
		if (*use.text && !is_known(search, &use))
			arena_push(search->arena, search->kernel->double_uses, search->kernel->double_use_count,
			           search->capacity, use);
	}
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* Processes an expression that consumes a double but is no double itself: the double operations that it consumes
 * form an island. */
static void
read_end(void *context, const struct ir_expr *e)
{
	struct search *search = context;
	struct island island = {.depth = 0};
	if (e->kind == IR_CONVERT && is_double(e->a) && !is_double(e)) {
		read_island(&island, e->a);
	} else if (is_comparison(e) && is_double(e->a)) {
		read_island(&island, e->a);
		read_island(&island, e->b);
	} else if (e->kind == IR_UPDATE && is_float_of(e->compute_type, DOUBLE_BYTES) && is_double(e->b) &&
	           e->type->size == FLOAT_BYTES) {
		island.has_floats = true;
		read_island(&island, e->b);
	} else if ((e->kind == IR_STORE || e->kind == IR_UPDATE) && is_double(e->b)) {
		island.is_declared = true;
	} else {
		return;
	}
	note_island(search, &island, &e->loc);
}

static bool
is_beside_declared(const struct search *search, const struct double_use *use)
{
	for (size_t i = 0; i < search->declared_count; i++) {
		const struct declared *declared = &search->declared[i];
		if (use->first_line <= declared->last && use->last_line >= declared->first &&
		    strcmp(declared->file, use->place.file) == 0)
			return true;
	}
	return false;
}

void
precision_find(struct kernel *kernel, const struct ir_func *func, const struct source_reader *sources,
               struct arena *arena)
{
	struct search search = {
		.kernel = kernel, .sources = sources, .arena = arena, .walk = {.read = read_end, .context = &search}};
	size_t kept = 0;
	kernel->double_uses = NULL;
	kernel->double_use_count = 0;
	arithmetic_read(&search.walk, func);
	for (size_t i = 0; i < kernel->double_use_count; i++)
		if (!is_beside_declared(&search, &kernel->double_uses[i]))
			kernel->double_uses[kept++] = kernel->double_uses[i];
	kernel->double_use_count = kept;
	pointer_set_free(&search.walk.functions);
	free(search.declared);
}
