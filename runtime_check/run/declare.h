/* Giving a source, step by step, what nvcc gives to every one and NVRTC does not. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_DECLARE_H
#define GPULINT_RUNTIME_CHECK_RUN_DECLARE_H

#include "repair.h"

/* Before the first attempt: functions of which nvcc has more overloads, where the source calls them. Without them NVRTC may take another
 * one of its own, and say nothing. */
void declare_overloads(struct compilation *compilation);
/* After a failed attempt: declares what its log misses and known_names.h knows, changes to the dialect that has what the source
 * uses. False: nothing was changed. */
bool declare_missing(struct compilation *compilation);

#endif
