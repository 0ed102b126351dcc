/* The program's memory during a bytecode run: pages, which a small cache finds, and a log that undoes the stores of
 * an iteration.
 *
 * Common objects are read and written in place. A private object (a local of a running function) is stored as
 * scalars in the machine. A bytecode run works on a shadow of it; when the run ends, the stored scalars are written
 * back. */
#ifndef GPULINT_EVAL_BYTECODE_BYTECODE_MEMORY_H
#define GPULINT_EVAL_BYTECODE_BYTECODE_MEMORY_H

#include <string.h>

#include "domain/memory_page.h"
#include "eval/bytecode/bytecode_code.h"

enum { CACHED_PAGES = 64, MOST_UNDONE = 1 << 20 };

/* A page of the cache. Beyond `readable` and `writable` bytes accesses take the slow path. */
struct cached_page {
	uint64_t tag; /* address >> PAGE_BITS; 0: free */
	struct page *page;
	uint32_t readable, writable;
	bool logged;
};

struct bytecode_undo {
	struct page *page;
	uint64_t former;
	uint16_t at;
	uint8_t width, known; /* known: a bit for each byte */
};

struct bytecode_shadow {
	struct object *object;
	struct page *pages;
	uint8_t *shapes; /* for each byte: 1 + enum bytecode_scalar of the scalar stored there, 0: none */
};

/* A page that did not exist before. */
struct bytecode_made {
	struct object *object;
	uint64_t number;
};

struct bytecode_memory {
	struct machine *m;
	struct cached_page cached_pages[CACHED_PAGES];
	struct page blank; /* in place of pages that do not exist */
	struct bytecode_undo *log;
	size_t log_count, log_capacity;
	struct bytecode_shadow *shadows;
	size_t shadow_count, shadow_capacity;
	struct object *stack;
	struct page *stack_pages;
	struct object **written;
	size_t written_count, written_capacity;
	uint8_t *is_written; /* by object id */
	size_t is_written_count;
	struct bytecode_made *made;
	size_t made_count, made_capacity;
	struct object **allocated;
	size_t allocated_count, allocated_capacity, allocated_before; /* allocated_before: at the checkpoint */
	bool by_example;                                              /* examples are read for unknown data */
	bool met_examples;                                            /* some unknown data have examples */
};

void bytecode_memory_begin(struct bytecode_memory *memory, struct machine *m);
/* Keeps the stores since the checkpoint as examples of their objects. They replace the former examples; in a run by
 * example they are added to them. */
void bytecode_memory_keep_examples(struct bytecode_memory *memory);
/* Announces the stores to the rest of the evaluator, and writes private objects back. */
void bytecode_memory_commit(struct bytecode_memory *memory, uint32_t reason);
void bytecode_memory_end(struct bytecode_memory *memory);
void bytecode_memory_free(struct bytecode_memory *memory);

/* Saves the current state, to which bytecode_memory_undo returns. */
void bytecode_memory_checkpoint(struct bytecode_memory *memory);
void bytecode_memory_undo(struct bytecode_memory *memory);
/* Whether any of the newest `most` logged stores is unknown now. *all: whether all are. */
bool bytecode_memory_left_unknown(const struct bytecode_memory *memory, size_t most, bool *all);

/* False: unknown. Reading outside of objects is no error. */
bool bytecode_load(struct bytecode_memory *memory, int64_t address, unsigned width, uint64_t *bits);
/* An example for unknown data. False: there is none, or this is no run by example. */
bool bytecode_load_example(struct bytecode_memory *memory, int64_t address, enum bytecode_scalar shape, uint64_t *bits);
/* Drops the object's examples; this is not undone. */
void bytecode_forget_examples(struct bytecode_memory *memory, int64_t address);
/* False: there is no such memory, or the log is full. */
bool bytecode_store(struct bytecode_memory *memory, int64_t address, enum bytecode_scalar shape, uint64_t bits,
                    bool known);
bool bytecode_fill(struct bytecode_memory *memory, int64_t address, uint64_t bytes, uint8_t byte, bool known,
                   enum bytecode_scalar shape);
bool bytecode_unknow(struct bytecode_memory *memory, int64_t address, uint64_t bytes);
bool bytecode_move(struct bytecode_memory *memory, int64_t to, int64_t from, uint64_t bytes);
/* The address of a new object; 0: there are too many. */
int64_t bytecode_allocate(struct bytecode_memory *memory, const struct ir_expr *expr, uint64_t bytes);

static inline unsigned
bytecode_width(enum bytecode_scalar shape)
{
#define WIDTH(name, type, ...) sizeof(type),
	static const uint8_t widths[] = {BYTECODE_SCALARS(WIDTH)};
#undef WIDTH
	return widths[shape];
}

static inline struct cached_page *
cached_page(struct bytecode_memory *memory, int64_t address)
{
	const uint64_t tag = (uint64_t)address >> PAGE_BITS;
	return &memory->cached_pages[(tag ^ tag >> (WINDOW_BITS - PAGE_BITS)) & (CACHED_PAGES - 1)];
}

/* The fast path for a width that is known at compile time: an aligned scalar on a cached page. False: the slow path
 * is needed. Most of a run is spent here. */
static inline __attribute__((always_inline)) bool
bytecode_load_cached(struct bytecode_memory *memory, int64_t address, unsigned width, void *scalar)
{
	const struct cached_page *page = cached_page(memory, address);
	const unsigned at = (uint64_t)address & (PAGE_BYTES - 1);
	if (page->tag != (uint64_t)address >> PAGE_BITS || at + width > page->readable || at & (width - 1) ||
	    !page_knows_scalar(page->page, at, width))
		return false;
	memcpy(scalar, page->page->bytes + at, width);
	return true;
}

static inline __attribute__((always_inline)) bool
bytecode_store_cached(struct bytecode_memory *memory, int64_t address, unsigned width, const void *scalar)
{
	const struct cached_page *page = cached_page(memory, address);
	const unsigned at = (uint64_t)address & (PAGE_BYTES - 1);
	if (page->tag != (uint64_t)address >> PAGE_BITS || at + width > page->writable || at & (width - 1) ||
	    memory->log_count >= memory->log_capacity)
		return false;
	if (page->logged) {
		struct bytecode_undo *undo = &memory->log[memory->log_count++];
		*undo = (struct bytecode_undo){page->page, 0, (uint16_t)at, (uint8_t)width,
		                               page_known_bits(page->page, at, width)};
		memcpy(&undo->former, page->page->bytes + at, width);
	}
	memcpy(page->page->bytes + at, scalar, width);
	page->page->known[at / 64] |= (((uint64_t)1 << width) - 1) << at % 64;
	return true;
}

#endif
