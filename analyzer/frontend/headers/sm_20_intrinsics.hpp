#include <sm_20_intrinsics.h>
