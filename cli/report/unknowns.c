/* The most frequent reasons for unknown sites, with the first site of each, and the remedy. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/report.h"
#include "support/allocate.h"

enum { MOST_REPORTED = 3 };

struct cause {
	const char *why;
	const struct place *first;
	size_t sites, order;
};

struct causes {
	struct cause *items;
	size_t count, capacity;
};

static void
note(struct causes *causes, const struct site *site)
{
	for (size_t i = 0; i < causes->count; i++) {
		if (!strcmp(causes->items[i].why, site->why)) {
			causes->items[i].sites++;
			return;
		}
	}
	const struct cause cause = {site->why, &site->place, 1, causes->count};
	memory_push(causes->items, causes->count, causes->capacity, cause);
}

static int
by_sites(const void *a, const void *b)
{
	const struct cause *x = a, *y = b;
	if (x->sites != y->sites)
		return x->sites < y->sites ? 1 : -1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static void
write_cause(FILE *out, const struct report *report, const struct cause *cause)
{
	fputs("unknown: ", out);
	report_puts(out, cause->why);
	if (cause->sites == 1)
		fputs(" (1 site, at ", out);
	else
		fprintf(out, " (%zu sites, the first at ", cause->sites);
	report_puts(out, report_path(report, cause->first->file));
	fprintf(out, ":%" PRIu32 ")\n", cause->first->line);
}

/* The remedy for sites that depend on the program's data, unless that was measured. */
static void
write_remedy(FILE *out)
{
	fputs("for figures that depend on data: `gpulint attach FILE... -- PROGRAM` measures with\n"
	      "       the program's own data, `gpulint verify --input NAME=FILE.npy` with yours\n",
	      out);
}

void
report_unknowns(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	struct causes causes = {0};
	bool awaits_data = false;
	for (size_t i = 0; i < facts->kernel_count; i++) {
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++) {
			const struct launch *launch = &facts->kernels[i].launches[k];
			for (size_t s = 0; s < launch->site_count; s++) {
				const struct site *site = &launch->sites[s];
				if (site->confidence == CONFIDENCE_UNKNOWN)
					note(&causes, site);
				awaits_data |= site->basis.awaits_data && !site->measured.is_known;
			}
		}
	}
	if (causes.count)
		qsort(causes.items, causes.count, sizeof *causes.items, by_sites);
	size_t others = 0;
	for (size_t i = 0; i < causes.count; i++) {
		if (i < MOST_REPORTED)
			write_cause(out, report, &causes.items[i]);
		else
			others += causes.items[i].sites;
	}
	if (others)
		fprintf(out, "unknown: %zu more site%s, for other reasons (see --format json)\n", others,
		        others == 1 ? "" : "s");
	if (awaits_data)
		write_remedy(out);
	free(causes.items);
}
