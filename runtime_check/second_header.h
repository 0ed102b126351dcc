/* A header that NVRTC includes before the sources of variants. It declares what their texts use. */
#ifndef GPULINT_RUNTIME_CHECK_SECOND_HEADER_H
#define GPULINT_RUNTIME_CHECK_SECOND_HEADER_H

extern const char second_header_name[], second_header[];

/* If this macro is defined, a variant's extra computation is done twice, which measures its time. */
#define SECOND_TWICE "GPULINT_TWICE"
/* The header's extern "C" variables that contain objects' addresses; a number from 0 follows the name. */
#define SECOND_OBJECT "gpulint_object"
enum { SECOND_OBJECTS = 8 };

#endif
