#ifndef _ERROR_H
#define _ERROR_H
#pragma GCC system_header
#include <stdlib.h>
extern "C" inline void error(int status, int, const char *, ...) { if (status) exit(status); }
#endif
