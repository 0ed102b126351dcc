#include "model/compiled/code_sites.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/compiled/map_sites.h"
#include "model/compiled/map_trace.h"
#include "model/compiled/run_caveats.h"
#include "model/site_trace.h"
#include "model/summary.h"
#include "support/allocate.h"
#include "support/hash.h"
#include "support/path.h"

/* ---- places ------------------------------------------------------------------------------------------------------ */

/* The text of the line without surrounding blanks; "": not available. */
static const char *
line_text(const struct code_sites_of *code, const struct place *place)
{
	size_t length = 0;
	const char *text = code->sources->text
	                           ? code->sources->text(code->sources->context, place->file, place->line, &length)
	                           : NULL;
	if (!text)
		return "";
	const char *end = memchr(text, '\n', length);
	size_t left = end ? (size_t)(end - text) : length;
	for (; left && isspace((unsigned char)*text); left--)
		text++;
	while (left && isspace((unsigned char)text[left - 1]))
		left--;
	return arena_strndup(code->arena, text, left < LONGEST_EXPRESSION ? left : LONGEST_EXPRESSION);
}

/* The inline assembly statement that contains the line; NULL: none. Compilers and profilers attribute its accesses
 * to the line of one of its operands. */
static const struct place *
assembly_at(const struct kernel *kernel, const char *file, uint32_t line)
{
	for (size_t i = 0; i < kernel->assembly_count; i++) {
		const struct place *place = &kernel->assembly[i];
		if (place->line <= line && line <= place->end_line && path_same_name(place->file, file))
			return place;
	}
	return NULL;
}

/* The place of an inlined access is the calling line in the program. */
static void
set_place(struct site *site, const struct line_traffic *line, const struct machine_instruction *instruction,
          const struct place *assembly)
{
	const bool is_own = instruction->file && path_same_name(instruction->file, line->file);
	const struct place there = {
		.file = is_own ? instruction->file : line->file, .line = line->line, .end_line = line->line};
	if (assembly && assembly->line == line->line) {
		site->place = *assembly;
	} else if (is_own || assembly || !instruction->file) {
		site->place = there;
	} else {
		site->place = (struct place){
			.file = instruction->file, .line = instruction->line, .end_line = instruction->line};
		site->code.line_info = there;
	}
}

/* Identifies the site by its text and not by its line, like other sites. */
static const char *
id_of(const struct code_sites_of *code, const struct launch *launch, const struct site *site)
{
	uint64_t hash = hash_text(code->kernel->link_name ? code->kernel->link_name : "");
	const char *const parts[] = {site->expression, site_kind_text(site->kind), site_space_text(site->space)};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		hash = hash_text_from(hash, parts[i]);
	unsigned ordinal = 0;
	for (size_t i = 0; i < launch->site_count; i++)
		ordinal += launch->sites[i].kind == site->kind && launch->sites[i].space == site->space &&
		           strcmp(launch->sites[i].expression, site->expression) == 0;
	return arena_printf(code->arena, "%016llx-m%u", (unsigned long long)hash, ordinal);
}

/* ---- contents ---------------------------------------------------------------------------------------------------- */

static struct site
unknown_site(void)
{
	return (struct site){
		.confidence = CONFIDENCE_UNKNOWN,
		.predicted = no_figures,
		.basis.is_open_ended = true,
		.measured.line_excess = NAN,
		.pattern = PATTERN_UNKNOWN,
		.object.name = "",
		.reason = "",
		.why = "",
		.shared.row_length = "",
		.atomic.builtin = IR_BUILTIN_COUNT,
		.uneven.of_block = 1,
		.uneven.of_launch = 1,
		.atomic.result_used = true,
	};
}

static struct site
site_of(const struct code_sites_of *code, const struct launch *launch, const struct line_traffic *line)
{
	const struct place *assembly = assembly_at(code->kernel, line->file, line->line);
	struct site site = unknown_site();
	site.code.is_only_here = !assembly;
	site.kind = line->kind;
	site.space = line->space;
	site.width = line->width ? line->width : line->parts[0].width;
	site.source.width = site.width;
	site.basis.is_data_dependent = line->sum.by_data;
	set_place(&site, line, &code->machine->instructions[line->parts[0].at], assembly);
	site.expression = line_text(code, assembly                   ? assembly
	                                  : site.code.line_info.file ? &site.code.line_info
	                                                             : &site.place);
	site.id = id_of(code, launch, &site);
	return site;
}

/* A site without a source access is never exact: NVRTC and nvcc have put the same instructions on different lines. */
static const char *
assumption_of(const struct launch *launch, const struct site *site, const struct line_traffic *line,
              const struct launch_traffic *of)
{
	const char *assumption = run_caveats_first(&(struct run_figures){launch, site, &line->sum, of, false});
	return assumption || !site->code.is_only_here
	               ? assumption
	               : "nvcc places it on this line, as NVRTC does; the source has no access here";
}

static void
set_figures(struct site *site, const struct instruction_traffic *sum, const char *assumption, const struct gpu *gpu)
{
	sites_set_figures(site, sum);
	site->confidence = assumption ? CONFIDENCE_ASSUMED : CONFIDENCE_EXACT;
	site->why = assumption ? assumption : "";
	site->basis.awaits_code = false;
	site->object.first = site->space == SPACE_GLOBAL ? sum->first : 0;
	site->object.end = site->space == SPACE_GLOBAL ? sum->end : 0;
	summary_demand_of_figures(site, gpu);
}

