/* From tallies to sites: places, standings, patterns, and the sentences that say why. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/doubt.h"
#include "eval/eval.h"
#include "ir/walk.h"
#include "model/fold_internal.h"
#include "model/linear.h"
#include "model/memory_model.h"
#include "model/tails.h"
#include "model/address.h"
#include "model/twins.h"

enum { MOST_VISITS = 200000 };

struct telling {
	const struct fold *fold;
	struct arena *arena;
	const struct eval_options *options;
	const struct kernel *kernel;
	const struct launch *launch;
	size_t visits;
	struct tails tails;
	struct twins twins;
	struct address_reader addresses;
};

static const char *
file_of(const struct ir_unit *unit, struct ir_loc loc)
{
	return loc.file < unit->file_count ? unit->files[loc.file] : "";
}

static struct place
place_of(struct telling *t, const struct ir_unit *unit, struct ir_loc loc)
{
	return (struct place){arena_strdup(t->arena, file_of(unit, loc)), loc.line, loc.column, loc.end_line, loc.end_column};
}

/* The source text of a range, white space run together; "" when it cannot be had. */
static const char *
excerpt(struct telling *t, const struct ir_unit *unit, struct ir_loc loc)
{
	size_t length;
	if (!t->options->source || !loc.line)
		return "";
	const char *text = t->options->source(t->options->source_context, file_of(unit, loc), &length);
	const char *end = text ? text + length : NULL;
	for (uint32_t line = 1; text && line < loc.line; line++) {
		text = memchr(text, '\n', (size_t)(end - text));
		text = text ? text + 1 : NULL;
	}
	if (!text)
		return "";
	enum { LONGEST = 120 };
	char *out = arena_alloc(t->arena, LONGEST + 1);
	size_t used = 0;
	uint32_t line = loc.line, column = 1;
	for (; text < end && used < LONGEST && (line < loc.end_line || (line == loc.end_line && column < loc.end_column)); text++) {
		const bool blank = *text == ' ' || *text == '\t' || *text == '\n' || *text == '\r';
		if ((line > loc.line || column >= loc.column) && !(blank && (!used || out[used - 1] == ' ')))
			out[used++] = blank ? ' ' : *text;
		column++;
		if (*text == '\n') {
			line++;
			column = 1;
		}
	}
	return out;
}

/* ---- why ---- */

static const char *
reason_text(struct telling *t, const struct reason *r)
{
	struct arena *arena = t->arena;
	const char *name = r->name && *r->name ? r->name : "an array";
	if (r->kind == REASON_LOADED && !r->loc.line)
		return arena_printf(arena, "nothing in sight makes the data in %s", name);
	switch (r->kind) {
	case REASON_LOADED:
		return arena_printf(arena, "%s holds data that nothing in sight makes (loaded at line %u)", name, r->loc.line);
	case REASON_PARAMETER: return arena_printf(arena, "nothing binds the parameter `%s`", name);
	case REASON_CALL: return arena_printf(arena, "`%s` at line %u returns what cannot be told from here", name, r->loc.line);
	case REASON_LOOP:
		return arena_printf(arena, "it changes in the loop at line %u, whose iterations were not all run", r->loc.line);
	case REASON_BRANCH: return "it is set in a branch that depends on data";
	case REASON_ATOMIC:
		return arena_printf(arena, "the result of `%s` at line %u depends on the order of the threads", name, r->loc.line);
	case REASON_UNINITIALISED: return arena_printf(arena, "`%s` has no value that could be followed", name);
	case REASON_KERNEL: return arena_printf(arena, "kernel `%s` wrote it", name);
	case REASON_UNSUPPORTED: return arena_printf(arena, "%s at line %u is not modelled", name, r->loc.line);
	case REASON_RANDOM: return arena_printf(arena, "it comes from %s at line %u", name, r->loc.line);
	case REASON_NONE: break;
	}
	return "its value is not known";
}

