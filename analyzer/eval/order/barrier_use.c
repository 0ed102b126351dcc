#include "eval/order/barrier_use.h"

#include <stdlib.h>
#include <string.h>

#include "eval/state/machine.h"
#include "eval/state/program.h"
#include "model/event.h"
#include "support/allocate.h"

enum {
	WORD = 4,
	MOST_BYTES = 228 << 10, /* of shared memory in a block */
	/* analysed word accesses for each launch; beyond that, all barriers count as needed, to bound the time */
	MOST_LANE_WORDS = 1 << 20,
	MANY = UINT16_MAX, /* more than one thread */
};

/* The threads that accessed something. A thread has a number from 1; 0: none. */
struct users {
	uint16_t reader, writer;
};

/* The accesses to a word or to an object. */
struct used {
	uint32_t at, before_at; /* the interval of `now`, and the latest interval of `before` */
	struct users now, before;
};

struct used_array {
	const struct object *object;
	struct used *words; /* for shared memory */
	size_t count;
	struct used whole; /* for other memory */
};

struct barrier_site {
	const struct ir_expr *call;
	const struct ir_func *func;
	double warps; /* warps that reached it, extrapolated to the launch */
	bool is_needed, has_before, has_after;
};

/* The accesses between two barriers. Unneeded barriers in between are ignored. */
struct stretch {
	bool has_access, has_unseen;
};

struct barrier_uses {
	struct used_array *arrays;
	size_t array_count, array_capacity;
	struct barrier_site *sites;
	size_t site_count, site_capacity;
	uint32_t interval, before; /* the current interval, and the first of the intervals before the latest barrier */
	/* accesses in the current interval, and in the intervals before the latest barrier */
	struct stretch now, past;
	size_t latest;  /* index + 1 in `sites` of the latest barrier, while nothing needs it; 0: none */
	size_t reached; /* index + 1 of the latest barrier, needed or not; 0: none */
	uint64_t lane_words;
};

/* ---- intervals ---- */

static void
need_latest(struct barrier_uses *use)
{
	if (use->latest)
		use->sites[use->latest - 1].is_needed = true;
	use->latest = 0;
	use->before = use->interval;
	use->past = (struct stretch){false, false};
}

static void
note_access(struct barrier_uses *use)
{
	use->now.has_access = true;
	if (use->reached)
		use->sites[use->reached - 1].has_after = true;
	if (use->past.has_unseen)
		need_latest(use);
}

void
barrier_use_unseen(struct machine *m)
{
	struct barrier_uses *use = m->ordering.barriers;
	if (!use || m->by_example)
		return;
	note_access(use);
	use->now.has_unseen = true;
	if (use->past.has_access)
		need_latest(use);
}

void
barrier_use_keep_latest(struct machine *m)
{
	if (m->ordering.barriers && !m->by_example)
		need_latest(m->ordering.barriers);
}

void
barrier_use_keep_all(struct machine *m)
{
	struct barrier_uses *use = m->ordering.barriers;
	for (size_t i = 0; use && !m->by_example && i < use->site_count; i++)
		use->sites[i].is_needed = true;
	barrier_use_unseen(m);
}

static size_t
site_of(struct machine *m, const struct ir_expr *call)
{
	struct barrier_uses *use = m->ordering.barriers;
	size_t i = 0;
	while (i < use->site_count && use->sites[i].call != call)
		i++;
	if (i == use->site_count)
		memory_push(use->sites, use->site_count, use->site_capacity,
		            ((struct barrier_site){.call = call, .func = m->frame->func}));
	return i;
}

static unsigned
warps_here(const struct machine *m)
{
	unsigned warps = 0;
	for (unsigned w = 0; w < m->warps; w++)
		warps += m->active.may.warp[w] != 0;
	return warps;
}

