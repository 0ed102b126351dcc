/* Memory: objects, their addresses and what they hold.
 *
 * Every object has a window of 2^40 bytes of a made-up address space to itself, more than any GPU has memory, so an address is
 * an ordinary integer from which the object is found again, and pointer arithmetic, casts to integers and comparisons need
 * nothing special.
 * An object's base stands well inside its window, aligned as cudaMalloc aligns, so that small negative offsets stay in.
 *
 * Objects are of two kinds: *private* ones hold a number for each lane in scalar cells (locals of device code, and of
 * host code, which has one lane); *common* ones hold bytes that all lanes share, each known or not (global, shared and
 * constant memory, the host's heap). */
#ifndef GPULINT_DATA_MEMORY_H
#define GPULINT_DATA_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "data/mask.h"
#include "data/symbol.h"
#include "ir/ir.h"

struct machine;
struct variable;
struct page_table;
struct examples;
union lane;

enum { WINDOW_BITS = 40, BASE_BIT = 38 };

enum object_kind {
	OBJECT_HOST,          /* host heap, statics, literals */
	OBJECT_GLOBAL,        /* cudaMalloc and __device__ */
	OBJECT_MANAGED,       /* both */
	OBJECT_PINNED,        /* host memory that the device can read */
	OBJECT_CONSTANT,
	OBJECT_SHARED,
	OBJECT_LOCAL,         /* private: automatic variables */
	OBJECT_PARAMETER,     /* a kernel's parameter, in constant memory */
	OBJECT_FUNCTION,      /* the address of a function */
};

/* Bytes [from, to) of an object that all hold the same, as far as they are on no page. */
struct fill {
	uint64_t from, to;
	uint8_t byte;
};

struct cell {
	uint64_t offset;
	uint32_t width;
	struct variable *variable;
};

/* What the device code of one launch did with an object. */
struct object_use {
	uint32_t launch;          /* which: memory.launch */
	bool is_accessed;
	uint64_t touched;         /* highest offset, exclusive, of accesses to known places; 0: there were none */
	uint64_t touched_from;    /* and the lowest */
	bool is_touched_elsewhere;   /* there were accesses to places that are not known */
	bool holds_index;         /* what was loaded from it went into an address */
	bool index_bounded;       /* such numbers have to lie from index_low to index_high; see model/index_range.h */
	int64_t index_low, index_high;
};

struct object {
	uint32_t id;
	enum object_kind kind;
	bool is_private;
	unsigned lanes;           /* private: of the machine that owns it */
	struct mask scope;        /* private: the lanes that were active when it was declared */
	bool from_device_heap;    /* device malloc or new made it */
	uint64_t heap_pitch;      /* bytes from one lane's allocation to the next one's; 0: it is one allocation */
	bool assumed;             /* nobody was seen to allocate it: a pointer parameter that nothing binds */
	bool zeroed;              /* private: cells that were never written hold zero */
	bool written_by_kernel;
	bool has_lost;            /* common: some of it is not known any more, or was stored without being known: maybe an address */
	bool is_made;             /* something in sight has stored to it, or moved there what something has stored */
	uint64_t size;            /* bytes; 0: not known, or it is empty */
	bool is_empty;            /* a launch gives it none */
	bool is_freed;            /* host code has surely given it back */
	const char *name;
	const struct ir_type *element;   /* as declared or as the pointer says; NULL: not known */
	const struct ir_type *type;      /* of a variable */
	const struct ir_var *var;        /* of static storage; or NULL */
	const struct ir_var *local;      /* private: the variable that it is; NULL: none */
	struct object *parameter;        /* private: the kernel's that the compiler reads in its place; NULL: none */
	const struct ir_unit *unit;
	struct ir_loc loc;        /* declaration or allocation */
	uint32_t first_version;   /* memory.versions when it came to be */
	bool may_be_lost;         /* common: it was moved there from what a store to nobody knows where may have changed */
	uint32_t version;         /* changes with each store that a later load could see; names unknown contents */
	uint32_t reason;          /* why its unknown bytes are unknown; 0: say "loaded" and where */
	uint32_t part_reason;     /* the same, of the bytes in this range, that were moved there last */
	uint64_t part_from, part_to;
	uint32_t born;            /* machine.clock when it came to be */
	uint32_t stamp;           /* machine.clock of the last store; 0: none */
	struct object *stored_before, *stored_after;   /* common ones: neighbours in memory.newest_stored */
	struct object_use use;    /* ask memory_use */
	const struct ir_func *func;      /* OBJECT_FUNCTION */

