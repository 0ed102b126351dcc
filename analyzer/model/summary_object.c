/* The array that an access belongs to, and its layout. */
#define _GNU_SOURCE /* memmem */
#include <ctype.h>
#include <string.h>

#include "analysis/chosen_pointer.h"
#include "analysis/known_code.h"
#include "ir/member.h"
#include "model/summary.h"
#include "support/name_letter.h"
#include "support/source_reader.h"

/* The source text, without blanks, of the pointer that an access uses, if the pointer is loaded from a record or an
 * array: `p.x`, `p->x`, `rows[b]`. "" for any other pointer, and for a text that is not a plain name. */
static const char *
loaded_pointer(struct summary *t, const struct ir_unit *unit, const struct ir_expr *address)
{
	enum { LONGEST = 40 };
	const struct ir_expr *e = address;
	while (e && (e->kind == IR_OFFSET || e->kind == IR_FIELD || e->kind == IR_CONVERT))
		e = e->a;
	if (!e || e->kind != IR_LOAD || e->a->kind == IR_VAR)
		return "";
	const char *text = summary_excerpt(t, unit, e->loc);
	char *name = arena_alloc(t->arena, LONGEST + 1);
	size_t used = 0;
	for (; *text && used < LONGEST; text++)
		if (*text != ' ')
			name[used++] = *text;
	const bool begins = used && (isalpha((unsigned char)*name) || *name == '_'),
		   is_whole = !*text && !strchr(name, '(');
	const bool ends = used && (name[used - 1] == ']' || is_name_letter(name[used - 1]));
	return begins && is_whole && ends ? name : "";
}

/* The bracket that matches the closing bracket at `end`; NULL: none. */
static const char *
opening(const char *text, const char *end)
{
	unsigned depth = 0;
	for (const char *at = end; at >= text; at--) {
		depth += *at == ']';
		if (*at == '[' && !--depth)
			return at;
	}
	return NULL;
}

/* The text in the last brackets of an array declaration. "" if the declaration does not end with all dimensions,
 * because the others are in a typedef or a macro. */
static const char *
last_dimension(struct summary *t, const struct site_accumulator *accumulator, unsigned dimensions)
{
	const char *text = summary_excerpt(t, accumulator->unit, accumulator->objects.first->loc);
	const char *end = text + strlen(text), *last = "";
	for (unsigned i = 0; i < dimensions; i++) {
		while (end > text && isspace((unsigned char)end[-1]))
			end--;
		const char *open = end > text && end[-1] == ']' ? opening(text, --end) : NULL;
		const bool is_attribute = open && open[1] == '[';
		if (!open || is_attribute)
			return "";
		last = i ? last : arena_strndup(t->arena, open + 1, (size_t)(end - open - 1));
		end = open;
	}
	return last;
}

/* Whether the text contains `sizeof` of the name: `sizeof(tile)`, `sizeof tile[0]`. */
static bool
takes_size(const char *text, const char *end, const char *name)
{
	static const char word[] = "sizeof";
	const size_t length = strlen(name);
	while ((text = memmem(text, (size_t)(end - text), word, sizeof word - 1))) {
		text += sizeof word - 1;
		const char *at = text;
		while (at < end && strchr(" \t\r\n(*&", *at))
			at++;
		if ((size_t)(end - at) > length && memcmp(at, name, length) == 0 && !is_name_letter(at[length]))
			return true;
	}
	return false;
}

/* Whether the declaring file takes the object's size. Host code that uses a tile's size is usually in the same file. */
static bool
is_size_taken(struct summary *t, const struct site_accumulator *accumulator)
{
	size_t length;
	const char *text =
		t->sources->text
			? t->sources->text(t->sources->context,
	                                   summary_file(accumulator->unit, accumulator->objects.first->loc), 1, &length)
			: NULL;
	if (t->sized != accumulator->objects.first) {
		t->sized = accumulator->objects.first;
		t->size_taken = text && takes_size(text, text + length, accumulator->objects.first->name);
	}
	return t->size_taken;
}

static void
describe_rows(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	const struct ir_type *type = accumulator->objects.first->type, *row = NULL;
	unsigned dimensions = 0;
	for (; type && type->kind == IR_TYPE_ARRAY; type = type->element, dimensions++)
		row = type;
	if (dimensions < 2 || !type)
		return;
	site->shared.row_bytes = (int64_t)row->size;
	site->shared.dimensions = dimensions;
	site->shared.element_bytes = (unsigned)type->size;
	site->shared.row_length = last_dimension(t, accumulator, dimensions);
	site->shared.size_taken = is_size_taken(t, accumulator);
	address_begin(&t->addresses, accumulator->func);
	site->object.by_dimensions = accumulator->reported == accumulator->node &&
	                             address_by_dimensions(&t->addresses, accumulator_address(accumulator), dimensions);
}

