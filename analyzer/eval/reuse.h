/* Loads that the compiler does not make: what a thread has just loaded or stored, and nothing can have changed since, is
 * still in a register.
 *
 * A load is left out when the compiler can prove the address the same as that of an access before (see name.h), every
 * lane that makes it has made that access, with the same width, and no store, atomic or barrier came since that might
 * concern it. Stores concern every address of their memory space, since the compiler rarely knows better: but not what is
 * read through another `__restrict__` pointer, nor constant memory; and nothing changes what such a pointer is only read
 * through. Checked against the hardware on loops like `c[i] += a[i][k] * b[k]`: c is stored in every iteration and loaded
 * in the first alone. What was stored to shared memory is loaded again (the same loop over a __shared__ array shows it),
 * so there only loads are remembered.
 *
 * What was loaded in one branch or iteration is still there behind the branch, or in the next iteration, where control
 * surely comes: then the compiler moves the load that is left to the other way in. Where only some come, it lets them
 * load again. So nvcc 13.0 keeps one load of `s += a[k] * a[k + 1]` in a loop over k, but both of
 * `if (k > 0) s += a[k] * a[k - 1]`. */
#ifndef GPULINT_EVAL_REUSE_H
#define GPULINT_EVAL_REUSE_H

#include "eval/memory.h"
#include "eval/value.h"

struct machine;

enum { REUSE_ENTRIES = 64 };

struct reuse_entry {
	bool valid, read_only, stored;
	const struct ir_var *base; /* the `__restrict__` parameter that it goes through, or NULL */
	bool on_one_way;           /* made in a branch or iteration that has ended */
	uint64_t made, used;       /* reuse.uses when it was made, and when it was last asked for */
	enum object_kind kind;
	unsigned width;
	struct name address, content;
	unsigned depth;            /* of the innermost branch or loop around it that has not ended */
	unsigned lost_at;          /* depth of the branch or loop in which a store may have changed it; 0: none */
	unsigned doomed_at;        /* the same, of a branch on whose other side it was lost: it ends with the branch */
	struct active lanes;       /* that made the access */
};

struct reuse {
	struct reuse_entry entries[REUSE_ENTRIES];
	uint64_t numbers[REUSE_ENTRIES];   /* of the entries' addresses, side by side for the search */
	uint64_t uses;
	unsigned depth;            /* branches and loops around the code that runs now */
};

/* Whether the load needs no instruction; if it does, it is remembered. The content is named either way. */
bool reuse_load(struct machine *m, const struct ir_expr *site, unsigned width, const struct value *address, int64_t offset,
                struct name *content);
void reuse_store(struct machine *m, const struct ir_expr *site, unsigned width, const struct value *address, int64_t offset);
/* An atomic, a barrier, a call of something unseen: nothing is remembered across it. */
void reuse_clear(struct machine *m);
/* The `__restrict__` parameter that an address begins with, or NULL: what is written through it is read through no other
 * pointer, and the other way round. */
const struct ir_var *reuse_restricted_base(const struct ir_expr *address);
void reuse_begin_block(struct machine *m);

/* One side of a branch, or a loop's body, begins; the other side of the branch; the end. */
void reuse_enter(struct machine *m);
void reuse_turn(struct machine *m);
void reuse_leave(struct machine *m);
/* The loop that began when reuse.uses was `since` and machine.iterations was `iterations` goes round. */
void reuse_next_iteration(struct machine *m, uint64_t since, uint32_t iterations);
/* Behind a branch that may leave the loop or the function: not all who began it come here. */
void reuse_jump(struct machine *m);

#endif
