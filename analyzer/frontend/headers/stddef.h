#ifndef _STDDEF_H
#define _STDDEF_H
#pragma GCC system_header

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef struct { long long a; long double b; } max_align_t;
#undef NULL
#define NULL __null
#define offsetof(type, member) __builtin_offsetof(type, member)

#endif
