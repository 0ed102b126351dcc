/* Given with -include before the user's first line: what nvcc puts in front of every CUDA source.
 *
 * These headers are both parsed and run. A function without a body here is one that the evaluator knows by name (see
 * ir/builtins.def); every other has a body written in terms of those, or one that does nothing where nothing is worth
 * modelling. Declarations follow CUDA's in name, parameters and side (host, device or both), so that code which is legal
 * with the toolkit's headers is legal with these. `#pragma clang force_cuda_host_device` stands for __host__ __device__
 * and is always closed before the end of a file: left open over user code it hides every launch. */
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
