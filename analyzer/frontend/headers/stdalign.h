/* alignas and alignof: keywords in C++. */
#ifndef _STDALIGN_H
#define _STDALIGN_H
#pragma GCC system_header
#define __alignas_is_defined 1
#define __alignof_is_defined 1
#endif
