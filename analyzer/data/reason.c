#include "data/reason.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

enum { FIRST_SLOTS = 256 };

void
reasons_init(struct reasons *reasons)
{
	const struct reason none = {.name = ""};
	*reasons = (struct reasons){.slot_count = FIRST_SLOTS};
	reasons->slots = memory_zeroed(FIRST_SLOTS, sizeof *reasons->slots);
	memory_push(reasons->items, reasons->count, reasons->capacity, none);
}

void
reasons_free(struct reasons *reasons)
{
	free(reasons->items);
	free(reasons->slots);
}

bool
reason_is_input(enum reason_kind kind)
{
	return kind == REASON_INPUT || kind == REASON_READING;
}

bool
reason_is_left_to_run(enum reason_kind kind)
{
	return kind == REASON_RANDOM || reason_is_input(kind) || kind == REASON_CALL || kind == REASON_REJECTED ||
	       kind == REASON_LOADED || kind == REASON_UNFOLLOWED || kind == REASON_SCATTERED;
}

static bool
is_same_reason(const struct reason *a, const struct reason *b)
{
	return a->kind == b->kind && a->unit == b->unit && ir_same_begin(&a->loc, &b->loc) &&
	       (a->name == b->name || !strcmp(a->name, b->name));
}

/* The reason's slot, or the free one where it would go. At one place there are hardly two names, so the name need not be
 * hashed. */
static uint32_t *
slot_of(const struct reasons *reasons, const struct reason *reason)
{
	const uint64_t place = (uint64_t)reason->loc.line << 32 | reason->loc.column << 12 | reason->loc.file << 4;
	const uint64_t h = (place ^ (uintptr_t)reason->unit ^ reason->kind) * 0x9E3779B97F4A7C15u;
	for (size_t at = h >> 32;; at++) {
		uint32_t *slot = &reasons->slots[at & (reasons->slot_count - 1)];
		if (!*slot || is_same_reason(&reasons->items[*slot], reason))
			return slot;
	}
}

static void
enlarge(struct reasons *reasons)
{
	free(reasons->slots);
	reasons->slot_count *= 2;
	reasons->slots = memory_zeroed(reasons->slot_count, sizeof *reasons->slots);
	for (size_t i = 1; i < reasons->count; i++)
		*slot_of(reasons, &reasons->items[i]) = (uint32_t)i;
}

uint32_t
reasons_number(struct reasons *reasons, const struct reason *reason)
{
	/* The same one comes again and again from a loop. */
	if (is_same_reason(&reasons->items[reasons->last], reason))
		return reasons->last;
	uint32_t *slot = slot_of(reasons, reason);
	const uint32_t number = *slot ? *slot : (uint32_t)reasons->count;
	if (!*slot) {
		*slot = number;
		memory_push(reasons->items, reasons->count, reasons->capacity, *reason);
		if (reasons->count * 2 > reasons->slot_count)
			enlarge(reasons);
	}
	return reasons->last = number;
}
