#include "domain/example.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domain/memory_page.h"
#include "domain/value.h"
#include "support/allocate.h"
#include "support/sorted.h"

enum {
	MOST_PAGES = 64,  /* of an object */
	FEWEST_AGAIN = 4, /* the fewest elements that are repeated; with fewer, their growth cannot be recognized */
};

/* The growth of monotonic numbers of one type along the object; 0 for other numbers, such as addresses. */
struct trend {
	const struct ir_type *type;
	double step; /* per byte */
};

/* Consecutive elements that the first page knows completely, as a range of bytes of the page. */
struct stretch {
	uint64_t element;  /* bytes of an element; 0: not computed */
	unsigned from, to; /* equal: too few elements */
};

/* Pages without symbols, sorted by number. */
struct examples {
	struct page *pages;
	size_t count, capacity;
	bool of_blocks; /* a kernel produced them: each stretch belongs to one block */
	bool has_gaps;  /* further stores had unknown values */
	/* Results of the last query, invalidated by a store. */
	struct trend trend;
	struct stretch stretch;
	unsigned most;           /* the most bytes that a page knows; 0: not computed */
	uint64_t asked;          /* the last queried page number, */
	const struct page *like; /* and the page that represents it; NULL: not computed */
};

void
examples_free(struct examples *examples)
{
	if (examples)
		free(examples->pages);
	free(examples);
}

void
examples_clear(struct object *object)
{
	examples_free(object->examples);
	object->examples = NULL;
}

static size_t
position_of(const struct examples *examples, uint64_t number)
{
	return sorted_find(examples->pages, examples->count, sizeof *examples->pages, offsetof(struct page, number),
	                   number);
}

/* The page to store to. NULL: too many pages. */
static struct page *
page_for(struct object *object, uint64_t number)
{
	if (!object->examples)
		object->examples = memory_zeroed(1, sizeof *object->examples);
	struct examples *examples = object->examples;
	examples->trend = (struct trend){0};
	examples->stretch = (struct stretch){0};
	examples->most = 0;
	examples->like = NULL;
	const size_t at = position_of(examples, number);
	if (at < examples->count && examples->pages[at].number == number)
		return &examples->pages[at];
	if (examples->count >= MOST_PAGES)
		return NULL;
	const struct page blank = {.object = object->id, .number = number};
	memory_push(examples->pages, examples->count, examples->capacity, blank);
	memmove(examples->pages + at + 1, examples->pages + at, (examples->count - 1 - at) * sizeof blank);
	examples->pages[at] = blank;
	return &examples->pages[at];
}

void
examples_put(struct object *object, uint64_t offset, unsigned width, uint64_t bits)
{
	struct page *page = page_for(object, offset / PAGE_BYTES);
	if (!page)
		return;
	const unsigned at = offset % PAGE_BYTES;
	memcpy(page->bytes + at, &bits, width);
	page_set_known(page, at, width, true);
}

void
examples_note_gap(struct object *object)
{
	if (object->examples)
		object->examples->has_gaps = true;
}

static struct page *
copy_page(struct object *object, uint64_t number, const struct page *page)
{
	struct page *copy = page_for(object, number);
	if (copy) {
		memcpy(copy->bytes, page->bytes, sizeof copy->bytes);
		memcpy(copy->known, page->known, sizeof copy->known);
	}
	return copy;
}

static bool
knows_any(const struct page *page)
{
	uint64_t any = 0;
	for (unsigned i = 0; i < PAGE_BYTES / 64; i++)
		any |= page->known[i];
	return any != 0;
}

/* Finds the sample value, the position and the width of the symbol stored in a word of the page; 0: no symbol, or no
 * sample value. */
static unsigned
symbol_in(const struct memory *memory, const struct symbols *symbols, const struct page *page, unsigned word,
          unsigned *at, int64_t *number)
{
	const unsigned width = page->symbols->width[word];
	*at = word * WORD_BYTES + page->symbols->within[word];
	const bool is_scalar = width && width <= 8 && *at + width <= PAGE_BYTES;
	return is_scalar && example_of(memory, symbols, page->symbols->term[word], number) ? width : 0;
}

static void
take_page(const struct memory *memory, const struct symbols *symbols, struct object *object, const struct page *page)
{
	unsigned at;
	int64_t number;
	if (knows_any(page))
		copy_page(object, page->number, page);
	for (unsigned word = 0; page->symbols && word < PAGE_WORDS; word++) {
		const unsigned width = symbol_in(memory, symbols, page, word, &at, &number);
		if (width)
			examples_put(object, page->number * PAGE_BYTES + at, width, (uint64_t)number);
	}
}

