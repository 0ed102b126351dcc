/* May be included again with a different NDEBUG. */
#pragma GCC system_header
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#endif

#ifndef _ASSERT_H
#define _ASSERT_H
extern "C" __attribute__((host, device, noreturn)) void
__assert_fail(const char *condition, const char *file, unsigned line, const char *function);
#endif
