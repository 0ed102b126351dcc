/* Memory: objects, their addresses and contents.
 *
 * Every object has its own window of 2^40 bytes of an artificial address space, more than any GPU's memory. An
 * address is an ordinary integer that identifies its object, so pointer arithmetic, casts and comparisons need no
 * special treatment. An object's base is inside its window, aligned as by cudaMalloc, so that small negative offsets
 * stay in the window.
 *
 * *Private* objects hold a number for each lane in scalar cells: locals of device code, and of host code with its
 * one lane. *Common* objects hold bytes shared by all lanes, each known or unknown: global, shared and constant
 * memory, the host's heap. */
#ifndef GPULINT_DOMAIN_MEMORY_H
#define GPULINT_DOMAIN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "domain/mask.h"
#include "domain/symbol.h"
#include "ir/ir.h"

struct machine;
struct variable;
struct page_table;
struct examples;
union lane;

enum { WINDOW_BITS = 40, BASE_BIT = 38 };

enum object_kind {
	OBJECT_HOST,    /* host heap, statics, literals */
	OBJECT_GLOBAL,  /* cudaMalloc and __device__ */
	OBJECT_MANAGED, /* reachable from host and device */
	OBJECT_PINNED,  /* host memory that the device can read */
	OBJECT_CONSTANT,
	OBJECT_SHARED,
	OBJECT_LOCAL,     /* private: local variables */
	OBJECT_PARAMETER, /* a kernel parameter, in constant memory */
	OBJECT_FUNCTION,  /* the address of a function */
};

/* Bytes [from, to) of an object that all equal `byte`, except where a page holds them. */
struct fill {
	uint64_t from, to;
	uint8_t byte;
};

struct cell {
	uint64_t offset;
	uint32_t width;
	struct variable *variable;
};

/* Accesses of one launch's device code to an object. */
struct object_use {
	uint32_t launch; /* memory.launch of that launch */
	bool is_accessed;
	uint64_t touched;          /* highest offset, exclusive, of accesses to known offsets; 0: none */
	uint64_t touched_from;     /* lowest offset of these */
	bool is_touched_elsewhere; /* accesses to unknown offsets occurred */
	bool holds_index;          /* a number loaded from it was used in an address */
	bool index_bounded;        /* such numbers must be in `index`; see model/index_range.h */
	struct interval index;
};

struct object {
	uint32_t id;
	enum object_kind kind;
	bool is_private;
	unsigned lanes;        /* private: lanes of the owning machine */
	struct mask scope;     /* private: lanes active at its declaration */
	bool from_device_heap; /* made by device malloc or new */
	uint64_t heap_pitch;   /* bytes between the allocations of neighbouring lanes; 0: a single allocation */
	bool assumed;          /* no visible allocation: the target of an unbound pointer parameter */
	bool zeroed;           /* private: unwritten cells hold zero */
	bool written_by_kernel;
	bool has_lost; /* common: bytes became unknown, or unknown numbers were stored: maybe addresses */
	bool is_made;  /* visible code has stored to it, or copied such data to it */
	uint64_t size; /* bytes; 0: unknown, or empty */
	bool is_empty; /* a launch gives it no bytes */
	bool is_freed; /* host code has certainly freed it */
	const char *name;
	const struct ir_type *element; /* as declared, or by the pointer's type; NULL: unknown */
	const struct ir_type *type;    /* for variables */
	const struct ir_var *var;      /* with static storage; or NULL */
	const struct ir_var *local;    /* private: its variable; NULL: none */
	struct object *parameter;      /* private: the kernel parameter that the compiler reads instead; NULL: none */
	const struct ir_unit *unit;
	struct ir_loc loc;      /* declaration or allocation */
	uint32_t first_version; /* memory.versions at its creation */
	bool may_be_lost;       /* common: contents copied from an object that a lost store may have changed */
	/* changes with each store that a later load could observe; identifies unknown contents */
	uint32_t version;
	uint32_t reason;      /* why unknown bytes are unknown; 0: report "loaded" and the place */
	uint32_t part_reason; /* reason of the bytes [part_from, part_to), the latest copied range */
	uint64_t part_from, part_to;
	uint32_t born;                               /* machine.clock at its creation */
	uint32_t stamp;                              /* machine.clock of the last store; 0: none */
	struct object *stored_before, *stored_after; /* common ones: neighbours in memory.newest_stored */
	struct object_use use;                       /* access through memory_use */
	const struct ir_func *func;                  /* for OBJECT_FUNCTION */

	size_t index;       /* index in memory.privates or, for shared memory, in memory.shared */
	struct cell *cells; /* private: in order of offset */
	size_t cell_count, cell_capacity;
	/* common: bytes on no page and in no fill are unknown */
	uint32_t page_count;
	struct fill *fills; /* in order and disjoint */
	size_t fill_count, fill_capacity;
	bool holds_symbols;        /* its pages may contain symbols */
	struct examples *examples; /* plausible numbers for unknown contents; or NULL */
};

