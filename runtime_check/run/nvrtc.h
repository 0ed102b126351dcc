/* NVRTC, CUDA's run-time compiler. It is declared here because its header comes only with the full toolkit. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_NVRTC_H
#define GPULINT_RUNTIME_CHECK_RUN_NVRTC_H

#include <stdbool.h>
#include <stddef.h>

typedef struct _nvrtcProgram *nvrtc_program;

enum { NVRTC_OK = 0 };

/* return type, name, parameters */
#define NVRTC_FUNCTIONS(X) \
	X(int, nvrtcVersion, (int *major, int *minor)) \
	X(const char *, nvrtcGetErrorString, (int result)) \
	X(int, nvrtcCreateProgram, \
	  (nvrtc_program * program, const char *source, const char *name, int header_count, \
	   const char *const *headers, const char *const *header_names)) \
	X(int, nvrtcDestroyProgram, (nvrtc_program * program)) \
	X(int, nvrtcAddNameExpression, (nvrtc_program program, const char *expression)) \
	X(int, nvrtcCompileProgram, (nvrtc_program program, int option_count, const char *const *options)) \
	X(int, nvrtcGetLoweredName, (nvrtc_program program, const char *expression, const char **lowered)) \
	X(int, nvrtcGetProgramLogSize, (nvrtc_program program, size_t *size)) \
	X(int, nvrtcGetProgramLog, (nvrtc_program program, char *log)) \
	X(int, nvrtcGetPTXSize, (nvrtc_program program, size_t *size)) \
	X(int, nvrtcGetPTX, (nvrtc_program program, char *ptx)) \
	X(int, nvrtcGetCUBINSize, (nvrtc_program program, size_t *size)) \
	X(int, nvrtcGetCUBIN, (nvrtc_program program, char *cubin))

struct nvrtc {
#define NVRTC_MEMBER(type, name, parameters) type(*name) parameters;
	NVRTC_FUNCTIONS(NVRTC_MEMBER)
#undef NVRTC_MEMBER
	int (*nvrtcGetPCHCreateStatus)(nvrtc_program program); /* NULL: this version cannot precompile headers */
};

/* False: no usable library; *error says why, and the caller frees it. */
bool nvrtc_open(struct nvrtc *nvrtc, char **error);

#endif
