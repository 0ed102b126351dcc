/* Loads that the compiler does not make: what a thread has just loaded or stored, and nothing can have changed since, is
 * still in a register.
 *
 * A load is left out when the compiler can prove the address the same as that of an access before (see name.h), every
 * lane that makes it has made that access, with the same width, and no store, atomic or barrier came since that might
 * concern it. Stores concern every address of their memory space, since the compiler rarely knows better: but not those
 * at a known distance, other variables of the program, or what is read through another `__restrict__` pointer, nor
 * constant memory; barriers and fences concern nothing that such a parameter of a kernel leads to, and nothing changes what
 * such a pointer is only read through. Checked against the hardware on loops like `c[i] += a[i][k] * b[k]`: c is stored in
 * every iteration and loaded in the first alone.
 *
 * Where the compiler may know more than names say, the loads in question are in doubt: those of two calls of a function with
 * the same arguments, one that stands behind a branch of which one side has made it, a part of what a wider access moved,
 * and one across stores to nothing but other members of such records. So are stores of what lies there already and those
 * that another on the same condition, or of some of the bytes, takes the place of; and loads that leave a loop, since that
 * takes them to another line.
 *
 * What was loaded in one branch or iteration is still there behind the branch, or in the next iteration, where control
 * surely comes: then the compiler moves the load that is left to the other way in. Where only some come, it lets them
 * load again. So nvcc 13.0 keeps one load of `s += a[k] * a[k + 1]` in a loop over k, but both of
 * `if (k > 0) s += a[k] * a[k - 1]`. A loop that may not run at all leaves only loads behind, and stores that it sinks.
 *
 * Nor does the compiler make stores that nobody can see: when the thread surely stores to the same place again and reads
 * nothing before that may be it. Of two in a row the first goes; of a loop's to a place that the loop does not move, all
 * but the last, which it makes behind the loop. Both follow from the same names. */
#ifndef GPULINT_EVAL_REUSE_REUSE_H
#define GPULINT_EVAL_REUSE_REUSE_H

#include "data/memory.h"
#include "eval/reuse/earlier_rounds.h"
#include "eval/reuse/lineless.h"
#include "eval/reuse/loop_starts.h"
#include "eval/reuse/open_loads.h"
#include "eval/reuse/recent_stores.h"
#include "eval/language/compute.h"
#include "model/fold.h"

struct machine;

enum { REUSE_ENTRIES = 64, REUSE_SPOTS = 3, REUSE_PASSED = 16, REUSE_LINES = 4, REUSE_UNUSED = 4 };

/* Where some lanes of an access go, so that addresses that differ seldom agree in it. */
struct reuse_spots {
	bool known;
	int64_t of_lane[REUSE_SPOTS];
};

struct reuse_entry {
	bool read_only, stored;
	bool overlaid;             /* another store may have changed it since */
	bool kept;                 /* if one has, the compiler may know that it went to another member, say */
	bool seen;                 /* stored: something may have read it since */
	const struct ir_expr *seen_by;   /* the only load that has; NULL: there are more, or none */
	bool seen_in_part;         /* stored: loads of less than was stored alone have read it */
	bool seen_nearby;          /* stored: something else of the object has been loaded since, or for nothing */
	bool seen_perhaps;         /* stored: if a load of another member of such a record may */
	bool left;                 /* stored: who left the loop or the function since has not stored there again */
	bool conditional;          /* made in a branch that has ended */
	unsigned beside;           /* depth of the branch whose other side runs now: nobody there has made it; 0: none does */
	bool carried;              /* made in an earlier iteration of a loop */
	bool sunk;                 /* stored behind the loops that made it */
	bool through;              /* made in a loop that found it at hand when it began */
	uint32_t before;           /* at hand before this loop, in which nothing has asked for it so far; 0: none */
	const struct ir_var *base; /* the `__restrict__` parameter that it goes through, or NULL */
	bool may_be_restricted;    /* such a parameter may be what it goes through, for all that is seen of it */
	bool on_one_way;           /* made in a branch or iteration that has ended */
	bool chosen;               /* made for an operand that a condition decides about */
	bool ahead;                /* the same, before the condition */
	bool jumped;               /* the same, and some have left the loop or the function since: names alone do not keep it */
	uint64_t made, used;       /* reuse.uses when it was made, and when it was last asked for */
	uint64_t turn;             /* reuse.turns when it was made */
	uint64_t block;            /* reuse.blocks when it was made */
	enum object_kind kind;
	const struct object *object;
	const struct ir_expr *loaded_by;   /* the load that found out what is there, or there was before it was stored; NULL: none */
	const struct ir_expr *maker_site;  /* the access that the entry is of */
	const struct ir_expr *serves;      /* a load that has taken it, on the turn below, the first of that turn; NULL: none has */
	uint64_t serves_turn;              /* as of reuse.turns */
	const struct ir_expr *taken_by;    /* the latest load on another line than `loaded_by` that has taken it; NULL: there is none */
	struct reuse_spots spots;  /* where it goes */
	uint64_t arguments;        /* frame.arguments when it was loaded */
	unsigned width;
	struct name address, content;
	struct name value;         /* the content by its own name, also if it is a constant */
	bool read;                 /* stored: the thread has read it since, from a register */
	struct name first;         /* stored: what lay there before the stores that nobody has seen; NAME_NONE: not known */
	unsigned depth;            /* of the innermost branch or loop around it that has not ended */
	unsigned since;            /* the depth from which on the place's content, whichever, has been at hand on all ways */
	unsigned lost_at;          /* depth of the branch or loop in which a store may have changed it; 0: none */
	unsigned doomed_at;        /* the same, of a branch on whose other side it was lost: it ends with the branch */
	struct active lanes;       /* that made the access */
	uint32_t loop;             /* reuse.loop when it was made */
	struct fold_access report; /* stored: what was reported; its address, lanes and sides are not there any more */
	struct active maker;       /* stored: those lanes */
};

