/* The steps by which a site comes to its figures and its confidence, for sites that are traced (support/trace.h). */
#ifndef GPULINT_MODEL_SITE_TRACE_H
#define GPULINT_MODEL_SITE_TRACE_H

#include "model/facts.h"
#include "support/trace.h"

/* Notes a decision and what the site is like after it. A site that is not traced is left alone. */
void site_trace_step(const struct site *site, enum trace_stage stage, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* The same for each site of the launch that is not as its latest step left it. */
void site_trace_changes(const struct launch *launch, enum trace_stage stage, const char *decision);
/* The site leaves the report, for this reason. */
void site_trace_remove(const struct site *site, enum trace_stage stage, const char *why);
/* Begins a trace of a site of the machine code alone, if its place is wanted. */
void site_trace_of_code(const struct launch *launch, struct site *site);

/* "4096 requests, 131072 lanes, 16384 sectors (ideal 16384)"; in the arena. */
const char *site_figures_text(struct arena *arena, const struct site *site);
/* "6" or "0.125": whole numbers as such, others with six digits; in the arena. */
const char *site_number_text(struct arena *arena, double number);
/* "k.cu:4:11", or "k.cu:4" for column 0; in the arena. */
const char *site_place_text(struct arena *arena, const char *file, uint32_t line, uint32_t column);
/* "1 byte a lane"; in the arena. */
const char *site_width_text(struct arena *arena, unsigned width);
const char *site_pattern_text(enum pattern pattern);

#endif
