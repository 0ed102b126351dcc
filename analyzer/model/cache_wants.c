#include "model/cache_wants.h"

/* The bits from the one to the other. */
static uint32_t
bits_between(unsigned first, unsigned last)
{
	return UINT32_MAX >> (31 - last) & UINT32_MAX << first;
}

/* Lanes mostly come to the line that the lane before came to, or go on in one direction, to a new one each. */
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

/* Bytes that lanes touch one behind the other without a gap. */
struct span {
	uint64_t first, last;
	symbol_id symbol; /* added to both; 0: none */
	bool is_old;      /* an iteration that was not run has touched the sector before */
};

/* Adds what of the bytes from first to last lies in the line, which some do. */
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

/* Of an access that goes so far from one iteration to the next: whether one that was not run has touched the sector before. */
static bool
is_old(uint64_t address, int64_t walk)
{
	return walk && (address - (uint64_t)walk) / SECTOR_BYTES == address / SECTOR_BYTES;
}

/* Takes the lane into the span. False: there is a gap between the two. */
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
	/* No lane moves more than a line, so that it touches two at most. */
	const unsigned width = r->width < 1 ? 1 : r->width > LINE_BYTES ? LINE_BYTES : r->width;
	wants->count = 0;
	wants->least = UINT64_MAX;
	wants->most = 0;
	for (uint32_t bits = r->active; bits;) {
		const unsigned lane = (unsigned)__builtin_ctz(bits);
		const uint64_t first = r->address[lane];
		struct span span = {first, first + width - 1, .symbol = r->symbol[lane]};
		/* Of each lane by itself it is asked whether what it wants is old. */
		span.is_old = is_old(first, walk);
		for (bits &= bits - 1; !walk && bits && extend(&span, r, (unsigned)__builtin_ctz(bits), width);)
			bits &= bits - 1;
		want_span(wants, &span);
	}
}
