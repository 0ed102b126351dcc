#ifndef _LIBGEN_H
#define _LIBGEN_H
extern "C" inline char *basename(char *path) { return path; }
extern "C" inline char *dirname(char *path) { return path; }
#endif
