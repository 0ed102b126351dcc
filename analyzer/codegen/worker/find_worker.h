/* Finds gpulint-run and identifies its version. */
#ifndef GPULINT_CODEGEN_WORKER_FIND_WORKER_H
#define GPULINT_CODEGEN_WORKER_FIND_WORKER_H

#include "support/arena.h"

/* The worker next to this executable; else the first one on the path; else its plain name, which cannot be run. */
const char *find_worker(struct arena *arena);

/* A hash of the executable's bytes, which include the compiler's headers and flags. "": it cannot be read. */
const char *find_worker_state(struct arena *arena);

#endif
