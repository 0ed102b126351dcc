#include "model/compiled/accesses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/compiled/lines.h"
#include "support/allocate.h"

/* ---- accesses of the machine code -------------------------------------------------------------------------------- */

struct accesses {
	struct machine_access *items;
	size_t count, capacity;
};

static enum site_space
space_of(enum sass_space space)
{
	switch (space) {
	case SASS_GLOBAL: return SPACE_GLOBAL;
	case SASS_SHARED: return SPACE_SHARED;
	case SASS_LOCAL: return SPACE_LOCAL;
	default: return SPACE_GENERIC;
	}
}

/* The memory of a generic instruction's requests: SPACE_GENERIC if there are several, SPACE_NONE if unknown. */
static enum site_space
space_seen(const struct instruction_traffic *traffic)
{
	const bool is_one = traffic && traffic->spaces && (traffic->spaces & (traffic->spaces - 1)) == 0;
	if (!traffic || !traffic->spaces || (is_one && traffic->lacks_data))
		return SPACE_NONE;
	return is_one ? space_of((enum sass_space)__builtin_ctz(traffic->spaces)) : SPACE_GENERIC;
}

static bool
is_of_memory(const struct sass_instruction *instruction)
{
	enum site_kind kind;
	return instruction->access_count == 1 && lines_kind_of(instruction, LINE_END_FIRST, &kind) &&
	       kind <= SITE_ATOMIC && instruction->accesses[0].space != SASS_CONSTANT;
}

/* The back edge's jump of the innermost loop around the block; NULL: none. */
static const struct machine_instruction *
jump_back(const struct machine_code *machine, uint32_t block)
{
	const struct sass_flow *flow = machine->flow;
	const uint32_t loop = flow->blocks[block].loop;
	const struct sass_block *header = loop == SASS_NONE ? NULL : &flow->blocks[flow->loops[loop].header];
	for (uint32_t i = 0; header && i < header->predecessor_count; i++) {
		const uint32_t from = flow->predecessors[header->first_predecessor + i];
		if (sass_dominates(flow, flow->loops[loop].header, from))
			return &machine->instructions[flow->blocks[from].first + flow->blocks[from].count - 1];
	}
	return NULL;
}

/* `traffic` is NULL if it is unknown. */
static struct machine_access
access_at(const struct machine_code *machine, size_t at, const struct instruction_traffic *traffic)
{
	const struct sass_instruction *instruction = &machine->code->instructions[at];
	const struct machine_instruction *of = &machine->instructions[at];
	const struct sass_flow *flow = machine->flow;
	const enum sass_space space = instruction->accesses[0].space;
	struct machine_access access = {
		.file = of->file,
		.line = of->line,
		.depth = of->depth,
		.width = lines_width_of(instruction),
		.is_generic = space == SASS_GENERIC,
		.space = space == SASS_GENERIC ? space_seen(traffic) : space_of(space),
		.is_spill = of->kind == MACHINE_SPILL,
		.is_open = !traffic || traffic->is_open,
		.is_called = flow->blocks[flow->block_of[at]].function != flow->blocks[flow->block_of[0]].function,
	};
	const struct machine_instruction *jump = jump_back(machine, flow->block_of[at]);
	access.loop_file = jump ? jump->file : NULL;
	access.loop_line = jump ? jump->line : 0;
	lines_kind_of(instruction, LINE_END_FIRST, &access.kind);
	return access;
}

static bool
are_alike(const struct machine_access *a, const struct machine_access *b)
{
	return a->line == b->line && a->file == b->file && a->kind == b->kind && a->space == b->space &&
	       a->is_generic == b->is_generic && a->is_called == b->is_called && a->is_spill == b->is_spill &&
	       a->is_open == b->is_open && a->width == b->width && a->depth == b->depth &&
	       a->loop_line == b->loop_line && a->loop_file == b->loop_file;
}

static void
add(struct accesses *accesses, const struct machine_access *access, double requests, double lines)
{
	size_t i = accesses->count;
	while (i > 0 && !are_alike(&accesses->items[i - 1], access))
		i--;
	if (i == 0) {
		memory_push(accesses->items, accesses->count, accesses->capacity, *access);
		i = accesses->count;
	}
	accesses->items[i - 1].requests += requests;
	accesses->items[i - 1].lines += lines;
}

