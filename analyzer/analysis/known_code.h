/* Caches of properties of a program's functions that hold for any launch, computed on first use. The program owns
 * it; zeroed it is empty. */
#ifndef GPULINT_ANALYSIS_KNOWN_CODE_H
#define GPULINT_ANALYSIS_KNOWN_CODE_H

#include "analysis/definitions.h"
#include "analysis/may_write.h"
#include "analysis/shared_layout.h"

struct known_code {
	struct definitions_known definitions;
	struct shared_layouts layouts;
	struct may_write_known may_write;
};

static inline void
known_code_free(struct known_code *code)
{
	definitions_known_free(&code->definitions);
	shared_layouts_free(&code->layouts);
	may_write_known_free(&code->may_write);
}

#endif
