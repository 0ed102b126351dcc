#include "domain/reason.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"
#include "support/hash.h"

/* Few places have more than one name, so the name is not hashed. */
static uint64_t
hash_of(const struct reason *reason)
{
	const uint64_t place = (uint64_t)reason->loc.line << 32 | reason->loc.column << 12 | reason->loc.file << 4;
	return hash_mix(place ^ reason->kind, (uintptr_t)reason->unit);
}

static void
add(struct reasons *reasons, const struct reason *reason)
{
	memory_push(reasons->items, reasons->count, reasons->capacity, *reason);
	hash_index_add(&reasons->index, hash_of(reason));
}

void
reasons_init(struct reasons *reasons)
{
	*reasons = (struct reasons){.count = 0};
	add(reasons, &(struct reason){.name = ""});
}

void
reasons_free(struct reasons *reasons)
{
	free(reasons->items);
	hash_index_free(&reasons->index);
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

uint32_t
reasons_number(struct reasons *reasons, const struct reason *reason)
{
	/* A loop repeats the same reason. */
	if (is_same_reason(&reasons->items[reasons->last], reason))
		return reasons->last;
	size_t i = hash_index_last(&reasons->index, hash_of(reason));
	while (i != HASH_INDEX_END && !is_same_reason(&reasons->items[i], reason))
		i = hash_index_before(&reasons->index, i);
	if (i == HASH_INDEX_END) {
		i = reasons->count;
		add(reasons, reason);
	}
	return reasons->last = (uint32_t)i;
}
