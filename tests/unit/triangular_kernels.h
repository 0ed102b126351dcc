/* Kernels made at random, from a seed, whose loops go round more often in some blocks than in others: from a place in the grid
 * on, or up to one, in steps, within each other, and by the lesser of two places or a part of one. */
#ifndef GPULINT_TESTS_TRIANGULAR_KERNELS_H
#define GPULINT_TESTS_TRIANGULAR_KERNELS_H

#include "sampled_kernels.h"

enum { TRIANGULAR_MOST = 80 };   /* rounds of a loop, about */

/* A number of at most about TRIANGULAR_MOST that grows with the place; of which there are x, y and b, and m of the first. */
static inline void
triangular_number(struct kernel_text *k)
{
	switch (kernel_random(k, 9)) {
	case 0: case 1: kernel_write(k, "x"); break;
	case 2: kernel_write(k, "y"); break;
	case 3: kernel_write(k, "b * %u", 1 + kernel_random(k, 3)); break;
	case 4: kernel_write(k, "min(x, y)"); break;
	case 5: kernel_write(k, "max(y, %u)", kernel_random(k, TRIANGULAR_MOST)); break;
	case 6: kernel_write(k, "x / %u", 2 + kernel_random(k, 4)); break;
	case 7: kernel_write(k, "(x < y ? y : x)"); break;
	default: kernel_write(k, "(m - x)"); break;
	}
}

static inline void
triangular_loop(struct kernel_text *k, unsigned inner)
{
	const unsigned i = k->depth, step = 1 + kernel_random(k, 4);
	kernel_write(k, "for (int i%u = ", i);
	switch (kernel_random(k, inner ? 3 : 2)) {
	case 0:
		triangular_number(k);
		kernel_write(k, "; i%u < m; i%u += %u", i, i, step);
		break;
	case 1:
		kernel_write(k, "0; i%u <= ", i);
		triangular_number(k);
		kernel_write(k, "; i%u += %u", i, step);
		break;
	default:
		triangular_number(k);
		kernel_write(k, "; i%u > 0; i%u -= %u", i, i, step);
		break;
	}
	kernel_write(k, ") {\n");
	k->depth++;
	kernel_write(k, "p[%u * 65536 + i%u * 64 + threadIdx.x] = v;\n", k->accesses++, i);
	if (inner)
		kernel_write(k, "for (int j = i%u; j < m; j += %u) p[%u * 65536 + j] = v;\n", i, 16 + kernel_random(k, 16), k->accesses++);
	k->depth--;
	kernel_write(k, "}\n");
}

static inline void
triangular_kernel_make(struct kernel_text *k, unsigned seed)
{
	static const unsigned shapes[][4] = {
		{40, 1, 32, 1}, {24, 1, 64, 1}, {90, 1, 32, 1}, {8, 16, 16, 4}, {10, 20, 16, 2}, {5, 11, 32, 2},
	};
	*k = (struct kernel_text){.state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
	for (unsigned i = 0; i < 8; i++)
		kernel_random(k, 2);
	const unsigned *shape = shapes[kernel_random(k, 6)];
	kernel_write(k, "__global__ void k(float *p, int m) {\n"
	                "int b = blockIdx.x, x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
	                "float v = x;\nx = x * %u / %u; y = y * %u / %u; p[x] = v;\n", (unsigned)TRIANGULAR_MOST, shape[0] * shape[2],
	             (unsigned)TRIANGULAR_MOST, shape[1] * shape[3]);
	k->accesses = 1;
	if (kernel_random(k, 2))
		kernel_write(k, "if (x >= m || y >= m) return;\n");
	triangular_loop(k, kernel_random(k, 3) == 0);
	if (kernel_random(k, 3) == 0)
		triangular_loop(k, 0);
	kernel_write(k, "}\nint main() { float *p; cudaMalloc(&p, 1 << 26);\nk<<<dim3(%u, %u), dim3(%u, %u)>>>(p, %u); }\n", shape[0],
	             shape[1], shape[2], shape[3], (unsigned)TRIANGULAR_MOST - kernel_random(k, 40));
}

#endif
