#ifndef _CTYPE_H
#define _CTYPE_H
#pragma GCC system_header
#pragma clang force_cuda_host_device begin
extern "C" {
inline int isdigit(int c) { return c >= '0' && c <= '9'; }
inline int isupper(int c) { return c >= 'A' && c <= 'Z'; }
inline int islower(int c) { return c >= 'a' && c <= 'z'; }
inline int isalpha(int c) { return isupper(c) || islower(c); }
inline int isalnum(int c) { return isalpha(c) || isdigit(c); }
inline int isblank(int c) { return c == ' ' || c == '\t'; }
inline int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }
inline int isprint(int c) { return c >= ' ' && c < 127; }
inline int isgraph(int c) { return c > ' ' && c < 127; }
inline int ispunct(int c) { return isgraph(c) && !isalnum(c); }
inline int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
inline int isascii(int c) { return c >= 0 && c < 128; }
inline int toupper(int c) { return islower(c) ? c - 'a' + 'A' : c; }
inline int tolower(int c) { return isupper(c) ? c - 'A' + 'a' : c; }
}
#pragma clang force_cuda_host_device end
#endif