/* A load of which each round of a loop finds what it loads with the round before, but the first. */
struct reuse_passed {
	const struct ir_expr *load;
	uint32_t loop;             /* reuse.loop; 0: the place is free */
	struct name address;       /* where it went when that was noted */
	unsigned width;
	enum object_kind kind;
	bool stored;               /* by the round before */
};

/* A line with accesses. */
struct reuse_line {
	const struct ir_expr *access; /* the latest there; NULL: there is no such line */
	const struct ir_expr *loads[SPACE_GENERIC + 1];   /* by the space that it goes to, the latest load there; NULL: there is none */
	unsigned depth;               /* of the branches and loops around the latest */
	uint64_t block;               /* as of reuse.blocks, of the latest */
	bool passed;                  /* the side of a branch that it is on has ended: what follows may not stand behind it */
};

/* The last lines with accesses, the latest first: so far, or before a loop. To the last that has one when all is compiled the
 * compiler takes what it moves out of the loop. */
struct reuse_lines {
	struct reuse_line items[REUSE_LINES];
};
struct reuse_ahead {
	const struct ir_stmt *loop;
	struct reuse_lines lines;
	uint32_t iterations;          /* machine.iterations when the loop began */
	uint64_t uses, block;         /* reuse.uses and reuse.blocks at that time */
	const struct reuse_ahead *outer;   /* of the loop around it, as long as it runs; NULL: there is none */
};

/* The places of the last loads that nobody uses. A load from there may come to the line of such a one. */
struct reuse_unused {
	struct name names[REUSE_UNUSED];
	unsigned next;
	uint32_t loop;             /* reuse.loop at the latest */
};

/* A store that is the first access in a branch, to where there was one before. If it remains the only one there, the
 * branch need not be one. */
struct reuse_lone_store {
	const struct ir_expr *store, *former;   /* NULL: there is none */
	unsigned depth;
	bool is_beside;                         /* the former is on the branch's other side */
	uint64_t former_block;                  /* as of reuse.blocks */
	enum site_space space;
};

struct reuse {
	struct reuse_entry entries[REUSE_ENTRIES];
	uint64_t held;             /* the entries that there are, a bit each: they are large, and mostly few */
	uint64_t numbers[REUSE_ENTRIES];   /* of the entries' addresses, side by side for the search */
	uint64_t uses;
	unsigned depth;            /* branches and loops around the code that runs now */
	unsigned choices;          /* operands that a condition decides about, around what runs now */
	struct open_loads open;
	struct recent_stores recent;
	struct earlier_rounds earlier;
	struct loop_starts starts;     /* of the loop that runs now, */
	struct loop_starts behind;     /* or of that which has ended last, */
	struct reuse_ahead behind_ahead;   /* before which this was done */
	struct reuse_lines lines;  /* so far */
	struct reuse_unused unused;
	unsigned latest_depth;     /* of the deepest branch or loop around the code that runs now in which there was an access, but for
	                              loads of the program's variables: the compiler may make those anywhere */
	bool ahead_of_condition;   /* what runs now is made for all that come to a condition, though it decides whether it is needed */
	struct reuse_lone_store lone;
	struct lineless lineless;
	struct reuse_ahead ahead;      /* of the loop that runs now */
	struct reuse_passed passed[REUSE_PASSED];
	uint64_t blocks;           /* branches and loops that have begun or ended so far */
	uint64_t exchanges;        /* between lanes, so far */
	uint64_t turns;            /* further iterations of loops, so far */
	uint64_t carried;          /* loads that took what another iteration of an unrolled loop had loaded, so far, and stores to
	                              where one had stored */
	struct reuse_copies {
		bool unsure;           /* which copies of the loop that remains one, or of loops in it, take what others have loaded */
		bool whole_unsure;     /* the same, of the loops in it alone, which go whole */
		enum rounds_made rounds;
		unsigned at_first;     /* of a loop that goes whole in steps, perhaps, the first step's; 0: it is none */
	} copies;                  /* of what runs now */
	uint32_t loop, loops;      /* the innermost loop that remains one and runs now, by number; and the latest */
	uint32_t first_loop;       /* the number of the block's first */
};

