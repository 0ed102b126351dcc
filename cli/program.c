#include "cli/program.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/path.h"
#include "model/host_work.h"
#include "support/allocate.h"

struct definition {
	const char *link_name;
	size_t unit;
};

struct definitions {
	struct definition *items;
	size_t count, capacity;
};

static int
compare_definitions(const void *a, const void *b)
{
	return strcmp(((const struct definition *)a)->link_name, ((const struct definition *)b)->link_name);
}

bool
program_defines_main(const struct ir_unit *unit)
{
	for (size_t i = 0; i < unit->func_count; i++)
		if (unit->funcs[i]->body && !strcmp(unit->funcs[i]->qualified_name, "main"))
			return true;
	return false;
}

static void
collect_definitions(struct definitions *definitions, const struct ir_unit *unit, size_t index)
{
	for (size_t i = 0; i < unit->func_count; i++)
		if (unit->funcs[i]->body && unit->funcs[i]->link_name)
			memory_push(definitions->items, definitions->count, definitions->capacity,
			            ((struct definition){unit->funcs[i]->link_name, index}));
	for (size_t i = 0; i < unit->global_count; i++)
		if (!unit->globals[i]->is_extern && unit->globals[i]->link_name)
			memory_push(definitions->items, definitions->count, definitions->capacity,
			            ((struct definition){unit->globals[i]->link_name, index}));
}

static void mark_needed(const struct definitions *definitions, const struct ir_unit *units, size_t index, bool *needed);

static void
mark_definer(const struct definitions *definitions, const struct ir_unit *units, const char *link_name, bool *needed)
{
	if (!link_name || !definitions->count)
		return;
	const struct definition key = {.link_name = link_name};
	const struct definition *found =
		bsearch(&key, definitions->items, definitions->count, sizeof key, compare_definitions);
	if (found)
		mark_needed(definitions, units, found->unit, needed);
}

/* Marks the unit and, recursively, the units that define what it only declares. */
static void
mark_needed(const struct definitions *definitions, const struct ir_unit *units, size_t index, bool *needed)
{
	if (needed[index])
		return;
	needed[index] = true;
	for (size_t i = 0; i < units[index].declared_count; i++)
		mark_definer(definitions, units, units[index].declared[i]->link_name, needed);
	for (size_t i = 0; i < units[index].global_count; i++)
		if (units[index].globals[i]->is_extern)
			mark_definer(definitions, units, units[index].globals[i]->link_name, needed);
}

/* ---- units that exclude each other ---- */

struct kernel_place {
	const char *link_name, *file;
	uint32_t line;
	size_t unit;
};

struct kernel_places {
	struct kernel_place *items;
	size_t count, capacity;
};

static int
compare_kernel_places(const void *a, const void *b)
{
	const struct kernel_place *x = a, *y = b;
	const int order = strcmp(x->link_name, y->link_name);
	return order ? order : (x->unit > y->unit) - (x->unit < y->unit);
}

static void
collect_kernels(struct kernel_places *places, const struct ir_unit *unit, size_t index)
{
	for (size_t i = 0; i < unit->func_count; i++) {
		const struct ir_func *func = unit->funcs[i];
		if (func->body && func->link_name && func->is_kernel && !func->is_library && !func->template_arg_count)
			memory_push(places->items, places->count, places->capacity,
			            ((struct kernel_place){func->link_name, unit->files[func->loc.file], func->loc.line,
			                                   index}));
	}
}

static bool
is_same_definition(const struct kernel_place *a, const struct kernel_place *b)
{
	return a->line == b->line && path_is_same_file(a->file, b->file);
}

/* Which pairs of units each define a kernel of the same name, so that they cannot be linked. One row for each unit;
 * NULL: there are none. */
