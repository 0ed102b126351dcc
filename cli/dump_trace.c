#include "cli/dump_trace.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "cli/report/text.h"
#include "cli/terminal.h"
#include "model/site_trace.h"
#include "support/allocate.h"

enum { LABEL_INDENT = 4, TEXT_INDENT = 20 };

struct dump {
	FILE *out;
	struct arena *arena;
	const struct facts *facts;
	bool no_compile;
};

/* ---- lines ---- */

__attribute__((format(printf, 3, 4))) static void
line(const struct dump *dump, const char *label, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *text = arena_vprintf(dump->arena, format, args);
	va_end(args);
	const int room = TEXT_INDENT - LABEL_INDENT;
	fprintf(dump->out, "%*s%-*s", LABEL_INDENT, "", room, label);
	text_wrapped(dump->out, *text ? text : "-",
	             &(struct text_box){TEXT_INDENT, TEXT_INDENT, terminal_width(dump->out)});
}

static void
heading(const struct dump *dump, const char *text)
{
	fprintf(dump->out, "\n  %s\n", text);
}

static void
write_notes(const struct dump *dump, const struct trace_notes *notes, enum trace_stage stage)
{
	for (size_t i = 0; i < notes->count; i++)
		if (notes->items[i].stage == stage)
			line(dump, notes->items[i].label, "%s", notes->items[i].text);
}

static const char *
place_text(const struct dump *dump, const struct place *place)
{
	return site_place_text(dump->arena, place->file, place->line, place->column);
}

/* ---- the site as it is reported ---- */

static const char *
site_text(const struct dump *dump, const struct site *site)
{
	if (site->kind == SITE_BRANCH)
		return arena_printf(dump->arena, "branch on '%s'", site->expression);
	return arena_printf(dump->arena, "%s of '%s', %s memory, %s", site_kind_text(site->kind), site->expression,
	                    site_space_text(site->space), site_width_text(dump->arena, site->width));
}

static void
write_launch(const struct dump *dump, const struct kernel *kernel, const struct launch *launch)
{
	static const char *const origins[] = {
		[LAUNCH_SOURCE] = "made by the program",
		[LAUNCH_OPTION] = "given with --launch",
		[LAUNCH_ASSUMED] = "assumed",
		[LAUNCH_MEASURED] = "measured",
	};
	const char *arguments = "";
	for (size_t i = 0; i < kernel->template_arg_count; i++)
		arguments = arena_printf(dump->arena, "%s%s%s%s", arguments, i ? ", " : "<", kernel->template_args[i],
		                         i + 1 == kernel->template_arg_count ? ">" : "");
	line(dump, "kernel", "%s%s at %s", kernel->qualified_name, arguments, place_text(dump, &kernel->place));
	line(dump, "launch", "%s at %s, %s", launch_shape_text(dump->arena, launch), place_text(dump, &launch->place),
	     origins[launch->origin]);
	for (size_t i = 0; i < launch->data.argument_count; i++)
		line(dump, i ? "" : "arguments", "%s = %s", launch->data.arguments[i].name,
		     launch->data.arguments[i].text);
	for (size_t i = 0; i < launch->caveats.assumption_count; i++)
		line(dump, "assumption", "%s", launch->caveats.assumptions[i]);
}

static void
write_reported(const struct dump *dump, const struct site *site, const struct trace_site *trace)
{
	if (trace->removed) {
		line(dump, "figures", "none: the site is not in the report");
		return;
	}
	const bool is_known = site->confidence != CONFIDENCE_UNKNOWN;
	line(dump, "figures", "%s%s", is_known ? "" : "none; seen were ", site_figures_text(dump->arena, site));
	line(dump, "confidence", "%s", confidence_text(site->confidence));
	line(dump, "why", "%s", site->why);
}

/* ---- the source's evaluation ---- */

