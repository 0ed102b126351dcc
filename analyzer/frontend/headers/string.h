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
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);

inline void *memchr(const void *, int, size_t) { return __gl_unknown<void *>(); }
inline void *mempcpy(void *to, const void *from, size_t n) { memcpy(to, from, n); return (char *)to + n; }
inline void *memccpy(void *to, const void *from, int, size_t n) { memcpy(to, from, n); return __gl_unknown<void *>(); }
inline size_t strnlen(const char *text, size_t most) { size_t n = strlen(text); return n < most ? n : most; }
inline char *stpcpy(char *to, const char *from) { strcpy(to, from); return to + strlen(from); }
inline char *strcat(char *to, const char *from) { strcpy(to + strlen(to), from); return to; }
inline char *strncpy(char *to, const char *from, size_t n)
{
	size_t i = 0;
	for (; i < n && from[i] != 0; i++)
		to[i] = from[i];
	memset(to + i, 0, n - i);
	return to;
}
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
/* The length of the text's prefix of characters in the set, or of characters not in it. */
inline size_t __gl_span(const char *text, const char *set, bool within)
{
	const size_t length = strlen(text);
	size_t n = 0;
	if (!__gl_is_known(length))
		return __gl_unknown<size_t>();
	while (n < length && (strchr(set, text[n]) != 0) == within)
		n++;
	return n;
}
inline size_t strspn(const char *text, const char *set) { return __gl_span(text, set, true); }
inline size_t strcspn(const char *text, const char *set) { return __gl_span(text, set, false); }
inline char *strpbrk(const char *text, const char *set)
{
	const size_t n = strcspn(text, set);
	return text[n] ? (char *)text + n : (char *)0;
}
inline char *strsep(char **rest, const char *set)
{
	char *const first = *rest;
	if (!first)
		return first;
	const size_t n = strcspn(first, set);
	if (!__gl_is_known(n))
		return __gl_unknown<char *>();
	*rest = first[n] ? first + n + 1 : (char *)0;
	first[n] = 0;
	return first;
}
inline char *strtok_r(char *text, const char *set, char **rest)
{
	char *at = text ? text : *rest;
	if (!at)
		return at;
	const size_t skipped = strspn(at, set);
	if (!__gl_is_known(skipped))
		return __gl_unknown<char *>();
	at += skipped;
	*rest = at;
	return *at ? strsep(rest, set) : (char *)0;
}
inline char *strtok(char *text, const char *set)
{
	static char *rest;
	return strtok_r(text, set, &rest);
}
inline char *strcasestr(const char *, const char *) { return __gl_unknown<char *>(); }
inline int strcoll(const char *a, const char *b) { return strcmp(a, b); }
inline char *strerror(int) { return (char *)"error"; }
inline char *strsignal(int) { return (char *)"signal"; }

}
#pragma clang force_cuda_host_device end
#endif
