#include "model/caches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/cache_wants.h"
#include "model/gpu.h"
#include "support/allocate.h"
#include "support/hash.h"
#include "support/magnitude.h"
#include "support/pointer_map.h"

enum {
	MOST_LINES = 1 << 15, /* lines of a block that are followed; further lines are not */
};

const double caches_least_load_cycles = 1.6;

/* The evaluator steps all warps in lockstep. On the GPU, a warp runs until it stalls, so it returns to a line
 * sooner: after about half as many other lines. The value 2 fits the curves row-walk-read and column-read best;
 * there, lanes return to lines that barely fit. */
static const uint64_t lock_step = 2;

/* Two stores to one line may reach L2 together, depending on how many lines the warp's stores touch in between. Up
 * to the first number they always merge; from the second number on they never do; in between, the share falls
 * linearly. Fitted to copies on an H100 of 2 to 8 neighbouring words per lane, with lane strides of 2 to 32 words,
 * and to the requests that L2 counted. */
enum { MERGED_APART = 4, NEVER_MERGED_APART = 9 };

struct line {
	uint64_t key;  /* address >> LINE_BITS, combined with a hash of the symbol */
	uint64_t came; /* L1's count of allocated lines, plus one, when this line was last wanted; 0: not in L1 */
	uint32_t touched, stored; /* words, a bit each */
	uint32_t in_iteration;    /* words touched in iteration number `iteration` */
	uint64_t iteration;
	uint8_t sectors;           /* touched sectors */
	uint8_t here;              /* sectors that L1 holds */
	uint8_t loaded, shared;    /* sectors; `shared`: loaded for one access and reused by another */
	const struct flow *writer; /* the last store to the line, and its iteration count at that time */
	double iterations;
	double written;                            /* `written` of struct caches at the last store */
	struct flow *owner[LINE_SECTORS];          /* the access that touched the sector first, */
	double weight[LINE_SECTORS];               /* the weight of that access, */
	const struct flow *borrower[LINE_SECTORS]; /* and the last access that reused the sector */
};

struct caches {
	struct line *lines; /* in order of the first access */
	size_t count, capacity;
	struct pointer_map line_numbers; /* index in `lines` plus one, by key */
	uint64_t let_in;                 /* lines allocated in L1 so far */
	uint64_t kept;                   /* allocations until a line is evicted */
	double written;                  /* lines that each warp's stores have touched before the current iteration, */
	unsigned iteration_lines;        /* lines of a store in the current iteration, */
	uint64_t iteration;              /* and the number of that iteration */
	bool followed;
};

struct caches *
caches_new(void)
{
	return memory_zeroed(1, sizeof(struct caches));
}

void
caches_free(struct caches *caches)
{
	if (!caches)
		return;
	free(caches->lines);
	pointer_map_free(&caches->line_numbers);
	free(caches);
}

void
caches_begin_block(struct caches *caches, uint64_t room, bool followed)
{
	caches->kept = lock_step * room / LINE_BYTES;
	caches->followed = followed;
	if (!followed)
		return;
	pointer_map_free(&caches->line_numbers);
	caches->count = caches->let_in = 0;
	caches->iteration = 1;
	caches->written = caches->iteration_lines = 0;
}

/* ---- lines ---- */

/* The map does not hash the lowest bits, but those differ between consecutive keys. The four bits that are shifted
 * out belong to the symbol's hash. */
static const void *
name_of(uint64_t key)
{
	return (const void *)(uintptr_t)(key << 4);
}

static const struct line *
find(struct caches *caches, uint64_t key)
{
	const uintptr_t number = (uintptr_t)pointer_map_find(&caches->line_numbers, name_of(key));
	return number ? &caches->lines[number - 1] : NULL;
}

/* NULL if there are too many lines. */
static struct line *
line_of(struct caches *caches, uint64_t key)
{
	void **number = pointer_map_value(&caches->line_numbers, name_of(key));
	if (!*number && caches->count == MOST_LINES)
		return NULL;
	if (!*number) {
		memory_push(caches->lines, caches->count, caches->capacity, ((struct line){.key = key}));
		*number = (void *)caches->count;
	}
	return &caches->lines[(uintptr_t)*number - 1];
}