static const char *
symbol_text(struct telling *t, symbol_id symbol)
{
	return reason_text(t, symbols_reason_of(t->fold->symbols, symbol));
}

/* The kernel's integer parameters that an index is made of, through the locals it is made of. */
struct trail {
	const struct ir_var *params[4];
	size_t count;
	const struct ir_var *seen[16];
	size_t seen_count;
	size_t *visits;                /* statements that may still be looked at, all sites together */
};

static void follow_statement(struct trail *trail, const struct ir_stmt *body, const struct ir_var *var);

static void
follow(struct trail *trail, const struct ir_expr *e, const struct ir_stmt *body)
{
	if (!e || trail->count >= 4)
		return;
	if (e->kind == IR_LOAD && e->a->kind == IR_VAR) {
		const struct ir_var *var = e->a->var;
		for (size_t i = 0; i < trail->seen_count; i++)
			if (trail->seen[i] == var)
				return;
		if (trail->seen_count >= sizeof trail->seen / sizeof *trail->seen)
			return;
		trail->seen[trail->seen_count++] = var;
		if (var->storage == IR_STORAGE_PARAM && var->type->kind == IR_TYPE_INT)
			trail->params[trail->count++] = var;
		else if (var->storage == IR_STORAGE_LOCAL && body)
			follow_statement(trail, body, var);
		return;
	}
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		follow(trail, part.expr, body);
}

static void
follow_assignment(struct trail *trail, const struct ir_expr *e, const struct ir_var *var, const struct ir_stmt *body)
{
	if (!e)
		return;
	if ((e->kind == IR_STORE || e->kind == IR_UPDATE) && e->a->kind == IR_VAR && e->a->var == var)
		follow(trail, e->b, body);
	if (e->kind == IR_COMMA) {
		follow_assignment(trail, e->a, var, body);
		follow_assignment(trail, e->b, var, body);
	}
}

static void
walk(struct trail *trail, const struct ir_stmt *s, const struct ir_var *var, const struct ir_stmt *body)
{
	if (!s || !*trail->visits)
		return;
	--*trail->visits;
	follow_assignment(trail, s->kind == IR_STMT_EXPR ? s->expr : NULL, var, body);
	if (s->kind == IR_STMT_LOOP)
		follow_assignment(trail, s->step, var, body);
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		walk(trail, part.stmt, var, body);
}

static void
follow_statement(struct trail *trail, const struct ir_stmt *body, const struct ir_var *var)
{
	walk(trail, body, var, body);
}

/* ": n = 1024 from the launch at line 40", or "" when no parameter matters. */
static const char *
arguments_text(struct telling *t, const struct ir_func *func, const struct ir_expr *index)
{
	struct trail trail = {.visits = &t->visits};
	char text[256] = "";
	size_t used = 0;
	follow(&trail, index, func ? func->body : NULL);
	for (size_t i = 0; i < trail.count; i++) {
		for (size_t a = 0; a < t->launch->argument_count; a++) {
			const struct named_value *v = &t->launch->arguments[a];
			if (strcmp(v->name, trail.params[i]->name) || !v->is_integer)
				continue;
			const int n = snprintf(text + used, sizeof text - used, "%s%s = %s", used ? ", " : ": ", v->name, v->text);
			if (n > 0 && used + (size_t)n < sizeof text)
				used += (size_t)n;
		}
	}
	if (!used)
		return "";
	if (t->launch->origin == LAUNCH_SOURCE && t->launch->place.line)
		return arena_printf(t->arena, "%s from the launch at line %u", text, t->launch->place.line);
	return arena_strdup(t->arena, text);
}

/* ---- sites ---- */

const struct ir_expr *
tally_address(const struct tally *tally)
{
	const struct ir_expr *e = tally->place;
	if (e->kind == IR_LOAD || e->kind == IR_STORE || e->kind == IR_UPDATE)
		return e->a;
	if (e->kind == IR_BUILTIN && e->arg_count && e->args[0]->type->kind == IR_TYPE_POINTER)
		return e->args[0];
	return e;
}

