/* Builds sites from accumulators. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/affine_address.h"
#include "analysis/arms.h"
#include "analysis/effects.h"
#include "analysis/handed_on.h"
#include "analysis/invariant.h"
#include "analysis/known_code.h"
#include "analysis/named_lanes.h"
#include "analysis/recurrence.h"
#include "analysis/thread_table.h"
#include "ir/last_operand.h"
#include "ir/member.h"
#include "ir/walk.h"
#include "model/relate.h"
#include "model/summary.h"
#include "support/hash.h"

enum { MOST_VISITS = 200000 };

static unsigned
source_width(const struct site_accumulator *accumulator)
{
	const struct ir_expr *e = accumulator->node;
	const struct ir_type *moved = e->kind == IR_LOAD    ? e->type
	                              : e->kind == IR_STORE ? e->b->type
	                              : e->kind == IR_UPDATE && accumulator->kind != SITE_ATOMIC
	                                      ? ir_type_at(e->a->type)
	                                      : NULL;
	return moved && moved->size && moved->size < accumulator->width ? (unsigned)moved->size : accumulator->width;
}

/* The source or destination of a copy is an address, not an access. */
static bool
is_in_pieces(const struct site_accumulator *accumulator)
{
	const struct ir_expr *e = accumulator->node;
	if (e->kind == IR_LOAD || e->kind == IR_STORE || e->kind == IR_UPDATE || e->kind == IR_BUILTIN)
		return false;
	const struct ir_type *copied = e->type->kind == IR_TYPE_POINTER ? e->type->element : e->type;
	return copied && copied->size > accumulator->width;
}

static enum branch_form
form_of(const struct site_accumulator *accumulator)
{
	if (accumulator->branch.ends_loop)
		return BRANCH_LOOP;
	switch (((const struct ir_stmt *)accumulator->node)->kind) {
	case IR_STMT_LOOP: return BRANCH_LOOP;
	case IR_STMT_SWITCH: return BRANCH_SWITCH;
	default: return accumulator->branch.both_arms ? BRANCH_TWO_ARMS : BRANCH_ONE_ARM;
	}
}

/* Operations in the arms of an if. If an arm only jumps, the code after the if belongs to the branch and may be
 * anything. */
static double
arm_instructions(const struct site_accumulator *accumulator)
{
	const struct ir_stmt *s = accumulator->node;
	if (s->kind != IR_STMT_IF || accumulator->branch.ends_loop ||
	    (arm_only_jumps(s->then) && accumulator->branch.divergent > 0))
		return INFINITY;
	return operations_of((struct ir_node){.stmt = s->then}) + operations_of((struct ir_node){.stmt = s->otherwise});
}

static bool
is_of_matrix(const struct site_accumulator *accumulator)
{
	const struct ir_expr *node = accumulator->node;
	return node->kind == IR_BUILTIN &&
	       (node->builtin == IR_BUILTIN___gl_matrix_load || node->builtin == IR_BUILTIN___gl_matrix_store);
}

/* Floating-point numbers are program data, loaded or computed. */
static bool
compares_reals(const struct ir_expr *condition)
{
	if (condition->kind == IR_BINARY && condition->a->type->kind == IR_TYPE_FLOAT)
		return true;
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = condition});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (part.expr && compares_reals(part.expr))
			return true;
	return false;
}

/* The result for the whole kernel is cached, because most kernels have no arms for single lanes. */
static bool
names_lanes(struct summary *t, const struct site_accumulator *accumulator)
{
	struct definitions_known *known = &t->aggregator->code->definitions;
	if (!t->lanes_asked)
		t->lanes_named = func_names_lanes(known, t->aggregator->kernel);
	t->lanes_asked = true;
	return t->lanes_named &&
	       (arm_leaves(accumulator->node) || arms_name_lanes(known, accumulator->func, accumulator->node));
}

static void
add_arm_lines(const struct ir_stmt *arm, struct site *site)
{
	if (!arm || !arm->loc.line)
		return;
	const uint32_t end = arm->loc.end_line > arm->loc.line ? arm->loc.end_line : arm->loc.line;
	site->branch.first_arm_line = site->branch.last_arm_line && site->branch.first_arm_line < arm->loc.line
	                                      ? site->branch.first_arm_line
	                                      : arm->loc.line;
	site->branch.last_arm_line = site->branch.last_arm_line > end ? site->branch.last_arm_line : end;
}

