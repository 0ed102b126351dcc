#include "eval/reuse/lineless.h"

static void
doubt(struct fold *fold, const struct lineless_near *access)
{
	fold_doubt(fold, access->access, access->kind == SITE_LOAD ? DOUBT_JOINED : DOUBT_BESIDE_MERGED);
}

void
lineless_note(struct lineless *lineless, struct fold *fold, const struct lineless_near *access)
{
	lineless->near[lineless->next++ % LINELESS_NEAR] = *access;
	if (lineless->behind[access->kind][access->space] == access->block + 1)
		doubt(fold, access);
}

void
lineless_doubt(struct lineless *lineless, struct fold *fold, enum site_kind kind, enum site_space space, uint64_t first,
               uint64_t last)
{
	for (unsigned i = 0; i < LINELESS_NEAR; i++) {
		const struct lineless_near *near = &lineless->near[i];
		if (near->access && near->kind == kind && near->space == space && near->block >= first && near->block <= last)
			doubt(fold, near);
	}
	lineless->behind[kind][space] = last + 1;
}
