#ifndef _SIGNAL_H
#define _SIGNAL_H
#pragma GCC system_header
#include <sys/types.h>
#include <time.h>
#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
#define SIG_ERR ((void (*)(int))-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SA_SIGINFO 4
#define SA_RESTART 0x10000000
#pragma clang force_cuda_host_device begin
typedef int sig_atomic_t;
typedef void (*sighandler_t)(int);
typedef struct { unsigned long bits[16]; } sigset_t;
typedef struct { int si_signo, si_errno, si_code; void *si_addr; } siginfo_t;
struct sigaction { void (*sa_handler)(int); void (*sa_sigaction)(int, siginfo_t *, void *); sigset_t sa_mask; int sa_flags; };
extern "C" {
inline sighandler_t signal(int, sighandler_t) { return 0; }
inline int sigaction(int, const struct sigaction *, struct sigaction *) { return 0; }
inline int sigemptyset(sigset_t *) { return 0; }
inline int sigaddset(sigset_t *, int) { return 0; }
inline int sigprocmask(int, const sigset_t *, sigset_t *) { return 0; }
inline int raise(int) { return 0; }
inline int kill(pid_t, int) { return 0; }
}
#pragma clang force_cuda_host_device end
#endif