/* Sets the lines that belong to the arms of an if or to a loop. A loop's arms include its condition. Two ifs have no
 * distinct lines: one whose arm only jumps, and one whose arm begins on the condition's line. */
static void
summary_arm_lines(const struct ir_stmt *branch, struct site *site)
{
	site->branch.first_arm_line = site->branch.last_arm_line = 0;
	if (branch->kind != IR_STMT_IF) {
		add_arm_lines(branch, site);
	} else if (!arm_only_jumps(branch->then) && branch->then->loc.line > ir_condition_loc(branch)->line) {
		add_arm_lines(branch->then, site);
		add_arm_lines(branch->otherwise, site);
	}
}

static void
summary_branch(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	site->expression = accumulator->branch.condition
	                           ? summary_excerpt(t, accumulator->unit, *ir_condition_loc(accumulator->node))
	                           : "";
	site->branch.by_lane = accumulator->branch.divergent > 0;
	site->branch.names_lanes = accumulator->branch.divergent > 0 && names_lanes(t, accumulator);
	site->basis.is_data_dependent = accumulator->branch.data_dependent ||
	                                (accumulator->branch.condition &&
	                                 (compares_reals(accumulator->branch.condition) ||
	                                  summary_load_by_lane(t, accumulator->func, accumulator->branch.condition)));
	site->branch.minority_lanes =
		accumulator->branch.divergent > 0 ? accumulator->branch.minority / accumulator->branch.divergent : 0;
	site->branch.form = form_of(accumulator);
	site->branch.arm_instructions = arm_instructions(accumulator);
	site->branch.arm_warps = accumulator->branch.arm_warps;
	site->branch.whole_warps = accumulator->branch.whole_warps;
	site->branch.arm_lanes = accumulator->branch.arm_lanes;
	site->branch.visits = accumulator->branch.visits;
	site->uneven.of_block =
		accumulator->branch.arm_warps > 0
			? accumulator->blocks.of_slowest * t->aggregator->warps / accumulator->branch.arm_warps
			: 1;
	site->branch.arm_work = accumulator->branch.arm_work;
	summary_arm_lines(accumulator->node, site);
	site->object.name = "";
	summary_branch_confidence(t, accumulator, site);
	site->reason = accumulator->branch.divergent > 0 ? "the condition differs between the lanes of a warp" : "";
	if (accumulator->caveats.unknown_requests > 0)
		site->reason = site->why;
	summary_figures(t, accumulator, site);
}

enum { MOST_WAITING_NODES = 4000 };

/* Whether threads may wait for each other. Afterwards, another thread may have overwritten what a thread stored. */
static bool
is_wait(const struct ir_expr *e)
{
	return e->kind == IR_BUILTIN &&
	       (builtin_shows_stores(e->builtin) || ir_builtin_kind(e->builtin) == IR_BUILTIN_IS_EXCHANGE);
}

/* Whether earlier stores become visible to other blocks. */
static bool
is_publication(const struct ir_expr *e)
{
	return e->builtin == IR_BUILTIN___threadfence || e->builtin == IR_BUILTIN___gl_grid_sync;
}

/* Whether the code may call such a built-in function. `left`: the most nodes to visit. */
static bool
may_call(struct ir_node node, bool (*is_such)(const struct ir_expr *), unsigned *left, unsigned depth)
{
	const struct ir_expr *e = node.expr;
	if (!*left || depth >= IR_DEEPEST)
		return true;
	--*left;
	if (e && e->kind == IR_BUILTIN && is_such(e))
		return true;
	if (e && (e->kind == IR_CALL_POINTER || (e->kind == IR_CALL && !(e->func && e->func->body))))
		return true;
	if (e && e->kind == IR_CALL && may_call((struct ir_node){.stmt = e->func->body}, is_such, left, depth + 1))
		return true;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (may_call(part, is_such, left, depth + 1))
			return true;
	return false;
}

/* A hash of the access's addresses. Two accesses with equal lane distances differ by the distance of their first
 * lanes. */
