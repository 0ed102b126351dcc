#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H
#pragma GCC system_header

#include <stddef.h>
#include <stdint.h>

typedef unsigned char u_char;
typedef unsigned short u_short, ushort;
typedef unsigned int u_int, uint;
typedef unsigned long u_long, ulong;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;
typedef long ssize_t, off_t, off64_t, time_t, suseconds_t, clock_t, blkcnt_t, blksize_t, quad_t;
typedef unsigned long dev_t, ino_t, nlink_t, u_quad_t;
typedef unsigned int mode_t, uid_t, gid_t, id_t, useconds_t;
typedef int pid_t, clockid_t, key_t;
typedef char *caddr_t;
struct timeval { time_t tv_sec; suseconds_t tv_usec; };

#endif
