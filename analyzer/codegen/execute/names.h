/* Internal to the engine: sets of a warp's registers and predicates, an abstract domain (docs/ARCHITECTURE.md,
 * Domains). A set includes its subsets. There are few names, so loops need no widening. */
#ifndef GPULINT_CODEGEN_EXECUTE_NAMES_H
#define GPULINT_CODEGEN_EXECUTE_NAMES_H

#include <stdio.h>

#include "codegen/sass/sass.h"

/* Order: registers, uniform registers, predicates, uniform predicates. */
enum {
	FIRST_UNIFORM = 256,
	FIRST_PREDICATE = 512,
	FIRST_UNIFORM_PREDICATE = 520,
	NAMES = 528,
	NAME_WORDS = (NAMES + 63) / 64
};

struct names {
	uint64_t words[NAME_WORDS];
};

static inline unsigned
name_of(unsigned bank, unsigned number)
{
	static const uint16_t first[] = {[SASS_GPR] = 0,
	                                 [SASS_UGPR] = FIRST_UNIFORM,
	                                 [SASS_PREDICATE] = FIRST_PREDICATE,
	                                 [SASS_UNIFORM_PREDICATE] = FIRST_UNIFORM_PREDICATE};
	return first[bank] + (bank == SASS_GPR || bank == SASS_UGPR ? number & 0xff : number & 7);
}

static inline struct names
names_join(const struct names *a, const struct names *b)
{
	struct names joined;
	for (unsigned i = 0; i < NAME_WORDS; i++)
		joined.words[i] = a->words[i] | b->words[i];
	return joined;
}

static inline bool
names_includes(const struct names *a, const struct names *b)
{
	uint64_t further = 0;
	for (unsigned i = 0; i < NAME_WORDS; i++)
		further |= b->words[i] & ~a->words[i];
	return !further;
}

static inline bool
names_has(const struct names *names, unsigned name)
{
	return names->words[name / 64] >> name % 64 & 1;
}

static inline void
names_set(struct names *names, unsigned name, bool is_in)
{
	const uint64_t bit = UINT64_C(1) << name % 64;
	names->words[name / 64] = (names->words[name / 64] & ~bit) | (is_in ? bit : 0);
}

/* "R0 R1 UR4 P0 UP1". */
void names_print(FILE *out, const struct names *names);

#endif