/* ---- requests ---- */

/* Returns the wanted sectors that L1 lacks, and allocates them. Old sectors count as present. */
static uint8_t
look_up(struct caches *caches, struct line *line, const struct want *want)
{
	if (!line->came || caches->let_in + 1 - line->came > caches->kept) {
		line->here = 0;
		caches->let_in++;
	}
	const uint8_t missing = want->sectors & ~(line->here | want->old);
	line->came = caches->let_in + 1;
	line->here |= want->sectors;
	return missing;
}

/* Adds the words and sectors that no access has touched before. */
static void
own(struct line *line, struct flow *flow, const struct want *want, uint32_t words, double weight)
{
	flow->words += weight * __builtin_popcount(words);
	for (uint32_t bits = want->sectors & ~(line->sectors | want->old); bits; bits &= bits - 1) {
		const unsigned s = (unsigned)__builtin_ctz(bits);
		flow->sectors += weight;
		line->owner[s] = flow;
		line->weight[s] = weight;
	}
	line->touched |= words;
}

static void
add_sharer(struct flow *owner, const struct flow *to, double sectors)
{
	unsigned i = 0;
	while (i < owner->sharer_count && owner->sharers[i].to != to)
		i++;
	if (i == FLOW_SHARERS)
		owner->sharers[--i].to = NULL;
	else if (i == owner->sharer_count)
		owner->sharers[owner->sharer_count++] = (struct flow_sharer){to, 0};
	owner->sharers[i].sectors += sectors;
}

static void
touch(struct line *line, struct flow *flow, const struct request *r, const struct want *want, double weight)
{
	const uint32_t shared = want->sectors & line->sectors, words = want->words & ~line->touched;
	if (words)
		own(line, flow, want, words, weight);
	for (uint32_t bits = shared; bits; bits &= bits - 1) {
		const unsigned s = (unsigned)__builtin_ctz(bits);
		if (!line->owner[s] || line->owner[s] == flow)
			continue;
		line->shared |= (uint8_t)(1u << s);
		if (line->borrower[s] != flow)
			add_sharer(line->owner[s], flow, line->weight[s]);
		line->borrower[s] = flow;
	}
	line->sectors |= want->sectors;
	if (r->kind != SITE_STORE)
		line->loaded |= want->sectors;
	if (r->kind != SITE_LOAD) {
		flow->stored_words += weight * __builtin_popcount(want->words & ~line->stored);
		line->stored |= want->words;
	}
}

/* Counts the words of the line that the request wants. */
static void
note_words(const struct caches *caches, struct line *line, struct flow *flow, const struct want *want, double weight)
{
	if (line->iteration != caches->iteration)
		line->in_iteration = 0;
	line->iteration = caches->iteration;
	flow->wanted_words += weight * __builtin_popcount(want->words);
	flow->iteration_words += weight * __builtin_popcount(want->words & ~line->in_iteration);
	line->in_iteration |= want->words;
}

/* Records the distance of the first lane from one iteration to the next, if it is shorter than a sector. All warps
 * advance alike. */
static void
note_walk(struct flow *flow, const struct request *r)
{
	const uint64_t address = r->address[__builtin_ctz(r->active)];
	const int64_t step = (int64_t)(address - flow->last_address);
	const bool goes_on = magnitude(step) < SECTOR_BYTES;
	flow->last_address = address;
	flow->jumped = goes_on ? 0 : flow->walk;
	flow->walk = goes_on ? step : flow->walk;
}

void
flow_restart(struct flow *flow)
{
	flow->restarted = true;
}

void
flow_note_start(struct flow *flow, const uint32_t at[3], uint64_t address)
{
	if (flow->start_count == FLOW_STARTS)
		return;
	struct flow_start *start = &flow->starts[flow->start_count++];
	memcpy(start->at, at, sizeof start->at);
	start->address = address;
}