static enum pattern
main_pattern(const struct tally *tally)
{
	enum pattern best = PATTERN_UNKNOWN;
	double share = 0;
	for (enum pattern p = PATTERN_UNIFORM; p <= PATTERN_MIXED; p++) {
		/* Aligned requests of a misaligned site do not make it a good one. */
		const double weight = p == PATTERN_MISALIGNED ? 2 : 1;
		if (tally->pattern_share[p] * weight > share) {
			best = p;
			share = tally->pattern_share[p] * weight;
		}
	}
	return best;
}

/* A load that gives the lanes of a warp different values. */
static bool
is_load_by_lane(void *context, const struct ir_expr *load)
{
	const struct telling *t = context;
	for (size_t i = 0; i < t->fold->tally_count; i++) {
		const struct tally *tally = t->fold->tallies[i];
		if (tally->kind != SITE_LOAD || tally->func != t->addresses.func)
			continue;
		if (tally->node == load || same_expr(tally->node, load))
			return main_pattern(tally) != PATTERN_UNIFORM;
	}
	return false;
}

/* The load that gives each lane its index, of lanes that are apart; NULL: they compute it, or it is not seen from here. */
static const struct ir_expr *
find_index_load(struct telling *t, const struct tally *tally, enum pattern pattern)
{
	if ((pattern != PATTERN_STRIDED && pattern != PATTERN_MIXED) || tally->place != tally->node)
		return NULL;
	address_begin(&t->addresses, tally->func);
	return address_find_load(&t->addresses, tally_address(tally), is_load_by_lane, t);
}

/* The variable that an address begins with, as the source names it. */
static const char *
root_name(const struct ir_expr *e)
{
	for (; e; e = e->a) {
		if (e->kind == IR_VAR)
			return e->var->name;
		if (e->kind == IR_FIELD && e->field->name && *e->field->name && e->a && e->a->kind == IR_LOAD)
			return e->field->name;
	}
	return "";
}

static const char *
index_text(struct telling *t, const struct ir_expr *load)
{
	const char *name = root_name(load->kind == IR_BUILTIN && load->arg_count ? load->args[0] : load->a);
	return *name ? arena_printf(t->arena, "the index is data, loaded from '%s' at line %u", name, load->loc.line)
	             : arena_printf(t->arena, "the index is data, loaded at line %u", load->loc.line);
}

/* Whether the lanes step evenly but for where the next row of the block begins. Rows of one thread have no step. */
static bool
is_even_in_rows(const struct launch *launch, const struct tally *tally)
{
	uint32_t begins = 0;
	const unsigned width = launch->block[0];
	for (unsigned lane = width; width > 1 && WARP_LANES % width == 0 && lane < WARP_LANES; lane += width)
		begins |= 1u << lane;
	return tally->uneven_lanes && !(tally->uneven_lanes & ~begins);
}

static int64_t
lane_step(const struct launch *launch, const struct tally *tally, enum pattern pattern)
{
	if (pattern == PATTERN_STRIDED)
		return tally->step;
	return pattern == PATTERN_MIXED && is_even_in_rows(launch, tally) ? tally->uneven_step : 0;
}

static const char *
pattern_reason(struct telling *t, const struct tally *tally, const struct site *site)
{
	const char *from = tally->place == tally->node ? arguments_text(t, tally->func, tally_address(tally)) : "";
	switch (site->pattern) {
	case PATTERN_STRIDED:
		return arena_printf(t->arena, "lanes step by %lld bytes%s", (long long)site->lane_step, from);
	case PATTERN_MISALIGNED:
		return site->misaligned_variously
		           ? arena_printf(t->arena, "requests begin at several places in their sectors%s", from)
		           : arena_printf(t->arena, "requests begin %u byte%s into a sector%s", site->misalignment,
		                          site->misalignment == 1 ? "" : "s", from);
	case PATTERN_GATHER:
		return arena_printf(t->arena, "the index is data: %s",
		                    symbol_text(t, tally->unknown_symbol ? tally->unknown_symbol : tally->index_symbol));
	case PATTERN_MIXED:
		if (site->by_rows)
			return arena_printf(t->arena, "blocks are %u threads wide: a warp's lanes are in %u rows, which lie apart%s",
			                    t->launch->block[0], WARP_LANES / t->launch->block[0], from);
		if (site->lane_step)
			return arena_printf(t->arena, "lanes step by %lld bytes within a row of the block%s", (long long)site->lane_step, from);
		return arena_printf(t->arena, "the step from lane to lane is not the same all along%s", from);
	case PATTERN_UNIFORM:
		return "all lanes use one address";
	default:
		return "";
	}
}

