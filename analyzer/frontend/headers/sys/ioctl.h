#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H
#pragma GCC system_header
extern "C" inline int ioctl(int, unsigned long, ...) { return 0; }
#endif
