#include "cli/measured.h"

#include <math.h>
#include <string.h>

#include "runtime_check/compare.h"

static void
write_number(FILE *out, double value)
{
	if (isfinite(value))
		fprintf(out, " %9.2f", value);
	else
		fprintf(out, " %9s", "-");
}

/* Costs per request, and the prediction's error. Too few requests (0) have no cost each. */
static void
write_costs(FILE *out, const struct site *site)
{
	const double predicted = compare_cost(site, &site->predicted) / site->predicted.requests;
	const double measured = site->measured.is_known
	                                ? compare_cost(site, &site->measured.figures) / site->measured.figures.requests
	                                : NAN;
	write_number(out, predicted);
	write_number(out, measured);
	if (isfinite(predicted) && isfinite(measured) && (measured > 0 || predicted == measured))
		fprintf(out, " %+8.1f%%", measured > 0 ? 100 * (predicted / measured - 1) : 0.0);
	else
		fprintf(out, " %9s", "-");
}

/* What contradicts the figures of an exact site; "": nothing. */
static const char *
objection(const struct site *site)
{
	if (site->confidence != CONFIDENCE_EXACT)
		return "";
	return site->measured.agreement == AGREEMENT_NONE   ? "called exact, but wrong"
	       : site->measured.agreement == AGREEMENT_COST ? "called exact, but its count is wrong"
	                                                    : "";
}

static void
write_site(FILE *out, const struct report *report, const struct site *site)
{
	enum { SHOWN = 28 };
	const char *space = site->kind == SITE_BRANCH ? "" : site_space_text(site->space);
	char what[32];
	snprintf(what, sizeof what, "%s%s%s", space, *space ? " " : "", site_kind_text(site->kind));
	fputs("  ", out);
	report_puts(out, report_path(report, site->place.file));
	fprintf(out, ":%u  %-15s ", (unsigned)site->place.line, what);
	const size_t length = strlen(site->expression);
	report_write(out, site->expression, length < SHOWN ? length : SHOWN);
	fprintf(out, "%*s", length < SHOWN ? (int)(SHOWN - length) : 0, "");
	write_costs(out, site);
	const char *wrong = objection(site);
	if (*wrong || site->measured.note)
		fprintf(out, "  %s%s", wrong, *wrong && site->measured.note ? ": " : "");
	if (site->measured.note)
		report_puts(out, site->measured.note);
	putc('\n', out);
}

/* For spills and local arrays there are only measured figures. */
static void
write_local(FILE *out, const struct report *report, const struct local_traffic *local)
{
	fputs("  ", out);
	report_puts(out, report_path(report, local->file));
	fprintf(out, ":%u  %-15s %-28s", (unsigned)local->line,
	        local->kind == SITE_STORE ? "local store" : "local load", "(a spill, or a local array)");
	write_number(out, NAN);
	write_number(out, local->sectors / local->requests);
	write_number(out, NAN);
	fprintf(out, "  %.0f requests, %.0f sectors\n", local->requests, local->sectors);
}

/* Barriers and calls have no figures to compare. */
static bool
is_shown(const struct site *site)
{
	return site->kind != SITE_BARRIER && site->kind != SITE_CALL;
}

static bool
same_cost(double a, double b)
{
	return a == b || (!isfinite(a) && !isfinite(b)) || fabs(a - b) < 0.005;
}

/* Whether the table has equal texts for both. */
static bool
reads_alike(const struct site *a, const struct site *b)
{
	const char *note = a->measured.note ? a->measured.note : "", *other = b->measured.note ? b->measured.note : "";
	return strcmp(a->id, b->id) == 0 && a->confidence == b->confidence &&
	       a->measured.agreement == b->measured.agreement && a->measured.is_known == b->measured.is_known &&
	       strcmp(note, other) == 0 &&
	       same_cost(compare_cost(a, &a->predicted) / a->predicted.requests,
	                 compare_cost(b, &b->predicted) / b->predicted.requests) &&
	       same_cost(compare_cost(a, &a->measured.figures) / a->measured.figures.requests,
	                 compare_cost(b, &b->measured.figures) / b->measured.figures.requests);
}

static bool
is_reported_of(const struct launch *launch, const struct site *site)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (reads_alike(&launch->sites[i], site))
			return true;
	return false;
}

/* The reason why nothing of the launch was measured, if all its sites share it; NULL: they do not. */
static const char *
common_note(const struct launch *launch)
{
	const char *note = launch->site_count ? launch->sites[0].measured.note : NULL;
	for (size_t i = 0; i < launch->site_count && note; i++) {
		const struct site *site = &launch->sites[i];
		if (site->measured.is_known || !site->measured.note || strcmp(site->measured.note, note) != 0)
			note = NULL;
	}
	return note;
}

/* A kernel's later launches show only their differences from its first one. */
static void
write_sites(FILE *out, const struct report *report, const struct kernel *kernel, const struct launch *launch)
{
	size_t alike = 0;
	const char *note = common_note(launch);
	if (note) {
		fputs("  not measured: ", out);
		report_puts(out, note);
		putc('\n', out);
		return;
	}
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		const bool reported = launch != kernel->launches && is_reported_of(kernel->launches, site);
		if (!is_shown(site))
			continue;
		alike += reported;
		if (!reported)
			write_site(out, report, site);
	}
	if (alike)
		fprintf(out, "  %zu site%s as in the kernel's first launch\n", alike, alike == 1 ? "" : "s");
}

