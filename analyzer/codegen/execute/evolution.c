#include "codegen/execute/evolution.h"

void
evolution_print(FILE *out, enum evolution evolution)
{
	static const char *const texts[] = {
		[EVOLUTION_INVARIANT] = "invariant", [EVOLUTION_AFFINE] = "affine",    [EVOLUTION_SIGN] = "same sign",
		[EVOLUTION_MOVED] = "moved",         [EVOLUTION_UPPER] = "upper half", [EVOLUTION_UNKNOWN] = "unknown",
	};
	fputs(texts[evolution], out);
}
