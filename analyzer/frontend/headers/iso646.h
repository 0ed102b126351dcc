/* and, or, not, …: keywords in C++. */
#ifndef _ISO646_H
#define _ISO646_H
#pragma GCC system_header
#endif