/* The name of a visible array is clearer than that of a pointer into it. */
static bool
is_declared_array(const struct object *object)
{
	return object && object->loc.line &&
	       (object->kind == OBJECT_SHARED || object->kind == OBJECT_CONSTANT || object->kind == OBJECT_PARAMETER);
}

const char *
summary_object_name(struct summary *t, const struct site_accumulator *accumulator)
{
	const struct object *object = accumulator->objects.first;
	const bool is_itself = accumulator->reported == accumulator->node && !is_declared_array(object);
	const char *name = is_itself ? loaded_pointer(t, accumulator->unit, accumulator_address(accumulator)) : "";
	if (is_itself && !*name)
		name = ir_root_name(accumulator_address(accumulator));
	return *name || !object ? name : object->name;
}

/* The name of the kernel's parameter that points to the object, if the access is in a function with another name for
 * it. NULL: none or several. */
static const char *
argument_of(const struct summary *t, const struct site_accumulator *accumulator, const struct object *object,
            const char *name)
{
	const char *found = NULL;
	for (size_t i = 0; object && !accumulator->func->is_kernel && i < t->launch->data.input_count; i++) {
		const struct launch_argument *input = &t->launch->data.inputs[i];
		if (input->kind != ARGUMENT_BUFFER || input->memory != object)
			continue;
		if (found)
			return NULL;
		found = input->name;
	}
	return found && strcmp(found, name) != 0 ? found : NULL;
}

/* With more than two objects none is named, because two names would look complete. */
static void
summary_kernel_arguments(const struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	site->object.has_others = accumulator->objects.other;
	if (accumulator->objects.are_more)
		return;
	site->object.argument = argument_of(t, accumulator, accumulator->objects.first, site->object.name);
	if (site->object.argument)
		site->object.other_argument =
			argument_of(t, accumulator, accumulator->objects.other, site->object.name);
}

static bool
is_in_device(const struct object *object)
{
	return object && object->kind == OBJECT_GLOBAL && !object->assumed;
}

/* The object's address range in the machine code's run. */
static void
summary_addresses(const struct summary *t, const struct object *object, struct site *site)
{
	if (site->object.has_others || !object)
		return;
	if (site->space == SPACE_GLOBAL) {
		site->object.first = (uint64_t)object->id << WINDOW_BITS;
		site->object.end = site->object.first + ((uint64_t)1 << WINDOW_BITS);
	} else if (site->space == SPACE_SHARED && object->kind == OBJECT_SHARED) {
		site->object.first = aggregator_shared_offset(t->aggregator, object);
		site->object.end = site->object.first + object->size;
	}
}

/* Dynamic shared memory is one array, whatever the kernel divides it into. */
static void
summary_shared(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	site->shared.bytes = (int64_t)accumulator->objects.first->size;
	if (is_declared_array(accumulator->objects.first))
		describe_rows(t, accumulator, site);
	site->shared.samples = samples_reported(accumulator->pattern.sampled, t->arena, &site->shared.sample_count);
	site->shared.own_banks = accumulator->banks.has_own && !accumulator->banks.has_conflicts;
}

void
summary_object(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	const struct object *object = accumulator->objects.first;
	const bool is_declared = is_declared_array(object);
	site->object.name = arena_strdup(t->arena, summary_object_name(t, accumulator));
	site->object.allocation = object;
	site->object.is_in_device = is_in_device(object) && !accumulator->objects.are_more &&
	                            (!accumulator->objects.other || is_in_device(accumulator->objects.other));
	summary_kernel_arguments(t, accumulator, site);
	summary_addresses(t, object, site);
	if (is_declared)
		site->object.declaration = facts_place(t->arena, accumulator->unit, object->loc);
	if (object && object->kind == OBJECT_SHARED)
		summary_shared(t, accumulator, site);
}

void
summary_chosen(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	if (site->kind > SITE_STORE || (site->space != SPACE_GLOBAL && site->space != SPACE_SHARED))
		return;
	struct definitions definitions = definitions_known_of(&t->aggregator->code->definitions, accumulator->func);
	const struct ir_expr *chosen =
		chosen_pointer_of(&definitions, accumulator->func, accumulator_address(accumulator));
	if (chosen)
		site->sharers.chosen = facts_place(t->arena, accumulator->unit, chosen->loc);
}