static uint64_t
place_of(const struct repeating *repeating)
{
	const uint64_t apart = (uint64_t)(repeating->end.offset - repeating->first.offset);
	return hash_mix(hash_mix(repeating->first.symbol, repeating->end.symbol), apart) +
	       (uint64_t)(repeating->first.offset + repeating->offset);
}

/* A repeated volatile access is intended. */
static void
summary_repeated(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	const struct repeating *repeating = &accumulator->repeating;
	const bool is_made = accumulator_is_volatile(accumulator) || accumulator->kind == SITE_ATOMIC;
	if (repeating->loop)
		site->loop.place = facts_place(t->arena, accumulator->unit, repeating->loop->loc);
	if (!is_made)
		site->loop.repeated_at = place_of(repeating);
	if (is_made || !(repeating->requests > 0) || !repeating->loop)
		return;
	const struct definitions definitions =
		definitions_known_of(&t->aggregator->code->definitions, accumulator->func);
	if (!loop_invariant(&definitions, repeating->loop, accumulator_address(accumulator)))
		return;
	unsigned left = MOST_WAITING_NODES;
	if (may_call((struct ir_node){.stmt = repeating->loop},
	             accumulator->space == SPACE_SHARED ? is_wait : is_publication, &left, 0))
		return;
	site->loop.repeated = fmin(1, repeating->requests / accumulator->sums.requests);
}

enum { FEW_WARPS = 1024, WORD = 4 }; /* more warps than any GPU has schedulers; bytes */

static bool
is_in_recurrence(const struct summary *t, const struct site_accumulator *accumulator)
{
	const struct ir_stmt *loop =
		accumulator->repeating.loop ? accumulator->repeating.loop : accumulator->calling_loop;
	const bool is_small_store = accumulator->kind == SITE_STORE && accumulator->width < WORD;
	if (!loop || !(launch_warps(t->launch) < FEW_WARPS || is_small_store))
		return false;
	struct definitions definitions = definitions_known_of(&t->aggregator->code->definitions, accumulator->func);
	return is_recurrent(loop, accumulator->node) ||
	       stores_what_was_handed_on(&definitions, loop, accumulator->node);
}

static enum ir_scope
scope_of(const struct site_accumulator *accumulator)
{
	const struct ir_expr *node = accumulator->node;
	return accumulator->kind == SITE_ATOMIC && node->kind == IR_BUILTIN ? node->scope : IR_SCOPE_DEVICE;
}

/* Parameters of a called function may have any value, so only the kernel's own atomics qualify as `of_threads`. */
static void
summary_operands(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	const struct ir_expr *call = accumulator->node;
	const struct definitions definitions =
		definitions_known_of(&t->aggregator->code->definitions, accumulator->func);
	site->atomic.operands_alike = true;
	site->atomic.of_threads = accumulator->func->is_kernel && invariant_of_threads(&definitions, call->args[0]);
	for (uint32_t i = 1; i < call->arg_count; i++) {
		site->atomic.operands_alike &= uniform_in_block(&definitions, call->args[i]);
		site->atomic.of_threads &= invariant_of_threads(&definitions, call->args[i]);
	}
}

static void
summary_atomic(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	const struct ir_expr *call = accumulator->node;
	const bool is_call = accumulator->kind == SITE_ATOMIC && call->kind == IR_BUILTIN && call->arg_count;
	const struct ir_type *type = is_call ? call->args[0]->type->element : NULL;
	site->atomic.builtin = is_call ? call->builtin : IR_BUILTIN_COUNT;
	site->atomic.on_integers = type && type->kind == IR_TYPE_INT;
	site->atomic.result_used = accumulator->atomic.result_used;
	site->atomic.same_address_mean = accumulator->atomic.same_requests > 0
	                                         ? accumulator->atomic.same_lanes / accumulator->atomic.same_requests
	                                         : 0;
	if (is_call)
		summary_operands(t, accumulator, site);
}

