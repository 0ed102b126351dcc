#include "kernels/calibrate/experiment.h"

#include <inttypes.h>
#include <string.h>

#include "kernels/calibrate/expression.h"

enum { MAX_BINDINGS = 32 };

/* The names that expressions may use at one degree. */
struct scope {
	struct arena *arena;
	const struct effect *effect;
	struct binding bindings[MAX_BINDINGS];
	size_t count;
	const char **error;
};

static bool
complain(struct scope *scope, const char *what, const char *text)
{
	*scope->error = arena_printf(scope->arena, "%s: %s: %s", scope->effect->name, what, text);
	return false;
}

static bool
evaluate(struct scope *scope, json_t *expression, int64_t *value)
{
	const char *problem, *text = json_string_value(expression);
	if (!text)
		return complain(scope, "an expression is missing", "a string is needed");
	if (!expression_value(text, scope->bindings, scope->count, value, &problem))
		return complain(scope, text, problem);
	return true;
}

static bool
bind(struct scope *scope, const char *name, int64_t value)
{
	if (scope->count == MAX_BINDINGS)
		return complain(scope, name, "too many names");
	scope->bindings[scope->count++] = (struct binding){name, value};
	return true;
}

static bool
bind_all(struct scope *scope, int64_t degree)
{
	const char *name;
	json_t *expression;
	int64_t value;

	if (!bind(scope, "degree", degree))
		return false;
	json_object_foreach (json_object_get(scope->effect->json, "let"), name, expression)
		if (!evaluate(scope, expression, &value) || !bind(scope, name, value))
			return false;
	return true;
}

/* Replaces the expressions in braces in the kernel's name by their values, as in "copy<{degree}>". */
static bool
plan_kernel(struct scope *scope, json_t *json, const char **kernel)
{
	const char *name = json_string_value(json), *open;
	if (!name)
		return complain(scope, "kernel", "a name is needed");
	for (*kernel = ""; (open = strchr(name, '{')); name += strcspn(name, "}") + 1) {
		const size_t length = strcspn(open, "}");
		json_t *expression = json_stringn(open + 1, length - 1);
		int64_t value;
		const bool known =
			open[length] ? evaluate(scope, expression, &value) : complain(scope, name, "an unclosed brace");
		json_decref(expression);
		if (!known)
			return false;
		*kernel = arena_printf(scope->arena, "%s%.*s%" PRId64, *kernel, (int)(open - name), name, value);
	}
	*kernel = arena_printf(scope->arena, "%s%s", *kernel, name);
	return true;
}

static bool
plan_dimensions(struct scope *scope, json_t *list, int64_t dimensions[3], size_t *count)
{
	*count = json_array_size(list);
	if (*count < 1 || *count > 3)
		return complain(scope, "grid or block", "one to three expressions are needed");
	for (size_t i = 0; i < *count; i++) {
		if (!evaluate(scope, json_array_get(list, i), &dimensions[i]))
			return false;
		if (dimensions[i] < 1)
			return complain(scope, json_string_value(json_array_get(list, i)), "less than one");
	}
	return true;
}

static bool
plan_buffers(struct scope *scope, struct plan *plan)
{
	json_t *buffers = json_object_get(scope->effect->json, "buffers"), *bytes;
	const char *name;

	plan->buffers = arena_new_array(scope->arena, struct plan_buffer, json_object_size(buffers));
	json_object_foreach (buffers, name, bytes) {
		struct plan_buffer *buffer = &plan->buffers[plan->buffer_count++];
		buffer->name = name;
		if (!evaluate(scope, bytes, &buffer->bytes))
			return false;
		if (buffer->bytes < 1)
			return complain(scope, name, "an empty buffer");
	}
	return true;
}

static bool
plan_arguments(struct scope *scope, json_t *arguments, struct plan *plan)
{
	json_t *buffers = json_object_get(scope->effect->json, "buffers");
	json_t *textures = json_object_get(scope->effect->json, "textures");

	plan->arguments = arena_new_array(scope->arena, struct plan_argument, json_array_size(arguments));
	for (size_t i = 0; i < json_array_size(arguments); i++) {
		json_t *expression = json_array_get(arguments, i);
		const char *text = json_string_value(expression);
		struct plan_argument *argument = &plan->arguments[plan->argument_count++];
		if (text && json_object_get(buffers, text)) {
			argument->buffer = text;
			continue;
		}
		if (text && (argument->texture = json_object_get(textures, text)))
			continue;
		if (!evaluate(scope, expression, &argument->scalar))
			return false;
		if (argument->scalar < 0 || argument->scalar > UINT32_MAX)
			return complain(scope, text, "does not fit an unsigned int");
	}
	return true;
}

static bool
plan_cycles(struct scope *scope, struct plan *plan)
{
	json_t *cycles = json_object_get(scope->effect->json, "cycles");
	if (!cycles)
		return true;
	plan->cycles = json_string_value(json_object_get(cycles, "buffer"));
	plan->steps = json_integer_value(json_object_get(cycles, "steps"));
	return (plan->cycles && plan->steps > 0) ||
	       complain(scope, "cycles", "a buffer and the number of steps are needed");
}

/* Adds one step of one part as an operation. The part's index is `part` in the stream's expression. */
static bool
plan_operation(struct scope *scope, json_t *step, int64_t part, int64_t bytes, struct plan *plan)
{
	struct plan_operation *operation = &plan->operations[plan->operation_count++];
	json_t *stream = json_object_get(step, "stream");
	operation->what = json_string_value(json_object_get(step, "do"));
	operation->buffer = json_string_value(json_object_get(step, "buffer"));
	operation->offset = part * bytes;
	operation->bytes = bytes;
	if (!operation->what)
		return complain(scope, "sequence", "a step needs an action");
	if (!stream)
		return true;
	const size_t outer = scope->count;
	const bool known = bind(scope, "part", part) && evaluate(scope, stream, &operation->stream);
	scope->count = outer;
	return known;
}

