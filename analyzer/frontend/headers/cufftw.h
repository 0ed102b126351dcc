#include <cufft.h>
