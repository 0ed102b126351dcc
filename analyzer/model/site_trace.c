#include "model/site_trace.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

const char *
site_number_text(struct arena *arena, double number)
{
	static const double most_digits = 1e15;
	if (isnan(number))
		return "unknown";
	return number == floor(number) && fabs(number) < most_digits ? arena_printf(arena, "%.0f", number)
	                                                             : arena_printf(arena, "%.6g", number);
}

static const char *
of_ideal(struct arena *arena, const char *unit, double cost, double ideal)
{
	return arena_printf(arena, ", %s %s (ideal %s)", site_number_text(arena, cost), unit,
	                    site_number_text(arena, ideal));
}

const char *
site_figures_text(struct arena *arena, const struct site *site)
{
	const struct figures *f = &site->predicted;
	const bool in_passes = site->space == SPACE_SHARED || site->space == SPACE_CONSTANT;
	if (site->kind == SITE_BRANCH)
		return arena_printf(arena, "%s executions by warps, %s divergent", site_number_text(arena, f->requests),
		                    site_number_text(arena, f->divergent));
	const char *cost = site->confidence == CONFIDENCE_UNKNOWN ? ", cost unknown"
	                   : in_passes ? of_ideal(arena, "wavefronts", f->wavefronts, f->ideal_wavefronts)
	                               : of_ideal(arena, "sectors", f->sectors, f->ideal_sectors);
	const char *bounds = site->confidence == CONFIDENCE_BOUNDED
	                             ? arena_printf(arena, ", from %s to %s", site_number_text(arena, f->low),
	                                            site_number_text(arena, f->high))
	                             : "";
	return arena_printf(arena, "%s requests, %s lanes%s%s", site_number_text(arena, f->requests),
	                    site_number_text(arena, f->lanes), cost, bounds);
}

const char *
site_place_text(struct arena *arena, const char *file, uint32_t line, uint32_t column)
{
	return column ? arena_printf(arena, "%s:%u:%u", file, line, column) : arena_printf(arena, "%s:%u", file, line);
}

const char *
site_width_text(struct arena *arena, unsigned width)
{
	return arena_printf(arena, "%u byte%s a lane", width, width == 1 ? "" : "s");
}

const char *
site_pattern_text(enum pattern pattern)
{
	static const char *const texts[] = {
		[PATTERN_UNKNOWN] = "unknown",
		[PATTERN_UNIFORM] = "uniform: all lanes on one address",
		[PATTERN_CONTIGUOUS] = "contiguous: neighbours are one element apart",
		[PATTERN_MISALIGNED] = "misaligned: contiguous, but requests begin inside a sector",
		[PATTERN_STRIDED] = "strided: a constant step of more than one element",
		[PATTERN_GATHER] = "gather: loaded data is the index",
		[PATTERN_MIXED] = "mixed: several pieces, or steps that vary",
	};
	return texts[pattern];
}

/* ---- steps ---- */

static struct trace_step
state_of(const struct site *site)
{
	struct arena *arena = &site->trace->launch->arena;
	return (struct trace_step){
		.confidence = confidence_text(site->confidence),
		.why = arena_strdup(arena, site->why ? site->why : ""),
		.figures = site->width ? arena_printf(arena, "%s, %s", site_figures_text(arena, site),
	                                              site_width_text(arena, site->width))
	                               : site_figures_text(arena, site),
	};
}

static void
add(const struct site *site, struct trace_step step)
{
	struct trace_site *trace = site->trace;
	arena_push(&trace->launch->arena, trace->steps, trace->step_count, trace->step_capacity, step);
}

void
site_trace_step(const struct site *site, enum trace_stage stage, const char *format, ...)
{
	va_list args;
	if (!site->trace)
		return;
	struct trace_step step = state_of(site);
	step.stage = stage;
	va_start(args, format);
	step.decision = arena_vprintf(&site->trace->launch->arena, format, args);
	va_end(args);
	add(site, step);
}

static bool
is_as_before(const struct site *site)
{
	const struct trace_site *trace = site->trace;
	if (!trace->step_count)
		return false;
	const struct trace_step *last = &trace->steps[trace->step_count - 1], now = state_of(site);
	return !strcmp(last->confidence, now.confidence) && !strcmp(last->why, now.why) &&
	       !strcmp(last->figures, now.figures);
}

void
site_trace_changes(const struct launch *launch, enum trace_stage stage, const char *decision)
{
	for (size_t i = 0; launch->trace && i < launch->site_count; i++)
		if (launch->sites[i].trace && !launch->sites[i].trace->removed && !is_as_before(&launch->sites[i]))
			site_trace_step(&launch->sites[i], stage, "%s", decision);
}

void
site_trace_remove(const struct site *site, enum trace_stage stage, const char *why)
{
	if (!site->trace || site->trace->removed)
		return;
	struct arena *arena = &site->trace->launch->arena;
	site->trace->removed = arena_copy(arena, site, 1, 1, sizeof *site);
	add(site, (struct trace_step){.stage = stage, .decision = arena_strdup(arena, why)});
}

void
site_trace_of_code(const struct launch *launch, struct site *site)
{
	if (trace_wants(launch->trace, site->place.file, site->place.line, site->place.column))
		site->trace = trace_site_new(launch->trace);
}