/* Whether what was not run is surely like what was. */
static bool
sample_varies(const struct telling *t, const struct tally *tally)
{
	const bool everywhere = !t->fold->blocks ||
	                        (tally->blocks_seen == t->fold->blocks && tally->edges_seen == t->fold->edges);
	/* Blocks that go different ways turn from one to the other in a block that may not have been run. */
	const bool turns = t->fold->blocks && tally->kind == SITE_BRANCH && tally->all_yes && tally->all_no;
	/* One block alone that stands for others is at least to be like those at the edges. */
	const bool alone = t->fold->blocks == 1 && tally->unlike_edge;
	return tally->unlike || alone || turns || doubts_has(t->fold->doubts, tally->node) || !everywhere ||
	       (tally->kind != SITE_BRANCH && tally->extrapolated && tally->most_cost > tally->least_cost * 1.001);
}

static const char *
spread_text(struct telling *t, const struct tally *tally)
{
	return arena_printf(t->arena, "%s; the figure is for lanes spread evenly over where they may go",
	                    symbol_text(t, tally->spread_symbol));
}

static const char *
example_text(struct telling *t, const struct tally *tally)
{
	return arena_printf(t->arena, "%s; the figure is for the part of that data which was computed",
	                    symbol_text(t, tally->example_symbol));
}

/* Whether the compiler may make one store of this one and that of the other side of a branch. */
static bool
ends_a_side(struct telling *t, const struct tally *tally)
{
	if (tally->kind != SITE_STORE || tally->place != tally->node)
		return false;
	tails_find(&t->tails, tally->func);
	return tails_has(&t->tails, tally->place);
}

/* Whether the compiler may make one load of this one and that of the other side of a branch. */
static bool
has_twin(struct telling *t, const struct tally *tally)
{
	if (tally->kind != SITE_LOAD || tally->place != tally->node)
		return false;
	twins_find(&t->twins, tally->func);
	return twins_has(&t->twins, tally->place);
}

static const char OF_EXAMPLE[] = "the figure is that of a run with the part of it which was computed";

/* What is told of a site whose figures are those of the run by example. */
static void
set_likely_standing(struct telling *t, const struct tally *tally, struct site *site)
{
	const symbol_id symbol = tally->unknown_requests > 0 ? tally->unknown_symbol
	                         : tally->example_symbol     ? tally->example_symbol
	                                                     : tally->spread_symbol;
	site->standing = symbol && tally->kind != SITE_BRANCH ? STANDING_BOUNDED : STANDING_ASSUMED;
	site->why = symbol ? arena_printf(t->arena, "%s; %s", symbol_text(t, symbol), OF_EXAMPLE)
	                   : arena_printf(t->arena, "which lanes come here depends on data; %s", OF_EXAMPLE);
}

/* A __device__ variable beside others: only its own alignment is sure, and its requests move more than one sector. */
static bool
is_laid_out_by_others(const struct tally *tally)
{
	const struct object *object = tally->object;
	if (!object || object->kind != OBJECT_GLOBAL || !object->type || object->type->align >= SECTOR_BYTES ||
	    tally->cost <= tally->requests)
		return false;
	unsigned variables = 0;
	for (size_t i = 0; i < tally->unit->global_count; i++)
		variables += tally->unit->globals[i]->storage == IR_STORAGE_DEVICE;
	return variables > 1;
}