void
examples_take(const struct memory *memory, const struct symbols *symbols, struct object *object)
{
	/* Symbols may depend on the former sample data, which therefore stays until the end. */
	struct examples *former = object->examples;
	struct object taken = {.id = object->id};
	size_t count;
	struct page **pages = memory_pages_within(memory, object, 0, UINT64_MAX, &count);
	for (size_t i = 0; i < count; i++)
		take_page(memory, symbols, &taken, pages[i]);
	free(pages);
	examples_free(former);
	object->examples = taken.examples;
	if (object->examples)
		object->examples->of_blocks = true;
}

void
examples_copy(struct object *to, int64_t to_offset, const struct object *from, int64_t from_offset)
{
	const int64_t shift = to_offset - from_offset;
	examples_clear(to);
	if (shift % PAGE_BYTES)
		return;
	for (size_t i = 0; from->examples && i < from->examples->count; i++) {
		const struct page *page = &from->examples->pages[i];
		const int64_t begin = (int64_t)(page->number * PAGE_BYTES) + shift;
		if (begin >= 0 && copy_page(to, (uint64_t)begin / PAGE_BYTES, page)) {
			to->examples->of_blocks = from->examples->of_blocks;
			to->examples->has_gaps = from->examples->has_gaps;
		}
	}
}

/* ---- reading ---- */

static bool
read_page(const struct page *page, unsigned at, unsigned width, uint64_t *bits)
{
	*bits = 0;
	if (at + width > PAGE_BYTES || !page_knows(page, at, width))
		return false;
	memcpy(bits, page->bytes + at, width);
	return true;
}

static double
number_of(uint64_t bits, const struct ir_type *type)
{
	const union lane lane = lane_of_bits(bits, type);
	return type->kind == IR_TYPE_FLOAT ? lane.real : (double)lane.integer;
}

static uint64_t
bits_of(double number, const struct ir_type *type)
{
	const bool real = type->kind == IR_TYPE_FLOAT;
	const union lane whole = {.integer = fabs(number) < 9e18 ? (int64_t)rint(number) : 0};
	return bits_of_lane(real ? (union lane){.real = number} : whole, type, real);
}

/* One block's results do not show how those of the next block continue. */
static bool
is_of_one_block(const struct examples *examples)
{
	return examples->of_blocks &&
	       examples->pages[examples->count - 1].number - examples->pages[0].number == examples->count - 1;
}

static struct trend
find_trend(const struct examples *examples, const struct ir_type *type)
{
	struct trend trend = {.type = type};
	double first = 0, last = -INFINITY;
	uint64_t begin = UINT64_MAX, end = 0, bits;
	if (is_of_one_block(examples) || type->kind == IR_TYPE_POINTER)
		return trend;
	for (size_t i = 0; i < examples->count; i++) {
		for (unsigned at = 0; at + type->size <= PAGE_BYTES; at += (unsigned)type->size) {
			if (!read_page(&examples->pages[i], at, (unsigned)type->size, &bits))
				continue;
			const double number = number_of(bits, type);
			if (!(number >= last))
				return trend;
			end = examples->pages[i].number * PAGE_BYTES + at;
			last = number;
			if (begin == UINT64_MAX) {
				begin = end;
				first = number;
			}
		}
	}
	if (end > begin)
		trend.step = (last - first) / (double)(end - begin);
	return trend;
}

static unsigned
known_bytes(const struct page *page)
{
	unsigned count = 0;
	for (unsigned i = 0; i < PAGE_BYTES / 64; i++)
		count += (unsigned)__builtin_popcountll(page->known[i]);
	return count;
}

static unsigned
most_known_bytes(const struct examples *examples)
{
	unsigned most = 0;
	for (size_t i = 0; i < examples->count; i++) {
		const unsigned known = known_bytes(&examples->pages[i]);
		most = known > most ? known : most;
	}
	return most;
}

/* The page whose data represents the queried one: the page itself, unless another knows more than twice as many
 * bytes. Of the pages with the most known bytes, the one at the distance with the most factors of two is selected:
 * rows, tiles and blocks have sizes of powers of two, and equal positions in them hold similar data. */