/* ---- all sites --------------------------------------------------------------------------------------------------- */

/* Whether some lane may execute the access. Loads of parameters have no sites. */
static bool
is_access(const struct line_traffic *line)
{
	return (line->sum.requests > 0 || line->sum.doubtful > 0 || line->sum.is_open) &&
	       (line->kind == SITE_LOAD || line->kind == SITE_STORE || line->kind == SITE_ATOMIC) &&
	       (line->space == SPACE_GLOBAL || line->space == SPACE_SHARED) && !lines_load_parameter(line);
}

/* Moves the launch's sites to an array with room for more. */
static void
make_room(struct launch *launch, size_t count, struct arena *arena)
{
	const struct site *before = launch->sites, **to = memory_zeroed(launch->site_count + 1, sizeof *to);
	struct site *sites = arena_array(arena, launch->site_count + count + 1, sizeof *sites);
	if (launch->site_count)
		memcpy(sites, before, launch->site_count * sizeof *sites);
	for (size_t i = 0; i < launch->site_count; i++)
		to[i] = &sites[i];
	sites_point(sites, launch->site_count, before, to);
	free(to);
	launch->sites = sites;
}

static bool
is_at(const struct place *place, const struct place *other)
{
	return place->file && other->file && place->line == other->line && path_same_name(place->file, other->file);
}

/* Whether an evaluated site reports the access already. An access in a library function may be known by its caller
 * only, and one through a null pointer has no known memory. */
static bool
is_reported_elsewhere(const struct launch *launch, const struct site *site)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (!other->code.is_only_here && other->kind == site->kind && is_at(&other->place, &site->place) &&
		    (other->space == SPACE_GENERIC || (site->code.line_info.file && other->space == site->space)))
			return true;
	}
	return false;
}

/* `of` is NULL if nothing is known; `why` names the reason. */
static void
add(const struct code_sites_of *code, struct launch *launch, const struct lines_traffic *lines,
    const struct launch_traffic *of, const char *why)
{
	bool *is_reported = lines_with_sites(lines, launch);
	size_t count = 0;
	for (size_t i = 0; i < lines->count; i++)
		count += !is_reported[i] && is_access(&lines->items[i]);
	if (count)
		make_room(launch, count, code->arena);
	for (size_t i = 0; i < lines->count; i++) {
		const struct line_traffic *line = &lines->items[i];
		if (is_reported[i] || !is_access(line))
			continue;
		struct site site = site_of(code, launch, line);
		if (is_reported_elsewhere(launch, &site))
			continue;
		site_trace_of_code(launch, &site);
		if (of && line->sum.is_open && line->sum.unknown_operation)
			site.why = arena_printf(
				code->arena,
				"in the machine code, its address or execution depends on %s, and gpulint does not know "
				"what that instruction computes",
				line->sum.unknown_operation);
		else if (!of || line->sum.is_open)
			site.why = why;
		else
			set_figures(&site, &line->sum, assumption_of(launch, &site, line, of), code->gpu);
		if (site.trace && of) {
			map_trace_line(&site, line, code->machine, of);
			run_caveats_trace(&(struct run_figures){launch, &site, &line->sum, of, false});
		}
		site_trace_step(&site, TRACE_MAP, "only the machine code has it: no site of the source is on its line");
		launch->sites[launch->site_count++] = site;
	}
	free(is_reported);
}

/* An operand's load is on the statement's line, so the assembly's own accesses cannot be distinguished from it. */
static void
lower_operands(const struct kernel *kernel, struct launch *launch)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		const struct place *place = lines_place(site);
		if (site->confidence != CONFIDENCE_EXACT || site->kind > SITE_ATOMIC ||
		    !assembly_at(kernel, place->file, place->line))
			continue;
		site->confidence = CONFIDENCE_ASSUMED;
		site->why = "the inline assembly on its line may access memory as well";
	}
}

void
code_sites_add(const struct code_sites_of *code, struct launch *launch, const struct lines_traffic *lines,
               const struct launch_traffic *of)
{
	lower_operands(code->kernel, launch);
	site_trace_changes(launch, TRACE_MAP, "inline assembly shares its line");
	add(code, launch, lines, of, "in the machine code, unknown data decides its address, or whether it executes");
}

void
code_sites_add_unknown(const struct code_sites_of *code, struct launch *launch, const char *why)
{
	const size_t count = traffic_item_count(code->machine->code);
	struct instruction_traffic *items = memory_zeroed(count + 1, sizeof *items);
	for (size_t i = 0; i < count; i++)
		items[i].doubtful = 1;
	struct lines_traffic lines = lines_of_launch(items, code->machine);
	add(code, launch, &lines, NULL, why);
	lines_free(&lines);
	free(items);
}

void
code_sites_of_assembly(const struct kernel *kernel, struct launch *launch, struct arena *arena)
{
	if (kernel->assembly_count)
		make_room(launch, kernel->assembly_count, arena);
	for (size_t i = 0; i < kernel->assembly_count; i++) {
		struct site site = unknown_site();
		site.kind = SITE_CALL;
		site.space = SPACE_NONE;
		site.place = kernel->assembly[i];
		site.expression = "asm";
		site.why = "not compiled: only machine code shows what inline assembly accesses";
		site_trace_of_code(launch, &site);
		site.id = arena_printf(arena, "%016llx-a%zu",
		                       (unsigned long long)hash_text(kernel->link_name ? kernel->link_name : ""), i);
		launch->sites[launch->site_count++] = site;
	}
}
