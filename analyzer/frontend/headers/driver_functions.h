#include <driver_types.h>
#include <cuda_runtime.h>
