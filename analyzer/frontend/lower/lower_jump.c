/* Jumps. IR has only the break and the continue of the innermost loop or switch.
 *
 * A loop that runs its body once becomes a block, or a switch of one case if it has breaks. For the gotos before it, a
 * label becomes a switch of one case that ends at the label. For the gotos after it, it becomes a loop that begins
 * there. Only gotos in the label's block, or nested in it, can be expressed. A goto breaks out of the switch or
 * continues the loop. A jump out of several loops and switches sets a flag, which is tested after each of them. None of
 * these statements has a location, because the program has no branch there. */
#include "frontend/lower/lower_jump.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/classes/lower_leave.h"
#include "frontend/lower/lower_rejected.h"
#include "frontend/lower/lower_stmt.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/source.h"
#include "frontend/unit/variable.h"

enum { MOST_LABELS = 64 }; /* in one block */

/* A jump that has left one loop or switch and has to leave more. */
struct jump_escape {
	struct jump_target *to;
	bool continues;
	struct jump_escape *next;
};

/* ---- leaving loops and switches ---- */

void
jump_enter(struct lower *l, struct jump_target *target, enum jump_kind kind)
{
	*target = (struct jump_target){.kind = kind, .cleanups = l->scope->cleanups, .outer = l->scope->targets};
	l->scope->targets = target;
}

static void
emit_plain(struct lower *l, bool continues, struct ir_loc loc)
{
	stmts_add(l, l->scope->block, build_stmt(l, continues ? IR_STMT_CONTINUE : IR_STMT_BREAK, loc));
}

static void
emit_flag(struct lower *l, const struct ir_var *flag, int64_t value)
{
	const struct ir_loc nowhere = {0};
	emit_expr(l,
	          build_store(l, build_var(l, flag, nowhere), build_int(l, l->type_bool, value, nowhere), l->type_bool,
	                      nowhere),
	          nowhere);
}

/* The flag of the jumps to that target. It is cleared at the function's start. */
static const struct ir_var *
flag_of(struct lower *l, struct jump_target *to, bool continues)
{
	if (!to->flags[continues]) {
		struct lower_stmts *block = l->scope->block;
		l->scope->block = &l->scope->prologue;
		to->flags[continues] = var_temporary(l, l->type_bool, (struct ir_loc){0});
		emit_flag(l, to->flags[continues], 0);
		l->scope->block = block;
	}
	return to->flags[continues];
}

/* Whether a plain break or continue of IR reaches the target from here. A continue passes through switches. */
static bool
is_next(const struct lower *l, const struct jump_target *to, bool continues)
{
	const struct jump_target *at = l->scope->targets;
	while (at != to && continues && (at->kind == JUMP_SWITCH || at->kind == JUMP_FORWARD))
		at = at->outer;
	return at == to;
}

static void
note_escape(struct lower *l, struct jump_target *to, bool continues)
{
	struct jump_target *from = l->scope->targets;
	for (const struct jump_escape *escape = from->escapes; escape; escape = escape->next)
		if (escape->to == to && escape->continues == continues)
			return;
	struct jump_escape *escape = arena_new(l->arena, struct jump_escape);
	*escape = (struct jump_escape){.to = to, .continues = continues, .next = from->escapes};
	from->escapes = escape;
}

static void
jump(struct lower *l, struct jump_target *to, bool continues, struct ir_loc loc)
{
	leave_run(l, to->cleanups, NULL);
	if (is_next(l, to, continues)) {
		emit_plain(l, continues, loc);
		return;
	}
	emit_flag(l, flag_of(l, to, continues), 1);
	note_escape(l, to, continues);
	emit_plain(l, false, loc);
}

/* Emitted after a loop or switch: continues a jump that passes through it. */
static void
emit_escape(struct lower *l, const struct jump_escape *escape)
{
	const struct ir_loc nowhere = {0};
	const struct ir_var *flag = flag_of(l, escape->to, escape->continues);
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct ir_stmt *test = build_stmt(l, IR_STMT_IF, nowhere);
	test->expr = build_load(l, build_var(l, flag, nowhere), l->type_bool, nowhere);
	l->scope->block = &stmts;
	if (is_next(l, escape->to, escape->continues)) {
		emit_flag(l, flag, 0);
		emit_plain(l, escape->continues, nowhere);
	} else {
		note_escape(l, escape->to, escape->continues);
		emit_plain(l, false, nowhere);
	}
	l->scope->block = outer;
	test->then = build_block(l, &stmts, nowhere);
	stmts_add(l, outer, test);
}

