#ifndef _SYS_STAT_H
#define _SYS_STAT_H
#pragma GCC system_header
#include <sys/types.h>
#include <time.h>
#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_ISDIR(m) (((m) & S_IFMT) == S_IFDIR)
#define S_ISREG(m) (((m) & S_IFMT) == S_IFREG)
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXU 0700
#define S_IRGRP 0040
#define S_IWGRP 0020
#define S_IRWXG 0070
#define S_IROTH 0004
#define S_IWOTH 0002
#define S_IRWXO 0007
#define S_IREAD S_IRUSR
#define S_IWRITE S_IWUSR
extern "C" {
struct stat { dev_t st_dev; ino_t st_ino; nlink_t st_nlink; mode_t st_mode; uid_t st_uid; gid_t st_gid; dev_t st_rdev; off_t st_size; blksize_t st_blksize; blkcnt_t st_blocks; time_t st_atime, __gl_atime, st_mtime, __gl_mtime, st_ctime, __gl_rest[4]; };
inline int stat(const char *, struct stat *out) { __gl_forget_input(out, sizeof *out); return __gl_unknown<int>(); }
inline int lstat(const char *, struct stat *out) { __gl_forget_input(out, sizeof *out); return __gl_unknown<int>(); }
inline int fstat(int, struct stat *out) { __gl_forget_input(out, sizeof *out); return __gl_unknown<int>(); }
inline int mkdir(const char *, mode_t) { return 0; }
inline int chmod(const char *, mode_t) { return 0; }
inline mode_t umask(mode_t mask) { return mask; }
}
#endif
