/* Sets of lanes, an abstract domain (docs/ARCHITECTURE.md, Domains): one 32-bit word for each warp of the block.
 *
 * A mask includes its subsets, and the union joins. A block has few lanes, so loops need no widening. */
#ifndef GPULINT_DOMAIN_MASK_H
#define GPULINT_DOMAIN_MASK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LANES = 1024, MAX_WARPS = MAX_LANES / 32 };

struct mask {
	uint32_t warp[MAX_WARPS];
};

/* The lanes that run the current statement: those that may and those that must. `must` is a subset of `may`; a lane
 * with an unknown condition is only in `may`. It includes all sets of lanes from `must` to `may`. */
struct active {
	struct mask may, must;
};

static inline struct mask
mask_none(void)
{
	return (struct mask){{0}};
}

static inline bool
mask_empty(const struct mask *m)
{
	uint32_t any = 0;
	for (int w = 0; w < MAX_WARPS; w++)
		any |= m->warp[w];
	return any == 0;
}

static inline bool
mask_equal(const struct mask *a, const struct mask *b)
{
	return !memcmp(a, b, sizeof *a);
}

/* Whether `b` is a subset of `a`. */
static inline bool
mask_includes(const struct mask *a, const struct mask *b)
{
	uint32_t extra = 0;
	for (int w = 0; w < MAX_WARPS; w++)
		extra |= b->warp[w] & ~a->warp[w];
	return extra == 0;
}

static inline bool
mask_has(const struct mask *m, unsigned lane)
{
	return m->warp[lane >> 5] >> (lane & 31) & 1;
}

static inline void
mask_set(struct mask *m, unsigned lane)
{
	m->warp[lane >> 5] |= 1u << (lane & 31);
}

static inline struct mask
mask_and(const struct mask *a, const struct mask *b)
{
	struct mask r;
	for (int w = 0; w < MAX_WARPS; w++)
		r.warp[w] = a->warp[w] & b->warp[w];
	return r;
}

static inline struct mask
mask_join(const struct mask *a, const struct mask *b)
{
	struct mask r;
	for (int w = 0; w < MAX_WARPS; w++)
		r.warp[w] = a->warp[w] | b->warp[w];
	return r;
}

static inline struct mask
mask_without(const struct mask *a, const struct mask *b)
{
	struct mask r;
	for (int w = 0; w < MAX_WARPS; w++)
		r.warp[w] = a->warp[w] & ~b->warp[w];
	return r;
}

/* "ffffffff 0000ffff": a word for each of the first warps. */
void mask_print(FILE *out, const struct mask *m, unsigned warps);

static inline struct active
active_none(void)
{
	return (struct active){{{0}}, {{0}}};
}

static inline struct active
active_join(const struct active *a, const struct active *b)
{
	return (struct active){.may = mask_join(&a->may, &b->may), .must = mask_and(&a->must, &b->must)};
}

static inline bool
active_includes(const struct active *a, const struct active *b)
{
	return mask_includes(&a->may, &b->may) && mask_includes(&b->must, &a->must);
}

/* The lanes of two paths together. */
static inline struct active
active_or(const struct active *a, const struct active *b)
{
	return (struct active){.may = mask_join(&a->may, &b->may), .must = mask_join(&a->must, &b->must)};
}

/* `lanes`, a subset of those that may be active. */
static inline struct active
active_among(const struct active *a, const struct mask *lanes)
{
	return (struct active){.may = *lanes, .must = mask_and(&a->must, lanes)};
}

static inline struct active
active_without(const struct active *a, const struct mask *lanes)
{
	return (struct active){.may = mask_without(&a->may, lanes), .must = mask_without(&a->must, lanes)};
}

/* The lanes that take an arm: those of `certain` do, those of `unknown` may. */
static inline struct active
active_in_arm(const struct active *a, const struct mask *certain, const struct mask *unknown)
{
	const struct mask all = mask_join(certain, unknown);
	const struct active fewest = active_among(a, certain), most = active_among(a, &all);
	return active_join(&fewest, &most);
}

/* "may ffffffff must 0000ffff". */
void active_print(FILE *out, const struct active *a, unsigned warps);

/* The lowest lane of a non-empty set; 0 if it is empty. */
static inline unsigned
mask_first(const struct mask *m)
{
	for (unsigned w = 0; w < MAX_WARPS; w++)
		if (m->warp[w])
			return w * 32 + (unsigned)__builtin_ctz(m->warp[w]);
	return 0;
}

static inline unsigned
mask_count(const struct mask *m)
{
	unsigned count = 0;
	for (int w = 0; w < MAX_WARPS; w++)
		count += (unsigned)__builtin_popcount(m->warp[w]);
	return count;
}

#endif
