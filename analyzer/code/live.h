/* Liveness: which parts of a function's own variables are read later, as seen from one place of its code. Code is read
 * backwards: from the end of the function, where nothing lives any more, to its beginning. */
#ifndef GPULINT_CODE_LIVE_H
#define GPULINT_CODE_LIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"
#include "support/arena.h"

/* What becomes of a value; the worse for those who want to leave it out is the greater. */
enum use {
	USE_NONE,
	USE_PARTLY,                /* not each time: it goes to elements of an array of which only some are read, the last
	                              iteration's alone is, or it is read if no iteration runs, or where what is known of
	                              numbers says that nobody comes, or what comes of them anyway */
	USE_SURELY,
};

/* The one way behind a place on which a value is read, if it is not read on the others. */
struct live_way {
	const void *at;            /* the branch or loop (ir_stmt) or the choice (ir_expr) where ways part; NULL: there is none */
	enum live_side {
		SIDE_THEN,             /* where the condition holds */
		SIDE_OTHERWISE,
		SIDE_EACH,             /* some of it on either */
		SIDE_CHOSEN,           /* as one of two values */
	} side;
	unsigned clobbers;         /* as counted there */
};

struct live_var {
	uint64_t parts;            /* a bit each for up to 64 parts of one size */
	uint64_t surely;           /* of these, the ones that are read for more than USE_PARTLY */
	const struct ir_stmt *meets;   /* where the value meets those of other ways here before anybody reads it, or NULL */
	unsigned clobbers;             /* as counted there */
	struct live_way way;           /* where all that lives is read, before which control may go another way */
};

/* Of a function's variables, by slot. */
struct live {
	struct live_var *vars;
	uint32_t count;
};

/* A place in a variable. */
struct live_place {
	const struct ir_var *var;  /* NULL: it is in none of the function's own */
	uint64_t parts;            /* those that it touches */
	bool whole;                /* it covers each of these whole, and it is known which */
};

/* Whether it is one of the function's, which its own code alone reads and writes unless it gives the address away. */
bool live_is_own(const struct ir_func *func, const struct ir_var *var);
/* All of a variable. */
struct live_place live_all_of(const struct ir_var *var);
/* Where an access of `size` bytes at the address goes. */
struct live_place live_place_of(const struct ir_func *func, const struct ir_expr *address, uint64_t size);

/* Nothing lives. In memory of `arena`. */
struct live live_new(struct arena *arena, const struct ir_func *func);
struct live live_copy(struct arena *arena, const struct live *live);
void live_set(struct live *to, const struct live *from);
/* Both sides of a branch are known, before one is added to the other: what lives on one alone is for that way. `clobbers`:
 * as counted where that side begins, then and otherwise; the branch has the fewer. */
void live_part(struct live *then, struct live *otherwise, const void *at, const unsigned clobbers[2]);
/* Here several ways meet, or a loop's body begins: beyond that no load is moved. */
void live_forget_ways(struct live *live);
/* Nobody may come this way: what lives on it does so for USE_PARTLY. */
void live_weaken(struct live *live);
/* From here on nothing lives. */
void live_clear(struct live *live);
/* Adds what lives on another way. */
void live_join(struct live *to, const struct live *other);
/* At a loop's head: adds what lives behind the loop, on the way of those who run no iteration. What each iteration overwrites
 * lives for that case alone, so USE_PARTLY. */
void live_join_not_run(struct live *to, const struct live *other);
/* Whether the other has something that it has not. */
bool live_lacks(const struct live *live, const struct live *other);
/* Whatever lives here and is read behind here meets at the statement what comes there on other ways. NULL: nothing. */
void live_meet(struct live *live, const struct ir_stmt *at, unsigned clobbers);

enum use live_use(const struct live *live, struct live_place place);
/* `way`: of the value that it is read for. */
void live_read(struct live *live, struct live_place place, enum use use, struct live_way way);
/* It is overwritten: what it held before is not read any more. */
void live_end(struct live *live, struct live_place place);

#endif
