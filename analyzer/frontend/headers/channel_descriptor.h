#include <gpulint/runtime_templates.h>
