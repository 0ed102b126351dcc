#ifndef _STDBOOL_H
#define _STDBOOL_H
#define __bool_true_false_are_defined 1
#endif
