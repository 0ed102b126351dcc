/* Monotonic clocks for durations, with an arbitrary origin. */
#ifndef GPULINT_SUPPORT_CLOCK_H
#define GPULINT_SUPPORT_CLOCK_H

#include <time.h>

double clock_of(clockid_t clock);
double clock_seconds(void);
/* Processor time of the process; the machine's other load does not count. */
double clock_processor_seconds(void);
/* Processor time of the calling thread. */
double clock_thread_seconds(void);

#endif
