#include <gpulint/cub_core.h>
