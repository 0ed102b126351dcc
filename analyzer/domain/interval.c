#include "domain/interval.h"

#include <inttypes.h>

void
interval_print(FILE *out, struct interval a)
{
	if (interval_is_empty(a)) {
		fputs("[]", out);
		return;
	}
	fputc('[', out);
	if (a.low == INT64_MIN)
		fputs("...", out);
	else
		fprintf(out, "%" PRId64, a.low);
	fputs(", ", out);
	if (a.high == INT64_MAX)
		fputs("...", out);
	else
		fprintf(out, "%" PRId64, a.high);
	fputc(']', out);
}