void
barrier_use_barrier(struct machine *m, const struct ir_expr *call, bool all_come)
{
	struct barrier_uses *use = m->ordering.barriers;
	if (!use || m->by_example)
		return;
	use->latest = use->reached = site_of(m, call) + 1;
	struct barrier_site *site = &use->sites[use->latest - 1];
	use->past.has_access |= use->now.has_access;
	use->past.has_unseen |= use->now.has_unseen;
	use->now = (struct stretch){false, false};
	use->interval++;
	site->warps += m->sampling.weight * warps_here(m);
	site->has_before |= use->past.has_access;
	if (!all_come)
		need_latest(use);
}

/* ---- accesses ---- */

static bool
differ(uint16_t a, uint16_t b)
{
	return a && b && (a != b || a == MANY);
}

static uint16_t
both(uint16_t a, uint16_t b)
{
	return !a || a == b ? b : !b ? a : MANY;
}

/* Accesses of earlier intervals become accesses before the latest barrier. */
static void
turn_to_now(const struct barrier_uses *use, struct used *used)
{
	if (used->at == use->interval)
		return;
	if (used->at >= use->before) {
		const bool joins = used->before_at >= use->before;
		const struct users earlier = joins ? used->before : (struct users){0, 0};
		used->before =
			(struct users){both(earlier.reader, used->now.reader), both(earlier.writer, used->now.writer)};
		used->before_at = used->at;
	}
	used->now = (struct users){0, 0};
	used->at = use->interval;
}

static void
note_use(struct barrier_uses *use, struct used *used, uint16_t thread, bool stores)
{
	turn_to_now(use, used);
	uint16_t *who = stores ? &used->now.writer : &used->now.reader;
	*who = both(*who, thread);
	if (!use->latest || used->before_at < use->before)
		return;
	if (differ(used->before.writer, thread) || (stores && differ(used->before.reader, thread)))
		need_latest(use);
}

static struct used_array *
array_of(struct barrier_uses *use, const struct object *object)
{
	for (size_t i = 0; i < use->array_count; i++)
		if (use->arrays[i].object == object)
			return &use->arrays[i];
	memory_push(use->arrays, use->array_count, use->array_capacity, (struct used_array){.object = object});
	return &use->arrays[use->array_count - 1];
}

static void
make_room(struct used_array *array, size_t words)
{
	if (words <= array->count)
		return;
	const size_t count = 2 * words;
	array->words = memory_resize(array->words, memory_product(count, sizeof *array->words));
	memset(array->words + array->count, 0, (count - array->count) * sizeof *array->words);
	array->count = count;
}

/* Pointers that nothing binds may alias: all assumed objects count as one. */
static const struct object *
distinguished(const struct object *object)
{
	static const struct object assumed;
	return object->assumed ? &assumed : object;
}

/* Whether all lanes certainly access this object, each at a known address if `needs_address`. */
static bool
goes_to_one(const struct machine *m, const struct value *address, const struct object *object, bool needs_address)
{
	if (address->uniform)
		return !needs_address || !address->symbol || !address->symbol[0];
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const unsigned lane = w * 32 + (unsigned)__builtin_ctz(bits);
			if ((uint64_t)address->lane[lane].integer >> WINDOW_BITS != object->id ||
			    (needs_address && !value_known(address, lane)))
				return false;
		}
	}
	return true;
}

/* False: the access is outside the range of shared memory. */
static bool
use_words(struct barrier_uses *use, struct used_array *array, int64_t offset, uint64_t bytes, struct users by)
{
	if (offset < 0 || offset + (int64_t)bytes > MOST_BYTES)
		return false;
	const size_t first = (size_t)offset / WORD, last = (size_t)(offset + (int64_t)bytes - 1) / WORD;
	make_room(array, last + 1);
	for (size_t word = first; word <= last; word++)
		note_use(use, &array->words[word], by.writer ? by.writer : by.reader, by.writer != 0);
	use->lane_words += last - first + 1;
	return true;
}

static struct users
users_of(uint16_t thread, bool stores)
{
	return stores ? (struct users){0, thread} : (struct users){thread, 0};
}

