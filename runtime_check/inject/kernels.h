/* The kernels that the program has launched, and of which of them figures are wanted. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_KERNELS_H
#define GPULINT_RUNTIME_CHECK_INJECT_KERNELS_H

#include <stdatomic.h>
#include <stdbool.h>

struct kernel {
	char *name; /* mangled */
	bool is_wanted;
	atomic_bool is_reported; /* that one of its launches is not counted */
	atomic_uint counted;     /* launches */
};

/* Which are wanted: those whose name the extended regular expression matches, mangled as it is; NULL: all. False: it is
 * none. */
bool kernels_choose(const char *expression);
/* The kernel of that name, which stays where it is; NULL: there is no memory for it. Any thread may ask. */
struct kernel *kernel_named(const char *name);

#endif
