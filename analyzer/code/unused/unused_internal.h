/* Reading a function for what of it is not used, shared by the files that do it:
 *   unused.c        functions, and what is known of them
 *   unused_expr.c   expressions
 *   unused_stmt.c   statements
 *
 * Code is read backwards: how a value is used is known when it is come to. */
#ifndef GPULINT_CODE_UNUSED_UNUSED_INTERNAL_H
#define GPULINT_CODE_UNUSED_UNUSED_INTERNAL_H

#include "code/possible_values.h"
#include "code/unused/live.h"
#include "code/unused/unused.h"
#include "ir/walk.h"

enum { MOST_LOOPS = 256 };

/* Things that are not left out, so far; unsure: those where numbers may be known to let nobody come. */
struct unused_effects {
	unsigned long sure, unsure;
};

/* Where control goes on behind a jump. */
struct unused_target {
	const struct live *live;
	unsigned clobbers;
};

struct unused_reader {
	struct unused_known *known;
	struct unused_loads *found;
	const struct ir_func *func;
	const struct possible_values *values;
	enum use most;                 /* how what is being read is used at most */
	struct arena arena, kept;      /* kept: of all rounds */
	struct live live;              /* at the place that has been read up to */
	struct live_way way;           /* on which alone what is being read is used */
	unsigned choices;              /* between values, around what is being read: its loads are on a way already */
	struct unused_target at_break, at_continue;
	const struct ir_stmt *around[IR_DEEPEST];   /* branches and loops that are being read, by depth */
	struct live heads[MOST_LOOPS]; /* what lives where an iteration begins, by the order in which loops are read */
	unsigned loops;
	bool *escaped;                 /* variables, by slot: who has their address may read them any time */
	struct unused_effects effects;
	unsigned clobbers;             /* of these, on the way with the fewest to the end, what loads are not moved across */
	unsigned long work;
	bool noting;                   /* what lives is known by now */
	bool changed, lost;            /* lost: not all of the function could be read */
	unsigned depth;
};

static inline enum use
more(enum use a, enum use b)
{
	return a > b ? a : b;
}

static inline enum use
less(enum use a, enum use b)
{
	return a < b ? a : b;
}

/* use: of what it yields. NULL: nothing. */
void unused_read_expr(struct unused_reader *r, const struct ir_expr *e, enum use use);
void unused_read_stmt(struct unused_reader *r, const struct ir_stmt *s);

/* Of a place in a variable, as far as the code behind this place says. */
enum use unused_use_of(const struct unused_reader *r, struct live_place place);
/* How what decides on effects is used: there were so many before these. */
enum use unused_use_by_effects(const struct unused_reader *r, struct unused_effects before);
/* Whether what is known of numbers alone says that the condition does not come out that way. */
bool unused_never_comes(const struct unused_reader *r, const struct ir_expr *condition, bool holds);
/* In the reader's arena. */
struct live unused_copy_live(struct unused_reader *r, const struct live *live);

#endif
