#include "model/compiled/arithmetic.h"

#include "ir/walk.h"

static void
read_node(struct arithmetic *walk, struct ir_node node, unsigned depth)
{
	const struct ir_stmt *around = walk->loop;
	const bool was_called_there = walk->is_called_there;
	if (depth > IR_DEEPEST)
		return;
	if (node.stmt && node.stmt->kind == IR_STMT_LOOP) {
		walk->loop = node.stmt;
		walk->is_called_there = false;
	}
	if (node.expr)
		walk->read(walk->context, node.expr);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		read_node(walk, part, depth + 1);
	if (node.expr && node.expr->kind == IR_CALL)
		arithmetic_read(walk, node.expr->func);
	walk->loop = around;
	walk->is_called_there = was_called_there;
}

void
arithmetic_read(struct arithmetic *walk, const struct ir_func *func)
{
	const struct ir_unit *caller = walk->unit;
	const bool was_called_there = walk->is_called_there;
	if (!func->body || func->is_library || func->is_system || !func->unit ||
	    !pointer_set_add(&walk->functions, func))
		return;
	walk->unit = func->unit;
	walk->is_called_there = true;
	read_node(walk, (struct ir_node){.stmt = func->body}, 0);
	walk->unit = caller;
	walk->is_called_there = was_called_there;
}