/* What is at hand when a loop begins. */
struct reuse_before {
	uint32_t outer;            /* reuse.loop */
	uint32_t iterations;       /* machine.iterations */
	bool clobbers;             /* the loop, as of stmt_clobbers */
	bool went_round;           /* since */
	uint64_t exchanges;        /* reuse.exchanges */
	unsigned count;
	uint64_t numbers[REUSE_ENTRIES];   /* of the addresses */
};

/* Whether the load needs no instruction, or it is open whether it does; else it is remembered. The content is named
 * either way. */
bool reuse_load(struct machine *m, const struct fold_access *load, struct name *content);
/* A load whose value nobody uses: out of a loop it goes, as others do, before the compiler finds that it is none. */
void reuse_unused_load(struct machine *m, const struct value *address);
/* Whether the store of that value is an instruction of its own; reports of stores that it makes needless are taken back. */
bool reuse_store(struct machine *m, const struct fold_access *store, struct name value);
/* Whether the thread has stored there shortly before, for all that the compiler knows: some of those bytes, or more. */
bool reuse_is_stored(struct machine *m, const struct value *address, unsigned width);
/* A store, of more than that perhaps, leaves there what lies there: it is in doubt, and so are those that have put it there. */
void reuse_doubt_again(struct machine *m, const struct ir_expr *store, const struct value *address, unsigned width);
/* A store, of more than that perhaps, puts the value there: the access is in doubt if it is what lies there. */
void reuse_doubt_unchanged(struct machine *m, const struct ir_expr *store, const struct value *address, unsigned width,
                           struct name value);
/* Whether the content at the address is known to the compiler, for some lanes at least. */
bool reuse_holds(struct machine *m, struct name address, unsigned width, enum object_kind kind);
/* A call of something unseen: nothing is remembered across it. */
void reuse_clear(struct machine *m);
/* The same of a way that nobody took, but that may have stored: who knows better may have kept what was stored before it. */
void reuse_reckon_with_way(struct machine *m);
/* A barrier or a fence: nothing is remembered across it but what only a kernel's `__restrict__` parameter leads to. */
void reuse_sync(struct machine *m);
/* An atomic of the program's: the same, and of what else is remembered the compiler may know that it lies elsewhere. */
void reuse_end_by_atomic(struct machine *m, const struct ir_expr *atomic, const struct value *address);
/* Somebody may read memory now, or end the program: all stores so far are needed. */
void reuse_show(struct machine *m);
/* The same on a way that nobody took. Of a loop around it the compiler may make one that goes other ways alone. */
void reuse_show_on_way(struct machine *m);
void reuse_begin_block(struct machine *m);

/* One side of a branch, or a loop's body, begins; the other side of the branch; the end. */
void reuse_enter(struct machine *m);
/* An operand that is run only if a condition says so begins, and ends. */
void reuse_enter_choice(struct machine *m);
void reuse_leave_choice(struct machine *m);
void reuse_turn(struct machine *m);
/* The same where control may go on from the one to the other, at a label of a switch. */
void reuse_pass_label(struct machine *m);
/* The side of a branch ends, in each case: the compiler may have put it elsewhere than in front of what follows. */
void reuse_pass_lines(struct machine *m);
void reuse_leave(struct machine *m);
/* The end of a branch of which some lanes have taken one side, some the other. */
void reuse_leave_parted(struct machine *m);
/* The same of a loop that remains one; `clobbers` as of stmt_clobbers, `iterations`: machine.iterations when it began. */
void reuse_enter_loop(struct machine *m, bool clobbers, uint32_t iterations, struct reuse_before *before);
/* Before the loop is left, be it in its first round: what was loaded in it and does not change there the compiler may load
 * before it. */
void reuse_doubt_invariant(struct machine *m, const struct reuse_before *before);
/* Whether rounds of the innermost loop pass on what they have loaded or stored, in registers that are loaded before the first;
 * and that those may be loaded once more before the loop that the compiler makes for the rounds that copies leave over. */
bool reuse_passes_on(const struct machine *m);
void reuse_doubt_rest(struct machine *m);
/* That of the loop, which has no copies, the compiler may keep nothing in registers: nvcc 13.0 does not with most loops, in no
 * other, that stand behind one. */
void reuse_doubt_behind_loops(struct machine *m);
void reuse_leave_loop(struct machine *m, const struct reuse_before *before, bool may_not_run);
/* The loop that began when reuse.uses was `since` goes round. */
void reuse_next_iteration(struct machine *m, struct reuse_before *before, uint64_t since);
/* Of a loop that begins now. */
struct reuse_ahead reuse_load_ahead(const struct machine *m, const struct ir_stmt *loop);
/* Lanes exchange values. That keeps nothing from being at hand behind it, but nvcc 13.0 moves nothing out of a loop with
 * such an exchange, nor from one iteration to the next, unless a `__restrict__` pointer leads to it. */
void reuse_exchange(struct machine *m);
/* Behind a branch that may leave the loop or the function: not all who began it come here. */
void reuse_jump(struct machine *m);

#endif