/* A new followed block replaces the figures of the previous one. */
static void
forget_block_before(struct flow *flow)
{
	if (!flow->restarted)
		return;
	const struct flow before = *flow;
	*flow = (struct flow){.start_count = before.start_count};
	memcpy(flow->starts, before.starts, sizeof flow->starts);
}

/* Whether the store adds words to a sector that another store, or an earlier iteration of this store, has written
 * partly. */
static bool
resumes(const struct line *line, const struct flow *flow, const struct want *want)
{
	const uint32_t more = want->words & ~line->stored;
	uint32_t begun = 0;
	for (uint32_t bits = want->sectors; bits; bits &= bits - 1) {
		const uint32_t words = 0xFFu << SECTOR_WORDS * (unsigned)__builtin_ctz(bits);
		begun |= line->stored & words && more & words;
	}
	return want->old || (begun && (line->writer != flow || line->iterations < flow->iterations));
}

/* The share of stores to the line that reach L2 together with the previous store. Iterations of one store never
 * merge. */
static double
merged_share(const struct caches *caches, const struct line *line, const struct flow *flow)
{
	const double apart = caches->written - line->written;
	if (line->writer == flow)
		return 0;
	return fmin(1, fmax(0, (NEVER_MERGED_APART - apart) / (NEVER_MERGED_APART - MERGED_APART)));
}

static void
note_store(const struct caches *caches, struct line *line, struct flow *flow, const struct want *want, double weight)
{
	if (resumes(line, flow, want)) {
		const double merged = merged_share(caches, line, flow);
		flow->merged += merged * weight;
		flow->resumed += (1 - merged) * weight;
	}
	line->writer = flow;
	line->iterations = flow->iterations;
	line->written = caches->written;
}

/* False if the line is not followed. */
static bool
touch_line(struct caches *caches, struct flow *flow, const struct request *r, const struct want *want, double weight)
{
	struct line *line = line_of(caches, want->key);
	if (!line)
		return false;
	const unsigned missing = r->kind == SITE_LOAD ? look_up(caches, line, want) : 0;
	if (r->kind == SITE_LOAD)
		note_words(caches, line, flow, want, weight);
	if (missing)
		flow->missed += weight * __builtin_popcount(missing);
	if (r->kind == SITE_STORE)
		note_store(caches, line, flow, want, weight);
	touch(line, flow, r, want, weight);
	return true;
}

static void
note_extent(struct flow *flow, const struct request *r, bool skipped)
{
	const unsigned low = (unsigned)__builtin_ctz(r->active), high = 31 - (unsigned)__builtin_clz(r->active);
	const uint64_t a = r->address[low], b = r->address[high], first = a < b ? a : b,
		       end = (a < b ? b : a) + r->width;
	flow->skips |= skipped;
	flow->first = !flow->end || first < flow->first ? first : flow->first;
	flow->end = end > flow->end ? end : flow->end;
	/* With an unknown base address, distances are known only within one request. */
	if (r->symbol[low]) {
		flow->first = 0;
		flow->end = UINT64_MAX;
	}
}

/* Returns how many lines the request touches; 0 if a line is not followed. `walk`: see wants_find. */
static unsigned
touch_lines(struct caches *caches, struct flow *flow, const struct request *r, int64_t walk, double weight)
{
	struct wants wants;
	wants_find(r, walk, &wants);
	for (unsigned i = 0; i < wants.count; i++)
		if (!touch_line(caches, flow, r, &wants.of[i], weight))
			return 0;
	return wants.count;
}

/* Whether all lanes access one sector. */
static bool
is_of_one_sector(const struct request *r)
{
	const uint64_t sector = r->address[__builtin_ctz(r->active)] / SECTOR_BYTES;
	for (uint32_t left = r->active; left; left &= left - 1)
		if (r->address[__builtin_ctz(left)] / SECTOR_BYTES != sector)
			return false;
	return true;
}

