#include "kernels/calibrate/experiment.h"

#include <inttypes.h>
#include <string.h>

#include "kernels/calibrate/expression.h"

enum { MAX_BINDINGS = 32 };

/* What expressions may name at one degree. */
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
	json_object_foreach(json_object_get(scope->effect->json, "let"), name, expression)
		if (!evaluate(scope, expression, &value) || !bind(scope, name, value))
			return false;
	return true;
}

/* Integers in place of the expressions that stand in braces in the kernel's name, as in "copy<{degree}>". */
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
		const bool known = open[length] ? evaluate(scope, expression, &value)
		                                : complain(scope, name, "a brace that is not closed");
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
	json_object_foreach(buffers, name, bytes) {
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
	return (plan->cycles && plan->steps > 0) || complain(scope, "cycles", "a buffer and the number of steps are needed");
}

/* A member of the experiment, or what the ideal form has in its place. */
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
	json_t *shared = member(effect, form, "dynamic_shared"), *warps = member(effect, form, "warps");
	json_t *useful = member(effect, form, "useful_bytes");

	*plan = (struct plan){0};
	return bind_all(&scope, degree)
	    && plan_kernel(&scope, member(effect, form, "kernel"), &plan->kernel)
	    && plan_dimensions(&scope, member(effect, form, "grid"), plan->grid, &plan->grid_count)
	    && plan_dimensions(&scope, member(effect, form, "block"), plan->block, &plan->block_count)
	    && (!shared || evaluate(&scope, shared, &plan->dynamic_shared))
	    && (!warps || evaluate(&scope, warps, &plan->warps))
	    && (!useful || evaluate(&scope, useful, &plan->useful_bytes))
	    && plan_buffers(&scope, plan) && plan_arguments(&scope, member(effect, form, "arguments"), plan)
	    && plan_cycles(&scope, plan);
}

static bool
same_arguments(const struct plan *a, const struct plan *b)
{
	for (size_t i = 0; i < a->argument_count; i++) {
		const struct plan_argument *left = &a->arguments[i], *right = &b->arguments[i];
		/* Names are the experiment's own. */
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

/* Of the same form of the same effect. */
static bool
same_launch(const struct plan *a, const struct plan *b)
{
	return !strcmp(a->kernel, b->kernel) && !memcmp(a->grid, b->grid, sizeof a->grid)
	    && !memcmp(a->block, b->block, sizeof a->block) && a->dynamic_shared == b->dynamic_shared
	    && a->warps == b->warps && same_buffers(a, b) && same_arguments(a, b);
}

int64_t
experiment_stand_in(struct arena *arena, const struct effect *effect, enum form form, int64_t degree)
{
	struct plan first, own;
	const char *error;
	const bool same = experiment_plan(arena, effect, form, effect->degrees[0], &first, &error)
	               && experiment_plan(arena, effect, form, degree, &own, &error) && same_launch(&first, &own);
	return same ? effect->degrees[0] : degree;
}

static bool
load_effect(struct experiments *experiments, json_t *json, const char *source, const char *path, const char **error)
{
	struct arena *arena = &experiments->arena;
	struct effect *effect = &experiments->effects[experiments->effect_count++];
	json_t *degrees = json_object_get(json, "degrees");
	int64_t *values = arena_new_array(arena, int64_t, json_array_size(degrees));

	*effect = (struct effect){
		.name = json_string_value(json_object_get(json, "effect")), .source = source, .json = json,
		.degrees = values, .degree_count = json_array_size(degrees),
	};
	if (!effect->name || !effect->degree_count || !json_is_string(json_object_get(json, "unit"))
	    || !json_is_string(json_object_get(json, "description"))) {
		*error = arena_printf(arena, "%s: an effect needs its name, unit, description and degrees", path);
		return false;
	}
	for (size_t i = 0; i < effect->degree_count; i++)
		values[i] = json_integer_value(json_array_get(degrees, i));
	return true;
}

static bool
load_file(struct experiments *experiments, const struct embedded_file *files, const struct embedded_file *file,
          const char **error)
{
	struct arena *arena = &experiments->arena;
	json_error_t where;
	json_t *json = json_loadb(file->text, file->length, JSON_REJECT_DUPLICATES, &where);
	if (!json) {
		*error = arena_printf(arena, "%s:%d: %s", file->name, where.line, where.text);
		return false;
	}
	json_array_append_new(experiments->files, json);

	const char *name = json_string_value(json_object_get(json, "source"));
	const struct embedded_file *source = name ? embedded_find(files, name) : NULL;
	if (!source) {
		*error = arena_printf(arena, "%s: its source is not there", file->name);
		return false;
	}
	experiments->sources[experiments->source_count++] = (struct experiment_source){source->name, source->text};

	json_t *effects = json_object_get(json, "effects");
	const size_t count = experiments->effect_count;
	experiments->effects = arena_copy(arena, experiments->effects, count, count + json_array_size(effects),
	                                  sizeof *experiments->effects);
	for (size_t i = 0; i < json_array_size(effects); i++)
		if (!load_effect(experiments, json_array_get(effects, i), source->name, file->name, error))
			return false;
	return true;
}

static bool
is_experiment(const struct embedded_file *file)
{
	const char *ending = strrchr(file->name, '.');
	return ending && !strcmp(ending, ".json");
}

bool
experiments_load(struct experiments *experiments, const struct embedded_file *files, const char **error)
{
	size_t count = 0;
	while (files[count].name)
		count++;
	*experiments = (struct experiments){.files = json_array()};
	experiments->sources = arena_new_array(&experiments->arena, struct experiment_source, count);
	for (size_t i = 0; i < count; i++)
		if (is_experiment(&files[i]) && !load_file(experiments, files, &files[i], error))
			return false;
	return true;
}

static bool
is_named(const char *name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

static bool
has_effect(const struct experiments *experiments, const char *name)
{
	for (size_t i = 0; i < experiments->effect_count; i++)
		if (!strcmp(experiments->effects[i].name, name))
			return true;
	return false;
}

static bool
is_used(const struct experiments *experiments, const struct experiment_source *source)
{
	for (size_t i = 0; i < experiments->effect_count; i++)
		if (!strcmp(experiments->effects[i].source, source->name))
			return true;
	return false;
}

const char *
experiments_select(struct experiments *experiments, const char *const *effects, size_t count)
{
	size_t kept_effects = 0, kept_sources = 0;
	for (size_t i = 0; i < count; i++)
		if (!has_effect(experiments, effects[i]))
			return effects[i];
	for (size_t i = 0; i < experiments->effect_count; i++)
		if (is_named(experiments->effects[i].name, effects, count))
			experiments->effects[kept_effects++] = experiments->effects[i];
	experiments->effect_count = kept_effects;
	for (size_t i = 0; i < experiments->source_count; i++)
		if (is_used(experiments, &experiments->sources[i]))
			experiments->sources[kept_sources++] = experiments->sources[i];
	experiments->source_count = kept_sources;
	return NULL;
}

void
experiments_free(struct experiments *experiments)
{
	json_decref(experiments->files);
	arena_free(&experiments->arena);
}