static bool *
find_rivals(struct arena *arena, const struct ir_unit *units, size_t count)
{
	struct kernel_places places = {0};
	bool *rivals = NULL;
	for (size_t i = 0; i < count; i++)
		collect_kernels(&places, &units[i], i);
	if (places.count)
		qsort(places.items, places.count, sizeof *places.items, compare_kernel_places);
	for (size_t i = 0; i < places.count; i++) {
		const struct kernel_place *a = &places.items[i];
		for (size_t k = i + 1; k < places.count && !strcmp(places.items[k].link_name, a->link_name); k++) {
			const struct kernel_place *b = &places.items[k];
			if (a->unit == b->unit || is_same_definition(a, b))
				continue;
			if (!rivals)
				rivals = arena_new_array(arena, bool, count *count);
			rivals[a->unit * count + b->unit] = rivals[b->unit * count + a->unit] = true;
		}
	}
	free(places.items);
	return rivals;
}

/* Takes the first unit of `left`, or one with main, and then in order all units that do not conflict with one already
 * taken. */
static void
take_compatible(const struct ir_unit *units, size_t count, const bool *rivals, bool *left, bool *taken)
{
	size_t first = count;
	for (size_t i = 0; i < count; i++)
		if (left[i] &&
		    (first == count || (program_defines_main(&units[i]) && !program_defines_main(&units[first]))))
			first = i;
	memset(taken, 0, count * sizeof *taken);
	for (size_t n = 0; n <= count && first < count; n++) {
		const size_t i = n ? n - 1 : first;
		bool fits = left[i];
		for (size_t k = 0; rivals && k < count; k++)
			fits = fits && !(taken[k] && rivals[i * count + k]);
		taken[i] = taken[i] || fits;
		left[i] = left[i] && !fits;
	}
}

static struct program
gather(struct arena *arena, struct ir_unit *units, size_t count, const bool *wanted)
{
	struct program program = {.units = arena_new_array(arena, struct ir_unit *, count)};
	for (size_t i = 0; i < count; i++)
		if (wanted[i])
			program.units[program.unit_count++] = &units[i];
	return program;
}

struct program *
program_split(struct arena *arena, struct ir_unit *units, size_t count, size_t *program_count)
{
	struct program *programs = arena_new_array(arena, struct program, 2 * count);
	bool *is_main = arena_new_array(arena, bool, count);
	bool *needed = arena_new_array(arena, bool, count);
	bool *left_over = arena_new_array(arena, bool, count);
	struct definitions definitions = {0};
	size_t mains = 0;
	for (size_t i = 0; i < count; i++) {
		left_over[i] = true;
		is_main[i] = program_defines_main(&units[i]);
		mains += is_main[i];
		if (!is_main[i])
			collect_definitions(&definitions, &units[i], i);
	}
	*program_count = 0;
	if (definitions.count)
		qsort(definitions.items, definitions.count, sizeof *definitions.items, compare_definitions);
	for (size_t i = 0; i < count && mains > 1; i++) {
		if (!is_main[i])
			continue;
		memset(needed, 0, count * sizeof *needed);
		mark_needed(&definitions, units, i, needed);
		programs[(*program_count)++] = gather(arena, units, count, needed);
		for (size_t k = 0; k < count; k++)
			left_over[k] = left_over[k] && !needed[k];
	}
	free(definitions.items);
	const bool *rivals = find_rivals(arena, units, count);
	for (;;) {
		take_compatible(units, count, rivals, left_over, needed);
		const struct program rest = gather(arena, units, count, needed);
		if (!rest.unit_count)
			return programs;
		programs[(*program_count)++] = rest;
	}
}

static struct kernel *
find_kernel(const struct facts *facts, const struct kernel *like)
{
	for (size_t i = 0; i < facts->kernel_count; i++) {
		struct kernel *kernel = &facts->kernels[i];
		if (kernel->link_name && like->link_name && !strcmp(kernel->link_name, like->link_name) &&
		    facts_same_place(&kernel->place, &like->place))
			return kernel;
	}
	return NULL;
}

static bool
has_file(const struct facts *facts, const char *path)
{
	for (size_t i = 0; i < facts->file_count; i++)
		if (!strcmp(facts->files[i].path, path))
			return true;
	return false;
}

/* `first` and `second` concatenated in new memory. */
static void *
join(struct arena *arena, const void *first, size_t first_count, const void *second, size_t second_count, size_t size)
{
	char *all = arena_copy(arena, first, first_count, first_count + second_count, size);
	if (second_count)
		memcpy(all + first_count * size, second, second_count * size);
	return all;
}

