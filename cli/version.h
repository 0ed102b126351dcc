/* The version, which is defined only in CMakeLists.txt. */
#ifndef GPULINT_CLI_VERSION_H
#define GPULINT_CLI_VERSION_H

extern const char gpulint_version[];

#endif