void
accesses_find(const struct machine_code *machine, const struct launch_traffic *traffic, const double *blocks,
              struct launch *launch, struct arena *arena)
{
	struct accesses accesses = {0};
	for (size_t i = 0; i < machine->code->count; i++) {
		const struct instruction_traffic *item = traffic ? &traffic->items[i] : NULL;
		const bool is_seen = item && !item->is_open;
		const double executions = blocks[machine->flow->block_of[i]],
			     requests = is_seen ? item->requests : executions;
		if (!machine->instructions[i].file || !is_of_memory(&machine->code->instructions[i]) || !(requests > 0))
			continue;
		const struct machine_access access = access_at(machine, i, item);
		const double lines = is_seen ? item->lines
		                             : machine_plain_access(machine, i, &launch->local_memory.traffic,
		                                                    executions, executions)
		                                       .lines;
		add(&accesses, &access, requests, lines);
	}
	launch->execution.lines.accesses = accesses.count ? arena_copy(arena, accesses.items, accesses.count,
	                                                               accesses.count, sizeof *accesses.items)
	                                                  : NULL;
	launch->execution.lines.access_count = accesses.count;
	free(accesses.items);
}

/* ---- sites ------------------------------------------------------------------------------------------------------- */

/* The line of the site's machine code. It differs from the source line if the compiler moved the access. */
static const struct place *
place_of(const struct site *site)
{
	return site->code.is_moved ? &site->code.line_info : &site->place;
}

static bool
may_be_one_space(enum site_space a, enum site_space b)
{
	return a == b || a == SPACE_GENERIC || b == SPACE_GENERIC || a == SPACE_NONE || b == SPACE_NONE;
}

static bool
is_of_site(const struct machine_access *access, const struct site *site)
{
	return access->line == place_of(site)->line && access->kind == site->kind &&
	       may_be_one_space(access->space, site->space) && strcmp(access->file, place_of(site)->file) == 0;
}

/* The site's share of the requests, by the source, among all sites that the instructions may belong to. */
static double
share_of(const struct launch *launch, const struct site *site)
{
	double of_line = 0;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		const bool is_beside = other->kind == site->kind && place_of(other)->line == place_of(site)->line &&
		                       may_be_one_space(other->space, site->space) &&
		                       strcmp(place_of(other)->file, place_of(site)->file) == 0;
		of_line += is_beside ? other->source.requests : 0;
	}
	return of_line > 0 ? site->source.requests / of_line : 1;
}

/* Whether the access is in the machine code's loop that corresponds to the site's innermost loop. */
static bool
is_in_loop_of(const struct machine_access *access, const struct site *site)
{
	return access->loop_file && access->loop_line >= site->loop.place.line &&
	       access->loop_line <= site->loop.place.end_line && site->loop.place.file &&
	       strcmp(access->loop_file, site->loop.place.file) == 0;
}

/* `all`: requests of the line. In a loop, the source's evaluation determines a data-dependent number. Outside of
 * loops, a repeated access executes once. */
static double
likely_requests(const struct launch *launch, const struct site *site, double all)
{
	const double share = share_of(launch, site) * all;
	if (!(site->source.requests > 0))
		return fmin(share, site->predicted.requests);
	return site->code.share.is_in_loop ? site->source.requests
	                                   : fmin(share, (1 - site->loop.repeated) * site->source.requests);
}

static void
take_code(struct launch *launch, struct site *site)
{
	struct code_share *code = &site->code.share;
	double bytes = 0;
	bool is_open = false;
	for (size_t i = 0; i < launch->execution.lines.access_count; i++) {
		const struct machine_access *access = &launch->execution.lines.accesses[i];
		if (!is_of_site(access, site))
			continue;
		code->requests += access->requests;
		code->generic += access->is_generic ? access->requests : 0;
		bytes += access->requests * access->width;
		code->is_in_loop |= is_in_loop_of(access, site);
		code->is_called |= access->is_called;
		code->is_mixed |= access->is_generic && access->space == SPACE_GENERIC;
		is_open |= access->is_open;
	}
	if (!(code->requests > 0))
		return;
	code->width = bytes / code->requests;
	const double all = code->requests;
	code->requests = is_open ? likely_requests(launch, site, all) : fmin(site->predicted.requests, all);
	code->generic *= code->requests / all;
	site->demand.generic = site->apart_demand.generic = code->generic;
}

