/* The kernels that the program has launched, and whether figures of them are wanted. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_KERNELS_H
#define GPULINT_RUNTIME_CHECK_INJECT_KERNELS_H

#include <stdatomic.h>
#include <stdbool.h>

struct kernel {
	char *name; /* mangled */
	bool is_wanted;
	atomic_bool is_reported; /* whether it was reported that one of its launches is not counted */
	atomic_uint counted;     /* number of counted launches */
};

/* Selects the kernels whose mangled names match the extended regular expression; NULL: all. False: the expression is
 * invalid. */
bool kernels_choose(const char *expression);
/* The kernel of this name; its address stays valid. NULL: memory ran out. Any thread may call it. */
struct kernel *kernel_named(const char *name);

#endif
