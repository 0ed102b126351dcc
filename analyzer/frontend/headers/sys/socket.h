#ifndef _SYS_SOCKET_H
#define _SYS_SOCKET_H
#pragma GCC system_header
#include <sys/types.h>
#include <gpulint/primitives.h>
#define AF_UNIX 1
#define AF_INET 2
#define PF_UNIX AF_UNIX
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOL_SOCKET 1
#define SO_REUSEADDR 2
#define SCM_RIGHTS 1
#define CMSG_DATA(c) ((unsigned char *)((c) + 1))
#define CMSG_FIRSTHDR(m) ((struct cmsghdr *)(m)->msg_control)
#define CMSG_NXTHDR(m, c) ((struct cmsghdr *)0)
#define CMSG_LEN(n) (sizeof(struct cmsghdr) + (n))
#define CMSG_SPACE(n) (sizeof(struct cmsghdr) + (n))
typedef unsigned socklen_t;
typedef unsigned short sa_family_t;
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
struct iovec { void *iov_base; size_t iov_len; };
struct msghdr { void *msg_name; socklen_t msg_namelen; struct iovec *msg_iov; size_t msg_iovlen; void *msg_control; size_t msg_controllen; int msg_flags; };
struct cmsghdr { size_t cmsg_len; int cmsg_level, cmsg_type; };
extern "C" {
inline int socket(int, int, int) { return __gl_unknown<int>(); }
inline int bind(int, const struct sockaddr *, socklen_t) { return 0; }
inline int connect(int, const struct sockaddr *, socklen_t) { return 0; }
inline int listen(int, int) { return 0; }
inline int accept(int, struct sockaddr *, socklen_t *) { return __gl_unknown<int>(); }
inline int setsockopt(int, int, int, const void *, socklen_t) { return 0; }
inline ssize_t send(int, const void *, size_t n, int) { return (ssize_t)n; }
inline ssize_t recv(int, void *to, size_t n, int) { __gl_forget(to, n); return __gl_unknown<ssize_t>(); }
inline ssize_t sendto(int, const void *, size_t n, int, const struct sockaddr *, socklen_t) { return (ssize_t)n; }
inline ssize_t recvfrom(int, void *to, size_t n, int, struct sockaddr *, socklen_t *) { __gl_forget(to, n); return __gl_unknown<ssize_t>(); }
inline ssize_t sendmsg(int, const struct msghdr *, int) { return __gl_unknown<ssize_t>(); }
inline ssize_t recvmsg(int, struct msghdr *, int) { return __gl_unknown<ssize_t>(); }
}
#endif
