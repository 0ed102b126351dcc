/* Library algorithms for whose kernels there is no prediction: each by name, with the first of its calls. */
#include <inttypes.h>
#include <string.h>

#include "cli/report/report.h"

enum { MOST_NAMES = 3 };

/* The number of calls with this name from this one on; 0: an earlier call has the name. */
static size_t
calls_from(const struct facts *facts, size_t first)
{
	size_t calls = 0;
	for (size_t i = 0; i < facts->library_call_count; i++) {
		const bool same = !strcmp(facts->library_calls[i].name, facts->library_calls[first].name);
		if (same && i < first)
			return 0;
		calls += same;
	}
	return calls;
}

void
report_library_calls(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	size_t names = 0, others = 0;
	for (size_t i = 0; i < facts->library_call_count; i++) {
		const struct named_call *call = &facts->library_calls[i];
		const size_t calls = calls_from(facts, i);
		if (calls && names++ < MOST_NAMES) {
			fputs("not predicted: the kernels of ", out);
			report_puts(out, call->name);
			if (calls == 1)
				fputs(" (1 call, at ", out);
			else
				fprintf(out, " (%zu calls, the first at ", calls);
			report_puts(out, report_path(report, call->place.file));
			fprintf(out, ":%" PRIu32 ")\n", call->place.line);
		} else if (calls) {
			others += calls;
		}
	}
	if (others)
		fprintf(out, "not predicted: the kernels of %zu more library call%s (see --format json)\n", others,
		        others == 1 ? "" : "s");
}
