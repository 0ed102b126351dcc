/* Names of kernels in machine code. */
#ifndef GPULINT_SUPPORT_KERNEL_SYMBOL_H
#define GPULINT_SUPPORT_KERNEL_SYMBOL_H

#include <stdbool.h>

/* Whether two mangled names (Itanium C++ ABI) denote the same kernel. Compilers differ for internal linkage: nvcc
 * names an unnamed namespace after the file, clang marks static functions. */
bool kernel_symbols_match(const char *a, const char *b);

#endif
