#include <sm_30_intrinsics.h>
