/* Clocks for durations: they begin anywhere, and nobody sets them. */
#ifndef GPULINT_SUPPORT_CLOCK_H
#define GPULINT_SUPPORT_CLOCK_H

#include <time.h>

double clock_of(clockid_t clock);
double clock_seconds(void);
/* Goes while the process is on a processor: what others do on the machine does not count. */
double clock_processor_seconds(void);
/* The same while the calling thread is. */
double clock_thread_seconds(void);

#endif