static bool
is_listed(const struct kernel *kernel, const struct unreached *access)
{
	for (size_t i = 0; i < kernel->unreached_count; i++)
		if (facts_same_place(&kernel->unreached[i].place, &access->place))
			return true;
	return false;
}

static bool
is_refused(const struct kernel *kernel, const struct refused_launch *launch)
{
	for (size_t i = 0; i < kernel->refused_count; i++)
		if (facts_same_place(&kernel->refused[i].place, &launch->place) &&
		    !strcmp(kernel->refused[i].why, launch->why))
			return true;
	return false;
}

/* Code that one program did not reach may be reached by another; only what both did not reach stays. */
static void
keep_common(struct kernel *known, const struct kernel *kernel)
{
	size_t kept = 0;
	for (size_t i = 0; i < known->unreached_count; i++)
		if (is_listed(kernel, &known->unreached[i]))
			known->unreached[kept++] = known->unreached[i];
	known->unreached_count = kept;
}

static void
add_host_operations(struct facts *whole, const struct facts *part)
{
	whole->host_operations = join(&whole->arena, whole->host_operations, whole->host_operation_count,
	                              part->host_operations, part->host_operation_count, sizeof *part->host_operations);
	whole->host_operation_count += part->host_operation_count;
	whole->host_operations_left_out |= part->host_operations_left_out;
	whole->shares_devices |= part->shares_devices;
}

/* The launch of index `number` among the program's launches, which the kernel has in order. */
static const struct launch *
find_launch(const struct kernel *kernel, unsigned program, size_t number)
{
	for (size_t i = 0; i < kernel->launch_count; i++)
		if (kernel->launches[i].program.number == program && !number--)
			return &kernel->launches[i];
	return NULL;
}

void
program_find_launches(struct facts *whole, const struct facts *parts)
{
	for (size_t i = 0; i < whole->host_operation_count; i++) {
		struct host_operation *operation = &whole->host_operations[i];
		size_t found = 0;
		for (size_t k = 0; k < operation->launch_count; k++) {
			const struct launch *launch = operation->launches[k].launch;
			const struct kernel *kernel = facts_kernel_of(&parts[operation->program], launch);
			const struct kernel *known = kernel ? find_kernel(whole, kernel) : NULL;
			launch = known ? find_launch(known, operation->program, (size_t)(launch - kernel->launches))
			               : NULL;
			if (launch)
				operation->launches[found++] =
					(struct made_launch){launch, operation->launches[k].times};
		}
		operation->launch_count = found;
	}
}

void
program_merge(struct facts *whole, const struct facts *part)
{
	struct arena *arena = &whole->arena;
	whole->files = join(arena, whole->files, whole->file_count, part->files, part->file_count, sizeof *part->files);
	for (size_t i = 0; i < part->file_count; i++)
		if (!has_file(whole, part->files[i].path))
			whole->files[whole->file_count++] = part->files[i];
	whole->cut_loops = join(arena, whole->cut_loops, whole->cut_loop_count, part->cut_loops, part->cut_loop_count,
	                        sizeof *part->cut_loops);
	whole->cut_loop_count += part->cut_loop_count;
	whole->library_calls = join(arena, whole->library_calls, whole->library_call_count, part->library_calls,
	                            part->library_call_count, sizeof *part->library_calls);
	whole->library_call_count += part->library_call_count;
	whole->needs_arguments |= part->needs_arguments;
	whole->unseen_calls = join(arena, whole->unseen_calls, whole->unseen_call_count, part->unseen_calls,
	                           part->unseen_call_count, sizeof *part->unseen_calls);
	whole->unseen_call_count += part->unseen_call_count;
	whole->undefined_kernels =
		join(arena, whole->undefined_kernels, whole->undefined_kernel_count, part->undefined_kernels,
	             part->undefined_kernel_count, sizeof *part->undefined_kernels);
	whole->undefined_kernel_count += part->undefined_kernel_count;
	add_host_operations(whole, part);
	whole->kernels = join(arena, whole->kernels, whole->kernel_count, part->kernels, part->kernel_count,
	                      sizeof *part->kernels);
	for (size_t i = 0; i < part->kernel_count; i++) {
		const struct kernel *kernel = &part->kernels[i];
		struct kernel *known = find_kernel(whole, kernel);
		if (!known) {
			whole->kernels[whole->kernel_count++] = *kernel;
			continue;
		}
		known->launches = join(arena, known->launches, known->launch_count, kernel->launches,
		                       kernel->launch_count, sizeof *kernel->launches);
		known->launch_count += kernel->launch_count;
		known->refused = join(arena, known->refused, known->refused_count, kernel->refused,
		                      kernel->refused_count, sizeof *kernel->refused);
		for (size_t k = 0; k < kernel->refused_count; k++)
			if (!is_refused(known, &kernel->refused[k]))
				known->refused[known->refused_count++] = kernel->refused[k];
		known->left_out = join(arena, known->left_out, known->left_out_count, kernel->left_out,
		                       kernel->left_out_count, sizeof *kernel->left_out);
		known->left_out_count += kernel->left_out_count;
		known->launches_left_out += kernel->launches_left_out;
		keep_common(known, kernel);
	}
}

