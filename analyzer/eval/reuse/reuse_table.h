/* The table of places of which the compiler knows what lies there, shared by the files that make up reuse.h:
 *   reuse_table.c    its entries: how they are found, made and lost
 *   reuse_load.c     loads
 *   reuse_store.c    stores, and those that they make needless
 *   reuse_ways.c     branches, loops and what ends all that is known */
#ifndef GPULINT_EVAL_REUSE_REUSE_TABLE_H
#define GPULINT_EVAL_REUSE_REUSE_TABLE_H

#include "eval/machine.h"

/* Where an access goes. */
struct reuse_place {
	const struct object *object;   /* NULL: not known */
	const struct ir_var *base;     /* as of restricted_base_of */
	struct name name;              /* of the address */
	struct reuse_spots spots;
	const struct ir_expr *site;
	unsigned width;
	bool told;                     /* enough is known of it for an entry */
};

struct reuse_place reuse_place_of(const struct machine *m, const struct fold_access *access);
const struct object *reuse_object_at(const struct machine *m, const struct value *address);

/* The kernel that runs. */
const struct ir_func *reuse_kernel_of(const struct machine *m);

/* Whether the named number changes with the loop that runs now, as far as its name says. */
static inline bool
reuse_moves(const struct machine *m, struct name name)
{
	return name.kind == NAME_NONE || name.varies > m->reuse.ahead.iterations;
}

/* The entries that there are, one after the other, for *at from 0 on; NULL: there are no more. */
static inline struct reuse_entry *
reuse_next(struct reuse *reuse, unsigned *at)
{
	const uint64_t left = *at < REUSE_ENTRIES ? reuse->held >> *at : 0;
	if (!left)
		return NULL;
	*at += (unsigned)__builtin_ctzll(left) + 1;
	return &reuse->entries[*at - 1];
}

void reuse_drop(struct reuse *reuse, const struct reuse_entry *e);
/* What is known to lie at just that place; NULL: nothing. */
struct reuse_entry *reuse_find(struct reuse *reuse, struct name address, unsigned width, enum object_kind kind);
struct reuse_entry *reuse_find_at(struct reuse *reuse, const struct reuse_place *place);
/* Whether every lane that runs has the content, and the compiler knows; at_hand: so that it need not be loaded. */
bool reuse_is_held(const struct machine *m, const struct reuse_entry *e);
bool reuse_is_at_hand(const struct machine *m, const struct reuse_entry *e);
/* Whether the compiler has to reckon with the place being the entry's, or a part of it. */
enum reuse_overlap {
	OVERLAP_NONE,
	OVERLAP_PERHAPS,   /* it may know better */
	OVERLAP_LIKELY,
};
enum reuse_overlap reuse_overlap(const struct machine *m, const struct reuse_entry *e, const struct reuse_place *place);
/* Whether the compiler takes both accesses for ones of one line. */
bool reuse_are_on_line(const struct ir_expr *a, const struct ir_expr *b);
/* The access has been made now; in place of what was known of the address so far, which is NULL: nothing. */
void reuse_remember(struct machine *m, struct reuse_entry access, const struct reuse_entry *known);
/* Something else may lie there from now on; `perhaps`: though the compiler may know better. */
void reuse_lose(struct machine *m, struct reuse_entry *e, bool perhaps);

/* The load is of what does not change in a loop that runs now: it may go before it. */
void reuse_doubt_hoisted(struct machine *m, const struct reuse_entry *loaded);

/* The access, a load or a store to there, is one: so far the latest. */
void reuse_note_access(struct machine *m, const struct ir_expr *access, enum site_kind kind, const struct object *object);

#endif
