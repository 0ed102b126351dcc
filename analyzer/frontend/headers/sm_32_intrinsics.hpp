#include <sm_32_intrinsics.h>
