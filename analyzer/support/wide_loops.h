/* Functions whose loops gain by wide registers: GPULINT_WIDE_LOOPS in front of one has the compiler make another of it, for
 * processors that have them, and the right one is taken when the program is loaded. The results are the same. */
#ifndef GPULINT_SUPPORT_WIDE_LOOPS_H
#define GPULINT_SUPPORT_WIDE_LOOPS_H

#include <stdint.h> /* which says whether the C library is glibc: others cannot choose while they load */

#if defined __x86_64__ && defined __GLIBC__
#define GPULINT_WIDE_LOOPS __attribute__((target_clones("avx2", "default")))
#else
#define GPULINT_WIDE_LOOPS
#endif

#endif
