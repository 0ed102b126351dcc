#include "eval/launch/assume.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/language/access.h"
#include "eval/state/assumed_numbers.h"
#include "eval/state/object.h"
#include "ir/integer.h"

static bool
mentions(const char *name, const char *const *words)
{
	char lower[64];
	size_t i = 0;
	for (; name[i] && i + 1 < sizeof lower; i++)
		lower[i] = (char)tolower((unsigned char)name[i]);
	lower[i] = '\0';
	for (; *words; words++)
		if (strstr(lower, *words))
			return true;
	return false;
}

static bool
begins_with(const char *name, const char *word)
{
	size_t i = 0;
	while (word[i] && tolower((unsigned char)name[i]) == word[i])
		i++;
	return !word[i];
}

/* Whether the name, or a part of it before a `_`, ends with the word. */
static bool
has_part_ending_with(const char *name, const char *word)
{
	const size_t length = strlen(word);
	for (; *name; name++)
		if (begins_with(name, word) && (!name[length] || name[length] == '_'))
			return true;
	return false;
}

/* Whether the name is a number of steps or of indices, rather than one of them: `num_index_sets`, `step_count`,
 * `iterations`. */
static bool
counts_them(const char *name)
{
	static const char *const fronts[] = {"num", "n_", "nb_", "niter", "total", "max", NULL};
	static const char *const ends[] = {"steps", "iters", "iterations", NULL};
	static const char *const anywhere[] = {"count", "number", NULL};
	for (const char *const *front = fronts; *front; front++)
		if (begins_with(name, *front))
			return true;
	for (const char *const *end = ends; *end; end++)
		if (has_part_ending_with(name, *end))
			return true;
	return mentions(name, anywhere);
}

/* A likely number by the name, which distinguishes extents of the first and of the third dimension, total counts and
 * numbers of threads. */
static int64_t
likely_number(const char *name)
{
	static const char *const threads[] = {"thread", "block", "tpb", NULL};
	static const char *const counts[] = {"count", "total", "bytes", "num", "len", "elem", NULL};
	static const char *const depths[] = {"depth", "slice", "batch", "channel", "nz", "dimz", NULL};
	static const char *const indices[] = {"idx", "index", "offset", "start", "begin", NULL};
	static const char *const steps[] = {"iter", "step", NULL};
	static const char *const ranks[] = {"device", "rank", NULL};
	if (mentions(name, ranks))
		return 0;
	if (mentions(name, steps))
		return counts_them(name) ? ASSUMED_STEPS : 0;
	if (mentions(name, indices))
		return counts_them(name) ? ASSUMED_SIZE : 0;
	if (mentions(name, threads))
		return ASSUMED_THREADS;
	if (mentions(name, depths))
		return ASSUMED_DEPTH;
	if ((name[0] == 'n' || name[0] == 'N') && !name[1])
		return ASSUMED_N;
	return mentions(name, counts) ? ASSUMED_COUNT : ASSUMED_SIZE;
}

/* Collects the text of assumed numbers, none larger than `largest`. */
struct assumed_text {
	int64_t largest;
	char *text;
	size_t size;
};

static void
append(char *text, size_t size, const char *name, int64_t number)
{
	const size_t used = strlen(text);
	snprintf(text + used, size - used, "%s%s = %lld", used ? ", " : "", name, (long long)number);
}

/* A number that selects a code path. */
static bool
is_choice(const char *name)
{
	static const char *const choices[] = {"which", "mode", "type",    "kind",   "dir",
	                                      "flag",  "op",   "version", "method", NULL};
	return mentions(name, choices);
}

/* The size of something: such numbers are mostly round, while an offset, a stride or a radius can be any number.
 * Capital letters are dimensions: B, T and C of a batch of sequences, K of a product of matrices. */
static bool
is_extent(const char *name)
{
	static const char *const extents[] = {"size", "width", "height", "row",   "col",    "len",  "count",
	                                      "num",  "dim",   "total",  "depth", "extent", "elem", NULL};
	const size_t length = strlen(name);
	const bool is_letter = length == 1 && (isupper((unsigned char)*name) || strchr("nmwh", *name));
	const bool is_count = length > 1 && length < 4 && (*name == 'n' || *name == 'N'); /* nx, N0, Ny */
	return is_letter || is_count || mentions(name, extents);
}

bool
assume_names_extent(const char *name)
{
	static const char *const pitches[] = {"pitch", "stride", NULL};
	const bool is_leading_dimension = name[0] == 'l' && name[1] == 'd' && strlen(name) <= 4;
	return is_extent(name) || is_leading_dimension || mentions(name, pitches);
}

bool
assume_allows(const struct ir_type *type)
{
	if (type->kind != IR_TYPE_INT)
		return type->kind == IR_TYPE_BOOL;
	return type->size <= sizeof(int64_t) && !(type->name && strcmp(type->name, "unsigned long long") == 0);
}

int64_t
assume_number(const char *name, const struct ir_type *type, int64_t largest)
{
	const int64_t likely = is_choice(name) ? 0 : likely_number(name);
	return integer_wrap(likely < largest ? likely : largest, type);
}