void
jump_leave(struct lower *l, struct jump_target *target)
{
	l->scope->targets = target->outer;
	for (const struct jump_escape *escape = target->escapes; escape; escape = escape->next)
		emit_escape(l, escape);
}

void
jump_break(struct lower *l, struct ir_loc loc)
{
	struct jump_target *to = l->scope->targets;
	while (to && to->kind != JUMP_LOOP && to->kind != JUMP_SWITCH)
		to = to->outer;
	if (to)
		jump(l, to, false, loc);
	else
		emit_unknown(l, loc, "break");
}

void
jump_continue(struct lower *l, struct ir_loc loc)
{
	struct jump_target *to = l->scope->targets;
	while (to && to->kind != JUMP_LOOP)
		to = to->outer;
	if (to)
		jump(l, to, true, loc);
	else
		emit_unknown(l, loc, "continue");
}

/* A switch without a choice, which only serves as the target of forward breaks. */
static struct ir_stmt *
build_breakable(struct lower *l, const struct ir_stmt **stmts, size_t count)
{
	const struct ir_loc nowhere = {0};
	struct ir_stmt *stmt = build_stmt(l, IR_STMT_SWITCH, nowhere);
	struct ir_case *all = arena_new(l->arena, struct ir_case);
	all->is_default = true;
	stmt->expr = build_int(l, l->type_int, 0, nowhere);
	stmt->stmts = stmts;
	stmt->stmt_count = (uint32_t)count;
	stmt->cases = all;
	stmt->case_count = 1;
	return stmt;
}

/* ---- goto ---- */

static enum CXChildVisitResult
find_label_reference(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_LabelRef)
		return CXChildVisit_Continue;
	*(CXCursor *)data = cursor;
	return CXChildVisit_Break;
}

/* The name of the label, which is unique in the function; NULL: no goto, or a goto to an address. */
static const char *
label_of_goto(struct lower *l, CXCursor cursor)
{
	CXCursor label = clang_getNullCursor();
	if (clang_getCursorKind(cursor) == CXCursor_GotoStmt)
		clang_visitChildren(cursor, find_label_reference, &label);
	return clang_Cursor_isNull(label) ? NULL : source_string(l, clang_getCursorSpelling(label));
}

void
jump_goto(struct lower *l, CXCursor cursor)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const char *label = label_of_goto(l, cursor);
	struct jump_target *to = l->scope->targets;
	while (to && (!label || !to->label || strcmp(to->label, label)))
		to = to->outer;
	if (to) {
		jump(l, to, to->kind == JUMP_BACKWARD, loc);
		return;
	}
	/* A goto into a block, into the middle of a loop of gotos, or to an address. */
	if (!l->scope->wild_jump.line)
		l->scope->wild_jump = loc;
	emit_unknown(l, loc, "goto");
}

/* ---- blocks with labels ---- */

/* Statements [begin, end) of a block. A label is at the end of the region or, of a loop, at its beginning. */
struct region {
	unsigned begin, end;
	const char *label;
	bool is_loop;
};

struct labelled_block {
	struct lower *l;
	CXCursor cursor;
	struct children children;
	struct region regions[2 * MOST_LABELS];
	unsigned region_count, next;
	struct {
		const char *label;
		/* indices of statements in the block; last_goto is one past the last goto */
		unsigned at, first_goto, last_goto;
	} labels[MOST_LABELS];
	unsigned label_count;
	unsigned at; /* the statement being searched for gotos */
};

static void
note_labels(struct labelled_block *block, CXCursor cursor, unsigned at)
{
	while (clang_getCursorKind(cursor) == CXCursor_LabelStmt && block->label_count < MOST_LABELS) {
		block->labels[block->label_count].label = source_string(block->l, clang_getCursorSpelling(cursor));
		block->labels[block->label_count].at = at;
		block->labels[block->label_count].first_goto = block->children.count;
		block->labels[block->label_count++].last_goto = 0;
		cursor = lower_operand_statement(block->l, cursor);
	}
}

static enum CXChildVisitResult
note_goto(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct labelled_block *block = data;
	const char *label = label_of_goto(block->l, cursor);
	if (!label)
		return CXChildVisit_Recurse;
	for (unsigned i = 0; i < block->label_count; i++) {
		if (strcmp(block->labels[i].label, label))
			continue;
		if (block->at < block->labels[i].first_goto)
			block->labels[i].first_goto = block->at;
		if (block->at >= block->labels[i].last_goto)
			block->labels[i].last_goto = block->at + 1;
	}
	return CXChildVisit_Continue;
}

