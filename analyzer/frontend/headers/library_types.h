#include <gpulint/library_call.h>
