#ifndef _ERR_H
#define _ERR_H
#pragma GCC system_header
#include <stdlib.h>
extern "C" {
inline void err(int status, const char *, ...) { exit(status); }
inline void errx(int status, const char *, ...) { exit(status); }
inline void warn(const char *, ...) {}
inline void warnx(const char *, ...) {}
}
#endif
