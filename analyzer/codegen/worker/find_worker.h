/* Where gpulint-run is, and whether it is the one that it was. */
#ifndef GPULINT_CODEGEN_WORKER_FIND_WORKER_H
#define GPULINT_CODEGEN_WORKER_FIND_WORKER_H

#include "support/arena.h"

/* The worker beside this executable; else the first one on the path; else its plain name, which cannot be run. */
const char *find_worker(struct arena *arena);

/* A hash of the executable's bytes: it has the headers that the compiler is given, and the flags, in itself. "": it cannot be read. */
const char *find_worker_state(struct arena *arena);

#endif
