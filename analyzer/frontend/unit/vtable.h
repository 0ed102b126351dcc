/* The tables of virtual functions of a class: which function stands in which place of which table.
 *
 * nvcc lays them out as the host's C++ ABI does (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#vtable): a class with
 * virtual functions has a table, which begins with that of its first such base, and one more for each further base that has
 * one; an object holds a pointer to each, where the base begins that the table is of. Virtual bases are not followed: a class
 * that has one is taken to have no tables. */
#ifndef GPULINT_FRONTEND_UNIT_VTABLE_H
#define GPULINT_FRONTEND_UNIT_VTABLE_H

#include "frontend/unit/lower.h"

/* A destructor has two places: one that destroys the object, and behind it one that gives its memory back as well. */
struct vtable_slot {
	CXCursor method; /* the last one that overrides; canonical */
	CXCursor called; /* the first, which calls name: what they get back is of its type */
	bool deletes;
};

struct vtable {
	uint64_t offset; /* in the object, of the pointer to it; bytes */
	struct vtable_slot *slots;
	size_t count, capacity;
};

struct vtables {
	struct vtable *items; /* in order of offset; none: the class has no virtual functions */
	size_t count, capacity;
	bool has_virtual_base; /* somewhere */
};

/* Of a class; in the unit's arena. */
const struct vtables *vtables_of(struct lower *l, CXType record);
/* Whether the pointer to the class's first table is the class's own, not its first base's. */
bool vtable_is_own(struct lower *l, CXType record);
/* Where the first table of the method's class has it; false: nowhere. */
bool vtable_place(struct lower *l, CXCursor method, bool deletes, size_t *place);

#endif