static void
write_blocks(const struct dump *dump, const struct launch *launch)
{
	enum { MOST = 24 };
	const char *list = "";
	for (size_t i = 0; i < launch->sampled.count && i < MOST; i++) {
		const struct sampled_block *block = &launch->sampled.items[i];
		list = arena_printf(dump->arena, "%s%s(%u,%u,%u) for %s", list, i ? ", " : "", block->at[0],
		                    block->at[1], block->at[2], site_number_text(dump->arena, block->weight));
	}
	line(dump, "blocks", "%zu of %s ran: %s%s", launch->sampled.count,
	     site_number_text(dump->arena, launch_blocks(launch)), list, launch->sampled.count > MOST ? ", ..." : "");
	if (launch->caveats.budget_reached)
		line(dump, "limit", "the evaluation's budget ended before all sampled blocks were evaluated");
	if (launch->caveats.cut_loop.line)
		line(dump, "limit", "the loop at %s was left before its end",
		     place_text(dump, &launch->caveats.cut_loop));
	if (launch->caveats.cut_call.line)
		line(dump, "limit", "the call at %s is nested too deep to be followed",
		     place_text(dump, &launch->caveats.cut_call));
}

static const char *
range_text(const struct dump *dump, uint64_t least, uint64_t most)
{
	return least == most ? arena_printf(dump->arena, "%" PRIu64, most)
	                     : arena_printf(dump->arena, "%" PRIu64 " to %" PRIu64, least, most);
}

static void
write_loop(const struct dump *dump, const struct trace_loop *loop)
{
	const bool is_known = !loop->is_open && !loop->is_cut,
		   is_whole = loop->least_run == loop->least_trips && loop->most_run == loop->most_trips;
	const char *run = range_text(dump, loop->least_run, loop->most_run),
		   *trips = range_text(dump, loop->least_trips, loop->most_trips);
	const char *of = is_known && is_whole ? "all " : "",
		   *all = is_whole ? "" : arena_printf(dump->arena, " of %s", trips);
	line(dump, "loop", "%s, entered %" PRIu64 " time%s: %s%s%s iterations ran; the trip count is %s",
	     site_place_text(dump->arena, loop->place.file, loop->place.line, loop->place.column), loop->entries,
	     loop->entries == 1 ? "" : "s", of, run, all,
	     loop->is_open  ? "assumed: data decides when the loop ends"
	     : loop->is_cut ? "not known: the loop was left before its end"
	                    : "known");
}

static void
write_evaluation(const struct dump *dump, const struct launch *launch, const struct trace_site *trace)
{
	heading(dump, "source evaluation");
	write_blocks(dump, launch);
	if (!trace->events) {
		line(dump, "events", "none: the evaluator knows of no access here");
		return;
	}
	if (!trace->loop_count)
		line(dump, "loop", "none is around it");
	for (size_t i = 0; i < trace->loop_count; i++)
		write_loop(dump, trace->loops[i]);
	line(dump, "events", "%" PRIu64 " requests and branches of warps were counted", trace->events);
	write_notes(dump, &trace->notes, TRACE_EVALUATION);
}

/* ---- the machine code ---- */

static void
write_compilation(const struct dump *dump, const struct kernel *kernel)
{
	const struct facts *facts = dump->facts;
	const struct resources *resources = &kernel->resources;
	if (!strcmp(resources->source, "nvrtc"))
		line(dump, "compiled", "yes, by %s for %s: %d registers a thread", facts->compiler, facts->sm,
		     resources->registers);
	else
		line(dump, "compiled", "no: %s",
		     resources->uncompiled ? resources->uncompiled
		     : facts->uncompiled   ? facts->uncompiled
		     : dump->no_compile    ? "--no-compile"
		                           : "the compiler was not asked for this kernel");
}

static void
write_machine_code(const struct dump *dump, const struct kernel *kernel, const struct launch *launch,
                   const struct trace_site *trace)
{
	heading(dump, "machine code");
	write_compilation(dump, kernel);
	write_notes(dump, &launch->trace->notes, TRACE_RUN);
	write_notes(dump, &trace->notes, TRACE_RUN);
	write_notes(dump, &trace->notes, TRACE_MAP);
}

/* ---- the confidence ---- */

