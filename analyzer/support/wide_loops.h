/* Marks functions whose loops benefit from wide registers. For GPULINT_WIDE_LOOPS the compiler adds a second version
 * for processors with such registers, and the loader selects one. The results are equal. */
#ifndef GPULINT_SUPPORT_WIDE_LOOPS_H
#define GPULINT_SUPPORT_WIDE_LOOPS_H

#include <stdint.h> /* defines __GLIBC__; other C libraries do not support the selection at load time */

#if defined __x86_64__ && defined __GLIBC__
#define GPULINT_WIDE_LOOPS __attribute__((target_clones("avx2", "default")))
#else
#define GPULINT_WIDE_LOOPS
#endif

#endif
