/* Included behind the prelude: what is made of the source's own text, which the other headers know nothing of. */
#pragma GCC system_header
#include <gpulint/found_by_argument.h>
#include <gpulint/listed_launch.h>