static void
write_step(const struct dump *dump, const struct trace_step *step, const struct trace_step *before)
{
	static const char *const stages[TRACE_STAGES] = {
		[TRACE_EVALUATION] = "source",
		[TRACE_RUN] = "machine code",
		[TRACE_MAP] = "map",
	};
	if (!step->confidence) {
		line(dump, stages[step->stage], "leaves the report: %s", step->decision);
		return;
	}
	const bool is_changed = before && strcmp(before->confidence, step->confidence) != 0;
	const char *from = is_changed ? arena_printf(dump->arena, "%s -> ", before->confidence) : "";
	line(dump, stages[step->stage], "%s%s%s%s", from, step->confidence, *step->why ? ": " : "", step->why);
	line(dump, "", "by: %s", step->decision);
	line(dump, "", "figures: %s", before && !strcmp(before->figures, step->figures) ? "unchanged" : step->figures);
}

static void
write_steps(const struct dump *dump, const struct site *site)
{
	const struct trace_site *trace = site->trace;
	heading(dump, "confidence, step by step");
	for (size_t i = 0; i < trace->step_count; i++)
		write_step(dump, &trace->steps[i], i ? &trace->steps[i - 1] : NULL);
	line(dump, "report", "%s", trace->removed ? "none" : confidence_text(site->confidence));
}

/* ---- all sites of the place ---- */

struct traced {
	const struct kernel *kernel;
	const struct launch *launch;
	const struct site *site;
	size_t order; /* in which their first events came */
};

struct traced_sites {
	struct traced *items;
	size_t count, capacity;
};

/* NULL: nothing of it came to a report. */
static const struct site *
site_of(const struct launch *launch, const struct trace_site *trace)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].trace == trace)
			return &launch->sites[i];
	return trace->removed;
}

static void
collect_launch(struct traced_sites *traced, const struct kernel *kernel, const struct launch *launch)
{
	for (const struct trace_site *trace = launch->trace ? launch->trace->first_site : NULL; trace;
	     trace = trace->next) {
		const struct site *site = site_of(launch, trace);
		if (site)
			memory_push(traced->items, traced->count, traced->capacity,
			            ((struct traced){kernel, launch, site, traced->count}));
	}
}

/* In the facts' order, and of one launch by column, kind and space. */
static int
compare_traced(const void *a, const void *b)
{
	const struct traced *x = a, *y = b;
	if (x->kernel != y->kernel)
		return x->kernel < y->kernel ? -1 : 1;
	if (x->launch != y->launch)
		return x->launch < y->launch ? -1 : 1;
	if (x->site->place.column != y->site->place.column)
		return x->site->place.column < y->site->place.column ? -1 : 1;
	if (x->site->kind != y->site->kind)
		return (int)x->site->kind - (int)y->site->kind;
	if (x->site->space != y->site->space)
		return (int)x->site->space - (int)y->site->space;
	return x->order < y->order ? -1 : 1;
}

static void
write_traced(const struct dump *dump, const struct traced *traced)
{
	report_puts(dump->out, place_text(dump, &traced->site->place));
	fputs(": ", dump->out);
	report_puts(dump->out, site_text(dump, traced->site));
	putc('\n', dump->out);
	write_launch(dump, traced->kernel, traced->launch);
	write_reported(dump, traced->site, traced->site->trace);
	write_evaluation(dump, traced->launch, traced->site->trace);
	write_machine_code(dump, traced->kernel, traced->launch, traced->site->trace);
	write_steps(dump, traced->site);
}

/* ---- none ---- */

struct near {
	const struct site *site;
	uint64_t distance;
};

struct near_sites {
	struct near *items;
	size_t count, capacity;
};

static uint64_t
apart(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

static void
collect_near(struct near_sites *near, const struct launch *launch, const struct trace_place *wanted)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct place *place = &launch->sites[i].place;
		if (!trace_is_file(wanted, place->file))
			continue;
		const uint64_t columns = wanted->column ? apart(place->column, wanted->column) : place->column;
		memory_push(
			near->items, near->count, near->capacity,
			((struct near){&launch->sites[i], (uint64_t)apart(place->line, wanted->line) << 32 | columns}));
	}
}

static int
compare_near(const void *a, const void *b)
{
	const struct near *x = a, *y = b;
	if (x->distance != y->distance)
		return x->distance < y->distance ? -1 : 1;
	return (x->site->place.line > y->site->place.line) - (x->site->place.line < y->site->place.line);
}

