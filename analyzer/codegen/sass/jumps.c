#include "codegen/sass/flow.h"
#include "support/arena.h"

/* Attributes are consecutive: a byte for the form, one for the kind, and two for a value. In the sized form, the
 * value is the number of payload bytes that follow. One kind lists, for each indirect branch: its pc, an unused
 * word, the number of targets, and the targets. */
enum { FORM_SIZED = 4, INDIRECT_BRANCH_TARGETS = 0x34 };

struct words {
	const uint8_t *next;
	size_t count;
};

static uint32_t
take(struct words *words)
{
	uint32_t value = (uint32_t)sass_little_endian(words->next, 4);
	words->next += 4;
	words->count--;
	return value;
}

/* The number of words in the list of targets, limited to the remaining words. */
static size_t
targets(struct words *words)
{
	uint32_t count;
	take(words);
	count = take(words);
	return count < words->count ? count : words->count;
}

static size_t
count_jumps(struct words words)
{
	size_t total = 0;
	while (words.count >= 3) {
		take(&words);
		size_t count = targets(&words);
		words.next += 4 * count;
		words.count -= count;
		total += count;
	}
	return total;
}

static void
list_jumps(struct words words, struct sass_jump *jumps)
{
	while (words.count >= 3) {
		uint32_t pc = take(&words);
		for (size_t count = targets(&words); count > 0; count--)
			*jumps++ = (struct sass_jump){.pc = pc, .target = take(&words)};
	}
}

void
sass_jumps(struct sass_flow_hints *hints, const uint8_t *info, size_t size, struct arena *arena)
{
	hints->jumps = NULL;
	hints->jump_count = 0;
	for (size_t at = 0, length; size - at >= 4; at += 4 + length) {
		length = info[at] == FORM_SIZED ? (uint32_t)sass_little_endian(info + at + 2, 2) : 0;
		if (length > size - at - 4)
			return;
		if (info[at] != FORM_SIZED || info[at + 1] != INDIRECT_BRANCH_TARGETS || hints->jumps)
			continue;
		struct words words = {.next = info + at + 4, .count = length / 4};
		struct sass_jump *jumps = arena_new_array(arena, struct sass_jump, count_jumps(words));
		list_jumps(words, jumps);
		hints->jumps = jumps;
		hints->jump_count = count_jumps(words);
	}
}
