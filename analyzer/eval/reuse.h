/* Loads that the compiler does not make: what a thread has just loaded or stored, and nothing can have changed since, is
 * still in a register.
 *
 * A load is left out when every lane that makes it has read or written the same address with the same width before, and
 * since then no store, atomic or barrier came that might concern it. Stores concern every address of their memory space,
 * since the compiler rarely knows better: but not what is read through a `const __restrict__` pointer, nor constant
 * memory. Checked against the hardware on loops like `c[i] += a[i][k] * b[k]`: c is stored in every iteration and
 * loaded in the first alone. What was stored to shared memory is loaded again (the same loop over a __shared__ array
 * shows it), so there only loads are remembered. */
#ifndef GPULINT_EVAL_REUSE_H
#define GPULINT_EVAL_REUSE_H

#include "eval/memory.h"
#include "eval/value.h"

struct machine;
struct assigned;

enum { REUSE_ENTRIES = 64 };

struct reuse_entry {
	bool valid, read_only;
	uint64_t made, used;       /* reuse.uses when it was made, and when it was last asked for */
	const struct ir_expr *site;
	const struct ir_func *func;   /* in which the site stands */
	enum object_kind kind;
	unsigned width;
	struct mask lanes;         /* that surely made the access */
	bool uniform, symbols;
	union lane *address;       /* room for all lanes */
	symbol_id *symbol;
};

struct reuse {
	struct reuse_entry entries[REUSE_ENTRIES];
	uint64_t uses;
};

/* Whether the load needs no instruction; if it does, it is remembered. */
bool reuse_load(struct machine *m, const struct ir_expr *site, unsigned width, const struct value *address, int64_t offset);
/* A loop goes round or ends. What was made in it since reuse.uses was `since` is forgotten where its address depends on
 * what the loop assigns: that it is the same address again is luck, of which the compiler does not know. */
void reuse_next_iteration(struct machine *m, const struct assigned *assigned, uint64_t since);
void reuse_store(struct machine *m, const struct ir_expr *site, unsigned width, const struct value *address, int64_t offset);
/* An atomic, a barrier, a call of something unseen: nothing is remembered across it. */
void reuse_clear(struct machine *m);
/* The pointer that an address begins with is a `const T *__restrict__` parameter: no store concerns what it leads to. */
bool reuse_through_restrict(const struct ir_expr *address);

#endif
