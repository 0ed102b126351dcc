#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__
#include <gpulint_prelude.h>
#endif
