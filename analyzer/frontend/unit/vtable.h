/* The vtables of a class: which function is in which slot of which table.
 *
 * nvcc lays them out as the host's C++ ABI does (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#vtable). A class
 * with virtual functions has a table, which begins with the table of its first base that has one. It has one more table
 * for each further base with virtual functions. An object holds a pointer to each table, at the offset of the base.
 * Virtual bases are not modelled: a class with one is assumed to have no tables. */
#ifndef GPULINT_FRONTEND_UNIT_VTABLE_H
#define GPULINT_FRONTEND_UNIT_VTABLE_H

#include "frontend/unit/lower.h"

/* A destructor has two slots: one that destroys the object, and after it one that also frees its memory. */
struct vtable_slot {
	CXCursor method; /* the final overrider; canonical */
	CXCursor called; /* the method that introduced the slot; calls return its type */
	bool deletes;
};

struct vtable {
	uint64_t offset; /* offset of the table's pointer in the object, in bytes */
	struct vtable_slot *slots;
	size_t count, capacity;
};

struct vtables {
	struct vtable *items; /* in order of offset; none: the class has no virtual functions */
	size_t count, capacity;
	bool has_virtual_base; /* directly or in a base */
};

/* The tables of a class, in the unit's arena. */
const struct vtables *vtables_of(struct lower *l, CXType record);
/* Whether the class introduces the pointer to its first table, instead of sharing its first base's. */
bool vtable_is_own(struct lower *l, CXType record);
/* The method's slot in the first table of its class; false: none. */
bool vtable_index(struct lower *l, CXCursor method, bool deletes, size_t *index);

#endif