static void
make_regions(struct labelled_block *block)
{
	for (unsigned i = 0; i < block->label_count; i++) {
		const unsigned at = block->labels[i].at;
		if (block->labels[i].first_goto < at)
			block->regions[block->region_count++] = (struct region){
				.begin = block->labels[i].first_goto, .end = at, .label = block->labels[i].label};
		if (block->labels[i].last_goto > at)
			block->regions[block->region_count++] = (struct region){.begin = at,
			                                                        .end = block->labels[i].last_goto,
			                                                        .label = block->labels[i].label,
			                                                        .is_loop = true};
	}
}

/* Makes one of two overlapping regions contain the other: a loop ends later, or a switch begins earlier. False: they do
 * not overlap. A region that jumps into the middle of a loop is removed. */
static bool
untangle(struct labelled_block *block, unsigned i, unsigned k)
{
	struct region *a = &block->regions[i], *b = &block->regions[k];
	if (a->begin >= b->begin || b->begin >= a->end || a->end >= b->end)
		return false;
	if (a->is_loop)
		a->end = b->end;
	else if (!b->is_loop)
		b->begin = a->begin;
	else
		*a = block->regions[--block->region_count];
	return true;
}

static int
compare_regions(const void *left, const void *right)
{
	const struct region *a = left, *b = right;
	if (a->begin != b->begin)
		return a->begin < b->begin ? -1 : 1;
	if (a->end != b->end)
		return a->end > b->end ? -1 : 1;
	return a->is_loop - b->is_loop;
}

static void
nest_regions(struct labelled_block *block)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (unsigned i = 0; i < block->region_count && !changed; i++)
			for (unsigned k = 0; k < block->region_count && !changed; k++)
				changed = untangle(block, i, k);
	}
	qsort(block->regions, block->region_count, sizeof *block->regions, compare_regions);
}

static void lower_statements(struct labelled_block *block, unsigned begin, unsigned end);

static void
lower_region(struct labelled_block *block, const struct region *region)
{
	struct lower *l = block->l;
	const struct ir_loc nowhere = {0};
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct jump_target target;
	jump_enter(l, &target, region->is_loop ? JUMP_BACKWARD : JUMP_FORWARD);
	target.label = region->label;
	l->scope->block = &stmts;
	lower_statements(block, region->begin, region->end);
	struct ir_stmt *stmt;
	if (region->is_loop) {
		emit_plain(l, false, nowhere);
		stmt = build_stmt(l, IR_STMT_LOOP, nowhere);
		stmt->body = build_block(l, &stmts, nowhere);
	} else {
		stmt = build_breakable(l, stmts.items, stmts.count);
	}
	l->scope->block = outer;
	stmts_add(l, outer, stmt);
	jump_leave(l, &target);
}

static void
lower_statements(struct labelled_block *block, unsigned begin, unsigned end)
{
	for (unsigned at = begin; at < end;) {
		if (block->next < block->region_count && block->regions[block->next].begin == at) {
			const struct region *region = &block->regions[block->next++];
			lower_region(block, region);
			at = region->end;
		} else {
			rejected_emit_before(block->l, block->cursor, block->children, at);
			stmt_lower(block->l, nth_child(block->l, block->children, at++));
		}
	}
}

static void
lower_labelled(struct lower *l, CXCursor cursor, struct children children)
{
	struct labelled_block block = {.l = l, .cursor = cursor, .children = children};
	for (unsigned i = 0; i < children.count; i++)
		note_labels(&block, nth_child(l, children, i), i);
	for (unsigned i = 0; i < children.count; i++) {
		block.at = i;
		if (note_goto(nth_child(l, children, i), clang_getNullCursor(), &block) == CXChildVisit_Recurse)
			clang_visitChildren(nth_child(l, children, i), note_goto, &block);
	}
	make_regions(&block);
	nest_regions(&block);
	lower_statements(&block, 0, children.count);
}

static bool
has_labels(const struct lower *l, struct children children)
{
	for (unsigned i = 0; i < children.count; i++)
		if (clang_getCursorKind(nth_child(l, children, i)) == CXCursor_LabelStmt)
			return true;
	return false;
}

void
jump_lower_block(struct lower *l, CXCursor cursor)
{
	const struct children children = lower_children(l, cursor);
	if (has_labels(l, children)) {
		lower_labelled(l, cursor, children);
	} else {
		for (unsigned i = 0; i < children.count; i++) {
			rejected_emit_before(l, cursor, children, i);
			stmt_lower(l, nth_child(l, children, i));
		}
	}
	rejected_emit_before(l, cursor, children, children.count);
	lower_done(l, children);
}
