/* Demangled function names in the spelling of the C++ library, which tools such as Nsight Compute also use. */
#ifndef GPULINT_SUPPORT_DEMANGLE_H
#define GPULINT_SUPPORT_DEMANGLE_H

/* The caller frees the result; NULL: no mangled name, or the library is not loaded. */
char *demangle(const char *mangled);

#endif