static void
summary_access(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	site->expression = summary_excerpt(t, accumulator->unit, accumulator->reported->loc);
	site->source.width = source_width(accumulator);
	site->source.in_pieces = is_in_pieces(accumulator);
	site->object.is_matrix = is_of_matrix(accumulator);
	site->object.is_volatile = accumulator_is_volatile(accumulator);
	site->atomic.same_address_lanes = accumulator->atomic.same_address;
	site->atomic.scope = scope_of(accumulator);
	summary_atomic(t, accumulator, site);
	site->conflict_degree = (unsigned)lround(accumulator->sums.worst_excess);
	site->basis.is_data_dependent = accumulator->caveats.doubtful_requests > 0;
	site->inactive_lanes.excess = accumulator->sums.gap_cost / accumulator->sums.ideal;
	site->copy.path = accumulator->copy.path;
	site->copy.load_excess = accumulator->copy.load / accumulator->copy.ideal_load;
	site->copy.store_excess = accumulator->copy.store / accumulator->copy.ideal_store;
	site->uneven.of_block = accumulator->sums.requests > 0 ? accumulator->blocks.of_slowest * t->aggregator->warps /
	                                                                 accumulator->sums.requests
	                                                       : 1;
	site->uneven.of_launch =
		accumulator->sums.requests > 0
			? accumulator->blocks.of_busiest * launch_warps(t->launch) / accumulator->sums.requests
			: 1;
	summary_access_confidence(t, accumulator, site);
	summary_figures(t, accumulator, site);
	summary_chosen(t, accumulator, site);
	summary_demand(t, accumulator, site);
	summary_pattern(t, accumulator, site);
	summary_patch(t, accumulator, site);
	summary_object(t, accumulator, site);
	summary_repeated(t, accumulator, site);
	summary_aliasing(t, accumulator, site);
	site->is_recurrent = is_in_recurrence(t, accumulator);
	summary_fault(t, accumulator, site);
}

static struct place
library_place(const struct site_accumulator *accumulator)
{
	const struct ir_line_info *info = accumulator->line_info;
	const uint32_t line = accumulator->width == 16 && info->line_of_16 ? info->line_of_16 : info->line;
	return (struct place){.file = info->file, .line = line, .end_line = line};
}

static void
report(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	site->place = facts_place(t->arena, accumulator->unit, accumulator->loc);
	/* The excerpt of a branch ends with its condition and omits the guarded code. */
	const struct ir_loc *condition = accumulator->branch.condition ? ir_condition_loc(accumulator->node) : NULL;
	if (condition && condition->file == accumulator->loc.file) {
		site->place.end_line = condition->end_line;
		site->place.end_column = condition->end_column;
	}
	if (accumulator->line_info)
		site->code.line_info = library_place(accumulator);
	site->kind = accumulator->kind;
	site->space = accumulator->space;
	site->width = accumulator->width;
	site->basis.is_extrapolated = accumulator->extrapolated;
	site->loop.is_open = accumulator->open_loop != 0;
	if (accumulator->kind == SITE_BRANCH)
		summary_branch(t, accumulator, site);
	else
		summary_access(t, accumulator, site);
	site->trace = accumulator->trace;
	if (site->trace)
		summary_trace(t, accumulator, site);
}

static int
by_place(const void *a, const void *b)
{
	const struct site_accumulator *const *x = a, *const *y = b;
	const struct ir_loc *p = &(*x)->loc, *q = &(*y)->loc;
	const int files = strcmp(summary_file((*x)->unit, *p), summary_file((*y)->unit, *q));
	if (files)
		return files;
	if (p->line != q->line)
		return p->line < q->line ? -1 : 1;
	if (p->column != q->column)
		return p->column < q->column ? -1 : 1;
	return (int)(*x)->kind - (int)(*y)->kind;
}

static void
drop_taken_back(struct aggregator *aggregator)
{
	for (size_t i = 0; i < aggregator->accumulators.count; i++)
		if (aggregator->accumulators.items[i]->sums.requests < LEAST_REQUESTS)
			aggregator->accumulators.items[i]->sums.requests = 0;
}

/* The functions with reported accesses. A caller that loads an index and passes it on is one of them. */
static void
find_callers(struct summary *t)
{
	const struct aggregator *aggregator = t->aggregator;
	struct address_reader *reader = &t->addresses;
	reader->callers = arena_array(t->arena, aggregator->accumulators.count + 1, sizeof *reader->callers);
	for (size_t i = 0; i < aggregator->accumulators.count; i++) {
		const struct ir_func *func = aggregator->accumulators.items[i]->func;
		size_t known = 0;
		while (known < reader->caller_count && reader->callers[known] != func)
			known++;
		if (known == reader->caller_count)
			reader->callers[reader->caller_count++] = func;
	}
}

