#ifndef _GETOPT_H
#define _GETOPT_H
#pragma GCC system_header
#include <gpulint/primitives.h>
#define no_argument 0
#define required_argument 1
#define optional_argument 2
extern "C" {
struct option { const char *name; int has_arg, *flag, val; };
extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int argc, char *const *argv, const char *options);
int getopt_long(int argc, char *const *argv, const char *options, const struct option *, int *index);
inline int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *list, int *index) { return getopt_long(argc, argv, options, list, index); }
}
#endif