/* L1 has the banks of shared memory. */
static double
wavefronts_of(const struct request *r, unsigned lines)
{
	enum { WIDEST = 16 };
	const bool has_banks = r->width && r->width <= WIDEST && !(r->width & (r->width - 1));
	if (r->kind != SITE_LOAD || is_of_one_sector(r))
		return lines;
	return fmax(caches_least_load_cycles,
	            has_banks ? memory_shared(r->address, r->active, r->width, SHARED_LOAD).cost : lines);
}

void
caches_add(struct caches *caches, struct flow *flow, const struct request *r, double weight, bool skipped)
{
	if (!caches->followed)
		return;
	forget_block_before(flow);
	if (r->varies || r->groups != 1) {
		flow->wild += weight;
		return;
	}
	note_extent(flow, r, skipped);
	if (!(flow->now > 0))
		note_walk(flow, r);
	const double missed = flow->missed;
	const unsigned lines = touch_lines(caches, flow, r, skipped ? flow->jumped : 0, weight);
	if (!lines)
		return;
	flow->requests += weight;
	flow->lookups += weight * lines;
	flow->wavefronts += weight * wavefronts_of(r, lines);
	flow->now += weight;
	flow->late_now += flow->missed > missed ? weight : 0;
	if (r->kind == SITE_STORE && lines > caches->iteration_lines)
		caches->iteration_lines = lines;
}

void
caches_end_iteration(struct caches *caches, struct flow *flow, double weight, uint64_t order, bool stays)
{
	caches->written += flow->late_now > 0 && stays ? NEVER_MERGED_APART : caches->iteration_lines;
	caches->iteration_lines = 0;
	caches->iteration++;
	if (flow->now > 0) {
		flow->held_iterations += flow->iterations > 0 && order != flow->order ? weight : 0;
		flow->iterations += weight;
		flow->late_iterations += flow->late_now > 0 ? weight : 0;
		flow->late_together += flow->late_now > 0 ? flow->now : 0;
		flow->late += flow->late_now;
		flow->order = order;
	}
	flow->now = flow->late_now = 0;
}

/* ---- the footprint ---- */

static bool
is_touched(struct caches *caches, uint64_t key, unsigned sector)
{
	const struct line *line = find(caches, key);
	return line && line->touched >> sector * SECTOR_WORDS & 0xFF;
}

/* The nearest other sector that the block touches. */
static enum nearness
nearness_of(struct caches *caches, const struct line *line, unsigned sector)
{
	const unsigned piece = sector & 2u, other = piece ^ 2u;
	if (is_touched(caches, line->key, sector ^ 1))
		return NEAR_SECTOR;
	if (is_touched(caches, line->key, other) || is_touched(caches, line->key, other + 1))
		return NEAR_PIECE;
	const uint64_t beside = piece ? line->key + 1 : line->key - 1;
	if (is_touched(caches, beside, other) || is_touched(caches, beside, other + 1))
		return NEAR_PIECE;
	if (find(caches, line->key + 1) || find(caches, line->key - 1))
		return NEAR_LINE;
	return NEAR_NOTHING;
}

void
caches_end_block(struct caches *caches)
{
	if (!caches->followed)
		return;
	for (size_t i = 0; i < caches->count; i++) {
		const struct line *line = &caches->lines[i];
		for (unsigned s = 0; s < LINE_SECTORS; s++) {
			struct flow *flow = line->owner[s];
			if (!flow)
				continue;
			flow->shared_sectors += line->shared >> s & 1 ? line->weight[s] : 0;
			const enum nearness near = nearness_of(caches, line, s);
			const uint32_t stored = line->stored >> s * SECTOR_WORDS & 0xFF;
			/* L2 holds the rest of a sector that was loaded. */
			const bool whole = stored == 0xFF || line->loaded >> s & 1;
			if (stored)
				*(whole ? &flow->stored[near] : &flow->part_stored[near]) += line->weight[s];
			if (line->loaded >> s & 1)
				flow->loaded[near] += line->weight[s];
		}
	}
}

