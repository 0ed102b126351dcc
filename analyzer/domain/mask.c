#include "domain/mask.h"

#include <inttypes.h>

void
mask_print(FILE *out, const struct mask *m, unsigned warps)
{
	for (unsigned w = 0; w < warps; w++)
		fprintf(out, "%s%08" PRIx32, w ? " " : "", m->warp[w]);
}

void
active_print(FILE *out, const struct active *a, unsigned warps)
{
	fputs("may ", out);
	mask_print(out, &a->may, warps);
	fputs(" must ", out);
	mask_print(out, &a->must, warps);
}