/* How often the GPU's counts agree with exact figures. */
static void
write_accumulator(FILE *out, const struct facts *facts)
{
	size_t count[AGREEMENT_NONE + 1] = {0};
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t j = 0; j < facts->kernels[i].launch_count; j++) {
			const struct launch *launch = &facts->kernels[i].launches[j];
			for (size_t k = 0; k < launch->site_count; k++)
				if (launch->sites[k].confidence == CONFIDENCE_EXACT && is_shown(&launch->sites[k]))
					count[launch->sites[k].measured.agreement]++;
		}
	const size_t compared = count[AGREEMENT_FULL] + count[AGREEMENT_COST] + count[AGREEMENT_NONE];
	if (compared + count[AGREEMENT_OPEN] == 0)
		return;
	fprintf(out, "\nExact sites: %zu; compared: %zu; right: %zu", compared + count[AGREEMENT_OPEN], compared,
	        count[AGREEMENT_FULL]);
	if (count[AGREEMENT_COST])
		fprintf(out, "; right in cost but not in count: %zu", count[AGREEMENT_COST]);
	if (count[AGREEMENT_NONE])
		fprintf(out, "; wrong: %zu", count[AGREEMENT_NONE]);
	fputs(".\n", out);
}

static void
write_resources(FILE *out, const struct measurement *measurement, const struct kernel *kernel,
                const struct launch *launch)
{
	const struct resources *resources = &kernel->resources;
	const bool is_attached = measurement->of_program;
	if (resources->registers >= 0)
		fprintf(out, "  %d registers, %lld bytes of static shared memory, %lld bytes spilled",
		        resources->registers, (long long)resources->static_shared, (long long)resources->spill_bytes);
	if (resources->stack_bytes > 0)
		fprintf(out, ", %lld bytes of local memory per thread", (long long)resources->stack_bytes);
	if (resources->registers < 0 && !is_attached)
		fputs("  not compiled", out);
	/* The source's occupancy is of no use for a kernel that the compiler rejected. */
	const bool is_reported = isfinite(launch->occupancy.warps) && (is_attached || resources->registers >= 0);
	if (is_reported)
		fprintf(out, "%s occupancy %.0f%%", is_attached ? " " : ";", 100 * launch->occupancy.warps);
	if (launch->measured.time.runs > 0)
		fprintf(out, "; %.2f us (%.2f to %.2f, %u runs)", launch->measured.time.median_us,
		        launch->measured.time.low_us, launch->measured.time.high_us,
		        (unsigned)launch->measured.time.runs);
	else if (launch->measured.untimed) {
		fputs("; not timed: ", out);
		report_puts(out, launch->measured.untimed);
	}
	if (launch->measured.time.runs > 0 && launch->measured.index_data.generated) {
		fputs(", with random data in ", out);
		report_puts(out, launch->measured.index_data.generated);
	}
	if (launch->measured.device) {
		fputs("; on ", out);
		report_puts(out, launch->measured.device);
	}
	if (!is_attached || is_reported)
		putc('\n', out);
}

/* At the beginning of the line, in the form that editors recognize. */
static void
write_status(FILE *out, const struct report *report, const struct kernel *kernel)
{
	const struct place *place = &kernel->status_place;
	if (!kernel->status || !strcmp(kernel->status, "ok"))
		return;
	if (place->line) {
		report_puts(out, report_path(report, place->file));
		fprintf(out, ":%u:", (unsigned)place->line);
		if (place->column)
			fprintf(out, "%u:", (unsigned)place->column);
	}
	fputs(place->line ? " error: " : "  ", out);
	report_puts(out, kernel->status);
	putc('\n', out);
}

static void
write_launch(FILE *out, const struct report *report, const struct kernel *kernel, const struct launch *launch)
{
	report_puts(out, report_instance(report, kernel));
	fputs(launch_shape_text(report->arena, launch), out);
	for (size_t i = 0; i < launch->data.argument_count; i++) {
		if (launch->data.arguments[i].is_integer) {
			fputs(" ", out);
			report_puts(out, launch->data.arguments[i].name);
			fprintf(out, "=%lld", (long long)launch->data.arguments[i].integer);
		}
	}
	putc('\n', out);
	write_resources(out, report->facts->measurement, kernel, launch);
	if (launch == kernel->launches)
		write_status(out, report, kernel);
}

static bool
is_measured(const struct launch *launch)
{
	bool any = launch->measured.time.runs > 0 || launch->measured.local_count > 0;
	for (size_t i = 0; i < launch->site_count && !any; i++)
		any = launch->sites[i].measured.is_known || launch->sites[i].measured.agreement != AGREEMENT_OPEN;
	return any;
}

/* There may be a GPU on which nothing could be run. */
static bool
is_any_measured(const struct facts *facts)
{
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			if (is_measured(&facts->kernels[i].launches[k]))
				return true;
	return false;
}

void
measured_write(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	const struct measurement *outcome = facts->measurement;
	fputs(is_any_measured(facts) ? "Measured" : "Nothing was measured", out);
	fputs(outcome->device ? " on " : "", out);
	report_puts(out, outcome->device);
	fputs(outcome->compiler ? ", compiled by " : "", out);
	report_puts(out, outcome->compiler);
	if (*outcome->reason) {
		fputs(": ", out);
		report_puts(out, outcome->reason);
	}
	putc('\n', out);
	if (outcome->device)
		fputs("Costs are sectors or wavefronts per request; for branches, the share of divergent executions.\n",
		      out);
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *kernel = &facts->kernels[i];
		for (size_t j = 0; j < kernel->launch_count; j++) {
			const struct launch *launch = &kernel->launches[j];
			putc('\n', out);
			write_launch(out, report, kernel, launch);
			if (outcome->device)
				write_sites(out, report, kernel, launch);
			for (size_t k = 0; k < launch->measured.local_count; k++)
				write_local(out, report, &launch->measured.local[k]);
		}
	}
	if (outcome->device)
		write_accumulator(out, facts);
}