/* ---- reuse between blocks ---- */

/* Bytes from the footprint of a block to that of the next block in the dimension. False if unknown or not constant. */
static bool
find_move(const struct flow *flow, int dimension, int64_t *move)
{
	bool found = false;
	for (unsigned i = 0; i < flow->start_count; i++)
		for (unsigned k = 0; k < i; k++) {
			const struct flow_start *a = &flow->starts[k], *b = &flow->starts[i];
			const int64_t blocks = (int64_t)b->at[dimension] - a->at[dimension];
			bool alone = blocks != 0;
			for (int d = 0; d < 3; d++)
				alone &= d == dimension || a->at[d] == b->at[d];
			if (!alone)
				continue;
			const int64_t bytes = (int64_t)(b->address - a->address);
			if (bytes % blocks || (found && bytes / blocks != *move))
				return false;
			*move = bytes / blocks;
			found = true;
		}
	return found;
}

/* The share of the access's footprint that the block touches again at a distance of `move` bytes. */
static struct flow_left
shared_at(struct caches *caches, const struct flow *flow, int64_t move)
{
	double all = 0, sectors = 0, words = 0;
	for (size_t i = 0; i < caches->count; i++) {
		const struct line *line = &caches->lines[i];
		for (unsigned s = 0; s < LINE_SECTORS; s++) {
			const uint32_t touched = line->touched >> s * SECTOR_WORDS & 0xFF;
			if (line->owner[s] != flow || !touched)
				continue;
			const uint64_t address = (line->key << LINE_BITS) + s * SECTOR_BYTES +
			                         ((uint64_t)__builtin_ctz(touched) << WORD_BITS) + (uint64_t)move;
			const struct line *other = find(caches, address >> LINE_BITS);
			const unsigned word = address >> WORD_BITS & (LINE_WORDS - 1), sector = word / SECTOR_WORDS;
			all += line->weight[s];
			if (other && other->touched >> sector * SECTOR_WORDS & 0xFF)
				sectors += line->weight[s];
			if (other && other->touched >> word & 1)
				words += line->weight[s];
		}
	}
	return (struct flow_left){all > 0 ? sectors / all : 0, all > 0 ? words / all : 0, true};
}

/* The estimate for data-dependent addresses: an object that fits in L2 is loaded once, and a larger one for each
 * access. */
static struct flow_left
left_of_object(const struct flow *flow, double blocks, double object_bytes, double l2)
{
	const double sectors = flow->sectors * blocks, words = flow->words * blocks;
	if (!(object_bytes > 0) || object_bytes > l2 || !(sectors > 0))
		return (struct flow_left){1, 1, false};
	return (struct flow_left){fmin(1, object_bytes / SECTOR_BYTES / sectors),
	                          fmin(1, object_bytes / (1 << WORD_BITS) / words), false};
}

struct flow_left
caches_left(struct caches *caches, const struct flow *flow, const uint32_t grid[3], double block_bytes,
            double object_bytes, const struct gpu *gpu)
{
	const double l2 = gpu_l2_kept((double)gpu->l2_bytes);
	struct flow_left left = {1, 1, true};
	double blocks = 1;
	for (int d = 0; d < 3; d++) {
		int64_t move = 0;
		if (grid[d] <= 1)
			continue;
		if (!find_move(flow, d, &move))
			return left_of_object(flow, (double)grid[0] * grid[1] * grid[2], object_bytes, l2);
		const struct flow_left shared = shared_at(caches, flow, move);
		/* Neighbouring blocks run at the same time, so their shared sectors always stay in L2. */
		const bool fits = blocks == 1 || blocks * block_bytes <= l2;
		if (fits) {
			left.sectors *= 1 - shared.sectors * (grid[d] - 1) / grid[d];
			left.words *= 1 - shared.words * (grid[d] - 1) / grid[d];
		}
		blocks *= grid[d];
	}
	return left;
}
