#ifndef _SYS_UN_H
#define _SYS_UN_H
#pragma GCC system_header
#include <sys/socket.h>
struct sockaddr_un { sa_family_t sun_family; char sun_path[108]; };
#define SUN_LEN(p) sizeof(*(p))
#endif