static bool
is_at(const struct ir_unit *unit, struct ir_loc loc, const struct place *place)
{
	return loc.line == place->line && loc.column == place->column &&
	       path_is_same_file(unit->files[loc.file], place->file);
}

static bool
has_instance(const struct ir_unit *units, size_t count, const struct place *place)
{
	for (size_t u = 0; u < count; u++)
		for (size_t i = 0; i < units[u].func_count; i++)
			if (units[u].funcs[i]->is_kernel && is_at(&units[u], units[u].funcs[i]->loc, place))
				return true;
	return false;
}

void
program_report_dormant(struct facts *facts, const struct ir_unit *units, size_t count, size_t given)
{
	size_t most = 0;
	for (size_t u = 0; u < given; u++)
		most += units[u].template_count;
	facts->dormant_templates = arena_new_array(&facts->arena, struct dormant_template, most);
	for (size_t u = 0; u < given; u++) {
		for (size_t i = 0; i < units[u].template_count; i++) {
			const struct ir_template *t = &units[u].templates[i];
			const struct place place = {units[u].files[t->loc.file], t->loc.line, t->loc.column,
			                            t->loc.line, t->loc.column};
			if (!strcmp(place.file, units[u].path) && !has_instance(units, count, &place))
				facts->dormant_templates[facts->dormant_template_count++] = (struct dormant_template){
					t->qualified_name,
					t->params,
					place,
				};
		}
	}
}

static bool
is_header(const char *path)
{
	static const char *const endings[] = {".cuh", ".h", ".hpp", ".hh", ".hxx", ".inl", ".inc"};
	const char *dot = strrchr(path, '.');
	for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
		if (!strcmp(dot, endings[i]))
			return true;
	return false;
}

/* The file's index in the unit; 0: the unit does not include it. */
static size_t
find_file(const struct ir_unit *unit, const char *path)
{
	for (size_t i = 1; i < unit->file_count; i++)
		if (path_is_same_file(unit->files[i], path))
			return i;
	return 0;
}

/* Whether the unit includes the file, and the compiler accepts it there. */
static bool
includes(const struct ir_unit *unit, const char *path)
{
	const size_t file = find_file(unit, path);
	for (size_t i = 0; file && i < unit->problem_count; i++)
		if (unit->problems[i].loc.file == file)
			return false;
	return file;
}

static void
empty(struct ir_unit *unit)
{
	struct ir_unit none = {0};
	none.path = arena_strdup(&none.arena, unit->path);
	const char *no_file = "";
	memory_push(none.files, none.file_count, none.file_capacity, no_file);
	ir_unit_free(unit);
	*unit = none;
}

void
program_absorb_headers(struct ir_unit *units, size_t count, size_t given)
{
	for (size_t u = 0; u < given; u++) {
		bool absorbed = false;
		if (units[u].failed || !units[u].problem_count || !is_header(units[u].path))
			continue;
		for (size_t i = 0; i < count && !absorbed; i++)
			absorbed = i != u && includes(&units[i], units[u].path);
		if (absorbed)
			empty(&units[u]);
	}
}
