#ifndef _DIRENT_H
#define _DIRENT_H
#pragma GCC system_header
#include <sys/types.h>
#include <gpulint/primitives.h>
typedef struct __gl_dir DIR;
struct dirent { ino_t d_ino; off_t d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
extern "C" {
inline DIR *opendir(const char *) { return __gl_unknown<DIR *>(); }
inline struct dirent *readdir(DIR *) { return __gl_unknown<struct dirent *>(); }
inline int closedir(DIR *) { return 0; }
}
#endif