/* Stores to unknown addresses (eval/state/wild_store.h). */
struct wild_stores {
	uint32_t line;               /* of the first one; 0: none */
	uint32_t by_device, by_host; /* memory.versions at the latest store by each; 0: none */
	uint32_t host_types;         /* set of types that host code stored so */
	bool is_read;                /* the running launch has read what one may have changed */
};

struct memory {
	struct object **objects; /* [0] is unused */
	size_t count, capacity;
	struct object **privates; /* the private objects, which are few even after many allocations */
	size_t private_count, private_capacity;
	struct object **shared; /* the objects in shared memory */
	size_t shared_count, shared_capacity;
	uint32_t *written; /* ids of objects with written_by_kernel; some may have been deleted since */
	size_t written_count, written_capacity;
	struct object *newest_stored; /* list of common objects stored to, latest first */
	uint32_t *free_ids;
	size_t free_count, free_capacity;
	struct page_table *pages;
	uint32_t versions;
	uint32_t launch; /* number of the running or latest launch */
	struct wild_stores lost;
};

void memory_init(struct memory *memory);
void memory_free_all(struct memory *memory);

struct object *memory_new(struct memory *memory, enum object_kind kind, uint64_t size, const char *name);
/* Frees the object and its window, for locals of functions that returned. */
void memory_delete(struct memory *memory, struct object *object);
/* Records a store at `clock`, which must be the latest; 0: forgets all stores. */
void memory_note_store(struct memory *memory, struct object *object, uint32_t clock);
/* The object whose window holds the address, or NULL. */
struct object *memory_object_at(const struct memory *memory, int64_t address);

/* The base address of the object with this id. */
static inline int64_t
memory_base(uint32_t id)
{
	return (int64_t)id << WINDOW_BITS | (int64_t)1 << BASE_BIT;
}

static inline int64_t
object_base(const struct object *object)
{
	return memory_base(object->id);
}

/* The object's use by the running or latest launch. */
static inline struct object_use *
memory_use(const struct memory *memory, struct object *object)
{
	if (object->use.launch != memory->launch)
		object->use = (struct object_use){.launch = memory->launch};
	return &object->use;
}

/* Whether nothing is known of a common object's contents. */
static inline bool
memory_is_blank(const struct object *object)
{
	return !object->page_count && !object->fill_count;
}

/* For common objects: reads `width` bytes at offset. True and *bits if all are known. */
bool memory_read(const struct memory *memory, const struct object *object, int64_t offset, unsigned width,
                 uint64_t *bits);
/* The same for each lane's address, with width 1, 2, 4 or 8. `object` holds the first lane's address. MIXED also
 * means that it has to be read lane by lane: with fills, unaligned accesses, or accesses outside the object. */
enum memory_lanes { MEMORY_LANES_KNOWN, MEMORY_LANES_UNKNOWN, MEMORY_LANES_MIXED };
enum memory_lanes memory_read_lanes(const struct memory *memory, const struct object *object, const union lane *address,
                                    const struct mask *lanes, unsigned width, union lane *bits);
void memory_write(struct memory *memory, struct object *object, int64_t offset, unsigned width, uint64_t bits);
/* What is known of at most 8 bytes. Known bits include themselves, unknown ones all. */
struct memory_number {
	bool is_known;
	uint64_t bits; /* 0 if unknown */
};

static inline struct memory_number
memory_read_number(const struct memory *memory, const struct object *object, int64_t offset, unsigned width)
{
	struct memory_number number = {false, 0};
	number.is_known = memory_read(memory, object, offset, width, &number.bits);
	return number;
}

static inline bool
memory_number_equal(struct memory_number a, struct memory_number b)
{
	return a.is_known == b.is_known && a.bits == b.bits;
}

/* "0x2a" or "unknown". */
void memory_print(FILE *out, struct memory_number number);
/* After two paths, of which the other one left `other` in these bytes: they stay if both hold the same known number, else
 * they become unknown. */
void memory_join(struct memory *memory, struct object *object, int64_t offset, unsigned width,
                 struct memory_number other);
/* The bytes become unknown. */
void memory_unknow(struct memory *memory, struct object *object, int64_t offset, uint64_t bytes);
/* The symbol that a store of this width put there, or {0, 0}. One word keeps only the last of several narrow ones. */
struct term memory_read_symbol(const struct memory *memory, const struct object *object, int64_t offset,
                               unsigned width);
void memory_write_symbol(struct memory *memory, struct object *object, int64_t offset, unsigned width,
                         struct term term);
/* All contents become unknown, for that reason. */
void memory_forget(struct memory *memory, struct object *object, uint32_t reason);
/* All bytes become zero, as in static variables. */
void memory_zero(struct memory *memory, struct object *object);
void memory_fill(struct memory *memory, struct object *object, int64_t offset, uint64_t bytes, uint8_t byte);
/* Copies known bytes and symbols. The other bytes become unknown in the destination. */
void memory_move(struct memory *memory, struct object *to, int64_t to_offset, const struct object *from,
                 int64_t from_offset, uint64_t bytes);

#endif