static void
set_thread(uint32_t thread[3], unsigned number, const uint32_t block[3])
{
	thread[0] = number % block[0];
	thread[1] = number / block[0] % block[1];
	thread[2] = number / block[0] / block[1];
}

static void
summary_barriers(struct summary *t, struct launch *launch)
{
	const struct aggregator *aggregator = t->aggregator;
	struct divergent_barrier *reported = arena_array(t->arena, aggregator->barrier_count, sizeof *reported);
	for (size_t i = 0; i < aggregator->barrier_count; i++) {
		const struct noted_barrier *noted = &aggregator->barriers[i];
		reported[i].place = facts_place(t->arena, noted->barrier.func->unit, noted->barrier.site->loc);
		memcpy(reported[i].block, noted->block, sizeof reported[i].block);
		reported[i].missing_end = noted->barrier.missing_end;
		set_thread(reported[i].came, noted->barrier.came, launch->block);
		set_thread(reported[i].missing, noted->barrier.missing, launch->block);
	}
	launch->synchronization.barriers = reported;
	launch->synchronization.barrier_count = aggregator->barrier_count;
}

static void
summary_fences(struct summary *t, struct launch *launch)
{
	const struct aggregator *aggregator = t->aggregator;
	struct system_fence *reported = arena_array(t->arena, aggregator->fence_count, sizeof *reported);
	for (size_t i = 0; i < aggregator->fence_count; i++)
		reported[i] = (struct system_fence){
			facts_place(t->arena, aggregator->fences[i].func->unit, aggregator->fences[i].reported->loc),
			aggregator->fences[i].warps};
	launch->synchronization.fences = reported;
	launch->synchronization.fence_count = aggregator->fence_count;
}

static struct race_end
summary_race_end(struct summary *t, const struct race_event_end *end, const uint32_t block[3])
{
	struct race_end reported = {.place = facts_place(t->arena, end->func->unit, *ir_place_of_access(end->site)),
	                            .kind = end->kind};
	set_thread(reported.thread, end->thread, block);
	return reported;
}

/* Whether `part` is the expression or a part of it. */
static bool
is_part_of(const struct ir_expr *part, struct ir_node whole, unsigned depth)
{
	if (whole.expr == part || depth >= IR_DEEPEST)
		return true;
	struct ir_parts parts = ir_parts_of(whole);
	for (struct ir_node node; ir_next_part(&parts, &node);)
		if (is_part_of(part, node, depth + 1))
			return true;
	return false;
}

static bool
are_in_one_expression(const struct race_event *race)
{
	const struct ir_expr *a = race->first.site, *b = race->second.site;
	return is_part_of(a, (struct ir_node){.expr = b}, 0) || is_part_of(b, (struct ir_node){.expr = a}, 0);
}

static bool
loads_there(const void *store, struct ir_node node)
{
	return node.expr && node.expr->kind == IR_LOAD && same_expr(node.expr->a, ((const struct ir_expr *)store)->a);
}

static bool
updates(const struct ir_expr *e)
{
	return e->kind == IR_UPDATE || (e->kind == IR_STORE && ir_any((struct ir_node){.expr = e->b}, loads_there, e));
}

static void
summary_shared_races(struct summary *t, struct launch *launch)
{
	const struct aggregator *aggregator = t->aggregator;
	struct shared_race *reported = arena_array(t->arena, aggregator->shared_race_count, sizeof *reported);
	for (size_t i = 0; i < aggregator->shared_race_count; i++) {
		const struct race_event *race = &aggregator->shared_races[i];
		reported[i] = (struct shared_race){
			.first = summary_race_end(t, &race->first, launch->block),
			.second = summary_race_end(t, &race->second, launch->block),
			.second_updates = updates(race->second.site),
			.in_one_function = race->first.func == race->second.func,
			.in_one_expression = are_in_one_expression(race),
			.array = arena_strdup(t->arena, race->array ? race->array : ""),
			.in_warp = race->in_warp,
			.interval = race->interval,
			.assumption = race->assumption,
		};
		memcpy(reported[i].block, race->block, sizeof reported[i].block);
	}
	launch->synchronization.races = reported;
	launch->synchronization.race_count = aggregator->shared_race_count;
}

