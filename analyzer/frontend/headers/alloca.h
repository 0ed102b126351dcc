#ifndef _ALLOCA_H
#define _ALLOCA_H
#pragma GCC system_header
#include <stdlib.h>
/* Memory of the stack frame; never freed here, which has no visible effect. */
#define alloca(bytes) malloc(bytes)
#endif
