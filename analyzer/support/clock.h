/* A clock for durations: it begins anywhere, and nobody sets it. */
#ifndef GPULINT_SUPPORT_CLOCK_H
#define GPULINT_SUPPORT_CLOCK_H

double clock_seconds(void);

#endif
