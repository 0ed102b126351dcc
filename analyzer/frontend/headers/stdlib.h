#ifndef _STDLIB_H
#define _STDLIB_H
#pragma GCC system_header

#include <stddef.h>
#include <sys/types.h>
#include <gpulint/primitives.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 6

#pragma clang force_cuda_host_device begin
extern "C" {

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

void *malloc(size_t);
void *calloc(size_t count, size_t size);
void *realloc(void *, size_t);
void free(void *);
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double atof(const char *);
long strtol(const char *, char **end, int base);
unsigned long strtoul(const char *, char **end, int base);
double strtod(const char *, char **end);
char *getenv(const char *);
int rand(void);
void srand(unsigned);
int rand_r(unsigned *);
double drand48(void);
long lrand48(void);
long mrand48(void);
void srand48(long);
long random(void);
void srandom(unsigned);
void exit(int) __attribute__((noreturn));
void _exit(int) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
int atexit(void (*)(void));
int abs(int);
long labs(long);
long long llabs(long long);

inline void _Exit(int status) { _exit(status); }
inline void quick_exit(int status) { _exit(status); }
inline float strtof(const char *text, char **end) { return (float)strtod(text, end); }
inline long double strtold(const char *text, char **end) { return strtod(text, end); }
inline long long strtoll(const char *text, char **end, int base) { return strtol(text, end, base); }
inline unsigned long long strtoull(const char *text, char **end, int base) { return strtoul(text, end, base); }
inline double erand48(unsigned short *) { return __gl_unknown<double>(); }
inline long nrand48(unsigned short *) { return __gl_unknown<long>(); }
inline char *initstate(unsigned, char *state, size_t) { return state; }
inline char *setstate(char *state) { return state; }
inline div_t div(int a, int b) { div_t r = {a / b, a % b}; return r; }
inline ldiv_t ldiv(long a, long b) { ldiv_t r = {a / b, a % b}; return r; }
inline lldiv_t lldiv(long long a, long long b) { lldiv_t r = {a / b, a % b}; return r; }
inline void *aligned_alloc(size_t, size_t bytes) { return malloc(bytes); }
inline void *memalign(size_t, size_t bytes) { return malloc(bytes); }
inline void *valloc(size_t bytes) { return malloc(bytes); }
inline int posix_memalign(void **out, size_t, size_t bytes) { *out = malloc(bytes); return 0; }
inline void cfree(void *p) { free(p); }
inline int system(const char *) { return 0; }
inline int setenv(const char *, const char *, int) { return 0; }
inline int unsetenv(const char *) { return 0; }
inline int putenv(char *) { return 0; }
inline char *secure_getenv(const char *name) { return getenv(name); }
inline int mkstemp(char *) { return __gl_unknown<int>(); }
inline char *mkdtemp(char *name) { return name; }
inline char *realpath(const char *path, char *) { return (char *)path; }
inline int getloadavg(double *, int) { return -1; }

}
inline long abs(long x) { return labs(x); }
inline long long abs(long long x) { return llabs(x); }
#pragma clang force_cuda_host_device end
#include <gpulint/qsort.h>

#include <alloca.h>
#endif