static void
summary_barrier_uses(struct summary *t, struct launch *launch)
{
	const struct aggregator *aggregator = t->aggregator;
	struct barrier_use *reported = arena_array(t->arena, aggregator->barrier_use_count, sizeof *reported);
	for (size_t i = 0; i < aggregator->barrier_use_count; i++) {
		const struct barrier_use_event *use = &aggregator->barrier_uses[i];
		reported[i] = (struct barrier_use){facts_place(t->arena, use->func->unit, use->site->loc), use->warps,
		                                   use->is_needed, use->has_before, use->has_after};
	}
	launch->synchronization.barrier_uses = reported;
	launch->synchronization.barrier_use_count = aggregator->barrier_use_count;
}

/* Bytes of all distinct known objects in global memory that are accessed. */
static double
buffer_bytes(const struct site_accumulator *const *reported, size_t count)
{
	double bytes = 0;
	for (size_t i = 0; i < count; i++) {
		const struct object *object = reported[i]->space == SPACE_GLOBAL ? reported[i]->objects.first : NULL;
		size_t first = 0;
		while (object && reported[first]->objects.first != object)
			first++;
		bytes += object && first == i ? (double)object->size : 0;
	}
	return bytes;
}

/* The reason why the time is unknown if many warps compete for one word. One warp succeeds each time, so the number
 * of tries grows with the square of the number of warps. */
static const char *
why_rivals(const struct site *sites, size_t count, struct arena *arena)
{
	for (size_t i = 0; i < count; i++)
		if (sites[i].kind == SITE_ATOMIC && sites[i].atomic.rivals > MANY_RIVALS)
			return arena_printf(arena, "warps retry while they compete for the same word (line %u)",
			                    sites[i].place.line);
	return NULL;
}

/* An array with unknown addresses counts with its whole size. */
static double
constant_bytes(const struct aggregator *aggregator)
{
	double bytes = aggregator->constants.most * (double)CONSTANT_LINE_BYTES;
	for (size_t i = 0; i < aggregator->accumulators.count; i++) {
		const struct site_accumulator *t = aggregator->accumulators.items[i];
		if (t->constants.computed > 0 && !(t->constants.lines > 0) && t->objects.first)
			bytes += (double)t->objects.first->size;
	}
	return fmin(bytes, CONSTANT_BYTES);
}

/* The load that an array index derives from. */
struct index_load {
	const struct ir_expr *load; /* NULL: none */
	bool is_table;              /* in constant memory */
};

static bool
note_index_load(void *context, const struct ir_expr *load)
{
	struct index_load *index = context;
	const struct ir_expr *base = load->kind == IR_LOAD ? ir_base_of_address(load->a) : NULL;
	if (!base || ir_local_of_address(load->a))
		return false;
	index->load = load;
	index->is_table = base->kind == IR_VAR && base->var->storage == IR_STORAGE_CONSTANT;
	return !index->is_table;
}

/* The load of an index that the compiler does not know. Loaded data takes precedence over constant tables. */
static struct index_load
find_index_load(struct summary *t, const struct own_array *array)
{
	struct index_load index = {.load = NULL};
	for (size_t i = 0; i < array->place_count; i++) {
		const struct own_place *place = &array->places[i];
		if (!place->unknown || (index.load && !index.is_table))
			continue;
		address_begin(&t->addresses, place->func);
		address_find_load(&t->addresses, address_of_access(place->unknown), note_index_load, &index);
	}
	return index;
}

/* Reports the source of the index that keeps the array out of registers. */
static void
summary_index(struct summary *t, const struct own_array *array, struct local_array *reported)
{
	const struct index_load index = find_index_load(t, array);
	reported->index_is_table = index.is_table;
	for (size_t i = 0; i < array->place_count; i++)
		reported->index_is_variable |= array->places[i].unknown && !index.load;
	if (!index.load)
		return;
	const char *name = ir_root_name(index.load->a);
	if (index.is_table)
		reported->index_from =
			arena_printf(t->arena, "the __constant__ table '%s' at line %u", name, index.load->loc.line);
	else if (*name)
		reported->index_from =
			arena_printf(t->arena, "data, loaded from '%s' at line %u", name, index.load->loc.line);
	else
		reported->index_from = arena_printf(t->arena, "data, loaded at line %u", index.load->loc.line);
}

