#include <gpulint/host_vectors.h>
