#include <gpulint/thrust_core.h>