static void
summary_own_places(struct summary *t, const struct own_array *array, struct local_array *reported)
{
	reported->places = arena_array(t->arena, array->place_count + 1, sizeof *reported->places);
	for (size_t i = 0; i < array->place_count; i++) {
		const struct own_place *place = &array->places[i];
		reported->places[reported->place_count++] =
			(struct local_place){facts_place(t->arena, place->func->unit, *place->loc), place->kind};
	}
}

static void
summary_local_arrays(struct summary *t, struct launch *launch)
{
	const struct own_variables *own = &t->aggregator->own;
	size_t capacity = 0, at = 0;
	launch->local_memory.traffic = (struct array_traffic){0};
	for (struct own_array array; (array = own_variables_next(own, &at)).var;) {
		struct local_array reported = {
			.name = arena_printf(t->arena, "%s", array.var->name),
			.place = facts_place(t->arena, t->aggregator->kernel->unit, array.var->loc),
			.is_record = array.var->type->kind == IR_TYPE_RECORD,
			.is_in_memory = array.is_indexed,
			.bytes = array.var->type->size,
			.requests = array.requests,
			.is_table = array_is_table(t->aggregator->kernel, array.var),
		};
		summary_index(t, &array, &reported);
		summary_own_places(t, &array, &reported);
		if (array.is_indexed) {
			array_traffic_add(&launch->local_memory.traffic, &array.traffic, 1);
			launch->local_memory.traffic.bytes += (double)array.var->type->size;
		}
		arena_push(t->arena, launch->local_memory.arrays, launch->local_memory.array_count, capacity, reported);
	}
	launch->local_memory.of_arrays = launch->local_memory.traffic;
}

void
aggregator_finish(struct aggregator *aggregator, struct arena *arena, const struct source_reader *sources,
                  const struct kernel *kernel, struct launch *launch)
{
	struct summary t = {.aggregator = aggregator,
	                    .arena = arena,
	                    .sources = sources,
	                    .launch = launch,
	                    .visits = MOST_VISITS,
	                    .addresses = {.known = &aggregator->code->definitions}};
	if (aggregator->accumulators.count)
		qsort(aggregator->accumulators.items, aggregator->accumulators.count,
		      sizeof *aggregator->accumulators.items, by_place);
	launch->data.follows_indices = aggregator->notes_indices && !aggregator->has_untracked_indices;
	drop_taken_back(aggregator);
	resolve_elections(aggregator);
	find_callers(&t);
	t.block_bytes = summary_block_bytes(&t);
	launch->sites = arena_array(arena, aggregator->accumulators.count + 1, sizeof *launch->sites);
	const struct site_accumulator **reported =
		arena_array(arena, aggregator->accumulators.count + 1, sizeof *reported);
	for (size_t i = 0; i < aggregator->accumulators.count; i++) {
		if (!(aggregator->accumulators.items[i]->sums.requests > 0))
			continue;
		reported[launch->site_count] = aggregator->accumulators.items[i];
		struct site *site = &launch->sites[launch->site_count++];
		report(&t, aggregator->accumulators.items[i], site);
		launch->has_own_banks |= site->space == SPACE_SHARED && site->shared.own_banks;
	}
	summary_barriers(&t, launch);
	summary_fences(&t, launch);
	summary_shared_races(&t, launch);
	summary_barrier_uses(&t, launch);
	launch->execution.footprint = t.footprint;
	launch->execution.buffer_bytes = buffer_bytes(reported, launch->site_count);
	summary_local_arrays(&t, launch);
	launch->execution.constant_bytes = constant_bytes(aggregator);
	launch->execution.busy_warps = aggregator->block_count ? aggregator->busy_warps : NAN;
	launch->execution.uneven = aggregator->of_mean > 0 ? aggregator->of_slowest / aggregator->of_mean : 1;
	launch->execution.unbounded_time = aggregator->unbounded_time
	                                           ? summary_unbounded_time(&t, aggregator->unbounded_time)
	                                           : why_rivals(launch->sites, launch->site_count, arena);
	relate_sites(&(struct relatives){reported, launch->sites, launch->site_count}, kernel, arena);
}
