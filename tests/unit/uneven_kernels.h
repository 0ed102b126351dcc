/* Kernels made at random, from a seed, whose loops go round so often in a block as no line or plane over the grid tells: by a
 * quotient, a square, a remainder, or bits of its place. */
#ifndef GPULINT_TESTS_UNEVEN_KERNELS_H
#define GPULINT_TESTS_UNEVEN_KERNELS_H

#include "sampled_kernels.h"

/* At most about a hundred; i is a place of which there are n, and m is about eighty. */
static inline void
uneven_number(struct kernel_text *k, const char *i, unsigned n)
{
	switch (kernel_random(k, 8)) {
	case 0: kernel_write(k, "%s * %s / %u", i, i, n * n / 80 + 1); break;
	case 1: case 2: kernel_write(k, "m * 2 / (%s + 1)", i); break;
	case 3: kernel_write(k, "%s %% %u * %u", i, 5 + kernel_random(k, 9), 2 + kernel_random(k, 6)); break;
	case 4: kernel_write(k, "(%s & 15) * %u", i, 1 + kernel_random(k, 5)); break;
	case 5: kernel_write(k, "%s * (%u - %s) / %u", i, n, i, n * n / 300 + 1); break;
	case 6: kernel_write(k, "(%s < %u ? m : m / 16)", i, n / (3 + kernel_random(k, 8))); break;
	default: kernel_write(k, "m - %s * %s * %s / %u", i, i, i, n * n * n / 80 + 1); break;
	}
}

static inline void
uneven_kernel_make(struct kernel_text *k, unsigned seed)
{
	static const unsigned shapes[][5] = {
		{128, 1, 1, 64, 1}, {400, 1, 1, 32, 1}, {2, 2, 60, 32, 4}, {1, 150, 1, 64, 1}, {12, 20, 1, 16, 4},
		{4, 4, 16, 32, 2}, {1000, 1, 1, 64, 1},
	};
	*k = (struct kernel_text){.state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
	for (unsigned i = 0; i < 8; i++)
		kernel_random(k, 2);
	const unsigned *shape = shapes[kernel_random(k, 7)];
	const unsigned d = shape[2] > 1 ? 2 : shape[1] > shape[0] ? 1 : 0, by_thread = d == 0 && kernel_random(k, 2);
	const unsigned n = shape[d] * (by_thread ? shape[3] : 1);
	kernel_write(k, "__global__ void k(float *p, int m) {\n"
	                "int i = blockIdx.%c%s, t = threadIdx.x;\nfloat v = i;\n", "xyz"[d],
	             by_thread ? " * blockDim.x + threadIdx.x" : "");
	for (unsigned loops = 1 + kernel_random(k, 2), l = 0; l < loops; l++) {
		kernel_write(k, "for (int k = 0; k < ");
		uneven_number(k, "i", n > 1200 ? 1200 : n);
		kernel_write(k, "; k++)\np[%u * 65536 + k * 64 + t] = v;\n", l);
	}
	kernel_write(k, "}\nint main() { float *p; cudaMalloc(&p, 1 << 26);\nk<<<dim3(%u, %u, %u), dim3(%u, %u)>>>(p, %u); }\n", shape[0],
	             shape[1], shape[2], shape[3], shape[4], 60 + kernel_random(k, 40));
}

#endif