static bool
use_shared(struct machine *m, const struct object *object, const struct ir_type *type, const struct value *address,
           bool stores)
{
	struct barrier_uses *use = m->ordering.barriers;
	struct used_array *array = array_of(use, object);
	const bool is_alone = mask_count(&m->active.may) == 1;
	if (address->uniform)
		return use_words(
			use, array, address->lane[0].integer - object_base(object), type->size,
			users_of(is_alone ? (uint16_t)(mask_first(&m->active.may) + 1) : (uint16_t)MANY, stores));
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const unsigned lane = w * 32 + (unsigned)__builtin_ctz(bits);
			if (!use_words(use, array, address->lane[lane].integer - object_base(object), type->size,
			               users_of((uint16_t)(lane + 1), stores)))
				return false;
		}
	}
	return true;
}

static bool
is_looked_at(const struct object *object)
{
	return !object || (!object->is_private && object->kind != OBJECT_CONSTANT && object->kind != OBJECT_PARAMETER);
}

static const struct object *
object_at(const struct machine *m, const struct value *address)
{
	return memory_object_at(m->memory, address->lane[value_at(address, mask_first(&m->active.may))].integer);
}

bool
barrier_use_sees(const struct machine *m, const struct value *address)
{
	return !mask_empty(&m->active.may) && is_looked_at(object_at(m, address));
}

void
barrier_use_access(struct machine *m, const struct ir_type *type, const struct value *address, bool stores)
{
	struct barrier_uses *use = m->ordering.barriers;
	if (!use || m->by_example || mask_empty(&m->active.may))
		return;
	if (!barrier_use_sees(m, address))
		return;
	const struct object *object = object_at(m, address);
	const bool is_shared = object && object->kind == OBJECT_SHARED;
	note_access(use);
	if (!object || type->is_volatile || !type->size || !goes_to_one(m, address, object, is_shared) ||
	    (is_shared && !use_shared(m, object, type, address, stores)))
		barrier_use_unseen(m);
	else if (!is_shared)
		note_use(use, &array_of(use, distinguished(object))->whole, MANY, stores);
}

void
barrier_use_atomic(struct machine *m, const struct ir_type *type, const struct value *address)
{
	const struct object *object =
		m->ordering.barriers && !mask_empty(&m->active.may) ? object_at(m, address) : NULL;
	if (object && object->kind == OBJECT_SHARED)
		barrier_use_access(m, type, address, true);
	else
		barrier_use_unseen(m);
}

/* ---- a launch ---- */

void
barrier_use_begin(struct machine *m)
{
	m->ordering.barriers = memory_zeroed(1, sizeof *m->ordering.barriers);
}

void
barrier_use_begin_block(struct machine *m)
{
	struct barrier_uses *use = m->ordering.barriers;
	if (!use)
		return;
	use->before = ++use->interval;
	use->now = use->past = (struct stretch){false, false};
	use->latest = use->reached = 0;
}

/* Whether the analysis has seen everything that the executed blocks do. A block of one thread is not judged: it has
 * no other thread to wait for. */
static bool
has_seen_all(const struct machine *m)
{
	return !m->budget.stopped && !m->omitted.loop && !m->omitted.stmt && !m->omitted.call && m->block.threads > 1 &&
	       m->ordering.barriers->lane_words <= MOST_LANE_WORDS;
}

void
barrier_use_report(struct machine *m)
{
	const struct barrier_uses *use = m->ordering.barriers;
	for (size_t i = 0; use && i < use->site_count; i++) {
		const struct barrier_site *site = &use->sites[i];
		const struct barrier_use_event event = {
			.site = site->call,
			.func = site->func,
			.warps = site->warps,
			.has_before = site->has_before,
			.has_after = site->has_after,
			.is_needed = site->is_needed || !has_seen_all(m),
		};
		m->sink->ops->barrier_use(m->sink, &event);
	}
}

void
barrier_use_free(struct barrier_uses *use)
{
	if (!use)
		return;
	for (size_t i = 0; i < use->array_count; i++)
		free(use->arrays[i].words);
	free(use->arrays);
	free(use->sites);
	free(use);
}
