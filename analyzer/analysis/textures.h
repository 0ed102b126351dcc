/* Texture and surface handles among a kernel's parameters, and their use. A handle is valid only in the process that
 * made it; a repeated launch needs a new one. */
#ifndef GPULINT_ANALYSIS_TEXTURES_H
#define GPULINT_ANALYSIS_TEXTURES_H

#include "ir/ir.h"

struct texture_use {
	const char *shape; /* 1d-linear, 1d, 2d, 3d, cube, 1d-layered, 2d-layered, cube-layered */
	bool is_surface;
	const struct ir_type *element; /* a number, or a record of numbers */
};

/* How the function, or a callee that gets the parameter, reads or writes through it; false: no visible use. */
bool texture_use_of(const struct ir_func *func, const struct ir_var *param, struct texture_use *use);

/* Whether the function is one of CUDA's that read or write a texture or surface. */
bool is_texture_access(const struct ir_func *func);

#endif
