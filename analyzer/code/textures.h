/* Handles of textures and surfaces among a kernel's parameters: what the kernel takes them for. A handle is a number that
 * only the program's own GPU knows; where a launch is made again, it needs another. */
#ifndef GPULINT_CODE_TEXTURES_H
#define GPULINT_CODE_TEXTURES_H

#include "ir/ir.h"

struct texture_use {
	const char *shape;             /* 1d-linear, 1d, 2d, 3d, cube, 1d-layered, 2d-layered, cube-layered */
	bool is_surface;
	const struct ir_type *element; /* a number, or a record of them */
};

/* What the function, or one that it hands the parameter to, reads or writes through it; false: nothing that is seen. */
bool texture_use_of(const struct ir_func *func, const struct ir_var *param, struct texture_use *use);

/* Whether the function is one of CUDA's that read or write a texture or a surface. */
bool is_texture_access(const struct ir_func *func);

#endif
