/* Included with -include before the user's first line: the headers that nvcc puts in front of every CUDA source.
 *
 * These headers are parsed and evaluated. A function without a body is a builtin of the evaluator (see
 * ir/builtins.def). Every other function has a body that uses these builtins, or an empty body if its effect is not
 * modelled. Declarations have CUDA's names, parameters and execution space (host, device or both), so that code which
 * is legal with the toolkit's headers is legal with these. `#pragma clang force_cuda_host_device` means __host__
 * __device__. It is always closed before the end of a file: left open over user code it hides every launch. */
#pragma GCC system_header
#ifndef GPULINT_PRELUDE_H
#define GPULINT_PRELUDE_H
#define __CUDA_RUNTIME_H__

#include <gpulint/compiler.h>
#include <host_defines.h>
#include <gpulint/primitives.h>
#include <stddef.h>
#include <stdint.h>
#include <limits.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <assert.h>
#include <vector_types.h>
#include <vector_functions.h>
#include <utility>
#include <math.h>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <device_functions.h>
#include <device_atomic_functions.h>
#include <gpulint/nv_atomic.h>
#include <driver_types.h>
#include <texture_types.h>
#include <cuda_runtime_api.h>
#include <gpulint/runtime_templates.h>
#include <texture_fetch_functions.h>
#include <device_launch_parameters.h>

#endif
