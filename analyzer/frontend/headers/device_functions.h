/* Functions for device code only: barriers, fences, votes and shuffles, loads and stores with a cache hint, and the
 * intrinsics on bits, integers and floats. */
#ifndef __DEVICE_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
#pragma GCC system_header

#include <host_defines.h>
#include <vector_types.h>
#include <math.h>
#include <gpulint/primitives.h>
#include <gpulint/warp_functions.h>
#include <gpulint/load_store_functions.h>
#include <gpulint/integer_functions.h>
#include <gpulint/float_functions.h>
#include <gpulint/simd_functions.h>

#endif
