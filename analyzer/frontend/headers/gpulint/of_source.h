/* Included after the prelude: the parts that depend on the source's own text, which no other header uses. */
#pragma GCC system_header
#include <gpulint/found_by_argument.h>
#include <gpulint/listed_launch.h>
