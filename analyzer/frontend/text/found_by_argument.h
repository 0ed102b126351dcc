/* Algorithms of the standard library that a program calls without `std::`. It may do so with iterators of the library's
 * containers: g++ finds the algorithms by argument-dependent lookup. The built-in headers' iterators are plain
 * pointers, without a namespace, so the names need using-declarations. */
#ifndef GPULINT_FRONTEND_TEXT_FOUND_BY_ARGUMENT_H
#define GPULINT_FRONTEND_TEXT_FOUND_BY_ARGUMENT_H

#include <clang-c/Index.h>

/* The built-in header, empty by default, that receives the names. */
#define FOUND_BY_ARGUMENT_HEADER "gpulint/found_by_argument.h"

/* The text of that header for another parse, on the heap. NULL: the program lacks none of the names. */
char *found_by_argument(CXTranslationUnit tu);

#endif
