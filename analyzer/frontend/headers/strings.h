#ifndef _STRINGS_H
#define _STRINGS_H
#pragma GCC system_header

#include <stddef.h>
#pragma clang force_cuda_host_device begin
extern "C" {
void *memset(void *, int, size_t);
void *memmove(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);
char *strchr(const char *, int);
char *strrchr(const char *, int);
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
inline void bzero(void *p, size_t n) { memset(p, 0, n); }
inline void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
inline int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
inline char *index(const char *text, int c) { return strchr(text, c); }
inline char *rindex(const char *text, int c) { return strrchr(text, c); }
inline int ffs(int x) { return __builtin_ffs(x); }
}
#pragma clang force_cuda_host_device end
#endif
