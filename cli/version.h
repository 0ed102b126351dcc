/* The version, which CMakeLists.txt alone says. */
#ifndef GPULINT_CLI_VERSION_H
#define GPULINT_CLI_VERSION_H

extern const char gpulint_version[];

#endif