/* "k.cu:4:11, k.cu:7:3"; "": the file has no sites. */
static const char *
nearest_text(struct arena *arena, const struct near_sites *near)
{
	enum { MOST = 4 };
	const char *text = "";
	const struct place *last = NULL;
	unsigned count = 0;
	for (size_t i = 0; i < near->count && count < MOST; i++) {
		const struct place *place = &near->items[i].site->place;
		if (last && last->line == place->line && last->column == place->column)
			continue;
		last = place;
		text = arena_printf(arena, "%s%s%s:%u:%u (%s '%s')", text, count++ ? ", " : "", place->file,
		                    place->line, place->column, site_kind_text(near->items[i].site->kind),
		                    near->items[i].site->expression);
	}
	return text;
}

/* What keeps the access at the place from having figures; NULL: there is none. */
static const char *
why_unreached(const struct facts *facts, const struct trace_place *wanted)
{
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].unreached_count; k++) {
			const struct unreached *access = &facts->kernels[i].unreached[k];
			if (access->place.line == wanted->line && trace_is_file(wanted, access->place.file) &&
			    (!wanted->column || access->place.column == wanted->column))
				return access->why;
		}
	return NULL;
}

/* The first site whose instructions the compiler has on the line; reports name that line. NULL: none. */
static const struct site *
find_moved(const struct facts *facts, const struct trace_place *wanted)
{
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			for (size_t s = 0; s < facts->kernels[i].launches[k].site_count; s++) {
				const struct site *site = &facts->kernels[i].launches[k].sites[s];
				if (site->code.line_info.file && site->code.line_info.line == wanted->line &&
				    trace_is_file(wanted, site->code.line_info.file))
					return site;
			}
	return NULL;
}

static void
report_none(struct arena *arena, const struct facts *facts, const struct trace_place *wanted)
{
	struct near_sites near = {0};
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			collect_near(&near, &facts->kernels[i].launches[k], wanted);
	if (near.count)
		qsort(near.items, near.count, sizeof *near.items, compare_near);
	const char *column = wanted->column ? arena_printf(arena, ":%u", wanted->column) : "";
	const struct site *moved = find_moved(facts, wanted);
	const char *unreached = why_unreached(facts, wanted), *nearest = nearest_text(arena, &near);
	if (unreached)
		message("--site %s:%u%s: nothing that was evaluated reaches this access: %s", wanted->file,
		        wanted->line, column, unreached);
	else if (moved)
		message("--site %s:%u%s: the compiler has the %s of '%s' on this line; it stands at %s:%u:%u",
		        wanted->file, wanted->line, column, site_kind_text(moved->kind), moved->expression,
		        moved->place.file, moved->place.line, moved->place.column);
	else if (*nearest)
		message("--site %s:%u%s: no site of a launch is there; the nearest are %s", wanted->file, wanted->line,
		        column, nearest);
	else
		message("--site %s:%u%s: no launch has a site in this file", wanted->file, wanted->line, column);
	free(near.items);
}

/* The chain always ends at what is reported, whether or not each stage has noted what it did. */
static const char unnoted[] = "a later stage, which noted no decision";

bool
dump_trace(struct analysis *analysis, const struct options *options)
{
	struct facts *facts = &analysis->facts;
	struct trace_request request = {.place = options->site};
	struct traced_sites traced = {0};
	analysis->trace = &request;
	analysis_evaluate(analysis, options);
	const struct dump dump = {stdout, &facts->arena, facts, options->no_compile};
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++) {
			const struct launch *launch = &facts->kernels[i].launches[k];
			site_trace_changes(launch, TRACE_MAP, unnoted);
			collect_launch(&traced, &facts->kernels[i], launch);
		}
	if (traced.count)
		qsort(traced.items, traced.count, sizeof *traced.items, compare_traced);
	else
		report_none(&facts->arena, facts, &options->site);
	for (size_t i = 0; i < traced.count; i++) {
		fputs(i ? "\n" : "", stdout);
		write_traced(&dump, &traced.items[i]);
	}
	const bool found = traced.count;
	free(traced.items);
	trace_request_free(&request);
	return found;
}