	size_t place;             /* private: in memory.privates; shared: in memory.shared */
	struct cell *cells;       /* private: in order of offset */
	size_t cell_count, cell_capacity;
	/* common: bytes on no page and in no fill are unknown */
	uint32_t page_count;
	struct fill *fills;       /* in order, apart from each other */
	size_t fill_count, fill_capacity;
	bool holds_symbols;       /* some of its pages may */
	struct examples *examples;       /* of what it may hold where that is unknown; or NULL */
};

/* Stores to places of which nothing is known (eval/state/lost_store.h). */
struct lost_stores {
	uint32_t line;            /* the first one's; 0: there are none */
	uint32_t by_device, by_host;   /* memory.versions at the latest of each; 0: there is none */
	uint32_t host_types;      /* of numbers that host code stored so */
	bool is_read;             /* the launch that runs has read what one of them may have changed */
};

struct memory {
	struct object **objects;  /* [0] is no object */
	size_t count, capacity;
	struct object **privates; /* the private ones among them: few, where a program has allocated many */
	size_t private_count, private_capacity;
	struct object **shared;   /* those of shared memory */
	size_t shared_count, shared_capacity;
	uint32_t *written;        /* ids of those that are written_by_kernel, or were deleted since */
	size_t written_count, written_capacity;
	struct object *newest_stored;   /* the common ones that have been stored to, from the latest backwards */
	uint32_t *free_ids;
	size_t free_count, free_capacity;
	struct page_table *pages;
	uint32_t versions;
	uint32_t launch;          /* number of the launch that runs, or ran last */
	struct lost_stores lost;
};

void memory_init(struct memory *memory);
void memory_free_all(struct memory *memory);

struct object *memory_new(struct memory *memory, enum object_kind kind, uint64_t size, const char *name);
/* Gives the window back: for locals of functions that returned. */
void memory_delete(struct memory *memory, struct object *object);
/* It is stored to at that time, the latest so far; 0: forget that it ever was. */
void memory_note_store(struct memory *memory, struct object *object, uint32_t clock);
/* The object whose window holds the address, or NULL. */
struct object *memory_object_at(const struct memory *memory, int64_t address);

/* Of the object of that number. */
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

/* What the launch that runs, or ran last, has done with it. */
static inline struct object_use *
memory_use(const struct memory *memory, struct object *object)
{
	if (object->use.launch != memory->launch)
		object->use = (struct object_use){.launch = memory->launch};
	return &object->use;
}

/* Whether nothing is known of what a common object holds. */
static inline bool
memory_is_blank(const struct object *object)
{
	return !object->page_count && !object->fill_count;
}

/* Common objects: `width` bytes at offset. True and *bits when all of them are known. */
bool memory_read(const struct memory *memory, const struct object *object, int64_t offset, unsigned width, uint64_t *bits);
/* The same at each lane's address, 1, 2, 4 or 8 bytes wide, of the object that holds the address of the first. Mixed also
 * where it takes a closer look: where there are fills, and where an access is not aligned or not within the object. */
enum memory_lanes { MEMORY_LANES_KNOWN, MEMORY_LANES_UNKNOWN, MEMORY_LANES_MIXED };
enum memory_lanes memory_read_lanes(const struct memory *memory, const struct object *object, const union lane *address,
                                    const struct mask *lanes, unsigned width, union lane *bits);
void memory_write(struct memory *memory, struct object *object, int64_t offset, unsigned width, uint64_t bits);
/* The bytes are not known any more. */
void memory_unknow(struct memory *memory, struct object *object, int64_t offset, uint64_t bytes);
/* A symbol that was stored there whole, or {0, 0}. Of several narrow ones in one word the last is kept. */
struct term memory_read_symbol(const struct memory *memory, const struct object *object, int64_t offset, unsigned width);
void memory_write_symbol(struct memory *memory, struct object *object, int64_t offset, unsigned width, struct term term);
/* Everything in it becomes unknown, for that reason. */
void memory_forget(struct memory *memory, struct object *object, uint32_t reason);
/* All of its bytes are zero, as those of static variables are. */
void memory_zero(struct memory *memory, struct object *object);
void memory_fill(struct memory *memory, struct object *object, int64_t offset, uint64_t bytes, uint8_t byte);
/* Bytes and symbols, as far as they are known; the rest is unknown in the destination as well. */
void memory_move(struct memory *memory, struct object *to, int64_t to_offset, const struct object *from,
                 int64_t from_offset, uint64_t bytes);

#endif
