/* Algorithms of the standard library that a program calls without `std::`, as it may where iterators of the library's containers
 * are passed: g++ finds them through the arguments' types. Iterators of the built-in headers are plain pointers, of no
 * namespace, so that the names have to be brought near. */
#ifndef GPULINT_FRONTEND_TEXT_FOUND_BY_ARGUMENT_H
#define GPULINT_FRONTEND_TEXT_FOUND_BY_ARGUMENT_H

#include <clang-c/Index.h>

/* The built-in header, an empty one, in whose place the names come. */
#define FOUND_BY_ARGUMENT_HEADER "gpulint/found_by_argument.h"

/* What should stand in that header for another parse; NULL: the program lacks no such name. On the heap. */
char *found_by_argument(CXTranslationUnit tu);

#endif
