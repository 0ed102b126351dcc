/* The program's memory as a run of bytecode sees it: pages, found again through a small cache, and a log by which the stores of
 * an iteration can be undone.
 *
 * Common objects are read and written in place. A private object (a local of a function that runs) is kept as scalars
 * elsewhere, so a run of bytecode works on a shadow of it, from which the scalars that it has stored are put back at its end. */
#ifndef GPULINT_EVAL_BYTECODE_BYTECODE_MEMORY_H
#define GPULINT_EVAL_BYTECODE_BYTECODE_MEMORY_H

#include <string.h>

#include "data/memory_page.h"
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
	uint8_t width, known; /* a bit a byte */
};

struct bytecode_shadow {
	struct object *object;
	struct page *pages;
	uint8_t *shapes; /* a byte each: 1 + enum bytecode_scalar of what was stored there, 0: nothing */
};

/* A page that was not there before. */
struct bytecode_made {
	struct object *object;
	uint64_t number;
};

struct bytecode_memory {
	struct machine *m;
	struct cached_page cached_pages[CACHED_PAGES];
	struct page blank; /* stands for pages that are not there */
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
	size_t allocated_count, allocated_capacity, allocated_before; /* before: at the checkpoint */
	bool by_example;                                              /* what is not known is read as examples say */
	bool met_examples; /* something is not known of which there are examples */
};

void bytecode_memory_begin(struct bytecode_memory *memory, struct machine *m);
/* Keeps what has been stored since the checkpoint as examples of the objects that it was stored to, in place of the ones
 * that they have; in a run by example, beside those. */
void bytecode_memory_keep_examples(struct bytecode_memory *memory);
/* Makes the stores known to the rest of the evaluator, and puts private objects back. */
void bytecode_memory_commit(struct bytecode_memory *memory, uint32_t reason);
void bytecode_memory_end(struct bytecode_memory *memory);
void bytecode_memory_free(struct bytecode_memory *memory);

/* Makes the state as it is now the one that bytecode_memory_undo goes back to. */
void bytecode_memory_checkpoint(struct bytecode_memory *memory);
void bytecode_memory_undo(struct bytecode_memory *memory);
/* Whether something that the log names is not known now; looks at no more than `most` entries, the newest. */
bool bytecode_memory_left_unknown(const struct bytecode_memory *memory, size_t most, bool *all);

/* False: not known. Reading outside of objects is not an error of the run's. */
bool bytecode_load(struct bytecode_memory *memory, int64_t address, unsigned width, uint64_t *bits);
/* What may well stand where nothing is known. False: there is no example, or this is no run by example. */
bool bytecode_load_example(struct bytecode_memory *memory, int64_t address, enum bytecode_scalar shape, uint64_t *bits);
/* The object there has no examples from here on, whatever is undone. */
void bytecode_forget_examples(struct bytecode_memory *memory, int64_t address);
/* False: there is no such memory, or no room in the log. */
bool bytecode_store(struct bytecode_memory *memory, int64_t address, enum bytecode_scalar shape, uint64_t bits,
                    bool known);
bool bytecode_fill(struct bytecode_memory *memory, int64_t address, uint64_t bytes, uint8_t byte, bool known,
                   enum bytecode_scalar shape);
bool bytecode_unknow(struct bytecode_memory *memory, int64_t address, uint64_t bytes);
bool bytecode_move(struct bytecode_memory *memory, int64_t to, int64_t from, uint64_t bytes);
/* The address of a new object; 0: no more. */
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

/* The short cached_pages, of a width that the compiler knows: an aligned scalar on a page that the cache has. False: it takes the
 * long page. They are most of what a run of bytecode does. */
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