static const struct page *
page_like(struct examples *examples, uint64_t number)
{
	if (examples->like && examples->asked == number)
		return examples->like;
	unsigned best = 0;
	examples->like = examples->pages;
	const unsigned most = examples->most ? examples->most : most_known_bytes(examples);
	for (size_t i = 0; i < examples->count; i++) {
		const struct page *page = &examples->pages[i];
		const uint64_t distance = number - page->number;
		const unsigned twos = distance ? 1 + (unsigned)__builtin_ctzll(distance) : 65;
		if (twos > best && known_bytes(page) * 2 >= most) {
			best = twos;
			examples->like = page;
		}
	}
	examples->most = most;
	examples->asked = number;
	return examples->like;
}

/* Reads the position from another page and applies the common growth. */
static bool
read_from(const struct examples *examples, const struct page *page, uint64_t offset, const struct ir_type *type,
          uint64_t *bits)
{
	if (!read_page(page, offset % PAGE_BYTES, (unsigned)type->size, bits))
		return false;
	const int64_t pages = (int64_t)(offset / PAGE_BYTES) - (int64_t)page->number;
	const double bytes = (double)pages * PAGE_BYTES;
	if (examples->trend.step > 0 && bytes != 0)
		*bits = bits_of(number_of(*bits, type) + examples->trend.step * bytes, type);
	return true;
}

static struct stretch
find_stretch(const struct page *page, uint64_t element)
{
	unsigned first = 0, last = PAGE_BYTES;
	while (first < PAGE_BYTES && !page_knows(page, first, 1))
		first++;
	while (last > first && !page_knows(page, last - 1, 1))
		last--;
	const uint64_t page_begin = page->number * PAGE_BYTES;
	const unsigned from = (unsigned)((page_begin + first + element - 1) / element * element - page_begin);
	const unsigned count = last > from ? (unsigned)((last - from) / element) : 0;
	return (struct stretch){element, from, from + (count < FEWEST_AGAIN ? 0 : count * (unsigned)element)};
}

/* If no page knows the position, the known elements of the first page are repeated. */
static bool
read_again(struct examples *examples, uint64_t element, uint64_t offset, const struct ir_type *type, uint64_t *bits)
{
	const struct page *page = examples->pages;
	struct stretch *stretch = &examples->stretch;
	if (examples->of_blocks || examples->has_gaps || !element)
		return false;
	if (stretch->element != element)
		*stretch = find_stretch(page, element);
	if (stretch->from == stretch->to)
		return false;
	const uint64_t known = page->number * PAGE_BYTES + stretch->from, count = stretch->to - stretch->from;
	const uint64_t at =
		known + (offset >= known ? (offset - known) % count : count - 1 - (known - 1 - offset) % count);
	if (!read_page(page, at % PAGE_BYTES, (unsigned)type->size, bits))
		return false;
	if (examples->trend.step > 0)
		*bits = bits_of(number_of(*bits, type) + examples->trend.step * ((double)offset - (double)at), type);
	return true;
}

/* If only comparisons use a number, every known number is equally likely: the position selects one pseudo-randomly. */
static bool
read_any(const struct examples *examples, uint64_t offset, const struct ir_type *type, uint64_t *bits)
{
	const uint64_t chance = (offset / type->size + 1) * 0x9E3779B97F4A7C15u >> 32,
		       elements = PAGE_BYTES / type->size;
	const struct page *page = &examples->pages[chance / elements % examples->count];
	for (uint64_t i = 0; i < elements; i++)
		if (read_page(page, (unsigned)((chance + i) % elements * type->size), (unsigned)type->size, bits))
			return true;
	return false;
}

bool
example_read(const struct object *object, uint64_t offset, const struct ir_type *type, uint64_t *bits)
{
	struct examples *examples = object->examples;
	const bool scalar = type->size == 1 || type->size == 2 || type->size == 4 || type->size == 8;
	if (!examples || !examples->count || !scalar)
		return false;
	if (examples->trend.type != type)
		examples->trend = find_trend(examples, type);
	if (read_from(examples, page_like(examples, offset / PAGE_BYTES), offset, type, bits))
		return true;
	for (size_t i = 0; i < examples->count; i++)
		if (read_from(examples, &examples->pages[(offset / PAGE_BYTES + i) % examples->count], offset, type,
		              bits))
			return true;
	return read_again(examples, object->element ? object->element->size : type->size, offset, type, bits) ||
	       (type->kind == IR_TYPE_FLOAT && read_any(examples, offset, type, bits));
}