/* Why nothing of the launch is exact; NULL: nothing speaks against it. */
static const char *
doubt_of_launch(const struct launch *launch)
{
	if (launch->assumption_count)
		return launch->assumptions[0];
	return launch->origin == LAUNCH_ASSUMED ? "no launch of this kernel is in sight" : NULL;
}

/* Why what was not run may be otherwise; NULL: it is not. */
static const char *
doubt_of_sample(const struct telling *t, const struct tally *tally)
{
	if (t->launch->budget_reached)
		return "the budget ended before all sampled blocks had run";
	return sample_varies(t, tally) ? "blocks and iterations that were not run are taken to be like those that were" : NULL;
}

static void
set_standing(struct telling *t, const struct tally *tally, struct site *site)
{
	struct arena *arena = t->arena;
	const char *of_launch = doubt_of_launch(t->launch);
	if (tally->unknown_requests > 0.5 * tally->requests) {
		site->standing = STANDING_UNKNOWN;
		site->why = symbol_text(t, tally->unknown_symbol);
	} else if (tally->unknown_requests > 0 || tally->bounded_requests > 0) {
		site->standing = STANDING_BOUNDED;
		site->why = tally->unknown_requests > 0 ? symbol_text(t, tally->unknown_symbol)
		            : tally->example_symbol     ? example_text(t, tally)
		            : tally->spread_symbol      ? spread_text(t, tally)
		                                        : "where a request begins within a sector depends on data";
	} else if (of_launch) {
		site->standing = STANDING_ASSUMED;
		site->why = of_launch;
	} else if (tally->doubtful_requests > 0) {
		site->standing = STANDING_ASSUMED;
		site->why = "all lanes that may come here do; which of them do depends on data";
	} else if (tally->trips_assumed) {
		site->standing = STANDING_ASSUMED;
		site->why = "a loop around it ends when data says so; a few iterations were run";
	} else if (tally->object && tally->object->assumed) {
		site->standing = STANDING_ASSUMED;
		site->why = arena_printf(arena, "`%s` begins where cudaMalloc would put it: no allocation of it is in sight",
		                         tally->object->name);
	} else if (tally->object && tally->object->from_device_heap) {
		site->standing = STANDING_ASSUMED;
		site->why = "the device heap may place it anywhere: it is taken to begin with a sector";
	} else if (is_laid_out_by_others(tally)) {
		site->standing = STANDING_ASSUMED;
		site->why = arena_printf(arena, "where the linker lays `%s` among the program's variables is open: it is taken to begin with a sector",
		                         tally->object->name);
	} else if (tally->assumption) {
		site->standing = STANDING_ASSUMED;
		site->why = tally->assumption;
	} else if (tally->merged) {
		site->standing = STANDING_ASSUMED;
		site->why = "neighbouring accesses count as the one wider access that the compiler makes of them";
	} else if (may_be_merged(t->fold, tally)) {
		site->standing = STANDING_ASSUMED;
		site->why = "each access is an instruction of its own; the compiler may merge neighbours into a wider one";
	} else if (ends_a_side(t, tally)) {
		site->standing = STANDING_ASSUMED;
		site->why = "the other side of the branch ends with such a store too: the compiler may make one of both, behind the branch";
	} else if (has_twin(t, tally)) {
		site->standing = STANDING_ASSUMED;
		site->why = "the other side of the branch makes such a load too: the compiler may make one of both";
	} else {
		const char *of_sample = doubt_of_sample(t, tally);
		site->standing = of_sample ? STANDING_ASSUMED : STANDING_EXACT;
		site->why = of_sample ? of_sample : "";
	}
}

/* Weights of sampled blocks are fractions; where their sum misses a whole number by rounding alone, it is that number. */
static double
whole(double sum)
{
	const double nearest = round(sum);
	return fabs(sum - nearest) <= 1e-9 * fabs(sum) ? nearest : sum;
}