bool
assume_is_of_data(const struct ir_leaf *leaf)
{
	const struct ir_type *type = leaf->type;
	return type->kind == IR_TYPE_POINTER && type->element && type->element->kind != IR_TYPE_FUNCTION &&
	       !leaf->in_union;
}

struct object *
assume_object(struct machine *m, const struct ir_var *param, const char *name)
{
	struct object *object = memory_new(m->memory, OBJECT_GLOBAL, 0, name);
	object->assumed = true;
	object->born = ++m->clock;
	object->loc = param->loc;
	return object;
}

/* Data that the device reads, or a record of the host: an object of unknown size and contents. */
static struct value
assumed_object(struct machine *m, const struct ir_var *param, const char *name, const struct ir_type *pointer)
{
	struct object *object = assume_object(m, param, name);
	object->reason = machine_reason(m, REASON_PARAMETER, param->loc, param->name);
	object->element = pointer->element;
	return value_address(m, object, 0);
}

/* A number assumed by `name`, and reported under the name that the source has for it. */
static struct value
assumed_number(struct machine *m, const char *name, const char *reported, const struct ir_type *type,
               const struct assumed_text *assumed)
{
	const int64_t number = assume_number(name, type, assumed->largest);
	append(assumed->text, assumed->size, reported, number);
	return value_integer(m, number);
}

static struct value
some_number(struct machine *m, const struct ir_type *type, uint32_t reason)
{
	struct interval range = interval_all;
	integer_range(type, &range.low, &range.high);
	return value_symbol(m, type, symbols_argument(m->symbols, reason, range), 0);
}

/* Assumes the members of an unbound record. Extents get numbers, like parameters. Other integers stay unknown,
 * because they may be related, but each is one number for all lanes. In a kernel's parameter each pointer gets an
 * array, like a pointer parameter. Host code tests pointers for null: they stay unknown there, so that all paths are
 * evaluated. */
static void
assume_members(struct machine *m, const struct ir_var *param, struct object *object, const struct assumed_text *assumed)
{
	const struct ir_leaves leaves = ir_leaves_of(param->type, MOST_ASSUMED_MEMBERS);
	for (size_t i = 0; i < leaves.count && !leaves.too_many; i++) {
		const struct ir_leaf *leaf = &leaves.items[i];
		struct value v;
		if (m->frame->func->is_kernel && assume_is_of_data(leaf))
			v = assumed_object(m, param, leaf->name, leaf->type);
		else if (leaf->type->kind == IR_TYPE_INT && assume_names_extent(leaf->name) && !is_choice(leaf->name))
			v = assumed_number(m, leaf->name, arena_printf(&m->scratch, "%s.%s", param->name, leaf->name),
			                   leaf->type, assumed);
		else if (leaf->type->kind == IR_TYPE_INT || leaf->type->kind == IR_TYPE_BOOL)
			v = some_number(m, leaf->type, object->reason);
		else if (leaf->type->kind == IR_TYPE_POINTER)
			v = value_symbol(m, leaf->type, symbols_fresh(m->symbols, object->reason), 0);
		else
			continue;
		access_store(m, NULL, leaf->type, value_address(m, object, (int64_t)leaf->offset), v);
	}
	free(leaves.items);
}

struct value
assume_parameter(struct machine *m, const struct ir_var *param, int64_t largest, char *text, size_t size)
{
	const struct ir_type *type = param->type;
	const uint32_t reason = machine_reason(m, REASON_PARAMETER, param->loc, param->name);
	const struct assumed_text assumed = {largest, text, size};
	switch (type->kind) {
	case IR_TYPE_INT:
		/* An unknown number is better: all paths are evaluated. */
		if (is_choice(param->name))
			return value_symbol(m, type, symbols_fresh(m->symbols, reason), 0);
		return assumed_number(m, param->name, param->name, type, &assumed);
	case IR_TYPE_POINTER: return assumed_object(m, param, param->name, type);
	case IR_TYPE_RECORD: {
		struct object *object = temporary_object(m, type, param->loc);
		object->reason = reason;
		assume_members(m, param, object, &assumed);
		return value_address(m, object, 0);
	}
	default: return value_symbol(m, type, symbols_fresh(m->symbols, reason), 0);
	}
}

/* A typical array size: a multiple of the warp size, or a power of two. */
static int64_t
round_number(int64_t largest)
{
	int64_t power = 1;
	if (largest >= 32)
		return largest - largest % 32;
	while (2 * power <= largest)
		power *= 2;
	return power;
}

struct value
assume_argument(struct machine *m, const struct ir_var *param, struct value v, struct assumed_arguments *assumed)
{
	const struct term t = value_term(&v, 0);
	if (param->type->kind != IR_TYPE_INT || !assume_allows(param->type) || !t.symbol || !is_extent(param->name))
		return v;
	const struct reason *reason = symbols_reason_of(m->symbols, t.symbol);
	if (!reason_is_left_to_run(reason->kind))
		return v;
	if (!assumed->reason.kind)
		assumed->reason = *reason;
	const int64_t number = assume_number(param->name, param->type, round_number(assumed->largest));
	append(assumed->text, sizeof assumed->text, param->name, number);
	return value_integer(m, number);
}
