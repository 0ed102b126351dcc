#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#define __THROW
#endif
