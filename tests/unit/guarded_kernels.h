/* Kernels made at random, from a seed, whose blocks and threads are parted by guards: comparisons, equations, remainders and
 * sums of places in the grid, nested, joined, in functions that are called, and before returns. */
#ifndef GPULINT_TESTS_GUARDED_KERNELS_H
#define GPULINT_TESTS_GUARDED_KERNELS_H

#include "sampled_kernels.h"

/* A number of the place: of the block alone, of the thread in all the grid, or of a sum. */
static inline void
guarded_number(struct kernel_text *k)
{
	switch (kernel_random(k, 12)) {
	case 0: case 1: kernel_write(k, "blockIdx.x"); break;
	case 2: kernel_write(k, "blockIdx.y"); break;
	case 3: case 4: kernel_write(k, "x"); break;
	case 5: case 6: kernel_write(k, "y"); break;
	case 7: kernel_write(k, "x + y"); break;
	case 8: kernel_write(k, "(int)blockIdx.x - (int)blockIdx.y"); break;
	case 9: kernel_write(k, "place(%u)", kernel_random(k, 5)); break;
	case 10: kernel_write(k, "min(x, %u)", kernel_random(k, 400)); break;
	default: kernel_write(k, "(x >> %u)", 1 + kernel_random(k, 6)); break;
	}
}

static inline void
guarded_condition(struct kernel_text *k, unsigned nested)
{
	static const char *const order[] = {"<", ">", "<=", ">="};
	const unsigned period = 2 + kernel_random(k, 40);
	switch (kernel_random(k, nested ? 9 : 6)) {
	case 0: case 1:
		guarded_number(k);
		kernel_write(k, " %s %s", order[kernel_random(k, 4)], KERNEL_PICK(k, "n", "x", "y", "y", "blockIdx.y * 16", "m"));
		break;
	case 2:
		guarded_number(k);
		kernel_write(k, " %s %u", KERNEL_PICK(k, "==", "!="), kernel_random(k, 24));
		break;
	case 3:
		kernel_write(k, "(");
		guarded_number(k);
		kernel_write(k, ") %% %u == %u", period, kernel_random(k, period));
		break;
	case 4:
		guarded_number(k);
		kernel_write(k, " %s %u", order[kernel_random(k, 4)], kernel_random(k, 700));
		break;
	case 5: kernel_write(k, "blockIdx.x %s m", KERNEL_PICK(k, "==", "!=")); break;
	case 6: kernel_write(k, "x == y"); break;
	default:
		kernel_write(k, "(");
		guarded_condition(k, nested - 1);
		kernel_write(k, kernel_random(k, 2) ? ") && (" : ") || (");
		guarded_condition(k, nested - 1);
		kernel_write(k, ")");
		break;
	}
}

static inline void
guarded_statement(struct kernel_text *k, unsigned nested)
{
	switch (kernel_random(k, nested ? 6 : 2)) {
	case 0: case 1:
		kernel_write(k, "p[%u * 65536 + threadIdx.x] = v + %u;\n", k->accesses, k->accesses);
		k->accesses++;
		break;
	case 2:
		kernel_write(k, "mark(p + %u * 65536, v, n);\n", k->accesses);
		k->accesses++;
		break;
	default:
		kernel_write(k, "if (");
		guarded_condition(k, 2);
		kernel_write(k, ") {\n");
		guarded_statement(k, nested - 1);
		if (kernel_random(k, 3) == 0) {
			kernel_write(k, "} else {\n");
			guarded_statement(k, nested - 1);
		}
		kernel_write(k, "}\n");
		break;
	}
}

static inline void
guarded_kernel_make(struct kernel_text *k, unsigned seed)
{
	static const unsigned widths[] = {9, 20, 33, 70}, heights[] = {3, 8, 12, 17};
	static const unsigned blocks[][2] = {{32, 1}, {64, 1}, {32, 4}, {16, 8}, {8, 8}};
	*k = (struct kernel_text){.state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
	for (unsigned i = 0; i < 8; i++)
		kernel_random(k, 2);
	kernel_write(k, "__device__ int place(int by) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	                "if (by > 2) return blockIdx.y + by;\nreturn i - by; }\n"
	                "__device__ void mark(float *p, float v, int n) { if (place(1) >= n) return;\np[threadIdx.x] = v + 9; }\n"
	                "__global__ void k(float *p, int n, int m) {\n"
	                "int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; float v = x;\n");
	for (unsigned n = 2 + kernel_random(k, 3); n; n--) {
		if (kernel_random(k, 3) == 0) {
			kernel_write(k, "if (");
			guarded_condition(k, 1);
			kernel_write(k, ") return;\n");
		}
		guarded_statement(k, 3);
	}
	const unsigned *block = blocks[kernel_random(k, 5)], width = widths[kernel_random(k, 4)];
	kernel_write(k, "}\nint main() { float *p; cudaMalloc(&p, 1 << 30);\nk<<<dim3(%u, %u), dim3(%u, %u)>>>(p, %u, %u); }\n", width,
	             heights[kernel_random(k, 4)], block[0], block[1], kernel_random(k, width * block[0]), kernel_random(k, width));
}

#endif
