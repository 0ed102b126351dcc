/* What the texts of second versions use: a header that NVRTC gets in front of their sources. */
#ifndef GPULINT_RUNTIME_CHECK_SECOND_HEADER_H
#define GPULINT_RUNTIME_CHECK_SECOND_HEADER_H

extern const char second_header_name[], second_header[];

/* With this macro defined, what a version computes beside what its kernel does is computed twice, for what that takes. */
#define SECOND_TWICE "GPULINT_TWICE"
/* The variables of the header's, extern "C", that hold where objects begin: with the number behind it, from 0 on. */
#define SECOND_OBJECT "gpulint_object"
enum { SECOND_OBJECTS = 8 };

#endif
