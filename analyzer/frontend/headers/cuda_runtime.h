#include <gpulint_prelude.h>
