#ifndef _SETJMP_H
#define _SETJMP_H
#pragma GCC system_header
typedef long jmp_buf[8];
typedef long sigjmp_buf[8];
extern "C" {
inline int setjmp(jmp_buf) { return 0; }
void longjmp(jmp_buf, int) __attribute__((noreturn));
}
#endif
