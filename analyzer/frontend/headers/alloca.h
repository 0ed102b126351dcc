#ifndef _ALLOCA_H
#define _ALLOCA_H
#pragma GCC system_header
#include <stdlib.h>
/* Memory of the frame; who never frees it does not see the difference. */
#define alloca(bytes) malloc(bytes)
#endif
