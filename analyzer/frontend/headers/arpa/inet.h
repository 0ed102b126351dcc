#ifndef _ARPA_INET_H
#define _ARPA_INET_H
#pragma GCC system_header
#include <netinet/in.h>
inline in_addr_t inet_addr(const char *) { return __gl_unknown<in_addr_t>(); }
inline int inet_pton(int, const char *, void *to) { __gl_forget(to, sizeof(struct in_addr)); return 1; }
inline const char *inet_ntop(int, const void *, char *to, socklen_t n) { __gl_forget(to, n); return to; }
inline int inet_aton(const char *, struct in_addr *to) { __gl_forget(to, sizeof *to); return 1; }
#endif
