/* The code of a kernel that the evaluator reached or did not reach, over all of the kernel's launches. */
#ifndef GPULINT_EVAL_REACH_H
#define GPULINT_EVAL_REACH_H

#include "model/facts.h"
#include "support/pointer_set.h"

struct ir_func;
struct program;

/* reach: the nodes that executed, of those under conditions: statements, the operands of && and ||, the arms of ?:.
 * Adds the number of memory accesses in `func` and its callees to `kernel`. Lists the accesses that are not in
 * `reach`, each with its reason. An access to the thread's own variable does not count; nor does one through a
 * reference or `this`, which mostly is such an access. Code of the built-in headers is not visited. */
void reach_report(const struct pointer_set *reach, struct program *program, const struct ir_func *func,
                  struct kernel *kernel);

#endif
