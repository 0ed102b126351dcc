#ifndef _SYS_WAIT_H
#define _SYS_WAIT_H
#pragma GCC system_header
#include <sys/types.h>
#include <gpulint/primitives.h>
#define WNOHANG 1
#define WIFEXITED(s) (((s) & 127) == 0)
#define WEXITSTATUS(s) (((s) >> 8) & 255)
#define WIFSIGNALED(s) (((s) & 127) != 0)
#define WTERMSIG(s) ((s) & 127)
extern "C" inline pid_t waitpid(pid_t pid, int *status, int) { if (status) *status = __gl_unknown<int>(); return pid; }
extern "C" inline pid_t wait(int *status) { if (status) *status = __gl_unknown<int>(); return __gl_unknown<pid_t>(); }
#endif