/* Depth first: all steps of one part, then those of the next. Breadth first: one step of all parts, then the next
 * step. */
static bool
plan_operations(struct scope *scope, json_t *steps, int64_t parts, int64_t bytes, bool breadth_first, struct plan *plan)
{
	const size_t step_count = json_array_size(steps), count = step_count * (size_t)parts;
	plan->operations = arena_new_array(scope->arena, struct plan_operation, count);
	for (size_t i = 0; i < count; i++) {
		const size_t step = breadth_first ? i / (size_t)parts : i % step_count;
		const size_t part = breadth_first ? i % (size_t)parts : i / step_count;
		if (!plan_operation(scope, json_array_get(steps, step), (int64_t)part, bytes, plan))
			return false;
	}
	return true;
}

static bool
plan_sequence(struct scope *scope, json_t *sequence, struct plan *plan)
{
	enum { MAX_PARTS = 1024 };
	json_t *parts = json_object_get(sequence, "parts");
	const char *order = json_string_value(json_object_get(sequence, "order"));
	int64_t part_count = 1, bytes;
	if (!sequence)
		return true;
	plan->host_memory = json_string_value(json_object_get(sequence, "host_memory"));
	if (!plan->host_memory)
		return complain(scope, "sequence", "host_memory is needed");
	if ((parts && !evaluate(scope, parts, &part_count)) ||
	    !evaluate(scope, json_object_get(sequence, "bytes"), &bytes))
		return false;
	const bool breadth_first = order && !strcmp(order, "breadth-first");
	if (order && !breadth_first && strcmp(order, "depth-first"))
		return complain(scope, order, "an order is depth-first or breadth-first");
	if (part_count < 1 || part_count > MAX_PARTS || bytes < 1)
		return complain(scope, "sequence", "parts are empty or not in [1, 1024]");
	return plan_operations(scope, json_object_get(sequence, "steps"), part_count, bytes, breadth_first, plan);
}

/* A member of the experiment, or its replacement in the ideal form. */
static json_t *
member(const struct effect *effect, enum form form, const char *name)
{
	json_t *instead = form == FORM_IDEAL ? json_object_get(json_object_get(effect->json, "ideal"), name) : NULL;
	return instead ? instead : json_object_get(effect->json, name);
}

bool
experiment_plan(struct arena *arena, const struct effect *effect, enum form form, int64_t degree, struct plan *plan,
                const char **error)
{
	struct scope scope = {.arena = arena, .effect = effect, .error = error};
	json_t *warps = member(effect, form, "warps"), *useful = member(effect, form, "useful_bytes");
	json_t *operations = member(effect, form, "operations");

	*plan = (struct plan){0};
	return bind_all(&scope, degree) && plan_kernel(&scope, member(effect, form, "kernel"), &plan->kernel) &&
	       plan_dimensions(&scope, member(effect, form, "grid"), plan->grid, &plan->grid_count) &&
	       plan_dimensions(&scope, member(effect, form, "block"), plan->block, &plan->block_count) &&
	       (!warps || evaluate(&scope, warps, &plan->warps)) &&
	       (!useful || evaluate(&scope, useful, &plan->useful_bytes)) &&
	       (!operations || evaluate(&scope, operations, &plan->warp_operations)) && plan_buffers(&scope, plan) &&
	       plan_arguments(&scope, member(effect, form, "arguments"), plan) && plan_cycles(&scope, plan) &&
	       plan_sequence(&scope, member(effect, form, "sequence"), plan);
}

static bool
same_arguments(const struct plan *a, const struct plan *b)
{
	for (size_t i = 0; i < a->argument_count; i++) {
		const struct plan_argument *left = &a->arguments[i], *right = &b->arguments[i];
		/* Names are pointers into the experiment's own texts, so they can be compared as pointers. */
		if (left->buffer != right->buffer || left->texture != right->texture || left->scalar != right->scalar)
			return false;
	}
	return a->argument_count == b->argument_count;
}

static bool
same_buffers(const struct plan *a, const struct plan *b)
{
	for (size_t i = 0; i < a->buffer_count; i++)
		if (a->buffers[i].bytes != b->buffers[i].bytes)
			return false;
	return true;
}

/* Kind and buffer of an operation do not depend on the degree. */
static bool
same_operations(const struct plan *a, const struct plan *b)
{
	if (a->operation_count != b->operation_count)
		return false;
	for (size_t i = 0; i < a->operation_count; i++)
		if (a->operations[i].offset != b->operations[i].offset ||
		    a->operations[i].bytes != b->operations[i].bytes ||
		    a->operations[i].stream != b->operations[i].stream)
			return false;
	return true;
}

/* For two plans of the same form and effect. */
static bool
same_launch(const struct plan *a, const struct plan *b)
{
	return !strcmp(a->kernel, b->kernel) && !memcmp(a->grid, b->grid, sizeof a->grid) &&
	       !memcmp(a->block, b->block, sizeof a->block) && a->warps == b->warps && same_buffers(a, b) &&
	       same_arguments(a, b) && same_operations(a, b);
}

int64_t
experiment_stand_in(struct arena *arena, const struct effect *effect, enum form form, int64_t degree)
{
	struct plan first, own;
	const char *error;
	const bool same = experiment_plan(arena, effect, form, effect->degrees[0], &first, &error) &&
	                  experiment_plan(arena, effect, form, degree, &own, &error) && same_launch(&first, &own);
	return same ? effect->degrees[0] : degree;
}
