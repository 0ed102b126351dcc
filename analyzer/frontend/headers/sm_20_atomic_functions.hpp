#include <sm_20_atomic_functions.h>