/* Requests with a new address remain, however the compiler changes the repeated ones. */
static void
take_repeated(struct site *site)
{
	const double once = (1 - site->loop.repeated) * site->source.requests;
	if (site->loop.repeated > 0 && site->code.share.requests > 0)
		site->loop.repeated = fmax(0, 1 - once / site->code.share.requests);
}

/* ---- arrays ------------------------------------------------------------------------------------------------------ */

static bool
is_of_local_memory(const struct machine_access *access)
{
	return access->space == SPACE_LOCAL && !access->is_spill;
}

/* The line of the declaration may also initialize the elements. */
static bool
is_of_array(const struct machine_access *access, const struct local_array *array)
{
	if (access->kind == SITE_STORE && access->line == array->place.line &&
	    strcmp(access->file, array->place.file) == 0)
		return true;
	for (size_t i = 0; i < array->place_count; i++) {
		const struct local_place *at = &array->places[i];
		if (access->kind == at->kind && access->line == at->place.line &&
		    strcmp(access->file, at->place.file) == 0)
			return true;
	}
	return false;
}

/* Arrays that the access may belong to: only those in local memory, or all. */
static size_t
arrays_of(const struct launch *launch, const struct machine_access *access, bool in_memory)
{
	size_t count = 0;
	for (size_t i = 0; i < launch->local_memory.array_count; i++)
		count += (launch->local_memory.arrays[i].is_in_memory || !in_memory) &&
		         is_of_array(access, &launch->local_memory.arrays[i]);
	return count;
}

/* Whether some access can belong to this array only, or to an array that an index forces into memory anyway. */
static bool
is_in_memory(const struct launch *launch, const struct local_array *array)
{
	for (size_t i = 0; i < launch->execution.lines.access_count; i++) {
		const struct machine_access *access = &launch->execution.lines.accesses[i];
		if (is_of_local_memory(access) && is_of_array(access, array) &&
		    (array->is_in_memory || arrays_of(launch, access, false) == 1))
			return true;
	}
	return false;
}

/* `array` NULL: of all arrays together. */
static double
lines_of(const struct launch *launch, const struct local_array *array)
{
	double lines = 0;
	for (size_t i = 0; i < launch->execution.lines.access_count; i++) {
		const struct machine_access *access = &launch->execution.lines.accesses[i];
		if (is_of_local_memory(access) && (!array || is_of_array(access, array)))
			lines += access->lines / (array ? (double)arrays_of(launch, access, true) : 1);
	}
	return lines;
}

/* Divides the traffic of the arrays by their lines. The compiler may keep only a part of a record in memory, so the
 * thread's stack limits the size. */
static void
take_arrays(struct launch *launch)
{
	const uint64_t stack = (uint64_t)launch->local_memory.traffic.bytes;
	const struct array_traffic local = launch->local_memory.of_arrays;
	const double all = lines_of(launch, NULL);
	bool *in_memory = memory_zeroed(launch->local_memory.array_count + 1, sizeof *in_memory);
	for (size_t i = 0; i < launch->local_memory.array_count; i++)
		in_memory[i] = is_in_memory(launch, &launch->local_memory.arrays[i]);
	for (size_t i = 0; i < launch->local_memory.array_count; i++)
		launch->local_memory.arrays[i].is_in_memory = in_memory[i];
	free(in_memory);
	launch->local_memory.of_arrays = (struct array_traffic){0};
	for (size_t i = 0; i < launch->local_memory.array_count; i++) {
		struct local_array *array = &launch->local_memory.arrays[i];
		const double share = array->is_in_memory && all > 0 ? lines_of(launch, array) / all : 0;
		array->requests = share * (local.load_lines + local.store_lines);
		array_traffic_add(&launch->local_memory.of_arrays, &local, share);
		array->bytes = array->is_in_memory && array->bytes > stack ? stack : array->bytes;
		launch->local_memory.of_arrays.bytes += array->is_in_memory ? (double)array->bytes : 0;
	}
}

void
accesses_take(struct launch *launch)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		if (launch->sites[i].kind > SITE_ATOMIC)
			continue;
		take_code(launch, &launch->sites[i]);
		take_repeated(&launch->sites[i]);
	}
	take_arrays(launch);
}
