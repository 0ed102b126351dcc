#ifndef _GLOB_H
#define _GLOB_H
#pragma GCC system_header
#include <gpulint/primitives.h>
#include <stddef.h>
#define GLOB_ERR 1
#define GLOB_MARK 2
#define GLOB_NOSORT 4
#define GLOB_DOOFFS 8
#define GLOB_NOCHECK 16
#define GLOB_APPEND 32
#define GLOB_NOSPACE 1
#define GLOB_ABORTED 2
#define GLOB_NOMATCH 3
typedef struct { size_t gl_pathc; char **gl_pathv; size_t gl_offs; int gl_flags; } glob_t;
inline int glob(const char *, int, int (*)(const char *, int), glob_t *found) { __gl_forget(found, sizeof *found); return __gl_unknown<int>(); }
inline void globfree(glob_t *) {}
#endif
