/* Internal to the engine: bit sets of a warp's registers and predicates. */
#ifndef GPULINT_CODEGEN_EXECUTE_NAMES_H
#define GPULINT_CODEGEN_EXECUTE_NAMES_H

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

static inline void
names_add(struct names *names, const struct names *others)
{
	for (unsigned i = 0; i < NAME_WORDS; i++)
		names->words[i] |= others->words[i];
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

#endif