/* The bounds hold for lanes that may come; they are made to hold for those that do. */
static void
set_likely_bounds(const struct tally *tally, const struct tally *likely, struct figures *f)
{
	const double scale = likely->requests / tally->requests;
	f->low = fmin(tally->low * scale, likely->cost);
	f->high = fmax(tally->high * scale, likely->cost);
}

static void
set_figures(const struct tally *tally, struct site *site)
{
	struct figures *f = &site->predicted;
	*f = (struct figures){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
	f->requests = whole(tally->requests);
	f->lanes = whole(tally->lanes);
	if (tally->kind == SITE_BRANCH) {
		f->divergent = tally->unknown_requests > 0 ? NAN : whole(tally->divergent);
		return;
	}
	double cost = tally->cost, ideal = tally->ideal;
	if (site->standing == STANDING_UNKNOWN) {
		cost = ideal = NAN;
	} else if (tally->unknown_requests > 0 && tally->requests > tally->unknown_requests) {
		/* The few requests without a cost are taken to be like the others; the bounds say how far off that may be. */
		const double scale = tally->requests / (tally->requests - tally->unknown_requests);
		cost *= scale;
		ideal *= scale;
	}
	f->low = tally->low;
	f->high = tally->high;
	if (tally->space == SPACE_SHARED || tally->space == SPACE_CONSTANT) {
		f->wavefronts = whole(cost);
		f->ideal_wavefronts = whole(ideal);
	} else {
		f->sectors = whole(cost);
		f->ideal_sectors = whole(ideal);
	}
}

/* Those of the run by example where it knows more, with the standing that they have; the site's own standing is set. */
static void
set_likely_or_own_figures(struct telling *t, const struct tally *tally, struct site *site)
{
	const struct tally *likely = likely_tally(t->fold, tally);
	if (!likely) {
		set_figures(tally, site);
		return;
	}
	set_likely_standing(t, tally, site);
	set_figures(likely, site);
	if (tally->kind != SITE_BRANCH)
		set_likely_bounds(tally, likely, &site->predicted);
}

/* What stands in the last brackets of a declaration that ends with them; "" where it does not. */
static const char *
last_dimension(struct telling *t, const struct tally *tally)
{
	const char *text = excerpt(t, tally->unit, tally->object->loc);
	const char *end = text + strlen(text);
	unsigned depth = 0;
	if (end == text || *--end != ']')
		return "";
	for (const char *at = end; at >= text; at--) {
		depth += *at == ']';
		if (*at == '[' && !--depth)
			return arena_strndup(t->arena, at + 1, (size_t)(end - at - 1));
	}
	return "";
}

static void
describe_rows(struct telling *t, const struct tally *tally, struct site *site)
{
	const struct ir_type *type = tally->object->type, *row = NULL;
	unsigned dimensions = 0;
	for (; type && type->kind == IR_TYPE_ARRAY; type = type->element, dimensions++)
		row = type;
	if (dimensions < 2)
		return;
	site->shared_row_bytes = (int64_t)row->size;
	site->shared_element_bytes = (unsigned)row->element->size;
	site->shared_row_length = last_dimension(t, tally);
	address_begin(&t->addresses, tally->func);
	site->by_dimensions =
		tally->place == tally->node && address_by_dimensions(&t->addresses, tally_address(tally), dimensions);
}

static bool
is_of_matrix(const struct tally *tally)
{
	const struct ir_expr *node = tally->node;
	return node->kind == IR_BUILTIN &&
	       (node->builtin == IR_BUILTIN___gl_matrix_load || node->builtin == IR_BUILTIN___gl_matrix_store);
}

static void
describe_object(struct telling *t, const struct tally *tally, struct site *site)
{
	const struct object *object = tally->object;
	const bool is_declared = object && object->loc.line && (object->kind == OBJECT_SHARED || object->kind == OBJECT_CONSTANT);
	const char *name = tally->place == tally->node ? root_name(tally_address(tally)) : "";
	/* An array that is declared in sight is better known by its own name than by that of a pointer into it. */
	if (object && (!*name || is_declared))
		name = object->name;
	site->object = arena_strdup(t->arena, name);
	if (!object)
		return;
	if (!is_declared)
		return;
	site->declaration = place_of(t, tally->unit, object->loc);
	if (object->kind == OBJECT_SHARED)
		describe_rows(t, tally, site);
}

static unsigned
source_width(const struct tally *tally)
{
	if (tally->kind == SITE_BRANCH)
		return 0;
	const struct ir_expr *e = tally->node;
	const struct ir_type *moved = e->kind == IR_LOAD ? e->type : e->kind == IR_STORE ? e->b->type : NULL;
	return moved && moved->size && moved->size < tally->width ? (unsigned)moved->size : tally->width;
}

static enum branch_form
form_of(const struct tally *tally)
{
	switch (((const struct ir_stmt *)tally->node)->kind) {
	case IR_STMT_LOOP: return BRANCH_LOOP;
	case IR_STMT_SWITCH: return BRANCH_SWITCH;
	default: return tally->both_sides ? BRANCH_TWO_SIDES : BRANCH_ONE_SIDE;
	}
}

static const char OF_LOOP[] = "how often the loop's condition is a branch of its own depends on how the compiler unrolls it";

/* Why a branch whose condition is known may still not be as it is told; NULL: nothing speaks against it. */
static const char *
doubt_of_branch(struct telling *t, const struct tally *tally)
{
	const char *doubt = doubt_of_launch(t->launch);
	if (!doubt)
		doubt = doubt_of_sample(t, tally);
	if (doubt)
		return doubt;
	return ((const struct ir_stmt *)tally->node)->kind == IR_STMT_LOOP && tally->divergent > 0 ? OF_LOOP : NULL;
}

static void
tell_branch(struct telling *t, const struct tally *tally, struct site *site)
{
	site->expression = tally->condition ? excerpt(t, tally->unit, tally->condition->loc) : "";
	site->by_lane = tally->divergent > 0;
	site->data_dependent = tally->data_dependent;
	site->minority_lanes = tally->divergent > 0 ? tally->minority / tally->divergent : 0;
	site->form = form_of(tally);
	site->side_warps = tally->side_warps;
	site->whole_warps = tally->whole_warps;
	site->side_lanes = tally->side_lanes;
	const char *doubt = doubt_of_branch(t, tally);
	site->standing = tally->unknown_requests > 0 ? STANDING_UNKNOWN : doubt ? STANDING_ASSUMED : STANDING_EXACT;
	site->why = tally->unknown_requests > 0 ? symbol_text(t, tally->unknown_symbol) : doubt ? doubt : "";
	site->object = "";
	site->reason = tally->divergent > 0 ? "the condition differs between the lanes of a warp" : "";
	if (tally->unknown_requests > 0)
		site->reason = site->why;
	set_likely_or_own_figures(t, tally, site);
}

static void
tell(struct telling *t, const struct tally *tally, struct site *site)
{
	site->place = place_of(t, tally->unit, tally->loc);
	/* A branch is shown up to the end of its condition, not of all that it guards. */
	if (tally->condition && tally->condition->loc.file == tally->loc.file) {
		site->place.end_line = tally->condition->loc.end_line;
		site->place.end_column = tally->condition->loc.end_column;
	}
	site->kind = tally->kind;
	site->space = tally->space;
	site->width = tally->width;
	site->source_width = source_width(tally);
	site->extrapolated = tally->extrapolated;
	if (tally->kind == SITE_BRANCH) {
		tell_branch(t, tally, site);
		return;
	}
	site->expression = excerpt(t, tally->unit, tally->place->loc);
	set_standing(t, tally, site);
	set_likely_or_own_figures(t, tally, site);
	const struct ir_expr *index_load = find_index_load(t, tally, main_pattern(tally));
	site->pattern = index_load ? PATTERN_GATHER : main_pattern(tally);
	site->lane_step = lane_step(t->launch, tally, site->pattern);
	if (site->pattern == PATTERN_MISALIGNED) {
		site->misalignment = tally->misalignment;
		site->misaligned_variously = tally->starts & (tally->starts - 1);
		site->misaligned_by_block = !tally->starts_unlike_thread;
	}
	site->in_record = site->lane_step && address_in_record(tally_address(tally), (uint64_t)llabs(site->lane_step));
	site->step_used = tally->used_step == site->lane_step ? tally->step_used : 0;
	site->walks = fmax(tally->walking_requests, tally->returning_requests) > 0.5 * tally->requests;
	site->memory = tally->object;
	site->of_matrix = is_of_matrix(tally);
	/* Rows that are not contiguous cost by themselves: a wider block would make it worse. */
	site->by_rows = site->pattern == PATTERN_MIXED && is_even_in_rows(t->launch, tally) &&
	                llabs(tally->uneven_step) <= (long long)tally->width;
	site->same_address_lanes = tally->same_address;
	site->ways = (unsigned)lround(tally->worst_excess);
	site->data_dependent = tally->doubtful_requests > 0;
	site->gap_excess = tally->gap_cost / tally->ideal;
	describe_object(t, tally, site);
	site->reason = index_load ? index_text(t, index_load) : pattern_reason(t, tally, site);
}

static int
by_place(const void *a, const void *b)
{
	const struct tally *const *x = a, *const *y = b;
	const struct ir_loc *p = &(*x)->loc, *q = &(*y)->loc;
	const int files = strcmp(file_of((*x)->unit, *p), file_of((*y)->unit, *q));
	if (files)
		return files;
	if (p->line != q->line)
		return p->line < q->line ? -1 : 1;
	if (p->column != q->column)
		return p->column < q->column ? -1 : 1;
	return (int)(*x)->kind - (int)(*y)->kind;
}

static void
drop_taken_back(struct fold *fold)
{
	for (size_t i = 0; i < fold->tally_count; i++)
		if (fold->tallies[i]->requests < LEAST_REQUESTS)
			fold->tallies[i]->requests = 0;
}

/* The functions whose accesses are told: who loads an index and hands it on is one of them. */
static void
find_callers(struct telling *t)
{
	const struct fold *fold = t->fold;
	struct address_reader *reader = &t->addresses;
	reader->callers = arena_array(t->arena, fold->tally_count + 1, sizeof *reader->callers);
	for (size_t i = 0; i < fold->tally_count; i++) {
		const struct ir_func *func = fold->tallies[i]->func;
		size_t known = 0;
		while (known < reader->caller_count && reader->callers[known] != func)
			known++;
		if (known == reader->caller_count)
			reader->callers[reader->caller_count++] = func;
	}
}

void
fold_finish(struct fold *fold, struct arena *arena, const struct eval_options *options, const struct kernel *kernel,
            struct launch *launch)
{
	struct telling t = {.fold = fold, .arena = arena, .options = options, .kernel = kernel, .launch = launch,
	                    .visits = MOST_VISITS, .addresses = {.arena = arena}};
	if (fold->tally_count)
		qsort(fold->tallies, fold->tally_count, sizeof *fold->tallies, by_place);
	drop_taken_back(fold);
	merge_members(fold);
	find_callers(&t);
	launch->sites = arena_array(arena, fold->tally_count + 1, sizeof *launch->sites);
	const struct tally **told = arena_array(arena, fold->tally_count + 1, sizeof *told);
	for (size_t i = 0; i < fold->tally_count; i++) {
		if (!(fold->tallies[i]->requests > 0))
			continue;
		told[launch->site_count] = fold->tallies[i];
		tell(&t, fold->tallies[i], &launch->sites[launch->site_count++]);
	}
	relate_sites(&(struct relatives){told, launch->sites, launch->site_count}, kernel, &t.addresses);
	tails_free(&t.tails);
	twins_free(&t.twins);
}
