#include "model/cache_wants.h"

/* The bits from `first` to `last`, inclusive. */
static uint32_t
bits_between(unsigned first, unsigned last)
{
	return UINT32_MAX >> (31 - last) & UINT32_MAX << first;
}

/* Consecutive lanes mostly want the same line, or new lines in one direction. Both cases end the search early. */
static struct want *
want_of(struct wants *wants, uint64_t key)
{
	const bool is_new = key < wants->least || key > wants->most;
	for (unsigned i = is_new ? 0 : wants->count; i-- > 0;)
		if (wants->of[i].key == key)
			return &wants->of[i];
	wants->least = key < wants->least ? key : wants->least;
	wants->most = key > wants->most ? key : wants->most;
	wants->of[wants->count] = (struct want){.key = key};
	return &wants->of[wants->count++];
}

/* Bytes that consecutive lanes touch without a gap. */
struct span {
	uint64_t first, last;
	symbol_id symbol; /* added to both addresses; 0: none */
	bool is_old;      /* an earlier iteration, which was not evaluated, has touched the sector */
};

/* Adds the part of the bytes from `first` to `last` that belongs to the line. At least one byte does. */
static void
want_part(struct want *want, uint64_t line, uint64_t first, uint64_t last, bool is_old)
{
	const uint64_t begin = line << LINE_BITS > first ? line << LINE_BITS : first,
		       end = line == last >> LINE_BITS ? last : begin | (LINE_BYTES - 1);
	const unsigned first_word = begin >> WORD_BITS & (LINE_WORDS - 1),
		       last_word = end >> WORD_BITS & (LINE_WORDS - 1);
	const uint8_t sectors = (uint8_t)bits_between(first_word / SECTOR_WORDS, last_word / SECTOR_WORDS);
	want->words |= bits_between(first_word, last_word);
	want->sectors |= sectors;
	want->old |= is_old ? sectors : 0;
}

static void
want_span(struct wants *wants, const struct span *span)
{
	const uint64_t apart = apart_of(span->symbol), last_line = span->last >> LINE_BITS;
	for (uint64_t line = span->first >> LINE_BITS; line <= last_line; line++)
		want_part(want_of(wants, line + apart), line, span->first, span->last, span->is_old);
}

/* Whether an earlier iteration, which was not evaluated, has touched the sector. `walk`: bytes from one iteration to
 * the next. */
static bool
is_old(uint64_t address, int64_t walk)
{
	return walk && (address - (uint64_t)walk) / SECTOR_BYTES == address / SECTOR_BYTES;
}

/* Adds the lane's bytes to the span. False if there is a gap between them. */
static bool
extend(struct span *span, const struct request *r, unsigned lane, unsigned width)
{
	const uint64_t first = r->address[lane], last = first + width - 1;
	if (r->symbol[lane] != span->symbol || first - span->first > span->last - span->first + 1)
		return false;
	span->last = last > span->last ? last : span->last;
	return true;
}

void
wants_find(const struct request *r, int64_t walk, struct wants *wants)
{
	/* A lane moves at most one line, so it touches at most two lines. */
	const unsigned width = r->width < 1 ? 1 : r->width > LINE_BYTES ? LINE_BYTES : r->width;
	wants->count = 0;
	wants->least = UINT64_MAX;
	wants->most = 0;
	for (uint32_t bits = r->active; bits;) {
		const unsigned lane = (unsigned)__builtin_ctz(bits);
		const uint64_t first = r->address[lane];
		struct span span = {first, first + width - 1, .symbol = r->symbol[lane]};
		/* With a walk, `is_old` is decided for each lane separately. */
		span.is_old = is_old(first, walk);
		for (bits &= bits - 1; !walk && bits && extend(&span, r, (unsigned)__builtin_ctz(bits), width);)
			bits &= bits - 1;
		want_span(wants, &span);
	}
}
