/* How gpulint tells the gpulint-run that it starts itself whose child it is. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_PARENT_H
#define GPULINT_RUNTIME_CHECK_RUN_PARENT_H

/* The option, with the number of gpulint's process: gpulint-run ends with that, however that ends. What a command starts
 * (--runner) has another parent, or is elsewhere, and does not get it. */
#define PARENT_OPTION "--parent"

#endif
