#include "cli/version.h"

const char gpulint_version[] = GPULINT_VERSION;
