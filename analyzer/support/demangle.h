/* Names of functions as the C++ library's demangler spells them, which tools like Nsight Compute do as well. */
#ifndef GPULINT_SUPPORT_DEMANGLE_H
#define GPULINT_SUPPORT_DEMANGLE_H

/* For the caller to free; NULL: it is no mangled name, or no such library is loaded. */
char *demangle(const char *mangled);

#endif
