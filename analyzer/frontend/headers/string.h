#ifndef _STRING_H
#define _STRING_H
#pragma GCC system_header

#include <stddef.h>
#include <stdlib.h>
#include <strings.h>
#include <gpulint/primitives.h>

#pragma clang force_cuda_host_device begin
extern "C" {

void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);

inline void *memchr(const void *, int, size_t) { return __gl_unknown<void *>(); }
inline void *mempcpy(void *to, const void *from, size_t n) { memcpy(to, from, n); return (char *)to + n; }
inline void *memccpy(void *to, const void *from, int, size_t n) { memcpy(to, from, n); return __gl_unknown<void *>(); }
inline size_t strnlen(const char *text, size_t most) { size_t n = strlen(text); return n < most ? n : most; }
inline char *stpcpy(char *to, const char *from) { strcpy(to, from); return to + strlen(from); }
inline char *strncat(char *to, const char *from, size_t n)
{
	size_t start = strlen(to), i = 0;
	for (; i < n && from[i] != 0; i++)
		to[start + i] = from[i];
	to[start + i] = 0;
	return to;
}
inline char *strdup(const char *text)
{
	char *copy = (char *)malloc(strlen(text) + 1);
	strcpy(copy, text);
	return copy;
}
inline char *strndup(const char *text, size_t n)
{
	char *copy = (char *)calloc(n + 1, 1);
	strncpy(copy, text, n);
	return copy;
}
inline char *strtok(char *, const char *) { return __gl_unknown<char *>(); }
inline char *strtok_r(char *, const char *, char **) { return __gl_unknown<char *>(); }
inline char *strsep(char **, const char *) { return __gl_unknown<char *>(); }
inline char *strpbrk(const char *, const char *) { return __gl_unknown<char *>(); }
inline char *strcasestr(const char *, const char *) { return __gl_unknown<char *>(); }
inline size_t strspn(const char *, const char *) { return __gl_unknown<size_t>(); }
inline size_t strcspn(const char *, const char *) { return __gl_unknown<size_t>(); }
inline int strcoll(const char *a, const char *b) { return strcmp(a, b); }
inline char *strerror(int) { return (char *)"error"; }
inline char *strsignal(int) { return (char *)"signal"; }

}
#pragma clang force_cuda_host_device end
#endif
