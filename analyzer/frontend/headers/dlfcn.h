#ifndef _DLFCN_H
#define _DLFCN_H
#pragma GCC system_header
#include <gpulint/primitives.h>
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_GLOBAL 256
#define RTLD_LOCAL 0
extern "C" {
inline void *dlopen(const char *, int) { return __gl_unknown<void *>(); }
inline void *dlsym(void *, const char *) { return __gl_unknown<void *>(); }
inline int dlclose(void *) { return 0; }
inline char *dlerror(void) { return (char *)"error"; }
}
#endif
